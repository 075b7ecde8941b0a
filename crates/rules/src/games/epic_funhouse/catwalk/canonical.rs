//! A run of Catwalk in its canonical form.

use serde::Serialize;

use super::{Catwalk, CatwalkOptions, Move, Outcome, Stack, Start, Table, UnderWay};
use crate::game::{Context, Game as _, Log, to_json};

/// Where a flick led a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum End {
    Rested { tile: u64, ox: i64, oy: i64 },
    Fell(u64),
    Crossed,
}

/// What decides the score of a run.
#[derive(Default, Serialize)]
struct Canonical {
    stacks: Vec<Stack>,
    start: Option<Start>,
    /// Where the flicks of each coin led, but not of which coin: chance does not depend on it, nor on the suit that is flicked.
    paths: Vec<Vec<End>>,
    /// What the value of the tile and that of the coin count in each fall. Coins that fell from tiles that count the same could
    /// have fallen in each other's place, and so could all that crossed.
    falls: Vec<[u64; 2]>,
}

/// The run in its canonical form. The order in which coins went their ways does not matter.
pub(super) fn canonical(context: Context<CatwalkOptions>, mut table: Table, moves: &[Move]) -> String {
    let mut run = Canonical::default();
    for mv in moves {
        if Catwalk::play(context, &mut table, mv, &mut Log::discard()).is_err() {
            break;
        }
        match mv {
            Move::LayStack(mv) => run.stacks.push(mv.stack),
            Move::Choose(mv) => run.start = Some(mv.start),
            Move::Flick(_) => run.go_on(end(&table)),
            // What a person reports has no effect but on the falls.
            Move::Fell(_) | Move::Crossed(_) => {}
        }
    }
    if let Table::Flicking(table) = &table {
        let falls = table.outcomes.iter().filter_map(|outcome| table.factors(*outcome));
        run.falls.extend(falls);
    }
    run.falls.sort_unstable();
    run.paths.sort_unstable();
    to_json(&run)
}

impl Canonical {
    /// Adds where a flick led, to the path of the coin that is under way, if one is.
    fn go_on(&mut self, end: Option<End>) {
        match self.paths.last_mut() {
            Some(path) if matches!(path.last(), Some(End::Rested { .. })) => path.extend(end),
            _ => self.paths.push(end.into_iter().collect()),
        }
    }
}

/// Where the last flick led.
fn end(table: &Table) -> Option<End> {
    let Table::Flicking(table) = table else { return None };
    match (table.under_way, table.outcomes.last()) {
        (Some(UnderWay { tile, ox, oy, .. }), _) => Some(End::Rested { tile, ox, oy }),
        (None, Some(Outcome::Fell(fell))) => Some(End::Fell(fell.tile)),
        (None, Some(Outcome::Crossed(_))) => Some(End::Crossed),
        (None, None) => None,
    }
}
