use serde_json::{Value as Json, json};

use super::*;
use crate::cards::Cards;
use crate::game::State;
use crate::testing::{cards, faults_of, played, refusal};

type Seven = State<SevenHandedPoker>;

fn options(hand: &str, jokers: &str) -> Json {
    json!({"hand": hand, "jokers": jokers})
}

fn usual() -> Json {
    options("7", "none")
}

/// Returns a spot with these cards of both seats.
fn spot(one: &str, two: &str) -> Spot<CardOrJoker> {
    let sides: Vec<Cards<CardOrJoker>> = [one, two].map(|names| Cards::set(cards::<CardOrJoker>(names))).to_vec();
    let mut spot = Spot { sides: sides.into(), won_by: Vec::new().into() };
    spot.won_by = spot.winners().into();
    spot
}

/// Returns a line in which the seats have won these spots; 3 means both.
fn line(won: [u8; 7]) -> Table<CardOrJoker> {
    let mut table = played::<SevenHandedPoker>(2, "test", &usual(), 0).table().clone();
    table.spots = won
        .map(|by| match by {
            1 => spot("As", "2c"),
            2 => spot("2c", "As"),
            3 => spot("As", "Ad"),
            _ => spot("", ""),
        })
        .to_vec()
        .into();
    table
}

#[test]
fn better_hand_wins_spot_and_ties_share_it() {
    let known: [(&str, &str, &[u8]); 5] = [
        ("Kd", "9c 9s", &[2]),
        ("As", "Ad", &[1, 2]),
        ("As", "Ad 2c", &[2]),
        ("As Ks", "Ad Qd Jh Td 8d", &[1]),
        ("As Ks", "Ad Kd Qd Jd 9d", &[2]),
    ];
    for (one, two, winners) in known {
        let found: Vec<u8> = spot(one, two).winners().iter().map(|seat| seat.number()).collect();
        assert_eq!(found, winners, "{one} against {two}");
    }
    assert!(spot("As", "").winners().is_empty());
}

#[test]
fn four_spots_or_three_in_a_row_win() {
    let known: [([u8; 7], [i64; 2], [u8; 2]); 4] = [
        ([1, 1, 3, 0, 2, 0, 2], [3, 3], [1, 2]),
        ([0, 1, 1, 3, 2, 2, 0], [3, 3], [1, 1]),
        ([1, 2, 3, 1, 2, 1, 0], [4, 3], [1, 2]),
        ([1, 2, 1, 2, 1, 2, 0], [3, 3], [2, 2]),
    ];
    for (won, points, places) in known {
        let table = line(won);
        assert_eq!(SevenHandedPoker::points(SevenHandedPokerOptions::default(), &table), points, "{won:?}");
        assert_eq!(table.places(), places, "{won:?}");
    }
}

#[test]
fn first_turn_lists_all_sets_of_cards() {
    for (hand, plays) in [("7", 119), ("6", 62), ("5", 31)] {
        let state = played::<SevenHandedPoker>(2, "test", &options(hand, "two"), 0);
        assert_eq!(state.legal_moves().moves.len(), plays);
        let placing = played::<SevenHandedPoker>(2, "test", &options(hand, "two"), 1);
        assert_eq!(placing.legal_moves().moves.len(), 7);
    }
}

/// Plays one card each turn and places it on the first or the last free spot.
fn one_by_one(first: bool, moves: usize) -> Seven {
    one_by_one_from(&usual(), first, moves)
}

fn one_by_one_from(options: &Json, first: bool, moves: usize) -> Seven {
    let mut state = played::<SevenHandedPoker>(2, "long", options, 0);
    for _ in 0..moves {
        let Some(seat) = state.to_act().iter().next() else { break };
        let table = state.table();
        let mv = match table.phase {
            Phase::Place => {
                let from_first = (seat != Seat::FIRST) == first;
                let spot = if from_first { table.free().next() } else { table.free().last() };
                Move::Place(Place { seat, spot: spot.expect("a free spot") })
            }
            _ => Move::Play(Play { seat, cards: vec![table.hands[seat.index()][0]].into() }),
        };
        state.play(&mv, &mut Log::discard()).expect("legal");
    }
    state
}

#[test]
fn first_comparison_is_by_turn_8() {
    let compared = |state: &Seven| state.table().spots.iter().position(Spot::is_compared);
    assert_eq!(compared(&one_by_one(true, 14)), None);
    assert_eq!(compared(&one_by_one(true, 16)), Some(3));
}

#[test]
fn long_hand_has_bounds_instead_of_plays() {
    let state = one_by_one(true, 14 - 2);
    let seat = state.table().turn;
    let legal = state.legal_moves();
    let hand = &state.table().hands[seat.index()];
    assert_eq!((hand.len(), legal.moves.len()), (13, 0));
    let cards = json!({ "subset_of": hand, "min_items": 1, "max_items": 5 });
    assert_eq!(json!(legal.bounds), json!([{ "type": "play", "seat": seat, "fields": { "cards": cards } }]));
    let mut draws = crate::chance::Chance::new(state.seed()).event("test");
    for _ in 0..50 {
        let mv = legal.draw_unlisted(&mut draws).expect("a play");
        state.clone().play(&mv, &mut Log::discard()).expect("a play within the bounds is legal");
    }
}

