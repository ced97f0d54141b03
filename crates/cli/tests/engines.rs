//! How many searches are compiled into the program.
//!
//! An engine is generic in its space and its heuristic, and the program has a copy of it for each pair that
//! is asked for somewhere. That is most of what a build takes, and a pair too many is easily added. So the
//! copies are counted here, in the program's own table of symbols: each engine has one function that is never
//! inlined.

use std::process::Command;

/// The most copies that there may be. Raise it only for a search whose speed is worth the time that it adds
/// to every build.
const MOST: usize = 90;

/// The function of each engine that is counted: where it is, and how its name ends.
const COUNTED: [(&str, &str); 5] = [
    ("engine::best_first::BestFirst<", ">::advance"),
    ("engine::breadth_first::BreadthFirst<", ">::step"),
    ("engine::depth_first::DepthFirst<", ">::step"),
    ("engine::beam::Beam<", ">::step"),
    ("engine::deepening::Deepening<", ">::begin"),
];

/// Engines that run through a space whose types are forgotten, each compiled once or a few times.
const ONCE: [(&str, &str); 16] = [
    ("engine::hill_climbing::HillClimbing<", ">::advance"),
    ("engine::annealing::Annealing<", ">::advance"),
    ("engine::rbfs::Rbfs<", ">::advance"),
    ("engine::sma::Sma<", ">::advance"),
    ("engine::transposition::TranspositionIda<", ">::advance"),
    ("engine::budgeted::Budgeted<", ">::advance"),
    ("engine::frontier::Frontier<", ">::advance"),
    ("engine::partial_expansion::PartialExpansion<", ">::advance"),
    ("engine::hybrid::Hybrid<", ">::advance"),
    ("engine::real_time::RealTime<", ">::advance"),
    ("engine::bounded::Bounded<", ">::advance"),
    ("engine::bidirectional::Bidirectional<", ">::advance"),
    ("engine::levin::Levin<", ">::advance"),
    ("engine::monte_carlo::MonteCarlo<", ">::advance"),
    // With types of their own for two heuristics, and without for all others.
    ("engine::hash_distributed::part::Part<", ">::advance"),
    // The threads of IDA*, whatever is searched.
    ("engine::parallel::work_together", ""),
];

/// The most copies of each of these.
const MOST_EACH: usize = 3;

#[test]
fn few_engines_are_compiled() {
    let Ok(listed) = Command::new("nm").args(["-C", env!("CARGO_BIN_EXE_slidewise")]).output() else {
        eprintln!("not counted: there is no nm here");
        return;
    };
    let listed = String::from_utf8_lossy(&listed.stdout);
    let code = |line: &&str| line.contains(" t ") || line.contains(" T ");
    let names: Vec<&str> = listed.lines().filter(code).filter(|line| !line.contains("closure")).collect();
    if names.is_empty() {
        eprintln!("not counted: the program has no symbols");
        return;
    }
    let count = |&(place, end): &(&str, &str)| {
        names.iter().filter(|name| name.contains(place) && name.ends_with(end)).count()
    };
    let counts: Vec<(&str, usize)> = COUNTED.iter().map(|kind| (kind.0, count(kind))).collect();
    println!("{counts:#?}");
    assert!(counts.iter().all(|&(_, count)| count > 0), "an engine has another name by now: {counts:?}");
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    assert!(all <= MOST, "{all} engines, and {MOST} are enough: {counts:?}");
    for one in &ONCE {
        let copies = count(one);
        assert!((1..=MOST_EACH).contains(&copies), "{copies} copies of {}", one.0);
    }
}
