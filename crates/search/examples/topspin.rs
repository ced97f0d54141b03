//! TopSpin: numbers in a ring, of which four that lie side by side can be turned over. A space of one's own in full,
//! with moves that are made and taken back in place.

use slidewise_search::*;

/// Numbers in the ring.
const N: usize = 10;

/// The ring, seen from number 0, so that turning it as a whole makes no difference.
struct TopSpin {
    start: [u8; N],
}

impl StateSpace for TopSpin {
    type State = [u8; N];
    type Key = [u8; N];
    /// Where the four begin.
    type Move = u8;
    type Moves = std::ops::Range<u8>;

    fn start(&self) -> [u8; N] {
        self.start
    }
    fn is_goal(&self, ring: &[u8; N]) -> bool {
        let key = self.pack(ring);
        key.is_sorted()
    }
    fn moves(&self, _: &[u8; N], _: Option<u8>) -> Self::Moves {
        0..N as u8
    }
    fn cost(&self, _: u8) -> Cost {
        1
    }
    fn apply(&self, ring: &mut [u8; N], at: u8) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| (usize::from(at) + i) % N);
        ring.swap(a, d);
        ring.swap(b, c);
    }
    fn undo(&self, ring: &mut [u8; N], at: u8) {
        self.apply(ring, at);
    }
    fn pack(&self, ring: &[u8; N]) -> [u8; N] {
        let zero = ring.iter().position(|&n| n == 0).unwrap_or(0);
        std::array::from_fn(|i| ring[(zero + i) % N])
    }
    fn unpack(&self, key: &[u8; N], ring: &mut [u8; N]) {
        *ring = *key;
    }
}

/// Solves one ring.
pub fn main() {
    let puzzle = TopSpin { start: [0, 5, 2, 7, 4, 1, 6, 3, 8, 9] };
    let verdict = bfs(&puzzle).solve();
    let solution = verdict.solution().expect("every ring of an even number can be sorted");
    println!("{verdict}: turn over the four at {:?}", solution.moves);
    assert!(verdict.is_optimal() && verify(&puzzle, solution).is_ok());
}
