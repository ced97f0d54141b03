//! Tables of results, made once and drawn in several ways.

use crate::stats::{ENOUGH, FAR_OUT, Spread};
use crate::summary::{Best, Cell, Figures, Group, Line, References};
use crate::units::{grouped, number, short_duration, shown_bytes, three_figures};

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
    let least = |value: &dyn Fn(&Cell) -> f64| {
        let solved = cells.iter().filter(|cell| cell.costs.is_some());
        solved.map(|cell| value(cell)).reduce(f64::min).filter(|_| relative)
    };
    let by_cpu = cells.iter().filter(|cell| !cell.row.is_unsupported()).all(|cell| cell.has_own_time());
    let (expanded, ranked) = (least(&|cell| cell.expanded.median), least(&|cell| cell.time(by_cpu).median));
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
        column("cpu", true, 1),
        column("time", true, 1),
        column("quartiles", true, 7),
        column("× best", true, 3),
    ];
    let mut rows: Vec<Vec<Text>> = cells
        .iter()
        .map(|cell| {
            let first = if relative { &cell.row.spec } else { &cell.row.instance };
            if cell.row.is_unsupported() {
                let mut row = vec![plain(""); columns.len()];
                (row[0], row[1], row[2]) = (plain(first.clone()), bad("–"), bad("cannot be applied"));
                return row;
            }
            let (cpu, wall) = times_of(cell.cpu, cell.wall, by_cpu, ranked);
            vec![
                plain(first.clone()),
                length(cell),
                verdict(cell, &references),
                against(cell.expanded.median, expanded, counted(cell.expanded.median)),
                times(cell.expanded.median, expanded.filter(|_| cell.costs.is_some())),
                plain(counted(cell.generated.median)),
                plain(cell.branching().map(three_figures).unwrap_or_default()),
                plain(bytes(cell.peak_bytes.median)),
                cpu,
                wall,
                quartiles(&cell.time(by_cpu), cell.outliers),
                times(cell.time(by_cpu).median, ranked.filter(|_| cell.costs.is_some())),
            ]
        })
        .collect();
    drop_empty(&mut columns, &mut rows);
    Table { columns, rows }
}

/// Processor time and that of the clock; the one that ranks is marked if it is the least.
fn times_of(cpu: Option<Spread>, wall: Spread, by_cpu: bool, least: Option<f64>) -> (Text, Text) {
    let shown = |median: f64, ranks: bool| against(median, least.filter(|_| ranks), short_duration(median));
    (cpu.map_or(plain(""), |cpu| shown(cpu.median, by_cpu)), shown(wall.median, !by_cpu))
}

/// A row for each combination: medians over the puzzles that all of them solved.
pub fn summary(group: &Group) -> Table {
    let least = |value: &dyn Fn(&Figures) -> f64| {
        group.lines.iter().filter_map(|line| line.over_common.as_ref()).map(value).reduce(f64::min)
    };
    let many = group.lines.len() > 1;
    let expanded = least(&|f| f.expanded.median).filter(|_| many);
    let ranked = least(&|f| f.time(group.by_cpu).median).filter(|_| many);
    let mut columns = vec![
        column("combination", false, 0),
        column("solved", true, 1),
        column("optimal", true, 5),
        column("mean length", true, 0),
        column("median", true, 9),
        column("above optimum", true, 4),
        column("expanded", true, 0),
        column("mean expanded", true, 10),
        column("× best", true, 3),
        column("generated", true, 8),
        column("branching", true, 12),
        column("memory", true, 7),
        column("cpu", true, 2),
        column("time", true, 2),
        column("quartiles", true, 11),
        column("× best", true, 6),
    ];
    let count = columns.len();
    let row = |line: &Line| {
        let mut row = vec![
            plain(line.spec.clone()),
            if line.solved < line.tried.max(1) { bad(share(line)) } else { plain(share(line)) },
            plain(if line.tried == 0 { String::new() } else { line.optimal.to_string() }),
        ];
        let Some(f) = &line.over_common else {
            row.resize(count, plain(""));
            return row;
        };
        let (cpu, wall) = times_of(f.cpu, f.wall, group.by_cpu, ranked);
        row.extend([
            plain(format!("{:.2}", f.cost.mean)),
            plain(format!("{}", f.cost.median)),
            above(f),
            against(f.expanded.median, expanded, counted(f.expanded.median)),
            plain(counted(f.expanded.mean)),
            times(f.expanded.median, expanded),
            plain(counted(f.generated.median)),
            plain(f.branching.map(|b| three_figures(b.median)).unwrap_or_default()),
            plain(bytes(f.peak_bytes.median)),
            cpu,
            wall,
            quartiles(&f.time(group.by_cpu), f.outliers),
            times(f.time(group.by_cpu).median, ranked),
        ]);
        row
    };
    let mut rows: Vec<Vec<Text>> = group.lines.iter().map(row).collect();
    drop_empty(&mut columns, &mut rows);
    Table { columns, rows }
}

