//! Searches side by side: the engines' own steps, made in turn, at a pace that can be followed.

mod draw;

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use slidewise_solve::game::Game;
use slidewise_solve::search::Cancel;
use slidewise_solve::stepping::{Progress, Stepping, View};
use slidewise_solve::{AnyPuzzle, Position};

use super::model::playback::Playback;
use super::terminal::Screen;
use super::view::theme::{Ground, Theme};
use crate::error::Failure;
use crate::exit::Exit;

/// Expansions in a second, from slow to fast.
const SPEEDS: [u64; 9] = [1, 4, 16, 64, 250, 1_000, 10_000, 100_000, 1_000_000];
/// Expansions of one search before the others get their turn.
const TURN: u64 = 64;
/// How long the searches may go on before the next frame.
const FRAME: Duration = Duration::from_millis(30);
/// Samples in a sparkline; when there are more, every second one is dropped.
const SAMPLES: usize = 512;

/// One of the searches.
pub struct Lane {
    /// What it is.
    pub name: String,
    /// The search.
    pub search: Stepping,
    /// What it has in hand.
    pub view: View,
    /// How many positions were waiting, from the beginning on.
    pub frontier: Samples,
    /// The value that the search goes by, from the beginning on.
    pub f: Samples,
    /// What went wrong, if anything did.
    pub failure: Option<String>,
    /// The solution being shown, once there is one.
    pub replay: Option<Playback>,
}

/// A series that never grows beyond what can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The values, oldest first.
    pub values: Vec<u64>,
    /// Samples offered since the last that was taken.
    skipped: usize,
    /// Samples dropped between two that are taken.
    every: usize,
}

impl Samples {
    fn push(&mut self, value: u64) {
        self.skipped += 1;
        if self.skipped <= self.every {
            return;
        }
        self.skipped = 0;
        self.values.push(value);
        if self.values.len() > SAMPLES {
            let mut index = 0;
            self.values.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.every = self.every * 2 + 1;
        }
    }
}

impl Lane {
    /// A search that has not begun.
    pub fn new(name: String, search: Stepping) -> Self {
        let view = search.view();
        Self {
            name,
            search,
            view,
            frontier: Samples::default(),
            f: Samples::default(),
            failure: None,
            replay: None,
        }
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.failure.is_some() || self.search.answer().is_some()
    }

    /// Positions expanded so far.
    pub fn expanded(&self) -> u64 {
        self.search.stats().expanded
    }

    /// The position to be shown: what the search has in hand, and when it has ended its solution.
    pub fn position(&self) -> &Position {
        self.replay.as_ref().map_or(&self.view.position, |replay| replay.game.position())
    }

    /// Begins to show the solution, if there is one.
    fn show_solution(&mut self, puzzle: &AnyPuzzle, now: Duration) {
        if let Some(way) = self.search.answer().and_then(|answer| answer.solution.as_ref()) {
            self.replay = Some(Playback::new(&Game::new(puzzle.clone()), way.steps.clone(), now));
        }
    }

