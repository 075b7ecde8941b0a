//! Contests: everyone plays the same secret deals, and anyone can verify them afterwards.

mod secrecy;
mod time;

use funhouse::engine::contest::{self, ContestVerdict};
use funhouse::engine::games;
use funhouse::store::MAX_OPEN_CONTESTS;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::eventually::{eventually, until};
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::meddle;
use crate::support::tables::{call, path_of, play_on, players, post, text};

const HOUR: i64 = 3_600_000;

/// A contest of the game that closes in an hour, with these other fields.
pub(super) fn create(server: &Server, organizer: &Account, mut fields: Json) -> Json {
    let closes_at = server.shared.clock.now().plus_millis(HOUR);
    for (name, value) in [("name", json!("A contest")), ("game", json!("slide-jam"))] {
        fields.as_object_mut().expect("fields").entry(name).or_insert(value);
    }
    if fields.get("schedule").is_none() {
        fields.as_object_mut().expect("fields").entry("closes_at").or_insert(json!(closes_at));
    }
    let contest = call(server, organizer, "POST", "/v1/contests", Some(&fields)).expect(201);
    assert_fits("Contest", &contest);
    contest
}

fn path(contest: &Json) -> String {
    format!("/v1/contests/{}", text(contest, "id"))
}

fn show(server: &Server, who: &Account, contest: &Json) -> Json {
    let shown = call(server, who, "GET", &path(contest), None).ok();
    assert_fits("Contest", &shown);
    shown
}

pub(super) fn enter(server: &Server, who: &Account, contest: &Json) {
    let entered = call(server, who, "POST", &format!("{}/entrants", path(contest)), None).ok();
    assert_eq!(entered["you"]["status"], "entered", "{entered}");
}

/// Waits until a round has a status.
pub(super) fn wait_for(server: &Server, contest: &Json, round: usize, status: &str) -> Json {
    eventually(format!("round {round} to be {status}"), || {
        let shown = server.send("GET", &path(contest), &[], None).ok();
        (shown["rounds"][round - 1]["status"] == status).then_some(shown)
    })
}

fn begin(server: &Server, who: &Account, contest: &Json, round: usize) -> Json {
    let table = call(server, who, "POST", &format!("{}/rounds/{round}/table", path(contest)), None);
    assert!([200, 201].contains(&table.status), "{}", table.body);
    table.json()
}

/// Plays a round to its end, with the built-in player.
pub(super) fn play(server: &Server, who: &Account, contest: &Json, round: usize) -> Json {
    let table = begin(server, who, contest, round);
    let over = play_on(server, &table, std::slice::from_ref(who), usize::MAX);
    assert_eq!(over["ending"], "finished", "{over}");
    over
}

/// Closes all rounds, by the clock of the server. Games that were left open end after that, and then the standings have all rounds.
fn close(server: &Server, contest: &Json) -> Json {
    server.shared.clock.set_ahead(2 * HOUR);
    let count = contest["rounds"].as_array().expect("rounds").len();
    let closed = wait_for(server, contest, count, "closed");
    eventually("the standings to have all rounds", || {
        (standings(server, contest)["rounds"].as_array().map(Vec::len) == Some(count)).then_some(())
    });
    closed
}

fn standings(server: &Server, contest: &Json) -> Json {
    let shown = server.send("GET", &format!("{}/standings", path(contest)), &[], None).ok();
    assert_fits("ContestStandings", &shown);
    shown
}

/// Place, name and sum of each entrant.
fn places(standings: &Json) -> Vec<(u64, &str, u64)> {
    let place = |of: &Json| (of["place"].as_u64().expect("a place"), of["sum"].as_u64().expect("a sum"));
    let list = standings["standings"].as_array().expect("standings");
    list.iter().map(|of| (place(of).0, text(of, "name"), place(of).1)).collect()
}

fn export(server: &Server, contest: &Json) -> Json {
    let exported = server.send("GET", &format!("{}/export", path(contest)), &[], None).ok();
    assert_fits("ContestExport", &exported);
    exported
}

/// Verifies an export among all games.
fn verify(exported: &[u8]) -> Result<ContestVerdict, String> {
    contest::verify(exported, games())
}

