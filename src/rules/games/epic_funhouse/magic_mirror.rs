//! Magic Mirror: match tiles across the mirror that add up to 5. Rules: epic-funhouse.md, section 5.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::slide_jam::Side;
use super::{PAGE, TileSlid, stack_area, tile_grid};
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Game, LegalMoves, Log, NoBounds, NoOptions, Score, Setting, Wins};
use crate::rules::page::Page;
use crate::rules::piecepack::{Census, Piece, Tile};
use crate::rules::scene::{Area, Ground, Scene, counted};
use crate::rules::{grid, wire};

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
    /// What lies on the table in Magic Mirror: two stacks to be laid out, then the two grids with the mirror between them.
    pub enum Table = "MagicMirrorTable" by "phase" {
        "laying_out" => LayingOut(LayingOut),
        "matching" => Matching(Matching),
    }
}

/// Before `lay_out`: the two stacks of 12 tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicMirrorLayingOut)]
pub struct LayingOut {
    /// The left stack, from the bottom to the top.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub left: Vec<Tile>,
    /// The right stack, from the bottom to the top.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub right: Vec<Tile>,
}

/// After `lay_out`: the two grids, as one, and the pairs taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicMirrorMatching)]
pub struct Matching {
    /// The tiles left. Rows 1 to 3 are the upper grid and rows 4 to 6 the lower one; the mirror lies between rows 3
    /// and 4. Only the tile of a column nearest the mirror can be taken.
    #[schema(inline = false)]
    pub grid: Grid,
    /// Pairs of the same suit, from the bottom to the top; the first listed of a pair lies below the second.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub twins: Vec<Tile>,
    /// Pairs of cousin suits, likewise.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub cousins: Vec<Tile>,
    /// All other pairs, likewise.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub distant: Vec<Tile>,
}

/// Lays the stacks out: the one named makes the upper grid, the other the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicMirrorLayOut)]
pub struct LayOut {
    /// The stack that makes the upper grid.
    pub upper: Side,
}

/// Takes two front tiles, one from each side, whose values add up to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicMirrorMatch)]
pub struct Match {
    /// The pair; the first lies below the second on the stack of its kind.
    #[serde(deserialize_with = "wire::exactly::<_, _, 2>")]
    #[schema(min_items = 2, max_items = 2)]
    pub tiles: [Tile; 2],
}

wire::tagged! {
    read
    /// A move in Magic Mirror.
    pub enum Move = "MagicMirrorMove" by "type" {
        "lay_out" => LayOut(LayOut),
        "match" => Match(Match),
    }
}

/// How the tiles of a pair are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PairKind)]
pub enum Kind {
    /// The same suit: 0 points.
    Twins,
    /// Cousin suits (Suns with Moons, Crowns with Arms): 1 point.
    Cousins,
    /// Any other suits: 2 points.
    Distant,
}

impl Kind {
    /// How two tiles are related.
    #[must_use]
    pub fn of(tiles: [Tile; 2]) -> Self {
        let [a, b] = tiles.map(Tile::suit);
        if a == b {
            Self::Twins
        } else if a == b.cousin() {
            Self::Cousins
        } else {
            Self::Distant
        }
    }

    /// What a pair of this kind scores.
    #[must_use]
    pub const fn points(self) -> u64 {
        match self {
            Self::Twins => 0,
            Self::Cousins => 1,
            Self::Distant => 2,
        }
    }
}

/// What a stranger left on one side scores: 3 a pair.
pub(super) const STRANGER_PAIR: u64 = 3;

/// A tile was laid from a stack onto the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicMirrorTileLaidOut)]
pub struct TileLaidOut {
    /// The tile.
    pub tile: Tile,
    /// The stack from the top of which it was taken.
    pub stack: Side,
    /// Where it lies now.
    #[schema(inline = false)]
    pub to: Cell,
}

/// A pair was taken off the grid onto the stack of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicMirrorPairMatched)]
pub struct PairMatched {
    /// The tiles, the first below the second.
    #[schema(min_items = 2, max_items = 2)]
    pub tiles: [Tile; 2],
    /// The cells they left, in the same order.
    #[schema(inline = false, min_items = 2, max_items = 2)]
    pub from: [Cell; 2],
    /// The stack they lie on now.
    pub kind: Kind,
}

