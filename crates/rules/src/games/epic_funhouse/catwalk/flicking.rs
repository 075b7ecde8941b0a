//! The flicking phase, by a simulated hand or reported by a person, and the record of its outcomes. Rules:
//! catwalk.md, from "Flicking" on.

use std::fmt;

use super::events::{AllFell, CoinCrossed, CoinFell, CoinFlicked, CoinRested, Event, FallRecorded, PathPiece};
use super::flick::{self, CoinPosition, Point, TravelEnd, Vector};
use super::laying::{inspect_tiles, inspect_whole_track};
use super::moves::{Crossed, Fell, Flick};
use super::scoreboard::{self, Pool};
use super::table::{CoinStack, Flicking, Outcome, UnderWay};
use super::track::{self, LENGTH};
use super::{ALL_FELL, CatwalkOptions, Dexterity, Scoreboard};
use crate::census::Census;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{Context, Log, MoveBounds};
use crate::piecepack::{Coin, PiecepackPiece as _, Tile, Value};
use crate::wire;

const DEXTERITY: Rule = Rule("catwalk.dexterity");
const COIN: Rule = Rule("catwalk.coin");
const UNDER_WAY: Rule = Rule("catwalk.under-way");
const STRENGTH: Rule = Rule("catwalk.strength");

impl Flicking {
    pub(super) fn inspect(&mut self, options: CatwalkOptions, faults: &mut Faults) {
        let before = faults.count();
        inspect_tiles(&self.track, faults);
        let mut ended = [false; 6];
        for (i, outcome) in self.outcomes.iter().enumerate() {
            let coin = outcome.coin();
            let again = ended.get_mut(coin.index()).is_some_and(|ended| std::mem::replace(ended, true));
            faults.require(
                !again,
                format_args!("/outcomes/{i}/coin"),
                "coin_twice",
                format_args!("the {} fell or crossed already", self.coin(coin)),
            );
        }
        self.inspect_coins(faults);
        // The pool is a set. Sort it last, because pointers are into the posted order.
        self.pool.sort_unstable();
        // The recorded outcomes are defined only if tiles and coins have no faults.
        if faults.count() == before {
            self.inspect_record(options, faults);
        }
        inspect_whole_track(&self.track, faults);
        let ended = self.outcomes.len() as u64;
        match (options.dexterity, self.under_way) {
            (Dexterity::Reported, under_way) => {
                faults.require(self.flicks == 0, "/flicks", "impossible_count", "must be 0 when dexterity is reported");
                faults.require(
                    under_way.is_none(),
                    "/under_way",
                    "impossible_coin",
                    "must be absent when dexterity is reported",
                );
            }
            (Dexterity::Simulated, under_way) => {
                let least = ended + u64::from(under_way.is_some());
                faults.require(
                    self.flicks >= least,
                    "/flicks",
                    "impossible_count",
                    format_args!("must be at least {least}, one flick for each coin (got {})", self.flicks),
                );
                let known = ended > 0 || under_way.is_some() || self.flicks == 0;
                faults.require(known, "/flicks", "impossible_count", "flicks were made, but no coin moved");
            }
        }
        if let Some(coin) = self.under_way {
            let to_flick = self.outcomes.iter().all(|outcome| outcome.coin() != coin.coin);
            faults.require(
                to_flick,
                "/under_way/coin",
                "coin_twice",
                format_args!("the {} fell or crossed already", self.coin(coin.coin)),
            );
        }
    }

    /// Adds the faults of coins that are in two places or missing.
    fn inspect_coins(&self, faults: &mut Faults) {
        let mut census = Census::new();
        for (i, stack) in self.scoreboard.iter().enumerate() {
            census.see_list(&stack.0, format_args!("/scoreboard/{i}"), faults);
        }
        census.see_list(&self.pool, "/pool", faults);
        for value in self.to_flick() {
            census.see(self.coin(value), "/suit", faults);
        }
        census.close(&Coin::ALL, "/pool", faults);
    }

    /// Adds the faults of a scoreboard and a pool that do not match the outcomes.
    fn inspect_record(&self, options: CatwalkOptions, faults: &mut Faults) {
        let (scoreboard, pool) = self.recorded(options.scoreboard);
        for (i, (stack, due)) in self.scoreboard.iter().zip(&scoreboard).enumerate() {
            faults.require(
                stack == due,
                format_args!("/scoreboard/{i}"),
                "wrong_scoreboard",
                format_args!("the outcomes put {} here", Names(&due.0)),
            );
        }
        let (is, due) = (self.scoreboard.len(), scoreboard.len());
        faults.require(
            is == due,
            "/scoreboard",
            "wrong_scoreboard",
            format_args!("the outcomes fill {due} places (got {is})"),
        );
        faults.require(
            *self.pool == pool,
            "/pool",
            "wrong_pool",
            format_args!("the outcomes leave {} in the pool", Names(&pool)),
        );
    }

