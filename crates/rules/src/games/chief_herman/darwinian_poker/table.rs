//! The table and the course of a round.

use serde::{Deserialize, Serialize};

use super::moves::{Captured, Dealt, Discarded, Ended, Event, Extinct, Planted, Revealed, Showdown, Shown};
use super::{DarwinianPoker, PlayedCard};
use crate::cards::poker::HandValue;
use crate::cards::{Card, CardFace, Cards, UnseenCards, Viewed, by_seat, deal_again, dealt, shuffled};
use crate::chance::Draws;
use crate::game::{Context, Game as _, Log, NoOptions, Seat, SeatSet, ViewOf, Viewer};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of cards dealt to a seat.
pub(super) const HAND: usize = 4;
/// The number of cards of the deck that form the ooze of a round.
pub(super) const OOZE: usize = 4;
/// Maximum number of cards of a hand that count at the end.
const MAX_COUNTING: usize = 5;
/// Maximum number of rounds with any number of seats.
const ROUNDS: u64 = 11;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DarwinianPokerPhase)]
pub enum Phase {
    /// Seats plant their seeds.
    Plant,
    /// The game has ended.
    Over,
}

/// The table of Darwinian Poker. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The round, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 1, ROUNDS>")]
    pub round: u64,
    /// The current phase.
    pub phase: Phase,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 2, 6>,
    /// The ooze.
    pub ooze: Cards<Card>,
    /// The seeds that have been planted in this round, by seat.
    pub seeds: BoundedVec<PlayedCard<C>, 0, 6>,
    /// The discards.
    pub discards: Cards<Card>,
    /// For each seat the round in which it went extinct, or 0.
    #[serde(deserialize_with = "wire::integers::<_, _, 2, 6, 0, { ROUNDS as i64 }>")]
    pub extinct: Vec<u64>,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", DarwinianPoker::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Darwinian Poker.", [
        wire::required("round", wire::integer_schema("The round, from 1.", 1, ROUNDS)),
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("hands", wire::list_from("The hand of each seat.", Cards::<C>::shape("A hand."), 2, 6)),
        wire::required("ooze", Cards::<Card>::shape("The ooze.")),
        wire::required(
            "seeds",
            wire::list_at_most("The seeds planted in this round, by seat.", wire::reference_to::<PlayedCard<C>>(), 6),
        ),
        wire::required("discards", Cards::<Card>::shape("The discards.")),
        wire::required(
            "extinct",
            wire::list_from(
                "For each seat the round in which it went extinct, or 0.",
                wire::integer_schema("A round, or 0.", 0, ROUNDS),
                2,
                6,
            ),
        ),
    ]),
    gather [Phase, C, Card, PlayedCard<C>]
);

/// Returns whether a seed captures a card of the ooze.
pub(super) fn captures(seed: Card, card: Card) -> bool {
    card.suit() == seed.suit() || card.rank() == seed.rank()
}

/// Returns the value of a hand; none for no cards, as for extinct seats.
pub(super) fn worth(hand: &Cards<Card>) -> Option<HandValue> {
    HandValue::of(hand.iter().copied())
}

