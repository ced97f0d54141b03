//! The puzzles that come with the program, to choose from.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use slidewise_solve::{Known, LibraryEntry, kinds};

use super::start::Start;
use super::{Next, Shared};
use crate::tui::view::hits::Hits;

/// A puzzle of the list.
#[derive(Debug)]
pub struct Level {
    /// What the library says.
    pub entry: LibraryEntry,
    /// Moves of a shortest solution, where that is published.
    pub optimum: Option<u64>,
}

impl Level {
    fn new(entry: LibraryEntry) -> Self {
        let puzzle = Start::from_library(&entry).ok().map(|start| start.puzzle);
        let optimum = puzzle.and_then(|puzzle| match puzzle.known_optimum(puzzle.metric())? {
            Known::Length(length) => Some(length),
            Known::Unsolvable => None,
        });
        Self { entry, optimum }
    }

    /// Whether a text that somebody looks for stands in one of its names.
    fn is_called(&self, text: &str) -> bool {
        let LibraryEntry { slug, title, english, group, designer, .. } = self.entry;
        let names = [Some(slug), Some(title), english, Some(group), designer];
        names.into_iter().flatten().any(|name| name.to_lowercase().contains(&text.to_lowercase()))
    }
}

/// The list and the cursor in it.
#[derive(Debug)]
pub struct Library {
    levels: Vec<Level>,
    /// What is looked for.
    pub wanted: String,
    /// Whether keys are letters of that.
    pub typing: bool,
    /// Whether easy ones come first.
    pub by_difficulty: bool,
    /// The numbers of those that are listed.
    listed: Vec<usize>,
    /// The one under the cursor, as a place in the list.
    pub at: usize,
}

impl Library {
    /// The list with the cursor on the best known puzzle.
    pub fn new() -> Self {
        let levels: Vec<Level> = kinds::library().map(|(_, entry)| Level::new(entry)).collect();
        let at = levels.iter().position(|level| level.entry.slug == "klotski").unwrap_or(0);
        let listed = (0..levels.len()).collect();
        Self { levels, wanted: String::new(), typing: false, by_difficulty: false, listed, at }
    }

    /// What is listed, in its order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.listed.iter().map(|&level| &self.levels[level])
    }

    /// How many are listed.
    pub fn count(&self) -> usize {
        self.listed.len()
    }

    /// The one under the cursor.
    pub fn level(&self) -> Option<&Level> {
        self.listed.get(self.at).map(|&level| &self.levels[level])
    }

    /// Lists what is looked for, in the order that is wanted; the cursor stays on its puzzle if that is listed.
    fn list(&mut self) {
        let before = self.listed.get(self.at).copied();
        self.listed = (0..self.levels.len()).filter(|&n| self.levels[n].is_called(&self.wanted)).collect();
        if self.by_difficulty {
            self.listed.sort_by_key(|&n| self.levels[n].optimum.unwrap_or(u64::MAX));
        }
        self.at = self.listed.iter().position(|&n| Some(n) == before).unwrap_or(0);
    }

    /// Takes in a key while something is looked for.
    fn type_key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char(letter) => self.wanted.push(letter),
            KeyCode::Backspace => {
                self.wanted.pop();
            }
            KeyCode::Esc => {
                self.wanted.clear();
                self.typing = false;
            }
            KeyCode::Enter | KeyCode::Up | KeyCode::Down => self.typing = false,
            _ => return false,
        }
        self.list();
        true
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if self.typing && self.type_key(key) {
            return Next::Stay;
        }
        let last = self.count().saturating_sub(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Char('/') => self.typing = true,
            KeyCode::Char('o') => {
                self.by_difficulty = !self.by_difficulty;
                self.list();
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Char('r') => {
                if let Next::Play(start) = self.enter() {
                    return Next::Play(start.scrambled(shared));
                }
            }
            KeyCode::Esc if !self.wanted.is_empty() => {
                self.wanted.clear();
                self.list();
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
            (MouseEventKind::Down(MouseButton::Left), Some(at)) if at < self.count() => self.at = at,
            (MouseEventKind::ScrollUp, _) => self.at = self.at.saturating_sub(1),
            (MouseEventKind::ScrollDown, _) => self.at = (self.at + 1).min(self.count().saturating_sub(1)),
            _ => {}
        }
        Next::Stay
    }

    fn enter(&self) -> Next {
        let start = self.level().map(|level| Start::from_library(&level.entry));
        match start {
            Some(Ok(start)) => Next::Play(start),
            _ => Next::Stay,
        }
    }
}
