//! A board of one's own. Tiles are exchanged, so that it is a board after every key; whether it can be solved is said
//! at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use slidewise_lab::puzzles::tiles::solvable::{self, Solvability};
use slidewise_lab::puzzles::tiles::{Board, Goal, TilePuzzle};

use super::keys::direction;
use super::menu::{next_goal, next_size};
use super::start::Start;
use super::{Next, Shared};
use crate::tui::view::hits::Hits;

/// A board under work.
#[derive(Debug)]
pub struct Editor {
    /// The board and its goal.
    pub puzzle: TilePuzzle,
    /// The cell under the cursor.
    pub cursor: usize,
    /// The cell whose tile was picked up.
    pub held: Option<usize>,
    /// Digits typed so far.
    pub typed: String,
}

impl Editor {
    /// Begins with a board.
    pub fn new(puzzle: TilePuzzle) -> Self {
        Self { puzzle, cursor: 0, held: None, typed: String::new() }
    }

    /// Whether the goal can be reached, and why.
    pub fn solvability(&self) -> Solvability {
        solvable::check(self.puzzle.start(), self.puzzle.goal())
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let Some(way) = direction(key.code) {
            self.typed.clear();
            self.cursor = self.puzzle.start().neighbour(self.cursor, way).unwrap_or(self.cursor);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Char(' ') => self.pick_up(self.cursor),
            KeyCode::Char('x') => self.repair(),
            KeyCode::Char('g') => {
                shared.goal = next_goal(&shared.goal, true);
                let (rows, cols) = (self.puzzle.start().rows(), self.puzzle.start().cols());
                self.set(self.puzzle.start().clone(), named(&shared.goal, rows, cols));
            }
            KeyCode::Char('+' | '=') => self.resize(true, shared),
            KeyCode::Char('-') => self.resize(false, shared),
            KeyCode::Enter => return Next::Play(Start::own(self.puzzle.clone())),
            KeyCode::Esc => return Next::Menu,
            KeyCode::Char('q') => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    /// Takes in the mouse: one click picks a tile up, the next exchanges it.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits) -> Next {
        let cell = hits.cell_at(mouse.column, mouse.row);
        if let (MouseEventKind::Down(MouseButton::Left), Some(cell)) = (mouse.kind, cell) {
            self.cursor = cell;
            self.pick_up(cell);
        }
        Next::Stay
    }

    /// Digits make a number; as soon as it is one of the board's, its tile comes here. A number that could go on does
    /// so with the next digit.
    fn digit(&mut self, digit: char) {
        let count = self.puzzle.start().cells().len();
        let fits = |text: &str| text.parse::<usize>().is_ok_and(|n| n < count);
        self.typed.push(digit);
        if !fits(&self.typed) {
            self.typed = digit.to_string();
        }
        if !fits(&self.typed) {
            self.typed.clear();
            return;
        }
        let wanted = self.typed.parse::<u16>().unwrap_or(0);
        if let Some(from) = self.puzzle.start().cells().iter().position(|&tile| tile == wanted) {
            self.exchange(from, self.cursor);
        }
        if !fits(&format!("{}0", self.typed)) || self.typed == "0" {
            self.typed.clear();
        }
    }

    fn pick_up(&mut self, cell: usize) {
        self.typed.clear();
        match self.held.take() {
            Some(held) => self.exchange(held, cell),
            None => self.held = Some(cell),
        }
    }

    fn exchange(&mut self, a: usize, b: usize) {
        let board = self.puzzle.start();
        let mut cells = board.cells().to_vec();
        cells.swap(a, b);
        let board = Board::new(board.rows(), board.cols(), cells).expect("an exchange keeps a board a board");
        self.set(board, self.puzzle.goal().clone());
    }

    /// Exchanging two tiles changes the parity. On a single line only the goal's order will do.
    fn repair(&mut self) {
        let board = self.puzzle.start();
        if self.solvability().is_solvable() {
            return;
        }
        if board.rows().min(board.cols()) == 1 {
            self.set(self.puzzle.goal().clone(), self.puzzle.goal().clone());
            return;
        }
        let at = |wanted: u16| board.cells().iter().position(|&tile| tile == wanted);
        if let (Some(a), Some(b)) = (at(1), at(2)) {
            self.exchange(a, b);
        }
    }

    fn resize(&mut self, larger: bool, shared: &mut Shared) {
        let (rows, cols) = next_size((self.puzzle.start().rows(), self.puzzle.start().cols()), larger);
        let goal = named(&shared.goal, rows, cols);
        (self.cursor, self.held) = (0, None);
        self.set(goal.clone(), goal);
    }

    fn set(&mut self, start: Board, goal: Board) {
        self.puzzle = TilePuzzle::new(start, goal).expect("both have the size that was set");
    }
}

/// The goal of this size; a board of one's own stands for the usual one at other sizes.
fn named(goal: &Goal, rows: usize, cols: usize) -> Board {
    let board = goal.board(rows, cols).ok().filter(|board| (board.rows(), board.cols()) == (rows, cols));
    board.unwrap_or_else(|| Goal::BlankLast.board(rows, cols).expect("the menu offers sizes that exist"))
}
