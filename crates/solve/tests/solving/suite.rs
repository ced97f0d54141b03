//! The table of expectations, `testdata/tiles.toml`, against every engine.

use serde::Deserialize;
use slidewise_lab::registry::{Algorithm, Named, TileHeuristic, TileMetric, TileRepr};
use slidewise_lab::{Lab, Outcome, TileSpec, Watch};
use slidewise_puzzles::tiles::parse::{ParseOptions, parse};
use slidewise_puzzles::tiles::{Goal, TilePuzzle};
use slidewise_search::{Cancel, Limits, Proof};

use crate::judge::{replay, solution};
use crate::specs::{admissible, all};

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
    cost: Option<u32>,
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
    fn puzzle(&self) -> TilePuzzle {
        if let Some(size) = self.size {
            let options = ParseOptions { size: Some(size), form: None };
            let start = parse(&self.board, &options).expect(&self.name).board;
            assert_eq!(self.goal, "blank-last", "{}: a size is for named goals", self.name);
            return TilePuzzle::towards(start, &Goal::BlankLast).expect(&self.name);
        }
        crate::judge::puzzle(&self.board, &self.goal)
    }

    fn excludes(&self, algorithm: Algorithm, heuristic: Option<TileHeuristic>) -> bool {
        self.exclude.iter().any(|exclusion| {
            assert!(!exclusion.reason.is_empty(), "{}: an exclusion has a reason", self.name);
            let names =
                |list: &[String], name: &str| list.is_empty() || list.iter().any(|known| known == name);
            names(&exclusion.algorithms, algorithm.name())
                && names(&exclusion.heuristics, heuristic.map_or("", Named::name))
        })
    }

    /// What is expected of this engine: the cost if it is optimal, and never less.
    fn check(&self, lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec) {
        // An engine that the puzzle should have excluded fails, instead of running for ever.
        let limits = Limits { nodes: Some(5_000_000), memory: Some(1 << 30), time: None };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        let answer = lab.solve_watched(puzzle, spec, watch);
        let answer = answer.unwrap_or_else(|e| panic!("{}: {spec:?}: {e}", self.name));
        replay(&answer);
        let Some(cost) = self.cost else {
            assert_eq!(answer.outcome, Outcome::Unsolvable, "{}: {spec:?}", self.name);
            return;
        };
        assert_eq!(answer.outcome, Outcome::Solved, "{}: {spec:?}", self.name);
        let found = solution(&answer);
        let metric = answer.chosen.metric;
        let promises = match answer.chosen.algorithm {
            Algorithm::Dfs | Algorithm::Greedy => false,
            Algorithm::Astar | Algorithm::Wastar | Algorithm::Arastar | Algorithm::Ida => answer
                .chosen
                .heuristic
                .iter()
                .flat_map(|h| h.parts())
                .all(|part| admissible(metric).contains(part)),
            _ => true,
        };
        if promises {
            assert_eq!((found.cost, found.proof), (cost, Proof::Optimal), "{}: {spec:?}", self.name);
        }
        assert!(found.cost >= cost && answer.lower_bound <= Some(cost), "{}: {spec:?}", self.name);
    }
}

fn suite() -> Vec<Expectation> {
    let text = include_str!("../../../../testdata/tiles.toml");
    toml::from_str::<Suite>(text).expect("the table is well formed").puzzle
}

#[test]
fn every_engine_meets_the_expectations() {
    let lab = Lab::new();
    for expectation in suite() {
        assert!(expectation.cost.is_some() != expectation.unsolvable, "{}: either or", expectation.name);
        let metric = TileMetric::find(&expectation.metric).unwrap();
        let puzzle = expectation.puzzle();
        for spec in all() {
            let algorithm = spec.algorithm.unwrap();
            let heuristic = spec.heuristic.as_ref().map(|choice| choice.parts()[0]);
            if expectation.excludes(algorithm, heuristic) {
                continue;
            }
            expectation.check(&lab, &puzzle, &TileSpec { metric: Some(metric), ..spec });
        }
    }
}

#[test]
fn every_representation_meets_the_expectations() {
    let lab = Lab::new();
    for expectation in suite() {
        let metric = TileMetric::find(&expectation.metric).unwrap();
        let puzzle = expectation.puzzle();
        for &repr in TileRepr::ALL {
            let fits = repr != TileRepr::Integer || puzzle.start().cells().len() <= 9;
            if fits {
                let spec = TileSpec { metric: Some(metric), repr: Some(repr), ..TileSpec::default() };
                expectation.check(&lab, &puzzle, &spec);
            }
        }
    }
}
