//! What a user asks for, as values: algorithm, heuristic, weight, representation, metric.

use std::fmt;
use std::str::FromStr;

use slidewise_search::{Cost, Weight};

use crate::registry::{Algorithm, Named, TileHeuristic, TileMetric, TileRepr, UnknownName};

/// How a tile puzzle is to be solved. What is `None` is chosen by the size of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileSpec {
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// The estimate.
    pub heuristic: Option<HeuristicChoice>,
    /// The weight of the estimate, for weighted A*.
    pub weight: Option<WeightChoice>,
    /// For depth-first searches: nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// How positions are kept.
    pub repr: Option<TileRepr>,
    /// What counts as a move.
    pub metric: Option<TileMetric>,
    /// Positions kept in each layer of a beam.
    pub beam_width: Option<usize>,
    /// Threads, for searches that can use several; all that the machine has if `None`.
    pub threads: Option<usize>,
    /// Decides between equals in beams; 0 if `None`.
    pub seed: Option<u64>,
    /// For `anytime`: stop as soon as the solution is proven to be within this factor of the optimum.
    pub bound: Option<Weight>,
}

/// The largest of one or more heuristics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeuristicChoice {
    parts: Vec<TileHeuristic>,
    /// Which pattern databases: groups as in `7-8`, tables with a name, or a file; what suits the board if there are
    /// none.
    tables: Vec<String>,
}

impl HeuristicChoice {
    /// The heuristics, each once, at least one.
    pub fn parts(&self) -> &[TileHeuristic] {
        &self.parts
    }

    /// Which pattern databases are meant: groups, tables with a name or a file; none for what suits the board.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }

    fn add(&mut self, part: TileHeuristic) {
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }
}

impl From<TileHeuristic> for HeuristicChoice {
    fn from(one: TileHeuristic) -> Self {
        Self { parts: vec![one], tables: Vec::new() }
    }
}

/// `manhattan`, `composite`, `pdb:7-8`, `max(misplaced,manhattan)`; a maximum may stand inside another.
impl FromStr for HeuristicChoice {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let mut choice = Self::default();
        // A maximum of maxima is the maximum of all of them, so only the names matter.
        let names = text.split([',', '(', ')']).map(str::trim);
        for name in names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("max")) {
            if name.eq_ignore_ascii_case("composite") {
                choice.add(TileHeuristic::Misplaced);
                choice.add(TileHeuristic::Manhattan);
            } else if let Some(tables) = name.strip_prefix("pdb:") {
                choice.add(TileHeuristic::Pdb);
                choice.tables.push(tables.to_string());
            } else {
                choice.add(TileHeuristic::find(name)?);
            }
        }
        if choice.parts.is_empty() || text.matches('(').count() != text.matches(')').count() {
            return TileHeuristic::find(text).map(Self::from);
        }
        Ok(choice)
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |part: &TileHeuristic| match part {
            TileHeuristic::Pdb if !self.tables.is_empty() => {
                self.tables.iter().map(|tables| format!("pdb:{tables}")).collect()
            }
            _ => vec![part.name().to_string()],
        };
        let names: Vec<String> = self.parts.iter().flat_map(names).collect();
        match &names[..] {
            [one] => f.write_str(one),
            _ => write!(f, "max({})", names.join(",")),
        }
    }
}

/// How much weighted A* trusts the estimate.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_are_read_and_written() {
        let shown = |text: &str| text.parse::<HeuristicChoice>().map(|h| h.to_string());
        assert_eq!(shown("Manhattan"), Ok("manhattan".into()));
        assert_eq!(shown("composite"), Ok("max(misplaced,manhattan)".into()));
        assert_eq!(shown("max( misplaced , manhattan)"), Ok("max(misplaced,manhattan)".into()));
        assert_eq!(shown("max(lc,max(wd,lc))"), Ok("max(linear-conflict,walking-distance)".into()));
        assert_eq!(shown("max(pdb:7-8,wd)"), Ok("max(pdb:7-8,walking-distance)".into()));
        assert_eq!(shown("max(pdb:7-8,pdb:5-5-5)"), Ok("max(pdb:7-8,pdb:5-5-5)".into()));
        assert_eq!(shown("max(lc,wdd)").unwrap_err().given, "wdd");
        for bad in ["", "max()", "max(", "max(lc", "lc)"] {
            assert!(shown(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn weights_are_exact() {
        let weight = |text: &str| text.parse::<WeightChoice>().ok();
        let fixed = |num, den| Some(WeightChoice::Fixed(Weight::new(num, den).unwrap()));
        assert_eq!(weight("1.5"), fixed(3, 2));
        assert_eq!(weight("1"), fixed(1, 1));
        assert_eq!(weight("2.25"), fixed(9, 4));
        assert_eq!(weight("auto"), Some(WeightChoice::Auto));
        for bad in ["0.9", "-2", "1.234", "", ".", "1.", "NaN", "1e3", "101", "99999999999"] {
            assert_eq!(weight(bad), None, "{bad}");
        }
    }
}
