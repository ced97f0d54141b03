//! What can be typed. The texts about named things come from the registries of algorithms and kinds.

mod typed;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};
use slidewise_solve::names::Entry;
use slidewise_solve::search::Weight;
use slidewise_solve::{
    Algorithm, HeuristicChoice, Kind, MoveOrder, Reading, Setting, Spec, WeightChoice, kinds,
};

use crate::cmd::all_optimal::AllOptimalArgs;
use crate::cmd::audit::AuditArgs;
use crate::cmd::bench::BenchArgs;
use crate::cmd::compare::CompareArgs;
use crate::cmd::trace::TraceArgs;
use crate::complete;
use crate::exit;
use crate::progress::Reports;
use crate::units;

pub use typed::normalised;
pub use values::{
    algorithm, convention, factor, form, heuristic, kind, metric, order, repr, weight, width, word,
};

/// Solves sliding puzzles, optimally where that can be done, and shows how.
#[derive(Debug, Parser)]
#[command(name = "slidewise", version, max_term_width = 110, subcommand_required = true)]
#[command(arg_required_else_help = true, after_help = MAIN_EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const MAIN_EXAMPLES: &str = "\
`slidewise PUZZLE` is short for `slidewise solve PUZZLE`.

Examples:
  slidewise \"8 6 7/2 5 4/3 0 1\"                 solve an 8-puzzle
  slidewise FE169B4C0A73D852                    a 15-puzzle in hexadecimal
  slidewise solve board.txt --json              a file, answered in JSON
  slidewise klotski                             a brick puzzle by name
  slidewise check \"1 2 3/4 5 6/8 7 0\"           can it be solved? for which goal?
  slidewise generate --size 5x5 | slidewise     make one and solve it
  slidewise compare --random 5 --size 3x3 --algorithms astar,greedy --heuristics misplaced,manhattan
  slidewise play                                a game of it
  slidewise list                                what there is to choose from";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles given as text, as files or on standard input
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Box<SolveArgs>),
    /// Tell whether a puzzle can be solved, for which goals, and how far it is at least
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Put algorithms, heuristics and representations side by side on the same puzzles
    #[command(after_help = crate::cmd::compare::EXAMPLES)]
    Compare(Box<CompareArgs>),
    /// Run a suite of experiments: one that comes with the program, or one of your own in a TOML file
    #[command(after_help = crate::cmd::bench::EXAMPLES, after_long_help = crate::cmd::bench::long_help())]
    Bench(Box<BenchArgs>),
    /// Tell whether moves solve a puzzle, how many they are, and how they are written
    #[command(after_help = crate::cmd::verify::EXAMPLES)]
    Verify(crate::cmd::verify::VerifyArgs),
    /// Make a solution shorter
    #[command(after_help = crate::cmd::shorten::EXAMPLES)]
    Shorten(Box<crate::cmd::shorten::ShortenArgs>),
    /// Train the learned heuristic for a size of board
    #[command(after_help = crate::cmd::train::EXAMPLES)]
    Train(crate::cmd::train::TrainArgs),
    /// Make random puzzles that can be solved
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// Change, count, write and make sequences of moves: what speed-solvers do with algorithms
    #[command(subcommand, after_help = crate::cmd::moves::EXAMPLES)]
    Moves(crate::cmd::moves::MovesCommand),
    /// Make random boards, or random moves of a length
    #[command(after_help = crate::cmd::scramble::EXAMPLES)]
    Scramble(crate::cmd::scramble::ScrambleArgs),
    /// Tell how many moves above the optimum each of many solves was
    #[command(after_help = crate::cmd::above::EXAMPLES)]
    CompareToOptimum(crate::cmd::above::AboveArgs),
    /// Make tiles alike, so that any order within a row, a fringe or a colour will do
    #[command(after_help = crate::cmd::relabel::EXAMPLES)]
    Relabel(crate::cmd::relabel::RelabelArgs),
    /// Draw a puzzle or a solution as SVG, PNG or GIF
    #[command(after_help = crate::cmd::render::EXAMPLES)]
    Render(crate::cmd::render::RenderArgs),
    /// Draw a puzzle and tell what is known about it
    #[command(after_help = crate::cmd::show::EXAMPLES)]
    Show(crate::cmd::show::ShowArgs),
    /// Search the whole space of a puzzle: how many positions, how deep, which start is the hardest
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),
    /// Find the hardest starts of all placements of some pieces on a board, or of samples
    #[command(after_help = crate::cmd::design::EXAMPLES)]
    Design(Box<crate::cmd::design::DesignArgs>),
    Audit(AuditArgs),
    /// Play in the terminal: random boards, the brick puzzles of the library, or your own
    #[command(after_help = crate::cmd::play::EXAMPLES)]
    Play(crate::cmd::play::PlayArgs),
    /// Watch a search step by step, or two side by side
    #[command(after_help = crate::cmd::watch::EXAMPLES)]
    Watch(Box<crate::cmd::watch::WatchArgs>),
    Trace(Box<TraceArgs>),
    /// Build, list, prove and remove tables of pattern databases
    #[command(subcommand, after_help = crate::cmd::pdb::EXAMPLES)]
    Pdb(crate::cmd::pdb::PdbCommand),
    /// The commands of the sliding brick course
    #[command(subcommand)]
    Course(crate::cmd::course::CourseCommand),
    /// List algorithms, heuristics, goals, formats, puzzles and what they guarantee
    List(crate::cmd::list::ListArgs),
    /// Serve the page for the browser: play, edit, solve, race
    #[command(after_help = crate::cmd::serve::EXAMPLES)]
    Serve(crate::cmd::serve::ServeArgs),
    /// Print a completion script for a shell: it completes commands, options, names and files
    #[command(after_help = complete::EXAMPLES)]
    Completions {
        /// The shell to complete in
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of one of its commands
    #[command(after_help = crate::cmd::man::EXAMPLES)]
    Man(crate::cmd::man::ManArgs),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  slidewise solve \"8 6 7/2 5 4/3 0 1\" --steps
  slidewise solve 867254301 --algorithm astar --heuristic manhattan
  slidewise solve korf.txt --goal blank-first --json --time-limit 10s
  slidewise solve \"1 2 3/8 0 4/7 6 5\" --goal snail
  slidewise generate --size 6x6 | slidewise solve --algorithm wastar --weight auto
  slidewise solve klotski --metric steps
  slidewise solve SBP-level1.txt --format course
  slidewise solve FE169B4C0A73D852 --algorithm ida --heuristic combined --checkpoint long.ckpt
  slidewise solve - < boards.txt --quiet";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  slidewise explore klotski
  slidewise explore rush-hour-hardest --metric steps --json
  slidewise explore century --svg depths.svg
  slidewise explore --size 3x3 --metric multi   all 181,440 boards of the 8-puzzle
  slidewise explore --size 2x5 --csv depths.csv   all 1,814,400 boards of 2×5";

const CHECK_EXAMPLES: &str = "\
Examples:
  slidewise check \"1 2 3/4 5 6/8 7 0\"
  slidewise check \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"
  slidewise check klotski";

const GENERATE_EXAMPLES: &str = "\
Examples:
  slidewise generate --size 4x4 --count 10 --seed 1
  slidewise generate --size 5x5 --scramble 40 --goal snail
  slidewise generate --size 3x3 --format drawn
  slidewise generate klotski --scramble 50
  slidewise generate klotski --length 20..30 --no-idle
  slidewise generate --kind freeform --size 3x4 --blanks 2";

/// Where puzzles come from and how their text is read.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Puzzles as text, files with puzzles, or names of puzzles; `-` or nothing reads standard input
    #[arg(value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// How the text of puzzles is read.
#[derive(Debug, Args)]
pub struct FormArgs {
    /// The board to reach, for tiles: blank-last, blank-first, snail, or a board [default: blank-last]
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, add = complete::goals())]
    pub goal: Option<String>,
    /// Rows x columns, where the text does not tell
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    pub size: Option<(usize, usize)>,
    /// The form of the text, where it could be read in several ways; with `course` the answer is written as the sliding
    /// brick course asks for it
    #[arg(long, value_name = "FORM", value_parser = form, add = complete::forms())]
    pub format: Option<&'static str>,
}

