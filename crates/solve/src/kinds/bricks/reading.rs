//! Brick puzzles from text.

use slidewise_puzzles::bricks::parse::{looks_like_bricks, parse_many};
use slidewise_puzzles::bricks::{ParseError, Parsed, library};
use slidewise_puzzles::text::Place;

use super::Bricks;
use crate::read::{Item, Read, Reading, Unreadable, any};
use crate::refusal::{Refusal, Setting};

/// The puzzles of a text, if it looks like bricks.
pub(super) fn read(text: &str, reading: &Reading) -> Option<Vec<Item>> {
    let slug = library::entries().find(|entry| entry.text == text).map(|entry| entry.slug);
    (reading.form.is_some() || slug.is_some() || looks_like_bricks(text)).then_some(())?;
    let item = |item: slidewise_puzzles::bricks::parse::Item| {
        let parsed = item.result.map_err(|error| unreadable(&error));
        Item { line: item.line, result: parsed.and_then(|parsed| puzzle(parsed, slug, reading)) }
    };
    Some(parse_many(text).into_iter().map(item).collect())
}

fn puzzle(parsed: Parsed, slug: Option<&'static str>, reading: &Reading) -> Result<Read, Unreadable> {
    if reading.goal.is_some() {
        return Err(Refusal::new(Setting::Goal, "a brick puzzle has its goal in its text").into());
    }
    if reading.size.is_some() {
        return Err(Refusal::new(Setting::Size, "the text of a brick puzzle tells its size").into());
    }
    let metric = parsed.default_metric();
    let name = Some(parsed.puzzle.about.name.clone()).filter(|name| !name.is_empty());
    Ok(Read {
        id: slug.map(ToString::to_string).or(name),
        detected: parsed.detected.name(),
        known_length: parsed.known_optimum.map(u64::from),
        warnings: parsed.warnings.iter().map(ToString::to_string).collect(),
        puzzle: any(Bricks { puzzle: parsed.puzzle, metric, slug }),
    })
}

fn unreadable(error: &ParseError) -> Unreadable {
    let place = Place { line: error.line, column: error.column, length: 1 };
    Unreadable::at(place, error.problem.to_string())
}
