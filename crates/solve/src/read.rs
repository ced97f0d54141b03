//! From text to puzzles: every form of every kind, detected, one puzzle or many.

use std::fmt;
use std::ops::Range;
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
    pub known_length: Option<u64>,
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
/// whatever it is. The lines of what is then no puzzle are offered to all again, so that a list may mix kinds.
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
        0 => Err(Unreadable::new("there is no puzzle")),
        many => Err(Unreadable::new(format!("there are {many} puzzles; give one"))),
    }
}

/// The puzzles in bytes that may be no text at all.
pub fn read_bytes(bytes: &[u8], reading: &Reading) -> Vec<Item> {
    match decode(bytes) {
        Ok(text) => read(text, reading),
        Err(place) => {
            let result = Err(Unreadable::at(place, "this byte is not UTF-8: save the text as UTF-8"));
            vec![Item { line: place.line, result }]
        }
    }
}

fn in_whole(text: &str, reading: &Reading) -> Vec<Item> {
    let mut claims = kinds::all()
        .filter(|kind| has_form(*kind, reading))
        .filter_map(|kind| Some((kind, kind.read(text, reading)?)));
    let claim = match reading.form {
        None => claims.next(),
        // A kind whose form is asked for takes any text, and two kinds may call a form by the same name: the one that
        // can read it is meant, or else the last.
        Some(_) => {
            let claims: Vec<_> = claims.collect();
            let can_read = |claim: &(_, Vec<Item>)| claim.1.iter().any(|item| item.result.is_ok());
            let meant = claims.iter().position(can_read).unwrap_or(claims.len().saturating_sub(1));
            claims.into_iter().nth(meant)
        }
    };
    // Without a form the last kind takes every text, so only a form that no kind has is taken by none.
    let Some((kind, items)) = claim else {
        let error = format!("no kind of puzzle has a form \"{}\"", reading.form.unwrap_or_default());
        return vec![Item { line: 1, result: Err(Unreadable::new(error)) }];
    };
    let items: Vec<Item> = items.into_iter().map(|item| of_kind(item, kind)).collect();
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() < 2 {
        return items;
    }
    let ends: Vec<usize> = items.iter().skip(1).map(|next| next.line - 1).chain([lines.len()]).collect();
    let mixed = |(item, end): (Item, usize)| match item.result {
        Ok(_) => vec![item],
        Err(_) => one_a_line(&lines, item.line - 1..end, reading).unwrap_or_else(|| vec![item]),
    };
    items.into_iter().zip(ends).flat_map(mixed).collect()
}

/// What is on the lines of a part that is no puzzle of its text's kind, if all of them are puzzles by themselves, or
/// if the text is a list. One good line is not enough: it may begin a puzzle with a mistake further down.
fn one_a_line(lines: &[&str], part: Range<usize>, reading: &Reading) -> Option<Vec<Item>> {
    let each = |part: Range<usize>| -> Vec<Item> {
        let is_said = |line: &str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
        let said = part.filter(|&at| lines.get(at).is_some_and(|line| is_said(line.trim())));
        said.flat_map(|at| by_itself(lines[at], at, reading)).collect()
    };
    let good = |items: &[Item]| items.iter().filter(|item| item.result.is_ok()).count();
    // Of a text that is no list of lines the beginning shows it.
    let is_list = || {
        let sample = each(0..lines.len().min(SAMPLE));
        good(&sample) * 2 > sample.len()
    };
    let items = each(part);
    match (items.len(), good(&items)) {
        (0, _) | (1, 0) => None,
        (all, good) => (good == all || is_list()).then_some(items),
    }
}

/// How many lines are looked at to see whether a text is a list of them.
const SAMPLE: usize = 64;

/// What is on a line, with its places in the whole text.
fn by_itself(line: &str, at: usize, reading: &Reading) -> Vec<Item> {
    let found = match kinds::in_library(line) {
        Some(entry) => in_whole(entry.text, reading),
        None => in_whole(line.trim(), reading),
    };
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let moved = |Item { mut result, .. }: Item| {
        if let Err(Unreadable { place: Some(place), .. }) = &mut result {
            place.line += at;
            place.column += indent;
        }
        Item { line: at + 1, result }
    };
    found.into_iter().map(moved).collect()
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
