//! Content negotiation by `Accept` (RFC 9110, proactive negotiation).

use actix_web::HttpRequest;
use actix_web::http::header::{self, Accept, Header as _, HeaderValue, Quality};

use crate::api::problem::{Code, Problem};

/// A format of a response, named by its media type.
pub(in crate::api) trait Format: Copy {
    /// The media type, without parameters.
    fn media_type(self) -> &'static str;
}

/// Returns the format to which `Accept` gives the highest quality: the first of equals, and without `Accept` the first.
/// `what` is the subject of the error message, such as "a picture is".
///
/// # Errors
/// 406 if all have quality 0.
pub(in crate::api) fn negotiate<F: Format>(request: &HttpRequest, what: &str, offered: &[F]) -> Result<F, Problem> {
    let accept = Accept::parse(request).ok().filter(|accept| !accept.is_empty());
    let quality = |format: &F| accept.as_ref().map_or(Quality::MAX, |accept| quality(accept, format.media_type()));
    let acceptable = offered.iter().rev().filter(|format| quality(format) > Quality::ZERO);
    acceptable.max_by_key(|format| quality(format)).copied().ok_or_else(|| {
        let types: Vec<&str> = offered.iter().map(|format| format.media_type()).collect();
        let detail = format!("{what} given as {}", types.join(" or as "));
        Problem::new(Code::UnacceptableMediaType, detail).with_header(header::VARY, HeaderValue::from_static("Accept"))
    })
}

/// The quality that `Accept` gives to a media type: that of the most specific range that matches (RFC 9110, 12.5.1).
pub(in crate::api) fn quality(accept: &Accept, media_type: &str) -> Quality {
    let family = media_type.split('/').next().unwrap_or_default();
    let specificity = |range: &str| match range.split_once('/') {
        _ if range.eq_ignore_ascii_case(media_type) => 3,
        Some((of, "*")) if of.eq_ignore_ascii_case(family) => 2,
        Some(("*", "*")) => 1,
        _ => 0,
    };
    let ranges = accept.iter().map(|range| (specificity(range.item.essence_str()), range.quality));
    ranges
        .filter(|(specificity, _)| *specificity > 0)
        .max_by_key(|(specificity, _)| *specificity)
        .map_or(Quality::ZERO, |(_, quality)| quality)
}
