use serde_json::{Value as Json, json};

use super::stack::shares;
use super::*;
use crate::cards::Cards;
use crate::chance::Seed;
use crate::dice;
use crate::game::{Seats, State, ViewOf as _};
use crate::testing::{admitted, cards, faults_of, join_cards, played, refusal};

mod faults;
mod surprising;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

fn space(name: &str) -> Space {
    name.parse().expect("a space")
}

/// Returns an admitted state in the phase `guest` with these hands and stacks (`3c: 2 1` has the ghost of seat 2 on
/// top). Guest N is on door N with the given rank. All other cards are in the deck, in canonical order.
fn state(hands: [&str; 3], stacks: &str, ranks: [u8; 6], change: impl FnOnce(&mut Json)) -> State<HotelTransylvania> {
    let stacks: Vec<(&str, Vec<u8>)> = stacks
        .split(", ")
        .filter_map(|stack| stack.split_once(": "))
        .map(|(room, ghosts)| (room, ghosts.split(' ').map(|ghost| ghost.parse().expect("a seat")).collect()))
        .collect();
    let used = |card: &Card| {
        hands.iter().any(|hand| hand.contains(card.name())) || stacks.iter().any(|(room, _)| *room == card.name())
    };
    let deck: Vec<Card> = Card::DECK.into_iter().filter(|card| !used(card)).collect();
    let guests: Vec<Json> =
        (1..).zip(ranks).map(|(number, rank)| json!({"at": format!("door{number}"), "rank": rank})).collect();
    let mut table = json!({
        "phase": "guest",
        "turn": 1,
        "rolls": 0,
        "deck": deck,
        "hands": hands.map(|hand| Cards::set(cards::<Card>(hand))),
        "stacks": stacks.iter().map(|(room, ghosts)| json!({"room": room, "ghosts": ghosts})).collect::<Vec<_>>(),
        "guests": guests,
        "answers": [],
        "scores": [0, 0, 0],
    });
    change(&mut table);
    admitted(3, &json!({}), &table)
}

/// Returns a state in which guest 1 has just landed in a room, with this rank.
fn window(hands: [&str; 3], stacks: &str, room: &str, rank: u8) -> State<HotelTransylvania> {
    state(hands, stacks, [2; 6], |table| {
        table["phase"] = json!("surprise");
        table["moved"] = json!(1);
        table["rolls"] = json!(1);
        table["guests"][0] = json!({"at": room, "rank": rank});
    })
}

/// Plays moves in their wire form and returns the events.
fn play(state: &mut State<HotelTransylvania>, moves: &[Json]) -> Vec<Event> {
    let mut log = Log::keep();
    for mv in moves {
        let read: Move = crate::wire::from_value(mv.clone()).expect("a move");
        state.play(&read, &mut log).unwrap_or_else(|e| panic!("{mv}: {e}"));
    }
    log.events()
}

fn answer(seat: u8, answer: &str) -> Json {
    json!({"seat": seat, "type": answer})
}

/// Returns the answers with which all three seats let the guest be.
fn all_let() -> [Json; 3] {
    [1, 2, 3].map(|seat| answer(seat, "let"))
}

/// Returns the ghosts of a room.
fn ghosts(table: &Table<Card>, room: &str) -> Vec<u8> {
    table.stack(card(room)).map_or(Vec::new(), |stack| stack.ghosts.iter().map(|seat| seat.number()).collect())
}

mod house {
    use super::*;

