// Korf's hundred 15-puzzles, solved by the WebAssembly of the page and by the program, each with one thread and with
// what it chooses by itself: how much longer does the page take? Both times are those of the processor, tables
// included, so other work on the machine matters little. Needs `npm run wasm` and `cargo build --release`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(www, '../../..');

/** Each with its number, its optimum and its cells. */
function instances() {
  const lines = readFileSync(join(root, 'crates/puzzles/data/tiles/korf15-100.txt'), 'utf8').split('\n');
  const fields = lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(' '));
  return fields.map(([id, optimum, ...cells]) => ({ id, optimum: Number(optimum), board: cells.join(' ') }));
}

/** Solves all in this process, as the page's worker does. */
async function inPage(all) {
  const { initSync, Play, Solver } = await import('../src/wasm/slidewise.js');
  initSync({ module: readFileSync(join(www, 'src/wasm/slidewise_bg.wasm')) });
  const before = process.cpuUsage();
  const solver = new Solver();
  const answers = all.map(({ board }) =>
    JSON.parse(solver.solve(JSON.stringify({ link: Play.open(board, 'blank-first').here() }), () => true)),
  );
  const used = process.cpuUsage(before);
  return { answers, cpu: (used.user + used.system) / 1e6 };
}

/** Seconds in what the shell's `times` prints, such as 1m2.5s. */
const parsed = (text) => [...text.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));

/** Solves all with the program; the shell tells how much time of the processor that took. */
function inProgram(all) {
  const program = process.env.SLIDEWISE ?? join(root, 'target/release/slidewise');
  if (!existsSync(program))
    throw new Error(`${program} is not there: run cargo build --release first, or set SLIDEWISE`);
  // Tables that were built and kept earlier would be an advantage that the page cannot have.
  const cache = mkdtempSync(join(tmpdir(), 'slidewise-korf-'));
  const script = '"$0" --json --threads 1 --goal blank-first; times';
  const done = spawnSync('sh', ['-c', script, program], {
    input: all.map(({ board }) => board).join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, SLIDEWISE_CACHE: cache },
  });
  rmSync(cache, { recursive: true });
  const lines = done.stdout.trimEnd().split('\n');
  const [, , user, system] = parsed(lines.slice(-2).join(' '));
  return { answers: lines.slice(0, -2).map((line) => JSON.parse(line)), cpu: user + system };
}

/** Every answer is optimal, or there is nothing to compare. */
function report(name, all, { answers, cpu }) {
  assert.equal(answers.length, all.length, `${name} answers all`);
  all.forEach(({ id, optimum }, i) => {
    assert.deepEqual([answers[i].cost, answers[i].proof], [optimum, 'optimal'], `${name}, number ${id}`);
  });
  const sum = (field) => answers.reduce((total, answer) => total + answer[field], 0);
  const kinds = new Set(answers.map(({ algorithm, heuristic }) => `${algorithm} with ${heuristic}`));
  const searched = sum('seconds');
  console.log(
    `${name.padEnd(12)} ${cpu.toFixed(2)} s of processor for ${all.length}, tables included; ${searched.toFixed(2)} s in searches by the clock; ${sum('expanded')} expanded; ${[...kinds]}`,
  );
  return { cpu, searched };
}

const all = instances();
const program = report('the program', all, inProgram(all));
const page = report('the page', all, await inPage(all));
const times = (field) => (page[field] / program[field]).toFixed(2);
console.log(`the page takes ${times('cpu')} times as long, in the searches alone ${times('searched')} times`);
