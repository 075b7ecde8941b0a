//! Pictures over HTTP: a state as SVG or as text, chosen by `Accept` (RFC 9110, proactive negotiation).

use actix_web::http::header::{self, Accept, Header as _, HeaderValue, Quality};
use actix_web::{HttpRequest, HttpResponse};

use crate::api::operation::{MediaTypeDoc, OperationDoc};
use crate::api::problem::{Code, Problem};
use crate::picture;
use crate::rules::scene::Scene;
use crate::rules::wire;

/// The media type of drawn pictures.
const SVG: &str = "image/svg+xml";
/// The media type of the text board.
const TEXT: &str = "text/plain";

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum PictureFormat {
    /// An SVG document.
    Svg,
    /// A board drawn with characters.
    Text,
}

impl PictureFormat {
    /// The format to which `Accept` gives the higher quality; SVG if they are equal or there is no `Accept`.
    ///
    /// # Errors
    /// 406 if both have quality 0.
    pub(in crate::api) fn negotiate(request: &HttpRequest) -> Result<Self, Problem> {
        let accept = Accept::parse(request).ok().filter(|accept| !accept.is_empty());
        let (svg, text) = match &accept {
            Some(accept) => (quality(accept, SVG), quality(accept, TEXT)),
            None => (Quality::MAX, Quality::MAX),
        };
        if svg.max(text) == Quality::ZERO {
            let detail = format!("a picture is given as {SVG} or as {TEXT}");
            let vary = HeaderValue::from_static("Accept");
            return Err(Problem::new(Code::UnacceptableMediaType, detail).with_header(header::VARY, vary));
        }
        Ok(if svg >= text { Self::Svg } else { Self::Text })
    }

    /// The scene in this format.
    pub(in crate::api) fn render(self, scene: &Scene) -> String {
        match self {
            Self::Svg => picture::draw(scene),
            Self::Text => scene.to_string(),
        }
    }

    /// The value of `Content-Type`.
    pub(in crate::api) fn media_type(self) -> &'static str {
        match self {
            Self::Svg => SVG,
            Self::Text => "text/plain; charset=utf-8",
        }
    }

    /// 200 with a picture in this format.
    pub(in crate::api) fn respond(self, picture: String) -> HttpResponse {
        let vary = (header::VARY, HeaderValue::from_static("Accept"));
        HttpResponse::Ok().insert_header(vary).content_type(self.media_type()).body(picture)
    }
}

/// Documents a response that is a picture.
pub(in crate::api) fn responses<RequestBody>(
    doc: OperationDoc<RequestBody>,
    text_board: String,
) -> OperationDoc<RequestBody> {
    doc.ok_as_any_of(
        "The picture in the media type that `Accept` prefers: SVG if it prefers neither.",
        [
            MediaTypeDoc { media_type: SVG, schema: wire::any_text(), example: None },
            MediaTypeDoc { media_type: TEXT, schema: wire::any_text(), example: Some(text_board.into()) },
        ],
    )
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
