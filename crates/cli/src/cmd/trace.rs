//! `slidewise trace`: a search, expansion by expansion.

mod show;

use std::io::Write;

use clap::{Args, ValueEnum};
use slidewise_lab::registry::{Algorithm, Named};
use slidewise_lab::stepping::{Answer, StepError, Stepping};
use slidewise_lab::trace::trace;
use slidewise_lab::{
    AnyHeuristic, AnyMetric, BrickError, BrickSpec, Lab, Outcome, SolveError, TileSpec, WeightChoice,
};
use slidewise_puzzles::bricks::Puzzle;
use slidewise_puzzles::tiles::parse::ParseOptions;
use slidewise_search::{Cancel, Limits};

use super::bricks::read;
use crate::args::{weight, width};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::units;

/// Follow a search of a small puzzle step by step: each expansion with g, h, f and the frontier
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TraceArgs {
    /// A board or brick puzzle as text, a file, or a puzzle's name; `-` or nothing reads standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: Vec<String>,
    /// The board to reach: blank-last, blank-first, snail, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last", allow_hyphen_values = true)]
    goal: String,
    /// Rows x columns, where the text does not tell
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    size: Option<(usize, usize)>,
    /// How to search
    #[arg(long, short, value_name = "NAME", value_parser = Algorithm::find, default_value = "astar")]
    algorithm: Algorithm,
    /// How to estimate the distance to the goal
    #[arg(long = "heuristic", short = 'H', value_name = "NAME", value_parser = str::parse::<AnyHeuristic>)]
    heuristic: Option<AnyHeuristic>,
    /// Weight of the estimate in weighted A*: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight)]
    weight: Option<WeightChoice>,
    /// Look at nothing dearer than this (dfs, iterative-deepening, ida)
    #[arg(long, value_name = "N")]
    depth_limit: Option<u32>,
    /// Positions kept in each layer of a beam
    #[arg(long, value_name = "N", value_parser = width)]
    beam_width: Option<usize>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = str::parse::<AnyMetric>)]
    metric: Option<AnyMetric>,
    /// Expansions to show
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,
    /// Positions of the frontier to show at each step
    #[arg(long, value_name = "N", default_value_t = 4)]
    frontier: usize,
    /// How to write it
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: TraceFormat,
}

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TraceFormat {
    /// For people
    Text,
    /// A JSON object for each expansion
    Jsonl,
    /// The search tree for Graphviz
    Dot,
    /// The search tree as a picture
    Svg,
}

const EXAMPLES: &str = "\
Examples:
  slidewise trace \"1 2 3/4 0 6/7 5 8\" --heuristic manhattan
  slidewise trace 123406758 --algorithm bfs --steps 20 --format svg > tree.svg
  slidewise trace 123406758 --algorithm ida --format dot | dot -Tpdf > tree.pdf
  slidewise trace klotski --algorithm greedy --steps 5
  slidewise trace 867254301 -a astar --steps 1000 --format jsonl";

/// What a search is of.
pub struct Subject {
    title: String,
    /// The brick puzzle, if it is one.
    puzzle: Option<Puzzle>,
    /// Whether the frontier's size is the length of a path.
    along_a_path: bool,
}

/// Follows one search.
pub fn run(args: &TraceArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let sources = input::sources(&args.puzzle, &ParseOptions { size: args.size, form: None })?;
    let [source] = &sources[..] else {
        return Err(Failure::Usage("trace follows the search of one puzzle; give one".into()));
    };
    let tree = matches!(args.format, TraceFormat::Dot | TraceFormat::Svg);
    if tree && args.algorithm == Algorithm::Beam {
        return Err(Failure::Usage("a beam keeps layers and no tree; use --format text or jsonl".into()));
    }
    if args.heuristic.is_some() && !args.algorithm.is_informed() {
        let name = args.algorithm.name();
        return Err(Failure::Usage(format!("{name} uses no heuristic; leave --heuristic out")));
    }
    let (mut search, subject) =
        if source.is_bricks() { of_bricks(args, source, cancel)? } else { of_tiles(args, source, cancel)? };
    let traced = trace(&mut search, args.steps as usize, args.frontier).map_err(failure)?;
    match args.format {
        TraceFormat::Text => show::text(&subject, &traced, search.answer(), out)?,
        TraceFormat::Jsonl => show::jsonl(&subject, &traced, out)?,
        TraceFormat::Dot => show::dot(&subject, &traced, search.answer(), out)?,
        TraceFormat::Svg => show::svg(&subject, &traced, search.answer(), out)?,
    }
    if traced.cut && args.format != TraceFormat::Text {
        out.flush()?;
        anstream::eprintln!("cut after {} steps; --steps N shows more", traced.steps.len());
    }
    Ok(search.answer().map_or(Exit::Solved, |answer| match answer.outcome() {
        Outcome::Unsolvable => Exit::Unsolvable,
        Outcome::Stopped(_) if answer.cost().is_none() => Exit::Stopped,
        _ => Exit::Solved,
    }))
}

