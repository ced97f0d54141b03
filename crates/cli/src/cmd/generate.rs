//! `slidewise generate`: random puzzles that can be solved.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{Difficulty, Generating, Reading, kinds};

use crate::args::GenerateArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render::{DIM, styled};

/// Writes the puzzles asked for.
pub fn run(args: &GenerateArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let from = match &args.puzzle[..] {
        [] => None,
        words => Some(input::only(words, &Reading { goal: args.goal.clone(), ..Reading::default() })?.puzzle),
    };
    let kind = match (args.kind, &from) {
        (Some(name), _) => kinds::find(name).map_err(|error| Failure::Usage(error.to_string()))?,
        (None, Some(puzzle)) => puzzle.kind(),
        (None, None) => kinds::first(),
    };
    let names = from.as_ref().map(|puzzle| (puzzle.kind().entry().name, kind.entry().name));
    if let Some((given, asked)) = names.filter(|(given, asked)| given != asked) {
        return Err(Failure::Usage(format!(
            "--kind: the puzzle that is given is of the kind {given}, not {asked}"
        )));
    }
    let wish = Generating {
        size: args.size,
        goal: args.goal.clone().filter(|_| from.is_none()),
        from,
        scramble: args.scramble,
        blanks: args.blanks,
        difficulty: args.length.map(|(least, most)| Difficulty {
            moves: (least as u64, most as u64),
            metric: args.metric,
            one_way: args.one_way,
            no_idle: args.no_idle,
        }),
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    let mut rng = Rng::from_seed(seed);
    for number in 0..args.count {
        let puzzle = kind.generate(&wish, &mut rng)?;
        let text = puzzle.text(&puzzle.start(), args.format.as_deref());
        let text = text.map_err(|error| Failure::Usage(error.to_string()))?;
        if number == 0 && args.seed.is_none() {
            tell!("{}", styled(DIM, format!("seed {seed}")));
        }
        // Texts of several lines are kept apart.
        let apart = if number > 0 && text.trim_end().contains('\n') { "\n" } else { "" };
        writeln!(out, "{apart}{}", text.trim_end_matches('\n'))?;
    }
    Ok(Exit::Solved)
}
