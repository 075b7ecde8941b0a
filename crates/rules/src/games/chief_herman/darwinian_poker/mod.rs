//! Darwinian Poker: seeds are planted in secret and capture matching cards; the best surviving hand wins. Rules:
//! darwinian-poker.md.
//!
//! Modules: `table` (table and rounds), `moves` (moves and events), `inspection` (faults) and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;

pub use self::moves::{
    Captured, Dealt, Discarded, Ended, Event, Extinct, Move, Plant, Planted, Revealed, Showdown, Shown,
};
pub use self::table::{Phase, Table};
use super::SOURCE;
use crate::cards::{Card, PlayedCard, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight, places,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Piece, Scene, Side, Winning, World, counted};

const ENDED: Rule = Rule("darwinian-poker.ended");
const TURN: Rule = Rule("darwinian-poker.turn");
const HAND: Rule = Rule("darwinian-poker.hand");

/// Darwinian Poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DarwinianPoker;

impl Game for DarwinianPoker {
    const ID: &'static str = "darwinian-poker";
    const NAME: &'static str = "DarwinianPoker";
    const TITLE: &'static str = "Darwinian Poker";
    const SUMMARY: &'static str = "Plant a card in secret: it captures cards of its suit and rank, and can be \
        captured itself. A seat without cards is extinct. The best poker hand wins.";
    const DESIGNER: &'static str = "James Ernest and Dave Howell";
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Felt;
    const TAGS: &'static [Tag] = &[Tag::Bluffing, Tag::Cards, Tag::Poker, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "darwinian-poker", "poker-hands"; programs: "darwinian-poker", "poker-hands", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=6;
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
        inspection::inspect(context.seats, table, faults);
    }

    /// By seat, each card of its hand in canonical order.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let plants = |seat: Seat| {
            table.hand(seat).iter().map(move |card| Move::Plant(Plant { seat, card: *card })).collect::<Vec<_>>()
        };
        LegalMoves::listed(table.to_act().iter().flat_map(plants).collect())
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Move::Plant(Plant { seat, card }) = *mv;
        HAND.require(table.hand(seat).contains(&card), || format!("seat {seat} has no {card}"))?;
        table.plant(seat, card, log);
        table.play_complete_rounds(log);
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: NoOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let mut areas = vec![
            shown::fan("ooze", 10, &table.ooze).on(Side::Center),
            shown::pile("deck", table.deck.len()).on(Side::Right),
        ];
        for seat in sight.seats.iter() {
            let seed = table.seeds.iter().find(|seed| seed.seat == seat).map(|seed| Piece::card(seed.card));
            areas.push(Area::row("seed", 1, seed).of(seat));
            areas.push(shown::hand(8, table.hand(seat)).of(seat));
        }
        areas.push(shown::fan("discards", 10, &table.discards));
        let scene = Scene::new(Self::TITLE, table.caption(), areas);
        let extinct = sight.seats.iter().filter(|seat| table.is_extinct(*seat));
        extinct.fold(scene, |scene, seat| scene.noting(seat, "extinct"))
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::seed(sight.table, seat, draws).map(|card| Move::Plant(Plant { seat, card })).into_iter().collect()
    }
}

impl Seated for DarwinianPoker {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[22, 30, 36, 40, 42];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    /// Hands are hidden, so points are 0 until the end; then they are the number of seats with a worse place.
    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        let places = table.places();
        let behind = |place: &u8| places.iter().filter(|other| *other > place).count() as i64;
        match table.phase {
            Phase::Plant => vec![0; places.len()],
            Phase::Over => places.iter().map(behind).collect(),
        }
    }

    fn winning(_: NoOptions, table: &Table<Card>, seat: Seat) -> Winning {
        let hand = table.hands.get(seat.index()).map(table::counting).unwrap_or_default();
        Winning::Own(hand.into_iter().map(Piece::card).collect())
    }

    fn places(_: NoOptions, table: &Table<Card>) -> Vec<u8> {
        table.places()
    }
}

impl Table<Card> {
    /// Better hands come first, then extinct seats, the last to go extinct first.
    fn places(&self) -> Vec<u8> {
        let keys = self.hands.iter().zip(&self.extinct).map(|(hand, extinct)| (table::worth(hand), *extinct));
        places(&keys.collect::<Vec<_>>())
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        let extinct = self.extinct.iter().filter(|round| **round > 0).count() as u64;
        let lost = if extinct == 0 { String::new() } else { format!(", {} extinct", counted(extinct, "seat")) };
        match self.phase {
            Phase::Plant => format!("round {}{lost}", self.round),
            Phase::Over => format!("over after round {}{lost}", self.round),
        }
    }
}

#[cfg(test)]
mod tests;
