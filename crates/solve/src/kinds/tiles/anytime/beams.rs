//! Beams over the whole board, from the start or from the goal, with the best guide that there is for the size.

use std::time::Duration;

use slidewise_puzzles::tiles::beams::{MAX_CELLS, beam};
use slidewise_puzzles::tiles::heuristic::{Guide, Guided, Learned, LineByLine, LinearConflict};
use slidewise_puzzles::tiles::{Shape, Slide};
use slidewise_search::engine::BeamOptions;
use slidewise_search::{Cost, Limits, Meter, Solution, Stop, Verdict};

use super::attempts::{Found, shortest};
use super::{Anytime, Best, ROUND_POLISH};

/// Beyond so many cells, no table is stretched: it would take more than 100 MB.
const STRETCHED_CELLS: usize = 100;
/// With less time left than this, no table is stretched: it takes a third of that, and cannot be stopped.
const TO_STRETCH: Duration = Duration::from_secs(1);
/// A learned table that is stretched to more than this many times its cells needs a guide.
const UNGUIDED: f64 = 1.34;
/// Narrower boards have hardly anything but lines in work, and nowhere to carry tiles past each other.
const NARROW: usize = 4;
/// Memory for beams where no limit is set.
const MEMORY: u64 = 3 << 29;
/// Bytes for each position in a layer of a beam, besides the state itself, of which there are up to four: the layer
/// and the one before, with room to grow.
const BEAM_BYTES: u64 = 500;

/// The part of the time left that the last beams get; then pieces of what they found are looked at.
const FOR_THE_LAST: f64 = 0.94;
/// The same where there is no table for the whole board, but one for its parts: pieces then gain more.
const BEFORE_PIECES: f64 = 0.85;
/// The same where there are tables to prove with that what was found is optimal.
const BEFORE_PROOF: f64 = 0.4;

/// Beams from both ends.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) width: usize,
    /// It has nearly all the time that is left, and becomes as wide as that allows.
    pub(super) is_last: bool,
}

