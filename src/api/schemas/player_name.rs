//! The player of a run, a seat or an entry.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::{NamedPlayer, Player, PlayerId};

/// A player, by id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerName {
    /// The player's id.
    #[schema(value_type = schemas::PlayerNumber)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// Whether the player says that they are a program. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub bot: bool,
}

impl From<NamedPlayer> for PlayerName {
    fn from(NamedPlayer { id, name, bot }: NamedPlayer) -> Self {
        Self { id, name, bot }
    }
}

impl From<Player> for PlayerName {
    fn from(player: Player) -> Self {
        NamedPlayer::from(player).into()
    }
}
