//! `play` over HTTP against a bare actix-web handler that parses and serialises the same typed JSON: the limit.
//!
//! Each server is a process of its own with one worker, pinned to one core; the load comes from this process, pinned to
//! the other, over 32 connections. The two are measured in turn, round by round, so that only their ratio is to be read.
//! Also measured: the memory of the idle server, and how soon it answers after it was started.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark measures time and reads /proc")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use funhouse::api::answer::{PlayRequest, Position};
use funhouse::rules::game::{Game, Log, State};
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::player::Player;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
/// The argument that makes this program the bare server.
const BARE: &str = "--bare-server";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == BARE) {
        return bare_server();
    }
    pin(std::process::id(), 1);
    start_up();
    compare::<SlideJam>("a pop in Slide Jam", 0);
    // Move 20 of the greedy player's Funhouse is a flick on the catwalk.
    compare::<EpicFunhouse>("a flick on the Funhouse's catwalk", 30);
}

/// A request of `play` and the answer to it: the greedy player's move after `made` moves.
fn play_of<G: Game>(made: usize) -> (String, Position<G>) {
    let mut state = State::<G>::deal("bench".parse().expect("a seed"), G::Options::default());
    let mut moves = Vec::new();
    Player::Greedy.play_out(&mut state.clone(), made + 1, |mv, _| moves.push(mv.clone()));
    for mv in &moves[..made] {
        state.play(mv, &mut Log::forgotten()).expect("the move is legal");
    }
    let request = serde_json::json!({ "state": state, "move": moves[made] }).to_string();
    let mut log = Log::kept();
    state.play(&moves[made], &mut log).expect("the move is legal");
    (request, Position::of(state, Some(vec![log.events()]), false))
}

/// The limit: nothing but typed JSON in and typed JSON out.
fn bare_server() {
    async fn bare<G: Game>(_: web::Json<PlayRequest<G>>, answer: web::Data<Position<G>>) -> HttpResponse {
        HttpResponse::Ok().json(answer.get_ref())
    }
    let slide_jam = web::Data::new(play_of::<SlideJam>(0).1);
    let funhouse = web::Data::new(play_of::<EpicFunhouse>(30).1);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    println!("listens on http://{}", listener.local_addr().expect("an address"));
    let app = move || {
        App::new()
            .app_data(slide_jam.clone())
            .app_data(funhouse.clone())
            .route("/v1/games/slide-jam/play", web::post().to(bare::<SlideJam>))
            .route("/v1/games/epic-funhouse/play", web::post().to(bare::<EpicFunhouse>))
    };
    let server = HttpServer::new(app).workers(1).listen(listener).expect("it listens").run();
    actix_web::rt::System::new().block_on(server).expect("it runs");
}

/// A server process, ended when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn funhouse() -> Self {
        // All that is on by default but the log line for each request.
        let file = std::env::temp_dir().join(format!("funhouse-bench-{}.db", std::process::id()));
        let database = format!("sqlite://{}", file.display());
        let flags = ["serve", "--listen", "127.0.0.1:0", "--workers", "1", "--log", "warn", "--database", &database];
        Self::start(Command::new(env!("CARGO_BIN_EXE_funhouse")).args(flags))
    }

    fn bare() -> Self {
        Self::start(Command::new(std::env::current_exe().expect("this program")).arg(BARE))
    }

    fn start(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        pin(process.id(), 0);
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("it says where it listens");
        let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
        Self { process, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Pins a process to a core, where the machine has the tool for it.
fn pin(process: u32, core: usize) {
    let pinned = Command::new("taskset").args(["-acp", &core.to_string(), &process.to_string()]).output();
    if !pinned.is_ok_and(|output| output.status.success()) {
        eprintln!("not pinned: taskset is missing");
    }
}

/// How many requests were answered in a round, and how long each took.
fn load(address: &str, request: &[u8], round: Duration) -> Vec<Duration> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let until = Instant::now() + round;
        let clients: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let (address, request) = (address.to_owned(), request.to_vec());
                tokio::spawn(async move {
                    let mut stream = tokio::net::TcpStream::connect(address).await.expect("it listens");
                    stream.set_nodelay(true).expect("an option of the socket");
                    let (mut took, mut buffer) = (Vec::new(), Vec::new());
                    while Instant::now() < until {
                        let sent = Instant::now();
                        stream.write_all(&request).await.expect("it reads");
                        answer(&mut stream, &mut buffer).await;
                        took.push(sent.elapsed());
                    }
                    took
                })
            })
            .collect();
        let mut all = Vec::new();
        for client in clients {
            all.extend(client.await.expect("a client ends"));
        }
        all
    })
}

/// Reads one answer, which must be a 200.
async fn answer(stream: &mut tokio::net::TcpStream, buffer: &mut Vec<u8>) {
    buffer.clear();
    loop {
        let read = stream.read_buf(buffer).await.expect("it answers");
        assert!(read > 0, "the connection is kept");
        let Some(head) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(&buffer[..head]).expect("a head is text");
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        let length: usize = length.trim().parse().expect("a number");
        if buffer.len() >= head + 4 + length {
            return;
        }
    }
}

fn compare<G: Game>(what: &str, made: usize) {
    let (body, position) = play_of::<G>(made);
    let size = serde_json::to_vec(&position).expect("it is JSON").len();
    println!("\n{what}: {} bytes in, {size} bytes out", body.len());
    let head = format!(
        "POST /v1/games/{}/play HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        G::ID,
        body.len()
    );
    let request = (head + &body).into_bytes();
    let servers = [("bare handler", Server::bare()), ("funhouse", Server::funhouse())];
    let mut rates = [Vec::new(), Vec::new()];
    let mut latencies = [Vec::new(), Vec::new()];
    for (_, server) in &servers {
        load(&server.address, &request, ROUND / 2);
    }
    for _ in 0..ROUNDS {
        for (i, (_, server)) in servers.iter().enumerate() {
            let took = load(&server.address, &request, ROUND);
            rates[i].push(took.len() as f64 / ROUND.as_secs_f64());
            latencies[i].extend(took);
        }
    }
    for (i, (name, _)) in servers.iter().enumerate() {
        latencies[i].sort_unstable();
        let at = |part: usize| latencies[i][(latencies[i].len() - 1) * part / 100].as_micros();
        println!("  {name:<13} {:>8.0} requests/s, p50 {:>5} us, p99 {:>5} us", median(&mut rates[i]), at(50), at(99));
    }
    let mut ratios: Vec<f64> = rates[1].iter().zip(&rates[0]).map(|(ours, limit)| ours / limit).collect();
    println!("  ratio of the rates, median of {ROUNDS} rounds: {:.2}", median(&mut ratios));
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// How soon the server answers after it was started, and what memory it takes while idle.
fn start_up() {
    let started = Instant::now();
    let server = Server::funhouse();
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n").expect("it reads");
    let mut first = [0; 12];
    stream.read_exact(&mut first).expect("it answers");
    println!("first answer {} ms after the start ({})", started.elapsed().as_millis(), String::from_utf8_lossy(&first));
    std::thread::sleep(Duration::from_millis(500));
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap_or_default();
    let resident = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: unknown");
    println!("idle server: {resident}");
}
