use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use slidewise_search::peers::threads_as_peers;
use slidewise_search::{Cancel, Limits, Observer, Stats};

use super::*;

fn explored(shape: &Shape, multi: bool, threads: usize) -> Whole {
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    let found = whole(shape, multi, usize::MAX, threads, &mut meter).unwrap();
    assert_eq!(found.by_distance.iter().sum::<u64>(), meter.stats.expanded);
    found
}

/// The same, by hand: boards as lists of labels, slid along rows and columns.
fn by_hand(shape: &Shape, multi: bool) -> HashMap<Vec<u16>, u64> {
    let goal: Vec<u16> = (0..shape.cells() as u16).collect();
    let blank_label = shape.blank_home() as u16;
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for board in &layer {
            let distance = distances[board] + 1;
            let blank = board.iter().position(|&label| label == blank_label).unwrap();
            let (row, col) = (shape.row(blank) as isize, shape.col(blank) as isize);
            for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut there = board.clone();
                let mut at = blank;
                for step in 1..=if multi { isize::MAX } else { 1 } {
                    let (r, c) = (row + down * step, col + right * step);
                    if !(0..shape.rows() as isize).contains(&r) || !(0..shape.cols() as isize).contains(&c) {
                        break;
                    }
                    let to = r as usize * shape.cols() + c as usize;
                    there.swap(at, to);
                    at = to;
                    if !distances.contains_key(&there) {
                        distances.insert(there.clone(), distance);
                        next.push(there.clone());
                    }
                }
            }
        }
        layer = next;
    }
    distances
}

#[test]
fn every_board_of_small_sizes_is_as_far_as_a_search_by_hand_says() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        for blank in 0..rows * cols {
            for multi in [false, true] {
                let shape = Shape::new(rows, cols, blank);
                let expected = by_hand(&shape, multi);
                for threads in [1, 2] {
                    let found = explored(&shape, multi, threads);
                    let name = format!("{rows}×{cols}, blank on {blank}, multi {multi}, {threads} threads");
                    let mut counts = vec![0; found.by_distance.len()];
                    expected.values().for_each(|&distance| counts[distance as usize] += 1);
                    assert_eq!(found.by_distance, counts, "{name}");
                    let last = found.by_distance.len() as u64 - 1;
                    let mut farthest: Vec<_> = expected
                        .iter()
                        .filter(|(_, d)| **d == last)
                        .map(|(board, _)| board.clone())
                        .collect();
                    let mut listed = found.farthest;
                    farthest.sort_unstable();
                    listed.sort_unstable();
                    assert_eq!(listed, farthest, "{name}");
                }
            }
        }
    }
}

/// The counts of the 8-puzzle in the single metric are published (Schofield 1967; Reinefeld 1993): 31 moves, two
/// boards.
#[test]
fn the_eight_puzzle_is_as_published() {
    let single = explored(&Shape::new(3, 3, 8), false, 2);
    assert_eq!(single.by_distance[..10], [1, 2, 4, 8, 16, 20, 39, 62, 116, 152]);
    assert_eq!((single.by_distance.len() - 1, single.farthest.len()), (31, 2));
    assert_eq!(single.by_distance.iter().sum::<u64>(), 181_440);
    let multi = explored(&Shape::new(3, 3, 8), true, 2);
    assert_eq!((multi.by_distance.len() - 1, multi.farthest.len()), (24, 1));
}

