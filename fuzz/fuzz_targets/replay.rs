//! `replay` of every game on whatever bytes: nothing may panic, and the verdict can be written.

#![no_main]

use funhouse::api::answer::Verdict;
use funhouse::api::body::parse;
use funhouse::rules::game::Game;
use funhouse::rules::registry::{Visitor, visit_all};
use funhouse::rules::replay::{Run, replay};
use libfuzzer_sys::fuzz_target;

struct Judge<'a>(&'a [u8]);

impl Visitor for Judge<'_> {
    fn visit<G: Game>(&mut self) {
        let Ok(run) = parse::<Run<G>>(self.0) else { return };
        let Ok(replayed) = replay(&run, run.moves.len() < 50) else { return };
        let again = replay(&run, false).expect("its rules version is known");
        assert_eq!(replayed.state, again.state, "a replay gives the same again");
        let verdict = Verdict::of(replayed, run.score);
        assert!(serde_json::to_vec(&verdict).is_ok(), "a verdict can be written");
    }
}

fuzz_target!(|bytes: &[u8]| visit_all(&mut Judge(bytes)));
