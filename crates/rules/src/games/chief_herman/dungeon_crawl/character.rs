//! Characters: their skills, and what they carry.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DungeonCrawl;
use super::cards;
use crate::cards::{Card, CardFace, Cards, Rank, Suit, Viewed};
use crate::game::{Game as _, Seat};
use crate::wire::{self, ToSchema};

/// Minimum of each skill of a new character.
pub(super) const MIN_SKILL: u64 = 2;
/// Maximum of each skill of a new character.
pub(super) const MAX_SKILL: u64 = 10;
/// Maximum of the three skills of a new character together.
pub(super) const MAX_SUM: u64 = 16;
/// The experience that an upgrade costs.
pub(super) const UPGRADE: u64 = 3;

/// A skill of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlSkill)]
pub enum Skill {
    /// It disarms traps and limits weapons.
    Speed,
    /// It counts in fights.
    Power,
    /// It limits damage.
    Health,
}

impl Skill {
    /// All skills, in the order of a character.
    pub(super) const ALL: [Self; 3] = [Self::Speed, Self::Power, Self::Health];

    /// Returns the name, as the rules write it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Speed => "Speed",
            Self::Power => "Power",
            Self::Health => "Health",
        }
    }

    /// Returns the card that the skill of a new character is; none if its value is out of range.
    pub(super) fn card(self, value: u64) -> Option<Card> {
        let suit = match self {
            Self::Speed => Suit::Spades,
            Self::Power => Suit::Clubs,
            Self::Health => Suit::Hearts,
        };
        let in_range = (MIN_SKILL..=MAX_SKILL).contains(&value);
        Rank::new(value as u8).filter(|_| in_range).map(|rank| Card::new(rank, suit))
    }
}

wire::record! {
    /// Points for each skill.
    #[derive(Copy, Default)]
    #[schema(as = DungeonCrawlSkills)]
    pub struct Skills {
        /// Speed.
        pub speed: Count,
        /// Power.
        pub power: Count,
        /// Health.
        pub health: Count,
    }
}

impl Skills {
    /// Returns the value of a skill.
    pub(super) const fn of(&self, skill: Skill) -> u64 {
        match skill {
            Skill::Speed => self.speed,
            Skill::Power => self.power,
            Skill::Health => self.health,
        }
    }

    /// Increments a skill.
    pub(super) fn increment(&mut self, skill: Skill) {
        let value = match skill {
            Skill::Speed => &mut self.speed,
            Skill::Power => &mut self.power,
            Skill::Health => &mut self.health,
        };
        *value = wire::increment_capped(*value, wire::MAX_COUNT);
    }

    /// Returns the sum of the skills.
    pub(super) const fn sum(&self) -> u64 {
        self.speed + self.power + self.health
    }

    /// Returns the cards that the skills of a new character are.
    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        Skill::ALL.into_iter().filter_map(move |skill| skill.card(self.of(skill)))
    }

    /// Returns whether each skill of a new character may have these values.
    pub(super) fn are_in_range(&self) -> bool {
        Skill::ALL.iter().all(|skill| (MIN_SKILL..=MAX_SKILL).contains(&self.of(*skill)))
    }

    /// Returns all skills that a new character may have, by Speed, then Power, then Health.
    pub(super) fn possible() -> &'static [Self] {
        static POSSIBLE: LazyLock<Vec<Skills>> = LazyLock::new(|| {
            let values = || MIN_SKILL..=MAX_SKILL;
            let all = values().flat_map(|speed| values().map(move |power| (speed, power)));
            let all = all.flat_map(|(speed, power)| values().map(move |health| Skills { speed, power, health }));
            all.filter(|skills| skills.sum() <= MAX_SUM).collect()
        });
        &POSSIBLE
    }
}

wire::record! {
    /// A character in the dungeon.
    #[schema(as = DungeonCrawlCharacter)]
    pub struct Character {
        /// Whether it is alive.
        pub alive: bool,
        /// The space of its pawn. A dead character has no pawn: it died there.
        #[serde(deserialize_with = "wire::integer::<_, 0, 60>")]
        #[schema(minimum = 0, maximum = 60)]
        pub space: u64,
        /// The Speed with which it was built.
        pub speed: Count,
        /// The Power with which it was built.
        pub power: Count,
        /// The Health with which it was built.
        pub health: Count,
        /// The points added to each skill.
        pub added: Skills,
        /// The damage.
        pub damage: Count,
        /// The experience that is not spent.
        pub experience: Count,
        /// The diamonds that it has, in canonical order.
        #[serde(deserialize_with = "cards::read")]
        #[schema(schema_with = cards::gold_schema)]
        pub gold: Cards<Card>,
        /// The club that it carries as a weapon.
        pub weapon: Option<Card>,
        /// The heart that it carries as food.
        pub food: Option<Card>,
    }
}

impl Character {
    /// Creates a character at the start.
    pub(super) const fn new(skills: Skills) -> Self {
        let Skills { speed, power, health } = skills;
        let added = Skills { speed: 0, power: 0, health: 0 };
        Self {
            alive: true,
            space: 0,
            speed,
            power,
            health,
            added,
            damage: 0,
            experience: 0,
            gold: Cards::none(),
            weapon: None,
            food: None,
        }
    }

