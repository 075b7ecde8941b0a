//! The suite: the current room, the scores of the others, and the transitions. Rules: epic-funhouse.md.
//!
//! `rooms` declares the common parts of all rooms.

mod rooms;
mod sentences;

use serde::{Deserialize, Serialize};

use self::rooms::{BOUNDS, IDS, TITLES};
pub use self::rooms::{Event, Move, Open, OpenView};

use super::catwalk::{self, CatwalkOptions, Dexterity, Scoreboard};
use super::magic_mirror::{self, MagicMirror};
use super::roll_out_the_barrels::{self, RollOutTheBarrels, RollOutTheBarrelsOptions};
use super::slide_jam::SlideJam;
use super::trampo_land::{self, TrampoLand};
use super::whack_a_dummy::{self, WhackADummy};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, ScoreCard, ScoreOrder, Sight, Solitaire, Tag, ViewOf, Viewer,
    Weight, options, to_json,
};
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Arrangement, Coin, CoinFace, ViewedCoin};
use crate::scene::{Scene, ScorePart, World};
use crate::wire::{self, ToSchema};

const ROOM: Rule = Rule("epic-funhouse.room");

/// The number of rooms.
const ROOMS: usize = 6;

/// Epic Funhouse, all six rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpicFunhouse;

options! {
    /// The options of Epic Funhouse: those of its rooms. One left out has its default.
    pub struct EpicFunhouseOptions {
        /// Who flicks the coins in Catwalk: the simulated hand or a person.
        pub dexterity: Dexterity,
        /// The place where the scores of Catwalk are recorded.
        pub scoreboard: Scoreboard,
        /// The arrangement of the faces of the die in Roll Out the Barrels.
        pub die: Arrangement,
    }
}

impl From<EpicFunhouseOptions> for NoOptions {
    fn from(_: EpicFunhouseOptions) -> Self {
        Self {}
    }
}

impl From<EpicFunhouseOptions> for CatwalkOptions {
    fn from(EpicFunhouseOptions { dexterity, scoreboard, .. }: EpicFunhouseOptions) -> Self {
        Self { dexterity, scoreboard }
    }
}

impl From<EpicFunhouseOptions> for RollOutTheBarrelsOptions {
    fn from(EpicFunhouseOptions { die, .. }: EpicFunhouseOptions) -> Self {
        Self { die }
    }
}

/// The table of Epic Funhouse. With coins that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CoinFace = Coin> {
    /// The scores of completed rooms, in order. The last room stays current when it ends.
    #[serde(deserialize_with = "ended")]
    pub ended: Vec<u64>,
    /// The current room.
    pub open: Open<C>,
}

wire::named_schema!(
    impl[C: CoinFace] Table<C>,
    format!("{}{}", EpicFunhouse::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Epic Funhouse.", [
        wire::required("ended", ended_schema()),
        wire::required("open", wire::reference_to::<Open<C>>()),
    ]),
    gather [Open<C>]
);

#[cfg(feature = "schemas")]
fn ended_schema() -> wire::AnySchema {
    let score = wire::integer_schema("A room's score.", 0, wire::MAX_COUNT);
    wire::list_at_most("The scores of the finished rooms, in order.", score, ROOMS - 1)
}

fn ended<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    struct Count(u64);
    impl<'de> Deserialize<'de> for Count {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            wire::count(deserializer).map(Self)
        }
    }
    let counts = wire::BoundedVec::<Count, 0, { ROOMS - 1 }>::deserialize(deserializer)?;
    Ok(counts.into_vec().into_iter().map(|count| count.0).collect())
}

/// A room ended and its score is fixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomEnded {
    /// The room, from 1.
    #[schema(minimum = 1, maximum = 6)]
    pub number: u64,
    /// The room's game id.
    pub room: &'static str,
    /// Its score.
    pub score: u64,
}

/// The next room was set up from the end of the room before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomSetUp {
    /// The room, from 2.
    #[schema(minimum = 2, maximum = 6)]
    pub number: u64,
    /// The room as it was set up.
    pub open: Box<OpenView>,
}

wire::tagged! {
    event
    /// An event at the end of a room.
    pub enum SuiteEvent = "EpicFunhouseSuiteEvent" by "type" {
        "room_ended" => RoomEnded(RoomEnded),
        "room_set_up" => RoomSetUp(RoomSetUp),
    }
}

/// The score card of Epic Funhouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EpicFunhouseScore)]
pub struct FunhouseScore {
    /// The score if the game ended now: the sum of the rooms.
    #[schema(minimum = 0)]
    pub total: u64,
    /// The scores of the rooms in order. The open room has the score that it would have if it ended now.
    #[schema(min_items = 1, max_items = 6)]
    pub rooms: Vec<u64>,
}

impl ScoreCard for FunhouseScore {
    fn total(&self) -> u64 {
        self.total
    }

    fn rooms(&self) -> &[u64] {
        &self.rooms
    }
}

