//! Tokens, recovery codes and data exports of players.

use funhouse::store::MAX_TOKENS;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::store::{confirm_clock, meddle};

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text")).to_owned()
}

/// Signs up, and returns the player and the recovery code.
fn sign_up(server: &Server, name: &str) -> (Account, String) {
    let created = server.send("POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
    let account = Account::of(text(&created["player"]["id"]), text(&created["token"]));
    (account, text(&created["recovery_code"]))
}

fn recover(server: &Server, code: &str) -> Answer {
    server.send("POST", "/v1/recovery", &[], Some(&json!({ "recovery_code": code, "label": "new phone" })))
}

/// Another token of a player.
fn add(server: &Server, account: &Account, body: &Json) -> Answer {
    server.send("POST", "/v1/players/me/tokens", &[account.header()], Some(body))
}

/// The tokens as the list has them.
fn tokens(server: &Server, account: &Account) -> Vec<Json> {
    let list = server.send("GET", "/v1/players/me/tokens", &[account.header()], None).ok();
    assert_fits("PlayersTokens", &list);
    list["tokens"].as_array().expect("a list").clone()
}

fn whoami(server: &Server, account: &Account) -> u16 {
    server.send("GET", "/v1/players/me", &[account.header()], None).status
}

#[test]
fn player_lists_labels_and_revokes_several_tokens() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    let (ben, _) = sign_up(&server, "Ben");
    let added = add(&server, &ada, &json!({ "label": "phone" }));
    let built = added.expect(201);
    assert_fits("AddedToken", &built);
    assert_eq!(added.header("location"), format!("/v1/players/{}/tokens/{}", ada.id, text(&built["id"])));
    let phone = Account::of(ada.id.clone(), text(&built["token"]));
    phone.submit(&server, &slide_jam("x")).expect(201);
    ada.submit(&server, &slide_jam("x")).expect(200);

    let listed = tokens(&server, &phone);
    assert_eq!(listed.len(), 2);
    assert_eq!((listed[0].get("label"), &listed[1]["label"]), (None, &json!("phone")));
    assert_eq!((&listed[0]["current"], &listed[1]["current"]), (&json!(false), &json!(true)));
    assert!(listed.iter().all(|token| token.get("token").is_none()), "a token is shown once");

    let path = |token: &Json| format!("/v1/players/me/tokens/{}", text(&token["id"]));
    server.send("DELETE", &path(&listed[0]), &[ben.header()], None).problem(404, "unknown_token");
    let foreign = format!("/v1/players/{}/tokens/{}", ada.id, text(&listed[0]["id"]));
    server.send("DELETE", &foreign, &[ben.header()], None).problem(403, "forbidden");
    server.send("GET", &format!("/v1/players/{}/tokens", ada.id), &[ben.header()], None).problem(403, "forbidden");
    server.send("GET", "/v1/players/me/tokens", &[], None).problem(401, "unauthorized");
    assert_eq!(server.send("DELETE", &path(&listed[0]), &[phone.header()], None).status, 204);
    server.send("DELETE", &path(&listed[0]), &[phone.header()], None).problem(404, "unknown_token");
    server.send("DELETE", "/v1/players/me/tokens/x", &[phone.header()], None).problem(404, "unknown_token");
    assert_eq!((whoami(&server, &ada), whoami(&server, &phone), whoami(&server, &ben)), (401, 200, 200));
    // The one in use, which is the last: there is a recovery code.
    assert_eq!(server.send("DELETE", &path(&listed[1]), &[phone.header()], None).status, 204);
    assert_eq!(whoami(&server, &phone), 401);
}

#[test]
fn limits_number_of_tokens_and_rejects_invisible_labels() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    for label in ["", " x", "a\u{0}b", "a\u{202e}b", "\u{115f}", &"x".repeat(65)] {
        let problem = add(&server, &ada, &json!({ "label": label })).problem(422, "invalid_label");
        assert_eq!(problem["errors"][0]["pointer"], "/label");
    }
    for body in [json!({ "label": null }), json!({ "label": 7 }), json!({ "name": "x" }), json!([])] {
        add(&server, &ada, &body).problem(400, "invalid_body");
    }
    for n in 1..MAX_TOKENS {
        add(&server, &ada, &json!({ "label": format!("no. {n} 📱") })).expect(201);
    }
    add(&server, &ada, &json!({})).problem(409, "too_many_tokens");
    let listed = tokens(&server, &ada);
    assert_eq!(listed.len(), MAX_TOKENS);
    let path = format!("/v1/players/me/tokens/{}", text(&listed[7]["id"]));
    assert_eq!(server.send("DELETE", &path, &[ada.header()], None).status, 204);
    add(&server, &ada, &json!({})).expect(201);
}

