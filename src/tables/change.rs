//! Changes of tables: the requests of players, and the compare-and-swap loop that stores each step.

use std::sync::Arc;

use super::Tables;
use super::announce::Announced;
use super::error::Failure;
use super::leaving::left_early;
use super::seating::SeatOrder;
use super::step::{Decision, Step, StepError};
use super::table::Table;
use crate::caller::{AddressOf, Caller, Requester};
use crate::days::Time;
use crate::engine::answer::BadMove;
use crate::engine::table_move::TableMove;
use crate::pool::{Lane, Share};
use crate::store::calendar::Timestamp;
use crate::store::{
    Changed, NewRun, Occupant, Outcome, Player, PlayerId, RunId, RunOfTable, StoreError, StoredTable, TableChange,
    TableId, TableSeat, TableState,
};

/// Maximum number of times that a step is computed. A write conflict causes another attempt.
const MAX_ATTEMPTS: usize = 16;

/// A table after a request to change it.
#[derive(Clone, Debug)]
pub struct TableUpdate {
    /// The table after the request.
    pub table: Arc<Table>,
    /// Whether this request changed the table. False if an earlier one had the same effect.
    pub changed: bool,
    /// The run of the finished game, if it is stored.
    pub run: Option<FinishedRun>,
    /// The first posted move that was rejected, if any.
    pub bad_move: Option<BadMove>,
}

/// The run of a table.
#[derive(Clone, Debug)]
pub enum FinishedRun {
    /// This request stored the run.
    New(Box<NewRun>, RunOfTable),
    /// An earlier request stored the run.
    Existing(RunId),
}

/// Computes the step of a request from the current table and the current time.
type Decide = Arc<dyn Fn(&Table, Time) -> Result<Decision, StepError> + Send + Sync>;

/// Fails if an app acts for the player, and the table is rated, or was created through another app, or through none. So no app can put players
/// whom it controls next to those of others.
fn require_own_app(table: &Table, by: &Requester) -> Result<(), StepError> {
    match by.app.filter(|app| app.acts_for_player) {
        Some(app) if table.stored.terms.app != Some(app.id) => Err(StepError::TableOfAnotherApp),
        Some(_) if table.stored.terms.rated => Err(StepError::RatedTable),
        Some(_) | None => Ok(()),
    }
}

impl Tables {
    /// Seats a player at a seat, or asks the maker for one if they approve who sits down.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn sit(&self, id: TableId, by: &Requester, seat: usize) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let table = self.load(id).await?;
        require_own_app(&table, by)?;
        self.require_no_wait(&table, number, by.neighbors()).await?;
        let order = self.seat_order(&table).await?;
        let is_invited = table.stored.terms.approval && self.0.store.is_invited(id, number).await?;
        self.0.asked_from.insert((id, number), by.neighbors());
        let tables = self.clone();
        // A player whose request another instance got is counted alone, so that no one else's can take its place.
        let address_of = move |player| tables.0.asked_from.get(&(id, player)).unwrap_or(Caller::player(player));
        let decide = move |table: &Table, time: Time| {
            let asking = (!is_invited).then_some(&address_of as AddressOf<'_>);
            table.sit(number, seat, &order, asking, time.now).map(Into::into)
        };
        self.change(table, Some(by), None, Arc::new(decide)).await
    }

