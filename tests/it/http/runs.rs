//! Players, runs, leaderboards and dailies over HTTP.

use funhouse::rules::registry;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, drawn, run_of, slide_jam};
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::{confirm_clock, meddle, wait};

#[test]
fn run_of_every_game_is_ranked_shown_verified() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for game in registry::ids() {
        let run = run_of(game, &drawn(&server, game), Robot::Greedy, json!({}));
        let answer = ada.submit(&server, &run);
        let receipt = answer.expect(201);
        assert_fits("RunReceipt", &receipt);
        let stored = &receipt["run"];
        let id = stored["id"].as_str().expect("a number");
        assert_eq!(answer.header("location"), format!("/v1/runs/{id}"));
        assert_eq!(stored["run"], run, "what is kept can be posted again");
        assert_eq!((&stored["class"], &stored["player"]["name"]), (&json!("drawn"), &json!("Ada")));
        assert_eq!(receipt["ranks"][0]["rank"], 1);

        let shown = server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok();
        assert_eq!(shown, *stored);
        let verification = server.send("POST", &format!("/v1/runs/{id}/verification"), &[], None).ok();
        assert_fits("Verification", &verification);
        assert_eq!(verification["holds"], true, "{verification}");
        assert_eq!(verification["digest"], stored["digest"]);

        let replayed = server.send("POST", &format!("/v1/games/{game}/replay"), &[], Some(&shown["run"])).ok();
        assert_eq!(replayed["claim_holds"], true);
        assert_eq!(replayed["position"]["score"], stored["score"]);

        let board = board(&server, game, "show=runs");
        assert_eq!((&board["count"], &board["entries"][0]["run"]), (&json!(1), &json!(id)));
        assert_eq!(board["entries"][0]["score"], run["score"]);
    }
    let page = server.send("GET", &format!("/v1/players/{}", ada.id), &[], None).ok();
    assert_fits("PlayerPage", &page);
    assert_eq!(page["bests"].as_array().map(Vec::len), Some(registry::ids().len() + 6), "totals, and six rooms");
    assert_eq!(page["latest"].as_array().map(Vec::len), Some(registry::ids().len()));
}

#[test]
fn funhouse_boards_show_rooms_and_rank_by_them() {
    let server = Server::start();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    for (player, seed) in [(&ada, "one"), (&ben, "two"), (&ada, "three")] {
        player.submit(&server, &run_of("epic-funhouse", seed, Robot::Greedy, json!({}))).expect(201);
    }
    let all = board(&server, "epic-funhouse", "class=chosen&show=runs");
    for entry in all["entries"].as_array().expect("entries") {
        let rooms = entry["rooms"].as_array().expect("rooms");
        let sum = |key: &str| rooms.iter().filter_map(|room| room[key].as_u64()).sum::<u64>();
        assert_eq!(rooms.len(), 6);
        assert_eq!((json!(sum("score")), json!(sum("moves"))), (entry["total"].clone(), entry["moves"].clone()));
    }
    let room = board(&server, "epic-funhouse", "class=chosen&room=magic-mirror");
    assert_eq!(
        (&room["show"], &room["period"], &room["room"]),
        (&json!("bests"), &json!("all"), &json!("magic-mirror"))
    );
    let scores: Vec<u64> =
        room["entries"].as_array().expect("entries").iter().filter_map(|entry| entry["score"].as_u64()).collect();
    assert!(scores.is_sorted() && scores.len() == 2, "the best of each player: {scores:?}");
    for entry in room["entries"].as_array().expect("entries") {
        assert_eq!((&entry["score"], &entry["moves"]), (&entry["rooms"][1]["score"], &entry["rooms"][1]["moves"]));
    }
}

#[test]
fn run_is_stored_once_per_player() {
    let server = Server::start();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let run = slide_jam("same");
    let first = ada.submit(&server, &run).expect(201);
    let again = ada.submit(&server, &run).expect(200);
    assert_eq!(again["run"], first["run"]);
    let bens = ben.submit(&server, &run).expect(201);
    assert_eq!(bens["run"]["same_as"], first["run"]["id"]);
    let board = board(&server, "slide-jam", "class=chosen&seed=same");
    assert_eq!(board["count"], 2);
    let ranks: Vec<&Json> = board["entries"].as_array().expect("entries").iter().map(|entry| &entry["rank"]).collect();
    assert_eq!(ranks, [1, 1], "equals share the rank");
    assert_eq!(board["entries"][0]["run"], first["run"]["id"], "and are listed in the order in which they came");
}

