//! Magic Mirror: match tiles across the mirror that add up to 5. Rules: magic-mirror.md.
//!
//! Modules: `pairs` (kinds of pairs), `matching` (play at the mirror) and `plan` (robot).

mod matching;
mod pairs;
mod plan;
mod sentences;

pub use self::pairs::PairKind;
use self::pairs::STRANGER_PAIR;
pub(super) use self::pairs::inspect_pairs;
use super::slide_jam::StackSide;
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
use crate::piecepack::{PiecepackPiece, Tile};
use crate::scene::{Area, Ground, Scene, World, counted};
use crate::wire::{self, BoundedVec};

const LAID_OUT: Rule = Rule("magic-mirror.laid-out");
const FRONT: Rule = Rule("magic-mirror.front");
const SIDES: Rule = Rule("magic-mirror.sides");
const SUM: Rule = Rule("magic-mirror.sum");
const ENDED: Rule = Rule("magic-mirror.ended");

type Cell = grid::Cell<4, 6>;
type Grid = grid::Grid<Tile, 4, 6>;

/// Magic Mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicMirror;

wire::tagged! {
    read
    /// The table of Magic Mirror: two stacks to be laid out, then the two grids with the mirror between them.
    pub enum Table = "MagicMirrorTable" by "phase" {
        "laying_out" => LayingOut(LayingOut),
        "matching" => Matching(Matching),
    }
}

wire::record! {
    /// Before `lay_out`: the two stacks of 12 tiles.
    #[schema(as = MagicMirrorLayingOut)]
    pub struct LayingOut {
        /// The left stack, from the bottom to the top.
        pub left: BoundedVec<Tile, 0, 24>,
        /// The right stack, from the bottom to the top.
        pub right: BoundedVec<Tile, 0, 24>,
    }
}

wire::record! {
    /// After `lay_out`: the two grids as one, and the pairs that were taken.
    #[schema(as = MagicMirrorMatching)]
    pub struct Matching {
        /// The remaining tiles. Rows 1 to 3 are the upper grid and rows 4 to 6 the lower one. The mirror is between
        /// rows 3 and 4. Only the tile of a column that is nearest to the mirror can be taken.
        pub grid: Grid,
        /// Pairs of the same suit, from the bottom to the top. The first tile of a pair is below the second.
        pub twins: BoundedVec<Tile, 0, 24>,
        /// Pairs of cousin suits, in the same order.
        pub cousins: BoundedVec<Tile, 0, 24>,
        /// All other pairs, in the same order.
        pub distant: BoundedVec<Tile, 0, 24>,
    }
}

wire::record! {
    /// Takes two front tiles, one from each side, whose values add up to 5.
    #[derive(Copy)]
    #[schema(as = MagicMirrorMatch)]
    pub struct Match {
        /// The pair. The first tile is below the second on its stack.
        pub tiles: [Tile; 2],
    }
}

wire::tagged! {
    read moves
    /// A move in Magic Mirror.
    pub enum Move = "MagicMirrorMove" by "type" {
        /// Lays the stacks out: the one named makes the upper grid, the other the lower one.
        "lay_out" => LayOut as MagicMirrorLayOut {
            /// The stack that makes the upper grid.
            pub upper: StackSide,
        },
        "match" => Match,
    }
}

wire::tagged! {
    event
    /// An event of Magic Mirror.
    pub enum Event = "MagicMirrorEvent" by "type" {
        /// A tile was laid from a stack onto the grid.
        "tile_laid_out" => TileLaidOut as MagicMirrorTileLaidOut {
            /// The tile.
            pub tile: Tile,
            /// The stack that it was taken from.
            pub stack: StackSide,
            /// Its position now.
            pub to: Cell,
        },
        /// A pair was taken off the grid onto the stack of its kind.
        "pair_matched" => PairMatched as MagicMirrorPairMatched {
            /// The tiles, the first below the second.
            #[schema(min_items = 2, max_items = 2)]
            pub tiles: [Tile; 2],
            /// The cells that they left, in the same order.
            #[schema(min_items = 2, max_items = 2)]
            pub from: [Cell; 2],
            /// The stack that has them now.
            pub kind: PairKind,
        },
        "tile_slid" => TileSlid,
    }
}

impl Game for MagicMirror {
    const ID: &'static str = "magic-mirror";
    const NAME: &'static str = "MagicMirror";
    const TITLE: &'static str = "Magic Mirror";
    const SUMMARY: &'static str = "Match tiles across the mirror that add up to 5. Twins cost nothing, cousins a \
        little, and tiles without a match the most.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 10);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "magic-mirror"; programs: "magic-mirror", "piecepack", "chance");
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        context.chance.event("magic-mirror/tiles").shuffle(&mut tiles);
        let (left, right) = tiles.split_at(12);
        Table::of_stacks([left.to_vec(), right.to_vec()])
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        match table {
            Table::LayingOut(table) => table.inspect(faults),
            Table::Matching(table) => table.inspect(faults),
        }
    }

    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let moves = match table {
            Table::LayingOut(_) => StackSide::ALL.map(|upper| Move::LayOut(LayOut { upper })).to_vec(),
            Table::Matching(table) => table.matches().map(|tiles| Move::Match(Match { tiles })).collect(),
        };
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED
            .require(!Self::finished(context.options, table), || "no match is left, so the room is over".to_owned())?;
        match (&mut *table, mv) {
            (Table::LayingOut(stacks), Move::LayOut(mv)) => {
                *table = Table::Matching(stacks.laid_out(mv.upper, log));
                Ok(())
            }
            (Table::Matching(table), Move::Match(mv)) => table.take(mv.tiles, log),
            (Table::LayingOut(_), Move::Match(_)) => Err(LAID_OUT.violation("lay out the stacks first")),
            (Table::Matching(_), Move::LayOut(_)) => Err(LAID_OUT.violation("the stacks are laid out already")),
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        match table {
            Table::LayingOut(_) => false,
            Table::Matching(table) => table.matches().next().is_none(),
        }
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        match table {
            Table::LayingOut(table) => {
                let areas = vec![stack_area("left", 12, &table.left), stack_area("right", 12, &table.right)];
                Scene::new(Self::TITLE, "two stacks to lay out", areas)
            }
            Table::Matching(table) => {
                let areas = vec![
                    mirrored(&table.grid),
                    stack_area("twins", 6, &table.twins),
                    stack_area("cousins", 6, &table.cousins),
                    stack_area("distant", 6, &table.distant),
                ];
                Scene::new(
                    Self::TITLE,
                    format!("{} before the mirror", counted(table.grid.count() as u64, "tile")),
                    areas,
                )
            }
        }
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        match table {
            // The two ways to lay out can lead to different totals, but the robot does not compare them.
            Table::LayingOut(_) => vec![Move::LayOut(LayOut { upper: StackSide::Left })],
            Table::Matching(table) => {
                plan::best_matches(table).into_iter().map(|tiles| Move::Match(Match { tiles })).collect()
            }
        }
    }
}

