//! `replay` of every solitaire on any bytes. The verdict can be written, and a second replay ends in the same state.

use funhouse_engine::answer::Verdict;
use funhouse_engine::read::read;
use funhouse_rules::game::Solitaire;
use funhouse_rules::registry::{Visitor, visit_all};
use funhouse_rules::replay::{self, Run};

struct Judge<'a>(&'a [u8]);

impl Visitor for Judge<'_> {
    fn visit<G: Solitaire>(&mut self) {
        let Ok(run) = read::<Run<G>>(self.0) else { return };
        let replayed = replay::replay(&run, run.moves.len() < 50);
        let again = replay::replay(&run, false);
        assert_eq!(replayed.state, again.state, "a replay gives the same again");
        let verdict = Verdict::of(replayed, run.score.as_ref());
        assert!(serde_json::to_vec(&verdict).is_ok(), "a verdict can be written");
    }
}

/// Passes bytes to `replay` of every solitaire.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn replay(bytes: &[u8]) {
    visit_all(&mut Judge(bytes));
}
