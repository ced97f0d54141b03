//! Rows brought together: the runs of each pair in a [`Cell`], the cells of puzzles that can be compared in a
//! [`Group`].
//!
//! Combinations are compared over the puzzles that all of them solved, and only over those. A combination
//! that solved nothing is left out of that rule, and shown as such: otherwise there would be nothing to
//! compare. Time and counts are medians over runs, then over puzzles. An experiment that asks for the best gets the
//! best run as it was ([`best`]), not the least of each column.
//!
//! Searches on one thread are ranked by processor time: on a busy machine the clock measures the other programs too.

use std::collections::{HashMap, HashSet};

use crate::experiment::Row;
use crate::stats::{Spread, effective_branching_factor};

/// The runs of one combination on one puzzle.
#[derive(Clone, Debug)]
pub struct Cell {
    /// A run that stands for all: the first. Counts are the same in all of them, unless time cut them short.
    pub row: Row,
    /// The shortest and the longest solution over the runs.
    pub costs: Option<(u64, u64)>,
    /// Expansions over the runs.
    pub expanded: Spread,
    /// Moves made over the runs.
    pub generated: Spread,
    /// Bytes over the runs.
    pub peak_bytes: Spread,
    /// Wall-clock seconds over the runs.
    pub wall: Spread,
    /// Seconds of the processor over the runs.
    pub cpu: Option<Spread>,
    /// Runs whose time lies far out: processor time on one thread, else that of the clock.
    pub outliers: usize,
}

/// The processor time of a run on one thread, which is what it is ranked by.
fn own_time(row: &Row) -> Option<f64> {
    row.cpu_seconds.filter(|_| row.threads <= 1)
}

impl Cell {
    fn of(rows: &[&Row]) -> Option<Self> {
        let first = *rows.first()?;
        let spread = |value: fn(&Row) -> f64| Spread::of(rows.iter().map(|row| value(row)));
        let wall = spread(|row| row.wall_seconds)?;
        let ranked = |row: &Row| own_time(row).unwrap_or(row.wall_seconds);
        let times = Spread::of(rows.iter().map(|row| ranked(row)))?;
        let costs = || rows.iter().filter_map(|row| row.cost);
        Some(Self {
            row: (*first).clone(),
            costs: costs().min().zip(costs().max()),
            expanded: spread(|row| row.expanded as f64)?,
            generated: spread(|row| row.generated as f64)?,
            peak_bytes: spread(|row| row.peak_bytes as f64)?,
            wall,
            cpu: Spread::of(rows.iter().filter_map(|row| row.cpu_seconds)),
            outliers: rows.iter().filter(|row| times.is_outlier(ranked(row))).count(),
        })
    }

    /// Whether it can be ranked by processor time.
    pub fn has_own_time(&self) -> bool {
        self.cpu.is_some() && self.row.threads <= 1
    }

    /// What it is ranked by beside others of which all have processor times of their own (`by_cpu`), or not.
    pub fn time(&self, by_cpu: bool) -> Spread {
        self.cpu.filter(|_| by_cpu).unwrap_or(self.wall)
    }

    /// The effective branching factor of the run that stands for all.
    pub fn branching(&self) -> Option<f64> {
        effective_branching_factor(self.row.generated, self.row.cost?)
    }
}

/// The cells of all pairs, in the order in which they first appear.
pub fn cells(rows: &[Row]) -> Vec<Cell> {
    let mut pairs: Vec<((&str, &str), Vec<&Row>)> = Vec::new();
    let mut places = HashMap::new();
    for row in rows {
        let key = (row.instance.as_str(), row.spec.as_str());
        let place = *places.entry(key).or_insert_with(|| {
            pairs.push((key, Vec::new()));
            pairs.len() - 1
        });
        pairs[place].1.push(row);
    }
    pairs.iter().filter_map(|(_, rows)| Cell::of(rows)).collect()
}