#[test]
fn replaced_token_fails_and_new_token_works() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let replaced = server.send("POST", &format!("/v1/players/{}/token", ada.id), &[ada.header()], None).ok();
    assert_fits("ReplacementToken", &replaced);
    let now = Account::of(ada.id.clone(), replaced["token"].as_str().expect("a token").to_owned());
    ada.submit(&server, &slide_jam("x")).problem(401, "unauthorized");
    now.submit(&server, &slide_jam("x")).expect(201);
    assert_eq!(server.send("GET", "/v1/players/me", &[now.header()], None).ok()["player"]["name"], "Ada");
}

#[test]
fn deleted_player_leaves_runs_and_reserved_name() {
    let server = Server::start();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let id = ada.submit(&server, &slide_jam("x")).expect(201)["run"]["id"].as_str().expect("a number").to_owned();
    server.send("DELETE", &format!("/v1/players/{}", ada.id), &[ben.header()], None).problem(403, "forbidden");
    let gone = server.send("DELETE", &format!("/v1/players/{}", ada.id), &[ada.header()], None);
    assert_eq!((gone.status, gone.body.as_str()), (204, ""));
    server.send("GET", &format!("/v1/players/{}", ada.id), &[], None).problem(404, "unknown_player");
    server.send("GET", "/v1/players/me", &[ada.header()], None).problem(401, "unauthorized");
    let run = server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok();
    assert!(run.get("player").is_none() && run.get("run").is_some(), "{run}");
    let board = board(&server, "slide-jam", "class=chosen");
    assert_eq!(board["count"], 1);
    assert!(board["entries"][0].get("player").is_none());
    server.send("POST", "/v1/players", &[], Some(&json!({ "name": "aDA" }))).problem(409, "name_taken");
}

#[test]
fn sign_up_is_idempotent_by_key() {
    let server = Server::start();
    let key = ("idempotency-key", "4cf2d3f4-0001-4e0b-9f5e-1a2b3c4d5e6f");
    let ask = |name: &str, headers: &[(&str, &str)]| {
        server.send("POST", "/v1/players", headers, Some(&json!({ "name": name })))
    };
    let first = ask("Ada", &[key]).expect(201);
    assert_eq!(ask("Ada", &[key]).expect(201), first, "the same answer, with the same token");
    assert_eq!(
        server
            .send(
                "GET",
                "/v1/players/me",
                &[("authorization", &format!("Bearer {}", first["token"].as_str().expect("a token")))],
                None
            )
            .status,
        200
    );
    ask("Ben", &[key]).problem(422, "idempotency_key_reused");
    ask("Ada", &[]).problem(409, "name_taken");
    ask("Ada", &[("idempotency-key", "another-key-of-some-length")]).problem(409, "name_taken");
    ask("Cleo", &[("idempotency-key", "short")]).problem(400, "bad_request");
    // A day later the key is forgotten.
    server.shared.clock.set_ahead(25 * 3_600_000);
    // Shortly before midnight, two days have begun since.
    confirm_clock(&server);
    ask("Ada", &[key]).problem(409, "name_taken");
}

#[test]
fn invalid_and_taken_names_have_different_errors() {
    let server = Server::start();
    Account::new(&server, "scope");
    let ask = |name: Json| server.send("POST", "/v1/players", &[], Some(&json!({ "name": name })));
    for name in [
        "x",
        "a/b",
        " ab",
        &"x".repeat(33),
        "a\u{202e}b",
        "\u{115f}\u{1160}",
        "a\u{3164}b",
        "a\u{336}b\u{336}",
        "ab \u{301}",
    ] {
        let problem = ask(json!(name)).problem(422, "invalid_name");
        assert_eq!(problem["errors"][0]["pointer"], "/name");
    }
    let problem = ask(json!("a\u{115f}b")).problem(422, "invalid_name");
    assert_eq!(problem["detail"], "/name must not have invisible characters (got U+115F)");
    let problem = ask(json!("x".repeat(500))).problem(422, "invalid_name");
    assert_eq!(problem["detail"], "/name must have 2 to 32 characters (got 500)");
    ask(json!("ѕсоре")).problem(409, "name_taken");
    ask(json!(7)).problem(400, "invalid_body");
    Account::new(&server, "李小龍");
}

