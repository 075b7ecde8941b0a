//! Tables after the database went back to an earlier state while instances run.
//!
//! The law: all instances show the same, every table can be played on or has plainly ended, and no call answers 500. A game that counts for
//! ranks or ratings ends if someone saw more of it than the database has.

use std::collections::BTreeSet;

use funhouse::engine;
use funhouse::rules::game::Kind as GameKind;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, board};
use crate::support::databases::{self, Kind, on_each_kind};
use crate::support::eventually::{eventually, until};
use crate::support::harness::{Server, send};
use crate::support::metrics::metric;
use crate::support::store::{meddle, wait};
use crate::support::tables::{
    Listening, at, call, load_table, make, min_seats, next_move, path_of, play_on, players, post, resign, seated, show,
};

/// What an earlier state restores. Those that refer to others come first.
const TABLES: [&str; 24] = [
    "contest_entrants",
    "contest_rounds",
    "contests",
    "player_events",
    "table_moves",
    "table_players",
    "table_requests",
    "ranked_games",
    "averages",
    "records",
    "ratings",
    "rated_pairs",
    "early_leaves",
    "bests",
    "seed_bests",
    "score_counts",
    "move_counts",
    "runs",
    "game_tables",
    "tokens",
    "player_requests",
    "names_taken",
    "players",
    "meta",
];

/// Saves a single state of the database.
fn save(server: &Server) {
    let begin = match databases::kind() {
        Kind::Sqlite => "BEGIN IMMEDIATE",
        Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    let forget = TABLES.map(|table| format!("DROP TABLE IF EXISTS saved_{table}"));
    let copy = TABLES.map(|table| format!("CREATE TABLE saved_{table} AS SELECT * FROM {table}"));
    meddle(server, &format!("{begin}; {}; COMMIT", [forget, copy].concat().join("; ")));
}

/// Has the database go back to the saved state, in one transaction that waits for those of the service.
fn go_back(server: &Server) {
    let begin = match databases::kind() {
        Kind::Sqlite => "BEGIN IMMEDIATE",
        Kind::Postgres => "BEGIN; SELECT pg_advisory_xact_lock(1179995720)",
    };
    let delete = TABLES.map(|table| format!("DELETE FROM {table} WHERE 1 = 1"));
    let mut restore = TABLES.map(|table| format!("INSERT INTO {table} SELECT * FROM saved_{table}"));
    restore.reverse();
    meddle(server, &format!("{begin}; {}; COMMIT", [delete, restore].concat().join("; ")));
}

/// A table with a player at the first seat and robots at all others, or a ranked solitaire.
fn alone(server: &Server, who: &Account, game: &str, seats: usize) -> Json {
    let seats: Vec<&str> = std::iter::once("you").chain(std::iter::repeat("robot")).take(seats).collect();
    let is_ranked = engine::game(game).is_some_and(|game| game.newest().ranked().is_some());
    make(server, who, &if is_ranked { json!({ "game": game }) } else { json!({ "game": game, "seats": seats }) })
}

/// Plays this many moves of a player at a table with robots, each once the robots have moved.
fn play_with_robots(server: &Server, who: &Account, table: &Json, count: usize) {
    for _ in 0..count {
        eventually("the turn of the player", || {
            let now = load_table(server, table);
            let (_, mv) = next_move(&now).filter(|(seat, _)| table["you"] == json!(seat))?;
            [200].contains(&post(server, who, table, now.move_count(), &[mv]).status).then_some(())
        });
    }
}

/// What each instance shows of a table. No call may answer 500.
fn shown_by_all(server: &Server, who: &Account, table: &Json) -> Vec<Json> {
    let ask = |base: &str| {
        let answer = send(base, "GET", &format!("{}?after=0", path_of(table)), &[who.header()], None);
        assert!(answer.status < 500, "{}", answer.body);
        answer.json()
    };
    server.bases().into_iter().map(ask).collect()
}

/// Asserts the law for a table, and returns what all instances show of it.
fn assert_law(server: &Server, all: &[Account], table: &Json) -> Json {
    // Whichever instance comes first may set the table back.
    shown_by_all(server, &all[0], table);
    let shown = eventually("all instances to agree", || {
        let shown = shown_by_all(server, &all[0], table);
        let differing: BTreeSet<String> = shown.iter().map(ToString::to_string).collect();
        (differing.len() == 1).then(|| shown[0].clone())
    });
    if shown["status"] == "playing" {
        let (moves, played) = (shown["moves"].as_u64(), play_on(server, table, all, 1));
        assert!(played["moves"].as_u64() > moves || played["status"] == "over", "it goes on: {played}");
    } else if shown["status"] == "over" {
        assert!(shown["ending"].is_string() && shown["seed"].is_string(), "{shown}");
        let run = call(server, &all[0], "GET", &format!("{}/run", path_of(table)), None).ok();
        assert_eq!(run["commitment"], table["commitment"]);
    }
    shown
}

#[test]
fn law_of_set_back_tables_holds_for_every_game() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 8);
        for game in engine::games() {
            let facts = game.newest().facts();
            let seats = min_seats(game);
            let is_ranked = game.newest().ranked().is_some();
            let seats = if is_ranked { &all[..1] } else { &all[..seats] };
            let table = if is_ranked { alone(&server, &all[0], facts.id, 1) } else { seated(&server, facts.id, seats) };
            play_on(&server, &table, seats, 2);
            save(&server);
            let before = load_table(&server, &table).move_count();
            for _ in 0..2 {
                play_on(&server, &table, seats, 1);
                shown_by_all(&server, &all[0], &table);
            }
            let lost = load_table(&server, &table).move_count() > before;
            go_back(&server);
            let shown = assert_law(&server, seats, &table);
            let counts = is_ranked || facts.kind == GameKind::Seated && seats.len() > 1;
            if lost && counts {
                assert_eq!((&shown["ending"], &shown["set_backs"]), (&json!("set_back"), &json!(1)), "{}", facts.id);
                assert!(shown.get("places").is_none() && shown.get("run").is_none(), "{shown}");
            } else if lost {
                assert_eq!((&shown["status"], &shown["set_backs"]), (&json!("playing"), &json!(1)), "{}", facts.id);
            }
            for who in seats {
                call(&server, who, "POST", &format!("{}/resignation", path_of(&table)), None);
            }
        }
    });
}

