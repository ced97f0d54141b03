//! A finished table.

use std::sync::Arc;

use super::layout::Layout;
use super::memory::Bytes;
use super::pattern::Pattern;

/// Distances of a pattern's tiles to their goal cells, counting their own moves only, so that the values of
/// patterns without a common tile may be added.
///
/// An entry is the last but one bit of the distance.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    layout: Arc<Layout>,
    data: Bytes,
}

impl Table {
    /// A table from its parts; `data` must be of the length that the layout asks for.
    pub(super) fn new(pattern: Pattern, layout: Arc<Layout>, data: Bytes) -> Self {
        assert_eq!(data.len() as u64, layout.bytes(), "the data does not fit the layout");
        Self { pattern, layout, data }
    }

    /// The tiles.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Where entries stand.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries, eight a byte, the first in the lowest bit.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Asks memory for an entry, which will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, entry: usize) {
        self.data.prefetch(entry / 8);
    }

    /// The last but one bit of the distance.
    #[inline(always)]
    pub fn bit(&self, entry: usize) -> u8 {
        self.data[entry / 8] >> (entry % 8) & 1
    }
}
