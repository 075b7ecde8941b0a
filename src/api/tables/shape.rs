//! What is told of tables, and the schemas of it: one for each game, and unions over all games.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::api::any_game::{Games, Union};
use crate::api::operation::shape;
use crate::api::player_name::PlayerName;
use crate::api::response::raw;
use crate::api::runs::Receipt;
use crate::engine::Ruleset;
use crate::engine::answer::BadMove;
use crate::engine::order::pace_schema;
use crate::engine::schema::RulesetSchemas;
use crate::rules::chance::Seed;
use crate::rules::game::{Seat, Viewer};
use crate::rules::wire;
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{Ending, MovedBy, Occupant, Sealing, SeedClass, StoredTable, TableId, TableSeat, TableStatus};
use crate::tables::table::{Table, commitment};

/// The most moves whose news one answer tells.
pub(in crate::api) const MOST_NEWS: usize = 500;

/// A table. The document has a schema of it for each game; this is what all have in common.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct TableInfo {
    id: TableId,
    game: String,
    rules: u32,
    options: Box<RawValue>,
    commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<SeedClass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'static str>,
    listed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<u32>,
    made_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<Timestamp>,
    seats: Vec<SeatInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<Seat>,
    moves: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    news: Option<Vec<MoveInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<Box<Receipt>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_move: Option<BadMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<TableId>,
}

/// A seat of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableSeat)]
pub(in crate::api) struct SeatInfo {
    /// Its number. Before the table begins, the order of the seats means nothing: who sits where is drawn then.
    seat: Seat,
    /// Whose it is.
    kind: OccupantKind,
    /// The player; absent where there is none, or they are deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// Until when the player must have moved; absent while they need not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<shape::Moment>)]
    deadline: Option<Timestamp>,
    /// How many times in a row the built-in player moved for them since their time was up. The third time it keeps the seat.
    #[schema(minimum = 0, maximum = 3)]
    missed: u8,
    /// Whether the player gave up or missed too much: the built-in player has the seat, and they are placed behind all other players.
    left: bool,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableSeatKind)]
pub(in crate::api) enum OccupantKind {
    /// Whoever sits down.
    Open,
    /// The built-in player.
    Robot,
    /// A player.
    Player,
}

/// A move of a table, as somebody is told of it.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct MoveInfo {
    number: usize,
    seat: Seat,
    by: &'static str,
    at: Timestamp,
    events: Box<RawValue>,
}

/// How somebody looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct Look {
    /// As whom.
    pub(in crate::api) viewer: Viewer,
    /// The closed days, whose sealed daily games are public.
    pub(in crate::api) closed: ClosedDays,
    /// Whether they want their legal moves.
    pub(in crate::api) with_legal_moves: bool,
    /// From which number of moves on they want the news, if they do.
    pub(in crate::api) after: Option<usize>,
}

impl Look {
    /// Whether the game itself is shown: that of a day is shown to its player only until the day is closed.
    pub(in crate::api) fn may_see(self, table: &Table) -> bool {
        self.viewer != Viewer::Onlooker || table.embargoed_until(self.closed).is_none()
    }

    /// The moves after those that are known, as they are told.
    pub(in crate::api) fn news(self, table: &Table, after: usize) -> Vec<MoveInfo> {
        let notes = table.notes.iter().enumerate().skip(after).take(MOST_NEWS);
        let told = notes.filter_map(|(index, note)| {
            let events = raw(&table.game.events(index, self.viewer)?);
            Some(MoveInfo { number: index + 1, seat: note.seat, by: moved_by(note.by), at: note.at, events })
        });
        told.collect()
    }
}

impl MoveInfo {
    /// How many moves had been made with it.
    pub(in crate::api) fn number(&self) -> usize {
        self.number
    }
}

fn moved_by(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Player => "player",
        MovedBy::Robot => "robot",
        MovedBy::Clock => "clock",
    }
}

