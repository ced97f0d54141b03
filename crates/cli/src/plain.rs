//! The classic dialogue, line by line: a puzzle of the user's or a random one, played or its solution step by step, and
//! again.
//! For terminals that can do no more, for pipes and for screen readers.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use slidewise_solve::advice::{Advised, advise};
use slidewise_solve::game::Game;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::text::clipped;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{
    AnyPuzzle, Generating, Puzzle, Read, Reading, SolveError, Solver, Spec, Watch, kinds, machine, read_one,
};

use crate::cmd::play::Wishes;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Source;
use crate::progress::Spinner;
use crate::render;
use crate::tui::{Start, words};
use crate::units::grouped;

/// Where no size was named: the puzzle that most courses begin with.
const SIZE: (usize, usize) = (3, 3);
/// How long a hint may be improved where that could go on without end.
const PATIENCE_FOR_HINTS: Duration = Duration::from_secs(1);
const PLAY_HELP: &str = "\
Type moves in any notation: L, R, U, D for the way that a tile goes, numbers of tiles, or a piece and its way (A D).
Or type hint, undo, solve, quit, help.";
/// Forms of text in which a line may be the first row of a larger board.
const ROW_BY_ROW: [&str; 2] = ["numbers", "letters"];
/// A board with fewer cells may still be a row.
const WHOLE: usize = 9;

/// Asks and answers until the user has enough or the input ends.
pub fn run(
    wishes: Wishes,
    cancel: Cancel,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let rng = Rng::from_seed(wishes.seed);
    let size = wishes.size.unwrap_or(SIZE);
    let solver = Solver::new().keeping_small_tables().spilling_to(std::env::temp_dir());
    let spec = wishes.spec;
    let mut dialogue =
        Dialogue { input, out, reading: wishes.reading, goal: wishes.goal, size, rng, cancel, solver, spec };
    let mut next = wishes.source;
    loop {
        let chosen = match next.take() {
            Some(source) => {
                let puzzle = dialogue.read(&source)?;
                // A puzzle that was named is there to be played, unless someone says how to search, or nobody can win.
                let is_searched = dialogue.spec.algorithm.is_some() || dialogue.spec.heuristic.is_some();
                let is_lost = puzzle.solvability(&puzzle.start()).is_solvable == Some(false);
                Some((puzzle, !is_searched && !is_lost))
            }
            None => dialogue.puzzle()?,
        };
        let Some((puzzle, is_played)) = chosen else { break };
        if is_played {
            dialogue.play(puzzle)?;
        } else {
            dialogue.solve(&*puzzle)?;
        }
        if dialogue.cancel.is_cancelled() || !dialogue.again()? {
            break;
        }
    }
    Ok(Exit::Solved)
}

struct Dialogue<'a, I, O> {
    input: &'a mut I,
    out: &'a mut O,
    reading: Reading,
    goal: Option<String>,
    size: (usize, usize),
    rng: Rng,
    cancel: Cancel,
    solver: Solver,
    spec: Spec,
}

