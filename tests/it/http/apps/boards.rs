//! Runs and tables of users of apps, and the boards and lists that have them.

use serde_json::{Value as Json, json};

use super::{App, open};
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::tables::{call, make, path_of, play_on};

const CHOSEN: &str = "/v1/leaderboards/slide-jam?class=chosen";

/// The players on a page of a board.
fn players(server: &Server, path: &str) -> Vec<String> {
    let page = server.send("GET", path, &[], None).ok();
    let entries = page["entries"].as_array().expect("entries").iter();
    entries.map(|entry| entry["player"]["id"].as_str().expect("an id").to_owned()).collect()
}

/// An app with a user, and a player who is not one.
fn user_and_player(server: &Server) -> (App, Account, Account) {
    let ada = Account::new(server, "Ada");
    let app = App::new(server, &ada);
    let user = app.sign_in(server, "u", "Ben");
    (app, user, ada)
}

#[test]
fn runs_of_users_are_on_boards_of_their_app_alone() {
    on_each_kind(|| {
        let server = open();
        let (app, user, ada) = user_and_player(&server);
        let other = App::new(&server, &ada);
        ada.submit(&server, &slide_jam("a-seed")).expect(201);
        let receipt = user.submit(&server, &slide_jam("a-seed")).expect(201);
        assert_fits("RunReceipt", &receipt);
        assert_eq!(receipt["run"]["app"], json!({ "id": app.id, "alone": true }));
        let ranks = receipt["ranks"].as_array().expect("ranks").iter();
        let ranks: Vec<Json> =
            ranks.map(|rank| json!([rank["app"], rank["period"], rank["rank"], rank["count"]])).collect();
        assert_eq!(ranks, ["day", "month", "all"].map(|period| json!([app.id, period, 1, 1])));

        let only = |id: &Account| vec![id.id.clone()];
        for more in ["", "&period=day", "&period=month", "&since=2020-01-01"] {
            assert_eq!(players(&server, &format!("{CHOSEN}{more}")), only(&ada), "{more}");
            assert_eq!(players(&server, &format!("{CHOSEN}{more}&app={}", app.id)), only(&user), "{more}");
            assert_eq!(players(&server, &format!("{CHOSEN}{more}&app={}", other.id)), [""; 0], "{more}");
        }
        for more in ["", "&show=runs", "&period=week"] {
            assert_eq!(players(&server, &format!("{CHOSEN}{more}")), only(&ada), "{more}");
        }
        for more in ["&period=week", "&show=runs", "&seed=a-seed"] {
            server.send("GET", &format!("{CHOSEN}{more}&app={}", app.id), &[], None).problem(400, "invalid_query");
        }

        let profile = server.send("GET", &format!("/v1/players/{}", user.id), &[], None).ok();
        assert_eq!([&profile["bests"], &profile["latest"]], [&json!([]); 2]);
        let runs = |query: &str| {
            let page = server.send("GET", &format!("/v1/players/{}/runs{query}", user.id), &[], None).ok();
            page["runs"].as_array().expect("runs").len()
        };
        let counts = ["", &format!("?app={}", app.id), &format!("?app={}", other.id)].map(runs);
        assert_eq!(counts, [0, 1, 0]);
    });
}