impl TableInfo {
    /// A table as somebody sees it.
    pub(in crate::api) fn of(table: &Table, look: Look) -> Self {
        let seen = table.begun() && look.may_see(table);
        let seed = table.is_open(look.closed).then(|| table.stored.terms.seed.clone());
        let you = match look.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Onlooker | Viewer::Host => None,
        };
        Self {
            seed,
            you,
            embargoed_until: table.embargoed_until(look.closed),
            position: seen.then(|| raw(&table.game.view(look.viewer, look.with_legal_moves))),
            news: look.after.filter(|_| seen).map(|after| look.news(table, after)),
            ..Self::listed(&table.stored)
        }
    }

    /// A table as lists tell it.
    pub(in crate::api) fn listed(stored: &StoredTable) -> Self {
        let StoredTable { id, terms, state, players, moves, run, rematch, .. } = stored;
        let (class, day) = match terms.sealing {
            None => (None, None),
            Some(Sealing::Own) => (Some(SeedClass::Sealed), None),
            Some(Sealing::Daily(day)) => (Some(SeedClass::SealedDaily), Some(day)),
        };
        let (status, ending) = match state.status {
            TableStatus::Waiting => ("waiting", None),
            TableStatus::Playing => ("playing", None),
            TableStatus::Over(Ending::Finished) => ("over", Some("finished")),
            TableStatus::Over(Ending::Resigned) => ("over", Some("resigned")),
            TableStatus::Over(Ending::Abandoned) => ("over", Some("abandoned")),
        };
        let seat = |(at, seat): (usize, &TableSeat)| {
            let player = players.get(at).and_then(Option::as_ref);
            Some(SeatInfo {
                seat: Seat::new(u8::try_from(at + 1).ok()?)?,
                kind: match seat.occupant {
                    Occupant::Vacant => OccupantKind::Open,
                    Occupant::Robot => OccupantKind::Robot,
                    Occupant::Player(_) => OccupantKind::Player,
                },
                player: player.map(|player| PlayerName { id: player.id, name: player.name.clone() }),
                deadline: seat.due,
                missed: seat.missed,
                left: seat.left,
            })
        };
        Self {
            id: *id,
            game: terms.game.clone(),
            rules: terms.rules,
            options: raw(&terms.options),
            commitment: commitment(terms.seed.as_str()),
            seed: None,
            class,
            day,
            status,
            ending,
            listed: terms.listed,
            pace: terms.sealing.is_none().then_some(terms.pace),
            made_at: terms.made_at,
            started_at: state.started_at,
            ended_at: state.ended_at,
            seats: state.seats.iter().enumerate().filter_map(seat).collect(),
            you: None,
            moves: *moves,
            deadline: state.seats.iter().filter_map(|seat| seat.due).min(),
            embargoed_until: None,
            position: None,
            news: None,
            run: run.map(|run| run.to_string()),
            receipt: None,
            bad_move: None,
            rematch: *rematch,
        }
    }

    /// The table with the receipt of its run.
    pub(in crate::api) fn with_receipt(self, receipt: Option<Receipt>) -> Self {
        Self { receipt: receipt.map(Box::new), ..self }
    }

    /// The table with the first posted move that was not made.
    pub(in crate::api) fn with_bad_move(self, bad_move: Option<BadMove>) -> Self {
        Self { bad_move, ..self }
    }
}

