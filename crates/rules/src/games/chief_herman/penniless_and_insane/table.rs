//! The table and the course of tricks and rounds.

use serde::{Deserialize, Deserializer, Serialize};

use super::moves::{
    BidMade, Dealt, Discarded, Ended, Event, Offered, Revealed, Scored, SeatScored, Took, TookBack, WonPot,
};
use super::{Gambling, PennilessAndInsane, PennilessAndInsaneOptions};
use crate::cards::{Card, CardFace, Cards, PlayedCard, UnseenCards, Viewed, by_seat, deal_again, dealt, shuffled};
use crate::chance::{Chance, Draws};
use crate::game::{Context, Game as _, Log, Seat, SeatSet, ViewOf, Viewer};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of cards dealt to a seat.
pub(super) const HAND: usize = 3;
/// The number of chips of a seat at the beginning of a round.
pub(super) const CHIPS: u64 = 20;
/// The number of tricks in a round.
pub(super) const TRICKS: u64 = 3;
/// The last round.
pub(super) const ROUNDS: u64 = 40;
/// The score that ends the game.
pub(super) const GOAL: i64 = 150;
/// Maximum score of a round: three times three kings.
pub(super) const MAX_ROUND_SCORE: i64 = 117;
/// Maximum number of seats.
const SEATS: u64 = 7;
/// Maximum score of all rounds.
const MAX_SCORE: i64 = MAX_ROUND_SCORE * ROUNDS as i64;
/// Maximum number of chips paid by one seat, and by all seats, in all rounds.
const PAID: i64 = (CHIPS * ROUNDS) as i64;
const ALL_PAID: i64 = PAID * SEATS as i64;
/// Maximum round, trick and chips of a seat on the wire. The inspection checks the actual limits.
const MAX_READ: u64 = 255;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PennilessAndInsanePhase)]
pub enum Phase {
    /// All make their bids.
    Bid,
    /// The seat of the first bid takes a card.
    Take,
    /// The game has ended.
    Over,
}

/// The table of Penniless and Insane. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The round, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_READ>")]
    pub round: u64,
    /// The trick, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_READ>")]
    pub trick: u64,
    /// The current phase.
    pub phase: Phase,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 3, 7>,
    /// The chips of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, 3, 7, 0, { MAX_READ as i64 }>")]
    pub money: Vec<u64>,
    /// The cards on offer.
    pub pool: Cards<Card>,
    /// While seats bid: the bids, by seat. Then the bids of the seats that have not acted yet, the next first.
    pub bids: BoundedVec<PlayedCard<C>, 0, 7>,
    /// The cards discarded in this round.
    pub discards: Cards<Card>,
    /// The score of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, 3, 7, 0, MAX_SCORE>")]
    pub scores: Vec<i64>,
    /// The chips in the pot; only with gambling.
    #[serde(default, deserialize_with = "pot", skip_serializing_if = "Option::is_none")]
    pub pot: Option<u64>,
    /// The chips that each seat won from pots, less the chips that it paid. Only with gambling.
    #[serde(default, deserialize_with = "winnings", skip_serializing_if = "Option::is_none")]
    pub winnings: Option<Vec<i64>>,
}

fn pot<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::integer::<_, 0, { ALL_PAID as u64 }>(deserializer).map(Some)
}

fn winnings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<i64>>, D::Error> {
    wire::integers::<_, _, 3, 7, { -PAID }, ALL_PAID>(deserializer).map(Some)
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", PennilessAndInsane::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Penniless and Insane.", [
        wire::required("round", wire::integer_schema("The round, from 1.", 0, MAX_READ)),
        wire::required("trick", wire::integer_schema("The trick, from 1.", 0, MAX_READ)),
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("hands", wire::list_from("The hand of each seat.", Cards::<C>::shape("A hand."), 3, 7)),
        wire::required(
            "money",
            wire::list_from("The chips of each seat.", wire::integer_schema("Chips.", 0, MAX_READ), 3, 7),
        ),
        wire::required("pool", Cards::<Card>::shape("The cards on offer.")),
        wire::required(
            "bids",
            wire::list_at_most(
                "While seats bid: the bids, by seat. Then the bids of the seats that have not acted yet, the next first.",
                wire::reference_to::<PlayedCard<C>>(),
                7,
            ),
        ),
        wire::required("discards", Cards::<Card>::shape("The cards discarded in this round.")),
        wire::required(
            "scores",
            wire::list_from("The score of each seat.", wire::signed_schema("A score.", 0, MAX_SCORE), 3, 7),
        ),
        wire::optional(
            "pot",
            wire::integer_schema("The chips in the pot; only with gambling.", 0, ALL_PAID.unsigned_abs()),
        ),
        wire::optional(
            "winnings",
            wire::list_from(
                "The chips that each seat won from pots, less the chips that it paid. Only with gambling.",
                wire::signed_schema("Chips.", -PAID, ALL_PAID),
                3,
                7,
            ),
        ),
    ]),
    gather [Phase, C, Card, PlayedCard<C>]
);

