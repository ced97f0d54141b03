// For everyone: no violation that axe-core finds in any state, names, focus, contrast, and every word in every
// language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { begin, end, MINUTES, PHONE, place, text, visit } from './browser.mjs';

before(begin);
after(end);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EIGHT = '#1.t.3x3.867254301.l';

async function violations(page, state) {
  await page.waitForTimeout(450);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary}`)
          .join(' | ')
          .slice(0, 400)}`,
    );
  });
  assert.deepEqual(found, [], state);
}

/** Every state in which the page can be seen, one after another. */
async function states(page, check, narrow) {
  await check('play');
  await page.keyboard.press('ArrowDown');
  await page.click('#hint');
  await page.waitForSelector('#board .arrow.hint');
  await check('a hint');
  await page.click('#solve');
  await page.waitForFunction(() => !document.querySelector('#transport').classList.contains('idle'));
  await check('a solution');
  if (narrow) await page.click('#more');
  if (narrow) await check('more');
  await page.click('#open-edit');
  await page.click('#painter summary');
  await check('edit');
  await page.fill('#text', '1 2 3/4 5 6/8 7 0');
  await check('a board that cannot be solved');
  await page.click('#sheet-edit button[aria-label="Close"]');
  for (const [tool, name] of [
    ['share', 'share'],
    ['chart', 'times'],
    ['settings', 'settings'],
  ]) {
    await page.click(`#open-${tool}`);
    await check(name);
    await page.click(`#sheet-${name} button[aria-label="Close"]`);
  }
  await place(page, 'daily');
  await check('daily');
  await place(page, 'levels');
  await page.waitForSelector('.level');
  await check('levels');
  await page.click('[data-level="klotski"]');
  await check('a level');
  await place(page, 'race');
  await check('race');
  await page.click('#race');
  await page.waitForFunction(() => /wins/.test(document.querySelector('#race-status').textContent), null, MINUTES);
  await check('a race');
  await place(page, 'learn');
  await page.click('#learn-step');
  await check('learn');
  await page.evaluate(() => (location.hash = '#1.t.3x3.123456708.l'));
  await place(page, 'play');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#won');
  await page.waitForTimeout(600);
  await check('the end');
}

for (const [name, options, theme] of [
  ['light', { colorScheme: 'light' }, 'light'],
  ['dark, on a phone', { ...PHONE, colorScheme: 'dark' }, 'dark'],
  ['high contrast', {}, 'contrast'],
]) {
  test(`axe finds nothing in any state: ${name}`, MINUTES, async () => {
    await visit(
      EIGHT,
      async (page) => {
        await page.evaluate(
          (chosen) => localStorage.setItem('slidewise.settings', JSON.stringify({ theme: chosen })),
          theme,
        );
        await page.again();
        await page.evaluate(AXE);
        await states(page, (state) => violations(page, `${name}, ${state}`), options.isMobile === true);
      },
      { ...options, bypassCSP: true, reducedMotion: 'reduce' },
    );
  });
}

