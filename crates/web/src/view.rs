//! What the page draws of a session, and what it has to know about a puzzle to behave: kinds differ in these
//! facts alone.

use serde::Serialize;
use slidewise_solve::{Counted, Direction, Edit, Metric, Picture, Position, Puzzle, Refused, Wanted};

use crate::session::{Moved, Session};

/// A position with all that is said about it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The kind of puzzle, as the catalogue calls it.
    pub kind: &'static str,
    /// What is written over the puzzle.
    pub title: String,
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
    /// Cells on which the goal wants a piece.
    pub goal_cells: Vec<GoalCell>,
    /// Whether these cells are to be marked.
    pub marks_goal: bool,
    /// Whether the left and right edges are joined.
    pub wraps_across: bool,
    /// Whether the upper and lower edges are joined.
    pub wraps_down: bool,
    /// Whether every piece covers one cell.
    pub is_grid: bool,
    /// Whether the direction alone says which piece goes, so that pieces need not be chosen.
    pub one_way: bool,
    /// Whether cells can be exchanged.
    pub editable: bool,
    /// The goal by name, where goals have names.
    pub goal: Option<&'static str>,
    /// The goal as text, where it can be asked for by text.
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
    /// Whether the goal can be reached from here.
    pub solvability: Solvability,
}

/// A piece.
#[derive(Debug, Serialize)]
pub struct Item {
    /// Its number in the puzzle.
    pub id: usize,
    /// What is written on it.
    pub label: String,
    /// The cells that it covers.
    pub cells: Vec<usize>,
    /// Whether it is where the goal wants it.
    pub home: bool,
    /// Whether it is what the puzzle is about.
    pub main: bool,
    /// Whether it never moves.
    pub fixed: bool,
    /// Whether it can be moved now, alone or with others.
    pub free: bool,
}

/// A cell of the goal.
#[derive(Debug, Serialize)]
pub struct GoalCell {
    /// Which.
    pub cell: usize,
    /// The piece that belongs there; `None` if others like it do as well.
    pub item: Option<usize>,
}

/// Whether a puzzle can be solved, and why.
#[derive(Debug, Serialize)]
pub struct Solvability {
    /// Whether; `None` if only a search can tell.
    pub ok: Option<bool>,
    /// Why, in words.
    pub why: String,
    /// Goals with a name that can be reached.
    pub goals: Vec<&'static str>,
    /// Whether an exchange may make it solvable.
    pub repairable: bool,
}

impl Session {
    /// What is to be drawn.
    pub fn view(&self) -> View {
        let (puzzle, picture) = (&**self.puzzle(), self.picture());
        let (scene, now) = (&picture.scene, &picture.position);
        let editable = is_editable(puzzle, now);
        let made = self.game().made();
        let metrics = puzzle.kind().entry().metrics.iter();
        let (at, length) = self.progress();
        View {
            kind: puzzle.kind().entry().name,
            title: title(puzzle, &picture),
            slug: puzzle.slug(),
            rows: scene.rows,
            cols: scene.cols,
            items: items(&picture, &|id| is_free(puzzle, now, id)),
            walls: (0..now.len()).filter(|&cell| scene.walls[cell]).collect(),
            gates: scene.gates.clone(),
            goal_cells: goal_cells(&picture),
            marks_goal: marks_goal(&picture),
            wraps_across: scene.wraps_across,
            wraps_down: scene.wraps_down,
            is_grid: is_grid(&picture),
            one_way: is_one_way(puzzle, now),
            editable,
            goal: puzzle.goal_name(),
            goal_text: puzzle.goal_text(),
            solved: puzzle.is_solved(now),
            at,
            length,
            counts: metrics.map(|m| (m.entry.name, puzzle.length(Metric(m), &made))).collect(),
            metric: puzzle.metric().name(),
            solvability: solvability(puzzle, now, editable),
        }
    }
}

/// Whether a piece can be moved, alone or with those between it and a gap.
fn is_free(puzzle: &dyn Puzzle, at: &Position, piece: usize) -> bool {
    let pressed = at.cells_of(piece).first().map(|&cell| puzzle.press(at, cell));
    matches!(pressed, Some(Ok(_) | Err(Refused::SeveralWays(_))))
}

