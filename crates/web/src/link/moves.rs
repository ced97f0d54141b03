//! Moves in a link. A move is a piece, by its number in base 36, and the ways it goes: `2L1UU`; where several pieces go
//! in one move, they are joined by a dash: `2L-1L`. On boards where a direction alone names a piece, a move is the
//! way and how many go: `L2DR`.

use slidewise_solve::{Direction, Position, Puzzle, Step};

use super::MAX_MOVES;
use crate::session::MAX_SIDE;

/// Moves by their pieces.
pub fn text(moves: &[Vec<Step>]) -> String {
    let of_piece = |steps: &[Step]| {
        let ways: String = steps.iter().map(|step| step.direction.letter()).collect();
        base36(steps[0].piece) + &ways
    };
    let one = |steps: &Vec<Step>| {
        let pieces = steps.chunk_by(|a, b| a.piece == b.piece);
        pieces.map(of_piece).collect::<Vec<_>>().join("-")
    };
    moves.iter().map(one).collect()
}

/// Reads moves by their pieces.
pub(super) fn read(text: &str) -> Result<Vec<Vec<Step>>, String> {
    let mut moves: Vec<Vec<Step>> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let goes_on = if moves.is_empty() { None } else { rest.strip_prefix('-') };
        rest = goes_on.unwrap_or(rest);
        let named = rest.bytes().take_while(|b| b.is_ascii_digit() || b.is_ascii_lowercase()).count();
        let piece = usize::from_str_radix(&rest[..named], 36).map_err(|_| "a move names no piece")?;
        rest = &rest[named..];
        let gone = rest.chars().take_while(|&c| direction(c).is_some()).count();
        let ways = rest[..gone].chars().filter_map(direction);
        let steps: Vec<Step> = ways.map(|direction| Step { piece, direction }).collect();
        if steps.is_empty() {
            return Err("a move goes nowhere".into());
        }
        rest = &rest[gone..];
        match moves.last_mut().filter(|_| goes_on.is_some()) {
            Some(last) => last.extend(steps),
            None => moves.push(steps),
        }
        enough(moves.len())?;
    }
    Ok(moves)
}

/// Moves by their ways alone; `None` if one of them turns.
pub(super) fn pushes_text(moves: &[Vec<Step>]) -> Option<String> {
    let one = |steps: &Vec<Step>| {
        let way = steps.first()?.direction;
        let straight = steps.iter().all(|step| step.direction == way) && steps.len() < MAX_SIDE;
        let count = if steps.len() > 1 { steps.len().to_string() } else { String::new() };
        straight.then(|| format!("{}{count}", way.letter()))
    };
    moves.iter().map(one).collect()
}

/// Reads moves by their ways alone, each with how many go.
pub(super) fn read_pushes(text: &str) -> Result<Vec<(Direction, usize)>, String> {
    let mut pushes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let way = direction(first).ok_or_else(|| format!("\"{first}\" is no way to go"))?;
        rest = &rest[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = if digits == 0 { Some(1) } else { rest[..digits].parse().ok() };
        let count = count.filter(|count| (1..MAX_SIDE).contains(count));
        pushes.push((way, count.ok_or("more tiles are pushed than a line has")?));
        rest = &rest[digits..];
        enough(pushes.len())?;
    }
    Ok(pushes)
}

/// The steps that ways alone mean, from a position.
pub(super) fn pushed(
    puzzle: &dyn Puzzle,
    from: &Position,
    pushes: &[(Direction, usize)],
) -> Result<Vec<Vec<Step>>, String> {
    let mut now = from.clone();
    let mut step = |way: Direction| {
        let step = puzzle.towards(&now, way)?;
        puzzle.apply(&mut now, step).ok()?;
        Some(step)
    };
    let mut one = |(index, &(way, count)): (usize, &(Direction, usize))| {
        let steps: Option<Vec<Step>> = (0..count).map(|_| step(way)).collect();
        steps.ok_or_else(|| format!("move {}: nothing can go {}", index + 1, way.word()))
    };
    pushes.iter().enumerate().map(&mut one).collect()
}

/// Refuses more moves than anyone makes.
pub(super) fn enough(moves: usize) -> Result<(), String> {
    if moves > MAX_MOVES { Err(format!("there are more than {MAX_MOVES}")) } else { Ok(()) }
}

fn base36(n: usize) -> String {
    let digit = |n: usize| char::from_digit(n as u32, 36).unwrap_or('?').to_string();
    if n < 36 { digit(n) } else { base36(n / 36) + &digit(n % 36) }
}

fn direction(letter: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.letter() == letter)
}