wire::tagged! {
    /// What happens in a move of Magic Mirror.
    pub enum Event = "MagicMirrorEvent" by "type" {
        "tile_laid_out" => TileLaidOut(TileLaidOut),
        "pair_matched" => PairMatched(PairMatched),
        "tile_slid" => TileSlid(TileSlid),
    }
}

impl Game for MagicMirror {
    const ID: &'static str = "magic-mirror";
    const NAME: &'static str = "MagicMirror";
    const TITLE: &'static str = "Magic Mirror";
    const SUMMARY: &'static str = "Match tiles across the mirror that add up to 5. Twins cost nothing, cousins a little, strangers left over the most.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const RULES: u32 = 1;
    const PAGE: Page = Page::section(PAGE, "magic-mirror");
    const WINS: Wins = Wins::Low;
    const GREATEST: Option<u64> = Some(36);

    type Options = NoOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = Score;
    type Bounds = NoBounds;

    fn deal(setting: Setting<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        setting.chance.event("magic-mirror/tiles").shuffle(&mut tiles);
        let (left, right) = tiles.split_at(12);
        Table::of_stacks([left.to_vec(), right.to_vec()])
    }

    fn inspect(_: Setting<NoOptions>, table: &mut Table, faults: &mut Faults) {
        match table {
            Table::LayingOut(table) => table.inspect(faults),
            Table::Matching(table) => table.inspect(faults),
        }
    }

    fn legal_moves(_: Setting<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let moves = match table {
            Table::LayingOut(_) => Side::ALL.map(|upper| Move::LayOut(LayOut { upper })).to_vec(),
            Table::Matching(table) => table.matches().map(|tiles| Move::Match(Match { tiles })).collect(),
        };
        LegalMoves::listed(moves)
    }

    fn play(_: Setting<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.demands(!Self::finished(table), || "no match is left, so the room has ended".to_owned())?;
        match (&mut *table, mv) {
            (Table::LayingOut(stacks), Move::LayOut(mv)) => {
                *table = Table::Matching(stacks.laid_out(mv.upper, log));
                Ok(())
            }
            (Table::Matching(table), Move::Match(mv)) => table.take(mv.tiles, log),
            (Table::LayingOut(_), Move::Match(_)) => Err(LAID_OUT.refuses("the stacks have not been laid out yet")),
            (Table::Matching(_), Move::LayOut(_)) => Err(LAID_OUT.refuses("the stacks have been laid out already")),
        }
    }

    fn score(table: &Table) -> Score {
        let total = match table {
            Table::LayingOut(_) => 12 * STRANGER_PAIR,
            Table::Matching(table) => {
                let pairs = |stack: &[Tile], kind: Kind| (stack.len() as u64 / 2) * kind.points();
                let strangers = table.grid.count() as u64 / 2 * STRANGER_PAIR;
                pairs(&table.cousins, Kind::Cousins) + pairs(&table.distant, Kind::Distant) + strangers
            }
        };
        Score { total }
    }

    fn finished(table: &Table) -> bool {
        match table {
            Table::LayingOut(_) => false,
            Table::Matching(table) => table.matches().next().is_none(),
        }
    }

    fn scene(_: Setting<NoOptions>, table: &Table) -> Scene {
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

    fn plan(_: Setting<NoOptions>, table: &Table) -> Vec<Move> {
        match table {
            // Which stack lies above changes no match.
            Table::LayingOut(_) => vec![Move::LayOut(LayOut { upper: Side::Left })],
            Table::Matching(table) => {
                best_matches(table).into_iter().map(|tiles| Move::Match(Match { tiles })).collect()
            }
        }
    }
}

/// The two grids, with room for the mirror between them.
fn mirrored(grid: &Grid) -> Area {
    let mut area = tile_grid("mirror", grid);
    for place in area.places.iter_mut().filter(|place| place.y >= 6) {
        place.y += 1;
    }
    Area { ground: Ground::Mirrored(6), ..area }
}

impl Table {
    /// The room with two stacks of 12 to lay out.
    #[must_use]
    pub fn of_stacks([left, right]: [Vec<Tile>; 2]) -> Self {
        Self::LayingOut(LayingOut { left, right })
    }

