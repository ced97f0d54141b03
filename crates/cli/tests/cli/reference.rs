//! The pages of the book that say what there is are made of what the program itself says. They are held against it
//! here; `SLIDEWISE_BLESS=1 cargo test -p slidewise --test cli reference` writes them anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::help::commands;
use crate::program::run;

/// What stands above every page.
const MADE: &str = "<!-- Made by `just reference`; changes belong into the tables of the program. -->\n\n";

/// Compares a page of docs/reference with what it should be, or writes it.
#[track_caller]
fn holds(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name);
    let text = format!("{MADE}{text}");
    if std::env::var_os("SLIDEWISE_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "docs/reference/{name} is out of date: `just reference` writes it anew");
}

/// The entries of a topic, for one kind of puzzle or for all.
fn listed(topic: &str, kind: Option<&str>) -> Vec<Value> {
    let of_kind: Vec<&str> = kind.map_or_else(Vec::new, |kind| vec!["--kind", kind]);
    let all = run(&[&["list", topic, "--json"], &of_kind[..]].concat()).ends_with(0).json();
    all[topic].as_array().cloned().unwrap_or_default()
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_default()
}

/// What may stand in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

/// A text as code, in a cell.
fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('`', "'").replace('|', "\\|")) }
}

/// The reference at the end of a note, in brackets, and what stands before it.
fn cut(note: &str) -> (&str, &str) {
    let year = |inside: &str| inside.trim_end_matches(')').chars().rev().take(4).all(|c| c.is_ascii_digit());
    match note.rsplit_once(" (") {
        Some((before, inside)) if inside.ends_with(')') && year(inside) => {
            (before, inside.trim_end_matches(')'))
        }
        _ => (note, ""),
    }
}

#[test]
fn algorithms_are_as_listed() {
    let mut page = String::from(
        "# Algorithms\n\nEvery search that `--algorithm` takes, as `slidewise list algorithms` lists it. A guarantee \
         holds for solutions that a search found by itself, not for what a limit cut short; a search that was \
         stopped \
         still has a lower bound. [Counters](../counters.md) says what is counted.\n\n\
         | name | what it does | what it guarantees; what it stores | reference |\n|---|---|---|---|\n",
    );
    for entry in listed("algorithms", None) {
        let (note, reference) = cut(text(&entry, "note"));
        let cells = (cell(text(&entry, "summary")), cell(note), cell(reference));
        let _ = writeln!(page, "| `{}` | {} | {} | {} |", text(&entry, "name"), cells.0, cells.1, cells.2);
    }
    page += PICTURES;
    page += &pictures(&listed("algorithms", None));
    holds("algorithms.md", &page);
}

/// What is to be seen on the pictures.
const PICTURES: &str = "\n## What they look like\n\nThe first twelve expansions of each on one board: `slidewise trace \
\"1 2 3/0 4 6/7 5 8\" --algorithm NAME --heuristic manhattan --steps 12 --format svg`. Numbers are the order in which \
positions were expanded, faint boards are still to be expanded, the way found is orange. Three keep no tree: for \
`layered` \
it is how many positions lie how far from the start (`slidewise explore simplicity --svg`), for `beam` and `anytime` \
how \
long the solutions of eight boards of 5×5 are (`.ci/pictures` has the commands).\n\n| | | |\n|---|---|---|\n";

/// Searches without a tree. Their pictures are made by `.ci/pictures`, the others here.
const WITHOUT_TREE: [&str; 3] = ["layered", "beam", "anytime"];

/// A table with the picture of each search.
fn pictures(algorithms: &[Value]) -> String {
    let cells: Vec<String> = algorithms.iter().map(|entry| picture(text(entry, "name"))).collect();
    cells.chunks(3).fold(String::new(), |table, row| table + "| " + &row.join(" | ") + " |\n")
}

