//! The board of The Magic Bag, nine rows of tiles, and the dice that match them. Rules: magic-bag.md, "A turn".

use std::fmt;
use std::str::FromStr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::piecepack::{PieceValue, Suit, Tile, Value};
use crate::scene::{Piece, Place, Spread};
use crate::wire;

/// The number of rows.
pub(super) const COUNT: usize = 9;
/// Maximum number of tiles of a row.
const LONGEST: usize = 4;
/// The initial number of tiles of each row.
pub(super) const LENGTHS: [usize; COUNT] = [1, 1, 2, 2, 3, 3, 4, 4, 4];
/// The numbers of the rows as JSON keys.
const NUMBERS: [&str; COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The number of a row, 1 to 9, which is fixed for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RowNumber(u8);

impl RowNumber {
    /// Returns all numbers in order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=COUNT as u8).map(Self)
    }

    /// Returns the number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0 as u64
    }

    /// Returns the initial number of tiles of the row.
    pub(super) const fn dealt(self) -> u64 {
        LENGTHS[self.index()] as u64
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for RowNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for RowNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<D, 1, { COUNT as u64 }>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] RowNumber,
    "MagicBagRowNumber",
    wire::integer_schema("The number of a row; it keeps it for the whole game.", 1, COUNT as u64),
    gather []
);

/// A row of tiles, in the order of the deal. A row without tiles is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(Vec<Tile>);

impl Row {
    /// Returns the tiles.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.0
    }

    /// Returns whether the row is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the row is not gone and the dice show all its values, with a different die for each tile.
    #[must_use]
    pub fn matches(&self, dice: Dice) -> bool {
        let enough = |tile: &Tile| {
            let with = |value: Value| value == tile.value();
            self.0.iter().filter(|tile| with(tile.value())).count()
                <= dice.values().into_iter().filter(|v| with(*v)).count()
        };
        !self.is_gone() && self.0.iter().all(enough)
    }

    /// Returns the number of coins for a claim: one, plus one for each tile whose own suit's die shows its value.
    #[must_use]
    pub fn coins(&self, dice: Dice) -> u64 {
        1 + self.0.iter().filter(|tile| dice.show(**tile)).count() as u64
    }

    /// Returns the die for each tile, if the dice match the row: its own suit's if that shows its value, otherwise the
    /// first free one that does.
    pub(super) fn matched(&self, dice: Dice) -> Vec<(Tile, Suit)> {
        let own = |tile: &Tile| dice.show(*tile).then_some(tile.suit());
        let mut taken: Vec<Suit> = self.0.iter().filter_map(own).collect();
        let die = |tile: &Tile| {
            let other = || {
                let fits = |die: &Suit| dice.of(*die) == tile.value() && !taken.contains(die);
                let die = Suit::ALL.into_iter().find(fits);
                taken.extend(die);
                die
            };
            own(tile).or_else(other).map(|die| (*tile, die))
        };
        self.0.iter().filter_map(die).collect()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|tile| tile.name()).collect();
        f.write_str(&names.join(" "))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A row without tiles is gone and has no key.
        wire::BoundedVec::<_, 1, LONGEST>::deserialize(deserializer).map(|tiles| Self(tiles.into_vec()))
    }
}

wire::named_schema!(
    impl[] Row,
    "MagicBagRow",
    wire::list_from("A row of tiles, in the order in which they were dealt.", wire::reference_to::<Tile>(), 1, LONGEST),
    gather [Tile]
);

/// The rows: in JSON an object whose keys are numbers of rows and whose values are tiles, without rows that are gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows([Row; COUNT]);

impl Rows {
    /// Deals tiles in order into nine rows.
    pub(super) fn dealt(tiles: impl IntoIterator<Item = Tile>) -> Self {
        let mut tiles = tiles.into_iter();
        Self(LENGTHS.map(|length| Row(tiles.by_ref().take(length).collect())))
    }

    /// Returns a row by its number.
    #[must_use]
    pub fn get(&self, number: RowNumber) -> &Row {
        &self.0[number.index()]
    }

    /// Returns the rows that are not gone, by number.
    pub fn left(&self) -> impl Iterator<Item = (RowNumber, &Row)> {
        RowNumber::all().zip(&self.0).filter(|(_, row)| !row.is_gone())
    }

    /// Returns whether the dice match any row.
    #[must_use]
    pub fn any_matches(&self, dice: Dice) -> bool {
        self.left().any(|(_, row)| row.matches(dice))
    }

