//! Leaving a game early, and waits before a player takes a seat at a table of strangers.
//!
//! A player who leaves early takes a loss that no one gains from (see [`outcome`](super::outcome)). Leaving also wastes the time of others, so
//! the player waits after doing it repeatedly. The store counts the leaves of players, and this instance those of addresses until it restarts.
//! A player who takes many seats at once waits, too: otherwise they could take all seats first, and then leave all games.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Tables;
use super::error::Failure;
use super::table::Table;
use crate::caller::Caller;
use crate::days::Time;
use crate::store::calendar::Timestamp;
use crate::store::{Departure, EarlyLeaves, Occupant, Patience, PlayerId, TableSeat, TableState};

/// A game is left early before this part of its median length.
const EARLY_PART: u16 = 3;
/// Maximum number of callers of which something is counted. A new one replaces the one whose wait ends first.
const MAX_CALLERS: usize = 10_000;
/// With a player who takes seats.
const SEATS_OF_PLAYER: Patience = Patience { free: 9, forgiven_after: 60, max_wait: 60 };
/// With an address from which seats are taken.
const SEATS_OF_ADDRESS: Patience = Patience { free: 29, forgiven_after: 20, max_wait: 60 };

impl Table {
    /// Returns the number of moves from which on leaving is not early; none for a solitaire, which is never left early.
    #[must_use]
    pub fn early_until(&self) -> Option<u16> {
        self.game.median_moves().map(|median| median.div_ceil(EARLY_PART))
    }

    /// Returns when a player leaves who does so after this number of moves.
    pub(super) fn departure(&self, moves: usize) -> Departure {
        let is_early = self.early_until().is_some_and(|until| moves < usize::from(until));
        if is_early { Departure::Early } else { Departure::Late }
    }
}

/// Returns the players who left a game with others early, and had not left it before.
pub(super) fn left_early(before: &TableState, after: &TableState) -> Vec<PlayerId> {
    let has_left = |seat: &TableSeat| seat.left == Some(Departure::Early);
    let is_player = |seat: &&TableSeat| matches!(seat.occupant, Occupant::Player(_));
    if after.seats.iter().filter(is_player).count() < 2 {
        return Vec::new();
    }
    let leaver = |(before, after): (&TableSeat, &TableSeat)| match after.occupant {
        Occupant::Player(player) if has_left(after) && !has_left(before) => Some(player),
        Occupant::Player(_) | Occupant::Robot(_) | Occupant::Vacant => None,
    };
    before.seats.iter().zip(&after.seats).filter_map(leaver).collect()
}

/// How often callers did something after which they wait.
#[derive(Debug)]
struct Counts {
    patience: Patience,
    known: Mutex<BTreeMap<Caller, EarlyLeaves>>,
}

impl Counts {
    fn new(patience: Patience) -> Self {
        Self { patience, known: Mutex::default() }
    }

    fn add(&self, caller: Caller, now: Timestamp) {
        let mut known = self.lock();
        let counted = self.patience.after(known.get(&caller).copied(), now);
        if known.len() >= MAX_CALLERS && !known.contains_key(&caller) {
            let first = known.iter().min_by_key(|(_, counted)| self.patience.waits_until(**counted));
            if let Some(first) = first.map(|(caller, _)| *caller) {
                known.remove(&first);
            }
        }
        known.insert(caller, counted);
    }

