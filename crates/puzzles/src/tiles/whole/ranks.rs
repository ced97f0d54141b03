//! Boards by number: the order of the tiles, read row by row without the blank, and the cell of the blank.
//!
//! The order has a rank among all orders of the tiles (by its Lehmer code). Two orders that differ in their last two
//! tiles have neighbouring ranks and are of different parity, and only one of the two can be reached with the blank in
//! a given row, so half of the rank numbers what can be reached without gaps.
//!
//! A step of the blank along a row does not change the order at all. A step along a column takes one tile over as many
//! others as a row has cells less one, which changes the rank by what only those tiles decide.

/// Room for what there is of each tile.
type Row = [u8; 16];

/// The tiles of a board in their order, with the Lehmer code: for each tile how many of those behind it are smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    tiles: Row,
    digits: Row,
}

impl Order {
    /// Takes the last of `length` tiles from `first` on to their front. Returns by how much the rank changes.
    #[inline(always)]
    pub(super) fn take_to_front(&mut self, first: usize, length: usize, weights: &[i64; 16]) -> i64 {
        let last = first + length - 1;
        let (tile, mut digit) = (self.tiles[last], self.digits[last]);
        let mut change = -i64::from(digit) * weights[last];
        for at in (first..last).rev() {
            let larger = u8::from(self.tiles[at] > tile);
            digit += 1 - larger;
            let behind = self.digits[at] - larger;
            change += i64::from(behind) * weights[at + 1] - i64::from(self.digits[at]) * weights[at];
            (self.tiles[at + 1], self.digits[at + 1]) = (self.tiles[at], behind);
        }
        (self.tiles[first], self.digits[first]) = (tile, digit);
        change + i64::from(digit) * weights[first]
    }

    /// Takes the first of `length` tiles from `first` on behind the others. Returns by how much the rank changes.
    #[inline(always)]
    pub(super) fn take_to_back(&mut self, first: usize, length: usize, weights: &[i64; 16]) -> i64 {
        let last = first + length - 1;
        let (tile, mut digit) = (self.tiles[first], self.digits[first]);
        let mut change = -i64::from(digit) * weights[first];
        for at in first + 1..=last {
            let larger = u8::from(self.tiles[at] > tile);
            digit -= 1 - larger;
            let before = self.digits[at] + larger;
            change += i64::from(before) * weights[at - 1] - i64::from(self.digits[at]) * weights[at];
            (self.tiles[at - 1], self.digits[at - 1]) = (self.tiles[at], before);
        }
        (self.tiles[last], self.digits[last]) = (tile, digit);
        change + i64::from(digit) * weights[last]
    }

    /// Whether it takes an odd number of exchanges to put the tiles in order.
    #[inline(always)]
    pub(super) fn is_odd(&self) -> bool {
        // Digits that are not used are 0.
        self.digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
    }

    /// The first of the tiles.
    pub(super) fn tiles(&self, count: usize) -> &[u8] {
        &self.tiles[..count]
    }

    /// Exchanges the last two of `count` tiles.
    #[inline(always)]
    pub(super) fn swap_last(&mut self, count: usize) {
        self.tiles.swap(count - 2, count - 1);
        self.digits[count - 2] ^= 1;
    }
}

/// What the ranks of boards of one size are made of.
pub(super) struct Ranks {
    /// Tiles on the board.
    pub(super) tiles: usize,
    /// The weight of each digit of a Lehmer code.
    pub(super) weights: [i64; 16],
    /// Orders of the last tiles, of even rank among themselves, in the order of their ranks.
    tails: Vec<Order>,
    /// How many tiles those are.
    tail: usize,
}

impl Ranks {
    /// Those of boards of `cells` cells, of which there are at least 4.
    pub(super) fn new(cells: usize) -> Self {
        let tiles = cells - 1;
        let mut weights = [0; 16];
        let mut weight = 1;
        for at in (0..tiles).rev() {
            weights[at] = weight;
            weight *= (tiles - at) as i64;
        }
        let tail = tiles.min(7);
        let half = (1..=tail as u64).product::<u64>() / 2;
        let tails = (0..half).map(|half| unranked(2 * half, tail)).collect();
        Self { tiles, weights, tails, tail }
    }

    /// How many pairs of orders there are.
    pub(super) fn pairs(&self) -> usize {
        ((1..=self.tiles as u64).product::<u64>() / 2) as usize
    }

    /// How many pairs there are that differ in their last tiles only; see [`Ranks::head`].
    pub(super) fn block(&self) -> usize {
        self.tails.len()
    }

    /// The first order of a block of pairs: all that its orders have in common is done once.
    pub(super) fn head(&self, block: usize) -> Order {
        let rank = 2 * (block * self.block()) as u64;
        unranked(rank, self.tiles)
    }

    /// The even one of the pair with this number within the block of `head`.
    #[inline(always)]
    pub(super) fn order(&self, head: &Order, number: usize) -> Order {
        let front = self.tiles - self.tail;
        let Order { tiles, digits } = &self.tails[number];
        let mut order = *head;
        for at in 0..self.tail {
            // The tail of the head is in order, so it says which tile is the how manieth of those that are left.
            order.tiles[front + at] = head.tiles[front + usize::from(tiles[at])];
            order.digits[front + at] = digits[at];
        }
        order
    }
}

/// The order of some tiles with a rank.
fn unranked(mut rank: u64, count: usize) -> Order {
    let mut order = Order { tiles: [0; 16], digits: [0; 16] };
    let mut left: Vec<u8> = (0..count as u8).collect();
    for at in 0..count {
        let weight: u64 = (1..=(count - 1 - at) as u64).product();
        let digit = (rank / weight) as usize;
        rank %= weight;
        order.digits[at] = digit as u8;
        order.tiles[at] = left.remove(digit);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: usize = 9;

    /// The rank, counted.
    fn rank(order: &Order) -> i64 {
        let tiles = order.tiles(CELLS - 1);
        let mut rank = 0;
        for (at, tile) in tiles.iter().enumerate() {
            let smaller = tiles[at + 1..].iter().filter(|other| *other < tile).count();
            rank = rank * (tiles.len() - at) as i64 + smaller as i64;
        }
        rank
    }

    #[test]
    fn orders_have_their_ranks_and_moves_change_them_by_what_they_say() {
        let ranks = Ranks::new(CELLS);
        assert_eq!(ranks.pairs(), 20_160);
        for pair in 0..ranks.pairs() {
            let head = ranks.head(pair / ranks.block());
            let even = ranks.order(&head, pair % ranks.block());
            assert_eq!(rank(&even), 2 * pair as i64);
            let mut odd = even;
            odd.swap_last(ranks.tiles);
            assert_eq!(rank(&odd), 2 * pair as i64 + 1);
            assert_ne!(even.is_odd(), odd.is_odd());
            for first in 0..=ranks.tiles - 3 {
                let mut there = odd;
                let change = there.take_to_front(first, 3, &ranks.weights);
                assert_eq!(rank(&there) - rank(&odd), change);
                assert_eq!(there.tiles[first], odd.tiles[first + 2]);
                assert_eq!(there.take_to_back(first, 3, &ranks.weights), -change);
                assert_eq!(there, odd);
            }
        }
    }
}
