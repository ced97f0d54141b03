//! Line after line is solved at the rim of the rectangle that is left, until a core of at most 3×3 remains.
//!
//! All tiles of a line but the last two are brought to their cells one after another. The last two would be in each
//! other's way: the first is brought to the corner, the other near to it, and the two are put right by a search over
//! the few arrangements of the two and the blank in the nine cells (or six, if the rectangle is two cells wide) at
//! the corner. There any arrangement can be made, for the tiles that do not matter absorb the parity.

use std::collections::VecDeque;

use slidewise_search::engine::{BestFirst, Engine, Order};
use slidewise_search::{Cancel, Limits, Meter, Stop};

use super::super::heuristic::Manhattan;
use super::super::repr::Bytes;
use super::super::shape::Shape;
use super::super::space::TileSpace;
use super::super::{Single, Slide};
use super::grid::Grid;

/// The rectangle that is left: first and last row, first and last column.
#[derive(Clone, Copy)]
struct Rest {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Rest {
    fn all(shape: &Shape) -> Self {
        Self { top: 0, bottom: shape.rows() - 1, left: 0, right: shape.cols() - 1 }
    }

    fn is_core(&self) -> bool {
        self.rows() <= 3 && self.cols() <= 3
    }

    fn rows(&self) -> usize {
        self.bottom + 1 - self.top
    }

