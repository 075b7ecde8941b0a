//! Games whose best total is always proven.

use funhouse_analysis::{Analyzed, Effort};
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;

use crate::support::{analyzed, random_game};

fn all_positions_are_proven<G: Analyzed>(games: u32, effort: Effort) {
    for game in 0..games {
        for state in random_game::<G>(&format!("proof-{game}")) {
            let found = analyzed(&state, effort);
            assert!(found.bounds.proven(), "{:?} of {state:?}", found.bounds);
        }
    }
}

#[test]
fn magic_mirror_is_always_proven() {
    all_positions_are_proven::<MagicMirror>(200, Effort::Normal);
}

#[test]
fn roll_out_the_barrels_is_always_proven() {
    all_positions_are_proven::<RollOutTheBarrels>(30, Effort::Quick);
}

#[test]
fn slide_jam_is_always_proven() {
    all_positions_are_proven::<SlideJam>(100, Effort::Normal);
}

#[test]
fn trampo_land_is_always_proven() {
    all_positions_are_proven::<TrampoLand>(1000, Effort::Normal);
}