/// A text that is one of these.
fn one_of_words(description: &str, words: &[&'static str]) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    schema.enum_values(Some(words.iter().copied())).into()
}

fn moment(what: &str) -> RefOr<Schema> {
    wire::described(what, wire::reference_to::<shape::Moment>())
}

/// The schema of the number of a table.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct TableNumber;

wire::named_schema!(
    impl[] TableNumber,
    "TableNumber",
    wire::text(
        "^[0-7][0-9a-f]{15}$",
        "The number of a table, in hexadecimal. It is drawn at random: of a table that is not listed only those know to whom it was given.",
        "4f1c9a2b7d3e8f60",
    ),
    gather []
);

/// The schema of a commitment.
fn commitment_schema() -> RefOr<Schema> {
    wire::text(
        "^[0-9a-f]{64}$",
        "SHA-256 of the seed, in lowercase hex. It is told from the beginning, and the seed once the table is over: so anybody can \
         check that no seed was chosen later.",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    )
}

/// The name and the schema of a move of a table of a game, as somebody is told of it.
fn table_move(ruleset: &dyn Ruleset) -> (String, RefOr<Schema>) {
    let facts = ruleset.facts();
    let events = wire::list("What happened, in order, as you may see it.", ruleset.schemas().event.reference());
    let number = "How many moves had been made with it: 1 is that of the first.";
    let by = "Who made it: the player of the seat, the built-in player at its own seat, or the built-in player since time was up.";
    let schema = wire::object(
        &format!("A move at a table of {}, as you may see it.", facts.title),
        [
            wire::required("number", wire::integer_schema(number, 1, wire::MAX_MOVES as u64)),
            wire::required("seat", wire::reference_to::<Seat>()),
            wire::required("by", one_of_words(by, &["player", "robot", "clock"])),
            wire::required("at", moment("When it was made.")),
            wire::required("events", events),
        ],
    );
    (format!("{}TableMove", facts.name), schema)
}

/// The fields that are told of every table.
fn fields(ruleset: &dyn Ruleset, schemas: &RulesetSchemas) -> Vec<wire::Field> {
    let facts = ruleset.facts();
    let ending =
        "How it ended: the game was played to its end, or the last of its players gave up or let time run out.";
    let moves = "How many moves were made. Send it as `after` to be told of later ones.";
    let mut fields = vec![
        wire::required("id", wire::reference_to::<TableNumber>()),
        wire::required("game", wire::constant(facts.id)),
        wire::required("rules", wire::constant_integer("The rules version.", facts.rules.into())),
        wire::required("options", schemas.options.reference()),
        wire::required("commitment", commitment_schema()),
        wire::optional(
            "seed",
            wire::described(
                "The seed: absent until the table is over and, if it is a sealed daily game, its day is closed.",
                wire::reference_to::<Seed>(),
            ),
        ),
        wire::required("status", one_of_words("How far it is.", &["waiting", "playing", "over"])),
        wire::optional("ending", one_of_words(ending, &["finished", "resigned", "abandoned"])),
        wire::required("listed", wire::boolean_schema("Whether `GET /v1/tables` has it while it waits for players.")),
        wire::required("made_at", moment("When it was made.")),
        wire::optional("started_at", moment("When it began.")),
        wire::optional("ended_at", moment("When it ended.")),
        wire::required("seats", wire::list("Its seats, from seat 1.", wire::reference_to::<SeatInfo>())),
        wire::optional("you", wire::described("Your seat; absent for onlookers.", wire::reference_to::<Seat>())),
        wire::required("moves", wire::integer_schema(moves, 0, wire::MAX_MOVES as u64)),
        wire::optional("deadline", moment("Until when the next player must have moved.")),
        wire::optional(
            "position",
            wire::described(
                "The game as you may see it; absent until the table begins.",
                schemas.view.answer.reference(),
            ),
        ),
        wire::optional(
            "news",
            wire::list(
                "The moves after those that you know of, where you said so with `after`: at most 500, the earliest of them.",
                wire::reference(&table_move(ruleset).0),
            ),
        ),
        wire::optional(
            "bad_move",
            wire::described(
                "The first posted move that is illegal, in the response to the moves: those before it were made.",
                wire::reference_to::<BadMove>(),
            ),
        ),
    ];
    if ruleset.ranked().is_some() {
        let class = "How the board that the run stands on is sealed.";
        let until = "The end of the day of a sealed daily game, whose moves are shown to its player only and whose seed is secret; absent once that day is closed.";
        fields.extend([
            wire::required("class", wire::described(class, wire::reference_to::<SeedClass>())),
            wire::optional(
                "day",
                wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "The day of a sealed daily game.", "2026-11-20"),
            ),
            wire::optional("embargoed_until", moment(until)),
            wire::optional(
                "run",
                wire::described(
                    "The run that was kept, once the game was played to its end.",
                    wire::reference_to::<shape::RunNumber>(),
                ),
            ),
            wire::optional(
                "receipt",
                wire::described(
                    "How that run stands, in the answer to the move that ended the game.",
                    wire::reference_to::<Receipt>(),
                ),
            ),
        ]);
    } else {
        fields.extend([
            wire::required("pace", pace_schema()),
            wire::optional(
                "rematch",
                wire::described("The table that is its rematch.", wire::reference_to::<TableNumber>()),
            ),
        ]);
    }
    fields
}

/// The name and the schema of a table of a game.
fn table(ruleset: &dyn Ruleset) -> (String, RefOr<Schema>) {
    let facts = ruleset.facts();
    let fields = fields(ruleset, &ruleset.schemas());
    (
        format!("{}HeldTable", facts.name),
        wire::object(&format!("A table of {}, as you may see it.", facts.title), fields),
    )
}

/// All that a table refers to.
fn gather_table(ruleset: &dyn Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { options, event, view, .. } = ruleset.schemas();
    [options, event, view.answer].iter().for_each(|schema| (schema.gather)(schemas));
    wire::gather::<TableNumber>(schemas);
    wire::gather::<Seed>(schemas);
    wire::gather::<Seat>(schemas);
    wire::gather::<shape::Moment>(schemas);
    wire::gather::<SeatInfo>(schemas);
    wire::gather::<BadMove>(schemas);
    if ruleset.ranked().is_some() {
        wire::gather::<SeedClass>(schemas);
        wire::gather::<shape::RunNumber>(schemas);
        wire::gather::<Receipt>(schemas);
    }
    schemas.push(table_move(ruleset));
    schemas.push(table(ruleset));
}

