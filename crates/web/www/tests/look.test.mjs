// How the page looks: small pictures of its places are kept, and what is drawn today may differ from them only a
// little. Fonts differ between machines, so what is compared is coarse: a picture 80 points wide, each point the mean
// of what is there. `SLIDEWISE_PICTURES=new npm test` draws the kept ones anew.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { begin, end, MINUTES, PHONE, place, visit } from './browser.mjs';

before(begin);
after(end);

const KEPT = join(dirname(fileURLToPath(import.meta.url)), 'pictures');
const WIDTH = 80;
/** Of 255, in the mean over all points; and how many points may differ by more than a tenth of the range. */
const MEAN = 6;
const SHARE = 0.05;

/** A screenshot made small, as `[width, height, red, green, blue, red, …]`. */
async function small(page) {
  const shot = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  return page.evaluate(
    async ([data, width]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: 'image/png' }),
      );
      const height = Math.round((width * image.height) / image.width);
      const large = new OffscreenCanvas(image.width, image.height).getContext('2d');
      large.drawImage(image, 0, 0);
      const { data: all } = large.getImageData(0, 0, image.width, image.height);
      const sums = Array.from({ length: 3 * width * height }, () => 0);
      const counts = Array.from({ length: width * height }, () => 0);
      for (let y = 0; y < image.height; y++)
        for (let x = 0; x < image.width; x++) {
          const at = Math.floor((y * height) / image.height) * width + Math.floor((x * width) / image.width);
          counts[at]++;
          for (let c = 0; c < 3; c++) sums[3 * at + c] += all[4 * (y * image.width + x) + c];
        }
      return [width, height, ...sums.map((sum, i) => Math.round(sum / counts[Math.floor(i / 3)]))];
    },
    [shot, WIDTH],
  );
}

/** Kept as a portable pixmap, which many programs show. */
const written = ([width, height, ...points]) =>
  Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), Buffer.from(points)]);
function read(file) {
  const bytes = readFileSync(file);
  const [head, width, height] = bytes
    .subarray(0, 30)
    .toString('latin1')
    .match(/^P6\n(\d+) (\d+)\n255\n/);
  return [Number(width), Number(height), ...bytes.subarray(head.length)];
}

function difference(a, b) {
  if (a[0] !== b[0] || a[1] !== b[1]) return { mean: 255, share: 1 };
  const far = a.slice(2).map((value, i) => Math.abs(value - b[i + 2]));
  return {
    mean: far.reduce((sum, one) => sum + one, 0) / far.length,
    share: far.filter((one) => one > 25).length / far.length,
  };
}
const isAlike = ({ mean, share }) => mean <= MEAN && share <= SHARE;

/** One after another, on one page. */
const STATES = {
  play: async () => {},
  settings: (page) => page.click('#open-settings'),
  race: async (page) => {
    await page.keyboard.press('Escape');
    await place(page, 'race');
  },
  learn: async (page) => {
    await place(page, 'learn');
    for (let i = 0; i < 6; i++) await page.click('#learn-step');
  },
  levels: async (page) => {
    await place(page, 'levels');
    await page.waitForSelector('.level');
  },
  klotski: async (page) => {
    await place(page, 'play');
    await page.evaluate(() => (location.hash = '#1.b.klotski'));
    await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Klotski'));
  },
  won: async (page) => {
    await page.evaluate(() => (location.hash = '#1.t.3x3.123456708.l'));
    await page.waitForFunction(() => document.querySelector('#title').textContent === '8-puzzle');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => /\d/.test(document.querySelector('#against')?.textContent ?? ''), null, MINUTES);
  },
};
const SCREENS = {
  'wide-light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'wide-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  'phone-light': { ...PHONE, colorScheme: 'light' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
};

for (const [screen, options] of Object.entries(SCREENS)) {
  test(`every place looks as it did: ${screen}`, MINUTES, async () => {
    const seen = {};
    await visit(
      '#1.t.3x3.867254301.l',
      async (page) => {
        for (const [name, go] of Object.entries(STATES)) {
          await go(page);
          await page.mouse.move(0, 0);
          await page.waitForTimeout(250);
          seen[name] = await small(page);
        }
      },
      { ...options, reducedMotion: 'reduce', bypassCSP: true },
    );
    mkdirSync(KEPT, { recursive: true });
    for (const [name, now] of Object.entries(seen)) {
      const file = join(KEPT, `${name}-${screen}.ppm`);
      if (process.env.SLIDEWISE_PICTURES === 'new') writeFileSync(file, written(now));
      const differs = difference(now, read(file));
      assert.ok(
        isAlike(differs),
        `${name}, ${screen}: ${JSON.stringify(differs)}; if it is meant to look so, SLIDEWISE_PICTURES=new npm test`,
      );
    }
    // What is compared can tell places apart.
    assert.ok(!isAlike(difference(seen.play, seen.levels)) && !isAlike(difference(seen.race, seen.learn)));
  });
}
