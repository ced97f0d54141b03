//! Boards in box characters.

use slidewise_solve::draw::{CellSize, draw, glyphs_sized};
use slidewise_solve::{Picture, Reading, read_one};

fn picture(text: &str) -> Picture {
    let puzzle = read_one(text, &Reading::default()).unwrap().puzzle;
    puzzle.picture(&puzzle.start())
}

#[test]
fn pieces_walls_and_goals_are_seen() {
    let expected = "\
┌───────┬───┐
│ A     │ B │
│   ┌───┼───┤
│   │ · │▒▒▒│
└───┴───┴───┘
";
    assert_eq!(draw(&picture("board:\nAAB\nA.#\ngoal:\n...\n.B#\n")), expected);
}

#[test]
fn larger_cells_show_the_same() {
    let picture = picture("board:\nAAB\nA.#\ngoal:\n...\n.B#\n");
    let glyphs = glyphs_sized(&picture, CellSize { width: 5, height: 2 });
    let rows: Vec<String> =
        glyphs.iter().map(|row| row.iter().map(|glyph| glyph.character).collect()).collect();
    let expected = "\
┌───────────┬─────┐
│  A        │  B  │
│           │     │
│     ┌─────┼─────┤
│     │  ·  │▒▒▒▒▒│
│     │     │▒▒▒▒▒│
└─────┴─────┴─────┘";
    assert_eq!(rows.join("\n"), expected);
}

#[test]
fn numbers_of_the_course_fit() {
    let expected = "\
┌───┬───┬───┐
│ 2 │   │100│
├───┼───┴───┤
│ · │ 12    │
└───┴───────┘
";
    assert_eq!(draw(&picture("3,2,\n2,0,100,\n-1,12,12,\n")), expected);
}

#[test]
fn a_board_of_tiles_is_drawn_as_the_parser_reads_it() {
    assert_eq!(draw(&picture("3 0/1 2")), "┌───┬───┐\n│ 3 │   │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n");
    let wide = draw(&picture("11x1:0,1,2,3,4,5,6,7,8,9,10"));
    assert_eq!(wide.lines().nth(1), Some("│    │  1 │  2 │  3 │  4 │  5 │  6 │  7 │  8 │  9 │ 10 │"));
}
