use serde_json::{Value as Json, json};

use super::*;
use crate::game::{Seats, State};
use crate::mode::SeatedMode;
use crate::robot::Robot;
use crate::testing::{cards, faults_of, join_cards, played, refusal};

/// Returns a table at the beginning of a round, whose ooze is the beginning of the deck. Cards without effect are left
/// out.
fn begin(round: u64, hands: &[&str], deck: &str) -> (Table<Card>, Vec<Event>) {
    let mut table = Table {
        round: round - 1,
        phase: Phase::Plant,
        deck: cards(deck).into(),
        hands: hands.iter().map(|hand| cards::<Card>(hand).into()).collect(),
        ooze: Vec::new().into(),
        seeds: Vec::new().into(),
        discards: Vec::new().into(),
        extinct: vec![0; hands.len()],
    };
    let mut log = Log::keep();
    table.begin_round(&mut log);
    table.play_complete_rounds(&mut log);
    (table, log.events())
}

/// Plants these cards, by seat in the order of the seats that may act.
fn plant(table: &mut Table<Card>, names: &str) -> Vec<Event> {
    let mut log = Log::keep();
    let seed = "test".parse().expect("a seed");
    for card in cards(names) {
        let seat = table.to_act().iter().next().expect("a seat is to act");
        let context = Context::new(&seed, Seats::ONE, NoOptions {});
        DarwinianPoker::play(context, table, &Move::Plant(Plant { seat, card }), &mut log).expect("a legal move");
    }
    log.events()
}

/// Formats what each seed captured and what was discarded: `As: Ah 9s`, `- Tc As`.
fn happened(events: &[Event]) -> Vec<String> {
    let describe = |event: &Event| match event {
        Event::Captured(Captured { seed, cards, .. }) => Some(format!("{seed}: {}", join_cards(cards))),
        Event::Discarded(Discarded { cards }) => Some(format!("- {}", join_cards(cards))),
        _ => None,
    };
    events.iter().filter_map(describe).collect()
}

mod playing {
    use super::*;

    #[test]
    fn rulebook_example_is_reproduced() {
        let (mut table, _) = begin(2, &["As 2d 3d", "Tc 4d 6d", "9h 7d 8d"], "Ah Qc 9s 5h Js Jd Jh Jc");
        let events = plant(&mut table, "As Tc 9h");
        assert_eq!(happened(&events), ["As: Ah 9s", "Tc: Qc", "9h: 5h", "- Tc 9h As"]);
        assert_eq!(join_cards(&table.hands[0]), "2d 3d Ah 9s");
    }

    #[test]
    fn played_seed_can_be_captured_later() {
        let (mut table, _) = begin(2, &["4s Ad Kd", "4c Qd Jd"], "2c 3c 4d 4h 5s 6s 7s 8s");
        assert_eq!(happened(&plant(&mut table, "4s 4c")), ["4s: 4d 4h", "4c: 2c 3c 4s", "- 4c"]);
        let (mut table, _) = begin(2, &["Kh Ad 2d", "Ks Qd Jd"], "2c 3c 4d 5d 5s 6s 7s 8s");
        assert_eq!(happened(&plant(&mut table, "Kh Ks")), ["Ks: ", "Kh: Ks", "- 2c 3c 4d 5d Kh"]);
    }

    #[test]
    fn seeds_are_played_from_highest() {
        let (mut table, _) = begin(2, &["Kd 2d", "Ac 3d", "As 4d", "Kh 5d"], "7c 7d 7h 7s 8c 8d 8h 8s");
        let events = plant(&mut table, "Kd Ac As Kh");
        let revealed = events.iter().find_map(|event| match event {
            Event::Revealed(Revealed { seeds }) => Some(seeds.iter().map(|seed| seed.card).collect::<Vec<_>>()),
            _ => None,
        });
        assert_eq!(revealed.as_deref().map(join_cards), Some("As Ac Kh Kd".to_owned()));
    }