    #[test]
    fn ring_has_doors_between_rooms_in_canonical_order() {
        let names: Vec<String> = Space::all().map(|space| space.to_string()).collect();
        let page = [
            "door1 Ac 2c 3c 4c 5c 6c 7c 8c 9c",
            "door2 Tc Jc Qc Kc Ad 2d 3d 4d 5d",
            "door3 6d 7d 8d 9d Td Jd Qd Kd",
            "door4 Ah 2h 3h 4h 5h 6h 7h 8h 9h",
            "door5 Th Jh Qh Kh As 2s 3s 4s 5s",
            "door6 6s 7s 8s 9s Ts Js Qs Ks",
        ];
        assert_eq!(names.join(" "), page.join(" "));
        for (name, at) in names.iter().zip(Space::all()) {
            assert_eq!(space(name), at);
            assert_eq!(json!(at), json!(name));
            assert_eq!(crate::wire::from_value::<Space>(json!(name)).expect("a space"), at);
        }
        for name in ["door0", "door7", "door", "door01", "X1", "??", ""] {
            assert!(name.parse::<Space>().is_err(), "{name}");
        }
    }

    #[test]
    fn steps_count_doors_and_rooms() {
        for (from, steps, to) in [("door1", 9, "9c"), ("door1", 10, "door2"), ("Ks", 2, "Ac"), ("Ks", 1, "door1")] {
            assert_eq!(space(from).ahead(steps), space(to), "{steps} steps from {from}");
            assert_eq!(space(from).steps_to(space(to)), steps);
        }
    }

    #[test]
    fn doors_end_a_row() {
        let haunted = |stacks: &str, room: &str| {
            let mut table = state(["6h 7h 8h 9h", "", ""], stacks, [2; 6], |_| ()).table().clone();
            join_cards(&table.haunt(seat(1), card(room)))
        };
        assert_eq!(haunted("9c: 2, Jc: 2", "Tc"), "Tc Jc");
        assert_eq!(haunted("Qc: 2, Ad: 2, 2d: 3, 4d: 2", "Kc"), "Kc Ad 2d Qc");
        assert_eq!(haunted("Ac: 2, Qs: 2", "Ks"), "Ks Qs");
        assert_eq!(haunted("Ks: 2, 2c: 2", "Ac"), "Ac 2c");
    }
}

mod scoring {
    use super::*;

    #[test]
    fn points_are_shared_out_from_the_top() {
        let known: [(u8, &[u8], &[i64]); 9] = [
            (5, &[1], &[5]),
            (5, &[1, 2], &[3, 2]),
            (5, &[1, 2, 3], &[3, 1, 1]),
            (5, &[1, 2, 3, 4], &[2, 1, 1, 1]),
            (5, &[1, 2, 3, 4, 5], &[2, 1, 1, 1, 0]),
            (4, &[1, 2], &[3, 1]),
            (6, &[1, 2, 3], &[3, 2, 1]),
            (6, &[1, 2, 3, 4], &[3, 1, 1, 1]),
            (1, &[1, 2, 3], &[1, 0, 0]),
        ];
        for (points, stack, expected) in known {
            let stack: Vec<Seat> = stack.iter().map(|number| seat(*number)).collect();
            assert_eq!(shares(&stack, points)[..expected.len()], *expected, "{points} to {stack:?}");
        }
    }

    #[test]
    fn top_ghost_gets_most_of_a_stack() {
        let stack = [1, 2, 1].map(seat);
        assert_eq!(shares(&stack, 5)[..3], [4, 1, 0]);
        assert_eq!(shares(&[], 5), [0; 6]);
    }

    #[test]
    fn guest_in_haunted_room_scares_and_rises() {
        // Roll 1 of the seed of `admitted` decides where the guest lands: all rooms that he can reach are haunted.
        let stacks = "Ac: 1 2 1, 2c: 1 2 1, 3c: 1 2 1, 4c: 1 2 1, 5c: 1 2 1, 6c: 1 2 1, 7c: 1 2 1, 8c: 1 2 1, 9c: 1 2 1, Tc: 1 2 1, Jc: 1 2 1";
        let mut state = state(["2h 3h 4h 5h", "6h", "7h"], stacks, [5, 2, 2, 2, 2, 2], |table| {
            table["guests"][0]["at"] = json!("Ks");
        });
        let events = play(&mut state, &[json!({"seat": 1, "type": "guest", "guest": 1})]);
        let Event::Moved(moved) = &events[0] else { panic!("{events:?}") };
        let steps: usize = moved.dice.iter().map(|face| usize::from(face.number())).sum();
        assert_eq!(moved.to, space("Ks").ahead(steps));
        let scared = Scared { guest: GuestNumber::ALL[0], rank: dice::Face::ALL[4], shares: vec![4, 1, 0] };
        assert_eq!(events[1], scared.into());
        assert_eq!((state.points(), state.table().guests[0].rank), (vec![4, 1, 0], dice::Face::SIX));
        assert_eq!((state.table().turn, state.table().phase), (seat(2), Phase::Play));
        assert_eq!(events[2], Drew { seat: seat(2), cards: 4 }.into());
    }