#[test]
fn contest_is_played_closed_and_verified() {
    let server = Server::start();
    let all = players(&server, 3);
    let contest = create(&server, &all[0], json!({ "rounds": 2, "entry": "open" }));
    assert_eq!(contest["you"]["status"], "organizer");
    let listed = server.send("GET", "/v1/contests", &[], None).ok();
    assert_eq!(listed["contests"][0]["id"], contest["id"]);
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 2, "open");
    let scores: Vec<u64> = (1..=2)
        .map(|round| {
            let over = play(&server, &all[0], &contest, round);
            assert_eq!((&over["class"], over["contest"]["round"].as_u64()), (&json!("contest"), Some(round as u64)));
            over["receipt"]["run"]["score"]["total"].as_u64().expect("a score")
        })
        .collect();
    assert_eq!(play(&server, &all[1], &contest, 1)["receipt"]["run"]["score"]["total"], scores[0], "the same deal");
    let left = begin(&server, &all[2], &contest, 1);
    assert_eq!(begin(&server, &all[2], &contest, 1)["id"], left["id"], "each has one table of a round");
    let own = show(&server, &all[0], &contest);
    assert_eq!((&own["you"]["games"][1]["score"], &own["entrants"]), (&json!(scores[1]), &json!(3)));
    let entrants = server.send("GET", &format!("{}/entrants", path(&contest)), &[], None).ok();
    let finished: Vec<&Json> =
        entrants["entrants"].as_array().expect("a list").iter().map(|of| &of["finished"]).collect();
    assert_eq!(finished, [&json!([1, 2]), &json!([1]), &json!([])]);
    assert_eq!(standings(&server, &contest), json!({ "rounds": [], "standings": [] }), "no round is closed");

    close(&server, &contest);
    let over = call(&server, &all[2], "GET", &path_of(&left), None).ok();
    assert_eq!((&over["status"], &over["ending"]), (&json!("over"), &json!("abandoned")));
    let shown = standings(&server, &contest);
    let places = places(&shown);
    assert_eq!(places[0], (1, "Player 0", scores[0] + scores[1]));
    assert_eq!((places[1].1, places[2].1, shown["rounds"].clone()), ("Player 1", "Player 2", json!([1, 2])));
    assert!(places[1].2 >= places[0].2 && places[2].2 >= places[1].2, "less is better in Slide Jam: {places:?}");
    // In the first round, two players are level. Only one of them plays the second.
    let gained: Vec<&Json> = shown["standings"].as_array().expect("places").iter().map(|of| &of["gained"]).collect();
    assert_eq!(gained, [&json!(0), &json!(-1), &json!(0)]);

    let exported = export(&server, &contest);
    let verdict = verify(exported.to_string().as_bytes()).expect("an export");
    assert_eq!((verdict.rounds, verdict.runs, verdict.places, &verdict.faults), (2, 3, 3, &vec![]));
    let runs = call(&server, &all[0], "GET", "/v1/players/me/runs?game=slide-jam&class=contest", None).ok();
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(2), "in the player's list");
    assert_eq!(call(&server, &all[0], "GET", "/v1/players/me", None).ok()["bests"], json!([]), "on no board");
    server.send("GET", "/v1/leaderboards/slide-jam?class=contest", &[], None).problem(400, "invalid_query");
}

#[test]
fn giving_up_does_not_finish_a_round() {
    let server = Server::start();
    let all = players(&server, 2);
    let contest = create(&server, &all[0], json!({ "game": "easy-slider", "scoring": "points" }));
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    let table = begin(&server, &all[0], &contest, 1);
    let given_up = post(&server, &all[0], &table, 0, &[json!({ "type": "give_up" })]).ok();
    assert_eq!(
        (&given_up["status"], given_up.get("run")),
        (&json!("over"), None),
        "a run that was given up never ranks"
    );
    let entrants = server.send("GET", &format!("{}/entrants", path(&contest)), &[], None).ok();
    assert_eq!(entrants["entrants"][0]["finished"], json!([]));
    begin(&server, &all[1], &contest, 1);
    close(&server, &contest);
    assert_eq!(places(&standings(&server, &contest)), [(1, "Player 0", 0), (1, "Player 1", 0)]);
    let verdict = verify(export(&server, &contest).to_string().as_bytes()).expect("an export");
    assert_eq!((verdict.runs, &verdict.faults), (0, &vec![]));
}

