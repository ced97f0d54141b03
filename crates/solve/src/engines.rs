//! From a plan to its engine: the one match over the loops of the search library, for every kind of puzzle, for whole
//! runs and for steps.

use slidewise_search::any::{AnyHeuristic, AnySpace, ToAnyKey, ToAnyMove, retyped};
use slidewise_search::engine::{
    Beam, BeamOptions, BestFirst, BreadthFirst, Deepening, DepthFirst, Engine, HashDistributedByCrew,
    Unsuited,
};
use slidewise_search::{Ahead, Heuristic, Pruner, Reversible};

use crate::algorithm::{Algorithm, Loop};
use crate::plan::Plan;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::untyped::{self, TowardsStart, Untyped};

/// An engine whose type is known no more.
pub(crate) type AnyEngine<'s, P> = Box<dyn Engine<P> + Send + 's>;

const NEEDS_GOALS: &str = "needs a goal that gives every piece its place";

fn refusal(plan: &Plan, reason: &str) -> Refusal {
    Refusal::new(Setting::Algorithm, format!("{} {reason}", plan.algorithm.name()))
}

/// What is said of a plan whose search is not for its space or heuristic.
pub(crate) fn refused(plan: &Plan, unsuited: Unsuited) -> SolveError {
    match unsuited {
        Unsuited::Goals => refusal(plan, NEEDS_GOALS).instead(["astar", "ida"]),
        Unsuited::Inconsistent => {
            let reason = "needs a heuristic that is consistent in this metric";
            refusal(plan, reason).instead(["nbs", "another heuristic"])
        }
        Unsuited::Inadmissible => {
            let reason = "needs a heuristic that is admissible in this metric";
            refusal(plan, reason).instead(["astar", "another heuristic"])
        }
        other => refusal(plan, &format!("cannot be used here: {other}")).instead(["astar"]),
    }
    .into()
}

/// The engine of a plan. Searches without a heuristic do not look at the one given. `any` is the space with its
/// heuristic for the searches that are compiled once, and `back` what those from both ends have to go by.
pub(crate) fn engine<'s, P, H, N, A, const BEAM: bool>(
    plan: &Plan,
    space: &'s P,
    heuristic: &'s H,
    pruner: &'s N,
    any: Option<(&'s AnySpace, &'s TowardsStart)>,
) -> Result<AnyEngine<'s, P>, SolveError>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P>,
    N: Pruner<P>,
    A: Ahead<P, H> + 's,
{
    let refused_for = |reason: &str| refusal(plan, reason);
    let Some(search_loop) = Algorithm::search_loop(plan) else {
        return Err(refused_for("cannot be followed step by step").instead(["astar", "ida", "bfs"]).into());
    };
    debug_assert_eq!(plan.algorithm.may_be_left_out(), matches!(search_loop, Loop::Untyped(_)));
    Ok(match search_loop {
        Loop::BreadthFirst => Box::new(BreadthFirst::new(space)),
        Loop::BothEnds => Box::new(
            BreadthFirst::from_both_ends(space)
                .ok_or_else(|| refused_for(NEEDS_GOALS).instead(["bfs", "astar"]))?,
        ),
        Loop::DepthFirst { limit, deepening: false } => Box::new(DepthFirst::new(space, limit)),
        Loop::DepthFirst { limit, deepening: true } => Box::new(DepthFirst::deepening(space, limit)),
        Loop::Deepening(options) => {
            let search = Deepening::<P, H, N, A>::keeping(space, heuristic, pruner, options);
            // In a browser there are none, and their code would be dead weight.
            if cfg!(target_family = "wasm") {
                Box::new(search)
            } else if let Some(crew) = &plan.crew {
                Box::new(search.by_crew(crew.processes()))
            } else {
                Box::new(search.on_threads(plan.threads))
            }
        }
        Loop::BestFirst(order) => Box::new(BestFirst::new(space, heuristic, order)),
        Loop::Repairing { first, bound } => Box::new(BestFirst::repairing(space, heuristic, first, bound)),
        Loop::Beam { width, threads, seed, limit } if BEAM => {
            let options = BeamOptions { threads, seed, depth_limit: limit, ..BeamOptions::width(width) };
            Box::new(Beam::new(space, heuristic, options))
        }
        Loop::Untyped(search) => {
            let Some((any, back)) = any.filter(|_| cfg!(feature = "textbook")) else {
                return Err(refused_for("was left out here").instead(["astar", "ida", "bfs"]).into());
            };
            let engine = match (search, &plan.crew) {
                (Untyped::HashDistributed { .. }, Some(crew)) if cfg!(not(target_family = "wasm")) => {
                    HashDistributedByCrew::new(any, &AnyHeuristic, crew.processes())
                        .map(|engine| Box::new(engine) as Box<dyn Engine<AnySpace> + Send>)
                }
                _ => untyped::engine(search, any, back),
            };
            Box::new(retyped(engine.map_err(|unsuited| refused(plan, unsuited))?))
        }
        // Where beams are not compiled for the types, there is one for a space that has forgotten them.
        Loop::Beam { width, threads, seed, limit } => {
            let Some((any, _)) = any.filter(|_| cfg!(feature = "textbook") && plan.repr.is_none()) else {
                return Err(refused_for("does not go with these positions and this heuristic").into());
            };
            let options = BeamOptions { threads, seed, depth_limit: limit, ..BeamOptions::width(width) };
            Box::new(retyped(Box::new(Beam::new(any, &AnyHeuristic, options))))
        }
    })
}
