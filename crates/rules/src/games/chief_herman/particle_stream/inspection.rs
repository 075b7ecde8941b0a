//! The inspection of a posted table of Particle Stream.

use super::ParticleStreamOptions;
use super::table::{CONCEALED, HAND, Phase, SHOWN, Table};
use super::track::space_points;
use crate::cards::{Card, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Context, Seat, SeatSet, Seats};

pub(super) fn inspect(context: Context<ParticleStreamOptions>, table: &mut Table<Card>, faults: &mut Faults) {
    let seats = context.seats;
    inspect_cards(table, faults);
    let seated = inspect_seats(seats, table, faults);
    let lists = [
        ("/track", table.track.len()),
        ("/concealed", table.concealed.len()),
        ("/shown", table.shown.len()),
        ("/points", table.points.len()),
    ];
    if faults.require_by_seat(seats.count().into(), lists) && seated {
        inspect_track(table, faults);
        if inspect_time(context.options.races as u64, table, faults) {
            inspect_order(table, faults);
            inspect_hands(seats, table, faults);
            inspect_piles(seats, table, faults);
            inspect_points(context, table, faults);
        }
    }
    table.concealed.iter_mut().for_each(Cards::sort);
    table.shown.iter_mut().for_each(Cards::sort);
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut census = Census::new();
    for (i, space) in table.track.iter().enumerate() {
        census.see_list(&space.pile, format_args!("/track/{i}/pile"), faults);
    }
    census.see_lists(&table.concealed, "/concealed", faults);
    census.see_lists(&table.shown, "/shown", faults);
}

/// Inspects the seats that are named. Returns whether all are possible.
fn inspect_seats(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let pawns = table.order().enumerate().map(|(i, seat)| (format!("/track/{i}/seat"), seat));
    inspect_each_seat(seats, pawns, faults);
    let waiting = table.waiting.iter().enumerate().map(|(i, seat)| (format!("/waiting/{i}"), *seat));
    inspect_each_seat(seats, waiting, faults);
    faults.count() == before
}

fn inspect_each_seat(seats: Seats, listed: impl Iterator<Item = (String, Seat)>, faults: &mut Faults) {
    let mut seen = SeatSet::NONE;
    for (at, seat) in listed {
        if !seats.contains(seat) {
            faults.add(at, "seat_twice", format_args!("seat {seat} does not exist"));
        } else if seen.contains(seat) {
            faults.add(at, "seat_twice", format_args!("seat {seat} is there twice"));
        }
        seen.insert(seat);
    }
}

fn inspect_track(table: &Table<Card>, faults: &mut Faults) {
    let first = |i: usize| table.track.get(i).and_then(|space| space.pile.first()).map(|card| card.rank());
    for i in 0..table.track.len() {
        let rises = first(i).is_some() && (i == 0 || first(i) > first(i - 1));
        let detail = "the first cards of the piles must rise from the front to the back";
        faults.require(rises, format_args!("/track/{i}/pile"), "impossible_track", detail);
    }
}

/// Inspects race, round and phase. Returns whether they are possible.
fn inspect_time(races: u64, table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let (race, round) = (table.race, table.round);
    let detail = format_args!("race must be between 1 and {races} (got {race})");
    faults.require((1..=races).contains(&race), "/race", "impossible_race", detail);
    let detail = format_args!("round must be between 1 and {HAND} (got {round})");
    faults.require((1..=HAND as u64).contains(&round), "/round", "impossible_round", detail);
    if table.phase == Phase::Over && faults.count() == before {
        let ended = race == races && table.race_is_over();
        faults.require(ended, "/phase", "impossible_end", "the last race has not been run");
    }
    faults.count() == before
}

fn inspect_order(table: &Table<Card>, faults: &mut Faults) {
    let waiting = &table.waiting;
    if table.phase == Phase::Race {
        faults.require(!waiting.is_empty(), "/waiting", "impossible_order", "a seat must wait while the game goes on");
    }
    let first = waiting.len() < table.track.len() || table.order().eq(waiting.iter().copied());
    let detail = "before the first card of a round, the order must be that of the pawns";
    faults.require(first, "/waiting", "impossible_order", detail);
}

fn inspect_hands(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    for (seat, (concealed, shown)) in seats.iter().zip(table.concealed.iter().zip(&table.shown)) {
        let waits = u64::from(table.waiting.contains(&seat));
        let wanted = HAND as u64 - table.round + waits;
        let count = concealed.len() + shown.len();
        let detail = format_args!("seat {seat} must have {wanted} cards (got {count})");
        faults.require(count as u64 == wanted, format_args!("/shown/{}", seat.index()), "impossible_hand", detail);
        for (name, cards, most) in [("concealed", concealed.len(), CONCEALED), ("shown", shown.len(), SHOWN)] {
            let at = format!("/{name}/{}", seat.index());
            let detail = format_args!("seat {seat} must have at most {most} cards here (got {cards})");
            faults.require(cards <= most, at, "impossible_hand", detail);
        }
    }
}

fn inspect_piles(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let seats = u64::from(seats.count());
    // Each pile begins with one card.
    let wanted = seats * (table.round + 1) - table.waiting.len() as u64;
    let count: u64 = table.track.iter().map(|space| space.pile.len() as u64).sum();
    let detail = format_args!("the piles must have {wanted} cards (got {count})");
    faults.require(count == wanted, "/track", "impossible_piles", detail);
}

fn inspect_points(context: Context<ParticleStreamOptions>, table: &Table<Card>, faults: &mut Faults) {
    let seats = usize::from(context.seats.count());
    let races = (table.race - u64::from(table.phase == Phase::Race)) as i64;
    let most = races * space_points(0, seats);
    for (i, points) in table.points.iter().enumerate() {
        let detail = format_args!("seat {} has {points} points, at most {most} after {races} races", i + 1);
        faults.require(*points <= most, format_args!("/points/{i}"), "impossible_points", detail);
    }
    let wanted = races * (0..seats).map(|i| space_points(i, seats)).sum::<i64>();
    let sum: i64 = table.points.iter().sum();
    let detail = format_args!("the points must add up to {wanted} after {races} races (got {sum})");
    faults.require(sum == wanted, "/points", "impossible_points", detail);
}
