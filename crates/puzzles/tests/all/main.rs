//! Laws of spaces and heuristics over whole state spaces, tables against searches by hand, round trips and damaged
//! texts. One program for all of them, since each compiles its searches anew.

mod any_space;
mod beam_and_learned;
mod brick_laws;
mod brick_library;
mod depth_first;
mod freeform_laws;
mod multi_db;
mod mutations;
mod pattern_db;
mod pattern_db_boards;
mod properties;
mod round_trips;
mod sweeps;
mod tile_laws;
