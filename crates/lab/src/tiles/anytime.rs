//! A solution at once, a shorter one if there is time: what is used where optimal search does not reach.
//!
//! The constructive solver gives the first solution. Then beams from the start and from the goal in turn, ever wider,
//! look for something shorter than the best in hand; what they find is shortened piece by piece. Beams are guided by
//! the learned table of the board's size if there is one, else by that of a smaller size stretched to it, else by
//! Manhattan distance with linear conflicts. On boards too large for beams, pieces of the solution are solved again
//! with growing budgets.
//!
//! In between, IDA* with an admissible heuristic gets some nodes now and then: it proves lower bounds, and solves
//! easy boards optimally. It all ends when a limit is reached, when the best is proven to be near enough to the
//! optimum, or when nothing more can be tried within the memory. Everything depends on the seed and the node limit
//! only, unless a time limit cuts it short.

use super::Tables;
use slidewise_puzzles::tiles::construct::construct;
use slidewise_puzzles::tiles::heuristic::{Combined, Learned, LinearConflict};
use slidewise_puzzles::tiles::repr::Bytes;
use slidewise_puzzles::tiles::shorten::{RegionOptions, Shortener, WindowOptions};
use slidewise_puzzles::tiles::{Shape, Single, Slide, TileSpace};
use slidewise_search::engine::{Beam, BeamOptions, Deepening, Engine};
use slidewise_search::{Cost, Event, Heuristic, Limits, Meter, Solution, Stop, Verdict, Weight};

/// A puzzle with all that is known about boards of its size.
pub(super) struct Anytime<'t> {
    pub(super) shape: Shape,
    pub(super) labels: Vec<u16>,
    /// Tables for boards of this size or smaller ones, which serve pieces of it.
    pub(super) learned: Vec<Learned>,
    /// Where the table for the whole board comes from: to make it takes longer than the first solution may.
    pub(super) tables: &'t Tables,
    /// A solution to begin with, in single steps, that is known to be one.
    pub(super) first: Option<Vec<Slide>>,
    /// Admissible.
    pub(super) combined: Combined,
    /// What no solution can cost less than, from the start.
    pub(super) floor: Cost,
    /// Runs of moves in one direction count as one.
    pub(super) multi: bool,
    pub(super) threads: usize,
    pub(super) seed: u64,
    /// Stop when the best is proven to be within this factor of the optimum.
    pub(super) bound: Weight,
}

/// The best solution so far, in single steps, and the best lower bound.
struct Best {
    moves: Vec<Slide>,
    lower: Cost,
}

/// Boards with more cells are too large for beams.
const BEAM_CELLS: usize = 100;
/// Memory for beams where no limit is set.
const MEMORY: u64 = 3 << 29;
/// Bytes for each position in a layer of a beam, besides the state itself.
const BEAM_BYTES: u64 = 250;
/// Expansions of the first attempt to prove a bound.
const FIRST_PROOF: u64 = 10_000;

