//! Ten-Die Poker: five pairs of dice make two poker hands; the worst in the pot folds or pays to roll again. Rules:
//! ten-die-poker.md.
//!
//! Modules: `hand` (hands), `pairs` (a seat's dice), `moves` (moves and events), `inspection` (faults) and `plan`
//! (built-in player).

mod hand;
mod inspection;
mod moves;
mod pairs;
mod plan;
mod sentences;
#[cfg(test)]
mod tests;

use std::iter;

use serde::{Deserialize, Deserializer, Serialize};

pub use self::hand::{Category, Hand, Worth};
pub use self::moves::{Active, Challenge, Challenged, Event, Fold, Folded, HandDealt, Move, Outcome, PotWon};
pub use self::pairs::{Pair, PairNumber, Pairs};
use super::SOURCE;
use crate::chance::Draws;
use crate::dice::{Face, Roll};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, Seat, SeatSet, Seated, Seats, Sight, Tag, Weight, options,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Paint, Piece, Scene, Side, World};
use crate::wire::{self, MAX_COUNT};

const ENDED: Rule = Rule("ten-die-poker.ended");
const TURN: Rule = Rule("ten-die-poker.turn");
const PAIRS: Rule = Rule("ten-die-poker.pairs");
const ORDER: Rule = Rule("ten-die-poker.order");

/// The number of challenges that ends a hand in favor of the leaders.
const MAX_CHALLENGES: u64 = 30;
/// Maximum pot: seven antes, six chips left before, and every challenge.
const MAX_POT: u64 = after_challenges(7 + 6, MAX_CHALLENGES);

/// Returns the price of a challenge: half the pot, rounded up.
const fn half(pot: u64) -> u64 {
    pot.div_ceil(2)
}

/// Returns the pot after a number of challenges.
const fn after_challenges(pot: u64, challenges: u64) -> u64 {
    let (mut pot, mut count) = (pot, 0);
    while count < challenges {
        pot += half(pot);
        count += 1;
    }
    pot
}

/// Ten-Die Poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TenDiePoker;

wire::option! {
    /// The number of hands to play.
    #[schema(as = TenDiePokerHands)]
    pub enum Hands: "The number of hands to play." {
        /// Ten.
        Ten = "10" as 10,
        /// One.
        One = "1" as 1,
        /// Twenty-five.
        TwentyFive = "25" as 25,
    }
}

options! {
    /// The options of Ten-Die Poker. An absent option has its default.
    pub struct TenDiePokerOptions {
        /// The number of hands to play.
        pub hands: Hands,
    }
}

/// The chips that a seat has won so far. Negative if it has lost chips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Chips(i64);

impl Chips {
    /// Returns the number.
    #[must_use]
    pub const fn count(self) -> i64 {
        self.0
    }

    fn win(&mut self, chips: u64) {
        self.0 += chips as i64;
    }

    fn pay(&mut self, chips: u64) {
        self.0 -= chips as i64;
    }
}

impl<'de> Deserialize<'de> for Chips {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::signed(deserializer).map(Self)
    }
}

wire::named_schema!(
    impl[] Chips,
    "TenDiePokerChips",
    wire::signed_schema(
        "The chips that a seat has won so far. Negative if it has lost chips.",
        -(MAX_COUNT as i64),
        MAX_COUNT as i64,
    ),
    gather []
);

wire::record! {
    /// The table of Ten-Die Poker.
    #[schema(as = TenDiePokerTable)]
    pub struct Table {
        /// The number of the hand, from 1.
        pub hand: Count,
        /// The chips in the pot.
        pub pot: Count,
        /// The chips of each seat, from seat 1.
        pub chips: BoundedVec<Chips, 4, 7>,
        /// The dice of each seat, from seat 1.
        pub dice: BoundedVec<Pairs, 4, 7>,
        /// The seats in the pot, in ascending order. At the end, the seats that shared the last pot.
        pub playing: BoundedVec<Seat, 0, 7>,
        /// Who is to act; absent once the game has ended.
        #[schema(schema_with = wire::reference_to::<Seat>)]
        pub active: Option<Seat>,
        /// The number of challenges in this hand.
        pub challenges: Count,
        /// The number of random events that rolled dice. It numbers these events.
        pub rolls: Count,
        /// The number of draws of an active seat. It numbers their random events.
        pub draws: Count,
    }
}