#[test]
fn move_of_a_lost_history_is_not_stored() {
    let Some((server, _chosen)) = crate::support::harness::three_instances() else { return };
    let all = players(&server, 2);
    let table = alone(&server, &all[0], "queensland", 2);
    let bases = server.bases();
    let see = |base: &str| send(base, "GET", &path_of(&table), &[all[0].header()], None).ok();
    play_with_robots(&server, &all[0], &table, 1);
    save(&server);
    play_with_robots(&server, &all[0], &table, 2);
    // Only the first instance knows what is lost.
    let known = see(bases[0])["moves"].as_u64().expect("a number") as usize;
    go_back(&server);
    for round in 0..4 {
        for base in &bases {
            let shown = see(base);
            let after = shown["moves"].as_u64().expect("a number") as usize;
            let now = load_table(&server, &table);
            let Some((_, mv)) = next_move(&now).filter(|(seat, _)| shown["you"] == json!(seat)) else { continue };
            let body = json!({ "game": "queensland", "after": after, "moves": [mv] });
            let answer = send(base, "POST", &format!("{}/moves", path_of(&table)), &[all[0].header()], Some(&body));
            assert!([200, 412].contains(&answer.status), "round {round}, {known} known: {}", answer.body);
        }
    }
    let shown = shown_by_all(&server, &all[0], &table);
    assert!(shown.iter().all(|shown| shown["set_backs"] == 1), "one instance set it back, once: {shown:?}");
}

