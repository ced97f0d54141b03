//! A beam without end: it looks some moves ahead, commits itself to the first moves of its best way, and goes on with
//! what agrees with them.
//!
//! All positions of a layer are short ways from one board, which is changed and changed back to look at them. They
//! are kept in the order of a walk through the tree of ways, so that going from one to the next takes back only
//! what the two do not share. A layer costs some hundred nanoseconds for each of its positions.

use slidewise_search::{Meter, Stop};

use super::super::construct::Grid;
use super::super::space::Slide;

/// Moves that a beam looks ahead, at most.
const HORIZON: usize = 40;
/// Moves to which it commits itself at a time.
pub(super) const COMMITTED: usize = 16;
/// Positions remembered for each place in the beam, about: those of the last layers are not visited again.
const REMEMBERED: usize = 64;

/// Tells a beam what is good.
pub(super) trait Guide {
    /// What a position is ranked by.
    type Partial: Copy;
    /// That of the board as it is.
    fn begin(&self, grid: &Grid) -> Self::Partial;
    /// That of the board after a step of the blank, from that before it.
    fn after(&self, grid: &Grid, before: Self::Partial, step: Slide) -> Self::Partial;
    /// Lower is better.
    fn rank(&self, partial: Self::Partial, blank: usize) -> i64;
    /// Is told where the blank has gone for good.
    fn visited(&mut self, cell: usize);
    /// Whether the beam can stop there.
    fn is_end(&self, partial: Self::Partial) -> bool;
}

/// A way of the blank from the board as it is.
#[derive(Clone, Copy)]
struct Way<P> {
    rank: i64,
    partial: P,
    hash: u64,
    /// The cells of the blank, from where it is.
    cells: [u16; HORIZON + 1],
}

/// A way and one step more, which may be kept.
#[derive(Clone, Copy)]
struct Candidate<P> {
    rank: i64,
    hash: u64,
    parent: u32,
    to: u16,
    partial: P,
}

/// The beam.
pub(super) struct Rolling<P> {
    width: usize,
    seed: u64,
    /// Steps in each of the ways.
    depth: usize,
    ways: Vec<Way<P>>,
    next: Vec<Way<P>>,
    candidates: Vec<Candidate<P>>,
    seen: Vec<u64>,
}

impl<P: Copy> Rolling<P> {
    pub(super) fn new<G: Guide<Partial = P>>(grid: &Grid, guide: &G, width: usize, seed: u64) -> Self {
        let mut cells = [0; HORIZON + 1];
        cells[0] = grid.blank() as u16;
        let width = width.max(1);
        Self {
            width,
            seed,
            depth: 0,
            ways: vec![Way { rank: 0, partial: guide.begin(grid), hash: 0, cells }],
            next: Vec::new(),
            candidates: Vec::new(),
            seen: vec![u64::MAX; (width * REMEMBERED).next_power_of_two()],
        }
    }

    /// Goes on until it can commit itself, and makes those moves. False if it need not or cannot go on.
    pub(super) fn advance<G: Guide<Partial = P>>(
        &mut self,
        grid: &mut Grid,
        guide: &mut G,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while self.depth < HORIZON {
            self.ways.iter().try_for_each(|_| meter.expand())?;
            self.expand(grid, guide);
            meter.stats.generated += self.candidates.len() as u64;
            self.keep_best();
            if self.ways.is_empty() {
                return Ok(false);
            }
            if let Some(end) = self.ways.iter().find(|way| guide.is_end(way.partial)) {
                end.cells[1..=self.depth].iter().for_each(|&cell| grid.append(cell.into()));
                return Ok(false);
            }
        }
        self.commit(grid, guide);
        Ok(true)
    }

    /// Collects the steps on from all ways, but those back.
    fn expand<G: Guide<Partial = P>>(&mut self, grid: &mut Grid, guide: &G) {
        self.candidates.clear();
        let mut made: [u16; HORIZON + 1] = self.ways.first().map_or([0; HORIZON + 1], |way| way.cells);
        let mut count = 0;
        for (parent, way) in self.ways.iter().enumerate() {
            let shared = (0..count).take_while(|&i| made[i + 1] == way.cells[i + 1]).count();
            made[shared..count].iter().rev().for_each(|&cell| grid.exchange(cell.into()));
            way.cells[shared + 1..=self.depth].iter().for_each(|&cell| grid.exchange(cell.into()));
            (made, count) = (way.cells, self.depth);
            let blank = grid.blank();
            let back = self.depth.checked_sub(1).map_or(usize::MAX, |i| way.cells[i].into());
            for to in grid.beside(blank).filter(|&to| to != back) {
                let tile = grid.label(to);
                let hash = way.hash ^ mix(self.seed, tile, to) ^ mix(self.seed, tile, blank);
                if self.seen[self.slot(hash)] == hash {
                    continue;
                }
                grid.exchange(to);
                let step = Slide { from: blank as u16, to: to as u16 };
                let partial = guide.after(grid, way.partial, step);
                grid.exchange(blank);
                let rank = guide.rank(partial, to);
                let (parent, to) = (parent as u32, to as u16);
                self.candidates.push(Candidate { rank, hash, parent, to, partial });
            }
        }
        made[..count].iter().rev().for_each(|&cell| grid.exchange(cell.into()));
    }

    /// Makes the best candidates the next layer, in the order of their parents.
    fn keep_best(&mut self) {
        if self.candidates.len() > self.width {
            self.candidates.select_nth_unstable_by_key(self.width, |c| (c.rank, c.hash));
            self.candidates.truncate(self.width);
        }
        self.candidates.sort_unstable_by_key(|c| (c.parent, c.to));
        self.depth += 1;
        self.next.clear();
        for c in &self.candidates {
            let slot = self.slot(c.hash);
            if self.seen[slot] == c.hash {
                continue;
            }
            self.seen[slot] = c.hash;
            let mut cells = self.ways[c.parent as usize].cells;
            cells[self.depth] = c.to;
            self.next.push(Way { rank: c.rank, partial: c.partial, hash: c.hash, cells });
        }
        std::mem::swap(&mut self.ways, &mut self.next);
    }

    /// Makes the first moves of the best way, and drops the ways that begin otherwise.
    fn commit<G: Guide<Partial = P>>(&mut self, grid: &mut Grid, guide: &mut G) {
        let Some(best) = self.ways.iter().min_by_key(|way| (way.rank, way.hash)).copied() else { return };
        for &cell in &best.cells[1..=COMMITTED] {
            grid.append(cell.into());
            guide.visited(cell.into());
        }
        self.ways.retain(|way| way.cells[..=COMMITTED] == best.cells[..=COMMITTED]);
        self.ways.iter_mut().for_each(|way| way.cells.copy_within(COMMITTED.., 0));
        self.depth -= COMMITTED;
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.seen.len() - 1)
    }
}

/// A random number for a tile at a cell: those of all tiles that moved, combined, tell positions apart.
#[inline]
fn mix(seed: u64, tile: usize, cell: usize) -> u64 {
    let mut x = ((tile as u64) << 20 | cell as u64) ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
