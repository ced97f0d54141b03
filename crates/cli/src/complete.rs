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

/// Heuristics, also behind a comma or in parentheses, and tables behind `pdb:`.
pub fn heuristics() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let typed = typed.to_string_lossy();
        let begins = typed.rfind([',', '(']).map_or(0, |at| at + 1);
        let (before, begun) = typed.split_at(begins);
        let (names, before) = match begun.split_once(':') {
            Some(("pdb", _)) => (recipes(), format!("{before}pdb:")),
            _ => (of_kinds(|kind| kind.entry().heuristics.to_vec()), before.to_string()),
        };
        let whole = names.into_iter().map(|name| name.add_prefix(&before));
        whole.filter(|name| name.get_value().to_string_lossy().starts_with(&*typed)).collect()
    })
}

/// The orders of the four ways.
pub fn orders() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let ways = ['U', 'R', 'D', 'L'];
        let mut orders = vec![String::new()];
        for _ in ways {
            let longer = |order: &String| {
                let rest = ways.into_iter().filter(|&way| !order.contains(way));
                rest.map(|way| format!("{order}{way}")).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders.into_iter().map(CompletionCandidate::new).collect()
    })
}

pub fn weights() -> ArgValueCandidates {
    ArgValueCandidates::new(|| vec![CompletionCandidate::new("auto")])
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
    ArgValueCandidates::new(named_suites)
}

fn named_suites() -> Vec<CompletionCandidate> {
    let about = |suite: &suites::Suite| suite.read().map(|experiment| experiment.about.into()).ok();
    suites::all().map(|suite| CompletionCandidate::new(suite.name).help(about(&suite))).collect()
}

/// Suites, and files with experiments.
pub fn experiments() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let begun = typed.to_string_lossy();
        let named = named_suites().into_iter();
        let named = named.filter(|suite| suite.get_value().to_string_lossy().starts_with(&*begun));
        named.chain(PathCompleter::any().complete(typed)).collect()
    })
}

/// Tables of pattern databases.
pub fn tables() -> ArgValueCandidates {
    ArgValueCandidates::new(recipes)
}

fn recipes() -> Vec<CompletionCandidate> {
    let shown = |recipe: &Recipe| CompletionCandidate::new(recipe.name).help(Some(recipe.summary.into()));
    RECIPES.iter().map(shown).collect()
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