/// What lies on the board, and whether it is free.
pub fn items(picture: &Picture, free: &dyn Fn(usize) -> bool) -> Vec<Item> {
    let item = |(id, piece): (usize, &slidewise_solve::Piece)| Item {
        id,
        label: piece.label.clone(),
        cells: picture.position.cells_of(id),
        home: picture.is_home(id),
        main: piece.main,
        fixed: piece.fixed,
        free: free(id),
    };
    picture.pieces().map(item).collect()
}

/// Its name; numbered tiles without a name are called by how many there are, others by their kind.
fn title(puzzle: &dyn Puzzle, picture: &Picture) -> String {
    if let Some(name) = puzzle.name().or(puzzle.slug()) {
        return name.split(" / ").next().unwrap_or(name).to_string();
    }
    let numbered = picture.pieces().all(|(_, piece)| piece.label.parse::<u32>().is_ok());
    if is_grid(picture) && numbered {
        return format!("{}-puzzle", picture.pieces().count());
    }
    let mut letters = puzzle.kind().entry().name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Whether every piece covers one cell.
pub fn is_grid(picture: &Picture) -> bool {
    let mut covered = vec![0_usize; picture.scene.pieces.len()];
    picture.position.pieces().flatten().for_each(|piece| covered[piece] += 1);
    covered.iter().all(|&cells| cells <= 1)
}

/// Whether every piece covers one cell, and there are more of them than gaps.
pub fn is_full_of_tiles(picture: &Picture) -> bool {
    let gaps = |cell: &usize| !picture.scene.walls[*cell] && picture.position.piece(*cell).is_none();
    is_grid(picture) && picture.pieces().count() > (0..picture.position.len()).filter(gaps).count()
}

/// Whether the direction alone says which piece goes, for all that can be done.
pub fn is_one_way(puzzle: &dyn Puzzle, at: &Position) -> bool {
    let steps = puzzle.steps(at);
    let named = |direction: Direction| puzzle.towards(at, direction);
    !steps.is_empty() && steps.iter().all(|step| named(step.direction) == Some(*step))
}

/// Whether cells can be exchanged: tried with a piece that changes places with itself.
fn is_editable(puzzle: &dyn Puzzle, at: &Position) -> bool {
    let some = at.pieces().position(|piece| piece.is_some());
    some.is_some_and(|cell| puzzle.edited(at, Edit::Swap(cell, cell)).is_some())
}

/// Whether an exchange repairs it is only known once it is tried, which takes long on large boards.
fn solvability(puzzle: &dyn Puzzle, at: &Position, editable: bool) -> Solvability {
    let known = puzzle.solvability(at);
    let repairable = known.is_solvable == Some(false) && editable;
    Solvability { ok: known.is_solvable, why: known.why, goals: known.goals, repairable }
}

/// The cells on which the goal, the first of several, wants a piece.
pub fn goal_cells(picture: &Picture) -> Vec<GoalCell> {
    let cell = |(cell, wanted): (usize, &Wanted)| match wanted {
        Wanted::Piece(piece) => Some(GoalCell { cell, item: Some(*piece) }),
        Wanted::Like(_) => Some(GoalCell { cell, item: None }),
        Wanted::Any | Wanted::Empty => None,
    };
    picture.scene.goal.iter().enumerate().filter_map(cell).collect()
}

/// Where the goal says what belongs on every cell of a grid, marks on all of them would tell nothing.
pub fn marks_goal(picture: &Picture) -> bool {
    let open = picture.scene.goal.iter().zip(&picture.scene.walls).filter(|(_, wall)| !**wall);
    !is_grid(picture) || open.into_iter().any(|(wanted, _)| *wanted == Wanted::Any)
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
        Self { item: moved.item, label: moved.label.clone(), way: moved.way.word() }
    }
}

impl Session {
    /// What a heuristic counts on the board, where that can be shown.
    pub fn counted(&self, heuristic: &str) -> Option<Vec<Counted>> {
        self.puzzle().counted(self.game().field().now(), heuristic)
    }
}
