// A worker's part in a team: it searches in short turns, so that messages are heard between them.
import { Member, type Solver } from '../wasm/slidewise.js';
import type { ToMember } from './messages';
import { keep } from './tables';
import { failed, tell } from './tell';
import type { Turn } from './types';

/** Milliseconds of a turn. */
const TURN_MS = 25;
/** Turns in which the browser makes the search fast, while nobody waits for it. */
const WARM_TURNS = 12;

let member: Member | null = null;
/** What runs gives way to what was asked for later. */
let generation = 0;
/** The search for which tables were handed on. */
let handed = -1;
/** Into how many parts the leader cuts an iteration. */
let leading = 0;

const breath = new MessageChannel();
/** Lets messages in. */
const next = (): Promise<void> =>
  new Promise((wake) => {
    breath.port1.onmessage = () => wake();
    breath.port2.postMessage(null);
  });

/** Does what a message asks for. */
export async function takePart(solver: Solver, message: ToMember): Promise<void> {
  switch (message.do) {
    case 'join':
      generation++;
      await join(solver, message);
      break;
    case 'lead':
      leading = message.parts;
      void lead(solver, message.id);
      break;
    case 'part':
      member?.take(message.part);
      void run(message.id);
      break;
    case 'unite':
      member?.unite(message.reports);
      void lead(solver, message.id);
      break;
    case 'rest':
      generation++;
      break;
  }
}

async function join(solver: Solver, { id, request, tables, warm }: Extract<ToMember, { do: 'join' }>): Promise<void> {
  const known = new Set(solver.tableNames());
  for (const [name, bytes] of tables) if (!known.has(name)) solver.addTable(bytes);
  const before = solver.tableNames().length;
  member?.free();
  member = null;
  member = new Member(solver, request);
  tell({ what: 'joined', id });
  const mine = generation;
  for (let i = 0; warm && i < WARM_TURNS && mine === generation; i++) {
    if ((JSON.parse(member.step(20_000)) as Turn).what !== 'going') break;
    await next();
  }
  if (solver.tableNames().length > before) void keep(solver);
}

/** Searches alone until there is something to be shared. */
const lead = (solver: Solver, id: number): Promise<void> =>
  run(id, (turn) => turn.what === 'large' && shareOut(solver, id));

/** Hands on what is to be done, and with the first parts the tables that it takes. */
function shareOut(solver: Solver, id: number): boolean {
  const tables =
    handed === id
      ? []
      : solver
          .tableNames()
          .map((name): [string, Uint8Array<ArrayBuffer>] => [name, solver.table(name) as Uint8Array<ArrayBuffer>]);
  handed = id;
  tell(
    { what: 'parts', id, parts: member?.parts(leading) ?? [], tables },
    tables.map(([, bytes]) => bytes.buffer),
  );
  return true;
}

/** Turn after turn, until the search or the part ends, or `leave` says that it is enough. */
async function run(id: number, leave: (turn: Turn) => boolean = () => false): Promise<void> {
  const mine = ++generation;
  let [expansions, before] = [20_000, 0];
  try {
    for (;;) {
      await next();
      if (mine !== generation || !member) return;
      const began = performance.now();
      const json = member.step(Math.floor(expansions));
      const turn = JSON.parse(json) as Turn;
      tell({ what: 'turn', id, json });
      if (leave(turn) || (turn.what !== 'going' && turn.what !== 'large')) return;
      const took = performance.now() - began;
      // What a turn did tells how much the next can do; one that only began or ended something tells nothing.
      const done = turn.expanded - before;
      before = turn.expanded;
      if (done >= expansions / 2 && took > 1)
        expansions = Math.min(Math.max(1000, (done / took) * TURN_MS), 2 * expansions);
    }
  } catch (error) {
    failed(id, error);
  }
}
