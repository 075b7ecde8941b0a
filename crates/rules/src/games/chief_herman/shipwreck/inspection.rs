//! The inspection of a posted table of Shipwreck!.

use super::boats::Boat;
use super::table::{Combat, GOAL, HAND, LAST_ROUND, MAX_TURNS, Phase, SUIT_POINTS, Table, packs, removed_cards};
use crate::cards::{Card, Cards, PlayingCard as _, Rank, by_seat};
use crate::census::Unique as _;
use crate::fault::Faults;
use crate::game::{Context, NoOptions, Seat, SeatSet, Seats};

pub(super) fn inspect(context: Context<NoOptions>, table: &mut Table<Card>, faults: &mut Faults) {
    let seats = context.seats;
    let lists = [("/hands", table.hands.len()), ("/boards", table.boards.len()), ("/points", table.points.len())];
    let by_seats = faults.require_by_seat(seats.count().into(), lists);
    inspect_cards(seats, table, faults);
    inspect_boats(table, faults);
    let detail = format_args!("round must be between 1 and {LAST_ROUND} (got {})", table.round);
    let in_time = (1..=LAST_ROUND).contains(&table.round);
    faults.require(in_time, "/round", "impossible_round", detail);
    if by_seats {
        inspect_deck(seats, table, faults);
        inspect_hands(seats, table, faults);
        inspect_fight(seats, table, faults);
        let keyed = inspect_keys(seats, table, faults);
        if in_time {
            inspect_takes(table, faults);
            if keyed {
                inspect_points(table, faults);
            }
        }
    }
    table.removed.sort();
    table.hands.iter_mut().for_each(Cards::sort);
    table.boards.iter_mut().for_each(Cards::sort);
    table.boats.sort();
    by_seat(&mut table.keys);
}

/// Checks that each card is there as often as the decks have it.
fn inspect_cards(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let packs = packs(seats.count().into());
    let mut counts = [0; Card::DECK.len()];
    let mut see = |card: Card, at: String| {
        counts[card.index()] += 1;
        let detail = format_args!("the card {card} is there more than {packs} times");
        faults.require(counts[card.index()] <= packs, at, Card::TWICE, detail);
    };
    let mut see_list = |cards: &[Card], at: &str| {
        cards.iter().enumerate().for_each(|(i, card)| see(*card, format!("{at}/{i}")));
    };
    see_list(&table.deck, "/deck");
    see_list(&table.removed, "/removed");
    for (i, cards) in table.hands.iter().enumerate() {
        see_list(cards, &format!("/hands/{i}"));
    }
    for (i, board) in table.boards.iter().enumerate() {
        see_list(board, &format!("/boards/{i}"));
    }
    for (boat, load) in table.boats.each() {
        see_list(load, &format!("/boats/{}", boat.suit().letter()));
    }
    if let Some(fight) = &table.fight {
        see_list(&fight.cards, "/fight/cards");
    }
    for (i, key) in table.keys.iter().enumerate() {
        see(key.card, format!("/keys/{i}/card"));
    }
    for (card, count) in Card::DECK.into_iter().zip(counts) {
        let detail = format_args!("the card {card} must be there {packs} times (got {count})");
        faults.require(count >= packs, "/deck", Card::MISSING, detail);
    }
}

fn inspect_boats(table: &Table<Card>, faults: &mut Faults) {
    for (boat, load) in table.boats.each() {
        for (i, card) in load.iter().enumerate() {
            let at = format_args!("/boats/{}/{i}", boat.suit().letter()).to_string();
            let detail = format_args!("{card} is not one of {}", boat.suit().name());
            faults.require(Boat::of(card.suit()) == boat, at, "wrong_boat", detail);
        }
    }
}

/// Returns whether the ship has sunk.
fn has_sunk(table: &Table<Card>) -> bool {
    matches!(table.phase, Phase::Showdown | Phase::Over)
}

fn inspect_deck(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let (removed, wanted) = (table.removed.len(), removed_cards(seats.count().into()));
    let detail = format_args!("{wanted} cards must be removed with {} seats (got {removed})", seats.count());
    faults.require(removed == wanted, "/removed", "impossible_removed", detail);
    let detail = if has_sunk(table) { "the ship has sunk, so the deck must be empty" } else { "the deck has no card" };
    faults.require(table.deck.is_empty() == has_sunk(table), "/deck", "impossible_deck", detail);
}

/// Returns how many cards of a seat are in the middle.
fn in_middle(table: &Table<Card>, seat: Seat) -> usize {
    let count = |fight: &Combat| match seat {
        _ if seat == table.active => fight.cards.len().div_ceil(2),
        _ if seat == fight.target => fight.cards.len() / 2,
        _ => 0,
    };
    table.fight.as_ref().map_or(0, count)
}

