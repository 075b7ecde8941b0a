//! Short Bus to Paradise: load tourists of one color into cabs; rare colors score most. Rules:
//! short-bus-to-paradise.md.
//!
//! Modules: `stone` (colors and groups), `cab` (cabs and their passengers), `table` (the table), `course` (deal and
//! turns), `view` (hidden bag and cards), `moves`, `events`, `inspection` (faults), `scene` and `plan` (built-in
//! player).

mod cab;
mod course;
mod events;
mod inspection;
mod moves;
mod plan;
mod scene;
mod sentences;
mod stone;
mod table;
mod view;

pub use self::cab::{Cab, Face, ScoredCab, WaitingCab};
pub use self::events::{
    Arrived, Bussed, Drew, Ended, Event, LastTurnsBegan, Left, Loaded, Played, Rolled, Stolen, TurnEnded,
};
pub use self::moves::{Draw, End, Load, Move, Play, Steal};
pub use self::stone::{Color, Group, SeenColor, StoneFace};
pub use self::table::{Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::Viewed;
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, Winning, World};

const ENDED: Rule = Rule("short-bus-to-paradise.ended");
const TURN: Rule = Rule("short-bus-to-paradise.turn");
const ONE_CARD: Rule = Rule("short-bus-to-paradise.one-card");
const PLAY_FIRST: Rule = Rule("short-bus-to-paradise.play-first");
const CARD: Rule = Rule("short-bus-to-paradise.card");
const CAB: Rule = Rule("short-bus-to-paradise.cab");
const FROM: Rule = Rule("short-bus-to-paradise.from");
const GROUP: Rule = Rule("short-bus-to-paradise.group");
const ONE_COLOR: Rule = Rule("short-bus-to-paradise.one-color");
const ROOM: Rule = Rule("short-bus-to-paradise.room");
const IDLE: Rule = Rule("short-bus-to-paradise.idle");
const DECK: Rule = Rule("short-bus-to-paradise.deck");

/// Short Bus to Paradise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortBusToParadise;

impl Game for ShortBusToParadise {
    const ID: &'static str = "short-bus-to-paradise";
    const NAME: &'static str = "ShortBusToParadise";
    const TITLE: &'static str = "Short Bus to Paradise";
    const SUMMARY: &'static str = "Fill cabs with tourists of one color, and steal those of other players. A cab \
        leaves only when it is full, and the rarest colors score most.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(30, 50);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Street;
    const TAGS: &'static [Tag] = &[Tag::Cards, Tag::Dice, Tag::Fighting];
    const ADDED: &'static str = "2026-11-26";
    const PAGE: RulesPage =
        rules_page!(players: "short-bus-to-paradise"; programs: "short-bus-to-paradise", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=6;
    const HIDES: bool = true;

    type Options = NoOptions;
    type Table = Table<Cab>;
    type View = Table<Viewed<Cab>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table<Cab> {
        Table::dealt(context.seats, context.chance)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table<Cab>, faults: &mut Faults) {
        inspection::inspect(context.seats, table, faults);
    }

    /// Plays in the order of the hand; loads by cab, then by color; steals by cab, then by the cab that is robbed, in
    /// the order of seats; to draw; to end the turn.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Cab>) -> LegalMoves<Self> {
        LegalMoves::listed(table.moves())
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Cab>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let chance = context.chance;
        match *mv {
            Move::Play(Play { seat, cab }) => {
                table.check_play(seat, cab)?;
                table.play_cab(seat, cab, log);
                table.end_turn_without_choice(chance, log);
            }
            Move::Load(load) => {
                let loading = table.check_load(load)?;
                table.load(load.seat, loading, log);
                table.end_turn_without_choice(chance, log);
            }
            Move::Steal(steal) => {
                let loading = table.check_steal(steal)?;
                table.load(steal.seat, loading, log);
                table.end_turn_without_choice(chance, log);
            }
            Move::Draw(Draw { seat }) => {
                table.check_draw()?;
                table.draw(seat, log);
                table.end_turn(chance, log);
            }
            Move::End(End { .. }) => table.end_turn(chance, log),
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table<Cab>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: NoOptions, table: &Table<Cab>, viewer: Viewer, draws: &mut Draws) -> Table<Cab> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Cab>>>) -> Scene {
        scene::scene(sight)
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Cab>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat, draws).into_iter().collect()
    }
}

impl Seated for ShortBusToParadise {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[69, 70, 67, 69];

    fn to_act(_: NoOptions, table: &Table<Cab>) -> SeatSet {
        table.to_act()
    }

    fn points(_: NoOptions, table: &Table<Cab>) -> Vec<i64> {
        table.points()
    }

    fn winning(_: NoOptions, _: &Table<Cab>, _: Seat) -> Winning {
        Winning::Area("scored")
    }
}

impl Table<Cab> {
    /// Returns the moves of the present turn.
    fn moves(&self) -> Vec<Move> {
        if self.phase == Phase::Over {
            return Vec::new();
        }
        let seat = self.active();
        let hand = if self.is_idle() { &self.hands[seat.index()][..] } else { &[] };
        let plays = hand.iter().map(|cab| Move::Play(Play { seat, cab: *cab }));
        let loads = self.loads(seat).map(|(cab, color)| Move::Load(Load { seat, cab, color }));
        let steals = self.steals(seat).map(|(cab, from)| Move::Steal(Steal { seat, cab, from }));
        let draw = self.can_draw().then_some(Move::Draw(Draw { seat }));
        plays.chain(loads).chain(steals).chain(draw).chain([Move::End(End { seat })]).collect()
    }
}

#[cfg(test)]
mod tests;
