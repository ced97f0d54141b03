//! IDA* that is run to its end searches whole subtrees at one go where it can. It is the same search as one that is
//! stepped.

use std::ops::ControlFlow;

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::generate::uniform;
use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, Misplaced, SmallCombined, WalkingDistance,
};
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine};
use slidewise_search::{Blind, Cancel, Cost, Heuristic, Limits, Meter, StateSpace, Stats, Stop, Verdict};

type Space = TileSpace<Nibbles, Single>;
type Outcome = (Verdict<Slide>, Stats);

fn outcome(nodes: Option<u64>, work: impl FnOnce(&mut Meter<'_>) -> Verdict<Slide>) -> Outcome {
    let mut unseen = ();
    let mut meter = Meter::new(Limits { nodes, ..Limits::default() }, Cancel::default(), &mut unseen);
    let verdict = work(&mut meter);
    (verdict, meter.stats)
}

fn run<H: Heuristic<Space>>(space: &Space, h: &H, options: DeepeningOptions, nodes: Option<u64>) -> Outcome {
    outcome(nodes, |meter| Deepening::new(space, h, options).run(meter))
}

fn stepped<H: Heuristic<Space>>(
    space: &Space,
    h: &H,
    options: DeepeningOptions,
    nodes: Option<u64>,
) -> Outcome {
    let mut search = Deepening::new(space, h, options);
    outcome(nodes, |meter| {
        loop {
            if let ControlFlow::Break(verdict) = search.step(meter) {
                return verdict;
            }
        }
    })
}

/// The same verdict and the same counts: to the end, with a depth limit, looking ahead, and with limits on expansions
/// that end the search anywhere.
fn check<H: Heuristic<Space>>(space: &Space, h: &H) {
    let plain = DeepeningOptions::default();
    let whole = stepped(space, h, plain, None);
    assert_eq!(run(space, h, plain, None), whole);
    let cost = whole.0.solution().expect("it can be solved").cost;
    let limited = DeepeningOptions { depth_limit: Some(cost - 1), look_ahead: false };
    let (verdict, _) = run(space, h, limited, None);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Depth, .. }), "{verdict:?}");
    for options in [limited, DeepeningOptions::LOOKING_AHEAD] {
        assert_eq!(run(space, h, options, None), stepped(space, h, options, None));
    }
    let all = whole.1.expanded;
    for nodes in [1, 2, 10, all / 7, all / 3, all / 2, all - 1, all, all + 1] {
        let (run, stepped) = (run(space, h, plain, Some(nodes)), stepped(space, h, plain, Some(nodes)));
        assert_eq!(run, stepped, "at most {nodes} expansions");
        assert_eq!(run.1.expanded, nodes.min(all));
    }
}

/// Walks away from the goal.
fn away(goal: &Board, steps: usize, rng: &mut Rng) -> Space {
    let space = Space::new(&TilePuzzle::new(goal.clone(), goal.clone()).unwrap()).unwrap();
    let (mut state, mut last) = (space.start(), None);
    for _ in 0..steps {
        let moves: Vec<Slide> = space.moves(&state, last).collect();
        let m = moves[rng.below(moves.len())];
        space.apply(&mut state, m);
        last = Some(m);
    }
    let labels: Vec<u16> = (0..goal.cells().len()).map(|cell| space.label(&state, cell) as u16).collect();
    Space::from_labels(space.shape().clone(), &labels).unwrap()
}

fn check_all(space: &Space, blind_too: bool) {
    if space.is_goal(&space.start()) {
        return;
    }
    let walking = WalkingDistance::new(space.shape(), false, &mut || true).unwrap();
    check(space, &Manhattan);
    check(space, &Misplaced);
    check(space, &LinearConflict);
    check(space, &SmallCombined::walking(&walking).unwrap());
    check(space, &SmallCombined::combined(&Combined::new(Some(walking), false)).unwrap());
    if blind_too {
        check(space, &Blind);
    }
}

#[test]
fn a_search_that_is_run_is_the_one_that_is_stepped() {
    let mut rng = Rng::from_seed(5);
    for goal in [Goal::BlankFirst, Goal::BlankLast, Goal::Snail] {
        let goal = goal.board(4, 4).unwrap();
        for steps in [1, 2, 7, 24, 30] {
            check_all(&away(&goal, steps, &mut rng), steps < 10);
        }
    }
    for (rows, cols) in [(3, 3), (2, 4), (3, 4), (2, 5)] {
        let goal = Goal::BlankLast.board(rows, cols).unwrap();
        check_all(&away(&goal, 24, &mut rng), false);
    }
    let goal = Goal::BlankFirst.board(3, 3).unwrap();
    let puzzle = TilePuzzle::new(uniform(&goal, &mut rng), goal).unwrap();
    check_all(&Space::new(&puzzle).unwrap(), false);
}

/// What Korf's boards take, as it was counted before subtrees were searched at one go.
#[test]
fn the_signature_of_small_boards_of_korf() {
    let counts = |tiles: [u16; 16]| -> [(Cost, u64); 4] {
        let goal = Goal::BlankFirst.board(4, 4).unwrap();
        let board = Board::new(4, 4, tiles.to_vec()).unwrap();
        let space = Space::new(&TilePuzzle::new(board, goal).unwrap()).unwrap();
        let of = |(verdict, stats): Outcome| (verdict.solution().unwrap().cost, stats.expanded);
        let options = DeepeningOptions::default();
        let walking = WalkingDistance::new(space.shape(), false, &mut || true).unwrap();
        let combined = Combined::new(Some(walking.clone()), false);
        [
            of(run(&space, &Manhattan, options, None)),
            of(run(&space, &LinearConflict, options, None)),
            of(run(&space, &SmallCombined::walking(&walking).unwrap(), options, None)),
            of(run(&space, &SmallCombined::combined(&combined).unwrap(), options, None)),
        ]
    };
    let twelfth = counts([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15]);
    assert_eq!(twelfth, [(45, 119_848), (45, 30_082), (45, 22_343), (45, 8_537)]);
    let nineteenth = counts([7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10]);
    assert_eq!(nineteenth, [(46, 440_902), (46, 133_654), (46, 114_353), (46, 75_726)]);
}
