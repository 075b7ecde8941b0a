use super::*;
use crate::game::Viewer;
use crate::testing::played;

#[test]
fn new_characters_are_hidden_from_other_seats() {
    let mut state = played::<DungeonCrawl>(3, "one", &json!({}), 0);
    play_of(&mut state, 2, &json!({"type": "build", "speed": 5, "power": 7, "health": 4}));
    let own = json!([{"seat": 2, "speed": 5, "power": 7, "health": 4}]);
    let hidden = json!([{"seat": 2, "speed": "??", "power": "??", "health": "??"}]);
    for (viewer, built) in [
        (Viewer::Host, &own),
        (Viewer::Seat(seat(2)), &own),
        (Viewer::Seat(seat(1)), &hidden),
        (Viewer::Onlooker, &hidden),
    ] {
        assert_eq!(json!(state.view(viewer))["built"], *built, "{viewer:?}");
    }
    assert_eq!(state.to_act().iter().map(Seat::number).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(state.points(), [0; 3]);
}

#[test]
fn deck_is_hidden_until_the_end() {
    let state = dungeon("", |_| ());
    let known = |state: &Dungeon, viewer| state.view(viewer).deck.known().count();
    assert_eq!([Viewer::Seat(seat(1)), Viewer::Onlooker].map(|viewer| known(&state, viewer)), [0, 0]);
    assert_eq!(known(&state, Viewer::Host), 303);
    let over = played::<DungeonCrawl>(3, "one", &json!({}), 2000);
    assert_eq!(over.view(Viewer::Onlooker), over.view(Viewer::Host));
}

#[test]
fn scene_shows_combats_characters_and_what_to_decide() {
    let state = dungeon("", |table| {
        table["characters"][0] = character(20, 3);
        table["characters"][0]["food"] = json!("2h");
        table["combats"] = json!([{"space": 20, "card": "Qs", "monster": "queen", "health": 2}]);
    });
    let scene = state.scene_for(Viewer::Onlooker);
    assert_eq!(scene.caption, "round 5, seat 1 is to fight the queen");
    let label = |zone: usize, nth: usize| scene.areas[zone].places[nth].label.as_str();
    assert_eq!([label(0, 0), label(0, 4), label(1, 8), label(4, 12)], ["start", "monster 2", "queen 2/3", "exit"]);
    assert_eq!(scene.seats[0].note, "Speed 5, Power 6, damage 0 of 5, experience 3");
    let spaces: usize = scene.areas[..5].iter().map(|area| area.places.len()).sum();
    assert_eq!(spaces, 61);
}
