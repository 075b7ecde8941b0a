//! Roll Out the Barrels: tumble the die through a maze of coins. Rules: roll-out-the-barrels.md.
//!
//! Modules: `grid` (deal), `moves` (moves and events), `path` (scoring paths) and `plan` (robot).

mod grid;
mod moves;
mod path;
mod plan;
mod sentences;

pub(super) use self::grid::inspect_grid;
pub use self::grid::{Cell, Grid, deal_grid};
pub use self::moves::{DiePlaced, DieTipped, Event, ExitReached, GivenUp, Move, PlaceDie, Tip};
use self::path::{min_path, min_sum};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag, Weight,
    options, to_json,
};
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Arrangement, Coin, Die, PieceValue, Value};
use crate::scene::{Area, Mark, Piece, Scene, World};
use crate::wire;

const DIE: Rule = Rule("roll-out-the-barrels.die");
const PLACED: Rule = Rule("roll-out-the-barrels.placed");
const EDGE: Rule = Rule("roll-out-the-barrels.edge");
const MATCH: Rule = Rule("roll-out-the-barrels.match");
const ENDED: Rule = Rule("roll-out-the-barrels.ended");

const START: Cell = Cell::named("a1");
const EXIT: Cell = Cell::named("d6");

/// Roll Out the Barrels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollOutTheBarrels;

options! {
    /// The options of Roll Out the Barrels. An absent option has its default.
    pub struct RollOutTheBarrelsOptions {
        /// How the faces of the die are arranged.
        pub die: Arrangement,
    }
}

wire::record! {
    /// The table of Roll Out the Barrels.
    #[schema(as = RollOutTheBarrelsTable)]
    pub struct Table {
        /// The barrels: a coin on every cell.
        pub grid: Grid,
        /// The die, once it has been placed.
        pub die: Option<PlacedDie>,
        /// Whether the player has given up.
        pub given_up: bool,
    }
}

wire::record! {
    /// The die on a coin.
    #[derive(Copy)]
    pub struct PlacedDie {
        /// The coin's cell.
        pub cell: Cell,
        /// The value on top.
        pub top: PieceValue,
        /// The value that faces north.
        pub north: PieceValue,
    }
}

impl Game for RollOutTheBarrels {
    const ID: &'static str = "roll-out-the-barrels";
    const NAME: &'static str = "RollOutTheBarrels";
    const TITLE: &'static str = "Roll Out the Barrels";
    const SUMMARY: &'static str = "Tumble the die from corner to corner over coins that show the value on its top. Retries are free; nulls are wild.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage =
        rules_page!(players: "roll-out-the-barrels"; programs: "roll-out-the-barrels", "piecepack", "chance");
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = RollOutTheBarrelsOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<RollOutTheBarrelsOptions>) -> Table {
        Table::of_grid(deal_grid(&[], context.chance))
    }

    fn inspect(context: Context<RollOutTheBarrelsOptions>, table: &mut Table, faults: &mut Faults) {
        inspect_grid(&table.grid, faults);
        if let Some(PlacedDie { cell, top, north }) = table.die {
            let lies = Die::lying(context.options.die, top, north).is_some();
            faults.require(
                lies,
                "/die",
                "impossible_die",
                format_args!("no die of this kind has {top} on top and {north} north"),
            );
            let at_exit = table.given_up && cell == EXIT;
            faults.require(!at_exit, "/given_up", "impossible_end", "the die is at the exit, so you cannot give up");
        } else {
            faults.require(
                !table.given_up,
                "/given_up",
                "impossible_end",
                "you can give up only after the die is placed",
            );
        }
    }

    fn legal_moves(context: Context<RollOutTheBarrelsOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(context.options, table) {
            return LegalMoves::listed(Vec::new());
        }
        let mut moves: Vec<Move> = context.options.die.orientations().map(|die| Move::PlaceDie(die.into())).to_vec();
        if let Some((cell, die)) = table.lying(context.options.die) {
            let tips = Direction::ALL.into_iter().filter(|direction| tip(&table.grid, cell, die, *direction).is_ok());
            moves.extend(tips.map(|direction| Move::Tip(Tip { direction })));
            moves.push(Move::GiveUp(GiveUp {}));
        }
        LegalMoves::listed(moves)
    }

    fn play(
        context: Context<RollOutTheBarrelsOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || "the room is over".to_owned())?;
        match mv {
            Move::PlaceDie(PlaceDie { top, north }) => {
                let die = Die::lying(context.options.die, *top, *north).ok_or_else(|| {
                    DIE.violation(format_args!("no die of this kind has {top} on top and {north} north"))
                })?;
                let to = placed(START, die);
                log.write(|| Event::DiePlaced(DiePlaced { from: table.die, to }));
                table.die = Some(to);
            }
            Move::Tip(Tip { direction }) => {
                let (cell, die) = table.require_die(context.options.die)?;
                let (next, tipped) = tip(&table.grid, cell, die, *direction)?;
                let (from, to) = (placed(cell, die), placed(next, tipped));
                log.write(|| Event::DieTipped(DieTipped { direction: *direction, from, to }));
                table.die = Some(to);
                if next == EXIT {
                    log.write(|| Event::ExitReached(ExitReached { cell: EXIT }));
                }
            }
            Move::GiveUp(GiveUp {}) => {
                table.require_die(context.options.die)?;
                log.write(|| {
                    let (points, path) = min_path(&table.grid, table.cell());
                    Event::GivenUp(GivenUp { path, points })
                });
                table.given_up = true;
            }
        }
        Ok(())
    }

    fn finished(_: RollOutTheBarrelsOptions, table: &Table) -> bool {
        table.given_up || table.cell() == EXIT
    }

    fn scene(sight: Sight<RollOutTheBarrelsOptions, Table>) -> Scene {
        let table = sight.table;
        let die = table.lying(sight.options.die);
        let places = Cell::all().map(|cell| {
            let coin = table.grid[cell].map(Piece::FaceUp);
            let die = die.filter(|(at, _)| *at == cell).map(|(_, die)| Piece::Die(die));
            (cell, coin.into_iter().chain(die).collect())
        });
        let caption = match die {
            Some((cell, _)) => format!("the die is on {cell}, the exit is d6"),
            None => "the die is to be placed on a1".to_owned(),
        };
        let barrels = Area::grid("barrels", 4, places).marked("a1", Mark::Start).marked("d6", Mark::Exit);
        Scene::new(Self::TITLE, caption, vec![barrels])
    }

    fn plan(sight: Sight<RollOutTheBarrelsOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        plan::best_roll(&table.grid, sight.options.die)
    }
}

