//! `POST /v1/contests/{id}/rounds/{round}/table`: begins a round.

use actix_web::{HttpRequest, web};

use super::common::{named, round_of};
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::api::tables::{self, AnyTable, MOVES_OF_TABLE};
use crate::engine;
use crate::engine::table_request::DEFAULT_PACE;
use crate::rules::wire;
use crate::store::{ContestRound, Occupant, RankedSeed, TableId, TableTerms};
use crate::tables::TableSpec;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), AnyTable> {
    let doc = describe(
        "begin_round",
        "Begin a round of a contest",
        "Creates your table of an open round of a contest that you have entered. Each player has one, so calling it again returns the same. Play \
         as at any table, until the round closes: a game that is not finished by then counts as abandoned. Until the round is closed, only \
         you see the game and its score.",
    );
    let round = "The number of the round, from 1.";
    id_in_path(doc)
        .path_parameter("round", round, wire::text("^([1-9]|1[0-2])$", round, "1"))
        .response::<AnyTable>("201", "The new table.", &tables::example_table())
        .another_response("200", "You began the round before.")
        .with_location()
        .no_store()
        .errors(&["404", "409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let by = Client::of(&request).requester()?;
    let contest = named(&shared, &path.0).await?;
    let round = round_of(&contest, &path.1)?;
    let terms = &contest.terms;
    let unknown = || Problem::new(Code::UnknownRules, "the service no longer has the rules of this contest");
    let ruleset = engine::games::ruleset(&terms.game, terms.rules).ok_or_else(unknown)?;
    shared.count_work(&request)?;
    let counted = shared.count_stored(MOVES_OF_TABLE, &request)?;
    let of_round = ContestRound {
        id: round.id,
        contest: contest.id,
        number: round.number,
        closes_at: round.closes_at,
        is_closed: round.state.is_closed(),
    };
    let terms = TableTerms {
        game: terms.game.clone(),
        rules: terms.rules,
        options: terms.options.clone(),
        seed: round.seed.clone(),
        ranked: Some(RankedSeed::Contest(of_round)),
        listed: false,
        approval: false,
        rated: false,
        pace: DEFAULT_PACE,
        maker: by.player.id,
        app: by.app_id(),
        made_at: shared.days.time().await?.now,
    };
    let occupants = vec![Occupant::Player(by.player.id)];
    let table = TableSpec { ruleset, terms, occupants, repeatable: None, rematch_of: None, from: by.from };
    let update = shared.tables.create(table).await.map_err(|why| tables::problem(why, TableId(0)))?;
    if update.changed {
        counted.keep(MOVES_OF_TABLE);
    }
    tables::created(&shared, &by.player, &update).await
}
