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
    entries.clone().find(|entry| entry.is_called(text)).ok_or_else(|| {
        let nearest = nearest(text, entries.clone().flat_map(Entry::names));
        let mut known: Vec<&'static str> = Vec::new();
        // Several kinds of puzzle may have a name.
        for name in entries.map(|entry| entry.name) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        UnknownName { what, given: text.trim().to_string(), nearest, known }
    })
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for: "algorithm".
    pub what: &'static str,
    /// What was typed.
    pub given: String,
    /// The name that was probably meant, if one comes near.
    pub nearest: Option<&'static str>,
    /// All names that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, given, nearest, known } = self;
        match nearest {
            Some(nearest) => write!(f, "there is no {what} \"{given}\"; did you mean \"{nearest}\"?"),
            None => write!(f, "there is no {what} \"{given}\"; there are {}.", listed(known, "and")),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The name that was probably meant: the fewest slips of the finger away, and no more than one in three characters.
/// Part of a name will do, as `liner` for `linear-conflict`, at the price of one slip.
pub fn nearest(typed: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    // Nobody types a name of hundreds of characters, and to compare them would take long.
    let typed: String = typed.trim().to_lowercase().chars().take(64).collect();
    let most = (typed.chars().count() / 3).max(1);
    let distance = |name: &'static str| {
        let parts = name.split('-').filter(|part| part.len() > 2 && part.len() < name.len());
        let all = std::iter::once((name, 0)).chain(parts.map(|part| (part, 1)));
        let near = all.map(|(word, price)| (slips(&typed, word), price)).filter(|(slips, _)| *slips <= most);
        near.map(|(slips, price)| slips + price).min()
    };
    names.filter_map(|name| Some((distance(name)?, name))).min_by_key(|near| near.0).map(|near| near.1)
}

/// How many slips of the finger lie between two words: characters left out, put in, exchanged, or in the wrong order.
pub fn slips(a: &str, b: &str) -> usize {
    strsim::osa_distance(a, b)
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
