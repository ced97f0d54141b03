//! Experiments in TOML files. Those that come with the program and those of users are the same thing.
//!
//! [`EXAMPLE`] shows what one looks like, [`keys`] has every key with what it means; `docs/experiments.md` is made of
//! both.

mod file;
pub mod keys;
mod write;

use std::ops::Range;

use slidewise_solve::puzzles::text::{Place, caret};
use slidewise_solve::search::{Cost, Limits};
use slidewise_solve::{
    Algorithm, Generating, HeuristicChoice, MoveOrder, Reading, Setting, WeightChoice, kinds, read_one, spec,
    units,
};
use toml::Spanned;

use super::instance::{Lengths, Loader, check_goal};
use super::{Axes, Experiment, Invalid, Origin, Spec};
use file::{Random, Scalar, SpecTable, SuiteFile, Values};
pub use write::write;

/// A suite that uses most of what there is, to begin with.
pub const EXAMPLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/example.toml"));

/// Reads the files that a suite names.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Reads a suite. `name` stands for it in errors; `read` gives the text of the files that it names.
pub fn read(name: &str, text: &str, read: ReadFile<'_>) -> Result<Experiment, Invalid> {
    let file: SuiteFile =
        toml::from_str(text).map_err(|error| Invalid(format!("{name}: {}", error.to_string().trim_end())))?;
    Reader { name, text, read }.experiment(&file)
}

/// What is needed to say where in which text something is wrong.
struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    read: ReadFile<'a>,
}

