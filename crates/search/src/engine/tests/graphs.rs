//! Random graphs with estimates of any quality, small enough for all distances to be known.

use crate::closures::{FnHeuristic, Hop, space};
use crate::heuristic::Quality;
use crate::space::{Cost, DEAD_END, Reversible};

pub struct Graph {
    /// Edges lead both ways.
    edges: Vec<(u8, u8, Cost)>,
    nodes: u8,
    pub start: u8,
    pub goals: Vec<u8>,
}

/// Numbers that look random.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// How an estimate is made of a true distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part of it.
    Consistent,
    /// Any number up to it.
    Admissible,
    /// Any number up to three times as much.
    Wrong,
}

impl Graph {
    /// With about twice as many edges as nodes, so that some are in no connection with the start; edges may be free and
    /// double; there may be several goals, and the start may be one.
    pub fn random(seed: u64, scale: Cost) -> Self {
        let mut numbers = Numbers(seed);
        let nodes = 2 + numbers.below(40) as u8;
        let count = numbers.below(2 * u64::from(nodes));
        let node = |n: &mut Numbers| n.below(nodes.into()) as u8;
        let edges =
            (0..count).map(|_| (node(&mut numbers), node(&mut numbers), numbers.below(6) * scale)).collect();
        let start = node(&mut numbers);
        let goals = (0..1 + seed % 3).map(|_| node(&mut numbers)).collect();
        Self { edges, nodes, start, goals }
    }

    pub fn space(&self) -> impl Reversible<State = u8, Key = u8, Move = Hop<u8>> {
        let near = |&at: &u8| {
            let there = self.edges.iter().filter(move |&&(a, _, _)| a == at).map(|&(_, b, cost)| (b, cost));
            let back = self.edges.iter().filter(move |&&(_, b, _)| b == at).map(|&(a, _, cost)| (a, cost));
            there.chain(back).collect::<Vec<_>>()
        };
        space(self.start, near, |at| self.goals.contains(at)).undirected(self.goals.iter().copied())
    }

    /// True distances from some nodes, lowered until none can be; [`DEAD_END`] where there is no way.
    pub fn distances(&self, from: &[u8]) -> Vec<Cost> {
        let mut distances = vec![DEAD_END; self.nodes.into()];
        from.iter().for_each(|&at| distances[usize::from(at)] = 0);
        for _ in 0..self.nodes {
            for &(a, b, cost) in &self.edges {
                let (a, b) = (usize::from(a), usize::from(b));
                distances[b] = distances[b].min(distances[a].saturating_add(cost));
                distances[a] = distances[a].min(distances[b].saturating_add(cost));
            }
        }
        distances
    }
}

/// Estimates made of true distances.
pub fn estimates(
    distances: &[Cost],
    kind: Kind,
    numbers: &mut Numbers,
) -> FnHeuristic<impl Fn(&u8) -> Cost + use<>> {
    let (part, lower) = (numbers.below(5), numbers.below(4));
    let estimate = |&distance: &Cost| match kind {
        _ if distance == DEAD_END => DEAD_END,
        // Neither grows faster than the distance.
        Kind::Consistent => (distance * part / 4).max(distance.saturating_sub(lower)),
        Kind::Admissible => numbers.below(distance + 1),
        Kind::Wrong => numbers.below(3 * distance + 1),
    };
    let table: Vec<Cost> = distances.iter().map(estimate).collect();
    let quality = Quality { admissible: kind != Kind::Wrong, consistent: kind == Kind::Consistent };
    FnHeuristic::new(move |&at: &u8| table[usize::from(at)], quality)
}
