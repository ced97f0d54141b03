//! The table of expectations, `testdata/tiles.toml`, against every engine.

use std::sync::Mutex;
use std::{iter, thread};

use serde::Deserialize;
use slidewise_solve::search::{Cancel, Limits, Proof};
use slidewise_solve::spec::metric;
use slidewise_solve::{
    AnyPuzzle, HeuristicChoice, Outcome, Reading, Refusal, Setting, Solver, Spec, Watch, read_one,
};

use crate::judge::{replay, solution};
use crate::specs::{all, promises};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    puzzle: Vec<Expectation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    name: String,
    board: String,
    size: Option<(usize, usize)>,
    #[serde(default = "blank_last")]
    goal: String,
    #[serde(default = "single")]
    metric: String,
    cost: Option<u64>,
    #[serde(default)]
    unsolvable: bool,
    #[serde(default)]
    exclude: Vec<Exclusion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exclusion {
    #[serde(default)]
    algorithms: Vec<String>,
    #[serde(default)]
    heuristics: Vec<String>,
    reason: String,
}

fn blank_last() -> String {
    "blank-last".into()
}

fn single() -> String {
    "single".into()
}

impl Expectation {
    fn puzzle(&self) -> AnyPuzzle {
        let reading = Reading { size: self.size, goal: Some(self.goal.clone()), ..Reading::default() };
        read_one(&self.board, &reading).unwrap_or_else(|error| panic!("{}: {error}", self.name)).puzzle
    }

    fn excludes(&self, spec: &Spec) -> bool {
        let algorithm = spec.algorithm.map_or("", |algorithm| algorithm.name());
        let heuristic = spec.heuristic.as_ref().map(HeuristicChoice::to_string).unwrap_or_default();
        self.exclude.iter().any(|exclusion| {
            assert!(!exclusion.reason.is_empty(), "{}: an exclusion has a reason", self.name);
            let names =
                |list: &[String], name: &str| list.is_empty() || list.iter().any(|known| known == name);
            names(&exclusion.algorithms, algorithm) && names(&exclusion.heuristics, &heuristic)
        })
    }

    /// What is expected of this engine: the cost if it is optimal, and never less.
    fn check(&self, solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec) {
        // An engine that the puzzle should have excluded fails, instead of running for ever.
        let limits = Limits { nodes: Some(5_000_000), memory: Some(1 << 30), time: None };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        let answer = puzzle.solve(solver, spec, watch);
        let answer = answer.unwrap_or_else(|e| panic!("{}: {spec:?}: {e}", self.name));
        replay(&**puzzle, &answer);
        let Some(cost) = self.cost else {
            assert_eq!(answer.outcome, Outcome::Unsolvable, "{}: {spec:?}", self.name);
            return;
        };
        assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, None), "{}: {spec:?}", self.name);
        let (found, plan) = (solution(&answer), &answer.plan);
        // Weighted A* with the weight that suits small boards, which is 1, is A*; with falling weights it ends as A*.
        if promises(plan.algorithm, plan.heuristic.as_ref(), plan.metric.name()) {
            assert_eq!((found.cost, found.proof), (cost, Proof::Optimal), "{}: {spec:?}", self.name);
        }
        assert!(found.cost >= cost && answer.lower_bound <= Some(cost), "{}: {spec:?}", self.name);
    }
}

fn suite() -> Vec<Expectation> {
    let text = include_str!("../../../../testdata/tiles.toml");
    toml::from_str::<Suite>(text).expect("the table is well formed").puzzle
}

/// Puzzles are shared out among threads: one after another, they would take longer than all other tests here.
#[test]
fn every_engine_meets_the_expectations() {
    let (solver, waiting) = (Solver::new(), Mutex::new(suite().into_iter()));
    let next = || waiting.lock().expect("no thread panics while it holds the list").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                iter::from_fn(next).for_each(|expectation| ask_every_engine(&solver, &expectation))
            });
        }
    });
}

fn ask_every_engine(solver: &Solver, expectation: &Expectation) {
    assert!(expectation.cost.is_some() != expectation.unsolvable, "{}: either or", expectation.name);
    let metric = Some(metric(&expectation.metric).unwrap());
    let puzzle = expectation.puzzle();
    for spec in all().into_iter().filter(|spec| !expectation.excludes(spec)) {
        expectation.check(solver, &puzzle, &Spec { metric, ..spec });
    }
}

#[test]
fn every_representation_meets_the_expectations() {
    let solver = Solver::new();
    for expectation in suite() {
        let metric = Some(metric(&expectation.metric).unwrap());
        let puzzle = expectation.puzzle();
        for repr in puzzle.kind().entry().reprs {
            let spec = Spec { metric, repr: Some(repr.name), ..Spec::default() };
            // Some hold small boards only, and some are for the single metric.
            let is_refused = |refusal: Refusal| assert_eq!(refusal.setting, Setting::Repr, "{refusal}");
            match spec.plan(&solver, &*puzzle) {
                Ok(_) => expectation.check(&solver, &puzzle, &spec),
                Err(refusal) => is_refused(refusal),
            }
        }
    }
}
