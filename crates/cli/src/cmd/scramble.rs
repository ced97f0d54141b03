//! `slidewise scramble`: random boards, or random moves of a length.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use slidewise_solve::MOST_RANDOM_MOVES;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::tiles::moves::{Format, Sequence};
use slidewise_solve::puzzles::tiles::{Goal, generate};

use crate::error::Failure;
use crate::exit::Exit;
use crate::render::{DIM, styled};
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise scramble                            a random state of the 15-puzzle
  slidewise scramble --size 3 --count 12 --seed 1
  slidewise scramble --size 5x5 --length 200    200 random moves from the solved board
  slidewise scramble --length 80 | slidewise moves length";

#[derive(Debug, Args)]
pub struct ScrambleArgs {
    /// Rows x columns
    #[arg(long, value_name = "RxC", value_parser = units::size, default_value = "4x4")]
    pub size: (usize, usize),
    /// So many random moves, none of which takes the one before back, instead of a state drawn from all alike
    #[arg(long, value_name = "MOVES")]
    pub length: Option<usize>,
    /// How many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The same seed gives the same scrambles [default: another each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Writes the scrambles, one a line.
pub fn run(args: &ScrambleArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let (rows, cols) = args.size;
    let solved = Goal::BlankLast.board(rows, cols).map_err(|error| Failure::Usage(error.to_string()))?;
    if args.length.is_some_and(|length| length > MOST_RANDOM_MOVES) {
        return Err(Failure::Usage(format!("--length: {MOST_RANDOM_MOVES} moves are the most")));
    }
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    if args.seed.is_none() {
        tell!("{}", styled(DIM, format!("seed {seed}")));
    }
    let mut rng = Rng::from_seed(seed);
    for _ in 0..args.count {
        match args.length {
            None => writeln!(out, "{}", generate::uniform(&solved, &mut rng))?,
            Some(length) => {
                let moves: Sequence = generate::walk(&solved, length, &mut rng).0.into_iter().collect();
                writeln!(out, "{}", moves.write(Format::Short))?;
            }
        }
    }
    Ok(Exit::Solved)
}
