//! What can be typed. The texts about named things come from the registries of algorithms and kinds.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use slidewise_solve::names::{self, Entry, UnknownName};
use slidewise_solve::search::Weight;
use slidewise_solve::{
    Algorithm, HeuristicChoice, Kind, MoveOrder, Reading, Spec, WeightChoice, kinds, spec,
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
    #[command(after_help = "Examples:\n  slidewise show century\n  slidewise show my-puzzle.txt")]
    Show(ShowArgs),
    /// Search the whole space of a puzzle: how many positions, how deep, which start is the hardest
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),
    Audit(AuditArgs),
    /// Play in the terminal: random boards, the brick puzzles of the library, or your own
    #[command(after_help = crate::cmd::play::EXAMPLES)]
    Play(crate::cmd::play::PlayArgs),
    /// Watch a search step by step, or two side by side
    #[command(after_help = crate::cmd::watch::EXAMPLES)]
    Watch(Box<crate::cmd::watch::WatchArgs>),
    Trace(Box<TraceArgs>),
    /// Build, list, prove and remove tables of pattern databases
    #[command(subcommand, after_help = PDB_EXAMPLES)]
    Pdb(PdbCommand),
    /// The commands of the sliding brick course
    #[command(subcommand)]
    Course(CourseCommand),
    /// List algorithms, heuristics, goals, formats, puzzles and what they guarantee
    List(ListArgs),
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
    Man {
        /// The command, as in `solve` or `pdb build`
        command: Vec<String>,
    },
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
  slidewise solve - < boards.txt --quiet";

