//! Pictures over HTTP: a state as SVG, as PNG or as text, as `Accept` chooses.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

#[cfg(feature = "schemas")]
use crate::api::operation::{MediaTypeDoc, OperationDoc};
use crate::api::problem::{Code, Problem};
use crate::api::request::query::{Parameters, invalid};
use crate::api::response::media_ranges::{Format, preferred};
use crate::picture::{self, DEFAULT_WIDTH, PngError, WIDTHS};
use crate::rules::scene::Scene;
use crate::rules::wire;

/// The media type of drawn pictures.
const SVG: &str = "image/svg+xml";
/// The media type of rasterized pictures.
const PNG: &str = "image/png";
/// The media type of the text board.
const TEXT: &str = "text/plain";

/// The parameter of the query with the width of a PNG.
const WIDTH: &str = "width";

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum PictureFormat {
    /// An SVG document.
    Svg,
    /// A PNG of a width in pixels.
    Png {
        /// One of [`WIDTHS`].
        width: u32,
    },
    /// A board drawn with characters.
    Text,
}

impl PictureFormat {
    /// The format that `Accept` prefers. Of formats with the same quality it is PNG if the query has a width, and else SVG.
    ///
    /// # Errors
    /// 400 when the width is not one that a picture can have.
    pub(in crate::api) fn negotiate(request: &HttpRequest) -> Result<Self, Problem> {
        let width = width_of(request)?;
        let png = Self::Png { width: width.unwrap_or(DEFAULT_WIDTH) };
        let offered = if width.is_some() { [png, Self::Svg, Self::Text] } else { [Self::Svg, Self::Text, png] };
        Ok(preferred(request, offered))
    }

    /// Whether rendering takes so long that it runs in the pool.
    pub(in crate::api) fn is_long(self) -> bool {
        matches!(self, Self::Png { .. })
    }

    /// The scene in this format.
    ///
    /// # Errors
    /// 400 when the scene is so high that a PNG of this width would have too many pixels.
    pub(in crate::api) fn render(self, scene: &Scene) -> Result<Bytes, Problem> {
        match self {
            Self::Svg => Ok(picture::draw(scene).into()),
            Self::Png { width } => picture::draw_png(scene, width).map(Bytes::from).map_err(|why| no_png(&why, width)),
            Self::Text => Ok(scene.to_string().into()),
        }
    }

    /// The value of `Content-Type`.
    pub(in crate::api) fn content_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            other => other.media_type(),
        }
    }

    /// 200 with a picture in this format.
    pub(in crate::api) fn respond(self, picture: Bytes) -> HttpResponse {
        let vary = (header::VARY, HeaderValue::from_static("Accept"));
        HttpResponse::Ok().insert_header(vary).content_type(self.content_type()).body(picture)
    }
}

impl Format for PictureFormat {
    fn media_type(self) -> &'static str {
        match self {
            Self::Svg => SVG,
            Self::Png { .. } => PNG,
            Self::Text => TEXT,
        }
    }
}

/// The width in the query of a request, if it has one.
fn width_of(request: &HttpRequest) -> Result<Option<u32>, Problem> {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map_err(|why| Problem::new(Code::InvalidQuery, why))?;
    let Some(text) = Parameters::new(query.into_inner()).take_text(WIDTH)? else { return Ok(None) };
    let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
    let expected = || format!("must be an integer from {} to {}", WIDTHS.start(), WIDTHS.end());
    width.map(Some).ok_or_else(|| invalid(WIDTH, format_args!("{} (got {text:?})", expected())))
}

fn no_png(why: &PngError, width: u32) -> Problem {
    match why {
        PngError::TooManyPixels { max_width } => {
            invalid(WIDTH, format_args!("must be at most {max_width} for this picture, which is tall (got {width})"))
        }
        PngError::Width | PngError::Renderer(_) => {
            let why = why.to_string();
            tracing::error!(target: "funhouse::request", why, "a picture cannot be rendered");
            Problem::of(Code::InternalError)
        }
    }
}

/// Documents a response that is a picture.
#[cfg(feature = "schemas")]
pub(in crate::api) fn responses<RequestBody>(
    doc: OperationDoc<RequestBody>,
    text_board: String,
) -> OperationDoc<RequestBody> {
    let svg = MediaTypeDoc { media_type: SVG, schema: wire::any_text(), example: None };
    let text = MediaTypeDoc { media_type: TEXT, schema: wire::any_text(), example: Some(text_board.into()) };
    // Generators derive one type from all formats: the text that the default formats are.
    let png = MediaTypeDoc { media_type: PNG, schema: wire::any_text(), example: None };
    let width = "The width of a PNG in pixels. It makes PNG the default format.";
    doc.query(WIDTH, width, width_schema(width))
        .ok_as_any_of("The picture as `Accept` prefers: by default as SVG, or with a `width` as PNG.", [svg, text, png])
}

#[cfg(feature = "schemas")]
fn width_schema(description: &str) -> wire::AnySchema {
    let schema = ObjectBuilder::new().schema_type(Type::Integer).description(Some(description));
    let schema = schema.minimum(Some(*WIDTHS.start() as usize)).maximum(Some(*WIDTHS.end() as usize));
    schema.default(Some(DEFAULT_WIDTH.into())).into()
}
