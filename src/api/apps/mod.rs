//! Apps: front ends of others, which sign in users of their own and act for them.

mod common;
mod create;
#[cfg(feature = "schemas")]
mod document;
mod forget_user;
mod info;
mod list_users;
mod names;
mod show;
mod sign_in;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

pub(super) use self::common::{acted_for, oneself, valid_user};
#[cfg(feature = "schemas")]
pub(super) use self::document::{describe, user_in_path};

/// The endpoints of apps.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const USER: &str = "/v1/apps/{app}/users/{user}";
    vec![
        Endpoint::new(Method::POST, "/v1/apps", create::handle, docs!(create::doc)).needs_own_token(),
        Endpoint::new(Method::GET, "/v1/apps/{app}", show::handle, docs!(show::doc)).needs_app(),
        Endpoint::new(Method::GET, "/v1/apps/{app}/users", list_users::handle, docs!(list_users::doc)).needs_app(),
        Endpoint::new(Method::PUT, USER, sign_in::handle, docs!(sign_in::doc)).needs_app(),
        Endpoint::new(Method::DELETE, USER, forget_user::handle, docs!(forget_user::doc)).needs_app(),
    ]
}
