//! Beam search, learned tables and shortened solutions, against what is known of small boards.

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::construct::construct;
use slidewise_puzzles::tiles::generate::uniform;
use slidewise_puzzles::tiles::heuristic::learned::{FileError, TrainError, TrainOptions, Trainer};
use slidewise_puzzles::tiles::heuristic::{Guided, Learned, LineByLine, LinearConflict, Manhattan};
use slidewise_puzzles::tiles::replay::replay;
use slidewise_puzzles::tiles::repr::Bytes;
use slidewise_puzzles::tiles::shorten::{RegionOptions, Shortener, WindowOptions};
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{Beam, BeamOptions, BestFirst, Engine, Order};
use slidewise_search::testing::check_updates;
use slidewise_search::{Cancel, Heuristic, Limits, Meter, Proof, StateSpace, Stop, Verdict, verify};

type Space = TileSpace<Bytes<36>, Single>;

fn puzzle(rows: usize, cols: usize, seed: u64) -> TilePuzzle {
    let goal = Goal::NAMED[seed as usize % 3].board(rows, cols).unwrap();
    TilePuzzle::new(uniform(&goal, &mut Rng::from_seed(seed)), goal).unwrap()
}

fn metered<T>(limits: Limits, work: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let mut observer = ();
    work(&mut Meter::new(limits, Cancel::default(), &mut observer))
}

fn beam<H: Heuristic<Space>>(space: &Space, heuristic: &H, options: BeamOptions) -> Verdict<Slide> {
    metered(Limits::default(), |meter| Beam::new(space, heuristic, options).run(meter))
}

fn optimum(space: &Space) -> u64 {
    let verdict =
        metered(Limits::default(), |meter| BestFirst::new(space, &LinearConflict, Order::ASTAR).run(meter));
    let Verdict::Solved(solution) = verdict else { panic!("not solved") };
    assert_eq!(solution.proof, Proof::Optimal);
    solution.cost
}

/// A table that a few rounds on small boards have made.
fn trained(rows: usize, cols: usize, rounds: u32) -> Trainer {
    let options = TrainOptions { width: 100, boards: 24, ..TrainOptions::new(rows, cols) };
    let mut trainer = Trainer::new(options).unwrap();
    for _ in 0..rounds {
        trainer.round(&Cancel::default());
    }
    trainer
}

#[test]
fn a_beam_as_wide_as_the_layers_finds_the_optimum() {
    for seed in 0..20 {
        let space = Space::new(&puzzle(3, 3, seed)).unwrap();
        let verdict = beam(&space, &Manhattan, BeamOptions::width(100_000));
        let solution = verdict.solution().expect("solved");
        assert_eq!(verify(&space, solution), Ok(()));
        assert_eq!(solution.cost, optimum(&space));
        let estimate = Manhattan.estimate(&space, &space.start());
        assert_eq!(solution.lower_bound, estimate, "a beam proves no more than the estimate of the start");
    }
}

#[test]
fn a_narrow_beam_solves_and_its_threads_change_nothing() {
    for seed in 0..4 {
        let space = Space::new(&puzzle(5, 5, seed)).unwrap();
        let options = BeamOptions { seed, ..BeamOptions::width(4000) };
        let one = beam(&space, &LinearConflict, options);
        let again = beam(&space, &LinearConflict, options);
        assert_eq!(one, again, "the same seed gives the same solution");
        let three = beam(&space, &LinearConflict, BeamOptions { threads: 3, ..options });
        let (one, three) = (one.solution().expect("solved"), three.solution().expect("solved"));
        assert_eq!(one.cost, three.cost);
        assert_eq!(verify(&space, one), Ok(()));
        assert_eq!(verify(&space, three), Ok(()));
    }
}

#[test]
fn a_beam_gives_up_where_there_is_nothing_to_find() {
    let goal = Goal::BlankLast.board(3, 3).unwrap();
    let start = Board::new(3, 3, vec![2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let space = Space::new(&TilePuzzle::new(start, goal).unwrap()).unwrap();
    let stopped = |options| match beam(&space, &Manhattan, options) {
        Verdict::Stopped { why, best: None, .. } => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(stopped(BeamOptions::width(50)), Stop::Width);
    assert_eq!(stopped(BeamOptions { depth_limit: Some(10), ..BeamOptions::width(50) }), Stop::Depth);
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let verdict = metered(limits, |meter| {
        let verdict = Beam::new(&space, &Manhattan, BeamOptions::width(50)).run(meter);
        assert_eq!(meter.stats.expanded, 1000, "node limits are exact");
        verdict
    });
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }));
}

