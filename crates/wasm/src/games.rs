//! The games of the module: all, or only that named by `FUNHOUSE_GAME` during the build.

use std::sync::LazyLock;

use funhouse_engine::Ruleset;
use funhouse_engine::games::{GameVersions, by_game};
use funhouse_rules::erased::{seated, solitaire};
use funhouse_rules::game::{Seated, Solitaire};
use funhouse_rules::registry::{SeatedVisitor, Visitor, visit_all, visit_seated};

/// The only game of the module, if it has one.
const ONLY: Option<&str> = option_env!("FUNHOUSE_GAME");

/// Returns whether the module has a game. A constant, so that the code of other games is not linked.
const fn has(id: &str) -> bool {
    let Some(only) = ONLY else { return true };
    let (id, only) = (id.as_bytes(), only.as_bytes());
    let mut at = 0;
    while at < id.len() && at < only.len() && id[at] == only[at] {
        at += 1;
    }
    at == id.len() && at == only.len()
}

/// Returns the games, in registry order.
pub(crate) fn games() -> &'static [GameVersions] {
    struct Included(Vec<Ruleset>);
    impl Visitor for Included {
        fn visit<G: Solitaire>(&mut self) {
            if const { has(G::ID) } {
                self.0.push(Ruleset::new(solitaire::<G>()));
            }
        }
    }
    impl SeatedVisitor for Included {
        fn visit<G: Seated>(&mut self) {
            if const { has(G::ID) } {
                self.0.push(Ruleset::new(seated::<G>()));
            }
        }
    }
    static GAMES: LazyLock<Vec<GameVersions>> = LazyLock::new(|| {
        let mut included = Included(Vec::new());
        visit_all(&mut included);
        visit_seated(&mut included);
        by_game(included.0)
    });
    &GAMES
}
