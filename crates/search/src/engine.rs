//! The engines: a dozen algorithms in four loops. An algorithm is a value for one of them.

use std::ops::ControlFlow;

use crate::meter::Meter;
use crate::space::StateSpace;
use crate::verdict::Verdict;

/// A search in progress. It can be stepped, so that a front end that shows it needs no second copy of it.
pub trait Engine<P: StateSpace> {
    /// Does a small piece of work: at most one expansion.
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>>;

    /// Runs to the end.
    fn run(&mut self, meter: &mut Meter<'_>) -> Verdict<P::Move> {
        loop {
            if let ControlFlow::Break(verdict) = self.step(meter) {
                return verdict;
            }
        }
    }
}
