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
        table.phase == Phase::Play && table.turn > 2 && table.played.len() == 1 && table.played[0].seat == Seat::FIRST
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
                let at =
                    list(t, from).iter().position(|card| !no_ace(card.as_str().expect("a card"))).expect("it is there");
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
            first(|table| table.phase == Phase::Stop && table.discards.iter().any(|card| card.name().starts_with('7'))),
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
                let instead = discards.iter().position(|card| no_ace(card.as_str().expect("a card"))).expect("a card");
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
