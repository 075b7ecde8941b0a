//! The board of The Magic Bag in numbers: rows of tiles, and sets of coins as bit masks.

use std::sync::LazyLock;

use funhouse_rules::games::magic_bag::{Dice, MagicBagScore, RowNumber, Table};
use funhouse_rules::piecepack::{Coin, PiecepackPiece as _, Tile};

/// The number of states of four dice.
pub(super) const DICE_STATES: usize = 6 * 6 * 6 * 6;
/// The number of rows at the deal.
pub(super) const ROWS: usize = 9;

/// An expected total, in thousandths of a point.
pub(super) type Value = i32;
/// A point, in units of values.
pub(super) const UNIT: i64 = 1000;

/// A set of coins: a bit for each, in canonical order.
pub(super) type Coins = u32;

/// The position between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub rows: [Row; ROWS],
    pub treasure: Coins,
    pub bag: Coins,
}

/// The tiles of a row, each as its index in canonical order. A row without tiles is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    tiles: [u8; 4],
    length: u8,
}

impl Row {
    pub(super) fn of(tiles: &[Tile]) -> Self {
        let mut row = Self::default();
        for (place, tile) in row.tiles.iter_mut().zip(tiles) {
            *place = tile.index() as u8;
            row.length += 1;
        }
        row
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = usize> + '_ {
        self.tiles.iter().take(self.len()).map(|tile| usize::from(*tile))
    }

    pub(super) const fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns the sum of the values of the tiles.
    pub(super) fn sum(&self) -> i64 {
        self.tiles().map(|tile| tile as i64 % 6).sum()
    }

    /// Returns the row without a tile.
    pub(super) fn without(&self, removed: usize) -> Self {
        let mut row = Self::default();
        for tile in self.tiles().filter(|tile| *tile != removed) {
            row.tiles[row.len()] = tile as u8;
            row.length += 1;
        }
        row
    }

    /// Returns the number of tiles whose value another tile before has.
    pub(super) fn repeated(&self) -> i64 {
        let values = self.tiles().fold(0_u32, |values, tile| values | 1 << (tile % 6));
        i64::from(self.length) - i64::from(values.count_ones())
    }

    /// Returns the number of tiles of each value, in the form of [`counts`].
    pub(super) fn needs(&self) -> u32 {
        self.tiles().map(|tile| 1 << (4 * (tile % 6))).sum()
    }

    /// Returns the number of coins for a claim with these dice.
    pub(super) fn coins(&self, dice: usize) -> usize {
        1 + self.tiles().filter(|tile| face(dice, tile / 6) == tile % 6).count()
    }
}

impl Board {
    pub(super) fn of(table: &Table) -> Self {
        let set = |coins: &[Coin]| coins.iter().map(|coin| 1 << coin.index()).sum();
        let mut rows = [Row::default(); ROWS];
        for (row, number) in rows.iter_mut().zip(RowNumber::all()) {
            *row = Row::of(table.rows.get(number).tiles());
        }
        Self { rows, treasure: set(&table.treasure), bag: set(&table.bag) }
    }

    /// Returns the sum of the values of all tiles left.
    pub(super) fn sum(&self) -> i64 {
        self.rows.iter().map(Row::sum).sum()
    }
}

/// Returns the face of a suit's die in a state of the dice.
pub(super) const fn face(dice: usize, suit: usize) -> usize {
    dice / [1, 6, 36, 216][suit] % 6
}

/// Returns the number of a state of the dice.
pub(super) fn number(dice: Dice) -> usize {
    dice.values().into_iter().rev().fold(0, |number, value| 6 * number + value.index())
}

/// For each state of the dice, the number of dice with each value: four bits each, the highest of which is set.
static COUNTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let count = |dice: usize| (0..4).map(|suit| 1 << (4 * face(dice, suit))).sum::<u32>();
    (0..DICE_STATES).map(|dice| count(dice) | GUARDS).collect()
});

const GUARDS: u32 = 0x88_8888;

/// Returns the number of dice with each value, for all states of the dice.
pub(super) fn counts() -> &'static [u32] {
    &COUNTS
}

