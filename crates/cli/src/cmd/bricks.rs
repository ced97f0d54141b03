//! `slidewise solve` for brick puzzles.

use std::io::Write;

use slidewise_lab::record::ErrorRecord;
use slidewise_lab::registry::BrickHeuristic;
use slidewise_lab::{
    AnyHeuristic, AnyMetric, BrickAnswer, BrickError, BrickRecord, BrickSpec, Lab, Outcome, Watch,
};
use slidewise_puzzles::bricks::course::{step_text, steps_of};
use slidewise_puzzles::bricks::solution::play;
use slidewise_puzzles::bricks::{Metric, Parsed, Position, parse, write};
use slidewise_search::Cancel;

use super::solve::limits;
use crate::args::{AnyForm, SolveArgs};
use crate::brick_text;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Source;
use crate::progress::{Reporter, Spinner};
use crate::render::{WARN, styled};
use crate::units::shown_duration;

/// Solves each source as one puzzle; the highest exit code wins.
pub fn run(
    args: &SolveArgs,
    sources: &[Source],
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let lab = Lab::new();
    let mut highest = Exit::Solved;
    for source in sources {
        let exit = one(args, &lab, source, cancel.clone(), out)?;
        highest = highest.max(exit);
        out.flush()?;
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(highest)
}

/// Reads a brick puzzle; the text for people if it is none.
pub fn read(source: &Source) -> Result<Parsed, (ErrorRecord, String)> {
    let text = source.text().map_err(|error| ((&error).into(), source.explain(&error)))?;
    let parsed = parse(text).map_err(|error| {
        let record = ErrorRecord {
            message: error.problem.to_string(),
            line: Some(error.line),
            column: Some(error.column),
        };
        (record, brick_text::explain(source.name.as_deref(), text, &error))
    })?;
    for warning in &parsed.warnings {
        anstream::eprintln!("{} {warning}", styled(WARN, "note:"));
    }
    Ok(parsed)
}

fn one(
    args: &SolveArgs,
    lab: &Lab,
    source: &Source,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let parsed = match read(source) {
        Ok(parsed) => parsed,
        Err((record, _)) if args.json => {
            writeln!(out, "{}", BrickRecord::invalid(record, source.name.clone()).to_json())?;
            return Ok(Exit::BadText);
        }
        Err((_, text)) => {
            out.flush()?;
            anstream::eprintln!("{text}");
            return Ok(Exit::BadText);
        }
    };
    let spec = spec(args, &parsed)?;
    let course = args.input.format == Some(AnyForm::Course);
    if !(args.json || args.quiet || course) {
        write!(out, "{}", brick_text::drawing(&parsed.puzzle, &Position::start(&parsed.puzzle)))?;
        writeln!(out, "{}", brick_text::headline(&parsed.puzzle, parsed.detected.name()))?;
        out.flush()?;
    }
    let (spinner, progress) = Spinner::start(!(args.quiet || args.progress));
    let mut reporter = Reporter::new(progress, args.reports(), 1, out, &cancel);
    let watch = Watch { limits: limits(args), cancel: cancel.clone(), observer: &mut reporter };
    let answer = lab.solve_bricks(&parsed.puzzle, &spec, watch);
    drop(spinner);
    reporter.end()?;
    let answer = answer.map_err(|error| match error {
        BrickError::Refuted(_) => Failure::Internal(error.to_string()),
        BrickError::NoGoal => Failure::BadText(error.to_string()),
        BrickError::Algorithm(..) => Failure::Usage(error.to_string()),
    })?;
    if args.json {
        writeln!(out, "{}", BrickRecord::of(&answer, &parsed, source.name.clone()).to_json())?;
    } else if course {
        as_course(&parsed, &answer, out)?;
    } else {
        as_text(args, &parsed, &answer, out)?;
    }
    Ok(exit_of(&answer))
}

/// The heuristic that was asked for, if bricks have it.
pub(super) fn brick_heuristic(any: &Option<AnyHeuristic>) -> Result<Option<BrickHeuristic>, Failure> {
    match any {
        Some(AnyHeuristic { bricks: None, .. }) => {
            Err(Failure::Usage("this heuristic is for tile puzzles; this is a brick puzzle".into()))
        }
        any => Ok(any.as_ref().and_then(|any| any.bricks)),
    }
}

/// The metric that was asked for, if bricks have it.
pub(super) fn brick_metric(any: Option<AnyMetric>) -> Result<Option<Metric>, Failure> {
    match any {
        Some(AnyMetric::Tiles(_)) => {
            let text = "this metric is for tile puzzles; bricks have steps, lines and moves";
            Err(Failure::Usage(text.into()))
        }
        Some(AnyMetric::Bricks(metric)) => Ok(Some(metric)),
        None => Ok(None),
    }
}

/// The options that are about bricks; those of tiles are refused.
fn spec(args: &SolveArgs, parsed: &Parsed) -> Result<BrickSpec, Failure> {
    let metric = brick_metric(args.metric)?.unwrap_or_else(|| parsed.default_metric());
    Ok(BrickSpec {
        algorithm: args.algorithm,
        heuristic: brick_heuristic(&args.heuristic)?,
        weight: args.weight,
        depth_limit: args.depth_limit,
        metric,
        threads: args.threads,
        // Layers that do not fit go to the disk, rather than ending the search.
        spill: Some(std::env::temp_dir()),
        keep_every: args.keep_every,
    })
}

fn as_text(
    args: &SolveArgs,
    parsed: &Parsed,
    answer: &BrickAnswer,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let puzzle = &parsed.puzzle;
    let Some(solution) = &answer.solution else {
        if args.quiet {
            writeln!(out)?;
            anstream::eprintln!("{}", brick_text::verdict(answer));
        } else {
            writeln!(out, "{}\n{}", brick_text::verdict(answer), brick_text::work(answer))?;
        }
        return Ok(());
    };
    if args.quiet {
        let moves: Vec<String> =
            solution.slides.iter().map(|slide| brick_text::slide(puzzle, slide)).collect();
        writeln!(out, "{}", moves.join(", "))?;
        return Ok(());
    }
    writeln!(out, "{}", brick_text::verdict(answer))?;
    writeln!(out, "moves     {}", brick_text::slides(puzzle, &solution.slides))?;
    writeln!(out, "{}", brick_text::work(answer))?;
    if args.steps {
        brick_text::steps(out, puzzle, solution)?;
    }
    Ok(())
}

/// As the sliding brick course asks for it: start, nodes, moves, solved board, time, length.
fn as_course(parsed: &Parsed, answer: &BrickAnswer, out: &mut impl Write) -> Result<(), Failure> {
    let puzzle = &parsed.puzzle;
    let start = Position::start(puzzle);
    let written = |position: &Position| {
        write::course(puzzle, position).map_err(|error| Failure::Usage(error.to_string()))
    };
    write!(out, "{}", written(&start)?)?;
    writeln!(out, "nodes explored: {}", answer.explored)?;
    let Some(solution) = &answer.solution else {
        writeln!(out, "{}", brick_text::verdict(answer))?;
        return Ok(());
    };
    let steps = steps_of(&solution.slides);
    for step in &steps {
        writeln!(out, "{}", step_text(puzzle, step))?;
    }
    let end = play(puzzle, start, &solution.slides).map_err(|error| Failure::Internal(error.to_string()))?;
    write!(out, "{}", written(&end)?)?;
    writeln!(out, "time: {}", shown_duration(answer.elapsed))?;
    writeln!(out, "solution length: {} {}", solution.cost, answer.chosen.metric)?;
    Ok(())
}

fn exit_of(answer: &BrickAnswer) -> Exit {
    match (answer.outcome, &answer.solution) {
        (Outcome::Unsolvable, _) => Exit::Unsolvable,
        (Outcome::Stopped(_), None) => Exit::Stopped,
        _ => Exit::Solved,
    }
}
