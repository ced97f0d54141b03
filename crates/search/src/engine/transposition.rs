use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::tree::{Probe, Tree};
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::store::hash;
use crate::verdict::{Solution, Verdict};

/// IDA* with a transposition table: a position that was entered in the same iteration at no greater cost is not entered
/// again, as long as the table remembers it.
///
/// - *Guarantee*: optimal with an admissible heuristic. What is left out was searched in the same iteration from the
///   same position with at least as much of the bound left; all moves of a position are tried, also those that the move
///   before makes useless, for a table that knows nothing of that move must not lose what it would have led to.
/// - *Ties*: moves as the space gives them.
/// - *Duplicates*: positions on the path are left out, and those that the table knows.
/// - *Table*: a given number of positions, two in each place: one that stays while what comes is dearer, and one that
///   is always replaced. What is forgotten is searched again, nothing more.
/// - *Memory*: the table, all of it from the first step on, and the current path.
/// - *Reference*: Reinefeld & Marsland 1994, Enhanced iterative-deepening search.
#[must_use = "a search does nothing until it is run"]
pub struct TranspositionIda<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    admissible: bool,
    start_bound: Cost,
    tree: Tree<'s, P, H>,
    table: Table<P::Key>,
    begun: bool,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> TranspositionIda<'s, P, H> {
    /// A search that has not begun, with room for so many positions in its table, at least two.
    pub fn new(space: &'s P, heuristic: &'s H, capacity: usize) -> Self {
        Self {
            space,
            admissible: heuristic.quality(space).admissible,
            start_bound: start_bound(space, heuristic),
            tree: Tree::new(space, heuristic, true),
            table: Table { places: Vec::new(), pairs: (capacity / 2).max(1), iteration: 0, stored: 0 },
            begun: false,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            if self.space.is_goal(&self.tree.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            self.tree.others = self.table.bytes(self.space.key_heap_bytes());
            meter.reserve(self.tree.others)?;
            self.table.make();
            self.begun = true;
            return self.iterate(self.tree.start_h(), meter);
        }
        let (space, table) = (self.space, &mut self.table);
        let probe = self.tree.step(meter, |state, g, _| Ok(table.enter(space.pack(state), g)))?;
        match probe {
            Probe::Expanded => Ok(None),
            Probe::Goal(moves, cost) => {
                // All that is cheaper than the bound was searched in the iterations before.
                let proven = if self.admissible { self.tree.bound } else { self.start_bound };
                Ok(Some(Verdict::Solved(Solution::bounded(moves, cost, proven.min(cost)))))
            }
            Probe::Done => self.iterate(self.tree.next, meter),
        }
    }

    fn iterate(&mut self, bound: Cost, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if bound >= UNCOUNTED {
            return if self.tree.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
        }
        if self.admissible {
            meter.tell(Event::Bound(bound));
        }
        self.table.iteration += 1;
        self.table.enter(self.space.pack(&self.space.start()), 0);
        self.tree.begin(bound, meter)?;
        Ok(None)
    }

    fn lower_bound(&self) -> Cost {
        if self.admissible { self.tree.bound.max(self.start_bound) } else { self.start_bound }
    }
}

/// Positions with the cost at which they were entered in an iteration.
struct Table<K> {
    places: Vec<[Option<Known<K>>; 2]>,
    pairs: usize,
    iteration: u32,
    stored: usize,
}

#[derive(Clone)]
struct Known<K> {
    key: K,
    g: Cost,
    iteration: u32,
}

impl<K: Clone + Eq + std::hash::Hash> Table<K> {
    fn bytes(&self, key_heap: usize) -> u64 {
        let each = (size_of::<[Option<Known<K>>; 2]>() + 2 * key_heap) as u64;
        (self.pairs as u64).saturating_mul(each)
    }

    fn make(&mut self) {
        self.places = vec![[const { None }; 2]; self.pairs];
    }

    /// Notes a position; `false` if it was entered in this iteration at this cost or below.
    fn enter(&mut self, key: K, g: Cost) -> bool {
        let place = ((u128::from(hash(&key)) * self.pairs as u128) >> 64) as usize;
        let iteration = self.iteration;
        let [stays, newest] = &mut self.places[place];
        for known in [&mut *stays, &mut *newest].into_iter().flatten() {
            if known.key == key {
                let is_new = known.iteration != iteration || g < known.g;
                if is_new {
                    (known.g, known.iteration) = (g, iteration);
                }
                return is_new;
            }
        }
        let is_kept = stays.as_ref().is_some_and(|known| known.iteration == iteration && known.g <= g);
        let slot = if is_kept { newest } else { stays };
        self.stored += usize::from(slot.is_none());
        *slot = Some(Known { key, g, iteration });
        true
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for TranspositionIda<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        let view = self.tree.view();
        View { stored: view.stored + self.table.stored, ..view }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.tree.waiting(most)
    }
}
