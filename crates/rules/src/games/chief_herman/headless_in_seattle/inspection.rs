//! The inspection of a posted table of Headless in Seattle.

use super::fighter::{COMBAT_CARDS, Face, Fighter, combat_cards, suit};
use super::table::{Phase, Table};
use crate::cards::Card;
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &mut Table<Card>, faults: &mut Faults) {
    let lists = [("/decks", table.decks.len()), ("/fighters", table.fighters.len())];
    if faults.require_by_seat(seats.count().into(), lists) {
        let before = faults.count();
        inspect_fighters(seats, table, faults);
        inspect_suits(table, faults);
        if faults.count() == before {
            seats.iter().for_each(|seat| inspect_cards(table, seat, faults));
        }
        inspect_phase(table, faults);
    }
    for fighter in table.fighters.iter_mut().flat_map(|fighters| fighters.iter_mut()) {
        fighter.attacks.sort_by_key(|attack| (attack.seat, attack.card));
    }
}

/// Returns the pointers of all fighters.
fn pointers(table: &Table<Card>) -> impl Iterator<Item = (String, Seat, &Fighter)> {
    let nth = (0..Face::ALL.len()).cycle();
    table
        .each_fighter()
        .zip(nth)
        .map(|((owner, fighter), i)| (format!("/fighters/{}/{i}", owner.index()), owner, fighter))
}

fn inspect_fighters(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    for (i, fighters) in table.fighters.iter().enumerate() {
        let ordered = fighters.iter().map(|each| each.fighter).eq(Face::ALL);
        faults.require(ordered, format_args!("/fighters/{i}"), "not_by_fighter", "must be J, Q and K in this order");
    }
    for (at, owner, fighter) in pointers(table) {
        for (i, attack) in fighter.attacks.iter().enumerate() {
            let (at, seat) = (format_args!("{at}/attacks/{i}/seat").to_string(), attack.seat);
            if !seats.contains(seat) {
                faults.add(at, "own_attack", format_args!("seat {seat} does not exist"));
            } else if seat == owner {
                faults.add(at, "own_attack", format_args!("seat {seat} attacks its own fighter"));
            }
        }
    }
}

fn inspect_suits(table: &Table<Card>, faults: &mut Faults) {
    let mut require = |seat: Seat, card: Card, at: String| {
        let fits = card.suit() == suit(seat) && card.rank().face_value() <= COMBAT_CARDS;
        let detail = format_args!("seat {seat} has no {card}: its cards are A to T of {}", suit(seat).name());
        faults.require(fits, at, "wrong_suit", detail);
    };
    for (seat, deck) in table.seats().zip(&table.decks) {
        for (i, card) in deck.iter().enumerate() {
            require(seat, *card, format!("/decks/{}/{i}", seat.index()));
        }
    }
    for (at, owner, fighter) in pointers(table) {
        for (i, attack) in fighter.attacks.iter().enumerate() {
            require(attack.seat, attack.card, format!("{at}/attacks/{i}/card"));
        }
        if let Some(card) = fighter.defense {
            require(owner, card, format!("{at}/defense"));
        }
    }
}

/// Checks that each combat card of a seat is in exactly one place.
fn inspect_cards(table: &Table<Card>, seat: Seat, faults: &mut Faults) {
    let mut census = Census::new();
    let at = format!("/decks/{}", seat.index());
    census.see_list(&table.decks[seat.index()], &at, faults);
    for (at, owner, fighter) in pointers(table) {
        for (i, attack) in fighter.attacks.iter().enumerate().filter(|(_, attack)| attack.seat == seat) {
            census.see(attack.card, format_args!("{at}/attacks/{i}/card"), faults);
        }
        if let Some(card) = fighter.defense.filter(|_| owner == seat) {
            census.see(card, format_args!("{at}/defense"), faults);
        }
    }
    census.close(&combat_cards(seat).collect::<Vec<_>>(), at, faults);
}

fn inspect_phase(table: &Table<Card>, faults: &mut Faults) {
    let empty = table.decks.iter().filter(|deck| deck.is_empty()).count();
    let (fits, wanted) = match table.phase {
        Phase::Duel => (empty == 0, "no deck is empty during the duel"),
        Phase::Over => (empty == 1, "exactly one deck is empty at the end"),
    };
    faults.require(fits, "/phase", "impossible_phase", format_args!("{wanted} (got {empty})"));
}
