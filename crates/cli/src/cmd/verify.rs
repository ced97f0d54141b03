//! `slidewise verify`: do these moves solve this puzzle? Also how a puzzle and moves are read where both are given.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use slidewise_solve::puzzles::text::caret;
use slidewise_solve::puzzles::tiles::notation::Convention;
use slidewise_solve::record::VERSION;
use slidewise_solve::{Metric, MovesError, Picture, Read, ReadMoves, Wanted};

use crate::args::{FormArgs, convention, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render::{BAD, DIM, GOOD, styled};
use crate::replay_link;
use crate::units::number;

pub const EXAMPLES: &str = "\
Examples:
  slidewise verify \"1 2 3/4 5 6/0 7 8\" LL
  slidewise verify \"1 2 3/4 5 6/0 7 8\" 7 8
  slidewise verify board.txt solution.txt --moves blank
  slidewise --quiet klotski | slidewise verify klotski -
  slidewise verify replay.txt   a link to a replay of slidysim: the board and the moves

Exit codes: 0 if the moves solve the puzzle, 1 if they do not.";

/// A puzzle and moves on it.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// A puzzle as text, a file with one, or the name of one
    #[arg(value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
    pub puzzle: String,
    /// Moves as text (letters, words, numbers, pieces and their ways, a link to a replay of slidysim), or a file with
    /// them; `-` reads standard input. A link to a replay alone is the puzzle as well
    #[arg(value_name = "MOVES", value_parser = word())]
    pub solution: Vec<String>,
    #[command(flatten)]
    pub form: FormArgs,
    /// What the moves name [default: what makes sense of them]
    #[arg(long, value_name = "CONVENTION", value_parser = convention, add = complete::conventions())]
    pub moves: Option<&'static str>,
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

/// A puzzle with the text of moves on it.
pub struct Given {
    pub read: Read,
    text: String,
    asked: Option<&'static str>,
}

/// What moves turn out to be.
pub enum Finding {
    /// They lead to the goal.
    Solution(ReadMoves),
    /// They can be made, and end elsewhere: on so many cells the goal wants something else.
    Elsewhere(ReadMoves, usize),
    /// One of them cannot be made, or is not a move.
    Wrong(MovesError),
}

impl MovesArgs {
    /// Reads the puzzle, and the text of the moves.
    pub fn read(&self) -> Result<Given, Failure> {
        let alone = self.solution.is_empty();
        let given = if alone { std::slice::from_ref(&self.puzzle) } else { &self.solution };
        let text = input::moves_text(given)?;
        let replay = replay_link::read(&text).transpose().map_err(Failure::BadText)?;
        let (puzzle, text, asked) = match replay {
            Some(replay) => {
                let puzzle = if alone { replay.board } else { self.puzzle.clone() };
                (puzzle, replay.moves, self.moves.or(Some(Convention::Tile.name())))
            }
            None if alone => {
                return Err(Failure::Usage("there are no moves: write them behind the puzzle".to_string()));
            }
            None => (self.puzzle.clone(), text, self.moves),
        };
        Ok(Given { read: input::only(&[puzzle], &self.form.reading())?, text, asked })
    }
}

impl Given {
    /// Follows the moves.
    pub fn finding(&self) -> Finding {
        let puzzle = &self.read.puzzle;
        let moves = match puzzle.read_moves(&self.text, self.asked) {
            Ok(moves) => moves,
            Err(error) => return Finding::Wrong(error),
        };
        match puzzle.replay(&moves.steps) {
            Ok(end) if puzzle.is_solved(&end) => Finding::Solution(moves),
            Ok(end) => {
                let wrong = misplaced(&puzzle.picture(&end));
                Finding::Elsewhere(moves, wrong)
            }
            Err((index, why)) => {
                Finding::Wrong(MovesError { message: format!("move {}: {why}", index + 1), place: None })
            }
        }
    }

    /// The moves, if they solve the puzzle.
    pub fn solution(&self) -> Result<ReadMoves, Failure> {
        match self.finding() {
            Finding::Solution(moves) => Ok(moves),
            other => {
                let reason = self.reason(&other);
                Err(Failure::BadText(format!("these moves do not solve the puzzle: {reason}")))
            }
        }
    }

    /// Why moves are no solution, in words.
    fn reason(&self, finding: &Finding) -> String {
        match finding {
            Finding::Solution(_) => String::new(),
            Finding::Elsewhere(moves, wrong) => {
                let made = number(moves.steps.len(), "step");
                let is = if *wrong == 1 { "is" } else { "are" };
                format!(
                    "the moves can be made, but after {made} {} {is} not as the goal wants",
                    number(*wrong, "cell")
                )
            }
            Finding::Wrong(MovesError { message, place: Some(place) }) => {
                format!("{message}\n{}", caret(&self.text, *place))
            }
            Finding::Wrong(error) => error.message.clone(),
        }
    }

    /// The length of moves in every metric that the kind has.
    fn lengths(&self, moves: &ReadMoves) -> Vec<(Metric, usize)> {
        let metrics = self.read.puzzle.kind().entry().metrics.iter().map(Metric);
        metrics.map(|metric| (metric, self.read.puzzle.length(metric, &moves.steps))).collect()
    }
}

/// Cells on which the goal wants a piece that is not there.
fn misplaced(picture: &Picture) -> usize {
    let wants = |cell: &usize| matches!(picture.scene.goal[*cell], Wanted::Piece(_) | Wanted::Like(_));
    (0..picture.scene.goal.len()).filter(wants).filter(|&cell| !picture.is_right(cell)).count()
}

/// What `verify --json` prints.
#[derive(Serialize)]
struct VerifyRecord {
    kind: &'static str,
    rows: usize,
    cols: usize,
    /// Whether the moves solve the puzzle.
    solution: bool,
    /// The number of moves in each metric; null if one of them cannot be made.
    lengths: Option<BTreeMap<&'static str, usize>>,
    move_convention: Option<&'static str>,
    /// Cells on which the goal wants a piece that is not there at the end.
    misplaced: Option<usize>,
    /// The place of the first move that is wrong, in the text.
    line: Option<usize>,
    column: Option<usize>,
    error: Option<String>,
    version: &'static str,
}

/// Follows the moves and tells what they are.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let given = args.input.read()?;
    let finding = given.finding();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&record(&given, &finding)).map_err(std::io::Error::from)?)?;
    } else if !args.quiet {
        match &finding {
            Finding::Solution(moves) => {
                let lengths: Vec<String> =
                    given.lengths(moves).iter().map(|(metric, n)| metric.count(*n as u64)).collect();
                writeln!(out, "{}", styled(GOOD, format!("a solution: {}", lengths.join(", "))))?;
                writeln!(out, "{}", styled(DIM, &moves.how))?;
            }
            other => writeln!(out, "{} {}", styled(BAD, "not a solution:"), given.reason(other))?,
        }
    }
    Ok(if matches!(finding, Finding::Solution(_)) { Exit::Solved } else { Exit::Other })
}

fn record(given: &Given, finding: &Finding) -> VerifyRecord {
    let (moves, misplaced, error) = match finding {
        Finding::Solution(moves) => (Some(moves), Some(0), None),
        Finding::Elsewhere(moves, misplaced) => (Some(moves), Some(*misplaced), None),
        Finding::Wrong(error) => (None, None, Some(error)),
    };
    let (rows, cols) = given.read.puzzle.size();
    let place = error.and_then(|error| error.place);
    VerifyRecord {
        kind: given.read.puzzle.kind().entry().name,
        rows,
        cols,
        solution: matches!(finding, Finding::Solution(_)),
        lengths: moves
            .map(|moves| given.lengths(moves).into_iter().map(|(metric, n)| (metric.name(), n)).collect()),
        move_convention: moves.map(|moves| moves.convention),
        misplaced,
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        error: error.map(ToString::to_string),
        version: VERSION,
    }
}
