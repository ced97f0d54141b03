// The page in a real browser, as a visitor uses it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { begin, dist, end, isSolved, labels, launch, MINUTES, place, says, text, visit, where } from './browser.mjs';

const EIGHT = '#1.t.3x3.867254301.l';
const KORF_1 = '1.t.4x4.edf7bc95602148a3.f';
before(begin);
after(end);

async function solved(page) {
  if (await page.isVisible('#sheet-edit')) await page.click('#sheet-edit button[aria-label="Close"]');
  if (!(await page.isVisible('#sheet-solve'))) await page.click('#open-solve');
  await page.click('#solve-this');
  await page.waitForSelector('#verdict', MINUTES);
  return text(page, '#verdict');
}

test('it loads in silence and weighs little', async () => {
  const wasm = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.wasm'));
  const bytes = readFileSync(join(dist, 'assets', wasm));
  const [brotli, gzip] = [brotliCompressSync(bytes).length, gzipSync(bytes, { level: 9 }).length];
  console.log(`# WebAssembly: ${bytes.length} bytes, ${gzip} by gzip, ${brotli} by brotli`);
  // Every browser takes Brotli, and that is what it is sent; gzip is for servers that have nothing else.
  assert.ok(brotli <= 1_000_000 && gzip <= 1 << 20, `${brotli} bytes by brotli, ${gzip} by gzip`);
  await visit('', async (page) => {
    assert.equal(await text(page, '#title'), '15-puzzle');
    assert.match(await page.$eval('meta[http-equiv]', (meta) => meta.content), /default-src 'none'; script-src 'self'/);
  });
});

