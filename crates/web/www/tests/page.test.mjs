// The page in a real browser, as a visitor uses it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dist, launch, open, serve } from './browser.mjs';

const KORF_1 = '1.t.4x4.edf7bc95602148a3.f';
const MINUTES = { timeout: 180_000 };
let browser;
let server;

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** Opens the page, does something, and sees that nothing went wrong in it. */
async function visit(hash, work, options) {
  const { page, heard, asked, close } = await open(browser, server.url, hash, options);
  try {
    await work(page, heard);
    assert.deepEqual(heard, [], 'the console is silent');
    assert.deepEqual(asked, [], 'nothing is fetched after the page has loaded');
  } finally {
    await close();
  }
}

const labels = (page) => page.$$eval('.piece', (pieces) => pieces
  .map((piece) => ({ label: piece.textContent, where: piece.getAttribute('aria-label').match(/\d+/g).slice(-2).map(Number) }))
  .sort((a, b) => a.where[0] - b.where[0] || a.where[1] - b.where[1])
  .map(({ label }) => label).join(' '));
const text = (page, selector) => page.textContent(selector);
const tab = (page, name) => page.click(`#tab-${name}`);

async function solved(page) {
  await tab(page, 'solve');
  await page.click('#solve');
  await page.waitForSelector('#verdict', MINUTES);
  return text(page, '#verdict');
}

test('it loads in silence and weighs little', async () => {
  const wasm = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.wasm'));
  const bytes = readFileSync(join(dist, 'assets', wasm));
  const [brotli, gzip] = [brotliCompressSync(bytes).length, gzipSync(bytes, { level: 9 }).length];
  console.log(`# WebAssembly: ${bytes.length} bytes, ${gzip} by gzip, ${brotli} by brotli`);
  assert.ok(gzip <= 1_000_000, `${brotli} bytes by brotli, ${gzip} by gzip`);
  await visit('', async (page) => {
    assert.equal(await text(page, '#title'), '8-puzzle');
    assert.match(await page.$eval('meta[http-equiv]', (meta) => meta.content), /default-src 'none'; script-src 'self'/);
  });
});

test('it solves an 8-puzzle, a 15-puzzle of Korf and Klotski optimally', MINUTES, async () => {
  await visit('', async (page) => assert.equal(await solved(page), 'Solved in 31 moves, optimal.'));
  await visit(`#${KORF_1}`, async (page) => {
    assert.equal(await solved(page), 'Solved in 57 moves, optimal.');
    await page.click('#last');
    await page.waitForSelector('.board.solved');
    assert.equal(await labels(page), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
  });
  await visit('#1.b.klotski', async (page) => {
    assert.equal(await solved(page), 'Solved in 81 moves, optimal.');
    await page.fill('#scrubber', '81');
    await page.waitForSelector('.board.solved');
  });
});

test('every notation is shown', async () => {
  await visit('', async (page) => {
    await solved(page);
    const seen = new Set();
    for (const style of await page.$$eval('#notation option', (options) => options.map((option) => option.value))) {
      await page.selectOption('#notation', style);
      for (const runs of [false, true]) {
        await page.setChecked('#runs', runs);
        const moves = await page.inputValue('#moves');
        assert.ok(moves.length >= 20, `${style}: ${moves}`);
        seen.add(moves);
      }
    }
    assert.equal(seen.size, 5, 'letters with and without their runs, and numbers');
    assert.equal(await text(page, '#live'), 'Solved in 31 moves, optimal.', 'the end of a search is said');
  });
});

test('tiles move by click, key, drag and swipe, and back', async () => {
  await visit('#1.t.3x3.123456780.l', async (page) => {
    await page.click('.piece[data-item="7"]');
    assert.equal(await labels(page), '1 2 3 4 5 6 7 8');
    assert.equal(await text(page, '#figures dd'), '2', 'a whole row was pushed');
    assert.match(await text(page, '#live'), /8, 7 right/);
    await page.focus('#board');
    await page.keyboard.press('ArrowDown');
    assert.equal(await labels(page), '1 2 3 5 6 4 7 8');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('.board.solved');
    await page.click('#redo');
    assert.match(await page.getAttribute('.piece[data-item="7"]', 'aria-label'), /row 3, column 2/);
    await page.click('#undo');
    const box = await (await page.$('.piece[data-item="8"]')).boundingBox();
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + box.width * 0.7, box.y + 20, { steps: 5 });
    await page.mouse.up();
    assert.match(await page.getAttribute('.piece[data-item="8"]', 'aria-label'), /row 3, column 3/);
    const board = await (await page.$('#board')).boundingBox();
    await page.mouse.move(board.x + board.width / 2, board.y + 40);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2, board.y + 90, { steps: 5 });
    await page.mouse.up();
    assert.match(await page.getAttribute('.piece[data-item="5"]', 'aria-label'), /row 3, column 2/);
  });
});

