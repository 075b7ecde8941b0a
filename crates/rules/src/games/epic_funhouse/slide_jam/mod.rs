//! Slide Jam: pop families of three tiles off the slide. Rules: slide-jam.md.
//!
//! Modules: `families` (tiles in sequence), `moves` (moves and events) and `plan` (built-in player).

mod families;
mod moves;
mod plan;
mod sentences;

use self::families::{families, family, in_sequence};
pub use self::moves::{Event, Move, Pop, Slide, StackSide, TilePopped};
use super::{TileSlid, stack_area, tile_grid};
use crate::census::Census;
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag,
    Weight, to_json,
};
use crate::grid;
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{PiecepackPiece as _, Tile};
use crate::scene::{self, Scene, World};
use crate::wire::{self, BoundedVec};

const FAMILY: Rule = Rule("slide-jam.family");
const STACK: Rule = Rule("slide-jam.stack");
const ENDED: Rule = Rule("slide-jam.ended");

/// Maximum number of tiles of a stack.
const FULL: usize = 12;

type Cell = grid::Cell<4, 6>;
type Grid = grid::Grid<Tile, 4, 6>;

/// Slide Jam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlideJam;

wire::record! {
    /// The table of Slide Jam.
    #[schema(as = SlideJamTable)]
    pub struct Table {
        /// The tiles that remain on the slide.
        pub grid: Grid,
        /// The left stack, from the bottom to the top: whole families, at most 12 tiles.
        pub left: BoundedVec<Tile, 0, 24>,
        /// The right stack, in the same form.
        pub right: BoundedVec<Tile, 0, 24>,
    }
}

impl Game for SlideJam {
    const ID: &'static str = "slide-jam";
    const NAME: &'static str = "SlideJam";
    const TITLE: &'static str = "Slide Jam";
    const SUMMARY: &'static str = "Pop families of three touching tiles in sequence. After each, the remaining tiles \
        slide one way. Tiles left at the end count.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "slide-jam"; programs: "slide-jam", "piecepack", "chance");
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        context.chance.event("slide-jam/tiles").shuffle(&mut tiles);
        Table { grid: Grid::from_values(tiles), left: BoundedVec::default(), right: BoundedVec::default() }
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        let mut census = Census::new();
        for (cell, tile) in table.grid.iter() {
            census.see(tile, format_args!("/grid/{cell}"), faults);
        }
        for (stack, at) in [(&table.left, "/left"), (&table.right, "/right")] {
            census.see_list(stack, at, faults);
            inspect_stack(stack, at, faults);
        }
        census.close(&Tile::ALL, "", faults);
        let popped = !(table.left.is_empty() && table.right.is_empty());
        let flush = Slide::ALL.into_iter().any(|slide| slides(&table.grid, slide).is_empty());
        faults.require(!popped || flush, "/grid", "not_slid", "the tiles must be slid toward an edge");
    }

    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let mut moves = Vec::new();
        families(&table.grid, |cells| {
            for stack in StackSide::ALL.into_iter().filter(|side| table.stack(*side).len() < FULL) {
                moves.extend(Slide::ALL.map(|slide| Move::Pop(Pop { cells, stack, slide })));
            }
            true
        });
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Move::Pop(pop) = mv;
        ENDED
            .require(!Self::finished(context.options, table), || "no family is left, so the room is over".to_owned())?;
        let tiles = family(&table.grid, pop.cells)?;
        STACK.require(table.stack(pop.stack).len() < FULL, || {
            format!(
                "the {} stack has 12 tiles, which is the maximum",
                if pop.stack == StackSide::Left { "left" } else { "right" }
            )
        })?;
        for (tile, from) in tiles.into_iter().zip(pop.cells) {
            table.grid[from] = None;
            table.stack_mut(pop.stack).push(tile);
            log.write(|| Event::TilePopped(TilePopped { tile, from, stack: pop.stack }));
        }
        for slid in slides(&table.grid, pop.slide) {
            table.grid[slid.from] = None;
            table.grid[slid.to] = Some(slid.tile);
            log.write(|| Event::TileSlid(slid));
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        let mut finished = true;
        families(&table.grid, |_| {
            finished = false;
            false
        });
        finished
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let areas = vec![
            tile_grid("slide", &table.grid),
            stack_area("left", FULL, &table.left).on(scene::Side::Left),
            stack_area("right", FULL, &table.right).on(scene::Side::Right),
        ];
        Scene::new(Self::TITLE, format!("{} on the slide", scene::counted(table.grid.count() as u64, "tile")), areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        plan::best_line(sight.table)
    }
}