    /// Returns the scoreboard and the pool that result from the outcomes.
    fn recorded(&self, scoring: Scoreboard) -> (Vec<CoinStack>, Vec<Coin>) {
        let mut pool = Pool::without(self.suit);
        let mut scoreboard = Vec::new();
        for outcome in &self.outcomes {
            scoreboard.extend(self.record(*outcome, scoring, &mut pool).into_iter().flatten().map(CoinStack::from));
        }
        (scoreboard, pool.into_coins())
    }

    /// Moves a finished coin, and the coins that record its fall, to their places. Returns the two places of a fall.
    fn record(&self, outcome: Outcome, scoring: Scoreboard, pool: &mut Pool) -> Option<scoreboard::Record> {
        let coin = self.coin(outcome.coin());
        match (outcome, scoring) {
            (Outcome::Fell(fell), Scoreboard::Coins) => {
                let value = self.tile(fell.tile).map_or(Value::NULL, Tile::value);
                Some([vec![coin], pool.record(value)])
            }
            (Outcome::Fell(_), Scoreboard::Paper) | (Outcome::Crossed(_), _) => {
                pool.put(coin);
                None
            }
        }
    }

    /// Returns the coin of this value in the flicked suit.
    pub(super) fn coin(&self, value: Value) -> Coin {
        Coin::new(self.suit, value)
    }

