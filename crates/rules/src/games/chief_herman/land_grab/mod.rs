//! Land Grab: chess pieces are created at home and draw a line from edge to edge around more than half of the board.
//! Rules: land-grab.md.
//!
//! Modules: `territory` (territory), `pieces` (piece movement), `moves` (moves and events), `inspection` (faults) and
//! `plan` (built-in player).

mod inspection;
mod moves;
mod pieces;
mod plan;
mod sentences;
mod territory;

pub use self::moves::{Captured, Create, Created, Enclosed, Event, Locked, Move, MovePiece, Moved, Passed};
pub use self::pieces::{Kind, Piece, Reserve};
use self::territory::{Territory, territory};
use super::player::Player;
use super::{DESIGNER, SOURCE, chessboard, only};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Search, SearchMethod, Seat, SeatSet, Seated,
    Sight, Tag, Viewer, Weight,
};
use crate::grid::{self, CellSet, Grid};
use crate::page::{RulesPage, rules_page};
use crate::scene::{self, Area, Ground, Place, Scene, Side, Winning, World, counted};
use crate::wire;

const ENDED: Rule = Rule("land-grab.ended");
const TURN: Rule = Rule("land-grab.turn");
const HOME: Rule = Rule("land-grab.home");
const EMPTY: Rule = Rule("land-grab.empty");
const RESERVE: Rule = Rule("land-grab.reserve");
const COLUMN: Rule = Rule("land-grab.column");
const OWN: Rule = Rule("land-grab.own");
const PATTERN: Rule = Rule("land-grab.pattern");
const BETWEEN: Rule = Rule("land-grab.between");
const OCCUPIED: Rule = Rule("land-grab.occupied");
const NEAR_MISS: Rule = Rule("land-grab.near-miss");

/// A cell of the board.
type Cell = grid::Cell<8, 8>;
/// A set of cells of the board.
type Cells = CellSet<8, 8>;
/// The pieces on the board.
type Board = Grid<Piece, 8, 8>;

/// A seat with more cells than this has won.
const HALF: usize = 32;
/// The number of consecutive quiet turns that ends the game.
const QUIET: u64 = 50;
/// Maximum number of turns.
const TURNS: u64 = 300;

/// Land Grab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandGrab;

wire::record! {
    /// The table of Land Grab.
    #[schema(as = LandGrabTable)]
    pub struct Table {
        /// The pieces on the board: for each cell with a piece, whose and which it is.
        pub board: Board,
        /// The pieces in each seat's reserve.
        pub reserve: [Reserve; 2],
        /// Creations and moves so far.
        pub turns: Count,
        /// Turns since the last creation, pawn move or capture.
        pub quiet: Count,
        /// The seat to act; absent once the game has ended.
        #[schema(schema_with = wire::reference_to::<Player>)]
        pub next: Option<Player>,
        /// The cell from which the enemy of the seat to act moved in the turn just before; absent if there was none.
        #[schema(schema_with = wire::reference_to::<Cell>)]
        pub vacated: Option<Cell>,
    }
}

impl Game for LandGrab {
    const ID: &'static str = "land-grab";
    const NAME: &'static str = "LandGrab";
    const TITLE: &'static str = "Land Grab";
    const SUMMARY: &'static str = "Create chess pieces in your home row and lead them out. The first line from edge \
        to edge around more than half of the board wins.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 20);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Map;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Chess, Tag::Territory];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "land-grab"; programs: "land-grab", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;
    const SEARCH: Search = Search::by(SearchMethod::Rollouts, &[1_000], 30, 3);
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(_: Context<NoOptions>) -> Table {
        let (reserve, next) = ([Reserve::FULL, Reserve::FULL], Some(Player::One));
        Table { board: Board::EMPTY, reserve, turns: 0, quiet: 0, next, vacated: None }
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(table, faults);
    }

