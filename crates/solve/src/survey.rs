//! A whole space with the true distance and the estimate of each position: what a heuristic is audited by. Types are
//! forgotten here, so that it is compiled once for all spaces.

use std::collections::HashMap;
use std::fmt;

use slidewise_puzzles::step::Step;
use slidewise_search::any::{AnyHeuristic, AnyKey, AnyMove, AnySpace, AnyState};
use slidewise_search::engine::{AllShortest, kept_bytes};
use slidewise_search::{Cost, Heuristic, Quality, StateSpace, Stop};

use crate::erased::Search;
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

/// Every position that can be reached from a start, in the order in which it is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// The positions.
    pub positions: Vec<Position>,
    /// How far the goal is from each of them.
    pub to_goal: Vec<Cost>,
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
    /// The library was built without its feature `surveys`.
    LeftOut,
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
            Self::LeftOut => write!(f, "whole spaces are not looked at here"),
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

/// Says whether a limit has been reached, given how many positions are known or have been looked at once more.
pub(crate) type GoOn<'a> = &'a dyn Fn(u64) -> Result<(), Stop>;

/// About how many bytes a survey takes for a position: its key twice, its neighbours, its distance and the ways from
/// it.
pub(crate) const BYTES_A_POSITION: u64 = 400;

/// Looks at everything that can be reached from the start. Moves must cost 1 and be reversible, as those of all kinds
/// are.
pub(crate) fn survey(search: &dyn Search, go_on: GoOn<'_>) -> Result<Survey, Unsurveyed> {
    let space = search.untyped().ok_or(Unsurveyed::LeftOut)?;
    let Map { keys, graph } = Map::of(search, go_on)?;
    let mut state = space.start();
    let mut estimates: Vec<Cost> = Vec::with_capacity(keys.len());
    for key in &keys {
        space.unpack(key, &mut state);
        estimates.push(AnyHeuristic.estimate(space, &state));
    }
    graph.judge(AnyHeuristic.quality(space), estimates, &|number| search.position(&keys[number]), go_on)
}

/// Looks at the start and its neighbours.
pub(crate) fn look_around(search: &dyn Search) -> Surroundings {
    let (estimate, promised) = search.estimate();
    let mut beside = Vec::new();
    if let Some(space) = search.untyped() {
        let mut state = space.start();
        for m in space.moves(&space.start(), None) {
            space.apply(&mut state, m);
            let position = search.position(&space.pack(&state));
            beside.push((position, AnyHeuristic.estimate(space, &state), space.cost(m)));
            space.undo(&mut state, m);
        }
    }
    Surroundings { promised, estimate, beside }
}

/// Every position with its distance to the goal.
pub(crate) fn distances(search: &dyn Search, go_on: GoOn<'_>) -> Result<Distances, Unsurveyed> {
    let Map { keys, graph } = Map::of(search, go_on)?;
    let to_goal = graph.distances(go_on)?;
    let mut positions = Vec::with_capacity(keys.len());
    for key in &keys {
        positions.push(search.position(key));
    }
    Ok(Distances { positions, to_goal })
}

/// Counts everything that can be reached from the start.
pub(crate) fn explore(search: &dyn Search, hardest: usize, go_on: GoOn<'_>) -> Result<Explored, Unsurveyed> {
    let Map { keys, graph } = Map::of(search, go_on)?;
    graph.explored(hardest, &|number| search.position(&keys[number]), go_on)
}

