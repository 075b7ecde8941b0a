//! Ratings of games for several seats: what is rated, and who is listed.

use std::thread;

use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::harness::{Server, send};
use crate::support::schema::assert_fits;
use crate::support::tables::{call, fast_table, make, path_of, play_on, players, resign, seated, show, text};

const LIST: &str = "/v1/ratings/queensland";

/// A player's ratings, as their page has them.
fn ratings(server: &Server, who: &Account) -> Json {
    server.send("GET", &format!("/v1/players/{}", who.id), &[], None).ok()["ratings"].clone()
}

/// Plays a table of two that the second player gives up.
fn beat(server: &Server, winner: &Account, loser: &Account) -> Json {
    let both = [winner.clone(), loser.clone()];
    let table = seated(server, "queensland", &both);
    resign(server, loser, &table)
}

#[test]
fn game_between_players_is_rated_at_its_end() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let table = seated(&server, "queensland", &all);
        assert_eq!(ratings(&server, &all[0]), json!([]));
        let over = play_on(&server, &table, &all, 500);
        assert_eq!(over["ending"], "finished", "{over}");
        let at_table = server.send("GET", &format!("{}/ratings", path_of(&table)), &[], None).ok();
        assert_fits("TableRatings", &at_table);
        let places = show(&server, &all[0], &table)["position"]["places"].clone();
        let rating = |seat: usize| {
            assert_eq!(at_table["seats"][seat]["seat"], seat + 1);
            at_table["seats"][seat]["rating"]["rating"].as_i64().expect("a number")
        };
        assert_eq!(places[0].as_i64().cmp(&places[1].as_i64()), rating(1).cmp(&rating(0)), "{places} {at_table}");
        for who in &all {
            let own = ratings(&server, who);
            assert_eq!(own.as_array().map(Vec::len), Some(1), "{own}");
            assert_fits("PlayersRating", &own[0]);
            assert_eq!((&own[0]["game"], &own[0]["games"]), (&json!("queensland"), &json!(1)));
            assert_eq!((&own[0]["opponents"], &own[0]["provisional"]), (&json!(1), &json!(true)));
            let export = call(&server, who, "GET", "/v1/players/me/export", None).ok();
            assert_eq!(export["ratings"], own);
        }
    });
}

#[test]
fn players_are_listed_from_ten_opponents_on() {
    let server = Server::start();
    let all = players(&server, 12);
    let list = |query: &str| server.send("GET", &format!("{LIST}{query}"), &[], None);
    for loser in &all[1..10] {
        beat(&server, &all[0], loser);
    }
    let before = list("");
    assert_eq!((&before.ok()["count"], &before.ok()["entries"]), (&json!(0), &json!([])));
    let unchanged = server.send("GET", LIST, &[("if-none-match", before.header("etag"))], None);
    assert_eq!(unchanged.status, 304);
    beat(&server, &all[0], &all[10]);
    let listed = list("").ok();
    assert_fits("Ratings", &listed);
    let entry = &listed["entries"][0];
    assert_eq!((&listed["count"], &entry["rank"], &entry["player"]["id"]), (&json!(1), &json!(1), &json!(all[0].id)));
    assert_eq!((&entry["games"], &entry["opponents"]), (&json!(10), &json!(10)));
    let own = &ratings(&server, &all[0])[0];
    assert_eq!((&own["provisional"], &own["rating"]), (&json!(false), &entry["rating"]));
    let number = |name: &str| entry[name].as_i64().expect("a number");
    assert!((number("rating") - 2 * number("deviation") - number("at_least")).abs() <= 1, "{entry}");
    assert_eq!(ratings(&server, &all[10])[0]["provisional"], true);

    // A second listed player, who has lost to all.
    for winner in all.iter().filter(|one| one.id != all[11].id) {
        beat(&server, winner, &all[11]);
    }
    let first = list("?limit=1").ok();
    assert_eq!((&first["count"], &first["entries"][0]["player"]["id"]), (&json!(2), &json!(all[0].id)));
    let next = list(&format!("?limit=1&cursor={}", text(&first, "next"))).ok();
    assert_eq!((&next["entries"][0]["rank"], &next["entries"][0]["player"]["id"]), (&json!(2), &json!(all[11].id)));
    assert!(next.get("next").is_none());
    server
        .send("GET", &format!("/v1/ratings/pontifuse?cursor={}", text(&first, "next")), &[], None)
        .problem(400, "invalid_cursor");

    // A deleted player is gone at once.
    assert_eq!(call(&server, &all[0], "DELETE", "/v1/players/me", None).status, 204);
    let left = list("").ok();
    assert_eq!((&left["count"], &left["entries"][0]["player"]["id"]), (&json!(1), &json!(all[11].id)));
}

