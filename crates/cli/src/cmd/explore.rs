//! `slidewise explore`: the whole space of a puzzle.

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};
use slidewise_lab::svg;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::record::VERSION;
use slidewise_solve::search::{Cancel, Crew, Limits};
use slidewise_solve::survey::{SurveyError, Unsurveyed};
use slidewise_solve::{
    Explored, Exploring, Generating, Metric, Puzzle, Reading, Solver, Spec, Watch, Writing, kinds, machine,
    stop_name,
};

use super::solve::checkpoint;
use crate::args::ExploreArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::progress::Spinner;
use crate::render::{self, GOOD, WARN, reason, styled};
use crate::together;
use crate::units::grouped;

/// Explores each puzzle.
pub fn run(
    args: &ExploreArgs,
    crew: Option<Arc<Crew>>,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let mut solver = Solver::new().spilling_to(std::env::temp_dir());
    if let Some(file) = &args.checkpoint {
        solver = solver.keeping_in(checkpoint(file, args.checkpoint_every)?);
    }
    if let Some(crew) = crew {
        if args.threads.is_some_and(|threads| threads > 1) {
            let reason =
                "--threads: processes that explore together have one thread each: start one for each core";
            return Err(Failure::Usage(reason.into()));
        }
        solver = solver.sharing_with(crew);
    }
    if let Some(size) = args.size {
        let wish = Generating {
            size: Some(size),
            goal: args.goal.clone(),
            scramble: Some(0),
            ..Generating::default()
        };
        let solved = kinds::first().generate(&wish, &mut Rng::from_seed(0))?;
        let exit = one(args, &solver, &*solved, cancel, out)?;
        return ended(&solver, exit, out);
    }
    let mut highest = Exit::Solved;
    let sources = input::sources(&args.puzzle)?;
    let reading = Reading::default();
    let items =
        sources.iter().flat_map(|source| source.items(&reading).into_iter().map(move |item| (source, item)));
    let items: Vec<_> = items.collect();
    if args.checkpoint.is_some() && items.len() > 1 {
        let reason = format!("--checkpoint keeps one space, and there are {} puzzles", items.len());
        return Err(Failure::Usage(reason));
    }
    for (source, item) in items {
        let read = item.result.map_err(|error| input::bad(source, &error))?;
        let exit = one(args, &solver, &*read.puzzle, cancel.clone(), out)?;
        highest = highest.max(exit);
    }
    ended(&solver, highest, out)
}

/// Removes what was kept once all is counted, and only now the counts are where they cannot be lost.
fn ended(solver: &Solver, exit: Exit, out: &mut impl Write) -> Result<Exit, Failure> {
    out.flush()?;
    if let (Some(file), Exit::Solved, false) = (solver.checkpoint(), exit, together::helps()) {
        file.remove()?;
    }
    Ok(exit)
}

fn one(
    args: &ExploreArgs,
    solver: &Solver,
    puzzle: &dyn Puzzle,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let metric = Spec { metric: args.metric, ..Spec::default() }.metric_of(puzzle)?;
    // What is free is free for all processes of this computer.
    let here = solver.crew().map_or(1, |crew| crew.on_host() as u64);
    let memory = args.memory_limit.or_else(|| machine::free_share().map(|share| share / here));
    let limits = Limits { nodes: None, time: args.time_limit, memory };
    let what = Exploring {
        metric,
        hardest: args.hardest,
        arrangements: args.arrangements,
        threads: args.threads.unwrap_or_else(machine::threads),
    };
    let (spinner, mut progress) = Spinner::start(true);
    let explored = puzzle.explore(solver, &what, Watch { limits, cancel, observer: &mut progress });
    drop(spinner);
    if together::helps() {
        return explored.map(|_| Exit::Solved).or_else(|error| match error {
            // The one that leads has ended it.
            SurveyError::Space(Unsurveyed::Stopped(_)) => Ok(Exit::Stopped),
            SurveyError::Heuristic(error) => Err(error.into()),
            error => Err(Failure::Usage(error.to_string())),
        });
    }
    let explored = match explored {
        Ok(explored) => explored,
        Err(error @ SurveyError::Space(Unsurveyed::Stopped(_))) => {
            tell!("{error}");
            return Ok(Exit::Stopped);
        }
        Err(SurveyError::Heuristic(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::Usage(error.to_string())),
    };
    if let Some(trouble) = &explored.trouble {
        tell!("{} {trouble}", styled(WARN, "note:"));
    }
    if explored.sent[0] > 0 {
        let each = explored.sent[1] as f64 / explored.states.max(1) as f64;
        let sent = grouped(explored.sent[0]);
        tell!("{sent} positions went from process to process, {each:.1} bytes for each that there is");
    }
    match args.json {
        true => writeln!(out, "{}", as_json(puzzle, metric, &explored))?,
        false => as_text(puzzle, metric, &explored, out)?,
    }
    let written = |file: &std::path::Path, text: String| {
        std::fs::write(file, text).map_err(|error| {
            Failure::Io(std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))
        })
    };
    if let Some(file) = &args.csv {
        written(file, as_csv(&explored))?;
    }
    if let Some(file) = &args.svg {
        let title = format!("{}: positions by distance from the start", shown_name(puzzle));
        let depth = format!("depth in {}", metric.0.unit.1);
        let picture = svg::bars(&title, &depth, "positions", &explored.by_depth);
        written(file, picture)?;
    }
    Ok(if explored.stopped.is_some() { Exit::Stopped } else { Exit::Solved })
}

