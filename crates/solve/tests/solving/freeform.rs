//! Tiles on any board, through all that is done with a puzzle of any kind.

use std::time::Duration;

use slidewise_solve::advice::{Advised, advise};
use slidewise_solve::draw::draw;
use slidewise_solve::game::Game;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Cancel, Limits, Proof, Quality, Refuted, Stop};
use slidewise_solve::stepping::Progress;
use slidewise_solve::survey::{SurveyError, Unsurveyed};
use slidewise_solve::{
    Algorithm, Answer, AnyPuzzle, Exploring, Gives, Outcome, Reading, Record, SolveError, Solver, Spec,
    WantedOptima, Watch, Writing, machine, read_one, solves,
};

fn puzzle(text: &str) -> AnyPuzzle {
    read_one(text, &Reading::default()).unwrap_or_else(|error| panic!("{text}: {error}")).puzzle
}

fn by(algorithm: Algorithm) -> Spec {
    Spec { algorithm: Some(algorithm), ..Spec::default() }
}

fn estimated_by(heuristic: &str) -> Spec {
    Spec { heuristic: Some(heuristic.parse().unwrap()), ..by(Algorithm::Astar) }
}

fn solve(puzzle: &AnyPuzzle, spec: &Spec) -> Answer {
    Solver::new().solve(&**puzzle, spec).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"))
}

fn unwatched(observer: &mut ()) -> Watch<'_> {
    Watch { limits: Limits::default(), cancel: Cancel::default(), observer }
}

/// A small puzzle with random walls, joined edges, equal tiles, blanks and open goal cells.
fn random_text(rng: &mut Rng) -> String {
    let (rows, cols) = [(1, 6), (2, 3), (2, 4), (3, 2), (4, 2), (3, 3)][rng.below(6)];
    let mut start: Vec<&str> =
        (0..rows * cols).map(|_| ["1", "2", "3", "A", "A", "B", "B", "."][rng.below(8)]).collect();
    start[0] = "A";
    start[1] = ".";
    let mut goal = start.clone();
    rng.shuffle(&mut goal);
    goal.iter_mut().for_each(|cell| *cell = if rng.below(3) == 0 { "?" } else { cell });
    // A wall takes no tile away: it comes with a row of its own.
    if rng.below(2) == 0 {
        let at = rng.below(rows) * cols;
        start.insert(at, "#");
        goal.insert(at, "#");
        let rest = vec!["."; cols - 1];
        start.splice(at + 1..at + 1, rest);
        goal.splice(at + 1..at + 1, vec!["?"; cols - 1]);
    }
    let lines = |cells: &[&str]| cells.chunks(cols).map(|row| row.join(" ")).collect::<Vec<_>>().join("/");
    let wrap = ["none", "rows", "columns", "both"][rng.below(4)];
    format!("tiles: {}; goal: {}; wrap: {wrap}", lines(&start), lines(&goal))
}

/// Fixed boards, each with something that other kinds do not have.
const BOARDS: [&str; 6] = [
    "tiles: 2 1 3/4 # 5/6 7 .; goal: 1 2 3/5 # 4/. 7 6; wrap: both",
    "tiles: 1 2 3/4 . 5/6 . #; goal: 1 2 3/4 5 6/. . #",
    "tiles: B A A/B B A/. . #; goal: A A A/B B B/. . #",
    "tiles: 1 2 3 4/5 6 7 .; goal: ? ? ? 1/? ? ? 7",
    "tiles: 1 2 3 4 . .; goal: 3 4 1 2 . .; wrap: rows",
    "tiles: 1 2/3 .; goal: . 3/2 1; wrap: both",
];

