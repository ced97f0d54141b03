//! The whole state of a game in a line that fits behind the `#` of an address, and the way back.
//!
//! ```text
//! 1.t.3x3.867254301.l.L2DR.3        tiles: size, cells, goal, moves, how many of them are made (all if left out)
//! 1.b.klotski.2L1UU                 bricks from the library: name, moves
//! 1.c.Ym9hcmQ6.2L1UU                other bricks: their text in base 64, moves
//! ```
//!
//! The number in front is the version. Cells are digits in base 36, two each from 37 cells on. A move of tiles is a way
//! and how many tiles go; one of bricks the index of the piece in base 36 and its way. The reader trusts nothing: sizes
//! are bounded before anything is built, and every move is replayed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use slidewise_lab::puzzles::bricks::course::Step;
use slidewise_lab::puzzles::tiles::{Board, Direction, Goal};

use crate::session::{MAX_MOVES, MAX_SIDE, MAX_TEXT, Session};

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";
/// Longer links are not looked at.
pub const MAX_LINK: usize = 300_000;

/// The link of a session.
pub fn write(session: &Session) -> String {
    let (at, length) = session.progress();
    let (what, moves) = match session {
        Session::Tiles(game) => {
            let field = game.field();
            let start = field.puzzle.start();
            let goal = match &field.goal {
                Goal::BlankLast => "l".into(),
                Goal::BlankFirst => "f".into(),
                Goal::Snail => "s".into(),
                Goal::Custom(board) => format!("c{}", cells_text(board)),
            };
            let what = format!("t.{}x{}.{}.{goal}", start.rows(), start.cols(), cells_text(start));
            (what, tile_moves(game.moves()))
        }
        Session::Bricks(game) => {
            let what = match game.field().slug {
                Some(slug) => format!("b.{slug}"),
                None => format!("c.{}", URL_SAFE_NO_PAD.encode(&game.field().text)),
            };
            (what, brick_moves(game.moves()))
        }
    };
    match (length, at) {
        (0, _) => format!("{VERSION}.{what}"),
        _ if at == length => format!("{VERSION}.{what}.{moves}"),
        _ => format!("{VERSION}.{what}.{moves}.{at}"),
    }
}

/// The session of a link, or what is wrong with it.
pub fn read(link: &str) -> Result<Session, String> {
    if link.len() > MAX_LINK {
        return Err(format!("the link is too long: {MAX_LINK} characters at most"));
    }
    let mut fields = link.split('.');
    let mut next = |what: &str| fields.next().ok_or_else(|| format!("the link ends before its {what}"));
    match next("version")? {
        VERSION => {}
        other => {
            let shown: String = other.chars().take(12).collect();
            return Err(format!("the link is of version \"{shown}\"; this page reads version {VERSION}"));
        }
    }
    let mut session = match next("kind")? {
        "t" => {
            let (rows, cols) = size(next("size")?)?;
            let start = board(rows, cols, next("board")?)?;
            let goal = match next("goal")? {
                "l" => Goal::BlankLast,
                "f" => Goal::BlankFirst,
                "s" => Goal::Snail,
                custom => {
                    let cells = custom.strip_prefix('c').ok_or("the link names no goal that there is")?;
                    Goal::Custom(board(rows, cols, cells)?)
                }
            };
            Session::tiles(start, goal)?
        }
        "b" => {
            let slug = next("name")?;
            let known = slidewise_lab::puzzles::bricks::library::get(slug).is_some();
            known.then_some(()).ok_or("the link names no puzzle of the library")?;
            Session::open(slug, "blank-last")?.session
        }
        "c" => {
            let text = packed_text(next("text")?).ok_or("the puzzle in the link is damaged")?;
            let opened = Session::open(&text, "blank-last")?;
            if matches!(opened.session, Session::Tiles(_)) {
                return Err("the puzzle in the link is damaged: it holds no bricks".into());
            }
            opened.session
        }
        _ => return Err("the link is of no kind that this page knows".into()),
    };
    if let Some(moves) = fields.next() {
        load(&mut session, moves).map_err(|why| format!("the moves in the link: {why}"))?;
        let (_, length) = session.progress();
        let at = fields.next().map_or(Ok(length), str::parse);
        session.go_to(at.map_err(|_| "the link ends in something that is no number")?);
    }
    match fields.next() {
        None => Ok(session),
        Some(_) => Err("the link goes on after its end".into()),
    }
}

