//! Events of the users of an app as JSON.

use serde::Serialize;

#[cfg(feature = "schemas")]
use crate::api::feed;
use crate::api::players::event_info::EventInfo;
use crate::api::schemas;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::rules::wire::ToSchema;
use crate::store::{AppEvent, EventPosition, PlayerId, UserEvent};

/// What happened to a user of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AppEvent)]
pub(super) struct AppEventInfo {
    /// The position of the event in the stream of the app. Send it as `Last-Event-ID` or `after` to resume.
    #[schema(schema_with = position_schema)]
    id: String,
    /// The app's own id of the user.
    user: String,
    /// The player of the user.
    #[schema(value_type = schemas::PlayerNumber)]
    player: PlayerId,
    /// What happened to the player. Its `id` is the position in the stream of the player.
    event: EventInfo,
}

impl AppEventInfo {
    /// An event as JSON; none if the app no longer acts for the player, or this version does not know its type.
    pub(super) fn of(AppEvent { position, delivers }: AppEvent) -> Option<Self> {
        let UserEvent { user, player, event } = delivers?;
        let (id, user) = (position.to_string(), user.as_str().to_owned());
        Some(Self { id, user, player, event: EventInfo::of(event)? })
    }

    /// The name of its type, as in JSON.
    pub(super) fn name(&self) -> &'static str {
        self.event.name()
    }

    /// Its position.
    pub(super) fn position(&self) -> &str {
        &self.id
    }
}

/// The next events of the users of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct AppEvents {
    /// The events after `after`, those of each player in order: the earliest 100 at most.
    #[schema(max_items = 100)]
    events: Vec<AppEventInfo>,
    /// The position after them. Send it as `after` to get later ones.
    #[schema(schema_with = position_schema)]
    position: String,
    /// Whether events before `position` are missing: read the tables of your users. True without `after`, and for one that cannot be resumed.
    /// False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    reset: bool,
}

impl AppEvents {
    /// Events, of which the last has this position. With `reset`, earlier ones are missing.
    pub(super) fn of(events: Vec<AppEvent>, position: EventPosition, reset: bool) -> Self {
        let events = events.into_iter().filter_map(AppEventInfo::of).collect();
        Self { events, position: position.to_string(), reset }
    }
}

#[cfg(feature = "schemas")]
fn position_schema() -> wire::AnySchema {
    feed::position_schema("A position in the events of an app.")
}