    #[test]
    fn rounds_without_choice_are_played_automatically() {
        let (mut table, events) = begin(4, &["7h", "8h", "Th 9s"], "2c 3c 4d 5d Jc Jd Jh Js");
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Planted(_))).count(), 2);
        assert_eq!(join_cards(&table.seeds.iter().map(|seed| seed.card).collect::<Vec<_>>()), "7h 8h");
        let events = plant(&mut table, "9s");
        let expected = ["9s: ", "8h: ", "7h: 8h", "- 2c 3c 4d 5d 7h 9s", "Th: Jh", "8h: Th", "- Jc Jd 8h Js"];
        assert_eq!(happened(&events), expected);
        assert_eq!(table.extinct, [0, 4, 0]);
        assert_eq!((join_cards(&table.hands[0]), join_cards(&table.hands[2])), ("Th".to_owned(), "Jh".to_owned()));
        assert_eq!(DarwinianPoker::points(NoOptions {}, &table), [1, 0, 2]);
        assert_eq!(table.places(), [2, 3, 1]);
        assert!(matches!(events.last(), Some(Event::Ended(Ended { places })) if *places == [2, 3, 1]));
    }

    #[test]
    fn game_ends_with_one_seat_left() {
        let deck = "2c 3c 4d 5d Jc Jd Jh Js Qc Qd Qh Qs";
        let (mut table, _) = begin(4, &["7h 7d", "8s"], deck);
        plant(&mut table, "7h");
        assert_eq!(
            (table.phase, table.deck.len(), DarwinianPoker::points(NoOptions {}, &table)),
            (Phase::Over, 8, vec![1, 0])
        );
        let (table, _) = begin(4, &["7h", "8s"], deck);
        assert_eq!(
            (table.phase, DarwinianPoker::points(NoOptions {}, &table), table.places()),
            (Phase::Over, vec![0, 0], vec![1, 1])
        );
    }

    #[test]
    fn places_rank_hands_then_survival() {
        let (mut table, _) = begin(6, &["Kd Kc", "As Qs 9d", "", "Kh Ks", "", "2c 2d 2h 2s 3d"], "4c 5c 6c 7c");
        (table.phase, table.extinct) = (Phase::Over, vec![0, 0, 3, 0, 5, 0]);
        assert_eq!(table.places(), [2, 4, 6, 2, 5, 1]);
        assert_eq!(DarwinianPoker::points(NoOptions {}, &table), [3, 2, 0, 3, 1, 5]);
    }

    #[test]
    fn planting_is_limited_to_own_hand_once() {
        let plant = |seat: u8, card: Card| json!({"seat": seat, "type": "plant", "card": card});
        let state = played::<DarwinianPoker>(3, "test", &json!({}), 1);
        let hands = &state.table().hands;
        assert_eq!(refusal(&state, &plant(1, hands[0][0])), TURN, "seat 1 has planted");
        assert_eq!(refusal(&state, &plant(4, hands[1][0])), TURN, "there is no seat 4");
        assert_eq!(refusal(&state, &plant(2, hands[2][0])), HAND);
        let over = played::<DarwinianPoker>(3, "test", &json!({}), 100);
        assert_eq!(refusal(&over, &plant(1, hands[0][0])), ENDED);
    }

    #[test]
    fn game_length_is_limited_by_deck() {
        for (seats, rounds, moves) in [(2, 11, 22), (3, 10, 30), (4, 9, 36), (5, 8, 40), (6, 7, 42)] {
            let mut most = 0;
            for seed in 0..20 {
                let end = played::<DarwinianPoker>(seats, &format!("long-{seed}"), &json!({}), moves);
                assert!(end.finished(), "{seats} seats, {seed}");
                most = most.max(end.table().round);
            }
            assert_eq!(most, rounds, "{seats} seats");
        }
    }
}

mod seeing {
    use super::*;