impl FormArgs {
    /// How puzzles are to be read.
    pub fn reading(&self) -> Reading {
        Reading { size: self.size, form: self.format, goal: self.goal.clone() }
    }
}

impl InputArgs {
    /// How puzzles are to be read.
    pub fn reading(&self) -> Reading {
        self.form.reading()
    }
}

/// What an option does, and the searches on which it has an effect: the registry says which.
pub fn for_searches(text: &str, setting: Setting) -> String {
    let names: Vec<&str> = Algorithm::that_take(setting).map(Algorithm::name).collect();
    format!("{text} ({})", names.join(", "))
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SpecArgs {
    /// How to search [default: what suits the puzzle]
    #[arg(long, short, value_name = "NAME", value_parser = algorithm, add = complete::algorithms())]
    pub algorithm: Option<Algorithm>,
    /// How to estimate the distance to the goal; max(a,b,…) takes the largest of several
    #[arg(long = "heuristic", short = 'H', value_name = "NAME", value_parser = heuristic, add = complete::heuristics())]
    pub heuristic: Option<HeuristicChoice>,
    #[arg(help = for_searches("Weight of the estimate, the first one where it falls: a number from 1, or auto",
        Setting::Weight))]
    #[arg(long, short, value_name = "W", value_parser = weight, add = complete::weights())]
    pub weight: Option<WeightChoice>,
    #[arg(help = for_searches("Look at nothing dearer than this", Setting::DepthLimit))]
    #[arg(long, value_name = "N")]
    pub depth_limit: Option<u64>,
    #[arg(help = for_searches("The order in which the ways of the blank are tried, as in URDL", Setting::Order))]
    #[arg(long, value_name = "ORDER", value_parser = order, add = complete::orders())]
    pub order: Option<MoveOrder>,
    /// How positions are kept in memory
    #[arg(long, value_name = "NAME", value_parser = repr, add = complete::reprs())]
    pub repr: Option<&'static str>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    #[arg(help = for_searches("Positions kept in each layer", Setting::BeamWidth))]
    #[arg(long, value_name = "N", value_parser = width)]
    pub beam_width: Option<usize>,
    #[arg(help = for_searches("Positions that are held, or looked at before a move", Setting::Capacity))]
    #[arg(long, value_name = "N", value_parser = width)]
    pub capacity: Option<usize>,
    #[arg(help = for_searches("Threads [default: all]", Setting::Threads))]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    #[arg(help = for_searches("Keep only one layer in N of those searched, which takes less memory and some more \
                               time", Setting::KeepEvery))]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_every: Option<u32>,
    #[arg(help = for_searches("Decides between equals, and what is left to chance; the same seed on one thread gives \
                               the same result", Setting::Seed))]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[arg(help = for_searches("Stop as soon as the solution is proven to be within this factor of the optimum, as in \
                               1.05", Setting::Bound))]
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    pub bound: Option<Weight>,
}