test('it solves an 8-puzzle, a 15-puzzle of Korf and Klotski optimally', MINUTES, async () => {
  await visit(EIGHT, async (page) => assert.equal(await solved(page), 'Solved in 31 moves, optimal.'));
  await visit(`#${KORF_1}`, async (page) => {
    assert.equal(await solved(page), 'Solved in 57 moves, optimal.');
    await page.click('#last');
    await isSolved(page);
    assert.equal(await labels(page), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
  });
  await visit('#1.b.klotski', async (page) => {
    assert.equal(await solved(page), 'Solved in 81 moves, optimal.');
    await page.fill('#scrubber', '81');
    await isSolved(page);
  });
});

test('every notation is shown', async () => {
  await visit(EIGHT, async (page) => {
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

test('tiles on any board are read, played, solved and linked', async () => {
  let link;
  await visit(EIGHT, async (page) => {
    await page.click('#open-edit');
    await page.fill('#text', 'tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both');
    assert.match(await text(page, '#parsed'), /freeform/);
    assert.equal(await text(page, '#title'), '7-puzzle');
    assert.match(await text(page, '#subtitle'), /edges joined: left and right, top and bottom/);
    assert.equal(await page.$$eval('#board .wall', (walls) => walls.length), 1);
    await page.click('#sheet-edit button[aria-label="Close"]');
    await page.keyboard.press('ArrowDown');
    assert.match(await text(page, '#live'), /5 down/, 'a way alone tells which tile is meant');
    assert.equal(await solved(page), 'Solved in 3 moves, optimal.');
    await page.click('#last');
    await isSolved(page);
    assert.equal(await page.inputValue('#moves'), '5D 3D 2R 1R');
    await page.click('#open-share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.c\.[\w-]+\.4D2D1R0R$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    await isSolved(page);
    await page.click('#open-edit');
    await page.fill('#text', 'tiles: a . b/. c d; goal: ? ? ?/? ? a');
    assert.equal(await page.$$eval('#board .goal', (marks) => marks.length), 1);
    await page.click('#sheet-edit button[aria-label="Close"]');
    await page.focus('#board .piece[data-item="0"]');
    await page.keyboard.press('ArrowDown');
    assert.match(await where(page, 0), /^a, row 2, column 1/, 'with several gaps a tile is chosen');
  });
});

test('pasted texts are read in any form', async () => {
  await visit(EIGHT, async (page) => {
    await page.click('#open-edit');
    for (const [pasted, form, title] of [
      ['FE169B4C0A73D852', /base-36/, '15-puzzle'],
      ['[[1,2],[3,0]]', /JSON/, '3-puzzle'],
      ['+---+---+\n| 3 | 1 |\n+---+---+\n| 2 |   |\n+---+---+', /drawn board/, '3-puzzle'],
      ['((8, 6, 7), (2, 5, 4), (3, None, 1))', /brackets/, '8-puzzle'],
      ['[[1 2 3]\n [4 5 6]\n [7 8 0]]', /brackets/, '8-puzzle'],
      ['1 2 3; 4 5 6; 7 8 0', /slash/, '8-puzzle'],
      ['1\t2\t3\n4\t5\t6\n7\t\t8', /rows/, '8-puzzle'],
      ['1 2 3\n4 5 6\n7 8  ', /./, '8-puzzle'],
      ['1\t2\t3\n4\t5\t6\n7\t8\t', /rows/, '8-puzzle'],
      ['1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 16', /./, '15-puzzle'],
      ['１ ２ ３/４ ５ ６/７ ８ ０', /slash/, '8-puzzle'],
      [`${page.url().split('#')[0]}#1.b.klotski`, /a link of this page/, 'Klotski'],
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

test('an unsolvable board is explained and repaired; tiles are exchanged by pointer and by keyboard', async () => {
  await visit(EIGHT, async (page) => {
    await page.click('#open-edit');
    await page.fill('#text', '1 2 3/4 5 6/8 7 0');
    assert.match(await text(page, '#badge'), /cannot be solved.*1 swap of two cells \(odd\)/);
    await page.click('#repair');
    await isSolved(page);
    await page.click('#board .piece[data-item="1"]');
    await page.click('#board .piece[data-item="2"]');
    assert.match(await text(page, '#badge'), /cannot be solved/);
    await page.focus('#board .piece[data-item="1"]');
    await page.keyboard.press('Enter');
    assert.match(await text(page, '#live'), /1 chosen/);
    await page.focus('#board .piece[data-item="2"]');
    await page.keyboard.press('Enter');
    await isSolved(page);
    await page.click('#board .piece[data-item="1"]');
    await page.click('#board .piece[data-item="2"]');
    await page.click('.aim');
    assert.equal(await page.$('#badge'), null, 'another goal can be reached');
  });
});

test('bricks are painted, by keys too, in the colours of the board', async () => {
  await visit(EIGHT, async (page) => {
    await page.click('#open-edit');
    await page.click('#painter summary');
    await page.fill('#paint-rows', '2');
    await page.fill('#paint-cols', '3');
    await page.press('#paint-cols', 'Tab');
    await page.click('.pixel:nth-child(1)');
    await page.selectOption('#brush', 'B');
    await page.click('.pixel:nth-child(4)');
    await page.selectOption('#brush', 'A');
    await page.selectOption('#layer', 'goal');
    assert.equal(
      await page.$$eval('.pixel[tabindex="0"]', (cells) => cells.length),
      1,
      'the grid is one stop of the tab key',
    );
    await page.focus('.pixel:nth-child(1)');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
      /row 2, column 3: A/,
      'the focus stays',
    );
    await page.selectOption('#layer', 'board');
    const painted = (n) => page.$eval(`.pixel:nth-child(${n})`, (cell) => getComputedStyle(cell).backgroundColor);
    const drawn = (item) =>
      page.$eval(`#board .piece[data-item="${item}"] .body:not(.lower)`, (body) => getComputedStyle(body).fill);
    assert.deepEqual([await painted(1), await painted(4)], [await drawn(0), await drawn(1)]);
    assert.equal(await solved(page), 'Solved in 1 move, optimal.');
  });
});

/** Begins a search that would take days. */
async function searchLong(page) {
  await page.click('#open-solve');
  await page.selectOption('#algorithm', 'ida');
  await page.selectOption('#heuristic', 'misplaced');
  await page.selectOption('#limit', '');
}

test('Stop ends a search within 200 ms', MINUTES, async () => {
  await visit(`#${KORF_1}`, async (page) => {
    await searchLong(page);
    const once = async () => {
      await page.click('#solve-this');
      await page.waitForFunction(
        () => document.querySelector('#report').textContent.includes('expanded'),
        null,
        MINUTES,
      );
      // Counted in naps of 5 ms: where other programs hold the processor, naps are longer, and fewer.
      return page.evaluate(async () => {
        let naps = 0;
        document.querySelector('#stop').click();
        for (; document.querySelector('#stop').getAttribute('aria-disabled') === 'false'; naps++)
          await new Promise((wake) => setTimeout(wake, 5));
        return naps;
      });
    };
    const naps = [await once(), await once(), await once()];
    assert.ok(Math.min(...naps) < 40, `it took ${naps} naps`);
    assert.match(await text(page, '#report'), /Stopped/);
  });
});

test('the page stays smooth while it searches', MINUTES, async () => {
  await visit(`#${KORF_1}`, async (page) => {
    await searchLong(page);
    await page.click('#solve-this');
    await says(page, '#report', /expanded/);
    // A search that blocked the page would let no frame through before its end, which is days away.
    const { frames, told } = await page.evaluate(
      () =>
        new Promise((done) => {
          const told = new Set();
          let frames = 0;
          const tick = () => {
            told.add(document.querySelector('#report').textContent);
            if (++frames < 60 || told.size < 4) requestAnimationFrame(tick);
            else done({ frames, told: told.size });
          };
          tick();
        }),
    );
    console.log(`# ${frames} frames while the search told ${told} times how far it is`);
    await page.click('#stop');
  });
});

test('a link brings the same game back', async () => {
  let link;
  await visit('#1.b.klotski', async (page) => {
    await page.focus('#board .piece[data-item="7"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.click('#undo');
    await page.click('#open-share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.b\.klotski\.7D7L\.1$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    assert.equal(await text(page, '#where'), '1 / 2');
    assert.match(await where(page, 7), /row 5, column 3/);
    await page.click('#open-share');
    for (const [id, ending] of [
      ['svg', '.svg'],
      ['png', '.png'],
      ['film', '-moves.svg'],
      ['txt', '.txt'],
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
      assert.equal(download.suggestedFilename(), `slidewise-klotski${ending}`);
      if (id === 'film') assert.match(readFileSync(await download.path(), 'utf8'), /animateTransform/);
    }
  });
});

test('a link brings back the place and the searches of a race', async () => {
  let link;
  await visit('#1.b.klotski', async (page) => {
    await place(page, 'race');
    await page.click('.lane:nth-child(3) .lane-head button');
    await page.selectOption('.lane:nth-child(2) select:nth-of-type(1)', 'ida');
    await page.click('#open-share');
    link = await page.inputValue('#link');
  });
  assert.match(link, /#1\.b\.klotski~race~astar\+\w+,ida\+distance$/);
  await visit(link.slice(link.indexOf('#')), async (page) => {
    assert.equal(await page.getAttribute('#tab-race', 'aria-current'), 'page');
    assert.equal(await page.$$eval('.lane', (all) => all.length), 2);
    await page.evaluate(() => (location.hash = '#1.t.3x3.123456708.l'));
    await page.waitForFunction(() => document.querySelector('#title').textContent === '8-puzzle');
    assert.equal(
      await page.getAttribute('#tab-race', 'aria-current'),
      'page',
      'an older link changes the puzzle alone',
    );
    await page.waitForFunction(() =>
      location.hash.startsWith('#1.t.3x3.123456708.l~race~astar+misplaced,astar+manhattan'),
    );
  });
  await visit('#1.t.3x3.867254301.l~solve', async (page) =>
    assert.ok(await page.isVisible('#sheet-solve'), 'older links open their panel'),
  );
});

test('hostile links give a message and nothing else', async () => {
  const hostile = [
    '#2.t.3x3.867254301.l',
    '#1.t.99x99.1.l',
    '#1.t.3x3.867254300.l',
    '#1.t.3x3.867254301.l.UUUU',
    '#1.b.no-such',
    '#1.b.klotski.zzzzzzzzzzzzD',
    '#1.c.AAAA',
    '#%',
    '#%00%ff',
    '#<img src=x onerror=alert(1)>',
    `#1.t.3x3.867254301.l.${'RL'.repeat(70_000)}`,
    `#1.c.${'A'.repeat(100_000)}`,
    '#1.t.3x3.867254301.l.R.-1',
    '#1.t.3x3.867254301.l~cellar',
    '#1.t.3x3.867254301.l~solve~bfs',
    '#1.t.3x3.867254301.l~race~bfs',
    '#1.t.3x3.867254301.l~race~bfs,anytime',
    '#1.t.3x3.867254301.l~race~bfs,astar+distance',
    `#1.t.3x3.867254301.l~race~${'bfs,'.repeat(1000)}bfs`,
    '#1.t.3x3.867254301.l~race~bfs,bfs~',
  ];
  const refused = async (page, hash) => {
    assert.match(await text(page, '#notice'), /^This link cannot be opened: /, hash.slice(0, 60));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await text(page, '#moves-made'), '0', 'the page works');
  };
  // Some when the page is opened, the others in one that is open.
  for (const hash of hostile.slice(0, 3)) await visit(hash, (page) => refused(page, hash));
  await visit(EIGHT, async (page) => {
    for (const hash of hostile.slice(3)) {
      await page.evaluate(() => (document.querySelector('#notice').textContent = ''));
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForFunction(() => document.querySelector('#notice').textContent !== '', null, MINUTES);
      await refused(page, hash);
    }
  });
});

/** What an engineer would write, and nobody else. */
test('no words of the command line are in the page', async () => {
  await visit(EIGHT, async (page) => {
    await page.click('#open-edit');
    const heard = [];
    for (const wrong of ['1 2 3 4 5 0', '1\n2\n3\n0', '1 2 3/4 5/6 7 8 0', 'nonsense', '8 6 7/2 5 4/3 0 8']) {
      await page.fill('#text', wrong);
      heard.push(await text(page, '#parsed'));
    }
    await page.click('#sheet-edit button[aria-label="Close"]');
    await page.click('#open-solve');
    for (const name of await page.$$eval('#algorithm option', (all) => all.map(({ value }) => value))) {
      await page.selectOption('#algorithm', name);
      heard.push(await text(page, '#about-search'));
    }
    for (const said of heard) assert.doesNotMatch(said, /(^|\s)--\w/, said);
    assert.ok(
      heard.every((said, i) => i > 4 || said.length > 10),
      'each of them is explained',
    );
  });
});

test('who opens the file itself is told what to do', async () => {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`file://${join(dist, 'index.html')}`);
  await page.waitForSelector('.late:visible', MINUTES);
  assert.match(await page.innerText('body'), /opened from a folder/);
  await browser.close();
});