    #[test]
    fn seat_sees_own_cards_and_end_shows_all() {
        let state = played::<DarwinianPoker>(2, "test", &json!({}), 1);
        let known = |view: &Table<Viewed<Card>>| {
            let hands: Vec<usize> = view.hands.iter().map(|hand| hand.known().count()).collect();
            (hands, view.seeds[0].card != Viewed::Hidden, view.deck.known().count())
        };
        let seat = |number| Viewer::Seat(Seat::new(number).expect("a seat"));
        assert_eq!(known(&state.view(seat(1))), (vec![3, 0], true, 0));
        assert_eq!(known(&state.view(seat(2))), (vec![0, 4], false, 0));
        assert_eq!(known(&state.view(Viewer::Onlooker)), (vec![0, 0], false, 0));
        assert_eq!(known(&state.view(Viewer::Host)), (vec![3, 4], true, 40));
        let over = played::<DarwinianPoker>(2, "test", &json!({}), 100);
        assert_eq!(over.view(Viewer::Onlooker), over.view(Viewer::Host));
    }
}

mod faults {
    use super::*;

    /// Returns the first position in random games of three that satisfies a condition.
    fn first(holds: impl Fn(&Table<Card>) -> bool) -> State<DarwinianPoker> {
        let found = (0..10_000).find_map(|seed| {
            let mut state = played::<DarwinianPoker>(3, &format!("fault-{seed}"), &json!({}), 0);
            for turn in 1.. {
                if holds(state.table()) {
                    return Some(state);
                }
                let moves = Robot::Random.moves_of::<DarwinianPoker, SeatedMode>(&state, turn);
                state.play(moves.first()?, &mut Log::discard()).expect("it is legal");
            }
            None
        });
        found.expect("such a position is reached")
    }

    fn middle() -> State<DarwinianPoker> {
        let only_first_planted = |table: &Table<Card>| table.seeds.len() == 1 && table.seeds[0].seat == Seat::FIRST;
        first(|table| table.round == 4 && only_first_planted(table) && table.hands.iter().all(|hand| hand.len() > 1))
    }

    fn over() -> State<DarwinianPoker> {
        first(|table| table.phase == Phase::Over && table.extinct == [0; 3])
    }