impl Solitaire for SlideJam {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 60;
    const MAX_SCORE: Option<u64> = Some(60);

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        Score { total: table.grid.values().map(|tile| tile.value().count()).sum() }
    }

    /// Contains the set of popped families. The tiles left follow from it, whatever the order of cells, pops, stacks
    /// and slides.
    fn canonical(context: Context<NoOptions>, mut table: Table, moves: &[Move]) -> String {
        let mut families = Vec::with_capacity(moves.len());
        for mv in moves {
            let Move::Pop(pop) = mv;
            let mut family = pop.cells.map(|cell| table.grid[cell]);
            family.sort_unstable();
            families.push(family);
            if Self::play(context, &mut table, mv, &mut Log::discard()).is_err() {
                break;
            }
        }
        families.sort_unstable();
        to_json(&families)
    }
}

impl Table {
    fn stack(&self, side: StackSide) -> &Vec<Tile> {
        match side {
            StackSide::Left => &self.left,
            StackSide::Right => &self.right,
        }
    }

    fn stack_mut(&mut self, side: StackSide) -> &mut Vec<Tile> {
        match side {
            StackSide::Left => &mut self.left,
            StackSide::Right => &mut self.right,
        }
    }

    /// The transition to the next room: puts all remaining tiles on the shorter stack, then moves the surplus of the
    /// higher one.
    ///
    /// Returns the left and the right stack, 12 tiles each.
    #[must_use]
    pub fn into_even_stacks(self) -> [Vec<Tile>; 2] {
        let (grid, mut left, mut right) = (self.grid, self.left.into_vec(), self.right.into_vec());
        // slide-jam.md, "Transition": the shorter stack is determined once; on a tie, it is the left one.
        let shorter = if right.len() < left.len() { &mut right } else { &mut left };
        shorter.extend(grid.values());
        if left.len() > FULL {
            right.extend(left.drain(FULL..));
        } else if right.len() > FULL {
            left.extend(right.drain(FULL..));
        }
        [left, right]
    }
}

fn inspect_stack(stack: &[Tile], at: &str, faults: &mut Faults) {
    let height = stack.len();
    faults.require(height <= FULL, at, "stack_too_high", format_args!("must have at most 12 tiles (got {height})"));
    let (families, rest) = stack.as_chunks::<3>();
    faults.require(
        rest.is_empty(),
        at,
        "broken_family",
        format_args!("must be whole families of three (got {height} tiles)"),
    );
    for (i, family) in families.iter().enumerate() {
        let [a, b, c] = family;
        let place = format_args!("{at}/{}", 3 * i).to_string();
        faults.require(
            in_sequence(*family),
            place,
            "broken_family",
            format_args!("{a}, {b} and {c} are not in sequence"),
        );
    }
}

/// Returns the movements of the tiles in a slide, in an order in which they can be executed one by one.
fn slides(grid: &Grid, slide: Slide) -> Vec<TileSlid> {
    let (lines, length) = match slide {
        Slide::Up | Slide::Down => (4, 6),
        Slide::Left | Slide::Right => (6, 4),
    };
    // The cell of a line at a distance of `depth` from the edge to slide to.
    let cell = |line: usize, depth: usize| match slide {
        Slide::Up => Cell::at(line, depth),
        Slide::Down => Cell::at(line, 5 - depth),
        Slide::Left => Cell::at(depth, line),
        Slide::Right => Cell::at(3 - depth, line),
    };
    let mut slid = Vec::with_capacity(24);
    for line in 0..lines {
        let mut free = 0;
        for depth in 0..length {
            let (Some(from), Some(to)) = (cell(line, depth), cell(line, free)) else { continue };
            let Some(tile) = grid[from] else { continue };
            if depth != free {
                slid.push(TileSlid { tile, from, to });
            }
            free += 1;
        }
    }
    slid
}
