//! One combination of an experiment, and the product of lists that gives many.

use std::fmt;
use std::time::Duration;

use slidewise_solve::search::Cost;
use slidewise_solve::units::duration_text;
use slidewise_solve::{
    Algorithm, HeuristicChoice, MoveOrder, Plan, Puzzle, Refusal, Setting, Solver, Spec as How, WeightChoice,
};

/// How puzzles are to be solved; written as its parts with spaces between, which is its name in every table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The search and its settings, but for threads and seed, which are set for each run.
    pub how: How,
    /// Threads. One unless said, so that counts are the same everywhere.
    pub threads: usize,
    /// A time limit of its own.
    pub time_limit: Option<Duration>,
}

impl From<How> for Spec {
    fn from(how: How) -> Self {
        Self { threads: how.threads.unwrap_or(1), time_limit: None, how: How { threads: None, ..how } }
    }
}

impl From<Algorithm> for Spec {
    fn from(algorithm: Algorithm) -> Self {
        How { algorithm: Some(algorithm), ..How::default() }.into()
    }
}

impl Spec {
    /// What a run is to do. The seed is for searches that leave something to chance.
    pub fn with_seed(&self, seed: u64) -> How {
        let by_chance = self.how.algorithm.is_some_and(|algorithm| algorithm.takes(Setting::Seed));
        let seed = if by_chance { Some(seed) } else { self.how.seed };
        How { threads: Some(self.threads), seed, ..self.how.clone() }
    }

    /// The same on one thread.
    pub(super) fn on_one_thread(&self) -> Self {
        Self { threads: 1, ..self.clone() }
    }

    /// What comes of it on a puzzle, or why it cannot be applied.
    pub fn plan(&self, solver: &Solver, puzzle: &dyn Puzzle) -> Result<Plan, Refusal> {
        self.with_seed(0).plan(solver, puzzle)
    }

    /// The same, or where the puzzle has no use for several threads, the same on one.
    pub(super) fn suited_to(&self, solver: &Solver, puzzle: &dyn Puzzle) -> Result<(Self, Plan), Refusal> {
        match self.plan(solver, puzzle) {
            Err(refusal) if refusal.setting == Setting::Threads && self.threads > 1 => {
                let alone = self.on_one_thread();
                alone.plan(solver, puzzle).map(|plan| (alone, plan))
            }
            planned => planned.map(|plan| (self.clone(), plan)),
        }
    }
}

/// `astar manhattan`, `wastar manhattan weight 1.5`, `bfs string`, `anytime 10s threads 2`.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let How { algorithm, heuristic, weight, depth_limit, repr, metric, beam_width, .. } = &self.how;
        f.write_str(algorithm.map_or("suited", Algorithm::name))?;
        if let Some(heuristic) = heuristic {
            write!(f, " {heuristic}")?;
        }
        if let Some(weight) = weight {
            write!(f, " weight {weight}")?;
        }
        if let Some(bound) = self.how.bound {
            write!(f, " bound {bound}")?;
        }
        if let Some(width) = beam_width {
            write!(f, " width {width}")?;
        }
        if let Some(capacity) = self.how.capacity {
            write!(f, " capacity {capacity}")?;
        }
        if let Some(depth) = depth_limit {
            write!(f, " depth {depth}")?;
        }
        if let Some(order) = self.how.order {
            write!(f, " order {order}")?;
        }
        if let Some(layers) = self.how.keep_every {
            write!(f, " keep {layers}")?;
        }
        for name in [repr, metric].into_iter().flatten() {
            write!(f, " {name}")?;
        }
        if let Some(time) = self.time_limit {
            write!(f, " {}", duration_text(time))?;
        }
        if self.threads != 1 {
            write!(f, " threads {}", self.threads)?;
        }
        Ok(())
    }
}

/// Lists whose product is many combinations. An empty list leaves its part open.
#[derive(Clone, Debug, Default)]
pub struct Axes {
    /// Searches.
    pub algorithms: Vec<Algorithm>,
    /// Estimates.
    pub heuristics: Vec<HeuristicChoice>,
    /// Weights of the estimate.
    pub weights: Vec<WeightChoice>,
    /// Representations, by the names that [`slidewise_solve::spec::repr`] gives.
    pub reprs: Vec<&'static str>,
    /// Metrics, by the names that [`slidewise_solve::spec::metric`] gives.
    pub metrics: Vec<&'static str>,
    /// Beam widths.
    pub beam_widths: Vec<usize>,
    /// Positions held, or looked at before a move.
    pub capacities: Vec<usize>,
    /// Depth limits.
    pub depth_limits: Vec<Cost>,
    /// Orders in which moves are tried.
    pub orders: Vec<MoveOrder>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Time limits.
    pub time_limits: Vec<Duration>,
}