    /// The transition: the stacks of twins, cousins, distant relatives and strangers, each from the bottom to the top.
    #[must_use]
    pub fn into_four_stacks(self) -> [Vec<Tile>; 4] {
        match self {
            // A room that has not been laid out has not ended; all its tiles would be strangers.
            Self::LayingOut(LayingOut { left, right }) => [vec![], vec![], vec![], [left, right].concat()],
            Self::Matching(Matching { grid, twins, cousins, distant }) => {
                [twins, cousins, distant, grid.things().collect()]
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
            faults.demand(height <= 12, at, "stack_too_high", format_args!("{height} tiles, where 12 is the most"));
        }
        census.close("", faults);
    }

    fn laid_out(&self, upper: Side, log: &mut Log<Event>) -> Matching {
        let stacks = match upper {
            Side::Left => [(Side::Left, &self.left), (Side::Right, &self.right)],
            Side::Right => [(Side::Right, &self.right), (Side::Left, &self.left)],
        };
        let from_tops = stacks.into_iter().flat_map(|(side, stack)| stack.iter().rev().map(move |tile| (*tile, side)));
        for ((tile, stack), to) in from_tops.clone().zip(Cell::all()) {
            log.write(|| Event::TileLaidOut(TileLaidOut { tile, stack, to }));
        }
        let grid = Grid::laid(from_tops.map(|(tile, _)| tile));
        Matching { grid, twins: Vec::new(), cousins: Vec::new(), distant: Vec::new() }
    }
}

/// One side of the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grids {
    Upper,
    Lower,
}

impl Grids {
    /// The cells of a column on this side, from the mirror on.
    fn column(self, column: usize) -> impl Iterator<Item = Cell> {
        let row = move |depth: usize| match self {
            Self::Upper => 2 - depth,
            Self::Lower => 3 + depth,
        };
        (0..3).filter_map(move |depth| Cell::at(column, row(depth)))
    }

    fn of(cell: Cell) -> Self {
        if cell.row() < 3 { Self::Upper } else { Self::Lower }
    }
}

impl Matching {
    fn inspect(&self, faults: &mut Faults) {
        let mut census = Census::new();
        for (cell, tile) in self.grid.iter() {
            census.see(tile, format_args!("/grid/{cell}"), faults);
        }
        for (stack, at, kind) in [
            (&self.twins, "/twins", Kind::Twins),
            (&self.cousins, "/cousins", Kind::Cousins),
            (&self.distant, "/distant", Kind::Distant),
        ] {
            census.see_list(stack, at, faults);
            inspect_pairs(stack, at, kind, faults);
        }
        census.close("", faults);
        for side in [Grids::Upper, Grids::Lower] {
            for column in 0..4 {
                let mut gap = None;
                for cell in side.column(column) {
                    match (self.grid[cell], gap) {
                        (None, None) => gap = Some(cell),
                        (Some(tile), Some(gap)) => faults.add(
                            format_args!("/grid/{cell}"),
                            "gap_in_column",
                            format_args!("{tile} lies on {cell}, but {gap} before it is empty"),
                        ),
                        _ => {}
                    }
                }
            }
        }
        let upper = self.grid.iter().filter(|(cell, _)| Grids::of(*cell) == Grids::Upper).count();
        let lower = self.grid.count() - upper;
        faults.demand(
            upper == lower,
            "/grid",
            "uneven_sides",
            format_args!("{upper} tiles above the mirror, {lower} below"),
        );
    }

    /// The front tiles of a side and their cells, by column.
    fn front(&self, side: Grids) -> impl Iterator<Item = (Cell, Tile)> + Clone {
        let front = [0, 1, 2, 3].map(|column| Cell::at(column, if side == Grids::Upper { 2 } else { 3 }));
        let tiles = front.map(|cell| cell.and_then(|cell| self.grid[cell].map(|tile| (cell, tile))));
        tiles.into_iter().flatten()
    }

    /// Every match, each in both orders: by the upper tile's column, then by the lower one's.
    fn matches(&self) -> impl Iterator<Item = [Tile; 2]> {
        let pairs =
            self.front(Grids::Upper).flat_map(|(_, upper)| self.front(Grids::Lower).map(move |(_, l)| (upper, l)));
        pairs
            .filter(|(upper, lower)| adds_up([*upper, *lower]))
            .flat_map(|(upper, lower)| [[upper, lower], [lower, upper]])
    }

