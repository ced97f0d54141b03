//! A board under construction: labels and places both ways, cells that must stay as they are, and the blank's walks.

use std::ops::Range;

use super::super::shape::Shape;
use super::super::space::Slide;

/// A position that is being solved, with the moves made so far.
pub(in super::super) struct Grid {
    pub(in super::super) shape: Shape,
    labels: Vec<u16>,
    /// The cell of each label.
    places: Vec<u16>,
    blank: usize,
    locked: Vec<bool>,
    moves: Vec<Slide>,
    search: Search,
}

/// The tables of a search over cells, kept from one search to the next; `stamp` tells which entries are of today.
#[derive(Default)]
struct Search {
    stamp: u32,
    stamps: Vec<u32>,
    costs: Vec<u32>,
    from: Vec<u16>,
    /// Cells by cost: a ring of buckets, for no step costs more than [`FARTHER`].
    open: [Vec<u16>; FARTHER as usize + 1],
    /// The cost at which the ring stands, and the cells in it.
    cost: u32,
    waiting: usize,
}

/// What a step costs a walk: steps that bring a tile nearer to its goal are cheap, for they have to be made some
/// day; those that take one away will have to be made good.
const NEARER: u32 = 1;
const FARTHER: u32 = 15;

/// Cells by which a walk may leave the rectangle between its ends, if there is another way.
const MARGIN: usize = 10;

/// Rows and columns.
type Region = [Range<usize>; 2];

impl Grid {
    pub(in super::super) fn new(shape: &Shape, labels: &[u16]) -> Self {
        let cells = shape.cells();
        let mut places = vec![0; cells];
        for (cell, &label) in labels.iter().enumerate() {
            places[usize::from(label)] = cell as u16;
        }
        let (stamps, costs, from) = (vec![0; cells], vec![0; cells], vec![0; cells]);
        let search = Search { stamps, costs, from, ..Search::default() };
        Self {
            blank: places[shape.blank_home()].into(),
            shape: shape.clone(),
            labels: labels.to_vec(),
            places,
            locked: vec![false; cells],
            moves: Vec::new(),
            search,
        }
    }

    pub(in super::super) fn blank(&self) -> usize {
        self.blank
    }

    pub(in super::super) fn labels(&self) -> &[u16] {
        &self.labels
    }

    pub(in super::super) fn label(&self, cell: usize) -> usize {
        self.labels[cell].into()
    }

    pub(in super::super) fn place(&self, label: usize) -> usize {
        self.places[label].into()
    }

    pub(in super::super) fn set_locked(&mut self, cell: usize, locked: bool) {
        self.locked[cell] = locked;
    }

    pub(super) fn is_locked(&self, cell: usize) -> bool {
        self.locked[cell]
    }

