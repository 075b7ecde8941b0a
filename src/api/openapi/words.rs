//! The texts of the document: its introduction, and the description of each group of calls. `docs/api.md` has the details.

use utoipa::openapi::tag::{Tag, TagBuilder};

use crate::api::http::body::{MAX_BYTES, MAX_BYTES_OF_RUN};
use crate::engine::{self, GameVersions};
use crate::rules::replay::MAX_MOVES;

/// The group of the calls about the service itself.
pub(super) const SERVICE: &str = "Service";

/// The group of the calls of moderators, which no player's client needs.
pub(super) const MODERATION: &str = "Moderation";

/// The introduction of the whole document and of the common part.
pub(super) const INTRODUCTION: &str = "\
    The rules of solitaire board games as a service. Post a state and a move; get the validated next state, the score, and \
    events to animate it. Post a finished run; get a verdict that anybody can check again. `GET /v1/games` lists the games; \
    `/openapi/{game}.json` is all that a client of one game needs.\n\n\
    Answers may gain fields: read those that you know, and let the others be. Requests are read strictly, and so are states, \
    options and moves, which answers give and requests take: their shape belongs to the rules version of their game and is \
    frozen with it.";

/// The introduction of the document of a game.
pub(super) fn of_game(title: &str, credit: &str) -> String {
    format!(
        "{title}. {credit}\n\n\
         Nothing is stored by the calls of the game: every state that an answer gives can be posted back as it is, at any \
         later time. Begin with `deal`, list the legal moves with `moves` (or ask `deal` and `play` for them with \
         `with_legal_moves`, and for the picture with `with_picture`), and send one of them to `play`. What happens in a move is told in `events`, so that it can be \
         animated without knowing the rules.\n\n\
         Answers may gain fields: read those that you know, and let the others be. Requests are read strictly, and so are \
         states, options and moves: their shape belongs to the rules version of the game and is frozen with it."
    )
}

/// The groups of calls, in the order in which they are shown.
pub(super) fn tags() -> Vec<Tag> {
    let mut tags = vec![tag(SERVICE, &service())];
    tags.extend(games().into_iter().map(|Words { title, credit, .. }| tag(title, &credit)));
    tags.extend(STORED.iter().map(|(name, words)| tag(name, words)));
    tags
}

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
        "Names, tokens, and what a player has done. A token, sent as `Authorization: Bearer`, proves who hands in a run.",
    ),
    (
        "Runs",
        "A run is seed, options and moves. One that is handed in is replayed, and kept if it is legal and complete and scores \
         what it claims; anybody can read it with its moves and have it verified again. All chance comes from the seed, and can \
         be computed ahead from a known one: runs are compared with those whose seeds are of the same class, `daily`, `drawn` \
         or `chosen`.",
    ),
    (
        "Leaderboards",
        "Who did best, by game, rules, options, class of seed, period (UTC) and room. The rank is 1 and the number of runs that \
         are strictly better by score, then by fewer moves; equals share it and are listed in the order in which they were \
         taken in. Lists are walked by opaque cursors.",
    ),
    (
        "Tables",
        "Games that the service holds: nobody, the maker included, is told the seed before the table is over, and each is shown what \
         their seat may see and no more. A solitaire at a table is sealed, and ranked fairly; a game for several seats is played by \
         people and robots. The SHA-256 of the seed is told at once and the seed afterwards, so that anybody can check both.",
    ),
    ("Daily games", "One seed a day for each game, committed to beforehand."),
    (
        MODERATION,
        "What the operator's moderator does about runs, names and players, and the log of it. Each call needs the moderator's token; \
         without one in the configuration, every call is refused.",
    ),
];

fn service() -> String {
    format!(
        "The service itself: what there is, and how it does.\n\n\
         Errors are `application/problem+json` (RFC 9457), each with a stable `code` that `GET /v1/problems` explains; where \
         something in the body is at fault, `errors` lists it with JSON pointers. Bodies are at most {} KiB, and {} KiB where a \
         run is sent, counted after decompression; a run has at most {MAX_MOVES} moves. When there is too much to do, 503 with \
         `Retry-After` says so. Request bodies may be compressed with gzip, and responses are compressed with br or gzip.",
        MAX_BYTES / 1024,
        MAX_BYTES_OF_RUN / 1024,
    )
}
