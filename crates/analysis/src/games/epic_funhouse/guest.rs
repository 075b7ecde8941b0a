//! The player of all six rooms.
//!
//! Slide Jam can nearly always be cleared in many ways, which differ in what they leave for Magic Mirror. So the guest compares many of
//! them by the proven best total of the room that follows.

use std::fmt::Debug;

use funhouse_rules::chance::{Chance, Draws};
use funhouse_rules::game::{Log, ScoreCard as _, State, StateForm, ViewOf as _};
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse_rules::games::epic_funhouse::slide_jam::{self, Pop, SlideJam, StackSide};
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse_rules::games::epic_funhouse::{EpicFunhouse, Move, Open, OpenView};
use funhouse_rules::piecepack::PiecepackPiece as _;

use super::room;
use crate::budget::{Budget, Canceled};
use crate::estimated::{Player, SightOf, built_in};
use crate::games::{catwalk, whack_a_dummy as dummies};
use crate::solution::Analyzed;

/// The nodes to solve a room that follows chance. There is one in every future, so they are few.
const ROOM_NODES: u64 = 15_000;
/// The nodes to solve a way to clear Slide Jam.
const JAM_NODES: u64 = 3_500;
/// The nodes to compare what two ways leave.
const MIRROR_NODES: u64 = 3_000;
/// The number of plans of rooms without chance to remember.
const MAX_REMEMBERED: usize = 64;

/// The player.
#[derive(Debug)]
pub struct Guest {
    /// The nodes to solve the first two rooms, which no future changes.
    first_rooms: u64,
    /// The plans of the first two rooms.
    remembered: Vec<(OpenView, Vec<Move>)>,
}

impl Player<EpicFunhouse> for Guest {
    fn new(nodes: u64) -> Self {
        Self { first_rooms: nodes / 4, remembered: Vec::new() }
    }

    fn plan(&mut self, sight: SightOf<'_, EpicFunhouse>, budget: &mut Budget<'_>) -> Result<Vec<Move>, Canceled> {
        let options = sight.options;
        let solved = match &sight.table.open {
            Open::SlideJam(_) | Open::MagicMirror(_) => self.first_rooms(sight, budget)?,
            Open::Catwalk(table) => {
                catwalk::plan(sight.with(options.into(), table)).map(Move::from).into_iter().collect()
            }
            Open::RollOutTheBarrels(table) => solved::<RollOutTheBarrels>(options.into(), table, ROOM_NODES, budget)?,
            Open::WhackADummy(_) => {
                budget.spend(dummies::PLAN_NODES)?;
                Vec::new()
            }
            Open::TrampoLand(table) => solved::<TrampoLand>(options.into(), table, ROOM_NODES, budget)?,
        };
        Ok(if solved.is_empty() { built_in::<EpicFunhouse>(sight) } else { solved })
    }
}

impl Guest {
    fn first_rooms(
        &mut self,
        sight: SightOf<'_, EpicFunhouse>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Move>, Canceled> {
        let open = &sight.table.open;
        if let Some((_, plan)) = self.remembered.iter().find(|(known, _)| known == open) {
            return Ok(plan.clone());
        }
        let plan = match open {
            Open::MagicMirror(table) => solved::<MagicMirror>(sight.options.into(), table, self.first_rooms, budget)?,
            _ => match admitted(sight) {
                Some(state) => budget.allotted(self.first_rooms, |budget| cleared(&state, budget))?,
                None => Vec::new(),
            },
        };
        self.remembered.truncate(MAX_REMEMBERED - 1);
        self.remembered.insert(0, (open.clone(), plan.clone()));
        Ok(plan)
    }
}

/// Returns a state with this view. In the first two rooms there is only one, except for its seed.
fn admitted(sight: SightOf<'_, EpicFunhouse>) -> Option<State<EpicFunhouse>> {
    let table = sight.table.determinize(sight.options);
    let seed = "room".parse().ok()?;
    StateForm { seed, seats: sight.seats, options: sight.options, table }.admit().ok()
}

/// Returns the best line found for a room.
fn solved<G: Analyzed>(
    options: G::Options,
    table: &G::Table,
    nodes: u64,
    budget: &mut Budget<'_>,
) -> Result<Vec<Move>, Canceled>
where
    Move: From<G::Move>,
{
    let Some(room) = room::<G>(options, table) else { return Ok(Vec::new()) };
    let solution = budget.allotted(nodes, |budget| G::solve(&room, true, budget))?;
    Ok(solution.line.into_iter().map(Move::from).collect())
}

