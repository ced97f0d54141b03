//! Where a piece can be pulled to, so that it follows a finger: the ways, how far, and what comes along.

use serde::Serialize;
use slidewise_solve::{Direction, Position, Puzzle, Step};

use crate::session::Session;

/// One way in which a piece can be pulled.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Grip {
    /// `up`, `down`, `left` or `right`.
    pub way: &'static str,
    /// So many cells, in a straight line.
    pub far: usize,
    /// The pieces that go, itself among them.
    pub carried: Vec<usize>,
}

/// What moves if a piece is pulled one cell: all between it and a gap, or it alone.
pub(crate) fn pulled(puzzle: &dyn Puzzle, at: &Position, piece: usize, way: Direction) -> Vec<Step> {
    let cell = at.cells_of(piece).first().copied();
    let push = cell.and_then(|cell| puzzle.press(at, cell).ok());
    let push = push.filter(|steps| steps.iter().all(|step| step.direction == way));
    push.unwrap_or_else(|| vec![Step { piece, direction: way }])
}

impl Session {
    /// Every way in which a piece can be pulled from where it is.
    pub fn grips(&self, piece: usize) -> Vec<Grip> {
        Direction::ALL.into_iter().filter_map(|way| self.grip(piece, way)).collect()
    }

    fn grip(&self, piece: usize, way: Direction) -> Option<Grip> {
        let (puzzle, mut at) = (&**self.puzzle(), self.game().field().now().clone());
        let first = pulled(puzzle, &at, piece, way);
        let (rows, cols) = puzzle.size();
        // Around joined edges a piece could go for ever.
        let most = if matches!(way, Direction::Left | Direction::Right) { cols } else { rows };
        let mut far = 0;
        while far < most && pull(puzzle, &mut at, piece, way) {
            far += 1;
        }
        let mut carried: Vec<usize> = first.iter().map(|step| step.piece).collect();
        carried.dedup();
        (far > 0).then_some(Grip { way: way.word(), far, carried })
    }
}

/// Whether it went.
fn pull(puzzle: &dyn Puzzle, at: &mut Position, piece: usize, way: Direction) -> bool {
    let steps = pulled(puzzle, at, piece, way);
    let mut next = at.clone();
    let went = steps.iter().all(|&step| puzzle.apply(&mut next, step).is_ok());
    // Of a row that is pushed, only those that were on the way go on.
    let whole = went && steps.iter().any(|step| step.piece == piece);
    if whole {
        *at = next;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grips(text: &str, piece: usize) -> Vec<(&'static str, usize, Vec<usize>)> {
        let session = Session::open(text, "").unwrap().session;
        session.grips(piece).into_iter().map(|grip| (grip.way, grip.far, grip.carried)).collect()
    }

    #[test]
    fn tiles_take_those_before_them_along() {
        let board = "1 2 3/4 5 6/0 7 8";
        assert_eq!(grips(board, 8), [("left", 1, vec![7, 8])]);
        assert_eq!(grips(board, 7), [("left", 1, vec![7])]);
        assert_eq!(grips(board, 1), [("down", 1, vec![4, 1])]);
        assert_eq!(grips(board, 5), []);
    }

    #[test]
    fn bricks_go_as_far_as_there_is_room() {
        let car = "board:\nA...\nB.C.\n....\ngoal:\n...A\n....\n....";
        assert_eq!(grips(car, 0), [("right", 3, vec![0])]);
        assert_eq!(grips(car, 1), [("down", 1, vec![1]), ("right", 1, vec![1])]);
    }

    /// Whatever a grip promises can be done, one cell after another.
    #[test]
    fn what_is_promised_is_kept() {
        for text in [
            "klotski",
            "rush-hour-1",
            "8 6 7/2 5 4/3 0 1",
            "tiles: a . b/. c d; goal: ? ? ?/? ? a; wrap: both",
        ] {
            let session = Session::open(text, "").unwrap().session;
            for item in session.view().items {
                for grip in session.grips(item.id) {
                    let way = Direction::ALL.into_iter().find(|way| way.word() == grip.way).unwrap();
                    let mut moved = session.clone();
                    for step in 0..grip.far {
                        moved.nudge(item.id, way, step > 0).unwrap();
                    }
                }
            }
        }
    }
}
