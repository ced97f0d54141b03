// What the page weighs, how soon it can be played, and that it works without a network, from any folder.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { begin, dist, end, MINUTES } from './browser.mjs';

let browser;
let url;
before(async () => ({ browser, url } = await begin()));
after(end);

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Any server, with the page in a folder of it. */
function elsewhere() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname.replace(/^\/games\/puzzle\//, '');
    const file = join(dist, path || 'index.html');
    if (!request.url.startsWith('/games/puzzle/') || !existsSync(file) || !statSync(file).isFile())
      return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((ready) =>
    server.listen(0, '127.0.0.1', () =>
      ready({ server, url: `http://127.0.0.1:${server.address().port}/games/puzzle/` }),
    ),
  );
}

test('after one visit it works without a network, reloads included, from a folder too', MINUTES, async () => {
  const { server, url: there } = await elsewhere();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(there);
  await page.waitForSelector('html[data-ready]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(
    async () =>
      (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0])).keys()).length > 5,
  );
  server.close();
  server.closeAllConnections();
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.click('#tab-levels');
  await page.waitForSelector('.level');
  await page.click('[data-level="klotski"]');
  await page.click('#solve');
  await page.waitForFunction(() => document.querySelector('#solve-line').textContent.includes('81'), null, MINUTES);
  await context.close();
});

test('it can be installed', async () => {
  const manifest = await (await fetch(`${url}manifest.webmanifest`)).json();
  assert.equal(manifest.start_url, './');
  assert.equal(manifest.display, 'standalone');
  for (const { src } of manifest.icons) assert.equal((await fetch(url + src)).status, 200, src);
});

test('it is sent packed, and the second time not at all', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  const first = bytes;
  bytes = 0;
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  console.log(`# ${first} bytes at the first visit, ${bytes} at the second`);
  assert.ok(first < 1_000_000, `${first} bytes at the first visit`);
  assert.ok(bytes < 20_000, `${bytes} bytes at the second`);
  await context.close();
});

/** 4G as Lighthouse has it: bytes and round trips a millisecond; and a processor slowed down four times. */
const PHONE_4G = { bytes: (10_240 * 1024) / 8 / 1000, trip: 40, slower: 4 };
/** No bytes to speak of on a loopback, and a round trip that takes nothing. */
const LOOPBACK = { bytes: Infinity, trip: 0, slower: 1 };

/**
 * What it takes until the first board can be played: bytes, round trips that wait for each other, and processor time of
 * the page's thread. None of it grows when other programs hold the processor.
 */
async function effort() {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const levels = new Map();
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  // The page asks for its parts, and scripts ask for theirs when they have come.
  session.on('Network.requestWillBeSent', ({ request, initiator }) =>
    levels.set(request.url, initiator.type === 'script' ? 3 : initiator.type === 'parser' ? 2 : 1),
  );
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  const { metrics } = await session.send('Performance.getMetrics');
  const work = 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  await context.close();
  // Each file comes over a connection of its own, which takes a round trip too.
  return { bytes, trips: 2 * Math.max(...levels.values()), work };
}

test('the first board can be played in half a second, and in three on 4G with a slow processor', MINUTES, async () => {
  const all = [await effort(), await effort(), await effort()];
  const { bytes, trips, work } = all.reduce((best, other) => (other.work < best.work ? other : best));
  const soon = (on) => bytes / on.bytes + trips * on.trip + work * on.slower;
  console.log(
    `# the first board takes ${bytes} bytes, ${trips} round trips and ${Math.round(work)} ms of the processor: ${Math.round(soon(LOOPBACK))} ms, and ${Math.round(soon(PHONE_4G))} ms on 4G with a slow processor`,
  );
  assert.ok(soon(LOOPBACK) <= 500 && soon(PHONE_4G) <= 3000);
});

test('the first board comes on a slow phone', MINUTES, async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE_4G.trip,
    downloadThroughput: 1000 * PHONE_4G.bytes,
    uploadThroughput: (5_120 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_4G.slower });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', MINUTES);
  // By the clock, so it says something on a quiet machine only.
  console.log(`# the first board after ${Math.round(await page.evaluate(() => performance.now()))} ms of the clock`);
  await context.close();
});