    /// Returns the row of a tile.
    #[must_use]
    pub fn find(&self, tile: Tile) -> Option<RowNumber> {
        self.left().find(|(_, row)| row.0.contains(&tile)).map(|(number, _)| number)
    }

    /// Returns the sum of the values of the tiles left.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.0.iter().flat_map(Row::tiles).map(|tile| tile.value().count()).sum()
    }

    /// Removes a row from the board.
    pub(super) fn take(&mut self, number: RowNumber) -> Row {
        std::mem::take(&mut self.0[number.index()])
    }

    /// Removes a tile from its row.
    pub(super) fn remove(&mut self, number: RowNumber, tile: Tile) {
        self.0[number.index()].0.retain(|other| *other != tile);
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.left().count()))?;
        for (number, row) in self.left() {
            map.serialize_entry(NUMBERS[number.index()], row)?;
        }
        map.end()
    }
}

struct Key(RowNumber);

impl FromStr for Key {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        RowNumber::all().find(|number| NUMBERS[number.index()] == text).map(Key).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "the number of a row, \"1\" to \"9\"")
    }
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbered;
        impl<'de> Visitor<'de> for Numbered {
            type Value = Rows;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are numbers of rows and whose values are tiles")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rows, A::Error> {
                let mut rows = Rows::default();
                while let Some(Key(number)) = map.next_key()? {
                    if !rows.get(number).is_gone() {
                        return Err(de::Error::custom(format_args!("must not have a row twice (got {number} twice)")));
                    }
                    rows.0[number.index()] = map.next_value()?;
                }
                Ok(rows)
            }
        }
        deserializer.deserialize_map(Numbered)
    }
}

wire::named_schema!(
    impl[] Rows,
    "MagicBagRows",
    wire::map(
        "The rows left: an object whose keys are numbers of rows and whose values are tiles; a row that is gone has no key.",
        "^[1-9]$",
        wire::reference_to::<Row>(),
    ),
    gather [Row]
);

wire::record! {
    /// The faces of the four dice, by suit.
    #[derive(Copy)]
    #[schema(as = MagicBagDice)]
    pub struct Dice {
        /// The die of Suns.
        #[serde(rename = "S")]
        pub suns: PieceValue,
        /// The die of Moons.
        #[serde(rename = "M")]
        pub moons: PieceValue,
        /// The die of Crowns.
        #[serde(rename = "C")]
        pub crowns: PieceValue,
        /// The die of Arms.
        #[serde(rename = "A")]
        pub arms: PieceValue,
    }
}

impl Default for Dice {
    fn default() -> Self {
        Self { suns: Value::NULL, moons: Value::NULL, crowns: Value::NULL, arms: Value::NULL }
    }
}

impl Dice {
    /// Returns the value of a suit's die.
    #[must_use]
    pub const fn of(self, suit: Suit) -> Value {
        match suit {
            Suit::S => self.suns,
            Suit::M => self.moons,
            Suit::C => self.crowns,
            Suit::A => self.arms,
        }
    }

    /// Returns the values of the dice, in the order of their suits.
    #[must_use]
    pub const fn values(self) -> [Value; 4] {
        [self.suns, self.moons, self.crowns, self.arms]
    }

    /// Returns whether a tile's own suit's die shows its value.
    #[must_use]
    pub fn show(self, tile: Tile) -> bool {
        self.of(tile.suit()) == tile.value()
    }

    /// Turns a suit's die to a value.
    pub(super) const fn turn(&mut self, suit: Suit, value: Value) {
        match suit {
            Suit::S => self.suns = value,
            Suit::M => self.moons = value,
            Suit::C => self.crowns = value,
            Suit::A => self.arms = value,
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [s, m, c, a] = self.values();
        write!(f, "S{s} M{m} C{c} A{a}")
    }
}

impl Rows {
    /// Returns the places of the scene: each row's number, then its tiles.
    pub(super) fn places(&self) -> Vec<Place> {
        let place = |number: RowNumber| {
            let tiles = self.get(number).tiles().iter().map(|tile| Piece::Tile(*tile));
            let pieces = std::iter::once(Piece::Heading(number.number())).chain(tiles);
            let row = Place::at(number, 0, 2 * number.index() as i32, pieces);
            Place { spread: Spread::Row(5), ..row }
        };
        RowNumber::all().map(place).collect()
    }
}
