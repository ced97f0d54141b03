//! Experiments in TOML files. Those that come with the program and those of users are the same thing.
//!
//! ```toml
//! name = "mine"
//! about = "What is it good for?"
//! goal = "blank-first"              # for boards that do not say; blank-last if left out
//! seed = 1
//! runs = 3
//! warmup = 1
//! time-limit = "10s"                # also node-limit = "1M", memory-limit = "2GiB"
//! files = ["boards.txt"]            # lists of boards, beside this file
//! puzzles = ["8 6 7/2 5 4/3 0 1", "klotski"]
//!
//! [[random]]                        # as many of these as you like
//! size = "4x4"
//! count = 5                         # scramble = 40: by so many random moves
//!
//! [[puzzle]]                        # a board with more to say about it
//! name = "far"
//! board = "8 6 7/2 5 4/3 0 1"
//! goal = "blank-last"
//! optimum = 31
//!
//! [[spec]]                          # a list stands for all of its values
//! algorithm = ["astar", "ida"]
//! heuristic = ["manhattan", "max(misplaced,manhattan)"]
//! ```
//!
//! A spec also takes `weight`, `repr`, `metric`, `beam-width`, `depth-limit`, `threads` and `time-limit`. `best = true`
//! reports the best of several, not the median; `lengths = "found"` says that the lengths in lists are not optimal;
//! `[published]` holds figures to show beside ours (`source`, `mean-length`, `mean-seconds`, `machine`).

mod file;
mod write;

use std::ops::Range;

use slidewise_puzzles::text::{Place, caret};
use slidewise_puzzles::tiles::Goal;
use slidewise_puzzles::tiles::parse::{ParseOptions, parse};
use slidewise_search::{Cost, Limits};
use toml::Spanned;

use super::instance::{Lengths, Loader, goal, is_bricks, random_boards};
use super::{Axes, Experiment, Invalid};
use crate::either::AnyHeuristic;
use crate::registry::{Algorithm, Named, TileRepr};
use crate::spec::{BadWeight, WeightChoice};
use crate::units;
use file::{Scalar, SpecTable, SuiteFile, Values};
pub use write::write;

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
            for spec in self.axes(table)?.product() {
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

    fn goal(&self, text: Option<&Spanned<String>>) -> Result<Option<Goal>, Invalid> {
        text.map(|text| goal(text.as_ref()).map_err(|reason| self.wrong(&text.span(), reason))).transpose()
    }

    fn instances(&self, file: &SuiteFile) -> Result<Loader, Invalid> {
        let mut loader = Loader::new(self.goal(file.goal.as_ref())?.unwrap_or(Goal::BlankLast));
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
        self.random(file, &mut loader)?;
        Ok(loader)
    }

    fn own_puzzles(&self, file: &SuiteFile, loader: &mut Loader) -> Result<(), Invalid> {
        for puzzle in &file.puzzle {
            let wrong = |reason: String| self.wrong(&puzzle.board.span(), reason);
            if is_bricks(puzzle.board.as_ref()) {
                let added = loader.add_bricks(Some(&puzzle.name), puzzle.board.as_ref());
                added.map_err(|Invalid(reason)| wrong(reason))?;
                continue;
            }
            let parsed = parse(puzzle.board.as_ref(), &ParseOptions::default())
                .map_err(|error| wrong(error.to_string()))?;
            let goal = self.goal(puzzle.goal.as_ref())?.unwrap_or_else(|| loader.goal.clone());
            let lengths = loader.lengths;
            loader.lengths = if puzzle.found.is_some() { Lengths::Found } else { Lengths::Optimal };
            let length = puzzle.found.or(puzzle.optimum);
            loader
                .add_board(&puzzle.name, parsed.board, &goal, length)
                .map_err(|Invalid(reason)| wrong(reason))?;
            loader.lengths = lengths;
        }
        Ok(())
    }

    fn random(&self, file: &SuiteFile, loader: &mut Loader) -> Result<(), Invalid> {
        for random in &file.random {
            let wrong = |reason: String| self.wrong(&random.size.span(), reason);
            let size = units::size(random.size.as_ref()).map_err(wrong)?;
            let goal = loader.goal.clone();
            let boards = random_boards(&goal, size, random.count, random.scramble, file.seed)
                .map_err(|Invalid(reason)| wrong(reason))?;
            for (i, board) in boards.into_iter().enumerate() {
                let name = format!("{}x{} #{}", size.0, size.1, i + 1);
                loader.add_board(&name, board, &goal, None)?;
            }
        }
        Ok(())
    }

    fn axes(&self, table: &SpecTable) -> Result<Axes, Invalid> {
        let weight = |text: &str| text.parse::<WeightChoice>().map_err(|error: BadWeight| error.to_string());
        Ok(Axes {
            algorithms: self
                .many(Some(&table.algorithm), |t| Algorithm::find(t).map_err(|e| e.to_string()))?,
            heuristics: self
                .many(table.heuristic.as_ref(), |t| t.parse::<AnyHeuristic>().map_err(|e| e.to_string()))?,
            weights: self.many(table.weight.as_ref(), weight)?,
            reprs: self.many(table.repr.as_ref(), |t| TileRepr::find(t).map_err(|e| e.to_string()))?,
            metrics: self.many(table.metric.as_ref(), str::parse)?,
            beam_widths: self.many(table.beam_width.as_ref(), |t| number(t).map(|n| n as usize))?,
            depth_limits: self.many(table.depth_limit.as_ref(), |t| {
                number(t).and_then(|n| Cost::try_from(n).map_err(|e| e.to_string()))
            })?,
            threads: self.many(table.threads.as_ref(), |t| number(t).map(|n| n as usize))?,
            time_limits: self.many(table.time_limit.as_ref(), units::duration)?,
        })
    }

    fn many<T>(
        &self,
        values: Option<&Spanned<Values>>,
        parse: impl Fn(&str) -> Result<T, String>,
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
fn number(text: &str) -> Result<u64, String> {
    match units::count(text) {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!("\"{text}\" is not a number from 1 on")),
    }
}

#[cfg(test)]
mod tests;
