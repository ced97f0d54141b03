//! Linear conflicts of the 15-puzzle, a step at a time, without branches.
//!
//! A step across lines changes the order in one line at most: that to which the tile belongs, if it leaves or enters
//! it. Labels are cells, so the upper two bits of a label are its row and the lower two its column. The four labels of
//! the line are taken out of the packed board, brought into a form in which they are the number of an entry, and
//! looked up, with the tile and without.

use super::super::super::repr::Sum;
use super::super::super::space::Slide;
use super::BothAxes;

/// The value after the tile `label` went from `m.to` to `m.from`. `word` is the board before or after: where the
/// tile and the blank lie in it is not looked at.
#[inline(always)]
pub(in super::super) fn stepped<S: Sum>(old: BothAxes<S>, word: u64, label: usize, m: Slide) -> BothAxes<S> {
    let (now, was) = (usize::from(m.from), usize::from(m.to));
    if now % 4 == was % 4 {
        let home = label / 4;
        // Row `home`, a label in each four bits. A label of the row becomes its column, others 4 or more.
        let row = (word >> (16 * home)) as usize & 0xFFFF ^ (0x4444 * home);
        let change = change(row, now % 4, label % 4, home, now / 4, was / 4);
        BothAxes { vertical: S::of(old.vertical.get().wrapping_add_signed(change)), ..old }
    } else {
        let home = label % 4;
        // The labels of column `home`, 16 bits apart, side by side.
        let apart = word >> (4 * home) & 0x000F_000F_000F_000F;
        let column = (apart.wrapping_mul(1 << 36 | 1 << 24 | 1 << 12 | 1) >> 36) as usize & 0xFFFF;
        // A label of the column becomes its row, others 4 or more.
        let column = column ^ (0x1111 * home);
        let column = column >> 2 & 0x3333 | (column & 0x3333) << 2;
        let change = change(column, now / 4, label / 4, home, now % 4, was % 4);
        BothAxes { horizontal: S::of(old.horizontal.get().wrapping_add_signed(change)), ..old }
    }
}

/// What is gained on an axis when a tile whose line is `home`, and whose place in it `goal`, goes from line `was` to
/// line `now`. `line` has the labels of its line, `at` is where in it the tile goes.
#[inline(always)]
fn change(line: usize, at: usize, goal: usize, home: usize, now: usize, was: usize) -> i32 {
    let others = line | 0xC << (4 * at);
    let foreign = (others | others >> 1) & 0x4444;
    let without = foreign | others & 0x3333 & !(foreign >> 1 | foreign >> 2);
    let with = without ^ (4 ^ goal) << (4 * at);
    let more = 2 * (i32::from(LIFTS[with & MASK]) - i32::from(LIFTS[without & MASK]));
    let nearer = now.abs_diff(home) as i32 - was.abs_diff(home) as i32;
    let into = i32::from(now == home) - i32::from(was == home);
    nearer + into * more
}

const MASK: usize = 0x7FFF;

/// Tiles that must leave a line, by what lies in it: four bits a place, for a tile of the line its own place, 4 for
/// what does not count.
static LIFTS: [u8; MASK + 1] = {
    let mut lifts = [0; MASK + 1];
    let mut number = 0;
    while number < 625 {
        let places = [number % 5, number / 5 % 5, number / 25 % 5, number / 125];
        lifts[places[0] | places[1] << 4 | places[2] << 8 | places[3] << 12] = most_to_leave(places);
        number += 1;
    }
    lifts
};

/// Tiles less the longest rising run among them, 4 not counted.
const fn most_to_leave(places: [usize; 4]) -> u8 {
    let (mut tiles, mut longest) = (0, 0);
    // The longest run that ends at each place.
    let mut ending = [0; 4];
    let mut i = 0;
    while i < 4 {
        if places[i] < 4 {
            tiles += 1;
            ending[i] = 1;
            let mut j = 0;
            while j < i {
                if places[j] < places[i] && ending[j] + 1 > ending[i] {
                    ending[i] = ending[j] + 1;
                }
                j += 1;
            }
            if ending[i] > longest {
                longest = ending[i];
            }
        }
        i += 1;
    }
    tiles - longest
}

#[cfg(test)]
mod tests {
    use super::super::out_of_order;
    use super::*;

    #[test]
    fn the_table_says_what_is_counted_elsewhere() {
        for number in 0..625 {
            let places = [number % 5, number / 5 % 5, number / 25 % 5, number / 125];
            let tiles: Vec<usize> = places.into_iter().filter(|&place| place < 4).collect();
            let entry = places.iter().rev().fold(0, |entry, place| entry << 4 | place);
            // Only lines in which each place is wanted once are looked at.
            if (0..4).all(|place| tiles.iter().filter(|&&tile| tile == place).count() <= 1) {
                assert_eq!(u32::from(LIFTS[entry]), out_of_order(tiles.into_iter()), "{places:?}");
            }
        }
    }
}