    fn waits_until(&self, caller: Caller) -> Option<Timestamp> {
        self.lock().get(&caller).map(|counted| self.patience.waits_until(*counted))
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Caller, EarlyLeaves>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What this instance counts until it restarts.
#[derive(Debug)]
pub(super) struct SeatWaits {
    leaves_of_addresses: Counts,
    seats_of_players: Counts,
    seats_of_addresses: Counts,
}

impl SeatWaits {
    pub(super) fn new() -> Self {
        Self {
            leaves_of_addresses: Counts::new(Patience::ADDRESS),
            seats_of_players: Counts::new(SEATS_OF_PLAYER),
            seats_of_addresses: Counts::new(SEATS_OF_ADDRESS),
        }
    }

    /// Counts a game that was left early from an address. While the clock is unconfirmed, nothing is counted: of a clock that is ahead, the
    /// wait would be too long.
    pub(super) fn count_leave(&self, from: Caller, time: Time) {
        if !time.deadlines_wait {
            self.leaves_of_addresses.add(from, time.now);
        }
    }

    /// Counts a seat that a player took, or asked for, at an address, unless the clock is unconfirmed.
    fn count_seat(&self, player: PlayerId, from: Caller, time: Time) {
        if !time.deadlines_wait {
            self.seats_of_players.add(Caller::player(player), time.now);
            self.seats_of_addresses.add(from, time.now);
        }
    }

    /// Returns when the wait of a player at an address ends; none without one.
    fn end(&self, player: PlayerId, from: Caller) -> Option<Timestamp> {
        let of_seats =
            self.seats_of_players.waits_until(Caller::player(player)).max(self.seats_of_addresses.waits_until(from));
        of_seats.max(self.leaves_of_addresses.waits_until(from))
    }
}

impl Table {
    /// Whether a player who sits down is one of strangers who found the table in the list. Unlisted tables are known only to those who got a
    /// link, and no one gains from leaving them, so their players wait for nothing.
    fn is_open_to_strangers(&self, player: PlayerId) -> bool {
        self.stored.terms.listed && !self.begun() && self.seat_of(player).is_none()
    }
}

impl Tables {
    /// Refuses a player who must wait, or whose address must, to take an open seat of a listed table. Otherwise counts the seat.
    pub(super) async fn require_no_wait(&self, table: &Table, player: PlayerId, from: Caller) -> Result<(), Failure> {
        if table.is_open_to_strangers(player) {
            self.require_no_wait_with_strangers(player, from).await
        } else {
            Ok(())
        }
    }

    /// Refuses a player who must wait, or whose address must, before they play with strangers. Otherwise counts a seat.
    pub(super) async fn require_no_wait_with_strangers(&self, player: PlayerId, from: Caller) -> Result<(), Failure> {
        let of_player = self.0.store.early_leaves(player).await?.map(|leaves| Patience::PLAYER.waits_until(leaves));
        let (until, time) = (of_player.max(self.0.seat_waits.end(player, from)), self.0.days.time().await?);
        let millis = until.map_or(0, |until| until.millis() - time.now.millis());
        match u64::try_from(millis).unwrap_or(0).div_ceil(1000) {
            0 => {
                self.0.seat_waits.count_seat(player, from, time);
                Ok(())
            }
            seconds => Err(Failure::MustWait(seconds)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use super::*;

    fn network(number: u128) -> Caller {
        Caller::address(Some(IpAddr::V6(Ipv6Addr::from_bits((0x2001_0db8 << 96) | (number << 64)))))
    }

    #[test]
    fn known_callers_are_bounded_and_those_that_wait_stay() {
        let (leaves, now) = (Counts::new(Patience::ADDRESS), Timestamp::from_millis(1_700_000_000_000));
        (0..9).for_each(|_| leaves.add(network(0), now));
        let until = leaves.waits_until(network(0));
        assert!(until > Some(now.plus_seconds(600)), "{until:?}");
        (1..=MAX_CALLERS as u128 + 50).for_each(|number| leaves.add(network(number), now));
        assert_eq!(leaves.lock().len(), MAX_CALLERS);
        assert_eq!(leaves.waits_until(network(0)), until);
    }

    #[test]
    fn many_seats_at_once_have_a_wait() {
        let (waits, now) = (SeatWaits::new(), Timestamp::from_millis(1_700_000_000_000));
        let is_waiting = |player, at: Timestamp| waits.end(PlayerId(player), network(0)) > Some(at);
        (0..9).for_each(|_| waits.count_seat(PlayerId(1), network(0), now.into()));
        assert!(!is_waiting(1, now));
        waits.count_seat(PlayerId(1), network(0), now.into());
        assert!(is_waiting(1, now) && !is_waiting(2, now), "others at the address can take some more");
        assert!(!is_waiting(1, now.plus_seconds(60)), "one a minute");
        (0..20).for_each(|player| waits.count_seat(PlayerId(player), network(0), now.into()));
        assert!(is_waiting(99, now) && waits.end(PlayerId(99), network(1)).is_none());
    }
}
