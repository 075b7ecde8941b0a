//! `GET /oembed`: how to embed a run, for consumers of oEmbed 1.0 (<https://oembed.com>).

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::run::SharedRun;
use crate::api::pages::escape::escaped;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::{Parameters, invalid};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::picture::{DEFAULT_WIDTH, WIDTHS, png_height};
use crate::public_url::PublicUrl;
use crate::rules::scene::Scene;
use crate::verification::ruleset;

/// The size of the frame in CSS pixels: its width, its maximum height, its height without a picture, and what it has above
/// and below the picture.
const FRAME_WIDTH: u32 = 480;
const MAX_FRAME_HEIGHT: u32 = 720;
const LOW_FRAME_HEIGHT: u32 = 200;
const AROUND_PICTURE: u32 = 130;

/// The response, with the names that oEmbed gives.
#[derive(Debug, Serialize)]
pub(super) struct OembedInfo {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    author_name: Option<String>,
    provider_name: &'static str,
    provider_url: String,
    html: String,
    width: u32,
    height: u32,
    #[serde(flatten)]
    thumbnail: Option<Thumbnail>,
}

/// A picture of at most the requested size.
#[derive(Clone, Debug, Serialize)]
struct Thumbnail {
    #[serde(rename = "thumbnail_url")]
    url: String,
    #[serde(rename = "thumbnail_width")]
    width: u32,
    #[serde(rename = "thumbnail_height")]
    height: u32,
}

/// The parameters of a request. Others are ignored.
struct OembedQuery {
    url: String,
    /// The maximum width and height.
    max: (u32, u32),
}

impl OembedQuery {
    /// # Errors
    /// 400 when a parameter is missing, given twice or not valid; 501 for another format than JSON.
    fn read(request: &HttpRequest) -> Result<Self, Problem> {
        let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
        let mut query = Parameters::new(query.map_err(|why| Problem::new(Code::InvalidQuery, why))?.into_inner());
        if let Some(format) = query.take_text("format")?.filter(|format| format != "json") {
            return Err(Problem::new(Code::UnsupportedFormat, format_args!("format must be json (got {format:?})")));
        }
        let url = query.take_text("url")?.ok_or_else(|| invalid("url", "is required: the address of a run"))?;
        Ok(Self { url, max: (size(&mut query, "maxwidth")?, size(&mut query, "maxheight")?) })
    }
}

/// The value of a parameter in CSS pixels; the maximum if it is missing.
fn size(query: &mut Parameters, name: &str) -> Result<u32, Problem> {
    let Some(text) = query.take_text(name)? else { return Ok(u32::MAX) };
    let size = text.parse().ok().filter(|size| *size > 0);
    size.ok_or_else(|| invalid(name, format_args!("must be an integer of at least 1, in pixels (got {text:?})")))
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<JsonResponse<OembedInfo>, Problem> {
    let OembedQuery { url, max } = OembedQuery::read(&request)?;
    let unknown = |why: &str| Problem::new(Code::NotFound, format_args!("{url:?} {why}"));
    let base = shared.public_url.as_ref();
    let base =
        base.ok_or_else(|| unknown("cannot be recognized: the operator of this service has set no --public-url"))?;
    let id = run_in(base, &url).ok_or_else(|| unknown("is not the address of a run of this service"))?;
    let run = SharedRun::find(&shared, id).await?;
    let end = if run.embargoed_until.is_none() { Some(end_of(&request, &shared, &run).await?) } else { None };
    Ok(JsonResponse::with_entity_tag(&info(&run, base, end.as_ref(), max), &request))
}

/// The number of the run in its address: that of the page, of the front end, or of the API.
fn run_in<'a>(base: &PublicUrl, url: &'a str) -> Option<&'a str> {
    let path = base.path_in(url)?;
    ["/embed/runs/", "/play#/runs/", "/v1/runs/"].iter().find_map(|before| path.strip_prefix(before))
}

/// The end of a run.
async fn end_of(request: &HttpRequest, shared: &Shared, run: &SharedRun) -> Result<Scene, Problem> {
    let (positions, stored, moves) = (shared.positions.clone(), run.stored.clone(), run.move_count as usize);
    let end = move || Ok(ruleset(&stored)?.scene_after(&*positions.checkpoints(&stored)?, moves)?);
    shared.run_in_pool(request, end).await
}

fn info(run: &SharedRun, base: &PublicUrl, end: Option<&Scene>, max: (u32, u32)) -> OembedInfo {
    let title = run.title();
    let width = FRAME_WIDTH.min(max.0);
    let picture_height =
        end.and_then(|end| png_height(end, FRAME_WIDTH).ok()).map(|height| height * width / FRAME_WIDTH);
    let natural = picture_height.map_or(LOW_FRAME_HEIGHT, |height| height + AROUND_PICTURE);
    let height = natural.min(MAX_FRAME_HEIGHT).min(max.1);
    let html = format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" style=\"border: 0\" loading=\"lazy\"></iframe>",
        run.page(base),
        escaped(&title)
    );
    OembedInfo {
        version: "1.0",
        kind: "rich",
        title,
        author_name: run.player.clone(),
        provider_name: "funhouse",
        provider_url: base.to_string(),
        html,
        width,
        height,
        thumbnail: end.and_then(|end| thumbnail(run, base, end, max)),
    }
}

/// The largest picture that fits, up to the default width; none if even the smallest does not fit.
fn thumbnail(run: &SharedRun, base: &PublicUrl, end: &Scene, (max_width, max_height): (u32, u32)) -> Option<Thumbnail> {
    let widest = DEFAULT_WIDTH.min(max_width);
    let fitting = |width: u32| Some((width, png_height(end, width).ok()?)).filter(|(_, height)| *height <= max_height);
    let (width, height) = (*WIDTHS.start()..=widest).rev().find_map(fitting)?;
    Some(Thumbnail { url: format!("{base}{}?width={width}", run.picture()), width, height })
}
