//! Saved games of Simon Tatham's Fifteen: lines of a key, a length and a value. A move names the cell to which the gap
//! goes, `M2,3` for column 2 and row 3 from 0, straight over as many tiles as lie between.

use std::ops::Range;

use super::letters::error;
use super::{NotationError, NotationErrorKind};

/// What such a file begins with.
const HEAD: &str = "SAVEFILE:";

/// A cell to which the gap goes, and where that is written.
pub(super) struct Target {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) span: Range<usize>,
}

/// Whether a text is a saved game.
pub(super) fn is_saved(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with(HEAD)
}

/// The value of a line, if it is one with this key, and where it begins in the line.
fn value<'l>(line: &'l str, key: &str) -> Option<(usize, &'l str)> {
    let (name, rest) = line.split_once(':')?;
    let (_, value) = rest.split_once(':')?;
    (name.trim() == key).then(|| (line.len() - value.len(), value.trim_end()))
}

/// The moves of a saved game, up to where it stands: those after that were taken back.
pub(super) fn targets(text: &str) -> Result<Vec<Target>, NotationError> {
    // The first state is the start.
    let position = text.lines().find_map(|line| value(line, "STATEPOS")?.1.parse::<usize>().ok());
    let most = position.map_or(usize::MAX, |states| states.saturating_sub(1));
    let mut targets = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        if targets.len() < most
            && let Some((at, written)) = value(line, "MOVE")
        {
            let span = begin + at..begin + at + written.len();
            let cell = written.strip_prefix('M').and_then(|cell| {
                let (col, row) = cell.split_once(',')?;
                Some((row.parse().ok()?, col.parse().ok()?))
            });
            let (row, col) = cell.ok_or_else(|| error(text, NotationErrorKind::UnknownMove, span.clone()))?;
            targets.push(Target { row, col, span });
        }
        begin += line.len();
    }
    Ok(targets)
}
