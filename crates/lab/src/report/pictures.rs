//! The pictures of an experiment, made of its rows. They obey the rule of the tables: combinations are shown over the
//! same puzzles, and what is left out stands under the title.

use crate::experiment::Row;
use crate::summary::{Cell, Group, cells, groups};
use crate::svg::{Axis, Curve, Pair, Point, Section, Series, Spread, Unit, cactus, points, scatter, spreads};
use crate::units::number;

use super::table;

/// What is measured.
#[derive(Clone, Copy)]
struct Measure {
    /// Begins the names of its files.
    file: &'static str,
    /// What the axis says.
    name: &'static str,
    /// What a budget of it is called.
    budget: &'static str,
    unit: Unit,
    log: bool,
    value: fn(&Cell) -> f64,
}

impl Measure {
    fn axis<'a>(&self, name: &'a str) -> Axis<'a> {
        if self.log { Axis::log(name, self.unit) } else { Axis::linear(name, self.unit) }
    }
}

const NODES: Measure = Measure {
    file: "nodes",
    name: "expanded positions",
    budget: "so many expansions",
    unit: Unit::Count,
    log: true,
    value: |cell| cell.expanded.median,
};
const CLOCK: Measure = Measure {
    file: "time",
    name: "time",
    budget: "so much time",
    unit: Unit::Seconds,
    log: true,
    value: |cell| cell.wall.median,
};
const CPU: Measure = Measure {
    name: "processor time",
    budget: "so much processor time",
    value: |cell| cell.time(true).median,
    ..CLOCK
};
const LENGTHS: Measure = Measure {
    file: "lengths",
    name: "length of the solution",
    budget: "so many moves",
    unit: Unit::Count,
    log: false,
    value: |cell| cell.costs.map_or(f64::NAN, |(best, _)| best as f64),
};

