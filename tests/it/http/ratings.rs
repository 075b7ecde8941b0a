//! Ratings of games for several seats: what is rated, and who is listed.

use std::thread;

use funhouse::rules::game::{Level, Seat};
use funhouse::store::PlayerId;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::eventually::until;
use crate::support::harness::{Server, send};
use crate::support::schema::assert_fits;
use crate::support::tables::{
    at, call, fast_table, json_of, load_table, make, next_move, path_of, play_a_third, play_on, players, post, resign,
    seated, show, text,
};

const LIST: &str = "/v1/ratings/queensland";

/// A player's ratings, as their page has them.
fn ratings(server: &Server, who: &Account) -> Json {
    server.send("GET", &format!("/v1/players/{}", who.id), &[], None).ok()["ratings"].clone()
}

/// A player's records, as their page has them.
fn records(server: &Server, who: &Account) -> Json {
    server.send("GET", &format!("/v1/players/{}", who.id), &[], None).ok()["records"].clone()
}

/// A player's rating in the first game.
fn rating(server: &Server, who: &Account) -> i64 {
    ratings(server, who)[0]["rating"].as_i64().expect("a rating")
}

/// Plays a table with a robot on to a third of the game.
fn play_with_robots(server: &Server, table: &Json, all: &[Account]) {
    until("a third of the game", || {
        let now = load_table(server, table);
        let Some((seat, mv)) = next_move(&now) else { return false };
        if let Some(who) = all.iter().find(|who| now.seat_of(PlayerId(who.id.parse().expect("a number"))) == Some(seat))
        {
            post(server, who, table, now.move_count(), &[mv]);
        }
        now.move_count() >= usize::from(now.early_until().expect("a length"))
    });
}

/// Plays a table of two that the second player gives up after a third of the game.
fn beat(server: &Server, winner: &Account, loser: &Account) -> Json {
    let both = [winner.clone(), loser.clone()];
    let table = seated(server, "queensland", &both);
    play_a_third(server, &table, &both);
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
    play_a_third(&server, &table, &all);
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
    play_with_robots(&server, &table, &all);
    resign(&server, &all[0], &table);
    let over = resign(&server, &all[1], &table);
    assert_eq!(over["status"], "over");
    for who in &all {
        let own = &ratings(&server, who)[0];
        assert_eq!((&own["rating"], &own["opponents"]), (&json!(1500), &json!(1)), "both left: a draw");
    }
}

/// Lets a table of players who have ten seconds for a move run out of time.
fn run_out_of_time(server: &Server, mut table: Json, who: &Account) {
    let mut ahead = 0;
    while table["status"] == "playing" {
        ahead += 11_000;
        assert!(ahead < 200_000, "{table}");
        server.shared.clock.set_ahead(ahead);
        let path = format!("{}?after={}&wait=5", path_of(&table), table["moves"]);
        table = call(server, who, "GET", &path, None).ok();
    }
}

#[test]
fn player_who_runs_out_of_time_loses_rating() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = fast_table(&server, &all);
    play_a_third(&server, &table, &all);
    run_out_of_time(&server, show(&server, &all[0], &table), &all[0]);
    let [one, other] = [0, 1].map(|at: usize| rating(&server, &all[at]));
    assert_eq!(one - 1500, 1500 - other);
    assert_ne!(one, other);
}

#[test]
fn moves_of_the_clock_do_not_make_a_game_count() {
    let server = Server::start();
    let all = players(&server, 2);
    // Only one player moves; the clock moves for the other one until they have left.
    let table = fast_table(&server, &all);
    let first = load_table(&server, &table);
    let (mover, idle) = if at(&first, Seat::FIRST, &all).id == all[0].id { (0, 1) } else { (1, 0) };
    let mut ahead = 0;
    until("the end of the game", || {
        let now = load_table(&server, &table);
        let own = now.seat_of(PlayerId(all[mover].id.parse().expect("a number"))).expect("a seat");
        if !now.over() && now.game.to_act().contains(own) {
            let mv = json_of(&now.game.plan(own, Level::DEFAULT)[0]);
            post(&server, &all[mover], &table, now.move_count(), &[mv]);
        } else {
            ahead += 11_000;
            server.shared.clock.set_ahead(ahead);
            let path = format!("{}?after={}&wait=2", path_of(&table), now.move_count());
            call(&server, &all[mover], "GET", &path, None).ok();
        }
        load_table(&server, &table).over()
    });
    let over = show(&server, &all[mover], &table);
    assert_eq!(over["ending"], "abandoned");
    assert!(over["moves"].as_u64() > Some(3), "{over}");
    assert_eq!((ratings(&server, &all[mover]), records(&server, &all[mover])), (json!([]), json!([])), "no gain");
    assert!(rating(&server, &all[idle]) < 1500);
    assert_eq!(records(&server, &all[idle])[0]["won"], 0);
}

#[test]
fn leaving_early_costs_the_leaver_and_gains_no_one_anything() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let both = &all[..2];
        // One move before a third of the median length, and from a third on.
        let table = seated(&server, "queensland", both);
        let third = usize::from(load_table(&server, &table).early_until().expect("a length"));
        play_on(&server, &table, both, third - 1);
        resign(&server, &all[1], &table);
        assert_eq!((ratings(&server, &all[0]), records(&server, &all[0])), (json!([]), json!([])));
        let lost = &ratings(&server, &all[1])[0];
        assert_eq!((&lost["rating"], &lost["deviation"], &lost["opponents"]), (&json!(1338), &json!(350), &json!(0)));
        assert_eq!(records(&server, &all[1])[0]["played"], 1);

        // It does not use up the day of the pair: the next game counts for both.
        beat(&server, &all[0], &all[1]);
        let won = &ratings(&server, &all[0])[0];
        assert!(won["rating"].as_i64() > Some(1500), "{won}");
        assert_eq!((&won["opponents"], &ratings(&server, &all[1])[0]["opponents"]), (&json!(1), &json!(1)));

        // At a table of three, those who stay are not rated either if one of them left without a move.
        let before = (ratings(&server, &all[0]), records(&server, &all[0]));
        let table = seated(&server, "queensland", &all);
        resign(&server, &all[2], &table);
        resign(&server, &all[1], &table);
        assert_eq!((ratings(&server, &all[0]), records(&server, &all[0])), before);
        assert!(rating(&server, &all[2]) < 1500);
    });
}

#[test]
fn second_accounts_that_resign_at_once_gain_nothing() {
    let server = Server::start();
    let all = players(&server, 37);
    for second in &all[1..] {
        let table = seated(&server, "queensland", &[all[0].clone(), second.clone()]);
        resign(&server, second, &table);
    }
    assert_eq!((ratings(&server, &all[0]), records(&server, &all[0])), (json!([]), json!([])));
    assert_eq!(server.send("GET", LIST, &[], None).ok()["count"], 0);
    assert!(all[1..].iter().all(|second| rating(&server, second) < 1500));
}

#[test]
fn simultaneous_endings_rate_a_pair_once() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let tables: Vec<Json> = (0..6).map(|_| seated(&server, "queensland", &all)).collect();
        tables.iter().for_each(|table| play_a_third(&server, table, &all));
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
