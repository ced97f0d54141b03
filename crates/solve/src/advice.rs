//! What to do next in a game: a way to the goal from where it stands, tiles or bricks alike.

use std::time::Duration;

use slidewise_puzzles::bricks::course::steps_of;
use slidewise_puzzles::bricks::{Metric, Puzzle as BrickPuzzle};
use slidewise_puzzles::tiles::TilePuzzle;
use slidewise_puzzles::tiles::replay::Walker;
use slidewise_search::{Cost, Proof, Stop};

use crate::game::{Puzzle, Step};
use crate::{BrickSpec, Lab, Outcome, TileSolution, TileSpec, Watch};

/// A way to the goal and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The way, cell by cell.
    pub steps: Vec<Step>,
    /// Its length in the puzzle's metric.
    pub cost: Cost,
    /// No way is shorter.
    pub lower_bound: Cost,
}

impl Advice {
    /// Whether no way is shorter than this one.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound >= self.cost
    }

    /// What this advice is worth after a step: the rest of the way if the step followed it, else the way back to it.
    /// A step is at most one move, so it brings the goal nearer by at most one.
    pub fn after(mut self, step: Step, puzzle: &Puzzle) -> Self {
        if self.steps.first() == Some(&step) {
            self.steps.remove(0);
        } else {
            self.steps.insert(0, Step { direction: step.direction.opposite(), ..step });
        }
        self.cost = puzzle.length(&self.steps) as Cost;
        self.lower_bound = self.lower_bound.saturating_sub(1);
        self
    }
}

/// What there is to say about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advised {
    /// There is a way.
    Way(Advice),
    /// There is none.
    Unsolvable,
    /// Nobody knows: a limit came first.
    Stopped(Stop),
    /// It cannot be asked for; why.
    Impossible(String),
}

impl Lab {
    /// Finds a way to the goal by what suits the puzzle. Every step was replayed on the plain board. Where the search
    /// would go on improving its way without end, it does so for as long as `patience` lasts.
    pub fn advise(&self, puzzle: &Puzzle, patience: Duration, watch: Watch<'_>) -> Advised {
        match puzzle {
            Puzzle::Tiles(puzzle) => self.advise_tiles(puzzle, patience, watch),
            Puzzle::Bricks { puzzle, metric } => self.advise_bricks(puzzle, *metric, watch),
        }
    }

    fn advise_tiles(&self, puzzle: &TilePuzzle, patience: Duration, mut watch: Watch<'_>) -> Advised {
        let spec = TileSpec::default();
        if self.is_endless(puzzle, &spec) {
            watch.limits.time.get_or_insert(patience);
        }
        match self.solve_watched(puzzle, &spec, watch) {
            Ok(answer) => {
                let bound = answer.lower_bound.unwrap_or(0);
                let way = answer.solution.map(|solution| {
                    let lower_bound = proven(solution.proof, solution.cost, bound);
                    Advice { steps: tile_steps(puzzle, &solution), cost: solution.cost, lower_bound }
                });
                advised(answer.outcome, way)
            }
            Err(error) => Advised::Impossible(error.to_string()),
        }
    }

    fn advise_bricks(&self, puzzle: &BrickPuzzle, metric: Metric, watch: Watch<'_>) -> Advised {
        let spec = BrickSpec { metric, spill: Some(std::env::temp_dir()), ..BrickSpec::default() };
        match self.solve_bricks(puzzle, &spec, watch) {
            Ok(answer) => {
                let bound = answer.lower_bound.unwrap_or(0);
                let way = answer.solution.map(|solution| {
                    let lower_bound = proven(solution.proof, solution.cost, bound);
                    Advice { steps: steps_of(&solution.slides), cost: solution.cost, lower_bound }
                });
                advised(answer.outcome, way)
            }
            Err(error) => Advised::Impossible(error.to_string()),
        }
    }
}

fn advised(outcome: Outcome, way: Option<Advice>) -> Advised {
    match (outcome, way) {
        (_, Some(way)) => Advised::Way(way),
        (Outcome::Stopped(why), None) => Advised::Stopped(why),
        (_, None) => Advised::Unsolvable,
    }
}

fn proven(proof: Proof, cost: Cost, bound: Cost) -> Cost {
    if proof == Proof::Optimal { cost } else { bound }
}

/// The directions of a solution with the tile that goes each.
fn tile_steps(puzzle: &TilePuzzle, solution: &TileSolution) -> Vec<Step> {
    let mut walker = Walker::new(puzzle.start());
    let mut step = |&direction| {
        let tile = walker.slide(direction).expect("the solution was replayed");
        Step { piece: tile.into(), direction }
    };
    solution.directions.iter().map(&mut step).collect()
}
