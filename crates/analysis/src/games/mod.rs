//! The analyzed games, one a module: compact positions, their bounds, and how the search goes through them.

mod easy_slider;
mod magic_mirror;
mod roll_out_the_barrels;
mod slide_jam;
mod trampo_land;

use funhouse_rules::games::easy_slider::EasySlider;
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;

use crate::solution::Analyzed;

/// Code that is generic over the analyzed games.
pub trait Visitor {
    /// Visits a game.
    fn visit<G: Analyzed>(&mut self);
}

/// Visits every analyzed game.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<SlideJam>();
    visitor.visit::<MagicMirror>();
    visitor.visit::<RollOutTheBarrels>();
    visitor.visit::<TrampoLand>();
    visitor.visit::<EasySlider>();
}

/// Returns whether a game at a rules version is analyzed. This does not link the searches, unlike [`analyze`](crate::analyze).
#[must_use]
pub fn is_analyzed(id: &str, rules: u32) -> bool {
    struct Find<'a>(&'a str, u32, bool);
    impl Visitor for Find<'_> {
        fn visit<G: Analyzed>(&mut self) {
            self.2 |= (G::ID, G::RULES) == (self.0, self.1);
        }
    }
    let mut find = Find(id, rules, false);
    visit_all(&mut find);
    find.2
}