test('bricks move by drag and by key', async () => {
  await visit('#1.b.klotski', async (page) => {
    const where = (label) => page.$$eval('.piece', (all, wanted) => all.find((one) => one.textContent === wanted).getAttribute('aria-label'), label);
    const piece = await page.$('.piece[data-item="7"]');
    const box = await piece.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 1.4, { steps: 6 });
    await page.mouse.move(box.x - box.width * 0.5, box.y + box.height * 1.4, { steps: 6 });
    await page.mouse.up();
    assert.equal(await where('H'), 'H, row 5, column 2');
    assert.equal(await text(page, '#figures dd'), '1', 'one move round a corner');
    await piece.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await where('H'), 'H, row 5, column 3');
    await page.click('#first');
    assert.equal(await where('H'), 'H, row 4, column 3');
  });
});

test('tiles on any board are read, played, solved and linked', async () => {
  let link;
  await visit('', async (page) => {
    await tab(page, 'edit');
    await page.fill('#text', 'tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both');
    assert.match(await text(page, '#parsed'), /freeform/);
    assert.equal(await text(page, '#title'), '7-puzzle');
    assert.match(await text(page, '#subtitle'), /edges joined: left and right, top and bottom/);
    assert.equal(await page.$$eval('.wall', (walls) => walls.length), 1);
    await tab(page, 'play');
    await page.focus('#board');
    await page.keyboard.press('ArrowDown');
    assert.match(await text(page, '#live'), /5 down/, 'a way alone tells which tile is meant');
    assert.equal(await solved(page), 'Solved in 3 moves, optimal.');
    await page.click('#last');
    await page.waitForSelector('.board.solved');
    assert.equal(await page.inputValue('#moves'), '5D 3D 2R 1R');
    await tab(page, 'share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.c\.[\w-]+\.4D2D1R0R~solve$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    await page.waitForSelector('.board.solved');
    await tab(page, 'edit');
    await page.fill('#text', 'tiles: a . b/. c d; goal: ? ? ?/? ? a');
    assert.equal(await page.$$eval('.goal', (marks) => marks.length), 1);
    await tab(page, 'play');
    await page.focus('.piece[data-item="0"]');
    await page.keyboard.press('ArrowDown');
    assert.match(await page.getAttribute('.piece[data-item="0"]', 'aria-label'), /^a, row 2, column 1/, 'with several gaps a tile is chosen');
  });
});

test('the optimum from here and hints', MINUTES, async () => {
  await visit('', async (page) => {
    await page.waitForFunction(() => document.querySelector('#optimum').textContent === '31');
    await page.click('#hint');
    await page.waitForSelector('.piece.hinted');
    assert.match(await text(page, '#hint-text'), /^Move \d (left|right|up|down): 31 moves to the goal, that is the least\.$/);
    await page.click('.piece.hinted');
    await page.waitForFunction(() => document.querySelector('#optimum').textContent === '30');
  });
});

test('pasted texts are read in any form', async () => {
  await visit('', async (page) => {
    await tab(page, 'edit');
    for (const [pasted, form, title] of [
      ['FE169B4C0A73D852', /base-36/, '15-puzzle'],
      ['[[1,2],[3,0]]', /JSON/, '3-puzzle'],
      ['+---+---+\n| 3 | 1 |\n+---+---+\n| 2 |   |\n+---+---+', /drawn board/, '3-puzzle'],
      ['IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM', /rush-hour/, 'Bricks'],
      ['name: Mine\nboard:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA', /letter/, 'Mine'],
    ]) {
      await page.fill('#text', pasted);
      assert.match(await text(page, '#parsed'), form);
      assert.equal(await text(page, '#title'), title);
    }
    await page.fill('#text', '8 6 7/2 5 4/3 0 8');
    assert.match(await text(page, '#parsed'), /tile 8 stands twice, and tile 1 is missing/);
    assert.equal(await text(page, '#title'), 'Mine', 'what cannot be read changes nothing');
  });
});

test('an unsolvable board is explained and repaired', async () => {
  await visit('', async (page) => {
    await tab(page, 'edit');
    await page.fill('#text', '1 2 3/4 5 6/8 7 0');
    assert.match(await text(page, '#badge'), /cannot be solved.*1 swap of two cells \(odd\)/);
    await page.click('#repair');
    await page.waitForSelector('.board.solved');
    await page.click('.piece[data-item="1"]');
    await page.click('.piece[data-item="2"]');
    assert.match(await text(page, '#badge'), /cannot be solved/);
    await page.click('.aim');
    assert.equal(await page.isHidden('#badge'), true, 'another goal can be reached');
  });
});

test('bricks are painted', async () => {
  await visit('', async (page) => {
    await tab(page, 'edit');
    await page.click('#painter summary');
    await page.fill('#paint-rows', '2');
    await page.fill('#paint-cols', '3');
    await page.press('#paint-cols', 'Tab');
    await page.click('.pixel:nth-child(1)');
    await page.selectOption('#layer', 'goal');
    await page.focus('.pixel:nth-child(6)');
    await page.keyboard.press('Space');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /row 2, column 3: A/, 'the focus stays');
    assert.equal(await solved(page), 'Solved in 1 move, optimal.');
  });
});

