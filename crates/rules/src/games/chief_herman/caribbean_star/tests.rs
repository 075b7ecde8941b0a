use serde_json::{Value as Json, json};

use super::*;
use crate::cards::{Cards, PlayedCard, Rank};
use crate::chance::{Chance, Seed};
use crate::game::{Seats, State, ViewOf as _};
use crate::testing::{cards, faults_of, join_cards, played, refusal};

fn shows(names: &str) -> i64 {
    show::points(cards::<Card>(names))
}

/// Returns a table in the phase `play` with these hands and practice piles. Other cards are left out, except for one
/// ace in the deck, so that there are windows.
fn table(hands: [&str; 2], practice: [&str; 2]) -> Table<Card> {
    let set = |names: &&str| Cards::set(cards::<Card>(names));
    Table {
        turn: 1,
        phase: Phase::Play,
        deck: cards("Kd Kh Ks Ad").into(),
        hands: hands.iter().map(set).collect(),
        played: Vec::new().into(),
        answers: Vec::new().into(),
        practice: practice.iter().map(set).collect(),
        discards: Cards::none(),
        scores: vec![0; SEATS],
    }
}

/// Plays moves, each a seat and a word: `1 5d` plays (or stops with an ace, or performs at the buffet), `2 let`, `1
/// decline`.
fn play(table: &mut Table<Card>, moves: &str) -> Vec<Event> {
    let seed = "test".parse().expect("a seed");
    let context = Context::new(&seed, Seats::ONE, NoOptions {});
    let mut log = Log::keep();
    for mv in moves.split(", ") {
        let (seat, word) = mv.split_once(' ').expect("a seat and a word");
        let seat = seat.parse::<u8>().expect("a number");
        let mv = match (word, table.phase) {
            ("let", _) => json!({"seat": seat, "type": "let"}),
            ("decline", _) => json!({"seat": seat, "type": "decline"}),
            (card, Phase::Play) => json!({"seat": seat, "type": "play", "card": card}),
            (card, Phase::Stop) => json!({"seat": seat, "type": "stop", "card": card}),
            (card, _) => json!({"seat": seat, "type": "perform", "card": card}),
        };
        let mv: Move = serde_json::from_value(mv).expect("a move");
        CaribbeanStar::play(context, table, &mv, &mut log).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
    }
    log.events()
}

mod showing {
    use super::*;

    #[test]
    fn shows_have_known_scores() {
        let known = [
            ("Kd Kh Td 6d 4d 3d 2d", 16),
            ("Kd Kh Td 6d 6h 4d 3d 2d", 32),
            ("Td Kd", 16),
            ("Td", 5),
            ("Td Th", 15),
            ("Td Th Kd", 13),
            ("Td Th Kd Kh 2d", 0),
            ("Jd Qd Kd", 12),
            ("Qd", 2),
            ("Qd 4d 6d", -4),
            ("2d 3d 6d", 0),
            ("Kd Kh Td", 17),
            ("Kd Kh Qd Qh", 17),
            ("Kd Kh Qd Qh Jd", 11),
            ("", 0),
        ];
        for (names, points) in known {
            assert_eq!(shows(names), points, "{names}");
        }
    }

    #[test]
    fn piles_of_one_color_have_known_total() {
        let practised: Vec<Card> = Card::DECK
            .into_iter()
            .filter(|card| show::owner(*card) == Seat::FIRST && show::role(*card) == show::Role::Practice)
            .collect();
        assert_eq!(practised.len(), 16);
        let scores: Vec<i64> = (0..1_u32 << 16)
            .map(|set| {
                let pile = practised.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| *card);
                show::points(pile.collect::<Vec<_>>())
            })
            .collect();
        let count = |which: fn(i64) -> bool| scores.iter().filter(|score| which(**score)).count();
        assert_eq!(scores.iter().sum::<i64>(), 177_408);
        assert_eq!((scores.iter().max(), scores.iter().min()), (Some(&68), Some(&-68)));
        assert_eq!((count(|score| score == 68), count(|score| score == -68)), (3, 2));
        assert_eq!((count(|score| score > 0), count(|score| score < 0)), (24_828, 11_620));
        assert_eq!(shows("Td Kd Kh 6d 6h"), 68);
    }
}

