//! The suite: which room is open, what the others scored, and how a room that ends sets up the next.

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::catwalk::{
    self, Catwalk, CatwalkOptions, DEXTERITY_OPTION, Dexterity, FlickBounds, SCOREBOARD_OPTION, Scoreboard,
};
use super::magic_mirror::{self, MagicMirror};
use super::roll_out_the_barrels::{self, DIE_OPTION, RollOutTheBarrels, RollOutTheBarrelsOptions};
use super::slide_jam::{self, SlideJam};
use super::trampo_land::{self, TrampoLand};
use super::whack_a_dummy::{self, WhackADummy};
use super::{DESIGNER, PAGE, SOURCE};
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Game, LegalMoves, Log, NoOptions, OptionInfo, Options, ScoreCard, Setting, Wins};
use crate::rules::games::{GiveUp, Stop};
use crate::rules::page::Page;
use crate::rules::piecepack::Arrangement;
use crate::rules::scene::{Part, Scene};
use crate::rules::wire;

const ROOM: Rule = Rule("epic-funhouse.room");

/// How many rooms there are.
const ROOMS: usize = 6;

/// Epic Funhouse, all six rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpicFunhouse;

/// The options of Epic Funhouse: those of its rooms. One left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", default, deny_unknown_fields)]
pub struct EpicFunhouseOptions {
    /// Whose hand flicks the coins in Catwalk.
    #[schema(default = "simulated")]
    pub dexterity: Dexterity,
    /// Where Catwalk's scores are kept.
    #[schema(default = "coins")]
    pub scoreboard: Scoreboard,
    /// How the faces of the barrels' die are arranged.
    #[schema(default = "opposites_sum_to_5")]
    pub die: Arrangement,
}

wire::object_only!(read and written impl[] EpicFunhouseOptions);

impl Options for EpicFunhouseOptions {
    const LIST: &'static [OptionInfo] = &[DEXTERITY_OPTION, SCOREBOARD_OPTION, DIE_OPTION];
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

/// What lies on the table in Epic Funhouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = EpicFunhouseTable)]
pub struct Table {
    /// The scores of the rooms that have ended, in order. The last room stays open when it ends.
    #[serde(deserialize_with = "ended")]
    #[schema(schema_with = ended_schema)]
    pub ended: Vec<u64>,
    /// The room that is open.
    pub open: Open,
}

wire::object_only!(read and written impl[] Table);

fn ended_schema() -> RefOr<Schema> {
    let score = wire::integer_schema("A room's score.", 0, wire::MOST);
    wire::list_at_most("The scores of the rooms that have ended, in order.", score, ROOMS - 1)
}

fn ended<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    struct Count(u64);
    impl<'de> Deserialize<'de> for Count {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            wire::count(deserializer).map(Self)
        }
    }
    let counts: Vec<Count> = wire::at_most::<_, _, { ROOMS - 1 }>(deserializer)?;
    Ok(counts.into_iter().map(|count| count.0).collect())
}

/// What stands beside the open room's id.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenTable<T> {
    table: T,
}

