//! A search that is stepped ends as one that is run: same answer, same counts, whatever the size of the steps.

use slidewise_solve::search::{Cancel, Limits, Stop};
use slidewise_solve::stepping::{Progress, Stepping};
use slidewise_solve::{
    Algorithm, Answer, AnyPuzzle, Gives, HeuristicChoice, Outcome, Reading, Setting, SolveError, Solver,
    Spec, Watch, read_one,
};

fn steppable() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.entry().has_steps)
}

/// Whether a search may end without a solution, and without a proof that there is none.
fn may_fail(algorithm: Algorithm) -> bool {
    algorithm.entry().gives == Gives::Perhaps
}

/// Those that need a goal that gives every piece its place.
const FROM_BOTH_ENDS: [Algorithm; 5] =
    [Algorithm::Bidirectional, Algorithm::Mm, Algorithm::Nbs, Algorithm::Bae, Algorithm::Dvcbs];

/// Heuristics of bricks that may claim more than is needed.
const INADMISSIBLE: [&str; 2] = ["blockers", "clearing"];

fn read(text: &str) -> AnyPuzzle {
    read_one(text, &Reading::default()).unwrap().puzzle
}

/// Five moves from its goal, so that blind depth-first searches end soon.
fn near() -> AnyPuzzle {
    read("1 2 3/4 8 0/7 6 5")
}

fn hard() -> AnyPuzzle {
    read("8 6 7/2 5 4/3 0 1")
}

fn small() -> AnyPuzzle {
    read("board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n")
}

fn spec(algorithm: Algorithm) -> Spec {
    let beam_width = algorithm.takes(Setting::BeamWidth).then_some(50);
    Spec { algorithm: Some(algorithm), beam_width, threads: Some(1), ..Spec::default() }
}

fn by(algorithm: Algorithm, heuristic: &'static str) -> Spec {
    Spec { heuristic: Some(HeuristicChoice::named(heuristic)), ..spec(algorithm) }
}

fn to_the_end(mut search: Stepping, by: u64) -> Stepping {
    while search.step(by).unwrap() == Progress::Running {}
    search
}

/// Times differ from run to run; everything else must not.
fn timeless(answer: Answer) -> Answer {
    Answer { elapsed: Default::default(), cpu: None, setup: Default::default(), ..answer }
}

fn open(puzzle: &AnyPuzzle, spec: &Spec) -> Result<Stepping, SolveError> {
    puzzle.open(&Solver::new(), spec, Limits::default(), Cancel::default())
}

fn agrees(solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec, limits: Limits) -> Answer {
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
    let whole = timeless(puzzle.solve(solver, spec, watch).unwrap());
    for by in [1, 7, 1_000_000] {
        let search = to_the_end(puzzle.open(solver, spec, limits, Cancel::default()).unwrap(), by);
        let stepped = timeless(search.answer().unwrap().clone());
        assert_eq!(stepped, whole, "{spec:?} by {by}");
    }
    whole
}

#[test]
fn every_engine_ends_as_its_whole_run() {
    let solver = Solver::new();
    for algorithm in steppable() {
        let answer = agrees(&solver, &near(), &spec(algorithm), Limits::default());
        if may_fail(algorithm) && answer.stopped_by == Some(Stop::Stuck) {
            continue;
        }
        assert_eq!(answer.outcome, Outcome::Solved, "{}", algorithm.name());
        // A playout may come upon the goal soon.
        let least = if algorithm == Algorithm::Mcts { 1 } else { 4 };
        assert!(answer.stats.expanded >= least, "{}: nothing was stepped through", algorithm.name());
    }
}

