//! Roll Out the Barrels: tumble the die through a maze of coins. Rules: epic-funhouse.md, section 7.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PAGE;
use crate::rules::chance::Chance;
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Game, LegalMoves, Log, NoBounds, OptionInfo, Options, Score, Setting, Wins};
use crate::rules::games::GiveUp;
use crate::rules::grid::{self, Direction};
use crate::rules::page::Page;
use crate::rules::piecepack::{Arrangement, Census, Coin, Die, Piece, PieceValue, Value};
use crate::rules::scene::{Area, Mark, Scene, Thing};
use crate::rules::wire;

const DIE: Rule = Rule("roll-out-the-barrels.die");
const PLACED: Rule = Rule("roll-out-the-barrels.placed");
const EDGE: Rule = Rule("roll-out-the-barrels.edge");
const MATCH: Rule = Rule("roll-out-the-barrels.match");
const ENDED: Rule = Rule("roll-out-the-barrels.ended");

/// A cell of the coins' grid.
pub type Cell = grid::Cell<4, 6>;
/// The coins' grid.
pub type Grid = grid::Grid<Coin, 4, 6>;

const START: Cell = Cell::named("a1");
const EXIT: Cell = Cell::named("d6");

/// Roll Out the Barrels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollOutTheBarrels;

/// What is decided by `die`.
pub(super) const DIE_OPTION: OptionInfo = OptionInfo {
    name: "die",
    values: &["opposites_sum_to_5", "counter"],
    summary: "How the faces of the die are arranged.",
};

/// The options of Roll Out the Barrels; one left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", default, deny_unknown_fields)]
pub struct RollOutTheBarrelsOptions {
    /// How the faces of the die are arranged.
    #[schema(default = "opposites_sum_to_5")]
    pub die: Arrangement,
}

wire::object_only!(read and written impl[] RollOutTheBarrelsOptions);

impl Options for RollOutTheBarrelsOptions {
    const LIST: &'static [OptionInfo] = &[DIE_OPTION];
}

/// What lies on the table in Roll Out the Barrels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = RollOutTheBarrelsTable)]
pub struct Table {
    /// The barrels: a coin on every cell.
    #[schema(inline = false)]
    pub grid: Grid,
    /// The die, once it has been placed.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub die: Option<PlacedDie>,
    /// Whether the player has given up.
    pub given_up: bool,
}

wire::object_only!(read and written impl[] Table);

/// The die as it lies on a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct PlacedDie {
    /// The coin's cell.
    #[schema(inline = false)]
    pub cell: Cell,
    /// The value on top.
    #[schema(inline = false)]
    pub top: PieceValue,
    /// The value that faces north.
    #[schema(inline = false)]
    pub north: PieceValue,
}

wire::object_only!(read and written impl[] PlacedDie);

/// Puts the die on a1, at the beginning or for another try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RollOutTheBarrelsPlace)]
pub struct Place {
    /// The value on top.
    #[schema(inline = false)]
    pub top: PieceValue,
    /// The value that faces north.
    #[schema(inline = false)]
    pub north: PieceValue,
}

/// Rolls the die over one edge onto the next coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RollOutTheBarrelsTip)]
pub struct Tip {
    /// Where it rolls.
    pub direction: Direction,
}

wire::tagged! {
    read
    /// A move in Roll Out the Barrels.
    pub enum Move = "RollOutTheBarrelsMove" by "type" {
        "place" => Place(Place),
        "tip" => Tip(Tip),
        "give_up" => GiveUp(GiveUp),
    }
}

/// The die was placed on a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsDiePlaced)]
pub struct DiePlaced {
    /// The die before, if it lay on the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<PlacedDie>,
    /// The die now.
    pub to: PlacedDie,
}

/// The die was tipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsDieTipped)]
pub struct DieTipped {
    /// Over which edge.
    pub direction: Direction,
    /// The die before.
    pub from: PlacedDie,
    /// The die after.
    pub to: PlacedDie,
}