mod playing {
    use super::*;

    #[test]
    fn rulebook_ace_is_swapped_and_stops_trick() {
        let mut table = table(["5d 9c", "Th As 9d"], ["", ""]);
        let events = play(&mut table, "1 5d, 2 Th, 1 let, 2 let");
        assert!(
            matches!(events[2], Event::Revealed(_))
                && matches!(&events[3], Event::Asked(asked) if asked.card.name() == "5d")
        );
        assert!(events.contains(&Event::Swapped(Swapped {})));
        assert_eq!((join_cards(&table.hands[0]), join_cards(&table.hands[1])), ("9d As".to_owned(), "9c".to_owned()));
        let events = play(&mut table, "2 let, 1 As");
        assert!(matches!(&events[0], Event::Stopped(it) if it.seat == Seat::FIRST && it.ace.name() == "As"));
        assert!(table.practice.iter().all(|pile| pile.is_empty()));
        assert!(table.discards.contains(&"As".parse().expect("a card")));
        assert_eq!(join_cards(&table.hands[0]), "9d Kd Th", "with the card that it drew");
    }

    #[test]
    fn lower_card_takes_effect_first_for_owner() {
        let mut table = table(["Kc 2d", "9s 2h"], ["", "Tc Kc"]);
        table.practice[1] = Cards::set(cards("Tc Qc"));
        play(&mut table, "1 Kc, 2 9s");
        assert_eq!(table.next().map(Card::name), Some("9s"));
        play(&mut table, "1 let, 2 let");
        assert_eq!(table.scores, [0, 14]);
        play(&mut table, "1 let, 2 let");
        assert_eq!((join_cards(&table.practice[1]), table.turn), ("Kc".to_owned(), 2));
    }

    #[test]
    fn ace_of_lower_suit_is_spent() {
        let mut table = table(["7h As 2d", "9h Ad 2h"], ["Td", ""]);
        let events = play(&mut table, "1 7h, 2 9h, 1 As, 2 Ad");
        assert!(events.contains(&StopNotNeeded { seat: Seat::FIRST, ace: "As".parse().expect("a card") }.into()));
        assert_eq!(join_cards(&table.discards), "Ad");
        assert_eq!(
            (join_cards(&table.hands[0]), join_cards(&table.hands[1])),
            ("2d As".to_owned(), "2h 7h".to_owned())
        );
        assert_eq!(table.scores, [0, 0], "the showtime has no effect");
    }

    #[test]
    fn buffet_performs_trick_for_half() {
        let before = || {
            let mut table = table(["8c 2d", "9h 3d"], ["", "Kc Js"]);
            play(&mut table, "1 8c, 2 9h, 1 let, 2 let");
            table
        };
        assert_eq!((before().phase, before().to_act().iter().collect::<Vec<_>>()), (Phase::Buffet, vec![Seat::SECOND]));
        for (choice, score, pile) in [("2 Kc", 3, "Js"), ("2 Js", 1, "Kc"), ("2 decline", 0, "Kc Js")] {
            let mut table = before();
            let events = play(&mut table, choice);
            assert!(matches!(&events[0], Event::Buffet(it) if it.points == score));
            assert_eq!((table.scores[1], join_cards(&table.practice[1])), (score, pile.to_owned()));
            assert!(table.discards.contains(&"8c".parse().expect("a card")));
            assert_eq!(table.phase, Phase::Stop, "then comes the window of the 9");
        }
        let mut table = table(["8c 2d", "9h 3d"], ["", "2c 6s"]);
        play(&mut table, "1 8c, 2 9h, 1 let, 2 let");
        assert_eq!(table.phase, Phase::Stop, "without a trick there is no choice");
    }

    #[test]
    fn no_window_without_possible_aces() {
        let mut spent = table(["Kd 2d", "Kc 2c"], ["", ""]);
        spent.discards = Cards::set(cards("Ac Ad Ah As"));
        play(&mut spent, "1 Kd, 2 Kc");
        assert_eq!(
            (spent.turn, join_cards(&spent.practice[0]), join_cards(&spent.practice[1])),
            (2, "Kd".into(), "Kc".into())
        );
        let mut last = table(["Kd", "Tc"], ["", ""]);
        last.deck = Cards::none();
        last.turn = 26;
        let events = play(&mut last, "1 Kd, 2 Tc");
        assert_eq!((last.phase, &last.scores[..]), (Phase::Over, &[3, 5][..]), "the farewell shows are performed");
        assert!(matches!(events.last(), Some(Event::Ended(Ended { scores })) if *scores == [3, 5]));
    }

