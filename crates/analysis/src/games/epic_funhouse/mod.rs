//! Epic Funhouse: the rooms without chance are solved, the others are played like the games of their own.
//!
//! A proof for a room is none for the suite, since the end of each room sets up the next. Only the last room is solved.

mod guest;

use funhouse_rules::game::{Game, Seats, Solitaire, State, StateForm};
use funhouse_rules::games::epic_funhouse::catwalk::Catwalk;
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse_rules::games::epic_funhouse::whack_a_dummy::WhackADummy;
use funhouse_rules::games::epic_funhouse::{EpicFunhouse, Move, Open};

use self::guest::Guest;
use super::{catwalk, whack_a_dummy as dummies};
use crate::budget::{Budget, Canceled, Nodes};
use crate::estimated::Estimated;
use crate::solution::{Analyzed, Bounds, Solution};

impl Estimated for EpicFunhouse {
    const NODES: Nodes = Nodes { quick: 50_000, normal: 360_000, deep: 12_000_000 };

    type Player = Guest;

    /// The rooms that are over count as they are, and each room to come between nothing and its greatest score.
    fn bounds(state: &State<Self>) -> Bounds {
        let options = state.options();
        let table = state.table();
        let ended: u64 = table.ended.iter().sum();
        let open = match &table.open {
            Open::SlideJam(_) => Bounds { at_least: 0, at_most: worst::<SlideJam>() },
            Open::MagicMirror(_) => Bounds { at_least: 0, at_most: worst::<MagicMirror>() },
            Open::Catwalk(table) => catwalk::bounds(options.into(), table),
            Open::RollOutTheBarrels(_) => Bounds { at_least: 0, at_most: worst::<RollOutTheBarrels>() },
            Open::WhackADummy(table) => dummies::bounds(table),
            Open::TrampoLand(_) => Bounds { at_least: 0, at_most: worst::<TrampoLand>() },
        };
        let later: u64 = WORST.iter().skip(table.ended.len() + 1).sum();
        Bounds { at_least: ended + open.at_least, at_most: ended + open.at_most + later }
    }

    fn alternatives(state: &State<Self>, planned: &Move) -> Vec<Move> {
        let options = state.options();
        match &state.table().open {
            Open::Catwalk(table) => alternatives::<Catwalk>(options.into(), table, planned),
            Open::WhackADummy(table) => alternatives::<WhackADummy>(options.into(), table, planned),
            _ => Vec::new(),
        }
    }

    fn solve(state: &State<Self>, budget: &mut Budget<'_>) -> Result<Option<Solution<Self>>, Canceled> {
        let Open::TrampoLand(table) = &state.table().open else { return Ok(None) };
        let Some(room) = room::<TrampoLand>(state.options().into(), table) else { return Ok(None) };
        let Solution { bounds, line, method } = TrampoLand::solve(&room, true, budget)?;
        let ended: u64 = state.table().ended.iter().sum();
        let bounds = Bounds { at_least: ended + bounds.at_least, at_most: ended + bounds.at_most };
        Ok(Some(Solution { bounds, line: line.into_iter().map(Move::from).collect(), method }))
    }
}

/// The greatest score of each room that play can always avoid to exceed.
const WORST: [u64; 6] = [
    worst::<SlideJam>(),
    worst::<MagicMirror>(),
    worst::<Catwalk>(),
    worst::<RollOutTheBarrels>(),
    dummies::GAVE_UP,
    worst::<TrampoLand>(),
];

const fn worst<G: Solitaire>() -> u64 {
    match G::MAX_SCORE {
        Some(most) => most,
        None => 0,
    }
}

/// Returns the moves of a room to compare with a planned one.
fn alternatives<G>(options: G::Options, table: &G::Table, planned: &Move) -> Vec<Move>
where
    G: Estimated,
    G::Move: TryFrom<Move>,
    Move: From<G::Move>,
{
    let planned = G::Move::try_from(planned.clone()).ok();
    let moves = planned.zip(room::<G>(options, table)).map(|(planned, room)| G::alternatives(&room, &planned));
    moves.into_iter().flatten().map(Move::from).collect()
}

/// Returns a room as a game of its own. No chance of the room may matter.
fn room<G: Game>(options: G::Options, table: &G::Table) -> Option<State<G>> {
    let seed = "room".parse().ok()?;
    StateForm { seed, seats: Seats::ONE, options, table: table.clone() }.admit().ok()
}
