//! The table of Magic Hate Ball, and the games of its series.

use serde::{Deserialize, Serialize};

use super::MagicHateBallOptions;
use super::moves::{DroppedOut, Ended, Event, GameBegan, GameEnded, Won};
use crate::chance::Chance;
use crate::game::{Context, Log, Seat, Seats};
use crate::games::chief_herman::pool::{RACK, balls};
use crate::wire::{self, ToSchema};

/// The handicap of each seat in the first game.
pub(super) const HANDICAP: i64 = 4;
/// The score that wins if an inning ends with it.
pub(super) const GOAL: i64 = 10;
/// The number of shots with which a game of the series ends.
pub(super) const MAX_SHOTS: u64 = 300;
/// Maximum absolute value of a handicap that is read.
pub(super) const MAX_HANDICAP: i64 = 20;
/// Maximum absolute value of a score that is read.
pub(super) const MAX_SCORE: i64 = 10_000;

/// The phase of a game of the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MagicHateBallPhase)]
pub enum Phase {
    /// The opening break comes next.
    Break,
    /// A later shot comes next.
    Shoot,
    /// The series has ended.
    Over,
}

wire::record! {
    /// The table of Magic Hate Ball. Everything is open.
    #[schema(as = MagicHateBallTable)]
    pub struct Table {
        /// The number of the game in the series, from 1.
        pub game_number: Count,
        /// The phase.
        pub phase: Phase,
        /// The seat that shoots; at the end the seat that made the last shot.
        pub turn: Seat,
        /// The number of shots in this game. At most 300.
        pub shots: Count,
        /// The number of object balls on the table: 15 before the opening break, then 2 to 15.
        pub on_table: Count,
        /// Whether the cue ball is in hand after a scratch; false before the opening break.
        pub in_hand: bool,
        /// The handicap of each seat, from seat 1.
        #[serde(deserialize_with = "wire::integers::<_, _, 2, 6, { -MAX_HANDICAP }, MAX_HANDICAP>")]
        #[schema(schema_with = handicaps)]
        pub handicaps: Vec<i64>,
        /// The score of each seat in this game, from seat 1; of a seat that is out, what it had then.
        #[serde(deserialize_with = "wire::integers::<_, _, 2, 6, { -MAX_SCORE }, MAX_SCORE>")]
        #[schema(schema_with = scores)]
        pub scores: Vec<i64>,
        /// The seats that have dropped out of this game, ascending.
        pub out: BoundedVec<Seat, 0, 5>,
    }
}

#[cfg(feature = "schemas")]
fn handicaps() -> wire::AnySchema {
    let handicap = wire::signed_schema("A handicap.", -MAX_HANDICAP, MAX_HANDICAP);
    wire::list_from("The handicap of each seat, from seat 1.", handicap, 2, 6)
}

#[cfg(feature = "schemas")]
fn scores() -> wire::AnySchema {
    let score = wire::signed_schema("A score.", -MAX_SCORE, MAX_SCORE);
    wire::list_from(
        "The score of each seat in this game, from seat 1; of a seat that is out, what it had then.",
        score,
        2,
        6,
    )
}

/// Returns the seats with the lowest handicap, ascending.
pub(super) fn level_lowest(handicaps: &[i64]) -> Vec<Seat> {
    let lowest = handicaps.iter().min();
    let seats = (1..).filter_map(Seat::new).zip(handicaps);
    seats.filter(|(_, handicap)| Some(*handicap) == lowest).map(|(seat, _)| seat).collect()
}

/// Returns the seat that breaks in a game: one with the lowest handicap.
///
/// In the first game that is seat 1. If several are level in a later game, chance decides.
pub(super) fn breaker(chance: Chance, game_number: u64, handicaps: &[i64]) -> Seat {
    match level_lowest(handicaps)[..] {
        [first, ..] if game_number == 1 => first,
        [] => Seat::FIRST,
        [only] => only,
        ref level => chance.numbered("magic-hate-ball/break", game_number).pick(level),
    }
}

