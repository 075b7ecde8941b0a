//! The inspection of a posted table of One Ball.

use super::result::GameResult;
use super::table::{MAX_MISSES, MAX_SHOTS, Phase, Table};
use crate::fault::Faults;
use crate::games::chief_herman::pool::RACK;

pub(super) fn inspect(table: &Table, faults: &mut Faults) {
    let before = faults.count();
    let Table { on_table, shots, .. } = *table;
    let detail = format_args!("must be at most {RACK} object balls (got {on_table})");
    faults.require(on_table <= RACK, "/on_table", "impossible_count", detail);
    let detail = format_args!("must be at most {MAX_SHOTS} shots (got {shots})");
    faults.require(shots <= MAX_SHOTS, "/shots", "impossible_count", detail);
    if faults.count() > before {
        return;
    }
    inspect_phase(table, faults);
    inspect_misses(table, faults);
    inspect_end(table, faults);
}

fn inspect_phase(table: &Table, faults: &mut Faults) {
    let (code, shots) = ("impossible_phase", table.shots);
    if table.phase == Phase::Break {
        let detail = format_args!("no shot comes before the break (got {shots})");
        faults.require(shots == 0, "/shots", code, detail);
        let detail = format_args!("all {RACK} object balls are on the table before the break (got {})", table.on_table);
        faults.require(table.on_table == RACK, "/on_table", code, detail);
    } else {
        faults.require(shots > 0, "/shots", code, "the break counts as a shot");
    }
}

fn inspect_misses(table: &Table, faults: &mut Faults) {
    let (code, misses) = ("impossible_misses", table.misses);
    // A foul is no miss, and neither is the break.
    let others = if table.result == Some(GameResult::Foul) { 2 } else { 1 };
    let most = table.shots.saturating_sub(others);
    let detail = format_args!("{} cannot have {misses} misses", crate::text::counted(table.shots, "shot"));
    faults.require(misses <= most, "/misses", code, detail);
    let goes_on = table.phase != Phase::Over;
    let detail = format_args!("the game is lost after {MAX_MISSES} misses in a row (got {misses})");
    faults.require(!goes_on || misses < MAX_MISSES, "/misses", code, detail);
}

fn inspect_end(table: &Table, faults: &mut Faults) {
    let Table { phase, shots, on_table, misses, result } = *table;
    let code = "impossible_end";
    match (phase, result) {
        (Phase::Over, Some(result)) => {
            // Before the last shot the game went on, with fewer misses.
            let may_go_on = on_table > 0 && misses < MAX_MISSES;
            let possible = match result {
                GameResult::Won => on_table == 0 && misses == 0,
                GameResult::Foul => may_go_on && (shots > 1 || on_table == RACK),
                GameResult::FourMisses => misses == MAX_MISSES,
                GameResult::NothingToSpot => on_table == RACK && (1..MAX_MISSES).contains(&misses),
                GameResult::TooManyShots => shots == MAX_SHOTS && may_go_on,
            };
            let detail = format_args!(
                "{shots} shots, {misses} misses in a row and {on_table} balls on the table have another result"
            );
            faults.require(possible, "/result", code, detail);
        }
        (Phase::Over, None) => faults.add("/phase", code, "the game has no result"),
        (Phase::Break | Phase::Shoot, Some(_)) => faults.add("/result", code, "the game goes on and has no result"),
        (Phase::Break | Phase::Shoot, None) => {
            faults.require(on_table > 0, "/on_table", code, "the game is won when the table is clear");
            faults.require(shots < MAX_SHOTS, "/shots", code, format_args!("shot {MAX_SHOTS} is the last"));
        }
    }
}
