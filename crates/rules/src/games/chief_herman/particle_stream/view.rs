//! What each viewer sees of the table, and other deals of what is hidden.

use super::ParticleStreamOptions;
use super::table::Table;
use crate::cards::{Card, CardFace, Cards, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{Seat, ViewOf, Viewer};

impl<C: CardFace<Card = Card>> Table<C> {
    /// Returns the cards that are in a list of the table and not hidden.
    fn listed(&self) -> impl Iterator<Item = Card> + use<'_, C> {
        let track = self.track.iter().flat_map(|space| space.pile.iter().copied());
        let open = self.shown.iter().flat_map(|cards| cards.iter().copied());
        track.chain(open).chain(self.concealed.iter().flat_map(Cards::known))
    }
}

impl Table<Card> {
    /// Deals the concealed cards of other seats again, from all cards that the viewer does not see.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let mut undealt = UnseenCards::of(Card::DECK, self.listed()).rest();
        let hidden =
            table.concealed.iter_mut().zip((1..).filter_map(Seat::new)).filter(|(_, seat)| !viewer.sees(*seat));
        deal_again(hidden.map(|(cards, _)| cards).chain([&mut undealt]), draws);
        table.concealed.iter_mut().for_each(Cards::sort);
        table
    }
}

impl ViewOf<Table<Card>, ParticleStreamOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        let concealed = table.concealed.iter().zip((1..).filter_map(Seat::new));
        Table {
            phase: table.phase,
            race: table.race,
            round: table.round,
            track: table.track.clone(),
            concealed: concealed.map(|(cards, seat)| cards.viewed(viewer.sees(seat))).collect(),
            shown: table.shown.clone(),
            waiting: table.waiting.clone(),
            points: table.points.clone(),
        }
    }

    fn determinize(&self, _: ParticleStreamOptions) -> Table<Card> {
        let mut unseen = UnseenCards::of(Card::DECK, self.listed());
        Table {
            phase: self.phase,
            race: self.race,
            round: self.round,
            track: self.track.clone(),
            concealed: self.concealed.iter().map(|cards| unseen.cards(cards)).collect(),
            shown: self.shown.clone(),
            waiting: self.waiting.clone(),
            points: self.points.clone(),
        }
    }
}
