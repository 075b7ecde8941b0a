//! Easy Slider: a sliding puzzle whose rows are suits and whose columns are values. Rules: easy-slider.md.
//!
//! Runs are long, so a slide must be cheap: the table contains only the board and a count of slides. `solver` is the
//! built-in player; `round` is the match of several players with the same seed.

mod round;
#[cfg(feature = "test-games")]
pub mod second;
mod sentences;
mod solver;

pub use self::round::{
    HandedIn, PlayerResult, Round, RoundIllegalMove, RoundPlayer, RoundResult, RoundStanding, StillSolving, round,
};
use crate::census::Census;
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag,
    Weight,
};
use crate::games::GiveUp;
use crate::grid;
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{PiecepackPiece, Suit, Tile, Value};
use crate::scene::{Area, Ground, Mark, Piece, Place, Scene, counted};
use crate::wire;

const BESIDE: Rule = Rule("easy-slider.beside");
const ENDED: Rule = Rule("easy-slider.ended");

/// A cell of the board.
pub type Cell = grid::Cell<5, 5>;
/// The board: a tile on every cell but the hole.
pub type Grid = grid::Grid<Tile, 5, 5>;

/// The cell of the hole at the deal.
const CORNER: Cell = Cell::named("e5");
/// The number of rows that have a suit: all but the last.
const ROWS: usize = 4;
/// The number of columns, each with a value.
const COLUMNS: usize = 5;

/// Easy Slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EasySlider;

wire::record! {
    /// The table of Easy Slider.
    #[schema(as = EasySliderTable)]
    pub struct Table {
        /// The board: a tile on every cell but one, the hole, which has no key.
        pub grid: Grid,
        /// The suits of rows 1 to 4, from the top, each once. Row 5 has none: it takes the nulls and the hole.
        #[schema(schema_with = row_suits)]
        pub row_suits: RowSuits,
        /// The values of columns a to e, from the left: 1 to 5, each once.
        #[schema(schema_with = column_values)]
        pub column_values: ColumnValues,
        /// The number of slides.
        pub slides: Count,
        /// Whether the player has given up.
        pub given_up: bool,
    }
}

/// The suits of the rows that have one.
type RowSuits = [Suit; ROWS];
/// The values of the columns.
type ColumnValues = [Value; COLUMNS];

#[cfg(feature = "schemas")]
fn row_suits() -> wire::AnySchema {
    let suits = wire::reference_to::<Suit>();
    wire::list_of("The suits of rows 1 to 4, from the top, each once. Row 5 has none.", suits, ROWS)
}

#[cfg(feature = "schemas")]
fn column_values() -> wire::AnySchema {
    let values = wire::integer_schema("A column's value.", 1, 5);
    wire::list_of("The values of columns a to e, from the left. All are different.", values, COLUMNS)
}

wire::tagged! {
    read moves
    /// A move in Easy Slider.
    pub enum Move = "EasySliderMove" by "type" {
        /// Slides a tile into the hole next to it.
        "slide" => Slide as EasySliderSlide {
            /// The cell of the tile; it shares an edge with the hole.
            pub cell: Cell,
        },
        "give_up" => GiveUp,
    }
}

wire::tagged! {
    event
    /// An event of Easy Slider.
    pub enum Event = "EasySliderEvent" by "type" {
        /// A tile slid into the hole; the hole is where the tile was.
        "tile_slid" => TileSlid as EasySliderTileSlid {
            /// The tile.
            pub tile: Tile,
            /// The cell that it left.
            pub from: Cell,
            /// Its cell now.
            pub to: Cell,
        },
        /// The board is solved, and the game has ended.
        "solved" => Solved as EasySliderSolved {
            /// The number of slides: the score.
            #[schema(minimum = 0)]
            pub slides: u64,
        },
        /// The player has given up, and the game has ended.
        "given_up" => GivenUp as EasySliderGivenUp {
            /// The number of slides before.
            #[schema(minimum = 0)]
            pub slides: u64,
        },
    }
}

