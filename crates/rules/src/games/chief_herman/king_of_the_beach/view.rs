//! What each viewer sees of the table, and other deals of what is hidden: the deck and other hands.

use super::table::Table;
use crate::cards::{Card, CardFace, Cards, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{NoOptions, ViewOf, Viewer};
use crate::wire::BoundedVec;

impl<C: CardFace<Card = Card>> Table<C> {
    /// Returns the same table with other hands and another deck.
    fn with<D: CardFace<Card = Card>>(&self, hands: BoundedVec<Cards<D>, 3, 6>, deck: Cards<D>) -> Table<D> {
        Table {
            phase: self.phase,
            round: self.round,
            pyramid: self.pyramid,
            auction: self.auction.clone(),
            waiting: self.waiting.clone(),
            action: self.action,
            acted: self.acted.clone(),
            hands,
            goodies: self.goodies.clone(),
            deck,
            discards: self.discards.clone(),
            shuffles: self.shuffles,
        }
    }
}

impl Table<Card> {
    /// Deals the deck and other hands again.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let seats = self.seats();
        let hidden = seats.zip(table.hands.iter_mut()).filter(|(seat, _)| !viewer.sees(*seat)).map(|(_, hand)| hand);
        let deck = (!viewer.sees_all()).then_some(&mut table.deck);
        deal_again(hidden.chain(deck), draws);
        table.hands.iter_mut().for_each(Cards::sort);
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        let hands = table.seats().zip(&table.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        table.with(hands.collect(), table.deck.viewed(viewer.sees_all()))
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let played = self.pyramid.iter().filter_map(|space| space.card);
        let goodies = self.goodies.iter().flat_map(|goodies| goodies.iter().copied());
        let open = self.auction.iter().chain(self.discards.iter()).copied().chain(played).chain(goodies);
        let shown = self.deck.known().chain(self.hands.iter().flat_map(Cards::known)).chain(open);
        let mut unseen = UnseenCards::of(Card::DECK, shown);
        let hands = self.hands.iter().map(|hand| unseen.cards(hand)).collect();
        self.with(hands, unseen.cards(&self.deck))
    }
}
