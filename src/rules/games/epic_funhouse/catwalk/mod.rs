//! Catwalk: lay the winding track, then flick six coins along it. Rules: epic-funhouse.md, section 6.

mod flick;
mod scoreboard;
mod track;

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::flick::{End, HALF, Point, Spot, Vector};
use self::scoreboard::Pool;
use self::track::{LENGTH, LaidBy, TrackTile};
use super::magic_mirror::{Kind, adds_up};
use super::{PAGE, stack_area};
use crate::rules::chance::Draws;
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Bounds, Game, LegalMoves, Log, OptionInfo, Options, Score, Setting, Wins};
use crate::rules::grid::Direction;
use crate::rules::page::Page;
use crate::rules::piecepack::{Census, Coin, Piece, PieceValue, Suit, Tile, Value};
use crate::rules::scene::{Area, Place, Scene, Thing};
use crate::rules::wire::{self, count};

const PHASE: Rule = Rule("catwalk.phase");
const STACK: Rule = Rule("catwalk.stack");
const DEXTERITY: Rule = Rule("catwalk.dexterity");
const COIN: Rule = Rule("catwalk.coin");
const UNDER_WAY: Rule = Rule("catwalk.under-way");
const STRENGTH: Rule = Rule("catwalk.strength");
const ENDED: Rule = Rule("catwalk.ended");

/// What is added when all six coins fell.
const ALL_FELL: u64 = 10;

/// Catwalk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catwalk;

/// Whose hand flicks the coins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dexterity {
    /// The program's unsteady one.
    #[default]
    Simulated,
    /// A person's, with real coins; the program believes what is reported.
    Reported,
}

/// Where scores are kept, which decides how the next room is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scoreboard {
    /// In coins, which begin the next room's grid.
    #[default]
    Coins,
    /// On paper; the next room's grid is dealt from all coins.
    Paper,
}

/// What is decided by `dexterity`.
pub(super) const DEXTERITY_OPTION: OptionInfo = OptionInfo {
    name: "dexterity",
    values: &["simulated", "reported"],
    summary: "Who flicks the coins along the catwalk: the program's unsteady hand, or a person who reports what happened.",
};

/// What is decided by `scoreboard`.
pub(super) const SCOREBOARD_OPTION: OptionInfo = OptionInfo {
    name: "scoreboard",
    values: &["coins", "paper"],
    summary: "Whether falls are recorded in coins, which begin the barrels' grid, or on paper.",
};

/// The options of Catwalk; one left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", default, deny_unknown_fields)]
pub struct CatwalkOptions {
    /// Whose hand flicks.
    #[schema(default = "simulated")]
    pub dexterity: Dexterity,
    /// Where scores are kept.
    #[schema(default = "coins")]
    pub scoreboard: Scoreboard,
}

wire::object_only!(read and written impl[] CatwalkOptions);

impl Options for CatwalkOptions {
    const LIST: &'static [OptionInfo] = &[DEXTERITY_OPTION, SCOREBOARD_OPTION];
}

wire::tagged! {
    read
    /// What lies on the table in Catwalk: the track being laid, then laid whole, then with the coins flicked along it.
    pub enum Table = "CatwalkTable" by "phase" {
        "laying" => Laying(Laying),
        "choosing" => Choosing(Choosing),
        "flicking" => Flicking(Flicking),
    }
}

/// While stacks are left to lay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkLaying)]
pub struct Laying {
    /// The stacks, each from the bottom to the top; a stack that has been laid is empty.
    pub stacks: Stacks,
    /// The track so far, in the order of laying.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub track: Vec<TrackTile>,
}

/// The four stacks of the room before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = CatwalkStacks)]
pub struct Stacks {
    /// Pairs of the same suit.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub twins: Vec<Tile>,
    /// Pairs of cousin suits.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub cousins: Vec<Tile>,
    /// All other pairs.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub distant: Vec<Tile>,
    /// Tiles left without a match.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub strangers: Vec<Tile>,
}

wire::object_only!(read and written impl[] Stacks);

/// When the track lies and the coins and the start are to be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkChoosing)]
pub struct Choosing {
    /// The track, in the order of laying.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub track: Vec<TrackTile>,
}

/// While the coins are flicked, and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkFlicking)]
pub struct Flicking {
    /// The track from the start: its first tile is track tile 1.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub track: Vec<TrackTile>,
    /// The suit of the six coins to be flicked.
    #[schema(inline = false)]
    pub suit: Suit,
    /// The coins that have fallen or crossed, in order.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub outcomes: Vec<Outcome>,
    /// The coin that has been flicked but has neither fallen nor crossed yet.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub under_way: Option<UnderWay>,
    /// How many flicks of the simulated hand have been made; it numbers their chance.
    #[serde(deserialize_with = "count")]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
    pub flicks: u64,
    /// The scoreboard, place by place in reading order: two places a fall, each a stack of one coin or two, listed
    /// from the bottom to the top.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub scoreboard: Vec<CoinStack>,
    /// The draw pool: the coins neither to be flicked nor on the scoreboard, in canonical order.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub pool: Vec<Coin>,
}

