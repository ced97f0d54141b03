//! Solving, as the worker does it: a request comes in as JSON, how it goes is told on the way, the answer goes out with
//! its moves in the form that a session loads.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use slidewise_lab::puzzles::bricks::Metric;
use slidewise_lab::puzzles::bricks::course::Step;
use slidewise_lab::puzzles::tiles::TilePuzzle;
use slidewise_lab::record::stop_name;
use slidewise_lab::registry::{Algorithm, BrickHeuristic, Named, TileMetric};
use slidewise_lab::search::{Cancel, Event, Limits, Observer, Proof, Stats};
use slidewise_lab::{BrickSpec, HeuristicChoice, Lab, Outcome, TileSpec, Watch, WeightChoice};

use crate::field::{Bricks, Tiles};
use crate::link;
use crate::session::Session;

/// What is to be solved, from where the session stands. What is left out is chosen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    /// The session.
    pub link: String,
    /// The search.
    pub algorithm: Option<String>,
    /// The estimate.
    pub heuristic: Option<String>,
    /// The weight, for weighted A*.
    pub weight: Option<String>,
    /// What counts as a move.
    pub metric: Option<String>,
    /// The time limit.
    pub seconds: Option<f64>,
}

/// How it came out.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// `solved`, `unsolvable` or `stopped`.
    pub verdict: &'static str,
    /// What stopped it.
    pub stopped_by: Option<&'static str>,
    /// The cost in the metric.
    pub cost: Option<u32>,
    /// `optimal`, `within` or `none`.
    pub proof: Option<&'static str>,
    /// No solution costs less.
    pub lower_bound: Option<u32>,
    /// The search.
    pub algorithm: &'static str,
    /// The estimate.
    pub heuristic: Option<String>,
    /// What counted as a move.
    pub metric: &'static str,
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made by the search.
    pub generated: u64,
    /// Bytes in its stores at their fullest.
    pub peak_bytes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Time for tables before it.
    pub setup_seconds: f64,
    /// What went wrong on the way without changing the answer.
    pub warnings: Vec<String>,
    /// The moves as a link writes them.
    pub moves: Option<String>,
}

/// How it goes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Bytes in its stores at their fullest.
    pub peak_bytes: u64,
    /// Time so far.
    pub seconds: f64,
    /// No solution costs less, as far as is known.
    pub bound: Option<u32>,
    /// The best solution in hand.
    pub best: Option<u32>,
}

/// More than this a page does not get.
const MEMORY: u64 = 1 << 30;
/// More than this is a mistake.
const MAX_SECONDS: f64 = 3600.0;

/// Passes on how it goes, a few times a second, and stops the search when it is told to.
struct Teller<'a> {
    tell: &'a mut dyn FnMut(&Progress) -> bool,
    cancel: Cancel,
    progress: Progress,
    told: Duration,
}

const TELL_EVERY: Duration = Duration::from_millis(50);

impl Observer for Teller<'_> {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        match event {
            Event::Bound(bound) => self.progress.bound = Some(bound),
            Event::Improved(cost) => self.progress.best = Some(cost),
            Event::Tick => {}
        }
        if elapsed.saturating_sub(self.told) < TELL_EVERY {
            return;
        }
        self.told = elapsed;
        self.progress.expanded = stats.expanded;
        self.progress.peak_bytes = stats.peak_bytes;
        self.progress.seconds = elapsed.as_secs_f64();
        if !(self.tell)(&self.progress) {
            self.cancel.cancel();
        }
    }
}

/// Solves. `tell` is told how it goes and says whether to go on.
pub fn solve(
    lab: &Lab,
    request: &Request,
    tell: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Answer, String> {
    let session = link::read(&request.link)?;
    let time = request.seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.01, MAX_SECONDS)));
    let cancel = Cancel::default();
    let limits = Limits { nodes: None, time, memory: Some(MEMORY) };
    let mut teller =
        Teller { tell, cancel: cancel.clone(), progress: Progress::default(), told: Duration::ZERO };
    let watch = Watch { limits, cancel, observer: &mut teller };
    match &session {
        Session::Tiles(game) => solve_tiles(lab, game.field(), request, watch),
        Session::Bricks(game) => solve_bricks(lab, game.field(), request, watch),
    }
}

