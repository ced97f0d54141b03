//! One combination of an experiment, and the product of lists that gives many.

use std::fmt;
use std::time::Duration;

use slidewise_puzzles::bricks::Metric as BrickMetric;
use slidewise_search::Cost;

use super::instance::Subject;
use crate::bricks::BrickSpec;
use crate::either::{AnyHeuristic, AnyMetric};
use crate::registry::{Algorithm, Named, TileMetric, TileRepr};
use crate::spec::{TileSpec, WeightChoice};
use crate::units::duration_text;

/// How puzzles are to be solved; written as its parts with spaces between, which is its name in every table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The search.
    pub algorithm: Algorithm,
    /// The estimate; what suits the puzzle if `None` and the search needs one.
    pub heuristic: Option<AnyHeuristic>,
    /// The weight of the estimate.
    pub weight: Option<WeightChoice>,
    /// How positions are kept; what suits the board if `None`.
    pub repr: Option<TileRepr>,
    /// What counts as a move; what suits the puzzle if `None`.
    pub metric: Option<AnyMetric>,
    /// Positions kept in each layer of a beam.
    pub beam_width: Option<usize>,
    /// For depth-first searches: nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// Threads. One unless said, so that counts are the same everywhere.
    pub threads: usize,
    /// A time limit of its own.
    pub time_limit: Option<Duration>,
}

impl From<Algorithm> for Spec {
    fn from(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            heuristic: None,
            weight: None,
            repr: None,
            metric: None,
            beam_width: None,
            depth_limit: None,
            threads: 1,
            time_limit: None,
        }
    }
}

impl Spec {
    /// Whether it ends only when time or nodes run out.
    pub fn is_endless(&self) -> bool {
        self.algorithm == Algorithm::Anytime
    }

    /// Parts that contradict each other.
    pub fn check(&self) -> Result<(), String> {
        let name = self.algorithm.name();
        if self.heuristic.is_some() && !self.algorithm.is_informed() {
            return Err(format!("{name} uses no heuristic"));
        }
        if self.weight.is_some() && self.algorithm != Algorithm::Wastar {
            return Err(format!("{name} takes no weight; use wastar"));
        }
        if self.depth_limit.is_some() && !self.algorithm.takes_depth_limit() {
            return Err(format!("{name} takes no depth limit; use dfs, iterative-deepening or ida"));
        }
        if self.beam_width.is_some() && self.algorithm != Algorithm::Beam {
            return Err(format!("{name} takes no beam width; use beam"));
        }
        Ok(())
    }

    /// Whether it is for puzzles of this kind, or why not.
    pub fn suits(&self, subject: &Subject) -> Result<(), String> {
        let for_bricks = self.algorithm == Algorithm::Layered
            || matches!(self.metric, Some(AnyMetric::Bricks(_)))
            || self.heuristic.as_ref().is_some_and(|heuristic| heuristic.tiles.is_none());
        let for_tiles = matches!(self.algorithm, Algorithm::Beam | Algorithm::Anytime)
            || matches!(self.metric, Some(AnyMetric::Tiles(_)))
            || self.repr.is_some()
            || self.heuristic.as_ref().is_some_and(|heuristic| heuristic.bricks.is_none());
        match subject {
            _ if for_bricks && for_tiles => Err("one part is for tiles, another for bricks".into()),
            Subject::Tiles(_) if for_bricks => Err("this is for brick puzzles, not for tiles".into()),
            Subject::Bricks(_) if for_tiles => Err("this is for tile puzzles, not for bricks".into()),
            _ => Ok(()),
        }
    }

    /// What it means for tiles.
    pub(super) fn for_tiles(&self, seed: u64) -> TileSpec {
        TileSpec {
            algorithm: Some(self.algorithm),
            heuristic: self.heuristic.as_ref().and_then(|heuristic| heuristic.tiles.clone()),
            weight: self.weight,
            depth_limit: self.depth_limit,
            repr: self.repr,
            metric: Some(self.tile_metric()),
            beam_width: self.beam_width,
            threads: Some(self.threads),
            seed: Some(seed),
            bound: None,
        }
    }

    /// What it means for bricks; `suited` is the metric that suits the puzzle.
    pub(super) fn for_bricks(&self, suited: BrickMetric) -> BrickSpec {
        BrickSpec {
            algorithm: Some(self.algorithm),
            heuristic: self.heuristic.as_ref().and_then(|heuristic| heuristic.bricks),
            weight: self.weight,
            depth_limit: self.depth_limit,
            metric: self.brick_metric(suited),
            threads: Some(self.threads),
            spill: None,
            keep_every: None,
        }
    }

    /// What counts as a move of tiles.
    pub fn tile_metric(&self) -> TileMetric {
        match self.metric {
            Some(AnyMetric::Tiles(metric)) => metric,
            _ => TileMetric::Single,
        }
    }

