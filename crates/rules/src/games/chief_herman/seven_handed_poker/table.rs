//! The table and the course of a turn.

use serde::{Deserialize, Serialize};

use super::moves::{Compared, Drew, Ended, Event, Placed, Played, Shown, Winner};
use super::{SEATS, SPOTS, SevenHandedPoker, SevenHandedPokerOptions};
use crate::cards::poker::HandValue;
use crate::cards::{CardFace, CardOrJoker, Cards, UnseenCards, Viewed, deal_again, dealt, shuffled};
use crate::chance::Draws;
use crate::game::{Context, Game as _, Log, Seat, SeatSet, Seats, ViewOf, Viewer};
use crate::wire::{self, BoundedVec, ToSchema};

/// Maximum number of cards in a play.
pub(super) const MAX_PLAYED: usize = 5;
/// The number of cards that a seat draws after its turn.
pub(super) const DRAW: usize = 3;

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SevenHandedPokerPhase)]
pub enum Phase {
    /// The seat whose turn it is plays cards.
    Play,
    /// The other seat places them.
    Place,
    /// The game has ended.
    Over,
}

/// A spot of the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Spot<C: CardFace<Card = CardOrJoker>> {
    /// The cards of seat 1 and those of seat 2.
    pub sides: BoundedVec<Cards<C>, 0, SEATS>,
    /// The seats that have won the spot; none until both sides have cards.
    pub won_by: BoundedVec<Seat, 0, SEATS>,
}

wire::named_schema!(
    impl[C: CardFace<Card = CardOrJoker>] Spot<C>,
    format!("{}{}Spot", SevenHandedPoker::NAME, C::SCHEMA_SUFFIX),
    wire::object("A spot of the line.", [
        wire::required("sides", wire::list_at_most("The cards of each seat.", Cards::<C>::shape("Cards."), SEATS)),
        wire::required(
            "won_by",
            wire::list_at_most("The seats that won the spot.", wire::reference_to::<Seat>(), SEATS),
        ),
    ]),
    gather [C, Seat]
);

/// The table of Seven-Handed Poker. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = CardOrJoker>> {
    /// The next step.
    pub phase: Phase,
    /// The seat whose turn it is, or whose turn ended the game.
    pub turn: Seat,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 0, SEATS>,
    /// The cards that wait for their place.
    pub played: Cards<C>,
    /// The spots, from spot 1.
    pub spots: BoundedVec<Spot<C>, 0, SPOTS>,
}

wire::named_schema!(
    impl[C: CardFace<Card = CardOrJoker>] Table<C>,
    format!("{}{}", SevenHandedPoker::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Seven-Handed Poker.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("turn", wire::reference_to::<Seat>()),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("hands", wire::list_at_most("The hand of each seat.", Cards::<C>::shape("A hand."), SEATS)),
        wire::required("played", Cards::<C>::shape("The cards that wait for their place.")),
        wire::required("spots", wire::list_at_most("The spots, from spot 1.", wire::reference_to::<Spot<C>>(), SPOTS)),
    ]),
    gather [Phase, Seat, C, Spot<C>]
);

impl<C: CardFace<Card = CardOrJoker>> Spot<C> {
    /// Returns the cards of a seat, if the spot has sides.
    pub(super) fn side(&self, seat: Seat) -> &[C] {
        self.sides.get(seat.index()).map_or(&[], |cards| &**cards)
    }

    /// Returns whether both sides have cards, which are then face up.
    pub(super) fn is_compared(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| !self.side(seat).is_empty())
    }
}

