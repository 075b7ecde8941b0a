//! The nine territories, their meaning for each army, and their marks.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Player;
use crate::wire::{self, ToSchema};

/// A territory: one of nine, as the Lines of Versailles and of the Commonwealth cut the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PontifuseTerritory)]
#[allow(missing_docs, reason = "each is what it is called")]
pub enum Territory {
    Northwest,
    North,
    Northeast,
    West,
    Center,
    East,
    Southwest,
    South,
    Southeast,
}

impl Territory {
    /// All territories in order.
    pub const ALL: [Self; 9] = [
        Self::Northwest,
        Self::North,
        Self::Northeast,
        Self::West,
        Self::Center,
        Self::East,
        Self::Southwest,
        Self::South,
        Self::Southeast,
    ];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Northwest => "northwest",
            Self::North => "north",
            Self::Northeast => "northeast",
            Self::West => "west",
            Self::Center => "center",
            Self::East => "east",
            Self::Southwest => "southwest",
            Self::South => "south",
            Self::Southeast => "southeast",
        }
    }

    /// Returns the pairs of territories on opposite sides of this one.
    fn between(self) -> &'static [(Self, Self)] {
        match self {
            Self::North => &[(Self::Northwest, Self::Northeast)],
            Self::West => &[(Self::Northwest, Self::Southwest)],
            Self::East => &[(Self::Northeast, Self::Southeast)],
            Self::South => &[(Self::Southwest, Self::Southeast)],
            Self::Center => &[
                (Self::North, Self::South),
                (Self::West, Self::East),
                (Self::Northwest, Self::Southeast),
                (Self::Northeast, Self::Southwest),
            ],
            Self::Northwest | Self::Northeast | Self::Southwest | Self::Southeast => &[],
        }
    }
}

impl fmt::Display for Territory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An army. It decides only the meaning of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PontifuseArmy)]
pub enum Army {
    /// The English.
    English,
    /// The Basque.
    Basque,
}

impl Army {
    /// Both armies in order.
    pub const ALL: [Self; 2] = [Self::English, Self::Basque];

    /// Returns the name of the army for messages.
    pub(super) const fn nation(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Basque => "Basque",
        }
    }

    /// Returns the meaning of a mark in a territory for the army. The Basque see the field mirrored at the line from
    /// northeast to southwest.
    pub(super) const fn meaning(self, territory: Territory) -> &'static str {
        const ENGLISH: [&str; 9] = [
            "Merchant Family (Pontifuse)",
            "Princess (Helion)",
            "King (Dunwoody)",
            "Archer (Drawbow)",
            "Knight (Guillaume)",
            "Bishop (Pontifex)",
            "Cowardly Lion (Zang)",
            "Footman (Treadwell)",
            "Rectory (Majestic Holiday Destination)",
        ];
        let (row, column) = (territory as usize / 3, territory as usize % 3);
        match self {
            Self::English => ENGLISH[3 * row + column],
            Self::Basque => ENGLISH[3 * (2 - column) + (2 - row)],
        }
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::English => "english",
            Self::Basque => "basque",
        })
    }
}

/// The marks: in JSON an object from territory to the seat that marked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks([Option<Player>; 9]);

impl Marks {
    /// No marks.
    pub const NONE: Self = Self([None; 9]);

    /// Returns the seat that marked a territory.
    #[must_use]
    pub const fn of(&self, territory: Territory) -> Option<Player> {
        self.0[territory as usize]
    }

    pub(super) const fn make(&mut self, territory: Territory, player: Player) {
        self.0[territory as usize] = Some(player);
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    pub(super) fn count_of(&self, player: Player) -> usize {
        self.0.iter().filter(|mark| **mark == Some(player)).count()
    }

    pub(super) fn is_full(&self) -> bool {
        self.count() == 9
    }

    /// Returns the territories without a mark, in order.
    pub(super) fn free(&self) -> impl Iterator<Item = Territory> + use<> {
        let marks = *self;
        Territory::ALL.into_iter().filter(move |territory| marks.of(*territory).is_none())
    }

    /// Returns whether a territory has a seat's mark and is between two others that have.
    pub(super) fn is_flanked(&self, territory: Territory, player: Player) -> bool {
        let own = |territory| self.of(territory) == Some(player);
        own(territory) && territory.between().iter().any(|(one, other)| own(*one) && own(*other))
    }

    /// Returns the territories of a seat that are flanked, or flank another.
    pub(super) fn decisive(&self, player: Player) -> impl Iterator<Item = Territory> {
        let marks = *self;
        let own = move |territory| marks.of(territory) == Some(player);
        self.flanked(player).flat_map(move |territory| {
            let flanks = territory.between().iter().copied().filter(move |(one, other)| own(*one) && own(*other));
            [territory].into_iter().chain(flanks.flat_map(|(one, other)| [one, other]))
        })
    }

    /// Returns the flanked territories of a seat, in order.
    pub(super) fn flanked(&self, player: Player) -> impl Iterator<Item = Territory> {
        Territory::ALL.into_iter().filter(move |territory| self.is_flanked(*territory, player))
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.count()))?;
        for territory in Territory::ALL {
            if let Some(player) = self.of(territory) {
                map.serialize_entry(&territory, &player)?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Territories;

        impl<'de> Visitor<'de> for Territories {
            type Value = Marks;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are territories and whose values are seats")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Marks, A::Error> {
                let mut marks = Marks::NONE;
                while let Some(territory) = map.next_key::<Territory>()? {
                    if marks.of(territory).is_some() {
                        return Err(de::Error::custom(format_args!(
                            "must not have a territory twice (got {territory} twice)"
                        )));
                    }
                    marks.make(territory, map.next_value()?);
                }
                Ok(marks)
            }
        }

        deserializer.deserialize_map(Territories)
    }
}

wire::named_schema!(
    impl[] Marks,
    "PontifuseMarks",
    wire::map(
        "The seat that marked each territory. A territory without a mark has no key.",
        "^(northwest|north|northeast|west|center|east|southwest|south|southeast)$",
        wire::reference_to::<Player>(),
    ),
    gather [Player]
);
