//! Some solution of a puzzle whose space is too large for searches: what a piece needs is brought about by making way
//! for it, as one clears a path for furniture through a full room.
//!
//! A piece that the goal names takes the cheapest way to its place, on which every other piece has a price. Whatever
//! lies on the way has to go where it is not in the way, by its own cheapest way, for which others have to make way in
//! turn, and so on. A piece for which nobody could make way becomes dearer, so that the next try goes around it. Tries
//! differ by chance. Nothing is promised: crowded boards may need more foresight than this has. But a try takes less
//! than a single expansion of a search by moves, which has thousands of successors on a large board.

mod board;
mod tidy;

use super::bits::{Bits, Wide};
use super::geometry::{Alternative, Geometry};
use super::metric::Metric;
use super::puzzle::Puzzle;
use crate::random::Rng;
use crate::step::{Direction, Step};
use board::{Blocked, Board, Tolls};

/// What a piece in the way costs at first, and how much that differs from piece to piece and from try to try.
const TOLL: u32 = 6;
/// What one costs that lies where the goal wants it.
const SETTLED: u32 = 60;
/// How deep pieces make way for pieces that make way.
const DEEPEST: usize = 12;
/// How often a piece looks for another way when nobody could make way on the last one.
const AGAIN: usize = 3;
/// Needs that are looked after in one try, for each need of the goal.
const ROUNDS: usize = 12;
/// How many steps ahead of a piece the others leave its way free, in one try or another: all of them, or few, where
/// there is not enough room to clear a whole way at once.
const AHEAD: [usize; 4] = [usize::MAX, 1, 4, 2];
/// Ways that are looked for in one try.
const WAYS: usize = 3000;
/// Steps made by chance where nothing else helps.
const SHAKEN: usize = 40;

/// Makes solutions of a puzzle, one after another. The same puzzle gives the same ones in the same order, as far as
/// nothing interrupts it.
#[derive(Clone, Debug)]
pub struct Constructor<'p> {
    puzzle: &'p Puzzle,
    geometry: Geometry<Wide>,
    /// The number of the next try.
    next: u64,
}

impl<'p> Constructor<'p> {
    /// For a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Self { puzzle, geometry: Geometry::new(puzzle), next: 0 }
    }

    /// Tries until there is another solution. `go_on` is asked before each way that is looked for; `None` when it says
    /// no, or when there is no goal that could be met.
    pub fn another(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Step>> {
        let goals = &self.geometry.goal;
        while !goals.is_empty() && go_on() {
            let number = self.next;
            self.next += 1;
            let mut attempt = Attempt::new(self.puzzle, &self.geometry, number, go_on);
            let nth = (number as usize / AHEAD.len()) % goals.len();
            if attempt.meet(&goals[nth]) {
                return Some(attempt.steps);
            }
        }
        None
    }

    /// A solution that is never longer than the given one in this metric, without what it can do without. `go_on` is
    /// asked now and then; when it says no, what was found by then is given. Steps that do not solve the puzzle come
    /// back as they are.
    pub fn tidied(&self, metric: Metric, steps: &[Step], go_on: &mut dyn FnMut() -> bool) -> Vec<Step> {
        tidy::tidied(Board::new(self.puzzle, &self.geometry), metric, steps, go_on)
    }
}

