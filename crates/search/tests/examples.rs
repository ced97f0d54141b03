//! The examples run, and what they assert holds.

#[path = "../examples/blocks.rs"]
mod blocks;
#[path = "../examples/grid.rs"]
mod grid;
#[path = "../examples/pancakes.rs"]
mod pancakes;
#[path = "../examples/topspin.rs"]
mod topspin;

#[test]
fn examples_run() {
    blocks::main();
    grid::main();
    pancakes::main();
    topspin::main();
}
