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
    assert_eq!((join_cards(&table.hands[0]), join_cards(&table.hands[1])), ("2d As".to_owned(), "2h 7h".to_owned()));
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
