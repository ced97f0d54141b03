//! A puzzle as text, typed or pasted, read again after each change.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use slidewise_solve::advice::Advised;
use slidewise_solve::{AnyPuzzle, Reading};

use super::start::Start;
use super::{Effect, Next, Shared};
use crate::input::Source;
use crate::tui::worker::{Job, Question, Reply};

/// More text than any puzzle has.
const LONGEST: usize = 100_000;
/// How long to look for a way before it is said that none was found yet.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// The text and what it says.
#[derive(Debug, Default)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// The puzzle that it is, or what is wrong; `None` while it is empty.
    pub read: Option<Result<Start, String>>,
    /// Whether it can be solved, as far as that is known.
    pub verdict: String,
    job: Option<Job>,
}

impl TextBox {
    /// Takes in a key. Enter plays what can be read, and else begins a new line.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Next::Menu,
            KeyCode::Char('u') if control => {
                self.text.clear();
                self.reread(shared);
            }
            KeyCode::Char('j') if control => self.insert("\n", shared),
            KeyCode::Char(c) if !control => self.insert(c.encode_utf8(&mut [0; 4]), shared),
            KeyCode::Tab => self.insert(" ", shared),
            KeyCode::Backspace => {
                self.text.pop();
                self.reread(shared);
            }
            KeyCode::Enter => match &self.read {
                Some(Ok(start)) if !key.modifiers.contains(KeyModifiers::ALT) => {
                    return Next::Play(start.clone());
                }
                _ => self.insert("\n", shared),
            },
            _ => {}
        }
        Next::Stay
    }

    /// Adds text at the end.
    pub fn insert(&mut self, text: &str, shared: &mut Shared) {
        // Terminals paste line ends as carriage returns.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = LONGEST.saturating_sub(self.text.len());
        self.text.extend(text.chars().filter(|c| !c.is_control() || *c == '\n' || *c == '\t').take(room));
        self.reread(shared);
    }

    /// Takes another text.
    pub fn replace(&mut self, text: String, shared: &mut Shared) {
        self.text = text;
        self.reread(shared);
    }

    /// Takes in what a search found.
    pub fn answer(&mut self, Reply { job, advised, is_last }: Reply) {
        if self.job != Some(job) {
            return;
        }
        if is_last {
            self.job = None;
        }
        let Some(Ok(start)) = &self.read else { return };
        let count = |cost| start.puzzle.metric().count(cost);
        self.verdict = match advised {
            Advised::Way(advice) if advice.is_optimal() => {
                format!("solvable: {} at least", count(advice.cost))
            }
            Advised::Way(advice) => format!("solvable: in {}", count(advice.cost)),
            Advised::Unsolvable => "unsolvable: every position was searched".to_string(),
            Advised::Stopped(why) => format!("not known: {}", crate::render::reason(why)),
            Advised::Impossible(why) => why,
        };
    }

    /// Stops the search.
    pub fn leave(&mut self, shared: &mut Shared) {
        if let Some(job) = self.job.take() {
            shared.effect(Effect::Cancel(job));
        }
    }

    fn reread(&mut self, shared: &mut Shared) {
        self.leave(shared);
        self.verdict.clear();
        self.read = None;
        if self.text.trim().is_empty() {
            return;
        }
        let source = Source::typed(&self.text);
        let read = Start::read(&source, &Reading::default(), shared.goal.as_deref());
        let read = read.map_err(|failure| failure.to_string());
        if let Ok(start) = &read {
            self.judge(&start.puzzle, shared);
        }
        self.read = Some(read);
    }

    /// Where nothing but a search can tell whether it can be solved, one is begun.
    fn judge(&mut self, puzzle: &AnyPuzzle, shared: &mut Shared) {
        let solvability = puzzle.solvability(&puzzle.start());
        self.verdict = match solvability.is_solvable {
            Some(true) => "solvable".to_string(),
            Some(false) => format!("unsolvable: {}", solvability.why),
            None => "solvable? …".to_string(),
        };
        if solvability.is_solvable.is_none() {
            let job = shared.next_job();
            self.job = Some(job);
            shared.effect(Effect::Ask(Question { job, puzzle: puzzle.clone(), patience: PATIENCE }));
        }
    }
}