#[test]
fn every_search_solves_and_those_that_promise_it_find_the_optimum() {
    for text in BOARDS {
        let puzzle = puzzle(text);
        let optimum = solve(&puzzle, &by(Algorithm::Bfs)).cost().expect(text);
        let own = puzzle.kind().entry().algorithms;
        for &algorithm in Algorithm::ALL {
            let entry = algorithm.entry();
            if !entry.for_every_kind && !own.contains(&algorithm) {
                assert!(matches!(Solver::new().solve(&*puzzle, &by(algorithm)), Err(SolveError::Refused(_))));
                continue;
            }
            let answer = solve(&puzzle, &by(algorithm));
            if answer.solution.is_none() {
                assert_eq!(
                    (entry.gives, answer.stopped_by),
                    (Gives::Perhaps, Some(Stop::Stuck)),
                    "{algorithm:?}"
                );
                continue;
            }
            let way = answer.solution.as_ref().unwrap();
            assert_eq!(solves(&*puzzle, &way.steps), Ok(()));
            assert!(way.cost >= optimum, "{text} {algorithm:?}");
            if entry.gives == Gives::Optimal || algorithm == Algorithm::Arastar {
                assert_eq!((way.cost, way.proof), (optimum, Proof::Optimal), "{text} {algorithm:?}");
            }
            assert_eq!(answer.plan.metric.name(), "single");
        }
        assert_eq!(solve(&puzzle, &Spec::default()).cost(), Some(optimum), "{text}");
    }
}

#[test]
fn heuristics_and_layers_agree_with_bfs_on_random_boards() {
    let mut rng = Rng::from_seed(11);
    let (mut solved, mut unsolvable) = (0, 0);
    for _ in 0..80 {
        let text = random_text(&mut rng);
        let puzzle = puzzle(&text);
        let expected = solve(&puzzle, &by(Algorithm::Bfs));
        let known = puzzle.solvability(&puzzle.start()).is_solvable;
        match expected.outcome {
            Outcome::Solved => solved += 1,
            _ => unsolvable += 1,
        }
        assert!(known.is_none_or(|known| known == (expected.outcome == Outcome::Solved)), "{text}");
        let parts = ["zero", "hamming", "distance", "max(misplaced,distance)"];
        let specs = parts.map(estimated_by).into_iter().chain([by(Algorithm::Layered), Spec::default()]);
        for spec in specs {
            let answer = solve(&puzzle, &spec);
            assert_eq!(
                (answer.outcome, answer.cost()),
                (expected.outcome, expected.cost()),
                "{text} {spec:?}"
            );
        }
    }
    assert!(solved > 30 && unsolvable > 3, "{solved} {unsolvable}");
}

#[test]
fn what_cannot_be_solved_is_explained_by_theory() {
    let puzzle = puzzle("tiles: 2 1 3/4 5 6/7 8 .");
    let why = puzzle.solvability(&puzzle.start());
    assert_eq!(why.is_solvable, Some(false));
    assert!(why.why.contains("odd number"), "{}", why.why);
    let answer = solve(&puzzle, &Spec::default());
    assert_eq!((answer.outcome, answer.stats.expanded, answer.lower_bound), (Outcome::Unsolvable, 0, None));
}

/// Several blanks on a board with a bottleneck: theory does not tell, so the search goes through all of the space.
#[test]
fn what_theory_does_not_tell_is_found_by_search() {
    let turned = "tiles: 1 2 3 . ./# # # . #; goal: 1 3 2 . ./# # # . #";
    let stuck = "tiles: 1 2 3 4 . ./# # # . # #; goal: 4 3 2 1 ? ?/# # # ? # #";
    let expected = [(turned, Outcome::Solved), (stuck, Outcome::Unsolvable)];
    for (text, outcome) in expected {
        let puzzle = puzzle(text);
        assert_eq!(puzzle.solvability(&puzzle.start()).is_solvable, None);
        for algorithm in [Algorithm::Bfs, Algorithm::Astar, Algorithm::Layered] {
            let answer = solve(&puzzle, &by(algorithm));
            assert_eq!(answer.outcome, outcome, "{text} {algorithm:?}");
            assert!(answer.explored > 1);
        }
    }
}

