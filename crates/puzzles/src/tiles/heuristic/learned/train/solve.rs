//! The boards of a round, solved by beam search.

use slidewise_search::engine::BeamOptions;
use slidewise_search::{Cancel, Limits, Meter};

use super::super::super::super::Shape;
use super::super::super::super::beams::watched;
use super::super::Learned;
use super::TrainOptions;
use crate::random::Rng;

/// A position with its goal: the label at each cell, and the label of the blank.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) labels: Vec<u8>,
    pub(super) blank_home: u8,
}

impl Position {
    /// The same position, with `other` as the goal: each tile belongs where it is there.
    fn on_the_way_to(&self, other: &Self) -> Self {
        let mut homes = vec![0; other.labels.len()];
        for (cell, &label) in other.labels.iter().enumerate() {
            homes[usize::from(label)] = cell as u8;
        }
        let home = |&label: &u8| homes[usize::from(label)];
        let labels = self.labels.iter().map(home).collect();
        Self { labels, blank_home: home(&self.blank_home), ..*self }
    }

    /// Manhattan distance.
    pub(super) fn distance(&self) -> u32 {
        let apart = |(cell, &label): (usize, &u8)| {
            let label = usize::from(label);
            let rows = (cell / self.cols).abs_diff(label / self.cols);
            (rows + (cell % self.cols).abs_diff(label % self.cols)) as u32
        };
        let tiles = self.labels.iter().enumerate().filter(|&(_, &label)| label != self.blank_home);
        tiles.map(apart).sum()
    }
}

/// What a solved board teaches.
pub(super) struct Outcome {
    pub(super) length: usize,
    /// Positions on the way, with the moves to go.
    pub(super) on_the_way: Vec<(Position, u32)>,
    /// The same for parts of the way: their ends are goals as good as any other.
    pub(super) parts: Vec<(Position, u32)>,
    /// Positions that the beam held, whose lengths are not known.
    pub(super) held: Vec<Position>,
}

/// A solution longer than this many times Manhattan distance, and some moves more, comes of a beam that went astray:
/// it would teach that good positions are far from the goal.
const FAR: f64 = 1.9;
const DETOUR: f64 = 30.0;
/// Every so many positions on the way one is learned from: neighbours teach much the same.
const EVERY: usize = 4;
/// For each of them, so many parts of the way that begin there are learned from as well.
const PARTS: usize = 8;
/// Layers without progress after which a board is given up: it would teach little.
const PATIENCE: u32 = 100;
/// Of so many layers, one gives a position to solve for itself.
const HOLD_EVERY: usize = 30;

/// Solves the boards on the threads allowed; `None` for those that the beam did not solve, or not well.
pub(super) fn solve_all(
    table: &Learned,
    options: &TrainOptions,
    starts: &[Position],
    rng: &mut Rng,
    cancel: &Cancel,
) -> Vec<Option<Outcome>> {
    let jobs: Vec<(&Position, u64)> = starts.iter().map(|start| (start, rng.next_u64())).collect();
    let solve = |&(start, seed): &(&Position, u64)| solve(table, options.width, start, seed, cancel);
    let share = jobs.len().div_ceil(options.threads.max(1)).max(1);
    if options.threads <= 1 {
        return jobs.iter().map(solve).collect();
    }
    std::thread::scope(|scope| {
        let chunks = jobs.chunks(share);
        let running: Vec<_> =
            chunks.map(|jobs| scope.spawn(move || jobs.iter().map(solve).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

fn solve(table: &Learned, width: usize, start: &Position, seed: u64, cancel: &Cancel) -> Option<Outcome> {
    let shape = Shape::new(start.rows, start.cols, start.blank_home.into());
    let labels: Vec<u16> = start.labels.iter().map(|&label| label.into()).collect();
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), cancel.clone(), &mut observer);
    let options = BeamOptions { seed, patience: PATIENCE, ..BeamOptions::width(width) };
    let position = |labels: &[u8]| Position { labels: labels.to_vec(), ..start.clone() };
    // Which ones are taken differs from board to board.
    let turn = |i: usize, every: usize| seed.wrapping_add(i as u64).is_multiple_of(every as u64);
    let mut held = Vec::new();
    let mut hold = |depth: usize, one: &dyn Fn() -> Vec<u8>| {
        if turn(depth, HOLD_EVERY) {
            held.push(position(&one()));
        }
    };
    let verdict = watched(&shape, &labels, &table.clone().into(), options, &mut meter, &mut hold)?;
    let solution = verdict.solution()?;
    if solution.moves.len() as f64 > FAR * f64::from(start.distance()) + DETOUR {
        return None;
    }
    let mut way = vec![start.clone()];
    let mut labels = start.labels.clone();
    for m in &solution.moves {
        labels.swap(m.from.into(), m.to.into());
        way.push(position(&labels));
    }
    let mut rng = Rng::from_seed(seed);
    let length = solution.moves.len();
    let (mut on_the_way, mut parts) = (Vec::new(), Vec::new());
    for i in (0..length).filter(|&i| turn(i, EVERY)) {
        on_the_way.push((way[i].clone(), (length - i) as u32));
        for _ in 0..PARTS {
            let end = i + 1 + rng.below(length - i);
            parts.push((way[i].on_the_way_to(&way[end]), (end - i) as u32));
        }
    }
    Some(Outcome { length, on_the_way, parts, held })
}
