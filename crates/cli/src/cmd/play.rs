//! `slidewise play`: the game in the terminal, or a dialogue where there is none.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use clap::Args;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::Cancel;
use slidewise_solve::{Algorithm, Generating, HeuristicChoice, Reading, Spec, kinds};

use crate::args::{InputArgs, algorithm, heuristic};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::plain;
use crate::tui;

pub const EXAMPLES: &str = "\
Examples:
  slidewise play                                 choose from the menu
  slidewise play klotski                         a brick puzzle by name
  slidewise play \"8 6 7/2 5 4/3 0 1\"             a board of yours
  slidewise play --size 5x5 --goal snail         random boards
  slidewise play --plain                         questions and answers, line by line
  slidewise play --plain -a astar -H manhattan   the same, solved in this way

In the game, ? shows the keys. Best results are kept in the directory for data (SLIDEWISE_DATA sets it).";

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The same seed gives the same random boards [default: others each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// A dialogue in plain lines; also where input or output is no terminal
    #[arg(long)]
    pub plain: bool,
    /// In the dialogue: how to search [default: what suits the puzzle]
    #[arg(long, short, value_name = "NAME", value_parser = algorithm, add = complete::algorithms())]
    pub algorithm: Option<Algorithm>,
    /// In the dialogue: how to estimate the distance to the goal
    #[arg(long = "heuristic", short = 'H', value_name = "NAME", value_parser = heuristic, add = complete::heuristics())]
    pub heuristic: Option<HeuristicChoice>,
    /// Colours for a dark or a light terminal
    #[arg(long, value_enum, default_value_t)]
    pub theme: tui::Ground,
}

/// What a game is started with.
pub struct Wishes {
    /// The puzzle, or `None` for a choice.
    pub source: Option<Source>,
    /// How its text is to be read.
    pub reading: Reading,
    /// What boards are to become, by name or as text, where that can be asked for.
    pub goal: Option<String>,
    /// Rows and columns of random boards, if they were named.
    pub size: Option<(usize, usize)>,
    /// Where random boards begin.
    pub seed: u64,
    /// Whether the seed was named, so that the same boards can be had again.
    pub has_seed: bool,
    /// How the dialogue solves.
    pub spec: Spec,
    /// The ground that colours are for.
    pub ground: tui::Ground,
}

/// Plays.
pub fn run(args: &PlayArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let wishes = wishes(args)?;
    if args.plain || !tui::has_terminal() {
        return plain::run(wishes, cancel, &mut io::stdin().lock(), out);
    }
    if args.algorithm.is_some() || args.heuristic.is_some() {
        let text = "--algorithm and --heuristic are for the dialogue: add --plain, or use `slidewise watch`";
        return Err(Failure::Usage(text.into()));
    }
    out.flush()?;
    tui::run(wishes, &cancel)
}

fn wishes(args: &PlayArgs) -> Result<Wishes, Failure> {
    let mut reading = args.input.reading();
    let goal = reading.goal.take();
    let size = size(reading.size, goal.as_deref())?;
    let source = match &args.input.puzzle[..] {
        [] => None,
        words => {
            let mut sources = input::sources(words)?;
            if sources.len() > 1 {
                return Err(Failure::Usage("one puzzle can be played at a time".to_string()));
            }
            sources.pop()
        }
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let spec = Spec { algorithm: args.algorithm, heuristic: args.heuristic.clone(), ..Spec::default() };
    let (has_seed, ground) = (args.seed.is_some(), args.theme);
    Ok(Wishes { source, reading, goal, size, seed, has_seed, spec, ground })
}

/// The size of random boards: the one that was named, or that of a goal given as text. Size and goal are tried out
/// here, before the screen is taken.
fn size(named: Option<(usize, usize)>, goal: Option<&str>) -> Result<Option<(usize, usize)>, Failure> {
    let kind = kinds::first();
    let wish = Generating { size: named, goal: goal.map(ToString::to_string), ..Generating::default() };
    let puzzle = kind.generate(&wish, &mut Rng::from_seed(0))?;
    let has_size = goal.is_some_and(|goal| !kind.entry().goals.iter().any(|entry| entry.is_called(goal)));
    Ok(named.or_else(|| has_size.then(|| puzzle.size())))
}
