//! Phrases: what players can say to each other at a table.
//!
//! The list is fixed, so no one can insult or write names, and nothing needs a moderator. Phrases are sent to those who listen at that
//! moment, and are not stored: they are no moves, and change neither the table nor its entity tag.

use serde::{Deserialize, Serialize};

use super::step::StepError;
use super::table::Table;
use crate::days::Time;
use crate::rules::game::Seat;
use crate::rules::wire::ToSchema;
use crate::store::PlayerId;

/// Number of seconds after the end of a game in which players can still speak.
pub const SECONDS_AFTER_END: i64 = 60 * 60;

/// What a player can say at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// "Hello!"
    Hello,
    /// "Good luck!"
    GoodLuck,
    /// "Nice move!"
    NiceMove,
    /// "Well played!"
    WellPlayed,
    /// "Good game!"
    GoodGame,
    /// "Thanks!"
    Thanks,
    /// "Oops!"
    Oops,
    /// "Sorry!"
    Sorry,
    /// "One moment, please."
    OneMoment,
    /// "Take your time."
    TakeYourTime,
    /// "Rematch?"
    Rematch,
    /// "Goodbye!"
    Bye,
}

/// A phrase and the seat of the player who says it, as in the event `phrase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spoken {
    /// The seat of the player.
    pub seat: Seat,
    /// The phrase.
    pub phrase: Phrase,
}

impl Table {
    /// Returns the seat of a player who may speak now: also before the game begins, after giving up, and for an hour after the end.
    ///
    /// # Errors
    /// When the player has no seat, the game has only one seat, or the game ended too long ago.
    pub fn speaker(&self, player: PlayerId, time: Time) -> Result<Seat, StepError> {
        let seat = self.seat_of(player).ok_or(StepError::NotSeated)?;
        if self.stored.state.seats.len() < 2 {
            return Err(StepError::NoPhrases);
        }
        let until = self.stored.state.ended_at.map(|ended| ended.plus_seconds(SECONDS_AFTER_END));
        if until.is_some_and(|until| time.now > until) && !time.deadlines_wait {
            Err(StepError::Over)
        } else {
            Ok(seat)
        }
    }
}
