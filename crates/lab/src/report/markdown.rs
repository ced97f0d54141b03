//! Results as a Markdown page.

use std::fmt::Write;

use super::table::{self, Mark, RowsAre, Table};
use crate::experiment::{Experiment, Row, contradictions};
use crate::summary::{cells, groups, unsupported};

/// `summary.md`: what was run, the summaries, and the puzzles one by one.
pub fn page(experiment: &Experiment, rows: &[Row]) -> String {
    let mut text = format!("# {}\n\n", experiment.name);
    if !experiment.about.is_empty() {
        let _ = writeln!(text, "{}.\n", experiment.about);
    }
    for claim in contradictions(rows) {
        let _ = writeln!(text, "**Contradiction:** {claim}\n");
    }
    if let Some(row) = rows.first() {
        let runs = match experiment.runs {
            1 => "one run each".to_string(),
            n => format!("{n} runs each after {} to warm up", experiment.warmup),
        };
        let _ = writeln!(text, "slidewise {}, {runs}, {}.\n", row.version, row.machine);
    }
    text += &summaries(experiment, rows);
    text += &by_puzzle(rows);
    text
}

/// A table for each group of puzzles that can be compared.
pub fn summaries(experiment: &Experiment, rows: &[Row]) -> String {
    let mut text = String::new();
    let cells = cells(rows);
    for group in groups(&cells) {
        let _ = writeln!(text, "## {}: {}\n", group.name, table::over(&group, experiment.best));
        text += &drawn(&table::summary(&group, experiment.best));
        text.push('\n');
    }
    for line in unsupported(&cells) {
        let _ = writeln!(text, "Not run: {line}.\n");
    }
    if let Some(published) = &experiment.published {
        let _ = writeln!(text, "Published: {published}.\n");
    }
    text
}

fn by_puzzle(rows: &[Row]) -> String {
    let cells = cells(rows);
    let mut text = "## Puzzle by puzzle\n\n".to_string();
    let specs: std::collections::HashSet<&str> = cells.iter().map(|cell| cell.row.spec.as_str()).collect();
    if specs.len() == 1 {
        return text + &drawn(&table::pairs(&cells.iter().collect::<Vec<_>>(), RowsAre::Puzzles));
    }
    for chunk in cells.chunk_by(|a, b| a.row.instance == b.row.instance) {
        let _ = writeln!(text, "### {}\n", chunk[0].row.instance);
        if let Some(start) = chunk[0].row.start.as_ref().filter(|start| start.len() < 200) {
            let _ = writeln!(text, "`{start}`\n");
        }
        text += &drawn(&table::pairs(&chunk.iter().collect::<Vec<_>>(), RowsAre::Combinations));
        text.push('\n');
    }
    text
}

/// A table with pipes; the best of a column is bold.
pub fn drawn(table: &Table) -> String {
    let titles: Vec<&str> = table.columns.iter().map(|column| column.title).collect();
    let rule: Vec<&str> = table.columns.iter().map(|c| if c.right { "--:" } else { "---" }).collect();
    let mut text = format!("| {} |\n|{}|\n", titles.join(" | "), rule.join("|"));
    for row in &table.rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell.mark {
                Mark::Best => format!("**{}**", cell.text),
                _ => cell.text.replace('|', "\\|"),
            })
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
