//! The built-in player of King of the Beach: it samples what the others play, and plays the card with
//! the best result on average.

use super::course::number;
use super::moves::{Combat, Decline, Draw, LayStone, Move, Switch, Take, Trade};
use super::pyramid::{self, Fighter, SPACES, Space};
use super::table::{Action, Phase, ROUNDS, Table};
use crate::cards::{Card, Suit, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::{NoOptions, Seat, ViewOf as _, Viewer};

/// The number of sampled aggressions.
const SAMPLES: usize = 48;
/// The value of the space that wins at the end.
const WIN: i64 = 10_000;
/// The value of a space by its row, before the last round.
const ROWS: [i64; 4] = [36, 26, 14, 0];
/// The value of the highest goodie of spades, which can reach the top in the last round if a robot is there.
const HIGHEST_SPADE: i64 = 24;
/// The value of the highest goodie of another suit.
const HIGHEST: i64 = 5;

/// Returns the face value of a card.
fn rank(card: Card) -> i64 {
    card.rank().face_value().into()
}

/// Returns the move of a seat that may act.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    match (table.phase, table.action) {
        (Phase::Auction, _) => {
            let worth = |card: Card| 2 * rank(card) + if card.suit() == Suit::Spades { 5 } else { 0 };
            let card = choice::best(table.auction.iter().map(|card| (worth(*card), *card)), draws)?;
            Some(Move::Take(Take { seat, card }))
        }
        (Phase::Aggression, _) => combat(table, seat, draws).map(|card| Move::Combat(Combat { seat, card })),
        (Phase::Action, Some(action)) => Some(act(table, seat, action)),
        _ => None,
    }
}

fn act(table: &Table<Viewed<Card>>, seat: Seat, action: Action) -> Move {
    let decline = Move::Decline(Decline { seat });
    let Some(space) = table.space_of(seat) else { return decline };
    match action {
        Action::Switch => {
            let higher = (0..SPACES).find(|to| table.is_robot(*to) && pyramid::row(*to) < pyramid::row(space));
            higher.map_or(decline, |to| Move::Switch(Switch { seat, space: number(to) }))
        }
        Action::Trade => trade(table, seat).unwrap_or(decline),
        Action::Draw => Move::Draw(Draw { seat }),
        Action::LayStone => {
            // Of two attackers the weaker moves up, so the stone helps most next to an attacker.
            let help = pyramid::partners(space).next().unwrap_or(space);
            Move::LayStone(LayStone { seat, space: number(help) })
        }
    }
}

/// Returns the trade that makes the seat's spades the highest, if there is one.
fn trade(table: &Table<Viewed<Card>>, seat: Seat) -> Option<Move> {
    let is_spade = |card: &Card| card.suit() == Suit::Spades;
    let own = table.goodies_of(seat);
    let highest = own.iter().copied().filter(is_spade).max();
    let take = table.goodies_of_others(seat).map(|(_, card)| card).filter(is_spade).max()?;
    let give = own.iter().copied().filter(|card| !is_spade(card)).min_by_key(|card| rank(*card))?;
    let useful = table.round < ROUNDS && highest < Some(take);
    useful.then_some(Move::Trade(Trade { seat, give, take }))
}

/// Returns the card to play.
fn combat(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Card> {
    let determinized: Table<Card> = table.determinize(NoOptions {});
    let hand = determinized.hands[seat.index()].clone();
    let deals: Vec<_> = (0..SAMPLES).map(|_| others_play(&determinized, seat, draws)).collect();
    let outlook = Outlook::of(table, seat);
    let worth = |card: Card| deals.iter().map(|deal| outlook.after(deal, card)).sum::<i64>() / SAMPLES as i64;
    choice::best(hand.iter().map(|card| (worth(*card), *card)), draws)
}

/// Samples the cards that seats and robots play on the spaces after that of the seat.
fn others_play(determinized: &Table<Card>, seat: Seat, draws: &mut Draws) -> [Fighter; SPACES] {
    let mut deal = determinized.redealt(Viewer::Seat(seat), draws);
    let after = deal.space_of(seat).map_or(0, |space| space + 1);
    for space in after..SPACES {
        let card = match deal.pyramid[space].seat {
            None => deal.deck.draw(),
            Some(other) => {
                let hand = &deal.hands[other.index()];
                (!hand.is_empty()).then(|| draws.pick(hand))
            }
        };
        deal.pyramid[space].card = card;
    }
    pyramid::fighters(&deal.pyramid)
}

/// What matters of a table for the value of an aggression to a seat.
struct Outlook {
    seat: Seat,
    round: u64,
    /// The space of the seat, from 0.
    space: usize,
    /// What is on it.
    on: Space,
    /// The highest goodie of each suit, and whether it is the seat's.
    highest: [(Option<Card>, bool); 4],
}

impl Outlook {
    fn of(table: &Table<Viewed<Card>>, seat: Seat) -> Self {
        let space = table.space_of(seat).unwrap_or(0);
        let highest = Suit::ALL.map(|suit| {
            let goodies = table.goodies.iter().flat_map(|goodies| goodies.iter().copied());
            (goodies.filter(|card| card.suit() == suit).max(), table.holder(suit) == Some(seat))
        });
        Self { seat, round: table.round, space, on: table.pyramid[space], highest }
    }

    /// Returns the value of the table to the seat after it has played a card and all fights have been resolved.
    fn after(&self, others: &[Fighter; SPACES], card: Card) -> i64 {
        let mut fighters = *others;
        fighters[self.space] = Space { card: Some(card), ..self.on }.fighter();
        pyramid::fight(&mut fighters, |_| ());
        let Some(space) = fighters.iter().position(|fighter| fighter.seat == Some(self.seat)) else { return 0 };
        let highest = |suit: Suit| {
            let goodies = fighters.iter().filter(|fighter| fighter.rose && fighter.seat.is_some());
            let goodies = goodies.filter_map(|fighter| Some((fighter.card?, fighter.seat == Some(self.seat))));
            let before = self.highest[suit as usize];
            let all = goodies.filter(|(card, _)| card.suit() == suit).chain(before.0.map(|card| (card, before.1)));
            all.max().is_some_and(|(_, own)| own)
        };
        if self.round == ROUNDS {
            let reaches = fighters[0].seat.is_none() && highest(Suit::Spades);
            return if space == 0 || reaches { WIN } else { 0 };
        }
        let others = [Suit::Clubs, Suit::Diamonds, Suit::Hearts].into_iter().filter(|suit| highest(*suit)).count();
        let spade = if highest(Suit::Spades) { HIGHEST_SPADE } else { 0 };
        ROWS[pyramid::row(space)] + spade + HIGHEST * others as i64 - rank(card)
    }
}
