//! From rows of bits, one for each block, to a table, which is kept by permutation.

use super::super::layout::Layout;
use super::super::memory::Bytes;
use super::orders::Orders;
use super::share_out;

/// Words that are packed together: as many as there are in a line of the cache.
const LINE: usize = 16;

/// The bytes of the table: for each permutation in lexicographic order one bit for each block. The blocks are given by
/// word and bit.
pub(super) fn by_permutation(layout: &Layout, orders: &Orders, blocks: &[&[u32]], threads: usize) -> Bytes {
    Bytes::filled(layout.bytes() as usize, |out| {
        let mut rows: Vec<Option<&mut [u8]>> = out.chunks_exact_mut(layout.row() / 8).map(Some).collect();
        let mut take = |&rank: &u16| rows[usize::from(rank)].take().expect("every permutation is there once");
        let lines = orders.ranks.chunks(LINE * orders.bits);
        let shares = lines.map(|ranks| ranks.iter().map(&mut take).collect()).enumerate().collect();
        share_out(shares, threads, |(line, rows): (usize, Vec<&mut [u8]>)| {
            pack_line(blocks, line * LINE, orders.bits, rows);
        });
    })
}

/// Packs some words of all blocks into the rows of their permutations, those of 64 blocks at a time: eight
/// bytes of each row.
fn pack_line(blocks: &[&[u32]], first: usize, bits: usize, mut rows: Vec<&mut [u8]>) {
    for (part, blocks) in blocks.chunks(64).enumerate() {
        for (word, rows) in (first..).zip(rows.chunks_mut(bits)) {
            let mut words = [[0; 8]; 8];
            words.as_flattened_mut().iter_mut().zip(blocks).for_each(|(w, block)| *w = block[word]);
            for (byte, rows) in rows.chunks_mut(8).enumerate() {
                let square = |words: [u32; 8]| words.map(|word| word.to_le_bytes()[byte]);
                let turned = words.map(|words| transpose(u64::from_le_bytes(square(words))).to_le_bytes());
                for (bit, row) in rows.iter_mut().enumerate() {
                    let packed = turned.map(|columns| columns[bit]);
                    let room = &mut row[part * 8..];
                    if let Some(room) = room.first_chunk_mut() {
                        *room = packed;
                    } else {
                        room.iter_mut().zip(packed).for_each(|(byte, bits)| *byte = bits);
                    }
                }
            }
        }
    }
}

/// Turns a square of eight by eight bits: rows become columns.
fn transpose(mut square: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let exchange = (square ^ square >> shift) & mask;
        square ^= exchange ^ exchange << shift;
    }
    square
}
