//! Values of options: names and numbers, read and checked.

use clap::builder::{OsStringValueParser, TypedValueParser};
use slidewise_solve::names::{self, UnknownName};
use slidewise_solve::search::Weight;
use slidewise_solve::{Algorithm, BadHeuristic, HeuristicChoice, MoveOrder, WeightChoice, kinds, spec};

/// An argument that may name a file, which need not be text.
pub fn word() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|arg| crate::input::escaped(&arg))
}

pub fn width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!("\"{text}\" is not a number from 1 on")),
    }
}

pub fn factor(text: &str) -> Result<Weight, String> {
    match text.parse() {
        Ok(WeightChoice::Fixed(weight)) => Ok(weight),
        _ => Err(format!(
            "\"{text}\" is not a factor: give a number from 1 with at most two decimals, as in 1.05"
        )),
    }
}

pub fn order(text: &str) -> Result<MoveOrder, String> {
    text.parse().map_err(|error: slidewise_solve::BadOrder| error.to_string())
}

pub fn weight(text: &str) -> Result<WeightChoice, String> {
    text.parse().map_err(|error: slidewise_solve::BadWeight| error.to_string())
}

/// A name that nothing has, and where the names are.
fn unknown(error: UnknownName) -> String {
    format!("{error} `slidewise list` shows them all")
}

pub fn algorithm(text: &str) -> Result<Algorithm, String> {
    Algorithm::find(text).map_err(unknown)
}

pub fn heuristic(text: &str) -> Result<HeuristicChoice, String> {
    text.parse().map_err(|error| match error {
        BadHeuristic::Unknown(error) => unknown(error),
        error => error.to_string(),
    })
}

pub fn repr(text: &str) -> Result<&'static str, String> {
    spec::repr(text).map_err(unknown)
}

pub fn metric(text: &str) -> Result<&'static str, String> {
    spec::metric(text).map_err(unknown)
}

pub fn form(text: &str) -> Result<&'static str, String> {
    slidewise_solve::form(text).map_err(unknown)
}

pub fn kind(text: &str) -> Result<&'static str, String> {
    kinds::find(text).map(|kind| kind.entry().name).map_err(unknown)
}

pub fn convention(text: &str) -> Result<&'static str, String> {
    let all = kinds::all().flat_map(|kind| kind.entry().conventions);
    names::find("notation", text, all).map(|entry| entry.name).map_err(unknown)
}
