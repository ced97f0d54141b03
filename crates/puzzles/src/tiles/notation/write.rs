//! Writing moves.

use super::Convention;
use crate::step::Direction;
use crate::tiles::board::Board;
use crate::tiles::replay::{IllegalMove, Walker};

/// How letters are put together. Tile numbers are always written one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// One letter a move: `RRDLL`.
    Plain,
    /// A letter and how often, if more than once: `R2DL2`.
    RunLength,
}

/// The text of `moves` made from `start`; moves that cannot be made are an error in every convention.
pub fn write(
    start: &Board,
    moves: &[Direction],
    convention: Convention,
    style: Style,
) -> Result<String, IllegalMove> {
    let mut walker = Walker::new(start);
    let mut text = String::with_capacity(moves.len());
    let mut index = 0;
    for run in moves.chunk_by(|a, b| a == b) {
        for &direction in run {
            let tile = walker.slide(direction).ok_or(IllegalMove { index, direction })?;
            if convention == Convention::Numbers {
                text += if index == 0 { "" } else { " " };
                text += &tile.to_string();
            }
            index += 1;
        }
        let letter = match convention {
            Convention::Tile => run[0].letter(),
            Convention::Blank => run[0].opposite().letter(),
            Convention::Numbers => continue,
        };
        match style {
            Style::Plain => text.extend(run.iter().map(|_| letter)),
            Style::RunLength if run.len() == 1 => text.push(letter),
            Style::RunLength => text += &format!("{letter}{}", run.len()),
        }
    }
    Ok(text)
}
