//! States that have a view.

use crate::chance::{Draws, Seed};
use crate::game::{Game, OpenInformation, State, StateForm, ViewForm, ViewOf as _, Viewer};

/// Maximum number of attempts to draw a state. The seed must produce the chance that is visible, such as one of a few
/// colors.
const MAX_ATTEMPTS: usize = 16;

/// Draws states that a viewer cannot distinguish from each other. They depend on nothing but the view.
#[derive(Debug)]
pub struct Sampler<'a, G: Game> {
    view: &'a ViewForm<G>,
    viewer: Viewer,
    /// A table with this view.
    table: G::Table,
    /// The only state with this view, except for a seed that has no effect.
    only: Option<State<G>>,
}

/// Returns whether nothing is hidden and no move draws chance.
pub(super) fn is_open<G: Game>(options: G::Options) -> bool {
    match G::OPEN_INFORMATION {
        OpenInformation::Always => true,
        OpenInformation::Never => false,
        open => serde_json::to_value(options).is_ok_and(|options| open.with(&options)),
    }
}

impl<'a, G: Game> Sampler<'a, G> {
    /// Creates a sampler of the states with this view.
    #[must_use]
    pub fn new(view: &'a ViewForm<G>, viewer: Viewer) -> Self {
        let table = view.table.determinize(view.options);
        let mut sampler = Self { view, viewer, table, only: None };
        if is_open::<G>(view.options) {
            sampler.only = "open".parse().ok().and_then(|seed| sampler.admitted(seed, sampler.table.clone()));
        }
        sampler
    }

    /// Draws a state: what the viewer cannot see is dealt again, and chance has a new seed. None if no drawn state has the view.
    pub fn draw(&self, draws: &mut Draws) -> Option<State<G>> {
        if let Some(only) = &self.only {
            return Some(only.clone());
        }
        (0..MAX_ATTEMPTS).find_map(|_| {
            let seed = format!("sample-{:016x}", draws.word()).parse().ok()?;
            let table = G::redeal(self.view.options, &self.table, self.viewer, draws);
            self.admitted(seed, table)
        })
    }

    fn admitted(&self, seed: Seed, table: G::Table) -> Option<State<G>> {
        let ViewForm { seats, options, .. } = *self.view;
        StateForm { seed, seats, options, table }.admit().ok()
    }
}
