//! Responses after which the server closes the connection.

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{ConnectionType, Version};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::api::shared::Shared;

/// Adds `Connection: close` to responses after which the connection is closed:
///
/// - To a request with `Connection: upgrade`, such as for HTTP/2 (`Upgrade: h2c`). The service ignores the upgrade (RFC 9110, section 7.8), but
///   the server closes such a connection after the response. Without the header, clients such as Java's send their next request on it and
///   lose it.
/// - While the service drains, so that no client has an idle connection when it stops: a request on it could be lost.
/// - To a request of HTTP/1.0, if the length of the response is unknown. HTTP/1.0 has no chunked bodies: the end of the connection ends this one.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn announce<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let (upgrades, version) = (request.head().upgrade(), request.version());
    let mut response = next.call(request).await?;
    let shared = response.request().app_data::<web::Data<Shared>>();
    let drains = shared.is_some_and(|shared| shared.drain.has_begun());
    let ends_body = version < Version::HTTP_11 && response.response().body().size() == BodySize::Stream;
    if ends_body {
        response.response_mut().head_mut().no_chunking(true);
    }
    if upgrades || drains || ends_body {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}
