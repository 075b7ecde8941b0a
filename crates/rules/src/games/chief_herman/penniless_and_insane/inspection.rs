//! The inspection of a posted table of Penniless and Insane.

use super::Gambling;
use super::table::{CHIPS, GOAL, HAND, MAX_ROUND_SCORE, Phase, ROUNDS, TRICKS, Table, price};
use crate::cards::{Card, Cards};
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{SeatSet, Seats};

/// Maximum price of a bid.
const MAX_PRICE: u64 = 13;
/// Minimum score of the best seat in a round: three times the face values of three aces.
const MIN_BEST_SCORE: i64 = 9;

pub(super) fn inspect(seats: Seats, gambling: Gambling, table: &mut Table<Card>, faults: &mut Faults) {
    inspect_cards(table, faults);
    let winnings = table.winnings.as_ref().map(|winnings| ("/winnings", winnings.len()));
    let lists = [("/hands", table.hands.len()), ("/money", table.money.len()), ("/scores", table.scores.len())];
    let by_seat = faults.require_by_seat(seats.count().into(), lists.into_iter().chain(winnings));
    if by_seat && inspect_round(table, faults) {
        inspect_counts(table, faults);
        inspect_bids(seats, table, faults);
        inspect_money(table, faults);
        inspect_scores(table, faults);
        inspect_end(table, faults);
        inspect_pot(gambling, table, faults);
    }
    table.hands.iter_mut().for_each(Cards::sort);
    table.pool.sort();
    table.discards.sort();
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut census = Census::new();
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    census.see_list(&table.pool, "/pool", faults);
    for (i, bid) in table.bids.iter().enumerate() {
        census.see(bid.card, format_args!("/bids/{i}/card"), faults);
    }
    census.see_list(&table.discards, "/discards", faults);
    census.close(&Card::DECK, "", faults);
}

/// Returns whether round and trick are possible. All other checks depend on them.
fn inspect_round(table: &Table<Card>, faults: &mut Faults) -> bool {
    let before = faults.count();
    let (round, trick) = (table.round, table.trick);
    let detail = format_args!("round {round}");
    faults.require((1..=ROUNDS).contains(&round), "/round", "impossible_round", detail);
    let detail = format_args!("trick {trick}");
    faults.require((1..=TRICKS).contains(&trick), "/trick", "impossible_round", detail);
    faults.count() == before
}

fn inspect_counts(table: &Table<Card>, faults: &mut Faults) {
    for (seat, hand) in table.seats().zip(&table.hands) {
        let (count, bid) = (hand.len(), usize::from(table.has_bid(seat)));
        let detail = format_args!("{count} cards in the hand and {bid} bid");
        faults.require(count + bid == HAND, format_args!("/hands/{}", seat.index()), "impossible_hand", detail);
    }
    let seats = table.hands.len();
    let offered = seats - 1;
    let (deck, left) = (table.deck.len(), 52 - HAND * seats - table.trick as usize * offered);
    let detail = format_args!("must have {left} cards in trick {} (got {deck})", table.trick);
    faults.require(deck == left, "/deck", "impossible_deck", detail);

    // Each seat that has acted in this trick has taken at most one card.
    let (least, most) = match table.phase {
        Phase::Bid => (offered, offered),
        Phase::Take => (table.bids.len().saturating_sub(1).max(2), offered),
        Phase::Over => (0, 0),
    };
    let pool = table.pool.len();
    let detail = format_args!("{pool} cards, where {least} to {most} can be on offer");
    faults.require((least..=most).contains(&pool), "/pool", "impossible_pool", detail);
}

fn inspect_bids(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let (code, count) = ("impossible_bids", table.bids.len());
    let possible = match table.phase {
        Phase::Bid => count < table.hands.len(),
        Phase::Take => count > 0,
        Phase::Over => count == 0,
    };
    faults.require(possible, "/bids", code, format_args!("this phase cannot have {count} bids"));
    let mut seen = SeatSet::NONE;
    for (i, bid) in table.bids.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| table.bids.get(i));
        let follows = before.is_none_or(|before| match table.phase {
            Phase::Bid => before.seat < bid.seat,
            Phase::Take | Phase::Over => before.card.ace_low() < bid.card.ace_low(),
        });
        let (at, seat) = (format!("/bids/{i}"), bid.seat);
        if !seats.contains(seat) {
            faults.add(at, code, format_args!("seat {seat} does not exist"));
        } else if seen.contains(seat) {
            faults.add(at, code, format_args!("seat {seat} bids twice"));
        } else {
            faults.require(follows, at, code, format_args!("the bid of seat {seat} is out of order"));
        }
        seen.insert(seat);
    }
}

