//! From text to puzzles: every form of every kind, detected, one puzzle or many.

use std::fmt;
use std::sync::Arc;

use slidewise_puzzles::text::{Place, caret, decode};

use crate::kind::Kind;
use crate::kinds;
use crate::names::{self, Entry, UnknownName};
use crate::puzzle::AnyPuzzle;
use crate::refusal::{Refusal, Setting};

/// What decides where the text alone does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The form to read the text in, instead of detecting it: a name from [`form`].
    pub form: Option<&'static str>,
    /// What is to be reached, by name or as text, for kinds whose puzzles do not say.
    pub goal: Option<String>,
}

/// One of the puzzles of a text.
#[derive(Clone, Debug)]
pub struct Item {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The puzzle, or what is wrong; places count from the beginning of the whole text.
    pub result: Result<Read, Unreadable>,
}

/// A puzzle that was read, and what was found out on the way.
#[derive(Clone, Debug)]
pub struct Read {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The name or number that the text gives it.
    pub id: Option<String>,
    /// The form in which it was written.
    pub detected: &'static str,
    /// The length that its line claims, in a list of instances.
    pub known_length: Option<u32>,
    /// What is allowed but probably not meant.
    pub warnings: Vec<String>,
}

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The kind whose form it looks like.
    pub kind: Option<&'static str>,
    /// In words, without the place.
    pub message: String,
    /// Where; `None` if the text as a whole is meant.
    pub place: Option<Place>,
    /// Whether the text is a puzzle, but a setting does not fit it.
    pub refused: Option<Setting>,
    /// Where it can be read in several ways: which setting asks for each.
    pub choices: Vec<(Setting, String)>,
}

impl Unreadable {
    /// About the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { kind: None, message: message.into(), place: None, refused: None, choices: Vec::new() }
    }

    /// About a place in it.
    pub(crate) fn at(place: Place, message: impl Into<String>) -> Self {
        Self { place: Some(place), ..Self::new(message) }
    }

    /// With a caret under the place in the text, where there is one.
    pub fn explained(&self, text: &str) -> String {
        match self.place {
            Some(place) if !text.trim().is_empty() => format!("{self}\n{}", caret(text, place)),
            _ => self.to_string(),
        }
    }
}

impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Self {
        Self { refused: Some(refusal.setting), ..Self::new(refusal.to_string()) }
    }
}

/// `3:7: what is wrong`.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{}:{}: {}", place.line, place.column, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Unreadable {}

/// The name of a form that some kind of puzzle has.
pub fn form(text: &str) -> Result<&'static str, UnknownName> {
    names::find("form", text, kinds::all().flat_map(|kind| kind.entry().forms)).map(|entry| entry.name)
}

/// The puzzles in a text; at least one item. A text is offered to the kinds one after another; the last one takes it
/// whatever it is, and its lines are then offered to the others, so that a list may mix kinds.
pub fn read(text: &str, reading: &Reading) -> Vec<Item> {
    if let Some(entry) = kinds::in_library(text) {
        return in_whole(entry.text, reading);
    }
    in_whole(text, reading)
}

/// The one puzzle in a text.
pub fn read_one(text: &str, reading: &Reading) -> Result<Read, Unreadable> {
    let mut items = read(text, reading);
    match items.len() {
        1 => items.remove(0).result,
        many => Err(Unreadable::new(format!("there are {many} puzzles; give one"))),
    }
}

/// The puzzles in bytes that may be no text at all.
pub fn read_bytes(bytes: &[u8], reading: &Reading) -> Vec<Item> {
    match decode(bytes) {
        Ok(text) => read(text, reading),
        Err(place) => {
            let result = Err(Unreadable::at(place, "this is not text: the bytes are not UTF-8"));
            vec![Item { line: place.line, result }]
        }
    }
}

fn in_whole(text: &str, reading: &Reading) -> Vec<Item> {
    let (kind, items) = kinds::all()
        .filter(|kind| has_form(*kind, reading))
        .find_map(|kind| Some((kind, kind.read(text, reading)?)))
        .expect("the last kind takes every text");
    let items = items.into_iter().map(|item| of_kind(item, kind));
    let lines: Vec<&str> = text.lines().collect();
    let mixed = |item: Item| match (&item.result, lines.get(item.line - 1)) {
        (Err(_), Some(line)) if lines.len() > 1 => by_itself(line, &item, reading).unwrap_or(item),
        _ => item,
    };
    items.map(mixed).collect()
}

/// A line of a list that is no puzzle of the list's kind, but one of another, or the name of one.
fn by_itself(line: &str, item: &Item, reading: &Reading) -> Option<Item> {
    let found = match kinds::in_library(line) {
        Some(entry) => in_whole(entry.text, reading),
        None => in_whole(line.trim(), reading),
    };
    match &found[..] {
        [one] if one.result.is_ok() => Some(Item { line: item.line, result: one.result.clone() }),
        _ => None,
    }
}

fn of_kind(mut item: Item, kind: &dyn Kind) -> Item {
    if let Err(error) = &mut item.result {
        error.kind.get_or_insert(kind.entry().name);
    }
    item
}

/// A form that was asked for leaves only the kinds that have it.
fn has_form(kind: &dyn Kind, reading: &Reading) -> bool {
    let has = |name| kind.entry().forms.iter().any(|form: &Entry| form.name == name);
    reading.form.is_none_or(has)
}

/// A puzzle behind a pointer.
pub(crate) fn any(puzzle: impl crate::puzzle::Puzzle + 'static) -> AnyPuzzle {
    Arc::new(puzzle)
}