/// Declares what the six rooms have in common, from one list of them.
macro_rules! rooms {
    ($($Room:ident = $id:literal in $module:ident { $($Move:ident),+ }),+ $(,)?) => {
        /// The open room and what lies on its table.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(tag = "room", content = "table")]
        #[allow(missing_docs, reason = "each variant is a room")]
        pub enum Open {
            $( #[serde(rename = $id)] $Room($module::Table) ),+
        }

        impl<'de> wire::FromTag<'de> for Open {
            const KEY: &'static str = "room";
            const TAGS: &'static [&'static str] = &[$($id),+];
            fn from_tag<D: serde::Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error> {
                use serde::de::Error as _;
                match Self::TAGS.get(tag).copied() {
                    $( Some($id) => OpenTable::deserialize(fields).map(|open| Self::$Room(open.table)), )+
                    _ => Err(D::Error::custom("no such room")),
                }
            }
        }

        impl<'de> Deserialize<'de> for Open {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                wire::from_tagged(deserializer)
            }
        }

        impl PartialSchema for Open {
            fn schema() -> RefOr<Schema> {
                wire::union("The open room and what lies on its table.", "room", &[
                    $( ($id, concat!("EpicFunhouseIn", stringify!($Room))) ),+
                ])
            }
        }

        impl ToSchema for Open {
            fn name() -> std::borrow::Cow<'static, str> {
                "EpicFunhouseOpen".into()
            }
            fn schemas(schemas: &mut wire::Schemas) {
                $(
                    let fields = [
                        wire::required("room", wire::constant($id)),
                        wire::required("table", wire::reference_to::<$module::Table>()),
                    ];
                    let schema = wire::object(concat!("The room that is open: ", $id, "."), fields);
                    schemas.push((concat!("EpicFunhouseIn", stringify!($Room)).to_owned(), schema));
                    wire::gather::<$module::Table>(schemas);
                )+
            }
        }

        /// What happens in a move of Epic Funhouse: the events of its rooms, and those of going from room to room.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "each variant is a room's")]
        pub enum Event {
            $( $Room($module::Event), )+
            Suite(SuiteEvent),
        }

        impl PartialSchema for Event {
            fn schema() -> RefOr<Schema> {
                let rooms = [$( $module::Event::schema() ),+];
                wire::merged(
                    "What happens in a move of Epic Funhouse: the events of its rooms, and those of going from room to room.",
                    rooms.into_iter().chain([SuiteEvent::schema()]),
                )
            }
        }

        impl ToSchema for Event {
            fn name() -> std::borrow::Cow<'static, str> {
                "EpicFunhouseEvent".into()
            }
            fn schemas(schemas: &mut wire::Schemas) {
                $( $module::Event::schemas(schemas); )+
                SuiteEvent::schemas(schemas);
            }
        }

        $(
            impl TryFrom<Move> for $module::Move {
                type Error = Move;
                fn try_from(mv: Move) -> Result<Self, Move> {
                    match mv {
                        $( Move::$Move(mv) => Ok(Self::$Move(mv)), )+
                        other => Err(other),
                    }
                }
            }

            impl From<$module::Move> for Move {
                fn from(mv: $module::Move) -> Self {
                    match mv {
                        $( $module::Move::$Move(mv) => Self::$Move(mv), )+
                    }
                }
            }
        )+

        impl Open {
            /// The room's title.
            const fn title(&self) -> &'static str {
                match self { $( Self::$Room(_) => $Room::TITLE ),+ }
            }

            /// The room's id.
            const fn id(&self) -> &'static str {
                match self { $( Self::$Room(_) => $Room::ID ),+ }
            }

            fn score(&self) -> u64 {
                match self { $( Self::$Room(table) => $Room::score(table).total() ),+ }
            }

            fn finished(&self) -> bool {
                match self { $( Self::$Room(table) => $Room::finished(table) ),+ }
            }

            fn legal_moves(&self, setting: Setting<EpicFunhouseOptions>) -> (Vec<Move>, Option<FlickBounds>) {
                match self {
                    $( Self::$Room(table) => {
                        let legal = $Room::legal_moves(setting.with(setting.options.into()), table);
                        let moves = legal.moves.into_iter().map(Move::from).collect();
                        (moves, legal.bounds.and_then(MaybeFlick::flick))
                    } )+
                }
            }

            fn play(&mut self, setting: Setting<EpicFunhouseOptions>, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
                let title = self.title();
                match self {
                    $( Self::$Room(table) => {
                        let mv = mv.clone().try_into().map_err(|mv: Move| {
                            ROOM.refuses(format_args!("{} is not a move of {title}, which is open", mv.kind()))
                        })?;
                        let mut events = log.alike();
                        $Room::play(setting.with(setting.options.into()), table, &mv, &mut events)?;
                        for event in events.events() {
                            log.write(|| Event::$Room(event));
                        }
                        Ok(())
                    } )+
                }
            }

            fn scene(&self, setting: Setting<EpicFunhouseOptions>) -> Scene {
                match self { $( Self::$Room(table) => $Room::scene(setting.with(setting.options.into()), table) ),+ }
            }

            fn plan(&self, setting: Setting<EpicFunhouseOptions>) -> Vec<Move> {
                match self {
                    $( Self::$Room(table) => {
                        let plan = $Room::plan(setting.with(setting.options.into()), table);
                        plan.into_iter().map(Move::from).collect()
                    } )+
                }
            }
        }

        /// The titles of the rooms in order.
        const TITLES: [&str; ROOMS] = [$( $Room::TITLE ),+];

        /// The ids of the rooms in order.
        const IDS: [&str; ROOMS] = [$( $Room::ID ),+];

        /// The ids of the rooms in order, with the least and the greatest score of each.
        const BOUNDS: [(&str, u64, Option<u64>); ROOMS] = [$( ($Room::ID, $Room::LEAST, $Room::GREATEST) ),+];
    };
}

