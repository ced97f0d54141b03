//! How much weighted A* trusts the estimate.

use std::fmt;
use std::str::FromStr;

use slidewise_search::Weight;

/// The weight of the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightChoice {
    /// This much.
    Fixed(Weight),
    /// As suits the size of the board.
    Auto,
}

impl fmt::Display for WeightChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(weight) => weight.fmt(f),
            Self::Auto => f.write_str("auto"),
        }
    }
}

/// Why a text is not a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadWeight(String);

impl fmt::Display for BadWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a weight: give `auto` or a number from 1 to 100 with at most two decimals",
            self.0
        )
    }
}

impl std::error::Error for BadWeight {}

/// `auto`, `2`, `1.5`, `1.25`.
impl FromStr for WeightChoice {
    type Err = BadWeight;

    fn from_str(text: &str) -> Result<Self, BadWeight> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("auto") {
            return Ok(Self::Auto);
        }
        hundredths(text)
            .filter(|&n| (100..=10_000).contains(&n))
            .and_then(|n| Weight::new(n, 100))
            .map(Self::Fixed)
            .ok_or_else(|| BadWeight(text.to_string()))
    }
}

/// `1.5` as 150. At most two decimals, so that weighted costs stay small integers.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |s: &str| (!s.is_empty() && s.bytes().all(|b| b.is_ascii_digit())).then_some(());
    digits(whole)?;
    digits(fraction)?;
    if fraction.len() > 2 {
        return None;
    }
    let fraction: u32 = format!("{fraction:0<2}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(fraction)
}
