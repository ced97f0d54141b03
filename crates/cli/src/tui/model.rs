//! The state of the game and what each input makes of it. Nothing here draws, waits or touches the disk: what is to be
//! done outside is left as [`Effect`]s, so that everything can be tested key by key.

pub mod editor;
pub mod goals;
pub mod guide;
pub mod keys;
pub mod library;
pub mod menu;
pub mod painter;
pub mod play;
pub mod playback;
pub mod start;
pub mod text;

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use slidewise_solve::AnyPuzzle;
use slidewise_solve::puzzles::random::Rng;

use self::editor::Editor;
use self::library::Library;
use self::menu::Menu;
use self::painter::Painter;
use self::play::Play;
use self::start::Start;
use self::text::TextBox;
use super::scores::{Kept, Score};
use super::view::hits::Hits;
use super::worker::{Job, Question, Reply};

/// Something to be done outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Look for a solution in the background.
    Ask(Question),
    /// Stop looking.
    Cancel(Job),
    /// Keep a result.
    Keep(Score),
    /// Keep the setting whether arrows move the gap.
    KeepArrows(bool),
    /// Give the terminal back to the shell for a while.
    Suspend,
    /// End the program.
    Quit,
}

/// What is on the screen.
pub enum Screen {
    /// What to play.
    Menu(Menu),
    /// The puzzles that come with the program.
    Library(Library),
    /// A puzzle as text.
    Text(TextBox),
    /// A board of one's own.
    Editor(Editor),
    /// Bricks of one's own.
    Painter(Painter),
    /// A game.
    Play(Box<Play>),
    /// The best results.
    Scores,
}

/// What all screens share.
pub struct Shared {
    /// Best results and settings.
    pub kept: Kept,
    /// What boards are to become: a goal by name or as text, the usual one if `None`.
    pub goal: Option<String>,
    /// Rows and columns of random boards.
    pub size: (usize, usize),
    /// Time since the program began.
    pub now: Duration,
    /// The day, counted from 1970-01-01.
    pub today: i64,
    /// A word about something that went wrong outside the game.
    pub notice: Option<String>,
    /// The seed of random boards, if one was asked for.
    seed: Option<u64>,
    /// Random boards so far.
    drawn: u32,
    rng: Rng,
    effects: Vec<Effect>,
    jobs: Job,
}

impl Shared {
    /// Has something done outside.
    pub fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// A number for a question that nobody else has.
    fn next_job(&mut self) -> Job {
        self.jobs += 1;
        self.jobs
    }

    fn toggle_arrows(&mut self) {
        self.kept.arrows_move_gap = !self.kept.arrows_move_gap;
        self.effect(Effect::KeepArrows(self.kept.arrows_move_gap));
    }
}

/// Where to go from a screen.
pub enum Next {
    /// Nowhere.
    Stay,
    /// What to play.
    Menu,
    /// The puzzles that come with the program.
    Library,
    /// A puzzle as text.
    Text,
    /// A board of one's own, beginning with this one.
    Editor(AnyPuzzle),
    /// Bricks of one's own, beginning with this letter grid, or with nothing.
    Painter(String),
    /// A game.
    Play(Start),
    /// The best results.
    Scores,
    /// Out.
    Quit,
}

/// Everything.
pub struct Model {
    /// What is on the screen.
    pub screen: Screen,
    /// What all screens share.
    pub shared: Shared,
    /// Whether the keys are shown.
    pub help: bool,
    /// Where things were drawn last, for the mouse.
    pub hits: Hits,
}

impl Model {
    /// The game before the first key: the menu, or a puzzle that was asked for.
    pub fn new(
        kept: Kept,
        goal: Option<String>,
        size: (usize, usize),
        seed: u64,
        first: Option<Start>,
    ) -> Self {
        let shared = Shared {
            kept,
            goal,
            size,
            now: Duration::ZERO,
            today: 0,
            notice: None,
            seed: None,
            drawn: 0,
            rng: Rng::from_seed(seed),
            effects: Vec::new(),
            jobs: 0,
        };
        let mut model =
            Self { screen: Screen::Menu(Menu::default()), shared, help: false, hits: Hits::default() };
        if let Some(start) = first {
            model.go(Next::Play(start));
        }
        model
    }

    /// Gives random boards the name of the seed that was asked for.
    pub fn name_seed(&mut self, seed: u64) {
        self.shared.seed = Some(seed);
    }

