//! How wide layers may be if a beam is to end in a given time.

use std::time::Duration;

use web_time::Instant;

/// How much of what was measured before counts when a layer is added.
const MEMORY: f64 = 0.8;

/// The time that positions take, measured as the beam goes on: wide layers take more for each than narrow ones, because
/// they do not fit into the caches, and other programs come and go.
pub(super) struct Pace {
    begun: Instant,
    /// When the last layer was made.
    last: Instant,
    seconds: f64,
    positions: f64,
}

impl Pace {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { begun: now, last: now, seconds: 0.0, positions: 0.0 }
    }

    /// The width at which `layers` more fit into what is left of `time`, after one of `count` positions.
    pub(super) fn width(&mut self, count: usize, layers: usize, time: Duration) -> usize {
        let now = Instant::now();
        self.add(now - self.last, count);
        self.last = now;
        let left = time.saturating_sub(now - self.begun).as_secs_f64();
        (left * self.positions / self.seconds.max(1e-9) / layers.max(1) as f64) as usize
    }

    fn add(&mut self, took: Duration, count: usize) {
        self.seconds = self.seconds * MEMORY + took.as_secs_f64();
        self.positions = self.positions * MEMORY + count as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_shared_among_the_layers() {
        let mut pace = Pace::new();
        for _ in 0..50 {
            pace.add(Duration::from_millis(1), 1000);
        }
        // A thousand positions take a millisecond: ten layers in a second can have 100,000 each.
        let width = pace.width(1000, 10, Duration::from_secs(1));
        assert!((70_000..=130_000).contains(&width), "{width}");
        let late = pace.width(1000, 10, Duration::ZERO);
        assert_eq!(late, 0);
    }
}