/// The die has reached the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsExitReached)]
pub struct ExitReached {
    /// The exit's cell.
    #[schema(inline = false)]
    pub cell: Cell,
}

/// The player has given up; the path from the die to the exit counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsGivenUp)]
pub struct GivenUp {
    /// The cells of the path whose coins add up to the least: the exit included, the die's own cell not.
    #[schema(inline = false)]
    pub path: Vec<Cell>,
    /// What they add up to.
    pub points: u64,
}

wire::tagged! {
    /// What happens in a move of Roll Out the Barrels.
    pub enum Event = "RollOutTheBarrelsEvent" by "type" {
        "die_placed" => DiePlaced(DiePlaced),
        "die_tipped" => DieTipped(DieTipped),
        "exit_reached" => ExitReached(ExitReached),
        "barrels_given_up" => GivenUp(GivenUp),
    }
}

impl Game for RollOutTheBarrels {
    const ID: &'static str = "roll-out-the-barrels";
    const NAME: &'static str = "RollOutTheBarrels";
    const TITLE: &'static str = "Roll Out the Barrels";
    const SUMMARY: &'static str = "Tumble the die from corner to corner over coins that show the value on its top. Retries are free; nulls are wild.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const RULES: u32 = 1;
    const PAGE: Page = Page::section(PAGE, "roll-out-the-barrels");
    const WINS: Wins = Wins::Low;
    const GREATEST: Option<u64> = Some(40);

    type Options = RollOutTheBarrelsOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = Score;
    type Bounds = NoBounds;

    fn deal(setting: Setting<RollOutTheBarrelsOptions>) -> Table {
        Table::of_grid(deal_grid(&[], setting.chance))
    }

    fn inspect(setting: Setting<RollOutTheBarrelsOptions>, table: &mut Table, faults: &mut Faults) {
        inspect_grid(&table.grid, faults);
        if let Some(PlacedDie { cell, top, north }) = table.die {
            let lies = Die::lying(setting.options.die, top, north).is_some();
            faults.demand(
                lies,
                "/die",
                "impossible_die",
                format_args!("no die of this kind has {top} on top and {north} north"),
            );
            let done = table.given_up && cell == EXIT;
            faults.demand(!done, "/given_up", "impossible_end", "at the exit there is nothing to give up");
        } else {
            faults.demand(
                !table.given_up,
                "/given_up",
                "impossible_end",
                "giving up is allowed once the die has been placed",
            );
        }
    }

    fn legal_moves(setting: Setting<RollOutTheBarrelsOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(table) {
            return LegalMoves::listed(Vec::new());
        }
        let mut moves: Vec<Move> = setting.options.die.orientations().map(|die| Move::Place(die.into())).to_vec();
        if let Some((cell, die)) = table.lying(setting.options.die) {
            let tips = Direction::ALL.into_iter().filter(|direction| tip(&table.grid, cell, die, *direction).is_ok());
            moves.extend(tips.map(|direction| Move::Tip(Tip { direction })));
            moves.push(Move::GiveUp(GiveUp {}));
        }
        LegalMoves::listed(moves)
    }

    fn play(
        setting: Setting<RollOutTheBarrelsOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        ENDED.demands(!Self::finished(table), || "the room has ended".to_owned())?;
        match mv {
            Move::Place(Place { top, north }) => {
                let die = Die::lying(setting.options.die, *top, *north).ok_or_else(|| {
                    DIE.refuses(format_args!("no die of this kind has {top} on top and {north} north"))
                })?;
                let to = placed(START, die);
                log.write(|| Event::DiePlaced(DiePlaced { from: table.die, to }));
                table.die = Some(to);
            }
            Move::Tip(Tip { direction }) => {
                let (cell, die) = table.demand_die(setting.options.die)?;
                let (next, tipped) = tip(&table.grid, cell, die, *direction)?;
                let (from, to) = (placed(cell, die), placed(next, tipped));
                log.write(|| Event::DieTipped(DieTipped { direction: *direction, from, to }));
                table.die = Some(to);
                if next == EXIT {
                    log.write(|| Event::ExitReached(ExitReached { cell: EXIT }));
                }
            }
            Move::GiveUp(GiveUp {}) => {
                table.demand_die(setting.options.die)?;
                log.write(|| {
                    let (points, path) = least_path(&table.grid, table.cell());
                    Event::GivenUp(GivenUp { path, points })
                });
                table.given_up = true;
            }
        }
        Ok(())
    }

