//! Responses that depend on little and are the same for all callers: each is built and compressed once for all that it depends on.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use quick_cache::sync::Cache;
use serde::Serialize;

use super::compress::{Accepted, Effort, Encoding, compressed};
use super::{JSON, JsonResponse, Representation, json};

/// Maximum number of responses. The least used ones are evicted.
const MAX: usize = 64;

/// Responses by what they depend on. A key must contain everything that can change while the service runs, so that no response is
/// outdated.
#[derive(Clone)]
pub struct KnownResponses<K>(Arc<Cache<K, Arc<Encoded>>>);

impl<K: Clone + Eq + Hash> Default for KnownResponses<K> {
    fn default() -> Self {
        Self(Arc::new(Cache::new(MAX)))
    }
}

impl<K> fmt::Debug for KnownResponses<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownResponses").finish_non_exhaustive()
    }
}

impl<K: Clone + Eq + Hash> KnownResponses<K> {
    /// 200 with the value that depends on this key, or 304 if the request's `If-None-Match` has its tag. `make` returns the value if
    /// it is not known.
    pub(in crate::api) fn respond<T: Serialize>(
        &self,
        key: K,
        request: &HttpRequest,
        make: impl FnOnce() -> T,
    ) -> JsonResponse<T> {
        let known = self.0.get(&key).unwrap_or_else(|| {
            let built = Arc::new(Encoded::new(json(&make()).into()));
            self.0.insert(key, Arc::clone(&built));
            built
        });
        JsonResponse { response: known.respond(request), of: PhantomData }
    }
}

/// JSON, in each encoding that was requested.
struct Encoded {
    plain: Representation,
    gzip: OnceLock<Option<Bytes>>,
    brotli: OnceLock<Option<Bytes>>,
}

impl Encoded {
    fn new(body: Bytes) -> Self {
        Self { plain: Representation::new(body), gzip: OnceLock::new(), brotli: OnceLock::new() }
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let mut response = self.plain.respond(request, JSON);
        let encoding = Accepted::of(request).best().unwrap_or(Encoding::Identity);
        let Some(name) = encoding.content_encoding().filter(|_| response.status().is_success()) else {
            return response;
        };
        let Some(encoded) = self.encoded(encoding) else { return response };
        response.headers_mut().insert(header::CONTENT_ENCODING, name);
        response.set_body(encoded).map_into_boxed_body()
    }

    fn encoded(&self, encoding: Encoding) -> Option<Bytes> {
        let cell = match encoding {
            Encoding::Identity => return None,
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let encode = || compressed(&self.plain.body, encoding, Effort::Once).ok().map(Bytes::from);
        cell.get_or_init(encode).clone()
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::MessageBody as _;
    use actix_web::http::header;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn response_is_built_once_for_each_key_and_encoding() {
        let known = KnownResponses::<u8>::default();
        let mut built = Vec::new();
        for name in ["gzip", "br", "identity"] {
            let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, name)).to_http_request();
            let mut get = |key: u8| {
                let make = || {
                    built.push(key);
                    "funhouse ".repeat(100 + usize::from(key))
                };
                let response = known.respond(key, &request, make).response;
                assert_eq!(response.headers().contains_key(header::CONTENT_ENCODING), name != "identity", "{name}");
                response.into_body().try_into_bytes().expect("a whole body")
            };
            let [first, again, other] = [1, 1, 2].map(&mut get);
            assert_eq!(first.as_ptr(), again.as_ptr(), "{name}");
            assert_ne!(first, other, "{name}");
        }
        assert_eq!(built, [1, 2]);
    }
}
