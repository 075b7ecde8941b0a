//! Whole games of a built-in player, reported move by move.

use funhouse_rules::game::{Game, State, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::robot::Robot;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire::json_of;
use serde_json::Value as Json;

/// The progress that `play_out` reports.
#[derive(Debug)]
pub enum Progress<'a> {
    /// The table after the deal.
    Dealt(&'a Scene),
    /// A move, as JSON, and the table after it.
    Played(&'a Json, &'a Scene),
}

/// A completed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The run, as JSON.
    pub run: Json,
    /// The final standing, as JSON: the score card, or points and places.
    pub standing: Json,
}

/// Plays a whole game from its deal, with the same player on all seats.
pub(crate) fn play_out<G: Game, M: Mode<G>>(
    robot: Robot,
    dealt: State<G>,
    show: &mut dyn FnMut(Progress<'_>),
) -> PlayedGame {
    let mut state = dealt.clone();
    let scene = |state: &State<G>| M::scene(state, Viewer::Host);
    show(Progress::Dealt(&scene(&state)));
    let mut moves = Vec::new();
    robot.play_all::<G, M>(&mut state, MAX_MOVES, |mv, state| {
        show(Progress::Played(&json_of(mv), &scene(state)));
        moves.push(mv.clone());
    });
    let standing = M::standing(&state);
    let run = M::run(&dealt, moves, Some(&standing));
    PlayedGame { run: json_of(&run), standing: json_of(&standing) }
}
