//! `slidewise moves`: what speed-solvers do with algorithms. Sequences come from arguments, files or pipes, one a line,
//! and so do the answers.

use std::io::Write;

use clap::{Args, Subcommand, ValueEnum};
use slidewise_solve::puzzles::text::caret;
use slidewise_solve::puzzles::tiles::moves::{Format, Mirror, Sequence};
use slidewise_solve::{AnyPuzzle, Metric, MovesError, Reading, Step, Writing};

use crate::args::{FormArgs, convention, metric, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;

pub const EXAMPLES: &str = "\
Examples:
  slidewise moves invert R2DL2
  slidewise moves simplify \"RRLDUL\"
  slidewise moves rotate --by 2 \"(RU)3\"
  slidewise moves length R2DL2                  5 single, 3 multi
  slidewise moves format --as arrows R2DL2
  slidewise moves format --on board.txt --moves numbers LL
  slidewise moves apply \"1 2 3/4 5 6/0 7 8\" LL
  slidewise --quiet boards.txt | slidewise moves invert

Sequences are arguments, files with one a line, or lines of standard input; each has one line of answer.";

/// What can be done with sequences.
#[derive(Debug, Subcommand)]
pub enum MovesCommand {
    /// Make moves on a puzzle and print where they lead
    Apply {
        /// A puzzle as text, a file with one, or the name of one
        #[arg(value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
        puzzle: String,
        #[command(flatten)]
        lines: Lines,
        #[command(flatten)]
        form: FormArgs,
        /// What the moves name [default: what makes sense of them]
        #[arg(long, value_name = "CONVENTION", value_parser = convention, add = complete::conventions())]
        moves: Option<&'static str>,
    },
    /// Turn moves round: what takes them back
    Invert(Changed),
    /// Leave out moves that are taken back at once
    Simplify(Changed),
    /// Exchange rows and columns
    Transpose(Changed),
    /// Turn the board clockwise
    Rotate {
        /// Quarters of a turn
        #[arg(long, value_name = "N", default_value_t = 1)]
        by: u32,
        #[command(flatten)]
        changed: Changed,
    },
    /// Look into a mirror
    Reflect {
        /// What is exchanged
        #[arg(long, value_enum, default_value_t = Axis::LeftRight)]
        axis: Axis,
        #[command(flatten)]
        changed: Changed,
    },
    /// Cut a part out
    Slice {
        /// The first move that is kept, from 1
        #[arg(long, value_name = "N", default_value_t = 1)]
        from: usize,
        /// The last move that is kept [default: the last one]
        #[arg(long, value_name = "N")]
        to: Option<usize>,
        #[command(flatten)]
        changed: Changed,
    },
    /// Join all sequences to one
    Concat(Changed),
    /// Count moves in every metric, or in one
    Length {
        #[command(flatten)]
        lines: Lines,
        /// Only in this one
        #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
        metric: Option<&'static str>,
        #[command(flatten)]
        on: On,
    },
    /// Write moves in another way
    Format {
        #[command(flatten)]
        changed: Changed,
        #[command(flatten)]
        on: On,
        /// With --on: what the answer names [default: the first notation of the kind]
        #[arg(long, value_name = "CONVENTION", value_parser = convention, requires = "on")]
        #[arg(add = complete::conventions())]
        moves: Option<&'static str>,
    },
}

/// Sequences of moves.
#[derive(Debug, Args)]
pub struct Lines {
    /// Moves, or files with them, a sequence a line; `-` or nothing reads standard input
    #[arg(id = "sequences", value_name = "MOVES", value_parser = word())]
    pub moves: Vec<String>,
}

/// Sequences that are changed and written again.
#[derive(Debug, Args)]
pub struct Changed {
    #[command(flatten)]
    lines: Lines,
    /// How the answer is written
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Written::Short)]
    written: Written,
}

/// A puzzle that tells what moves mean.
#[derive(Debug, Args)]
pub struct On {
    /// The puzzle that the moves are made on, where they are more than letters: numbers of tiles, moves of bricks
    #[arg(long, value_name = "PUZZLE", value_parser = word(), add = complete::puzzles())]
    on: Option<String>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    /// R2DL2
    Short,
    /// RRDLL
    Long,
    /// R R D L L
    Spaces,
    /// →→↓←←
    Arrows,
    /// right right down left left
    Words,
}

/// What a mirror exchanges.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Axis {
    /// Left and right
    LeftRight,
    /// Up and down
    UpDown,
}

impl Written {
    const fn format(self) -> Format {
        match self {
            Self::Short => Format::Short,
            Self::Long => Format::Long,
            Self::Spaces => Format::Spaces,
            Self::Arrows => Format::Arrows,
            Self::Words => Format::Words,
        }
    }
}

