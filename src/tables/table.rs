//! A table as it stands at one version: what is stored of it, and its game.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use actix_web::web::Bytes;
use sha2::{Digest as _, Sha256};

use crate::engine::table_game::TableGame;
use crate::engine::verification::Unreadable;
use crate::engine::{self, Ruleset};
use crate::rules::game::{Seat, Seats, Viewer};
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{MovedBy, Occupant, PlayerId, Sealing, StoredMove, StoredTable, TableStatus};

/// How many moves late somebody may be for whom what they are told is kept for others: so there is little of it for any table.
const MOST_KEPT: usize = 4;

/// Who made a move, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNote {
    /// Its seat.
    pub seat: Seat,
    /// Who made it.
    pub by: MovedBy,
    /// When it was made.
    pub at: Timestamp,
}

/// A table as it stands at one version.
#[derive(Debug)]
pub struct Table {
    /// What is stored of it.
    pub stored: StoredTable,
    /// Its ruleset.
    pub ruleset: &'static dyn Ruleset,
    /// Of each move, who made it and when.
    pub notes: Vec<MoveNote>,
    /// Its game. Before the table begins, nobody is shown anything of it.
    pub game: Box<dyn TableGame>,
    /// What was told of it to each who looks in the same way and knows of the same number of moves, so that it is written once.
    told: Mutex<BTreeMap<(u8, usize), (Bytes, usize)>>,
}

/// SHA-256 of a seed, in lowercase hex: published while the seed is nobody's to know.
#[must_use]
pub fn commitment(seed: &str) -> String {
    hex::encode(Sha256::digest(seed))
}

impl Table {
    /// A table of which nobody was told anything yet.
    #[must_use]
    pub fn new(
        stored: StoredTable,
        ruleset: &'static dyn Ruleset,
        notes: Vec<MoveNote>,
        game: Box<dyn TableGame>,
    ) -> Self {
        Self { stored, ruleset, notes, game, told: Mutex::default() }
    }

    /// What is told of it to a viewer who knows of so many moves, with how many they know of then: as it was told to another who
    /// looks in the same way, or made now. What is told to those who are many moves late is made for each, and so is what is told of a
    /// sealed daily game, which depends on the closed days as well.
    pub fn told(&self, viewer: Viewer, known: usize, make: impl FnOnce() -> (Bytes, usize)) -> (Bytes, usize) {
        let seat = match viewer {
            Viewer::Seat(seat) => seat.number(),
            Viewer::Onlooker => 0,
            Viewer::Host => return make(),
        };
        let is_late = self.move_count().saturating_sub(known) > MOST_KEPT;
        if is_late || self.day().is_some() {
            return make();
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.entry((seat, known)).or_insert_with(make).clone()
    }

    /// The table that is stored so, of which these are all moves.
    ///
    /// # Errors
    /// When its game or rules version is not known, or its moves cannot be replayed.
    pub fn of(stored: StoredTable, moves: &[StoredMove]) -> Result<Self, Unreadable> {
        let terms = &stored.terms;
        let unknown = || Unreadable(format!("{} rules {} are not known here", terms.game, terms.rules));
        let ruleset = engine::games::ruleset(&terms.game, terms.rules).ok_or_else(unknown)?;
        let seats = u8::try_from(stored.state.seats.len()).ok().and_then(Seats::new);
        let seats = seats.ok_or_else(|| Unreadable("a table has no seats".to_owned()))?;
        let notes = moves.iter().map(note).collect::<Result<Vec<_>, _>>()?;
        let mut made = notes.iter().zip(moves).map(|(note, mv)| (note.seat, mv.json.as_str()));
        let game = ruleset.restore(seats, terms.seed.clone(), &terms.options, &mut made)?;
        Ok(Self::new(stored, ruleset, notes, game))
    }

    /// The same table later, of which these moves follow.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn later(&self, stored: StoredTable, moves: &[StoredMove]) -> Result<Self, Unreadable> {
        let mut game = self.game.copy();
        let mut notes = self.notes.clone();
        for mv in moves {
            let note = note(mv)?;
            game.play(note.seat, &mv.json).map_err(|why| Unreadable(format!("a move cannot be made: {why:?}")))?;
            notes.push(note);
        }
        Ok(Self::new(stored, self.ruleset, notes, game))
    }

    /// The seat of a player, if they have one.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let seats = &self.stored.state.seats;
        let at = seats.iter().position(|seat| seat.occupant == Occupant::Player(player))?;
        Seat::new(u8::try_from(at + 1).ok()?)
    }

    /// As whom a player looks at it, or somebody who is no player.
    #[must_use]
    pub fn viewer(&self, player: Option<PlayerId>) -> Viewer {
        player.and_then(|player| self.seat_of(player)).map_or(Viewer::Onlooker, Viewer::Seat)
    }

    /// Whether it has begun, so that there is a game to see.
    #[must_use]
    pub fn begun(&self) -> bool {
        self.stored.state.status != TableStatus::Waiting
    }

    /// Whether it is over.
    #[must_use]
    pub fn over(&self) -> bool {
        matches!(self.stored.state.status, TableStatus::Over(_))
    }

    /// The day of a sealed daily game.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        match self.stored.terms.sealing {
            Some(Sealing::Daily(day)) => Some(day),
            Some(Sealing::Own) | None => None,
        }
    }

    /// The end of the day of a sealed daily game, whose moves are shown to its player only, and whose seed is secret; none once that day is
    /// closed.
    #[must_use]
    pub fn embargoed_until(&self, closed: ClosedDays) -> Option<Timestamp> {
        self.day().filter(|day| !closed.contains(*day)).map(Day::end)
    }

    /// Whether the seed and all moves are public.
    #[must_use]
    pub fn is_open(&self, closed: ClosedDays) -> bool {
        self.over() && self.embargoed_until(closed).is_none()
    }

    /// What is published of the seed while nobody may know it.
    #[must_use]
    pub fn commitment(&self) -> String {
        commitment(self.stored.terms.seed.as_str())
    }

    /// How many moves were made.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.notes.len()
    }

    /// What changes whenever anything does that is shown of the table: the number of its moves, then that of its changes. A rematch, and
    /// another name of a player, do not change the table itself.
    #[must_use]
    pub fn tag(&self) -> String {
        let rematch = if self.stored.rematch.is_some() { "-rematch" } else { "" };
        let names = self.stored.players.iter().map(|player| player.as_ref().map_or("", |player| player.name.as_str()));
        let names = names.collect::<Vec<_>>().join("\n");
        format!("{}-{}{rematch}\n{names}", self.notes.len(), self.stored.version)
    }
}

fn note(mv: &StoredMove) -> Result<MoveNote, Unreadable> {
    let seat = Seat::new(mv.seat).ok_or_else(|| Unreadable("a move is of no seat".to_owned()))?;
    Ok(MoveNote { seat, by: mv.by, at: mv.at })
}
