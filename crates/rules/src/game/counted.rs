//! Seats on the wire, checked against the range of their game.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Game, Seat, Seats};
use crate::wire;

/// The number of seats of a game, read and written within the range of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatsOf<G>(Seats, PhantomData<G>);

impl<G: Game> SeatsOf<G> {
    /// Wraps a number of seats.
    pub(crate) const fn of(seats: Seats) -> Self {
        Self(seats, PhantomData)
    }

    /// The number.
    #[must_use]
    pub const fn count(self) -> Seats {
        self.0
    }

    /// Its schema.
    #[must_use]
    #[cfg(feature = "schemas")]
    pub fn schema() -> wire::AnySchema {
        wire::integer_schema("The number of seats.", (*G::SEATS.start()).into(), (*G::SEATS.end()).into())
    }
}

impl<G: Game> Serialize for SeatsOf<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, G: Game> Deserialize<'de> for SeatsOf<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = within::<G, D>(deserializer, *G::SEATS.start())?;
        Seats::new(count).map(Self::of).ok_or_else(|| de::Error::custom("there are no such seats"))
    }
}

/// Returns the field for the number of seats; none for a solitaire.
#[cfg(feature = "schemas")]
pub fn seats_field<G: Game>() -> Option<wire::Field> {
    G::SEATED.then(|| wire::required("seats", SeatsOf::<G>::schema()))
}

/// A seat, at most the maximum number of seats of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatOf<G>(Seat, PhantomData<G>);

impl<G: Game> SeatOf<G> {
    /// The seat.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.0
    }

    /// Its schema.
    #[must_use]
    #[cfg(feature = "schemas")]
    pub fn schema(description: &str) -> wire::AnySchema {
        wire::integer_schema(description, 1, (*G::SEATS.end()).into())
    }
}

impl<'de, G: Game> Deserialize<'de> for SeatOf<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = within::<G, D>(deserializer, 1)?;
        Seat::new(number).map(|seat| Self(seat, PhantomData)).ok_or_else(|| de::Error::custom("there is no such seat"))
    }
}

/// Reads a number from `least` to the maximum number of seats of a game.
fn within<'de, G: Game, D: Deserializer<'de>>(deserializer: D, least: u8) -> Result<u8, D::Error> {
    wire::integer_in_range(deserializer, least, *G::SEATS.end(), format_args!(", the seats of {}", G::TITLE))
}

/// Makes a type readable from an object in which only seated games have the field `seats`: the fields before and after
/// it, and how to create the value from the number of seats and the fields that are named.
///
/// It declares two structs, because each refuses unknown fields.
#[macro_export]
macro_rules! read_by_seats {
    (
        $Type:ident { $($before:tt)* } seats { $($after:tt)* }
        |$seats:ident, $($field:ident),+| $value:expr
    ) => {
        impl<'de, G: $crate::game::Game> $crate::wire::FromFields<'de> for $Type<G> {
            fn from_fields<D: serde::Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(bound = "", deny_unknown_fields)]
                struct SolitaireFields<G: $crate::game::Game> {
                    $($before)*
                    $($after)*
                }

                #[derive(serde::Deserialize)]
                #[serde(bound = "", deny_unknown_fields)]
                struct SeatedFields<G: $crate::game::Game> {
                    $($before)*
                    seats: $crate::game::SeatsOf<G>,
                    $($after)*
                }

                use serde::Deserialize as _;
                let ($seats, $($field),+) = if G::SEATED {
                    let SeatedFields::<G> { seats, $($field,)+ .. } = SeatedFields::deserialize(fields)?;
                    (seats.count(), $($field),+)
                } else {
                    let SolitaireFields::<G> { $($field,)+ .. } = SolitaireFields::deserialize(fields)?;
                    ($crate::game::Seats::ONE, $($field),+)
                };
                $value
            }
        }

        impl<'de, G: $crate::game::Game> serde::Deserialize<'de> for $Type<G> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::wire::from_object(deserializer)
            }
        }
    };
}
pub use read_by_seats;
