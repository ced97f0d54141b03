// Makes npm/dist, what is published as the npm package `slidewise`: the module, its types, WebAssembly and worker.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(www, 'npm/dist');

function run(...command) {
  const [program, ...args] = command;
  const done = spawnSync(join(www, 'node_modules/.bin', program), args, { cwd: www, stdio: 'inherit' });
  if (done.status !== 0) process.exit(1);
}

const { version } = JSON.parse(readFileSync(join(www, 'npm/package.json'), 'utf8'));
const [, program] = readFileSync(join(www, '../../../Cargo.toml'), 'utf8').match(/^version = "(.+)"$/m);
if (version !== program) {
  console.error(`npm/package.json says ${version}, Cargo.toml ${program}`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
run('vite', 'build', '--config', 'vite.package.config.ts', '--logLevel', 'warn');
run('tsc', '-p', 'tsconfig.package.json');
mkdirSync(join(out, 'types/wasm'), { recursive: true });
// Without what only the newest libraries of TypeScript know.
const types = readFileSync(join(www, 'src/wasm/slidewise.d.ts'), 'utf8').replace(
  /^ *\[Symbol\.dispose\]\(\): void;\n/gm,
  '',
);
writeFileSync(join(out, 'types/wasm/slidewise.d.ts'), types);
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(www, '../../..', name), join(www, 'npm', name));
