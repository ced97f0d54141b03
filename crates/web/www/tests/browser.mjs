// Starts the program's own server on the built page, and a browser.
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

export function launch() {
  const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) throw new Error('there is no chromium: apt-get install chromium, or set CHROMIUM');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...sandbox, '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'] });
}

/** A fresh page, loaded. `heard` collects what goes wrong in it, `asked` what it fetches once it is ready. */
export async function open(browser, url, hash = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const heard = [];
  const asked = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  await page.goto(url + hash);
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) asked.push(request.url());
  });
  return { page, heard, asked, close: () => context.close() };
}