#[test]
fn settings_that_do_not_fit_are_refused_with_what_would_do() {
    let puzzle = puzzle(BOARDS[0]);
    let refusal = |spec: Spec| match Solver::new().solve(&*puzzle, &spec) {
        Err(SolveError::Refused(refusal)) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refusal(estimated_by("manhattan")),
        "tile puzzles on free boards have no heuristic manhattan; use zero, misplaced or distance"
    );
    assert!(refusal(Spec { metric: Some("multi"), ..Spec::default() }).ends_with("; use single"));
    assert!(refusal(Spec { repr: Some("nibble"), ..Spec::default() }).contains("in one way only"));
    assert!(refusal(Spec { threads: Some(2), ..by(Algorithm::Astar) }).contains("one thread"));
}

#[test]
fn a_record_comes_back_from_json() {
    for text in BOARDS {
        let read = read_one(text, &Reading::default()).unwrap();
        let answer = solve(&read.puzzle, &Spec::default());
        let record = Record::of(&*read.puzzle, &answer, None).unwrap();
        let record = Record { warnings: vec!["odd".into()], ..record }.at(1, "here");
        let back: Record = serde_json::from_str(&record.to_json()).unwrap();
        assert_eq!(back, record);
        assert_eq!(record.kind.as_deref(), Some("freeform"));
        assert_eq!(record.move_convention.as_deref(), Some("labels"));
        let moves = read.puzzle.read_moves(record.moves.as_deref().unwrap(), None).unwrap();
        assert_eq!(moves.steps, answer.solution.unwrap().steps);
    }
}

#[test]
fn records_have_numbers_walls_and_open_cells() {
    let json = |text: &str| serde_json::to_value(Record::of_puzzle(&*puzzle(text))).unwrap();
    let record = json("tiles: 1 1 2/# . 3; goal: ? 1 1/# . ?");
    assert_eq!(record["start"].to_string(), r##"[[1,1,2],["#",0,3]]"##);
    assert_eq!(record["goal"].to_string(), r##"[[null,1,1],["#",0,null]]"##);
    let record = json("tiles: 7 07 .; goal: . 7 07");
    assert_eq!(record["start"].to_string(), r#"[["7","07","."]]"#, "not two tiles 7");
}

#[test]
fn stepping_is_the_same_search_as_solving() {
    let solver = Solver::new();
    for text in BOARDS {
        let puzzle = puzzle(text);
        for &algorithm in Algorithm::ALL {
            let entry = algorithm.entry();
            if !entry.for_every_kind || !entry.has_steps {
                continue;
            }
            // On several threads the first solution of the lowest cost may be another one each time.
            let spec = Spec { threads: Some(1), ..by(algorithm) };
            let whole = solve(&puzzle, &spec);
            let mut search = puzzle.open(&solver, &spec, Limits::default(), Cancel::default()).unwrap();
            while search.step(50).unwrap() == Progress::Running {
                let view = search.view();
                assert_eq!(view.position.len(), puzzle.start().len());
                search.waiting(2);
            }
            let stepped = search.answer().unwrap();
            assert_eq!(stepped.stats.expanded, whole.stats.expanded, "{text} {algorithm:?}");
            assert_eq!(stepped.solution, whole.solution, "{text} {algorithm:?}");
        }
    }
}

#[test]
fn all_shortest_solutions_are_listed_and_checked() {
    let puzzle = puzzle("tiles: 1 ./. .; goal: ? ?/? 1");
    let metric = puzzle.metric();
    let wanted = WantedOptima { metric, cost: 2, max: 100, keep: 100 };
    let all = puzzle.all_optimal(&Solver::new(), wanted, unwatched(&mut ())).unwrap();
    assert!(all.complete);
    assert_eq!((all.count, all.solutions.len()), (2, 2));
    assert!(all.solutions.iter().all(|steps| solves(&*puzzle, steps) == Ok(())));
}

/// Tiles that cross an empty board beside each other: there are few positions, and a way for every order of the steps.
#[test]
fn a_list_of_all_shortest_solutions_ends_at_its_limits() {
    let empty = "/. . .".repeat(4);
    let puzzle = puzzle(&format!("tiles: 1 2 3{empty}/. . .; goal: ? ? ?{}/1 2 3", empty.replace('.', "?")));
    let all = |keep: usize, memory: Option<u64>| {
        let limits = Limits { memory, ..Limits::default() };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        let wanted = WantedOptima { metric: puzzle.metric(), cost: 15, max: u64::MAX, keep };
        puzzle.all_optimal(&Solver::new(), wanted, watch).unwrap()
    };
    const WAYS: u64 = 756_756;
    let counted = all(0, None);
    assert_eq!((counted.complete, counted.count), (true, WAYS));
    // Room for all positions, but not for all solutions beside them: the list ends, the count does not.
    let Some(resident) = machine::resident() else { return };
    let some = all(usize::MAX, Some(resident + 50_000_000));
    assert_eq!((some.complete, some.stopped), (false, Some(Stop::Memory)));
    assert!(!some.solutions.is_empty() && (some.solutions.len() as u64) < WAYS / 2);
}

#[test]
fn a_space_that_is_not_seen_to_its_end_is_an_answer() {
    let puzzle = puzzle("tiles: 1 2 3 4/. . . ./. . . ./. . . .; goal: ? ? ? ?/? ? ? ?/? ? ? ?/4 3 2 1");
    let what = Exploring { metric: puzzle.metric(), hardest: 1, arrangements: 0, threads: 1 };
    let explore = |limits: Limits| {
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        puzzle.explore(&Solver::new(), &what, watch).unwrap()
    };
    let whole = explore(Limits::default());
    assert_eq!((whole.states, whole.stopped), (16 * 15 * 14 * 13, None));
    let none = explore(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!((none.states, none.stopped), (0, Some(Stop::Time)));
    let Some(resident) = machine::resident() else { return };
    let some = explore(Limits { memory: Some(resident + 8_000_000), ..Limits::default() });
    assert_eq!((some.stopped, some.to_goal), (Some(Stop::Memory), None));
    assert!(some.states < whole.states);
}

#[test]
fn a_list_without_an_end_stops_when_its_time_is_up() {
    let text = "tiles: 1 2 3 4/. . . ./. . . ./. . . .; goal: ? ? ? ?/? ? ? ?/? ? ? ?/4 3 2 1";
    let puzzle = puzzle(text);
    let cost = solve(&puzzle, &Spec::default()).cost().unwrap();
    let wanted = WantedOptima { metric: puzzle.metric(), cost, max: u64::MAX, keep: usize::MAX };
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
    let all = puzzle.all_optimal(&Solver::new(), wanted, watch).unwrap();
    assert!(!all.complete && all.stopped.is_some());
    // Ctrl-C in the midst of it ends it, too.
    let (cancel, limits) = (Cancel::default(), Limits::default());
    let flag = cancel.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.cancel();
        });
        let watch = Watch { limits, cancel, observer: &mut () };
        let all = puzzle.all_optimal(&Solver::new(), wanted, watch).unwrap();
        assert_eq!((all.complete, all.stopped), (false, Some(Stop::Cancelled)));
    });
}

