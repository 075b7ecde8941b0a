//! Whack-a-Dummy: activate the four corners in turn. Rules: whack-a-dummy.md.
//!
//! Modules: `moves` (moves and events) and `plan` (built-in player).

mod moves;
mod plan;
mod sentences;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use self::moves::{CoinFlipped, CornerActivated, Enter, Entered, Event, GivenUp, Go, Move, Penalty, Went};
use super::roll_out_the_barrels::{Cell, Grid, deal_grid, inspect_grid};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Score, ScoreOrder, Sight, Solitaire, Tag, ViewOf, Viewer,
    Weight, to_json,
};
use crate::games::GiveUp;
use crate::grid::{self, Direction};
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Coin, CoinFace, PiecepackPiece as _, Suit, Value, ViewedCoin};
use crate::scene::{Area, Mark, Piece, Scene, World, counted};
use crate::wire;

const CENTRAL: Rule = Rule("whack-a-dummy.central");
const ENTERED: Rule = Rule("whack-a-dummy.entered");
const ENDED: Rule = Rule("whack-a-dummy.ended");

/// The corners in their sequence.
const CORNERS: [Cell; 4] = [Cell::named("a1"), Cell::named("d1"), Cell::named("d6"), Cell::named("a6")];
/// The cells on which the player may enter the room.
const CENTER: [Cell; 4] = [Cell::named("b3"), Cell::named("c3"), Cell::named("b4"), Cell::named("c4")];
/// The cost of a corner flipped out of turn.
const PENALTY: u64 = 10;
/// Maximum number of mistakes in a state, so that their penalties fit into a score.
const MAX_MISTAKES: u64 = wire::MAX_COUNT / 1000;
/// The cost of giving up.
const GAVE_UP: u64 = 15;

type CellSet = grid::CellSet<4, 6>;

/// Whack-a-Dummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhackADummy;

/// The table of Whack-a-Dummy. With coins that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CoinFace = Coin> {
    /// The coins, one on every cell. The player should memorize the face-down coins.
    pub grid: grid::Grid<C, 4, 6>,
    /// The cells whose coins are face up: the activated dummies.
    pub face_up: CellSet,
    /// The cell of the player; none before entering the room.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub you: Option<Cell>,
    /// The number of corners activated in sequence, 0 to 4.
    #[serde(deserialize_with = "wire::integer::<_, 0, 4>")]
    pub corners: u64,
    /// The number of times that a corner was flipped out of turn.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_MISTAKES>")]
    pub mistakes: u64,
    /// Whether the player has given up.
    pub given_up: bool,
}

wire::named_schema!(
    impl[C: CoinFace] Table<C>,
    format!("{}{}", WhackADummy::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Whack-a-Dummy.", [
        wire::required(
            "grid",
            wire::described(
                "The coins, one on every cell. The player should memorize the face-down coins.",
                wire::reference_to::<grid::Grid<C, 4, 6>>(),
            ),
        ),
        wire::required(
            "face_up",
            wire::described(
                "The cells whose coins are face up: the activated dummies.",
                wire::reference_to::<CellSet>(),
            ),
        ),
        wire::optional("you", wire::reference_to::<Cell>()),
        wire::required(
            "corners",
            wire::integer_schema("The number of corners activated in sequence, 0 to 4.", 0, 4),
        ),
        wire::required(
            "mistakes",
            wire::integer_schema("The number of times that a corner was flipped out of turn.", 0, MAX_MISTAKES),
        ),
        wire::required("given_up", wire::boolean_schema("Whether the player has given up.")),
    ]),
    gather [grid::Grid<C, 4, 6>, CellSet, Cell]
);

impl Game for WhackADummy {
    const ID: &'static str = "whack-a-dummy";
    const NAME: &'static str = "WhackADummy";
    const TITLE: &'static str = "Whack-a-Dummy";
    const SUMMARY: &'static str =
        "Walk and jump from coin to coin, flipping each you land on, and turn up the four corners clockwise.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Memory, Tag::Piecepack];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "whack-a-dummy"; programs: "whack-a-dummy", "piecepack", "chance");
    const HIDES: bool = true;

