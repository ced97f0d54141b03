//! `--all-optimal`: every shortest solution, listed or counted.

use std::io::Write;

use clap::Args;
use slidewise_solve::search::Stop;
use slidewise_solve::{AllOptimal, Answer, Puzzle, Record, Writing};

use crate::error::Failure;
use crate::render::{self, WARN, styled};
use crate::units::{self, grouped};

/// Solutions listed where no maximum is given.
const LISTED: u64 = 1000;

/// What is to be done with all shortest solutions.
#[derive(Debug, Args)]
pub struct AllOptimalArgs {
    /// List every shortest solution, up to --max-solutions
    #[arg(long, help_heading = "All solutions", conflicts_with = "steps")]
    pub all_optimal: bool,
    /// Count the shortest solutions instead of listing them
    #[arg(long, help_heading = "All solutions", requires = "all_optimal")]
    pub count: bool,
    /// Stop after this many shortest solutions [default: 1000 when listing, none when counting]
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "All solutions",
        requires = "all_optimal")]
    pub max_solutions: Option<u64>,
}

impl AllOptimalArgs {
    /// The most solutions to find, and how many of them to keep.
    pub fn wanted(&self) -> (u64, usize) {
        match (self.count, self.max_solutions) {
            (true, max) => (max.unwrap_or(u64::MAX), 0),
            (false, max) => {
                let max = max.unwrap_or(LISTED);
                (max, usize::try_from(max).unwrap_or(usize::MAX))
            }
        }
    }

    /// What was found, for people.
    pub fn text(
        &self,
        all: &AllOptimal,
        puzzle: &dyn Puzzle,
        answer: &Answer,
        convention: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let stopped = all.stopped.map(stopped).map(|text| styled(WARN, text)).unwrap_or_default();
        writeln!(out, "optimal   {}{stopped}", number(all))?;
        for moves in written(all, puzzle, answer, convention, true)? {
            writeln!(out, "          {moves}")?;
        }
        Ok(())
    }

    /// The moves, one solution a line, or the number of solutions.
    pub fn quiet(
        &self,
        all: &AllOptimal,
        puzzle: &dyn Puzzle,
        answer: &Answer,
        convention: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match (self.count, all.complete) {
            (true, true) => writeln!(out, "{}", all.count)?,
            // An empty line keeps the counts in step with the puzzles.
            (true, false) => writeln!(out)?,
            (false, _) => {}
        }
        for moves in written(all, puzzle, answer, convention, true)? {
            writeln!(out, "{moves}")?;
        }
        out.flush()?;
        if !all.complete {
            tell!("{}{}", number(all), all.stopped.map(stopped).unwrap_or_default());
        }
        Ok(())
    }

    /// Enters what was found into a record.
    pub fn enter(
        &self,
        all: &AllOptimal,
        puzzle: &dyn Puzzle,
        answer: &Answer,
        convention: Option<&str>,
        record: &mut Record,
    ) -> Result<(), Failure> {
        record.optimal_count = all.complete.then_some(all.count);
        record.optimal_at_least = (!all.complete).then_some(all.count.max(1));
        record.optimal_complete = Some(all.complete);
        if let Some(stop) = all.stopped {
            record.warnings.push(format!("not all shortest solutions were found{}", stopped(stop)));
        }
        if !self.count {
            record.optimal_solutions = Some(written(all, puzzle, answer, convention, false)?);
        }
        Ok(())
    }
}

/// How many solutions there are, in words. There is one at least: that of the answer.
fn number(all: &AllOptimal) -> String {
    let count = all.count.max(1);
    let noun = if count == 1 { "solution" } else { "solutions" };
    let counted = format!("{} {noun}", grouped(count));
    match (all.complete, all.stopped) {
        (true, _) => format!("{counted} in all"),
        (false, None) if all.count < u64::MAX => {
            format!("more than {counted}; --max-solutions sets how many are found")
        }
        (false, _) => format!("at least {counted}"),
    }
}

/// What ended the search for them.
fn stopped(stop: Stop) -> String {
    format!("; stopped: {}", render::reason(stop))
}

fn written(
    all: &AllOptimal,
    puzzle: &dyn Puzzle,
    answer: &Answer,
    convention: Option<&str>,
    runs: bool,
) -> Result<Vec<String>, Failure> {
    let writing = Writing { convention, runs, metric: Some(answer.plan.metric) };
    let line = |steps: &Vec<_>| puzzle.write_moves(steps, &writing);
    Ok(all.solutions.iter().map(line).collect::<Result<_, _>>()?)
}
