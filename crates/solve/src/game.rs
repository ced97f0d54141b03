//! A puzzle that is being played, tiles or bricks alike: where it stands, what was done, undo and redo. Plain boards
//! and the moves that they allow; nothing here searches.

use std::fmt;

use slidewise_puzzles::bricks::course::steps;
use slidewise_puzzles::bricks::replay::Blocked;
use slidewise_puzzles::bricks::{Metric as BrickMetric, Position as Bricks, Puzzle as BrickPuzzle};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::{Board, Direction, TilePuzzle};

use crate::history::{Field, History};

/// Where the tiles or pieces are.
pub use crate::stepping::Position;

/// One tile (its number) or one piece (its index) by one cell.
pub use slidewise_puzzles::bricks::course::Step;

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// A board of tiles with its goal; every tile that goes by one cell is a move.
    Tiles(TilePuzzle),
    /// A brick puzzle.
    Bricks {
        /// The puzzle.
        puzzle: Box<BrickPuzzle>,
        /// What counts as a move.
        metric: BrickMetric,
    },
}

impl Puzzle {
    /// The length of a way in the puzzle's metric.
    pub fn length(&self, steps: &[Step]) -> usize {
        match self {
            Self::Tiles(_) => steps.len(),
            Self::Bricks { metric, .. } => metric.length(steps),
        }
    }

    /// The same puzzle from a position at the end of a long random walk, so it can be solved if this one can; not from
    /// a solved one, unless the walk finds no other.
    pub fn scrambled(&self, rng: &mut Rng) -> Self {
        let mut game = Game::new(self.clone());
        for n in 0..2 * LONG_WALK {
            let choices = game.steps();
            if choices.is_empty() || n >= LONG_WALK && !game.is_solved() {
                break;
            }
            let step = choices[rng.below(choices.len())];
            if game.step(step).is_err() {
                break;
            }
        }
        game.rest()
    }
}

/// Steps of a walk after which little is left of where it began: pieces often go back and forth.
const LONG_WALK: usize = 2000;

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No tile can go this way: the gap is at the edge.
    NoTile,
    /// The tile is not in line with the gap.
    NotInLine,
    /// Something is in the way of the piece.
    Blocked(Blocked),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTile => write!(f, "no tile can go that way: the gap is at the edge"),
            Self::NotInLine => write!(f, "only tiles in line with the gap can move"),
            Self::Blocked(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for Refused {}

/// A game: the start, where it stands, the way there and what was taken back. Every step is a move of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    history: History<Stand>,
}

/// A puzzle with the position that a game has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stand {
    puzzle: Puzzle,
    now: Position,
}

impl Field for Stand {
    type Step = Step;
    type Refused = Refused;

    fn make(&mut self, step: Step) -> Result<(), Refused> {
        match (&self.puzzle, &mut self.now) {
            (Puzzle::Bricks { puzzle, .. }, Position::Bricks(position)) => {
                position.step(puzzle, step.piece, step.direction).map_err(Refused::Blocked)
            }
            (_, Position::Tiles(board)) => {
                let mut next = board.clone();
                match next.slide(step.direction) {
                    Some(tile) if usize::from(tile) == step.piece => *board = next,
                    Some(_) => return Err(Refused::NotInLine),
                    None => return Err(Refused::NoTile),
                }
                Ok(())
            }
            _ => Err(Refused::NoTile),
        }
    }

    fn back(&self, step: Step) -> Step {
        Step { direction: step.direction.opposite(), ..step }
    }
}

/// The way that the tile on a cell goes towards the gap, and how many go with it; `None` if it is not in line.
pub fn push_from(board: &Board, cell: usize) -> Option<(Direction, usize)> {
    let (blank, cols) = (board.blank(), board.cols());
    let ((row, col), (to_row, to_col)) = ((cell / cols, cell % cols), (blank / cols, blank % cols));
    (cell < board.cells().len()).then_some(())?;
    match (row == to_row, col == to_col) {
        (true, false) if col < to_col => Some((Direction::Right, to_col - col)),
        (true, false) => Some((Direction::Left, col - to_col)),
        (false, true) if row < to_row => Some((Direction::Down, to_row - row)),
        (false, true) => Some((Direction::Up, row - to_row)),
        _ => None,
    }
}

