//! `POST /v1/runs`: submits a run. It is replayed, accepted or rejected, and stored. The response is built from what is in memory; only the
//! ranks are read.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

#[cfg(feature = "schemas")]
use super::document::{describe, example_run, example_stored};
use super::info::{AnyStoredRun, RunInfo};
use super::lookup::embargoed_until;
use super::ranks::{RunRank, ranks};
use crate::api::http::body::Unparsed;
use crate::api::leaderboards::{PeriodKind, Show};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::{Client, revoked_meanwhile};
use crate::api::request::query::Query;
use crate::api::response::JsonResponse;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::api::schemas::{Assisted, TakenBack};
use crate::api::secrets::seeds::{Origin, Seeds};
use crate::api::shared::Shared;
use crate::days::Today;
use crate::engine::read::RulesetKey;
use crate::engine::verification::AcceptedRun;
use crate::engine::{Ranked, Refusal, Ruleset, game, read};
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{
    AppId, Category, KnownToken, NewRun, PackedMoves, PlayerId, SeedClass, StoredRun, Submitted, TokenHash,
};
use crate::verification::scores;

/// A submitted run, and its ranks.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RunReceipt)]
pub(in crate::api) struct Receipt {
    #[schema(value_type = AnyStoredRun)]
    pub(super) run: RunInfo,
    #[doc = "The ranks of the run: among the bests of the day, week, month and of all time, among all runs, among the runs of its seed \
             (`same_seed`, in the classes `drawn` and `chosen`), and room by room. A board is left out if the run is no entry there, \
             since its player did better. Absent if the boards could not be read; the run is stored all the same."]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) ranks: Option<Vec<RunRank>>,
}

/// Runs.
#[cfg(feature = "schemas")]
pub(super) const RUN: Union = Union {
    of: Games::Ranked,
    kind: "Run",
    name: |ruleset| ruleset.schemas().run.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().run.gather)(schemas),
};

/// A run of any game, which is read as one of its game's own.
pub(in crate::api) struct AnyRun;

union_schema!(AnyRun, "Run", RUN, "A run of any game. The variants are distinguished by `game`.");