/// What lies on a place of the scoreboard, from the bottom to the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CoinStack(#[serde(deserialize_with = "wire::at_most::<_, _, 24>")] Vec<Coin>);

wire::named_schema!(
    impl[] CoinStack,
    "CatwalkCoinStack",
    wire::list_at_most("What lies on a place of the scoreboard, from the bottom to the top.", wire::reference_to::<Coin>(), 24),
    gather [Coin]
);

wire::tagged! {
    read
    /// How a coin ended: it fell or it crossed.
    pub enum Outcome = "CatwalkOutcome" by "type" {
        "fell" => Fell(Fell),
        "crossed" => Crossed(Crossed),
    }
}

/// A coin's place on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = CatwalkUnderWay)]
pub struct UnderWay {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
    /// The track tile it is on, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 1, 24>")]
    #[schema(minimum = 1, maximum = 24)]
    pub tile: u64,
    /// Units of its centre east of the tile's centre; a tile is 1000 units wide.
    #[serde(deserialize_with = "offset")]
    #[schema(minimum = -500, maximum = 500)]
    pub ox: i64,
    /// Units of its centre south of the tile's centre.
    #[serde(deserialize_with = "offset")]
    #[schema(minimum = -500, maximum = 500)]
    pub oy: i64,
}

wire::object_only!(read and written impl[] UnderWay);

fn offset<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = i64::deserialize(deserializer)?;
    if (-HALF..=HALF).contains(&number) {
        Ok(number)
    } else {
        Err(serde::de::Error::custom(format_args!("{number} is not from -{HALF} to {HALF}")))
    }
}

/// One of the four stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkStack)]
pub enum Stack {
    /// Pairs of the same suit.
    Twins,
    /// Pairs of cousin suits.
    Cousins,
    /// All other pairs.
    Distant,
    /// Tiles left without a match.
    Strangers,
}

impl Stack {
    /// The stacks in their order.
    pub const ALL: [Self; 4] = [Self::Twins, Self::Cousins, Self::Distant, Self::Strangers];

    /// The stack as it is written.
    const fn name(self) -> &'static str {
        match self {
            Self::Twins => "twins",
            Self::Cousins => "cousins",
            Self::Distant => "distant",
            Self::Strangers => "strangers",
        }
    }
}

/// Which end of the track is its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkStart)]
pub enum Start {
    /// The first tile laid.
    First,
    /// The last tile laid.
    Last,
}

/// Lays a whole stack, from its top, at the end of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkLayStack)]
pub struct LayStack {
    /// The stack.
    pub stack: Stack,
}

/// Chooses the coins to be flicked and the end of the track they start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkChoose)]
pub struct Choose {
    /// The suit of the six coins.
    #[schema(inline = false)]
    pub suit: Suit,
    /// The start.
    pub start: Start,
}

/// Flicks a coin with the simulated hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkFlick)]
pub struct Flick {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
    /// Where the coin's centre is meant to come to rest: units east of where it is. The greater of |dx| and |dy| is
    /// the strength, which must be 1000 to 6000.
    #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
    pub dx: i32,
    /// Units south of where it is.
    #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
    pub dy: i32,
}

/// A real coin fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkFell)]
pub struct Fell {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
    /// The track tile it fell from, 1 to 24 from the start.
    #[serde(deserialize_with = "wire::integer::<_, 1, 24>")]
    #[schema(minimum = 1, maximum = 24)]
    pub tile: u64,
}

/// A real coin crossed the whole track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkCrossed)]
pub struct Crossed {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
}

wire::tagged! {
    read
    /// A move in Catwalk. Coins are flicked with `flick` where dexterity is simulated, and what real coins did is told
    /// with `fell` and `crossed` where it is reported.
    pub enum Move = "CatwalkMove" by "type" {
        "lay_stack" => LayStack(LayStack),
        "choose" => Choose(Choose),
        "flick" => Flick(Flick),
        "fell" => Fell(Fell),
        "crossed" => Crossed(Crossed),
    }
}

/// What bounds a flick of the simulated hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FlickBounds {
    /// The values of the coins that may be flicked.
    #[schema(inline = false)]
    pub coins: Vec<PieceValue>,
    /// The track tile from which the coin starts, from 1.
    #[schema(minimum = 1, maximum = 24)]
    pub tile: u64,
    /// Units of the coin's centre east of the tile's centre.
    #[schema(minimum = -500, maximum = 500)]
    pub ox: i64,
    /// Units of the coin's centre south of the tile's centre.
    #[schema(minimum = -500, maximum = 500)]
    pub oy: i64,
    /// The least strength: the greater of |dx| and |dy|.
    pub least_strength: i64,
    /// The greatest strength.
    pub greatest_strength: i64,
}

impl<M: From<Flick>> Bounds<M> for FlickBounds {
    fn any(&self, draws: &mut Draws) -> M {
        let coin = draws.pick(&self.coins);
        let greatest = flick::GREATEST;
        loop {
            // From -greatest to greatest on either axis; drawn again while it is too weak.
            let mut along = || draws.below(2 * greatest.unsigned_abs() + 1) as i32 - greatest as i32;
            let flick = Flick { coin, dx: along(), dy: along() };
            if flick.aim().strength() >= flick::LEAST {
                return flick.into();
            }
        }
    }
}

