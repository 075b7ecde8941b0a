//! What a table holds in a state, and what may be hidden in a view.

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::board::Cell;
use crate::piecepack::Tile;
use crate::wire::{self, ToSchema};

/// The notation of a hidden tile or choice.
const HIDDEN: &str = "??";

/// What a seat does in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Slides the tile on this cell.
    Slide(Cell),
    /// Hands in the board.
    Done,
    /// Gives up.
    GiveUp,
}

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(cell) => Display::fmt(cell, f),
            Self::Done => f.write_str("done"),
            Self::GiveUp => f.write_str("give_up"),
        }
    }
}

impl FromStr for Choice {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "done" => Ok(Self::Done),
            "give_up" => Ok(Self::GiveUp),
            cell => cell.parse().map(Self::Slide),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a cell, `done` or `give_up`")
    }
}

wire::named_schema!(
    impl[] Choice,
    "EasySliderMatchChoice",
    wire::text("^([a-e][1-5]|done|give_up)$", "What a seat does: the cell of a slide, `done` or `give_up`.", "e4"),
    gather []
);

/// A tile or a choice as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown<T> {
    /// Visible.
    Known(T),
    /// Hidden.
    Hidden,
}

impl<T: Copy> Shown<T> {
    /// Returns the value as a viewer sees it, hidden unless `shown`.
    pub(super) const fn of(value: T, shown: bool) -> Self {
        if shown { Self::Known(value) } else { Self::Hidden }
    }

    /// Returns the value, unless it is hidden.
    pub(super) const fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Hidden => None,
        }
    }
}

impl<T: Serialize> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(value) => value.serialize(serializer),
            Self::Hidden => serializer.serialize_str(HIDDEN),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Shown<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<T>(PhantomData<T>);
        impl<T: DeserializeOwned> Visitor<'_> for Text<T> {
            type Value = Shown<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, `??` if it is hidden")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Shown<T>, E> {
                if text == HIDDEN {
                    return Ok(Shown::Hidden);
                }
                T::deserialize(de::value::StrDeserializer::<E>::new(text)).map(Shown::Known)
            }
        }
        deserializer.deserialize_str(Text(PhantomData))
    }
}

wire::named_schema!(
    impl[] Shown<Tile>,
    "EasySliderMatchSeenTile",
    wire::text(
        r"^([SMCA][0-5]|\?\?)$",
        "A tile: its suit (S Suns, M Moons, C Crowns, A Arms), then its value (0 is null, 1 the ace). `??` hides it, or the hole.",
        HIDDEN,
    ),
    gather []
);

wire::named_schema!(
    impl[] Shown<Choice>,
    "EasySliderMatchSeenChoice",
    wire::text(
        r"^([a-e][1-5]|done|give_up|\?\?)$",
        "What a seat does: the cell of a slide, `done` or `give_up`. `??` if it is hidden.",
        HIDDEN,
    ),
    gather []
);

/// How much a table shows: everything, or what a viewer sees.
pub trait Sighting: Copy + Debug + Eq + Send + Sync + 'static {
    /// A tile on a board.
    type Tile: Copy + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema + 'static;
    /// What a seat chose in a tick.
    type Choice: Copy + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema + 'static;
    /// The suffix of the schema names.
    const SUFFIX: &'static str;
}

/// The table of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {}

/// The table of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {}

impl Sighting for Whole {
    type Tile = Tile;
    type Choice = Choice;
    const SUFFIX: &'static str = "Table";
}

impl Sighting for Seen {
    type Tile = Shown<Tile>;
    type Choice = Shown<Choice>;
    const SUFFIX: &'static str = "View";
}
