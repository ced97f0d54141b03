//! The puzzles of an experiment: from texts and lists, by name, or drawn at random.

use std::collections::HashSet;

use slidewise_solve::names::{self, UnknownName};
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::Cost;
use slidewise_solve::{
    AnyPuzzle, GenerateError, Generating, Item, Kind, Known, Metric, Reading, Refusal, Setting, Unreadable,
    kinds, read, read_one,
};

use super::Invalid;

/// A puzzle with its name and what is known about it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its name, which no other instance of the experiment has.
    pub name: String,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The optimal length that a list gives for it, in the metric that the puzzle has if nothing is said.
    pub optimum: Option<Cost>,
    /// A length that others found, not proven to be optimal.
    pub found: Option<Cost>,
}

impl Instance {
    /// The name of the kind of puzzle.
    pub fn kind(&self) -> &'static str {
        self.puzzle.kind().entry().name
    }

    /// Puzzles whose lengths and counts can be compared: those of one size, as in `4x4`, where that is enough, or else
    /// those of one kind.
    pub fn group(&self) -> String {
        let (rows, cols) = self.puzzle.size();
        match self.puzzle.kind().entry().groups_by_size {
            true => format!("{rows}x{cols}"),
            false => self.kind().to_string(),
        }
    }

    /// The length that is proven to be optimal in a metric, if that is known.
    pub fn optimum_in(&self, metric: Metric) -> Option<Cost> {
        let listed = self.optimum.filter(|_| metric == self.puzzle.metric());
        listed.or_else(|| match self.puzzle.known_optimum(metric)? {
            Known::Length(length) => Some(length),
            Known::Unsolvable => None,
        })
    }
}

/// What the lengths in a list of puzzles are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lengths {
    /// Proven to be optimal.
    #[default]
    Optimal,
    /// What others found.
    Found,
}

/// Collects instances and gives each a name of its own.
#[derive(Clone, Debug, Default)]
pub struct Loader {
    /// How texts are read. A goal and a size are for kinds whose texts do not tell them; others have their own.
    pub reading: Reading,
    /// What the lengths in lists are.
    pub lengths: Lengths,
    instances: Vec<Instance>,
    names: HashSet<String>,
}

impl Loader {
    /// A loader that reads texts so.
    pub fn new(reading: Reading) -> Self {
        Self { reading, ..Self::default() }
    }

    /// The puzzles in a text: the name of one that comes with the program, or any number of puzzles of any
    /// kind. `source` names the text in errors, and a puzzle in it that has no name.
    pub fn add_text(&mut self, source: Option<&str>, text: &str) -> Result<(), Invalid> {
        let place = source.map(|name| format!("{name}:")).unwrap_or_default();
        let items = puzzles(text, &self.reading);
        let single = items.len() == 1;
        for item in items {
            let unreadable = |error: &Unreadable| match error.place {
                None if !single => Invalid(format!("{place}{}: {error}", item.line)),
                None => Invalid(format!("{place}{}{error}", if place.is_empty() { "" } else { " " })),
                Some(_) => Invalid(format!("{place}{}", error.explained(text))),
            };
            let read = item.result.as_ref().map_err(unreadable)?;
            let name = match (&read.id, source) {
                (Some(id), _) => id.clone(),
                (None, Some(source)) if single => stem(source).to_string(),
                _ => self.next_number(),
            };
            self.add_puzzle(&name, read.puzzle.clone(), read.known_length)?;
        }
        Ok(())
    }

    /// A puzzle with the length that a list gives for it.
    pub fn add_puzzle(&mut self, name: &str, puzzle: AnyPuzzle, length: Option<Cost>) -> Result<(), Invalid> {
        if !puzzle.has_goal() {
            return Err(Invalid(format!("\"{name}\" has no goal, so there is nothing to solve")));
        }
        let (optimum, found) = match self.lengths {
            Lengths::Optimal => (length, None),
            Lengths::Found => (None, length),
        };
        let numbered = (2..).map(|n| format!("{name} ({n})"));
        let mut candidates = std::iter::once(name.to_string()).chain(numbered);
        let name = candidates.find(|name| !self.names.contains(name)).expect("there are always more");
        self.names.insert(name.clone());
        self.instances.push(Instance { name, puzzle, optimum, found });
        Ok(())
    }

