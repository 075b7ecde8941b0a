//! The built-in player of Hotel Transylvania: it evaluates where each guest may land, and which rooms it haunts.

use super::GuestNumber;
use super::guest::Guest;
use super::house::ROOMS;
use super::moves::{Let, Move, MoveGuest, Play, Surprise};
use super::stack::{Stack, shares};
use super::table::{Phase, Table};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::dice::Face;
use crate::game::Seat;

/// The number of ways in which two dice show 2 to 12.
const WAYS: [i64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
/// The rank at which the top of a stack is valued for later turns.
const TYPICAL_RANK: u8 = 4;
/// The value of a point at a typical rank in later turns, for each turn up to [`HORIZON`]: 216 points of value are a
/// point now, and a guest lands in one of 58 spaces.
const LATER: i64 = 4;
/// The number of turns after which other ghosts are on top.
const HORIZON: i64 = 10;
/// A guest of rank 1 is surprised with a probability of two thirds, any other up to rank 5 certainly.
const DOUBT: i64 = 4;

/// The table from the perspective of a seat.
struct Outlook<'a> {
    seat: Seat,
    seats: i64,
    guests: &'a [Guest],
    /// The number of cards that the seat does not see, and the number of those that are in hands.
    unseen: i64,
    elsewhere: i64,
}

impl<'a> Outlook<'a> {
    fn of(table: &'a Table<Viewed<Card>>, seat: Seat) -> Self {
        let all: usize = table.hands.iter().map(|hand| hand.len()).sum();
        let elsewhere = (all - table.hand(seat).len()) as i64;
        let (seats, unseen) = (table.hands.len() as i64, elsewhere + table.deck.len() as i64);
        Self { seat, seats, guests: &table.guests, unseen: unseen.max(1), elsewhere }
    }

    /// Returns what shared points are worth to the seat: its own for each other seat, less those of all others.
    fn worth(&self, ghosts: &[Seat], points: u8) -> i64 {
        let shares = shares(ghosts, points);
        let own = shares.get(self.seat.index()).copied().unwrap_or(0);
        own * self.seats - shares.iter().sum::<i64>()
    }

    /// Returns six times the expected value of a guest of a rank in a room.
    fn in_room(&self, stacks: &[Stack], hand: &[Card], room: Card, rank: Face) -> i64 {
        let points = rank.number();
        let stack = stacks.binary_search_by_key(&room, |stack| stack.room).ok().map(|at| &stacks[at].ghosts);
        match (stack, rank == Face::SIX) {
            (Some(ghosts), true) => -Face::ALL.iter().map(|face| self.worth(ghosts, face.number())).sum::<i64>(),
            (Some(ghosts), false) => 6 * self.worth(ghosts, points),
            (None, true) => 0,
            (None, false) if hand.contains(&room) => 6 * i64::from(points) * (self.seats - 1),
            (None, false) => -6 * i64::from(points) * self.elsewhere / self.unseen,
        }
    }

    /// Returns 216 times the expected value of moving a guest.
    fn moving(&self, stacks: &[Stack], hand: &[Card], guest: &Guest) -> i64 {
        let land = |(steps, ways): (usize, &i64)| {
            let room = guest.at.ahead(steps).card();
            room.map_or(0, |room| ways * self.in_room(stacks, hand, room, guest.rank))
        };
        (2..).zip(&WAYS).map(land).sum()
    }

    /// Returns the value of stacks and a hand before the seat moves a guest.
    fn value(&self, stacks: &[Stack], hand: &[Card]) -> i64 {
        let now = self.guests.iter().map(|guest| self.moving(stacks, hand, guest)).max().unwrap_or(0);
        let later: i64 = stacks.iter().map(|stack| self.worth(&stack.ghosts, TYPICAL_RANK)).sum();
        now + later * LATER * HORIZON.min((ROOMS - stacks.len()) as i64)
    }
}

/// Returns the move of a seat that may act.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    let outlook = Outlook::of(table, seat);
    let hand: Vec<Card> = table.hands.get(seat.index())?.known().collect();
    match table.phase {
        Phase::Play => {
            let value = |card: Card| {
                let mut after = table.clone();
                after.haunt(seat, card);
                let rest: Vec<Card> = hand.iter().copied().filter(|other| *other != card).collect();
                outlook.value(&after.stacks, &rest)
            };
            choice::best(hand.iter().map(|card| (value(*card), Move::Play(Play { seat, card: *card }))), draws)
        }
        Phase::Guest => {
            let guests = GuestNumber::ALL.into_iter().zip(&table.guests);
            let moves = guests.map(|(guest, at)| {
                (outlook.moving(&table.stacks, &hand, at), Move::MoveGuest(MoveGuest { seat, guest }))
            });
            choice::best(moves, draws)
        }
        Phase::Surprise => {
            let (number, room) = table.landed()?;
            let rank = table.guests.get(number.index())?.rank;
            let wins = if rank == Face::SIX { -2 * DOUBT } else { 2 * i64::from(rank.number()) };
            let surprise = hand.contains(&room).then_some((wins, Move::Surprise(Surprise { seat })));
            choice::mixed(surprise.into_iter().chain([(0, Move::Let(Let { seat }))]).collect(), DOUBT, draws)
        }
        Phase::Over => None,
    }
}