    /// Returns the track tile with this number, from 1.
    fn tile(&self, number: u64) -> Option<Tile> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.track.get(place).map(|tile| tile.tile)
    }

    /// Returns the values of the coins that have neither fallen nor crossed.
    pub(super) fn to_flick(&self) -> impl Iterator<Item = Value> {
        Value::ALL.into_iter().filter(|value| self.outcomes.iter().all(|outcome| outcome.coin() != *value))
    }

    /// Returns the points of an outcome, if it is a fall.
    pub(super) fn points(&self, outcome: Outcome) -> Option<u64> {
        self.factors(outcome).map(|[tile, coin]| tile * coin)
    }

    /// Returns the factors of the tile and the coin of a fall; their product is its score.
    pub(super) fn factors(&self, outcome: Outcome) -> Option<[u64; 2]> {
        let Outcome::Fell(fell) = outcome else { return None };
        let tile = self.tile(fell.tile)?;
        Some([tile.value().count_null_as_one(), fell.coin.count_null_as_one()])
    }

    /// Returns the start of the next flick.
    pub(super) fn start(&self) -> CoinPosition {
        match (self.under_way, self.outcomes.last()) {
            (Some(UnderWay { tile, ox, oy, .. }), _) => CoinPosition { tile: place(tile), ox, oy },
            (None, Some(Outcome::Fell(fell))) => CoinPosition { tile: place(fell.tile), ox: 0, oy: 0 },
            (None, _) => CoinPosition { tile: 0, ox: 0, oy: 0 },
        }
    }

    /// Returns the coins that may be flicked now.
    fn flickable(&self) -> Vec<Value> {
        match self.under_way {
            Some(coin) => vec![coin.coin],
            None => self.to_flick().collect(),
        }
    }

    /// Returns the bounds of all flicks: those that are at least of the minimum strength in one direction along an axis.
    ///
    /// The strength is the greater of two components, so that no single range of each is exact. These four ranges are: they do not overlap,
    /// and each is the next one, turned by a quarter.
    pub(super) fn bounds(&self) -> Vec<MoveBounds> {
        let coins = self.flickable();
        if coins.is_empty() {
            return Vec::new();
        }
        let (weak, min, max) = (flick::MIN_STRENGTH - 1, flick::MIN_STRENGTH, flick::MAX_STRENGTH);
        let east_south_west_north = [
            (min..=max, -weak..=max),
            (-max..=weak, min..=max),
            (-max..=-min, -max..=weak),
            (-weak..=max, -max..=-min),
        ];
        let bounds = |(dx, dy)| MoveBounds::of("flick").one_of("coin", &coins).integer("dx", dx).integer("dy", dy);
        east_south_west_north.map(bounds).into()
    }

    pub(super) fn flick(
        &mut self,
        mv: Flick,
        context: Context<CatwalkOptions>,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        DEXTERITY.require(context.options.dexterity == Dexterity::Simulated, || {
            "dexterity is reported; report the real coin with fell or crossed".to_owned()
        })?;
        self.require_to_flick(mv.coin)?;
        if let Some(coin) = self.under_way {
            UNDER_WAY.require(coin.coin == mv.coin, || {
                format!("flick the {} until it falls or crosses", self.coin(coin.coin))
            })?;
        }
        let aim = mv.aim();
        STRENGTH.require((flick::MIN_STRENGTH..=flick::MAX_STRENGTH).contains(&aim.strength()), || {
            format!(
                "the strength is {}, but must be from {} to {}",
                aim.strength(),
                flick::MIN_STRENGTH,
                flick::MAX_STRENGTH
            )
        })?;
        self.travel(mv.coin, aim, context, log);
        Ok(())
    }

    fn travel(&mut self, coin: Value, aim: Vector, context: Context<CatwalkOptions>, log: &mut Log<Event>) {
        self.flicks = wire::increment_capped(self.flicks, wire::MAX_COUNT);
        let scatter = flick::scatter(aim.strength(), &mut context.chance.numbered("catwalk/flick", self.flicks));
        let by = Vector { dx: aim.dx + scatter.dx, dy: aim.dy + scatter.dy };
        let mut path = Vec::new();
        let start = self.start();
        let end = flick::travel(&self.track, start, by, |piece| {
            path.push(PathPiece { tile: number(piece.tile), from: piece.from, to: piece.to });
        });
        let name = self.coin(coin);
        log.write(|| {
            let from = path.first().map_or(Point { x: 0, y: 0 }, |piece| piece.from);
            let to = Point { x: from.x + by.dx, y: from.y + by.dy };
            Event::CoinFlicked(CoinFlicked { coin: name, number: self.flicks, aim, scatter, path, to })
        });
        match end {
            TravelEnd::Rests(CoinPosition { tile, ox, oy }) => {
                let tile = number(tile);
                self.under_way = Some(UnderWay { coin, tile, ox, oy });
                log.write(|| Event::CoinRested(CoinRested { coin: name, tile, ox, oy }));
            }
            TravelEnd::Fell(tile) => self.end(Outcome::Fell(Fell { coin, tile: number(tile) }), context.options, log),
            TravelEnd::Crossed => self.end(Outcome::Crossed(Crossed { coin }), context.options, log),
        }
    }

    pub(super) fn report(
        &mut self,
        outcome: Outcome,
        options: CatwalkOptions,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        DEXTERITY.require(options.dexterity == Dexterity::Reported, || {
            "dexterity is simulated; move coins with flick".to_owned()
        })?;
        self.require_to_flick(outcome.coin())?;
        self.end(outcome, options, log);
        Ok(())
    }

    fn require_to_flick(&self, coin: Value) -> Result<(), Illegal> {
        let ended = self.outcomes.iter().any(|outcome| outcome.coin() == coin);
        COIN.require(!ended, || format!("the {} fell or crossed already", self.coin(coin)))
    }

    /// Finishes a coin that has fallen or crossed.
    fn end(&mut self, outcome: Outcome, options: CatwalkOptions, log: &mut Log<Event>) {
        let coin = self.coin(outcome.coin());
        match outcome {
            Outcome::Fell(fell) => {
                let points = self.points(outcome).unwrap_or_default();
                log.write(|| Event::CoinFell(CoinFell { coin, tile: fell.tile, points }));
            }
            Outcome::Crossed(_) => log.write(|| Event::CoinCrossed(CoinCrossed { coin })),
        }
        let mut pool = Pool::of(std::mem::take(&mut self.pool));
        if let Some(coins) = self.record(outcome, options.scoreboard, &mut pool) {
            log.write(|| {
                Event::FallRecorded(FallRecorded { place: number(self.scoreboard.len()), coins: coins.clone() })
            });
            self.scoreboard.extend(coins.map(CoinStack::from));
        }
        self.pool = pool.into_coins().into();
        self.under_way = None;
        self.outcomes.push(outcome);
        let falls = self.outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Fell(_))).count();
        if falls == 6 {
            log.write(|| Event::AllFell(AllFell { points: ALL_FELL }));
        }
    }

    /// Returns the greedy robot's flick: one tile ahead, at the center of the next.
    ///
    /// Near the start the cheapest coin goes first; near the end, where little can go wrong, the most expensive.
    pub(super) fn careful_flick(&self) -> Option<Flick> {
        let start = self.start();
        let coins = self.flickable();
        let coin = if start.tile >= LENGTH / 2 { coins.last() } else { coins.first() }?;
        let here = self.track.get(start.tile)?;
        let ahead = match self.track.get(start.tile + 1) {
            Some(next) => track::direction(here, next)?,
            None => track::direction(self.track.get(start.tile.checked_sub(1)?)?, here)?,
        };
        let (east, south) = ahead.step();
        let (main, along, aside) = if east == 0 { (south, start.oy, -start.ox) } else { (east, start.ox, -start.oy) };
        let main = i64::from(main);
        let far = main * (flick::TILE - along * main).max(flick::MIN_STRENGTH);
        let (dx, dy) = if east == 0 { (aside, far) } else { (far, aside) };
        Some(Flick { coin: *coin, dx: i32::try_from(dx).ok()?, dy: i32::try_from(dy).ok()? })
    }
}

/// Returns the index of a track tile, from 0, by its number.
fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(LENGTH).saturating_sub(1)
}

/// Returns the number of an index, from 1.
fn number(place: usize) -> u64 {
    place as u64 + 1
}

/// Coins listed in a message, formatted lazily.
struct Names<'a>(&'a [Coin]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, coin)| write!(f, "{}{coin}", if i == 0 { "" } else { " " }))
    }
}
