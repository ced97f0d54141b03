//! From cells with their places to a board: which shape, and whether each number stands exactly once.

use super::error::{DecidedBy, ErrorKind, ParseError, Reading};
use super::form::Form;
use super::source::{MAX_CELLS, Source, Span};
use super::{ParseOptions, Parsed};
use crate::tiles::board::{Board, MAX_SIDE, check_size};

/// A number and where it stands. Numbers that no board has are kept as the largest `u32`.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) value: u32,
    pub(super) span: Span,
}

/// What the way in which cells are written says about rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Nothing.
    Flat,
    /// One line a row, though line ends may also just be white space.
    Lines,
    /// These are the rows.
    Rows,
}

/// The cells of a board before its shape is known.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) form: Form,
    pub(super) layout: Layout,
    pub(super) cells: Vec<Cell>,
    /// How many cells each row has.
    pub(super) rows: Vec<usize>,
    /// A size that the text itself gives, as rows and columns, and where.
    pub(super) stated: Option<((usize, usize), Span)>,
}

impl Grid {
    pub(super) fn new(form: Form, layout: Layout) -> Self {
        Self { form, layout, cells: Vec::new(), rows: Vec::new(), stated: None }
    }

    /// Begins a row. Rows are counted like cells: empty ones must not fill the memory either.
    pub(super) fn start_row(&mut self, source: Source<'_>, at: &Span) -> Result<(), ParseError> {
        if self.rows.len() == MAX_CELLS {
            return Err(source.error(ErrorKind::TooManyCells, at));
        }
        self.rows.push(0);
        Ok(())
    }

    /// Adds a cell to the last row.
    pub(super) fn push(&mut self, source: Source<'_>, cell: Cell) -> Result<(), ParseError> {
        if self.cells.len() == MAX_CELLS {
            return Err(source.error(ErrorKind::TooManyCells, &cell.span));
        }
        self.cells.push(cell);
        if let Some(row) = self.rows.last_mut() {
            *row += 1;
        }
        Ok(())
    }

    /// Whether the numbers are 0, 1, 2, … each once, in any order.
    pub(super) fn is_permutation(&self) -> bool {
        let mut seen = vec![false; self.cells.len()];
        self.cells.iter().all(|cell| match seen.get_mut(cell.value as usize) {
            Some(seen) => !std::mem::replace(seen, true),
            None => false,
        })
    }

    /// Where 1, 2, … stand each once and no blank does, the largest is one; which it was.
    fn largest_as_blank(&mut self) -> Option<u16> {
        let n = self.cells.len();
        let mut seen = vec![false; n];
        let all = self.cells.iter().all(|cell| {
            let slot = (cell.value as usize).checked_sub(1).and_then(|value| seen.get_mut(value));
            slot.is_some_and(|seen| !std::mem::replace(seen, true))
        });
        if !all || n < 4 {
            return None;
        }
        let largest = self.cells.iter_mut().find(|cell| cell.value as usize == n)?;
        largest.value = 0;
        u16::try_from(n).ok()
    }

    /// The smallest number below `n` that does not occur.
    fn missing(&self, n: usize) -> Option<u32> {
        let mut seen = vec![false; n];
        for cell in &self.cells {
            if let Some(seen) = seen.get_mut(cell.value as usize) {
                *seen = true;
            }
        }
        seen.iter().position(|seen| !seen).map(|tile| tile as u32)
    }
}

/// The side of a square board of `cells` cells.
pub(super) fn square_side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side >= 2 && side * side == cells).then_some(side)
}

/// The board that a grid is.
pub(super) fn assemble(
    source: Source<'_>,
    grid: &Grid,
    options: &ParseOptions,
) -> Result<Parsed, ParseError> {
    let mut grid = with_empty_cell(source, grid);
    let blank_number = grid.largest_as_blank();
    let assembler = Assembler { source, grid: &grid, options };
    let (rows, cols) = assembler.shape()?;
    assembler.check_numbers(rows * cols)?;
    let cells = grid.cells.iter().map(|cell| cell.value as u16).collect();
    let board = Board::new(rows, cols, cells).map_err(|e| assembler.error(ErrorKind::Board(e), None))?;
    Ok(Parsed { board, detected: grid.form, known_optimum: None, id: None, blank_number })
}

