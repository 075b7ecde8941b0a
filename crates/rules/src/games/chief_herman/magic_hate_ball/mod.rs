//! Magic Hate Ball: a series of games with handicaps on a real pool table. The players report the shots. Rules:
//! magic-hate-ball.md.
//!
//! Modules: `table` (table and games of the series), `report` (what follows from a report), `moves` (moves and
//! events), `inspection` (faults) and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod report;
mod sentences;
mod table;

use std::cmp::Reverse;

pub use self::moves::{
    DroppedOut, Ended, Event, Foul, Fouled, GameBegan, GameEnded, InningEnded, Move, ReRacked, Shot, ShotTaken, Won,
};
pub use self::table::{Phase, Table};
use super::pool::{FoulKind, RACK, balls_area, number_area};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, Kind, LegalMoves, Log, OpenInformation, SeatSet, Seated, Seats, Sight, Tag, Viewer,
    Weight, options, places,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};
use crate::wire;

const ON_TABLE: Rule = Rule("magic-hate-ball.on-table");
const NO_HIT: Rule = Rule("magic-hate-ball.no-hit");
const IN_HAND: Rule = Rule("magic-hate-ball.in-hand");

/// Magic Hate Ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicHateBall;

wire::option! {
    /// The number of games of the series.
    #[schema(as = MagicHateBallGames)]
    pub enum Games: "How many games make the series." {
        /// Five games.
        Five = "5" as 5,
        /// One game.
        One = "1" as 1,
        /// Three games.
        Three = "3" as 3,
        /// Ten games.
        Ten = "10" as 10,
    }
}

options! {
    /// The options of Magic Hate Ball. An absent option has its default.
    pub struct MagicHateBallOptions {
        /// The number of games of the series.
        pub games: Games,
    }
}

impl Game for MagicHateBall {
    const ID: &'static str = "magic-hate-ball";
    const NAME: &'static str = "MagicHateBall";
    const TITLE: &'static str = "Magic Hate Ball";
    const SUMMARY: &'static str = "Pool with handicaps: sink balls on a real table, end an inning with 10 points to \
        win, and never end one with none. Report your shots; the lowest handicap wins the series.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 100);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Pool;
    const TAGS: &'static [Tag] = &[Tag::Dexterity, Tag::Race];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage =
        rules_page!(players: "magic-hate-ball", "pool"; programs: "magic-hate-ball", "pool", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=6;
    const KIND: Kind = Kind::Referee;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::With("games", "1");

    type Options = MagicHateBallOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<MagicHateBallOptions>) -> Table {
        Table::begun(context)
    }

    fn inspect(context: Context<MagicHateBallOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// Legal shots by the number of balls sunk; then fouls, each by the number of balls sunk.
    fn legal_moves(_: Context<MagicHateBallOptions>, table: &Table) -> LegalMoves<Self> {
        if table.phase == Phase::Over {
            return LegalMoves::listed(Vec::new());
        }
        let seat = table.turn;
        let shots = (0..=table.on_table).map(|sunk| Move::Shot(Shot { seat, sunk }));
        let possible = FoulKind::ALL.into_iter().filter_map(|kind| Some((kind, report::max_sunk(table, kind)?)));
        let fouls = possible.flat_map(|(kind, most)| (0..=most).map(move |sunk| Move::Foul(Foul { seat, kind, sunk })));
        LegalMoves::listed(shots.chain(fouls).collect())
    }

    fn play(
        context: Context<MagicHateBallOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        report::play(context, table, mv, log)
    }

    fn finished(_: MagicHateBallOptions, table: &Table) -> bool {
        table.phase == Phase::Over
    }

    fn scene(sight: Sight<MagicHateBallOptions, Table>) -> Scene {
        let table = sight.table;
        let areas = vec![balls_area(RACK, table.on_table), number_area("shots", table.shots)];
        let scene = Scene::new(Self::TITLE, table.caption(sight.options.games as u64), areas);
        sight.seats.iter().fold(scene, |scene, seat| scene.noting(seat, table.note(seat)))
    }

    fn plan(sight: Sight<MagicHateBallOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        let to_act = Self::to_act(sight.options, sight.table);
        match sight.viewer {
            Viewer::Seat(seat) if to_act.contains(seat) => plan::shoot(sight.table, seat, draws).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Seated for MagicHateBall {
    const ENDED: Rule = Rule("magic-hate-ball.ended");
    const TURN: Rule = Rule("magic-hate-ball.turn");
    const MEDIAN_MOVES: &'static [u16] = &[55, 83, 112, 127, 140];

    /// All games of a series are about as long as each other.
    fn median_moves(options: MagicHateBallOptions, seats: Seats) -> u16 {
        Self::default_median_moves(seats) * options.games as u16 / Games::default() as u16
    }

    fn to_act(_: MagicHateBallOptions, table: &Table) -> SeatSet {
        if table.phase == Phase::Over { SeatSet::NONE } else { SeatSet::only(table.turn) }
    }

    fn points(_: MagicHateBallOptions, table: &Table) -> Vec<i64> {
        table.handicaps.clone()
    }

    /// Lower handicaps are better.
    fn places(_: MagicHateBallOptions, table: &Table) -> Vec<u8> {
        places(&table.handicaps.iter().map(|handicap| Reverse(*handicap)).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests;
