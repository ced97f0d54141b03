// Playing, as a visitor does it: keys, pointer, finger, undo, clock, and the end of a game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  begin,
  drag,
  end,
  flick,
  isSolved,
  labels,
  MINUTES,
  PHONE,
  place,
  says,
  text,
  visit,
  where,
} from './browser.mjs';

before(begin);
after(end);

const EIGHT = '#1.t.3x3.867254301.l';

test('keys work at once, with caps lock too, and every tile keeps its element', async () => {
  await visit(EIGHT, async (page) => {
    await page.evaluate(() => {
      window.first = [...document.querySelector('#board').shadowRoot.querySelectorAll('.piece')];
    });
    await page.keyboard.press('ArrowDown');
    assert.equal(await text(page, '#moves-made'), '1', 'without a click');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'D', 'W', 'a', 's']) await page.keyboard.press(key);
    assert.ok(Number(await text(page, '#moves-made')) >= 6, 'capitals are the same keys');
    for (let i = 0; i < 60; i++) await page.keyboard.press(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][i % 4]);
    assert.ok(Number(await text(page, '#moves-made')) > 40, 'vertical moves go on');
    assert.equal(
      await page.evaluate(
        () =>
          [...document.querySelector('#board').shadowRoot.querySelectorAll('.piece')].filter((piece) =>
            window.first.includes(piece),
          ).length,
      ),
      8,
    );
    await page.click('#new');
    const made = await text(page, '#moves-made');
    assert.equal(made, '0');
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    assert.notEqual(await text(page, '#moves-made'), '0', 'after a new board too');
  });
});

test('a large board is fast on a slow machine', MINUTES, async () => {
  await visit(EIGHT, async (page) => {
    await page.click('.chip:has(input[value="10×10"])');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const { worst, slides, touched } = await page.evaluate(async () => {
      const board = document.querySelector('#board');
      const busy = [];
      let slides = 0;
      const touched = new Set();
      let most = 0;
      new MutationObserver((all) => all.forEach(({ target }) => touched.add(target))).observe(board.shadowRoot, {
        subtree: true,
        attributes: true,
        childList: true,
      });
      for (let i = 0; i < 40; i++) {
        const began = performance.now();
        document.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][i % 4],
            bubbles: true,
          }),
        );
        busy.push(performance.now() - began);
        if ([...board.shadowRoot.querySelectorAll('.piece')].some((piece) => piece.getAnimations().length)) slides++;
        await new Promise((wake) => setTimeout(wake, 50));
        most = Math.max(most, touched.size);
        touched.clear();
      }
      return { worst: busy.sort((a, b) => a - b)[Math.floor(busy.length / 2)], slides, touched: most };
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    console.log(`# a move of a 10×10 board takes the script ${worst.toFixed(1)} ms, four times slowed down`);
    assert.ok(touched <= 3, `${touched} elements of the board are touched by one move`);
    assert.ok(slides > 20, `${slides} of 40 moves slide, up and down as well as across`);
  });
});

test('tiles move by press, drag and sweep', async () => {
  await visit('#1.t.3x3.123456780.l', async (page) => {
    await page.click('#board .piece[data-item="7"]');
    assert.equal(await where(page, 7), '7, row 3, column 2', 'a whole row was pushed');
    assert.match(await text(page, '#live'), /8, 7 right/);
    await page.keyboard.press('ArrowDown');
    assert.equal(await labels(page), '1 2 3 5 6 4 7 8');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('u');
    await isSolved(page);
    await drag(page, 8, 130, 0);
    assert.equal(await where(page, 8), '8, row 3, column 3');
    assert.equal(await where(page, 5), '5, row 2, column 2');
    const board = await (await page.$('#board')).boundingBox();
    await page.mouse.move(board.x + board.width / 2, board.y + board.height - 60);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2 + 80, board.y + board.height - 60, { steps: 5 });
    await page.mouse.up();
    assert.equal(await where(page, 7), '7, row 3, column 2', 'a sweep over the gap');
  });
});

