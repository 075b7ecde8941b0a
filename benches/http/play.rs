//! `play` against a bare actix-web handler that parses the same JSON, and sends the same answer: the limit.
//!
//! Each server is a separate process with one worker, pinned to one core; the load comes from this process, pinned to
//! the other, over 32 connections. The two are measured in turn, round by round, so that only their ratio is to be read.

use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use funhouse::engine::Ruleset;
use funhouse::rules::erased::solitaire;
use funhouse::rules::game::{Game as _, Log, Solitaire, State};
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::robot::Robot;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::median;
use super::server::{Server, pin};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
/// The argument that makes this program the bare server.
pub(crate) const BARE: &str = "--bare-server";

pub(crate) fn measure() {
    pin(std::process::id(), 1);
    compare::<SlideJam>("a pop in Slide Jam", 0);
    // Move 30 of the greedy robot's Funhouse is a flick on the catwalk.
    compare::<EpicFunhouse>("a flick on the Funhouse's catwalk", 30);
}

/// A request of `play` and the answer to it: the greedy robot's move after `played` moves.
pub(crate) fn play_of<G: Solitaire>(played: usize) -> (String, Vec<u8>) {
    let mut state = State::<G>::deal("bench".parse().expect("a seed"), G::Options::default());
    let mut moves = Vec::new();
    Robot::Greedy.play_out(&mut state.clone(), played + 1, |mv, _| moves.push(mv.clone()));
    for mv in &moves[..played] {
        state.play(mv, &mut Log::discard()).expect("the move is legal");
    }
    let request = serde_json::json!({ "state": state, "move": moves[played] }).to_string();
    let answer = Ruleset::new(solitaire::<G>()).play(request.as_bytes(), |_| String::new()).expect("a legal move");
    (request, answer)
}

/// The answers to the two requests.
struct Answers(serde_json::Value, serde_json::Value);

/// The limit: nothing but JSON in and JSON out.
pub(crate) fn bare_server() {
    async fn bare<G: Solitaire>(_: web::Json<serde_json::Value>, answers: web::Data<Answers>) -> HttpResponse {
        let answer = if G::ID == SlideJam::ID { &answers.0 } else { &answers.1 };
        HttpResponse::Ok().json(answer)
    }
    let answer = |bytes: Vec<u8>| serde_json::from_slice(&bytes).expect("JSON");
    let answers = web::Data::new(Answers(answer(play_of::<SlideJam>(0).1), answer(play_of::<EpicFunhouse>(30).1)));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    println!("listens on http://{}", listener.local_addr().expect("an address"));
    let app = move || {
        App::new()
            .app_data(answers.clone())
            .route("/v1/games/slide-jam/play", web::post().to(bare::<SlideJam>))
            .route("/v1/games/epic-funhouse/play", web::post().to(bare::<EpicFunhouse>))
    };
    let server = HttpServer::new(app).workers(1).listen(listener).expect("it listens").run();
    actix_web::rt::System::new().block_on(server).expect("it runs");
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

fn compare<G: Solitaire>(what: &str, played: usize) {
    let (body, answer) = play_of::<G>(played);
    println!("\n{what}: {} bytes in, {} bytes out", body.len(), answer.len());
    let head = format!(
        "POST /v1/games/{}/play HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        G::ID,
        body.len()
    );
    let request = (head + &body).into_bytes();
    let servers = [("bare handler", Server::this_program(BARE)), ("funhouse", Server::on_one_core())];
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
