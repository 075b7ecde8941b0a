//! Putwoody's, Nickie's and Herman's Castle: stones of three colors fill a castle, and each counts the touching stones
//! of its color. Rules: castles.md.
//!
//! The three are one game, parameterized by a [`Castle`]. Modules: `castle` (the three castles), `court` (spaces and
//! stones), `houses` (houses of Herman's Castle), `table` (the table in its wire form), `moves` (moves and events),
//! `inspection` (faults) and `plan` (built-in player).

mod castle;
mod corner;
mod court;
mod geometry;
mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;

use std::cmp::Reverse;
use std::marker::PhantomData;

pub use self::castle::{Castle, Hermans, Nickies, Putwoodys};
pub use self::corner::Corner;
pub use self::court::{Color, Space, Stones};
pub use self::moves::{Event, GameOver, Move, Place, Placed, Settle, Settled};
pub use self::table::Table;
use super::{DESIGNER, Games, SOURCE, only};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, OpenInformation, Search, SearchMethod, Seat, SeatSet, Seated, Seats,
    Sight, Tag, Viewer, Weight, options, places,
};
use crate::page::RulesPage;
use crate::scene::{Area, Ground, Mark, Paint, Piece, Scene, Side, World};

/// Houses are chosen first; then stones are placed.
const PHASE: Rule = Rule("hermans-castle.phase");
/// No two seats have the same corner.
const CORNER: Rule = Rule("hermans-castle.corner");

/// The game of a castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastleGame<C>(PhantomData<C>);

/// Putwoody's Castle: a court with a tower at each corner.
pub type PutwoodysCastle = CastleGame<Putwoodys>;
/// Nickie's Castle: a tower of bricks.
pub type NickiesCastle = CastleGame<Nickies>;
/// Herman's Castle: four corners, of which each seat has one as its house.
pub type HermansCastle = CastleGame<Hermans>;

options! {
    /// The options of the castles. An absent option has its default.
    pub struct CastleOptions {
        /// The number of games to play.
        pub games: Games,
    }
}

