//! When rounds open and close: one committed row decides, on all instances and whatever their clocks show.

use serde_json::{Value as Json, json};

use super::{HOUR, begin, close, create, enter, path, play, show, standings, wait_for};
use crate::support::account::Account;
use crate::support::databases::{numbers, on_each_kind};
use crate::support::eventually::{eventually, until};
use crate::support::harness::Server;
use crate::support::store::{confirm_clock, meddle, wait};
use crate::support::tables::{call, load_table, next_move, path_of, players, post};

const DAY: i64 = 24 * HOUR;

#[test]
fn closing_on_one_instance_holds_on_all() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ahead = Server::start_another(&server);
        let all = players(&server, 2);
        let contest = create(&server, &all[0], json!({}));
        all.iter().for_each(|who| enter(&server, who, &contest));
        wait_for(&server, &contest, 1, "open");
        let table = begin(&server, &all[0], &contest, 1);
        let now = load_table(&server, &table);
        let (_, mv) = next_move(&now).expect("a move");
        // The clock of the other instance passes the end of the round, and this one's does not.
        ahead.shared.clock.set_ahead(2 * HOUR);
        wait_for(&server, &contest, 1, "closed");
        let refused = post(&server, &all[0], &table, now.move_count(), &[mv]);
        assert_eq!(refused.status, 409, "{}", refused.body);
        assert!(["round_closed", "table_over"].contains(&refused.json()["code"].as_str().expect("a code")));
        let late = call(&server, &all[1], "POST", &format!("{}/rounds/1/table", path(&contest)), None);
        late.problem(409, "round_closed");
        for instance in [&server, &ahead] {
            let shown = call(instance, &all[1], "GET", &path_of(&table), None).ok();
            assert_eq!((&shown["ending"], shown["seed"].is_string()), (&json!("abandoned"), true));
            assert_eq!(standings(instance, &contest)["rounds"], json!([1]));
        }
    });
}

#[test]
fn closing_refuses_moves_before_the_games_are_ended() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let contest = create(&server, &ada, json!({}));
        enter(&server, &ada, &contest);
        wait_for(&server, &contest, 1, "open");
        let table = begin(&server, &ada, &contest, 1);
        let now = load_table(&server, &table);
        let (_, mv) = next_move(&now).expect("a move");
        // The row that closes the round, and nothing after it, as if the instance was killed right then.
        meddle(&server, "UPDATE contest_rounds SET state = 2, due = NULL WHERE state = 1");
        post(&server, &ada, &table, now.move_count(), &[mv]).problem(409, "round_closed");
        assert!(show(&server, &ada, &contest)["rounds"][0]["seed"].is_string());
        assert!(call(&server, &ada, "GET", &path_of(&table), None).ok().get("embargoed_until").is_none());
        assert_eq!(standings(&server, &contest)["rounds"], json!([]), "its games are not over");
        meddle(&server, "UPDATE contest_rounds SET due = opens_at WHERE state = 2");
        wait_for(&server, &contest, 1, "closed");
        assert_eq!(standings(&server, &contest)["standings"][0]["place"], 1);
    });
}

#[test]
fn round_is_settled_although_a_game_cannot_be_read() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let contest = create(&server, &all[0], json!({}));
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    begin(&server, &all[0], &contest, 1);
    play(&server, &all[1], &contest, 1);
    meddle(&server, &format!("UPDATE game_tables SET rules = 99 WHERE maker = {}", all[0].id));
    // Nothing is in memory.
    let server = Server::start_ahead(server.stop(), 2 * HOUR);
    wait_for(&server, &contest, 1, "closed");
    let shown = standings(&server, &contest);
    let names: Vec<&Json> = shown["standings"].as_array().expect("places").iter().map(|of| &of["name"]).collect();
    assert_eq!(names, ["Player 1", "Player 0"], "{shown}");
}

#[test]
fn unconfirmed_clock_opens_and_closes_no_round() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let contest = create(&server, &ada, json!({ "schedule": "daily", "rounds": 9 }));
    enter(&server, &ada, &contest);
    wait_for(&server, &contest, 1, "open");
    server.shared.clock.set_ahead(5 * DAY);
    until("deadlines to wait", || wait(server.shared.days.time()).expect("a time").deadlines_wait);
    let table = begin(&server, &ada, &contest, 1);
    // Several checks of the clock.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let shown = show(&server, &ada, &contest);
    let status: Vec<&str> =
        shown["rounds"].as_array().expect("rounds").iter().filter_map(|of| of["status"].as_str()).collect();
    assert_eq!(status[..2], ["open", "scheduled"], "{shown}");
    assert!(shown["rounds"][0].get("seed").is_none());
    confirm_clock(&server);
    wait_for(&server, &contest, 5, "closed");
    wait_for(&server, &contest, 6, "open");
    assert_eq!(call(&server, &ada, "GET", &path_of(&table), None).ok()["ending"], "abandoned");
}

