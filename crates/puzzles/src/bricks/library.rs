//! Classic puzzles by name. The boards, their sources and the proven optima are text files in `data/bricks`; the
//! optima are proven again by the tests.

use super::metric::Metric;
use super::parse::{ParseError, Parsed, parse};

/// A puzzle that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name on the command line.
    pub slug: &'static str,
    /// The text of its file.
    pub text: &'static str,
    /// Which of the puzzles it belongs to: `huarong-dao`, `course`, …
    pub group: &'static str,
    /// Its name in English, if its own is not.
    pub english: Option<&'static str>,
    optima: [&'static str; 3],
}

/// What is proven about the shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// It has this length.
    Length(u32),
    /// There is none.
    Unsolvable,
    /// There is no goal: the positions can only be counted.
    NoGoal,
}

impl Entry {
    /// Reads the puzzle.
    pub fn parse(&self) -> Result<Parsed, ParseError> {
        parse(self.text)
    }

    /// The proven optimum in a metric.
    pub fn optimum(&self, metric: Metric) -> Optimum {
        let text = self.optima[metric as usize];
        match text.parse() {
            Ok(length) => Optimum::Length(length),
            Err(_) if text == "unsolvable" => Optimum::Unsolvable,
            Err(_) => Optimum::NoGoal,
        }
    }

    /// The value of a header line (`name`, `designer`, `source`), for lists that need no board.
    pub fn header(&self, key: &str) -> Option<&'static str> {
        let mut lines = self.text.lines();
        lines.find_map(|line| line.split_once(':').filter(|(k, _)| *k == key).map(|(_, value)| value.trim()))
    }
}

macro_rules! files {
    ($($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/bricks/", $file)))),*]
    };
}

const INDEX: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/bricks/INDEX.tsv"));

const FILES: &[(&str, &str)] = files![
    "bickford-4x4.txt",
    "century.txt",
    "climb-12.txt",
    "course/SBP-bricks-level1.txt",
    "course/SBP-bricks-level2.txt",
    "course/SBP-bricks-level3.txt",
    "course/SBP-level0.txt",
    "course/SBP-level0-solved.txt",
    "course/SBP-level0-test.txt",
    "course/SBP-level1.txt",
    "course/SBP-level2.txt",
    "course/SBP-level3.txt",
    "course/SBP-test-not-normalized.txt",
    "dads-puzzler.txt",
    "dirty-dozen-1.txt",
    "euler-766.txt",
    "fat-klotski.txt",
    "hardtime.txt",
    "huarong-dao-01.txt",
    "huarong-dao-02.txt",
    "huarong-dao-03.txt",
    "huarong-dao-04.txt",
    "huarong-dao-05.txt",
    "huarong-dao-06.txt",
    "huarong-dao-07.txt",
    "huarong-dao-08.txt",
    "huarong-dao-09.txt",
    "huarong-dao-10.txt",
    "huarong-dao-11.txt",
    "huarong-dao-12.txt",
    "klotski.txt",
    "mini-ma-horizontal.txt",
    "nine-blocks.txt",
    "quzzle.txt",
    "rush-hour-1.txt",
    "rush-hour-40.txt",
    "rush-hour-hardest.txt",
    "simplicity.txt",
    "super-century.txt",
    "supercompo.txt",
    "supercompo-symmetric.txt",
    "thin-klotski.txt",
];

/// All puzzles, by name.
pub fn entries() -> impl Iterator<Item = Entry> {
    INDEX.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        let (slug, file) = (columns.next()?, columns.next()?);
        let optima = [columns.next()?, columns.next()?, columns.next()?];
        let (group, english) = (columns.next()?, columns.next());
        let text = FILES.iter().find(|(name, _)| *name == file)?.1;
        Some(Entry { slug, text, group, english, optima })
    })
}

/// The puzzle of this name.
pub fn get(slug: &str) -> Option<Entry> {
    entries().find(|entry| entry.slug == slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_files_agree() {
        let lines = INDEX.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(entries().count(), lines, "a line of the index names a file that is not there");
        assert_eq!(FILES.len(), lines);
        for entry in entries() {
            let parsed = entry.parse().unwrap_or_else(|e| panic!("{}: {e}", entry.slug));
            let no_goal = entry.optimum(Metric::Moves) == Optimum::NoGoal;
            assert_eq!(no_goal, !parsed.puzzle.has_goal(), "{}", entry.slug);
            assert_eq!(entry.header("name").unwrap_or(""), parsed.puzzle.about.name);
        }
        assert_eq!(get("klotski").unwrap().optimum(Metric::Moves), Optimum::Length(81));
        assert!(get("no such puzzle").is_none());
    }
}