/** Begins a search that would take days. */
async function searchLong(page) {
  await tab(page, 'solve');
  await page.selectOption('#algorithm', 'ida');
  await page.selectOption('#heuristic', 'misplaced');
  await page.selectOption('#limit', '');
}

test('Stop ends a search within 200 ms', MINUTES, async () => {
  await visit(`#${KORF_1}`, async (page) => {
    await searchLong(page);
    const once = async () => {
      await page.click('#solve');
      await page.waitForFunction(() => document.querySelector('#report').textContent.includes('expanded'), null, MINUTES);
      return page.evaluate(async () => {
        const began = performance.now();
        document.querySelector('#stop').click();
        while (document.querySelector('#solve').disabled) await new Promise((wake) => setTimeout(wake, 5));
        return performance.now() - began;
      });
    };
    const times = [await once(), await once(), await once()];
    assert.ok(Math.min(...times) < 200, `it took ${times.map(Math.round)} ms`);
    assert.match(await text(page, '#report'), /Stopped/);
  });
});

test('the page stays smooth while it searches', MINUTES, async () => {
  await visit(`#${KORF_1}`, async (page) => {
    await searchLong(page);
    await page.click('#solve');
    const frames = await page.evaluate(() => new Promise((done) => {
      let count = 0;
      const began = performance.now();
      const tick = () => (performance.now() - began < 1000 ? (count++, requestAnimationFrame(tick)) : done(count));
      tick();
    }));
    console.log(`# ${frames} frames in a second of searching`);
    assert.ok(frames >= 10, `only ${frames} frames: the search blocks the page`);
    await page.click('#stop');
  });
});

test('a race is run to its end', MINUTES, async () => {
  await visit('', async (page) => {
    await tab(page, 'race');
    await page.click('#add-lane');
    await page.click('#race');
    await page.waitForFunction(() => document.querySelector('#race-status').textContent === 'The race is over.', null, MINUTES);
    const results = await page.$$eval('#race-table tbody tr', (rows) => rows.map((row) => row.children[2].textContent));
    assert.deepEqual(results, ['31', '31', '31', '31']);
    const lines = await page.$$eval('.plot', (plots) => plots.map((plot) => plot.querySelectorAll('.line').length));
    assert.deepEqual([lines[0], lines[2]], [4, 4], 'a line for each search');
    assert.ok(lines[1] >= 3, 'bounds, where a search has one');
  });
});

