//! `slidewise play`: the game in the terminal, or a dialogue where there is none.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};

use clap::Args;
use slidewise_puzzles::tiles::{Goal, board::check_size};
use slidewise_search::Cancel;

use crate::args::InputArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::plain;
use crate::tui;

pub const EXAMPLES: &str = "\
Examples:
  slidewise play                                choose from the menu
  slidewise play klotski                        a brick puzzle by name
  slidewise play \"8 6 7/2 5 4/3 0 1\"            a board of yours
  slidewise play --size 5x5 --goal snail        random boards
  slidewise play --plain                        questions and answers, line by line

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
}

/// What a game is started with.
pub struct Wishes {
    /// The puzzle, or `None` for a choice.
    pub source: Option<Source>,
    /// What boards of tiles are to become.
    pub goal: Goal,
    /// Rows and columns of random boards, if they were named.
    pub size: Option<(usize, usize)>,
    /// Where random boards begin.
    pub seed: u64,
}

/// Plays.
pub fn run(args: &PlayArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let wishes = wishes(args)?;
    let options = input::parse_options(&args.input);
    let in_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.plain || !in_terminal {
        return plain::run(wishes, &options, cancel, &mut io::stdin().lock(), out);
    }
    out.flush()?;
    tui::run(wishes, &options, &cancel)
}

fn wishes(args: &PlayArgs) -> Result<Wishes, Failure> {
    let goal = input::goal(&args.input.goal)?;
    let custom = match &goal {
        Goal::Custom(board) => Some((board.rows(), board.cols())),
        _ => None,
    };
    let size = args.input.size.or(custom);
    if let Some((rows, cols)) = size {
        check_size(rows, cols).map_err(|error| Failure::Usage(format!("--size: {error}")))?;
        if let Some((r, c)) = custom.filter(|custom| *custom != (rows, cols)) {
            return Err(Failure::Usage(format!("--goal is {r}×{c}, but --size is {rows}×{cols}")));
        }
    }
    let options = input::parse_options(&args.input);
    let source = match &args.input.puzzle[..] {
        [] => None,
        words => {
            let mut sources = input::sources(words, &options)?;
            if sources.len() > 1 {
                return Err(Failure::Usage("one puzzle can be played at a time".to_string()));
            }
            sources.pop()
        }
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    Ok(Wishes { source, goal, size, seed })
}
