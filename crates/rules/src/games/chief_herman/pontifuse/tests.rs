use super::*;
use crate::game::{Seat, Seats, State};
use crate::testing::{faults_of, refusal};
use serde_json::{Value as Json, json};

fn dealt() -> State<Pontifuse> {
    State::deal_for(Seats::new(2).expect("seats"), "a".parse().expect("a seed"), NoOptions {})
}

fn declare(seat: u8, army: &str) -> Json {
    json!({"seat": seat, "type": "declare", "army": army})
}

fn mark(seat: u8, territory: &str) -> Json {
    json!({"seat": seat, "type": "mark", "territory": territory})
}

fn play(state: &mut State<Pontifuse>, mv: Json) -> Vec<Event> {
    let mut log = Log::keep();
    state.play(&crate::wire::from_value(mv).expect("a move"), &mut log).expect("legal");
    log.events()
}

fn long(short: &str) -> &'static str {
    let short = |territory: &Territory| {
        territory
            .name()
            .replace("orth", "")
            .replace("outh", "")
            .replace("est", "")
            .replace("ast", "")
            .replace("enter", "")
            == short
    };
    Territory::ALL.iter().find(|territory| short(territory)).expect("a territory").name()
}

/// Declares the armies, makes these marks and returns the events of the last move.
fn marked(state: &mut State<Pontifuse>, marks: &str) -> Vec<Event> {
    let seat = |state: &State<Pontifuse>| state.to_act().iter().next().expect("a seat to act").number();
    let punchinade = seat(state);
    let mut events = play(state, declare(punchinade, "english"));
    for short in marks.split(' ') {
        let seat = seat(state);
        events = play(state, mark(seat, long(short)));
    }
    events
}

fn after(marks: &str) -> State<Pontifuse> {
    let mut state = dealt();
    marked(&mut state, marks);
    state
}

#[test]
fn territory_between_two_of_a_seat_is_flanked() {
    assert_eq!(after("nw w n c ne").points(), [200, 0]);
    let second = after("nw w n c ne e");
    assert_eq!((second.points(), second.finished()), (vec![200, 100], false));
    let end = after("nw w n c ne e sw s");
    assert_eq!((end.points(), end.finished(), end.places()), (vec![200, 100], true, Some(vec![1, 2])));
}

#[test]
fn second_player_can_be_early_bird() {
    let end = after("nw c ne w sw s se e");
    assert_eq!((end.points(), end.places()), (vec![100, 200], Some(vec![2, 1])));
}

#[test]
fn one_mark_may_flank_two_territories() {
    let mut state = dealt();
    let events = marked(&mut state, "n e ne s w c sw se");
    assert_eq!(state.points(), [250, 0]);
    let flanked: Vec<(&str, i64)> = events
        .iter()
        .filter_map(
            |event| if let Event::Flanked(event) = event { Some((event.territory.name(), event.points)) } else { None },
        )
        .collect();
    assert_eq!(flanked, [("north", 100), ("west", 50)]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::EarlyBird(_))).count(), 1);
}

#[test]
fn doubly_flanked_center_scores_once() {
    let end = after("nw n se e sw s ne w");
    assert_eq!((end.points(), end.finished()), (vec![200, 0], true));
}

#[test]
fn drawn_board_is_replayed_up_to_nine_times() {
    let mut state = dealt();
    for board in 1..=9 {
        let last = marked(&mut state, "c nw n s e w sw ne");
        assert_eq!(last.last(), Some(&Event::Drawn(Drawn { board })));
        if board == 1 {
            assert_eq!(state.to_act(), SeatSet::only(Seat::FIRST), "seat 1 declares on board 2");
            play(&mut state, declare(1, "basque"));
            assert_eq!(state.table().english, Some(Player::Two));
            assert_eq!(state.to_act().iter().next(), Seat::new(2), "seat 2 marks first");
            state = dealt();
            marked(&mut state, "c nw n s e w sw ne");
        }
    }
    assert!(state.finished());
    assert_eq!((state.points(), state.places(), state.table().board), (vec![0, 0], Some(vec![1, 1]), 9));
    assert_eq!(refusal(&state, &mark(1, "north")).0, "pontifuse.ended");
    assert_eq!(faults_of(&state, |_| ()), [""; 0]);
}

