//! Tables of pattern databases: built, listed, proven, used, damaged and removed.

use std::path::PathBuf;
use std::time::Instant;

use slidewise_solve::puzzles::pdb::file::checksum;

use crate::program::{Ran, command, ran};

/// A directory for tables, gone when the test is over.
struct Tables(PathBuf);

impl Tables {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("slidewise-tables-{}-{name}", std::process::id())))
    }

    fn run(&self, args: &[&str]) -> Ran {
        let started = Instant::now();
        let child = command(args).env("SLIDEWISE_CACHE", &self.0).spawn().expect("the program starts");
        ran(child.wait_with_output().expect("the program runs"), started)
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten();
        entries.map(|entry| entry.expect("the directory can be read").path()).collect()
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const BUILD: [&str; 6] = ["pdb", "build", "--partition", "4-4", "--size", "3x3"];

#[test]
fn tables_are_kept_proven_and_removed() {
    let tables = Tables::new("life");
    assert_eq!(tables.run(&["pdb", "path"]).ends_with(0).stdout.trim(), tables.0.to_str().unwrap());
    assert!(tables.run(&["pdb", "list"]).ends_with(0).stdout.contains("nothing yet"));
    tables.run(&BUILD).ends_with(0);
    let files = tables.files();
    assert!(!files.is_empty());
    let listed = tables.run(&["pdb", "list"]).ends_with(0).stdout;
    let proofs = tables.run(&["pdb", "verify"]).ends_with(0).stdout;
    assert_eq!(proofs.matches("every entry proven").count(), files.len());
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(listed.contains(name), "{listed}");
        let info = tables.run(&["pdb", "info", file.to_str().unwrap()]).ends_with(0).stdout;
        assert!(info.contains("pattern") && info.contains("checksum"), "{info}");
        tables.run(&["pdb", "remove", name]).ends_with(0);
    }
    assert!(tables.files().is_empty());
}

/// Checksums are made right for what was changed: a table of other cells, without distances or with one wrong bit is
/// not used.
#[test]
fn a_forged_table_is_not_used_or_found_out() {
    let tables = Tables::new("forged");
    tables.run(&BUILD).ends_with(0);
    let file = tables.files().remove(0);
    let good = std::fs::read(&file).unwrap();
    let (cells, sums, entries) = (17, 33, 4096);
    let forge = |change: &dyn Fn(&mut [u8])| {
        let mut bytes = good.clone();
        change(&mut bytes);
        let sum = checksum(&bytes[entries..]).to_le_bytes();
        bytes[sums..sums + 8].copy_from_slice(&sum);
        let own = checksum(&bytes[..sums + 8]).to_le_bytes();
        bytes[sums + 8..sums + 16].copy_from_slice(&own);
        std::fs::write(&file, bytes).unwrap();
    };
    let solve = ["--json", "8 6 7/2 5 4/3 0 1", "-a", "ida", "-H", "pdb:4-4"];
    type Change<'c> = &'c dyn Fn(&mut [u8]);
    let changes: [Change<'_>; 5] = [
        // One bit: what a search meets by chance, if at all.
        &|bytes| bytes[entries + 40] ^= 8,
        &|bytes| bytes.swap(cells, cells + 1),
        &|bytes| bytes[cells + 3] ^= 3,
        &|bytes| bytes[entries..].fill(0),
        &|bytes| bytes[entries..].reverse(),
    ];
    for (number, change) in changes.iter().enumerate() {
        forge(change);
        let solved = tables.run(&solve).ends_with(0);
        assert_eq!(solved.json()["cost"], 31, "{number}");
        assert!(solved.stderr.contains("is not used"), "{number}: {}", solved.stderr);
    }
    forge(&|_| {});
    assert!(std::fs::read(&file).unwrap() == good, "the checksums are those of the format");
    // Nor is one by its own name.
    forge(&|bytes| bytes[entries + 41] ^= 2);
    let named = format!("pdb:{}", file.display());
    let refused = tables.run(&["8 6 7/2 5 4/3 0 1", "-a", "ida", "-H", &named]).ends_with(2);
    assert!(refused.stderr.contains("no distances"), "{}", refused.stderr);
    let proof = tables.run(&["pdb", "verify", file.to_str().unwrap()]);
    assert_ne!(proof.code, 0, "{}", proof.stdout);
}

