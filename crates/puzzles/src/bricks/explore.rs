//! The whole reachable space of a puzzle: how many positions, how far they lie, which start is the hardest.
//!
//! Two layered searches: one from the start over everything that can be reached, one from all goals among that.
//! Mirror images are not merged, so that counts are of real positions; how many there are up to mirror images is
//! counted beside. Memory: about four bytes a position, twice.

use std::io;

use slidewise_search::layered::{Advance, Frontier, KeyList, Options, Purpose, Reader, retrace_from};
use slidewise_search::{Meter, StateSpace, Stop};

use super::bits::Bits;
use super::codec::BrickKey;
use super::components::{Connectivity, connectivity};
use super::metric::Metric;
use super::puzzle::Puzzle;
use super::replay::Position;
use super::solution::Slide;
use super::space::BrickSpace;
use super::{WithSpace, with_space};

/// What there is to know about the space of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Positions reached.
    pub states: u64,
    /// Positions up to mirror images, where those can be reached too; equal to `states` without symmetry.
    pub up_to_mirror: u64,
    /// Positions that are goals.
    pub goals: u64,
    /// Positions by their distance from the start.
    pub by_depth: Vec<usize>,
    /// Pairs of positions that are one move apart.
    pub edges: u64,
    /// Positions with exactly one neighbour: the only move is back.
    pub dead_ends: u64,
    /// The most neighbours of a position.
    pub most_neighbours: u64,
    /// What is known about the way to the goal; nothing if no goal can be reached.
    pub to_goal: Option<ToGoal>,
    /// All arrangements of the pieces and their connected parts, if they were counted.
    pub connectivity: Option<Connectivity>,
    /// Why it ended early. Then all counts are of what was reached until then.
    pub stopped: Option<Stop>,
}

/// Distances to the goal over the whole space.
#[derive(Clone, Debug, Default)]
pub struct ToGoal {
    /// Positions by the length of their shortest solution.
    pub by_length: Vec<usize>,
    /// The length for the hardest starts.
    pub hardest_length: usize,
    /// How many starts are that hard.
    pub hardest_count: usize,
    /// Some of them, at most as many as asked for.
    pub hardest: Vec<Position>,
    /// A shortest solution of the first of them.
    pub solution: Vec<Slide>,
}

/// What to explore beside the counts.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Hardest starts to be listed.
    pub hardest: usize,
    /// Arrangements of the pieces to look at in search of parts that cannot be reached; 0 for none.
    pub arrangements: usize,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { hardest: 1, arrangements: 0 }
    }
}

/// Explores a puzzle in a metric. `meter` sets the limits and hears of progress: a bound with each layer.
pub fn explore(
    puzzle: &Puzzle,
    metric: Metric,
    wanted: Wanted,
    options: &Options,
    meter: &mut Meter<'_>,
) -> Explored {
    with_space(puzzle, metric, false, Explorer { puzzle, wanted, options, meter })
}

struct Explorer<'a, 'm> {
    puzzle: &'a Puzzle,
    wanted: Wanted,
    options: &'a Options,
    meter: &'a mut Meter<'m>,
}

impl WithSpace for Explorer<'_, '_> {
    type Out = Explored;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Explored {
        let start = space.pack(&space.start());
        let mut front = Frontier::new(space, vec![start], Purpose::Counts, self.options);
        let mut stopped = advance_to_the_end(&mut front, self.meter);
        let mut explored = Explored { by_depth: front.sizes().to_vec(), ..Explored::default() };
        explored.states = explored.by_depth.iter().map(|&n| n as u64).sum();
        explored.up_to_mirror = match stopped {
            None => up_to_mirror(space, &front).unwrap_or(explored.states),
            Some(_) => explored.states,
        };
        let mut counts = front.into_counts();
        counts.goals.sort_unstable();
        explored.goals = counts.goals.len() as u64;
        explored.edges = counts.neighbours / 2;
        explored.dead_ends = counts.dead_ends;
        explored.most_neighbours = counts.most_neighbours;
        if stopped.is_none() && !counts.goals.is_empty() {
            let mut back = Frontier::new(space, counts.goals, Purpose::Layers, self.options);
            stopped = advance_to_the_end(&mut back, self.meter);
            if stopped.is_none() {
                match self.hardest(space, &back) {
                    Ok(to_goal) => explored.to_goal = Some(to_goal),
                    Err(_) => stopped = Some(Stop::Memory),
                }
            }
        }
        if stopped.is_none() && self.wanted.arrangements > 0 {
            explored.connectivity = connectivity(space, self.wanted.arrangements);
        }
        explored.stopped = stopped;
        explored
    }
}

impl Explorer<'_, '_> {
    fn hardest<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        back: &Frontier<'_, BrickSpace<B, K>>,
    ) -> io::Result<ToGoal> {
        let depth = back.depth();
        let mut keys: Vec<K> = Vec::new();
        each_key(back.last(), |key| {
            if keys.len() < self.wanted.hardest.max(1) {
                keys.push(key);
            }
        })?;
        let mut state = space.start();
        let hardest = keys.iter().map(|key| {
            space.unpack(key, &mut state);
            space.position(self.puzzle, &state)
        });
        // One is needed for its solution, whether it is asked for or not.
        let hardest: Vec<Position> = hardest.take(self.wanted.hardest).collect();
        let path = back.path_to_source(keys[0], depth)?;
        space.unpack(&keys[0], &mut state);
        let moves = retrace_from(space, state.clone(), &path);
        let moves = moves.ok_or_else(|| io::Error::other("the layers do not connect"))?;
        Ok(ToGoal {
            by_length: back.sizes().to_vec(),
            hardest_length: depth,
            hardest_count: back.last().len(),
            hardest,
            solution: space.slides_from(&state, &moves),
        })
    }
}

fn advance_to_the_end<B: Bits, K: BrickKey>(
    front: &mut Frontier<'_, BrickSpace<B, K>>,
    meter: &mut Meter<'_>,
) -> Option<Stop> {
    loop {
        match front.advance(0, meter) {
            Ok(Advance::Layer) => {}
            Ok(_) => return None,
            Err(stop) => return Some(stop),
        }
    }
}

fn each_key<K: BrickKey>(list: &KeyList<K>, mut visit: impl FnMut(K)) -> io::Result<()> {
    let mut reader = Reader::default();
    for block in 0..list.blocks() {
        list.read(block, &mut reader)?;
        reader.keys.iter().for_each(|&key| visit(key));
    }
    Ok(())
}

/// Counts the positions whose key is the least among their images that can be reached. A symmetry that maps one
/// reachable position to another maps all; one that does not, none.
fn up_to_mirror<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    front: &Frontier<'_, BrickSpace<B, K>>,
) -> Option<u64> {
    let mut reader = Reader::default();
    let mut reachable = Vec::new();
    for image in space.images(&space.start()) {
        let mut found = false;
        for depth in 0..=front.depth() {
            found |= front.layer(depth)?.contains(image, &mut reader).ok()?;
        }
        reachable.push(found);
    }
    let mut count = 0;
    let mut state = space.start();
    for depth in 0..=front.depth() {
        each_key(front.layer(depth)?, |key| {
            space.unpack(&key, &mut state);
            let images = space.images(&state).zip(&reachable);
            count += u64::from(images.filter(|(_, reachable)| **reachable).all(|(image, _)| key <= image));
        })
        .ok()?;
    }
    Some(count)
}