impl Flick {
    fn aim(self) -> Vector {
        Vector { dx: self.dx.into(), dy: self.dy.into() }
    }
}

/// A tile was laid at the end of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkTileLaid)]
pub struct TileLaid {
    /// The tile.
    pub tile: Tile,
    /// The stack from the top of which it was taken.
    pub stack: Stack,
    /// Tiles east of the first tile laid.
    pub x: i8,
    /// Tiles south of the first tile laid.
    pub y: i8,
    /// The direction in which it was laid; the first tile has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub direction: Option<Direction>,
    /// Why it was laid so.
    pub by: LaidBy,
}

/// The coins and the start were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkStartChosen)]
pub struct StartChosen {
    /// The suit of the coins to be flicked.
    #[schema(inline = false)]
    pub suit: Suit,
    /// The tile at the start: track tile 1.
    pub tile: Tile,
}

/// A piece of a coin's path over one track tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkPathPiece)]
pub struct PathPiece {
    /// The track tile under it, from 1.
    pub tile: u64,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// The simulated hand flicked a coin. The line goes from where it was along aim plus scatter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinFlicked)]
pub struct CoinFlicked {
    /// The coin.
    pub coin: Coin,
    /// The number of the flick, from 1: its chance is the event `catwalk/flick/N`.
    pub number: u64,
    /// Where it was aimed.
    pub aim: Vector,
    /// What the unsteady hand added.
    pub scatter: Vector,
    /// The path over the track, tile by tile, up to where the coin rests or leaves it. A tile is 1000 units wide.
    pub path: Vec<PathPiece>,
    /// Where the line ends: where the coin rests, or would have come to rest on the ground.
    pub to: Point,
}

/// A coin came to rest on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinRested)]
pub struct CoinRested {
    /// The coin.
    pub coin: Coin,
    /// The track tile it is on, from 1.
    pub tile: u64,
    /// Units of its centre east of the tile's centre.
    pub ox: i64,
    /// Units of its centre south of the tile's centre.
    pub oy: i64,
}

/// A coin fell from the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinFell)]
pub struct CoinFell {
    /// The coin.
    pub coin: Coin,
    /// The track tile it fell from, from 1.
    pub tile: u64,
    /// What it scores: its value times the tile's, nulls and aces counting 1.
    pub points: u64,
}

/// A coin crossed the whole track and joined the draw pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinCrossed)]
pub struct CoinCrossed {
    /// The coin.
    pub coin: Coin,
}

/// Coins were put on the next two places of the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkFallRecorded)]
pub struct FallRecorded {
    /// The first place from which the scoreboard grew, in reading order from 1.
    pub place: u64,
    /// What lies on the two places now, each from the bottom to the top.
    pub coins: [Vec<Coin>; 2],
}

/// All six coins fell, which costs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkAllFell)]
pub struct AllFell {
    /// What is added to the score.
    pub points: u64,
}

wire::tagged! {
    /// What happens in a move of Catwalk.
    pub enum Event = "CatwalkEvent" by "type" {
        "tile_laid" => TileLaid(TileLaid),
        "start_chosen" => StartChosen(StartChosen),
        "coin_flicked" => CoinFlicked(CoinFlicked),
        "coin_rested" => CoinRested(CoinRested),
        "coin_fell" => CoinFell(CoinFell),
        "coin_crossed" => CoinCrossed(CoinCrossed),
        "fall_recorded" => FallRecorded(FallRecorded),
        "all_fell" => AllFell(AllFell),
    }
}

impl Game for Catwalk {
    const ID: &'static str = "catwalk";
    const NAME: &'static str = "Catwalk";
    const TITLE: &'static str = "Catwalk";
    const SUMMARY: &'static str = "Lay a winding track from the four stacks, choose six coins, and flick them to its far end without letting them fall.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const RULES: u32 = 1;
    const PAGE: Page = Page::section(PAGE, "catwalk");
    const WINS: Wins = Wins::Low;
    const GREATEST: Option<u64> = Some(90);

    type Options = CatwalkOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = Score;
    type Bounds = FlickBounds;

    fn deal(setting: Setting<CatwalkOptions>) -> Table {
        let mut tiles = Tile::ALL;
        setting.chance.event("catwalk/tiles").shuffle(&mut tiles);
        let six = |i: usize| tiles.iter().copied().skip(6 * i).take(6).collect();
        Table::of_stacks([six(0), six(1), six(2), six(3)])
    }

    fn inspect(setting: Setting<CatwalkOptions>, table: &mut Table, faults: &mut Faults) {
        if let Table::Laying(laying) = table {
            for stack in Stack::ALL {
                let height = laying.stacks.get(stack).len();
                let at = format_args!("/stacks/{}", stack.name()).to_string();
                faults.demand(
                    matches!(height, 0 | 6),
                    at,
                    "wrong_height",
                    format_args!("{height} tiles in place of 6 or none"),
                );
            }
        }
        table.inspect(setting.options, faults);
    }

