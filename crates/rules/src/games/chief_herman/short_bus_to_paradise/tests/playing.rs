//! Known answers of the rules page, and each rule.

use super::*;

#[test]
fn seed_has_known_bag() {
    let seed: Seed = "one".parse().expect("a seed");
    let bag = stone::bag(Chance::new(&seed));
    assert_eq!(bag.iter().take(8).map(|color| color.letter()).collect::<String>(), "vwypvwgn");
    assert_eq!(bag.len(), 114);
    assert_eq!(text_of(&stone::grouped(&bag)), "r1 o17 y20 g7 b7 v25 p11 n12 w10 k4");
}

#[test]
fn seed_has_known_deal() {
    let state = dealt(3);
    let table = state.table();
    let hands = table.hands.iter().map(|hand| join_cards(hand)).collect::<Vec<_>>();
    assert_eq!(hands, ["3d 3h 9s", "2h 8s Ts", "7c 8h 5s"]);
    assert_eq!((table.deck.len(), join_cards(&table.deck[..3])), (27, "6d 3s Th".to_owned()));
    assert_eq!((text_of(&table.pot), table.bag.len(), table.rolls), ("y1 v2 p1 w2".to_owned(), 108, 1));
    assert!(table.gone.is_empty() && table.points() == [0, 0, 0]);
}

#[test]
fn full_cab_leaves_and_new_tourists_come() {
    let setup =
        Setup { hands: vec!["3c 9c Tc", "8c", "", ""], bag: "rrrrrr".into(), next: 6, ..Setup::new(41, 4, "r3 g3 b1") };
    let (state, _) = after(&setup.state(), &play(1, "3c"));
    let (state, events) = after(&state, &load(1, "3c", "r"));
    assert_eq!(events[0], Loaded { seat: seat(1), cab: cab("3c"), color: Color::Red, count: 3 }.into());
    assert_eq!(events[1], Left { seat: seat(1), cab: cab("3c"), color: Color::Red }.into());
    // Nothing waits in front of seat 1, so its turn is over.
    assert_eq!(events[2], TurnEnded { seat: seat(1) }.into());
    assert!(matches!(&events[3], Event::Rolled(_)));
    assert_eq!(events[4], Arrived { stones: vec![Group { color: Color::Red, count: 6 }] }.into());
    assert_eq!((state.table().turn, state.points()), (42, vec![3, 0, 0, 0]));
    let (state, _) = after_all(&state, &[play(2, "8c"), load(2, "8c", "r")]);
    let waiting = state.table().cabs[1][0];
    assert_eq!((waiting.cab, waiting.passengers), (cab("8c"), Some(Group { color: Color::Red, count: 6 })));
}

#[test]
fn no_dice_are_rolled_after_turn_without_loading() {
    let state = Setup::new(43, 4, "r1 g4").state();
    let (state, events) = after(&state, &draw(3));
    assert_eq!(events, [Drew { seat: seat(3) }.into(), TurnEnded { seat: seat(3) }.into()]);
    assert_eq!((text_of(&state.table().pot), state.table().hands[2].len()), ("r1 g4".to_owned(), 4));
}

#[test]
fn steals_need_a_stone_in_the_pot_and_room_for_all() {
    let cabs = vec!["", "8c r6", "", "4c r1"];
    // Without red stones in the pot, no passengers of this color can be stolen.
    let setup = Setup { cabs: cabs.clone(), ..Setup::new(42, 4, "g3") };
    assert_eq!(refusal(&setup.state(), &steal(2, "8c", "4c")), GROUP);
    let setup = Setup { cabs, hands: vec!["", "", "", "5c"], ..Setup::new(44, 4, "r4 g3") };
    let state = setup.state();
    assert_eq!(refusal(&state, &load(4, "4c", "r")), ROOM);
    let (state, events) = after_all(&state, &[play(4, "5c"), steal(4, "5c", "4c")]);
    let stolen = Stolen { seat: seat(4), cab: cab("5c"), from: cab("4c"), color: Color::Red, passengers: 1, count: 4 };
    assert_eq!(events[..2], [stolen.into(), Left { seat: seat(4), cab: cab("5c"), color: Color::Red }.into()]);
    assert_eq!(state.table().cabs[3][..], [WaitingCab::empty(cab("4c"))]);
}

