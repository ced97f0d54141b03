//! The pieces of one puzzle put together and checked.

use super::Parsed;
use super::error::{ParseError, ParseErrorKind};
use super::pieces::{Key, Piece, Token, tokens};
use crate::freeform::goal::in_order;
use crate::freeform::grid::Grid;
use crate::freeform::puzzle::{About, GoalCell, MAX_CELLS, Puzzle, PuzzleError, Tile, is_label};
use crate::text::clipped;

/// Rows of cells, and the word that began them.
struct Rows<'t> {
    head: Token<'t>,
    rows: Vec<Vec<Token<'t>>>,
}

/// The parts of a puzzle before they are checked.
#[derive(Default)]
struct Sections<'t> {
    about: About,
    named: bool,
    tiles: Option<Rows<'t>>,
    goal: Option<Rows<'t>>,
    wrap: Option<(bool, bool)>,
}

/// Reads one puzzle from its pieces.
pub(super) fn assemble(pieces: &[Piece<'_>]) -> Result<Parsed, ParseError> {
    let Some(first) = pieces.first() else {
        return Err(ParseError { line: 1, column: 1, length: 1, kind: ParseErrorKind::NoText });
    };
    let sections = sections(pieces)?;
    let tiles = sections.tiles.ok_or_else(|| error(first.head, ParseErrorKind::NoTiles))?;
    let (rows, cols) = shape(&tiles, Key::Tiles)?;
    let cells: Vec<Token<'_>> = tiles.rows.into_iter().flatten().collect();
    let walls: Vec<bool> = cells.iter().map(|cell| cell.text == "#").collect();
    let puzzle_error = |at| move |e| error(at, ParseErrorKind::Puzzle(e));
    let (wraps_rows, wraps_cols) = sections.wrap.unwrap_or_default();
    let grid =
        Grid::new(rows, cols, walls).map_err(puzzle_error(tiles.head))?.wrapped(wraps_rows, wraps_cols);
    let (labels, start) = tiles_of(&cells)?;
    let goal_given = sections.goal.is_some();
    let (goal, places) = match sections.goal {
        Some(given) => goal_of(given, &grid)?,
        None => (in_order(&grid, &labels), cells),
    };
    let puzzle = Puzzle::new(grid, labels, start, goal);
    let mut puzzle = puzzle.map_err(|e| {
        let at = match e {
            PuzzleError::GoalTiles { cell, .. } | PuzzleError::GoalBlanks { cell, .. } => places.get(cell),
            _ => None,
        };
        error(at.copied().unwrap_or(tiles.head), ParseErrorKind::Puzzle(e))
    })?;
    puzzle.about = sections.about;
    Ok(Parsed { puzzle, goal_given })
}

fn error(at: Token<'_>, kind: ParseErrorKind) -> ParseError {
    let length = at.text.chars().count().max(1);
    ParseError { line: at.line, column: at.column, length, kind }
}

fn sections<'t>(pieces: &[Piece<'t>]) -> Result<Sections<'t>, ParseError> {
    let mut all = Sections::default();
    let mut current = None;
    for piece in pieces {
        if let Some(key) = piece.key {
            begin(&mut all, key, piece)?;
            current = Some(key);
        }
        let rows = match current {
            Some(Key::Tiles) => all.tiles.as_mut(),
            Some(Key::Goal) => all.goal.as_mut(),
            _ => None,
        };
        match rows {
            Some(rows) => add_rows(rows, piece)?,
            None if piece.key.is_none() => {
                return Err(error(piece.head, ParseErrorKind::Stray(clipped(piece.head.text))));
            }
            None => {}
        }
    }
    Ok(all)
}

/// Notes that a section begins, and reads it if it is one of a single line.
fn begin<'t>(all: &mut Sections<'t>, key: Key, piece: &Piece<'t>) -> Result<(), ParseError> {
    let twice = |given: bool| {
        if given { Err(error(piece.head, ParseErrorKind::TwiceGiven(key.name()))) } else { Ok(()) }
    };
    let rows = || Some(Rows { head: piece.head, rows: Vec::new() });
    match key {
        Key::Unknown => return Err(error(piece.head, ParseErrorKind::UnknownKey(clipped(piece.head.text)))),
        Key::Note => all.about.notes.push(piece.text.trim().into()),
        Key::Name => {
            twice(all.named)?;
            all.named = true;
            all.about.name = piece.text.trim().into();
        }
        Key::Tiles => {
            twice(all.tiles.is_some())?;
            all.tiles = rows();
        }
        Key::Goal => {
            twice(all.goal.is_some())?;
            all.goal = rows();
        }
        Key::Wrap => {
            twice(all.wrap.is_some())?;
            all.wrap = Some(wrap(piece)?);
        }
    }
    Ok(())
}