#[test]
fn tampered_exports_do_not_verify() {
    let server = Server::start();
    let all = players(&server, 2);
    let contest = create(&server, &all[0], json!({ "scoring": "points" }));
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    play(&server, &all[0], &contest, 1);
    let left = begin(&server, &all[1], &contest, 1);
    call(&server, &all[1], "POST", &format!("{}/resignation", path_of(&left)), None).ok();
    close(&server, &contest);
    assert_eq!(places(&standings(&server, &contest)), [(1, "Player 0", 1), (2, "Player 1", 0)]);
    let exported = export(&server, &contest);
    type Change<'a> = &'a dyn Fn(&mut Json);
    let faults = |change: Change| {
        let mut changed = exported.clone();
        change(&mut changed);
        verify(changed.to_string().as_bytes()).expect("an export").faults
    };
    assert_eq!(faults(&|_| {}), Vec::<String>::new());
    let changes: [(&str, Change); 16] = [
        ("a hidden entry next to the other", &|of| {
            let hidden = json!({ "round": 1, "player": of["entries"][0]["player"], "status": "hidden" });
            of["entries"].as_array_mut().expect("a list").push(hidden);
        }),
        ("a round twice", &|of| {
            let again = of["contest"]["rounds"][0].clone();
            of["contest"]["rounds"].as_array_mut().expect("a list").push(again);
        }),
        ("another number of a round", &|of| of["contest"]["rounds"][0]["number"] = json!(2)),
        ("an entry of another round", &|of| {
            let mut other = of["entries"][1].clone();
            other["round"] = json!(2);
            of["entries"].as_array_mut().expect("a list").push(other);
        }),
        ("places gained", &|of| of["standings"][0]["gained"] = json!(1)),
        ("another score of a round", &|of| of["standings"][0]["rounds"][0]["score"] = json!(1)),
        ("other points of a round", &|of| of["standings"][0]["rounds"][0]["adds"] = json!(2)),
        ("no rounds", &|of| of["standings"][0]["rounds"] = json!([])),
        ("another seed", &|of| of["contest"]["rounds"][0]["seed"] = json!("another")),
        ("no seed", &|of| drop(of["contest"]["rounds"][0].as_object_mut().map(|round| round.remove("seed")))),
        ("another score", &|of| of["entries"][0]["run"]["score"] = json!(1)),
        ("a shorter run", &|of| drop(of["entries"][0]["run"]["moves"].as_array_mut().map(Vec::pop))),
        ("another place", &|of| of["standings"][1]["place"] = json!(1)),
        ("another sum", &|of| of["standings"][0]["sum"] = json!(2)),
        ("a missing entrant", &|of| drop(of["entries"].as_array_mut().map(Vec::pop))),
        ("an entry twice", &|of| {
            let again = of["entries"][1].clone();
            of["entries"].as_array_mut().expect("a list").push(again);
        }),
    ];
    for (name, change) in changes {
        assert_ne!(faults(change), Vec::<String>::new(), "{name}");
    }
    assert!(verify(b"{}").is_err());
    assert!(contest::verify(exported.to_string().as_bytes(), &[]).is_err(), "a module without the game");
}

#[test]
fn hidden_runs_and_banned_players_do_not_count() {
    let server = Server::start();
    let all = players(&server, 3);
    let contest = create(&server, &all[0], json!({ "scoring": "points" }));
    all.iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    let runs: Vec<Json> = all.iter().map(|who| play(&server, who, &contest, 1)["run"].clone()).collect();
    close(&server, &contest);
    assert_eq!(places(&standings(&server, &contest)).len(), 3);
    let hide = |sql: &str| {
        meddle(&server, sql);
        // The log of moderators has no entry, so it takes the next minute.
        server.shared.clock.set_ahead(3 * HOUR);
    };
    let run = runs[1].as_str().expect("a number");
    hide(&format!("UPDATE runs SET hidden = 2 WHERE id = {run}"));
    let shown = standings(&server, &contest);
    assert_eq!(places(&shown).iter().map(|place| place.1).collect::<Vec<_>>(), ["Player 0", "Player 2"]);
    let exported = export(&server, &contest);
    assert_eq!(exported["entries"][1], json!({ "round": 1, "player": all[1].id, "status": "hidden" }));
    assert_eq!(verify(exported.to_string().as_bytes()).expect("an export").faults, Vec::<String>::new());
}