impl Game for EasySlider {
    const ID: &'static str = "easy-slider";
    const NAME: &'static str = "EasySlider";
    const TITLE: &'static str = "Easy Slider";
    const SUMMARY: &'static str =
        "Slide 24 tiles round a hole until every row is of its suit and every column of its value. Fewest slides win.";
    const DESIGNER: &'static str = "Ron and Marty Hale-Evans";
    const SOURCE: &'static str = "Easy Slider, a game for the piecepack, version 0.3.0 (9 March 2003)";
    const DURATION: Duration = Duration::minutes(15, 30);
    const WEIGHT: Weight = Weight::new(2);
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "easy-slider"; programs: "easy-slider", "piecepack", "chance");
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        context.chance.event("easy-slider/tiles").shuffle(&mut tiles);
        let mut row_suits = Suit::ALL;
        context.chance.event("easy-slider/pawns").shuffle(&mut row_suits);
        let [_, mut column_values @ ..] = Value::ALL;
        context.chance.event("easy-slider/coins").shuffle(&mut column_values);
        Table { grid: Grid::from_values(tiles), row_suits, column_values, slides: 0, given_up: false }
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspect_grid(&table.grid, faults);
        inspect_goal(table, faults);
        if let Some(hole) = table.only_hole() {
            inspect_slides(hole, table.slides, faults);
        }
        let solved = table.given_up && table.is_solved();
        faults.require(!solved, "/given_up", "impossible_end", "the board is solved, so you cannot give up");
    }

    /// The cells next to the hole in reading order, then giving up.
    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(context.options, table) {
            return LegalMoves::listed(Vec::new());
        }
        let mut cells: Vec<Cell> = table.hole().neighbors().collect();
        cells.sort_unstable();
        let slides = cells.into_iter().map(|cell| Move::Slide(Slide { cell }));
        LegalMoves::listed(slides.chain([Move::GiveUp(GiveUp {})]).collect())
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || "the game is over".to_owned())?;
        match mv {
            Move::Slide(Slide { cell }) => {
                let slid = table.slide(*cell)?;
                log.write(|| slid);
                if table.is_solved() {
                    log.write(|| Solved { slides: table.slides });
                }
            }
            Move::GiveUp(GiveUp {}) => {
                table.given_up = true;
                log.write(|| GivenUp { slides: table.slides });
            }
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.given_up || table.is_solved()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let status = match (table.is_solved(), table.given_up) {
            (true, _) => "solved",
            (false, true) => "given up",
            (false, false) => "to be solved",
        };
        let caption = format!("{}, {status}; the hole is {}", counted(table.slides, "slide"), table.hole());
        let board = Area::from_places("board", Ground::Board, table.places());
        Scene::new(Self::TITLE, caption, vec![board])
    }

    /// Returns the whole line to a solved board.
    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        if Self::finished(sight.options, table) {
            return Vec::new();
        }
        solver::solve(table).into_iter().map(|cell| Move::Slide(Slide { cell })).collect()
    }
}

impl Solitaire for EasySlider {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 1_000;

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        Score { total: table.slides }
    }

    fn eligible(_: NoOptions, table: &Table) -> bool {
        !table.given_up
    }
}

impl Table {
    /// Returns the hole: the first empty cell. An admitted table has exactly one.
    fn hole(&self) -> Cell {
        Cell::all().find(|cell| self.grid[*cell].is_none()).unwrap_or(CORNER)
    }

    /// Returns the hole, if there is exactly one.
    fn only_hole(&self) -> Option<Cell> {
        let mut holes = Cell::all().filter(|cell| self.grid[*cell].is_none());
        holes.next().filter(|_| holes.next().is_none())
    }

    /// Returns the tile that belongs on a cell; none for row 5.
    fn goal(&self, cell: Cell) -> Option<Tile> {
        let suit = self.row_suits.get(cell.row())?;
        let value = self.column_values.get(cell.column())?;
        Some(Tile::new(*suit, *value))
    }

