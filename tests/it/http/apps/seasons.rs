//! Seasons of apps and their boards.

use funhouse::store::{Board, BoardKind, PageStart};
use serde_json::{Value as Json, json};

use super::{App, open};
use crate::http::contests;
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::store::wait;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Sets the clock to noon of the next day. Returns by how much.
fn set_to_noon(server: &Server) -> i64 {
    let now = server.shared.clock.now();
    let ahead = now.day().plus(1).start().millis() + DAY / 2 - now.millis();
    server.shared.clock.set_ahead(ahead);
    ahead
}

/// Asks for a season whose first and last day are this many days from now.
fn create(server: &Server, app: &App, [first, last]: [i64; 2]) -> Answer {
    let today = server.shared.clock.now().day();
    let body = json!({ "name": "Winter", "first_day": today.plus(first), "last_day": today.plus(last) });
    server.send("POST", &format!("/v1/apps/{}/seasons", app.id), &[app.header()], Some(&body))
}

fn id(season: &Json) -> String {
    assert_fits("Season", season);
    season["id"].as_str().expect("an id").to_owned()
}

fn players(server: &Server, query: &str) -> Vec<String> {
    let page = server.send("GET", &format!("/v1/leaderboards/slide-jam?class=chosen{query}"), &[], None).ok();
    let entries = page["entries"].as_array().expect("entries").iter();
    entries.map(|entry| entry["player"]["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn season_ranks_the_runs_of_its_days() {
    on_each_kind(|| {
        let server = open();
        let ahead = set_to_noon(&server);
        let ada = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &ada));
        let [user, stranger] = [(&app, "Ben"), (&other, "Cleo")].map(|(app, name)| app.sign_in(&server, "u", name));
        let [season, later] = [[1, 2], [3, 3]].map(|days| id(&create(&server, &app, days).expect(201)));
        user.submit(&server, &slide_jam("before")).expect(201);
        server.shared.clock.set_ahead(ahead + DAY);
        let [user, stranger] = [(&app, user), (&other, stranger)].map(|(app, account)| {
            let token = app.put_with(&server, "u", &json!({}), &[]).ok();
            assert_eq!(token["player"]["id"], account.id.as_str());
            super::account(&token)
        });
        let receipt = user.submit(&server, &slide_jam("within")).expect(201);
        let ranks = receipt["ranks"].as_array().expect("ranks").iter();
        let periods: Vec<&Json> = ranks.map(|rank| &rank["period"]).collect();
        assert!(periods.contains(&&json!("season")), "{periods:?}");
        stranger.submit(&server, &slide_jam("within")).expect(201);
        ada.submit(&server, &slide_jam("within")).expect(201);

        let board = |season: &str| players(&server, &format!("&season={season}"));
        assert_eq!([board(&season), board(&later)], [vec![user.id.clone()], Vec::new()]);
        assert_eq!(players(&server, &format!("&season={season}&app={}", app.id)), [user.id.as_str()]);
        let path = format!("/v1/leaderboards/slide-jam?class=chosen&season={season}");
        let page = server.send("GET", &path, &[], None).ok();
        assert_eq!((&page["period"], &page["app"]), (&json!("season"), &json!(app.id)));
        assert!(page["since"].is_string() && page["until"].is_string());
        for query in [format!("&app={}", other.id), "&app=9".to_owned()] {
            server.send("GET", &format!("{path}{query}"), &[], None).problem(404, "unknown_season");
        }
        for query in ["&period=day", "&seed=within", "&show=bests", "&since=2020-01-01"] {
            server.send("GET", &format!("{path}{query}"), &[], None).problem(400, "invalid_query");
        }
        server.send("GET", "/v1/leaderboards/slide-jam?season=99", &[], None).problem(404, "unknown_season");
        let run = receipt["run"]["id"].as_str().expect("an id");
        let hidden = format!("/v1/apps/{}/runs/{run}/hidden", app.id);
        server.send("PUT", &hidden, &[app.header()], None);
        assert_eq!(board(&season), [""; 0]);
        server.send("DELETE", &hidden, &[app.header()], None);
        assert_eq!(board(&season), [user.id.as_str()]);
    });
}

