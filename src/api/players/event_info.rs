//! Events of a player as JSON.

use serde::Serialize;

#[cfg(feature = "schemas")]
use crate::api::feed;
use crate::api::schemas;
use crate::api::schemas::contest_round::ContestRoundName;
use crate::api::schemas::player_name::PlayerName;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Timestamp;
use crate::store::{EventPosition, PlayerEvent, RunId, StoredEvent, TableId};

/// What happened to a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersEvent)]
pub(in crate::api) struct EventInfo {
    /// The position of the event. Send it as `Last-Event-ID` or `after` to resume.
    #[schema(schema_with = position_schema)]
    id: String,
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: Kind,
    /// When it happened.
    #[schema(value_type = schemas::Moment)]
    at: Timestamp,
    /// The table. Absent for `par_known`, `contest_round_opened` and `contest_round_closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TableNumber>)]
    table: Option<TableId>,
    /// The game of the table. Absent without a table, and if it was deleted since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<String>,
    /// The deadline of your move, for `your_turn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    deadline: Option<Timestamp>,
    /// The table of the rematch, for `rematch_offered`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TableNumber>)]
    rematch: Option<TableId>,
    /// The run, for `par_known`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    run: Option<RunId>,
    /// Who invites you, or who declined your invitation. Absent if that player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by: Option<PlayerName>,
    /// The round, for `contest_round_opened` and `contest_round_closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    contest: Option<ContestRoundName>,
}

/// What happened: it became your turn at a table; a table of yours began, is over, or was set back; another player made the rematch of a table; the
/// par of the deal of your run was found; another player invites you to a table; a player declined your invitation; a round of a contest
/// that you entered opened, or is closed and counts in the standings. Later versions may add types.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    YourTurn,
    TableStarted,
    TableOver,
    TableSetBack,
    RematchOffered,
    ParKnown,
    Invited,
    InvitationDeclined,
    ContestRoundOpened,
    ContestRoundClosed,
}

impl EventInfo {
    /// An event as JSON; none if this version does not know its type.
    pub(in crate::api) fn of(StoredEvent { position, event, at, game, by }: StoredEvent) -> Option<Self> {
        let none = Self {
            id: position.to_string(),
            kind: Kind::YourTurn,
            at,
            table: None,
            game,
            deadline: None,
            rematch: None,
            run: None,
            by: by.map(PlayerName::from),
            contest: None,
        };
        Some(match event? {
            PlayerEvent::YourTurn { table, due } => Self { table: Some(table), deadline: due, ..none },
            PlayerEvent::Started(table) => Self { kind: Kind::TableStarted, table: Some(table), ..none },
            PlayerEvent::Over(table) => Self { kind: Kind::TableOver, table: Some(table), ..none },
            PlayerEvent::SetBack(table) => Self { kind: Kind::TableSetBack, table: Some(table), ..none },
            PlayerEvent::RematchOffered { table, rematch } => {
                Self { kind: Kind::RematchOffered, table: Some(table), rematch: Some(rematch), ..none }
            }
            PlayerEvent::ParKnown(run) => Self { kind: Kind::ParKnown, run: Some(run), game: None, ..none },
            PlayerEvent::Invited { table, .. } => Self { kind: Kind::Invited, table: Some(table), ..none },
            PlayerEvent::InvitationDeclined { table, .. } => {
                Self { kind: Kind::InvitationDeclined, table: Some(table), ..none }
            }
            PlayerEvent::RoundOpened { contest: id, round } => {
                Self { kind: Kind::ContestRoundOpened, contest: Some(ContestRoundName { id, round }), ..none }
            }
            PlayerEvent::RoundClosed { contest: id, round } => {
                Self { kind: Kind::ContestRoundClosed, contest: Some(ContestRoundName { id, round }), ..none }
            }
        })
    }

    /// The name of its type, as in JSON.
    pub(in crate::api) fn name(&self) -> &'static str {
        match self.kind {
            Kind::YourTurn => "your_turn",
            Kind::TableStarted => "table_started",
            Kind::TableOver => "table_over",
            Kind::TableSetBack => "table_set_back",
            Kind::RematchOffered => "rematch_offered",
            Kind::ParKnown => "par_known",
            Kind::Invited => "invited",
            Kind::InvitationDeclined => "invitation_declined",
            Kind::ContestRoundOpened => "contest_round_opened",
            Kind::ContestRoundClosed => "contest_round_closed",
        }
    }

    /// Its position.
    pub(super) fn position(&self) -> &str {
        &self.id
    }
}

/// The next events of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct PlayerEvents {
    /// The events after `after`, in order: the earliest 100 at most.
    #[schema(max_items = 100)]
    events: Vec<EventInfo>,
    /// The position after them. Send it as `after` to get later ones.
    #[schema(schema_with = position_schema)]
    position: String,
    /// Whether events before `position` are missing: read your tables. True without `after`, and for one that cannot be resumed. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    reset: bool,
}

impl PlayerEvents {
    /// Events, of which the last has this position. With `reset`, earlier ones are missing.
    pub(super) fn of(events: Vec<StoredEvent>, position: EventPosition, reset: bool) -> Self {
        Self { events: events.into_iter().filter_map(EventInfo::of).collect(), position: position.to_string(), reset }
    }
}

#[cfg(feature = "schemas")]
fn position_schema() -> wire::AnySchema {
    feed::position_schema("A position in the events of a player.")
}
