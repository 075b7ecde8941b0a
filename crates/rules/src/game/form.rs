//! The wire form of states and views: game, rules version, seed, seats, options and table.

use serde::de::DeserializeOwned;

use super::{Game, Seats, identity, read_seats};
use crate::chance::Seed;
use crate::wire::{Fault, Reader};

/// The fields of a state, or of a view, which has no seed.
pub(super) struct Form<G: Game, T> {
    pub(super) seed: Option<Seed>,
    /// One for a solitaire, which has no such field.
    pub(super) seats: Seats,
    pub(super) options: G::Options,
    pub(super) table: T,
}

impl<G: Game, T: DeserializeOwned> Form<G, T> {
    /// Reads the fields with these names. All but the seed are required.
    pub(super) fn read(form: Reader<'_>, names: &'static [&'static str]) -> Result<Self, Fault> {
        let (mut game, mut rules, mut seed, mut options, mut table) = (None, None, None, None, None);
        let mut seats = if G::SEATED { None } else { Some(Seats::ONE) };
        form.fields(names, &mut |name, value| {
            match name {
                "game" => game = Some(identity::read_id(value, G::ID)?),
                "rules" => rules = Some(identity::read_version(value, G::RULES)?),
                "seed" => seed = Some(value.read()?),
                "seats" => seats = Some(read_seats(value, G::SEATS, G::TITLE)?),
                "options" => options = Some(value.read()?),
                _ => table = Some(value.read()?),
            }
            Ok(())
        })?;
        let missing = |name| move || Fault::missing(name, None);
        game.ok_or_else(missing("game"))?;
        rules.ok_or_else(missing("rules"))?;
        Ok(Self {
            seed,
            seats: seats.ok_or_else(missing("seats"))?,
            options: options.ok_or_else(missing("options"))?,
            table: table.ok_or_else(missing("table"))?,
        })
    }
}
