//! `funhouse reverify`: reports invalid runs, hides them with `--hide`, does not change runs that it cannot verify, and
//! resumes where it was interrupted.

use std::num::NonZeroUsize;
use std::process::{Command, Output};

use funhouse::reverify::{Outcome, ReverifyArgs, run_with, verify};
use funhouse::store::{RunId, StoredRun};

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::{self, bytes};
use crate::support::harness::Server;
use crate::support::store::{meddle, wait};

fn reverify(server: &Server, arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["reverify", "--database", &server.database()])
        .args(arguments)
        .output()
        .expect("the program runs");
    let shown = String::from_utf8(output.stdout.clone()).expect("it prints text");
    (output, shown)
}

#[test]
fn invalid_runs_are_reported_hidden_and_restored() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..5 {
        ada.submit(&server, &slide_jam(&format!("reverify-{n}"))).expect(201);
    }
    let (output, shown) = reverify(&server, &["--threads", "2"]);
    assert!(output.status.success(), "{shown}");
    assert!(shown.starts_with("5 runs with ") && shown.contains("\n5 hold, 0 do not\n"), "{shown}");

    // The score card, the digest and the moves of three runs are not what they were.
    let score = server.send("GET", "/v1/runs/2", &[], None).ok()["score"].to_string();
    meddle(&server, "UPDATE runs SET score_card = '{\"total\":999}' WHERE id = 2");
    meddle(&server, &format!("UPDATE runs SET digest = {} WHERE id = 3", bytes(&"00".repeat(32))));
    meddle(&server, &format!("UPDATE runs SET moves = {} WHERE id = 4", bytes("ffff")));
    let (output, shown) = reverify(&server, &["--threads", "1"]);
    assert_eq!(output.status.code(), Some(1));
    for run in [
        "run 2 does not hold: it scores",
        "run 3 does not hold: its final state",
        "run 4 does not hold: the moves cannot",
    ] {
        assert!(shown.contains(run), "{run}: {shown}");
    }
    let count = || board(&server, "slide-jam", "class=chosen&show=runs")["count"].clone();
    assert_eq!(count(), 5, "nothing is hidden unless asked for");
    let verification = server.send("POST", "/v1/runs/2/verification", &[], None).ok();
    assert_eq!((&verification["holds"], &verification["score_holds"]), (&false.into(), &false.into()));

    let (_, shown) = reverify(&server, &["--hide"]);
    assert!(shown.contains("3 taken off the boards, 0 put back"), "{shown}");
    assert_eq!(count(), 2);
    assert_eq!(server.send("GET", "/v1/runs/2", &[], None).ok()["hidden"], true, "it is kept all the same");

    meddle(&server, &format!("UPDATE runs SET score_card = '{score}' WHERE id = 2"));
    let (_, shown) = reverify(&server, &["--hide"]);
    assert!(shown.contains("0 taken off the boards, 1 put back"), "{shown}");
    assert_eq!(count(), 3);
    assert!(server.send("GET", "/v1/runs/2", &[], None).ok().get("hidden").is_none());
}

#[test]
fn interrupted_job_resumes_from_checkpoint() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..6 {
        ada.submit(&server, &slide_jam(&format!("resume-{n}"))).expect(201);
    }
    meddle(&server, &format!("INSERT INTO meta (name, value) VALUES ('checkpoint reverify', {})", bytes("34")));
    assert!(reverify(&server, &["--resume"]).1.starts_with("2 runs with "));
    assert!(reverify(&server, &["--resume"]).1.starts_with("6 runs with "), "a finished job starts again");
}

