//! Events of players: what happened to a player, in the order of numbers that grow with each commit.
//!
//! An event refers to what it is about, and copies nothing of it. Its number is only unique while the database never goes back: afterwards, another
//! event can have it. So a client's position names the number and a random tag of the last event that it knows. If the database has this event,
//! it also has all earlier ones that the client knows, because a database goes back as a whole.

use std::fmt;
use std::str::FromStr;

use super::apps::UserId;
use super::calendar::Timestamp;
use super::ids::{ContestId, PlayerId, RunId, TableId};
use super::players::NamedPlayer;

/// What happened to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerEvent {
    /// It became the player's turn at a table.
    YourTurn {
        /// The table.
        table: TableId,
        /// The deadline of the player's move; none if there is none.
        due: Option<Timestamp>,
    },
    /// A table of the player began.
    Started(TableId),
    /// A table of the player is over.
    Over(TableId),
    /// A table of the player was set back.
    SetBack(TableId),
    /// Another player made the rematch of a table of the player.
    RematchOffered {
        /// The table that is over.
        table: TableId,
        /// The table that waits for its players.
        rematch: TableId,
    },
    /// The par of the deal of a player's run was found.
    ParKnown(RunId),
    /// Another player invites the player to a table.
    Invited {
        /// The table.
        table: TableId,
        /// Who invites.
        by: PlayerId,
    },
    /// A player declined an invitation.
    InvitationDeclined {
        /// The table.
        table: TableId,
        /// Who declined.
        by: PlayerId,
    },
    /// A round of a contest of the player opened.
    RoundOpened {
        /// The contest.
        contest: ContestId,
        /// The number of the round, from 1.
        round: u8,
    },
    /// A round of a contest of the player is closed, and its games count in the standings.
    RoundClosed {
        /// The contest.
        contest: ContestId,
        /// The number of the round, from 1.
        round: u8,
    },
}

impl PlayerEvent {
    /// Returns kind, subject and detail as in databases: no number of a kind may change.
    pub(crate) fn numbers(self) -> (i64, i64, Option<i64>) {
        match self {
            Self::YourTurn { table, due } => (0, table.0, due.map(Timestamp::millis)),
            Self::Started(table) => (1, table.0, None),
            Self::Over(table) => (2, table.0, None),
            Self::SetBack(table) => (3, table.0, None),
            Self::RematchOffered { table, rematch } => (4, table.0, Some(rematch.0)),
            Self::ParKnown(run) => (5, run.0, None),
            Self::Invited { table, by } => (6, table.0, Some(by.0)),
            Self::InvitationDeclined { table, by } => (7, table.0, Some(by.0)),
            Self::RoundOpened { contest, round } => (20, contest.0, Some(round.into())),
            Self::RoundClosed { contest, round } => (21, contest.0, Some(round.into())),
        }
    }

    /// Returns the event of these [numbers](Self::numbers); none if this version does not know its kind.
    pub(crate) fn of_numbers(kind: i64, subject: i64, detail: Option<i64>) -> Option<Self> {
        let table = TableId(subject);
        match kind {
            0 => Some(Self::YourTurn { table, due: detail.map(Timestamp::from_millis) }),
            1 => Some(Self::Started(table)),
            2 => Some(Self::Over(table)),
            3 => Some(Self::SetBack(table)),
            4 => detail.map(|rematch| Self::RematchOffered { table, rematch: TableId(rematch) }),
            5 => Some(Self::ParKnown(RunId(subject))),
            6 => detail.map(|by| Self::Invited { table, by: PlayerId(by) }),
            7 => detail.map(|by| Self::InvitationDeclined { table, by: PlayerId(by) }),
            20 | 21 => {
                let (contest, round) = (ContestId(subject), u8::try_from(detail?).ok()?);
                let opened = kind == 20;
                Some(if opened { Self::RoundOpened { contest, round } } else { Self::RoundClosed { contest, round } })
            }
            _ => None,
        }
    }
}

/// An event to store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// Whose stream it is in.
    pub player: PlayerId,
    /// What happened.
    pub event: PlayerEvent,
    /// When.
    pub at: Timestamp,
    /// A random number.
    pub tag: u32,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its place in the stream of its player.
    pub position: EventPosition,
    /// What happened; none if a later version of the service stored it.
    pub event: Option<PlayerEvent>,
    /// When.
    pub at: Timestamp,
    /// The game of its table; none without a table, and if the table was removed.
    pub game: Option<String>,
    /// The other player of an invitation; none for other events, and if that player was deleted.
    pub by: Option<NamedPlayer>,
}

/// How long events are stored, in seconds.
pub const EVENT_SECONDS: i64 = 7 * 86_400;