/// The grid with a blank at the end of the one row that lacks a cell, if nothing else marks the blank and that is where
/// an empty cell was: the row is the last line, or a tab or comma stands behind it, as spreadsheets write it.
fn with_empty_cell(source: Source<'_>, grid: &Grid) -> Grid {
    let mut grid = grid.clone();
    let widest = grid.rows.iter().copied().max().unwrap_or(0);
    let short: Vec<usize> = (0..grid.rows.len()).filter(|&row| grid.rows[row] != widest).collect();
    let [row] = short[..] else { return grid };
    let has_blank = grid.cells.iter().any(|cell| cell.value == 0);
    let end: usize = grid.rows[..=row].iter().sum();
    if grid.layout == Layout::Flat || has_blank || grid.rows[row] + 1 != widest || end == 0 {
        return grid;
    }
    let at = grid.cells[end - 1].span.end;
    let line = line_around(source.text, at);
    // A spreadsheet says by its tabs which cell is empty.
    if let Some(gap) = gap_between_tabs(&source.text[line.clone()], widest) {
        let cell = end - grid.rows[row] + gap;
        let place = grid.cells.get(cell).map_or(at, |next| next.span.start);
        grid.cells.insert(cell, Cell { value: 0, span: place..place });
        grid.rows[row] += 1;
        return grid;
    }
    let behind = source.text[at..line.end].trim_matches([' ', '\r']);
    let is_open = !behind.is_empty() && behind.chars().all(|c| matches!(c, '\t' | ','));
    let ends = row + 1 == grid.rows.len() && grid.layout == Layout::Lines;
    if is_open || ends && !has_wide_gap(&source.text[line.start..at]) {
        grid.cells.insert(end, Cell { value: 0, span: at..at });
        grid.rows[row] += 1;
    }
    grid
}

/// The line of the text around a place.
fn line_around(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The one empty cell of a row whose cells are separated by tabs.
fn gap_between_tabs(line: &str, cells: usize) -> Option<usize> {
    let fields: Vec<bool> = line.split('\t').map(|field| field.trim().is_empty()).collect();
    let gaps: Vec<usize> = (0..fields.len()).filter(|&field| fields[field]).collect();
    match gaps[..] {
        [gap] if fields.len() == cells && cells > 1 => Some(gap),
        _ => None,
    }
}

/// Whether the row has room for a cell before its end, so that the empty one need not be the last.
fn has_wide_gap(row: &str) -> bool {
    row.contains("   ") || row.contains("\t\t") || row.starts_with('\t')
}

struct Assembler<'a> {
    source: Source<'a>,
    grid: &'a Grid,
    options: &'a ParseOptions,
}