#[test]
fn replacing_a_token_preserves_others_and_its_label() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    let built = add(&server, &ada, &json!({ "label": "phone" })).expect(201);
    let phone = Account::of(ada.id.clone(), text(&built["token"]));
    let replaced = server.send("POST", "/v1/players/me/token", &[phone.header()], None).ok();
    let now = Account::of(ada.id.clone(), text(&replaced["token"]));
    assert_eq!((whoami(&server, &ada), whoami(&server, &phone), whoami(&server, &now)), (200, 401, 200));
    let listed = tokens(&server, &now);
    assert_eq!((&listed[1]["id"], &listed[1]["label"]), (&built["id"], &json!("phone")));
}

#[test]
fn last_use_of_token_is_recorded_once_daily() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    let seen_on = |day: &str| {
        // It is noted shortly after the call.
        while tokens(&server, &ada)[0]["last_used_on"] != day {
            std::thread::yield_now();
        }
    };
    let today = server.shared.clock.now().day();
    seen_on(&today.to_string());
    // It is not written again on the same day: a day that was put there stays.
    let later = today.plus(300);
    meddle(&server, &format!("UPDATE tokens SET last_used_on = {}", later.start().millis()));
    for _ in 0..20 {
        assert_eq!(tokens(&server, &ada)[0]["last_used_on"], later.to_string());
    }
    server.shared.clock.set_ahead(301 * 86_400_000);
    assert_eq!(tokens(&server, &ada)[0]["last_used_on"], later.to_string(), "the clock is not confirmed");
    confirm_clock(&server);
    seen_on(&today.plus(301).to_string());
}

#[test]
fn recovery_code_works_once_and_returns_its_successor() {
    let server = Server::start();
    let (ada, code) = sign_up(&server, "Ada");
    let answer = recover(&server, &format!(" {} ", code.to_lowercase().replace('-', "")));
    let first = answer.expect(201);
    assert_fits("PlayerWithToken", &first);
    assert_eq!((&first["player"]["name"], first["recovery_code"] != json!(code)), (&json!("Ada"), true));
    // Its answer may be lost: as long as its token is not used the same code gives the same.
    assert_eq!(recover(&server, &code).expect(201), first);
    let found = Account::of(ada.id.clone(), text(&first["token"]));
    while tokens(&server, &found)[1].get("last_used_on").is_none() {
        std::thread::yield_now();
    }
    let listed = tokens(&server, &found);
    assert_eq!((listed.len(), &listed[1]["label"], &listed[1]["current"]), (2, &json!("new phone"), &json!(true)));
    let problem = recover(&server, &code).problem(422, "invalid_recovery_code");
    assert_eq!(problem["errors"][0]["pointer"], "/recovery_code");
    recover(&server, &text(&first["recovery_code"])).expect(201);
    for wrong in ["", "x", "7K2M-9QXA-0RDF-4TVB-H1JC-6NYE-8WPG", &code[1..]] {
        recover(&server, wrong).problem(422, "invalid_recovery_code");
    }
    assert_eq!(whoami(&server, &ada), 200, "the other tokens stay");
}

#[test]
fn another_recovery_code_replaces_the_one_before() {
    let server = Server::start();
    let (ada, code) = sign_up(&server, "Ada");
    let another = server.send("POST", "/v1/players/me/recovery_code", &[ada.header()], None).ok();
    assert_fits("ReplacementCode", &another);
    recover(&server, &code).problem(422, "invalid_recovery_code");
    recover(&server, &text(&another["recovery_code"])).expect(201);
    server.send("POST", "/v1/players/me/recovery_code", &[], None).problem(401, "unauthorized");
}

