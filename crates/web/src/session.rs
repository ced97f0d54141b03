//! A puzzle in play: read from any text that the program accepts, moved, edited, shown.

use slidewise_solve::game::Stand;
use slidewise_solve::history::History;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{
    AnyPuzzle, Direction, Edit, Generating, Picture, Puzzle, Reading, Refused, Step, Writing, daily, kinds,
    read_one,
};

use crate::grip::pulled;
use crate::view::{is_full_of_tiles, is_one_way};

/// The longest side of a board full of tiles that the page shows; the program goes to 100.
pub const MAX_SIDE: usize = 10;
/// More moves than anyone makes; a link that holds more is refused, and so is a solution.
pub const MAX_MOVES: usize = 100_000;
/// Longer texts are not looked at.
pub const MAX_TEXT: usize = 20_000;

/// A game.
#[derive(Clone, Debug)]
pub struct Session {
    game: History<Stand>,
    /// The text of the start: as it was read, because not every puzzle can be written.
    source: String,
}

/// A text that was read, and how.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game, at its beginning.
    pub session: Session,
    /// The form that was detected.
    pub detected: &'static str,
    /// What is odd about the text without being wrong.
    pub warnings: Vec<String>,
}

/// One piece that moved by one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The piece, by its number in the puzzle.
    pub item: usize,
    /// What is written on it.
    pub label: String,
    /// The way it went.
    pub way: Direction,
}

impl Session {
    /// Reads a puzzle: the name of one in the library, or any kind in any form. `goal` is a name or a text, for kinds
    /// whose puzzles do not say what is to be reached; others do without.
    pub fn open(text: &str, goal: &str) -> Result<Opened, String> {
        if text.len().max(goal.len()) > MAX_TEXT {
            return Err(format!("the text is too long: a puzzle takes up to {MAX_TEXT} characters here"));
        }
        let read = read_one(text, &Reading::default()).map_err(|error| error.to_string())?;
        let puzzle = match takes_goal(&*read.puzzle, goal) {
            true => read.puzzle.with_goal(&read.puzzle.start(), goal).map_err(|error| error.to_string())?,
            false => read.puzzle,
        };
        let session = Self::begin(puzzle, text.to_string())?;
        Ok(Opened { session, detected: read.detected, warnings: read.warnings })
    }

    /// A game of a puzzle that was made rather than read. It is written and read, because links hold its text and call
    /// pieces by the numbers that they get when it is read.
    pub fn made(puzzle: &dyn Puzzle) -> Result<Self, String> {
        let source = puzzle.text(&puzzle.start(), None).map_err(|unwritable| unwritable.to_string())?;
        Self::open(&source, &goal_of(puzzle).unwrap_or_default()).map(|opened| opened.session)
    }

    fn begin(puzzle: AnyPuzzle, source: String) -> Result<Self, String> {
        let (rows, cols) = puzzle.size();
        if rows.max(cols) > MAX_SIDE && is_full_of_tiles(&puzzle.picture(&puzzle.start())) {
            return Err(too_large(rows, cols));
        }
        Ok(Self { game: History::new(Stand::new(puzzle)), source })
    }

    /// A random solvable board of the first kind, or the goal itself if there is no seed.
    pub fn new_board(rows: usize, cols: usize, goal: &str, seed: Option<u64>) -> Result<Self, String> {
        if rows.max(cols) > MAX_SIDE {
            return Err(too_large(rows, cols));
        }
        let scramble = if seed.is_some() { None } else { Some(0) };
        let goal = Some(goal.to_string()).filter(|goal| !goal.is_empty());
        let wish = Generating { size: Some((rows, cols)), goal, scramble, ..Generating::default() };
        let mut rng = Rng::from_seed(seed.unwrap_or(0));
        let mut draw = || kinds::first().generate(&wish, &mut rng).map_err(|error| error.to_string());
        let first = draw()?;
        // A board that is solved already is no puzzle; the second draw is one, unless there is no other.
        let again = seed.is_some() && first.is_solved(&first.start());
        Self::made(&*if again { draw()? } else { first })
    }

