//! Shipwreck!: fill the lifeboats, fight for cards, and be the strongest at the right boat when the ship sinks. Rules:
//! shipwreck.md.
//!
//! Modules: `table` (table and legal moves), `boats` (lifeboats), `course` (rounds, turns, fights and showdowns), `view`
//! (hidden cards), `moves`, `events`, `inspection` (faults), `scene` and `plan` (built-in player).

mod boats;
mod course;
mod events;
mod inspection;
mod moves;
mod plan;
mod scene;
mod sentences;
mod table;
mod view;

pub use self::boats::{Boat, Boats, Load};
pub use self::events::{
    Answered, Attacked, Boarded, Dealt, Discarded, Drew, Ended, Event, KeyLaid, Revealed, Sunk, Surrendered, Taken,
};
pub use self::moves::{Answer, Discard, Fight, Key, Move, Surrender};
pub use self::table::{Combat, Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, SeatMove as _, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Scene, World};

const ENDED: Rule = Rule("shipwreck.ended");
const TURN: Rule = Rule("shipwreck.turn");
const PHASE: Rule = Rule("shipwreck.phase");
const CARD: Rule = Rule("shipwreck.card");
const TARGET: Rule = Rule("shipwreck.target");
const EMPTY_HAND: Rule = Rule("shipwreck.empty-hand");
const HIGHER: Rule = Rule("shipwreck.higher");
const LAST_CARD: Rule = Rule("shipwreck.last-card");

/// Shipwreck!.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipwreck;

impl Game for Shipwreck {
    const ID: &'static str = "shipwreck";
    const NAME: &'static str = "Shipwreck";
    const TITLE: &'static str = "Shipwreck!";
    const SUMMARY: &'static str = "The ship is sinking. Fill the lifeboats, fight for strong cards, and run to the boat \
        where no one else is as strong as you.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(45, 60);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Sea;
    const TAGS: &'static [Tag] = &[Tag::Bluffing, Tag::Cards, Tag::Fighting, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-26";
    const PAGE: RulesPage = rules_page!(players: "shipwreck"; programs: "shipwreck", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=8;
    const HIDES: bool = true;

    type Options = NoOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// By seat; of a seat first discards, then fights, or first answers, then the surrender. By card, then by target.
    /// Equal cards give one move.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        LegalMoves::listed(table.to_act().iter().flat_map(|seat| table.plays(seat)).collect())
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let (phase, name) = match mv {
            Move::Discard(_) | Move::Fight(_) => (Phase::Turn, "a discard or a fight belongs to a turn"),
            Move::Answer(_) | Move::Surrender(_) => (Phase::Fight, "answers and surrenders belong to a fight"),
            Move::Key(_) => (Phase::Showdown, "keys are laid when the ship has sunk"),
        };
        PHASE.require(table.phase == phase, || name.to_owned())?;
        let seat = mv.seat();
        if let Move::Discard(Discard { card, .. })
        | Move::Fight(Fight { card, .. })
        | Move::Answer(Answer { card, .. })
        | Move::Key(Key { card, .. }) = mv
        {
            CARD.require(table.hand(seat).contains(card), || format!("seat {seat} has no {card}"))?;
        }
        match *mv {
            Move::Discard(Discard { card, .. }) => table.discard(seat, card, context, log),
            Move::Fight(Fight { card, target, .. }) => {
                let other = context.seats.contains(target) && target != seat;
                TARGET.require(other, || format!("seat {target} is not another seat of this game"))?;
                EMPTY_HAND.require(!table.hand(target).is_empty(), || format!("the hand of seat {target} is empty"))?;
                table.attack((seat, target), card, context, log);
            }
            Move::Answer(Answer { card, .. }) => {
                let beaten = table.fight.as_ref().is_some_and(|fight| card.rank() > fight.rank());
                HIGHER.require(beaten, || format!("{card} is not higher than the card played last"))?;
                LAST_CARD.require(table.may_spare(seat, card), || format!("{card} is the last card of the hand"))?;
                table.answer(seat, card, context, log);
            }
            Move::Surrender(_) => table.surrender(context, log),
            Move::Key(Key { card, .. }) => table.key(seat, card, context, log),
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
        scene::describe(sight)
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat, draws).into_iter().collect()
    }
}

impl Seated for Shipwreck {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[149, 158, 182, 204, 210, 217, 223];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.points.clone()
    }
}

#[cfg(test)]
mod tests;
