// Starts the program's own server on the built page, and a browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const www = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(www, '../../..');
export const dist = join(www, 'dist');

/** The address of the page, and what ends the server. */
export async function serve() {
  const program = process.env.SLIDEWISE ?? join(root, 'target/debug/slidewise');
  if (!existsSync(program)) throw new Error(`${program} is not there: run cargo build first, or set SLIDEWISE`);
  const server = spawn(program, ['serve', '--port', '0', '--dir', dist], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await Promise.race([
    new Promise((found) => createInterface(server.stdout).once('line', (line) => found([line]))),
    new Promise((_, lost) => server.once('exit', (code) => lost(new Error(`the server ended with ${code}`)))),
  ]);
  return { url, stop: () => server.kill('SIGINT') };
}

/** Longer than anything takes on a machine that is busy with other things. */
const PATIENCE = 240_000;

export async function launch() {
  const executablePath =
    process.env.CHROMIUM ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) throw new Error('there is no chromium: apt-get install chromium, or set CHROMIUM');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath,
    timeout: PATIENCE,
    args: [...sandbox, '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  });
  const fresh = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await fresh(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}

let browser;
let server;

/** For all tests of a file: a server and a browser, and their end. */
export async function begin() {
  server = await serve();
  browser = await launch();
  return { browser, url: server.url };
}

export async function end() {
  await browser?.close();
  server?.stop();
}

/** Opens the page, does something, and sees that nothing went wrong in it. */
export async function visit(hash, work, options) {
  const { page, heard, asked, close } = await open(browser, server.url, hash, options);
  try {
    await work(page, heard);
    assert.deepEqual(heard, [], 'the console is silent');
    assert.deepEqual(
      asked.filter((url) => !url.endsWith('/levels.json')),
      [],
      'nothing is fetched after the page has loaded',
    );
  } finally {
    await close();
  }
}

/** What is written on the board, row by row. */
export const labels = (page) =>
  page.$$eval('#board .piece', (pieces) =>
    pieces
      .map((piece) => ({
        label: piece.textContent,
        where: piece.getAttribute('aria-label').match(/\d+/g).slice(-2).map(Number),
      }))
      .sort((a, b) => a.where[0] - b.where[0] || a.where[1] - b.where[1])
      .map(({ label }) => label)
      .join(' '),
  );
export const text = (page, selector) => page.textContent(selector);
export const place = (page, name) => page.click(`#tab-${name}`);
export const where = (page, item) => page.getAttribute(`#board .piece[data-item="${item}"]`, 'aria-label');
/** Waits until something holds of the text of an element. */
export const says = (page, selector, pattern) =>
  page.waitForFunction(
    ([at, source, flags]) => new RegExp(source, flags).test(document.querySelector(at)?.textContent ?? ''),
    [selector, pattern.source, pattern.flags],
    MINUTES,
  );
export const isSolved = (page) => page.waitForSelector('#board[data-solved]');
export const MINUTES = { timeout: PATIENCE };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/**
 * A drag from the middle of a piece, by so many pixels, in steps; it is held still for a moment before it is let go.
 */
export const drag = (page, item, dx, dy) => pulled(page, item, dx, dy, 0.3);

/** The same without holding still. */
export const flick = (page, item, dx, dy) => pulled(page, item, dx, dy, 0);

/** In a twentieth of a second, by the clock of the events themselves: a busy machine makes nothing else of it. */
async function pulled(page, item, dx, dy, held) {
  const [x, y] = await middle(page, item);
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const send = (type, part, buttons, later = 0) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x: x + dx * part,
      y: y + dy * part,
      button: type === 'mouseMoved' && !buttons ? 'none' : 'left',
      buttons,
      clickCount: 1,
      timestamp: began + part / 20 + later,
    });
  await send('mouseMoved', 0, 0);
  await send('mousePressed', 0, 1);
  for (const part of [0.25, 0.5, 0.75, 1]) await send('mouseMoved', part, 1);
  await send('mouseReleased', 1, 0, held);
}

async function middle(page, item) {
  const box = await (await page.$(`#board .piece[data-item="${item}"]`)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A fresh page, loaded. `heard` collects what goes wrong in it, `asked` what it fetches once it is ready. */
export async function open(browser, url, hash = '', options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    locale: 'en',
    ...options,
  });
  const page = await context.newPage();
  const heard = [];
  const asked = [];
  page.on('console', (message) => {
    const ours = !message.text().includes('blocked by Playwright');
    if (['error', 'warning'].includes(message.type()) && ours) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  await page.goto(url + hash);
  await page.waitForSelector('html[data-ready]');
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) asked.push(request.url());
  });
  page.again = async () => {
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    asked.length = 0;
  };
  return { page, heard, asked, close: () => context.close() };
}
