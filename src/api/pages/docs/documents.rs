//! `GET /docs/{document}`: a document as HTML, or as Markdown with `.md` or if `Accept` prefers `text/markdown`.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};

use super::{ASSETS, markdown};
use crate::api::pages;
use crate::api::pages::assets::Page;
use crate::api::pages::escape::escaped;
use crate::api::problem::{Code, Problem};
use crate::api::response::media_ranges::{Format, preferred};
use crate::api::response::{Caching, Fixed, add_vary};
use crate::engine;

/// The documents in the order of the contents: id and Markdown. The first line of each is its title.
const DOCUMENTS: &[(&str, &str)] = &[
    ("guide", include_str!("../../../../docs/guide.md")),
    ("api", include_str!("../../../../docs/api.md")),
    ("tables", include_str!("../../../../docs/tables.md")),
    ("opponents", include_str!("../../../../docs/opponents.md")),
    ("contests", include_str!("../../../../docs/contests.md")),
    ("events", include_str!("../../../../docs/events.md")),
    ("apps", include_str!("../../../../docs/apps.md")),
    ("verify", include_str!("../../../../docs/verify.md")),
    ("chance", include_str!("../../../../docs/chance.md")),
    ("clients", include_str!("../../../../docs/clients.md")),
    ("analysis", include_str!("../../../../docs/analysis.md")),
    ("bots", include_str!("../../../../docs/bots.md")),
    ("pictures", include_str!("../../../../docs/pictures.md")),
    ("sharing", include_str!("../../../../docs/sharing.md")),
    ("embedding", include_str!("../../../../docs/embedding.md")),
    ("errors", include_str!("../../../../docs/errors.md")),
    ("versions", include_str!("../../../../docs/versions.md")),
    ("averages", include_str!("../../../../docs/averages.md")),
    ("ratings", include_str!("../../../../docs/ratings.md")),
    ("changelog", include_str!("../../../../CHANGELOG.md")),
];

/// A document in both forms.
struct Document {
    id: &'static str,
    page: Page,
    markdown: Bytes,
    answer: Fixed,
}

static SERVED: LazyLock<Vec<Document>> =
    LazyLock::new(|| DOCUMENTS.iter().map(|(id, text)| served(id, text)).collect());

fn served(id: &'static str, text: &str) -> Document {
    let text = markdown::with_links(text, address);
    let body = markdown::html(&text);
    let html = include_str!("../../../../web/docs/document.html")
        .replace("<!-- title -->", &escaped(title(&text)))
        .replace("<!-- markdown -->", &format!("{id}.md"))
        .replace("<!-- contents -->", &contents(id))
        .replace("<!-- body -->", &body);
    let answer = Fixed::new("text/markdown; charset=utf-8", Caching::Revalidated);
    Document { id, page: ASSETS.page(&html, "../"), markdown: text.into(), answer }
}

/// The address at which the service serves a file of the repository, from a document; none if it serves no such file.
fn address(path: &str) -> Option<String> {
    let name = path.rsplit('/').next()?.strip_suffix(".md")?.to_lowercase();
    match path.strip_suffix(&format!("{name}.md")).filter(|folder| folder.ends_with("rules/")) {
        Some(_) => engine::game(&name).map(|game| format!("/v1/games/{}/rules", game.id())),
        None => DOCUMENTS.iter().find(|(id, _)| *id == name).map(|(id, _)| format!("{id}.md")),
    }
}

/// The list of all documents, with this one marked.
fn contents(current: &str) -> String {
    let item = |(id, text): &(&str, &str)| {
        let mark = if *id == current { " aria-current=\"page\"" } else { "" };
        format!("<li><a href=\"{id}\"{mark}>{}</a></li>\n", escaped(title(text)))
    };
    DOCUMENTS.iter().map(item).collect()
}

fn title(text: &str) -> &str {
    text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// A form of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    Markdown,
}

impl Format for Form {
    fn media_type(self) -> &'static str {
        match self {
            Self::Html => "text/html",
            // RFC 7763.
            Self::Markdown => "text/markdown",
        }
    }
}

pub(super) async fn handle(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (id, form) = match name.strip_suffix(".md") {
        Some(id) => (id, Form::Markdown),
        None => (name.as_str(), preferred(&request, [Form::Html, Form::Markdown])),
    };
    let Some(document) = SERVED.iter().find(|document| document.id == id) else {
        let problem = Problem::new(Code::NotFound, "this document does not exist; /docs/guide links to all documents");
        return pages::lost(&request, problem);
    };
    let mut response = match form {
        Form::Html => document.page.respond(&request).await?,
        Form::Markdown => document.answer.respond(&request, || document.markdown.clone()).await?,
    };
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}
