//! `slidewise verify`: do these moves solve this board? Also how a board and moves are read where both are given.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use slidewise_puzzles::tiles::notation::{self, Convention, Decided, NotationError, NotationErrorKind, Read};
use slidewise_puzzles::tiles::parse::{ParseOptions, Parsed};
use slidewise_puzzles::tiles::replay::replay;
use slidewise_puzzles::tiles::{Direction, Goal, TilePuzzle};

use crate::args::{AnyForm, MoveConvention, form};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render::{BAD, DIM, GOOD, styled};
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise verify \"1 2 3/4 5 6/0 7 8\" LL
  slidewise verify \"1 2 3/4 5 6/0 7 8\" 7 8
  slidewise verify board.txt solution.txt --moves blank
  slidewise --quiet FE169B4C0A73D852 | slidewise verify FE169B4C0A73D852 -

Exit codes: 0 if the moves solve the board, 1 if they do not.";

/// A board and moves on it.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// A board as text, or a file with one
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// Moves as text (letters, words or tile numbers), or a file with them; `-` reads standard input
    #[arg(value_name = "MOVES", required = true)]
    pub solution: Vec<String>,
    /// The board to reach: blank-last, blank-first, snail, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last", allow_hyphen_values = true)]
    pub goal: String,
    /// Rows x columns, where the text does not tell
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    pub size: Option<(usize, usize)>,
    /// The form of the board, where it could be read in several ways
    #[arg(long, value_name = "FORM", value_parser = form)]
    pub format: Option<AnyForm>,
    /// What the moves name [default: what makes sense of them]
    #[arg(long, value_name = "CONVENTION")]
    pub moves: Option<MoveConvention>,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub input: MovesArgs,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing: the exit code tells
    #[arg(long, short, conflicts_with = "json")]
    pub quiet: bool,
}

/// A board with the text of moves on it.
pub struct Given {
    pub goal: Goal,
    pub parsed: Parsed,
    pub puzzle: TilePuzzle,
    pub text: String,
    asked: Option<Convention>,
}

/// What moves turn out to be.
pub enum Finding {
    /// They lead to the goal.
    Solution(Read),
    /// They can be made, and end elsewhere: this many tiles are not at their place then.
    Elsewhere(Read, usize),
    /// One of them cannot be made, or is not a move.
    Wrong(NotationError),
}

impl MovesArgs {
    /// Reads the board, and the text of the moves.
    pub fn read(&self) -> Result<Given, Failure> {
        let goal = input::goal(&self.goal)?;
        let form = match self.format {
            Some(AnyForm::Tiles(form)) => Some(form),
            Some(AnyForm::Course) => {
                return Err(Failure::Usage("course is a form of brick puzzles; these are tiles".into()));
            }
            None => None,
        };
        let options = ParseOptions { size: self.size, form };
        let sources = input::sources(std::slice::from_ref(&self.puzzle), &options)?;
        let source = sources.first().ok_or_else(|| Failure::Usage("name a board".into()))?;
        if source.is_bricks() {
            return Err(Failure::Usage("this is a brick puzzle; only tile boards are known here".into()));
        }
        let items = source.boards(&options);
        let [item] = &items[..] else {
            return Err(Failure::Usage(format!("there are {} boards; give one", items.len())));
        };
        let (parsed, puzzle) = source.puzzle(item, &goal).map_err(|(_, text)| Failure::BadText(text))?;
        let (parsed, asked) = (parsed.clone(), self.moves.map(Convention::from));
        Ok(Given { goal, puzzle, parsed, text: input::moves_text(&self.solution)?, asked })
    }
}

impl Given {
    /// Follows the moves.
    pub fn finding(&self) -> Finding {
        let read = |asked| notation::read(&self.text, self.puzzle.start(), Some(self.puzzle.goal()), asked);
        let read = match read(self.asked) {
            // Where neither reading leads to the goal, or both do, it does not matter which is taken.
            Err(error) if error.kind == NotationErrorKind::Ambiguous => read(Some(Convention::Tile)),
            other => other,
        };
        match read {
            Ok(read) if read.reaches_goal == Some(true) => Finding::Solution(read),
            Ok(read) => {
                let misplaced = self.misplaced_after(&read.moves);
                Finding::Elsewhere(read, misplaced)
            }
            Err(error) => Finding::Wrong(error),
        }
    }