#[test]
fn a_solution_with_detours_is_shortened() {
    let puzzle = puzzle("tiles: 1 2 3/4 # 5/6 7 .; goal: 1 2 3/4 # ./6 7 5");
    let long = puzzle.read_moves("7R 7L 5D 5U 5D", None).unwrap().steps;
    let answer = puzzle.shorten(&Solver::new(), &long, &Spec::default(), unwatched(&mut ())).unwrap();
    assert_eq!((answer.cost(), answer.is_optimal()), (Some(1), true));
    let error = puzzle.shorten(&Solver::new(), &long[..2], &Spec::default(), unwatched(&mut ())).unwrap_err();
    assert_eq!(error, SolveError::NotASolution(Refuted::NotAGoal));
}

#[test]
fn advice_leads_a_game_to_its_goal() {
    let puzzle = puzzle(BOARDS[1]);
    let advised = advise(&Solver::new(), &*puzzle, Duration::from_secs(1), unwatched(&mut ()));
    let Advised::Way(advice) = advised else { panic!("{advised:?}") };
    assert!(advice.is_optimal());
    let mut game = Game::new(puzzle);
    for &step in &advice.steps {
        assert!(!game.is_solved());
        game.step(step).unwrap();
    }
    assert!(game.is_solved());
    assert_eq!(game.moves() as u64, advice.cost);
    while game.undo().is_some() {}
    assert_eq!(*game.position(), game.puzzle().start());
}

