//! Bodies of requests that are compressed with gzip (RFC 1952), inflated in steps that stop at the limit of the call.
//!
//! The server's own decoder inflates each piece of a body whole before it counts its size, so that a few hundred bytes can
//! take gigabytes of memory. Here no more is inflated than the limit and one byte. gzip is the only coding: its window is
//! 32 KiB, while a decoder of Brotli or Zstandard has to set megabytes aside for a body of some bytes.

use std::io::Read;

use flate2::bufread::GzDecoder;

/// Memory that a decoder takes next to its output, at most: window, tables and buffers.
const DECODER: usize = 64 * 1024;

/// Why a body cannot be inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum InflateError {
    /// It is larger than the limit.
    TooLarge,
    /// It is not one member of gzip and nothing else.
    Corrupt,
}

/// The memory that [`inflate`] takes at most, in bytes.
pub(in crate::api) fn max_memory(max_bytes: usize) -> usize {
    // While the output grows it is in two places.
    DECODER.saturating_add(max_bytes.saturating_mul(3))
}

/// Inflates a body to at most `max_bytes`.
///
/// # Errors
/// When the body has more than that, or is not exactly one member.
pub(in crate::api) fn inflate(body: &[u8], max_bytes: usize) -> Result<Vec<u8>, InflateError> {
    let mut decoder = GzDecoder::new(body);
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut inflated = Vec::new();
    (&mut decoder).take(limit).read_to_end(&mut inflated).map_err(|_| InflateError::Corrupt)?;
    if inflated.len() > max_bytes {
        return Err(InflateError::TooLarge);
    }
    // What comes after the member would be dropped without notice.
    if decoder.get_ref().is_empty() { Ok(inflated) } else { Err(InflateError::Corrupt) }
}

#[cfg(test)]
mod tests {
    use std::io::{Write as _, repeat};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(mut content: impl Read) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        std::io::copy(&mut content, &mut encoder).expect("it is written to memory");
        encoder.flush().and_then(|()| encoder.finish()).expect("it is written to memory")
    }

    #[test]
    fn inflates_up_to_the_limit_and_no_further() {
        let body = gzip(repeat(b' ').take(1000));
        assert_eq!(inflate(&body, 1000), Ok(vec![b' '; 1000]));
        assert_eq!(inflate(&body, 999), Err(InflateError::TooLarge));
        assert_eq!(inflate(&gzip(repeat(b' ').take(64 << 20)), 1000), Err(InflateError::TooLarge));
    }

    #[test]
    fn accepts_one_whole_member_and_nothing_else() {
        let body = gzip(b"{}".as_slice());
        assert_eq!(inflate(&body, 1000), Ok(b"{}".to_vec()));
        assert_eq!(inflate(&[], 1000), Err(InflateError::Corrupt));
        assert_eq!(inflate(&body[..body.len() - 1], 1000), Err(InflateError::Corrupt));
        assert_eq!(inflate(&[body.as_slice(), b" "].concat(), 1000), Err(InflateError::Corrupt));
        assert_eq!(inflate(&[body.as_slice(), &body].concat(), 1000), Err(InflateError::Corrupt));
        let mut damaged = body;
        let checksum = damaged.len() - 8;
        damaged[checksum] ^= 1;
        assert_eq!(inflate(&damaged, 1000), Err(InflateError::Corrupt));
    }
}