    fn legal_moves(setting: Setting<CatwalkOptions>, table: &Table) -> LegalMoves<Self> {
        match table {
            Table::Laying(table) => {
                let stacks = Stack::ALL.into_iter().filter(|stack| !table.stacks.get(*stack).is_empty());
                LegalMoves::listed(stacks.map(|stack| Move::LayStack(LayStack { stack })).collect())
            }
            Table::Choosing(_) => {
                let starts = |suit| [Start::First, Start::Last].map(|start| Move::Choose(Choose { suit, start }));
                LegalMoves::listed(Suit::ALL.into_iter().flat_map(starts).collect())
            }
            Table::Flicking(table) if setting.options.dexterity == Dexterity::Reported => {
                let fell = |coin| (1..=LENGTH as u64).map(move |tile| Move::Fell(Fell { coin, tile }));
                let ends = |coin| fell(coin).chain([Move::Crossed(Crossed { coin })]);
                LegalMoves::listed(table.to_flick().flat_map(ends).collect())
            }
            Table::Flicking(table) => LegalMoves { moves: Vec::new(), bounds: table.bounds() },
        }
    }

    fn play(
        setting: Setting<CatwalkOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        ENDED.demands(!Self::finished(table), || {
            "all six coins have fallen or crossed, so the room has ended".to_owned()
        })?;
        match (&mut *table, mv) {
            (Table::Laying(laying), Move::LayStack(mv)) => {
                laying.lay_stack(mv.stack, setting, log)?;
                if laying.stacks.all_empty() {
                    *table = Table::Choosing(Choosing { track: std::mem::take(&mut laying.track) });
                }
                Ok(())
            }
            (Table::Choosing(choosing), Move::Choose(mv)) => {
                *table = Table::Flicking(choosing.choose(*mv, log));
                Ok(())
            }
            (Table::Flicking(table), Move::Flick(mv)) => table.flick(*mv, setting, log),
            (Table::Flicking(table), Move::Fell(mv)) => table.report(Outcome::Fell(*mv), setting.options, log),
            (Table::Flicking(table), Move::Crossed(mv)) => table.report(Outcome::Crossed(*mv), setting.options, log),
            (Table::Laying(_), _) => Err(PHASE.refuses("the track is still being laid: only lay_stack is played now")),
            (Table::Choosing(_), _) => {
                Err(PHASE.refuses("the coins and the start are to be chosen: only choose is played now"))
            }
            (Table::Flicking(_), _) => {
                Err(PHASE.refuses("the track is laid and the coins are chosen: they are flicked now"))
            }
        }
    }

    fn score(table: &Table) -> Score {
        let Table::Flicking(table) = table else {
            return Score { total: 0 };
        };
        let falls = table.outcomes.iter().filter_map(|outcome| table.points(*outcome));
        let (count, sum) = falls.fold((0, 0), |(count, sum), points| (count + 1, sum + points));
        Score { total: if count == 6 { sum + ALL_FELL } else { sum } }
    }

    fn finished(table: &Table) -> bool {
        matches!(table, Table::Flicking(table) if table.outcomes.len() == 6)
    }

    fn scene(_: Setting<CatwalkOptions>, table: &Table) -> Scene {
        table.scene()
    }

    fn plan(setting: Setting<CatwalkOptions>, table: &Table) -> Vec<Move> {
        match table {
            Table::Flicking(table) if setting.options.dexterity == Dexterity::Simulated => {
                table.careful_flick().map(Move::Flick).into_iter().collect()
            }
            // A person who never misses.
            Table::Flicking(table) => table.to_flick().map(|coin| Move::Crossed(Crossed { coin })).take(1).collect(),
            _ => Self::legal_moves(setting, table).moves.into_iter().take(1).collect(),
        }
    }
}

impl Stacks {
    fn get(&self, stack: Stack) -> &Vec<Tile> {
        match stack {
            Stack::Twins => &self.twins,
            Stack::Cousins => &self.cousins,
            Stack::Distant => &self.distant,
            Stack::Strangers => &self.strangers,
        }
    }

    fn get_mut(&mut self, stack: Stack) -> &mut Vec<Tile> {
        match stack {
            Stack::Twins => &mut self.twins,
            Stack::Cousins => &mut self.cousins,
            Stack::Distant => &mut self.distant,
            Stack::Strangers => &mut self.strangers,
        }
    }

    fn all_empty(&self) -> bool {
        Stack::ALL.into_iter().all(|stack| self.get(stack).is_empty())
    }
}

impl Table {
    /// The room with four stacks to lay: twins, cousins, distant, strangers.
    #[must_use]
    pub fn of_stacks([twins, cousins, distant, strangers]: [Vec<Tile>; 4]) -> Self {
        Self::Laying(Laying { stacks: Stacks { twins, cousins, distant, strangers }, track: Vec::new() })
    }

    /// Finds the faults of the table in a Funhouse, where the stacks come from Magic Mirror.
    pub(super) fn inspect_in_funhouse(&mut self, options: CatwalkOptions, faults: &mut Faults) {
        if let Self::Laying(laying) = self {
            for stack in Stack::ALL {
                let at = format!("/stacks/{}", stack.name());
                inspect_pairs(laying.stacks.get(stack), stack, &at, faults);
            }
        }
        self.inspect(options, faults);
    }

