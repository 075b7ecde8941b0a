//! Catwalk: lay the winding track, then flick six coins along it. Rules: catwalk.md.

mod canonical;
mod events;
mod flick;
mod flicking;
mod laying;
mod moves;
mod scene;
mod scoreboard;
mod sentences;
mod stack;
mod table;
mod track;

use self::laying::{inspect_tiles, inspect_whole_track};
use self::track::LENGTH;
use super::magic_mirror::{PairKind, inspect_pairs};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag, Weight,
    options,
};
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Coin, PiecepackPiece as _, Suit, Tile};
use crate::scene::{Scene, World};
use crate::wire::{self, BoundedVec};

pub use self::events::{
    AllFell, CoinCrossed, CoinFell, CoinFlicked, CoinRested, Event, FallRecorded, PathPiece, StartChosen, TileLaid,
};
pub use self::moves::{Choose, Crossed, Fell, Flick, LayStack, Move, Start};
pub use self::stack::Stack;
pub use self::table::{Choosing, CoinStack, Flicking, Laying, Outcome, Stacks, Table, UnderWay};

const PHASE: Rule = Rule("catwalk.phase");
const ENDED: Rule = Rule("catwalk.ended");

/// The additional cost if all six coins fell.
const ALL_FELL: u64 = 10;

/// Catwalk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catwalk;

wire::option! {
    /// Who flicks the coins.
    pub enum Dexterity: "Who flicks the coins along the catwalk: the simulated hand, or a person who reports real \
        coins." {
        /// The program's unsteady one.
        Simulated = "simulated",
        /// A person's, with real coins; the program believes what is reported.
        Reported = "reported",
    }
}

wire::option! {
    /// The place where scores are recorded, which decides how the next room is set up.
    pub enum Scoreboard: "Whether falls are recorded with coins, which begin the grid of Roll Out the Barrels, or on \
        paper." {
        /// In coins, which begin the next room's grid.
        Coins = "coins",
        /// On paper; the next room's grid is dealt from all coins.
        Paper = "paper",
    }
}

options! {
    /// The options of Catwalk. An absent option has its default.
    pub struct CatwalkOptions {
        /// Who flicks.
        pub dexterity: Dexterity,
        /// The place where scores are recorded.
        pub scoreboard: Scoreboard,
    }
}

impl Game for Catwalk {
    const ID: &'static str = "catwalk";
    const NAME: &'static str = "Catwalk";
    const TITLE: &'static str = "Catwalk";
    const SUMMARY: &'static str = "Lay a winding track from the four stacks, choose six coins, and flick them to its far end without letting them fall.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 15);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Dexterity, Tag::Piecepack];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "catwalk"; programs: "catwalk", "piecepack", "chance");
    // Chance flicks the coins, unless the player reports real flicks.
    const OPEN_INFORMATION: OpenInformation = OpenInformation::With("dexterity", "reported");

    type Options = CatwalkOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<CatwalkOptions>) -> Table {
        let mut tiles = Tile::ALL;
        context.chance.event("catwalk/tiles").shuffle(&mut tiles);
        let six = |i: usize| tiles.iter().copied().skip(6 * i).take(6).collect();
        Table::of_stacks([six(0), six(1), six(2), six(3)])
    }

    fn inspect(context: Context<CatwalkOptions>, table: &mut Table, faults: &mut Faults) {
        if let Table::Laying(laying) = table {
            for stack in Stack::ALL {
                let height = laying.stacks.get(stack).len();
                let at = format_args!("/stacks/{}", stack.name()).to_string();
                faults.require(
                    matches!(height, 0 | 6),
                    at,
                    "wrong_height",
                    format_args!("must have 6 tiles or none (got {height})"),
                );
            }
        }
        table.inspect(context.options, faults);
    }

    fn legal_moves(context: Context<CatwalkOptions>, table: &Table) -> LegalMoves<Self> {
        table.legal_moves(context.options)
    }

    fn play(
        context: Context<CatwalkOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || {
            "all six coins fell or crossed, so the room is over".to_owned()
        })?;
        match (&mut *table, mv) {
            (Table::Laying(laying), Move::LayStack(mv)) => {
                laying.lay_stack(mv.stack, context, log)?;
                if laying.stacks.all_empty() {
                    *table = Table::Choosing(Choosing { track: std::mem::take(&mut laying.track) });
                }
                Ok(())
            }
            (Table::Choosing(choosing), Move::Choose(mv)) => {
                *table = Table::Flicking(choosing.choose(*mv, log));
                Ok(())
            }
            (Table::Flicking(table), Move::Flick(mv)) => table.flick(*mv, context, log),
            (Table::Flicking(table), Move::Fell(mv)) => table.report(Outcome::Fell(*mv), context.options, log),
            (Table::Flicking(table), Move::Crossed(mv)) => table.report(Outcome::Crossed(*mv), context.options, log),
            (Table::Laying(_), _) => Err(PHASE.violation("the track is not complete; play lay_stack")),
            (Table::Choosing(_), _) => Err(PHASE.violation("the coins and the start are not chosen; play choose")),
            (Table::Flicking(_), _) => Err(PHASE.violation("the track and the coins are ready; flick a coin")),
        }
    }

    fn finished(_: CatwalkOptions, table: &Table) -> bool {
        matches!(table, Table::Flicking(table) if table.outcomes.len() == 6)
    }

    fn scene(sight: Sight<CatwalkOptions, Table>) -> Scene {
        scene::scene(sight.table)
    }

    fn plan(sight: Sight<CatwalkOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        match table {
            Table::Flicking(table) if sight.options.dexterity == Dexterity::Simulated => {
                table.careful_flick().map(Move::Flick).into_iter().collect()
            }
            // For reported flicks, the robot reports those of a person who never misses.
            Table::Flicking(table) => table.to_flick().map(|coin| Move::Crossed(Crossed { coin })).take(1).collect(),
            _ => table.legal_moves(sight.options).moves.into_iter().take(1).collect(),
        }
    }
}