#[test]
fn organizer_approves_entrants() {
    let server = Server::start();
    let all = players(&server, 3);
    let contest = create(&server, &all[0], json!({ "approval": true }));
    let entrants = format!("{}/entrants", path(&contest));
    let status = |who: &Account| show(&server, who, &contest)["you"]["status"].clone();
    for who in &all[1..] {
        assert_eq!(call(&server, who, "POST", &entrants, None).ok()["you"]["status"], "asked");
    }
    wait_for(&server, &contest, 1, "open");
    let table = format!("{}/rounds/1/table", path(&contest));
    call(&server, &all[1], "POST", &table, None).problem(403, "not_entered");
    let entrant = |who: &Account| format!("{entrants}/{}", who.id);
    call(&server, &all[1], "POST", &entrant(&all[1]), None).problem(403, "not_organizer");
    call(&server, &all[0], "POST", &entrant(&all[1]), None).ok();
    assert_eq!(call(&server, &all[0], "DELETE", &entrant(&all[2]), None).status, 204);
    assert_eq!((status(&all[1]), status(&all[2])), (json!("entered"), json!("refused")));
    call(&server, &all[1], "POST", &table, None).expect(201);
    call(&server, &all[2], "POST", &table, None).problem(403, "not_entered");
    assert_eq!(call(&server, &all[2], "POST", &entrants, None).ok()["you"]["status"], "refused", "asking again");
    assert_eq!(call(&server, &all[2], "DELETE", &entrant(&all[2]), None).status, 204);
    assert_eq!(status(&all[2]), "refused", "who was refused cannot withdraw and ask again");
    call(&server, &all[0], "DELETE", &entrant(&all[1]), None).problem(409, "already_entered");
    call(&server, &all[0], "POST", &format!("{entrants}/99"), None).problem(404, "unknown_player");
    let listed = server.send("GET", "/v1/contests", &[], None).ok();
    assert_eq!(listed["contests"], json!([]), "it is not open to anyone");
    let own = |who: &Account| call(&server, who, "GET", "/v1/players/me/contests", None).ok()["contests"].clone();
    assert_eq!(own(&all[0])[0]["you"]["status"], "organizer");
    assert_eq!(own(&all[1])[0]["id"], contest["id"]);
    close(&server, &contest);
    let late = Account::new(&server, "Late");
    call(&server, &late, "POST", &entrants, None).problem(409, "contest_closed");
}

#[test]
fn contests_are_listed_until_they_are_over() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let now = server.shared.clock.now();
        let closing_in = |hours: i64| {
            let closes_at = now.plus_millis(hours * HOUR);
            create(&server, &ada, json!({ "entry": "open", "closes_at": closes_at }))["id"].clone()
        };
        let [third, first, second] = [4, 1, 3].map(closing_in);
        let list = |query: &str| server.send("GET", &format!("/v1/contests{query}"), &[], None).ok();
        let ids = |list: &Json| -> Vec<Json> {
            list["contests"].as_array().expect("a list").iter().map(|contest| contest["id"].clone()).collect()
        };
        assert_eq!(ids(&list("")), [first.clone(), second.clone(), third.clone()]);
        let page = list("?limit=2");
        assert_eq!(ids(&page), [first, second.clone()]);
        let next = list(&format!("?limit=2&cursor={}", text(&page, "next")));
        assert_eq!((ids(&next), next.get("next")), (vec![third.clone()], None));
        server.shared.clock.set_ahead(2 * HOUR);
        assert_eq!(ids(&list("")), [second, third]);
    });
}

#[test]
fn organizers_have_a_maximum_of_contests_that_are_not_over() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        all.iter().for_each(|organizer| drop(create(&server, organizer, json!({}))));
        let (more, organizer) = (MAX_OPEN_CONTESTS - 1, &all[0].id);
        meddle(
            &server,
            &format!(
                "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {more})
                INSERT INTO contests (id, organizer, name, game, rules, options, entry, approval, scoring, created_at, closes_at, entrants)
                SELECT n, organizer, name, game, rules, options, entry, approval, scoring, created_at, closes_at, 0
                FROM numbers, contests WHERE organizer = {organizer}"
            ),
        );
        let body = |hours: i64| {
            let closes_at = server.shared.clock.now().plus_millis(hours * HOUR);
            json!({ "name": "One more", "game": "slide-jam", "closes_at": closes_at })
        };
        let send = |who: &Account| call(&server, who, "POST", "/v1/contests", Some(&body(1)));
        send(&all[0]).problem(409, "too_many_contests");
        send(&all[1]).expect(201);
        server.shared.clock.set_ahead(2 * HOUR);
        send(&all[0]).expect(201);
    });
}

