//! The pictures of an experiment, made of its rows.

use crate::experiment::Row;
use crate::summary::{Cell, cells};
use crate::svg::{Axis, Curve, Pair, Point, Series, Spread, Unit, cactus, points, scatter, spreads};

/// What is measured: nodes or time.
#[derive(Clone, Copy)]
struct Measure {
    /// Begins the names of its files.
    file: &'static str,
    /// What the axis says.
    name: &'static str,
    unit: Unit,
    value: fn(&Cell) -> f64,
}

const NODES: Measure = Measure {
    file: "nodes",
    name: "expanded positions",
    unit: Unit::Count,
    value: |cell| cell.expanded.median,
};
const TIME: Measure =
    Measure { file: "time", name: "time", unit: Unit::Seconds, value: |cell| cell.wall.median };

/// All pictures that these rows have something to say for, with the names of their files.
pub fn all(title: &str, rows: &[Row]) -> Vec<(String, String)> {
    let mut cells = cells(rows);
    cells.retain(|cell| !cell.row.is_unsupported());
    let specs = specs(&cells);
    let mut pictures = Vec::new();
    if specs.is_empty() {
        return pictures;
    }
    for measure in [NODES, TIME] {
        let file = measure.file;
        pictures.push((format!("{file}.svg"), spread(title, &cells, &specs, measure)));
        pictures.push((format!("{file}-cactus.svg"), solved_within(title, &cells, &specs, measure)));
        if let [first, second, ..] = specs[..] {
            pictures.push((format!("{file}-scatter.svg"), against(title, &cells, first, second, measure)));
        }
    }
    if cells.iter().any(|cell| cell.costs.is_some()) {
        pictures.push(("nodes-by-length.svg".into(), by_length(title, &cells, &specs)));
    }
    pictures.extend(by_bound(title, &cells, &specs).map(|picture| ("nodes-by-bound.svg".into(), picture)));
    pictures
}

fn specs(cells: &[Cell]) -> Vec<&str> {
    let mut specs: Vec<&str> = Vec::new();
    for cell in cells {
        if !specs.contains(&cell.row.spec.as_str()) {
            specs.push(&cell.row.spec);
        }
    }
    specs
}

fn of_spec<'a>(cells: &'a [Cell], spec: &str) -> impl Iterator<Item = &'a Cell> {
    cells.iter().filter(move |cell| cell.row.spec == spec)
}

/// What each combination took on the puzzles that it solved.
fn spread(title: &str, cells: &[Cell], specs: &[&str], measure: Measure) -> String {
    let row = |spec: &&str| Spread {
        name: spec.to_string(),
        values: of_spec(cells, spec).filter(|cell| cell.costs.is_some()).map(measure.value).collect(),
        stopped: of_spec(cells, spec).filter(|cell| cell.costs.is_none()).count(),
    };
    let rows: Vec<Spread> = specs.iter().map(row).collect();
    let title = format!("{title}: {} of each combination", measure.name);
    spreads(&title, &Axis::log(measure.name, measure.unit), &rows)
}

/// How many puzzles each combination solves within a budget.
fn solved_within(title: &str, cells: &[Cell], specs: &[&str], measure: Measure) -> String {
    let curve = |spec: &&str| Curve {
        name: spec.to_string(),
        costs: of_spec(cells, spec).filter(|cell| cell.costs.is_some()).map(measure.value).collect(),
    };
    let curves: Vec<Curve> = specs.iter().map(curve).collect();
    let most = specs.iter().map(|spec| of_spec(cells, spec).count()).max().unwrap_or(0);
    let title = format!("{title}: puzzles solved within so much {}", measure.file);
    cactus(&title, &Axis::log(measure.name, measure.unit), most, &curves)
}

