//! The match of Easy Slider: several seats solve the same board, in a race or slide by slide. Rules: easy-slider-match.md.
//!
//! Modules: `table` (the table), `shown` (what may be hidden), `view` (what each viewer sees), `moves` (moves and events),
//! `course` (the course of a round), `inspection` (faults), `scene` (pieces and places) and `plan` (built-in player).

mod course;
mod inspection;
mod moves;
mod plan;
mod scene;
mod sentences;
mod shown;
mod table;
mod view;

pub use self::moves::{
    Cause, Chose, Dealt, Done, Ended, Event, Finished, Fumbled, GiveUp, Move, Playoff, RoundOver, Slid, Slide, Tick,
};
pub use self::shown::{Choice, Seen, Shown, Sighting, Whole};
use self::table::MAX_SLIDES;
pub use self::table::{Chosen, Phase, SeenTable, Table, WholeTable};
use super::board;
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, Kind, LegalMoves, Level, Log, Search, Seat, SeatMove as _, SeatSet, Seated, Seats, Sight,
    Tag, Viewer, Weight, options,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};
use crate::wire;

const BESIDE: Rule = Rule("easy-slider-match.beside");

/// The match of Easy Slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EasySliderMatch;

wire::option! {
    /// How the seats slide.
    #[schema(as = EasySliderMatchMode)]
    pub enum Pace: "How the seats slide." {
        /// Each seat slides as fast as it can.
        Race = "race",
        /// All seats slide at the same moments, and the boards of others are hidden.
        Slide = "slide",
    }
}

wire::option! {
    /// How many rounds are agreed on.
    #[schema(as = EasySliderMatchRounds)]
    pub enum Rounds: "The number of rounds before a possible play-off." {
        /// One round.
        One = "1" as 1,
        /// Three rounds.
        Three = "3" as 3,
        /// Five rounds.
        Five = "5" as 5,
    }
}

options! {
    /// The options of the Easy Slider match.
    #[schema(as = EasySliderMatchOptions)]
    pub struct Options {
        /// How many rounds are agreed on.
        pub rounds: Rounds,
        /// How the seats slide.
        pub mode: Pace,
    }
}

impl Game for EasySliderMatch {
    const ID: &'static str = "easy-slider-match";
    const NAME: &'static str = "EasySliderMatch";
    const TITLE: &'static str = "Easy Slider Match";
    const SUMMARY: &'static str = "All players have the same sliding puzzle. Be the first to solve it, or solve it \
        with the fewest slides when all slide at once.";
    const DESIGNER: &'static str = super::EasySlider::DESIGNER;
    const SOURCE: &'static str = super::EasySlider::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Wood;
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Race, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-30";
    const PAGE: RulesPage =
        rules_page!(players: "easy-slider-match"; programs: "easy-slider-match", "seats", "piecepack", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=8;
    const KIND: Kind = Kind::Race;
    const HIDES: bool = true;
    const SEARCH: Search = Search::own(3);
    const MAX_MOVES: usize = wire::MAX_MOVES_OF_ANY;
    const TICKS: Option<(&'static str, &'static str)> = Some(("mode", "slide"));

    type Options = Options;
    type Table = WholeTable;
    type View = SeenTable;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<Options>) -> WholeTable {
        WholeTable::dealt(context)
    }

    fn inspect(context: Context<Options>, table: &mut WholeTable, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// Seat by seat: the slides in reading order of their cells, then `done` and `give_up`.
    fn legal_moves(_: Context<Options>, table: &WholeTable) -> LegalMoves<Self> {
        let of_seat = |seat: Seat| {
            let mut cells: Vec<board::Cell> = board::hole(table.grid(seat)).neighbors().collect();
            cells.sort_unstable();
            let slides = cells.into_iter().map(move |cell| Slide { seat, cell }.into());
            slides.chain([Done { seat }.into(), GiveUp { seat }.into()])
        };
        LegalMoves::listed(table.to_act().iter().flat_map(of_seat).collect())
    }

    fn play(context: Context<Options>, table: &mut WholeTable, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        if let Choice::Slide(cell) = mv.choice() {
            let (seat, hole) = (mv.seat(), board::hole(table.grid(mv.seat())));
            BESIDE.require(board::is_beside(cell, hole), || {
                format!("{cell} is not next to the hole of seat {seat}, {hole}")
            })?;
        }
        table.act(context, mv, log);
        Ok(())
    }

    fn finished(_: Options, table: &WholeTable) -> bool {
        table.phase == Phase::Over
    }

    fn is_visible(event: &Event, viewer: Viewer) -> bool {
        !matches!(event, Event::Slid(slid) if slid.secret && !viewer.sees(slid.seat))
    }

    fn redeal(_: Options, table: &WholeTable, viewer: Viewer, draws: &mut Draws) -> WholeTable {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<Options, SeenTable>) -> Scene {
        scene::of(sight)
    }

    /// Returns one move: other seats may act before the next one.
    fn plan(sight: Sight<Options, SeenTable>, draws: &mut Draws) -> Vec<Move> {
        Self::plan_at(sight, Level::DEFAULT, draws)
    }

    fn plan_at(sight: Sight<Options, SeenTable>, level: Level, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        let acts = sight.table.to_act().contains(seat);
        acts.then(|| plan::decide(sight.table, seat, level, draws)).into_iter().collect()
    }
}

impl Seated for EasySliderMatch {
    const ENDED: Rule = Rule("easy-slider-match.ended");
    const TURN: Rule = Rule("easy-slider-match.turn");
    const MEDIAN_MOVES: &'static [u16] = &[560, 840, 1120, 1400, 1680, 1960, 2240];

    fn median_moves(options: Options, seats: Seats) -> u16 {
        Self::default_median_moves(seats) * options.rounds as u16
    }

    fn to_act(_: Options, table: &WholeTable) -> SeatSet {
        table.to_act()
    }

    /// In a race, the first of the seats that have made the fewest slides.
    fn in_step(options: Options, table: &WholeTable) -> SeatSet {
        let to_act = table.to_act();
        if !options.is_race() {
            return to_act;
        }
        to_act.iter().min_by_key(|seat| (table.slides[seat.index()].0, *seat)).into_iter().collect()
    }

    /// Gives up: the rulebook knows no pass, and no program may play for a person in a race.
    fn late_move(_: Options, _: &WholeTable, seat: Seat) -> Option<Move> {
        Some(GiveUp { seat }.into())
    }

    fn robot_pace(options: Options, level: Level) -> Option<u32> {
        options.is_race().then(|| plan::pace(level))
    }

    /// A race lasts a round, and otherwise a tick.
    fn stretch(options: Options, table: &WholeTable) -> Option<u64> {
        let tick = table.solving().iter().map(|seat| table.slides[seat.index()].0).max().unwrap_or_default();
        Some(table.round * (MAX_SLIDES + 1) + if options.is_race() { 0 } else { tick })
    }

    fn points(_: Options, table: &WholeTable) -> Vec<i64> {
        table.points().into_iter().map(|points| points as i64).collect()
    }
}

#[cfg(test)]
mod tests;