#[test]
fn a_learned_table_keeps_up_with_moves_and_is_0_at_the_goal() {
    for (rows, cols) in [(3, 3), (2, 4), (4, 4)] {
        let table = trained(rows, cols, 3).table();
        for seed in 0..3 {
            let puzzle = puzzle(rows, cols, seed);
            let space = Space::new(&puzzle).unwrap();
            check_updates(&space, &table, 500, seed);
            assert!(!table.quality(&space).admissible);
            let solved = TilePuzzle::new(puzzle.goal().clone(), puzzle.goal().clone()).unwrap();
            let space = Space::new(&solved).unwrap();
            assert_eq!(table.estimate(&space, &space.start()), 0);
        }
    }
}

#[test]
fn training_comes_nearer_to_the_truth_than_manhattan() {
    let trainer = trained(3, 3, 30);
    let table = trainer.table();
    let (mut error, mut manhattan_error) = (0, 0);
    for seed in 100..160 {
        let space = Space::new(&puzzle(3, 3, seed)).unwrap();
        let start = space.start();
        let truth = optimum(&space);
        error += table.estimate(&space, &start).abs_diff(truth);
        manhattan_error += Manhattan.estimate(&space, &start).abs_diff(truth);
    }
    assert!(2 * error < manhattan_error, "{error} against {manhattan_error}");
    let table = trainer.table();
    assert!(
        trainer
            .evaluate(&table, 10, 100, &Cancel::default())
            .is_some_and(|mean| (18.0..28.0).contains(&mean))
    );
}

#[test]
fn training_can_be_repeated_and_resumed() {
    assert_eq!(trained(3, 3, 4).table().to_bytes(), trained(3, 3, 4).table().to_bytes());
    let options = TrainOptions { threads: 2, width: 100, boards: 24, ..TrainOptions::new(3, 3) };
    let mut on_threads = Trainer::new(options).unwrap();
    for _ in 0..4 {
        on_threads.round(&Cancel::default());
    }
    assert_eq!(on_threads.table().to_bytes(), trained(3, 3, 4).table().to_bytes(), "threads change nothing");

    let checkpoint = on_threads.checkpoint();
    let mut resumed = Trainer::resume(options, &checkpoint).unwrap();
    assert_eq!(resumed.table().to_bytes(), on_threads.table().to_bytes());
    assert_eq!(resumed.round(&Cancel::default()).round, 5);
    let mut damaged = checkpoint.clone();
    damaged[9] ^= 1;
    assert_eq!(Trainer::resume(options, &damaged).err(), Some(TrainError::Checkpoint));
    assert_eq!(Trainer::resume(TrainOptions::new(3, 4), &checkpoint).err(), Some(TrainError::Checkpoint));
    assert!(matches!(Trainer::new(TrainOptions::new(1, 9)).err(), Some(TrainError::Size { .. })));
    assert!(matches!(Trainer::new(TrainOptions::new(11, 10)).err(), Some(TrainError::Size { .. })));
}

/// The corrections in a table, in moves, from its file.
fn corrections(table: &Learned) -> Vec<f32> {
    let bytes = table.to_bytes();
    let unit = f32::from(u16::from_le_bytes([bytes[14], bytes[15]]));
    bytes[20..bytes.len() - 8].iter().map(|&byte| f32::from(byte as i8) / unit).collect()
}