impl Game {
    /// A game that has not begun.
    pub fn new(puzzle: Puzzle) -> Self {
        let now = match &puzzle {
            Puzzle::Tiles(puzzle) => Position::Tiles(puzzle.start().clone()),
            Puzzle::Bricks { puzzle, .. } => Position::Bricks(Bricks::start(puzzle)),
        };
        Self { history: History::new(Stand { puzzle, now }) }
    }

    /// What is played.
    pub fn puzzle(&self) -> &Puzzle {
        &self.history.field().puzzle
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.history.field().now
    }

    /// The way so far.
    pub fn done(&self) -> Vec<Step> {
        self.history.made()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.at() < self.history.moves().len()
    }

    /// Moves made, in the puzzle's metric.
    pub fn moves(&self) -> usize {
        self.puzzle().length(&self.done())
    }

    /// Every step that can be made from here.
    pub fn steps(&self) -> Vec<Step> {
        match (self.puzzle(), self.position()) {
            (Puzzle::Bricks { puzzle, .. }, Position::Bricks(position)) => steps(puzzle, position),
            _ => {
                let step = |direction| Some(Step { piece: self.tile_going(direction)?, direction });
                Direction::ALL.into_iter().filter_map(step).collect()
            }
        }
    }

    /// Whether the goal is met.
    pub fn is_solved(&self) -> bool {
        match (self.puzzle(), self.position()) {
            (Puzzle::Tiles(puzzle), Position::Tiles(board)) => board == puzzle.goal(),
            (Puzzle::Bricks { puzzle, .. }, Position::Bricks(position)) => position.is_solved(puzzle),
            _ => false,
        }
    }

    /// The puzzle that is left from here.
    pub fn rest(&self) -> Puzzle {
        match (self.puzzle(), self.position()) {
            (Puzzle::Tiles(puzzle), Position::Tiles(board)) => {
                let rest = TilePuzzle::new(board.clone(), puzzle.goal().clone());
                Puzzle::Tiles(rest.expect("moves do not change the size of a board"))
            }
            (Puzzle::Bricks { puzzle, metric }, Position::Bricks(position)) => {
                let rest = position.as_start(puzzle).expect("moves keep pieces apart and off closed cells");
                Puzzle::Bricks { puzzle: Box::new(rest), metric: *metric }
            }
            (puzzle, _) => puzzle.clone(),
        }
    }

    /// Makes one step. On a board of tiles only the tile beside the gap that goes this way can make it.
    pub fn step(&mut self, step: Step) -> Result<(), Refused> {
        self.history.make(&[step])
    }

    /// Slides the tile that can go this way.
    pub fn slide(&mut self, direction: Direction) -> Result<(), Refused> {
        let piece = self.tile_going(direction).ok_or(Refused::NoTile)?;
        self.step(Step { piece, direction })
    }

    /// Slides the tile on a cell, and those between it and the gap, towards the gap.
    pub fn push(&mut self, cell: usize) -> Result<(), Refused> {
        let Position::Tiles(board) = self.position() else { return Err(Refused::NotInLine) };
        let (direction, times) = push_from(board, cell).ok_or(Refused::NotInLine)?;
        (0..times).try_for_each(|_| self.slide(direction))
    }

