//! Many boards in one text: one a line, one a block between empty lines, or JSON arrays one after another. Each
//! is read when it is asked for, and has its own result; one bad line does not stop the others.

use super::detect;
use super::error::ParseError;
use super::instance::{has_marks, looks_whole};
use super::source::{Source, Span, raw_lines};
use super::{ParseOptions, Parsed};
use crate::text::Origin;

/// One of the boards of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The board, or what is wrong; places count from the beginning of the whole text.
    pub result: Result<Parsed, ParseError>,
}

/// How many lines are looked at to see whether a block is a list.
const SAMPLE: usize = 64;

/// The boards of a text; at least one item, which for an empty text is an error.
///
/// A text that is one board is one board. Otherwise blocks between empty lines are taken one by one, and a block
/// that is no board but whose lines look like boards is a list of them.
pub fn parse_many<'t>(text: &'t str, options: &ParseOptions) -> impl Iterator<Item = Item> + use<'t> {
    let source = Source::new(text);
    let options = *options;
    let whole = detect::board(source, source.all(), &options);
    let empty = source.lines(source.all()).next().is_none();
    let single = (whole.is_ok() || empty).then_some(Part { source, span: source.all() });
    let blocks = if single.is_some() { None } else { Some(Blocks { text, at: source.all().start, line: 1 }) };
    let parts = blocks.into_iter().flatten().flat_map(move |block| parts(block, options));
    single.into_iter().chain(parts).map(move |part| part.item(&options))
}

/// A part of the text that is to be one board.
#[derive(Clone)]
struct Part<'t> {
    source: Source<'t>,
    span: Span,
}

impl<'t> Part<'t> {
    fn item(&self, options: &ParseOptions) -> Item {
        let Source { text, origin } = self.source;
        let first = self.source.lines(self.span.clone()).next().map_or(self.span.start, |line| line.start);
        let line = origin.line + text[origin.offset..first].bytes().filter(|&b| b == b'\n').count();
        Item { line, result: detect::board(self.source, self.span.clone(), options) }
    }

    /// The lines on which something stands, each a part with its own line number.
    fn lines(self) -> impl Iterator<Item = Part<'t>> + use<'t> {
        let Source { text, origin } = self.source;
        let mut line = origin.line - 1;
        let numbered = raw_lines(text, self.span).map(move |span| {
            line += 1;
            Part { source: Source { text, origin: Origin { offset: span.start, line } }, span }
        });
        numbered.filter(|part| part.source.lines(part.span.clone()).next().is_some())
    }
}

/// The boards that a block is to be read as.
fn parts<'t>(block: Part<'t>, options: ParseOptions) -> Box<dyn Iterator<Item = Part<'t>> + 't> {
    let Some(first) = block.source.lines(block.span.clone()).next() else {
        return Box::new(std::iter::empty());
    };
    if detect::board(block.source, block.span.clone(), &options).is_ok() {
        return Box::new(std::iter::once(block));
    }
    if block.source.str(&first).starts_with('[') {
        let Source { text, origin } = block.source;
        return Box::new(Arrays { text, at: origin.offset, end: block.span.end, line: origin.line });
    }
    if is_list(&block, &options) { Box::new(block.lines()) } else { Box::new(std::iter::once(block)) }
}

/// Whether the lines of a block that is no board look like boards: one of them is a board and cannot be a row,
/// or most of them have what a board needs.
fn is_list(block: &Part<'_>, options: &ParseOptions) -> bool {
    let lines: Vec<Span> = block.source.lines(block.span.clone()).take(SAMPLE).collect();
    let source = block.source;
    let is_board = |line: &Span| detect::board(source, line.clone(), options).is_ok();
    let certain = lines.iter().any(|line| has_marks(source.str(line)) && is_board(line));
    let likely = lines.iter().filter(|line| looks_whole(source, line, options) || is_board(line)).count();
    lines.len() > 1 && (certain || likely * 2 > lines.len())
}

/// The blocks of a text between empty lines.
struct Blocks<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Iterator for Blocks<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let mut begun: Option<(Origin, usize)> = None;
        for line in self.text[self.at..].split_inclusive('\n') {
            let (offset, number) = (self.at, self.line);
            self.at += line.len();
            self.line += 1;
            match (line.trim().is_empty(), &mut begun) {
                (true, None) => {}
                (true, Some(_)) => break,
                (false, None) => begun = Some((Origin { offset, line: number }, self.at)),
                (false, Some((_, end))) => *end = self.at,
            }
        }
        begun.map(|(origin, end)| Part {
            source: Source { text: self.text, origin },
            span: origin.offset..end,
        })
    }
}

/// JSON arrays one after another, each beginning on a line of its own; any other line between them is a part.
struct Arrays<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    line: usize,
}

impl<'t> Iterator for Arrays<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let origin = Origin { offset: self.at, line: self.line };
        let source = Source { text: self.text, origin };
        let start = source.lines(self.at..self.end).next()?.start;
        let rest = &self.text[start..self.end];
        let array = if rest.starts_with('[') { array_length(rest) } else { 0 };
        let length = rest[array..].find('\n').map_or(rest.len(), |i| array + i + 1);
        let passed = &self.text[self.at..start + length];
        self.line += passed.bytes().filter(|&b| b == b'\n').count();
        self.at = start + length;
        Some(Part { source, span: start..self.at })
    }
}

/// Up to the bracket that closes the first one; up to the end if none does.
fn array_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    text.len()
}
