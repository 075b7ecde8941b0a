//! People who take over the player for whom an app acts, and let the app play for them.

use std::io::Read as _;

use serde_json::{Value as Json, json};

use super::{App, account, open};
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::tables::{Listening, call, make, path_of, play_on};

/// Creates a link for a user, and returns its purpose and its code.
fn link(server: &Server, app: &App, user: &str) -> (Json, Json) {
    let path = format!("{}/link", app.user(user));
    let link = server.send("POST", &path, &[app.header()], None).ok();
    assert_fits("CreatedLink", &link);
    let (address, code) = link["url"].as_str().and_then(|url| url.rsplit_once('/')).expect("an address with a code");
    assert_eq!(address, "/play#/link");
    (link["purpose"].clone(), json!({ "code": code }))
}

fn use_link(server: &Server, how: &str, code: &Json, headers: &[(&str, &str)]) -> Answer {
    server.send("POST", &format!("/v1/app_links{how}"), headers, Some(code))
}

/// The person who took a player over, with their recovery code.
fn taken_over(answer: &Json) -> (Account, String) {
    assert_fits("PlayerWithToken", answer);
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    (Account::of(text(&answer["player"]["id"]), text(&answer["token"])), text(&answer["recovery_code"]))
}

pub(super) fn take_over(server: &Server, app: &App, user: &str) -> Account {
    let (purpose, code) = link(server, app, user);
    assert_eq!(purpose, "take_over");
    taken_over(&use_link(server, "/take_over", &code, &[]).expect(201)).0
}

pub(super) fn consent(server: &Server, app: &App, user: &str, person: &Account) {
    let (purpose, code) = link(server, app, user);
    assert_eq!(purpose, "consent");
    assert_eq!(use_link(server, "/consent", &code, &[person.header()]).status, 204);
}

#[test]
fn person_takes_player_over_and_app_cannot_play_any_more() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let user = app.sign_in(&server, "u", "Ben");
        let table = make(&server, &user, &json!({ "game": "slide-jam" }));
        let mut streams = [
            Listening::to(server.base(), &path_of(&table), Some(&user), None),
            super::listen(server.base(), &user, None),
        ];
        let wish = json!({ "game": "queensland", "seats": 3 });
        let pairing = server.send("POST", "/v1/pairings", &[user.header()], Some(&wish)).expect(201);
        let pairing = format!("/v1/pairings/{}", pairing["id"].as_str().expect("an id"));
        let (_, code) = link(&server, &app, "u");
        let shown = use_link(&server, "", &code, &[]).ok();
        assert_fits("AppLink", &shown);
        assert_eq!((&shown["app"]["name"], &shown["player"]["name"]), (&json!("Slide Club"), &json!("Ben")));

        let key = [("idempotency-key", "a-key-of-the-person")];
        let answer = use_link(&server, "/take_over", &code, &key).expect(201);
        let (person, recovery_code) = taken_over(&answer);
        assert_eq!(person.id, user.id);
        assert_eq!(use_link(&server, "/take_over", &code, &key).expect(201), answer, "the response was lost");
        for other in [&[][..], &[("idempotency-key", "a-key-of-another-one")]] {
            use_link(&server, "/take_over", &code, other).problem(409, "taken_over");
        }
        use_link(&server, "/consent", &code, &[person.header()]).problem(404, "unknown_link");

        server.send("GET", "/v1/players/me", &[user.header()], None).problem(401, "unauthorized");
        for stream in &mut streams {
            stream.0.read_to_string(&mut String::new()).expect("it ends without an error");
        }
        app.put_with(&server, "u", &json!({}), &[]).problem(409, "taken_over");
        server.send("GET", &format!("{}/export", app.user("u")), &[app.header()], None).problem(409, "taken_over");
        server.send("GET", "/v1/players/me/tokens", &[person.header()], None).ok();
        server.send("GET", &pairing, &[person.header()], None).problem(404, "unknown_pairing");
        let recovered = server.send("POST", "/v1/recovery", &[], Some(&json!({ "recovery_code": recovery_code })));
        taken_over(&recovered.expect(201));

        server.send("DELETE", &app.user("u"), &[app.header()], None);
        server.send("GET", "/v1/players/me", &[person.header()], None).ok();
    });
}

