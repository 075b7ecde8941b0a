//! The three castles: what is special to each, as data.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use super::court::{MOST, Row, Spot, corners, spots, touching};
use crate::fault::Rule;

/// What is special to a castle.
pub trait Castle: Copy + Debug + Eq + Send + Sync + 'static {
    /// The id of its game.
    const ID: &'static str;
    /// The prefix of the names of its schemas.
    const NAME: &'static str;
    /// Its title.
    const TITLE: &'static str;
    /// What its game is about.
    const SUMMARY: &'static str;
    /// For how many seats it is.
    const SEATS: RangeInclusive<u8>;
    /// Its rows of spaces, from the lowest up.
    const ROWS: &'static [Row];
    /// How many red, blue and yellow stones there are: together one for each space.
    const STONES: [usize; 3];
    /// Whether each seat has a corner as its house.
    const HOUSED: bool = false;
    /// How many points a touching pair of stones brings at the most.
    const PAIR: i64 = if Self::HOUSED { 2 } else { 1 };

    /// No move is made once the game has ended.
    const ENDED: Rule;
    /// Only the seat whose turn it is makes a move.
    const TURN: Rule;
    /// A stone of the color that is placed is left.
    const STONE: Rule;
    /// A stone is placed on an empty space.
    const EMPTY: Rule;

    /// Where the spaces lie, in their order, and how many they are.
    const SPOTS: ([Spot; MOST], usize) = spots(Self::ROWS);
    /// How many spaces there are.
    const COUNT: usize = {
        let [red, blue, yellow] = Self::STONES;
        assert!(red + blue + yellow == Self::SPOTS.1, "there is a stone for each space");
        Self::SPOTS.1
    };
    /// For each space the set of those that touch it.
    const TOUCHING: [u32; MOST] = touching(&Self::SPOTS);
    /// The four spaces of each corner, as sets; they matter where seats have houses.
    const CORNERS: [u32; 4] = corners(&Self::SPOTS, Self::ROWS[0].1, Self::ROWS.len() as u8);
    /// How many pairs of spaces touch.
    const PAIRS: i64 = {
        let (mut pairs, mut i) = (0, 0);
        while i < MOST {
            pairs += Self::TOUCHING[i].count_ones() as i64;
            i += 1;
        }
        pairs / 2
    };
}

/// Putwoody's: a court of five columns and four rows, with a tower at each of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Putwoodys;

impl Castle for Putwoodys {
    const ID: &'static str = "putwoodys-castle";
    const NAME: &'static str = "PutwoodysCastle";
    const TITLE: &'static str = "Putwoody's Castle";
    const SUMMARY: &'static str = "Fill a castle with stones of three colors: each brings a point for every stone of its own color that it touches.";
    const SEATS: RangeInclusive<u8> = 2..=5;
    const ROWS: &'static [Row] = &[Row(0, 7, 0), Row(1, 5, 0), Row(1, 5, 0), Row(0, 7, 0)];
    const STONES: [usize; 3] = [5, 8, 11];
    const ENDED: Rule = Rule("putwoodys-castle.ended");
    const TURN: Rule = Rule("putwoodys-castle.turn");
    const STONE: Rule = Rule("putwoodys-castle.stone");
    const EMPTY: Rule = Rule("putwoodys-castle.empty");
}

/// Nickie's: a tower of bricks, seven courses of four and three bricks by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nickies;

impl Castle for Nickies {
    const ID: &'static str = "nickies-castle";
    const NAME: &'static str = "NickiesCastle";
    const TITLE: &'static str = "Nickie's Castle";
    const SUMMARY: &'static str = "Fill a tower of bricks with stones of three colors: each brings a point for every stone of its own color that it touches, and may touch six.";
    const SEATS: RangeInclusive<u8> = 2..=5;
    const ROWS: &'static [Row] =
        &[Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0)];
    const STONES: [usize; 3] = [5, 7, 13];
    const ENDED: Rule = Rule("nickies-castle.ended");
    const TURN: Rule = Rule("nickies-castle.turn");
    const STONE: Rule = Rule("nickies-castle.stone");
    const EMPTY: Rule = Rule("nickies-castle.empty");
}

/// Herman's: six columns and five rows, with a house in each corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hermans;

impl Castle for Hermans {
    const ID: &'static str = "hermans-castle";
    const NAME: &'static str = "HermansCastle";
    const TITLE: &'static str = "Herman's Castle";
    const SUMMARY: &'static str = "Fill a castle with stones of three colors, and make your house in its corner show the color that you place elsewhere: that counts double.";
    const SEATS: RangeInclusive<u8> = 2..=4;
    const ROWS: &'static [Row] = &[Row(0, 6, 0); 5];
    const STONES: [usize; 3] = [10, 10, 10];
    const HOUSED: bool = true;
    const ENDED: Rule = Rule("hermans-castle.ended");
    const TURN: Rule = Rule("hermans-castle.turn");
    const STONE: Rule = Rule("hermans-castle.stone");
    const EMPTY: Rule = Rule("hermans-castle.empty");
}