fn shown_name(puzzle: &dyn Puzzle) -> String {
    puzzle.name().map_or_else(|| puzzle.line(&puzzle.start()), ToString::to_string)
}

/// Positions by their distance from the start and, where that is known, to the goal.
fn as_csv(explored: &Explored) -> String {
    let none = Vec::new();
    let to_goal = explored.to_goal.as_ref().map_or(&none, |to_goal| &to_goal.by_length);
    let mut text = String::from("depth,from_start,to_goal\n");
    for depth in 0..explored.by_depth.len().max(to_goal.len()) {
        let count = |counts: &[usize]| counts.get(depth).map_or(String::new(), ToString::to_string);
        text += &format!("{depth},{},{}\n", count(&explored.by_depth), count(to_goal));
    }
    text
}

/// The mean distance to the goal.
fn mean(by_length: &[usize]) -> f64 {
    let all: usize = by_length.iter().sum();
    let sum: f64 = by_length.iter().enumerate().map(|(length, &count)| length as f64 * count as f64).sum();
    sum / all as f64
}

fn as_json(puzzle: &dyn Puzzle, metric: Metric, explored: &Explored) -> Value {
    let to_goal = explored.to_goal.as_ref().map(|to_goal| {
        let boards: Vec<String> =
            to_goal.hardest.iter().filter_map(|position| puzzle.text(position, None).ok()).collect();
        json!({
            "by_length": to_goal.by_length,
            "hardest_length": to_goal.hardest_length,
            "hardest_count": to_goal.hardest_count,
            "mean_length": mean(&to_goal.by_length),
            "hardest": boards,
        })
    });
    json!({
        "kind": puzzle.kind().entry().name,
        "name": puzzle.name(),
        "metric": metric.name(),
        "states": explored.states,
        "up_to_mirror": explored.up_to_mirror,
        "goals": explored.goals,
        "by_depth": explored.by_depth,
        "edges": explored.edges,
        "dead_ends": explored.dead_ends,
        "most_neighbours": explored.most_neighbours,
        "to_goal": to_goal,
        "arrangements": explored.arrangements.as_ref().map(|(all, _)| all),
        "components": explored.arrangements.as_ref().map(|(_, parts)| parts),
        "stopped_by": explored.stopped.map(stop_name),
        "version": VERSION,
    })
}

fn as_text(
    puzzle: &dyn Puzzle,
    metric: Metric,
    explored: &Explored,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{} ({} metric)", styled(GOOD, shown_name(puzzle)), metric.name())?;
    if let Some(stop) = explored.stopped {
        let text = format!("stopped: {}; all counts are of what was reached until then", reason(stop));
        writeln!(out, "{}", styled(WARN, text))?;
    }
    let number = |n: u64| grouped(n);
    writeln!(out, "positions     {}", number(explored.states))?;
    if explored.up_to_mirror != explored.states {
        writeln!(out, "up to mirror  {}", number(explored.up_to_mirror))?;
    }
    writeln!(out, "goals         {}", number(explored.goals))?;
    writeln!(out, "connections   {}", number(explored.edges))?;
    writeln!(out, "dead ends     {}", number(explored.dead_ends))?;
    writeln!(out, "most moves    {} in one position", number(explored.most_neighbours))?;
    writeln!(out, "depth         {} from the start", explored.by_depth.len().saturating_sub(1))?;
    if let Some((all, parts)) = &explored.arrangements {
        let all = number(*all as u64);
        match parts.len() {
            1 => writeln!(out, "arrangements  {all}, which can all reach each other")?,
            parts => writeln!(out, "arrangements  {all} in {parts} parts that cannot reach each other")?,
        }
    }
    hardest(puzzle, metric, explored, out)
}

fn hardest(
    puzzle: &dyn Puzzle,
    metric: Metric,
    explored: &Explored,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(to_goal) = &explored.to_goal else {
        if puzzle.has_goal() && explored.stopped.is_none() {
            writeln!(out, "no goal can be reached")?;
        }
        return Ok(());
    };
    let (length, count) = (metric.count(to_goal.hardest_length as u64), to_goal.hardest_count);
    writeln!(out, "mean          {:.3} {} to the goal", mean(&to_goal.by_length), metric.0.unit.1)?;
    writeln!(out, "hardest start {length} from the goal; {count} of them")?;
    for position in &to_goal.hardest {
        write!(out, "{}", render::drawing(&puzzle.picture(position)))?;
    }
    if let (Some(first), false) = (to_goal.hardest.first(), to_goal.solution.is_empty()) {
        let writing = Writing { convention: None, runs: true, metric: Some(metric) };
        let moves = puzzle.rest(first).write_moves(&to_goal.solution, &writing)?;
        writeln!(out, "its solution  {}", render::wrap(&moves))?;
    }
    Ok(())
}
