//! Solving, as the worker does it: a request comes in as JSON, how it goes is told on the way, the answer goes out with
//! its moves in the form that a session loads.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use slidewise_solve::search::{Cancel, Event, Limits, Observer, Stats};
use slidewise_solve::{
    Algorithm, HeuristicChoice, Puzzle, Solver, Spec, Watch, Way, WeightChoice, proof_name, spec, stop_name,
};

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
    /// The weight of the estimate, for searches that weight it.
    pub weight: Option<String>,
    /// What counts as a move.
    pub metric: Option<String>,
    /// The time limit.
    pub seconds: Option<f64>,
}

/// How it came out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// `solved` whenever there is a solution, `unsolvable` or `stopped`.
    pub verdict: &'static str,
    /// What ended the search before its natural end: `time`, `nodes`, `memory`, `depth`, `width` or `cancel`.
    pub stopped_by: Option<&'static str>,
    /// The cost in the metric.
    pub cost: Option<u64>,
    /// `optimal`, `within` or `none`.
    pub proof: Option<&'static str>,
    /// No solution costs less.
    pub lower_bound: Option<u64>,
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
    pub bound: Option<u64>,
    /// The best solution in hand.
    pub best: Option<u64>,
}

/// More than this a page does not get.
pub(crate) const MEMORY: u64 = 1 << 30;
/// More than this is a mistake.
const MAX_SECONDS: f64 = 3600.0;

/// Passes on how it goes, a few times a second, and stops the search when it is told to.
struct Teller<'a> {
    tell: &'a mut (dyn FnMut(&Progress) -> bool + Send),
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
            _ => {}
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
    solver: &Solver,
    request: &Request,
    tell: &mut (dyn FnMut(&Progress) -> bool + Send),
) -> Result<Answer, String> {
    let puzzle = link::read(&request.link)?.rest();
    let spec = spec(request)?;
    let time = request.seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.01, MAX_SECONDS)));
    let cancel = Cancel::default();
    let limits = Limits { nodes: None, time, memory: Some(MEMORY) };
    let mut teller =
        Teller { tell, cancel: cancel.clone(), progress: Progress::default(), told: Duration::ZERO };
    let watch = Watch { limits, cancel, observer: &mut teller };
    let answer = puzzle.solve(solver, &spec, watch).map_err(|error| error.to_string())?;
    Ok(written(&*puzzle, answer))
}

/// What a request gets that leaves everything open.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Suited {
    /// The search.
    pub algorithm: &'static str,
    /// The estimate, if it has one.
    pub heuristic: Option<String>,
}

/// What suits the position of a session.
pub fn suited(session: &Session) -> Result<Suited, String> {
    let plan =
        Spec::default().plan(&Solver::new(), &*session.rest()).map_err(|refusal| refusal.to_string())?;
    let heuristic = plan.heuristic.as_ref().map(ToString::to_string);
    Ok(Suited { algorithm: plan.algorithm.name(), heuristic })
}

/// How a puzzle is to be solved; names that there are not are refused, what does not fit is told by the planning.
pub(crate) fn spec(request: &Request) -> Result<Spec, String> {
    Ok(Spec {
        algorithm: read(&request.algorithm, Algorithm::find)?,
        heuristic: read(&request.heuristic, str::parse::<HeuristicChoice>)?,
        weight: read(&request.weight, str::parse::<WeightChoice>)?,
        metric: read(&request.metric, spec::metric)?,
        ..Spec::default()
    })
}

fn read<T, E: ToString>(
    text: &Option<String>,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, String> {
    text.as_deref().map(read).transpose().map_err(|error| error.to_string())
}

/// The answer as the page takes it.
pub(crate) fn written(puzzle: &dyn Puzzle, answer: slidewise_solve::Answer) -> Answer {
    let (plan, stats, way) = (&answer.plan, &answer.stats, answer.solution.as_ref());
    let moves = |way: &Way| {
        let moves = way.steps.chunk_by(|a, b| puzzle.is_one_move(plan.metric, a, b));
        link::moves_text(&moves.map(<[_]>::to_vec).collect::<Vec<_>>())
    };
    Answer {
        verdict: answer.outcome.name(),
        stopped_by: answer.stopped_by.map(stop_name),
        cost: answer.cost(),
        proof: way.map(|way| proof_name(way.proof)),
        lower_bound: answer.lower_bound,
        algorithm: plan.algorithm.name(),
        heuristic: plan.heuristic.as_ref().map(ToString::to_string),
        metric: plan.metric.name(),
        expanded: stats.expanded,
        generated: stats.generated,
        peak_bytes: stats.peak_bytes,
        seconds: answer.elapsed.as_secs_f64(),
        setup_seconds: answer.setup.as_secs_f64(),
        moves: way.map(moves),
        warnings: answer.warnings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str, change: impl FnOnce(&mut Request)) -> (Session, Answer) {
        let session = Session::open(text, "blank-last").unwrap().session;
        let mut request = Request { link: link::write(&session), ..Request::default() };
        change(&mut request);
        let answer = solve(&Solver::new(), &request, &mut |_| true).unwrap();
        (session, answer)
    }

    #[test]
    fn solutions_are_loaded_and_lead_to_the_goal() {
        for (text, cost) in [
            ("8 6 7/2 5 4/3 0 1", 31),
            ("klotski", 81),
            ("rush-hour-1", 8),
            ("tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both", 4),
        ] {
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
    fn what_suits_is_what_a_search_takes() {
        for text in ["15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "8 6 7/2 5 4/3 0 1", "klotski"] {
            let (session, answer) = answer(text, |request| request.seconds = Some(0.05));
            let suited = suited(&session).unwrap();
            assert_eq!((suited.algorithm, suited.heuristic), (answer.algorithm, answer.heuristic), "{text}");
        }
    }

    #[test]
    fn a_search_starts_where_the_game_stands() {
        let (mut session, first) = answer("klotski", |_| {});
        link::load(&mut session, first.moves.as_deref().unwrap()).unwrap();
        session.go_to(50);
        let request = Request { link: link::write(&session), ..Request::default() };
        let rest = solve(&Solver::new(), &request, &mut |_| true).unwrap();
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
        let error = solve(&Solver::new(), &wrong, &mut |_| true).unwrap_err();
        assert!(error.contains("did you mean \"astar\""), "{error}");
        let unfit = Request { heuristic: Some("blockers".into()), algorithm: None, ..wrong };
        let error = solve(&Solver::new(), &unfit, &mut |_| true).unwrap_err();
        assert!(error.contains("tile puzzles have no heuristic blockers"), "{error}");
    }

    #[test]
    fn the_teller_can_stop_a_search() {
        let request = Request {
            link: "1.t.4x4.edf7bc95602148a3.f".into(),
            algorithm: Some("ida".into()),
            heuristic: Some("misplaced".into()),
            ..Request::default()
        };
        let answer = solve(&Solver::new(), &request, &mut |_| false).unwrap();
        assert_eq!((answer.verdict, answer.stopped_by), ("stopped", Some("cancel")));
    }
}
