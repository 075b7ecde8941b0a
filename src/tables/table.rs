//! A table at one version: its stored row, and its game.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use actix_web::web::Bytes;
use rpds::VectorSync;
use sha2::{Digest as _, Sha256};

use crate::engine::table_game::TableGame;
use crate::engine::verification::Unreadable;
use crate::engine::{self, Ruleset};
use crate::rules::game::{Kind, Seat, Seats, Viewer};
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{MovedBy, Occupant, PlayerId, StoredMove, StoredTable, TableSeat, TableStatus, Window};

/// Maximum number of unknown moves in a cached response. Limits the number of cached responses per table.
const MAX_CACHED_NEWS: usize = 4;
/// Maximum size of the cached responses of a table, in bytes. With legal moves, a response can have 100 KB.
const MAX_CACHED_BYTES: usize = 128 << 10;

/// Who played a move, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNote {
    /// The seat of the move.
    pub seat: Seat,
    /// Who chose the move.
    pub by: MovedBy,
    /// When it was played.
    pub at: Timestamp,
}

/// A table at one version.
#[derive(Debug)]
pub struct Table {
    /// The stored row.
    pub stored: StoredTable,
    /// The ruleset of its game.
    pub ruleset: Ruleset,
    /// The note of each move.
    pub notes: VectorSync<MoveNote>,
    /// The game. It is secret until the table begins.
    pub game: TableGame,
    responses: Mutex<Responses>,
}

/// What a response to listeners depends on, next to the table.
#[derive(Clone, Copy, Debug)]
pub struct ListenerView {
    /// The viewer.
    pub viewer: Viewer,
    /// The number of moves that the listener knows.
    pub known: usize,
    /// Whether the response has the legal moves of the viewer.
    pub with_legal_moves: bool,
    /// Whether events carry sentences.
    pub with_text: bool,
}

/// Cached responses: text, and number of moves known after it.
#[derive(Debug, Default)]
struct Responses {
    /// By seat (0 for onlookers), number of known moves, and whether legal moves and sentences are included.
    by_view: BTreeMap<(u8, usize, bool, bool), (Bytes, usize)>,
    bytes: usize,
}

/// Returns the SHA-256 of a seed in lowercase hex, which is published while the seed is secret.
#[must_use]
pub fn commitment(seed: &str) -> String {
    hex::encode(Sha256::digest(seed))
}

/// Whether the result of a stored table counts for ratings, if it gets one. Robots do not count, so two seats must be for players.
#[must_use]
pub fn is_rated(stored: &StoredTable) -> bool {
    let players = stored.state.seats.iter().filter(|seat| !matches!(seat.occupant, Occupant::Robot(_))).count();
    let is_seated = engine::game(&stored.terms.game).is_some_and(|game| game.newest().facts().kind == Kind::Seated);
    stored.terms.rated && is_seated && players >= 2
}

/// Returns the seat of a player at a stored table, if any.
#[must_use]
pub fn seat_of(stored: &StoredTable, player: PlayerId) -> Option<Seat> {
    let at = stored.state.seats.iter().position(|seat| seat.occupant == Occupant::Player(player))?;
    Seat::new(u8::try_from(at + 1).ok()?)
}

impl Table {
    /// A table without cached responses.
    #[must_use]
    pub fn new(stored: StoredTable, ruleset: Ruleset, notes: VectorSync<MoveNote>, game: TableGame) -> Self {
        Self { stored, ruleset, notes, game, responses: Mutex::default() }
    }

    /// Returns the response to a listener, and the number of moves known after it.
    ///
    /// Calls `render` unless the response for the same view is cached. A response with more than `MAX_CACHED_NEWS` moves is not cached,
    /// nor one beyond `MAX_CACHED_BYTES`. Neither is one about a game with a shared seed, which also depends on
    /// whether its window is closed.
    pub fn cached_response(&self, view: ListenerView, render: impl FnOnce() -> (Bytes, usize)) -> (Bytes, usize) {
        let ListenerView { viewer, known, with_legal_moves, with_text } = view;
        let seat = match viewer {
            Viewer::Seat(seat) => seat.number(),
            Viewer::Onlooker => 0,
            Viewer::Host => return render(),
        };
        let is_late = self.move_count().saturating_sub(known) > MAX_CACHED_NEWS;
        // Only the streams of one player could share the legal moves of a seat, which can be long.
        let is_own = with_legal_moves && seat > 0;
        if is_late || is_own || self.window().is_some() {
            return render();
        }
        let mut responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (seat, known, with_legal_moves, with_text);
        if let Some(cached) = responses.by_view.get(&key) {
            return cached.clone();
        }
        let rendered = render();
        let bytes = responses.bytes + rendered.0.len();
        if bytes <= MAX_CACHED_BYTES {
            responses.bytes = bytes;
            responses.by_view.insert(key, rendered.clone());
        }
        rendered
    }

    /// Builds a table from its row and all its moves.
    ///
    /// # Errors
    /// When the game or rules version is unknown, or the moves cannot be replayed.
    pub fn of(stored: StoredTable, moves: &[StoredMove]) -> Result<Self, Unreadable> {
        let terms = &stored.terms;
        let unknown = || Unreadable(format!("{} rules {} are not known here", terms.game, terms.rules));
        let ruleset = engine::games::ruleset(&terms.game, terms.rules).ok_or_else(unknown)?;
        let seats = u8::try_from(stored.state.seats.len()).ok().and_then(Seats::new);
        let seats = seats.ok_or_else(|| Unreadable("a table has no seats".to_owned()))?;
        let game = ruleset.table_game(seats, terms.seed.clone(), &terms.options)?;
        Self::replayed(stored, ruleset, VectorSync::new_sync(), game, moves)
    }

