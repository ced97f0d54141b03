//! `slidewise compare-to-optimum`: how many moves above the optimum each of many solves was.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use clap::Args;
use slidewise_solve::search::{Cancel, Cost, Limits};
use slidewise_solve::{Outcome, Read, Reading, Solver, Spec, Watch, machine, read_one};

use crate::args::{metric, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise compare-to-optimum solves.txt
  slidewise compare-to-optimum solves.txt --metric multi --time-limit 10s

A line of the file is a solve: a puzzle, a tab or a semicolon, and the moves that solved it, or how many they were, or
DNF. Moves that do not solve the puzzle are a DNF too. Averages of 5, 12 and 100 are of as many solves in a row, as
speed-solvers count them: without the best and the worst (of 100: the 5 best and the 5 worst), and a DNF is the worst.
The latest is given, and the best there was. What the optimum of a solve is not proven for has a question mark.";

/// How many solves in a row an average is taken of, and how many are left out at either end.
const AVERAGES: [(usize, usize); 3] = [(5, 1), (12, 1), (100, 5)];

#[derive(Debug, Args)]
pub struct AboveArgs {
    /// Solves, or files with them, one a line; `-` or nothing reads standard input
    #[arg(value_name = "SOLVES", value_parser = word())]
    pub solves: Vec<String>,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// The board that is reached, for tiles: blank-last, blank-first, snail, or a board [default: blank-last]
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, add = complete::goals())]
    pub goal: Option<String>,
    /// How long to look for the optimum of each solve
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "1m")]
    pub time_limit: Duration,
}

/// A solve, and what is known of its optimum.
enum Solve {
    /// So many moves, where no solution is shorter than `bound`, and one of `known` is known.
    Solved { moves: Cost, known: Cost, bound: Cost },
    /// It did not come to an end.
    Dnf,
}

/// What a solve counts in an average.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counted {
    /// Moves above the optimum.
    Above(Cost),
    /// It did not come to an end: worse than any other.
    Dnf,
    /// The optimum is not known, or the line made no sense.
    Unknown,
}

impl Solve {
    fn result(&self) -> Counted {
        match *self {
            Self::Dnf => Counted::Dnf,
            Self::Solved { moves, known, bound } if known == bound => {
                Counted::Above(moves.saturating_sub(known))
            }
            Self::Solved { .. } => Counted::Unknown,
        }
    }

    fn text(&self) -> String {
        let Self::Solved { moves, known, bound } = self else { return "DNF".to_string() };
        let made = units::number(*moves as usize, "move");
        match self.result() {
            Counted::Above(above) => format!("+{above}\t{made}, optimum {known}"),
            _ => format!("?\t{made}, optimum from {bound} to {known}: not found in time"),
        }
    }
}

/// Compares each solve, then all of them.
pub fn run(args: &AboveArgs, cancel: &Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let solver = Solver::new().spilling_to(std::env::temp_dir());
    let mut exit = Exit::Solved;
    let mut counted = Vec::new();
    let lines = input::lines(&args.solves)?;
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match solve(args, &solver, line, cancel)? {
            Ok(solve) => {
                writeln!(out, "{}", solve.text())?;
                counted.push(solve.result());
            }
            Err(reason) => {
                writeln!(out)?;
                out.flush()?;
                tell!("solve {}: {reason}", number + 1);
                counted.push(Counted::Unknown);
                exit = Exit::BadText;
            }
        }
        if cancel.is_cancelled() {
            exit = exit.max(Exit::Stopped);
            tell!("stopped after line {} of {}", number + 1, lines.len());
            break;
        }
    }
    summary(&counted, out)?;
    Ok(exit)
}

