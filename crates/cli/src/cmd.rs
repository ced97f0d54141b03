//! The commands, one a file.

pub mod all_optimal;
pub mod audit;
pub mod bench;
pub mod check;
pub mod compare;
pub mod course;
pub mod experiment;
pub mod explore;
pub mod generate;
pub mod list;
pub mod man;
pub mod pdb;
pub mod play;
pub mod serve;
pub mod shorten;
pub mod show;
pub mod since;
pub mod solve;
pub mod trace;
pub mod train;
pub mod verify;
pub mod watch;
