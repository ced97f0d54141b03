//! `slidewise watch`: one search, or two side by side, step by step.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use slidewise_lab::board::{self, Look};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::stepping::Stepping;
use slidewise_solve::{Algorithm, AnyPuzzle, HeuristicChoice, Solver, Spec, WeightChoice, machine};

use crate::args::{InputArgs, algorithm, heuristic, metric, weight};
use crate::complete;
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
  slidewise watch 867254301 -a astar -H manhattan --against greedy --out race.gif

Keys: Space pauses and goes on, the right arrow makes one step, + and - change the speed, q ends.";

#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How to search [default: what suits the puzzle]
    #[arg(long, short, value_name = "NAME", value_parser = algorithm, add = complete::algorithms())]
    pub algorithm: Option<Algorithm>,
    /// How to estimate the distance to the goal
    #[arg(long, short = 'H', value_name = "NAME", value_parser = heuristic, add = complete::heuristics())]
    pub heuristic: Option<HeuristicChoice>,
    /// Weight of the estimate in weighted A*: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight)]
    pub weight: Option<WeightChoice>,
    /// Another search, in lockstep beside the first
    #[arg(long, value_name = "NAME", value_parser = algorithm, add = complete::algorithms())]
    pub against: Option<Algorithm>,
    /// The estimate of the other search
    #[arg(long, value_name = "NAME", value_parser = heuristic, requires = "against")]
    #[arg(add = complete::heuristics())]
    pub against_heuristic: Option<HeuristicChoice>,
    /// The weight of the other search
    #[arg(long, value_name = "W", value_parser = weight, requires = "against")]
    pub against_weight: Option<WeightChoice>,
    /// What counts as one move [default: what suits the puzzle]
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// Stop a search before it uses more than this: 2GiB, 500MB [default: a third of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Make a film of it, a .gif, instead of drawing on the terminal
    #[arg(long, value_name = "FILE", conflicts_with = "theme")]
    pub out: Option<PathBuf>,
    /// Colours for a dark or a light terminal
    #[arg(long, value_enum, default_value_t)]
    pub theme: Ground,
}

/// Shows the searches until the user has enough.
pub fn run(args: &WatchArgs, cancel: &Cancel) -> Result<Exit, Failure> {
    let ends_in_gif = |file: &Path| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
    if args.out.as_deref().is_some_and(|file| !ends_in_gif(file)) {
        return Err(Failure::Usage("--out: the file ends in .gif".to_string()));
    }
    if args.out.is_none() && !tui::has_terminal() {
        let text = "watch draws on a terminal, and this is none; --out FILE.gif makes a film, and `slidewise solve` \
                    gives the figures as text";
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
    let searches = std::iter::once(first)
        .chain(second)
        .map(|spec| opened(&solver, &puzzle, spec, limits, cancel))
        .collect::<Result<Vec<_>, _>>();
    drop(spinner);
    let searches = searches?;
    match &args.out {
        Some(file) => film(&puzzle, searches, file),
        None => tui::watch(puzzle, searches.into_iter().map(in_terminal).collect(), args.theme, cancel),
    }
}

fn in_terminal(search: Stepping) -> Lane {
    Lane::new(search.plan().to_string(), search)
}

/// Carries the searches out and writes them down as a film.
fn film(puzzle: &AnyPuzzle, searches: Vec<Stepping>, file: &Path) -> Result<Exit, Failure> {
    let lanes = searches.into_iter().map(board::Lane::record).collect::<Result<Vec<_>, _>>()?;
    let look = Look { cell: 48, ..Look::default() };
    let bytes = board::race(&puzzle.scene(), &lanes, &look);
    let bytes = bytes.map_err(|undrawn| Failure::Usage(undrawn.to_string()))?;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    std::fs::write(file, bytes).map_err(|error| Failure::Io(named(error)))?;
    Ok(Exit::Solved)
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
fn opened(
    solver: &Solver,
    puzzle: &AnyPuzzle,
    mut spec: Spec,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Stepping, Failure> {
    let plan = spec.plan(solver, &**puzzle)?;
    if spec.algorithm.is_none() && !plan.algorithm.entry().has_steps {
        spec.algorithm = Some(Algorithm::Bfs);
    }
    Ok(puzzle.open(solver, &spec, limits, cancel.clone())?)
}
