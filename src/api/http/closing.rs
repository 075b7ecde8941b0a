//! Requests that ask for another protocol, such as HTTP/2 (`Upgrade: h2c`).

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;

/// Adds `Connection: close` to the response to a request with `Connection: upgrade`.
///
/// The service ignores the upgrade (RFC 9110, section 7.8), but the server closes such a connection after the response. Without the header,
/// clients such as Java's send their next request on it and lose it.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn announce_close<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let asks = request.head().upgrade();
    let mut response = next.call(request).await?;
    if asks {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}
