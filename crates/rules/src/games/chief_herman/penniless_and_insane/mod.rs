//! Penniless and Insane: bid your cards for better ones, and be the poorest when the round is scored. Rules:
//! penniless-and-insane.md.
//!
//! Modules: `table` (table, tricks and rounds), `moves` (moves and events), `inspection` (faults) and `plan` (built-in
//! player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;

pub use self::moves::{
    Bid, BidMade, Dealt, Discarded, Ended, Event, Move, Offered, Revealed, Scored, SeatScored, Take, Took, TookBack,
    WonPot,
};
pub use self::table::{Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, CardFace as _, PlayingCard, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight, options,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Paint, Piece, Scene, Side, World, counted};
use crate::wire;

const ENDED: Rule = Rule("penniless-and-insane.ended");
const TURN: Rule = Rule("penniless-and-insane.turn");
const BIDDING: Rule = Rule("penniless-and-insane.bidding");
const HAND: Rule = Rule("penniless-and-insane.hand");
const TAKING: Rule = Rule("penniless-and-insane.taking");
const POOL: Rule = Rule("penniless-and-insane.pool");

/// Penniless and Insane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PennilessAndInsane;

wire::option! {
    /// Whether payments go into a pot that the winners of rounds share.
    #[schema(as = PennilessAndInsaneGambling)]
    pub enum Gambling: "Whether chips that are paid go into a pot, for which the rounds are played." {
        /// Chips that are paid are gone.
        No = "no",
        /// They are played for.
        Yes = "yes",
    }
}

options! {
    /// The options of Penniless and Insane. An absent option has its default.
    pub struct PennilessAndInsaneOptions {
        /// Whether the seats play for the chips that they pay.
        pub gambling: Gambling,
    }
}

impl Game for PennilessAndInsane {
    const ID: &'static str = "penniless-and-insane";
    const NAME: &'static str = "PennilessAndInsane";
    const TITLE: &'static str = "Penniless and Insane";
    const SUMMARY: &'static str = "Bid your cards for the cards you want, and pay what you bid. High cards score, \
        and three times as much for the poorest seat.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(15, 25);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Felt;
    const TAGS: &'static [Tag] = &[Tag::Bluffing, Tag::Cards, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage =
        rules_page!(players: "penniless-and-insane"; programs: "penniless-and-insane", "seats", "chance");
    const HIDES: bool = true;
    const SEATS: std::ops::RangeInclusive<u8> = 3..=7;

    type Options = PennilessAndInsaneOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<PennilessAndInsaneOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(context: Context<PennilessAndInsaneOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context.seats, context.options.gambling, table, faults);
    }

    /// By seat, each card of its hand; then, for the seat that takes, each card of the pool, in canonical order.
    fn legal_moves(_: Context<PennilessAndInsaneOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let of_seat = |seat: Seat| -> Vec<Move> {
            match table.phase {
                Phase::Bid => table.hand(seat).iter().map(|card| Move::Bid(Bid { seat, card: *card })).collect(),
                Phase::Take => table.pool.iter().map(|card| Move::Take(Take { seat, card: *card })).collect(),
                Phase::Over => Vec::new(),
            }
        };
        LegalMoves::listed(table.to_act().iter().flat_map(of_seat).collect())
    }

    fn play(
        context: Context<PennilessAndInsaneOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Bid(Bid { seat, card }) => {
                BIDDING.require(table.phase == Phase::Bid, || "all seats have bid".to_owned())?;
                HAND.require(table.hand(seat).contains(&card), || format!("seat {seat} has no {card}"))?;
                table.bid(seat, card, context.chance, log);
            }
            Move::Take(Take { card, .. }) => {
                TAKING.require(table.phase == Phase::Take, || "not all seats have bid".to_owned())?;
                POOL.require(table.pool.contains(&card), || format!("{card} is not in the pool"))?;
                table.take(card, log);
                table.run_automatic_steps(context.chance, log);
            }
        }
        Ok(())
    }

    fn finished(_: PennilessAndInsaneOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: PennilessAndInsaneOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<PennilessAndInsaneOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let mut areas = vec![
            shown::fan("pool", 6, &table.pool).on(Side::Center),
            shown::pile("deck", table.deck.len()).on(Side::Right),
        ];
        areas.extend(table.pot.map(|pot| Area::row("pot", 1, [Piece::Chips(pot, Paint::Plain)]).on(Side::Right)));
        for seat in sight.seats.iter() {
            let bid = table.bids.iter().filter(|bid| bid.seat == seat).map(|bid| Piece::card(bid.card));
            let chips = Piece::Chips(table.money.get(seat.index()).copied().unwrap_or(0), Paint::Plain);
            areas.push(Area::row("bid", 1, bid).of(seat));
            areas.push(Area::row("chips", 1, [chips]).of(seat));
            areas.push(shown::hand(3, table.hand(seat)).of(seat));
        }
        areas.push(shown::fan("discards", 12, &table.discards));
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<PennilessAndInsaneOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        if !sight.table.to_act().contains(seat) {
            return Vec::new();
        }
        let mv = match sight.table.phase {
            Phase::Bid => plan::bid(sight.table, seat, draws).map(|card| Move::Bid(Bid { seat, card })),
            Phase::Take => plan::take(sight.table).map(|card| Move::Take(Take { seat, card })),
            Phase::Over => None,
        };
        mv.into_iter().collect()
    }
}

impl Seated for PennilessAndInsane {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[36, 54, 72, 90, 108];

    fn to_act(_: PennilessAndInsaneOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: PennilessAndInsaneOptions, table: &Table<Card>) -> Vec<i64> {
        table.points().to_vec()
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        let (round, trick) = (self.round, self.trick);
        match (self.phase, self.bids.first()) {
            (Phase::Take, Some(bid)) => {
                let price = bid.card.known().map_or(0, table::price);
                let card = bid.card.known().map_or_else(|| "bid".to_owned(), PlayingCard::spoken_name);
                let (seat, chips) = (bid.seat, counted(price, "chip"));
                format!("round {round}, trick {trick}: seat {seat} takes a card for its {card} and pays {chips}")
            }
            (Phase::Over, _) => format!("over after round {round}"),
            _ => format!("round {round}, trick {trick}: all make their bids"),
        }
    }
}

#[cfg(test)]
mod tests;