    /// Seats a player at the first open seat of a loaded table.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn join(&self, table: Arc<Table>, by: &Requester) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let order = self.seat_order(&table).await?;
        let decide = Arc::new(move |table: &Table, time: Time| table.join(number, &order, time.now).map(Into::into));
        self.change(table, Some(by), None, decide).await
    }

    /// Gives a seat to a player who asked the maker for one.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn approve(&self, id: TableId, maker: &Requester, player: PlayerId) -> Result<TableUpdate, Failure> {
        let by = maker.player.id;
        let table = self.load(id).await?;
        let order = self.seat_order(&table).await?;
        let decide = move |table: &Table, time: Time| table.approve(by, player, &order, time.now).map(Into::into);
        match self.change(table, Some(maker), None, Arc::new(decide)).await {
            // The maker was not banned when the request arrived.
            Err(Failure::TooManyTables(_) | Failure::Banned | Failure::Step(StepError::SeatRefused)) => {
                Err(Failure::CannotSit)
            }
            update => update,
        }
    }

    /// Refuses a player who asked the maker for a seat, or withdraws the request.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn refuse(&self, id: TableId, by: &Requester, player: PlayerId) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let decide = Arc::new(move |table: &Table, _: Time| table.refuse(number, player).map(Into::into));
        self.change(self.load(id).await?, Some(by), None, decide).await
    }

    /// Returns how the seats of a table are ordered when its game begins.
    async fn seat_order(&self, table: &Table) -> Result<SeatOrder, Failure> {
        match table.stored.rematch_of.filter(|_| table.game.winner_begins()) {
            Some(previous) => match self.load(previous).await {
                // Nothing is known of who won.
                Err(Failure::MovesRemoved(_)) => Ok(SeatOrder::Drawn),
                previous => Ok(SeatOrder::of_rematch(&*previous?)),
            },
            None => Ok(SeatOrder::Drawn),
        }
    }

    /// Removes the player of a seat from a table that has not begun. Returns none if no player remains: then the table is deleted.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn stand_up(&self, id: TableId, by: &Requester, seat: usize) -> Result<Option<TableUpdate>, Failure> {
        let number = by.player.id;
        let mut table = self.load(id).await?;
        if table.stand_up(number, seat)?.is_none() {
            if self.0.store.remove_table(id, table.stored.version).await? {
                self.0.live.remove(&id);
                self.lock_channels().remove(id);
                return Ok(None);
            }
            table = self.load(id).await?;
        }
        let decide = move |table: &Table, _: Time| match table.stand_up(number, seat)? {
            Some(step) => Ok(Some(step).into()),
            // All other players left in the meantime. The clock deletes the table when its wait ends.
            None => Err(StepError::NotSeated),
        };
        self.change(table, Some(by), None, Arc::new(decide)).await.map(Some)
    }

    /// Plays moves of a player at a loaded table, after the `after` moves that the player knows.
    ///
    /// See [`Table::post`]. `arrived_at` is when the request arrived. `in_pool` runs the work in the thread pool, in that share.
    ///
    /// # Errors
    /// See [`Failure`]. Then no move is played.
    pub async fn post(
        &self,
        table: Arc<Table>,
        by: &Requester,
        after: usize,
        moves: Vec<TableMove>,
        arrived_at: Timestamp,
        in_pool: Option<Share>,
    ) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let decide = move |table: &Table, time: Time| table.post(number, after, &moves, time.of_arrival(arrived_at));
        self.change(table, Some(by), in_pool.map(|share| (Lane::Rest, share)), Arc::new(decide)).await
    }

    /// Resigns for a player, whose address may have to wait afterwards.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn resign(&self, id: TableId, by: &Requester) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let decide = Arc::new(move |table: &Table, time: Time| table.resign(number, time.now).map(Into::into));
        let before = self.load(id).await?;
        let update = self.change(Arc::clone(&before), Some(by), None, decide).await?;
        if update.changed && left_early(&before.stored.state, &update.table.stored.state).contains(&number) {
            self.0.seat_waits.count_leave(by.neighbors(), self.0.days.known_time());
        }
        Ok(update)
    }

    /// Switches auto-decline on or off for a player's seat.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn set_auto_decline(&self, id: TableId, by: &Requester, on: bool) -> Result<TableUpdate, Failure> {
        let number = by.player.id;
        let decide =
            Arc::new(move |table: &Table, time: Time| table.set_auto_decline(number, on, time.now).map(Into::into));
        self.change(self.load(id).await?, Some(by), None, decide).await
    }

    /// Computes a step of a loaded table, stores it, and notifies listeners. After a write conflict it starts over with the newer table.
    ///
    /// The table may be outdated: the store applies a step only to the version from which it was computed. `by` is the player who
    /// requested the change, none for the service. `pooled` is the lane of the pool that computes the step, and the share that this takes;
    /// without them it is computed here.
    pub(super) async fn change(
        &self,
        mut table: Arc<Table>,
        by: Option<&Requester>,
        pooled: Option<(Lane, Share)>,
        decide: Decide,
    ) -> Result<TableUpdate, Failure> {
        let id = table.stored.id;
        let player = by.map(|by| &by.player);
        for _ in 0..MAX_ATTEMPTS {
            // Known after the table: if all deadlines have begun again by then, the store rejects a step of the older table.
            let time = self.0.days.time().await?;
            let Decision { step, bad_move } = match pooled {
                Some((lane, share)) => {
                    let (decide, table) = (Arc::clone(&decide), Arc::clone(&table));
                    let days = self.0.days.clone();
                    // The work may have waited.
                    let decide = move || decide(&table, days.known_time());
                    self.0.pool.run(lane, share, decide).await??
                }
                None => decide(&table, time)?,
            };
            let Some(Step { state, moves, notes, game, window, counts, outcome }) = step else {
                let run = table.stored.run.map(FinishedRun::Existing);
                return Ok(TableUpdate { table, changed: false, run, bad_move });
            };
            if window.is_some() && self.is_window_closed(&table).await? {
                return Err(window_closed(&table).into());
            }
            let new_moves = u32::try_from(moves.len()).unwrap_or(u32::MAX);
            let before = if table.begun() { table.stored.history } else { state.history() };
            let history = before.after(&moves);
            // Of a clock that is ahead, the wait would be too long.
            let left_early = if time.deadlines_wait { Vec::new() } else { left_early(&table.stored.state, &state) };
            let left_early = left_early.into_iter().map(|player| (player, time.now)).collect();
            let new_run = match &outcome {
                Some(Outcome::Ranked(run)) => Some(run.clone()),
                Some(Outcome::Seated { .. }) | None => None,
            };
            let fence = fence()?;
            let announced = Announced { id, at: time.now, tag: fence };
            let events = announced.events(Some(&table.stored.state), &state);
            let noted: Vec<PlayerId> = events.iter().map(|event| event.player).collect();
            let change = TableChange {
                state: state.clone(),
                moves,
                newcomers: newcomers(&table.stored.state, &state),
                max_open_tables: self.max_open_tables(table.stored.terms.app),
                window,
                counts,
                outcome,
                by: player.map(|player| player.id),
                left_early,
                history,
                events,
                fence,
            };
            let version = change.next_version(table.stored.version);
            match self.0.store.change_table(id, table.stored.version, change).await? {
                Changed::Applied { run } => {
                    let stored = StoredTable {
                        version,
                        history,
                        moves: table.stored.moves.saturating_add(new_moves),
                        players: players(&state, &table.stored, player),
                        requesters: requesters(&state, &table.stored, player),
                        state,
                        run: run.map(|run| run.id).or(table.stored.run),
                        ..table.stored.clone()
                    };
                    let next = Arc::new(Table::new(stored, table.ruleset, notes, game));
                    self.publish(&next);
                    self.0.streams.notify(noted);
                    if let Some(by) = by {
                        self.0.causes.changed(id, by.from);
                    }
                    if next.stored.state.due.is_some_and(|due| due <= self.0.days.known_time().now) {
                        self.start_due_steps(id);
                    }
                    let run = new_run.zip(run).map(|(new, run)| FinishedRun::New(new, run));
                    return Ok(TableUpdate { table: next, changed: true, run, bad_move });
                }
                Changed::TooMany => return Err(Failure::TooManyTables(self.max_open_tables(table.stored.terms.app))),
                Changed::WindowClosed => return Err(window_closed(&table).into()),
                Changed::Banned => return Err(Failure::Banned),
                Changed::Deleted => return Err(Failure::CannotSit),
                // The same as if the maker had refused the player, so that no one learns of a block.
                Changed::Blocked => return Err(StepError::SeatRefused.into()),
                Changed::Stale => table = self.load(id).await?,
            }
        }
        Err(Failure::Store(StoreError::Busy))
    }
}

