//! The export has the tables of a player, as the player sees them.

use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::meddle;
use crate::support::tables::{at, call, load_table, make, next_move, path_of, play_on, players, post, seated_on, text};

const DAY: i64 = 24 * 3_600_000;

fn export(server: &Server, who: &Account) -> Json {
    let export = call(server, who, "GET", "/v1/players/me/export", None).ok();
    assert_fits("PlayerExport", &export);
    export
}

/// The table of an id in an export.
fn of<'a>(export: &'a Json, table: &Json) -> &'a Json {
    let mut tables = export["tables"].as_array().expect("tables").iter();
    tables.find(|exported| exported["table"]["id"] == table["id"]).expect("the table")
}

/// What the calls show a player of a table and all its moves, except for the deadline, which passes.
fn shown(server: &Server, who: &Account, table: &Json) -> Json {
    call(server, who, "GET", &format!("{}?after=0", path_of(table)), None).ok()
}

#[test]
fn export_has_tables_as_their_player_sees_them() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let waiting = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open"] }));
        // Each seat of this game has a hidden hand.
        let hidden = play_on(&server, &seated_on(&server, json!({ "game": "darwinian-poker" }), &all), &all, 4);
        let over = seated_on(&server, json!({ "game": "queensland", "options": { "games": "one" } }), &all[..2]);
        let over = play_on(&server, &over, &all, 500);
        let not_hers = make(&server, &all[1], &json!({ "game": "queensland", "seats": ["you", "robot"] }));
        for who in &all[..2] {
            let export = export(&server, who);
            for table in [&hidden, &over] {
                let seat =
                    load_table(&server, table).seat_of(funhouse::store::PlayerId(who.id.parse().expect("a number")));
                let exported = of(&export, table);
                assert_eq!(exported["table"], shown(&server, who, table));
                let notes = load_table(&server, table);
                let own: Vec<Json> = notes
                    .notes
                    .iter()
                    .enumerate()
                    .filter(|(_, note)| Some(note.seat) == seat)
                    .map(|(at, note)| {
                        let mv: Json =
                            serde_json::from_str(notes.game.move_at(at).expect("a move").json()).expect("JSON");
                        json!({ "number": at + 1, "at": note.at, "move": mv })
                    })
                    .collect();
                assert!(!own.is_empty());
                assert_eq!(exported["moves"], json!(own));
            }
            let seed = load_table(&server, &hidden).stored.terms.seed.to_string();
            assert!(!export.to_string().contains(&seed), "the game is not over");
        }
        let export = export(&server, &all[0]);
        assert_eq!(of(&export, &waiting), &json!({ "table": waiting, "moves": [] }));
        let ids: Vec<&Json> =
            export["tables"].as_array().expect("tables").iter().map(|table| &table["table"]["id"]).collect();
        assert_eq!(ids, [&over["id"], &hidden["id"], &waiting["id"]], "the newest first");
        assert!(!ids.contains(&&not_hers["id"]));
    });
}

#[test]
fn export_embargoes_daily_games_until_their_day_is_closed() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let daily = make(&server, &ada, &json!({ "game": "slide-jam", "daily": true }));
    play_on(&server, &daily, std::slice::from_ref(&ada), 100);
    let seed = load_table(&server, &daily).stored.terms.seed.to_string();
    let before = export(&server, &ada);
    let table = of(&before, &daily);
    assert!(!before.to_string().contains(&seed));
    assert_eq!((table["table"].get("seed"), table["table"].get("embargoed_until").is_some()), (None, true));
    assert_eq!(table["moves"].as_array().map(Vec::len), table["table"]["moves"].as_u64().map(|moves| moves as usize));
    server.shared.clock.set_ahead(DAY);
    wait_for_next_day(&server);
    let after = export(&server, &ada);
    assert_eq!(text(&of(&after, &daily)["table"], "seed"), seed);
}

/// Has the server reach the next day, which closes the one before.
fn wait_for_next_day(server: &Server) {
    crate::support::eventually::eventually("the next day", || {
        let closed = crate::support::store::wait(server.shared.days.closed()).ok()?;
        closed.contains(server.shared.clock.now().day().plus(-1)).then_some(())
    });
}

#[test]
fn export_has_pages_of_tables_each_once() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = json!({ "game": "queensland", "seats": ["you", "open"] });
    let mut created: Vec<Json> = (0..20).map(|_| make(&server, &ada, &table)["id"].clone()).collect();
    let export = export(&server, &ada);
    let mut found: Vec<Json> =
        export["tables"].as_array().expect("tables").iter().map(|table| table["table"]["id"].clone()).collect();
    for ids in [&mut created, &mut found] {
        ids.sort_by_key(Json::to_string);
    }
    assert_eq!(found, created);
}

#[test]
fn export_shows_unreadable_tables_by_their_rows() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated_on(&server, json!({ "game": "queensland" }), &all);
    let (seat, mv) = next_move(&load_table(&server, &table)).expect("a move");
    post(&server, at(&load_table(&server, &table), seat, &all), &table, 0, &[mv]).ok();
    let before = shown(&server, &all[0], &table);
    meddle(&server, "UPDATE table_moves SET json = '{}'");
    let after = export(&server, &all[0]);
    let exported = &of(&after, &table)["table"];
    assert_eq!((exported.get("position"), exported.get("seed")), (None, None));
    for field in ["id", "status", "seats", "you", "moves", "commitment"] {
        assert_eq!(exported[field], before[field], "{field}");
    }
}
