//! Results as LaTeX: a `tabular` for each table, without any package.

use std::fmt::Write;

use super::table::{self, Mark, Table};
use crate::experiment::{Experiment, Row};
use crate::summary::{best, cells, groups};

/// `summary.tex`: to be taken in with `\\input`.
pub fn tables(experiment: &Experiment, rows: &[Row]) -> String {
    let mut text = format!("% slidewise: {}\n", experiment.name.replace('\n', " "));
    if experiment.best {
        let all = best(rows);
        let _ = write!(text, "% {}\n{}", table::best_over(&all), drawn(&table::best(&all)));
        return text;
    }
    for group in groups(&cells(rows)) {
        let _ =
            write!(text, "\n% {}: {}\n{}", group.name, table::over(&group), drawn(&table::summary(&group)));
    }
    text
}

/// A `tabular`; the best of a column is bold.
pub fn drawn(table: &Table) -> String {
    let layout: String = table.columns.iter().map(|column| if column.right { 'r' } else { 'l' }).collect();
    let titles: Vec<String> = table.columns.iter().map(|column| escaped(column.title)).collect();
    let mut text = format!("\\begin{{tabular}}{{{layout}}}\n\\hline\n{} \\\\\n\\hline\n", titles.join(" & "));
    for row in &table.rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell.mark {
                Mark::Best => format!("\\textbf{{{}}}", escaped(&cell.text)),
                _ => escaped(&cell.text),
            })
            .collect();
        let _ = writeln!(text, "{} \\\\", cells.join(" & "));
    }
    text + "\\hline\n\\end{tabular}\n"
}

/// Text that means nothing to LaTeX, in the characters that every font has.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '×' => escaped.push_str("$\\times$"),
            '≤' => escaped.push_str("$\\le$"),
            '≥' => escaped.push_str("$\\ge$"),
            'µ' => escaped.push_str("$\\mu$"),
            '–' => escaped.push_str("--"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_table_means_something_to_latex() {
        assert_eq!(escaped("5 % of 3×3 #1, ≤ 2 µs_–"), "5 \\% of 3$\\times$3 \\#1, $\\le$ 2 $\\mu$s\\_--");
        let rows = ["astar", "max(a,b) & c"].map(|spec| Row {
            instance: "3x3 #1".into(),
            group: "3x3".into(),
            spec: spec.into(),
            cost: Some(20),
            optimum: Some(20),
            expanded: spec.len() as u64,
            ..Row::default()
        });
        let text = tables(&Experiment::named("mine"), &rows);
        assert!(text.contains("\\begin{tabular}{lrr") && text.ends_with("\\end{tabular}\n"), "{text}");
        assert!(text.contains("max(a,b) \\& c & 1/1 & 1 & 20.00"), "{text}");
        assert!(text.contains("& \\textbf{5} &") && text.contains("0 \\%"), "{text}");
        let columns = text.lines().find(|line| line.starts_with("combination")).unwrap().matches('&').count();
        for line in text.lines().filter(|line| line.starts_with("astar")) {
            assert_eq!(line.matches('&').count(), columns, "{line}");
        }
    }
}