/// Whether rows and whether columns go round.
fn wrap(piece: &Piece<'_>) -> Result<(bool, bool), ParseError> {
    let words = tokens(piece.text, piece.line, piece.column);
    let value = words.first().copied().unwrap_or(piece.head);
    let text = piece.text.trim();
    match text.to_ascii_lowercase().as_str() {
        "rows" => Ok((true, false)),
        "columns" | "cols" => Ok((false, true)),
        "both" => Ok((true, true)),
        "none" => Ok((false, false)),
        _ => Err(error(value, ParseErrorKind::BadWrap(clipped(text)))),
    }
}

/// Adds the rows of a piece. A `/` at its beginning or end separates nothing.
fn add_rows<'t>(into: &mut Rows<'t>, piece: &Piece<'t>) -> Result<(), ParseError> {
    let mut count: usize = into.rows.iter().map(Vec::len).sum();
    let mut column = piece.column;
    let last = piece.text.matches('/').count();
    for (i, part) in piece.text.split('/').enumerate() {
        let row = tokens(part, piece.line, column);
        count += row.len();
        if count > MAX_CELLS {
            let at = row.last().copied().unwrap_or(piece.head);
            return Err(error(at, ParseErrorKind::TooLarge));
        }
        if !row.is_empty() {
            into.rows.push(row);
        } else if i > 0 && i < last {
            let at = Token { text: "", line: piece.line, column };
            return Err(error(at, ParseErrorKind::EmptyRow));
        }
        column += part.chars().count() + 1;
    }
    Ok(())
}

/// Rows and columns; all rows must have the same number of cells.
fn shape(rows: &Rows<'_>, key: Key) -> Result<(usize, usize), ParseError> {
    let Some(first) = rows.rows.first() else {
        return Err(error(rows.head, ParseErrorKind::NoRows(key.name())));
    };
    match rows.rows.iter().find(|row| row.len() != first.len()) {
        Some(row) => {
            let kind = ParseErrorKind::RowLength { expected: first.len(), found: row.len() };
            Err(error(row.first().copied().unwrap_or(rows.head), kind))
        }
        None => Ok((rows.rows.len(), first.len())),
    }
}

fn is_blank(text: &str) -> bool {
    matches!(text, "." | "_" | "0")
}

/// The tiles of the board, row by row, and their cells.
fn tiles_of(cells: &[Token<'_>]) -> Result<(Vec<Tile>, Vec<usize>), ParseError> {
    let (mut tiles, mut start) = (Vec::new(), Vec::new());
    for (cell, token) in cells.iter().enumerate() {
        match token.text {
            "#" => {}
            text if is_blank(text) => {}
            "?" | "*" => return Err(error(*token, ParseErrorKind::OnlyInGoals(token.text.into()))),
            text => {
                tiles.push(Tile { label: label(*token, text)? });
                start.push(cell);
            }
        }
    }
    Ok((tiles, start))
}

fn label(at: Token<'_>, text: &str) -> Result<String, ParseError> {
    if is_label(text) { Ok(text.into()) } else { Err(error(at, ParseErrorKind::BadLabel(clipped(text)))) }
}

/// The goal of each cell and its place in the text.
fn goal_of<'t>(given: Rows<'t>, grid: &Grid) -> Result<(Vec<GoalCell>, Vec<Token<'t>>), ParseError> {
    let (rows, _) = shape(&given, Key::Goal)?;
    if let Some(row) = given.rows.iter().find(|row| row.len() != grid.cols()) {
        let kind = ParseErrorKind::RowLength { expected: grid.cols(), found: row.len() };
        return Err(error(row.first().copied().unwrap_or(given.head), kind));
    }
    if rows != grid.rows() {
        let kind = ParseErrorKind::RowCount { expected: grid.rows(), found: rows };
        return Err(error(given.head, kind));
    }
    let cells: Vec<Token<'_>> = given.rows.into_iter().flatten().collect();
    let goal = cells.iter().zip(grid.walls()).map(|(token, &wall)| match token.text {
        text if (text == "#") != wall => Err(error(*token, ParseErrorKind::WallDiffers)),
        "#" | "?" | "*" => Ok(GoalCell::Any),
        text if is_blank(text) => Ok(GoalCell::Blank),
        text => Ok(GoalCell::Label(label(*token, text)?)),
    });
    Ok((goal.collect::<Result<_, _>>()?, cells))
}