fn inspect_money(table: &Table<Card>, faults: &mut Faults) {
    for (seat, chips) in table.seats().zip(&table.money) {
        let acts = match table.phase {
            Phase::Take if table.has_bid(seat) => table.trick - 1,
            Phase::Bid => table.trick - 1,
            Phase::Take | Phase::Over => table.trick,
        };
        let least = CHIPS.saturating_sub(MAX_PRICE * acts);
        let at = format!("/money/{}", seat.index());
        let detail = format_args!("{chips} chips, where a seat has {least} to {CHIPS} now");
        faults.require((least..=CHIPS).contains(chips), at, "impossible_money", detail);
    }
    if table.phase == Phase::Take
        && let Some(bid) = table.bids.first()
        && let Some(chips) = table.money.get(bid.seat.index())
    {
        let detail = format_args!("seat {} cannot pay for its {}", bid.seat, bid.card);
        faults.require(*chips >= price(bid.card), "/bids/0", "impossible_take", detail);
    }
}

/// Returns the number of scored rounds.
fn scored(table: &Table<Card>) -> i64 {
    let rounds = if table.phase == Phase::Over { table.round } else { table.round.saturating_sub(1) };
    rounds as i64
}

fn inspect_scores(table: &Table<Card>, faults: &mut Faults) {
    let (rounds, code) = (scored(table), "impossible_scores");
    for (i, score) in table.scores.iter().enumerate() {
        let detail = format_args!("{score} points in {rounds} rounds");
        faults.require(*score <= MAX_ROUND_SCORE * rounds, format_args!("/scores/{i}"), code, detail);
    }
    let all: i64 = table.scores.iter().sum();
    let detail = format_args!("all seats together cannot have {all} points after {rounds} rounds");
    faults.require(all >= MIN_BEST_SCORE * rounds, "/scores", code, detail);
}

fn inspect_end(table: &Table<Card>, faults: &mut Faults) {
    let reached = table.scores.iter().any(|score| *score >= GOAL);
    let (at, code) = ("/phase", "impossible_end");
    if table.phase == Phase::Over {
        let last = reached || table.round == ROUNDS;
        faults.require(last, at, code, format_args!("no seat has {GOAL} points"));
        faults.require(table.trick == TRICKS, at, code, format_args!("trick {} is not the last", table.trick));
    } else {
        faults.require(!reached, at, code, format_args!("a seat has {GOAL} points: the game is over"));
    }
}

fn inspect_pot(gambling: Gambling, table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_pot";
    match (gambling, table.pot, &table.winnings) {
        (Gambling::No, None, None) => {}
        (Gambling::No, ..) => {
            let at = if table.pot.is_some() { "/pot" } else { "/winnings" };
            faults.add(at, code, "the game is not played for chips");
        }
        (Gambling::Yes, Some(pot), Some(winnings)) => {
            // Of earlier rounds, less than one chip per seat is left in the pot. All payments of this round are in it.
            let paid: u64 = match table.phase {
                Phase::Over => 0,
                _ => table.money.iter().map(|chips| CHIPS.saturating_sub(*chips)).sum(),
            };
            let kept = -winnings.iter().sum::<i64>();
            let possible = (0..table.hands.len() as i64).contains(&kept) && pot as i64 == kept + paid as i64;
            let detail = format_args!("{pot} chips, where {paid} were paid in this round and {kept} kept from others");
            faults.require(possible, "/pot", code, detail);
            let most = scored(table) * CHIPS as i64;
            for (i, chips) in winnings.iter().enumerate() {
                let at = format!("/winnings/{i}");
                faults.require(*chips >= -most, at, code, format_args!("no seat can have paid more than {most} chips"));
            }
        }
        (Gambling::Yes, pot, _) => {
            let at = if pot.is_none() { "/pot" } else { "/winnings" };
            faults.add(at, code, "is required: the game is played for chips");
        }
    }
}
