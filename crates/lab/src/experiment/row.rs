//! One run as data: a row of `results.csv`, an object of `results.json`. Fields are only ever added.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// What one run came to. What does not apply is empty in CSV and null in JSON. The counters are those of
/// [`slidewise_solve::search::Stats`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Row {
    /// The experiment.
    pub experiment: String,
    /// The puzzle.
    pub instance: String,
    /// The kind of puzzle.
    pub kind: String,
    /// What the puzzle can be compared with: the size of a board, as in `4x4`, or all of its kind.
    pub group: String,
    /// The combination.
    pub spec: String,
    /// The search.
    pub algorithm: String,
    /// The estimate.
    pub heuristic: Option<String>,
    /// Its weight.
    pub weight: Option<f64>,
    /// How positions were kept.
    pub repr: Option<String>,
    /// What counted as a move.
    pub metric: String,
    /// Threads that the search was given.
    pub threads: usize,
    /// The number of the run, from 1.
    pub run: u32,
    /// What decided between equals.
    pub seed: u64,
    /// `solved` whenever there is a solution, `unsolvable` if there is provably none, `stopped` if a limit came first,
    /// `unsupported` if the combination cannot be applied to the puzzle.
    pub verdict: String,
    /// What ended the search before its natural end: `time`, `nodes`, `memory`, `depth`, `width`.
    pub stopped_by: Option<String>,
    /// The cost of the solution.
    pub cost: Option<u64>,
    /// `optimal`, `within` or `none`.
    pub proof: Option<String>,
    /// No solution costs less.
    pub lower_bound: Option<u64>,
    /// The optimal cost that is published.
    pub optimum: Option<u64>,
    /// A cost that others found.
    pub found: Option<u64>,
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made to look at the position behind them.
    pub generated: u64,
    /// Positions expanded again, because a cheaper way to them was found.
    pub reopened: u64,
    /// Bytes in the search's stores at their fullest.
    pub peak_bytes: u64,
    /// Time of the search by a clock that never goes back.
    pub wall_seconds: f64,
    /// Processor time of all threads.
    pub cpu_seconds: Option<f64>,
    /// Time that went into tables for this puzzle and combination before the first run.
    pub setup_seconds: f64,
    /// The version of this program.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// Expansions under each bound on the cost that was proven on the way: `20:17 22:130`. For breadth-first search the
    /// bound is one more than the depth.
    pub by_bound: Option<String>,
    /// The puzzle in a line.
    pub start: Option<String>,
    /// The board to reach, where it can be asked for by text.
    pub goal: Option<String>,
    /// Why the combination cannot be applied to the puzzle.
    pub error: Option<String>,
    /// The moves of the solution, as `slidewise solve` writes them; empty where they are those of run 1.
    pub moves: Option<String>,
    /// When the run began: `2026-11-18T09:30:00Z`.
    pub date: Option<String>,
    /// What was typed to start it.
    pub command: Option<String>,
    /// The commit that the program was built from, or `unknown`.
    pub commit: Option<String>,
}

impl Row {
    /// The verdict on a combination that cannot be applied to a puzzle.
    pub const UNSUPPORTED: &str = "unsupported";

    /// Whether the combination cannot be applied to the puzzle.
    pub fn is_unsupported(&self) -> bool {
        self.verdict == Self::UNSUPPORTED
    }

    /// Whether there is a solution.
    pub fn has_solution(&self) -> bool {
        self.cost.is_some()
    }

    /// Whether the solution is proven to be optimal, here or elsewhere.
    pub fn is_optimal(&self) -> bool {
        self.proof.as_deref() == Some("optimal") || (self.cost.is_some() && self.cost == self.optimum)
    }

    /// What identifies a run within its experiment.
    pub fn key(&self) -> (String, String, u32) {
        (self.instance.clone(), self.spec.clone(), self.run)
    }

    /// The bounds and the expansions under them.
    pub fn bounds(&self) -> Vec<(u64, u64)> {
        let pair = |part: &str| {
            let (bound, expanded) = part.split_once(':')?;
            Some((bound.parse().ok()?, expanded.parse().ok()?))
        };
        self.by_bound.iter().flat_map(|text| text.split(' ')).filter_map(pair).collect()
    }

    fn contradicts_published(&self) -> Option<String> {
        let optimum = self.optimum?;
        let proven = self.proof.as_deref() == Some("optimal");
        let what = match (self.cost, self.lower_bound) {
            (Some(cost), _) if cost < optimum => format!("a solution of {cost}"),
            (Some(cost), _) if proven && cost != optimum => format!("{cost} as the optimum"),
            (_, Some(bound)) if bound > optimum => format!("that it takes at least {bound}"),
            (None, None) if self.verdict == "unsolvable" => "that there is no solution".to_string(),
            _ => return None,
        };
        let (instance, spec) = (&self.instance, &self.spec);
        Some(format!(
            "{instance}: published is an optimum of {optimum}, but {spec} claims {what} (is the goal the right one?)"
        ))
    }
}

/// Claims that cannot all be true: against what is published, and of one combination against another.
pub fn contradictions(rows: &[Row]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut note = |text: String| {
        if !found.contains(&text) {
            found.push(text);
        }
    };
    rows.iter().filter_map(Row::contradicts_published).for_each(&mut note);
    let mut proven: HashMap<(&str, &str), &Row> = HashMap::new();
    for row in rows.iter().filter(|row| row.proof.as_deref() == Some("optimal")) {
        let first = *proven.entry((&row.instance, &row.metric)).or_insert(row);
        if first.cost != row.cost {
            let cost = |row: &Row| row.cost.unwrap_or(0);
            note(format!(
                "{}: {} proves an optimum of {}, but {} one of {}",
                row.instance,
                first.spec,
                cost(first),
                row.spec,
                cost(row)
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cost: Option<u64>, proof: &str, lower_bound: u64, optimum: u64) -> Row {
        Row {
            instance: "one".into(),
            spec: "astar".into(),
            cost,
            proof: cost.map(|_| proof.into()),
            lower_bound: Some(lower_bound),
            optimum: Some(optimum),
            ..Row::default()
        }
    }

    #[test]
    fn a_published_optimum_is_a_claim_to_be_tested() {
        assert!(contradictions(&[row(Some(31), "optimal", 31, 31)]).is_empty());
        assert!(contradictions(&[row(Some(35), "none", 29, 31)]).is_empty());
        assert!(contradictions(&[row(None, "", 29, 31)]).is_empty());
        for wrong in [
            row(Some(33), "optimal", 33, 31),
            row(Some(29), "none", 20, 31),
            row(None, "", 33, 31),
            row(Some(35), "none", 32, 31),
            Row { verdict: "unsolvable".into(), lower_bound: None, ..row(None, "", 0, 31) },
        ] {
            let told = contradictions(&[wrong.clone(), wrong]);
            assert_eq!(told.len(), 1, "each is told once: {told:?}");
            assert!(told[0].contains("an optimum of 31"), "{told:?}");
        }
    }

    #[test]
    fn two_proofs_must_agree() {
        let unpublished = |cost, spec: &str| Row {
            optimum: None,
            spec: spec.into(),
            ..row(Some(cost), "optimal", cost, 0)
        };
        let told = contradictions(&[unpublished(20, "bfs"), unpublished(22, "ida")]);
        assert_eq!(told, ["one: bfs proves an optimum of 20, but ida one of 22"]);
        let other_metric = Row { metric: "multi".into(), ..unpublished(14, "ida multi") };
        assert!(contradictions(&[unpublished(20, "bfs"), other_metric]).is_empty());
    }
}
