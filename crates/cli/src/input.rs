//! Where the text of puzzles comes from: the argument itself, files, or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use slidewise_lab::experiment;
use slidewise_lab::record::ErrorRecord;
use slidewise_puzzles::bricks::library;
use slidewise_puzzles::bricks::parse::looks_like_bricks;
use slidewise_puzzles::tiles::parse::{
    ErrorKind, Item, ParseError, ParseOptions, Parsed, decode, parse, parse_many,
};
use slidewise_puzzles::tiles::{Goal, TilePuzzle};

use crate::args::{AnyForm, InputArgs};
use crate::error::Failure;

/// More text than any batch that makes sense; beyond it memory would be at risk.
const MAX_BYTES: u64 = 256 << 20;

/// A text with the name of where it came from.
pub struct Source {
    /// The file, or `None` for an argument or standard input.
    pub name: Option<String>,
    bytes: Vec<u8>,
}

/// The sources that the arguments name: each a file, a board or `-` for standard input. Words that are neither are
/// taken together: `slidewise 8 6 7 2 5 4 3 0 1`, a board that the shell took apart.
pub fn sources(args: &[String], options: &ParseOptions) -> Result<Vec<Source>, Failure> {
    if args.is_empty() {
        return Ok(vec![from_stdin()?]);
    }
    let is_board = |text: &str| parse_many(text, options).all(|item| item.result.is_ok());
    let is_bricks = |text: &str| library::get(text).is_some() || looks_like_bricks(text);
    let is_source = |arg: &String| arg == "-" || is_file(arg) || is_board(arg) || is_bricks(arg);
    if args.iter().all(is_source) {
        return each(args);
    }
    let together = args.join(" ");
    let missing = args.iter().find(|arg| !is_source(arg) && looks_like_path(arg));
    if let (Some(name), Err(error)) = (missing, parse(&together, options)) {
        return Err(Failure::BadText(format!("{name}: no such file, and no board either ({error})")));
    }
    Ok(vec![Source { name: None, bytes: together.into_bytes() }])
}

/// Every argument by itself. Standard input can be read only once, however often it is named.
fn each(args: &[String]) -> Result<Vec<Source>, Failure> {
    let first_dash = args.iter().position(|arg| arg == "-");
    let wanted = args.iter().enumerate().filter(|(i, arg)| *arg != "-" || Some(*i) == first_dash);
    let source = |(_, arg): (usize, &String)| match arg.as_str() {
        "-" => from_stdin(),
        name if is_file(name) => from_file(name),
        name if library::get(name).is_some() => Ok(from_library(name)),
        board => Ok(Source { name: None, bytes: board.as_bytes().to_vec() }),
    };
    wanted.map(source).collect()
}

fn from_library(slug: &str) -> Source {
    let text = library::get(slug).map_or("", |entry| entry.text);
    Source { name: Some(slug.to_string()), bytes: text.as_bytes().to_vec() }
}

fn from_stdin() -> Result<Source, Failure> {
    Ok(Source { name: None, bytes: read_limited(io::stdin().lock(), "standard input")? })
}

/// Longer texts are no paths, and asking the system about them is an error on some.
fn is_file(arg: &str) -> bool {
    arg.len() < 4096 && Path::new(arg).exists()
}

/// A path by its look, or a word that no board begins with.
fn looks_like_path(arg: &str) -> bool {
    let known_ending = [".txt", ".json", ".csv", ".puzzle"].iter().any(|ending| arg.ends_with(ending));
    let path = ["/", "./", "../", "~/"].iter().any(|beginning| arg.starts_with(beginning));
    let word = arg.len() > 1 && arg.chars().all(|c| c.is_alphabetic() || c == '-');
    known_ending || path || word
}

fn from_file(name: &str) -> Result<Source, Failure> {
    let path = Path::new(name);
    if path.is_dir() {
        return Err(Failure::BadText(format!("{name}: this is a directory; name a file in it")));
    }
    let file = fs::File::open(path).map_err(|error| Failure::BadText(format!("{name}: {error}")))?;
    Ok(Source { name: Some(name.to_string()), bytes: read_limited(file, name)? })
}

fn read_limited(reader: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    reader
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::BadText(format!("{name}: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::BadText(format!("{name}: more than {} MiB of text", MAX_BYTES >> 20)));
    }
    Ok(bytes)
}

impl Source {
    /// A text that someone typed: a puzzle, or the name of one.
    pub fn typed(text: &str) -> Self {
        match library::get(text.trim()) {
            Some(entry) => from_library(entry.slug),
            None => Self { name: None, bytes: text.as_bytes().to_vec() },
        }
    }

    /// The text, or where it is not UTF-8.
    pub fn text(&self) -> Result<&str, ParseError> {
        decode(&self.bytes)
    }

    /// Whether the text is a brick puzzle rather than tile boards.
    pub fn is_bricks(&self) -> bool {
        self.text().is_ok_and(looks_like_bricks)
    }

    /// The boards in the text; at least one item.
    pub fn boards(&self, options: &ParseOptions) -> Vec<Item> {
        match self.text() {
            Ok(text) => parse_many(text, options).collect(),
            Err(error) => vec![Item { line: error.line, result: Err(error) }],
        }
    }

    /// The board of an item with the puzzle that the goal makes of it, or what is wrong: for a record, and for people.
    pub fn puzzle<'i>(
        &self,
        item: &'i Item,
        goal: &Goal,
    ) -> Result<(&'i Parsed, TilePuzzle), (ErrorRecord, String)> {
        let parsed = item.result.as_ref().map_err(|error| (error.into(), self.explain(error)))?;
        let puzzle = TilePuzzle::towards(parsed.board.clone(), goal).map_err(|mismatch| {
            let message = mismatch.to_string();
            (ErrorRecord { message: message.clone(), line: Some(item.line), column: None }, message)
        })?;
        Ok((parsed, puzzle))
    }

    /// An error with its place, and a caret under the text.
    pub fn explain(&self, error: &ParseError) -> String {
        let name = self.name.as_ref().map(|name| format!("{name}:")).unwrap_or_default();
        match self.text() {
            // There is nothing to point at in an empty text.
            Ok(text) if error.kind != ErrorKind::Empty => {
                format!("{name}{error}\n{}", error.render_caret(text))
            }
            _ => format!("{name}{error}"),
        }
    }
}

/// The text of moves: a file, standard input, or the words themselves.
pub fn moves_text(words: &[String]) -> Result<String, Failure> {
    let source = match words {
        [one] if one == "-" => from_stdin()?,
        [one] if is_file(one) => from_file(one)?,
        _ => return Ok(words.join(" ")),
    };
    let text = source.text().map_err(|error| Failure::BadText(source.explain(&error)))?;
    Ok(text.to_string())
}

/// How boards are to be read.
pub fn parse_options(args: &InputArgs) -> ParseOptions {
    let form = match args.format {
        Some(AnyForm::Tiles(form)) => Some(form),
        _ => None,
    };
    ParseOptions { size: args.size, form }
}

/// A goal by name, or a board of the user's.
pub fn goal(text: &str) -> Result<Goal, Failure> {
    experiment::goal(text).map_err(|reason| Failure::Usage(format!("--goal: {reason}")))
}
