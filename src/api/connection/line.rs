//! Finds where requests end among bytes, without parsing them.

/// A place within lines. Each head ends with an empty line after one that is not empty, and so does each chunked body. Other places can look
/// the same: what is found is where a request can end at the earliest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Line {
    /// After an end, or after empty lines that follow it.
    #[default]
    Between,
    /// In a line that is not empty.
    Inside,
    /// At the start of a line, after one that is not empty.
    Start,
    /// After a carriage return at the start of a line.
    Return,
}

impl Line {
    /// Moves on to the first end in these bytes, or past all of them, and returns the number of bytes up to that end.
    pub(super) fn pass(&mut self, bytes: &[u8]) -> Option<usize> {
        let at = bytes.iter().position(|byte| self.ends_with(*byte))?;
        Some(at + 1)
    }

    /// Moves on to the last end in these bytes, or past all of them, and returns the number of bytes up to that end.
    pub(super) fn pass_last(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut last = None;
        while let Some(end) = self.pass(bytes.get(last.unwrap_or(0)..)?) {
            last = Some(last.unwrap_or(0) + end);
        }
        if last.is_some() {
            *self = Self::Between;
        }
        last
    }

    /// Moves past a byte, and returns whether a request can end with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        let before = *self;
        *self = match (before, byte) {
            (Self::Between, b'\r' | b'\n') | (Self::Start | Self::Return, b'\n') => Self::Between,
            (Self::Inside, b'\n') => Self::Start,
            (Self::Start, b'\r') => Self::Return,
            _ => Self::Inside,
        };
        *self == Self::Between && before != Self::Between
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of these bytes, each up to its end, when they arrive in pieces of this size.
    fn parts(bytes: &[u8], piece: usize) -> Vec<String> {
        let (mut line, mut parts, mut part) = (Line::default(), Vec::new(), Vec::new());
        for mut piece in bytes.chunks(piece) {
            while let Some(end) = line.pass(piece) {
                part.extend(&piece[..end]);
                parts.push(String::from_utf8(std::mem::take(&mut part)).expect("text"));
                piece = &piece[end..];
            }
            part.extend(piece);
        }
        assert!(part.is_empty(), "{part:?}");
        parts
    }

    #[test]
    fn heads_end_at_empty_lines_wherever_they_are_cut() {
        let heads = [
            "GET / HTTP/1.0\r\n\r\n",
            "GET / HTTP/1.1\nHost: x\n\n",
            "\r\n\r\n\nGET / HTTP/1.1\r\nHost: x\r\n\n",
            "GET / HTTP/1.1\r\nHost: \r\r\n\r\n",
        ];
        for piece in 1..70 {
            assert_eq!(parts(heads.concat().as_bytes(), piece), heads, "in pieces of {piece}");
        }
    }

    #[test]
    fn last_end_leaves_what_follows() {
        let mut line = Line::default();
        assert_eq!(line.pass_last(b"2\r\n{}\r\n0\r\n"), None);
        assert_eq!(line.pass_last(b"\r\nGET / HTTP/1.0\r\n\r\nGET"), Some(20));
        assert_eq!(line, Line::Between);
        assert_eq!(line.pass_last(b""), None);
    }
}
