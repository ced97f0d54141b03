//! Tables of results, made once and drawn in several ways.

use crate::stats::Spread;
use crate::summary::{Cell, Figures, Group, Line, References};
use crate::units::{grouped, short_duration, shown_bytes, three_figures};

/// A table of texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a text for every column.
    pub rows: Vec<Vec<Text>>,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// What stands above it.
    pub title: &'static str,
    /// Numbers stand to the right.
    pub right: bool,
    /// Where room is short, the columns with the highest of these go first; 0 stays.
    pub dispensable: u8,
}

/// A text with what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// What it means.
    pub mark: Mark,
}

/// What a text of a table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing in particular.
    Plain,
    /// The best of its column.
    Best,
    /// Something that did not come out well.
    Bad,
}

fn plain(text: impl Into<String>) -> Text {
    Text { text: text.into(), mark: Mark::Plain }
}

fn bad(text: impl Into<String>) -> Text {
    Text { text: text.into(), mark: Mark::Bad }
}

const fn column(title: &'static str, right: bool, dispensable: u8) -> Column {
    Column { title, right, dispensable }
}

/// What the rows of a table of pairs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsAre {
    /// Combinations on one puzzle.
    Combinations,
    /// Puzzles, solved by one combination.
    Puzzles,
}

/// A row for each pair. Combinations are shown relative to the best; puzzles are not comparable like that.
pub fn pairs(cells: &[&Cell], rows_are: RowsAre) -> Table {
    let references = References::of(cells);
    let relative = rows_are == RowsAre::Combinations;
    let least = |value: fn(&Cell) -> f64| {
        let solved = cells.iter().filter(|cell| cell.costs.is_some());
        solved.map(|cell| value(cell)).reduce(f64::min).filter(|_| relative)
    };
    let (expanded, wall) = (least(|cell| cell.expanded.median), least(|cell| cell.wall.median));
    let name = if relative { "combination" } else { "puzzle" };
    let mut columns = vec![
        column(name, false, 0),
        column("length", true, 0),
        column("", false, 2),
        column("expanded", true, 0),
        column("× best", true, 4),
        column("generated", true, 6),
        column("branching", true, 8),
        column("memory", true, 5),
        column("time", true, 1),
        column("quartiles", true, 7),
        column("× best", true, 3),
    ];
    let mut rows: Vec<Vec<Text>> = cells
        .iter()
        .map(|cell| {
            let first = if relative { &cell.row.spec } else { &cell.row.instance };
            vec![
                plain(first.clone()),
                length(cell),
                verdict(cell, &references),
                against(cell.expanded.median, expanded, counted(cell.expanded.median)),
                times(cell.expanded.median, expanded.filter(|_| cell.costs.is_some())),
                plain(counted(cell.generated.median)),
                plain(cell.branching().map(three_figures).unwrap_or_default()),
                plain(bytes(cell.peak_bytes.median)),
                against(cell.wall.median, wall, short_duration(cell.wall.median)),
                quartiles(&cell.wall, cell.outliers),
                times(cell.wall.median, wall.filter(|_| cell.costs.is_some())),
            ]
        })
        .collect();
    drop_empty(&mut columns, &mut rows);
    Table { columns, rows }
}

/// A row for each combination, over the puzzles that all of them solved; the median of them, or the best.
pub fn summary(group: &Group, best: bool) -> Table {
    let pick = |spread: &Spread| if best { spread.min } else { spread.median };
    let least = |value: &dyn Fn(&Figures) -> f64| {
        group.lines.iter().filter_map(|line| line.over_common.as_ref()).map(value).reduce(f64::min)
    };
    let many = group.lines.len() > 1;
    let expanded = least(&|f| pick(&f.expanded)).filter(|_| many);
    let wall = least(&|f| pick(&f.wall)).filter(|_| many);
    let mut columns = vec![
        column("combination", false, 0),
        column("solved", true, 1),
        column("optimal", true, 5),
        column(if best { "shortest" } else { "mean length" }, true, 0),
        column(if best { "" } else { "median" }, true, 9),
        column("above optimum", true, 4),
        column("expanded", true, 0),
        column("× best", true, 3),
        column("generated", true, 8),
        column("branching", true, 10),
        column("memory", true, 7),
        column("time", true, 2),
        column("quartiles", true, 11),
        column("× best", true, 6),
    ];
    let row = |line: &Line| {
        let mut row = vec![
            plain(line.spec.clone()),
            if line.solved < line.tried { bad(share(line)) } else { plain(share(line)) },
            plain(line.optimal.to_string()),
        ];
        let Some(f) = &line.over_common else {
            row.resize(14, plain(""));
            return row;
        };
        let length = if best { f.cost.min } else { f.cost.mean };
        row.extend([
            plain(if best { counted(length) } else { format!("{length:.2}") }),
            plain(if best { String::new() } else { format!("{}", f.cost.median) }),
            above(f),
            against(pick(&f.expanded), expanded, counted(pick(&f.expanded))),
            times(pick(&f.expanded), expanded),
            plain(counted(pick(&f.generated))),
            plain(f.branching.map(|b| three_figures(b.median)).unwrap_or_default()),
            plain(bytes(pick(&f.peak_bytes))),
            against(pick(&f.wall), wall, short_duration(pick(&f.wall))),
            quartiles(&f.wall, f.outliers),
            times(pick(&f.wall), wall),
        ]);
        row
    };
    let mut rows: Vec<Vec<Text>> = group.lines.iter().map(row).collect();
    drop_empty(&mut columns, &mut rows);
    Table { columns, rows }
}

