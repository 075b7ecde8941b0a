//! Observations as numbers, for agents.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::crc::Crc;

/// The bytes of a space on a screen.
const SPACE: [u8; 4] = (' ' as u32).to_le_bytes();

/// Appends zeros, and returns them.
pub(crate) fn zeros(count: usize, bytes: &mut Vec<u8>) -> &mut [u8] {
    let start = bytes.len();
    bytes.resize(start + count, 0);
    &mut bytes[start..]
}

/// Appends a text as a screen, with 32 bits for each character. Longer lines are continued in the next row; what has no place is cut off.
pub(crate) fn screen(text: &str, rows: usize, columns: usize, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend_from_slice(&SPACE.repeat(rows * columns));
    let mut cells = bytes[start..].chunks_exact_mut(4 * columns);
    for line in text.lines() {
        let mut characters = line.chars().peekable();
        loop {
            let Some(row) = cells.next() else { return };
            for (cell, character) in row.as_chunks_mut().0.iter_mut().zip(characters.by_ref().take(columns)) {
                *cell = u32::from(character).to_le_bytes();
            }
            if characters.peek().is_none() {
                break;
            }
        }
    }
}

/// Counts the features of a view: each value in it, together with its path, has a number. Two of them may have the same.
///
/// The number is the CRC-32 of path and value, such as `table/cells/3=kid`, modulo the number of features.
pub(crate) fn features(view: &str, counts: &mut [u8]) {
    let counter = Counter { path: Crc::default(), is_root: true, counts };
    // Views are JSON, and a visitor of all values has no errors of its own.
    let _ = counter.deserialize(&mut serde_json::Deserializer::from_str(view));
}

/// The name of a field.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// Counts the values within a value. A path is a checksum, to which names are added, so no text is built.
struct Counter<'a> {
    path: Crc,
    is_root: bool,
    counts: &'a mut [u8],
}

impl Counter<'_> {
    /// Returns the counter of a part.
    fn below(&mut self, name: &str) -> Counter<'_> {
        let path = if self.is_root { self.path } else { self.path.and(b"/") };
        Counter { path: path.and(name.as_bytes()), is_root: false, counts: self.counts }
    }

    fn count<E>(self, value: &str) -> Result<(), E> {
        let number = self.path.and(b"=").and(value.as_bytes()).value() as usize % self.counts.len().max(1);
        if let Some(count) = self.counts.get_mut(number) {
            *count = count.saturating_add(1);
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Counter<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counter<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }
    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(Name(name)) = map.next_key()? {
            map.next_value_seed(self.below(&name))?;
        }
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let mut at = 0;
        while items.next_element_seed(self.below(&at.to_string()))?.is_some() {
            at += 1;
        }
        Ok(())
    }
    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.count(value)
    }
    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.count(if value { "true" } else { "false" })
    }
    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.count(&value.to_string())
    }
    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.count(&value.to_string())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        self.count("null")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, rows: usize, columns: usize) -> Vec<String> {
        let mut bytes = vec![7];
        screen(text, rows, columns, &mut bytes);
        let characters: Vec<u32> = bytes[1..].as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let of_row = |row: &[u32]| row.iter().filter_map(|character| char::from_u32(*character)).collect();
        characters.chunks(columns).map(of_row).collect()
    }

    #[test]
    fn screen_wraps_long_lines_and_cuts_off_the_rest() {
        assert_eq!(rows("abcde\n\nf", 4, 3), ["abc", "de ", "   ", "f  "]);
        assert_eq!(rows("abcdef\ng", 2, 3), ["abc", "def"]);
        assert_eq!(rows("ab\n", 2, 2), ["ab", "  "]);
    }

    #[test]
    fn features_count_each_value_with_its_path() {
        let mut counts = [0; 1000];
        features(r#"{"table":{"cells":["kid",null]},"walked":3}"#, &mut counts);
        for feature in ["table/cells/0=kid", "table/cells/1=null", "walked=3"] {
            assert_eq!(counts[Crc::default().and(feature.as_bytes()).value() as usize % 1000], 1, "{feature}");
        }
        assert_eq!(counts.iter().map(|count| u32::from(*count)).sum::<u32>(), 3);
    }
}