impl Solitaire for MagicMirror {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 48;
    const MAX_SCORE: Option<u64> = Some(36);

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        let total = match table {
            Table::LayingOut(_) => 12 * STRANGER_PAIR,
            Table::Matching(table) => {
                let pairs = |stack: &[Tile], kind: PairKind| (stack.len() as u64 / 2) * kind.points();
                let strangers = table.grid.count() as u64 / 2 * STRANGER_PAIR;
                pairs(&table.cousins, PairKind::Cousins) + pairs(&table.distant, PairKind::Distant) + strangers
            }
        };
        Score { total }
    }

    /// Contains the tiles of the upper grid, whichever stack they were on, and the set of matched pairs, in any order.
    fn canonical(_: Context<NoOptions>, table: Table, moves: &[Move]) -> String {
        let (mut upper, mut pairs) = (Vec::new(), Vec::with_capacity(moves.len()));
        for mv in moves {
            match (mv, &table) {
                (Move::LayOut(LayOut { upper: StackSide::Left }), Table::LayingOut(table)) => {
                    upper.clone_from(&table.left)
                }
                (Move::LayOut(_), Table::LayingOut(table)) => upper.clone_from(&table.right),
                (Move::LayOut(_), Table::Matching(_)) => {}
                (Move::Match(Match { tiles: [a, b] }), _) => pairs.push([*a.min(b), *a.max(b)]),
            }
        }
        pairs.sort_unstable();
        to_json(&(upper, pairs))
    }
}

/// Creates the areas of the two grids, with space for the mirror between them.
fn mirrored(grid: &Grid) -> Area {
    let mut area = tile_grid("mirror", grid);
    for place in area.places.iter_mut().filter(|place| place.y >= 6) {
        place.y += 1;
    }
    Area { ground: Ground::Mirrored(6), ..area }
}

impl Table {
    /// Returns the initial room, with two stacks of 12 tiles to lay out.
    #[must_use]
    pub fn of_stacks([left, right]: [Vec<Tile>; 2]) -> Self {
        Self::LayingOut(LayingOut { left: left.into(), right: right.into() })
    }

    /// Sorts the stacks if they have not been laid out: neither is the upper one yet.
    #[must_use]
    pub(super) fn with_stacks_in_order(self) -> Self {
        match self {
            Self::LayingOut(LayingOut { left, right }) if right.as_slice() < left.as_slice() => {
                Self::LayingOut(LayingOut { left: right, right: left })
            }
            other => other,
        }
    }

    /// Returns the setup of the next room, Catwalk: the stacks of twins, cousins, distant pairs and strangers, each
    /// from bottom to top.
    #[must_use]
    pub fn into_four_stacks(self) -> [Vec<Tile>; 4] {
        match self {
            // Unreachable from the suite: a room that is not laid out has not ended. All tiles are strangers.
            Self::LayingOut(LayingOut { left, right }) => {
                [vec![], vec![], vec![], [left.into_vec(), right.into_vec()].concat()]
            }
            Self::Matching(Matching { grid, twins, cousins, distant }) => {
                [twins.into_vec(), cousins.into_vec(), distant.into_vec(), grid.values().collect()]
            }
        }
    }
}

impl LayingOut {
    fn inspect(&self, faults: &mut Faults) {
        let mut census = Census::new();
        for (stack, at) in [(&self.left, "/left"), (&self.right, "/right")] {
            census.see_list(stack, at, faults);
            let height = stack.len();
            faults.require(
                height <= 12,
                at,
                "stack_too_high",
                format_args!("must have at most 12 tiles (got {height})"),
            );
        }
        census.close(&Tile::ALL, "", faults);
    }

    fn laid_out(&self, upper: StackSide, log: &mut Log<Event>) -> Matching {
        let stacks = match upper {
            StackSide::Left => [(StackSide::Left, &self.left), (StackSide::Right, &self.right)],
            StackSide::Right => [(StackSide::Right, &self.right), (StackSide::Left, &self.left)],
        };
        let from_tops = stacks.into_iter().flat_map(|(side, stack)| stack.iter().rev().map(move |tile| (*tile, side)));
        for ((tile, stack), to) in from_tops.clone().zip(Cell::all()) {
            log.write(|| Event::TileLaidOut(TileLaidOut { tile, stack, to }));
        }
        let grid = Grid::from_values(from_tops.map(|(tile, _)| tile));
        Matching { grid, twins: BoundedVec::default(), cousins: BoundedVec::default(), distant: BoundedVec::default() }
    }
}