#[test]
fn cab_that_is_robbed_waits_empty() {
    let setup = Setup { cabs: vec!["7c r3", "3d 4d", "", ""], ..Setup::new(42, 4, "r1 b9") };
    let state = setup.state();
    assert_eq!(refusal(&state, &steal(2, "3d", "7c")), ROOM);
    let (state, _) = after(&state, &steal(2, "4d", "7c"));
    assert_eq!(state.table().cabs[0][..], [WaitingCab::empty(cab("7c"))]);
    assert_eq!(state.table().scored[1][..], [ScoredCab { cab: cab("4d"), color: Color::Red }]);
    assert_eq!(state.table().cabs[1][..], [WaitingCab::empty(cab("3d"))]);
}

#[test]
fn passengers_join_others_of_their_color() {
    let setup = Setup { cabs: vec!["9c r3", "Td r2", "", ""], ..Setup::new(42, 4, "r1") };
    let (state, _) = after(&setup.state(), &steal(2, "Td", "9c"));
    assert_eq!(state.table().cabs[1][0].passengers, Some(Group { color: Color::Red, count: 6 }));
}

#[test]
fn rare_colors_are_worth_more() {
    let worths = |cabs: &str| {
        let mut table = Setup::new(41, 4, "").table();
        let scored = cabs.split_whitespace().map(|word| json!({"cab": word[..2], "color": word[2..]}));
        table["scored"][0] = scored.collect();
        let table: Table<Cab> = crate::wire::from_value(table).expect("a table");
        [Color::Red, Color::Yellow, Color::Green, Color::Blue].map(|color| table.worths()[color as usize])
    };
    assert_eq!(worths("Tcr Tdr 4cy 8cy 3cg 9cg 5cb"), [1, 2, 2, 4]);
    assert_eq!(worths("8cr 8dy 5cg"), [1, 1, 3, 4]);
    let state = Setup { hands: vec!["3c", "", "", ""], ..Setup::new(41, 4, "r3") }.state();
    let (state, _) = after_all(&state, &[play(1, "3c"), load(1, "3c", "r")]);
    assert_eq!(state.points(), [3, 0, 0, 0]);
}

#[test]
fn points_fall_when_others_bring_the_color_too() {
    let setup = Setup {
        cabs: vec!["", "9d r4", "", ""],
        hands: vec!["2h", "3h", "2d 3d 4d", "2s 3s 4s"],
        ..Setup::new(42, 4, "r5")
    };
    let mut table = setup.table();
    table["scored"] = json!([[{"cab": "Tc", "color": "g"}, {"cab": "7c", "color": "r"}], [], [], []]);
    let deck = table["deck"].as_array_mut().expect("a deck");
    deck.retain(|cab| cab != "Tc" && cab != "7c");
    let state: State<ShortBusToParadise> = admitted(4, &json!({}), &table);
    assert_eq!(state.points(), [10 + 14, 0, 0, 0]);
    let (state, _) = after(&state, &load(2, "9d", "r"));
    // There are 16 red stones and 10 green ones now.
    assert_eq!(state.points(), [20 + 7, 9, 0, 0]);
}

#[test]
fn cruise_line_takes_eleven_and_leaves_ten() {
    for (bag, pot, gone) in [("rrrrrbb", "r10 b2", ""), ("rrrrrrb", "b1", "r11")] {
        let setup = Setup { cabs: vec!["9c", "", "", ""], bag: bag.into(), ..Setup::new(41, 4, "r5 g2") };
        let (state, events) = after(&setup.state(), &load(1, "9c", "g"));
        assert_eq!(text_of(&state.table().pot), pot);
        assert_eq!(text_of(&state.table().gone), format!("{gone} k100").trim());
        let bussed = Bussed { color: Color::Red, count: 11 }.into();
        assert_eq!(events.contains(&bussed), !gone.is_empty());
    }
}

