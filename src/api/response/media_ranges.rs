//! The media types that a client accepts (RFC 9110, 12.5.1).

use actix_web::HttpRequest;
use actix_web::http::header::{Accept, Header as _, Quality};

/// A format of a response, named by its media type.
pub(in crate::api) trait Format: Copy {
    /// The media type, without parameters.
    fn media_type(self) -> &'static str;
}

/// Returns the format to which `Accept` gives the highest quality: the first of equals, and without `Accept` the first.
pub(in crate::api) fn preferred<F: Format, const N: usize>(request: &HttpRequest, offered: [F; N]) -> F {
    const { assert!(N > 0) };
    let ranges = MediaRanges::of(request);
    let quality = |format: &F| ranges.quality(format.media_type());
    offered.into_iter().rev().max_by_key(quality).unwrap_or(offered[0])
}

/// The media ranges of `Accept`; without that header, every media type.
pub(in crate::api) struct MediaRanges(Option<Accept>);

impl MediaRanges {
    /// Reads the header of a request. One that cannot be parsed counts as absent.
    pub(in crate::api) fn of(request: &HttpRequest) -> Self {
        Self(Accept::parse(request).ok().filter(|accept| !accept.is_empty()))
    }

    /// Returns the quality of a media type: that of the most specific range that matches; zero if it is not accepted.
    pub(in crate::api) fn quality(&self, media_type: &str) -> Quality {
        let Some(accept) = &self.0 else { return Quality::MAX };
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
}
