use serde_json::{Value as Json, json};

use super::table::{HAND, all_cards};
use super::*;
use crate::chance::Seed;
use crate::game::{Seat, Seats, State};
use crate::testing::{admitted, cards, faults_of, join_cards, played, refusal};
use crate::text::Sentence as _;

mod faults;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

fn dealt(seed: &str, seats: u8) -> State<Shipwreck> {
    let seed: Seed = seed.parse().expect("a seed");
    State::deal_for(Seats::new(seats).expect("seats"), seed, NoOptions {})
}

fn after(state: &State<Shipwreck>, mv: &Json) -> (State<Shipwreck>, Vec<Event>) {
    let (mut state, mut log) = (state.clone(), Log::keep());
    state.play(&crate::wire::from_value(mv.clone()).expect("a move"), &mut log).expect("it is legal");
    (state, log.events())
}

fn discard(seat: u8, card: &str) -> Json {
    json!({"seat": seat, "type": "discard", "card": card})
}

fn fight(seat: u8, card: &str, target: u8) -> Json {
    json!({"seat": seat, "type": "fight", "card": card, "target": target})
}

fn answer(seat: u8, card: &str) -> Json {
    json!({"seat": seat, "type": "answer", "card": card})
}

fn surrender(seat: u8) -> Json {
    json!({"seat": seat, "type": "surrender"})
}

fn key(seat: u8, card: &str) -> Json {
    json!({"seat": seat, "type": "key", "card": card})
}

/// What differs from a table at the beginning of a turn of seat 1.
#[derive(Default)]
struct Given<'a> {
    phase: &'a str,
    hands: &'a [&'a str],
    boards: &'a [&'a str],
    keys: &'a [(u8, &'a str)],
    /// The target, and the cards in the middle.
    fight: Option<(u8, &'a str)>,
    points: &'a [i64],
    deck: usize,
    round: u64,
}

/// Returns a table with these cards. Others are removed, in the deck or in the lifeboats.
fn table(given: &Given) -> Json {
    let seats = given.hands.len();
    let mut left: Vec<Card> = all_cards(seats);
    let mut take = |names: &str| -> Vec<Card> {
        let taken = cards(names);
        for card in &taken {
            let at = left.iter().position(|other| other == card).expect("the decks have it");
            left.remove(at);
        }
        taken
    };
    let hands: Vec<_> = given.hands.iter().map(|hand| take(hand)).collect();
    let boards: Vec<_> = (0..seats).map(|i| take(given.boards.get(i).copied().unwrap_or_default())).collect();
    let keys: Vec<Json> = given.keys.iter().map(|(seat, key)| json!({"seat": seat, "card": take(key)[0]})).collect();
    let middle = given.fight.map(|(target, names)| json!({"target": target, "cards": take(names)}));
    let removed: Vec<Card> = left.drain(..table::removed_cards(seats)).collect();
    let deck: Vec<Card> = left.drain(..given.deck).collect();
    let load = |boat: Boat| left.iter().copied().filter(|card| card.suit() == boat.suit()).collect::<Vec<Card>>();
    let takes: usize = boards.iter().map(Vec::len).sum();
    let points = if given.points.is_empty() { vec![0; seats] } else { given.points.to_vec() };
    let mut table = json!({
        "phase": given.phase, "round": given.round.max(1), "active": 1, "deck": deck, "removed": removed,
        "hands": hands, "boards": boards, "keys": keys, "takes": takes, "points": points,
        "boats": {"c": load(Boat::C), "d": load(Boat::D), "h": load(Boat::H), "s": load(Boat::S)},
    });
    if let Some(middle) = middle {
        table["fight"] = middle;
    }
    table
}

fn state(given: &Given) -> State<Shipwreck> {
    admitted(given.hands.len() as u8, &json!({}), &table(given))
}

mod playing {
    use super::*;

