//! Who may moderate, and with which token.

use serde_json::json;

use super::{PATH, TOKEN, apply, bearer, log, moderate, of_player, of_run, refused, start};
use crate::support::databases::Of;
use crate::support::harness::Server;
use crate::support::tables;

#[test]
fn moderation_is_refused_equally_when_off() {
    let (on, off) = (start(), Server::start());
    let mut refusals = Vec::new();
    for server in [&on, &off] {
        let players = tables::players(server, 2);
        if std::ptr::eq(server, &on) {
            apply(server, &of_player("ban_player", &players[1]));
        }
        let tokens = [
            bearer(&TOKEN[1..]),
            bearer(&format!("{TOKEN}0")),
            bearer(&TOKEN.to_uppercase()),
            bearer(""),
            bearer(&"x".repeat(43)),
            TOKEN.to_owned(),
            format!("Basic {TOKEN}"),
            bearer(&players[0].token),
            bearer(&players[1].token),
        ];
        let mut headers: Vec<Vec<(&str, &str)>> =
            tokens.iter().map(|token| vec![("authorization", token.as_str())]).collect();
        headers.push(Vec::new());
        for headers in &headers {
            for (method, body) in
                [("GET", None), ("POST", Some(of_run("hide_run", "1"))), ("POST", Some(json!("nonsense")))]
            {
                let answer = server.send(method, PATH, headers, body.as_ref());
                answer.problem(401, "unauthorized");
                assert_eq!(answer.header("cache-control"), "private, no-store");
                assert!(answer.header("vary").to_lowercase().contains("authorization"));
                assert_eq!(answer.header("www-authenticate"), "Bearer");
                // A connection is closed or not by whether a body was left unread.
                let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
                names.retain(|name| name != "connection");
                names.sort();
                refusals.push((answer.body, names));
            }
        }
    }
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
    off.send("GET", PATH, &[("authorization", &bearer(TOKEN))], None).problem(401, "unauthorized");

    // Nor is the moderator's token one of a player.
    for path in ["/v1/players/me", "/v1/players/me/tokens", "/v1/players/me/export"] {
        on.send("GET", path, &[("authorization", &bearer(TOKEN))], None).problem(401, "unauthorized");
    }
    let allowed = on.send(
        "GET",
        PATH,
        &[("authorization", &format!("bearer  {TOKEN}")), ("origin", "https://example.org")],
        None,
    );
    assert_eq!((allowed.status, allowed.header("cache-control")), (200, "private, no-store"));
    assert!(allowed.header("etag").is_empty());
    assert_eq!(on.send("HEAD", PATH, &[], None).status, 401);
}

#[test]
fn guesses_of_the_token_are_limited_by_address() {
    let server = Server::start_flagged(&["--moderator-token", TOKEN, "--limit-requests", "5/1h"]);
    for n in 0..5 {
        let guess = bearer(&format!("{n:0>43}"));
        server.send("GET", PATH, &[("authorization", &guess)], None).problem(401, "unauthorized");
    }
    for token in [&TOKEN[1..], TOKEN] {
        server.send("GET", PATH, &[("authorization", &bearer(token))], None).problem(429, "too_many_requests");
    }
}

#[test]
fn rejects_requests_that_are_not_of_the_schema() {
    let server = start();
    for (body, pointer) in [
        (json!({}), "/action"),
        (json!({ "action": "hide_run", "run": "1" }), "/reason"),
        (json!({ "action": "hide_run", "run": 1, "reason": "x" }), "/run"),
        (json!({ "action": "hide_run", "run": "1", "player": "1", "reason": "x" }), "/player"),
        (json!({ "action": "hide_runs", "run": "1", "reason": "x" }), "/action"),
        (json!({ "action": "ban_player", "run": "1", "reason": "x" }), "/run"),
        (json!({ "action": "rename_player", "player": "1", "reason": "x" }), "/name"),
        (json!({ "action": "ban_player", "player": "1", "reason": null }), "/reason"),
        (json!([]), ""),
    ] {
        let problem = moderate(&server, &body).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    for reason in ["", "  ", "a\nb", "\u{7}", &"x".repeat(501)] {
        let body = json!({ "action": "hide_run", "run": "1", "reason": reason });
        let problem = moderate(&server, &body).problem(422, "invalid_reason");
        assert_eq!(problem["errors"][0]["pointer"], "/reason");
    }
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the test writes files")]
fn unusable_moderator_tokens_are_rejected_and_never_printed() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    let path = file.to_str().expect("a path");
    std::fs::write(&file, "swordfish\n").expect("written");
    for (flags, environment) in [
        (&["--moderator-token", "swordfish"][..], &[][..]),
        (&["--moderator-token-file", path], &[]),
        (&[], &[("FUNHOUSE_MODERATOR_TOKEN", "swordfish")]),
        (&[], &[("FUNHOUSE_MODERATOR_TOKEN_FILE", path)]),
    ] {
        let why = refused(flags, environment);
        assert!(
            why.contains("the moderator's token cannot be used") && why.contains("32 to 512 characters (got 9)"),
            "{why}"
        );
        assert!(!why.contains("swordfish"), "{why}");
    }
    let missing = folder.path().join("missing");
    let why = refused(&["--moderator-token-file", missing.to_str().expect("a path")], &[]);
    assert!(why.contains("missing: No such file"), "{why}");
    let why = refused(&["--moderator-token-file", path, "--moderator-token", TOKEN], &[]);
    assert!(why.contains("cannot be used with") && !why.contains(TOKEN), "{why}");
    std::fs::write(&file, format!("{TOKEN}\n")).expect("written");
    let server = Server::start_flagged(&["--no-limits", "--moderator-token-file", path]);
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
}
