//! The library part by part, through what it shows to others: names, texts, the plain board, the game. Inside the
//! library these tests would have all of it compiled once more, with every engine.

use std::fs;
use std::path::Path;

mod algorithm;
mod alike;
mod chosen;
mod counted;
mod daily;
mod draw;
mod freeform_board;
mod game;
mod history;
mod kinds;
mod machine;
mod names;
mod order;
mod picture;
mod pseudocode;
mod read;
mod solver;
mod solving;
mod spec;
mod units;
mod weight;

/// One that stood there would never be run.
#[test]
fn no_test_stands_in_the_library() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("#[test]"), "{}: tests stand in tests/solving", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 50, "only {files} files were found");
}
