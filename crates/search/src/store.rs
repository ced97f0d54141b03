//! Where searches keep their nodes: packed columns with an index, and the open list.

mod costs;
mod graph;
mod hash;
mod index;
mod open;

pub(crate) use costs::Costs;
pub(crate) use graph::{Entry, Graph, NodeId, Vacant, growth};
pub use hash::KeyHasher;
pub(crate) use hash::hash;
pub(crate) use open::Open;