impl Axes {
    /// Every combination, each once, in the order of the lists. A value goes with the searches on which it
    /// has an effect; one that has an effect on none of them is refused.
    pub fn product(&self) -> Result<Vec<Spec>, Refusal> {
        let mut specs: Vec<Spec> = self.algorithms.iter().map(|&algorithm| algorithm.into()).collect();
        cross(&mut specs, Setting::Heuristic, &self.heuristics, |how, h| how.heuristic = Some(h.clone()))?;
        cross(&mut specs, Setting::Weight, &self.weights, |how, &w| how.weight = Some(w))?;
        cross(&mut specs, Setting::BeamWidth, &self.beam_widths, |how, &w| how.beam_width = Some(w))?;
        cross(&mut specs, Setting::Capacity, &self.capacities, |how, &n| how.capacity = Some(n))?;
        cross(&mut specs, Setting::DepthLimit, &self.depth_limits, |how, &d| how.depth_limit = Some(d))?;
        cross(&mut specs, Setting::Order, &self.orders, |how, &order| how.order = Some(order))?;
        cross(&mut specs, Setting::Repr, &self.reprs, |how, &repr| how.repr = Some(repr))?;
        cross(&mut specs, Setting::Metric, &self.metrics, |how, &metric| how.metric = Some(metric))?;
        every(&mut specs, &self.time_limits, |_| true, |spec, &limit| spec.time_limit = Some(limit));
        cross(&mut specs, Setting::Threads, &self.threads, |how, &threads| how.threads = Some(threads))?;
        let mut unique: Vec<Spec> = Vec::with_capacity(specs.len());
        for spec in specs {
            let threads = spec.how.threads.unwrap_or(1);
            let spec = Spec { threads, how: How { threads: None, ..spec.how }, ..spec };
            if !unique.contains(&spec) {
                unique.push(spec);
            }
        }
        Ok(unique)
    }
}

/// Crosses with the values of a setting where they have an effect. If they have one nowhere, the first search
/// tells why.
fn cross<T>(
    specs: &mut Vec<Spec>,
    setting: Setting,
    values: &[T],
    set: impl Fn(&mut How, &T),
) -> Result<(), Refusal> {
    let takes = |spec: &Spec| {
        setting == Setting::Metric || spec.how.algorithm.is_none_or(|algorithm| algorithm.takes(setting))
    };
    let first = specs.first().filter(|_| !specs.iter().any(takes));
    for (spec, value) in first.iter().flat_map(|spec| values.iter().map(move |value| (spec, value))) {
        let mut how = How::default();
        set(&mut how, value);
        if let Some(algorithm) = spec.how.algorithm {
            how.check_effects(algorithm)?;
        }
    }
    every(specs, values, takes, |spec, value| set(&mut spec.how, value));
    Ok(())
}

/// Replaces each spec that takes the part by one for each value; the others stay as they are.
fn every<T>(specs: &mut Vec<Spec>, values: &[T], takes: impl Fn(&Spec) -> bool, set: impl Fn(&mut Spec, &T)) {
    if values.is_empty() {
        return;
    }
    let with = |spec: &Spec, value: &T| {
        let mut spec = spec.clone();
        set(&mut spec, value);
        spec
    };
    *specs = specs
        .iter()
        .flat_map(|spec| match takes(spec) {
            true => values.iter().map(|value| with(spec, value)).collect(),
            false => vec![spec.clone()],
        })
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axes: &Axes) -> Vec<String> {
        axes.product().unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_product_has_each_combination_once() {
        let axes = Axes {
            algorithms: vec![Algorithm::Bfs, Algorithm::Astar, Algorithm::Wastar, Algorithm::Bfs],
            heuristics: ["misplaced", "md"].map(|name| name.parse().unwrap()).to_vec(),
            weights: ["1.5", "auto"].map(|text| text.parse().unwrap()).to_vec(),
            ..Axes::default()
        };
        let expected = [
            "bfs",
            "astar misplaced",
            "astar manhattan",
            "wastar misplaced weight 1.5",
            "wastar misplaced weight auto",
            "wastar manhattan weight 1.5",
            "wastar manhattan weight auto",
        ];
        assert_eq!(names(&axes), expected);
        let repairing = Axes { algorithms: vec![Algorithm::Arastar], ..axes };
        assert_eq!(names(&repairing)[0], "arastar misplaced weight 1.5");
    }

    #[test]
    fn every_part_that_is_set_shows_in_the_name() {
        let axes = Axes {
            algorithms: vec![Algorithm::Beam, Algorithm::Ida],
            beam_widths: vec![100],
            depth_limits: vec![30],
            reprs: vec!["string"],
            metrics: vec!["multi"],
            threads: vec![2],
            time_limits: vec![Duration::from_millis(1500)],
            ..Axes::default()
        };
        let expected = [
            "beam width 100 depth 30 string multi 1.5s threads 2",
            "ida depth 30 string multi 1.5s threads 2",
        ];
        assert_eq!(names(&axes), expected);
    }

    #[test]
    fn a_value_without_any_effect_is_refused() {
        let of = |algorithm| Axes { algorithms: vec![algorithm], ..Axes::default() };
        let refused = |axes: Axes| axes.product().unwrap_err().to_string();
        let heuristics = vec!["manhattan".parse().unwrap()];
        assert!(refused(Axes { heuristics, ..of(Algorithm::Bfs) }).starts_with("bfs uses no heuristic; use"));
        let weights = vec![WeightChoice::Auto];
        assert_eq!(
            refused(Axes { weights, ..of(Algorithm::Astar) }),
            "astar takes no weight; use wastar, arastar, focal, ees, optimistic or dps"
        );
        assert!(refused(Axes { depth_limits: vec![3], ..of(Algorithm::Bfs) }).contains("no depth limit"));
        assert!(refused(Axes { beam_widths: vec![3], ..of(Algorithm::Bfs) }).contains("no beam width"));
        assert!(refused(Axes { threads: vec![1, 2], ..of(Algorithm::Bfs) }).contains("one thread"));
        assert_eq!(names(&Axes { threads: vec![1], ..of(Algorithm::Bfs) }), ["bfs"]);
        let threads = vec![2];
        let algorithms = vec![Algorithm::Bfs, Algorithm::Ida];
        assert_eq!(names(&Axes { algorithms, threads, ..Axes::default() }), ["bfs", "ida threads 2"]);
    }
}
