//! A solution with a reading head: the position at the head, the moves before it and the moves after it.

use super::super::shape::Shape;
use super::super::space::Slide;

/// A position on the way, with the way to it and on from it.
pub(super) struct Tape {
    shape: Shape,
    labels: Vec<u16>,
    blank: usize,
    done: Vec<Slide>,
    /// The next move is the last.
    todo: Vec<Slide>,
}

impl Tape {
    pub(super) fn new(shape: &Shape, labels: &[u16], moves: &[Slide]) -> Self {
        let blank = labels.iter().position(|&label| usize::from(label) == shape.blank_home()).unwrap_or(0);
        let mut todo = moves.to_vec();
        todo.reverse();
        Self { shape: shape.clone(), labels: labels.to_vec(), blank, done: Vec::new(), todo }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn label(&self, cell: usize) -> usize {
        self.labels[cell].into()
    }

    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    pub(super) fn len(&self) -> usize {
        self.done.len() + self.todo.len()
    }

    /// Moves after the head.
    pub(super) fn left(&self) -> usize {
        self.todo.len()
    }

    pub(super) fn moves(&self) -> Vec<Slide> {
        self.done.iter().chain(self.todo.iter().rev()).copied().collect()
    }

    /// The moves after the head.
    pub(super) fn upcoming(&self) -> impl Iterator<Item = Slide> + '_ {
        self.todo.iter().rev().copied()
    }

    /// Moves the blank to a cell beside it, without the head.
    #[inline]
    pub(super) fn step(&mut self, to: usize) {
        self.labels.swap(self.blank, to);
        self.blank = to;
    }

    /// Moves the head on; strikes out moves that take each other back.
    pub(super) fn forward(&mut self, moves: usize) {
        for _ in 0..moves {
            let Some(slide) = self.todo.pop() else { return };
            self.step(slide.to.into());
            match self.done.last() {
                Some(last) if last.from == slide.to => drop(self.done.pop()),
                _ => self.done.push(slide),
            }
        }
    }

    /// Moves the head back.
    pub(super) fn back(&mut self, moves: usize) {
        for _ in 0..moves {
            let Some(slide) = self.done.pop() else { return };
            self.step(slide.from.into());
            self.todo.push(slide);
        }
    }

    pub(super) fn rewind(&mut self) {
        self.back(self.done.len());
    }

    /// Puts other moves in the place of the next `length`; they must lead to the same position.
    pub(super) fn replace(&mut self, length: usize, by: &[Slide]) {
        self.todo.truncate(self.todo.len() - length);
        self.todo.extend(by.iter().rev());
    }
}
