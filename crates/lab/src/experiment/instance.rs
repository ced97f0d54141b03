//! The puzzles of an experiment: from texts, lists, the library of brick puzzles, or drawn at random.

use std::collections::HashSet;

use slidewise_puzzles::bricks;
use slidewise_puzzles::bricks::library::{self, Optimum};
use slidewise_puzzles::bricks::parse::looks_like_bricks;
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::text::{Place, caret};
use slidewise_puzzles::tiles::parse::{ParseOptions, parse, parse_many};
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle, generate};
use slidewise_search::Cost;

use super::Invalid;
use super::spec::Spec;
use crate::registry::TileMetric;

/// A puzzle with its name and what is known about it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its name, which no other instance of the experiment has.
    pub name: String,
    /// The puzzle.
    pub subject: Subject,
    /// The optimal length that is published for a tile puzzle, in the single metric.
    pub optimum: Option<Cost>,
    /// A length that others found, not proven to be optimal.
    pub found: Option<Cost>,
}

/// A puzzle of either kind.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Tiles.
    Tiles(TilePuzzle),
    /// Bricks, with their text.
    Bricks(Box<Bricks>),
}

/// A brick puzzle as it was read.
#[derive(Clone, Debug)]
pub struct Bricks {
    /// The puzzle.
    pub parsed: bricks::Parsed,
    /// Its name in the library, or else its text.
    pub source: String,
}

impl Subject {
    /// `tiles` or `bricks`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tiles(_) => "tiles",
            Self::Bricks(_) => "bricks",
        }
    }

    /// Puzzles whose lengths and counts can be compared: tiles of one size, or bricks.
    pub fn group(&self) -> String {
        match self {
            Self::Tiles(puzzle) => format!("{}x{}", puzzle.start().rows(), puzzle.start().cols()),
            Self::Bricks(_) => "bricks".to_string(),
        }
    }
}

impl Instance {
    /// The length that is proven to be optimal in the metric of a combination, if that is known.
    pub fn optimum_for(&self, spec: &Spec) -> Option<Cost> {
        match &self.subject {
            Subject::Tiles(_) => self.optimum.filter(|_| spec.tile_metric() == TileMetric::Single),
            Subject::Bricks(bricks) => {
                let metric = spec.brick_metric(bricks.parsed.default_metric());
                match library::get(&bricks.source)?.optimum(metric) {
                    Optimum::Length(length) => Some(length),
                    Optimum::Unsolvable | Optimum::NoGoal => None,
                }
            }
        }
    }
}

/// What the lengths in a list of boards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lengths {
    /// Proven to be optimal.
    #[default]
    Optimal,
    /// What others found.
    Found,
}

/// Collects instances and gives each a name of its own.
#[derive(Clone, Debug)]
pub struct Loader {
    /// The board to reach, for tiles.
    pub goal: Goal,
    /// How boards are read.
    pub options: ParseOptions,
    /// What the lengths in lists are.
    pub lengths: Lengths,
    instances: Vec<Instance>,
    names: HashSet<String>,
}

impl Loader {
    /// A loader for boards that are to become this goal.
    pub fn new(goal: Goal) -> Self {
        let (options, lengths) = (ParseOptions::default(), Lengths::default());
        Self { goal, options, lengths, instances: Vec::new(), names: HashSet::new() }
    }

    /// The puzzles in a text: a name of the library, a brick puzzle, or any number of boards. `source` names the text
    /// in errors, and the puzzles in it that have no name.
    pub fn add_text(&mut self, source: Option<&str>, text: &str) -> Result<(), Invalid> {
        if is_bricks(text) {
            return self.add_bricks(source.map(stem), text);
        }
        let place = source.map(|name| format!("{name}:")).unwrap_or_default();
        let items: Vec<_> = parse_many(text, &self.options).collect();
        let single = items.len() == 1;
        for item in items {
            let parsed = item
                .result
                .map_err(|error| Invalid(format!("{place}{error}\n{}", error.render_caret(text))))?;
            let name = match (&parsed.id, source) {
                (Some(id), _) => id.clone(),
                (None, Some(source)) if single => stem(source).to_string(),
                _ => format!("{}", self.instances.len() + 1),
            };
            let goal = self.goal.clone();
            let known = parsed.known_optimum;
            self.add_board(&name, parsed.board, &goal, known)
                .map_err(|Invalid(reason)| Invalid(format!("{place}{}: {reason}", item.line)))?;
        }
        Ok(())
    }

    /// A brick puzzle, or the name of one in the library.
    pub(super) fn add_bricks(&mut self, name: Option<&str>, text: &str) -> Result<(), Invalid> {
        // A name such as `klotski` that was looked up already still says what is known about the puzzle.
        let looked_up = name.and_then(library::get).filter(|entry| entry.text == text);
        let entry = library::get(text.trim()).or(looked_up);
        let (text, source) = entry.map_or((text, text), |entry| (entry.text, entry.slug));
        let name = name.or(entry.map(|entry| entry.slug));
        let parsed = bricks::parse(text).map_err(|error| {
            let place = Place { line: error.line, column: error.column, length: 1 };
            let name = name.map(|name| format!("{name}:")).unwrap_or_default();
            Invalid(format!("{name}{error}\n{}", caret(text, place)))
        })?;
        let shown = match (name, parsed.puzzle.about.name.as_str()) {
            (Some(name), _) => name.to_string(),
            (None, "") => format!("{}", self.instances.len() + 1),
            (None, own) => own.to_string(),
        };
        if !parsed.puzzle.has_goal() {
            return Err(Invalid(format!(
                "\"{shown}\" has no goal; `slidewise explore` counts its positions"
            )));
        }
        let subject = Subject::Bricks(Box::new(Bricks { parsed, source: source.to_string() }));
        self.push(shown, subject, None, None);
        Ok(())
    }

