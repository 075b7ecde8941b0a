//! The guests, who go around in the house.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::house::{DOORS, Space};
use crate::dice::Face;
use crate::wire;

/// The number of a guest, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct GuestNumber(u8);

impl GuestNumber {
    /// All guests in order.
    pub const ALL: [Self; DOORS] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// Returns the number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index in the list of guests, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for GuestNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for GuestNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, { DOORS as u64 }>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] GuestNumber,
    "HotelTransylvaniaGuestNumber",
    wire::integer_schema("The number of a guest.", 1, DOORS as u64),
    gather []
);

wire::record! {
    /// A guest.
    #[derive(Copy)]
    #[schema(as = HotelTransylvaniaGuest)]
    pub struct Guest {
        /// Where the guest is.
        pub at: Space,
        /// The rank, 1 to 6.
        pub rank: Face,
    }
}

/// The rank of all guests at the deal.
const FIRST_RANK: Face = Face::ALL[1];

impl Guest {
    /// Returns a guest at the deal: on the door of the same number.
    pub(super) fn arriving(number: GuestNumber) -> Self {
        Self { at: Space::door(number.index()), rank: FIRST_RANK }
    }
}
