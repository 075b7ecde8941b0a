//! Board Game Project #55: lay chips of the color rolled to make a way across the board, and arrive with many left.
//! Rules: board-game-project-55.md.
//!
//! Modules: `board` (cells), `chips` (chips and piles), `table` (table and turns), `moves` (moves and events),
//! `inspection` (faults) and `plan` (built-in player).

mod board;
mod chips;
mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;
#[cfg(test)]
mod tests;

pub use self::board::{Spot, Square};
pub use self::chips::{Chips, Color, Pile, Piles, Stock};
pub use self::moves::{
    Event, GoalReached, Laid, Lay, Move, Restock, Restocked, Rolled, RoundOver, Stay, Steal, Stole, Stuck, TurnsOver,
    Walk, Walked,
};
pub use self::table::Table;
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Mark, Paint, Piece, Place, Scene, World};

const ENDED: Rule = Rule("board-game-project-55.ended");
const TURN: Rule = Rule("board-game-project-55.turn");
const STOCK: Rule = Rule("board-game-project-55.stock");
const OCCUPIED: Rule = Rule("board-game-project-55.occupied");
const SAME_TOP: Rule = Rule("board-game-project-55.same-top");
const STOP: Rule = Rule("board-game-project-55.stop");
const PATH: Rule = Rule("board-game-project-55.path");
const LAID: Rule = Rule("board-game-project-55.laid");
const BENEATH: Rule = Rule("board-game-project-55.beneath");
const STUCK: Rule = Rule("board-game-project-55.stuck");
const BOARD_FIRST: Rule = Rule("board-game-project-55.board-first");
const NONE_THERE: Rule = Rule("board-game-project-55.none-there");

/// Board Game Project #55.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGameProject55;

impl Game for BoardGameProject55 {
    const ID: &'static str = "board-game-project-55";
    const NAME: &'static str = "BoardGameProject55";
    const TITLE: &'static str = "Board Game Project #55";
    const SUMMARY: &'static str = "Lay chips of the color you roll to make a path across the board. Arrive first to \
        score the chips that remain. Eleven points win.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(25, 40);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Map;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Dice, Tag::Race];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage =
        rules_page!(players: "board-game-project-55"; programs: "board-game-project-55", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 4..=4;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        Table::dealt(context)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// Laying and then walking in the order of cells, restocking, stealing by cells and then by victims, staying.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let Some(color) = table.color else { return LegalMoves::listed(Vec::new()) };
        let seat = table.active();
        let mut moves = Vec::with_capacity(40);
        if table.stock(seat).of(color) > 0 {
            moves.extend(table.bare(seat, color).iter().map(|cell| Move::Lay(Lay { seat, cell })));
        }
        moves.extend(table.walks(seat, color).iter().map(|to| Move::Walk(Walk { seat, to })));
        if table.can_restock(seat) {
            moves.push(Move::Restock(Restock { seat }));
        }
        moves.extend(table.thefts(seat, color).map(Move::Steal));
        moves.push(Move::Stay(Stay { seat }));
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Some(color) = table.color else { return Ok(()) };
        match *mv {
            Move::Lay(Lay { seat, cell }) => return table.lay(seat, cell, color, log),
            Move::Walk(Walk { seat, to }) => table.walk(seat, to, color, log)?,
            Move::Restock(Restock { seat }) => table.restock(seat, log)?,
            Move::Steal(steal) => table.steal(steal, color, log)?,
            Move::Stay(_) => {}
        }
        table.end_turn(context, log);
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.color.is_none()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let at = |square: Square| (2 * square.column() as i32, 2 * (7 - square.row() as i32));
        let token =
            |square: Square| sight.seats.iter().filter(move |seat| table.pawn(*seat) == square).map(Piece::Token);
        let pile = |spot: Spot| {
            let (pile, (x, y)) = (table.piles.on(spot), at(spot.square()));
            let under: String = pile.under.list().map(|color| color.paint().letter()).collect();
            let heap = Piece::Chips(pile.under.all() + 1, Paint::In(pile.top.paint()));
            let place = Place::at(spot, x, y, std::iter::once(heap).chain(token(spot.square()))).labelled(under);
            let place = pile.under.list().fold(place, |place, color| place.marked(Mark::Beneath(color.paint())));
            let goals = sight.seats.iter().filter(|seat| board::targets(*seat).contains(spot));
            goals.fold(place, |place, seat| place.marked(Mark::Of(seat)))
        };
        let start = |seat: Seat| {
            let square = board::start(seat);
            let (x, y) = at(square);
            Place::at(square, x, y, token(square)).labelled("start").marked(Mark::Of(seat))
        };
        let mut places: Vec<Place> = Spot::all().map(pile).chain(sight.seats.iter().map(start)).collect();
        places.sort_by_key(|place| (place.y, place.x));
        let stock = |seat: Seat| {
            let stock = table.stock(seat);
            let heaps = Color::ALL.into_iter().filter(move |color| stock.of(*color) > 0);
            let heaps = heaps.map(move |color| Piece::Chips(stock.of(color).into(), Paint::In(color.paint())));
            Area::row("stockpile", Color::ALL.len(), heaps).of(seat)
        };
        let areas =
            std::iter::once(Area::from_places("board", Ground::Board, places)).chain(sight.seats.iter().map(stock));
        Scene::new(Self::TITLE, table.caption(), areas.collect())
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat).into_iter().collect()
    }
}

impl Seated for BoardGameProject55 {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[86];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        super::only(table.color.map(|_| table.active()))
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        table.scores.iter().map(|score| *score as i64).collect()
    }
}
