//! A faction: the dice of a seat, and its fights.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::dice::{self, Face, Tally};
use crate::wire::{self, BoundedVec};

/// The dice of a seat by their faces, the highest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Faction(BoundedVec<Face, 0, 28>);

wire::named_schema!(
    impl[] Faction,
    "FightThePowerFaction",
    wire::list_at_most("The dice of a seat by their faces, the highest first.", wire::reference_to::<Face>(), 28),
    gather [Face]
);

impl Faction {
    /// Creates a faction of dice with these faces.
    #[must_use]
    pub fn of(faces: Vec<Face>) -> Self {
        let mut faction = Self(faces.into());
        faction.put_in_order();
        faction
    }

    /// Returns the faces in descending order.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.0
    }

    /// Returns the number of dice.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    pub(super) fn tally(&self) -> Tally {
        Tally::of(&self.0)
    }

    pub(super) fn put_in_order(&mut self) {
        dice::highest_first(&mut self.0);
    }

    /// Returns the face of all dice, if they show only one.
    pub(super) fn only_face(&self) -> Option<Face> {
        let first = *self.0.first()?;
        self.0.iter().all(|face| *face == first).then_some(first)
    }

    /// Replaces dice with some faces by others.
    pub(super) fn exchange(&mut self, before: &[Face], after: Vec<Face>) {
        for face in before {
            if let Some(i) = self.0.iter().position(|other| other == face) {
                self.0.remove(i);
            }
        }
        self.0.extend(after);
        self.put_in_order();
    }

    /// Compares two factions in a fight. Rules: fight-the-power.md, "Settling a fight".
    pub(super) fn against(&self, other: &Self) -> Ordering {
        let pairs = self.0.iter().zip(&*other.0);
        pairs.map(|(own, theirs)| own.cmp(theirs)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Returns every distinct subset of these dice, each in descending order.
pub(super) fn handfuls(dice: Tally) -> Vec<Vec<Face>> {
    let mut handfuls = vec![Vec::new()];
    for face in dice.shown() {
        let before = std::mem::take(&mut handfuls);
        for handful in before {
            for more in 0..=dice.count(face) {
                let mut handful = handful.clone();
                handful.extend((0..more).map(|_| face));
                handfuls.push(handful);
            }
        }
    }
    handfuls
}