/// All shortest solutions, listed or counted, by true distances: the moves that bring the goal nearer are all there
/// are. At most so many, of which the first are kept: a small space may have more of them than there is time or memory
/// for, so `may_keep` is asked about the bytes that they take.
pub(crate) fn all_shortest(
    search: &dyn Search,
    (max, keep): (u64, usize),
    go_on: GoOn<'_>,
    may_keep: GoOn<'_>,
) -> Result<AllShortest<Step>, Unsurveyed> {
    let Map { keys, graph } = Map::of(search, go_on)?;
    let distances = graph.distances(go_on)?;
    let count = graph.ways(&distances, go_on)?;
    let mut solutions = Vec::new();
    let mut numbers: HashMap<AnyKey, usize> = HashMap::with_capacity(keys.len());
    for (number, key) in keys.into_iter().enumerate() {
        numbers.insert(key, number);
    }
    let space = search.bare().ok_or(Unsurveyed::LeftOut)?;
    let mut state = space.start();
    let mut path: Vec<AnyMove> = Vec::new();
    let mut levels = vec![nearer(&space, &mut state, &distances, &numbers)];
    let keep = keep.min(usize::try_from(max).unwrap_or(usize::MAX));
    let bytes_each = kept_bytes::<Step>(distances[0]);
    let mut stopped = None;
    for looked in 0_u64.. {
        if solutions.len() >= keep {
            break;
        }
        if looked.is_multiple_of(1 << 10) {
            stopped = may_keep(solutions.len() as u64 * bytes_each).err();
            if stopped.is_some() {
                break;
            }
        }
        if levels.len() > distances[0] as usize {
            solutions.push(search.steps(&path));
        }
        match levels.last_mut().and_then(Vec::pop) {
            Some(next) => {
                space.apply(&mut state, next);
                path.push(next);
                levels.push(nearer(&space, &mut state, &distances, &numbers));
            }
            None => {
                levels.pop();
                let Some(last) = path.pop() else { break };
                space.undo(&mut state, last);
            }
        }
    }
    // A count that did not fit into its type is a lower bound.
    let complete = count <= max && count < u64::MAX && stopped.is_none();
    Ok(AllShortest { count: count.min(max), solutions, complete, stopped })
}

