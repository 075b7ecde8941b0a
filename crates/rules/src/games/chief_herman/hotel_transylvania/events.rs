//! The events of Hotel Transylvania.

use serde::Serialize;
use utoipa::ToSchema;

use super::guest::GuestNumber;
use super::house::Space;
use crate::cards::Card;
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

/// A seat drew cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
    /// The number of cards.
    pub cards: u64,
}

/// A seat played a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaPlayed)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The card, which is out of the game.
    pub card: Card,
}

/// Ghosts of a seat came into rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaHaunted)]
pub struct Haunted {
    /// The seat.
    pub seat: Seat,
    /// The rooms that got a ghost: that of the card, then those clockwise from it, then those counter-clockwise.
    pub rooms: Vec<Card>,
}

/// A guest moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaMoved)]
pub struct Moved {
    /// The guest.
    pub guest: GuestNumber,
    /// The two dice.
    pub dice: Vec<Face>,
    /// Where the guest was.
    pub from: Space,
    /// Where the guest is now.
    pub to: Space,
}

/// A guest is in a room without a ghost, and seats are asked for a surprise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaAsked)]
pub struct Asked {
    /// The guest.
    pub guest: GuestNumber,
    /// The card of the room.
    pub room: Card,
    /// The seats that are asked: those that hold cards.
    pub seats: Vec<Seat>,
}

/// A seat answered in the window for a surprise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaAnswered)]
pub struct Answered {
    /// The seat.
    pub seat: Seat,
}

/// A seat surprised the guest. Its ghost alone haunts the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaSurprised)]
pub struct Surprised {
    /// The seat.
    pub seat: Seat,
    /// The card of the room, which is out of the game.
    pub room: Card,
}

/// A guest of rank 1 to 5 was in a room. His rank is one more now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaScared)]
pub struct Scared {
    /// The guest.
    pub guest: GuestNumber,
    /// The rank before, which is the number of points that are shared out in a haunted room.
    pub rank: Face,
    /// The points of each seat. All are 0 if the room is not haunted.
    pub shares: Vec<i64>,
}

/// A guest of rank 6 was in a room and freaked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaFreakedOut)]
pub struct FreakedOut {
    /// The guest.
    pub guest: GuestNumber,
    /// The new rank, which the die shows.
    pub rank: Face,
    /// The points of each seat, 0 or negative. All are 0 if the room is not haunted.
    pub shares: Vec<i64>,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HotelTransylvaniaEnded)]
pub struct Ended {
    /// The score of each seat.
    pub scores: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Hotel Transylvania.
    pub enum Event = "HotelTransylvaniaEvent" by "type" {
        "drew" => Drew(Drew),
        "played" => Played(Played),
        "haunted" => Haunted(Haunted),
        "moved" => Moved(Moved),
        "asked" => Asked(Asked),
        "answered" => Answered(Answered),
        "surprised" => Surprised(Surprised),
        "scared" => Scared(Scared),
        "freaked_out" => FreakedOut(FreakedOut),
        "ended" => Ended(Ended),
    }
}
