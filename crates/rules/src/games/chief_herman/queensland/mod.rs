//! Queensland: stones on a chessboard that score the free cells between them. Rules: queensland.md.
//!
//! Modules: `paths` (open paths, which score) and `plan` (built-in player).

mod paths;
mod plan;
mod sentences;

pub use self::paths::Path;
use super::series::seat_to_act;
use super::{DESIGNER, Games, SOURCE, chessboard, only};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, OpenInformation, Seat, SeatSet, Seated, Seats, Sight, Tag, Viewer,
    Weight, options, places,
};
use crate::grid::{self, CellSet, EIGHT_DIRECTIONS, Grid};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Paint, Piece, Scene, Winning, World};
use crate::wire;

const ENDED: Rule = Rule("queensland.ended");
const TURN: Rule = Rule("queensland.turn");
const ONCE: Rule = Rule("queensland.once");
const OWN: Rule = Rule("queensland.own");
const LINE: Rule = Rule("queensland.line");
const OPEN: Rule = Rule("queensland.open");
const EMPTY: Rule = Rule("queensland.empty");

/// A cell of the board.
type Cell = grid::Cell<8, 8>;
/// The stones on the board, each with its owner.
type Board = Grid<Seat, 8, 8>;

/// Maximum points of a pair of stones: those of a path from edge to edge.
const PATH: i64 = 6;

/// Returns the number of stones of each seat, by the number of seats.
const fn stones_each(seats: usize) -> usize {
    match seats {
        0..=2 => 12,
        3 => 8,
        4 => 6,
        5 => 5,
        _ => 4,
    }
}

/// Queensland.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queensland;

wire::option! {
    /// Whether the most or the fewest points win.
    #[schema(as = QueenslandAim)]
    pub enum Aim: "Whether the most points win or, in the rulebook's variety, the fewest." {
        /// The seat with the most points.
        Highest = "highest",
        /// The seat with the fewest points.
        Lowest = "lowest",
    }
}

options! {
    /// The options of Queensland. An absent option has its default.
    pub struct QueenslandOptions {
        /// Whether more points or fewer win.
        pub aim: Aim,
        /// The number of games to play.
        pub games: Games,
    }
}

wire::record! {
    /// The table of Queensland.
    #[schema(as = QueenslandTable)]
    pub struct Table {
        /// The stones on the board: the cell of each, and the seat that owns it.
        pub board: Board,
        /// Whether the seat to act has moved a stone in this turn.
        pub moved: bool,
        /// The number of the game that is played, from 1.
        #[serde(deserialize_with = "wire::integer::<_, 1, 6>")]
        #[schema(minimum = 1, maximum = 6)]
        pub game: u64,
        /// For each seat the points of the games before this one.
        pub kept: BoundedVec<i64, 2, 6>,
    }
}

wire::tagged! {
    read seated
    /// A move in Queensland.
    pub enum Move = "QueenslandMove" by "type" {
        /// Moves a stone in a straight line, before one is placed.
        #[derive(Copy)]
        "move" => MoveStone as QueenslandMoveStone {
            /// The seat that moves.
            pub seat: Seat,
            /// The cell of an own stone.
            pub from: Cell,
            /// The cell to which it moves.
            pub to: Cell,
        },
        /// Places a new stone, which ends the turn.
        #[derive(Copy)]
        "place" => PlaceStone as QueenslandPlaceStone {
            /// The seat that places.
            pub seat: Seat,
            /// An empty cell.
            pub cell: Cell,
        },
    }
}

wire::tagged! {
    event
    /// An event of Queensland.
    pub enum Event = "QueenslandEvent" by "type" {
        /// A stone was moved.
        "moved" => Moved as QueenslandMoved {
            /// The seat that owns it.
            pub seat: Seat,
            /// The cell that it left.
            pub from: Cell,
            /// Its cell now.
            pub to: Cell,
        },
        /// A new stone was placed.
        "placed" => Placed as QueenslandPlaced {
            /// The seat that owns it.
            pub seat: Seat,
            /// Its cell.
            pub cell: Cell,
        },
        /// A game is over and its board counts. Unless it was the last, the next one begins on an empty board.
        "scored" => Scored as QueenslandScored {
            /// The number of the game.
            #[schema(minimum = 1, maximum = 6)]
            pub game: u64,
            /// The points of each seat in it, from seat 1.
            pub points: Vec<i64>,
            /// The open paths, by the cell from which each leads on.
            pub paths: Vec<Path>,
        },
    }
}

