//! The score of a treasure in The Magic Bag. Rules: magic-bag.md, "Score".

use serde::Serialize;

use crate::game::ScoreCard;
use crate::piecepack::{Coin, Suit};
use crate::wire::ToSchema;

/// The parts of a score of The Magic Bag. Higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MagicBagScore {
    /// The score if the game ended now.
    #[schema(minimum = 0, maximum = 1035)]
    pub total: u64,
    /// The artifact of Suns.
    #[schema(minimum = 0, maximum = 210)]
    pub suns: u64,
    /// The artifact of Moons.
    #[schema(minimum = 0, maximum = 210)]
    pub moons: u64,
    /// The gold: the values of the Crowns.
    #[schema(minimum = 0, maximum = 15)]
    pub gold: u64,
    /// The artifact of Arms.
    #[schema(minimum = 0, maximum = 210)]
    pub arms: u64,
    /// For the rows that remained when the bag was emptied: 10 times the sum of their tiles' values.
    #[schema(minimum = 0, maximum = 390)]
    pub bonus: u64,
}

impl ScoreCard for MagicBagScore {
    fn total(&self) -> u64 {
        self.total
    }
}

impl MagicBagScore {
    /// Computes the score of a treasure and a bonus.
    #[must_use]
    pub fn of(treasure: &[Coin], bonus: u64) -> Self {
        let [suns, moons, gold, arms] = Suit::ALL.map(|suit| match suit {
            Suit::C => gold(treasure),
            _ => artifact(suit, treasure),
        });
        Self { total: suns + moons + gold + arms + bonus, suns, moons, gold, arms, bonus }
    }
}

/// Computes the value of the Crowns: their sum.
fn gold(treasure: &[Coin]) -> u64 {
    treasure.iter().filter(|coin| coin.suit() == Suit::C).map(|coin| coin.value().count()).sum()
}

/// The cells of an artifact's pieces on the reference sheet, by value: (column, row).
const fn sheet(suit: Suit) -> [(u8, u8); 6] {
    match suit {
        Suit::S => [(1, 0), (0, 2), (1, 2), (0, 1), (1, 1), (0, 0)],
        Suit::M => [(0, 0), (1, 1), (1, 0), (0, 1), (2, 0), (0, 2)],
        // Crowns are not an artifact, so their cells do not matter.
        Suit::C | Suit::A => [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)],
    }
}

/// The score of a group by its number of pieces.
const GROUP: [u64; 7] = [0, 10, 30, 60, 100, 150, 210];

/// Computes the score of an artifact's pieces: pieces that share edges on the sheet form groups.
fn artifact(suit: Suit, treasure: &[Coin]) -> u64 {
    let places = sheet(suit);
    let own = treasure.iter().filter(|coin| coin.suit() == suit);
    let mut left: Vec<(u8, u8)> = own.map(|coin| places[coin.value().index()]).collect();
    let mut points = 0;
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut reached = 0;
        while let Some(place) = group.get(reached).copied() {
            reached += 1;
            group.extend(left.extract_if(.., |other| share_an_edge(place, *other)));
        }
        points += GROUP[reached];
    }
    points
}

const fn share_an_edge(a: (u8, u8), b: (u8, u8)) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piecepack::{PiecepackPiece, Value};

    fn coins(names: &str) -> Vec<Coin> {
        names.split_whitespace().map(|name| name.parse().expect("a coin")).collect()
    }

    #[test]
    fn arms_with_gap_are_two_groups_worth_70() {
        assert_eq!(MagicBagScore::of(&coins("A1 A2 A3 A5"), 0).arms, 70);
    }

    #[test]
    fn artifact_sets_match_known_sums() {
        let tables = [
            (Suit::A, [0, 60, 350, 840, 1050, 700, 210]),
            (Suit::M, [0, 60, 360, 920, 1220, 820, 210]),
            (Suit::S, [0, 60, 370, 980, 1340, 900, 210]),
        ];
        for (suit, table) in tables {
            let mut sums = [0; 7];
            for set in 0..64_u32 {
                let values = Value::ALL.into_iter().filter(|value| set >> value.number() & 1 == 1);
                let pieces: Vec<Coin> = values.map(|value| Coin::new(suit, value)).collect();
                sums[pieces.len()] += artifact(suit, &pieces);
            }
            assert_eq!(sums, table, "{suit}");
        }
    }

    #[test]
    fn all_coins_are_worth_645() {
        let score = MagicBagScore::of(&Coin::ALL, 0);
        assert_eq!((score.suns, score.moons, score.gold, score.arms, score.total), (210, 210, 15, 210, 645));
    }

    #[test]
    fn crown_null_is_worthless_unlike_artifact_nulls() {
        assert_eq!(MagicBagScore::of(&coins("C0"), 0).total, 0);
        assert_eq!(MagicBagScore::of(&coins("S0"), 0).total, 10);
    }

    #[test]
    fn pieces_touching_at_corner_are_separate_groups() {
        assert_eq!(MagicBagScore::of(&coins("M2 M3"), 0).moons, 20);
        assert_eq!(MagicBagScore::of(&coins("M2 M3 M0"), 0).moons, 60);
    }
}
