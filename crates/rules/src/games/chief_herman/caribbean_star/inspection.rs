//! The inspection of a posted table of Caribbean Star.

use super::answer::Answer;
use super::show::{self, Role};
use super::table::{LAST_DRAW, Phase, Table, hand_at, is_ace};
use super::{Card, SEATS};
use crate::cards::Cards;
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Seat, SeatSet};

pub(super) fn inspect(table: &mut Table<Card>, faults: &mut Faults) {
    inspect_cards(table, faults);
    let lists = [("/hands", table.hands.len()), ("/practice", table.practice.len()), ("/scores", table.scores.len())];
    if faults.require_by_seat(SEATS, lists) {
        inspect_turn(table, faults);
        inspect_played(table, faults);
        inspect_answers(table, faults);
        inspect_practice(table, faults);
        inspect_scores(table, faults);
        inspect_end(table, faults);
    }
    table.hands.iter_mut().for_each(Cards::sort);
    table.practice.iter_mut().for_each(Cards::sort);
    table.discards.sort();
}

fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut census = Census::new();
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    for (i, laid) in table.played.iter().enumerate() {
        census.see(laid.card, format_args!("/played/{i}/card"), faults);
    }
    census.see_lists(&table.practice, "/practice", faults);
    census.see_list(&table.discards, "/discards", faults);
    census.close(&Card::DECK, "", faults);
}

fn inspect_turn(table: &Table<Card>, faults: &mut Faults) {
    let over = table.phase == Phase::Over;
    let ended = table.turn - u64::from(!over);
    let left = SEATS * (LAST_DRAW - ended.min(LAST_DRAW)) as usize;
    let deck = table.deck.len();
    let detail = format_args!("{deck} cards, where turn {} leaves {left}", table.turn);
    faults.require(deck == left, "/deck", "impossible_turn", detail);

    for (seat, hand) in Seat::BOTH.into_iter().zip(&table.hands) {
        let lies = table.has_played(seat);
        let wanted = match table.phase {
            Phase::Play => hand_at(table.turn) - usize::from(lies),
            Phase::Stop | Phase::Buffet => hand_at(table.turn) - 1,
            Phase::Over => hand_at(table.turn + 1),
        };
        let (at, count) = (format!("/hands/{}", seat.index()), hand.len());
        let detail = format_args!("{count} cards, where turn {} leaves {wanted}", table.turn);
        faults.require(count == wanted, at, "impossible_hand", detail);
    }
}

fn inspect_played(table: &Table<Card>, faults: &mut Faults) {
    let count = table.played.len();
    let possible = match table.phase {
        // The last card of each hand is played automatically.
        Phase::Play => count < SEATS && hand_at(table.turn) > 1,
        Phase::Stop | Phase::Buffet => count > 0,
        Phase::Over => count == 0,
    };
    faults.require(
        possible,
        "/played",
        "impossible_played",
        format_args!("this phase cannot have {count} played cards"),
    );
    let mut seats = SeatSet::NONE;
    for (i, laid) in table.played.iter().enumerate() {
        let (seat, card) = (laid.seat, laid.card);
        let before = i.checked_sub(1).and_then(|i| table.played.get(i));
        let why = if seat.index() >= SEATS {
            Some(format!("seat {seat} does not exist"))
        } else if seats.contains(seat) {
            Some(format!("seat {seat} has played twice"))
        } else if is_ace(card) {
            Some(format!("{card} is an ace"))
        } else if before.is_some_and(|before| before.card.ace_low() > card.ace_low()) {
            Some(format!("{card} takes effect before the card that is named first"))
        } else {
            None
        };
        if let Some(why) = why {
            faults.add(format_args!("/played/{i}"), "impossible_played", why);
        }
        seats.insert(seat);
    }
}

fn inspect_answers(table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_answers";
    let count = table.answers.len();
    let possible = if table.phase == Phase::Stop { count < SEATS } else { count == 0 };
    faults.require(possible, "/answers", code, format_args!("this phase cannot have {count} answers"));
    for (i, given) in table.answers.iter().enumerate() {
        let hand = table.hands.get(given.seat.index());
        let at = format!("/answers/{i}");
        faults.require(
            hand.is_some(),
            format_args!("{at}/seat"),
            code,
            format_args!("seat {} does not exist", given.seat),
        );
        if let (Some(hand), Answer::Stop(ace)) = (hand, given.answer) {
            let in_hand = is_ace(ace) && hand.contains(&ace);
            let detail = format_args!("{ace} is no ace that seat {} holds", given.seat);
            faults.require(in_hand, format_args!("{at}/answer"), code, detail);
        }
    }
    let asks = table.phase != Phase::Stop || table.window();
    faults.require(asks, "/phase", "impossible_window", "no hand can have an ace");
}

fn inspect_practice(table: &Table<Card>, faults: &mut Faults) {
    for (seat, pile) in Seat::BOTH.into_iter().zip(&table.practice) {
        for (i, card) in pile.iter().enumerate() {
            let practised = show::role(*card) == Role::Practice;
            let possible = show::owner(*card) == seat && practised && table.phase != Phase::Over;
            let detail = format_args!("{card} is not in the practice pile of seat {seat}");
            faults.require(possible, format_args!("/practice/{}/{i}", seat.index()), "impossible_practice", detail);
        }
    }
    if table.phase == Phase::Buffet
        && let Some(card) = table.next()
    {
        let owner = show::owner(card);
        let eight = show::role(card) == Role::Buffet;
        faults.require(eight, "/phase", "impossible_buffet", format_args!("{card} is not a buffet"));
        let trick = !eight || table.tricks(owner).next().is_some();
        faults.require(trick, "/phase", "impossible_buffet", format_args!("seat {owner} has no trick to perform"));
    }
}

fn inspect_scores(table: &Table<Card>, faults: &mut Faults) {
    for (seat, score) in Seat::BOTH.into_iter().zip(&table.scores) {
        let shown = || table.discards.iter().copied().filter(|card| show::owner(*card) == seat);
        let doubled = shown().filter(|card| show::doubles(*card)).count().min(2);
        let most = shown().filter_map(show::trick).map(|(worth, _)| worth).sum::<i64>() << doubled;
        let least = -(shown().filter_map(show::mistake).sum::<i64>() << doubled);
        let detail = format_args!("{score} points, where the discards can have brought {least} to {most}");
        let at = format!("/scores/{}", seat.index());
        faults.require((least..=most).contains(score), at, "impossible_scores", detail);
    }
}

fn inspect_end(table: &Table<Card>, faults: &mut Faults) {
    let detail = match table.phase {
        Phase::Over => "both hands have a card to play",
        _ => "a hand has nothing to play: the game is over",
    };
    faults.require(table.ends_when_played_out(), "/phase", "impossible_end", detail);
}
