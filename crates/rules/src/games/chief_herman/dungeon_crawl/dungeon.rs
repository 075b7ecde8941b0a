//! The dungeon: its spaces, zones and doors.

use super::monster::Monster;
use crate::cards::{Card, Rank};

/// The last space.
pub(super) const END: u64 = 60;
/// The first space of each zone.
pub(super) const ZONES: [u64; 5] = [0, 12, 24, 36, 48];
/// The big monsters that a jack, a queen and a king are, by zone.
const FACES: [[Monster; 3]; 5] = {
    use Monster::{Jack, King, Queen};
    [[Jack, Jack, Jack], [Jack, Queen, Queen], [Jack, Queen, King], [Queen, Queen, King], [King, King, King]]
};

/// What a space is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// The start.
    Start,
    /// A card is drawn here.
    Card,
    /// A small monster of this power.
    Monster(u64),
    /// A trap of this value.
    Trap(u64),
    /// Damage falls.
    Fountain,
    /// A passage ahead to this space.
    Passage(u64),
    /// A slide back to this space.
    Slide(u64),
    /// The exit that is none, and leads back to this space.
    FalseExit(u64),
    /// The exit.
    End,
}

impl Space {
    /// Returns what the space of a number is.
    pub(super) const fn of(number: u64) -> Self {
        match number {
            0 => Self::Start,
            4 => Self::Monster(2),
            10 => Self::Monster(3),
            15 => Self::Monster(4),
            30 => Self::Monster(5),
            39 => Self::Monster(6),
            50 => Self::Monster(8),
            55 => Self::Monster(10),
            8 => Self::Trap(3),
            27 => Self::Trap(5),
            45 => Self::Trap(7),
            18 | 33 | 53 => Self::Fountain,
            21 => Self::Passage(23),
            42 => Self::Slide(38),
            58 => Self::FalseExit(55),
            END => Self::End,
            _ => Self::Card,
        }
    }

    /// Returns the space to which a pawn that stops here goes on, if any.
    pub(super) const fn leads_to(self) -> Option<u64> {
        match self {
            Self::Passage(to) | Self::Slide(to) | Self::FalseExit(to) => Some(to),
            _ => None,
        }
    }
}

/// Returns the zone of a space, from 0.
pub(super) const fn zone(space: u64) -> usize {
    if space >= ZONES[4] { 4 } else { (space / 12) as usize }
}

/// Returns whether a door is behind this space.
pub(super) const fn is_at_door(space: u64) -> bool {
    zone(space) < zone(space + 1)
}

/// Returns the next space. A locked door leads back to the beginning of its zone.
pub(super) const fn next(space: u64, locked: bool) -> u64 {
    if locked && is_at_door(space) { ZONES[zone(space)] } else { space + 1 }
}

/// Returns the monster that a face card is on a space; none for other cards.
pub(super) fn monster(space: u64, card: Card) -> Option<Monster> {
    let face = card.rank().face_value().checked_sub(Rank::JACK.face_value())?;
    FACES[zone(space)].get(usize::from(face)).copied()
}