/// Returns the cards of a hand that count: the best five, or all if it has fewer.
pub(super) fn counting(hand: &Cards<Card>) -> Vec<Card> {
    let mut counting: Vec<Card> = hand.iter().copied().collect();
    for card in hand.iter() {
        let others = || counting.iter().copied().filter(|other| other != card);
        if counting.len() > MAX_COUNTING && HandValue::of(others()) == worth(hand) {
            counting = others().collect();
        }
    }
    counting
}

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<C> {
        (1..=self.hands.len() as u8).filter_map(Seat::new)
    }

    pub(super) fn is_extinct(&self, seat: Seat) -> bool {
        self.extinct.get(seat.index()).is_none_or(|round| *round > 0)
    }

    pub(super) fn has_planted(&self, seat: Seat) -> bool {
        self.seeds.iter().any(|seed| seed.seat == seat)
    }

    /// Returns the seats that still have to plant.
    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Plant => self.seats().filter(|seat| !self.is_extinct(*seat) && !self.has_planted(*seat)).collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the hand of a seat.
    pub(super) fn hand(&self, seat: Seat) -> &Cards<C> {
        &self.hands[seat.index()]
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let mut deck = shuffled(&Card::DECK, context.chance, DarwinianPoker::ID, 1);
        let hands = context.seats.iter().map(|_| dealt(&mut deck, HAND)).collect();
        let mut table = Self {
            round: 0,
            phase: Phase::Plant,
            deck,
            hands,
            ooze: Cards::none(),
            seeds: BoundedVec::default(),
            discards: Cards::none(),
            extinct: vec![0; context.seats.count().into()],
        };
        table.begin_round(&mut Log::discard());
        table
    }

    /// Plants a card of the hand of a seat that may act.
    pub(super) fn plant(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.seeds.push(PlayedCard { seat, card });
        by_seat(&mut self.seeds);
        log.write(|| Planted { seat });
    }

    /// Plays all rounds whose seeds are complete.
    pub(super) fn play_complete_rounds(&mut self, log: &mut Log<Event>) {
        while self.phase == Phase::Plant && self.to_act().is_empty() {
            self.play_seeds(log);
            self.end_round(log);
        }
    }

    pub(super) fn begin_round(&mut self, log: &mut Log<Event>) {
        self.round += 1;
        self.ooze = dealt(&mut self.deck, OOZE);
        log.write(|| Dealt { round: self.round, ooze: self.ooze.to_vec() });
        // A last card leaves no choice.
        for seat in self.to_act().iter() {
            if let [card] = **self.hand(seat) {
                self.plant(seat, card, log);
            }
        }
    }

    /// Plays the seeds, the highest first: each captures matching cards and then joins the ooze.
    pub(super) fn play_seeds(&mut self, log: &mut Log<Event>) {
        let mut seeds = std::mem::take(&mut self.seeds).into_vec();
        seeds.sort_by_key(|seed| std::cmp::Reverse(seed.card.ace_high()));
        log.write(|| Revealed { seeds: seeds.clone() });
        for PlayedCard { seat, card } in seeds {
            let cards = self.ooze.take_all(|other| captures(card, other));
            self.hands[seat.index()].insert_all(cards.iter().copied());
            self.ooze.insert(card);
            log.write(|| Captured { seat, seed: card, cards });
        }
    }

    fn end_round(&mut self, log: &mut Log<Event>) {
        let left = self.ooze.take_every();
        self.discards.insert_all(left.iter().copied());
        log.write(|| Discarded { cards: left });
        for seat in self.seats() {
            if !self.is_extinct(seat) && self.hand(seat).is_empty() {
                self.extinct[seat.index()] = self.round;
                log.write(|| Extinct { seat });
            }
        }
        if self.deck.is_empty() || self.left() < 2 {
            self.phase = Phase::Over;
            log.write(|| Showdown { hands: self.shown() });
            log.write(|| Ended { places: self.places() });
        } else {
            self.begin_round(log);
        }
    }

    /// Returns the number of seats that are not extinct.
    fn left(&self) -> usize {
        self.extinct.iter().filter(|round| **round == 0).count()
    }

    fn shown(&self) -> Vec<Shown> {
        let shown = |seat: Seat| {
            let hand = self.hand(seat);
            Some(Shown { seat, cards: hand.to_vec(), value: worth(hand)? })
        };
        self.seats().filter_map(shown).collect()
    }

    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<Card>> {
        let hands = self.seats().zip(&self.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        Table {
            round: self.round,
            phase: self.phase,
            deck: self.deck.viewed(viewer.sees_all()),
            hands: hands.collect(),
            ooze: self.ooze.clone(),
            seeds: self.seeds.iter().map(|seed| seed.viewed(viewer.sees(seed.seat))).collect(),
            discards: self.discards.clone(),
            extinct: self.extinct.clone(),
        }
    }

    /// Deals the deck, other hands and other seeds again.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let hidden = |seat: Seat| !viewer.sees(seat);
        let mut seeds: Vec<Cards<Card>> = table.seeds.iter().map(|seed| vec![seed.card].into()).collect();
        let own = table.seeds.iter().map(|seed| hidden(seed.seat));
        let hands = table.hands.iter_mut().zip((1..).filter_map(Seat::new)).filter(|(_, seat)| hidden(*seat));
        let lists =
            hands.map(|(hand, _)| hand).chain(seeds.iter_mut().zip(own).filter(|(_, own)| *own).map(|(s, _)| s));
        deal_again(lists.chain((!viewer.sees_all()).then_some(&mut table.deck)), draws);
        for (seed, again) in table.seeds.iter_mut().zip(seeds) {
            seed.card = again.first().copied().unwrap_or(seed.card);
        }
        table.hands.iter_mut().for_each(Cards::sort);
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let seeds = self.seeds.iter().filter_map(|seed| seed.card.known());
        let open = self.ooze.iter().chain(self.discards.iter()).copied();
        let shown = self.deck.known().chain(self.hands.iter().flat_map(Cards::known)).chain(seeds).chain(open);
        let mut unseen = UnseenCards::of(Card::DECK, shown);
        Table {
            round: self.round,
            phase: self.phase,
            deck: unseen.cards(&self.deck),
            hands: self.hands.iter().map(|hand| unseen.cards(hand)).collect(),
            ooze: self.ooze.clone(),
            seeds: unseen.played(&self.seeds),
            discards: self.discards.clone(),
            extinct: self.extinct.clone(),
        }
    }
}
