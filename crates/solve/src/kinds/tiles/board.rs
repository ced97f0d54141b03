//! The plain board of tiles. A piece is the number of its tile.

use slidewise_puzzles::step::{Direction, Step};
use slidewise_puzzles::tiles::notation::{self, Convention, Decided, NotationErrorKind, Style};
use slidewise_puzzles::tiles::replay::Walker;
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle, draw, solvable};

use super::{Tiles, counted, entry, is_multi, reading};
use crate::metric::Metric;
use crate::picture::{Piece, Scene, Wanted};
use crate::plain::{Counted, Edit, MovesError, Plain, ReadMoves, Refused, Solvability, Unwritable, Writing};
use crate::position::Position;
use crate::puzzle::AnyPuzzle;
use crate::read::{Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// A board as a position.
pub(super) fn position(board: &Board) -> Position {
    Position::new(board.cells().iter().map(|&tile| (tile != 0).then_some(usize::from(tile))))
}

impl Tiles {
    /// A position as a board.
    fn board(&self, at: &Position) -> Board {
        let tile = |piece: Option<usize>| piece.map_or(0, |piece| piece as u16);
        let start = self.puzzle.start();
        Board::new(start.rows(), start.cols(), at.pieces().map(tile).collect())
            .expect("a position of tiles holds each tile once")
    }

    /// The cell of the blank.
    fn blank(at: &Position) -> usize {
        at.pieces().position(|piece| piece.is_none()).unwrap_or(0)
    }

    /// The cell from which a tile goes this way into the blank.
    fn source(&self, blank: usize, direction: Direction) -> Option<usize> {
        self.puzzle.start().neighbour(blank, direction.opposite())
    }

    /// The way that the tile on a cell goes towards the blank, and how many go with it.
    fn push(&self, at: &Position, cell: usize) -> Option<(Direction, usize)> {
        let (blank, cols) = (Self::blank(at), self.puzzle.start().cols());
        let ((row, col), (to_row, to_col)) = ((cell / cols, cell % cols), (blank / cols, blank % cols));
        (cell < at.len()).then_some(())?;
        match (row == to_row, col == to_col) {
            (true, false) if col < to_col => Some((Direction::Right, to_col - col)),
            (true, false) => Some((Direction::Left, col - to_col)),
            (false, true) if row < to_row => Some((Direction::Down, to_row - row)),
            (false, true) => Some((Direction::Up, row - to_row)),
            _ => None,
        }
    }

    fn with(&self, board: Board) -> AnyPuzzle {
        let puzzle = TilePuzzle::new(board, self.puzzle.goal().clone());
        let puzzle = puzzle.expect("moves and edits do not change the size of a board");
        any(Self { puzzle, goal: self.goal.clone() })
    }
}

impl Plain for Tiles {
    fn scene(&self) -> Scene {
        let (start, goal) = (self.puzzle.start(), self.puzzle.goal());
        let piece =
            |tile: usize| (tile > 0).then(|| Piece { label: tile.to_string(), fixed: false, main: false });
        let wanted = |&tile: &u16| match tile {
            0 => Wanted::Empty,
            tile => Wanted::Piece(tile.into()),
        };
        Scene {
            rows: start.rows(),
            cols: start.cols(),
            walls: vec![false; start.cells().len()],
            gates: Vec::new(),
            pieces: (0..start.cells().len()).map(piece).collect(),
            goal: goal.cells().iter().map(wanted).collect(),
            other_goals: Vec::new(),
            wraps_across: false,
            wraps_down: false,
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.puzzle.start().rows(), self.puzzle.start().cols())
    }

    fn start(&self) -> Position {
        position(self.puzzle.start())
    }

    fn is_solved(&self, at: &Position) -> bool {
        *at == position(self.puzzle.goal())
    }

    fn steps(&self, at: &Position) -> Vec<Step> {
        Direction::ALL.into_iter().filter_map(|direction| self.towards(at, direction)).collect()
    }

    fn apply(&self, at: &mut Position, step: Step) -> Result<(), Refused> {
        let blank = Self::blank(at);
        let from = self.source(blank, step.direction).ok_or(Refused::NoTile)?;
        match at.piece(from) {
            Some(piece) if piece == step.piece => at.swap(blank, from),
            _ => return Err(Refused::NotInLine),
        }
        Ok(())
    }

    fn press(&self, at: &Position, cell: usize) -> Result<Vec<Step>, Refused> {
        let (direction, times) = self.push(at, cell).ok_or(Refused::NotInLine)?;
        let mut now = at.clone();
        let mut step = |_| {
            let step = self.towards(&now, direction).ok_or(Refused::NoTile)?;
            self.apply(&mut now, step)?;
            Ok(step)
        };
        (0..times).map(&mut step).collect()
    }

    fn towards(&self, at: &Position, direction: Direction) -> Option<Step> {
        let from = self.source(Self::blank(at), direction)?;
        Some(Step { piece: at.piece(from)?, direction })
    }

    /// Large boards have long solutions, so the blank is not looked for at every step.
    fn replay(&self, steps: &[Step]) -> Result<Position, (usize, Refused)> {
        let mut walker = Walker::new(self.puzzle.start());
        for (index, step) in steps.iter().enumerate() {
            match walker.slide(step.direction) {
                Some(tile) if usize::from(tile) == step.piece => {}
                Some(_) => return Err((index, Refused::NotInLine)),
                None => return Err((index, Refused::NoTile)),
            }
        }
        Ok(position(&walker.board()))
    }

    fn is_one_move(&self, metric: Metric, a: &Step, b: &Step) -> bool {
        is_multi(metric) && a.direction == b.direction
    }

    fn metric(&self) -> Metric {
        entry::SINGLE_METRIC
    }

    fn solvability(&self, at: &Position) -> Solvability {
        let board = self.board(at);
        let verdict = solvable::check(&board, self.puzzle.goal());
        Solvability {
            is_solvable: Some(verdict.is_solvable()),
            why: verdict.to_string(),
            goals: solvable::reachable_goals(&board).iter().map(Goal::name).collect(),
        }
    }

    fn rest(&self, at: &Position) -> AnyPuzzle {
        self.with(self.board(at))
    }

    fn line(&self, at: &Position) -> String {
        self.board(at).to_string()
    }

    fn text(&self, at: &Position, form: Option<&str>) -> Result<String, Unwritable> {
        let board = self.board(at);
        let numbers = |separator: &str| {
            board.cells().iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
        };
        Ok(match form {
            // A single row has no slash, and its numbers alone might be taken for a square.
            None | Some("slash") if board.rows() == 1 => format!("{}x1:{}", board.cols(), numbers(",")),
            None | Some("slash") => board.to_string(),
            Some("numbers") => numbers(" "),
            Some("json") => {
                let rows: Vec<_> = board.cells().chunks(board.cols()).collect();
                serde_json::to_string(&rows).map_err(|error| Unwritable(error.to_string()))?
            }
            Some("drawn") => draw::draw(&board).trim_end().to_string(),
            Some(other) => {
                let known = "slash, numbers, json or drawn";
                return Err(Unwritable(format!("tile boards are not written as {other}; use {known}")));
            }
        })
    }

    fn goal_name(&self) -> Option<&'static str> {
        Some(self.goal.name())
    }

    fn goal_text(&self) -> Option<String> {
        self.text(&position(self.puzzle.goal()), None).ok()
    }

    fn write_moves(&self, steps: &[Step], writing: &Writing) -> Result<String, Refusal> {
        let convention = convention(writing.convention)?.unwrap_or(Convention::Tile);
        let style = if writing.runs { Style::RunLength } else { Style::Plain };
        let directions: Vec<Direction> = steps.iter().map(|step| step.direction).collect();
        notation::write(self.puzzle.start(), &directions, convention, style)
            .map_err(|illegal| Refusal::new(Setting::Moves, illegal.to_string()))
    }

    fn read_moves(&self, text: &str, asked: Option<&str>) -> Result<ReadMoves, MovesError> {
        let unknown = |refusal: Refusal| MovesError { message: refusal.to_string(), place: None };
        let asked = convention(asked).map_err(unknown)?;
        let read = |asked| notation::read(text, self.puzzle.start(), Some(self.puzzle.goal()), asked);
        let read = match read(asked) {
            // Where neither reading leads to the goal, or both do, it does not matter which is taken.
            Err(error) if error.kind == NotationErrorKind::Ambiguous => read(Some(Convention::Tile)),
            other => other,
        };
        let read =
            read.map_err(|error| MovesError { message: error.to_string(), place: Some(error.place) })?;
        let mut walker = Walker::new(self.puzzle.start());
        let step = |&direction: &Direction| {
            let tile = walker.slide(direction).expect("the moves that were read can be made");
            Step { piece: tile.into(), direction }
        };
        Ok(ReadMoves {
            steps: read.moves.iter().map(step).collect(),
            convention: read.convention.name(),
            how: format!("read so that {} ({})", read.convention.description(), why(read.decided)),
        })
    }

    fn counted(&self, at: &Position, heuristic: &str) -> Option<Vec<Counted>> {
        counted::counted(&self.board(at), self.puzzle.goal(), heuristic)
    }

    /// Half of all boards; on a single line the tiles keep their order.
    fn positions(&self) -> Option<u128> {
        let cells = self.puzzle.start().cells().len() as u128;
        let (rows, cols) = self.size();
        let factors = if rows.min(cols) == 1 { cells..=cells } else { 3..=cells };
        Some(factors.fold(1, |product: u128, factor| product.saturating_mul(factor)))
    }

    fn with_goal(&self, at: &Position, goal: &str) -> Result<AnyPuzzle, Unreadable> {
        Ok(any(reading::towards(self.board(at), reading::goal(Some(goal))?)?))
    }

    fn edited(&self, at: &Position, edit: Edit) -> Option<AnyPuzzle> {
        let board = self.board(at);
        Some(self.with(match edit {
            Edit::Repair => solvable::repaired(&board, self.puzzle.goal()),
            Edit::Swap(a, b) => {
                let mut cells = board.cells().to_vec();
                (a.max(b) < cells.len()).then(|| cells.swap(a, b))?;
                Board::new(board.rows(), board.cols(), cells).ok()?
            }
        }))
    }
}

/// A convention by name.
fn convention(name: Option<&str>) -> Result<Option<Convention>, Refusal> {
    let Some(name) = name else { return Ok(None) };
    let found = Convention::ALL.into_iter().find(|convention| convention.name() == name);
    found.map(Some).ok_or_else(|| {
        let reason = format!("moves of tiles are not written as {name}");
        Refusal::new(Setting::Moves, reason).instead(Convention::ALL.map(Convention::name))
    })
}

fn why(decided: Decided) -> &'static str {
    match decided {
        Decided::Asked => "as asked",
        Decided::Plain => "nothing else makes sense",
        Decided::OnlyLegal => "otherwise a move could not be made",
        Decided::OnlyReachesGoal => "otherwise they would not lead to the goal",
    }
}
