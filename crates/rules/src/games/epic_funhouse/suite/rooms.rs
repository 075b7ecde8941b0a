//! The common parts of the six rooms, declared from one list: the current room, its moves and its events.

use serde::{Deserialize, Serialize};

use super::{EpicFunhouseOptions, ROOM, ROOMS, SuiteEvent};
use crate::chance::Draws;
use crate::fault::Illegal;
use crate::game::{Context, Game, Log, MoveBounds, ScoreCard, Sight, Solitaire, ViewOf, Viewer};
use crate::games::epic_funhouse::catwalk::{self, Catwalk};
use crate::games::epic_funhouse::magic_mirror::{self, MagicMirror};
use crate::games::epic_funhouse::roll_out_the_barrels::{self, RollOutTheBarrels};
use crate::games::epic_funhouse::slide_jam::{self, SlideJam};
use crate::games::epic_funhouse::trampo_land::{self, TrampoLand};
use crate::games::epic_funhouse::whack_a_dummy::{self, WhackADummy};
use crate::games::{GiveUp, Stop};
use crate::piecepack::{Coin, CoinFace, ViewedCoin};
use crate::scene::Scene;
use crate::text::Sentence;
use crate::wire;

/// The field next to the id of the current room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenTable<T> {
    table: T,
}

/// Declares the common parts of the six rooms from one list.
macro_rules! rooms {
    ($($Room:ident = $id:literal in $module:ident with $Table:ty { $($Move:ident),+ }),+ $(,)?) => {
        /// The current room and its table. With coins that may be hidden, it is a view.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(bound = "", tag = "room", content = "table")]
        #[allow(missing_docs, reason = "each variant is a room")]
        pub enum Open<C: CoinFace = Coin> {
            $( #[serde(rename = $id)] $Room($Table) ),+
        }

        impl<'de, C: CoinFace> wire::FromTag<'de> for Open<C> {
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

        impl<'de, C: CoinFace> Deserialize<'de> for Open<C> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                wire::from_tagged(deserializer)
            }
        }

        #[cfg(feature = "schemas")]
        impl<C: CoinFace> wire::PartialSchema for Open<C> {
            #[cfg(feature = "schemas")]
            fn schema() -> wire::AnySchema {
                wire::union("The open room and its table.", "room", &[
                    $( ($id, in_room::<C, $Room>(stringify!($Room))) ),+
                ])
            }
        }

        #[cfg(feature = "schemas")]
        impl<C: CoinFace> wire::ToSchema for Open<C> {
            fn name() -> std::borrow::Cow<'static, str> {
                format!("EpicFunhouseOpen{}", view_suffix::<C>()).into()
            }
            fn schemas(schemas: &mut wire::Schemas) {
                $(
                    let fields = [
                        wire::required("room", wire::constant($id)),
                        wire::required("table", wire::reference_to::<$Table>()),
                    ];
                    let schema = wire::object(concat!("The room that is open: ", $id, "."), fields);
                    schemas.push((in_room::<C, $Room>(stringify!($Room)), schema));
                    wire::gather::<$Table>(schemas);
                )+
            }
        }

        impl ViewOf<Open, EpicFunhouseOptions> for OpenView {
            fn of(open: &Open, viewer: Viewer) -> Self {
                match open {
                    $( Open::$Room(table) => Self::$Room(view_of::<$Room>(table, viewer)) ),+
                }
            }

            fn determinize(&self, options: EpicFunhouseOptions) -> Open {
                match self {
                    $( Self::$Room(table) => Open::$Room(determinized::<$Room>(table, options.into())) ),+
                }
            }
        }

        /// An event of Epic Funhouse: an event of a room, or of the way from room to room.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "each variant is a room's")]
        pub enum Event {
            $( $Room($module::Event), )+
            Suite(SuiteEvent),
        }

        impl Sentence for Event {
            fn sentence(&self) -> String {
                match self {
                    $( Self::$Room(event) => event.sentence(), )+
                    Self::Suite(event) => event.sentence(),
                }
            }
        }

        #[cfg(feature = "schemas")]
        impl wire::PartialSchema for Event {
            #[cfg(feature = "schemas")]
            fn schema() -> wire::AnySchema {
                let rooms = [$( $module::Event::schema() ),+];
                wire::merged(
                    "An event of Epic Funhouse: an event of a room, or of the way from room to room.",
                    rooms.into_iter().chain([SuiteEvent::schema()]),
                )
            }
        }

        #[cfg(feature = "schemas")]
        impl wire::ToSchema for Event {
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

        impl<C: CoinFace> Open<C> {
            /// Returns the title of the room.
            pub(super) const fn title(&self) -> &'static str {
                match self { $( Self::$Room(_) => $Room::TITLE ),+ }
            }

            /// Returns the id of the room.
            pub(super) const fn id(&self) -> &'static str {
                match self { $( Self::$Room(_) => $Room::ID ),+ }
            }

        }

        impl Open {
            pub(super) fn score(&self, options: EpicFunhouseOptions) -> u64 {
                match self { $( Self::$Room(table) => $Room::score(options.into(), table).total() ),+ }
            }

            pub(super) fn finished(&self, options: EpicFunhouseOptions) -> bool {
                match self { $( Self::$Room(table) => $Room::finished(options.into(), table) ),+ }
            }

            pub(super) fn legal_moves(&self, context: Context<EpicFunhouseOptions>) -> (Vec<Move>, Vec<MoveBounds>) {
                match self {
                    $( Self::$Room(table) => {
                        let legal = $Room::legal_moves(context.with(context.options.into()), table);
                        let moves = legal.moves.into_iter().map(Move::from).collect();
                        (moves, legal.bounds)
                    } )+
                }
            }

            pub(super) fn play(&mut self, context: Context<EpicFunhouseOptions>, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
                let title = self.title();
                match self {
                    $( Self::$Room(table) => {
                        let mv = mv.clone().try_into().map_err(|mv: Move| {
                            ROOM.violation(format_args!("{} is not a move of {title}, the open room", mv.kind()))
                        })?;
                        let mut events = log.matching();
                        $Room::play(context.with(context.options.into()), table, &mv, &mut events)?;
                        for event in events.events() {
                            log.write(|| Event::$Room(event));
                        }
                        Ok(())
                    } )+
                }
            }

            /// Returns the canonical form of a run of the room from its current state.
            pub(super) fn canonical(self, context: Context<EpicFunhouseOptions>, moves: &[Move]) -> String {
                match self {
                    $( Self::$Room(table) => {
                        let moves: Vec<$module::Move> = moves.iter().filter_map(|mv| mv.clone().try_into().ok()).collect();
                        $Room::canonical(context.with(context.options.into()), table, &moves)
                    } )+
                }
            }

        }

        impl OpenView {
            pub(super) fn scene(sight: Sight<EpicFunhouseOptions, Self>) -> Scene {
                match sight.table { $( Self::$Room(table) => $Room::scene(sight.with(sight.options.into(), table)) ),+ }
            }

            pub(super) fn plan(sight: Sight<EpicFunhouseOptions, Self>, draws: &mut Draws) -> Vec<Move> {
                match sight.table {
                    $( Self::$Room(table) => {
                        let plan = $Room::plan(sight.with(sight.options.into(), table), draws);
                        plan.into_iter().map(Move::from).collect()
                    } )+
                }
            }
        }

        /// The titles of the rooms in order.
        pub(super) const TITLES: [&str; ROOMS] = [$( $Room::TITLE ),+];

        /// The ids of the rooms in order.
        pub(super) const IDS: [&str; ROOMS] = [$( $Room::ID ),+];

        /// The ids of the rooms in order, each with its minimum and maximum score.
        pub(super) const BOUNDS: [(&str, u64, Option<u64>); ROOMS] = [$( ($Room::ID, $Room::MIN_SCORE, $Room::MAX_SCORE) ),+];
    };
}