/// Puts moves behind the position of a session; they are tried first.
pub fn load(session: &mut Session, moves: &str) -> Result<(), String> {
    let at = session.progress().0;
    let loaded = match session {
        Session::Tiles(game) => {
            let moves = read_tile_moves(moves)?;
            enough(at + moves.len())?;
            game.load(&moves)
        }
        Session::Bricks(game) => {
            let moves = read_brick_moves(moves)?;
            enough(at + moves.len())?;
            game.load(&moves)
        }
    };
    loaded.map_err(|(index, why)| format!("move {}: {why}", index + 1))
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
    sides.ok_or_else(|| format!("the link has no size from 1x2 to {MAX_SIDE}x{MAX_SIDE}"))
}

/// Cells of larger boards take two digits.
fn digits_for(cells: usize) -> usize {
    if cells <= 36 { 1 } else { 2 }
}

fn cells_text(board: &Board) -> String {
    let digit = |n: u16| char::from_digit(n.into(), 36).unwrap_or('?');
    let two = digits_for(board.cells().len()) == 2;
    let cell = |&tile: &u16| [two.then(|| digit(tile / 36)), Some(digit(tile % 36))];
    board.cells().iter().flat_map(cell).flatten().collect()
}

fn board(rows: usize, cols: usize, text: &str) -> Result<Board, String> {
    let width = digits_for(rows * cols);
    let digits: Option<Vec<u16>> = text.chars().map(|c| c.to_digit(36).map(|d| d as u16)).collect();
    let digits = digits.filter(|digits| digits.len() == rows * cols * width);
    let digits = digits.ok_or_else(|| format!("the link has no {rows}×{cols} board in it"))?;
    let cells = digits.chunks(width).map(|cell| cell.iter().fold(0, |n, d| n * 36 + d)).collect();
    Board::new(rows, cols, cells).map_err(|error| format!("the board in the link: {error}"))
}

/// Each move as a way and how many tiles go, if more than one.
pub fn tile_moves(moves: &[Vec<Direction>]) -> String {
    let one = |steps: &Vec<Direction>| match steps[..] {
        [way] => way.letter().to_string(),
        [way, ..] => format!("{}{}", way.letter(), steps.len()),
        [] => String::new(),
    };
    moves.iter().map(one).collect()
}

fn read_tile_moves(text: &str) -> Result<Vec<Vec<Direction>>, String> {
    let mut moves: Vec<Vec<Direction>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let way = direction(first).ok_or_else(|| format!("\"{first}\" is no way to go"))?;
        rest = &rest[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = if digits == 0 { Some(1) } else { rest[..digits].parse().ok() };
        let count = count.filter(|count| (1..MAX_SIDE).contains(count));
        moves.push(vec![way; count.ok_or("more tiles are pushed than a line has")?]);
        rest = &rest[digits..];
        enough(moves.len())?;
    }
    Ok(moves)
}

/// Each move as the index of the piece and its way.
pub fn brick_moves(moves: &[Vec<Step>]) -> String {
    let one = |steps: &Vec<Step>| {
        let way: String = steps.iter().map(|step| step.direction.letter()).collect();
        steps.first().map_or(String::new(), |step| base36(step.piece) + &way)
    };
    moves.iter().map(one).collect()
}

fn base36(n: usize) -> String {
    let digit = |n: usize| char::from_digit(n as u32, 36).unwrap_or('?').to_string();
    if n < 36 { digit(n) } else { base36(n / 36) + &digit(n % 36) }
}

fn read_brick_moves(text: &str) -> Result<Vec<Vec<Step>>, String> {
    let mut moves = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let named = rest.bytes().take_while(|b| b.is_ascii_digit() || b.is_ascii_lowercase()).count();
        let piece = usize::from_str_radix(&rest[..named], 36).map_err(|_| "a move names no piece")?;
        rest = &rest[named..];
        let gone = rest.chars().take_while(|&c| direction(c).is_some()).count();
        let ways = rest[..gone].chars().filter_map(direction);
        let steps: Vec<Step> = ways.map(|direction| Step { piece, direction }).collect();
        if steps.is_empty() {
            return Err("a move goes nowhere".into());
        }
        moves.push(steps);
        rest = &rest[gone..];
        enough(moves.len())?;
    }
    Ok(moves)
}

fn enough(moves: usize) -> Result<(), String> {
    if moves > MAX_MOVES { Err(format!("there are more than {MAX_MOVES}")) } else { Ok(()) }
}

fn direction(letter: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.letter() == letter)
}

/// The text that was packed; `None` if it is not one, or a longer one than anyone may bring.
fn packed_text(packed: &str) -> Option<String> {
    if packed.len() > MAX_TEXT.div_ceil(3) * 4 {
        return None;
    }
    String::from_utf8(URL_SAFE_NO_PAD.decode(packed).ok()?).ok()
}

#[cfg(test)]
mod tests;
