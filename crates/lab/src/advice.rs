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

#[cfg(test)]
mod tests {
    use slidewise_puzzles::bricks::library;
    use slidewise_puzzles::random::Rng;
    use slidewise_puzzles::tiles::Goal;
    use slidewise_search::{Cancel, Limits};

    use super::*;
    use crate::game::Game;

    fn advise(puzzle: &Puzzle) -> Advised {
        let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
        Lab::new().advise(puzzle, Duration::from_secs(1), watch)
    }

    fn tiles(board: &str) -> Puzzle {
        Puzzle::Tiles(TilePuzzle::towards(board.parse().unwrap(), &Goal::BlankLast).unwrap())
    }

    /// Plays the advice; the length of the way.
    fn followed(puzzle: Puzzle) -> usize {
        let Advised::Way(advice) = advise(&puzzle) else { panic!("there is a way") };
        let mut game = Game::new(puzzle);
        advice.steps.iter().for_each(|&step| game.step(step).unwrap());
        assert!(game.is_solved() && advice.is_optimal());
        assert_eq!(game.moves(), advice.cost as usize);
        game.moves()
    }

    #[test]
    fn advice_leads_to_the_goal() {
        assert_eq!(followed(tiles("8 6 7/2 5 4/3 0 1")), 31);
        for (metric, length) in [(Metric::Steps, 116), (Metric::Lines, 90), (Metric::Moves, 81)] {
            let puzzle = Box::new(library::get("klotski").unwrap().parse().unwrap().puzzle);
            assert_eq!(followed(Puzzle::Bricks { puzzle, metric }), length);
        }
    }

    /// Whatever is played, the advice stays a way to the goal, and its bound true.
    #[test]
    fn advice_outlives_steps_beside_the_way() {
        let klotski = Box::new(library::get("course-level-2").unwrap().parse().unwrap().puzzle);
        let all = [tiles("8 6 7/2 5 4/3 0 1"), Puzzle::Bricks { puzzle: klotski, metric: Metric::Moves }];
        for puzzle in all {
            let Advised::Way(mut advice) = advise(&puzzle) else { panic!("there is a way") };
            let mut game = Game::new(puzzle.clone());
            let mut rng = Rng::from_seed(4);
            for _ in 0..12 {
                let steps = game.steps();
                let step = steps[rng.below(steps.len())];
                game.step(step).unwrap();
                advice = advice.after(step, &puzzle);
                let mut end = game.clone();
                advice.steps.iter().for_each(|&step| end.step(step).unwrap());
                assert!(end.is_solved());
                let Advised::Way(best) = advise(&game.rest()) else { panic!("there is a way back") };
                assert!(advice.lower_bound <= best.cost && best.cost <= advice.cost);
            }
        }
    }

    #[test]
    fn there_may_be_no_way() {
        assert_eq!(advise(&tiles("1 2 3/4 5 6/8 7 0")), Advised::Unsolvable);
        let puzzle = Box::new(library::get("euler-766").unwrap().parse().unwrap().puzzle);
        let advised = advise(&Puzzle::Bricks { puzzle, metric: Metric::Moves });
        assert!(matches!(advised, Advised::Impossible(_)), "{advised:?}");
    }
}