impl Game for EpicFunhouse {
    const ID: &'static str = "epic-funhouse";
    const NAME: &'static str = "EpicFunhouse";
    const TITLE: &'static str = "Epic Funhouse";
    const SUMMARY: &'static str = "A trip through a funhouse in six rooms. Each room is set up from what the last one left, and the six scores add up.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(40, 60);
    const WEIGHT: Weight = Weight::new(4);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Dexterity, Tag::Memory, Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "epic-funhouse", "slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land"; programs: "epic-funhouse", "slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land", "piecepack", "chance");
    const HIDES: bool = true;

    type Options = EpicFunhouseOptions;
    type Table = Table;
    type View = Table<ViewedCoin>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<EpicFunhouseOptions>) -> Table {
        let open = Open::SlideJam(SlideJam::deal(context.with(NoOptions {})));
        let mut table = Table { ended: Vec::with_capacity(ROOMS - 1), open };
        // A deal without a family ends the first room at once.
        table.advance_rooms(context, &mut Log::discard());
        table
    }

    fn inspect(context: Context<EpicFunhouseOptions>, table: &mut Table, faults: &mut Faults) {
        table.inspect_scores(faults);
        let options = context.options;
        let before = faults.count();
        faults.within("/open/table", |faults| match &mut table.open {
            Open::SlideJam(table) => SlideJam::inspect(context.with(options.into()), table, faults),
            Open::MagicMirror(table) => MagicMirror::inspect(context.with(options.into()), table, faults),
            Open::Catwalk(table) => table.inspect_in_funhouse(options.into(), faults),
            Open::RollOutTheBarrels(table) => RollOutTheBarrels::inspect(context.with(options.into()), table, faults),
            Open::WhackADummy(table) => WhackADummy::inspect(context.with(options.into()), table, faults),
            Open::TrampoLand(table) => TrampoLand::inspect(context.with(options.into()), table, faults),
        });
        if faults.count() == before && !matches!(table.open, Open::TrampoLand(_)) {
            let title = table.open.title();
            faults.require(
                !table.open.finished(options),
                "/open",
                "room_over",
                format_args!("{title} is over, so the next room is open"),
            );
        }
    }

    fn legal_moves(context: Context<EpicFunhouseOptions>, table: &Table) -> LegalMoves<Self> {
        let (moves, bounds) = table.open.legal_moves(context);
        LegalMoves { moves, bounds }
    }

    fn play(
        context: Context<EpicFunhouseOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        table.open.play(context, mv, log)?;
        table.advance_rooms(context, log);
        Ok(())
    }

    fn finished(options: EpicFunhouseOptions, table: &Table) -> bool {
        table.open.finished(options)
    }

    fn visible_event(event: &Event, viewer: Viewer) -> Event {
        match event {
            Event::Suite(SuiteEvent::RoomSetUp(RoomSetUp { number, open })) => {
                let open = Box::new(open.viewed_by(viewer));
                Event::Suite(SuiteEvent::RoomSetUp(RoomSetUp { number: *number, open }))
            }
            other => other.clone(),
        }
    }

    fn redeal(options: EpicFunhouseOptions, table: &Table, viewer: Viewer, draws: &mut Draws) -> Table {
        let open = match &table.open {
            Open::WhackADummy(table) => Open::WhackADummy(WhackADummy::redeal(options.into(), table, viewer, draws)),
            other => other.clone(),
        };
        Table { open, ..table.clone() }
    }

    fn scene(sight: Sight<EpicFunhouseOptions, Table<ViewedCoin>>) -> Scene {
        let table = sight.table;
        let scene = Open::scene(sight.with(sight.options, &table.open));
        let open = table.ended.len();
        let title = format!("Room {}, {}", open + 1, scene.title);
        let part = |(i, name)| ScorePart { name, score: None, open: i == open };
        Scene { title, parts: TITLES.into_iter().enumerate().map(part).collect(), ..scene }
    }

    fn plan(sight: Sight<EpicFunhouseOptions, Table<ViewedCoin>>, draws: &mut Draws) -> Vec<Move> {
        Open::plan(sight.with(sight.options, &sight.table.open), draws)
    }
}

impl Solitaire for EpicFunhouse {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 300;
    const ROOMS: &'static [&'static str] = &IDS;

    type Score = FunhouseScore;

    fn score(options: EpicFunhouseOptions, table: &Table) -> FunhouseScore {
        let rooms: Vec<u64> = table.ended.iter().copied().chain([table.open.score(options)]).collect();
        FunhouseScore { total: rooms.iter().sum(), rooms }
    }

    fn room(_: EpicFunhouseOptions, table: &Table) -> usize {
        table.ended.len()
    }

    /// Contains the canonical form of each room and the setup of the next one, because differences without effect on
    /// the score of a room may affect the next.
    fn canonical(context: Context<EpicFunhouseOptions>, mut table: Table, moves: &[Move]) -> String {
        let mut open = table.open.clone();
        let mut parts = vec![open.clone().setup_json()];
        let mut begun = 0;
        for (i, mv) in moves.iter().enumerate() {
            let room = Self::room(context.options, &table);
            if Self::play(context, &mut table, mv, &mut Log::discard()).is_err() {
                break;
            }
            if Self::room(context.options, &table) != room || Self::finished(context.options, &table) {
                let room_moves = moves.get(begun..=i).unwrap_or_default();
                parts.push(std::mem::replace(&mut open, table.open.clone()).canonical(context, room_moves));
                parts.push(if Self::room(context.options, &table) == room {
                    String::new()
                } else {
                    open.clone().setup_json()
                });
                begun = i + 1;
            }
        }
        parts.join("\n")
    }
}

