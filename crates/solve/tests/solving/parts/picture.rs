//! What is drawn of a puzzle.

use slidewise_solve::{Reading, read_one};

#[test]
fn a_goal_in_a_sentence() {
    let task = |text: &str| read_one(text, &Reading::default()).unwrap().puzzle.scene().task();
    assert_eq!(task("klotski").as_deref(), Some("Bring B to the dots."));
    let two = "board:\nAB.\n...\ngoal:\n...\nBA.\n";
    assert_eq!(task(two).as_deref(), Some("Bring A and B to the dots."));
    assert_eq!(task("1 2 3/4 5 6/0 7 8"), None, "it is about all tiles");
}