    fn score(table: &Table) -> Score {
        Score { total: least_sum(&table.grid, table.cell()) }
    }

    fn finished(table: &Table) -> bool {
        table.given_up || table.cell() == EXIT
    }

    fn scene(setting: Setting<RollOutTheBarrelsOptions>, table: &Table) -> Scene {
        let die = table.lying(setting.options.die);
        let places = Cell::all().map(|cell| {
            let coin = table.grid[cell].map(Thing::FaceUp);
            let die = die.filter(|(at, _)| *at == cell).map(|(_, die)| Thing::Die(die));
            (cell, coin.into_iter().chain(die).collect())
        });
        let caption = match die {
            Some((cell, _)) => format!("the die is on {cell}, the exit is d6"),
            None => "the die is to be placed on a1".to_owned(),
        };
        let barrels = Area::grid("barrels", 4, places).marked("a1", Mark::Start).marked("d6", Mark::Exit);
        Scene::new(Self::TITLE, caption, vec![barrels])
    }

    fn plan(setting: Setting<RollOutTheBarrelsOptions>, table: &Table) -> Vec<Move> {
        best_roll(&table.grid, setting.options.die)
    }
}

impl From<Die> for Place {
    fn from(die: Die) -> Self {
        Self { top: die.top(), north: die.north() }
    }
}

impl Table {
    /// The room with this grid, before the die is placed.
    #[must_use]
    pub fn of_grid(grid: Grid) -> Self {
        Self { grid, die: None, given_up: false }
    }

    /// The transition: the grid stays.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// The cell of the die; before it is placed, the start.
    fn cell(&self) -> Cell {
        self.die.map_or(START, |die| die.cell)
    }

    fn lying(&self, arrangement: Arrangement) -> Option<(Cell, Die)> {
        let PlacedDie { cell, top, north } = self.die?;
        Some((cell, Die::lying(arrangement, top, north)?))
    }

    fn demand_die(&self, arrangement: Arrangement) -> Result<(Cell, Die), Illegal> {
        self.lying(arrangement).ok_or_else(|| PLACED.refuses("the die has not been placed yet"))
    }
}

fn placed(cell: Cell, die: Die) -> PlacedDie {
    PlacedDie { cell, top: die.top(), north: die.north() }
}

/// The die rolled over one edge, if it may be.
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

/// Why a tip is refused; told in words only to those who asked for it.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    NoCoin(Cell, Direction),
    NoMatch(Value, Coin, Cell),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoCoin(cell, direction) => EDGE.refuses(format_args!("there is no coin {direction} of {cell}")),
            Refusal::NoMatch(top, coin, next) => {
                MATCH.refuses(format_args!("the die shows {top}, the coin on {next} is {coin}, and neither is null"))
            }
        }
    }
}

/// Deals the grid: the coins kept in their order, then all others shuffled; then coins are swapped until no two
/// beside each other have the same value.
#[must_use]
pub fn deal_grid(kept: &[Coin], chance: Chance) -> Grid {
    let mut others: Vec<Coin> = Coin::ALL.into_iter().filter(|coin| !kept.contains(coin)).collect();
    chance.event("barrels/coins").shuffle(&mut others);
    let mut grid = Grid::laid(kept.iter().copied().chain(others));
    while separate(&mut grid) {}
    grid
}