impl SpecArgs {
    /// What is asked for.
    pub fn spec(&self) -> Spec {
        Spec {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            weight: self.weight,
            depth_limit: self.depth_limit,
            order: self.order,
            repr: self.repr,
            metric: self.metric,
            beam_width: self.beam_width,
            capacity: self.capacity,
            threads: self.threads,
            seed: self.seed,
            bound: self.bound,
            keep_every: self.keep_every,
        }
    }
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub search: SpecArgs,
    /// Stop after this long: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    pub time_limit: Option<Duration>,
    /// Stop after this many expansions: 1000000, 10M
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub node_limit: Option<u64>,
    /// Stop before the search uses more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
    /// With ida: keep the search in this file while it runs, and go on from it if it is there; it is removed when the
    /// search has ended
    #[arg(long, value_name = "FILE", help_heading = "Limits")]
    pub checkpoint: Option<PathBuf>,
    /// How often the checkpoint is written [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = units::duration, requires = "checkpoint")]
    #[arg(help_heading = "Limits")]
    pub checkpoint_every: Option<Duration>,
    #[command(flatten)]
    pub all: AllOptimalArgs,
    /// What a written move names: tile, blank or numbers for tiles; pieces or course for bricks [default: the first]
    #[arg(long, value_name = "CONVENTION", value_parser = convention, add = complete::conventions())]
    #[arg(help_heading = "Output")]
    pub moves: Option<&'static str>,
    /// Report every better solution and bound as it is found: on standard error, or with --json as one JSON object
    /// a line before the answer
    #[arg(long, help_heading = "Output")]
    pub progress: bool,
    /// Draw every position
    #[arg(long, help_heading = "Output")]
    pub steps: bool,
    /// One JSON object for each puzzle, one a line
    #[arg(long, help_heading = "Output", conflicts_with_all = ["steps", "quiet"])]
    pub json: bool,
    /// Print the moves and nothing else
    #[arg(long, short, help_heading = "Output", conflicts_with = "steps")]
    pub quiet: bool,
}

