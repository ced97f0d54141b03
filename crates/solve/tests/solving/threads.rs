//! Searches on several threads find what they find on one.

use std::sync::Arc;

use slidewise_solve::search::peers::threads_as_peers;
use slidewise_solve::search::{Proof, Stop};
use slidewise_solve::{Algorithm, AnyPuzzle, Reading, Solver, Spec, read_one};

use crate::agreement::{agree, random_eights};
use crate::judge::{puzzle, solution, solve};
use crate::specs::{admissible, spec};

fn on(threads: usize, spec: &Spec) -> Spec {
    Spec { threads: Some(threads), ..spec.clone() }
}

/// Korf's board 79, whose iterations are large enough to be shared with every estimate that is not too weak.
fn korf_79() -> AnyPuzzle {
    puzzle("0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", "blank-first")
}

/// Plain sweeps, tables, estimates put together at run time, other representations: the moves are those of one thread.
#[test]
fn ida_is_the_same_on_threads_with_every_heuristic() {
    let (solver, puzzle) = (Solver::new(), korf_79());
    let both = "max(linear-conflict,inversion)".parse().unwrap();
    let composed = Spec { heuristic: Some(both), ..spec(Algorithm::Ida, None) };
    let bytes = Spec { repr: Some("bytes"), ..spec(Algorithm::Ida, Some("linear-conflict")) };
    let by_name = ["manhattan", "linear-conflict", "pdb"].map(|name| spec(Algorithm::Ida, Some(name)));
    for spec in by_name.into_iter().chain([composed, bytes]) {
        let (one, two) = (solve(&solver, &puzzle, &on(1, &spec)), solve(&solver, &puzzle, &on(2, &spec)));
        assert_eq!((one.plan.threads, two.plan.threads), (1, 2));
        assert_eq!(solution(&one).steps, solution(&two).steps, "{}", one.plan);
        assert_eq!((solution(&two).cost, solution(&two).proof), (42, Proof::Optimal));
    }
}

/// Iterations without a goal expand the same positions, whoever searches them; bricks too.
#[test]
fn iterations_of_bricks_are_shared() {
    let solver = Solver::new();
    let klotski = read_one("klotski", &Reading::default()).unwrap().puzzle;
    let spec = Spec { depth_limit: Some(12), ..spec(Algorithm::Ida, None) };
    let [one, two] = [1, 2].map(|threads| solver.solve(&*klotski, &on(threads, &spec)).unwrap());
    assert!(one.stats.expanded > 60_000, "{} expansions are too few", one.stats.expanded);
    assert_eq!((one.stopped_by, one.lower_bound), (Some(Stop::Depth), two.lower_bound));
    assert_eq!(one.stats.expanded, two.stats.expanded);
}

/// Nor does it matter whose they are in the multi metric, and on boards with walls.
#[test]
fn iterations_of_pushes_and_of_any_board_are_shared() {
    let walled = "tiles: 1 9 7 11/13 5 # 3/14 12 4 2/8 6 10 .; goal: 1 2 3 4/5 6 # 7/8 9 10 11/12 13 14 .";
    let walled = read_one(walled, &Reading::default()).unwrap().puzzle;
    let multi = Spec { metric: Some("multi"), ..spec(Algorithm::Ida, Some("combined")) };
    let cases = [(korf_79(), multi, 21), (walled, spec(Algorithm::Ida, Some("distance")), 44)];
    for (puzzle, spec, depth) in cases {
        let spec = Spec { depth_limit: Some(depth), ..spec };
        let [one, two] = [1, 2].map(|threads| Solver::new().solve(&*puzzle, &on(threads, &spec)).unwrap());
        assert_eq!((one.plan.threads, two.plan.threads), (1, 2));
        assert!(one.stats.expanded > 60_000, "{} expansions are too few", one.stats.expanded);
        assert_eq!((one.stopped_by, one.lower_bound), (Some(Stop::Depth), two.lower_bound));
        assert_eq!((two.stopped_by, two.stats.expanded), (Some(Stop::Depth), one.stats.expanded));
    }
}

