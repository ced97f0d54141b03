// Compiles the back end to WebAssembly into src/wasm: cargo, then wasm-bindgen. wasm-opt -O2 was tried: it
// takes longer than the compiler, and what it makes is larger once it is compressed.
//
// The compiler is rustup's, with the target wasm32-unknown-unknown added if need be. Where that cannot be downloaded,
// it is Debian's rustc-web with the standard library built from rust-web-src. SLIDEWISE_WASM_TOOLCHAIN=rustup or
// =debian decides it by hand.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(www, '../../..');
const target = 'wasm32-unknown-unknown';
const out = join(www, 'src/wasm');

/** Runs a program and ends everything if it fails. */
function run(program, args, env = {}) {
  console.log(`> ${program} ${args.join(' ')}`);
  const done = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (done.status !== 0) fail(`${program} failed`);
}

function fail(message) {
  console.error(`wasm: ${message}`);
  process.exit(1);
}

/** What a program prints, or null if it fails or takes too long. */
function asked(program, args, seconds = 30) {
  const done = spawnSync(program, args, { encoding: 'utf8', timeout: seconds * 1000 });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** Whether rustup has the target, or gets it now. */
function rustupHasTarget() {
  const installed = () => asked('rustup', ['target', 'list', '--installed'])?.split(/\s+/).includes(target);
  return installed() || (asked('rustup', ['target', 'add', target], 180) !== null && installed());
}

/** Debian's compiler, with the source of its standard library where cargo looks for it. They are of one version. */
function debian() {
  const rustc = '/usr/bin/rustc';
  if (!existsSync(rustc) || !existsSync('/usr/lib/rustlib/src/rust/library/std/Cargo.toml')) return null;
  const host = asked(rustc, ['-vV'])?.match(/^host: (.+)$/m)?.[1] ?? '';
  const rustup = join(asked('rustc', ['--print', 'sysroot']) ?? '', 'lib/rustlib', host, 'bin/rust-lld');
  // Debian's is a link into a package of its own, which need not be there.
  const linker = ['/usr/bin/rust-lld', rustup].find((path) => existsSync(path));
  if (!linker)
    fail(
      "Debian's compiler has no linker here. Where rust-lld points to, `ls -l /usr/bin/rust-lld` tells: apt-get install that",
    );
  return { cargo: existsSync('/usr/bin/cargo') ? '/usr/bin/cargo' : 'cargo', rustc, linker };
}

// The searches are compiled once for each combination of puzzle and heuristic; for speed alone they would take a third
// more to load. What does not search, libraries and the back end itself, is made as small as can be; so is what is not
// generic in the puzzles, texts and tables: their searches are compiled with `solve`. Link-time
// optimisation of all crates together takes a twentieth off what is loaded, and no longer than without.
const optimised = (level, names) =>
  names.flatMap((name) => ['--config', `profile.release.package."${name}".opt-level=${level}`]);
const small = [
  ...optimised('"z"', ['*', 'slidewise-web', 'slidewise-puzzles']),
  // Procedural macros run once, in the compiler: optimised, they would take a minute more to build.
  ...optimised(0, ['syn', 'quote', 'proc-macro2', 'unicode-ident', 'rustversion', 'bumpalo', 'serde_derive']),
  ...optimised(0, ['wasm-bindgen-macro', 'wasm-bindgen-macro-support']),
];
const profile = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: 's',
  CARGO_PROFILE_RELEASE_PANIC: 'abort',
  CARGO_PROFILE_RELEASE_LTO: 'fat',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
  // A panic ends the module without a word, so the places of panics in the source need not be loaded; to leave them out
  // is an option that stable compilers have to be asked for in this way.
  RUSTC_BOOTSTRAP: '1',
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: '-Zlocation-detail=none',
};

function compile() {
  const wish = process.env.SLIDEWISE_WASM_TOOLCHAIN;
  const args = [
    'rustc',
    '--locked',
    '-p',
    'slidewise-web',
    '--lib',
    '--crate-type',
    'cdylib',
    '--release',
    '--target',
    target,
    ...small,
  ];
  if (wish !== 'debian' && rustupHasTarget()) {
    run('cargo', args, profile);
    return join(root, 'target');
  }
  const found = wish === 'rustup' ? null : debian();
  if (!found) {
    fail(
      `there is no compiler for ${target}. Either: rustup target add ${target}\nor, on Debian: apt-get install cargo-web rustc-web rust-web-src`,
    );
  }
  // Of its own, because the two compilers would otherwise throw away each other's work.
  const directory = join(root, 'target/debian-wasm');
  run(found.cargo, [...args, '-Z', 'build-std=std,panic_abort', '--ignore-rust-version', '--target-dir', directory], {
    ...profile,
    RUSTC: found.rustc,
    RUSTC_BOOTSTRAP: '1',
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: found.linker,
  });
  return directory;
}

const built = join(compile(), target, 'release/slidewise_web.wasm');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
run('cargo', ['run', '--quiet', '--locked', '--manifest-path', join(www, '../xtask/Cargo.toml'), '--', built, out]);
const wasm = join(out, 'slidewise_bg.wasm');
const packed = gzipSync(readFileSync(wasm), { level: 9 }).length;
console.log(`${wasm}: ${statSync(wasm).size} bytes, ${packed} compressed`);
