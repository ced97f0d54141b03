// The npm package, as another page uses it: an element with a text, the solver with its types, tables that are kept.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, MINUTES } from './browser.mjs';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const HOME = `<!doctype html><title>elsewhere</title><script type="module">import * as all from './dist/index.js'; window.slidewise = all;</script>
<div style="width: 20rem"><slidewise-board id="tiles" puzzle="1 2 3/4 5 6/0 7 8"></slidewise-board><slidewise-board id="bricks" puzzle="klotski"></slidewise-board></div>`;

let browser;
let server;
let url;
before(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = join(www, 'npm', path);
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(HOME);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function elsewhere(context) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(
    () =>
      document.querySelector('#bricks').shadowRoot?.querySelector('.piece') &&
      document.querySelector('#tiles').shadowRoot?.querySelector('.piece'),
  );
  return page;
}

test('a board with a text plays by itself, and tells what happens', async () => {
  const context = await browser.newContext();
  const page = await elsewhere(context);
  assert.equal(await page.$$eval('#tiles .piece', (all) => all.length), 8);
  assert.equal(await page.$$eval('#bricks .piece', (all) => all.length), 10);
  await page.evaluate(() => {
    window.told = [];
    for (const name of ['move', 'solved', 'ready'])
      document.querySelector('#tiles').addEventListener(name, () => window.told.push(name));
  });
  await page.focus('#tiles');
  await page.keyboard.press('ArrowLeft');
  await page.click('#tiles .piece[data-item="8"]');
  await page.waitForSelector('#tiles[data-solved]');
  assert.deepEqual(await page.evaluate(() => window.told), ['move', 'move', 'solved']);
  await page.evaluate(() => document.querySelector('#tiles').setAttribute('puzzle', 'nonsense'));
  const wrong = await page.evaluate(() => document.querySelector('#tiles').puzzle.catch((error) => error.message));
  assert.match(wrong, /nonsense|no puzzle|not/);
  await page.evaluate(() => document.querySelector('#tiles').setAttribute('puzzle', '1 2/3 0'));
  await page.waitForFunction(() => document.querySelector('#tiles').shadowRoot.querySelectorAll('.piece').length === 3);
  await context.close();
});

test('hints, shortest ways and solutions', MINUTES, async () => {
  const context = await browser.newContext();
  const page = await elsewhere(context);
  const found = await page.evaluate(async () => {
    const { load, Puzzle } = window.slidewise;
    const puzzle = Puzzle.open(await load(), '8 6 7/2 5 4/3 0 1');
    const hint = await puzzle.hint();
    const best = await puzzle.optimum();
    const answer = await puzzle.solve({ algorithm: 'ida', heuristic: 'manhattan' });
    puzzle.load(answer.moves);
    puzzle.goTo(Infinity);
    const none = await Puzzle.open(await load(), '1 2 3/4 5 6/8 7 0').optimum();
    return {
      hint: hint.moved.length,
      cost: best.cost,
      proof: best.proof,
      ida: [answer.cost, answer.algorithm],
      solved: puzzle.view.solved,
      none: none.verdict,
    };
  });
  assert.deepEqual(found, { hint: 1, cost: 31, proof: 'optimal', ida: [31, 'ida'], solved: true, none: 'unsolvable' });
  await context.close();
});

test('of several searches at once the last is made, and the others are told', MINUTES, async () => {
  const context = await browser.newContext();
  const page = await elsewhere(context);
  const told = await page.evaluate(async () => {
    const { load, Puzzle } = window.slidewise;
    const { solver, play } = Puzzle.open(await load(), '1 2 3/4 5 6/0 7 8');
    const request = { link: play.here() };
    const outcome = (search) =>
      search.then(
        ({ cost }) => cost,
        ({ message }) => message,
      );
    // The second waits for the first to end; the third comes when that has ended, but before the second knows.
    const together = async () => {
      const first = outcome(solver.solve(request));
      await new Promise((begun) => setTimeout(begun, 0));
      const second = outcome(solver.solve(request));
      const third = first.then(() => outcome(solver.solve(request)));
      return [await first, await second, await third];
    };
    await solver.solve(request);
    let ended = await together();
    // On a busy machine the first may be ended before it has answered; then nothing is shown of who comes next.
    for (let tries = 0; tries < 50 && ended[0] !== 2; tries++) ended = await together();
    // An end that is asked for ends what has not begun yet, too.
    const fourth = outcome(solver.solve(request));
    await solver.stop();
    return [...ended, await fourth];
  });
  assert.deepEqual(told, [2, 'stopped', 2, 'stopped']);
  await context.close();
});

test('several workers share a search, and find what one finds', MINUTES, async () => {
  const context = await browser.newContext();
  const page = await elsewhere(context);
  const [alone, together, stopped, late] = await page.evaluate(async () => {
    const { load, Puzzle, Team } = window.slidewise;
    const backend = await load();
    // Korf's number 17: 2.4 million expansions with these tables.
    const puzzle = Puzzle.open(backend, '15 14 0 4 11 1 6 13 7 5 8 9 3 2 10 12', 'blank-first');
    const request = { link: puzzle.play.here(), algorithm: 'ida', heuristic: 'pdb:5-5-5' };
    const one = await puzzle.solver.solve(request);
    const team = new Team(backend, 3);
    const told = [];
    const shared = await team.solve(request, ({ expanded, bound }) => told.push([expanded, bound]));
    const known = ({ cost, proof, moves, lowerBound, algorithm }) => ({ cost, proof, moves, lowerBound, algorithm });
    const running = team.solve({ ...request, heuristic: 'misplaced' });
    setTimeout(() => team.stop(), 200);
    const end = await running.catch((error) => error.message);
    // On a busy machine a third of a second may prove nothing yet.
    let limited;
    for (let seconds = 0.3; seconds < 100 && !(limited?.lowerBound > 20); seconds *= 3)
      limited = await team.solve({ ...request, heuristic: 'misplaced', seconds });
    return [
      { ...known(one), work: one.expanded },
      {
        ...known(shared),
        work: shared.expanded,
        helped: team.helped,
        told: told.length,
        bounds: told.map(([, bound]) => bound),
      },
      end,
      limited,
    ];
  });
  const { work, ...answer } = alone;
  const { work: shared, helped, told, bounds, ...found } = together;
  console.log(
    `# ${work} expansions by one worker, ${shared} by three, of whose parts others than the first did ${helped}`,
  );
  assert.deepEqual(found, answer);
  assert.deepEqual([answer.cost, answer.proof], [66, 'optimal']);
  assert.ok(helped > 0, 'others have helped');
  assert.ok(shared > work / 2 && shared < work * 2, 'all of the work is counted, once');
  assert.ok(told > 2 && bounds.every((bound, i) => i === 0 || bound >= bounds[i - 1]), 'bounds grow');
  assert.equal(stopped, 'stopped');
  assert.deepEqual([late.verdict, late.stoppedBy, late.cost], ['stopped', 'time', null]);
  assert.ok(late.lowerBound > 20, 'what is proven by then');
  await context.close();
});