    #[test]
    fn last_two_cards_are_played_automatically() {
        let mut table = table(["Kd 2d", "Tc 2c"], ["", ""]);
        (table.deck, table.turn) = (Cards::none(), 25);
        play(&mut table, "1 Kd, 2 Tc, 1 let, 2 let, 1 let, 2 let");
        assert_eq!((table.phase, table.turn), (Phase::Over, 26));
        assert_eq!(table.scores, [3 - 2, 5 - 2]);
    }

    #[test]
    fn game_without_stops_ends_in_turn_22_to_24() {
        let mut ends = Vec::new();
        for seed in 0..60 {
            let mut state = played::<CaribbeanStar>(2, &format!("calm-{seed}"), &json!({}), 0);
            let mut moves = 0;
            while let Some(seat) = state.to_act().iter().next() {
                let mv = match state.table().phase {
                    Phase::Stop => Move::Let(Let { seat }),
                    _ => state.plan_for(seat).remove(0),
                };
                state.play(&mv, &mut Log::discard()).expect("legal");
                moves += 1;
            }
            assert!(moves <= 154);
            ends.push(state.table().turn);
        }
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends, [22, 23, 24]);
    }

    #[test]
    fn each_rule_refuses_its_moves() {
        let state = played::<CaribbeanStar>(2, "test", &json!({}), 0);
        let mv = |seat: u8, kind: &str, card: &str| match card {
            "" => json!({"seat": seat, "type": kind}),
            card => json!({"seat": seat, "type": kind, "card": card}),
        };
        let card_in_hand = |state: &State<CaribbeanStar>, seat: usize, ace: bool| {
            state.table().hands[seat].iter().find(|card| table::is_ace(**card) == ace).map(|card| card.name())
        };
        let other = card_in_hand(&state, 1, false).expect("a card");
        assert_eq!(refusal(&state, &mv(1, "let", "")), WINDOW);
        assert_eq!(refusal(&state, &mv(1, "stop", other)), WINDOW);
        assert_eq!(refusal(&state, &mv(1, "decline", "")), BUFFET);
        assert_eq!(refusal(&state, &mv(1, "perform", other)), BUFFET);
        assert_eq!(refusal(&state, &mv(1, "play", other)), HAND);
        assert_eq!(refusal(&state, &mv(3, "play", other)), TURN);
        let with_ace = (0..100)
            .map(|seed| played::<CaribbeanStar>(2, &format!("ace-{seed}"), &json!({}), 0))
            .find(|state| card_in_hand(state, 0, true).is_some())
            .expect("a hand with an ace");
        assert_eq!(refusal(&with_ace, &mv(1, "play", card_in_hand(&with_ace, 0, true).expect("an ace"))), NO_ACE);
        let window = played::<CaribbeanStar>(2, "test", &json!({}), 2);
        assert_eq!(window.table().phase, Phase::Stop);
        let own = card_in_hand(&window, 0, false).expect("a card");
        assert_eq!(refusal(&window, &mv(1, "stop", own)), ACE);
        assert_eq!(refusal(&window, &mv(1, "stop", card_in_hand(&window, 1, false).expect("a card"))), HAND);
        assert_eq!(refusal(&window, &mv(1, "play", own)), PLAYING);
        let buffet = buffet();
        let seat = buffet.to_act().iter().next().expect("the owner").number();
        assert_eq!(refusal(&buffet, &mv(seat, "perform", "5d")), TRICK);
        let over = played::<CaribbeanStar>(2, "test", &json!({}), 200);
        assert_eq!(refusal(&over, &mv(1, "let", "")), ENDED);
    }
}

