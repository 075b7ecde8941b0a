//! How players find opponents: rated and casual tables, bots, blocks, invitations and pairing.

mod invitations;
mod pairing;

use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::tables::{call, make, path_of, play_a_third, players, resign, seated_on, show};

/// A call of a player about another.
fn block(server: &Server, who: &Account, method: &str, other: &Account) -> Answer {
    call(server, who, method, &format!("/v1/players/me/blocks/{}", other.id), None)
}

fn done(answer: Answer) {
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
}

fn sit(server: &Server, who: &Account, table: &Json, seat: usize) -> Answer {
    call(server, who, "POST", &format!("{}/seats/{seat}", path_of(table)), None)
}

fn waiting(server: &Server, maker: &Account) -> Json {
    make(server, maker, &json!({ "game": "queensland", "seats": ["you", "open"], "listed": true }))
}

#[test]
fn casual_game_changes_no_rating_but_counts_in_records() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        for rated in [false, true] {
            let table = seated_on(&server, json!({ "game": "queensland", "rated": rated }), &all);
            assert_fits("QueenslandHeldTable", &table);
            assert_eq!(table["rated"], rated);
            play_a_third(&server, &table, &all);
            resign(&server, &all[1], &table);
            let rematch = call(&server, &all[0], "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
            assert_eq!(rematch["rated"], rated, "a rematch has the same settings");
            let page = server.send("GET", &format!("/v1/players/{}", all[0].id), &[], None).ok();
            let ratings = page["ratings"].as_array().map(Vec::len);
            assert_eq!(
                (ratings, &page["records"][0]["played"]),
                (Some(usize::from(rated)), &json!(1 + u8::from(rated)))
            );
        }
    });
}

#[test]
fn tables_of_players_with_recovery_codes_are_rated_by_default() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let rated = |body: Json| make(&server, &ada, &body).get("rated").cloned();
    assert_eq!(rated(json!({ "game": "queensland", "seats": ["you", "open"] })), Some(json!(true)));
    assert_eq!(rated(json!({ "game": "queensland", "seats": ["you", "robot"] })), Some(json!(false)));
    assert_eq!(rated(json!({ "game": "easy-slider-match", "seats": ["you", "open"] })), Some(json!(false)), "a race");
    assert_eq!(rated(json!({ "game": "slide-jam" })), None, "a solitaire");
    let refused = |body: Json| call(&server, &ada, "POST", "/v1/tables", Some(&body)).problem(400, "invalid_body");
    let alone = refused(json!({ "game": "queensland", "seats": ["you", "robot"], "rated": true }));
    assert_eq!(alone["errors"][0]["pointer"], "/rated", "{alone}");
    refused(json!({ "game": "easy-slider-match", "seats": ["you", "open"], "rated": true }));
    refused(json!({ "game": "slide-jam", "rated": false }));
}

#[test]
fn bots_say_so_wherever_they_are_shown() {
    on_each_kind(|| {
        let server = Server::start();
        let created =
            server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Marvin", "bot": true }))).expect(201);
        assert_fits("PlayerWithToken", &created);
        assert_eq!(created["player"]["bot"], true);
        let marvin = Account::of(
            created["player"]["id"].as_str().expect("an id").to_owned(),
            created["token"].as_str().expect("a token").to_owned(),
        );
        let submitted = marvin.submit(&server, &slide_jam("a-bot")).expect(201);
        assert_eq!(submitted["run"]["player"]["bot"], true);
        let table = waiting(&server, &marvin);
        let ada = Account::new(&server, "Ada");
        let shown = || {
            let entry = board(&server, "slide-jam", "class=chosen")["entries"][0]["player"]["bot"].clone();
            let page = server.send("GET", &format!("/v1/players/{}", marvin.id), &[], None).ok();
            let seat = show(&server, &ada, &table)["seats"][0]["player"]["bot"].clone();
            [entry, page["player"]["bot"].clone(), page["latest"][0]["player"]["bot"].clone(), seat]
        };
        assert_eq!(shown(), [json!(true), json!(true), json!(true), json!(true)]);
        let change = |who: &Account, id: &str, bot: bool| {
            call(&server, who, "PATCH", &format!("/v1/players/{id}"), Some(&json!({ "bot": bot })))
        };
        change(&ada, &marvin.id, false).problem(403, "forbidden");
        let changed = change(&marvin, "me", false).ok();
        assert_fits("Player", &changed);
        assert_eq!(changed.get("bot"), None);
        assert_eq!(shown(), [Json::Null, Json::Null, Json::Null, Json::Null]);
    });
}

#[test]
fn blocked_players_do_not_sit_down_together() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let shared = seated_on(&server, json!({ "game": "queensland" }), &all[..2]);
        let list = |who: &Account| {
            let blocks = call(&server, who, "GET", "/v1/players/me/blocks", None).ok();
            assert_fits("Blocks", &blocks);
            blocks["blocks"].as_array().expect("a list").iter().map(|player| player["name"].clone()).collect::<Vec<_>>()
        };
        for _ in 0..2 {
            assert_eq!(block(&server, &all[0], "PUT", &all[1]).status, 204);
        }
        assert_eq!((list(&all[0]), list(&all[1])), (vec![json!("Player 1")], vec![]), "a block is not revealed");
        let (one, other) = (waiting(&server, &all[0]), waiting(&server, &all[1]));
        sit(&server, &all[1], &one, 2).problem(403, "seat_refused");
        sit(&server, &all[0], &other, 2).problem(403, "seat_refused");
        assert_eq!(sit(&server, &all[2], &one, 2).ok()["status"], "playing", "others sit down");
        play_a_third(&server, &shared, &all[..2]);
        let over = resign(&server, &all[0], &shared);
        assert_eq!(over["ending"], "resigned", "a game that they share goes on");
        let rematch = |who: &Account| call(&server, who, "POST", &format!("{}/rematch", path_of(&shared)), None);
        rematch(&all[0]).expect(201);
        rematch(&all[1]).problem(403, "seat_refused");

        let asked = make(
            &server,
            &all[1],
            &json!({ "game": "queensland", "seats": ["you", "open", "open"], "approval": true }),
        );
        sit(&server, &all[0], &asked, 2).problem(403, "seat_refused");
        assert_eq!(show(&server, &all[1], &asked)["approval"]["requests"], json!([]), "nor do they ask");

        assert_eq!(block(&server, &all[0], "DELETE", &all[1]).status, 204);
        assert_eq!(list(&all[0]), [] as [Json; 0]);
        assert_eq!(sit(&server, &all[0], &other, 2).ok()["status"], "playing");
    });
}

#[test]
fn blocks_are_refused_for_oneself_and_unknown_players() {
    let server = Server::start();
    let all = players(&server, 2);
    block(&server, &all[0], "PUT", &all[0]).problem(422, "inconsistent");
    for other in ["99", "x", "0"] {
        let path = format!("/v1/players/me/blocks/{other}");
        call(&server, &all[0], "PUT", &path, None).problem(404, "unknown_player");
    }
    let path = format!("/v1/players/{}/blocks", all[1].id);
    call(&server, &all[0], "GET", &path, None).problem(403, "forbidden");
    // A deleted player is no one's.
    done(block(&server, &all[0], "PUT", &all[1]));
    assert_eq!(call(&server, &all[1], "DELETE", "/v1/players/me", None).status, 204);
    assert_eq!(call(&server, &all[0], "GET", "/v1/players/me/blocks", None).ok()["blocks"], json!([]));
}
