use super::*;
use crate::dice::Face;
use crate::testing::join_cards;

/// Seat 1 has Speed 4 and this experience, and steps on a trap of 7.
fn on_trap(experience: u64) -> Dungeon {
    let mut state = dungeon("", |table| {
        table["rolls"] = json!(rolls_before_die(1));
        table["characters"][0] = json!({
            "alive": true, "space": 44, "speed": 4, "power": 6, "health": 5, "damage": 1, "gold": [], "food": "2h",
            "added": {"speed": 0, "power": 0, "health": 0}, "experience": experience,
        });
    });
    play(&mut state, &go());
    state
}

#[test]
fn lost_trap_is_a_choice_only_if_upgrades_can_win_it() {
    for experience in [0, 8] {
        let state = on_trap(experience);
        assert_eq!((of(&state, 1).damage, of(&state, 1).experience), (2, experience));
        assert_eq!(state.table().turn, seat(2));
    }
    let mut state = on_trap(9);
    assert_eq!(legal(&state), ["accept", "upgrade speed"]);
    for _ in 0..3 {
        assert_eq!(state.table().phase, Phase::React);
        play(&mut state, &json!({"type": "upgrade", "skill": "speed"}));
    }
    let character = of(&state, 1);
    assert_eq!((character.skill(Skill::Speed), character.experience, character.damage), (7, 1, 1));
    let mut state = on_trap(9);
    assert_eq!(types(&play(&mut state, &json!({"type": "accept"}))), ["damage", "turn_began"]);
    assert_eq!(of(&state, 1).damage, 2);
}

#[test]
fn fights_compare_totals_with_power_and_weapon() {
    let face = |number| Face::new(number).expect("a face");
    let dice = Some([4, 4, 4, 5, 5, 5].map(face));
    let challenge = Challenge { kind: Kind::SmallMonster, value: 5, dice };
    let built = Skills { speed: 5, power: 5, health: 5 };
    let mut fighter = Character { weapon: "3c".parse().ok(), experience: 8, ..Character::new(built) };
    assert_eq!((challenge.totals(&fighter), challenge.upgrades_needed(&fighter)), ([20, 20], 0));
    fighter.weapon = None;
    assert_eq!((challenge.upgrades_needed(&fighter), challenge.is_winnable(&fighter)), (3, false));
    fighter.experience = 9;
    assert!(challenge.is_winnable(&fighter));
}

#[test]
fn small_monster_gives_experience_or_damage() {
    let results = (0..40).map(|rolls| {
        let mut state = dungeon("9c", |table| {
            (0..3).for_each(|i| table["characters"][i]["space"] = json!(48));
            (table["characters"][0]["damage"], table["rolls"]) = (json!(1), json!(rolls));
        });
        let events = play(&mut state, &go());
        let fought = events.iter().find_map(|event| match event {
            Event::Fought(Fought { totals: [own, against], won, .. }) => Some((own >= against, *won)),
            _ => None,
        });
        let Some((won, reported)) = fought.filter(|_| state.table().turn == seat(2)) else { return 0 };
        assert_eq!(won, reported);
        assert!(state.table().discards.len() <= 1);
        assert_eq!((of(&state, 1).experience, of(&state, 1).damage), if won { (4, 1) } else { (3, 2) });
        if won { 1 } else { -1 }
    });
    let results: Vec<i32> = results.collect();
    assert!(results.contains(&1) && results.contains(&-1), "{results:?}");
}

#[test]
fn zone_decides_which_monster_a_face_card_is() {
    let monster = |space, card: &str| dungeon::monster(space, card.parse().expect("a card"));
    assert_eq!(monster(6, "Kd"), Some(Monster::Jack));
    assert_eq!(monster(20, "Kd"), Some(Monster::Queen));
    assert_eq!(monster(25, "Kd"), Some(Monster::King));
    assert_eq!((monster(40, "Jd"), monster(49, "Jd")), (Some(Monster::Queen), Some(Monster::King)));
    assert_eq!((monster(6, "Td"), monster(6, "As")), (None, None));
    let numbers = |monster: Monster| (monster.treasure(), monster.health(), monster.power());
    assert_eq!([Monster::Jack, Monster::Queen, Monster::King].map(numbers), [(2, 2, 3), (3, 3, 6), (4, 4, 9)]);
}

