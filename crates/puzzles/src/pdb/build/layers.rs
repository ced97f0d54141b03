//! The breadth-first search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use slidewise_search::Cancel;

use super::super::layout::{Layout, ones};
use super::super::memory::{Words, prefetch};
use super::super::pattern::Pattern;
use super::keep::Keep;
use super::orders::{FEW_WORDS, MANY_WORDS, Orders};
use super::{BuildError, BuildOptions, Progress, SHARES, share_out};

/// The state of the search.
pub(in super::super) struct Layers<'a, K: Keep> {
    layout: &'a Layout,
    orders: &'a Orders,
    neighbours: Vec<u64>,
    /// All cells, and the dark ones if it were chequered.
    board: u64,
    dark: u64,
    threads: usize,
    /// The sets of each parity.
    sets: [Vec<Set>; 2],
    /// For each set where its rows begin among those of its parity.
    rows: Vec<u32>,
    keep: K,
    sides: [Side<K::Store>; 2],
}

#[derive(Clone, Copy)]
struct Set {
    number: usize,
    mask: u64,
}

/// The rows of all sets of one parity.
#[derive(Default)]
struct Side<S> {
    /// What the last layer of this parity reached, where it reached anything; with room behind it, see
    /// [`Orders::turn`].
    frontier: Words,
    visited: Words,
    /// What is kept of the distances.
    kept: S,
    progress: Vec<RowProgress>,
}

#[derive(Clone, Copy)]
struct RowProgress {
    /// States not yet reached.
    left: u32,
    /// Whether the last layer reached any.
    active: bool,
}

/// A run of sets with everything that is written for them, for one worker.
struct Share<'s, U> {
    sets: &'s [Set],
    frontier: &'s mut [u32],
    visited: &'s mut [u32],
    kept: &'s mut [U],
    progress: &'s mut [RowProgress],
}

impl<'a, K: Keep> Layers<'a, K> {
    /// Bytes that the search takes.
    pub(in super::super) fn memory(layout: &Layout, orders: &Orders) -> u64 {
        let row = 2 * size_of::<u32>() * orders.words + size_of::<K::Unit>() * K::units(orders);
        row as u64 * layout.blocks() as u64
    }

    /// A search that has reached the goal only.
    pub(in super::super) fn new(
        pattern: &Pattern,
        layout: &'a Layout,
        orders: &'a Orders,
        keep: K,
        threads: usize,
    ) -> Self {
        let is_dark = |number: &usize| pattern.steps(0, *number) % 2 == 1;
        let mut layers = Self {
            layout,
            orders,
            neighbours: pattern.neighbours(),
            board: (1 << pattern.board_cells()) - 1,
            dark: (0..pattern.board_cells()).filter(is_dark).fold(0, |dark, cell| dark | 1 << cell),
            threads,
            sets: [Vec::new(), Vec::new()],
            rows: Vec::with_capacity(layout.sets.count()),
            keep,
            sides: [Side::default(), Side::default()],
        };
        let mut rows = [0; 2];
        for (number, mask) in layout.sets.masks().enumerate() {
            let parity = layers.parity(mask);
            layers.sets[parity].push(Set { number, mask });
            layers.rows.push(rows[parity]);
            rows[parity] += layout.range(number).len() as u32;
        }
        let untouched = RowProgress { left: layout.perms.count() as u32, active: false };
        layers.sides = rows.map(|rows| {
            let words = rows as usize * orders.words;
            let [frontier, visited] = [MANY_WORDS, 0].map(|more| Words::zeroed(words + more));
            let kept = K::room(rows as usize * K::units(orders));
            Side { frontier, visited, kept, progress: vec![untouched; rows as usize] }
        });
        let row = layers.row(layout.sets.rank(pattern.home()), pattern.blank_end());
        let side = &mut layers.sides[layers.parity(pattern.home())];
        let (word, bit) = orders.identity();
        let reached = &mut side.frontier[row * orders.words..][..orders.words];
        reached[word] = 1 << bit;
        side.visited[row * orders.words + word] = 1 << bit;
        layers.keep.note(&mut side.kept[row * K::units(orders)..][..K::units(orders)], reached, 1);
        side.progress[row] = RowProgress { left: untouched.left - 1, active: true };
        layers
    }

