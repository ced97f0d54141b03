// Makes public/levels.json, the gallery of the page: the puzzles of the library and the Rush Hour boards of
// crates/web/data, each read by the program itself. What cannot be solved, or is solved already, is no level.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { initSync, Play, catalogue } = await import('../src/wasm/slidewise.js');
initSync({ module: readFileSync(join(www, 'src/wasm/slidewise_bg.wasm')) });

/** Where one difficulty ends and the next begins, by the length of the shortest solution. */
const STEPS = { lines: [8, 15, 25, 38], moves: [20, 45, 70, 100], steps: [20, 45, 70, 100] };
const difficulty = (optimum, metric) => 1 + (STEPS[metric] ?? STEPS.moves).filter((most) => optimum > most).length;

function level(id, name, english, group, optimum, open) {
  const play = Play.open(open, '');
  const { rows, cols, walls, items, metric, solved } = JSON.parse(play.view());
  play.free();
  if (solved) return [];
  const pieces = items.map(({ id, cells, main }) => (main ? { id, cells, main } : { id, cells }));
  return [
    {
      id,
      name,
      english,
      group,
      difficulty: difficulty(optimum, metric),
      optimum,
      metric,
      rows,
      cols,
      walls,
      items: pieces,
      open,
    },
  ];
}

const library = JSON.parse(catalogue()).library.filter(
  ({ goal, solvable, optimum }) => goal && solvable && optimum > 0,
);
const ORDER = ['huarong-dao', 'rush-hour', 'classics', 'course'];
const classics = library.flatMap(({ slug, name, english, group, optimum }) =>
  level(slug, name.split(' / ')[0], english, group, optimum, slug),
);

const lines = readFileSync(join(www, '../data/rush-hour.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const counts = {};
const rush = lines.flatMap((line) => {
  const [moves, board] = line.split(' ');
  const number = (counts[moves] = (counts[moves] ?? 0) + 1);
  const play = Play.open(board, '');
  const text = `name: Rush Hour ${moves}-${number}\n${play.text()}`;
  play.free();
  return level(`rush-${moves}-${number}`, `Rush Hour ${moves}-${number}`, null, 'rush-hour', Number(moves), text);
});
const all = [...classics, ...rush].sort(
  (a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group) || a.difficulty - b.difficulty || a.optimum - b.optimum,
);
mkdirSync(join(www, 'public'), { recursive: true });
const text = `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
writeFileSync(join(www, 'public/levels.json'), text);
console.log(`levels.json: ${all.length} levels, ${text.length} bytes`);
