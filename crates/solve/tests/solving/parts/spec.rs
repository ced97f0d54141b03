//! Heuristics as text.

use slidewise_solve::{BadHeuristic, HeuristicChoice};

#[test]
fn heuristics_are_read_and_written() {
    let shown = |text: &str| text.parse::<HeuristicChoice>().map(|h| h.to_string());
    assert_eq!(shown("Manhattan"), Ok("manhattan".into()));
    assert_eq!(shown("composite"), Ok("max(misplaced,manhattan)".into()));
    assert_eq!(shown("max( misplaced , manhattan)"), Ok("max(misplaced,manhattan)".into()));
    assert_eq!(shown("max(lc,max(wd,lc))"), Ok("max(linear-conflict,walking-distance)".into()));
    assert_eq!(shown("max(pdb:7-8,wd)"), Ok("max(pdb:7-8,walking-distance)".into()));
    assert_eq!(shown("max(pdb:7-8,pdb:5-5-5)"), Ok("max(pdb:7-8,pdb:5-5-5)".into()));
    assert_eq!(shown("goal-blockers"), Ok("goal-blockers".into()));
    assert!(matches!(shown("max(lc,wdd)"), Err(BadHeuristic::Unknown(unknown)) if unknown.given == "wdd"));
    for bad in ["", "max()", "max(", "max(lc", "lc)", "sum(", "sum()", "sum(pdb:7-8"] {
        assert!(shown(bad).is_err(), "{bad}");
    }
}

/// A sum of groups is a partition; of anything else it is refused.
#[test]
fn groups_of_tiles_are_added_and_nothing_else_is() {
    let shown = |text: &str| text.parse::<HeuristicChoice>().map(|h| h.to_string());
    let both = shown("sum(pdb:0aa/a../..., PDB:0../.bb/bbb)");
    assert_eq!(both, Ok("pdb:0aa/a../...+0../.bb/bbb".into()));
    assert_eq!(both.clone().and_then(|text| shown(&text)), both, "what is shown can be read");
    assert_eq!(
        shown("max(wd,Sum(pdb:A,pdb:B),lc)"),
        Ok("max(walking-distance,pdb:A+B,linear-conflict)".into())
    );
    for bad in ["sum(manhattan,linear-conflict)", "sum(pdb:0aa/a../...,manhattan)", "sum(max(lc,wd),md)"] {
        let refused = shown(bad).unwrap_err();
        assert!(matches!(refused, BadHeuristic::NotAdditive(_)), "{bad}");
        assert!(refused.to_string().contains("max(a,b)"), "{refused}");
    }
}