impl SolveArgs {
    /// How the progress of a search is told.
    pub fn reports(&self) -> Reports {
        Reports::wanted(self.progress, self.json)
    }
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// How long to search where only a search can tell
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5s")]
    pub time_limit: Duration,
    /// One JSON object for each puzzle, one a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// A puzzle's name, a text or a file; `-` reads standard input
    #[arg(value_name = "PUZZLE", required_unless_present = "size", value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
    /// All tile boards of this size instead of a puzzle: 3x4
    #[arg(long, value_name = "RxC", value_parser = units::size, conflicts_with = "puzzle")]
    pub size: Option<(usize, usize)>,
    /// The goal of those boards, by name or text [default: blank-last]
    #[arg(long, value_name = "GOAL", requires = "size", conflicts_with = "puzzle", add = complete::goals())]
    pub goal: Option<String>,
    /// What counts as one move [default: what suits the puzzle]
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// How many of the hardest starts to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub hardest: usize,
    /// Also count the parts of the space that cannot be reached, looking at this many arrangements at most
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub arrangements: usize,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// Stop after this long: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Stop before more than this is used: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Keep what was counted of a size, or the layers of a brick puzzle, in this file, and go on from it if it is
    /// there; it is removed when all is counted
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How often the checkpoint is written, at least [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = units::duration, requires = "checkpoint")]
    pub checkpoint_every: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a picture of the positions at each depth to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the positions at each depth to this file, one line each
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// A puzzle to make others from by random moves: a text, a file or a name
    #[arg(value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
    /// The kind of puzzle [default: that of PUZZLE, or tiles]
    #[arg(long, value_name = "KIND", value_parser = kind, add = complete::kinds())]
    pub kind: Option<&'static str>,
    /// Rows x columns [default: 4x4]
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    pub size: Option<(usize, usize)>,
    /// The board that can be reached, for tiles: blank-last, blank-first, snail, or a board [default: blank-last]
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, add = complete::goals())]
    pub goal: Option<String>,
    /// Empty cells, for kinds that let you choose
    #[arg(long, value_name = "N", value_parser = width)]
    pub blanks: Option<usize>,
    /// How many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The same seed gives the same puzzles [default: another each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Scramble by this many random moves, instead of drawing from all boards alike
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<usize>,
    /// A start whose shortest solution is so long, for kinds that let you choose: 25, 20..30
    #[arg(long, value_name = "MOVES", value_parser = units::range)]
    pub length: Option<(usize, usize)>,
    /// What counts as one move of that length [default: what suits the puzzle]
    #[arg(long, value_name = "NAME", value_parser = metric, requires = "length", add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// With one shortest solution only
    #[arg(long, requires = "length")]
    pub one_way: bool,
    /// With a part for every piece in the shortest solution
    #[arg(long, requires = "length")]
    pub no_idle: bool,
    /// How to write the puzzles, as in slash, numbers, json or drawn for tiles [default: the kind's own form]
    #[arg(long, value_name = "FORM", add = complete::forms())]
    pub format: Option<String>,
}

/// The whole command line, with what the registries know filled in.
pub fn command() -> clap::Command {
    let long = |short: &str, table: String| format!("{short}\n\n{table}");
    Cli::command().after_long_help(format!("{MAIN_EXAMPLES}\n\n{}", exit::TABLE)).mut_subcommand(
        "solve",
        |solve| {
            solve
                .after_long_help(format!("{SOLVE_EXAMPLES}\n\n{}", exit::TABLE))
                .mut_arg("algorithm", |arg| {
                    let names = Algorithm::ALL.iter().map(|algorithm| algorithm.entry().entry);
                    arg.long_help(long("How to search [default: what suits the puzzle]", lines(names)))
                })
                .mut_arg("heuristic", |arg| {
                    let also = "composite is max(misplaced,manhattan)";
                    let names = by_kind(|kind| kind.entry().heuristics.to_vec());
                    arg.long_help(long("How to estimate the distance to the goal", names + also))
                })
                .mut_arg("repr", |arg| {
                    let names = by_kind(|kind| kind.entry().reprs.to_vec());
                    arg.long_help(long("How positions are kept in memory", names))
                })
                .mut_arg("metric", |arg| {
                    let names =
                        by_kind(|kind| kind.entry().metrics.iter().map(|metric| metric.entry).collect());
                    arg.long_help(long("What counts as one move", names))
                })
        },
    )
}

/// A line for each: name and summary.
fn lines(entries: impl IntoIterator<Item = Entry>) -> String {
    entries.into_iter().map(|entry| format!("{}: {}\n", entry.name, entry.summary)).collect()
}

/// The entries of each kind of puzzle that has some, under its name.
fn by_kind(entries: fn(&dyn Kind) -> Vec<Entry>) -> String {
    let of = |kind: &'static dyn Kind| match &entries(kind)[..] {
        [] => String::new(),
        some => format!("For {}:\n{}\n", kind.entry().plural, lines(some.iter().copied())),
    };
    kinds::all().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }
}
