//! The data of the three castles.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use super::geometry::{MAX_SPACES, Row, Spot, corners, spots, touching};
use crate::fault::Rule;
use crate::page::{RulesPage, rules_page};

/// The data of a castle.
pub trait Castle: Copy + Debug + Eq + Send + Sync + 'static {
    /// The id of its game.
    const ID: &'static str;
    /// The prefix of its schema names.
    const NAME: &'static str;
    /// The title.
    const TITLE: &'static str;
    /// The summary of its game.
    const SUMMARY: &'static str;
    /// The rules pages of its game.
    const PAGE: RulesPage;
    /// The possible numbers of seats.
    const SEATS: RangeInclusive<u8>;
    /// The rows of spaces, from the bottom.
    const ROWS: &'static [Row];
    /// The numbers of red, blue and yellow stones. Their sum is the number of spaces.
    const STONES: [usize; 3];
    /// Whether each seat has a corner as its house.
    const HOUSED: bool = false;
    /// Maximum points for a touching pair of stones.
    const PAIR: i64 = if Self::HOUSED { 2 } else { 1 };

    /// No move is made after the end of the game.
    const ENDED: Rule;
    /// Only the seat whose turn it is makes a move.
    const TURN: Rule;
    /// The median number of moves, of as many games as there are seats: see [`Seated`](crate::game::Seated).
    const MEDIAN_MOVES: &'static [u16];
    /// A stone of the chosen color must be left.
    const STONE: Rule;
    /// A stone is placed on an empty space.
    const EMPTY: Rule;

    /// The positions of the spaces, in order, and their number.
    const SPOTS: ([Spot; MAX_SPACES], usize) = spots(Self::ROWS);
    /// The number of spaces.
    const COUNT: usize = {
        let [red, blue, yellow] = Self::STONES;
        assert!(red + blue + yellow == Self::SPOTS.1, "there is a stone for each space");
        Self::SPOTS.1
    };
    /// For each space, the set of spaces that touch it.
    const TOUCHING: [u32; MAX_SPACES] = touching(&Self::SPOTS);
    /// The four spaces of each corner, as sets. Only used in castles with houses.
    const CORNERS: [u32; 4] = corners(&Self::SPOTS, Self::ROWS[0].1, Self::ROWS.len() as u8);
    /// The number of touching pairs of spaces.
    const PAIRS: i64 = {
        let (mut pairs, mut i) = (0, 0);
        while i < MAX_SPACES {
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
    const SUMMARY: &'static str = "Fill a castle with stones of three colors. A stone scores a point for every stone \
        of its color that it touches.";
    const PAGE: RulesPage =
        rules_page!(players: "putwoodys-castle"; programs: "putwoodys-castle", "castles", "seats", "chance");
    const SEATS: RangeInclusive<u8> = 2..=5;
    const ROWS: &'static [Row] = &[Row(0, 7, 0), Row(1, 5, 0), Row(1, 5, 0), Row(0, 7, 0)];
    const STONES: [usize; 3] = [5, 8, 11];
    const ENDED: Rule = Rule("putwoodys-castle.ended");
    const TURN: Rule = Rule("putwoodys-castle.turn");
    const MEDIAN_MOVES: &'static [u16] = &[46, 69, 92, 115];
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
    const SUMMARY: &'static str = "Fill a tower of bricks with stones of three colors. A stone scores a point for \
        every stone of its color that it touches: up to six.";
    const PAGE: RulesPage =
        rules_page!(players: "nickies-castle"; programs: "nickies-castle", "castles", "seats", "chance");
    const SEATS: RangeInclusive<u8> = 2..=5;
    const ROWS: &'static [Row] =
        &[Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0), Row(0, 3, 1), Row(0, 4, 0)];
    const STONES: [usize; 3] = [5, 7, 13];
    const ENDED: Rule = Rule("nickies-castle.ended");
    const TURN: Rule = Rule("nickies-castle.turn");
    const MEDIAN_MOVES: &'static [u16] = &[48, 72, 96, 120];
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
    const PAGE: RulesPage =
        rules_page!(players: "hermans-castle"; programs: "hermans-castle", "castles", "seats", "chance");
    const SEATS: RangeInclusive<u8> = 2..=4;
    const ROWS: &'static [Row] = &[Row(0, 6, 0); 5];
    const STONES: [usize; 3] = [10, 10, 10];
    const HOUSED: bool = true;
    const ENDED: Rule = Rule("hermans-castle.ended");
    const TURN: Rule = Rule("hermans-castle.turn");
    const MEDIAN_MOVES: &'static [u16] = &[60, 90, 119];
    const STONE: Rule = Rule("hermans-castle.stone");
    const EMPTY: Rule = Rule("hermans-castle.empty");
}