    /// Finds the faults that any Catwalk can have.
    fn inspect(&mut self, options: CatwalkOptions, faults: &mut Faults) {
        match self {
            Self::Laying(table) => table.inspect(faults),
            Self::Choosing(table) => {
                inspect_tiles(&table.track, faults);
                inspect_whole_track(&table.track, faults);
            }
            Self::Flicking(table) => table.inspect(options, faults),
        }
    }

    /// The transition: the coins that stay at the top of the next room's grid, in reading order.
    #[must_use]
    pub fn into_scoreboard(self) -> Vec<Coin> {
        let Self::Flicking(table) = self else {
            return Vec::new();
        };
        table.scoreboard.iter().filter_map(|place| place.0.first().copied()).collect()
    }

    fn scene(&self) -> Scene {
        match self {
            Self::Laying(table) => {
                let stacks = Stack::ALL.into_iter().map(|stack| stack_area(stack.name(), table.stacks.get(stack)));
                Scene {
                    caption: format!("Catwalk: {} tiles of the track are laid", table.track.len()),
                    areas: std::iter::once(track_area(&table.track, |_| None)).chain(stacks).collect(),
                }
            }
            Self::Choosing(table) => Scene {
                caption: "Catwalk: the track is laid; choose the coins and the start".to_owned(),
                areas: vec![track_area(&table.track, |_| None)],
            },
            Self::Flicking(table) => {
                let on =
                    |tile: usize| table.under_way.filter(|c| c.tile == tile as u64 + 1).map(|c| table.coin(c.coin));
                let coins = |coins: &[Coin]| coins.iter().map(|coin| Thing::FaceUp(*coin)).collect::<Vec<_>>();
                let places = table.scoreboard.iter().enumerate().map(|(i, stack)| (i + 1, coins(&stack.0)));
                let to_flick: Vec<Coin> = table.to_flick().map(|coin| table.coin(coin)).collect();
                let start = table.start();
                Scene {
                    caption: format!("Catwalk: the next flick starts from track tile {}", start.tile + 1),
                    areas: vec![
                        track_area(&table.track, on),
                        Area::grid("scoreboard", 4, places),
                        Area::stack("to flick", coins(&to_flick)),
                        Area::stack("pool", coins(&table.pool)),
                    ],
                }
            }
        }
    }
}

/// The track as it lies, with the coin on it.
fn track_area(track: &[TrackTile], coin: impl Fn(usize) -> Option<Coin>) -> Area {
    let place = |(i, tile): (usize, &TrackTile)| {
        let pieces = std::iter::once(Thing::Tile(tile.tile)).chain(coin(i).map(Thing::FaceUp));
        Place {
            name: (i + 1).to_string(),
            x: 2 * i32::from(tile.x),
            y: 2 * i32::from(tile.y),
            pieces: pieces.collect(),
        }
    };
    Area { name: "track", places: track.iter().enumerate().map(place).collect() }
}

/// Finds the faults of a stack that comes from Magic Mirror.
fn inspect_pairs(stack: &[Tile], kind: Stack, at: &str, faults: &mut Faults) {
    let (pairs, rest) = stack.as_chunks::<2>();
    faults.demand(rest.is_empty(), at, "broken_pair", format_args!("{} tiles are not whole pairs", stack.len()));
    let kind = match kind {
        Stack::Twins => Kind::Twins,
        Stack::Cousins => Kind::Cousins,
        Stack::Distant => Kind::Distant,
        Stack::Strangers => return,
    };
    for (i, pair) in pairs.iter().enumerate() {
        let fits = adds_up(*pair) && Kind::of(*pair) == kind;
        let [a, b] = pair;
        let place = format!("{at}/{}", 2 * i);
        faults.demand(fits, place, "broken_pair", format_args!("{a} and {b} are no match of this stack's kind"));
    }
}

/// Finds where a track does not connect or crosses itself.
fn inspect_track(track: &[TrackTile], faults: &mut Faults) {
    for (i, tile) in track.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| track.get(before));
        if let Some(before) = before.filter(|before| track::direction(before, tile).is_none()) {
            let detail = format_args!("{} does not lie beside {}", tile.tile, before.tile).to_string();
            faults.add(format_args!("/track/{i}"), "track_broken", detail);
        }
        let under = track.iter().take(i).find(|other| (other.x, other.y) == (tile.x, tile.y));
        if let Some(under) = under {
            faults.add(
                format_args!("/track/{i}"),
                "track_overlaps",
                format_args!("{} lies where {} does", tile.tile, under.tile),
            );
        }
    }
}

/// Finds the tiles that are missing or twice in a track of which all tiles should be laid.
fn inspect_tiles(track: &[TrackTile], faults: &mut Faults) {
    let mut census = Census::new();
    for (i, tile) in track.iter().enumerate() {
        census.see(tile.tile, format_args!("/track/{i}/tile"), faults);
    }
    census.close("/track", faults);
}

