//! An experiment as a suite that says everything: every board, every combination. Reading it gives the same
//! experiment, so that the text tells whether two experiments are the same, and repeats one anywhere.

use toml::{Table, Value};

use slidewise_solve::units::duration_text;
use slidewise_solve::{Algorithm, Puzzle, Reading, read_one};

use crate::experiment::{Experiment, Instance, Published, Spec};

/// The suite file of an experiment.
pub fn write(experiment: &Experiment) -> String {
    let Experiment {
        name,
        about,
        instances,
        specs,
        limits,
        runs,
        warmup,
        seed,
        best,
        published,
        origin: _,
        shard: _,
    } = experiment;
    let mut table = Table::new();
    set(&mut table, "name", Some(name.clone()));
    set(&mut table, "about", Some(about.clone()).filter(|about| !about.is_empty()));
    // TOML has no numbers beyond this; a seed that large is as good as any other.
    set(&mut table, "seed", Some(i64::try_from(*seed).unwrap_or(i64::MAX)));
    set(&mut table, "runs", Some(i64::from(*runs)));
    set(&mut table, "warmup", Some(i64::from(*warmup)));
    set(&mut table, "best", Some(*best));
    set(&mut table, "time-limit", limits.time.map(duration_text));
    set(&mut table, "node-limit", limits.nodes.map(|n| n.to_string()));
    set(&mut table, "memory-limit", limits.memory.map(|n| n.to_string()));
    set(&mut table, "puzzle", Some(instances.iter().map(puzzle).collect::<Vec<Value>>()));
    set(&mut table, "spec", Some(specs.iter().map(spec).collect::<Vec<Value>>()));
    set(&mut table, "published", published.as_ref().map(published_table));
    table.to_string()
}

fn set(table: &mut Table, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        table.insert(key.to_string(), value.into());
    }
}

fn puzzle(instance: &Instance) -> Value {
    let mut table = Table::new();
    set(&mut table, "name", Some(instance.name.clone()));
    set(&mut table, "board", Some(board(&*instance.puzzle)));
    set(&mut table, "goal", instance.puzzle.goal_text());
    set(&mut table, "optimum", instance.optimum.map(|n| n as i64));
    set(&mut table, "found", instance.found.map(|n| n as i64));
    table.into()
}

/// The name of a puzzle that comes with the program, or the first of its forms that gives the same puzzle again. What
/// counts as a move may hang on the form.
fn board(puzzle: &dyn Puzzle) -> String {
    if let Some(slug) = puzzle.slug() {
        return slug.to_string();
    }
    let start = puzzle.start();
    let forms = puzzle.kind().entry().forms.iter().map(|form| Some(form.name));
    let texts: Vec<String> =
        std::iter::once(None).chain(forms).filter_map(|form| puzzle.text(&start, form).ok()).collect();
    let reading = Reading { goal: puzzle.goal_text(), ..Reading::default() };
    let is_same = |text: &&String| {
        read_one(text, &reading).is_ok_and(|read| {
            read.puzzle.metric() == puzzle.metric()
                && read.puzzle.line(&read.puzzle.start()) == puzzle.line(&start)
        })
    };
    let found = texts.iter().find(is_same).or(texts.first());
    found.cloned().unwrap_or_else(|| puzzle.line(&start))
}

fn spec(spec: &Spec) -> Value {
    let (how, mut table) = (&spec.how, Table::new());
    set(&mut table, "algorithm", how.algorithm.map(Algorithm::name));
    set(&mut table, "heuristic", how.heuristic.as_ref().map(ToString::to_string));
    set(&mut table, "weight", how.weight.map(|weight| weight.to_string()));
    set(&mut table, "repr", how.repr);
    set(&mut table, "metric", how.metric);
    set(&mut table, "beam-width", how.beam_width.map(|n| n as i64));
    set(&mut table, "capacity", how.capacity.map(|n| n as i64));
    set(&mut table, "depth-limit", how.depth_limit.map(|n| n as i64));
    set(&mut table, "order", how.order.map(|order| order.to_string()));
    set(&mut table, "threads", Some(spec.threads as i64).filter(|&threads| threads != 1));
    set(&mut table, "time-limit", spec.time_limit.map(duration_text));
    table.into()
}

fn published_table(published: &Published) -> Table {
    let Published { source, mean_length, mean_seconds, machine } = published;
    let mut table = Table::new();
    set(&mut table, "source", Some(source.clone()));
    set(&mut table, "mean-length", *mean_length);
    set(&mut table, "mean-seconds", *mean_seconds);
    set(&mut table, "machine", machine.clone());
    table
}
