//! A whole space with the true distance and the estimate of each position: what a heuristic is audited by.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use slidewise_search::{Cancel, Cost, Heuristic, Quality, StateSpace, Stop};

use crate::erased::Meaning;
use crate::explore::{Explored, ToGoal};
use crate::position::Position;
use crate::refusal::SolveError;

/// A space with more positions than this is not searched whole.
pub const MOST_POSITIONS: usize = 2_500_000;

/// Positions by number, in the order in which a breadth-first search from the start meets them, so that it is the same
/// for all heuristics.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What the heuristic promises.
    pub promised: Quality,
    /// True distances to the nearest goal.
    pub distances: Vec<Cost>,
    /// What the heuristic says.
    pub estimates: Vec<Cost>,
    /// Moves over which the estimate falls by more than the move costs.
    pub jumps: u64,
    /// The first of them: both positions with their estimates.
    pub jump: Option<[(Position, Cost); 2]>,
    /// Of the positions that are overestimated the one nearest to the goal, with its number.
    pub overestimated: Option<(Position, usize)>,
}

/// The start and the positions one move away.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// What the heuristic promises.
    pub promised: Quality,
    /// What it says of the start.
    pub estimate: Cost,
    /// The neighbours with what it says of them, and what the move to them costs.
    pub beside: Vec<(Position, Cost, Cost)>,
}

/// Why a space was not surveyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsurveyed {
    /// There are more positions than [`MOST_POSITIONS`].
    TooLarge,
    /// No goal can be reached.
    NoGoal,
    /// It was stopped.
    Stopped(Stop),
}

/// Why there is no survey of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurveyError {
    /// The space cannot be searched whole.
    Space(Unsurveyed),
    /// The heuristic cannot be had for this puzzle.
    Heuristic(SolveError),
}

impl From<Unsurveyed> for SurveyError {
    fn from(why: Unsurveyed) -> Self {
        Self::Space(why)
    }
}

impl From<SolveError> for SurveyError {
    fn from(error: SolveError) -> Self {
        Self::Heuristic(error)
    }
}

impl fmt::Display for Unsurveyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => {
                write!(f, "there are more than {MOST_POSITIONS} positions, too many to look at all of them")
            }
            Self::NoGoal => write!(f, "no goal can be reached, so there are no distances to compare with"),
            Self::Stopped(_) => write!(f, "stopped before all positions were seen; nothing can be said"),
        }
    }
}

impl std::error::Error for Unsurveyed {}

impl fmt::Display for SurveyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Space(why) => why.fmt(f),
            Self::Heuristic(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SurveyError {}

/// Looks at everything that can be reached from the start. Moves must cost 1 and be reversible, as those of all kinds
/// are.
pub(crate) fn survey<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    meaning: &impl Meaning<P>,
    cancel: &Cancel,
) -> Result<Survey, Unsurveyed> {
    let map = Map::of(space, cancel)?;
    let distances = map.distances(cancel)?;
    let mut state = space.start();
    let estimate = |key: &P::Key| {
        space.unpack(key, &mut state);
        heuristic.estimate(space, &state)
    };
    let estimates: Vec<Cost> = map.keys.iter().map(estimate).collect();
    let (jumps, jump) = map.jumps(&estimates, cancel)?;
    let position = |number: usize| meaning.position(space, &map.keys[number]);
    let too_high = (0..estimates.len()).filter(|&number| estimates[number] > distances[number]);
    let overestimated = too_high.min_by_key(|&number| distances[number]).map(|n| (position(n), n));
    let jump = jump.map(|pair| pair.map(|number| (position(number), estimates[number])));
    let promised = heuristic.quality(space);
    Ok(Survey { promised, distances, estimates, jumps, jump, overestimated })
}

/// Looks at the start and its neighbours.
pub(crate) fn look_around<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    meaning: &impl Meaning<P>,
) -> Surroundings {
    let mut state = space.start();
    let estimate = heuristic.estimate(space, &state);
    let mut beside = Vec::new();
    for m in space.moves(&space.start(), None) {
        space.apply(&mut state, m);
        let position = meaning.position(space, &space.pack(&state));
        beside.push((position, heuristic.estimate(space, &state), space.cost(m)));
        space.undo(&mut state, m);
    }
    Surroundings { promised: heuristic.quality(space), estimate, beside }
}

/// Counts everything that can be reached from the start.
pub(crate) fn explore<P: StateSpace>(
    space: &P,
    meaning: &impl Meaning<P>,
    hardest: usize,
    cancel: &Cancel,
) -> Result<Explored, Unsurveyed> {
    let map = Map::of(space, cancel)?;
    let degrees = || map.neighbours.iter().map(|beside| distinct(beside));
    let to_goal = match map.distances(cancel) {
        Ok(distances) => Some(map.to_goal(&distances, hardest, |n| meaning.position(space, &map.keys[n]))),
        Err(Unsurveyed::NoGoal) => None,
        Err(why) => return Err(why),
    };
    Ok(Explored {
        states: map.keys.len() as u64,
        up_to_mirror: map.keys.len() as u64,
        goals: map.goals.len() as u64,
        by_depth: counted(&map.from(&[0], cancel)?),
        edges: degrees().sum::<u64>() / 2,
        dead_ends: degrees().filter(|&degree| degree == 1).count() as u64,
        most_neighbours: degrees().max().unwrap_or(0),
        to_goal,
        arrangements: None,
        stopped: None,
    })
}

