//! What a process says of itself before anything else.

/// Bytes of a name, of a version and of a computer.
const NAME: usize = 64;
/// Bytes of a card.
pub(crate) const LENGTH: usize = 2 * NAME;

/// The version of a process and the computer that it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) version: String,
    pub(crate) host: String,
}

impl Card {
    /// As many bytes as any other card; names that are longer are cut.
    pub(crate) fn to_bytes(&self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        for (place, text) in bytes.chunks_exact_mut(NAME).zip([&self.version, &self.host]) {
            let length = text.len().min(NAME);
            place[..length].copy_from_slice(&text.as_bytes()[..length]);
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let text = |part: &[u8]| String::from_utf8_lossy(part).trim_end_matches('\0').to_string();
        Self { version: text(&bytes[..NAME]), host: text(&bytes[NAME..]) }
    }

    /// The cards of all processes, one after the other.
    pub(crate) fn all(bytes: &[u8]) -> Vec<Self> {
        bytes.chunks_exact(LENGTH).map(Self::from_bytes).collect()
    }
}

/// In what the processes differ, if they do.
pub(crate) fn difference(cards: &[Card]) -> Option<String> {
    let first = cards.first()?;
    let (rank, other) = cards.iter().enumerate().find(|(_, card)| card.version != first.version)?;
    Some(format!(
        "rank {rank} on {} is version {}, rank 0 on {} is version {}: install one version on all computers",
        other.host, other.version, first.host, first.version
    ))
}

/// The processes on the computer of one of them.
pub(crate) fn on_host_of(cards: &[Card], rank: usize) -> Vec<usize> {
    (0..cards.len()).filter(|&other| cards[other].host == cards[rank].host).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_and_computers_known() {
        let card = |version: &str, host: &str| Card { version: version.into(), host: host.into() };
        let mut cards = vec![card("1.0", "a"), card("1.0", "b"), card("1.0", "a")];
        assert_eq!(difference(&cards), None);
        assert_eq!((on_host_of(&cards, 2), on_host_of(&cards, 1)), (vec![0, 2], vec![1]));
        let bytes: Vec<u8> = cards.iter().flat_map(|card| card.to_bytes()).collect();
        assert_eq!(Card::all(&bytes), cards);
        cards[1].version = "1.1".into();
        let said = difference(&cards).unwrap();
        assert!(said.starts_with("rank 1 on b is version 1.1, rank 0 on a is version 1.0"), "{said}");
        assert_eq!(Card::all(&card(&"x".repeat(99), "a").to_bytes())[0].version.len(), NAME);
    }
}
