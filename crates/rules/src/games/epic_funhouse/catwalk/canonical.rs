//! The canonical form of a run of Catwalk.

use serde::Serialize;

use super::{Catwalk, CatwalkOptions, Move, Outcome, Stack, Start, Table, UnderWay};
use crate::game::{Context, Game as _, Log, to_json};

/// The end of a flick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum End {
    /// On this tile. Where exactly has no effect on the score by itself.
    Rested(u64),
    Fell(u64),
    Crossed,
}

/// The parts of a run that determine its score.
#[derive(Default, Serialize)]
struct Canonical {
    stacks: Vec<Stack>,
    start: Option<Start>,
    /// The ends of the flicks of each coin, without the coin: chance depends neither on it nor on the flicked suit.
    paths: Vec<Vec<End>>,
    /// The factors of each fall: those of the tile and of the coin. Coins that fell from tiles of the same factor are
    /// interchangeable, and so are coins that crossed.
    falls: Vec<[u64; 2]>,
}

/// Returns the canonical form of a run. The order of the coins does not matter.
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
            // A report only affects the falls.
            Move::Fell(_) | Move::Crossed(_) => {}
        }
    }
    if let Table::Flicking(table) = &table {
        if table.outcomes.len() == 6 {
            run.forget_last_fall();
        }
        let falls = table.outcomes.iter().filter_map(|outcome| table.factors(*outcome));
        run.falls.extend(falls);
    }
    run.falls.sort_unstable();
    run.paths.sort_unstable();
    to_json(&run)
}

impl Canonical {
    /// Adds the end of a flick to the path of the current coin, if there is one.
    fn go_on(&mut self, end: Option<End>) {
        match self.paths.last_mut() {
            Some(path) if matches!(path.last(), Some(End::Rested(_))) => path.extend(end),
            _ => self.paths.push(end.into_iter().collect()),
        }
    }

    /// Removes the tile from which the last coin fell: no coin starts there.
    fn forget_last_fall(&mut self) {
        if let Some(path) = self.paths.last_mut() {
            path.pop_if(|end| matches!(end, End::Fell(_)));
        }
    }
}

/// Returns the end of the last flick.
fn end(table: &Table) -> Option<End> {
    let Table::Flicking(table) = table else { return None };
    match (table.under_way, table.outcomes.last()) {
        (Some(UnderWay { tile, .. }), _) => Some(End::Rested(tile)),
        (None, Some(Outcome::Fell(fell))) => Some(End::Fell(fell.tile)),
        (None, Some(Outcome::Crossed(_))) => Some(End::Crossed),
        (None, None) => None,
    }
}