impl Spot<CardOrJoker> {
    /// Returns the seats with the better hand: both on a tie, none until both sides have cards.
    pub(super) fn winners(&self) -> Vec<Seat> {
        let [one, two] = Seat::BOTH.map(|seat| HandValue::of(self.side(seat).iter().copied()));
        match (one, two) {
            (Some(one), Some(two)) => Seat::BOTH
                .into_iter()
                .zip([one >= two, two >= one])
                .filter(|(_, wins)| *wins)
                .map(|(seat, _)| seat)
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl<C: CardFace<Card = CardOrJoker>> Table<C> {
    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Play => SeatSet::only(self.turn),
            Phase::Place => SeatSet::only(Seats::TWO.after(self.turn)),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the numbers of the spots where the side of the seat whose turn it is is empty.
    pub(super) fn free(&self) -> impl Iterator<Item = u64> + use<'_, C> {
        let free = (1..).zip(&self.spots).filter(move |(_, spot)| spot.side(self.turn).is_empty());
        free.map(|(number, _)| number)
    }

    /// Returns the numbers of the spots that a seat has won.
    pub(super) fn won(&self, seat: Seat) -> Vec<u64> {
        let won = (1..).zip(&self.spots).filter(|(_, spot)| spot.won_by.contains(&seat));
        won.map(|(number, _)| number).collect()
    }

    /// Returns the spots with which a seat has won the game: four, or three in a row; none if it has not.
    pub(super) fn winning(&self, seat: Seat) -> Option<Vec<u64>> {
        let won = self.won(seat);
        let three = won.windows(3).find(|spots| spots[2] - spots[0] == 2).map(<[u64]>::to_vec);
        if won.len() >= 4 { Some(won) } else { three }
    }

    /// Returns the places: the winner is first.
    pub(super) fn places(&self) -> Vec<u8> {
        Seat::BOTH.map(|seat| if self.winning(seat).is_some() { 1 } else { 2 }).to_vec()
    }
}

impl Table<CardOrJoker> {
    pub(super) fn dealt(context: Context<SevenHandedPokerOptions>) -> Self {
        let mut deck = shuffled(context.options.deck(), context.chance, SevenHandedPoker::ID, 1);
        let hands = Seat::BOTH.map(|_| dealt(&mut deck, context.options.hand as usize)).to_vec();
        let spot = || Spot { sides: vec![Cards::none(); SEATS].into(), won_by: BoundedVec::default() };
        Self {
            phase: Phase::Play,
            turn: Seat::FIRST,
            deck,
            hands: hands.into(),
            played: Cards::none(),
            spots: (0..SPOTS).map(|_| spot()).collect(),
        }
    }

    /// Plays cards of the hand of the seat whose turn it is.
    pub(super) fn play(&mut self, cards: &[CardOrJoker], log: &mut Log<Event>) {
        let hand = &mut self.hands[self.turn.index()];
        self.played = Cards::set(hand.take_all(|card| cards.contains(&card)));
        log.write(|| Played { seat: self.turn, count: self.played.len() as u64 });
        self.phase = Phase::Place;
        let free: Vec<u64> = self.free().collect();
        if let [last] = free[..] {
            self.place(last, log);
        }
    }

    /// Places the waiting cards on a free spot, compares, and ends the turn.
    pub(super) fn place(&mut self, number: u64, log: &mut Log<Event>) {
        let seat = self.turn;
        let cards = std::mem::replace(&mut self.played, Cards::none());
        log.write(|| Placed { seat, spot: number, count: cards.len() as u64 });
        let spot = &mut self.spots[number as usize - 1];
        spot.sides[seat.index()] = cards;
        let winners = spot.winners();
        if !winners.is_empty() {
            let shown = |seat: Seat| {
                let cards = spot.side(seat).to_vec();
                HandValue::of(cards.iter().copied()).map(|value| Shown { seat, cards, value })
            };
            let hands = || Seat::BOTH.into_iter().filter_map(shown).collect();
            log.write(|| Compared { spot: number, hands: hands(), winners: winners.clone() });
            spot.won_by = winners.into();
        }
        let won = |seat: Seat| self.winning(seat).map(|spots| Winner { seat, spots });
        let winners: Vec<Winner> = Seat::BOTH.into_iter().filter_map(won).collect();
        if !winners.is_empty() {
            self.phase = Phase::Over;
            log.write(|| Ended { winners });
            return;
        }
        let drawn = self.deck.draw_many(DRAW);
        log.write(|| Drew { seat, count: drawn.len() as u64 });
        self.hands[seat.index()].insert_all(drawn);
        self.turn = Seats::TWO.after(seat);
        self.phase = Phase::Play;
    }

    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<CardOrJoker>> {
        let spot = |spot: &Spot<CardOrJoker>| {
            let side = |seat: Seat| {
                let shown = spot.is_compared() || viewer.sees(seat);
                spot.sides.get(seat.index()).map_or_else(Cards::none, |cards| cards.viewed(shown))
            };
            Spot { sides: Seat::BOTH.map(side).to_vec().into(), won_by: spot.won_by.clone() }
        };
        let hands = Seat::BOTH.into_iter().zip(&self.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        Table {
            phase: self.phase,
            turn: self.turn,
            deck: self.deck.viewed(viewer.sees_all()),
            hands: hands.collect(),
            played: self.played.viewed(viewer.sees(self.turn)),
            spots: self.spots.iter().map(spot).collect(),
        }
    }

    /// Deals again: the deck, other hands, other played cards and other cards on spots that are not compared.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let hidden = |seat: &Seat| !viewer.sees(*seat);
        let mut lists: Vec<&mut Cards<CardOrJoker>> = Vec::new();
        lists.extend((!viewer.sees_all()).then_some(&mut table.deck));
        lists.extend(hidden(&self.turn).then_some(&mut table.played));
        lists.extend(
            Seat::BOTH.iter().zip(table.hands.iter_mut()).filter(|(seat, _)| hidden(seat)).map(|(_, hand)| hand),
        );
        for spot in table.spots.iter_mut().filter(|spot| !spot.is_compared()) {
            lists.extend(
                Seat::BOTH.iter().zip(spot.sides.iter_mut()).filter(|(seat, _)| hidden(seat)).map(|(_, side)| side),
            );
        }
        deal_again(lists, draws);
        table.sort();
        table
    }

    /// Sorts all sets into canonical order.
    pub(super) fn sort(&mut self) {
        self.hands.iter_mut().for_each(Cards::sort);
        self.played.sort();
        for spot in self.spots.iter_mut() {
            spot.sides.iter_mut().for_each(Cards::sort);
            spot.won_by.sort_unstable();
        }
    }
}

impl ViewOf<Table<CardOrJoker>, SevenHandedPokerOptions> for Table<Viewed<CardOrJoker>> {
    fn of(table: &Table<CardOrJoker>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, options: SevenHandedPokerOptions) -> Table<CardOrJoker> {
        let sides = self.spots.iter().flat_map(|spot| spot.sides.iter());
        let lists = self.hands.iter().chain(sides).chain([&self.deck, &self.played]);
        let mut unseen = UnseenCards::of(options.deck().iter().copied(), lists.flat_map(Cards::known));
        let mut spot = |spot: &Spot<Viewed<CardOrJoker>>| Spot {
            sides: spot.sides.iter().map(|side| unseen.cards(side)).collect(),
            won_by: spot.won_by.clone(),
        };
        Table {
            phase: self.phase,
            turn: self.turn,
            spots: self.spots.iter().map(&mut spot).collect(),
            deck: unseen.cards(&self.deck),
            hands: self.hands.iter().map(|hand| unseen.cards(hand)).collect(),
            played: unseen.cards(&self.played),
        }
    }
}