    fn extinct() -> State<DarwinianPoker> {
        first(|table| table.phase == Phase::Plant && table.seeds.is_empty() && table.extinct[1] == 4)
    }

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    /// Moves a card from one list to another.
    fn shift(table: &mut Json, from: &str, to: &str) {
        let card = list(table, from).pop().expect("a card");
        list(table, to).push(card);
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        let table: [(&str, State<DarwinianPoker>, Change, &[&str]); 20] = [
            (
                "a hand too few",
                middle(),
                |t| {
                    let last = list(t, "/hands").pop();
                    list(t, "/discards").extend(last.as_ref().and_then(Json::as_array).cloned().unwrap_or_default());
                },
                &["/hands not_by_seat"],
            ),
            ("an entry too many", middle(), |t| list(t, "/extinct").push(json!(0)), &["/extinct not_by_seat"]),
            (
                "a card twice",
                middle(),
                |t| {
                    let card = t["deck"][0].clone();
                    t["deck"][1] = card;
                },
                &["/deck/1 card_twice", " card_missing"],
            ),
            ("a deck too small", middle(), |t| shift(t, "/deck", "/discards"), &["/deck impossible_deck"]),
            ("an ooze too small", middle(), |t| shift(t, "/ooze", "/discards"), &["/ooze impossible_ooze"]),
            ("an ooze at the end", over(), |t| shift(t, "/discards", "/ooze"), &["/ooze impossible_ooze"]),
            (
                "a seat without a chair",
                middle(),
                |t| t["seeds"][0]["seat"] = json!(4),
                &["/seeds/0/seat impossible_seeds"],
            ),
            (
                "a seat twice",
                middle(),
                |t| {
                    let card = list(t, "/hands/0").pop();
                    list(t, "/seeds").push(json!({"seat": 1, "card": card}));
                },
                &["/seeds/1/seat impossible_seeds"],
            ),
            (
                "seeds out of order",
                middle(),
                |t| {
                    let card = list(t, "/hands/2").pop();
                    list(t, "/seeds").insert(0, json!({"seat": 3, "card": card}));
                },
                &["/seeds/1/seat impossible_seeds"],
            ),
            (
                "a seed of the extinct",
                extinct(),
                |t| {
                    let card = list(t, "/discards").pop();
                    list(t, "/seeds").push(json!({"seat": 2, "card": card}));
                },
                &["/seeds/0/seat impossible_seeds"],
            ),
            (
                "all seeds planted",
                middle(),
                |t| {
                    for (seat, hand) in [(2, "/hands/1"), (3, "/hands/2")] {
                        let card = list(t, hand).pop();
                        list(t, "/seeds").push(json!({"seat": seat, "card": card}));
                    }
                },
                &["/seeds impossible_seeds"],
            ),
            (
                "a seed at the end",
                over(),
                |t| {
                    let card = list(t, "/discards").pop();
                    list(t, "/seeds").push(json!({"seat": 2, "card": card}));
                },
                &["/seeds impossible_seeds"],
            ),
            (
                "no cards",
                middle(),
                |t| {
                    let hand = t["hands"][1].take();
                    t["hands"][1] = json!([]);
                    list(t, "/hands/2").extend(hand.as_array().expect("a hand").clone());
                },
                &["/hands/1 impossible_hand"],
            ),
            (
                "a card that plants itself",
                middle(),
                |t| {
                    while t["hands"][1].as_array().is_some_and(|hand| hand.len() > 1) {
                        shift(t, "/hands/1", "/hands/2");
                    }
                },
                &["/hands/1 impossible_hand"],
            ),
            ("cards of the extinct", extinct(), |t| shift(t, "/hands/0", "/hands/1"), &["/hands/1 impossible_hand"]),
            (
                "hardly any discards",
                middle(),
                |t| {
                    while t["discards"].as_array().is_some_and(|cards| cards.len() > 2) {
                        shift(t, "/discards", "/hands/0");
                    }
                },
                &["/discards impossible_discards"],
            ),
            (
                "too many discards",
                first(|table| table.round == 1),
                |t| shift(t, "/hands/0", "/discards"),
                &["/discards impossible_discards"],
            ),
            ("extinct too early", extinct(), |t| t["extinct"][1] = json!(3), &["/extinct/1 impossible_extinction"]),
            (
                "extinct too late",
                extinct(),
                |t| {
                    let round = t["round"].clone();
                    t["extinct"][1] = round;
                },
                &["/extinct/1 impossible_extinction"],
            ),
            (
                "over too early",
                middle(),
                |t| {
                    t["phase"] = json!("over");
                    while t["ooze"].as_array().is_some_and(|ooze| !ooze.is_empty()) {
                        shift(t, "/ooze", "/discards");
                    }
                    let seed = list(t, "/seeds").pop().expect("a seed");
                    list(t, "/hands/0").push(seed["card"].clone());
                },
                &["/phase impossible_end"],
            ),
        ];
        for (name, state, change, expected) in table {
            assert_eq!(faults_of(&state, change), expected, "{name}");
        }
    }

    #[test]
    fn finished_game_stays_finished() {
        // Two of three seats are extinct: the third has won.
        let state = extinct();
        let change = |t: &mut Json| {
            t["extinct"] = json!([0, 4, 4]);
            while t["hands"][2].as_array().is_some_and(|hand| !hand.is_empty()) {
                shift(t, "/hands/2", "/hands/0");
            }
        };
        assert_eq!(faults_of(&state, change), ["/phase impossible_end"]);
    }

    #[test]
    fn sets_are_sorted_on_admission() {
        let state = middle();
        let reversed = |t: &mut Json| {
            for pointer in ["/hands/0", "/hands/1", "/hands/2", "/ooze", "/discards"] {
                list(t, pointer).reverse();
            }
        };
        let mut form = serde_json::to_value(&state).expect("JSON");
        reversed(&mut form["table"]);
        let form = crate::game::StateForm::<DarwinianPoker>::from_value(form).expect("a state");
        assert_eq!(form.admit(), Ok(state));
    }
}