impl Solitaire for RollOutTheBarrels {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 40;
    const MAX_SCORE: Option<u64> = Some(40);

    type Score = Score;

    fn score(_: RollOutTheBarrelsOptions, table: &Table) -> Score {
        Score { total: min_sum(&table.grid, table.cell()) }
    }

    /// Contains the coins that the die rolled over in the last try, since retries are free, and the score. How the die was
    /// placed has no other effect, and neither has giving up where the exit costs nothing.
    fn canonical(context: Context<RollOutTheBarrelsOptions>, mut table: Table, moves: &[Move]) -> String {
        let mut way = Vec::with_capacity(moves.len());
        for mv in moves {
            if Self::play(context, &mut table, mv, &mut Log::discard()).is_err() {
                break;
            }
            match mv {
                Move::PlaceDie(_) => way.clear(),
                Move::Tip(_) if table.cell() != EXIT => way.push(table.cell()),
                Move::Tip(_) | Move::GiveUp(_) => {}
            }
        }
        to_json(&(way, Self::score(context.options, &table)))
    }
}

impl From<Die> for PlaceDie {
    fn from(die: Die) -> Self {
        Self { top: die.top(), north: die.north() }
    }
}

impl Table {
    /// Returns the initial room, before the die is placed.
    #[must_use]
    pub fn of_grid(grid: Grid) -> Self {
        Self { grid, die: None, given_up: false }
    }

    /// Returns the setup of the next room, Whack-a-Dummy: the same grid.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// Returns the cell of the die; the start before it is placed.
    fn cell(&self) -> Cell {
        self.die.map_or(START, |die| die.cell)
    }

    fn lying(&self, arrangement: Arrangement) -> Option<(Cell, Die)> {
        let PlacedDie { cell, top, north } = self.die?;
        Some((cell, Die::lying(arrangement, top, north)?))
    }

    fn require_die(&self, arrangement: Arrangement) -> Result<(Cell, Die), Illegal> {
        self.lying(arrangement).ok_or_else(|| PLACED.violation("place the die first"))
    }
}

fn placed(cell: Cell, die: Die) -> PlacedDie {
    PlacedDie { cell, top: die.top(), north: die.north() }
}

/// Returns the cell and orientation of the die after rolling over one edge.
///
/// # Errors
/// If it may not roll there.
fn tip(grid: &Grid, cell: Cell, die: Die, direction: Direction) -> Result<(Cell, Die), Refusal> {
    let next = cell.step(direction).and_then(|next| grid[next].map(|coin| (next, coin)));
    let (next, coin) = next.ok_or(Refusal::NoCoin(cell, direction))?;
    let top = die.top();
    if top == Value::NULL || coin.value() == Value::NULL || coin.value() == top {
        Ok((next, die.tipped(direction)))
    } else {
        Err(Refusal::NoMatch(top, coin, next))
    }
}

/// The reason why a tip is refused. Formatted only for submitted moves: listing legal moves tries every direction and
/// needs no messages.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    NoCoin(Cell, Direction),
    NoMatch(Value, Coin, Cell),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoCoin(cell, direction) => EDGE.violation(format_args!("no coin is {direction} of {cell}")),
            Refusal::NoMatch(top, coin, next) => {
                MATCH.violation(format_args!("the die shows {top}, the coin on {next} is {coin}, and neither is null"))
            }
        }
    }
}

#[cfg(test)]
mod tests;
