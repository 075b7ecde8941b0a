//! The description of the table: hands and boards of the seats, the lifeboats, and the middle.

use super::Shipwreck;
use super::boats::{Boat, Load, worth};
use super::table::{HAND, LAST_ROUND, Phase, Table};
use crate::cards::{Card, Viewed};
use crate::game::{Game as _, NoOptions, Sight};
use crate::games::chief_herman::shown;
use crate::scene::{Area, Ground, Piece, Place, Scene, Side, Spread};
use crate::text::points;

/// The number of cards for which a board has space.
const BOARD: usize = 2;
/// The number of cards for which a lifeboat has space.
const LOAD: usize = 10;

/// Describes the table. Hands come first: where a card is there twice, moves mean the one of the hand.
pub(super) fn describe(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
    let table = sight.table;
    let mut areas = Vec::new();
    for (seat, (hand, board)) in sight.seats.iter().zip(table.hands.iter().zip(&table.boards)) {
        areas.push(shown::hand(HAND, hand).of(seat));
        areas.push(shown::fan("board", BOARD, board).of(seat));
    }
    let keys = table.keys.iter().map(|key| Area::fan("key", 1, [Piece::card(key.card)]).of(key.seat));
    areas.extend(keys);
    let middle = table.fight.iter().flat_map(|fight| fight.cards.iter().copied().map(Piece::card));
    areas.push(Area::fan("fight", HAND, middle));
    areas.push(Area::from_places("lifeboats", Ground::Board, table.boats.each().map(boat).to_vec()));
    areas.push(shown::pile("deck", table.deck.len()).on(Side::Right));
    Scene::new(Shipwreck::TITLE, table.caption(), areas)
}

fn boat((boat, load): (Boat, &Load)) -> Place {
    let label = format!("{}: {}", boat.suit().name(), points(worth(load)));
    let cards = load.iter().copied().map(Piece::card);
    Place::at("", 0, 2 * boat as i32, cards).sized(12, 2).spread(Spread::Fan(LOAD)).labelled(label)
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        let (round, active) = (self.round, self.active);
        match (self.phase, &self.fight) {
            (Phase::Fight, Some(fight)) => format!("round {round}: seat {active} fights seat {}", fight.target),
            (Phase::Turn | Phase::Fight, _) => {
                format!("round {round} of at most {LAST_ROUND}: seat {active} discards or attacks")
            }
            (Phase::Showdown, _) => format!("round {round}: the ship has sunk, choose your lifeboats"),
            (Phase::Over, _) => format!("over after round {round}"),
        }
    }
}
