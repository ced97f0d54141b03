//! Searches written down line by line.

use slidewise_solve::Algorithm;
use slidewise_solve::pseudocode::{Phase::*, lines};

#[test]
fn every_phase_of_a_step_has_a_line() {
    let written: Vec<_> = Algorithm::ALL.iter().filter_map(|&algorithm| lines(algorithm)).collect();
    assert!(written.len() >= 7);
    for lines in written {
        for phase in [Begin, Take, Test, Expand] {
            assert!(lines.iter().any(|(of, _)| *of == phase), "{phase:?} in {lines:?}");
        }
    }
}

#[test]
fn what_is_written_down_can_be_followed() {
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| lines(**algorithm).is_some()) {
        assert!(algorithm.entry().has_steps, "{algorithm:?}");
    }
}