    /// Moves on record.
    pub(in super::super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Takes moves back until so many are left.
    pub(in super::super) fn rewind(&mut self, len: usize) {
        while self.moves.len() > len
            && let Some(last) = self.moves.pop()
        {
            self.exchange(last.from.into());
        }
    }

    pub(in super::super) fn into_moves(self) -> Vec<Slide> {
        self.moves
    }

    /// The cells beside one.
    #[inline]
    pub(in super::super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (exits, cols) = (self.shape.exits(cell), self.shape.cols());
        let ways = [(1, cell.wrapping_sub(cols)), (2, cell + cols), (4, cell.wrapping_sub(1)), (8, cell + 1)];
        ways.into_iter().filter(move |&(bit, _)| exits & bit != 0).map(|(_, cell)| cell)
    }

    /// Moves the blank to a cell beside it, off the record.
    #[inline]
    pub(in super::super) fn exchange(&mut self, to: usize) {
        let label = self.labels[to];
        self.labels[self.blank] = label;
        self.places[usize::from(label)] = self.blank as u16;
        let blank_label = self.shape.blank_home();
        self.labels[to] = blank_label as u16;
        self.places[blank_label] = to as u16;
        self.blank = to;
    }

    /// Moves the blank to a cell beside it. A step that takes back the last one strikes it out instead.
    pub(in super::super) fn step(&mut self, to: usize) {
        let slide = Slide { from: self.blank as u16, to: to as u16 };
        self.exchange(to);
        match self.moves.last() {
            Some(last) if last.from == slide.to => drop(self.moves.pop()),
            _ => self.moves.push(slide),
        }
    }

    /// Moves the blank to a cell beside it, whatever the last step was: so what [`Self::rewind`] goes back to stays.
    pub(in super::super) fn append(&mut self, to: usize) {
        self.moves.push(Slide { from: self.blank as u16, to: to as u16 });
        self.exchange(to);
    }

    /// Moves the blank to the cheapest cell that `wanted` accepts, past locked cells and `avoided`. False, and
    /// nothing happens, if there is none. Where something is to be avoided, the walk leads there: then ways that
    /// leave the region far behind are looked at only if there is no other.
    pub(in super::super) fn walk(&mut self, avoided: &[usize], wanted: impl Fn(usize) -> bool) -> bool {
        let near = self.around(avoided);
        let found = if avoided.is_empty() { None } else { self.find_way(avoided, &near, &wanted) };
        let everywhere = [0..self.shape.rows(), 0..self.shape.cols()];
        let Some(end) = found.or_else(|| self.find_way(avoided, &everywhere, &wanted)) else { return false };
        let mut way = vec![end];
        while let Some(&cell) = way.last()
            && self.search.from[cell] != cell as u16
        {
            way.push(self.search.from[cell].into());
        }
        way.iter().rev().skip(1).for_each(|&cell| self.step(cell));
        true
    }

    /// The rows and columns around some cells and the blank.
    fn around(&self, cells: &[usize]) -> Region {
        let span = |at: &dyn Fn(usize) -> usize| {
            let here = at(self.blank);
            let places = || cells.iter().map(|&cell| at(cell));
            let (low, high) = (places().fold(here, usize::min), places().fold(here, usize::max));
            low.saturating_sub(MARGIN)..high + MARGIN + 1
        };
        [span(&|cell| self.shape.row(cell)), span(&|cell| self.shape.col(cell))]
    }

    /// Dijkstra's algorithm over the cells of a region. A walk without loops moves each tile on it by one,
    /// the other way, so what a step costs is known beforehand.
    fn find_way(
        &mut self,
        avoided: &[usize],
        [rows, cols]: &Region,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut search = std::mem::take(&mut self.search);
        search.begin(self.blank);
        let mut found = None;
        while let Some((cost, cell)) = search.pop() {
            if wanted(cell) {
                found = Some(cell);
                break;
            }
            for next in self.beside(cell) {
                let inside = rows.contains(&self.shape.row(next)) && cols.contains(&self.shape.col(next));
                if self.locked[next] || !inside || avoided.contains(&next) {
                    continue;
                }
                let label = self.label(next);
                let nearer = self.shape.distance(cell, label) < self.shape.distance(next, label);
                search.reach(next, cost + if nearer { NEARER } else { FARTHER }, cell);
            }
        }
        self.search = search;
        found
    }
}

impl Search {
    fn begin(&mut self, start: usize) {
        self.stamp += 1;
        self.open.iter_mut().for_each(Vec::clear);
        (self.cost, self.waiting) = (0, 0);
        self.reach(start, 0, start);
    }

    #[inline]
    fn reach(&mut self, cell: usize, cost: u32, from: usize) {
        if self.stamps[cell] != self.stamp || cost < self.costs[cell] {
            self.stamps[cell] = self.stamp;
            self.costs[cell] = cost;
            self.from[cell] = from as u16;
            self.open[cost as usize % self.open.len()].push(cell as u16);
            self.waiting += 1;
        }
    }

    /// The next cell and its cost.
    fn pop(&mut self) -> Option<(u32, usize)> {
        while self.waiting > 0 {
            match self.open[self.cost as usize % self.open.len()].pop() {
                Some(cell) => {
                    self.waiting -= 1;
                    let cell = usize::from(cell);
                    if self.costs[cell] == self.cost {
                        return Some((self.cost, cell));
                    }
                }
                None => self.cost += 1,
            }
        }
        None
    }
}
