//! Bodies that are sent compressed, inflated in steps that stop at the limit of the call.
//!
//! The server's own decoder inflates each piece of a body whole before its size is counted, so that a few hundred bytes can
//! take gigabytes of memory. Here no more is inflated than the limit and one byte.

use std::io::{self, Read};

/// How a body is encoded: a content coding of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// As it is.
    Identity,
    /// gzip (RFC 1952).
    Gzip,
    /// deflate in the zlib format (RFC 1950).
    Deflate,
    /// Brotli (RFC 7932).
    Brotli,
    /// Zstandard (RFC 8878).
    Zstd,
}

/// The largest window that a frame of Zstandard may ask for, as a power of two: 8 MiB, which RFC 8878 wants every decoder to have.
const MAX_WINDOW_LOG: u32 = 23;
/// The largest window that a stream of Brotli has: 2^24 bytes less 16 (RFC 7932, section 9.1).
const BROTLI_WINDOW: usize = 16 << 20;
/// More than any decoder takes besides its window: its tables, and what it reads and writes at a time.
const TABLES: usize = 256 * 1024;
/// The bytes that a decoder of Brotli reads at a time.
const STEP: usize = 4096;

/// Why a body cannot be inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotInflated {
    /// It is larger than the limit.
    TooLarge,
    /// It is not what its encoding says.
    Corrupt,
}

impl Encoding {
    /// The names of all encodings, as `Content-Encoding` gives them.
    pub(super) const NAMES: [&'static str; 5] = ["gzip", "deflate", "br", "zstd", "identity"];

    /// The encoding of a name, in upper or lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        let all = [Self::Gzip, Self::Deflate, Self::Brotli, Self::Zstd, Self::Identity];
        let known = Self::NAMES.iter().position(|known| name.trim().eq_ignore_ascii_case(known))?;
        all.get(known).copied()
    }

    /// The most memory that [`inflate`](Self::inflate) takes.
    pub(super) fn max_memory(self, max_bytes: usize) -> usize {
        let window = match self {
            Self::Identity | Self::Gzip | Self::Deflate => 0,
            Self::Brotli => BROTLI_WINDOW,
            Self::Zstd => 1 << MAX_WINDOW_LOG,
        };
        // What is written is in two places while it grows.
        window.saturating_add(TABLES).saturating_add(max_bytes.saturating_mul(3))
    }

    /// Inflates a body to at most `max_bytes`.
    pub(super) fn inflate(self, body: &[u8], max_bytes: usize) -> Result<Vec<u8>, NotInflated> {
        match self {
            Self::Identity => read(body, max_bytes),
            Self::Gzip => read(flate2::bufread::GzDecoder::new(body), max_bytes),
            Self::Deflate => read(flate2::bufread::ZlibDecoder::new(body), max_bytes),
            Self::Brotli if asks_for_a_large_window(body) => Err(NotInflated::Corrupt),
            Self::Brotli => read(brotli::Decompressor::new(body, STEP), max_bytes),
            Self::Zstd => {
                let decoder = zstd_decoder(body).map_err(|_| NotInflated::Corrupt)?;
                read(decoder, max_bytes)
            }
        }
    }
}

/// Whether a stream of Brotli begins with the window bits that RFC 7932 (section 9.1) calls invalid. The decoder takes them for
/// an extension with windows of up to 1 GiB, which it would allocate at once.
fn asks_for_a_large_window(body: &[u8]) -> bool {
    body.first().is_some_and(|first| first & 0x7f == 0x11)
}

fn zstd_decoder(body: &[u8]) -> io::Result<impl Read> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(body)?;
    decoder.window_log_max(MAX_WINDOW_LOG)?;
    Ok(decoder)
}

/// Reads to the end, unless that is further than `max_bytes`.
fn read(from: impl Read, max_bytes: usize) -> Result<Vec<u8>, NotInflated> {
    let mut inflated = Vec::new();
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    from.take(limit).read_to_end(&mut inflated).map_err(|_| NotInflated::Corrupt)?;
    if inflated.len() > max_bytes { Err(NotInflated::TooLarge) } else { Ok(inflated) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_the_limit_and_one_byte() {
        let mut endless = io::repeat(b' ');
        assert_eq!(read(&mut endless, 1000), Err(NotInflated::TooLarge));
        assert_eq!(read(io::repeat(b' ').take(1000), 1000).map(|read| read.len()), Ok(1000));
        let mut counted = io::Cursor::new(vec![b' '; 5000]);
        assert_eq!(read(&mut counted, 1000), Err(NotInflated::TooLarge));
        assert_eq!(counted.position(), 1001);
    }

    #[test]
    fn a_window_that_the_format_does_not_have_is_refused() {
        let compressed = |large_window: bool, lgwin: i32| {
            let params = brotli::enc::BrotliEncoderParams { large_window, lgwin, ..Default::default() };
            let mut written = Vec::new();
            brotli::BrotliCompress(&mut b"{}".as_slice(), &mut written, &params).expect("it is written to memory");
            written
        };
        assert_eq!(Encoding::Brotli.inflate(&compressed(true, 30), 1000), Err(NotInflated::Corrupt));
        for lgwin in 10..=24 {
            assert_eq!(Encoding::Brotli.inflate(&compressed(false, lgwin), 1000), Ok(b"{}".to_vec()), "{lgwin} bits");
        }
    }

    #[test]
    fn an_encoding_is_known_by_its_name_alone() {
        assert_eq!(Encoding::named(" GZip"), Some(Encoding::Gzip));
        assert_eq!(Encoding::named("identity"), Some(Encoding::Identity));
        assert_eq!(Encoding::named("gzip, br"), None);
    }
}