test('a link brings the same game back', async () => {
  let link;
  await visit('#1.b.klotski', async (page) => {
    await page.focus('.piece[data-item="7"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.click('#undo');
    await tab(page, 'share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.b\.klotski\.7D7L\.1$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    assert.equal(await text(page, '#where'), '1 / 2');
    assert.match(await page.getAttribute('.piece[data-item="7"]', 'aria-label'), /row 5, column 3/);
    for (const [id, ending] of [['svg', '.svg'], ['png', '.png'], ['txt', '.txt']]) {
      await tab(page, 'share');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
      assert.equal(download.suggestedFilename(), `slidewise-klotski${ending}`);
    }
  });
});

test('a link brings back the tab and the searches of a race', async () => {
  let link;
  await visit('#1.b.klotski', async (page) => {
    await tab(page, 'race');
    await page.click('.lane:nth-child(3) button');
    await page.selectOption('.lane:nth-child(2) select:nth-of-type(1)', 'ida');
    await tab(page, 'share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.b\.klotski~race~bfs,ida\+goal-blockers$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    assert.equal(await page.getAttribute('#tab-race', 'aria-selected'), 'true');
    assert.deepEqual(await page.$$eval('.lane select', (all) => all.filter((one) => !one.disabled).map((one) => one.value)), ['bfs', 'ida', 'goal-blockers']);
    await page.evaluate(() => (location.hash = '#1.t.3x3.123456708.l'));
    await page.waitForFunction(() => document.querySelector('#title').textContent === '8-puzzle');
    assert.equal(await page.getAttribute('#tab-race', 'aria-selected'), 'true', 'an older link changes the puzzle alone');
    await page.waitForFunction(() => location.hash.startsWith('#1.t.3x3.123456708.l~race~bfs,astar+linear-conflict'));
  });
});

test('hostile links give a message and nothing else', async () => {
  const hostile = [
    '#2.t.3x3.867254301.l', '#1.t.99x99.1.l', '#1.t.3x3.867254300.l', '#1.t.3x3.867254301.l.UUUU', '#1.b.no-such',
    '#1.b.klotski.zzzzzzzzzzzzD', '#1.c.AAAA', '#%', '#%00%ff', '#<img src=x onerror=alert(1)>',
    `#1.t.3x3.867254301.l.${'RL'.repeat(70_000)}`, `#1.c.${'A'.repeat(100_000)}`, '#1.t.3x3.867254301.l.R.-1',
    '#1.t.3x3.867254301.l~cellar', '#1.t.3x3.867254301.l~solve~bfs', '#1.t.3x3.867254301.l~race~bfs', '#1.t.3x3.867254301.l~race~bfs,anytime',
    '#1.t.3x3.867254301.l~race~bfs,astar+distance', `#1.t.3x3.867254301.l~race~${'bfs,'.repeat(1000)}bfs`, '#1.t.3x3.867254301.l~race~bfs,bfs~',
  ];
  for (const hash of hostile) {
    await visit(hash, async (page) => {
      assert.match(await text(page, '#notice'), /^This link cannot be opened: /, hash.slice(0, 60));
      await page.click('.piece[data-item="3"]');
      assert.match(await page.getAttribute('.piece[data-item="3"]', 'aria-label'), /row 3, column 2/, 'the page works');
    });
  }
});

test('it fits a screen of 360 pixels', async () => {
  await visit('', async (page) => {
    for (const name of ['play', 'edit', 'solve', 'race', 'share']) {
      await tab(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${name} is ${wide} pixels wide`);
    }
    await page.tap('.piece[data-item="3"]');
    assert.match(await page.getAttribute('.piece[data-item="3"]', 'aria-label'), /row 3, column 2/);
  }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
});

test('everything can be reached by keyboard, and moves are announced', async () => {
  await visit('', async (page) => {
    await page.focus('#tab-play');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getAttribute('#tab-edit', 'aria-selected'), 'true');
    await page.keyboard.press('End');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-share');
    await page.focus('#board');
    await page.keyboard.press('d');
    assert.match(await text(page, '#live'), /3 right/);
    assert.equal(await page.$eval('.piece', (piece) => getComputedStyle(piece).transitionDuration), '0s', 'nothing glides');
    const unnamed = await page.$$eval('button, input, select, textarea', (all) => all
      .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length)).map((one) => one.outerHTML));
    assert.deepEqual(unnamed, [], 'every control has a name');
  }, { reducedMotion: 'reduce' });
});
