//! What is written for readers is true: every command in README.md and in the book runs, what is shown as its answer is
//! its answer, every link leads somewhere, and every page of the book is in its list of contents.
//!
//! A command is a line of a block marked `sh`. A block marked `text` directly below shows what the last command says,
//! times aside. `# exit code N` behind a command says that it ends so; all others end with 0.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::help::{in_terminal, shell, shortened, stage};
use crate::snapshot::without_times;

/// Commands that are no call of the program, and what carries them out in continuous integration: the file, and what
/// stands there.
const ELSEWHERE: [(&str, &str, &str); 8] = [
    ("cargo test --workspace", ".ci/run", "cargo test --workspace"),
    ("cargo install --path crates/cli", ".github/workflows/ci.yml", "cargo install --path crates/cli"),
    ("cargo binstall slidewise", "crates/cli/Cargo.toml", "[package.metadata.binstall]"),
    ("pip install .", ".ci/python", "wheel --no-deps"),
    ("just pictures", "justfile", "pictures:"),
    ("cargo run --release -p slidewise-search --example versus", "justfile", "--example versus"),
    ("cargo run --release -p slidewise-search --example pancakes", ".ci/run", "cargo test --workspace"),
    ("cd crates/web/www && npm ci && npm run build", ".ci/page", "npm run build"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Markdown files below a directory of the repository.
fn pages(dir: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(dir)];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => open.push(path),
                Some(ending) if ending == "md" => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// A block between fences: what it is marked with, its lines, and whether another begins right behind it.
struct Block {
    mark: String,
    text: String,
}

/// The blocks of a page, and for each whether only empty lines stand between it and the one before.
fn blocks(page: &str) -> Vec<(Block, bool)> {
    let (mut found, mut inside, mut next_to) = (Vec::new(), None::<Block>, false);
    for line in page.lines() {
        match (&mut inside, line.strip_prefix("```")) {
            (None, Some(mark)) => inside = Some(Block { mark: mark.trim().to_string(), text: String::new() }),
            (Some(_), Some(_)) => {
                found.extend(inside.take().map(|block| (block, next_to)));
                next_to = true;
            }
            (Some(block), None) => block.text += &format!("{line}\n"),
            (None, None) => next_to &= line.trim().is_empty(),
        }
    }
    found
}

/// Lines of a block of commands, those that end in a backslash put together with the next.
fn lines(block: &str) -> Vec<String> {
    let whole = block.replace("\\\n", " ");
    whole
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect()
}

/// The code with which a command ends, as the page says.
fn promised(line: &str) -> i32 {
    let digit = line.split_once("exit code ").and_then(|(_, rest)| rest.chars().next());
    digit.and_then(|digit| digit.to_digit(10)).unwrap_or(0) as i32
}

/// Runs a command as a reader would, and returns what it said.
fn carry_out(line: &str, at: &Path, page: &str) -> String {
    let typed = line.split("  #").next().unwrap_or(line).trim();
    if let Some((_, file, there)) = ELSEWHERE.iter().find(|(known, ..)| *known == typed) {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(there), "{page}: {typed}: {file} should have {there:?}");
        return String::new();
    }
    let command = shortened(&typed.replacen("cargo run --release -- ", "slidewise ", 1));
    let calls = |name: &str| command.starts_with(&format!("slidewise {name}"));
    if calls("serve") {
        // It needs a page that is built elsewhere: tests/cli/serve.rs serves one.
        return String::new();
    }
    if calls("watch") && !command.contains("--out") || calls("play") && !command.contains("--plain") {
        in_terminal(&command, at);
        return String::new();
    }
    let (code, said) = shell(&command, at);
    // What takes long is ended after some seconds, with 124.
    assert!(code == Some(promised(line)) || code == Some(124), "{page}: {line}: {code:?}\n{said}");
    said
}

/// Runs all commands of a page, in order and in one directory.
fn carry_out_all(path: &Path) -> usize {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let page = fs::read_to_string(path).unwrap();
    let at = stage(&name.replace(['/', '.'], "-"));
    let (mut seen, mut said) = (0, String::new());
    for (block, next_to) in blocks(&page) {
        match block.mark.as_str() {
            "sh" => {
                for line in lines(&block.text) {
                    said = carry_out(&line, &at, &name);
                    seen += 1;
                }
            }
            "text" if next_to => {
                let (shown, really) = (without_times(&block.text), without_times(&said));
                assert_eq!(shown.trim_end(), really.trim_end(), "{name}: shown, and what is said");
            }
            _ => {}
        }
    }
    let _ = fs::remove_dir_all(&at);
    seen
}

#[test]
fn every_command_of_the_readme_works() {
    let path = root().join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.lines().count() < 150, "a front page is short");
    assert!(page.contains("cargo test --workspace"), "it says how the tests are run");
    assert!(carry_out_all(&path) >= 10);
}

#[test]
fn every_command_of_the_tutorial_works() {
    let seen: usize = pages("docs/tutorial").iter().map(|page| carry_out_all(page)).sum();
    assert!(seen > 10, "only {seen} commands");
}

#[test]
fn every_command_of_the_instructions_works() {
    let seen: usize = pages("docs/howto").iter().map(|page| carry_out_all(page)).sum();
    assert!(seen > 40, "only {seen} commands");
}

/// The names that headings have in links: small letters, digits and dashes.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut code = false;
    let is_heading = |line: &&str| {
        code ^= line.starts_with("```");
        !code && line.starts_with('#')
    };
    let name = |heading: &str| -> String {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    page.lines().filter(is_heading).map(name).collect()
}

/// Targets of links and pictures, outside of code.
fn links(page: &str) -> Vec<String> {
    let mut code = false;
    let outside = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    };
    let text: Vec<&str> = page.lines().filter(outside).collect();
    let text = text.join("\n");
    let round = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let quoted = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    round.chain(quoted).map(|target| target.split(' ').next().unwrap_or(target).to_string()).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let top = top.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut wrong = Vec::new();
    for path in top.chain(pages("docs")) {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let there = target.exists();
            let is_page = target.extension().is_some_and(|ending| ending == "md");
            let found = there
                && (place.is_empty()
                    || !is_page
                    || anchors(&fs::read_to_string(&target).unwrap()).contains(place));
            if !found {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    let contents = links(&fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap());
    let listed: BTreeSet<PathBuf> =
        contents.iter().map(|link| root().join("docs").join(link).canonicalize().unwrap()).collect();
    for page in pages("docs") {
        let page = page.canonicalize().unwrap();
        assert!(page.ends_with("SUMMARY.md") || listed.contains(&page), "{} is not listed", page.display());
    }
}

#[test]
fn blocks_commands_and_links_are_found() {
    let page = "# A b, c!\n```sh\none \\\n  two\n# no\nthree  # exit code 4\n```\n\n\
                ```text\nsaid\n```\nx [a](b.md#c)\n";
    let found = blocks(page);
    assert_eq!(found.len(), 2);
    assert_eq!(lines(&found[0].0.text), ["one    two", "three  # exit code 4"]);
    assert_eq!(promised("three  # exit code 4"), 4);
    assert!(found[1].1, "the answer stands right below");
    assert_eq!(links(page), ["b.md#c"]);
    assert!(anchors(page).contains("a-b-c"));
}
