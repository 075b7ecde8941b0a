//! Who is connected: honest clients, and all the hostile ones that a service meets.

use std::io::{Read as _, copy, repeat};
use std::rc::Rc;
use std::time::Duration;

use flate2::write::GzEncoder;
use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use super::client::{get, post, post_as, request};
use super::gzip::blocks;
use super::runs::long_run;

/// How many bytes of spaces the compressed bodies hold.
const BOMB: u64 = 64 << 20;

/// Clients that do the same.
pub(crate) struct Role {
    pub(crate) name: &'static str,
    /// Whether they are to be served well.
    pub(crate) honest: bool,
    pub(crate) connections: usize,
    /// Whether each has its own address, or all share one.
    pub(crate) spread: bool,
    pub(crate) act: Act,
}

/// The repeated action of a client.
#[derive(Clone)]
pub(crate) enum Act {
    /// Makes one request after the other, each when the one before is answered and the pause is over.
    Ask { requests: Rc<Vec<Vec<u8>>>, pause: Duration },
    /// Submits its own runs.
    Submit { pause: Duration },
    /// Takes names.
    SignUp,
    /// Sends the beginning of a request and then nothing.
    Stall(Rc<Vec<u8>>),
    /// Makes a request, reads the answer, and then stalls with this beginning of another.
    StallAfter { request: Rc<Vec<u8>>, part: &'static [u8] },
    /// Sends a request byte by byte.
    Drip(Rc<Vec<u8>>),
    /// Makes requests without reading the answers.
    NeverRead(Rc<Vec<u8>>),
}

fn ask(requests: Vec<Vec<u8>>) -> Act {
    Act::Ask { requests: Rc::new(requests), pause: Duration::ZERO }
}

/// A request that plays a greedy player's first move.
pub(crate) fn play() -> Vec<u8> {
    let state = State::<SlideJam>::deal("soak".parse().expect("a seed"), Default::default());
    let mv = Robot::Greedy.next_moves(&state, 1).remove(0);
    post("/v1/games/slide-jam/play", &json!({ "state": state, "move": mv }))
}

/// A run of the Funhouse that is as long as runs may be.
pub(crate) fn longest_run() -> Json {
    long_run::<EpicFunhouse>("soak")
}

/// All roles, on some 3,000 connections; `run` is a stored run of `moves` moves.
pub(crate) fn roles(run: &str, moves: usize, longest: &Json) -> Vec<Role> {
    let mut roles = honest();
    roles.extend(bodies(longest));
    roles.extend(expensive(run, moves, longest));
    roles.extend(slow());
    roles
}

fn honest() -> Vec<Role> {
    let think = |requests| Act::Ask { requests: Rc::new(requests), pause: Duration::from_millis(500) };
    let br = [("accept-encoding", "br, gzip")];
    let document = |path: &str| request("GET", path, &br, &[]);
    let deal =
        ["slide-jam", "epic-funhouse", "magic-bag"].map(|game| post(&format!("/v1/games/{game}/deal"), &json!({})));
    let boards =
        ["slide-jam?class=chosen", "epic-funhouse?class=chosen&show=runs", "slide-jam?class=chosen&period=day"]
            .map(|board| get(&format!("/v1/leaderboards/{board}")));
    let documents = ["/openapi.json", "/openapi/slide-jam.json", "/docs/", "/play", "/v1/games"].map(document);
    let role = |name, connections, act| Role { name, honest: true, connections, spread: true, act };
    vec![
        role("deal", 300, think(deal.into())),
        role("play", 400, think(vec![play()])),
        role("boards", 200, think(boards.into())),
        role("documents", 50, think(documents.into())),
        role("submissions", 100, Act::Submit { pause: Duration::from_millis(200) }),
    ]
}

fn hostile(name: &'static str, connections: usize, spread: bool, act: Act) -> Role {
    Role { name, honest: false, connections, spread, act }
}

/// Bodies that are not what they should be.
fn bodies(longest: &Json) -> Vec<Role> {
    let run = longest.to_string();
    let unknown = "A".repeat(43);
    let gzip = [("content-encoding", "gzip")];
    let play = |body: &[u8]| request("POST", "/v1/games/slide-jam/play", &gzip, body);
    let garbage: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let oversized = request("POST", "/v1/runs", &[], &vec![b' '; 3 << 20]);
    let deep = request("POST", "/v1/games/slide-jam/play", &[], "[".repeat(200_000).as_bytes());
    vec![
        hostile("bombs", 150, true, ask(vec![play(&bomb()), play(&blocks(1000)), play(&blocks(250_000))])),
        hostile("bombs of one", 50, false, ask(vec![play(&blocks(1000)), play(&blocks(250_000))])),
        hostile("runs without a token", 100, true, ask(vec![post("/v1/runs", longest)])),
        hostile("unknown tokens", 100, false, ask(vec![post_as(&unknown, "/v1/runs", longest)])),
        hostile("too large", 50, true, ask(vec![oversized])),
        hostile("garbage", 50, true, ask(vec![garbage, b"GET / HTTP/9.9\r\n\r\n".to_vec(), deep])),
        hostile("unfinished bodies", 200, true, Act::Stall(Rc::new(half(&run)))),
        hostile("unfinished bodies of one", 100, false, Act::Stall(Rc::new(half(&run)))),
    ]
}

/// A run's head and half of its body.
fn half(run: &str) -> Vec<u8> {
    let mut whole = request("POST", "/v1/games/epic-funhouse/replay", &[], run.as_bytes());
    whole.truncate(whole.len() - run.len() / 2);
    whole
}

/// Small requests for much work.
fn expensive(run: &str, moves: usize, longest: &Json) -> Vec<Role> {
    let traced = "/v1/games/epic-funhouse/replay?trace=true";
    let position = |n: usize| get(&format!("/v1/runs/{run}/positions/{n}"));
    let positions = (0..8).map(|n| position(moves - n)).collect();
    let pictures = vec![get(&format!("/v1/runs/{run}/positions/{moves}/picture"))];
    let since = get("/v1/leaderboards/slide-jam?class=chosen&since=2020-01-01&seed=nothing");
    let mut short = longest.clone();
    short["moves"] = json!([]);
    vec![
        hostile("positions", 300, true, ask(positions)),
        hostile("pictures of one", 50, false, ask(pictures)),
        hostile("traced replays", 100, true, ask(vec![post(traced, longest), post(traced, &short)])),
        hostile(
            "verifications",
            50,
            true,
            ask(vec![request("POST", &format!("/v1/runs/{run}/verification"), &[], &[])]),
        ),
        hostile("lists since", 100, true, ask(vec![since])),
        hostile("sign-ups", 50, true, Act::SignUp),
        hostile("sign-ups of one", 50, false, Act::SignUp),
    ]
}

/// Clients that keep the service waiting.
fn slow() -> Vec<Role> {
    let health = get("/healthz");
    let head = health[..health.len() - 4].to_vec();
    let half_after = Act::StallAfter { request: Rc::new(health.clone()), part: b"GET /he" };
    vec![
        hostile("half heads", 150, true, Act::Stall(Rc::new(head))),
        hostile("half heads after a request", 50, true, half_after),
        hostile("drips", 100, true, Act::Drip(Rc::new(health))),
        hostile("never read", 150, true, Act::NeverRead(Rc::new(get("/openapi.json")))),
    ]
}

/// Clients that read nothing of large responses: 2,000 of one address that ask for a document, and some that ask for others.
pub(crate) fn unread(table: &str) -> Vec<Role> {
    let never = |request| Act::NeverRead(Rc::new(request));
    let state = State::<EpicFunhouse>::deal("soak".parse().expect("a seed"), Default::default());
    let picture = post("/v1/games/epic-funhouse/picture", &json!({ "state": state }));
    let ahead = get("/healthz").repeat(1000);
    vec![
        hostile("documents", 2000, false, never(get("/openapi.json"))),
        hostile("pictures", 50, false, never(picture)),
        hostile("tables", 50, false, never(get(&format!("{table}?with_legal_moves=true")))),
        hostile("events", 50, false, never([get(&format!("{table}/events")), ahead.clone()].concat())),
        hostile("sent ahead", 50, false, never(ahead)),
    ]
}

/// Almost as many connections as an address may have, each with hundreds of short requests at once, of which none is counted.
pub(crate) fn pipelined() -> Vec<Role> {
    let requests = b"GET /readyz HTTP/1.1\r\nHost:\r\n\r\n".repeat(560);
    vec![hostile("pipelined", 990, false, Act::NeverRead(Rc::new(requests)))]
}

/// Spaces, compressed.
fn bomb() -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    copy(&mut repeat(b' ').take(BOMB), &mut encoder).expect("it is written to memory");
    encoder.finish().expect("it is written to memory")
}