impl Anytime<'_> {
    /// Solves, and improves until the end.
    pub(super) fn run(&self, meter: &mut Meter<'_>) -> Verdict<Slide> {
        let Some(constructed) = construct(&self.shape, &self.labels) else { return Verdict::Unsolvable };
        let moves = match &self.first {
            Some(first) if self.cost(first) <= self.cost(&constructed) => first.clone(),
            _ => constructed,
        };
        let mut best = Best { moves, lower: self.floor };
        meter.tell(Event::Improved(self.cost(&best.moves)));
        let end = self.improve(&mut best, meter);
        let moves = self.counted(best.moves);
        let cost = moves.len() as Cost;
        let solution = Solution::bounded(moves, cost, best.lower.min(cost));
        match end {
            Ok(()) => Verdict::Solved(solution),
            Err(why) => Verdict::Stopped { why, lower_bound: solution.lower_bound, best: Some(solution) },
        }
    }

    /// Improves until the gap is closed or there is nothing more to try.
    fn improve(&self, best: &mut Best, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.polish(best, 100, meter)?;
        let mut width = 100;
        let mut proof = FIRST_PROOF;
        loop {
            if self.is_near_enough(best) {
                return Ok(());
            }
            if self.shape.cells() <= BEAM_CELLS {
                self.prove(best, proof, meter)?;
                for backwards in [false, true] {
                    if width > self.widest(best, meter) || self.is_near_enough(best) {
                        return Ok(());
                    }
                    self.beam(best, width, backwards, meter)?;
                }
            } else {
                let before = best.moves.len();
                self.polish(best, width, meter)?;
                if best.moves.len() == before && width > 100_000 {
                    return Ok(());
                }
            }
            width *= 3;
            proof *= 2;
        }
    }

    fn is_near_enough(&self, best: &Best) -> bool {
        self.bound.lower_bound(self.cost(&best.moves)) <= best.lower
    }

    /// The widest beam that fits into memory.
    fn widest(&self, best: &Best, meter: &Meter<'_>) -> usize {
        let memory = meter.limits().memory.unwrap_or(MEMORY).min(MEMORY);
        let per_position = BEAM_BYTES + 2 * self.shape.cells() as u64 + 6 * best.moves.len() as u64;
        (memory / per_position) as usize
    }

    /// Looks for a shorter solution by beam search.
    fn beam(
        &self,
        best: &mut Best,
        width: usize,
        backwards: bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let Some(limit) = best.moves.len().checked_sub(2) else { return Ok(()) };
        let options = BeamOptions {
            threads: self.threads,
            seed: self.seed,
            depth_limit: Some(limit as Cost),
            ..BeamOptions::width(width)
        };
        let found = match self.shape.cells() {
            ..=25 => self.beam_in::<25>(options, backwards, meter)?,
            26..=36 => self.beam_in::<36>(options, backwards, meter)?,
            37..=49 => self.beam_in::<49>(options, backwards, meter)?,
            50..=64 => self.beam_in::<64>(options, backwards, meter)?,
            _ => self.beam_in::<BEAM_CELLS>(options, backwards, meter)?,
        };
        if let Some(moves) = found {
            self.take(best, moves, meter);
            self.polish(best, width, meter)?;
        }
        Ok(())
    }

    fn beam_in<const N: usize>(
        &self,
        options: BeamOptions,
        backwards: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Slide>>, Stop> {
        let space = if backwards { self.way_back::<N>() } else { self.space::<N>() };
        let Some(space) = space else { return Ok(None) };
        let found = match self.tables.learned_or_stretched(&self.shape) {
            Some(table) => search(&space, &table, options, meter)?,
            None => search(&space, &LinearConflict, options, meter)?,
        };
        let turned = |moves: Vec<Slide>| -> Vec<Slide> {
            moves.iter().rev().map(|slide| Slide { from: slide.to, to: slide.from }).collect()
        };
        Ok(if backwards { found.map(turned) } else { found })
    }

    fn space<const N: usize>(&self) -> Option<TileSpace<Bytes<N>, Single>> {
        TileSpace::from_labels(self.shape.clone(), &self.labels)
    }

    /// The puzzle from the goal to the start: a tile's goal and place change roles.
    fn way_back<const N: usize>(&self) -> Option<TileSpace<Bytes<N>, Single>> {
        let mut labels = vec![0; self.labels.len()];
        for (cell, &label) in self.labels.iter().enumerate() {
            labels[usize::from(label)] = cell as u16;
        }
        let blank = usize::from(labels[self.shape.blank_home()]);
        TileSpace::from_labels(Shape::new(self.shape.rows(), self.shape.cols(), blank), &labels)
    }

    /// Raises the lower bound by IDA* with so many expansions.
    fn prove(&self, best: &mut Best, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.multi {
            return Ok(());
        }
        match self.shape.cells() {
            ..=25 => self.prove_in::<25>(best, nodes, meter),
            _ => self.prove_in::<BEAM_CELLS>(best, nodes, meter),
        }
    }

    fn prove_in<const N: usize>(
        &self,
        best: &mut Best,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let Some(space) = self.space::<N>() else { return Ok(()) };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = meter.part(limits, |meter| Deepening::new(&space, &self.combined, None).run(meter));
        match verdict {
            Verdict::Solved(solution) => {
                best.lower = best.lower.max(solution.lower_bound);
                if solution.moves.len() < best.moves.len() {
                    self.take(best, solution.moves, meter);
                }
            }
            Verdict::Stopped { why, lower_bound, .. } => {
                if lower_bound > best.lower {
                    best.lower = lower_bound;
                    meter.tell(Event::Bound(lower_bound));
                }
                if why != Stop::Nodes {
                    return Err(why);
                }
            }
            Verdict::Unsolvable => {}
        }
        meter.check_limits()
    }

    /// Shortens the best solution piece by piece, the harder the wider the beams are by now.
    fn polish(&self, best: &mut Best, width: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut shortener = Shortener::new(&self.shape, &self.labels, &best.moves);
        let result = self.polish_with(&mut shortener, width, meter);
        if shortener.len() < best.moves.len() {
            self.take(best, shortener.moves(), meter);
        }
        result
    }

    fn polish_with(
        &self,
        shortener: &mut Shortener,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let nodes = (width as u32).saturating_mul(2).clamp(300, 100_000);
        for (length, stride) in [(12, 4), (20, 5), (30, 8)] {
            shortener.windows(WindowOptions { length, stride, nodes }, meter)?;
        }
        // Wider beams than those that made the whole would cost more than they can find.
        let width = (width / 10).clamp(20, 3000);
        let options = RegionOptions { length: 100, stride: 30, width, threads: 1, seed: self.seed };
        shortener.regions(&self.learned, options, meter)?;
        Ok(())
    }

    fn take(&self, best: &mut Best, moves: Vec<Slide>, meter: &mut Meter<'_>) {
        best.moves = moves;
        meter.tell(Event::Improved(self.cost(&best.moves)));
    }

    /// The cost of single steps in the metric asked for.
    fn cost(&self, moves: &[Slide]) -> Cost {
        if self.multi { self.counted(moves.to_vec()).len() as Cost } else { moves.len() as Cost }
    }

    /// The moves as the metric counts them: steps straight on are one push there.
    fn counted(&self, moves: Vec<Slide>) -> Vec<Slide> {
        if !self.multi {
            return moves;
        }
        let same_way =
            |a: &Slide, b: &Slide| i32::from(a.to) - i32::from(a.from) == i32::from(b.to) - i32::from(b.from);
        let run = |run: &[Slide]| Slide { from: run[0].from, to: run[run.len() - 1].to };
        moves.chunk_by(same_way).map(run).collect()
    }
}

/// A beam's solution, if it finds one. Only the meter's limits are errors: a beam may find nothing.
fn search<const N: usize, H: Heuristic<TileSpace<Bytes<N>, Single>>>(
    space: &TileSpace<Bytes<N>, Single>,
    heuristic: &H,
    options: BeamOptions,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Slide>>, Stop> {
    match meter.part(Limits::default(), |meter| Beam::new(space, heuristic, options).run(meter)) {
        Verdict::Solved(solution) => Ok(Some(solution.moves)),
        Verdict::Unsolvable | Verdict::Stopped { why: Stop::Width | Stop::Depth, .. } => Ok(None),
        Verdict::Stopped { why, .. } => Err(why),
    }
}
