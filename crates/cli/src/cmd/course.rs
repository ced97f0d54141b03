//! `slidewise course`: what the sliding brick course asks its programs to do.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Subcommand;
use slidewise_solve::puzzles::bricks::course::{
    parse_step, random_walk, same, same_normal_form, step_text, steps,
};
use slidewise_solve::puzzles::bricks::write::{self, Unwritable};
use slidewise_solve::puzzles::bricks::{Parsed, Position, parse};
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::text::{Place, caret};
use slidewise_solve::{Answer, Puzzle, Writing};

use crate::args::word;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render;
use crate::units::shown_duration;

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

/// Carries out one of the commands.
pub fn run(command: &CourseCommand, out: &mut impl Write) -> Result<Exit, Failure> {
    match command {
        CourseCommand::Print { file } => {
            let (parsed, position) = load(file)?;
            write!(out, "{}", written(write::course(&parsed.puzzle, &position))?)?;
        }
        CourseCommand::Normal { file } => {
            let (parsed, position) = load(file)?;
            write!(out, "{}", written(write::course_normal_form(&parsed.puzzle, &position))?)?;
        }
        CourseCommand::Compare { first, second } => {
            let (a, b) = (load(first)?, load(second)?);
            let (a, b) = ((&a.0.puzzle, &a.1), (&b.0.puzzle, &b.1));
            let word = |equal: bool| if equal { "the same" } else { "different" };
            let equal = written(same_normal_form(a, b))?;
            writeln!(out, "as they are: {}", word(written(same(a, b))?))?;
            writeln!(out, "in normal form: {}", word(equal))?;
            return Ok(if equal { Exit::Solved } else { Exit::Other });
        }
        CourseCommand::Moves { file } => {
            let (parsed, position) = load(file)?;
            for step in steps(&parsed.puzzle, &position) {
                writeln!(out, "{}", step_text(&parsed.puzzle, &step))?;
            }
        }
        CourseCommand::Apply { file, step } => {
            let (parsed, mut position) = load(file)?;
            let step =
                parse_step(&parsed.puzzle, step).map_err(|error| Failure::BadText(error.to_string()))?;
            position
                .step(&parsed.puzzle, step.piece, step.direction)
                .map_err(|blocked| Failure::BadText(format!("that move cannot be made: {blocked}")))?;
            write!(out, "{}", written(write::course(&parsed.puzzle, &position))?)?;
        }
        CourseCommand::Walk { file, moves, seed } => walk(file, *moves, *seed, out)?,
    }
    Ok(Exit::Solved)
}

fn walk(file: &str, moves: usize, seed: Option<u64>, out: &mut impl Write) -> Result<(), Failure> {
    let (parsed, position) = load(file)?;
    let puzzle = &parsed.puzzle;
    let mut rng = Rng::from_seed(seed.unwrap_or_else(|| RandomState::new().hash_one(0)));
    let mut position = position;
    write!(out, "{}", written(write::course_normal_form(puzzle, &position))?)?;
    for _ in 0..moves {
        let (taken, next) = random_walk(puzzle, position, 1, &mut rng);
        position = next;
        let Some(step) = taken.first() else { break };
        writeln!(out, "\n{}", step_text(puzzle, step))?;
        write!(out, "{}", written(write::course_normal_form(puzzle, &position))?)?;
        if position.is_solved(puzzle) {
            writeln!(out, "solved")?;
            break;
        }
    }
    Ok(())
}

fn load(file: &str) -> Result<(Parsed, Position), Failure> {
    let sources = input::sources(&[file.to_string()])?;
    let source = sources.first().ok_or_else(|| Failure::BadText(format!("{file}: nothing to read")))?;
    let text = source.text()?;
    let parsed = parse(text).map_err(|error| {
        let place = Place { line: error.line, column: error.column, length: 1 };
        let name = source.name.as_ref().map(|name| format!("{name}:")).unwrap_or_default();
        Failure::BadText(format!("{name}{error}\n{}", caret(text, place)))
    })?;
    let position = Position::start(&parsed.puzzle);
    Ok((parsed, position))
}

/// An answer as the course asks for it: start, nodes, moves, solved board, time, length.
pub fn as_course(puzzle: &dyn Puzzle, answer: &Answer, out: &mut impl Write) -> Result<(), Failure> {
    let start = puzzle.start();
    let written =
        |at| puzzle.text(at, Some("course")).map_err(|unwritable| Failure::Usage(unwritable.to_string()));
    write!(out, "{}", written(&start)?)?;
    writeln!(out, "nodes explored: {}", answer.explored)?;
    let Some(way) = &answer.solution else {
        writeln!(out, "{}", render::verdict(puzzle, answer))?;
        return Ok(());
    };
    let writing = Writing { convention: Some("course"), runs: false, metric: None };
    for &step in &way.steps {
        writeln!(out, "{}", puzzle.write_moves(&[step], &writing)?)?;
    }
    let end = puzzle.replay(&way.steps).map_err(|(_, why)| Failure::Internal(why.to_string()))?;
    write!(out, "{}", written(&end)?)?;
    writeln!(out, "time: {}", shown_duration(answer.elapsed))?;
    writeln!(out, "solution length: {}", answer.plan.metric.count(way.cost))?;
    Ok(())
}

fn written<T>(result: Result<T, Unwritable>) -> Result<T, Failure> {
    result.map_err(|error| Failure::Usage(error.to_string()))
}
