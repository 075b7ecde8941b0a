use super::*;
use crate::game::{Log, Seats};
use crate::testing::join_cards;

fn build(speed: u64, power: u64, health: u64) -> Json {
    json!({"type": "build", "speed": speed, "power": power, "health": health})
}

fn new_game(seats: u8) -> Dungeon {
    let options = DungeonCrawlOptions::default();
    State::deal_for(Seats::new(seats).expect("seats"), "one".parse().expect("a seed"), options)
}

#[test]
fn first_turns_of_seed_one_are_automatic() {
    let mut state = new_game(3);
    for seat in [2, 1] {
        assert_eq!(types(&play_of(&mut state, seat, &build(5, 6, 5))), ["built"]);
    }
    let events = play_of(&mut state, 3, &build(5, 6, 5));
    let table = state.table();
    let fights = events.iter().filter_map(|event| match event {
        Event::Fought(Fought { seat, totals, won, .. }) => Some((seat.number(), *totals, *won)),
        _ => None,
    });
    let fights: Vec<_> = fights.collect();
    assert_eq!(fights, [(1, [13, 18], false), (3, [19, 12], true), (1, [13, 17], false), (2, [17, 15], true)]);
    assert_eq!(types(&events)[..4], ["built", "revealed", "revealed", "revealed"]);
    let treasure = table.treasure.as_ref().expect("a treasure");
    assert_eq!((join_cards(&treasure.pile), treasure.taker), ("3c 5d 3h".to_owned(), seat(2)));
    assert_eq!((table.phase, table.rolls, table.round, of(&state, 1).damage), (Phase::Pick, 8, 2, 2));
    assert_eq!(join_cards(&table.deck[..5]), "Ah 7d 7d 9c Js");
    let spaces: Vec<u64> = table.characters.iter().map(|character| character.space).collect();
    assert_eq!(spaces, [6, 5, 5]);
}

#[test]
fn each_seat_has_274_characters() {
    for (seats, deck) in [(3, 303), (6, 294)] {
        let mut state = new_game(seats);
        assert_eq!(state.legal_moves().moves.len(), 274 * usize::from(seats));
        for number in 1..=seats {
            assert_eq!(state.legal_moves_of(seat(number)).moves.len(), 274);
            play_of(&mut state, number, &build(2, 2, 2));
        }
        let table = state.table();
        let found = table.cards_outside_deck().count() + table.deck.len();
        assert_eq!(found, 312);
        assert_eq!(312 - 3 * usize::from(seats), deck);
    }
}

/// Seat 1 carries Th, has 4 damage and has found 2h.
fn with_found_food() -> Dungeon {
    dungeon("", |table| {
        (table["phase"], table["found"]) = (json!("food"), json!("2h"));
        (table["characters"][0]["damage"], table["characters"][0]["food"]) = (json!(4), json!("Th"));
    })
}

#[test]
fn found_food_is_carried_left_or_eaten() {
    let carried = |state: &Dungeon| of(state, 1).food.map(|card| card.to_string()).unwrap_or_default();
    let mut state = with_found_food();
    assert_eq!(legal(&state), ["keep", "leave", "eat carried", "eat found"]);
    play(&mut state, &json!({"type": "eat", "food": "found"}));
    assert_eq!((of(&state, 1).damage, carried(&state), state.table().turn), (2, "Th".to_owned(), seat(2)));

    let mut state = with_found_food();
    let events = play(&mut state, &json!({"type": "eat", "food": "carried"}));
    assert_eq!(types(&events), ["ate", "damage", "food_carried", "turn_began"], "only one move is left then");
    assert_eq!((of(&state, 1).damage, carried(&state)), (0, "2h".to_owned()));

    let mut state = with_found_food();
    assert_eq!(types(&play(&mut state, &json!({"type": "keep"}))), ["food_carried", "discarded", "turn_began"]);
    assert_eq!((of(&state, 1).damage, carried(&state)), (4, "2h".to_owned()));
    let mut state = with_found_food();
    play(&mut state, &json!({"type": "leave"}));
    assert_eq!((of(&state, 1).damage, carried(&state)), (4, "Th".to_owned()));
    assert_eq!(join_cards(&state.table().discards), "2h");
}

