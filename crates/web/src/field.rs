//! The two kinds of fields that games are played on: tiles and bricks, both the plain boards that solutions are
//! replayed on.

use slidewise_lab::puzzles::bricks::course::{Step, word};
use slidewise_lab::puzzles::bricks::replay::Blocked;
use slidewise_lab::puzzles::bricks::{Metric, Position, Puzzle};
use slidewise_lab::puzzles::tiles::{Board, Direction, Goal, TilePuzzle};

use slidewise_lab::game::push_from;
use slidewise_lab::history::Field;

/// A tile board under way to its goal.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// Where the game began, and where it is to end.
    pub puzzle: TilePuzzle,
    /// The goal by its name.
    pub goal: Goal,
    /// Where it stands.
    pub board: Board,
}

impl Field for Tiles {
    /// The way a tile goes.
    type Step = Direction;
    type Refused = String;

    fn make(&mut self, step: Direction) -> Result<(), String> {
        let none = || format!("there is no tile that can go {}", word(step));
        self.board.slide(step).map(|_| ()).ok_or_else(none)
    }

    fn back(&self, step: Direction) -> Direction {
        step.opposite()
    }
}

impl Tiles {
    /// The steps that push the tile on `cell`, and those between, towards the blank. `None` if they are not in line.
    pub fn push(&self, cell: usize) -> Option<Vec<Direction>> {
        push_from(&self.board, cell).map(|(way, times)| vec![way; times])
    }
}

/// A brick puzzle under way.
#[derive(Clone, Debug)]
pub struct Bricks {
    /// Its name in the library, if it is from there.
    pub slug: Option<&'static str>,
    /// The text that it was read from.
    pub text: String,
    /// The start and the goal.
    pub puzzle: Puzzle,
    /// What people who write this form count.
    pub metric: Metric,
    /// Where it stands.
    pub position: Position,
}

impl Field for Bricks {
    type Step = Step;
    type Refused = String;

    fn make(&mut self, step: Step) -> Result<(), String> {
        let piece = self.puzzle.pieces().get(step.piece).map_or("?", |piece| &piece.label).to_string();
        self.position.step(&self.puzzle, step.piece, step.direction).map_err(|why: Blocked| {
            let way = word(step.direction);
            match why {
                Blocked::Piece(other) => {
                    format!("{piece} cannot go {way}: {} is in the way", self.puzzle.pieces()[other].label)
                }
                _ => format!("{piece} cannot go {way}: {why}"),
            }
        })
    }

    fn back(&self, step: Step) -> Step {
        Step { direction: step.direction.opposite(), ..step }
    }
}
