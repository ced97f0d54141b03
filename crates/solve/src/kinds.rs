//! The registry of kinds: the one file that knows which there are. A new kind is a folder here and a line in `ALL`.

pub mod bricks;
pub mod freeform;
pub mod tiles;

use crate::kind::{Kind, LibraryEntry};
use crate::names::{self, Entry, UnknownName};

/// The kinds, in the order in which a text is offered to them.
const ALL: &[&dyn Kind] = &[&freeform::FREEFORM, &bricks::BRICKS, &tiles::TILES];

/// All kinds.
pub fn all() -> impl Iterator<Item = &'static dyn Kind> + Clone {
    ALL.iter().copied()
}

/// The kind with this name.
pub fn find(name: &str) -> Result<&'static dyn Kind, UnknownName> {
    let entry = |kind: &&dyn Kind| Entry {
        name: kind.entry().name,
        aliases: &[],
        summary: kind.entry().summary,
        guarantee: "",
    };
    let entries: Vec<Entry> = ALL.iter().map(entry).collect();
    let found = names::find("kind of puzzle", name, entries.iter())?;
    Ok(*ALL.iter().find(|kind| kind.entry().name == found.name).expect("an entry belongs to a kind"))
}

/// The kind that is meant where nothing is said: random boards and menus begin with it.
pub fn first() -> &'static dyn Kind {
    &tiles::TILES
}

/// Every puzzle that comes with the program, with its kind.
pub fn library() -> impl Iterator<Item = (&'static dyn Kind, LibraryEntry)> {
    all().flat_map(|kind| kind.library().into_iter().map(move |entry| (kind, entry)))
}

/// The puzzle with this name.
pub fn in_library(slug: &str) -> Option<LibraryEntry> {
    all().find_map(|kind| kind.in_library(slug.trim()))
}

/// The name of a puzzle that is a slip or two of the finger away from what was typed.
pub fn nearly_in_library(typed: &str) -> Option<&'static str> {
    let typed = typed.trim().to_lowercase();
    let nearest = names::nearest(&typed, library().map(|(_, entry)| entry.slug))?;
    (names::slips(&typed, nearest) <= 2.min(typed.chars().count() / 3)).then_some(nearest)
}