/// Judges one solve; the inner error is one of its text.
fn solve(
    args: &AboveArgs,
    solver: &Solver,
    line: &str,
    cancel: &Cancel,
) -> Result<Result<Solve, String>, Failure> {
    let Some((board, moves)) = line.rsplit_once(['\t', ';']) else {
        return Ok(Err("a puzzle, a tab or a semicolon, and moves are expected".into()));
    };
    let read = match read_one(board.trim(), &Reading { goal: args.goal.clone(), ..Reading::default() }) {
        Ok(read) => read,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let spec = Spec { metric: args.metric, ..Spec::default() };
    let Made { moves, replayed } = match length(&read, moves.trim(), &spec)? {
        Ok(Some(made)) => made,
        Ok(None) => return Ok(Ok(Solve::Dnf)),
        Err(reason) => return Ok(Err(reason)),
    };
    let limits = Limits { time: Some(args.time_limit), memory: machine::free_share(), nodes: None };
    let watch = Watch { limits, cancel: cancel.clone(), observer: &mut () };
    let answer = read.puzzle.solve(solver, &spec, watch)?;
    let Some(known) = answer.cost() else {
        return Ok(Err(match answer.outcome {
            Outcome::Unsolvable => "this puzzle has no solution".into(),
            _ => "no solution was found in time".into(),
        }));
    };
    let bound = answer.lower_bound.unwrap_or(0);
    if moves < bound {
        let least = answer.plan.metric.count(bound);
        return Ok(Err(format!("it cannot have been solved in {moves}: it takes at least {least}")));
    }
    // A number of moves that nobody has seen is no solution.
    let known = if replayed { known.min(moves) } else { known };
    Ok(Ok(Solve::Solved { moves, known, bound: bound.min(known) }))
}

/// How many moves were made, and whether they were there to be replayed.
struct Made {
    moves: Cost,
    replayed: bool,
}

/// The moves that were made: as a number, or as moves that do solve the puzzle; `None` if it was not solved.
fn length(read: &Read, moves: &str, spec: &Spec) -> Result<Result<Option<Made>, String>, Failure> {
    if moves.eq_ignore_ascii_case("dnf") {
        return Ok(Ok(None));
    }
    if let Ok(count) = moves.parse::<u32>() {
        return Ok(Ok(Some(Made { moves: count.into(), replayed: false })));
    }
    let puzzle = &read.puzzle;
    let steps = match puzzle.read_moves(moves, None) {
        Ok(moves) => moves.steps,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if slidewise_solve::solves(&**puzzle, &steps).is_err() {
        return Ok(Ok(None));
    }
    let moves = puzzle.length(spec.metric_of(&**puzzle)?, &steps) as Cost;
    Ok(Ok(Some(Made { moves, replayed: true })))
}

fn summary(counted: &[Counted], out: &mut impl Write) -> Result<(), Failure> {
    let above: Vec<Cost> = counted.iter().filter_map(|one| one.above()).collect();
    if counted.is_empty() {
        return Ok(());
    }
    if !above.is_empty() {
        let of = match counted.len() - above.len() {
            0 => format!("all {}", above.len()),
            left => format!("{} ({left} of {} left out: DNF, or no optimum)", above.len(), counted.len()),
        };
        writeln!(out, "mean of {of}: +{:.2}", above.iter().sum::<Cost>() as f64 / above.len() as f64)?;
    }
    for (count, trimmed) in AVERAGES {
        let averages: Vec<Average> = counted.windows(count).map(|some| average(some, trimmed)).collect();
        let Some(latest) = averages.last() else { break };
        let best = averages.iter().min_by(|a, b| a.rank().total_cmp(&b.rank())).unwrap_or(latest);
        let unknown = averages.iter().filter(|average| matches!(average, Average::Unknown)).count();
        let among =
            if unknown > 0 { format!(" ({unknown} of {} not known)", averages.len()) } else { String::new() };
        writeln!(out, "average of {count}: {latest}, best {best}{among}")?;
    }
    Ok(())
}

impl Counted {
    fn above(self) -> Option<Cost> {
        if let Self::Above(above) = self { Some(above) } else { None }
    }
}

/// What some solves in a row came to.
enum Average {
    Above(f64),
    Dnf,
    Unknown,
}

impl Average {
    /// By which the best is found.
    fn rank(&self) -> f64 {
        match self {
            Self::Above(above) => *above,
            Self::Dnf => f64::MAX,
            Self::Unknown => f64::INFINITY,
        }
    }
}

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above(above) => write!(f, "+{above:.2}"),
            Self::Dnf => f.write_str("DNF"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

/// The mean without so many of the best and of the worst.
fn average(some: &[Counted], trimmed: usize) -> Average {
    let mut sorted = some.to_vec();
    sorted.sort_unstable();
    if sorted.iter().filter(|&&one| one == Counted::Dnf).count() > trimmed {
        return Average::Dnf;
    }
    // Whether what is not known is among those left out is not known either.
    if sorted.contains(&Counted::Unknown) {
        return Average::Unknown;
    }
    let middle: Vec<Cost> =
        sorted[trimmed..some.len() - trimmed].iter().filter_map(|one| one.above()).collect();
    Average::Above(middle.iter().sum::<Cost>() as f64 / middle.len() as f64)
}