    #[test]
    fn seed_has_known_deal_and_fight() {
        let state = dealt("one", 2);
        let table = state.table();
        let hands: Vec<String> = table.hands.iter().map(|hand| join_cards(hand)).collect();
        assert_eq!(hands, ["5c 8c Td Ts Qs", "7c 3d 7h Qh 5s"]);
        assert_eq!(join_cards(&table.removed), "4d 9d 3h 8h Ks");
        assert_eq!((table.deck.len(), join_cards(&table.deck[..3])), (37, "5h 9s 2h".to_owned()));
        assert_eq!(state.legal_moves().moves.len(), 10);
        let (state, events) = after(&state, &fight(1, "Qs", 2));
        assert_eq!(events, [Attacked { seat: seat(1), target: seat(2), card: card("Qs") }.into()]);
        assert_eq!(refusal(&state, &answer(2, "Qh")), HIGHER);
        assert_eq!(state.legal_moves().moves.len(), 1);
        let (state, events) = after(&state, &surrender(2));
        let expected: [Event; 3] = [
            Surrendered { seat: seat(2) }.into(),
            Taken { winner: seat(1), loser: seat(2), card: card("5s") }.into(),
            Drew { seat: seat(2), count: 1 }.into(),
        ];
        assert_eq!(events, expected);
        let table = state.table();
        assert_eq!((join_cards(&table.boards[0]), join_cards(&table.boats.s)), ("5s".to_owned(), "Qs".to_owned()));
        assert_eq!(join_cards(&table.hands[1]), "7c 3d 5h 7h Qh");
        assert_eq!((table.takes, table.active, table.phase), (1, seat(2), Phase::Turn));
    }

    #[test]
    fn deck_has_known_size_with_each_number_of_seats() {
        let sizes: Vec<usize> = (2..=8).map(|seats| dealt("size", seats).table().deck.len()).collect();
        assert_eq!(sizes, [37, 37, 32, 27, 64, 64, 64]);
        let removed: Vec<usize> = (2..=8).map(|seats| dealt("size", seats).table().removed.len()).collect();
        assert_eq!(removed, [5, 0, 0, 0, 10, 5, 0]);
    }

    #[test]
    fn discard_goes_into_boat_and_next_seat_draws() {
        let (state, events) = after(&dealt("one", 2), &discard(1, "8c"));
        assert_eq!(events, [Discarded { seat: seat(1), card: card("8c") }.into()]);
        assert_eq!(join_cards(&state.table().boats.c), "8c");
        let (_, events) = after(&state, &discard(2, "Qh"));
        assert_eq!(events[1..], [Drew { seat: seat(1), count: 1 }.into()]);
    }

    #[test]
    fn king_wins_at_once_and_answers_alternate() {
        let hands = &["2c 4c 6c 8c Kc", "3c 5c 7c Kd 9c"];
        let state = state(&Given { phase: "turn", hands, deck: 5, ..Given::default() });
        let (_, events) = after(&state, &fight(1, "Kc", 2));
        assert_eq!(events[1], Surrendered { seat: seat(2) }.into());
        assert!(matches!(&events[2], Event::Taken(taken) if taken.winner == seat(1)));
        let (state, _) = after(&state, &fight(1, "2c", 2));
        let (state, _) = after(&state, &answer(2, "5c"));
        assert_eq!(state.to_act().iter().collect::<Vec<_>>(), [seat(1)]);
        let (state, _) = after(&state, &answer(1, "6c"));
        let (state, events) = after(&state, &answer(2, "Kd"));
        assert_eq!(events[1], Surrendered { seat: seat(1) }.into());
        assert!(matches!(&events[2], Event::Taken(taken) if taken.winner == seat(2)));
        assert_eq!((state.table().hands[0].len(), state.table().hands[1].len()), (2, 5));
        assert!(["2c", "5c", "6c"].iter().all(|name| state.table().boats.c.contains(&card(name))));
    }

