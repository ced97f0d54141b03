//! How many candidates there are of each rank.

/// Ranks above the lowest by this much or more are counted as one.
const SPREAD: usize = 1 << 16;

/// Counts by rank above the lowest.
#[derive(Default)]
pub(super) struct Counts(Vec<u32>);

impl Counts {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes of counts that reach so far above the lowest rank.
    pub(super) fn bytes_to(above: u32) -> usize {
        (above as usize).min(SPREAD - 1).saturating_add(1).next_power_of_two() * size_of::<u32>()
    }

    #[inline]
    pub(super) fn add(&mut self, above: u32) {
        let above = (above as usize).min(SPREAD - 1);
        if above >= self.0.len() {
            self.0.resize((above + 1).next_power_of_two(), 0);
        }
        self.0[above] += 1;
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }

    /// How many there are in all.
    pub(super) fn total(&self) -> usize {
        self.0.iter().map(|&count| count as usize).sum()
    }

    /// The first rank that does not fit wholly into `width`, and the room that is left for it; `None` if all fit.
    pub(super) fn full_at(&self, width: usize) -> Option<(u32, usize)> {
        let mut room = width;
        for (above, &count) in self.0.iter().enumerate() {
            if count as usize > room {
                return Some((above as u32, room));
            }
            room -= count as usize;
        }
        None
    }
}