impl ViewOf<Table, EpicFunhouseOptions> for Table<ViewedCoin> {
    fn of(table: &Table, viewer: Viewer) -> Self {
        Self { ended: table.ended.clone(), open: OpenView::of(&table.open, viewer) }
    }

    fn determinize(&self, options: EpicFunhouseOptions) -> Table {
        Table { ended: self.ended.clone(), open: self.open.determinize(options) }
    }
}

impl Table {
    /// While the current room has ended, fixes its score and opens the next, which may end at once. The last room stays
    /// current.
    fn advance_rooms(&mut self, context: Context<EpicFunhouseOptions>, log: &mut Log<Event>) {
        let options = context.options;
        while self.open.finished(options) {
            let (number, room, score) = (self.ended.len() as u64 + 1, self.open.id(), self.open.score(options));
            log.write(|| Event::Suite(SuiteEvent::RoomEnded(RoomEnded { number, room, score })));
            let Some(next) = next_room(&self.open, context) else { return };
            self.open = next;
            self.ended.push(score);
            log.write(|| {
                let open = Box::new(OpenView::of(&self.open, Viewer::Host));
                Event::Suite(SuiteEvent::RoomSetUp(RoomSetUp { number: number + 1, open }))
            });
        }
    }

    /// Adds a fault if the number of scores does not match the current room, and one for each impossible score.
    fn inspect_scores(&self, faults: &mut Faults) {
        let open = BOUNDS.iter().position(|(id, ..)| *id == self.open.id()).unwrap_or_default();
        let ended = self.ended.len();
        let title = self.open.title();
        faults.require(
            ended == open,
            "/ended",
            "wrong_room",
            format_args!("{ended} rooms are over, but {title} opens after {open}"),
        );
        for (i, (score, (id, least, greatest))) in self.ended.iter().zip(BOUNDS).enumerate() {
            let within = *score >= least && greatest.is_none_or(|greatest| *score <= greatest);
            let fits = within && (id != WhackADummy::ID || whack_a_dummy::can_score(*score));
            faults.require(
                fits,
                format_args!("/ended/{i}"),
                "impossible_score",
                format_args!("{id} cannot score {score}"),
            );
        }
    }
}

impl Open {
    /// Serializes the setup of a room, without the order of left and right where it has no effect.
    fn setup_json(self) -> String {
        to_json(&match self {
            Self::MagicMirror(table) => Self::MagicMirror(table.with_stacks_in_order()),
            other => other,
        })
    }
}

impl OpenView {
    /// Returns the room as a viewer may see it.
    fn viewed_by(&self, viewer: Viewer) -> Self {
        match self {
            Self::WhackADummy(table) => Self::WhackADummy(table.viewed(viewer.sees_all())),
            other => other.clone(),
        }
    }
}

/// Returns the room after a completed one, set up from its end; none after the last.
fn next_room(room: &Open, context: Context<EpicFunhouseOptions>) -> Option<Open> {
    let chance = context.chance;
    Some(match room.clone() {
        Open::SlideJam(table) => Open::MagicMirror(magic_mirror::Table::of_stacks(table.into_even_stacks())),
        Open::MagicMirror(table) => Open::Catwalk(catwalk::Table::of_stacks(table.into_four_stacks())),
        Open::Catwalk(table) => {
            let grid = roll_out_the_barrels::deal_grid(&table.into_scoreboard(), chance);
            Open::RollOutTheBarrels(roll_out_the_barrels::Table::of_grid(grid))
        }
        Open::RollOutTheBarrels(table) => Open::WhackADummy(whack_a_dummy::Table::of_grid(table.into_grid())),
        Open::WhackADummy(table) => Open::TrampoLand(trampo_land::Table::of_sums(table.into_sums(), chance)),
        Open::TrampoLand(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::game::{Seat, Seats};

    #[test]
    fn room_set_up_event_matches_view() {
        let seed: Seed = "set-up".parse().expect("a seed");
        let dealt = WhackADummy::deal(Context::new(&seed, Seats::ONE, NoOptions {}));
        let open = Open::WhackADummy(dealt);
        let set_up = |viewer| RoomSetUp { number: 5, open: Box::new(OpenView::of(&open, viewer)) };
        let event = |viewer| Event::Suite(SuiteEvent::RoomSetUp(set_up(viewer)));
        let (host, player) = (Viewer::Host, Viewer::Seat(Seat::FIRST));
        assert_eq!(EpicFunhouse::visible_event(&event(host), host), event(host));
        assert_eq!(EpicFunhouse::visible_event(&event(host), player), event(player));
        assert_ne!(event(host), event(player));
    }
}