/// One try.
struct Attempt<'g, 'a> {
    board: Board<'g>,
    /// What was done so far.
    steps: Vec<Step>,
    tolls: Tolls,
    rng: Rng,
    /// Steps ahead of a piece on which others must not be.
    ahead: usize,
    /// Ways that may still be looked for.
    ways: usize,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'g, 'a> Attempt<'g, 'a> {
    fn new(
        puzzle: &Puzzle,
        geometry: &'g Geometry<Wide>,
        number: u64,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let mut rng = Rng::from_seed(number);
        let toll = |piece: &super::puzzle::Piece| match piece.fixed {
            true => None,
            // Large pieces find a place less easily.
            false => Some(TOLL + piece.cells.len() as u32 + rng.below(TOLL as usize) as u32),
        };
        let tolls = puzzle.pieces().iter().map(toll).collect();
        let board = Board::new(puzzle, geometry);
        let ahead = AHEAD[number as usize % AHEAD.len()];
        Self { board, steps: Vec::new(), tolls, rng, ahead, ways: WAYS, go_on }
    }

    /// Whether the alternative could be met.
    fn meet(&mut self, alternative: &Alternative<Wide>) -> bool {
        let rounds = ROUNDS * (alternative.needs.len() + 1);
        for _ in 0..rounds {
            if self.board.meets(alternative) {
                return true;
            }
            if self.ways == 0 || !(self.go_on)() {
                return false;
            }
            let went = self.look_after_a_need(alternative);
            if !went {
                self.shake();
            }
        }
        self.board.meets(alternative)
    }

    /// Looks after a need that is not met, chosen by chance; whether that succeeded.
    fn look_after_a_need(&mut self, alternative: &Alternative<Wide>) -> bool {
        let settled: Vec<usize> =
            alternative.needs.iter().filter_map(|need| self.board.met_by(need)).collect();
        let unmet: Vec<&Vec<(usize, Wide)>> =
            alternative.needs.iter().filter(|need| self.board.met_by(need).is_none()).collect();
        let kept = self.tolls.clone();
        for piece in settled {
            self.tolls[piece] = self.tolls[piece].map(|toll| toll + SETTLED);
        }
        let went = match unmet.is_empty() {
            true => self.clear(alternative.empty),
            false => {
                let need = unmet[self.rng.below(unmet.len())];
                self.bring(need)
            }
        };
        self.tolls = kept;
        went
    }

    /// Brings the piece that has the cheapest way to where a need wants one.
    fn bring(&mut self, need: &[(usize, Wide)]) -> bool {
        let mut cheapest: Option<(u32, usize, Vec<Direction>)> = None;
        for (piece, places) in self.board.candidates(need) {
            let way = self.board.way(piece, |anchor| places.has(anchor), &self.tolls);
            if let Some((cost, way)) = way
                && cheapest.as_ref().is_none_or(|(least, ..)| cost < *least)
            {
                cheapest = Some((cost, piece, way));
            }
        }
        self.ways = self.ways.saturating_sub(1);
        let Some((_, piece, way)) = cheapest else { return false };
        let toll = self.tolls[piece].take();
        let before = self.note();
        let went = self.follow(piece, &way, Wide::EMPTY, 0);
        self.tolls[piece] = toll;
        if !went {
            self.restore(before);
        }
        went
    }

    /// Makes these cells empty.
    fn clear(&mut self, cells: Wide) -> bool {
        let covered = cells.iter().find_map(|cell| self.board.owner(cell));
        covered.is_none_or(|piece| self.evict(piece, cells, 0))
    }

    /// Takes a piece along a way; whoever is on it must go to where it is not on the rest of it, nor on `keep`.
    fn follow(&mut self, piece: usize, way: &[Direction], keep: Wide, depth: usize) -> bool {
        for (done, &direction) in way.iter().enumerate() {
            let step = Step { piece, direction };
            while let Blocked::By(blocker) = self.board.blocker(step) {
                let rest = &way[done..];
                let ahead = self.swept(piece, &rest[..rest.len().min(self.ahead)]);
                if !self.evict(blocker, keep | ahead, depth + 1) {
                    self.make_dearer(blocker);
                    return false;
                }
            }
            if !self.board.step(step) {
                return false;
            }
            self.steps.push(step);
        }
        true
    }

    /// The cells that a piece covers on a way from where it is.
    fn swept(&self, piece: usize, way: &[Direction]) -> Wide {
        let class = self.board.class(piece);
        let mut anchor = self.board.anchor(piece);
        let mut cells = class.masks[anchor];
        for &direction in way {
            anchor = class.steps[direction as usize].after(anchor);
            cells |= class.masks[anchor];
        }
        cells
    }

    /// Takes a piece to where it covers none of the cells.
    fn evict(&mut self, piece: usize, keep: Wide, depth: usize) -> bool {
        if depth > DEEPEST || self.tolls[piece].is_none() {
            return false;
        }
        let class = self.board.class(piece);
        for _ in 0..AGAIN {
            if self.ways == 0 || !(self.go_on)() {
                return false;
            }
            self.ways -= 1;
            let out = |anchor: usize| (class.masks[anchor] & keep).is_empty();
            let Some((_, way)) = self.board.way(piece, out, &self.tolls) else { return false };
            let before = self.note();
            // Those that make way for it must not push it in turn.
            let toll = self.tolls[piece].take();
            let went = self.follow(piece, &way, keep, depth);
            self.tolls[piece] = toll;
            if went {
                return true;
            }
            self.restore(before);
        }
        false
    }

    fn make_dearer(&mut self, piece: usize) {
        let more = 1 + self.rng.below(TOLL as usize) as u32;
        self.tolls[piece] = self.tolls[piece].map(|toll| toll.saturating_mul(2).min(1 << 16) + more);
    }

    /// Makes some steps by chance.
    fn shake(&mut self) {
        for _ in 0..SHAKEN {
            let piece = self.rng.below(self.board.pieces());
            let direction = Direction::ALL[self.rng.below(Direction::ALL.len())];
            let step = Step { piece, direction };
            if self.board.step(step) {
                self.steps.push(step);
            }
        }
    }

    /// What is needed to take back what is done from here on.
    fn note(&self) -> (Board<'g>, usize) {
        (self.board.clone(), self.steps.len())
    }

    fn restore(&mut self, (board, steps): (Board<'g>, usize)) {
        self.board = board;
        self.steps.truncate(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::super::replay::Position;
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        super::super::parse(text).unwrap().puzzle
    }

    /// The first solution within so many ways, tidied; checked on the plain board.
    fn solution(puzzle: &Puzzle, metric: Metric, ways: usize) -> Option<Vec<Step>> {
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked < ways
        };
        let mut constructor = Constructor::new(puzzle);
        let steps = constructor.another(&mut go_on)?;
        let tidied = constructor.tidied(metric, &steps, &mut || true);
        for steps in [&steps, &tidied] {
            let mut at = Position::start(puzzle);
            steps.iter().for_each(|step| at.step(puzzle, step.piece, step.direction).unwrap());
            assert!(at.is_solved(puzzle), "{steps:?}");
        }
        assert!(metric.length(&tidied) <= metric.length(&steps));
        Some(tidied)
    }

    #[test]
    fn way_is_made_for_way_to_be_made() {
        // B has to make way for A, and C for B.
        let text = "board:\nAAB.\n###C\n###.\ngoal:\n..AA\n....\n....";
        let steps = solution(&puzzle(text), Metric::Moves, 1000).unwrap();
        assert_eq!(Metric::Moves.length(&steps), 3, "{steps:?}");
        let text = "board:\nAAB.\n###C\ngoal:\n..AA\n....";
        assert_eq!(solution(&puzzle(text), Metric::Moves, 1000), None, "there is no room");
    }

    #[test]
    fn cells_are_emptied_and_shapes_brought() {
        let steps = solution(&puzzle("board:\nAB.\n...\nempty:\n__.\n..."), Metric::Moves, 1000);
        assert!(steps.is_some_and(|steps| Metric::Moves.length(&steps) == 2));
        let steps =
            solution(&puzzle("board:\nA.B\n...\nshapegoal: yes\ngoal:\n...\n.A."), Metric::Steps, 1000);
        assert!(steps.is_some_and(|steps| steps.len() == 2));
    }

    #[test]
    fn what_has_no_goal_or_no_solution_ends() {
        assert_eq!(solution(&puzzle("board:\nA.\n.."), Metric::Moves, 1000), None);
        assert_eq!(solution(&puzzle("board:\nA#.\n.#.\ngoal:\n.#A\n.#."), Metric::Moves, 1000), None);
        assert_eq!(solution(&puzzle("board:\nAB\ngoal:\nBA"), Metric::Moves, 1000), None);
    }

    #[test]
    fn puzzles_of_the_library_are_solved_or_given_up() {
        let mut solved = 0;
        for entry in super::super::library::entries() {
            let puzzle = puzzle(entry.text);
            solved += usize::from(solution(&puzzle, Metric::Moves, 3000).is_some());
        }
        assert!(solved >= 3, "{solved}");
    }
}