    #[test]
    fn last_card_must_be_a_king() {
        let given = |last: &'static str| {
            let hands: &[&str] = if last == "Qd" { &["2c 3c 4c 5c", "Qd"] } else { &["2c 3c 4c 5c", "Kd"] };
            state(&Given { phase: "fight", hands, fight: Some((2, "9c")), deck: 9, ..Given::default() })
        };
        let queen = given("Qd");
        assert_eq!(refusal(&queen, &answer(2, "Qd")), LAST_CARD);
        assert_eq!(queen.legal_moves().moves.len(), 1);
        let (won, events) = after(&given("Kd"), &answer(2, "Kd"));
        assert!(matches!(&events[2], Event::Taken(taken) if (taken.winner, taken.loser) == (seat(2), seat(1))));
        // The king was its last card, so it draws five.
        assert_eq!(events[3], Drew { seat: seat(2), count: 5 }.into());
        assert_eq!(won.table().boards[1].len(), 1);
    }

    #[test]
    fn equal_cards_of_a_hand_are_one_move() {
        let hands = &["7h 7h 2c 3c 4c", "Ac", "Ad", "Ah", "As", "2d"];
        let state = state(&Given { phase: "turn", hands, deck: 9, ..Given::default() });
        assert_eq!(state.legal_moves().moves.len(), 4 + 4 * 5);
        let (state, _) = after(&state, &discard(1, "7h"));
        assert_eq!(join_cards(&state.table().hands[0]), "2c 3c 4c 7h");
    }

    #[test]
    fn each_rule_refuses() {
        let turn = dealt("one", 2);
        assert_eq!(refusal(&turn, &discard(2, "7c")), TURN);
        for mv in [answer(1, "Qs"), surrender(1), key(1, "Qs")] {
            assert_eq!(refusal(&turn, &mv), PHASE);
        }
        assert_eq!(refusal(&turn, &discard(1, "7c")), CARD);
        assert_eq!(refusal(&turn, &fight(1, "7c", 3)), CARD);
        for target in [1, 3] {
            assert_eq!(refusal(&turn, &fight(1, "Qs", target)), TARGET);
        }
        let hands = &["2c 3c 4c 5c 6c", ""];
        let empty = state(&Given { phase: "turn", hands, deck: 9, ..Given::default() });
        assert_eq!(refusal(&empty, &fight(1, "2c", 2)), EMPTY_HAND);
        assert_eq!(empty.legal_moves().moves.len(), 5);
        let (fought, _) = after(&turn, &fight(1, "Qs", 2));
        for mv in [discard(2, "7c"), fight(2, "7c", 1), key(2, "7c")] {
            assert_eq!(refusal(&fought, &mv), PHASE);
        }
        assert_eq!(refusal(&fought, &answer(2, "Ks")), CARD);
        let over = played::<Shipwreck>(2, "one", &json!({}), 10_000);
        assert_eq!(refusal(&over, &surrender(1)), ENDED);
    }

    #[test]
    fn hands_removed_cards_and_deck_are_hidden() {
        let state = dealt("one", 2);
        let known = |viewer| {
            let view = state.view(viewer);
            let hands: Vec<usize> = view.hands.iter().map(|hand| hand.known().count()).collect();
            (hands, view.deck.known().count() + view.removed.known().count())
        };
        assert_eq!(known(Viewer::Seat(seat(2))), (vec![0, 5], 0));
        assert_eq!((known(Viewer::Onlooker), known(Viewer::Host)), ((vec![0, 0], 0), (vec![5, 5], 42)));
    }
}

mod showdown {
    use super::*;

