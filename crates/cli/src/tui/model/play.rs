//! A game on the screen: the moves of the player, the clock, hints, and the solution when it is asked for.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use slidewise_solve::advice::{Advice, Advised};
use slidewise_solve::game::Game;
use slidewise_solve::{Direction, Refused, Scene, Step};

use super::editor;
use super::guide::{Guide, Ready};
use super::keys::direction;
use super::playback::Playback;
use super::start::{Origin, Start};
use super::{Effect, Next, Shared};
use crate::tui::scores::Score;
use crate::tui::view::hits::Hits;
use crate::tui::words;
use crate::tui::worker::Reply;

/// What the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One move.
    Hint,
    /// All of them.
    Solution,
}

/// A game.
#[derive(Debug)]
pub struct Play {
    /// What it began with.
    pub start: Start,
    /// Where it stands.
    pub game: Game,
    /// Whether directions alone say what moves, as on boards with one gap; else a piece is chosen first.
    pub by_direction: bool,
    /// The piece that keys move, where one is chosen.
    pub chosen: Option<usize>,
    /// What is known about the way to the goal.
    pub guide: Guide,
    /// The solution, while it is shown.
    pub playback: Option<Playback>,
    /// The step that was hinted at.
    pub hint: Option<Step>,
    /// The last word about the game.
    pub note: String,
    /// Whether a hint or the solution was shown: such a game is not among the best.
    pub helped: bool,
    /// How it ended, if it has.
    pub won: Option<Won>,
    want: Option<Want>,
    began: Option<Duration>,
    /// What the mouse holds.
    held: Option<Held>,
}

/// A piece that the mouse holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    piece: usize,
    /// The cell under the mouse, as far as the piece could follow.
    cell: usize,
    /// Whether it has followed.
    moved: bool,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Won {
    /// How long it took.
    pub time: Duration,
    /// What it was better in than all before.
    pub records: Vec<&'static str>,
}

impl Play {
    /// A new game; the optimum is looked for from now on.
    pub fn new(start: Start, shared: &mut Shared) -> Self {
        let game = Game::new(start.puzzle.clone());
        let guide = Guide::new(&start.puzzle, shared);
        let by_direction = Direction::ALL.into_iter().any(|way| game.towards(way).is_some());
        let chosen = if by_direction { None } else { to_begin_with(&start.puzzle.scene()) };
        let already = game.is_solved().then(|| Won { time: Duration::ZERO, records: Vec::new() });
        Self {
            start,
            game,
            by_direction,
            chosen,
            guide,
            playback: None,
            hint: None,
            note: String::new(),
            helped: false,
            won: already,
            want: None,
            began: None,
            held: None,
        }
    }

    /// Time on the clock: it starts with the first move.
    pub fn time(&self, now: Duration) -> Duration {
        match (&self.won, self.began) {
            (Some(won), _) => won.time,
            (None, Some(began)) => now.saturating_sub(began),
            (None, None) => Duration::ZERO,
        }
    }

    /// What the screen shows: the game, or the solution as far as it is shown.
    pub fn shown(&self) -> &Game {
        self.playback.as_ref().map_or(&self.game, |playback| &playback.game)
    }

    /// Whether something moves by itself.
    pub fn is_lively(&self) -> bool {
        self.playback.as_ref().is_some_and(|playback| playback.playing)
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Duration) {
        if let Some(playback) = &mut self.playback {
            playback.tick(now);
        }
    }

    /// Takes in what a search found.
    pub fn answer(&mut self, reply: Reply, shared: &mut Shared) {
        if self.guide.answer(reply, &self.game, shared)
            && let Some(want) = self.want.take()
        {
            self.ask(want, shared);
        }
    }

