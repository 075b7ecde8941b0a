//! What follows from a report in Magic Hate Ball. Rules: magic-hate-ball.md, "After a report".

use super::moves::{Event, Foul, Fouled, InningEnded, Move, ReRacked, Shot, ShotTaken};
use super::table::{GOAL, MAX_SHOTS, Phase, Table};
use super::{IN_HAND, MagicHateBallOptions, NO_HIT, ON_TABLE};
use crate::fault::Illegal;
use crate::game::{Context, Log};
use crate::games::chief_herman::pool::{FoulKind, RACK, balls};

impl Move {
    /// Returns the number of object balls that were sunk.
    const fn sunk(&self) -> u64 {
        match self {
            Self::Shot(Shot { sunk, .. }) | Self::Foul(Foul { sunk, .. }) => *sunk,
        }
    }

    /// Returns what was wrong; none for a legal shot.
    const fn foul(&self) -> Option<FoulKind> {
        match self {
            Self::Shot(_) => None,
            Self::Foul(Foul { kind, .. }) => Some(*kind),
        }
    }
}

/// Returns the maximum number of balls that a foul can sink; none if the foul is impossible.
pub(super) fn max_sunk(table: &Table, kind: FoulKind) -> Option<u64> {
    match kind {
        FoulKind::NoHit | FoulKind::NoRail => Some(0),
        FoulKind::WrongContact => table.in_hand.then_some(table.on_table),
        FoulKind::Scratch | FoulKind::Other => Some(table.on_table),
    }
}

/// Plays a report.
///
/// # Errors
/// The rule that refuses it. The table is then unchanged.
pub(super) fn play(
    context: Context<MagicHateBallOptions>,
    table: &mut Table,
    mv: &Move,
    log: &mut Log<Event>,
) -> Result<(), Illegal> {
    let sunk = mv.sunk();
    let left = table.on_table.checked_sub(sunk);
    let left =
        left.ok_or_else(|| ON_TABLE.violation(format_args!("{} cannot be sunk of {}", balls(sunk), table.on_table)))?;
    if let Some(kind) = mv.foul() {
        let hit = !matches!(kind, FoulKind::NoHit | FoulKind::NoRail);
        NO_HIT.require(hit || sunk == 0, || format!("such a foul sinks no ball (got {sunk})"))?;
        let possible = max_sunk(table, kind).is_some();
        IN_HAND.require(possible, || "the cue ball was not in hand".to_owned())?;
    }
    table.count_shot(mv, left, log);
    if table.resolve_inning(context, mv, log) {
        return Ok(());
    }
    if table.out.len() + 1 == table.scores.len() || table.shots == MAX_SHOTS {
        table.end_game(context, None, log);
    } else if mv.ends_inning() {
        table.pass(context.seats);
    }
    Ok(())
}

impl Move {
    /// Returns whether the inning ends with this shot.
    const fn ends_inning(&self) -> bool {
        self.foul().is_some() || self.sunk() == 0
    }
}

impl Table {
    /// Scores a shot that leaves this many balls, and racks the balls again if at most one is left.
    fn count_shot(&mut self, mv: &Move, left: u64, log: &mut Log<Event>) {
        let (seat, sunk, opening) = (self.turn, mv.sunk(), self.phase == Phase::Break);
        self.phase = Phase::Shoot;
        self.shots += 1;
        match mv.foul() {
            Some(kind) => log.write(|| Fouled { seat, kind, sunk }),
            None => {
                let points = match sunk {
                    _ if opening => 0,
                    0 => -1,
                    sunk => sunk as i64,
                };
                self.add_points(points);
                log.write(|| ShotTaken { seat, sunk, points });
            }
        }
        self.on_table = left;
        if left <= 1 {
            self.on_table = RACK;
            log.write(|| ReRacked {});
        }
        self.in_hand = mv.foul() == Some(FoulKind::Scratch);
    }

    /// Ends the inning if the shot ends it. Returns whether the seat has won, which has ended the game.
    fn resolve_inning(&mut self, context: Context<MagicHateBallOptions>, mv: &Move, log: &mut Log<Event>) -> bool {
        if !mv.ends_inning() {
            return false;
        }
        let (seat, score) = (self.turn, self.score(self.turn));
        log.write(|| InningEnded { seat, score });
        let fouled = mv.foul().is_some();
        if !fouled && score >= GOAL {
            self.win(context, log);
            return true;
        }
        if fouled || score <= 0 {
            self.drop_out(log);
        }
        false
    }
}