    /// Plays the missing keys, and returns the boats that left.
    fn boarded(state: &State<Shipwreck>, keys: &[(u8, &str)]) -> Vec<(Boat, Option<u8>)> {
        let mut events = Vec::new();
        let mut state = state.clone();
        for (seat, name) in keys {
            (state, events) = after(&state, &key(*seat, name));
        }
        let boats = events.iter().filter_map(|event| match event {
            Event::Boarded(boarded) => Some((boarded.suit, boarded.seat.map(Seat::number))),
            _ => None,
        });
        boats.collect()
    }

    #[test]
    fn rulebook_example_boards_spades_and_hearts() {
        let hands = &["9s 2d", "Qh 2c", "2h 3h 7h", ""];
        let state = state(&Given { phase: "showdown", hands, boards: &["", "6h"], ..Given::default() });
        assert_eq!(state.to_act().iter().collect::<Vec<_>>(), [1, 2, 3].map(seat));
        let boats = boarded(&state, &[(3, "2h"), (1, "9s"), (2, "Qh")]);
        assert_eq!(boats, [(Boat::H, Some(2)), (Boat::S, Some(1))]);
    }

    #[test]
    fn equal_points_are_decided_by_higher_cards() {
        for (hands, keys, winner) in [
            (["5h 7h", "Qh 2c"], [(1, "5h"), (2, "Qh")], 2),
            (["9h 5h", "Th 4h"], [(1, "9h"), (2, "4h")], 2),
            (["9h 5h 2d", "8h 6h 2c"], [(1, "9h"), (2, "8h")], 1),
        ] {
            let state = state(&Given { phase: "showdown", hands: &hands, ..Given::default() });
            assert_eq!(boarded(&state, &keys), [(Boat::H, Some(winner))], "{hands:?}");
        }
    }

    #[test]
    fn boat_leaves_empty_if_best_are_equal() {
        let hands = &["7h 5h", "7h 5h", "2h 3h", "", "", ""];
        let given = Given { phase: "showdown", hands, ..Given::default() };
        let boats = boarded(&state(&given), &[(1, "7h"), (2, "5h"), (3, "2h")]);
        assert_eq!(boats, [(Boat::H, None)]);
        let boarded = Event::from(Boarded { suit: Boat::H, seat: None, points: 20 });
        assert_eq!(boarded.sentence(), "The lifeboat of hearts, worth 20 points, leaves without anyone.");
    }

    #[test]
    fn points_are_those_of_the_boat() {
        let hands = &["9s 2d", "Qh 2c"];
        let (state, _) = after(&state(&Given { phase: "showdown", hands, ..Given::default() }), &key(2, "Qh"));
        let (state, events) = after(&state, &key(1, "9s"));
        // All hearts but the queen are in their lifeboat, and all spades but the nine. Five clubs are removed.
        assert_eq!(state.table().points, [91 - 9, 91 - 12]);
        let kinds: Vec<Json> = events.iter().map(|event| json!(event)["type"].clone()).collect();
        assert_eq!(kinds, ["key_laid", "revealed", "boarded", "boarded", "dealt"]);
        assert_eq!(events[4], Dealt { round: 2, dealer: seat(2) }.into());
        assert_eq!((state.table().round, state.table().active), (2, seat(2)));
        assert!(state.table().hands.iter().all(|hand| hand.len() == HAND) && state.table().keys.is_empty());
    }

    #[test]
    fn key_is_hidden_until_all_are_there() {
        let hands = &["9s 2d", "Qh 2c"];
        let (state, events) = after(&state(&Given { phase: "showdown", hands, ..Given::default() }), &key(2, "Qh"));
        assert_eq!(events, [KeyLaid { seat: seat(2) }.into()]);
        let shown = |viewer| state.view(viewer).keys[0].card;
        assert_eq!(shown(Viewer::Seat(seat(1))), Viewed::Hidden);
        assert_eq!(shown(Viewer::Onlooker), Viewed::Hidden);
        assert_eq!(shown(Viewer::Seat(seat(2))), Viewed::Card(card("Qh")));
    }

