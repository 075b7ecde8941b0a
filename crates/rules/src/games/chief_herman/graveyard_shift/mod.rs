//! Graveyard Shift: step onto spirits, sing to them, capture them, and shift lines of the graveyard. Rules:
//! graveyard-shift.md.
//!
//! Modules: `spirit` (spaces and spirits), `table` (table and turns), `moves` (moves and events), `inspection` (faults)
//! and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod spirit;
mod table;
#[cfg(test)]
mod tests;

use std::iter;

pub use self::moves::{
    Captured, Emerged, Event, Hush, Move, MovedPawn, MovedSpirit, Rest, Revealed, Sang, Shift, Shifted, Sing, Step,
    Stepped, TargetReached, TurnsOver,
};
pub use self::spirit::{Chips, Direction, Space, Spirit};
pub use self::table::{Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Search, SearchMethod, Seat, SeatSet, Seated, Sight, Tag,
    Viewer, Weight,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene, Side, Winning, World};

const ENDED: Rule = Rule("graveyard-shift.ended");
const TURN: Rule = Rule("graveyard-shift.turn");
const PHASE: Rule = Rule("graveyard-shift.phase");
const ADJACENT: Rule = Rule("graveyard-shift.beside");
const LINE: Rule = Rule("graveyard-shift.line");
const CLEAR: Rule = Rule("graveyard-shift.clear");

/// Graveyard Shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraveyardShift;

impl Game for GraveyardShift {
    const ID: &'static str = "graveyard-shift";
    const NAME: &'static str = "GraveyardShift";
    const TITLE: &'static str = "Graveyard Shift";
    const SUMMARY: &'static str = "Step onto spirits and sing to them until they are yours, and shift whole lines of them through the graveyard. The first to the target wins.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(45, 75);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Haunted;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Cards, Tag::Race];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "graveyard-shift"; programs: "graveyard-shift", "seats", "chance");
    const HIDES: bool = true;
    const SEATS: std::ops::RangeInclusive<u8> = 2..=6;
    const SEARCH: Search = Search::by(SearchMethod::Rollouts, &[1_000], 60, 10);

    type Options = NoOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context.seats, table, faults);
    }

    /// Steps in the order of spaces; singing, then not; resting, then shifts by front, direction, spirits and spaces.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let seat = table.active();
        LegalMoves::listed(match table.phase {
            Phase::Step => {
                let mut spaces: Vec<Space> = table.pawn(seat).neighbors().collect();
                spaces.sort_unstable();
                spaces.into_iter().map(|to| Move::Step(Step { seat, to })).collect()
            }
            Phase::Sing => vec![Move::Sing(Sing { seat }), Move::Hush(Hush { seat })],
            Phase::Shift => iter::once(Move::Rest(Rest { seat })).chain(table.shifts().map(Move::Shift)).collect(),
            Phase::Over => Vec::new(),
        })
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Step(Step { seat, to }) => table.step(seat, to, log),
            Move::Sing(Sing { seat }) => table.sing(seat, true, log),
            Move::Hush(Hush { seat }) => table.sing(seat, false, log),
            Move::Shift(shift) => table.shift(shift, log),
            Move::Rest(_) => table.rest(log),
        }
    }

    fn finished(_: NoOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: NoOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let place = |space: Space| {
            let spirit = table.spirits[space];
            let card = spirit.map(|spirit| Piece::card(spirit.card));
            let chips = spirit.into_iter().flat_map(|spirit| {
                let counts = sight.seats.iter().map(move |seat| (seat, u64::from(spirit.chips.of(seat))));
                counts.filter(|(_, count)| *count > 0).map(|(seat, count)| Piece::Chips(count, Paint::Of(seat)))
            });
            let pawns = sight.seats.iter().filter(|seat| table.pawn(*seat) == space).map(Piece::Token);
            let (x, y) = (2 * space.column() as i32, 3 * (2 - space.row() as i32));
            let label = match space {
                _ if spirit::GRAVES.contains(&space) => "grave",
                _ if spirit::STARTS.contains(&space) => "start",
                _ => "",
            };
            Place::at(space, x, y, card.into_iter().chain(chips).chain(pawns)).sized(2, 3).labelled(label)
        };
        let rows = (0..3).rev().flat_map(|row| (0..6).filter_map(move |column| Space::at(column, row)));
        let graveyard = Area::from_places("graveyard", Ground::Board, rows.map(place).collect());
        let captured = sight.seats.iter().zip(&table.captured);
        let captured = captured.map(|(seat, cards)| shown::fan("captured", 10, cards).of(seat).on(Side::Below));
        let areas = [graveyard, shown::pile("deck", table.deck.len())].into_iter().chain(captured).collect();
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, _: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat).into_iter().collect()
    }
}

impl Seated for GraveyardShift {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[291, 356, 308, 326, 326];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.captured.iter().map(|captured| table::worth(captured) as i64).collect()
    }

    fn winning(_: NoOptions, _: &Table<Card>, _: Seat) -> Winning {
        Winning::Area("captured")
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        let seat = self.active();
        let round = self.turn.div_ceil(self.seats().max(1));
        match self.phase {
            Phase::Step => format!("round {round}, seat {seat} steps"),
            Phase::Sing => format!("round {round}, seat {seat} sings or not"),
            Phase::Shift => format!("round {round}, seat {seat} shifts spirits or rests"),
            Phase::Over if self.has_reached(seat) => format!("seat {seat} has reached {} points", self.target()),
            Phase::Over => "the last turn is over".to_owned(),
        }
    }
}

/// Returns the seats of a game, in order.
fn seats(count: u64) -> impl Iterator<Item = Seat> {
    (1..=count.min(6) as u8).filter_map(Seat::new)
}