#[test]
fn games_of_a_pair_are_rated_once_until_midnight() {
    let server = Server::start();
    let all = players(&server, 2);
    let count = || ratings(&server, &all[0])[0]["games"].clone();
    beat(&server, &all[0], &all[1]);
    let first = ratings(&server, &all[0]);
    beat(&server, &all[0], &all[1]);
    beat(&server, &all[1], &all[0]);
    assert_eq!(ratings(&server, &all[0]), first);
    let now = server.shared.clock.now();
    let midnight = now.day().end().millis() - now.millis();
    // A game that begins before midnight and ends after it belongs to the day of its end.
    let table = seated(&server, "queensland", &all);
    server.shared.clock.set_ahead(midnight + 1000);
    resign(&server, &all[1], &table);
    assert_eq!(count(), 2);
    beat(&server, &all[0], &all[1]);
    assert_eq!(count(), 2);
}

#[test]
fn robots_and_solitaires_do_not_count() {
    let server = Server::start();
    let all = players(&server, 2);
    let alone = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "robot", "robot"] }));
    resign(&server, &all[0], &alone);
    let solitaire = make(&server, &all[0], &json!({ "game": "slide-jam" }));
    play_on(&server, &solitaire, &all[..1], 100);
    let referee = seated(&server, "wild-bill", &all);
    resign(&server, &all[1], &referee);
    assert_eq!([&all[0], &all[1]].map(|who| ratings(&server, who)), [json!([]), json!([])]);

    // The players of a table with a robot are rated against each other only.
    let body = json!({ "game": "queensland", "seats": ["you", "open", "robot"] });
    let table = make(&server, &all[0], &body);
    call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
    resign(&server, &all[0], &table);
    let over = resign(&server, &all[1], &table);
    assert_eq!(over["status"], "over");
    for who in &all {
        let own = &ratings(&server, who)[0];
        assert_eq!((&own["rating"], &own["opponents"]), (&json!(1500), &json!(1)), "both left: a draw");
    }
}

#[test]
fn player_who_runs_out_of_time_loses_rating() {
    let server = Server::start();
    let all = players(&server, 2);
    let mut table = fast_table(&server, &all);
    let mut ahead = 0;
    while table["status"] == "playing" {
        ahead += 11_000;
        assert!(ahead < 200_000, "{table}");
        server.shared.clock.set_ahead(ahead);
        let path = format!("{}?after={}&wait=5", path_of(&table), table["moves"]);
        table = call(&server, &all[0], "GET", &path, None).ok();
    }
    let [one, other] = [0, 1].map(|at: usize| ratings(&server, &all[at])[0]["rating"].as_i64().expect("a rating"));
    assert_eq!(one - 1500, 1500 - other);
    assert_ne!(one, other);
}

#[test]
fn simultaneous_endings_rate_a_pair_once() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let tables: Vec<Json> = (0..6).map(|_| seated(&server, "queensland", &all)).collect();
        let bases = server.bases();
        thread::scope(|scope| {
            for (n, table) in tables.iter().enumerate() {
                let (base, loser) = (bases[n % bases.len()], &all[n % 2]);
                let path = format!("{}/resignation", path_of(table));
                scope.spawn(move || send(base, "POST", &path, &[loser.header()], None).ok());
            }
        });
        for who in &all {
            let page = server.send("GET", &format!("/v1/players/{}", who.id), &[], None).ok();
            assert_eq!((&page["records"][0]["played"], &page["ratings"][0]["games"]), (&json!(6), &json!(1)), "{page}");
        }
        let [one, other] = [0, 1].map(|at: usize| ratings(&server, &all[at])[0]["rating"].as_i64().expect("a rating"));
        assert_eq!(one - 1500, 1500 - other);
    });
}

#[test]
fn games_without_ratings_return_404() {
    let server = Server::start();
    let status = |game: &str, code| server.send("GET", &format!("/v1/ratings/{game}"), &[], None).problem(404, code);
    status("no-such-game", "unknown_game");
    let problem = status("slide-jam", "not_found");
    assert_eq!(problem["detail"], "Slide Jam has no ratings: only games whose kind is `seated` are rated");
    status("wild-bill", "not_found");
    server.send("GET", "/v1/tables/0123456789abcdef/ratings", &[], None).problem(404, "unknown_table");
    let solitaire = make(&server, &Account::new(&server, "Ada"), &json!({ "game": "slide-jam" }));
    let none = server.send("GET", &format!("{}/ratings", path_of(&solitaire)), &[], None).ok();
    assert_eq!(none["seats"], json!([]));
}