rooms! {
    SlideJam = "slide-jam" in slide_jam with slide_jam::Table { Pop },
    MagicMirror = "magic-mirror" in magic_mirror with magic_mirror::Table { LayOut, Match },
    Catwalk = "catwalk" in catwalk with catwalk::Table { LayStack, Choose, Flick, Fell, Crossed },
    RollOutTheBarrels = "roll-out-the-barrels" in roll_out_the_barrels with roll_out_the_barrels::Table { PlaceDie, Tip, GiveUp },
    WhackADummy = "whack-a-dummy" in whack_a_dummy with whack_a_dummy::Table<C> { Enter, Go, GiveUp },
    TrampoLand = "trampo-land" in trampo_land with trampo_land::Table { Bounce, Walk, Stop },
}

/// The current room as a viewer sees it.
pub type OpenView = Open<ViewedCoin>;

/// Returns a viewer's view of a room.
fn view_of<G: Game>(table: &G::Table, viewer: Viewer) -> G::View {
    G::View::of(table, viewer)
}

/// Returns a table of a room that is consistent with a view.
fn determinized<G: Game>(view: &G::View, options: G::Options) -> G::Table {
    view.determinize(options)
}

/// Returns the suffix of the schema names of views.
fn view_suffix<C: CoinFace>() -> &'static str {
    if C::SCHEMA_SUFFIX == ViewedCoin::SCHEMA_SUFFIX { ViewedCoin::SCHEMA_SUFFIX } else { "" }
}

/// Returns the schema name of a current room. A room without hidden parts shares it between states and views.
fn in_room<C: CoinFace, G: Game>(room: &str) -> String {
    format!("EpicFunhouseIn{room}{}", if G::HIDES { view_suffix::<C>() } else { "" })
}

wire::tagged! {
    read moves
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
        "place" => PlaceDie(roll_out_the_barrels::PlaceDie),
        "tip" => Tip(roll_out_the_barrels::Tip),
        "give_up" => GiveUp(GiveUp),
        "enter" => Enter(whack_a_dummy::Enter),
        "go" => Go(whack_a_dummy::Go),
        "bounce" => Bounce(trampo_land::Bounce),
        "walk" => Walk(trampo_land::Walk),
        "stop" => Stop(Stop),
    }
}

impl Move {
    /// Returns the type of the move, as in JSON.
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
            Self::PlaceDie(_) => "place",
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
