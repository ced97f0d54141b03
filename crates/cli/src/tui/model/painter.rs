//! Bricks of one's own, painted cell by cell: a letter is a piece. What is painted is a letter grid, read after each
//! change as any other text is, so that what is wrong with it, or whether it can be solved, is said at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::text::TextBox;
use super::{Next, Shared};
use crate::tui::view::hits::Hits;

/// The longest side; larger puzzles are typed.
const MAX_SIDE: usize = 16;
/// A cell with nothing in it.
const EMPTY: char = '.';

/// Which of the two grids is painted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Where the pieces are.
    Board,
    /// Where they are to go.
    Goal,
}

/// A puzzle under work.
#[derive(Debug)]
pub struct Painter {
    /// Rows of both grids.
    pub rows: usize,
    /// Columns of both grids.
    pub cols: usize,
    /// The cell under the cursor.
    pub cursor: usize,
    /// What is painted with.
    pub brush: char,
    /// The grid that is painted on.
    pub layer: Layer,
    /// Whether pieces go along their length only.
    pub rush: bool,
    /// What is painted as text, and what it says.
    pub text: TextBox,
    board: Vec<char>,
    goal: Vec<char>,
}

impl Default for Painter {
    fn default() -> Self {
        let (rows, cols) = (5, 4);
        Self {
            rows,
            cols,
            cursor: 0,
            brush: 'A',
            layer: Layer::Board,
            rush: false,
            text: TextBox::default(),
            board: vec![EMPTY; rows * cols],
            goal: vec![EMPTY; rows * cols],
        }
    }
}

impl Painter {
    /// The puzzle of a letter grid; `None` if it has more to it than one board and one goal.
    pub fn read(text: &str, shared: &mut Shared) -> Option<Self> {
        let (mut grids, mut rush): (Vec<(&str, Vec<char>)>, bool) = (Vec::new(), false);
        let mut cols = 0;
        for line in text.lines() {
            match line.split_once(':') {
                Some(("name" | "designer" | "source" | "note", _)) => {}
                Some(("rush", value)) => rush = value.trim() == "yes",
                Some((key @ ("board" | "goal"), _)) => grids.push((key, Vec::new())),
                Some(_) => return None,
                None => {
                    cols = line.chars().count();
                    grids.last_mut()?.1.extend(line.chars());
                }
            }
        }
        let [("board", board), ("goal", goal)] = &grids[..] else { return None };
        let rows = board.len().checked_div(cols)?;
        let known = |cell: &char| cell.is_ascii_alphanumeric() || [EMPTY, '#'].contains(cell);
        let fits = rows.max(cols) <= MAX_SIDE && board.len() == rows * cols && goal.len() == board.len();
        if !fits || !board.iter().chain(goal).all(known) {
            return None;
        }
        let mut painter =
            Self { rows, cols, rush, board: board.clone(), goal: goal.clone(), ..Self::default() };
        painter.changed(shared);
        Some(painter)
    }

    /// What stands in a cell of a grid, if anything does.
    pub fn cell(&self, layer: Layer, cell: usize) -> Option<char> {
        let grid = if layer == Layer::Board { &self.board } else { &self.goal };
        grid.get(cell).copied().filter(|&mark| mark != EMPTY)
    }

