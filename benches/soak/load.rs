//! The load: a process of low priority that is all clients at once, each from an address of 127.0.0.0/8.

use std::cell::{Cell, RefCell};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use funhouse::rules::game::{ScoreCard as _, Solitaire, State};
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::replay::MAX_MOVES;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};

use super::client::{Answer, Connection, post, post_as};
use super::roles::{Act, Role, longest_run, pipelined, roles, unread};
use super::tally::{Outcome, Submission, Tally};

/// The argument that makes this program the load; an address, seconds and the kind of load come after it.
pub(crate) const LOAD: &str = "--load-on";
/// Number of players who submit runs.
const PLAYERS: usize = 100;
/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a client waits until it connects again.
const AGAIN: Duration = Duration::from_millis(100);
/// How long one that reads nothing waits until it connects again.
const AGAIN_UNREAD: Duration = Duration::from_secs(1);
/// How long after the first connection the last is opened.
const RISE: Duration = Duration::from_secs(2);
/// How long a client that drips waits between two bytes.
const DRIP: Duration = Duration::from_millis(700);

/// What all clients share.
struct World {
    server: SocketAddr,
    players: Vec<(String, String)>,
    tally: RefCell<Tally>,
    /// Numbers names and seeds, so that no two are the same.
    next: Cell<u64>,
}

/// Runs the clients that send many requests at once, for this number of seconds.
pub(crate) fn run_pipelined(server: SocketAddr, seconds: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let world = World { server, players: Vec::new(), tally: RefCell::default(), next: Cell::new(0) };
    LocalSet::new().block_on(&runtime, make(world, pipelined(), seconds));
}

/// Runs the clients that read nothing, for this number of seconds.
pub(crate) fn run_unread(server: SocketAddr, seconds: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    LocalSet::new().block_on(&runtime, async {
        let players = sign_up(server, 1).await;
        let table = create_table(server, &players[0].1).await;
        let tally = Tally { players: players.clone(), ..Tally::default() };
        make(World { server, players, tally: RefCell::new(tally), next: Cell::new(0) }, unread(&table), seconds).await;
    });
}

/// Prepares the load, prints a line, runs it for this many seconds, and prints the outcomes.
pub(crate) fn run(server: SocketAddr, seconds: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    LocalSet::new().block_on(&runtime, async {
        let longest = longest_run();
        let players = sign_up(server, PLAYERS).await;
        let stored = store(server, &players[0].1, &longest).await;
        let moves = longest["moves"].as_array().map_or(0, Vec::len);
        let all = roles(&stored, moves, &longest);
        let tally = Tally { long_run: (stored, moves), players: players.clone(), ..Tally::default() };
        make(World { server, players, tally: RefCell::new(tally), next: Cell::new(0) }, all, seconds).await;
    });
}

/// Prints the number of connections, runs all roles for this number of seconds, and prints the tally.
async fn make(world: World, roles: Vec<Role>, seconds: u64) {
    let world = Rc::new(world);
    say(&format!("{} connections", roles.iter().map(|role| role.connections).sum::<usize>()));
    let clients: Vec<_> =
        spread(roles).into_iter().map(|client| tokio::task::spawn_local(client.serve(&world))).collect();
    sleep(Duration::from_secs(seconds)).await;
    clients.iter().for_each(tokio::task::JoinHandle::abort);
    say(&serde_json::to_string(&*world.tally.borrow()).expect("it is JSON"));
}

/// A line for the process that waits for it.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).expect("it is read");
}

/// The n-th address of a kind of caller.
pub(crate) fn address(kind: u8, n: usize) -> Ipv4Addr {
    let [.., high, low] = (n + 1).to_be_bytes();
    Ipv4Addr::new(127, kind, high, low)
}

/// Players, each from an address of their own: their numbers and tokens.
pub(crate) async fn sign_up(server: SocketAddr, count: usize) -> Vec<(String, String)> {
    let mut players = Vec::new();
    for n in 0..count {
        let mut connection = Connection::open(server, address(1, n)).await.expect("it listens");
        let created = connection.exchange(&post("/v1/players", &json!({ "name": format!("Honest {n}") }))).await;
        let created = created.expect("it answers").json();
        let text = |value: &Json| value.as_str().expect("a new player").to_owned();
        players.push((text(&created["player"]["id"]), text(&created["token"])));
    }
    players
}

/// Submits a run, and returns its id.
async fn store(server: SocketAddr, token: &str, run: &Json) -> String {
    let mut connection = Connection::open(server, address(1, 0)).await.expect("it listens");
    let receipt = connection.exchange(&post_as(token, "/v1/runs", run)).await.expect("it answers").json();
    receipt["run"]["id"].as_str().expect("the run is kept").to_owned()
}

/// Creates a table that anyone may watch, and returns its path.
async fn create_table(server: SocketAddr, token: &str) -> String {
    let mut connection = Connection::open(server, address(1, 0)).await.expect("it listens");
    let table = json!({ "game": "queensland", "seats": ["you", "robot"] });
    let built = connection.exchange(&post_as(token, "/v1/tables", &table)).await.expect("it answers").json();
    format!("/v1/tables/{}", built["id"].as_str().expect("the table is made"))
}

/// One connection after the other, of one role.
struct Client {
    role: Rc<Role>,
    /// Which of its role it is.
    number: usize,
    from: Ipv4Addr,
    /// How long after the first it begins.
    after: Duration,
}