    /// What counts as a move of bricks.
    pub fn brick_metric(&self, suited: BrickMetric) -> BrickMetric {
        match self.metric {
            Some(AnyMetric::Bricks(metric)) => metric,
            _ => suited,
        }
    }
}

/// `astar manhattan`, `wastar manhattan weight 1.5`, `bfs string`, `anytime 10s threads 2`.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name())?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, " {heuristic}")?;
        }
        if let Some(weight) = self.weight {
            write!(f, " weight {weight}")?;
        }
        if let Some(width) = self.beam_width {
            write!(f, " width {width}")?;
        }
        if let Some(depth) = self.depth_limit {
            write!(f, " depth {depth}")?;
        }
        if let Some(repr) = self.repr {
            write!(f, " {}", repr.name())?;
        }
        if let Some(metric) = self.metric {
            write!(f, " {}", metric.name())?;
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
    /// Estimates, for the searches that use one.
    pub heuristics: Vec<AnyHeuristic>,
    /// Weights, for weighted A*.
    pub weights: Vec<WeightChoice>,
    /// Representations.
    pub reprs: Vec<TileRepr>,
    /// Metrics.
    pub metrics: Vec<AnyMetric>,
    /// Beam widths, for beams.
    pub beam_widths: Vec<usize>,
    /// Depth limits, for the searches that take one.
    pub depth_limits: Vec<Cost>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Time limits.
    pub time_limits: Vec<Duration>,
}

impl Axes {
    /// Every combination, each once, in the order of the lists.
    pub fn product(&self) -> Vec<Spec> {
        let mut specs: Vec<Spec> = self.algorithms.iter().map(|&algorithm| algorithm.into()).collect();
        let informed = |spec: &Spec| spec.algorithm.is_informed();
        cross(&mut specs, &self.heuristics, informed, |spec, h| spec.heuristic = Some(h.clone()));
        let weighted = |spec: &Spec| spec.algorithm == Algorithm::Wastar;
        cross(&mut specs, &self.weights, weighted, |spec, &w| spec.weight = Some(w));
        let beam = |spec: &Spec| spec.algorithm == Algorithm::Beam;
        cross(&mut specs, &self.beam_widths, beam, |spec, &width| spec.beam_width = Some(width));
        let depth = |spec: &Spec| spec.algorithm.takes_depth_limit();
        cross(&mut specs, &self.depth_limits, depth, |spec, &limit| spec.depth_limit = Some(limit));
        let any = |_: &Spec| true;
        cross(&mut specs, &self.reprs, any, |spec, &repr| spec.repr = Some(repr));
        cross(&mut specs, &self.metrics, any, |spec, &metric| spec.metric = Some(metric));
        cross(&mut specs, &self.time_limits, any, |spec, &limit| spec.time_limit = Some(limit));
        cross(&mut specs, &self.threads, any, |spec, &threads| spec.threads = threads);
        let mut unique: Vec<Spec> = Vec::with_capacity(specs.len());
        for spec in specs {
            if !unique.contains(&spec) {
                unique.push(spec);
            }
        }
        unique
    }
}

/// Replaces each spec that takes the part by one for each value; the others stay as they are.
fn cross<T>(specs: &mut Vec<Spec>, values: &[T], takes: impl Fn(&Spec) -> bool, set: impl Fn(&mut Spec, &T)) {
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
        axes.product().iter().map(ToString::to_string).collect()
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
    }

    #[test]
    fn every_part_that_is_set_shows_in_the_name() {
        let axes = Axes {
            algorithms: vec![Algorithm::Beam, Algorithm::Ida],
            beam_widths: vec![100],
            depth_limits: vec![30],
            reprs: vec![TileRepr::String],
            metrics: vec![AnyMetric::Tiles(TileMetric::Multi)],
            threads: vec![2],
            time_limits: vec![Duration::from_millis(1500)],
            ..Axes::default()
        };
        let expected =
            ["beam width 100 string multi 1.5s threads 2", "ida depth 30 string multi 1.5s threads 2"];
        assert_eq!(names(&axes), expected);
    }

    #[test]
    fn contradictions_are_refused() {
        let spec = |algorithm: Algorithm| Spec::from(algorithm);
        let heuristic = Some("manhattan".parse().unwrap());
        assert!(Spec { heuristic, ..spec(Algorithm::Bfs) }.check().unwrap_err().contains("no heuristic"));
        let weight = Some(WeightChoice::Auto);
        assert!(Spec { weight, ..spec(Algorithm::Astar) }.check().unwrap_err().contains("use wastar"));
        assert!(Spec { depth_limit: Some(3), ..spec(Algorithm::Bfs) }.check().is_err());
        assert!(Spec { beam_width: Some(3), ..spec(Algorithm::Bfs) }.check().is_err());
    }
}
