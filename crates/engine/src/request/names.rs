//! The names of the fields of each request.

/// The names of a request's fields. Fields of answers that are ignored come last.
pub(crate) type Names = &'static [&'static str];

/// A call with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// `score` and `digest`.
    Score,
    /// `moves`.
    Moves,
    /// `plan`.
    Plan,
    /// `picture`, with either a state or a view.
    Picture,
    /// `play`.
    Play,
    /// `view`.
    View,
    /// `analysis`, a call of solitaires.
    Analysis,
}

/// Lists the names of a solitaire's request: its own fields, then those of answers.
macro_rules! solitaire_names {
    ($($name:literal),*) => {
        &[$($name,)* "game", "score", "finished", "events", "bad_move", "legal_moves", "picture"]
    };
}

/// Lists the names of a seated game's request: its own fields, then those of answers.
macro_rules! seated_names {
    ($($name:literal),*) => {
        &[
            $($name,)* "game", "points", "to_act", "places", "finished", "events", "bad_move", "legal_moves", "picture",
        ]
    };
}

impl Call {
    /// Returns the names of the fields of the call.
    pub(crate) const fn names(self, is_seated: bool) -> Names {
        if is_seated { self.seated_names() } else { self.solitaire_names() }
    }

    const fn solitaire_names(self) -> Names {
        match self {
            Self::Score | Self::Moves => solitaire_names!["state"],
            Self::Plan => solitaire_names!["state", "seed"],
            Self::Picture => solitaire_names!["state", "view", "seat"],
            Self::Play => solitaire_names![
                "state",
                "move",
                "moves",
                "until_illegal",
                "with_legal_moves",
                "with_picture",
                "with_text"
            ],
            Self::View => solitaire_names!["state", "seat", "with_legal_moves"],
            Self::Analysis => solitaire_names!["state", "effort", "with_moves"],
        }
    }

    const fn seated_names(self) -> Names {
        match self {
            Self::Score => seated_names!["state"],
            Self::Moves => seated_names!["state", "seat"],
            Self::Plan => seated_names!["state", "seat", "seed", "level"],
            Self::Picture => seated_names!["state", "view", "seat"],
            Self::Play => seated_names![
                "state",
                "move",
                "moves",
                "seat",
                "until_illegal",
                "with_legal_moves",
                "with_picture",
                "with_text"
            ],
            Self::View => seated_names!["state", "seat", "with_legal_moves"],
            Self::Analysis => &[],
        }
    }
}
