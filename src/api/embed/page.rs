//! `GET /embed/runs/{id}`: a page with a run that any site can frame. It has no scripts.

use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};

use super::run::SharedRun;
use crate::api::pages::escape::escaped;
use crate::api::pages::{below, linked, prefers_pages};
use crate::api::problem::{Code, HTML, Problem};
use crate::api::response::{Representation, add_vary};
use crate::api::shared::Shared;
use crate::picture::DEFAULT_WIDTH;
use crate::public_url::PublicUrl;

/// The page may load the style sheet and the picture, and every site may frame it.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The way from the page to the root.
const ROOT: &str = "../../";
static TEMPLATE: LazyLock<String> = LazyLock::new(|| linked(include_str!("run.html"), ROOT));

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let mut response = match SharedRun::find(&shared, &id).await {
        Ok(run) => Representation::new(page(&run, shared.public_url.as_ref()).into()).respond(&request, HTML),
        // Within a frame, a page is easier to read than JSON.
        Err(problem) if problem.code == Code::UnknownRun && prefers_pages(&request) => {
            let no_store = (header::CACHE_CONTROL, "no-store");
            HttpResponse::NotFound().insert_header(no_store).content_type(HTML).body(missing())
        }
        Err(problem) => return Err(problem),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    add_vary(headers, &header::ACCEPT);
    Ok(response)
}

fn filled(title: &str, meta: &str, body: &str) -> String {
    // Escaped text has no `<`, so it is not taken for a place of the template.
    TEMPLATE
        .replace("<!-- title -->", &escaped(title))
        .replace("<!-- meta -->", meta)
        .replace("<!-- body -->", &below(body, ROOT))
}

fn missing() -> String {
    filled(
        "Run not available",
        "",
        "<main>\n<h1>Run not available</h1>\n<p class=\"secret\">This run does not exist, or it is hidden.</p>\n</main>\n\
         <footer><a href=\"/\" target=\"_blank\" rel=\"noopener\">funhouse</a></footer>",
    )
}

fn page(run: &SharedRun, base: Option<&PublicUrl>) -> String {
    let (id, title) = (run.id, run.title());
    let player = escaped(run.player.as_deref().unwrap_or("A deleted player"));
    let (game, score, day) = (escaped(&run.game), run.score, run.received_on);
    let picture = match run.embargoed_until {
        Some(until) => format!(
            "<p class=\"secret\">The moves of this daily run stay secret until {}, while others play the same game.</p>",
            until.day()
        ),
        None => {
            format!("<img src=\"{}\" alt=\"{game} at the end of the run\">", run.picture())
        }
    };
    let body = format!(
        "<header>\n<h1>{game}</h1>\n<p class=\"score\">Score {score}</p>\n\
         <p class=\"by\">{player}, <time datetime=\"{day}\">{day}</time></p>\n</header>\n\
         <main>{picture}</main>\n\
         <footer><a href=\"/play#/runs/{id}\" target=\"_blank\" rel=\"noopener\">Watch the run</a> \
         <a href=\"/play#/start/{}\" target=\"_blank\" rel=\"noopener\">Play {game}</a> \
         <a href=\"/\" target=\"_blank\" rel=\"noopener\">funhouse</a></footer>",
        run.stored.summary.category.game
    );
    filled(&title, &base.map(|base| meta(run, &title, base)).unwrap_or_default(), &body)
}

/// What link previews read: the Open Graph protocol (<https://ogp.me>), and where oEmbed describes the page. They need whole
/// addresses.
fn meta(run: &SharedRun, title: &str, base: &PublicUrl) -> String {
    let (title, page) = (escaped(title), run.page(base));
    let mut meta = format!(
        "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{base}/oembed?url={page}&amp;format=json\" title=\"{title}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"funhouse\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:url\" content=\"{page}\">\n"
    );
    let card = if run.embargoed_until.is_none() {
        meta += &format!(
            "<meta property=\"og:image\" content=\"{base}{}?width={DEFAULT_WIDTH}\">\n\
             <meta property=\"og:image:type\" content=\"image/png\">\n",
            run.picture()
        );
        "summary_large_image"
    } else {
        "summary"
    };
    meta + &format!("<meta name=\"twitter:card\" content=\"{card}\">\n")
}
