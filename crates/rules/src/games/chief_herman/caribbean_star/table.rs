//! The table and the course of a turn.

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Given};
use super::moves::{
    Asked, Buffet, Drew, Ended, Event, Farewell, Performed, Played, Practised, Revealed, StopNotNeeded, Stopped,
    Swapped,
};
use super::show::{self, Role};
use super::{CaribbeanStar, SEATS};
use crate::cards::{Card, CardFace, Cards, PlayedCard, Rank, Viewed, by_seat, dealt, shuffled};
use crate::game::{Context, Game as _, Log, NoOptions, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of cards of a hand while there is a deck.
pub(super) const HAND: usize = 5;
/// The turn after which the deck is empty.
pub(super) const LAST_DRAW: u64 = 21;
/// The turn in which the last card of each hand is played.
pub(super) const LAST_TURN: u64 = 26;
/// Minimum score: all mistakes of a color, doubled twice.
const MIN_SCORE: i64 = -72;
/// Maximum score: all tricks of a color, doubled twice.
const MAX_SCORE: i64 = 176;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CaribbeanStarPhase)]
pub enum Phase {
    /// Both play a card.
    Play,
    /// Both say whether they stop the next card.
    Stop,
    /// The owner of an 8 may perform a trick.
    Buffet,
    /// The game has ended.
    Over,
}

/// The table of Caribbean Star. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The turn, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 1, LAST_TURN>")]
    pub turn: u64,
    /// The current phase.
    pub phase: Phase,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 0, SEATS>,
    /// While seats play cards: the face-down cards, by seat. Then the cards that have not taken effect yet, the next
    /// first.
    pub played: BoundedVec<PlayedCard<C>, 0, SEATS>,
    /// The answers given in the window for aces, by seat.
    pub answers: BoundedVec<Given<C>, 0, SEATS>,
    /// The practice pile of each seat.
    pub practice: BoundedVec<Cards<Card>, 0, SEATS>,
    /// The discards.
    pub discards: Cards<Card>,
    /// The score of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, 0, SEATS, MIN_SCORE, MAX_SCORE>")]
    pub scores: Vec<i64>,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", CaribbeanStar::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Caribbean Star.", [
        wire::required("turn", wire::integer_schema("The turn, from 1.", 1, LAST_TURN)),
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("hands", wire::list_at_most("The hand of each seat.", Cards::<C>::shape("A hand."), SEATS)),
        wire::required(
            "played",
            wire::list_at_most(
                "While seats play cards: the face-down cards, by seat. Then the cards that have not taken effect yet, the next first.",
                wire::reference_to::<PlayedCard<C>>(),
                SEATS,
            ),
        ),
        wire::required(
            "answers",
            wire::list_at_most("The answers given in the window for aces, by seat.", wire::reference_to::<Given<C>>(), SEATS),
        ),
        wire::required(
            "practice",
            wire::list_at_most("The practice pile of each seat.", Cards::<Card>::shape("A pile."), SEATS),
        ),
        wire::required("discards", Cards::<Card>::shape("The discards.")),
        wire::required(
            "scores",
            wire::list_at_most("The score of each seat.", wire::signed_schema("A score.", MIN_SCORE, MAX_SCORE), SEATS),
        ),
    ]),
    gather [Phase, C, Card, PlayedCard<C>, Given<C>]
);

/// Returns whether a card is an ace.
pub(super) fn is_ace(card: Card) -> bool {
    card.rank() == Rank::ACE
}

/// Returns whether a hand ends the game after a turn: it is empty or has only aces.
pub(super) fn played_out(hand: &[Card]) -> bool {
    hand.iter().all(|card| is_ace(*card))
}

