//! The inspection of a posted table of Seven-Handed Poker.

use super::table::{DRAW, MAX_PLAYED, Phase, Table};
use super::{SEATS, SPOTS, SevenHandedPokerOptions};
use crate::cards::{CardOrJoker, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::Seat;

pub(super) fn inspect(options: SevenHandedPokerOptions, table: &mut Table<CardOrJoker>, faults: &mut Faults) {
    for spot in table.spots.iter_mut() {
        spot.won_by.sort_unstable();
    }
    inspect_cards(options, table, faults);
    if by_seat(table, faults) {
        inspect_sides(table, faults);
        inspect_played(table, faults);
        inspect_turn(options, table, faults);
        inspect_winners(table, faults);
        inspect_end(table, faults);
    }
}

fn by_seat(table: &Table<CardOrJoker>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let mut require = |length: usize, wanted: usize, at: String| {
        let detail = format_args!("{length} entries, where {wanted} should be");
        faults.require(length == wanted, at, "not_by_seat", detail);
    };
    require(table.hands.len(), SEATS, "/hands".to_owned());
    require(table.spots.len(), SPOTS, "/spots".to_owned());
    for (i, spot) in table.spots.iter().enumerate() {
        require(spot.sides.len(), SEATS, format!("/spots/{i}/sides"));
    }
    faults.count() == before
}

fn inspect_cards(options: SevenHandedPokerOptions, table: &Table<CardOrJoker>, faults: &mut Faults) {
    let mut lists: Vec<(String, &Cards<CardOrJoker>)> = vec![("/deck".to_owned(), &table.deck)];
    lists.extend(table.hands.iter().enumerate().map(|(i, hand)| (format!("/hands/{i}"), hand)));
    lists.push(("/played".to_owned(), &table.played));
    for (i, spot) in table.spots.iter().enumerate() {
        lists.extend(spot.sides.iter().enumerate().map(|(j, side)| (format!("/spots/{i}/sides/{j}"), side)));
    }
    let deck = options.deck();
    let mut census = Census::new();
    for (at, cards) in lists {
        census.see_list(cards, &at, faults);
        for (i, card) in cards.iter().enumerate() {
            let detail = format_args!("{card} is a joker, and there are none in this game");
            faults.require(deck.contains(card), format_args!("{at}/{i}"), "no_jokers", detail);
        }
    }
    census.close(deck, "", faults);
}

fn inspect_sides(table: &Table<CardOrJoker>, faults: &mut Faults) {
    let mut require = |cards: &Cards<CardOrJoker>, at: String| {
        let detail = format_args!("{} cards, where {MAX_PLAYED} are the most that are played", cards.len());
        faults.require(cards.len() <= MAX_PLAYED, at, "impossible_side", detail);
    };
    for (i, spot) in table.spots.iter().enumerate() {
        for (j, side) in spot.sides.iter().enumerate() {
            require(side, format!("/spots/{i}/sides/{j}"));
        }
    }
    require(&table.played, "/played".to_owned());
}

fn inspect_played(table: &Table<CardOrJoker>, faults: &mut Faults) {
    let (at, code) = ("/played", "impossible_played");
    let place = table.phase == Phase::Place;
    let detail = if place { "no cards are to be placed" } else { "cards wait for their place in another phase" };
    faults.require(place != table.played.is_empty(), at, code, detail);
    let choice = !place || table.free().count() > 1;
    faults.require(choice, at, code, "only one spot is free, so the cards are placed automatically");
}

/// Returns the number of a seat's sides that have cards.
fn filled(table: &Table<CardOrJoker>, seat: Seat) -> usize {
    table.spots.iter().filter(|spot| !spot.side(seat).is_empty()).count()
}

fn inspect_turn(options: SevenHandedPokerOptions, table: &Table<CardOrJoker>, faults: &mut Faults) {
    let [first, second] = Seat::BOTH.map(|seat| filled(table, seat));
    let placed = usize::from(table.phase == Phase::Over);
    // Seat 1 is one ahead from its turn until seat 2 has had its own.
    let ahead = if table.turn == Seat::FIRST { placed } else { 1 - placed };
    let possible = table.turn.index() < SEATS && first == second + ahead;
    let detail =
        format_args!("{first} sides of seat 1 and {second} of seat 2 have cards, in a turn of seat {}", table.turn);
    faults.require(possible, "/turn", "impossible_turn", detail);
    if !possible {
        return;
    }

    let mut deck = options.deck().len() - SEATS * options.hand as usize;
    let (mut had, mut drawn_last) = ([options.hand as usize; SEATS], [0; SEATS]);
    for turn in 0..first + second - placed {
        let drawn = deck.min(DRAW);
        had[turn % SEATS] += drawn;
        drawn_last[turn % SEATS] = drawn;
        deck -= drawn;
    }
    let left = table.deck.len();
    faults.require(left == deck, "/deck", "impossible_deck", format_args!("must have {deck} cards (got {left})"));
    for (seat, (had, drawn)) in Seat::BOTH.into_iter().zip(had.into_iter().zip(drawn_last)) {
        let waits = if seat == table.turn { table.played.len() } else { 0 };
        let played = table.spots.iter().map(|spot| spot.side(seat).len()).sum::<usize>() + waits;
        let (hand, at) = (table.hands[seat.index()].len(), format!("/hands/{}", seat.index()));
        let detail = format_args!("{hand} cards, but {had} were dealt and drawn and {played} played");
        faults.require(hand + played == had, &at, "impossible_hand", detail);
        // A seat draws after playing, so its last draw may have been played only in a later turn, such as the one that
        // ended the game.
        let spent = table.phase == Phase::Over && seat == table.turn;
        let detail = format_args!("{hand} cards, but {drawn} were drawn after the last play");
        faults.require(spent || hand + waits >= drawn || hand + played != had, at, "impossible_hand", detail);
    }
}

fn inspect_winners(table: &Table<CardOrJoker>, faults: &mut Faults) {
    for (i, spot) in table.spots.iter().enumerate() {
        let at = format!("/spots/{i}/won_by");
        let right = *spot.won_by == spot.winners();
        faults.require(right, at, "wrong_winner", format_args!("the cards of spot {} have another winner", i + 1));
    }
}

fn inspect_end(table: &Table<CardOrJoker>, faults: &mut Faults) {
    let won = Seat::BOTH.into_iter().any(|seat| table.winning(seat).is_some());
    let over = table.phase == Phase::Over;
    let detail = if over { "no one has won" } else { "the game has been won" };
    faults.require(won == over, "/phase", "impossible_end", detail);
}