    /// Creations by cell, then kind; then moves by `from`, then `to`.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        LegalMoves::listed(table.next.map(|player| table.choices(player).collect()).unwrap_or_default())
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Some(player) = table.next else {
            return Err(ENDED.violation("the game is over"));
        };
        match *mv {
            Move::Create(Create { piece, cell, .. }) => table.create(player, piece, cell, log)?,
            Move::MovePiece(MovePiece { from, to, .. }) => table.move_piece(player, from, to, log)?,
        }
        table.turns += 1;
        table.pass_on(player, log);
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.next.is_none()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let man = |piece: Piece| scene::Piece::ChessPiece(piece.piece.chess_piece(), piece.seat.seat());
        let mut areas = vec![chessboard(|cell| table.board[cell].map(man))];
        areas.extend(Player::ALL.map(|player| table.reserve_area(player)));
        let left = table.vacated.map(|cell| format!(", {cell} was left in the turn before")).unwrap_or_default();
        let status = if table.next.is_none() { ", and the game is over" } else { "" };
        let caption = format!("{} made{left}{status}", counted(table.turns, "turn"));
        Scene::new(Self::TITLE, caption, areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        match sight.table.next {
            Some(player) if sight.viewer == Viewer::Seat(player.seat()) => {
                plan::decide(sight.table, player, draws).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Seated for LandGrab {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[85];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        only(table.next.map(Player::seat))
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        Player::ALL.map(|player| table.territory(player).cells.len() as i64).to_vec()
    }

    fn winning(_: NoOptions, table: &Table, seat: Seat) -> Winning {
        let players = Player::ALL.into_iter().filter(|player| player.seat() == seat);
        let lines = players.flat_map(|player| table.territory(player).line.iter());
        Winning::Places(lines.map(|cell| cell.to_string()).collect())
    }
}

impl Table {
    /// Returns the cells with a seat's pieces.
    fn pieces(&self, player: Player) -> Cells {
        self.board.iter().filter(|(_, piece)| piece.seat == player).map(|(cell, _)| cell).collect()
    }

    fn territory(&self, player: Player) -> Territory {
        territory(player, self.pieces(player))
    }

    fn has_won(&self, player: Player) -> bool {
        self.territory(player).cells.len() > HALF
    }

    fn reserve(&self, player: Player) -> &Reserve {
        &self.reserve[player as usize]
    }

    /// Returns the number of pieces of both seats in a column.
    fn in_column(&self, cell: Cell) -> u64 {
        self.board.iter().filter(|(other, _)| other.column() == cell.column()).count() as u64
    }

    /// Returns every move of a seat if it may act.
    fn choices(&self, player: Player) -> impl Iterator<Item = Move> {
        self.creations(player).chain(self.moves(player))
    }

    fn creations(&self, player: Player) -> impl Iterator<Item = Move> {
        let (seat, reserve) = (player.seat(), self.reserve(player));
        let home = Cell::all().filter(move |cell| cell.row() == home_row(player) && self.board[*cell].is_none());
        home.flat_map(move |cell| {
            let worth = self.in_column(cell);
            let kinds = Kind::ALL.into_iter().filter(move |kind| kind.worth() <= worth && reserve.left(*kind) > 0);
            kinds.map(move |piece| Move::Create(Create { seat, piece, cell }))
        })
    }

    fn moves(&self, player: Player) -> impl Iterator<Item = Move> {
        let seat = player.seat();
        let own = self.board.iter().filter(move |(_, piece)| piece.seat == player);
        own.flat_map(move |(from, piece)| {
            pieces::goals(self, from, piece).iter().map(move |to| Move::MovePiece(MovePiece { seat, from, to }))
        })
    }

    fn create(&mut self, player: Player, kind: Kind, cell: Cell, log: &mut Log<Event>) -> Result<(), Illegal> {
        HOME.require(cell.row() == home_row(player), || format!("{cell} is not in the home row of seat {player}"))?;
        EMPTY.require(self.board[cell].is_none(), || format!("there is a piece on {cell}"))?;
        let left = self.reserve(player).left(kind) > 0;
        RESERVE.require(left, || format!("seat {player} has no {kind} in reserve"))?;
        let (there, worth) = (self.in_column(cell), kind.worth());
        COLUMN.require(there >= worth, || format!("a {kind} needs {worth} pieces in its column (it has {there})"))?;
        self.board[cell] = Some(Piece { seat: player, piece: kind });
        self.reserve[player as usize].take(kind);
        (self.quiet, self.vacated) = (0, None);
        log.write(|| Created { seat: player.seat(), piece: kind, cell });
        Ok(())
    }

    fn move_piece(&mut self, player: Player, from: Cell, to: Cell, log: &mut Log<Event>) -> Result<(), Illegal> {
        let own = self.board[from].filter(|piece| piece.seat == player);
        let piece = own.ok_or_else(|| OWN.violation(format_args!("seat {player} has no piece on {from}")))?;
        pieces::require_open_path(self, from, to, piece)?;
        let seat = player.seat();
        let captured = self.board[to];
        (self.board[to], self.board[from]) = (Some(piece), None);
        log.write(|| Moved { seat, piece: piece.piece, from, to });
        if let Some(taken) = captured {
            log.write(|| Captured { seat: taken.seat.seat(), piece: taken.piece, cell: to });
        }
        self.quiet = if piece.piece == Kind::Pawn || captured.is_some() { 0 } else { self.quiet + 1 };
        self.vacated = Some(from);
        Ok(())
    }

    /// Ends the game, or passes the turn on after a turn of this seat.
    fn pass_on(&mut self, player: Player, log: &mut Log<Event>) {
        let territory = self.territory(player);
        if territory.cells.len() > HALF {
            (self.next, self.vacated) = (None, None);
            log.write(|| Enclosed { seat: player.seat(), cells: territory.cells, line: territory.line });
            return;
        }
        let enemy = player.other();
        if self.quiet < QUIET && self.turns < TURNS {
            if self.can_act(enemy) {
                self.next = Some(enemy);
                return;
            }
            self.vacated = None;
            if self.can_act(player) {
                log.write(|| Passed { seat: enemy.seat() });
                self.next = Some(player);
                return;
            }
        }
        (self.next, self.vacated) = (None, None);
        log.write(|| Locked {});
    }

    fn can_act(&self, player: Player) -> bool {
        self.choices(player).next().is_some()
    }

    /// Creates the area of a seat's reserve. Its places have the names of the pieces while it can create them.
    fn reserve_area(&self, player: Player) -> Area {
        let acts = self.next == Some(player);
        let places = Kind::ALL.into_iter().zip(0..).map(|(kind, i)| {
            let left = self.reserve(player).left(kind);
            let man = (left > 0).then(|| scene::Piece::ChessPiece(kind.chess_piece(), player.seat()));
            let label = format!("{left} {}{}", kind.name(), if left == 1 { "" } else { "s" });
            Place::at(if acts { kind.name() } else { "" }, 3 * i, 0, man).sized(3, 2).labelled(label)
        });
        Area::from_places("reserve", Ground::Plain, places.collect()).of(player.seat()).on(Side::Below)
    }
}

/// Returns the row, from 0, in which a seat creates its pieces.
const fn home_row(player: Player) -> usize {
    match player {
        Player::One => 0,
        Player::Two => 7,
    }
}

#[cfg(test)]
mod tests;
