//! `slidewise train`: makes or improves a learned table.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use slidewise_solve::data;
use slidewise_solve::puzzles::tiles::heuristic::Learned;
use slidewise_solve::puzzles::tiles::heuristic::learned::{Budget, Progress, TrainOptions, Trainer};
use slidewise_solve::search::Cancel;

use crate::args::width;
use crate::error::Failure;
use crate::exit::Exit;
use crate::render::{DIM, GOOD, styled};
use crate::units::{self, shown_duration};

pub const EXAMPLES: &str = "\
Examples:
  slidewise train --size 6x6 --time 10m
  slidewise train --size 6x6 --time 10m --resume
  slidewise train --size 9x9 --time 2h
  slidewise train --size 5x5 --rounds 300 --seed 1 --out 5x5.lrn
  slidewise train --size 6x6 --from 5x5.lrn --time 1h --out 6x6.lrn
  slidewise train --size 5x5 --from 5x5.lrn --from other.lrn --rounds 0 --smooth 0 --out mean.lrn

Without --out the table goes into the directory for data (SLIDEWISE_DATA sets it), where it is found: boards of its
size are solved with it from then on. A table elsewhere is used with --heuristic learned:FILE.

The same options give the same table, on any number of threads. Beside the table stands a
checkpoint, from which --resume goes on. It does not hold the positions that training learns from, so a table from a
resumed training is as good, but not the same, as one from an uninterrupted one.";

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Rows x columns of the boards
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    pub size: (usize, usize),
    /// Train for this long: 10m, 90s [default: 10m, if no rounds are given]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Train for this many rounds, those before a checkpoint included
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Decides everything that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the table goes [default: the directory for data, where it is used from then on]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on from the checkpoint beside the table
    #[arg(long)]
    pub resume: bool,
    /// Begin with what this table knows, of the same size or a smaller one; with the mean of several if given
    /// more often
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub from: Vec<PathBuf>,
    /// Make the table of about so many recent rounds, by their average [default: 5; with --from all of them]
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub average: Option<u32>,
    /// Take this part of each number, from 0 to 1, from pairs of tiles that look alike on a board with one line less
    #[arg(long, value_name = "PART", value_parser = part, default_value_t = 0.75)]
    pub smooth: f64,
    /// Width of the beams that solve the boards
    #[arg(long, value_name = "N", value_parser = width, default_value_t = 500)]
    pub width: usize,
    /// Boards in a round
    #[arg(long, value_name = "N", value_parser = width, default_value_t = 200)]
    pub boards: usize,
    /// Threads that solve boards [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
}

/// A part of a whole.
fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "a number from 0 to 1 is expected, as in 0.5".to_string())
}

/// Time for training where nothing is said.
const TIME: Duration = Duration::from_secs(600);
/// Rounds between two checkpoints.
const CHECKPOINT_EVERY: u32 = 10;
/// Boards that training never sees, and the width of the beams that solve them afterwards.
const HELD_BACK: (usize, usize) = (20, 300);

/// Trains, and writes the table.
pub fn run(args: &TrainArgs, cancel: &Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let (rows, cols) = args.size;
    let file = args.out.clone().or_else(|| data::learned_table(rows, cols)).ok_or_else(|| {
        Failure::Usage("no directory for data is known: name a file with --out, or set SLIDEWISE_DATA".into())
    })?;
    let checkpoint = checkpoint_of(&file);
    let mut trainer = trainer(args, &checkpoint)?;
    check_writable(&file, &trainer)?;
    let time = args.time.or_else(|| args.rounds.is_none().then_some(TIME));
    let mut failed = None;
    trainer.run(Budget { rounds: args.rounds, time }, cancel, &mut |trainer, done| {
        tell(done);
        if done.round % CHECKPOINT_EVERY == 0
            && let Err(error) = save(&checkpoint, &trainer.checkpoint())
        {
            failed = Some(error);
            cancel.cancel();
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let table = trainer.table().smoothed(args.smooth);
    save(&checkpoint, &trainer.checkpoint())?;
    save(&file, &table.to_bytes())?;
    let bytes = table.to_bytes().len() as u64;
    let written = format!("{}: {}", file.display(), units::shown_bytes(bytes));
    writeln!(out, "{}", styled(GOOD, written))?;
    let (boards, width) = HELD_BACK;
    // A first Ctrl-C ends training, not the evaluation.
    match trainer.evaluate(&table, boards, width, &Cancel::default()) {
        Some(mean) => {
            writeln!(out, "{boards} boards that it was not trained on, width {width}: {mean:.1} moves")?
        }
        None => writeln!(
            out,
            "not all of {boards} boards that it was not trained on were solved with width {width}"
        )?,
    }
    Ok(Exit::Solved)
}

fn trainer(args: &TrainArgs, checkpoint: &Path) -> Result<Trainer, Failure> {
    let options = TrainOptions {
        rows: args.size.0,
        cols: args.size.1,
        seed: args.seed,
        width: args.width,
        boards: args.boards,
        threads: args.threads.unwrap_or_else(slidewise_solve::machine::threads),
        average: args.average,
    };
    let name = checkpoint.display();
    if !args.resume {
        if checkpoint.exists() {
            let text = format!("{name} is there from an earlier training: go on with --resume, or remove it");
            return Err(Failure::Usage(text));
        }
        let tables: Vec<Learned> = args.from.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
        return Trainer::from_tables(options, &tables).map_err(|error| Failure::Usage(error.to_string()));
    }
    let bytes = fs::read(checkpoint).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    Trainer::resume(options, &bytes).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

fn read(file: &Path) -> Result<Learned, Failure> {
    let name = file.display();
    let bytes = fs::read(file).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    Learned::from_bytes(&bytes).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// `6x6.lrn` → `6x6.lrn.checkpoint`.
fn checkpoint_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Finds out before hours of training whether the table can be written in the end: the place may be missing, not ours
/// to write to, or full.
fn check_writable(file: &Path, trainer: &Trainer) -> io::Result<()> {
    let with_name = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    if let Some(dir) = file.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        fs::create_dir_all(dir).map_err(with_name)?;
    }
    if file.is_dir() {
        return Err(with_name(io::Error::other("this is a directory")));
    }
    let room = trainer.table().to_bytes().len() + trainer.checkpoint().len();
    let part = part_of(file);
    let probed = fs::write(&part, vec![0; room]);
    // It is there only if it could be made.
    let removed = fs::remove_file(&part);
    probed.and(removed).map_err(with_name)
}

/// The name under which a file is written.
fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Writes beside the file first, so that an interruption leaves the old one whole.
fn save(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part_of(file);
    let with_name = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, file)).map_err(|error| {
        // Half of it is of no use; it may not even be there.
        let _ = fs::remove_file(&part);
        with_name(error)
    })
}

fn tell(done: &Progress) {
    let Progress { round, solved, tried, mean_length, error, elapsed } = done;
    let line = format!(
        "round {round}: {solved} of {tried} solved, {mean_length:.1} moves, error {error:.2}, {}",
        shown_duration(*elapsed)
    );
    tell!("{}", styled(DIM, line));
}