    /// The one puzzle in a text, under this name if there is one, on its way to a goal of its own if there is one.
    pub(super) fn add_named(
        &mut self,
        name: Option<&str>,
        text: &str,
        goal: Option<String>,
        length: Option<Cost>,
    ) -> Result<(), Invalid> {
        let reading = Reading { goal: goal.or_else(|| self.reading.goal.clone()), ..self.reading.clone() };
        let mut items = puzzles(text, &reading);
        if items.len() != 1 {
            return Err(Invalid(format!("one puzzle is wanted here, not {}", items.len())));
        }
        let read = items.remove(0).result.map_err(|error| Invalid(error.explained(text)))?;
        let name = name.map(str::to_string).or(read.id).unwrap_or_else(|| self.next_number());
        self.add_puzzle(&name, read.puzzle, length)
    }

    /// Random puzzles, called by their size and a number.
    pub fn add_random(
        &mut self,
        kind: &dyn Kind,
        wish: &Generating,
        count: usize,
        seed: u64,
    ) -> Result<(), GenerateError> {
        for (i, puzzle) in random_puzzles(kind, wish, count, seed)?.into_iter().enumerate() {
            let (rows, cols) = puzzle.size();
            let name = match wish.from.as_ref().and_then(|from| from.slug().or(from.name())) {
                Some(from) => format!("{from} #{}", i + 1),
                None => format!("{rows}x{cols} #{}", i + 1),
            };
            let without_goal = |Invalid(reason)| Refusal::new(Setting::Goal, reason);
            self.add_puzzle(&name, puzzle, None).map_err(without_goal)?;
        }
        Ok(())
    }

    /// What was collected.
    pub fn instances(self) -> Vec<Instance> {
        self.instances
    }

    fn next_number(&self) -> String {
        (self.instances.len() + 1).to_string()
    }
}

/// Reads a text. Puzzles of kinds that have no goals to choose from are read without the goal and the size asked for.
fn puzzles(text: &str, reading: &Reading) -> Vec<Item> {
    let items = read(text, reading);
    if items.iter().all(|item| item.result.is_ok()) || (reading.goal.is_none() && reading.size.is_none()) {
        return items;
    }
    let plain = read(text, &Reading { goal: None, size: None, ..reading.clone() });
    let with_its_own = |item: Item| {
        let same = plain.iter().find(|other| item.result.is_err() && other.line == item.line);
        let has_its_own = |other: &&Item| {
            other.result.as_ref().is_ok_and(|read| read.puzzle.kind().entry().goals.is_empty())
        };
        same.filter(has_its_own).cloned().unwrap_or(item)
    };
    // A goal that cannot be read at all may be told once for the whole text.
    match plain.len() == items.len() {
        true => items.into_iter().map(with_its_own).collect(),
        false => items,
    }
}

/// The name of a file without its directories and its ending.
fn stem(path: &str) -> &str {
    std::path::Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
}

/// Random puzzles of a kind, in the order in which a seed gives them.
pub fn random_puzzles(
    kind: &dyn Kind,
    wish: &Generating,
    count: usize,
    seed: u64,
) -> Result<Vec<AnyPuzzle>, GenerateError> {
    let mut rng = Rng::from_seed(seed);
    (0..count).map(|_| kind.generate(wish, &mut rng)).collect()
}

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGoal {
    /// It looks like a name, but no goal has it.
    Name(UnknownName),
    /// It is no board.
    Board {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: Box<Unreadable>,
    },
}

impl std::fmt::Display for BadGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(unknown) => write!(f, "{unknown} A goal may also be a board"),
            Self::Board { text, error } => f.write_str(&error.explained(text)),
        }
    }
}

impl std::error::Error for BadGoal {}

