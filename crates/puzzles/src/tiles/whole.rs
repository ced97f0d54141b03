//! Every board of a size, counted by its distance from the goal: breadth-first search over all of them, two bits a
//! board.
//!
//! Boards are numbered without gaps (`ranks`). A word has the boards with one order of the tiles, two bits for each
//! cell that the blank may be on: not reached, in the layer that is expanded, in the next one, or older. Steps of the
//! blank along its row stay within the word, and a whole word is done at once; the others are collected, so that memory
//! answers many of them at the same time. All threads work on one layer.
//!
//! A sweep that takes hours may be kept in a file ([`Keeping`]) and gone on with.
//!
//! Memory: 4 bytes for each order, a third of a byte a board with 12 cells. References: Korf & Schultze, "Large-scale
//! parallel breadth-first search", AAAI 2005; Kunkle & Cooperman on two bits a state, 2007.

mod kept;
mod ranks;
mod share;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use slidewise_search::{Crew, Event, Meter, Stop};

use super::shape::Shape;
use kept::Keeper;
use ranks::{Order, Ranks};
use share::{Share, targets_in};

pub use kept::{KeepError, Keeping};

/// Boards of more cells have too many positions.
pub const MAX_CELLS: usize = 14;

/// Positions of a layer that are listed at most, if it turns out to be the last.
const LISTED: u64 = 100_000;

/// All boards of a size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// How many there are at each distance from the goal.
    pub by_distance: Vec<u64>,
    /// The boards farthest from the goal, as labels: each tile is called by its goal cell. At most as many as asked
    /// for.
    pub farthest: Vec<Vec<u16>>,
    /// Boards that processes sent to each other, and the bytes that they took.
    pub sent: [u64; 2],
    /// Why it ended early. Then the counts are of the layers that were complete.
    pub stopped: Option<Stop>,
}