    /// The moves, if they solve the board.
    pub fn solution(&self) -> Result<Read, Failure> {
        match self.finding() {
            Finding::Solution(read) => Ok(read),
            other => {
                Err(Failure::BadText(format!("these moves do not solve the board: {}", self.reason(&other))))
            }
        }
    }

    fn misplaced_after(&self, moves: &[Direction]) -> usize {
        let Ok(end) = replay(self.puzzle.start(), moves) else { return 0 };
        let pairs = end.cells().iter().zip(self.puzzle.goal().cells());
        pairs.filter(|&(&tile, &wanted)| tile != 0 && tile != wanted).count()
    }

    /// Why moves are no solution, in words.
    fn reason(&self, finding: &Finding) -> String {
        match finding {
            Finding::Solution(_) => String::new(),
            Finding::Elsewhere(read, 1) => format!("after {} moves 1 tile is out of place", read.moves.len()),
            Finding::Elsewhere(read, misplaced) => {
                format!("after {} moves {misplaced} tiles are out of place", read.moves.len())
            }
            Finding::Wrong(error) => format!("{error}\n{}", error.render_caret(&self.text)),
        }
    }
}

/// What `verify --json` prints.
#[derive(Serialize)]
struct VerifyRecord {
    kind: &'static str,
    rows: usize,
    cols: usize,
    /// Whether the moves solve the board.
    solution: bool,
    /// Moves of one tile by one cell; null if one of them cannot be made.
    single: Option<usize>,
    /// Moves when a pushed row or column counts as one.
    multi: Option<usize>,
    move_convention: Option<&'static str>,
    /// Tiles not at their places at the end.
    misplaced: Option<usize>,
    /// The place of the first move that is wrong, in the text.
    line: Option<usize>,
    column: Option<usize>,
    error: Option<String>,
}

/// Follows the moves and tells what they are.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let given = args.input.read()?;
    let finding = given.finding();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&record(&given, &finding)).map_err(std::io::Error::from)?)?;
    } else if !args.quiet {
        match &finding {
            Finding::Solution(read) => {
                writeln!(out, "{}", styled(GOOD, format!("a solution: {}", lengths(&read.moves))))?;
                writeln!(out, "{}", styled(DIM, how_read(read)))?;
            }
            other => writeln!(out, "{} {}", styled(BAD, "not a solution:"), given.reason(other))?,
        }
    }
    Ok(if matches!(finding, Finding::Solution(_)) { Exit::Solved } else { Exit::Other })
}

fn record(given: &Given, finding: &Finding) -> VerifyRecord {
    let (read, misplaced, error) = match finding {
        Finding::Solution(read) => (Some(read), Some(0), None),
        Finding::Elsewhere(read, misplaced) => (Some(read), Some(*misplaced), None),
        Finding::Wrong(error) => (None, None, Some(error)),
    };
    VerifyRecord {
        kind: "verification",
        rows: given.puzzle.start().rows(),
        cols: given.puzzle.start().cols(),
        solution: misplaced == Some(0),
        single: read.map(|read| read.moves.len()),
        multi: read.map(|read| pushes(&read.moves)),
        move_convention: read.map(|read| read.convention.name()),
        misplaced,
        line: error.map(|error| error.place.line),
        column: error.map(|error| error.place.column),
        error: error.map(ToString::to_string),
    }
}

/// Runs of moves in one direction.
fn pushes(moves: &[Direction]) -> usize {
    moves.chunk_by(|a, b| a == b).count()
}

/// The number of moves in both metrics.
fn lengths(moves: &[Direction]) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let (single, multi) = (moves.len(), pushes(moves));
    format!("{single} move{}, {multi} multi-tile move{}", plural(single), plural(multi))
}

/// The convention in which moves were read, and why.
pub fn how_read(read: &Read) -> String {
    let why = match read.decided {
        Decided::Asked => "as asked",
        Decided::Plain => "nothing else makes sense",
        Decided::OnlyLegal => "otherwise a move could not be made",
        Decided::OnlyReachesGoal => "otherwise they would not lead to the goal",
    };
    format!("read so that {} ({why})", read.convention.description())
}