    /// The number of the tile that can go this way.
    pub fn tile_going(&self, direction: Direction) -> Option<usize> {
        let Position::Tiles(board) = self.position() else { return None };
        let from = board.neighbour(board.blank(), direction.opposite())?;
        Some(board.cells()[from].into())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Option<Step> {
        let at = self.history.at().checked_sub(1)?;
        self.history.go_to(at);
        self.step_at(at)
    }

    /// Makes the step again that was taken back last.
    pub fn redo(&mut self) -> Option<Step> {
        let at = self.history.at();
        self.history.go_to(at + 1);
        self.step_at(at)
    }

    /// Takes everything back; it can be redone.
    pub fn restart(&mut self) {
        self.history.go_to(0);
    }

    fn step_at(&self, at: usize) -> Option<Step> {
        self.history.moves().get(at)?.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use slidewise_puzzles::bricks::library;
    use slidewise_puzzles::tiles::Goal;

    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn tiles(board: &str) -> Game {
        let puzzle = TilePuzzle::towards(board.parse().unwrap(), &Goal::BlankLast).unwrap();
        Game::new(Puzzle::Tiles(puzzle))
    }

    fn bricks(slug: &str, metric: BrickMetric) -> Game {
        let puzzle = library::get(slug).unwrap().parse().unwrap().puzzle;
        Game::new(Puzzle::Bricks { puzzle: Box::new(puzzle), metric })
    }

    fn board(game: &Game) -> String {
        match game.position() {
            Position::Tiles(board) => board.to_string(),
            Position::Bricks(_) => panic!("this is a game of tiles"),
        }
    }

    #[test]
    fn tiles_slide_and_come_back() {
        let mut game = tiles("1 2 3/4 5 6/0 7 8");
        assert_eq!(game.slide(Right), Err(Refused::NoTile));
        game.slide(Left).unwrap();
        assert_eq!(game.step(Step { piece: 7, direction: Left }), Err(Refused::NotInLine));
        game.step(Step { piece: 8, direction: Left }).unwrap();
        assert!(game.is_solved());
        assert_eq!(game.moves(), 2);
        game.undo();
        assert_eq!((board(&game).as_str(), game.can_redo()), ("1 2 3/4 5 6/7 0 8", true));
        game.redo();
        assert!(game.is_solved());
        game.restart();
        assert_eq!((board(&game).as_str(), game.moves()), ("1 2 3/4 5 6/0 7 8", 0));
        game.slide(Down).unwrap();
        assert!(!game.can_redo(), "a new way drops the old one");
        assert_eq!(game.undo().map(|step| step.piece), Some(4));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_whole_row_can_be_pushed() {
        let mut game = tiles("1 2 3/4 5 6/0 7 8");
        game.push(8).unwrap();
        assert!(game.is_solved() && game.moves() == 2);
        game.push(2).unwrap();
        assert_eq!(board(&game), "1 2 0/4 5 3/7 8 6");
        assert_eq!(game.push(4), Err(Refused::NotInLine));
        assert_eq!(game.push(2), Err(Refused::NotInLine), "the gap itself");
    }

    #[test]
    fn bricks_count_in_their_metric() {
        for (metric, moves) in [(BrickMetric::Steps, 3), (BrickMetric::Lines, 3), (BrickMetric::Moves, 1)] {
            let mut game = bricks("course-bricks-1", metric);
            let there = game.steps()[0];
            let back = Step { direction: there.direction.opposite(), ..there };
            [there, back, there].into_iter().for_each(|step| game.step(step).unwrap());
            assert_eq!(game.moves(), moves, "{metric}");
        }
    }

    #[test]
    fn a_scrambled_puzzle_is_another_position_of_the_same_one() {
        let puzzle = bricks("klotski", BrickMetric::Moves).puzzle().clone();
        let scrambled = |seed| puzzle.scrambled(&mut Rng::from_seed(seed));
        assert_eq!(scrambled(1), scrambled(1));
        assert_ne!(scrambled(1), scrambled(2));
        for seed in 0..20 {
            let game = Game::new(scrambled(seed));
            assert!(!game.is_solved());
            let (Puzzle::Bricks { puzzle: new, .. }, Puzzle::Bricks { puzzle: old, .. }) =
                (game.puzzle(), &puzzle)
            else {
                panic!("bricks stay bricks")
            };
            assert_eq!((new.pieces().len(), new.goal()), (old.pieces().len(), old.goal()));
        }
        let stuck = "board:\nA\ngoal:\nA\n";
        let stuck = slidewise_puzzles::bricks::parse(stuck).unwrap().puzzle;
        let stuck = Puzzle::Bricks { puzzle: Box::new(stuck), metric: BrickMetric::Moves };
        assert_eq!(stuck.scrambled(&mut Rng::from_seed(1)), stuck, "nothing can move");
    }

    #[test]
    fn the_rest_of_a_game_is_a_puzzle() {
        let mut game = bricks("klotski", BrickMetric::Moves);
        game.step(game.steps()[0]).unwrap();
        let rest = Game::new(game.rest());
        assert_eq!(rest.position(), game.position());
        assert!(game.step(Step { piece: 99, direction: Up }).is_err());
    }
}
