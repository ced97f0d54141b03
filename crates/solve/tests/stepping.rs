//! A search that is stepped ends as one that is run: same answer, same counts, whatever the size of the steps.

use slidewise_lab::registry::{Algorithm, BrickHeuristic, Named, TileHeuristic, TileMetric, TileRepr};
use slidewise_lab::stepping::{Answer, Position, Progress, StepError, Stepping};
use slidewise_lab::{BrickAnswer, BrickSpec, Lab, Outcome, TileAnswer, TileSpec, Watch};
use slidewise_puzzles::bricks;
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle};
use slidewise_search::{Cancel, Limits, Stop};

const STEPPABLE: [Algorithm; 10] = [
    Algorithm::Bfs,
    Algorithm::Bidirectional,
    Algorithm::Dfs,
    Algorithm::IterativeDeepening,
    Algorithm::Dijkstra,
    Algorithm::Greedy,
    Algorithm::Astar,
    Algorithm::Wastar,
    Algorithm::Ida,
    Algorithm::Beam,
];

fn tiles(text: &str) -> TilePuzzle {
    TilePuzzle::towards(text.parse::<Board>().unwrap(), &Goal::BlankLast).unwrap()
}

/// Five moves from its goal, so that blind depth-first searches end soon.
fn near() -> TilePuzzle {
    tiles("1 2 3/4 8 0/7 6 5")
}

fn spec(algorithm: Algorithm) -> TileSpec {
    TileSpec { algorithm: Some(algorithm), beam_width: Some(50), threads: Some(1), ..TileSpec::default() }
}

fn to_the_end(mut search: Stepping, by: u64) -> Stepping {
    while search.step(by).unwrap() == Progress::Running {}
    search
}

fn stepped(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec, limits: Limits, by: u64) -> TileAnswer {
    let search = to_the_end(lab.open(puzzle, spec, limits, Cancel::default()).unwrap(), by);
    match search.answer() {
        Some(Answer::Tiles(answer)) => TileAnswer { elapsed: Default::default(), ..timeless(answer.clone()) },
        other => panic!("{other:?}"),
    }
}

/// Times differ from run to run; everything else must not.
fn timeless(answer: TileAnswer) -> TileAnswer {
    TileAnswer { elapsed: Default::default(), setup: Default::default(), ..answer }
}

fn agrees(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec, limits: Limits) -> TileAnswer {
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
    let whole = timeless(lab.solve_watched(puzzle, spec, watch).unwrap());
    for by in [1, 7, 1_000_000] {
        assert_eq!(stepped(lab, puzzle, spec, limits, by), whole, "{spec:?} by {by}");
    }
    whole
}

#[test]
fn every_engine_ends_as_its_whole_run() {
    let lab = Lab::new();
    for algorithm in STEPPABLE {
        let answer = agrees(&lab, &near(), &spec(algorithm), Limits::default());
        assert_eq!(answer.outcome, Outcome::Solved, "{}", algorithm.name());
        assert!(answer.stats.expanded > 3, "{}: nothing was stepped through", algorithm.name());
    }
}

#[test]
fn every_heuristic_representation_and_metric_does() {
    let lab = Lab::new();
    let hard = tiles("8 6 7/2 5 4/3 0 1");
    for &heuristic in TileHeuristic::ALL.iter().filter(|&&h| h != TileHeuristic::Learned) {
        for algorithm in [Algorithm::Astar, Algorithm::Ida, Algorithm::Greedy] {
            let puzzle = if heuristic == TileHeuristic::Zero { near() } else { hard.clone() };
            agrees(
                &lab,
                &puzzle,
                &TileSpec { heuristic: Some(heuristic.into()), ..spec(algorithm) },
                Limits::default(),
            );
        }
    }
    for &repr in TileRepr::ALL {
        for &metric in TileMetric::ALL {
            let spec = TileSpec { repr: Some(repr), metric: Some(metric), ..spec(Algorithm::Astar) };
            agrees(&lab, &hard, &spec, Limits::default());
        }
    }
}

/// A beam is guided by what is finer than a whole number; on packed boards and on wide ones.
#[test]
fn learned_beams_do() {
    let lab = Lab::new();
    let five = tiles("5 6 8 19 20/11 10 4 1 12/0 16 24 17 23/22 21 7 2 3/15 9 14 13 18");
    let spec = TileSpec { heuristic: Some(TileHeuristic::Learned.into()), ..spec(Algorithm::Beam) };
    let answer = agrees(&lab, &five, &spec, Limits::default());
    assert!(answer.stats.expanded > 1_000);
}

#[test]
fn limits_stop_where_they_stop_a_whole_run() {
    let lab = Lab::new();
    let hard = tiles("8 6 7/2 5 4/3 0 1");
    for algorithm in STEPPABLE {
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let answer = agrees(&lab, &hard, &spec(algorithm), limits);
        assert_eq!(answer.outcome, Outcome::Stopped(Stop::Nodes), "{}", algorithm.name());
    }
    let limits = Limits { memory: Some(20_000), ..Limits::default() };
    assert_eq!(agrees(&lab, &hard, &spec(Algorithm::Bfs), limits).outcome, Outcome::Stopped(Stop::Memory));
    let shallow = TileSpec { depth_limit: Some(12), ..spec(Algorithm::Dfs) };
    assert_eq!(agrees(&lab, &hard, &shallow, Limits::default()).outcome, Outcome::Stopped(Stop::Depth));
}