#[test]
fn limits_hold_and_what_was_complete_is_told() {
    let shape = Shape::new(3, 3, 8);
    let mut unseen = ();
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    let found = whole(&shape, false, 1, 1, &mut meter).unwrap();
    assert_eq!(found.stopped, Some(Stop::Nodes));
    let all = explored(&shape, false, 1).by_distance;
    assert_eq!(found.by_distance, all[..found.by_distance.len()]);
    let limits = Limits { memory: Some(1_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    assert_eq!(whole(&shape, false, 1, 1, &mut meter).unwrap().stopped, Some(Stop::Memory));
}

#[test]
fn lines_and_large_boards_are_left_to_others() {
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    for (rows, cols) in [(1, 5), (5, 1), (3, 5)] {
        assert_eq!(whole(&Shape::new(rows, cols, 0), false, 1, 1, &mut meter), None);
    }
}

/// Raises a flag when a layer with a given number begins, so that the search ends in the middle of it.
struct CancelsAt(u64, Cancel);

impl Observer for CancelsAt {
    fn event(&mut self, event: Event, _: &Stats, _: Duration) {
        if matches!(event, Event::Bound(layer) if layer == self.0) {
            self.1.cancel();
        }
    }
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("slidewise-whole-{name}-{}", std::process::id()))
}

/// A sweep that is broken off again and again, in the middle of layers and on other numbers of threads, is the same.
#[test]
fn what_was_broken_off_goes_on() {
    for multi in [false, true] {
        let shape = Shape::new(3, 3, 4);
        let (expected, path) = (explored(&shape, multi, 1), place(if multi { "multi" } else { "single" }));
        // Written whenever there is an occasion.
        let keeping = Keeping { path: path.clone(), every: Duration::ZERO };
        let mut ends = 0;
        for at in 1.. {
            let cancel = Cancel::default();
            let mut observer = CancelsAt(at, cancel.clone());
            let mut meter = Meter::new(Limits::default(), cancel, &mut observer);
            let threads = 1 + at as usize % 2;
            let found = whole_kept(&shape, multi, usize::MAX, threads, Some(&keeping), &mut meter);
            let found = found.unwrap().unwrap();
            if found.stopped.is_none() {
                assert_eq!(found, expected);
                assert_eq!(meter.stats.expanded, 181_440, "of all runs together");
                break;
            }
            assert_eq!(found.by_distance, expected.by_distance[..found.by_distance.len()]);
            ends += 1;
        }
        assert!(ends > 15, "it was broken off {ends} times");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_file_that_is_damaged_or_of_something_else_is_refused() {
    let (shape, path) = (Shape::new(2, 4, 0), place("damaged"));
    let keeping = Keeping { path: path.clone(), every: Duration::ZERO };
    let run = |shape: &Shape, multi| {
        let mut unseen = ();
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
        whole_kept(shape, multi, 1, 1, Some(&keeping), &mut meter)
    };
    assert_eq!(run(&shape, false).unwrap().unwrap().stopped, Some(Stop::Nodes));
    assert!(matches!(run(&Shape::new(2, 4, 1), false), Err(KeepError::Other)));
    assert!(matches!(run(&shape, true), Err(KeepError::Other)));
    let good = fs::read(&path).unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 4;
        fs::write(&path, bad).unwrap();
        assert!(run(&shape, false).is_err(), "byte {at}");
    }
    for length in [0, 3, 100, good.len() - 1] {
        fs::write(&path, &good[..length]).unwrap();
        assert!(matches!(run(&shape, false), Err(KeepError::Damaged)), "{length} bytes");
    }
    fs::write(&path, [&good[..], &[0]].concat()).unwrap();
    assert!(matches!(run(&shape, false), Err(KeepError::Damaged)));
    // Numbers that cannot be, under a checksum that is right: the size of the layer, what is done of it.
    for at in [64, 72] {
        let mut bad = good[..good.len() - 8].to_vec();
        bad[at + 5] = 1;
        let sum = crate::pdb::file::checksum(&bad);
        fs::write(&path, [&bad[..], &sum.to_le_bytes()].concat()).unwrap();
        assert!(matches!(run(&shape, false), Err(KeepError::Damaged)), "byte {at}");
    }
    fs::write(&path, good).unwrap();
    assert!(run(&shape, false).is_ok());
    fs::remove_file(&path).unwrap();
}

/// Processes that share the boards count what one counts, and list the same.
#[test]
fn processes_count_the_same_together() {
    for (rows, cols, blank, multi) in [(3, 3, 8, false), (3, 3, 4, true), (2, 4, 0, false), (4, 2, 3, true)] {
        let shape = Shape::new(rows, cols, blank);
        let expected = explored(&shape, multi, 1);
        for size in [2, 3, 7] {
            let crews = threads_as_peers(size);
            let member = |crew: &Arc<Crew>| {
                crew.begin(1, None).unwrap();
                let mut unseen = ();
                let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
                let found =
                    whole_by_crew(&shape, multi, usize::MAX, None, crew, &mut meter).unwrap().unwrap();
                crew.end();
                found
            };
            std::thread::scope(|scope| {
                let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
                for member in members {
                    let found = member.join().unwrap();
                    // Boards of eight cells are one block, which one process has.
                    assert_eq!(found.sent[0] > 0, shape.cells() > 8);
                    assert_eq!(Whole { sent: [0; 2], ..found }, expected, "{rows}×{cols}, {size} processes");
                }
            });
        }
    }
}

/// What so many processes come to that go on from a file, until a layer with this number begins; nothing where that was
/// refused.
fn by_crew(shape: &Shape, multi: bool, size: usize, keeping: &Keeping, until: u64) -> Option<Whole> {
    let crews = threads_as_peers(size);
    let member = |crew: &Arc<Crew>| {
        crew.begin(1, None).unwrap();
        let cancel = Cancel::default();
        let mut observer = CancelsAt(if crew.leads() { until } else { u64::MAX }, cancel.clone());
        let mut meter = Meter::new(Limits::default(), cancel, &mut observer);
        let found = whole_by_crew(shape, multi, usize::MAX, Some(keeping), crew, &mut meter);
        crew.end();
        found.map(|found| Whole { sent: [0; 2], ..found.unwrap() })
    };
    std::thread::scope(|scope| {
        let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
        let ended: Vec<_> = members.into_iter().map(|member| member.join().unwrap()).collect();
        assert!(ended[1..].iter().all(Result::is_ok), "only rank 0 has something to say: {ended:?}");
        ended.into_iter().next().unwrap().ok()
    })
}

/// What one number of processes has kept another goes on with, and one process without others, and the reverse.
#[test]
fn any_number_of_processes_goes_on() {
    for multi in [false, true] {
        let shape = Shape::new(3, 3, 4);
        let expected = explored(&shape, multi, 1);
        let path = place(if multi { "crew-multi" } else { "crew-single" });
        for every in [Duration::ZERO, Duration::from_secs(3600)] {
            let keeping = Keeping { path: path.clone(), every };
            let mut ends = 0;
            for at in 1.. {
                let size = [2, 1, 3, 7, 4][at as usize % 5];
                let found = match size {
                    1 => {
                        let cancel = Cancel::default();
                        let mut observer = CancelsAt(at, cancel.clone());
                        let mut meter = Meter::new(Limits::default(), cancel, &mut observer);
                        let found = whole_kept(&shape, multi, usize::MAX, 1, Some(&keeping), &mut meter);
                        found.unwrap().unwrap()
                    }
                    size => by_crew(&shape, multi, size, &keeping, at).unwrap(),
                };
                if found.stopped.is_none() {
                    assert_eq!(found, expected);
                    break;
                }
                assert_eq!(found.stopped, Some(Stop::Cancelled));
                assert_eq!(found.by_distance, expected.by_distance[..found.by_distance.len()]);
                assert!(found.by_distance.len() as u64 >= at, "it went on");
                ends += 1;
            }
            assert!(ends > 15, "it was broken off {ends} times");
            fs::remove_file(&path).unwrap();
        }
        // A file that is damaged is refused by rank 0, for all.
        let keeping = Keeping { path: path.clone(), every: Duration::ZERO };
        by_crew(&shape, multi, 3, &keeping, 12).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 50;
        bytes[last] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(by_crew(&shape, multi, 3, &keeping, 20), None);
        fs::remove_file(&path).unwrap();
    }
}
