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
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the table is also that of the goal with the blank in the cell of this number: its distances
    /// are from the goal with the blank anywhere in the same region.
    pub(crate) fn serves_blank_at(&self, number: usize) -> bool {
        let home = self.pattern.home();
        let set = self.layout.sets.rank(home);
        let region = |number| self.layout.region(set, number);
        home >> number & 1 == 0 && region(number) == region(self.pattern.blank_end())
    }

    /// The entries, eight a byte, the first in the lowest bit.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Asks memory for an entry, which will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, entry: usize) {
        self.data.prefetch(entry / 8);
    }

    /// The last but one bit of the distance.
    #[inline(always)]
    pub(super) fn bit(&self, entry: usize) -> u8 {
        self.data[entry / 8] >> (entry % 8) & 1
    }
}