/// A link to the picture of a search, which is as the program draws it, or is drawn anew.
fn picture(name: &str) -> String {
    let file = format!("tree-{name}.svg");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(&file);
    if !WITHOUT_TREE.contains(&name) {
        let trace = ["trace", "1 2 3/0 4 6/7 5 8", "--algorithm", name, "--steps", "12", "--format", "svg"];
        let guided = run(&[&trace[..], &["--heuristic", "manhattan"]].concat());
        // Searches without an estimate refuse one.
        let drawn = if guided.code == 2 { run(&trace) } else { guided };
        assert!(drawn.stdout.starts_with("<svg"), "{name}: {}", drawn.stderr);
        if std::env::var_os("SLIDEWISE_BLESS").is_some() {
            fs::write(&path, &drawn.stdout).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(there == drawn.stdout, "docs/pictures/{file} is out of date: `just reference` draws it anew");
    }
    assert!(path.exists(), "docs/pictures/{file} is missing: `just pictures` makes it");
    format!("![{name}](../pictures/{file}) `{name}`")
}

#[test]
fn heuristics_are_as_listed() {
    let mut page = String::from(
        "# Heuristics\n\nEvery estimate that `--heuristic` takes, by kind of puzzle. *Consistent* implies \
         *admissible*: \
         it never claims more than is needed, and with it A\\* expands no position twice. `max(a,b,…)` is the \
         largest of \
         several, and promises what all of its parts promise. `slidewise audit` proves these claims over whole \
         spaces.\n",
    );
    for kind in listed("kinds", None) {
        let name = text(&kind, "name");
        let _ = write!(
            page,
            "\n## For {name}: {}\n\n| name | what it is | what it promises |\n|---|---|---|\n",
            text(&kind, "summary")
        );
        for entry in
            listed("heuristics", Some(name)).iter().filter(|entry| !text(entry, "name").contains('('))
        {
            let cells = (cell(text(entry, "summary")), cell(text(entry, "note")));
            let _ = writeln!(page, "| `{}` | {} | {} |", text(entry, "name"), cells.0, cells.1);
        }
    }
    page += "\n![Estimates against true distances on the 8-puzzle](../pictures/audit-manhattan.svg)\n\n\
             Manhattan distance against the true distance, over all 181,440 boards of the 8-puzzle: `slidewise audit \
             manhattan --size 3x3 --svg audit-manhattan.svg`.\n";
    holds("heuristics.md", &page);
}

#[test]
fn forms_are_as_listed() {
    let mut page = String::from(
        "# Formats and notation\n\nForms of puzzles are found out from the text and reported; `--format` \
         decides where a \
         text can be read in two ways. [Write a puzzle of your own](../tutorial/own-puzzle.md) explains the \
         letter grid.\n",
    );
    for kind in listed("kinds", None) {
        let name = text(&kind, "name");
        let _ = write!(page, "\n## {}: {}\n", name, text(&kind, "summary"));
        for (topic, title, example) in [
            ("formats", "forms of text", "example"),
            ("notations", "what written moves name (`--moves`)", "example"),
            ("goals", "goals (`--goal`)", "on 3×3"),
            ("metrics", "what counts as one move (`--metric`)", ""),
            ("representations", "how positions are kept (`--repr`)", "for"),
        ] {
            let entries = listed(topic, Some(name));
            if entries.is_empty() || topic == "goals" && entries.len() == 1 {
                continue;
            }
            let _ =
                write!(page, "\n### {}: {title}\n\n| name | what it is | {example} |\n|---|---|---|\n", name);
            for entry in entries {
                let note = text(&entry, "note");
                let note = if example == "example" { code(note) } else { cell(note) };
                let _ = writeln!(
                    page,
                    "| `{}` | {} | {note} |",
                    text(&entry, "name"),
                    cell(text(&entry, "summary"))
                );
            }
        }
    }
    page += NOTATION;
    holds("forms.md", &page);
}

/// What every kind of written moves understands.
const NOTATION: &str = "\n## Moves as text\n\nLetters (`LURD`), words, arrows (`←↑→↓`), counts (`L2`, `2L`), groups \
(`(LU)3`), numbers of tiles, and saved games of Simon Tatham's Fifteen are read. `slidewise moves format` \
writes any of \
them as any other; `slidewise verify` says whether they solve a puzzle.\n";

#[test]
fn puzzles_are_as_listed() {
    let mut page = String::from(
        "# Puzzles by name\n\n`slidewise NAME` solves one, `slidewise play NAME` plays it, `slidewise show \
         NAME` says who \
         made it and what is proven about it. The numbers are shortest lengths in each metric.\n",
    );
    let mut group = String::new();
    for entry in listed("puzzles", None) {
        if text(&entry, "group") != group {
            group = text(&entry, "group").to_string();
            let _ = write!(page, "\n## {group}\n\n| name | puzzle | shortest |\n|---|---|---|\n");
        }
        let cells = (cell(text(&entry, "summary")), cell(text(&entry, "note")));
        let _ = writeln!(page, "| `{}` | {} | {} |", text(&entry, "name"), cells.0, cells.1);
    }
    page += "\n# Suites\n\n`slidewise bench --suite NAME` runs one.\n\n| name | what it is | size |\n|---|---|---|\n";
    for entry in listed("suites", None) {
        let cells = (cell(text(&entry, "summary")), cell(text(&entry, "note")));
        let _ = writeln!(page, "| `{}` | {} | {} |", text(&entry, "name"), cells.0, cells.1);
    }
    holds("puzzles.md", &page);
}

#[test]
fn commands_are_as_their_help_says() {
    let mut page = String::from(
        "# Commands\n\nWhat `slidewise COMMAND -h` prints; `--help` says more, and `slidewise man COMMAND` is a \
         manual \
         page.\n",
    );
    for words in commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let help = run(&[&words[..], &["-h"]].concat()).ends_with(0).stdout;
        let title = [&["slidewise"], &words[..]].concat().join(" ");
        let depth = if words.len() < 2 { "##" } else { "###" };
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(page, "\n{depth} {title}\n\n```text\n{}\n```\n", help.join("\n"));
    }
    holds("commands.md", &page);
}

#[test]
fn references_are_told_from_other_brackets() {
    assert_eq!(
        cut("optimal; stores layers (Korf et al. 2005)"),
        ("optimal; stores layers", "Korf et al. 2005")
    );
    assert_eq!(cut("up to 5×5 (whose table is large)"), ("up to 5×5 (whose table is large)", ""));
}
