//! `GET /oembed`: how to embed a run, for consumers of oEmbed 1.0 (<https://oembed.com>).

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::run::SharedRun;
use crate::api::pages::escape::escaped;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::{Parameters, invalid};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::picture::{DEFAULT_WIDTH, png_height, png_size_within};
use crate::public_url::PublicUrl;
use crate::verification::ruleset;

/// The width of the frame, in CSS pixels.
const FRAME_WIDTH: u32 = 480;
/// The maximum height of the frame, in CSS pixels.
const MAX_FRAME_HEIGHT: u32 = 720;
/// The height of a frame without a picture, in CSS pixels.
const FRAME_HEIGHT_WITHOUT_PICTURE: u32 = 200;
/// The height of what the frame has above and below the picture, in CSS pixels.
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
    let sizes = match run.embargoed_until {
        None => picture_sizes(&request, &shared, &run, max).await?,
        Some(_) => PictureSizes::default(),
    };
    Ok(JsonResponse::with_entity_tag(&info(&run, base, &sizes, max), &request))
}

/// The id of the run in an address of its page, of the front end, or of the API. A query, a fragment and a slash at the end are
/// ignored: sites add parameters to the addresses that they share.
fn run_in<'a>(base: &PublicUrl, url: &'a str) -> Option<&'a str> {
    let path = base.path_in(url)?;
    let rest = ["/embed/runs/", "/play#/runs/", "/v1/runs/"].iter().find_map(|before| path.strip_prefix(before))?;
    let id = rest.split(['?', '#']).next()?;
    Some(id.strip_suffix('/').unwrap_or(id)).filter(|id| !id.contains('/'))
}

/// The sizes of pictures of a position, in pixels.
#[derive(Debug, Default)]
struct PictureSizes {
    /// The height in a frame of [`FRAME_WIDTH`].
    in_frame: Option<u32>,
    /// The largest PNG that fits, up to the default width. None if even the smallest does not fit.
    thumbnail: Option<(u32, u32)>,
}

/// The sizes of pictures of the end of a run.
async fn picture_sizes(
    request: &HttpRequest,
    shared: &Shared,
    run: &SharedRun,
    (max_width, max_height): (u32, u32),
) -> Result<PictureSizes, Problem> {
    let (positions, stored, moves) = (shared.positions.clone(), run.stored.clone(), run.move_count as usize);
    let sizes = move || {
        let end = ruleset(&stored)?.scene_after(&*positions.checkpoints(&stored)?, moves)?;
        let thumbnail = png_size_within(&end, DEFAULT_WIDTH.min(max_width), max_height);
        Ok(PictureSizes { in_frame: png_height(&end, FRAME_WIDTH).ok(), thumbnail })
    };
    shared.run_in_pool(request, sizes).await
}

fn info(run: &SharedRun, base: &PublicUrl, sizes: &PictureSizes, max: (u32, u32)) -> OembedInfo {
    let title = run.title();
    let width = FRAME_WIDTH.min(max.0);
    let picture_height = sizes.in_frame.map(|height| height * width / FRAME_WIDTH);
    let natural = picture_height.map_or(FRAME_HEIGHT_WITHOUT_PICTURE, |height| height + AROUND_PICTURE);
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
        thumbnail: sizes.thumbnail.map(|(width, height)| Thumbnail {
            url: format!("{base}{}?width={width}", run.picture()),
            width,
            height,
        }),
    }
}