/// Puzzles that can be compared: those of one size, or all of a kind.
#[derive(Clone, Debug)]
pub struct Group {
    /// The size, as in `4x4`, or the kind.
    pub name: String,
    /// How many puzzles.
    pub instances: usize,
    /// How many of them have no solution, as some combination proved.
    pub unsolvable: usize,
    /// The puzzles over which the combinations are compared: those that every combination solved.
    pub common: Vec<String>,
    /// Combinations that solved nothing, which are left out of that.
    pub left_out: Vec<String>,
    /// Whether processor time ranks them: all of them ran on one thread, and the system told.
    pub by_cpu: bool,
    /// One for each combination.
    pub lines: Vec<Line>,
}

/// What a combination came to over a group.
#[derive(Clone, Debug)]
pub struct Line {
    /// The combination.
    pub spec: String,
    /// Puzzles it was run on; 0 if it can be applied to none of the group.
    pub tried: usize,
    /// Puzzles that it found a solution for.
    pub solved: usize,
    /// Solutions that are proven to be optimal, by it or elsewhere.
    pub optimal: usize,
    /// What it came to over the puzzles that all solved.
    pub over_common: Option<Figures>,
}

/// Figures over a set of puzzles.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Lengths.
    pub cost: Spread,
    /// By how much the solutions are longer than the optimum, in all: 0.05 is 5 %. `None` unless every
    /// optimum is known.
    pub excess: Option<f64>,
    /// By how much the solutions are longer than the lower bound that is proven, in all.
    pub gap: Option<f64>,
    /// Expansions.
    pub expanded: Spread,
    /// The sum of them.
    pub total_expanded: f64,
    /// Moves made.
    pub generated: Spread,
    /// Bytes.
    pub peak_bytes: Spread,
    /// Wall-clock seconds.
    pub wall: Spread,
    /// Seconds of the processor.
    pub cpu: Option<Spread>,
    /// Effective branching factors.
    pub branching: Option<Spread>,
    /// Runs whose time lies far out from the others of their pair.
    pub outliers: usize,
}

impl Figures {
    /// What ranks it, as in [`Cell::time`].
    pub fn time(&self, by_cpu: bool) -> Spread {
        self.cpu.filter(|_| by_cpu).unwrap_or(self.wall)
    }
}

/// By how much clock and processor may differ before a warning.
const BUSY: f64 = 0.1;

impl Group {
    /// Where the clock and the processor tell different times, so that the machine was busy with other things.
    pub fn disagreeing_times(&self) -> Vec<&Line> {
        let differs = |line: &&Line| {
            let times = line.over_common.as_ref().and_then(|f| Some((f.wall.median, f.cpu?.median)));
            times.is_some_and(|(wall, cpu)| (wall - cpu).abs() > BUSY * cpu)
        };
        self.lines.iter().filter(|_| self.by_cpu).filter(differs).collect()
    }
}

/// The best run of a combination over the puzzles of a group.
#[derive(Clone, Debug)]
pub struct Best {
    /// The group.
    pub group: String,
    /// The combination.
    pub spec: String,
    /// The run with the shortest solution, and of equals the one that expanded fewest.
    pub run: Option<Row>,
    /// The puzzles that count: those that are not solved at the start.
    pub puzzles: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// Puzzles that are solved at the start.
    pub trivial: usize,
}

/// The best run of each combination in each group. A puzzle that is solved at the start does not count.
pub fn best(rows: &[Row]) -> Vec<Best> {
    let groups = distinct(rows.iter().map(|row| row.group.as_str()));
    let specs = distinct(rows.iter().map(|row| row.spec.as_str()));
    let trivial: HashSet<&str> =
        rows.iter().filter(|row| row.cost == Some(0)).map(|row| row.instance.as_str()).collect();
    let one = |(group, spec): (&str, &str)| {
        let of_it: Vec<&Row> = rows.iter().filter(|row| row.group == group && row.spec == spec).collect();
        let counts = |row: &&&Row| !trivial.contains(row.instance.as_str());
        let puzzles = |rows: &mut dyn Iterator<Item = &&Row>| {
            distinct(rows.map(|row| row.instance.as_str()).collect::<Vec<_>>().into_iter()).len()
        };
        let solved = || of_it.iter().filter(counts).filter(|row| row.has_solution());
        Best {
            group: group.to_string(),
            spec: spec.to_string(),
            run: solved().min_by_key(|row| (row.cost, row.expanded)).map(|row| (*row).clone()),
            puzzles: puzzles(&mut of_it.iter().filter(counts)),
            solved: puzzles(&mut solved()),
            trivial: puzzles(&mut of_it.iter().filter(|row| trivial.contains(row.instance.as_str()))),
        }
    };
    let pairs = groups.iter().flat_map(|&group| specs.iter().map(move |&spec| (group, spec)));
    pairs.map(one).filter(|best| best.puzzles + best.trivial > 0).collect()
}