    fn parity(&self, mask: u64) -> usize {
        (mask & self.dark).count_ones() as usize % 2
    }

    /// The row of a set with the blank in a free cell.
    #[inline(always)]
    fn row(&self, set: usize, blank: usize) -> usize {
        self.rows[set] as usize + usize::from(self.layout.region(set, blank))
    }

    /// What is kept of each block, in their order.
    pub(in super::super) fn kept(&self) -> Vec<&[K::Unit]> {
        let units = K::units(self.orders);
        let of_set = |(set, mask)| {
            let rows = &self.sides[self.parity(mask)].kept[self.rows[set] as usize * units..];
            rows.chunks_exact(units).take(self.layout.range(set).len())
        };
        self.layout.sets.masks().enumerate().flat_map(of_set).collect()
    }

    /// Searches until nothing new is reached.
    pub(in super::super) fn run(
        &mut self,
        home: u64,
        options: &mut BuildOptions<'_>,
    ) -> Result<(), BuildError> {
        let total = (self.layout.blocks() * self.layout.perms.count()) as u64;
        let mut done = 1;
        for depth in 1.. {
            let side = (self.parity(home) + depth) % 2;
            let mut written = std::mem::take(&mut self.sides[side]);
            let reached =
                self.layer(&self.sets[side], &mut written, &self.sides[1 - side], depth, &options.cancel);
            self.sides[side] = written;
            match reached? {
                0 => break,
                reached => done += reached,
            }
            if let Some(progress) = &mut options.progress {
                progress(Progress { done, total });
            }
        }
        Ok(())
    }

    /// Makes the next layer; returns how many states are new.
    fn layer(
        &self,
        sets: &[Set],
        written: &mut Side<K::Store>,
        read: &Side<K::Store>,
        depth: usize,
        cancel: &Cancel,
    ) -> Result<u64, BuildError> {
        let reached = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        share_out(self.shares(sets, written), self.threads, |share| {
            if cancel.is_cancelled() {
                return stop.store(true, Ordering::Relaxed);
            }
            reached.fetch_add(self.pull(share, read, depth), Ordering::Relaxed);
        });
        if stop.into_inner() { Err(BuildError::Cancelled) } else { Ok(reached.into_inner()) }
    }

