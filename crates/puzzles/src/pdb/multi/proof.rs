//! The walk that proves a table.
//!
//! The bits alone do not show whether they are right. So the distances that they stand for are found again and proven
//! by code that shares nothing with that which finds them: along every step they change by 1 at most, and from every
//! junction but that of the goal a step leads nearer. Then the bits are compared with them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::build::keep::LayerOfEach;
use super::super::build::orders::Orders;
use super::super::build::{BuildOptions, share_out};
use super::super::proof::{FirstFlaw, Flaw};
use super::super::rank::{for_each_permutation, pack};
use super::build::{Search, Step, Steps, within};
use super::{Axis, Junctions, MultiTable};

impl MultiTable {
    /// Proves every entry: the distances are found again, proven by a walk over all junctions, and compared.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let (junctions, orders) = (&*self.junctions, Orders::new(self.pattern().tiles()));
        within(options, Search::<LayerOfEach<'_>>::memory(junctions, &orders)).map_err(Flaw::Unfinished)?;
        let steps = Steps::new(junctions, &options.cancel).map_err(Flaw::Unfinished)?;
        let threads = options.threads.max(1);
        let keep = LayerOfEach::new(&orders);
        let mut search = Search::new(junctions, &orders, &steps, keep, threads);
        search.run(self.pattern(), options).map_err(Flaw::Unfinished)?;
        let distances = search.sides.map(|side| side.kept);
        let proof = Proof { junctions, ranks: ranks(junctions, &steps), steps: &steps, distances, threads };
        Axis::BOTH.into_iter().try_for_each(|axis| proof.prove(axis, self))
    }
}

/// For each order in which places are read along the other axis, the rank that each permutation has there.
fn ranks(junctions: &Junctions, steps: &Steps) -> Vec<Vec<u16>> {
    let of = |order: &Vec<u8>| {
        let mut ranks = Vec::with_capacity(junctions.perms.count());
        let mut read = order.clone();
        for_each_permutation(order.len(), |_, perm| {
            read.iter_mut().zip(order).for_each(|(slot, &place)| *slot = perm[usize::from(place)]);
            ranks.push(junctions.perms.rank(pack(&read)) as u16);
        });
        ranks
    };
    steps.orders.iter().map(of).collect()
}

/// Distances and the steps along which they are proven.
struct Proof<'a> {
    junctions: &'a Junctions,
    steps: &'a Steps,
    /// By order of reading and rank of the permutation.
    ranks: Vec<Vec<u16>>,
    /// By axis and junction.
    distances: [Vec<u8>; 2],
    threads: usize,
}

impl Proof<'_> {
    /// No step changes the distance by more than 1, and from every junction but that of the goal one leads nearer; the
    /// table's bits are those of the distances.
    fn prove(&self, axis: Axis, table: &MultiTable) -> Result<(), Flaw> {
        let permutations = self.junctions.perms.count();
        let blocks = self.distances[axis as usize].chunks_exact(permutations).enumerate();
        let (flaw, starts) = (FirstFlaw::default(), AtomicU64::new(0));
        share_out(blocks.collect(), self.threads, |(block, distances): (usize, &[u8])| {
            if let Err(found) = self.prove_block(axis, table, block, distances) {
                flaw.note(found);
            }
            let goals = distances.iter().filter(|&&d| d == 1).count();
            starts.fetch_add(goals as u64, Ordering::Relaxed);
        });
        flaw.found()?;
        if starts.into_inner() == 1 { Ok(()) } else { Err(Flaw::Goal) }
    }

    fn prove_block(
        &self,
        axis: Axis,
        table: &MultiTable,
        block: usize,
        distances: &[u8],
    ) -> Result<(), Flaw> {
        let (least, most) = self.beside(axis, block, distances.len());
        let first = self.junctions.first(axis) + block * distances.len();
        let is_jump = |d: u8, e: u8| d.abs_diff(e) > 1;
        for (entry, ((&d, least), most)) in (first..).zip(distances.iter().zip(least).zip(most)) {
            let found = match d {
                _ if table.ends(entry) != d & 3 => Flaw::OtherBit,
                _ if is_jump(d, least) || is_jump(d, most) => Flaw::Inconsistent,
                1 => continue,
                _ if d == 0 || least >= d => Flaw::NotReached,
                _ => continue,
            };
            return Err(found(entry as u64));
        }
        Ok(())
    }

    /// The least and the largest distance beside each junction of a block.
    fn beside(&self, axis: Axis, block: usize, permutations: usize) -> (Vec<u8>, Vec<u8>) {
        let (_, length) = self.junctions.lines(axis);
        let (mut least, mut most) = (vec![u8::MAX; permutations], vec![0; permutations]);
        for &Step { to, order } in self.steps.of(axis, block, length) {
            let there = &self.distances[axis.other() as usize][to as usize * permutations..][..permutations];
            let ranks = &self.ranks[order as usize];
            for ((least, most), &rank) in least.iter_mut().zip(&mut most).zip(ranks) {
                let far = there[usize::from(rank)];
                (*least, *most) = (far.min(*least), far.max(*most));
            }
        }
        (least, most)
    }
}

