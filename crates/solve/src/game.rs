//! A puzzle that is being played, whatever its kind: where it stands, what was done, undo and redo. Plain
//! boards and the moves that they allow; nothing here searches.

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::step::{Direction, Step};

use crate::history::{Field, History};
use crate::plain::Refused;
use crate::position::Position;
use crate::puzzle::AnyPuzzle;

/// The same puzzle from a position at the end of a random walk, so it can be solved if this one can; not from a solved
/// one, unless the walk finds no other. Without a number of steps the walk is long.
pub fn scrambled(puzzle: &AnyPuzzle, steps: Option<usize>, rng: &mut Rng) -> AnyPuzzle {
    let steps = steps.unwrap_or(LONG_WALK);
    let mut at = puzzle.start();
    for n in 0..steps.saturating_add(LONG_WALK) {
        let choices = puzzle.steps(&at);
        if choices.is_empty() || n >= steps && !puzzle.is_solved(&at) {
            break;
        }
        let step = choices[rng.below(choices.len())];
        if puzzle.apply(&mut at, step).is_err() {
            break;
        }
    }
    puzzle.rest(&at)
}

/// Steps of a walk after which little is left of where it began: pieces often go back and forth.
const LONG_WALK: usize = 2000;

/// A game: the start, where it stands, the way there and what was taken back. Every step is a move of its own.
#[derive(Clone, Debug)]
pub struct Game {
    history: History<Stand>,
}

/// A puzzle with the position that a game has come to.
#[derive(Clone, Debug)]
pub struct Stand {
    puzzle: AnyPuzzle,
    now: Position,
}

impl Stand {
    /// The start of a puzzle.
    pub fn new(puzzle: AnyPuzzle) -> Self {
        let now = puzzle.start();
        Self { puzzle, now }
    }

    /// What is played.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    /// Where it stands.
    pub fn now(&self) -> &Position {
        &self.now
    }
}

impl Field for Stand {
    type Step = Step;
    type Refused = Refused;

    fn make(&mut self, step: Step) -> Result<(), Refused> {
        self.puzzle.apply(&mut self.now, step)
    }

    fn back(&self, step: Step) -> Step {
        step.back()
    }
}

impl Game {
    /// A game that has not begun.
    pub fn new(puzzle: AnyPuzzle) -> Self {
        Self { history: History::new(Stand::new(puzzle)) }
    }

    /// What is played.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.history.field().puzzle
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.history.field().now
    }

    /// The way so far.
    pub fn done(&self) -> Vec<Step> {
        self.history.made()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.at() < self.history.moves().len()
    }

    /// Moves made, in the puzzle's metric.
    pub fn moves(&self) -> usize {
        self.puzzle().length(self.puzzle().metric(), &self.done())
    }

    /// Every step that can be made from here.
    pub fn steps(&self) -> Vec<Step> {
        self.puzzle().steps(self.position())
    }

    /// Whether the goal is met.
    pub fn is_solved(&self) -> bool {
        self.puzzle().is_solved(self.position())
    }

    /// The puzzle that is left from here.
    pub fn rest(&self) -> AnyPuzzle {
        self.puzzle().rest(self.position())
    }

    /// Makes one step.
    pub fn step(&mut self, step: Step) -> Result<(), Refused> {
        self.history.make(&[step])
    }

    /// The step that a direction alone means, on boards where it means one.
    pub fn towards(&self, direction: Direction) -> Option<Step> {
        self.puzzle().towards(self.position(), direction)
    }

    /// Makes the steps that pressing a cell means, one by one.
    pub fn press(&mut self, cell: usize) -> Result<(), Refused> {
        let steps = self.puzzle().press(self.position(), cell)?;
        steps.into_iter().try_for_each(|step| self.step(step))
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Option<Step> {
        let at = self.history.at().checked_sub(1)?;
        self.history.go_to(at);
        self.step_at(at)
    }

    /// Makes the step again that was taken back last.
    pub fn redo(&mut self) -> Option<Step> {
        let at = self.history.at();
        self.history.go_to(at + 1);
        self.step_at(at)
    }

    /// Takes everything back; it can be redone.
    pub fn restart(&mut self) {
        self.history.go_to(0);
    }

    fn step_at(&self, at: usize) -> Option<Step> {
        self.history.moves().get(at)?.first().copied()
    }
}
