//! The inspection of a posted table of Darwinian Poker.

use super::table::{HAND, OOZE, Phase, Table};
use crate::cards::{Card, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &mut Table<Card>, faults: &mut Faults) {
    inspect_cards(table, faults);
    let lists = [("/hands", table.hands.len()), ("/extinct", table.extinct.len())];
    if faults.require_by_seat(seats.count().into(), lists) {
        inspect_counts(seats, table, faults);
        inspect_seeds(seats, table, faults);
        inspect_hands(table, faults);
        inspect_extinction(table, faults);
        inspect_end(table, faults);
    }
    table.hands.iter_mut().for_each(Cards::sort);
    table.ooze.sort();
    table.discards.sort();
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut census = Census::new();
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    census.see_list(&table.ooze, "/ooze", faults);
    for (i, seed) in table.seeds.iter().enumerate() {
        census.see(seed.card, format_args!("/seeds/{i}/card"), faults);
    }
    census.see_list(&table.discards, "/discards", faults);
    census.close(&Card::DECK, "", faults);
}

/// Returns the number of completed rounds.
fn completed_rounds(table: &Table<Card>) -> u64 {
    match table.phase {
        Phase::Plant => table.round.saturating_sub(1),
        Phase::Over => table.round,
    }
}

fn inspect_counts(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let dealt = HAND * usize::from(seats.count()) + OOZE * table.round as usize;
    let (deck, left) = (table.deck.len(), Card::DECK.len().checked_sub(dealt));
    let detail = format_args!("{deck} cards are left after round {} was dealt", table.round);
    faults.require(left == Some(deck), "/deck", "impossible_deck", detail);

    let (ooze, wanted) = (table.ooze.len(), if table.phase == Phase::Plant { OOZE } else { 0 });
    let detail = format_args!("the ooze must have {wanted} cards (got {ooze})");
    faults.require(ooze == wanted, "/ooze", "impossible_ooze", detail);

    // Each round discards at least the last seed, and at most its ooze and its seeds.
    let rounds = completed_rounds(table);
    let planted = |extinct: &u64| if *extinct > 0 { rounds.min(*extinct) } else { rounds };
    let most = OOZE as u64 * rounds + table.extinct.iter().map(planted).sum::<u64>();
    let count = table.discards.len() as u64;
    let detail = format_args!("{count} discards, where {rounds} rounds leave {rounds} to {most}");
    faults.require((rounds..=most).contains(&count), "/discards", "impossible_discards", detail);
}

fn inspect_seeds(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let before = faults.count();
    for (i, seed) in table.seeds.iter().enumerate() {
        let at = format_args!("/seeds/{i}/seat").to_string();
        let seat = seed.seat;
        let follows = i == 0 || table.seeds[i - 1].seat < seat;
        if !seats.contains(seat) {
            faults.add(at, "impossible_seeds", format_args!("seat {seat} does not exist"));
        } else if !follows {
            faults.add(at, "impossible_seeds", format_args!("the seed of seat {seat} is out of order"));
        } else if table.is_extinct(seat) {
            faults.add(at, "impossible_seeds", format_args!("seat {seat} is extinct"));
        }
    }
    if faults.count() > before {
        return;
    }
    match table.phase {
        Phase::Plant => {
            let waits = !table.to_act().is_empty() || left(table) == 0;
            faults.require(waits, "/seeds", "impossible_seeds", "all remaining seats have planted");
        }
        Phase::Over => {
            faults.require(table.seeds.is_empty(), "/seeds", "impossible_seeds", "the game is over");
        }
    }
}

fn left(table: &Table<Card>) -> usize {
    table.extinct.iter().filter(|round| **round == 0).count()
}

fn inspect_hands(table: &Table<Card>, faults: &mut Faults) {
    for (seat, hand) in table.seats().zip(&table.hands) {
        let why = why_impossible(table, seat, hand);
        if let Some(why) = why {
            faults.add(format_args!("/hands/{}", seat.index()), "impossible_hand", format_args!("seat {seat} {why}"));
        }
    }
}

fn why_impossible(table: &Table<Card>, seat: Seat, hand: &Cards<Card>) -> Option<&'static str> {
    let planted = table.has_planted(seat);
    if table.is_extinct(seat) {
        return (!hand.is_empty()).then_some("is extinct and has cards");
    }
    match (hand.len(), table.phase) {
        (0, _) if !planted => Some("is not extinct and has no cards"),
        (1, Phase::Plant) if !planted => Some("has one card, which it plants by itself"),
        _ => None,
    }
}

fn inspect_extinction(table: &Table<Card>, faults: &mut Faults) {
    let rounds = completed_rounds(table);
    for (i, extinct) in table.extinct.iter().enumerate().filter(|(_, extinct)| **extinct > 0) {
        // One card is planted in each round.
        let possible = (HAND as u64..=rounds).contains(extinct);
        let detail = format_args!("seat {} extinct in round {extinct}, after {rounds} rounds", i + 1);
        faults.require(possible, format_args!("/extinct/{i}"), "impossible_extinction", detail);
    }
}

fn inspect_end(table: &Table<Card>, faults: &mut Faults) {
    let (now, at) = (left(table), "/phase");
    match table.phase {
        Phase::Plant => {
            faults.require(now >= 2, at, "impossible_end", format_args!("the game is over: {now} seats remain"))
        }
        Phase::Over => {
            let before = table.extinct.iter().filter(|round| **round == 0 || **round >= table.round).count();
            let ends = table.deck.is_empty() || now < 2;
            faults.require(
                ends,
                at,
                "impossible_end",
                format_args!("the game is not over: the deck has cards and {now} seats remain"),
            );
            let detail = format_args!("the game was over before round {}", table.round);
            faults.require(before >= 2, at, "impossible_end", detail);
        }
    }
}
