//! Games of open information, in which a program can compute the best moves: catalogue and boards show it.

use funhouse::rules::registry;

use crate::support::harness::get;

#[test]
fn boards_show_whether_computer_help_is_possible() {
    let games = get("/v1/games").ok();
    let is_open = |id: &str| {
        let entry = games["games"].as_array().expect("a list").iter().find(|game| game["id"] == id);
        let open = entry.expect("it is listed")["open_information"].as_bool().expect("a flag");
        assert_eq!(get(&format!("/v1/games/{id}")).ok()["open_information"], open, "{id}");
        open
    };
    let mut open = Vec::new();
    for id in registry::ids() {
        open.extend(is_open(id).then_some(id));
        for board in ["?class=ranked", "?class=ranked_daily", "/averages"] {
            let board = get(&format!("/v1/leaderboards/{id}{board}")).ok();
            assert_eq!(board["open_information"], is_open(id), "{board}");
        }
    }
    assert_eq!(open, ["slide-jam", "magic-mirror", "roll-out-the-barrels", "trampo-land", "easy-slider"]);
    for room in ["slide-jam", "catwalk", "trampo-land"] {
        let board = get(&format!("/v1/leaderboards/epic-funhouse?class=ranked&room={room}")).ok();
        assert_eq!(board["open_information"], is_open(room), "{board}");
    }
    // Where the player reports what real coins did, nothing is left to chance.
    for reported in ["catwalk?", "catwalk/averages?", "epic-funhouse?room=catwalk&"] {
        let board = get(&format!("/v1/leaderboards/{reported}dexterity=reported")).ok();
        assert_eq!(board["open_information"], true, "{board}");
    }
}
