//! A player's account, and what it submits and reads.

use funhouse::rules::game::{ScoreCard as _, Solitaire, State};
use funhouse::rules::registry::{self, Task};
use funhouse::rules::replay::MAX_MOVES;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;

/// A player with the token.
#[derive(Clone)]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) token: String,
    bearer: String,
}

impl Account {
    /// Signs up with a name.
    pub(crate) fn new(server: &Server, name: &str) -> Self {
        let answer = server.send("POST", "/v1/players", &[], Some(&json!({ "name": name })));
        let created = answer.expect(201);
        assert_fits("PlayerWithToken", &created);
        let text = |value: &Json| value.as_str().expect("a text").to_owned();
        Self::of(text(&created["player"]["id"]), text(&created["token"]))
    }

    pub(crate) fn of(id: String, token: String) -> Self {
        let bearer = format!("Bearer {token}");
        Self { id, token, bearer }
    }

    /// The header that authenticates the player.
    pub(crate) fn header(&self) -> (&str, &str) {
        ("authorization", &self.bearer)
    }

    /// Submits a run.
    pub(crate) fn submit(&self, server: &Server, run: &Json) -> Answer {
        server.send("POST", "/v1/runs", &[self.header()], Some(run))
    }
}

/// A whole run by one of the built-in players, with its claim.
pub(crate) fn run_of(game: &str, seed: &str, player: Robot, options: Json) -> Json {
    run_of_rules(game, 1, seed, player, options)
}

/// A whole run by one of the built-in players under a rules version, with its claim.
pub(crate) fn run_of_rules(game: &str, rules: u32, seed: &str, player: Robot, options: Json) -> Json {
    struct Play<'a>(&'a str, Robot, Json);
    impl Task for Play<'_> {
        type Output = Json;
        fn run<G: Solitaire>(self) -> Json {
            let options: G::Options = funhouse::rules::wire::from_value(self.2).expect("options");
            let mut state = State::<G>::deal(self.0.parse().expect("a seed"), options);
            let mut moves = Vec::new();
            self.1.play_out(&mut state, MAX_MOVES, |mv, _| moves.push(mv.clone()));
            assert!(state.finished());
            json!({
                "game": G::ID, "rules": G::RULES, "seed": self.0, "options": options,
                "moves": moves, "score": state.score().total(),
            })
        }
    }
    registry::with_game(game, rules, Play(seed, player, options)).unwrap_or_else(|| panic!("no {game}"))
}

/// A run of a Slide Jam by the greedy player.
pub(crate) fn slide_jam(seed: &str) -> Json {
    run_of("slide-jam", seed, Robot::Greedy, json!({}))
}

/// A seed that the service draws.
pub(crate) fn drawn(server: &Server, game: &str) -> String {
    let dealt = server.send("POST", &format!("/v1/games/{game}/deal"), &[], Some(&json!({}))).ok();
    dealt["state"]["seed"].as_str().expect("a seed").to_owned()
}

/// A page of a board.
pub(crate) fn board(server: &Server, game: &str, query: &str) -> Json {
    let board = server.send("GET", &format!("/v1/leaderboards/{game}?{query}"), &[], None).ok();
    assert_fits("Leaderboard", &board);
    board
}