/// The moves that bring the goal nearer, the first of them last.
fn nearer(
    space: &AnySpace,
    state: &mut AnyState,
    distances: &[Cost],
    numbers: &HashMap<AnyKey, usize>,
) -> Vec<AnyMove> {
    let here = distances[numbers[&space.pack(state)]];
    let mut nearer = Vec::new();
    for m in space.moves(state, None) {
        space.apply(state, m);
        if distances[numbers[&space.pack(state)]] < here {
            nearer.push(m);
        }
        space.undo(state, m);
    }
    nearer.reverse();
    nearer
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

/// The positions, and which of them are neighbours.
struct Map {
    keys: Vec<AnyKey>,
    graph: Neighbours,
}

impl Map {
    fn of(search: &dyn Search, go_on: GoOn<'_>) -> Result<Self, Unsurveyed> {
        let space = search.bare().ok_or(Unsurveyed::LeftOut)?;
        let mut state = space.start();
        let start = space.pack(&state);
        let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
        let mut keys = vec![start];
        let mut graph = Neighbours::default();
        while graph.of.len() < keys.len() {
            let number = graph.of.len();
            check(number, go_on)?;
            space.unpack(&keys[number], &mut state);
            if space.is_goal(&state) {
                graph.goals.push(number as u32);
            }
            let mut neighbours = Vec::new();
            for m in space.moves(&state, None) {
                debug_assert_eq!(space.cost(m), 1);
                space.apply(&mut state, m);
                let key = space.pack(&state);
                space.undo(&mut state, m);
                let next = keys.len() as u32;
                let neighbour = *numbers.entry(key.clone()).or_insert(next);
                if neighbour == next {
                    keys.push(key);
                }
                neighbours.push(neighbour);
            }
            if keys.len() > MOST_POSITIONS {
                return Err(Unsurveyed::TooLarge);
            }
            graph.of.push(neighbours);
        }
        Ok(Self { keys, graph })
    }
}

/// Which positions are one move apart, by number.
#[derive(Default)]
struct Neighbours {
    of: Vec<Vec<u32>>,
    goals: Vec<u32>,
}

/// Shows the position with a number.
type Show<'a> = &'a dyn Fn(usize) -> Position;

impl Neighbours {
    /// Estimates against true distances.
    fn judge(
        &self,
        promised: Quality,
        estimates: Vec<Cost>,
        show: Show<'_>,
        go_on: GoOn<'_>,
    ) -> Result<Survey, Unsurveyed> {
        let distances = self.distances(go_on)?;
        let (jumps, jump) = self.jumps(&estimates, go_on)?;
        let too_high = (0..estimates.len()).filter(|&number| estimates[number] > distances[number]);
        let overestimated = too_high.min_by_key(|&number| distances[number]).map(|n| (show(n), n));
        let jump = jump.map(|pair| pair.map(|number| (show(number), estimates[number])));
        Ok(Survey { promised, distances, estimates, jumps, jump, overestimated })
    }

    /// All positions, counted.
    fn explored(&self, hardest: usize, show: Show<'_>, go_on: GoOn<'_>) -> Result<Explored, Unsurveyed> {
        let degrees = || self.of.iter().map(|beside| distinct(beside));
        let to_goal = match self.distances(go_on) {
            Ok(distances) => Some(to_goal(&distances, hardest, show)),
            Err(Unsurveyed::NoGoal) => None,
            Err(why) => return Err(why),
        };
        Ok(Explored {
            states: self.of.len() as u64,
            up_to_mirror: self.of.len() as u64,
            goals: self.goals.len() as u64,
            by_depth: counted(&self.from(&[0], go_on)?),
            edges: degrees().sum::<u64>() / 2,
            dead_ends: degrees().filter(|&degree| degree == 1).count() as u64,
            most_neighbours: degrees().max().unwrap_or(0),
            to_goal,
            arrangements: None,
            sent: [0; 2],
            stopped: None,
            trouble: None,
        })
    }

    /// How far each position is from the nearest goal.
    fn distances(&self, go_on: GoOn<'_>) -> Result<Vec<Cost>, Unsurveyed> {
        match self.goals.is_empty() {
            true => Err(Unsurveyed::NoGoal),
            false => self.from(&self.goals, go_on),
        }
    }

    /// How far each position is from the nearest of these. Moves can be made backwards, so all can be reached.
    fn from(&self, roots: &[u32], go_on: GoOn<'_>) -> Result<Vec<Cost>, Unsurveyed> {
        let mut distances = vec![Cost::MAX; self.of.len()];
        let mut queue = roots.to_vec();
        queue.iter().for_each(|&root| distances[root as usize] = 0);
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            check(next, go_on)?;
            next += 1;
            for &neighbour in &self.of[number as usize] {
                if distances[neighbour as usize] == Cost::MAX {
                    distances[neighbour as usize] = distances[number as usize] + 1;
                    queue.push(neighbour);
                }
            }
        }
        Ok(distances)
    }

    /// How many shortest ways lead from the start to a goal, given distances to it.
    fn ways(&self, distances: &[Cost], go_on: GoOn<'_>) -> Result<u64, Unsurveyed> {
        let mut by_distance: Vec<usize> = (0..distances.len()).collect();
        by_distance.sort_unstable_by_key(|&number| distances[number]);
        let mut ways = vec![0_u64; distances.len()];
        for (at, number) in by_distance.into_iter().enumerate() {
            check(at, go_on)?;
            if distances[number] == 0 {
                ways[number] = 1;
                continue;
            }
            let nearer = self.of[number].iter().map(|&to| to as usize);
            let nearer = nearer.filter(|&to| distances[to] < distances[number]);
            ways[number] = nearer.fold(0, |sum, to| ways[to].saturating_add(sum));
        }
        Ok(ways[0])
    }

    /// Moves over which the estimate falls by more than 1: how many, and the first.
    fn jumps(&self, estimates: &[Cost], go_on: GoOn<'_>) -> Result<(u64, Option<[usize; 2]>), Unsurveyed> {
        let (mut jumps, mut first) = (0, None);
        for (from, neighbours) in self.of.iter().enumerate() {
            check(from, go_on)?;
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

/// The hardest starts, given distances to the goal.
fn to_goal(distances: &[Cost], most: usize, show: Show<'_>) -> ToGoal {
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

/// Says now and then whether to go on.
fn check(number: usize, go_on: GoOn<'_>) -> Result<(), Unsurveyed> {
    match number.is_multiple_of(1 << 12) {
        true => go_on(number as u64).map_err(Unsurveyed::Stopped),
        false => Ok(()),
    }
}