/// One pass of swaps; tells whether another is due: something was swapped and something is still illegal.
fn separate(grid: &mut Grid) -> bool {
    let mut swapped = false;
    for cell in Cell::all() {
        if is_legal(grid, cell) {
            continue;
        }
        let after = Cell::all().skip(cell.index() + 1);
        let before = Cell::all().take(cell.index()).rev();
        swapped |= after.chain(before).any(|other| {
            grid.swap(cell, other);
            let legal = is_legal(grid, cell) && is_legal(grid, other);
            if !legal {
                grid.swap(cell, other);
            }
            legal
        });
    }
    swapped && !Cell::all().all(|cell| is_legal(grid, cell))
}

/// Whether no coin beside this one has its value.
fn is_legal(grid: &Grid, cell: Cell) -> bool {
    let value = |cell: Cell| grid[cell].map(Coin::value);
    cell.beside().all(|other| value(other) != value(cell))
}

/// Finds the faults of a grid of all coins.
pub(super) fn inspect_grid(grid: &Grid, faults: &mut Faults) {
    let mut census = Census::new();
    for (cell, coin) in grid.iter() {
        census.see(coin, format_args!("/grid/{cell}"), faults);
    }
    census.close("/grid", faults);
}

/// What the coin on a cell counts.
fn count(grid: &Grid, cell: Cell) -> u64 {
    grid[cell].map_or(0, |coin| coin.value().count())
}

/// For each cell, by its place in reading order, the least sum of the coins on a shortest path from it to the exit.
fn least_sums(grid: &Grid) -> [u64; 24] {
    let mut sums = [0; 24];
    for cell in Cell::all().rev() {
        let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
        sums[cell.index()] = onward.map(|next| count(grid, next) + sums[next.index()]).min().unwrap_or(0);
    }
    sums
}

/// The least sum of the coins on a shortest path to the exit; the first cell's own does not count.
fn least_sum(grid: &Grid, from: Cell) -> u64 {
    least_sums(grid)[from.index()]
}

/// The path behind [`least_sum`]; where two are as good, the one that goes east first.
fn least_path(grid: &Grid, from: Cell) -> (u64, Vec<Cell>) {
    let sums = least_sums(grid);
    let mut path = Vec::new();
    let mut cell = from;
    while cell != EXIT {
        let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
        let Some(next) = onward.min_by_key(|next| count(grid, *next) + sums[next.index()]) else { break };
        path.push(next);
        cell = next;
    }
    (sums[from.index()], path)
}

