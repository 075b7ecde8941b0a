//! CRC-32, as in gzip: a number for a text that every language can compute.

use std::fmt::{self, Write};

/// The checksum of what was added to it.
#[derive(Clone, Copy)]
pub(crate) struct Crc(u32);

impl Default for Crc {
    fn default() -> Self {
        Self(!0)
    }
}

impl Crc {
    /// Returns the checksum of bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut crc = Self::default();
        crc.add(bytes);
        crc
    }

    /// Returns the checksum of a text after what was added.
    pub(crate) fn and(mut self, text: fmt::Arguments<'_>) -> Self {
        // Adding text cannot fail.
        let _ = self.write_fmt(text);
        self
    }

    /// Returns the checksum as a number.
    pub(crate) const fn value(self) -> u32 {
        !self.0
    }

    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |crc, byte| TABLE[((crc ^ u32::from(*byte)) & 0xFF) as usize] ^ (crc >> 8));
    }
}

impl Write for Crc {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

/// The checksum of each byte.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_that_of_gzip() {
        assert_eq!(Crc::of(b"123456789").value(), 0xCBF4_3926);
        assert_eq!(Crc::of(b"1234").and(format_args!("{}89", 567)).value(), 0xCBF4_3926);
    }
}
