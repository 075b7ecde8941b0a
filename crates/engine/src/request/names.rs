//! The names of the fields of each request.

use funhouse_rules::game::{Game, Seated, Solitaire};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};

/// The names of a request's fields. Fields of answers that are ignored come last.
pub(super) type Names = &'static [&'static str];

/// Lists the names of a solitaire's request: its own fields, then those of answers.
macro_rules! solitaire_names {
    ($($name:literal),*) => {
        &[$($name,)* "game", "score", "finished", "events", "bad_move", "legal_moves", "picture"]
    };
}

/// The fields of `analysis`, a call of solitaires.
pub(super) const ANALYSIS: Names = solitaire_names!["state", "effort", "with_moves"];

/// The request fields of a mode.
pub trait RequestFields<G: Game>: Mode<G> {
    /// The fields of `score`.
    const STATE: Names;
    /// The fields of `moves`.
    const STATE_AND_SEAT: Names;
    /// The fields of `plan`.
    const PLAN: Names;
    /// The fields of `picture`, with either a state or a view.
    const PICTURE: Names;
    /// The fields of `play`.
    const PLAY: Names;
    /// The fields of `view`.
    const VIEW: Names;
}

/// Lists the names of a seated game's request: its own fields, then those of answers.
macro_rules! seated_names {
    ($($name:literal),*) => {
        &[
            $($name,)* "game", "points", "to_act", "places", "finished", "events", "bad_move", "legal_moves", "picture",
        ]
    };
}

impl<G: Solitaire> RequestFields<G> for SolitaireMode {
    const STATE: Names = solitaire_names!["state"];
    const STATE_AND_SEAT: Names = <Self as RequestFields<G>>::STATE;
    const PLAN: Names = solitaire_names!["state", "seed"];
    const PICTURE: Names = solitaire_names!["state", "view", "seat"];
    const PLAY: Names =
        solitaire_names!["state", "move", "moves", "until_illegal", "with_legal_moves", "with_picture", "with_text"];
    const VIEW: Names = solitaire_names!["state", "seat", "with_legal_moves"];
}

impl<G: Seated> RequestFields<G> for SeatedMode {
    const STATE: Names = seated_names!["state"];
    const STATE_AND_SEAT: Names = seated_names!["state", "seat"];
    const PLAN: Names = seated_names!["state", "seat", "seed", "level"];
    const PICTURE: Names = seated_names!["state", "view", "seat"];
    const PLAY: Names = seated_names![
        "state",
        "move",
        "moves",
        "seat",
        "until_illegal",
        "with_legal_moves",
        "with_picture",
        "with_text"
    ];
    const VIEW: Names = seated_names!["state", "seat", "with_legal_moves"];
}
