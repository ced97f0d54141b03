//! Solutions of large boards in two phases: everything is carried near its goal, then sorted line by line.
//!
//! The constructive solver carries each tile home alone, through tiles that it puts out of order again. Here the
//! blank first walks wherever a step brings some tile nearer (`carry`), until the tiles are some cells from home on
//! average; such a walk takes 1.6 to 1.8 moves for each step of Manhattan distance. Then it sorts, cell after
//! cell (`sort`), for about ten moves a tile whatever the size of the board. Both phases are beams that commit
//! themselves to the first moves of their best way before they go on (`rolling`), so time grows with the length of
//! the solution times the width, and memory with the width alone.
//!
//! docs/notebook/anytime.md has the figures. Whatever is not in order at the end is left to the constructive
//! solver, so a solution is found wherever there is one.

mod carry;
mod order;
mod rolling;
mod sort;

use slidewise_search::{Meter, Stop};

use super::construct::{Grid, bring, construct};
use super::shape::Shape;
use super::space::Slide;
use carry::Carry;
use rolling::Rolling;
use sort::Sort;

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatherOptions {
    /// Width of the beam that carries.
    pub carry: usize,
    /// Width of the beam that sorts; 0 leaves that to the constructive solver, which is quick and longer.
    pub sort: usize,
    /// Decides between ways of equal rank.
    pub seed: u64,
}

/// Narrower boards have nowhere to carry tiles past each other.
const NARROW: usize = 4;
/// Steps from home, on average, at which sorting costs less than carrying on.
const NEAR: u32 = 4;
/// Carrying ends when this many moves bring less than one step of distance.
const TOO_DEAR: u32 = 5;
/// Moves for one cell after which the sorting beam is not expected to finish it: so many and one for each of its
/// places, but no more than the second number.
const PATIENCE: (usize, usize) = (100, 500);
/// Moves that lessen the squares of distances by so much each are worth while wherever they are made.
const PRODUCTIVE: i32 = 1;
/// A tile that is needed next is fetched if it is farther from home than this, until it is so near.
const FAR: u32 = 7;
const FETCHED: u32 = 3;

/// Whether boards of this shape can be gathered.
pub fn is_suited(shape: &Shape) -> bool {
    shape.rows().min(shape.cols()) >= NARROW
}