/// Returns the spaces on which seat 1 steps from a space with a die, while seat 2 is on another space.
fn walked(from: u64, die: u8, other: u64) -> (Vec<u64>, bool) {
    let mut state = dungeon("", |table| {
        table["rolls"] = json!(rolls_before_die(die));
        for (i, space) in [from, other, from].into_iter().enumerate() {
            table["characters"][i]["space"] = json!(space);
        }
    });
    let events = play(&mut state, &go());
    let walked = events.into_iter().find_map(|event| match event {
        Event::Walked(Walked { spaces, locked, .. }) => Some((spaces, locked)),
        _ => None,
    });
    walked.expect("a walk")
}

#[test]
fn doors_are_locked_while_a_living_seat_is_behind() {
    assert_eq!(walked(22, 4, 11), (vec![23, 12, 13, 14], true));
    assert_eq!(walked(22, 4, 12), (vec![23, 24, 25, 26], false));
    assert_eq!(walked(10, 5, 1), (vec![11, 12, 13, 14, 15], false));
    let mut state = dungeon("", |table| {
        table["rolls"] = json!(rolls_before_die(4));
        for (i, space) in [22, 11, 22].into_iter().enumerate() {
            table["characters"][i]["space"] = json!(space);
        }
        (table["characters"][1]["alive"], table["characters"][1]["experience"]) = (json!(false), json!(0));
    });
    play(&mut state, &go());
    assert_eq!(of(&state, 1).space, 26, "the dead are not waited for");
}

#[test]
fn passage_slide_and_false_exit_lead_elsewhere() {
    let arrives = |from: u64, die: u8| {
        let mut state = dungeon("2d", |table| {
            table["rolls"] = json!(rolls_before_die(die));
            (0..3).for_each(|i| table["characters"][i]["space"] = json!(from));
        });
        let events = play(&mut state, &go());
        (of(&state, 1).space, types(&events))
    };
    let (space, types) = arrives(20, 1);
    assert_eq!((space, &types[..5]), (23, &["rolled", "walked", "jumped", "drew", "deferred"].map(str::to_owned)[..]));
    assert_eq!(arrives(40, 2).0, 38);
    let (space, types) = arrives(57, 1);
    assert_eq!((space, types[3].as_str()), (55, "fought"));
}

#[test]
fn fountain_heals_two() {
    for (damage, left) in [(1, 0), (3, 1)] {
        let mut state = dungeon("", |table| {
            table["rolls"] = json!(rolls_before_die(1));
            (0..3).for_each(|i| table["characters"][i]["space"] = json!(17));
            table["characters"][0]["damage"] = json!(damage);
        });
        play(&mut state, &go());
        assert_eq!((of(&state, 1).space, of(&state, 1).damage), (18, left));
    }
}

#[test]
fn passing_seat_meets_combat_and_may_join() {
    let meeting = || {
        let mut state = dungeon("2d", |table| {
            table["rolls"] = json!(rolls_before_die(4));
            for (i, space) in [22, 24, 24].into_iter().enumerate() {
                table["characters"][i]["space"] = json!(space);
            }
            table["combats"] = json!([{"space": 24, "card": "Kd", "monster": "king", "health": 4}]);
        });
        play(&mut state, &go());
        state
    };
    let mut state = meeting();
    assert_eq!((state.table().steps, state.table().pawn()), (Some(2), 24));
    assert_eq!(legal(&state), ["join", "walk_on"]);
    assert_eq!(types(&play(&mut state, &json!({"type": "join"})))[0], "fought");
    assert_eq!((of(&state, 1).space, state.table().steps), (24, None));
    let mut state = meeting();
    play(&mut state, &json!({"type": "walk_on"}));
    assert_eq!((of(&state, 1).space, join_cards(&state.table().deferred)), (26, "2d".to_owned()));
}