    /// Whether anything is to go anywhere.
    pub fn has_goal(&self) -> bool {
        is_painted(&self.goal)
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        match key.code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                self.go(key.code);
                if key.modifiers.contains(KeyModifiers::SHIFT) {
                    self.paint(self.brush, shared);
                }
            }
            KeyCode::Char(' ') => self.paint(self.brush, shared),
            KeyCode::Char('#') => self.take_up('#', shared),
            KeyCode::Char(EMPTY) | KeyCode::Backspace | KeyCode::Delete => self.paint(EMPTY, shared),
            KeyCode::Char(letter) if letter.is_ascii_alphanumeric() => {
                self.take_up(letter.to_ascii_uppercase(), shared);
            }
            KeyCode::Char('+' | '=') => self.resize(self.rows + 1, self.cols, shared),
            KeyCode::Char('-') => self.resize(self.rows - 1, self.cols, shared),
            KeyCode::Char('>') => self.resize(self.rows, self.cols + 1, shared),
            KeyCode::Char('<') => self.resize(self.rows, self.cols - 1, shared),
            KeyCode::Char('*') => {
                self.rush = !self.rush;
                self.changed(shared);
            }
            KeyCode::Tab | KeyCode::BackTab => {
                self.layer = if self.layer == Layer::Board { Layer::Goal } else { Layer::Board };
            }
            KeyCode::Enter => {
                if let Some(Ok(start)) = &self.text.read {
                    return Next::Play(start.clone());
                }
            }
            KeyCode::Esc => return Next::Menu,
            _ => {}
        }
        Next::Stay
    }

    /// Takes in the mouse: the left button paints, also while it is dragged; the right one empties.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits, shared: &mut Shared) -> Next {
        let Some(cell) = hits.cell_at(mouse.column, mouse.row) else { return Next::Stay };
        let (MouseEventKind::Down(pressed) | MouseEventKind::Drag(pressed)) = mouse.kind else {
            return Next::Stay;
        };
        self.cursor = cell.min(self.board.len() - 1);
        self.paint(if pressed == MouseButton::Left { self.brush } else { EMPTY }, shared);
        Next::Stay
    }

    fn go(&mut self, code: KeyCode) {
        let (row, col) = (self.cursor / self.cols, self.cursor % self.cols);
        let (row, col) = match code {
            KeyCode::Up => (row.saturating_sub(1), col),
            KeyCode::Down => ((row + 1).min(self.rows - 1), col),
            KeyCode::Left => (row, col.saturating_sub(1)),
            _ => (row, (col + 1).min(self.cols - 1)),
        };
        self.cursor = row * self.cols + col;
    }

    /// Paints with something from now on.
    fn take_up(&mut self, brush: char, shared: &mut Shared) {
        self.brush = brush;
        self.paint(brush, shared);
    }

    fn paint(&mut self, mark: char, shared: &mut Shared) {
        let grid = if self.layer == Layer::Board { &mut self.board } else { &mut self.goal };
        if grid[self.cursor] != mark {
            grid[self.cursor] = mark;
            self.changed(shared);
        }
    }

    /// Cells are added and taken away at the right and at the bottom.
    fn resize(&mut self, rows: usize, cols: usize, shared: &mut Shared) {
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return;
        }
        let fitted = |old: &[char]| -> Vec<char> {
            let cell = |row: usize, col: usize| {
                let there = row < self.rows && col < self.cols;
                if there { old[row * self.cols + col] } else { EMPTY }
            };
            (0..rows).flat_map(|row| (0..cols).map(move |col| cell(row, col))).collect()
        };
        (self.board, self.goal) = (fitted(&self.board), fitted(&self.goal));
        let (row, col) = (self.cursor / self.cols, self.cursor % self.cols);
        self.cursor = row.min(rows - 1) * cols + col.min(cols - 1);
        (self.rows, self.cols) = (rows, cols);
        self.changed(shared);
    }

    /// The grids as text. A board without pieces is no puzzle yet; one without a goal is told so by who reads it.
    fn changed(&mut self, shared: &mut Shared) {
        let section = |key: &str, grid: &[char]| {
            let rows: Vec<String> = grid.chunks(self.cols).map(|row| row.iter().collect()).collect();
            format!("{key}:\n{}\n", rows.join("\n"))
        };
        let mut text = String::new();
        if is_painted(&self.board) {
            text += if self.rush { "rush: yes\n" } else { "" };
            text += &section("board", &self.board);
            if self.has_goal() {
                text += &section("goal", &self.goal);
            }
        }
        self.text.replace(text, shared);
    }
}

fn is_painted(grid: &[char]) -> bool {
    grid.iter().any(char::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests;