/// Returns the first position of a game that satisfies a condition.
fn first(holds: impl Fn(&Table<Card>) -> bool) -> State<CaribbeanStar> {
    let mut seeds = (0..100).flat_map(|seed| {
        [0, 1, 2, 3, 15, 16, 17, 18, 40, 41, 42, 43, 60, 61, 62, 63, 80, 160].map(|moves| (seed, moves))
    });
    let found = seeds.find_map(|(seed, moves)| {
        let state = played::<CaribbeanStar>(2, &format!("first-{seed}"), &json!({}), moves);
        holds(state.table()).then_some(state)
    });
    found.expect("such a position is reached")
}

fn buffet() -> State<CaribbeanStar> {
    first(|table| table.phase == Phase::Buffet)
}

mod seeing {
    use super::*;

    #[test]
    fn answers_are_hidden_from_other_seat() {
        let answered = |answer: Answer<Card>| {
            let mut table = first(|table| {
                table.phase == Phase::Stop
                    && table.answers.is_empty()
                    && table.hands[0].iter().any(|card| table::is_ace(*card))
            })
            .table()
            .clone();
            let ace = table.hands[0].iter().copied().find(|card| table::is_ace(*card)).expect("an ace");
            let answer = if answer == Answer::Let { Answer::Let } else { Answer::Stop(ace) };
            table.answer(Seat::FIRST, answer, &mut Log::discard());
            table
        };
        let ace = Answer::Stop("Ac".parse().expect("a card"));
        let (stops, lets) = (answered(ace), answered(Answer::Let));
        assert_ne!(stops, lets);
        for viewer in [Viewer::Seat(Seat::SECOND), Viewer::Onlooker] {
            assert_eq!(stops.viewed(viewer), lets.viewed(viewer));
            assert_eq!(json!(stops.viewed(viewer).answers), json!([{"seat": 1, "answer": "??"}]));
        }
        assert_eq!(json!(lets.viewed(Viewer::Seat(Seat::FIRST)).answers), json!([{"seat": 1, "answer": "let"}]));
        assert_ne!(stops.viewed(Viewer::Seat(Seat::FIRST)), lets.viewed(Viewer::Seat(Seat::FIRST)));
    }

    #[test]
    fn drawn_card_is_visible_to_its_seat_only() {
        let drew = Event::Drew(Drew { seat: Seat::SECOND, card: Viewed::Card("Kd".parse().expect("a card")) });
        let card_shown_to = |viewer| json!(CaribbeanStar::visible_event(&drew, viewer))["card"].clone();
        assert_eq!(card_shown_to(Viewer::Seat(Seat::SECOND)), "Kd");
        assert_eq!(card_shown_to(Viewer::Seat(Seat::FIRST)), "??");
        assert_eq!(card_shown_to(Viewer::Onlooker), "??");
    }
}

mod faults {
    use super::*;

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    /// Moves the first matching card from one list to another.
    fn shift(table: &mut Json, from: &str, to: &str, wanted: impl Fn(&str) -> bool) {
        let at = list(table, from).iter().position(|card| wanted(card.as_str().expect("a card"))).expect("such a card");
        let card = list(table, from).remove(at);
        list(table, to).push(card);
    }

    fn playing() -> State<CaribbeanStar> {
        first(|table| {
            table.phase == Phase::Play
                && table.turn > 2
                && table.played.len() == 1
                && table.played[0].seat == Seat::FIRST
        })
    }

    fn window() -> State<CaribbeanStar> {
        first(|table| table.phase == Phase::Stop && table.played.len() == 2 && table.answers.is_empty())
    }

    fn over() -> State<CaribbeanStar> {
        first(|table| table.phase == Phase::Over)
    }