/// All pictures that these rows have something to say for, with the names of their files. `pair` names the two
/// combinations that are set against each other: the first two if nothing is said.
pub fn all(title: &str, rows: &[Row], pair: Option<(&str, &str)>) -> Vec<(String, String)> {
    let mut cells = cells(rows);
    cells.retain(|cell| !cell.row.is_unsupported());
    let (groups, specs) = (groups(&cells), specs(&cells));
    let mut pictures = Vec::new();
    if specs.is_empty() {
        return pictures;
    }
    let time = if cells.iter().all(Cell::has_own_time) { CPU } else { CLOCK };
    for measure in [NODES, time, LENGTHS] {
        pictures.push((format!("{}.svg", measure.file), spread(title, &cells, &groups, measure)));
    }
    for measure in [NODES, time] {
        let file = measure.file;
        pictures.push((format!("{file}-cactus.svg"), solved_within(title, &cells, &specs, measure)));
        let first_two = || Some((*specs.first()?, *specs.get(1)?));
        if let Some((first, second)) = pair.or_else(first_two) {
            pictures.push((format!("{file}-scatter.svg"), against(title, &cells, first, second, measure)));
        }
    }
    if cells.iter().any(|cell| cell.costs.is_some()) {
        pictures.push(("nodes-by-length.svg".into(), by_length(title, &cells, &groups, &specs)));
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

/// Whether the puzzle of a cell is one that every combination of its group solved.
fn is_common(groups: &[Group], cell: &Cell) -> bool {
    let group = groups.iter().find(|group| group.name == cell.row.group);
    group.is_some_and(|group| group.common.contains(&cell.row.instance))
}

/// Over which puzzles a group is compared, in few words.
fn compared(group: &Group) -> String {
    let (common, all) = (group.common.len(), number(group.instances, "puzzle"));
    let over = if common == group.instances { all } else { format!("{common} of {all} that all solved") };
    match &group.left_out[..] {
        [] => over,
        [one] => format!("{over}; {one} solved none"),
        several => format!("{over}; {} combinations solved none", several.len()),
    }
}

/// What each combination took on the puzzles that all of them solved, group by group.
fn spread(title: &str, cells: &[Cell], groups: &[Group], measure: Measure) -> String {
    let section = |group: &Group| {
        let row = |spec: &str| {
            let of_group = || of_spec(cells, spec).filter(|cell| cell.row.group == group.name);
            let compared = |cell: &&Cell| cell.costs.is_some() && is_common(groups, cell);
            Spread {
                name: spec.to_string(),
                values: of_group().filter(compared).map(measure.value).collect(),
                stopped: of_group().filter(|cell| cell.costs.is_none()).count(),
            }
        };
        let heading = match groups.len() {
            1 => String::new(),
            _ => format!("{}: {}", group.name, compared(group)),
        };
        Section { heading, rows: group.lines.iter().map(|line| row(&line.spec)).collect() }
    };
    let sections: Vec<Section> = groups.iter().map(section).collect();
    let note = match groups {
        [one] => format!("{}; the line is the median", table::over(one)),
        _ => "each size by itself; the line is the median".to_string(),
    };
    let title = format!("{title}: {} of each combination\n{note}", measure.name);
    spreads(&title, &measure.axis(measure.name), &sections)
}

/// How many puzzles each combination solves within a budget, of those that all of them were run on.
fn solved_within(title: &str, cells: &[Cell], specs: &[&str], measure: Measure) -> String {
    let mut instances: Vec<&str> = Vec::new();
    for cell in cells {
        if !instances.contains(&cell.row.instance.as_str()) {
            instances.push(&cell.row.instance);
        }
    }
    let was_run = |spec: &str, instance: &str| of_spec(cells, spec).any(|cell| cell.row.instance == instance);
    let run_by_all = |instance: &&&str| specs.iter().all(|spec| was_run(spec, instance));
    let common: Vec<&str> = instances.iter().filter(run_by_all).copied().collect();
    let curve = |spec: &&str| {
        let counts = |cell: &&Cell| cell.costs.is_some() && common.contains(&cell.row.instance.as_str());
        Curve {
            name: spec.to_string(),
            costs: of_spec(cells, spec).filter(counts).map(measure.value).collect(),
        }
    };
    let curves: Vec<Curve> = specs.iter().map(curve).collect();
    let note = match instances.len() - common.len() {
        0 => format!("over {}", number(common.len(), "puzzle")),
        left => {
            format!("over {}; {left} left out, on which not all can be run", number(common.len(), "puzzle"))
        }
    };
    let title = format!("{title}: puzzles solved within {}\n{note}", measure.budget);
    cactus(&title, &measure.axis(measure.name), common.len(), &curves)
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
    let only_one = of_spec(cells, first).count() + of_spec(cells, second).count() - 2 * pairs.len();
    let note = match only_one {
        0 => format!("over {}", number(pairs.len(), "puzzle")),
        left => format!("over {}; {left} left out, which only one was run on", number(pairs.len(), "puzzle")),
    };
    let title = format!("{title}: {} of two combinations\n{note}", measure.name);
    scatter(&title, &measure.axis(first), &measure.axis(second), &pairs)
}

/// How the work grows with the length of the solution, on the puzzles that all of a group solved.
fn by_length(title: &str, cells: &[Cell], groups: &[Group], specs: &[&str]) -> String {
    let point = |cell: &Cell| {
        let (x, y) = (cell.costs?.0 as f64, cell.expanded.median);
        Some(Point { name: cell.row.instance.clone(), x, y })
    };
    let series = |spec: &&str| Series {
        name: spec.to_string(),
        points: of_spec(cells, spec).filter(|cell| is_common(groups, cell)).filter_map(point).collect(),
    };
    let series: Vec<Series> = specs.iter().map(series).collect();
    let x = Axis::linear("length of the solution", Unit::Count);
    let (common, all) = groups
        .iter()
        .fold((0, 0), |(common, all), group| (common + group.common.len(), all + group.instances));
    let note = match groups {
        [one] => table::over(one).replace("median over ", "over "),
        _ => format!(
            "over the {common} of {} that every combination solved, but those that solved none of a size",
            number(all, "puzzle")
        ),
    };
    let title = format!("{title}: work by length\n{note}");
    points(&title, &x, &Axis::log("expanded positions", Unit::Count), &series)
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
    let left = specs.len() - series.len();
    let note = match left {
        0 => "the puzzle whose searches went through most bounds".to_string(),
        n => format!(
            "the puzzle whose searches went through most bounds; {} without any left out",
            number(n, "combination")
        ),
    };
    Some(points(&format!("{title}: work at each bound, puzzle {instance}\n{note}"), &x, &y, &series))
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
        let all = all("mine", &rows, None);
        let nodes = picture(&all, "nodes.svg");
        for shown in ["astar", "ida", "123", "4567", "over the 1 of 2 puzzles that every combination solved"]
        {
            assert!(nodes.contains(shown), "{shown}: {nodes}");
        }
        assert!(!nodes.contains(": 99<"), "what was stopped has no value");
        assert!(!nodes.contains(": 89<"), "what only one solved is not compared");
        assert!(picture(&all, "lengths.svg").contains("astar: 22"));
        assert!(picture(&all, "nodes-by-length.svg").contains("4567"));
        assert!(!picture(&all, "nodes-by-length.svg").contains("expanded positions 89"));
        assert!(picture(&all, "nodes-scatter.svg").contains("expanded positions of two combinations"));
        assert!(picture(&all, "nodes-by-bound.svg").contains("bound 20"));
        assert!(picture(&all, "time-cactus.svg").contains("ida"));
        assert!(picture(&all, "nodes-cactus.svg").contains("solved within so many expansions"));
        assert!(super::all("none", &[], None).is_empty());
    }

    /// A combination that solved one easy puzzle of another size does not look best.
    #[test]
    fn sizes_are_not_pooled() {
        let sized = |instance: &str, spec: &str, group: &str, cost, expanded| Row {
            group: group.into(),
            ..row(instance, spec, cost, expanded)
        };
        let rows = [
            sized("a", "astar", "2x2", Some(4), 5),
            sized("a", "bfs", "2x2", Some(4), 7),
            sized("b", "astar", "7x7", Some(500), 100_000),
            sized("b", "bfs", "7x7", None, 1_000_000),
        ];
        let all = all("mine", &rows, None);
        let nodes = picture(&all, "nodes.svg");
        assert!(
            nodes.contains("2x2: 1 puzzle<") && nodes.contains("7x7: 1 puzzle; bfs solved none"),
            "{nodes}"
        );
        assert!(nodes.contains("1 stopped"));
        assert_eq!(nodes.matches("class='median'").count(), 3, "a median for each size");
    }

    #[test]
    fn the_pair_can_be_chosen() {
        let rows = ["astar", "ida", "bfs"].map(|spec| row("one", spec, Some(22), 123));
        let scatter = |pair| {
            let all = all("mine", &rows, pair);
            picture(&all, "nodes-scatter.svg").to_string()
        };
        assert!(!scatter(None).contains("bfs"));
        let chosen = scatter(Some(("ida", "bfs")));
        assert!(chosen.contains("bfs better") && chosen.contains("ida better") && !chosen.contains("astar"));
    }

    #[test]
    fn one_combination_is_not_set_against_itself() {
        let all = all("mine", &[row("one", "astar", Some(22), 123)], None);
        assert!(all.iter().all(|(name, _)| !name.contains("scatter")));
    }
}
