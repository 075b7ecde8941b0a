use serde_json::{Value as Json, json};

use super::*;
use crate::chance::Seed;
use crate::game::{Seat, Seats, State};
use crate::testing::{admitted, faults_of, join_cards, played, refusal};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn dealt(seed: &str, seats: u8, options: &Json) -> State<ParticleStream> {
    played(seats, seed, options, 0)
}

/// Returns the last turn of a race of four: the pawn of seat N is on space N, whose pile shows the N-th of `tops`, and
/// the seat `next` has one card.
fn last_turn(tops: [&str; 4], next: u8, card: &str) -> State<ParticleStream> {
    let is_free = |other: &&Card| !tops.contains(&other.name()) && other.name() != card;
    let others: Vec<&str> = Card::DECK.iter().filter(is_free).map(|other| other.name()).collect();
    let space = |(i, top): (usize, &str)| {
        // The first four are of clubs and rise.
        let middle = &others[4 + 4 * i..][..if i < 3 { 4 } else { 3 }];
        let pile: Vec<&str> = [others[i]].into_iter().chain(middle.iter().copied()).chain([top]).collect();
        json!({"seat": i + 1, "pile": pile})
    };
    let track: Vec<Json> = tops.into_iter().enumerate().map(space).collect();
    let shown: Vec<Json> = (1..=4).map(|number| if number == next { json!([card]) } else { json!([]) }).collect();
    let table = json!({
        "phase": "race", "race": 1, "round": 5, "track": track, "concealed": [[], [], [], []], "shown": shown,
        "waiting": [next], "points": [0, 0, 0, 0],
    });
    admitted(4, &json!({"races": "1"}), &table)
}

/// Returns the spaces where the only card of the next seat leads, its own space included.
fn spaces(state: &State<ParticleStream>) -> Vec<usize> {
    state.table().moves().map(|mv| mv.to.index() + 1).collect()
}

fn play(number: u8, card: &str, to: u8) -> Json {
    json!({"seat": number, "type": "play", "card": card, "to": to})
}

fn after(state: &State<ParticleStream>, mv: &Json) -> (State<ParticleStream>, Vec<Event>) {
    let (mut state, mut log) = (state.clone(), Log::keep());
    state.play(&crate::wire::from_value(mv.clone()).expect("a move"), &mut log).expect("it is legal");
    (state, log.events())
}

mod racing {
    use super::*;

    #[test]
    fn seed_has_known_deal_and_moves() {
        let state = dealt("one", 4, &json!({}));
        let table = state.table();
        let track = table.track.iter().map(|space| format!("{} {}", space.seat, join_cards(&space.pile)));
        assert_eq!(track.collect::<Vec<_>>(), ["3 8c", "2 Tc", "1 Qd", "4 Kd"]);
        let concealed = table.concealed.iter().map(|cards| join_cards(cards)).collect::<Vec<_>>();
        assert_eq!(concealed, ["9c 5d", "Kc 7s", "Ah Ts", "Ad Jd"]);
        let shown = table.shown.iter().map(|cards| join_cards(cards)).collect::<Vec<_>>();
        assert_eq!(shown, ["6c Td Qh", "9d Jh Kh", "Ac 4h 9h", "2c 7d 2s"]);
        let to = |card: &str| {
            let card: Card = card.parse().expect("a card");
            table.targets(0, card).map(|space| space + 1).collect::<Vec<_>>()
        };
        assert_eq!((to("4h"), to("Ah"), to("9h"), to("Ts")), (vec![2], vec![2], vec![2], vec![3]));
        assert_eq!((table.moves().count(), state.to_act().iter().collect::<Vec<_>>()), (10, vec![seat(3)]));
        let (state, events) = after(&state, &play(3, "4h", 1));
        assert_eq!(events[1], Stayed { seat: seat(3) }.into());
        let front = |card: &str| state.table().moves().any(|mv| mv.card.name() == card && mv.to.index() == 0);
        assert!(front("Kc") && front("Kh") && !front("9d"));
    }

    #[test]
    fn cards_lead_to_nearest_rank_above_or_to_lowest() {
        for (card, to) in [("8s", vec![1, 2, 3]), ("9s", vec![1, 4]), ("6s", vec![1, 2, 3]), ("Qs", vec![1, 2, 3])] {
            assert_eq!(spaces(&last_turn(["6c", "9c", "9d", "Qc"], 1, card)), to, "{card}");
        }
        for card in ["As", "8s", "Ks"] {
            assert_eq!(spaces(&last_turn(["7c", "7d", "7h", "7s"], 4, card)), [1, 2, 3, 4], "{card}");
        }
    }

