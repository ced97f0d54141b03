//! Two combinations over the puzzles that both solved, said in sentences.

use std::collections::HashSet;

use crate::experiment::Row;
use crate::paired::paired;
use crate::summary::{Cell, cells};
use crate::units::number;

/// What is compared.
type Measure<'a> = &'a dyn Fn(&Cell) -> f64;

/// A sentence for each measure over the puzzles that both solved, and one about those that not both did; none if one
/// of them was not run.
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
    measures.into_iter().filter_map(said).chain(left_out(&cells, first, second)).collect()
}

/// What the puzzles that not both solved say: which of two looks better over the others may be turned round by them.
/// Puzzles that one of them cannot be applied to say nothing.
fn left_out(cells: &[Cell], first: &str, second: &str) -> Option<String> {
    let puzzles = |spec: &str, is: fn(&Cell) -> bool| -> HashSet<&str> {
        let of_it = cells.iter().filter(|cell| cell.row.spec == spec && is(cell));
        of_it.map(|cell| &*cell.row.instance).collect()
    };
    let tried = |spec| puzzles(spec, |cell| !cell.row.is_unsupported());
    let all: HashSet<&str> = tried(first).intersection(&tried(second)).copied().collect();
    let solved = |spec| -> HashSet<&str> {
        puzzles(spec, |cell| cell.costs.is_some()).intersection(&all).copied().collect()
    };
    let (one, two) = (solved(first), solved(second));
    let both = one.intersection(&two).count();
    if both == all.len() {
        return None;
    }
    let unsolvable = all.iter().filter(|&&puzzle| {
        cells.iter().any(|cell| cell.row.instance == puzzle && cell.row.verdict == "unsolvable")
    });
    let none = match unsolvable.count() {
        0 => String::new(),
        n => format!(" ({n} proven to have no solution)"),
    };
    let compared = if both == 0 { "nothing is compared" } else { "the others are left out" };
    Some(format!(
        "{first} against {second}: of {}, both solved {both}, only {first} {}, only {second} {}, neither {}{none}; \
         {compared}",
        number(all.len(), "puzzle"),
        one.len() - both,
        two.len() - both,
        all.len() - one.union(&two).count(),
    ))
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
        assert!(said[1].ends_with("length: the same on all 5"), "{said:?}");
        assert_eq!(
            said[3],
            "astar against bfs: of 6 puzzles, both solved 5, only astar 1, only bfs 0, neither 0; the others are left out"
        );
        let apart = [row("f", "astar", Some(30), 9), row("f", "bfs", None, 1), row("g", "bfs", None, 1)];
        let nothing = sentences(&apart, "astar", "bfs");
        assert_eq!(nothing.len(), 1);
        assert!(
            nothing[0].ends_with("both solved 0, only astar 1, only bfs 0, neither 0; nothing is compared")
        );
        assert!(sentences(&rows, "astar", "ida").is_empty());
        let known = Row { verdict: "unsolvable".into(), ..row("g", "bfs", None, 1) };
        let refused = Row { verdict: Row::UNSUPPORTED.into(), ..row("h", "bfs", None, 1) };
        let others = [row("g", "astar", None, 1), known, row("h", "astar", Some(3), 1), refused];
        let told = sentences(&others, "astar", "bfs");
        assert!(
            told[0].contains("of 1 puzzle, both solved 0, only astar 0, only bfs 0, neither 1 (1 proven"),
            "{told:?}"
        );
        assert_eq!(find(&["astar", "bfs"], "BFS"), Ok("bfs"));
        assert!(find(&["astar", "bfs"], "ida").unwrap_err().ends_with("there are astar; bfs"));
    }
}
