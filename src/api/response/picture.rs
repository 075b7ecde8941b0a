//! Pictures over HTTP: a state as SVG or as text, as `Accept` chooses.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};

use crate::api::operation::{MediaTypeDoc, OperationDoc};
use crate::api::response::media_ranges::{Format, preferred};
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
    /// The format that `Accept` prefers; SVG if it prefers neither.
    pub(in crate::api) fn negotiate(request: &HttpRequest) -> Self {
        preferred(request, [Self::Svg, Self::Text])
    }

    /// The scene in this format.
    pub(in crate::api) fn render(self, scene: &Scene) -> String {
        match self {
            Self::Svg => picture::draw(scene),
            Self::Text => scene.to_string(),
        }
    }

    /// The value of `Content-Type`.
    pub(in crate::api) fn content_type(self) -> &'static str {
        match self {
            Self::Svg => SVG,
            Self::Text => "text/plain; charset=utf-8",
        }
    }

    /// 200 with a picture in this format.
    pub(in crate::api) fn respond(self, picture: String) -> HttpResponse {
        let vary = (header::VARY, HeaderValue::from_static("Accept"));
        HttpResponse::Ok().insert_header(vary).content_type(self.content_type()).body(picture)
    }
}

impl Format for PictureFormat {
    fn media_type(self) -> &'static str {
        match self {
            Self::Svg => SVG,
            Self::Text => TEXT,
        }
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