/// The groups of an experiment, in the order in which they first appear. A combination that cannot be applied to any
/// puzzle of a group has a line that says so; [`unsupported`] tells why.
pub fn groups(cells: &[Cell]) -> Vec<Group> {
    let mut names: Vec<&str> = Vec::new();
    for cell in cells {
        if !names.contains(&cell.row.group.as_str()) {
            names.push(&cell.row.group);
        }
    }
    names.iter().map(|name| group(name, cells)).filter(|group| !group.lines.is_empty()).collect()
}

/// What cannot be run, and why, a line for each combination and reason.
pub fn unsupported(cells: &[Cell]) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for row in cells.iter().map(|cell| &cell.row).filter(|row| row.is_unsupported()) {
        let (spec, reason) = (row.spec.as_str(), row.error.as_deref().unwrap_or_default());
        match reasons.iter_mut().find(|known| (known.0, known.1) == (spec, reason)) {
            Some(known) => known.2.push(&row.instance),
            None => reasons.push((spec, reason, vec![&row.instance])),
        }
    }
    let line = |(spec, reason, instances): &(&str, &str, Vec<&str>)| match instances[..] {
        [] | [_] | [_, _] => format!("{spec} on {}: {reason}", instances.join(", ")),
        [first, ..] => format!("{spec} on {first} and {} more: {reason}", instances.len() - 1),
    };
    reasons.iter().map(line).collect()
}

fn group(name: &str, all: &[Cell]) -> Group {
    let of_it: Vec<&Cell> = all.iter().filter(|cell| cell.row.group == name).collect();
    let instances = distinct(of_it.iter().map(|cell| cell.row.instance.as_str()));
    let specs = distinct(of_it.iter().map(|cell| cell.row.spec.as_str()));
    let cells: Vec<&Cell> = of_it.into_iter().filter(|cell| !cell.row.is_unsupported()).collect();
    let of_spec =
        |spec: &str| -> Vec<&Cell> { cells.iter().copied().filter(|cell| cell.row.spec == spec).collect() };
    let solved_any = |spec: &&str| of_spec(spec).iter().any(|cell| cell.costs.is_some());
    let was_run = |spec: &&&str| !of_spec(spec).is_empty();
    let (compared, left_out): (Vec<&str>, Vec<&str>) =
        specs.iter().filter(was_run).partition(|spec| solved_any(spec));
    let solved_by = |spec: &str, instance: &str| {
        cells.iter().any(|c| c.row.spec == spec && c.row.instance == instance && c.costs.is_some())
    };
    let common: Vec<&str> = instances
        .iter()
        .copied()
        .filter(|instance| !compared.is_empty() && compared.iter().all(|spec| solved_by(spec, instance)))
        .collect();
    let proven = cells.iter().filter(|cell| cell.row.verdict == "unsolvable");
    let unsolvable = distinct(proven.map(|cell| cell.row.instance.as_str()));
    let references = References::of(&cells);
    let line = |spec: &&str| line(spec, &of_spec(spec), &common, &references);
    Group {
        name: name.to_string(),
        instances: instances.len(),
        unsolvable: unsolvable.len(),
        lines: specs.iter().map(line).collect(),
        common: common.iter().map(ToString::to_string).collect(),
        left_out: left_out.iter().map(ToString::to_string).collect(),
        by_cpu: !cells.is_empty() && cells.iter().all(|cell| cell.has_own_time()),
    }
}