    #[test]
    fn race_scores_from_the_back() {
        let state = last_turn(["6c", "9c", "9d", "Qc"], 1, "8s");
        let (state, events) = after(&state, &play(1, "8s", 3));
        assert_eq!(
            events[0],
            Played { seat: seat(1), space: Space::of_index(0), card: "8s".parse().expect("a card") }.into()
        );
        let (from, to) = (Space::of_index(0), Space::of_index(2));
        assert_eq!(events[1], Swapped { seat: seat(1), from, to, other: seat(3) }.into());
        assert_eq!(state.table().points, [1, 2, 4, 0]);
        assert_eq!((state.table().phase, state.places()), (Phase::Over, Some(vec![3, 2, 1, 4])));
        let sums = [4, 5, 6].map(|seats| (0..seats).map(|i| track::space_points(i, seats)).sum::<i64>());
        assert_eq!(sums, [7, 11, 16]);
    }

    #[test]
    fn order_of_play_holds_while_pawns_move() {
        let state = dealt("one", 4, &json!({}));
        let (state, _) = after(&state, &play(3, "4h", 2));
        let order: Vec<Seat> = state.table().order().collect();
        assert_eq!(order, [2, 3, 1, 4].map(seat));
        assert_eq!(*state.table().waiting, [2, 1, 4].map(seat));
        // Seat 2 was moved to the front, and plays there.
        let mv = state.table().moves().next().expect("a move");
        let (state, events) = after(&state, &serde_json::to_value(Move::Play(mv)).expect("JSON"));
        assert!(matches!(&events[0], Event::Played(it) if it.seat == seat(2) && it.space.index() == 0));
        assert_eq!(state.table().track[0].pile.len(), 3);
    }

    #[test]
    fn games_have_a_fixed_number_of_moves() {
        for (seats, races) in [(4, 1), (5, 3), (6, 5)] {
            let options = json!({"races": races.to_string()});
            let moves = 5 * usize::from(seats) * races;
            assert!(!played::<ParticleStream>(seats, "length", &options, moves - 1).finished());
            let end = played::<ParticleStream>(seats, "length", &options, moves);
            assert!(end.finished());
            let all = races as i64 * end.table().race_points().iter().sum::<i64>();
            assert_eq!(end.table().points.iter().sum::<i64>(), all);
        }
    }

    #[test]
    fn track_passes_over_ranks_that_are_taken() {
        let passed_over = |number: u64| {
            let seed: Seed = format!("track-{number}").parse().expect("a seed");
            let deck = crate::cards::shuffled(&Card::DECK, crate::chance::Chance::new(&seed), ParticleStream::ID, 1);
            let state: State<ParticleStream> = State::deal_for(Seats::new(6).expect("seats"), seed, Default::default());
            let first = deck[..6].iter().map(|card| card.rank()).collect::<std::collections::BTreeSet<_>>();
            let ranks: Vec<_> = state.table().track.iter().map(|space| space.pile[0].rank()).collect();
            assert!(ranks.is_sorted_by(|one, other| one < other), "{ranks:?}");
            first.len() < 6
        };
        let repeated = (0..40).filter(|number| passed_over(*number)).count();
        assert!(repeated > 10, "{repeated}");
    }

    #[test]
    fn each_rule_refuses() {
        let state = dealt("one", 4, &json!({}));
        assert_eq!(refusal(&state, &play(2, "Kc", 1)), TURN);
        assert_eq!(refusal(&state, &play(3, "Kc", 1)), CARD);
        assert_eq!(refusal(&state, &play(3, "4h", 5)), SPACE);
        assert_eq!(refusal(&state, &play(3, "4h", 3)), TARGET);
        let over = played::<ParticleStream>(4, "one", &json!({"races": "1"}), 20);
        assert_eq!(refusal(&over, &play(3, "4h", 1)), ENDED);
    }

    #[test]
    fn only_own_concealed_cards_are_known() {
        let state = dealt("one", 4, &json!({}));
        let known = |viewer| {
            let view = state.view(viewer);
            view.concealed.iter().map(|cards| cards.known().count()).collect::<Vec<_>>()
        };
        assert_eq!(known(Viewer::Seat(seat(2))), [0, 2, 0, 0]);
        assert_eq!((known(Viewer::Onlooker), known(Viewer::Host)), (vec![0; 4], vec![2; 4]));
    }
}

mod faults {
    use super::*;

    type Change = fn(&mut Json);

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    /// Moves a card from one list to another.
    fn shift(table: &mut Json, from: &str, to: &str) {
        let card = list(table, from).pop().expect("a card");
        list(table, to).push(card);
    }

    /// Returns a table in race 2, round 2, after two cards.
    fn middle() -> State<ParticleStream> {
        played(4, "one", &json!({}), 26)
    }

    fn new_round() -> State<ParticleStream> {
        played(4, "one", &json!({}), 24)
    }