/// Returns whether dice have all the values of a row.
pub(super) const fn matches(counts: u32, needs: u32) -> bool {
    (counts - needs) & GUARDS == GUARDS
}

/// Returns the score of a treasure.
pub(super) fn worth(coins: Coins) -> i64 {
    let part = |suit: usize| WORTH[suit][(coins >> (6 * suit) & 63) as usize];
    part(0) + part(1) + part(2) + part(3)
}

/// The score of each set of coins of each suit.
static WORTH: LazyLock<[[i64; 64]; 4]> = LazyLock::new(|| {
    std::array::from_fn(|suit| {
        std::array::from_fn(|set| {
            let coins =
                Coin::ALL.into_iter().filter(|coin| coin.index() / 6 == suit && set >> (coin.index() % 6) & 1 == 1);
            MagicBagScore::of(&coins.collect::<Vec<_>>(), 0).total as i64
        })
    })
});

/// Returns the coins of a set, each as its index.
pub(super) fn coins(set: Coins) -> impl Iterator<Item = usize> {
    (0..24).filter(move |coin| set >> coin & 1 == 1)
}

/// Returns the coin of the treasure whose payment costs least, and twice its cost: now, and once all coins are drawn.
pub(super) fn cheapest(treasure: Coins, bag: Coins) -> Option<(usize, i64)> {
    let (now, all) = (worth(treasure), worth(treasure | bag));
    let cost = |coin: usize| now - worth(treasure & !(1 << coin)) + all - worth((treasure | bag) & !(1 << coin));
    coins(treasure).map(|coin| (coin, cost(coin))).min_by_key(|(_, cost)| *cost)
}

#[cfg(test)]
mod tests {
    use funhouse_rules::chance::Chance;
    use funhouse_rules::game::State;
    use funhouse_rules::games::magic_bag::MagicBag;
    use funhouse_rules::piecepack::{Suit, Value as Face};

    use super::*;

    /// The dice of a state.
    fn dice(state: usize) -> Dice {
        let [suns, moons, crowns, arms] = Suit::ALL.map(|suit| Face::ALL[face(state, suit.index())]);
        Dice { suns, moons, crowns, arms }
    }

    #[test]
    fn rows_match_dice_as_in_the_rules() {
        let state = State::<MagicBag>::deal("rows".parse().expect("a seed"), Default::default());
        let board = Board::of(state.table());
        for (row, number) in board.rows.iter().zip(RowNumber::all()) {
            let rules = state.table().rows.get(number);
            for state in 0..DICE_STATES {
                assert_eq!(number_of(state), state);
                assert_eq!(matches(counts()[state], row.needs()), rules.matches(dice(state)), "{rules}, {state}");
                assert_eq!(row.coins(state) as u64, rules.coins(dice(state)), "{rules}, {state}");
            }
        }
    }

    fn number_of(state: usize) -> usize {
        number(dice(state))
    }

    #[test]
    fn worth_is_the_score_of_the_treasure() {
        let mut draws = Chance::unknown().event("worth");
        for _ in 0..1000 {
            let set = draws.below(1 << 24) as Coins;
            let treasure: Vec<Coin> = coins(set).map(|coin| Coin::ALL[coin]).collect();
            assert_eq!(worth(set), MagicBagScore::of(&treasure, 0).total as i64, "{treasure:?}");
        }
    }

    #[test]
    fn cheapest_coin_costs_least_now_and_later() {
        let set = |names: &str| names.split(' ').map(|name| 1 << name.parse::<Coin>().expect("a coin").index()).sum();
        let (treasure, bag) = (set("S0 A1 A2 C4"), set("A3 S5"));
        // C4 costs 4 points, now and later. S0 costs 10 now, and 20 if S5 is drawn, which it touches.
        assert_eq!(cheapest(treasure, bag), Some((set("C4").trailing_zeros() as usize, 8)));
        assert_eq!(cheapest(set("S0"), bag), Some((0, 30)));
        assert_eq!(cheapest(0, bag), None);
    }
}