#[test]
fn daily_moves_are_hidden_until_day_ends() {
    let server = Server::start();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let today = server.send("GET", "/v1/daily", &[], None).ok();
    assert_fits("Daily", &today);
    assert!(today.get("key").is_none());
    let daily = &today["games"]["slide-jam"];
    let run = slide_jam(daily["seed"].as_str().expect("a seed"));
    let receipt = ada.submit(&server, &run).expect(201);
    assert_eq!(receipt["run"]["class"], "daily");
    assert_eq!(receipt["run"]["embargoed_until"], today["ends_at"]);
    let path = format!("/v1/runs/{}", receipt["run"]["id"].as_str().expect("a number"));
    let position = format!("{path}/positions/1");

    let seen = |headers: &[(&str, &str)]| server.send("GET", &path, headers, None).ok();
    assert!(seen(&[]).get("run").is_none() && seen(&[ben.header()]).get("run").is_none());
    assert_fits("StoredRun", &seen(&[]));
    assert_eq!(seen(&[ada.header()])["run"], run);
    server.send("GET", &position, &[], None).problem(403, "embargoed");
    server.send("GET", &position, &[ben.header()], None).problem(403, "embargoed");
    server.send("GET", &position, &[ada.header()], None).ok();
    assert_eq!(server.send("POST", &format!("{path}/verification"), &[], None).ok()["holds"], true);

    let on_board = server.send("GET", daily["leaderboard"].as_str().expect("a path"), &[], None).ok();
    assert_eq!((&on_board["class"], &on_board["count"]), (&json!("daily"), &json!(1)));

    // The day after, the moves are public, and the key proves that the seed was fixed before.
    server.shared.clock.set_ahead(24 * 3_600_000);
    assert_eq!(seen(&[])["run"], run);
    server.send("GET", &position, &[], None).ok();
    let yesterday =
        server.send("GET", &format!("/v1/daily/{}", today["date"].as_str().expect("a date")), &[], None).ok();
    assert_eq!((&yesterday["commitment"], &yesterday["games"]), (&today["commitment"], &today["games"]));
    assert!(yesterday["key"].is_string());
}

#[test]
fn day_is_committed_one_week_ahead() {
    let server = Server::start();
    let today = server.shared.clock.now().day();
    let ahead = server.send("GET", &format!("/v1/daily/{}", today.plus(7)), &[], None).ok();
    assert_fits("Daily", &ahead);
    assert!(ahead.get("games").is_none() && ahead.get("key").is_none());
    server.send("GET", &format!("/v1/daily/{}", today.plus(8)), &[], None).problem(404, "not_found");
    server.send("GET", "/v1/daily/yesterday", &[], None).problem(404, "not_found");
    server.shared.clock.set_ahead(7 * 24 * 3_600_000);
    wait(server.shared.store.reach_day(today.plus(7))).expect("the clock is confirmed");
    assert_eq!(server.send("GET", "/v1/daily", &[], None).ok()["commitment"], ahead["commitment"]);
}

#[test]
fn positions_of_stored_run_equal_play() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let run = slide_jam("positions");
    ada.submit(&server, &run).expect(201);
    let mut state = server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({ "seed": "positions" }))).ok();
    let moves = run["moves"].as_array().expect("moves");
    for (n, mv) in moves.iter().enumerate() {
        assert_eq!(server.send("GET", &format!("/v1/runs/1/positions/{n}"), &[], None).ok(), state);
        let play = json!({ "state": state["state"], "move": mv });
        state = server.send("POST", "/v1/games/slide-jam/play", &[], Some(&play)).ok();
        assert_fits("Position", &state);
    }
    assert_eq!(server.send("GET", &format!("/v1/runs/1/positions/{}", moves.len()), &[], None).ok(), state);
    for n in [(moves.len() + 1).to_string(), "-1".to_owned(), "01".to_owned(), "x".to_owned(), "9".repeat(30)] {
        server.send("GET", &format!("/v1/runs/1/positions/{n}"), &[], None).problem(404, "not_found");
    }
}

