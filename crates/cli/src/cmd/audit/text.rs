//! Audits for people: a report on one heuristic, a table of all.

use std::io::{self, Write};

use slidewise_lab::audit::{Audit, AuditError, Dominance, SAMPLE_WALK, Scope, is_drawn};
use slidewise_solve::Puzzle;

use super::Subject;
use crate::render::{BAD, DIM, GOOD, WARN, drawing, styled};
use crate::units::{grouped, number};

/// What was looked at, in words.
pub fn scope(scope: Scope, puzzle: &dyn Puzzle) -> String {
    match scope {
        Scope::Whole => "all positions that can be reached".to_string(),
        Scope::Sample { boards, seed } => {
            let drawn = match is_drawn(puzzle) {
                true => String::new(),
                false => format!(", {SAMPLE_WALK} random moves from the goal"),
            };
            format!("a sample of {} random boards (seed {seed}{drawn})", grouped(boards))
        }
    }
}

/// All about one heuristic.
pub fn report(subject: &Subject, audit: &Audit, out: &mut impl Write) -> io::Result<()> {
    let drawn = |position| drawing(&subject.puzzle.picture(position));
    writeln!(out, "{} on {}", styled(GOOD, &audit.heuristic), subject.title)?;
    writeln!(out, "looked at     {}: {}", subject.scope, positions(audit.positions))?;
    writeln!(out, "admissible    {}", admissible(audit))?;
    if let Some(over) = &audit.overestimate {
        writeln!(out, "              says {} where the goal is {} away:", over.estimate, over.distance)?;
        write!(out, "{}", drawn(&over.position))?;
    }
    writeln!(out, "consistent    {}", consistent(audit))?;
    if let Some(jump) = &audit.jump {
        writeln!(out, "              {} here, and one move on {}:", jump.high, jump.low)?;
        write!(out, "{}{}", drawn(&jump.from), drawn(&jump.to))?;
    }
    writeln!(out, "promised      {}", promised(audit))?;
    writeln!(out, "estimate      {:.2} on average, {} at most", audit.mean, audit.most)?;
    writeln!(out, "true distance {:.2} on average, {} at most", audit.mean_distance, audit.most_distance)?;
    let share = 100.0 * audit.exact as f64 / audit.positions.max(1) as f64;
    writeln!(out, "exact for     {} ({share:.1} %)", positions(audit.exact))?;
    if audit.breaks_its_promise() {
        writeln!(out, "{}", styled(BAD, "it does not keep what it promises: please report this as a bug"))?;
    }
    histogram(audit, out)
}

fn positions(count: u64) -> String {
    number(count as usize, "position")
}

fn admissible(audit: &Audit) -> String {
    match (audit.overestimates, audit.whole) {
        (0, true) => styled(GOOD, "yes: never more than the true distance"),
        (0, false) => "no counterexample in the sample".to_string(),
        (count, _) => styled(WARN, format!("no: more than the true distance for {}", positions(count))),
    }
}

fn consistent(audit: &Audit) -> String {
    match (audit.jumps, audit.whole) {
        (0, true) => styled(GOOD, "yes: no move changes it by more than it costs"),
        (0, false) => "no counterexample among the moves from the sample".to_string(),
        (1, _) => styled(WARN, "no: 1 move changes it by more than it costs"),
        (count, _) => styled(WARN, format!("no: {} moves change it by more than they cost", grouped(count))),
    }
}

fn promised(audit: &Audit) -> &'static str {
    match (audit.promised.admissible, audit.promised.consistent) {
        (true, true) => "admissible and consistent",
        (true, false) => "admissible",
        (false, _) => "nothing",
    }
}

/// The longest bar.
const BAR: f64 = 30.0;

/// A line for each true distance: how many, and what the heuristic says of them.
fn histogram(audit: &Audit, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{}", styled(DIM, "distance  positions  estimate: least  mean  most"))?;
    for row in audit.histogram.chunk_by(|a, b| a.x == b.x) {
        let count: u64 = row.iter().map(|cell| cell.count).sum();
        let mean =
            row.iter().map(|cell| cell.y as f64 * cell.count as f64).sum::<f64>() / count.max(1) as f64;
        let (distance, least, most) = (row[0].x, row[0].y, row[row.len() - 1].y);
        let length = BAR * mean / audit.most_distance.max(audit.most).max(1) as f64;
        let bar = "█".repeat(length.round() as usize);
        let line = format!("{distance:>8}  {:>9}  {least:>15} {mean:>5.1}  {most:>4}  {bar}", grouped(count));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A line for each heuristic, the strongest last.
pub fn table(
    subject: &Subject,
    ranked: &[Dominance],
    refused: &[(String, AuditError)],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "heuristics on {}", subject.title)?;
    let positions = ranked.first().map_or(0, |one| one.audit.positions);
    writeln!(out, "looked at {}: {}\n", subject.scope, self::positions(positions))?;
    let widest = ranked.iter().map(|one| one.audit.heuristic.len()).max().unwrap_or(0).max(9);
    let head = format!("{:widest$}  admissible  consistent    mean  most   exact  dominates", "heuristic");
    writeln!(out, "{}", styled(DIM, head))?;
    for Dominance { audit, dominates, equals } in ranked {
        let word = |count: u64| match (count, audit.whole) {
            (0, true) => "yes",
            (0, false) => "not refuted",
            _ => "no",
        };
        let share = 100.0 * audit.exact as f64 / audit.positions.max(1) as f64;
        let mut others = dominates.join(", ");
        if !equals.is_empty() {
            let same = format!("same as {}", equals.join(", "));
            others = if others.is_empty() { same } else { format!("{others}; {same}") };
        }
        let line = format!(
            "{:widest$}  {:<11} {:<11} {:>6.2} {:>5} {share:>6.1}%  {others}",
            audit.heuristic,
            word(audit.overestimates),
            word(audit.jumps),
            audit.mean,
            audit.most
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(one) = ranked.first() {
        let (mean, most) = (one.audit.mean_distance, one.audit.most_distance);
        let line = format!("{:widest$}  {:23} {mean:>6.2} {most:>5}", "distance", "");
        writeln!(out, "{}", styled(DIM, line))?;
    }
    for (name, error) in refused {
        writeln!(out, "{} {name}: {error}", styled(WARN, "left out"))?;
    }
    let note = match ranked.first().is_none_or(|one| one.audit.whole) {
        true => "one dominates another that is nowhere higher and somewhere lower",
        false => "dominance was checked on the sample only",
    };
    writeln!(out, "{}", styled(DIM, note))
}
