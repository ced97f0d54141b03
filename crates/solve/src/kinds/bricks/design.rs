//! The designer of bricks.

use slidewise_puzzles::bricks::design::{
    Bounds, Frame, Hardest, Rectangle, Set, Surveyed, Unfinished, Unplaced, survey, survey_around,
};
use slidewise_puzzles::bricks::{Condition, Goal, Position, Puzzle, write};
use slidewise_puzzles::random::Rng;

use super::{Bricks, brick_metric};
use crate::design::{Designed, Designer, Designing, HardestIn, JobLimits, OUT_OF_MEMORY};
use crate::metric::Metric;
use crate::refusal::{Refusal, Setting};
use crate::units;

/// Samples of one job.
const SAMPLES_EACH: u64 = 100;

/// How often pieces are drawn and put down before a sample is given up.
const TRIES: usize = 100;

/// Bytes that a survey takes for a placement, its key and its distance, with room to grow.
const BYTES_EACH: u64 = 32;

pub(super) fn designer(bricks: &Bricks, what: &Designing) -> Result<Box<dyn Designer>, Refusal> {
    if !bricks.puzzle.has_goal() {
        return Err(Refusal::new(Setting::Goal, "there is no goal for starts to be hard to solve for"));
    }
    let refused = |error: &dyn std::fmt::Display| Refusal::new(Setting::Pieces, error.to_string());
    let frame = match what.shapes.is_empty() {
        true => Frame::of_all(&bricks.puzzle),
        false => {
            let shapes = what.shapes.iter().map(|&(rows, cols)| Rectangle { rows, cols }).collect();
            Frame::new(&bricks.puzzle, shapes, what.pieces.0..=what.pieces.1, what.empty.0..=what.empty.1)
                .map_err(|error| refused(&error))?
        }
    };
    let sets =
        if what.samples.is_none() { frame.sets().map_err(|error| refused(&error))? } else { Vec::new() };
    if sets.is_empty() && what.samples.is_none() {
        let reason = "no number of such pieces leaves as many cells empty as was asked for";
        return Err(Refusal::new(Setting::Pieces, reason));
    }
    Ok(Box::new(BrickDesigner { frame, sets, what: what.clone() }))
}

struct BrickDesigner {
    frame: Frame,
    /// Nothing if samples are drawn.
    sets: Vec<Set>,
    what: Designing,
}

impl Designer for BrickDesigner {
    fn jobs(&self) -> u64 {
        match self.what.samples {
            Some(samples) => samples.div_ceil(SAMPLES_EACH),
            None => self.sets.len() as u64,
        }
    }

    fn job(&self, job: u64, limits: &JobLimits) -> Option<Designed> {
        let most = (limits.memory / BYTES_EACH).min(u64::from(u32::MAX)) as usize;
        let go_on = || !limits.cancel.is_cancelled();
        let bounds = Bounds { most, go_on: &go_on };
        match self.what.samples {
            None => self.set(job, &bounds),
            Some(samples) => self.draw(job, samples, &bounds),
        }
    }
}

impl BrickDesigner {
    /// All placements of a set.
    fn set(&self, job: u64, bounds: &Bounds<'_>) -> Option<Designed> {
        let set = &self.sets[job as usize];
        let mut designed = Designed { job, set: self.written(set), ..blank() };
        let puzzle = match self.frame.puzzle(set) {
            Ok(puzzle) => puzzle,
            Err(Unplaced::Impossible) => return Some(designed),
            Err(Unplaced::GivenUp) => {
                designed.unfinished = Some("no placement was found, and not all were tried".to_string());
                return Some(designed);
            }
        };
        for &metric in &self.what.metrics {
            for puzzle in self.with_goals(&puzzle) {
                match survey(&puzzle, brick_metric(metric), bounds) {
                    Ok(found) => {
                        let first = designed.placements == 0;
                        if first {
                            (designed.placements, designed.up_to_mirror) =
                                (found.placements, found.up_to_mirror);
                            designed.parts = found.parts;
                        }
                        enter(&mut designed, metric, found);
                    }
                    Err(Unfinished::Ended) => return None,
                    Err(Unfinished::TooMany) => {
                        designed.unfinished = Some(OUT_OF_MEMORY.to_string());
                        return Some(designed);
                    }
                }
            }
        }
        Some(designed)
    }

