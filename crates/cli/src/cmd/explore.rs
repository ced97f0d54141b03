//! `slidewise explore`: the whole space of a brick puzzle.

use std::io::Write;

use serde_json::json;
use slidewise_lab::record::{VERSION, stop_name};
use slidewise_lab::{machine, svg};
use slidewise_puzzles::bricks::{Explored, Metric, Parsed, Puzzle, Wanted, explore, write};
use slidewise_puzzles::tiles::parse::ParseOptions;
use slidewise_search::layered::Options;
use slidewise_search::{Cancel, Limits, Meter};

use super::bricks::read;
use crate::args::ExploreArgs;
use crate::brick_text;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::progress::Spinner;
use crate::render::{GOOD, WARN, reason, styled};
use crate::units::grouped;

/// Explores each puzzle.
pub fn run(args: &ExploreArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut highest = Exit::Solved;
    for source in input::sources(&args.puzzle, &ParseOptions::default())? {
        let parsed = read(&source).map_err(|(_, text)| Failure::BadText(text))?;
        let metric = args.metric.unwrap_or_else(|| parsed.default_metric());
        let limits = Limits {
            nodes: None,
            time: args.time_limit,
            memory: args.memory_limit.or_else(|| machine::free_memory().map(|free| free / 4 * 3)),
        };
        let options = Options {
            threads: args.threads.unwrap_or_else(machine::threads),
            spill: Some(std::env::temp_dir()),
            ..Options::default()
        };
        let wanted = Wanted { hardest: args.hardest, arrangements: args.arrangements };
        let (spinner, mut progress) = Spinner::start(true);
        let mut meter = Meter::new(limits, cancel.clone(), &mut progress);
        let explored = explore(&parsed.puzzle, metric, wanted, &options, &mut meter);
        drop(spinner);
        if args.json {
            writeln!(out, "{}", as_json(&parsed, metric, &explored))?;
        } else {
            as_text(&parsed, metric, &explored, out)?;
        }
        if let Some(file) = &args.svg {
            let title = format!("{}: positions by distance from the start", shown_name(&parsed.puzzle));
            let picture = svg::bars(&title, &format!("depth in {metric}"), "positions", &explored.by_depth);
            std::fs::write(file, picture).map_err(|error| {
                Failure::Io(std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))
            })?;
        }
        if explored.stopped.is_some() {
            highest = Exit::Stopped;
        }
    }
    Ok(highest)
}

fn shown_name(puzzle: &Puzzle) -> &str {
    match puzzle.about.name.as_str() {
        "" => "the puzzle",
        name => name,
    }
}

fn as_json(parsed: &Parsed, metric: Metric, explored: &Explored) -> serde_json::Value {
    let to_goal = explored.to_goal.as_ref().map(|to_goal| {
        let boards: Vec<String> = to_goal
            .hardest
            .iter()
            .filter_map(|position| write::letters(&parsed.puzzle, position).ok())
            .collect();
        json!({
            "by_length": to_goal.by_length,
            "hardest_length": to_goal.hardest_length,
            "hardest_count": to_goal.hardest_count,
            "hardest": boards,
        })
    });
    json!({
        "kind": "bricks",
        "name": parsed.puzzle.about.name,
        "metric": metric.name(),
        "states": explored.states,
        "up_to_mirror": explored.up_to_mirror,
        "goals": explored.goals,
        "by_depth": explored.by_depth,
        "edges": explored.edges,
        "dead_ends": explored.dead_ends,
        "most_neighbours": explored.most_neighbours,
        "to_goal": to_goal,
        "arrangements": explored.connectivity.as_ref().map(|c| c.arrangements),
        "components": explored.connectivity.as_ref().map(|c| &c.components),
        "stopped_by": explored.stopped.map(stop_name),
        "version": VERSION,
    })
}

fn as_text(
    parsed: &Parsed,
    metric: Metric,
    explored: &Explored,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let puzzle = &parsed.puzzle;
    writeln!(out, "{} ({metric} metric)", styled(GOOD, shown_name(puzzle)))?;
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
    if let Some(connectivity) = &explored.connectivity {
        let (all, parts) = (connectivity.arrangements as u64, connectivity.components.len());
        writeln!(out, "arrangements  {} in {parts} parts that cannot reach each other", number(all))?;
    }
    if let Some(to_goal) = &explored.to_goal {
        let (length, count) = (to_goal.hardest_length, to_goal.hardest_count);
        writeln!(out, "hardest start {length} {metric} from the goal; {count} of them")?;
        for position in &to_goal.hardest {
            write!(out, "{}", brick_text::drawing(puzzle, position))?;
        }
        if !to_goal.solution.is_empty() {
            writeln!(out, "its solution  {}", brick_text::slides(puzzle, &to_goal.solution))?;
        }
    } else if puzzle.has_goal() && explored.stopped.is_none() {
        writeln!(out, "no goal can be reached")?;
    }
    Ok(())
}
