//! The plain board of bricks. A piece is its index in the puzzle.

use std::collections::HashSet;

use slidewise_puzzles::bricks::library::{self, Optimum};
use slidewise_puzzles::bricks::replay::Blocked;
use slidewise_puzzles::bricks::{
    Condition, Metric as BrickMetric, Position as Grid, course, notation, write,
};
use slidewise_puzzles::step::Step;

use super::{Bricks, brick_metric, entry};
use crate::metric::Metric;
use crate::picture::{Piece, Scene, Wanted};
use crate::plain::{Known, MovesError, Plain, ReadMoves, Refused, Solvability, Unwritable, Writing};
use crate::position::Position;
use crate::puzzle::AnyPuzzle;
use crate::read::{Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// A plain grid as a position.
pub(super) fn position(grid: &Grid) -> Position {
    Position::new(grid.grid().iter().copied())
}

fn grid(at: &Position) -> Grid {
    Grid::from_grid(at.pieces().collect())
}

impl From<Blocked> for Refused {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            Blocked::NoSuchPiece => Self::NoSuchPiece,
            Blocked::Locked => Self::Locked,
            Blocked::Wall => Self::Wall,
            Blocked::Piece(piece) => Self::Piece(piece),
            Blocked::Gate => Self::Gate,
        }
    }
}

impl Bricks {
    /// What a goal wants on each cell.
    fn wanted(&self, conditions: &[Condition]) -> Vec<Wanted> {
        let mut goal = vec![Wanted::Any; self.puzzle.walls().len()];
        for condition in conditions {
            let (cells, wanted) = match condition {
                Condition::Covers { piece, cells } => (cells, Wanted::Piece(*piece)),
                Condition::ShapeAt { piece, cells } => {
                    (cells, Wanted::Like(self.puzzle.pieces()[*piece].label.clone()))
                }
                Condition::Empty { cells } => (cells, Wanted::Empty),
            };
            cells.iter().for_each(|&cell| goal[cell] = wanted.clone());
        }
        goal
    }

    /// The pieces that a goal names.
    fn named(&self) -> HashSet<usize> {
        let conditions = self.puzzle.goal().alternatives.iter().flatten();
        let piece = |condition: &Condition| match condition {
            Condition::Covers { piece, .. } => Some(*piece),
            _ => None,
        };
        conditions.filter_map(piece).collect()
    }
}

impl Plain for Bricks {
    fn scene(&self) -> Scene {
        let (puzzle, named) = (&self.puzzle, self.named());
        let piece = |(index, piece): (usize, &slidewise_puzzles::bricks::Piece)| {
            Some(Piece { label: piece.label.clone(), fixed: piece.fixed, main: named.contains(&index) })
        };
        let mut goals = puzzle.goal().alternatives.iter().map(|conditions| self.wanted(conditions));
        Scene {
            rows: puzzle.height(),
            cols: puzzle.width(),
            walls: puzzle.walls().to_vec(),
            gates: puzzle.gates().iter().map(|gate| gate.cell).collect(),
            pieces: puzzle.pieces().iter().enumerate().map(piece).collect(),
            goal: goals.next().unwrap_or_else(|| vec![Wanted::Any; puzzle.walls().len()]),
            other_goals: goals.collect(),
            wraps_across: false,
            wraps_down: false,
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.puzzle.height(), self.puzzle.width())
    }

    fn name(&self) -> Option<&str> {
        Some(self.puzzle.about.name.as_str()).filter(|name| !name.is_empty())
    }

    fn start(&self) -> Position {
        position(&Grid::start(&self.puzzle))
    }

    fn has_goal(&self) -> bool {
        self.puzzle.has_goal()
    }

    fn is_solved(&self, at: &Position) -> bool {
        grid(at).is_solved(&self.puzzle)
    }

    fn steps(&self, at: &Position) -> Vec<Step> {
        course::steps(&self.puzzle, &grid(at))
    }

