//! JSON arrays: a flat list of cells, or a list of rows. Cells are numbers or, in quotes, numbers and marks for
//! the blank. Written out by hand because only arrays two deep are wanted, with the place of each cell.

use super::assemble::{Grid, Layout};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::numbers;
use super::source::{Source, Span};

/// Reads the lines of one array.
pub(super) fn read(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let mut reader =
        Reader { source, grid: Grid::new(Form::Json, Layout::Rows), depth: 0, state: State::Start };
    for line in lines {
        let mut at = line.start;
        while at < line.end {
            at = reader.step(at, line.end)?;
        }
    }
    if reader.state != State::End {
        let last = lines.last().map_or(0..0, |line| line.end..line.end);
        return Err(source.error(ErrorKind::Json { expected: "a closing bracket" }, &last));
    }
    if reader.grid.rows.is_empty() {
        reader.grid.layout = Layout::Flat;
        reader.grid.rows.push(reader.grid.cells.len());
    }
    Ok(reader.grid)
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The bracket that opens the array.
    Start,
    /// The first item of an array, or its end.
    First,
    /// An item, after a comma.
    Item,
    /// A comma or a closing bracket.
    AfterItem,
    /// Nothing.
    End,
}

struct Reader<'t> {
    source: Source<'t>,
    grid: Grid,
    depth: usize,
    state: State,
}

impl Reader<'_> {
    /// Reads what stands at `at`, and returns where it ends.
    fn step(&mut self, at: usize, end: usize) -> Result<usize, ParseError> {
        let text = &self.source.text[at..end];
        let Some(c) = text.chars().next() else { return Ok(end) };
        let next = at + c.len_utf8();
        match (c, self.state) {
            (c, _) if c.is_whitespace() => {}
            ('[', State::Start) => self.open(State::First),
            // Rows and cells may not be mixed: rows come first or never.
            ('[', State::First | State::Item) if self.depth == 1 && self.only_rows() => {
                self.grid.start_row(self.source, &(at..next))?;
                self.open(State::First);
            }
            (']', State::First | State::AfterItem) => {
                self.depth -= 1;
                self.state = if self.depth == 0 { State::End } else { State::AfterItem };
            }
            (',', State::AfterItem) => self.state = State::Item,
            (c, State::First | State::Item)
                if !matches!(c, '[' | ']' | ',' | '{') && self.cells_may_stand_here() =>
            {
                return self.cell(at, end);
            }
            _ => return Err(self.unexpected(at, next)),
        }
        Ok(next)
    }

    fn open(&mut self, state: State) {
        self.depth += 1;
        self.state = state;
    }

    /// No cell stands outside the rows.
    fn only_rows(&self) -> bool {
        self.grid.cells.is_empty() || !self.grid.rows.is_empty()
    }

    fn cells_may_stand_here(&self) -> bool {
        self.depth == 2 || self.grid.rows.is_empty()
    }

    fn cell(&mut self, at: usize, end: usize) -> Result<usize, ParseError> {
        let text = &self.source.text[at..end];
        let (span, next) = match text.strip_prefix('"') {
            Some(rest) => match rest.find('"') {
                Some(close) => (at + 1..at + 1 + close, at + close + 2),
                None => {
                    return Err(self
                        .source
                        .error(ErrorKind::Json { expected: "a closing quote" }, &(at..end)));
                }
            },
            None => {
                let stop = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '"');
                let next = text.find(stop).map_or(end, |i| at + i);
                (at..next, next)
            }
        };
        let cell = numbers::cell(self.source, span)?;
        self.grid.push(self.source, cell)?;
        self.state = State::AfterItem;
        Ok(next)
    }

    fn unexpected(&self, at: usize, next: usize) -> ParseError {
        let expected = match self.state {
            State::Start => "a bracket [",
            State::End => "nothing after the array",
            State::AfterItem => "a comma or a closing bracket",
            State::First | State::Item if self.depth == 2 => "a number",
            State::First | State::Item if self.grid.rows.is_empty() => "a number or a row in brackets",
            State::First | State::Item => "a row in brackets",
        };
        self.source.error(ErrorKind::Json { expected }, &(at..next))
    }
}
