//! The program as users meet it: the real binary is started, fed and read.
//!
//! Expected texts stand in `snapshots/`; `UPDATE_SNAPSHOTS=1 cargo test -p slidewise` writes them anew, to be
//! looked at before they are committed.

mod bad_input;
mod bricks;
mod exit_codes;
mod forms;
mod json;
mod limits;
mod names;
mod program;
mod simulator;
mod snapshot;
mod solutions;
mod terminal;
mod texts;
