//! What is listed can be run, under every name that is promised.

use serde_json::Value;

use crate::program::run;
use crate::simulator;

/// Thirteen moves from the goal.
const EASY: &str = "1 2 3/7 4 5/0 8 6";

/// The names of a topic; patterns such as `max(a,b,…)` stand for many.
fn listed(topic: &str) -> Vec<String> {
    let list = run(&["list", topic, "--kind", "tiles", "--json"]).ends_with(0).json();
    let names = list[topic].as_array().expect("a topic is an array").iter();
    names.map(|item| item["name"].as_str().unwrap().to_string()).filter(|name| !name.contains('…')).collect()
}

#[track_caller]
fn solve(args: &[&str]) -> Value {
    let record = run(&[&["--json", EASY][..], args].concat()).ends_with(0).json();
    assert_eq!(record["verdict"], "solved", "{args:?}");
    simulator::check(&record);
    record
}

/// Local searches, which may end where no neighbour is better.
const MAY_GET_STUCK: [&str; 5] =
    ["hill-climbing", "steepest-ascent", "stochastic-hill-climbing", "restarting-hill-climbing", "annealing"];

#[test]
fn every_algorithm_runs_with_every_heuristic() {
    let optimum = solve(&["--algorithm", "bfs"])["cost"].clone();
    let (algorithms, heuristics) = (listed("algorithms"), listed("heuristics"));
    assert!(algorithms.len() >= 9 && heuristics.len() >= 6);
    for algorithm in &algorithms {
        let informed = ["greedy", "astar", "wastar", "ida", "beam"].contains(&algorithm.as_str());
        let specs: Vec<Vec<&str>> = match informed {
            // Nothing is learned for boards so small, and pattern databases guide no beams.
            true => heuristics
                .iter()
                .filter(|h| *h != "learned" && (*h != "pdb" || algorithm != "beam"))
                .map(|h| vec!["--heuristic", h.as_str()])
                .collect(),
            false => vec![vec![]],
        };
        for spec in specs {
            let args = [&["--algorithm", algorithm][..], &spec].concat();
            if MAY_GET_STUCK.contains(&algorithm.as_str()) {
                let record = run(&[&["--json", EASY][..], &args].concat()).json();
                let stuck = record["verdict"] == "stopped" && record["stopped_by"] == "stuck";
                assert!(stuck || record["verdict"] == "solved", "{algorithm}: {record}");
                // A way that is as short as the estimate of the start is proven by that.
                assert!(record["proof"] != "optimal" || record["cost"] == optimum, "{algorithm}");
                continue;
            }
            let record = solve(&args);
            assert_eq!(record["algorithm"], algorithm.as_str());
            match algorithm.as_str() {
                "dfs" | "greedy" | "beam" | "anytime" | "lrta" | "rta" | "lss-lrta" => {
                    assert!(record["cost"].as_u64() >= optimum.as_u64());
                }
                // The last estimate is not admissible, and nothing follows from it.
                _ if spec.contains(&"nilsson") => assert!(record["cost"].as_u64() >= optimum.as_u64()),
                // Up to 4×4 the automatic weight is 1.
                _ => assert_eq!(
                    (&record["cost"], &record["proof"]),
                    (&optimum, &"optimal".into()),
                    "{algorithm} {spec:?}"
                ),
            }
        }
    }
}

#[test]
fn every_representation_and_metric_gives_the_same_answers() {
    for metric in listed("metrics") {
        // Those that are there for comparison are for the single metric.
        let reprs = listed("representations");
        let is_offered = |repr: &&String| metric == "single" || ["nibble", "bytes"].contains(&repr.as_str());
        let costs: Vec<Value> = reprs
            .iter()
            .filter(is_offered)
            .map(|repr| {
                let record = solve(&["--repr", repr, "--metric", &metric]);
                assert_eq!(
                    (&record["repr"], &record["metric"]),
                    (&repr.as_str().into(), &metric.as_str().into())
                );
                assert_eq!(record["proof"], "optimal");
                record["cost"].clone()
            })
            .collect();
        assert_eq!(costs.len(), if metric == "single" { 4 } else { 2 });
        assert!(costs.iter().all(|cost| cost == &costs[0]), "{costs:?}");
    }
}

#[test]
fn every_goal_that_can_be_reached_is_reached() {
    for (goal, start) in [
        ("blank-last", EASY),
        ("blank-first", EASY),
        ("snail", "1 2 3/8 4 5/7 6 0"),
        ("3 1 4/0 5 8/2 6 7", "3 1 4/2 5 8/6 7 0"),
    ] {
        let record = run(&["--json", "--goal", goal, start]).ends_with(0).json();
        simulator::check(&record);
    }
}

#[test]
fn aliases_mean_what_they_should() {
    for (option, alias, field, name) in [
        ("--algorithm", "progressive-deepening", "algorithm", "iterative-deepening"),
        ("--algorithm", "a*", "algorithm", "astar"),
        ("--algorithm", "IDA*", "algorithm", "ida"),
        ("--metric", "stm", "metric", "single"),
        ("--metric", "mtm", "metric", "multi"),
        ("--heuristic", "composite", "heuristic", "max(misplaced,manhattan)"),
        ("--heuristic", "max(lc, wd)", "heuristic", "max(linear-conflict,walking-distance)"),
    ] {
        assert_eq!(solve(&[option, alias])[field], name, "{option} {alias}");
    }
}

#[test]
fn the_automatic_choice_is_told() {
    let record = solve(&[]);
    assert!(record["algorithm"].is_string() && record["heuristic"].is_string());
    assert!(run(&[EASY]).stdout.contains("search    astar with combined"));
    assert_eq!(solve(&["--weight", "2"])["algorithm"], "wastar");
    assert_eq!(solve(&["--depth-limit", "40"])["algorithm"], "ida");
}

#[test]
fn a_seed_gives_the_same_boards_and_they_can_be_solved() {
    let boards = || run(&["generate", "--seed", "7", "--count", "20", "--size", "3x3"]).ends_with(0).stdout;
    assert_eq!(boards(), boards());
    assert_ne!(boards(), run(&["generate", "--seed", "8", "--count", "20", "--size", "3x3"]).stdout);
    for format in ["slash", "numbers", "json", "drawn"] {
        let text = run(&["generate", "--seed", "7", "--size", "3x3", "--format", format]).stdout;
        let record = crate::program::feed(&["--json"], text.as_bytes()).ends_with(0).json();
        simulator::check(&record);
    }
}

#[test]
fn of_several_pattern_databases_all_are_used() {
    let hardest = "8 6 7/2 5 4/3 0 1";
    let solve = |heuristic| run(&[hardest, "--algorithm", "ida", "--heuristic", heuristic, "--json"]);
    let expanded = |heuristic| {
        let record = solve(heuristic).ends_with(0).json();
        assert_eq!((&record["cost"], &record["proof"]), (&31.into(), &"optimal".into()));
        record["expanded"].as_u64().unwrap()
    };
    let both = expanded("max(pdb:4-4,pdb:3-5)");
    assert!(both < expanded("pdb:4-4") && both < expanded("pdb:3-5"));
    let wrong = solve("pdb:15-large").ends_with(2).stdout;
    assert!(wrong.contains("these tables are for 4×4 boards, not 3×3"), "{wrong}");
}