    #[test]
    fn only_card_is_key_when_the_ship_sinks() {
        // Seat 2 draws the last card, which is its only one.
        let hands = &["2c 3c 4c 5c 6c", "", "9s"];
        let state = state(&Given { phase: "turn", hands, deck: 1, ..Given::default() });
        let (state, events) = after(&state, &discard(1, "2c"));
        let expected: [Event; 5] = [
            Discarded { seat: seat(1), card: card("2c") }.into(),
            Drew { seat: seat(2), count: 1 }.into(),
            Sunk { seat: seat(2) }.into(),
            KeyLaid { seat: seat(2) }.into(),
            KeyLaid { seat: seat(3) }.into(),
        ];
        assert_eq!(events, expected);
        assert_eq!((state.table().active, state.to_act().iter().collect::<Vec<_>>()), (seat(2), vec![seat(1)]));
    }

    #[test]
    fn showdown_without_choice_is_scored_at_once() {
        let fight = Some((2, "Ac 2c 3c 4c 5c 6c 7c"));
        let state = state(&Given { phase: "fight", hands: &["Kc", "9s"], fight, deck: 1, ..Given::default() });
        // Seat 2 loses its only card and draws the last one, so both have one card.
        let (state, events) = after(&state, &surrender(2));
        let kinds: Vec<Json> = events.iter().map(|event| json!(event)["type"].clone()).collect();
        let sunk = ["surrendered", "taken", "drew", "sunk", "key_laid", "key_laid", "revealed"];
        assert_eq!(kinds[..7], sunk);
        assert_eq!((state.table().round, state.table().phase), (2, Phase::Turn));
    }

    /// Returns the end of a game with 199 and 190 points, in which 10 spades and these hearts are in their lifeboats, and
    /// both seats board.
    fn end(hearts: i64) -> (State<Shipwreck>, Vec<Event>) {
        let board = match hearts {
            10 => "Ah 2h 3h 4h 5h 6h 7h 8h 9h Jh Kh Js Qs Ks",
            _ => "Ah 2h 3h 4h 5h 6h 7h 8h Jh Kh Js Qs Ks",
        };
        let given = Given {
            phase: "showdown",
            hands: &["9s 2d", "Qh 2c"],
            boards: &["As 2s 3s 4s 5s 6s 7s 8s", board],
            points: &[199, 190],
            round: 4,
            ..Given::default()
        };
        let (state, _) = after(&state(&given), &key(2, "Qh"));
        after(&state, &key(1, "9s"))
    }

    #[test]
    fn goal_ends_the_game_and_most_points_win() {
        let (state, events) = end(10);
        assert_eq!((&state.table().points[..], state.table().phase), (&[209, 200][..], Phase::Over));
        assert_eq!(events.last(), Some(&Ended { points: vec![209, 200] }.into()));
        assert_eq!(state.places(), Some(vec![1, 2]));
        assert_eq!((state.table().keys.len(), state.table().hands[0].len()), (2, 1));
    }

    #[test]
    fn equal_points_share_first_place() {
        let (state, _) = end(19);
        assert_eq!((&state.table().points[..], state.places()), (&[209, 209][..], Some(vec![1, 1])));
    }

    #[test]
    fn last_round_ends_the_game() {
        let hands = &["9s 2d", "Qh 2c"];
        let round = table::LAST_ROUND;
        let (state, _) = after(&state(&Given { phase: "showdown", hands, round, ..Given::default() }), &key(2, "Qh"));
        let (state, _) = after(&state, &key(1, "9s"));
        assert!(state.finished());
    }
}

#[test]
fn games_end_within_few_rounds() {
    for seats in 2..=8 {
        let state = played::<Shipwreck>(seats, "length", &json!({}), 10_000);
        assert!(state.finished() && (2..=12).contains(&state.table().round), "{} rounds", state.table().round);
        let cards = state.table().visible().count();
        assert_eq!(cards, all_cards(seats.into()).len());
    }
}
