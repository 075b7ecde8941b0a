//! The scene: the pot, what was scored, and the cabs of each seat.

use super::ShortBusToParadise;
use super::cab::{Cab, ScoredCab, WaitingCab};
use super::stone::{Color, Group};
use super::table::{Phase, Table};
use crate::cards::Viewed;
use crate::game::{Game as _, NoOptions, Seat, Seats, Sight, Viewer};
use crate::games::chief_herman::shown;
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene, Side, counted};

/// The number of colors in a row of the pot.
const IN_ROW: usize = 5;
/// The number of waiting cabs in a row.
const CABS_IN_ROW: usize = 6;

pub(super) fn scene(sight: Sight<NoOptions, Table<Viewed<Cab>>>) -> Scene {
    let table = sight.table;
    let bag = (!table.bag.is_empty()).then(|| Piece::Stones(table.bag.len() as u64, Paint::Plain));
    let deck = shown::pile("deck", table.deck.len());
    let mut areas = vec![pot(table), Area::row("bag", 1, bag), deck, scored(table)];
    for seat in own_first(sight.seats, sight.viewer) {
        areas.push(shown::hand(5, &table.hands[seat.index()]).of(seat));
        areas.push(waiting(table, seat));
        areas.push(left(table, seat));
    }
    if !table.gone.is_empty() {
        areas.push(Area::row("gone", table.gone.len(), table.gone.iter().copied().map(stones)));
    }
    Scene::new(ShortBusToParadise::TITLE, table.caption(), areas)
}

/// Returns the seats in the order of play, beginning with that of the viewer.
fn own_first(seats: Seats, viewer: Viewer) -> impl Iterator<Item = Seat> {
    let own = if let Viewer::Seat(seat) = viewer { seat.index() } else { 0 };
    seats.iter().cycle().skip(own).take(seats.count().into())
}

fn stones(Group { color, count }: Group) -> Piece {
    Piece::Stones(count, Paint::In(color.paint()))
}

/// Shows the pot: each color has its own place.
fn pot(table: &Table<Viewed<Cab>>) -> Area {
    let place = |(i, color): (usize, Color)| {
        let group = table.pot.iter().find(|group| group.color == color).copied();
        let (x, y) = (2 * (i % IN_ROW) as i32, 2 * (i / IN_ROW) as i32);
        Place::at(color.letter(), x, y, group.map(stones)).labelled(color)
    };
    Area::from_places("pot", Ground::Plain, Color::ALL.into_iter().enumerate().map(place).collect()).on(Side::Below)
}

/// Shows how many stones of each color all seats have scored, and what a stone is worth.
fn scored(table: &Table<Viewed<Cab>>) -> Area {
    let (totals, worths) = (table.totals(), table.worths());
    let scored = Color::ALL.into_iter().filter(|color| totals[*color as usize] > 0);
    let place = |(color, x): (Color, i32)| {
        let group = Group { color, count: totals[color as usize] };
        Place::at("", x, 0, [stones(group)]).labelled(format_args!("worth {}", worths[color as usize]))
    };
    let places: Vec<Place> = scored.zip((0..).step_by(2)).map(place).collect();
    if places.is_empty() {
        return Area::row("scored by all", 1, None);
    }
    Area::from_places("scored by all", Ground::Plain, places).on(Side::Below)
}

/// Shows the waiting cabs of a seat with their passengers.
fn waiting(table: &Table<Viewed<Cab>>, seat: Seat) -> Area {
    let cabs = table.waiting_of(seat);
    if cabs.is_empty() {
        return Area::row("cabs", 1, None).of(seat);
    }
    let place = |(i, waiting): (usize, &WaitingCab)| {
        let (x, y) = (2 * (i % CABS_IN_ROW) as i32, 3 * (i / CABS_IN_ROW) as i32);
        let pieces = [Piece::card(waiting.cab)].into_iter().chain(waiting.passengers.map(stones));
        Place::at(waiting.cab, x, y, pieces).sized(2, 3)
    };
    let places = cabs.iter().enumerate().map(place).collect();
    Area::from_places("cabs", Ground::Cabs, places).of(seat).on(Side::Below)
}

/// Shows the stones of a seat in cabs that have left, by color.
fn left(table: &Table<Viewed<Cab>>, seat: Seat) -> Area {
    let cabs = &table.scored[seat.index()];
    let sum = |color: Color| {
        let of_color = cabs.iter().filter(|scored| scored.color == color);
        of_color.map(|ScoredCab { cab, .. }| cab.room()).sum()
    };
    let groups = Color::ALL.into_iter().map(|color| Group { color, count: sum(color) });
    Area::row("scored", 3, groups.filter(|group| group.count > 0).map(stones)).of(seat)
}

impl Table<Viewed<Cab>> {
    fn caption(&self) -> String {
        let turn = self.turn;
        match (self.phase, self.last_turns) {
            (Phase::Over, _) => format!("over after turn {turn}"),
            (Phase::Turns, None) => format!("turn {turn}"),
            (Phase::Turns, Some(0)) => format!("turn {turn}, the last one"),
            (Phase::Turns, Some(turns)) => format!("turn {turn}, then {} to the end", counted(turns, "turn")),
        }
    }
}