test('tables are there on the second visit, and damaged ones are not used', MINUTES, async () => {
  const context = await browser.newContext();
  const visit = async () => {
    const page = await elsewhere(context);
    const told = await page.evaluate(async () => {
      const { load, Puzzle } = window.slidewise;
      const puzzle = Puzzle.open(await load(), '1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15');
      const answer = await puzzle.solve({ heuristic: 'pdb:5-5-5', algorithm: 'ida' });
      return {
        restored: puzzle.team.restored ?? puzzle.solver.restored,
        bound: answer.lowerBound,
        setup: answer.setupSeconds,
      };
    });
    const count = () =>
      page.evaluate(
        () =>
          new Promise((found) => {
            indexedDB.open('slidewise', 1).onsuccess = ({ target }) => {
              target.result.transaction('tables').objectStore('tables').getAllKeys().onsuccess = ({ target }) =>
                found(target.result.length);
            };
          }),
      );
    const kept = async (least) => {
      while ((await count()) < least) await page.waitForTimeout(50);
    };
    return { page, told, kept };
  };
  const first = await visit();
  assert.equal(first.told.restored, 0);
  await first.kept(3);
  await first.page.close();
  const second = await visit();
  assert.equal(second.told.restored, 3);
  console.log(
    `# tables took ${first.told.setup.toFixed(2)} s the first time, ${second.told.setup.toFixed(2)} s the second`,
  );
  await second.page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.open('slidewise', 1);
        request.onsuccess = () => {
          const store = request.result.transaction('tables', 'readwrite').objectStore('tables');
          store.getAll().onsuccess = ({ target }) => {
            const [first] = target.result;
            first.bytes[5000] ^= 1;
            store.put(first).onsuccess = done;
          };
        };
      }),
  );
  await second.page.close();
  const third = await visit();
  assert.equal(third.told.restored, 2, 'a damaged table is built again');
  await context.close();
});

test('the types are those of the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slidewise-types-'));
  const compiled = (body) => {
    writeFileSync(join(folder, 'use.ts'), body);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
          paths: { slidewise: [join(www, 'npm/dist/types/kit/index.d.ts')] },
        },
        files: ['use.ts'],
      }),
    );
    return spawnSync(join(www, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  };
  const good = compiled(`import { load, Puzzle, type Answer } from 'slidewise';
export async function use(board: HTMLElementTagNameMap['slidewise-board']): Promise<number | null> {
  const puzzle: Puzzle = board ? await board.puzzle : Puzzle.open(await load(), 'klotski');
  const answer: Answer = await puzzle.solve({ seconds: 1 });
  const hint = await puzzle.hint();
  return hint?.moved[0]?.way === 'left' ? answer.cost : ((await puzzle.optimum())?.lowerBound ?? null);
}`);
  assert.equal(good.status, 0, good.stdout);
  const bad = compiled(`import { Puzzle } from 'slidewise';\nexport const wrong: number = Puzzle.open;`);
  assert.notEqual(bad.status, 0, 'what is wrong is refused');
  rmSync(folder, { recursive: true });
});