impl Anytime<'_> {
    /// Whether beams over the whole board are worth trying.
    pub(super) fn is_for_beams(&self) -> bool {
        self.shape.cells() <= MAX_CELLS
    }

    /// What beams follow to the goal of `shape`.
    fn guide(&self, shape: &Shape, meter: &Meter<'_>) -> Guide {
        let cells = self.shape.cells();
        let in_time = meter.remaining().time.is_none_or(|left| left > TO_STRETCH);
        let in_memory = self.for_tables(meter).is_none_or(|left| (cells as u64).pow(4) <= left);
        let stretches = cells <= STRETCHED_CELLS && in_time && in_memory;
        let stretched = || stretches.then(|| self.tables.learned_or_stretched(&self.shape)).flatten();
        match self.learned(meter).or_else(stretched) {
            Some(table) if self.is_little_stretched() => table.into(),
            Some(table) => Guided::new(table, shape).into(),
            None if self.shape.rows().min(self.shape.cols()) < NARROW => LinearConflict.into(),
            None => LineByLine::new(shape).into(),
        }
    }

    /// Whether there is a table for boards of this size or hardly smaller ones.
    fn is_little_stretched(&self) -> bool {
        let tables = self.tables.learned_within(&self.shape, usize::MAX);
        let most = |table: &Learned| UNGUIDED * (table.size().0 * table.size().1) as f64;
        tables.iter().any(|table| self.shape.cells() as f64 <= most(table))
    }

    /// The part of the time left that the last beams get.
    pub(super) fn for_the_last(&self, meter: &Meter<'_>) -> f64 {
        match self.for_proof() {
            Some(_) => BEFORE_PROOF,
            None if self.learned(meter).is_none() => BEFORE_PIECES,
            None => FOR_THE_LAST,
        }
    }

    /// The widest beams over so many moves of which two fit into memory.
    pub(super) fn widest(&self, moves: usize, meter: &Meter<'_>) -> usize {
        let memory = self.memory(meter).unwrap_or(MEMORY).min(MEMORY) / 2;
        let per_position = BEAM_BYTES + 4 * self.shape.cells() as u64 + 6 * moves as u64;
        (memory / per_position) as usize
    }

    /// Looks for a shorter solution by beam search from both ends: at the same time, which keeps two threads
    /// busier than one beam can.
    pub(super) fn beams(
        &self,
        best: &mut Best,
        round: Round,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.threads <= 1 {
            return [false, true].into_iter().try_for_each(|backwards| {
                // The first of two has half of the time.
                let share = if backwards { 1.0 } else { 0.5 };
                let found = self.beam(self.options(best, round, share, seed, meter), backwards, meter)?;
                self.polish_if_shorter(best, found, round.width, meter)
            });
        }
        let threads = self.threads / 2;
        let options = BeamOptions { threads, ..self.options(best, round, 1.0, seed, meter) };
        let memory = self.memory(meter);
        let beam = |number, meter: &mut Meter<'_>| self.beam(options, number == 1, meter);
        let (found, end) = shortest(2, memory, &beam, meter);
        let polished = self.polish_if_shorter(best, found, round.width, meter);
        end.and(polished)
    }

    /// The options for a beam that may have `share` of the time that the round has.
    fn options(&self, best: &Best, round: Round, share: f64, seed: u64, meter: &Meter<'_>) -> BeamOptions {
        let limit = best.moves.len().saturating_sub(2) as Cost;
        let depth_limit = Some(limit);
        let time = meter.remaining().time.filter(|_| round.is_last);
        let Some(time) = time else {
            return BeamOptions { seed, depth_limit, ..BeamOptions::width(round.width) };
        };
        let time = Some(time.mul_f64(share * self.for_the_last(meter)));
        BeamOptions { seed, depth_limit, time, ..BeamOptions::width(self.widest(best.moves.len(), meter)) }
    }

    fn polish_if_shorter(
        &self,
        best: &mut Best,
        found: Option<Vec<Slide>>,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if !self.take_if_shorter(best, found, meter) {
            return Ok(());
        }
        self.polish(best, width.min(ROUND_POLISH), meter)
    }

    /// A beam's solution, if it finds one. Only the meter's limits are errors: a beam may find nothing, or turn out to
    /// be too wide for the memory.
    fn beam(&self, options: BeamOptions, backwards: bool, meter: &mut Meter<'_>) -> Found {
        let (shape, labels) =
            if backwards { self.way_back() } else { (self.shape.clone(), self.labels.clone()) };
        let guide = self.guide(&shape, meter);
        let found = meter.part(Limits::default(), |meter| beam(&shape, &labels, &guide, options, meter));
        let turned = |moves: Vec<Slide>| -> Vec<Slide> {
            moves.iter().rev().map(|slide| Slide { from: slide.to, to: slide.from }).collect()
        };
        match found {
            Some(Verdict::Solved(Solution { moves, .. })) if backwards => Ok(Some(turned(moves))),
            Some(Verdict::Solved(Solution { moves, .. })) => Ok(Some(moves)),
            None
            | Some(
                Verdict::Unsolvable | Verdict::Stopped { why: Stop::Width | Stop::Depth | Stop::Memory, .. },
            ) => Ok(None),
            Some(Verdict::Stopped { why, .. }) => Err(why),
        }
    }

    /// The puzzle from the goal to the start: a tile's goal and place change roles.
    fn way_back(&self) -> (Shape, Vec<u16>) {
        let mut labels = vec![0; self.labels.len()];
        for (cell, &label) in self.labels.iter().enumerate() {
            labels[usize::from(label)] = cell as u16;
        }
        let blank = usize::from(labels[self.shape.blank_home()]);
        (Shape::new(self.shape.rows(), self.shape.cols(), blank), labels)
    }
}