#[test]
fn player_without_recovery_code_can_create_one() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    meddle(&server, "UPDATE players SET recovery_hash = NULL");
    let list = server.send("GET", "/v1/players/me/tokens", &[ada.header()], None).ok();
    assert_eq!(list["has_recovery_code"], false);
    let path = format!("/v1/players/me/tokens/{}", text(&list["tokens"][0]["id"]));
    server.send("DELETE", &path, &[ada.header()], None).problem(409, "last_token");
    let code = server.send("POST", "/v1/players/me/recovery_code", &[ada.header()], None).ok();
    assert_eq!(server.send("DELETE", &path, &[ada.header()], None).status, 204);
    assert_eq!(whoami(&server, &ada), 401);
    let found = recover(&server, &text(&code["recovery_code"])).expect(201);
    assert_eq!(whoami(&server, &Account::of(ada.id, text(&found["token"]))), 200);
}

#[test]
fn repeated_sign_up_returns_the_same_recovery_code() {
    let server = Server::start();
    let key = ("idempotency-key", "4cf2d3f4-0002-4e0b-9f5e-1a2b3c4d5e6f");
    let ask = || server.send("POST", "/v1/players", &[key], Some(&json!({ "name": "Ada" })));
    let first = ask().expect(201);
    assert_eq!(ask().expect(201)["recovery_code"], first["recovery_code"]);
    recover(&server, &text(&first["recovery_code"])).expect(201);
    // The response would contain a code that no longer works.
    ask().problem(409, "name_taken");
}

#[test]
fn deleting_a_player_deletes_tokens_and_recovery_code() {
    let server = Server::start();
    let (ada, code) = sign_up(&server, "Ada");
    let built = add(&server, &ada, &json!({ "label": "phone" })).expect(201);
    let phone = Account::of(ada.id.clone(), text(&built["token"]));
    assert_eq!(server.send("DELETE", "/v1/players/me", &[ada.header()], None).status, 204);
    assert_eq!((whoami(&server, &ada), whoami(&server, &phone)), (401, 401));
    recover(&server, &code).problem(422, "invalid_recovery_code");
}

#[test]
fn export_contains_all_data_of_its_player_only() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    let (ben, _) = sign_up(&server, "Ben");
    let export = |account: &Account| {
        let answer = server.send("GET", "/v1/players/me/export", &[account.header()], None);
        let export = answer.ok();
        assert_fits("PlayerExport", &export);
        assert_eq!(answer.header("cache-control"), "private, no-store");
        assert!(answer.header("content-disposition").starts_with("attachment"), "it is saved, not shown");
        export
    };
    assert_eq!(export(&ada)["runs"], json!([]));
    // More than are read at once, those of another player between them, and one that is hidden.
    let runs: Vec<Json> = (0..21).map(|n| slide_jam(&format!("export-{n}"))).collect();
    for run in &runs {
        ada.submit(&server, run).expect(201);
        ben.submit(&server, run).expect(201);
    }
    meddle(&server, "UPDATE runs SET hidden = 1 WHERE id = 5");
    let export = export(&ada);
    let given: Vec<&Json> = export["runs"].as_array().expect("runs").iter().map(|run| &run["run"]).collect();
    assert_eq!(given, runs.iter().collect::<Vec<_>>(), "each can be posted again");
    let hidden: Vec<&Json> =
        export["runs"].as_array().expect("runs").iter().filter(|run| run["hidden"] == true).collect();
    assert_eq!((hidden.len(), &hidden[0]["id"]), (1, &json!("5")));
    assert_eq!(export["player"]["name"], "Ada");
    assert_eq!((export["tokens"].as_array().map(Vec::len), &export["has_recovery_code"]), (Some(1), &json!(true)));
    assert!(!export.to_string().contains(&ada.token), "secrets are not stored, and not exported");
    server.send("GET", &format!("/v1/players/{}/export", ada.id), &[ben.header()], None).problem(403, "forbidden");
    server.send("GET", "/v1/players/me/export", &[], None).problem(401, "unauthorized");
}

#[test]
fn export_includes_moves_of_daily_runs_immediately() {
    let server = Server::start();
    let (ada, _) = sign_up(&server, "Ada");
    let today = server.send("GET", "/v1/daily", &[], None).ok();
    let run = slide_jam(today["games"]["slide-jam"]["seed"].as_str().expect("a seed"));
    ada.submit(&server, &run).expect(201);
    let export = server.send("GET", "/v1/players/me/export", &[ada.header()], None).ok();
    assert_eq!((&export["runs"][0]["run"], &export["runs"][0]["embargoed_until"]), (&run, &today["ends_at"]));
}
