//! A solution being shown: step by step, at a pace, back and forth.

use std::time::Duration;

use slidewise_solve::Step;
use slidewise_solve::game::Game;

/// Steps in a second, from slow to fast.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A solution being shown.
#[derive(Debug)]
pub struct Playback {
    /// The game as far as it is shown.
    pub game: Game,
    /// Whether it goes on by itself.
    pub playing: bool,
    steps: Vec<Step>,
    at: usize,
    speed: usize,
    /// When the last step was made.
    last: Duration,
}

impl Playback {
    /// Begins to show a way from where a game stands.
    pub fn new(game: &Game, steps: Vec<Step>, now: Duration) -> Self {
        // Long solutions of large boards should not take minutes.
        let speed = if steps.len() > 200 { 4 } else { 2 };
        Self { game: Game::new(game.rest()), playing: true, steps, at: 0, speed, last: now }
    }

    /// Steps shown, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.steps.len())
    }

    /// Steps in a second.
    pub fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The steps that were shown.
    pub fn shown(&self) -> &[Step] {
        &self.steps[..self.at]
    }

    /// Goes on if it is time.
    pub fn tick(&mut self, now: Duration) {
        let pace = Duration::from_secs(1) / self.speed();
        while self.playing && now.saturating_sub(self.last) >= pace {
            self.last += pace;
            self.forward();
        }
    }

    /// Pauses or goes on; from the end, begins again.
    pub fn toggle(&mut self, now: Duration) {
        self.playing = !self.playing;
        self.last = now;
        if self.playing && self.at == self.steps.len() {
            self.game.restart();
            self.at = 0;
        }
    }

    /// One step on.
    pub fn forward(&mut self) {
        match self.steps.get(self.at) {
            Some(&step) if self.game.step(step).is_ok() => self.at += 1,
            _ => self.playing = false,
        }
        if self.at == self.steps.len() {
            self.playing = false;
        }
    }

    /// One step back.
    pub fn back(&mut self) {
        if self.game.undo().is_some() {
            self.at -= 1;
        }
    }

    /// Faster or slower.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed =
            if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
    }
}

#[cfg(test)]
mod tests {
    use slidewise_solve::{Direction, Reading, read_one};

    use super::*;

    fn playback() -> Playback {
        let game = Game::new(read_one("1 2 3/4 5 6/0 7 8", &Reading::default()).unwrap().puzzle);
        let steps = [7, 8].map(|piece| Step { piece, direction: Direction::Left });
        Playback::new(&game, steps.to_vec(), Duration::from_secs(10))
    }

    #[test]
    fn it_goes_on_at_its_pace_and_stops_at_the_end() {
        let mut shown = playback();
        let pace = Duration::from_secs(1) / shown.speed();
        shown.tick(Duration::from_secs(10) + pace / 2);
        assert_eq!(shown.progress(), (0, 2));
        shown.tick(Duration::from_secs(10) + pace);
        assert_eq!((shown.progress(), shown.playing), ((1, 2), true));
        shown.tick(Duration::from_secs(100));
        assert_eq!((shown.progress(), shown.playing), ((2, 2), false));
        assert!(shown.game.is_solved());
        shown.toggle(Duration::from_secs(100));
        assert_eq!((shown.progress(), shown.playing), ((0, 2), true), "again from the beginning");
    }

    #[test]
    fn it_goes_back_and_forth() {
        let mut shown = playback();
        shown.back();
        assert_eq!(shown.progress(), (0, 2));
        shown.forward();
        shown.back();
        assert_eq!(shown.progress(), (0, 2));
        let speed = shown.speed();
        shown.change_speed(true);
        assert!(shown.speed() > speed);
        (0..20).for_each(|_| shown.change_speed(false));
        assert_eq!(shown.speed(), SPEEDS[0]);
    }
}
