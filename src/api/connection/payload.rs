//! Notifies a connection of the request that is being answered, and of what the handler waits for of its body (see [`Turn`]).
//!
//! A chunked body that is not read to its end must end its connection, as a body with a length does. But the server reads the rest of a
//! chunked body once its payload is dropped, to reuse the connection, without a timeout. So the payload is retained until the response is
//! sent.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage as _};
use futures_util::Stream;

use super::turn::Turn;

/// Retains the payload of a chunked body until the response is sent.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn retain<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let turn = request.request().conn_data::<Turn>().cloned();
    let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
    let _answering = turn.as_ref().map(|turn| turn.answer(announced_length(request.headers())));
    if !is_chunked {
        return next.call(request).await.map(ServiceResponse::map_into_left_body);
    }
    let shared = SharedPayload { payload: Rc::new(RefCell::new(request.take_payload())), turn };
    request.set_payload(Payload::Stream { payload: Box::pin(shared.clone()) });
    let response = next.call(request).await?.map_into_boxed_body();
    Ok(response.map_body(|_, body| EitherBody::right(BoxBody::new(WithPayload { body, _payload: shared }))))
}

/// The number of bytes of a request's body by its `Content-Length`, which a chunked body does not have.
pub(in crate::api) fn announced_length(headers: &HeaderMap) -> usize {
    let length = headers.get(header::CONTENT_LENGTH);
    length.and_then(|length| length.to_str().ok()?.trim().parse().ok()).unwrap_or(0)
}

/// A payload that is read by the handler and retained with the response.
#[derive(Clone)]
struct SharedPayload {
    payload: Rc<RefCell<Payload>>,
    turn: Option<Turn>,
}

impl Stream for SharedPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut *self.payload.borrow_mut()).poll_next(context);
        if let (Poll::Pending, Some(turn)) = (&next, &self.turn) {
            turn.wait_for_chunks();
        }
        next
    }
}

/// The body of a response, and the payload of its request.
struct WithPayload {
    body: BoxBody,
    _payload: SharedPayload,
}

impl MessageBody for WithPayload {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        self.body.as_pin_mut().poll_next(context)
    }
}
