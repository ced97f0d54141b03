//! Puzzles as text again: letter grids and the course format.

use std::fmt;
use std::fmt::Write;

use super::puzzle::{Axis, Condition, Puzzle};
use super::replay::Position;

/// Why a puzzle cannot be written in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The course format knows one master brick with one set of goal cells that only it may enter.
    NotACourseGoal,
    /// The course format knows no locked or fixed pieces.
    Locked,
    /// The goal holds always, or asks for two things on one cell, or names a piece in two ways.
    NotALetterGoal,
    /// There are more pieces than letters.
    TooManyPieces,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotACourseGoal => {
                "the course format can only say that the master brick covers cells which no other brick may enter"
            }
            Self::Locked => "the course format knows no locked or fixed pieces",
            Self::NotALetterGoal => "this goal cannot be drawn as a grid of letters",
            Self::TooManyPieces => "there are more pieces than letters to name them",
        })
    }
}

impl std::error::Error for Unwritable {}

/// A position in the course format, with the numbers of the pieces if they have some, else in order.
pub fn course(puzzle: &Puzzle, position: &Position) -> Result<String, Unwritable> {
    let (master, goals) = course_goal(puzzle)?;
    let numbers: Option<Vec<u32>> =
        puzzle.pieces().iter().map(|p| p.label.parse().ok().filter(|&n| n >= 2)).collect();
    let numbers = match numbers {
        Some(numbers) if numbers[master] == 2 => numbers,
        _ => in_order(master, 0..puzzle.pieces().len(), puzzle.pieces().len()),
    };
    Ok(course_text(puzzle, position, &goals, &numbers))
}

/// The same in normal form: bricks from 3 on are numbered as they appear, row by row.
pub fn course_normal_form(puzzle: &Puzzle, position: &Position) -> Result<String, Unwritable> {
    let (master, goals) = course_goal(puzzle)?;
    let seen = position.grid().iter().flatten().copied();
    let numbers = in_order(master, seen, puzzle.pieces().len());
    Ok(course_text(puzzle, position, &goals, &numbers))
}

/// 2 for the master, 3 and up for the others as they come; later appearances change nothing.
fn in_order(master: usize, pieces: impl Iterator<Item = usize>, count: usize) -> Vec<u32> {
    let mut numbers = vec![0; count];
    numbers[master] = 2;
    let mut next = 3;
    for piece in pieces {
        if numbers[piece] == 0 {
            numbers[piece] = next;
            next += 1;
        }
    }
    numbers
}

/// The master and its goal cells, if that is all that the goal says.
fn course_goal(puzzle: &Puzzle) -> Result<(usize, Vec<usize>), Unwritable> {
    if puzzle.pieces().iter().any(|p| p.fixed || p.axis.is_some()) {
        return Err(Unwritable::Locked);
    }
    let (master, cells) = match puzzle.goal().alternatives.as_slice() {
        [conditions] if conditions.is_empty() => (0, Vec::new()),
        [conditions] => match conditions.as_slice() {
            [Condition::Covers { piece, cells }] => (*piece, cells.clone()),
            _ => return Err(Unwritable::NotACourseGoal),
        },
        _ => return Err(Unwritable::NotACourseGoal),
    };
    let mut gates: Vec<usize> = puzzle.gates().iter().map(|gate| gate.cell).collect();
    gates.sort_unstable();
    let for_master = puzzle.gates().iter().all(|gate| gate.pieces == [master]);
    if gates == cells && for_master { Ok((master, cells)) } else { Err(Unwritable::NotACourseGoal) }
}

fn course_text(puzzle: &Puzzle, position: &Position, goals: &[usize], numbers: &[u32]) -> String {
    let mut text = format!("{},{},\n", puzzle.width(), puzzle.height());
    for (cell, piece) in position.grid().iter().enumerate() {
        let _ = match piece {
            Some(piece) => write!(text, "{},", numbers[*piece]),
            None if puzzle.walls()[cell] => write!(text, "1,"),
            None if goals.contains(&cell) => write!(text, "-1,"),
            None => write!(text, "0,"),
        };
        if (cell + 1) % puzzle.width() == 0 {
            text.push('\n');
        }
    }
    text
}

