//! What the courses that these puzzles come from report, found again by the suites that come with the
//! program. Only counts and lengths are compared, never times.

use std::collections::HashMap;

use slidewise_lab::experiment::{
    Ended, Experiment, Failed, Job, Listener, Row, Solving, contradictions, run, suites,
};
use slidewise_lab::search::Cancel;

struct Nobody;

impl Listener for Nobody {
    fn begins(&mut self, _: Job<'_>) {}

    fn done(&mut self, _: &Row) -> std::io::Result<()> {
        Ok(())
    }
}

fn rows(experiment: &Experiment) -> Vec<Row> {
    let mut rows = Vec::new();
    let ended = run(experiment, &mut Solving::new(()), &Cancel::default(), &mut rows, &mut Nobody);
    match ended {
        Ok(Ended::Complete) => {}
        Ok(Ended::Cancelled) => panic!("nobody cancelled it"),
        Err(Failed::Invalid(error) | Failed::Broken(error)) => panic!("{error}"),
        Err(Failed::Io(error)) => panic!("{error}"),
    }
    assert_eq!(contradictions(&rows), Vec::<String>::new());
    rows
}

fn suite(name: &str) -> Experiment {
    suites::find(name).and_then(|suite| suite.read()).unwrap_or_else(|error| panic!("{error}"))
}

/// A sum over all puzzles for each combination.
fn totals(rows: &[Row], value: impl Fn(&Row) -> u64) -> HashMap<&str, u64> {
    let mut totals = HashMap::new();
    for row in rows {
        *totals.entry(row.spec.as_str()).or_default() += value(row);
    }
    totals
}

fn length(row: &Row) -> u64 {
    row.cost.unwrap_or_else(|| panic!("{} did not solve {}", row.spec, row.instance))
}

#[test]
fn a_star_finds_equal_lengths_with_any_admissible_heuristic_and_greedy_longer_ones() {
    let rows = rows(&suite("greedy-vs-astar"));
    let (astar, greedy): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.algorithm == "astar");
    let mut optima: HashMap<&str, u64> = HashMap::new();
    for row in &astar {
        assert_eq!(row.proof.as_deref(), Some("optimal"));
        assert_eq!(*optima.entry(&row.instance).or_insert(length(row)), length(row), "{}", row.instance);
    }
    assert_eq!(optima.len(), 5);
    assert!(greedy.iter().all(|row| length(row) >= optima[row.instance.as_str()]));
    let optimal: u64 = optima.values().sum();
    for (spec, total) in totals(&greedy, length) {
        assert!(total > optimal, "{spec}: {total} against {optimal}");
    }
    let expanded = totals(&astar, |row| row.expanded);
    assert!(expanded["astar manhattan"] * 2 < expanded["astar misplaced"], "{expanded:?}");
    assert_eq!(expanded["astar manhattan"], expanded["astar max(misplaced,manhattan)"], "it dominates");
}

#[test]
fn better_estimates_cut_the_positions() {
    let rows = rows(&suite("heuristics"));
    let expanded = totals(&rows, |row| row.expanded);
    for algorithm in ["astar", "ida"] {
        let of = |heuristic: &str| expanded[format!("{algorithm} {heuristic}").as_str()];
        assert!(of("manhattan") * 2 < of("misplaced"), "{expanded:?}");
        assert!(of("linear-conflict") * 3 < of("manhattan") * 2, "{expanded:?}");
        assert!(of("walking-distance") * 3 < of("manhattan") * 2, "{expanded:?}");
        let least = of("linear-conflict").min(of("walking-distance"));
        assert!(of("combined") <= least, "{expanded:?}");
    }
    assert!(expanded["dijkstra"] > 10 * expanded["astar misplaced"] / 2, "{expanded:?}");
    let lengths = totals(&rows, length);
    assert!(lengths.values().all(|&total| total == lengths["dijkstra"]), "all are optimal: {lengths:?}");
}