/// Finds where a track of which all tiles should be laid does not lie as it could be laid.
fn inspect_whole_track(track: &[TrackTile], faults: &mut Faults) {
    inspect_track(track, faults);
    // rules 6: the first tile laid lies at (0, 0), and the start is the first or the last tile laid.
    let origin = [track.first(), track.last()].into_iter().flatten().any(|tile| (tile.x, tile.y) == (0, 0));
    faults.demand(origin, "/track", "track_adrift", "neither end of the track lies at (0, 0)");
}

impl Laying {
    fn inspect(&self, faults: &mut Faults) {
        let before = faults.count();
        let mut census = Census::new();
        for stack in Stack::ALL {
            census.see_list(self.stacks.get(stack), format_args!("/stacks/{}", stack.name()), faults);
        }
        for (i, tile) in self.track.iter().enumerate() {
            census.see(tile.tile, format_args!("/track/{i}/tile"), faults);
        }
        census.close("", faults);
        inspect_track(&self.track, faults);
        let origin = self.track.first().is_none_or(|tile| (tile.x, tile.y) == (0, 0));
        faults.demand(origin, "/track/0", "track_adrift", "the first tile laid does not lie at (0, 0)");
        faults.demand(
            !self.stacks.all_empty(),
            "/stacks",
            "wrong_phase",
            "no stack is left to lay, so the phase is choosing",
        );
        // Only where the track is sound is it worth looking for room, and sure not to take long.
        if faults.count() == before {
            faults.demand(
                track::has_room(&self.track),
                "/track",
                "track_walled_in",
                "there is no room for the tiles still to be laid",
            );
        }
    }

    fn lay_stack(
        &mut self,
        stack: Stack,
        setting: Setting<CatwalkOptions>,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        STACK.demands(!self.stacks.get(stack).is_empty(), || {
            format!("the stack of {} is empty or has been laid", stack.name())
        })?;
        while let Some(tile) = self.stacks.get_mut(stack).pop() {
            // There is room: a tile is laid only where the rest has room after it.
            let Some(laid) = track::lay(&self.track, tile, setting.chance) else { break };
            let TrackTile { x, y, .. } = laid.track_tile;
            self.track.push(laid.track_tile);
            log.write(|| Event::TileLaid(TileLaid { tile, stack, x, y, direction: laid.direction, by: laid.by }));
        }
        Ok(())
    }
}

impl Choosing {
    fn choose(&mut self, mv: Choose, log: &mut Log<Event>) -> Flicking {
        let mut track = std::mem::take(&mut self.track);
        if mv.start == Start::Last {
            track.reverse();
        }
        if let Some(first) = track.first() {
            log.write(|| Event::StartChosen(StartChosen { suit: mv.suit, tile: first.tile }));
        }
        Flicking {
            track,
            suit: mv.suit,
            outcomes: Vec::new(),
            under_way: None,
            flicks: 0,
            scoreboard: Vec::new(),
            pool: Pool::without(mv.suit).into_coins(),
        }
    }
}

impl Outcome {
    fn coin(self) -> Value {
        match self {
            Self::Fell(fell) => fell.coin,
            Self::Crossed(crossed) => crossed.coin,
        }
    }
}

impl Copy for Outcome {}

impl Flicking {
    fn inspect(&mut self, options: CatwalkOptions, faults: &mut Faults) {
        let before = faults.count();
        inspect_tiles(&self.track, faults);
        let mut done = [false; 6];
        for (i, outcome) in self.outcomes.iter().enumerate() {
            let coin = outcome.coin();
            let again = done.get_mut(coin.index()).is_some_and(|done| std::mem::replace(done, true));
            faults.demand(
                !again,
                format_args!("/outcomes/{i}/coin"),
                "coin_twice",
                format_args!("the {} has ended before", self.coin(coin)),
            );
        }
        self.inspect_coins(faults);
        // The pool is a set. It is put into order only now: pointers are into what was posted.
        self.pool.sort_unstable();
        // What the outcomes record is known only where no tile and no coin is amiss.
        if faults.count() == before {
            self.inspect_record(options, faults);
        }
        inspect_whole_track(&self.track, faults);
        let ended = self.outcomes.len() as u64;
        match (options.dexterity, self.under_way) {
            (Dexterity::Reported, under_way) => {
                faults.demand(
                    self.flicks == 0,
                    "/flicks",
                    "impossible_count",
                    "real coins are reported, not flicked here",
                );
                faults.demand(
                    under_way.is_none(),
                    "/under_way",
                    "impossible_coin",
                    "a real coin's way is not reported",
                );
            }
            (Dexterity::Simulated, under_way) => {
                let least = ended + u64::from(under_way.is_some());
                faults.demand(
                    self.flicks >= least,
                    "/flicks",
                    "impossible_count",
                    format_args!("{} flicks for {least} coins", self.flicks),
                );
                let known = ended > 0 || under_way.is_some() || self.flicks == 0;
                faults.demand(known, "/flicks", "impossible_count", "flicks were made, but no coin has been flicked");
            }
        }
        if let Some(coin) = self.under_way {
            let to_flick = self.outcomes.iter().all(|outcome| outcome.coin() != coin.coin);
            faults.demand(
                to_flick,
                "/under_way/coin",
                "coin_twice",
                format_args!("the {} has ended before", self.coin(coin.coin)),
            );
        }
    }

