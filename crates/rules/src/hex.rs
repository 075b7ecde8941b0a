//! Hexadecimal encoding of digests and keys.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Encodes bytes as lowercase hex, two digits each.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles.map(|nibble| char::from(DIGITS[usize::from(nibble)])).collect()
}

/// Decodes exactly `N` bytes from lowercase or uppercase hex; none for any other text.
#[must_use]
pub fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    bytes.try_into().ok().filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trips() {
        assert_eq!(encode(&[0, 9, 10, 255]), "00090aff");
        assert_eq!(decode("00090aff"), Some([0, 9, 10, 255]));
        assert_eq!(decode("00090AFF"), Some([0, 9, 10, 255]));
    }

    #[test]
    fn decode_rejects_wrong_length_and_other_characters() {
        for text in ["", "00090af", "00090aff0", "00090aff00", "00090a g", "+0090aff", "é0090af"] {
            assert_eq!(decode::<4>(text), None, "{text:?}");
        }
    }
}