    /// Builds a table from its row and its moves, of which there may be more by now.
    ///
    /// # Errors
    /// As [`of`](Self::of), and when moves are missing.
    pub fn whole(stored: StoredTable, moves: &[StoredMove]) -> Result<Self, Unreadable> {
        let (found, count) = (moves.len(), stored.moves as usize);
        let missing = || Unreadable(format!("it has {found} of {count} moves"));
        Self::of(stored, moves.get(..count).ok_or_else(missing)?)
    }

    /// Builds a later version of the table, from its row and the moves since this version.
    ///
    /// # Errors
    /// When the moves cannot be replayed.
    pub fn later(&self, stored: StoredTable, moves: &[StoredMove]) -> Result<Self, Unreadable> {
        Self::replayed(stored, self.ruleset, self.notes.clone(), self.game.clone(), moves)
    }

    /// Builds a table from its row, and the moves after those of the notes and the game.
    fn replayed(
        stored: StoredTable,
        ruleset: Ruleset,
        mut notes: VectorSync<MoveNote>,
        mut game: TableGame,
        moves: &[StoredMove],
    ) -> Result<Self, Unreadable> {
        for played in moves {
            let mv = ruleset.stored_move(&played.json)?;
            let unplayable = |why| Unreadable(format!("move {} cannot be made: {why}", notes.len()));
            if mv.seat().number() != played.seat {
                return Err(unplayable("it is of another seat".to_owned()));
            }
            game.play(&mv).map_err(|why| unplayable(format!("{why:?}")))?;
            notes.push_back_mut(MoveNote { seat: mv.seat(), by: played.by, at: played.at });
        }
        Ok(Self::new(stored, ruleset, notes, game))
    }

    /// Returns the seat of a player, if any.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        seat_of(&self.stored, player)
    }

    /// Returns the viewer that a player is: a seat or an onlooker. A caller without a token is an onlooker.
    #[must_use]
    pub fn viewer(&self, player: Option<PlayerId>) -> Viewer {
        player.and_then(|player| self.seat_of(player)).map_or(Viewer::Onlooker, Viewer::Seat)
    }

    /// Whether the table has begun, so that its game may be shown.
    #[must_use]
    pub fn begun(&self) -> bool {
        self.stored.state.status != TableStatus::Waiting
    }

    /// Whether the table is over.
    #[must_use]
    pub fn over(&self) -> bool {
        matches!(self.stored.state.status, TableStatus::Over(_))
    }

    /// Returns the day of a ranked daily game; none for other tables.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        self.stored.terms.day()
    }

    /// Returns the window of a game with a shared secret seed; none for other tables.
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        self.stored.terms.window()
    }

    /// Returns the end of the embargo of a game with a shared secret seed; none once its window is closed, and for other tables.
    ///
    /// Until then, the moves are shown only to the player, and the seed is secret.
    #[must_use]
    pub fn embargoed_until(&self, closed: ClosedDays) -> Option<Timestamp> {
        self.stored.terms.embargoed_until(closed)
    }

    /// Whether the seed and all moves are public.
    #[must_use]
    pub fn is_open(&self, closed: ClosedDays) -> bool {
        self.over() && self.embargoed_until(closed).is_none()
    }

    /// Returns the hash of the seed, which is published while the seed is secret.
    #[must_use]
    pub fn commitment(&self) -> String {
        commitment(self.stored.terms.seed.as_str())
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.notes.len()
    }

    /// Returns a tag that changes whenever the table that a viewer sees does.
    ///
    /// It does not contain the version: a player who switches auto-decline changes that, and no one else may notice.
    #[must_use]
    pub fn tag(&self, viewer: Viewer) -> String {
        let StoredTable { state, players, requesters, run, rematch, .. } = &self.stored;
        let seats =
            state.seats.iter().map(|TableSeat { occupant, due, missed, left, .. }| (occupant, due, missed, left));
        let names = players.iter().map(|player| player.as_ref().map(|player| (&player.name, player.bot)));
        let requesters: Vec<_> = requesters.iter().map(|player| (player.id, &player.name, player.bot)).collect();
        let shown = (
            self.notes.len(),
            state.status,
            state.set_backs,
            seats.collect::<Vec<_>>(),
            names.collect::<Vec<_>>(),
            requesters,
            run,
            rematch,
        );
        format!("{shown:?} {:?}", self.auto_decline(viewer))
    }

    /// Whether the service declines windows for a viewer; none if they have no seat in a game that has windows and is being played.
    #[must_use]
    pub fn auto_decline(&self, viewer: Viewer) -> Option<bool> {
        let Viewer::Seat(seat) = viewer else { return None };
        let is_playing = self.stored.state.status == TableStatus::Playing && self.ruleset.facts().has_windows;
        let seat = self.stored.state.seats.get(seat.index()).filter(|seat| is_playing && seat.left.is_none())?;
        Some(seat.auto_decline)
    }
}
