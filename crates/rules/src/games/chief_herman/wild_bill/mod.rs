//! Wild Bill: caroms and pockets with three object balls on a real pool table. The players report the shots. Rules:
//! wild-bill.md.
//!
//! Modules: `table` (table and reports), `moves` (moves and events), `inspection` (faults) and `plan` (built-in
//! player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;

pub use self::moves::{Ended, Event, Foul, Fouled, InningEnded, Move, Replaced, Shot, ShotTaken, Won};
pub use self::table::{Phase, Table};
use super::pool::{FoulKind, balls_area, number_area};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, Kind, LegalMoves, Log, NoOptions, OpenInformation, SeatSet, Seated, Sight, Tag, Viewer,
    Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};

const BALLS_RULE: Rule = Rule("wild-bill.balls");
const CONTACT: Rule = Rule("wild-bill.contact");
const DUE: Rule = Rule("wild-bill.due");

/// Wild Bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WildBill;

impl Game for WildBill {
    const ID: &'static str = "wild-bill";
    const NAME: &'static str = "WildBill";
    const TITLE: &'static str = "Wild Bill";
    const SUMMARY: &'static str = "Three object balls on a real pool table: sink them, and touch two or three with \
        one shot. Report your shots, and reach 30 points with a good one.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 30);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Pool;
    const TAGS: &'static [Tag] = &[Tag::Dexterity, Tag::Race];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage = rules_page!(players: "wild-bill", "pool"; programs: "wild-bill", "pool", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=5;
    const KIND: Kind = Kind::Referee;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        Table::begun(context.seats)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(context.seats, table, faults);
    }

    /// Shots by the number of balls sunk, then by the number of balls touched; then the fouls.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if table.phase == Phase::Over {
            return LegalMoves::listed(Vec::new());
        }
        let seat = table.turn;
        let shots = (0..=table::BALLS)
            .flat_map(|sunk| (1..=table::BALLS).map(move |contacts| Move::Shot(Shot { seat, sunk, contacts })));
        let is_possible = |kind: &FoulKind| *kind != FoulKind::WrongContact || table.is_contact_due();
        let fouls = FoulKind::ALL.into_iter().filter(is_possible).map(|kind| Move::Foul(Foul { seat, kind }));
        LegalMoves::listed(shots.chain(fouls).collect())
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Shot(mv) => table.report_shot(context.seats, mv, log),
            Move::Foul(mv) => table.report_foul(context.seats, mv, log),
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.phase == Phase::Over
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let areas = vec![
            balls_area(table::BALLS, table::BALLS),
            number_area("shots", table.shots),
            number_area("points of the inning", table.inning),
        ];
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        let to_act = Self::to_act(sight.options, sight.table);
        match sight.viewer {
            Viewer::Seat(seat) if to_act.contains(seat) => plan::shoot(seat, draws).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Seated for WildBill {
    const ENDED: Rule = Rule("wild-bill.ended");
    const TURN: Rule = Rule("wild-bill.turn");
    const MEDIAN_MOVES: &'static [u16] = &[44, 60, 70, 80];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        if table.phase == Phase::Over { SeatSet::NONE } else { SeatSet::only(table.turn) }
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        table.points()
    }

    fn places(_: NoOptions, table: &Table) -> Vec<u8> {
        table.places()
    }
}

#[cfg(test)]
mod tests;