/// The clients of all roles.
fn spread(roles: Vec<Role>) -> Vec<Client> {
    let all: usize = roles.iter().map(|role| role.connections).sum();
    let mut clients = Vec::new();
    for (kind, role) in (10..).zip(roles.into_iter().map(Rc::new)) {
        for number in 0..role.connections {
            let from = address(kind, if role.spread { number } else { 0 });
            clients.push(Client { role: Rc::clone(&role), number, from, after: Duration::ZERO });
        }
    }
    // Neighbors are of one role: a stride that is prime to their count mixes the order in which they begin.
    for (place, client) in clients.iter_mut().enumerate() {
        client.after = RISE * u32::try_from(place * 1009 % all).unwrap_or(0) / u32::try_from(all).unwrap_or(1);
    }
    clients
}

impl Client {
    fn serve(self, world: &Rc<World>) -> impl Future<Output = ()> + 'static {
        let world = Rc::clone(world);
        async move {
            sleep(self.after).await;
            loop {
                if let Err(why) = self.connected(&world).await {
                    world.tally.borrow_mut().unanswered(self.role.name, &why);
                }
                sleep(if matches!(self.role.act, Act::NeverRead(_)) { AGAIN_UNREAD } else { AGAIN }).await;
            }
        }
    }

    /// Does what its role does on one connection, until that is over.
    async fn connected(&self, world: &World) -> io::Result<()> {
        let small = matches!(self.role.act, Act::NeverRead(_)).then_some(4096);
        let open = Connection::open_with(world.server, self.from, small);
        let mut connection = timeout(PATIENCE, open).await.map_err(|_| io::ErrorKind::TimedOut)??;
        match &self.role.act {
            Act::Ask { requests, pause } => {
                for request in requests.iter().cycle().skip(self.number) {
                    self.ask(world, &mut connection, request).await?;
                    sleep(*pause).await;
                }
                Ok(())
            }
            Act::Submit { pause } => loop {
                self.submit(world, &mut connection).await?;
                sleep(*pause).await;
            },
            Act::SignUp => loop {
                let name = json!({ "name": format!("Flood {}", world.number()) });
                self.ask(world, &mut connection, &post("/v1/players", &name)).await?;
            },
            Act::Stall(part) => {
                connection.stream.write_all(part).await?;
                self.hang_on(world, &mut connection).await
            }
            Act::StallAfter { request, part } => {
                self.ask(world, &mut connection, request).await?;
                connection.stream.write_all(part).await?;
                self.hang_on(world, &mut connection).await
            }
            Act::Drip(request) => {
                for byte in request.chunks(1).cycle() {
                    connection.stream.write_all(byte).await?;
                    sleep(DRIP).await;
                }
                Ok(())
            }
            Act::NeverRead(request) => loop {
                connection.stream.write_all(request).await?;
                sleep(DRIP).await;
            },
        }
    }

    /// Sends a request and counts its response. An honest client retries after `Retry-After`.
    async fn ask(&self, world: &World, connection: &mut Connection, request: &[u8]) -> io::Result<Answer> {
        let answer = timeout(PATIENCE, connection.exchange(request)).await.map_err(|_| io::ErrorKind::TimedOut)??;
        world.tally.borrow_mut().answered(self.role.name, self.role.honest, &answer);
        if self.role.honest
            && let Some(seconds) = answer.header("retry-after").and_then(|seconds| seconds.parse().ok())
        {
            sleep(Duration::from_secs(seconds)).await;
        }
        Ok(answer)
    }

    async fn submit(&self, world: &World, connection: &mut Connection) -> io::Result<()> {
        let (player, token) = &world.players[self.number % world.players.len()];
        let number = world.number();
        let seed = format!("soak-{number}");
        // Short runs and, now and then, one of some 150 moves.
        let run = if number.is_multiple_of(4) {
            run_of::<EpicFunhouse>(Robot::Random, &seed)
        } else {
            run_of::<SlideJam>(Robot::Greedy, &seed)
        };
        let place = world.add_submission(Submission { player: player.clone(), seed, outcome: Outcome::Unanswered });
        let answer = self.ask(world, connection, &post_as(token, "/v1/runs", &run)).await?;
        world.tally.borrow_mut().runs[place].outcome = match answer.status {
            200 | 201 => Outcome::Stored(answer.json()["run"]["id"].as_str().unwrap_or_default().to_owned()),
            _ => Outcome::Refused,
        };
        Ok(())
    }

    /// Reads what comes until the service hangs up.
    async fn hang_on(&self, world: &World, connection: &mut Connection) -> io::Result<()> {
        let mut answer = Vec::new();
        connection.stream.read_to_end(&mut answer).await?;
        let status = String::from_utf8_lossy(&answer).get(9..12).unwrap_or("hung up").to_owned();
        world.tally.borrow_mut().count(self.role.name, status);
        Ok(())
    }
}

impl World {
    fn number(&self) -> u64 {
        self.next.replace(self.next.get() + 1)
    }

    /// Records a run before it is sent, since the load may end before the response arrives. Returns its index.
    fn add_submission(&self, run: Submission) -> usize {
        let runs = &mut self.tally.borrow_mut().runs;
        runs.push(run);
        runs.len() - 1
    }
}

/// A whole run of a game by one of the built-in players.
pub(crate) fn run_of<G: Solitaire>(player: Robot, seed: &str) -> Json {
    let mut state = State::<G>::deal(seed.parse().expect("a seed"), G::Options::default());
    let mut moves = Vec::new();
    player.play_out(&mut state, MAX_MOVES, |mv, _| moves.push(mv.clone()));
    json!({
        "game": G::ID, "rules": G::RULES, "seed": seed, "options": state.options(), "moves": moves,
        "score": state.score().total(),
    })
}