#[test]
fn drawn_face_card_begins_a_combat() {
    let mut state = dungeon("Kd", |table| {
        table["rolls"] = json!(rolls_before_die(1));
        (0..3).for_each(|i| table["characters"][i]["space"] = json!(24));
    });
    let events = play(&mut state, &go());
    assert_eq!(types(&events)[2..5], ["drew", "combat_began", "fought"]);
    let combat = state.table().combats[0];
    assert_eq!((combat.space, combat.monster), (25, Monster::King));
    assert!((3..=4).contains(&combat.health));
}

/// A queen with one health is on the space of the seats, and seat 1 wins the fight.
fn kill(death: &str, top: &str, change: impl FnOnce(&mut Json)) -> Dungeon {
    dungeon_with(death, top, |table| {
        table["rolls"] = json!(rolls_before_lead(3));
        (0..3).for_each(|i| table["characters"][i]["space"] = json!(20));
        table["combats"] = json!([{"space": 20, "card": "Qs", "monster": "queen", "health": 1}]);
        change(table);
    })
}

fn pile(state: &Dungeon) -> String {
    state.table().treasure.as_ref().map(|treasure| join_cards(&treasure.pile)).unwrap_or_default()
}

#[test]
fn treasure_has_traps_for_killer_and_pile_for_all() {
    let mut state = kill("out", "Kc 9s 3c Jd 4h", |table| table["deferred"] = json!(["5d"]));
    let events = play(&mut state, &go());
    assert_eq!(types(&events), ["fought", "experience", "killed", "treasure", "trap", "damage"]);
    assert_eq!((pile(&state), of(&state, 1).damage), ("3c 5d 4h".to_owned(), 1));
    assert_eq!(join_cards(&state.table().discards), "Kc Jd 9s Qs");
    assert_eq!((state.table().phase, state.table().active()), (Phase::Pick, seat(1)));
    assert_eq!(legal(&state), ["take 3c", "take 5d", "take 4h"]);
    play(&mut state, &json!({"type": "take", "card": "5d"}));
    assert_eq!((join_cards(&of(&state, 1).gold), state.table().active()), ("5d".to_owned(), seat(2)));
    play_of(&mut state, 2, &json!({"type": "take", "card": "3c"}));
    // Seat 3 takes and carries the food automatically.
    assert_eq!(of(&state, 2).weapon, "3c".parse().ok());
    assert_eq!((of(&state, 3).food, state.table().turn), ("4h".parse().ok(), seat(2)));
}

#[test]
fn killer_that_dies_by_a_trap_leaves_the_picks_to_others() {
    let dying = |table: &mut Json| {
        let killer = &mut table["characters"][0];
        (killer["damage"], killer["experience"], killer["gold"]) = (json!(5), json!(0), json!(["7d"]));
        (killer["weapon"], killer["food"]) = (json!("2c"), json!("Ah"));
    };
    let mut state = kill("out", "9s 8s 2d", |table| {
        dying(table);
        table["characters"][0]["damage"] = json!(5);
    });
    // The first trap is survived by eating, the second one kills.
    let events = play(&mut state, &go());
    assert!(types(&events).contains(&"died".to_owned()), "{events:?}");
    assert!(!of(&state, 1).alive && of(&state, 1).is_bare());
    assert_eq!(join_cards(&of(&state, 2).gold), "2d", "seat 2 has the first pick");
    assert_eq!(state.table().turn, seat(2));

    let mut state = kill("restart", "9s 8s 2d", dying);
    let events = play(&mut state, &go());
    assert!(types(&events).contains(&"restarted".to_owned()), "{events:?}");
    let character = of(&state, 1);
    assert!(character.alive && character.damage == 0 && character.space == 20);
    assert_eq!(join_cards(&character.gold), "2d", "the new character picks first");
}

#[test]
fn traps_after_death_are_discarded() {
    let mut state = kill("out", "9s 8s 7s", |table| {
        (table["characters"][0]["damage"], table["characters"][0]["experience"]) = (json!(5), json!(0));
        table["characters"][0]["food"] = json!("Ah");
        table["characters"][0]["speed"] = json!(2);
        table["characters"][0]["gold"] = json!([]);
    });
    let events = play(&mut state, &go());
    let traps = events.iter().filter(|event| matches!(event, Event::Trapped(_))).count();
    assert_eq!((traps, of(&state, 1).alive), (2, false), "the third trap does not matter");
    assert_eq!(join_cards(&state.table().discards), "Ah 7s 8s 9s Qs");
}

/// Seats 1 and 2 pick from this pile on space 20.
fn picking(pile: &[&str], change: impl FnOnce(&mut Json)) -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("pick");
        table["treasure"] = json!({"traps": [], "pile": pile, "taker": 1, "passes": 0});
        for i in [0, 1] {
            table["characters"][i] = character(20, 2);
        }
        table["characters"][1]["speed"] = json!(5);
        change(table);
    })
}

