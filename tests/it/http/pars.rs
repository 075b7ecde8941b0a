//! The pars of deals, which are computed in the background.

use std::thread;

use funhouse::api::shared::Shared;
use funhouse::engine::analysis::{VERSION, is_analyzed};
use funhouse::pars::{DailyDeals, Pars, default_deal};
use funhouse::rules::chance::Seed;
use funhouse::rules::robot::Robot;
use funhouse::store::{Deal, Lease};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::eventually::until;
use crate::support::harness::{Server, post};
use crate::support::metrics::metric;
use crate::support::schema::assert_fits;
use crate::support::store::wait;

const DAY: i64 = 24 * 3_600_000;

/// The job of an instance, with the same deals on every day.
fn job(server: &Server, owner: i64, practice: Vec<Deal>) -> Pars {
    let Shared { store, pool, clock, days, tables, .. } = server.shared.clone();
    let daily = DailyDeals { practice, ranked: Vec::new() };
    Pars::new(store, pool, clock, days, move |_| daily.clone(), tables.streams().clone(), owner)
}

fn deal_of(game: &str, seed: &str) -> Deal {
    default_deal(game, seed.parse::<Seed>().expect("a seed")).expect("the game has pars")
}

/// The par that the analysis of a deal of Slide Jam finds.
fn par_of_slide_jam(seed: &str) -> Json {
    let position = post("/v1/games/slide-jam/deal", &json!({ "seed": seed })).ok();
    let request = json!({ "state": position["state"], "effort": "deep" });
    let mut par = post("/v1/games/slide-jam/analysis", &request).ok()["bounds"].clone();
    par["total"] = par["at_most"].clone();
    par
}

/// A run of the greedy robot.
fn run_of(game: &str, seed: &str) -> Json {
    let ruleset = funhouse::engine::game(game).expect("a game").newest();
    let seed = seed.parse().expect("a seed");
    let played = ruleset.play_out(Robot::Greedy, seed, None, serde_json::Map::new(), &mut |_| ());
    played.expect("a run").run
}

#[test]
fn runs_and_boards_show_par_of_their_deal() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
        let get = |path: &str| server.send("GET", path, &[], None);
        let first = ada.submit(&server, &slide_jam("par-1")).expect(201);
        ada.submit(&server, &slide_jam("par-2")).expect(201);
        let id = first["run"]["id"].as_str().expect("an id");
        assert!(get(&format!("/v1/runs/{id}")).ok().get("par").is_none(), "it is not computed yet");
        let pending = get(&format!("/v1/runs/{id}/par"));
        assert_eq!(pending.header("retry-after"), "10");
        pending.problem(404, "par_pending");

        let events =
            |query: &str| server.send("GET", &format!("/v1/players/me/events?{query}"), &[ada.header()], None).ok();
        let start = events("wait=0")["position"].as_str().expect("a position").to_owned();
        assert!(wait(job(&server, 1, Vec::new()).compute_missing()), "all are computed");
        let known = events(&format!("after={start}&wait=0"))["events"].clone();
        assert_eq!((&known[0]["type"], &known[0]["run"]), (&json!("par_known"), &json!(id)), "{known}");
        assert_eq!(known.as_array().map(Vec::len), Some(2), "one for each run: {known}");
        let par = par_of_slide_jam("par-1");
        let run = get(&format!("/v1/runs/{id}")).ok();
        assert_fits("StoredRun", &run);
        assert_eq!(run["par"], par);
        for query in ["class=chosen&show=runs", "class=chosen&since=2020-01-01", "class=chosen&seed=par-1"] {
            let entries = board(&server, "slide-jam", query)["entries"].clone();
            let entry = entries.as_array().expect("entries").iter().find(|entry| entry["run"] == id);
            assert_eq!(entry.expect("it is listed")["par"], par, "{query}");
        }
        let line = get(&format!("/v1/runs/{id}/par")).ok();
        assert_fits("ParLine", &line);
        assert_eq!((&line["par"], &line["run"]["score"]), (&par, &par["total"]));
        assert!(ben.submit(&server, &line["run"]).expect(201)["run"]["score"]["total"] == par["total"]);
        get("/v1/runs/99/par").problem(404, "unknown_run");

        // The checkpoint is behind the new run, whose deal has a par.
        assert!(wait(job(&server, 1, Vec::new()).compute_missing()));
        assert_eq!(wait(server.shared.store.checkpoint(&format!("pars {VERSION}"))).expect("a run").0, 3);
    });
}

