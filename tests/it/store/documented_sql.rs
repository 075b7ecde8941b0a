//! The SELECTs of `docs/database.md` read the boards that the service shows.

use funhouse::store::{NewRun, NewSeason, SeasonCreated};
use serde_json::Value as Json;

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::texts;
use crate::support::harness::Server;
use crate::support::store::{new_app, new_run, new_user, wait};

const PAGE: &str = include_str!("../../../docs/database.md");

/// The SELECTs of the page, in order.
fn selects() -> Vec<&'static str> {
    PAGE.split("```sql\n").skip(1).filter_map(|rest| rest.split(";\n```").next()).collect()
}

/// Replaces what must be in the text.
fn replaced(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old} in {text}");
    text.replace(old, new)
}

/// The entries that the service shows, each as text: name, score, moves and run.
fn shown(board: &Json) -> Vec<String> {
    let entry = |entry: &Json| {
        let name = entry["player"]["name"].as_str().expect("a name");
        let run = entry["run"].as_str().expect("a number");
        format!("{name} {} {} {run}", entry["score"], entry["moves"])
    };
    board["entries"].as_array().expect("entries").iter().map(entry).collect()
}

#[test]
fn documented_selects_read_the_served_boards() {
    let server = Server::start();
    for (name, seeds) in [("Ada", &["one", "two", "three"][..]), ("Ben", &["two", "four"]), ("Cy", &["five"])] {
        let account = Account::new(&server, name);
        for seed in seeds {
            account.submit(&server, &slide_jam(seed)).expect(201);
        }
    }
    let (store, received_at) = (&server.shared.store, server.shared.clock.now());
    let app = new_app(store);
    let user = new_user(store, app, "Dora");
    let (first, last) = (received_at.day(), received_at.day().plus(30));
    let season = wait(store.create_season(NewSeason { app, name: "A season".to_owned(), first, last }));
    let Ok(SeasonCreated::New(season)) = season else { panic!("{season:?}") };
    assert!(wait(store.submit(NewRun { received_at, ..new_run(user, 1) })).expect("an outcome").is_new());
    let day = received_at.day().to_string();
    let [month, season] = [format!("period=month&app={app}"), format!("season={season}")];
    let boards = ["show=bests&period=month", "show=runs", &month, &season].map(|query| {
        let board = board(&server, "slide-jam", &format!("class=chosen&{query}&limit=10"));
        shown(&board)
    });
    assert_eq!(boards.each_ref().map(Vec::len), [3, 6, 1, 1]);
    let selects = selects();
    assert_eq!(selects.len(), boards.len());
    for (select, expected) in selects.into_iter().zip(boards) {
        let mut select = replaced(select, "'ranked'", "'chosen'");
        if select.contains("app-7") {
            select = replaced(&select, "app-7", &format!("app-{app}"));
        }
        if select.contains("..") {
            select = replaced(&select, "2026-12-01..2026-12-31", &format!("{first}..{last}"));
        } else if select.contains("period") {
            select = replaced(&select, "'2026-11'", &format!("'{}'", &day[..7]));
        }
        let rows = format!("SELECT name || ' ' || score || ' ' || moves || ' ' || run FROM ({select}) AS entries");
        assert_eq!(wait(texts(&server.database(), &rows)), expected, "{select}");
    }
}
