//! The plain board of tiles on any board. A piece is the index of its tile.

use slidewise_puzzles::freeform::notation::{self, Style};
use slidewise_puzzles::freeform::{
    Blocked, GoalCell, Position as Cells, Puzzle as FreePuzzle, check, steps, text,
};
use slidewise_puzzles::step::{Direction, Step};

use super::{Freeform, entry, reading};
use crate::metric::Metric;
use crate::picture::{Piece, Scene, Wanted};
use crate::plain::{Edit, MovesError, Plain, ReadMoves, Refused, Solvability, Unwritable, Writing};
use crate::position::Position;
use crate::puzzle::AnyPuzzle;
use crate::read::{Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// Plain cells as a position.
pub(super) fn position(cells: &Cells) -> Position {
    Position::new(cells.cells().iter().copied())
}

fn cells(at: &Position) -> Cells {
    Cells::from_cells(at.pieces().collect())
}

impl From<Blocked> for Refused {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            Blocked::NoSuchTile => Self::NoSuchPiece,
            Blocked::Edge | Blocked::Wall => Self::Wall,
            Blocked::OwnCell => Self::Locked,
            Blocked::Tile(tile) => Self::Piece(tile),
        }
    }
}

impl Freeform {
    /// The puzzle that is left from a position.
    fn left_from(&self, at: &Position) -> FreePuzzle {
        cells(at).as_start(&self.puzzle).expect("moves keep tiles apart and off walls")
    }

    /// Rows of what stands on each cell.
    fn rows<'s>(&self, cell: impl Fn(usize) -> &'s str) -> String {
        let (rows, cols) = (self.puzzle.rows(), self.puzzle.cols());
        let row = |row: usize| {
            let words: Vec<&str> = (row * cols..(row + 1) * cols).map(&cell).collect();
            words.join(" ")
        };
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Whether one tile only has this label.
    fn is_alone(&self, label: &str) -> bool {
        self.puzzle.tiles().iter().filter(|tile| tile.label == label).count() == 1
    }

    fn wanted(&self, wanted: &GoalCell) -> Wanted {
        let tile = |label: &String| self.puzzle.tiles().iter().position(|tile| tile.label == *label);
        match wanted {
            GoalCell::Any => Wanted::Any,
            GoalCell::Blank => Wanted::Empty,
            GoalCell::Label(label) => match tile(label).filter(|_| self.is_alone(label)) {
                Some(tile) => Wanted::Piece(tile),
                None => Wanted::Like(label.clone()),
            },
        }
    }

    /// The way from a cell in a direction to the first gap: the tiles that would go, the pressed one first, and where
    /// it would go.
    fn line_to_gap(&self, at: &Position, cell: usize, direction: Direction) -> Option<Line> {
        let mut line = Line { direction, tiles: vec![at.piece(cell)?], gap: cell };
        loop {
            line.gap = self.puzzle.neighbour(line.gap, direction)?;
            match at.piece(line.gap) {
                None => return Some(line),
                // Once around and nothing free.
                Some(_) if line.gap == cell => return None,
                Some(tile) => line.tiles.push(tile),
            }
        }
    }

    /// What is left when two cells are exchanged; `None` if one of them is a wall, or not on the board.
    fn swapped(&self, at: &Position, a: usize, b: usize) -> Option<FreePuzzle> {
        let is_open = |cell: usize| self.puzzle.walls().get(cell) == Some(&false);
        let mut at = at.clone();
        (is_open(a) && is_open(b)).then(|| at.swap(a, b))?;
        Some(self.left_from(&at))
    }

    /// The puzzle from here, with two cells exchanged if that makes it solvable; `None` if no two do.
    fn repaired(&self, at: &Position) -> Option<FreePuzzle> {
        let here = self.left_from(at);
        if check(&here).is_solvable() != Some(false) {
            return Some(here);
        }
        let tiled: Vec<usize> = (0..at.len()).filter(|&cell| at.piece(cell).is_some()).collect();
        let pairs = tiled.iter().enumerate().flat_map(|(i, &a)| tiled[i + 1..].iter().map(move |&b| (a, b)));
        // The order of tiles in a ring may need more, and a large board has very many pairs.
        let mut tried = pairs.take(MOST_REPAIRS).filter_map(|(a, b)| self.swapped(at, a, b));
        tried.find(|puzzle| check(puzzle).is_solvable() == Some(true))
    }
}

/// Exchanges that are tried to make a puzzle solvable.
const MOST_REPAIRS: usize = 2000;

/// Tiles in line with a gap.
struct Line {
    direction: Direction,
    tiles: Vec<usize>,
    gap: usize,
}

impl Plain for Freeform {
    fn scene(&self) -> Scene {
        let puzzle = &self.puzzle;
        let named = |label: &str| puzzle.goal().contains(&GoalCell::Label(label.to_string()));
        let about_all = puzzle.tiles().iter().all(|tile| named(&tile.label));
        let piece = |tile: &slidewise_puzzles::freeform::Tile| {
            let main = !about_all && named(&tile.label);
            Some(Piece { label: tile.label.clone(), fixed: false, main })
        };
        Scene {
            rows: puzzle.rows(),
            cols: puzzle.cols(),
            walls: puzzle.walls().to_vec(),
            gates: Vec::new(),
            pieces: puzzle.tiles().iter().map(piece).collect(),
            goal: puzzle.goal().iter().map(|wanted| self.wanted(wanted)).collect(),
            other_goals: Vec::new(),
            wraps_across: puzzle.wraps_rows(),
            wraps_down: puzzle.wraps_cols(),
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.puzzle.rows(), self.puzzle.cols())
    }

