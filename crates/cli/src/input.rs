//! Where the text of puzzles comes from: the argument itself, files, or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use slidewise_puzzles::tiles::Goal;
use slidewise_puzzles::tiles::parse::{Item, ParseError, ParseOptions, decode, parse, parse_many};

use crate::args::InputArgs;
use crate::error::Failure;

/// More text than any batch that makes sense; beyond it memory would be at risk.
const MAX_BYTES: u64 = 256 << 20;

/// A text with the name of where it came from.
pub struct Source {
    /// The file, or `None` for an argument or standard input.
    pub name: Option<String>,
    bytes: Vec<u8>,
}

/// The sources that the arguments name.
pub fn sources(args: &[String]) -> Result<Vec<Source>, Failure> {
    let is_stdin = |arg: &String| arg == "-";
    if args.is_empty() || args.iter().all(is_stdin) {
        return Ok(vec![Source { name: None, bytes: read_limited(io::stdin().lock(), "standard input")? }]);
    }
    let is_file = |arg: &String| arg.len() < 4096 && Path::new(arg).exists();
    if args.iter().all(is_file) {
        return args.iter().map(|name| from_file(name)).collect();
    }
    if let [one] = args
        && looks_like_path(one)
    {
        return Err(Failure::BadText(format!("{one}: no such file, and it is not a board either")));
    }
    // `slidewise 8 6 7 2 5 4 3 0 1`: the shell took the board apart.
    Ok(vec![Source { name: None, bytes: args.join(" ").into_bytes() }])
}

fn looks_like_path(arg: &str) -> bool {
    let known_ending = [".txt", ".json", ".csv", ".puzzle"].iter().any(|ending| arg.ends_with(ending));
    known_ending || arg.starts_with("./") || arg.starts_with("../") || arg.starts_with("~/")
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
    /// The text, or where it is not UTF-8.
    pub fn text(&self) -> Result<&str, ParseError> {
        decode(&self.bytes)
    }

    /// The boards in the text; at least one item.
    pub fn boards(&self, options: &ParseOptions) -> Vec<Item> {
        match self.text() {
            Ok(text) => parse_many(text, options).collect(),
            Err(error) => vec![Item { line: error.line, result: Err(error) }],
        }
    }

    /// An error with its place, and a caret under the text.
    pub fn explain(&self, error: &ParseError) -> String {
        let name = self.name.as_ref().map(|name| format!("{name}:")).unwrap_or_default();
        match self.text() {
            Ok(text) => format!("{name}{error}\n{}", error.render_caret(text)),
            Err(_) => format!("{name}{error}"),
        }
    }
}

/// How boards are to be read.
pub fn parse_options(args: &InputArgs) -> ParseOptions {
    ParseOptions { size: args.size, form: args.format }
}

/// A goal by name, or a board of the user's.
pub fn goal(text: &str) -> Result<Goal, Failure> {
    let named = Goal::NAMED.into_iter().find(|goal| goal.name().eq_ignore_ascii_case(text.trim()));
    if let Some(goal) = named {
        return Ok(goal);
    }
    let options = ParseOptions::default();
    match parse(text, &options) {
        Ok(parsed) => Ok(Goal::Custom(parsed.board)),
        Err(_) if text.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-') => {
            let names: Vec<&str> = Goal::NAMED.iter().map(Goal::name).collect();
            Err(Failure::Usage(format!("there is no goal \"{text}\": use {} or a board", names.join(", "))))
        }
        Err(error) => Err(Failure::Usage(format!("--goal: {error}\n{}", error.render_caret(text)))),
    }
}
