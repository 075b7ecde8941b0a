//! What each viewer sees of the table, and other deals of what is hidden.

use super::fighter::combat_cards;
use super::table::Table;
use crate::cards::{Card, Cards, UnseenCards, Viewed};
use crate::chance::Draws;
use crate::game::{NoOptions, ViewOf, Viewer};

impl Table<Card> {
    /// Shows each seat the top card of its own deck.
    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<Card>> {
        let deck = |(seat, deck): (_, &Cards<Card>)| {
            let shown = |i: usize| viewer.sees_all() || i == 0 && viewer.sees(seat);
            let faces = deck.iter().enumerate().map(|(i, card)| Viewed::shown(*card, shown(i)));
            faces.collect::<Vec<_>>().into()
        };
        Table {
            phase: self.phase,
            decks: self.seats().zip(&self.decks).map(deck).collect(),
            fighters: self.fighters.clone(),
        }
    }

    /// Shuffles the hidden cards of each deck again.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        for (seat, deck) in self.seats().zip(table.decks.iter_mut()).filter(|_| !viewer.sees_all()) {
            let mut cards = deck.take_every();
            let shown = usize::from(viewer.sees(seat)).min(cards.len());
            draws.shuffle(&mut cards[shown..]);
            *deck = cards.into();
        }
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let deck = |(seat, deck): (_, &Cards<Viewed<Card>>)| {
            UnseenCards::of(combat_cards(seat), deck.known().chain(self.played_by(seat))).cards(deck)
        };
        Table {
            phase: self.phase,
            decks: self.seats().zip(&self.decks).map(deck).collect(),
            fighters: self.fighters.clone(),
        }
    }
}
