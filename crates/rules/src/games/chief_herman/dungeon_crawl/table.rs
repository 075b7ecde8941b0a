//! The table.

use serde::{Deserialize, Serialize};

use super::DungeonCrawl;
use super::cards;
use super::challenge::Challenge;
use super::character::{Built, Character, Shows, Skill};
use super::dungeon;
use super::monster::Combat;
use super::treasure::Treasure;
use crate::cards::{Card, Cards};
use crate::game::{Game as _, Seat, SeatSet, Seats, places};
use crate::wire::{self, BoundedVec, ToSchema, count};

/// The number of rounds.
pub(super) const ROUNDS: u64 = 60;
/// Maximum number of seats.
const SEATS: usize = 6;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlPhase)]
pub enum Phase {
    /// All seats build their characters.
    Build,
    /// A turn begins.
    Start,
    /// A seat joins a combat or walks on.
    Join,
    /// A challenge is lost, unless upgrades win it.
    React,
    /// A seat has too much damage, and two ways to survive.
    Save,
    /// A seat has found food.
    Food,
    /// A seat picks a card of a treasure.
    Pick,
    /// The game has ended.
    Over,
}

/// All seats of a game. States and views have their number next to the table, so it does not count as a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AllSeats(pub(super) SeatSet);

impl PartialEq for AllSeats {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for AllSeats {}

/// The table of Dungeon Crawl. With cards and skills that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: Shows> {
    /// All seats. Not in the wire form, where no list has an entry for each seat while characters are built.
    #[serde(skip)]
    pub(super) seats: AllSeats,
    /// The current phase.
    pub phase: Phase,
    /// The round, from 1.
    #[serde(deserialize_with = "count")]
    pub round: u64,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The number of events that rolled dice.
    #[serde(deserialize_with = "count")]
    pub rolls: u64,
    /// The number of events that shuffled the deck.
    #[serde(deserialize_with = "count")]
    pub shuffles: u64,
    /// The deck, the top first.
    #[serde(deserialize_with = "cards::read")]
    pub deck: Cards<C>,
    /// The discards.
    #[serde(deserialize_with = "cards::read")]
    pub discards: Cards<Card>,
    /// The gold set aside for the next treasure.
    #[serde(deserialize_with = "cards::read")]
    pub deferred: Cards<Card>,
    /// The characters built so far, by seat. Only in the phase `build`.
    pub built: BoundedVec<Built<C>, 0, SEATS>,
    /// The character of each seat, except in the phase `build`.
    pub characters: BoundedVec<Character, 0, SEATS>,
    /// The combats, by space.
    pub combats: BoundedVec<Combat, 0, SEATS>,
    /// The steps left. Only in the phase `join`.
    #[serde(default, deserialize_with = "steps", skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The lost challenge. Only in the phase `react`.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
    /// The food that was found. Only in the phase `food`.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub found: Option<Card>,
    /// The treasure that is dealt with.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub treasure: Option<Treasure>,
}

fn steps<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::integer::<_, 1, 5>(deserializer).map(Some)
}

wire::named_schema!(
    impl[C: Shows] Table<C>,
    format!("{}{}", DungeonCrawl::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Dungeon Crawl.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("round", wire::integer_schema("The round, from 1.", 0, wire::MAX_COUNT)),
        wire::required("turn", wire::described("The seat whose turn it is, or was last.", wire::reference_to::<Seat>())),
        wire::required("rolls", wire::integer_schema("The number of events that rolled dice.", 0, wire::MAX_COUNT)),
        wire::required(
            "shuffles",
            wire::integer_schema("The number of events that shuffled the deck.", 0, wire::MAX_COUNT),
        ),
        wire::required("deck", wire::list_at_most("The deck, the top first.", wire::reference_to::<C>(), cards::MAX)),
        wire::required(
            "discards",
            wire::list_at_most("The discards, in canonical order.", wire::reference_to::<Card>(), cards::MAX),
        ),
        wire::required(
            "deferred",
            wire::list_at_most(
                "The gold set aside for the next treasure, in canonical order.",
                wire::reference_to::<Card>(),
                cards::MAX,
            ),
        ),
        wire::required(
            "built",
            wire::list_at_most(
                "The characters built so far, by seat. Empty except in the phase `build`.",
                wire::reference_to::<Built<C>>(),
                SEATS,
            ),
        ),
        wire::required(
            "characters",
            wire::list_at_most(
                "The character of each seat. Empty in the phase `build`.",
                wire::reference_to::<Character>(),
                SEATS,
            ),
        ),
        wire::required("combats", wire::list_at_most("The combats, by space.", wire::reference_to::<Combat>(), SEATS)),
        wire::optional("steps", wire::integer_schema("The steps left. Only in the phase `join`.", 1, 5)),
        wire::optional(
            "challenge",
            wire::described("The lost challenge. Only in the phase `react`.", wire::reference_to::<Challenge>()),
        ),
        wire::optional(
            "found",
            wire::described("The food that was found. Only in the phase `food`.", wire::reference_to::<Card>()),
        ),
        wire::optional(
            "treasure",
            wire::described("The treasure, while it is dealt with.", wire::reference_to::<Treasure>()),
        ),
    ]),
    gather [Phase, Seat, C, Card, Built<C>, Character, Combat, Challenge, Treasure]
);

