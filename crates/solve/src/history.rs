//! The history of a game: a position, the moves that led to it and those that were taken back. A solution is nothing
//! else than moves that can still be made, so undo, redo and the slider over a solution are one thing. Every game, in
//! the terminal or on a page, keeps its moves here.

/// What a game is played on.
pub trait Field {
    /// The smallest thing that happens: one piece by one cell.
    type Step: Copy + PartialEq;
    /// Why a step cannot be made.
    type Refused;

    /// Makes a step, or says why it cannot be made and changes nothing.
    fn make(&mut self, step: Self::Step) -> Result<(), Self::Refused>;

    /// The step that takes this one back.
    fn back(&self, step: Self::Step) -> Self::Step;
}

/// A field with its history. A move is one or more steps that are made, and taken back, together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<F: Field> {
    field: F,
    moves: Vec<Vec<F::Step>>,
    at: usize,
}

impl<F: Field> History<F> {
    /// A game that has just begun.
    pub fn new(field: F) -> Self {
        Self { field, moves: Vec::new(), at: 0 }
    }

    /// The position.
    pub fn field(&self) -> &F {
        &self.field
    }

    /// The moves made so far, and behind them those that can be made again.
    pub fn moves(&self) -> &[Vec<F::Step>] {
        &self.moves
    }

    /// How many moves have been made.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The steps that led here, one after another.
    pub fn made(&self) -> Vec<F::Step> {
        self.moves[..self.at].concat()
    }

    /// Makes a move. What had been taken back is forgotten, unless it is the same move.
    pub fn make(&mut self, steps: &[F::Step]) -> Result<(), F::Refused> {
        self.walk(steps)?;
        if self.moves.get(self.at).is_none_or(|next| next != steps) {
            self.moves.truncate(self.at);
            self.moves.push(steps.to_vec());
        }
        self.at += 1;
        Ok(())
    }

    /// Makes a step and counts it to the move before: a piece that is dragged round a corner makes one move. A move
    /// that ends where it began is none.
    pub fn extend(&mut self, step: F::Step) -> Result<(), F::Refused> {
        if self.at == 0 {
            return self.make(&[step]);
        }
        self.field.make(step)?;
        self.moves.truncate(self.at);
        let last = &mut self.moves[self.at - 1];
        if last.last() == Some(&self.field.back(step)) {
            last.pop();
        } else {
            last.push(step);
        }
        if last.is_empty() {
            self.moves.pop();
            self.at -= 1;
        }
        Ok(())
    }

    /// Goes to the position after `at` moves; to the last one if there are not so many.
    pub fn go_to(&mut self, at: usize) {
        let at = at.min(self.moves.len());
        while self.at > at {
            self.at -= 1;
            let back: Vec<F::Step> =
                self.moves[self.at].iter().rev().map(|&step| self.field.back(step)).collect();
            assert!(self.walk(&back).is_ok(), "a step that was made can be taken back");
        }
        while self.at < at {
            let steps = self.moves[self.at].clone();
            assert!(self.walk(&steps).is_ok(), "a step that was made before can be made again");
            self.at += 1;
        }
    }

    /// Puts moves behind the position, to be made one by one. They are tried first; the index of one that cannot be
    /// made, and why, comes back, and nothing is changed.
    pub fn load(&mut self, moves: &[Vec<F::Step>]) -> Result<(), (usize, F::Refused)> {
        let at = self.at;
        let forgotten = self.moves.split_off(at);
        for (index, steps) in moves.iter().enumerate() {
            if let Err(why) = self.make(steps) {
                self.go_to(at);
                self.moves.truncate(at);
                self.moves.extend(forgotten);
                return Err((index, why));
            }
        }
        self.go_to(at);
        Ok(())
    }

    /// Forgets the moves that were taken back.
    pub fn forget(&mut self) {
        self.moves.truncate(self.at);
    }

    /// Makes steps; if one cannot be made, takes back those before it.
    fn walk(&mut self, steps: &[F::Step]) -> Result<(), F::Refused> {
        for (made, &step) in steps.iter().enumerate() {
            if let Err(why) = self.field.make(step) {
                for &step in steps[..made].iter().rev() {
                    let back = self.field.back(step);
                    assert!(self.field.make(back).is_ok(), "a step just made can be taken back");
                }
                return Err(why);
            }
        }
        Ok(())
    }
}
