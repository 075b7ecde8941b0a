//! The inspection of a posted table of Hotel Transylvania.

use super::answer::Answer;
use super::guest::GuestNumber;
use super::house::ROOMS;
use super::table::{HAND, Phase, Table};
use crate::cards::{Card, Cards};
use crate::census::{Census, Unique as _};
use crate::fault::Faults;
use crate::game::{Seat, SeatSet, Seats};

pub(super) fn inspect(seats: Seats, table: &mut Table<Card>, faults: &mut Faults) {
    let rooms = inspect_rooms(table, faults);
    inspect_cards(table, &rooms, faults);
    inspect_ghosts(seats, table, faults);
    let lists = [("/hands", table.hands.len()), ("/scores", table.scores.len())];
    let by_seat = faults.require_by_seat(seats.count().into(), lists);
    let (guests, all) = (table.guests.len(), GuestNumber::ALL.len());
    faults.require(guests == all, "/guests", "not_by_seat", format_args!("must have {all} guests (got {guests})"));
    let turn = table.turn;
    faults.require(seats.contains(turn), "/turn", "impossible_phase", format_args!("seat {turn} does not exist"));
    if by_seat && guests == all && seats.contains(turn) {
        inspect_hands(table, faults);
        inspect_phase(table, &rooms, faults);
        inspect_answers(table, faults);
    }
    inspect_end(table, rooms.len() == ROOMS, faults);
    table.stacks.sort_by_key(|stack| stack.room);
    table.answers.sort_by_key(|given| given.seat);
    table.hands.iter_mut().for_each(Cards::sort);
}

/// Adds a fault for each room that is listed twice. Returns the haunted rooms.
fn inspect_rooms(table: &Table<Card>, faults: &mut Faults) -> Vec<Card> {
    let mut rooms = Vec::new();
    let mut seen = 0;
    for (i, stack) in table.stacks.iter().enumerate() {
        let room = stack.room;
        if seen & room.bit() != 0 {
            faults.add(format_args!("/stacks/{i}/room"), "room_twice", format_args!("the room {room} is listed twice"));
        } else {
            rooms.push(room);
        }
        seen |= room.bit();
    }
    rooms
}

fn inspect_cards(table: &Table<Card>, rooms: &[Card], faults: &mut Faults) {
    let mut census = Census::new();
    for room in rooms {
        census.see(*room, "/stacks", faults);
    }
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    census.close(&Card::DECK, "", faults);
}

fn inspect_ghosts(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_ghosts";
    for (i, stack) in table.stacks.iter().enumerate() {
        let at = format!("/stacks/{i}/ghosts");
        faults.require(!stack.ghosts.is_empty(), &at, code, "a haunted room has a ghost");
        let mut above = None;
        for (j, seat) in stack.ghosts.iter().enumerate() {
            let detail = format_args!("seat {seat} does not exist");
            faults.require(seats.contains(*seat), format_args!("{at}/{j}"), code, detail);
            let detail = format_args!("seat {seat} has two ghosts on top of each other");
            faults.require(above != Some(*seat), format_args!("{at}/{j}"), code, detail);
            above = Some(*seat);
        }
    }
}

fn inspect_hands(table: &Table<Card>, faults: &mut Faults) {
    for (seat, cards) in table.seats().zip(&table.hands) {
        let (count, at) = (cards.len(), format!("/hands/{}", seat.index()));
        let wanted = match table.phase {
            _ if table.deck.is_empty() || seat != table.turn => None,
            Phase::Play => Some(HAND),
            Phase::Guest | Phase::Surprise => Some(HAND - 1),
            Phase::Over => None,
        };
        let possible = count <= HAND && wanted.is_none_or(|wanted| count == wanted);
        let most = wanted.map_or_else(|| format!("at most {HAND}"), |wanted| wanted.to_string());
        faults.require(possible, at, "impossible_hand", format_args!("{count} cards, where there can be {most}"));
    }
}

fn inspect_phase(table: &Table<Card>, rooms: &[Card], faults: &mut Faults) {
    let count = table.hand(table.turn).len();
    let detail = format_args!("seat {} has no choice with a hand of size {count}", table.turn);
    faults.require(table.phase != Phase::Play || count > 1, "/phase", "impossible_phase", detail);
    let open = table.phase == Phase::Surprise;
    let detail = "a guest has moved in the phase surprise, and in no other";
    faults.require(table.moved.is_some() == open, "/moved", "impossible_phase", detail);
    if let (true, Some(number)) = (open, table.moved) {
        let room = table.landed().map(|(_, room)| room);
        let detail = format_args!("guest {number} is at a door or in a haunted room");
        let bare = room.is_some_and(|room| !rooms.contains(&room));
        faults.require(bare, "/moved", "impossible_window", detail);
    }
}

fn inspect_answers(table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_answer";
    let open = table.phase == Phase::Surprise;
    let asked: SeatSet = if open { table.asked().collect() } else { SeatSet::NONE };
    let room = table.landed().map(|(_, room)| room);
    let holds = |seat: Seat| room.is_some_and(|room| table.hand(seat).contains(&room));
    let mut seen = SeatSet::NONE;
    for (i, given) in table.answers.iter().enumerate() {
        let (seat, at) = (given.seat, format!("/answers/{i}"));
        faults.require(asked.contains(seat), &at, code, format_args!("seat {seat} is not asked"));
        faults.require(!seen.contains(seat), &at, code, format_args!("seat {seat} has answered twice"));
        let possible = given.answer == Answer::Let || holds(seat);
        faults.require(possible, &at, code, format_args!("seat {seat} does not have the card of the room"));
        seen.insert(seat);
    }
    let waiting = !open || asked.iter().any(|seat| !seen.contains(seat));
    faults.require(waiting, "/answers", code, "all seats that are asked have answered");
}

fn inspect_end(table: &Table<Card>, full: bool, faults: &mut Faults) {
    let possible = match table.phase {
        Phase::Play | Phase::Surprise => !full,
        Phase::Guest => true,
        Phase::Over => full,
    };
    let detail = if full { "all rooms are haunted" } else { "not all rooms are haunted" };
    faults.require(possible, "/phase", "impossible_end", detail);
}
