//! Generic state-space search: it knows no puzzle, prints nothing and reads no clock in a loop.
//!
//! You describe a puzzle by [closures], or as a [`StateSpace`] where speed counts; the [engines](engine) search it. A
//! few lines are enough:
//!
//! ```
//! use slidewise_search::*;
//!
//! // From 1 to 50 by adding 3 or doubling.
//! let numbers = space(1, |&n: &u32| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50);
//! let verdict = astar(&numbers, &consistent(|&n: &u32| Cost::from(n < 50))).solve();
//! assert_eq!(verdict.to_string(), "solved at cost 6, optimal");
//! ```
//!
//! The same as a space of its own, with moves made and taken back in place:
//!
//! ```
//! use slidewise_search::*;
//!
//! /// From 1 to `goal` by adding 3 or doubling.
//! struct Numbers { goal: u32 }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! enum Op { Add, Double }
//!
//! impl StateSpace for Numbers {
//!     type State = u32;
//!     type Key = u32;
//!     type Move = Op;
//!     type Moves = std::vec::IntoIter<Op>;
//!     fn start(&self) -> u32 { 1 }
//!     fn is_goal(&self, s: &u32) -> bool { *s == self.goal }
//!     fn moves(&self, s: &u32, _: Option<Op>) -> Self::Moves {
//!         let ops = if *s < self.goal { vec![Op::Add, Op::Double] } else { vec![] };
//!         ops.into_iter()
//!     }
//!     fn cost(&self, _: Op) -> Cost { 1 }
//!     fn apply(&self, s: &mut u32, m: Op) { *s = match m { Op::Add => *s + 3, Op::Double => *s * 2 } }
//!     fn undo(&self, s: &mut u32, m: Op) { *s = match m { Op::Add => *s - 3, Op::Double => *s / 2 } }
//!     fn pack(&self, s: &u32) -> u32 { *s }
//!     fn unpack(&self, k: &u32, into: &mut u32) { *into = *k }
//! }
//!
//! let space = Numbers { goal: 50 };
//! let mut observer = ();
//! let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
//! let verdict = engine::BestFirst::new(&space, &Blind, engine::Order::ASTAR).run(&mut meter);
//! let Verdict::Solved(solution) = verdict else { panic!("50 can be reached") };
//! assert_eq!(solution.cost, 6); // 1 +3 ×2 +3 ×2 +3 ×2 = 50
//! assert_eq!(solution.proof, Proof::Optimal);
//! assert!(verify(&space, &solution).is_ok());
//! ```
//!
//! The parts: the contracts ([`mod@space`], [`heuristic`]), the [engines](engine), the [meter] through which a search
//! is watched and stopped, and the [verdict] with its proof.

#![warn(missing_debug_implementations)]

pub mod any;
pub mod closures;
pub mod engine;
pub mod heuristic;
pub mod layered;
pub mod meter;
mod moves;
pub mod peers;
pub mod pruning;
pub mod space;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod threads;
pub mod verdict;

pub use closures::{
    Cloned, admissible, astar, bfs, cloned_space, consistent, dijkstra, guess, idastar, space,
};
pub use engine::{Engine, View, Waiting};
pub use heuristic::{Ahead, Blind, Heuristic, LooksAhead, Max, Quality, Whole};
pub use meter::{Cancel, Event, Limits, Meter, Observer, Stats, Stop, on_solution};
pub use moves::MoveList;
pub use peers::Crew;
pub use pruning::{NoPruning, Pruner};
pub use space::{ANYWHERE, Cost, DEAD_END, Follow, Reversible, StateSpace, UNCOUNTED};
pub use store::KeyHasher;
pub use verdict::{Proof, Refuted, Solution, Verdict, Weight, verify};
