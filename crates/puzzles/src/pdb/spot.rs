//! Spot checks of a table that comes from a file.
//!
//! A checksum shows that the bytes are those that were written, not that they are a table. So some of the entries are
//! looked at: random walks from the goal, along which the entries tell the distance step by step, and walks back. In
//! a table no distance is ever less than the tiles' Manhattan distances, only the goal has none, and however one goes
//! downhill the goal is as far as was told on the way there. Bits that are not distances fail that soon, unless only
//! few of them are wrong: all are proven by [`Table::verify`].

use super::downhill::{Placement, after, grew};
use super::table::Table;
use crate::random::Rng;

/// Walks, and steps of each. Some thousand entries.
const WALKS: usize = 12;
const STEPS: usize = 160;

/// Whether the entries on some walks, which depend on the seed, are distances.
pub(super) fn passes(table: &Table, seed: u64) -> bool {
    let neighbours = table.pattern().neighbours();
    let mut rng = Rng::from_seed(seed);
    table.bit(Placement::goal(table).entry(table)) == 0
        && (0..WALKS).all(|_| walk(table, &neighbours, &mut rng).is_some())
}

/// One walk away from the goal and back; `None` if the entries contradict themselves.
fn walk(table: &Table, neighbours: &[u64], rng: &mut Rng) -> Option<()> {
    let mut at = Placement::goal(table);
    let mut far = 0u64;
    for _ in 0..STEPS {
        let steps = at.steps(table, neighbours);
        if steps.is_empty() {
            break;
        }
        let (next, entry) = steps[rng.below(steps.len())];
        let ends = far & 3;
        far = if grew(ends, after(ends, table.bit(entry))) { far + 1 } else { far.checked_sub(1)? };
        at = next;
        let is_possible = far >= at.manhattan(table) as u64 && (far == 0) == at.is_goal(table);
        is_possible.then_some(())?;
    }
    (u64::from(at.distance(table, neighbours)) == far).then_some(())
}

#[cfg(test)]
mod tests {
    use super::super::build::{BuildOptions, build};
    use super::super::layout::Layout;
    use super::super::memory::Bytes;
    use super::super::pattern::Pattern;
    use super::*;

    fn table(cells: &[usize]) -> Table {
        let pattern = Pattern::new(4, 4, 0, cells.iter().copied()).unwrap();
        build(&pattern, &mut BuildOptions::quiet(1)).unwrap()
    }

    fn with_bits(of: &Table, change: impl FnOnce(&mut [u8])) -> Table {
        let data = Bytes::filled(of.bytes().len(), |data| {
            data.copy_from_slice(of.bytes());
            change(data);
        });
        Table::new(of.pattern().clone(), Layout::of(of.pattern()), data)
    }

    #[test]
    fn tables_pass() {
        for cells in [&[1, 2, 3, 4, 5][..], &[15], &[1, 4], &[3, 6, 9, 12]] {
            let table = table(cells);
            assert!((0..50).all(|seed| passes(&table, seed)), "{cells:?}");
        }
    }

    #[test]
    fn what_is_no_table_does_not() {
        let good = table(&[1, 2, 3, 4, 5]);
        let other = table(&[10, 11, 13, 14, 15]);
        let mut rng = Rng::from_seed(1);
        let forged: [(&str, Table); 5] = [
            ("zeros", with_bits(&good, |data| data.fill(0))),
            ("ones", with_bits(&good, |data| data.fill(0xFF))),
            ("random", with_bits(&good, |data| data.fill_with(|| rng.next_u64() as u8))),
            ("another pattern's", with_bits(&good, |data| data.copy_from_slice(other.bytes()))),
            (
                "one bit in a hundred",
                with_bits(&good, |data| data.iter_mut().step_by(12).for_each(|b| *b ^= 4)),
            ),
        ];
        for (what, table) in forged {
            assert!((0..50).all(|seed| !passes(&table, seed)), "{what}");
        }
    }
}