fn line(spec: &str, cells: &[&Cell], common: &[&str], references: &References<'_>) -> Line {
    let counts = |cell: &&Cell| cell.costs.is_some() && common.contains(&cell.row.instance.as_str());
    let compared: Vec<&Cell> = cells.iter().copied().filter(counts).collect();
    let is_optimal = |cell: &&&Cell| {
        cell.row.is_optimal()
            || cell.costs.is_some_and(|(best, _)| references.optimum(&cell.row) == Some(best))
    };
    Line {
        spec: spec.to_string(),
        tried: cells.len(),
        solved: cells.iter().filter(|cell| cell.costs.is_some()).count(),
        optimal: cells.iter().filter(is_optimal).count(),
        over_common: figures(&compared, references),
    }
}

fn figures(cells: &[&Cell], references: &References<'_>) -> Option<Figures> {
    let over = |value: &dyn Fn(&Cell) -> f64| Spread::of(cells.iter().map(|cell| value(cell)));
    let cost = over(&|cell| cell.costs.map_or(0, |(best, _)| best) as f64)?;
    let above = |reference: &dyn Fn(&Row) -> Option<u64>| {
        let sum: Option<u64> = cells.iter().map(|cell| reference(&cell.row)).sum();
        sum.filter(|&sum| sum > 0).map(|sum| cost.mean * cost.count as f64 / sum as f64 - 1.0)
    };
    Some(Figures {
        cost,
        excess: above(&|row| references.optimum(row)),
        gap: above(&|row| references.bound(row)),
        expanded: over(&|cell| cell.expanded.median)?,
        total_expanded: cells.iter().map(|cell| cell.expanded.median).sum(),
        generated: over(&|cell| cell.generated.median)?,
        peak_bytes: over(&|cell| cell.peak_bytes.median)?,
        wall: over(&|cell| cell.wall.median)?,
        cpu: Spread::of(cells.iter().filter_map(|cell| cell.cpu.map(|cpu| cpu.median))),
        branching: Spread::of(cells.iter().filter_map(|cell| cell.branching())),
        outliers: cells.iter().map(|cell| cell.outliers).sum(),
    })
}

fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

/// What is known about the optima of puzzles: published, or proven by any run.
pub struct References<'a> {
    /// By puzzle and metric.
    known: HashMap<(&'a str, &'a str), Known>,
}

#[derive(Clone, Copy, Default)]
struct Known {
    optimum: Option<u64>,
    bound: Option<u64>,
}