impl Assembler<'_> {
    /// An error at a cell, or at the whole board.
    fn error(&self, kind: ErrorKind, at: Option<usize>) -> ParseError {
        let cells = &self.grid.cells;
        let span = match (at, cells.first(), cells.last()) {
            (Some(i), _, _) => cells[i].span.clone(),
            (None, Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self
                .grid
                .stated
                .as_ref()
                .map_or(self.source.origin.offset..self.source.origin.offset, |s| s.1.clone()),
        };
        ParseError { form: Some(self.grid.form), ..self.source.error(kind, &span) }
    }

    fn shape(&self) -> Result<(usize, usize), ParseError> {
        let size = self.stated()?;
        let shape = match (self.grid.layout, size) {
            (Layout::Flat, Some(size)) => self.counted(size)?,
            (Layout::Flat, None) => self.flat()?,
            (Layout::Lines, Some(size)) if self.options.size.is_some() && self.fits(size) => size,
            (_, size) => self.rows(size)?,
        };
        check_size(shape.0, shape.1).map_err(|e| self.error(ErrorKind::Board(e), None))?;
        Ok(shape)
    }

    /// The size that was given with the text or in it.
    fn stated(&self) -> Result<Option<(usize, usize)>, ParseError> {
        let Some((in_text, span)) = &self.grid.stated else { return Ok(self.options.size) };
        let kind = match (check_size(in_text.0, in_text.1), self.options.size) {
            (Err(error), _) => ErrorKind::Board(error),
            (_, Some(asked)) if asked != *in_text => {
                ErrorKind::SizeDisagrees { stated: asked, found: *in_text }
            }
            _ => return Ok(Some(*in_text)),
        };
        Err(ParseError { form: Some(self.grid.form), ..self.source.error(kind, span) })
    }

    fn fits(&self, (rows, cols): (usize, usize)) -> bool {
        rows.checked_mul(cols) == Some(self.grid.cells.len())
    }

    /// A list of cells for a known size.
    fn counted(&self, size: (usize, usize)) -> Result<(usize, usize), ParseError> {
        check_size(size.0, size.1).map_err(|e| self.error(ErrorKind::Board(e), None))?;
        let (expected, found) = (size.0 * size.1, self.grid.cells.len());
        if expected == found {
            return Ok(size);
        }
        let missing = if found < expected { self.grid.missing(expected) } else { None };
        let place = if found > expected { expected } else { found.saturating_sub(1) };
        Err(self.error(ErrorKind::Count { size, found, missing }, (found > 0).then_some(place)))
    }

    /// Rows as they are written.
    fn rows(&self, size: Option<(usize, usize)>) -> Result<(usize, usize), ParseError> {
        let (rows, cols) = (self.grid.rows.len(), self.grid.rows.first().copied().unwrap_or(0));
        let mut cell = 0;
        for (row, &found) in self.grid.rows.iter().enumerate() {
            if found != cols {
                let kind = ErrorKind::NotRectangular { row: row + 1, expected: cols, found };
                return Err(self.error(kind, (cell < self.grid.cells.len()).then_some(cell)));
            }
            cell += found;
        }
        match size {
            Some(size) if size == (rows, cols) => Ok(size),
            // Below a size line, one line for all cells or one for each is common too.
            Some(size) if self.grid.layout == Layout::Lines && self.fits(size) => Ok(size),
            Some(stated) => Err(self.error(ErrorKind::SizeDisagrees { stated, found: (rows, cols) }, None)),
            None if self.grid.layout == Layout::Lines && cols == 1 => self.column(rows),
            None => Ok((rows, cols)),
        }
    }

    /// One cell a line may be a column or a square board.
    fn column(&self, rows: usize) -> Result<(usize, usize), ParseError> {
        match square_side(rows) {
            Some(side) if self.options.form.is_none() => {
                let reading = |form, size| Reading { form, size, decided_by: DecidedBy::Form };
                let readings = vec![reading(Form::Numbers, (side, side)), reading(Form::Rows, (rows, 1))];
                Err(self.error(ErrorKind::Ambiguous { readings }, None))
            }
            _ => Ok((rows, 1)),
        }
    }

    /// A list of cells and no size: square, or else the caller must say; what is wrong with the numbers
    /// themselves goes first.
    fn flat(&self) -> Result<(usize, usize), ParseError> {
        let n = self.grid.cells.len();
        if let Some(side) = square_side(n) {
            return Ok((side, side));
        }
        let sizes = (1..=MAX_SIDE).filter(|&rows| n.is_multiple_of(rows)).map(|rows| (rows, n / rows));
        let sizes: Vec<_> = sizes.filter(|&(rows, cols)| check_size(rows, cols).is_ok()).collect();
        if sizes.is_empty() {
            return Ok((1, n));
        }
        self.check_incomplete()?;
        self.check_numbers(n)?;
        let readings = sizes.into_iter().map(|size| Reading::by_size(self.grid.form, size)).collect();
        Err(self.error(ErrorKind::Ambiguous { readings }, None))
    }

    /// Different numbers with a blank, up to the largest of a square board, but not all of them.
    fn check_incomplete(&self) -> Result<(), ParseError> {
        let cells = &self.grid.cells;
        let largest = cells.iter().map(|cell| cell.value as usize).max().unwrap_or(0);
        let n = largest.saturating_add(1);
        let different = || {
            let mut values: Vec<u32> = cells.iter().map(|cell| cell.value).collect();
            values.sort_unstable();
            values.first() == Some(&0) && values.windows(2).all(|pair| pair[0] != pair[1])
        };
        if n <= cells.len() || n > MAX_CELLS || square_side(n).is_none() || !different() {
            return Ok(());
        }
        let tile = self.grid.missing(n).unwrap_or(0);
        let count = n - cells.len();
        Err(self.error(ErrorKind::Missing { tile, count }, cells.len().checked_sub(1)))
    }

    /// Each number below `n` exactly once.
    fn check_numbers(&self, n: usize) -> Result<(), ParseError> {
        let cells = &self.grid.cells;
        let mut seen = vec![false; n];
        let mut too_large = None;
        for (i, cell) in cells.iter().enumerate() {
            match seen.get_mut(cell.value as usize) {
                None => too_large = too_large.or(Some(i)),
                Some(seen) if !*seen => *seen = true,
                Some(_) => {
                    let missing = self.grid.missing(n);
                    let kind = match cell.value {
                        0 => ErrorKind::TwoBlanks { missing },
                        tile => ErrorKind::Duplicate { tile, missing },
                    };
                    return Err(self.error(kind, Some(i)));
                }
            }
        }
        if !seen[0] {
            return Err(self.error(ErrorKind::NoBlank, None));
        }
        match too_large {
            Some(i) => {
                let kind = ErrorKind::TooLarge { max: n as u32 - 1, missing: self.grid.missing(n) };
                Err(self.error(kind, Some(i)))
            }
            None => Ok(()),
        }
    }
}