/// And what they find is the optimum, with its proof.
#[test]
fn ida_on_threads_finds_the_optimum_of_pushes_and_of_any_board() {
    agree(&on(2, &Spec { metric: Some("multi"), ..spec(Algorithm::Ida, None) }), &random_eights(10, "multi"));
    let walled = "tiles: 2 1 3/4 # 5/6 7 .; goal: 1 2 3/5 # 4/. 7 6; wrap: both";
    let walled = read_one(walled, &Reading::default()).unwrap().puzzle;
    let solver = Solver::new();
    let optimum = solver.solve(&*walled, &spec(Algorithm::Bfs, None)).unwrap().cost();
    let answer = solver.solve(&*walled, &on(2, &spec(Algorithm::Ida, None))).unwrap();
    assert_eq!((answer.cost(), answer.is_optimal()), (optimum, true));
}

/// HDA*, with types of its own and without, small searches and large ones.
#[test]
fn hda_finds_the_optimum_on_any_number_of_threads() {
    let puzzles = random_eights(40, "single");
    for heuristic in admissible("single") {
        let few = if heuristic == "zero" { &puzzles[..5] } else { &puzzles };
        agree(&on(2, &spec(Algorithm::Hda, Some(heuristic))), few);
    }
    agree(&on(3, &Spec { metric: Some("multi"), ..spec(Algorithm::Hda, None) }), &random_eights(20, "multi"));
    let (solver, puzzle) = (Solver::new(), korf_79());
    for heuristic in ["manhattan", "combined", "inversion"] {
        for threads in [1, 2, 4] {
            let answer = solve(&solver, &puzzle, &on(threads, &spec(Algorithm::Hda, Some(heuristic))));
            assert_eq!(
                (solution(&answer).cost, solution(&answer).proof),
                (42, Proof::Optimal),
                "{heuristic}"
            );
        }
    }
    let klotski = read_one("klotski", &Reading::default()).unwrap().puzzle;
    let answer = solver.solve(&*klotski, &on(2, &spec(Algorithm::Hda, None))).unwrap();
    assert_eq!(answer.cost(), Some(81));
}

/// Processes, which are threads here, go through many boards one after the other, and find the optimum of each: also
/// where one of them is at the next board before another has heard of it.
#[test]
fn any_number_of_processes_finds_the_optimum() {
    let mut puzzles = random_eights(40, "single");
    puzzles.push((korf_79(), 42));
    let searches = [
        (2, spec(Algorithm::Hda, Some("linear-conflict"))),
        (3, spec(Algorithm::Hda, Some("manhattan"))),
        (3, spec(Algorithm::Ida, Some("linear-conflict"))),
    ];
    for (size, spec) in searches {
        let crews = threads_as_peers(size);
        let costs = std::thread::scope(|scope| {
            let all = crews.iter().map(|crew| {
                let (puzzles, spec) = (&puzzles, &spec);
                scope.spawn(move || {
                    let solver = Solver::new().sharing_with(Arc::clone(crew));
                    // What helpers come to counts for nothing.
                    let proven = |puzzle: &AnyPuzzle| {
                        let answer = solver.solve(&**puzzle, spec).ok();
                        answer.filter(|answer| answer.is_optimal()).and_then(|answer| answer.cost())
                    };
                    puzzles.iter().map(|(puzzle, _)| proven(puzzle)).collect::<Vec<_>>()
                })
            });
            let all: Vec<_> = all.collect();
            all.into_iter().map(|one| one.join().unwrap()).next()
        });
        let truth: Vec<_> = puzzles.iter().map(|(_, distance)| Some(*distance)).collect();
        assert_eq!(costs, Some(truth), "{size} processes, {:?}", spec.algorithm);
    }
}
