//! The games, each with its rules versions.

use std::sync::LazyLock;

use funhouse_rules::game::{Seated, Solitaire};
use funhouse_rules::mode::{SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};

use crate::read::{RulesetKey, is_json};
use crate::refusal::Refusal;
use crate::ruleset::{Ranked, Ruleset, TypedRuleset};

/// A game with all its rules versions.
#[derive(Clone, Debug)]
pub struct GameVersions {
    /// In the order in which they are registered: the newest last.
    versions: Vec<&'static dyn Ruleset>,
    newest: &'static dyn Ruleset,
}

/// Every game, in the order in which they are registered: solitaires, then games for several seats.
#[must_use]
pub fn games() -> &'static [GameVersions] {
    struct Games(Vec<GameVersions>);
    impl Games {
        fn add(&mut self, ruleset: &'static dyn Ruleset) {
            match self.0.iter_mut().find(|game| game.id() == ruleset.facts().id) {
                Some(game) => game.add(ruleset),
                None => self.0.push(GameVersions { versions: vec![ruleset], newest: ruleset }),
            }
        }
    }
    impl Visitor for Games {
        fn visit<G: Solitaire>(&mut self) {
            self.add(TypedRuleset::<G, SolitaireMode>::RULESET);
        }
    }
    impl SeatedVisitor for Games {
        fn visit<G: Seated>(&mut self) {
            self.add(TypedRuleset::<G, SeatedMode>::RULESET);
        }
    }
    static GAMES: LazyLock<Vec<GameVersions>> = LazyLock::new(|| {
        let mut games = Games(Vec::new());
        registry::visit_all(&mut games);
        registry::visit_seated(&mut games);
        games.0
    });
    &GAMES
}

/// The games whose runs are kept and ranked, each with its newest version: the solitaires.
pub fn ranked_games() -> impl Iterator<Item = (&'static GameVersions, &'static dyn Ranked)> + Clone {
    games().iter().filter_map(|game| Some((game, game.newest.ranked()?)))
}

/// The game of an id.
#[must_use]
pub fn game(id: &str) -> Option<&'static GameVersions> {
    games().iter().find(|game| game.id() == id)
}

/// The ruleset of a game's id and a rules version.
#[must_use]
pub fn ruleset(id: &str, rules: u32) -> Option<&'static dyn Ruleset> {
    game(id)?.version(rules)
}

impl GameVersions {
    fn add(&mut self, ruleset: &'static dyn Ruleset) {
        self.versions.push(ruleset);
        self.versions.sort_by_key(|version| version.facts().rules);
        self.newest = self.versions.last().copied().unwrap_or(ruleset);
    }

    /// The game's id.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.newest.facts().id
    }

    /// The newest version.
    #[must_use]
    pub fn newest(&self) -> &'static dyn Ruleset {
        self.newest
    }

    /// All versions, the oldest first.
    #[must_use]
    pub fn versions(&self) -> &[&'static dyn Ruleset] {
        &self.versions
    }

    /// A version, if it is known.
    #[must_use]
    pub fn version(&self, rules: u32) -> Option<&'static dyn Ruleset> {
        self.versions.iter().copied().find(|version| version.facts().rules == rules)
    }

    /// Makes a call with a request that has a `state` or a `view`, of the ruleset that it names. A request that names none is the
    /// newest's, which says what is wrong with it.
    ///
    /// # Errors
    /// [`Refusal::UnknownRules`] when the rules version is not known, and those of the call.
    pub fn of_state<T>(
        &self,
        json: &[u8],
        call: impl FnOnce(&dyn Ruleset) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.call(json, RulesetKey::of_state, call)
    }

    /// Makes a call with a run, or with a request to deal, of the ruleset that it names.
    ///
    /// # Errors
    /// As [`of_state`](Self::of_state).
    pub fn of_run<T>(&self, json: &[u8], call: impl FnOnce(&dyn Ruleset) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.call(json, RulesetKey::of_run, call)
    }

    /// Where a game has one version, the one that is named is read only to say why a call was refused: calls stay fast.
    fn call<T>(
        &self,
        json: &[u8],
        key: fn(&[u8]) -> RulesetKey,
        call: impl FnOnce(&dyn Ruleset) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let ruleset = match self.versions.as_slice() {
            [only] => *only,
            _ => key(json).rules.and_then(|rules| self.version(rules)).unwrap_or(self.newest),
        };
        call(ruleset).map_err(|refusal| match (&refusal, key(json)) {
            // Version 0 is not of the schema, whatever versions there are, and what is no JSON names no version.
            (Refusal::NotOfSchema { .. }, RulesetKey { rules: Some(rules), pointer, .. })
                if rules > 0 && self.version(rules).is_none() && is_json(json) =>
            {
                Refusal::UnknownRules { pointer, rules }
            }
            _ => refusal,
        })
    }
}
