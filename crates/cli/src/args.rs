//! What can be typed. The texts about named things come from the lab's registry.

use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use slidewise_lab::registry::{Algorithm, Named, TileHeuristic, TileMetric, TileRepr};
use slidewise_lab::{HeuristicChoice, WeightChoice};
use slidewise_puzzles::tiles::notation::Convention;
use slidewise_puzzles::tiles::parse::Form;

use crate::exit;
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
  slidewise check \"1 2 3/4 5 6/8 7 0\"           can it be solved? for which goal?
  slidewise generate --size 5x5 | slidewise     make one and solve it
  slidewise list                                what there is to choose from";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles given as text, as files or on standard input
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Box<SolveArgs>),
    /// Tell whether a board can be solved, for which goals, and how far it is at least
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Make random boards that can be solved
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// List algorithms, heuristics, goals, formats and what they guarantee
    List(ListArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete in
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  slidewise solve \"8 6 7/2 5 4/3 0 1\" --steps
  slidewise solve 812043765 --algorithm astar --heuristic manhattan
  slidewise solve korf.txt --goal blank-first --json --time-limit 10s
  slidewise solve \"1 2 3/8 0 4/7 6 5\" --goal snail
  slidewise generate --size 6x6 | slidewise solve --algorithm wastar --weight auto
  slidewise solve - < boards.txt --quiet";

const CHECK_EXAMPLES: &str = "\
Examples:
  slidewise check \"1 2 3/4 5 6/8 7 0\"
  slidewise check \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"";

const GENERATE_EXAMPLES: &str = "\
Examples:
  slidewise generate --size 4x4 --count 10 --seed 1
  slidewise generate --size 5x5 --scramble 40 --goal snail
  slidewise generate --size 3x3 --format drawn";

/// Where puzzles come from and how their text is read.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// A board as text, or files with boards; `-` or nothing reads standard input
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Vec<String>,
    /// The board to reach: blank-last, blank-first, snail, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    pub goal: String,
    /// Rows x columns, where the text does not tell
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    pub size: Option<(usize, usize)>,
    /// The form of the text, where it could be read in several ways
    #[arg(long, value_name = "FORM", value_parser = form)]
    pub format: Option<Form>,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How to search [default: what suits the size]
    #[arg(long, short, value_name = "NAME", value_parser = Algorithm::find, help_heading = "Search")]
    pub algorithm: Option<Algorithm>,
    /// How to estimate the distance to the goal; max(a,b,…) takes the largest
    #[arg(long = "heuristic", short = 'H', value_name = "NAME", value_parser = heuristic, help_heading = "Search")]
    pub heuristic: Option<HeuristicChoice>,
    /// Weight of the estimate in weighted A*: a number from 1, or auto
    #[arg(long, short, value_name = "W", value_parser = weight, help_heading = "Search")]
    pub weight: Option<WeightChoice>,
    /// Look at nothing dearer than this (dfs, iterative-deepening, ida)
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub depth_limit: Option<u32>,
    /// How positions are kept in memory
    #[arg(long, value_name = "NAME", value_parser = TileRepr::find, help_heading = "Search")]
    pub repr: Option<TileRepr>,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = TileMetric::find, help_heading = "Search")]
    pub metric: Option<TileMetric>,
    /// Stop after this long: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    pub time_limit: Option<Duration>,
    /// Stop after this many expansions: 1000000, 10M
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub node_limit: Option<u64>,
    /// Stop before the search uses more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
    /// What a written move names
    #[arg(long, value_name = "CONVENTION", default_value = "tile", help_heading = "Output")]
    pub moves: MoveConvention,
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

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = TileMetric::find)]
    pub metric: Option<TileMetric>,
    /// One JSON object for each puzzle, one a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Rows x columns
    #[arg(long, value_name = "RxC", value_parser = units::size, default_value = "4x4")]
    pub size: (usize, usize),
    /// The board that can be reached: blank-last, blank-first, snail, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    pub goal: String,
    /// How many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The same seed gives the same boards [default: another each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Scramble the goal by this many random moves, instead of drawing from all boards alike
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<usize>,
    /// How to write the boards
    #[arg(long, value_name = "FORM", default_value = "slash")]
    pub format: BoardStyle,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only these
    pub what: Option<Topic>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// What there is to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Topic {
    Algorithms,
    Heuristics,
    Goals,
    Formats,
    Representations,
    Metrics,
}