/// Carries out one of the commands.
pub fn run(command: &MovesCommand, out: &mut impl Write) -> Result<Exit, Failure> {
    match command {
        MovesCommand::Apply { puzzle, lines, form, moves } => {
            let puzzle = input::only(std::slice::from_ref(puzzle), &form.reading())?.puzzle;
            each(lines, out, |text| {
                let steps = steps(&puzzle, text, *moves)?;
                let end =
                    puzzle.replay(&steps).map_err(|(index, why)| format!("move {}: {why}", index + 1))?;
                Ok(puzzle.line(&end))
            })
        }
        MovesCommand::Invert(changed) => changed.each(out, |moves| moves.inverse()),
        MovesCommand::Simplify(changed) => changed.each(out, |moves| moves.simplified()),
        MovesCommand::Transpose(changed) => changed.each(out, |moves| moves.reflected(Mirror::Transpose)),
        MovesCommand::Rotate { by, changed } => changed.each(out, |moves| moves.rotated(*by)),
        MovesCommand::Reflect { axis, changed } => {
            let mirror = match axis {
                Axis::LeftRight => Mirror::LeftRight,
                Axis::UpDown => Mirror::UpDown,
            };
            changed.each(out, |moves| moves.reflected(mirror))
        }
        MovesCommand::Slice { from, to, changed } => {
            if *from == 0 || to.is_some_and(|to| to < *from) {
                let text = "moves are counted from 1, and --to is no less than --from";
                return Err(Failure::Usage(text.into()));
            }
            changed.each(out, |moves| moves.slice(from - 1..to.unwrap_or(usize::MAX)))
        }
        MovesCommand::Concat(changed) => concat(changed, out),
        MovesCommand::Length { lines, metric, on } => length(lines, *metric, on, out),
        MovesCommand::Format { changed, on, moves } => match on.puzzle()? {
            None => changed.each(out, Sequence::clone),
            Some(_) if !matches!(changed.written, Written::Short | Written::Long) => {
                Err(Failure::Usage("with --on, moves are written --as short or long".into()))
            }
            Some(puzzle) => each(&changed.lines, out, |text| {
                let steps = steps(&puzzle, text, None)?;
                let runs = matches!(changed.written, Written::Short);
                let writing = Writing { convention: *moves, runs, metric: None };
                puzzle.write_moves(&steps, &writing).map_err(|refusal| refusal.to_string())
            }),
        },
    }
}

impl On {
    fn puzzle(&self) -> Result<Option<AnyPuzzle>, Failure> {
        let Some(on) = &self.on else { return Ok(None) };
        Ok(Some(input::only(std::slice::from_ref(on), &Reading::default())?.puzzle))
    }
}

impl Changed {
    fn each(&self, out: &mut impl Write, change: impl Fn(&Sequence) -> Sequence) -> Result<Exit, Failure> {
        each(&self.lines, out, |text| Ok(change(&sequence(text)?).write(self.written.format())))
    }
}

/// Answers each sequence by a line. What cannot be answered is told, and leaves an empty line, so that answers stay in
/// step with sequences.
fn each(
    lines: &Lines,
    out: &mut impl Write,
    answer: impl Fn(&str) -> Result<String, String>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Solved;
    for (number, line) in input::lines(&lines.moves)?.iter().enumerate() {
        match answer(line) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(reason) => {
                writeln!(out)?;
                out.flush()?;
                tell!("sequence {}: {reason}", number + 1);
                exit = Exit::BadText;
            }
        }
    }
    Ok(exit)
}

fn sequence(text: &str) -> Result<Sequence, String> {
    Sequence::parse(text).map_err(|error| format!("{error}\n{}", error.render_caret(text)))
}

/// Moves on a puzzle, in the kind's notation.
fn steps(puzzle: &AnyPuzzle, text: &str, asked: Option<&str>) -> Result<Vec<Step>, String> {
    match puzzle.read_moves(text, asked) {
        Ok(moves) => Ok(moves.steps),
        Err(MovesError { message, place: Some(place) }) => Err(format!("{message}\n{}", caret(text, place))),
        Err(error) => Err(error.message),
    }
}

fn concat(changed: &Changed, out: &mut impl Write) -> Result<Exit, Failure> {
    let read = |(number, line): (usize, &String)| {
        sequence(line).map_err(|reason| Failure::BadText(format!("sequence {}: {reason}", number + 1)))
    };
    let lines = input::lines(&changed.lines.moves)?;
    let all: Vec<Sequence> = lines.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    let all: Sequence = all.iter().flat_map(|one| one.moves().iter().copied()).collect();
    writeln!(out, "{}", all.write(changed.written.format()))?;
    Ok(Exit::Solved)
}

fn length(
    lines: &Lines,
    asked: Option<&'static str>,
    on: &On,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let puzzle = on.puzzle()?;
    each(lines, out, |text| {
        let lengths: Vec<(&str, usize)> = match &puzzle {
            Some(puzzle) => {
                let steps = steps(puzzle, text, None)?;
                let metrics = puzzle.kind().entry().metrics.iter().map(Metric);
                metrics.map(|metric| (metric.name(), puzzle.length(metric, &steps))).collect()
            }
            None => {
                let (single, multi) = sequence(text)?.lengths();
                vec![("single", single), ("multi", multi)]
            }
        };
        match asked {
            None => {
                let shown = |(name, length): &(&str, usize)| format!("{length} {name}");
                Ok(lengths.iter().map(shown).collect::<Vec<_>>().join(", "))
            }
            Some(name) => {
                let found = lengths.iter().find(|(metric, _)| *metric == name);
                found
                    .map(|(_, length)| length.to_string())
                    .ok_or(format!("nothing is counted in {name} here"))
            }
        }
    })
}
