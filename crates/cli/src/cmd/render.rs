//! `slidewise render`: pictures of puzzles and of solutions.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use slidewise_lab::board::{Look, Undrawn, animated, gif, png, still};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{Position, Puzzle, Solver, Spec, Watch, machine};

use super::relabel::Groups;
use crate::args::InputArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;

pub const EXAMPLES: &str = "\
Examples:
  slidewise render klotski > klotski.svg
  slidewise render \"8 6 7/2 5 4/3 0 1\" --colours fringe --out board.png
  slidewise render klotski --solve --out klotski.gif
  slidewise render \"1 2 3/4 5 6/0 7 8\" --play LL --speed 0.5 --out solution.svg";

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The file: .svg, .png or .gif [default: SVG on standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Colour pieces by where they belong
    #[arg(long, value_enum)]
    pub colours: Option<Groups>,
    /// Pixels across a cell
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub cell: usize,
    /// Show these moves one after another, in SVG or GIF
    #[arg(long, value_name = "MOVES", conflicts_with = "solve")]
    pub play: Option<String>,
    /// Solve the puzzle, and show the solution likewise
    #[arg(long)]
    pub solve: bool,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3)]
    pub speed: f64,
}

/// What a file is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Image {
    Svg,
    Png,
    Gif,
}

/// Draws the puzzle.
pub fn run(args: &RenderArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let read = input::only(&args.input.puzzle, &args.input.reading())?;
    let puzzle = &*read.puzzle;
    let image = image(args)?;
    let Some(positions) = positions(args, puzzle, cancel)? else {
        tell!("no solution was found to show");
        return Ok(Exit::Stopped);
    };
    let look = Look { cell: args.cell, colours: args.colours.map(Groups::scheme) };
    let bytes = drawn(puzzle, &positions, image, &look, args.speed)
        .map_err(|undrawn| Failure::Usage(undrawn.to_string()))?;
    match &args.out {
        None => out.write_all(&bytes)?,
        Some(file) => std::fs::write(file, bytes).map_err(|error| {
            Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", file.display())))
        })?,
    }
    Ok(Exit::Solved)
}

fn image(args: &RenderArgs) -> Result<Image, Failure> {
    let moving = args.play.is_some() || args.solve;
    let ending = args.out.as_ref().and_then(|file| file.extension()).map(|e| e.to_ascii_lowercase());
    let image = match (&args.out, ending.as_deref().and_then(|ending| ending.to_str())) {
        (None, _) | (_, Some("svg")) => Image::Svg,
        (_, Some("png")) => Image::Png,
        (_, Some("gif")) => Image::Gif,
        _ => return Err(Failure::Usage("--out: the file ends in .svg, .png or .gif".into())),
    };
    if !(0.02..=60.0).contains(&args.speed) {
        return Err(Failure::Usage("--speed: a move takes from 0.02 to 60 seconds".into()));
    }
    match (image, moving) {
        (Image::Png, true) => Err(Failure::Usage("moves are shown in .svg and .gif, not in .png".into())),
        (image, _) => Ok(image),
    }
}

/// The positions to show; `None` if a solution was asked for and none was found.
fn positions(
    args: &RenderArgs,
    puzzle: &dyn Puzzle,
    cancel: Cancel,
) -> Result<Option<Vec<Position>>, Failure> {
    let steps = match &args.play {
        Some(moves) => {
            let text = input::moves_text(std::slice::from_ref(moves))?;
            let read = puzzle.read_moves(&text, None);
            read.map_err(|error| Failure::BadText(error.to_string()))?.steps
        }
        None if args.solve => {
            let limits = Limits { memory: machine::free_share(), ..Limits::default() };
            let watch = Watch { limits, cancel, observer: &mut () };
            let answer = puzzle.solve(&Solver::new(), &Spec::default(), watch)?;
            match answer.solution {
                Some(way) => way.steps,
                None => return Ok(None),
            }
        }
        None => Vec::new(),
    };
    let mut at = puzzle.start();
    let mut positions = vec![at.clone()];
    for step in steps {
        puzzle.apply(&mut at, step).map_err(|why| Failure::BadText(why.to_string()))?;
        positions.push(at.clone());
    }
    Ok(Some(positions))
}

fn drawn(
    puzzle: &dyn Puzzle,
    positions: &[Position],
    image: Image,
    look: &Look,
    seconds: f64,
) -> Result<Vec<u8>, Undrawn> {
    let scene = puzzle.scene();
    let first = || puzzle.picture(&positions[0]);
    match (image, positions.len()) {
        (Image::Svg, 1) => still(&first(), look).map(String::into_bytes),
        (Image::Svg, _) => animated(&scene, positions, look, seconds).map(String::into_bytes),
        (Image::Png, _) => png(&first(), look),
        (Image::Gif, _) => gif(&scene, positions, look, (seconds * 100.0) as u16),
    }
}
