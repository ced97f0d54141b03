//! `slidewise check`: can a puzzle be solved, for which goals, and how far is it at least?

use std::io::Write;

use serde_json::{Map, Value, json};
use slidewise_solve::record::VERSION;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{
    Answer, Estimated, Metric, Outcome, Read, Record, Solvability, SolveError, Solver, Spec, Watch, machine,
};

use crate::args::CheckArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::render::{self, BAD, DIM, GOOD, WARN, styled};

/// What was found out about a puzzle.
struct Checked {
    solvability: Solvability,
    metric: Metric,
    estimates: Vec<Estimated>,
    /// What a search said, where only a search can tell.
    searched: Option<Answer>,
}

/// Checks everything that the arguments name.
pub fn run(args: &CheckArgs, cancel: &Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let reading = args.input.reading();
    let solver = Solver::new().spilling_to(std::env::temp_dir());
    let mut highest = Exit::Solved;
    let mut index = 0;
    for source in input::sources(&args.input.puzzle)? {
        for item in source.items(&reading) {
            index += 1;
            let at = (index, source.place(item.line));
            let exit = match &item.result {
                Ok(read) => one(args, &solver, read, at, cancel, out)?,
                Err(error) => invalid(args, &source, error, at, out)?,
            };
            highest = highest.max(exit);
            out.flush()?;
        }
    }
    Ok(highest)
}

fn invalid(
    args: &CheckArgs,
    source: &Source,
    error: &slidewise_solve::Unreadable,
    (index, place): (usize, String),
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let failure = input::bad(source, error);
    match args.json {
        true => writeln!(out, "{}", Record::invalid(error).at(index, place).to_json())?,
        false => {
            out.flush()?;
            tell!("{failure}");
        }
    }
    Ok(failure.exit())
}

fn one(
    args: &CheckArgs,
    solver: &Solver,
    read: &Read,
    (index, place): (usize, String),
    cancel: &Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let checked = match check(args, solver, read, cancel) {
        Ok(checked) => checked,
        Err(SolveError::Refused(refusal)) if args.json => {
            let record = Record::unsupported(&*read.puzzle, &refusal).read_as(read).at(index, place);
            writeln!(out, "{}", record.to_json())?;
            return Ok(Exit::Usage);
        }
        Err(error) => return Err(error.into()),
    };
    match args.json {
        true => writeln!(out, "{}", as_json(read, &checked, index, &place))?,
        false => as_text(read, &checked, out)?,
    }
    Ok(match is_solvable(&checked) {
        Some(true) => Exit::Solved,
        Some(false) => Exit::Unsolvable,
        None if !read.puzzle.has_goal() => Exit::Solved,
        None => Exit::Stopped,
    })
}

fn check(args: &CheckArgs, solver: &Solver, read: &Read, cancel: &Cancel) -> Result<Checked, SolveError> {
    let puzzle = &read.puzzle;
    let spec = Spec { metric: args.metric, ..Spec::default() };
    let metric = spec.metric_of(&**puzzle)?;
    let solvability = puzzle.solvability(&puzzle.start());
    let searched = match solvability.is_solvable {
        None if puzzle.has_goal() => {
            let memory = machine::free_share();
            let limits = Limits { time: Some(args.time_limit), memory, nodes: None };
            let watch = Watch { limits, cancel: cancel.clone(), observer: &mut () };
            Some(puzzle.solve(solver, &spec, watch)?)
        }
        _ => None,
    };
    let estimates = if puzzle.has_goal() { puzzle.estimates(solver, metric) } else { Vec::new() };
    Ok(Checked { solvability, metric, estimates, searched })
}

/// Whether there is a solution, by theory or by search.
fn is_solvable(checked: &Checked) -> Option<bool> {
    let by_search = || match checked.searched.as_ref()?.outcome {
        Outcome::Solved => Some(true),
        Outcome::Unsolvable => Some(false),
        Outcome::Stopped => None,
    };
    checked.solvability.is_solvable.or_else(by_search)
}

/// Why, in words.
fn reason(checked: &Checked) -> String {
    let Some(answer) = &checked.searched else { return checked.solvability.why.clone() };
    match (answer.outcome, &answer.solution) {
        (Outcome::Unsolvable, _) => "every position that can be reached was searched".to_string(),
        (_, Some(way)) if answer.is_optimal() => {
            format!("a search found a shortest solution of {}", checked.metric.count(way.cost))
        }
        (_, Some(way)) => format!("a search found a solution of {}", checked.metric.count(way.cost)),
        _ => {
            let bound = answer.lower_bound.unwrap_or(0);
            format!(
                "a search was stopped before it found one; it takes at least {}",
                checked.metric.count(bound)
            )
        }
    }
}

fn as_json(read: &Read, checked: &Checked, index: usize, place: &str) -> Value {
    let estimate = |estimated: &Estimated| {
        let (value, quality) = estimated.value?;
        let entry =
            json!({"value": value, "admissible": quality.admissible, "consistent": quality.consistent});
        Some((estimated.heuristic.to_string(), entry))
    };
    let heuristics: Map<String, Value> = checked.estimates.iter().filter_map(estimate).collect();
    let record = Record::of_puzzle(&*read.puzzle).read_as(read);
    json!({
        "kind": record.kind,
        "index": index,
        "source": place,
        "id": record.id,
        "rows": record.rows,
        "cols": record.cols,
        "start": record.start,
        "goal": record.goal,
        "goal_name": record.goal_name,
        "detected": record.detected,
        "metric": checked.metric.name(),
        "solvable": is_solvable(checked),
        "reason": reason(checked),
        "reachable_goals": checked.solvability.goals,
        "heuristics": heuristics,
        "version": VERSION,
    })
}

fn as_text(read: &Read, checked: &Checked, out: &mut impl Write) -> Result<(), Failure> {
    let puzzle = &read.puzzle;
    write!(out, "{}", render::drawing(&puzzle.picture(&puzzle.start())))?;
    writeln!(out, "{}", render::headline(read))?;
    let answer = match is_solvable(checked) {
        Some(true) => styled(GOOD, "solvable"),
        Some(false) => styled(BAD, "not solvable"),
        None => styled(WARN, "not known to be solvable"),
    };
    let goal = puzzle.goal_name().map(|name| format!(" for {name}")).unwrap_or_default();
    writeln!(out, "{answer}{goal}: {}", reason(checked))?;
    if !puzzle.kind().entry().goals.is_empty() {
        let names = match &checked.solvability.goals[..] {
            [] => "none of those with a name".to_string(),
            names => names.join(", "),
        };
        writeln!(out, "goals that can be reached: {names}")?;
    }
    if is_solvable(checked) == Some(true) {
        bounds(checked, out)?;
    }
    Ok(())
}

fn bounds(checked: &Checked, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "what the heuristics say ({} metric):", checked.metric.name())?;
    for Estimated { heuristic, value } in &checked.estimates {
        match value {
            Some((value, quality)) if quality.admissible => {
                writeln!(out, "  {heuristic:<18} at least {value}")?;
            }
            Some((value, _)) => {
                writeln!(out, "  {heuristic:<18} {value}, which proves nothing in this metric")?;
            }
            None => writeln!(
                out,
                "  {heuristic:<18} {}",
                styled(DIM, "not known: there is no table for this size and metric at hand")
            )?,
        }
    }
    Ok(())
}