#[test]
fn weights_trade_length_for_positions() {
    let rows = rows(&suite("weights"));
    let (expanded, lengths) = (totals(&rows, |row| row.expanded), totals(&rows, length));
    let optimal = lengths["astar manhattan"];
    let mut before = expanded["astar manhattan"];
    // Beyond 3 more weight does not save more, but it always saves against A*.
    for weight in ["1.2", "1.5", "2", "3"] {
        let spec = format!("wastar manhattan weight {weight}");
        assert!(expanded[spec.as_str()] < before, "{spec}: {expanded:?}");
        before = expanded[spec.as_str()];
        let bound = (optimal as f64 * weight.parse::<f64>().unwrap()) as u64;
        assert!((optimal..=bound).contains(&lengths[spec.as_str()]), "{spec}: {lengths:?}");
    }
    assert!(expanded["wastar manhattan weight 5"] < expanded["astar manhattan"], "{expanded:?}");
    assert!(lengths["wastar manhattan weight 5"] > optimal, "{lengths:?}");
}

#[test]
fn dijkstra_is_impractical_beyond_3x3() {
    let mut experiment = suite("dijkstra");
    // As many as the 8-puzzle has positions.
    experiment.limits.nodes = Some(181_440);
    let rows = rows(&experiment);
    let solved = |group: &str, spec: &str| {
        rows.iter().filter(|row| row.group == group && row.spec == spec && row.has_solution()).count()
    };
    assert_eq!((solved("2x2", "dijkstra"), solved("3x3", "dijkstra")), (5, 5));
    assert_eq!(solved("4x4", "dijkstra"), 0, "what is enough for any 8-puzzle is not for any of these");
    assert!(solved("3x4", "astar combined") > solved("3x4", "dijkstra"));
    let stopped = rows.iter().filter(|row| row.group == "4x4" && row.spec == "dijkstra");
    assert!(stopped.clone().all(|row| row.expanded == 181_440 && row.lower_bound > Some(15)));
    assert!(stopped.clone().all(|row| row.stopped_by.as_deref() == Some("nodes")));
}

/// All that is not time.
fn counts(row: &Row) -> Row {
    Row { wall_seconds: 0.0, cpu_seconds: None, date: None, setup_seconds: 0.0, ..row.clone() }
}

#[test]
fn the_same_seed_gives_the_same_counts() {
    let text = r#"
        name = "twice"
        seed = 5
        node-limit = "50k"
        puzzles = ["klotski"]
        random = [{ size = "3x3", count = 2 }, { size = "4x4", count = 1 }, { size = "5x5", count = 1 }]
        [[spec]]
        algorithm = ["bfs", "greedy"]
        [[spec]]
        algorithm = ["ida", "astar"]
        heuristic = ["manhattan", "goal-blockers"]
        [[spec]]
        algorithm = "anytime"
        [[spec]]
        algorithm = "beam"
        heuristic = "manhattan"
    "#;
    let experiment =
        slidewise_lab::experiment::suite::read("twice", text, &|path| Err(path.to_string())).unwrap();
    let counted = || rows(&experiment).iter().map(counts).collect::<Vec<Row>>();
    let first = counted();
    assert_eq!(first.len(), experiment.pairs().len());
    assert_eq!(first, counted());
}

#[test]
fn representations_count_the_same() {
    let mut experiment = suite("eight");
    (experiment.runs, experiment.warmup) = (1, 0);
    let rows = rows(&experiment);
    assert_eq!(rows.len(), 5 * 4 * 4);
    let mut counts: HashMap<(&str, &str), (u64, u64, Option<u64>)> = HashMap::new();
    for row in &rows {
        let count = (row.expanded, row.generated, row.cost);
        let first = *counts.entry((&row.instance, &row.algorithm)).or_insert(count);
        assert_eq!(count, first, "{} on {}", row.spec, row.instance);
    }
}

#[test]
fn the_puzzles_of_the_suites_can_be_solved() {
    for suite in suites::all() {
        let experiment = suite.read().unwrap();
        for instance in &experiment.instances {
            let puzzle = &instance.puzzle;
            let can_be_solved = match puzzle.solvability(&puzzle.start()).is_solvable {
                Some(it_can) => it_can,
                None => instance.optimum_in(puzzle.metric()).is_some(),
            };
            assert!(can_be_solved, "{}: {}", suite.name, instance.name);
        }
        let refused = experiment.pairs().into_iter().find_map(|pair| Some((pair.spec, pair.refusal?)));
        assert!(refused.is_none(), "{}: {refused:?}", suite.name);
    }
}
