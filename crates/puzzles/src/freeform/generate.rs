//! Puzzles that can be solved: random walks from a position that meets the goal, and rectangles to begin
//! with.

use super::board::{Position, steps};
use super::classes::Classes;
use super::goal::in_order;
use super::grid::Grid;
use super::puzzle::{Puzzle, PuzzleError, Tile};
use crate::random::Rng;

/// A rectangle with tiles 1, 2, … in order and this many blanks behind them: the goal, and the start too.
pub fn board(rows: usize, cols: usize, blanks: usize) -> Result<Puzzle, PuzzleError> {
    let cells = rows.saturating_mul(cols);
    // `Grid::new` refuses larger ones; this only keeps their list of walls from being made.
    let grid = Grid::new(rows, cols, vec![false; cells.min(super::puzzle::MAX_CELLS)])?;
    let tiles: Vec<Tile> =
        (1..=cells.saturating_sub(blanks)).map(|number| Tile { label: number.to_string() }).collect();
    let goal = in_order(&grid, &tiles);
    let start = (0..tiles.len()).collect();
    Puzzle::new(grid, tiles, start, goal)
}

/// A position that meets the goal; where the goal leaves open what lies, what is left over lies at random.
pub fn goal_position(puzzle: &Puzzle, rng: &mut Rng) -> Position {
    let classes = Classes::new(puzzle);
    let left = classes.left_over(puzzle).into_iter().enumerate();
    let mut left: Vec<u8> = left.flat_map(|(class, n)| std::iter::repeat_n(class as u8, n)).collect();
    rng.shuffle(&mut left);
    let mut unused: Vec<std::slice::Iter<'_, usize>> =
        (0..classes.count()).map(|class| classes.tiles(class).iter()).collect();
    let mut cells = vec![None; puzzle.walls().len()];
    for cell in puzzle.grid().open() {
        let class = classes.goal()[cell].or_else(|| left.pop()).unwrap_or(0);
        cells[cell] = unused[usize::from(class)].next().copied();
    }
    Position::from_cells(cells)
}

/// The same board after at most `moves` random moves from a position that meets the goal, so that the goal
/// can be reached in as many. No move takes back the one before it, unless there is no other; it ends early
/// where nothing can move.
pub fn scramble(puzzle: &Puzzle, moves: usize, rng: &mut Rng) -> Puzzle {
    let mut position = goal_position(puzzle, rng);
    let mut last = None;
    for _ in 0..moves {
        let all = steps(puzzle, &position);
        // By where it leads, not by direction: where edges are joined two directions can lead to the same
        // cell.
        let after: Vec<Position> = all
            .iter()
            .map(|step| {
                let mut next = position.clone();
                let made = next.step(puzzle, step.piece, step.direction);
                debug_assert!(made.is_ok(), "steps() lists what can be made");
                next
            })
            .collect();
        let forward: Vec<&Position> = after.iter().filter(|&next| last.as_ref() != Some(next)).collect();
        let chosen = match (forward.len(), after.len()) {
            (_, 0) => break,
            (0, all) => after[rng.below(all)].clone(),
            (some, _) => forward[rng.below(some)].clone(),
        };
        last = Some(std::mem::replace(&mut position, chosen));
    }
    position.as_start(puzzle).expect("each tile of the puzzle stands on an open cell of its own")
}

#[cfg(test)]
mod tests {
    use super::super::{parse, testing, write};
    use super::*;

    #[test]
    fn boards_are_solved_rectangles() {
        let puzzle = board(2, 3, 2).unwrap();
        assert_eq!(write::line(&puzzle, &Position::start(&puzzle)), "tiles: 1 2 3/4 . .; goal: 1 2 3/4 . .");
        assert_eq!(board(2, 2, 4), Err(PuzzleError::NoTiles));
        assert_eq!(board(2, 2, 9), Err(PuzzleError::NoTiles));
        assert_eq!(board(2, 2, 0), Err(PuzzleError::NoBlank));
        assert_eq!(board(100, 100, 1), Err(PuzzleError::Size { rows: 100, cols: 100 }));
    }

    #[test]
    fn goal_positions_meet_the_goal() {
        let mut rng = Rng::from_seed(4);
        for _ in 0..500 {
            let puzzle = testing::random_puzzle(&mut rng, 20);
            assert!(goal_position(&puzzle, &mut rng).is_solved(&puzzle));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_puzzle_and_no_moves_a_solved_one() {
        let puzzle = parse("tiles: 1 1 2/# . 3; goal: ? 1 3/# . ?; wrap: both").unwrap().puzzle;
        let made = |moves, seed| scramble(&puzzle, moves, &mut Rng::from_seed(seed));
        assert_eq!(made(30, 1), made(30, 1));
        assert!(Position::start(&made(0, 1)).is_solved(&puzzle));
        assert_ne!(Position::start(&made(30, 1)), Position::start(&made(30, 2)));
        let stuck = parse("tiles: 1 # .").unwrap().puzzle;
        assert_eq!(scramble(&stuck, 9, &mut Rng::from_seed(1)).start(), [0]);
    }

    #[test]
    fn no_move_is_taken_back() {
        let puzzle = parse("tiles: 1 2/3 .; wrap: both").unwrap().puzzle;
        for seed in 0..20 {
            let two = scramble(&puzzle, 2, &mut Rng::from_seed(seed));
            assert!(!Position::start(&two).is_solved(&puzzle), "the blank goes on around the ring");
        }
    }
}
