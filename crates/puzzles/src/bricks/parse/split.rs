//! Where the puzzles of a text begin.

use super::{Format, course, detect_one, letters, parse, rush_hour};

/// A line on which a puzzle begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Its number, from 1.
    pub(super) line: usize,
    /// Its first byte.
    pub(super) byte: usize,
}

/// The lines of a text with their places, without their ends.
fn lines(text: &str) -> impl Iterator<Item = (Start, &str)> {
    let mut byte = 0;
    text.split_inclusive('\n').zip(1..).map(move |(line, number)| {
        let start = Start { line: number, byte };
        byte += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// The form of a text and where its puzzles begin; fewer than two if it is to be read as a whole.
pub(super) fn starts(text: &str) -> (Option<Format>, Vec<Start>) {
    let form = detect_one(text);
    let starts = match form {
        Some(Format::RushHour | Format::KlotskiCode) => rush_hour_starts(text),
        Some(Format::Course) => course_starts(text),
        // All that a puzzle may say stands once, or the last one counts.
        Some(Format::Letters) if parse(text).is_ok() => Vec::new(),
        Some(Format::Letters) => letter_starts(text),
        Some(Format::Gnome) => {
            blocks_if(text, |blocks| blocks.iter().filter(|(_, block)| block.contains('*')).count() > 1)
        }
        None => blocks_if(text, mostly_bricks),
    };
    (form, starts)
}

/// Whether a text of no form is a row of blocks that mostly have one.
pub(super) fn is_mixed(text: &str) -> bool {
    !blocks_if(text, mostly_bricks).is_empty()
}

fn mostly_bricks(blocks: &[(Start, &str)]) -> bool {
    let bricks = blocks.iter().filter(|(_, block)| detect_one(block).is_some()).count();
    blocks.len() > 1 && bricks * 2 >= blocks.len()
}

/// Where the blocks between blank lines begin, if they are what is looked for.
fn blocks_if(text: &str, wanted: impl Fn(&[(Start, &str)]) -> bool) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut blank = true;
    for (start, line) in lines(text) {
        if blank && !line.trim().is_empty() {
            starts.push(start);
        }
        blank = line.trim().is_empty();
    }
    let ends = starts.iter().skip(1).map(|next| next.byte).chain([text.len()]);
    let blocks: Vec<(Start, &str)> =
        starts.iter().zip(ends).map(|(start, end)| (*start, &text[start.byte..end])).collect();
    if wanted(&blocks) { starts } else { Vec::new() }
}

/// One puzzle a line.
fn rush_hour_starts(text: &str) -> Vec<Start> {
    lines(text).filter(|(_, line)| rush_hour::is_said(line)).map(|(start, _)| start).collect()
}

/// A line of two numbers is the size of a new puzzle when the one before has all its rows. When it has not,
/// it may also be a row that is too short, so the row that follows must be as wide as it says.
fn course_starts(text: &str) -> Vec<Start> {
    let rows: Vec<(Start, &str)> = lines(text).filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut starts = Vec::new();
    let (mut width, mut left) = (0, usize::MAX);
    for (at, (start, row)) in rows.iter().enumerate() {
        let size = course::size_of(row);
        let fits = |wide: usize| rows.get(at + 1).is_some_and(|(_, next)| course::width_of(next) == wide);
        let begins = size.is_some_and(|(wide, _)| left == 0 || width != 2 && fits(wide));
        if begins || at == 0 {
            (width, left) = size.unwrap_or((0, usize::MAX));
            starts.push(*start);
        } else {
            left = left.saturating_sub(1);
        }
    }
    starts
}

/// What was seen of a puzzle of letters.
#[derive(Default)]
struct Seen {
    name: bool,
    board: bool,
    /// The first of the header lines just before this line that can belong to the next puzzle.
    header: Option<Start>,
    /// Whether there was a blank line since the last grid.
    blank: bool,
}

fn letter_starts(text: &str) -> Vec<Start> {
    let mut starts: Vec<Start> = Vec::new();
    let mut seen = Seen::default();
    let (mut names, mut boards) = (0, 0);
    for (start, line) in lines(text) {
        if line.trim().is_empty() {
            // What stands right behind a grid belongs to it.
            if !seen.blank {
                seen.header = None;
            }
            seen.blank = true;
            continue;
        }
        if starts.is_empty() {
            starts.push(start);
        }
        let key = letters::key_of(line);
        let header = *seen.header.get_or_insert(start);
        let begins = match key {
            Some("name") if seen.board => Some(if seen.blank { header } else { start }),
            Some("name") if seen.name && seen.blank => Some(start),
            Some("board") if seen.board => Some(header),
            _ => None,
        };
        if let Some(begin) = begins {
            starts.push(begin);
            seen = Seen::default();
        }
        names += usize::from(key == Some("name"));
        boards += usize::from(key == Some("board"));
        seen.name |= key == Some("name");
        seen.board |= key == Some("board");
        if !key.is_some_and(letters::is_value) {
            (seen.header, seen.blank) = (None, false);
        }
    }
    // One name that stands below its board is no second puzzle.
    if names.max(boards) > 1 { starts } else { Vec::new() }
}
