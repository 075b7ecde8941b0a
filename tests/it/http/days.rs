//! Closing a day: one committed row publishes its seeds, runs and key on all instances, and refuses later moves, whatever
//! the clocks show.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use funhouse::engine::analysis::VERSION;
use funhouse::pars::default_deal;
use funhouse::store::calendar::{ClosedDays, Day};
use funhouse::store::{
    Changed, Ending, NewRun, Occupant, PackedMoves, Par, ParLine, RankedSeed, SeedClass, Submitted, TableChange,
    TableCreated, TableId, TableStatus, Window,
};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::eventually::{eventually, until};
use crate::support::harness::{Answer, Server};
use crate::support::store::{new_player, new_run, opened, wait};
use crate::support::stored_tables::{APPLIED, change, moved, ranked_table, start, state};
use crate::support::tables::{call, load_table, make, next_move, path_of, players, post, text};

const DAY: i64 = 24 * 3_600_000;
/// Games whose built-in player moves quickly.
const GAMES: [&str; 3] = ["slide-jam", "trampo-land", "whack-a-dummy"];

fn day_of(server: &Server, date: Day) -> Json {
    server.send("GET", &format!("/v1/daily/{date}"), &[], None).ok()
}

/// The seed of a ranked game on a day, if it is public.
fn seed_of<'a>(day: &'a Json, game: &str) -> Option<&'a str> {
    day["ranked"][game]["seed"].as_str()
}

#[test]
fn closed_day_refuses_new_tables_and_moves() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
        let today = start().day();
        let daily = |id, player, day| {
            let mut new = ranked_table(id, player);
            new.terms.ranked = Some(RankedSeed::Daily(day));
            new
        };
        wait(store.reach_day(today)).expect("it is stored");
        for (id, player) in [(1, ada), (2, ben)] {
            assert_eq!(wait(store.create_table(daily(id, player, today))), Ok(TableCreated::New));
        }
        let playing = |player| state(TableStatus::Playing, &[Occupant::Player(player)]);
        let on = |day, of: TableChange| TableChange { window: Some(Window::Day(day)), ..of };
        let open = ClosedDays::before(today);
        assert_eq!(wait(store.change_table(TableId(1), 0, on(today, change(playing(ada), vec![moved(1)])))), APPLIED);
        assert_eq!(wait(store.tables_left_open(open, 9)), Ok(vec![]));

        wait(store.reach_day(today.plus(1))).expect("it is stored");
        let closed = ClosedDays::before(today.plus(1));
        assert!(closed.contains(today) && !closed.contains(today.plus(1)) && !open.contains(today));
        let finished = state(TableStatus::Over(Ending::Finished), &[Occupant::Player(ada)]);
        for late in [change(playing(ada), vec![moved(2)]), change(finished, vec![moved(2)])] {
            assert_eq!(wait(store.change_table(TableId(1), 1, on(today, late))), Ok(Changed::WindowClosed));
        }
        assert_eq!(
            wait(store.create_table(daily(3, new_player(&store, "Cid"), today))),
            Ok(TableCreated::WindowClosed)
        );
        assert_eq!(
            wait(store.create_table(daily(3, ada, today))),
            Ok(TableCreated::Existing(TableId(1))),
            "it is hers already"
        );
        assert_eq!(wait(store.create_table(daily(4, ada, today.plus(1)))), Ok(TableCreated::New));
        let other = ranked_table(5, ada);
        assert_eq!(wait(store.create_table(other)), Ok(TableCreated::New));

        // Only its end is stored, of each once.
        assert_eq!(wait(store.tables_left_open(closed, 9)), Ok(vec![TableId(1), TableId(2)]));
        assert_eq!(wait(store.tables_left_open(closed, 1)).expect("tables").len(), 1);
        for (id, version, player) in [(1, 1, ada), (2, 0, ben)] {
            let over = state(TableStatus::Over(Ending::Abandoned), &[Occupant::Player(player)]);
            assert_eq!(wait(store.change_table(TableId(id), version, change(over, vec![]))), APPLIED);
        }
        assert_eq!(wait(store.tables_left_open(closed, 9)), Ok(vec![]));
        assert_eq!(wait(store.moves_of_table(TableId(1), 0)), Ok(vec![moved(1)]));
    });
}

#[test]
fn runs_of_a_closed_day_are_chosen() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let of_day = |n, day: Day| {
            let run = new_run(ada, n);
            let mut category = run.category.clone();
            category.class = SeedClass::Daily;
            NewRun { category, received_at: day.start(), ..run }
        };
        let today = start().day();
        wait(store.reach_day(today)).expect("it is stored");
        let classes = [(1, today), (2, today.plus(-1))].map(|(n, day)| match wait(store.submit(of_day(n, day))) {
            Ok(Submitted::New { class, .. }) => class,
            other => panic!("{other:?}"),
        });
        assert_eq!(classes, [SeedClass::Daily, SeedClass::Chosen]);
        let meant = NewRun { required_class: Some(SeedClass::Daily), ..of_day(3, today.plus(-1)) };
        assert_eq!(wait(store.submit(meant)), Ok(Submitted::ClassDiffers(SeedClass::Chosen)));
    });
}