    /// Takes in a key.
    pub fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if self.playback.is_some() {
            return self.key_in_playback(key, shared);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('y' | 'r')) {
                self.redo(shared);
            }
            return Next::Stay;
        }
        if let Some(direction) = direction(key.code) {
            self.go(direction, shared);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(shared),
            KeyCode::Char('y') => self.redo(shared),
            KeyCode::Char('r') => self.restart(shared),
            KeyCode::Char('t') => self.ask(Want::Hint, shared),
            KeyCode::Char('v') => self.ask(Want::Solution, shared),
            KeyCode::Char('m') => shared.toggle_arrows(),
            KeyCode::Tab => self.choose_next(true),
            KeyCode::BackTab => self.choose_next(false),
            KeyCode::Char('n') => return self.another(shared),
            KeyCode::Enter if self.won.is_some() => return self.another(shared),
            KeyCode::Char('e') => return self.edit(),
            KeyCode::Esc => return Next::Menu,
            KeyCode::Char('q') => return Next::Quit,
            KeyCode::Char(label) => self.choose(label),
            _ => {}
        }
        Next::Stay
    }

    /// Takes in the mouse: a click slides what can go one way only and chooses what can go several, and a piece that is
    /// chosen follows when it is dragged.
    pub fn mouse(&mut self, mouse: MouseEvent, hits: &Hits, shared: &mut Shared) -> Next {
        if self.playback.is_some() {
            return Next::Stay;
        }
        let cell = hits.cell_at(mouse.column, mouse.row);
        match (mouse.kind, cell) {
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) if self.by_direction => {
                self.press(cell, shared);
            }
            // Whether this is a click is known when the button is let go.
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => self.hold(cell),
            (MouseEventKind::Drag(MouseButton::Left), Some(cell)) => self.drag(cell, shared),
            (MouseEventKind::Up(_), _) => {
                let held = self.held.take().filter(|held| !held.moved && cell == Some(held.cell));
                if let (Some(held), false) = (held, self.by_direction) {
                    self.press(held.cell, shared);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    /// The editor that suits the puzzle: one that exchanges what is on its cells, or its text.
    fn edit(&mut self) -> Next {
        let rest = self.game.rest();
        if editor::can_edit(&*rest) {
            return Next::Editor(rest);
        }
        match rest.text(&rest.start(), None) {
            Ok(text) => return Next::Painter(text),
            Err(why) => self.note = why.to_string(),
        }
        Next::Stay
    }

    fn key_in_playback(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let Some(playback) = &mut self.playback else { return Next::Stay };
        match key.code {
            KeyCode::Char(' ' | 'p') => playback.toggle(shared.now),
            KeyCode::Right | KeyCode::Char('.' | 'l' | 'd') => {
                playback.playing = false;
                playback.forward();
            }
            KeyCode::Left | KeyCode::Char(',' | 'h' | 'a') => {
                playback.playing = false;
                playback.back();
            }
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k' | 'w') => playback.change_speed(true),
            KeyCode::Down | KeyCode::Char('-' | 'j' | 's') => playback.change_speed(false),
            KeyCode::Enter => {
                let steps = playback.shown().to_vec();
                self.playback = None;
                steps.into_iter().for_each(|step| self.make(step, shared));
            }
            KeyCode::Esc | KeyCode::Char('v') => self.playback = None,
            KeyCode::Char('q') => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    /// An arrow: the chosen piece, or what goes this way, or the gap.
    fn go(&mut self, direction: Direction, shared: &mut Shared) {
        let moves_gap = self.chosen.is_none() && shared.kept.arrows_move_gap;
        let direction = if moves_gap { direction.opposite() } else { direction };
        let step = match self.chosen {
            Some(piece) => Some(Step { piece, direction }),
            None => self.game.towards(direction),
        };
        match step {
            Some(step) => self.make(step, shared),
            // Several gaps, and something beside each of them.
            None if self.game.steps().iter().any(|step| step.direction == direction) => {
                self.note = "several can go that way: Tab or the mouse chooses one".to_string();
            }
            None => {}
        }
    }

    /// Makes one step, unless the game is over or something is in the way.
    fn make(&mut self, step: Step, shared: &mut Shared) {
        if self.won.is_some() {
            return;
        }
        match self.game.step(step) {
            Ok(()) => self.after(step, shared),
            Err(refused) => self.note = words::refusal(&*self.start.puzzle, refused),
        }
    }

    /// A click on a cell.
    fn press(&mut self, cell: usize, shared: &mut Shared) {
        match self.start.puzzle.press(self.game.position(), cell) {
            // One by one, for a goal may lie on the way.
            Ok(steps) => steps.into_iter().for_each(|step| self.make(step, shared)),
            Err(Refused::SeveralWays(_)) => self.hold(cell),
            // There is nothing to move.
            Err(Refused::NoSuchPiece) => {}
            Err(refused) => self.note = words::refusal(&*self.start.puzzle, refused),
        }
    }

    /// Chooses the piece on a cell, and takes hold of it.
    fn hold(&mut self, cell: usize) {
        if let Some(piece) = self.game.position().piece(cell) {
            self.chosen = Some(piece);
            self.held = Some(Held { piece, cell, moved: false });
        }
    }

    fn drag(&mut self, cell: usize, shared: &mut Shared) {
        let Some(Held { piece, cell: held, moved }) = self.held else { return };
        let (_, width) = self.start.puzzle.size();
        let mut at = held;
        // One cell at a time, along whichever axis is free, until the piece is under the mouse or stuck.
        while at != cell && self.won.is_none() {
            let across = (at % width != cell % width).then_some(if at % width < cell % width {
                Direction::Right
            } else {
                Direction::Left
            });
            let along = (at / width != cell / width).then_some(if at / width < cell / width {
                Direction::Down
            } else {
                Direction::Up
            });
            let steps = self.game.steps();
            let possible = |direction: &Direction| steps.contains(&Step { piece, direction: *direction });
            let Some(direction) = [across, along].into_iter().flatten().find(possible) else { break };
            self.make(Step { piece, direction }, shared);
            at = match direction {
                Direction::Right => at + 1,
                Direction::Left => at - 1,
                Direction::Down => at + width,
                Direction::Up => at - width,
            };
        }
        self.held = Some(Held { piece, cell: at, moved: moved || at != held });
    }

    /// What follows from a step that was made, forwards or back.
    fn after(&mut self, step: Step, shared: &mut Shared) {
        self.began.get_or_insert(shared.now);
        self.hint = None;
        self.want = None;
        self.note.clear();
        if self.by_direction {
            self.chosen = None;
        }
        self.guide.moved(step, &self.game, shared);
        if self.game.is_solved() {
            self.win(shared);
        }
    }

    fn win(&mut self, shared: &mut Shared) {
        let time = self.time(shared.now);
        let moves = self.game.moves() as u64;
        let mut records = Vec::new();
        if let (Some(kind), false) = (self.start.kind(), self.helped) {
            let above_optimum = self.optimum().map(|optimum| moves.saturating_sub(optimum));
            let same_board = self.start.is_repeatable;
            let score = Score { kind, seconds: time.as_secs_f64(), moves, above_optimum, same_board };
            records = shared.kept.enter(&score);
            shared.effect(Effect::Keep(score));
        }
        self.won = Some(Won { time, records });
    }

    /// The proven optimum of the start, once it is known.
    pub fn optimum(&self) -> Option<u64> {
        match self.guide.start() {
            Some(Advised::Way(advice)) if advice.is_optimal() => Some(advice.cost),
            _ => None,
        }
    }

    fn undo(&mut self, shared: &mut Shared) {
        if self.won.is_some() {
            return;
        }
        match self.game.undo() {
            Some(step) => {
                self.after(step.back(), shared);
            }
            None => self.note = "nothing to undo".to_string(),
        }
    }

    fn redo(&mut self, shared: &mut Shared) {
        if self.won.is_some() {
            return;
        }
        match self.game.redo() {
            Some(step) => self.after(step, shared),
            None => self.note = "nothing to redo".to_string(),
        }
    }

    fn restart(&mut self, shared: &mut Shared) {
        let helped = self.helped;
        self.game.restart();
        self.guide.restarted(shared);
        (self.hint, self.want, self.won, self.began) = (None, None, None, None);
        // What was seen once stays seen.
        self.helped = helped;
        self.note = "back at the start (y makes the moves again)".to_string();
    }

    fn ask(&mut self, want: Want, shared: &mut Shared) {
        if self.game.is_solved() {
            self.note = "it is solved: n for another, r to start again".to_string();
            return;
        }
        match self.guide.wanted(&self.game, shared) {
            Ready::Now(advice) => self.show(want, &advice, shared.now),
            Ready::Later => {
                self.want = Some(want);
                self.note = "looking for the way …".to_string();
            }
            Ready::Never(why) => self.note = why,
        }
    }

    fn show(&mut self, want: Want, advice: &Advice, now: Duration) {
        self.helped = true;
        match want {
            Want::Solution => {
                self.note.clear();
                self.hint = None;
                self.playback = Some(Playback::new(&self.game, advice.steps.clone(), now));
            }
            Want::Hint => {
                self.hint = advice.steps.first().copied();
                // An arrow is to be enough to follow it.
                if let Some(step) = self.hint.filter(|&step| !self.is_meant(step)) {
                    self.chosen = Some(step.piece);
                }
                self.note = words::hint(&*self.start.puzzle, advice);
            }
        }
    }

    /// Whether a step is what its direction alone means.
    fn is_meant(&self, step: Step) -> bool {
        self.game.towards(step.direction) == Some(step)
    }

    /// Whether pieces are chosen: not where directions alone mean every step.
    fn has_choice(&self) -> bool {
        !self.by_direction || !self.game.steps().into_iter().all(|step| self.is_meant(step))
    }

    /// Chooses the next piece, or the one before, that is something; after the last comes the first.
    fn choose_next(&mut self, forwards: bool) {
        let pieces = self.start.puzzle.scene().pieces;
        let count = pieces.len();
        let from = self.chosen.unwrap_or(if forwards { count.saturating_sub(1) } else { 0 });
        let nth = |n: usize| if forwards { (from + n) % count } else { (from + count - n) % count };
        let next = (1..=count).map(nth).find(|&piece| pieces[piece].is_some());
        if self.has_choice() {
            self.chosen = next.or(self.chosen);
        }
    }

    /// Chooses the piece with this label; several with it are gone through in turn.
    fn choose(&mut self, label: char) {
        let scene = self.start.puzzle.scene();
        let after = self.chosen.map_or(0, |chosen| chosen + 1);
        let is_it = |piece: &usize| {
            let named = scene.label(*piece);
            named.starts_with(label) || named.ends_with(label) && label.is_ascii_digit()
        };
        let count = scene.pieces.len();
        let found = (after..count).chain(0..after.min(count)).find(is_it);
        if self.has_choice() {
            self.chosen = found.or(self.chosen);
        }
    }

    /// Another puzzle like this one.
    fn another(&mut self, shared: &mut Shared) -> Next {
        match self.start.origin {
            Origin::Random => Next::Play(Start::random(shared)),
            Origin::Scrambled => Next::Play(self.start.scrambled(shared)),
            Origin::Daily => Next::Menu,
            _ if self.start.puzzle.kind().library().is_empty() => Next::Menu,
            Origin::Library | Origin::Own => Next::Library,
        }
    }
}

/// The piece that is chosen at first: one that the goal is about, or any.
fn to_begin_with(scene: &Scene) -> Option<usize> {
    let is_main = |piece: &Option<slidewise_solve::Piece>| piece.as_ref().is_some_and(|piece| piece.main);
    scene.pieces.iter().position(is_main).or_else(|| scene.pieces.iter().position(Option::is_some))
}