#[test]
fn hand_of_twelve_lists_all_plays() {
    let state = one_by_one_from(&options("6", "none"), true, 12);
    let legal = state.legal_moves();
    assert_eq!(state.table().hands[state.table().turn.index()].len(), 12);
    // 12 + 66 + 220 + 495 + 792
    assert_eq!((legal.moves.len(), legal.bounds.is_empty()), (1585, true));
}

#[test]
fn bounds_are_visible_to_their_seat_only() {
    let state = one_by_one(true, 12);
    let legal = state.legal_moves();
    let seat = state.table().turn;
    assert!(!legal.bounds.is_empty());
    assert_eq!(legal.clone().of(seat), legal);
    assert_eq!(legal.of(Seat::new(3 - seat.number()).expect("a seat")), LegalMoves::listed(Vec::new()));
}

#[test]
fn playing_draws_three_and_last_spot_is_automatic() {
    let state = played::<SevenHandedPoker>(2, "test", &usual(), 2);
    let table = state.table();
    let filled: usize = table.spots.iter().map(|spot| spot.side(Seat::FIRST).len()).sum();
    assert_eq!(table.hands[0].len(), 7 - filled + 3);
    assert_eq!((table.turn.number(), table.deck.len()), (2, 35));

    let mut last = line([0; 7]);
    for spot in last.spots.iter_mut().take(6) {
        spot.sides[0] = Cards::set(cards("2c"));
    }
    let card = last.hands[0][0];
    let mut log = Log::keep();
    last.play(&[card], &mut log);
    assert_eq!((last.spots[6].side(Seat::FIRST), last.turn.number()), (&[card][..], 2));
    assert!(matches!(&log.events()[1], Event::Placed(placed) if placed.spot == 7));
}

#[test]
fn face_down_cards_are_visible_to_owner_only() {
    let state = played::<SevenHandedPoker>(2, "test", &usual(), 1);
    for (viewer, shown) in Seat::BOTH.into_iter().zip([true, false]) {
        let view = json!(state.view(Viewer::Seat(viewer)));
        assert_eq!(view["played"][0] != "??", shown);
        assert_eq!(view["hands"][0][0] != "??", shown);
    }
    let mut table = line([3, 0, 0, 0, 0, 0, 0]);
    table.spots[1] = spot("Kd", "");
    let view = json!(table.viewed(Viewer::Onlooker));
    assert_eq!(view["spots"][0]["sides"], json!([["As"], ["Ad"]]));
    assert_eq!(view["spots"][1]["sides"], json!([["??"], []]));
}

#[test]
fn each_rule_refuses_its_moves() {
    let play = |seat: u8, cards: Json| json!({"seat": seat, "type": "play", "cards": cards});
    let place = |seat: u8, spot: u8| json!({"seat": seat, "type": "place", "spot": spot});
    let state = played::<SevenHandedPoker>(2, "test", &usual(), 0);
    let [own, others] = [0, 1].map(|i| &state.table().hands[i]);
    assert_eq!(refusal(&state, &play(2, json!([others[0]]))), TURN);
    assert_eq!(refusal(&state, &play(1, json!([]))), COUNT);
    assert_eq!(refusal(&state, &play(1, json!(own[..6]))), COUNT);
    assert_eq!(refusal(&state, &play(1, json!([own[0], own[0]]))), TWICE);
    assert_eq!(refusal(&state, &play(1, json!([own[0], others[0]]))), HAND);
    assert_eq!(refusal(&state, &place(1, 1)), PLACING);
    let placing = one_by_one(true, 5);
    assert_eq!(refusal(&placing, &play(2, json!([others[0]]))), PLAYING);
    assert_eq!(refusal(&placing, &place(2, 1)), SPOT);
    let over = played::<SevenHandedPoker>(2, "test", &usual(), 100);
    assert_eq!(refusal(&over, &place(2, 1)), ENDED);
}

#[test]
fn sets_are_sorted_on_admission() {
    let state = played::<SevenHandedPoker>(2, "test", &usual(), 7);
    let mut form = json!(state);
    let reversed = |list: &mut Json| list.as_array_mut().expect("a list").reverse();
    let table = &mut form["table"];
    assert!(table["spots"].as_array().expect("a list").iter().any(|spot| spot["sides"][0][1].is_string()));
    assert!(table["played"][1].is_string());
    reversed(&mut table["played"]);
    table["hands"].as_array_mut().expect("a list").iter_mut().for_each(reversed);
    for spot in table["spots"].as_array_mut().expect("a list") {
        spot["sides"].as_array_mut().expect("a list").iter_mut().for_each(reversed);
    }
    assert_ne!(form, json!(state));
    let form = crate::game::StateForm::<SevenHandedPoker>::from_value(form).expect("a state");
    assert_eq!(form.admit(), Ok(state));
}

