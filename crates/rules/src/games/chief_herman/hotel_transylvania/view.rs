//! What each viewer sees of the table, and other deals of what is hidden: the deck, other hands, and other answers.

use super::answer::{Answer, Given, TableCard};
use super::table::Table;
use crate::cards::{Card, Cards, UnseenCards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{NoOptions, ViewOf, Viewer};

impl<C: TableCard> Table<C> {
    /// Returns the same table with other hands, another deck and other answers.
    fn with<D: TableCard>(&self, hands: Vec<Cards<D>>, deck: Cards<D>, answers: Vec<Given<D>>) -> Table<D> {
        Table {
            phase: self.phase,
            turn: self.turn,
            rolls: self.rolls,
            deck,
            hands: hands.into(),
            stacks: self.stacks.clone(),
            guests: self.guests.clone(),
            moved: self.moved,
            answers: answers.into(),
            scores: self.scores.clone(),
        }
    }
}

impl Table<Card> {
    /// Deals the deck and other hands again, and draws other answers again.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        let seats = self.seats();
        let hidden = seats.zip(table.hands.iter_mut()).filter(|(seat, _)| !viewer.sees(*seat)).map(|(_, hand)| hand);
        let deck = (!viewer.sees_all()).then_some(&mut table.deck);
        deal_again(hidden.chain(deck), draws);
        table.hands.iter_mut().for_each(Cards::sort);
        let room = self.landed().map(|(_, room)| room);
        for given in table.answers.iter_mut().filter(|given| !viewer.sees(given.seat)) {
            let hand = table.hands.get(given.seat.index());
            let holds = hand.is_some_and(|hand| room.is_some_and(|room| hand.contains(&room)));
            given.answer = if holds && draws.below(2) == 1 { Answer::Surprise } else { Answer::Let };
        }
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        let hands = table.seats().zip(&table.hands).map(|(seat, hand)| hand.viewed(viewer.sees(seat)));
        let answer =
            |given: &Given<Card>| Given { seat: given.seat, answer: given.answer.viewed(viewer.sees(given.seat)) };
        table.with(hands.collect(), table.deck.viewed(viewer.sees_all()), table.answers.iter().map(answer).collect())
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let haunted = self.stacks.iter().map(|stack| stack.room);
        let shown = self.deck.known().chain(self.hands.iter().flat_map(Cards::known)).chain(haunted);
        let mut unseen = UnseenCards::of(Card::DECK, shown);
        let hands = self.hands.iter().map(|hand| unseen.cards(hand)).collect();
        let answer = |given: &Given<Viewed<Card>>| Given { seat: given.seat, answer: given.answer.determinized() };
        self.with(hands, unseen.cards(&self.deck), self.answers.iter().map(answer).collect())
    }
}