/// Two combinations, puzzle by puzzle.
fn against(title: &str, cells: &[Cell], first: &str, second: &str, measure: Measure) -> String {
    let value = |spec: &str, instance: &str| {
        let cell = of_spec(cells, spec).find(|cell| cell.row.instance == instance)?;
        Some(cell.costs.map(|_| (measure.value)(cell)))
    };
    let pair = |cell: &Cell| {
        let instance = &cell.row.instance;
        Some(Pair { name: instance.clone(), x: value(first, instance)?, y: value(second, instance)? })
    };
    let pairs: Vec<Pair> = of_spec(cells, first).filter_map(pair).collect();
    let title = format!("{title}: {} of two combinations", measure.name);
    scatter(&title, &Axis::log(first, measure.unit), &Axis::log(second, measure.unit), &pairs)
}

/// How the work grows with the length of the solution.
fn by_length(title: &str, cells: &[Cell], specs: &[&str]) -> String {
    let point = |cell: &Cell| {
        let (x, y) = (cell.costs?.0 as f64, cell.expanded.median);
        Some(Point { name: cell.row.instance.clone(), x, y })
    };
    let series = |spec: &&str| Series {
        name: spec.to_string(),
        points: of_spec(cells, spec).filter_map(point).collect(),
    };
    let series: Vec<Series> = specs.iter().map(series).collect();
    let x = Axis::linear("length of the solution", Unit::Count);
    points(&format!("{title}: work by length"), &x, &Axis::log("expanded positions", Unit::Count), &series)
}

/// Expansions at each depth or bound, on the puzzle whose searches went through most of them. `None` if no search
/// announced any.
fn by_bound(title: &str, cells: &[Cell], specs: &[&str]) -> Option<String> {
    let deepest = cells.iter().max_by_key(|cell| cell.row.bounds().len())?;
    let instance = &deepest.row.instance;
    let series = |spec: &&str| {
        let cell = of_spec(cells, spec).find(|cell| &cell.row.instance == instance)?;
        let point = |(bound, expanded): (u64, u64)| Point {
            name: format!("bound {bound}"),
            x: bound as f64,
            y: expanded as f64,
        };
        let points: Vec<Point> = cell.row.bounds().into_iter().map(point).collect();
        (!points.is_empty()).then(|| Series { name: spec.to_string(), points })
    };
    let series: Vec<Series> = specs.iter().filter_map(series).collect();
    if series.is_empty() {
        return None;
    }
    let x = Axis::linear("proven bound on the length (breadth-first: depth + 1)", Unit::Count);
    let y = Axis::log("expanded under it", Unit::Count);
    Some(points(&format!("{title}: work at each bound, puzzle {instance}"), &x, &y, &series))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, spec: &str, cost: Option<u64>, expanded: u64) -> Row {
        Row {
            instance: instance.into(),
            spec: spec.into(),
            cost,
            expanded,
            wall_seconds: 0.25,
            by_bound: Some(format!("20:17 22:{expanded}")),
            ..Row::default()
        }
    }

    fn picture<'a>(all: &'a [(String, String)], name: &str) -> &'a str {
        let found = all.iter().find(|(file, _)| file == name);
        found.map_or_else(|| panic!("there is no {name}"), |(_, svg)| svg)
    }

    #[test]
    fn pictures_show_the_data_of_the_rows() {
        let rows = [
            row("one", "astar", Some(22), 123),
            row("one", "ida", Some(22), 4567),
            row("two", "astar", None, 99),
            row("two", "ida", Some(31), 89),
        ];
        let all = all("mine", &rows);
        let nodes = picture(&all, "nodes.svg");
        for shown in ["astar", "ida", "123", "4567", "89"] {
            assert!(nodes.contains(shown), "{shown}: {nodes}");
        }
        assert!(!nodes.contains(">99<"), "what was stopped has no value");
        assert!(picture(&all, "nodes-by-length.svg").contains("4567"));
        assert!(picture(&all, "nodes-scatter.svg").contains("expanded positions of two combinations"));
        assert!(picture(&all, "nodes-by-bound.svg").contains("bound 20"));
        assert!(picture(&all, "time-cactus.svg").contains("ida"));
        assert!(super::all("none", &[]).is_empty());
    }

    #[test]
    fn one_combination_is_not_set_against_itself() {
        let all = all("mine", &[row("one", "astar", Some(22), 123)]);
        assert!(all.iter().all(|(name, _)| !name.contains("scatter")));
    }
}
