// Understanding search: the race, and the tree that grows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { begin, end, MINUTES, place, text, visit } from './browser.mjs';

before(begin);
after(end);

const EIGHT = '#1.t.3x3.867254301.l';

test('a race is run to its end, and its winner named', MINUTES, async () => {
  await visit(EIGHT, async (page) => {
    await place(page, 'race');
    const lanes = await page.$$eval('.lane', (all) =>
      all.map((lane) => [...lane.querySelectorAll('select')].map(({ value }) => value)),
    );
    assert.deepEqual(
      lanes.map(([algorithm]) => algorithm),
      ['astar', 'astar', 'astar'],
      'one thing differs',
    );
    await page.click('#race');
    await page.waitForFunction(() => /wins/.test(document.querySelector('#race-status').textContent), null, MINUTES);
    assert.match(
      await text(page, '#race-status'),
      /^A\* with Linear conflict wins: [\d\u202f]+ positions, \d+ times fewer than A\* with Misplaced\.$/,
    );
    assert.equal(await text(page, '#live'), await text(page, '#race-status'), 'aloud too');
    assert.equal(await page.$$eval('.lane.win', (all) => all.length), 1);
    assert.deepEqual(await page.$$eval('.lane .flag', (all) => all.map((flag) => flag.textContent)), [
      'solved, 31 moves',
      'solved, 31 moves',
      'first, 31 moves',
    ]);
    assert.equal((await page.$$eval('.plot .line', (lines) => lines.length)) >= 8, true, 'a line for each search');
    assert.equal(await page.$$eval('.lane .thumb text', (all) => all.length), 24, 'each lane shows its board');
    const [plot] = await Promise.all([page.waitForEvent('download'), page.click('#plot-1-svg')]);
    assert.match(readFileSync(await plot.path(), 'utf8'), /^<svg[^>]* width="\d+"[^>]*>.*stroke="rgb/s);
    await page.selectOption('.lane:nth-child(1) select', 'bfs');
    assert.doesNotMatch(await text(page, '#race-status'), /wins/, 'old results go');
    assert.equal(await page.$('.lane.win'), null);
  });
});

test('a race that is stopped is not over, and nothing is cut off', MINUTES, async () => {
  await visit('#1.t.4x4.edf7bc95602148a3.f', async (page) => {
    await place(page, 'race');
    await page.click('#add-lane');
    await page.click('#race');
    await page.waitForFunction(() => document.querySelectorAll('.lane .facts').length === 4, null, MINUTES);
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page.$$eval('.lane, .lane *', (all) =>
        all
          .filter(
            (one) =>
              !(one instanceof SVGElement) &&
              one.scrollWidth > one.clientWidth + 1 &&
              getComputedStyle(one).display !== 'inline' &&
              !one.matches('select'),
          )
          .map((one) => one.className),
      );
      assert.deepEqual(cut, [], `at ${width}`);
    }
    await page.click('#race');
    await page.waitForFunction(() => document.querySelector('#race-status').textContent === 'Stopped before the end.');
    assert.equal(await page.$('.lane.win'), null);
    await place(page, 'play');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await place(page, 'race');
    assert.equal(await page.$('.lane .facts'), null, 'another board, no old results');
  });
});

test('the tree grows, step by step and back, with the line of the algorithm marked', async () => {
  await visit(EIGHT, async (page) => {
    await place(page, 'learn');
    const nodes = () => page.$$eval('#tree .node', (all) => all.length);
    assert.equal(await nodes(), 1);
    const seen = [await nodes()];
    for (let i = 0; i < 6; i++) {
      await page.click('#learn-step');
      seen.push(await nodes());
    }
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
    assert.ok(seen.at(-1) > 4);
    assert.match(await text(page, '#code li[aria-current]'), /move n to closed/);
    await page.click('#learn-back');
    assert.match(await text(page, '#code li[aria-current]'), /if n is the goal/);
    assert.equal(await nodes(), seen.at(-2));
    await page.fill('#learn-slider', '1');
    assert.match(await text(page, '#code li[aria-current]'), /least f/);
    await page.click('#learn-last');
    assert.equal(await text(page, '#learn-says'), 'It is the goal: the way is found.');
    assert.ok((await page.$$eval('#tree .edge.way', (all) => all.length)) >= 5);
    await page.click('#learn-first');
    // What is counted on the board is what stands at the node.
    const [, h] = (await text(page, '#tree .node .node-gh')).match(/h (\d+)/);
    assert.match(await text(page, '#counts'), new RegExp(`= ${h}$`));
    assert.ok(
      (await page.$$eval('#place-learn slidewise-board .marks path', (all) => all.length)) > 0,
      'arrows on the board',
    );
    const counted = () => page.$$eval('#place-learn slidewise-board .marks .group', (all) => all.length);
    assert.equal(await counted(), 0);
    await page.selectOption('#learn-heuristic', 'pdb');
    assert.equal(await counted(), 2, 'the tiles of each pattern');
    assert.doesNotMatch(await text(page, '#counts'), /pdb|FILE/, 'nothing that is to be typed');
    const [, bound] = (await text(page, '#tree .node .node-gh')).match(/h (\d+)/);
    assert.match(await text(page, '#counts'), new RegExp(`\\d+ \\+ \\d+ = ${bound}$`));
    await page.selectOption('#learn-algorithm', 'ida');
    assert.match(await text(page, '#code'), /bound/);
    await page.selectOption('#learn-algorithm', 'bfs');
    assert.equal(await page.isDisabled('#learn-heuristic'), true);
    await page.click('#learn-play');
    await page.waitForFunction(() => document.querySelectorAll('#tree .node').length > 3);
    await page.click('#learn-play');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#tree-svg')]);
    assert.match(readFileSync(await download.path(), 'utf8'), /^<svg[^>]*>.*fill="rgb/s);
    await Promise.all([page.waitForEvent('download'), page.click('#tree-png')]);
  });
});
