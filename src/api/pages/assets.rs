//! Files for browsers, and the pages that load them. The path of the files contains a hash of them all, so that caches can store them
//! forever and modules load modules of the same build. The pages are revalidated.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest as _, Sha256};

use crate::api::problem::{Code, HTML, Problem};
use crate::api::response::{Caching, Fixed};

pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const STYLE: &str = "text/css; charset=utf-8";
pub(super) const SVG: &str = "image/svg+xml";

/// A picture may load nothing. Its style is inline.
const PICTURES_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// Files by their names.
pub(super) struct Assets {
    /// The path of the folder, with a slash at its end, such as `/play/`.
    base: &'static str,
    folder: String,
    files: BTreeMap<Cow<'static, str>, File>,
    policy: &'static str,
}

/// A file, and its response.
struct File {
    content: Bytes,
    answer: Fixed,
    policy: &'static str,
}

/// A page that loads files.
pub(super) struct Page {
    html: Bytes,
    answer: Fixed,
    policy: &'static str,
}

impl Assets {
    /// Files, each with its name, media type and content, for pages with this Content-Security-Policy.
    pub(super) fn new<Name: Into<Cow<'static, str>>>(
        base: &'static str,
        policy: &'static str,
        files: impl IntoIterator<Item = (Name, &'static str, Bytes)>,
    ) -> Self {
        let with_answer = |(name, media_type, content): (Name, _, _)| {
            let policy = if media_type == SVG { PICTURES_POLICY } else { policy };
            (name.into(), File { content, answer: Fixed::new(media_type, Caching::Immutable), policy })
        };
        let files: BTreeMap<_, _> = files.into_iter().map(with_answer).collect();
        let mut hash = Sha256::new();
        for (name, file) in &files {
            hash.update(name.as_bytes());
            hash.update(Sha256::digest(&file.content));
        }
        let folder = hex::encode(hash.finalize().get(..8).unwrap_or_default());
        Self { base, folder, files, policy }
    }

    /// Replaces the paths of assets in a page by their versioned paths. The page refers to them as if they were directly below the base.
    pub(super) fn linked(&self, html: &str) -> String {
        html.replace(&format!("\"{}", self.base), &format!("\"{}{}/", self.base, self.folder))
    }

    /// A page that refers to the files as if they were directly below the base.
    pub(super) fn page(&self, html: &str) -> Page {
        Page { html: self.linked(html).into(), answer: Fixed::new(HTML, Caching::Revalidated), policy: self.policy }
    }

    /// Responds with a file. For a folder of another build, redirects to that of this build.
    ///
    /// # Errors
    /// 404 when there is no such file.
    pub(super) async fn respond(
        &'static self,
        request: &HttpRequest,
        folder: &str,
        name: &str,
    ) -> Result<HttpResponse, Problem> {
        let missing = || Problem::new(Code::NotFound, "this file does not exist");
        let File { content, answer, policy } = self.files.get(name).ok_or_else(missing)?;
        if folder != self.folder {
            let current = format!("{}{}/{name}", self.base, self.folder);
            let no_cache = (header::CACHE_CONTROL, "no-cache");
            let location = (header::LOCATION, current);
            return Ok(HttpResponse::TemporaryRedirect().insert_header(location).insert_header(no_cache).finish());
        }
        Ok(confined(answer.respond(request, || content.clone()).await?, policy))
    }
}

impl Page {
    /// Responds with the page and status 404.
    pub(super) fn respond_not_found(&self) -> HttpResponse {
        let vary = (header::VARY, HeaderValue::from_static("Accept"));
        let response = HttpResponse::NotFound().content_type(HTML).insert_header(vary).body(self.html.clone());
        confined(response, self.policy)
    }

    /// Responds with the page.
    ///
    /// # Errors
    /// As [`Fixed::respond`].
    pub(super) async fn respond(&'static self, request: &HttpRequest) -> Result<HttpResponse, Problem> {
        Ok(confined(self.answer.respond(request, || self.html.clone()).await?, self.policy))
    }
}

/// Adds the headers that limit what a page may load, and who may frame it.
fn confined(mut response: HttpResponse, policy: &'static str) -> HttpResponse {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    // For browsers without `frame-ancestors`.
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