/// Counts all boards of a shape from which its goal can be reached, in the multi-tile metric or the single-tile one,
/// and lists up to `most` of the farthest. `None` if the board has only one line, or more than [`MAX_CELLS`] cells.
pub fn whole(
    shape: &Shape,
    multi: bool,
    most: usize,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Option<Whole> {
    // Without a file nothing is refused.
    whole_kept(shape, multi, most, threads, None, meter).unwrap_or_default()
}

/// The same by several processes, each of which has an equal part of the boards in its memory. The file is that of one
/// process: any number of them goes on with it. Rank 0 has it.
pub fn whole_by_crew(
    shape: &Shape,
    multi: bool,
    most: usize,
    keeping: Option<&Keeping>,
    crew: &Arc<Crew>,
    meter: &mut Meter<'_>,
) -> Result<Option<Whole>, KeepError> {
    counted(shape, multi, most, 1, keeping.map(Keeper::new), Some(crew), meter)
}

/// The same, kept in a file, if one is named, and gone on with if that is there. What is counted is then counted over
/// all runs. The file stays, also at the end: whoever has put the answer where it cannot be lost may remove it.
pub fn whole_kept(
    shape: &Shape,
    multi: bool,
    most: usize,
    threads: usize,
    keeping: Option<&Keeping>,
    meter: &mut Meter<'_>,
) -> Result<Option<Whole>, KeepError> {
    counted(shape, multi, most, threads, keeping.map(Keeper::new), None, meter)
}

fn counted(
    shape: &Shape,
    multi: bool,
    most: usize,
    threads: usize,
    keeper: Option<Keeper<'_>>,
    crew: Option<&Arc<Crew>>,
    meter: &mut Meter<'_>,
) -> Result<Option<Whole>, KeepError> {
    let (rows, cols) = (shape.rows(), shape.cols());
    if rows < 2 || cols < 2 || shape.cells() > MAX_CELLS {
        return Ok(None);
    }
    // Steps along a row are done by the word, so the longer side lies along it.
    let turned = rows > cols;
    let size = Size {
        rows: rows.min(cols),
        cols: rows.max(cols),
        blank: if turned { transposed(shape.blank_home(), cols, rows) } else { shape.blank_home() },
        multi,
    };
    let mut found = match size.explore(threads.max(1), most, keeper, crew, meter) {
        // The leader could not go on, and has said why.
        Err(KeepError::Io(error)) if error.kind() == io::ErrorKind::Interrupted => {
            Whole { by_distance: vec![1], stopped: Some(Stop::Cancelled), ..Whole::default() }
        }
        found => found?,
    };
    if turned {
        for board in &mut found.farthest {
            *board = (0..rows * cols)
                .map(|cell| transposed(board[transposed(cell, cols, rows)].into(), rows, cols) as u16)
                .collect();
        }
    }
    Ok(Some(found))
}

/// The cell of a board with rows of `cols` cells after rows and columns are exchanged: then a row has `rows` cells.
fn transposed(cell: usize, cols: usize, rows: usize) -> usize {
    cell % cols * rows + cell / cols
}

/// What is explored.
struct Size {
    rows: usize,
    cols: usize,
    /// The cell of the blank at the goal.
    blank: usize,
    multi: bool,
}

/// The value of two bits: not reached.
const NEW: u32 = 0;
/// In the layers with even and with odd numbers, while they are new.
const LAYERS: [u32; 2] = [1, 2];
/// Expanded: both bits.
const OLD: u32 = 3;
/// The lower of the two bits of every cell.
const LOWER: u32 = 0x5555_5555;

/// The lower bits of the cells that have a value.
#[inline(always)]
fn having(word: u32, value: u32) -> u32 {
    let differs = word ^ (LOWER * value);
    !(differs | (differs >> 1)) & LOWER
}

/// What there is of a breadth-first search at any moment.
struct Sweep {
    words: Vec<AtomicU32>,
    /// The sizes of the layers that are complete, the one that is expanded included.
    by_distance: Vec<u64>,
    /// How large the layer is that is expanded, and how much of it is done.
    layer: u64,
    done: u64,
    /// Boards of the next layer so far.
    found: u64,
    /// Boards that were expanded in all.
    expanded: u64,
    /// Boards of the layer that are done, if they are listed: pairs of orders, and cells of the blank.
    listed: Vec<(u32, u8)>,
}

impl Size {
    /// The goal, in as much memory as the words take whose number this is; whether it is among them.
    fn begin(&self, pairs: usize, has_goal: bool, meter: &mut Meter<'_>) -> Result<Sweep, Stop> {
        meter.reserve(pairs as u64 * size_of::<AtomicU32>() as u64)?;
        let mut words: Vec<AtomicU32> = Vec::new();
        words.try_reserve_exact(pairs).map_err(|_| Stop::Memory)?;
        words.resize_with(pairs, AtomicU32::default);
        if has_goal {
            words[0] = AtomicU32::new(LAYERS[0] << (2 * self.blank));
        }
        let (by_distance, listed) = (vec![1], Vec::new());
        Ok(Sweep { words, by_distance, layer: 1, done: 0, found: 0, expanded: 0, listed })
    }

    fn explore(
        &self,
        threads: usize,
        most: usize,
        mut keeper: Option<Keeper<'_>>,
        crew: Option<&Arc<Crew>>,
        meter: &mut Meter<'_>,
    ) -> Result<Whole, KeepError> {
        let ranks = Ranks::new(self.rows * self.cols);
        let share = crew.map(|crew| Share::new(crew, &ranks));
        let own = share.as_ref().map_or(0..ranks.pairs(), Share::own);
        let mut begun = self.begin(own.len(), own.start == 0 && !own.is_empty(), meter);
        if let Some(share) = &share {
            begun = share.all_or_none(begun, meter);
        }
        let mut sweep = match begun {
            Ok(sweep) => sweep,
            Err(stop) => {
                return Ok(Whole { by_distance: vec![1], stopped: Some(stop), ..Whole::default() });
            }
        };
        if let Some(keeper) = &keeper
            && keeper.read(self, &mut sweep, share.as_ref())?
            && share.as_ref().is_none_or(Share::leads)
        {
            meter.stats.expanded += sweep.expanded;
        }
        loop {
            // How large the layer is is known, so no part of it is begun that a limit would cut off.
            let left = meter.limits().nodes.map_or(u64::MAX, |max| max.saturating_sub(meter.stats.expanded));
            let mut stopped = (left < sweep.layer - sweep.done).then_some(Stop::Nodes);
            let mut is_due = stopped.is_some();
            // Where others have a part of what is to be kept, they are told by a pass that is broken off.
            if stopped.is_none() || (keeper.is_some() && share.is_some()) {
                let keeping = keeper.as_ref();
                (stopped, is_due) =
                    self.pass(&ranks, &mut sweep, threads, keeping, share.as_ref(), stopped, meter);
            }
            if let Some(keeper) = keeper.as_mut().filter(|_| is_due) {
                keeper.write(self, &sweep, share.as_ref())?;
            }
            if stopped.is_some() {
                return Ok(Whole { by_distance: sweep.by_distance, stopped, ..Whole::default() });
            }
            if sweep.done < sweep.layer {
                continue;
            }
            if sweep.found == 0 {
                if let Some(share) = &share {
                    share.bring_together(&mut sweep.listed);
                }
                sweep.listed.sort_unstable();
                let listed = sweep.listed.iter().take(most);
                let farthest = listed.map(|&board| self.labels(&ranks, board)).collect();
                let sent = share.as_ref().map_or([0; 2], |share| share.sent(meter));
                return Ok(Whole { by_distance: sweep.by_distance, farthest, sent, stopped: None });
            }
            sweep.by_distance.push(sweep.found);
            (sweep.layer, sweep.done, sweep.found) = (sweep.found, 0, 0);
            sweep.listed.clear();
            meter.tell(Event::Bound(sweep.by_distance.len() as u64 - 1));
        }
    }

    /// Expands what is left of a layer, or as much of it as there is time for until it is to be kept. Why it had to
    /// stop, if it had, and whether it is to be kept.
    #[expect(clippy::too_many_arguments)]
    fn pass(
        &self,
        ranks: &Ranks,
        sweep: &mut Sweep,
        threads: usize,
        keeper: Option<&Keeper<'_>>,
        share: Option<&Share>,
        stopped: Option<Stop>,
        meter: &mut Meter<'_>,
    ) -> (Option<Stop>, bool) {
        let is_even = sweep.by_distance.len() % 2 == 1;
        let values = if is_even { LAYERS } else { [LAYERS[1], LAYERS[0]] };
        let layer = Layer::new(self, ranks, &sweep.words, values, sweep.layer <= LISTED, share);
        let before = meter.stats.expanded;
        let mut stopped = layer.expand(threads, keeper, stopped, meter);
        let mut expanded = meter.stats.expanded - before;
        let mut found = layer.found.load(Ordering::Relaxed);
        let mut is_due = stopped.is_some() || keeper.is_some_and(Keeper::is_due);
        if let Some(share) = share {
            let says = |what: bool| u64::from(what && share.leads() && keeper.is_some());
            let own = [expanded, found, says(is_due), says(stopped.is_some())];
            is_due = false;
            if stopped.is_none() || layer.comes_together(keeper) {
                let is_patient = keeper.is_some();
                match share.total(own, &mut || if is_patient { Ok(()) } else { meter.check_clock() }) {
                    Ok(total) => {
                        [expanded, found] = [total[0], total[1]];
                        is_due = total[2] > 0;
                        stopped = stopped.or((total[3] > 0).then_some(Stop::Cancelled));
                    }
                    Err(stop) => stopped = Some(stop),
                }
            }
        }
        sweep.done += expanded;
        sweep.expanded += expanded;
        sweep.found += found;
        sweep.listed.append(&mut layer.listed.into_inner().unwrap_or_else(PoisonError::into_inner));
        (stopped, is_due)
    }

    /// Whether the tiles are in an odd order when the blank is on this cell: steps along rows do not change the order,
    /// and a step along a column takes a tile over `cols - 1` others.
    #[inline(always)]
    fn is_odd_at(&self, blank: usize) -> bool {
        self.cols.is_multiple_of(2) && (blank / self.cols + self.blank / self.cols) % 2 == 1
    }

    /// The order of the tiles among two whose rank differs by one, given the even one, and which it is.
    #[inline(always)]
    fn order_at(&self, blank: usize, even: &Order, ranks: &Ranks) -> (Order, bool) {
        let second = even.is_odd() != self.is_odd_at(blank);
        let mut order = *even;
        if second {
            order.swap_last(ranks.tiles);
        }
        (order, second)
    }

    /// A board: each tile by its goal cell, the blank too.
    fn labels(&self, ranks: &Ranks, (pair, blank): (u32, u8)) -> Vec<u16> {
        let (pair, blank) = (pair as usize, usize::from(blank));
        let even = ranks.order(&ranks.head(pair / ranks.block()), pair % ranks.block());
        let (order, _) = self.order_at(blank, &even, ranks);
        // Tiles are numbered without the blank, goal cells with it.
        let label = |&tile: &u8| u16::from(tile) + u16::from(usize::from(tile) >= self.blank);
        let mut labels: Vec<u16> = order.tiles(ranks.tiles).iter().map(label).collect();
        labels.insert(blank, self.blank as u16);
        labels
    }
}

/// A layer that is expanded.
struct Layer<'a> {
    size: &'a Size,
    ranks: &'a Ranks,
    words: &'a [AtomicU32],
    /// The values of the boards that are expanded and of those that they lead to.
    now: u32,
    next: u32,
    /// The next block of pairs to be looked at.
    block: AtomicUsize,
    /// Boards that were found, and those expanded of which the meter was not told yet.
    found: AtomicU64,
    untold: AtomicU64,
    halt: AtomicBool,
    /// Whether what is expanded is listed: pairs of orders, and cells of the blank.
    lists: bool,
    listed: Mutex<Vec<(u32, u8)>>,
    /// The processes that have other words; the first word that this one has, and the block behind its last.
    share: Option<&'a Share>,
    base: usize,
    end: usize,
}

