//! The registry: every game at every rules version. The engine and all other code for every game visits this list.

use super::game::{Seated, Solitaire};
use super::games::chief_herman::board_game_project_55::BoardGameProject55;
use super::games::chief_herman::break_the_bank::BreakTheBank;
use super::games::chief_herman::caribbean_star::CaribbeanStar;
use super::games::chief_herman::castles::{HermansCastle, NickiesCastle, PutwoodysCastle};
use super::games::chief_herman::darwinian_poker::DarwinianPoker;
use super::games::chief_herman::dungeon_crawl::DungeonCrawl;
use super::games::chief_herman::fight_the_power::FightThePower;
use super::games::chief_herman::graveyard_shift::GraveyardShift;
use super::games::chief_herman::headless_in_seattle::HeadlessInSeattle;
use super::games::chief_herman::hotel_transylvania::HotelTransylvania;
use super::games::chief_herman::king_of_the_beach::KingOfTheBeach;
use super::games::chief_herman::land_grab::LandGrab;
use super::games::chief_herman::magic_hate_ball::MagicHateBall;
use super::games::chief_herman::monster_builder::MonsterBuilder;
use super::games::chief_herman::one_ball::OneBall;
use super::games::chief_herman::particle_stream::ParticleStream;
use super::games::chief_herman::penniless_and_insane::PennilessAndInsane;
use super::games::chief_herman::pontifuse::Pontifuse;
use super::games::chief_herman::queensland::Queensland;
use super::games::chief_herman::seven_handed_poker::SevenHandedPoker;
use super::games::chief_herman::shipwreck::Shipwreck;
use super::games::chief_herman::short_bus_to_paradise::ShortBusToParadise;
use super::games::chief_herman::ten_die_poker::TenDiePoker;
use super::games::chief_herman::wild_bill::WildBill;
use super::games::easy_slider::EasySlider;
use super::games::easy_slider::slider_match::EasySliderMatch;
use super::games::epic_funhouse::EpicFunhouse;
use super::games::epic_funhouse::catwalk::Catwalk;
use super::games::epic_funhouse::magic_mirror::MagicMirror;
use super::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use super::games::epic_funhouse::slide_jam::SlideJam;
use super::games::epic_funhouse::trampo_land::TrampoLand;
use super::games::epic_funhouse::whack_a_dummy::WhackADummy;
use super::games::magic_bag::MagicBag;

/// Code that runs for every registered solitaire.
pub trait Visitor {
    /// Visits the game `G`.
    fn visit<G: Solitaire>(&mut self);
}

/// Visits every solitaire at every rules version, in registry order. The versions of a game are adjacent, the oldest
/// first.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<EpicFunhouse>();
    visitor.visit::<SlideJam>();
    visitor.visit::<MagicMirror>();
    visitor.visit::<Catwalk>();
    visitor.visit::<RollOutTheBarrels>();
    visitor.visit::<WhackADummy>();
    visitor.visit::<TrampoLand>();
    visitor.visit::<EasySlider>();
    #[cfg(feature = "test-games")]
    if test_version_is_listed() {
        visitor.visit::<super::games::easy_slider::second::EasySlider2>();
    }
    visitor.visit::<MagicBag>();
}

/// Returns whether the second rules version that exists only for tests is listed: if `FUNHOUSE_TEST_VERSIONS` is set.
///
/// So one build runs all tests, those with one version of each game and those with two.
#[cfg(feature = "test-games")]
fn test_version_is_listed() -> bool {
    static LISTED: std::sync::LazyLock<bool> =
        std::sync::LazyLock::new(|| std::env::var_os("FUNHOUSE_TEST_VERSIONS").is_some());
    *LISTED
}

/// Code that runs for every registered game for several seats.
pub trait SeatedVisitor {
    /// Visits the game `G`.
    fn visit<G: Seated>(&mut self);
}

/// Visits every game for several seats, in registry order.
pub fn visit_seated(visitor: &mut impl SeatedVisitor) {
    visitor.visit::<BreakTheBank>();
    visitor.visit::<Queensland>();
    visitor.visit::<CaribbeanStar>();
    visitor.visit::<DarwinianPoker>();
    visitor.visit::<PennilessAndInsane>();
    visitor.visit::<SevenHandedPoker>();
    visitor.visit::<PutwoodysCastle>();
    visitor.visit::<NickiesCastle>();
    visitor.visit::<HermansCastle>();
    visitor.visit::<FightThePower>();
    visitor.visit::<TenDiePoker>();
    visitor.visit::<MonsterBuilder>();
    visitor.visit::<Pontifuse>();
    visitor.visit::<LandGrab>();
    visitor.visit::<GraveyardShift>();
    visitor.visit::<BoardGameProject55>();
    visitor.visit::<HeadlessInSeattle>();
    visitor.visit::<ParticleStream>();
    visitor.visit::<KingOfTheBeach>();
    visitor.visit::<ShortBusToParadise>();
    visitor.visit::<HotelTransylvania>();
    visitor.visit::<Shipwreck>();
    visitor.visit::<DungeonCrawl>();
    visitor.visit::<OneBall>();
    visitor.visit::<WildBill>();
    visitor.visit::<MagicHateBall>();
    visitor.visit::<EasySliderMatch>();
}

/// Returns the ids of all games for several seats, in registry order.
#[must_use]
pub fn seated_ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);
    impl SeatedVisitor for Ids {
        fn visit<G: Seated>(&mut self) {
            self.0.push(G::ID);
        }
    }
    let mut ids = Ids(Vec::new());
    visit_seated(&mut ids);
    ids.0
}

/// Code that runs for one game, found by its id, and returns a result.
pub trait Task {
    /// The result.
    type Output;
    /// Runs for the game `G`.
    fn run<G: Solitaire>(self) -> Self::Output;
}

/// Runs a task for the game with this id and rules version; none if it is not registered.
pub fn with_game<T: Task>(id: &str, rules: u32, task: T) -> Option<T::Output> {
    struct Find<'a, T: Task> {
        id: &'a str,
        rules: u32,
        task: Option<T>,
        output: Option<T::Output>,
    }
    impl<T: Task> Visitor for Find<'_, T> {
        fn visit<G: Solitaire>(&mut self) {
            if (G::ID, G::RULES) == (self.id, self.rules)
                && let Some(task) = self.task.take()
            {
                self.output = Some(task.run::<G>());
            }
        }
    }
    let mut find = Find { id, rules, task: Some(task), output: None };
    visit_all(&mut find);
    find.output
}

/// Returns the ids of all solitaires, in registry order. A game with several rules versions is listed once.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);
    impl Visitor for Ids {
        fn visit<G: Solitaire>(&mut self) {
            if self.0.last() != Some(&G::ID) {
                self.0.push(G::ID);
            }
        }
    }
    let mut ids = Ids(Vec::new());
    visit_all(&mut ids);
    ids.0
}