    #[test]
    fn guest_of_rank_six_freaks_out_and_costs_points() {
        let stacks = "Ac: 1 2 1, 2c: 1 2 1, 3c: 1 2 1, 4c: 1 2 1, 5c: 1 2 1, 6c: 1 2 1, 7c: 1 2 1, 8c: 1 2 1, 9c: 1 2 1, Tc: 1 2 1, Jc: 1 2 1";
        let mut state = state(["2h 3h 4h 5h", "6h", "7h"], stacks, [6, 2, 2, 2, 2, 2], |table| {
            table["guests"][0]["at"] = json!("Ks");
        });
        let events = play(&mut state, &[json!({"seat": 1, "type": "guest", "guest": 1})]);
        let Event::FreakedOut(freaked_out) = &events[1] else { panic!("{events:?}") };
        let lost = shares(&[1, 2, 1].map(seat), freaked_out.rank.number());
        assert_eq!(state.points(), lost[..3].iter().map(|share| -share).collect::<Vec<_>>());
        assert_eq!((state.table().guests[0].rank, state.table().rolls), (freaked_out.rank, 2));
    }

    #[test]
    fn scores_stop_at_their_limits() {
        for (rank, from) in [(5, 1000), (6, -1000)] {
            let mut state = window(["Qs 3h 4h 5h", "6h", "7h"], "", "9c", rank);
            let mut form = json!(state);
            form["table"]["scores"] = json!([0, from, 0]);
            form["table"]["stacks"] = json!([]);
            state = admitted(3, &json!({}), &form["table"]);
            play(&mut state, &all_let());
            assert_eq!(state.points(), [0, from, 0]);
            let mut state = window(["Qs 3h 4h 5h", "9c", "7h"], "", "9c", rank);
            let mut form = json!(state);
            form["table"]["scores"] = json!([0, from, 0]);
            state = admitted(3, &json!({}), &form["table"]);
            play(&mut state, &[answer(1, "let"), answer(2, "surprise"), answer(3, "let")]);
            assert_eq!(state.points(), [0, from, 0]);
        }
    }

    #[test]
    fn places_of_equal_scores_depend_on_highest_room() {
        let places = |stacks: &str, scores: [i64; 3]| {
            let mut table = state(["6h 7h 8h 9h", "", ""], stacks, [2; 6], |_| ()).table().clone();
            table.scores = scores.to_vec();
            table.places()
        };
        assert_eq!(places("Qs: 1, Kc: 2 1", [15, 15, 3]), [2, 1, 3], "a king is higher than any queen");
        assert_eq!(places("Qs: 1 2, Qh: 2", [15, 15, 15]), [1, 2, 3], "spades are higher than hearts");
        assert_eq!(places("As: 1, 2c: 2", [0, 0, 0]), [2, 1, 3], "the ace is the lowest");
        assert_eq!(places("Ks: 3", [4, 4, -2]), [1, 1, 3], "seats without a top ghost are level");
        assert_eq!(places("Ks: 3 1 2", [4, 4, 4]), [2, 2, 1], "only the top ghost counts");
    }
}

mod playing {
    use super::*;

