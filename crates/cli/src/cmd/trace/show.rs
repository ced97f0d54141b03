//! A trace as text, JSON lines, Graphviz or SVG.

use std::collections::HashSet;
use std::io::{self, Write};

use serde_json::json;
use slidewise_lab::svg::{TreeNode, tree};
use slidewise_lab::trace::{Leaf, Step, Trace};
use slidewise_solve::stepping::Waiting;
use slidewise_solve::{Answer, Position};

use super::{Subject, ending};
use crate::render::{DIM, GOOD, WARN, drawing, styled};
use crate::units::{grouped, number};

/// For people: each expansion with its numbers, its board and what is next.
pub fn text(
    subject: &Subject,
    trace: &Trace,
    answer: Option<&Answer>,
    out: &mut impl Write,
) -> io::Result<()> {
    let puzzle = &subject.puzzle;
    writeln!(out, "{}", styled(GOOD, &subject.title))?;
    for (number, step) in trace.steps.iter().enumerate() {
        let view = &step.view;
        let from = step.parent.map(|parent| format!(" from {}", parent + 1)).unwrap_or_default();
        let bound = view.bound.map(|bound| format!("  bound {bound}")).unwrap_or_default();
        let waiting = if subject.along_a_path { "path" } else { "frontier" };
        let numbers = numbers(view.g, view.h, view.f);
        let sizes = format!("{waiting} {}  generated {}", view.frontier, grouped(step.generated));
        writeln!(out, "\n{}{from}: {numbers}{bound}  {sizes}", styled(GOOD, number + 1))?;
        write!(out, "{}", drawing(&puzzle.picture(&view.position)))?;
        for next in &step.waiting {
            let text = format!("  next {}  {}", puzzle.line(&next.position), of_waiting(next));
            writeln!(out, "{}", styled(DIM, text.trim_end()))?;
        }
    }
    writeln!(out)?;
    match answer {
        Some(answer) => {
            writeln!(out, "{} after {}", ending(answer), number(expanded(trace) as usize, "expansion"))
        }
        None => {
            let text = format!("cut after {}; --steps N shows more", number(trace.steps.len(), "step"));
            writeln!(out, "{}", styled(WARN, text))
        }
    }
}

fn expanded(trace: &Trace) -> u64 {
    trace.steps.last().map_or(0, |step| step.expanded)
}

fn numbers(g: u64, h: Option<u64>, f: Option<f64>) -> String {
    match (h, f) {
        (Some(h), Some(f)) => format!("g {g}  h {h}  f {f}"),
        _ => format!("g {g}"),
    }
}

fn of_waiting(waiting: &Waiting) -> String {
    numbers(waiting.g, waiting.h, waiting.f)
}