test('everything can be reached by keyboard, keeps the focus, and is announced', async () => {
  await visit(
    EIGHT,
    async (page) => {
      const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
      for (const id of ['undo', 'hint', 'solve', 'new']) {
        await page.focus(`#${id}`);
        await page.keyboard.press('Enter');
        await page.waitForTimeout(250);
        assert.equal(await focused(), id, 'the focus stays');
      }
      assert.match(await text(page, '#live'), /New board/, 'a new board is announced');
      await page.focus('#open-settings');
      await page.keyboard.press('Enter');
      assert.ok(await page.isVisible('#sheet-settings'));
      await page.keyboard.press('Escape');
      assert.equal(await focused(), 'open-settings', 'and comes back from a panel');
      await page.keyboard.press('d');
      await page.keyboard.press('a');
      assert.match(await text(page, '#live'), /(left|right)/);
      assert.equal(
        await page.$eval('#board .piece', (piece) => getComputedStyle(piece).transitionDuration),
        '0s',
        'nothing glides',
      );
      const unnamed = await page.$$eval('button, input, select, textarea', (all) =>
        all
          .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(unnamed, [], 'every control has a name');
      const busy = await page.$$eval(
        '[aria-live], [role=status]',
        (all) => all.filter((one) => one.contains(document.querySelector('#time'))).length,
      );
      assert.equal(busy, 0, 'the clock is not read out');
    },
    { reducedMotion: 'reduce' },
  );
});

/** The contrast of two colours as WCAG counts it. */
function contrast(a, b) {
  const light = (colour) => {
    const [r, g, bl] = colour
      .match(/[\d.]+/g)
      .slice(0, 3)
      .map((n) => n / 255)
      .map((n) => (n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test('rings, marks and borders are seen', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit(
      '#1.b.klotski',
      async (page) => {
        const colours = await page.evaluate(() => {
          const probe = document.createElement('p');
          document.body.append(probe);
          const of = (name) => {
            probe.style.color = `var(${name})`;
            return getComputedStyle(probe).color;
          };
          return Object.fromEntries(
            ['--focus', '--paper', '--card', '--line', '--mark', '--well', '--ring', '--tile'].map((name) => [
              name,
              of(name),
            ]),
          );
        });
        for (const [what, against, least] of [
          ['--focus', '--paper', 3],
          ['--focus', '--card', 3],
          ['--line', '--card', 3],
          ['--line', '--paper', 3],
          ['--mark', '--well', 3],
          ['--ring', '--well', 3],
        ]) {
          const ratio = contrast(colours[what], colours[against]);
          assert.ok(ratio >= least, `${what} on ${against}, ${colorScheme}: ${ratio.toFixed(2)}`);
        }
      },
      { colorScheme },
    );
  }
});

test('colours of the visitor leave selections and pieces in sight', async () => {
  await visit(
    '#1.b.klotski',
    async (page) => {
      await page.focus('#board .piece[data-item="7"]');
      const width = await page.$eval('#board .piece[data-item="7"] .body:not(.lower)', (body) =>
        Number.parseFloat(getComputedStyle(body).strokeWidth),
      );
      const other = await page.$eval('#board .piece[data-item="0"] .body:not(.lower)', (body) =>
        Number.parseFloat(getComputedStyle(body).strokeWidth),
      );
      assert.ok(width > other && other > 1, `${width} and ${other}`);
    },
    { forcedColors: 'active' },
  );
});

test('every word is there in every language, with the same places to fill', () => {
  const source = readFileSync(new URL('../src/words.ts', import.meta.url), 'utf8');
  const table = source.slice(source.indexOf('export const WORDS'), source.indexOf('} satisfies'));
  const word = String.raw`\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?`;
  const rows = [...table.matchAll(new RegExp(String.raw`^ {2}(\w+): \[${word}${word}${word}\s*\],$`, 'gm'))];
  const lines = table.split('\n').filter((line) => /^ {2}\w+:/.test(line));
  assert.equal(rows.length, lines.length, 'every row has three words');
  assert.ok(rows.length > 150);
  for (const [, name, ...words] of rows) {
    const places = words.map((word) => [...word.matchAll(/\{\d\}/g)].map(String).sort().join());
    assert.ok(
      words.every((word) => word.length > 2),
      `${name} is empty in a language`,
    );
    assert.deepEqual(places, [places[0], places[0], places[0]], name);
  }
});

test('German and Chinese are spoken', async () => {
  for (const [locale, play, fresh] of [
    ['de-DE', 'Spielen', 'Neu'],
    ['zh-CN', '游玩', '新局'],
    ['fr-FR', 'Play', 'New'],
  ]) {
    await visit(
      EIGHT,
      async (page) => {
        assert.equal(await text(page, '#tab-play'), play);
        assert.equal(await text(page, '#new .word'), fresh);
        assert.equal(
          await page.evaluate(() => document.documentElement.lang),
          locale.slice(0, 2) === 'fr' ? 'en' : locale.slice(0, 2),
        );
      },
      { locale },
    );
  }
});
