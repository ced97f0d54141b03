//! The game in the terminal: a model that keys change, a view that draws it, searches in the background, and this
//! loop between them.

mod model;
mod scores;
mod terminal;
mod view;
mod watch;
mod words;
mod worker;

use std::time::{Duration, Instant};

use ratatui::crossterm::event;
use slidewise_solve::search::Cancel;

pub use self::model::start::Start;
use self::model::{Effect, Model};
use self::scores::Store;
use self::terminal::Screen;
use self::view::theme::Theme;
pub use self::watch::{Lane, watch};
use self::worker::Worker;
use crate::cmd::play::Wishes;
use crate::error::Failure;
use crate::exit::Exit;

/// The size of random boards where none was named.
const SIZE: (usize, usize) = (4, 4);
/// How long a frame is shown: while something moves, and else. Clocks and answers need no more.
const LIVELY: Duration = Duration::from_millis(15);
const CALM: Duration = Duration::from_millis(50);

/// Plays until the user has enough, or the flag is raised.
pub fn run(wishes: Wishes, cancel: &Cancel) -> Result<Exit, Failure> {
    let store = Store::default_place();
    let first = match &wishes.source {
        Some(source) => Some(Start::read(source, &wishes.reading, wishes.goal.as_deref())?),
        None => None,
    };
    let (kept, words) = store.load();
    let mut model = Model::new(kept, wishes.goal, wishes.size.unwrap_or(SIZE), wishes.seed, first);
    model.shared.notice = words;
    let mut screen = Screen::enter()?;
    game_loop(&mut model, &mut screen, &store, cancel)?;
    Ok(Exit::Solved)
}

fn game_loop(model: &mut Model, screen: &mut Screen, store: &Store, cancel: &Cancel) -> Result<(), Failure> {
    let theme = Theme::from_environment();
    let began = Instant::now();
    let mut worker = Worker::new();
    while !cancel.is_cancelled() {
        model.tick(began.elapsed());
        while let Some((job, advised)) = worker.answer() {
            model.answer(job, advised);
        }
        if !carry_out(model, &mut worker, store) {
            break;
        }
        screen.terminal.draw(|frame| model.hits = view::draw(frame, model, theme))?;
        let mut wait = if model.is_lively() { LIVELY } else { CALM };
        // A held key sends events faster than frames are drawn: all that have come belong to one frame.
        while event::poll(wait)? {
            model.tick(began.elapsed());
            model.event(&event::read()?);
            if !carry_out(model, &mut worker, store) {
                return Ok(());
            }
            wait = Duration::ZERO;
        }
    }
    Ok(())
}

/// Does outside what the model asks for; whether to go on.
fn carry_out(model: &mut Model, worker: &mut Worker, store: &Store) -> bool {
    for effect in model.take_effects() {
        let words = match effect {
            Effect::Quit => return false,
            Effect::Ask(question) => {
                worker.ask(question);
                None
            }
            Effect::Cancel(job) => {
                worker.cancel(job);
                None
            }
            Effect::Keep(score) => {
                let (_, kept, words) = store.change(|kept| kept.enter(&score));
                model.shared.kept = kept;
                words
            }
            Effect::KeepArrows(gap) => store.change(|kept| kept.arrows_move_gap = gap).2,
        };
        if words.is_some() {
            model.shared.notice = words;
        }
    }
    true
}