    #[test]
    fn deal_of_seed_one_is_known() {
        let state = played::<HotelTransylvania>(3, "one", &json!({}), 0);
        let table = state.table();
        let hands: Vec<String> = table.hands.iter().map(|hand| join_cards(hand)).collect();
        assert_eq!(hands, ["3d 6d 7h 8s Ts", "3c Kh 4s Qs", "5c 7c Jd Qh"]);
        assert_eq!((table.deck.len(), table.deck[0]), (39, card("Ad")));
        let at: Vec<String> = table.guests.iter().map(|guest| guest.at.to_string()).collect();
        assert_eq!(at, ["door1", "door2", "door3", "door4", "door5", "door6"]);
        assert!(table.guests.iter().all(|guest| guest.rank.number() == 2));
        for (guest, to) in [(1, "9c"), (3, "door4")] {
            let mut state = state.clone();
            let moves =
                [json!({"seat": 1, "type": "play", "card": "3d"}), json!({"seat": 1, "type": "guest", "guest": guest})];
            let events = play(&mut state, &moves);
            let moved =
                events.iter().find_map(|event| if let Event::Moved(moved) = event { Some(moved) } else { None });
            let moved = moved.expect("the guest moves");
            assert_eq!(dice::join_faces(&moved.dice), "3, 6");
            assert_eq!(moved.to, space(to));
            let next = if guest == 1 { Phase::Surprise } else { Phase::Play };
            assert_eq!(state.table().phase, next);
        }
    }

    #[test]
    fn played_card_haunts_its_row() {
        let mut state = state(["5c 2h 3h 4h 5h", "6h", "7h"], "2c: 1, 3c: 2, 4c: 1 2, 6c: 3", [2; 6], |table| {
            table["phase"] = json!("play");
        });
        let events = play(&mut state, &[json!({"seat": 1, "type": "play", "card": "5c"})]);
        let rooms = cards("5c 6c 3c");
        assert_eq!(
            events,
            [Played { seat: seat(1), card: card("5c") }.into(), Haunted { seat: seat(1), rooms }.into()]
        );
        let table = state.table();
        let after = ["2c", "3c", "4c", "5c", "6c"].map(|room| ghosts(table, room));
        assert_eq!(after, [vec![1], vec![1, 2], vec![1, 2], vec![1], vec![1, 3]]);
        assert_eq!((table.phase, table.hand(seat(1)).len()), (Phase::Guest, 4));
    }

    #[test]
    fn highest_possible_stack_gets_no_more_ghosts() {
        let high: Vec<u8> = [2, 1].into_iter().cycle().take(52).collect();
        let high: Vec<String> = high.iter().map(u8::to_string).collect();
        let mut state = state(["5c 2h 3h 4h 5h", "6h", "7h"], &format!("4c: {}", high.join(" ")), [2; 6], |table| {
            table["phase"] = json!("play");
        });
        play(&mut state, &[json!({"seat": 1, "type": "play", "card": "5c"})]);
        assert_eq!(ghosts(state.table(), "4c").len(), 52);
        admitted::<HotelTransylvania>(3, &json!({}), &json!(state)["table"]);
    }

    /// Returns a state in which the deck is empty, and all rooms but those of the hands are haunted by seat 3.
    fn without_deck(hands: [&str; 3], change: impl FnOnce(&mut Json)) -> State<HotelTransylvania> {
        let rooms: Vec<String> = Card::DECK
            .iter()
            .filter(|card| !hands.iter().any(|hand| hand.contains(card.name())))
            .map(|card| format!("{card}: 3"))
            .collect();
        state(hands, &rooms.join(", "), [2; 6], change)
    }