    /// Finds coins in two places or in none.
    fn inspect_coins(&self, faults: &mut Faults) {
        let mut census = Census::new();
        for (i, stack) in self.scoreboard.iter().enumerate() {
            census.see_list(&stack.0, format_args!("/scoreboard/{i}"), faults);
        }
        census.see_list(&self.pool, "/pool", faults);
        for value in self.to_flick() {
            census.see(self.coin(value), "/suit", faults);
        }
        census.close("/pool", faults);
    }

    /// Finds a scoreboard and a pool that do not record the outcomes.
    fn inspect_record(&self, options: CatwalkOptions, faults: &mut Faults) {
        let (scoreboard, pool) = self.recorded(options.scoreboard);
        for (i, (stack, due)) in self.scoreboard.iter().zip(&scoreboard).enumerate() {
            faults.demand(
                stack == due,
                format_args!("/scoreboard/{i}"),
                "wrong_scoreboard",
                format_args!("the outcomes put {} here", Names(&due.0)),
            );
        }
        let (is, due) = (self.scoreboard.len(), scoreboard.len());
        faults.demand(
            is == due,
            "/scoreboard",
            "wrong_scoreboard",
            format_args!("{is} places, but the outcomes fill {due}"),
        );
        faults.demand(
            self.pool == pool,
            "/pool",
            "wrong_pool",
            format_args!("the outcomes leave {} in the pool", Names(&pool)),
        );
    }

    /// The scoreboard and the pool that the outcomes give.
    fn recorded(&self, kept: Scoreboard) -> (Vec<CoinStack>, Vec<Coin>) {
        let mut pool = Pool::without(self.suit);
        let mut scoreboard = Vec::new();
        for outcome in &self.outcomes {
            scoreboard.extend(self.record(*outcome, kept, &mut pool).into_iter().flatten().map(CoinStack));
        }
        (scoreboard, pool.into_coins())
    }

    /// Puts a coin that has ended, and those that record its fall, where they belong; gives the two places of a fall.
    fn record(&self, outcome: Outcome, kept: Scoreboard, pool: &mut Pool) -> Option<scoreboard::Record> {
        let coin = self.coin(outcome.coin());
        match (outcome, kept) {
            (Outcome::Fell(fell), Scoreboard::Coins) => {
                let value = self.tile(fell.tile).map_or(Value::NULL, Tile::value);
                Some([vec![coin], pool.record(value)])
            }
            (Outcome::Fell(_), Scoreboard::Paper) | (Outcome::Crossed(_), _) => {
                pool.put(coin);
                None
            }
        }
    }

    /// The coin of this value to be flicked.
    fn coin(&self, value: Value) -> Coin {
        Coin::new(self.suit, value)
    }

