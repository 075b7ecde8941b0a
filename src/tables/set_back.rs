//! What happens to a table if the database went back: to an earlier state than the one that this instance knows.
//!
//! That happens if an asynchronous standby is promoted, or an older state is restored while instances run. The database decides, so that all
//! instances show the same. But any player who saw the lost part knows what comes. So a game that counts for ranks or ratings ends; every other one
//! goes on from where the database is. Either is a change like any other, which raises the table's number of set-backs: listeners and other
//! instances notice it, and a later number wins over all lost versions.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::Tables;
use super::announce::Announced;
use super::change::fence;
use super::error::Failure;
use super::metrics::SetBack;
use super::step::{Step, set_deadlines};
use super::table::Table;
use crate::days::Time;
use crate::rules::game::Kind;
use crate::store::calendar::Timestamp;
use crate::store::{
    Ending, NewTable, Occupant, Player, PlayerId, StoreError, StoredTable, TableCreated, TableId, TableSeat,
    TableState, TableStatus,
};

/// Changes of a table that this instance knew, and that the database lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    /// Whether someone may have seen a lost part of the game: moves, the deal, or the seed.
    seen: bool,
    /// The number of set-backs of the known version.
    set_backs: u32,
    /// The number of moves of the known version.
    moves: usize,
}

impl Loss {
    /// Compares the version that was known before a read with what the read found. `continues` is whether that contains the known game.
    /// Returns none if nothing is lost.
    pub(super) fn between(known: &Table, found: &Table, continues: bool) -> Option<Self> {
        let seen = !continues || (known.over() && !found.over());
        let is_lost = seen || known.stored.is_later_than(&found.stored);
        is_lost.then(|| Self { seen, set_backs: known.stored.state.set_backs, moves: known.move_count() })
    }

    /// Returns the step that sets a table back; none if another instance has done that.
    fn step(self, table: &Table, now: Timestamp) -> Option<Step> {
        let before = table.stored.state.set_backs;
        let ends = self.seen && table.counts_for_others() && !table.over();
        if !ends && before > self.set_backs {
            return None;
        }
        let mut step = Step { window: None, ..table.step() };
        if ends {
            end(&mut step.state, now);
        } else if table.stored.state.status == TableStatus::Playing {
            set_deadlines(&mut step.state, &table.stored.terms, &step.game, now, |_| true);
        }
        step.state.set_backs = before.max(self.set_backs).saturating_add(1);
        Some(step)
    }
}

/// Ends a table without a result.
fn end(state: &mut TableState, now: Timestamp) {
    state.status = TableStatus::Over(Ending::SetBack);
    state.ended_at = Some(now);
    state.due = None;
    state.seats.iter_mut().for_each(|seat| seat.due = None);
}

impl Table {
    /// Whether its result is compared with those of others: a ranked solitaire, or a game between players.
    fn counts_for_others(&self) -> bool {
        let is_between_players =
            || self.stored.state.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Player(_))).count() > 1;
        self.stored.terms.ranked.is_some() || (self.ruleset.facts().kind == Kind::Seated && is_between_players())
    }
}

/// A future that may contain itself: loading a table can set it back, which loads it again after a write conflict.
type Nested<'a> = Pin<Box<dyn Future<Output = Result<Arc<Table>, Failure>> + 'a>>;

impl Tables {
    /// Sets a table back that was just read, and returns it.
    pub(super) fn set_back(&self, loss: Loss, table: Arc<Table>) -> Nested<'_> {
        let decide = Arc::new(move |table: &Table, time: Time| Ok(loss.step(table, time.now).into()));
        Box::pin(async move {
            let update = self.change(table, None, None, decide).await?;
            if update.changed {
                self.report_set_back(loss, &update.table.stored);
            } else {
                self.publish(&update.table);
            }
            Ok(update.table)
        })
    }

    /// Ends a table that waits for players again, because the database lost its start. Its deal or even its seed was seen, so the table is
    /// removed, and stored again as a game that was set back.
    pub(super) async fn end_unbegun(&self, known: Arc<Table>, found: &Table) -> Result<Arc<Table>, Failure> {
        let id = known.stored.id;
        if !self.0.store.remove_table(id, found.stored.version).await? {
            return Err(StoreError::Busy.into());
        }
        self.missing(id, Some(known)).await
    }

    /// Handles a table that the database does not have: it was removed, or lost.
    pub(super) async fn missing(&self, id: TableId, known: Option<Arc<Table>>) -> Result<Arc<Table>, Failure> {
        if let Some(begun) = known.filter(|known| known.begun())
            && let Some(ended) = self.restore_as_ended(&begun).await?
        {
            return Ok(ended);
        }
        self.0.live.remove(&id);
        self.lock_channels().remove(id);
        Err(Failure::Unknown)
    }

    /// Stores a lost table as one that was set back, so that no one plays its seed again. Returns none if one of its players is lost, too,
    /// or if the player has begun the same daily game again, which ends instead.
    async fn restore_as_ended(&self, lost: &Table) -> Result<Option<Arc<Table>>, Failure> {
        let StoredTable { id, terms, state, players, .. } = &lost.stored;
        for (TableSeat { occupant, .. }, player) in state.seats.iter().zip(players) {
            let Occupant::Player(number) = occupant else { continue };
            // If the player was lost, too, another one may have got the number.
            let created_at = |player: Player| player.created_at;
            let known = player.clone().map(created_at);
            if known.is_none() || self.0.store.player(*number).await?.map(created_at) != known {
                return Ok(None);
            }
        }
        let loss = Loss { seen: true, set_backs: state.set_backs, moves: lost.move_count() };
        let mut state = TableState { set_backs: state.set_backs.saturating_add(1), ..state.clone() };
        end(&mut state, self.now());
        let announced = Announced { id: *id, at: self.now(), tag: fence()? };
        let events = announced.events(Some(&lost.stored.state), &state);
        let noted: Vec<PlayerId> = events.iter().map(|event| event.player).collect();
        let new = NewTable {
            id: *id,
            terms: terms.clone(),
            history: state.history(),
            state,
            repeatable: None,
            rematch_of: None,
            max_open_tables: u32::MAX,
            max_open_of_app: u32::MAX,
            counts: None,
            events,
        };
        match self.0.store.create_table(new).await? {
            TableCreated::New => {
                self.0.streams.notify(noted);
                let ended = self.load_again(*id).await?;
                self.report_set_back(loss, &ended.stored);
                Ok(Some(ended))
            }
            // Another request or instance has stored it.
            TableCreated::Existing(stored) if stored == *id => match self.0.store.table(*id).await? {
                Some(_) => self.load_again(*id).await.map(Some),
                None => Err(StoreError::Busy.into()),
            },
            TableCreated::Existing(again) => {
                let again = self.load_again(again).await?;
                self.set_back(Loss { set_backs: again.stored.state.set_backs, ..loss }, again).await?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn load_again(&self, id: TableId) -> Nested<'_> {
        Box::pin(self.load(id))
    }

    /// Logs and counts a table that was set back.
    fn report_set_back(&self, loss: Loss, stored: &StoredTable) {
        let ended = matches!(stored.state.status, TableStatus::Over(Ending::SetBack));
        self.0.metrics.count_set_back(if ended { SetBack::Ended } else { SetBack::Continued });
        let (known, moves) = (loss.moves, stored.moves);
        let why = "the database went back: it lost acknowledged changes of this table";
        tracing::error!(target: "funhouse::tables", table = %stored.id, known, moves, ended, "{why}");
    }
}