    type Options = NoOptions;
    type Table = Table;
    type View = Table<ViewedCoin>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        Table::of_grid(deal_grid(&[], context.chance))
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspect_grid(&table.grid, faults);
        if table.you.is_none() {
            faults.require(
                table.face_up.is_empty(),
                "/face_up",
                "impossible_count",
                "no coin can be face up before you enter the room",
            );
            faults.require(
                table.corners == 0,
                "/corners",
                "impossible_count",
                "no corner can be active before you enter the room",
            );
            faults.require(
                table.mistakes == 0,
                "/mistakes",
                "impossible_count",
                "no mistake can be made before you enter the room",
            );
            faults.require(
                !table.given_up,
                "/given_up",
                "impossible_end",
                "you can give up only after you enter the room",
            );
            return;
        }
        let wrong = CORNERS.into_iter().filter(|corner| !table.is_right(*corner)).count() as u64;
        let explained = wrong <= table.mistakes;
        faults.require(
            explained,
            "/face_up",
            "impossible_corners",
            format_args!("{wrong} corners are wrong, but {} mistakes were made", table.mistakes),
        );
        if table.corners == 4 {
            faults.require(
                wrong == 0,
                "/corners",
                "impossible_corners",
                "the fourth corner can be active only if all corners are right",
            );
            let at_last = table.you == CORNERS.last().copied();
            faults.require(at_last, "/you", "impossible_end", "the room ends on the last active corner");
            faults.require(
                !table.given_up,
                "/given_up",
                "impossible_end",
                "all four corners are active, so you cannot give up",
            );
        }
    }

    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        LegalMoves::listed(if Self::finished(context.options, table) {
            Vec::new()
        } else if table.you.is_none() {
            CENTER.map(|cell| Move::Enter(Enter { cell })).to_vec()
        } else {
            let goes = Direction::ALL.map(|direction| Move::Go(Go { direction }));
            goes.into_iter().chain([Move::GiveUp(GiveUp {})]).collect()
        })
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || "the room is over".to_owned())?;
        let not_entered = || ENTERED.violation("enter the room first");
        match mv {
            Move::Enter(Enter { cell }) => {
                CENTRAL.require(CENTER.contains(cell), || {
                    format!("{cell} is not one of the central cells b3, c3, b4, c4")
                })?;
                ENTERED.require(table.you.is_none(), || "you entered the room already".to_owned())?;
                table.you = Some(*cell);
                log.write(|| Event::Entered(Entered { cell: *cell }));
            }
            Move::Go(Go { direction }) => {
                let from = table.you.ok_or_else(not_entered)?;
                table.go(from, *direction, log);
            }
            Move::GiveUp(GiveUp {}) => {
                table.you.ok_or_else(not_entered)?;
                table.given_up = true;
                log.write(|| Event::GivenUp(GivenUp { points: GAVE_UP }));
            }
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.corners == 4 || table.given_up
    }

    fn redeal(_: NoOptions, table: &Table, viewer: Viewer, draws: &mut Draws) -> Table {
        if viewer.sees_all() { table.clone() } else { table.redealt(draws) }
    }

    /// Even the host sees only the suits of face-down coins: the player is meant to remember the values.
    fn scene(sight: Sight<NoOptions, Table<ViewedCoin>>) -> Scene {
        let table = sight.table;
        let places = Cell::all().map(|cell| {
            let up = table.face_up.contains(cell);
            let face =
                |coin: ViewedCoin| coin.known().filter(|_| up).map_or(Piece::FaceDown(coin.suit()), Piece::FaceUp);
            let you = (table.you == Some(cell)).then_some(Piece::You);
            (cell, table.grid[cell].map(face).into_iter().chain(you).collect())
        });
        let caption = format!("{} active, {}", counted(table.corners, "corner"), counted(table.mistakes, "mistake"));
        let dummies = CORNERS.iter().zip(1..).fold(Area::grid("dummies", 4, places), |area, (corner, turn)| {
            area.marked(&corner.to_string(), Mark::Turn(turn, turn <= table.corners))
        });
        Scene::new(Self::TITLE, caption, vec![dummies])
    }

    fn plan(sight: Sight<NoOptions, Table<ViewedCoin>>, _: &mut Draws) -> Vec<Move> {
        plan::plan(sight.table)
    }
}

impl Solitaire for WhackADummy {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 20;

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        // An unfinished room scores as if given up now.
        let unfinished = if table.corners == 4 { 0 } else { GAVE_UP };
        Score { total: table.mistakes * PENALTY + unfinished }
    }

    /// Contains the cells landed on: opposite directions may lead to the same cell.
    fn canonical(context: Context<NoOptions>, mut table: Table, moves: &[Move]) -> String {
        let mut cells = Vec::with_capacity(moves.len());
        for mv in moves {
            if Self::play(context, &mut table, mv, &mut Log::discard()).is_err() {
                break;
            }
            cells.push(table.you.filter(|_| !table.given_up));
        }
        to_json(&cells)
    }
}

impl<C: CoinFace> Table<C> {
    /// Returns the table with another grid.
    fn with_grid<D: CoinFace>(&self, grid: grid::Grid<D, 4, 6>) -> Table<D> {
        let Self { face_up, you, corners, mistakes, given_up, .. } = *self;
        Table { grid, face_up, you, corners, mistakes, given_up }
    }

    /// Returns the table with all coins visible, or only those that are face up.
    #[must_use]
    pub fn viewed(&self, all: bool) -> Table<ViewedCoin> {
        let seen = |(cell, coin): (Cell, C)| coin.viewed(all || self.face_up.contains(cell));
        self.with_grid(self.grid.map(seen))
    }