/// Returns the players who sit down, or ask for a seat, between two states.
fn newcomers(before: &TableState, after: &TableState) -> Vec<PlayerId> {
    let sits_before = |player| before.seats.iter().any(|seat| seat.occupant == Occupant::Player(player));
    let arriving = after.seats.iter().filter_map(|seat| match seat.occupant {
        Occupant::Player(player) if !sits_before(player) => Some(player),
        Occupant::Player(_) | Occupant::Robot(_) | Occupant::Vacant => None,
    });
    let asking = after.requests.pending.iter().copied().filter(|player| !before.requests.pending.contains(player));
    arriving.chain(asking).collect()
}

/// The error of a move at a table whose window is closed.
fn window_closed(table: &Table) -> StepError {
    if table.stored.terms.round().is_some() { StepError::RoundClosed } else { StepError::DayClosed }
}

/// Draws a random number by which the next version differs from all others with the same predecessor.
pub(super) fn fence() -> Result<u32, Failure> {
    Ok(getrandom::u32().map_err(|_| Failure::NoRandom)? >> 1)
}

/// Returns a player of a new state: one who was or asked to be at the table, or the one who requested the change.
fn known_player(id: PlayerId, before: &StoredTable, by: Option<&Player>) -> Option<Player> {
    let known = before.players.iter().flatten().chain(&before.requesters).chain(by);
    known.into_iter().find(|player| player.id == id).cloned()
}

/// Returns the player at each seat of a new state.
fn players(state: &TableState, before: &StoredTable, by: Option<&Player>) -> Vec<Option<Player>> {
    let player = |seat: &TableSeat| match seat.occupant {
        Occupant::Player(id) => known_player(id, before, by),
        Occupant::Vacant | Occupant::Robot(_) => None,
    };
    state.seats.iter().map(player).collect()
}

/// Returns the players who ask for a seat in a new state.
fn requesters(state: &TableState, before: &StoredTable, by: Option<&Player>) -> Vec<Player> {
    state.requests.pending.iter().filter_map(|id| known_player(*id, before, by)).collect()
}
