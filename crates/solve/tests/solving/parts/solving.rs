//! Searches that would not end.

use std::time::Duration;

use slidewise_solve::search::Limits;
use slidewise_solve::{PATIENCE, Reading, Solver, Spec, read_one};

/// A 5×5 board for which nothing is chosen is solved ever better: without a limit it ends after ten seconds, with
/// one when that says so. Smaller boards have no limit.
#[test]
fn a_search_without_end_has_a_limit() {
    let plan = |text: &str| {
        let puzzle = read_one(text, &Reading::default()).unwrap().puzzle;
        Spec::default().plan(&Solver::new(), &*puzzle).unwrap()
    };
    let five = plan("24 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 0");
    assert!(five.algorithm.is_endless());
    assert_eq!(five.time_limit(&Limits::default()), Some(PATIENCE));
    let soon = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    assert_eq!(five.time_limit(&soon), soon.time);
    assert_eq!(five.time_limit(&Limits { nodes: Some(9), ..Limits::default() }), None);
    assert_eq!(plan("8 6 7/2 5 4/3 0 1").time_limit(&Limits::default()), None);
}