#[test]
fn stream_of_set_back_table_starts_over() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 1);
        let table = alone(&server, &all[0], "queensland", 2);
        save(&server);
        let mut listening = Listening::to(server.base(), &path_of(&table), Some(&all[0]), None);
        listening.take(1);
        play_with_robots(&server, &all[0], &table, 2);
        let known =
            eventually("moves", || Some(listening.take(1).pop()?.2["moves"].as_u64()?).filter(|moves| *moves > 1));
        go_back(&server);
        let set_back = listening.next_named("set_back");
        assert_eq!(set_back["set_backs"], 1);
        assert!(set_back["moves"].as_u64().is_some_and(|moves| moves <= known), "{set_back}");
        let after = listening.take(1);
        let numbers: Vec<u64> =
            after.iter().filter(|(name, ..)| name == "move").filter_map(|(_, _, mv)| mv["number"].as_u64()).collect();
        let (_, id, shown) = after.last().expect("the table");
        assert_eq!(numbers, (1..=shown["moves"].as_u64().expect("a number")).collect::<Vec<_>>(), "all moves follow");
        assert_eq!((id.as_str(), &shown["set_backs"]), (format!("{}-1", shown["moves"]).as_str(), &json!(1)));

        // A client that knows the lost version, or more moves than there are, starts over, too.
        for lost in ["1", "9999-1", "0-7"] {
            let headers = [all[0].header(), ("last-event-id", lost)];
            let mut resumed = Listening::with_headers(server.base(), &path_of(&table), &headers);
            assert_eq!(resumed.next().0, "set_back", "{lost}");
        }
        let mut resumed = Listening::with_headers(server.base(), &path_of(&table), &[("last-event-id", id)]);
        assert_ne!(resumed.next().0, "set_back", "it knows this version");
    });
}

#[test]
fn ranked_game_that_was_set_back_counts_nowhere() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let own = make(&server, &ada, &json!({ "game": "slide-jam" }));
        let daily = make(&server, &ada, &json!({ "game": "trampo-land", "daily": true }));
        save(&server);
        for table in [&own, &daily] {
            play_on(&server, table, std::slice::from_ref(&ada), 1);
        }
        go_back(&server);
        for table in [&own, &daily] {
            let shown = show(&server, &ada, table);
            assert_eq!((&shown["status"], &shown["ending"]), (&json!("over"), &json!("set_back")));
            let mv = next_move(&load_table(&server, table)).expect("it could go on").1;
            post(&server, &ada, table, 0, &[mv]).problem(409, "table_over");
        }
        let sql = "SELECT count(*) FROM ranked_games UNION ALL SELECT count(*) FROM averages";
        assert_eq!(wait(databases::numbers(&server.database(), sql)), [0, 0]);
        assert_eq!(board(&server, "slide-jam", "class=ranked")["count"], 0);
        let again = call(&server, &ada, "POST", "/v1/tables", Some(&json!({ "game": "trampo-land", "daily": true })));
        assert_eq!(again.ok()["id"], daily["id"], "the day's seed is not played again");
        make(&server, &ada, &json!({ "game": "slide-jam" }));
        assert_eq!(metric(&server, "funhouse_table_set_backs_total{result=\"ended\"}"), Some(2));
    });
}

#[test]
fn lost_table_is_stored_again_as_ended() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        save(&server);
        let own = make(&server, &ada, &json!({ "game": "slide-jam" }));
        let daily = make(&server, &ada, &json!({ "game": "trampo-land", "daily": true }));
        go_back(&server);
        for table in [&own, &daily] {
            let shown = show(&server, &ada, table);
            assert_eq!((&shown["ending"], &shown["moves"]), (&json!("set_back"), &json!(0)));
        }
        // If another instance let the player begin the day's game again, that game ends.
        go_back(&server);
        let other = Server::start_another(&server);
        let again = make(&other, &ada, &json!({ "game": "trampo-land", "daily": true }));
        assert_ne!(again["id"], daily["id"]);
        call(&server, &ada, "GET", &path_of(&daily), None).problem(404, "unknown_table");
        assert_eq!(show(&server, &ada, &again)["ending"], "set_back");
        assert_eq!(show(&other, &ada, &again)["ending"], "set_back");
    });
}

#[test]
fn game_that_ended_in_the_lost_part_is_over() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
        save(&server);
        // The end publishes the seed.
        assert!(resign(&server, &ada, &table)["seed"].is_string());
        go_back(&server);
        assert_eq!(show(&server, &ada, &table)["ending"], "set_back");
    });
}