/// Counts of what became of posted moves.
#[derive(Default)]
struct Counts {
    accepted: AtomicU64,
    refused: AtomicU64,
}

/// Plays tables on by the built-in player's moves, one move each in turn, until each was refused once as of a closed day. Fails if a move is
/// accepted that was sent after the seeds were public.
fn play_until_refused(server: &Server, who: &Account, tables: &[Json], is_public: &AtomicBool, counts: &Counts) {
    let mut open: Vec<&Json> = tables.iter().collect();
    while !open.is_empty() {
        open.retain(|table| {
            let now = load_table(server, table);
            let Some((_, mv)) = next_move(&now).filter(|_| !now.over()) else { return false };
            let was_public = is_public.load(Ordering::SeqCst);
            let answer = post(server, who, table, now.move_count(), &[mv]);
            match answer.status {
                200 => {
                    assert!(!was_public, "a move was accepted after its seed was public: {}", answer.body);
                    counts.accepted.fetch_add(1, Ordering::SeqCst);
                    true
                }
                // Another process that writes to the same file is let through first.
                503 => true,
                _ => {
                    assert!(is_late(&answer), "{}", answer.body);
                    counts.refused.fetch_add(1, Ordering::SeqCst);
                    false
                }
            }
        });
    }
}

/// Whether an answer refuses a move since its day is closed, or since that has ended its table.
fn is_late(answer: &Answer) -> bool {
    let code = answer.json()["code"].clone();
    answer.status == 409 && (code == "day_closed" || code == "table_over")
}

#[test]
fn no_move_is_accepted_after_seeds_are_public() {
    on_each_kind(|| {
        let ahead = Server::start_alone();
        let behind = Server::start_another(&ahead);
        let all = players(&ahead, 24);
        let date = behind.shared.clock.now().day();
        let tables: Vec<Vec<Json>> = all
            .iter()
            .map(|who| GAMES.map(|game| make(&ahead, who, &json!({ "game": game, "daily": true }))).to_vec())
            .collect();
        let (is_public, counts) = (AtomicBool::new(false), Counts::default());
        thread::scope(|scope| {
            let (behind, is_public, counts) = (&behind, &is_public, &counts);
            // Some only look on, and have their tables ended.
            for (who, tables) in all.iter().zip(&tables).take(8) {
                scope.spawn(move || play_until_refused(behind, who, tables, is_public, counts));
            }
            until("moves at most tables", || counts.accepted.load(Ordering::SeqCst) >= 40);
            ahead.shared.clock.set_ahead(DAY);
            eventually("the seeds", || seed_of(&day_of(&ahead, date), GAMES[0]).map(str::to_owned));
            is_public.store(true, Ordering::SeqCst);
        });
        assert!(counts.refused.load(Ordering::SeqCst) > 0, "the day was closed while they played");
        assert_eq!(behind.shared.clock.now().day(), date, "it is still that day by the other clock");
        let eve = Account::new(&behind, "Eve");
        let late = call(&behind, &eve, "POST", "/v1/tables", Some(&json!({ "game": GAMES[0], "daily": true })));
        late.problem(409, "day_closed");

        // All that was left open ends, and nothing more is public on one instance than on the other.
        for (who, table) in all.iter().zip(&tables).flat_map(|(who, tables)| tables.iter().map(move |of| (who, of))) {
            let over = eventually("the end of a table", || {
                Some(call(&behind, who, "GET", &path_of(table), None).ok()).filter(|table| table["status"] == "over")
            });
            let ending = text(&over, "ending");
            assert!(ending == "abandoned" || ending == "finished", "{over}");
            let seed = seed_of(&day_of(&ahead, date), text(table, "game")).map(str::to_owned);
            assert_eq!(over["seed"].as_str(), seed.as_deref(), "{over}");
            let run = call(&behind, who, "GET", &format!("{}/run", path_of(table)), None).ok();
            let moves = run["run"]["moves"].as_array().expect("moves").len() as u64;
            assert_eq!(over["moves"].as_u64(), Some(moves));
        }
        assert_eq!(day_of(&behind, date), day_of(&ahead, date));
    });
}

#[test]
fn daily_run_is_chosen_after_day_was_closed() {
    on_each_kind(|| {
        let ahead = Server::start_alone();
        let behind = Server::start_another(&ahead);
        let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&ahead, name));
        let today = behind.send("GET", "/v1/daily", &[], None).ok();
        let run = slide_jam(text(&today["games"]["slide-jam"], "seed"));
        let stored = ada.submit(&behind, &run).expect(201);
        assert_eq!(stored["run"]["class"], "daily");
        let path = format!("/v1/runs/{}", text(&stored["run"], "id"));
        assert!(behind.send("GET", &path, &[], None).ok().get("run").is_none());
        ahead.shared.clock.set_ahead(DAY);
        assert_eq!(ahead.send("GET", &path, &[], None).ok()["run"], run, "the moves are public");
        assert_eq!(ben.submit(&behind, &run).expect(201)["run"]["class"], "chosen");
    });
}