/// How `generate` writes a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardStyle {
    /// Rows by slash
    Slash,
    /// One list of numbers
    Numbers,
    /// Nested arrays
    Json,
    /// Box characters
    Drawn,
}

/// What a written move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MoveConvention {
    /// The way the tile goes
    Tile,
    /// The way the blank goes
    Blank,
    /// The number of the tile
    Numbers,
}

impl From<MoveConvention> for Convention {
    fn from(convention: MoveConvention) -> Self {
        match convention {
            MoveConvention::Tile => Self::Tile,
            MoveConvention::Blank => Self::Blank,
            MoveConvention::Numbers => Self::Numbers,
        }
    }
}

fn heuristic(text: &str) -> Result<HeuristicChoice, String> {
    text.parse().map_err(|error: slidewise_lab::registry::UnknownName| error.to_string())
}

fn weight(text: &str) -> Result<WeightChoice, String> {
    text.parse().map_err(|error: slidewise_lab::spec::BadWeight| error.to_string())
}

fn form(text: &str) -> Result<Form, String> {
    Form::from_name(text)
        .ok_or_else(|| format!("there is no form \"{text}\"; `slidewise list formats` shows them"))
}

/// The whole command line, with what the registry knows filled in.
pub fn command() -> clap::Command {
    let long = |short: &str, table: String| format!("{short}\n\n{table}");
    Cli::command().after_long_help(format!("{MAIN_EXAMPLES}\n\n{}", exit::TABLE)).mut_subcommand(
        "solve",
        |solve| {
            solve
                .after_long_help(format!("{SOLVE_EXAMPLES}\n\n{}", exit::TABLE))
                .mut_arg("algorithm", |arg| {
                    arg.long_help(long("How to search [default: what suits the size]", names::<Algorithm>()))
                })
                .mut_arg("heuristic", |arg| {
                    let also = "composite is max(misplaced,manhattan)";
                    arg.long_help(long(
                        "How to estimate the distance to the goal",
                        names::<TileHeuristic>() + also,
                    ))
                })
                .mut_arg("repr", |arg| {
                    arg.long_help(long("How positions are kept in memory", names::<TileRepr>()))
                })
                .mut_arg("metric", |arg| {
                    arg.long_help(long("What counts as one move", names::<TileMetric>()))
                })
        },
    )
}

/// A line for each: name and summary.
fn names<T: Named>() -> String {
    T::ALL.iter().map(|item| format!("{}: {}\n", item.name(), item.entry().summary)).collect()
}

/// The subcommands' names; anything else in their place is a puzzle to solve.
pub fn with_default_command(mut args: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let cli = Cli::command();
    let is_global = |arg: &str| matches!(arg, "-h" | "--help" | "-V" | "--version" | "help");
    let is_command = |arg: &str| cli.get_subcommands().any(|command| command.get_name() == arg);
    let solve = match args.get(1) {
        // Piped input and no arguments: solve what comes in.
        None => !std::io::IsTerminal::is_terminal(&std::io::stdin()),
        Some(first) => first.to_str().is_none_or(|arg| !is_global(arg) && !is_command(arg)),
    };
    if solve {
        args.insert(1, "solve".into());
    }
    args
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
        let words = |list: &[&str]| list.iter().map(std::ffi::OsString::from).collect::<Vec<_>>();
        assert_eq!(with_default_command(words(&["slidewise", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "--json", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "check", "123"]))[1], "check");
        assert_eq!(with_default_command(words(&["slidewise", "--help"])).len(), 2);
    }
}
