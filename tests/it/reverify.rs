//! `funhouse reverify`: finds runs that do not hold, hides them when told, and takes up a walk where it was broken off.

use std::process::{Command, Output};

use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::harness::{Server, address_of};
use crate::store::wait;
use crate::stored::{Account, board, slide_jam};

fn reverify(server: &Server, arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["reverify", "--database", &address_of(&server.folder.path().join("test.db"))])
        .args(arguments)
        .output()
        .expect("the program runs");
    let told = String::from_utf8(output.stdout.clone()).expect("it prints text");
    (output, told)
}

/// Changes the database behind the service's back.
fn meddle(server: &Server, sql: &str) {
    let file = server.folder.path().join("test.db");
    wait(async {
        let mut connection =
            sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await.expect("it opens");
        connection.execute(sql).await.expect("it is done");
        connection.close().await.expect("it closes");
    });
}

#[test]
fn runs_that_do_not_hold_are_told_hidden_when_asked_for_and_put_back_once_they_hold() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..5 {
        ada.submit(&server, &slide_jam(&format!("reverify-{n}"))).expect(201);
    }
    let (output, told) = reverify(&server, &["--threads", "2"]);
    assert!(output.status.success(), "{told}");
    assert!(told.starts_with("5 runs with ") && told.contains("\n5 hold, 0 do not\n"), "{told}");

    // The score card, the digest and the moves of three runs are not what they were.
    let score = server.send("GET", "/v1/runs/2", &[], None).ok()["score"].to_string();
    meddle(&server, "UPDATE runs SET score = '{\"total\":999}' WHERE id = 2");
    meddle(&server, "UPDATE runs SET digest = zeroblob(32) WHERE id = 3");
    meddle(&server, "UPDATE runs SET moves = x'ffff' WHERE id = 4");
    let (output, told) = reverify(&server, &["--threads", "1"]);
    assert_eq!(output.status.code(), Some(1));
    for run in [
        "run 2 does not hold: it scores",
        "run 3 does not hold: its final state",
        "run 4 does not hold: the moves cannot",
    ] {
        assert!(told.contains(run), "{run}: {told}");
    }
    let count = || board(&server, "slide-jam", "class=chosen&show=runs")["count"].clone();
    assert_eq!(count(), 5, "nothing is hidden unless asked for");
    let verification = server.send("POST", "/v1/runs/2/verification", &[], None).ok();
    assert_eq!((&verification["holds"], &verification["score_holds"]), (&false.into(), &false.into()));

    let (_, told) = reverify(&server, &["--hide"]);
    assert!(told.contains("3 taken off the boards, 0 put back"), "{told}");
    assert_eq!(count(), 2);
    assert_eq!(server.send("GET", "/v1/runs/2", &[], None).ok()["hidden"], true, "it is kept all the same");

    meddle(&server, &format!("UPDATE runs SET score = '{score}' WHERE id = 2"));
    let (_, told) = reverify(&server, &["--hide"]);
    assert!(told.contains("0 taken off the boards, 1 put back"), "{told}");
    assert_eq!(count(), 3);
    assert!(server.send("GET", "/v1/runs/2", &[], None).ok().get("hidden").is_none());
}

#[test]
fn a_walk_that_was_broken_off_is_taken_up_again() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..6 {
        ada.submit(&server, &slide_jam(&format!("resume-{n}"))).expect(201);
    }
    meddle(&server, "INSERT INTO memory (name, value) VALUES ('walk reverify', CAST('4' AS BLOB))");
    assert!(reverify(&server, &["--resume"]).1.starts_with("2 runs with "));
    assert!(reverify(&server, &["--resume"]).1.starts_with("6 runs with "), "a walk that ended begins anew");
}

#[test]
fn a_database_that_cannot_be_used_is_said_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["reverify", "--database", "sqlite:///no/such/folder/x.db"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("sqlite:///no/such/folder/x.db: the file cannot be opened"), "{told}");
}
