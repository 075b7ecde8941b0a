//! Apps: front ends of others, which sign in users of their own and act for them.

mod common;
mod create;
mod create_season;
mod delete_season;
#[cfg(feature = "schemas")]
mod document;
mod event_info;
mod events;
mod forget_user;
mod hide;
mod info;
mod list_seasons;
mod list_users;
mod names;
mod seasons;
mod show;
mod show_season;
mod sign_in;
mod usage;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

pub(super) use self::common::{acted_for, no_random, oneself, unknown, valid_user};
#[cfg(feature = "schemas")]
pub(super) use self::document::{describe, example_app, user_in_path};
pub(super) use self::info::AppInfo;

/// The endpoints of apps.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const USER: &str = "/v1/apps/{app}/users/{user}";
    const HIDDEN_USER: &str = "/v1/apps/{app}/users/{user}/hidden";
    const SEASONS: &str = "/v1/apps/{app}/seasons";
    const SEASON: &str = "/v1/apps/{app}/seasons/{season}";
    const HIDDEN_RUN: &str = "/v1/apps/{app}/runs/{run}/hidden";
    vec![
        Endpoint::new(Method::POST, "/v1/apps", create::handle, docs!(create::doc)).needs_own_token(),
        Endpoint::new(Method::GET, "/v1/apps/{app}", show::handle, docs!(show::doc)).needs_app(),
        Endpoint::new(Method::POST, SEASONS, create_season::handle, docs!(create_season::doc)).needs_app(),
        Endpoint::new(Method::GET, SEASONS, list_seasons::handle, docs!(list_seasons::doc)),
        Endpoint::new(Method::GET, SEASON, show_season::handle, docs!(show_season::doc)),
        Endpoint::new(Method::DELETE, SEASON, delete_season::handle, docs!(delete_season::doc)).needs_app(),
        Endpoint::new(Method::GET, "/v1/apps/{app}/events", events::handle, docs!(events::doc)).needs_app(),
        Endpoint::new(Method::GET, "/v1/apps/{app}/usage", usage::handle, docs!(usage::doc)).needs_app(),
        Endpoint::new(Method::GET, "/v1/apps/{app}/users", list_users::handle, docs!(list_users::doc)).needs_app(),
        Endpoint::new(Method::PUT, USER, sign_in::handle, docs!(sign_in::doc)).needs_app(),
        Endpoint::new(Method::DELETE, USER, forget_user::handle, docs!(forget_user::doc)).needs_app(),
        Endpoint::new(Method::PUT, HIDDEN_USER, hide::of_user, docs!(hide::doc_of_hidden_user)).needs_app(),
        Endpoint::new(Method::DELETE, HIDDEN_USER, hide::of_user, docs!(hide::doc_of_shown_user)).needs_app(),
        Endpoint::new(Method::PUT, HIDDEN_RUN, hide::of_run, docs!(hide::doc_of_hidden_run)).needs_app(),
        Endpoint::new(Method::DELETE, HIDDEN_RUN, hide::of_run, docs!(hide::doc_of_shown_run)).needs_app(),
    ]
}
