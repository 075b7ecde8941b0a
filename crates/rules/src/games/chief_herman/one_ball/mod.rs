//! One Ball: clear a real pool table alone, and call every ball. The player reports the shots. Rules: one-ball.md.
//!
//! Modules: `table` (table and reports), `moves` (moves and events), `result` (how it ends), `inspection` (faults)
//! and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod result;
mod sentences;
mod table;

pub use self::moves::{Break, Broke, Ended, Event, Foul, FoulKind, Fouled, Missed, Move, Shot, Spotted, Sunk};
pub use self::result::GameResult;
pub use self::table::{Phase, Table};
use super::pool::{RACK, balls_area, number_area};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, Kind, LegalMoves, Log, NoOptions, OpenInformation, Seat, SeatSet, Seated, Sight, Tag,
    Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};

const BREAKING: Rule = Rule("one-ball.breaking");
const ON_TABLE: Rule = Rule("one-ball.on-table");
const AS_CALLED: Rule = Rule("one-ball.made");

/// One Ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneBall;

impl Game for OneBall {
    const ID: &'static str = "one-ball";
    const NAME: &'static str = "OneBall";
    const TITLE: &'static str = "One Ball";
    const SUMMARY: &'static str = "Clear a real pool table alone: call every ball, and spot one for every miss. \
        Report your shots, and need as few as you can.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 25);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Pool;
    const TAGS: &'static [Tag] = &[Tag::Dexterity];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage = rules_page!(players: "one-ball", "pool"; programs: "one-ball", "pool", "seats", "chance");
    const KIND: Kind = Kind::Referee;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(_: Context<NoOptions>) -> Table {
        Table::racked()
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(table, faults);
    }

    /// The break or shots by the number of balls sunk, misses before shots as called; then the fouls.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let seat = Seat::FIRST;
        let mut moves = Vec::new();
        for sunk in 0..=table.on_table {
            match table.phase {
                Phase::Break => moves.push(Move::Break(Break { seat, sunk })),
                Phase::Shoot => {
                    moves.push(Move::Shot(Shot { seat, sunk, as_called: false }));
                    moves.extend((sunk > 0).then_some(Move::Shot(Shot { seat, sunk, as_called: true })));
                }
                Phase::Over => return LegalMoves::listed(Vec::new()),
            }
        }
        moves.extend(FoulKind::ALL.map(|kind| Move::Foul(Foul { seat, kind })));
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Break(mv) => table.report_break(mv, log),
            Move::Shot(mv) => table.report_shot(mv, log),
            Move::Foul(mv) => {
                table.report_foul(mv, log);
                Ok(())
            }
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.phase == Phase::Over
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let areas = vec![
            balls_area(RACK, table.on_table),
            number_area("shots", table.shots),
            number_area("misses in a row", table.misses),
        ];
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::shoot(sight.table, seat, draws).into_iter().collect()
    }
}

impl Seated for OneBall {
    const ENDED: Rule = Rule("one-ball.ended");
    const TURN: Rule = Rule("one-ball.turn");
    const MEDIAN_MOVES: &'static [u16] = &[18];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        if table.phase == Phase::Over { SeatSet::NONE } else { SeatSet::only(Seat::FIRST) }
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        vec![table.points() as i64]
    }
}

#[cfg(test)]
mod tests;
