//! Apps: front ends of others, which act for users of their own.

use std::fmt;

use crate::model::calendar::{Day, Period, Timestamp};
use crate::model::ids::{AppId, PlayerId, SeasonId};
use crate::model::players::{Player, RecoveryHash, Repeatable, TokenHash};

/// Maximum number of apps that a player may ask for.
pub const MAX_APPS: usize = 5;

/// Maximum number of keys of an app: one in use, and one that replaces it.
pub const MAX_APP_KEYS: usize = 2;

/// Maximum size of a user id, in bytes.
pub const MAX_USER_ID_BYTES: usize = 128;

/// SHA-256 of the key of an app. Only the hash is stored, as of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AppKeyHash(pub [u8; 32]);

/// Whether an app may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppState {
    /// It waits for the approval of an operator. It may act meanwhile.
    Pending,
    /// An operator approved it.
    Approved,
    /// An operator suspended it: neither its keys nor its tokens work.
    Suspended,
}

impl AppState {
    /// Returns the number that is stored.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Pending => 0,
            Self::Approved => 1,
            Self::Suspended => 2,
        }
    }

    /// Returns the state with a number, if there is one.
    pub(crate) fn of_number(number: i64) -> Option<Self> {
        [Self::Pending, Self::Approved, Self::Suspended].into_iter().find(|state| state.number() == number)
    }
}

/// An app to register.
#[derive(Clone, Debug)]
pub struct NewApp {
    /// The name.
    pub name: String,
    /// The address of its home page.
    pub home_page: String,
    /// The player who requests it; none if an operator creates it.
    pub owner: Option<PlayerId>,
    /// Whether it may act.
    pub state: AppState,
    /// The hash of its first key.
    pub key: AppKeyHash,
    /// When the request was received.
    pub at: Timestamp,
}

/// The outcome of registering an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The app was registered.
    New(AppId),
    /// The player has asked for [`MAX_APPS`].
    TooMany,
}

/// An app that is not deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct App {
    /// The number.
    pub id: AppId,
    /// The name.
    pub name: String,
    /// The address of its home page.
    pub home_page: String,
    /// The player who asked for it, if a player did and is not deleted.
    pub owner: Option<PlayerId>,
    /// Whether it may act.
    pub state: AppState,
    /// When it was registered.
    pub created_at: Timestamp,
}

/// The app through which a player made something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThroughApp {
    /// The app.
    pub id: AppId,
    /// Whether the app acted for the player, so that it is only on boards and lists of the app.
    pub alone: bool,
    /// Whether the app hid it on its own boards and lists.
    pub hidden: bool,
}

impl ThroughApp {
    /// Returns the number that is stored with what was created: negative if the app hid it.
    pub(crate) fn number(self) -> i64 {
        if self.hidden { -self.id.0 } else { self.id.0 }
    }
}

/// An app's own id of a person: 1 to 128 bytes without control characters. `Debug` does not show it, so that no log has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UserId(String);

impl UserId {
    /// Checks that a text is a valid user id. It is compared byte by byte, and not normalized.
    #[must_use]
    pub fn new(text: String) -> Option<Self> {
        // Clients remove dots from paths, even encoded ones.
        let is_dots = [".", ".."].contains(&text.as_str());
        // Different bytes of a path that are not UTF-8 are all decoded to the replacement character.
        let is_refused = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
        let is_valid = (1..=MAX_USER_ID_BYTES).contains(&text.len()) && !text.chars().any(is_refused) && !is_dots;
        is_valid.then_some(Self(text))
    }

    /// Returns the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserId")
    }
}

/// A name that a user may get: as in [`NewPlayer`](crate::NewPlayer).
#[derive(Clone, Debug)]
pub struct OfferedName {
    /// The name, in normal form C.
    pub name: String,
    /// Hashes of the forms under which no other name may be taken.
    pub forms: Vec<[u8; 32]>,
}

/// A request of an app for a token of one of its users.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The app.
    pub app: AppId,
    /// The user.
    pub user: UserId,
    /// The names that a new user may get: the first one that is free.
    pub names: Vec<OfferedName>,
    /// The hash of the token.
    pub token: TokenHash,
    /// How to recognize the same request, if the app may repeat it.
    pub repeatable: Option<RepeatableSignIn>,
    /// When the request was received.
    pub at: Timestamp,
    /// When the token expires.
    pub expires_at: Timestamp,
}

/// What identifies a repeated request for a token.
#[derive(Clone, Copy, Debug)]
pub struct RepeatableSignIn {
    /// A hash of app, user and idempotency key.
    pub request: [u8; 32],
    /// The salt from which, with the idempotency key, the token is derived.
    pub salt: [u8; 32],
}

/// The outcome of a request for a token of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignedIn {
    /// The user is new, and so is the player.
    New(Player),
    /// The user was known.
    Known(Player),
    /// The same request returned a token before.
    Repeated {
        /// The player.
        player: Player,
        /// The salt of the token.
        salt: [u8; 32],
        /// When the token expires.
        expires_at: Timestamp,
    },
    /// The user is new, and none of the names is free.
    NameTaken,
    /// A moderator banned the user.
    Banned,
    /// The user plays under their own control, and has not allowed the app to act.
    TakenOver,
    /// There is no such app, or it is suspended.
    NoApp,
}

