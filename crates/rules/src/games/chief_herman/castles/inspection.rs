//! The inspection of a posted table of a castle.

use super::castle::Castle;
use super::court::{Color, Space};
use super::{CastleOptions, Corner, Table};
use crate::fault::Faults;
use crate::game::Context;

pub(super) fn inspect<C: Castle>(context: Context<CastleOptions>, table: &Table<C>, faults: &mut Faults) {
    let seats = usize::from(context.seats.count());
    let detail = format_args!("{} scores, where there are {seats} seats", table.scores.len());
    faults.require(table.scores.len() == seats, "/scores", "seat_missing", detail);
    inspect_castle(table, faults);
    if C::HOUSED {
        inspect_houses(table, seats, faults);
    }
    let games = context.options.games.count(context.seats);
    let detail = format_args!("the run has {games} games");
    faults.require(table.game <= games, "/game", "impossible_game", detail);
    let detail = "the castle is full, so the next game would have started";
    faults.require(!table.castle.is_full() || table.game >= games, "/game", "impossible_game", detail);
    inspect_scores(table, faults);
}

fn inspect_castle<C: Castle>(table: &Table<C>, faults: &mut Faults) {
    for color in Color::ALL {
        let most = C::STONES[color as usize];
        let mut laid = Space::<C>::all().filter(|space| table.castle.color(*space) == Some(color));
        if let Some(space) = laid.nth(most) {
            let detail = format_args!("there are {most} {color} stones, and this is one more");
            faults.add(format_args!("/castle/{space}"), "too_many_stones", detail);
        }
    }
    let detail = "the last space is filled automatically";
    faults.require(table.castle.left() != 1, "/castle", "impossible_pause", detail);
}

fn inspect_houses<C: Castle>(table: &Table<C>, seats: usize, faults: &mut Faults) {
    let houses = &table.houses;
    for (i, corner) in houses.iter().enumerate() {
        let detail = format_args!("another seat has the {corner} corner");
        faults.require(!houses[..i].contains(corner), format_args!("/houses/{i}"), "house_twice", detail);
    }
    let detail = format_args!("must have at most {seats} houses, one for each seat (got {})", houses.len());
    faults.require(houses.len() <= seats, "/houses", "impossible_houses", detail);
    let begun = table.castle.count() > 0 || table.game > 1;
    let detail = "no stone can be placed before every seat has a house";
    faults.require(!begun || houses.len() >= seats, "/houses", "impossible_houses", detail);
    let all = Corner::ALL.len();
    let detail = "the last seat gets the last corner automatically";
    faults.require(begun || seats < all || houses.len() + 1 != all, "/houses", "impossible_houses", detail);
}

fn inspect_scores<C: Castle>(table: &Table<C>, faults: &mut Faults) {
    let now = C::PAIR * table.castle.pairs();
    let most = now + C::PAIR * C::PAIRS * (table.game as i64 - 1);
    let before = faults.count();
    for (i, score) in table.scores.iter().enumerate() {
        let detail = format_args!("{score} points, where all seats together have at most {most}");
        faults.require((0..=most).contains(score), format_args!("/scores/{i}"), "impossible_scores", detail);
    }
    if faults.count() == before {
        // Without houses, every touching pair of one color has given exactly one point.
        let least = if C::HOUSED { 0 } else { now };
        let sum: i64 = table.scores.iter().sum();
        let detail = format_args!("{sum} points together, where {least} to {most} were made");
        faults.require((least..=most).contains(&sum), "/scores", "impossible_scores", detail);
    }
}
