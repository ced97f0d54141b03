//! Tiles made alike.

use slidewise_solve::puzzles::tiles::scheme::Scheme;
use slidewise_solve::{Reading, alike, read_one};

#[test]
fn tiles_of_a_group_are_alike() {
    let picture = |text: &str| {
        let puzzle = read_one(text, &Reading::default()).unwrap().puzzle;
        puzzle.picture(&puzzle.start())
    };
    let text = |scheme: Scheme| alike(&picture("8 6 7/2 5 4/3 0 1"), scheme).unwrap();
    assert_eq!(text(Scheme::Rows), "tiles: 3 2 3/1 2 2/1 . 1; goal: 1 1 1/2 2 2/3 3 .");
    assert_eq!(text(Scheme::Columns), "tiles: 2 3 1/2 2 1/3 . 1; goal: 1 2 3/1 2 3/1 2 .");
    assert_eq!(text(Scheme::Fringe), "tiles: 2 2 1/1 2 1/1 . 1; goal: 1 1 1/1 2 2/1 2 .");
    assert_eq!(text(Scheme::Checkerboard), "tiles: 2 2 1/2 1 2/1 . 1; goal: 1 2 1/2 1 2/1 2 .");
    assert!(read_one(&text(Scheme::Rows), &Reading::default()).is_ok());
    assert_eq!(alike(&picture("board:\nAAB\n...\ngoal:\n...\nAA.\n"), Scheme::Rows), None);
}
