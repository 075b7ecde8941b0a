//! Unions over games: one schema for each ruleset, distinguished by `game`, and by `rules` if a game has several rules versions.

use crate::engine::{GameVersions, Ruleset, games, ranked_games};
use crate::rules::wire;

/// The games of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Games {
    /// All.
    All,
    /// Those whose runs are stored and ranked.
    Ranked,
}

impl Games {
    fn each(self) -> Vec<&'static GameVersions> {
        match self {
            Self::All => games().iter().collect(),
            Self::Ranked => ranked_games().map(|(game, _)| game).collect(),
        }
    }
}

/// A union over games.
#[derive(Clone, Copy)]
pub(in crate::api) struct Union {
    /// Which games.
    pub(in crate::api) of: Games,
    /// The suffix of the names of its schemas.
    pub(in crate::api) kind: &'static str,
    /// The name of a ruleset's schema.
    pub(in crate::api) name: fn(Ruleset) -> String,
    /// Adds that schema and all schemas that it refers to.
    pub(in crate::api) gather: fn(Ruleset, &mut wire::Schemas),
}

impl Union {
    /// Its schema.
    pub(in crate::api) fn schema(self, description: &str) -> wire::AnySchema {
        let variant = |game: &&'static GameVersions| match game.versions() {
            [only] => (game.id(), (self.name)(*only)),
            _ => (game.id(), self.any_rules(game)),
        };
        wire::union(description, "game", &self.of.each().iter().map(variant).collect::<Vec<_>>())
    }

    /// Adds all schemas that it refers to.
    pub(in crate::api) fn gather(self, schemas: &mut wire::Schemas) {
        for game in self.of.each() {
            game.versions().iter().for_each(|ruleset| (self.gather)(*ruleset, schemas));
            if game.versions().len() > 1 {
                let title = game.newest().facts().title;
                let variants = game.versions().iter().map(|ruleset| wire::reference(&(self.name)(*ruleset)));
                let schema =
                    wire::one_of(&format!("One of {title}. The variants are distinguished by `rules`."), variants);
                schemas.push((self.any_rules(game), schema));
            }
        }
    }

    /// The name of the union over a game's rules versions.
    fn any_rules(self, game: &GameVersions) -> String {
        format!("{}{}OfAnyRules", game.versions().first().map_or("", |oldest| oldest.facts().name), self.kind)
    }
}

/// Declares the schema of a type, with its name in the document, as a union over games.
macro_rules! union_schema {
    ($Type:ident, $name:literal, $union:expr, $description:literal) => {
        impl ::utoipa::PartialSchema for $Type {
            fn schema() -> $crate::rules::wire::AnySchema {
                $union.schema($description)
            }
        }

        impl ::utoipa::ToSchema for $Type {
            fn name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }
            fn schemas(schemas: &mut $crate::rules::wire::Schemas) {
                $union.gather(schemas);
            }
        }
    };
}

pub(in crate::api) use union_schema;