    /// Returns whether a corner is as it should be: face up if it has been activated in sequence, otherwise face down.
    fn is_right(&self, corner: Cell) -> bool {
        let active = CORNERS.iter().zip(0..self.corners).any(|(active, _)| *active == corner);
        self.face_up.contains(corner) == active
    }

    /// Returns how far the player goes from a cell: one step off a face-down coin, otherwise its value.
    fn distance(&self, from: Cell) -> u64 {
        let underfoot = self.grid[from].filter(|_| self.face_up.contains(from)).and_then(CoinFace::known);
        underfoot.map_or(1, |coin| coin.value().count_null_as_one())
    }
}

impl ViewOf<Table, NoOptions> for Table<ViewedCoin> {
    fn of(table: &Table, viewer: Viewer) -> Self {
        table.viewed(viewer.sees_all())
    }

    fn determinize(&self, _: NoOptions) -> Table {
        let shown: Vec<Coin> = self.grid.values().filter_map(CoinFace::known).collect();
        let mut unseen: Vec<Coin> = Coin::ALL.into_iter().filter(|coin| !shown.contains(coin)).collect();
        let mut determinized = |(_, coin): (Cell, ViewedCoin)| match coin {
            ViewedCoin::Coin(coin) => coin,
            ViewedCoin::Hidden(suit) => match unseen.iter().position(|coin| coin.suit() == suit) {
                Some(at) => unseen.remove(at),
                // A duplicate, which the inspection reports.
                None => Coin::new(suit, Value::ALL[0]),
            },
        };
        self.with_grid(self.grid.map(&mut determinized))
    }
}

impl Table {
    /// Returns the initial room with this grid, all coins face down, before the player enters.
    #[must_use]
    pub fn of_grid(grid: Grid) -> Self {
        Self { grid, face_up: CellSet::default(), you: None, corners: 0, mistakes: 0, given_up: false }
    }

    /// Returns the setup of the next room: the sums of the face-up coins of columns a to d.
    #[must_use]
    pub fn into_sums(self) -> [u64; 4] {
        let mut sums = [0; 4];
        for (cell, coin) in self.grid.iter().filter(|(cell, _)| self.face_up.contains(*cell)) {
            sums[cell.column()] += coin.value().count();
        }
        sums
    }

    /// Deals the values of face-down coins again within each suit, because their suits are visible.
    fn redealt(&self, draws: &mut Draws) -> Self {
        let mut grid = self.grid;
        for suit in Suit::ALL {
            let down = |(cell, coin): &(Cell, Coin)| coin.suit() == suit && !self.face_up.contains(*cell);
            let (cells, mut coins): (Vec<Cell>, Vec<Coin>) = self.grid.iter().filter(down).unzip();
            draws.shuffle(&mut coins);
            for (cell, coin) in cells.into_iter().zip(coins) {
                grid[cell] = Some(coin);
            }
        }
        Self { grid, ..self.clone() }
    }

    fn go(&mut self, from: Cell, direction: Direction, log: &mut Log<Event>) {
        let distance = self.distance(from);
        let to = (0..distance).fold(from, |cell, _| wrapped(cell, direction));
        log.write(|| Event::Went(Went { direction, distance, from, to }));
        self.you = Some(to);
        self.flip(to, log);
    }

    fn flip(&mut self, cell: Cell, log: &mut Log<Event>) {
        let all_right = CORNERS.into_iter().all(|corner| self.is_right(corner));
        let next = CORNERS.into_iter().zip(0..).find(|(_, place)| *place == self.corners).map(|(corner, _)| corner);
        let face_up = self.face_up.flip(cell);
        if let Some(coin) = self.grid[cell] {
            log.write(|| Event::CoinFlipped(CoinFlipped { cell, coin, face_up }));
        }
        if all_right && face_up && next == Some(cell) {
            self.corners += 1;
            log.write(|| Event::CornerActivated(CornerActivated { cell, corners: self.corners }));
        } else if CORNERS.contains(&cell) && !self.is_right(cell) {
            self.mistakes = wire::increment_capped(self.mistakes, MAX_MISTAKES);
            log.write(|| Event::Penalty(Penalty { cell, points: PENALTY }));
        }
    }
}

/// Returns whether the room can end with this score: penalties of 10, plus 15 for giving up.
pub(super) const fn can_score(score: u64) -> bool {
    score.is_multiple_of(PENALTY) || score >= GAVE_UP && (score - GAVE_UP).is_multiple_of(PENALTY)
}

/// Returns the adjacent cell; both directions wrap around.
fn wrapped(cell: Cell, direction: Direction) -> Cell {
    cell.step(direction).unwrap_or_else(|| {
        let (column, row) = match direction {
            Direction::North => (cell.column(), 5),
            Direction::South => (cell.column(), 0),
            Direction::East => (0, cell.row()),
            Direction::West => (3, cell.row()),
        };
        Cell::at(column, row).unwrap_or(cell)
    })
}
