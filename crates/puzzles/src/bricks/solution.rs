//! Solutions as people read them: which piece goes where, by which way.

use slidewise_search::StateSpace;

use super::bits::Bits;
use super::codec::{BrickKey, State};
use super::moves::Move;
use super::puzzle::Puzzle;
use super::replay::{Blocked, Position};
use super::space::BrickSpace;
use crate::step::Direction;

/// One move of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Index of the piece.
    pub piece: usize,
    /// The way it goes, cell by cell.
    pub path: Vec<Direction>,
}

impl<B: Bits, K: BrickKey> BrickSpace<B, K> {
    /// The moves from the start, with real pieces and ways.
    pub fn slides(&self, moves: &[Move]) -> Vec<Slide> {
        let at = (0..self.geometry().class_of.len()).map(|piece| self.start_anchor(piece)).collect();
        self.name_pieces(self.start(), at, moves)
    }

    /// The moves from another position, in which the pieces are those that [`BrickSpace::position`] says.
    pub(super) fn slides_from(&self, state: &State<B>, moves: &[Move]) -> Vec<Slide> {
        self.name_pieces(state.clone(), self.piece_anchors(state), moves)
    }

    /// A position with real pieces: those of one class are put on its anchors in their order.
    pub fn position(&self, puzzle: &Puzzle, state: &State<B>) -> Position {
        let mut grid = vec![None; puzzle.walls().len()];
        for (piece, anchor) in self.piece_anchors(state).into_iter().enumerate() {
            let class = &self.geometry().classes[self.geometry().class_of[piece]];
            class.masks[anchor].iter().for_each(|cell| grid[cell] = Some(piece));
        }
        Position::from_grid(grid)
    }

    /// The state at a position: the piece on each cell of the board. `None` if there are other pieces, or some lie
    /// where they cannot get to.
    pub fn state_at(&self, cells: impl IntoIterator<Item = Option<usize>>) -> Option<State<B>> {
        let geometry = self.geometry();
        let mut anchors = vec![None; geometry.class_of.len()];
        for (cell, piece) in cells.into_iter().enumerate() {
            if let Some(piece) = piece {
                anchors.get_mut(piece)?.get_or_insert(cell);
            }
        }
        let mut state = State { free: geometry.board, anchors: vec![B::EMPTY; geometry.classes.len()] };
        for (&class, anchor) in geometry.class_of.iter().zip(anchors) {
            let anchor = anchor.filter(|&anchor| geometry.classes[class].valid.has(anchor))?;
            state.anchors[class] |= B::cell(anchor);
            state.free &= !geometry.classes[class].masks[anchor];
        }
        Some(state)
    }

    fn piece_anchors(&self, state: &State<B>) -> Vec<usize> {
        let mut at = vec![0; self.geometry().class_of.len()];
        for (class, anchors) in self.geometry().classes.iter().zip(&state.anchors) {
            class.members.iter().zip(anchors.iter()).for_each(|(&piece, anchor)| at[piece] = anchor);
        }
        at
    }

    fn name_pieces(&self, mut state: State<B>, mut at: Vec<usize>, moves: &[Move]) -> Vec<Slide> {
        let class_of = &self.geometry().class_of;
        let mut slides = Vec::with_capacity(moves.len());
        for &m in moves {
            let is_it =
                |&piece: &usize| (class_of[piece], at[piece]) == (usize::from(m.class), usize::from(m.from));
            let Some(piece) = (0..at.len()).find(is_it) else { break };
            at[piece] = m.to.into();
            slides.push(Slide { piece, path: self.way(&state, m) });
            self.apply(&mut state, m);
        }
        slides
    }

    /// A shortest way for a move, step by step: a flood from the start, walked back from the end.
    fn way(&self, state: &State<B>, m: Move) -> Vec<Direction> {
        let geometry = self.geometry();
        let class = &geometry.classes[usize::from(m.class)];
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let fit = geometry.fitting(&class.offsets, class.valid, state.free | class.masks[from]);
        let mut rings = vec![B::cell(from)];
        let mut seen = rings[0];
        while !seen.has(to) {
            let ring = rings[rings.len() - 1];
            let next = Direction::ALL
                .iter()
                .enumerate()
                .fold(B::EMPTY, |set, (i, &d)| set | geometry.neighbours(ring & class.steps[i].from, d));
            let next = next & fit & !seen;
            if next.is_empty() {
                return Vec::new();
            }
            seen |= next;
            rings.push(next);
        }
        let mut way = Vec::with_capacity(rings.len());
        let mut at = B::cell(to);
        for ring in rings.iter().rev().skip(1) {
            let back = Direction::ALL.iter().find_map(|&d| {
                let before = geometry.neighbours(at, d.opposite()) & *ring;
                (!before.is_empty()).then_some((d, before))
            });
            let Some((d, before)) = back else { return Vec::new() };
            way.push(d);
            at = before;
        }
        way.reverse();
        way
    }
}

/// The position after all slides, for those who only want to show it.
pub fn play(puzzle: &Puzzle, mut position: Position, slides: &[Slide]) -> Result<Position, Blocked> {
    for slide in slides {
        for &d in &slide.path {
            position.step(puzzle, slide.piece, d)?;
        }
    }
    Ok(position)
}