/// Returns the price of a card: its face value in chips.
pub(super) fn price(card: Card) -> u64 {
    card.rank().face_value().into()
}

/// Returns the sum of the face values of a hand.
pub(super) fn sum(hand: &[Card]) -> i64 {
    hand.iter().map(|card| i64::from(card.rank().face_value())).sum()
}

/// Computes the score of each seat in a round from its hand and its chips.
pub(super) fn round_scores<'a>(hands: impl IntoIterator<Item = &'a [Card]>, money: &[u64]) -> Vec<i64> {
    let least = money.iter().copied().min().unwrap_or(0);
    let score = |(hand, chips): (&[Card], &u64)| match (*chips == least, least) {
        (true, _) => 3 * sum(hand),
        (false, 0) => 0,
        (false, _) => sum(hand),
    };
    hands.into_iter().zip(money).map(score).collect()
}

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<C> {
        (1..=self.hands.len() as u8).filter_map(Seat::new)
    }

    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Bid => self.seats().filter(|seat| !self.has_bid(*seat)).collect(),
            Phase::Take => self.bids.first().map(|bid| bid.seat).into_iter().collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    pub(super) fn has_bid(&self, seat: Seat) -> bool {
        self.bids.iter().any(|bid| bid.seat == seat)
    }

    /// Returns the hand of a seat.
    pub(super) fn hand(&self, seat: Seat) -> &Cards<C> {
        &self.hands[seat.index()]
    }

    pub(super) fn points(&self) -> &[i64] {
        self.winnings.as_deref().unwrap_or(&self.scores)
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<PennilessAndInsaneOptions>) -> Self {
        let seats = usize::from(context.seats.count());
        let gambling = context.options.gambling == Gambling::Yes;
        let mut table = Self {
            round: 0,
            trick: 0,
            phase: Phase::Bid,
            deck: Cards::none(),
            hands: vec![Cards::none(); seats].into(),
            money: vec![CHIPS; seats],
            pool: Cards::none(),
            bids: BoundedVec::default(),
            discards: Cards::none(),
            scores: vec![0; seats],
            pot: gambling.then_some(0),
            winnings: gambling.then(|| vec![0; seats]),
        };
        table.begin_round(context.chance, &mut Log::discard());
        table
    }

    fn begin_round(&mut self, chance: Chance, log: &mut Log<Event>) {
        self.round += 1;
        self.trick = 0;
        self.deck = shuffled(&Card::DECK, chance, PennilessAndInsane::ID, self.round);
        self.discards = Cards::none();
        self.money.fill(CHIPS);
        for hand in self.hands.iter_mut() {
            *hand = dealt(&mut self.deck, HAND);
        }
        log.write(|| Dealt { round: self.round });
        self.begin_trick(log);
    }

    fn begin_trick(&mut self, log: &mut Log<Event>) {
        self.trick += 1;
        self.phase = Phase::Bid;
        self.pool = dealt(&mut self.deck, self.hands.len() - 1);
        log.write(|| Offered { pool: self.pool.to_vec() });
    }

    /// Makes the bid of a seat. The last one reveals all bids.
    pub(super) fn bid(&mut self, seat: Seat, card: Card, chance: Chance, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.bids.push(PlayedCard { seat, card });
        by_seat(&mut self.bids);
        log.write(|| BidMade { seat });
        if self.bids.len() == self.hands.len() {
            self.bids.sort_by_key(|bid| bid.card.ace_low());
            self.phase = Phase::Take;
            log.write(|| Revealed { bids: self.bids.to_vec() });
            self.run_automatic_steps(chance, log);
        }
    }

    /// Gives a card of the pool to the seat that may act, which pays for it.
    pub(super) fn take(&mut self, card: Card, log: &mut Log<Event>) {
        let PlayedCard { seat, card: bid } = self.bids.remove(0);
        self.pool.remove(card);
        self.hands[seat.index()].insert(card);
        self.discards.insert(bid);
        let paid = price(bid);
        self.money[seat.index()] -= paid;
        if let Some(pot) = &mut self.pot {
            *pot += paid;
        }
        log.write(|| Took { seat, card, paid });
    }

    /// Lets seats without a choice act, until one has a choice or the bids of the next trick are due.
    pub(super) fn run_automatic_steps(&mut self, chance: Chance, log: &mut Log<Event>) {
        while let Some(PlayedCard { seat, card: bid }) = self.bids.first().copied() {
            match *self.pool {
                [_, _, ..] if self.money[seat.index()] >= price(bid) => return,
                [card] if self.money[seat.index()] >= price(bid) => self.take(card, log),
                _ => {
                    self.bids.remove(0);
                    self.hands[seat.index()].insert(bid);
                    log.write(|| TookBack { seat, card: bid });
                }
            }
        }
        self.end_trick(chance, log);
    }

    fn end_trick(&mut self, chance: Chance, log: &mut Log<Event>) {
        let left = self.pool.take_every();
        if !left.is_empty() {
            self.discards.insert_all(left.iter().copied());
            log.write(|| Discarded { cards: left });
        }
        if self.trick < TRICKS {
            return self.begin_trick(log);
        }
        self.score_round(log);
        if self.round >= ROUNDS || self.scores.iter().any(|score| *score >= GOAL) {
            self.phase = Phase::Over;
            log.write(|| Ended { points: self.points().to_vec() });
        } else {
            self.begin_round(chance, log);
        }
    }

    pub(super) fn score_round(&mut self, log: &mut Log<Event>) {
        let scores = round_scores(self.hands.iter().map(|hand| &**hand), &self.money);
        for (score, more) in self.scores.iter_mut().zip(&scores) {
            *score += more;
        }
        log.write(|| {
            let seat = |seat: Seat| {
                let (cards, i) = (self.hand(seat).to_vec(), seat.index());
                SeatScored { seat, cards, money: self.money[i], points: scores[i] }
            };
            Scored { seats: self.seats().map(seat).collect() }
        });
        self.share_pot(&scores, log);
    }

    /// Shares the pot among the seats with the best score of the round, in whole chips. The remainder stays in the pot.
    fn share_pot(&mut self, scores: &[i64], log: &mut Log<Event>) {
        let (Some(pot), Some(winnings)) = (&mut self.pot, &mut self.winnings) else { return };
        let most = scores.iter().max();
        let winners = || scores.iter().enumerate().filter(|(_, score)| Some(*score) == most).map(|(i, _)| i);
        let count = winners().count().max(1) as u64;
        let share = *pot / count;
        *pot %= count;
        for (winnings, chips) in winnings.iter_mut().zip(&self.money) {
            *winnings -= (CHIPS - chips) as i64;
        }
        winners().for_each(|i| winnings[i] += share as i64);
        log.write(|| WonPot { seats: winners().filter_map(|i| Seat::new(i as u8 + 1)).collect(), chips: share });
    }

    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<Card>> {
        let open = self.phase != Phase::Bid;
        let hands = self.seats().zip(&self.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        Table {
            round: self.round,
            trick: self.trick,
            phase: self.phase,
            deck: self.deck.viewed(viewer.sees_all()),
            hands: hands.collect(),
            money: self.money.clone(),
            pool: self.pool.clone(),
            bids: self.bids.iter().map(|bid| bid.viewed(open || viewer.sees(bid.seat))).collect(),
            discards: self.discards.clone(),
            scores: self.scores.clone(),
            pot: self.pot,
            winnings: self.winnings.clone(),
        }
    }

    /// Deals the deck, other hands and other face-down bids again.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let hidden = |seat: Seat| !viewer.sees(seat);
        let face_down = |bid: &PlayedCard<Card>| self.phase == Phase::Bid && hidden(bid.seat);
        let mut bids: Vec<Cards<Card>> =
            table.bids.iter().filter(|bid| face_down(bid)).map(|bid| vec![bid.card].into()).collect();
        let hands = self.seats().zip(table.hands.iter_mut()).filter(|(seat, _)| hidden(*seat)).map(|(_, hand)| hand);
        let deck = (!viewer.sees_all()).then_some(&mut table.deck);
        deal_again(bids.iter_mut().chain(hands).chain(deck), draws);
        for (bid, again) in table.bids.iter_mut().filter(|bid| face_down(bid)).zip(bids) {
            bid.card = again.first().copied().unwrap_or(bid.card);
        }
        table.hands.iter_mut().for_each(Cards::sort);
        table
    }
}

impl ViewOf<Table<Card>, PennilessAndInsaneOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, _: PennilessAndInsaneOptions) -> Table<Card> {
        let bids = self.bids.iter().filter_map(|bid| bid.card.known());
        let open = self.pool.iter().chain(self.discards.iter()).copied();
        let shown = self.deck.known().chain(self.hands.iter().flat_map(Cards::known)).chain(bids).chain(open);
        let mut unseen = UnseenCards::of(Card::DECK, shown);
        Table {
            round: self.round,
            trick: self.trick,
            phase: self.phase,
            deck: unseen.cards(&self.deck),
            hands: self.hands.iter().map(|hand| unseen.cards(hand)).collect(),
            money: self.money.clone(),
            pool: self.pool.clone(),
            bids: unseen.played(&self.bids),
            discards: self.discards.clone(),
            scores: self.scores.clone(),
            pot: self.pot,
            winnings: self.winnings.clone(),
        }
    }
}
