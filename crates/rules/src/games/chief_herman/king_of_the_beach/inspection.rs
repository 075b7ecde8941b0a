//! The inspection of a posted table of King of the Beach.

use super::table::{Action, Phase, ROUNDS, Table};
use crate::cards::{Card, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Seat, SeatSet, Seats};

pub(super) fn inspect(seats: Seats, table: &mut Table<Card>, faults: &mut Faults) {
    inspect_cards(table, faults);
    let rounds = (1..=ROUNDS).contains(&table.round);
    faults.require(rounds, "/round", "impossible_round", format_args!("round {} is not 1 to {ROUNDS}", table.round));
    let lists = [("/hands", table.hands.len()), ("/goodies", table.goodies.len())];
    if faults.require_by_seat(seats.count().into(), lists) && inspect_pyramid(seats, table, faults) {
        inspect_stone(table, faults);
        inspect_auction(table, faults);
        if inspect_waiting(seats, table, faults) {
            inspect_order(table, faults);
            inspect_combat(table, faults);
            inspect_action(seats, table, faults);
            inspect_hand(table, faults);
        }
        inspect_goodies(table, faults);
    }
    table.hands.iter_mut().chain(&mut *table.goodies).for_each(Cards::sort);
    table.auction.sort();
    table.discards.sort();
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut census = Census::new();
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    census.see_lists(&table.goodies, "/goodies", faults);
    census.see_list(&table.auction, "/auction", faults);
    for (i, space) in table.pyramid.iter().enumerate() {
        if let Some(card) = space.card {
            census.see(card, format_args!("/pyramid/{i}/card"), faults);
        }
    }
    census.see_list(&table.discards, "/discards", faults);
    census.close(&Card::DECK, "", faults);
}

/// Adds the faults of the seats on the pyramid. Returns whether there are none.
fn inspect_pyramid(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let mut seen = SeatSet::NONE;
    for (i, space) in table.pyramid.iter().enumerate() {
        let Some(seat) = space.seat else { continue };
        let at = format!("/pyramid/{i}/seat");
        faults.require(seats.contains(seat), &at, "seat_missing", format_args!("seat {seat} does not exist"));
        faults.require(!seen.contains(seat), &at, "seat_twice", format_args!("seat {seat} is on another space too"));
        seen.insert(seat);
    }
    for seat in seats.iter().filter(|seat| !seen.contains(*seat)) {
        faults.add("/pyramid", "seat_missing", format_args!("seat {seat} is on no space"));
    }
    faults.count() == before
}

fn inspect_stone(table: &Table<Card>, faults: &mut Faults) {
    let mut stones = table.pyramid.iter().enumerate().filter(|(_, space)| space.stone.is_some()).map(|(i, _)| i);
    let first = stones.next();
    for i in stones {
        faults.add(format_args!("/pyramid/{i}/stone"), "stone_twice", "the stone is on another space too");
    }
    if let Some(i) = first {
        let possible = table.round > 1 && matches!(table.phase, Phase::Auction | Phase::Aggression);
        let detail = "the stone is laid at the end of a round and taken off after the next aggression";
        faults.require(possible, format_args!("/pyramid/{i}/stone"), "impossible_stone", detail);
    }
}

fn inspect_auction(table: &Table<Card>, faults: &mut Faults) {
    let (offered, waiting) = (table.auction.len(), table.waiting.len());
    let possible = match table.phase {
        Phase::Auction => (2..=waiting).contains(&offered),
        _ => offered == 0,
    };
    let detail = format_args!("this phase cannot have {offered} cards on offer while {waiting} seats wait");
    faults.require(possible, "/auction", "impossible_auction", detail);
}