/// A solution of the position with these labels (see [`super::TilePuzzle::labels`]), in single steps of the blank;
/// `None` if there is none, or if the board is too narrow.
pub fn gather(
    shape: &Shape,
    labels: &[u16],
    options: GatherOptions,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Slide>>, Stop> {
    if !is_suited(shape) {
        return Ok(None);
    }
    let mut grid = Grid::new(shape, labels);
    carry(&mut grid, options, meter)?;
    if options.sort > 0 {
        sort(&mut grid, options, meter)?;
    }
    let Some(rest) = construct(shape, grid.labels(), meter)? else { return Ok(None) };
    // Once more, for steps that take each other back.
    let mut record = Grid::new(shape, labels);
    grid.into_moves().iter().chain(&rest).for_each(|slide| record.step(slide.to.into()));
    Ok(Some(record.into_moves()))
}

/// Carries tiles towards their goals while that is cheap.
fn carry(grid: &mut Grid, options: GatherOptions, meter: &mut Meter<'_>) -> Result<(), Stop> {
    let cells = grid.shape.cells();
    let near = NEAR * cells as u32;
    let mut guide = Carry::new(&grid.shape);
    let mut beam = Rolling::new(grid, &guide, options.carry, options.seed);
    // Distances after each quarter of a move a cell: looked at over two moves a cell, they fall steadily.
    let mut distances = Vec::new();
    loop {
        let distance = guide.survey(grid);
        let before = distances.len().checked_sub(8).map(|at: usize| distances[at]);
        let is_dear =
            before.is_some_and(|before: u32| TOO_DEAR * before.saturating_sub(distance) < 2 * cells as u32);
        if distance <= near || is_dear {
            return Ok(());
        }
        distances.push(distance);
        for _ in 0..(cells / 4).div_ceil(rolling::COMMITTED) {
            if !beam.advance(grid, &mut guide, meter)? {
                return Ok(());
            }
        }
    }
}

/// Sorts cell after cell; where the beam finds no way on, the constructive solver does the next, from before the
/// beam's attempt unless that was of use elsewhere.
fn sort(grid: &mut Grid, options: GatherOptions, meter: &mut Meter<'_>) -> Result<(), Stop> {
    let mut guide = Sort::new(&grid.shape);
    let (mut finished, mut mark, mut made, mut squares) = (0, grid.len(), 0, 0);
    let mut beam = None;
    let patience = (PATIENCE.0 + options.sort).min(PATIENCE.1);
    loop {
        let now = guide.finished(grid, 0);
        if guide.is_all(now) {
            return Ok(());
        }
        if now > finished || beam.is_none() {
            guide.forget();
            if fetch(grid, &guide, finished, now) {
                beam = None;
            }
            (finished, mark, made, squares) = (now, grid.len(), 0, guide.squares(grid));
        } else if made > patience {
            if now < finished || guide.squares(grid) + PRODUCTIVE * made as i32 > squares {
                grid.rewind(mark);
            }
            beam = None;
            guide.place_next(grid, finished);
            if guide.finished(grid, 0) <= finished {
                return Ok(());
            }
            continue;
        }
        let rolling = beam.get_or_insert_with(|| Rolling::new(grid, &guide, options.sort, options.seed));
        rolling.advance(grid, &mut guide, meter)?;
        made += rolling::COMMITTED;
    }
}

/// Brings tiles in work that are far from home near to it, past finished ones, or else the blank to where the work
/// is. True if the board has changed.
fn fetch(grid: &mut Grid, guide: &Sort, before: u16, finished: u16) -> bool {
    guide.cells(before..finished).for_each(|cell| grid.set_locked(cell, true));
    let shape = grid.shape.clone();
    let mut fetched = false;
    for home in guide.in_work(finished) {
        if shape.distance(grid.place(home), home) > FAR {
            bring(grid, home, home, |place| shape.distance(place, home) <= FETCHED);
            fetched = true;
        }
    }
    if !fetched && let Some(first) = guide.in_work(finished).next() {
        fetched = shape.distance(grid.blank(), first) > FAR
            && grid.walk(&[], |cell| shape.distance(cell, first) <= FETCHED);
    }
    fetched
}

#[cfg(test)]
mod tests {
    use super::super::generate::uniform;
    use super::super::replay::replay;
    use super::super::{Board, Goal, TilePuzzle};
    use super::*;
    use crate::random::Rng;
    use slidewise_search::{Cancel, Limits};

    const QUICK: GatherOptions = GatherOptions { carry: 5, sort: 20, seed: 1 };
    const USUAL: GatherOptions = GatherOptions { carry: 30, sort: 90, seed: 1 };

    fn gathered(puzzle: &TilePuzzle, options: GatherOptions) -> Option<Vec<Slide>> {
        let (rows, cols) = (puzzle.start().rows(), puzzle.start().cols());
        let shape = Shape::new(rows, cols, puzzle.goal().blank());
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        gather(&shape, &puzzle.labels(), options, &mut meter).unwrap()
    }

    fn random(rows: usize, cols: usize, rng: &mut Rng) -> TilePuzzle {
        let mut cells: Vec<u16> = (0..(rows * cols) as u16).collect();
        rng.shuffle(&mut cells);
        let goal = Board::new(rows, cols, cells).unwrap();
        TilePuzzle::new(uniform(&goal, rng), goal).unwrap()
    }

    #[test]
    fn boards_of_any_shape_and_goal_are_solved() {
        let mut rng = Rng::from_seed(3);
        let small = (0..100).map(|i| (4 + i % 7, 4 + i / 7 % 9));
        for (rows, cols) in small.chain([(4, 60), (60, 5), (13, 40), (25, 25)]) {
            let puzzle = random(rows, cols, &mut rng);
            let moves = gathered(&puzzle, QUICK).expect("every uniform board is solvable");
            let end = replay(puzzle.start(), &puzzle.directions(&moves));
            assert_eq!(end.as_ref(), Ok(puzzle.goal()), "from {}", puzzle.start());
        }
    }

    #[test]
    fn narrow_and_unsolvable_boards_have_no_solution_here() {
        let mut rng = Rng::from_seed(4);
        assert_eq!(gathered(&random(3, 30, &mut rng), QUICK), None);
        let goal = Goal::BlankLast.board(6, 6).unwrap();
        let mut cells: Vec<u16> = (1..36).chain([0]).collect();
        cells.swap(20, 21);
        let odd = Board::new(6, 6, cells).unwrap();
        assert_eq!(gathered(&TilePuzzle::new(odd, goal).unwrap(), QUICK), None);
    }

    #[test]
    fn solutions_are_a_fifth_shorter_than_constructed_ones_and_the_same_each_time() {
        let goal = Goal::BlankLast.board(20, 20).unwrap();
        let puzzle = TilePuzzle::new(uniform(&goal, &mut Rng::from_seed(5)), goal.clone()).unwrap();
        let moves = gathered(&puzzle, USUAL).unwrap();
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let shape = Shape::new(20, 20, goal.blank());
        let constructed = construct(&shape, &puzzle.labels(), &mut meter).unwrap().unwrap();
        assert!(5 * moves.len() < 4 * constructed.len(), "{} and {}", moves.len(), constructed.len());
        assert_eq!(gathered(&puzzle, USUAL).unwrap(), moves);
        assert_ne!(gathered(&puzzle, GatherOptions { seed: 2, ..USUAL }).unwrap(), moves);
    }

    #[test]
    fn carrying_brings_tiles_near_at_less_than_two_moves_a_step() {
        let goal = Goal::Snail.board(24, 20).unwrap();
        let puzzle = TilePuzzle::new(uniform(&goal, &mut Rng::from_seed(6)), goal.clone()).unwrap();
        let shape = Shape::new(24, 20, goal.blank());
        let mut grid = Grid::new(&shape, &puzzle.labels());
        let before = Carry::new(&shape).survey(&grid);
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        carry(&mut grid, USUAL, &mut meter).unwrap();
        let after = Carry::new(&shape).survey(&grid);
        assert!(after <= NEAR * 24 * 20, "{after} steps are left");
        assert!(grid.len() < 2 * (before - after) as usize, "{} moves from {before} to {after}", grid.len());
        // The moves on record lead to the board as it is.
        let labels = grid.labels().to_vec();
        let mut again = Grid::new(&shape, &puzzle.labels());
        grid.into_moves().iter().for_each(|slide| again.step(slide.to.into()));
        assert_eq!(again.labels(), labels);
    }

    #[test]
    fn it_can_be_stopped() {
        let puzzle = random(20, 20, &mut Rng::from_seed(7));
        let shape = Shape::new(20, 20, puzzle.goal().blank());
        let mut observer = ();
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut observer);
        assert_eq!(gather(&shape, &puzzle.labels(), QUICK, &mut meter), Err(Stop::Nodes));
    }
}
