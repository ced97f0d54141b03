//! Numbered tiles with one gap in few letters: `3x3.867254301.l`. Size, cells and goal are turned into texts that the
//! program reads like any other. Cells are digits in base 36, two each from 37 cells on, 0 for the gap; a goal is the
//! letter of its name, or `c` and cells.

use slidewise_solve::{AnyPuzzle, Puzzle, Reading, Scene, Wanted, read_one};

use crate::session::MAX_SIDE;

/// Letters for goals, with their names.
const GOALS: [(&str, &str); 3] = [("l", "blank-last"), ("f", "blank-first"), ("s", "snail")];

/// The start and the goal of a puzzle; `None` if this is no way to write it.
pub(super) fn write(puzzle: &dyn Puzzle) -> Option<String> {
    let (rows, cols) = puzzle.size();
    let scene = puzzle.scene();
    let start: Option<Vec<usize>> = puzzle.start().pieces().map(|piece| number(&scene, piece)).collect();
    let named = GOALS.iter().find(|(_, name)| puzzle.goal_name() == Some(name));
    let goal = match named {
        Some((letter, _)) => letter.to_string(),
        None => format!("c{}", cells_text(&wanted(&scene)?)?),
    };
    let (size, cells) = (format!("{rows}x{cols}"), cells_text(&start?)?);
    let again = read(&size, &cells, &goal).ok()?;
    is_same(&*again, puzzle).then(|| format!("{size}.{cells}.{goal}"))
}

/// The puzzle.
pub(super) fn read(size: &str, cells: &str, goal: &str) -> Result<AnyPuzzle, String> {
    let (rows, cols) = sides(size)?;
    let named = GOALS.iter().find(|(letter, _)| *letter == goal);
    let goal = match (named, goal.strip_prefix('c')) {
        (Some((_, name)), _) => name.to_string(),
        (None, Some(cells)) => board_text(rows, cols, cells)?,
        (None, None) => return Err("the link names no goal that there is".into()),
    };
    let reading = Reading { goal: Some(goal), ..Reading::default() };
    let read = read_one(&board_text(rows, cols, cells)?, &reading);
    read.map(|read| read.puzzle).map_err(|error| format!("the board in the link: {}", error.message))
}

/// Whether nothing was lost on the way through a text.
fn is_same(a: &dyn Puzzle, b: &dyn Puzzle) -> bool {
    let facts =
        |puzzle: &dyn Puzzle| (puzzle.kind().entry().name, puzzle.goal_name(), puzzle.metric().name());
    facts(a) == facts(b) && a.start() == b.start() && a.scene() == b.scene()
}

/// The number on a piece; 0 for none.
fn number(scene: &Scene, piece: Option<usize>) -> Option<usize> {
    piece.map_or(Some(0), |piece| scene.label(piece).parse().ok())
}

/// What the goal wants, if it says so for every cell.
fn wanted(scene: &Scene) -> Option<Vec<usize>> {
    let one = |wanted: &Wanted| match wanted {
        Wanted::Piece(piece) => number(scene, Some(*piece)),
        Wanted::Empty => Some(0),
        Wanted::Any | Wanted::Like(_) => None,
    };
    scene.goal.iter().map(one).collect()
}

fn sides(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
    sides.ok_or_else(|| format!("the link has no size from 1x2 to {MAX_SIDE}x{MAX_SIDE}"))
}

/// Cells of larger boards take two digits.
fn digits_for(cells: usize) -> usize {
    if cells <= 36 { 1 } else { 2 }
}

fn cells_text(cells: &[usize]) -> Option<String> {
    let digit = |n: usize| char::from_digit(u32::try_from(n).ok()?, 36);
    let mut text = String::new();
    for &cell in cells {
        if digits_for(cells.len()) == 2 {
            text.push(digit(cell / 36)?);
            text.push(digit(cell % 36)?);
        } else {
            text.push(digit(cell)?);
        }
    }
    Some(text)
}

/// Cells as a text that tells its size: `3x2:1,2,3,4,5,0`, columns first.
fn board_text(rows: usize, cols: usize, text: &str) -> Result<String, String> {
    let width = digits_for(rows * cols);
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(36)).collect();
    let digits = digits.filter(|digits| digits.len() == rows * cols * width);
    let digits = digits.ok_or_else(|| format!("the link has no {rows}×{cols} board in it"))?;
    let cell = |cell: &[u32]| cell.iter().fold(0, |n, d| n * 36 + d).to_string();
    Ok(format!("{cols}x{rows}:{}", digits.chunks(width).map(cell).collect::<Vec<_>>().join(",")))
}