#[cfg(test)]
mod tests {
    use slidewise_search::Cancel;

    use super::super::super::memory::Bytes;
    use super::super::{PER_BYTE, build_multi, nearest};
    use super::*;

    #[test]
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = nearest(3, 3, 8, 4).unwrap();
        let good = build_multi(&pattern, &mut BuildOptions::quiet(2)).unwrap();
        assert_eq!(good.verify(&mut BuildOptions::quiet(2)), Ok(()));
        let entries = Axis::BOTH.map(|axis| (good.junctions.first(axis), good.junctions.count(axis)));
        let entries = entries.into_iter().flat_map(|(first, count)| first..first + count);
        for entry in entries.step_by(611) {
            let data = Bytes::filled(good.bytes().len(), |data| {
                data.copy_from_slice(good.bytes());
                data[entry / PER_BYTE] ^= 1 << (entry % PER_BYTE * 2 + entry % 2);
            });
            let bad = MultiTable::from_bytes(pattern.clone(), data).unwrap();
            assert_eq!(bad.verify(&mut BuildOptions::quiet(1)), Err(Flaw::OtherBit(entry as u64)));
        }
    }

    /// The distances are proven, not believed.
    #[test]
    fn wrong_distances_are_seen() {
        let table = build_multi(&nearest(3, 3, 8, 3).unwrap(), &mut BuildOptions::quiet(1)).unwrap();
        let (junctions, orders) = (&*table.junctions, Orders::new(3));
        let steps = Steps::new(junctions, &Cancel::default()).unwrap();
        let keep = LayerOfEach::new(&orders);
        let mut search = Search::new(junctions, &orders, &steps, keep, 1);
        search.run(table.pattern(), &mut BuildOptions::quiet(1)).unwrap();
        let good = search.sides.map(|side| side.kept);
        let prove = |distances: [Vec<u8>; 2]| {
            let ranks = ranks(junctions, &steps);
            let proof = Proof { junctions, ranks, steps: &steps, distances, threads: 1 };
            Axis::BOTH.into_iter().try_for_each(|axis| proof.prove(axis, &table))
        };
        assert_eq!(prove(good.clone()), Ok(()));
        for axis in [0, 1] {
            for junction in (0..good[axis].len()).step_by(97) {
                let mut bad = good.clone();
                // The last two bits stay.
                bad[axis][junction] += 4;
                assert!(prove(bad).is_err(), "junction {junction}");
            }
        }
        assert!(prove(good.map(|far| far.iter().map(|d| d + 4).collect())).is_err());
        assert!(
            prove([vec![0; junctions.count(Axis::Column)], vec![0; junctions.count(Axis::Row)]]).is_err()
        );
    }
}
