//! Responses that never change while the program runs: each is built and compressed once, at its first request.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, rt};
use serde::Serialize;
use tokio::sync::{OnceCell, Semaphore};

use super::compress::{Accepted, Effort, Encoding, compressed, compressible};
use super::{JSON, JsonResponse, Representation, json};
use crate::api::problem::{Code, Problem};

/// How long clients may store a response without validating it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Caching {
    /// Not at all: it can change when the service restarts.
    Revalidated,
    /// Forever: its address contains its hash.
    Immutable,
}

impl Caching {
    const fn header(self) -> &'static str {
        match self {
            Self::Revalidated => "no-cache",
            Self::Immutable => "public, max-age=31536000, immutable",
        }
    }
}

/// A response that never changes, in each encoding that was requested.
#[derive(Debug)]
pub(in crate::api) struct Fixed {
    media_type: &'static str,
    caching: Caching,
    plain: OnceCell<Representation>,
    gzip: OnceCell<Option<Bytes>>,
    brotli: OnceCell<Option<Bytes>>,
}

impl Fixed {
    /// A response of a media type, before its first request.
    pub(in crate::api) const fn new(media_type: &'static str, caching: Caching) -> Self {
        Self {
            media_type,
            caching,
            plain: OnceCell::const_new(),
            gzip: OnceCell::const_new(),
            brotli: OnceCell::const_new(),
        }
    }

    /// A response of a media type whose body is compressed with Brotli already.
    pub(in crate::api) fn compressed(media_type: &'static str, caching: Caching, body: Bytes) -> Self {
        Self { brotli: OnceCell::new_with(Some(Some(body))), ..Self::new(media_type, caching) }
    }

    /// 200 with the body in the encoding that the client prefers, or 304 if the request's `If-None-Match` has its tag.
    ///
    /// # Errors
    /// 500 when building it fails.
    pub(in crate::api) async fn respond(
        &'static self,
        request: &HttpRequest,
        make: impl FnOnce() -> Bytes + Send + 'static,
    ) -> Result<HttpResponse, Problem> {
        let plain = ready(&self.plain, || Representation::new(make())).await?;
        let mut response = plain.respond(request, self.media_type);
        let caching = HeaderValue::from_static(self.caching.header());
        response.headers_mut().insert(header::CACHE_CONTROL, caching);
        let encoding = Accepted::of(request).best().unwrap_or(Encoding::Identity);
        let cell =
            self.encoded(encoding).filter(|_| response.status().is_success() && compressible(response.headers()));
        let Some(cell) = cell else { return Ok(response) };
        let encode = move || compressed(&plain.body, encoding, Effort::Cached).ok().map(Bytes::from);
        let (Some(encoded), Some(name)) = (ready(cell, encode).await?, encoding.content_encoding()) else {
            return Ok(response);
        };
        response.headers_mut().insert(header::CONTENT_ENCODING, name);
        Ok(response.set_body(encoded.clone()).map_into_boxed_body())
    }

    fn encoded(&self, encoding: Encoding) -> Option<&OnceCell<Option<Bytes>>> {
        match encoding {
            Encoding::Identity => None,
            Encoding::Gzip => Some(&self.gzip),
            Encoding::Brotli => Some(&self.brotli),
        }
    }
}

/// JSON of a `T` that never changes.
#[derive(Debug)]
pub(in crate::api) struct FixedJson<T: 'static> {
    answer: Fixed,
    make: fn() -> T,
}

impl<T: Serialize> FixedJson<T> {
    /// The response with the value of `make`, which is called at the first request.
    pub(in crate::api) const fn new(make: fn() -> T) -> Self {
        Self { answer: Fixed::new(JSON, Caching::Revalidated), make }
    }

    /// As [`Fixed::respond`].
    ///
    /// # Errors
    /// As [`Fixed::respond`].
    pub(in crate::api) async fn respond(&'static self, request: &HttpRequest) -> Result<JsonResponse<T>, Problem> {
        let response = self.answer.respond(request, || json(&(self.make)()).into()).await?;
        Ok(JsonResponse { response, of: std::marker::PhantomData })
    }
}

/// The value of a cell. It is computed once, off the threads that serve requests, while all its requests wait.
async fn ready<T: Send + Sync + 'static>(
    cell: &'static OnceCell<T>,
    make: impl FnOnce() -> T + Send + 'static,
) -> Result<&'static T, Problem> {
    /// Only one value at a time is computed, so that this takes one core.
    static TURN: Semaphore = Semaphore::const_new(1);
    if let Some(ready) = cell.get() {
        return Ok(ready);
    }
    let fill = cell.get_or_try_init(|| async {
        let _turn = TURN.acquire().await;
        web::block(make).await
    });
    // On a separate task, which continues if the client of the first request disconnects.
    let filled = rt::spawn(fill).await;
    let failed = || Problem::of(Code::InternalError);
    filled.map_err(|_| failed())?.map_err(|_| failed())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use actix_web::body::MessageBody as _;
    use actix_web::test::TestRequest;
    use tokio::task::yield_now;

    use super::*;

    #[actix_macros::test(system = "rt::System")]
    async fn concurrent_first_requests_compute_the_value_once() {
        static CELL: OnceCell<&str> = OnceCell::const_new();
        static COMPUTED: AtomicUsize = AtomicUsize::new(0);
        let (release, released) = mpsc::channel::<()>();
        let first = rt::spawn(ready(&CELL, move || {
            COMPUTED.fetch_add(1, Ordering::Relaxed);
            // On the thread of the worker this would block its sender.
            released.recv().map_or("too early", |()| "computed")
        }));
        yield_now().await;
        let again = || {
            COMPUTED.fetch_add(1, Ordering::Relaxed);
            "computed again"
        };
        let others: Vec<_> = (0..3000).map(|_| rt::spawn(ready(&CELL, again))).collect();
        yield_now().await;
        // The first client hangs up.
        first.abort();
        release.send(()).expect("it is being computed");
        for other in others {
            assert_eq!(other.await.expect("it ends"), Ok(&"computed"));
        }
        assert_eq!(COMPUTED.load(Ordering::Relaxed), 1);
    }

    #[actix_macros::test(system = "rt::System")]
    async fn each_encoding_is_compressed_once() {
        static FIXED: Fixed = Fixed::new("text/plain", Caching::Immutable);
        for name in ["gzip", "br", "identity"] {
            let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, name)).to_http_request();
            let mut sent = Vec::new();
            for _ in 0..2 {
                let body = FIXED.respond(&request, || "funhouse ".repeat(1000).into()).await.expect("it is compressed");
                assert_eq!(body.headers().contains_key(header::CONTENT_ENCODING), name != "identity", "{name}");
                sent.push(body.into_body().try_into_bytes().expect("a whole body"));
            }
            assert_eq!(sent[0].as_ptr(), sent[1].as_ptr(), "{name}");
            assert_eq!(sent[0].len() < 1000, name != "identity", "{name}");
        }
    }
}
