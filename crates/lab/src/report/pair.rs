//! Two combinations over the puzzles that both solved, said in sentences.

use crate::experiment::Row;
use crate::paired::paired;
use crate::summary::{Cell, cells};

/// What is compared.
type Measure<'a> = &'a dyn Fn(&Cell) -> f64;

/// A sentence for each measure; none if there is no puzzle that both solved.
pub fn sentences(rows: &[Row], first: &str, second: &str) -> Vec<String> {
    let cells = cells(rows);
    let solved = |spec: &str| -> Vec<&Cell> {
        cells.iter().filter(|cell| cell.row.spec == spec && cell.costs.is_some()).collect()
    };
    let (mine, other) = (solved(first), solved(second));
    let both: Vec<(&Cell, &Cell)> = mine
        .iter()
        .filter_map(|cell| {
            Some((*cell, *other.iter().find(|other| other.row.instance == cell.row.instance)?))
        })
        .collect();
    let by_cpu = both.iter().all(|(a, b)| a.has_own_time() && b.has_own_time());
    let length = |cell: &Cell| cell.costs.map_or(0.0, |(best, _)| best as f64);
    let time = |cell: &Cell| cell.time(by_cpu).median;
    let time_name = if by_cpu { "processor time" } else { "time" };
    let measures: [(&str, Measure<'_>); 3] =
        [("expanded positions", &|cell| cell.expanded.median), ("length", &length), (time_name, &time)];
    let said = |(name, value): (&str, Measure<'_>)| {
        let values: Vec<(f64, f64)> = both.iter().map(|(a, b)| (value(a), value(b))).collect();
        Some(format!("{first} against {second}, {name}: {}", paired(&values)?))
    };
    measures.into_iter().filter_map(said).collect()
}

/// The combination that is meant by a name, of those that there are; `Err` lists them.
pub fn find<'a>(specs: &[&'a str], name: &str) -> Result<&'a str, String> {
    let found = specs.iter().copied().find(|spec| spec.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| format!("there is no combination \"{name}\" here; there are {}", specs.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_have_solved_a_puzzle() {
        let row = |instance: &str, spec: &str, cost: Option<u64>, expanded: u64| Row {
            instance: instance.into(),
            spec: spec.into(),
            cost,
            expanded,
            ..Row::default()
        };
        let mut rows = Vec::new();
        for (i, name) in ["a", "b", "c", "d", "e"].iter().enumerate() {
            rows.push(row(name, "astar", Some(20), 10 * (i as u64 + 1)));
            rows.push(row(name, "bfs", Some(20), 100 * (i as u64 + 1)));
        }
        rows.extend([row("f", "astar", Some(30), 1_000_000), row("f", "bfs", None, 1)]);
        let said = sentences(&rows, "astar", "bfs");
        assert!(
            said[0].starts_with("astar against bfs, expanded positions: 0.100 times as much"),
            "{said:?}"
        );
        assert!(said[0].contains("less on 5, the same on 0, more on 0 of 5 puzzles"), "{said:?}");
        assert!(said[0].contains("sign test p = 0.0625, Wilcoxon p = 0.0625"), "{said:?}");
        assert!(said[1].contains("length: 1.00 times") && said[1].contains("the same on 5"), "{said:?}");
        assert!(sentences(&rows, "astar", "ida").is_empty());
        assert_eq!(find(&["astar", "bfs"], "BFS"), Ok("bfs"));
        assert!(find(&["astar", "bfs"], "ida").unwrap_err().ends_with("there are astar; bfs"));
    }
}
