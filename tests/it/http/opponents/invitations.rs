//! Invitations to tables.

use serde_json::{Value as Json, json};

use super::{block, done, sit, waiting};
use crate::http::player_events::{listen, next};
use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::tables::{call, make, path_of, players};

fn invite(server: &Server, who: &Account, table: &Json, other: &str) -> Answer {
    call(server, who, "POST", &format!("{}/invitations", path_of(table)), Some(&json!({ "player": other })))
}

fn decline(server: &Server, who: &Account, table: &Json, player: &str) -> Answer {
    call(server, who, "DELETE", &format!("{}/invitations/{player}", path_of(table)), None)
}

/// The tables to which a player is invited.
fn invited(server: &Server, who: &Account) -> Vec<Json> {
    let listed = call(server, who, "GET", "/v1/players/me/invitations", None).ok();
    assert_fits("Invitations", &listed);
    listed["invitations"].as_array().expect("a list").iter().map(|one| one["table"].clone()).collect()
}

#[test]
fn invited_player_learns_of_it_and_answers() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let mut streams = [0, 1].map(|n| listen(server.base(), &all[n], None));
        streams.iter_mut().for_each(|stream| assert_eq!(next(stream)["type"], "reset"));
        let table = waiting(&server, &all[0]);
        for _ in 0..2 {
            assert_eq!(invite(&server, &all[0], &table, &all[1].id).status, 204);
        }
        let event = next(&mut streams[1]);
        assert_fits("PlayersEvent", &event);
        assert_eq!(
            [&event["type"], &event["table"], &event["game"], &event["by"]],
            [&json!("invited"), &table["id"], &json!("queensland"), &json!({ "id": all[0].id, "name": "Player 0" })]
        );
        assert_eq!(invited(&server, &all[1]), [table["id"].clone()]);
        invite(&server, &all[2], &table, &all[1].id).problem(403, "not_seated");
        assert_eq!(decline(&server, &all[2], &table, &all[1].id).status, 204, "it is not theirs, and stays");
        assert_eq!(invited(&server, &all[1]).len(), 1);
        assert_eq!(decline(&server, &all[1], &table, "me").status, 204);
        let event = next(&mut streams[0]);
        assert_eq!((&event["type"], &event["by"]["id"]), (&json!("invitation_declined"), &json!(all[1].id)));
        assert_eq!(invite(&server, &all[0], &table, &all[1].id).status, 204);
        assert_eq!(invited(&server, &all[1]), [] as [Json; 0], "who declined is not asked again");

        let other = waiting(&server, &all[0]);
        done(invite(&server, &all[0], &other, &all[1].id));
        assert_eq!(next(&mut streams[1])["table"], other["id"], "the table is the next that the player hears of");
        sit(&server, &all[2], &other, 2).ok();
        assert_eq!(invited(&server, &all[1]), [] as [Json; 0], "it has begun");
        invite(&server, &all[0], &other, &all[1].id).problem(409, "table_begun");
    });
}

#[test]
fn invitation_by_the_maker_is_an_approval() {
    let server = Server::start();
    let all = players(&server, 3);
    let body = json!({ "game": "queensland", "seats": ["you", "open", "open"], "approval": true });
    let table = make(&server, &all[0], &body);
    done(invite(&server, &all[0], &table, &all[1].id));
    assert_eq!(sit(&server, &all[1], &table, 2).ok()["you"], 2);
    invite(&server, &all[1], &table, &all[2].id).problem(403, "not_maker");
    assert_eq!(sit(&server, &all[2], &table, 3).ok().get("you"), None, "others ask");
    // The invitation of a player who has asked before.
    done(invite(&server, &all[0], &table, &all[2].id));
    assert_eq!(sit(&server, &all[2], &table, 3).ok()["status"], "playing");
}

#[test]
fn responses_to_invitations_do_not_reveal_blocks() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let table = waiting(&server, &all[0]);
        done(block(&server, &all[1], "PUT", &all[0]));
        let answers = [&all[1], &all[2]].map(|other| invite(&server, &all[0], &table, &other.id));
        assert_eq!(answers.map(|answer| (answer.status, answer.body)), [(204, String::new()), (204, String::new())]);
        assert_eq!((invited(&server, &all[1]).len(), invited(&server, &all[2]).len()), (0, 1));
        done(block(&server, &all[2], "PUT", &all[0]));
        assert_eq!(invited(&server, &all[2]).len(), 0, "a block hides it");
        // Ada learns no more from the limit, and from withdrawing.
        let friend = Account::new(&server, "Friend");
        assert_eq!(invite(&server, &all[0], &table, &friend.id).status, 204);
        let others = [&all[1], &all[2], &friend];
        let statuses = |answers: [Answer; 3]| answers.map(|answer| answer.status);
        for _ in 0..4 {
            let table = waiting(&server, &all[0]);
            assert_eq!(statuses(others.map(|other| invite(&server, &all[0], &table, &other.id))), [204; 3]);
        }
        let last = waiting(&server, &all[0]);
        assert_eq!(statuses(others.map(|other| invite(&server, &all[0], &last, &other.id))), [409; 3]);
        let withdrawn = || statuses(others.map(|other| decline(&server, &all[0], &table, &other.id)));
        assert_eq!(withdrawn(), [204; 3]);
        let [first, second, friend] = withdrawn();
        assert_eq!([first, second], [friend; 2]);
        assert_eq!(statuses(others.map(|other| invite(&server, &all[0], &last, &other.id))), [204; 3]);
    });
}

#[test]
fn invitations_have_limits() {
    let server = Server::start();
    let all = players(&server, 2);
    for _ in 0..5 {
        done(invite(&server, &all[0], &waiting(&server, &all[0]), &all[1].id));
    }
    let sixth = waiting(&server, &all[0]);
    invite(&server, &all[0], &sixth, &all[1].id).problem(409, "too_many_invitations");
    assert_eq!(invite(&server, &all[0], &sixth, &all[0].id).status, 204, "who sits there is there");
    invite(&server, &all[0], &sixth, "99").problem(404, "unknown_player");
    for id in ["", "me", "-1"] {
        invite(&server, &all[0], &sixth, id).problem(400, "invalid_body");
    }
}