#[test]
fn day_that_the_database_lost_stays_closed() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let newest = || wait(server.shared.store.newest_day()).expect("an answer");
        server.send("GET", "/v1/daily", &[], None).ok();
        until("a day", || newest().is_some());
        save(&server);
        let day = newest();
        server.shared.clock.set_ahead(24 * 3_600_000);
        until("the next day", || newest() > day);
        let next = newest();
        go_back(&server);
        server.shared.clock.set_ahead(0);
        until("the day to be closed again", || newest() == next);
    });
}

#[test]
fn versions_of_two_histories_differ() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let tables = ["slide-jam", "trampo-land", "catwalk"].map(|game| alone(&server, &ada, game, 1));
    for table in &tables {
        play_on(&server, table, std::slice::from_ref(&ada), 1);
    }
    let versions: BTreeSet<i64> = tables.iter().map(|table| load_table(&server, table).stored.version).collect();
    assert_eq!(versions.len(), 3, "each is drawn at random: {versions:?}");
}

#[test]
fn idle_stream_notices_that_changes_were_lost() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let table = seated(&server, "queensland", &all);
        save(&server);
        play_on(&server, &table, &all, 2);
        let mut listening = Listening::to(server.base(), &path_of(&table), None, None);
        assert_eq!(listening.take(1)[0].2["moves"], 2);
        go_back(&server);
        // No request and no deadline loads the table: the service checks what its listeners know.
        assert_eq!(listening.next_named("set_back")["moves"], 0);
        assert_eq!(listening.next_named("table")["ending"], "set_back");
    });
}

#[test]
fn events_that_were_lost_reset_the_stream_of_their_player() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let table = seated(&server, "queensland", &all);
        save(&server);
        let shown = |query: &str| call(&server, &all[0], "GET", &format!("/v1/players/me/events?{query}"), None).ok();
        let before = shown("wait=0");
        let headers = [all[0].header()];
        let mut listening = Listening::with_headers(server.base(), "/v1/players/me", &headers);
        assert_eq!(listening.next().0, "reset");
        play_on(&server, &table, &all, 4);
        let (kind, lost, _) = listening.next();
        assert_eq!(kind, "your_turn");
        go_back(&server);
        // The service checks what its listeners know. The table is set back when it is loaded.
        assert_eq!(listening.next_named("reset")["id"], before["position"]);
        assert_eq!(show(&server, &all[0], &table)["ending"], "set_back");
        let kinds: Vec<String> = (0..2).map(|_| listening.next().0).collect();
        assert_eq!(kinds, ["table_set_back", "table_over"]);
        // Another event has the number of the lost one.
        let reset = shown(&format!("after={lost}&wait=0"));
        assert_eq!((&reset["reset"], reset["position"] == before["position"]), (&json!(true), false), "{reset}");
        let since = shown(&format!("after={}&wait=0", before["position"].as_str().expect("a position")));
        assert_eq!(since["events"].as_array().map(Vec::len), Some(2), "{since}");
    });
}

#[test]
fn game_of_which_the_start_was_lost_is_not_dealt_again() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 3);
        let open = json!({ "game": "caribbean-star", "seats": ["you", "open"] });
        let table = make(&server, &all[0], &open);
        save(&server);
        let sit = |who: &Account| call(&server, who, "POST", &format!("{}/seats/2", path_of(&table)), None);
        sit(&all[1]).ok();
        assert!(resign(&server, &all[1], &table)["seed"].is_string(), "the seed is public");
        go_back(&server);
        sit(&all[2]).problem(409, "table_over");
        let shown = show(&server, &all[0], &table);
        assert_eq!(
            (&shown["ending"], shown["seats"].as_array().map(Vec::len)),
            (&json!("set_back"), Some(2)),
            "{shown}"
        );
    });
}