test('a piece follows the pointer, and goes back if it is let go too soon', async () => {
  await visit('#1.t.3x3.123456708.l', async (page) => {
    const piece = await page.$('#board .piece[data-item="8"]');
    const before = await piece.boundingBox();
    await page.mouse.move(before.x + 40, before.y + 40);
    await page.mouse.down();
    await page.mouse.move(before.x + 10, before.y + 40, { steps: 6 });
    const held = await piece.boundingBox();
    assert.ok(Math.abs(before.x - held.x - 30) < 4, `it went ${before.x - held.x} pixels with the pointer`);
    await page.waitForTimeout(150);
    await page.mouse.up();
    assert.equal(await where(page, 8), '8, row 3, column 3');
    assert.equal(await text(page, '#moves-made'), '0');
  });
});

test('a fast flick moves a piece as far as it goes, and what is held still before it is let go stays', async () => {
  await visit('', async (page) => {
    await page.evaluate(
      () => (location.hash = '#1.c.' + btoa('board:\nA...\n....\ngoal:\n...A\n....').replace(/=+$/, '')),
    );
    await page.waitForFunction(
      () => document.querySelector('#board').shadowRoot.querySelectorAll('.piece').length === 1,
    );
    await drag(page, 0, 60, 0);
    assert.equal(await where(page, 0), 'A, row 1, column 1', 'less than half a cell, and held');
    assert.equal(await text(page, '#moves-made'), '0');
    await flick(page, 0, 60, 0);
    assert.equal(await where(page, 0), 'A, row 1, column 4');
    await isSolved(page);
  });
});

test('bricks go round corners in one move; what is stuck shakes, what can go several ways shows where', async () => {
  await visit('#1.b.klotski', async (page) => {
    const box = await (await page.$('#board .piece[data-item="7"]')).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + box.height, { steps: 8 });
    await page.mouse.move(x - box.width, y + box.height, { steps: 8 });
    await page.waitForTimeout(130);
    await page.mouse.up();
    assert.equal(await where(page, 7), 'H, row 5, column 2');
    assert.equal(await text(page, '#moves-made'), '1', 'one move round a corner');
    await page.focus('#board .piece[data-item="7"]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await where(page, 7), 'H, row 5, column 3');
    await page.click('#board .piece[data-item="1"]');
    await page.waitForSelector('#board .piece.stuck[data-item="1"]');
    await page.click('#board .piece[data-item="7"]');
    assert.deepEqual(
      (await page.$$eval('#board .arrow.choice', (arrows) => arrows.map((arrow) => arrow.dataset.way))).sort(),
      ['left', 'up'],
    );
    await page.click('#board .arrow.choice[data-way="up"]');
    assert.equal(await where(page, 7), 'H, row 4, column 3');
  });
});

test('on a phone the board and its buttons are on the screen together', async () => {
  for (const hash of [
    EIGHT,
    '#1.t.5x5.onmlkjihgfedcba9876543210.l',
    '#1.b.klotski',
    '#1.b.rush-hour-1',
    '#1.t.3x3.123456870.l',
  ]) {
    await visit(
      hash,
      async (page) => {
        const seen = async (what) => {
          for (const id of ['#board', '#new', '#undo', '#hint', '#solve', '#more']) {
            const { x, y, width, height } = await (await page.$(id)).boundingBox();
            const nav = await (await page.$('#nav')).boundingBox();
            assert.ok(
              x >= 0 && y >= 0 && x + width <= 360 && y + height <= nav.y + 1,
              `${hash} ${what}: ${id} at ${x}, ${y}, ${width} × ${height}`,
            );
          }
        };
        await seen('at first');
        await page.tap('#hint');
        await says(page, '#hint-text', /\d|no solution/);
        const hint = await (await page.$('#hint-text')).boundingBox();
        assert.ok(
          hint.y + hint.height <= (await (await page.$('#nav')).boundingBox()).y + 1,
          `${hash}: what a button does is in sight, not at ${hint.y} + ${hint.height}`,
        );
        await seen('with a hint');
        if (await page.$('#badge')) return;
        await page.tap('#solve');
        await page.waitForFunction(() => !document.querySelector('#transport').classList.contains('idle'));
        await seen('with a solution');
        const moves = await (await page.$('#transport')).boundingBox();
        assert.ok(
          moves.y + moves.height <= (await (await page.$('#nav')).boundingBox()).y + 1,
          `${hash}: the moves are at ${moves.y} + ${moves.height}`,
        );
      },
      PHONE,
    );
  }
});