#[test]
fn unconfirmed_clock_closes_no_day() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let date = server.shared.clock.now().day();
        let daily = make(&server, &all[0], &json!({ "game": "slide-jam", "daily": true }));
        let own = make(&server, &all[1], &json!({ "game": "slide-jam" }));
        server.shared.clock.set_ahead(9 * DAY);
        until("deadlines to wait", || wait(server.shared.store.time_record()).expect("it is read").hold.is_some());
        let shown = call(&server, &all[1], "GET", &path_of(&own), None).ok();
        assert_eq!((&shown["status"], shown.get("seed")), (&json!("playing"), None));
        let now = load_table(&server, &daily);
        let (_, mv) = next_move(&now).expect("a move");
        let moved = post(&server, &all[0], &daily, 0, &[mv]).ok();
        assert_eq!((&moved["status"], &moved["moves"], moved.get("seed")), (&json!("playing"), &json!(1), None));
        let path = format!("{}/resignation", path_of(&daily));
        assert_eq!(call(&server, &all[0], "POST", &path, None).ok()["ending"], "resigned");
        call(&server, &all[1], "GET", &format!("{}/run", path_of(&daily)), None).problem(403, "embargoed");
        assert_eq!(seed_of(&day_of(&server, date), "slide-jam"), None);

        wait(server.shared.store.reach_day(date.plus(9))).expect("the operator confirms it");
        let seed = eventually("the seed", || seed_of(&day_of(&server, date), "slide-jam").map(str::to_owned));
        let run = call(&server, &all[1], "GET", &format!("{}/run", path_of(&daily)), None).ok();
        assert_eq!(run["run"]["seed"], json!(seed));
    });
}

/// Each is requested twice in each situation, so that it is built once and then known.
#[test]
fn repeated_daily_games_are_never_outdated() {
    on_each_kind(|| {
        let first = Server::start_alone();
        let second = Server::start_another(&first);
        let today = wait(first.shared.days.today()).expect("a day").day;
        let shown = |date| {
            let shown = [&first, &second, &first, &second].map(|server| day_of(server, date));
            assert!(shown.iter().all(|day| *day == shown[0]), "{shown:?}");
            shown[0].clone()
        };
        assert!(shown(today.plus(1)).get("games").is_none());
        let game = shown(today)["games"]["trampo-land"].clone();
        assert!(game.get("par").is_none() && game["seed"].is_string(), "{game}");

        // A par that one instance stores.
        let deal = default_deal("trampo-land", text(&game, "seed").parse().expect("a seed")).expect("it has pars");
        let line = PackedMoves::pack(b"[]").expect("moves");
        let par = ParLine { par: Par { at_least: 1, at_most: 2 }, analysis: VERSION, nodes: 1, line };
        wait(second.shared.store.set_par(deal, par, Vec::new())).expect("it is stored");
        assert_eq!(shown(today)["games"]["trampo-land"]["par"]["at_most"], 2);

        // The next day, which one instance reaches first.
        second.shared.clock.set_ahead(DAY);
        assert_eq!(second.send("GET", "/v1/daily", &[], None).ok()["date"], json!(today.plus(1)));
        wait(first.shared.days.refresh()).expect("it is read");
        let closed = shown(today);
        assert!(closed["key"].is_string() && seed_of(&closed, "trampo-land").is_some(), "{closed}");
        assert!(shown(today.plus(1))["games"]["trampo-land"]["seed"].is_string());

        // A day far ahead, before and after an operator confirms it.
        second.shared.clock.set_ahead(9 * DAY);
        second.send("GET", "/v1/daily", &[], None).problem(503, "clock_unconfirmed");
        assert!(day_of(&second, today.plus(1)).get("key").is_none());
        wait(second.shared.store.reach_day(today.plus(9))).expect("the operator confirms it");
        assert_eq!(second.send("GET", "/v1/daily", &[], None).ok()["date"], json!(today.plus(9)));
        assert!(day_of(&second, today.plus(1))["key"].is_string());
    });
}

#[test]
fn move_before_midnight_is_rejected_if_day_closed() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let table = make(&server, &ada, &json!({ "game": "slide-jam", "daily": true }));
        let now = load_table(&server, &table);
        let (_, mv) = next_move(&now).expect("a move");
        let first = post(&server, &ada, &table, 0, std::slice::from_ref(&mv)).ok();
        // Another instance, whose clock is ahead, closes the day; this one does not know it yet.
        let today = server.shared.clock.now().day();
        wait(server.shared.store.reach_day(today.plus(1))).expect("it is stored");
        let (_, next) = next_move(&load_table(&server, &table)).expect("a move");
        let late = post(&server, &ada, &table, 1, std::slice::from_ref(&next));
        assert!(is_late(&late), "{}", late.body);
        let again = post(&server, &ada, &table, 0, &[mv]).ok();
        assert_eq!(again["moves"], first["moves"], "a move that was stored in time is confirmed");
        let over = eventually("the end of the table", || {
            Some(call(&server, &ada, "GET", &path_of(&table), None).ok()).filter(|table| table["status"] == "over")
        });
        assert_eq!((&over["ending"], &over["moves"]), (&json!("abandoned"), &json!(1)));
    });
}
