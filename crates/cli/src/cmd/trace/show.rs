//! A trace as text, JSON lines, Graphviz or SVG.

use std::collections::HashSet;
use std::io::{self, Write};

use serde_json::json;
use slidewise_lab::svg::{TreeNode, tree};
use slidewise_lab::trace::{Step, Trace};
use slidewise_solve::stepping::Waiting;
use slidewise_solve::{Answer, Position};

use super::{Subject, ending};
use crate::render::{DIM, GOOD, WARN, drawing, styled};
use crate::units::grouped;

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
        Some(answer) => writeln!(out, "{} after {} expansions", ending(answer), grouped(expanded(trace))),
        None => {
            let text = format!("cut after {} steps; --steps N shows more", trace.steps.len());
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
        let look = if node.marked { ", color=\"#d55e00\", penwidth=2.5" } else { "" };
        writeln!(out, "  n{} [label=\"{}\"{look}];", number + 1, label.join("\\n"))?;
        if let Some(parent) = node.parent {
            let look = if node.marked { " [color=\"#d55e00\", penwidth=2.5]" } else { "" };
            writeln!(out, "  n{} -> n{}{look};", parent + 1, number + 1)?;
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
    let end = answer.map_or_else(|| format!("cut after {} steps", trace.steps.len()), ending);
    format!("{}: {end}", subject.title)
}

/// A box for each expansion; those on the way to the solution are marked.
fn nodes(subject: &Subject, trace: &Trace, answer: Option<&Answer>) -> Vec<TreeNode> {
    let way = way(subject, answer);
    let node = |(number, step): (usize, &Step)| {
        let head = format!("#{}", number + 1);
        let numbers = match (step.view.h, step.view.f) {
            (Some(h), Some(f)) => format!("{}+{h} f{f}", step.view.g),
            _ => format!("g {}", step.view.g),
        };
        let rows = rows(subject, &step.view.position);
        let lines = [head].into_iter().chain(rows).chain([numbers]).collect();
        TreeNode { parent: step.parent, lines, marked: way.contains(&step.view.position) }
    };
    trace.steps.iter().enumerate().map(node).collect()
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
