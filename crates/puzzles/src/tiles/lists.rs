//! Published instances with their optimal lengths, as lists of lines for
//! [`parse_many`](super::parse::parse_many). Each names its source.

macro_rules! files {
    ($($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tiles/", $file)))),*]
    };
}

/// The lists by the names of their files, in `data/tiles`.
pub const LISTS: &[(&str, &str)] = files![
    "deepcubea-15.txt",
    "deepcubea-24.txt",
    "deepcubea-35.txt",
    "deepcubea-48.txt",
    "hard15-17.txt",
    "korf15-100.txt",
    "korf24-50.txt",
];

/// The list of this name.
pub fn list(name: &str) -> Option<&'static str> {
    LISTS.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::parse::{ParseOptions, parse_many};

    #[test]
    fn every_line_is_a_board() {
        for (name, text) in LISTS {
            for item in parse_many(text, &ParseOptions::default()) {
                assert!(item.result.is_ok(), "{name}, line {}: {:?}", item.line, item.result);
            }
        }
    }
}
