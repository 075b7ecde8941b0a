//! Seats of tables: who sits where, and how a table begins.

use super::step::{Step, StepError, is_player_played, set_deadlines};
use super::table::Table;
use crate::caller::AddressOf;
use crate::engine::Ruleset;
use crate::engine::table_game::TableGame;
use crate::rules::chance::{Chance, Seed};
use crate::store::calendar::Timestamp;
use crate::store::{Occupant, PlayerId, SeatRequests, TableSeat, TableState, TableStatus, TableTerms};

/// How the seats are ordered when a game begins.
#[derive(Clone, Debug)]
pub(super) enum SeatOrder {
    /// The seed shuffles the occupants.
    Drawn,
    /// The occupants of the previous game in this order. Players who are new take the places of those who are missing.
    Previous(Vec<Occupant>),
}

impl SeatOrder {
    /// Returns the order in the rematch of a table. If its winner begins, the winner is first, and the others keep their order.
    pub(super) fn of_rematch(table: &Table) -> Self {
        let places = table.game.places().filter(|_| table.game.winner_begins()).unwrap_or_default();
        let Some(winner) = places.iter().position(|place| *place == 1) else { return Self::Drawn };
        let mut occupants: Vec<Occupant> = table.stored.state.seats.iter().map(|seat| seat.occupant).collect();
        if let Some(before) = occupants.get_mut(..=winner) {
            before.rotate_right(1);
        }
        Self::Previous(occupants)
    }

    /// Orders the occupants of a game that begins. The seed shuffles them as the event `tables/seats`.
    fn arrange(&self, seed: &Seed, occupants: &mut Vec<Occupant>) {
        let previous = match self {
            Self::Drawn => return Chance::new(seed).event("tables/seats").shuffle(occupants),
            Self::Previous(previous) => previous,
        };
        let (returning, new): (Vec<_>, Vec<_>) =
            occupants.iter().copied().partition(|occupant| previous.contains(occupant));
        let mut new = new.into_iter();
        let next = |occupant: &Occupant| if returning.contains(occupant) { Some(*occupant) } else { new.next() };
        *occupants = previous.iter().filter_map(next).collect();
    }
}

/// Returns the state of a new table, which begins at once if no seat is vacant.
pub(super) fn initial_state(
    ruleset: Ruleset,
    terms: &TableTerms,
    mut occupants: Vec<Occupant>,
    order: &SeatOrder,
    game: &TableGame,
    wait_seconds: i64,
) -> TableState {
    let begins = !occupants.contains(&Occupant::Vacant);
    if begins && ruleset.ranked().is_none() {
        order.arrange(&terms.seed, &mut occupants);
    }
    let seat = |occupant| TableSeat { occupant, due: None, missed: 0, left: None, auto_decline: false };
    let now = terms.made_at;
    let state = TableState {
        status: TableStatus::Waiting,
        seats: occupants.into_iter().map(seat).collect(),
        due: Some(now.plus_seconds(wait_seconds)),
        started_at: None,
        ended_at: None,
        set_backs: 0,
        requests: SeatRequests::default(),
    };
    if begins { begin(state, terms, game, now) } else { state }
}

/// Returns the state of a table that begins now. The occupants must be shuffled already.
fn begin(state: TableState, terms: &TableTerms, game: &TableGame, now: Timestamp) -> TableState {
    let requests = SeatRequests::default();
    let mut state = TableState { status: TableStatus::Playing, started_at: Some(now), due: None, requests, ..state };
    set_deadlines(&mut state, terms, game, now, |_| true);
    state
}