    /// Returns the skills with which it was built.
    pub(super) const fn built(&self) -> Skills {
        Skills { speed: self.speed, power: self.power, health: self.health }
    }

    /// Returns a skill, with the points added to it.
    pub(super) const fn skill(&self, skill: Skill) -> u64 {
        self.built().of(skill) + self.added.of(skill)
    }

    /// Returns the number of upgrades that its experience buys.
    pub(super) const fn affordable(&self) -> u64 {
        self.experience / UPGRADE
    }

    /// Returns what it adds to its dice in a fight.
    pub(super) fn strength(&self) -> u64 {
        self.skill(Skill::Power) + self.weapon.map_or(0, cards::face_value)
    }

    /// Returns the points: gold, weapon, experience and added points.
    pub(super) fn points(&self) -> i64 {
        let things: u64 = self.gold.iter().copied().chain(self.weapon).map(cards::face_value).sum();
        (things + self.experience + self.added.sum()) as i64
    }

    /// Returns whether it has nothing that a dead one cannot have.
    pub(super) fn is_bare(&self) -> bool {
        let has_things = !self.gold.is_empty() || self.weapon.is_some() || self.food.is_some();
        !has_things && self.damage == 0 && self.experience == 0 && self.added.sum() == 0
    }
}

/// Whether a table shows everything or is a view: the type of its cards decides.
pub trait Shows: CardFace<Card = Card> {
    /// A skill of a character that is being built.
    type Value: SkillValue;
}

/// A skill of a character that is being built, which a view may hide.
pub trait SkillValue:
    Copy + fmt::Debug + Eq + Send + Sync + Serialize + for<'de> Deserialize<'de> + ToSchema + 'static
{
    /// Returns the skill, unless it is hidden.
    fn known(self) -> Option<u64>;
}

impl Shows for Card {
    type Value = wire::Count;
}

impl Shows for Viewed<Card> {
    type Value = ViewedSkill;
}

impl SkillValue for wire::Count {
    fn known(self) -> Option<u64> {
        Some(self.0)
    }
}

/// A skill of a character in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewedSkill {
    /// It is visible.
    Known(u64),
    /// It is hidden, in JSON `??`.
    Hidden,
}

impl SkillValue for ViewedSkill {
    fn known(self) -> Option<u64> {
        match self {
            Self::Known(value) => Some(value),
            Self::Hidden => None,
        }
    }
}

const HIDDEN: &str = "??";

impl Serialize for ViewedSkill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(value) => serializer.serialize_u64(*value),
            Self::Hidden => serializer.serialize_str(HIDDEN),
        }
    }
}

impl<'de> Deserialize<'de> for ViewedSkill {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Value;
        impl Visitor<'_> for Value {
            type Value = ViewedSkill;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an integer from 0 to {}, or `{HIDDEN}`", wire::MAX_COUNT)
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<ViewedSkill, E> {
                let unexpected = de::Unexpected::Unsigned(value);
                let known = Some(value).filter(|value| *value <= wire::MAX_COUNT).map(ViewedSkill::Known);
                known.ok_or_else(|| E::invalid_value(unexpected, &self))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<ViewedSkill, E> {
                let hidden = (text == HIDDEN).then_some(ViewedSkill::Hidden);
                hidden.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Value)
    }
}

wire::named_schema!(
    impl[] ViewedSkill,
    "DungeonCrawlViewSkill",
    wire::one_of("A skill, or `??` if it is hidden.", [
        wire::integer_schema("A skill.", 0, wire::MAX_COUNT),
        wire::constant(HIDDEN),
    ]),
    gather []
);

/// A character that a seat has built, while others have not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Built<C: Shows> {
    /// The seat.
    pub seat: Seat,
    /// Speed.
    pub speed: C::Value,
    /// Power.
    pub power: C::Value,
    /// Health.
    pub health: C::Value,
}

wire::named_schema!(
    impl[C: Shows] Built<C>,
    format!("{}{}Built", DungeonCrawl::NAME, C::SCHEMA_SUFFIX),
    wire::object("The character of a seat, while others have not built theirs.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required("speed", wire::reference_to::<C::Value>()),
        wire::required("power", wire::reference_to::<C::Value>()),
        wire::required("health", wire::reference_to::<C::Value>()),
    ]),
    gather [Seat, C::Value]
);

impl<C: Shows> Built<C> {
    /// Returns the skills, unless they are hidden.
    pub(super) fn known(&self) -> Option<Skills> {
        let (speed, power, health) = (self.speed.known()?, self.power.known()?, self.health.known()?);
        Some(Skills { speed, power, health })
    }
}

impl Built<Card> {
    /// Creates the entry of a seat.
    pub(super) const fn new(seat: Seat, skills: Skills) -> Self {
        let Skills { speed, power, health } = skills;
        Self { seat, speed: wire::Count(speed), power: wire::Count(power), health: wire::Count(health) }
    }

    /// Returns the skills.
    pub(super) const fn skills(&self) -> Skills {
        Skills { speed: self.speed.0, power: self.power.0, health: self.health.0 }
    }
}