const PDB_EXAMPLES: &str = "\
Examples:
  slidewise pdb build 15-large                  used for every 4×4 board from then on
  slidewise pdb build --size 4x4 --partition 6-6-3
  slidewise pdb build --size 3x4 --partition aaab/aabb/bcc0
  slidewise pdb list
  slidewise pdb verify";

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
    /// Weight of the estimate in weighted A*, or the first one in arastar: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight)]
    pub weight: Option<WeightChoice>,
    /// Look at nothing dearer than this (dfs, iterative-deepening, visited-deepening, ida, beam)
    #[arg(long, value_name = "N")]
    pub depth_limit: Option<u64>,
    /// The order in which dfs, iterative-deepening and visited-deepening try the ways of the blank, as in URDL
    #[arg(long, value_name = "ORDER", value_parser = order)]
    pub order: Option<MoveOrder>,
    /// How positions are kept in memory
    #[arg(long, value_name = "NAME", value_parser = repr, add = complete::reprs())]
    pub repr: Option<&'static str>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// Positions kept in each layer of a beam
    #[arg(long, value_name = "N", value_parser = width)]
    pub beam_width: Option<usize>,
    /// Positions that sma and ida-tt hold, or that lss-lrta looks at before it moves
    #[arg(long, value_name = "N", value_parser = width)]
    pub capacity: Option<usize>,
    /// Threads, where a search can use several [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// With layered: keep only one layer in N of those searched, which takes less memory and some more time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_every: Option<u32>,
    /// Decides between equals in beam and anytime, and what hill climbing and annealing leave to chance; the same seed
    /// on one thread gives the same result
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// With anytime and arastar: stop as soon as the solution is proven to be within this factor of the optimum, as in
    /// 1.05
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
pub struct ShowArgs {
    /// A puzzle's name, a text or a file; `-` reads standard input
    #[arg(value_name = "PUZZLE", required = true, value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
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

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub enum PdbCommand {
    /// Build tables and keep them on disk
    Build(PdbBuildArgs),
    /// List the tables that have a name and those on disk
    List,
    /// Prove every entry of tables: all of those on disk, or those named
    Verify {
        /// Names of tables (see `slidewise pdb list`) or files
        names: Vec<String>,
        /// Give up on a table that takes more than this to prove: 2GiB, 500MB [default: three quarters of what is free]
        #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
        memory_limit: Option<u64>,
    },
    /// Tell what a table file holds
    Info {
        /// The file
        file: PathBuf,
    },
    /// Remove tables from the disk
    Remove {
        /// Names of tables, or of files in the directory of tables
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Print the directory where tables are kept (SLIDEWISE_CACHE sets it; - for none)
    Path,
}

#[derive(Debug, Args)]
pub struct PdbBuildArgs {
    /// Tables with a name, such as 15-large
    #[arg(value_name = "NAME", conflicts_with = "partition")]
    pub name: Option<String>,
    /// Groups of tiles, as sizes (6-6-3) or drawn (0aab/aabb/bbcc)
    #[arg(long, value_name = "GROUPS")]
    pub partition: Option<String>,
    /// Rows x columns of the board for --partition
    #[arg(long, value_name = "RxC", value_parser = units::size, default_value = "4x4")]
    pub size: (usize, usize),
    /// The goal; only where its blank is matters
    #[arg(long, value_name = "GOAL", default_value = "blank-last", allow_hyphen_values = true)]
    pub goal: String,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// Give up if building takes more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
}

/// What the sliding brick course asks its programs to do.
#[derive(Debug, Subcommand)]
pub enum CourseCommand {
    /// Print a state in the course's format
    Print {
        /// A file in the course's format
        #[arg(value_parser = word())]
        file: String,
    },
    /// Print a state in normal form: bricks numbered in the order in which they appear
    Normal {
        /// A file in the course's format
        #[arg(value_parser = word())]
        file: String,
    },
    /// Tell whether two states are the same, as they are and in normal form
    Compare {
        /// The first file
        #[arg(value_parser = word())]
        first: String,
        /// The second file
        #[arg(value_parser = word())]
        second: String,
    },
    /// List the moves that a state allows
    Moves {
        /// A file in the course's format
        #[arg(value_parser = word())]
        file: String,
    },
    /// Make one move and print the state
    Apply {
        /// A file in the course's format
        #[arg(value_parser = word())]
        file: String,
        /// The move, as in (2,left)
        step: String,
    },
    /// Make random moves, printing each state in normal form
    Walk {
        /// A file in the course's format
        #[arg(value_parser = word())]
        file: String,
        /// How many moves
        moves: usize,
        /// The same seed gives the same walk [default: another each time]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
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
    /// How to write the puzzles, as in slash, numbers, json or drawn for tiles [default: the kind's own form]
    #[arg(long, value_name = "FORM")]
    pub format: Option<String>,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only these
    pub what: Option<Topic>,
    /// Only what this kind of puzzle has
    #[arg(long, value_name = "KIND", value_parser = kind, add = complete::kinds())]
    pub kind: Option<&'static str>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// What there is to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Topic {
    Kinds,
    Algorithms,
    Heuristics,
    Metrics,
    Representations,
    Goals,
    Formats,
    Notations,
    Puzzles,
    Suites,
}

/// An argument that may name a file, which need not be text.
pub fn word() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|arg| crate::input::escaped(&arg))
}

pub fn width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!("\"{text}\" is not a number from 1 on")),
    }
}

pub fn factor(text: &str) -> Result<Weight, String> {
    match text.parse() {
        Ok(WeightChoice::Fixed(weight)) => Ok(weight),
        _ => Err(format!(
            "\"{text}\" is not a factor: give a number from 1 with at most two decimals, as in 1.05"
        )),
    }
}

pub fn order(text: &str) -> Result<MoveOrder, String> {
    text.parse().map_err(|error: slidewise_solve::BadOrder| error.to_string())
}

pub fn weight(text: &str) -> Result<WeightChoice, String> {
    text.parse().map_err(|error: slidewise_solve::BadWeight| error.to_string())
}

/// A name that nothing has, and where the names are.
fn unknown(error: UnknownName) -> String {
    format!("{error} `slidewise list` shows them all")
}

pub fn algorithm(text: &str) -> Result<Algorithm, String> {
    Algorithm::find(text).map_err(unknown)
}

pub fn heuristic(text: &str) -> Result<HeuristicChoice, String> {
    text.parse().map_err(unknown)
}