#[test]
fn app_plays_again_with_consent_until_it_is_withdrawn() {
    on_each_kind(|| {
        let server = open();
        let ada = Account::new(&server, "Ada");
        let app = App::new(&server, &ada);
        app.sign_in(&server, "u", "Ben");
        let person = take_over(&server, &app, "u");
        let (_, code) = link(&server, &app, "u");
        use_link(&server, "/consent", &code, &[ada.header()]).problem(403, "forbidden");
        use_link(&server, "/take_over", &code, &[]).problem(404, "unknown_link");
        consent(&server, &app, "u", &person);
        let apps = || {
            let listed = server.send("GET", "/v1/players/me/apps", &[person.header()], None).ok();
            assert_fits("PlayersApps", &listed);
            listed["apps"].as_array().expect("apps").len()
        };
        assert_eq!(apps(), 1);

        let token = account(&app.put_with(&server, "u", &json!({}), &[]).ok());
        let run = token.submit(&server, &slide_jam("a-seed")).expect(201);
        assert_eq!(run["run"]["app"], json!({ "id": app.id, "alone": false }));
        let board = |query: &str| {
            let path = format!("/v1/leaderboards/slide-jam?class=chosen{query}");
            server.send("GET", &path, &[], None).ok()["entries"].as_array().expect("entries").len()
        };
        assert_eq!([board(""), board(&format!("&app={}", app.id))], [1, 1]);
        let id = run["run"]["id"].as_str().expect("an id");
        let hidden = format!("/v1/apps/{}/runs/{id}/hidden", app.id);
        assert_eq!(server.send("PUT", &hidden, &[app.header()], None).status, 204);
        assert_eq!([board(""), board(&format!("&app={}", app.id))], [1, 0], "it stays on the boards of the service");
        for path in ["/v1/players/me/tokens", "/v1/players/me/apps"] {
            server.send("GET", path, &[token.header()], None).problem(403, "forbidden");
        }

        let path = format!("/v1/players/me/apps/{}", app.id);
        for _ in 0..2 {
            assert_eq!(server.send("DELETE", &path, &[person.header()], None).status, 204);
        }
        server.send("GET", "/v1/players/me", &[token.header()], None).problem(401, "unauthorized");
        app.put_with(&server, "u", &json!({}), &[]).problem(409, "taken_over");
        assert_eq!(apps(), 0);
    });
}

#[test]
fn what_began_before_stays_with_the_app() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let user = app.sign_in(&server, "u", "Ben");
        user.submit(&server, &slide_jam("a-seed")).expect(201);
        let table = make(&server, &user, &json!({ "game": "slide-jam" }));
        let duel = make(&server, &user, &json!({ "game": "queensland", "seats": ["you", "open"] }));
        let cleo = Account::new(&server, "Cleo");
        call(&server, &cleo, "POST", &format!("{}/seats/2", path_of(&duel)), None).ok();
        let person = take_over(&server, &app, "u");

        let over = play_on(&server, &table, std::slice::from_ref(&person), 100);
        assert_eq!(over["receipt"]["run"]["app"], json!({ "id": app.id, "alone": true }));
        let players = [person.clone(), cleo.clone()];
        play_on(&server, &duel, &players, 1000);
        let page = |who: &Account| server.send("GET", &format!("/v1/players/{}", who.id), &[], None).ok();
        assert_eq!([&page(&person)["bests"], &page(&person)["averages"]], [&json!([]); 2]);
        assert_eq!([&page(&person)["ratings"], &page(&cleo)["ratings"]], [&json!([]); 2]);

        person.submit(&server, &slide_jam("b-seed")).expect(201);
        let own = make(&server, &person, &json!({ "game": "slide-jam" }));
        let over = play_on(&server, &own, std::slice::from_ref(&person), 100);
        assert_eq!(over["receipt"]["run"].get("app"), None);
        let duel = make(&server, &person, &json!({ "game": "queensland", "seats": ["you", "open"] }));
        call(&server, &cleo, "POST", &format!("{}/seats/2", path_of(&duel)), None).ok();
        play_on(&server, &duel, &players, 1000);
        assert_eq!([&page(&person), &page(&cleo)].map(|page| page["ratings"].as_array().map(Vec::len)), [Some(1); 2]);
        assert_eq!(page(&person)["averages"].as_array().map(Vec::len), Some(1));
        assert_ne!(page(&person)["bests"], json!([]));
    });
}

#[test]
fn links_work_once_within_an_hour_for_one_user() {
    let server = open();
    let owner = Account::new(&server, "Ada");
    let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
    app.sign_in(&server, "u", "Ben");
    for (by, user, status, code) in
        [(&other, app.user("u"), 404, "unknown_app"), (&app, app.user("v"), 404, "unknown_player")]
    {
        server.send("POST", &format!("{user}/link"), &[by.header()], None).problem(status, code);
    }
    let (_, first) = link(&server, &app, "u");
    let (_, second) = link(&server, &app, "u");
    use_link(&server, "", &first, &[]).problem(404, "unknown_link");
    for code in [json!({ "code": "x" }), json!({ "code": "x".repeat(43) })] {
        for how in ["", "/take_over"] {
            use_link(&server, how, &code, &[]).problem(404, "unknown_link");
        }
    }
    server.shared.clock.set_ahead(60 * 60 * 1000);
    use_link(&server, "/take_over", &second, &[]).problem(404, "unknown_link");
    let (_, third) = link(&server, &app, "u");
    use_link(&server, "/take_over", &third, &[]).expect(201);
}