/// The name and the schema of what is told of the run of a table.
fn table_run(ruleset: &dyn Ruleset) -> (String, RefOr<Schema>) {
    let facts = ruleset.facts();
    let schemas = ruleset.schemas();
    let mut fields = vec![
        wire::required("game", wire::constant(facts.id)),
        wire::required("rules", wire::constant_integer("The rules version.", facts.rules.into())),
        wire::required("table", wire::reference_to::<TableNumber>()),
        wire::required("commitment", commitment_schema()),
        wire::optional(
            "run",
            wire::described(
                "The run, as `replay` takes it: hash its seed to check the commitment.",
                schemas.run.reference(),
            ),
        ),
    ];
    if ruleset.ranked().is_some() {
        fields.extend([
            wire::optional(
                "embargoed_until",
                moment(
                    "The end of the day of a sealed daily game, whose seed is secret; absent once that day is closed.",
                ),
            ),
            wire::optional(
                "moves",
                wire::list(
                    "The moves, told to the player of a sealed daily game in place of the run until then.",
                    schemas.mv.reference(),
                ),
            ),
        ]);
    }
    (
        format!("{}TableRun", facts.name),
        wire::object(&format!("What was played at a table of {}.", facts.title), fields),
    )
}

fn gather_table_run(ruleset: &dyn Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { run, mv, .. } = ruleset.schemas();
    [run, mv].iter().for_each(|schema| (schema.gather)(schemas));
    wire::gather::<TableNumber>(schemas);
    wire::gather::<shape::Moment>(schemas);
    schemas.push(table_run(ruleset));
}

/// What is told of the run of a table.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct TableRun {
    pub(in crate::api) game: String,
    pub(in crate::api) rules: u32,
    pub(in crate::api) table: TableId,
    pub(in crate::api) commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::api) run: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::api) embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::api) moves: Option<Vec<Box<RawValue>>>,
}

macro_rules! of_any_game {
    ($Type:ident, $name:literal, $union:expr, $description:literal) => {
        impl utoipa::PartialSchema for $Type {
            fn schema() -> RefOr<Schema> {
                $union.schema($description)
            }
        }

        impl ToSchema for $Type {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
            fn schemas(schemas: &mut wire::Schemas) {
                $union.gather(schemas);
            }
        }
    };
}

/// Tables.
const TABLE: Union =
    Union { of: Games::All, kind: "HeldTable", name: |ruleset| table(ruleset).0, gather: gather_table };
/// Runs of tables.
const TABLE_RUN: Union =
    Union { of: Games::All, kind: "TableRun", name: |ruleset| table_run(ruleset).0, gather: gather_table_run };
/// Tables that are asked for.
const TABLE_REQUEST: Union = Union {
    of: Games::All,
    kind: "TableRequest",
    name: |ruleset| ruleset.schemas().table_request.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().table_request.gather)(schemas),
};
/// Moves that are posted.
const MOVES_REQUEST: Union = Union {
    of: Games::All,
    kind: "MovesRequest",
    name: |ruleset| ruleset.schemas().moves_request.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().moves_request.gather)(schemas),
};

/// A table of any game.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(in crate::api) struct AnyTable(pub(in crate::api) TableInfo);

of_any_game!(AnyTable, "Table", TABLE, "A table of any game, as you may see it, told apart by `game`.");
of_any_game!(TableRun, "TableRun", TABLE_RUN, "What was played at a table of any game, told apart by `game`.");

/// A table of any game that is asked for.
pub(super) struct AnyTableRequest;
of_any_game!(
    AnyTableRequest,
    "TableRequest",
    TABLE_REQUEST,
    "A table of any game that is asked for, told apart by `game`."
);

/// Moves at a table of any game.
pub(super) struct AnyMovesRequest;
of_any_game!(
    AnyMovesRequest,
    "MovesRequest",
    MOVES_REQUEST,
    "Moves to make at a table of any game, told apart by `game`."
);

/// A page of tables.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct TableList {
    /// The tables, the newest first, without their games.
    pub(in crate::api) tables: Vec<AnyTable>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(in crate::api) next: Option<String>,
}