    fn over() -> State<ParticleStream> {
        played(4, "one", &json!({"races": "1"}), 20)
    }

    #[test]
    fn every_fault_is_found() {
        let waiting = middle().table().waiting[0].index();
        let table: [(&str, State<ParticleStream>, Change, Vec<String>); 20] = [
            ("a score too many", middle(), |t| list(t, "/points").push(json!(0)), vec!["/points not_by_seat".into()]),
            (
                "a card twice",
                middle(),
                |t| t["shown"][0][0] = t["shown"][1][0].clone(),
                vec!["/shown/1/0 card_twice".into()],
            ),
            (
                "a pawn twice",
                middle(),
                |t| t["track"][1]["seat"] = t["track"][0]["seat"].clone(),
                vec!["/track/1/seat seat_twice".into()],
            ),
            ("no such seat", middle(), |t| t["waiting"][1] = json!(5), vec!["/waiting/1 seat_twice".into()]),
            (
                "a seat that waits twice",
                middle(),
                |t| t["waiting"][1] = t["waiting"][0].clone(),
                vec!["/waiting/1 seat_twice".into()],
            ),
            ("a fourth race", middle(), |t| t["race"] = json!(4), vec!["/race impossible_race".into()]),
            ("no race", middle(), |t| t["race"] = json!(0), vec!["/race impossible_race".into()]),
            ("a sixth round", middle(), |t| t["round"] = json!(6), vec!["/round impossible_round".into()]),
            (
                "a track that does not rise",
                middle(),
                |t| {
                    let first = t["track"][0]["pile"][0].clone();
                    t["track"][0]["pile"][0] = t["track"][1]["pile"][0].clone();
                    t["track"][1]["pile"][0] = first;
                },
                vec!["/track/1/pile impossible_track".into()],
            ),
            (
                "an empty pile",
                middle(),
                |t| {
                    let pile = t["track"][3]["pile"].take();
                    t["track"][3]["pile"] = json!([]);
                    list(t, "/track/2/pile").extend(pile.as_array().expect("a pile").clone());
                },
                vec!["/track/3/pile impossible_track".into()],
            ),
            (
                "a card too few",
                middle(),
                |t| {
                    let seat = t["waiting"][0].as_u64().expect("a seat") - 1;
                    list(t, &format!("/shown/{seat}")).pop();
                },
                vec![format!("/shown/{waiting} impossible_hand")],
            ),
            (
                "a pile too large",
                middle(),
                |t| {
                    let known = t.to_string();
                    let unused = Card::DECK.iter().find(|card| !known.contains(card.name())).expect("a card");
                    list(t, "/track/0/pile").push(json!(unused));
                },
                vec!["/track impossible_piles".into()],
            ),
            (
                "an order of its own",
                new_round(),
                |t| list(t, "/waiting").reverse(),
                vec!["/waiting impossible_order".into()],
            ),
            (
                "no one waits",
                over(),
                |t| {
                    t["phase"] = json!("race");
                    t["points"] = json!([0, 0, 0, 0]);
                },
                vec!["/waiting impossible_order".into()],
            ),
            (
                "points too many",
                middle(),
                |t| t["points"] = json!([4, 4, 0, 0]),
                vec!["/points impossible_points".into()],
            ),
            (
                "a seat that scored twice",
                middle(),
                |t| t["points"] = json!([7, 0, 0, 0]),
                vec!["/points/0 impossible_points".into()],
            ),
            ("over too early", middle(), |t| t["phase"] = json!("over"), vec!["/phase impossible_end".into()]),
            (
                "over with cards",
                new_round(),
                |t| {
                    t["phase"] = json!("over");
                    t["race"] = json!(3);
                },
                vec!["/phase impossible_end".into()],
            ),
            (
                "three concealed cards",
                dealt("one", 4, &json!({})),
                |t| shift(t, "/shown/0", "/concealed/0"),
                vec!["/concealed/0 impossible_hand".into()],
            ),
            (
                "four open cards",
                dealt("one", 4, &json!({})),
                |t| shift(t, "/concealed/0", "/shown/0"),
                vec!["/shown/0 impossible_hand".into()],
            ),
        ];
        for (name, state, change, expected) in table {
            assert_eq!(faults_of(&state, change), expected, "{name}");
        }
    }

    #[test]
    fn sets_are_sorted_on_admission() {
        let state = dealt("one", 4, &json!({}));
        let mut table = serde_json::to_value(&state).expect("JSON")["table"].clone();
        list(&mut table, "/shown/0").reverse();
        list(&mut table, "/concealed/1").reverse();
        assert_eq!(admitted::<ParticleStream>(4, &json!({}), &table).table(), state.table());
    }
}