    fn name(&self) -> Option<&str> {
        Some(self.puzzle.about.name.as_str()).filter(|name| !name.is_empty())
    }

    fn start(&self) -> Position {
        position(&Cells::start(&self.puzzle))
    }

    fn is_solved(&self, at: &Position) -> bool {
        cells(at).is_solved(&self.puzzle)
    }

    fn steps(&self, at: &Position) -> Vec<Step> {
        steps(&self.puzzle, &cells(at))
    }

    fn apply(&self, at: &mut Position, step: Step) -> Result<(), Refused> {
        let mut cells = cells(at);
        cells.step(&self.puzzle, step.piece, step.direction)?;
        *at = position(&cells);
        Ok(())
    }

    /// A tile beside a gap goes there. On a board with one gap a tile in line with it pushes those between, the
    /// shorter way where edges are joined.
    fn press(&self, at: &Position, cell: usize) -> Result<Vec<Step>, Refused> {
        let piece = at.piece(cell).ok_or(Refused::NoSuchPiece)?;
        let mut lines: Vec<Line> = Direction::ALL
            .into_iter()
            .filter_map(|direction| self.line_to_gap(at, cell, direction))
            .filter(|line| line.tiles.len() == 1 || self.puzzle.blanks() == 1)
            .collect();
        let shortest = lines.iter().map(|line| line.tiles.len()).min().ok_or(Refused::Stuck(piece))?;
        lines.retain(|line| line.tiles.len() == shortest);
        // Two ways around a side of two cells lead to the same gap by the same tile.
        if shortest == 1 {
            lines.dedup_by_key(|line| line.gap);
        }
        match &lines[..] {
            [Line { direction, tiles, .. }] => {
                Ok(tiles.iter().rev().map(|&piece| Step { piece, direction: *direction }).collect())
            }
            _ => Err(Refused::SeveralWays(piece)),
        }
    }

    fn towards(&self, at: &Position, direction: Direction) -> Option<Step> {
        let mut that_way = self.steps(at).into_iter().filter(|step| step.direction == direction);
        let step = that_way.next()?;
        that_way.next().is_none().then_some(step)
    }

    fn is_one_move(&self, _: Metric, _: &Step, _: &Step) -> bool {
        false
    }

    fn metric(&self) -> Metric {
        entry::SINGLE
    }

    fn solvability(&self, at: &Position) -> Solvability {
        let verdict = check(&self.left_from(at));
        Solvability { is_solvable: verdict.is_solvable(), why: verdict.to_string(), goals: Vec::new() }
    }

    fn rest(&self, at: &Position) -> AnyPuzzle {
        any(Self { puzzle: self.left_from(at) })
    }

    fn line(&self, at: &Position) -> String {
        let tiles = self.puzzle.tiles();
        self.rows(|cell| match at.piece(cell) {
            Some(tile) => tiles.get(tile).map_or(".", |tile| &tile.label),
            None if self.puzzle.walls()[cell] => "#",
            None => ".",
        })
    }

    fn text(&self, at: &Position, form: Option<&str>) -> Result<String, Unwritable> {
        match form {
            None | Some(entry::FREEFORM) => Ok(text(&self.puzzle, &cells(at))),
            Some(other) => {
                let message = format!("tiles on a free board are not written as {other}; use freeform");
                Err(Unwritable(message))
            }
        }
    }

    fn goal_text(&self) -> Option<String> {
        Some(self.rows(|cell| match &self.puzzle.goal()[cell] {
            _ if self.puzzle.walls()[cell] => "#",
            GoalCell::Any => "?",
            GoalCell::Blank => ".",
            GoalCell::Label(label) => label,
        }))
    }

    fn write_moves(&self, steps: &[Step], writing: &Writing) -> Result<String, Refusal> {
        convention(writing.convention)?;
        let style = if writing.runs { Style::RunLength } else { Style::Plain };
        notation::write(&self.puzzle, steps, style)
            .map_err(|illegal| Refusal::new(Setting::Moves, illegal.to_string()))
    }

    fn read_moves(&self, text: &str, asked: Option<&str>) -> Result<ReadMoves, MovesError> {
        convention(asked).map_err(|refusal| MovesError { message: refusal.to_string(), place: None })?;
        let steps = notation::read(&self.puzzle, text)
            .map_err(|error| MovesError { message: error.to_string(), place: Some(error.place) })?;
        Ok(ReadMoves {
            steps,
            convention: entry::LABELS,
            how: "read as tiles and the ways they go".to_string(),
        })
    }

    fn with_goal(&self, at: &Position, goal: &str) -> Result<AnyPuzzle, Unreadable> {
        Ok(any(reading::towards(self, at, goal)?))
    }

    fn edited(&self, at: &Position, edit: Edit) -> Option<AnyPuzzle> {
        let puzzle = match edit {
            Edit::Swap(a, b) => self.swapped(at, a, b),
            Edit::Repair => self.repaired(at),
        };
        Some(any(Self { puzzle: puzzle? }))
    }
}

/// Refuses all conventions but the one that there is.
fn convention(name: Option<&str>) -> Result<(), Refusal> {
    match name {
        None | Some(entry::LABELS) => Ok(()),
        Some(name) => {
            let reason = format!("moves on free boards are not written as {name}");
            Err(Refusal::new(Setting::Moves, reason).instead([entry::LABELS]))
        }
    }
}
