//! `slidewise trace`: a search, expansion by expansion.

mod show;

use std::io::Write;

use clap::{Args, ValueEnum};
use slidewise_lab::trace::{move_between, trace};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{
    Algorithm, Answer, AnyPuzzle, HeuristicChoice, Metric, MoveOrder, Outcome, Position, Reading, Setting,
    Solver, Spec, Step, WeightChoice, Writing, machine,
};

use crate::args::{algorithm, for_searches, heuristic, metric, order, weight, width, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::units;

/// Follow a search of a small puzzle step by step: each expansion with g, h, f and the frontier
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TraceArgs {
    /// A puzzle as text, a file, or a puzzle's name; `-` or nothing reads standard input
    #[arg(value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
    puzzle: Vec<String>,
    #[command(flatten)]
    form: ReadingArgs,
    /// How to search
    #[arg(long, short, value_name = "NAME", value_parser = algorithm, default_value = "astar", add = complete::algorithms())]
    algorithm: Algorithm,
    /// How to estimate the distance to the goal
    #[arg(long = "heuristic", short = 'H', value_name = "NAME", value_parser = heuristic, add = complete::heuristics())]
    heuristic: Option<HeuristicChoice>,
    #[arg(help = for_searches("Weight of the estimate, the first one where it falls: a number from 1, or auto",
        Setting::Weight))]
    #[arg(long, short, value_name = "W", value_parser = weight)]
    weight: Option<WeightChoice>,
    #[arg(help = for_searches("Look at nothing dearer than this", Setting::DepthLimit))]
    #[arg(long, value_name = "N")]
    depth_limit: Option<u64>,
    #[arg(help = for_searches("The order in which the ways of the blank are tried, as in URDL", Setting::Order))]
    #[arg(long, value_name = "ORDER", value_parser = order, add = complete::orders())]
    order: Option<MoveOrder>,
    #[arg(help = for_searches("Positions kept in each layer", Setting::BeamWidth))]
    #[arg(long, value_name = "N", value_parser = width)]
    beam_width: Option<usize>,
    #[arg(help = for_searches("Positions that are held, or looked at before a move", Setting::Capacity))]
    #[arg(long, value_name = "N", value_parser = width)]
    capacity: Option<usize>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    metric: Option<&'static str>,
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

/// How the puzzle is read; `--format` is taken by the trace.
#[derive(Debug, Args)]
struct ReadingArgs {
    /// The board to reach, for tiles: blank-last, blank-first, snail, or a board [default: blank-last]
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, add = complete::goals())]
    goal: Option<String>,
    /// Rows x columns, where the text does not tell
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    size: Option<(usize, usize)>,
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
    puzzle: AnyPuzzle,
    metric: Metric,
    /// Whether the frontier's size is the length of a path.
    along_a_path: bool,
}

impl Subject {
    /// The move from one position to the next, as it is written; nothing if it cannot be told.
    fn move_between(&self, from: &Position, to: &Position) -> String {
        let writing = Writing { convention: None, runs: true, metric: Some(self.metric) };
        let written = |steps: Vec<Step>| self.puzzle.rest(from).write_moves(&steps, &writing).ok();
        move_between(&*self.puzzle, self.metric, from, to).and_then(written).unwrap_or_default()
    }
}

/// Follows one search.
pub fn run(args: &TraceArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let tree = matches!(args.format, TraceFormat::Dot | TraceFormat::Svg);
    if tree && args.algorithm == Algorithm::Beam {
        return Err(Failure::Usage("a beam keeps layers and no tree; use --format text or jsonl".into()));
    }
    let reading = Reading { size: args.form.size, form: None, goal: args.form.goal.clone() };
    let puzzle = input::only(&args.puzzle, &reading)?.puzzle;
    let spec = Spec {
        algorithm: Some(args.algorithm),
        heuristic: args.heuristic.clone(),
        weight: args.weight,
        depth_limit: args.depth_limit,
        order: args.order,
        beam_width: args.beam_width,
        capacity: args.capacity,
        metric: args.metric,
        ..Spec::default()
    };
    let limits = Limits { memory: machine::free_share(), ..Limits::default() };
    let mut search = puzzle.open(&Solver::new(), &spec, limits, cancel)?;
    let entry = search.plan().algorithm.entry();
    let along_a_path = entry.along_a_path || args.algorithm == Algorithm::Dfs;
    let metric = search.plan().metric;
    let subject = Subject { title: search.plan().to_string(), puzzle, metric, along_a_path };
    let traced = trace(&mut search, args.steps as usize, args.frontier)?;
    match args.format {
        TraceFormat::Text => show::text(&subject, &traced, search.answer(), out)?,
        TraceFormat::Jsonl => show::jsonl(&subject, &traced, out)?,
        TraceFormat::Dot => show::dot(&subject, &traced, search.answer(), out)?,
        TraceFormat::Svg => show::svg(&subject, &traced, search.answer(), out)?,
    }
    if traced.cut && args.format != TraceFormat::Text {
        out.flush()?;
        let steps = units::number(traced.steps.len(), "step");
        tell!("cut after {steps}; --steps N shows more");
    }
    Ok(search.answer().map_or(Exit::Solved, |answer| match answer.outcome {
        Outcome::Solved => Exit::Solved,
        Outcome::Unsolvable => Exit::Unsolvable,
        Outcome::Stopped => Exit::Stopped,
    }))
}

/// How the search ended, in a line.
fn ending(answer: &Answer) -> String {
    match (answer.outcome, answer.cost()) {
        (_, Some(cost)) => format!("solved at cost {cost}"),
        (Outcome::Unsolvable, None) => "there is no solution".to_string(),
        (_, None) => "stopped without a solution".to_string(),
    }
}
