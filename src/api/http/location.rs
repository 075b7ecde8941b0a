//! `Location` below a path of another site.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::api::shared::Shared;

/// Puts the path of the public address, which a proxy removes from requests, before paths in `Location`.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn complete<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    if let Some(location) = completed(&response) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

fn completed<B>(response: &ServiceResponse<B>) -> Option<HeaderValue> {
    let path = response.headers().get(header::LOCATION)?.to_str().ok().filter(|path| path.starts_with('/'))?;
    let shared = response.request().app_data::<web::Data<Shared>>()?;
    format!("{}{path}", shared.public_url.as_ref()?.path()).try_into().ok()
}
