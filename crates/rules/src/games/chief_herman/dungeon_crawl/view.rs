//! What each viewer sees of the table, and other deals of what is hidden: the deck, and characters that are being built.

use super::DungeonCrawlOptions;
use super::cards::Tally;
use super::character::{Built, MIN_SKILL, Shows, SkillValue as _, Skills, ViewedSkill};
use super::table::Table;
use crate::cards::{Card, CardFace as _, Cards, Viewed, deal_again};
use crate::chance::Draws;
use crate::game::{ViewOf, Viewer};
use crate::wire::{BoundedVec, Count};

impl<C: Shows> Table<C> {
    /// Returns the same table with another deck and other new characters.
    fn with<D: Shows>(&self, deck: Cards<D>, built: BoundedVec<Built<D>, 0, 6>) -> Table<D> {
        Table {
            seats: self.seats,
            phase: self.phase,
            round: self.round,
            turn: self.turn,
            rolls: self.rolls,
            shuffles: self.shuffles,
            deck,
            discards: self.discards.clone(),
            deferred: self.deferred.clone(),
            built,
            characters: self.characters.clone(),
            combats: self.combats.clone(),
            steps: self.steps,
            challenge: self.challenge,
            found: self.found,
            treasure: self.treasure.clone(),
        }
    }

    /// Returns all visible cards but those of the deck, with the skills of characters in play.
    pub(super) fn cards_outside_deck(&self) -> impl Iterator<Item = Card> + use<'_, C> {
        let characters = self.characters.iter().flat_map(|character| {
            let skills = character.built().cards();
            skills.chain(character.gold.iter().copied()).chain(character.weapon).chain(character.food)
        });
        let built = self.built.iter().filter_map(Built::known).flat_map(Skills::cards);
        let combats = self.combats.iter().map(|combat| combat.card);
        let treasure = self.treasure.iter().flat_map(|treasure| treasure.traps.iter().chain(treasure.pile.iter()));
        let open = self.discards.iter().chain(self.deferred.iter()).chain(treasure).copied();
        open.chain(characters).chain(built).chain(combats).chain(self.found)
    }
}

impl Table<Card> {
    /// Deals the deck again, and the characters that others are building.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        if !viewer.sees_all() {
            deal_again([&mut table.deck], draws);
        }
        for built in table.built.iter_mut().filter(|built| !viewer.sees(built.seat)) {
            *built = Built::new(built.seat, draws.pick(Skills::possible()));
        }
        table
    }
}

impl ViewOf<Table<Card>, DungeonCrawlOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        let viewed = |built: &Built<Card>| {
            let value =
                |Count(value)| if viewer.sees(built.seat) { ViewedSkill::Known(value) } else { ViewedSkill::Hidden };
            let Built { seat, speed, power, health } = *built;
            Built { seat, speed: value(speed), power: value(power), health: value(health) }
        };
        table.with(table.deck.viewed(viewer.sees_all()), table.built.iter().map(viewed).collect())
    }

    fn determinize(&self, _: DungeonCrawlOptions) -> Table<Card> {
        let mut seen = Tally::new();
        seen.add_all(self.cards_outside_deck().chain(self.deck.known()));
        let mut unseen = Card::DECK.into_iter().flat_map(|card| (0..seen.missing(card)).map(move |_| card));
        let filled = |face: &Viewed<Card>| face.known().or_else(|| unseen.next()).unwrap_or(Card::DECK[0]);
        let deck: Vec<Card> = self.deck.iter().map(filled).collect();
        let built = |built: &Built<Viewed<Card>>| {
            let value = |value: ViewedSkill| value.known().unwrap_or(MIN_SKILL);
            let Built { seat, speed, power, health } = *built;
            Built::new(seat, Skills { speed: value(speed), power: value(power), health: value(health) })
        };
        self.with(deck.into(), self.built.iter().map(built).collect())
    }
}
