//! `POST /v1/tables`: creates a table.

use actix_web::{HttpRequest, web};
use serde_json::json;
use sha2::{Digest as _, Sha256};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table};
use super::errors::problem;
use super::info::AnyTable;
use super::respond::{MOVES_OF_TABLE, created};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::idempotency_key;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::runs::no_game;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::api::shared::Shared;
use crate::caller::Requester;
use crate::engine::read::RulesetKey;
use crate::engine::table_request::{SeatAssignment, TableSettings};
use crate::engine::{Ruleset, game};
use crate::rules::game::Kind;
use crate::rules::wire;
use crate::store::{Occupant, RankedSeed, RepeatableTable, TableId, TableTerms};
use crate::tables::TableSpec;

/// Number of seconds for which an `Idempotency-Key` is stored.
const REPEATABLE_SECONDS: i64 = 24 * 60 * 60;

/// Requested tables.
#[cfg(feature = "schemas")]
const TABLE_REQUEST: Union = Union {
    of: Games::All,
    kind: "TableRequest",
    name: |ruleset| ruleset.schemas().table_request.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().table_request.gather)(schemas),
};

/// A new table of any game.
pub(super) struct AnyTableRequest;
union_schema!(
    AnyTableRequest,
    "TableRequest",
    TABLE_REQUEST,
    "A new table of any game. The variants are distinguished by `game`."
);

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<AnyTableRequest, AnyTable> {
    let key = "A key of your own of 16 to 128 visible ASCII characters, such as a random UUID. The same request with \
        the same key within a day gets the same table, so a lost response does not create a second one.";
    let doc = describe(
        "create_table",
        "Create a table",
        "Creates a table. No player can see its seed before the game is over; `commitment`, the SHA-256 of the seed, \
         is public from the start. A solitaire begins immediately, and its run has the class `ranked`, or \
         `ranked_daily` for the game of the day. Each player has one table of a ranked daily game. A player can have \
         one open `ranked` game for each game, rules version and options; otherwise the response is 409 `table_open`, \
         with the id of the open `table`. It counts in the average of the month in which it starts. A game for \
         several seats begins when every seat is taken; then the seats are shuffled. With `approval`, you approve who takes an open seat. Its result counts \
         for ratings unless `rated` is false.",
    );
    doc.header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
        .request_body::<AnyTableRequest>(&json!({ "game": "queensland", "seats": ["you", "robot"], "listed": true }))
        .response::<AnyTable>("201", "The new table.", &example_table())
        .another_response(
            "200",
            "The table existed before: the same request created it, or it is your ranked daily \
            game.",
        )
        .with_location()
        .no_store()
        .errors(&["409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    body: Unparsed<AnyTableRequest>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let by = Client::of(&request).requester()?;
    let player = &by.player;
    let key = idempotency_key(&request)?;
    let RulesetKey { game: named, .. } = RulesetKey::of_run(&body.bytes);
    let Some(game) = named.as_deref().and_then(game) else { return Err(no_game(&body.bytes, named)) };
    let (ruleset, settings): (Ruleset, TableSettings) = {
        let mut found = None;
        let settings = game.of_run(&body.bytes, |ruleset| {
            found = game.version(ruleset.facts().rules);
            ruleset.table_settings(&body.bytes)
        })?;
        (found.unwrap_or(game.newest()), settings)
    };
    shared.count_work(&request)?;
    let counted = shared.count_stored(MOVES_OF_TABLE, &request)?;
    let now = shared.days.time().await?.now;
    let random = |_| Problem::new(Code::InternalError, "the system returned no random bytes");
    let (seed, ranked) = if settings.daily {
        let today = shared.days.today().await?;
        today.confirmed()?;
        (shared.seeds.ranked_daily(today.day, ruleset.facts().id), Some(RankedSeed::Daily(today.day)))
    } else {
        let ranked = ruleset.ranked().map(|_| RankedSeed::Own);
        (shared.seeds.secret().map_err(random)?, ranked)
    };
    let rated = is_rated(&shared, &by, ruleset, &settings).await?;
    let repeatable = key.map(|key| RepeatableTable {
        key: Sha256::digest(format!("{}\n{key}", player.id)).into(),
        request: Sha256::digest(&body.bytes).into(),
        until: now.plus_seconds(REPEATABLE_SECONDS),
    });
    let occupant = |seat: &SeatAssignment| match *seat {
        SeatAssignment::You => Occupant::Player(player.id),
        SeatAssignment::Open => Occupant::Vacant,
        SeatAssignment::Robot(level) => Occupant::Robot(level),
    };
    let terms = TableTerms {
        game: ruleset.facts().id.to_owned(),
        rules: ruleset.facts().rules,
        options: settings.options,
        seed,
        ranked,
        listed: settings.listed,
        approval: settings.approval,
        rated,
        pace: settings.pace,
        maker: player.id,
        app: by.app_id(),
        made_at: now,
    };
    let occupants = settings.seats.iter().map(occupant).collect();
    let table = TableSpec { ruleset, terms, occupants, repeatable, rematch_of: None, from: by.from };
    let update = shared.tables.create(table).await.map_err(|why| problem(why, TableId(0)))?;
    if update.changed {
        counted.keep(MOVES_OF_TABLE);
    }
    created(&shared, player, &update).await
}

/// Decides whether the result of a new table counts for ratings.
async fn is_rated(
    shared: &Shared,
    by: &Requester,
    ruleset: Ruleset,
    settings: &TableSettings,
) -> Result<bool, Problem> {
    let people = settings.seats.iter().filter(|seat| !matches!(seat, SeatAssignment::Robot(_))).count();
    if people < 2 { Ok(false) } else { may_be_rated(shared, by, ruleset, settings.rated).await }
}

/// Decides whether the result of a game between players counts for ratings, as one of them asks for it or does not say.
pub(in crate::api) async fn may_be_rated(
    shared: &Shared,
    by: &Requester,
    ruleset: Ruleset,
    asked: Option<bool>,
) -> Result<bool, Problem> {
    let refusal = match () {
        () if ruleset.facts().kind != Kind::Seated => "must be false, because this game is never rated",
        () if by.app.is_some_and(|app| app.acts_for_player) => "must be false, because an app acts for you",
        () => {
            return match asked {
                Some(asked) => Ok(asked),
                None => Ok(shared.store.recovery_code_of(by.player.id).await?.is_some()),
            };
        }
    };
    if asked == Some(true) { Err(Problem::of_field(Code::Inconsistent, "/rated", refusal)) } else { Ok(false) }
}
