//! Names of contests, which a moderator can replace.

use serde_json::json;

use super::{apply, log, moderate, of_player, start, unchanged};
use crate::http::contests::create;
use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::tables::{call, text};

#[test]
fn moderator_renames_contests() {
    on_each_kind(|| {
        let server = start();
        let ada = Account::new(&server, "Ada");
        let contest = create(&server, &ada, json!({ "name": "Rude words", "entry": "open" }));
        let rename = |contest: &str, name: &str| json!({ "action": "rename_contest", "contest": contest, "name": name, "reason": "offensive" });
        let id = text(&contest, "id");
        let action = apply(&server, &rename(id, "Friday slides"));
        assert_eq!((&action["contest"], &action["player"]), (&json!(id), &json!(ada.id)));
        assert_eq!((&action["old_name"], &action["name"]), (&json!("Rude words"), &json!("Friday slides")));
        unchanged(&server, &rename(id, "Friday slides"));
        let listed = server.send("GET", "/v1/contests", &[], None).ok();
        assert_eq!(listed["contests"][0]["name"], "Friday slides");
        for (action, count) in [("ban_player", 0), ("unban_player", 1)] {
            apply(&server, &of_player(action, &ada));
            let listed = server.send("GET", "/v1/contests", &[], None).ok();
            assert_eq!(listed["contests"].as_array().map(Vec::len), Some(count), "after {action}");
        }
        moderate(&server, &rename(id, "")).problem(422, "invalid_name");
        for missing in ["0000000000000001", "1", "x"] {
            moderate(&server, &rename(missing, "Other")).problem(404, "unknown_contest");
        }
        assert_eq!(call(&server, &ada, "DELETE", "/v1/players/me", None).status, 204);
        let actions = log(&server, "")["actions"].as_array().expect("a list").clone();
        let logged = actions.iter().find(|action| action["action"] == "rename_contest").expect("the action");
        assert_eq!((&logged["contest"], logged.get("old_name"), logged.get("name")), (&json!(id), None, None));
    });
}
