//! Bounds the memory of responses that clients have not read, per connection, per caller and in total.
//!
//! A connection copies each piece of a body whole into its own buffer. So a body is passed on in slices of one allocation, each when the
//! client has read the previous one: 2,000 connections that request the same document and read nothing share it. The memory of a response
//! is counted until the client has read it or the connection is closed. No response is refused, since the request may already have had
//! its effect: past the bounds, connections are closed (see [`Unsent`]).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpRequest};

use crate::api::connection::turn::{Answering, Turn};
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::caller::Caller;
use crate::limits::{Cut, Unsent, UnsentPart};

/// Size of a slice, in bytes. Shorter bodies are not counted: they fit into the buffer of the connection.
const SLICE: usize = 16 * 1024;
/// Size of the buffer of a connection, in bytes. With a slice on top, this is the memory of a connection for a body that others share.
pub const WRITE_BUFFER: usize = 16 * 1024;

/// Passes the body of a response to its connection in slices.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn slice(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?;
    let size = response.response().body().size();
    if response.request().method() == Method::HEAD {
        return Ok(response.map_body(|_, _| BoxBody::new(Absent(size))));
    }
    let is_short = match size {
        BodySize::None => true,
        BodySize::Sized(bytes) => bytes <= SLICE as u64,
        BodySize::Stream => false,
    };
    let Some(shared) = response.request().app_data::<web::Data<Shared>>().filter(|_| !is_short) else {
        return Ok(response);
    };
    let account = Account::of(response.request(), &shared.unsent);
    let answering = response.request().conn_data::<Turn>().map(|turn| turn.continue_answer());
    let sliced = |body| BoxBody::new(Sliced { _answering: answering, ..Sliced::of(body, account) });
    Ok(response.map_body(|_, body| sliced(body)))
}

/// The caller of a response, and the means to close its connection.
struct Account {
    unsent: Unsent,
    caller: Caller,
    cut: Arc<Cut>,
}

impl Account {
    fn of(request: &HttpRequest, unsent: &Unsent) -> Self {
        let cut = request.conn_data::<Arc<Cut>>().cloned().unwrap_or_default();
        Self { unsent: unsent.clone(), caller: Client::of(request).address(), cut }
    }

    /// Counts a part of a body until the client has read it. A shared part counts as the size that the connection copies.
    fn count(&self, part: &Bytes) -> UnsentPart {
        let bytes = if part.is_unique() { part.len() } else { WRITE_BUFFER + SLICE };
        self.unsent.count(self.caller, bytes, Arc::clone(&self.cut))
    }
}

/// The body of a response to HEAD: its size and no byte of it, so that nothing works on the rest.
struct Absent(BodySize);

impl MessageBody for Absent {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        self.0
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(None)
    }
}

/// A body that is passed on in slices.
struct Sliced {
    size: BodySize,
    /// What comes after `part`.
    rest: BoxBody,
    /// The part of the body that is being passed on, and its counted bytes.
    part: Bytes,
    counted: Option<UnsentPart>,
    account: Account,
    /// The request is being answered until the body is dropped.
    _answering: Option<Answering>,
}

impl Sliced {
    /// A body that is longer than a slice, or a stream.
    fn of(body: BoxBody, account: Account) -> Self {
        let size = body.size();
        let (rest, part) = match body.try_into_bytes() {
            Ok(whole) => (BoxBody::new(()), whole),
            Err(stream) => (stream, Bytes::new()),
        };
        let counted = (!part.is_empty()).then(|| account.count(&part));
        Self { size, rest, part, counted, account, _answering: None }
    }
}

impl MessageBody for Sliced {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.part.is_empty() {
            self.counted = None;
            let part = match ready!(self.rest.as_pin_mut().poll_next(context)) {
                Some(Ok(part)) if part.len() > SLICE => part,
                other => return Poll::Ready(other),
            };
            self.counted = Some(self.account.count(&part));
            self.part = part;
        }
        let slice = SLICE.min(self.part.len());
        Poll::Ready(Some(Ok(self.part.split_to(slice))))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Waker;

