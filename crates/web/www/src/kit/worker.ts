// The worker: searches run here, so that the page stays smooth.
import { initSync, Race, Solver } from '../wasm/slidewise.js';
import { takePart } from './member';
import type { ToMember, ToWorker } from './messages';
import { keep, restore } from './tables';
import { failed, tell } from './tell';

let solver: Solver;
let race: Race | null = null;
let raceId = 0;
let generation = 0;

/** One message after another: a search waits until the tables of earlier visits are there. */
let turn: Promise<unknown> = Promise.resolve();
onmessage = ({ data }: MessageEvent<ToWorker | ToMember>): void => {
  turn = turn.then(() => take(data));
};

async function take(message: ToWorker | ToMember): Promise<void> {
  try {
    switch (message.do) {
      case 'start':
        initSync({ module: message.module });
        solver = new Solver();
        tell({ what: 'ready', id: 0, tables: await restore(solver) });
        break;
      case 'solve': {
        const goOn = (progress: string): boolean => {
          tell({ what: 'progress', id: message.id, json: progress });
          return stands(message.flag);
        };
        const before = solver.tableNames().length;
        tell({ what: 'answer', id: message.id, json: solver.solve(message.request, goOn) });
        if (solver.tableNames().length > before) await keep(solver);
        break;
      }
      case 'race':
        race?.free();
        race = null;
        race = new Race(solver, message.start);
        raceId = message.id;
        run(message.id, ++generation);
        break;
      case 'halt':
        generation++;
        if (race) tell({ what: 'lanes', id: raceId, json: race.lanes(), running: false });
        break;
      default:
        await takePart(solver, message);
    }
  } catch (error) {
    failed('id' in message ? message.id : 0, error);
  }
}

/**
 * Whether a flag still stands. A search does not let messages in, but it can look at an address that the page takes
 * away to stop it.
 */
function stands(flag: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', flag, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** Expansions a turn: few at first, so that something is seen, then as many as make a turn short. */
function run(id: number, mine: number, expansions = 1): void {
  if (mine !== generation || !race) return;
  try {
    const began = performance.now();
    const running = race.step(expansions);
    const took = performance.now() - began;
    tell({ what: 'lanes', id, json: race.lanes(), running });
    if (!running) return;
    const next = took < 10 ? Math.min(expansions * 1.3 + 1, 200_000) : took > 30 ? expansions / 2 : expansions;
    setTimeout(() => run(id, mine, Math.max(1, Math.floor(next))), 25);
  } catch (error) {
    failed(id, error);
  }
}
