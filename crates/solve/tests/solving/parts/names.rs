//! Names that are nearly right.

use slidewise_solve::names::{listed, nearest};

#[test]
fn only_what_is_near_is_suggested() {
    const NAMES: [&str; 9] = [
        "zero",
        "blind",
        "misplaced",
        "manhattan",
        "linear-conflict",
        "lc",
        "walking-distance",
        "pdb",
        "learned",
    ];
    let meant = |typed: &str| nearest(typed, NAMES.into_iter());
    assert_eq!(meant("liner"), Some("linear-conflict"));
    assert_eq!(meant("linear"), Some("linear-conflict"));
    assert_eq!(meant("wlaking"), Some("walking-distance"));
    assert_eq!(meant("manhatten"), Some("manhattan"));
    assert_eq!(meant("msiplaced"), Some("misplaced"));
    assert_eq!(meant("pbd"), Some("pdb"));
    for far in ["euclid", "xyz", "gaschnig", "inversions", "q"] {
        assert_eq!(meant(far), None, "{far}");
    }
    assert_eq!(meant(""), None);
}

#[test]
fn words_are_listed() {
    assert_eq!(listed(&["a"], "or"), "a");
    assert_eq!(listed(&["a", "b", "c"], "or"), "a, b or c");
}