impl<C: Castle> Game for CastleGame<C> {
    const ID: &'static str = C::ID;
    const NAME: &'static str = C::NAME;
    const TITLE: &'static str = C::TITLE;
    const SUMMARY: &'static str = C::SUMMARY;
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 30);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Castle;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Territory];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = C::PAGE;
    const SEATS: std::ops::RangeInclusive<u8> = C::SEATS;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;
    const SEARCH: Search = Search::by(SearchMethod::Tree, &[10_000], 4, 3);

    type Options = CastleOptions;
    type Table = Table<C>;
    type View = Table<C>;
    type Move = Move<C>;
    type Event = Event<C>;

    fn deal(context: Context<CastleOptions>) -> Table<C> {
        let scores = vec![0; context.seats.count().into()].into();
        Table { castle: Stones::NONE, scores, game: 1, houses: Vec::new() }
    }

    fn inspect(context: Context<CastleOptions>, table: &mut Table<C>, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// Corners in order; placements by color, then by space.
    fn legal_moves(_: Context<CastleOptions>, table: &Table<C>) -> LegalMoves<Self> {
        let Some(seat) = table.turn() else {
            return LegalMoves::listed(Vec::new());
        };
        if table.is_settling() {
            let free = Corner::ALL.into_iter().filter(|corner| !table.houses.contains(corner));
            return LegalMoves::listed(free.map(|corner| Move::Settle(Settle { seat, corner })).collect());
        }
        LegalMoves::listed(
            table.castle.choices().map(|(color, space)| Move::Place(Place { seat, color, space })).collect(),
        )
    }

    fn play(
        context: Context<CastleOptions>,
        table: &mut Table<C>,
        mv: &Move<C>,
        log: &mut Log<Event<C>>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Settle(mv) => table.settle(mv, log),
            Move::Place(mv) => table.place(mv, context.options.games.count(context.seats), log),
        }
    }

    fn finished(_: CastleOptions, table: &Table<C>) -> bool {
        table.castle.is_full()
    }

    fn scene(sight: Sight<CastleOptions, Table<C>>) -> Scene {
        let table = sight.table;
        let turn = match (table.is_settling(), table.castle.left()) {
            (true, _) => "the houses are chosen".to_owned(),
            (_, 0) => "the castle is full".to_owned(),
            (_, left) => format!("{left} spaces are left"),
        };
        let caption = format!("{}{turn}", sight.options.games.label(table.game, sight.seats));
        let mut areas = vec![table.castle_area(), table.stones_area()];
        if C::HOUSED {
            areas.push(table.houses_area());
        }
        Scene::new(C::TITLE, caption, areas)
    }

    fn plan(sight: Sight<CastleOptions, Table<C>>, draws: &mut Draws) -> Vec<Move<C>> {
        match sight.table.turn() {
            Some(seat) if sight.viewer == Viewer::Seat(seat) => {
                plan::decide(sight.table, seat, draws).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl<C: Castle> Seated for CastleGame<C> {
    const ENDED: Rule = C::ENDED;
    const TURN: Rule = C::TURN;
    const MEDIAN_MOVES: &'static [u16] = C::MEDIAN_MOVES;

    fn median_moves(options: CastleOptions, seats: Seats) -> u16 {
        options.games.median_moves(Self::default_median_moves(seats), seats)
    }

    fn to_act(_: CastleOptions, table: &Table<C>) -> SeatSet {
        only(table.turn())
    }

    fn points(_: CastleOptions, table: &Table<C>) -> Vec<i64> {
        table.scores.to_vec()
    }

    /// Within a series the seats begin in turn.
    fn winner_begins(options: CastleOptions) -> bool {
        options.games == Games::One
    }

    /// In a single game, ties are broken in favor of the earlier seat.
    fn places(options: CastleOptions, table: &Table<C>) -> Vec<u8> {
        match options.games {
            Games::Rotate => places(&table.scores),
            Games::One => {
                places(&table.scores.iter().zip(0..).map(|(points, i)| (*points, Reverse(i))).collect::<Vec<_>>())
            }
        }
    }
}

impl<C: Castle> Table<C> {
    fn settle(&mut self, Settle { seat, corner }: Settle, log: &mut Log<Event<C>>) -> Result<(), Illegal> {
        PHASE.require(self.is_settling(), || "every seat has a house already; place a stone".to_owned())?;
        CORNER.require(!self.houses.contains(&corner), || format!("the {corner} corner is taken"))?;
        self.houses.push(corner);
        log.write(|| Event::Settled(Settled { seat, corner }));
        // The last seat has no choice.
        let mut free = Corner::ALL.into_iter().filter(|corner| !self.houses.contains(corner));
        if let (true, Some(seat), Some(corner), None) = (self.is_settling(), self.turn(), free.next(), free.next()) {
            self.houses.push(corner);
            log.write(|| Event::Settled(Settled { seat, corner }));
        }
        Ok(())
    }

    fn place(
        &mut self,
        Place { seat, color, space }: Place<C>,
        games: u64,
        log: &mut Log<Event<C>>,
    ) -> Result<(), Illegal> {
        PHASE.require(!self.is_settling(), || "choose a house first".to_owned())?;
        C::STONE.require(self.castle.stones_left(color) > 0, || format!("no {color} stone is left"))?;
        C::EMPTY.require(self.castle.is_empty(space), || format!("there is a stone on {space}"))?;
        self.place_and_score(seat, color, space, log);
        if let (Some(seat), Some((color, space))) = (self.turn(), self.castle.last()) {
            self.place_and_score(seat, color, space, log);
        }
        if self.castle.is_full() {
            log.write(|| Event::GameOver(GameOver { game: self.game, scores: self.scores.to_vec() }));
            if self.game < games {
                self.castle = Stones::NONE;
                self.game += 1;
            }
        }
        Ok(())
    }

    /// Places a stone and scores it.
    fn place_and_score(&mut self, seat: Seat, color: Color, space: Space<C>, log: &mut Log<Event<C>>) {
        let points = self.worth(seat, color, space);
        log.write(|| {
            let touched = if points > 0 { self.castle.touched(color, space).collect() } else { Vec::new() };
            Event::Placed(Placed { seat, color, space, points, touched })
        });
        self.castle.place(color, space);
        if let Some(score) = self.scores.get_mut(seat.index()) {
            *score += points;
        }
    }

    /// Returns the points of a stone that a seat places on a space.
    fn worth(&self, seat: Seat, color: Color, space: Space<C>) -> i64 {
        let touched = self.castle.count_touched(color, space);
        match self.house(seat) {
            Some(corner) if space.is_in(corner) => 0,
            Some(corner) if self.castle.primary(corner) == Some(color) => 2 * touched,
            _ => touched,
        }
    }

    fn castle_area(&self) -> Area {
        let places = Space::<C>::from_the_top().map(|space| {
            let stone = self.castle.color(space).map(|color| Piece::Stone(Paint::In(color.painted())));
            let place = crate::scene::Place::at(space, space.x(), space.y(), stone);
            let owner = self.houses.iter().position(|corner| space.is_in(*corner));
            match owner.and_then(|i| Seat::new(i as u8 + 1)) {
                Some(seat) => place.marked(Mark::Of(seat)),
                None => place,
            }
        });
        Area::from_places("castle", Ground::Board, places.collect())
    }

    /// Creates the area of the stones that have not been placed.
    fn stones_area(&self) -> Area {
        let places = Color::ALL.into_iter().zip(0..).map(|(color, i)| {
            let left = self.castle.stones_left(color);
            let stone = (left > 0).then_some(Piece::Stone(Paint::In(color.painted())));
            crate::scene::Place::at(color, 3 * i, 0, stone).sized(3, 2).labelled(format_args!("{left} {color}"))
        });
        Area::from_places("stones", Ground::Plain, places.collect()).on(Side::Below)
    }

    /// Creates the area of the corners, each with the seat whose house it is.
    fn houses_area(&self) -> Area {
        let places = Corner::ALL.into_iter().zip(0..).map(|(corner, i)| {
            let place = crate::scene::Place::at(corner, 5 * (i % 2), i / 2, None).sized(5, 1).labelled(corner);
            let owner = self.houses.iter().position(|house| *house == corner);
            match owner.and_then(|i| Seat::new(i as u8 + 1)) {
                Some(seat) => place.marked(Mark::Of(seat)),
                None => place,
            }
        });
        Area::from_places("houses", Ground::Board, places.collect()).on(Side::Below)
    }
}

#[cfg(test)]
mod tests;
