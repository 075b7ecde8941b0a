//! Easy Slider: a sliding puzzle whose rows are suits and whose columns are values. Rules: easy-slider.md.
//!
//! Runs are long, so a slide must be cheap: the table contains only the board and a count of slides. `solver` is the
//! built-in player; `slider_match` is the match of several players with the same boards, and `board` is what both share.

mod board;
#[cfg(feature = "test-games")]
pub mod second;
mod sentences;
pub mod slider_match;
mod solver;

use self::board::{COLUMNS, CORNER, ColumnValues, Goal, ROWS, RowSuits};
pub use self::board::{Cell, Grid};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag,
    Weight,
};
use crate::games::GiveUp;
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Suit, Tile, Value};
use crate::scene::{Area, Ground, Mark, Piece, Place, Scene, World, counted};
use crate::wire;

const BESIDE: Rule = Rule("easy-slider.beside");
const ENDED: Rule = Rule("easy-slider.ended");

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
    const WORLD: World = World::Wood;
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
        let events = ["easy-slider/tiles", "easy-slider/pawns", "easy-slider/coins"];
        let (grid, Goal { row_suits, column_values }) = board::dealt(events.map(|event| context.chance.event(event)));
        Table { grid, row_suits, column_values, slides: 0, given_up: false }
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        board::inspect_tiles(&table.grid, "/grid", faults);
        inspect_goal(table, faults);
        if let Some(hole) = board::only_hole(&table.grid) {
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
    /// Returns where each tile belongs.
    const fn whole_goal(&self) -> Goal {
        Goal { row_suits: self.row_suits, column_values: self.column_values }
    }

    fn hole(&self) -> Cell {
        board::hole(&self.grid)
    }

    /// Returns the tile that belongs on a cell; none for row 5.
    fn goal(&self, cell: Cell) -> Option<Tile> {
        self.whole_goal().tile(cell)
    }

    fn is_solved(&self) -> bool {
        self.whole_goal().is_reached(&self.grid)
    }

    /// Slides the tile of a cell into the hole.
    fn slide(&mut self, from: Cell) -> Result<TileSlid, Illegal> {
        let to = self.hole();
        let tile = self.grid[from].filter(|_| board::is_beside(from, to));
        let tile = tile.ok_or_else(|| BESIDE.violation(format_args!("{from} is not next to the hole, {to}")))?;
        self.grid.swap(from, to);
        self.slides = one_more_slide(self.slides);
        Ok(TileSlid { tile, from, to })
    }

    /// Returns the places of the scene, by which moves name the tiles.
    fn places(&self) -> Vec<Place> {
        let places = self.whole_goal().places(|cell| self.grid[cell].map(Piece::Tile));
        places
            .into_iter()
            .map(|(cell, place)| Place { name: cell.map(|cell| cell.to_string()).unwrap_or_default(), ..place })
            .collect()
    }
}

impl Goal {
    /// Returns the places of a board without names: the values of the columns, then each row with its suit, if any, and its
    /// cells, which come with their places.
    fn places(&self, piece: impl Fn(Cell) -> Option<Piece>) -> Vec<(Option<Cell>, Place)> {
        let place =
            |column: usize, row: usize, piece: Option<Piece>| Place::at("", 2 * column as i32, 2 * row as i32, piece);
        let columns = self.column_values.iter().zip(1..);
        let columns = columns.map(|(value, column)| (None, place(column, 0, Some(Piece::Heading(value.count())))));
        let pawns = self.row_suits.iter().zip(1..).map(|(suit, row)| (None, place(0, row, Some(Piece::Pawn(*suit)))));
        let cells = Cell::all().map(|cell| {
            let marks = self.tile(cell).map(Mark::Goal).into_iter().collect();
            (Some(cell), Place { marks, ..place(cell.column() + 1, cell.row() + 1, piece(cell)) })
        });
        let mut places: Vec<_> = columns.chain(pawns).chain(cells).collect();
        places.sort_by_key(|(_, place)| (place.y, place.x));
        places
    }
}

/// Returns the count of slides after another one, at most [`wire::MAX_COUNT`].
///
/// At the maximum it goes back by one instead, because the parity of the count must match the cell of the hole.
const fn one_more_slide(slides: u64) -> u64 {
    if slides < wire::MAX_COUNT { slides + 1 } else { wire::MAX_COUNT - 1 }
}

/// Adds the faults of the suits of the rows and the values of the columns: each once, and no null.
fn inspect_goal(table: &Table, faults: &mut Faults) {
    board::inspect_goal(&table.whole_goal(), faults);
    for (i, value) in table.column_values.iter().enumerate() {
        let at = format_args!("/column_values/{i}").to_string();
        faults.require(*value != Value::NULL, &at, "null_column", "no column can have the null: nulls go to row 5");
    }
}

/// Adds a fault if the hole cannot be at its cell after this number of slides from e5.
fn inspect_slides(hole: Cell, slides: u64, faults: &mut Faults) {
    let steps = board::steps_of_hole(hole);
    let detail = format_args!("{slides} slides cannot bring the hole from {CORNER} to {hole}, {steps} steps away");
    faults.require(board::can_reach(hole, slides), "/slides", "impossible_slides", detail);
}

#[cfg(test)]
mod tests;
