//! Where the text of puzzles comes from: arguments, files, or standard input.

use std::ffi::OsStr;
#[cfg(unix)]
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;

use slidewise_solve::puzzles::text::{clipped, decode};
use slidewise_solve::{Item, Read, Reading, Setting, Unreadable, kinds, names, read, read_bytes};

use crate::error::Failure;

/// More text than any batch that makes sense; beyond it memory would be at risk.
const MAX_BYTES: u64 = 256 << 20;

/// A text with where it came from.
pub struct Source {
    /// The file, or the puzzle of the library.
    pub name: Option<String>,
    origin: Origin,
    /// The text, or why it cannot be had.
    bytes: Result<Vec<u8>, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Argument(usize),
    File,
    Stdin,
}

/// The sources that the arguments name. Each is a file, a puzzle, the name of one, or `-` for standard input; numbers
/// that follow each other are one board that the shell took apart: `slidewise 8 6 7 2 5 4 3 0 1`.
pub fn sources(args: &[String]) -> Result<Vec<Source>, Failure> {
    if args.is_empty() {
        return Ok(vec![from_stdin()?]);
    }
    let mut sources = Vec::new();
    let mut stdin_is_read = false;
    let mut at = 0;
    while at < args.len() {
        let run = run_of_numbers(&args[at..]);
        if run > 1 {
            sources.push(Source::given(at + 1, args[at..at + run].join(" ")));
            at += run;
            continue;
        }
        match args[at].as_str() {
            // It can be read only once, however often it is named.
            "-" if stdin_is_read => {}
            "-" => {
                stdin_is_read = true;
                sources.push(from_stdin()?);
            }
            arg => sources.push(from_argument(at + 1, arg)),
        }
        at += 1;
    }
    Ok(sources)
}

/// How many arguments from the first one on are the numbers of one board. Boards that are written without spaces are
/// numbers too: where each is a puzzle of its own, there is no run.
fn run_of_numbers(args: &[String]) -> usize {
    let run = args.iter().take_while(|arg| is_number(arg)).count();
    let is_puzzle = |text: &str| read(text, &Reading::default()).iter().all(|item| item.result.is_ok());
    // A dash behind the numbers of a board is its blank, unless the board has one.
    let run = match args.get(run).map(String::as_str) {
        Some("-") if run > 0 => {
            let on = run + 1 + args[run + 1..].iter().take_while(|arg| is_number(arg)).count();
            let is_board = |count: usize| is_puzzle(&args[..count].join(" "));
            if is_board(on) || !is_board(run) { on } else { run }
        }
        _ => run,
    };
    if run > 1 && args[..run].iter().all(|arg| is_puzzle(arg)) { 1 } else { run }
}

/// A number of a tile, a mark for the blank, or what separates them.
fn is_number(arg: &str) -> bool {
    let longest = arg.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
    let mark = matches!(arg, "_" | "__" | "." | "x" | "X" | "/" | "," | "|" | ";");
    let digits = arg.chars().any(|c| c.is_ascii_digit());
    mark || digits && longest <= 4 && arg.chars().all(|c| c.is_ascii_digit() || ",/|;[]".contains(c))
}

fn from_argument(number: usize, arg: &str) -> Source {
    if let Some(entry) = kinds::in_library(arg) {
        let source = Source::given(number, entry.text.to_string());
        return Source { name: Some(entry.slug.to_string()), ..source };
    }
    if is_file(arg) {
        return from_file(arg);
    }
    let source = Source::given(number, arg.to_string());
    if arg.chars().any(|c| u32::from(c) >= PRIVATE) {
        let bytes = Err(format!("argument {number}: no such file, and not UTF-8, so no puzzle either"));
        return Source { bytes, ..source };
    }
    let is_puzzle = || read(arg, &Reading::default()).iter().any(|item| item.result.is_ok());
    if looks_like_path(arg) && !is_puzzle() {
        let bytes = Err(match kinds::nearly_in_library(arg) {
            Some(name) => format!("{}: no such file or puzzle: did you mean \"{name}\"?", clipped(arg)),
            None => format!("{}: no such file, and no puzzle either", clipped(arg)),
        });
        return Source { bytes, ..source };
    }
    source
}

fn from_stdin() -> Result<Source, Failure> {
    let bytes = read_limited(io::stdin().lock(), "standard input").map_err(Failure::BadText)?;
    Ok(Source { name: None, origin: Origin::Stdin, bytes: Ok(bytes) })
}

/// Longer texts are no paths, and asking the system about them is an error on some.
fn is_file(arg: &str) -> bool {
    arg.len() < 4096 && path_of(arg).exists()
}

