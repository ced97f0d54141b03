//! Random boards from which a goal can be reached: drawn uniformly, or by a random walk from the goal.
//! The same seed gives the same board everywhere ([`crate::random`]).

use super::board::Board;
use super::replay::Walker;
use super::solvable;
use crate::random::Rng;
use crate::step::Direction;

/// A board of the goal's size, each one from which the goal can be reached equally likely.
///
/// With both sides ≥ 2 a uniformly random arrangement is made solvable, where it is not, by swapping tiles 1
/// and 2: that pairs each unsolvable arrangement with one solvable, so no board is favoured. On a single line
/// the tiles keep the goal's order and only the blank's place is random.
pub fn uniform(goal: &Board, rng: &mut Rng) -> Board {
    let (rows, cols) = (goal.rows(), goal.cols());
    let build = |cells| Board::new(rows, cols, cells).expect("a rearrangement of a board's cells is a board");
    let mut cells = goal.cells().to_vec();
    if rows == 1 || cols == 1 {
        cells.remove(goal.blank());
        cells.insert(rng.below(rows * cols), 0);
        return build(cells);
    }
    rng.shuffle(&mut cells);
    let board = build(cells);
    if solvable::check(&board, goal).is_solvable() {
        return board;
    }
    let swapped = |&tile: &u16| match tile {
        1 => 2,
        2 => 1,
        other => other,
    };
    build(board.cells().iter().map(swapped).collect())
}

/// The board after `steps` random moves from the goal. No move takes back the one before it, unless there is no
/// other (at the end of a single line). The goal is at most `steps` moves away.
pub fn scramble(goal: &Board, steps: usize, rng: &mut Rng) -> Board {
    walk(goal, steps, rng).1
}

/// The moves themselves, as the ways of the tiles, and the board that they lead to.
pub fn walk(goal: &Board, steps: usize, rng: &mut Rng) -> (Vec<Direction>, Board) {
    let mut walker = Walker::new(goal);
    let mut last: Option<Direction> = None;
    let mut moves = Vec::with_capacity(steps);
    for _ in 0..steps {
        let mut choices = [Direction::Up; 4];
        let mut count = 0;
        for d in Direction::ALL {
            if walker.can_slide(d) && last != Some(d.opposite()) {
                choices[count] = d;
                count += 1;
            }
        }
        let chosen = match (count, last) {
            (0, Some(last)) => last.opposite(),
            _ => choices[rng.below(count)],
        };
        walker.slide(chosen);
        moves.push(chosen);
        last = Some(chosen);
    }
    (moves, walker.board())
}

#[cfg(test)]
mod tests {
    use super::super::goal::Goal;
    use super::*;
    use std::collections::HashMap;

    /// Pearson's chi-square of the counts against equal shares.
    fn chi_square(goal: &Board, classes: usize, per_class: usize) -> f64 {
        let mut rng = Rng::from_seed(7);
        let mut counts: HashMap<Board, f64> = HashMap::new();
        for _ in 0..classes * per_class {
            *counts.entry(uniform(goal, &mut rng)).or_default() += 1.0;
        }
        assert_eq!(counts.len(), classes, "every board occurs");
        assert!(counts.keys().all(|b| solvable::check(b, goal).is_solvable()));
        counts.values().map(|c| (c - per_class as f64).powi(2) / per_class as f64).sum()
    }

    #[test]
    fn uniform_boards_are_solvable_and_equally_likely() {
        for (rows, cols, classes) in [(2, 2, 12), (2, 3, 360), (1, 5, 5), (5, 1, 5)] {
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).unwrap();
                let freedom = (classes - 1) as f64;
                let chi = chi_square(&goal, classes, 200);
                // Mean plus five standard deviations of the chi-square distribution.
                assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{rows}×{cols}: {chi}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_board_for_ever() {
        let goal = Goal::BlankLast.board(4, 4).unwrap();
        let board = |seed| uniform(&goal, &mut Rng::from_seed(seed)).to_string();
        assert_eq!(board(1), board(1));
        assert_ne!(board(1), board(2));
        assert_eq!(board(1), "10 11 3 15/5 13 0 7/4 2 1 14/6 9 8 12");
    }

    #[test]
    fn the_largest_board_is_generated_too() {
        let goal = Goal::Snail.board(100, 100).unwrap();
        let board = uniform(&goal, &mut Rng::from_seed(3));
        assert!(solvable::check(&board, &goal).is_solvable());
    }

    #[test]
    fn a_scramble_stays_reachable_and_does_not_turn_back() {
        let mut rng = Rng::from_seed(5);
        let goal = Goal::BlankLast.board(3, 3).unwrap();
        assert_eq!(scramble(&goal, 0, &mut rng), goal);
        for steps in 1..50 {
            let board = scramble(&goal, steps, &mut rng);
            assert!(solvable::check(&board, &goal).is_solvable());
            assert!(steps > 2 || board != goal, "two moves that do not cancel leave the goal");
        }
        let line = Goal::BlankLast.board(1, 3).unwrap();
        assert_eq!(scramble(&line, 2, &mut rng).to_string(), "0 1 2");
        assert_eq!(scramble(&line, 3, &mut rng).to_string(), "1 0 2");
    }
}