    #[test]
    fn single_card_is_played_automatically() {
        let guest = json!({"seat": 1, "type": "guest", "guest": 1});
        let mut one = without_deck(["", "Ks", ""], |table| table["guests"][0]["at"] = json!("Ac"));
        let events = play(&mut one, std::slice::from_ref(&guest));
        assert!(events.contains(&Played { seat: seat(2), card: card("Ks") }.into()), "{events:?}");
        assert_eq!((one.table().turn, one.table().phase, one.table().is_full()), (seat(2), Phase::Guest, true));
        let events = play(&mut one, &[json!({"seat": 2, "type": "guest", "guest": 2})]);
        assert!(matches!(events.last(), Some(Event::Ended(_))), "the turn is finished before the game ends");
        assert_eq!((one.table().phase, one.table().turn), (Phase::Over, seat(2)));
        assert!(one.finished() && one.places().is_some());
        let mut none = without_deck(["", "", "Ks Qs"], |table| table["guests"][0]["at"] = json!("Ac"));
        let events = play(&mut none, &[guest]);
        assert!(!events.iter().any(|event| matches!(event, Event::Played(_) | Event::Drew(_))));
        assert_eq!(
            (none.table().turn, none.table().phase),
            (seat(2), Phase::Guest),
            "without cards only a guest moves"
        );
    }

    #[test]
    fn surprise_with_last_card_ends_game() {
        let mut state = without_deck(["", "9h", ""], |table| {
            table["phase"] = json!("surprise");
            table["moved"] = json!(4);
            table["guests"][3] = json!({"at": "9h", "rank": 3});
        });
        assert_eq!(state.to_act().iter().collect::<Vec<_>>(), [seat(2)], "seats without cards are not asked");
        let events = play(&mut state, &[answer(2, "surprise")]);
        assert_eq!(events[1], Surprised { seat: seat(2), room: card("9h") }.into());
        assert!(matches!(events.last(), Some(Event::Ended(_))));
        assert_eq!((state.points(), state.table().turn), (vec![0, 3, 0], seat(1)));
    }

    #[test]
    fn games_have_at_most_58_turns() {
        for seats in 3..=6 {
            let mut state = played::<HotelTransylvania>(seats, &format!("long-{seats}"), &json!({}), 0);
            let (mut moves, mut turns) = (0, 0);
            while let Some(acting) = state.to_act().iter().next() {
                turns += u32::from(state.table().phase == Phase::Guest);
                let mv = state.plan_for(acting).remove(0);
                state.play(&mv, &mut Log::discard()).expect("legal");
                moves += 1;
            }
            assert!(turns <= 58 && moves < 500, "{turns} turns, {moves} moves");
            assert!(state.table().is_full() && state.table().hands.iter().all(|hand| hand.is_empty()));
        }
    }

    #[test]
    fn each_rule_refuses_its_moves() {
        let dealt = played::<HotelTransylvania>(3, "one", &json!({}), 0);
        let card = |seat: u8, card: &str| json!({"seat": seat, "type": "play", "card": card});
        let guest = |seat: u8| json!({"seat": seat, "type": "guest", "guest": 1});
        assert_eq!(refusal(&dealt, &card(2, "3c")), TURN);
        assert_eq!(refusal(&dealt, &card(4, "3c")), TURN);
        assert_eq!(refusal(&dealt, &card(1, "3c")), HAND);
        assert_eq!(refusal(&dealt, &guest(1)), MOVING);
        assert_eq!(refusal(&dealt, &answer(1, "let")), WINDOW);
        assert_eq!(refusal(&dealt, &answer(1, "surprise")), WINDOW);
        let window = window(["Qs 3h 4h 5h", "9c", ""], "", "9c", 3);
        assert_eq!(refusal(&window, &answer(3, "let")), TURN);
        assert_eq!(refusal(&window, &card(1, "Qs")), PLAYING);
        assert_eq!(refusal(&window, &guest(2)), MOVING);
        assert_eq!(refusal(&window, &answer(1, "surprise")), CARD);
        let over = played::<HotelTransylvania>(3, "one", &json!({}), 1000);
        assert_eq!(refusal(&over, &guest(1)), ENDED);
    }
}