    /// The puzzle of a day, from its date alone: `2026-11-18`.
    pub fn of_day(date: &str) -> Result<Self, String> {
        let day = daily::day(date).ok_or("there is no such date")?;
        let puzzle = daily::puzzle(day).map_err(|error| error.to_string())?;
        match puzzle.slug() {
            Some(slug) => Self::open(slug, "").map(|opened| opened.session),
            None => Self::made(&*puzzle),
        }
    }

    /// The puzzle, from its start.
    pub fn puzzle(&self) -> &AnyPuzzle {
        self.game.field().puzzle()
    }

    /// The puzzle that is left from where the game stands.
    pub fn rest(&self) -> AnyPuzzle {
        self.puzzle().rest(self.game.field().now())
    }

    /// The game with its moves.
    pub fn game(&self) -> &History<Stand> {
        &self.game
    }

    /// The text of the start.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What is drawn of where the game stands.
    pub fn picture(&self) -> Picture {
        self.puzzle().picture(self.game.field().now())
    }

    /// The goal by name or as text, where goals can be asked for.
    pub fn goal(&self) -> Option<String> {
        goal_of(&**self.puzzle())
    }

    /// Presses the piece on a cell: what is in line with a gap is pushed, and a piece goes if there is only one way.
    pub fn press(&mut self, cell: usize) -> Result<Vec<Moved>, String> {
        let field = self.game.field();
        let steps = self.puzzle().press(field.now(), cell).map_err(|why| self.refused(None, why))?;
        self.make(&steps, false)
    }

    /// Moves the piece that a direction alone means.
    pub fn slide(&mut self, way: Direction) -> Result<Vec<Moved>, String> {
        let now = self.game.field().now();
        match self.puzzle().towards(now, way) {
            Some(step) => self.make(&[step], false),
            None if is_one_way(&**self.puzzle(), now) => Err(format!("nothing can go {}", way.word())),
            None => Err("choose a piece first".into()),
        }
    }

    /// Moves a piece one cell, together with those between it and a gap. With `joined` a step of one piece belongs to
    /// its move before.
    pub fn nudge(&mut self, item: usize, way: Direction, joined: bool) -> Result<Vec<Moved>, String> {
        let steps = pulled(&**self.puzzle(), self.game.field().now(), item, way);
        self.make(&steps, joined)
    }

    fn make(&mut self, steps: &[Step], joined: bool) -> Result<Vec<Moved>, String> {
        let at = self.game.at();
        if at >= MAX_MOVES {
            return Err(format!("a game ends after {MAX_MOVES} moves"));
        }
        let goes_on = |step: &Step| {
            let last = at.checked_sub(1).map(|last| &self.game.moves()[last]);
            last.is_some_and(|last| last.iter().all(|before| before.piece == step.piece))
        };
        let made = match only(steps).filter(|step| joined && goes_on(step)) {
            Some(step) => self.game.extend(step),
            None => self.game.make(steps),
        };
        made.map_err(|why| self.refused(only(steps), why))?;
        Ok(self.moved(steps))
    }

    /// Puts moves behind the position, to be made one by one; they are tried first.
    pub fn load(&mut self, moves: &[Vec<Step>]) -> Result<(), String> {
        self.game
            .load(moves)
            .map_err(|(index, why)| format!("move {}: {}", index + 1, self.refused(only(&moves[index]), why)))
    }