impl Game for TenDiePoker {
    const ID: &'static str = "ten-die-poker";
    const NAME: &'static str = "TenDiePoker";
    const TITLE: &'static str = "Ten-Die Poker";
    const SUMMARY: &'static str = "Five pairs of dice make two poker hands. The seat with the worst folds, or pays \
        half the pot to roll again and beat the best.";
    const DESIGNER: &'static str = "Joshua Howard and James Ernest";
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(3, 75);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Felt;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::Poker, Tag::PressYourLuck];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "ten-die-poker"; programs: "ten-die-poker", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 4..=7;

    type Options = TenDiePokerOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<TenDiePokerOptions>) -> Table {
        let nothing = [Face::ONE; 2];
        let mut table = Table {
            hand: 1,
            pot: 0,
            chips: context.seats.iter().map(|_| Chips::default()).collect(),
            dice: context.seats.iter().map(|_| Pairs([nothing; 5])).collect(),
            playing: Vec::new().into(),
            active: None,
            challenges: 0,
            rolls: 0,
            draws: 0,
        };
        let mut log = Log::discard();
        table.start_hand(context, &mut log);
        table.advance(context, &mut log);
        table
    }

    fn inspect(context: Context<TenDiePokerOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(context.seats, context.options, table, faults);
    }

    /// Folding; then every challenge, in the order of the bit mask of its pairs, with pair 1 lowest.
    fn legal_moves(_: Context<TenDiePokerOptions>, table: &Table) -> LegalMoves<Self> {
        let Some(seat) = table.active else { return LegalMoves::listed(Vec::new()) };
        let challenges = sets_of_pairs().map(|pairs| Move::Challenge(Challenge { seat, pairs: pairs.into() }));
        LegalMoves::listed(iter::once(Move::Fold(Fold { seat })).chain(challenges).collect())
    }

    fn play(
        context: Context<TenDiePokerOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match mv {
            Move::Fold(Fold { seat }) => table.fold(*seat, log),
            Move::Challenge(challenge) => table.challenge(challenge, context, log)?,
        }
        table.advance(context, log);
        Ok(())
    }

    fn finished(_: TenDiePokerOptions, table: &Table) -> bool {
        table.active.is_none()
    }

    fn scene(sight: Sight<TenDiePokerOptions, Table>) -> Scene {
        let table = sight.table;
        let lead = table.standing().map_or_else(Vec::new, |standing| standing.lead);
        let pot = Area::row("pot", 1, [Piece::Chips(table.pot, Paint::Plain)]).on(Side::Center);
        let seated = || sight.seats.iter().zip(&table.dice);
        let areas = seated().map(|(seat, pairs)| pairs.area(seat, table.active == Some(seat)));
        let scene = Scene::new(Self::TITLE, table.caption(sight.options), iter::once(pot).chain(areas).collect());
        seated().fold(scene, |scene, (seat, pairs)| {
            let best = pairs.worth().best.category().name();
            scene.noting(
                seat,
                match (table.playing.contains(&seat), lead.contains(&seat)) {
                    (false, _) => "out".to_owned(),
                    (true, false) => best.to_owned(),
                    (true, true) => format!("leads with {best}"),
                },
            )
        })
    }

    fn plan(sight: Sight<TenDiePokerOptions, Table>, _: &mut Draws) -> Vec<Move> {
        plan::decide(sight).into_iter().collect()
    }
}

impl Seated for TenDiePoker {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[31, 40, 50, 60];

    /// All hands are about as long as each other.
    fn median_moves(options: TenDiePokerOptions, seats: Seats) -> u16 {
        Self::default_median_moves(seats) * options.hands as u16 / Hands::default() as u16
    }

    fn to_act(_: TenDiePokerOptions, table: &Table) -> SeatSet {
        super::only(table.active)
    }

    fn points(_: TenDiePokerOptions, table: &Table) -> Vec<i64> {
        table.chips.iter().map(|chips| chips.count()).collect()
    }
}

/// Returns every non-empty set of pairs.
fn sets_of_pairs() -> impl Iterator<Item = Vec<PairNumber>> {
    let is_in = |set: u8, pair: PairNumber| set >> (pair.number() - 1) & 1 == 1;
    (1..32).map(move |set: u8| PairNumber::ALL.into_iter().filter(|pair| is_in(set, *pair)).collect())
}

/// The leaders and the worst seats of a pot.
struct PotStandings {
    /// The seats with the best value, in ascending order.
    lead: Vec<Seat>,
    /// The seats with the worst value, in ascending order.
    worst: Vec<Seat>,
    /// The best value.
    best: Worth,
}

impl Table {
    fn caption(&self, options: TenDiePokerOptions) -> String {
        let hand = format!("hand {} of {}, pot {}", self.hand, options.hands as u64, self.pot);
        match self.active {
            Some(active) => format!("{hand}, seat {active} folds or challenges"),
            None => "the last hand is over".to_owned(),
        }
    }