/// A JSON object for each expansion.
pub fn jsonl(subject: &Subject, trace: &Trace, out: &mut impl Write) -> io::Result<()> {
    let puzzle = &subject.puzzle;
    for (number, step) in trace.steps.iter().enumerate() {
        let waiting: Vec<_> = step
            .waiting
            .iter()
            .map(|next| json!({ "position": puzzle.line(&next.position), "g": next.g, "h": next.h, "f": next.f }))
            .collect();
        let view = &step.view;
        let object = json!({
            "step": number + 1,
            "parent": step.parent.map(|parent| parent + 1),
            "position": puzzle.line(&view.position),
            "g": view.g,
            "h": view.h,
            "f": view.f,
            "bound": view.bound,
            "frontier": view.frontier,
            "closed": view.closed,
            "stored": view.stored,
            "expanded": step.expanded,
            "generated": step.generated,
            "waiting": waiting,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

/// The search tree for Graphviz.
pub fn dot(
    subject: &Subject,
    trace: &Trace,
    answer: Option<&Answer>,
    out: &mut impl Write,
) -> io::Result<()> {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "digraph search {{")?;
    writeln!(out, "  label=\"{}\"; labelloc=t;", quoted(&title(subject, trace, answer)))?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=monospace];")?;
    for (number, node) in nodes(subject, trace, answer).iter().enumerate() {
        let label: Vec<String> = node.lines.iter().map(|line| quoted(line)).collect();
        let look = match (node.marked, node.waits) {
            (true, _) => ", color=\"#d55e00\", penwidth=2.5",
            (false, true) => ", color=\"#999999\", style=\"rounded,dashed\"",
            (false, false) => "",
        };
        writeln!(out, "  n{} [label=\"{}\"{look}];", number + 1, label.join("\\n"))?;
        if let Some(parent) = node.parent {
            let edge = quoted(&node.edge);
            writeln!(out, "  n{} -> n{} [label=\"{edge}\"{look}];", parent + 1, number + 1)?;
        }
    }
    writeln!(out, "}}")
}

/// The search tree as a picture.
pub fn svg(
    subject: &Subject,
    trace: &Trace,
    answer: Option<&Answer>,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "{}", tree(&title(subject, trace, answer), &nodes(subject, trace, answer)))
}

fn title(subject: &Subject, trace: &Trace, answer: Option<&Answer>) -> String {
    let end = answer.map_or_else(|| format!("cut after {}", number(trace.steps.len(), "step")), ending);
    format!("{}: {end}", subject.title)
}

/// A box for each expansion, for the goal and for what waits. Those on the way to the solution are marked.
fn nodes(subject: &Subject, trace: &Trace, answer: Option<&Answer>) -> Vec<TreeNode> {
    let way = way(subject, answer);
    let node = |head: String, waits: bool, leaf: Leaf| {
        let numbers = match (leaf.h, leaf.f) {
            (Some(h), Some(f)) => format!("{}+{h} f{f}", leaf.g),
            _ => format!("g {}", leaf.g),
        };
        let rows = rows(subject, &leaf.position);
        let above = leaf.parent.map(|parent| &trace.steps[parent].view.position);
        TreeNode {
            parent: leaf.parent,
            lines: [head].into_iter().chain(rows).chain([numbers]).collect(),
            edge: above.map(|above| subject.move_between(above, &leaf.position)).unwrap_or_default(),
            marked: !waits && way.contains(&leaf.position),
            waits,
        }
    };
    let expanded = |(number, step): (usize, &Step)| {
        let view = &step.view;
        let (parent, position) = (step.parent, view.position.clone());
        node(format!("#{}", number + 1), false, Leaf { parent, position, g: view.g, h: view.h, f: view.f })
    };
    let steps = trace.steps.iter().enumerate().map(expanded);
    let goal = trace.goal.iter().map(|leaf| node("goal".to_string(), false, leaf.clone()));
    let waiting = trace.frontier.iter().map(|leaf| node("waits".to_string(), true, leaf.clone()));
    // Without a parent in the picture a leaf would hang in the air.
    steps.chain(goal).chain(waiting.filter(|leaf| leaf.parent.is_some())).collect()
}

/// The rows of a position: boards of tiles in columns, the blank as blank.
fn rows(subject: &Subject, position: &Position) -> Vec<String> {
    let picture = subject.puzzle.picture(position);
    let row = |row: &[String]| row.join(if picture.is_grid_of_tiles() { " " } else { "" });
    let cell = |cell: usize| match picture.is_grid_of_tiles() {
        true => format!("{:>2}", picture.cell_text(cell, "")),
        false => picture.cell_text(cell, ".").to_string(),
    };
    let cells: Vec<String> = (0..position.len()).map(cell).collect();
    cells.chunks(picture.scene.cols.max(1)).map(row).collect()
}

/// The positions on the way to the solution, if there is one.
fn way(subject: &Subject, answer: Option<&Answer>) -> HashSet<Position> {
    let mut at = subject.puzzle.start();
    let mut way = HashSet::from([at.clone()]);
    for &step in answer.iter().filter_map(|answer| answer.solution.as_ref()).flat_map(|way| &way.steps) {
        // The answer was replayed before; what cannot be played is not drawn.
        if subject.puzzle.apply(&mut at, step).is_err() {
            break;
        }
        way.insert(at.clone());
    }
    way
}
