//! A game at a rules version, for the service. Its calls are in [`calls`](crate::calls); what else the service needs of it is in the files of tables,
//! stored runs, run files and robots.

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, Facts, Rules};
use funhouse_rules::game::{MoveType, Seats};
use funhouse_rules::wire::{self, Reader};
use serde_json::{Map, Value as Json};

/// A game at a rules version.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset(&'static dyn Rules);

impl Ruleset {
    /// Creates the ruleset of rules.
    #[must_use]
    pub const fn new(rules: &'static dyn Rules) -> Self {
        Self(rules)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(self) -> &'static dyn Rules {
        self.0
    }

    /// Returns the metadata of the game.
    #[must_use]
    pub fn facts(self) -> &'static Facts {
        self.0.facts()
    }

    /// Returns the types of the game's moves.
    #[must_use]
    pub fn move_types(self) -> Vec<MoveType> {
        self.0.move_types()
    }

    /// Returns the ids of the game's rooms.
    pub(crate) fn rooms(self) -> &'static [&'static str] {
        self.facts().scoring.as_ref().map_or(&[], |scoring| scoring.rooms)
    }

    /// Returns options as canonical JSON (RFC 8785), including defaults.
    ///
    /// # Errors
    /// A message that describes what is wrong.
    pub fn options(self, given: Map<String, Json>) -> Result<String, String> {
        let given = Json::Object(given).to_string();
        let read = |options: Reader<'_>| self.0.options(options).map(|options| options.canonical);
        wire::read_with(given.as_bytes(), &read).map_err(|error| error.to_string())
    }

    /// Deals with the default options.
    pub(crate) fn deal_default(self, seats: Seats, seed: Seed) -> Option<Box<dyn AnyState>> {
        self.0.deal(seats, seed, Reader::EMPTY).ok()
    }
}
