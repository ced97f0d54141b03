//! Base 64 with the letters that an address may hold (RFC 4648, section 5), without padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Six bits a letter.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        let letter = |i: usize| char::from(LETTERS[(bits >> (18 - 6 * i) & 63) as usize]);
        text.extend((0..=chunk.len()).map(letter));
    }
    text
}

/// The text that was encoded; `None` if it is not one, or longer than `most` bytes.
pub fn decode(text: &str, most: usize) -> Option<String> {
    if text.len() > most.div_ceil(3) * 4 {
        return None;
    }
    let sextet = |b: u8| LETTERS.iter().position(|&letter| letter == b).map(|i| i as u32);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            bits = bits << 6 | chunk.get(i).map_or(Some(0), |&b| sextet(b))?;
        }
        let whole = [bits >> 16, bits >> 8, bits].map(|b| b as u8);
        bytes.extend(&whole[..chunk.len().checked_sub(1).filter(|&n| n > 0)?]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar", "board:\nÄB\n"] {
            assert_eq!(decode(&encode(text.as_bytes()), 100).as_deref(), Some(text));
        }
        assert_eq!(encode(b"foobar"), "Zm9vYmFy", "RFC 4648, section 10");
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn what_is_not_base_64_is_refused() {
        for bad in ["A", "AAAAA", "A+==", "ä", "Zm9v Ymf", "_____w"] {
            assert_eq!(decode(bad, 100), None, "{bad}");
        }
        assert_eq!(decode("Zm9vYmFyZm9v", 5), None);
    }
}
