//! What each viewer sees of the table, and other deals of what is hidden: the bag, the deck and other hands.

use super::cab::{Cab, Face};
use super::stone::{self, Color, SeenColor};
use super::table::Table;
use crate::cards::{Cards, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{NoOptions, Seat, ViewOf, Viewer};

impl<C: Face> Table<C> {
    /// Returns the same table with another bag, deck and hands.
    fn with<D: Face>(&self, bag: Vec<D::Stone>, deck: Cards<D>, hands: Vec<Cards<D>>) -> Table<D> {
        Table {
            phase: self.phase,
            turn: self.turn,
            played: self.played,
            loaded: self.loaded,
            last_turns: self.last_turns,
            rolls: self.rolls,
            bag: bag.into(),
            pot: self.pot.clone(),
            gone: self.gone.clone(),
            deck,
            hands: hands.into(),
            cabs: self.cabs.clone(),
            scored: self.scored.clone(),
        }
    }
}

impl Table<Cab> {
    /// Deals the deck and other hands again, and fills the bag with other stones.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let seats = (1..).filter_map(Seat::new);
        let hidden = table.hands.iter_mut().zip(seats).filter(|(_, seat)| !viewer.sees(*seat)).map(|(hand, _)| hand);
        let deck = (!viewer.sees_all()).then_some(&mut table.deck);
        deal_again(hidden.chain(deck), draws);
        table.hands.iter_mut().for_each(Cards::sort);
        if !viewer.sees_all() {
            table.bag = stone::any(table.bag.len(), draws).into();
        }
        table
    }
}

impl ViewOf<Table<Cab>, NoOptions> for Table<Viewed<Cab>> {
    fn of(table: &Table<Cab>, viewer: Viewer) -> Self {
        let hands = table.hands.iter().zip((1..).filter_map(Seat::new));
        let all = viewer.sees_all();
        let stone = |color: &Color| if all { SeenColor::Known(*color) } else { SeenColor::Hidden };
        table.with(
            table.bag.iter().map(stone).collect(),
            table.deck.viewed(all),
            hands.map(|(hand, seat)| hand.viewed(viewer.sees(seat))).collect(),
        )
    }

    fn determinize(&self, _: NoOptions) -> Table<Cab> {
        let mut unseen = UnseenCards::of(Cab::DECK, self.known());
        let hands = self.hands.iter().map(|hand| unseen.cards(hand)).collect();
        let bag = self.bag.iter().map(|stone| stone.known().unwrap_or(Color::Red)).collect();
        self.with(bag, unseen.cards(&self.deck), hands)
    }
}