fn inspect_hands(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    if !seats.contains(table.active) {
        faults.add("/active", "impossible_hand", format_args!("seat {} does not exist", table.active));
    }
    for seat in seats.iter() {
        let played = in_middle(table, seat) + usize::from(table.has_key(seat));
        let count = table.hand(seat).len() + played;
        let at = format_args!("/hands/{}", seat.index()).to_string();
        if seat == table.active && !has_sunk(table) {
            let detail =
                format_args!("seat {seat} must have had {HAND} cards at the beginning of its turn (got {count})");
            faults.require(count == HAND, at, "impossible_hand", detail);
        } else {
            let detail =
                format_args!("seat {seat} must have at most {HAND} cards, with those just played (got {count})");
            faults.require(count <= HAND, at, "impossible_hand", detail);
        }
    }
}

fn inspect_fight(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let Some(fight) = &table.fight else {
        let detail = "there must be a fight in this phase";
        return faults.require(table.phase != Phase::Fight, "/phase", "impossible_fight", detail);
    };
    let mut require = |holds, at, detail: &str| faults.require(holds, at, "impossible_fight", detail);
    require(table.phase == Phase::Fight, "/fight", "a fight is in its phase only");
    let rivals = seats.contains(fight.target) && fight.target != table.active;
    require(rivals, "/fight/target", "the target must be another seat of this game");
    let ranks = || fight.cards.iter().map(|card| card.rank());
    require(ranks().is_sorted_by(|one, other| one < other), "/fight/cards", "the cards must rise");
    require(ranks().all(|rank| rank != Rank::KING), "/fight/cards", "a king would have ended the fight");
    for seat in [table.active, fight.target].into_iter().filter(|seat| seats.contains(*seat)) {
        require(!table.hand(seat).is_empty(), "/fight", "both seats must have cards in their hands");
    }
}

/// Returns whether the keys are possible.
fn inspect_keys(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let mut seen = SeatSet::NONE;
    for (i, key) in table.keys.iter().enumerate() {
        let at = format_args!("/keys/{i}").to_string();
        let detail = "keys are laid only when the ship has sunk";
        faults.require(has_sunk(table), &at, "impossible_keys", detail);
        let detail = format_args!("seat {} does not exist or has another key", key.seat);
        faults.require(seats.contains(key.seat) && !seen.contains(key.seat), &at, "impossible_keys", detail);
        seen.insert(key.seat);
    }
    for seat in seats.iter().filter(|seat| !seen.contains(*seat)) {
        let count = table.hand(seat).len();
        let missing = match table.phase {
            Phase::Showdown => count == 1,
            Phase::Over => count > 0,
            Phase::Turn | Phase::Fight => false,
        };
        let detail = format_args!("the key of seat {seat} is missing");
        faults.require(!missing, "/keys", "impossible_keys", detail);
    }
    if table.phase == Phase::Showdown {
        let detail = "all keys are there, so the showdown is over";
        faults.require(!table.to_act().is_empty(), "/keys", "impossible_keys", detail);
    }
    faults.count() == before
}

fn inspect_takes(table: &Table<Card>, faults: &mut Faults) {
    let now: u64 = table.boards.iter().map(|board| board.len() as u64).sum();
    let (takes, before) = (table.takes, (table.round - 1) * MAX_TURNS);
    let detail =
        format_args!("{now} cards are on boards, so takes must be between {now} and {} (got {takes})", now + before);
    faults.require((now..=now + before).contains(&takes), "/takes", "impossible_takes", detail);
}

fn inspect_points(table: &Table<Card>, faults: &mut Faults) {
    let over = table.phase == Phase::Over;
    let mut before = table.points.clone();
    if over {
        for boarded in table.boarded() {
            if let Some(seat) = boarded.seat {
                before[seat.index()] -= boarded.points;
            }
        }
        let ends = table.round == LAST_ROUND || table.points.iter().any(|points| *points >= GOAL);
        let detail = "no seat has enough points to end the game";
        faults.require(ends, "/points", "impossible_points", detail);
    }
    let scored = (table.round - 1) as i64;
    let most = (scored * SUIT_POINTS * packs(table.hands.len()) as i64).min(GOAL - 1);
    for (i, points) in before.into_iter().enumerate() {
        let detail = format_args!(
            "seat {} must have had between 0 and {most} points after {scored} rounds (got {points})",
            i + 1
        );
        faults.require((0..=most).contains(&points), format_args!("/points/{i}"), "impossible_points", detail);
    }
}