#[test]
fn a_damaged_table_is_named_and_not_used() {
    let tables = Tables::new("damage");
    tables.run(&BUILD).ends_with(0);
    let file = tables.files().remove(0);
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let proofs = tables.run(&["pdb", "verify", file.to_str().unwrap()]).ends_with(3).stdout;
    assert!(proofs.contains("the checksum does not match"), "{proofs}");
    // The search goes on with a table of its own.
    let solved = tables.run(&["867254301", "--heuristic", "pdb:4-4", "--algorithm", "ida"]).ends_with(0);
    assert!(solved.stdout.contains("31 moves"), "{}", solved.stdout);
    assert!(solved.stderr.contains("not used"), "{}", solved.stderr);
}

#[test]
fn names_that_mean_nothing_are_explained() {
    let tables = Tables::new("names");
    let missing = tables.run(&["pdb", "verify", "15-large"]).ends_with(2).stderr;
    assert!(missing.contains("slidewise pdb build 15-large"), "{missing}");
    assert!(tables.run(&["pdb", "build", "15-huge"]).ends_with(2).stderr.contains("15-large"));
    tables.run(&["pdb", "remove", "nothing"]).ends_with(2);
    tables.run(&["pdb", "info", "nothing"]).ends_with(3);
}

#[test]
#[ignore = "builds 24-small: half a minute"]
fn tables_on_disk_prove_what_anytime_search_finds() {
    let tables = Tables::new("proof");
    let board = "1 14 2 3 5/8 13 22 10 4/6 19 20 18 11/21 16 7 9 12/23 0 24 15 17";
    let solve = ["solve", "--json", "--node-limit", "5M", board];
    let without = tables.run(&solve).ends_with(0).json();
    assert_eq!((&without["cost"], &without["proof"]), (&67.into(), &"none".into()));
    tables.run(&["pdb", "build", "24-small"]).ends_with(0);
    let with = tables.run(&solve).ends_with(0).json();
    assert_eq!((&with["cost"], &with["proof"]), (&67.into(), &"optimal".into()));
}

/// A table that takes more than is allowed is not proven, and the exit code says so.
#[test]
fn proofs_keep_to_the_memory_limit() {
    let tables = Tables::new("limit");
    tables.run(&BUILD).ends_with(0);
    let stopped = tables.run(&["pdb", "verify", "--memory-limit", "2KB"]).stdout;
    assert!(stopped.contains("not verified"), "{stopped}");
    tables.run(&["pdb", "verify", "--memory-limit", "1MB"]).ends_with(0);
}

/// What a search had to build is there for the next one, in both metrics.
#[test]
fn small_tables_are_kept_by_themselves() {
    for metric in ["single", "multi"] {
        let tables = Tables::new(metric);
        let args =
            ["--json", "--metric", metric, "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "--time-limit", "1m"];
        let unsolvable = tables.run(&args);
        assert!(unsolvable.stdout.contains("unsolvable"), "{}", unsolvable.stdout);
        assert!(tables.files().is_empty(), "nothing was searched");
        let args = ["--json", "--metric", metric, "5 1 3 4/9 2 7 8/13 6 11 12/10 14 15 0"];
        let first = tables.run(&args).ends_with(0).json();
        let files = tables.files();
        assert!(!files.is_empty());
        let second = tables.run(&args).ends_with(0).json();
        assert_eq!((&first["cost"], &first["expanded"]), (&second["cost"], &second["expanded"]));
        assert_eq!(tables.files().len(), files.len());
        tables.run(&["pdb", "verify"]).ends_with(0);
    }
}

/// Of the multi metric one group at a time, which a search then finds; of boards that no search has tables for, none.
#[test]
fn tables_are_built_in_the_multi_metric_or_refused() {
    let tables = Tables::new("multi-groups");
    let build = ["pdb", "build", "--size", "3x3", "--metric", "multi", "--partition"];
    tables.run(&[&build[..], &["aaa/a../..0"]].concat()).ends_with(0);
    assert!(tables.run(&["pdb", "list"]).ends_with(0).stdout.contains("multi metric"));
    let solve = ["--json", "867254301", "--metric", "multi", "-a", "ida", "-H", "pdb:aaa/a../..0"];
    assert_eq!(tables.run(&solve).ends_with(0).json()["proof"], "optimal");
    let several = tables.run(&[&build[..], &["4-4"]].concat()).ends_with(2).stderr;
    assert!(several.contains("draw one group"), "{several}");
    let large = tables.run(&["pdb", "build", "--size", "6x6", "--partition", "5-5-5-5-5-5-5"]).ends_with(2);
    assert!(large.stderr.contains("25 cells"), "{}", large.stderr);
    let board = tables.run(&["generate", "--size", "6x6", "--seed", "1"]).ends_with(0).stdout;
    let refused = tables.run(&["solve", board.trim(), "--heuristic", "pdb"]).ends_with(2).stderr;
    assert!(refused.contains("combined") && !refused.contains("nibble"), "{refused}");
}
