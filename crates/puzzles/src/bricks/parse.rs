//! Brick puzzles from text, in any of five forms; the form is detected. [`parse`] reads one puzzle,
//! [`parse_many`] a text with any number of them.
//!
//! - **letters**: header lines `key: value` and grids, one character a cell, any visible one, the same for the cells of
//!   one piece, `#` wall, `.` or a space empty. Lines that begin with `#`, `//` or `;` and are no rows are comments.
//!   Grids: `board:`, `goal:` (the cells that each letter must cover; `_` must be empty; several goal grids are
//!   alternatives), `gate:` (cells that only these letters may enter), `empty:` (cells marked
//!   `_` must be empty, beside what the goal grid above says). Lines: `name:`, `note:`, `designer:`, `source:`,
//!   `rush: yes`, `axis: AB=h C=v`, `fixed: AB`, `shapegoal: yes` (or letters: these goal cells may be taken by
//!   any piece of the same shape). A bare grid is a board without a goal.
//! - **course**: `width,height,` and rows of numbers: -1 goal, 0 empty, 1 wall, 2 master, 3 and up bricks.
//! - **rush-hour**: 36 characters, `o` or `.` empty, `x` wall, `A` leaves to the right. Databases write
//!   `moves board states`.
//! - **klotski-code**: nine hexadecimal digits for a layout of the 4×5 board (`klotski_code.rs` says how).
//! - **gnome**: `*` main piece, `#` wall, `-` gate for it, `.` target, letters pieces, space empty.

mod course;
mod error;
mod gnome;
mod grid;
mod klotski_code;
mod letters;
mod many;
mod rush_hour;
mod split;
#[cfg(test)]
mod tests;

use std::fmt;

pub use error::{ParseError, Problem, Warning};
pub use many::{Item, parse_many};

use super::metric::Metric;
use super::puzzle::Puzzle;

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Letter grids with header lines.
    Letters,
    /// Comma-separated numbers of the sliding brick course.
    Course,
    /// 36 characters.
    RushHour,
    /// A board of GNOME Klotski.
    Gnome,
    /// A hexadecimal code of a Klotski catalogue.
    KlotskiCode,
}

impl Format {
    /// The name shown to users.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Course => "course",
            Self::RushHour => "rush-hour",
            Self::Gnome => "gnome",
            Self::KlotskiCode => "klotski-code",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The form that was recognised.
    pub detected: Format,
    /// What is allowed but probably not meant.
    pub warnings: Vec<Warning>,
    /// The optimal length that its line claims, in a database of Rush Hour: straight moves of any distance
    /// ([`Metric::Lines`]).
    pub known_optimum: Option<u32>,
}

impl Parsed {
    /// The metric that people who write this form mean: steps in the course, lines in Rush Hour, else moves.
    pub fn default_metric(&self) -> Metric {
        match self.detected {
            Format::Course => Metric::Steps,
            Format::RushHour => Metric::Lines,
            _ if self.puzzle.pieces().iter().all(|p| p.axis.is_some()) => Metric::Lines,
            _ => Metric::Moves,
        }
    }
}

/// Whether a text is a brick puzzle, or several, in one of the forms, right or wrong, rather than a tile board.
pub fn looks_like_bricks(text: &str) -> bool {
    detect(text).is_some() || split::is_mixed(text)
}

/// The form of a text, if it looks like one of them.
pub fn detect(text: &str) -> Option<Format> {
    detect_one(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn detect_one(text: &str) -> Option<Format> {
    if letters::has_header(text) {
        Some(Format::Letters)
    } else if course::looks_like_it(text) {
        Some(Format::Course)
    } else if rush_hour::looks_like_it(text) {
        Some(Format::RushHour)
    } else if klotski_code::looks_like_it(text) {
        Some(Format::KlotskiCode)
    } else if gnome::looks_like_it(text) {
        Some(Format::Gnome)
    } else if letters::looks_like_bare_grid(text) {
        Some(Format::Letters)
    } else {
        None
    }
}

/// Reads a text that holds exactly one brick puzzle.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some(detected) = detect(text) else {
        let problem = if text.trim().is_empty() { Problem::NoText } else { Problem::UnknownForm };
        return Err(ParseError { line: 1, column: 1, problem });
    };
    let mut warnings = Vec::new();
    let puzzle = match detected {
        Format::Letters => letters::parse(text, &mut warnings)?,
        Format::Course => course::parse(text, &mut warnings)?,
        Format::RushHour => rush_hour::parse(text)?,
        Format::Gnome => gnome::parse(text)?,
        Format::KlotskiCode => klotski_code::parse(text)?,
    };
    let known_optimum = (detected == Format::RushHour).then(|| rush_hour::known_optimum(text)).flatten();
    Ok(Parsed { puzzle, detected, warnings, known_optimum })
}
