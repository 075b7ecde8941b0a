//! Whole games of a built-in player, reported move by move.

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, Facts, Move};
use funhouse_rules::game::{Level, Seats, Viewer};
use funhouse_rules::robot::Robot;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire::{self, json_of};
use serde_json::{Map, Value as Json};

use crate::ruleset::Ruleset;
use crate::run::Run;

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
pub(crate) fn play_out(
    ruleset: Ruleset,
    robot: Robot,
    dealt: &dyn AnyState,
    show: &mut dyn FnMut(Progress<'_>),
) -> PlayedGame {
    show(Progress::Dealt(&dealt.scene(Viewer::Host)));
    let (state, moves) = play(robot, dealt, ruleset.facts().max_moves, &mut |mv, state| {
        show(Progress::Played(&json_of(&mv.json()), &state.scene(Viewer::Host)));
    });
    let claim = Some(state.standing());
    PlayedGame { standing: json_of(&claim), run: json_of(&Run { ruleset, dealt, moves, claim }) }
}

/// Plays all seats to the end of the game or for at most `max_moves` moves. Calls `show` with each move and the state after it.
pub(crate) fn play(
    robot: Robot,
    dealt: &dyn AnyState,
    max_moves: usize,
    show: &mut dyn FnMut(&Move, &dyn AnyState),
) -> (Box<dyn AnyState>, Vec<Move>) {
    let (mut state, mut moves) = (dealt.copy(), Vec::new());
    for turn in 1.. {
        let next = next_moves(robot, &*state, turn);
        if next.is_empty() {
            break;
        }
        for mv in next {
            if moves.len() == max_moves || state.advance(&*mv).is_err() {
                return (state, moves);
            }
            show(&mv, &*state);
            moves.push(mv);
        }
    }
    (state, moves)
}

/// Returns the next moves of a robot, for the first seat that may act and need not wait for others.
fn next_moves(robot: Robot, state: &dyn AnyState, turn: u64) -> Vec<Move> {
    match (robot, state.in_step().iter().next()) {
        (_, None) => Vec::new(),
        (Robot::Greedy, Some(seat)) => state.plan(seat, Level::DEFAULT, state.seed(), &|_| true).unwrap_or_default(),
        (Robot::Random, Some(_)) => state.random_move(turn).into_iter().collect(),
    }
}

impl Ruleset {
    /// Plays a whole game with a built-in player on all seats; by default on the minimum number of seats.
    ///
    /// # Errors
    /// A message about invalid options or seats.
    pub fn play_out(
        self,
        robot: Robot,
        seed: Seed,
        seats: Option<u8>,
        options: Map<String, Json>,
        show: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PlayedGame, String> {
        let (seats, options) = (self.seats_of(seats)?, Json::Object(options).to_string());
        let dealt = wire::read_with(options.as_bytes(), &|options| self.rules().deal(seats, seed.clone(), options));
        Ok(play_out(self, robot, &*dealt.map_err(|error| error.to_string())?, show))
    }

    /// Returns the number of seats, if the game allows it; by default the minimum.
    fn seats_of(self, given: Option<u8>) -> Result<Seats, String> {
        let Facts { seats: (least, most), title, .. } = self.facts();
        let seats = given.unwrap_or(*least);
        let known = Seats::new(seats).filter(|_| (*least..=*most).contains(&seats));
        known.ok_or_else(|| match (least, most) {
            (1, 1) => format!("{title} is played alone"),
            _ => format!("{title} has {least} to {most} seats, not {seats}"),
        })
    }
}
