//! One address with many accounts that fills a lane of the pool, by requests or by the robots of its tables: whether another address is still
//! served, and its robot still moves.

use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::{Duration, Instant};

use funhouse::rules::game::State;
use funhouse::rules::games::easy_slider::EasySlider;
use serde_json::{Value as Json, json};
use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};

use super::client::{Connection, post_as, request};
use super::load::{address, sign_up};
use super::roles::longest_run;
use super::server::Server;

/// Number of accounts of the address that fills a lane, and of the connections of each.
const ACCOUNTS: usize = 40;
const CONNECTIONS: usize = 8;
/// Number of requests of another address under each load, and how many of them must succeed.
const TRIES: usize = 10;
const MIN_SUCCESSES: usize = 9;
/// How long a request of another address, and a move of a robot, may take.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// How long the load has to fill the lane.
const RISE: Duration = Duration::from_secs(3);
/// Number of tables that are created until a robot moves first at one.
const MAX_TABLES: usize = 20;
/// How long a client waits after a response without a result.
const AGAIN: Duration = Duration::from_millis(20);

/// Fills each lane in turn. Returns whether all promises were fulfilled.
pub(crate) fn soak() -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let run = longest_run();
    let state = State::<EasySlider>::deal("soak".parse().expect("a seed"), Default::default());
    let analysis = |effort: &str| json!({ "state": state, "effort": effort });
    let robot = json!({ "kind": "robot", "level": 2 });
    let table = json!({ "game": "hermans-castle", "seats": ["you", robot, robot, robot] });
    let loads = [
        ("analyses", "/v1/games/easy-slider/analysis", [analysis("deep"), analysis("normal")]),
        ("submissions", "/v1/runs", [run.clone(), run.clone()]),
        ("rest", "/v1/games/epic-funhouse/replay", [run.clone(), run]),
        ("robots", "/v1/tables", [table.clone(), table]),
    ];
    println!("\n{ACCOUNTS} accounts of one address fill a lane:");
    let fulfilled = loads.map(|(lane, path, bodies)| {
        let server = Server::limited(&[]);
        let server_at = server.address.parse().expect("an address");
        LocalSet::new().block_on(&runtime, fill(lane, server_at, path, &bodies))
    });
    fulfilled.iter().all(|fulfilled| *fulfilled)
}

/// Fills a lane with requests of the first body, makes requests of the second from another address, and prints how they fared.
async fn fill(lane: &str, server: SocketAddr, path: &str, [load, tried]: &[Json; 2]) -> bool {
    let players = sign_up(server, ACCOUNTS + 1).await;
    let (other, accounts) = players.split_last().expect("players");
    let clients: Vec<_> = accounts
        .iter()
        .flat_map(|(_, token)| std::iter::repeat_n(Rc::new(post_as(token, path, load)), CONNECTIONS))
        .map(|request| tokio::task::spawn_local(repeat(server, address(20, 0), request)))
        .collect();
    sleep(RISE).await;
    let robot = tokio::task::spawn_local(robot_moves(server, other.1.clone()));
    let request = post_as(&other.1, path, tried);
    let mut took = Vec::new();
    for _ in 0..TRIES {
        let begun = Instant::now();
        let status = timeout(MAX_WAIT, exchange(server, address(21, 0), &request)).await;
        took.extend(matches!(status, Ok(Some(200 | 201))).then(|| begun.elapsed()));
    }
    let robot = robot.await.expect("it ends");
    clients.iter().for_each(tokio::task::JoinHandle::abort);
    let fulfilled = took.len() >= MIN_SUCCESSES && robot.is_some_and(|robot| robot <= MAX_WAIT);
    let longest = took.iter().max().copied().unwrap_or_default();
    let verdict = if fulfilled { "ok    " } else { "BROKEN" };
    println!(
        "  {verdict} {lane}: another address succeeds {} times of {TRIES}, after at most {longest:.1?}; a robot moves after {robot:.1?}",
        took.len()
    );
    fulfilled
}

/// Repeats a request on one connection after the other.
async fn repeat(server: SocketAddr, from: Ipv4Addr, request: Rc<Vec<u8>>) {
    while let Ok(mut connection) = Connection::open(server, from).await {
        while connection.exchange(&request).await.is_ok() {
            sleep(AGAIN).await;
        }
        sleep(AGAIN).await;
    }
}

/// The status of the response to a request; none without a response.
async fn exchange(server: SocketAddr, from: Ipv4Addr, request: &[u8]) -> Option<u16> {
    let mut connection = Connection::open(server, from).await.ok()?;
    connection.exchange(request).await.ok().map(|answer| answer.status)
}

/// How long a robot of level 2 takes for its first move at a table of a player; none if it does not move.
async fn robot_moves(server: SocketAddr, token: String) -> Option<Duration> {
    let mut connection = Connection::open(server, address(21, 1)).await.ok()?;
    let terms = json!({ "game": "pontifuse", "seats": ["you", { "kind": "robot", "level": 2 }] });
    for _ in 0..MAX_TABLES {
        let begun = Instant::now();
        let table = connection.exchange(&post_as(&token, "/v1/tables", &terms)).await.ok()?.json();
        let path = format!("/v1/tables/{}", table["id"].as_str()?);
        let show = request("GET", &path, &[("authorization", &format!("Bearer {token}"))], &[]);
        while begun.elapsed() <= MAX_WAIT {
            let now = connection.exchange(&show).await.ok()?.json();
            if now["moves"].as_u64() > Some(0) {
                return Some(begun.elapsed());
            }
            let to_act = now["position"]["to_act"].as_array();
            if to_act.is_some_and(|seats| seats.contains(&table["you"])) {
                break;
            }
            sleep(AGAIN).await;
        }
    }
    None
}
