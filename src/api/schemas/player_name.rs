//! The player of a run, a seat or an entry.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::PlayerId;

/// A player, by id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerName {
    /// The player's id.
    #[schema(value_type = schemas::PlayerNumber)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
}