/// Where chance is to come, the par is what the strong player reaches in this deal. In The Magic Bag, higher totals are better.
#[test]
fn par_of_games_with_chance_is_a_played_total() {
    let server = Server::start_alone();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    for (game, total) in [("catwalk", "at_most"), ("epic-funhouse", "at_most"), ("magic-bag", "at_least")] {
        let receipt = ada.submit(&server, &run_of(game, "par-3")).expect(201);
        assert!(wait(job(&server, 1, Vec::new()).compute_missing()));
        let id = receipt["run"]["id"].as_str().expect("an id");
        let par = server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok()["par"].clone();
        assert_eq!(par["total"], par[total], "{game}: {par}");
        let line = server.send("GET", &format!("/v1/runs/{id}/par"), &[], None).ok();
        assert_fits("ParLine", &line);
        assert_eq!((&line["par"], &line["run"]["score"]), (&par, &par["total"]));
        assert_eq!(ben.submit(&server, &line["run"]).expect(201)["run"]["score"]["total"], par["total"], "{game}");
    }
}

#[test]
fn every_ranked_game_has_pars() {
    for (game, _) in funhouse::engine::ranked_games() {
        assert!(is_analyzed(game.id(), game.newest().facts().rules), "{}", game.id());
    }
}

#[test]
fn one_instance_at_a_time_computes() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let now = server.shared.clock.now();
        let lease = |owner| Lease { job: format!("pars {VERSION}"), owner, now, until: now.plus_seconds(60) };
        assert_eq!(wait(server.shared.store.lease_job(lease(1))), Ok(true));
        assert_eq!(wait(server.shared.store.lease_job(lease(2))), Ok(false));
        let deals = vec![deal_of("magic-mirror", "par-4")];
        let stored = || wait(server.shared.store.pars(deals.clone(), VERSION)).expect("pars")[0];
        assert!(!wait(job(&server, 2, deals.clone()).compute_missing()), "another instance has the job");
        assert_eq!(stored(), None);
        server.shared.clock.set_ahead(61_000);
        assert!(wait(job(&server, 2, deals.clone()).compute_missing()), "the lease has expired");
        assert!(stored().is_some());
    });
}

#[test]
fn search_pauses_for_analyses_of_callers() {
    let server = Server::start_alone();
    let running = || metric(&server, "funhouse_pool_running{lane=\"analyses\"}");
    // Far from a solution, so that it takes seconds.
    let par = job(&server, 1, vec![deal_of("easy-slider", "par-5")]);
    let searching = thread::spawn(move || wait(par.compute_missing()));
    until("the search", || running() == Some(1));
    let position = post("/v1/games/magic-mirror/deal", &json!({ "seed": "par-5" })).ok();
    let request = json!({ "state": position["state"] });
    let mut answered = 0;
    while !searching.is_finished() {
        server.send("POST", "/v1/games/magic-mirror/analysis", &[], Some(&request)).ok();
        answered += 1;
    }
    assert!(searching.join().expect("it ends"), "the search was finished");
    assert!(answered > 1, "the analyses waited until the search was over");
}

#[test]
fn par_of_ranked_daily_is_secret_until_day_is_closed() {
    let server = Server::start_alone();
    let day = wait(server.shared.days.today()).expect("a day").day;
    let practice = server.shared.seeds.day_key(day).seed("trampo-land");
    let ranked = server.shared.seeds.ranked_daily(day, "trampo-land");
    let deals = [practice, ranked].map(|seed| default_deal("trampo-land", seed).expect("it has pars"));
    assert!(wait(job(&server, 1, deals.to_vec()).compute_missing()));
    let shown = || server.send("GET", &format!("/v1/daily/{day}"), &[], None).ok();
    let today = shown();
    assert_fits("Daily", &today);
    assert!(today["games"]["trampo-land"]["par"]["at_most"].is_u64(), "the seed is public");
    assert!(today["ranked"]["trampo-land"].get("par").is_none(), "its players must not know it");
    server.shared.clock.set_ahead(DAY);
    let closed = shown();
    assert!(closed["ranked"]["trampo-land"]["par"]["at_most"].is_u64(), "{closed}");
}

#[test]
fn service_computes_daily_deals_by_itself() {
    let server = Server::start_alone();
    let day = wait(server.shared.days.today()).expect("a day").newest;
    let deals = funhouse::background::daily_deals(&server.shared.seeds, day);
    let games = |deals: &[Deal]| deals.iter().map(|deal| deal.game.clone()).collect::<Vec<_>>();
    assert_eq!(games(&deals.practice).len(), 9);
    assert_eq!(games(&deals.practice), games(&deals.ranked));
    assert!(deals.practice.iter().zip(&deals.ranked).all(|(practice, ranked)| practice.seed != ranked.seed));
}