#[test]
fn picture_of_every_stored_position_has_a_url() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    ada.submit(&server, &slide_jam("pictures")).expect(201);
    let position = server.send("GET", "/v1/runs/1/positions/2", &[], None).ok();
    let state = json!({ "state": position["state"] });
    let posted = server.send("POST", "/v1/games/slide-jam/picture", &[], Some(&state));
    let linked = server.send("GET", "/v1/runs/1/positions/2/picture", &[], None);
    assert_eq!((linked.status, linked.header("content-type")), (200, "image/svg+xml"));
    assert!(linked.body == posted.body, "it is the picture of that position");
    let tag = [("if-none-match", linked.header("etag"))];
    assert_eq!(server.send("GET", "/v1/runs/1/positions/2/picture", &tag, None).status, 304);
    let text = server.send("GET", "/v1/runs/1/positions/2/picture", &[("accept", "text/plain")], None);
    assert!(text.body.starts_with("Slide Jam"), "{}", text.body);
    server
        .send("GET", "/v1/runs/1/positions/2/picture", &[("accept", "image/jpeg")], None)
        .problem(406, "unacceptable_media_type");
    server.send("GET", "/v1/runs/1/positions/99/picture", &[], None).problem(404, "not_found");
    let daily = server.send("GET", "/v1/daily", &[], None).ok();
    ada.submit(&server, &slide_jam(daily["games"]["slide-jam"]["seed"].as_str().expect("a seed"))).expect(201);
    server.send("GET", "/v1/runs/2/positions/0/picture", &[], None).problem(403, "embargoed");
}

#[test]
fn missing_resources_are_404() {
    let server = Server::start();
    for id in ["1", "0", "-1", "01", "x", "99999999999999999999", "1%20"] {
        for path in [format!("/v1/runs/{id}"), format!("/v1/runs/{id}/positions/0")] {
            server.send("GET", &path, &[], None).problem(404, "unknown_run");
        }
        server.send("POST", &format!("/v1/runs/{id}/verification"), &[], None).problem(404, "unknown_run");
        server.send("GET", &format!("/v1/players/{id}"), &[], None).problem(404, "unknown_player");
    }
    server.send("GET", "/v1/leaderboards/no-such-game", &[], None).problem(404, "unknown_game");
    server.send("PUT", "/v1/runs", &[], None).problem(405, "method_not_allowed");
}

#[test]
fn malformed_query_is_rejected_with_parameter() {
    let server = Server::start();
    for (query, part) in [
        ("nonsense=1", "nonsense"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("limit=1&limit=2", "limit"),
        ("class=best", "class"),
        ("period=year", "period"),
        ("date=2026-11-20", "date"),
        ("period=day&date=2026-02-30", "date"),
        ("period=day&date=9999-12-32", "date"),
        ("room=slide-jam", "room"),
        ("seed=a%20b", "seed"),
        ("around=x", "around"),
        ("since=soon", "since"),
        ("dexterity=reported", "dexterity"),
    ] {
        let answer = server.send("GET", &format!("/v1/leaderboards/slide-jam?{query}"), &[], None);
        let detail = answer.problem(400, "invalid_query")["detail"].as_str().expect("a detail").to_owned();
        assert!(detail.contains(part), "{query}: {detail}");
    }
    let unknown = server.send("GET", "/v1/leaderboards/slide-jam?rules=2", &[], None).problem(422, "unknown_rules");
    assert!(unknown.get("errors").is_none(), "there is no body to point into: {unknown}");
    server.send("GET", "/v1/leaderboards/slide-jam?around=1", &[], None).problem(404, "not_on_board");
    for edge in ["period=month&date=9999-12-31", "period=week&date=1970-01-01", "period=week&date=9999-12-31"] {
        board(&server, "slide-jam", edge);
    }
}

#[test]
fn refuses_board_parameters_that_exclude_each_other() {
    let server = Server::start();
    let ask = |query: &str| server.send("GET", &format!("/v1/leaderboards/epic-funhouse?{query}"), &[], None);
    let in_range = "is not allowed with since or until, which list all runs of a range of time";
    let on_seed = "is not allowed with seed: a seed has one board, the best run of each player on it";
    for (query, name, why) in [
        ("since=2026-01-01&period=day", "period", in_range),
        ("until=2026-01-01&show=runs", "show", in_range),
        ("since=2026-01-01&date=2026-01-01", "date", in_range),
        ("until=2026-01-01&room=catwalk", "room", in_range),
        ("since=2026-01-01&seed=one", "seed", in_range),
        ("since=2026-01-01&around=1", "around", in_range),
        ("seed=one&period=all", "period", on_seed),
        ("seed=one&date=2026-01-01", "date", on_seed),
        ("seed=one&show=bests", "show", on_seed),
        ("seed=one&room=catwalk", "room", on_seed),
        (
            "room=catwalk&show=runs",
            "show",
            "must be bests with room: the board of a room lists the best of each player",
        ),
        ("room=catwalk&period=week", "period", "must be all with room: the board of a room is of all time"),
        ("show=runs&period=day", "period", "must be all with show=runs: the board of all runs is of all time"),
        ("show=runs&date=2026-01-01", "date", "needs a period of day, week or month"),
        ("around=1&cursor=x", "around", "is not allowed with cursor"),
    ] {
        let problem = ask(query).problem(400, "invalid_query");
        assert_eq!(problem["detail"], format!("{name} {why}"), "{query}");
    }
    for query in
        ["room=catwalk&period=all&show=bests", "show=runs&period=all", "show=bests&period=day", "seed=one&class=drawn"]
    {
        ask(query).ok();
    }
}

#[test]
fn unchanged_stored_responses_return_304() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    ada.submit(&server, &slide_jam("x")).expect(201);
    for path in ["/v1/runs/1", "/v1/leaderboards/slide-jam", "/v1/players/1", "/v1/players/1/runs", "/v1/daily"] {
        let tag = server.send("GET", path, &[], None).header("etag").to_owned();
        assert!(!tag.is_empty(), "{path}");
        assert_eq!(server.send("GET", path, &[("if-none-match", &tag)], None).status, 304, "{path}");
    }
}

