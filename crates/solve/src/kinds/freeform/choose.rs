//! What suits a puzzle when the user leaves it open, and what does not go with it.

use slidewise_search::Weight;

use super::Freeform;
use super::entry::DISTANCE;
use crate::algorithm::Algorithm;
use crate::machine;
use crate::metric::Metric;
use crate::plan::Plan;
use crate::refusal::{Refusal, Setting};
use crate::spec::{HeuristicChoice, Spec};
use crate::weight::WeightChoice;

/// Fills in what the spec leaves open.
pub(super) fn choose(freeform: &Freeform, spec: &Spec, metric: Metric) -> Plan {
    // Settings that few searches take say which is meant.
    let algorithm = spec.algorithm.unwrap_or(match spec {
        Spec { bound: Some(_), .. } => Algorithm::Arastar,
        Spec { weight: Some(_), .. } => Algorithm::Wastar,
        Spec { depth_limit: Some(_), .. } => Algorithm::Ida,
        Spec { keep_every: Some(_), .. } => Algorithm::Layered,
        _ => suited_algorithm(freeform),
    });
    let suited = || HeuristicChoice::named(DISTANCE);
    Plan {
        heuristic: algorithm.takes(Setting::Heuristic).then(|| spec.heuristic.clone().unwrap_or_else(suited)),
        weight: algorithm.takes(Setting::Weight).then(|| match spec.weight {
            Some(WeightChoice::Fixed(weight)) => weight,
            Some(WeightChoice::Auto) | None => Weight::new(2, 1).unwrap_or(Weight::ONE),
        }),
        bound: spec.bound.unwrap_or(Weight::ONE),
        depth_limit: spec.depth_limit,
        threads: match algorithm {
            Algorithm::Layered => spec.threads.unwrap_or_else(machine::threads),
            _ => 1,
        },
        keep_every: spec.keep_every,
        ..Plan::bare(algorithm, metric)
    }
}

fn suited_algorithm(_: &Freeform) -> Algorithm {
    Algorithm::Astar
}

/// What only this kind can tell to be wrong.
pub(super) fn check(spec: &Spec, plan: &Plan) -> Result<(), Refusal> {
    if plan.algorithm == Algorithm::Ida && spec.threads.is_some_and(|threads| threads > 1) {
        let reason = "ida runs on one thread for tile puzzles on free boards";
        return Err(Refusal::new(Setting::Threads, reason).instead([Algorithm::Layered.name()]));
    }
    Ok(())
}