#[test]
fn every_heuristic_representation_and_metric_does() {
    let (solver, kind) = (Solver::new(), hard().kind().entry());
    for heuristic in kind.heuristics.iter().map(|entry| entry.name).filter(|&name| name != "learned") {
        for algorithm in [Algorithm::Astar, Algorithm::Ida, Algorithm::Greedy] {
            let puzzle = if heuristic == "zero" { near() } else { hard() };
            agrees(&solver, &puzzle, &by(algorithm, heuristic), Limits::default());
        }
    }
    for repr in kind.reprs {
        for metric in kind.metrics {
            let (repr, metric) = (Some(repr.name), Some(metric.entry.name));
            let spec = Spec { repr, metric, ..spec(Algorithm::Astar) };
            if let Err(refusal) = spec.plan(&solver, &*hard()) {
                assert_eq!((refusal.setting, metric), (Setting::Repr, Some("multi")), "{refusal}");
                continue;
            }
            agrees(&solver, &hard(), &spec, Limits::default());
        }
    }
}

/// A beam is guided by what is finer than a whole number; on packed boards and on wide ones.
#[test]
fn learned_beams_do() {
    let five = read("5 6 8 19 20/11 10 4 1 12/0 16 24 17 23/22 21 7 2 3/15 9 14 13 18");
    let answer = agrees(&Solver::new(), &five, &by(Algorithm::Beam, "learned"), Limits::default());
    assert!(answer.stats.expanded > 1_000);
}

#[test]
fn limits_stop_where_they_stop_a_whole_run() {
    let solver = Solver::new();
    let stopped = |spec: &Spec, limits| agrees(&solver, &hard(), spec, limits).stopped_by;
    for algorithm in steppable() {
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let stopped = stopped(&spec(algorithm), limits);
        let stuck = may_fail(algorithm) && stopped == Some(Stop::Stuck);
        assert!(stuck || stopped == Some(Stop::Nodes), "{}: {stopped:?}", algorithm.name());
    }
    // A whole run counts the memory of the process, a search that is stepped what it stores.
    let limits = Limits { memory: Some(20_000), ..Limits::default() };
    let search = hard().open(&solver, &spec(Algorithm::Bfs), limits, Cancel::default()).unwrap();
    assert_eq!(to_the_end(search, 7).answer().unwrap().stopped_by, Some(Stop::Memory));
    let shallow = Spec { depth_limit: Some(12), ..spec(Algorithm::Dfs) };
    assert_eq!(stopped(&shallow, Limits::default()), Some(Stop::Depth));
}

#[test]
fn steps_are_exact_and_the_view_is_of_the_engine() {
    for algorithm in steppable().filter(|&a| a != Algorithm::Beam) {
        let (mut search, name) = (open(&near(), &spec(algorithm)).unwrap(), algorithm.name());
        assert_eq!(search.view().position, near().start(), "{name}");
        let mut expanded = 0;
        while search.step(1).unwrap() == Progress::Running {
            expanded += 1;
            assert_eq!(search.stats().expanded, expanded, "{name}");
            let view = search.view();
            assert!(view.frontier > 0 && view.stored > 0, "{name}: {view:?}");
            assert_eq!(view.h.is_some(), view.f.is_some(), "{name}");
            assert!(view.closed <= expanded, "{name}");
            if expanded == 1 {
                assert_eq!((view.position, view.g), (near().start(), 0), "{name}");
            }
        }
        assert_eq!(search.step(1), Ok(Progress::Finished), "an ended search stays ended");
    }
}

#[test]
fn the_end_of_an_unsolvable_board_is_known_before_the_first_step() {
    let puzzle = read("1 2 3/4 5 6/8 7 0");
    let mut search = open(&puzzle, &spec(Algorithm::Astar)).unwrap();
    assert_eq!(search.step(1), Ok(Progress::Finished));
    assert_eq!(search.answer().map(|answer| answer.outcome), Some(Outcome::Unsolvable));
    assert_eq!(search.view().position, puzzle.start());
}

#[test]
fn cancelling_ends_a_search_at_the_next_checkpoint() {
    let cancel = Cancel::default();
    let (solver, spec) = (Solver::new(), spec(Algorithm::Bfs));
    let mut search = hard().open(&solver, &spec, Limits::default(), cancel.clone()).unwrap();
    assert_eq!(search.step(10), Ok(Progress::Running));
    cancel.cancel();
    assert_eq!(search.step(1_000_000), Ok(Progress::Finished));
    assert_eq!(search.answer().and_then(|answer| answer.stopped_by), Some(Stop::Cancelled));
    assert!(search.stats().expanded < 1_000, "{}", search.stats().expanded);
}

