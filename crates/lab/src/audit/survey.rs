//! A whole space with the true distance and the estimate of each position.

use std::collections::HashMap;

use slidewise_search::{Cancel, Cost, Heuristic, StateSpace, Stop};

use super::{AuditError, MOST_POSITIONS};

/// Positions by number, in the order in which a breadth-first search from the start meets them.
pub(super) struct Survey<K> {
    pub(super) keys: Vec<K>,
    pub(super) distances: Vec<Cost>,
    pub(super) estimates: Vec<Cost>,
    /// Moves over which the estimate falls by more than 1.
    pub(super) jumps: u64,
    /// The first of them: the numbers of both positions.
    pub(super) jump: Option<(usize, usize)>,
}

/// Looks at everything that can be reached from the start. Moves must cost 1 and be reversible, as those of tiles and
/// bricks are.
pub(super) fn survey<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    cancel: &Cancel,
) -> Result<Survey<P::Key>, AuditError> {
    let map = Map::of(space, cancel)?;
    let distances = map.distances(cancel)?;
    let mut state = space.start();
    let estimate = |key: &P::Key| {
        space.unpack(key, &mut state);
        heuristic.estimate(space, &state)
    };
    let estimates: Vec<Cost> = map.keys.iter().map(estimate).collect();
    let mut found = Survey { keys: Vec::new(), distances, estimates, jumps: 0, jump: None };
    for (from, neighbours) in map.neighbours.iter().enumerate() {
        check(from, cancel)?;
        for &to in neighbours {
            if found.estimates[from] > found.estimates[to as usize] + 1 {
                found.jumps += 1;
                found.jump.get_or_insert((from, to as usize));
            }
        }
    }
    Ok(Survey { keys: map.keys, ..found })
}

/// The positions and which of them are neighbours.
struct Map<K> {
    keys: Vec<K>,
    neighbours: Vec<Vec<u32>>,
    goals: Vec<u32>,
}

impl<K: Clone + Eq + std::hash::Hash> Map<K> {
    fn of<P: StateSpace<Key = K>>(space: &P, cancel: &Cancel) -> Result<Self, AuditError> {
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
                return Err(AuditError::TooLarge);
            }
            map.neighbours.push(neighbours);
        }
        Ok(map)
    }

    /// How far each position is from the nearest goal.
    fn distances(&self, cancel: &Cancel) -> Result<Vec<Cost>, AuditError> {
        let mut distances = vec![Cost::MAX; self.keys.len()];
        let mut queue = self.goals.clone();
        queue.iter().for_each(|&goal| distances[goal as usize] = 0);
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
        if queue.is_empty() { Err(AuditError::NoGoal) } else { Ok(distances) }
    }
}

/// Looks at the flag now and then.
fn check(number: usize, cancel: &Cancel) -> Result<(), AuditError> {
    match number.is_multiple_of(1 << 12) && cancel.is_cancelled() {
        true => Err(Stop::Cancelled.into()),
        false => Ok(()),
    }
}
