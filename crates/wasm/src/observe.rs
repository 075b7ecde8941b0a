//! Observations as numbers, for agents.

use serde_json::Value as Json;

use crate::actions::crc32;

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
    if let Ok(view) = serde_json::from_str(view) {
        count(&view, &mut String::new(), counts);
    }
}

fn count(value: &Json, path: &mut String, counts: &mut [u8]) {
    let length = path.len();
    match value {
        Json::Object(fields) => fields.iter().for_each(|(name, value)| below(name, value, path, counts)),
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| below(&at.to_string(), item, path, counts))
        }
        Json::String(text) => count_leaf(text, path, counts),
        value => count_leaf(&value.to_string(), path, counts),
    }
    path.truncate(length);
}

fn below(name: &str, value: &Json, path: &mut String, counts: &mut [u8]) {
    let length = path.len();
    if length > 0 {
        path.push('/');
    }
    path.push_str(name);
    count(value, path, counts);
    path.truncate(length);
}

fn count_leaf(value: &str, path: &mut String, counts: &mut [u8]) {
    path.push('=');
    path.push_str(value);
    let index = crc32(path.as_bytes()) as usize % counts.len().max(1);
    if let Some(count) = counts.get_mut(index) {
        *count = count.saturating_add(1);
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
            assert_eq!(counts[crc32(feature.as_bytes()) as usize % 1000], 1, "{feature}");
        }
        assert_eq!(counts.iter().map(|count| u32::from(*count)).sum::<u32>(), 3);
    }
}
