// Where a visitor is in the page, and the searches of a race. It stands behind the puzzle in a link:
//
//   1.t.3x3.867254301.l~learn
//   1.t.3x3.867254301.l~race~astar+manhattan,ida+combined,bfs
//
// A link without it, as older pages wrote them, leaves a visitor where he is.
import type { Catalogue, Kind } from './kit';

export type LaneChoice = [algorithm: string, heuristic: string];

export interface Place {
  tab: string;
  lanes: LaneChoice[];
}

/** The places of the page. */
export const PLACES = ['play', 'daily', 'levels', 'race', 'learn'] as const;
/** Panels that a link can open; older pages had them as places. */
export const PANELS = ['edit', 'solve'] as const;
export const [FEWEST_LANES, MOST_LANES] = [2, 4];

export function writePlace({ tab, lanes }: Place): string {
  if (tab === 'play') return '';
  const searches = lanes.map(([algorithm, heuristic]) => (heuristic ? `${algorithm}+${heuristic}` : algorithm));
  return tab === 'race' ? `~race~${searches.join(',')}` : `~${tab}`;
}

/** The link of the puzzle, and behind it the text of the place if there is one. */
export function splitLink(link: string): { puzzle: string; place: string | null } {
  const at = link.indexOf('~');
  return at < 0 ? { puzzle: link, place: null } : { puzzle: link.slice(0, at), place: link.slice(at + 1) };
}

/** Reads a place, for a puzzle of this kind; names that there are not are refused. */
export function readPlace(text: string, kind: Kind, catalogue: Catalogue): Place {
  const [tab = '', searches, ...more] = text.split('~');
  if (![...PLACES, ...PANELS].some((known) => known === tab) || more.length > 0)
    throw new Error('it names no part of this page');
  const lanes = searches === undefined ? [] : searches.split(',').map((lane) => readLane(lane, kind, catalogue));
  const right = tab === 'race' ? lanes.length >= FEWEST_LANES && lanes.length <= MOST_LANES : lanes.length === 0;
  if (!right) throw new Error(`a race has ${FEWEST_LANES} to ${MOST_LANES} searches`);
  return { tab, lanes };
}

function readLane(text: string, kind: Kind, catalogue: Catalogue): LaneChoice {
  const [algorithm = '', heuristic = '', ...more] = text.split('+');
  const known = catalogue.algorithms.find(({ name }) => name === algorithm);
  const estimates = heuristic === '' || kind.heuristics.some(({ name }) => name === heuristic);
  if (!known?.steps || !kind.algorithms.includes(algorithm) || !estimates || more.length > 0)
    throw new Error('it names a search that cannot race here');
  return [algorithm, heuristic];
}
