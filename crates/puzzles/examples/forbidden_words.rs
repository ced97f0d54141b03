//! Writes the forbidden sequences of moves of a board: `forbidden_words ROWS COLS LENGTH FILE`.
//! `data/pruning/README.md` says what they are for.

use std::process::ExitCode;

use slidewise_puzzles::tiles::pruning::shipped_form;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<usize>> = args.iter().take(3).map(|a| a.parse().ok()).collect();
    let (Some([rows @ 1..=10, cols @ 1..=10, length @ 1..=15]), [.., path]) = (numbers.as_deref(), &args[..])
    else {
        eprintln!("usage: forbidden_words ROWS COLS LENGTH FILE, with up to 10 rows and columns, 15 moves");
        return ExitCode::from(2);
    };
    match std::fs::write(path, shipped_form(*rows, *cols, *length)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{path}: {why}");
            ExitCode::FAILURE
        }
    }
}
