//! The games and their rules versions.

use std::sync::LazyLock;

use funhouse_rules::erased;

use crate::read::RulesetKey;
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::verification::Ranked;

/// A game with all its rules versions.
#[derive(Debug)]
pub struct GameVersions {
    /// The versions, the newest last.
    versions: Vec<Ruleset>,
    newest: Ruleset,
}

/// Groups rulesets by their games, in the order in which the games occur.
#[must_use]
pub fn by_game(rulesets: impl IntoIterator<Item = Ruleset>) -> Vec<GameVersions> {
    let mut games: Vec<GameVersions> = Vec::new();
    for ruleset in rulesets {
        match games.iter_mut().find(|game| game.id() == ruleset.facts().id) {
            Some(game) => game.add(ruleset),
            None => games.push(GameVersions { versions: vec![ruleset], newest: ruleset }),
        }
    }
    games
}

/// Returns every game in registry order: solitaires, then games for several seats.
#[must_use]
pub fn games() -> &'static [GameVersions] {
    static GAMES: LazyLock<Vec<GameVersions>> =
        LazyLock::new(|| by_game(erased::games().iter().copied().map(Ruleset::new)));
    &GAMES
}

/// Returns the games whose runs are stored and ranked, which are the solitaires, each with its newest version.
pub fn ranked_games() -> impl Iterator<Item = (&'static GameVersions, Ranked)> + Clone {
    games().iter().filter_map(|game| Some((game, game.newest.ranked()?)))
}

/// Returns the game with an id.
#[must_use]
pub fn game(id: &str) -> Option<&'static GameVersions> {
    games().iter().find(|game| game.id() == id)
}

/// Returns the ruleset of a game id and a rules version.
#[must_use]
pub fn ruleset(id: &str, rules: u32) -> Option<Ruleset> {
    game(id)?.version(rules)
}

impl GameVersions {
    fn add(&mut self, ruleset: Ruleset) {
        self.versions.push(ruleset);
        self.versions.sort_by_key(|version| version.facts().rules);
        self.newest = self.versions.last().copied().unwrap_or(ruleset);
    }

    /// Returns the id of the game.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.newest.facts().id
    }

    /// Returns the newest version.
    #[must_use]
    pub fn newest(&self) -> Ruleset {
        self.newest
    }

    /// Returns all versions, the oldest first.
    #[must_use]
    pub fn versions(&self) -> &[Ruleset] {
        &self.versions
    }

    /// Returns a version, if it exists.
    #[must_use]
    pub fn version(&self, rules: u32) -> Option<Ruleset> {
        self.versions.iter().copied().find(|version| version.facts().rules == rules)
    }

    /// Executes a call with a request that contains a `state` or a `view`, using the ruleset that it names.
    ///
    /// A request without a rules version goes to the newest one, which reports what is wrong.
    ///
    /// # Errors
    /// [`Refusal::UnknownRules`] for an unknown rules version, and those of the call.
    pub fn of_state<T>(&self, json: &[u8], call: impl FnOnce(Ruleset) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.call(json, RulesetKey::of_state, call)
    }

    /// Executes a call with a run or a request to deal, using the ruleset that it names.
    ///
    /// # Errors
    /// Those of [`of_state`](Self::of_state).
    pub fn of_run<T>(&self, json: &[u8], call: impl FnOnce(Ruleset) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.call(json, RulesetKey::of_run, call)
    }

    /// Executes a call. For a game with one version, reads the named version only to explain a refusal, so that calls
    /// stay fast.
    fn call<T>(
        &self,
        json: &[u8],
        key: fn(&[u8]) -> RulesetKey,
        call: impl FnOnce(Ruleset) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let ruleset = match self.versions.as_slice() {
            [only] => *only,
            _ => key(json).rules.and_then(|rules| self.version(rules)).unwrap_or(self.newest),
        };
        call(ruleset).map_err(|refusal| match (&refusal, key(json)) {
            // Version 0 never matches the schema, and invalid JSON names no version.
            (Refusal::NotOfSchema { .. }, RulesetKey { rules: Some(rules), pointer, .. })
                if rules > 0 && self.version(rules).is_none() =>
            {
                Refusal::UnknownRules { pointer, rules }
            }
            _ => refusal,
        })
    }
}
