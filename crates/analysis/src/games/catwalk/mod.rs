//! Catwalk: a player that waits for safe flicks.

mod flicker;
mod hand;

use funhouse_rules::game::{ScoreCard as _, Solitaire as _, State};
use funhouse_rules::games::epic_funhouse::catwalk::{
    Catwalk, CatwalkOptions, Choose, Crossed, Dexterity, Flick, Flicking, LayStack, Move, Outcome, Stack, Stacks,
    Start, Table,
};
use funhouse_rules::piecepack::{Suit, Value};

use self::flicker::aim;
use crate::budget::{Budget, Canceled, Nodes};
use crate::estimated::{Estimated, Player, SightOf};
use crate::solution::Bounds;

/// The cost of a fall of each coin from a tile of the greatest value.
const MAX_VALUE: u64 = 5;
/// The additional cost if all six coins fell.
const ALL_FELL: u64 = 10;

impl Estimated for Catwalk {
    const NODES: Nodes = Nodes { quick: 2_000, normal: 200_000, deep: 4_000_000 };

    type Player = Flicker;

    fn bounds(state: &State<Self>) -> Bounds {
        bounds(state.options(), state.table())
    }

    fn alternatives(state: &State<Self>, planned: &Move) -> Vec<Move> {
        match (state.table(), planned) {
            (Table::Laying(_), _) => state.legal_moves().moves,
            // The total does not depend on the suit.
            (Table::Choosing(_), Move::Choose(planned)) => {
                let starts = state.legal_moves().moves.into_iter();
                starts.filter(|mv| matches!(mv, Move::Choose(mv) if mv.suit == planned.suit)).collect()
            }
            (Table::Flicking(table), Move::Flick(planned)) if table.under_way.is_none() => {
                to_flick(table).map(|coin| Move::Flick(Flick { coin, ..*planned })).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the bounds of a room: no coin falls anymore, and all fall from the worst tiles.
pub(super) fn bounds(options: CatwalkOptions, table: &Table) -> Bounds {
    let fallen = Catwalk::score(options, table).total();
    let worst = match table {
        // A person can report that all coins crossed.
        Table::Flicking(_) if options.dexterity == Dexterity::Reported => 0,
        Table::Flicking(table) => {
            let crossed = table.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Crossed(_)));
            let falls = to_flick(table).map(|coin| MAX_VALUE * coin.count_null_as_one()).sum::<u64>();
            falls + if crossed || falls == 0 { 0 } else { ALL_FELL }
        }
        _ => Catwalk::MAX_SCORE.unwrap_or_default(),
    };
    Bounds { at_least: fallen, at_most: fallen + worst }
}

/// Returns the values of the coins that have neither fallen nor crossed, in order.
fn to_flick(table: &Flicking) -> impl Iterator<Item = Value> {
    let coin = |outcome: &Outcome| match outcome {
        Outcome::Fell(fell) => fell.coin,
        Outcome::Crossed(crossed) => crossed.coin,
    };
    Value::ALL.into_iter().filter(move |value| table.outcomes.iter().all(|outcome| coin(outcome) != *value))
}

/// The player.
#[derive(Debug)]
pub struct Flicker;

impl Player<Catwalk> for Flicker {
    fn new(_: u64) -> Self {
        Self
    }

    fn plan(&mut self, sight: SightOf<'_, Catwalk>, _: &mut Budget<'_>) -> Result<Vec<Move>, Canceled> {
        Ok(plan(sight).into_iter().collect())
    }
}

/// Returns the next move; none once all coins have fallen or crossed.
pub(super) fn plan(sight: SightOf<'_, Catwalk>) -> Option<Move> {
    match sight.table {
        Table::Laying(table) => {
            let Stacks { twins, cousins, distant, strangers } = &table.stacks;
            let stacks = Stack::ALL.into_iter().zip([twins, cousins, distant, strangers]);
            let (stack, _) = stacks.into_iter().find(|(_, tiles)| !tiles.is_empty())?;
            Some(Move::LayStack(LayStack { stack }))
        }
        Table::Choosing(_) => Some(Move::Choose(Choose { suit: Suit::S, start: Start::First })),
        Table::Flicking(table) if sight.options.dexterity == Dexterity::Reported => {
            to_flick(table).next().map(|coin| Move::Crossed(Crossed { coin }))
        }
        Table::Flicking(table) => aim(table).map(Move::Flick),
    }
}