    /// A board with the length that a list gives for it.
    pub fn add_board(
        &mut self,
        name: &str,
        board: Board,
        goal: &Goal,
        length: Option<Cost>,
    ) -> Result<(), Invalid> {
        let puzzle =
            TilePuzzle::towards(board, goal).map_err(|mismatch| Invalid(format!("{name}: {mismatch}")))?;
        let (optimum, found) = match self.lengths {
            Lengths::Optimal => (length, None),
            Lengths::Found => (None, length),
        };
        self.push(name.to_string(), Subject::Tiles(puzzle), optimum, found);
        Ok(())
    }

    fn push(&mut self, name: String, subject: Subject, optimum: Option<Cost>, found: Option<Cost>) {
        let numbered = (2..).map(|n| format!("{name} ({n})"));
        let unique = std::iter::once(name.clone()).chain(numbered).find(|name| !self.names.contains(name));
        let name = unique.unwrap_or(name);
        self.names.insert(name.clone());
        self.instances.push(Instance { name, subject, optimum, found });
    }

    /// What was collected.
    pub fn instances(self) -> Vec<Instance> {
        self.instances
    }
}

/// Whether a text is a brick puzzle or the name of one.
pub(super) fn is_bricks(text: &str) -> bool {
    library::get(text.trim()).is_some() || looks_like_bricks(text)
}

/// The name of a file without its directories and its ending.
fn stem(path: &str) -> &str {
    std::path::Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
}

/// Random boards from which the goal can be reached, in the order in which a seed gives them; the same as those of
/// `slidewise generate`.
pub fn random_boards(
    goal: &Goal,
    size: (usize, usize),
    count: usize,
    scramble: Option<usize>,
    seed: u64,
) -> Result<Vec<Board>, Invalid> {
    let wanted = goal.board(size.0, size.1).map_err(|error| Invalid(error.to_string()))?;
    if (wanted.rows(), wanted.cols()) != size {
        let (rows, cols) = (wanted.rows(), wanted.cols());
        return Err(Invalid(format!("the goal is {rows}×{cols}, not {}×{}", size.0, size.1)));
    }
    let mut rng = Rng::from_seed(seed);
    let board = |_| match scramble {
        Some(steps) => generate::scramble(&wanted, steps, &mut rng),
        None => generate::uniform(&wanted, &mut rng),
    };
    Ok((0..count).map(board).collect())
}

/// A goal by name, or a board.
pub fn goal(text: &str) -> Result<Goal, String> {
    if let Some(goal) = Goal::from_name(text) {
        return Ok(goal);
    }
    match parse(text, &ParseOptions::default()) {
        Ok(parsed) => Ok(Goal::Custom(parsed.board)),
        Err(_) if text.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-') => {
            let names: Vec<&str> = Goal::NAMED.iter().map(Goal::name).collect();
            Err(format!("there is no goal \"{text}\": use {} or a board", names.join(", ")))
        }
        Err(error) => Err(format!("{error}\n{}", error.render_caret(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_come_in_every_form_and_have_names_of_their_own() {
        let mut loader = Loader::new(Goal::BlankFirst);
        loader.add_text(Some("lists/some.txt"), "7 2 1 0 2/3 4 5\n8 3 3 1 2/0 4 5\n").unwrap();
        loader.add_text(None, "1 0 2/3 4 5").unwrap();
        loader.add_text(None, "klotski").unwrap();
        loader.add_text(Some("klotski"), library::get("klotski").unwrap().text).unwrap();
        let instances = loader.instances();
        let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
        assert_eq!(names, ["7", "8", "3", "klotski", "klotski (2)"]);
        assert_eq!(instances[0].optimum, Some(2));
        assert_eq!(instances[0].subject.group(), "2x3");
    }

    #[test]
    fn a_published_optimum_holds_in_its_metric_only() {
        use crate::registry::Algorithm;
        let mut loader = Loader::new(Goal::BlankFirst);
        loader.add_text(None, "7 2 1 0 2/3 4 5\n8 3 3 1 2/0 4 5\n").unwrap();
        loader.add_text(None, "klotski").unwrap();
        let instances = loader.instances();
        let spec = |metric: &str| Spec { metric: Some(metric.parse().unwrap()), ..Algorithm::Bfs.into() };
        assert_eq!(instances[0].optimum_for(&spec("single")), Some(2));
        assert_eq!(instances[0].optimum_for(&spec("multi")), None);
        assert_eq!(instances[2].optimum_for(&spec("moves")), Some(81));
        assert_eq!(instances[2].optimum_for(&spec("steps")), Some(116));
    }

    #[test]
    fn errors_name_the_place() {
        let mut loader = Loader::new(Goal::BlankLast);
        let error = loader.add_text(Some("boards.txt"), "1 2 3/4 5 5").unwrap_err();
        assert!(error.0.starts_with("boards.txt:1:11:"), "{error}");
        let mut custom = Loader::new(goal("0 1/2 3").unwrap());
        let error = custom.add_text(None, "1 2 3/4 5 0").unwrap_err();
        assert!(error.0.contains("2×3") && error.0.contains("2×2"), "{error}");
    }
}
