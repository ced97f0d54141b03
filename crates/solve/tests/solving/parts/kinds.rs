//! The registry of kinds.

use std::collections::HashMap;

use slidewise_solve::kinds::{all, find, in_library, nearly_in_library};
use slidewise_solve::{Entry, Kind};

/// Specs are read before it is known which kind of puzzle comes, so a name must mean one thing for all of them.
#[test]
fn no_name_means_two_things() {
    type Names = fn(&'static dyn Kind) -> Vec<Entry>;
    let lists: [Names; 5] = [
        |kind| kind.entry().heuristics.to_vec(),
        |kind| kind.entry().reprs.to_vec(),
        |kind| kind.entry().metrics.iter().map(|metric| metric.entry).collect(),
        |kind| kind.entry().conventions.to_vec(),
        |kind| kind.entry().goals.to_vec(),
    ];
    for list in lists {
        let mut meaning: HashMap<&str, &str> = HashMap::new();
        for kind in all() {
            let mut seen = Vec::new();
            for entry in list(kind) {
                for name in entry.names() {
                    assert!(!seen.contains(&name), "{} has {name} twice", kind.entry().name);
                    seen.push(name);
                    assert_eq!(*meaning.entry(name).or_insert(entry.name), entry.name, "{name}");
                }
            }
        }
    }
}

#[test]
fn puzzles_of_the_library_are_found_by_name() {
    assert_eq!(in_library("klotski").map(|entry| entry.slug), Some("klotski"));
    assert_eq!(in_library("klotsky"), None);
    assert_eq!(nearly_in_library("Klotsky"), Some("klotski"));
    assert_eq!(nearly_in_library("solitaire"), None);
    assert_eq!(find("bricks").map(|kind| kind.entry().name), Ok("bricks"));
}