impl Solitaire for Catwalk {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 60;
    const MAX_SCORE: Option<u64> = Some(90);

    type Score = Score;

    fn score(_: CatwalkOptions, table: &Table) -> Score {
        let Table::Flicking(table) = table else {
            return Score { total: 0 };
        };
        let falls = table.outcomes.iter().filter_map(|outcome| table.points(*outcome));
        let (count, sum) = falls.fold((0, 0), |(count, sum), points| (count + 1, sum + points));
        Score { total: if count == 6 { sum + ALL_FELL } else { sum } }
    }

    fn canonical(context: Context<CatwalkOptions>, table: Table, moves: &[Move]) -> String {
        canonical::canonical(context, table, moves)
    }
}

impl Table {
    fn legal_moves(&self, options: CatwalkOptions) -> LegalMoves<Catwalk> {
        match self {
            Table::Laying(table) => {
                let stacks = Stack::ALL.into_iter().filter(|stack| !table.stacks.get(*stack).is_empty());
                LegalMoves::listed(stacks.map(|stack| Move::LayStack(LayStack { stack })).collect())
            }
            Table::Choosing(_) => {
                let starts = |suit| [Start::First, Start::Last].map(|start| Move::Choose(Choose { suit, start }));
                LegalMoves::listed(Suit::ALL.into_iter().flat_map(starts).collect())
            }
            Table::Flicking(table) if options.dexterity == Dexterity::Reported => {
                let fell = |coin| (1..=LENGTH as u64).map(move |tile| Move::Fell(Fell { coin, tile }));
                let ends = |coin| fell(coin).chain([Move::Crossed(Crossed { coin })]);
                LegalMoves::listed(table.to_flick().flat_map(ends).collect())
            }
            Table::Flicking(table) => LegalMoves { moves: Vec::new(), bounds: table.bounds() },
        }
    }

    /// Returns the room with four stacks to lay: twins, cousins, distant, strangers.
    #[must_use]
    pub fn of_stacks(stacks: [Vec<Tile>; 4]) -> Self {
        let [twins, cousins, distant, strangers] = stacks.map(BoundedVec::from);
        Self::Laying(Laying { stacks: Stacks { twins, cousins, distant, strangers }, track: BoundedVec::default() })
    }

    /// Adds the faults of the table within the suite, where the stacks come from Magic Mirror.
    pub(super) fn inspect_in_funhouse(&mut self, options: CatwalkOptions, faults: &mut Faults) {
        if let Self::Laying(laying) = self {
            let Stacks { twins, cousins, distant, strangers } = &laying.stacks;
            inspect_pairs(twins, "/stacks/twins", PairKind::Twins, faults);
            inspect_pairs(cousins, "/stacks/cousins", PairKind::Cousins, faults);
            inspect_pairs(distant, "/stacks/distant", PairKind::Distant, faults);
            let even = strangers.len().is_multiple_of(2);
            let detail = format_args!("{} strangers, but each side of the mirror leaves as many", strangers.len());
            faults.require(even, "/stacks/strangers", "broken_pair", detail);
        }
        self.inspect(options, faults);
    }

    /// Adds the faults of any Catwalk table.
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

    /// Returns the setup of the next room: the coins at the top of its grid, in reading order.
    #[must_use]
    pub fn into_scoreboard(self) -> Vec<Coin> {
        let Self::Flicking(table) = self else {
            return Vec::new();
        };
        table.scoreboard.iter().filter_map(|place| place.0.first().copied()).collect()
    }
}