    fn apply(&self, at: &mut Position, step: Step) -> Result<(), Refused> {
        let mut grid = grid(at);
        grid.step(&self.puzzle, step.piece, step.direction)?;
        *at = position(&grid);
        Ok(())
    }

    fn is_one_move(&self, metric: Metric, a: &Step, b: &Step) -> bool {
        match brick_metric(metric) {
            BrickMetric::Steps => false,
            BrickMetric::Lines => a == b,
            BrickMetric::Moves => a.piece == b.piece,
        }
    }

    fn metric(&self) -> Metric {
        entry::metric(self.metric)
    }

    fn solvability(&self, _at: &Position) -> Solvability {
        let why = match self.puzzle.has_goal() {
            true => "only a search can tell whether the goal can be reached",
            false => "there is no goal to reach",
        };
        Solvability { is_solvable: None, why: why.to_string(), goals: Vec::new() }
    }

    fn rest(&self, at: &Position) -> AnyPuzzle {
        let puzzle = grid(at).as_start(&self.puzzle).expect("moves keep pieces apart and off closed cells");
        // What is published is about the puzzle's own start.
        let slug = self.slug.filter(|_| *at == self.start());
        any(Self { puzzle, metric: self.metric, slug })
    }

    fn text(&self, at: &Position, form: Option<&str>) -> Result<String, Unwritable> {
        let written = match form {
            None | Some("letters") => write::letters(&self.puzzle, &grid(at)),
            Some(entry::COURSE) => write::course(&self.puzzle, &grid(at)),
            Some(other) => {
                let known = "letters or course";
                return Err(Unwritable(format!("brick puzzles are not written as {other}; use {known}")));
            }
        };
        written.map_err(|unwritable| Unwritable(unwritable.to_string()))
    }

    fn write_moves(&self, steps: &[Step], writing: &Writing) -> Result<String, Refusal> {
        let metric = brick_metric(writing.metric.unwrap_or_else(|| self.metric()));
        match writing.convention {
            None | Some(entry::PIECES) => Ok(notation::write(&self.puzzle, steps, metric)),
            Some(entry::COURSE) => {
                let lines: Vec<String> =
                    steps.iter().map(|step| course::step_text(&self.puzzle, step)).collect();
                Ok(lines.join(" "))
            }
            Some(name) => {
                let reason = format!("moves of bricks are not written as {name}");
                Err(Refusal::new(Setting::Moves, reason).instead([entry::PIECES, entry::COURSE]))
            }
        }
    }

    fn read_moves(&self, text: &str, asked: Option<&str>) -> Result<ReadMoves, MovesError> {
        let convention = match asked {
            Some(entry::COURSE) => entry::COURSE,
            None if text.trim_start().starts_with('(') => entry::COURSE,
            None | Some(entry::PIECES) => entry::PIECES,
            Some(name) => {
                let message = format!("moves of bricks are not written as {name}; use pieces or course");
                return Err(MovesError { message, place: None });
            }
        };
        let steps = notation::read(&self.puzzle, text)
            .map_err(|error| MovesError { message: error.to_string(), place: Some(error.place) })?;
        self.replay(&steps).map_err(|(index, why)| {
            let step = steps[index];
            let label = &self.puzzle.pieces()[step.piece].label;
            let message = format!("step {}: {label} cannot go {}: {why}", index + 1, step.direction.word());
            MovesError { message, place: None }
        })?;
        Ok(ReadMoves { steps, convention, how: "read as pieces and the ways they go".to_string() })
    }

    fn with_goal(&self, _at: &Position, _goal: &str) -> Result<AnyPuzzle, Unreadable> {
        Err(Refusal::new(Setting::Goal, "a brick puzzle has its goal in its text").into())
    }

    fn known_optimum(&self, metric: Metric) -> Option<Known> {
        match library::get(self.slug?)?.optimum(brick_metric(metric)) {
            Optimum::Length(length) => Some(Known::Length(length.into())),
            Optimum::Unsolvable => Some(Known::Unsolvable),
            Optimum::NoGoal => None,
        }
    }

    fn slug(&self) -> Option<&'static str> {
        self.slug
    }
}
