//! Pictures over HTTP: a state as SVG or as text, whichever the request likes better.

use actix_web::http::header::{self, Accept, Header as _, HeaderValue, Quality};
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::path::Operation;

use super::openapi::{Form, OperationSays};
use super::problem::{Code, Problem};
use crate::picture;
use crate::rules::game::{Game, State};
use crate::rules::scene::Scene;
use crate::rules::wire;

/// The media type of drawn pictures.
const SVG: &str = "image/svg+xml";
/// The media type of the text board.
const TEXT: &str = "text/plain";

/// The picture of a state, in the form that the request's `Accept` likes best: SVG if it does not care.
///
/// # Errors
/// A problem, if it accepts neither.
pub fn answer<G: Game>(state: &State<G>, request: &HttpRequest) -> Result<HttpResponse, Problem> {
    let (media_type, body) = drawn(&state.scene(), request)?;
    let vary = (header::VARY, HeaderValue::from_static("Accept"));
    Ok(HttpResponse::Ok().insert_header(vary).content_type(media_type).body(body))
}

/// What there is to see, in the form that the request likes best: its media type, and itself.
pub(super) fn drawn(scene: &Scene, request: &HttpRequest) -> Result<(&'static str, String), Problem> {
    Ok(match liked(request)? {
        SVG => (SVG, picture::draw(scene)),
        _ => ("text/plain; charset=utf-8", scene.to_string()),
    })
}

/// What the document says of an answer that is a picture of a state.
pub(super) fn answers<G: Game>(says: OperationSays, state: &State<G>) -> Operation {
    let text = state.scene().to_string();
    says.answers_in(
        "The picture, in the form that `Accept` likes best; SVG if it does not care.",
        [
            Form { media_type: SVG, schema: wire::any_text(), example: None },
            Form { media_type: TEXT, schema: wire::any_text(), example: Some(text.into()) },
        ],
    )
    .done()
}

/// The form that a request likes best; of two that it likes equally, SVG.
fn liked(request: &HttpRequest) -> Result<&'static str, Problem> {
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
    Ok(if svg >= text { SVG } else { TEXT })
}

/// How much a request likes a media type: what its most specific range that fits says.
fn quality(accept: &Accept, media_type: &str) -> Quality {
    let family = media_type.split('/').next().unwrap_or_default();
    let fits = |range: &str| match range.split_once('/') {
        _ if range.eq_ignore_ascii_case(media_type) => 3,
        Some((of, "*")) if of.eq_ignore_ascii_case(family) => 2,
        Some(("*", "*")) => 1,
        _ => 0,
    };
    let ranges = accept.iter().map(|range| (fits(range.item.essence_str()), range.quality));
    ranges.filter(|(fits, _)| *fits > 0).max_by_key(|(fits, _)| *fits).map_or(Quality::ZERO, |(_, quality)| quality)
}