    fn no_ace(card: &str) -> bool {
        !card.starts_with('A')
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        let table: Vec<(&str, State<CaribbeanStar>, Change, &[&str])> = vec![
            (
                "a score too few",
                playing(),
                |t| {
                    list(t, "/scores").pop();
                },
                &["/scores not_by_seat"],
            ),
            (
                "a card twice",
                playing(),
                |t| {
                    let card = t["deck"][0].clone();
                    t["deck"][1] = card;
                },
                &["/deck/1 card_twice", " card_missing"],
            ),
            (
                "a deck too small",
                playing(),
                |t| shift(t, "/deck", "/discards", |card| card.starts_with('5')),
                &["/deck impossible_turn"],
            ),
            (
                "hands of different sizes",
                playing(),
                |t| shift(t, "/hands/0", "/hands/1", no_ace),
                &["/hands/0 impossible_hand", "/hands/1 impossible_hand"],
            ),
            (
                "a seat that is none",
                playing(),
                |t| t["played"][0]["seat"] = json!(3),
                &["/hands/0 impossible_hand", "/played/0 impossible_played"],
            ),
            (
                "an ace played",
                playing(),
                |t| {
                    let card = t["played"][0]["card"].clone();
                    let lists = ["/deck", "/hands/0", "/hands/1", "/discards"];
                    let from = lists
                        .into_iter()
                        .find(|from| list(t, from).iter().any(|card| !no_ace(card.as_str().expect("a card"))));
                    let from = from.expect("an ace is somewhere");
                    let at = list(t, from)
                        .iter()
                        .position(|card| !no_ace(card.as_str().expect("a card")))
                        .expect("it is there");
                    t["played"][0]["card"] = std::mem::replace(&mut list(t, from)[at], card);
                },
                &["/played/0 impossible_played"],
            ),
            ("the higher card first", window(), |t| list(t, "/played").reverse(), &["/played/1 impossible_played"]),
            (
                "a seat twice",
                window(),
                |t| {
                    let seat = t["played"][0]["seat"].clone();
                    t["played"][1]["seat"] = seat;
                },
                &["/played/1 impossible_played"],
            ),
            (
                "answers outside a window",
                playing(),
                |t| t["answers"] = json!([{"seat": 1, "answer": "let"}]),
                &["/answers impossible_answers"],
            ),
            (
                "both answers",
                window(),
                |t| t["answers"] = json!([{"seat": 1, "answer": "let"}, {"seat": 2, "answer": "let"}]),
                &["/answers impossible_answers"],
            ),
            (
                "an answer that is no ace",
                window(),
                |t| {
                    let card = t["hands"][0]
                        .as_array()
                        .and_then(|hand| hand.iter().find(|card| no_ace(card.as_str().expect("a card"))))
                        .cloned();
                    t["answers"] = json!([{"seat": 1, "answer": card}]);
                },
                &["/answers/0/answer impossible_answers"],
            ),
            (
                "an answer of no seat",
                window(),
                |t| t["answers"] = json!([{"seat": 3, "answer": "let"}]),
                &["/answers/0/seat impossible_answers"],
            ),
            ("a buffet without an 8", window(), |t| t["phase"] = json!("buffet"), &["/phase impossible_buffet"]),
            (
                "a buffet without a trick",
                buffet(),
                |t| {
                    for i in 0..2 {
                        let pile = format!("/practice/{i}");
                        let tricks = list(t, &pile)
                            .extract_if(.., |card| "TJQK".contains(&card.as_str().expect("a card")[..1]))
                            .collect::<Vec<_>>();
                        list(t, "/discards").extend(tricks);
                    }
                },
                &["/phase impossible_buffet"],
            ),
            (
                "a pile with a showtime",
                first(|table| {
                    table.phase == Phase::Stop && table.discards.iter().any(|card| card.name().starts_with('7'))
                }),
                |t| {
                    shift(t, "/discards", "/practice/0", |card| card.starts_with('7'));
                    list(t, "/practice/0").rotate_right(1);
                },
                &["/practice/0/0 impossible_practice"],
            ),
            (
                "a pile with a card of the other colour",
                first(|table| table.phase == Phase::Stop && table.practice[0].len() > 1),
                |t| {
                    shift(t, "/practice/0", "/practice/1", |_| true);
                    list(t, "/practice/1").rotate_right(1);
                },
                &["/practice/1/0 impossible_practice"],
            ),
            ("a score beyond all shows", playing(), |t| t["scores"][0] = json!(176), &["/scores/0 impossible_scores"]),
            (
                "over with cards to play",
                playing(),
                |t| {
                    t["phase"] = json!("over");
                },
                &[
                    "/deck impossible_turn",
                    "/hands/0 impossible_hand",
                    "/played impossible_played",
                    "/phase impossible_end",
                ],
            ),
        ];
        for (name, state, change, expected) in table {
            let mut found = faults_of(&state, change);
            // Practice piles full of cards at the end are faults too, one for each card.
            found.retain(|fault| name != "over with cards to play" || !fault.starts_with("/practice"));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn spent_aces_close_the_window() {
        let change = |t: &mut Json| {
            for from in ["/deck", "/hands/0", "/hands/1"] {
                while let Some(at) = list(t, from).iter().position(|card| !no_ace(card.as_str().expect("a card"))) {
                    let discards = list(t, "/discards");
                    let instead =
                        discards.iter().position(|card| no_ace(card.as_str().expect("a card"))).expect("a card");
                    let instead = discards.remove(instead);
                    let ace = std::mem::replace(&mut list(t, from)[at], instead);
                    list(t, "/discards").push(ace);
                }
            }
            t["scores"] = json!([0, 0]);
        };
        let late = first(|table| table.phase == Phase::Stop && table.answers.is_empty() && table.discards.len() > 12);
        assert_eq!(faults_of(&late, change), ["/phase impossible_window"]);
    }

    #[test]
    fn hand_of_aces_ends_the_game() {
        let change = |t: &mut Json| {
            for ace in ["Ac", "Ad", "Ah", "As"] {
                let lists = ["/deck", "/hands/1", "/discards"];
                let place =
                    lists.into_iter().find_map(|from| Some((from, list(t, from).iter().position(|card| card == ace)?)));
                let Some((from, at)) = place else { continue };
                let into =
                    list(t, "/hands/0").iter().position(|card| no_ace(card.as_str().expect("a card"))).expect("a card");
                let card = std::mem::replace(&mut list(t, "/hands/0")[into], json!(ace));
                list(t, from)[at] = card;
            }
            t["scores"] = json!([0, 0]);
        };
        // A hand of four cards that may all be aces.
        let late =
            (0..300).map(|seed| played::<CaribbeanStar>(2, &format!("late-{seed}"), &json!({}), 124)).find(|state| {
                let table = state.table();
                table.phase == Phase::Play && table.turn == 23 && table.played.is_empty()
            });
        assert_eq!(faults_of(&late.expect("turn 23"), change), ["/phase impossible_end"]);
    }

    #[test]
    fn finished_game_is_admitted() {
        assert_eq!(faults_of(&over(), |_| {}), [] as [&str; 0]);
    }
}

#[test]
fn determinized_hands_match_end_of_game() {
    let late = |hands: [&str; 2], played: &[&str], phase: Phase| {
        let mut table = table(hands, ["2d 4d", "2c Kc"]);
        (table.turn, table.phase, table.deck) = (24, phase, Cards::none());
        let laid = Seat::BOTH
            .into_iter()
            .zip(played)
            .map(|(seat, card)| PlayedCard { seat, card: card.parse().expect("a card") });
        table.played = laid.collect::<Vec<_>>().into();
        let elsewhere = [&table.hands[0], &table.hands[1], &table.practice[0], &table.practice[1]];
        let elsewhere: Vec<Card> = elsewhere
            .into_iter()
            .flat_map(|list| list.iter().copied())
            .chain(table.played.iter().map(|laid| laid.card))
            .collect();
        table.discards = Cards::set(Card::DECK.into_iter().filter(|card| !elsewhere.contains(card)));
        table
    };
    let seed: Seed = "hands".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("test");
    for table in [
        // Two of four unseen cards are aces, and one of the others has been played.
        late(["Ad", "5c Ac"], &["8c"], Phase::Play),
        late(["5c Ac", "8c Ad"], &[], Phase::Play),
        // One hand has ended the game, the other has not.
        late(["5c 8c", "Ac Ad"], &[], Phase::Over),
        late(["Ac Ad", "5c 8c"], &[], Phase::Over),
    ] {
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Onlooker] {
            let seen = table.viewed(viewer);
            let again = (0..50).map(|_| table.redealt(viewer, &mut draws));
            for possible in again.chain([seen.determinize(NoOptions {})]) {
                assert!(possible.ends_when_played_out(), "{viewer:?}: {possible:?}");
                assert!(possible.played.iter().all(|laid| laid.card.rank() != Rank::ACE), "{viewer:?}: {possible:?}");
                assert_eq!(possible.viewed(viewer), seen, "{viewer:?}");
            }
        }
    }
}
