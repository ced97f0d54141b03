//! Letter grids with header lines, the form of the puzzles that we ship.

use super::error::{ParseError, Problem, Warning};
use super::grid::{Grid, Pieces, build, error, lines};
use crate::bricks::puzzle::{Axis, Condition, Gate, Goal, Piece, Puzzle};

/// Keys whose text is only kept.
const NOTES: [&str; 3] = ["note", "designer", "source"];
const KEYS: [&str; 9] = ["name", "board", "goal", "gate", "empty", "rush", "axis", "fixed", "shapegoal"];

/// Whether a line begins with a key of this form.
pub(super) fn has_header(text: &str) -> bool {
    text.lines().any(|line| line.split_once(':').is_some_and(|(key, _)| is_key(key)))
}

/// The key of a line, if it has one, known or not.
pub(super) fn key_of(line: &str) -> Option<&str> {
    line.split_once(':').map(|(key, _)| key.trim())
}

/// Whether the value of a key stands in its line, and not in a grid below.
pub(super) fn is_value(key: &str) -> bool {
    !["board", "goal", "gate", "empty"].contains(&key)
}

/// Several rows of one length, of letters, dots and walls, in which some letter stands twice or a wall stands
/// (a tile board written in letters has neither).
pub(super) fn looks_like_bare_grid(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let cells = || rows.iter().flat_map(|row| row.chars());
    let letters: Vec<char> = cells().filter(|c| c.is_alphabetic()).collect();
    let repeated = || letters.iter().enumerate().any(|(i, c)| letters[..i.min(300)].contains(c));
    rows.len() > 1
        && cells().all(|c| c.is_alphanumeric() || ".# ".contains(c))
        && rows.iter().all(|row| row.chars().count() == rows[0].chars().count())
        && !letters.is_empty()
        && (cells().any(|c| c == '#') || repeated())
}

/// A header line with its place.
#[derive(Clone, Copy)]
struct Value<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// The parts of a text, before they are put together.
#[derive(Default)]
struct Sections<'a> {
    name: Option<&'a str>,
    notes: Vec<(String, String)>,
    board: Option<Grid>,
    /// Each goal grid with the `empty:` grid that belongs to it.
    goals: Vec<(Grid, Grid)>,
    gates: Vec<Grid>,
    rush: Option<Value<'a>>,
    axis: Option<Value<'a>>,
    fixed: Option<Value<'a>>,
    shapegoal: Option<Value<'a>>,
}

/// Which grid the next rows belong to.
#[derive(Clone, Copy)]
enum Current {
    None,
    Board,
    Goal,
    Gate,
    Empty,
}

pub(super) fn parse(text: &str, warnings: &mut Vec<Warning>) -> Result<Puzzle, ParseError> {
    let sections = read_sections(text)?;
    let mut board = sections.board.clone().ok_or_else(|| error(1, 1, Problem::NoBoard))?;
    if board.rows.is_empty() {
        return Err(error(1, 1, Problem::NoBoard));
    }
    if board.cells().any(|(_, c)| c == ' ') {
        board.pad();
    }
    let (width, height) = (board.width(), board.rows.len());
    board.check_size(width, height)?;
    let (walls, mut pieces) = read_board(&board)?;
    lock(&sections, &board, width, &mut pieces)?;
    let shapes = shape_letters(&sections, &pieces)?;
    let mut goal = Goal::default();
    for (grid, empty) in &sections.goals {
        let mut conditions = read_goal(grid, (width, height), &walls, &pieces, &shapes)?;
        conditions.extend(read_empty(empty, (width, height))?);
        if !conditions.is_empty() {
            goal.alternatives.push(conditions);
        }
    }
    let mut gates = Vec::new();
    for grid in &sections.gates {
        read_gates(grid, (width, height), &walls, &pieces, &mut gates)?;
    }
    let mut puzzle = build(&board, walls, pieces, goal, gates)?;
    warnings.extend(scattered(&puzzle, &board));
    puzzle.about.name = sections.name.unwrap_or_default().into();
    puzzle.about.notes = sections.notes;
    Ok(puzzle)
}

/// Pieces whose cells do not hang together, which is allowed, but seldom meant.
fn scattered(puzzle: &Puzzle, board: &Grid) -> Vec<Warning> {
    let width = board.width();
    let is_whole = |piece: &Piece| {
        let mut reached = vec![piece.cells[0]];
        let mut at = 0;
        while at < reached.len() {
            let cell = reached[at];
            let beside = |other: &usize| {
                let rows = (cell / width).abs_diff(other / width);
                rows + (cell % width).abs_diff(other % width) == 1
            };
            let new: Vec<usize> =
                piece.cells.iter().copied().filter(beside).filter(|cell| !reached.contains(cell)).collect();
            reached.extend(new);
            at += 1;
        }
        reached.len() == piece.cells.len()
    };
    let warning = |piece: &Piece| {
        let ParseError { line, column, .. } = board.error_at(piece.cells[0], Problem::NoBoard);
        let text = format!("piece {} has parts that lie apart, and move together", piece.label);
        Warning { line, column, text }
    };
    puzzle.pieces().iter().filter(|piece| !is_whole(piece)).map(warning).collect()
}

