//! Engines that keep what they search alive.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Engine, NotOfThisSearch, Saved, View, Waiting, show};
use crate::meter::{Meter, Stats};
use crate::space::StateSpace;
use crate::verdict::Verdict;

/// An engine together with its space and its heuristic: it borrows nothing, so that it can be returned, stored and sent
/// to a thread. Engines borrow by themselves, because most searches end where they began; this one holds an [`Arc`] of
/// each, which others may hold as well.
///
/// ```
/// use slidewise_search::engine::{BestFirst, Order, Owned};
/// use slidewise_search::*;
/// use std::sync::Arc;
///
/// fn to_fifty(start: u32) -> impl FnOnce() -> Option<Cost> + Send {
///     let numbers = space(start, |&n| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50);
///     let mut engine = Owned::new(Arc::new(numbers), Arc::new(Blind), |space, blind| {
///         Box::new(BestFirst::new(space, blind, Order::ASTAR))
///     });
///     move || engine.solve().solution().map(|solution| solution.cost)
/// }
///
/// assert_eq!(std::thread::spawn(to_fifty(1)).join().unwrap(), Some(6));
/// ```
#[must_use = "a search does nothing until it is run"]
pub struct Owned<P: StateSpace + 'static, H: Send + Sync + 'static> {
    // First, so that it is dropped before what it borrows.
    engine: Box<dyn Engine<P> + Send>,
    space: Arc<P>,
    heuristic: Arc<H>,
}

impl<P: StateSpace, H: Send + Sync> Owned<P, H> {
    /// The engine that `begin` makes of a space and a heuristic, or of whatever else it is to borrow.
    pub fn new(
        space: Arc<P>,
        heuristic: Arc<H>,
        begin: impl for<'s> FnOnce(&'s P, &'s H) -> Box<dyn Engine<P> + Send + 's>,
    ) -> Self {
        // SAFETY: what an `Arc` points to stays where it is while the `Arc` lives, and is only ever shared. Both live
        // as long as the engine: they are its neighbours, private, never replaced, and dropped after it. `begin` takes
        // references of any lifetime, so that it can hand them to nobody else than the engine that it returns, and
        // nothing that an engine gives away borrows from its space.
        let (lent, guide) = unsafe { (&*Arc::as_ptr(&space), &*Arc::as_ptr(&heuristic)) };
        Self { engine: begin(lent, guide), space, heuristic }
    }

    /// What is searched.
    pub fn space(&self) -> &Arc<P> {
        &self.space
    }

    /// What the search goes by.
    pub fn heuristic(&self) -> &Arc<H> {
        &self.heuristic
    }
}

impl<P: StateSpace, H: Send + Sync> Engine<P> for Owned<P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.engine.step(meter)
    }

    fn view(&self) -> View<P::Key> {
        self.engine.view()
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.engine.waiting(most)
    }

    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.engine.run_to(expansions, meter)
    }

    fn iterate_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.engine.iterate_to(expansions, meter)
    }

    fn save(&self, stats: &Stats) -> Option<Saved> {
        self.engine.save(stats)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        self.engine.restore(saved)
    }
}

impl<P: StateSpace, H: Send + Sync> fmt::Debug for Owned<P, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show("Owned", &self.view(), f)
    }
}