/// The place of an event in the stream of a player: its number and its tag. The text is the number and the tag as eight hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventPosition {
    /// Its number: from 1, in order of commit; 0 is the place before the first event.
    pub number: i64,
    /// Its random number; before the first event, the minute since 1970 in which there was none.
    pub tag: u32,
}

impl EventPosition {
    /// Returns the place before the first event, of a player who has none at this time.
    #[must_use]
    pub fn start(now: Timestamp) -> Self {
        Self { number: 0, tag: u32::try_from(now.millis() / 60_000).unwrap_or_default() }
    }

    /// Whether it is a place before the first event.
    #[must_use]
    pub const fn is_start(self) -> bool {
        self.number == 0
    }

    /// Whether events after it may have been deleted, although it is a place before the first event.
    #[must_use]
    pub fn is_outdated(self, now: Timestamp) -> bool {
        self.is_start() && Timestamp::from_millis(i64::from(self.tag) * 60_000).plus_seconds(EVENT_SECONDS) <= now
    }
}

impl fmt::Display for EventPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:08x}", self.number, self.tag)
    }
}

impl FromStr for EventPosition {
    type Err = ();

    /// Parses the text of `Display`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, tag) = text.split_once('-').ok_or(())?;
        let tag = u32::from_str_radix(tag, 16).map_err(|_| ())?;
        let position = Self { number: number.parse().map_err(|_| ())?, tag };
        if position.number >= 0 && position.to_string() == text { Ok(position) } else { Err(()) }
    }
}

/// A place in the stream of an app, with the event that it delivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppEvent {
    /// The place.
    pub position: EventPosition,
    /// The event; none if the app no longer acts for the player, or the player was deleted.
    pub delivers: Option<UserEvent>,
}

/// An event of a user of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserEvent {
    /// The app's own id of the user.
    pub user: UserId,
    /// The player.
    pub player: PlayerId,
    /// The event, with its place in the stream of the player.
    pub event: StoredEvent,
}

/// What is known of the stream of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewestOfApp {
    /// The position of the newest event in it; none without events.
    pub newest: Option<EventPosition>,
    /// Whether stored events wait for their numbers in it.
    pub unnumbered: bool,
}

/// The events of a player, or of an app, after a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventsAfter<E = StoredEvent> {
    /// The next events, in order.
    Continued(Vec<E>),
    /// The position is not one of the stream: the database lost its event, or the event is older than seven days. This is the newest position,
    /// none without events.
    Lost(Option<EventPosition>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_parses_only_its_own_text() {
        let position = EventPosition { number: 12, tag: 0x00ab_cdef };
        assert_eq!((position.to_string().as_str(), "12-00abcdef".parse()), ("12-00abcdef", Ok(position)));
        for text in
            ["", "12", "12-", "12-abcdef", "12-00ABCDEF", "+2-00abcdef", "-1-00abcdef", "02-00abcdef", "12-+0abcdef"]
        {
            assert_eq!(text.parse::<EventPosition>(), Err(()), "{text:?}");
        }
        assert_eq!("9223372036854775808-00000000".parse::<EventPosition>(), Err(()), "too large");
    }

    #[test]
    fn place_before_first_event_is_valid_for_seven_days() {
        let now = Timestamp::from_millis(1_800_000_059_999);
        let start = EventPosition::start(now);
        assert!(start.is_start() && start.to_string().parse() == Ok(start));
        assert!(
            !start.is_outdated(now.plus_seconds(EVENT_SECONDS - 60))
                && start.is_outdated(now.plus_seconds(EVENT_SECONDS))
        );
        assert!(!EventPosition { number: 1, tag: 0 }.is_outdated(now), "the store knows whether it has the event");
    }

    #[test]
    fn events_are_read_as_they_were_written() {
        let (table, rematch) = (TableId(7), TableId(8));
        for event in [
            PlayerEvent::YourTurn { table, due: None },
            PlayerEvent::YourTurn { table, due: Some(Timestamp::from_millis(5)) },
            PlayerEvent::Started(table),
            PlayerEvent::Over(table),
            PlayerEvent::SetBack(table),
            PlayerEvent::RematchOffered { table, rematch },
            PlayerEvent::ParKnown(RunId(9)),
            PlayerEvent::Invited { table, by: PlayerId(3) },
            PlayerEvent::InvitationDeclined { table, by: PlayerId(3) },
            PlayerEvent::RoundOpened { contest: ContestId(6), round: 1 },
            PlayerEvent::RoundClosed { contest: ContestId(6), round: 12 },
        ] {
            let (kind, subject, detail) = event.numbers();
            assert_eq!(PlayerEvent::of_numbers(kind, subject, detail), Some(event));
        }
        assert_eq!(PlayerEvent::of_numbers(99, 1, None), None);
    }
}