/// Who controls the player of a user of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The app acts for the player.
    App,
    /// The person took the player over, and does not let the app play.
    Person,
    /// The person took the player over, and lets the app play.
    Consenting,
}

/// What a link of an app is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// The person takes over the player for whom the app acts.
    TakeOver,
    /// The person, who took the player over, lets the app play for them.
    Consent,
}

/// A link of an app for one of its users, which contains a secret code.
#[derive(Clone, Debug)]
pub struct NewAppLink {
    /// The app.
    pub app: AppId,
    /// The user.
    pub user: UserId,
    /// The hash of the code.
    pub code: TokenHash,
    /// When the request was received.
    pub at: Timestamp,
    /// When the link expires.
    pub expires_at: Timestamp,
}

/// A valid link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppLink {
    /// The app.
    pub app: App,
    /// The player.
    pub player: Player,
    /// What it is for.
    pub purpose: LinkPurpose,
}

/// A request of a person to take over a player.
#[derive(Clone, Debug)]
pub struct TakeOver {
    /// The hash of the code in the link.
    pub code: TokenHash,
    /// The hash of the person's first token.
    pub token: TokenHash,
    /// The hash of their recovery code.
    pub recovery: RecoveryHash,
    /// How to recognize the same request, if the person may repeat it.
    pub repeatable: Option<Repeatable>,
    /// When the request was received.
    pub at: Timestamp,
}

/// The outcome of taking over a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TookOver {
    /// The person has the player from now on.
    New(Player),
    /// The same request took the player over before.
    Repeated {
        /// The player.
        player: Player,
        /// The salt of token and recovery code.
        salt: [u8; 32],
    },
    /// The idempotency key was used for another player.
    OtherRequest,
    /// The player was taken over before.
    Used,
    /// A moderator banned the player.
    Banned,
    /// There is no such link, or it has expired.
    Unknown,
}

/// The outcome of letting an app play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consented {
    /// The app may play for the player.
    Allowed,
    /// The link is for another player.
    OtherPlayer,
    /// There is no such link, or it has expired.
    Unknown,
}

/// A user of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppUser {
    /// The app's id of the user.
    pub user: UserId,
    /// The player.
    pub player: Player,
    /// Who controls the player.
    pub control: Control,
    /// Whether the app hid the runs of the user on its own boards and lists.
    pub hidden: bool,
}

/// Maximum number of seasons of an app that begin in the same year.
pub const MAX_SEASONS_A_YEAR: usize = 12;

/// A season to create. It begins in the future.
#[derive(Clone, Debug)]
pub struct NewSeason {
    /// The app.
    pub app: AppId,
    /// The name.
    pub name: String,
    /// The first day.
    pub first: Day,
    /// The last day.
    pub last: Day,
}

/// The outcome of creating a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonCreated {
    /// The season was created.
    New(SeasonId),
    /// Another season of the app has some of its days.
    Overlaps,
    /// [`MAX_SEASONS_A_YEAR`] begin in its year.
    TooMany,
    /// The app was deleted.
    NoApp,
}

/// A season of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// The number.
    pub id: SeasonId,
    /// The app.
    pub app: AppId,
    /// The name.
    pub name: String,
    /// The first day.
    pub first: Day,
    /// The last day.
    pub last: Day,
}

impl Season {
    /// Returns the period of its boards.
    #[must_use]
    pub fn period(&self) -> Period {
        Period::Span(self.first, self.last)
    }
}

/// Number of days for which the usage of apps is stored.
pub const USAGE_DAYS: i64 = 90;

/// What the usage of an app counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UsageKind {
    /// Requests with its key or its tokens.
    Requests,
    /// Long work.
    Work,
    /// New users.
    Players,
    /// Moves at tables, and other data of about the same size.
    Moves,
    /// New tables.
    Tables,
    /// Opened streams and waiting requests.
    Listeners,
}

impl UsageKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Requests, Self::Work, Self::Players, Self::Moves, Self::Tables, Self::Listeners];

    /// Returns the name that is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Work => "work",
            Self::Players => "players",
            Self::Moves => "moves",
            Self::Tables => "tables",
            Self::Listeners => "listeners",
        }
    }

    /// Returns the kind with a name, if there is one.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How much an app used, and how much it was refused. In memory, it is what came since it was stored, which may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsageCount {
    /// How much it used.
    pub used: i64,
    /// How much it was refused.
    pub refused: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_ids_are_opaque_text_of_at_most_128_bytes() {
        for text in ["1", "../../admin", "a/b?c#d%2f", " ", "ноутбук", "me", &"x".repeat(128)] {
            assert_eq!(UserId::new(text.to_owned()).as_ref().map(UserId::as_str), Some(text));
        }
        for text in ["", ".", "..", "a\0b", "a\nb", "\u{85}", &"x".repeat(129), &"é".repeat(65), &"x".repeat(1024)] {
            assert_eq!(UserId::new(text.to_owned()), None, "{text:?}");
        }
    }

    #[test]
    fn debug_text_hides_user_ids() {
        let user = UserId::new("ada@example.org".to_owned()).expect("it is valid");
        assert!(!format!("{user:?}").contains("ada"));
    }

    #[test]
    fn stored_numbers_name_states() {
        for state in [AppState::Pending, AppState::Approved, AppState::Suspended] {
            assert_eq!(AppState::of_number(state.number()), Some(state));
        }
        assert_eq!(AppState::of_number(3), None);
    }
}