#[test]
fn app_hides_runs_and_users_on_its_own_boards() {
    on_each_kind(|| {
        let server = open();
        let (app, user, ada) = user_and_player(&server);
        let (other, zoe) = (App::new(&server, &ada), app.sign_in(&server, "z", "Zoe"));
        let submit = |who: &Account, seed: &str| {
            who.submit(&server, &slide_jam(seed)).expect(201)["run"]["id"].as_str().expect("an id").to_owned()
        };
        let [first, _, _] = [submit(&user, "a-seed"), submit(&user, "b-seed"), submit(&zoe, "a-seed")];
        let board = format!("{CHOSEN}&app={}", app.id);
        let before = server.send("GET", &board, &[], None).ok();
        let change = |by: &App, method: &str, what: &str| {
            server.send(method, &format!("/v1/apps/{}/{what}/hidden", by.id), &[by.header()], None)
        };
        let runs = |who: &Account| {
            let path = format!("/v1/players/{}/runs?app={}", who.id, app.id);
            server.send("GET", &path, &[], None).ok()["runs"].as_array().expect("runs").len()
        };

        change(&other, "PUT", &format!("runs/{first}")).problem(404, "unknown_run");
        change(&other, "PUT", "users/u").problem(404, "unknown_player");
        for _ in 0..2 {
            assert_eq!(change(&app, "PUT", &format!("runs/{first}")).status, 204);
        }
        assert_eq!(runs(&user), 1);
        let run = server.send("GET", &format!("/v1/runs/{first}"), &[], None).ok();
        assert_fits("StoredRun", &run);
        assert_eq!(run["app"], json!({ "id": app.id, "alone": true, "hidden": true }));
        let listed = server.send("GET", &format!("{board}&since=2020-01-01"), &[], None).ok();
        assert!(!listed["entries"].as_array().expect("entries").iter().any(|entry| entry["run"] == first.as_str()));

        assert_eq!(change(&app, "PUT", "users/u").status, 204);
        submit(&user, "c-seed");
        assert_eq!((players(&server, &board), runs(&user), runs(&zoe)), (vec![zoe.id.clone()], 0, 1));
        let listed = server.send("GET", &format!("/v1/apps/{}/users", app.id), &[app.header()], None).ok();
        assert_eq!([&listed["users"][0]["hidden"], &listed["users"][1]["hidden"]], [true, false]);
        assert_eq!(change(&app, "DELETE", "users/u").status, 204);
        assert_eq!(runs(&user), 3);
        let third = server.send("GET", &format!("/v1/players/{}/runs?app={}", user.id, app.id), &[], None).ok();
        let third = third["runs"][0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(change(&app, "PUT", &format!("runs/{third}")).status, 204);
        let after = server.send("GET", &board, &[], None).ok();
        assert_eq!(after["entries"], before["entries"], "a hidden run leaves no trace");
        change(&app, "PUT", "runs/x").problem(404, "unknown_run");
        change(&app, "PUT", "users/unknown").problem(404, "unknown_player");
    });
}

#[test]
fn app_of_run_is_that_of_token_alone() {
    let server = open();
    let (app, _, ada) = user_and_player(&server);
    let run = slide_jam("a-seed");
    let path = format!("/v1/runs?app={}", app.id);
    server.send("POST", &path, &[ada.header()], Some(&run)).problem(400, "invalid_query");
    let mut named = run.clone();
    named["app"] = json!(app.id);
    ada.submit(&server, &named).problem(400, "invalid_body");
    let origin = [ada.header(), ("origin", "https://slides.example.org")];
    let receipt = server.send("POST", "/v1/runs", &origin, Some(&run)).expect(201);
    assert_eq!(receipt["run"].get("app"), None);
    assert_eq!(players(&server, &format!("{CHOSEN}&app={}", app.id)), [""; 0]);
}

#[test]
fn daily_of_app_ranks_its_users() {
    let server = open();
    let (app, user, ada) = user_and_player(&server);
    let today = server.shared.clock.now().day();
    let seed = server.shared.seeds.day_key(today).seed("slide-jam");
    for account in [&user, &ada] {
        account.submit(&server, &slide_jam(seed.as_str())).expect(201);
    }
    let daily = "/v1/leaderboards/slide-jam?class=daily&period=day";
    assert_eq!(players(&server, daily), [ada.id.as_str()]);
    assert_eq!(players(&server, &format!("{daily}&app={}", app.id)), [user.id.as_str()]);
}

#[test]
fn ranked_game_of_user_is_on_boards_of_their_app_alone() {
    let server = open();
    let (app, user, _) = user_and_player(&server);
    let table = make(&server, &user, &json!({ "game": "slide-jam" }));
    assert_eq!(table["app"], app.id.as_str());
    let over = play_on(&server, &table, std::slice::from_ref(&user), 100);
    assert_eq!(over["receipt"]["run"]["app"], json!({ "id": app.id, "alone": true }));
    let ranked = "/v1/leaderboards/slide-jam?class=ranked";
    assert_eq!(players(&server, ranked), [""; 0]);
    assert_eq!(players(&server, &format!("{ranked}&app={}", app.id)), [user.id.as_str()]);
}

#[test]
fn users_sit_only_at_tables_of_their_app() {
    let server = open();
    let (app, user, ada) = user_and_player(&server);
    let other_app = App::new(&server, &ada);
    let stranger = other_app.sign_in(&server, "u", "Cleo");
    let waiting = json!({ "game": "queensland", "seats": ["you", "open", "open"], "listed": true });
    let [of_user, of_ada] = [&user, &ada].map(|maker| make(&server, maker, &waiting));
    let sit = |who: &Account, table: &Json, seat: u8| {
        call(&server, who, "POST", &format!("{}/seats/{seat}", path_of(table)), None)
    };
    sit(&user, &of_ada, 2).problem(403, "forbidden");
    sit(&stranger, &of_user, 2).problem(403, "forbidden");
    sit(&app.sign_in(&server, "v", "Dora"), &of_user, 2).ok();
    sit(&ada, &of_user, 3).ok();

    let another = make(&server, &user, &waiting);
    let listed = |query: &str| {
        let page = server.send("GET", &format!("/v1/tables{query}"), &[], None).ok();
        let tables = page["tables"].as_array().expect("tables").iter();
        tables.map(|table| table["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(listed(""), [of_ada["id"].clone()]);
    assert_eq!(listed(&format!("?app={}", app.id)), [another["id"].clone()]);
    assert_eq!(listed(&format!("?app={}&game=queensland", app.id)), [another["id"].clone()]);
    assert_eq!(listed(&format!("?app={}", other_app.id)), [] as [Json; 0]);
    server.send("GET", "/v1/tables?app=x", &[], None).problem(400, "invalid_query");
}
