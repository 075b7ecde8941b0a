//! The law of open rounds: nothing that follows from the seed reaches anyone but the player of a game, on any way out, until the round is closed.

use serde_json::{Value as Json, json};

use super::{begin, close, create, enter, path, play, wait_for};
use crate::support::account::Account;
use crate::support::harness::Server;
use crate::support::tables::{path_of, players, text};

/// All ways out of a game and its run, for callers who are not its player.
fn ways_out(contest: &Json, table: &Json, run: &str, player: &Account) -> Vec<String> {
    let (contest, table) = (path(contest), path_of(table));
    let of_run =
        ["", "/par", "/positions/0", "/positions/1/picture", "/verification"].map(|of| format!("/v1/runs/{run}{of}"));
    let of_table = ["", "?after=0&with_legal_moves=true&with_text=true", "/run", "/picture", "/events", "/ratings"]
        .map(|of| format!("{table}{of}"));
    let of_contest = ["", "/entrants", "/standings", "/export"].map(|of| format!("{contest}{of}"));
    let of_player = ["", "/runs", "/runs?game=slide-jam", "/runs?game=slide-jam&class=contest"]
        .map(|of| format!("/v1/players/{}{of}", player.id));
    let others = [
        format!("/embed/runs/{run}"),
        format!("/runs/{run}"),
        format!("/oembed?url=http%3A%2F%2Flocalhost%2Fembed%2Fruns%2F{run}"),
        "/v1/leaderboards/slide-jam".to_owned(),
        "/v1/leaderboards/slide-jam?class=ranked".to_owned(),
        format!("/v1/leaderboards/slide-jam?around={run}"),
        "/v1/contests".to_owned(),
        "/v1/tables".to_owned(),
        "/metrics".to_owned(),
    ];
    [&of_run[..], &of_table, &of_contest, &of_player, &others].concat()
}

/// The name of a field that every move of the game has.
const IN_MOVES: &str = "\"cells\"";

#[test]
fn nothing_of_an_open_round_reaches_others() {
    let server = Server::start();
    let all = players(&server, 3);
    let contest = create(&server, &all[0], json!({ "entry": "open" }));
    all[..2].iter().for_each(|who| enter(&server, who, &contest));
    wait_for(&server, &contest, 1, "open");
    let over = play(&server, &all[0], &contest, 1);
    let run = text(&over, "run").to_owned();
    let (digest, score) = (text(&over["receipt"]["run"], "digest").to_owned(), over["receipt"]["run"]["score"].clone());
    assert!(
        over.get("seed").is_none() && over["receipt"]["run"].get("run").is_none(),
        "not for its player either: {over}"
    );
    let playing = begin(&server, &all[1], &contest, 1);
    let watchers = [Some(&all[1]), Some(&all[2]), None];
    let ways = ways_out(&contest, &over, &run, &all[0]);
    let ask = |path: &str, who: Option<&Account>| {
        let headers: Vec<(&str, &str)> =
            who.map(Account::header).into_iter().chain([("accept-encoding", "identity")]).collect();
        server.send("GET", path, &headers, None)
    };
    let shown: Vec<(String, String)> = ways
        .iter()
        .flat_map(|path| watchers.iter().map(move |who| (path, *who)))
        .map(|(path, who)| {
            let answer = ask(path, who);
            assert!(answer.status < 500, "{path}: {}", answer.body);
            for secret in [&digest, &score.to_string(), IN_MOVES] {
                assert!(!answer.body.contains(secret), "{path} shows {secret}: {}", answer.body);
            }
            (path.clone(), answer.body)
        })
        .collect();
    for path in ["", "/par", "/positions/0", "/positions/1/picture"] {
        ask(&format!("/v1/runs/{run}{path}"), Some(&all[1])).problem(403, "embargoed");
    }
    for path in ["/run", "/picture", "/events"] {
        ask(&format!("{}{path}", path_of(&over)), None).problem(403, "embargoed");
    }
    ask(&format!("/embed/runs/{run}"), None).problem(404, "unknown_run");
    for who in [Some(&all[1]), None] {
        let seen = ask(&path_of(&over), who).ok();
        assert_eq!(
            (&seen["status"], &seen["moves"]),
            (&json!("over"), &json!(0)),
            "the length of a game can be its score"
        );
        assert_eq!((seen.get("run"), seen.get("ended_at")), (None, None));
    }
    let own = ask(&path_of(&over), Some(&all[0])).ok();
    assert_eq!((&own["moves"], &own["run"]), (&over["moves"], &json!(run)));
    let own = ask(&format!("/v1/runs/{run}"), Some(&all[0])).ok();
    assert!(own["score"] == score && own.get("seed").is_none() && own.get("run").is_none(), "{own}");
    let moves = ask(&format!("{}/run", path_of(&over)), Some(&all[0])).ok();
    assert!(moves["moves"].is_array() && moves.get("run").is_none(), "{moves}");
    let export = ask("/v1/players/me/export", Some(&all[0]));
    let others = ask("/v1/players/me/export", Some(&all[1]));

    close(&server, &contest);
    let public = ask(&format!("/v1/runs/{run}"), None).ok();
    assert_eq!((&public["class"], public.get("embargoed_until")), (&json!("contest"), None));
    let seed = text(&public["run"], "seed");
    for (path, body) in &shown {
        assert!(!body.contains(seed), "{path} showed the seed: {body}");
    }
    assert!(!export.body.contains(seed), "not to its player either");
    assert!(!others.body.contains(seed) && !others.body.contains(&digest), "in the export of another");
    for path in ["", "/positions/0", "/positions/1/picture"] {
        assert_eq!(ask(&format!("/v1/runs/{run}{path}"), None).status, 200, "{path}");
    }
    for table in [&over, &playing] {
        let shown = ask(&format!("{}/run", path_of(table)), None).ok();
        assert_eq!(shown["run"]["seed"], public["run"]["seed"]);
    }
    assert_eq!(ask(&format!("/embed/runs/{run}"), None).status, 200);
}
