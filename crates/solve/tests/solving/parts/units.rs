//! Numbers with units.

use std::time::Duration;

use slidewise_solve::units::*;

#[test]
fn units_are_understood() {
    assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
    assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
    assert_eq!(bytes("2GiB"), Ok(2 << 30));
    assert_eq!(bytes("500 MB"), Ok(500_000_000));
    assert_eq!(count("1_000_000"), Ok(1_000_000));
    assert_eq!(count("2.5k"), Ok(2_500));
    assert_eq!(size("4x5"), Ok((4, 5)));
}

#[test]
fn nonsense_is_refused() {
    for bad in ["", "s", "-1s", "10 parsecs", "1.2.3s", "1e400h", "99999999999999999999h"] {
        assert!(duration(bad).is_err(), "{bad}");
    }
    for bad in ["", "GiB", "-1", "10 cows", "99999999999999 TB"] {
        assert!(bytes(bad).is_err(), "{bad}");
    }
    for bad in ["", "four", "4x", "x4", "4x4x4", "axb"] {
        assert!(size(bad).is_err(), "{bad}");
    }
    assert!(count("1.5").is_err());
}

#[test]
fn numbers_are_shown_for_people() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!(shown_bytes(1536), "1.5 KiB");
    assert_eq!(short_duration(0.000_012_34), "12.3 µs");
    assert_eq!(short_duration(0.001), "1.00 ms");
    assert_eq!(short_duration(1.0), "1.00 s");
    assert_eq!(short_duration(125.0), "2 min 5 s");
}

#[test]
fn a_time_is_read_back_as_it_was_written() {
    for text in ["10s", "1.5s", "500ms", "0.5ms", "90s"] {
        assert_eq!(duration_text(duration(text).unwrap()), text);
    }
}

#[test]
fn ranges_are_read() {
    assert_eq!(range("9"), Ok((9, 9)));
    assert_eq!(range("4..6"), Ok((4, 6)));
    assert_eq!(range("4..=6"), Ok((4, 6)));
    assert_eq!(range("2.."), Ok((2, usize::MAX)));
    assert_eq!(range("..3"), Ok((0, 3)));
    for bad in ["", "6..4", "x", "1..y", "-1"] {
        assert!(range(bad).is_err(), "{bad}");
    }
}
