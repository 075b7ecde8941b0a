//! Apps: front ends of others, which act for users of their own.

use std::fmt;

use crate::model::calendar::Timestamp;
use crate::model::ids::{AppId, PlayerId};
use crate::model::players::{Player, TokenHash};

/// Maximum number of apps that a player may ask for.
pub const MAX_APPS: usize = 5;

/// Maximum number of keys of an app: one in use, and one that replaces it.
pub const MAX_APP_KEYS: usize = 2;

/// Maximum size of a user id, in bytes.
pub const MAX_USER_ID_BYTES: usize = 128;

/// SHA-256 of the key of an app. Only the hash is stored, as of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let is_valid = (1..=MAX_USER_ID_BYTES).contains(&text.len()) && !text.chars().any(char::is_control) && !is_dots;
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

/// A user of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppUser {
    /// The app's id of the user.
    pub user: UserId,
    /// The player.
    pub player: Player,
    /// Whether the app acts for the player; if not, the user took the player over.
    pub is_acted_for: bool,
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
