//! Moderation: what a moderator orders, and the log of what was done.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::model::calendar::Timestamp;
use crate::model::ids::{ActionId, PlayerId, RunId};

/// Maximum number of characters of a reason: code points in normal form C.
pub const MAX_REASON_CHARACTERS: usize = 500;

/// Why a moderator does something, in normal form C: 1 to 500 characters, not all of them spaces, and no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

/// Why a text is no reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAReason {
    /// It is empty, or has spaces only.
    Blank,
    /// It has too many characters.
    TooLong,
    /// It has a control character or a line separator.
    Control(char),
}

impl fmt::Display for NotAReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("a reason must not be blank"),
            Self::TooLong => write!(f, "a reason must have at most {MAX_REASON_CHARACTERS} characters"),
            Self::Control(c) => {
                write!(f, "a reason must have no control characters or line breaks, such as U+{:04X}", u32::from(*c))
            }
        }
    }
}

impl std::error::Error for NotAReason {}

impl Reason {
    /// Normalizes a text and checks that it can be a reason.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn new(text: &str) -> Result<Self, NotAReason> {
        // The rest of a text that is too long costs no memory.
        let reason: String = text.nfc().take(MAX_REASON_CHARACTERS + 1).collect();
        if reason.chars().count() > MAX_REASON_CHARACTERS {
            return Err(NotAReason::TooLong);
        }
        if let Some(c) = reason.chars().find(|c| c.is_control() || ['\u{2028}', '\u{2029}'].contains(c)) {
            return Err(NotAReason::Control(c));
        }
        if reason.trim().is_empty() { Err(NotAReason::Blank) } else { Ok(Self(reason)) }
    }

    /// The reason as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a moderator orders.
#[derive(Clone, Debug)]
pub struct ModerationOrder {
    /// What is to be done.
    pub act: Act,
    /// Why.
    pub reason: Reason,
    /// When the request was received.
    pub at: Timestamp,
}

/// What a moderator can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Take a run off all boards and lists.
    HideRun(RunId),
    /// Put back a run that a moderator hid.
    RestoreRun(RunId),
    /// Give a player another name.
    RenamePlayer {
        /// The player.
        player: PlayerId,
        /// The new name, in normal form C: a [`Name`](crate::model::name::Name) as text.
        name: String,
        /// Hashes of the forms that the new name takes: [`Name::forms`](crate::model::name::Name::forms).
        forms: Vec<[u8; 32]>,
    },
    /// Refuse all tokens and the recovery code of a player, and take their runs off all boards and lists.
    BanPlayer(PlayerId),
    /// Undo a ban.
    UnbanPlayer(PlayerId),
}

impl Act {
    /// The player whose state it changes, if it names one.
    pub(crate) fn player(&self) -> Option<PlayerId> {
        match self {
            Self::HideRun(_) | Self::RestoreRun(_) => None,
            Self::RenamePlayer { player, .. } | Self::BanPlayer(player) | Self::UnbanPlayer(player) => Some(*player),
        }
    }
}

/// The outcome of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moderated {
    /// It was done, and is in the log.
    Done(LoggedAction),
    /// It was done before. Nothing changed, and nothing was logged.
    Unchanged,
    /// There is no such run.
    UnknownRun,
    /// There is no such player, or the player is deleted.
    UnknownPlayer,
    /// The name, or one that equals or looks like it, is or was in use.
    NameTaken,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedAction {
    /// The number.
    pub id: ActionId,
    /// When the request was received.
    pub at: Timestamp,
    /// What was done.
    pub act: LoggedAct,
    /// Why.
    pub reason: String,
}

/// What was done, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoggedAct {
    /// A run was hidden.
    HideRun(RunId),
    /// A run was restored.
    RestoreRun(RunId),
    /// A player got another name.
    RenamePlayer {
        /// The player.
        player: PlayerId,
        /// The old and the new name; none once the player is deleted.
        names: Option<Names>,
    },
    /// A player was banned.
    BanPlayer(PlayerId),
    /// A ban was undone.
    UnbanPlayer(PlayerId),
}

/// The names of a player who was renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The name before.
    pub old: String,
    /// The name from then on.
    pub new: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_any_text_on_one_line() {
        for text in
            ["x", "  spam  ", "obvious cheat: 3 runs/minute", "نمی\u{200c}خواهم", "👩\u{200d}🚀", &"é".repeat(500)]
        {
            assert_eq!(Reason::new(text).as_ref().map(Reason::as_str), Ok(text));
        }
        assert_eq!(Reason::new("e\u{301}").as_ref().map(Reason::as_str), Ok("é"), "it is stored in normal form");
    }

    #[test]
    fn rejects_blank_long_and_multiline_reasons() {
        for text in ["", " ", "\u{3000} "] {
            assert_eq!(Reason::new(text), Err(NotAReason::Blank), "{text:?}");
        }
        for text in [&"x".repeat(501), &"x".repeat(1_000_000)] {
            assert_eq!(Reason::new(text), Err(NotAReason::TooLong));
        }
        for c in "\0\n\r\t\u{1b}\u{7f}\u{85}\u{2028}\u{2029}".chars() {
            assert_eq!(Reason::new(&format!("a{c}b")), Err(NotAReason::Control(c)), "{c:?}");
        }
    }
}