#[test]
fn rules_refuse_in_order_of_the_page() {
    let mut state = dealt();
    assert_eq!(refusal(&state, &declare(1, "english")).0, "pontifuse.turn");
    assert_eq!(refusal(&state, &mark(1, "north")).0, "pontifuse.turn");
    assert_eq!(refusal(&state, &mark(2, "north")).0, "pontifuse.phase");
    play(&mut state, declare(2, "english"));
    assert_eq!(refusal(&state, &declare(1, "english")).0, "pontifuse.phase");
    play(&mut state, mark(1, "north"));
    assert_eq!(refusal(&state, &mark(2, "north")).0, "pontifuse.free");
}

#[test]
fn basque_see_mirrored_field() {
    let meaning =
        |army: Army| Territory::ALL.map(|territory| army.meaning(territory).split(" (").next().expect("a name"));
    assert_eq!(
        meaning(Army::Basque).join(", "),
        "Rectory, Bishop, King, Footman, Knight, Princess, Cowardly Lion, Archer, Merchant Family"
    );
    assert_eq!(
        meaning(Army::English).join(", "),
        "Merchant Family, Princess, King, Archer, Knight, Bishop, Cowardly Lion, Footman, Rectory"
    );
}

#[test]
fn seat_flanks_at_most_two_territories() {
    for set in 0..512_u16 {
        let mut marks = Marks::NONE;
        for territory in Territory::ALL.into_iter().filter(|territory| set >> (*territory as u16) & 1 == 1) {
            marks.make(territory, Player::One);
        }
        assert!(set.count_ones() > 5 || marks.flanked(Player::One).count() <= 2, "{marks:?}");
    }
}

#[test]
fn every_fault_of_the_page_is_found() {
    let start = dealt();
    let some = after("nw w n");
    let drawn = json!({
        "center": 1, "northwest": 2, "north": 1, "south": 2, "east": 1, "west": 2, "southwest": 1, "northeast": 2, "southeast": 1
    });
    let cases: Vec<(&str, Vec<String>)> = vec![
        ("impossible_marks", faults_of(&some, |table| table["marks"]["south"] = json!(1))),
        ("impossible_board", faults_of(&start, |table| table["board"] = json!(10))),
        ("impossible_army", faults_of(&some, |table| drop(table.as_object_mut().expect("a table").remove("english")))),
        ("impossible_early_bird", faults_of(&some, |table| table["early_bird"] = json!(1))),
        (
            "impossible_early_bird",
            faults_of(&after("nw w n c ne"), |table| {
                drop(table.as_object_mut().expect("a table").remove("early_bird"))
            }),
        ),
        ("impossible_pause", faults_of(&after("c nw n s e w sw"), |table| table["marks"]["northeast"] = json!(2))),
        ("impossible_end", faults_of(&some, |table| table["marks"] = drawn.clone())),
    ];
    let at = |code| match code {
        "impossible_board" => "/board",
        "impossible_army" => "/english",
        "impossible_early_bird" => "/early_bird",
        _ => "/marks",
    };
    for (code, found) in &cases {
        assert_eq!(*found, [format!("{} {code}", at(code))]);
    }
    for entry in Pontifuse::PAGE.faults() {
        assert!(cases.iter().any(|(code, _)| *code == entry.id), "{} has a case", entry.id);
    }
    let third = json!({"board": 1, "english": 3, "marks": {}});
    assert!(crate::wire::from_value::<Table>(third).is_err(), "there is no seat 3");
    assert!(serde_json::from_str::<Marks>(r#"{"north": 1, "north": 2}"#).is_err());
}
