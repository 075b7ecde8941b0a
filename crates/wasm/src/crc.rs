//! CRC-32, as in gzip: a number for a text that every language can compute.

/// The checksum of what was added to it.
#[derive(Clone, Copy)]
pub(crate) struct Crc(u32);

impl Default for Crc {
    fn default() -> Self {
        Self(!0)
    }
}

impl Crc {
    /// Returns the checksum with more bytes after what was added.
    pub(crate) fn and(self, bytes: &[u8]) -> Self {
        let add = |crc: u32, byte: &u8| TABLE[((crc ^ u32::from(*byte)) & 0xFF) as usize] ^ (crc >> 8);
        Self(bytes.iter().fold(self.0, add))
    }

    /// Returns the checksum as a number.
    pub(crate) const fn value(self) -> u32 {
        !self.0
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
        assert_eq!(Crc::default().and(b"123456789").value(), 0xCBF4_3926);
        assert_eq!(Crc::default().and(b"1234").and(b"").and(b"56789").value(), 0xCBF4_3926);
    }
}