#[test]
fn runs_of_contests_enter_no_season() {
    on_each_kind(|| {
        let server = open();
        let ahead = set_to_noon(&server);
        let app = App::new(&server, &Account::new(&server, "Ada"));
        app.sign_in(&server, "u", "Ben");
        let season = create(&server, &app, [1, 2]).expect(201);
        server.shared.clock.set_ahead(ahead + DAY);
        let user = super::account(&app.put_with(&server, "u", &json!({}), &[]).ok());
        let contest = contests::create(&server, &user, json!({ "entry": "app" }));
        contests::enter(&server, &user, &contest);
        contests::wait_for(&server, &contest, 1, "open");
        let over = contests::play(&server, &user, &contest, 1);
        let submitted = user.submit(&server, &slide_jam("within")).expect(201);
        let store = &server.shared.store;
        let period = wait(store.season(season["id"].as_str().expect("an id").parse().expect("an id")));
        let period = period.expect("an answer").expect("a season").period();
        let entries = |run: &Json| {
            let id = run["id"].as_str().expect("an id").parse().expect("an id");
            let run = wait(store.run(id)).expect("an answer").expect("a run").summary;
            assert!(period.contains(run.received_at) && run.app.is_some());
            let kind = BoardKind::App(app.id.parse().expect("an id"), period);
            let board = Board { category: run.category, kind };
            wait(store.page(board, PageStart::Top, 10)).expect("a page").entries.len()
        };
        assert_eq!([&over["receipt"], &submitted].map(|receipt| entries(&receipt["run"])), [0, 1]);
    });
}

#[test]
fn season_begins_in_the_future_and_then_never_changes() {
    on_each_kind(|| {
        let server = open();
        let ahead = set_to_noon(&server);
        let owner = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
        for days in [[0, 3], [-1, 3], [367, 368], [2, 1], [1, 367]] {
            create(&server, &app, days).problem(422, "invalid_season");
        }
        let [first, second] = [[1, 5], [6, 7]].map(|days| id(&create(&server, &app, days).expect(201)));
        for days in [[5, 5], [1, 1], [2, 20], [7, 8]] {
            create(&server, &app, days).problem(409, "season_conflict");
        }
        create(&server, &other, [5, 5]).expect(201);
        let delete = |by: &App, season: &str| {
            server.send("DELETE", &format!("/v1/apps/{}/seasons/{season}", by.id), &[by.header()], None)
        };
        delete(&other, &first).problem(404, "unknown_season");
        server.shared.clock.set_ahead(ahead + DAY / 2 - 50_000);
        create(&server, &app, [1, 1]).problem(422, "invalid_season");
        delete(&app, &first).problem(409, "season_conflict");
        assert_eq!(delete(&app, &second).status, 204);
        delete(&app, &second).problem(404, "unknown_season");
        let listed = server.send("GET", &format!("/v1/apps/{}/seasons", app.id), &[], None).ok();
        assert_fits("SeasonList", &listed);
        assert_eq!(listed["seasons"].as_array().map(Vec::len), Some(1));
        server.send("GET", "/v1/apps/99/seasons", &[], None).problem(404, "unknown_app");
        let location = |of: &App, season: &str| format!("/v1/apps/{}/seasons/{season}", of.id);
        assert_eq!(server.send("GET", &location(&app, &first), &[], None).ok(), listed["seasons"][0]);
        for (of, season) in [(&other, &first), (&app, &second)] {
            server.send("GET", &location(of, season), &[], None).problem(404, "unknown_season");
        }
    });
}

#[test]
fn at_most_twelve_seasons_begin_in_a_year() {
    let server = open();
    set_to_noon(&server);
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let today = server.shared.clock.now().day();
    // The days of the next year.
    let next = (1..366).find(|day| today.plus(*day).to_string().ends_with("-01-01")).expect("a new year");
    let created = |n: i64| create(&server, &app, [next + n, next + n]);
    (0..12).for_each(|n| drop(created(n).expect(201)));
    created(12).problem(409, "season_conflict");
}
