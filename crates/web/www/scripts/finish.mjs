// After the build: the module is asked for with the page and not only when its script has come; the service worker gets
// the list of all files, and every file is packed by Brotli and gzip, so that servers need not pack them again and again.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(www, 'dist');
const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const all = files(dist).filter((file) => !/\.(br|gz)$/.test(file) && !file.endsWith('/sw.js'));
const index = join(dist, 'index.html');
const early = all
  .filter((file) => file.endsWith('.wasm'))
  .map(
    (file) =>
      `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${relative(dist, file).replaceAll('\\', '/')}">`,
  );
writeFileSync(index, readFileSync(index, 'utf8').replace('</head>', `  ${early.join('')}\n  </head>`));
const hash = createHash('sha256');
for (const file of all) hash.update(relative(dist, file)).update(readFileSync(file));
const names = all.map((file) => relative(dist, file).replaceAll('\\', '/')).filter((name) => name !== 'index.html');
const worker = readFileSync(join(www, 'scripts/sw.js'), 'utf8')
  .replace('__VERSION__', hash.digest('hex').slice(0, 16))
  .replace('__FILES__', JSON.stringify(['./', ...names]));
writeFileSync(join(dist, 'sw.js'), worker);

/** What is packed already, or so small that it would not matter. */
const LEAST = 1400;
let [plain, packed] = [0, 0];
for (const file of [...all, join(dist, 'sw.js')]) {
  const bytes = readFileSync(file);
  plain += bytes.length;
  if (bytes.length < LEAST || /\.png$/.test(file)) continue;
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  packed += brotli.length;
}
console.log(`${all.length + 1} files, ${plain} bytes, ${packed} by Brotli`);
