//! `funhouse copy`: everything moves from one kind of database to the other and back.

use std::path::Path;
use std::process::{Command, Output};

use funhouse::store::calendar::Timestamp;
use funhouse::store::{Act, Moderated, ModerationOrder, PlayerId, Reason, RunId, database};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::databases::{Kind, Of, address_of, address_of_file, hex_of, meddle, numbers, texts};
use crate::support::harness::{Server, send};
use crate::support::process::Process;
use crate::support::store::wait;

fn copy(from: &str, to: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    program.args(["copy", "--from", from, "--to", to]).output().expect("the program runs")
}

/// Copies, and returns the output.
fn copied(from: &str, to: &str) -> String {
    let output = copy(from, to);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Runs a copy that must be refused, and returns the reason.
fn refused(from: &str, to: &str) -> String {
    let output = copy(from, to);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("it prints text")
}

/// A database on PostgreSQL; none where that is not installed.
fn on_postgres(file: &Path) -> Option<String> {
    scratch_postgres::shared().ok()?;
    let _server = Of::kind(Kind::Postgres);
    Some(address_of(file))
}

/// An order of a moderator.
fn order(act: Act, reason: &str) -> ModerationOrder {
    ModerationOrder { act, reason: Reason::new(reason).expect("a reason"), at: Timestamp::FIRST }
}

/// Fills a database with all that there can be: names that are taken and left, tokens that were revoked, and a seed that
/// several players have played.
fn fill(server: &Server) -> Account {
    let players: Vec<Account> = (0..4).map(|n| Account::new(server, &format!("Player {n}"))).collect();
    for (n, player) in players.iter().enumerate() {
        for k in 0..6 {
            player.submit(server, &slide_jam(&format!("copied-{}", n + k))).expect(201);
        }
    }
    for n in 0..6 {
        let player = Account::new(server, &format!("Often {n}"));
        player.submit(server, &slide_jam("often")).expect(201);
    }
    let token = |label: &str| {
        let body = json!({ "label": label });
        let created = server.send("POST", "/v1/players/me/tokens", &[players[0].header()], Some(&body)).expect(201);
        created["id"].as_str().expect("a number").to_owned()
    };
    token("kept ✓");
    // The number of a token that is gone is not given again, in the copy neither.
    let last = token("revoked");
    let path = format!("/v1/players/me/tokens/{last}");
    assert_eq!(server.send("DELETE", &path, &[players[0].header()], None).status, 204);
    assert_eq!(server.send("DELETE", "/v1/players/me", &[players[3].header()], None).status, 204);
    let acts = [Act::HideRun(RunId(2)), Act::BanPlayer(PlayerId(5)), Act::UnbanPlayer(PlayerId(5))];
    for (n, act) in acts.into_iter().enumerate() {
        let outcome = wait(server.shared.store.moderate(order(act, &format!("reason {n}"))));
        assert!(matches!(outcome, Ok(Moderated::Applied(_))), "{outcome:?}");
    }
    wait(meddle(&server.database(), "DELETE FROM moderation_actions WHERE id = 3"));
    let key = ("idempotency-key", "a-key-that-may-come-again");
    server.send("POST", "/v1/players", &[key], Some(&json!({ "name": "Repeated" }))).expect(201);
    let mut players = players;
    players.swap_remove(0)
}

/// The responses of a service on a database.
fn shown(base: &str, player: &Account) -> Vec<Json> {
    let paths = [
        "/v1/leaderboards/slide-jam?class=chosen&show=runs&limit=100",
        "/v1/leaderboards/slide-jam?class=chosen&show=bests&period=month&limit=100",
        "/v1/leaderboards/slide-jam?class=chosen&seed=often&limit=100",
        "/v1/players/1",
        "/v1/runs/3",
        "/v1/players/me/runs",
        "/v1/players/me/tokens",
    ];
    // The use of a token is noted on the day: the first call does.
    send(base, "GET", "/v1/players/me", &[player.header()], None).ok();
    paths.iter().map(|path| send(base, "GET", path, &[player.header()], None).ok()).collect()
}

#[test]
fn copies_everything_between_both_kinds_of_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(on_postgres) = on_postgres(&folder.path().join("on-postgres")) else { return };
    let _files = Of::files();
    let server = Server::start();
    let player = fill(&server);
    let hide = "UPDATE runs SET hidden = 1 WHERE id = 5";
    wait(meddle(&server.database(), hide));
    let (first, back) = (server.database(), address_of_file(&folder.path().join("back.db")));
    let before = shown(server.base(), &player);

    let said = copied(&first, &on_postgres);
    // The server knows at once how many rows there are, by which it chooses indexes: never counted, they would be -1.
    let known = wait(numbers(&on_postgres, "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE relname = 'runs'"));
    assert_eq!(known, wait(numbers(&on_postgres, "SELECT count(*) FROM runs")));
    assert!(said.starts_with("copied ") && said.ends_with(" tables, and compared each\n"), "{said}");
    assert_eq!(copied(&on_postgres, &back), said, "as much comes back");
    let names = |address: &str| wait(texts(address, "SELECT coalesce(name, '-') FROM players ORDER BY id"));
    let forms = |address: &str| {
        let form = hex_of(address, "form");
        wait(texts(address, &format!("SELECT {form} FROM names_taken ORDER BY form")))
    };
    for copy in [&on_postgres, &back] {
        assert_eq!((names(copy), forms(copy)), (names(&first), forms(&first)));
        assert_eq!(wait(numbers(copy, "SELECT id FROM runs WHERE hidden = 1")), [5]);
        assert_eq!(wait(numbers(copy, "SELECT id FROM runs WHERE hidden = 2")), [2]);
        let reasons =
            wait(texts(copy, "SELECT id || ' ' || action || ' ' || reason FROM moderation_actions ORDER BY id"));
        assert_eq!(reasons, ["1 hide_run reason 0", "2 ban_player reason 1"]);
        // Banned and unbanned, a player is where they were.
        let first_of_copy = wait(async {
            let store = database::open(copy).await.expect("the copy");
            let first = store.moderate(order(Act::BanPlayer(PlayerId(6)), "a ban")).await.expect("an outcome");
            store.moderate(order(Act::UnbanPlayer(PlayerId(6)), "no ban")).await.expect("an outcome");
            store.close().await.expect("it closes");
            first
        });
        let Moderated::Applied(action) = first_of_copy else { panic!("{first_of_copy:?}") };
        assert_eq!(action.id.0, 4, "the number of an action that is gone is not given again");
    }

    for copy in [&on_postgres, &back] {
        let service = Process::start_on(copy);
        assert_eq!(shown(&service.base, &player), before, "{copy}");
        let post = |path: &str, body: &Json| send(&service.base, "POST", path, &[player.header()], Some(body));
        let run = post("/v1/runs", &slide_jam("copied-0"));
        assert_eq!((run.status, &run.json()["run"]["id"]), (200, &json!("1")), "it was submitted before");
        let run = post("/v1/runs", &slide_jam("after-the-copy")).expect(201);
        assert_eq!(run["run"]["id"], json!("31"), "numbers go on");
        post("/v1/players", &json!({ "name": "PLAYER 3" })).problem(409, "name_taken");
        let another = post("/v1/players", &json!({ "name": "Another" })).expect(201);
        assert_eq!(another["player"]["id"], json!("12"));
        let created = post("/v1/players/me/tokens", &json!({ "label": "new" })).expect(201);
        let last = created["id"].as_str().expect("a number").parse::<u64>().expect("a number");
        assert_eq!(last, 15, "the number of the token that was revoked is not given again");
    }
}

#[test]
fn refuses_copy_into_nonempty_or_from_missing_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let _files = Of::files();
    let [from, to, gone] = ["from.db", "to.db", "gone.db"].map(|name| address_of_file(&folder.path().join(name)));
    assert!(refused(&gone, &to).contains("the database to be copied cannot be used"));
    assert!(refused("https://recipes.txt", &to).contains("sqlite://FILE or postgres://"));
    drop(Process::start_on(&from));
    let said = copied(&from, &to);
    let shown = refused(&from, &to);
    assert!(shown.contains("the database for the copy is not empty: there are rows in meta"), "{shown}");
    let shown = refused(&from, &from);
    assert!(shown.contains("a database is not copied to itself"), "{shown}");
    assert!(refused("postgres://ada:swordfish@127.0.0.1:1/none", &gone).contains("ada:***@127.0.0.1:1"));
    let Some(on_postgres) = on_postgres(&folder.path().join("on-postgres")) else { return };
    assert_eq!(copied(&from, &on_postgres), said);
    assert!(refused(&from, &on_postgres).contains("not empty"));
}