/// A puzzle as letter grids, with this position as its board.
pub fn letters(puzzle: &Puzzle, position: &Position) -> Result<String, Unwritable> {
    let names = letter_names(puzzle)?;
    let mut text = String::new();
    if !puzzle.about.name.is_empty() {
        let _ = writeln!(text, "name: {}", puzzle.about.name);
    }
    for (key, value) in &puzzle.about.notes {
        let _ = writeln!(text, "{key}: {value}");
    }
    header(puzzle, &names, &mut text)?;
    let wall = |cell: usize| if puzzle.walls()[cell] { '#' } else { '.' };
    let board = |cell: usize| position.grid()[cell].map_or_else(|| wall(cell), |piece| names[piece]);
    grid(puzzle, "board", board, &mut text);
    for conditions in &puzzle.goal().alternatives {
        let mut cells: Vec<char> = (0..puzzle.walls().len()).map(wall).collect();
        for condition in conditions {
            let (list, mark) = match condition {
                Condition::Covers { piece, cells } | Condition::ShapeAt { piece, cells } => {
                    (cells, names[*piece])
                }
                Condition::Empty { cells } => (cells, '_'),
            };
            for &cell in list {
                if cells[cell] != '.' {
                    return Err(Unwritable::NotALetterGoal);
                }
                cells[cell] = mark;
            }
        }
        if conditions.is_empty() {
            return Err(Unwritable::NotALetterGoal);
        }
        grid(puzzle, "goal", |cell| cells[cell], &mut text);
    }
    let layers = puzzle.gates().iter().map(|gate| gate.pieces.len()).max().unwrap_or(0);
    for layer in 0..layers {
        let name = |cell: usize| {
            let gate = puzzle.gates().iter().find(|gate| gate.cell == cell);
            gate.and_then(|gate| gate.pieces.get(layer)).map_or_else(|| wall(cell), |&piece| names[piece])
        };
        grid(puzzle, "gate", name, &mut text);
    }
    Ok(text)
}

/// `axis:`, `fixed:` and `shapegoal:`.
fn header(puzzle: &Puzzle, names: &[char], text: &mut String) -> Result<(), Unwritable> {
    let which = |wanted: &dyn Fn(usize) -> bool| -> String {
        (0..names.len()).filter(|&piece| wanted(piece)).map(|piece| names[piece]).collect()
    };
    let along = |axis: Axis| which(&|piece| puzzle.pieces()[piece].axis == Some(axis));
    let locked = [(along(Axis::Horizontal), 'h'), (along(Axis::Vertical), 'v')];
    let locked: Vec<String> = locked
        .iter()
        .filter(|(list, _)| !list.is_empty())
        .map(|(list, way)| format!("{list}={way}"))
        .collect();
    if !locked.is_empty() {
        let _ = writeln!(text, "axis: {}", locked.join(" "));
    }
    let fixed = which(&|piece| puzzle.pieces()[piece].fixed);
    if !fixed.is_empty() {
        let _ = writeln!(text, "fixed: {fixed}");
    }
    let all = || puzzle.goal().alternatives.iter().flatten();
    let by_shape = which(&|p| all().any(|c| matches!(c, Condition::ShapeAt { piece, .. } if *piece == p)));
    let by_name = which(&|p| all().any(|c| matches!(c, Condition::Covers { piece, .. } if *piece == p)));
    if by_shape.chars().any(|c| by_name.contains(c)) {
        return Err(Unwritable::NotALetterGoal);
    }
    if !by_shape.is_empty() {
        let _ = writeln!(text, "shapegoal: {by_shape}");
    }
    Ok(())
}

fn grid(puzzle: &Puzzle, key: &str, character: impl Fn(usize) -> char, text: &mut String) {
    let _ = writeln!(text, "{key}:");
    for row in 0..puzzle.height() {
        text.extend((0..puzzle.width()).map(|col| character(row * puzzle.width() + col)));
        text.push('\n');
    }
}

/// One letter a piece: its own label if all labels are single letters, else letters in order.
fn letter_names(puzzle: &Puzzle) -> Result<Vec<char>, Unwritable> {
    let own = |label: &str| {
        let mut chars = label.chars();
        chars.next().filter(|c| c.is_alphanumeric() && chars.next().is_none())
    };
    let labels: Option<Vec<char>> = puzzle.pieces().iter().map(|p| own(&p.label)).collect();
    if let Some(labels) = labels {
        return Ok(labels);
    }
    // Latin, then Greek and Cyrillic letters: enough for 256 pieces.
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('Α'..='ώ').chain('Ѐ'..='ӿ');
    let names: Vec<char> = letters.filter(|c| c.is_alphanumeric()).take(puzzle.pieces().len()).collect();
    if names.len() == puzzle.pieces().len() { Ok(names) } else { Err(Unwritable::TooManyPieces) }
}