/// Returns the way through Slide Jam with the smallest total of the first two rooms that the budget finds.
fn cleared(state: &State<EpicFunhouse>, budget: &mut Budget<'_>) -> Result<Vec<Move>, Canceled> {
    let Open::SlideJam(table) = &state.table().open else { return Ok(Vec::new()) };
    let Some(room) = room::<SlideJam>(state.options().into(), table) else { return Ok(Vec::new()) };
    let mut draws = Chance::unknown().event(&format!("analysis/slide-jam/{}", tiles(table)));
    let first = budget.allotted(JAM_NODES, |budget| SlideJam::solve(&room, true, budget))?.line;
    let mut best = (after_two_rooms(state, &first, budget)?, first.clone());
    let (mut base, mut tried) = (first, 0);
    while budget.left() > 0 && best.0 > 0 {
        tried += 1;
        // Other stacks for the same families cost nothing to find, so most attempts are of this kind.
        if tried % 8 == 0 {
            base = another_way(&room, &mut draws, budget)?;
        }
        let line: Vec<slide_jam::Move> = restacked(table, &base, &mut draws);
        let total = after_two_rooms(state, &line, budget)?;
        if total < best.0 {
            best = (total, line);
        }
    }
    Ok(best.1.into_iter().map(Move::from).collect())
}

/// Names the tiles of a table in order.
fn tiles(table: &slide_jam::Table) -> String {
    let grid = table.grid.iter().map(|(cell, tile)| (cell.index(), tile));
    let stacks = table.left.iter().chain(&table.right).map(|tile| (24, *tile));
    grid.chain(stacks).map(|(place, tile)| format!("{place}-{}.", tile.index())).collect()
}

/// Returns a line that begins at random.
fn another_way(
    room: &State<SlideJam>,
    draws: &mut Draws,
    budget: &mut Budget<'_>,
) -> Result<Vec<slide_jam::Move>, Canceled> {
    let mut after = room.clone();
    let mut line = Vec::new();
    for _ in 0..=draws.below(3) {
        let legal = after.legal_moves().moves;
        if legal.is_empty() {
            break;
        }
        let mv = legal[draws.below(legal.len() as u64) as usize].clone();
        if after.play(&mv, &mut Log::discard()).is_err() {
            break;
        }
        line.push(mv);
    }
    if !after.finished() {
        line.extend(budget.allotted(JAM_NODES, |budget| SlideJam::solve(&after, true, budget))?.line);
    }
    Ok(line)
}

/// Returns a line that puts the same families onto other stacks.
fn restacked(table: &slide_jam::Table, line: &[slide_jam::Move], draws: &mut Draws) -> Vec<slide_jam::Move> {
    let mut room = [table.left.len(), table.right.len()].map(|tiles| (12_usize.saturating_sub(tiles) / 3) as u64);
    let restack = |slide_jam::Move::Pop(pop): &slide_jam::Move| {
        let [left, right] = &mut room;
        let (stack, rest) = if draws.below((*left + *right).max(1)) < *left {
            (StackSide::Left, left)
        } else {
            (StackSide::Right, right)
        };
        *rest = rest.saturating_sub(1);
        slide_jam::Move::Pop(Pop { stack, ..*pop })
    };
    line.iter().map(restack).collect()
}

/// Returns the total after the first two rooms, if the first ends with this line and the second is played well.
fn after_two_rooms(
    state: &State<EpicFunhouse>,
    line: &[slide_jam::Move],
    budget: &mut Budget<'_>,
) -> Result<u64, Canceled> {
    let mut after = state.clone();
    for mv in line {
        if after.play(&Move::from(mv.clone()), &mut Log::discard()).is_err() {
            return Ok(u64::MAX);
        }
    }
    budget.spend(line.len() as u64)?;
    let ended: u64 = after.table().ended.iter().sum();
    Ok(match &after.table().open {
        Open::MagicMirror(table) => match room::<MagicMirror>(after.options().into(), table) {
            Some(room) => {
                ended + budget.allotted(MIRROR_NODES, |budget| MagicMirror::solve(&room, false, budget))?.bounds.at_most
            }
            None => u64::MAX,
        },
        _ => after.score().total(),
    })
}
