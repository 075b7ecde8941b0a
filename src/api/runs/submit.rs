//! Submitting a run: it is read once, replayed, accepted or rejected, and stored. The response is made of what is in memory, and of the
//! ranks, which are read.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::embargoed_until;
use super::ranks::ranks;
use super::shape::{AnyRun, Receipt, RunInfo};
use crate::api::body::Unparsed;
use crate::api::client::Client;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::seeds::{Origin, Seeds};
use crate::api::shared::Shared;
use crate::days::Today;
use crate::engine::read::RulesetKey;
use crate::engine::verification::AcceptedRun;
use crate::engine::{Ranked, Refusal, Ruleset, game, read};
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{Category, NewRun, PackedMoves, PlayerId, SeedClass, StoredRun, Submitted};
use crate::verification::scores;

/// The query of a submission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmitQuery {
    class: Option<SeedClass>,
    taken_back: Option<u32>,
}

pub(super) async fn submit(
    request: HttpRequest,
    shared: web::Data<Shared>,
    query: web::Query<SubmitQuery>,
    body: Unparsed<AnyRun>,
) -> Result<JsonResponse<Receipt>, Problem> {
    let received_at = shared.clock.now();
    let player = Client::of(&request).player()?;
    let today = shared.days.today().await?;
    let SubmitQuery { class: meant_for, taken_back } = query.into_inner();
    let submission = Submission { player: player.id, received_at, today, meant_for, taken_back, seeds: shared.seeds };
    let accepted = shared.submission(player.id, &request, move || submission.accept(&body.bytes)).await?;
    let Accepted { run, moves } = accepted;
    let submitted = shared.store.submit(run.clone()).await?;
    let (new, stored) = match submitted {
        Submitted::New { id, class, same_as } => (true, run.into_stored(id, class, same_as, player)),
        // It has the same moves: they are part of the fingerprint that identifies it.
        Submitted::Existing(stored) => (false, *stored),
        Submitted::Banned => return Err(Problem::banned()),
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

/// Who submits a run, when, and what they report of it.
struct Submission {
    player: PlayerId,
    received_at: Timestamp,
    today: Today,
    meant_for: Option<SeedClass>,
    taken_back: Option<u32>,
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

    fn accepted(self, ranked: &dyn Ranked, accepted: AcceptedRun) -> Result<Accepted, Problem> {
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
            category: Category { game: facts.id.to_owned(), rules: facts.rules, options, class: origin.class() },
            claims_seed: origin == Origin::DrawnForAnybody,
            required_class: self.meant_for,
            seed,
            received_at: self.received_at,
            scores,
            score_card: result.score_card,
            digest: result.digest,
            fingerprint,
            equivalence,
            taken_back: self.taken_back,
            moves: packed,
        };
        Ok(Accepted { run, moves })
    }
}

/// The ruleset as one whose runs are kept.
fn ranked(ruleset: &dyn Ruleset) -> Result<&'static dyn Ranked, Refusal> {
    ruleset.ranked().ok_or_else(|| Refusal::Seated { title: ruleset.facts().title })
}

/// The problem of a run whose `game` is missing or unknown.
pub(in crate::api) fn no_game(body: &[u8], id: Option<String>) -> Problem {
    /// The one field that a run of any game has.
    #[derive(Deserialize)]
    struct GameOfRun {
        game: String,
    }
    let detail = match (id, read::read::<GameOfRun>(body)) {
        (_, Err(refusal)) => return refusal.into(),
        (Some(game), _) | (None, Ok(GameOfRun { game })) => format!("there is no game {game:?}"),
    };
    Problem::new(Code::InvalidBody, &detail).at("/game", "invalid", &detail)
}

fn class_differs(class: SeedClass) -> Problem {
    let why = match class {
        SeedClass::Daily => "is the day's seed of this game: daily",
        SeedClass::Drawn => "was drawn for this game and is the player's own: drawn",
        SeedClass::Chosen => "is neither the day's seed of this game nor one drawn that is the player's own: chosen",
        SeedClass::Sealed | SeedClass::SealedDaily => "is a table's: sealed runs come from tables only",
    };
    let detail = format!("received now, with these options and from this player, the seed {why}");
    Problem::new(Code::ClassDiffers, &detail).at("/seed", "class_differs", &detail)
}
