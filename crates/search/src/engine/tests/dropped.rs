//! Spaces whose `moves` leave out as much as law 3 allows: what is left out after one move may be needed where another
//! leads to the same position, so no engine may leave out for good what it left out once.

use super::super::*;
use super::graphs::Numbers;
use super::toys::{EXACT, LOCAL, STORING, all_engines};
use crate::closures::consistent;
use crate::space::{Cost, DEAD_END};
use crate::testing::check_space;
use crate::verdict::{Proof, verify};

/// A small graph. Its moves are edges by number; some edges are left out after some others.
struct Sparing {
    edges: Vec<(u8, u8, Cost)>,
    nodes: u8,
    goal: u8,
    dropped: Vec<(u16, u16)>,
}

impl StateSpace for Sparing {
    type State = u8;
    type Key = u8;
    type Move = u16;
    type Moves = std::vec::IntoIter<u16>;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, s: &u8) -> bool {
        *s == self.goal
    }
    fn moves(&self, s: &u8, last: Option<u16>) -> Self::Moves {
        let is_left = |m: &u16| !last.is_some_and(|last| self.dropped.contains(&(last, *m)));
        let all = (0..).zip(&self.edges).filter(|(_, edge)| edge.0 == *s).map(|(m, _)| m);
        all.filter(is_left).collect::<Vec<_>>().into_iter()
    }
    fn cost(&self, m: u16) -> Cost {
        self.edges[usize::from(m)].2
    }
    fn apply(&self, s: &mut u8, m: u16) {
        *s = self.edges[usize::from(m)].1;
    }
    fn undo(&self, s: &mut u8, m: u16) {
        *s = self.edges[usize::from(m)].0;
    }
    fn pack(&self, s: &u8) -> u8 {
        *s
    }
    fn unpack(&self, k: &u8, into: &mut u8) {
        *into = *k;
    }
}

impl Sparing {
    /// A random graph in which as many pairs of edges are dropped as can be, tried in a random order: as long as all
    /// distances between all positions stay what they are.
    fn random(seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let nodes = 4 + numbers.below(5) as u8;
        let most = [1, 3][seed as usize % 2];
        let mut edges = Vec::new();
        for _ in 0..nodes + numbers.below(u64::from(nodes)) as u8 {
            let (a, b) = (numbers.below(nodes.into()) as u8, numbers.below(nodes.into()) as u8);
            edges.push((a, b, 1 + numbers.below(most)));
            if numbers.below(3) > 0 {
                edges.push((b, a, 1 + numbers.below(most)));
            }
        }
        let goal = numbers.below(nodes.into()) as u8;
        let mut graph = Self { edges, nodes, goal, dropped: Vec::new() };
        let all = |graph: &Self| Vec::from_iter((0..graph.nodes).map(|from| graph.distances(from)));
        let truth = all(&graph);
        let count = graph.edges.len() as u16;
        let mut pairs = Vec::from_iter((0..count).flat_map(|last| (0..count).map(move |m| (last, m))));
        pairs.retain(|&(last, m)| graph.edges[usize::from(last)].1 == graph.edges[usize::from(m)].0);
        while !pairs.is_empty() {
            graph.dropped.push(pairs.swap_remove(numbers.below(pairs.len() as u64) as usize));
            if all(&graph) != truth {
                graph.dropped.pop();
            }
        }
        graph
    }

    /// The costs at which positions are reached from one by the moves that are left: by position and last move,
    /// lowered until none can be.
    fn distances(&self, from: u8) -> Vec<Cost> {
        let mut by_last = vec![DEAD_END; self.edges.len()];
        let mut nodes = vec![DEAD_END; self.nodes.into()];
        nodes[usize::from(from)] = 0;
        let mut waiting = vec![(from, None, 0)];
        while let Some((at, last, cost)) = waiting.pop() {
            for m in self.moves(&at, last) {
                let (_, to, more) = self.edges[usize::from(m)];
                if cost + more < by_last[usize::from(m)] {
                    by_last[usize::from(m)] = cost + more;
                    nodes[usize::from(to)] = nodes[usize::from(to)].min(cost + more);
                    waiting.push((to, Some(m), cost + more));
                }
            }
        }
        nodes
    }
}

fn graphs() -> impl Iterator<Item = (u64, Sparing, Option<Cost>)> {
    (0..400).map(|seed| {
        let graph = Sparing::random(seed);
        let truth = Some(graph.distances(0)[usize::from(graph.goal)]).filter(|&truth| truth != DEAD_END);
        (seed, graph, truth)
    })
}

