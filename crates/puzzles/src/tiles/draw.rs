//! A board drawn with lines, as people see it. The parser reads it back ([`super::parse`], form `drawn`).

use super::board::Board;

/// The drawing of a board: numbers to the right of their cells, the blank empty, each line ended by a newline.
/// How wide a terminal is, is the caller's business.
pub fn draw(board: &Board) -> String {
    let width = (board.cells().len() - 1).to_string().len();
    let mut drawing = rule(board.cols(), width, ['┌', '┬', '┐']);
    for (r, row) in board.cells().chunks(board.cols()).enumerate() {
        if r > 0 {
            drawing += &rule(board.cols(), width, ['├', '┼', '┤']);
        }
        for &tile in row {
            let number = if tile == 0 { String::new() } else { tile.to_string() };
            drawing += &format!("│ {number:>width$} ");
        }
        drawing += "│\n";
    }
    drawing + &rule(board.cols(), width, ['└', '┴', '┘'])
}

/// A horizontal line with its left end, its crossings and its right end.
fn rule(cols: usize, width: usize, [left, crossing, right]: [char; 3]) -> String {
    let piece = "─".repeat(width + 2);
    let pieces = vec![piece; cols].join(&crossing.to_string());
    format!("{left}{pieces}{right}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_the_blank_is_empty() {
        let board = Board::new(2, 2, vec![3, 0, 1, 2]).unwrap();
        assert_eq!(draw(&board), "┌───┬───┐\n│ 3 │   │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n");
        let wide = Board::new(1, 11, (0..11).collect()).unwrap();
        assert_eq!(
            draw(&wide).lines().nth(1).unwrap(),
            "│    │  1 │  2 │  3 │  4 │  5 │  6 │  7 │  8 │  9 │ 10 │"
        );
    }
}