impl Table {
    /// Seats a player at a seat, or [asks](Self::ask) the maker for one if they approve who sits down. The last vacant seat begins the game.
    /// `asking` is none for a player who was invited, and need not ask.
    /// Returns none if the player sits there already, or has asked before.
    ///
    /// # Errors
    /// See [`StepError`].
    pub(super) fn sit(
        &self,
        player: PlayerId,
        number: usize,
        order: &SeatOrder,
        asking: Option<AddressOf<'_>>,
        now: Timestamp,
    ) -> Result<Option<Step>, StepError> {
        let seats = &self.stored.state.seats;
        let seat = number.checked_sub(1).and_then(|at| seats.get(at)).ok_or(StepError::UnknownSeat)?;
        if seat.occupant == Occupant::Player(player) {
            return Ok(None);
        }
        self.require_waiting()?;
        if self.seat_of(player).is_some() {
            return Err(StepError::SeatedElsewhere);
        }
        if seat.occupant != Occupant::Vacant {
            return Err(StepError::SeatTaken);
        }
        if let Some(address_of) = asking.filter(|_| self.stored.terms.approval && self.stored.terms.maker != player) {
            return self.ask(player, address_of);
        }
        let mut step = self.seated(player, number, order, now);
        step.state.requests.pending.retain(|pending| *pending != player);
        Ok(Some(step))
    }

    /// Returns the step that seats a player at a vacant seat.
    pub(super) fn seated(&self, player: PlayerId, number: usize, order: &SeatOrder, now: Timestamp) -> Step {
        let seats = &self.stored.state.seats;
        let mut step = self.step();
        let mut occupants: Vec<Occupant> = seats.iter().map(|seat| seat.occupant).collect();
        if let Some(occupant) = occupants.get_mut(number - 1) {
            *occupant = Occupant::Player(player);
        }
        let begins = !occupants.contains(&Occupant::Vacant);
        if begins {
            order.arrange(&self.stored.terms.seed, &mut occupants);
        }
        for (seat, occupant) in step.state.seats.iter_mut().zip(occupants) {
            seat.occupant = occupant;
        }
        if begins {
            step.state = begin(step.state, &self.stored.terms, &step.game, now);
        }
        step
    }

    /// Fails unless the table waits for players.
    pub(super) fn require_waiting(&self) -> Result<(), StepError> {
        match self.stored.state.status {
            TableStatus::Waiting => Ok(()),
            TableStatus::Playing => Err(StepError::Begun),
            TableStatus::Over(_) => Err(StepError::Over),
        }
    }

    /// Seats a player at the first vacant seat of a rematch, which needs no approval. Returns none if the player has a seat already.
    ///
    /// # Errors
    /// See [`StepError`].
    pub(super) fn join(&self, player: PlayerId, order: &SeatOrder, now: Timestamp) -> Result<Option<Step>, StepError> {
        if self.seat_of(player).is_some() {
            return Ok(None);
        }
        self.require_waiting()?;
        Ok(Some(self.seated(player, self.vacant_seat()?, order, now)))
    }

    /// Returns the number of the first vacant seat.
    pub(super) fn vacant_seat(&self) -> Result<usize, StepError> {
        let vacant = self.stored.state.seats.iter().position(|seat| seat.occupant == Occupant::Vacant);
        Ok(vacant.ok_or(StepError::SeatTaken)? + 1)
    }

    /// Removes a player from a table that has not begun, at their own request or at that of a maker who approves who sits down. Returns none
    /// if no player remains: then the table must be deleted.
    ///
    /// # Errors
    /// See [`StepError`].
    pub fn stand_up(&self, by: PlayerId, number: usize) -> Result<Option<Step>, StepError> {
        let may_remove = self.stored.terms.approval && self.stored.terms.maker == by;
        if !may_remove {
            self.seat(by)?;
        }
        self.require_waiting()?;
        let mut step = self.step();
        let seat = number.checked_sub(1).and_then(|at| step.state.seats.get_mut(at)).ok_or(StepError::SeatOfAnother)?;
        match seat.occupant {
            Occupant::Player(player) if player == by => {}
            Occupant::Player(player) if may_remove => step.state.requests.refuse(player),
            _ => return Err(StepError::SeatOfAnother),
        }
        seat.occupant = Occupant::Vacant;
        Ok(step.state.seats.iter().any(is_player_played).then_some(step))
    }
}
