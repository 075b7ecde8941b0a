//! The scene: the house in six rows, one for each door and the rooms after it.

use super::answer::TableCard;
use super::guest::Guest;
use super::house::Space;
use super::table::{Phase, Table};
use crate::cards::{Card, PlayingCard as _};
use crate::games::chief_herman::shown;
use crate::scene::{Area, Ground, Piece, Place, Scene, Side, Spread};

/// The number of ghosts of a stack that are shown. The top one gets two of the first points, so that of six points none
/// reaches a sixth ghost.
const SHOWN: usize = 5;

pub(super) fn scene<C: TableCard>(title: &str, table: &Table<C>) -> Scene {
    let mut areas = vec![
        Area::from_places("house", Ground::Board, Space::all().map(|space| place(table, space)).collect()),
        Area::from_places("ranks of the guests", Ground::Board, ranks(&table.guests).collect()).on(Side::Below),
    ];
    areas.extend(table.seats().zip(&table.hands).map(|(seat, hand)| shown::hand(5, hand).of(seat)));
    areas.push(shown::pile("deck", table.deck.len()));
    let scene = Scene::new(title, table.caption(), areas);
    table.answers.iter().fold(scene, |scene, given| scene.noting(given.seat, "has answered"))
}

/// Returns a place of the house, with guests and then ghosts, the top first.
fn place<C: TableCard>(table: &Table<C>, space: Space) -> Place {
    let wing = space.wing();
    let column = Space::door(wing).steps_to(space);
    let guests = table.guests_at(space).map(|(number, guest)| Piece::Guest(number.number(), guest.rank));
    let stack = space.card().and_then(|card| table.stack(card));
    let ghosts = stack.into_iter().flat_map(|stack| stack.ghosts.iter().take(SHOWN)).map(|seat| Piece::Ghost(*seat));
    let label = space.card().map_or_else(|| format!("door {}", wing + 1), short_name);
    // Doors are wider: their names are longer.
    let (x, width) = if column == 0 { (0, 3) } else { (2 * column as i32 + 1, 2) };
    Place::at("", x, 3 * wing as i32, guests.chain(ghosts)).sized(width, 3).labelled(label).spread(Spread::Row(1))
}

/// Returns the name of a card as players write it: `10♣`.
fn short_name(card: Card) -> String {
    let (rank, suit) = (card.rank(), card.suit().symbol());
    if rank.face_value() == 10 { format!("10{suit}") } else { format!("{rank}{suit}") }
}

/// Returns a place for each guest with the rank, in which the guest can be chosen.
fn ranks(guests: &[Guest]) -> impl Iterator<Item = Place> {
    let place = |(number, guest): (i32, &Guest)| {
        let rank = Piece::Number(guest.rank.number().into());
        Place::at(number, 2 * (number - 1), 0, [rank]).labelled(format_args!("guest {number}"))
    };
    (1..).zip(guests).map(place)
}

impl<C: TableCard> Table<C> {
    fn caption(&self) -> String {
        let seat = self.turn;
        match (self.phase, self.landed()) {
            (Phase::Surprise, Some((guest, room))) => {
                format!("guest {guest} is in the room of the {}: does a seat surprise him?", room.spoken_name())
            }
            (Phase::Play, _) => format!("seat {seat} plays a card"),
            (Phase::Over, _) => "over, all rooms are haunted".to_owned(),
            _ => format!("seat {seat} moves a guest"),
        }
    }
}
