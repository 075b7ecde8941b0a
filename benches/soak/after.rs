//! After the load: whether everything is answered again, and whether what was said of each run is so.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::robot::Robot;
use tokio::time::sleep;

use super::client::{Answer, Connection, get, post_as};
use super::load::{address, run_of};
use super::roles::play;
use super::tally::{Outcome, Tally};

/// How long anything may take when the load is over.
const SOON: Duration = Duration::from_secs(1);

/// Requests without a good response in time.
pub(crate) async fn recovery(server: SocketAddr, tally: &Tally) -> Vec<String> {
    let (run, moves) = &tally.long_run;
    let (_, token) = &tally.players[1];
    let fresh = run_of::<SlideJam>(Robot::Greedy, "after");
    let requests = [
        get("/healthz"),
        get("/readyz"),
        play(),
        get("/v1/leaderboards/slide-jam?class=chosen"),
        get("/openapi/slide-jam.json"),
        post_as(token, "/v1/runs", &fresh),
        get(&format!("/v1/runs/{run}/positions/{moves}")),
    ];
    let mut wrong = Vec::new();
    for (n, request) in requests.iter().enumerate() {
        let line = String::from_utf8_lossy(request).lines().next().unwrap_or_default().to_owned();
        let begun = Instant::now();
        let answered = async { Connection::open(server, address(3, n)).await?.exchange(request).await };
        let wrongly = match tokio::time::timeout(SOON, answered).await {
            Ok(Ok(Answer { status: 200 | 201, .. })) => None,
            Ok(Ok(answer)) => Some(format!("{}: {}", answer.status, answer.text())),
            Ok(Err(why)) => Some(why.to_string()),
            Err(_) => Some("no answer".to_owned()),
        };
        println!("afterwards {line}: {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
        wrong.extend(wrongly.map(|wrong| format!("{line}: {wrong}")));
    }
    wrong
}

/// Broken promises: acknowledged runs that are missing, and refused runs that are stored.
pub(crate) async fn look_up(server: SocketAddr, tally: &Tally) -> Vec<String> {
    let mut stored = BTreeMap::new();
    for (n, (player, _)) in tally.players.iter().enumerate() {
        stored.insert(player.as_str(), runs_of(server, n, player).await);
    }
    let (mut saved, mut refused, mut unanswered) = (0, 0, 0);
    let mut wrong = Vec::new();
    for run in &tally.runs {
        let runs = &stored[run.player.as_str()];
        match &run.outcome {
            Outcome::Stored(id) => {
                saved += 1;
                if !runs.contains(&(id.clone(), run.seed.clone())) {
                    wrong.push(format!("run {id} of seed {} is lost", run.seed));
                }
            }
            Outcome::Refused => {
                refused += 1;
                if runs.iter().any(|(_, seed)| *seed == run.seed) {
                    wrong.push(format!("the run of seed {} was refused and is there", run.seed));
                }
            }
            Outcome::Unanswered => unanswered += 1,
        }
    }
    println!("\nruns: {saved} acknowledged, {refused} refused, {unanswered} not answered before the end");
    wrong
}

/// The numbers and seeds of a player's runs.
async fn runs_of(server: SocketAddr, n: usize, player: &str) -> BTreeSet<(String, String)> {
    let mut connection = Connection::open(server, address(4, n)).await.expect("it listens");
    let first = format!("/v1/players/{player}/runs?limit=100");
    let (mut path, mut found) = (first.clone(), BTreeSet::new());
    loop {
        let answer = connection.exchange(&get(&path)).await.expect("it answers");
        if let Some(seconds) = answer.header("retry-after").and_then(|seconds| seconds.parse().ok()) {
            sleep(Duration::from_secs(seconds)).await;
            continue;
        }
        let page = answer.json();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        found.extend(page["runs"].as_array().expect("runs").iter().map(|run| (text(&run["id"]), text(&run["seed"]))));
        match page["next"].as_str() {
            Some(next) => path = format!("{first}&cursor={next}"),
            None => return found,
        }
    }
}
