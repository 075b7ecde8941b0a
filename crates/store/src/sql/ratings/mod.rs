//! Ratings of players in games for several seats.
//!
//! `ratings` has the rating of each player in each game. `rated_pairs` has the last day on which a game of two players was rated, so that a
//! pair counts once a day, and by which a new opponent is recognized. It grows with the pairs of players, not with their games. Both are
//! written in the transaction that ends a table.

mod read;
mod update;

use sqlx::Row as _;

pub(super) use self::read::{of_player, of_players, page};
pub(super) use self::update::{add, forget, hide};
use super::Row;
use super::values::number_at;
use crate::{PlayerRating, Rating};

/// The columns of a [`PlayerRating`], in the order in which [`rating_at`] reads them.
const RATING: &str =
    "ratings.game, ratings.rating, ratings.deviation, ratings.volatility, ratings.games, ratings.opponents";

/// Reads a rating from a row, starting at a column.
fn rating_at(row: &Row, column: usize) -> sqlx::Result<PlayerRating> {
    Ok(PlayerRating {
        game: row.try_get(column)?,
        rating: Rating {
            rating: row.try_get(column + 1)?,
            deviation: row.try_get(column + 2)?,
            volatility: row.try_get(column + 3)?,
        },
        games: number_at(row, column + 4)?,
        opponents: number_at(row, column + 5)?,
    })
}