#[test]
fn daily_rounds_follow_each_other() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let contest = create(&server, &all[0], json!({ "schedule": "daily", "rounds": 2 }));
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    let second = format!("{}/rounds/2/table", path(&contest));
    call(&server, &all[0], "POST", &second, None).problem(409, "round_not_open");
    play(&server, &all[0], &contest, 1);
    server.shared.clock.set_ahead(DAY + HOUR / 2);
    wait_for(&server, &contest, 1, "closed");
    wait_for(&server, &contest, 2, "open");
    assert_eq!(standings(&server, &contest)["rounds"], json!([1]), "of the first round");
    call(&server, &all[0], "POST", &second, None).expect(201);
    let events = call(&server, &all[1], "GET", "/v1/players/me/events?wait=0", None).ok();
    assert_eq!(events["reset"], true, "a new client reads its contests first");
}

#[test]
fn entrants_get_events_of_rounds() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let opens_at = server.shared.clock.now().plus_millis(HOUR / 2);
        let contest = create(&server, &all[0], json!({ "opens_at": opens_at }));
        all.iter().for_each(|who| enter(&server, who, &contest));
        let start = call(&server, &all[1], "GET", "/v1/players/me/events?wait=0", None).ok();
        let position = start["position"].as_str().expect("a position").to_owned();
        server.shared.clock.set_ahead(HOUR / 2);
        wait_for(&server, &contest, 1, "open");
        let next = |position: &str| {
            let path = format!("/v1/players/me/events?wait=20&after={position}");
            call(&server, &all[1], "GET", &path, None).ok()
        };
        let opened = next(&position);
        let event = &opened["events"][0];
        assert_eq!(event["type"], "contest_round_opened", "{opened}");
        assert_eq!(event["contest"], json!({ "id": contest["id"], "round": 1 }));
        close(&server, &contest);
        let closed = next(opened["position"].as_str().expect("a position"));
        assert_eq!(closed["events"][0]["type"], "contest_round_closed", "{closed}");
        assert_eq!(closed["events"].as_array().map(Vec::len), Some(1), "each once");
    });
}

/// How many games a round has when it closes: all of them are open.
const GAMES: i64 = 1_000;

#[test]
fn closing_takes_one_commit_and_settling_follows() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let contest = create(&server, &ada, json!({ "game": "trampo-land" }));
        enter(&server, &ada, &contest);
        wait_for(&server, &contest, 1, "open");
        begin(&server, &ada, &contest, 1);
        // The same table for others, who have no moves yet.
        let counted =
            format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {GAMES})");
        let (other, first) = ("1000 + n", "(SELECT min(id) FROM game_tables)");
        meddle(
            &server,
            &format!(
                "{counted} INSERT INTO players (id, name, created_at) SELECT {other}, 'Other ' || n, 0 FROM numbers;
                {counted} INSERT INTO contest_entrants (contest, player, state, since)
                    SELECT contests.id, {other}, 1, 0 FROM numbers, contests;
                UPDATE contests SET entrants = entrants + {GAMES};
                {counted} INSERT INTO table_players (player, created_at, table_id, is_open)
                    SELECT {other}, created_at, n, 1 FROM numbers, game_tables WHERE game_tables.id = {first};
                {counted} INSERT INTO game_tables (id, version, game, rules, options, seed, ranked, listed, pace, maker, created_at,
                        status, occupants, clocks, started_at, moves, set_backs, approval, requests, refused, round)
                    SELECT n, 0, game, rules, options, seed, ranked, listed, pace, {other}, created_at, status,
                        '[' || ({other}) || ']', clocks, started_at, 0, 0, approval, requests, refused, round
                    FROM numbers, game_tables WHERE game_tables.id = {first}"
            ),
        );
        server.shared.clock.set_ahead(2 * HOUR);
        let shown = eventually("the round to close", || {
            let shown = show(&server, &ada, &contest);
            (shown["rounds"][0]["status"] != "open").then_some(shown)
        });
        assert!(shown["rounds"][0]["seed"].is_string(), "everything is public at once: {shown}");
        wait_for(&server, &contest, 1, "closed");
        let standings = standings(&server, &contest);
        let all: std::collections::BTreeSet<u64> =
            standings["standings"].as_array().expect("places").iter().filter_map(|of| of["place"].as_u64()).collect();
        assert_eq!(all, [1].into(), "no one has finished, so all are level");
        until("all to be notified", || {
            let sql = "SELECT count(*) FROM player_events WHERE kind = 21";
            wait(numbers(&server.database(), sql)) == [GAMES + 1]
        });
    });
}