fn solve_tiles(lab: &Lab, field: &Tiles, request: &Request, watch: Watch<'_>) -> Result<Answer, String> {
    let puzzle = here(field)?;
    let answer =
        lab.solve_watched(&puzzle, &tile_spec(request)?, watch).map_err(|error| error.to_string())?;
    let multi = answer.chosen.metric == TileMetric::Multi;
    let solution = answer.solution.as_ref();
    let moves = solution.map(|solution| {
        let moves: Vec<_> = solution.directions.chunk_by(|a, b| multi && a == b).map(<[_]>::to_vec).collect();
        link::tile_moves(&moves)
    });
    Ok(Answer {
        cost: solution.map(|solution| solution.cost),
        proof: solution.map(|solution| proof_name(solution.proof)),
        lower_bound: answer.lower_bound,
        algorithm: answer.chosen.algorithm.name(),
        heuristic: answer.chosen.heuristic.as_ref().map(ToString::to_string),
        metric: answer.chosen.metric.name(),
        seconds: answer.elapsed.as_secs_f64(),
        setup_seconds: answer.setup.as_secs_f64(),
        warnings: answer.warnings,
        moves,
        ..outcome(answer.outcome, &answer.stats)
    })
}

/// The puzzle that is left to be solved from where the board stands.
pub(crate) fn here(field: &Tiles) -> Result<TilePuzzle, String> {
    TilePuzzle::new(field.board.clone(), field.puzzle.goal().clone()).map_err(|error| error.to_string())
}

fn solve_bricks(lab: &Lab, field: &Bricks, request: &Request, watch: Watch<'_>) -> Result<Answer, String> {
    let puzzle = field.position.as_start(&field.puzzle).map_err(|error| error.to_string())?;
    let spec = brick_spec(request, field.metric)?;
    let answer = lab.solve_bricks(&puzzle, &spec, watch).map_err(|error| error.to_string())?;
    let solution = answer.solution.as_ref();
    let moves = solution.map(|solution| {
        let steps = solution.slides.iter().map(|slide| {
            slide.path.iter().map(|&direction| Step { piece: slide.piece, direction }).collect()
        });
        link::brick_moves(&steps.collect::<Vec<_>>())
    });
    Ok(Answer {
        cost: solution.map(|solution| solution.cost),
        proof: solution.map(|solution| proof_name(solution.proof)),
        lower_bound: answer.lower_bound,
        algorithm: answer.chosen.algorithm.name(),
        heuristic: answer.chosen.heuristic.map(|heuristic| heuristic.name().to_string()),
        metric: answer.chosen.metric.name(),
        seconds: answer.elapsed.as_secs_f64(),
        moves,
        ..outcome(answer.outcome, &answer.stats)
    })
}

/// How a tile puzzle is to be solved.
pub(crate) fn tile_spec(request: &Request) -> Result<TileSpec, String> {
    Ok(TileSpec {
        algorithm: found(&request.algorithm)?,
        heuristic: match &request.heuristic {
            Some(text) => Some(text.parse::<HeuristicChoice>().map_err(|error| error.to_string())?),
            None => None,
        },
        weight: weight(request)?,
        metric: found(&request.metric)?,
        ..TileSpec::default()
    })
}

/// How a brick puzzle is to be solved.
pub(crate) fn brick_spec(request: &Request, default: Metric) -> Result<BrickSpec, String> {
    Ok(BrickSpec {
        algorithm: found(&request.algorithm)?,
        heuristic: found::<BrickHeuristic>(&request.heuristic)?,
        weight: weight(request)?,
        metric: match &request.metric {
            Some(text) => text
                .parse()
                .map_err(|error: slidewise_lab::puzzles::bricks::UnknownMetric| error.to_string())?,
            None => default,
        },
        ..BrickSpec::default()
    })
}

fn found<T: Named>(name: &Option<String>) -> Result<Option<T>, String> {
    name.as_deref().map(T::find).transpose().map_err(|error| error.to_string())
}

