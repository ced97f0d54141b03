//! `slidewise watch`: one search, or two side by side, step by step.

use clap::Args;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{Algorithm, AnyPuzzle, HeuristicChoice, Solver, Spec, WeightChoice, machine, spec};

use crate::args::{InputArgs, weight};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::progress::Spinner;
use crate::tui::{self, Ground, Lane};
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
    /// How to search [default: what suits the puzzle]
    #[arg(long, short, value_name = "NAME", value_parser = Algorithm::find)]
    pub algorithm: Option<Algorithm>,
    /// How to estimate the distance to the goal
    #[arg(long, short = 'H', value_name = "NAME", value_parser = str::parse::<HeuristicChoice>)]
    pub heuristic: Option<HeuristicChoice>,
    /// Weight of the estimate in weighted A*: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight)]
    pub weight: Option<WeightChoice>,
    /// Another search, in lockstep beside the first
    #[arg(long, value_name = "NAME", value_parser = Algorithm::find)]
    pub against: Option<Algorithm>,
    /// The estimate of the other search
    #[arg(long, value_name = "NAME", value_parser = str::parse::<HeuristicChoice>, requires = "against")]
    pub against_heuristic: Option<HeuristicChoice>,
    /// The weight of the other search
    #[arg(long, value_name = "W", value_parser = weight, requires = "against")]
    pub against_weight: Option<WeightChoice>,
    /// What counts as one move [default: what suits the puzzle]
    #[arg(long, value_name = "NAME", value_parser = spec::metric)]
    pub metric: Option<&'static str>,
    /// Stop a search before it uses more than this: 2GiB, 500MB [default: a third of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Colours for a dark or a light terminal
    #[arg(long, value_enum, default_value_t)]
    pub theme: Ground,
}

/// Shows the searches until the user has enough.
pub fn run(args: &WatchArgs, cancel: &Cancel) -> Result<Exit, Failure> {
    if !tui::has_terminal() {
        let text = "watch draws on a terminal, and this is none; `slidewise solve` gives the figures as text";
        return Err(Failure::Usage(text.to_string()));
    }
    let puzzle = puzzle(args)?;
    let first = Spec {
        algorithm: args.algorithm,
        heuristic: args.heuristic.clone(),
        weight: args.weight,
        metric: args.metric,
        ..Spec::default()
    };
    let second = args.against.map(|algorithm| Spec {
        algorithm: Some(algorithm),
        heuristic: args.against_heuristic.clone(),
        weight: args.against_weight,
        metric: args.metric,
        ..Spec::default()
    });
    let memory = args.memory_limit.or_else(|| machine::free_memory().map(|free| free / 3));
    let limits = Limits { memory, ..Limits::default() };
    let solver = Solver::new();
    let (spinner, _) = Spinner::start(true);
    let lanes = std::iter::once(first)
        .chain(second)
        .map(|spec| lane(&solver, &puzzle, spec, limits, cancel))
        .collect::<Result<Vec<_>, _>>();
    drop(spinner);
    tui::watch(puzzle, lanes?, args.theme, cancel)
}

fn puzzle(args: &WatchArgs) -> Result<AnyPuzzle, Failure> {
    if args.input.puzzle.is_empty() {
        return Err(Failure::Usage("name a puzzle to watch: a board, a file or a brick puzzle".to_string()));
    }
    let sources = input::sources(&args.input.puzzle)?;
    let [source] = &sources[..] else {
        return Err(Failure::Usage("one puzzle can be watched at a time".to_string()));
    };
    Ok(input::one(source, &args.input.reading())?.puzzle)
}

/// Opens a search. What suits the puzzle best may have no steps that can be followed; breadth-first search has.
fn lane(
    solver: &Solver,
    puzzle: &AnyPuzzle,
    mut spec: Spec,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Lane, Failure> {
    let plan = spec.plan(solver, &**puzzle)?;
    if spec.algorithm.is_none() && !plan.algorithm.entry().has_steps {
        spec.algorithm = Some(Algorithm::Bfs);
    }
    let search = puzzle.open(solver, &spec, limits, cancel.clone())?;
    Ok(Lane::new(search.plan().to_string(), search))
}