#[test]
fn entrants_withdraw_and_organizers_cancel_before_the_first_game() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let contest = create(&server, &all[0], json!({ "entry": "open" }));
        all[..2].iter().for_each(|who| enter(&server, who, &contest));
        let withdraw =
            |who: &Account| call(&server, who, "DELETE", &format!("{}/entrants/{}", path(&contest), who.id), None);
        for who in &all {
            assert_eq!(withdraw(who).status, 204);
        }
        let shown = show(&server, &all[0], &contest);
        assert_eq!((&shown["entrants"], &shown["you"]["status"]), (&json!(0), &json!("organizer")));
        assert_eq!(show(&server, &all[1], &contest).get("you"), None);
        enter(&server, &all[1], &contest);
        call(&server, &all[1], "DELETE", &path(&contest), None).problem(403, "not_organizer");
        wait_for(&server, &contest, 1, "open");
        let canceled = create(&server, &all[0], json!({ "entry": "open" }));
        enter(&server, &all[1], &canceled);
        assert_eq!(call(&server, &all[0], "DELETE", &path(&canceled), None).status, 204);
        call(&server, &all[1], "GET", &path(&canceled), None).problem(404, "unknown_contest");
        let own = call(&server, &all[1], "GET", "/v1/players/me/contests", None).ok();
        assert_eq!(own["contests"].as_array().map(Vec::len), Some(1));
        begin(&server, &all[1], &contest, 1);
        withdraw(&all[1]).problem(409, "contest_begun");
        call(&server, &all[0], "DELETE", &path(&contest), None).problem(409, "contest_begun");
        assert_eq!(show(&server, &all[1], &contest)["entrants"], 1);
    });
}

#[test]
fn creating_a_contest_again_returns_the_same() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let closes_at = server.shared.clock.now().plus_millis(HOUR);
    let body = json!({ "name": "Twice", "game": "slide-jam", "closes_at": closes_at });
    let headers = [ada.header(), ("idempotency-key", "a-key-of-at-least-16")];
    let send = |body: &Json| server.send("POST", "/v1/contests", &headers, Some(body));
    let first = send(&body).expect(201);
    assert_eq!(send(&body).expect(200)["id"], first["id"]);
    let other = json!({ "name": "Other", "game": "slide-jam", "closes_at": closes_at });
    send(&other).problem(422, "idempotency_key_reused");
}

#[test]
fn impossible_contests_are_refused() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let now = server.shared.clock.now();
    let closes_at = json!(now.plus_millis(HOUR));
    let refused = |change: Json, status: u16, code: &str| {
        let mut body = json!({ "name": "A contest", "game": "slide-jam", "closes_at": closes_at });
        for (name, value) in change.as_object().expect("fields") {
            body[name] = value.clone();
        }
        body.as_object_mut().expect("fields").retain(|_, value| *value != json!("absent"));
        call(&server, &ada, "POST", "/v1/contests", Some(&body)).problem(status, code);
    };
    refused(json!({ "game": "queensland" }), 422, "seated_game");
    refused(json!({ "game": "none" }), 400, "invalid_body");
    refused(json!({ "rules": 9 }), 422, "unknown_rules");
    refused(json!({ "options": { "none": 1 } }), 400, "invalid_body");
    for game in ["catwalk", "epic-funhouse"] {
        refused(json!({ "game": game, "options": { "dexterity": "reported" } }), 422, "inconsistent");
    }
    refused(json!({ "name": "" }), 422, "invalid_name");
    refused(json!({ "rounds": 0 }), 400, "invalid_body");
    refused(json!({ "rounds": 13 }), 400, "invalid_body");
    refused(json!({ "closes_at": "absent" }), 422, "inconsistent");
    refused(json!({ "closes_at": now }), 422, "inconsistent");
    for no_time in ["noon", "2026-12-24"] {
        refused(json!({ "closes_at": no_time }), 400, "invalid_body");
        refused(json!({ "opens_at": no_time }), 400, "invalid_body");
    }
    refused(json!({ "schedule": "daily" }), 422, "inconsistent");
    refused(json!({ "opens_at": now.plus_millis(400 * 24 * HOUR) }), 422, "inconsistent");
    refused(json!({ "entry": "app" }), 422, "inconsistent");
    refused(json!({ "entry": null }), 400, "invalid_body");
    refused(json!({ "what": 1 }), 400, "invalid_body");
    for missing in ["0000000000000001", "1", "x"] {
        let path = format!("/v1/contests/{missing}");
        server.send("GET", &path, &[], None).problem(404, "unknown_contest");
        call(&server, &ada, "DELETE", &path, None).problem(404, "unknown_contest");
        call(&server, &ada, "POST", &format!("{path}/entrants"), None).problem(404, "unknown_contest");
        call(&server, &ada, "POST", &format!("{path}/rounds/1/table"), None).problem(404, "unknown_contest");
    }
    let contest = create(&server, &ada, json!({}));
    call(&server, &ada, "POST", &format!("{}/rounds/2/table", path(&contest)), None).problem(404, "not_found");
    until("the round to open", || show(&server, &ada, &contest)["rounds"][0]["status"] == "open");
}