    /// What is to be done outside since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.shared.effects)
    }

    /// Takes in what the user did.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Duration) {
        self.shared.now = now;
        if let Screen::Play(play) = &mut self.screen {
            play.tick(now);
        }
    }

    /// Takes in what a search found.
    pub fn answer(&mut self, reply: Reply) {
        match &mut self.screen {
            Screen::Play(play) => play.answer(reply, &mut self.shared),
            Screen::Text(text) => text.answer(reply),
            Screen::Painter(painter) => painter.text.answer(reply),
            _ => {}
        }
    }

    /// Whether something moves by itself, so that the next frame must not be far.
    pub fn is_lively(&self) -> bool {
        matches!(&self.screen, Screen::Play(play) if play.is_lively())
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return self.go(Next::Quit);
        }
        if control && key.code == KeyCode::Char('z') {
            return self.shared.effect(Effect::Suspend);
        }
        self.shared.notice = None;
        if self.help {
            self.help = false;
            return;
        }
        let typing = match &self.screen {
            Screen::Text(_) => true,
            Screen::Library(library) => library.typing,
            _ => false,
        };
        if key.code == KeyCode::F(1) || key.code == KeyCode::Char('?') && !typing {
            self.help = true;
            return;
        }
        let next = match &mut self.screen {
            Screen::Menu(menu) => menu.key(key, &mut self.shared),
            Screen::Library(library) => library.key(key, &mut self.shared),
            Screen::Text(text) => text.key(key, &mut self.shared),
            Screen::Editor(editor) => editor.key(key, &mut self.shared),
            Screen::Painter(painter) => painter.key(key, &mut self.shared),
            Screen::Play(play) => play.key(key, &mut self.shared),
            Screen::Scores => match key.code {
                KeyCode::Char('q') => Next::Quit,
                _ => Next::Menu,
            },
        };
        self.go(next);
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if self.help {
            return;
        }
        let next = match &mut self.screen {
            Screen::Menu(menu) => menu.mouse(mouse, &self.hits, &mut self.shared),
            Screen::Library(library) => library.mouse(mouse, &self.hits),
            Screen::Editor(editor) => editor.mouse(mouse, &self.hits),
            Screen::Painter(painter) => painter.mouse(mouse, &self.hits, &mut self.shared),
            Screen::Play(play) => play.mouse(mouse, &self.hits, &mut self.shared),
            Screen::Text(_) | Screen::Scores => Next::Stay,
        };
        self.go(next);
    }

    /// A pasted text is a puzzle, wherever it is pasted.
    fn paste(&mut self, text: &str) {
        if !matches!(self.screen, Screen::Text(_)) {
            self.go(Next::Text);
        }
        if let Screen::Text(there) = &mut self.screen {
            there.insert(text, &mut self.shared);
        }
    }

    fn go(&mut self, next: Next) {
        let screen = match next {
            Next::Stay => return,
            Next::Quit => return self.shared.effect(Effect::Quit),
            Next::Menu => Screen::Menu(Menu::default()),
            Next::Library => Screen::Library(Library::new()),
            Next::Text => Screen::Text(TextBox::default()),
            Next::Editor(puzzle) => Screen::Editor(Editor::new(puzzle)),
            Next::Scores => Screen::Scores,
            Next::Painter(text) => self.painter(&text),
            Next::Play(start) => {
                self.leave();
                self.screen = Screen::Play(Box::new(Play::new(start, &mut self.shared)));
                return;
            }
        };
        self.leave();
        self.screen = screen;
    }

    /// The editor for bricks; what it cannot show is edited as text.
    fn painter(&mut self, text: &str) -> Screen {
        if text.is_empty() {
            return Screen::Painter(Painter::default());
        }
        match Painter::read(text, &mut self.shared) {
            Some(painter) => Screen::Painter(painter),
            None => {
                let mut there = TextBox::default();
                there.insert(text, &mut self.shared);
                Screen::Text(there)
            }
        }
    }

    /// What was asked for the old screen is of no use to the new one.
    fn leave(&mut self) {
        match &mut self.screen {
            Screen::Play(play) => play.guide.leave(&mut self.shared),
            Screen::Text(text) => text.leave(&mut self.shared),
            Screen::Painter(painter) => painter.text.leave(&mut self.shared),
            _ => {}
        }
    }
}

#[cfg(test)]
pub mod tests;
