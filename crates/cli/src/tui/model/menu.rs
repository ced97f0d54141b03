//! The menu: what to play, and the settings.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use slidewise_solve::{Direction, kinds};

use super::keys::direction;
use super::start::{Start, solved};
use super::{Next, Shared, goals};
use crate::tui::view::hits::Hits;

/// The entries, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A random board, with its size.
    Random,
    /// The puzzle of the day.
    Daily,
    /// What it is to become.
    Goal,
    /// Whether arrows move the tile or the gap.
    Arrows,
    /// The puzzles that come with the program.
    Library,
    /// A puzzle as text.
    Text,
    /// A board of one's own.
    Editor,
    /// Bricks of one's own.
    Painter,
    /// The best results.
    Scores,
    /// Out.
    Quit,
}

impl Entry {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::Daily,
        Self::Goal,
        Self::Arrows,
        Self::Library,
        Self::Text,
        Self::Editor,
        Self::Painter,
        Self::Scores,
        Self::Quit,
    ];

    /// The name, and the value of a setting.
    pub fn text(self, shared: &Shared) -> (&'static str, Option<String>) {
        match self {
            Self::Random => ("Random board", Some(format!("{}×{}", shared.size.0, shared.size.1))),
            Self::Daily => ("Puzzle of the day", None),
            Self::Goal => ("Goal", Some(goals::name(shared.goal.as_deref()).to_string())),
            Self::Arrows => {
                let moved = if shared.kept.arrows_move_gap { "the gap" } else { "the tile" };
                ("Arrows move", Some(moved.to_string()))
            }
            Self::Library => ("Brick puzzles: Klotski, Rush Hour and more", None),
            Self::Text => ("Paste or type a puzzle", None),
            Self::Editor => ("Edit a board of your own", None),
            Self::Painter => ("Paint bricks of your own", None),
            Self::Scores => ("Best results", None),
            Self::Quit => ("Quit", None),
        }
    }
}

/// The sizes that the menu offers; `--size` allows any.
const SIZES: [(usize, usize); 14] = [
    (2, 2),
    (2, 3),
    (3, 3),
    (3, 4),
    (3, 5),
    (4, 4),
    (4, 5),
    (5, 5),
    (5, 6),
    (6, 6),
    (7, 7),
    (8, 8),
    (9, 9),
    (10, 10),
];

/// The size before or after this one.
pub fn next_size(size: (usize, usize), larger: bool) -> (usize, usize) {
    let cells = |(rows, cols): (usize, usize)| (rows * cols, rows);
    let next = if larger {
        SIZES.into_iter().find(|&other| cells(other) > cells(size))
    } else {
        SIZES.into_iter().rev().find(|&other| cells(other) < cells(size))
    };
    next.unwrap_or(size)
}

/// Where the cursor is.
#[derive(Debug, Default)]
pub struct Menu {
    /// The entry under the cursor.
    pub at: usize,
}

impl Menu {
    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let count = Entry::ALL.len();
        match direction(key.code) {
            Some(Direction::Up) => self.at = (self.at + count - 1) % count,
            Some(Direction::Down) => self.at = (self.at + 1) % count,
            Some(way) => self.change(way == Direction::Right, shared),
            None => match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => return self.enter(shared),
                KeyCode::Char('+' | '=') => self.change(true, shared),
                KeyCode::Char('-') => self.change(false, shared),
                KeyCode::Char('n') => return Next::Play(Start::random(shared)),
                KeyCode::Char('t') => return daily(shared),
                KeyCode::Char('b') => return Next::Library,
                KeyCode::Char('p') => return Next::Text,
                KeyCode::Char('e') => return edit(shared),
                KeyCode::Char('o') => return Next::Painter(String::new()),
                KeyCode::Char('q') | KeyCode::Esc => return Next::Quit,
                _ => {}
            },
        }
        Next::Stay
    }

    /// Takes in the mouse.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits, shared: &mut Shared) -> Next {
        match (mouse.kind, hits.entry_at(mouse.column, mouse.row)) {
            (MouseEventKind::Down(MouseButton::Left), Some(at)) if at < Entry::ALL.len() => {
                self.at = at;
                self.enter(shared)
            }
            _ => Next::Stay,
        }
    }

    fn enter(&mut self, shared: &mut Shared) -> Next {
        match Entry::ALL[self.at] {
            Entry::Random => Next::Play(Start::random(shared)),
            Entry::Daily => daily(shared),
            Entry::Library => Next::Library,
            Entry::Text => Next::Text,
            Entry::Editor => edit(shared),
            Entry::Painter => Next::Painter(String::new()),
            Entry::Scores => Next::Scores,
            Entry::Quit => Next::Quit,
            Entry::Goal | Entry::Arrows => {
                self.change(true, shared);
                Next::Stay
            }
        }
    }

    fn change(&mut self, forwards: bool, shared: &mut Shared) {
        match Entry::ALL[self.at] {
            Entry::Random => {
                shared.size = next_size(shared.size, forwards);
                // A goal that is given as text has its own size; another size means one with a name.
                if !goals::is_named(shared.goal.as_deref()) {
                    shared.goal = None;
                }
            }
            Entry::Goal => shared.goal = goals::next(shared.goal.as_deref(), forwards),
            Entry::Arrows => shared.toggle_arrows(),
            _ => {}
        }
    }
}

/// The puzzle of the day.
fn daily(shared: &mut Shared) -> Next {
    match Start::daily(shared.today) {
        Ok(start) => Next::Play(start),
        Err(why) => {
            shared.notice = Some(why);
            Next::Stay
        }
    }
}

/// The editor, beginning with the solved board.
fn edit(shared: &Shared) -> Next {
    solved(kinds::first(), shared.size, shared.goal.clone()).map_or(Next::Stay, Next::Editor)
}
