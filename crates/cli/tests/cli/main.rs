//! The program as users meet it: the real binary is started, fed and read.
//!
//! Expected texts stand in `snapshots/`; `INSTA_UPDATE=always cargo test -p slidewise` writes them anew, to be
//! looked at before they are committed.

mod all_optimal;
mod bad_input;
mod bricks;
mod checkpoint;
mod designs;
mod dialogue;
#[cfg(target_os = "linux")]
mod documents;
mod exit_codes;
mod experiments;
mod forms;
#[cfg(target_os = "linux")]
mod help;
mod json;
mod kinds;
mod lab;
mod limits;
mod names;
#[cfg(unix)]
mod play;
mod program;
mod promises;
#[cfg(unix)]
mod pty;
#[cfg(target_os = "linux")]
mod reference;
mod schema;
mod serve;
mod shards;
mod simulator;
mod snapshot;
mod solutions;
mod tables;
mod terminal;
mod texts;
mod together;
mod toolbox;
