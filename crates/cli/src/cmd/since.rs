//! What became better or worse since a baseline.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use slidewise_lab::baseline::{Change, Compared, Comparison};
use slidewise_lab::experiment::{Experiment, Row};
use slidewise_lab::report::table::{Column, Mark, Table, Text};

use super::experiment::rows_of;
use crate::error::Failure;
use crate::exit::Exit;
use crate::render::{BAD, GOOD, styled};
use crate::table;
use crate::units::grouped;

/// The rows of a baseline, which must have something in common with the experiment.
pub fn read(file: &Path, experiment: &Experiment) -> Result<Vec<Row>, Failure> {
    let rows = rows_of(file)?;
    let pairs: HashSet<(String, String)> = experiment
        .pairs()
        .into_iter()
        .map(|pair| (experiment.instances[pair.instance].name.clone(), pair.spec.to_string()))
        .collect();
    let known = |row: &&Row| pairs.contains(&(row.instance.clone(), row.spec.clone()));
    if rows.iter().any(|row| known(&row)) {
        return Ok(rows);
    }
    let there =
        rows.first().map_or("no results".to_string(), |row| format!("{} on {}", row.spec, row.instance));
    let here = pairs.iter().min().map_or(String::new(), |(instance, spec)| format!("{spec} on {instance}"));
    Err(Failure::Usage(format!(
        "{}: the baseline has nothing in common with this experiment: {there} there, {here} here",
        file.display()
    )))
}

/// Shows the comparison; code 1 if something is worse by more than is allowed.
pub fn show(
    comparison: &Comparison,
    allowed: Option<f64>,
    quiet: bool,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let count = |change: Change| comparison.pairs.iter().filter(|pair| pair.change == change).count();
    if !quiet {
        writeln!(out, "{}", styled(GOOD, "since the baseline:"))?;
        if count(Change::Same) < comparison.pairs.len() {
            write!(out, "{}", table::drawn(&changes(comparison), table::room()))?;
        }
        writeln!(
            out,
            "{} better, {} the same, {} worse; {} new, {} gone",
            count(Change::Better),
            count(Change::Same),
            count(Change::Worse),
            comparison.new,
            comparison.gone
        )?;
        out.flush()?;
    }
    let Some(allowed) = allowed else { return Ok(Exit::Solved) };
    let worse: Vec<&Compared> = comparison.pairs.iter().filter(|pair| pair.is_worse_than(allowed)).collect();
    for pair in &worse {
        let text = format!("{} on {} is worse by more than {} %", pair.spec, pair.instance, allowed * 100.0);
        tell!("{} {text}", styled(BAD, "worse:"));
    }
    Ok(if worse.is_empty() { Exit::Solved } else { Exit::Other })
}

/// What changed; the rest is counted.
fn changes(comparison: &Comparison) -> Table {
    let column = |title, right, dispensable| Column { title, right, dispensable };
    let columns = vec![
        column("puzzle", false, 0),
        column("combination", false, 0),
        column("verdict", false, 0),
        column("expanded before", true, 2),
        column("now", true, 1),
        column("change", true, 0),
        column("length", true, 3),
    ];
    let changed = comparison.pairs.iter().filter(|pair| pair.change != Change::Same);
    Table { columns, rows: changed.map(row).collect() }
}

fn row(pair: &Compared) -> Vec<Text> {
    let plain = |text: String| Text { text, mark: Mark::Plain };
    let (word, mark) = match pair.change {
        Change::Better => ("better", Mark::Best),
        Change::Same => ("same", Mark::Plain),
        Change::Worse => ("worse", Mark::Bad),
    };
    let length = |cost: Option<u64>| cost.map_or("–".to_string(), |cost| cost.to_string());
    let lengths = match pair.cost {
        (before, now) if before == now => length(now),
        (before, now) => format!("{} → {}", length(before), length(now)),
    };
    vec![
        plain(pair.instance.clone()),
        plain(pair.spec.clone()),
        Text { text: word.to_string(), mark },
        plain(grouped(pair.expanded.0 as u64)),
        plain(grouped(pair.expanded.1 as u64)),
        plain(format!("{:+.1} %", 100.0 * pair.growth())),
        plain(lengths),
    ]
}