pub fn repr(text: &str) -> Result<&'static str, String> {
    spec::repr(text).map_err(unknown)
}

pub fn metric(text: &str) -> Result<&'static str, String> {
    spec::metric(text).map_err(unknown)
}

pub fn form(text: &str) -> Result<&'static str, String> {
    slidewise_solve::form(text).map_err(unknown)
}

pub fn kind(text: &str) -> Result<&'static str, String> {
    kinds::find(text).map(|kind| kind.entry().name).map_err(unknown)
}

pub fn convention(text: &str) -> Result<&'static str, String> {
    let all = kinds::all().flat_map(|kind| kind.entry().conventions);
    names::find("notation", text, all).map(|entry| entry.name).map_err(unknown)
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

/// What was typed, in the form that the parser of arguments expects: with a command, and with boards that begin
/// with a dash where it does not take them for options.
pub fn normalised(args: Vec<OsString>) -> Vec<OsString> {
    with_dashed_boards_last(with_default_command(args))
}

/// Without a command, `solve` is meant.
fn with_default_command(mut args: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let is_global = |arg: &str| matches!(arg, "-h" | "--help" | "-V" | "--version" | "help");
    let is_command = |arg: &str| cli.get_subcommands().any(|command| command.get_name() == arg);
    // One slip of the finger away from a command: the parser of arguments says which one is meant.
    let is_slip = |arg: &str| {
        let near = |command: &clap::Command| names::slips(command.get_name(), arg) <= 2;
        let is_puzzle = || Path::new(arg).exists() || kinds::in_library(arg).is_some();
        arg.len() > 2 && cli.get_subcommands().any(near) && !is_puzzle()
    };
    let solve = match args.get(1) {
        // Piped input and no arguments: solve what comes in.
        None => !std::io::IsTerminal::is_terminal(&std::io::stdin()),
        Some(first) => first.to_str().is_none_or(|arg| !is_global(arg) && !is_command(arg) && !is_slip(arg)),
    };
    if solve {
        args.insert(1, "solve".into());
    }
    args
}

/// A blank may be written as a dash, so a board may begin with one: `- 1 2/3 4 5`. No option looks like that.
fn with_dashed_boards_last(args: Vec<OsString>) -> Vec<OsString> {
    let is_board = |arg: &OsString| {
        let rest = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
        rest.starts_with([' ', ',', '\t', '/', '|']) || rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_value = |i: usize| i > 0 && args[i - 1] == "--goal";
    if args.iter().any(|arg| arg == "--") {
        return args;
    }
    let (boards, others): (Vec<_>, Vec<_>) =
        args.iter().enumerate().partition(|&(i, arg)| is_board(arg) && !is_value(i));
    let dashes = (!boards.is_empty()).then(|| OsString::from("--"));
    let words =
        |list: Vec<(usize, &OsString)>| list.into_iter().map(|(_, arg)| arg.clone()).collect::<Vec<_>>();
    words(others).into_iter().chain(dashes).chain(words(boards)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn a_puzzle_needs_no_command() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_default_command(words(&["slidewise", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "--json", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "check", "123"]))[1], "check");
        assert_eq!(with_default_command(words(&["slidewise", "--help"])).len(), 2);
    }

    #[test]
    fn a_misspelt_command_is_not_a_puzzle() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_default_command(words(&["slidewise", "chekc", "123"]))[1], "chekc");
        assert_eq!(with_default_command(words(&["slidewise", "abcx"]))[1], "solve");
    }

    #[test]
    fn a_board_may_begin_with_a_dash() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        let seen = normalised(words(&["slidewise", "- 1/2 3", "--json"]));
        assert_eq!(seen, words(&["slidewise", "solve", "--json", "--", "- 1/2 3"]));
        let untouched = words(&["slidewise", "solve", "-q", "-", "--goal", "- 1/2 3", "--", "-,1,2,3"]);
        assert_eq!(normalised(untouched.clone()), untouched);
    }
}
