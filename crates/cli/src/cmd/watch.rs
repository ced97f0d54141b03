//! `slidewise watch`: one search, or two side by side, step by step.

use std::io::{self, IsTerminal};

use clap::Args;
use slidewise_lab::game::Puzzle;
use slidewise_lab::registry::{Algorithm, Named};
use slidewise_lab::{
    AnyHeuristic, AnyMetric, BrickSpec, Lab, StepError, Stepping, TileSpec, WeightChoice, machine,
};
use slidewise_puzzles::bricks::Metric;
use slidewise_search::{Cancel, Limits};

use super::bricks::{brick_heuristic, brick_metric};
use super::solve::{check_options, tile_heuristic, tile_metric};
use crate::args::{InputArgs, weight};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::progress::Spinner;
use crate::tui::{self, Lane, Start};
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise watch \"8 6 7/2 5 4/3 0 1\" --algorithm astar --against ida
  slidewise watch 867254301 -a astar -H misplaced --against astar --against-heuristic manhattan
  slidewise watch klotski -a bfs --against astar

Keys: Space pauses and goes on, the right arrow makes one step, + and - change the speed, q ends.";

#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How to search [default: what suits the size]
    #[arg(long, short, value_name = "NAME", value_parser = Algorithm::find)]
    pub algorithm: Option<Algorithm>,
    /// How to estimate the distance to the goal
    #[arg(long, short = 'H', value_name = "NAME", value_parser = str::parse::<AnyHeuristic>)]
    pub heuristic: Option<AnyHeuristic>,
    /// Weight of the estimate in weighted A*: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight)]
    pub weight: Option<WeightChoice>,
    /// Another search, in lockstep beside the first
    #[arg(long, value_name = "NAME", value_parser = Algorithm::find)]
    pub against: Option<Algorithm>,
    /// The estimate of the other search
    #[arg(long, value_name = "NAME", value_parser = str::parse::<AnyHeuristic>, requires = "against")]
    pub against_heuristic: Option<AnyHeuristic>,
    /// The weight of the other search
    #[arg(long, value_name = "W", value_parser = weight, requires = "against")]
    pub against_weight: Option<WeightChoice>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = str::parse::<AnyMetric>)]
    pub metric: Option<AnyMetric>,
    /// Stop a search before it uses more than this: 2GiB, 500MB [default: a third of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
}

/// One of the searches, as it was asked for.
struct Wish<'a> {
    algorithm: Option<Algorithm>,
    heuristic: &'a Option<AnyHeuristic>,
    weight: Option<WeightChoice>,
}

/// Shows the searches until the user has enough.
pub fn run(args: &WatchArgs, cancel: &Cancel) -> Result<Exit, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let text = "watch draws on a terminal, and this is none; `slidewise solve` gives the figures as text";
        return Err(Failure::Usage(text.to_string()));
    }
    let puzzle = puzzle(args)?;
    let first = Wish { algorithm: args.algorithm, heuristic: &args.heuristic, weight: args.weight };
    let second = args.against.map(|algorithm| Wish {
        algorithm: Some(algorithm),
        heuristic: &args.against_heuristic,
        weight: args.against_weight,
    });
    let lab = Lab::new();
    let (spinner, _) = Spinner::start(true);
    let lanes = std::iter::once(first)
        .chain(second)
        .map(|wish| open(&lab, &puzzle, &wish, args, cancel))
        .collect::<Result<Vec<_>, _>>();
    drop(spinner);
    tui::watch(puzzle, lanes?, cancel)
}

fn puzzle(args: &WatchArgs) -> Result<Puzzle, Failure> {
    let options = input::parse_options(&args.input);
    let goal = input::goal(&args.input.goal)?;
    if args.input.puzzle.is_empty() {
        return Err(Failure::Usage("name a puzzle to watch: a board, a file or a brick puzzle".to_string()));
    }
    let sources = input::sources(&args.input.puzzle, &options)?;
    let [source] = &sources[..] else {
        return Err(Failure::Usage("one puzzle can be watched at a time".to_string()));
    };
    Start::read(source, &options, &goal).map(|start| start.puzzle).map_err(Failure::BadText)
}

fn open(
    lab: &Lab,
    puzzle: &Puzzle,
    wish: &Wish<'_>,
    args: &WatchArgs,
    cancel: &Cancel,
) -> Result<Lane, Failure> {
    let memory = args.memory_limit.or_else(|| machine::free_memory().map(|free| free / 3));
    let limits = Limits { memory, ..Limits::default() };
    match puzzle {
        Puzzle::Tiles(puzzle) => {
            let spec = TileSpec {
                algorithm: wish.algorithm,
                heuristic: tile_heuristic(wish.heuristic)?,
                weight: wish.weight,
                metric: tile_metric(args.metric)?,
                ..TileSpec::default()
            };
            check_options(&spec)?;
            let chosen = lab.choose(puzzle, &spec);
            let heuristic = chosen.heuristic.as_ref().map(ToString::to_string);
            let search = lab.open(puzzle, &spec, limits, cancel.clone());
            lane(chosen.algorithm, heuristic, search)
        }
        Puzzle::Bricks { puzzle, metric } => {
            let spec = BrickSpec {
                // Layers cannot be followed position by position.
                algorithm: Some(wish.algorithm.unwrap_or(Algorithm::Bfs)),
                heuristic: brick_heuristic(wish.heuristic)?,
                weight: wish.weight,
                metric: watched_metric(args.metric, *metric)?,
                ..BrickSpec::default()
            };
            let chosen = lab.choose_bricks(&spec);
            let heuristic = chosen.heuristic.map(|heuristic| heuristic.name().to_string());
            lane(chosen.algorithm, heuristic, lab.open_bricks(puzzle, &spec, limits, cancel.clone()))
        }
    }
}

fn watched_metric(asked: Option<AnyMetric>, suited: Metric) -> Result<Metric, Failure> {
    Ok(brick_metric(asked)?.unwrap_or(suited))
}

fn lane(
    algorithm: Algorithm,
    heuristic: Option<String>,
    search: Result<Stepping, StepError>,
) -> Result<Lane, Failure> {
    let name = match heuristic {
        Some(heuristic) => format!("{} with {heuristic}", algorithm.name()),
        None => algorithm.name().to_string(),
    };
    search.map(|search| Lane::new(name, search)).map_err(|error| Failure::Usage(error.to_string()))
}
