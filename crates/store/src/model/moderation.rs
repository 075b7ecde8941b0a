//! Moderation: orders of moderators, and their log.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::model::calendar::Timestamp;
use crate::model::ids::{ActionId, AppId, ContestId, PlayerId, RunId};

/// Maximum number of characters of a reason: code points in normal form C.
pub const MAX_REASON_CHARACTERS: usize = 500;

/// The reason of an order, in normal form C: 1 to 500 characters, not only spaces, without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

/// Why a text is not a valid reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonError {
    /// It is empty or has only spaces.
    Blank,
    /// It has too many characters.
    TooLong,
    /// It has a control character or a line separator.
    Control(char),
}

impl fmt::Display for ReasonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("must not be blank"),
            Self::TooLong => write!(f, "must have at most {MAX_REASON_CHARACTERS} characters"),
            Self::Control(c) => {
                write!(f, "must not have control characters or line breaks (got U+{:04X})", u32::from(*c))
            }
        }
    }
}

impl std::error::Error for ReasonError {}

impl Reason {
    /// Normalizes a text and checks that it is a valid reason.
    ///
    /// # Errors
    /// If the text is not a valid reason.
    pub fn new(text: &str) -> Result<Self, ReasonError> {
        // The rest of a text that is too long costs no memory.
        let reason: String = text.nfc().take(MAX_REASON_CHARACTERS + 1).collect();
        if reason.chars().count() > MAX_REASON_CHARACTERS {
            return Err(ReasonError::TooLong);
        }
        if let Some(c) = reason.chars().find(|c| c.is_control() || ['\u{2028}', '\u{2029}'].contains(c)) {
            return Err(ReasonError::Control(c));
        }
        if reason.trim().is_empty() { Err(ReasonError::Blank) } else { Ok(Self(reason)) }
    }

    /// Returns the reason as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An order of a moderator.
#[derive(Clone, Debug)]
pub struct ModerationOrder {
    /// The action.
    pub act: Act,
    /// The reason.
    pub reason: Reason,
    /// When the request was received.
    pub at: Timestamp,
}

/// An action of a moderator.
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
    /// Refuse the keys and the tokens of an app.
    SuspendApp(AppId),
    /// Give a contest another name.
    RenameContest {
        /// The contest.
        contest: ContestId,
        /// The new name: a [`Label`](crate::model::label::Label) as text.
        name: String,
    },
}

impl Act {
    /// Returns the player whose state the action changes, if it names one.
    pub(crate) fn player(&self) -> Option<PlayerId> {
        match self {
            Self::HideRun(_) | Self::RestoreRun(_) | Self::SuspendApp(_) | Self::RenameContest { .. } => None,
            Self::RenamePlayer { player, .. } | Self::BanPlayer(player) | Self::UnbanPlayer(player) => Some(*player),
        }
    }
}

/// The outcome of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moderated {
    /// The order was executed and logged.
    Applied(LoggedAction),
    /// Nothing had to change, and nothing was logged.
    Unchanged,
    /// There is no such run.
    UnknownRun,
    /// There is no such player, or the player is deleted.
    UnknownPlayer,
    /// There is no such app, or it is deleted.
    UnknownApp,
    /// There is no such contest.
    UnknownContest,
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
    /// The action.
    pub act: LoggedAct,
    /// The reason.
    pub reason: String,
}

/// An action as logged.
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
    /// An app was suspended.
    SuspendApp(AppId),
    /// A contest got another name.
    RenameContest {
        /// The contest.
        contest: ContestId,
        /// Its organizer.
        organizer: PlayerId,
        /// The old and the new name; none once the organizer is deleted.
        names: Option<Names>,
    },
}

/// The names of a player or a contest that was renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The old name.
    pub old: String,
    /// The new name.
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
            assert_eq!(Reason::new(text), Err(ReasonError::Blank), "{text:?}");
        }
        for text in [&"x".repeat(501), &"x".repeat(1_000_000)] {
            assert_eq!(Reason::new(text), Err(ReasonError::TooLong));
        }
        for c in "\0\n\r\t\u{1b}\u{7f}\u{85}\u{2028}\u{2029}".chars() {
            assert_eq!(Reason::new(&format!("a{c}b")), Err(ReasonError::Control(c)), "{c:?}");
        }
    }
}
