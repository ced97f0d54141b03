//! All below one position within a bound on f, by plain recursion: the inner loop of IDA* for small positions and
//! estimates that cost next to nothing.
//!
//! An iteration that finds no goal expands the same positions in any order. So a subtree is swept in the order that
//! costs least: moves as they come, each position a copy in registers, nothing kept of the path, no list of children.
//! If there is a goal in it, or the expansions that it may take are used up, the sweep is as if it had not been, and
//! [`Dive`](super::dive::Dive) searches the subtree in its own order. What is counted is then what it counts,
//! and a search that is stepped, which never sweeps, is the same search. To do a subtree twice costs little: a
//! large iteration has thousands of them.
//!
//! The code is compiled once for each place of a space ([`StateSpace::PLACES`]), with the moves of that place written
//! out: branches then are as many as there are ways to go, and the processor foresees each by itself.

use std::ops::ControlFlow;

use super::dive::{Node, Reach, Setting};
use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{ANYWHERE, Cost, DEAD_END, Follow, StateSpace, after, through};

/// No sweep goes deeper: each move takes room on the stack of the thread.
const DEEPEST: Cost = 1000;
/// Positions and partials of more bytes are not copied from move to move.
const SMALL: usize = 16;

/// What was seen in a subtree without a goal.
#[derive(Clone, Copy)]
pub(super) struct Swept {
    pub(super) expanded: u64,
    /// The least f above the bound.
    pub(super) next_bound: Cost,
    /// The least h.
    pub(super) nearest: Cost,
}

/// Whether sweeps pay in a space with a heuristic: the space says so by having places, and nothing needs to be kept
/// but small copies. Not in WebAssembly: there what is loaded is to be small, and this is a lot of code.
pub(super) const fn pays<P: StateSpace, H: Heuristic<P>, A: Ahead<P, H>>() -> bool {
    if cfg!(target_arch = "wasm32") {
        return false;
    }
    let small = size_of::<P::State>() <= SMALL && size_of::<H::Partial>() <= SMALL;
    P::PLACES > 0 && !P::LOOKS_BACK && small && A::WHOLE && !std::mem::needs_drop::<P::State>()
}

/// Sweeps the subtree of `node`, which must be no goal and within the bound. `None` if there is a goal in it, if it
/// takes more than `most` expansions, or if it cannot be swept; nothing is counted then.
pub(super) fn sweep<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    setting: Setting<'_, P, H, R>,
    node: &Node<P, H, R>,
    reach: Reach,
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Swept>, Stop> {
    if const { !pays::<P, H, A>() } {
        return Ok(None);
    }
    let Some(via) = node.via else { return Ok(None) };
    let deepest = (reach.bound - node.g).checked_div(setting.space.least_cost());
    if reach != Reach::to(reach.bound) || deepest.is_none_or(|deepest| deepest > DEEPEST) {
        return Ok(None);
    }
    let most = meter.most_at_once()?.min(most);
    let mut sweep = Sweep {
        setting,
        bound: reach.bound,
        left: most,
        beyond: 0,
        next_bound: DEAD_END,
        nearest: Cost::MAX,
    };
    let place = setting.space.place(via);
    let swept = sweep.enter(place, node.state.clone(), node.partial, node.past, node.g, via);
    if swept.is_break() {
        return Ok(None);
    }
    let expanded = most - sweep.left;
    // Each position but the first was generated, and those beyond the bound were too.
    meter.stats.generated += expanded - 1 + sweep.beyond;
    meter.expand_at_once(expanded);
    Ok(Some(Swept { expanded, next_bound: sweep.next_bound, nearest: sweep.nearest }))
}

/// A sweep under way.
struct Sweep<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    setting: Setting<'s, P, H, R>,
    bound: Cost,
    /// Expansions that may still be made.
    left: u64,
    /// Positions that were generated and are beyond the bound.
    beyond: u64,
    next_bound: Cost,
    nearest: Cost,
}

/// A position whose moves are being followed.
struct Here<'a, 's, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    sweep: &'a mut Sweep<'s, P, H, R>,
    state: P::State,
    partial: H::Partial,
    past: R::Past,
    g: Cost,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Sweep<'_, P, H, R> {
    /// Expands a position at a place and all below it; breaks off at a goal.
    #[inline(always)]
    fn enter(
        &mut self,
        place: usize,
        state: P::State,
        partial: H::Partial,
        past: R::Past,
        g: Cost,
        via: P::Move,
    ) -> ControlFlow<()> {
        macro_rules! places {
            ($($number:literal)*) => {
                match place {
                    $($number if const { $number < P::PLACES } =>
                        self.expand::<$number>(state, partial, past, g, via),)*
                    _ => self.expand::<ANYWHERE>(state, partial, past, g, via),
                }
            };
        }
        places! {
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
        }
    }

    fn expand<const PLACE: usize>(
        &mut self,
        state: P::State,
        partial: H::Partial,
        past: R::Past,
        g: Cost,
        via: P::Move,
    ) -> ControlFlow<()> {
        let Setting { space, heuristic, .. } = self.setting;
        let h = heuristic.value(partial);
        // Every goal is at 0.
        if ((h == 0 || !H::ZERO_AT_GOALS) && space.is_goal(&state)) || self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if h < self.nearest {
            self.note_nearest(h);
        }
        let mut here = Here { sweep: self, state: state.clone(), partial, past, g };
        space.each_move::<PLACE>(&state, via, &mut here)
    }

    // Rare: what is foreseen costs less here than what is computed and stored each time.
    #[cold]
    fn note_nearest(&mut self, h: Cost) {
        self.nearest = h;
    }

    #[cold]
    fn note_beyond(&mut self, f: Cost) {
        self.next_bound = f;
    }
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Follow<P> for Here<'_, '_, P, H, R> {
    #[inline(always)]
    fn follow(&mut self, m: P::Move, place: usize) -> ControlFlow<()> {
        let Setting { space, heuristic, pruner } = self.sweep.setting;
        let Some(past) = pruner.after(space, self.past, m) else { return ControlFlow::Continue(()) };
        let partial = heuristic.foresee(space, self.partial, m, &self.state);
        let g = after(self.g, space.cost(m));
        let f = through(g, heuristic.value(partial));
        if f <= self.sweep.bound {
            let mut state = self.state.clone();
            space.apply(&mut state, m);
            return self.sweep.enter(place, state, partial, past, g, m);
        }
        self.sweep.beyond += 1;
        // As in a dive, which does not look at what lies behind a move that is itself too dear.
        let f = if g > self.sweep.bound { g } else { f };
        if f < self.sweep.next_bound {
            self.sweep.note_beyond(f);
        }
        ControlFlow::Continue(())
    }
}