#[test]
fn tables_without_recorded_history_survive_too() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let table = seated(&server, "queensland", &all);
        meddle(&server, "UPDATE game_tables SET history = NULL");
        server.shared.tables.clear_cache();
        show(&server, &all[0], &table);
        save(&server);
        for _ in 0..2 {
            play_on(&server, &table, &all, 1);
        }
        go_back(&server);
        // Another instance, which knows nothing, plays other moves than the lost ones.
        let other = Server::start_another(&server);
        let now = load_table(&other, &table);
        let (seat, lost) = next_move(&now).expect("a move");
        let cells = "abcdef".chars().flat_map(|column| (1..=6).map(move |row| format!("{column}{row}")));
        let mut others =
            cells.map(|cell| json!({ "type": "place", "seat": seat, "cell": cell })).filter(|mv| *mv != lost);
        let who = at(&now, seat, &all);
        assert!(others.any(|mv| post(&other, who, &table, 0, &[mv]).status == 200), "another move is legal");
        for _ in 0..3 {
            play_on(&other, &table, &all, 1);
        }
        let shown = show(&server, &all[0], &table);
        assert_eq!(shown["moves"], show(&other, &all[0], &table)["moves"]);
    });
}

#[test]
fn lost_player_leaves_no_game_to_another_one() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let daily = json!({ "game": "trampo-land", "daily": true });
        save(&server);
        let lost = Account::new(&server, "Lost");
        let table = make(&server, &lost, &daily);
        go_back(&server);
        // A player who signs up again may get the same number.
        let ada = Account::new(&server, "Ada");
        let own = make(&server, &ada, &daily);
        call(&server, &ada, "GET", &path_of(&table), None).problem(404, "unknown_table");
        assert_eq!(show(&server, &ada, &own)["status"], "playing");
    });
}

#[test]
fn readers_of_a_lost_table_all_get_it() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        save(&server);
        let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
        shown_by_all(&server, &ada, &table);
        go_back(&server);
        std::thread::scope(|scope| {
            let read = || show(&server, &ada, &table);
            let readers: Vec<_> = (0..8).map(|_| scope.spawn(read)).collect();
            for reader in readers {
                assert_eq!(reader.join().expect("an answer")["ending"], "set_back");
            }
        });
    });
}

#[test]
fn set_back_game_of_a_contest_makes_its_round_void() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let closes_at = server.shared.clock.now().plus_millis(3_600_000);
        let body = json!({ "name": "Lost", "game": "slide-jam", "rounds": 2, "closes_at": closes_at });
        let contest = call(&server, &all[0], "POST", "/v1/contests", Some(&body)).expect(201);
        let path = format!("/v1/contests/{}", contest["id"].as_str().expect("an id"));
        for who in &all {
            call(&server, who, "POST", &format!("{path}/entrants"), None).ok();
        }
        let shown = || server.send("GET", &path, &[], None).ok();
        until("the rounds to open", || shown()["rounds"][1]["status"] == "open");
        let begin = |who, round| call(&server, who, "POST", &format!("{path}/rounds/{round}/table"), None).expect(201);
        let [first, second] = [1, 2].map(|round| begin(&all[0], round));
        begin(&all[1], 1);
        play_on(&server, &first, &all[..1], 1);
        save(&server);
        play_on(&server, &first, &all[..1], 1);
        shown_by_all(&server, &all[0], &first);
        go_back(&server);
        let ended = eventually("all instances to agree", || {
            let shown = shown_by_all(&server, &all[0], &first);
            shown.iter().all(|table| table["status"] == "over").then(|| shown[0].clone())
        });
        assert_eq!(
            (&ended["ending"], ended.get("seed")),
            (&json!("set_back"), None),
            "the round is still open: {ended}"
        );
        play_on(&server, &second, &all[..1], usize::MAX);
        server.shared.clock.set_ahead(2 * 3_600_000);
        let over = eventually("the rounds to close", || {
            Some(shown()).filter(|contest| (0..2).all(|round| contest["rounds"][round]["status"] == "closed"))
        });
        assert_eq!((&over["rounds"][0]["void"], over["rounds"][1].get("void")), (&json!(true), None));
        let standings = server.send("GET", &format!("{path}/standings"), &[], None).ok();
        assert_eq!((&standings["rounds"], standings["standings"].as_array().map(Vec::len)), (&json!([2]), Some(1)));
    });
}