rooms! {
    SlideJam = "slide-jam" in slide_jam { Pop },
    MagicMirror = "magic-mirror" in magic_mirror { LayOut, Match },
    Catwalk = "catwalk" in catwalk { LayStack, Choose, Flick, Fell, Crossed },
    RollOutTheBarrels = "roll-out-the-barrels" in roll_out_the_barrels { Place, Tip, GiveUp },
    WhackADummy = "whack-a-dummy" in whack_a_dummy { Enter, Go, GiveUp },
    TrampoLand = "trampo-land" in trampo_land { Bounce, Walk, Stop },
}

/// The bounds of a room's moves as bounds of the suite's: only Catwalk has any.
trait MaybeFlick {
    fn flick(self) -> Option<FlickBounds>;
}

impl MaybeFlick for FlickBounds {
    fn flick(self) -> Option<FlickBounds> {
        Some(self)
    }
}

impl MaybeFlick for crate::rules::game::NoBounds {
    fn flick(self) -> Option<FlickBounds> {
        match self {}
    }
}

wire::tagged! {
    read
    /// A move in Epic Funhouse: one of the room that is open.
    pub enum Move = "EpicFunhouseMove" by "type" {
        "pop" => Pop(slide_jam::Pop),
        "lay_out" => LayOut(magic_mirror::LayOut),
        "match" => Match(magic_mirror::Match),
        "lay_stack" => LayStack(catwalk::LayStack),
        "choose" => Choose(catwalk::Choose),
        "flick" => Flick(catwalk::Flick),
        "fell" => Fell(catwalk::Fell),
        "crossed" => Crossed(catwalk::Crossed),
        "place" => Place(roll_out_the_barrels::Place),
        "tip" => Tip(roll_out_the_barrels::Tip),
        "give_up" => GiveUp(GiveUp),
        "enter" => Enter(whack_a_dummy::Enter),
        "go" => Go(whack_a_dummy::Go),
        "bounce" => Bounce(trampo_land::Bounce),
        "walk" => Walk(trampo_land::Walk),
        "stop" => Stop(Stop),
    }
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

/// The next room was set up from what the room before left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomSetUp {
    /// The room, from 2.
    #[schema(minimum = 2, maximum = 6)]
    pub number: u64,
    /// The room as it stands ready.
    #[schema(inline = false)]
    pub open: Box<Open>,
}

wire::tagged! {
    /// What happens when a room ends.
    pub enum SuiteEvent = "EpicFunhouseSuiteEvent" by "type" {
        "room_ended" => RoomEnded(RoomEnded),
        "room_set_up" => RoomSetUp(RoomSetUp),
    }
}

