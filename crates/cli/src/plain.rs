//! The classic dialogue, line by line: a puzzle of the user's or a random one, its solution step by step, and again.
//! For terminals that can do no more, for pipes and for screen readers.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use slidewise_lab::game::Puzzle;
use slidewise_lab::{BrickSpec, Lab, TileSpec, Watch, machine};
use slidewise_puzzles::bricks::{Metric, Position, Puzzle as BrickPuzzle, library};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::text::clipped;
use slidewise_puzzles::tiles::parse::{Form, ParseOptions, parse};
use slidewise_puzzles::tiles::{Goal, TilePuzzle, generate};
use slidewise_search::{Cancel, Limits};

use crate::brick_text;
use crate::cmd::play::Wishes;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Source;
use crate::progress::Spinner;
use crate::render;
use crate::tui::Start;

/// Where no size was named: the puzzle that most courses begin with.
const SIZE: (usize, usize) = (3, 3);
/// How long a solution may be improved where that could go on without end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks and answers until the user has enough or the input ends.
pub fn run(
    wishes: Wishes,
    options: &ParseOptions,
    cancel: Cancel,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let rng = Rng::from_seed(wishes.seed);
    let size = wishes.size.unwrap_or(SIZE);
    let mut dialogue =
        Dialogue { input, out, options, goal: wishes.goal, size, rng, cancel, lab: Lab::new() };
    let mut next = wishes.source;
    loop {
        let puzzle = match next.take() {
            Some(source) => {
                Some(Start::read(&source, options, &dialogue.goal).map_err(Failure::BadText)?.puzzle)
            }
            None => dialogue.puzzle()?,
        };
        let Some(puzzle) = puzzle else { break };
        dialogue.solve(&puzzle)?;
        if dialogue.cancel.is_cancelled() || !dialogue.again()? {
            break;
        }
    }
    Ok(Exit::Solved)
}

struct Dialogue<'a, I, O> {
    input: &'a mut I,
    out: &'a mut O,
    options: &'a ParseOptions,
    goal: Goal,
    size: (usize, usize),
    rng: Rng,
    cancel: Cancel,
    lab: Lab,
}

impl<I: BufRead, O: Write> Dialogue<'_, I, O> {
    /// The user's choice; `None` when the input ends.
    fn puzzle(&mut self) -> Result<Option<Puzzle>, Failure> {
        loop {
            let Some(choice) = self.ask("Type 0 to enter a puzzle, or 1 for a random one: ")? else {
                return Ok(None);
            };
            match choice.trim() {
                "0" => return self.entered(),
                "1" => return Ok(Some(self.random())),
                other => writeln!(self.out, "\"{}\" is neither 0 nor 1.", clipped(other))?,
            }
        }
    }

    fn random(&mut self) -> Puzzle {
        let (rows, cols) = self.size;
        let goal = self.goal.board(rows, cols).expect("the size was checked");
        let board = generate::uniform(&goal, &mut self.rng);
        Puzzle::Tiles(TilePuzzle::new(board, goal).expect("a board that is drawn has the size of its goal"))
    }

    /// Lines that make a puzzle, asked for until they do.
    fn entered(&mut self) -> Result<Option<Puzzle>, Failure> {
        writeln!(
            self.out,
            "Enter the puzzle: one line such as 8 6 7/2 5 4/3 0 1, or row by row with an empty line at the end\n\
             (0 is the gap; any form that slidewise reads, and the names of brick puzzles)."
        )?;
        loop {
            let Some(text) = self.lines()? else { return Ok(None) };
            match Start::read(&Source::typed(&text), self.options, &self.goal) {
                Ok(start) => return Ok(Some(start.puzzle)),
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
    /// numbers may be the first row of a larger board.
    fn is_whole(&self, text: &str) -> bool {
        let one_line = text.lines().count() == 1;
        let whole_board = parse(text, self.options)
            .is_ok_and(|parsed| parsed.detected != Form::Numbers || parsed.board.cells().len() >= 9);
        one_line && (text.contains('/') || whole_board || library::get(text.trim()).is_some())
    }

    fn solve(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        writeln!(self.out)?;
        match puzzle {
            Puzzle::Tiles(puzzle) => self.solve_tiles(puzzle),
            Puzzle::Bricks { puzzle, metric } => self.solve_bricks(puzzle, *metric),
        }
    }

    fn solve_tiles(&mut self, puzzle: &TilePuzzle) -> Result<(), Failure> {
        write!(self.out, "{}", render::board(puzzle.start()))?;
        self.out.flush()?;
        let spec = TileSpec::default();
        let time = self.lab.is_endless(puzzle, &spec).then_some(PATIENCE);
        let (spinner, mut progress) = Spinner::start(true);
        let watch = Watch { limits: limits(time), cancel: self.cancel.clone(), observer: &mut progress };
        let answer = self.lab.solve_watched(puzzle, &spec, watch);
        drop(spinner);
        let answer = answer.map_err(|error| Failure::Internal(error.to_string()))?;
        if let Some(solution) = &answer.solution {
            render::steps(self.out, puzzle.start(), solution)?;
        }
        Ok(writeln!(self.out, "\n{}", render::verdict(&answer, &self.goal))?)
    }

    fn solve_bricks(&mut self, puzzle: &BrickPuzzle, metric: Metric) -> Result<(), Failure> {
        write!(self.out, "{}", brick_text::drawing(puzzle, &Position::start(puzzle)))?;
        self.out.flush()?;
        let spec = BrickSpec { metric, spill: Some(std::env::temp_dir()), ..BrickSpec::default() };
        let (spinner, mut progress) = Spinner::start(true);
        let watch = Watch { limits: limits(None), cancel: self.cancel.clone(), observer: &mut progress };
        let answer = self.lab.solve_bricks(puzzle, &spec, watch);
        drop(spinner);
        match answer {
            Ok(answer) => {
                if let Some(solution) = &answer.solution {
                    brick_text::steps(self.out, puzzle, solution)?;
                }
                Ok(writeln!(self.out, "\n{}", brick_text::verdict(&answer))?)
            }
            Err(why) => Ok(writeln!(self.out, "{why}")?),
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

/// What a search may use.
fn limits(time: Option<Duration>) -> Limits {
    Limits { time, memory: machine::free_memory().map(|free| free / 4 * 3), nodes: None }
}

/// More than any line that makes sense.
const LONGEST: u64 = 1 << 20;