impl<I: BufRead, O: Write> Dialogue<'_, I, O> {
    /// The user's choice, and whether it is to be played rather than solved; `None` when the input ends.
    fn puzzle(&mut self) -> Result<Option<(AnyPuzzle, bool)>, Failure> {
        loop {
            writeln!(self.out, "It will be solved for you; 2 and 3 are the same, but you play it yourself.")?;
            let question = "Type 0 to enter a puzzle, or 1 for a random one: ";
            let Some(choice) = self.ask(question)? else { return Ok(None) };
            match choice.trim() {
                "0" => return Ok(self.entered()?.map(|puzzle| (puzzle, false))),
                "1" => return Ok(Some((self.random(), false))),
                "2" => return Ok(self.entered()?.map(|puzzle| (puzzle, true))),
                "3" => return Ok(Some((self.random(), true))),
                other => writeln!(self.out, "\"{}\" is neither 0 nor 1, 2 or 3.", clipped(other))?,
            }
        }
    }

    /// A game, line by line, until it is solved or given up.
    fn play(&mut self, puzzle: AnyPuzzle) -> Result<(), Failure> {
        if let Some(task) = puzzle.scene().task() {
            writeln!(self.out, "{task}")?;
        }
        writeln!(self.out, "{PLAY_HELP}")?;
        let mut game = Game::new(puzzle);
        loop {
            write!(self.out, "\n{}", render::drawing(&game.puzzle().picture(game.position())))?;
            let moves = game.puzzle().metric().count(game.moves() as u64);
            if game.is_solved() {
                return Ok(writeln!(self.out, "Solved in {moves}.")?);
            }
            let Some(line) = self.ask(&format!("{moves} made. Your moves: "))? else { return Ok(()) };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(self.out, "{PLAY_HELP}")?,
                "undo" => {
                    if game.undo().is_none() {
                        writeln!(self.out, "There is nothing to undo.")?;
                    }
                }
                "hint" => self.hint(&game)?,
                "solve" => return self.solve(&*game.rest()),
                "quit" => return Ok(()),
                _ => self.make(&mut game, line.trim())?,
            }
        }
    }

    /// Makes moves that were typed, all of them or none.
    fn make(&mut self, game: &mut Game, typed: &str) -> Result<(), Failure> {
        match game.rest().read_moves(typed, None) {
            Ok(read) => read.steps.into_iter().try_for_each(|step| game.step(step)).map_err(|refused| {
                Failure::Internal(format!("a move that was read cannot be made: {refused}"))
            }),
            Err(why) => Ok(writeln!(self.out, "{why} (help says what can be typed)")?),
        }
    }

    fn hint(&mut self, game: &Game) -> Result<(), Failure> {
        let limits = Limits { memory: machine::free_share(), ..Limits::default() };
        let watch = Watch { limits, cancel: self.cancel.clone(), observer: &mut () };
        let rest = game.rest();
        let words = match advise(&self.solver, &*rest, PATIENCE_FOR_HINTS, watch) {
            Advised::Way(advice) => words::hint(&*rest, &advice),
            Advised::Unsolvable => "There is no solution.".to_string(),
            Advised::Stopped(why) => format!("No way was found: {}.", render::reason(why)),
            Advised::Impossible(why) => why,
        };
        Ok(writeln!(self.out, "{words}")?)
    }

    fn random(&mut self) -> AnyPuzzle {
        let wish = Generating { size: Some(self.size), goal: self.goal.clone(), ..Generating::default() };
        kinds::first().generate(&wish, &mut self.rng).expect("size and goal were checked")
    }

    fn read(&self, source: &Source) -> Result<AnyPuzzle, Failure> {
        Start::read(source, &self.reading, self.goal.as_deref()).map(|start| start.puzzle)
    }

    /// Lines that make a puzzle, asked for until they do.
    fn entered(&mut self) -> Result<Option<AnyPuzzle>, Failure> {
        writeln!(
            self.out,
            "Enter the puzzle: one line such as 8 6 7/2 5 4/3 0 1, or row by row with an empty line at the end\n\
             (0 is the gap; any form that slidewise reads, and the names of brick puzzles)."
        )?;
        loop {
            let Some(text) = self.lines()? else { return Ok(None) };
            match self.read(&Source::typed(&text)) {
                Ok(puzzle) => return Ok(Some(puzzle)),
                Err(why) => writeln!(self.out, "{why}\nThat is no puzzle; enter it again.")?,
            }
        }
    }

    /// Text up to an empty line, the end of the input, or a line that can only be a whole puzzle.
    fn lines(&mut self) -> Result<Option<String>, Failure> {
        let mut text = String::new();
        loop {
            let Some(line) = self.ask("> ")? else {
                return Ok(Some(text).filter(|text| !text.trim().is_empty()));
            };
            match line.trim().is_empty() {
                true if text.is_empty() => continue,
                true => return Ok(Some(text)),
                false => text += &line,
            }
            if self.is_whole(&text) {
                return Ok(Some(text));
            }
        }
    }

    /// Whether nothing can follow: rows by slash, right or wrong, a name, or another form in one line. A few bare
    /// numbers may be the first row of a larger board, and letters too.
    fn is_whole(&self, text: &str) -> bool {
        let is_whole = |read: Read| {
            let (rows, cols) = read.puzzle.size();
            !ROW_BY_ROW.contains(&read.detected) || rows > 1 && rows * cols >= WHOLE
        };
        let one_line = text.lines().count() == 1;
        one_line
            && !begins_a_section(text)
            && (text.contains('/')
                || kinds::in_library(text).is_some()
                || read_one(text, &self.reading).is_ok_and(is_whole))
    }

    fn solve(&mut self, puzzle: &dyn Puzzle) -> Result<(), Failure> {
        write!(self.out, "\n{}", render::drawing(&puzzle.picture(&puzzle.start())))?;
        self.out.flush()?;
        let (spinner, mut progress) = Spinner::start(true);
        let memory = machine::free_share();
        let limits = Limits { memory, ..Limits::default() };
        let watch = Watch { limits, cancel: self.cancel.clone(), observer: &mut progress };
        let answer = puzzle.solve(&self.solver, &self.spec, watch);
        drop(spinner);
        match answer {
            Ok(answer) => {
                render::steps(self.out, puzzle, &answer)?;
                writeln!(self.out, "\n{}", render::verdict(puzzle, &answer))?;
                Ok(writeln!(self.out, "by {}: {} expanded", answer.plan, grouped(answer.stats.expanded))?)
            }
            Err(why @ (SolveError::NoGoal | SolveError::Refused(_))) => Ok(writeln!(self.out, "{why}")?),
            Err(why) => Err(why.into()),
        }
    }

    /// Whether the user wants another one.
    fn again(&mut self) -> Result<bool, Failure> {
        loop {
            let Some(answer) = self.ask("Play again? Y/N: ")? else { return Ok(false) };
            match answer.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                other => writeln!(self.out, "\"{}\" is neither Y nor N.", clipped(other))?,
            }
        }
    }

    /// A line of input, its end included; `None` when there is no more.
    fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let limit = &mut io::Read::take(&mut *self.input, LONGEST);
        let read = limit.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// `board:` or the like: others may follow.
fn begins_a_section(text: &str) -> bool {
    text.split_once(':').is_some_and(|(key, _)| key.trim().chars().all(char::is_alphabetic))
}

/// More than any line that makes sense.
const LONGEST: u64 = 1 << 20;