/// Adds the faults of seats that wait twice or do not exist. Returns whether there are none.
fn inspect_waiting(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let mut seen = SeatSet::NONE;
    for (i, seat) in table.waiting.iter().copied().enumerate() {
        let at = format!("/waiting/{i}");
        faults.require(seats.contains(seat), &at, "impossible_order", format_args!("seat {seat} does not exist"));
        faults.require(!seen.contains(seat), &at, "seat_twice", format_args!("seat {seat} waits twice"));
        seen.insert(seat);
    }
    faults.count() == before
}

fn inspect_order(table: &Table<Card>, faults: &mut Faults) {
    let waiting = &table.waiting[..];
    let order: Vec<Seat> = match table.phase {
        Phase::Auction => table.by_space().rev().collect(),
        Phase::Aggression => table.by_space().collect(),
        // The inspection of the action finds the one seat.
        Phase::Action => waiting.iter().copied().take(1).collect(),
        Phase::Over => Vec::new(),
    };
    let possible = order.ends_with(waiting) && waiting.is_empty() == (table.phase == Phase::Over);
    let order = order.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ");
    let detail = format_args!("the last of these seats must wait, in this order: {order}");
    faults.require(possible, "/waiting", "impossible_order", detail);
}

fn inspect_combat(table: &Table<Card>, faults: &mut Faults) {
    let next = match table.phase {
        Phase::Aggression => table.active().and_then(|seat| table.space_of(seat)).unwrap_or(0),
        _ => 0,
    };
    for (i, space) in table.pyramid.iter().enumerate() {
        let has_card = space.card.is_some();
        // A seat without cards plays nothing, and neither does a robot if there is no card to draw.
        let may_lack = match space.seat {
            Some(seat) => table.hands[seat.index()].is_empty(),
            None => !table.can_draw(),
        };
        let detail = if has_card { "no card can be here" } else { "a card was played here" };
        let possible = if i < next { has_card || may_lack } else { !has_card };
        faults.require(possible, format_args!("/pyramid/{i}"), "impossible_combat", detail);
    }
}

fn inspect_action(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_action";
    let (Some(action), Some(acted), Phase::Action) = (table.action, &table.acted, table.phase) else {
        let lacks = table.phase == Phase::Action || table.action.is_some() || table.acted.is_some();
        faults.require(!lacks, "/action", code, "action and acted must be there in the phase action, and in no other");
        return;
    };
    for (i, seat) in acted.iter().enumerate() {
        let follows = i == 0 || acted[i - 1] < *seat;
        let detail = format_args!("seat {seat} does not exist or is out of order");
        faults.require(seats.contains(*seat) && follows, format_args!("/acted/{i}"), code, detail);
    }
    let before = Action::ALL.iter().filter(|other| **other < action).count();
    let detail = format_args!("{} seats cannot have acted for {before} suits", acted.len());
    faults.require(acted.len() <= before, "/acted", code, detail);
    let actor = table.actor(action);
    let detail = match actor {
        Some(actor) => format!("seat {actor} is to act for this suit"),
        None => "no seat can act for this suit".to_owned(),
    };
    faults.require(actor.is_some() && actor == table.active(), "/action", code, detail);
}

fn inspect_hand(table: &Table<Card>, faults: &mut Faults) {
    if let (Phase::Aggression, Some(seat)) = (table.phase, table.active()) {
        let hand = table.hands[seat.index()].len();
        let detail = format_args!("seat {seat} has no choice with {hand} cards");
        faults.require(hand >= 2, format_args!("/hands/{}", seat.index()), "impossible_hand", detail);
    }
}

fn inspect_goodies(table: &Table<Card>, faults: &mut Faults) {
    let fought = matches!(table.phase, Phase::Action | Phase::Over);
    let aggressions = if fought { table.round } else { table.round.saturating_sub(1) };
    for (i, goodies) in table.goodies.iter().enumerate() {
        let detail = format_args!("{} goodies after {aggressions} aggressions", goodies.len());
        let possible = goodies.len() as u64 <= aggressions;
        faults.require(possible, format_args!("/goodies/{i}"), "impossible_goodies", detail);
    }
}
