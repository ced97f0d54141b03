//! Several searches on one puzzle, side by side: all get the same number of expansions a turn. They are the engines'
//! own steps, through [`slidewise_solve::stepping`].

use serde::{Deserialize, Serialize};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::stepping::{Progress, Stepping};
use slidewise_solve::{Answer, Puzzle, Solver, stop_name};

use crate::link;
use crate::solve::{Request, spec};
use crate::view::{Item, items};

/// The most searches in a race.
pub const MAX_LANES: usize = 4;
/// What each search may store.
const MEMORY: u64 = 400 << 20;

/// Who races on what.
#[derive(Clone, Debug, Deserialize)]
pub struct Start {
    /// The session; the race begins where it stands.
    pub link: String,
    /// The searches. Their own links are not looked at.
    pub lanes: Vec<Request>,
}

/// Searches under way.
pub struct Race {
    lanes: Vec<Stepping>,
}

/// Where a search stands.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lane {
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made by the search.
    pub generated: u64,
    /// Positions waiting; of searches along a path, its length.
    pub frontier: usize,
    /// Positions expanded and not to be expanded again.
    pub closed: u64,
    /// Bytes in its stores at their fullest.
    pub peak_bytes: u64,
    /// The bound in force, if there is one.
    pub bound: Option<u64>,
    /// The cost of the way to the position in hand.
    pub g: u64,
    /// The estimate from there.
    pub h: Option<u64>,
    /// What lies where in the position in hand.
    pub items: Vec<Item>,
    /// Time spent in this search.
    pub seconds: f64,
    /// How it ended: `solved`, `unsolvable` or `stopped`; `None` while it runs.
    pub verdict: Option<&'static str>,
    /// What stopped it.
    pub stopped_by: Option<&'static str>,
    /// The cost of its solution.
    pub cost: Option<u64>,
}

impl Race {
    /// Puts the searches on the line.
    pub fn new(solver: &Solver, start: &Start) -> Result<Self, String> {
        if !(1..=MAX_LANES).contains(&start.lanes.len()) {
            return Err(format!("a race has two to {MAX_LANES} searches"));
        }
        let puzzle = link::read(&start.link)?.rest();
        let open = |(i, lane): (usize, &Request)| {
            open(solver, &*puzzle, lane).map_err(|why| format!("search {}: {why}", i + 1))
        };
        let lanes: Result<Vec<Stepping>, String> = start.lanes.iter().enumerate().map(open).collect();
        Ok(Self { lanes: lanes? })
    }

    /// Lets every search go on by so many expansions; whether any still runs.
    pub fn step(&mut self, expansions: u64) -> Result<bool, String> {
        let mut running = false;
        for lane in &mut self.lanes {
            running |= lane.step(expansions).map_err(|error| error.to_string())? == Progress::Running;
        }
        Ok(running)
    }

    /// Where they stand.
    pub fn lanes(&self) -> Vec<Lane> {
        self.lanes.iter().map(lane).collect()
    }
}

fn open(solver: &Solver, puzzle: &dyn Puzzle, lane: &Request) -> Result<Stepping, String> {
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    puzzle.open(solver, &spec(lane)?, limits, Cancel::default()).map_err(|error| error.to_string())
}

fn lane(stepping: &Stepping) -> Lane {
    let (view, stats, answer) = (stepping.view(), stepping.stats(), stepping.answer());
    Lane {
        expanded: stats.expanded,
        generated: stats.generated,
        frontier: view.frontier,
        closed: view.closed,
        peak_bytes: stats.peak_bytes,
        bound: view.bound,
        g: view.g,
        h: view.h,
        items: items(&stepping.puzzle().picture(&view.position), &|_| false),
        seconds: stepping.elapsed().as_secs_f64(),
        verdict: answer.map(|answer| answer.outcome.name()),
        stopped_by: answer.and_then(|answer| answer.stopped_by).map(stop_name),
        cost: answer.and_then(Answer::cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(link: &str, lanes: &[(&str, Option<&str>)]) -> Start {
        let lane = |&(algorithm, heuristic): &(&str, Option<&str>)| Request {
            algorithm: Some(algorithm.into()),
            heuristic: heuristic.map(Into::into),
            ..Request::default()
        };
        Start { link: link.into(), lanes: lanes.iter().map(lane).collect() }
    }

    #[test]
    fn all_lanes_go_the_same_way_until_they_end() {
        let start = start(
            "1.t.3x3.867254301.l",
            &[("astar", Some("manhattan")), ("ida", Some("combined")), ("bfs", None)],
        );
        let mut race = Race::new(&Solver::new(), &start).unwrap();
        assert!(race.step(500).unwrap());
        assert!(race.lanes().iter().all(|lane| lane.expanded == 500 && lane.verdict.is_none()));
        while race.step(5000).unwrap() {}
        for lane in race.lanes() {
            assert_eq!((lane.verdict, lane.cost), (Some("solved"), Some(31)));
        }
    }

    #[test]
    fn bricks_race_too() {
        let start = start("1.b.klotski", &[("bfs", None), ("astar", Some("distance"))]);
        let mut race = Race::new(&Solver::new(), &start).unwrap();
        while race.step(5000).unwrap() {}
        assert!(race.lanes().iter().all(|lane| lane.cost == Some(81)));
    }

    #[test]
    fn who_cannot_race_is_named() {
        let error = |lanes: &[(&str, Option<&str>)]| {
            Race::new(&Solver::new(), &start("1.t.3x3.867254301.l", lanes)).err().unwrap()
        };
        assert!(error(&[]).contains("two to 4"));
        assert!(
            error(&[("astar", None), ("anytime", None)]).contains("search 2: anytime cannot be followed")
        );
        assert!(error(&[("astr", None)]).contains("did you mean"));
    }
}
