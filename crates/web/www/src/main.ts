// Loads the back end and puts the page together.
import { App, type Kept } from './app';
import { Boards } from './boards';
import { Daily } from './daily';
import { button, byId, el, icon, messageOf, notify, type Icon } from './dom';
import { editPanel } from './edit';
import { tick } from './feel';
import { keyboard } from './keys';
import { Play, load, type View } from './kit';
import { Learn } from './learn';
import { Levels } from './levels';
import { dress, optionsPanel } from './options';
import { PLACES, readPlace, splitLink, writePlace, type LaneChoice } from './place';
import { Race } from './race';
import { sharePanel } from './share';
import { sheet } from './sheets';
import { Solving } from './solving';
import { category, Stage } from './stage';
import { timesPanel } from './times';
import { Transport } from './transport';
import { Won } from './won';
import { language, t } from './words';

const SIGNS: Record<(typeof PLACES)[number], Icon> = {
  play: 'game',
  daily: 'calendar',
  levels: 'levels',
  race: 'race',
  learn: 'learn',
};

async function start(): Promise<void> {
  dress();
  document.documentElement.lang = language();
  byId('loading-text').textContent = 'slidewise';
  byId('loading').classList.add('begun');
  const app = new App(await load());
  const transport = new Transport(app);
  const solving = new Solving(app, transport);
  const boards = new Boards(app, () => edit.open());
  const stage = new Stage(app, {
    fresh: () => fresh(),
    solve: () => void solving.solve(true),
    other: () => solve.open(),
    more: () => more.open(),
    statistics: () => times.open(),
  });
  stage.under.append(solving.line, transport.element);
  const daily = new Daily(app);
  const race = new Race(app);
  const learn = new Learn(app);
  const levels = new Levels(app, () => go('play'));
  const won = new Won(app, stage.element.querySelector<HTMLElement>('#overlay') ?? stage.element, transport, () =>
    fresh(),
  );
  const editing = editPanel(app, stage.board);
  const edit = sheet('edit', t('edit'), editing.panel, { beside: true, show: editing.show });
  const solve = sheet('solve', t('solveHow'), solving.panel, {
    beside: true,
    show: (shown) => shown && solving.draw(),
  });
  const shared = sharePanel(app);
  const sharing = sheet('share', t('share'), shared.panel, { show: (shown) => shown && shared.draw() });
  const options = sheet(
    'settings',
    t('settings'),
    optionsPanel(() => app.went({})),
  );
  const statistics = timesPanel(() => category(app));
  const times = sheet('times', t('statistics'), statistics.panel, { show: (shown) => shown && statistics.draw() });
  const side = stage.element.querySelector<HTMLElement>('#side') ?? stage.element;
  const inSheet = el('div', { class: 'cards' });
  const more = sheet('more', t('more'), inSheet);
  const boardCards = el(
    'div',
    { class: 'cards' },
    boards.element,
    el(
      'div',
      { class: 'narrow-only row' },
      button(t('solveHow'), () => solve.open()),
    ),
  );

  function fresh(): void {
    if (app.place.tab === 'daily') go('play');
    more.close();
    boards.fresh();
  }

  /** On a narrow window what stands beside the board is in a panel. */
  const narrow = matchMedia('(max-width: 68rem)');
  const settle = (): void => {
    const cards = app.place.tab === 'daily' ? daily.element : boardCards;
    (narrow.matches && app.place.tab !== 'daily' ? inSheet : side).replaceChildren(cards);
    if (narrow.matches && app.place.tab === 'daily') inSheet.replaceChildren(boardCards);
    stage.element.dataset['place'] = app.place.tab;
  };
  narrow.addEventListener('change', settle);

  const parts: Record<string, HTMLElement> = { levels: levels.element, race: race.element, learn: learn.element };
  byId('main').append(stage.element, ...Object.values(parts));
  const nav = navigation((tab) => {
    go(tab);
    if (tab === 'daily') daily.open();
  });

  function go(tab: string): void {
    const staged = tab === 'play' || tab === 'daily';
    stage.element.hidden = !staged;
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== tab;
    if (tab === 'levels') void levels.show();
    if (tab === 'learn') learn.show();
    else learn.hide();
    nav(tab);
    app.went({ tab });
    if (tab === 'race') race.show();
    settle();
    scrollTo(0, 0);
  }

  won.kept = () => {
    stage.figures();
    app.went({});
  };
  won.next = () => {
    const level = app.label ? levels.after(app.label) : null;
    return level ? { label: t('nextLevel'), go: () => levels.open(level) } : { label: t('nextBoard'), go: fresh };
  };
  tools([
    ['share', t('share'), () => sharing.open()],
    ['chart', t('statistics'), () => times.open()],
    ['settings', t('settings'), () => options.open()],
  ]);
  keyboard(app, stage, { fresh, halt: () => transport.halt(), isStaged: () => !stage.element.hidden });
  app.onChange((change) => change === 'position' && tick());
  addressBar(
    app,
    (tab) => {
      if (tab === 'edit' || tab === 'solve') {
        go('play');
        (tab === 'edit' ? edit : solve).open();
      } else go(tab);
    },
    (lanes) => race.set(lanes),
  );
  if (!location.hash) boards.fresh();
  go(app.place.tab);
  byId('loading').remove();
  byId('main').hidden = false;
  document.documentElement.dataset['ready'] = 'true';
  prepareInTime(app);
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    void navigator.serviceWorker.register('./sw.js').catch(() => {});
}

