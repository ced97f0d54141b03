//! Pattern databases for bricks: true distances of some of the pieces, as if the others were not there.
//!
//! A group holds the pieces that the goal names and others that may be in their way, whole classes at a time. Its table
//! has the moves to the goal from every placement of its pieces; moves of others are not counted. Placements are
//! numbered by the sets of anchors of each class, as positions are. Tables are filled from the goal backwards: moves
//! can be taken back, so that this is a breadth-first search over placements, as large as the table.

use std::sync::Arc;

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::geometry::Geometry;
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::cuts::Cuts;
use super::distance::{NEVER, told};

/// The most placements in a table.
const MOST: usize = 200_000;
/// The most tables.
const TABLES: usize = 3;
/// Stands for a placement from which the goal is not reached.
const UNSEEN: u16 = u16::MAX;

/// The largest of what some tables say. Consistent: a move of a piece changes each of them by one at most.
#[derive(Clone, Debug)]
pub struct PieceGroups {
    tables: Arc<Vec<Table>>,
}

/// The distances of one group.
#[derive(Debug)]
struct Table {
    fields: Vec<Field>,
    distances: Vec<u16>,
}

/// How the placements of a class are numbered.
#[derive(Debug)]
struct Field {
    class: usize,
    members: usize,
    /// The anchors, ascending, and the number of each among them.
    anchors: Vec<u8>,
    numbers: Vec<u8>,
    /// `choose[k][n]`: ways to choose k of n anchors.
    choose: Vec<Vec<usize>>,
    /// What the number of a placement is multiplied by.
    stride: usize,
}

impl Field {
    /// `None` if there are too many placements.
    fn new<B: Bits>(geometry: &Geometry<B>, class: usize) -> Option<Self> {
        let of = &geometry.classes[class];
        let anchors: Vec<u8> = of.valid.iter().map(|anchor| anchor as u8).collect();
        let mut numbers = vec![0; of.masks.len()];
        anchors.iter().enumerate().for_each(|(number, &anchor)| numbers[usize::from(anchor)] = number as u8);
        let members = of.members.len();
        let mut choose = vec![vec![1_usize; anchors.len() + 1]];
        for k in 1..=members {
            let mut row = vec![0_usize; anchors.len() + 1];
            for n in 1..=anchors.len() {
                row[n] = row[n - 1].saturating_add(choose[k - 1][n - 1]);
            }
            choose.push(row);
        }
        let field = Self { class, members, anchors, numbers, choose, stride: 1 };
        (field.count() <= MOST).then_some(field)
    }

    /// How many placements there are, overlaps included.
    fn count(&self) -> usize {
        self.choose[self.members][self.anchors.len()]
    }

    /// The number of a placement.
    fn rank<B: Bits>(&self, anchors: B) -> usize {
        let each = anchors.iter().enumerate();
        each.map(|(k, anchor)| self.choose[k + 1][usize::from(self.numbers[anchor])]).sum()
    }

    /// The placement with this number.
    fn unrank<B: Bits>(&self, mut rank: usize) -> B {
        let mut set = B::EMPTY;
        for k in (1..=self.members).rev() {
            let number = self.choose[k].partition_point(|&ways| ways <= rank) - 1;
            rank -= self.choose[k][number];
            set |= B::cell(self.anchors[number].into());
        }
        set
    }
}

impl Table {
    /// Numbers the placements of some classes; `None` if there are too many.
    fn new<B: Bits>(geometry: &Geometry<B>, classes: &[usize]) -> Option<Self> {
        let mut fields = Vec::new();
        let mut all = 1_usize;
        for &class in classes {
            let field = Field::new(geometry, class)?;
            let stride = all;
            all = all.checked_mul(field.count()).filter(|&all| all <= MOST)?;
            fields.push(Field { stride, ..field });
        }
        Some(Self { fields, distances: vec![UNSEEN; all] })
    }

    fn rank<B: Bits>(&self, s: &State<B>) -> usize {
        self.fields.iter().map(|field| field.stride * field.rank(s.anchors[field.class])).sum()
    }

    /// Puts the pieces of a placement on the board, and no others; `false` if they overlap.
    fn place<B: Bits>(&self, geometry: &Geometry<B>, rank: usize, s: &mut State<B>) -> bool {
        s.free = geometry.board;
        for field in &self.fields {
            let class = &geometry.classes[field.class];
            let anchors: B = field.unrank(rank / field.stride % field.count());
            s.anchors[field.class] = anchors;
            for anchor in anchors.iter() {
                if !(class.masks[anchor] & !s.free).is_empty() {
                    return false;
                }
                s.free &= !class.masks[anchor];
            }
        }
        true
    }

