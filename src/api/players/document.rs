//! The operations about players in the OpenAPI document.

use serde_json::json;

use super::shape::{NewPlayerRequest, PlayerInfo, PlayerPage, PlayerWithToken, PlayersRuns, RecordInfo};
use super::token_shape::{
    AddedToken, NewRecoveryCode, NewToken, NewTokenRequest, PlayersTokens, RecoveryRequest, TokenInfo,
};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::request::{cursor, query};
use crate::api::schemas::decimal::Decimal;
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::rules::wire;
use crate::store::TokenId;

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Players", summary: summary.to_owned(), description })
}

pub(in crate::api) fn example_info() -> PlayerInfo {
    let PlayerName { id, name } = examples::player();
    PlayerInfo { id, name, created_at: examples::time(), banned: false }
}

const EXAMPLE_TOKEN: &str = "dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE";
const EXAMPLE_CODE: &str = "7K2M-9QXA-0RDF-4TVB-H1JC-6NYE-8WPG";
const EXAMPLE_CODE_ID: &str = "0b9c2f41";

pub(in crate::api) fn example_tokens() -> PlayersTokens {
    let (created_at, last_used_on) = (examples::time(), Some(examples::time().day()));
    let token = TokenInfo { id: TokenId(1), label: Some("phone".to_owned()), created_at, last_used_on, current: true };
    PlayersTokens { tokens: vec![token], has_recovery_code: true, recovery_code_id: Some(EXAMPLE_CODE_ID.to_owned()) }
}

fn example_with_token() -> PlayerWithToken {
    let (token, recovery_code) = (EXAMPLE_TOKEN.to_owned(), EXAMPLE_CODE.to_owned());
    PlayerWithToken { player: example_info(), token, recovery_code, recovery_code_id: EXAMPLE_CODE_ID.to_owned() }
}

fn id_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The player's number, or `me` for the player whose token is sent.";
    doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"))
}

pub(super) fn doc_of_create() -> OperationDoc<NewPlayerRequest, PlayerWithToken> {
    let key = "A key that nobody else uses, 16 to 128 visible ASCII characters, such as a random UUID. The same request \
               with the same key within a day gets the same answer again, so that a lost answer does not cost the name. \
               Whoever knows the key can have the token: keep it secret.";
    doc(
        "create_player",
        "Take a name",
        "Takes a name, and answers with a token, which proves who hands in a run, and with a recovery code, which makes a new \
         token when all others are lost. Both are shown this once. A name is taken if \
         another that is in use or once was equals it when case is folded, or looks like it (Unicode TR39).",
    )
    .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
    .request_body::<NewPlayerRequest>(&json!({ "name": "Ada" }))
    .response::<PlayerWithToken>(
        "201",
        "The name is taken, and the token is yours.",
        &example_with_token(),
    )
    .with_location()
    .no_store()
    .errors(&["409", "503"])
}

pub(super) fn doc_of_show() -> OperationDoc<(), PlayerPage> {
    let doc = doc(
        "show_player",
        "Show a player",
        "A player's bests, with the rank of each among the bests of all players, latest runs, and records at tables.",
    );
    let record = RecordInfo {
        game: "break-the-bank".to_owned(),
        played: 7,
        won: 3,
        mean_place: Decimal::of(1571),
        rated: 4,
        rating: Some(Decimal::of(26_104)),
        uncertainty: Some(Decimal::of(5_870)),
    };
    let page = PlayerPage {
        player: example_info(),
        bests: Vec::new(),
        latest: Vec::new(),
        records: vec![record],
        averages: Vec::new(),
    };
    id_in_path(doc).may_use_token().ok::<PlayerPage>(&page).errors(&["404", "503"])
}

pub(super) fn doc_of_delete() -> OperationDoc {
    let doc = doc(
        "delete_player",
        "Delete a player",
        "The player's runs stay on their boards without a name; the name can never be taken again. All tokens and the recovery code \
         are worth nothing then.",
    );
    id_in_path(doc).empty_response("204", "The player is deleted.").no_store().errors(&["403", "503"])
}

