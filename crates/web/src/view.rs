//! What the page draws of a session.

use serde::Serialize;
use slidewise_lab::history::History;
use slidewise_lab::puzzles::bricks::{Condition, Metric};
use slidewise_lab::puzzles::tiles::replay::multi_length;
use slidewise_lab::puzzles::tiles::{Goal, solvable};

use crate::field::{Bricks, Tiles};
use crate::session::{Moved, Session};

/// A position with all that is said about it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// `tiles` or `bricks`.
    pub kind: &'static str,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its name in the library, if it is from there.
    pub slug: Option<&'static str>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// What lies on it.
    pub items: Vec<Item>,
    /// Cells that are walls.
    pub walls: Vec<usize>,
    /// Cells that only some pieces may enter.
    pub gates: Vec<usize>,
    /// Cells that the goal is about, with what belongs there.
    pub goal_cells: Vec<GoalCell>,
    /// The goal by name; for tiles.
    pub goal: Option<&'static str>,
    /// The goal as text; for tiles.
    pub goal_text: Option<String>,
    /// Whether the goal is reached.
    pub solved: bool,
    /// Moves made.
    pub at: usize,
    /// Moves made, and those that can be made again.
    pub length: usize,
    /// Moves made as each metric counts them.
    pub counts: Vec<(&'static str, usize)>,
    /// The metric that is meant if nothing else is said.
    pub metric: &'static str,
    /// Whether the goal can be reached from here; for tiles.
    pub solvability: Option<Solvability>,
    /// Whether an optimal solution is a matter of seconds.
    pub quick: bool,
}

/// A tile or a brick.
#[derive(Debug, Serialize)]
pub struct Item {
    /// What it is called by: the number of a tile, the index of a brick.
    pub id: usize,
    /// What is written on it.
    pub label: String,
    /// The cells that it covers.
    pub cells: Vec<usize>,
    /// Whether it is where it belongs (tiles), or is what the puzzle is about (bricks).
    pub special: bool,
    /// Whether it never moves.
    pub fixed: bool,
}

/// A cell of the goal.
#[derive(Debug, Serialize)]
pub struct GoalCell {
    /// Which.
    pub cell: usize,
    /// The piece that belongs there; `None` if any of its shape, or none, does.
    pub item: Option<usize>,
}

/// Whether a tile board can be solved, and why.
#[derive(Debug, Serialize)]
pub struct Solvability {
    /// Whether.
    pub ok: bool,
    /// Why, in words.
    pub why: String,
    /// Goals with a name that can be reached.
    pub goals: Vec<&'static str>,
}

impl Session {
    /// What is to be drawn.
    pub fn view(&self) -> View {
        match self {
            Self::Tiles(game) => of_tiles(game),
            Self::Bricks(game) => of_bricks(game),
        }
    }
}

/// Boards with more cells may take minutes.
const QUICK_CELLS: usize = 16;

fn of_tiles(game: &History<Tiles>) -> View {
    let Tiles { puzzle, goal, board } = game.field();
    let wanted = puzzle.goal();
    let item = |(cell, &tile): (usize, &u16)| Item {
        id: tile.into(),
        label: tile.to_string(),
        cells: vec![cell],
        special: wanted.cells()[cell] == tile,
        fixed: false,
    };
    let verdict = solvable::check(board, wanted);
    let made = game.made();
    View {
        kind: "tiles",
        name: None,
        slug: None,
        rows: board.rows(),
        cols: board.cols(),
        items: board.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0).map(item).collect(),
        walls: Vec::new(),
        gates: Vec::new(),
        goal_cells: Vec::new(),
        goal: Some(goal.name()),
        goal_text: Some(wanted.to_string()),
        solved: board == wanted,
        at: game.at(),
        length: game.moves().len(),
        counts: vec![("single", made.len()), ("multi", multi_length(&made))],
        metric: "single",
        solvability: Some(Solvability {
            ok: verdict.is_solvable(),
            why: verdict.to_string(),
            goals: solvable::reachable_goals(board).iter().map(Goal::name).collect(),
        }),
        quick: board.cells().len() <= QUICK_CELLS,
    }
}

fn of_bricks(game: &History<Bricks>) -> View {
    let Bricks { slug, puzzle, metric, position, .. } = game.field();
    let named = |piece: usize| {
        let conditions = || puzzle.goal().alternatives.iter().flatten();
        conditions().any(|condition| matches!(condition, Condition::Covers { piece: p, .. } if *p == piece))
    };
    let items = puzzle.pieces().iter().enumerate().map(|(id, piece)| Item {
        id,
        label: piece.label.clone(),
        cells: position.cells(id),
        special: named(id),
        fixed: piece.fixed,
    });
    let made = game.made();
    View {
        kind: "bricks",
        name: Some(puzzle.about.name.clone()).filter(|name| !name.is_empty()),
        slug: *slug,
        rows: puzzle.height(),
        cols: puzzle.width(),
        items: items.collect(),
        walls: (0..puzzle.walls().len()).filter(|&cell| puzzle.walls()[cell]).collect(),
        gates: puzzle.gates().iter().map(|gate| gate.cell).collect(),
        goal_cells: goal_cells(game.field()),
        goal: None,
        goal_text: None,
        solved: position.is_solved(puzzle),
        at: game.at(),
        length: game.moves().len(),
        counts: Metric::ALL.into_iter().map(|metric| (metric.name(), metric.length(&made))).collect(),
        metric: metric.name(),
        solvability: None,
        quick: false,
    }
}

/// The cells of the first alternative of the goal.
fn goal_cells(field: &Bricks) -> Vec<GoalCell> {
    let conditions = field.puzzle.goal().alternatives.first().into_iter().flatten();
    let of = |condition: &Condition| -> Vec<GoalCell> {
        let (cells, item) = match condition {
            Condition::Covers { piece, cells } => (cells, Some(*piece)),
            Condition::ShapeAt { cells, .. } => (cells, None),
            Condition::Empty { .. } => return Vec::new(),
        };
        cells.iter().map(|&cell| GoalCell { cell, item }).collect()
    };
    conditions.flat_map(of).collect()
}

/// What happened, as JSON for the page.
#[derive(Debug, Serialize)]
pub struct Happened {
    /// The piece.
    pub item: usize,
    /// What is written on it.
    pub label: String,
    /// `up`, `down`, `left` or `right`.
    pub way: &'static str,
}

impl From<&Moved> for Happened {
    fn from(moved: &Moved) -> Self {
        let way = slidewise_lab::puzzles::bricks::course::word(moved.way);
        Self { item: moved.item, label: moved.label.clone(), way }
    }
}
