//! The request of `deal`.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{self, Game, Seats, Version};
use funhouse_rules::wire;

/// The request of `deal`.
#[derive(Clone, Debug)]
pub struct DealRequest<G: Game> {
    /// The number of seats; one for a solitaire, which has no such field.
    pub seats: Seats,
    /// The seed; the service draws one if absent.
    pub seed: Option<Seed>,
    /// The options.
    pub options: G::Options,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
    /// Whether to draw the picture.
    pub with_picture: bool,
}

game::read_by_seats! {
    DealRequest {}
    seats {
        #[serde(default, deserialize_with = "wire::present")]
        seed: Option<Seed>,
        #[serde(default)]
        options: G::Options,
        #[serde(default, rename = "rules", deserialize_with = "wire::present")]
        _rules: Option<Version<G>>,
        #[serde(default)]
        with_legal_moves: bool,
        #[serde(default)]
        with_picture: bool,
    }
    |seats, seed, options, with_legal_moves, with_picture| {
        Ok(Self { seats, seed, options, with_legal_moves, with_picture })
    }
}

/// Returns the flags for optional parts of an answer.
#[cfg(feature = "schemas")]
fn extras() -> [wire::Field; 2] {
    [("with_legal_moves", "the legal moves"), ("with_picture", "the picture")].map(|(name, what)| {
        wire::optional(name, wire::boolean_schema(&format!("Whether to return {what}. False if absent.")))
    })
}

wire::named_schema!(
    impl[G: Game] DealRequest<G>,
    format!("{}DealRequest", G::NAME),
    wire::object(
        &format!("The deal of {}: its seed and options.", G::TITLE),
        game::seats_field::<G>().into_iter().chain([
            wire::optional("seed", wire::reference_to::<Seed>()),
            wire::optional("options", wire::reference_to::<G::Options>()),
            wire::optional("rules", game::version_schema::<G>()),
        ])
        .chain(extras()),
    ),
    gather [Seed, G::Options]
);
