//! Seats on the wire, checked against the range of their game.

use std::ops::RangeInclusive;

#[cfg(feature = "schemas")]
use super::Game;
use super::{Seat, Seats};
use crate::wire::{self, Fault, Reader};

/// Reads a number of seats within the range of a game with this title.
///
/// # Errors
/// If it is no number in the range.
pub fn read_seats(value: Reader<'_>, range: RangeInclusive<u8>, title: &str) -> Result<Seats, Fault> {
    let count = within(value, range, title)?;
    Seats::new(count).ok_or_else(|| Fault::new("there are no such seats"))
}

/// Reads a seat, at most the maximum number of seats of a game with this title.
///
/// # Errors
/// If it is no such number.
pub fn read_seat(value: Reader<'_>, most: u8, title: &str) -> Result<Seat, Fault> {
    let number = within(value, 1..=most, title)?;
    Seat::new(number).ok_or_else(|| Fault::new("there is no such seat"))
}

fn within(value: Reader<'_>, range: RangeInclusive<u8>, title: &str) -> Result<u8, Fault> {
    wire::integer_in_range(value, *range.start(), *range.end(), format_args!(", the seats of {title}"))
}

/// Returns the schema of the number of seats of a game.
#[must_use]
#[cfg(feature = "schemas")]
pub fn seats_schema<G: Game>() -> wire::AnySchema {
    wire::integer_schema("The number of seats.", (*G::SEATS.start()).into(), (*G::SEATS.end()).into())
}

/// Returns the schema of a seat of a game.
#[must_use]
#[cfg(feature = "schemas")]
pub fn seat_schema<G: Game>(description: &str) -> wire::AnySchema {
    wire::integer_schema(description, 1, (*G::SEATS.end()).into())
}

/// Returns the field for the number of seats; none for a solitaire.
#[cfg(feature = "schemas")]
pub fn seats_field<G: Game>() -> Option<wire::Field> {
    G::SEATED.then(|| wire::required("seats", seats_schema::<G>()))
}
