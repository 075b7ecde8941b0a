//! The analyzed games, one a module: compact positions, their bounds, and how the search goes through them; or the strong player of a game
//! with chance to come.

mod catwalk;
mod easy_slider;
mod epic_funhouse;
mod magic_bag;
mod magic_mirror;
mod roll_out_the_barrels;
mod slide_jam;
mod trampo_land;
mod whack_a_dummy;

use funhouse_rules::game::Solitaire;
use funhouse_rules::games::easy_slider::EasySlider;
use funhouse_rules::games::epic_funhouse::EpicFunhouse;
use funhouse_rules::games::epic_funhouse::catwalk::Catwalk;
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse_rules::games::epic_funhouse::whack_a_dummy::WhackADummy;
use funhouse_rules::games::magic_bag::MagicBag;

use crate::estimated::Estimated;
use crate::solution::Analyzed;

/// Code that is generic over the analyzed games. By default, it does nothing with a game.
pub trait Visitor {
    /// Visits a game whose best total is searched for.
    fn visit<G: Analyzed>(&mut self) {}

    /// Visits a game whose mean total is estimated.
    fn visit_estimated<G: Estimated>(&mut self) {}
}

/// Visits every analyzed game.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<SlideJam>();
    visitor.visit::<MagicMirror>();
    visitor.visit::<RollOutTheBarrels>();
    visitor.visit::<TrampoLand>();
    visitor.visit::<EasySlider>();
    visitor.visit_estimated::<EpicFunhouse>();
    visitor.visit_estimated::<MagicBag>();
    visitor.visit_estimated::<Catwalk>();
    visitor.visit_estimated::<WhackADummy>();
}

/// Returns whether a game at a rules version is analyzed. This does not link the searches, unlike [`analyze`](crate::analyze).
#[must_use]
pub fn is_analyzed(id: &str, rules: u32) -> bool {
    struct Find<'a>(&'a str, u32, bool);
    impl Find<'_> {
        fn compare<G: Solitaire>(&mut self) {
            self.2 |= (G::ID, G::RULES) == (self.0, self.1);
        }
    }
    impl Visitor for Find<'_> {
        fn visit<G: Analyzed>(&mut self) {
            self.compare::<G>();
        }

        fn visit_estimated<G: Estimated>(&mut self) {
            self.compare::<G>();
        }
    }
    let mut find = Find(id, rules, false);
    visit_all(&mut find);
    find.2
}