#[test]
fn runs_of_player_are_paged_newest_first() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..7 {
        ada.submit(&server, &slide_jam(&format!("walk-{n}"))).expect(201);
    }
    let mut seen = Vec::new();
    let mut next = Some(String::new());
    while let Some(cursor) = next {
        let path = format!("/v1/players/1/runs?limit=3{cursor}");
        let page = server.send("GET", &path, &[], None).ok();
        assert_fits("PlayersRuns", &page);
        seen.extend(page["runs"].as_array().expect("runs").iter().map(|run| run["seed"].clone()));
        next = page["next"].as_str().map(|cursor| format!("&cursor={cursor}"));
    }
    assert_eq!(seen, (0..7).rev().map(|n| json!(format!("walk-{n}"))).collect::<Vec<_>>());
}

#[test]
fn runs_of_time_range_are_listed_without_ranks() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for day in 0..5 {
        server.shared.clock.set_ahead(day * 86_400_000);
        ada.submit(&server, &slide_jam(&format!("day-{day}"))).expect(201);
    }
    let today = server.shared.clock.now().day();
    let query = format!("class=chosen&since={}&until={}&limit=2", today.plus(-3), today);
    let page = board(&server, "slide-jam", &query);
    let seeds = |page: &Json| -> Vec<String> {
        page["entries"]
            .as_array()
            .expect("entries")
            .iter()
            .map(|e| e["seed"].as_str().expect("a seed").to_owned())
            .collect()
    };
    assert_eq!(seeds(&page), ["day-3", "day-2"]);
    assert!(page["entries"][0].get("rank").is_none() && page.get("count").is_none());
    let next = page["next"].as_str().expect("there is more");
    let page = board(&server, "slide-jam", &format!("{query}&cursor={next}"));
    assert_eq!((seeds(&page), page.get("next")), (vec!["day-1".to_owned()], None));
}

#[test]
fn stored_run_of_unknown_rules_version_is_shown() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    ada.submit(&server, &slide_jam("old")).expect(201);
    meddle(&server, "UPDATE categories SET rules = 7");
    let shown = server.send("GET", "/v1/runs/1", &[], None).ok();
    assert_eq!((&shown["rules"], &shown["run"]["rules"]), (&json!(7), &json!(7)), "it is shown as it was submitted");
    for (method, path) in [
        ("POST", "/v1/runs/1/verification"),
        ("GET", "/v1/runs/1/positions/3"),
        ("GET", "/v1/runs/1/positions/3/picture"),
    ] {
        let problem = server.send(method, path, &[], None).problem(422, "unknown_rules");
        assert_eq!(problem["detail"], "rules version 7 of slide-jam is not known here", "{path}");
    }
    let page = server.send("GET", &format!("/v1/players/{}/runs", ada.id), &[], None).ok();
    assert_eq!(page["runs"][0]["rules"], 7, "lists have it too");
}
