//! The back end of the page: what a visitor does, as calls on `slidewise-solve`. Everything goes in and out as text or
//! JSON, so that the page's own code only draws and listens. Kinds of puzzles are not known here: what differs between
//! them comes from the puzzle itself or from its kind's entry in the registry.
//!
//! [`session`] is a puzzle in play, [`link`] its whole state in a line, [`solve`] and [`race`] are what the workers
//! run, [`team`] is one search shared by several of them, [`tree`] is a search to be looked at, [`catalogue`] is what
//! there is to choose from. `bindings` is the only part that knows of JavaScript.

#[cfg(target_arch = "wasm32")]
mod bindings;
pub mod catalogue;
pub mod grip;
pub mod link;
pub mod picture;
pub mod race;
pub mod session;
pub mod solve;
pub mod team;
pub mod tree;
pub mod view;
