//! A short piece of a solution, solved optimally by IDA* on the board itself.

use slidewise_search::{Meter, Stop};

use super::super::space::Slide;
use super::tape::Tape;

/// The search for shorter ways, with tables that last for a pass.
pub(super) struct Window {
    /// Where each label has to go; where it is, for those that the piece does not move.
    targets: Vec<u16>,
    /// Which cells belong to the piece, by the number of the piece.
    stamps: Vec<u32>,
    stamp: u32,
    cells: Vec<u16>,
    way: Vec<Slide>,
    /// Expansions allowed for a piece, and what is left of them.
    budget: u32,
    nodes: u32,
}

impl Window {
    pub(super) fn new(tape: &Tape, budget: u32) -> Self {
        let cells = tape.shape().cells();
        Self {
            targets: vec![0; cells],
            stamps: vec![0; cells],
            stamp: 0,
            cells: Vec::new(),
            way: Vec::new(),
            budget,
            nodes: 0,
        }
    }

    /// A shorter way for the next `length` moves, if the budget suffices to find one.
    pub(super) fn solve(
        &mut self,
        tape: &mut Tape,
        length: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Slide>>, Stop> {
        let least = self.aim(tape, length);
        self.nodes = self.budget;
        let mut bound = least;
        // Every way has the same parity, so the next one worth looking for is two shorter.
        while bound + 2 <= length as u32 && self.nodes > 0 {
            self.way.clear();
            if self.search(tape, least, bound, usize::MAX, meter)? {
                return Ok(Some(self.way.clone()));
            }
            bound += 2;
        }
        Ok(None)
    }

    /// Sets the targets to where the next moves take the tiles. Returns the Manhattan distance to there.
    fn aim(&mut self, tape: &mut Tape, length: usize) -> u32 {
        self.stamp += 1;
        self.cells.clear();
        let start = tape.blank();
        let piece: Vec<Slide> = tape.upcoming().take(length).collect();
        for cell in std::iter::once(start).chain(piece.iter().map(|slide| usize::from(slide.to))) {
            if self.stamps[cell] != self.stamp {
                self.stamps[cell] = self.stamp;
                self.cells.push(cell as u16);
            }
        }
        piece.iter().for_each(|slide| tape.step(slide.to.into()));
        for &cell in &self.cells {
            self.targets[tape.label(cell.into())] = cell;
        }
        piece.iter().rev().for_each(|slide| tape.step(slide.from.into()));
        let tiles = self.cells.iter().filter(|&&cell| usize::from(cell) != start);
        let distance = |&cell: &u16| {
            let target = self.targets[tape.label(cell.into())];
            tape.shape().distance(cell.into(), target.into())
        };
        tiles.map(distance).sum()
    }

    /// Depth-first search for a way with `g + h` within `bound`; `h` is the estimate here, `from` the cell that the
    /// blank came from. The tape is as before when it returns.
    fn search(
        &mut self,
        tape: &mut Tape,
        h: u32,
        bound: u32,
        from: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if h == 0 || self.nodes == 0 {
            return Ok(h == 0);
        }
        self.nodes -= 1;
        meter.expand()?;
        let blank = tape.blank();
        let g = self.way.len() as u32;
        let (exits, cols) = (tape.shape().exits(blank), tape.shape().cols());
        let ways =
            [(1, blank.wrapping_sub(cols)), (2, blank + cols), (4, blank.wrapping_sub(1)), (8, blank + 1)];
        for (bit, next) in ways {
            if exits & bit == 0 || next == from {
                continue;
            }
            let target = self.target(tape, next);
            let nearer = tape.shape().distance(blank, target) < tape.shape().distance(next, target);
            let h = if nearer { h - 1 } else { h + 1 };
            if g + 1 + h > bound {
                continue;
            }
            self.way.push(Slide { from: blank as u16, to: next as u16 });
            tape.step(next);
            let found = self.search(tape, h, bound, blank, meter);
            tape.step(blank);
            if found? {
                return Ok(true);
            }
            self.way.pop();
        }
        Ok(false)
    }

    /// Where the tile at a cell has to go.
    #[inline]
    fn target(&mut self, tape: &Tape, cell: usize) -> usize {
        let label = tape.label(cell);
        if self.stamps[cell] != self.stamp {
            // Outside of the piece nothing has to move: the tile met there for the first time belongs there.
            self.stamps[cell] = self.stamp;
            self.targets[label] = cell as u16;
        }
        self.targets[label].into()
    }
}
