//! SMA* in as little memory as there is, over random graphs.

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use crate::space::DEAD_END;
use crate::verdict::{Proof, verify};

/// The cheapest way to a goal of at most so many moves.
fn cheapest_within<P: StateSpace<State = u8>>(space: &P, moves: usize) -> Cost {
    let mut costs = vec![DEAD_END; 256];
    costs[usize::from(space.start())] = 0;
    for _ in 0..moves {
        let mut next = costs.clone();
        for at in 0..=255 {
            for m in space.moves(&at, None).filter(|_| costs[usize::from(at)] != DEAD_END) {
                let mut there = at;
                space.apply(&mut there, m);
                let there = &mut next[usize::from(there)];
                *there = (*there).min(costs[usize::from(at)] + space.cost(m));
            }
        }
        costs = next;
    }
    (0..=255).filter(|at| space.is_goal(at)).map(|at| costs[usize::from(at)]).min().unwrap_or(DEAD_END)
}

/// The cheapest of the solutions that fit is found, and nothing is claimed of those that do not.
#[test]
fn sma_claims_no_more_than_fits() {
    let (mut whole, mut cut) = (0, 0);
    for seed in 0..150 {
        let graph = Graph::random(seed, [1, 1000][seed as usize % 2]);
        let (space, to_goal) = (graph.space(), graph.distances(&graph.goals));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Admissible, Kind::Wrong] {
            let h = estimates(&to_goal, kind, &mut numbers);
            for capacity in [0, 1, 2, 3, 4, 5, 7, 10, 40] {
                let limits = Limits { nodes: Some(100_000), ..Limits::default() };
                let verdict = Sma::new(&space, &h, capacity).solve_within(limits);
                let fits = cheapest_within(&space, capacity.max(2) - 1);
                let what =
                    format!("graph {seed}, {kind:?}, room for {capacity}: {verdict}, {truth} and {fits}");
                if matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }) {
                    assert!(verdict.lower_bound() <= Some(truth), "{what}");
                    continue;
                }
                match verdict.solution() {
                    Some(solution) => {
                        assert_eq!(verify(&space, solution), Ok(()), "{what}");
                        assert!(solution.moves.len() < capacity.max(2), "{what}");
                        assert!(kind == Kind::Wrong || solution.cost == fits, "{what}");
                        assert!(solution.lower_bound <= truth, "{what}");
                        assert!(solution.proof != Proof::Optimal || solution.cost == truth, "{what}");
                        whole += 1;
                    }
                    None if verdict == Verdict::Unsolvable => assert_eq!(truth, DEAD_END, "{what}"),
                    None => {
                        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. }), "{what}");
                        assert!(fits == DEAD_END && verdict.lower_bound() <= Some(truth), "{what}");
                        cut += 1;
                    }
                }
            }
        }
    }
    assert!(whole > 500 && cut > 100, "{whole} solved, {cut} that do not fit");
}