/// Bits to be set: which word, and how far to shift them.
type Target = (u32, u32);

/// So many are collected before they are set.
const TARGETS: usize = 512;

impl<'a> Layer<'a> {
    fn new(
        size: &'a Size,
        ranks: &'a Ranks,
        words: &'a [AtomicU32],
        [now, next]: [u32; 2],
        lists: bool,
        share: Option<&'a Share>,
    ) -> Self {
        let own = share.map_or(0..ranks.pairs(), Share::own);
        Self {
            share,
            base: own.start,
            end: own.end / ranks.block(),
            size,
            ranks,
            words,
            now,
            next,
            block: AtomicUsize::new(own.start / ranks.block()),
            found: AtomicU64::new(0),
            untold: AtomicU64::new(0),
            halt: AtomicBool::new(false),
            lists,
            listed: Mutex::default(),
        }
    }

    /// Whether processes come together even where the leader is to stop: to keep what they have.
    fn comes_together(&self, keeper: Option<&Keeper<'_>>) -> bool {
        keeper.is_some() && self.share.is_some_and(|share| !share.is_over())
    }

    /// Breaks off; the leader tells the others, if they are to come together for what is kept.
    fn break_off(&self, keeper: Option<&Keeper<'_>>) {
        if !self.halt.swap(true, Ordering::Relaxed)
            && keeper.is_some()
            && let Some(share) = self.share.filter(|share| share.leads())
        {
            share.pause();
        }
    }

