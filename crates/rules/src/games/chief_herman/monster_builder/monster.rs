//! A monster: its five parts and its attacks.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::Face;
use crate::game::Seat;
use crate::scene::{Area, Ground, Paint, Piece, Place};
use crate::wire::{self, ToSchema};

/// A part of a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MonsterBuilderPart)]
pub enum Part {
    /// The head.
    Head,
    /// The left arm.
    LeftArm,
    /// The right arm.
    RightArm,
    /// The left leg.
    LeftLeg,
    /// The right leg.
    RightLeg,
}

impl Part {
    /// All parts in order.
    pub const ALL: [Self; 5] = [Self::Head, Self::LeftArm, Self::RightArm, Self::LeftLeg, Self::RightLeg];

    /// Returns the name of the part for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::LeftArm => "left arm",
            Self::RightArm => "right arm",
            Self::LeftLeg => "left leg",
            Self::RightLeg => "right leg",
        }
    }

    /// Returns the name of the part in moves.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::LeftArm => "left_arm",
            Self::RightArm => "right_arm",
            Self::LeftLeg => "left_leg",
            Self::RightLeg => "right_leg",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A way to fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MonsterBuilderAttack)]
pub enum Attack {
    /// With the head, against two dice.
    HeadSmash,
    /// With both arms, against three dice.
    Punch,
    /// With both legs, against the whole of the other monster.
    Trip,
}

impl Attack {
    /// All attacks in order.
    pub const ALL: [Self; 3] = [Self::HeadSmash, Self::Punch, Self::Trip];

    /// Returns the parts with which the attacker fights.
    #[must_use]
    pub const fn with(self) -> &'static [Part] {
        match self {
            Self::HeadSmash => &[Part::Head],
            Self::Punch => &[Part::LeftArm, Part::RightArm],
            Self::Trip => &[Part::LeftLeg, Part::RightLeg],
        }
    }

    /// Returns the number of dice that the defender rolls; with none it defends itself with all its parts.
    #[must_use]
    pub const fn defenders_dice(self) -> usize {
        match self {
            Self::HeadSmash => 2,
            Self::Punch => 3,
            Self::Trip => 0,
        }
    }

    /// Returns the parts that the winner may steal from the loser.
    #[must_use]
    pub const fn at_stake(self) -> &'static [Part] {
        match self {
            Self::HeadSmash => &[Part::Head],
            Self::Punch => &[Part::Head, Part::LeftArm, Part::RightArm],
            Self::Trip => &Part::ALL,
        }
    }
}

wire::record! {
    /// A monster: the value of each part, 0 to 6.
    #[derive(Copy, Default)]
    #[schema(as = MonsterBuilderMonster)]
    pub struct Monster {
        /// The head.
        #[serde(deserialize_with = "wire::integer::<_, 0, 6>")]
        #[schema(minimum = 0, maximum = 6)]
        pub head: u64,
        /// The left arm.
        #[serde(deserialize_with = "wire::integer::<_, 0, 6>")]
        #[schema(minimum = 0, maximum = 6)]
        pub left_arm: u64,
        /// The right arm.
        #[serde(deserialize_with = "wire::integer::<_, 0, 6>")]
        #[schema(minimum = 0, maximum = 6)]
        pub right_arm: u64,
        /// The left leg.
        #[serde(deserialize_with = "wire::integer::<_, 0, 6>")]
        #[schema(minimum = 0, maximum = 6)]
        pub left_leg: u64,
        /// The right leg.
        #[serde(deserialize_with = "wire::integer::<_, 0, 6>")]
        #[schema(minimum = 0, maximum = 6)]
        pub right_leg: u64,
    }
}

impl Monster {
    /// Returns the value of a part.
    #[must_use]
    pub const fn value(&self, part: Part) -> u64 {
        match part {
            Part::Head => self.head,
            Part::LeftArm => self.left_arm,
            Part::RightArm => self.right_arm,
            Part::LeftLeg => self.left_leg,
            Part::RightLeg => self.right_leg,
        }
    }

    /// Replaces the value of a part and returns the old one.
    pub(super) fn build(&mut self, part: Part, value: u64) -> u64 {
        let place = match part {
            Part::Head => &mut self.head,
            Part::LeftArm => &mut self.left_arm,
            Part::RightArm => &mut self.right_arm,
            Part::LeftLeg => &mut self.left_leg,
            Part::RightLeg => &mut self.right_leg,
        };
        std::mem::replace(place, value)
    }

    /// Returns the sum of some parts.
    #[must_use]
    pub fn sum(&self, parts: &[Part]) -> u64 {
        parts.iter().map(|part| self.value(*part)).sum()
    }

    /// Returns whether all parts are 6.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        Part::ALL.iter().all(|part| self.value(*part) == 6)
    }

    /// Creates the area of the monster: head above, then arms, then legs. A part of the value 0 is missing.
    pub(super) fn area(self, seat: Seat, named: bool) -> Area {
        let place = |(part, (x, y)): (Part, (i32, i32))| {
            let name = if named { part.id() } else { "" };
            let face = u8::try_from(self.value(part)).ok().and_then(Face::new);
            Place::at(name, x, y, face.map(|face| Piece::Pips(face, Paint::Plain))).labelled(part)
        };
        let places = Part::ALL.into_iter().zip([(2, 0), (0, 2), (4, 2), (1, 4), (3, 4)]).map(place).collect();
        Area::from_places("monster", Ground::Board, places).of(seat)
    }

    /// Returns the parts that can be stolen from this monster after it lost a fight.
    pub(super) fn stealable(self, attack: Attack) -> impl Iterator<Item = Part> {
        attack.at_stake().iter().copied().filter(move |part| self.value(*part) > 0)
    }
}
