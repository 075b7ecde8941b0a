//! The schemas of tables: one for each game, and a union over all games.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use super::info::{AnyTable, MAX_NEWS, SeatInfo};
use crate::api::runs::Receipt;
use crate::api::schemas;
use crate::api::schemas::union::{Games, Union, union_schema};
use crate::engine::Ruleset;
use crate::engine::answer::BadMove;
use crate::engine::schema::RulesetSchemas;
use crate::engine::table_request::pace_schema;
use crate::rules::chance::Seed;
use crate::rules::game::Seat;
use crate::rules::wire;
use crate::store::SeedClass;

/// The schema of a text with these values.
fn text_enum(description: &str, words: &[&'static str]) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    schema.enum_values(Some(words.iter().copied())).into()
}

pub(super) fn moment(what: &str) -> RefOr<Schema> {
    wire::described(what, wire::reference_to::<schemas::Moment>())
}

/// The schema of the number of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableNumber;

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
pub(super) fn commitment_schema() -> RefOr<Schema> {
    wire::text(
        "^[0-9a-f]{64}$",
        "SHA-256 of the seed, in lowercase hex. It is told from the beginning, and the seed once the table is over: so anybody can \
         check that no seed was chosen later.",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    )
}

/// The name and the schema of a move of a table of a game.
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
            wire::required("by", text_enum(by, &["player", "robot", "clock"])),
            wire::required("at", moment("When it was made.")),
            wire::required("events", events),
        ],
    );
    (format!("{}TableMove", facts.name), schema)
}

/// The fields of a table of a game.
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
        wire::required("status", text_enum("How far it is.", &["waiting", "playing", "over"])),
        wire::optional("ending", text_enum(ending, &["finished", "resigned", "abandoned"])),
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
                    wire::reference_to::<schemas::RunNumber>(),
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

/// All schemas that a table refers to.
fn gather_table(ruleset: &dyn Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { options, event, view, .. } = ruleset.schemas();
    [options, event, view.answer].iter().for_each(|schema| (schema.gather)(schemas));
    wire::gather::<TableNumber>(schemas);
    wire::gather::<Seed>(schemas);
    wire::gather::<Seat>(schemas);
    wire::gather::<schemas::Moment>(schemas);
    wire::gather::<SeatInfo>(schemas);
    wire::gather::<BadMove>(schemas);
    if ruleset.ranked().is_some() {
        wire::gather::<SeedClass>(schemas);
        wire::gather::<schemas::RunNumber>(schemas);
        wire::gather::<Receipt>(schemas);
    }
    schemas.push(table_move(ruleset));
    schemas.push(table(ruleset));
}

/// Tables.
const TABLE: Union =
    Union { of: Games::All, kind: "HeldTable", name: |ruleset| table(ruleset).0, gather: gather_table };

union_schema!(AnyTable, "Table", TABLE, "A table of any game, as you may see it, told apart by `game`.");

// What the description of `news` says.
const _: () = assert!(MAX_NEWS == 500);