#[test]
fn last_turns_begin_when_bag_has_too_few_stones() {
    // A load in turn 8 makes the dice roll for turn 9, and seven stones are wanted.
    let turn_8 = |stones: usize| {
        let bag = "rgbvpnoyr"[..stones].into();
        let setup = Setup { cabs: vec!["", "9c", ""], bag, fill: false, ..Setup::new(44, 3, "w2") };
        after(&setup.state(), &load(2, "9c", "w"))
    };
    let (state, events) = turn_8(6);
    assert!(events.contains(&LastTurnsBegan { turns: 3 }.into()));
    let table = state.table();
    assert_eq!((table.turn, table.last_turns, table.bag.len(), stone::sum_of(&table.pot)), (45, Some(3), 0, 6));
    let (state, events) = after_all(&state, &[end(3), end(1), end(2)]);
    assert_eq!((state.table().turn, state.table().last_turns, events.len()), (48, Some(0), 1));
    let (state, events) = after(&state, &end(3));
    assert_eq!(events, [TurnEnded { seat: seat(3) }.into(), Ended { points: vec![0, 0, 0] }.into()]);
    assert!(state.finished() && state.table().turn == 48);

    let (state, events) = turn_8(7);
    assert!(!events.iter().any(|event| matches!(event, Event::LastTurnsBegan(_))));
    assert_eq!((state.table().bag.len(), state.table().last_turns), (0, None));
    // The next roll begins them, although it brings nothing.
    let (state, _) = after(&state, &end(3));
    let (state, _) = after(&state, &play(1, state.table().hands[0][0].to_string().as_str()));
    let color = state.table().pot[0].color.letter().to_string();
    let (state, events) = after(&state, &load(1, &state.table().cabs[0][0].cab.to_string(), &color));
    assert!(events.contains(&Arrived { stones: Vec::new() }.into()), "{events:?}");
    assert_eq!(state.table().last_turns, Some(3));
}

#[test]
fn last_turns_begin_with_the_last_card() {
    let setup = Setup { last_card: true, ..Setup::new(122, 3, "r1") };
    let (state, events) = after(&setup.state(), &draw(2));
    let last = LastTurnsBegan { turns: 3 }.into();
    assert_eq!(events, [Drew { seat: seat(2) }.into(), last, TurnEnded { seat: seat(2) }.into()]);
    assert_eq!((state.table().turn, state.table().last_turns), (123, Some(2)));
    assert_eq!(refusal(&state, &draw(3)), DECK);
    let (state, _) = after_all(&state, &[end(3), end(1)]);
    assert_eq!(state.table().last_turns, Some(0));
    assert!(after(&state, &end(2)).0.finished());
}

#[test]
fn game_ends_with_turn_200() {
    let state = Setup::new(199, 4, "r1").state();
    let (state, _) = after(&state, &end(3));
    assert!(!state.finished());
    let (state, events) = after(&state, &draw(4));
    assert!(state.finished() && matches!(events.last(), Some(Event::Ended(_))));
    assert_eq!((state.table().turn, state.table().last_turns), (200, None));
    assert_eq!(refusal(&state, &end(1)), ENDED);
}

#[test]
fn turns_end_by_themselves_without_choice() {
    // The deck is empty, and seats 2 and 3 have no hand and no cab that can be loaded.
    let mut table = Setup { cabs: vec!["2c 3c 4c", "5c 6c 7c", "8c 9c Tc"], ..Setup::new(121, 3, "r1") }.table();
    let deck = table["deck"].take();
    table["hands"][0] = deck;
    table["deck"] = json!([]);
    table["last_turns"] = json!(2);
    for cabs in [1, 2] {
        for i in 0..3 {
            (table["cabs"][cabs][i]["color"], table["cabs"][cabs][i]["count"]) = (json!("g"), json!(1));
        }
    }
    table["bag"] = json!([]);
    let state: State<ShortBusToParadise> = admitted(3, &json!({}), &table);
    let (state, events) = after(&state, &end(1));
    let ended = |number| Event::from(TurnEnded { seat: seat(number) });
    assert_eq!(events[..3], [ended(1), ended(2), ended(3)]);
    assert!(state.finished());
}