impl<'a> References<'a> {
    /// Gathers what the runs know.
    pub fn of(cells: &[&'a Cell]) -> Self {
        let mut known: HashMap<_, Known> = HashMap::new();
        for cell in cells {
            let row = &cell.row;
            let proven = row.cost.filter(|_| row.is_optimal()).or(row.optimum);
            let entry = known.entry((row.instance.as_str(), row.metric.as_str())).or_default();
            entry.optimum = entry.optimum.or(proven);
            entry.bound = entry.bound.max(row.lower_bound).max(proven);
        }
        Self { known }
    }

    /// The optimum of the puzzle of a row, in its metric.
    pub fn optimum(&self, row: &Row) -> Option<u64> {
        self.known.get(&(row.instance.as_str(), row.metric.as_str())).and_then(|known| known.optimum)
    }

    /// The best lower bound of the puzzle of a row, in its metric.
    pub fn bound(&self, row: &Row) -> Option<u64> {
        self.known.get(&(row.instance.as_str(), row.metric.as_str())).and_then(|known| known.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, spec: &str, cost: Option<u64>, expanded: u64) -> Row {
        Row {
            instance: instance.into(),
            spec: spec.into(),
            group: "3x3".into(),
            cost,
            lower_bound: Some(10),
            expanded,
            generated: 2 * expanded,
            wall_seconds: expanded as f64 / 1e6,
            ..Row::default()
        }
    }

    #[test]
    fn only_what_all_solved_is_compared() {
        let rows = [
            row("a", "quick", Some(12), 10),
            row("a", "slow", Some(10), 1000),
            row("b", "quick", Some(20), 30),
            row("b", "slow", None, 5000),
            row("a", "hopeless", None, 9),
            row("b", "hopeless", None, 9),
        ];
        let groups = groups(&cells(&rows));
        assert_eq!(groups.len(), 1);
        let group = &groups[0];
        assert_eq!((group.instances, group.common.as_slice()), (2, ["a".to_string()].as_slice()));
        assert_eq!(group.left_out, ["hopeless"]);
        let quick = &group.lines[0];
        assert_eq!((quick.solved, quick.tried), (2, 2));
        assert_eq!(quick.over_common.as_ref().unwrap().cost.mean, 12.0, "the solution of b does not count");
        assert_eq!(group.lines[1].over_common.as_ref().unwrap().expanded.median, 1000.0);
        assert!(group.lines[2].over_common.is_none());
    }

    #[test]
    fn what_cannot_be_run_is_told_and_compared_with_nothing() {
        let refused = |instance| Row {
            verdict: Row::UNSUPPORTED.into(),
            error: Some("no".into()),
            ..row(instance, "odd", None, 0)
        };
        let rows = [row("a", "quick", Some(12), 10), refused("a"), refused("b")];
        let cells = cells(&rows);
        let groups = groups(&cells);
        assert_eq!((groups[0].lines.len(), groups[0].instances), (2, 2));
        assert_eq!((groups[0].lines[1].spec.as_str(), groups[0].lines[1].tried), ("odd", 0));
        assert_eq!((&groups[0].common[..], groups[0].left_out.len()), (&["a".to_string()][..], 0));
        assert_eq!(unsupported(&cells), ["odd on a, b: no"]);
    }

    #[test]
    fn runs_are_brought_together_by_their_median() {
        let runs = [5.0, 1.0, 3.0].map(|seconds| Row { wall_seconds: seconds, ..row("a", "s", Some(4), 10) });
        let cells = cells(&runs);
        assert_eq!(cells.len(), 1);
        assert_eq!((cells[0].wall.median, cells[0].wall.count), (3.0, 3));
    }

    /// The least of each column may come from different puzzles: 10 moves here, 5 expansions there.
    #[test]
    fn the_best_run_is_one_run() {
        let rows = [
            row("long", "astar", Some(20), 5),
            row("short", "astar", Some(10), 700),
            row("as short", "astar", Some(10), 600),
            row("solved", "astar", Some(0), 0),
            row("stopped", "astar", None, 1),
        ];
        let best = best(&rows);
        assert_eq!(best.len(), 1);
        let run = best[0].run.as_ref().unwrap();
        assert_eq!((run.instance.as_str(), run.cost, run.expanded), ("as short", Some(10), 600));
        assert_eq!((best[0].puzzles, best[0].solved, best[0].trivial), (4, 3, 1));
        assert!(super::best(&[row("solved", "astar", Some(0), 0)])[0].run.is_none());
    }

    /// By the clock the first is slower, by the processor the second.
    #[test]
    fn one_thread_is_ranked_by_processor_time() {
        let timed = |spec: &str, wall: f64, cpu: f64, threads: usize| Row {
            wall_seconds: wall,
            cpu_seconds: Some(cpu),
            threads,
            ..row("a", spec, Some(4), 10)
        };
        let rows = [timed("nibble", 39.3, 11.6, 1), timed("integer", 14.0, 13.6, 1)];
        let all = groups(&cells(&rows));
        let time = |i: usize| all[0].lines[i].over_common.as_ref().unwrap().time(all[0].by_cpu).median;
        assert_eq!((all[0].by_cpu, time(0), time(1)), (true, 11.6, 13.6));
        let busy: Vec<&str> = all[0].disagreeing_times().iter().map(|line| line.spec.as_str()).collect();
        assert_eq!(busy, ["nibble"], "14 is within a tenth of 13.6");
        let parallel = groups(&cells(&[timed("one", 2.0, 2.0, 1), timed("two", 1.0, 2.0, 2)]));
        assert!(!parallel[0].by_cpu && parallel[0].disagreeing_times().is_empty());
    }

    #[test]
    fn a_proof_by_one_is_a_reference_for_all() {
        let proven = Row { proof: Some("optimal".into()), ..row("a", "astar", Some(20), 10) };
        let longer = row("a", "greedy", Some(25), 5);
        let groups = groups(&cells(&[proven, longer]));
        let excess = |i: usize| groups[0].lines[i].over_common.as_ref().unwrap().excess;
        assert_eq!((excess(0), excess(1)), (Some(0.0), Some(0.25)));
        assert_eq!((groups[0].lines[0].optimal, groups[0].lines[1].optimal), (1, 0));
    }
}
