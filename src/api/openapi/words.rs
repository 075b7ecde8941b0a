//! The texts of the document: its introduction, and the description of each group of calls. `docs/api.md` has the details.

#[cfg(feature = "schemas")]
use utoipa::openapi::tag::{Tag, TagBuilder};

use crate::api::http::body::{MAX_BYTES, MAX_BYTES_OF_RUN, max_bytes_of_run};
use crate::engine::{self, GameVersions};
use crate::rules::replay::{MAX_MOVES, MAX_MOVES_OF_ANY};

/// The group of the calls about the service itself.
pub(super) const SERVICE: &str = "Service";

/// The group of the calls of moderators, which no player's client needs.
pub(super) const MODERATION: &str = "Moderation";

/// The introduction of the whole document and of the common part.
pub(super) const INTRODUCTION: &str = "\
    Board games as a service: solitaires, and games for several seats with hidden information. The service validates moves, scores \
    games, verifies and ranks runs, and hosts tables for players and robots. `GET /v1/games` lists the games; `/openapi/{game}.json` has \
    what a client of one game needs.\n\n\
    There are two ways to play. The calls of a game store nothing: post a state and a move, and get the next state, the score, and \
    events to animate. At a table, the service stores the game, keeps its seed secret until it is over, and shows each player only \
    what their seat can see.\n\n\
    Responses can gain fields: ignore fields that you do not know. Requests are read strictly. The shape of states, options and moves \
    is fixed for each rules version of a game.";

/// The introduction of the document of a game.
pub(super) fn of_game(title: &str, credit: &str) -> String {
    format!(
        "{title}. {credit}\n\n\
         The calls of the game store nothing: you can post back every state at any later time, unchanged. Begin with `deal`, list the \
         legal moves with `moves` (or set `with_legal_moves` in `deal` and `play`), and send one of them to `play`. The `events` \
         of a move describe what happened, so that you can animate it without knowing the rules. `/openapi/service.json` has the calls \
         that belong to no game, such as those for tokens. `/docs/errors` explains errors and limits.\n\n\
         Responses can gain fields: ignore fields that you do not know. Requests are read strictly. The shape of states, options and \
         moves is fixed for each rules version of the game."
    )
}

/// The groups of calls, in the order in which they are shown.
#[cfg(feature = "schemas")]
pub(super) fn tags() -> Vec<Tag> {
    let mut tags = vec![tag(SERVICE, &service())];
    tags.extend(games().into_iter().map(|Words { title, credit, .. }| tag(title, &credit)));
    tags.extend(STORED.iter().map(|(name, words)| tag(name, words)));
    tags
}

#[cfg(feature = "schemas")]
fn tag(name: &str, words: &str) -> Tag {
    TagBuilder::new().name(name).description(Some(words)).build()
}

/// The texts about a game.
pub(super) struct Words {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) credit: String,
}

/// The texts about each game.
pub(super) fn games() -> Vec<Words> {
    let words = |game: &GameVersions| {
        let facts = game.newest().facts();
        Words { id: facts.id, title: facts.title, credit: format!("{} By {}.", facts.summary, facts.designer) }
    };
    engine::games().iter().map(words).collect()
}

const STORED: &[(&str, &str)] = &[
    (
        "Players",
        "Names, tokens and histories of players. Send a token as `Authorization: Bearer` to submit runs and to sit at tables.",
    ),
    (
        "Apps",
        "Front ends of others, which sign in users of their own. An app calls from its server with its key; the tokens that it gets for users \
         can be used anywhere.",
    ),
    (
        "Runs",
        "A run is the seed, options and moves of a solitaire. A submitted run is replayed, and stored if it is legal, complete and scores \
         what it claims. Anyone can read it and verify it again. Anyone who knows a seed can compute all chance in advance, so \
         runs are compared only with runs of the same seed class.",
    ),
    (
        "Leaderboards",
        "Rankings by game, rules version, options, seed class, period (UTC) and room. The rank is 1 plus the number of runs with a \
         strictly better score, or an equal score in fewer moves. Runs that are equal in both share a rank, in order of arrival.",
    ),
    (
        "Tables",
        "Games that the service stores. No player can see the seed before the game is over, and each sees only what their seat can see. \
         The SHA-256 of the seed is public from the start and the seed afterwards, so that anyone can check it. A solitaire at a table \
         is ranked: no one knows the deal in advance, and every score is verified.",
    ),
    (
        "Contests",
        "Everyone plays the same secret deals, in rounds that open and close at set times. Until a round is closed, its seed and all games \
         of it are secret; afterwards anyone can verify the seeds, the runs and the standings.",
    ),
    (
        "Daily games",
        "For each game and day, a public practice seed and the secret seed of a ranked game. Commitments are published in advance.",
    ),
    (
        MODERATION,
        "Moderation of runs, names and players, and its log. Every call needs the moderator's token. If none is configured, every call is \
         refused.",
    ),
];

fn service() -> String {
    format!(
        "Catalogue, health and documents of the service.\n\n\
         Errors are `application/problem+json` (RFC 9457) with a stable `code`; `GET /v1/problems` lists the codes. If the body is \
         at fault, `errors` has JSON pointers. Bodies have at most {} KiB, and {} KiB if they contain a run, after decompression; a run \
         has at most {MAX_MOVES} moves. A run of `easy-slider-match` has at most {MAX_MOVES_OF_ANY} moves, and a body of its \
         `replay` {} KiB. An overloaded service responds with 503 and `Retry-After`. Request bodies can be compressed with gzip; \
         responses are compressed with br or gzip.",
        MAX_BYTES / 1024,
        MAX_BYTES_OF_RUN / 1024,
        max_bytes_of_run(MAX_MOVES_OF_ANY) / 1024,
    )
}