impl Table<Card> {
    /// Creates the table on which all seats build their characters.
    pub(super) fn new(seats: Seats) -> Self {
        Self {
            seats: AllSeats(seats.all()),
            phase: Phase::Build,
            round: 1,
            turn: Seat::FIRST,
            rolls: 0,
            shuffles: 0,
            deck: Cards::none(),
            discards: Cards::none(),
            deferred: Cards::none(),
            built: BoundedVec::default(),
            characters: BoundedVec::default(),
            combats: BoundedVec::default(),
            steps: None,
            challenge: None,
            found: None,
            treasure: None,
        }
    }

    pub(super) fn character_mut(&mut self, seat: Seat) -> &mut Character {
        &mut self.characters[seat.index()]
    }
}

impl<C: Shows> Table<C> {
    pub(super) fn character(&self, seat: Seat) -> &Character {
        &self.characters[seat.index()]
    }

    /// Returns the space of the seat whose turn it is.
    pub(super) fn pawn(&self) -> u64 {
        self.character(self.turn).space
    }

    /// Returns the combat on a space.
    pub(super) fn combat_on(&self, space: u64) -> Option<&Combat> {
        self.combats.iter().find(|combat| combat.space == space)
    }

    /// Returns the living seats.
    pub(super) fn living(&self) -> impl Iterator<Item = (Seat, &Character)> + Clone {
        self.seats.0.iter().zip(&self.characters).filter(|(_, character)| character.alive)
    }

    /// Returns the living seats on a space.
    pub(super) fn living_on(&self, space: u64) -> impl Iterator<Item = Seat> + Clone + use<'_, C> {
        self.living().filter(move |(_, character)| character.space == space).map(|(seat, _)| seat)
    }

    /// Returns the first living seat of a type after a seat, to the left. The seat itself is the last.
    pub(super) fn next_living(&self, seat: Seat, matches: impl Fn(&Character) -> bool) -> Option<Seat> {
        let matching = || self.living().filter(|(_, character)| matches(character)).map(|(seat, _)| seat);
        matching().find(|other| *other > seat).or_else(|| matching().next())
    }

    /// Returns whether the door behind a zone is locked: a living seat is in an earlier zone.
    pub(super) fn is_locked(&self, zone: usize) -> bool {
        self.living().any(|(_, character)| dungeon::zone(character.space) < zone)
    }

    /// Returns the seats that have still to build a character.
    pub(super) fn builders(&self) -> SeatSet {
        let mut builders = self.seats.0;
        self.built.iter().for_each(|built| builders.remove(built.seat));
        builders
    }

    /// Returns the seat that may act once all characters are built.
    pub(super) fn active(&self) -> Seat {
        match (self.phase, &self.treasure) {
            (Phase::Pick | Phase::Food, Some(treasure)) => treasure.taker,
            _ => self.turn,
        }
    }

    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Build => self.builders(),
            Phase::Over => SeatSet::NONE,
            _ => SeatSet::only(self.active()),
        }
    }

    /// Returns the skill that the current phase upgrades; none if it upgrades any.
    pub(super) fn skill_that_matters(&self) -> Option<Skill> {
        match self.phase {
            Phase::React => self.challenge.map(|challenge| challenge.kind.skill()),
            Phase::Save => Some(Skill::Health),
            Phase::Pick => Some(Skill::Speed),
            _ => None,
        }
    }

    pub(super) fn points(&self) -> Vec<i64> {
        let points = |seat: Seat| self.characters.get(seat.index()).map_or(0, Character::points);
        self.seats.0.iter().map(points).collect()
    }

    /// Returns the places: the living are before the dead.
    pub(super) fn places(&self) -> Vec<u8> {
        let key = |seat: Seat| {
            let character = self.characters.get(seat.index());
            character.map_or((true, 0), |character| (character.alive, character.points()))
        };
        places(&self.seats.0.iter().map(key).collect::<Vec<_>>())
    }
}
