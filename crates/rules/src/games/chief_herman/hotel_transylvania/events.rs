//! The events of Hotel Transylvania.

use super::guest::GuestNumber;
use super::house::Space;
use crate::cards::Card;
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    event
    /// An event of Hotel Transylvania.
    pub enum Event = "HotelTransylvaniaEvent" by "type" {
        /// A seat drew cards.
        "drew" => Drew as HotelTransylvaniaDrew {
            /// The seat.
            pub seat: Seat,
            /// The number of cards.
            pub cards: u64,
        },
        /// A seat played a card.
        "played" => Played as HotelTransylvaniaPlayed {
            /// The seat.
            pub seat: Seat,
            /// The card, which is out of the game.
            pub card: Card,
        },
        /// Ghosts of a seat came into rooms.
        "haunted" => Haunted as HotelTransylvaniaHaunted {
            /// The seat.
            pub seat: Seat,
            /// The rooms that got a ghost: that of the card, then those clockwise from it, then those counter-clockwise.
            pub rooms: Vec<Card>,
        },
        /// A guest moved.
        "moved" => Moved as HotelTransylvaniaMoved {
            /// The guest.
            pub guest: GuestNumber,
            /// The two dice.
            pub dice: Vec<Face>,
            /// Where the guest was.
            pub from: Space,
            /// Where the guest is now.
            pub to: Space,
        },
        /// A guest is in a room without a ghost, and seats are asked for a surprise.
        "asked" => Asked as HotelTransylvaniaAsked {
            /// The guest.
            pub guest: GuestNumber,
            /// The card of the room.
            pub room: Card,
            /// The seats that are asked: those that hold cards.
            pub seats: Vec<Seat>,
        },
        /// A seat answered in the window for a surprise.
        "answered" => Answered as HotelTransylvaniaAnswered {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat surprised the guest. Its ghost alone haunts the room.
        "surprised" => Surprised as HotelTransylvaniaSurprised {
            /// The seat.
            pub seat: Seat,
            /// The card of the room, which is out of the game.
            pub room: Card,
        },
        /// A guest of rank 1 to 5 was in a room. His rank is one more now.
        "scared" => Scared as HotelTransylvaniaScared {
            /// The guest.
            pub guest: GuestNumber,
            /// The rank before, which is the number of points that are shared out in a haunted room.
            pub rank: Face,
            /// The points of each seat. All are 0 if the room is not haunted.
            pub shares: Vec<i64>,
        },
        /// A guest of rank 6 was in a room and freaked out.
        "freaked_out" => FreakedOut as HotelTransylvaniaFreakedOut {
            /// The guest.
            pub guest: GuestNumber,
            /// The new rank, which the die shows.
            pub rank: Face,
            /// The points of each seat, 0 or negative. All are 0 if the room is not haunted.
            pub shares: Vec<i64>,
        },
        /// The game ended.
        "ended" => Ended as HotelTransylvaniaEnded {
            /// The score of each seat.
            pub scores: Vec<i64>,
        },
    }
}
