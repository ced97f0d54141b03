//! What a shell completes: names from the registries, and files. The script that `slidewise completions` prints asks
//! the program itself, so it knows every name that this version has.

use std::ffi::OsStr;
use std::io;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use slidewise_lab::experiment::suites;
use slidewise_solve::names::Entry;
use slidewise_solve::puzzles::pdb::{RECIPES, Recipe};
use slidewise_solve::{Algorithm, Kind, kinds};

pub const EXAMPLES: &str = "\
Examples:
  slidewise completions bash > slidewise.bash   then: source slidewise.bash
  slidewise completions fish > slidewise.fish
  slidewise completions zsh > _slidewise";

/// The variable by which a shell's script asks for candidates.
pub const VARIABLE: &str = "SLIDEWISE_COMPLETE";

fn candidate(entry: &Entry) -> CompletionCandidate {
    CompletionCandidate::new(entry.name).help(Some(entry.summary.into()))
}

/// What the kinds have, each name once.
fn of_kinds(entries: fn(&dyn Kind) -> Vec<Entry>) -> Vec<CompletionCandidate> {
    let mut seen = Vec::new();
    for entry in kinds::all().flat_map(entries) {
        if !seen.iter().any(|other: &Entry| other.name == entry.name) {
            seen.push(entry);
        }
    }
    seen.iter().map(candidate).collect()
}

pub fn algorithms() -> ArgValueCandidates {
    ArgValueCandidates::new(|| Algorithm::ALL.iter().map(|one| candidate(&one.entry().entry)).collect())
}

pub fn heuristics() -> ArgValueCandidates {
    ArgValueCandidates::new(|| of_kinds(|kind| kind.entry().heuristics.to_vec()))
}

pub fn reprs() -> ArgValueCandidates {
    ArgValueCandidates::new(|| of_kinds(|kind| kind.entry().reprs.to_vec()))
}

pub fn metrics() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        of_kinds(|kind| kind.entry().metrics.iter().map(|metric| metric.entry).collect())
    })
}

pub fn forms() -> ArgValueCandidates {
    ArgValueCandidates::new(|| of_kinds(|kind| kind.entry().forms.to_vec()))
}

pub fn goals() -> ArgValueCandidates {
    ArgValueCandidates::new(|| of_kinds(|kind| kind.entry().goals.to_vec()))
}

pub fn conventions() -> ArgValueCandidates {
    ArgValueCandidates::new(|| of_kinds(|kind| kind.entry().conventions.to_vec()))
}

/// Suites of experiments.
pub fn suites() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let about = |suite: &suites::Suite| suite.read().map(|experiment| experiment.about.into()).ok();
        suites::all().map(|suite| CompletionCandidate::new(suite.name).help(about(&suite))).collect()
    })
}

/// Tables of pattern databases.
pub fn tables() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let shown = |recipe: &Recipe| CompletionCandidate::new(recipe.name).help(Some(recipe.summary.into()));
        RECIPES.iter().map(shown).collect()
    })
}

pub fn kinds() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let shown = |kind: &dyn Kind| CompletionCandidate::new(kind.entry().name);
        kinds::all().map(shown).collect()
    })
}

/// Names of puzzles, and files.
pub fn puzzles() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let begun = typed.to_string_lossy();
        let named = kinds::library().filter(|(_, entry)| entry.slug.starts_with(&*begun));
        let shown = |entry: slidewise_solve::LibraryEntry| {
            CompletionCandidate::new(entry.slug).help(Some(entry.title.into()))
        };
        named.map(|(_, entry)| shown(entry)).chain(PathCompleter::any().complete(typed)).collect()
    })
}

/// Writes the script for a shell.
pub fn script(shell: clap_complete::Shell, out: &mut dyn io::Write) -> io::Result<()> {
    let shells = Shells::builtins();
    let name = shell.to_string();
    let known = shells.completer(&name).ok_or_else(|| io::Error::other(format!("no script for {name}")))?;
    known.write_registration(VARIABLE, "slidewise", "slidewise", "slidewise", out)
}