fn read_sections(text: &str) -> Result<Sections<'_>, ParseError> {
    let mut sections = Sections::default();
    let mut current = if has_header(text) { Current::None } else { Current::Board };
    for (line, row) in lines(text) {
        let open = match current {
            Current::None => None,
            Current::Board => sections.board.as_ref(),
            Current::Gate => sections.gates.last(),
            Current::Goal => sections.goals.last().map(|(goal, _)| goal),
            Current::Empty => sections.goals.last().map(|(_, empty)| empty),
        };
        // The first line of a grid, and one as wide as the rows above, is a row, whatever it looks like.
        let is_row = open.is_some_and(|grid| grid.rows.is_empty() || grid.width() == row.chars().count());
        if row.trim().is_empty() || !is_row && is_comment(row) {
            continue;
        }
        if let Some((key, value)) = row.split_once(':').filter(|(key, _)| !is_row || is_key(key)) {
            let column = key.chars().count() + 2;
            let value = Value { line, column, text: value.trim() };
            current = read_key(&mut sections, key.trim(), value)?;
            continue;
        }
        let grid = match current {
            Current::None => return Err(error(line, 1, Problem::StrayLine)),
            Current::Board => sections.board.get_or_insert_default(),
            Current::Gate => last(&mut sections.gates),
            Current::Goal => &mut last(&mut sections.goals).0,
            Current::Empty => &mut last(&mut sections.goals).1,
        };
        grid.push(line, row)?;
    }
    Ok(sections)
}

/// Whether a line that is no row is a comment.
fn is_comment(line: &str) -> bool {
    ["#", "//", ";"].iter().any(|mark| line.starts_with(mark))
}

fn is_key(key: &str) -> bool {
    KEYS.contains(&key.trim()) || NOTES.contains(&key.trim())
}

/// The last entry, which `read_key` has made.
fn last<T: Default>(list: &mut Vec<T>) -> &mut T {
    if list.is_empty() {
        list.push(T::default());
    }
    let end = list.len() - 1;
    &mut list[end]
}

fn read_key<'a>(sections: &mut Sections<'a>, key: &str, value: Value<'a>) -> Result<Current, ParseError> {
    let once = |slot: &mut Option<Value<'a>>, key: &'static str| match slot.replace(value) {
        None => Ok(Current::None),
        Some(_) => Err(error(value.line, 1, Problem::TwiceGiven(key))),
    };
    let no_text = |key: &'static str, current: Current| match value.text {
        "" => Ok(current),
        text => Err(error(value.line, value.column, Problem::BadValue { key, value: text.into() })),
    };
    match key {
        "name" => sections.name = Some(value.text),
        "rush" => return once(&mut sections.rush, "rush"),
        "axis" => return once(&mut sections.axis, "axis"),
        "fixed" => return once(&mut sections.fixed, "fixed"),
        "shapegoal" => return once(&mut sections.shapegoal, "shapegoal"),
        "board" => {
            if sections.board.replace(Grid::default()).is_some() {
                return Err(error(value.line, 1, Problem::TwiceGiven("board")));
            }
            return no_text("board", Current::Board);
        }
        "goal" => {
            sections.goals.push(<(Grid, Grid)>::default());
            return no_text("goal", Current::Goal);
        }
        "gate" => {
            sections.gates.push(Grid::default());
            return no_text("gate", Current::Gate);
        }
        "empty" => return no_text("empty", Current::Empty),
        _ if NOTES.contains(&key) => sections.notes.push((key.into(), value.text.into())),
        _ => return Err(error(value.line, 1, Problem::UnknownKey(key.chars().take(40).collect()))),
    }
    Ok(Current::None)
}

fn read_board(board: &Grid) -> Result<(Vec<bool>, Pieces), ParseError> {
    let mut pieces = Pieces::default();
    let mut walls = Vec::new();
    for (cell, c) in board.cells() {
        walls.push(c == '#');
        match c {
            '#' | '.' | ' ' => {}
            c if !c.is_control() && !c.is_whitespace() => pieces.add(c.encode_utf8(&mut [0; 4]), cell),
            c => return Err(board.error_at(cell, Problem::BadCharacter(c))),
        }
    }
    Ok((walls, pieces))
}

/// `rush:`, `axis:` and `fixed:`.
fn lock(sections: &Sections<'_>, board: &Grid, width: usize, pieces: &mut Pieces) -> Result<(), ParseError> {
    if let Some(axis) = sections.axis {
        for token in axis.text.split([',', ' ', '\t']).filter(|t| !t.is_empty()) {
            let bad = || bad_value("axis", axis, token);
            let (labels, way) = token.split_once('=').ok_or_else(bad)?;
            let way = match way {
                "h" | "horizontal" => Axis::Horizontal,
                "v" | "vertical" => Axis::Vertical,
                _ => return Err(bad()),
            };
            for piece in named(labels, axis, pieces)? {
                pieces.list[piece].axis = Some(way);
            }
        }
    }
    if let Some(fixed) = sections.fixed {
        for piece in named(fixed.text, fixed, pieces)? {
            pieces.list[piece].fixed = true;
        }
    }
    if sections.rush.map(|value| yes("rush", value)).transpose()?.unwrap_or(false) {
        for piece in pieces.list.iter_mut().filter(|p| p.axis.is_none() && !p.fixed) {
            let first = piece.cells[0];
            piece.axis = Some(own_axis(piece, width).map_err(|problem| board.error_at(first, problem))?);
        }
    }
    Ok(())
}