pub(super) fn doc_of_token() -> OperationDoc<(), NewToken> {
    let doc = doc(
        "replace_token",
        "Replace a token",
        "Gives a new token in the place of the one that is sent, which is worth nothing then. Number and label stay, and so do the \
         player's other tokens.",
    );
    id_in_path(doc)
        .ok::<NewToken>(&NewToken { token: EXAMPLE_TOKEN.to_owned() })
        .no_store()
        .errors(&["403", "404", "503"])
}

pub(super) fn doc_of_tokens() -> OperationDoc<(), PlayersTokens> {
    let doc = doc(
        "list_tokens",
        "List your tokens",
        "A player's tokens: when each was made, and on which day it was last used.",
    );
    id_in_path(doc).ok::<PlayersTokens>(&example_tokens()).no_store().errors(&["403", "503"])
}

pub(super) fn doc_of_add_token() -> OperationDoc<NewTokenRequest, AddedToken> {
    let doc = doc(
        "add_token",
        "Make another token",
        "Gives one more token, for another browser or program; a player has at most 20. Who has no token left makes one by \
         `POST /v1/recovery`.",
    );
    let (label, created_at) = (Some("phone".to_owned()), examples::time());
    let added = AddedToken { id: TokenId(2), label, created_at, token: EXAMPLE_TOKEN.to_owned() };
    id_in_path(doc)
        .request_body::<NewTokenRequest>(&json!({ "label": "phone" }))
        .response::<AddedToken>("201", "The token is one of yours.", &added)
        .with_location()
        .no_store()
        .errors(&["403", "404", "409", "503"])
}

pub(super) fn doc_of_revoke() -> OperationDoc {
    let doc = doc(
        "revoke_token",
        "Revoke a token",
        "The token is worth nothing then; it may be the one that is sent. The last one can be revoked by those who have a recovery \
         code.",
    );
    let description = "The token's number, as the list of tokens has it.";
    id_in_path(doc)
        .path_parameter("token", description, wire::text("^[1-9][0-9]{0,18}$", description, "1"))
        .empty_response("204", "The token is revoked.")
        .no_store()
        .errors(&["403", "404", "409", "503"])
}

pub(super) fn doc_of_new_recovery_code() -> OperationDoc<(), NewRecoveryCode> {
    let doc = doc(
        "replace_recovery_code",
        "Make a recovery code",
        "Gives a recovery code, which is shown this once. One that was given before is worth nothing then.",
    );
    let code = NewRecoveryCode { recovery_code: EXAMPLE_CODE.to_owned(), recovery_code_id: EXAMPLE_CODE_ID.to_owned() };
    id_in_path(doc).ok::<NewRecoveryCode>(&code).no_store().errors(&["403", "404", "503"])
}

pub(super) fn doc_of_recovery() -> OperationDoc<RecoveryRequest, PlayerWithToken> {
    doc(
        "recover",
        "Use a recovery code",
        "Makes a new token for those who have lost theirs, and the next recovery code: a code works once. Should the answer be \
         lost, the same code gives the same answer again, until the token that it made is used or another code is made. The other tokens \
         stay; only where there are 20 already is the one revoked that was not used for longest.",
    )
    .request_body::<RecoveryRequest>(&json!({ "recovery_code": EXAMPLE_CODE }))
    .response::<PlayerWithToken>("201", "The token is yours, and so is the next recovery code.", &example_with_token())
    .with_location()
    .no_store()
    .errors(&["403", "503"])
}

pub(super) fn doc_of_runs() -> OperationDoc<(), PlayersRuns> {
    let doc = doc("list_players_runs", "List a player's runs", "A player's runs, the newest first.");
    let next = "The cursor of a page, as the page before gave it in `next`.";
    id_in_path(query::limit(doc))
        .query("cursor", next, cursor::schema())
        .may_use_token()
        .ok::<PlayersRuns>(&PlayersRuns { runs: Vec::new(), next: None })
        .errors(&["400", "404", "503"])
}
