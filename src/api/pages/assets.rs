//! Files for browsers, and the pages that load them. The path of the files contains a hash of them all, so that caches can store them
//! forever and modules load modules of the same build. The pages are revalidated.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest as _, Sha256};

use crate::api::problem::{Code, HTML, Problem};
use crate::api::response::compress::decompressed;
use crate::api::response::{Caching, Fixed};

pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const STYLE: &str = "text/css; charset=utf-8";
pub(super) const SVG: &str = "image/svg+xml";

/// The suffix of files that are compressed with Brotli. They are served without it.
const COMPRESSED: &str = ".br";
/// The script of the worker that runs the WebAssembly module.
const MODULE_WORKER: &str = "module-worker.js";

/// A picture may load nothing. Its style is inline.
const PICTURES_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The worker of the module is the only script that may compile WebAssembly.
const MODULE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    is_compressed: bool,
    answer: Fixed,
    policy: &'static str,
}

/// A page that loads files, or another text that depends on their folder.
pub(super) struct Page {
    text: Bytes,
    answer: Fixed,
    policy: &'static str,
}

impl Assets {
    /// Files, each with its name, media type and content, for pages with this Content-Security-Policy. The content is compressed if the name
    /// has the suffix `.br`.
    pub(super) fn new<Name: Into<Cow<'static, str>>>(
        base: &'static str,
        policy: &'static str,
        files: impl IntoIterator<Item = (Name, &'static str, Bytes)>,
    ) -> Self {
        let with_answer = |(name, media_type, content): (Name, _, Bytes)| {
            let name: Cow<'static, str> = name.into();
            let policy = match name.as_ref() {
                MODULE_WORKER => MODULE_POLICY,
                _ if media_type == SVG => PICTURES_POLICY,
                _ => policy,
            };
            match name.strip_suffix(COMPRESSED).map(str::to_owned) {
                Some(name) => {
                    let answer = Fixed::compressed(media_type, Caching::Immutable, content.clone());
                    (name.into(), File { content, is_compressed: true, answer, policy })
                }
                None => {
                    let answer = Fixed::new(media_type, Caching::Immutable);
                    (name, File { content, is_compressed: false, answer, policy })
                }
            }
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

    /// The version of the files: a hash of them all.
    pub(super) fn build(&self) -> &str {
        &self.folder
    }

    /// The names of all files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(AsRef::as_ref)
    }

    /// The content of a file, as browsers see it.
    pub(super) fn content(&self, name: &str) -> Option<Bytes> {
        self.files.get(name).map(File::plain)
    }

    /// The versioned path of the folder, with a slash at its end.
    pub(super) fn folder(&self) -> String {
        format!("{}{}/", self.base, self.folder)
    }

    /// Replaces the paths of assets in a page by their versioned paths. The page refers to them as if they were directly below the base.
    pub(super) fn linked(&self, html: &str) -> String {
        html.replace(&format!("\"{}", self.base), &format!("\"{}", self.folder()))
    }

    /// A page that refers to the files as if they were directly below the base, and to everything by its path. `root` is the way from the page
    /// to the root.
    pub(super) fn page(&self, html: &str, root: &str) -> Page {
        self.revalidated(HTML, below(&self.linked(html), root))
    }

    /// A text with the policy of pages, which browsers validate at each use.
    pub(super) fn revalidated(&self, media_type: &'static str, text: String) -> Page {
        Page { text: text.into(), answer: Fixed::new(media_type, Caching::Revalidated), policy: self.policy }
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
        let file = self.files.get(name).ok_or_else(missing)?;
        if folder != self.folder {
            let current = format!("{}{}/{name}", "../".repeat(name.split('/').count()), self.folder);
            let no_cache = (header::CACHE_CONTROL, "no-cache");
            let location = (header::LOCATION, current);
            return Ok(HttpResponse::TemporaryRedirect().insert_header(location).insert_header(no_cache).finish());
        }
        Ok(confined(file.answer.respond(request, || file.plain()).await?, file.policy))
    }
}

impl File {
    fn plain(&self) -> Bytes {
        match self.is_compressed {
            true => decompressed(&self.content).unwrap_or_default().into(),
            false => self.content.clone(),
        }
    }
}

impl Page {
    /// Responds with the page and status 404.
    pub(super) fn respond_not_found(&self, request: &HttpRequest) -> HttpResponse {
        let vary = (header::VARY, HeaderValue::from_static("Accept"));
        let text = std::str::from_utf8(&self.text).unwrap_or_default();
        let root = match request.path().matches('/').count() {
            0 | 1 => "./".to_owned(),
            depth => "../".repeat(depth - 1),
        };
        let response = HttpResponse::NotFound().content_type(HTML).insert_header(vary).body(below(text, &root));
        confined(response, self.policy)
    }

    /// Responds with the page.
    ///
    /// # Errors
    /// As [`Fixed::respond`].
    pub(super) async fn respond(&'static self, request: &HttpRequest) -> Result<HttpResponse, Problem> {
        Ok(confined(self.answer.respond(request, || self.text.clone()).await?, self.policy))
    }
}

/// Replaces the paths of a page by relative ones, which are right also if everything is below a path of another site. `root` is the way from the
/// page to the root, with a slash at its end.
pub(in crate::api) fn below(html: &str, root: &str) -> String {
    html.replace("=\"/", &format!("=\"{root}"))
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
