//! Pairing: players who ask for opponents, and the search that seats them at tables.
//!
//! The store has the requests. Each instance reads those that wait, and finds the same [tables](matching). The store creates a table only if all its
//! requests still wait, in one transaction, so that of several instances one succeeds, and no request leads to two tables. A request ends when it
//! is canceled, or a minute after the last sign of its player: a request that waits for it, or an open stream of the player's events.

mod matching;

use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::timeout;

use self::matching::{Match, matches};
use super::Tables;
use super::create::{TableSpec, random_number};
use super::error::Failure;
use crate::caller::{Caller, Requester};
use crate::engine;
use crate::rules::chance::Seed;
use crate::rules::game::Level;
use crate::store::calendar::Timestamp;
use crate::store::{
    Asked, NewPairing, Occupant, PAIRING_SECONDS, PairedTable, Pairing, PairingId, PairingPlace, PairingTerms,
    PlayerId, StoreError, TableId, TableTerms, WaitingPairings,
};

/// Interval between searches. A new request at this instance starts one at once.
const SEARCH_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of requests of a page. If there are more, each search goes on where the last one ended, and also reads the newest: many requests that
/// find no one do not keep others apart.
const MAX_WAITING: u32 = 1000;
/// Age of the last stored sign of a player after which another one is stored, in seconds.
const SIGN_SECONDS: i64 = 20;
/// Maximum number of ended requests that are deleted at once.
const MAX_FORGOTTEN: u32 = 1000;
/// Pause after a search that failed, in addition to the interval.
const RETRY_DELAY: Duration = Duration::from_secs(4);

/// A request for opponents.
#[derive(Clone, Debug)]
pub struct PairingRequest {
    /// What the player asks to play.
    pub terms: PairingTerms,
    /// A keyed hash of the player's address.
    pub address: [u8; 16],
    /// A hash of the idempotency key, if the caller may repeat the request.
    pub key: Option<[u8; 32]>,
}

impl Tables {
    /// Stores a request for opponents, in place of any earlier one of the player, and starts a search. Returns it, and whether it is new.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn ask_for_opponents(&self, by: &Requester, request: PairingRequest) -> Result<(Pairing, bool), Failure> {
        let (player, at) = (by.player.id, self.0.days.time().await?.now);
        self.require_no_wait_with_strangers(player, by.neighbors()).await?;
        let id = PairingId(random_number()?);
        let PairingRequest { terms, address, key } = request;
        let app = by.app.filter(|app| app.acts_for_player).map(|app| app.id);
        let max_open_tables = self.max_open_tables(app);
        let new = NewPairing { id, player, app, terms, address, key, at, max_open_tables };
        let pairing = match self.0.store.ask_for_opponents(new).await? {
            Asked::Stored(pairing) => pairing,
            Asked::TooMany => return Err(Failure::TooManyTables(max_open_tables)),
            Asked::Banned => return Err(Failure::Banned),
        };
        self.0.wanted.notify_one();
        self.note_sign(&pairing, at).await?;
        let is_new = pairing.id == id;
        Ok((pairing, is_new))
    }

    /// Returns a request of a player, and stores that the player asked for it.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn pairing(&self, player: PlayerId, id: PairingId) -> Result<Pairing, Failure> {
        let now = self.0.days.time().await?.now;
        let pairing = self.0.store.pairing(player, id).await?.ok_or(Failure::UnknownPairing(id))?;
        if pairing.seen_at.plus_seconds(PAIRING_SECONDS) < now {
            return Err(Failure::UnknownPairing(id));
        }
        self.note_sign(&pairing, now).await?;
        Ok(pairing)
    }

    /// Stores a sign of a player, unless the last one is recent.
    async fn note_sign(&self, pairing: &Pairing, now: Timestamp) -> Result<(), StoreError> {
        let is_old = pairing.seen_at.plus_seconds(SIGN_SECONDS) < now;
        if is_old { self.0.store.see_pairings(vec![pairing.player], now).await } else { Ok(()) }
    }

    /// Ends a request of a player. Returns the table if it was paired before.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn cancel_pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<TableId>, StoreError> {
        self.0.store.cancel_pairing(player, id).await
    }

    /// Seats players who wait for opponents, of a page of requests and the newest ones. Returns where the next page begins.
    async fn search(
        &self,
        new_seed: &impl Fn() -> Result<Seed, getrandom::Error>,
        after: Option<PairingPlace>,
    ) -> Result<Option<PairingPlace>, Failure> {
        let now = self.0.days.time().await?.now;
        let seen_since = now.plus_seconds(-PAIRING_SECONDS);
        let waiting = self.0.store.waiting_pairings(seen_since, after, MAX_WAITING).await?;
        self.note_listening(&waiting, now).await?;
        for found in matches(&waiting, now) {
            let seed = new_seed().map_err(|_| Failure::NoRandom)?;
            if let Some(spec) = spec(&found, seed, now) {
                self.seat(&found, spec, seen_since).await?;
            }
        }
        Ok(waiting.next)
    }

    /// Stores a sign of those players who listen to their events at this instance.
    async fn note_listening(&self, waiting: &WaitingPairings, now: Timestamp) -> Result<(), StoreError> {
        let is_old = |pairing: &&Pairing| pairing.seen_at.plus_seconds(SIGN_SECONDS) < now;
        let old = waiting.pairings.iter().filter(is_old).map(|pairing| pairing.player);
        let seen = self.0.streams.listening(old);
        if seen.is_empty() { Ok(()) } else { self.0.store.see_pairings(seen, now).await }
    }

    /// Creates the table of requests, unless one of them has ended, or another instance was faster.
    async fn seat(&self, found: &Match<'_>, spec: TableSpec, seen_since: Timestamp) -> Result<(), Failure> {
        let table = self.prepare(spec)?;
        let (id, due, now) = (table.id, table.state.due, table.terms.made_at);
        let of: Vec<(PlayerId, PairingId)> = found.of.iter().map(|pairing| (pairing.player, pairing.id)).collect();
        let players: Vec<PlayerId> = of.iter().map(|(player, _)| *player).collect();
        if self.0.store.pair(PairedTable { table, of, seen_since }).await? {
            self.0.streams.notify(players);
            if due.is_some_and(|due| due <= now) {
                self.start_due_steps(id);
            }
        }
        Ok(())
    }

    /// Deletes requests without a sign of their players. Does nothing while deadlines wait for the clock.
    async fn forget_pairings(&self) -> Result<(), StoreError> {
        let time = self.0.days.time().await?;
        if !time.deadlines_wait {
            self.0.store.forget_pairings(time.now.plus_seconds(-2 * PAIRING_SECONDS), MAX_FORGOTTEN).await?;
        }
        Ok(())
    }
}

