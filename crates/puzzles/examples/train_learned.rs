//! Trains a learned table: `train_learned ROWS COLUMNS ROUNDS FILE [WIDTH BOARDS]`. Goes on from `FILE.checkpoint`.
//!
//! The same numbers give the same table. The tables under `data/learned` are made with it.

use std::error::Error;
use std::fs;

use slidewise_puzzles::tiles::heuristic::learned::{Budget, TrainOptions, Trainer};
use slidewise_search::Cancel;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rows, cols, rounds, file, rest @ ..] = &arguments[..] else {
        return Err("usage: train_learned ROWS COLUMNS ROUNDS FILE [WIDTH BOARDS]".into());
    };
    let mut options = TrainOptions::new(rows.parse()?, cols.parse()?);
    if let [width, boards] = rest {
        options = TrainOptions { width: width.parse()?, boards: boards.parse()?, ..options };
    }
    let checkpoint = format!("{file}.checkpoint");
    let mut trainer = match fs::read(&checkpoint) {
        Ok(bytes) => Trainer::resume(options, &bytes)?,
        Err(_) => Trainer::new(options)?,
    };
    let cancel = Cancel::default();
    let budget = Budget { rounds: Some(rounds.parse()?), time: None };
    let mut failed = None;
    trainer.run(budget, &cancel, &mut |trainer, done| {
        println!(
            "round {}: {} of {} solved, {:.1} moves, error {:.2}, {:.0?}",
            done.round, done.solved, done.tried, done.mean_length, done.error, done.elapsed
        );
        if done.round % 10 == 0
            && let Err(error) = fs::write(&checkpoint, trainer.checkpoint())
        {
            failed = Some(error);
            cancel.cancel();
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    fs::write(file, trainer.table().to_bytes())?;
    fs::write(&checkpoint, trainer.checkpoint())?;
    println!("held-back boards, width 300: {:?} moves", trainer.evaluate(20, 300, &Cancel::default()));
    Ok(())
}
