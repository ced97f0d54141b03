//! What is known about the way to the goal, from the start and from here, while searches in the background find out
//! more. What was found once is carried along with every move, so that most moves need no search at all.

use std::time::Duration;

use slidewise_solve::advice::{Advice, Advised};
use slidewise_solve::game::Game;
use slidewise_solve::{AnyPuzzle, Step};

use super::{Effect, Shared};
use crate::render::reason;
use crate::tui::worker::{Job, Question, Reply};

/// How long a way from the start may be improved where that could go on without end, and one from under way.
const PATIENCE_AT_START: Duration = Duration::from_secs(10);
const PATIENCE_ON_THE_WAY: Duration = Duration::from_secs(3);

/// The knowledge of one game.
#[derive(Debug)]
pub struct Guide {
    /// What was found about the start.
    start: Option<Advised>,
    /// A way from here, shortest or not.
    here: Option<Advice>,
    /// Whether that way begins with steps that only take back what was done.
    detoured: bool,
    start_job: Option<Job>,
    here_job: Option<Job>,
    /// When the search for the start began.
    since: Duration,
}

/// An answer to someone who wants to know the way.
pub enum Ready {
    /// Here it is.
    Now(Advice),
    /// It is being looked for.
    Later,
    /// There is none; why.
    Never(String),
}

impl Guide {
    /// Begins to find out about a puzzle.
    pub fn new(puzzle: &AnyPuzzle, shared: &mut Shared) -> Self {
        let job = ask(puzzle.clone(), PATIENCE_AT_START, shared);
        let since = shared.now;
        Self { start: None, here: None, detoured: false, start_job: Some(job), here_job: None, since }
    }

    /// What is known about the start, once it is.
    pub fn start(&self) -> Option<&Advised> {
        self.start.as_ref()
    }

    /// A way from here, if one is known.
    pub fn here(&self) -> Option<&Advice> {
        self.here.as_ref()
    }

    /// Whether a better answer for this position is on its way.
    pub fn is_thinking(&self) -> bool {
        self.start_job.is_some() || self.here_job.is_some()
    }

    /// How long the start has been searched, while it is.
    pub fn thinking_for(&self, now: Duration) -> Option<Duration> {
        self.start_job.map(|_| now.saturating_sub(self.since))
    }

    /// Takes in a step of the game, which stands behind it now.
    pub fn moved(&mut self, step: Step, game: &Game, shared: &mut Shared) {
        self.drop_here_job(shared);
        if let Some(advice) = self.here.take() {
            self.detoured |= advice.steps.first() != Some(&step);
            self.here = Some(advice.after(step, &**game.puzzle()));
        }
        if game.is_solved() {
            self.here = Some(Advice { steps: Vec::new(), cost: 0, lower_bound: 0 });
            self.detoured = false;
        }
        self.think(game, shared);
    }

    /// Takes in that the game stands at its start again.
    pub fn restarted(&mut self, shared: &mut Shared) {
        self.drop_here_job(shared);
        self.detoured = false;
        self.here = match &self.start {
            Some(Advised::Way(advice)) => Some(advice.clone()),
            _ => None,
        };
    }

    /// Takes in an answer; whether it was one to a question of this guide.
    pub fn answer(&mut self, reply: Reply, game: &Game, shared: &mut Shared) -> bool {
        let Reply { job, advised, is_last } = reply;
        if self.start_job == Some(job) {
            if let Advised::Way(advice) = &advised {
                self.carry_along(advice.clone(), game);
            }
            // That nothing was found at once says nothing yet.
            if is_last || matches!(advised, Advised::Way(_)) {
                self.start = Some(advised);
            }
            if is_last {
                self.start_job = None;
                self.think(game, shared);
            }
            true
        } else if self.here_job == Some(job) {
            if is_last {
                self.here_job = None;
            }
            if let Advised::Way(advice) = advised {
                self.here = Some(advice);
                self.detoured = false;
            } else if self.start.is_none() && is_last {
                self.start = Some(advised);
            }
            true
        } else {
            false
        }
    }

    /// Someone wants to know the way from here.
    pub fn wanted(&mut self, game: &Game, shared: &mut Shared) -> Ready {
        match (&self.here, &self.start) {
            (Some(advice), _) if advice.is_optimal() || !self.detoured => {
                return Ready::Now(advice.clone());
            }
            (_, Some(Advised::Unsolvable)) => return Ready::Never("there is no solution".to_string()),
            (_, Some(Advised::Impossible(why))) => return Ready::Never(why.clone()),
            (None, Some(Advised::Stopped(why))) if !self.is_thinking() && game.done().is_empty() => {
                return Ready::Never(format!("no solution was found: {}", reason(*why)));
            }
            _ => {}
        }
        let waits_for_start = self.start_job.is_some() && game.done().is_empty();
        if self.here_job.is_none() && !waits_for_start {
            self.here_job = Some(ask(game.rest(), PATIENCE_ON_THE_WAY, shared));
        }
        Ready::Later
    }

    /// Stops all searches.
    pub fn leave(&mut self, shared: &mut Shared) {
        self.drop_here_job(shared);
        if let Some(job) = self.start_job.take() {
            shared.effect(Effect::Cancel(job));
        }
    }

    /// Where shortest ways are found, they are kept up to date; elsewhere only on request, for it takes long.
    fn think(&mut self, game: &Game, shared: &mut Shared) {
        let quick = matches!(&self.start, Some(Advised::Way(advice)) if advice.is_optimal());
        let known = self.here.as_ref().is_some_and(Advice::is_optimal);
        if quick && !known && self.here_job.is_none() {
            self.here_job = Some(ask(game.rest(), PATIENCE_ON_THE_WAY, shared));
        }
    }

    /// The way from the start, brought to where the game is now, if nothing better is known there.
    fn carry_along(&mut self, mut advice: Advice, game: &Game) {
        let mut detoured = false;
        for step in game.done() {
            detoured |= advice.steps.first() != Some(&step);
            advice = advice.after(step, &**game.puzzle());
        }
        let is_better = |here: &Advice| advice.is_optimal() && !here.is_optimal() || advice.cost < here.cost;
        if self.here.as_ref().is_none_or(is_better) {
            (self.here, self.detoured) = (Some(advice), detoured);
        }
    }

    fn drop_here_job(&mut self, shared: &mut Shared) {
        if let Some(job) = self.here_job.take() {
            shared.effect(Effect::Cancel(job));
        }
    }
}

fn ask(puzzle: AnyPuzzle, patience: Duration, shared: &mut Shared) -> Job {
    let job = shared.next_job();
    shared.effect(Effect::Ask(Question { job, puzzle, patience }));
    job
}
