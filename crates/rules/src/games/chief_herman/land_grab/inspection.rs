//! The inspection of a posted table of Land Grab.

use super::pieces::Kind;
use super::{Player, QUIET, TURNS, Table};
use crate::fault::Faults;

pub(super) fn inspect(table: &Table, faults: &mut Faults) {
    let creations: u64 = Player::ALL.into_iter().map(|player| inspect_pieces(table, player, faults)).sum();
    let detail = format_args!("{} turns, where there were {creations} creations and {TURNS} are the most", table.turns);
    faults.require((creations..=TURNS).contains(&table.turns), "/turns", "impossible_turns", detail);
    let most = table.turns.saturating_sub(creations).min(QUIET);
    let detail = format_args!("must be at most {most} quiet turns (got {})", table.quiet);
    faults.require(table.quiet <= most, "/quiet", "impossible_quiet", detail);
    if let Some(cell) = table.vacated {
        let moved = table.turns > creations && table.next.is_some();
        let detail = format_args!("no piece left {cell} in the previous turn");
        faults.require(moved && table.board[cell].is_none(), "/vacated", "impossible_vacated", detail);
    }
    inspect_end(table, faults);
}

/// Checks the piece counts of a seat and returns how many it has created.
fn inspect_pieces(table: &Table, player: Player, faults: &mut Faults) -> u64 {
    let (mut created, mut gone) = (0, 0);
    for kind in Kind::ALL {
        let left = table.reserve(player).left(kind);
        let there = table.board.values().filter(|piece| piece.seat == player && piece.piece == kind).count() as u64;
        let (all, most) = (left + there, kind.in_set());
        let at = format_args!("/reserve/{}/{kind}", player as usize);
        let detail = format_args!("seat {player} has {all} of {most} {kind}s");
        faults.require(all <= most, at, "too_many_pieces", detail);
        gone += most.saturating_sub(all);
        created += most.saturating_sub(left);
    }
    let hunted = table.reserve(player.other()).left(Kind::King) == 0;
    let detail = format_args!("{gone} pieces of seat {player} are captured, which only a king can do");
    faults.require(gone == 0 || hunted, format_args!("/reserve/{}", player as usize), "impossible_capture", detail);
    created
}

fn inspect_end(table: &Table, faults: &mut Faults) {
    let won = Player::ALL.map(|player| table.has_won(player));
    let over = won.contains(&true) || table.quiet >= QUIET || table.turns >= TURNS;
    let fits = match table.next {
        _ if won == [true; 2] => false,
        Some(player) => !over && table.can_act(player),
        None => over || Player::ALL.into_iter().all(|player| !table.can_act(player)),
    };
    let detail = match table.next {
        _ if won == [true; 2] => "both seats have won",
        Some(_) if over => "the game is over",
        Some(_) => "the seat to act can do nothing",
        None => "nothing has ended the game",
    };
    faults.require(fits, "/next", "impossible_end", detail);
}