#[test]
fn weapons_above_speed_are_passed_automatically() {
    let mut state = picking(&["9c", "5d", "6d"], |table| table["characters"][2] = character(3, 3));
    let events = play(&mut state, &json!({"type": "take", "card": "6d"}));
    assert_eq!(types(&events)[..5], ["took", "took", "passed", "passed", "discarded"]);
    assert_eq!(join_cards(&of(&state, 2).gold), "5d");
    assert!(state.table().treasure.is_none() && state.table().discards.contains(&"9c".parse().expect("a card")));
}

#[test]
fn upgrades_reach_weapons_and_weapons_replace_others() {
    let mut state = picking(&["7c", "5c"], |table| {
        (table["characters"][0]["experience"], table["characters"][0]["weapon"]) = (json!(6), json!("2c"));
    });
    assert_eq!(legal(&state), ["take 5c", "pass", "upgrade speed"]);
    play(&mut state, &json!({"type": "upgrade", "skill": "speed"}));
    play(&mut state, &json!({"type": "upgrade", "skill": "speed"}));
    assert_eq!(legal(&state), ["take 5c", "take 7c", "pass"]);
    let events = play(&mut state, &json!({"type": "take", "card": "7c"}));
    assert_eq!(types(&events), ["took", "discarded"]);
    assert_eq!((of(&state, 1).weapon, of(&state, 1).points()), ("7c".parse().ok(), 9));
    assert_eq!((state.table().active(), legal(&state).len()), (seat(2), 2));
    play_of(&mut state, 2, &json!({"type": "pass"}));
    assert_eq!(
        (state.table().active(), state.table().treasure.as_ref().map(|treasure| treasure.passes)),
        (seat(1), Some(1))
    );
}

/// Seat 1 steps on a trap of 7 with 5 damage.
fn in_danger(death: &str, food: Option<&str>, experience: u64) -> Dungeon {
    let mut state = dungeon_with(death, "", |table| {
        table["rolls"] = json!(rolls_before_die(1));
        for (i, space) in [44, 44, 43].into_iter().enumerate() {
            table["characters"][i]["space"] = json!(space);
        }
        table["characters"][0]["experience"] = json!(experience);
        table["characters"][0]["damage"] = json!(5);
        if let Some(food) = food {
            table["characters"][0]["food"] = json!(food);
        }
    });
    play(&mut state, &go());
    state
}

#[test]
fn food_or_health_saves_from_death() {
    let mut state = in_danger("out", Some("3h"), 5);
    assert_eq!((state.table().phase, of(&state, 1).damage), (Phase::Save, 6));
    assert_eq!(legal(&state), ["eat carried", "upgrade health"]);
    let mut other = state.clone();
    play(&mut state, &json!({"type": "eat", "food": "carried"}));
    assert_eq!((of(&state, 1).damage, of(&state, 1).experience, state.table().turn), (3, 5, seat(2)));
    play(&mut other, &json!({"type": "upgrade", "skill": "health"}));
    assert_eq!((of(&other, 1).damage, of(&other, 1).skill(Skill::Health), other.table().turn), (6, 6, seat(2)));
    let state = in_danger("out", None, 4);
    assert_eq!((of(&state, 1).damage, of(&state, 1).experience), (6, 1), "the only way is taken automatically");
}

#[test]
fn death_ends_or_restarts_a_character() {
    let dying = |death| {
        let mut state = dungeon_with(death, "", |table| {
            table["rolls"] = json!(rolls_before_lead(-6));
            table["characters"][0] = character(25, 3);
            (table["characters"][0]["damage"], table["characters"][0]["added"]["power"]) = (json!(5), json!(1));
            table["characters"][0]["gold"] = json!(["9d"]);
            table["combats"] = json!([{"space": 25, "card": "Kd", "monster": "king", "health": 4}]);
        });
        // The experience is spent first.
        play(&mut state, &json!({"type": "upgrade", "skill": "speed"}));
        state
    };
    let state = dying("out");
    assert!(!of(&state, 1).alive && of(&state, 1).is_bare() && state.table().combats.is_empty());
    assert_eq!(join_cards(&state.table().discards), "9d Kd");
    assert_eq!((state.table().turn, state.points()), (seat(2), vec![0, 3, 3]));
    let state = dying("restart");
    assert!(of(&state, 1).alive && of(&state, 1).is_bare() && of(&state, 1).space == 25);
    assert_eq!(state.table().combats.len(), 1);
}