/// The greedy player: tries every way to place the die and rolls to the exit in as few moves as can be; if no way
/// leads there, it rolls to where giving up costs least.
fn best_roll(grid: &Grid, arrangement: Arrangement) -> Vec<Move> {
    let mut reached: Vec<(Cell, Die, Option<usize>, Move)> = Vec::new();
    let mut queue = VecDeque::new();
    for die in arrangement.orientations() {
        queue.push_back((START, die, None, Move::Place(die.into())));
    }
    while let Some((cell, die, from, mv)) = queue.pop_front() {
        if reached.iter().any(|(c, d, _, _)| (*c, *d) == (cell, die)) {
            continue;
        }
        let this = reached.len();
        reached.push((cell, die, from, mv));
        if cell == EXIT {
            break;
        }
        for direction in Direction::ALL {
            if let Ok((next, tipped)) = tip(grid, cell, die, direction) {
                queue.push_back((next, tipped, Some(this), Move::Tip(Tip { direction })));
            }
        }
    }
    let sums = least_sums(grid);
    let best = (0..reached.len()).min_by_key(|i| reached.get(*i).map(|(cell, ..)| sums[cell.index()]));
    let exit = reached.iter().position(|(cell, ..)| *cell == EXIT);
    let mut line = if exit.is_some() { Vec::new() } else { vec![Move::GiveUp(GiveUp {})] };
    let mut at = exit.or(best);
    while let Some((_, _, from, mv)) = at.and_then(|i| reached.get(i)) {
        line.push(mv.clone());
        at = *from;
    }
    line.reverse();
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(coins: &str) -> Grid {
        Grid::laid(coins.split_whitespace().map(|coin| coin.parse().expect("a coin")))
    }

    fn chance_of(n: u32) -> crate::rules::chance::Seed {
        format!("grid-{n}").parse().expect("a seed")
    }

    #[test]
    fn a_dealt_grid_has_all_coins_and_no_equal_values_side_by_side() {
        for n in 0..2000 {
            let seed = chance_of(n);
            let grid = deal_grid(&[], Chance::new(&seed));
            let mut coins: Vec<Coin> = grid.things().collect();
            coins.sort_unstable();
            assert_eq!(coins, Coin::ALL);
            assert!(Cell::all().all(|cell| is_legal(&grid, cell)), "{seed}");
        }
    }

    #[test]
    fn no_legal_grid_has_a_column_sum_over_27() {
        // A column of six in which no two neighbours are equal: three 5s and three 4s at the most.
        for n in 0..500 {
            let seed = chance_of(n);
            let grid = deal_grid(&[], Chance::new(&seed));
            for column in 0..4 {
                let sum: u64 = Cell::all().filter(|c| c.column() == column).map(|c| count(&grid, c)).sum();
                assert!(sum <= 27, "{seed}");
            }
        }
    }

    #[test]
    fn an_illegal_coin_swaps_with_the_first_after_it_that_leaves_both_legal() {
        let mut grid = grid("S0 M0 S1 S2 S3 S4 S5 M1 M2 M3 M4 M5 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5");
        separate(&mut grid);
        // S0 on a1 may not stay. S1 next to it would do for a1, but S0 would lie beside M0 still; S2 on d1 does.
        let names: Vec<_> = grid.things().take(8).map(Coin::name).collect();
        assert_eq!(names, ["S2", "M0", "S1", "S0", "S3", "S4", "S5", "M1"]);
    }

    #[test]
    fn where_no_coin_after_it_will_do_the_nearest_before_it_that_fits_is_taken() {
        let fits = |grid: &Grid, cell: Cell, other: Cell| {
            let mut swapped = *grid;
            swapped.swap(cell, other);
            is_legal(&swapped, cell) && is_legal(&swapped, other)
        };
        let mut found = 0;
        for n in 0..3000 {
            let seed = chance_of(n);
            let mut coins = Coin::ALL;
            Chance::new(&seed).event("test").shuffle(&mut coins);
            let mut grid = Grid::laid(coins);
            let mut illegal = Cell::all().filter(|cell| !is_legal(&grid, *cell));
            let Some(first) = illegal.next() else { continue };
            if Cell::all().skip(first.index() + 1).any(|other| fits(&grid, first, other)) {
                continue;
            }
            let nearest =
                (0..first.index()).rev().filter_map(|i| Cell::all().nth(i)).find(|other| fits(&grid, first, *other));
            let Some(nearest) = nearest else { continue };
            let (coin, partner) = (grid[first], grid[nearest]);
            separate(&mut grid);
            assert_eq!((grid[first], grid[nearest]), (partner, coin), "{seed}");
            found += 1;
        }
        assert!(found > 0, "some grid needs it");
    }

    #[test]
    fn the_least_path_counts_the_exit_but_not_the_dies_own_coin() {
        let grid = grid("S5 M0 S1 S2 S3 S4 M5 M3 M2 C0 M4 S0 C3 C1 C2 C4 A4 A0 A1 S5 A2 A3 C5 A3");
        assert_eq!(least_sum(&grid, EXIT), 0);
        assert_eq!(least_sum(&grid, Cell::named("c6")), 3);
        assert_eq!(least_sum(&grid, Cell::named("d4")), 5 + 3);
        assert_eq!(least_path(&grid, Cell::named("b6")), (5 + 3, vec![Cell::named("c6"), EXIT]));
    }
}
