//! Names that mean one thing for tiles and another for bricks, for those who do not know yet which puzzle comes.

use std::fmt;
use std::str::FromStr;

use slidewise_puzzles::bricks::Metric as BrickMetric;

use crate::registry::{BrickHeuristic, Named, TileMetric, UnknownName, edit_distance};
use crate::spec::HeuristicChoice;

/// A heuristic for tiles, for bricks, or with a name that both know; at least one of them is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyHeuristic {
    /// What the name means for tiles.
    pub tiles: Option<HeuristicChoice>,
    /// What the name means for bricks.
    pub bricks: Option<BrickHeuristic>,
}

impl FromStr for AnyHeuristic {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match (text.parse(), BrickHeuristic::find(text)) {
            (Err(for_tiles), Err(for_bricks)) => Err(nearer(for_tiles, for_bricks)),
            (tiles, bricks) => Ok(Self { tiles: tiles.ok(), bricks: bricks.ok() }),
        }
    }
}

/// The one of two whose nearest name is nearer to what was typed.
fn nearer(a: UnknownName, b: UnknownName) -> UnknownName {
    let distance = |unknown: &UnknownName| edit_distance(&unknown.given, unknown.nearest);
    if distance(&b) < distance(&a) { b } else { a }
}

impl fmt::Display for AnyHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.tiles, self.bricks) {
            (Some(tiles), _) => tiles.fmt(f),
            (None, Some(bricks)) => f.write_str(bricks.name()),
            (None, None) => Ok(()),
        }
    }
}

/// A metric of tiles or of bricks; no name is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyMetric {
    /// Of tiles.
    Tiles(TileMetric),
    /// Of bricks.
    Bricks(BrickMetric),
}

impl AnyMetric {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tiles(metric) => metric.name(),
            Self::Bricks(metric) => metric.name(),
        }
    }
}

impl FromStr for AnyMetric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(metric) = text.trim().to_ascii_lowercase().parse() {
            return Ok(Self::Bricks(metric));
        }
        let known = "single or multi for tiles; steps, lines or moves for bricks";
        TileMetric::find(text)
            .map(Self::Tiles)
            .map_err(|_| format!("there is no metric \"{text}\": use {known}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_what_it_means_for_each_kind() {
        let both: AnyHeuristic = "zero".parse().unwrap();
        assert!(both.tiles.is_some() && both.bricks.is_some());
        let tiles: AnyHeuristic = "manhattan".parse().unwrap();
        assert!(tiles.tiles.is_some() && tiles.bricks.is_none());
        assert_eq!("goal-blocker".parse::<AnyHeuristic>().unwrap_err().nearest, "goal-blockers");
        assert_eq!("manhatten".parse::<AnyHeuristic>().unwrap_err().nearest, "manhattan");
        assert_eq!("multi".parse(), Ok(AnyMetric::Tiles(TileMetric::Multi)));
        assert_eq!("Steps".parse(), Ok(AnyMetric::Bricks(BrickMetric::Steps)));
        assert!("stepps".parse::<AnyMetric>().unwrap_err().contains("steps, lines or moves"));
    }
}
