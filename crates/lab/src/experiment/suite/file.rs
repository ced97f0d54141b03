//! A suite as TOML has it: tables and lists, with the places of the values that are read further.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use toml::Spanned;

use crate::experiment::Published;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SuiteFile {
    pub name: String,
    #[serde(default)]
    pub about: String,
    pub goal: Option<Spanned<String>>,
    pub lengths: Option<Spanned<String>>,
    #[serde(default)]
    pub seed: u64,
    #[serde(default = "once")]
    pub runs: u32,
    #[serde(default)]
    pub warmup: u32,
    #[serde(default)]
    pub best: bool,
    pub time_limit: Option<Spanned<Scalar>>,
    pub node_limit: Option<Spanned<Scalar>>,
    pub memory_limit: Option<Spanned<Scalar>>,
    #[serde(default)]
    pub puzzles: Vec<Spanned<String>>,
    #[serde(default)]
    pub files: Vec<Spanned<String>>,
    #[serde(default)]
    pub puzzle: Vec<OwnPuzzle>,
    #[serde(default)]
    pub random: Vec<Random>,
    #[serde(default)]
    pub spec: Vec<SpecTable>,
    pub published: Option<Published>,
}

fn once() -> u32 {
    1
}

/// A board with what is known about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OwnPuzzle {
    pub name: Option<String>,
    pub board: Spanned<String>,
    pub goal: Option<Spanned<String>>,
    pub optimum: Option<u64>,
    pub found: Option<u64>,
}

/// Boards to be drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Random {
    /// The first kind if nothing is said.
    pub kind: Option<Spanned<String>>,
    pub size: Option<Spanned<String>>,
    /// A puzzle to begin with.
    pub from: Option<Spanned<String>>,
    pub count: Spanned<usize>,
    pub scramble: Option<usize>,
}

/// Combinations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SpecTable {
    pub algorithm: Spanned<Values>,
    pub heuristic: Option<Spanned<Values>>,
    pub weight: Option<Spanned<Values>>,
    pub repr: Option<Spanned<Values>>,
    pub metric: Option<Spanned<Values>>,
    pub beam_width: Option<Spanned<Values>>,
    pub capacity: Option<Spanned<Values>>,
    pub depth_limit: Option<Spanned<Values>>,
    pub order: Option<Spanned<Values>>,
    pub threads: Option<Spanned<Values>>,
    pub time_limit: Option<Spanned<Values>>,
}

/// A text or a number, as text.
pub(super) struct Scalar(String);

impl Scalar {
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// One scalar or a list of them, which have places of their own.
pub(super) struct Values(Vec<(Scalar, Option<Range<usize>>)>);

impl Values {
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<Range<usize>>)> {
        self.0.iter().map(|(scalar, span)| (scalar.text(), span.clone()))
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Values::deserialize(from)?.0.pop() {
            Some((scalar, None)) => Ok(scalar),
            _ => Err(D::Error::custom("a text or a number is wanted here, not a list")),
        }
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ValuesVisitor)
    }
}

struct ValuesVisitor;

fn one(text: String) -> Values {
    Values(vec![(Scalar(text), None)])
}

impl<'de> Visitor<'de> for ValuesVisitor {
    type Value = Values;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, or a list of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Values, E> {
        Ok(one(text.to_string()))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Values, E> {
        Ok(one(n.to_string()))
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<Values, E> {
        Ok(one(x.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element::<Spanned<Scalar>>()? {
            let span = value.span();
            values.push((value.into_inner(), Some(span)));
        }
        match values.is_empty() {
            true => Err(A::Error::custom("an empty list stands for nothing; leave it out")),
            false => Ok(Values(values)),
        }
    }
}
