//! What each viewer sees of the table, and other deals of what is hidden.

use super::answer::{Answer, Given};
use super::table::{Phase, Table, is_ace};
use crate::cards::{Card, CardFace as _, Cards, PlayedCard, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{NoOptions, Seat, ViewOf, Viewer};

impl Table<Card> {
    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<Card>> {
        let open = self.phase != Phase::Play;
        let answer = |given: &Given<Card>| match given.answer {
            _ if !viewer.sees(given.seat) => Answer::Stop(Viewed::Hidden),
            Answer::Stop(ace) => Answer::Stop(Viewed::Card(ace)),
            Answer::Let => Answer::Let,
        };
        let hands = Seat::BOTH.into_iter().zip(&self.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        Table {
            turn: self.turn,
            phase: self.phase,
            deck: self.deck.viewed(viewer.sees_all()),
            hands: hands.collect(),
            played: self.played.iter().map(|laid| laid.viewed(open || viewer.sees(laid.seat))).collect(),
            answers: self.answers.iter().map(|given| Given { seat: given.seat, answer: answer(given) }).collect(),
            practice: self.practice.clone(),
            discards: self.discards.clone(),
            scores: self.scores.clone(),
        }
    }

    /// Deals everything hidden from the viewer again: the deck, other hands, face-down cards and answers.
    ///
    /// All deals that the rules allow are equally likely (rejection sampling). After a thousand rejected deals, returns
    /// the actual one.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let possible = (0..1000).map(|_| self.dealt_again(viewer, draws)).find(Self::is_possible_deal);
        possible.unwrap_or_else(|| self.clone())
    }

    /// Returns whether the rules allow the deal: no ace has been played, and the game is over exactly if a hand has
    /// nothing to play.
    fn is_possible_deal(&self) -> bool {
        self.played.iter().all(|laid| !is_ace(laid.card)) && self.ends_when_played_out()
    }

    /// Deals again, without checking the rules.
    fn dealt_again(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let hidden = |seat: Seat| !viewer.sees(seat);
        let face_down = |laid: &PlayedCard<Card>| self.phase == Phase::Play && hidden(laid.seat);
        let mut laid: Vec<Cards<Card>> =
            table.played.iter().filter(|laid| face_down(laid)).map(|laid| vec![laid.card].into()).collect();
        let hands =
            Seat::BOTH.into_iter().zip(table.hands.iter_mut()).filter(|(seat, _)| hidden(*seat)).map(|(_, hand)| hand);
        let deck = (!viewer.sees_all()).then_some(&mut table.deck);
        deal_again(laid.iter_mut().chain(deck).chain(hands), draws);
        for (laid, again) in table.played.iter_mut().filter(|laid| face_down(laid)).zip(laid) {
            laid.card = again.first().copied().unwrap_or(laid.card);
        }
        table.hands.iter_mut().for_each(Cards::sort);
        for given in table.answers.iter_mut().filter(|given| hidden(given.seat)) {
            let aces: Vec<Card> =
                table.hands[given.seat.index()].iter().copied().filter(|card| is_ace(*card)).collect();
            let stops = !aces.is_empty() && draws.below(2) == 1;
            given.answer = if stops { Answer::Stop(draws.pick(&aces)) } else { Answer::Let };
        }
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let played = self.played.iter().filter_map(|laid| laid.card.known());
        let open = self.practice.iter().flat_map(|pile| pile.iter()).chain(self.discards.iter()).copied();
        let shown = self.deck.known().chain(self.hands.iter().flat_map(Cards::known)).chain(played).chain(open);
        // An ace is never played, and while the game continues a seat that is to play has another card. After the end,
        // some hand has only aces.
        let over = self.phase == Phase::Over;
        let mut unseen = UnseenCards::of(Card::DECK, shown).prioritizing(|card| is_ace(card) == over);
        let played = unseen.played(&self.played);
        let to_play: Vec<Option<Card>> = Seat::BOTH
            .into_iter()
            .zip(&self.hands)
            .map(|(seat, hand)| hand.first().filter(|_| !over && !self.has_played(seat)).map(|face| unseen.card(*face)))
            .collect();
        let hand = |(hand, to_play): (&Cards<Viewed<Card>>, Option<Card>)| {
            let others = unseen.cards(hand.get(usize::from(to_play.is_some())..).unwrap_or_default()).into_vec();
            to_play.into_iter().chain(others).collect::<Vec<_>>().into()
        };
        let hands = self.hands.iter().zip(to_play).map(hand).collect();
        let answer = |given: &Given<Viewed<Card>>| match given.answer {
            Answer::Stop(Viewed::Card(ace)) => Answer::Stop(ace),
            Answer::Stop(Viewed::Hidden) | Answer::Let => Answer::Let,
        };
        Table {
            turn: self.turn,
            phase: self.phase,
            deck: unseen.cards(&self.deck),
            hands,
            played,
            answers: self.answers.iter().map(|given| Given { seat: given.seat, answer: answer(given) }).collect(),
            practice: self.practice.clone(),
            discards: self.discards.clone(),
            scores: self.scores.clone(),
        }
    }
}