    fn cols(&self) -> usize {
        self.right + 1 - self.left
    }
}

/// Boards of up to so many cells take some milliseconds and are always finished.
const QUICK: usize = 400;

/// Solves all but the core, then the core. `false` if the position cannot be solved.
pub(super) fn peel(grid: &mut Grid, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let mut rest = Rest::all(&grid.shape);
    if rest.rows() == 1 || rest.cols() == 1 {
        let home = grid.shape.blank_home();
        grid.walk(&[], |cell| cell == home);
        return Ok(grid.labels().iter().enumerate().all(|(cell, &label)| cell == usize::from(label)));
    }
    while !rest.is_core() {
        let line = next_line(&grid.shape, &mut rest);
        solve_line(grid, &line, meter)?;
    }
    Ok(solve_core(grid, &rest))
}

/// The cells of the lines in the order in which they are solved. What is left after them is the core.
pub(in super::super) fn lines(shape: &Shape) -> Vec<Vec<usize>> {
    let mut rest = Rest::all(shape);
    let mut lines = Vec::new();
    while !rest.is_core() {
        lines.push(next_line(shape, &mut rest));
    }
    lines
}

/// Takes a line off the longer side of what is left, away from where the blank belongs, so that it stays in the
/// rest.
fn next_line(shape: &Shape, rest: &mut Rest) -> Vec<usize> {
    let (row, col) = (shape.row(shape.blank_home()), shape.col(shape.blank_home()));
    let cols = shape.cols();
    if rest.rows() >= rest.cols() {
        let top = row - rest.top >= rest.bottom - row;
        let line = if top { rest.top } else { rest.bottom };
        let cells = (rest.left..=rest.right).map(|c| line * cols + c).collect();
        if top {
            rest.top += 1
        } else {
            rest.bottom -= 1
        }
        cells
    } else {
        let left = col - rest.left >= rest.right - col;
        let line = if left { rest.left } else { rest.right };
        let cells = (rest.top..=rest.bottom).map(|r| r * cols + line).collect();
        if left {
            rest.left += 1
        } else {
            rest.right -= 1
        }
        cells
    }
}

/// Solves a line; all that is finished is locked.
fn solve_line(grid: &mut Grid, line: &[usize], meter: &Meter<'_>) -> Result<(), Stop> {
    let (others, last_two) = line.split_at(line.len() - 2);
    for &cell in others {
        bring(grid, cell, cell, |place| place == cell);
        grid.set_locked(cell, true);
        if grid.shape.cells() > QUICK {
            meter.check_clock()?;
        }
    }
    solve_end(grid, last_two[0], last_two[1]);
    Ok(())
}

/// Solves the last two cells of a line, of which all others are finished and locked.
pub(in super::super) fn solve_end(grid: &mut Grid, before: usize, corner: usize) {
    if grid.place(before) != before || grid.place(corner) != corner {
        let window = window(grid, corner);
        if !enter(grid, &window, before, corner) {
            bring(grid, before, corner, |place| place == corner);
            grid.set_locked(corner, true);
            let beside_corner = inwards(grid, before, corner);
            bring(grid, corner, beside_corner, |place| window.contains(&place));
            grid.set_locked(corner, false);
            enter(grid, &window, before, corner);
        }
        settle(grid, &window, before, corner);
    }
    grid.set_locked(before, true);
    grid.set_locked(corner, true);
}

/// Moves the blank into the window, if the two tiles are there already and leave it a way.
fn enter(grid: &mut Grid, window: &[usize], first: usize, second: usize) -> bool {
    let (a, b) = (grid.place(first), grid.place(second));
    window.contains(&a) && window.contains(&b) && grid.walk(&[a, b], |cell| window.contains(&cell))
}

/// The cell beside the corner that is not of its line.
fn inwards(grid: &Grid, before: usize, corner: usize) -> usize {
    let inside = |cell: &usize| !grid.is_locked(*cell) && *cell != before;
    grid.beside(corner).find(inside).unwrap_or(corner)
}

/// The three by three cells at the corner, of those that are left: the end of the line, and what is beside it.
fn window(grid: &Grid, corner: usize) -> Vec<usize> {
    let shape = &grid.shape;
    let (row, col) = (shape.row(corner), shape.col(corner));
    let near = |cell: &usize| shape.row(*cell).abs_diff(row) < 3 && shape.col(*cell).abs_diff(col) < 3;
    (0..shape.cells()).filter(near).filter(|&cell| !grid.is_locked(cell)).collect()
}

/// Moves a tile towards `target` until `done` accepts its place. Some free cell beside the tile is always nearer,
/// because what is free is a rectangle with the rest of a line beside it.
pub(in super::super) fn bring(grid: &mut Grid, label: usize, target: usize, done: impl Fn(usize) -> bool) {
    while !done(grid.place(label)) {
        let place = grid.place(label);
        let here = grid.shape.distance(place, target);
        let nearer = |cell: &usize| !grid.is_locked(*cell) && grid.shape.distance(*cell, target) < here;
        let wanted: Vec<usize> = grid.beside(place).filter(nearer).collect();
        if !grid.walk(&[place], |cell| wanted.contains(&cell)) {
            return;
        }
        grid.step(place);
    }
}

/// Puts two tiles on their own cells, by breadth-first search over their arrangements with the blank in a window.
fn settle(grid: &mut Grid, window: &[usize], first: usize, second: usize) {
    let index = |cell: usize| window.iter().position(|&c| c == cell);
    let (Some(a), Some(b), Some(blank)) =
        (index(grid.place(first)), index(grid.place(second)), index(grid.blank()))
    else {
        return;
    };
    let n = window.len();
    let number = |(a, b, blank): (usize, usize, usize)| (a * n + b) * n + blank;
    let mut came_from = vec![None; n * n * n];
    let mut queue = VecDeque::from([(a, b, blank)]);
    came_from[number((a, b, blank))] = Some((a, b, blank));
    while let Some(state) = queue.pop_front() {
        let (a, b, blank) = state;
        if window[a] == first && window[b] == second {
            return retrace(grid, window, &came_from, number, state);
        }
        for next in grid.beside(window[blank]).filter_map(index) {
            let after = |tile: usize| if tile == next { blank } else { tile };
            let reached = (after(a), after(b), next);
            if came_from[number(reached)].is_none() {
                came_from[number(reached)] = Some(state);
                queue.push_back(reached);
            }
        }
    }
}

/// Two tiles and the blank, by their places in the window.
type Arrangement = (usize, usize, usize);

/// Makes the steps of the blank that led to `end`.
fn retrace(
    grid: &mut Grid,
    window: &[usize],
    came_from: &[Option<Arrangement>],
    number: impl Fn(Arrangement) -> usize,
    end: Arrangement,
) {
    let mut steps = Vec::new();
    let mut state = end;
    while let Some(before) = came_from[number(state)]
        && before != state
    {
        steps.push(window[state.2]);
        state = before;
    }
    steps.iter().rev().for_each(|&cell| grid.step(cell));
}

/// Solves the rest, which is at most 3×3, by A*. `false` if it cannot be solved.
fn solve_core(grid: &mut Grid, rest: &Rest) -> bool {
    let cols = grid.shape.cols();
    let cells: Vec<usize> =
        (rest.top..=rest.bottom).flat_map(|r| (rest.left..=rest.right).map(move |c| r * cols + c)).collect();
    let local = |cell: usize| cells.iter().position(|&c| c == cell);
    let Some(blank_home) = local(grid.shape.blank_home()) else { return false };
    let labels: Option<Vec<u16>> =
        cells.iter().map(|&cell| local(grid.label(cell)).map(|label| label as u16)).collect();
    let Some(labels) = labels else { return false };
    let shape = Shape::new(rest.rows(), rest.cols(), blank_home);
    let Some(space) = TileSpace::<Bytes<9>, Single>::from_labels(shape, &labels) else { return false };
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    let verdict = BestFirst::new(&space, &Manhattan, Order::ASTAR).run(&mut meter);
    let Some(solution) = verdict.solution() else { return false };
    solution.moves.iter().for_each(|slide: &Slide| grid.step(cells[usize::from(slide.to)]));
    true
}
