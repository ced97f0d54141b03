//! A trace is what the search did: who follows from whom, what was next.

use slidewise_lab::search::{Cancel, Limits};
use slidewise_lab::solve::stepping::Waiting;
use slidewise_lab::solve::{Algorithm, Answer, AnyPuzzle, Position, Reading, Solver, Spec, read_one};
use slidewise_lab::trace::{Trace, move_between, trace};

const ALGORITHMS: [Algorithm; 18] = [
    Algorithm::Bfs,
    Algorithm::Bidirectional,
    Algorithm::Dfs,
    Algorithm::IterativeDeepening,
    Algorithm::VisitedDeepening,
    Algorithm::Dijkstra,
    Algorithm::Greedy,
    Algorithm::Astar,
    Algorithm::Wastar,
    Algorithm::Ida,
    Algorithm::Focal,
    Algorithm::Ees,
    Algorithm::Optimistic,
    Algorithm::DynamicPotential,
    Algorithm::Mm,
    Algorithm::Nbs,
    Algorithm::Bae,
    Algorithm::Dvcbs,
];

/// Those with a root at each end.
const FROM_BOTH_ENDS: [Algorithm; 5] =
    [Algorithm::Bidirectional, Algorithm::Mm, Algorithm::Nbs, Algorithm::Bae, Algorithm::Dvcbs];

/// Those whose order changes as their bound rises.
const SORTED_ANEW: [Algorithm; 4] =
    [Algorithm::Focal, Algorithm::Ees, Algorithm::Optimistic, Algorithm::DynamicPotential];

fn read(text: &str) -> AnyPuzzle {
    read_one(text, &Reading::default()).unwrap().puzzle
}

fn puzzle() -> AnyPuzzle {
    read("1 2 3/4 8 0/7 6 5")
}

fn traced(algorithm: Algorithm, steps: usize) -> (Trace, Option<Answer>) {
    followed(&puzzle(), algorithm, steps, usize::MAX)
}

fn followed(
    puzzle: &AnyPuzzle,
    algorithm: Algorithm,
    steps: usize,
    waiting: usize,
) -> (Trace, Option<Answer>) {
    let spec = Spec { algorithm: Some(algorithm), ..Spec::default() };
    let mut search = puzzle.open(&Solver::new(), &spec, Limits::default(), Cancel::default()).unwrap();
    let trace = trace(&mut search, steps, waiting).unwrap();
    (trace, search.answer().cloned())
}

fn a_move_apart(a: &Position, b: &Position) -> bool {
    let puzzle = puzzle();
    puzzle.steps(a).into_iter().any(|step| {
        let mut a = a.clone();
        puzzle.apply(&mut a, step).is_ok() && a == *b
    })
}

#[test]
fn every_position_follows_from_its_parent() {
    for algorithm in ALGORITHMS {
        let name = algorithm.name();
        let (trace, _) = traced(algorithm, 300);
        let roots = trace.steps.iter().filter(|step| step.parent.is_none()).count();
        let iterations: std::collections::HashSet<_> =
            trace.steps.iter().map(|step| step.view.bound).collect();
        match algorithm {
            Algorithm::Bidirectional => assert_eq!(roots, 2),
            // With good estimates one end may do it all.
            both if FROM_BOTH_ENDS.contains(&both) => assert!((1..=2).contains(&roots), "{name}"),
            Algorithm::Ida | Algorithm::IterativeDeepening | Algorithm::VisitedDeepening => {
                assert!(roots >= iterations.len(), "{name}")
            }
            _ => assert_eq!(roots, 1, "{name}"),
        }
        for step in &trace.steps {
            let Some(parent) = step.parent else { continue };
            let parent = &trace.steps[parent];
            assert!(a_move_apart(&parent.view.position, &step.view.position), "{name}");
            assert_eq!(parent.view.g + 1, step.view.g, "{name}");
        }
    }
}

/// The heart of a search is what it takes next: it is what the frontier said it would be.
#[test]
fn the_next_position_is_the_first_that_waited() {
    for algorithm in ALGORITHMS {
        let (trace, _) = traced(algorithm, 300);
        for pair in trace.steps.windows(2) {
            let next = &pair[1].view;
            if pair[1].parent.is_none() {
                continue;
            }
            let is_next = |waiting: &Waiting| {
                waiting.position == next.position && waiting.g == next.g && waiting.h == next.h
            };
            let depth_first =
                [Algorithm::Dfs, Algorithm::Ida, Algorithm::IterativeDeepening, Algorithm::VisitedDeepening];
            let found = pair[0].waiting.iter().position(is_next);
            let anywhere = [&depth_first[..], &FROM_BOTH_ENDS, &SORTED_ANEW].concat();
            match anywhere.contains(&algorithm) {
                true => assert!(found.is_some(), "{}", algorithm.name()),
                false => assert_eq!(found, Some(0), "{}", algorithm.name()),
            }
        }
    }
}

