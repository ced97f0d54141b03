//! The weights while they are learned, and a step of learning.
//!
//! A table has far more classes of pairs than training sees boards, and the length of one solution says
//! little about each of them. So the correction of a pair is a sum: a weight of its own, and one that it
//! shares with all pairs that look the same when lines between the tiles are left out (`stretch`), until the
//! board has at most four lines each way, and one that it shares in the same way on a board with one line
//! less. Shared weights are seen often and learn what pairs have in common; the own ones learn the rest.
//!
//! A step moves the sum over a position towards the length of its solution by a part of the error. How much of that
//! falls to a weight goes down with the square root of how often it was seen: those seen seldom catch up, those seen
//! often settle.

use super::super::super::super::shape::Shape;
use super::super::classes::{Classes, NONE, cells_of};
use super::super::stretch::pressed_pair;
use super::sample::Samples;

/// The most lines each way of the smallest boards that pairs are pressed to for the weights they share.
const FEW: usize = 4;
/// What is assumed before anything is learned: solutions take this much of Manhattan distance on top of it. Without
/// it, pairs never seen would look better than those seen, and beams would run after them.
const DETOUR: f32 = 0.3;
/// Weights count as seen so often at the beginning.
const SEEN: f32 = 300.0;

/// Weights of the pairs' classes on boards of one size, with those that they share.
#[derive(Clone)]
pub(super) struct Weights {
    /// The class of each pair.
    classes: Vec<u32>,
    /// The number of classes.
    count: usize,
    /// The own weights of the classes, then the shared ones.
    values: Vec<f32>,
    /// How often each weight was seen.
    seen: Vec<f32>,
    /// Which of the shared weights each class adds: as many for each as there are sizes to share.
    shared: Vec<u32>,
    sizes: usize,
    /// The weights of the position in hand, and how much of its error falls to each.
    active: Vec<u32>,
    shares: Vec<f32>,
}

impl Weights {
    /// The weights before training: the detour, shared among the pairs, and 2 for tiles in conflict in their line.
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let n = rows * cols;
        let shape = Shape::new(rows, cols, 0);
        let mut own = Vec::new();
        let mut pairs = Vec::new();
        Classes::new(rows, cols).for_each(|members| {
            let cells = cells_of(members[0] as usize, n);
            let [goal, place, other_place, other_goal] = cells;
            let steps = shape.distance(goal, place) + shape.distance(other_goal, other_place);
            let lines = [goal, place, other_goal, other_place].map(|cell| (shape.row(cell), shape.col(cell)));
            let conflict = in_conflict(lines) || in_conflict(lines.map(|(row, col)| (col, row)));
            let share = DETOUR * steps as f32 / (n.max(3) - 2) as f32;
            own.push(share + if conflict { 2.0 } else { 0.0 });
            pairs.push(cells);
        });
        let sizes = shared_sizes(rows, cols);
        let mut columns = Vec::new();
        let mut values = own;
        for &small in &sizes {
            columns.push(share(&pairs, (rows, cols), small, &mut values));
        }
        let shared = (0..pairs.len()).flat_map(|class| columns.iter().map(move |column| column[class]));
        Self {
            classes: Classes::new(rows, cols).numbered(),
            count: pairs.len(),
            seen: vec![SEEN; values.len()],
            shared: shared.collect(),
            sizes: sizes.len(),
            values,
            active: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// Begins with these corrections for the classes.
    pub(super) fn begin_with(&mut self, corrections: &[f32]) {
        self.values.fill(0.0);
        self.values.iter_mut().zip(corrections).for_each(|(value, correction)| *value = *correction);
    }

    /// The class of each pair.
    pub(super) fn classes(&self) -> &[u32] {
        &self.classes
    }

    /// The correction of each class.
    pub(super) fn corrections(&self) -> Vec<f32> {
        let shared = |class: usize| &self.shared[class * self.sizes..(class + 1) * self.sizes];
        let all = |class: usize| {
            let sum: f32 = shared(class).iter().map(|&weight| self.values[weight as usize]).sum();
            self.values[class] + sum
        };
        (0..self.count).map(all).collect()
    }

    /// Moves beyond Manhattan distance that a position is thought to take.
    pub(super) fn predict(&mut self, samples: &Samples, sample: usize) -> f32 {
        let (active, sizes) = (&mut self.active, self.sizes);
        active.clear();
        samples.for_each_pair(sample, |pair| {
            let class = self.classes[pair];
            if class != NONE {
                active.push(class);
                let first = class as usize * sizes;
                active.extend_from_slice(&self.shared[first..first + sizes]);
            }
        });
        active.iter().map(|&weight| self.values[weight as usize]).sum()
    }

    /// Takes away so much of the error on a position.
    pub(super) fn learn(&mut self, samples: &Samples, sample: usize, rate: f32) {
        let error = samples.target(sample) - self.predict(samples, sample);
        self.shares.clear();
        for &weight in &self.active {
            let seen = &mut self.seen[weight as usize];
            *seen += 1.0;
            self.shares.push(seen.sqrt().recip());
        }
        let sum: f32 = self.shares.iter().sum();
        if sum == 0.0 {
            return;
        }
        let step = rate * error / sum;
        for (&weight, share) in self.active.iter().zip(&self.shares) {
            self.values[weight as usize] += step * share;
        }
    }
}

/// The boards that pairs are pressed to for the weights they share.
fn shared_sizes(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    let few = (rows.min(FEW), cols.min(FEW));
    let less = ((rows - 1).max(few.0), (cols - 1).max(few.1));
    let mut sizes = vec![few, less];
    sizes.dedup();
    sizes.retain(|&size| size != (rows, cols));
    sizes
}

/// Adds weights for the pairs as they look on a smaller board, and returns which of them each pair has.
fn share(
    pairs: &[[usize; 4]],
    (rows, cols): (usize, usize),
    small: (usize, usize),
    values: &mut Vec<f32>,
) -> Vec<u32> {
    let classes = Classes::new(small.0, small.1).numbered();
    let first = values.len() as u32;
    // One more for those that nothing is left of: pairs that are solved once they are pressed.
    let count = classes.iter().filter(|&&class| class != NONE).max().map_or(0, |&largest| largest + 1);
    values.resize((first + count + 1) as usize, 0.0);
    let of = |&pair: &[usize; 4]| match classes[pressed_pair(pair, (rows, cols), small)] {
        NONE => first + count,
        class => first + class,
    };
    pairs.iter().map(of).collect()
}

/// Whether two tiles are in the line where both belong, in the wrong order. Cells are given by line and place in
/// it: goal and place of the one, goal and place of the other.
fn in_conflict([goal, place, other_goal, other_place]: [(usize, usize); 4]) -> bool {
    let one_line = goal.0 == place.0 && goal.0 == other_goal.0 && goal.0 == other_place.0;
    one_line && (goal.1 < other_goal.1) != (place.1 < other_place.1)
}