impl Table {
    /// Returns the table before the first game.
    pub(super) fn begun(context: Context<MagicHateBallOptions>) -> Self {
        Self::racked(context.chance, 1, vec![HANDICAP; context.seats.count().into()])
    }

    /// Returns the table before the opening break of a game.
    fn racked(chance: Chance, game_number: u64, handicaps: Vec<i64>) -> Self {
        Self {
            game_number,
            phase: Phase::Break,
            turn: breaker(chance, game_number, &handicaps),
            shots: 0,
            on_table: RACK,
            in_hand: false,
            scores: handicaps.clone(),
            handicaps,
            out: wire::BoundedVec::default(),
        }
    }

    /// Returns whether a seat is still in this game.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        !self.out.contains(&seat)
    }

    /// Returns the score of a seat; 0 if the table has no such seat.
    pub(super) fn score(&self, seat: Seat) -> i64 {
        self.scores.get(seat.index()).copied().unwrap_or(0)
    }

    pub(super) fn add_points(&mut self, points: i64) {
        if let Some(score) = self.scores.get_mut(self.turn.index()) {
            *score += points;
        }
    }

    /// Changes the handicap of the seat that shoots, and returns it.
    fn change_handicap(&mut self, by: i64) -> i64 {
        self.handicaps.get_mut(self.turn.index()).map_or(0, |handicap| {
            *handicap += by;
            *handicap
        })
    }

    /// Drops the seat that shoots out of this game.
    pub(super) fn drop_out(&mut self, log: &mut Log<Event>) {
        let (seat, handicap) = (self.turn, self.change_handicap(1));
        self.out.push(seat);
        self.out.sort_unstable();
        log.write(|| DroppedOut { seat, handicap });
    }

    /// Ends the game: the seat that shoots has won.
    pub(super) fn win(&mut self, context: Context<MagicHateBallOptions>, log: &mut Log<Event>) {
        let (seat, handicap) = (self.turn, self.change_handicap(-1));
        log.write(|| Won { seat, handicap });
        self.end_game(context, Some(seat), log);
    }

    /// Ends the game and begins the next one, or ends the series.
    pub(super) fn end_game(
        &mut self,
        context: Context<MagicHateBallOptions>,
        winner: Option<Seat>,
        log: &mut Log<Event>,
    ) {
        let number = self.game_number;
        log.write(|| GameEnded { number, winner });
        if number < context.options.games as u64 {
            *self = Self::racked(context.chance, number + 1, std::mem::take(&mut self.handicaps));
            log.write(|| GameBegan { number: self.game_number, breaker: self.turn, handicaps: self.handicaps.clone() });
        } else {
            self.phase = Phase::Over;
            log.write(|| Ended {});
        }
    }

    /// Passes the turn to the next seat that is still in.
    pub(super) fn pass(&mut self, seats: Seats) {
        let following = std::iter::successors(Some(self.turn), |seat| Some(seats.after(*seat)));
        let mut following = following.skip(1).take(seats.count().into());
        self.turn = following.find(|seat| self.is_in(*seat)).unwrap_or(self.turn);
    }

    pub(super) fn caption(&self, games: u64) -> String {
        let game = if games == 1 { String::new() } else { format!("game {} of {games}, ", self.game_number) };
        let left = balls(self.on_table);
        match self.phase {
            Phase::Break => format!("{game}before the opening break"),
            Phase::Shoot if self.in_hand => format!("{game}{left} left, the cue ball is in hand"),
            Phase::Shoot => format!("{game}{left} left"),
            Phase::Over => format!("{game}over"),
        }
    }

    /// Formats the score of a seat as a note.
    pub(super) fn note(&self, seat: Seat) -> String {
        format!("{}score {}", if self.is_in(seat) { "" } else { "out, " }, self.score(seat))
    }
}