/// The best run of each combination in each group, as it was: size, moves, states evaluated.
pub fn best(all: &[Best]) -> Table {
    let mut columns = vec![
        column("size", false, 0),
        column("combination", false, 1),
        column("solved", true, 4),
        column("moves", true, 0),
        column("", false, 3),
        column("states evaluated", true, 0),
        column("generated", true, 6),
        column("cpu", true, 2),
        column("time", true, 5),
        column("puzzle", false, 7),
    ];
    let time = |seconds: Option<f64>| plain(seconds.map(short_duration).unwrap_or_default());
    let row = |best: &Best| {
        let share = format!("{}/{}", best.solved, best.puzzles);
        let mut row = vec![
            plain(best.group.clone()),
            plain(best.spec.clone()),
            if best.solved < best.puzzles { bad(share) } else { plain(share) },
        ];
        row.extend(match &best.run {
            Some(run) => vec![
                plain(grouped(run.cost.unwrap_or(0))),
                plain(if run.is_optimal() { "optimal" } else { "" }),
                plain(grouped(run.expanded)),
                plain(grouped(run.generated)),
                time(run.cpu_seconds),
                time(Some(run.wall_seconds)),
                plain(run.instance.clone()),
            ],
            None => vec![bad("–"), plain(""), plain(""), plain(""), plain(""), plain(""), plain("")],
        });
        row
    };
    let mut rows: Vec<Vec<Text>> = all.iter().map(row).collect();
    if all.iter().all(|best| best.spec == all[0].spec) {
        columns.remove(1);
        rows.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    drop_empty(&mut columns, &mut rows);
    Table { columns, rows }
}

/// What the table of the best runs is over, in words.
pub fn best_over(all: &[Best]) -> String {
    let (least, most) = all
        .iter()
        .fold((usize::MAX, 0), |(least, most), best| (least.min(best.puzzles), most.max(best.puzzles)));
    let of = if least == most { number(most, "puzzle") } else { format!("{least} to {most} puzzles") };
    let trivial: usize = distinct_groups(all).iter().map(|best| best.trivial).sum();
    let but = match trivial {
        0 => String::new(),
        1 => "; 1 that is solved at the start does not count".to_string(),
        n => format!("; {n} that are solved at the start do not count"),
    };
    format!("the shortest solution of {of} each, and what that run took{but}")
}

/// One of each group.
fn distinct_groups(all: &[Best]) -> Vec<&Best> {
    all.chunk_by(|a, b| a.group == b.group).filter_map(|chunk| chunk.first()).collect()
}

/// What must be known to read a summary: where times cannot be trusted, and what lies far out.
pub fn notes(group: &Group) -> Vec<String> {
    let mut notes = Vec::new();
    match group.unsolvable {
        0 => {}
        1 => notes
            .push("1 puzzle has no solution, which is proven; it is not among the solved ones".to_string()),
        n => notes.push(format!(
            "{n} puzzles have no solution, which is proven; they are not among the solved ones"
        )),
    }
    let busy = group.disagreeing_times();
    if let Some((line, f)) = busy.iter().find_map(|line| Some((line, line.over_common.as_ref()?))) {
        let cpu = f.cpu.map_or(0.0, |cpu| cpu.median);
        notes.push(format!(
            "time by the clock differs from processor time by more than a tenth in {} of {} ({}: {} against {}): \
             the machine was busy; processor time ranks",
            busy.len(),
            number(group.lines.len(), "combination"),
            line.spec,
            short_duration(f.wall.median),
            short_duration(cpu),
        ));
    }
    if group.lines.iter().filter_map(|line| line.over_common.as_ref()).any(|f| f.outliers > 0) {
        notes.push(format!(
            "far out: runs whose modified z-score among the runs of their pair is above {FAR_OUT}; \
             judged from {ENOUGH} runs on"
        ));
    }
    notes
}

/// What a summary is over, in words.
pub fn over(group: &Group) -> String {
    let what = "median over";
    let (common, all) = (group.common.len(), group.instances);
    let but = match group.left_out.len() {
        0 => String::new(),
        1..4 => format!(" (but {}, which solved none)", group.left_out.join(", ")),
        n => format!(" (but {n} that solved none)"),
    };
    let puzzles = if all == 1 { "puzzle" } else { "puzzles" };
    match common {
        0 if group.lines.iter().all(|line| line.tried == 0) => "no combination can be applied".to_string(),
        0 => format!("no puzzle was solved by every combination{but}: there is nothing to compare"),
        _ if common == all && but.is_empty() => format!("{what} {all} {puzzles}"),
        _ => format!("{what} the {common} of {all} {puzzles} that every combination solved{but}"),
    }
}

fn share(line: &Line) -> String {
    if line.tried == 0 {
        return "not run".to_string();
    }
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