test('nothing is wider than a phone, anywhere', async () => {
  await visit(
    EIGHT,
    async (page) => {
      for (const name of ['play', 'daily', 'levels', 'race', 'learn']) {
        await place(page, name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${name} is ${wide} pixels wide`);
      }
    },
    PHONE,
  );
});

test('every edit can be undone, and the games before are not lost', async () => {
  await visit('#1.t.3x3.123456780.l', async (page) => {
    await page.keyboard.press('ArrowRight');
    await page.click('#open-edit');
    await page.fill('#text', '1 2 3/4 5 6/0 7 8');
    assert.equal(await labels(page), '1 2 3 4 5 6 7 8');
    await page.fill('#text', '2 1 3/4 5 6/7 8 0');
    await page.click('#sheet-edit button[aria-label="Close"]');
    await page.click('#undo');
    assert.equal(await where(page, 1), '1, row 1, column 1');
    await page.click('#undo');
    assert.equal(await where(page, 8), '8, row 3, column 3', 'the move made before the edit is there');
    assert.equal(await text(page, '#moves-made'), '1');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'undo', 'the focus stays');
  });
});

test('the clock stands at the start, survives a reload, and stops at the end', async () => {
  await visit('#1.t.3x3.123456078.l', async (page) => {
    const time = async () => Number((await text(page, '#time')).replace(/.*:/, ''));
    const goesOn = (from) =>
      page.waitForFunction(
        (least) => Number(document.querySelector('#time').textContent.replace(/.*:/, '')) > least,
        from,
        MINUTES,
      );
    await page.waitForTimeout(200);
    assert.equal(await time(), 0);
    await page.keyboard.press('ArrowLeft');
    await goesOn(0.2);
    await page.keyboard.press('u');
    await says(page, '#time', /^0:00\.0$/);
    await page.waitForTimeout(150);
    assert.equal(await time(), 0, 'back at the start');
    await page.keyboard.press('ArrowLeft');
    await goesOn(0.5);
    const before = await time();
    await page.again();
    assert.ok((await time()) >= before, 'a reload keeps the time');
    assert.equal(await text(page, '#moves-made'), '1');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#won[data-by="visitor"]');
    const end = await text(page, '#time');
    await page.waitForTimeout(250);
    assert.equal(await text(page, '#time'), end);
    assert.match(end, /\.\d{3}$/, 'to the millisecond');
    await page.waitForFunction(() => document.querySelector('#against').textContent === 'shortest 2');
    assert.equal(await page.getAttribute('#stars', 'data-stars'), '3');
    assert.equal(await text(page, '#times dl .figure:last-child dd'), '1', 'it is kept');
    await page.click('#next');
    assert.equal(await page.$('#won'), null);
  });
});

test('what the program solves is not the visitor\u2019s', async () => {
  await visit('#1.t.3x3.123456078.l', async (page) => {
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('#solve-line').textContent.includes('2 moves'));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'solve', 'the focus stays');
    await page.click('#play');
    await page.waitForSelector('#won[data-by="program"]');
    assert.equal(await page.$('#stars'), null);
    assert.equal(await text(page, '#times dl .figure:last-child dd'), '0');
  });
});

test('a hint comes at once on every size, and is made better', MINUTES, async () => {
  await visit('', async (page) => {
    for (const size of ['5×5', '10×10']) {
      await page.click(`.chip:has(input[value="${size}"])`);
      const began = Date.now();
      await page.click('#hint');
      await page.waitForSelector('#board .arrow.hint', MINUTES);
      console.log(`# a hint on ${size} after ${Date.now() - began} ms`);
      assert.match(await text(page, '#hint-text'), /^Move .* to the goal this way, at least \d+\./);
    }
    await page.evaluate(() => (location.hash = '#1.b.klotski'));
    await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Klotski'));
    await page.click('#show-optimum');
    await page.waitForFunction(() => document.querySelector('#optimum').textContent === '81', null, MINUTES);
  });
});

test('a solution of a large board can be played while a shorter one is looked for', MINUTES, async () => {
  await visit('', async (page) => {
    await page.click('.chip:has(input[value="10×10"])');
    await page.click('#solve');
    await page.waitForFunction(
      () =>
        /at least/.test(document.querySelector('#solve-line').textContent) &&
        !document.querySelector('#transport').classList.contains('idle'),
      null,
      MINUTES,
    );
    assert.match(await text(page, '#solve-line'), /Looking for a shorter one|shortest|\d+ s/);
    await page.click('#last');
    await isSolved(page);
  });
});

test('goal marks follow the goal, and labels stand on their pieces', async () => {
  await visit('', async (page) => {
    const go = async (board) => {
      const told = await page.evaluate(() => (document.querySelector('#live').textContent = ''));
      await page.evaluate((hash) => (location.hash = hash), `#1.c.${Buffer.from(board).toString('base64url')}`);
      await page.waitForFunction((before) => document.querySelector('#live').textContent !== before, told, MINUTES);
    };
    await go('board:\nA..\n...\ngoal:\n..A\n...');
    assert.equal(await page.getAttribute('#board .goal', 'data-cells'), '2');
    await go('board:\nA..\n...\ngoal:\n...\n..A');
    assert.equal(await page.getAttribute('#board .goal', 'data-cells'), '5', 'only the goal has changed');
    await go('board:\nA..\nAAB\ngoal:\n.A.\n.AA');
    const off = await page.$eval('#board .piece[data-item="0"]', (piece) => {
      const [label, body] = [
        piece.querySelector('.label').getBoundingClientRect(),
        piece.querySelector('.body:not(.lower)'),
      ];
      const at = body.getBoundingClientRect();
      const point = body.ownerSVGElement.createSVGPoint();
      point.x = ((label.x + label.width / 2 - at.x) / at.width) * body.getBBox().width + body.getBBox().x;
      point.y = ((label.y + label.height / 2 - at.y) / at.height) * body.getBBox().height + body.getBBox().y;
      return !body.isPointInFill(point);
    });
    assert.equal(off, false, 'not in the notch');
  });
});

test('back and forward reach the puzzles that were chosen', async () => {
  await visit(EIGHT, async (page) => {
    await page.click('.chip:has(input[value="4×4"])');
    await place(page, 'levels');
    await page.click('[data-level="klotski"]');
    await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Klotski'));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#title').textContent === '15-puzzle');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#title').textContent === '8-puzzle');
    await page.goForward();
    await page.waitForFunction(() => document.querySelector('#title').textContent === '15-puzzle');
  });
});

