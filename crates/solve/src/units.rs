//! Durations, sizes and counts as people write them.

use std::time::Duration;

/// `10s`, `500ms`, `2m`, `1.5h`; a plain number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let bad = || format!("\"{text}\" is not a time: write 10s, 500ms, 2m or 1h");
    let (number, unit) = split(text).ok_or_else(bad)?;
    let seconds = match unit.as_str() {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(bad()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| bad())
}

/// `2GiB`, `500MB`, `64k`; a plain number is bytes. Binary and decimal units differ, as they should.
pub fn bytes(text: &str) -> Result<u64, String> {
    let bad = || format!("\"{text}\" is not a size: write 2GiB, 500MB or a number of bytes");
    let (number, unit) = split(text).ok_or_else(bad)?;
    let factor: u64 = match unit.as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(bad()),
    };
    let value = number * factor as f64;
    if value < u64::MAX as f64 { Ok(value as u64) } else { Err(bad()) }
}

/// `1000000`, `1_000_000`, `10M`, `2.5k`.
pub fn count(text: &str) -> Result<u64, String> {
    let bad = || format!("\"{text}\" is not a number: write 1000000 or 1M");
    let (number, unit) = split(&text.replace('_', "")).ok_or_else(bad)?;
    let factor = match unit.as_str() {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" | "b" => 1e9,
        _ => return Err(bad()),
    };
    let value = number * factor;
    if value < 1e18 && value.fract() == 0.0 { Ok(value as u64) } else { Err(bad()) }
}

/// `4x4`, `3×5`: rows and columns; `4` is a square.
pub fn size(text: &str) -> Result<(usize, usize), String> {
    let bad = || format!("\"{text}\" is not a size: write rows x columns, as in 4x4, or 4 for a square");
    let (rows, cols) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let side = |part: &str| part.trim().parse::<usize>().map_err(|_| bad());
    Ok((side(rows)?, side(cols)?))
}

/// `9`, `4..6`, `4..`, `..6`: at least and at most.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str, open: usize| match text {
        "" => Ok(open),
        _ => text.parse().map_err(|_| format!("{text:?} is no number")),
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least, 0)?, number(most.trim_start_matches('='), usize::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    match least <= most && !text.is_empty() {
        true => Ok((least, most)),
        false => Err("a number or a range such as 4..6 is needed".to_string()),
    }
}

/// A number that is not negative, and the letters behind it in lower case.
fn split(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim().to_ascii_lowercase()))
}

/// `12,345`: digits in threes.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1.5 MiB`.
pub fn shown_bytes(n: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{n} B") } else { format!("{value:.1} {}", units[unit]) }
}

/// `0.012 s`, `3.4 s`, `2 min 5 s`.
pub fn shown_duration(d: Duration) -> String {
    let seconds = d.as_secs_f64();
    match seconds {
        s if s < 1.0 => format!("{s:.3} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
    }
}

/// `12 µs`, `3.4 ms`, `1.25 s`, `2 min 5 s`: three figures, for columns of tables.
pub fn short_duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{} µs", three_figures(s * 1e6)),
        s if s < 0.999_5 => format!("{} ms", three_figures(s * 1e3)),
        s if s < 99.95 => format!("{} s", three_figures(s)),
        s => shown_duration(Duration::from_secs_f64(s.min(1e9))),
    }
}

/// `0.123`, `1.23`, `12.3`, `123`, `1,234`.
pub fn three_figures(value: f64) -> String {
    match value.abs() {
        v if v < 0.999_5 => format!("{value:.3}"),
        v if v < 9.995 => format!("{value:.2}"),
        v if v < 99.95 => format!("{value:.1}"),
        v => grouped(v.round() as u64),
    }
}

/// So many of something: `1 move`, `2 moves`, `12,345 puzzles`.
pub fn number(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(n as u64)),
    }
}

/// The shortest text that [`duration`] reads as this: `10s`, `500ms`, `1.5s`.
pub fn duration_text(d: Duration) -> String {
    let seconds = d.as_secs_f64();
    if seconds < 1.0 { format!("{}ms", seconds * 1e3) } else { format!("{seconds}s") }
}
