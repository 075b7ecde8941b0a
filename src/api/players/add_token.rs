//! `POST /v1/players/{id}/tokens`: makes another token.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::common::{no_random, oneself, path_of_token, unknown, valid_label};
#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_TOKEN, describe, id_in_path};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::schemas::examples;
use crate::api::secrets::token::Token;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};
use crate::store;
use crate::store::calendar::Timestamp;
use crate::store::label::Label;
use crate::store::{Added, MAX_TOKENS, TokenId};

/// The body of `POST /v1/players/{id}/tokens`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenRequest {
    /// The label of the token: 1 to 64 characters, counted as code points in normal form C, without control characters or invisible characters,
    /// and without a space at either end.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false)]
    label: Option<String>,
}

/// A new token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct AddedToken {
    /// The token's id.
    #[schema(value_type = schemas::TokenNumber)]
    id: TokenId,
    /// Its label, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    label: Option<String>,
    /// When it was created.
    #[schema(value_type = schemas::Moment)]
    created_at: Timestamp,
    /// The token, shown only once.
    #[schema(value_type = schemas::PlayerToken)]
    token: String,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<TokenRequest, AddedToken> {
    let doc = describe(
        "add_token",
        "Create a token",
        "Returns another token, for another browser or program. A player has at most 20. Without any token, use `POST \
         /v1/recovery`.",
    );
    let (label, created_at) = (Some("phone".to_owned()), examples::time());
    let added = AddedToken { id: TokenId(2), label, created_at, token: EXAMPLE_TOKEN.to_owned() };
    id_in_path(doc)
        .request_body::<TokenRequest>(&json!({ "label": "phone" }))
        .response::<AddedToken>("201", "The new token.", &added)
        .with_location()
        .no_store()
        .errors(&["403", "404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(TokenRequest { label }, _): Body<TokenRequest>,
) -> Result<JsonResponse<AddedToken>, Problem> {
    let player = oneself(&request, &id)?.player;
    let label = label.map(|text| valid_label(&text)).transpose()?;
    let (token, at) = (Token::random().map_err(no_random)?, shared.clock.now());
    let new = store::NewToken { hash: token.hash(), label: label.clone(), at };
    match shared.store.add_token(player.id, new).await? {
        Added::New(id) => {
            let label = label.map(Label::into_string);
            let added = AddedToken { id, label, created_at: at, token: token.to_string() };
            Ok(JsonResponse::created(path_of_token(player.id, id), &added))
        }
        Added::TooMany => {
            let detail = format!("a player has at most {MAX_TOKENS} tokens; revoke one first");
            Err(Problem::new(Code::TooManyTokens, detail))
        }
        Added::NoPlayer => Err(unknown(&id)),
    }
}
