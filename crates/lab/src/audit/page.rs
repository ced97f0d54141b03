//! The reference page of all heuristics: what each promises, what whole spaces say of it, and which dominate others.

use std::fmt::Write as _;

use slidewise_solve::search::Cancel;
use slidewise_solve::{AnyPuzzle, HeuristicChoice, Solver, Spec};

use super::{Audit, AuditError, Dominance, Scope, audit, by_dominance};
use crate::units::grouped;

/// Writes the page: a section for each of these puzzles, with a table for each metric of its kind. Their spaces are
/// searched whole. A heuristic that breaks its promise gets no page: that is a bug.
pub fn page(puzzles: &[AnyPuzzle], cancel: &Cancel) -> Result<String, PageError> {
    let solver = Solver::new();
    let mut page = HEAD.to_string();
    for puzzle in puzzles {
        let kind = puzzle.kind().entry();
        let name = puzzle.name().map_or_else(|| puzzle.line(&puzzle.start()), ToString::to_string);
        _ = write!(
            page,
            "\n## {}\n\n| heuristic | estimates by | what is promised |\n|---|---|---|\n",
            capital(kind.plural)
        );
        for entry in kind.heuristics {
            _ = writeln!(page, "| `{}` | {} | {} |", entry.name, entry.summary, entry.guarantee);
        }
        for metric in kind.metrics {
            let spec = Spec { metric: Some(metric.entry.name), ..Spec::default() };
            let mut done = Vec::new();
            let mut left_out = Vec::new();
            for entry in kind.heuristics {
                let spec = Spec { heuristic: Some(HeuristicChoice::named(entry.name)), ..spec.clone() };
                match audit(&solver, &**puzzle, &spec, Scope::Whole, cancel) {
                    Ok(audit) if audit.breaks_its_promise() => {
                        return Err(PageError::Broken(audit.heuristic));
                    }
                    Ok(audit) => done.push(audit),
                    Err(AuditError::Heuristic(_)) => left_out.push(entry.name),
                    Err(error) => return Err(PageError::Audit(error)),
                }
            }
            table(&mut page, &name, metric.entry.name, &by_dominance(done));
            if !left_out.is_empty() {
                _ = writeln!(page, "\nNot to be had there: {}.", left_out.join(", "));
            }
        }
    }
    Ok(page)
}

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// This heuristic does not keep what it promises.
    Broken(String),
    /// Something else went wrong.
    Audit(AuditError),
}

const HEAD: &str = "\
# Heuristics

What each promises is checked here against true distances over whole spaces: *admissible* means that no estimate is \
above
the distance, *consistent* that no move changes it by more than the move costs. *Exact* is the share of positions whose
estimate is the distance. A heuristic *dominates* another that is nowhere higher and somewhere lower; those that a
dominated one dominates are left out. The strongest stand last.

`max(a,b)` is the larger of any of them. A sum is admissible only if no move is counted twice; pattern databases of
disjoint groups (`pdb:7-8`) and the two axes of `walking-distance` and `combined` are sums of that kind. No other two of
these are known to be additive: each of them counts moves of all tiles.

The page is made by `SLIDEWISE_BLESS=1 cargo test -p slidewise-lab --test lab heuristics_page`; the same test holds \
it against
what is found anew. One heuristic, or another board: `slidewise audit manhattan --size 2x4`.
";

fn table(page: &mut String, name: &str, metric: &str, ranked: &[Dominance]) {
    let Some(first) = ranked.first().map(|one| &one.audit) else { return };
    _ = writeln!(
        page,
        "\n### {name}, metric {metric}\n\n{} positions, mean distance {:.2}, greatest {}.\n\n\
         | heuristic | admissible | consistent | mean | most | exact | dominates |\n|---|---|---|---|---|---|---|",
        grouped(first.positions),
        first.mean_distance,
        first.most_distance,
    );
    for one in ranked {
        let Audit { heuristic, overestimates, jumps, mean, most, exact, positions, .. } = &one.audit;
        let word = |count: &u64| if *count == 0 { "yes" } else { "no" };
        let share = 100.0 * *exact as f64 / (*positions).max(1) as f64;
        let mut others = direct(one, ranked).join(", ");
        if !one.equals.is_empty() {
            let gap = if others.is_empty() { "" } else { "; " };
            _ = write!(others, "{gap}is {}", one.equals.join(", "));
        }
        _ = writeln!(
            page,
            "| `{heuristic}` | {} | {} | {mean:.2} | {most} | {share:.1} % | {others} |",
            word(overestimates),
            word(jumps),
        );
    }
}

/// Those that one dominates and that none of those dominates.
fn direct<'a>(one: &'a Dominance, ranked: &[Dominance]) -> Vec<&'a str> {
    let between = |name: &String| {
        let others = ranked.iter().filter(|other| one.dominates.contains(&other.audit.heuristic));
        others.into_iter().any(|other| other.dominates.contains(name))
    };
    one.dominates.iter().filter(|name| !between(name)).map(String::as_str).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
