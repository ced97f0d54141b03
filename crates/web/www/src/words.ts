// Every word of the page in every language, in one table: a test keeps it complete. Names of puzzles, algorithms and
// forms come from the program and are English; `{0}`, `{1}` stand for what is put in.
import { settings } from './store';

export const LANGUAGES = ['en', 'de', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const WORDS = {
  // Places
  play: ['Play', 'Spielen', '游玩'],
  daily: ['Daily', 'Täglich', '每日'],
  levels: ['Levels', 'Rätsel', '关卡'],
  race: ['Race', 'Rennen', '竞速'],
  learn: ['Learn', 'Lernen', '学习'],
  places: ['Places', 'Bereiche', '栏目'],
  settings: ['Settings', 'Einstellungen', '设置'],
  share: ['Share', 'Teilen', '分享'],
  edit: ['Edit', 'Bearbeiten', '编辑'],
  statistics: ['Statistics', 'Statistik', '统计'],
  close: ['Close', 'Schließen', '关闭'],
  more: ['More', 'Mehr', '更多'],
  // Playing
  new: ['New', 'Neu', '新局'],
  undo: ['Undo', 'Zurück', '撤销'],
  redo: ['Redo', 'Wieder', '重做'],
  hint: ['Hint', 'Tipp', '提示'],
  solve: ['Solve', 'Lösen', '求解'],
  stop: ['Stop', 'Anhalten', '停止'],
  board: ['Board', 'Brett', '棋盘'],
  size: ['Size', 'Größe', '大小'],
  goal: ['Goal', 'Ziel', '目标'],
  otherSize: ['Other', 'Andere', '其他'],
  rows: ['Rows', 'Zeilen', '行'],
  columns: ['Columns', 'Spalten', '列'],
  yourBoard: ['Your own board', 'Eigenes Brett', '自定义棋盘'],
  yourBoardHelp: [
    'Paste or type it in any form, or paint it.',
    'In jeder Form einfügen, tippen oder malen.',
    '粘贴、输入或绘制任意棋盘。',
  ],
  thisBoard: ['This board', 'Dieses Brett', '本局'],
  time: ['Time', 'Zeit', '用时'],
  moves: ['Moves', 'Züge', '步数'],
  perSecond: ['Moves a second', 'Züge je Sekunde', '每秒步数'],
  bestPossible: ['Shortest way', 'Kürzester Weg', '最短剩余'],
  show: ['Show', 'Zeigen', '显示'],
  yourTimes: ['{0} · your times', '{0} · deine Zeiten', '{0} · 你的成绩'],
  best: ['Best', 'Bestzeit', '最佳'],
  average: ['Average of {0}', 'Mittel aus {0}', '{0} 次平均'],
  solvedCount: ['Solved', 'Gelöst', '已解'],
  inspection: ['Inspection', 'Anschauen', '观察'],
  atMost: ['≤ {0}', '≤ {0}', '≤ {0}'],
  none: ['none', 'keiner', '无'],
  newBoard: ['{0}, {1}. New board.', '{0}, {1}. Neues Brett.', '{0}，{1}。新棋盘。'],
  moveOf: ['Move {0} of {1}.', 'Zug {0} von {1}.', '第 {0} 步，共 {1} 步。'],
  solvedIn: ['Solved in {0}.', 'Gelöst in {0}.', '已用 {0} 解开。'],
  goalName: ['goal {0}', 'Ziel {0}', '目标 {0}'],
  joinedEdges: ['edges joined: {0}', 'verbundene Ränder: {0}', '边相连：{0}'],
  leftRight: ['left and right', 'links und rechts', '左右'],
  topBottom: ['top and bottom', 'oben und unten', '上下'],
  optimum: ['best {0}', 'Bestwert {0}', '最优 {0}'],
  bring: ['Bring the red piece to the marks', 'Bring den roten Stein auf die Marken', '把红色棋子移到标记处'],
  // Ways
  up: ['up', 'hoch', '上'],
  down: ['down', 'runter', '下'],
  left: ['left', 'links', '左'],
  right: ['right', 'rechts', '右'],
  // The board for those who listen
  pieceAt: ['{0}, row {1}, column {2}', '{0}, Zeile {1}, Spalte {2}', '{0}，第 {1} 行第 {2} 列'],
  boardOneWay: [
    '{0}, {1} by {2} board. Arrow keys move a tile into the gap.',
    '{0}, Brett {1} mal {2}. Pfeiltasten schieben ein Teil in die Lücke.',
    '{0}，{1}×{2} 棋盘。方向键把方块移入空格。',
  ],
  boardPieces: [
    '{0}, {1} by {2} board. Tab chooses a piece, arrow keys move it.',
    '{0}, Brett {1} mal {2}. Tab wählt einen Stein, Pfeiltasten bewegen ihn.',
    '{0}，{1}×{2} 棋盘。Tab 选棋子，方向键移动。',
  ],
  // Hints and solving
  thinking: ['Thinking …', 'Denke nach …', '思考中……'],
  solvedAlready: ['It is solved already.', 'Es ist schon gelöst.', '已经解开了。'],
  noWay: ['There is no solution from here.', 'Von hier gibt es keine Lösung.', '此处无解。'],
  noneFound: ['No way was found in time.', 'In der Zeit wurde kein Weg gefunden.', '限时内未找到解法。'],
  hintBest: [
    'Move {0} {1}. {2} to the goal, that is the least.',
    '{0} nach {1}. Noch {2}, weniger geht nicht.',
    '移动 {0} 向{1}。距目标 {2}，已是最少。',
  ],
  hintSome: [
    'Move {0} {1}. {2} to the goal this way, at least {3}.',
    '{0} nach {1}. So noch {2}, mindestens {3}.',
    '移动 {0} 向{1}。此法还需 {2}，至少 {3}。',
  ],
  solving: ['Solving …', 'Löse …', '求解中……'],
  solution: ['Solution', 'Lösung', '解法'],
  solutionOptimal: ['{0}: the shortest way.', '{0}: der kürzeste Weg.', '{0}：最短解。'],
  solutionWithin: ['{0}; at least {1} are needed.', '{0}; mindestens {1} sind nötig.', '{0}；至少需要 {1}。'],
  improving: ['Looking for a shorter one …', 'Suche nach einem kürzeren …', '寻找更短的解……'],
  stoppedAt: [
    'Stopped. No solution is shorter than {0}.',
    'Angehalten. Keine Lösung ist kürzer als {0}.',
    '已停止。不存在短于 {0} 的解。',
  ],
  stoppedPlain: ['Stopped.', 'Angehalten.', '已停止。'],
  solveHow: ['Solve it another way', 'Anders lösen', '换一种方法求解'],
  algorithm: ['Algorithm', 'Algorithmus', '算法'],
  heuristic: ['Heuristic', 'Heuristik', '启发函数'],
  whatSuits: ['What suits', 'Was passt', '自动选择'],
  counting: ['Counting', 'Zählweise', '计步方式'],
  timeLimit: ['Time limit', 'Zeitgrenze', '时间限制'],
  secondsN: ['{0} seconds', '{0} Sekunden', '{0} 秒'],
  aMinute: ['1 minute', '1 Minute', '一分钟'],
  tenMinutes: ['ten minutes', 'zehn Minuten', '十分钟'],
  noLimit: ['no limit', 'keine', '不限'],
  weight: ['Weight', 'Gewicht', '权重'],
  weightHelp: ['auto, or 1 to 100', 'auto, oder 1 bis 100', 'auto，或 1 到 100'],
  search: ['Search', 'Suche', '搜索'],
  work: ['Work', 'Aufwand', '工作量'],
  workOf: ['{0} expanded, {1} generated', '{0} expandiert, {1} erzeugt', '展开 {0}，生成 {1}'],
  expandedN: ['{0} expanded', '{0} expandiert', '已展开 {0}'],
  bestSoFar: ['best so far {0}', 'bisher {0}', '目前最好 {0}'],
  atLeast: ['at least {0}', 'mindestens {0}', '至少 {0}'],
  noSolution: ['There is no solution.', 'Es gibt keine Lösung.', '无解。'],
  stoppedWithout: [
    'Stopped without a solution; none is shorter than {0}.',
    'Ohne Lösung angehalten; keine ist kürzer als {0}.',
    '未得解即停止；不存在短于 {0} 的解。',
  ],
  solvedOptimal: ['Solved in {0}, optimal.', 'Gelöst in {0}, optimal.', '用 {0} 解开，最优。'],
  solvedWithin: [
    'Solved in {0}, at least {1} are needed.',
    'Gelöst in {0}, mindestens {1} sind nötig.',
    '用 {0} 解开，至少需要 {1}。',
  ],
  afterTables: ['{0} after {1} for tables', '{0} nach {1} für Tabellen', '{0}，建表 {1}'],
  with: ['{0} with {1}', '{0} mit {1}', '{0} 加 {1}'],
  speed: ['Speed', 'Tempo', '速度'],
  speedOf: ['{0} moves a second', '{0} Züge je Sekunde', '每秒 {0} 步'],
  notation: ['Notation', 'Notation', '记法'],
  runsCounted: ['Equal moves in a row are counted', 'Gleiche Züge werden gezählt', '合并相同的连续步'],
  movesText: ['Moves as text', 'Züge als Text', '文字步骤'],
  copyMoves: ['Copy moves', 'Züge kopieren', '复制步骤'],
  copied: ['Copied', 'Kopiert', '已复制'],
  notCopied: ['Copying is not allowed here', 'Kopieren ist hier nicht erlaubt', '此处不允许复制'],
  // Transport
  toStart: ['Back to the start', 'Zum Anfang', '回到开头'],
  toEnd: ['To the last move', 'Zum letzten Zug', '到最后一步'],
  playMoves: ['Play the moves', 'Züge abspielen', '播放步骤'],
  pause: ['Pause', 'Pause', '暂停'],
  position: ['Position in the moves', 'Stelle in den Zügen', '步骤位置'],
  movesGroup: ['Moves', 'Züge', '步骤'],
  // The end
  solved: ['Solved', 'Gelöst', '已解开'],
  solvedByProgram: ['Solved by the program', 'Vom Programm gelöst', '由程序解开'],
  starsOf: ['{0} of 3 stars', '{0} von 3 Sternen', '3 星中得 {0} 星'],
  bestIs: ['shortest {0}', 'kürzeste {0}', '最短 {0}'],
  shortestPending: ['looking for the shortest …', 'suche die kürzeste …', '计算最短解……'],
  newBest: ['New best time', 'Neue Bestzeit', '新纪录'],
  nextBoard: ['Next board', 'Nächstes Brett', '下一局'],
  nextLevel: ['Next level', 'Nächstes Rätsel', '下一关'],
  watchBest: ['Watch the shortest way', 'Kürzesten Weg ansehen', '观看最短解'],
  lookAt: ['Look at the board', 'Brett ansehen', '查看棋盘'],
  withHints: ['{0} hints', '{0} Tipps', '{0} 次提示'],
  // Boards that cannot be solved
  goal_blank_last: ['gap last', 'Lücke am Ende', '空格在末尾'],
  goal_blank_first: ['gap first', 'Lücke am Anfang', '空格在开头'],
  goal_snail: ['snail', 'Schnecke', '螺旋'],
  whyNot: ['Why?', 'Warum?', '为什么？'],
  cannot: ['This board cannot be solved.', 'Dieses Brett ist nicht lösbar.', '此棋盘无解。'],
  exchange: ['Exchange two tiles', 'Zwei Teile tauschen', '交换两个方块'],
  exchanged: [
    'Two tiles were exchanged; the board can be solved now.',
    'Zwei Teile wurden getauscht; das Brett ist jetzt lösbar.',
    '已交换两个方块；现在有解。',
  ],
  aimFor: ['Aim for {0}', 'Ziel {0} nehmen', '改为目标 {0}'],
  // Daily
  dailyTitle: ['Puzzle of the day', 'Rätsel des Tages', '每日谜题'],
  dailyHelp: [
    'The same for everyone. A new one at midnight.',
    'Für alle dasselbe. Um Mitternacht kommt das nächste.',
    '人人相同，每天零点更新。',
  ],
  dailyDone: ['Done: {0}, {1}', 'Geschafft: {0}, {1}', '已完成：{0}，{1}'],
  dailyOpen: ['Not solved yet', 'Noch nicht gelöst', '尚未解开'],
  lastDays: ['The last days', 'Die letzten Tage', '最近几天'],
  copyResult: ['Copy result', 'Ergebnis kopieren', '复制成绩'],
  streak: ['Days in a row', 'Tage in Folge', '连续天数'],
  // Levels
  searchLevels: ['Search {0} puzzles', '{0} Rätsel durchsuchen', '搜索 {0} 个谜题'],
  all: ['All', 'Alle', '全部'],
  groupHuarongDao: ['Huarong Dao', 'Huarong Dao', '华容道'],
  groupRushHour: ['Rush Hour', 'Rush Hour', '堵车'],
  groupClassics: ['Classics', 'Klassiker', '经典'],
  groupCourse: ['Course', 'Kurs', '课程'],
  difficulty: ['Difficulty', 'Schwierigkeit', '难度'],
  anyDifficulty: ['Any', 'Beliebig', '不限'],
  difficultyOf: ['difficulty {0} of 5', 'Schwierigkeit {0} von 5', '难度 {0}/5'],
  onlyUnsolved: ['Unsolved only', 'Nur ungelöste', '仅未解'],
  foundN: ['{0} puzzles', '{0} Rätsel', '{0} 个谜题'],
  showMore: ['Show more', 'Mehr zeigen', '显示更多'],
  kinds: ['Kinds', 'Arten', '类别'],
  levelDone: ['solved in {0}', 'gelöst in {0}', '已用 {0} 解开'],
  // Race
  raceHelp: [
    'All searches start from your board and look at the same number of positions a turn.',
    'Alle Suchen beginnen mit deinem Brett und sehen je Runde gleich viele Stellungen an.',
    '所有搜索从你的棋盘出发，每轮查看同样多的局面。',
  ],
  raceStart: ['Start the race', 'Rennen starten', '开始竞速'],
  raceAgain: ['Race again', 'Noch einmal', '再来一次'],
  addSearch: ['Add a search', 'Suche hinzufügen', '增加搜索'],
  racing: ['Racing …', 'Das Rennen läuft …', '竞速中……'],
  raceStopped: ['Stopped before the end.', 'Vor dem Ende angehalten.', '提前停止。'],
  raceWon: ['{0} wins after {1} positions.', '{0} gewinnt nach {1} Stellungen.', '{0} 获胜，查看 {1} 个局面。'],
  raceWonBy: [
    '{0} wins: {1} positions, {2} times fewer than {3}.',
    '{0} gewinnt: {1} Stellungen, {2}-mal weniger als {3}.',
    '{0} 获胜：{1} 个局面，比 {3} 少 {2} 倍。',
  ],
  raceNobody: ['Nobody found a solution.', 'Niemand hat eine Lösung gefunden.', '没有搜索找到解。'],
  raceTie: [
    '{0} and {1} are level: {2} positions each.',
    '{0} und {1} liegen gleichauf: je {2} Stellungen.',
    '{0} 与 {1} 打平：各 {2} 个局面。',
  ],
  expanded: ['Positions', 'Stellungen', '局面数'],
  frontier: ['Waiting', 'Wartend', '待展开'],
  memory: ['Memory', 'Speicher', '内存'],
  bound: ['Proven: at least {0}', 'Bewiesen: mindestens {0}', '已证明：至少 {0}'],
  noBound: ['No bound yet', 'Noch keine Schranke', '尚无下界'],
  first: ['first, {0}', 'Erste, {0}', '第一，{0}'],
  laneSolved: ['solved, {0}', 'gelöst, {0}', '已解，{0}'],
  laneEnded: ['ended without a solution', 'endete ohne Lösung', '无解而终'],
  algorithmOf: ['Algorithm of search {0}', 'Algorithmus der Suche {0}', '搜索 {0} 的算法'],
  heuristicOf: ['Heuristic of search {0}', 'Heuristik der Suche {0}', '搜索 {0} 的启发函数'],
  removeSearch: ['Remove search {0}', 'Suche {0} entfernen', '移除搜索 {0}'],
  plotFrontier: ['Waiting positions', 'Wartende Stellungen', '待展开局面'],
  plotBound: ['Proven bound', 'Bewiesene Schranke', '已证下界'],
  plotTime: ['Positions over time', 'Stellungen über die Zeit', '局面数随时间'],
  // Learn
  treeTitle: ['{0} grows its tree', '{0} lässt seinen Baum wachsen', '{0} 的搜索树'],
  treeStatus: [
    'Step {0} of {1} · waiting {2} · done {3}',
    'Schritt {0} von {1} · wartend {2} · fertig {3}',
    '第 {0} 步，共 {1} 步 · 待展开 {2} · 已展开 {3}',
  ],
  treeCut: [
    'This search is long: these are its first {0} steps.',
    'Diese Suche ist lang: das sind die ersten {0} Schritte.',
    '搜索很长：这是前 {0} 步。',
  ],
  whatHappens: ['What happens now', 'Was jetzt geschieht', '当前步骤'],
  theBoardNow: ['The position in hand', 'Die aktuelle Stellung', '当前局面'],
  whatItCounts: ['What {0} counts', 'Was {0} zählt', '{0} 计算什么'],
  addsUp: ['h = {0}', 'h = {0}', 'h = {0}'],
  gMeans: ['g {0}: moves made so far.', 'g {0}: bisherige Züge.', 'g {0}：已走步数。'],
  hMeans: ['h {0}: the estimate of what is left.', 'h {0}: geschätzter Rest.', 'h {0}：剩余估计。'],
  fMeans: [
    'f {0} = g + h: the whole way, as far as one can tell.',
    'f {0} = g + h: der ganze Weg, soweit man weiß.',
    'f {0} = g + h：全程估计。',
  ],
  stepBack: ['Step back', 'Schritt zurück', '后退一步'],
  step: ['Step', 'Schritt', '前进一步'],
  playSteps: ['Play', 'Abspielen', '播放'],
  stepPosition: ['Step', 'Schritt', '步骤'],
  anotherBoard: ['Another board', 'Anderes Brett', '换棋盘'],
  myBoard: ['My board', 'Mein Brett', '我的棋盘'],
  saveSvg: ['Save as SVG', 'Als SVG sichern', '存为 SVG'],
  savePng: ['Save as PNG', 'Als PNG sichern', '存为 PNG'],
  noTree: [
    'Your board is none that fits on a screen as a tree, so this one is shown.',
    'Dein Brett passt nicht als Baum auf einen Schirm; darum dieses.',
    '你的棋盘的树太大，改用此棋盘。',
  ],
  saidBegin: ['The search begins.', 'Die Suche beginnt.', '搜索开始。'],
  saidTake: [
    'It takes the position that seems best.',
    'Sie nimmt die Stellung, die am besten scheint.',
    '取出看来最好的局面。',
  ],
  saidTest: ['Is it the goal?', 'Ist das das Ziel?', '是目标吗？'],
  saidGoal: ['It is the goal: the way is found.', 'Es ist das Ziel: der Weg ist gefunden.', '是目标：已找到路径。'],
  saidExpand: [
    'It looks at every move from there: {0} new positions.',
    'Sie sieht jeden Zug von dort an: {0} neue Stellungen.',
    '查看每个走法：{0} 个新局面。',
  ],
  treeLabel: ['Search tree', 'Suchbaum', '搜索树'],
  // Editing
  anyText: ['Any text', 'Beliebiger Text', '任意文本'],
  readAs: ['Read as {0}: {1}.', 'Gelesen als {0}: {1}.', '按 {0} 读入：{1}。'],
  readAsLink: ['Read as a link of this page.', 'Als Link dieser Seite gelesen.', '按本页链接读入。'],
  examples: ['Examples', 'Beispiele', '示例'],
  exampleOf: ['Show me an example of …', 'Zeig mir ein Beispiel für …', '显示示例……'],
  swapHelp: [
    'Drag a tile onto another place, or press two tiles one after the other, to exchange them. With the keyboard: Tab, Enter.',
    'Zieh ein Teil auf einen anderen Platz oder drücke zwei Teile nacheinander, um sie zu tauschen. Mit der Tastatur: Tab, Eingabe.',
    '把方块拖到另一处，或依次点两个方块以交换。键盘：Tab、回车。',
  ],
  swapOn: ['Exchange tiles on the board', 'Teile auf dem Brett tauschen', '在棋盘上交换方块'],
  chosenOne: [
    '{0} chosen; press another tile to exchange them.',
    '{0} gewählt; drücke ein anderes Teil zum Tauschen.',
    '已选 {0}；再点另一个方块以交换。',
  ],
  bothExchanged: ['{0} and {1} exchanged.', '{0} und {1} getauscht.', '{0} 与 {1} 已交换。'],
  gap: ['the gap', 'die Lücke', '空格'],
  goalHelp: ['A name, or a board', 'Ein Name oder ein Brett', '名称或棋盘'],
  paint: ['Paint a puzzle', 'Ein Rätsel malen', '绘制谜题'],
  brush: ['Brush', 'Pinsel', '画笔'],
  on: ['On', 'Auf', '绘于'],
  theBoard: ['the board', 'das Brett', '棋盘'],
  theGoal: ['the goal', 'das Ziel', '目标'],
  empty: ['empty', 'leer', '空'],
  wall: ['wall', 'Wand', '墙'],
  piece: ['piece {0}', 'Stein {0}', '棋子 {0}'],
  canvas: [
    'Grid to paint on, arrow keys move, Enter paints',
    'Malfläche, Pfeiltasten bewegen, Eingabe malt',
    '画布：方向键移动，回车绘制',
  ],
  cellIs: ['row {0}, column {1}: {2}', 'Zeile {0}, Spalte {1}: {2}', '第 {0} 行第 {1} 列：{2}'],
  alongOnly: [
    'pieces move along their length only (Rush Hour)',
    'Steine bewegen sich nur längs (Rush Hour)',
    '棋子只能沿长边移动（堵车）',
  ],
  paintFrom: ['Take the puzzle in play', 'Das Rätsel im Spiel nehmen', '取当前谜题'],
  clear: ['Clear', 'Leeren', '清空'],
  tooManyPieces: [
    'The puzzle in play has more pieces than there are letters.',
    'Das Rätsel hat mehr Steine, als es Buchstaben gibt.',
    '棋子多于字母。',
  ],
  // Sharing
  link: ['Link', 'Link', '链接'],
  linkHelp: [
    'The puzzle, the moves and where you are in them; nothing is stored anywhere else.',
    'Das Rätsel, die Züge und die Stelle darin; sonst ist nichts gespeichert.',
    '包含谜题、步骤和位置；别处不存储任何内容。',
  ],
  copyLink: ['Copy link', 'Link kopieren', '复制链接'],
  takeAway: ['Take away', 'Mitnehmen', '导出'],
  picture: ['Picture (SVG)', 'Bild (SVG)', '图片 (SVG)'],
  picturePng: ['Picture (PNG)', 'Bild (PNG)', '图片 (PNG)'],
  film: ['All moves, moving (SVG)', 'Alle Züge, bewegt (SVG)', '动画步骤 (SVG)'],
  noMoves: ['no moves yet', 'noch keine Züge', '尚无步骤'],
  linkBad: ['This link cannot be opened: {0}.', 'Dieser Link lässt sich nicht öffnen: {0}.', '无法打开链接：{0}。'],
  damaged: ['it is damaged', 'er ist beschädigt', '已损坏'],
  // Settings
  theme: ['Colours', 'Farben', '配色'],
  themeAuto: ['As the system', 'Wie das System', '跟随系统'],
  light: ['Light', 'Hell', '浅色'],
  dark: ['Dark', 'Dunkel', '深色'],
  contrast: ['High contrast', 'Hoher Kontrast', '高对比度'],
  language: ['Language', 'Sprache', '语言'],
  sound: ['Sounds', 'Töne', '声音'],
  vibration: ['Vibration', 'Vibration', '震动'],
  inspectionTime: [
    '15 seconds to look before the clock starts',
    '15 Sekunden anschauen, bevor die Uhr läuft',
    '计时前观察 15 秒',
  ],
  alwaysBest: ['Always show how far it is', 'Immer zeigen, wie weit es ist', '始终显示最短剩余'],
  keys: ['Keys', 'Tasten', '按键'],
  keysHelp: [
    'Arrows or W A S D move. N: new board. U: undo. H: hint. Space: new board of the same size.',
    'Pfeile oder W A S D bewegen. N: neues Brett. U: zurück. H: Tipp. Leertaste: neues Brett gleicher Größe.',
    '方向键或 W A S D 移动。N：新局。U：撤销。H：提示。空格：同尺寸新局。',
  ],
  // Statistics
  history: ['History', 'Verlauf', '历史'],
  noTimes: [
    'No times yet. Solve a board to see them here.',
    'Noch keine Zeiten. Löse ein Brett.',
    '尚无成绩。解一局即可显示。',
  ],
  exportAll: ['Export', 'Exportieren', '导出'],
  importAll: ['Import', 'Importieren', '导入'],
  forgetAll: ['Delete all', 'Alle löschen', '全部删除'],
  sureForget: ['Really delete all times?', 'Wirklich alle Zeiten löschen?', '确定删除全部成绩？'],
  imported: ['{0} times were added.', '{0} Zeiten kamen hinzu.', '新增 {0} 条成绩。'],
  notImported: [
    'This file has no times of slidewise.',
    'Diese Datei enthält keine Zeiten von slidewise.',
    '此文件没有 slidewise 成绩。',
  ],
  lastTimes: ['Last times', 'Letzte Zeiten', '最近成绩'],
  which: ['Of', 'Von', '项目'],
  // Units
  unit_move: ['move', 'Zug', '步'],
  unit_moves: ['moves', 'Züge', '步'],
  unit_step: ['step', 'Schritt', '格'],
  unit_steps: ['steps', 'Schritte', '格'],
  unit_line: ['line', 'Schub', '次'],
  unit_lines: ['lines', 'Schübe', '次'],
} satisfies Record<string, readonly [string, string, string]>;

export type Word = keyof typeof WORDS;

/** The language that is spoken: what was chosen, else the first of the visitor's that there is. */
export function language(): Language {
  const chosen = settings().language;
  if (chosen !== 'auto') return chosen;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.map((tag) => LANGUAGES.find((known) => known === tag)).find((known) => known !== undefined) ?? 'en';
}

const column = LANGUAGES.indexOf(language());

/** A word in the visitor's language, with what is put in. */
export function t(word: Word, ...parts: (string | number)[]): string {
  return WORDS[word][column as 0].replace(/\{(\d)\}/g, (_, index: string) => String(parts[Number(index)] ?? ''));
}

export function way(name: string | undefined): string {
  return name === 'up' || name === 'down' || name === 'left' || name === 'right' ? t(name) : '';
}

/** A goal as people call it; those that have no word here keep the name that they have. */
export function goalWord(name: string): string {
  const word = `goal_${name.replaceAll('-', '_')}`;
  return word in WORDS ? t(word as Word) : name;
}

/** One and many of what a metric counts. */
export function unit([one, many]: [string, string]): [string, string] {
  const word = (name: string): string => (`unit_${name}` in WORDS ? t(`unit_${name}` as Word) : name);
  return [word(one), word(many)];
}
