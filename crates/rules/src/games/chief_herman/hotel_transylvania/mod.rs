//! Hotel Transylvania: haunt the rooms of a hotel, and scare the guests who land there. Rules: hotel-transylvania.md.
//!
//! Modules: `house` (doors and rooms), `guest`, `stack` (ghosts and the points that they share), `table`, `course` (a
//! turn), `answer` (the window for a surprise), `view` (hidden cards), `moves`, `events`, `inspection` (faults), `scene`
//! and `plan` (built-in player).

mod answer;
mod course;
mod events;
mod guest;
mod house;
mod inspection;
mod moves;
mod plan;
mod scene;
mod sentences;
mod stack;
mod table;
mod view;

pub use self::answer::{Answer, Given, TableCard, ViewedAnswer};
pub use self::events::{Answered, Asked, Drew, Ended, Event, FreakedOut, Haunted, Moved, Played, Scared, Surprised};
pub use self::guest::{Guest, GuestNumber};
pub use self::house::Space;
pub use self::moves::{Let, Move, MoveGuest, Play, Surprise};
pub use self::stack::Stack;
pub use self::table::{Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};

const ENDED: Rule = Rule("hotel-transylvania.ended");
const TURN: Rule = Rule("hotel-transylvania.turn");
const PLAYING: Rule = Rule("hotel-transylvania.playing");
const HAND: Rule = Rule("hotel-transylvania.hand");
const MOVING: Rule = Rule("hotel-transylvania.moving");
const WINDOW: Rule = Rule("hotel-transylvania.window");
const CARD: Rule = Rule("hotel-transylvania.card");

/// Hotel Transylvania.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotelTransylvania;

impl Game for HotelTransylvania {
    const ID: &'static str = "hotel-transylvania";
    const NAME: &'static str = "HotelTransylvania";
    const TITLE: &'static str = "Hotel Transylvania";
    const SUMMARY: &'static str = "Haunt the rooms of a hotel and scare the guests who land there. The ghost on top of \
        a stack scores most, until the guest freaks out.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(45, 75);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Haunted;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Cards, Tag::Dice];
    const ADDED: &'static str = "2026-11-26";
    const PAGE: RulesPage =
        rules_page!(players: "hotel-transylvania"; programs: "hotel-transylvania", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=6;
    const HIDES: bool = true;
    const HAS_WINDOWS: bool = true;

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

    /// Cards in canonical order; guests in order; by seat, to surprise if the seat has the card, and to let.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let seat = table.turn;
        LegalMoves::listed(match table.phase {
            Phase::Play => table.hand(seat).iter().map(|card| Move::Play(Play { seat, card: *card })).collect(),
            Phase::Guest => {
                GuestNumber::ALL.into_iter().map(|guest| Move::MoveGuest(MoveGuest { seat, guest })).collect()
            }
            Phase::Surprise => table.to_act().iter().flat_map(|seat| table.answers_of(seat)).collect(),
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
            Move::Play(Play { seat, card }) => {
                PLAYING.require(table.phase == Phase::Play, || "no card is played now".to_owned())?;
                HAND.require(table.hand(seat).contains(&card), || format!("seat {seat} has no {card}"))?;
                table.play_card(seat, card, log);
            }
            Move::MoveGuest(MoveGuest { guest, .. }) => {
                MOVING.require(table.phase == Phase::Guest, || "no guest is moved now".to_owned())?;
                table.move_guest(context, guest, log);
            }
            Move::Surprise(Surprise { seat }) => {
                let room = table.require_window()?;
                CARD.require(table.hand(seat).contains(&room), || format!("seat {seat} has no {room}"))?;
                table.answer(context, Given { seat, answer: Answer::Surprise }, log);
            }
            Move::Let(Let { seat }) => {
                table.require_window()?;
                table.answer(context, Given { seat, answer: Answer::Let }, log);
            }
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: NoOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
        scene::scene(Self::TITLE, sight.table)
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        let acts = sight.table.to_act().contains(seat);
        acts.then(|| plan::decide(sight.table, seat, draws)).flatten().into_iter().collect()
    }
}

impl Seated for HotelTransylvania {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[144, 157, 168, 181];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn decline(_: NoOptions, table: &Table<Card>, seat: Seat) -> Option<Move> {
        let is_asked = table.phase == Phase::Surprise && table.to_act().contains(seat);
        is_asked.then_some(Move::Let(Let { seat }))
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.scores.clone()
    }

    /// Equal scores are decided by the rooms in which the seats are on top.
    fn places(_: NoOptions, table: &Table<Card>) -> Vec<u8> {
        table.places()
    }
}

impl Table<Card> {
    /// Returns the card of the room for which the window is open.
    fn require_window(&self) -> Result<Card, Illegal> {
        let landed = self.landed().filter(|_| self.phase == Phase::Surprise);
        landed.map(|(_, room)| room).ok_or_else(|| WINDOW.violation("no guest can be surprised now"))
    }

    /// Returns the answers that a seat can give in the window for a surprise.
    fn answers_of(&self, seat: Seat) -> impl Iterator<Item = Move> + use<> {
        let holds = self.landed().is_some_and(|(_, room)| self.hand(seat).contains(&room));
        holds.then_some(Move::Surprise(Surprise { seat })).into_iter().chain([Move::Let(Let { seat })])
    }
}

#[cfg(test)]
mod tests;
