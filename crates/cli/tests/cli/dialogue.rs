//! The plain dialogue, through pipes.

use crate::program::{Ran, feed};

fn said(args: &[&str], input: &str) -> Ran {
    feed(&[&["play"], args].concat(), input.as_bytes()).ends_with(0)
}

#[test]
fn a_puzzle_is_entered_in_one_line() {
    let ran = said(&[], "0\n1 2 3/4 5 6/0 7 8\nn\n");
    assert!(ran.stdout.contains("Type 0 to enter a puzzle, or 1 for a random one"), "{}", ran.stdout);
    assert!(ran.stdout.contains("1/2: 7 goes left"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2/2: 8 goes left"), "{}", ran.stdout);
    assert!(ran.stdout.contains("solved in 2 moves, optimal"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("Play again? Y/N: "), "{}", ran.stdout);
}

#[test]
fn a_puzzle_is_entered_row_by_row() {
    for rows in ["1 2 3\n4 5 6\n0 7 8\n\n", "1 2 3\n4 5 6\n0 7 8\n", "\n1 2 3 4 5 6 0 7 8\n"] {
        let ran = said(&["--plain"], &format!("0\n{rows}"));
        assert!(ran.stdout.contains("solved in 2 moves, optimal"), "{rows:?}\n{}", ran.stdout);
    }
    // Four numbers may be a whole board or a first row: only an empty line tells.
    let ran = said(&[], "0\n0 1 3 2\n\nn\n");
    assert!(ran.stdout.contains("solved in") || ran.stdout.contains("unsolvable"), "{}", ran.stdout);
    let ran = said(&[], "0\nboard:\nA..\ngoal:\n..A\n\nn\n");
    assert!(
        ran.stdout.contains("1/1: A goes right, right") && ran.stdout.contains("solved in 1 move"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_random_puzzle_is_drawn_and_solved() {
    let args = ["--seed", "5", "--size", "2x3"];
    let ran = said(&args, "1\nY\n1\nN\n");
    assert_eq!(ran.stdout.matches("optimal").count(), 2, "{}", ran.stdout);
    assert_eq!(ran.stdout, said(&args, "1\nyes\n1\nno\n").stdout, "a seed gives the same boards");
    assert!(said(&[], "1\nN\n").stdout.contains("optimal"), "3×3 where no size is named");
}

#[test]
fn wrong_input_is_asked_for_again() {
    let ran = said(&[], "7\nhello\n0\n1 2 3/4 5 6/7 8 8\n1 2 3/4 5 6/0 7 8\nmaybe\nn\n");
    assert!(ran.stdout.contains("\"7\" is neither 0 nor 1, 2 or 3."), "{}", ran.stdout);
    assert!(ran.stdout.contains("\"hello\" is neither 0 nor 1, 2 or 3."), "{}", ran.stdout);
    assert!(ran.stdout.contains("tile 8 stands twice"), "{}", ran.stdout);
    assert!(ran.stdout.contains("solved in 2 moves"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\"maybe\" is neither Y nor N."), "{}", ran.stdout);
}

#[test]
fn the_end_of_the_input_ends_it() {
    for input in ["", "0\n", "0\n1 2 3\n", "1\n", "x", "0\n\u{0}\u{1b}[A\n"] {
        let ran = said(&[], input);
        assert!(!ran.stdout.contains('\x1b'), "{input:?}\n{}", ran.stdout);
    }
    feed(&["play"], b"0\n\xff\xfe\n\nn\n").ends_with(0);
}

#[test]
fn an_unsolvable_board_is_explained() {
    let ran = said(&["1 2 3/4 5 6/8 7 0"], "n\n");
    assert!(ran.stdout.contains("unsolvable"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Play again? Y/N"), "{}", ran.stdout);
}

#[test]
fn bricks_go_step_by_step_too() {
    let ran = said(&[], "0\ncourse-level-0\nn\n");
    assert!(
        ran.stdout.contains("5/5:") && ran.stdout.contains("solved in 5 steps, optimal"),
        "{}",
        ran.stdout
    );
}

#[test]
fn watching_needs_a_terminal() {
    let ran = feed(&["watch", "867254301"], b"").ends_with(2);
    assert!(ran.stderr.contains("watch draws on a terminal"), "{}", ran.stderr);
}

#[test]
fn a_puzzle_is_played_move_by_move() {
    let ran = said(&[], "2\n1 2 3/4 5 6/0 7 8\nX\nL\nundo\nundo\nhint\n7\nL\nn\n");
    for words in ["There is nothing to undo.", "Slide 7 left: the goal is 2 moves away", "Solved in 2 moves."]
    {
        assert!(ran.stdout.contains(words), "{words}\n{}", ran.stdout);
    }
    let ran = said(&["--seed", "3", "--size", "2x2"], "3\nsolve\nn\n");
    assert!(ran.stdout.contains("optimal"), "{}", ran.stdout);
    let ran = said(&[], "2\nklotski\nI R\nquit\nn\n");
    assert!(
        ran.stdout.contains("Bring B to the dots.") && ran.stdout.contains("1 move made."),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_puzzle_that_is_named_is_played() {
    let ran = said(&["rush-hour-1"], "B R\nsolve\nn\n");
    for words in ["Bring A to the dots.", "1 line made.", "solved in 7 lines, optimal"] {
        assert!(ran.stdout.contains(words), "{words}\n{}", ran.stdout);
    }
    let ran = said(&["1 2 3/4 5 6/0 7 8", "-a", "astar", "-H", "manhattan"], "n\n");
    assert!(ran.stdout.contains("by astar with manhattan"), "{}", ran.stdout);
}