mod faults {
    use super::*;

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    fn shift(table: &mut Json, from: &str, to: &str) {
        let card = list(table, from).pop().expect("a card");
        list(table, to).push(card);
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        // Three turns of one card each: spots 1 and 2 have a card of seat 1, spot 7 has one of seat 2.
        let early = || one_by_one(true, 6);
        let placing = || one_by_one(true, 7);
        let compared = || one_by_one(true, 16);
        let over = || played::<SevenHandedPoker>(2, "test", &usual(), 100);
        let table: Vec<(&str, Seven, Change, &[&str])> = vec![
            (
                "six spots",
                early(),
                |t| {
                    list(t, "/spots").remove(2);
                },
                &["/spots not_by_seat"],
            ),
            (
                "a hand too few",
                early(),
                |t| {
                    let hand = list(t, "/hands").pop();
                    list(t, "/deck").extend(hand.as_ref().and_then(Json::as_array).cloned().unwrap_or_default());
                },
                &["/hands not_by_seat"],
            ),
            (
                "a card twice",
                early(),
                |t| {
                    let card = t["deck"][0].clone();
                    t["deck"][1] = card;
                },
                &["/deck/1 card_twice", " card_missing"],
            ),
            ("a joker", early(), |t| t["deck"][0] = json!("X1"), &["/deck/0 no_jokers", " card_missing"]),
            (
                "a side too large",
                early(),
                |t| {
                    for _ in 0..5 {
                        shift(t, "/hands/0", "/spots/0/sides/0");
                    }
                },
                &["/spots/0/sides/0 impossible_side"],
            ),
            ("cards that wait", early(), |t| shift(t, "/hands/1", "/played"), &["/played impossible_played"]),
            ("none that wait", placing(), |t| shift(t, "/played", "/hands/1"), &["/played impossible_played"]),
            ("the turn of the other", early(), |t| t["turn"] = json!(1), &["/turn impossible_turn"]),
            ("a turn of no seat", early(), |t| t["turn"] = json!(3), &["/turn impossible_turn"]),
            (
                "a deck too small",
                early(),
                |t| shift(t, "/deck", "/hands/0"),
                &["/deck impossible_deck", "/hands/0 impossible_hand"],
            ),
            (
                "hands that do not fit",
                early(),
                |t| shift(t, "/hands/0", "/hands/1"),
                &["/hands/0 impossible_hand", "/hands/1 impossible_hand"],
            ),
            ("won too early", early(), |t| t["spots"][0]["won_by"] = json!([1]), &["/spots/0/won_by wrong_winner"]),
            (
                "won by the wrong seat",
                compared(),
                |t| {
                    let winner = if t["spots"][3]["won_by"] == json!([1]) { 2 } else { 1 };
                    t["spots"][3]["won_by"] = json!([winner]);
                },
                &["/spots/3/won_by wrong_winner"],
            ),
            (
                "over too early",
                compared(),
                |t| {
                    t["phase"] = json!("over");
                    t["turn"] = json!(2);
                    for _ in 0..3 {
                        let card = list(t, "/hands/1").pop();
                        list(t, "/deck").extend(card);
                    }
                },
                &["/phase impossible_end"],
            ),
            (
                "over too late",
                over(),
                |t| {
                    t["phase"] = json!("play");
                    let next = 3 - t["turn"].as_u64().expect("a seat");
                    t["turn"] = json!(next);
                    for _ in 0..3 {
                        let card = list(t, "/deck").pop();
                        list(t, &format!("/hands/{}", 2 - next)).extend(card);
                    }
                },
                &["/phase impossible_end"],
            ),
        ];
        for (name, state, change, expected) in table {
            assert_eq!(faults_of(&state, change), expected, "{name}");
        }
    }

    #[test]
    fn cards_without_choice_of_spot_do_not_wait() {
        // Two of seat 1's sides have cards; four more leave only spot 3.
        let found = faults_of(&one_by_one(true, 9), |t| {
            for spot in [3, 4, 5, 6] {
                shift(t, "/hands/0", &format!("/spots/{spot}/sides/0"));
            }
        });
        assert!(found.contains(&"/played impossible_played".to_owned()), "{found:?}");
    }

    #[test]
    fn hand_contains_at_least_last_draw() {
        // Of its 16 cards seat 1 can have played 13 in three turns: 5, 5 and then 3. It drew the last three afterwards.
        let lie = |count: usize| {
            faults_of(&one_by_one(true, 12), |t| {
                for i in 3..count {
                    shift(t, "/hands/0", &format!("/spots/{}/sides/0", i % 3));
                }
            })
        };
        assert_eq!(lie(13), [""; 0]);
        assert_eq!(lie(14), ["/hands/0 impossible_hand"]);
    }

    #[test]
    fn seat_to_act_has_cards() {
        // If all 19 cards were on four spots, there would be nothing left to play.
        let found = faults_of(&one_by_one(true, 14), |t| {
            let hand = list(t, "/hands/0").len();
            for i in 0..hand {
                shift(t, "/hands/0", &format!("/spots/{}/sides/0", i % 4));
            }
        });
        assert!(found.contains(&"/hands/0 impossible_hand".to_owned()), "{found:?}");
    }
}