impl Reader<'_> {
    fn experiment(&self, file: &SuiteFile) -> Result<Experiment, Invalid> {
        let mut specs = Vec::new();
        for table in &file.spec {
            for spec in self.combinations(table)? {
                if !specs.contains(&spec) {
                    specs.push(spec);
                }
            }
        }
        let experiment = Experiment {
            name: file.name.clone(),
            about: file.about.clone(),
            instances: self.instances(file)?.instances(),
            specs,
            limits: self.limits(file)?,
            runs: file.runs,
            warmup: file.warmup,
            seed: file.seed,
            best: file.best,
            published: file.published.clone(),
            origin: Origin::default(),
            shard: None,
        };
        experiment.check().map_err(|Invalid(reason)| Invalid(format!("{}: {reason}", self.name)))?;
        Ok(experiment)
    }

    /// An error that points at a place of the text.
    fn wrong(&self, span: &Range<usize>, reason: impl std::fmt::Display) -> Invalid {
        let before = &self.text[..span.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let length = self.text[span.start..span.end].lines().next().map_or(1, |l| l.chars().count()).max(1);
        let shown = caret(self.text, Place { line, column, length });
        Invalid(format!("{}:{line}:{column}: {reason}\n{shown}", self.name))
    }

    fn limits(&self, file: &SuiteFile) -> Result<Limits, Invalid> {
        Ok(Limits {
            time: self.one(file.time_limit.as_ref(), units::duration)?,
            nodes: self.one(file.node_limit.as_ref(), units::count)?,
            memory: self.one(file.memory_limit.as_ref(), units::bytes)?,
        })
    }

    fn one<T>(
        &self,
        value: Option<&Spanned<Scalar>>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Invalid> {
        value
            .map(|value| parse(value.as_ref().text()).map_err(|reason| self.wrong(&value.span(), reason)))
            .transpose()
    }

    fn goal(&self, text: Option<&Spanned<String>>) -> Result<Option<String>, Invalid> {
        let Some(text) = text else { return Ok(None) };
        check_goal(text.as_ref()).map_err(|reason| self.wrong(&text.span(), reason))?;
        Ok(Some(text.as_ref().clone()))
    }

    fn instances(&self, file: &SuiteFile) -> Result<Loader, Invalid> {
        let goal = self.goal(file.goal.as_ref())?;
        let mut loader = Loader::new(Reading { goal, ..Reading::default() });
        if let Some(lengths) = &file.lengths {
            loader.lengths = match lengths.as_ref().as_str() {
                "optimal" => Lengths::Optimal,
                "found" => Lengths::Found,
                other => {
                    let reason = format!("lengths are \"optimal\" or \"found\", not \"{other}\"");
                    return Err(self.wrong(&lengths.span(), reason));
                }
            };
        }
        for puzzle in &file.puzzles {
            loader.add_text(None, puzzle.as_ref()).map_err(|error| self.wrong(&puzzle.span(), error))?;
        }
        for path in &file.files {
            let text = (self.read)(path.as_ref()).map_err(|reason| self.wrong(&path.span(), reason))?;
            loader.add_text(Some(path.as_ref()), &text).map_err(|error| self.wrong(&path.span(), error))?;
        }
        self.own_puzzles(file, &mut loader)?;
        for random in &file.random {
            self.random(random, file.seed, &mut loader)?;
        }
        Ok(loader)
    }

    fn own_puzzles(&self, file: &SuiteFile, loader: &mut Loader) -> Result<(), Invalid> {
        for puzzle in &file.puzzle {
            let goal = self.goal(puzzle.goal.as_ref())?;
            let lengths = loader.lengths;
            loader.lengths = if puzzle.found.is_some() { Lengths::Found } else { Lengths::Optimal };
            loader
                .add_named(
                    puzzle.name.as_deref(),
                    puzzle.board.as_ref(),
                    goal,
                    puzzle.found.or(puzzle.optimum),
                )
                .map_err(|reason| self.wrong(&puzzle.board.span(), reason))?;
            loader.lengths = lengths;
        }
        Ok(())
    }

    fn random(&self, random: &Random, seed: u64, loader: &mut Loader) -> Result<(), Invalid> {
        let from = match &random.from {
            Some(text) => {
                let read = read_one(text.as_ref(), &Reading::default());
                Some(read.map_err(|error| self.wrong(&text.span(), error.explained(text.as_ref())))?.puzzle)
            }
            None => None,
        };
        let kind = match (&random.kind, &from) {
            (Some(name), _) => kinds::find(name.as_ref()).map_err(|error| self.wrong(&name.span(), error))?,
            (None, Some(puzzle)) => puzzle.kind(),
            (None, None) => kinds::first(),
        };
        let size = match &random.size {
            Some(size) => {
                Some(units::size(size.as_ref()).map_err(|reason| self.wrong(&size.span(), reason))?)
            }
            None => None,
        };
        let goal = loader.reading.goal.clone().filter(|_| !kind.entry().goals.is_empty());
        let wish = Generating { size, goal, from, scramble: random.scramble, blanks: None, difficulty: None };
        let place = random.size.as_ref().map(Spanned::span).or(random.from.as_ref().map(Spanned::span));
        loader
            .add_random(kind, &wish, *random.count.as_ref(), seed)
            .map_err(|error| self.wrong(&place.unwrap_or_else(|| random.count.span()), error))
    }

    /// What a table stands for. A value that has no effect is pointed at.
    fn combinations(&self, table: &SpecTable) -> Result<Vec<Spec>, Invalid> {
        self.axes(table)?.product().map_err(|refusal| {
            let values = match refusal.setting {
                Setting::Heuristic => &table.heuristic,
                Setting::Weight => &table.weight,
                Setting::Repr => &table.repr,
                Setting::BeamWidth => &table.beam_width,
                Setting::Capacity => &table.capacity,
                Setting::DepthLimit => &table.depth_limit,
                Setting::Order => &table.order,
                Setting::Threads => &table.threads,
                _ => &None,
            };
            self.wrong(&values.as_ref().unwrap_or(&table.algorithm).span(), refusal)
        })
    }

    fn axes(&self, table: &SpecTable) -> Result<Axes, Invalid> {
        Ok(Axes {
            algorithms: self.many(Some(&table.algorithm), Algorithm::find)?,
            heuristics: self.many(table.heuristic.as_ref(), str::parse::<HeuristicChoice>)?,
            weights: self.many(table.weight.as_ref(), str::parse::<WeightChoice>)?,
            reprs: self.many(table.repr.as_ref(), spec::repr)?,
            metrics: self.many(table.metric.as_ref(), spec::metric)?,
            beam_widths: self.many(table.beam_width.as_ref(), number)?,
            capacities: self.many(table.capacity.as_ref(), number)?,
            depth_limits: self.many(table.depth_limit.as_ref(), number::<Cost>)?,
            orders: self.many(table.order.as_ref(), str::parse::<MoveOrder>)?,
            threads: self.many(table.threads.as_ref(), number)?,
            time_limits: self.many(table.time_limit.as_ref(), units::duration)?,
        })
    }

    fn many<T, E: std::fmt::Display>(
        &self,
        values: Option<&Spanned<Values>>,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Vec<T>, Invalid> {
        let Some(values) = values else { return Ok(Vec::new()) };
        let whole = values.span();
        let parsed = |(text, span): (&str, Option<Range<usize>>)| {
            parse(text).map_err(|reason| self.wrong(span.as_ref().unwrap_or(&whole), reason))
        };
        values.as_ref().iter().map(parsed).collect()
    }
}

/// A number from 1 on.
fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let read = units::count(text).ok().filter(|&n| n > 0).and_then(|n| n.try_into().ok());
    read.ok_or_else(|| format!("\"{text}\" is not a number from 1 on"))
}

#[cfg(test)]
mod tests;
