//! Things that have a name: what is said of them, and how they are found by it.

use std::fmt;

/// What is said about a named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, as printed and as typed.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub summary: &'static str,
    /// What it promises, and what it costs.
    pub guarantee: &'static str,
}

impl Entry {
    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether it is called so, in any case.
    pub fn is_called(&self, text: &str) -> bool {
        self.names().any(|name| name.eq_ignore_ascii_case(text.trim()))
    }
}

/// The entry with this name or alias, in any case. `what` says what is looked for: "algorithm".
pub fn find<'e>(
    what: &'static str,
    text: &str,
    entries: impl Iterator<Item = &'e Entry> + Clone,
) -> Result<&'e Entry, UnknownName> {
    entries.clone().find(|entry| entry.is_called(text)).ok_or_else(|| UnknownName {
        what,
        given: text.trim().to_string(),
        nearest: nearest(text, entries.flat_map(Entry::names)).unwrap_or_default(),
    })
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for: "algorithm".
    pub what: &'static str,
    /// What was typed.
    pub given: String,
    /// The name that comes nearest.
    pub nearest: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, given, nearest } = self;
        write!(f, "there is no {what} \"{given}\"; did you mean \"{nearest}\"?")
    }
}

impl std::error::Error for UnknownName {}

/// The name that is the fewest slips of the finger away from what was typed.
pub fn nearest(typed: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    // Nobody types a name of hundreds of characters, and to compare them would take long.
    let typed: String = typed.trim().to_lowercase().chars().take(64).collect();
    names.min_by_key(|name| slips(&typed, name))
}

/// How many slips of the finger lie between two words: characters left out, put in, or exchanged.
pub fn slips(a: &str, b: &str) -> usize {
    strsim::levenshtein(a, b)
}

/// Words as they are listed in a sentence: `a, b or c`.
pub fn listed(words: &[impl AsRef<str>], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed() {
        assert_eq!(listed(&["a"], "or"), "a");
        assert_eq!(listed(&["a", "b", "c"], "or"), "a, b or c");
    }
}
