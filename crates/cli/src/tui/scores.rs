//! Best results and settings, kept in a small JSON file in the platform's directory for data. It is read again before
//! each change, and replaced in one go, so that two games at a time do not lose each other's results.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use slidewise_solve::data;

const FILE: &str = "scores.json";
const VERSION: u32 = 1;

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Whether arrows move the gap rather than the tile.
    #[serde(default)]
    pub arrows_move_gap: bool,
    /// The best of each kind of puzzle, by its name.
    #[serde(default)]
    pub best: BTreeMap<String, Best>,
}

/// The file: what is kept, and the version of its form.
#[derive(Serialize, Deserialize)]
struct Versioned {
    version: u32,
    #[serde(flatten)]
    kept: Kept,
}

/// The best results in one kind of puzzle; each may be from another game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// Games that were solved without help.
    pub games: u32,
    /// The shortest time.
    pub seconds: f64,
    /// The fewest moves.
    pub moves: u64,
    /// The fewest moves more than the optimum, where that was known.
    #[serde(default)]
    pub above_optimum: Option<u64>,
}

/// A game that was solved without help.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The kind of puzzle.
    pub kind: String,
    /// The time it took.
    pub seconds: f64,
    /// Moves made.
    pub moves: u64,
    /// How many of them were more than needed, if that is known.
    pub above_optimum: Option<u64>,
    /// Whether all games under this name begin with the same board. Elsewhere few moves are luck, and no record.
    pub same_board: bool,
}

impl Kept {
    /// Enters a game; what it is better in than all before, in words.
    pub fn enter(&mut self, score: &Score) -> Vec<&'static str> {
        let Some(best) = self.best.get_mut(&score.kind) else {
            let Score { seconds, moves, above_optimum, .. } = *score;
            self.best.insert(score.kind.clone(), Best { games: 1, seconds, moves, above_optimum });
            return Vec::new();
        };
        best.games += 1;
        let mut records = Vec::new();
        if score.seconds < best.seconds {
            best.seconds = score.seconds;
            records.push("best time");
        }
        if score.moves < best.moves {
            best.moves = score.moves;
            if score.same_board {
                records.push("fewest moves");
            }
        }
        if score.above_optimum.is_some_and(|new| best.above_optimum.is_none_or(|old| new < old)) {
            best.above_optimum = score.above_optimum;
            records.push("closest to the optimum");
        }
        records
    }
}

/// The file where results are kept, or nowhere.
#[derive(Clone, Debug)]
pub struct Store {
    path: Option<PathBuf>,
}

impl Store {
    /// In the directory for data.
    pub fn default_place() -> Self {
        Self { path: data::directory().map(|dir| dir.join(FILE)) }
    }

    /// What is kept. A file that cannot be understood is set aside; the words say so.
    pub fn load(&self) -> (Kept, Option<String>) {
        let Some(path) = &self.path else { return (Kept::default(), None) };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (Kept::default(), None),
            // Bytes that are no text are as broken as text that is no JSON.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
            Err(error) => return (Kept::default(), Some(format!("{}: {error}", path.display()))),
        };
        match serde_json::from_str(&text) {
            Ok(Versioned { version: VERSION, kept }) => (kept, None),
            _ => (Kept::default(), Some(set_aside(path))),
        }
    }

    /// Reads what is kept, changes it and writes it back. The words say what went wrong, if anything did.
    pub fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> (T, Kept, Option<String>) {
        let (mut kept, mut words) = self.load();
        let result = change(&mut kept);
        if let Some(path) = &self.path
            && let Err(error) = write(path, &kept)
        {
            words = Some(format!("{} could not be written: {error}", path.display()));
        }
        (result, kept, words)
    }
}

/// Moves a file out of the way, under a name that is free; says where it is now.
fn set_aside(path: &Path) -> String {
    let candidates = (0..1000).map(|n| match n {
        0 => path.with_extension("json.broken"),
        n => path.with_extension(format!("json.broken-{n}")),
    });
    let Some(aside) = candidates.into_iter().find(|candidate| !candidate.exists()) else {
        return format!("{} cannot be read, and is left alone", path.display());
    };
    match fs::rename(path, &aside) {
        Ok(()) => format!("the scores could not be read; the file is now {}", aside.display()),
        Err(error) => format!("{} cannot be read, nor set aside: {error}", path.display()),
    }
}

/// Replaces the file in one go: whoever reads it sees the old one or the new one.
fn write(path: &Path, kept: &Kept) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)?;
    }
    let text = serde_json::to_string_pretty(&Versioned { version: VERSION, kept: kept.clone() })?;
    let fresh = path.with_extension(format!("json.new-{}", std::process::id()));
    let written = fs::write(&fresh, text + "\n").and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // It may not even have been made.
        let _ = fs::remove_file(&fresh);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    struct Dir(PathBuf);

    impl Dir {
        fn new(name: &str) -> Self {
            let dir = env::temp_dir().join(format!("slidewise-scores-{}-{name}", std::process::id()));
            Self(dir)
        }

        fn store(&self) -> Store {
            Store { path: Some(self.0.join(FILE)) }
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Dir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn score(seconds: f64, moves: u64, above_optimum: Option<u64>) -> Score {
        Score { kind: "3×3".to_string(), seconds, moves, above_optimum, same_board: true }
    }

    #[test]
    fn the_best_of_each_kind_is_kept() {
        let dir = Dir::new("best");
        let store = dir.store();
        let enter = |score: Score| store.change(|kept| kept.enter(&score)).0;
        assert!(enter(score(20.0, 40, None)).is_empty(), "the first is the best without a word");
        assert_eq!(enter(score(10.0, 50, Some(9))), ["best time", "closest to the optimum"]);
        assert_eq!(enter(score(30.0, 30, Some(9))), ["fewest moves"]);
        let best = Best { games: 3, seconds: 10.0, moves: 30, above_optimum: Some(9) };
        assert_eq!(
            store.load(),
            (Kept { best: [("3×3".to_string(), best)].into(), ..Kept::default() }, None)
        );
        assert_eq!(dir.names(), [FILE], "nothing else is left behind");
    }

    #[test]
    fn a_broken_file_is_set_aside_and_told() {
        for (n, broken) in
            ["", "{", "[]", "{\"version\":99}", "{\"version\":1,\"best\":3}"].iter().enumerate()
        {
            let dir = Dir::new(&format!("broken-{n}"));
            fs::create_dir_all(&dir.0).unwrap();
            fs::write(dir.0.join(FILE), broken).unwrap();
            let (kept, words) = dir.store().load();
            assert_eq!(kept, Kept::default());
            assert!(words.unwrap().contains("scores.json.broken"));
            assert_eq!(fs::read_to_string(dir.0.join("scores.json.broken")).unwrap(), *broken);
            fs::write(dir.0.join(FILE), [0xff, 0xfe]).unwrap();
            assert!(dir.store().load().1.unwrap().contains("scores.json.broken-1"));
            dir.store().change(|kept| kept.arrows_move_gap = true);
            assert_eq!(dir.names(), [FILE, "scores.json.broken", "scores.json.broken-1"]);
        }
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let dir = Dir::new("unwritable");
        fs::create_dir_all(dir.0.join(FILE).join("a directory in its place")).unwrap();
        let ((), kept, words) = dir.store().change(|kept| kept.arrows_move_gap = true);
        assert!(kept.arrows_move_gap, "it holds until the program ends");
        assert!(words.is_some());
        assert_eq!(Store { path: None }.change(|_| ()).2, None, "no place, no complaint");
    }
}
