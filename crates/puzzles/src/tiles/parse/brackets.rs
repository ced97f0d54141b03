//! Rows in brackets, as Python, NumPy and MATLAB print them: `((1, 2), (3, None))`, `[[1 2] [3 0]]`,
//! `array([[1, 2], [3, 0]])`, `[1 2; 3 0]`. Commas and white space separate cells, brackets and semicolons end rows.

use super::assemble::{Grid, Layout};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::numbers;
use super::source::{Source, Span};

/// Names that stand before the first bracket.
const NAMES: [&str; 6] = ["array(", "np.array(", "numpy.array(", "matrix(", "np.matrix(", "list("];

/// Whether a line begins like this form, and not like JSON.
pub(super) fn begins(line: &str) -> bool {
    line.starts_with('(') || NAMES.iter().any(|name| line.starts_with(name))
}

/// Reads the lines of one board.
pub(super) fn read(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let mut reader =
        Reader { source, grid: Grid::new(Form::Brackets, Layout::Flat), depth: 0, in_row: false };
    for line in lines {
        let mut rest = line.clone();
        if reader.depth == 0
            && let Some(name) = NAMES.iter().find(|name| source.str(&rest).starts_with(**name))
        {
            rest.start += name.len() - 1;
        }
        reader.line(rest)?;
    }
    if reader.depth != 0 {
        let last = lines.last().map_or(0..0, |line| line.end..line.end);
        return Err(source.error(ErrorKind::NotInForm, &last));
    }
    Ok(reader.grid)
}

struct Reader<'t> {
    source: Source<'t>,
    grid: Grid,
    depth: usize,
    /// Whether the last row may get more cells.
    in_row: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: Span) -> Result<(), ParseError> {
        let text = self.source.str(&line);
        let mut token: Option<usize> = None;
        for (i, c) in text.char_indices() {
            let at = line.start + i;
            let separates = c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '(' | ')');
            if !separates {
                token = token.or(Some(at));
                continue;
            }
            if let Some(start) = token.take() {
                self.cell(start..at)?;
            }
            match c {
                '[' | '(' => {
                    self.depth += 1;
                    self.in_row = false;
                }
                ']' | ')' => {
                    self.depth = self.depth.checked_sub(1).ok_or_else(|| self.error(at))?;
                    self.end_row();
                }
                ';' => self.end_row(),
                _ => {}
            }
        }
        token.map_or(Ok(()), |start| self.cell(start..line.end))
    }

    /// A row with cells in it ends; if there is another, these are rows.
    fn end_row(&mut self) {
        self.in_row = false;
    }

    fn cell(&mut self, span: Span) -> Result<(), ParseError> {
        if self.depth == 0 || self.source.str(&span).starts_with("dtype") {
            // What NumPy says of its numbers is no cell.
            let is_type = self.depth == 1 && self.source.str(&span).starts_with("dtype");
            return if is_type { Ok(()) } else { Err(self.error(span.start)) };
        }
        if !self.in_row {
            self.grid.start_row(self.source, &span)?;
            self.in_row = true;
            if self.grid.rows.len() > 1 {
                self.grid.layout = Layout::Rows;
            }
        }
        let quoted = self.source.str(&span);
        let inner = quoted.trim_matches(['\'', '"']);
        let start = span.start + quoted.len() - quoted.trim_start_matches(['\'', '"']).len();
        let cell = numbers::cell(self.source, start..start + inner.len())?;
        self.grid.push(self.source, cell)
    }

    fn error(&self, at: usize) -> ParseError {
        let end = self.source.text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        self.source.error(ErrorKind::NotInForm, &(at..end))
    }
}
