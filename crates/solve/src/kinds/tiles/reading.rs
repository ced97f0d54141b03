//! Tile boards from text.

use slidewise_puzzles::text::Place;
use slidewise_puzzles::tiles::parse::{
    DecidedBy, ErrorKind, Form, ParseError, ParseOptions, Reading as Way, parse, parse_many,
};
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle};

use super::Tiles;
use crate::names::listed;
use crate::read::{Item, Read, Reading, Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// The boards of a text; at least one item.
pub(super) fn read(text: &str, reading: &Reading) -> Vec<Item> {
    let options = ParseOptions { size: reading.size, form: reading.form.and_then(Form::from_name) };
    let goal = match goal(reading.goal.as_deref()) {
        Ok(goal) => goal,
        Err(error) => return vec![Item { line: 1, result: Err(error) }],
    };
    let item = |item: slidewise_puzzles::tiles::parse::Item| {
        let result = item.result.map_err(|error| unreadable(&error)).and_then(|parsed| {
            let blank = parsed.blank_number.map(|number| format!("{number} is taken for the blank"));
            Ok(Read {
                puzzle: any(towards(parsed.board, goal.clone())?),
                id: parsed.id,
                detected: parsed.detected.name(),
                known_length: parsed.known_optimum.map(u64::from),
                warnings: blank.into_iter().collect(),
            })
        });
        Item { line: item.line, result }
    };
    parse_many(text, &options).map(item).collect()
}

/// A board on its way to a goal.
pub(super) fn towards(board: Board, goal: Goal) -> Result<Tiles, Refusal> {
    let puzzle = TilePuzzle::towards(board, &goal)
        .map_err(|mismatch| Refusal::new(Setting::Goal, mismatch.to_string()))?;
    Ok(Tiles { puzzle, goal })
}

/// A goal by name, or a board; what most players mean if nothing is said.
pub(super) fn goal(text: Option<&str>) -> Result<Goal, Unreadable> {
    let Some(text) = text else { return Ok(Goal::BlankLast) };
    if let Some(goal) = Goal::from_name(text) {
        return Ok(goal);
    }
    let refused = |message: String| Unreadable { refused: Some(Setting::Goal), ..Unreadable::new(message) };
    match parse(text, &ParseOptions::default()) {
        Ok(parsed) => Ok(Goal::Custom(parsed.board)),
        Err(_) if text.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-') => {
            let names: Vec<&str> = Goal::NAMED.iter().map(Goal::name).collect();
            Err(refused(format!("there is no goal \"{text}\": use {} or a board", listed(&names, ","))))
        }
        Err(error) => Err(refused(format!("{error}\n{}", error.render_caret(text)))),
    }
}

fn unreadable(error: &ParseError) -> Unreadable {
    let place = Place { line: error.line, column: error.column, length: error.length };
    let text = error.to_string();
    // The place has a field of its own here.
    let message = text.strip_prefix(&format!("{}:{}: ", place.line, place.column)).unwrap_or(&text);
    Unreadable { choices: choices(&error.kind), ..Unreadable::at(place, message) }
}

/// The settings that decide how an ambiguous text is read.
fn choices(kind: &ErrorKind) -> Vec<(Setting, String)> {
    let ErrorKind::Ambiguous { readings } = kind else { return Vec::new() };
    let choice = |reading: &Way| match reading.decided_by {
        DecidedBy::Size => (Setting::Size, format!("{}x{}", reading.size.0, reading.size.1)),
        DecidedBy::Form => (Setting::Form, reading.form.name().to_string()),
    };
    readings.iter().map(choice).collect()
}
