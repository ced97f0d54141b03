//! Tiles on any board from text.

use slidewise_puzzles::freeform::parse::{Item as ParsedItem, looks_like_freeform, parse, parse_many};
use slidewise_puzzles::freeform::{ParseError, Parsed};

use super::Freeform;
use super::entry::FREEFORM;
use crate::plain::Plain;
use crate::position::Position;
use crate::read::{Item, Read, Reading, Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// The puzzles of a text, if a section with tiles begins in it.
pub(super) fn read(text: &str, reading: &Reading) -> Option<Vec<Item>> {
    (reading.form.is_some() || looks_like_freeform(text)).then_some(())?;
    let item = |item: ParsedItem| {
        let parsed = item.result.map_err(|error| unreadable(&error));
        Item { line: item.line, result: parsed.and_then(|parsed| puzzle(parsed, reading)) }
    };
    Some(parse_many(text).into_iter().map(item).collect())
}

fn puzzle(parsed: Parsed, reading: &Reading) -> Result<Read, Unreadable> {
    let Parsed { puzzle, goal_given } = parsed;
    let (rows, cols) = (puzzle.rows(), puzzle.cols());
    if reading.size.is_some_and(|size| size != (rows, cols)) {
        let reason = format!("the text has a board of {rows}×{cols}");
        return Err(Refusal::new(Setting::Size, reason).into());
    }
    let name = Some(puzzle.about.name.clone()).filter(|name| !name.is_empty());
    let freeform = Freeform { puzzle };
    let freeform = match &reading.goal {
        None => freeform,
        Some(_) if goal_given => {
            return Err(Refusal::new(Setting::Goal, "the puzzle has its goal in its text").into());
        }
        Some(goal) => towards(&freeform, &freeform.start(), goal)?,
    };
    Ok(Read { puzzle: any(freeform), id: name, detected: FREEFORM, known_length: None, warnings: Vec::new() })
}

/// A position on its way to another goal, which is given as rows of cells. Tiles are numbered anew.
pub(super) fn towards(freeform: &Freeform, at: &Position, goal: &str) -> Result<Freeform, Refusal> {
    let refused = |reason: String| Refusal::new(Setting::Goal, reason);
    // Sections would change more than the goal.
    if goal.contains([';', ':']) {
        return Err(refused("a goal is rows of cells, separated by /, as in 1 2/3 .".into()));
    }
    let wrap = match (freeform.puzzle.wraps_rows(), freeform.puzzle.wraps_cols()) {
        (true, true) => "both",
        (true, false) => "rows",
        (false, true) => "columns",
        (false, false) => "none",
    };
    let text = format!("tiles: {}; wrap: {wrap}\ngoal: {goal}", freeform.line(at));
    let mut puzzle = parse(&text).map_err(|error| refused(error.kind.to_string()))?.puzzle;
    puzzle.about = freeform.puzzle.about.clone();
    Ok(Freeform { puzzle })
}

fn unreadable(error: &ParseError) -> Unreadable {
    Unreadable::at(error.place(), error.kind.to_string())
}