/** Milliseconds for which a board is looked at before what solving it needs is built. */
const IDLE = 2500;

/** Tables are built while the visitor looks at the board, unless they save data. */
function prepareInTime(app: App): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  let timer = 0;
  let last = '';
  const later = (): void => {
    clearTimeout(timer);
    const { kind, rows, cols, goal } = app.view;
    const size = [kind, rows, cols, goal].join();
    if (size === last || document.hidden) return;
    timer = window.setTimeout(() => {
      last = size;
      app.prepare();
    }, IDLE);
  };
  app.onChange((change) => change === 'puzzle' && later());
  document.addEventListener('visibilitychange', later);
  later();
}

/** The five places; the one that is shown is marked. */
function navigation(choose: (tab: string) => void): (tab: string) => void {
  const nav = byId('nav');
  nav.setAttribute('aria-label', t('places'));
  const buttons = PLACES.map((place) =>
    el(
      'button',
      { type: 'button', id: `tab-${place}`, click: () => choose(place) },
      icon(SIGNS[place]),
      el('span', {}, t(place)),
    ),
  );
  nav.append(...buttons);
  return (tab) =>
    buttons.forEach((one) =>
      one.id === `tab-${tab}` ? one.setAttribute('aria-current', 'page') : one.removeAttribute('aria-current'),
    );
}

function tools(all: [sign: Icon, label: string, press: () => void][]): void {
  byId('tools').append(
    ...all.map(([sign, label, press]) =>
      button(icon(sign), press, { class: 'plain', 'aria-label': label, title: label, id: `open-${sign}` }),
    ),
  );
}

/**
 * The address follows the state, and the state follows the address: back and forward reach every puzzle that was
 * chosen.
 */
function addressBar(app: App, choose: (tab: string) => void, setLanes: (lanes: LaneChoice[]) => void): void {
  let written = '';
  let timer = 0;
  const read = (kept: Partial<Kept>): void => {
    const wanted = location.hash.slice(1);
    if (!wanted || wanted === written) return;
    try {
      const link = splitLink(decodeURIComponent(wanted));
      const linked = Play.linked(link.puzzle);
      const { kind } = JSON.parse(linked.view()) as View;
      const place = link.place === null ? null : readPlace(link.place, app.kindCalled(kind), app.catalogue);
      written = wanted;
      app.take(() => linked, 'linked', kept);
      if (!place) return;
      if (place.lanes.length) setLanes(place.lanes);
      choose(place.tab);
    } catch (error) {
      notify(t('linkBad', error instanceof URIError ? t('damaged') : messageOf(error)));
    }
  };
  const write = (push: boolean): void => {
    clearTimeout(timer);
    const now = (): string => app.play.link() + writePlace(app.place);
    if (push && now() !== written) {
      written = now();
      return history.pushState({ ...app.kept() }, '', `#${written}`);
    }
    timer = window.setTimeout(() => {
      written = now();
      history.replaceState({ ...app.kept() }, '', `#${written}`);
    }, 150);
  };
  app.onChange((change) =>
    write(change === 'puzzle' && app.coming === 'chosen' && document.documentElement.dataset['ready'] === 'true'),
  );
  app.onPlace(() => write(false));
  // A reload finds the time of a second ago.
  const note = (): void => history.replaceState({ ...app.kept() }, '');
  setInterval(() => app.clock.runs && note(), 1000);
  addEventListener('beforeunload', note);
  addEventListener('popstate', (event) => read((event.state ?? {}) as Partial<Kept>));
  read((history.state ?? {}) as Partial<Kept>);
}

start().catch((error: unknown) => {
  byId('loading-text').textContent = `The page could not be loaded: ${messageOf(error)}`;
});