#[test]
fn first_seat_on_the_exit_ends_the_game() {
    let mut state = dungeon("", |table| {
        table["rolls"] = json!(rolls_before_die(5));
        (0..3).for_each(|i| table["characters"][i]["space"] = json!(57));
        (table["characters"][2]["alive"], table["characters"][2]["experience"]) = (json!(false), json!(0));
        table["characters"][1]["gold"] = json!(["9d"]);
    });
    let events = play(&mut state, &go());
    assert_eq!(json!(events.last())["why"], "exit");
    assert_eq!((of(&state, 1).space, state.finished()), (60, true));
    assert_eq!((state.points(), state.places()), (vec![3, 12, 0], Some(vec![2, 1, 3])));
}

#[test]
fn last_round_and_last_death_end_the_game() {
    let mut state = dungeon("2d", |table| {
        (table["round"], table["turn"], table["rolls"]) = (json!(60), json!(3), json!(rolls_before_die(2)));
    });
    let events = play_of(&mut state, 3, &go());
    assert_eq!((json!(events.last())["why"].clone(), state.table().round), (json!("rounds"), 60));
    assert_eq!(state.places(), Some(vec![1, 1, 1]));

    let mut state = dungeon("", |table| {
        table["rolls"] = json!(rolls_before_lead(-6));
        for i in 1..3 {
            (table["characters"][i]["alive"], table["characters"][i]["experience"]) = (json!(false), json!(0));
        }
        table["characters"][0]["space"] = json!(25);
        table["characters"][0]["damage"] = json!(5);
        table["combats"] = json!([{"space": 25, "card": "Kd", "monster": "king", "health": 4}]);
    });
    let events = play(&mut state, &json!({"type": "upgrade", "skill": "speed"}));
    assert_eq!(json!(events.last())["why"], "all_died");
    assert_eq!(state.places(), Some(vec![1, 1, 1]));
}

#[test]
fn discards_become_the_deck_when_it_is_empty() {
    let mut state = dungeon("", |table| table["rolls"] = json!(rolls_before_die(1)));
    let mut form = json!(state);
    form["table"]["discards"] = form["table"]["deck"].take();
    form["table"]["deck"] = json!([]);
    state = admitted(3, &json!({"death": "out"}), &form["table"]);
    let events = play(&mut state, &go());
    assert_eq!((types(&events)[2].as_str(), state.table().shuffles), ("reshuffled", 2));
}

#[test]
fn points_are_gold_weapon_experience_and_added() {
    let state = dungeon("", |table| {
        table["characters"][0] = json!({
            "alive": true, "space": 1, "speed": 6, "power": 5, "health": 5, "damage": 0, "experience": 4,
            "added": {"speed": 2, "power": 0, "health": 0}, "gold": ["3d", "7d"], "weapon": "6c",
        });
    });
    assert_eq!(state.points(), [22, 3, 3]);
}

#[test]
fn food_and_upgrades_begin_a_turn() {
    let mut state = dungeon("", |table| {
        (table["characters"][0]["damage"], table["characters"][0]["food"]) = (json!(2), json!("Ah"));
        table["characters"][0]["experience"] = json!(7);
    });
    assert_eq!(legal(&state), ["go", "eat carried", "upgrade speed", "upgrade power", "upgrade health"]);
    play(&mut state, &json!({"type": "eat", "food": "carried"}));
    play(&mut state, &json!({"type": "upgrade", "skill": "power"}));
    let character = of(&state, 1);
    assert_eq!((character.damage, character.experience, character.skill(Skill::Power)), (1, 4, 7));
    assert_eq!((state.table().phase, legal(&state)[0].as_str()), (Phase::Start, "go"));
}

#[test]
fn every_option_of_seats_plays_to_an_end() {
    for seats in 3..=6 {
        for death in ["out", "restart"] {
            let mut state = crate::testing::played::<DungeonCrawl>(seats, "whole", &json!({"death": death}), 2000);
            assert!(state.finished(), "{:?}", state.table().phase);
            assert!(state.play(&Move::Go(Go { seat: Seat::FIRST }), &mut Log::discard()).is_err());
        }
    }
}
