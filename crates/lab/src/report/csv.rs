//! Rows as comma-separated values (RFC 4180) with a header, as pandas and R read them; and the summary likewise.

use serde::Serialize;

use crate::experiment::Row;
use crate::stats::Spread;
use crate::summary::{Group, Line};

/// The header line of `results.csv`.
pub fn header() -> String {
    let text = serialised(&[Row::default()], true);
    text.lines().next().unwrap_or_default().to_string() + "\n"
}

/// A row as a line.
pub fn line(row: &Row) -> String {
    serialised(std::slice::from_ref(row), false)
}

fn serialised<T: Serialize>(rows: &[T], headers: bool) -> String {
    let mut writer = ::csv::WriterBuilder::new().has_headers(headers).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("rows have only texts and numbers, and memory takes all of them");
    }
    let bytes = writer.into_inner().expect("memory takes all of it");
    String::from_utf8(bytes).expect("texts are UTF-8")
}

/// The rows of a `results.csv`; columns that are not known are passed over. `Err` says what is wrong, with its line.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?;
    if let Some(missing) = ["instance", "spec", "run", "expanded"]
        .iter()
        .find(|name| !headers.iter().any(|header| header == **name))
    {
        return Err(format!("there is no column \"{missing}\": this is no results.csv of slidewise"));
    }
    reader.deserialize().collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// A line of `summary.csv`. Means and quartiles are over the puzzles that every combination solved.
#[derive(Serialize)]
struct SummaryRow<'a> {
    group: &'a str,
    spec: &'a str,
    instances: usize,
    solved: usize,
    optimal: usize,
    compared_over: usize,
    mean_cost: Option<f64>,
    median_cost: Option<f64>,
    above_optimum: Option<f64>,
    above_lower_bound: Option<f64>,
    total_expanded: Option<f64>,
    min_expanded: Option<f64>,
    median_expanded: Option<f64>,
    mean_expanded: Option<f64>,
    median_generated: Option<f64>,
    branching_factor: Option<f64>,
    median_peak_bytes: Option<f64>,
    q1_wall_seconds: Option<f64>,
    median_wall_seconds: Option<f64>,
    q3_wall_seconds: Option<f64>,
    mean_wall_seconds: Option<f64>,
    median_cpu_seconds: Option<f64>,
    outliers: Option<usize>,
}

/// `summary.csv`.
pub fn summary(groups: &[Group]) -> String {
    let rows: Vec<SummaryRow<'_>> = groups
        .iter()
        .flat_map(|group| group.lines.iter().map(move |line| summary_row(group, line)))
        .collect();
    serialised(&rows, true)
}

fn summary_row<'a>(group: &'a Group, line: &'a Line) -> SummaryRow<'a> {
    let figures = line.over_common.as_ref();
    let median = |spread: Option<Spread>| spread.map(|spread| spread.median);
    SummaryRow {
        group: &group.name,
        spec: &line.spec,
        instances: line.tried,
        solved: line.solved,
        optimal: line.optimal,
        compared_over: figures.map_or(0, |_| group.common.len()),
        mean_cost: figures.map(|f| f.cost.mean),
        median_cost: figures.map(|f| f.cost.median),
        above_optimum: figures.and_then(|f| f.excess),
        above_lower_bound: figures.and_then(|f| f.gap),
        total_expanded: figures.map(|f| f.total_expanded),
        min_expanded: figures.map(|f| f.expanded.min),
        median_expanded: figures.map(|f| f.expanded.median),
        mean_expanded: figures.map(|f| f.expanded.mean),
        median_generated: figures.map(|f| f.generated.median),
        branching_factor: median(figures.and_then(|f| f.branching)),
        median_peak_bytes: figures.map(|f| f.peak_bytes.median),
        q1_wall_seconds: figures.map(|f| f.wall.q1),
        median_wall_seconds: figures.map(|f| f.wall.median),
        q3_wall_seconds: figures.map(|f| f.wall.q3),
        mean_wall_seconds: figures.map(|f| f.wall.mean),
        median_cpu_seconds: median(figures.and_then(|f| f.cpu)),
        outliers: figures.map(|f| f.outliers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back_as_they_were_written() {
        let rows = [
            Row {
                instance: "with \"quotes\", commas\nand lines".into(),
                spec: "astar max(misplaced,manhattan)".into(),
                heuristic: Some("max(misplaced,manhattan)".into()),
                cost: Some(31),
                expanded: u64::MAX,
                wall_seconds: 0.1 + 0.2,
                cpu_seconds: Some(1e-9),
                ..Row::default()
            },
            Row::default(),
        ];
        let text = header() + &rows.iter().map(line).collect::<String>();
        assert_eq!(read(&text).unwrap(), rows);
        assert!(header().starts_with("experiment,instance,kind,group,spec,"));
        assert_eq!(header().matches(',').count(), line(&rows[1]).matches(',').count());
    }

    #[test]
    fn other_files_are_refused() {
        assert!(read("a,b\n1,2\n").unwrap_err().contains("no column \"instance\""));
        let broken = header() + "only,three,fields\n";
        assert!(read(&broken).unwrap_err().contains("line: 2"), "{}", read(&broken).unwrap_err());
        let bad_number = line(&Row::default()).replace(",0,0,", ",0,many,");
        assert!(read(&(header() + &bad_number)).is_err());
    }
}
