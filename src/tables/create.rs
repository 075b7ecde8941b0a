//! Creates tables.

use std::sync::Arc;

use super::announce::{Announced, rematch_offered};
use super::change::{FinishedRun, TableUpdate, fence};
use super::error::Failure;
use super::outcome::unfinished;
use super::seating::{SeatOrder, initial_state};
use super::step::StepError;
use super::table::Table;
use super::{TableLimits, Tables};
use crate::caller::Caller;
use crate::engine::Ruleset;
use crate::rules::game::Seats;
use crate::store::{
    AppId, NewTable, Occupant, PlayerId, RankedSeed, RepeatableTable, StoredTable, TableCreated, TableId, TableTerms,
    UsageKind,
};

/// A table to create.
#[derive(Debug)]
pub struct TableSpec {
    /// The ruleset of its game.
    pub ruleset: Ruleset,
    /// The part that never changes.
    pub terms: TableTerms,
    /// The occupant of each seat.
    pub occupants: Vec<Occupant>,
    /// How to recognize the same request, if the caller may repeat it.
    pub repeatable: Option<RepeatableTable>,
    /// The table of which this is the rematch.
    pub rematch_of: Option<Arc<Table>>,
    /// The address of the maker.
    pub from: Caller,
}

impl Tables {
    /// Creates a table, or returns the existing one.
    ///
    /// A table exists already if the same request created it, if it is the daily table of the player, or if it is the rematch.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn create(&self, spec: TableSpec) -> Result<TableUpdate, Failure> {
        let (from, rematch_of) = (spec.from, spec.rematch_of.as_ref().map(|table| table.stored.id));
        let new = self.prepare(spec)?;
        let (id, app, due, now) = (new.id, new.terms.app, new.state.due, new.terms.made_at);
        let round = new.terms.round();
        let (max_open_tables, max_open_of_app) = (new.max_open_tables, new.max_open_of_app);
        let noted: Vec<PlayerId> = new.events.iter().map(|event| event.player).collect();
        let (id, changed) = match self.0.store.create_table(new).await? {
            TableCreated::New => (id, true),
            TableCreated::Existing(id) => (id, false),
            TableCreated::OtherRequest => return Err(Failure::OtherRequest),
            TableCreated::TooMany => return Err(Failure::TooManyTables(max_open_tables)),
            TableCreated::TooManyOfApp => {
                self.note_in_usage(app, true);
                return Err(Failure::AppHasTooManyTables(max_open_of_app));
            }
            TableCreated::HasOpen(open) => return Err(Failure::HasOpen(open)),
            TableCreated::Banned => return Err(Failure::Banned),
            TableCreated::WindowClosed if round.is_some() => return Err(StepError::RoundClosed.into()),
            TableCreated::WindowClosed => return Err(StepError::DayClosed.into()),
            TableCreated::RoundNotOpen => return Err(Failure::RoundNotOpen),
            TableCreated::NotEntered => return Err(Failure::NotEntered),
        };
        if changed {
            self.note_in_usage(app, false);
            self.0.causes.changed(id, from);
            self.0.streams.notify(noted);
        }
        let table = self.load(id).await?;
        if let Some(of) = rematch_of.filter(|_| changed) {
            self.announce_rematch(of).await;
        }
        if changed && due.is_some_and(|due| due <= now) {
            self.start_due_steps(id);
        }
        let run = table.stored.run.map(FinishedRun::Existing);
        Ok(TableUpdate { table, changed, run, bad_move: None })
    }

    /// Returns a table to store. It begins at once if no seat is vacant.
    pub(super) fn prepare(&self, spec: TableSpec) -> Result<NewTable, Failure> {
        let TableSpec { ruleset, terms, occupants, repeatable, rematch_of, from: _ } = spec;
        let seats = u8::try_from(occupants.len()).ok().and_then(Seats::new).ok_or(StepError::UnknownSeat)?;
        let game = ruleset.table_game(seats, terms.seed.clone(), &terms.options)?;
        let now = terms.made_at;
        let order = rematch_of.as_deref().map_or(SeatOrder::Drawn, SeatOrder::of_rematch);
        let mut state = initial_state(ruleset, &terms, occupants, &order, &game, self.0.limits.wait_seconds);
        // A solitaire may end with its deal. Then the clock ends the table.
        if game.to_act().is_empty() {
            state.due = Some(now);
        }
        let (id, max_open_tables) = (new_id()?, self.max_open_tables(terms.app));
        let max_open_of_app = self.0.limits.rates.as_ref().map_or(u32::MAX, |limits| limits.of_apps().tables);
        let is_counted = terms.ranked == Some(RankedSeed::Own);
        let counts = ruleset.ranked().filter(|_| is_counted).map(|ranked| unfinished(ranked.scoring(), &game));
        let history = state.history();
        let announced = Announced { id, at: now, tag: fence()? };
        let mut events = announced.events(None, &state);
        if let Some(previous) = &rematch_of {
            let StoredTable { id: of, state: previous, .. } = &previous.stored;
            events.extend(rematch_offered(previous, terms.maker, *of, announced));
        }
        let rematch_of = rematch_of.map(|table| table.stored.id);
        Ok(NewTable {
            id,
            terms,
            state,
            repeatable,
            rematch_of,
            max_open_tables,
            max_open_of_app,
            counts,
            history,
            events,
        })
    }
}

impl Tables {
    /// Maximum number of open tables of a player, who may act through an app.
    pub(super) fn max_open_tables(&self, app: Option<AppId>) -> u32 {
        let TableLimits { tables, rates, .. } = &self.0.limits;
        let of_user = app.and(rates.as_ref()).map_or(u32::MAX, |limits| limits.of_apps().tables_of_user());
        of_user.min(*tables)
    }

    /// Notes in the usage of an app that a table was created through it, or refused.
    fn note_in_usage(&self, app: Option<AppId>, refused: bool) {
        if let Some((app, limits)) = app.zip(self.0.limits.rates.as_ref()) {
            limits.usage().note(app, UsageKind::Tables, 1, refused);
        }
    }
}

/// Returns a random number for a table. It cannot be guessed.
fn new_id() -> Result<TableId, Failure> {
    random_number().map(TableId)
}

/// Returns a random number from 1 to `i64::MAX`.
pub(super) fn random_number() -> Result<i64, Failure> {
    let random = getrandom::u64().map_err(|_| Failure::NoRandom)?;
    Ok((random >> 1).cast_signed().max(1))
}