/// What a summary is over, in words.
pub fn over(group: &Group, best: bool) -> String {
    let what = if best { "best of" } else { "median over" };
    let (common, all) = (group.common.len(), group.instances);
    let but = match group.left_out.len() {
        0 => String::new(),
        1..4 => format!(" (but {}, which solved none)", group.left_out.join(", ")),
        n => format!(" (but {n} that solved none)"),
    };
    let puzzles = if all == 1 { "puzzle" } else { "puzzles" };
    match common {
        0 => format!("no puzzle was solved by every combination{but}: there is nothing to compare"),
        _ if common == all && but.is_empty() => format!("{what} {all} {puzzles}"),
        _ => format!("{what} the {common} of {all} {puzzles} that every combination solved{but}"),
    }
}

fn share(line: &Line) -> String {
    format!("{}/{}", line.solved, line.tried)
}

fn above(figures: &Figures) -> Text {
    match (figures.excess, figures.gap) {
        (Some(0.0), _) => plain("0 %"),
        (Some(excess), _) => plain(format!("{:.1} %", 100.0 * excess)),
        (None, Some(gap)) => plain(format!("≤ {:.1} %", 100.0 * gap)),
        (None, None) => plain(""),
    }
}

fn length(cell: &Cell) -> Text {
    match (cell.costs, cell.row.lower_bound) {
        (Some((short, long)), _) if short < long => plain(format!("{short}–{long}")),
        (Some((cost, _)), _) => plain(cost.to_string()),
        (None, Some(bound)) if cell.row.verdict == "stopped" => bad(format!("≥ {bound}")),
        (None, _) => plain("–"),
    }
}

/// Whether the length is the optimum, and by how much it is not.
fn verdict(cell: &Cell, references: &References<'_>) -> Text {
    let row = &cell.row;
    let Some((cost, _)) = cell.costs else {
        return bad(match &row.stopped_by {
            Some(why) => format!("stopped: {why}"),
            None => row.verdict.clone(),
        });
    };
    if row.is_optimal() {
        return plain("optimal");
    }
    match (references.optimum(row), references.bound(row)) {
        (Some(optimum), _) if cost == optimum => plain("as the optimum"),
        (Some(optimum), _) => plain(format!("+{} ({})", cost - optimum.min(cost), percent(cost, optimum))),
        (None, Some(bound)) => plain(format!("≤ {} above", percent(cost, bound))),
        (None, None) => plain(""),
    }
}

fn percent(cost: u64, reference: u64) -> String {
    format!("{:.1} %", 100.0 * (cost as f64 / reference.max(1) as f64 - 1.0))
}

fn against(value: f64, least: Option<f64>, text: String) -> Text {
    let mark = if least == Some(value) { Mark::Best } else { Mark::Plain };
    Text { text, mark }
}

fn times(value: f64, least: Option<f64>) -> Text {
    match least {
        Some(least) if least > 0.0 => plain(three_figures(value / least)),
        _ => plain(""),
    }
}

fn counted(value: f64) -> String {
    grouped(value.round() as u64)
}

fn bytes(value: f64) -> String {
    if value == 0.0 { "–".to_string() } else { shown_bytes(value.round() as u64) }
}

/// The middle half of the times, and how many lie far out.
fn quartiles(spread: &Spread, outliers: usize) -> Text {
    if spread.count < 2 {
        return plain("");
    }
    let range = format!("{}–{}", short_duration(spread.q1), short_duration(spread.q3));
    match outliers {
        0 => plain(range),
        n => bad(format!("{range}, {n} far out")),
    }
}

/// A column that says nothing is left out.
fn drop_empty(columns: &mut Vec<Column>, rows: &mut [Vec<Text>]) {
    for i in (0..columns.len()).rev() {
        if rows.iter().all(|row| row[i].text.is_empty() || row[i].text == "–") {
            columns.remove(i);
            for row in rows.iter_mut() {
                row.remove(i);
            }
        }
    }
}