    fn worth(&self, seat: Seat) -> Worth {
        self.dice[seat.index()].worth()
    }

    /// Returns the standings in the pot; none if it is empty.
    fn standing(&self) -> Option<PotStandings> {
        let worths: Vec<(Worth, Seat)> = self.playing.iter().map(|seat| (self.worth(*seat), *seat)).collect();
        let best = worths.iter().map(|(worth, _)| *worth).max()?;
        let least = worths.iter().map(|(worth, _)| *worth).min()?;
        let with = |wanted| worths.iter().filter(|(worth, _)| *worth == wanted).map(|(_, seat)| *seat).collect();
        Some(PotStandings { lead: with(best), worst: with(least), best })
    }

    fn start_hand(&mut self, context: Context<TenDiePokerOptions>, log: &mut Log<Event>) {
        self.chips.iter_mut().for_each(|chips| chips.pay(1));
        self.pot += u64::from(context.seats.count());
        let mut roll = self.next_roll(context);
        self.dice.iter_mut().for_each(|pairs| *pairs = Pairs::rolled(&mut roll));
        self.playing = context.seats.iter().collect();
        self.challenges = 0;
        log.write(|| HandDealt { hand: self.hand, pot: self.pot, dice: self.dice.to_vec() });
    }

    fn next_roll(&mut self, context: Context<TenDiePokerOptions>) -> Roll {
        self.rolls += 1;
        Roll::numbered(context.chance, "ten-die-poker/roll", self.rolls)
    }

    /// Continues until a seat is active or the last hand is over. Rules: ten-die-poker.md, steps 2 and 4.
    fn advance(&mut self, context: Context<TenDiePokerOptions>, log: &mut Log<Event>) {
        while let Some(PotStandings { lead, worst, .. }) = self.standing() {
            if lead.len() < self.playing.len() && self.challenges < MAX_CHALLENGES {
                return self.activate(worst, context, log);
            }
            self.share_pot(lead, log);
            if self.hand >= context.options.hands as u64 {
                self.active = None;
                return;
            }
            self.hand += 1;
            self.start_hand(context, log);
        }
    }

    fn activate(&mut self, worst: Vec<Seat>, context: Context<TenDiePokerOptions>, log: &mut Log<Event>) {
        if let [seat] = *worst {
            self.active = Some(seat);
            log.write(|| Active { seat, tied: Vec::new() });
        } else {
            self.draws += 1;
            let seat = context.chance.numbered("ten-die-poker/active", self.draws).pick(&worst);
            self.active = Some(seat);
            log.write(|| Active { seat, tied: worst });
        }
    }

    fn share_pot(&mut self, seats: Vec<Seat>, log: &mut Log<Event>) {
        let count = seats.len() as u64;
        let (each, left) = (self.pot / count, self.pot % count);
        seats.iter().for_each(|seat| self.chips[seat.index()].win(each));
        self.pot = left;
        self.playing = seats.clone().into();
        log.write(|| PotWon { seats, each, left });
    }

    fn drop_out(&mut self, seat: Seat) {
        self.playing.retain(|other| *other != seat);
    }

    fn fold(&mut self, seat: Seat, log: &mut Log<Event>) {
        self.drop_out(seat);
        log.write(|| Folded { seat });
    }

    fn challenge(
        &mut self,
        challenge: &Challenge,
        context: Context<TenDiePokerOptions>,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        let Challenge { seat, ref pairs } = *challenge;
        PAIRS.require(!pairs.is_empty(), || "name at least one pair".to_owned())?;
        let ascending = pairs.is_sorted_by(|a, b| a < b);
        ORDER.require(ascending, || "the pairs must be different and in ascending order".to_owned())?;
        let Some(PotStandings { best, .. }) = self.standing() else { return Ok(()) };
        let paid = half(self.pot);
        self.chips[seat.index()].pay(paid);
        self.pot += paid;
        self.challenges += 1;
        let mut roll = self.next_roll(context);
        self.dice[seat.index()].roll_again(pairs, &mut roll);
        let result = match self.worth(seat).cmp(&best) {
            std::cmp::Ordering::Greater => Outcome::Leads,
            std::cmp::Ordering::Equal => Outcome::Joins,
            std::cmp::Ordering::Less => Outcome::DropsOut,
        };
        if result == Outcome::DropsOut {
            self.drop_out(seat);
        }
        let (pairs, dice) = (pairs.to_vec(), self.dice[seat.index()]);
        log.write(|| Challenged { seat, paid, pairs, dice, result });
        Ok(())
    }
}