#[test]
fn what_is_dropped_keeps_the_law() {
    let mut dropped = 0;
    for (seed, graph, _) in graphs().take(50) {
        check_space(&graph, 40, seed);
        dropped += graph.dropped.len();
    }
    assert!(dropped > 100, "{dropped} pairs");
}

/// Depth-first search to every depth, and to one after another: what it says of each depth is so.
#[test]
fn depth_first_search_loses_nothing_by_its_table() {
    for (seed, graph, truth) in graphs() {
        for limit in (0..12).map(Some).chain([None]) {
            for (mut engine, deepens) in
                [(DepthFirst::new(&graph, limit), false), (DepthFirst::deepening(&graph, limit), true)]
            {
                let verdict = engine.solve();
                let what =
                    format!("graph {seed}, limit {limit:?}, deepening {deepens}: {verdict}, not {truth:?}");
                let within = truth.is_some_and(|truth| limit.is_none_or(|limit| truth <= limit));
                assert_eq!(verdict.solution().is_some(), within, "{what}");
                assert!(verdict != Verdict::Unsolvable || truth.is_none(), "{what}");
                assert!(verdict.lower_bound() <= truth || truth.is_none(), "{what}");
                if let Some(solution) = verdict.solution() {
                    assert_eq!(verify(&graph, solution), Ok(()), "{what}");
                    assert!(Some(solution.cost) >= truth && limit.is_none_or(|limit| solution.cost <= limit));
                    assert!(!verdict.is_optimal() || Some(solution.cost) == truth, "{what}");
                    assert!(!deepens || verdict.is_optimal(), "{what}");
                }
            }
        }
    }
}

/// All engines: what they claim is so, and those that are exact find the optimum.
#[test]
fn no_engine_loses_what_was_dropped() {
    for (seed, graph, truth) in graphs() {
        let to_goal = Vec::from_iter((0..graph.nodes).map(|at| graph.distances(at)[usize::from(graph.goal)]));
        for part in [0, 1, 2] {
            let h = consistent(|&at: &u8| match to_goal[usize::from(at)] {
                DEAD_END if part > 0 => DEAD_END,
                DEAD_END => 0,
                distance => distance * part / 2,
            });
            for (name, mut engine) in all_engines(&graph, &h) {
                let verdict = engine.solve_within(Limits { nodes: Some(20_000), ..Limits::default() });
                let what = format!("{name} on graph {seed}, part {part}: {verdict}, not {truth:?}");
                assert!(verdict != Verdict::Unsolvable || truth.is_none(), "{what}");
                assert!(verdict.lower_bound() <= truth || truth.is_none(), "{what}");
                if let Some(solution) = verdict.solution() {
                    assert_eq!(verify(&graph, solution), Ok(()), "{what}");
                    assert!(solution.proof != Proof::Optimal || Some(solution.cost) == truth, "{what}");
                }
                // Edges lead one way: who acts while it searches may end where there is no way back.
                let may_fail =
                    LOCAL.contains(&name) || ["beam", "LRTA*", "RTA*", "LSS-LRTA*"].contains(&name);
                assert!(verdict.solution().is_some() || truth.is_none() || may_fail, "{what}");
                assert!(truth.is_none() || !EXACT.contains(&name) || verdict.is_optimal(), "{what}");
                // Which does not know older layers again.
                let stores = !may_fail && name != "frontier" && STORING.contains(&name) && truth.is_none();
                assert!(!stores || verdict == Verdict::Unsolvable, "{what}");
            }
        }
    }
}

/// The move that leads down may be one that the last made useless: not to see it is not to be stuck.
#[test]
fn climbers_look_at_all_moves() {
    // From 0 to 2 by way of 1, or at once: what leads from 1 to 2 is dropped after the move from 0.
    let edges = vec![(0, 1, 1), (0, 2, 1), (1, 2, 1), (2, 3, 1)];
    let graph = Sparing { edges, nodes: 4, goal: 3, dropped: vec![(0, 2)] };
    check_space(&graph, 10, 1);
    let h = consistent(|&at: &u8| [4, 3, 2, 0][usize::from(at)]);
    let options = ClimbingOptions { climb: Climb::First, restarts: 0, seed: 0 };
    let verdict = HillClimbing::new(&graph, &h, options).solve();
    assert_eq!(verdict.solution().map(|solution| solution.cost), Some(3), "{verdict}");
}