/// Returns the size of each hand at the beginning of a turn.
pub(super) fn hand_at(turn: u64) -> usize {
    HAND.saturating_sub(turn.saturating_sub(LAST_DRAW + 1) as usize)
}

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn to_act(&self) -> SeatSet {
        let missing = |acted: &dyn Fn(Seat) -> bool| Seat::BOTH.into_iter().filter(|seat| !acted(*seat)).collect();
        match self.phase {
            Phase::Play => missing(&|seat| self.has_played(seat)),
            Phase::Stop => missing(&|seat| self.answers.iter().any(|given| given.seat == seat)),
            Phase::Buffet => self.next().map(show::owner).into_iter().collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns whether a seat's played card is on the table.
    pub(super) fn has_played(&self, seat: Seat) -> bool {
        self.played.iter().any(|laid| laid.seat == seat)
    }

    /// Returns the next card to take effect, once the cards have been revealed.
    pub(super) fn next(&self) -> Option<Card> {
        self.played.first().and_then(|laid| laid.card.known())
    }

    pub(super) fn hand(&self, seat: Seat) -> &Cards<C> {
        &self.hands[seat.index()]
    }

    /// Returns the tricks of a seat's practice pile.
    pub(super) fn tricks(&self, seat: Seat) -> impl Iterator<Item = Card> + use<'_, C> {
        let pile = self.practice.get(seat.index()).into_iter().flat_map(|pile| pile.iter().copied());
        pile.filter(|card| show::trick(*card).is_some())
    }

    /// Returns whether the seats are asked for aces before a card: as far as everyone can see, some hand may have one.
    pub(super) fn window(&self) -> bool {
        let spent = self.discards.iter().filter(|card| is_ace(**card)).count();
        spent < 4 && self.hands.iter().any(|hand| !hand.is_empty())
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let mut deck = shuffled(&Card::DECK, context.chance, CaribbeanStar::ID, 1);
        let hands = Seat::BOTH.into_iter().map(|_| dealt(&mut deck, HAND)).collect();
        Self {
            turn: 1,
            phase: Phase::Play,
            deck,
            hands,
            played: BoundedVec::default(),
            answers: BoundedVec::default(),
            practice: Seat::BOTH.into_iter().map(|_| Cards::none()).collect(),
            discards: Cards::none(),
            scores: vec![0; SEATS],
        }
    }

    /// Plays a card of a seat's hand face down. The second card reveals both.
    pub(super) fn play_face_down(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.played.push(PlayedCard { seat, card });
        by_seat(&mut self.played);
        log.write(|| Played { seat });
        if self.played.len() == SEATS {
            self.played.sort_by_key(|laid| laid.card.ace_low());
            log.write(|| Revealed { cards: self.played.iter().map(|laid| laid.card).collect() });
        }
    }

    /// Resolves revealed cards and skips turns without a choice, until some seat has a choice.
    pub(super) fn resolve(&mut self, log: &mut Log<Event>) {
        loop {
            let goes_on = match self.next() {
                None => self.end_turn(log),
                Some(card) if self.window() => {
                    self.phase = Phase::Stop;
                    log.write(|| Asked { card });
                    false
                }
                Some(card) => self.take_effect(card, log),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Adds an answer in the window for aces. When both are in, the card is stopped or takes effect.
    pub(super) fn answer(&mut self, seat: Seat, answer: Answer<Card>, log: &mut Log<Event>) {
        self.answers.push(Given { seat, answer });
        self.answers.sort_by_key(|given| given.seat);
        let (SEATS, Some(card)) = (self.answers.len(), self.next()) else { return };
        let answers = std::mem::take(&mut self.answers);
        let ace = |given: &Given<Card>| match given.answer {
            Answer::Stop(ace) => Some((ace, given.seat)),
            Answer::Let => None,
        };
        let mut stops: Vec<(Card, Seat)> = answers.iter().filter_map(ace).collect();
        // Aces are sorted by suit, so the ace of the lower suit counts.
        stops.sort_unstable();
        let goes_on = match stops.first() {
            Some((ace, seat)) => {
                self.stop(*seat, *ace, card, log);
                true
            }
            None => self.take_effect(card, log),
        };
        for (ace, seat) in stops.into_iter().skip(1) {
            log.write(|| StopNotNeeded { seat, ace });
        }
        if goes_on {
            self.resolve(log);
        }
    }

    /// Spends the ace and moves the card into the hand of the seat that stopped it.
    fn stop(&mut self, seat: Seat, ace: Card, card: Card, log: &mut Log<Event>) {
        let hand = &mut self.hands[seat.index()];
        hand.remove(ace);
        hand.insert(card);
        self.discards.insert(ace);
        self.played.remove(0);
        log.write(|| Stopped { seat, ace, card });
    }

    /// Lets the next card take effect. Returns false if its owner has to choose at the buffet.
    fn take_effect(&mut self, card: Card, log: &mut Log<Event>) -> bool {
        let owner = show::owner(card);
        match show::role(card) {
            Role::Practice => {
                self.practice[owner.index()].insert(card);
                log.write(|| Practised { seat: owner, card });
            }
            Role::Nap => {
                self.hands.swap(0, 1);
                self.discards.insert(card);
                log.write(|| Swapped {});
            }
            Role::Showtime => {
                let (cards, minutes, points) = self.perform_all(owner);
                self.discards.insert(card);
                log.write(|| Performed { seat: owner, cards, minutes, points });
            }
            Role::Buffet if self.tricks(owner).next().is_some() => {
                self.phase = Phase::Buffet;
                return false;
            }
            Role::Buffet => return self.leave_buffet(owner, None, log),
            // An ace is never played.
            Role::Ace => {}
        }
        self.played.remove(0);
        true
    }

    /// Performs a trick for half its value, or none, and discards the 8.
    pub(super) fn leave_buffet(&mut self, owner: Seat, trick: Option<Card>, log: &mut Log<Event>) -> bool {
        let points = trick.and_then(show::half).unwrap_or(0);
        if let Some(trick) = trick {
            self.practice[owner.index()].remove(trick);
            self.discards.insert(trick);
        }
        self.scores[owner.index()] += points;
        self.discards.insert(self.played.remove(0).card);
        log.write(|| Buffet { seat: owner, card: trick, points });
        true
    }

    /// Scores and discards the practice pile of a seat. Returns its cards, minutes and points.
    fn perform_all(&mut self, seat: Seat) -> (Vec<Card>, u64, i64) {
        let pile = self.practice[seat.index()].take_every();
        let (minutes, points) = (show::minutes(pile.iter().copied()), show::points(pile.iter().copied()));
        self.scores[seat.index()] += points;
        self.discards.insert_all(pile.iter().copied());
        (pile, minutes, points)
    }

    /// Draws, and ends the game or begins the next turn. Returns true if the next turn has no choice.
    fn end_turn(&mut self, log: &mut Log<Event>) -> bool {
        for seat in Seat::BOTH {
            if let Some(card) = self.deck.draw() {
                self.hands[seat.index()].insert(card);
                log.write(|| Drew { seat, card: Viewed::Card(card) });
            }
        }
        if self.hands.iter().any(|hand| played_out(hand)) {
            self.end(log);
            return false;
        }
        self.turn += 1;
        self.phase = Phase::Play;
        if self.hands.iter().any(|hand| hand.len() > 1) {
            return false;
        }
        for seat in Seat::BOTH {
            if let Some(card) = self.hand(seat).first().copied() {
                self.play_face_down(seat, card, log);
            }
        }
        true
    }

    fn end(&mut self, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            let (cards, minutes, points) = self.perform_all(seat);
            log.write(|| Farewell { seat, cards, minutes, points });
        }
        self.phase = Phase::Over;
        log.write(|| Ended { scores: self.scores.clone() });
    }

    /// Returns whether the game is over exactly if a hand has nothing to play.
    pub(super) fn ends_when_played_out(&self) -> bool {
        match self.phase {
            Phase::Play => {
                !Seat::BOTH.into_iter().zip(&self.hands).any(|(seat, hand)| !self.has_played(seat) && played_out(hand))
            }
            Phase::Over => self.hands.iter().any(|hand| played_out(hand)),
            Phase::Stop | Phase::Buffet => true,
        }
    }
}