#[test]
fn each_rule_refuses() {
    let setup = Setup {
        cabs: vec!["3c 9c r4", "8c r6", "", "4c"],
        hands: vec!["2d 5d", "", "", ""],
        ..Setup::new(41, 4, "r1 g2 b10")
    };
    let state = setup.state();
    assert_eq!(refusal(&state, &play(2, "2d")), TURN);
    assert_eq!(refusal(&state, &play(1, "8c")), CARD);
    for (mv, rule) in [
        (load(1, "8c", "r"), CAB),
        (load(1, "2d", "r"), CAB),
        (steal(1, "4c", "8c"), CAB),
        (steal(1, "3c", "4c"), FROM),
        (steal(1, "9c", "9c"), FROM),
        (steal(1, "3c", "Td"), FROM),
        (load(1, "3c", "v"), GROUP),
        (load(1, "9c", "g"), ONE_COLOR),
        (load(1, "3c", "b"), ROOM),
        (steal(1, "3c", "9c"), ROOM),
        (steal(1, "9c", "8c"), ROOM),
    ] {
        assert_eq!(refusal(&state, &mv), rule, "{mv}");
    }
    let (played, _) = after(&state, &play(1, "2d"));
    assert_eq!(refusal(&played, &play(1, "5d")), ONE_CARD);
    assert_eq!(refusal(&played, &draw(1)), IDLE);
    let (loaded, _) = after(&state, &load(1, "3c", "g"));
    assert_eq!(refusal(&loaded, &play(1, "5d")), PLAY_FIRST);
    assert_eq!(refusal(&loaded, &draw(1)), IDLE);
    // The first rule that the page names is reported.
    let (both, _) = after(&played, &load(1, "2d", "g"));
    assert_eq!(refusal(&both, &play(1, "8c")), ONE_CARD);
}

#[test]
fn moves_are_listed_in_order() {
    let setup = Setup {
        cabs: vec!["3c 9c r4", "8c r2", "", ""],
        hands: vec!["2d 5d", "", "", ""],
        ..Setup::new(41, 4, "r1 g2")
    };
    let legal = serde_json::to_value(setup.state().table().moves()).expect("JSON");
    let mut expected = vec![play(1, "2d"), play(1, "5d")];
    expected.extend([load(1, "3c", "r"), load(1, "3c", "g"), load(1, "9c", "r")]);
    expected.extend([steal(1, "9c", "8c"), draw(1), end(1)]);
    // The 3 has room neither for 5 nor for 3 with the one of the pot: 2 and 1 fit.
    expected.insert(5, steal(1, "3c", "8c"));
    assert_eq!(legal, json!(expected));
}

#[test]
fn only_own_hand_is_known() {
    let state = dealt(4);
    for (viewer, known) in [(Viewer::Seat(seat(2)), [0, 3, 0, 0]), (Viewer::Onlooker, [0; 4]), (Viewer::Host, [3; 4])] {
        let view = state.view(viewer);
        let counts: Vec<usize> = view.hands.iter().map(|hand| hand.known().count()).collect();
        assert_eq!(counts, known);
        let all = viewer == Viewer::Host;
        assert!(
            view.bag.iter().all(|stone| stone.known().is_some() == all) && view.bag.len() == state.table().bag.len()
        );
        assert_eq!(view.deck.known().count(), if all { state.table().deck.len() } else { 0 });
    }
}

#[test]
fn robot_fills_the_cab_with_most_points() {
    let setup = Setup { hands: vec!["3c 5c 9c", "", "", ""], ..Setup::new(41, 4, "r3 g5 b4") };
    let state = setup.state();
    let plan = |state: &State<ShortBusToParadise>| serde_json::to_value(&state.plan_for(seat(1))[0]).expect("JSON");
    assert_eq!(plan(&state), play(1, "5c"));
    let (state, _) = after(&state, &play(1, "5c"));
    assert_eq!(plan(&state), load(1, "5c", "g"));
}

#[test]
fn wire_types_refuse_impossible_values() {
    for bad in [r#"{"cab":"2c","color":"r"}"#, r#"{"cab":"2c","count":1}"#, r#"{"cab":"2c","color":"r","count":0}"#] {
        assert!(serde_json::from_str::<WaitingCab>(bad).is_err(), "{bad}");
    }
    for bad in ["\"As\"", "\"Jd\"", "\"??\""] {
        assert!(serde_json::from_str::<Cab>(bad).is_err(), "{bad}");
    }
    let letters: String = Color::ALL.iter().map(|color| color.letter()).collect();
    assert_eq!(letters, "roygbvpnwk");
    for color in Color::ALL {
        assert_eq!(json!(color), json!(color.letter().to_string()));
    }
    for text in ["\"r\"", "\"??\""] {
        let stone: SeenColor = serde_json::from_str(text).expect("a stone that may be hidden");
        assert_eq!(serde_json::to_string(&stone).expect("JSON"), text);
    }
    assert!(serde_json::from_str::<SeenColor>("\"red\"").is_err());
}