/// Returns the table of requests; none if this program does not have the rules of the game, which another instance may have.
fn spec(found: &Match<'_>, seed: Seed, made_at: Timestamp) -> Option<TableSpec> {
    let first = found.of.first()?;
    let PairingTerms { game, rules, options, pace, rated, .. } = &first.terms;
    let ruleset = engine::games::ruleset(game, *rules)?;
    let players = found.of.iter().map(|pairing| Occupant::Player(pairing.player));
    let occupants: Vec<Occupant> =
        players.chain(std::iter::repeat_n(Occupant::Robot(Level::DEFAULT), found.robots)).collect();
    let terms = TableTerms {
        game: game.clone(),
        rules: *rules,
        options: options.clone(),
        seed,
        ranked: None,
        listed: false,
        approval: false,
        // A player alone with robots is not rated.
        rated: *rated && found.of.len() > 1,
        pace: *pace,
        maker: first.player,
        app: first.app,
        made_at,
    };
    let from = Caller::address(None);
    Some(TableSpec { ruleset, terms, occupants, repeatable: None, rematch_of: None, from })
}

/// Searches for opponents for as long as the service runs.
pub async fn run_pairing(tables: Tables, new_seed: impl Fn() -> Result<Seed, getrandom::Error>) {
    let (mut searches, mut after) = (0_u32, None);
    loop {
        // A request that comes during a search starts another one.
        let _ = timeout(SEARCH_INTERVAL, tables.0.wanted.notified()).await;
        match tables.search(&new_seed, after).await {
            Ok(next) => after = next,
            Err(why) => {
                tracing::debug!(target: "funhouse::tables", ?why, "opponents are searched for again later");
                rt::time::sleep(RETRY_DELAY).await;
            }
        }
        searches = searches.wrapping_add(1);
        if searches.is_multiple_of(30)
            && let Err(why) = tables.forget_pairings().await
        {
            tracing::debug!(target: "funhouse::store", %why, "ended requests for opponents are deleted later");
        }
    }
}