/// The query of a submission.
#[derive(Debug, Deserialize)]
pub(super) struct SubmitQuery {
    class: Option<SeedClass>,
    taken_back: Option<u32>,
    assisted: Option<bool>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<AnyRun, Receipt> {
    let rank = RunRank {
        show: Show::Bests,
        period: PeriodKind::All,
        room: None,
        same_seed: false,
        app: None,
        rank: 1,
        count: 1,
    };
    let receipt = json!({ "run": example_stored(), "ranks": [rank] });
    let class = "The intended seed class. A run of another class is refused and not stored. Without `class`, the run \
        is stored in its class.";
    let taken_back = "The number of moves that were undone while playing, as the player reports it. It is shown with \
                       the run, but not verified or ranked. For a stored run, the first number stays.";
    let assisted = "Whether the player used hints or an analysis while playing, as the player reports it. It is shown with \
                     the run, but not verified or ranked. For a stored run, the first report stays.";
    describe(
        "submit_run",
        "Submit a run",
        "Replays the run, and stores it if it is legal, complete and scores what it claims in `score`. It is on disk \
         before the response is sent. If the same player submits the same run again, the response is 200 with the \
         stored run. The seed class is decided now: `daily` (the seed of the day for the game, with the default \
         options, received on that day, UTC), `drawn` (drawn by `deal` for this game and belonging to the player, or \
         drawn without a token and not submitted by another player before), or `chosen` (any other). If too many runs \
         wait for their replay, the response is 503.",
    )
    .query("class", class, wire::reference_to::<SeedClass>())
    .query("taken_back", taken_back, wire::reference_to::<TakenBack>())
    .query("assisted", assisted, wire::reference_to::<Assisted>())
    .request_body::<AnyRun>(&example_run().run)
    .response::<Receipt>("201", "The run was stored.", &receipt)
    .with_location()
    .no_store()
    .another_response("200", "The run was submitted before by the same player. It is stored once.")
    .errors(&["503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Query(claims): Query<SubmitQuery>,
    body: Unparsed<AnyRun>,
) -> Result<JsonResponse<Receipt>, Problem> {
    let received_at = shared.clock.now();
    let client = Client::of(&request);
    let token = client.hash();
    let KnownToken { player, app, .. } = client.token()?;
    let app = app.map(|app| app.id);
    let today = shared.days.today().await?;
    let submission = Submission { player: player.id, token, app, received_at, today, claims, seeds: shared.seeds };
    let accepted = shared.submission(&request, move || submission.accept(&body.bytes)).await?;
    let Accepted { run, moves } = accepted;
    // The rest is counted once it is stored, since it may be stored already.
    let counted = shared.count_stored(1, &request)?;
    let size = size_in_moves(run.moves.as_bytes().len());
    let submitted = shared.store.submit(run.clone()).await?;
    let (new, stored) = match submitted {
        Submitted::New { id, class, same_as, app } => {
            counted.keep(size);
            (true, run.into_stored(id, class, same_as, app, player))
        }
        // It has the same moves: they are part of the fingerprint that identifies it.
        Submitted::Existing(stored) => (false, *stored),
        Submitted::Banned => return Err(Problem::banned()),
        Submitted::TokenRevoked => return Err(revoked_meanwhile()),
        Submitted::ClassDiffers(class) => return Err(class_differs(class)),
    };
    let location = format!("/v1/runs/{}", stored.summary.id);
    // The run is stored, whether or not its ranks can be read now.
    let ranks = ranks(&shared, &stored.summary).await.ok();
    let (closed, embargoed_until) = (today.closed(), embargoed_until(&stored, today.closed()));
    let receipt = Receipt { run: RunInfo::with_moves(stored, embargoed_until, Some(moves), closed), ranks };
    Ok(if new {
        JsonResponse::created(location, &receipt)
    } else {
        JsonResponse::no_store(&receipt).location(location)
    })
}

/// The receipt of a run that is stored, for its player, whether or not its ranks can be read now.
///
/// # Errors
/// When its moves cannot be unpacked.
pub(in crate::api) async fn receipt(
    shared: &Shared,
    stored: StoredRun,
    closed: ClosedDays,
) -> Result<Receipt, Problem> {
    let ranks = ranks(shared, &stored.summary).await.ok();
    let embargoed_until = embargoed_until(&stored, closed);
    Ok(Receipt { run: RunInfo::of(stored, embargoed_until, true, closed)?, ranks })
}

/// A run that is accepted, and its moves as JSON.
struct Accepted {
    run: NewRun,
    moves: Box<RawValue>,
}

/// A submission: the player, the time, and what they report.
struct Submission {
    player: PlayerId,
    token: Option<TokenHash>,
    app: Option<AppId>,
    received_at: Timestamp,
    today: Today,
    claims: SubmitQuery,
    seeds: Seeds,
}

impl Submission {
    /// Reads and replays the run, and accepts or rejects it.
    fn accept(self, body: &[u8]) -> Result<Accepted, Problem> {
        let RulesetKey { game: id, .. } = RulesetKey::of_run(body);
        let Some(game) = id.as_deref().and_then(game) else { return Err(no_game(body, id)) };
        let (ranked, accepted) = game.of_run(body, |ruleset| {
            let ranked = ranked(ruleset)?;
            Ok((ranked, ranked.accept(body)?))
        })?;
        self.accepted(ranked, accepted)
    }

    fn accepted(self, ranked: Ranked, accepted: AcceptedRun) -> Result<Accepted, Problem> {
        let facts = ranked.facts();
        let scores = scores(&accepted.result, ranked.scoring().wins);
        let AcceptedRun { seed, options, moves, fingerprint, equivalence, result, default_options } = accepted;
        let origin = self.seeds.origin(facts.id, &seed, default_options, Some(self.player), self.received_at);
        if origin == Origin::Daily {
            self.today.confirmed()?;
        }
        let packed = PackedMoves::pack(moves.get().as_bytes())
            .map_err(|_| Problem::new(Code::InternalError, "the moves could not be packed"))?;
        let run = NewRun {
            player: self.player,
            token: self.token,
            app: self.app,
            category: Category { game: facts.id.to_owned(), rules: facts.rules, options, class: origin.class() },
            claims_seed: origin == Origin::DrawnForAnyone,
            required_class: self.claims.class,
            seed,
            received_at: self.received_at,
            scores,
            score_card: result.score_card,
            digest: result.digest,
            fingerprint,
            equivalence,
            taken_back: self.claims.taken_back,
            assisted: self.claims.assisted,
            moves: packed,
            round: None,
        };
        Ok(Accepted { run, moves })
    }
}

/// Returns the number of moves at tables that take as much space in the database as a run with its places on boards, of whose own moves the
/// packed size is given.
fn size_in_moves(packed: usize) -> usize {
    const BYTES_OF_MOVE: usize = 100;
    const BYTES_OF_RUN: usize = 500;
    BYTES_OF_RUN.saturating_add(packed).div_ceil(BYTES_OF_MOVE)
}

/// The ruleset as one whose runs are stored.
fn ranked(ruleset: Ruleset) -> Result<Ranked, Refusal> {
    ruleset.ranked().ok_or_else(|| Refusal::Seated { title: ruleset.facts().title })
}

/// The one field that a run of any game has.
#[derive(Deserialize)]
struct GameOfRun {
    game: String,
}

/// The problem of a run whose `game` is missing or unknown.
pub(in crate::api) fn no_game(body: &[u8], id: Option<String>) -> Problem {
    match (id, read::read::<GameOfRun>(body)) {
        (_, Err(refusal)) => refusal.into(),
        (Some(game), _) | (None, Ok(GameOfRun { game })) => Problem::of_field(
            Code::InvalidBody,
            "/game",
            format_args!("must be the id of a game (got {})", wire::clipped(&format!("{game:?}"))),
        ),
    }
}

fn class_differs(class: SeedClass) -> Problem {
    let why = match class {
        SeedClass::Daily => "is of the class daily: it is the seed of today for this game",
        SeedClass::Drawn => "is of the class drawn: it was drawn for this game and belongs to you",
        SeedClass::Chosen => {
            "is of the class chosen: it is neither the seed of today for this game nor drawn and yours"
        }
        SeedClass::Ranked | SeedClass::RankedDaily | SeedClass::Contest => {
            "belongs to a table: only tables submit ranked runs"
        }
    };
    Problem::of_field(Code::ClassDiffers, "/seed", why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_count_by_size() {
        assert_eq!([0, 50, 101, 10_000].map(size_in_moves), [5, 6, 7, 105]);
    }
}