#[test]
fn what_has_no_steps_says_so() {
    let refused = |puzzle: &AnyPuzzle, algorithm| {
        let spec = Spec { algorithm, ..Spec::default() };
        open(puzzle, &spec).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let words = "cannot be followed step by step; use astar, ida or bfs";
    assert_eq!(refused(&near(), Some(Algorithm::Anytime)), format!("anytime {words}"));
    assert!(refused(&near(), Some(Algorithm::Layered)).starts_with("layered is for"));
    assert_eq!(refused(&small(), Some(Algorithm::Layered)), format!("layered {words}"));
    assert_eq!(refused(&small(), None), format!("layered {words}"), "it is what suits the puzzle");
}

#[test]
fn the_table_of_algorithms_knows_what_has_steps() {
    for &algorithm in Algorithm::ALL {
        for puzzle in [near(), small()] {
            let opened = open(&puzzle, &spec(algorithm));
            let entry = algorithm.entry();
            let is_had = entry.for_every_kind || puzzle.kind().entry().algorithms.contains(&algorithm);
            let without_goal_state = FROM_BOTH_ENDS.contains(&algorithm) && opened.is_err();
            assert!(opened.is_ok() == (is_had && entry.has_steps) || without_goal_state, "{algorithm:?}");
        }
    }
}

#[test]
fn a_search_can_go_to_another_thread() {
    fn sent<T: Send>(_: &T) {}
    sent(&open(&near(), &Spec::default()).unwrap());
}

#[test]
fn bricks_end_as_their_whole_run() {
    let solver = Solver::new();
    let heuristics = small().kind().entry().heuristics;
    let has_need = |a: &Algorithm| *a == Algorithm::Beam || FROM_BOTH_ENDS.contains(a);
    for algorithm in steppable().filter(|a| !has_need(a)) {
        // HDA* is refused where an estimate is not admissible.
        let fits = |name: &str| algorithm != Algorithm::Hda || !INADMISSIBLE.contains(&name);
        let names = heuristics.iter().map(|heuristic| heuristic.name).filter(|name| fits(name));
        let specs: Vec<Spec> = match algorithm.takes(Setting::Heuristic) {
            true => names.map(|name| by(algorithm, name)).collect(),
            false => vec![spec(algorithm)],
        };
        for spec in specs {
            let spec = Spec { metric: Some("steps"), ..spec };
            assert_eq!(open(&small(), &spec).unwrap().view().position, small().start());
            let answer = agrees(&solver, &small(), &spec, Limits::default());
            let stuck = may_fail(algorithm) && answer.stopped_by == Some(Stop::Stuck);
            assert!(stuck || answer.outcome == Outcome::Solved, "{}", algorithm.name());
        }
    }
}

/// A goal that gives every piece its place: from both ends the same cost is found as from one.
#[test]
fn bricks_are_searched_from_both_ends() {
    let solver = Solver::new();
    let puzzle = read("board:\nAAB\nAAC\n...\ngoal:\nCAA\nBAA\n...\n");
    for metric in ["steps", "moves"] {
        let by = |algorithm| Spec { metric: Some(metric), ..spec(algorithm) };
        let answer = solver.solve(&*puzzle, &by(Algorithm::Bfs)).unwrap();
        assert_eq!(answer.outcome, Outcome::Solved);
        for algorithm in FROM_BOTH_ENDS {
            // BAE* needs an estimate that is consistent, which those of pieces that are in the way are not.
            let heuristic = (algorithm == Algorithm::Bae).then(|| HeuristicChoice::named("zero"));
            let spec = Spec { heuristic, ..by(algorithm) };
            let other = agrees(&solver, &puzzle, &spec, Limits::default());
            assert_eq!((other.outcome, other.cost()), (Outcome::Solved, answer.cost()), "{algorithm:?}");
        }
    }
}