    /// The track tile of this number, from 1.
    fn tile(&self, number: u64) -> Option<Tile> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.track.get(place).map(|tile| tile.tile)
    }

    /// The values of the coins that have neither fallen nor crossed.
    fn to_flick(&self) -> impl Iterator<Item = Value> {
        Value::ALL.into_iter().filter(|value| self.outcomes.iter().all(|outcome| outcome.coin() != *value))
    }

    /// What an outcome scores, if it is a fall.
    fn points(&self, outcome: Outcome) -> Option<u64> {
        let Outcome::Fell(fell) = outcome else { return None };
        let tile = self.tile(fell.tile)?;
        Some(fell.coin.count_null_as_one() * tile.value().count_null_as_one())
    }

    /// Where the next flick starts.
    fn start(&self) -> Spot {
        match (self.under_way, self.outcomes.last()) {
            (Some(UnderWay { tile, ox, oy, .. }), _) => Spot { tile: place(tile), ox, oy },
            (None, Some(Outcome::Fell(fell))) => Spot { tile: place(fell.tile), ox: 0, oy: 0 },
            (None, _) => Spot { tile: 0, ox: 0, oy: 0 },
        }
    }

    /// The coins that may be flicked now.
    fn flickable(&self) -> Vec<Value> {
        match self.under_way {
            Some(coin) => vec![coin.coin],
            None => self.to_flick().collect(),
        }
    }

    fn bounds(&self) -> Option<FlickBounds> {
        let coins = self.flickable();
        let Spot { tile, ox, oy } = self.start();
        let (least_strength, greatest_strength) = (flick::LEAST, flick::GREATEST);
        (!coins.is_empty()).then_some(FlickBounds {
            coins,
            tile: number(tile),
            ox,
            oy,
            least_strength,
            greatest_strength,
        })
    }

    fn flick(&mut self, mv: Flick, setting: Setting<CatwalkOptions>, log: &mut Log<Event>) -> Result<(), Illegal> {
        DEXTERITY.demands(setting.options.dexterity == Dexterity::Simulated, || {
            "dexterity is reported: tell what the real coin did with fell or crossed".to_owned()
        })?;
        self.demand_to_flick(mv.coin)?;
        if let Some(coin) = self.under_way {
            UNDER_WAY.demands(coin.coin == mv.coin, || {
                format!("the {} is under way and is flicked until it has fallen or crossed", self.coin(coin.coin))
            })?;
        }
        let aim = mv.aim();
        STRENGTH.demands((flick::LEAST..=flick::GREATEST).contains(&aim.strength()), || {
            format!("the strength is {}, where {} to {} is allowed", aim.strength(), flick::LEAST, flick::GREATEST)
        })?;
        self.travel(mv.coin, aim, setting, log);
        Ok(())
    }

    fn travel(&mut self, coin: Value, aim: Vector, setting: Setting<CatwalkOptions>, log: &mut Log<Event>) {
        self.flicks = wire::one_more(self.flicks, wire::MOST);
        let scatter = flick::scatter(aim.strength(), &mut setting.chance.numbered("catwalk/flick", self.flicks));
        let by = Vector { dx: aim.dx + scatter.dx, dy: aim.dy + scatter.dy };
        let mut path = Vec::new();
        let start = self.start();
        let end = flick::travel(&self.track, start, by, |piece| {
            path.push(PathPiece { tile: number(piece.tile), from: piece.from, to: piece.to });
        });
        let name = self.coin(coin);
        log.write(|| {
            let from = path.first().map_or(Point { x: 0, y: 0 }, |piece| piece.from);
            let to = Point { x: from.x + by.dx, y: from.y + by.dy };
            Event::CoinFlicked(CoinFlicked { coin: name, number: self.flicks, aim, scatter, path, to })
        });
        match end {
            End::Rests(Spot { tile, ox, oy }) => {
                let tile = number(tile);
                self.under_way = Some(UnderWay { coin, tile, ox, oy });
                log.write(|| Event::CoinRested(CoinRested { coin: name, tile, ox, oy }));
            }
            End::Fell(tile) => self.end(Outcome::Fell(Fell { coin, tile: number(tile) }), setting.options, log),
            End::Crossed => self.end(Outcome::Crossed(Crossed { coin }), setting.options, log),
        }
    }

    fn report(&mut self, outcome: Outcome, options: CatwalkOptions, log: &mut Log<Event>) -> Result<(), Illegal> {
        DEXTERITY.demands(options.dexterity == Dexterity::Reported, || {
            "dexterity is simulated: coins are moved with flick".to_owned()
        })?;
        self.demand_to_flick(outcome.coin())?;
        self.end(outcome, options, log);
        Ok(())
    }

    fn demand_to_flick(&self, coin: Value) -> Result<(), Illegal> {
        let ended = self.outcomes.iter().any(|outcome| outcome.coin() == coin);
        COIN.demands(!ended, || format!("the {} has fallen or crossed already", self.coin(coin)))
    }

    /// A coin has fallen or crossed.
    fn end(&mut self, outcome: Outcome, options: CatwalkOptions, log: &mut Log<Event>) {
        let coin = self.coin(outcome.coin());
        match outcome {
            Outcome::Fell(fell) => {
                let points = self.points(outcome).unwrap_or_default();
                log.write(|| Event::CoinFell(CoinFell { coin, tile: fell.tile, points }));
            }
            Outcome::Crossed(_) => log.write(|| Event::CoinCrossed(CoinCrossed { coin })),
        }
        let mut pool = Pool::of(std::mem::take(&mut self.pool));
        if let Some(coins) = self.record(outcome, options.scoreboard, &mut pool) {
            log.write(|| {
                Event::FallRecorded(FallRecorded { place: number(self.scoreboard.len()), coins: coins.clone() })
            });
            self.scoreboard.extend(coins.map(CoinStack));
        }
        self.pool = pool.into_coins();
        self.under_way = None;
        self.outcomes.push(outcome);
        let falls = self.outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Fell(_))).count();
        if falls == 6 {
            log.write(|| Event::AllFell(AllFell { points: ALL_FELL }));
        }
    }

    /// The greedy player's flick: one tile at a time, at the middle of the next. From the start the cheapest coin
    /// goes first; from far along, where little can go wrong, the dearest.
    fn careful_flick(&self) -> Option<Flick> {
        let start = self.start();
        let coins = self.flickable();
        let coin = if start.tile >= LENGTH / 2 { coins.last() } else { coins.first() }?;
        let here = self.track.get(start.tile)?;
        let ahead = match self.track.get(start.tile + 1) {
            Some(next) => track::direction(here, next)?,
            None => track::direction(self.track.get(start.tile.checked_sub(1)?)?, here)?,
        };
        let (east, south) = ahead.step();
        let (main, along, aside) = if east == 0 { (south, start.oy, -start.ox) } else { (east, start.ox, -start.oy) };
        let main = i64::from(main);
        let far = main * (flick::TILE - along * main).max(flick::LEAST);
        let (dx, dy) = if east == 0 { (aside, far) } else { (far, aside) };
        Some(Flick { coin: *coin, dx: i32::try_from(dx).ok()?, dy: i32::try_from(dy).ok()? })
    }
}

/// The place of a track tile, from 0, by its number.
fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(LENGTH).saturating_sub(1)
}

/// The number of a place, from 1.
fn number(place: usize) -> u64 {
    place as u64 + 1
}

/// Coins as they are listed in a sentence; written only when the sentence is.
struct Names<'a>(&'a [Coin]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, coin)| write!(f, "{}{coin}", if i == 0 { "" } else { " " }))
    }
}