#[test]
fn steps_are_exact_and_the_view_is_of_the_engine() {
    let lab = Lab::new();
    for algorithm in STEPPABLE.into_iter().filter(|&a| a != Algorithm::Beam) {
        let mut search = lab.open(&near(), &spec(algorithm), Limits::default(), Cancel::default()).unwrap();
        assert_eq!(search.view().position, Position::Tiles(near().start().clone()), "{}", algorithm.name());
        let mut expanded = 0;
        while search.step(1).unwrap() == Progress::Running {
            expanded += 1;
            assert_eq!(search.stats().expanded, expanded, "{}", algorithm.name());
            let (view, name) = (search.view(), algorithm.name());
            assert!(view.frontier > 0 && view.stored > 0, "{name}: {view:?}");
            assert_eq!(view.h.is_some(), view.f.is_some(), "{name}");
            assert!(view.closed <= expanded, "{name}");
            if expanded == 1 {
                assert_eq!((view.position, view.g), (Position::Tiles(near().start().clone()), 0), "{name}");
            }
        }
        assert_eq!(search.step(1), Ok(Progress::Finished), "an ended search stays ended");
    }
}

#[test]
fn the_end_of_an_unsolvable_board_is_known_before_the_first_step() {
    let puzzle = tiles("1 2 3/4 5 6/8 7 0");
    let mut search =
        Lab::new().open(&puzzle, &spec(Algorithm::Astar), Limits::default(), Cancel::default()).unwrap();
    assert_eq!(search.step(1), Ok(Progress::Finished));
    assert_eq!(search.answer().map(Answer::outcome), Some(Outcome::Unsolvable));
    assert_eq!(search.view().position, Position::Tiles(puzzle.start().clone()));
}

#[test]
fn cancelling_ends_a_search_at_the_next_checkpoint() {
    let cancel = Cancel::default();
    let hard = tiles("8 6 7/2 5 4/3 0 1");
    let mut search =
        Lab::new().open(&hard, &spec(Algorithm::Bfs), Limits::default(), cancel.clone()).unwrap();
    assert_eq!(search.step(10), Ok(Progress::Running));
    cancel.cancel();
    assert_eq!(search.step(1_000_000), Ok(Progress::Finished));
    assert_eq!(search.answer().map(Answer::outcome), Some(Outcome::Stopped(Stop::Cancelled)));
    assert!(search.stats().expanded < 1_000, "{}", search.stats().expanded);
}

#[test]
fn what_has_no_steps_says_so() {
    let lab = Lab::new();
    let open = |spec: &TileSpec| lab.open(&near(), spec, Limits::default(), Cancel::default()).err();
    let error = open(&spec(Algorithm::Anytime)).unwrap();
    assert_eq!(error, StepError::NoSteps(Algorithm::Anytime));
    assert_eq!(error.to_string(), "anytime cannot be followed step by step; use astar, ida or bfs");
    assert!(matches!(open(&spec(Algorithm::Layered)), Some(StepError::Tiles(_))));
    let brick = klotski();
    for (algorithm, own) in [(Some(Algorithm::Beam), false), (Some(Algorithm::Layered), true), (None, true)] {
        let spec = BrickSpec { algorithm, ..BrickSpec::default() };
        let error = lab.open_bricks(&brick, &spec, Limits::default(), Cancel::default()).err().unwrap();
        assert_eq!(error == StepError::NoSteps(Algorithm::Layered), own, "{error}");
    }
}

#[test]
fn the_registry_knows_what_has_no_steps() {
    let lab = Lab::new();
    for &algorithm in Algorithm::ALL {
        let (limits, cancel) = (Limits::default(), Cancel::default());
        let refused = Some(StepError::NoSteps(algorithm));
        let tiles = lab.open(&near(), &spec(algorithm), limits, cancel.clone()).err();
        assert_eq!(tiles == refused, algorithm.is_for_tiles() && !algorithm.has_steps(), "{algorithm:?}");
        let bricks = BrickSpec { algorithm: Some(algorithm), ..BrickSpec::default() };
        let bricks = lab.open_bricks(&klotski(), &bricks, limits, cancel).err();
        assert_eq!(bricks == refused, algorithm.is_for_bricks() && !algorithm.has_steps(), "{algorithm:?}");
    }
}

#[test]
fn a_search_can_go_to_another_thread() {
    fn sent<T: Send>(_: &T) {}
    sent(&Lab::new().open(&near(), &TileSpec::default(), Limits::default(), Cancel::default()).unwrap());
}

fn klotski() -> bricks::Puzzle {
    bricks::library::get("klotski").unwrap().parse().unwrap().puzzle
}

#[test]
fn bricks_end_as_their_whole_run() {
    let lab = Lab::new();
    let small = bricks::parse("board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n").unwrap().puzzle;
    let figures = |a: &BrickAnswer| (a.outcome, a.solution.clone(), a.lower_bound, a.explored, a.stats);
    for algorithm in
        STEPPABLE.into_iter().filter(|a| !matches!(a, Algorithm::Beam | Algorithm::Bidirectional))
    {
        for &heuristic in BrickHeuristic::ALL {
            let metric = bricks::Metric::Steps;
            let spec = BrickSpec {
                algorithm: Some(algorithm),
                heuristic: Some(heuristic),
                metric,
                ..BrickSpec::default()
            };
            let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
            let whole = lab.solve_bricks(&small, &spec, watch).unwrap();
            let search = lab.open_bricks(&small, &spec, Limits::default(), Cancel::default()).unwrap();
            assert_eq!(search.view().position, Position::Bricks(bricks::Position::start(&small)));
            let search = to_the_end(search, 3);
            let Some(Answer::Bricks(answer)) = search.answer() else { panic!("{:?}", search.answer()) };
            assert_eq!(figures(answer), figures(&whole), "{spec:?}");
            assert_eq!(answer.outcome, Outcome::Solved);
        }
    }
}
