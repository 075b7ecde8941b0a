//! The inspection of a posted table of Graveyard Shift.

use super::seats as seats_of;
use super::spirit::Space;
use super::table::{Phase, Table, is_low, is_spirit};
use crate::cards::{Card, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::Seats;

/// The number of cards of the deck at the deal.
const DECK: usize = 24;

pub(super) fn inspect(seats: Seats, table: &mut Table<Card>, faults: &mut Faults) {
    inspect_cards(table, faults);
    inspect_deck(table, faults);
    if inspect_seats(seats, table, faults) {
        inspect_chips(table, faults);
        let there = (1..=table.last_turn()).contains(&table.turn);
        faults.require(there, "/turn", "impossible_turn", format_args!("turn {} does not exist", table.turn));
        if there {
            inspect_phase(table, faults);
            inspect_end(table, faults);
        }
    }
    table.captured.iter_mut().for_each(Cards::sort);
}

/// Returns whether every list with an entry for each seat has the right length.
fn inspect_seats(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let (before, count) = (faults.count(), usize::from(seats.count()));
    let mut require = |length: usize, at: String| {
        faults.require(
            length == count,
            at,
            "seat_missing",
            format_args!("must have {count} entries, one for each seat (got {length})"),
        );
    };
    require(table.pawns.len(), "/pawns".to_owned());
    require(table.captured.len(), "/captured".to_owned());
    for (space, spirit) in table.spirits.iter() {
        require(spirit.chips.counts().len(), format!("/spirits/{space}/chips"));
    }
    faults.count() == before
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let spirits = table.spirits.iter().map(|(space, spirit)| (format!("/spirits/{space}/card"), spirit.card));
    let deck = table.deck.iter().enumerate().map(|(i, card)| (format!("/deck/{i}"), *card));
    let captured = table.captured.iter().enumerate().flat_map(|(seat, cards)| {
        cards.iter().enumerate().map(move |(i, card)| (format!("/captured/{seat}/{i}"), *card))
    });
    let mut census = Census::new();
    for (at, card) in spirits.chain(deck).chain(captured) {
        faults.require(
            is_spirit(card),
            &at,
            "no_spirit",
            format_args!("{card} is a face card; the game does not use them"),
        );
        census.see(card, at, faults);
    }
    let used: Vec<Card> = Card::DECK.into_iter().filter(|card| is_spirit(*card)).collect();
    census.close(&used, "", faults);
}

fn inspect_deck(table: &Table<Card>, faults: &mut Faults) {
    for (i, card) in table.deck.iter().enumerate() {
        let detail = format_args!("{card} lay in the graveyard at the deal");
        faults.require(!is_low(*card), format_args!("/deck/{i}"), "never_in_deck", detail);
    }
    let captures: usize = table.captured.iter().map(|cards| cards.len()).sum();
    let gone = DECK.saturating_sub(table.deck.len());
    let detail = format_args!("{gone} cards came from the deck, but {captures} captures draw at most four each");
    faults.require(gone <= 4 * captures, "/deck", "impossible_deck", detail);
}

fn inspect_chips(table: &Table<Card>, faults: &mut Faults) {
    for (space, spirit) in table.spirits.iter() {
        let at = || format!("/spirits/{space}/chips");
        let bare = spirit.face_up || spirit.chips.all() == 0;
        faults.require(bare, at(), "impossible_chips", "a face-down spirit cannot have chips");
        let rank = spirit.card.rank().face_value();
        let most = spirit.chips.counts().iter().max().copied().unwrap_or(0);
        let detail = format_args!("a seat can have at most half of {rank} chips here (got {most})");
        faults.require(2 * most <= rank, at(), "impossible_chips", detail);
    }
}

fn inspect_phase(table: &Table<Card>, faults: &mut Faults) {
    let under: Space = table.pawn(table.active());
    let (possible, detail) = match table.phase {
        Phase::Sing => {
            let open = table.spirits[under].is_some_and(|spirit| spirit.face_up);
            (open, "there is no spirit that lies face up under the pawn of the seat to act")
        }
        Phase::Shift => (table.can_shift(), "no shift is possible, so the turn was over by itself"),
        Phase::Step | Phase::Over => (true, ""),
    };
    faults.require(possible, "/phase", "impossible_phase", detail);
}

fn inspect_end(table: &Table<Card>, faults: &mut Faults) {
    let reached: Vec<_> = seats_of(table.seats()).filter(|seat| table.has_reached(*seat)).collect();
    let possible = match (table.phase, reached.as_slice()) {
        (Phase::Over, []) => table.turn == table.last_turn(),
        (Phase::Over, [seat]) => *seat == table.active(),
        (_, reached) => reached.is_empty() && table.phase != Phase::Over,
    };
    let detail = "the game ends when the seat to act reaches the target, or with the last turn, and never else";
    faults.require(possible, "/phase", "impossible_end", detail);
}