    /// Cuts what is written into runs of sets.
    fn shares<'s>(&self, sets: &'s [Set], written: &'s mut Side<K::Store>) -> Vec<Share<'s, K::Unit>> {
        let Side { frontier, visited, kept, progress } = written;
        let (mut words, mut kept) = ([&mut frontier[..], visited], &mut kept[..]);
        let mut progress = &mut progress[..];
        let run = sets.len().div_ceil(self.threads * SHARES).max(1);
        let share = |sets: &'s [Set]| {
            let rows: usize = sets.iter().map(|set| self.layout.range(set.number).len()).sum();
            let cut = |words: &mut &'s mut [u32]| {
                words.split_off_mut(..rows * self.orders.words).expect("cut to measure")
            };
            let [frontier, visited] = words.each_mut().map(cut);
            let kept = kept.split_off_mut(..rows * K::units(self.orders)).expect("cut to measure");
            let progress = progress.split_off_mut(..rows).expect("cut to measure");
            Share { sets, frontier, visited, kept, progress }
        };
        sets.chunks(run).map(share).collect()
    }

    /// Makes the next layer of one share.
    fn pull(&self, share: Share<'_, K::Unit>, read: &Side<K::Store>, depth: usize) -> u64 {
        if self.orders.words <= FEW_WORDS {
            self.pull_rows::<FEW_WORDS>(share, read, depth)
        } else {
            self.pull_rows::<MANY_WORDS>(share, read, depth)
        }
    }

    fn pull_rows<const W: usize>(
        &self,
        share: Share<'_, K::Unit>,
        read: &Side<K::Store>,
        depth: usize,
    ) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just said that it knows these instructions, all that the function is
            // compiled for.
            return unsafe { self.pull_in_wide_registers::<W>(share, read, depth) };
        }
        self.pull_plainly::<W>(share, read, depth)
    }

    /// The same, compiled for processors that do eight words at a time and count bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn pull_in_wide_registers<const W: usize>(
        &self,
        share: Share<'_, K::Unit>,
        read: &Side<K::Store>,
        depth: usize,
    ) -> u64 {
        self.pull_plainly::<W>(share, read, depth)
    }

    #[inline(always)]
    fn pull_plainly<const W: usize>(
        &self,
        share: Share<'_, K::Unit>,
        read: &Side<K::Store>,
        depth: usize,
    ) -> u64 {
        let words = self.orders.words;
        let frontier = share.frontier.chunks_exact_mut(words);
        let kept = share.kept.chunks_exact_mut(K::units(self.orders));
        let states = share.visited.chunks_exact_mut(words).zip(kept);
        // The last layer stands for all beyond it, of which there are none in any table known.
        let layer = u8::try_from(depth + 1).unwrap_or(u8::MAX);
        let mut rows = frontier.zip(states).zip(share.progress);
        let mut turned = [0; W];
        let mut reached = 0;
        for &set in share.sets {
            for (region, ((frontier, (visited, kept)), progress)) in
                (0..self.layout.range(set.number).len()).zip(&mut rows)
            {
                // Late layers find most rows complete.
                progress.active =
                    progress.left > 0 && self.pull_row(set, region, read, &mut turned, frontier);
                if !progress.active {
                    continue;
                }
                let new = keep_new(frontier, visited);
                self.keep.note(kept, frontier, layer);
                progress.active = new > 0;
                progress.left -= new;
                reached += u64::from(new);
            }
        }
        reached
    }

    /// Gathers in `next` what one step of any tile leads to in one row; whether there was anything to gather.
    /// `turned` is room to work in.
    #[inline(always)]
    fn pull_row<const W: usize>(
        &self,
        set: Set,
        region: usize,
        read: &Side<K::Store>,
        turned: &mut [u32; W],
        next: &mut [u32],
    ) -> bool {
        let words = self.orders.words;
        let mut waiting: Option<Pull> = None;
        for vacated in ones(!set.mask & self.board) {
            if usize::from(self.layout.region(set.number, vacated)) != region {
                continue;
            }
            for cell in ones(self.neighbours[vacated] & set.mask) {
                let pull = self.step_to(set, vacated, cell);
                if !read.progress[pull.source].active {
                    continue;
                }
                prefetch(&read.frontier[pull.source * words..][..words]);
                // The one before, while memory answers.
                match waiting.replace(pull) {
                    Some(pull) => self.take(pull, read, turned, next),
                    None => next.fill(0),
                }
            }
        }
        if let Some(pull) = waiting {
            self.take(pull, read, turned, next);
        }
        waiting.is_some()
    }

    /// The step that leads to a set, in which a tile leaves a cell for another.
    #[inline(always)]
    fn step_to(&self, set: Set, vacated: usize, cell: usize) -> Pull {
        let before = set.mask ^ (1 << cell) ^ (1 << vacated);
        Pull {
            source: self.row(self.layout.sets.rank(before), cell),
            from: (before & ((1 << vacated) - 1)).count_ones() as usize,
            to: (set.mask & ((1 << cell) - 1)).count_ones() as usize,
        }
    }

    #[inline(always)]
    fn take<const W: usize>(
        &self,
        pull: Pull,
        read: &Side<K::Store>,
        turned: &mut [u32; W],
        next: &mut [u32],
    ) {
        let row = read.frontier[pull.source * self.orders.words..].first_chunk();
        let row = row.expect("there is room behind the last row");
        self.orders.turn(row, pull.from, pull.to, turned, next);
    }
}

/// A step that leads to a row: from which one, and how the permutations turn.
#[derive(Clone, Copy)]
struct Pull {
    source: usize,
    from: usize,
    to: usize,
}

/// Drops from `next` what was visited before, and notes the rest as visited; returns how many states that is.
#[inline(always)]
pub(in super::super) fn keep_new(next: &mut [u32], visited: &mut [u32]) -> u32 {
    let mut count = 0;
    for (next, visited) in next.iter_mut().zip(visited) {
        *next &= !*visited;
        *visited |= *next;
        count += next.count_ones();
    }
    count
}