#[test]
fn estimates_keep_their_promises_over_whole_spaces() {
    for text in
        [BOARDS[2], BOARDS[3], BOARDS[5], "tiles: A A 1/2 # ./. A 3; goal: 1 ? A/A # 2/? ? 3; wrap: rows"]
    {
        let puzzle = puzzle(text);
        let mut before: Option<Vec<u64>> = None;
        for heuristic in ["zero", "misplaced", "distance", "max(misplaced,distance)"] {
            let survey = puzzle.survey(&Solver::new(), &estimated_by(heuristic), &Cancel::default()).unwrap();
            assert_eq!(survey.promised, Quality::CONSISTENT);
            assert!(survey.overestimated.is_none() && survey.jumps == 0, "{text} {heuristic}");
            let goals =
                survey.distances.iter().zip(&survey.estimates).filter(|&(&distance, _)| distance == 0);
            assert!(goals.into_iter().all(|(_, &h)| h == 0), "{text} {heuristic}");
            // Each of these sees all that the one before sees.
            if let Some(before) = before {
                assert!(before.iter().zip(&survey.estimates).all(|(a, b)| a <= b), "{text} {heuristic}");
            }
            before = Some(survey.estimates);
        }
    }
    let large = puzzle("tiles: 1 2 3 4/5 6 7 8/9 10 . .");
    let error = large.survey(&Solver::new(), &estimated_by("zero"), &Cancel::default()).unwrap_err();
    assert_eq!(error, SurveyError::Space(Unsurveyed::TooLarge));
}

#[test]
fn estimates_of_the_start_and_around_it() {
    let puzzle = puzzle("tiles: 1 # ./. . .; goal: ? # 1/? ? ?");
    let said: Vec<_> = puzzle
        .estimates(&Solver::new(), puzzle.metric())
        .into_iter()
        .map(|said| (said.heuristic, said.value.unwrap().0))
        .collect();
    assert_eq!(said, [("zero", 0), ("misplaced", 1), ("distance", 4)]);
    let around = puzzle.look_around(&Solver::new(), &estimated_by("distance"), &Cancel::default()).unwrap();
    assert_eq!((around.estimate, around.beside.len(), around.beside[0].1), (4, 1, 3));
}

#[test]
fn moves_are_verified_as_they_are_read() {
    let puzzle = puzzle("tiles: A A B/. . .; goal: ? ? ?/A ? B");
    let verdict = |moves: &str| solves(&*puzzle, &puzzle.read_moves(moves, Some("labels")).unwrap().steps);
    assert_eq!(verdict("A@1,1D BD"), Ok(()));
    assert_eq!(verdict("A@1,1D"), Err(Refuted::NotAGoal));
    let error = puzzle.read_moves("BD BD", None).unwrap_err();
    assert_eq!(error.place.map(|place| place.column), Some(4));
    assert!(puzzle.read_moves("AD", None).unwrap_err().message.contains("say which"));
    assert!(puzzle.read_moves("BD", Some("tile")).unwrap_err().message.contains("use labels"));
    let steps = puzzle.read_moves("A@1,1D BD BU", None).unwrap().steps;
    let writing = Writing { runs: true, ..Writing::default() };
    assert_eq!(puzzle.write_moves(&steps, &writing).unwrap(), "A@1,1D BD BU");
    assert!(puzzle.write_moves(&steps, &Writing { convention: Some("tile"), ..writing }).is_err());
}

#[test]
fn boards_are_drawn_with_their_walls() {
    let drawn = |text: &str| {
        let puzzle = puzzle(text);
        draw(&puzzle.picture(&puzzle.start()))
    };
    assert_eq!(drawn("tiles: 1 2/3 ."), "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘\n");
    let walls = drawn("tiles: 1 # 10/A . .; goal: ? # ?/? ? A");
    assert_eq!(walls, "┌───┬───┬───┐\n│ 1 │▒▒▒│ 10│\n├───┼───┴───┤\n│ A │     · │\n└───┴───────┘\n");
}
