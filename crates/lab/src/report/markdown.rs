//! Results as a Markdown page.

use std::fmt::Write;

use super::pair;
use super::table::{self, Mark, RowsAre, Table};
use crate::experiment::{Experiment, Row, contradictions};
use crate::summary::{best, cells, groups, unsupported};

/// `summary.md`: what was run, the summaries, two combinations against each other, and the puzzles one by one.
pub fn page(experiment: &Experiment, rows: &[Row], pair: Option<(&str, &str)>) -> String {
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
            n if experiment.warmup == 0 => format!("{n} runs each"),
            n => format!("{n} runs each after {} to warm up", experiment.warmup),
        };
        let commit = row.commit.as_deref().unwrap_or("unknown");
        let date = row.date.as_deref().unwrap_or("an unknown day");
        let _ =
            write!(text, "slidewise {} (commit {commit}), begun on {date}, seed {}, ", row.version, row.seed);
        let _ = writeln!(text, "{runs}, {}.\n", row.machine);
        if let Some(command) = &row.command {
            let _ = writeln!(text, "    {command}\n");
        }
    }
    text += &summaries(experiment, rows);
    text += &against(rows, pair);
    text += &by_puzzle(rows);
    text
}

/// Two combinations pair by pair: those that were chosen, or the first two.
fn against(rows: &[Row], pair: Option<(&str, &str)>) -> String {
    let first_two = || {
        let mut specs = rows.iter().filter(|row| !row.is_unsupported()).map(|row| row.spec.as_str());
        let first = specs.next()?;
        Some((first, specs.find(|spec| *spec != first)?))
    };
    let Some((first, second)) = pair.or_else(first_two) else { return String::new() };
    let said: Vec<String> =
        pair::sentences(rows, first, second).iter().map(|sentence| format!("- {sentence}.\n")).collect();
    match said.is_empty() {
        true => String::new(),
        false => format!("## Pair by pair\n\n{}\n", said.concat()),
    }
}

/// A table for each group of puzzles that can be compared.
pub fn summaries(experiment: &Experiment, rows: &[Row]) -> String {
    let mut text = String::new();
    let cells = cells(rows);
    if experiment.best {
        let all = best(rows);
        let _ = writeln!(
            text,
            "## Best of each size: {}\n\n{}",
            table::best_over(&all),
            drawn(&table::best(&all))
        );
    }
    for group in groups(&cells).iter().filter(|_| !experiment.best) {
        let _ = writeln!(text, "## {}: {}\n", group.name, table::over(group));
        text += &drawn(&table::summary(group));
        text.push('\n');
        for note in table::notes(group) {
            let _ = writeln!(text, "{}.\n", capitalised(&note));
        }
    }
    for line in unsupported(&cells) {
        let _ = writeln!(text, "Not run: {line}.\n");
    }
    if let Some(published) = &experiment.published {
        let _ = writeln!(text, "Published: {published}.\n");
    }
    text
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
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
                Mark::Best => format!("**{}**", cell.text.replace('|', "\\|")),
                _ => cell.text.replace('|', "\\|"),
            })
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
