//! Links of apps: with one, a person takes over the player for whom an app acts, or lets the app play for them. The page of the service opens it.

mod consent;
mod create;
#[cfg(feature = "schemas")]
mod document;
mod info;
mod list;
mod show;
mod take_over;
mod withdraw;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

/// The endpoints of links, and of the apps that a player lets play.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const OF_USER: &str = "/v1/apps/{app}/users/{user}/link";
    vec![
        Endpoint::new(Method::POST, OF_USER, create::handle, docs!(create::doc)).needs_app(),
        Endpoint::new(Method::POST, "/v1/app_links", show::handle, docs!(show::doc)),
        Endpoint::new(Method::POST, "/v1/app_links/take_over", take_over::handle, docs!(take_over::doc)).makes_player(),
        Endpoint::new(Method::POST, "/v1/app_links/consent", consent::handle, docs!(consent::doc)).needs_own_token(),
        Endpoint::new(Method::GET, "/v1/players/{id}/apps", list::handle, docs!(list::doc)).needs_own_token(),
        Endpoint::new(Method::DELETE, "/v1/players/{id}/apps/{app}", withdraw::handle, docs!(withdraw::doc))
            .needs_own_token(),
    ]
}
