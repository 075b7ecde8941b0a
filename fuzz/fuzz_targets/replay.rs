//! `replay` of every game on whatever bytes: nothing may panic, and the verdict can be written.

#![no_main]

use funhouse_engine::answer::Verdict;
use funhouse_engine::read::read;
use funhouse_rules::game::Solitaire;
use funhouse_rules::registry::{Visitor, visit_all};
use funhouse_rules::replay::{Run, replay};
use libfuzzer_sys::fuzz_target;

struct Judge<'a>(&'a [u8]);

impl Visitor for Judge<'_> {
    fn visit<G: Solitaire>(&mut self) {
        let Ok(run) = read::<Run<G>>(self.0) else { return };
        let replayed = replay(&run, run.moves.len() < 50);
        let again = replay(&run, false);
        assert_eq!(replayed.state, again.state, "a replay gives the same again");
        let verdict = Verdict::of(replayed, run.score.as_ref());
        assert!(serde_json::to_vec(&verdict).is_ok(), "a verdict can be written");
    }
}

fuzz_target!(|bytes: &[u8]| visit_all(&mut Judge(bytes)));
