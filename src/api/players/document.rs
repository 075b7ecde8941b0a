//! What the operations about players share in the OpenAPI document: parameters of the path and examples.

use super::event_info::PlayerEvents;
use super::info::{PlayerInfo, PlayerWithToken};
use super::token_info::{PlayersTokens, TokenInfo};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::rules::wire;
use crate::store::{EventPosition, PlayerEvent, StoredEvent, TableId, TokenId};

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Players", summary: summary.to_owned(), description })
}

pub(in crate::api) fn example_info() -> PlayerInfo {
    let PlayerName { id, name, bot } = examples::player();
    PlayerInfo { id, name, created_at: examples::time(), banned: false, bot }
}

pub(in crate::api) const EXAMPLE_TOKEN: &str = "dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE";
pub(super) const EXAMPLE_CODE: &str = "7K2M-9QXA-0RDF-4TVB-H1JC-6NYE-8WPG";
pub(super) const EXAMPLE_CODE_ID: &str = "0b9c2f41";

pub(in crate::api) fn example_tokens() -> PlayersTokens {
    let (created_at, last_used_on) = (examples::time(), Some(examples::time().day()));
    let token = TokenInfo { id: TokenId(1), label: Some("phone".to_owned()), created_at, last_used_on, current: true };
    PlayersTokens { tokens: vec![token], has_recovery_code: true, recovery_code_id: Some(EXAMPLE_CODE_ID.to_owned()) }
}

pub(in crate::api) fn example_with_token() -> PlayerWithToken {
    let (token, recovery_code) = (EXAMPLE_TOKEN.to_owned(), EXAMPLE_CODE.to_owned());
    PlayerWithToken { player: example_info(), token, recovery_code, recovery_code_id: EXAMPLE_CODE_ID.to_owned() }
}

pub(super) fn example_events() -> PlayerEvents {
    let (position, event) = (EventPosition { number: 12, tag: 0x0a1b_2c3d }, PlayerEvent::Started(TableId(7)));
    let game = Some("queensland".to_owned());
    PlayerEvents::of(
        vec![StoredEvent { position, event: Some(event), at: examples::time(), game, by: None }],
        position,
        false,
    )
}

pub(in crate::api) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The player's id, or `me` for the player whose token is sent.";
    doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"))
}