#[test]
fn a_trace_ends_with_the_search_or_is_cut() {
    for algorithm in ALGORITHMS {
        // Depth-first paths are long, and so are the lists of what waits beside them.
        let (whole, answer) = followed(&puzzle(), algorithm, 1_000_000, 1);
        let answer = answer.unwrap_or_else(|| panic!("{}", algorithm.name()));
        assert!(!whole.cut);
        assert_eq!(whole.steps.len() as u64, answer.stats.expanded, "{}", algorithm.name());
        let (cut, none) = traced(algorithm, 3);
        assert!(cut.cut && none.is_none() && cut.steps.len() == 3);
    }
}

/// What waits and the goal hang below the position that they were made from, a move away.
#[test]
fn leaves_hang_below_their_parents() {
    for algorithm in ALGORITHMS {
        let name = algorithm.name();
        for (steps, solved) in [(1_000_000, true), (4, false)] {
            let (trace, answer) = followed(&puzzle(), algorithm, steps, 0);
            assert_eq!(answer.is_some(), solved, "{name}");
            let leaves = trace.frontier.iter().chain(&trace.goal);
            let from_both_ends = FROM_BOTH_ENDS.contains(&algorithm);
            for leaf in leaves.filter(|_| !from_both_ends) {
                let parent = &trace.steps[leaf.parent.unwrap_or_else(|| panic!("{name}"))].view;
                assert!(a_move_apart(&parent.position, &leaf.position), "{name}");
                assert_eq!(parent.g + 1, leaf.g, "{name}");
            }
            let at_goal = |position: &Position| puzzle().is_solved(position);
            let reached = trace.goal.iter().map(|goal| &goal.position);
            let mut all = trace.steps.iter().map(|step| &step.view.position).chain(reached);
            // From both ends the goal may come first, or never if one end does it all.
            assert!(from_both_ends || all.any(at_goal) == solved, "{name}");
        }
        // Four steps are a whole iteration of it, which leaves nothing within its depth.
        if algorithm != Algorithm::VisitedDeepening {
            let (cut, _) = followed(&puzzle(), algorithm, 4, 0);
            assert!(!cut.frontier.is_empty(), "{name}: something waits");
        }
    }
}

#[test]
fn moves_between_positions_are_found_in_every_metric() {
    let board = read("1 2 3/4 5 6/7 8 0");
    let metric = |puzzle: &AnyPuzzle, name: &'static str| {
        Spec { metric: Some(name), ..Spec::default() }.metric_of(&**puzzle).unwrap()
    };
    let pushed = read("0 1 2/4 5 6/7 8 3");
    let far = read("1 2 0/4 5 3/7 8 6");
    let steps = |name: &'static str, to: &AnyPuzzle| {
        move_between(&*board, metric(&board, name), &board.start(), &to.start()).map(|steps| steps.len())
    };
    assert_eq!((steps("multi", &far), steps("single", &far)), (Some(2), None));
    assert_eq!(steps("multi", &pushed), None, "that takes two pushes");
    // Two bricks of one shape: the search may call either by the name of the other.
    let bricks = read("board:\nAB.\ngoal:\n.AB\n");
    let moved = read("board:\nA.B\ngoal:\n.AB\n");
    let renamed = read("board:\nB.A\ngoal:\n.AB\n");
    let found = |to: &AnyPuzzle| {
        let steps = move_between(&*bricks, metric(&bricks, "steps"), &bricks.start(), &to.start());
        steps.map(|steps| (steps[0].piece, steps.len()))
    };
    assert_eq!(found(&moved), Some((1, 1)));
    assert_eq!(found(&renamed), Some((1, 1)));
}

#[test]
fn a_consistent_estimate_never_lets_f_fall() {
    let (trace, _) = followed(&read("8 6 7/2 5 4/3 0 1"), Algorithm::Astar, 500, 1);
    assert_eq!(trace.steps.len(), 500);
    assert!(trace.steps.is_sorted_by(|a, b| a.view.f <= b.view.f));
}

#[test]
fn bricks_and_beams_are_traced_too() {
    let (small, solver) = (read("board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n"), Solver::new());
    let spec = Spec { algorithm: Some(Algorithm::Bfs), ..Spec::default() };
    let mut search = small.open(&solver, &spec, Limits::default(), Cancel::default()).unwrap();
    let followed = trace(&mut search, 1_000, 2).unwrap();
    assert_eq!(followed.steps[0].view.position, small.start());
    assert!(followed.steps.iter().skip(1).all(|step| step.parent.is_some()));
    assert!(followed.steps.iter().all(|step| step.waiting.len() <= 2));
    let spec = Spec { algorithm: Some(Algorithm::Beam), beam_width: Some(3), ..Spec::default() };
    let mut search = puzzle().open(&solver, &spec, Limits::default(), Cancel::default()).unwrap();
    let layers = trace(&mut search, 1_000, 10).unwrap();
    assert!(layers.steps.len() > 3 && layers.steps.iter().all(|step| step.parent.is_none()));
}
