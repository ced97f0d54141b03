//! The puzzles that come with the program, to choose from.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use slidewise_solve::{LibraryEntry, kinds};

use super::start::Start;
use super::{Next, Shared};
use crate::tui::view::hits::Hits;

/// The list and the cursor in it.
#[derive(Debug)]
pub struct Library {
    /// All puzzles.
    pub entries: Vec<LibraryEntry>,
    /// The one under the cursor.
    pub at: usize,
}

impl Library {
    /// The list with the cursor on the best known puzzle.
    pub fn new() -> Self {
        let entries: Vec<LibraryEntry> = kinds::library().map(|(_, entry)| entry).collect();
        let at = entries.iter().position(|entry| entry.slug == "klotski").unwrap_or(0);
        Self { entries, at }
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let last = self.entries.len().saturating_sub(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Char('r') => {
                if let Next::Play(start) = self.enter() {
                    return Next::Play(start.scrambled(shared));
                }
            }
            KeyCode::Esc => return Next::Menu,
            KeyCode::Char('q') => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    /// Takes in the mouse: a click moves the cursor, a second one there plays.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits) -> Next {
        match (mouse.kind, hits.entry_at(mouse.column, mouse.row)) {
            (MouseEventKind::Down(MouseButton::Left), Some(at)) if at == self.at => return self.enter(),
            (MouseEventKind::Down(MouseButton::Left), Some(at)) if at < self.entries.len() => self.at = at,
            (MouseEventKind::ScrollUp, _) => self.at = self.at.saturating_sub(1),
            (MouseEventKind::ScrollDown, _) => self.at = (self.at + 1).min(self.entries.len() - 1),
            _ => {}
        }
        Next::Stay
    }

    fn enter(&self) -> Next {
        let start = self.entries.get(self.at).map(Start::from_library);
        match start {
            Some(Ok(start)) => Next::Play(start),
            _ => Next::Stay,
        }
    }
}
