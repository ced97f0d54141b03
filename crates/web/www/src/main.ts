// Loads the back end and puts the page together.
import { App } from './app';
import { load, Play } from './backend';
import { Board } from './board';
import { announce, button, byId, el, messageOf, notify } from './dom';
import { editPanel } from './edit';
import { readPlace, splitLink, TABS, writePlace, type LaneChoice } from './place';
import { playPanel } from './play';
import { racePanel } from './race';
import { sharePanel } from './share';
import { solvePanel } from './solve';
import { Transport } from './transport';
import type { View } from './types';

async function start(): Promise<void> {
  const app = new App(await load());
  const board = new Board(app, byId('board'));
  const transport = new Transport(app);
  const edit = editPanel(app, board);
  const race = racePanel(app);
  const choose = tabs(app, [
    ['play', 'Play', playPanel(app, board)],
    ['edit', 'Edit', edit.panel, edit.show],
    ['solve', 'Solve', solvePanel(app, transport)],
    ['race', 'Race', race.panel],
    ['share', 'Share', sharePanel(app)],
  ]);
  headline(app);
  badge(app);
  addressBar(app, choose, race.set);
  byId('loading').hidden = true;
  byId('main').hidden = false;
  document.documentElement.dataset['ready'] = 'true';
}

type Tab = [id: string, name: string, panel: HTMLElement, show?: (shown: boolean) => void];

/** Tabs as the ARIA authoring practices describe them: arrows move, the chosen one is in the tab order. */
function tabs(app: App, all: Tab[]): (id: string) => void {
  const list = byId('tabs');
  const choose = (chosen: string, focus = false): void => {
    for (const [id, , panel, show] of all) {
      const tab = byId(`tab-${id}`);
      const is = id === chosen;
      tab.setAttribute('aria-selected', String(is));
      tab.tabIndex = is ? 0 : -1;
      if (is && focus) tab.focus();
      panel.hidden = !is;
      show?.(is);
    }
    if (TABS.includes(chosen)) app.went({ tab: chosen });
  };
  for (const [id, name, panel] of all) {
    list.append(el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, click: () => choose(id) }, name));
    panel.id = `panel-${id}`;
    panel.className = 'panel';
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${id}`);
    byId('panels').append(panel);
  }
  list.addEventListener('keydown', (event) => {
    const at = all.findIndex(([id]) => byId(`tab-${id}`).tabIndex === 0);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const tab = to === undefined ? undefined : all[(to + all.length) % all.length];
    if (!tab) return;
    event.preventDefault();
    choose(tab[0], true);
  });
  choose('play');
  return choose;
}

function headline(app: App): void {
  const draw = (): void => {
    const { view } = app;
    const entry = app.catalogue.library.find(({ slug }) => slug === view.slug);
    byId('title').textContent = view.title;
    const optimum = entry?.optimum ? `optimum ${entry.optimum} ${entry.metric}` : '';
    const designer = entry?.designer && entry.designer !== 'traditional' ? entry.designer : '';
    const goal = view.goal ? `${view.rows} × ${view.cols}, goal ${view.goal}` : '';
    const joined = [view.wrapsAcross ? 'left and right' : '', view.wrapsDown ? 'top and bottom' : ''].filter(Boolean).join(', ');
    byId('subtitle').textContent = [goal, designer, optimum, joined && `edges joined: ${joined}`].filter(Boolean).join(' · ');
  };
  app.onChange(draw);
  draw();
}

/** Whether the board can be solved; if not, why, and what can be done. */
function badge(app: App): void {
  const draw = (): void => {
    const element = byId('badge');
    const { solvability, solved } = app.view;
    const impossible = solvability.ok === false;
    element.hidden = !solved && !impossible;
    element.className = `badge ${solved ? 'good' : 'bad'}`;
    if (solved) {
      element.replaceChildren('Solved', app.count() ? ` in ${app.counted(app.count(), app.view.metric)}` : '', '.');
    } else if (impossible) {
      const repair = button('Exchange two tiles', () => {
        app.take(() => app.play.repaired());
        announce('Two tiles were exchanged; the board can be solved now.');
      }, { id: 'repair' });
      const goals = solvability.goals.map((goal) => button(`Aim for ${goal}`, () => void app.take(() => app.play.towards(goal)), { class: 'aim' }));
      const why = solvability.why.charAt(0).toUpperCase() + solvability.why.slice(1);
      element.replaceChildren(el('strong', {}, 'This board cannot be solved. '), why, el('span', { class: 'row' }, ...(solvability.repairable ? [repair] : []), ...goals));
    }
  };
  app.onChange(draw);
  draw();
}

/** The address follows the state, and the state follows the address. */
function addressBar(app: App, choose: (tab: string) => void, setLanes: (lanes: LaneChoice[]) => void): void {
  let written = '';
  let timer = 0;
  const read = (): void => {
    const wanted = location.hash.slice(1);
    if (!wanted || wanted === written) return;
    try {
      const link = splitLink(decodeURIComponent(wanted));
      const linked = Play.linked(link.puzzle);
      const { kind } = JSON.parse(linked.view()) as View;
      const place = link.place === null ? null : readPlace(link.place, app.kindCalled(kind), app.catalogue);
      app.take(() => linked);
      if (!place) return;
      if (place.lanes.length) setLanes(place.lanes);
      choose(place.tab);
    } catch (error) {
      notify(`This link cannot be opened: ${error instanceof URIError ? 'it is damaged' : messageOf(error)}.`);
    }
  };
  const write = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      written = app.play.link() + writePlace(app.place);
      history.replaceState(null, '', `#${written}`);
    }, 200);
  };
  app.onChange(write);
  app.onPlace(write);
  addEventListener('hashchange', read);
  read();
}

start().catch((error: unknown) => {
  byId('loading').textContent = `The page could not be loaded: ${messageOf(error)}`;
});
