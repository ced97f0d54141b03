//! `slidewise check`: can a board be solved, for which goals, and how far is it at least?

use std::io::Write;

use serde_json::json;
use slidewise_lab::record::{ErrorRecord, VERSION, rows_of};
use slidewise_lab::registry::{Named, TileMetric};
use slidewise_lab::{Estimated, Lab};
use slidewise_puzzles::tiles::Goal;
use slidewise_puzzles::tiles::parse::{Item, Parsed};
use slidewise_puzzles::tiles::solvable::{self, Solvability};

use crate::args::CheckArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::render::{self, BAD, DIM, GOOD, styled};

/// What was found out about a board.
struct Checked {
    solvability: Solvability,
    goals: Vec<Goal>,
    estimates: Vec<Estimated>,
}

/// Checks everything that the arguments name.
pub fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = input::goal(&args.input.goal)?;
    let metric = args.metric.unwrap_or(TileMetric::Single);
    let options = input::parse_options(&args.input);
    let lab = Lab::new();
    let mut highest = Exit::Solved;
    for source in input::sources(&args.input.puzzle, &options)? {
        for item in source.boards(&options) {
            let exit = one(args, &lab, &goal, metric, &source, &item, out)?;
            highest = highest.max(exit);
            out.flush()?;
        }
    }
    Ok(highest)
}

fn one(
    args: &CheckArgs,
    lab: &Lab,
    goal: &Goal,
    metric: TileMetric,
    source: &Source,
    item: &Item,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let (parsed, checked) = match check(lab, goal, metric, source, item) {
        Ok(found) => found,
        Err((error, _)) if args.json => {
            let line = json!({"kind": "tiles", "verdict": "invalid", "error": error, "version": VERSION});
            writeln!(out, "{line}")?;
            return Ok(Exit::BadText);
        }
        Err((_, text)) => {
            out.flush()?;
            anstream::eprintln!("{text}");
            return Ok(Exit::BadText);
        }
    };
    if args.json {
        writeln!(out, "{}", as_json(&parsed, goal, metric, &checked))?;
    } else {
        as_text(&parsed, goal, metric, &checked, out)?;
    }
    Ok(if checked.solvability.is_solvable() { Exit::Solved } else { Exit::Unsolvable })
}

fn check(
    lab: &Lab,
    goal: &Goal,
    metric: TileMetric,
    source: &Source,
    item: &Item,
) -> Result<(Parsed, Checked), (ErrorRecord, String)> {
    let (parsed, puzzle) = source.puzzle(item, goal)?;
    let checked = Checked {
        solvability: solvable::check(puzzle.start(), puzzle.goal()),
        goals: solvable::reachable_goals(puzzle.start()),
        estimates: lab.estimates(&puzzle, metric),
    };
    Ok((parsed.clone(), checked))
}

fn as_json(parsed: &Parsed, goal: &Goal, metric: TileMetric, checked: &Checked) -> serde_json::Value {
    let bounds: serde_json::Map<String, serde_json::Value> = checked
        .estimates
        .iter()
        .filter_map(|estimated| {
            let (value, quality) = estimated.value?;
            let entry =
                json!({"value": value, "admissible": quality.admissible, "consistent": quality.consistent});
            Some((estimated.heuristic.name().to_string(), entry))
        })
        .collect();
    json!({
        "kind": "tiles",
        "rows": parsed.board.rows(),
        "cols": parsed.board.cols(),
        "start": rows_of(&parsed.board),
        "detected": parsed.detected.name(),
        "goal_name": goal.name(),
        "metric": metric.name(),
        "solvable": checked.solvability.is_solvable(),
        "reason": checked.solvability.to_string(),
        "reachable_goals": checked.goals.iter().map(Goal::name).collect::<Vec<_>>(),
        "heuristics": bounds,
        "version": VERSION,
    })
}

fn as_text(
    parsed: &Parsed,
    goal: &Goal,
    metric: TileMetric,
    checked: &Checked,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{}", render::board(&parsed.board))?;
    let (rows, cols) = (parsed.board.rows(), parsed.board.cols());
    writeln!(out, "{}", styled(DIM, format!("{rows}×{cols}, read as {}", parsed.detected.name())))?;
    let answer = if checked.solvability.is_solvable() {
        styled(GOOD, "solvable")
    } else {
        styled(BAD, "not solvable")
    };
    writeln!(out, "{answer} for {}: {}", goal.name(), checked.solvability)?;
    let names: Vec<&str> = checked.goals.iter().map(Goal::name).collect();
    let names = if names.is_empty() { "none of those with a name".to_string() } else { names.join(", ") };
    writeln!(out, "goals that can be reached: {names}")?;
    if checked.solvability.is_solvable() {
        bounds(metric, checked, out)?;
    }
    Ok(())
}

fn bounds(metric: TileMetric, checked: &Checked, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "what the heuristics say ({} metric):", metric.name())?;
    for estimated in &checked.estimates {
        let name = estimated.heuristic.name();
        match estimated.value {
            Some((value, quality)) if quality.admissible => writeln!(out, "  {name:<18} at least {value}")?,
            Some((value, _)) => writeln!(out, "  {name:<18} {value}, which proves nothing in this metric")?,
            None => {
                writeln!(out, "  {name:<18} not known: there is no table for this size and metric at hand")?
            }
        }
    }
    Ok(())
}
