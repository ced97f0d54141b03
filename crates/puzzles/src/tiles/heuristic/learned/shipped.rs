//! The learned tables that come with the library. `data/learned/README.md` says how they were made.

macro_rules! table {
    ($file:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/learned/", $file))
    };
}

/// Tables for [`Learned::from_bytes`](super::Learned::from_bytes), by rows and columns. The largest are there
/// with the feature `large-learned-tables` only: 0.7 MB.
pub const SHIPPED: &[((usize, usize), &[u8])] = &[
    ((5, 5), table!("5x5.lrn")),
    ((6, 6), table!("6x6.lrn")),
    #[cfg(feature = "large-learned-tables")]
    ((7, 7), table!("7x7.lrn")),
    #[cfg(feature = "large-learned-tables")]
    ((8, 8), table!("8x8.lrn")),
];

#[cfg(test)]
mod tests {
    use super::super::Learned;
    use super::*;

    #[test]
    fn every_shipped_table_can_be_read() {
        for &(size, bytes) in SHIPPED {
            assert_eq!(Learned::from_bytes(bytes).map(|table| table.size()), Ok(size));
        }
    }
}
