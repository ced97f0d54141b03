//! The order in which a board is sorted: line after line, each beginning where the one before it ends.

use super::super::construct::lines;
use super::super::shape::Shape;

/// The lines of all cells but the core that the constructive solver leaves to the end: first those across the longer
/// side, to and fro, from both ends to the core; then those across what is left, likewise.
pub(super) fn order(shape: &Shape) -> Vec<Vec<usize>> {
    let mut in_core = vec![true; shape.cells()];
    lines(shape).iter().flatten().for_each(|&cell| in_core[cell] = false);
    let core: Vec<usize> = (0..shape.cells()).filter(|&cell| in_core[cell]).collect();
    let (Some(&first), Some(&last)) = (core.first(), core.last()) else { return Vec::new() };
    let rows = (shape.row(first), shape.row(last));
    let cols = (shape.col(first), shape.col(last));
    let cell = |row: usize, col: usize| row * shape.cols() + col;
    let mut found = Vec::new();
    if shape.rows() >= shape.cols() {
        peel(&mut found, shape.rows(), rows, (0, shape.cols() - 1), cell);
        peel(&mut found, shape.cols(), cols, rows, |col, row| cell(row, col));
    } else {
        peel(&mut found, shape.cols(), cols, (0, shape.rows() - 1), |col, row| cell(row, col));
        peel(&mut found, shape.rows(), rows, cols, cell);
    }
    found
}

/// The lines before and behind those of the core, each from one end of `span` to the other.
fn peel(
    found: &mut Vec<Vec<usize>>,
    lines: usize,
    core: (usize, usize),
    span: (usize, usize),
    cell: impl Fn(usize, usize) -> usize,
) {
    let outside = (0..core.0).chain((core.1 + 1..lines).rev());
    for (number, line) in outside.enumerate() {
        let mut cells: Vec<usize> = (span.0..=span.1).map(|place| cell(line, place)).collect();
        if number % 2 == 1 {
            cells.reverse();
        }
        found.push(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_but_the_core_is_in_one_line() {
        for (rows, cols, home) in [(4, 4, 15), (7, 5, 0), (6, 13, 40), (20, 20, 399), (4, 9, 13)] {
            let mut cells = order(&Shape::new(rows, cols, home)).concat();
            let in_core = rows * cols - cells.len();
            assert!(in_core <= 9, "{in_core} cells left of {rows}×{cols}");
            assert!(!cells.contains(&home));
            cells.sort_unstable();
            assert!(cells.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn lines_go_to_and_fro() {
        let lines = order(&Shape::new(6, 5, 29));
        let ends: Vec<(usize, usize)> = lines.iter().map(|line| (line[0], line[line.len() - 1])).collect();
        assert_eq!(ends, [(0, 4), (9, 5), (10, 14), (15, 25), (26, 16)]);
    }
}