impl Game for Queensland {
    const ID: &'static str = "queensland";
    const NAME: &'static str = "Queensland";
    const TITLE: &'static str = "Queensland";
    const SUMMARY: &'static str = "Place stones on a chessboard and move them as queens go: each open path between two of your stones counts the cells between them.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 30);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Wood;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Chess, Tag::Territory];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "queensland"; programs: "queensland", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=6;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = QueenslandOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<QueenslandOptions>) -> Table {
        let kept = vec![0; context.seats.count().into()].into();
        Table { board: Board::EMPTY, moved: false, game: 1, kept }
    }

    fn inspect(context: Context<QueenslandOptions>, table: &mut Table, faults: &mut Faults) {
        inspect(context, table, faults);
    }

    /// First the moves by `from`, then `to`; then the placements; all in the order of cells.
    fn legal_moves(_: Context<QueenslandOptions>, table: &Table) -> LegalMoves<Self> {
        let Some(seat) = table.turn() else {
            return LegalMoves::listed(Vec::new());
        };
        let mut moves = Vec::with_capacity(128);
        if !table.moved {
            for (from, _) in table.board.iter().filter(|(_, owner)| *owner == seat) {
                let goals: CellSet<8, 8> = paths::reach(&table.board, from).collect();
                moves.extend(goals.iter().map(|to| Move::MoveStone(MoveStone { seat, from, to })));
            }
        }
        let empty = Cell::all().filter(|cell| table.board[*cell].is_none());
        moves.extend(empty.map(|cell| Move::PlaceStone(PlaceStone { seat, cell })));
        LegalMoves::listed(moves)
    }

    fn play(
        context: Context<QueenslandOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::MoveStone(mv) => table.move_stone(mv, log),
            Move::PlaceStone(mv) => table.place(context, mv, log),
        }
    }

    fn finished(_: QueenslandOptions, table: &Table) -> bool {
        table.is_full()
    }

    fn scene(sight: Sight<QueenslandOptions, Table>) -> Scene {
        let table = sight.table;
        let turn = match table.turn() {
            None => "all stones are placed",
            Some(_) if table.moved => "a stone was moved, and one is placed",
            Some(_) => "a stone may be moved, and one is placed",
        };
        let caption = format!("{}{turn}", sight.options.games.label(table.game, sight.seats));
        let stones = chessboard(|cell| table.board[cell].map(|seat| Piece::Stone(Paint::Of(seat))));
        Scene::new(Self::TITLE, caption, vec![stones])
    }

    fn plan(sight: Sight<QueenslandOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        match sight.table.turn() {
            Some(seat) if sight.viewer == Viewer::Seat(seat) => {
                plan::decide(sight.table, seat, sight.options.aim, draws)
            }
            _ => Vec::new(),
        }
    }
}

impl Seated for Queensland {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[90, 131, 168, 213, 237];

    /// Of several games, each is about as long as one alone. With the fewest points as aim, games are shorter.
    fn median_moves(options: QueenslandOptions, seats: Seats) -> u16 {
        let rotate = match options.aim {
            Aim::Highest => Self::default_median_moves(seats),
            Aim::Lowest => [73, 97, 121, 149, 163].get(usize::from(seats.count()) - 2).copied().unwrap_or_default(),
        };
        options.games.median_moves(rotate, seats)
    }

    fn to_act(_: QueenslandOptions, table: &Table) -> SeatSet {
        only(table.turn())
    }

    fn points(_: QueenslandOptions, table: &Table) -> Vec<i64> {
        let mut points = table.kept.to_vec();
        for path in paths::open(&table.board) {
            if let Some(points) = points.get_mut(path.seat.index()) {
                *points += path.points;
            }
        }
        points
    }

    /// The stones at the ends of open paths, unless the aim is to have none.
    fn winning(options: QueenslandOptions, table: &Table, seat: Seat) -> Winning {
        let paths = paths::open(&table.board).filter(|path| options.aim == Aim::Highest && path.seat == seat);
        Winning::Places(paths.flat_map(|Path { from, to, .. }| [from, to]).map(|cell| cell.to_string()).collect())
    }

    fn places(options: QueenslandOptions, table: &Table) -> Vec<u8> {
        let points = Self::points(options, table);
        match options.aim {
            Aim::Highest => places(&points),
            Aim::Lowest => places(&points.into_iter().map(std::cmp::Reverse).collect::<Vec<_>>()),
        }
    }
}

impl Table {
    fn seats(&self) -> usize {
        self.kept.len()
    }

    /// Returns whether all stones are placed. Then the current game was the last.
    fn is_full(&self) -> bool {
        self.board.count() >= self.seats() * stones_each(self.seats())
    }

