//! What a solution can do without.
//!
//! Three things are tried until none helps: what is done between two visits to one position is left out; a move is left
//! out with all that cannot be done without it (action elimination: Nakhost and Müller, ICAPS 2010); two moves of one
//! piece become one, made where the first or where the second was.

use std::collections::HashMap;

use super::super::metric::Metric;
use super::board::{Board, Tolls};
use crate::step::{Direction, Step};

/// A piece goes along a way until another one moves.
#[derive(Clone, Debug)]
struct Slide {
    piece: usize,
    way: Vec<Direction>,
}

/// See [`Constructor::tidied`](super::Constructor::tidied).
pub(super) fn tidied(
    start: Board<'_>,
    metric: Metric,
    steps: &[Step],
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Step> {
    Tidier { start, metric, go_on }.tidy(steps)
}

struct Tidier<'g, 'a> {
    start: Board<'g>,
    metric: Metric,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Tidier<'_, '_> {
    fn tidy(&mut self, steps: &[Step]) -> Vec<Step> {
        let mut best = steps.to_vec();
        loop {
            let before = self.length(&best);
            for shorter in [Self::without_circles, Self::without_what_is_not_needed, Self::joined] {
                let found = shorter(self, &best);
                if self.length(&found) <= self.length(&best) {
                    best = found;
                }
            }
            if self.length(&best) >= before || !(self.go_on)() {
                return best;
            }
        }
    }

    /// By the metric, and by steps where that is the same.
    fn length(&self, steps: &[Step]) -> (usize, usize) {
        (self.metric.length(steps), steps.len())
    }

    fn without_circles(&mut self, steps: &[Step]) -> Vec<Step> {
        let mut board = self.start.clone();
        let mut kept: Vec<Step> = Vec::new();
        // The positions along what is kept, and where each of them is.
        let mut along = vec![board.anchors().to_vec()];
        let mut places = HashMap::from([(board.anchors().to_vec(), 0)]);
        for &step in steps {
            if !board.step(step) {
                return steps.to_vec();
            }
            if let Some(&earlier) = places.get(board.anchors()) {
                kept.truncate(earlier);
                along.drain(earlier + 1..).for_each(|position| _ = places.remove(&position));
            } else {
                kept.push(step);
                places.insert(board.anchors().to_vec(), kept.len());
                along.push(board.anchors().to_vec());
            }
        }
        kept
    }

    fn without_what_is_not_needed(&mut self, steps: &[Step]) -> Vec<Step> {
        self.one_by_one(steps, Self::without)
    }

    fn joined(&mut self, steps: &[Step]) -> Vec<Step> {
        self.one_by_one(steps, Self::joined_with_next)
    }

    /// Asks of one slide after another whether there are fewer without it.
    fn one_by_one(
        &mut self,
        steps: &[Step],
        fewer: fn(&Self, &[Slide], usize) -> Option<Vec<Slide>>,
    ) -> Vec<Step> {
        let mut slides = slides(steps);
        let mut at = 0;
        while at < slides.len() && (self.go_on)() {
            match fewer(self, &slides, at) {
                Some(fewer) => slides = fewer,
                None => at += 1,
            }
        }
        flat(&slides)
    }

    /// The slides without one of them and without those that it then makes impossible, if that solves the puzzle.
    fn without(&self, slides: &[Slide], left_out: usize) -> Option<Vec<Slide>> {
        let mut board = self.start.clone();
        let mut kept: Vec<Slide> = Vec::with_capacity(slides.len());
        for (number, slide) in slides.iter().enumerate() {
            if number != left_out && go(&mut board, slide) {
                kept.push(slide.clone());
            }
        }
        board.is_goal().then_some(kept)
    }

    /// A slide and the next one of the same piece as one, made where one of them was, if that solves the puzzle.
    fn joined_with_next(&self, slides: &[Slide], first: usize) -> Option<Vec<Slide>> {
        let piece = slides[first].piece;
        let second = (first + 1..slides.len()).find(|&later| slides[later].piece == piece)?;
        let mut boards = self.start.clone();
        for slide in &slides[..first] {
            go(&mut boards, slide).then_some(())?;
        }
        let goes_on = [&slides[first].way[..], &slides[second].way].concat();
        [first, second].into_iter().find_map(|place| {
            let mut board = boards.clone();
            let mut kept = slides[..first].to_vec();
            for (number, slide) in slides.iter().enumerate().skip(first) {
                if number == place {
                    let slide = Slide { piece, way: self.shortest(&board, piece, &goes_on)? };
                    go(&mut board, &slide).then_some(())?;
                    kept.push(slide);
                } else if number != first && number != second {
                    go(&mut board, slide).then_some(())?;
                    kept.push(slide.clone());
                }
            }
            let fewer = self.length(&flat(&kept)) < self.length(&flat(slides));
            (fewer && board.is_goal()).then_some(kept)
        })
    }

    /// The shortest way of a piece to where these steps would lead if nothing were in the way, past all others.
    fn shortest(&self, board: &Board<'_>, piece: usize, way: &[Direction]) -> Option<Vec<Direction>> {
        let class = board.class(piece);
        let mut to = board.anchor(piece);
        for &direction in way {
            to = class.steps[direction as usize].after(to);
        }
        let nobody: Tolls = vec![None; board.pieces()];
        board.way(piece, |anchor| anchor == to, &nobody).map(|(_, way)| way)
    }
}

/// Steps put together that follow each other and are of one piece.
fn slides(steps: &[Step]) -> Vec<Slide> {
    let slide = |steps: &[Step]| Slide {
        piece: steps[0].piece,
        way: steps.iter().map(|step| step.direction).collect(),
    };
    steps.chunk_by(|a, b| a.piece == b.piece).map(slide).collect()
}

fn flat(slides: &[Slide]) -> Vec<Step> {
    let steps = |slide: &Slide| {
        let piece = slide.piece;
        slide.way.clone().into_iter().map(move |direction| Step { piece, direction })
    };
    slides.iter().flat_map(steps).collect()
}

/// Makes a slide if all of its steps can be made; otherwise nothing.
fn go(board: &mut Board<'_>, slide: &Slide) -> bool {
    let piece = slide.piece;
    for (done, &direction) in slide.way.iter().enumerate() {
        if !board.step(Step { piece, direction }) {
            for &direction in slide.way[..done].iter().rev() {
                let back = board.step(Step { piece, direction: direction.opposite() });
                debug_assert!(back, "where it came from is free");
            }
            return false;
        }
    }
    true
}
