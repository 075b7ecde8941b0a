//! Every game, one line each. Routes, document, command line and laws come from visiting this list.

use super::game::Game;
use super::games::easy_slider::EasySlider;
use super::games::epic_funhouse::EpicFunhouse;
use super::games::epic_funhouse::catwalk::Catwalk;
use super::games::epic_funhouse::magic_mirror::MagicMirror;
use super::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use super::games::epic_funhouse::slide_jam::SlideJam;
use super::games::epic_funhouse::trampo_land::TrampoLand;
use super::games::epic_funhouse::whack_a_dummy::WhackADummy;
use super::games::magic_bag::MagicBag;

/// What is done for each game.
pub trait Visitor {
    /// Does it for one.
    fn visit<G: Game>(&mut self);
}

/// Visits every game, in the order in which they are listed.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<EpicFunhouse>();
    visitor.visit::<SlideJam>();
    visitor.visit::<MagicMirror>();
    visitor.visit::<Catwalk>();
    visitor.visit::<RollOutTheBarrels>();
    visitor.visit::<WhackADummy>();
    visitor.visit::<TrampoLand>();
    visitor.visit::<EasySlider>();
    visitor.visit::<MagicBag>();
}

/// What is done for one game, with a result.
pub trait Task {
    /// The result.
    type Output;
    /// Does it.
    fn run<G: Game>(self) -> Self::Output;
}

/// Does something for the game of an id; gives the task back if there is no such game.
///
/// # Errors
/// The task, when there is no such game.
pub fn with_game<T: Task>(id: &str, task: T) -> Result<T::Output, T> {
    struct Find<'a, T: Task> {
        id: &'a str,
        found: Result<T::Output, Option<T>>,
    }
    impl<T: Task> Visitor for Find<'_, T> {
        fn visit<G: Game>(&mut self) {
            if let Err(task) = &mut self.found
                && G::ID == self.id
                && let Some(task) = task.take()
            {
                self.found = Ok(task.run::<G>());
            }
        }
    }
    let mut find = Find { id, found: Err(Some(task)) };
    visit_all(&mut find);
    match find.found {
        Ok(output) => Ok(output),
        Err(Some(task)) => Err(task),
        Err(None) => unreachable!("a task that was taken has run"),
    }
}

/// The ids of all games, in order.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);
    impl Visitor for Ids {
        fn visit<G: Game>(&mut self) {
            self.0.push(G::ID);
        }
    }
    let mut ids = Ids(Vec::new());
    visit_all(&mut ids);
    ids.0
}
