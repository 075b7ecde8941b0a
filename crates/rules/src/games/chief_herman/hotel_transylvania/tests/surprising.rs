//! The window for a surprise.

use super::*;

#[test]
fn surprise_wins_all_points_and_haunts_one_room() {
    let mut state = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "8c: 1 3", "9c", 3);
    assert_eq!(state.to_act().len(), 3);
    let events = play(&mut state, &[answer(3, "let"), answer(2, "surprise")]);
    assert_eq!(events, [Answered { seat: seat(3) }.into(), Answered { seat: seat(2) }.into()]);
    assert!(state.table().hand(seat(2)).contains(&card("9c")), "the card stays in the hand");
    let events = play(&mut state, &[answer(1, "let")]);
    let rank = dice::Face::ALL[2];
    assert_eq!(events[1], Surprised { seat: seat(2), room: card("9c") }.into());
    assert_eq!(events[2], Scared { guest: GuestNumber::ALL[0], rank, shares: vec![0, 3, 0] }.into());
    let table = state.table();
    assert_eq!((ghosts(table, "9c"), ghosts(table, "8c")), (vec![2], vec![1, 3]));
    assert_eq!((state.points(), table.guests[0].rank.number(), table.turn), (vec![0, 3, 0], 4, seat(2)));
    assert!(table.moved.is_none() && table.answers.is_empty());
}

#[test]
fn guest_without_surprise_rises_for_nothing() {
    let mut state = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "", "9c", 3);
    let events = play(&mut state, &all_let());
    assert!(
        events.contains(&Scared { guest: GuestNumber::ALL[0], rank: dice::Face::ALL[2], shares: vec![0; 3] }.into())
    );
    assert_eq!((state.points(), state.table().guests[0].rank.number()), (vec![0; 3], 4));
    assert!(state.table().stacks.is_empty());
}

#[test]
fn surprised_guest_of_rank_six_costs_what_the_die_shows() {
    let surprise = [answer(1, "let"), answer(2, "surprise"), answer(3, "let")];
    let mut sixes = 0;
    for rolls in 1..40 {
        let posted = |answers: &[Json]| {
            let before = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "", "9c", 6);
            let mut table = json!(before)["table"].clone();
            table["rolls"] = json!(rolls);
            let mut state = admitted::<HotelTransylvania>(3, &json!({}), &table);
            play(&mut state, answers);
            (state.points(), i64::from(state.table().guests[0].rank.number()))
        };
        let (points, rank) = posted(&surprise);
        assert_eq!(points, [0, -rank, 0]);
        assert_eq!(posted(&all_let()), (vec![0; 3], rank), "the same die without a loss");
        sixes += u32::from(rank == 6);
    }
    assert!(sixes > 0, "he stays a 6 if the die shows it");
}

#[test]
fn order_of_answers_does_not_matter() {
    let after = |order: [u8; 3]| {
        let mut state = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "", "9c", 3);
        play(&mut state, &order.map(|seat| answer(seat, if seat == 2 { "surprise" } else { "let" })));
        state
    };
    assert_eq!(after([1, 2, 3]), after([3, 2, 1]));
    assert_eq!(after([2, 1, 3]), after([3, 1, 2]));
}

#[test]
fn legal_answers_depend_on_own_hand_only() {
    let kinds = |state: &State<HotelTransylvania>| -> Vec<(u64, String)> {
        let legal = json!(state.legal_moves());
        let moves = legal["moves"].as_array().expect("a list").iter();
        moves
            .map(|mv| (mv["seat"].as_u64().expect("a seat"), mv["type"].as_str().expect("a type").to_owned()))
            .collect()
    };
    let state = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "", "9c", 3);
    let all = [(1, "let"), (2, "surprise"), (2, "let"), (3, "let")];
    assert_eq!(kinds(&state), all.map(|(seat, kind)| (seat, kind.to_owned())));
    let declines = |seats: &[u8], table: &Table<Card>| {
        let declined = |seat: &Seat| HotelTransylvania::decline(NoOptions {}, table, *seat).is_some();
        let seats: Vec<Seat> = seats.iter().copied().map(seat).collect();
        (seats.iter().filter(|seat| declined(seat)).count(), seats.len())
    };
    assert_eq!(declines(&[1, 2, 3], state.table()), (3, 3), "whatever a seat holds");
    assert_eq!(declines(&[1, 2, 3], played::<HotelTransylvania>(3, "one", &json!({}), 0).table()), (0, 3));
}

#[test]
fn answers_are_hidden_from_others_until_all_are_in() {
    let answered = |how: &str| {
        let mut state = window(["Qs 3h 4h 5h", "9c 6h", "7h"], "", "9c", 3);
        play(&mut state, &[answer(2, how)]);
        state
    };
    let (surprise, no) = (answered("surprise"), answered("let"));
    for viewer in [Viewer::Seat(seat(1)), Viewer::Seat(seat(3)), Viewer::Onlooker] {
        assert_eq!(surprise.view(viewer), no.view(viewer));
        let view = Table::<Viewed<Card>>::of(surprise.table(), viewer);
        assert_eq!(json!(view.answers), json!([{"seat": 2, "answer": "??"}]));
        let determinized: Table<Card> = view.determinize(NoOptions {});
        assert_eq!(determinized.answers[0].answer, Answer::Let);
    }
    let own = Table::<Viewed<Card>>::of(surprise.table(), Viewer::Seat(seat(2)));
    assert_eq!(json!(own.answers), json!([{"seat": 2, "answer": "surprise"}]));
    let determinized: Table<Card> = own.determinize(NoOptions {});
    assert_eq!(determinized.answers[0].answer, Answer::Surprise);
    assert!(crate::wire::from_value::<Table<Card>>(json!(own)).is_err(), "no hidden card is on a table");
    let hidden = json!({"seat": 2, "answer": "??"});
    assert!(crate::wire::from_value::<Given<Card>>(hidden.clone()).is_err());
    assert!(crate::wire::from_value::<Given<Viewed<Card>>>(hidden).is_ok());
}

#[test]
fn redeal_keeps_answers_possible() {
    let mut state = window(["Qs 3h 4h 5h", "9c 6h", "7h 8h"], "", "9c", 3);
    play(&mut state, &[answer(2, "surprise")]);
    let seed: Seed = "again".parse().expect("a seed");
    let mut draws = crate::chance::Chance::new(&seed).event("redeal");
    let mut seen = [0; 2];
    for _ in 0..200 {
        let again = state.table().redealt(Viewer::Seat(seat(1)), &mut draws);
        let mut faults = Faults::default();
        inspection::inspect(Seats::new(3).expect("seats"), &mut again.clone(), &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        seen[usize::from(again.answers[0].answer == Answer::Surprise)] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}
