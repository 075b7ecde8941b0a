//! What each viewer sees of the table, and other deals of what is hidden.

use super::table::{Phase, Table, all_cards};
use crate::cards::{Card, CardFace, Cards, PlayedCard, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{NoOptions, ViewOf, Viewer};

impl<C: CardFace<Card = Card>> Table<C> {
    /// Returns the same table with other lists of cards that may be hidden: the deck, the removed cards, hands and keys.
    fn with<D: CardFace<Card = Card>>(
        &self,
        (deck, removed): (Cards<D>, Cards<D>),
        hands: Vec<Cards<D>>,
        keys: Vec<PlayedCard<D>>,
    ) -> Table<D> {
        Table {
            phase: self.phase,
            round: self.round,
            active: self.active,
            deck,
            removed,
            hands: hands.into(),
            boards: self.boards.clone(),
            boats: self.boats.clone(),
            fight: self.fight.clone(),
            keys: keys.into(),
            takes: self.takes,
            points: self.points.clone(),
        }
    }

    /// Returns the cards that are not hidden, in all places.
    pub(super) fn visible(&self) -> impl Iterator<Item = Card> {
        let lists = [&self.deck, &self.removed].into_iter().chain(&*self.hands);
        let boards = self.boards.iter().flat_map(|board| board.iter().copied());
        let middle = self.fight.iter().flat_map(|fight| fight.cards.iter().copied());
        let keys = self.keys.iter().filter_map(|key| key.card.known());
        lists.flat_map(Cards::known).chain(boards).chain(self.boats.cards()).chain(middle).chain(keys)
    }
}

impl Table<Card> {
    /// Deals everything hidden from the viewer again: deck, removed cards, hands and keys.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        if viewer.sees_all() || self.phase == Phase::Over {
            return self.clone();
        }
        let mut table = self.clone();
        let mut keys: Vec<&mut PlayedCard> = table.keys.iter_mut().filter(|key| !viewer.sees(key.seat)).collect();
        let mut laid: Cards<Card> = keys.iter().map(|key| key.card).collect::<Vec<_>>().into();
        let hands = self.seats().zip(table.hands.iter_mut()).filter(|(seat, _)| !viewer.sees(*seat));
        let lists = [&mut table.deck, &mut table.removed, &mut laid].into_iter();
        deal_again(lists.chain(hands.map(|(_, hand)| hand)), draws);
        keys.iter_mut().zip(laid.iter()).for_each(|(key, card)| key.card = *card);
        table.removed.sort();
        table.hands.iter_mut().for_each(Cards::sort);
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        let all = viewer.sees_all();
        let hands = table.seats().zip(&table.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        let keys = table.keys.iter().map(|key| key.viewed(viewer.sees(key.seat)));
        table.with((table.deck.viewed(all), table.removed.viewed(all)), hands.collect(), keys.collect())
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let mut unseen = UnseenCards::of(all_cards(self.hands.len()), self.visible());
        let lists = (unseen.cards(&self.deck), unseen.cards(&self.removed));
        let hands = self.hands.iter().map(|hand| unseen.cards(hand)).collect();
        self.with(lists, hands, unseen.played(&self.keys).into_vec())
    }
}