/// The score card of Epic Funhouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EpicFunhouseScore)]
pub struct FunhouseScore {
    /// What the game would score if it ended now: the sum of the rooms.
    #[schema(minimum = 0)]
    pub total: u64,
    /// The scores of the rooms in order: those that have ended, then what the open one would score if it ended now.
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
    const RULES: u32 = 1;
    const PAGE: Page = Page::whole(PAGE);
    const WINS: Wins = Wins::Low;
    const ROOMS: &'static [&'static str] = &IDS;

    type Options = EpicFunhouseOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = FunhouseScore;
    type Bounds = FlickBounds;

    fn deal(setting: Setting<EpicFunhouseOptions>) -> Table {
        let open = Open::SlideJam(SlideJam::deal(setting.with(NoOptions {})));
        let mut table = Table { ended: Vec::with_capacity(ROOMS - 1), open };
        // A deal without a family ends the first room at once.
        table.go_on(setting, &mut Log::forgotten());
        table
    }

    fn inspect(setting: Setting<EpicFunhouseOptions>, table: &mut Table, faults: &mut Faults) {
        table.inspect_scores(faults);
        let options = setting.options;
        let before = faults.count();
        faults.within("/open/table", |faults| match &mut table.open {
            Open::SlideJam(table) => SlideJam::inspect(setting.with(options.into()), table, faults),
            Open::MagicMirror(table) => MagicMirror::inspect(setting.with(options.into()), table, faults),
            Open::Catwalk(table) => table.inspect_in_funhouse(options.into(), faults),
            Open::RollOutTheBarrels(table) => RollOutTheBarrels::inspect(setting.with(options.into()), table, faults),
            Open::WhackADummy(table) => WhackADummy::inspect(setting.with(options.into()), table, faults),
            Open::TrampoLand(table) => TrampoLand::inspect(setting.with(options.into()), table, faults),
        });
        if faults.count() == before && !matches!(table.open, Open::TrampoLand(_)) {
            let title = table.open.title();
            faults.demand(
                !table.open.finished(),
                "/open",
                "room_over",
                format_args!("{title} has ended, so the next room is open"),
            );
        }
    }

    fn legal_moves(setting: Setting<EpicFunhouseOptions>, table: &Table) -> LegalMoves<Self> {
        let (moves, bounds) = table.open.legal_moves(setting);
        LegalMoves { moves, bounds }
    }

    fn play(
        setting: Setting<EpicFunhouseOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        table.open.play(setting, mv, log)?;
        table.go_on(setting, log);
        Ok(())
    }

    fn score(table: &Table) -> FunhouseScore {
        let rooms: Vec<u64> = table.ended.iter().copied().chain([table.open.score()]).collect();
        FunhouseScore { total: rooms.iter().sum(), rooms }
    }

    fn finished(table: &Table) -> bool {
        table.open.finished()
    }

    fn room(table: &Table) -> usize {
        table.ended.len()
    }

    fn scene(setting: Setting<EpicFunhouseOptions>, table: &Table) -> Scene {
        let scene = table.open.scene(setting);
        let rooms = Self::score(table).rooms;
        let title = format!("Room {}, {}", rooms.len(), scene.title);
        let part = |(i, name)| Part { name, score: rooms.get(i).copied(), open: i + 1 == rooms.len() };
        Scene { title, parts: TITLES.into_iter().enumerate().map(part).collect(), ..scene }
    }

    fn plan(setting: Setting<EpicFunhouseOptions>, table: &Table) -> Vec<Move> {
        table.open.plan(setting)
    }
}

impl Move {
    /// The move's type, as it is written.
    fn kind(&self) -> &'static str {
        match self {
            Self::Pop(_) => "pop",
            Self::LayOut(_) => "lay_out",
            Self::Match(_) => "match",
            Self::LayStack(_) => "lay_stack",
            Self::Choose(_) => "choose",
            Self::Flick(_) => "flick",
            Self::Fell(_) => "fell",
            Self::Crossed(_) => "crossed",
            Self::Place(_) => "place",
            Self::Tip(_) => "tip",
            Self::GiveUp(_) => "give_up",
            Self::Enter(_) => "enter",
            Self::Go(_) => "go",
            Self::Bounce(_) => "bounce",
            Self::Walk(_) => "walk",
            Self::Stop(_) => "stop",
        }
    }
}

impl Table {
    /// While the open room has ended and is not the last: fixes its score and opens the next.
    fn go_on(&mut self, setting: Setting<EpicFunhouseOptions>, log: &mut Log<Event>) {
        while self.open.finished() {
            let (number, room, score) = (self.ended.len() as u64 + 1, self.open.id(), self.open.score());
            log.write(|| Event::Suite(SuiteEvent::RoomEnded(RoomEnded { number, room, score })));
            let Some(next) = next_room(&self.open, setting) else { return };
            self.open = next;
            self.ended.push(score);
            log.write(|| {
                let open = Box::new(self.open.clone());
                Event::Suite(SuiteEvent::RoomSetUp(RoomSetUp { number: number + 1, open }))
            });
        }
    }

    /// Finds a number of scores that does not fit the open room, and scores that its room cannot give.
    fn inspect_scores(&self, faults: &mut Faults) {
        let open = BOUNDS.iter().position(|(id, ..)| *id == self.open.id()).unwrap_or_default();
        let ended = self.ended.len();
        let title = self.open.title();
        faults.demand(
            ended == open,
            "/ended",
            "wrong_room",
            format_args!("{ended} rooms have ended, but {title} opens after {open}"),
        );
        for (i, (score, (id, least, greatest))) in self.ended.iter().zip(BOUNDS).enumerate() {
            let within = *score >= least && greatest.is_none_or(|greatest| *score <= greatest);
            let fits = within && (id != WhackADummy::ID || whack_a_dummy::can_score(*score));
            faults.demand(
                fits,
                format_args!("/ended/{i}"),
                "impossible_score",
                format_args!("{id} cannot score {score}"),
            );
        }
    }
}

/// The transition from a room that has ended to the next; none after the last.
fn next_room(room: &Open, setting: Setting<EpicFunhouseOptions>) -> Option<Open> {
    let chance = setting.chance;
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