    use actix_web::body::BodyStream;
    use futures_util::stream;

    use super::*;

    /// Bounds that no test reaches.
    fn unbounded() -> Unsent {
        Unsent::new(usize::MAX, usize::MAX)
    }

    fn account(unsent: &Unsent) -> Account {
        let caller = Caller::player(crate::store::PlayerId(1));
        Account { unsent: unsent.clone(), caller, cut: Arc::default() }
    }

    fn is_cut(account: &Account) -> bool {
        account.cut.poll(&Context::from_waker(Waker::noop())).is_ready()
    }

    async fn next(body: &mut Sliced) -> Option<Result<Bytes, Box<dyn std::error::Error>>> {
        poll_fn(|context| Pin::new(&mut *body).poll_next(context)).await
    }

    /// The sizes of the slices of a body, of which nothing is lost.
    async fn sizes(mut body: Sliced, whole: &[u8]) -> Vec<usize> {
        let mut given = Vec::new();
        let mut sizes = Vec::new();
        while let Some(slice) = next(&mut body).await {
            let slice = slice.expect("a slice");
            sizes.push(slice.len());
            given.extend_from_slice(&slice);
        }
        assert!(given == whole);
        sizes
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn long_bodies_come_in_slices() {
        let unsent = unbounded();
        let whole: Vec<u8> = (0..2 * SLICE + 1).map(|n| n as u8).collect();
        let long = Sliced::of(BoxBody::new(whole.clone()), account(&unsent));
        assert_eq!(long.size(), BodySize::Sized(whole.len() as u64));
        assert_eq!(unsent.bytes(), whole.len());
        assert_eq!(sizes(long, &whole).await, [SLICE, SLICE, 1]);
        assert_eq!(unsent.bytes(), 0);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn streams_are_counted_by_the_part_that_is_being_taken() {
        let unsent = Unsent::new(3 * SLICE, 3 * SLICE);
        let parts = [3 * SLICE, 1, 2 * SLICE, 4 * SLICE].map(|size| Ok::<_, Infallible>(Bytes::from(vec![0; size])));
        let stream = BoxBody::new(BodyStream::new(stream::iter(parts)));
        let mut body = Sliced::of(stream, account(&unsent));
        let mut waiting = Vec::new();
        for _ in 0..6 {
            next(&mut body).await.expect("there is more").expect("a slice");
            waiting.push(unsent.bytes() / SLICE);
        }
        assert_eq!(waiting, [3, 3, 3, 0, 2, 2]);
        assert!(!is_cut(&body.account));
        next(&mut body).await.expect("there is more").expect("a slice");
        assert!(is_cut(&body.account), "the last part is too large");
        assert_eq!(unsent.bytes(), 0);
    }

    #[test]
    fn shared_bytes_count_as_the_copy_of_a_connection() {
        let unsent = unbounded();
        let shared = Bytes::from(vec![0; 100 * SLICE]);
        let _counted = account(&unsent).count(&shared.clone());
        assert_eq!(unsent.bytes(), WRITE_BUFFER + SLICE);
        let _other = account(&unsent).count(&Bytes::from_static(&[0; 2 * SLICE]));
        assert_eq!(unsent.bytes(), 2 * (WRITE_BUFFER + SLICE));
    }

    #[test]
    fn body_beyond_bounds_cuts_an_older_one() {
        let unsent = Unsent::new(4 * SLICE, 4 * SLICE);
        let body = || BoxBody::new(vec![0; 3 * SLICE]);
        let [first, second] = [(), ()].map(|()| Sliced::of(body(), account(&unsent)));
        assert_eq!([&first, &second].map(|body| is_cut(&body.account)), [true, false]);
        drop(first);
        assert_eq!(unsent.bytes(), 3 * SLICE);
    }
}