#[test]
fn training_goes_on_from_a_table_for_the_same_boards_or_smaller_ones() {
    let small = trained(3, 3, 4).table();
    let options = |rows, cols| TrainOptions { width: 100, boards: 24, ..TrainOptions::new(rows, cols) };
    let same = Trainer::from_tables(options(3, 3), std::slice::from_ref(&small)).unwrap().table();
    let space = Space::new(&puzzle(3, 3, 7)).unwrap();
    assert_eq!(same.estimate(&space, &space.start()), small.estimate(&space, &space.start()));
    let other = trained(2, 3, 1).table();
    let mean = Trainer::from_tables(options(3, 3), &[small.clone(), other.clone()]).unwrap().table();
    let [a, b, mean] = [&small, &other.stretched(3, 3), &mean].map(corrections);
    assert!(a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 1.0));
    let is_mean = |((a, b), mean): ((&f32, &f32), &f32)| (mean - (a + b) / 2.0).abs() < 1.0 / 32.0;
    assert!(a.iter().zip(&b).zip(&mean).all(is_mean));
    let mut larger = Trainer::from_tables(options(3, 4), std::slice::from_ref(&small)).unwrap();
    assert_eq!(larger.table().size(), (3, 4));
    let space = Space::new(&puzzle(3, 4, 7)).unwrap();
    let stretched = small.stretched(3, 4).estimate(&space, &space.start());
    assert!(larger.table().estimate(&space, &space.start()).abs_diff(stretched) <= 1, "but for rounding");
    assert_eq!(larger.round(&Cancel::default()).round, 1);
    let rounds = |average: Option<u32>| {
        let options = TrainOptions { average, ..options(3, 3) };
        let mut trainer = Trainer::from_tables(options, std::slice::from_ref(&small)).unwrap();
        for _ in 0..6 {
            trainer.round(&Cancel::default());
        }
        corrections(&trainer.table())
    };
    let apart =
        |table: &[f32]| -> f32 { table.iter().zip(&a).map(|(now, before)| (now - before).abs()).sum() };
    let [all, five, last] = [None, Some(5), Some(1)].map(|average| apart(&rounds(average)));
    assert!(
        all < five && five < last,
        "the more rounds count, the less the table moves: {all}, {five}, {last}"
    );
    let error = Trainer::from_tables(options(3, 3), &[small.stretched(4, 3)]).err();
    assert_eq!(error, Some(TrainError::Larger { rows: 4, cols: 3 }));
}

#[test]
fn files_are_read_back_and_damage_is_found() {
    let table = trained(3, 3, 2).table();
    let bytes = table.to_bytes();
    let read = Learned::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.size(), (3, 3));
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x40;
        assert!(Learned::from_bytes(&damaged).is_err(), "byte {i}");
    }
    for length in 0..bytes.len() {
        assert!(Learned::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(Learned::from_bytes(&newer).err(), Some(FileError::Version(9)));
}

/// The checksum is made right for whatever was changed: refused, or a table that guides and proves nothing.
#[test]
fn forged_files_are_refused_or_harmless() {
    let table = trained(3, 3, 2).table();
    let bytes = table.to_bytes();
    let forged = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut content = bytes[..bytes.len() - 8].to_vec();
        change(&mut content);
        let sum = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        content.extend(sum.to_le_bytes());
        Learned::from_bytes(&content)
    };
    assert!(forged(&|_| {}).is_ok(), "the checksum is that of the format");
    // Magic, version, sides, goals, metric, unit of 0, number of corrections.
    for (at, byte) in [(0, 0), (8, 2), (10, 4), (11, 200), (12, 1), (13, 1), (16, 1), (19, 255)] {
        assert!(forged(&|content| content[at] = byte).is_err(), "byte {at}");
    }
    assert!(forged(&|content| content[14..16].fill(0)).is_err(), "a unit of nothing");
    // One correction more or less, and the number of them says so.
    let resized = |by: i32| {
        forged(&|content| {
            let count =
                u32::from_le_bytes(content[16..20].try_into().unwrap()).checked_add_signed(by).unwrap();
            content[16..20].copy_from_slice(&count.to_le_bytes());
            content.resize(content.len().checked_add_signed(by as isize).unwrap(), 7);
        })
    };
    for by in [1, -1, -50] {
        assert!(matches!(resized(by), Err(FileError::Classes { .. })), "{by}");
    }
    // Wild corrections are read: what is found with them is a solution, and never called optimal.
    let wild: [fn(usize) -> u8; 3] = [|_| 127, |_| 128, |at| (at * 89) as u8];
    for wild in wild {
        let table = forged(&|content| {
            content[20..].iter_mut().enumerate().for_each(|(at, byte)| *byte = wild(at));
        })
        .unwrap();
        let space = Space::new(&puzzle(3, 3, 4)).unwrap();
        let quality = table.quality(&space);
        assert!(!quality.admissible && !quality.consistent);
        if let Verdict::Solved(solution) = beam(&space, &table, BeamOptions::width(500)) {
            assert_eq!((verify(&space, &solution), solution.proof), (Ok(()), Proof::None));
        }
    }
}

