//! `slidewise generate`: random boards that can be solved.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use slidewise_lab::record::rows_of;
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::draw::draw;
use slidewise_puzzles::tiles::{Board, generate};

use crate::args::{BoardStyle, GenerateArgs};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render::{DIM, styled};

/// Writes the boards asked for.
pub fn run(args: &GenerateArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let (rows, cols) = args.size;
    let goal =
        input::goal(&args.goal)?.board(rows, cols).map_err(|error| Failure::Usage(error.to_string()))?;
    if (goal.rows(), goal.cols()) != (rows, cols) {
        let (r, c) = (goal.rows(), goal.cols());
        return Err(Failure::Usage(format!("--goal is {r}×{c}, but --size is {rows}×{cols}")));
    }
    let seed = args.seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(0) >> 32;
        anstream::eprintln!("{}", styled(DIM, format!("seed {seed}")));
        seed
    });
    let mut rng = Rng::from_seed(seed);
    for _ in 0..args.count {
        let board = match args.scramble {
            Some(moves) => generate::scramble(&goal, moves, &mut rng),
            None => generate::uniform(&goal, &mut rng),
        };
        writeln!(out, "{}", written(&board, args.format))?;
    }
    Ok(Exit::Solved)
}

fn written(board: &Board, style: BoardStyle) -> String {
    match style {
        // A single row has no slash, and its numbers alone might be taken for a square.
        BoardStyle::Slash if board.rows() == 1 => format!("{}x1:{}", board.cols(), numbers(board, ",")),
        BoardStyle::Slash => board.to_string(),
        BoardStyle::Numbers => numbers(board, " "),
        BoardStyle::Json => serde_json::json!(rows_of(board)).to_string(),
        BoardStyle::Drawn => draw(board),
    }
}

fn numbers(board: &Board, separator: &str) -> String {
    let numbers: Vec<String> = board.cells().iter().map(u16::to_string).collect();
    numbers.join(separator)
}