    /// How many moves have been made, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.game.at(), self.game.moves().len())
    }

    /// Goes to the position after so many moves.
    pub fn go_to(&mut self, at: usize) {
        self.game.go_to(at);
    }

    /// The same game without the moves that lie ahead.
    pub fn here(&self) -> Self {
        let mut here = self.clone();
        here.game.forget();
        here
    }

    /// What moves in the first of the moves that lie ahead.
    pub fn ahead(&self) -> Vec<Moved> {
        self.game.moves().get(self.game.at()).map(|steps| self.moved(steps)).unwrap_or_default()
    }

    /// The puzzle with two cells exchanged, as a new game.
    pub fn swapped(&self, a: usize, b: usize) -> Result<Self, String> {
        self.edited(Edit::Swap(a, b))
    }

    /// The puzzle made solvable with as little change as can be, as a new game.
    pub fn repaired(&self) -> Result<Self, String> {
        self.edited(Edit::Repair)
    }

    fn edited(&self, edit: Edit) -> Result<Self, String> {
        let edited = self.puzzle().edited(self.game.field().now(), edit);
        let edited = edited.ok_or(match edit {
            Edit::Swap(..) => "these two cannot be exchanged",
            Edit::Repair => "no exchange of two makes this puzzle solvable",
        })?;
        Self::made(&*edited)
    }

    /// The same position on its way to another goal, as a new game.
    pub fn towards(&self, goal: &str) -> Result<Self, String> {
        if goal.len() > MAX_TEXT {
            return Err("the goal's text is too long".into());
        }
        let puzzle = self.puzzle().with_goal(self.game.field().now(), goal);
        Self::made(&*puzzle.map_err(|error| error.to_string())?)
    }

    /// The position as text that can be read again.
    pub fn text(&self) -> Result<String, String> {
        self.puzzle().text(self.game.field().now(), None).map_err(|unwritable| unwritable.to_string())
    }

    /// All moves of the game as people write them, in one of the kind's conventions (its first one if it is empty),
    /// equal moves counted with `runs`.
    pub fn notation(&self, convention: &str, runs: bool) -> Result<String, String> {
        let convention = Some(convention).filter(|name| !name.is_empty());
        let writing = Writing { convention, runs, metric: None };
        let written = self.puzzle().write_moves(&self.game.moves().concat(), &writing);
        written.map_err(|refusal| refusal.to_string())
    }

    fn moved(&self, steps: &[Step]) -> Vec<Moved> {
        let scene = self.puzzle().scene();
        let moved = |step: &Step| Moved {
            item: step.piece,
            label: scene.label(step.piece).to_string(),
            way: step.direction,
        };
        steps.iter().map(moved).collect()
    }

    /// Why a step cannot be made, with the names of the pieces.
    fn refused(&self, step: Option<Step>, why: Refused) -> String {
        let scene = self.puzzle().scene();
        match (why, step) {
            (Refused::Stuck(piece), _) => format!("{} cannot move", scene.label(piece)),
            (Refused::SeveralWays(piece), _) => {
                format!("{} can go several ways: drag it, or use the arrow keys", scene.label(piece))
            }
            (Refused::NoSuchPiece, _) | (_, None) => why.to_string(),
            (why, Some(Step { piece, direction })) => {
                let why = match why {
                    Refused::Piece(other) => format!("{} is in the way", scene.label(other)),
                    why => why.to_string(),
                };
                format!("{} cannot go {}: {why}", scene.label(piece), direction.word())
            }
        }
    }
}

fn too_large(rows: usize, cols: usize) -> String {
    format!(
        "the board is {rows}×{cols}: boards go up to {MAX_SIDE}×{MAX_SIDE} here; the program slidewise takes larger \
         ones"
    )
}

/// The step of a move that has one.
fn only(steps: &[Step]) -> Option<Step> {
    match steps {
        [step] => Some(*step),
        _ => None,
    }
}

/// The goal by name or as text, where a puzzle's text does not say it.
fn goal_of(puzzle: &dyn Puzzle) -> Option<String> {
    let name = puzzle.goal_name()?;
    match has_goal_called(puzzle, name) {
        true => Some(name.to_string()),
        false => puzzle.goal_text(),
    }
}

fn has_goal_called(puzzle: &dyn Puzzle, name: &str) -> bool {
    puzzle.kind().entry().goals.iter().any(|goal| goal.is_called(name))
}

/// Whether a goal is meant for a puzzle: its kind has goals to ask for, and this is none of another kind's.
fn takes_goal(puzzle: &dyn Puzzle, goal: &str) -> bool {
    let named = || kinds::all().any(|kind| kind.entry().goals.iter().any(|entry| entry.is_called(goal)));
    let any = !puzzle.kind().entry().goals.is_empty() && !goal.trim().is_empty();
    any && (has_goal_called(puzzle, goal) || !named())
}

#[cfg(test)]
mod tests;