/// Checks that a text is the name of a goal that some kind of puzzle has, or a board.
pub fn check_goal(text: &str) -> Result<(), BadGoal> {
    let known = kinds::all().flat_map(|kind| kind.entry().goals);
    let Err(unknown) = names::find("goal", text, known) else { return Ok(()) };
    match read_one(text, &Reading::default()) {
        Ok(_) => Ok(()),
        Err(_) if text.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-') => {
            Err(BadGoal::Name(unknown))
        }
        Err(error) => Err(BadGoal::Board { text: text.to_string(), error: Box::new(error) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn towards(goal: &str) -> Loader {
        Loader::new(Reading { goal: Some(goal.into()), ..Reading::default() })
    }

    #[test]
    fn puzzles_come_in_every_form_and_have_names_of_their_own() {
        let mut loader = towards("blank-first");
        loader.add_text(Some("lists/some.txt"), "7 2 1 0 2/3 4 5\n8 3 3 1 2/0 4 5\n").unwrap();
        loader.add_text(None, "1 0 2/3 4 5").unwrap();
        loader.add_text(None, "klotski").unwrap();
        loader.add_text(Some("klotski"), kinds::in_library("klotski").unwrap().text).unwrap();
        loader.add_text(Some("lists/one.txt"), "3 1 2/0 4 5").unwrap();
        let instances = loader.instances();
        let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
        assert_eq!(names, ["7", "8", "3", "klotski", "klotski (2)", "one"]);
        assert_eq!(instances[0].optimum, Some(2));
        assert_eq!(instances[0].puzzle.goal_name(), Some("blank-first"));
        let groups: Vec<String> = instances.iter().map(Instance::group).collect();
        assert_eq!((groups[0].as_str(), groups[3].as_str()), ("2x3", instances[3].kind()));
    }

    #[test]
    fn a_list_may_mix_kinds() {
        let mut loader = towards("blank-first");
        loader.add_text(Some("mixed.txt"), "7 2 1 0 2/3 4 5\nklotski\n").unwrap();
        let kinds: Vec<&str> = loader.instances().iter().map(Instance::kind).collect();
        assert_eq!(kinds.len(), 2);
        assert_ne!(kinds[0], kinds[1]);
    }

    #[test]
    fn a_published_optimum_holds_in_its_metric_only() {
        let mut loader = towards("blank-first");
        loader.add_text(None, "7 2 1 0 2/3 4 5\n8 3 3 1 2/0 4 5\n").unwrap();
        loader.add_text(None, "klotski").unwrap();
        let instances = loader.instances();
        let optimum = |instance: &Instance, metric: &str| {
            let metrics = instance.puzzle.kind().entry().metrics;
            let metric = metrics.iter().find(|known| known.entry.name == metric).unwrap();
            instance.optimum_in(Metric(metric))
        };
        assert_eq!(optimum(&instances[0], "single"), Some(2));
        assert_eq!(optimum(&instances[0], "multi"), None);
        assert_eq!(optimum(&instances[2], "moves"), Some(81));
        assert_eq!(optimum(&instances[2], "steps"), Some(116));
    }

    #[test]
    fn errors_name_the_place() {
        let mut loader = Loader::default();
        let error = loader.add_text(Some("boards.txt"), "1 2 3/4 5 5").unwrap_err();
        assert!(error.0.starts_with("boards.txt:1:11:"), "{error}");
        let error = towards("0 1/2 3").add_text(None, "1 2 3/4 5 0").unwrap_err();
        assert!(error.0.contains("2×3") && error.0.contains("2×2"), "{error}");
    }

    #[test]
    fn goals_are_names_or_boards() {
        assert_eq!(check_goal("snail"), Ok(()));
        assert_eq!(check_goal("0 1/2 3"), Ok(()));
        assert!(check_goal("snial").unwrap_err().to_string().contains("did you mean \"snail\"?"));
        assert!(check_goal("0 1/2 2").unwrap_err().to_string().contains('^'));
    }
}
