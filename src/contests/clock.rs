//! Opens, closes and settles rounds, and notifies their entrants.

use std::time::Duration;

use actix_web::rt;

use crate::days::{Days, Time};
use crate::store::calendar::Timestamp;
use crate::store::{AnyStore, DueRound, NewEvent, PlayerEvent, PlayerId, RoundId, RoundState, StoreError};
use crate::tables::Tables;

/// Interval between checks for due rounds.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of rounds that a check opens and closes.
const MAX_CHANGED_PER_CHECK: u32 = 4096;
/// Maximum number of rounds that a check settles, or of which it notifies entrants.
const MAX_ROUNDS_PER_CHECK: u32 = 256;
/// Maximum number of open games of a closed round that a check reads.
const MAX_GAMES_PER_CHECK: u32 = 256;
/// Maximum number of entrants that a check notifies in a round, in one transaction.
const MAX_NOTIFIED_PER_CHECK: u32 = 100;

/// Handles due rounds for as long as the service runs, including those that became due while it did not run.
///
/// Opening and closing do not wait for what follows from it, which takes a step for each round.
pub async fn run(store: AnyStore, days: Days, tables: Tables) {
    let clock = RoundClock { store, days, tables };
    let open_and_close = async {
        loop {
            // The store logs its failures. The next check makes up for this one.
            let _ = clock.open_and_close().await;
            rt::time::sleep(CHECK_INTERVAL).await;
        }
    };
    let settle_and_notify = async {
        loop {
            let _ = clock.settle_and_notify().await;
            rt::time::sleep(CHECK_INTERVAL).await;
        }
    };
    futures_util::future::join(open_and_close, settle_and_notify).await;
}

struct RoundClock {
    store: AnyStore,
    days: Days,
    tables: Tables,
}

impl RoundClock {
    /// Opens and closes rounds, however many, in one step each. While the clock is unconfirmed, no round opens or closes.
    async fn open_and_close(&self) -> Result<(), StoreError> {
        let Time { now, deadlines_wait, .. } = self.days.time().await?;
        if deadlines_wait {
            return Ok(());
        }
        let due = self.store.due_rounds(now, MAX_CHANGED_PER_CHECK).await?;
        let (opening, closing): (Vec<_>, Vec<_>) = due.iter().partition(|round| round.state == RoundState::Scheduled);
        let numbers = |rounds: Vec<&DueRound>| rounds.into_iter().map(|round| round.id).collect::<Vec<RoundId>>();
        let opened = if opening.is_empty() { Ok(()) } else { self.store.open_rounds(numbers(opening)).await };
        let closed = if closing.is_empty() { Ok(()) } else { self.store.close_rounds(numbers(closing)).await };
        opened.and(closed)
    }

    /// Settles closed rounds, and notifies the entrants of open and settled ones: one step of each round.
    async fn settle_and_notify(&self) -> Result<(), StoreError> {
        let now = self.days.time().await?.now;
        let mut first_failure = Ok(());
        for round in self.store.rounds_under_way(now, MAX_ROUNDS_PER_CHECK).await? {
            // A round that cannot go on does not delay others.
            let handled = match round.state {
                RoundState::Closed => self.settle(round).await,
                RoundState::Scheduled | RoundState::Open | RoundState::Settled => self.notify(round, now).await,
            };
            first_failure = first_failure.and(handled);
        }
        first_failure
    }

    /// Ends games of a closed round, and settles it once all are over.
    async fn settle(&self, round: DueRound) -> Result<(), StoreError> {
        let open = self.store.tables_of_round_left_open(round.id, MAX_GAMES_PER_CHECK).await?;
        if open.is_empty() {
            return self.store.settle_round(round.id).await;
        }
        self.tables.end_games(open);
        Ok(())
    }

    /// Notifies the next entrants of the state of a round.
    async fn notify(&self, round: DueRound, at: Timestamp) -> Result<(), StoreError> {
        let Some(after) = round.announced else { return Ok(()) };
        let players = self.store.entered(round.contest, after, MAX_NOTIFIED_PER_CHECK).await?;
        let is_full = players.len() >= MAX_NOTIFIED_PER_CHECK as usize;
        let last = players.last().copied().filter(|_| is_full);
        let (contest, number, tag) = (round.contest, round.number, getrandom::u32().unwrap_or_default());
        let event = match round.state {
            RoundState::Scheduled | RoundState::Open => PlayerEvent::RoundOpened { contest, round: number },
            RoundState::Closed | RoundState::Settled => PlayerEvent::RoundClosed { contest, round: number },
        };
        let events = players.iter().map(|player: &PlayerId| NewEvent { player: *player, event, at, tag }).collect();
        self.store.announce_round(round, events, last).await?;
        self.tables.streams().notify(players);
        Ok(())
    }
}
