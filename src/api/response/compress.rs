//! Compressed responses: which content coding a client accepts (RFC 9110, section 12.5.3), and bodies in it.
//!
//! There are two codings: Brotli, which compresses best and which browsers prefer, and gzip, which every client supports.

use std::io::{self, Write as _};

use actix_web::HttpMessage;
use actix_web::http::header::{self, AcceptEncoding, HeaderMap, HeaderValue};

/// A content coding of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Encoding {
    /// Not compressed.
    Identity,
    /// gzip (RFC 1952).
    Gzip,
    /// Brotli (RFC 7932).
    Brotli,
}

impl Encoding {
    /// The names of all encodings, as `Accept-Encoding` has them.
    pub(in crate::api) const NAMES: &str = "br, gzip, identity";

    /// The value of `Content-Encoding`; none for an uncompressed body.
    pub(in crate::api) fn content_encoding(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }
}

/// How much time compression may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Effort {
    /// For one response: fast.
    Once,
    /// For all later responses: small, within a tenth of a second, for which the first request waits. The highest levels take ten times as
    /// long to make the largest file a tenth smaller.
    Cached,
}

/// The encodings that a client accepts.
#[derive(Debug)]
pub(in crate::api) struct Accepted(Option<AcceptEncoding>);

impl Accepted {
    /// The encodings that the client of a request accepts.
    pub(in crate::api) fn of(request: &impl HttpMessage) -> Self {
        Self(request.get_header())
    }

    /// The supported encoding that it prefers; none if it accepts none.
    pub(in crate::api) fn best(&self) -> Option<Encoding> {
        use header::Encoding as Coding;
        let Some(accepted) = &self.0 else { return Some(Encoding::Identity) };
        let all = [
            (Coding::identity(), Encoding::Identity),
            (Coding::brotli(), Encoding::Brotli),
            (Coding::gzip(), Encoding::Gzip),
        ];
        let best = accepted.negotiate(all.iter().map(|(coding, _)| coding))?;
        all.iter().find(|(coding, _)| *coding == best).map(|(_, encoding)| *encoding)
    }

    /// Whether it accepts an uncompressed body.
    pub(in crate::api) fn identity(&self) -> bool {
        let identity = header::Encoding::identity();
        self.0.as_ref().is_none_or(|accepted| accepted.negotiate([identity].iter()).is_some())
    }
}

/// A body in an encoding.
///
/// # Errors
/// When the library fails, which does not happen in memory.
pub(in crate::api) fn compressed(body: &[u8], encoding: Encoding, effort: Effort) -> io::Result<Vec<u8>> {
    match encoding {
        Encoding::Identity => Ok(body.to_vec()),
        Encoding::Gzip => {
            let level = match effort {
                Effort::Once => flate2::Compression::fast(),
                Effort::Cached => flate2::Compression::best(),
            };
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(body)?;
            encoder.finish()
        }
        Encoding::Brotli => {
            let quality = if effort == Effort::Once { 3 } else { 9 };
            let params = brotli::enc::BrotliEncoderParams { quality, size_hint: body.len(), ..Default::default() };
            let mut written = Vec::new();
            brotli::BrotliCompress(&mut &*body, &mut written, &params)?;
            Ok(written)
        }
    }
}

/// The content of a body that is compressed with Brotli.
///
/// # Errors
/// When it is not.
pub(in crate::api) fn decompressed(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    brotli::BrotliDecompress(&mut &*body, &mut content)?;
    Ok(content)
}

/// Whether compression helps: bitmap images are compressed already.
pub(in crate::api) fn compressible(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    !media_type.starts_with("image/") || media_type.starts_with("image/svg")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn accepted(header: &str) -> (Option<Encoding>, bool) {
        let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, header)).to_http_request();
        let accepted = Accepted::of(&request);
        (accepted.best(), accepted.identity())
    }

    #[test]
    fn encoding_is_the_one_that_the_client_prefers() {
        assert_eq!(accepted("gzip, deflate, br, zstd"), (Some(Encoding::Brotli), true));
        assert_eq!(accepted("br;q=0.5, gzip"), (Some(Encoding::Gzip), true));
        assert_eq!(accepted("br;q=0, gzip;q=0.1"), (Some(Encoding::Gzip), true));
        assert_eq!(accepted("deflate, zstd"), (Some(Encoding::Identity), true));
        assert_eq!(accepted("*;q=0, br"), (Some(Encoding::Brotli), false));
        assert_eq!(accepted("gzip, identity;q=0"), (Some(Encoding::Gzip), false));
        assert_eq!(accepted("deflate, identity;q=0"), (None, false));
        assert_eq!(accepted("identity;q=0"), (None, false));
        assert_eq!(Accepted::of(&TestRequest::default().to_http_request()).best(), Some(Encoding::Identity));
    }
}