/// Bytes of an argument that are no text are kept as characters of private use from here on.
const PRIVATE: u32 = 0x10_FF00;

/// An argument as text. Names of files need not be any, and yet arguments that may be names or puzzles are handled as
/// text: what is none of it is kept in a way that [`path_of`] takes back.
pub fn escaped(arg: &OsStr) -> String {
    let mut text = String::new();
    for chunk in arg.as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(PRIVATE + u32::from(byte))));
    }
    text
}

/// The file that an argument names.
#[cfg(unix)]
pub fn path_of(arg: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::new();
    for c in arg.chars() {
        match u32::from(c).checked_sub(PRIVATE).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    OsString::from_vec(bytes).into()
}

/// The file that an argument names.
#[cfg(not(unix))]
pub fn path_of(arg: &str) -> PathBuf {
    arg.into()
}

/// A path by its look: a dot and letters, a slash, or a plain word.
fn looks_like_path(arg: &str) -> bool {
    let one_word = !arg.contains(char::is_whitespace) && arg.len() < 4096;
    let ending = arg.contains('.') && arg.chars().any(|c| c.is_alphabetic());
    let word = arg.len() > 1 && arg.chars().all(|c| c.is_alphabetic() || c == '-' || c == '_');
    one_word && (ending || arg.contains('/') && arg.chars().any(|c| c.is_alphabetic()) || word)
}

fn from_file(arg: &str) -> Source {
    let path = path_of(arg);
    let name = path.display().to_string();
    let bytes = || {
        if path.is_dir() {
            return Err(format!("{name}: this is a directory; name a file in it"));
        }
        let file = fs::File::open(&path).map_err(|error| format!("{name}: {error}"))?;
        read_limited(file, &name)
    };
    let bytes = bytes();
    Source { name: Some(name), origin: Origin::File, bytes }
}

fn read_limited(reader: impl io::Read, name: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{name}: more than {} MiB of text", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

impl Source {
    fn given(number: usize, text: String) -> Self {
        Self { name: None, origin: Origin::Argument(number), bytes: Ok(text.into_bytes()) }
    }

    /// A text that someone typed: a puzzle, or the name of one.
    pub fn typed(text: &str) -> Self {
        match kinds::in_library(text) {
            Some(entry) => {
                Self { name: Some(entry.slug.to_string()), ..Self::given(1, entry.text.to_string()) }
            }
            None => Self::given(1, text.to_string()),
        }
    }

    /// The text.
    pub fn text(&self) -> Result<&str, Failure> {
        let bytes = self.bytes.as_ref().map_err(|reason| Failure::BadText(reason.clone()))?;
        decode(bytes).map_err(|place| {
            let (line, column) = (place.line, place.column);
            let text = format!("{}{line}:{column}: this byte is not UTF-8", self.prefix(true));
            Failure::BadText(text)
        })
    }

    /// The puzzles in the text; at least one item.
    pub fn items(&self, reading: &Reading) -> Vec<Item> {
        match &self.bytes {
            Ok(bytes) => read_bytes(bytes, reading),
            Err(reason) => vec![Item { line: 1, result: Err(Unreadable::new(reason.clone())) }],
        }
    }

    /// Where an item stands: `argument 2`, `boards.txt:7`, `stdin:3`.
    pub fn place(&self, line: usize) -> String {
        match (&self.origin, &self.name) {
            (Origin::Stdin, _) => format!("stdin:{line}"),
            (Origin::File, Some(name)) => format!("{name}:{line}"),
            (Origin::Argument(number), _) if line > 1 => format!("argument {number}:{line}"),
            (Origin::Argument(number), _) => format!("argument {number}"),
            (Origin::File, None) => format!("file:{line}"),
        }
    }

    /// An error with its place, and a caret under the text.
    pub fn explain(&self, error: &Unreadable) -> String {
        let text = self.bytes.as_ref().ok().and_then(|bytes| decode(bytes).ok()).unwrap_or_default();
        let ways: Vec<String> =
            error.choices.iter().map(|(setting, value)| format!("{} {value}", option(*setting))).collect();
        let ways = match &ways[..] {
            [] => String::new(),
            ways => format!("\nsay which: {}", names::listed(ways, "or")),
        };
        match self.bytes.is_ok() {
            true => format!("{}{}{ways}", self.prefix(error.place.is_some()), error.explained(text)),
            false => error.to_string(),
        }
    }

    /// The name of a file before what is wrong in it, and before the place in it if there is one.
    fn prefix(&self, is_placed: bool) -> String {
        let between = if is_placed { ":" } else { ": " };
        self.name.as_ref().map(|name| format!("{name}{between}")).unwrap_or_default()
    }
}

/// The option by which a setting is made.
fn option(setting: Setting) -> &'static str {
    match setting {
        Setting::Size => "--size",
        Setting::Form => "--format",
        Setting::Goal => "--goal",
        Setting::Moves => "--moves",
        Setting::Metric => "--metric",
        Setting::Heuristic => "--heuristic",
        Setting::Algorithm => "--algorithm",
        Setting::Weight => "--weight",
        Setting::Bound => "--bound",
        Setting::DepthLimit => "--depth-limit",
        Setting::Repr => "--repr",
        Setting::BeamWidth => "--beam-width",
        Setting::Capacity => "--capacity",
        Setting::Threads => "--threads",
        Setting::Seed => "--seed",
        Setting::KeepEvery => "--keep-every",
        Setting::Checkpoint => "--checkpoint",
        Setting::Order => "--order",
        Setting::Scramble => "--scramble",
        Setting::Difficulty => "--length",
        Setting::Pieces => "--add",
    }
}

/// The one puzzle in a source.
pub fn one(source: &Source, reading: &Reading) -> Result<Read, Failure> {
    let mut items = source.items(reading);
    match items.len() {
        1 => items.remove(0).result.map_err(|error| bad(source, &error)),
        many => Err(Failure::Usage(format!("there are {many} puzzles; one can be used at a time"))),
    }
}

/// The one puzzle that arguments name.
pub fn only(args: &[String], reading: &Reading) -> Result<Read, Failure> {
    match &sources(args)?[..] {
        [source] => one(source, reading),
        many => Err(Failure::Usage(format!("there are {} puzzles; give one", many.len()))),
    }
}

/// What is wrong with a puzzle: its text, or a setting that does not fit it.
pub fn bad(source: &Source, error: &Unreadable) -> Failure {
    match error.refused {
        Some(_) => Failure::Usage(error.to_string()),
        None => Failure::BadText(source.explain(error)),
    }
}

/// The text of moves: a file, standard input, or the words themselves.
pub fn moves_text(words: &[String]) -> Result<String, Failure> {
    let source = match words {
        [one] if one == "-" => from_stdin()?,
        [one] if is_file(one) => from_file(one),
        _ => return Ok(words.join(" ")),
    };
    source.text().map(ToString::to_string)
}

/// The lines of arguments, files and standard input (`-`, or no argument at all), one after another.
pub fn lines(args: &[String]) -> Result<Vec<String>, Failure> {
    let of = |source: Source| source.text().map(|text| text.lines().map(String::from).collect::<Vec<_>>());
    if args.is_empty() {
        return of(from_stdin()?);
    }
    let mut lines = Vec::new();
    for arg in args {
        match arg.as_str() {
            "-" => lines.extend(of(from_stdin()?)?),
            arg if is_file(arg) => lines.extend(of(from_file(arg))?),
            arg => lines.push(arg.to_string()),
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(args: &[&str]) -> Vec<String> {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let text =
            |source: &Source| source.text().map_or_else(|error| error.to_string(), ToString::to_string);
        sources(&args).unwrap().iter().map(text).collect()
    }

    #[test]
    fn numbers_that_the_shell_took_apart_are_one_board() {
        assert_eq!(texts(&["8", "6", "7", "2", "5", "4", "3", "0", "1"]), ["8 6 7 2 5 4 3 0 1"]);
        assert_eq!(texts(&["1", "2", "/", "3", "-"]), ["1 2 / 3 -"]);
        assert_eq!(texts(&["1", "2", "3", "0", "867254301"]), ["1 2 3 0", "867254301"]);
    }

    #[test]
    fn arguments_are_puzzles_of_their_own() {
        assert_eq!(texts(&["12345670", "867254301"]), ["12345670", "867254301"]);
        assert_eq!(texts(&["1230", "3120"]), ["1230", "3120"]);
        assert_eq!(texts(&["1 2 3/4 5 0", "abce.fdgh"]), ["1 2 3/4 5 0", "abce.fdgh"]);
    }

    #[test]
    fn what_looks_like_a_file_and_is_none_is_an_error_of_its_own() {
        let seen = texts(&["nosuch.txt", "123456708", "no/such/file"]);
        assert!(seen[0].contains("nosuch.txt: no such file"), "{seen:?}");
        assert_eq!(seen[1], "123456708");
        assert!(seen[2].contains("no such file"), "{seen:?}");
    }
}