    /// Returns whether every cell of rows 1 to 4 has its tile.
    fn is_solved(&self) -> bool {
        Cell::all().take(ROWS * COLUMNS).all(|cell| self.grid[cell] == self.goal(cell))
    }

    /// Slides the tile of a cell into the hole.
    fn slide(&mut self, from: Cell) -> Result<TileSlid, Illegal> {
        let to = self.hole();
        let tile = self.grid[from].filter(|_| to.neighbors().any(|cell| cell == from));
        let tile = tile.ok_or_else(|| BESIDE.violation(format_args!("{from} is not next to the hole, {to}")))?;
        self.grid.swap(from, to);
        self.slides = one_more_slide(self.slides);
        Ok(TileSlid { tile, from, to })
    }

    /// Returns the places of the scene: the values of the columns, then each row with its suit, if any, and its cells.
    fn places(&self) -> Vec<Place> {
        let place = |name: String, column: usize, row: usize, thing: Option<Piece>| {
            Place::at(name, 2 * column as i32, 2 * row as i32, thing)
        };
        let columns = self
            .column_values
            .iter()
            .enumerate()
            .map(|(column, value)| place(String::new(), column + 1, 0, Some(Piece::Heading(value.count()))));
        let rows = (0..COLUMNS).flat_map(|row| {
            let pawn = self.row_suits.get(row).map(|suit| Piece::Pawn(*suit));
            let head = pawn.map(|pawn| place(String::new(), 0, row + 1, Some(pawn)));
            let cells = Cell::all().filter(move |cell| cell.row() == row);
            let tiles = cells.map(move |cell| {
                let thing = self.grid[cell].map(Piece::Tile);
                let marks = self.goal(cell).map(Mark::Goal).into_iter().collect();
                Place { marks, ..place(cell.to_string(), cell.column() + 1, row + 1, thing) }
            });
            head.into_iter().chain(tiles)
        });
        columns.chain(rows).collect()
    }
}

/// Returns the count of slides after another one, at most [`wire::MAX_COUNT`].
///
/// At the maximum it goes back by one instead, because the parity of the count must match the cell of the hole.
const fn one_more_slide(slides: u64) -> u64 {
    if slides < wire::MAX_COUNT { slides + 1 } else { wire::MAX_COUNT - 1 }
}

/// Adds the faults of the board: each tile must be there once, and so must the hole.
fn inspect_grid(grid: &Grid, faults: &mut Faults) {
    let mut census = Census::new();
    for (cell, tile) in grid.iter() {
        census.see(tile, format_args!("/grid/{cell}"), faults);
    }
    census.close(&Tile::ALL, "/grid", faults);
}

/// Adds the faults of the suits of the rows and the values of the columns: each once, and no null.
fn inspect_goal(table: &Table, faults: &mut Faults) {
    for (i, suit) in table.row_suits.iter().enumerate() {
        let first = table.row_suits.iter().position(|other| other == suit) == Some(i);
        faults.require(
            first,
            format_args!("/row_suits/{i}"),
            "suit_twice",
            format_args!("{suit} is used for more than one row"),
        );
    }
    for (i, value) in table.column_values.iter().enumerate() {
        let at = format_args!("/column_values/{i}").to_string();
        let first = table.column_values.iter().position(|other| other == value) == Some(i);
        faults.require(first, &at, "value_twice", format_args!("{value} is used for more than one column"));
        faults.require(*value != Value::NULL, &at, "null_column", "no column can have the null: nulls go to row 5");
    }
}

/// Adds a fault if the hole cannot be at its cell after this number of slides from e5.
fn inspect_slides(hole: Cell, slides: u64, faults: &mut Faults) {
    let steps = (CORNER.column() - hole.column() + CORNER.row() - hole.row()) as u64;
    let can = slides >= steps && (slides - steps).is_multiple_of(2);
    let detail = format_args!("{slides} slides cannot bring the hole from {CORNER} to {hole}, {steps} steps away");
    faults.require(can, "/slides", "impossible_slides", detail);
}

#[cfg(test)]
mod tests;