    /// Whether all that the goal wants of these pieces is there.
    fn is_goal<B: Bits>(&self, geometry: &Geometry<B>, s: &State<B>) -> bool {
        let ours = |class: usize| self.fields.iter().any(|field| field.class == class);
        geometry.goal.iter().any(|alternative| {
            let mut needs =
                alternative.needs.iter().filter(|need| need.iter().all(|&(class, _)| ours(class)));
            needs.all(|need| need.iter().any(|&(class, places)| !(s.anchors[class] & places).is_empty()))
                && (alternative.empty & !s.free).is_empty()
        })
    }

    /// Fills the table, layer by layer; `None` if it is to stop.
    fn fill<B: Bits, K: BrickKey>(
        &mut self,
        space: &BrickSpace<B, K>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let geometry = space.geometry();
        let mut s = State { free: geometry.board, anchors: vec![B::EMPTY; geometry.classes.len()] };
        let mut layer = Vec::new();
        for rank in 0..self.distances.len() {
            if rank.is_multiple_of(4096) && !go_on() {
                return None;
            }
            if self.place(geometry, rank, &mut s) && self.is_goal(geometry, &s) {
                self.distances[rank] = 0;
                layer.push(rank);
            }
        }
        let mut by_class = vec![None; geometry.classes.len()];
        self.fields.iter().enumerate().for_each(|(number, field)| by_class[field.class] = Some(number));
        for distance in 1..UNSEEN {
            let mut next = Vec::new();
            for (done, &rank) in layer.iter().enumerate() {
                if done.is_multiple_of(1024) && !go_on() {
                    return None;
                }
                self.place(geometry, rank, &mut s);
                let (fields, distances) = (&self.fields, &mut self.distances);
                space.each_move(&mut s, |s, class, from, to| {
                    let Some(field) = by_class[class].map(|number: usize| &fields[number]) else { return };
                    let before = s.anchors[class];
                    let after = before ^ (B::cell(from) | B::cell(to));
                    let there = rank - field.stride * field.rank(before) + field.stride * field.rank(after);
                    if distances[there] == UNSEEN {
                        distances[there] = distance;
                        next.push(there);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Some(())
    }
}

impl PieceGroups {
    /// The tables for a space; `None` if `go_on` says that there is no time to fill them.
    pub fn new<B: Bits, K: BrickKey>(
        space: &BrickSpace<B, K>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut tables = Vec::new();
        for mut table in groups(space) {
            table.fill(space, go_on)?;
            tables.push(table);
        }
        Some(Self { tables: Arc::new(tables) })
    }

    fn of<B: Bits>(&self, s: &State<B>) -> u32 {
        let told = |table: &Table| match table.distances[table.rank(s)] {
            UNSEEN => NEVER,
            moves => moves.into(),
        };
        self.tables.iter().map(told).max().unwrap_or(0)
    }

    fn concerns(&self, class: usize) -> bool {
        self.tables.iter().flat_map(|table| &table.fields).any(|field| field.class == class)
    }
}

/// The groups: the named pieces, and beside them as many of the others as fit, those first that can be in the way from
/// most places.
fn groups<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Vec<Table> {
    let (geometry, cuts) = (space.geometry(), Cuts::new(space));
    let is_named = |class: usize| (0..cuts.ways()).any(|way| cuts.is_named(way, class));
    let (named, mut others): (Vec<usize>, Vec<usize>) =
        (0..geometry.classes.len()).partition(|&class| is_named(class));
    others.sort_by_key(|&class| std::cmp::Reverse(cuts.places_in_the_way(space, class)));
    let grown = |mut group: Vec<usize>, more: &[usize]| {
        for &class in more {
            group.push(class);
            if Table::new(geometry, &group).is_none() {
                group.pop();
            }
        }
        group
    };
    let core = grown(Vec::new(), &named);
    let mut tables = Vec::new();
    while tables.len() < TABLES {
        let group = grown(core.clone(), &others);
        if !tables.is_empty() && group.len() == core.len() {
            break;
        }
        others.retain(|class| !group.contains(class));
        tables.extend(Table::new(geometry, &group));
        if others.is_empty() {
            break;
        }
    }
    tables
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for PieceGroups {
    type Partial = u32;

    fn init(&self, _: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        self.of(s)
    }

    fn update(&self, _: &BrickSpace<B, K>, old: u32, m: Move, after: &State<B>) -> u32 {
        if self.concerns(m.class.into()) { self.of(after) } else { old }
    }

    fn value(&self, v: u32) -> Cost {
        told(v)
    }

    fn quality(&self, _: &BrickSpace<B, K>) -> Quality {
        Quality::CONSISTENT
    }
}
