//! The game in the terminal: a model that keys change, a view that draws it, searches in the background, and this
//! loop between them.

mod model;
mod scores;
mod terminal;
mod view;
mod watch;
pub mod words;
mod worker;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ratatui::crossterm::event;
use slidewise_solve::search::Cancel;

pub use self::model::start::Start;
use self::model::{Effect, Model};
use self::scores::Store;
use self::terminal::Screen;
pub use self::terminal::end_if_stuck;
pub use self::view::theme::Ground;
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

/// The day in universal time, counted from 1970-01-01.
fn today() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() / 86_400) as i64
}

/// Whether there is a terminal on which can be drawn.
pub fn has_terminal() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Plays until the user has enough, or the flag is raised.
pub fn run(wishes: Wishes, cancel: &Cancel) -> Result<Exit, Failure> {
    let store = Store::default_place();
    let first = match &wishes.source {
        Some(source) => Some(Start::read(source, &wishes.reading, wishes.goal.as_deref())?),
        None => None,
    };
    let (kept, words) = store.load();
    let mut model = Model::new(kept, wishes.goal, wishes.size.unwrap_or(SIZE), wishes.seed, first);
    if wishes.has_seed {
        model.name_seed(wishes.seed);
    }
    model.shared.today = today();
    model.shared.notice = words;
    let mut screen = Screen::enter()?;
    let theme = Theme::from_environment(wishes.ground);
    game_loop(&mut model, &mut screen, theme, &store, cancel)?;
    Ok(Exit::Solved)
}

fn game_loop(
    model: &mut Model,
    screen: &mut Screen,
    theme: Theme,
    store: &Store,
    cancel: &Cancel,
) -> Result<(), Failure> {
    let began = Instant::now();
    let mut worker = Worker::new();
    while !cancel.is_cancelled() {
        model.tick(began.elapsed());
        while let Some(reply) = worker.answer() {
            model.answer(reply);
        }
        if !carry_out(model, &mut worker, store, screen)? {
            break;
        }
        screen.draw(|frame| model.hits = view::draw(frame, model, theme))?;
        let mut wait = if model.is_lively() { LIVELY } else { CALM };
        // A held key sends events faster than frames are drawn: all that have come belong to one frame.
        while event::poll(wait)? {
            model.tick(began.elapsed());
            model.event(&event::read()?);
            if !carry_out(model, &mut worker, store, screen)? {
                return Ok(());
            }
            wait = Duration::ZERO;
        }
    }
    Ok(())
}

/// Does outside what the model asks for; whether to go on.
fn carry_out(
    model: &mut Model,
    worker: &mut Worker,
    store: &Store,
    screen: &mut Screen,
) -> Result<bool, Failure> {
    for effect in model.take_effects() {
        let words = match effect {
            Effect::Quit => return Ok(false),
            Effect::Suspend => {
                screen.suspend()?;
                None
            }
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
    Ok(true)
}