    /// Expands all boards of the layer, unless it is told to stop, or time to keep what is done, which of several
    /// processes the leader knows.
    fn expand(
        &self,
        threads: usize,
        keeper: Option<&Keeper<'_>>,
        mut stopped: Option<Stop>,
        meter: &mut Meter<'_>,
    ) -> Option<Stop> {
        let keeps_time = self.share.is_none_or(Share::leads);
        let mut tell = || {
            stopped = stopped.or(meter.expand_many(self.untold.swap(0, Ordering::Relaxed)).err());
            stopped =
                stopped.or(self.share.and_then(|share| share.take_in(&mut |bytes| self.take_in(bytes))));
            if stopped.is_some() || (keeps_time && keeper.is_some_and(Keeper::is_due)) {
                self.break_off(keeper);
            }
        };
        tell();
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(&mut || ()));
            }
            self.work(&mut tell);
        });
        tell();
        let Some(share) = self.share.filter(|_| stopped.is_none() || self.comes_together(keeper)) else {
            return stopped;
        };
        let mut late = None;
        let finished = share.finish(&mut |bytes| self.take_in(bytes), &mut || match meter.check_clock() {
            Err(why) if keeper.is_some() => {
                late = late.or(Some(why));
                self.break_off(keeper);
                Ok(())
            }
            clock => clock,
        });
        stopped.or(late).or(finished.err())
    }

    /// Takes blocks of words until none is left.
    fn work(&self, after_each: &mut dyn FnMut()) {
        let mut targets = Vec::with_capacity(2 * TARGETS);
        loop {
            let block = self.block.fetch_add(1, Ordering::Relaxed);
            if block >= self.end || self.halt.load(Ordering::Relaxed) {
                return;
            }
            self.expand_block(block, &mut targets);
            after_each();
        }
    }

    fn expand_block(&self, block: usize, targets: &mut Vec<Target>) {
        let head = self.ranks.head(block);
        let first = block * self.ranks.block();
        let (mut expanded, mut found) = (0, 0);
        for number in 0..self.ranks.block() {
            let pair = first + number;
            let word = self.words[pair - self.base].load(Ordering::Relaxed);
            let here = having(word, self.now);
            if here == 0 {
                continue;
            }
            expanded += u64::from(here.count_ones());
            found += self.along_rows(pair, word, here);
            self.along_columns(pair, here, &self.ranks.order(&head, number), targets);
            if targets.len() >= TARGETS {
                found += self.reach(targets);
            }
        }
        found += self.reach(targets);
        self.found.fetch_add(found, Ordering::Relaxed);
        self.untold.fetch_add(expanded, Ordering::Relaxed);
    }

    /// Makes the boards in `here` old and reaches those beside them in their rows; how many are new.
    fn along_rows(&self, pair: usize, word: u32, here: u32) -> u64 {
        let cols = self.size.cols;
        let first_row = LOWER & ((1_u64 << (2 * cols)) - 1) as u32;
        let mut reached = 0;
        for row in 0..self.size.rows {
            let row = first_row << (2 * cols * row);
            let here = here & row;
            reached |= match self.size.multi {
                true if here == 0 => 0,
                true => row,
                false => ((here << 2) | (here >> 2)) & row,
            };
        }
        let fresh = reached & having(word, NEW);
        let before =
            self.words[pair - self.base].fetch_or((here * OLD) | (fresh * self.next), Ordering::Relaxed);
        (fresh & having(before, NEW)).count_ones().into()
    }

    /// Collects the boards that steps along columns lead to.
    fn along_columns(&self, pair: usize, mut here: u32, even: &Order, targets: &mut Vec<Target>) {
        let Size { rows, cols, multi, .. } = *self.size;
        let farthest = if multi { rows } else { 1 };
        while here != 0 {
            let blank = here.trailing_zeros() as usize / 2;
            here &= here - 1;
            if self.lists {
                self.list(pair, blank);
            }
            let (order, second) = self.size.order_at(blank, even, self.ranks);
            let rank = 2 * pair as i64 + i64::from(second);
            let (mut there, mut at, mut to) = (order, rank, blank);
            for _ in 0..farthest.min(rows - 1 - blank / cols) {
                at += there.take_to_front(to, cols, &self.ranks.weights);
                to += cols;
                targets.push(((at >> 1) as u32, 2 * to as u32));
            }
            let (mut there, mut at, mut to) = (order, rank, blank);
            for _ in 0..farthest.min(blank / cols) {
                to -= cols;
                at += there.take_to_back(to, cols, &self.ranks.weights);
                targets.push(((at >> 1) as u32, 2 * to as u32));
            }
        }
    }

    /// Reaches what was collected; how many are new. What is in the words of other processes is sent to them.
    fn reach(&self, targets: &mut Vec<Target>) -> u64 {
        if let Some(share) = self.share {
            share.send_away(targets);
        }
        self.reach_own(targets)
    }

    /// Reaches what other processes have found.
    fn take_in(&self, bytes: &[u8]) {
        if Share::is_pause(bytes) {
            return self.halt.store(true, Ordering::Relaxed);
        }
        let mut targets: Vec<Target> = targets_in(bytes).collect();
        self.found.fetch_add(self.reach_own(&mut targets), Ordering::Relaxed);
    }

    /// Reaches what is in the words at hand; how many are new.
    fn reach_own(&self, targets: &mut Vec<Target>) -> u64 {
        // Most are not new. To look first, without a branch, lets memory answer many at the same time.
        let mut new = 0;
        for at in 0..targets.len() {
            let (word, shift) = targets[at];
            targets[new] = (word, shift);
            let there = self.words[word as usize - self.base].load(Ordering::Relaxed);
            new += usize::from((there >> shift) & OLD == NEW);
        }
        let mut found = 0;
        for &(word, shift) in &targets[..new] {
            let before =
                self.words[word as usize - self.base].fetch_or(self.next << shift, Ordering::Relaxed);
            found += u64::from((before >> shift) & OLD == NEW);
        }
        targets.clear();
        found
    }

    fn list(&self, pair: usize, blank: usize) {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner).push((pair as u32, blank as u8));
    }
}

#[cfg(test)]
mod tests;