fn of_tiles(args: &TraceArgs, source: &Source, cancel: Cancel) -> Result<(Stepping, Subject), Failure> {
    let items = source.boards(&ParseOptions { size: args.size, form: None });
    let [item] = &items[..] else {
        return Err(Failure::Usage(format!("trace follows one board; here are {}", items.len())));
    };
    let goal = input::goal(&args.goal)?;
    let (_, puzzle) = source.puzzle(item, &goal).map_err(|(_, text)| Failure::BadText(text))?;
    let spec = TileSpec {
        algorithm: Some(args.algorithm),
        heuristic: match &args.heuristic {
            Some(AnyHeuristic { tiles: None, .. }) => {
                return Err(Failure::Usage(
                    "this heuristic is for brick puzzles; this is a tile puzzle".into(),
                ));
            }
            any => any.as_ref().and_then(|any| any.tiles.clone()),
        },
        metric: match args.metric {
            Some(AnyMetric::Bricks(_)) => {
                return Err(Failure::Usage("this metric is for brick puzzles; use single or multi".into()));
            }
            Some(AnyMetric::Tiles(metric)) => Some(metric),
            None => None,
        },
        weight: args.weight,
        depth_limit: args.depth_limit,
        beam_width: args.beam_width,
        threads: Some(1),
        ..TileSpec::default()
    };
    let lab = Lab::new();
    let chosen = lab.choose(&puzzle, &spec);
    let with = chosen.heuristic.map(|heuristic| format!(" with {heuristic}")).unwrap_or_default();
    let search = lab.open(&puzzle, &spec, Limits::default(), cancel).map_err(failure)?;
    Ok((search, subject(args, &with, None)))
}

fn of_bricks(args: &TraceArgs, source: &Source, cancel: Cancel) -> Result<(Stepping, Subject), Failure> {
    let parsed = read(source).map_err(|(_, text)| Failure::BadText(text))?;
    let spec = BrickSpec {
        algorithm: Some(args.algorithm),
        heuristic: match &args.heuristic {
            Some(AnyHeuristic { bricks: None, .. }) => {
                return Err(Failure::Usage(
                    "this heuristic is for tile puzzles; this is a brick puzzle".into(),
                ));
            }
            any => any.as_ref().and_then(|any| any.bricks),
        },
        metric: match args.metric {
            Some(AnyMetric::Tiles(_)) => {
                return Err(Failure::Usage("this metric is for tiles; use steps, lines or moves".into()));
            }
            Some(AnyMetric::Bricks(metric)) => metric,
            None => parsed.default_metric(),
        },
        weight: args.weight,
        depth_limit: args.depth_limit,
        ..BrickSpec::default()
    };
    let with = spec.heuristic.map(|heuristic| format!(" with {}", heuristic.name())).unwrap_or_default();
    let search = Lab::new().open_bricks(&parsed.puzzle, &spec, Limits::default(), cancel).map_err(failure)?;
    Ok((search, subject(args, &with, Some(parsed.puzzle))))
}

fn subject(args: &TraceArgs, with: &str, puzzle: Option<Puzzle>) -> Subject {
    let depth_first = [Algorithm::Dfs, Algorithm::IterativeDeepening, Algorithm::Ida];
    Subject {
        title: format!("{}{with}", args.algorithm.name()),
        puzzle,
        along_a_path: depth_first.contains(&args.algorithm),
    }
}

fn failure(error: StepError) -> Failure {
    match &error {
        StepError::Tiles(SolveError::Refuted(_)) | StepError::Bricks(BrickError::Refuted(_)) => {
            Failure::Internal(error.to_string())
        }
        StepError::Bricks(BrickError::NoGoal) => Failure::BadText(error.to_string()),
        _ => Failure::Usage(error.to_string()),
    }
}

/// How the search ended, in a line.
fn ending(answer: &Answer) -> String {
    match (answer.outcome(), answer.cost()) {
        (_, Some(cost)) => format!("solved at cost {cost}"),
        (Outcome::Unsolvable, None) => "there is no solution".to_string(),
        (_, None) => "stopped without a solution".to_string(),
    }
}
