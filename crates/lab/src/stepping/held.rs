//! An engine together with the space and the heuristic that it borrows, their types forgotten.

use std::ops::ControlFlow;
use std::sync::Arc;

use self_cell::self_cell;
use slidewise_search::{Cancel, Cost, Heuristic, Limits, Meter, Pruner, StateSpace, Stats, Verdict};

use super::{Answer, Position, Spent, StepError, View, Waiting};
use crate::engines::{AnyEngine, Plan};
use crate::registry::Algorithm;

self_cell!(
    /// The things that an engine borrows, and the engine.
    pub(super) struct Held {
        owner: Box<dyn Source>,
        #[covariant]
        dependent: Going,
    }
);

impl Held {
    /// Begins a search.
    pub(super) fn begin(source: impl Source + 'static) -> Self {
        Self::new(Box::new(source), |source| source.begin())
    }
}

/// What a search is made of.
pub(super) trait Source: Send + Sync {
    /// The search, not yet begun.
    fn begin(&self) -> Going<'_>;
}

type Going<'s> = Box<dyn Running + Send + 's>;

/// A search whose space is known no more.
pub(super) trait Running {
    /// Goes on for so many expansions; the answer if the search ends, or why there is none.
    fn step(
        &mut self,
        expansions: u64,
        limits: &Limits,
        cancel: &Cancel,
        spent: &mut Spent,
    ) -> Result<Option<Answer>, StepError>;

    /// What it has in hand.
    fn view(&self, stats: &Stats) -> View;

    /// What it is to expand next.
    fn waiting(&self, most: usize) -> Vec<Waiting>;
}

/// What is known only of puzzles of one kind: how a position looks, and what a verdict means.
pub(super) trait Kind<P: StateSpace>: Send + Sync {
    /// The position with this key.
    fn position(&self, space: &P, key: &P::Key) -> Position;
    /// The answer that a verdict gives, checked.
    fn answer(&self, space: &P, verdict: Verdict<P::Move>, spent: &Spent) -> Result<Answer, StepError>;
}

/// All that an engine is made from.
pub(super) struct Search<P, H, N, T, F> {
    pub(super) space: P,
    pub(super) heuristic: H,
    pub(super) pruner: Arc<N>,
    pub(super) plan: Plan,
    pub(super) kind: T,
    /// Makes the engine.
    pub(super) make: F,
}

impl<P, H, N, T, F> Source for Search<P, H, N, T, F>
where
    P: StateSpace + 'static,
    H: Heuristic<P> + 'static,
    N: Pruner<P> + 'static,
    T: Kind<P> + 'static,
    F: for<'s> Fn(&Plan, &'s P, &'s H, &'s N) -> AnyEngine<'s, P> + Send + Sync,
{
    fn begin(&self) -> Going<'_> {
        let engine = (self.make)(&self.plan, &self.space, &self.heuristic, &self.pruner);
        Box::new(Live { space: &self.space, plan: &self.plan, kind: &self.kind, engine })
    }
}

struct Live<'s, P, T> {
    space: &'s P,
    plan: &'s Plan,
    kind: &'s T,
    engine: AnyEngine<'s, P>,
}

impl<P: StateSpace, T: Kind<P>> Running for Live<'_, P, T> {
    fn step(
        &mut self,
        expansions: u64,
        limits: &Limits,
        cancel: &Cancel,
        spent: &mut Spent,
    ) -> Result<Option<Answer>, StepError> {
        let mut unseen = ();
        let mut meter = Meter::new(spent.left_of(limits), cancel.clone(), &mut unseen);
        let mut verdict = None;
        while verdict.is_none() && meter.stats.expanded < expansions {
            if let ControlFlow::Break(end) = self.engine.step(&mut meter) {
                verdict = Some(end);
            }
        }
        spent.stats = spent.stats.plus(&meter.stats);
        spent.time += meter.elapsed();
        verdict.map(|verdict| self.kind.answer(self.space, verdict, spent)).transpose()
    }

    fn view(&self, stats: &Stats) -> View {
        let seen = self.engine.view();
        let along_a_path = matches!(self.plan.algorithm, Algorithm::IterativeDeepening | Algorithm::Ida);
        View {
            position: self.kind.position(self.space, &seen.position),
            parent: seen.parent.map(|parent| self.kind.position(self.space, &parent)),
            g: seen.g,
            h: seen.h,
            f: seen.h.map(|h| f(self.plan, seen.g, h)),
            bound: seen.bound,
            frontier: seen.frontier,
            closed: if along_a_path { 0 } else { stats.expanded - stats.reopened },
            stored: seen.stored,
        }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting> {
        let shown = |waiting: slidewise_search::Waiting<P::Key>| Waiting {
            position: self.kind.position(self.space, &waiting.position),
            g: waiting.g,
            h: waiting.h,
            f: waiting.h.map(|h| f(self.plan, waiting.g, h)),
        };
        self.engine.waiting(most).into_iter().map(shown).collect()
    }
}

/// What a search by this plan takes positions in the order of.
fn f(plan: &Plan, g: Cost, h: Cost) -> f64 {
    let weight = plan.weight.map_or(1.0, |w| f64::from(w.num()) / f64::from(w.den()));
    match plan.algorithm {
        Algorithm::Greedy => f64::from(h),
        _ => f64::from(g) + weight * f64::from(h),
    }
}

impl Spent {
    /// What these limits leave.
    fn left_of(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(self.stats.expanded)),
            time: limits.time.map(|most| most.saturating_sub(self.time)),
            memory: limits.memory,
        }
    }
}