test('times are averaged as speed-solvers do, kept, exported and imported', async () => {
  await visit(EIGHT, async (page) => {
    const results = [10, 20, 30, 40, 50, 60].map((seconds, i) => ({
      of: '3×3 blank-last',
      time: seconds * 1000 + 5,
      moves: 30,
      at: 1000 + i,
      hints: 0,
    }));
    await page.evaluate((text) => localStorage.setItem('slidewise.results', text), JSON.stringify(results));
    await page.again();
    await page.click('#open-chart');
    const shown = await text(page, '#times-body dl');
    assert.match(shown, /Best0:10\.005/);
    assert.match(shown, /Average of 50:40\.005/, 'of 20 to 60 without 20 and 60');
    assert.match(shown, /Average of 12–/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#times-export')]);
    const file = await download.path();
    await page.evaluate(() => localStorage.removeItem('slidewise.results'));
    await page.again();
    await page.click('#open-chart');
    await page.setInputFiles('#times-file', file);
    await page.waitForFunction(() => document.querySelector('#times-body dl')?.textContent.includes('0:10.005'));
  });
});

test('everyone has the same puzzle on a day, and its result can be sent', async () => {
  const boards = [];
  for (let i = 0; i < 2; i++) {
    await visit('', async (page) => {
      await place(page, 'daily');
      await page.waitForSelector('#daily-state');
      boards.push(`${await text(page, '#title')} ${await labels(page)}`);
      assert.equal(await text(page, '#daily-state'), 'Not solved yet');
      if (i === 0) return;
      const date = await page.evaluate(() => {
        const now = new Date();
        const day = [
          now.getFullYear(),
          String(now.getMonth() + 1).padStart(2, '0'),
          String(now.getDate()).padStart(2, '0'),
        ].join('-');
        localStorage.setItem(
          'slidewise.results',
          JSON.stringify([{ of: `daily ${day}`, time: 61_234, moves: 40, at: Date.now(), hints: 0 }]),
        );
        return day;
      });
      await page.again();
      await place(page, 'daily');
      assert.match(await text(page, '#daily-state'), /1:01\.234.*40/);
      assert.equal(await page.$$eval('.day.done', (all) => all.length), 1);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.click('#copy-result');
      const sent = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(sent, new RegExp(`^slidewise ${date}\\n1:01\\.234 · 40 \\w+\\nhttp\\S+#1\\.`));
    });
  }
  assert.equal(boards[0], boards[1]);
});

test('settings are kept and do what they say; a key scrambles', async () => {
  await visit(EIGHT, async (page) => {
    await page.evaluate(() => {
      window.tones = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.tones++;
        return make.call(this);
      };
    });
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => window.tones), 0, 'no sounds unless asked for');
    await page.click('#open-settings');
    for (const id of ['#set-sound', '#set-inspection', '#set-best']) await page.check(id);
    await page.click('.chip:has(input[value="contrast"])');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'contrast');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => window.tones > 0);
    const before = await labels(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Space');
    assert.notEqual(await labels(page), before, 'another board of the same size');
    const [, left] = (await text(page, '#time')).match(/^\D+ (\d+)$/) ?? [];
    assert.ok(left > 0 && left <= 15, `time to look at it, ${await text(page, '#time')}`);
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    await page.waitForFunction(() => /^\d+:\d\d\.\d$/.test(document.querySelector('#time').textContent));
    await page.waitForFunction(() => /^\d+$/.test(document.querySelector('#optimum').textContent), null, MINUTES);
    await page.again();
    assert.equal(await page.getAttribute('html', 'data-theme'), 'contrast', 'after a reload too');
  });
});

test('levels are found, filtered, opened and marked', async () => {
  await visit(EIGHT, async (page) => {
    await place(page, 'levels');
    await page.waitForSelector('.level');
    const count = async () => Number((await text(page, '#level-count')).split(' ')[0]);
    const all = await count();
    assert.ok(all > 250, `${all} levels`);
    assert.equal(await page.$('[data-level="mini-ma-horizontal"]'), null, 'what cannot be solved is no level');
    await page.fill('#level-search', 'blade');
    assert.equal(await count(), 1);
    assert.match(await text(page, '.level'), /横刀立马Blade across/);
    await page.fill('#level-search', '');
    await page.click('.chip:has(input[value="rush-hour"])');
    await page.click('.chip:has(input[name="level-difficulty"][value="5"])');
    assert.ok((await count()) > 10 && (await count()) < all);
    await page.click('.level >> nth=0');
    assert.match(await text(page, '#title'), /^Rush Hour/);
    assert.equal(await page.getAttribute('#tab-play', 'aria-current'), 'page');
  });
});