#[test]
fn shortened_solutions_solve_and_never_beat_the_optimum() {
    let table = trained(3, 3, 5).table();
    for seed in 0..30 {
        let (rows, cols) = [(3, 3), (3, 4), (4, 3)][seed as usize % 3];
        let puzzle = puzzle(rows, cols, seed);
        let shape = Shape::new(rows, cols, puzzle.goal().blank());
        let first =
            metered(Limits::default(), |meter| construct(&shape, &puzzle.labels(), meter)).unwrap().unwrap();
        let mut shortener = Shortener::new(&shape, &puzzle.labels(), &first);
        let windows = WindowOptions { length: 24, stride: 4, nodes: 20_000 };
        let regions = RegionOptions { length: 60, stride: 10, width: 200, threads: 1, seed };
        metered(Limits::default(), |meter| {
            while shortener.windows(windows, meter) == Ok(true) {}
            shortener.regions(std::slice::from_ref(&table), regions, meter).unwrap();
            assert!(meter.stats.expanded > 0);
        });
        let moves = shortener.moves();
        assert!(moves.len() <= first.len());
        let end = replay(puzzle.start(), &puzzle.directions(&moves)).unwrap();
        assert_eq!(end, *puzzle.goal());
        let space = Space::new(&puzzle).unwrap();
        assert!(moves.len() as u64 >= optimum(&space));
    }
}

#[test]
fn a_detour_is_found_on_the_largest_board_too() {
    let goal = Goal::BlankLast.board(100, 100).unwrap();
    let shape = Shape::new(100, 100, goal.blank());
    // Out and back by another way: three tiles go once round, which takes twelve moves, and nothing has changed.
    let step = |from: u16, to: u16| Slide { from, to };
    let round = [step(9999, 9998), step(9998, 9898), step(9898, 9899), step(9899, 9999)];
    let mut labels: Vec<u16> = (0..10_000).collect();
    labels.swap(9999, 9899);
    let mut moves = round.repeat(3);
    moves.insert(0, step(9899, 9999));
    let mut shortener = Shortener::new(&shape, &labels, &moves);
    let options = WindowOptions { length: 13, stride: 1, nodes: 1000 };
    assert_eq!(metered(Limits::default(), |meter| shortener.windows(options, meter)), Ok(true));
    assert_eq!(shortener.moves(), [step(9899, 9999)]);
}

#[test]
fn stopped_in_the_middle_a_solution_is_still_one() {
    let puzzle = puzzle(6, 6, 1);
    let shape = Shape::new(6, 6, puzzle.goal().blank());
    let first =
        construct(&shape, &puzzle.labels(), &mut Meter::new(Limits::default(), Cancel::default(), &mut ()))
            .unwrap()
            .unwrap();
    for nodes in [1, 10, 100, 1000, 10_000] {
        let mut shortener = Shortener::new(&shape, &puzzle.labels(), &first);
        let options = WindowOptions { length: 20, stride: 2, nodes: 1000 };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = metered(limits, |meter| shortener.windows(options, meter));
        assert_eq!(result, Err(Stop::Nodes));
        let end = replay(puzzle.start(), &puzzle.directions(&shortener.moves()));
        assert_eq!(end.as_ref(), Ok(puzzle.goal()));
    }
}

#[test]
fn line_by_line_a_beam_solves_large_boards_for_any_goal() {
    for (rows, cols, seed) in [(8, 8, 0), (8, 8, 1), (7, 9, 2)] {
        let puzzle = puzzle(rows, cols, seed);
        let space = TileSpace::<Bytes<64>, Single>::new(&puzzle).unwrap();
        let guide = LineByLine::new(space.shape());
        let options = BeamOptions::width(500);
        let verdict = metered(Limits::default(), |meter| Beam::new(&space, &guide, options).run(meter));
        let Verdict::Solved(solution) = verdict else { panic!("{rows}×{cols}, seed {seed}: {verdict:?}") };
        verify(&space, &solution).unwrap();
        let distance = Manhattan.estimate(&space, &space.start());
        assert!(solution.cost < 2 * distance, "{} moves, distance {distance}", solution.cost);
        assert_eq!(solution.proof, Proof::None);
    }
}

#[test]
fn a_guided_table_keeps_up_with_moves_and_ranks_the_goal_lowest() {
    let table = Trainer::new(TrainOptions::new(4, 5)).unwrap().table();
    let puzzle = puzzle(4, 5, 1);
    let space = Space::new(&puzzle).unwrap();
    let guided = Guided::new(table, space.shape());
    check_updates(&space, &guided, 300, 3);
    let solved = Space::new(&TilePuzzle::new(puzzle.goal().clone(), puzzle.goal().clone()).unwrap()).unwrap();
    let rank = |space: &Space| Heuristic::<Space>::rank(&guided, guided.init(space, &space.start()));
    assert!(rank(&solved) < rank(&space));
    assert_eq!(guided.estimate(&solved, &solved.start()), 0);
}