    fn step(&mut self, expansions: u64) {
        if self.is_over() {
            return;
        }
        match self.search.step(expansions) {
            Ok(Progress::Running | Progress::Finished) => {}
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Looks at what the search has in hand; done once a frame, for it takes longer than a step.
    fn look(&mut self) {
        self.view = self.search.view();
        self.frontier.push(self.view.frontier as u64);
        let f = self.view.f.unwrap_or(self.view.g as f64);
        self.f.push(f.max(0.0) as u64);
    }
}

/// The searches, and how they go on.
pub struct Race {
    /// What is searched.
    pub puzzle: AnyPuzzle,
    /// The searches.
    pub lanes: Vec<Lane>,
    /// Whether they go on by themselves.
    pub playing: bool,
    /// Whether the keys are shown.
    pub help: bool,
    speed: usize,
    /// Expansions that are due.
    due: f64,
    last: Duration,
}

impl Race {
    /// Searches at their start.
    pub fn new(puzzle: AnyPuzzle, lanes: Vec<Lane>) -> Self {
        Self { puzzle, lanes, playing: true, help: false, speed: 3, due: 0.0, last: Duration::ZERO }
    }

    /// Expansions in a second.
    pub fn speed(&self) -> u64 {
        SPEEDS[self.speed]
    }

    /// Whether all have ended.
    pub fn is_over(&self) -> bool {
        self.lanes.iter().all(Lane::is_over)
    }

    /// Goes on by what is due at this time, all searches in turn, as long as `go_on` says so.
    pub fn tick(&mut self, now: Duration, mut go_on: impl FnMut() -> bool) {
        let passed = now.saturating_sub(self.last);
        self.last = now;
        self.show_solutions();
        if !self.playing || self.is_over() {
            return;
        }
        // What could not be done in time is not made up for: the interface comes first.
        self.due = (self.due + passed.as_secs_f64() * self.speed() as f64).min(self.speed() as f64);
        let mut moved = false;
        while self.due >= 1.0 && go_on() {
            let turn = (self.due as u64).min(TURN);
            self.due -= turn as f64;
            self.make(turn);
            moved = true;
        }
        if moved {
            self.look();
        }
    }

    /// Some expansions of each search. One step of a beam is a whole layer: it waits until the others have caught up.
    fn make(&mut self, expansions: u64) {
        let running = self.lanes.iter().filter(|lane| !lane.is_over());
        let Some(least) = running.map(Lane::expanded).min() else { return };
        let behind = |lane: &&mut Lane| lane.expanded() < least + expansions;
        self.lanes.iter_mut().filter(behind).for_each(|lane| lane.step(expansions));
    }

    /// Searches that have ended show what they found, up to the goal.
    fn show_solutions(&mut self) {
        for lane in &mut self.lanes {
            match &mut lane.replay {
                Some(replay) => replay.tick(self.last),
                None => lane.show_solution(&self.puzzle, self.last),
            }
        }
    }

    /// One expansion of each.
    pub fn step(&mut self) {
        self.make(1);
        self.look();
    }

    fn look(&mut self) {
        self.lanes.iter_mut().for_each(Lane::look);
    }

    /// Takes in a key; whether to go on.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return false;
        }
        if self.help {
            self.help = false;
            return true;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('?') | KeyCode::F(1) => self.help = true,
            KeyCode::Char(' ' | 'p') => self.playing = !self.playing,
            KeyCode::Char('r') => {
                let (puzzle, now) = (self.puzzle.clone(), self.last);
                self.lanes.iter_mut().for_each(|lane| lane.show_solution(&puzzle, now));
            }
            KeyCode::Right | KeyCode::Char('.' | 's' | 'l') => {
                self.playing = false;
                self.step();
            }
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k') => {
                self.speed = (self.speed + 1).min(SPEEDS.len() - 1)
            }
            KeyCode::Down | KeyCode::Char('-' | 'j') => self.speed = self.speed.saturating_sub(1),
            _ => {}
        }
        true
    }
}

/// Shows searches until the user has enough, or the flag is raised.
pub fn watch(puzzle: AnyPuzzle, lanes: Vec<Lane>, ground: Ground, cancel: &Cancel) -> Result<Exit, Failure> {
    let theme = Theme::from_environment(ground);
    let mut race = Race::new(puzzle, lanes);
    let mut screen = Screen::enter()?;
    let began = Instant::now();
    while !cancel.is_cancelled() {
        let frame = Instant::now();
        race.tick(began.elapsed(), || frame.elapsed() < FRAME);
        screen.draw(|frame| draw::draw(frame, &race, theme))?;
        let mut wait = Duration::from_millis(15);
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if is_suspend(&key) => screen.suspend()?,
                Event::Key(key) if key.kind != KeyEventKind::Release && !race.key(key) => {
                    return Ok(Exit::Solved);
                }
                _ => {}
            }
            wait = Duration::ZERO;
        }
    }
    Ok(Exit::Solved)
}

fn is_suspend(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

#[cfg(test)]
mod tests;