/// The axis along which a piece is longer.
pub(super) fn own_axis(piece: &Piece, width: usize) -> Result<Axis, Problem> {
    match piece.extent(width) {
        (rows, cols) if cols > rows => Ok(Axis::Horizontal),
        (rows, cols) if rows > cols => Ok(Axis::Vertical),
        _ => Err(Problem::NoAxis(piece.label.clone())),
    }
}

fn bad_value(key: &'static str, value: Value<'_>, text: &str) -> ParseError {
    error(value.line, value.column, Problem::BadValue { key, value: text.chars().take(40).collect() })
}

fn yes(key: &'static str, value: Value<'_>) -> Result<bool, ParseError> {
    match value.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        text => Err(bad_value(key, value, text)),
    }
}

/// The pieces that a list of letters names; spaces and commas may stand between them.
fn named(letters: &str, value: Value<'_>, pieces: &Pieces) -> Result<Vec<usize>, ParseError> {
    let letters = letters.chars().filter(|c| !c.is_whitespace() && *c != ',');
    letters
        .map(|c| pieces.find(c).ok_or_else(|| error(value.line, value.column, Problem::UnknownPiece(c))))
        .collect()
}

/// Pieces whose goal cells any piece of the same shape may take.
fn shape_letters(sections: &Sections<'_>, pieces: &Pieces) -> Result<Vec<usize>, ParseError> {
    match sections.shapegoal {
        None => Ok(Vec::new()),
        Some(Value { text: "yes", .. }) => Ok((0..pieces.list.len()).collect()),
        Some(Value { text: "no", .. }) => Ok(Vec::new()),
        Some(value) => named(value.text, value, pieces),
    }
}

fn read_goal(
    grid: &Grid,
    (width, height): (usize, usize),
    walls: &[bool],
    pieces: &Pieces,
    shapes: &[usize],
) -> Result<Vec<Condition>, ParseError> {
    if grid.rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut grid = grid.clone();
    if grid.cells().any(|(_, c)| c == ' ') {
        grid.pad();
    }
    grid.check_size(width, height)?;
    let mut cells = vec![Vec::new(); pieces.list.len()];
    let mut empty = Vec::new();
    for (cell, c) in grid.cells() {
        match c {
            '.' | ' ' => {}
            // Unless a piece is called so.
            '_' if pieces.find('_').is_none() => empty.push(cell),
            '#' if walls[cell] => {}
            '#' => return Err(grid.error_at(cell, Problem::WallDiffers)),
            c => match pieces.find(c) {
                Some(piece) => cells[piece].push(cell),
                None => return Err(grid.error_at(cell, Problem::UnknownPiece(c))),
            },
        }
    }
    let with_goal = cells.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty());
    let mut conditions: Vec<Condition> = with_goal
        .map(|(piece, cells)| match shapes.contains(&piece) {
            true => Condition::ShapeAt { piece, cells },
            false => Condition::Covers { piece, cells },
        })
        .collect();
    if !empty.is_empty() {
        conditions.push(Condition::Empty { cells: empty });
    }
    Ok(conditions)
}

fn read_empty(grid: &Grid, (width, height): (usize, usize)) -> Result<Option<Condition>, ParseError> {
    if grid.rows.is_empty() {
        return Ok(None);
    }
    grid.check_size(width, height)?;
    let mut cells = Vec::new();
    for (cell, c) in grid.cells() {
        match c {
            '.' | '#' => {}
            '_' => cells.push(cell),
            c => return Err(grid.error_at(cell, Problem::BadCharacter(c))),
        }
    }
    Ok((!cells.is_empty()).then_some(Condition::Empty { cells }))
}

fn read_gates(
    grid: &Grid,
    (width, height): (usize, usize),
    walls: &[bool],
    pieces: &Pieces,
    gates: &mut Vec<Gate>,
) -> Result<(), ParseError> {
    grid.check_size(width, height)?;
    for (cell, c) in grid.cells() {
        match c {
            '.' => {}
            '#' if walls[cell] => {}
            '#' => return Err(grid.error_at(cell, Problem::WallDiffers)),
            c => {
                let piece = pieces.find(c).ok_or_else(|| grid.error_at(cell, Problem::UnknownPiece(c)))?;
                match gates.iter_mut().find(|gate| gate.cell == cell) {
                    Some(gate) => gate.pieces.push(piece),
                    None => gates.push(Gate { cell, pieces: vec![piece] }),
                }
            }
        }
    }
    Ok(())
}
