//! A second rules version of Easy Slider, built for tests only. It shows that two versions can be served together.
//!
//! It differs from the first in its state (the first's table plus the data for turns), its moves (a direction instead
//! of a cell) and its scoring (turns instead of slides). A slide is a turn if its direction differs from that of the
//! previous slide.

use serde::Serialize;

use super::{BESIDE, ENDED, EasySlider, Event, solver};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, ScoreCard, ScoreOrder, Sight, Solitaire, Tag,
    Weight,
};
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::page::RulesPage;
use crate::scene::{Scene, World};
use crate::wire::{self, ToSchema};

/// Easy Slider by its second rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EasySlider2;

wire::record! {
    /// The table of Easy Slider by its second rules.
    #[schema(as = EasySlider2Table)]
    pub struct Table {
        /// What lies there by the first rules.
        pub board: super::Table,
        /// The way of the last slide; absent before the first.
        pub last: Option<Direction>,
        /// How many turns have been made.
        pub turns: Count,
    }
}

wire::tagged! {
    read moves
    /// A move in Easy Slider by its second rules.
    pub enum Move = "EasySlider2Move" by "type" {
        /// Slides the tile beside the hole that can go this way.
        "slide" => Slide as EasySlider2Slide {
            /// The way that the tile goes.
            pub way: Direction,
        },
        "give_up" => GiveUp,
    }
}

/// The score card of the second rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySlider2Score)]
pub struct Score {
    /// How many turns were made.
    #[schema(minimum = 0)]
    pub total: u64,
    /// How many slides were made.
    #[schema(minimum = 0)]
    pub slides: u64,
}

impl ScoreCard for Score {
    fn total(&self) -> u64 {
        self.total
    }
}

impl Table {
    /// Returns the cell whose tile slides into the hole in this direction.
    fn cell(&self, way: Direction) -> Option<super::Cell> {
        let hole = self.board.hole();
        hole.neighbors().find(|cell| way_of(*cell, hole) == Some(way))
    }
}

/// Returns the direction from a cell to an adjacent one.
fn way_of(from: super::Cell, to: super::Cell) -> Option<Direction> {
    let step = |a: usize, b: usize| (b as i64 - a as i64) as i8;
    let step = (step(from.column(), to.column()), step(from.row(), to.row()));
    Direction::ALL.into_iter().find(|way| way.step() == step)
}

impl Game for EasySlider2 {
    const ID: &'static str = EasySlider::ID;
    const NAME: &'static str = "EasySlider2";
    const TITLE: &'static str = EasySlider::TITLE;
    const SUMMARY: &'static str = "Slide 24 tiles round a hole with as few turns as can be. Fewest turns win.";
    const DESIGNER: &'static str = EasySlider::DESIGNER;
    const SOURCE: &'static str = EasySlider::SOURCE;
    const DURATION: Duration = EasySlider::DURATION;
    const WEIGHT: Weight = EasySlider::WEIGHT;
    const WORLD: World = World::Wood;
    const TAGS: &'static [Tag] = EasySlider::TAGS;
    const ADDED: &'static str = "2026-11-20";
    const RULES: u32 = 2;
    const PAGE: RulesPage = EasySlider::PAGE;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        Table { board: EasySlider::deal(context), last: None, turns: 0 }
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        faults.within("/board", |faults| EasySlider::inspect(context, &mut table.board, faults));
        let slid = table.board.slides > 0;
        let can = table.last.is_some() == slid && (table.turns > 0) == slid && table.turns <= table.board.slides;
        faults.require(can, "/turns", "impossible_slides", "this number of turns is impossible");
    }

    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(context.options, table) {
            return LegalMoves::listed(Vec::new());
        }
        let ways = Direction::ALL.into_iter().filter(|way| table.cell(*way).is_some());
        LegalMoves::listed(ways.map(|way| Move::Slide(Slide { way })).chain([Move::GiveUp(GiveUp {})]).collect())
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || "the game is over".to_owned())?;
        let way = match mv {
            Move::GiveUp(give_up) => {
                return EasySlider::play(context, &mut table.board, &super::Move::GiveUp(*give_up), log);
            }
            Move::Slide(Slide { way }) => *way,
        };
        let cell =
            table.cell(way).ok_or_else(|| BESIDE.violation(format_args!("no tile can slide {way} into the hole")))?;
        EasySlider::play(context, &mut table.board, &super::Move::Slide(super::Slide { cell }), log)?;
        // There are never more turns than slides, whose count is capped.
        table.turns = (table.turns + u64::from(table.last != Some(way))).min(table.board.slides);
        table.last = Some(way);
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        EasySlider::finished(NoOptions {}, &table.board)
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        EasySlider::scene(sight.with(sight.options, &sight.table.board))
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        if Self::finished(sight.options, table) {
            return Vec::new();
        }
        let mut hole = table.board.hole();
        let slide = |cell: super::Cell| {
            let way = way_of(cell, hole)?;
            hole = cell;
            Some(Move::Slide(Slide { way }))
        };
        solver::solve(&table.board).into_iter().filter_map(slide).collect()
    }
}

impl Solitaire for EasySlider2 {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 1_000;

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        Score { total: table.turns, slides: table.board.slides }
    }

    fn eligible(_: NoOptions, table: &Table) -> bool {
        EasySlider::eligible(NoOptions {}, &table.board)
    }
}
