//! A board of one's own. What is on two cells is exchanged, so that it is a board after every key; whether it can be
//! solved is said at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use slidewise_solve::{AnyPuzzle, Direction, Edit, Puzzle, Solvability};

use super::keys::direction;
use super::menu::next_size;
use super::start::{Start, solved};
use super::{Next, Shared, goals};
use crate::tui::view::hits::Hits;

/// What the gap is typed as.
const GAP: &str = "0";

/// Whether cells of a puzzle can be exchanged.
pub fn can_edit(puzzle: &dyn Puzzle) -> bool {
    let at = puzzle.start();
    (0..at.len()).any(|cell| puzzle.edited(&at, Edit::Swap(cell, cell)).is_some())
}

/// A board under work.
#[derive(Debug)]
pub struct Editor {
    /// The board and its goal.
    pub puzzle: AnyPuzzle,
    /// The cell under the cursor.
    pub cursor: usize,
    /// The cell whose piece was picked up.
    pub held: Option<usize>,
    /// Digits typed so far.
    pub typed: String,
}

impl Editor {
    /// Begins with a board.
    pub fn new(puzzle: AnyPuzzle) -> Self {
        Self { puzzle, cursor: 0, held: None, typed: String::new() }
    }

    /// Whether the goal can be reached, and why.
    pub fn solvability(&self) -> Solvability {
        self.puzzle.solvability(&self.puzzle.start())
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let Some(way) = direction(key.code) {
            self.typed.clear();
            self.go(way);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Char(' ') => self.pick_up(self.cursor),
            KeyCode::Char('x') => self.edit(Edit::Repair),
            KeyCode::Char('g') => self.next_goal(shared),
            KeyCode::Char('+' | '=') => self.resize(true, shared),
            KeyCode::Char('-') => self.resize(false, shared),
            KeyCode::Enter => return Next::Play(Start::own(self.puzzle.clone())),
            KeyCode::Esc => return Next::Menu,
            KeyCode::Char('q') => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    /// Takes in the mouse: one click picks a piece up, the next exchanges it.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits) -> Next {
        let cell = hits.cell_at(mouse.column, mouse.row);
        if let (MouseEventKind::Down(MouseButton::Left), Some(cell)) = (mouse.kind, cell) {
            self.cursor = cell;
            self.pick_up(cell);
        }
        Next::Stay
    }

    fn go(&mut self, way: Direction) {
        let (rows, cols) = self.puzzle.size();
        let (row, col) = (self.cursor / cols, self.cursor % cols);
        let (row, col) = match way {
            Direction::Up => (row.saturating_sub(1), col),
            Direction::Down => ((row + 1).min(rows - 1), col),
            Direction::Left => (row, col.saturating_sub(1)),
            Direction::Right => (row, (col + 1).min(cols - 1)),
        };
        self.cursor = row * cols + col;
    }

    /// Digits make a number; as soon as it is one of the board's, its piece comes here. A number that could go on does
    /// so with the next digit.
    fn digit(&mut self, digit: char) {
        let picture = self.puzzle.picture(&self.puzzle.start());
        let count = picture.position.len();
        let cell = |typed: &str| (0..count).find(|&cell| picture.cell_text(cell, GAP) == typed);
        let goes_on = |typed: &str| {
            let longer = |label: &str| label.len() > typed.len() && label.starts_with(typed);
            picture.pieces().any(|(_, piece)| longer(&piece.label))
        };
        self.typed.push(digit);
        if cell(&self.typed).is_none() && !goes_on(&self.typed) {
            self.typed = digit.to_string();
        }
        let (found, goes_on) = (cell(&self.typed), goes_on(&self.typed));
        if !goes_on {
            self.typed.clear();
        }
        if let Some(from) = found {
            self.edit(Edit::Swap(from, self.cursor));
        }
    }

    fn pick_up(&mut self, cell: usize) {
        self.typed.clear();
        match self.held.take() {
            Some(held) => self.edit(Edit::Swap(held, cell)),
            None => self.held = Some(cell),
        }
    }

    /// Changes the board, where the puzzle allows it.
    fn edit(&mut self, edit: Edit) {
        if let Some(puzzle) = self.puzzle.edited(&self.puzzle.start(), edit) {
            self.puzzle = puzzle;
        }
    }

    fn next_goal(&mut self, shared: &mut Shared) {
        if self.puzzle.kind().entry().goals.is_empty() {
            return;
        }
        shared.goal = goals::next(shared.goal.as_deref(), true);
        let name = goals::name(shared.goal.as_deref());
        if let Ok(puzzle) = self.puzzle.with_goal(&self.puzzle.start(), name) {
            self.puzzle = puzzle;
        }
    }

    /// A goal that is given as text has one size only; the usual one stands for it at others.
    fn resize(&mut self, larger: bool, shared: &mut Shared) {
        let size = next_size(self.puzzle.size(), larger);
        let goal = shared.goal.clone().filter(|goal| goals::is_named(Some(goal)));
        if let Some(puzzle) = solved(self.puzzle.kind(), size, goal) {
            (self.puzzle, self.cursor, self.held) = (puzzle, 0, None);
        }
    }
}