    /// Returns the seat whose turn it is; none after the end of the game.
    fn turn(&self) -> Option<Seat> {
        (!self.is_full()).then(|| seat_to_act(self.game, self.board.count(), self.seats()))
    }

    fn move_stone(&mut self, MoveStone { seat, from, to }: MoveStone, log: &mut Log<Event>) -> Result<(), Illegal> {
        ONCE.require(!self.moved, || format!("seat {seat} has moved a stone in this turn"))?;
        OWN.require(self.board[from] == Some(seat), || format!("seat {seat} has no stone on {from}"))?;
        let way =
            from.direction_to(to).ok_or_else(|| LINE.violation(format_args!("{from} and {to} are not in line")))?;
        let in_the_way = from.ray(way).take_while(|cell| *cell != to).chain([to]).find(|c| self.board[*c].is_some());
        if let Some(cell) = in_the_way {
            return Err(OPEN.violation(format_args!("there is a stone on {cell}")));
        }
        self.board.swap(from, to);
        self.moved = true;
        log.write(|| Moved { seat, from, to });
        Ok(())
    }

    fn place(
        &mut self,
        context: Context<QueenslandOptions>,
        PlaceStone { seat, cell }: PlaceStone,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        EMPTY.require(self.board[cell].is_none(), || format!("there is a stone on {cell}"))?;
        self.board[cell] = Some(seat);
        self.moved = false;
        log.write(|| Placed { seat, cell });
        if self.is_full() {
            self.end_game(context, log);
        }
        Ok(())
    }

    /// Scores the full board and begins the next game, unless it was the last.
    fn end_game(&mut self, context: Context<QueenslandOptions>, log: &mut Log<Event>) {
        let points = Queensland::points(context.options, self);
        log.write(|| Scored {
            game: self.game,
            points: points.iter().zip(&self.kept).map(|(points, kept)| points - kept).collect(),
            paths: paths::open(&self.board).collect(),
        });
        if self.game < context.options.games.count(context.seats) {
            self.kept = points.into();
            self.game += 1;
            self.board = Board::EMPTY;
        }
    }
}

fn inspect(context: Context<QueenslandOptions>, table: &Table, faults: &mut Faults) {
    let seats = usize::from(context.seats.count());
    let (each, stones) = (stones_each(seats), table.board.count());
    let detail = format_args!("{} counts of points, where there are {seats} seats", table.kept.len());
    faults.require(table.kept.len() == seats, "/kept", "seat_missing", detail);
    let before = faults.count();
    for (cell, seat) in table.board.iter() {
        let detail = format_args!("seat {seat} does not exist");
        faults.require(context.seats.contains(seat), format_args!("/board/{cell}"), "impossible_seat", detail);
    }
    let games = context.options.games.count(context.seats);
    let detail = format_args!("the run has {games} games");
    faults.require(table.game <= games, "/game", "impossible_game", detail);
    if faults.count() == before {
        inspect_stones(table, seats, faults);
    }
    let full = stones >= seats * each;
    let detail = "the board is full, so the next game would have started";
    faults.require(!full || table.game >= games, "/game", "impossible_game", detail);
    let most = PATH * (each * (each - 1) / 2) as i64 * (table.game as i64 - 1);
    for (i, kept) in table.kept.iter().enumerate() {
        let detail = format_args!("must be 0 to {most} points, which the earlier games can score (got {kept})");
        faults.require((0..=most).contains(kept), format_args!("/kept/{i}"), "impossible_kept", detail);
    }
    let seat = seat_to_act(table.game, stones, seats);
    let owns = table.board.values().any(|owner| owner == seat);
    let detail = format_args!("seat {seat} has no stone to move, or the game is over");
    faults.require(!table.moved || owns && !full, "/moved", "impossible_moved", detail);
}

/// Adds the faults of a board on which a seat's number of stones differs from its number of turns.
fn inspect_stones(table: &Table, seats: usize, faults: &mut Faults) {
    let stones = table.board.count();
    let most = seats * stones_each(seats);
    let detail = format_args!("{stones} stones, where there are {most}");
    faults.require(stones <= most, "/board", "impossible_stones", detail);
    let mut turns = vec![0; seats];
    for turn in 0..stones {
        turns[seat_to_act(table.game, turn, seats).index()] += 1;
    }
    let mut laid = vec![0; seats];
    for seat in table.board.values() {
        laid[seat.index()] += 1;
    }
    if stones <= most && laid != turns {
        let detail = format_args!("the seats have {laid:?} stones, where they have had {turns:?} turns");
        faults.add("/board", "impossible_stones", detail);
    }
}

#[cfg(test)]
mod tests;
