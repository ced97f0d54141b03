//! One search shared by several workers. Each has a module of its own, with memory of its own, so no page needs to be
//! isolated for it: what goes between them is text. One of them leads; it searches alone until an iteration of IDA* is
//! large, cuts that into [parts](Member::parts), does some of them itself like all others, and
//! [puts together](Member::unite) what they report.

mod written;

use serde::Serialize;
use slidewise_solve::search::engine::Saved;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::stepping::{Progress, Stepping};
use slidewise_solve::{AnyPuzzle, Solver};

use self::written::{read, text};
use crate::link;
use crate::solve::{self, Answer, MEMORY, Request, spec};

/// An iteration is shared after one of so many expansions: the next then takes long enough for what is said about it.
const LARGE: u64 = 150_000;

const DAMAGED: &str = "this is no part of a search";

/// A search that can be shared.
pub struct Member {
    puzzle: AnyPuzzle,
    search: Stepping,
    /// The iteration that was cut into parts, until they are put together.
    whole: Option<Saved>,
    /// Whether a part is in hand.
    in_part: bool,
}

/// Where a member stands.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// `going`; `large` if the iteration that has begun is worth to be shared; `done` with its part; or `ended`.
    pub what: &'static str,
    /// Positions whose moves it looked at, in the part if it has one.
    pub expanded: u64,
    /// Moves made, likewise.
    pub generated: u64,
    /// The bound of its iteration.
    pub bound: Option<u64>,
    /// What became of the part.
    pub report: Option<String>,
    /// How the search came out: that of one part is that of all, for all smaller bounds have been tried.
    pub answer: Option<Answer>,
}

impl Member {
    /// A search that has not begun, with its tables.
    pub fn new(solver: &Solver, request: &Request) -> Result<Self, String> {
        let puzzle = link::read(&request.link)?.rest();
        let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
        let search = puzzle.open(solver, &spec(request)?, limits, Cancel::default());
        let search = search.map_err(|error| error.to_string())?;
        Ok(Self { puzzle, search, whole: None, in_part: false })
    }

    /// Goes on for so many expansions, or a little longer.
    pub fn step(&mut self, expansions: u64) -> Result<Turn, String> {
        let progress = self.search.iterate(expansions).map_err(|error| error.to_string())?;
        let stats = self.search.stats();
        let mut turn = Turn {
            what: "going",
            expanded: stats.expanded,
            generated: stats.generated,
            bound: self.search.view().bound,
            report: None,
            answer: None,
        };
        if progress == Progress::Finished {
            turn.what = "ended";
            turn.answer = self.search.answer().map(|answer| solve::written(&*self.puzzle, answer.clone()));
            return Ok(turn);
        }
        match self.search.save() {
            Some(saved) if self.in_part && !saved.in_hand => {
                turn.what = "done";
                turn.report = Some(text(&saved));
            }
            Some(saved) if !self.in_part && saved.is_large(LARGE) && saved.is_open() => {
                turn.what = "large";
                self.whole = Some(saved);
            }
            _ => {}
        }
        Ok(turn)
    }

    /// The large iteration that has begun, in about so many parts.
    pub fn parts(&self, count: usize) -> Result<Vec<String>, String> {
        let whole = self.whole.as_ref().ok_or("there is nothing to be shared")?;
        Ok(whole.divide(count).iter().map(text).collect())
    }

    /// Goes on with a part.
    pub fn take(&mut self, part: &str) -> Result<(), String> {
        self.search.restore(&read(part).ok_or(DAMAGED)?).map_err(|error| error.to_string())?;
        self.in_part = true;
        Ok(())
    }

    /// Goes on with the whole, of which all parts are done.
    pub fn unite(&mut self, reports: &[String]) -> Result<(), String> {
        let reports: Option<Vec<Saved>> = reports.iter().map(|report| read(report)).collect();
        let mut whole = self.whole.take().ok_or("there is nothing to be put together")?;
        whole.unite(&reports.ok_or(DAMAGED)?).map_err(|error| error.to_string())?;
        self.search.restore(&whole).map_err(|error| error.to_string())?;
        self.in_part = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(heuristic: &str) -> Request {
        Request {
            link: "1.t.4x4.edf7bc95602148a3.f".into(),
            algorithm: Some("ida".into()),
            heuristic: Some(heuristic.into()),
            ..Request::default()
        }
    }

    /// A turn until something happens.
    fn on(member: &mut Member) -> Turn {
        loop {
            let turn = member.step(50_000).unwrap();
            if turn.what != "going" {
                return turn;
            }
        }
    }

    #[test]
    fn a_team_comes_to_the_end_that_one_comes_to() {
        let request = request("linear-conflict");
        let alone = solve::solve(&Solver::new(), &request, &mut |_| true).unwrap();
        let solver = Solver::new();
        let mut team = [(); 3].map(|()| Member::new(&solver, &request).unwrap());
        let (mut shared, mut elsewhere) = (0, 0);
        let answer = 'search: loop {
            let turn = on(&mut team[0]);
            if turn.what == "ended" {
                break turn.answer.unwrap();
            }
            assert_eq!(turn.what, "large");
            shared += 1;
            let mut reports = Vec::new();
            for (i, part) in team[0].parts(7).unwrap().iter().enumerate() {
                let member = &mut team[i % 3];
                member.take(part).unwrap();
                let turn = on(member);
                elsewhere += if i % 3 > 0 { turn.expanded } else { 0 };
                match turn.what {
                    "done" => reports.push(turn.report.unwrap()),
                    _ => break 'search turn.answer.unwrap(),
                }
            }
            team[0].unite(&reports).unwrap();
        };
        assert!(shared > 1 && elsewhere > alone.expanded / 4, "{shared} iterations, {elsewhere} elsewhere");
        let known = |answer: &Answer| (answer.cost, answer.proof, answer.moves.clone());
        assert_eq!(known(&answer), known(&alone));
        assert_eq!(answer.cost, Some(57));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let mut member = Member::new(&Solver::new(), &request("linear-conflict")).unwrap();
        assert!(member.parts(3).is_err() && member.unite(&[]).is_err());
        assert_eq!(on(&mut member).what, "large");
        let parts = member.parts(3).unwrap();
        for damaged in ["", "no number", "1 2 3", &format!("{} 1", parts[0]), &parts[0][..parts[0].len() / 2]]
        {
            assert!(member.take(damaged).is_err(), "{}", &damaged[..damaged.len().min(20)]);
        }
        // The first number is the bound.
        assert!(member.unite(&[format!("1{}", parts[0])]).is_err());
        assert!(Member::new(&Solver::new(), &request("no such")).is_err());
    }
}