fn weight(request: &Request) -> Result<Option<WeightChoice>, String> {
    let weighted =
        request.algorithm.as_deref().is_none_or(|name| Algorithm::find(name) == Ok(Algorithm::Wastar));
    let text = request.weight.as_deref().filter(|_| weighted);
    text.map(str::parse).transpose().map_err(|error: slidewise_lab::spec::BadWeight| error.to_string())
}

/// How a search ended, with its counters.
pub(crate) fn outcome(outcome: Outcome, stats: &Stats) -> Answer {
    let (verdict, stopped_by) = match outcome {
        Outcome::Solved => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(stop) => ("stopped", Some(stop_name(stop))),
    };
    Answer {
        verdict,
        stopped_by,
        expanded: stats.expanded,
        generated: stats.generated,
        peak_bytes: stats.peak_bytes,
        ..Answer::default()
    }
}

fn proof_name(proof: Proof) -> &'static str {
    match proof {
        Proof::Optimal => "optimal",
        Proof::Within(_) => "within",
        Proof::None => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str, change: impl FnOnce(&mut Request)) -> (Session, Answer) {
        let session = Session::open(text, "blank-last").unwrap().session;
        let mut request = Request { link: link::write(&session), ..Request::default() };
        change(&mut request);
        let answer = solve(&Lab::new(), &request, &mut |_| true).unwrap();
        (session, answer)
    }

    #[test]
    fn solutions_are_loaded_and_lead_to_the_goal() {
        for (text, cost) in [("8 6 7/2 5 4/3 0 1", 31), ("klotski", 81), ("rush-hour-1", 8)] {
            let (mut session, answer) = answer(text, |_| {});
            assert_eq!((answer.cost, answer.proof), (Some(cost), Some("optimal")), "{text}");
            link::load(&mut session, answer.moves.as_deref().unwrap()).unwrap();
            assert_eq!(session.progress(), (0, cost as usize));
            assert!(!session.view().solved);
            session.go_to(usize::MAX);
            assert!(session.view().solved, "{text}");
        }
    }

    #[test]
    fn a_search_starts_where_the_game_stands() {
        let (mut session, first) = answer("klotski", |_| {});
        link::load(&mut session, first.moves.as_deref().unwrap()).unwrap();
        session.go_to(50);
        let request = Request { link: link::write(&session), ..Request::default() };
        let rest = solve(&Lab::new(), &request, &mut |_| true).unwrap();
        assert_eq!(rest.cost, Some(31));
        link::load(&mut session, rest.moves.as_deref().unwrap()).unwrap();
        session.go_to(usize::MAX);
        assert!(session.view().solved);
    }

    #[test]
    fn choices_are_taken_and_wrong_ones_named() {
        let multi = answer("8 6 7/2 5 4/3 0 1", |request| request.metric = Some("multi".into())).1;
        assert_eq!((multi.metric, multi.proof), ("multi", Some("optimal")));
        let steps = answer("klotski", |request| request.metric = Some("steps".into())).1;
        assert_eq!(steps.cost, Some(116));
        let weighted = answer("8 6 7/2 5 4/3 0 1", |request| {
            request.algorithm = Some("wastar".into());
            request.weight = Some("3".into());
        });
        assert_eq!(weighted.1.proof, Some("within"));
        let link = "1.t.3x3.867254301.l".to_string();
        let wrong = Request { link, algorithm: Some("astr".into()), ..Request::default() };
        let error = solve(&Lab::new(), &wrong, &mut |_| true).unwrap_err();
        assert!(error.contains("did you mean \"astar\""), "{error}");
    }

    #[test]
    fn the_teller_can_stop_a_search() {
        let request = Request {
            link: "1.t.4x4.edf7bc95602148a3.f".into(),
            algorithm: Some("ida".into()),
            heuristic: Some("misplaced".into()),
            ..Request::default()
        };
        let answer = solve(&Lab::new(), &request, &mut |_| false).unwrap();
        assert_eq!((answer.verdict, answer.stopped_by), ("stopped", Some("cancelled")));
    }
}