    /// Some samples, with all that can be reached from each.
    fn draw(&self, job: u64, samples: u64, bounds: &Bounds<'_>) -> Option<Designed> {
        let first = job * SAMPLES_EACH;
        let count = (samples - first).min(SAMPLES_EACH);
        let set = format!("samples {} to {}", first + 1, first + count);
        let mut designed = Designed { job, set, ..blank() };
        let (mut unfinished, mut unplaced) = (0usize, 0usize);
        for sample in first..first + count {
            let mut rng = Rng::from_seed(self.what.seed ^ sample.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let Some(puzzle) = (0..TRIES).find_map(|_| self.frame.sample(&mut rng)) else {
                unplaced += 1;
                continue;
            };
            for (nth, &metric) in self.what.metrics.iter().enumerate() {
                for puzzle in self.with_goals(&puzzle) {
                    match survey_around(&puzzle, brick_metric(metric), bounds) {
                        Ok(found) => {
                            if nth == 0 {
                                designed.placements += found.placements;
                                designed.up_to_mirror += found.up_to_mirror;
                            }
                            enter(&mut designed, metric, found);
                        }
                        Err(Unfinished::Ended) => return None,
                        Err(Unfinished::TooMany) => unfinished += 1,
                    }
                }
            }
        }
        let told = [
            (unfinished, format!("with {OUT_OF_MEMORY}")),
            (unplaced, "for which no placement was found".to_string()),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> =
            told.map(|(count, what)| format!("{} {what}", units::number(count, "sample"))).collect();
        designed.unfinished = Some(told.join(", ")).filter(|told| !told.is_empty());
        Some(designed)
    }

    /// The puzzle as it is, or once for each place that the named piece may have as its goal.
    fn with_goals(&self, puzzle: &Puzzle) -> Vec<Puzzle> {
        let named = puzzle.goal().alternatives.iter().flatten().find_map(|condition| match condition {
            Condition::Covers { piece, .. } => Some(*piece),
            _ => None,
        });
        let Some(piece) = named.filter(|_| self.what.any_goal) else { return vec![puzzle.clone()] };
        let goal = |cells: Vec<usize>| {
            let goal = Goal { alternatives: vec![vec![Condition::Covers { piece, cells }]] };
            let (walls, pieces) = (puzzle.walls().to_vec(), puzzle.pieces().to_vec());
            let (width, height) = (puzzle.width(), puzzle.height());
            Puzzle::new(width, height, walls, pieces, goal, puzzle.gates().to_vec()).ok()
        };
        self.frame.places_of(puzzle, piece).into_iter().filter_map(goal).collect()
    }

    /// `2x1*4 1x1*4`.
    fn written(&self, set: &Set) -> String {
        if self.frame.shapes().is_empty() {
            return "its own pieces".to_string();
        }
        let shapes = self.frame.shapes().iter().zip(set).filter(|(_, count)| **count > 0);
        let parts: Vec<String> = shapes.map(|(shape, count)| format!("{shape}*{count}")).collect();
        if parts.is_empty() { "nothing".to_string() } else { parts.join(" ") }
    }
}

fn blank() -> Designed {
    let (set, hardest) = (String::new(), Vec::new());
    Designed { job: 0, set, placements: 0, up_to_mirror: 0, parts: None, unfinished: None, hardest }
}

/// Enters what was found, if nothing harder is there already.
fn enter(designed: &mut Designed, metric: Metric, found: Surveyed) {
    let Some(Hardest { length, count, up_to_mirror, start }) = found.hardest else { return };
    let at = designed.hardest.iter().position(|known| known.metric == metric.name());
    if at.is_some_and(|at| designed.hardest[at].length >= length) {
        return;
    }
    let text = write::letters(&start, &Position::start(&start)).unwrap_or_default();
    let metric = metric.name().to_string();
    let hardest = HardestIn { metric, length, count, up_to_mirror, solvable: found.solvable, start: text };
    match at {
        Some(at) => designed.hardest[at] = hardest,
        None => designed.hardest.push(hardest),
    }
}