/// Different neighbours: two moves may lead to one position.
fn distinct(neighbours: &[u32]) -> u64 {
    let mut sorted = neighbours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() as u64
}

/// How often each distance occurs.
fn counted(distances: &[Cost]) -> Vec<usize> {
    let most = distances.iter().copied().max().unwrap_or(0) as usize;
    let mut counts = vec![0; most + 1];
    distances.iter().for_each(|&distance| counts[distance as usize] += 1);
    counts
}

/// The positions and which of them are neighbours.
struct Map<K> {
    keys: Vec<K>,
    neighbours: Vec<Vec<u32>>,
    goals: Vec<u32>,
}

impl<K: Clone + Eq + Hash> Map<K> {
    fn of<P: StateSpace<Key = K>>(space: &P, cancel: &Cancel) -> Result<Self, Unsurveyed> {
        let mut state = space.start();
        let start = space.pack(&state);
        let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
        let mut map = Self { keys: vec![start], neighbours: Vec::new(), goals: Vec::new() };
        while map.neighbours.len() < map.keys.len() {
            let number = map.neighbours.len();
            check(number, cancel)?;
            space.unpack(&map.keys[number], &mut state);
            if space.is_goal(&state) {
                map.goals.push(number as u32);
            }
            let mut neighbours = Vec::new();
            for m in space.moves(&state, None) {
                debug_assert_eq!(space.cost(m), 1);
                space.apply(&mut state, m);
                let key = space.pack(&state);
                space.undo(&mut state, m);
                let next = map.keys.len() as u32;
                let neighbour = *numbers.entry(key.clone()).or_insert(next);
                if neighbour == next {
                    map.keys.push(key);
                }
                neighbours.push(neighbour);
            }
            if map.keys.len() > MOST_POSITIONS {
                return Err(Unsurveyed::TooLarge);
            }
            map.neighbours.push(neighbours);
        }
        Ok(map)
    }

    /// How far each position is from the nearest goal.
    fn distances(&self, cancel: &Cancel) -> Result<Vec<Cost>, Unsurveyed> {
        match self.goals.is_empty() {
            true => Err(Unsurveyed::NoGoal),
            false => self.from(&self.goals, cancel),
        }
    }

    /// How far each position is from the nearest of these. Moves can be made backwards, so all can be reached.
    fn from(&self, roots: &[u32], cancel: &Cancel) -> Result<Vec<Cost>, Unsurveyed> {
        let mut distances = vec![Cost::MAX; self.keys.len()];
        let mut queue = roots.to_vec();
        queue.iter().for_each(|&root| distances[root as usize] = 0);
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            check(next, cancel)?;
            next += 1;
            for &neighbour in &self.neighbours[number as usize] {
                if distances[neighbour as usize] == Cost::MAX {
                    distances[neighbour as usize] = distances[number as usize] + 1;
                    queue.push(neighbour);
                }
            }
        }
        Ok(distances)
    }

    /// The hardest starts, given distances to the goal.
    fn to_goal(&self, distances: &[Cost], most: usize, show: impl Fn(usize) -> Position) -> ToGoal {
        let by_length = counted(distances);
        let hardest_length = by_length.len() - 1;
        let hardest = (0..distances.len()).filter(|&n| distances[n] as usize == hardest_length);
        ToGoal {
            hardest: hardest.take(most).map(show).collect(),
            hardest_length,
            hardest_count: by_length[hardest_length],
            by_length,
            solution: Vec::new(),
        }
    }

    /// Moves over which the estimate falls by more than 1: how many, and the first.
    fn jumps(&self, estimates: &[Cost], cancel: &Cancel) -> Result<(u64, Option<[usize; 2]>), Unsurveyed> {
        let (mut jumps, mut first) = (0, None);
        for (from, neighbours) in self.neighbours.iter().enumerate() {
            check(from, cancel)?;
            for &to in neighbours {
                if estimates[from] > estimates[to as usize] + 1 {
                    jumps += 1;
                    first.get_or_insert([from, to as usize]);
                }
            }
        }
        Ok((jumps, first))
    }
}

/// Looks at the cancel flag now and then.
fn check(number: usize, cancel: &Cancel) -> Result<(), Unsurveyed> {
    match number.is_multiple_of(1 << 12) && cancel.is_cancelled() {
        true => Err(Unsurveyed::Stopped(Stop::Cancelled)),
        false => Ok(()),
    }
}