#[test]
fn runs_of_unknown_rules_are_reported_and_unchanged() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for seed in ["known", "unknown", "hidden", "no-game"] {
        ada.submit(&server, &slide_jam(seed)).expect(201);
    }
    // Each run has a category of its own, so that one can be changed for one run.
    meddle(
        &server,
        "UPDATE runs SET hidden = 1 WHERE id = 3;
         INSERT INTO categories (id, game, rules, options, class)
            SELECT 91, game, 9, options, class FROM categories WHERE id = 1;
         INSERT INTO categories (id, game, rules, options, class)
            SELECT 92, 'no-game', rules, options, class FROM categories WHERE id = 1;
         UPDATE runs SET category = 91 WHERE id IN (2, 3);
         UPDATE runs SET category = 92 WHERE id = 4;",
    );
    let (output, shown) = reverify(&server, &["--hide"]);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    for line in [
        "run 2 could not be verified: rules version 9 of slide-jam is not known here",
        "run 3 could not be verified: rules version 9 of slide-jam is not known here",
        "run 4 could not be verified: the game \"no-game\" is not known here",
        "1 hold, 0 do not",
        "3 could not be verified, and stay as they are",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    assert!(!shown.contains("taken off the boards"), "{shown}");
    assert_eq!(hidden(&server), [false, false, true, false], "neither hidden nor put back");
}

#[test]
fn crashing_replay_is_reported_and_others_are_judged() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 1..=6 {
        ada.submit(&server, &slide_jam(&format!("dies-{n}"))).expect(201);
    }
    meddle(
        &server,
        &format!(
            "UPDATE runs SET digest = {} WHERE id = 1;
             UPDATE runs SET hidden = 1 WHERE id IN (5, 6)",
            bytes(&"00".repeat(32))
        ),
    );
    let dies_over_two_of_them = |run: &StoredRun| match run.summary.id {
        RunId(3 | 5) => panic!("coin {} is nowhere", 7),
        _ => verify(run),
    };
    let args = ReverifyArgs { database: server.database(), threads: NonZeroUsize::new(2), resume: false, hide: true };
    let report = run_with(&args, dies_over_two_of_them).expect("the database can be used");
    let shown = report.to_string();
    for line in [
        "run 3 could not be verified: its replay died: coin 7 is nowhere",
        "run 5 could not be verified: its replay died: coin 7 is nowhere",
        "3 hold, 1 do not",
        "2 could not be verified, and stay as they are",
        "1 taken off the boards, 1 put back",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    assert_eq!(report.outcome(), Outcome::SomeFail);
    assert_eq!(hidden(&server), [true, false, false, false, true, false]);
}

/// Which runs are hidden, in the order of their numbers.
fn hidden(server: &Server) -> Vec<bool> {
    let hidden = wait(databases::numbers(&server.database(), "SELECT hidden FROM runs ORDER BY id"));
    hidden.into_iter().map(|hidden| hidden == 1).collect()
}

#[test]
fn reverify_leaves_out_runs_that_arrive_meanwhile() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for n in 0..2 {
        ada.submit(&server, &slide_jam(&format!("before-{n}"))).expect(201);
    }
    // Each run that is verified is followed by another one.
    let verify_and_submit = |run: &StoredRun| {
        ada.submit(&server, &slide_jam(&format!("after-{}", run.summary.id))).expect(201);
        verify(run)
    };
    let args = ReverifyArgs { database: server.database(), threads: NonZeroUsize::new(1), resume: false, hide: false };
    let report = run_with(&args, verify_and_submit).expect("the database can be used");
    assert!(report.to_string().starts_with("2 runs with "), "{report}");
    assert!(reverify(&server, &[]).1.starts_with("4 runs with "));
}

#[test]
fn unusable_database_is_reported() {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["reverify", "--database", "sqlite:///no/such/folder/x.db"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("sqlite:///no/such/folder/x.db: the database cannot be opened"), "{shown}");

    let folder = tempfile::tempdir().expect("a folder");
    for command in ["reverify", "confirm-day"] {
        let file = folder.path().join(command);
        let program = Command::new(env!("CARGO_BIN_EXE_funhouse")).arg(command).arg("--database").arg(&file).output();
        assert_eq!(program.expect("the program runs").status.code(), Some(2), "{command}");
        assert!(!file.exists(), "{command} creates no database");
    }
}