    fn take(&mut self, tiles: [Tile; 2], log: &mut Log<Event>) -> Result<(), Illegal> {
        let from = [self.front_cell(tiles[0])?, self.front_cell(tiles[1])?];
        let [a, b] = tiles;
        SIDES.demands(Grids::of(from[0]) != Grids::of(from[1]), || {
            format!("{a} and {b} are on the same side of the mirror")
        })?;
        SUM.demands(adds_up(tiles), || format!("{a} and {b} do not add up to 5"))?;
        let kind = Kind::of(tiles);
        match kind {
            Kind::Twins => &mut self.twins,
            Kind::Cousins => &mut self.cousins,
            Kind::Distant => &mut self.distant,
        }
        .extend(tiles);
        for cell in from {
            self.grid[cell] = None;
        }
        log.write(|| Event::PairMatched(PairMatched { tiles, from, kind }));
        for cell in from {
            self.step_column(cell, log);
        }
        Ok(())
    }

    fn front_cell(&self, tile: Tile) -> Result<Cell, Illegal> {
        let fronts = self.front(Grids::Upper).chain(self.front(Grids::Lower));
        let front = fronts.into_iter().find(|(_, front)| *front == tile);
        front.map(|(cell, _)| cell).ok_or_else(|| {
            let lies = self.grid.iter().find(|(_, other)| *other == tile);
            FRONT.refuses(match lies {
                Some((cell, _)) => format!("{tile} lies on {cell}, not before the mirror"),
                None => format!("{tile} is not on the board"),
            })
        })
    }

    /// Moves what is left of a column one row toward the mirror.
    fn step_column(&mut self, front: Cell, log: &mut Log<Event>) {
        let mut to = front;
        for from in Grids::of(front).column(front.column()).skip(1) {
            let Some(tile) = self.grid[from].take() else { break };
            self.grid[to] = Some(tile);
            log.write(|| Event::TileSlid(TileSlid { tile, from, to }));
            to = from;
        }
    }
}

fn inspect_pairs(stack: &[Tile], at: &str, kind: Kind, faults: &mut Faults) {
    let (pairs, rest) = stack.as_chunks::<2>();
    faults.demand(rest.is_empty(), at, "broken_pair", format_args!("{} tiles are not whole pairs", stack.len()));
    for (i, pair) in pairs.iter().enumerate() {
        let place = format!("{at}/{}", 2 * i);
        let [a, b] = pair;
        faults.demand(adds_up(*pair), &place, "broken_pair", format_args!("{a} and {b} do not add up to 5"));
        faults.demand(
            Kind::of(*pair) == kind,
            place,
            "wrong_stack",
            format_args!("{a} and {b} are not of this stack's kind"),
        );
    }
}

/// Whether two tiles' values add up to 5.
pub(super) fn adds_up(tiles: [Tile; 2]) -> bool {
    tiles[0].value().number() + tiles[1].value().number() == 5
}

/// The greedy player here is perfect: what is left of each column decides everything, so 65,536 boards at the
/// most are looked at, each once.
fn best_matches(table: &Matching) -> Vec<[Tile; 2]> {
    let mut known = BTreeMap::new();
    let mut line = Vec::new();
    let mut table = table.clone();
    least(&table, &mut known);
    while let Some((_, Some(tiles))) = known.get(&heights(&table)).copied() {
        line.push(tiles);
        if table.take(tiles, &mut Log::forgotten()).is_err() {
            break;
        }
    }
    line
}

/// How many tiles are left in each column.
fn heights(table: &Matching) -> [u8; 8] {
    let mut heights = [0; 8];
    for (cell, _) in table.grid.iter() {
        heights[cell.column() + if cell.row() < 3 { 0 } else { 4 }] += 1;
    }
    heights
}

type Known = BTreeMap<[u8; 8], (u64, Option<[Tile; 2]>)>;

/// The least that the tiles left can score, and the first match of that line.
fn least(table: &Matching, known: &mut Known) -> u64 {
    let heights = heights(table);
    if let Some((score, _)) = known.get(&heights) {
        return *score;
    }
    let mut best = (u64::MAX, None);
    for [upper, lower] in table.matches().step_by(2) {
        let mut after = table.clone();
        if after.take([upper, lower], &mut Log::forgotten()).is_ok() {
            let score = Kind::of([upper, lower]).points() + least(&after, known);
            if score < best.0 {
                best = (score, Some([upper, lower]));
            }
        }
    }
    if best.1.is_none() {
        best.0 = table.grid.count() as u64 / 2 * STRANGER_PAIR;
    }
    known.insert(heights, best);
    best.0
}
