//! Pictures as SVG text, made of plain data.
//!
//! | picture | what it shows |
//! |---|---|
//! | [`bars`] | a count for each of 0, 1, 2, …: states per depth |
//! | [`spreads`] | the values of each of several things side by side: time or nodes per combination |
//! | [`cactus`] | how many instances each of several solves within a budget |
//! | [`scatter`] | two things against each other, instance by instance |
//! | [`points`] | several series of points: nodes against solution length |
//! | [`tree`] | a tree of boxes with a few lines of text: what a search expanded |
//! | [`heat`] | how often each pair of two small numbers occurs: estimates against true distances |
//!
//! All are readable in black and white: series differ in marker and dash as well as in colour, and the
//! colours are told apart by the colour-blind (Okabe & Ito 2008). Every mark carries its values as a tooltip.
//! Axes have ticks and units; a logarithmic one says so, and gives zero
//! a place of its own. A second line of a title is written small. Numbers that are not finite are left out. They cost
//! a string of a hundred bytes a mark.

mod axis;
mod bars;
mod cactus;
mod canvas;
mod frame;
mod heat;
mod points;
mod scatter;
mod spreads;
mod style;
#[cfg(test)]
mod testing;
mod tree;

pub use axis::{Axis, Unit};
pub use bars::bars;
pub use cactus::{Curve, cactus};
pub use heat::{Cell, heat};
pub use points::{Point, Series, points};
pub use scatter::{Pair, scatter};
pub use spreads::{Section, Spread, spreads};
pub use tree::{TreeNode, tree};
