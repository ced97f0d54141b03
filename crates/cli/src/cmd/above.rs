//! `slidewise compare-to-optimum`: how many moves above the optimum each of many solves was.

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

A line of the file is a solve: a puzzle, a tab or a semicolon, and the moves that solved it, or how many they were.
Means of 5, 12 and 100 are of as many solves in a row: the latest, and the best there was.";

/// How many solves in a row a mean is taken of.
const MEANS: [usize; 3] = [5, 12, 100];

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
struct Solve {
    moves: Cost,
    /// The shortest solution that is known, and what no solution is shorter than.
    known: Cost,
    bound: Cost,
}

impl Solve {
    /// Moves above the optimum, if that is known.
    fn above(&self) -> Option<Cost> {
        (self.known == self.bound).then(|| self.moves.saturating_sub(self.known))
    }

    fn text(&self) -> String {
        let moves = if self.moves == 1 { "1 move".to_string() } else { format!("{} moves", self.moves) };
        match self.above() {
            Some(above) => format!("+{above}\t{moves}, optimum {}", self.known),
            None => format!("?\t{moves}, optimum from {} to {}: not found in time", self.bound, self.known),
        }
    }
}

/// Compares each solve, then all of them.
pub fn run(args: &AboveArgs, cancel: &Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let solver = Solver::new().spilling_to(std::env::temp_dir());
    let mut exit = Exit::Solved;
    let mut above = Vec::new();
    let lines = input::lines(&args.solves)?;
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match solve(args, &solver, line, cancel)? {
            Ok(solve) => {
                writeln!(out, "{}", solve.text())?;
                above.extend(solve.above());
            }
            Err(reason) => {
                writeln!(out)?;
                out.flush()?;
                tell!("solve {}: {reason}", number + 1);
                exit = Exit::BadText;
            }
        }
        if cancel.is_cancelled() {
            exit = exit.max(Exit::Stopped);
            break;
        }
    }
    summary(&above, out)?;
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
    let moves = match length(&read, moves.trim(), &spec)? {
        Ok(moves) => moves,
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
    Ok(Ok(Solve { moves, known: known.min(moves), bound: bound.min(known) }))
}

/// How many moves were made: as a number, or as moves that do solve the puzzle.
fn length(read: &Read, moves: &str, spec: &Spec) -> Result<Result<Cost, String>, Failure> {
    if let Ok(count) = moves.parse::<u32>() {
        return Ok(Ok(count.into()));
    }
    let puzzle = &read.puzzle;
    let steps = match puzzle.read_moves(moves, None) {
        Ok(moves) => moves.steps,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if slidewise_solve::solves(&**puzzle, &steps).is_err() {
        return Ok(Err("these moves do not solve the puzzle".into()));
    }
    Ok(Ok(puzzle.length(spec.metric_of(&**puzzle)?, &steps) as Cost))
}

fn summary(above: &[Cost], out: &mut impl Write) -> Result<(), Failure> {
    let mean = |some: &[Cost]| some.iter().sum::<Cost>() as f64 / some.len() as f64;
    if above.is_empty() {
        return Ok(());
    }
    writeln!(out, "mean of all {}: +{:.2}", above.len(), mean(above))?;
    for count in MEANS {
        let Some(latest) = above.len().checked_sub(count).map(|from| mean(&above[from..])) else { break };
        let best = above.windows(count).map(mean).fold(f64::INFINITY, f64::min);
        writeln!(out, "mean of {count}: +{latest:.2}, best +{best:.2}")?;
    }
    Ok(())
}
