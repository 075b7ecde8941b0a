//! Handing in a run: it is read once, replayed, accepted or rejected, stored, and answered with its ranks.

use actix_web::{HttpRequest, web};
use serde::Deserialize;

use super::embargoed_until;
use super::shape::{AnyRun, Receipt, RunInfo, RunRank};
use crate::api::body::Unparsed;
use crate::api::client::Client;
use crate::api::leaderboards::{PeriodKind, room_id};
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::seeds::{Origin, Seeds};
use crate::api::shared::Shared;
use crate::days::Today;
use crate::engine::read::RulesetKey;
use crate::engine::verification::{AcceptedRun, ScoreAndMoves};
use crate::engine::{Ranked, Refusal, Ruleset, game, read};
use crate::store::calendar::{ClosedDays, Period, Timestamp};
use crate::store::{
    Board, BoardRank, Category, NewRun, PackedMoves, PlayerId, RankKey, RunId, ScopeScore, SeedClass, StoredRun,
    Submitted, Summary,
};

/// The query of a run that is handed in.
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
    let run = shared.submission(player.id, &request, move || submission.accept(&body.bytes)).await?;
    let submitted = shared.store.submit(run.clone()).await?;
    let (new, stored) = match submitted {
        Submitted::New { id, class, same_as } => (true, run.into_stored(id, class, same_as, player)),
        Submitted::Before(stored) => (false, *stored),
        Submitted::ClassDiffers(class) => return Err(class_differs(class)),
    };
    let location = format!("/v1/runs/{}", stored.summary.id);
    let receipt = receipt(&shared, stored, today.closed()).await?;
    Ok(if new {
        JsonResponse::created(location, &receipt)
    } else {
        JsonResponse::no_store(&receipt).location(location)
    })
}

/// The receipt of a run that is kept, for its player, whether or not its ranks can be read now.
async fn receipt(shared: &Shared, stored: StoredRun, closed: ClosedDays) -> Result<Receipt, Problem> {
    let ranks = ranks(shared, &stored.summary).await.ok();
    let embargoed_until = embargoed_until(&stored, closed);
    Ok(Receipt { run: RunInfo::of(stored, embargoed_until, true, closed)?, ranks })
}

/// The receipt of the run of a table, for its player.
///
/// # Errors
/// When it cannot be read.
pub(in crate::api) async fn receipt_of(shared: &Shared, run: RunId, closed: ClosedDays) -> Result<Receipt, Problem> {
    let stored = shared.store.run(run).await?;
    let stored = stored.ok_or_else(|| Problem::new(Code::InternalError, "the run that was kept is not there"))?;
    receipt(shared, stored, closed).await
}

/// Who hands in a run, when, and what they say of it.
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
    fn accept(self, body: &[u8]) -> Result<NewRun, Problem> {
        let RulesetKey { game: id, .. } = RulesetKey::of_run(body);
        let Some(game) = id.as_deref().and_then(game) else { return Err(no_game(body, id)) };
        let (ranked, accepted) = game.of_run(body, |ruleset| {
            let ranked = ranked(ruleset)?;
            Ok((ranked, ranked.accept(body)?))
        })?;
        self.new_run(ranked, accepted)
    }

    fn new_run(self, ranked: &dyn Ranked, accepted: AcceptedRun) -> Result<NewRun, Problem> {
        let (facts, wins) = (ranked.facts(), ranked.scoring().wins);
        let AcceptedRun { seed, options, moves, fingerprint, likeness, result, default_options } = accepted;
        let origin = self.seeds.origin(facts.id, &seed, default_options, Some(self.player), self.received_at);
        if origin == Origin::Daily {
            self.today.confirmed()?;
        }
        let moves = PackedMoves::pack(&moves)
            .map_err(|_| Problem::new(Code::InternalError, "the moves could not be packed"))?;
        let score = |of: &ScoreAndMoves| ScopeScore { key: RankKey::of(of.score, wins), moves: of.moves };
        Ok(NewRun {
            player: self.player,
            category: Category { game: facts.id.to_owned(), rules: facts.rules, options, class: origin.class() },
            claims_seed: origin == Origin::DrawnForAnybody,
            meant_for: self.meant_for,
            seed,
            received_at: self.received_at,
            scores: result.scores.iter().map(score).collect(),
            score_card: result.score_card,
            digest: result.digest,
            fingerprint,
            likeness,
            taken_back: self.taken_back,
            moves,
        })
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

/// A board whose rank is in the receipt.
struct RankedOn {
    scope: u8,
    same_seed: bool,
    period: PeriodKind,
}

/// The boards whose ranks are in the receipt: by total in each period and on the run's seed, and room by room.
fn boards(run: &Summary) -> Vec<RankedOn> {
    let of_all = [PeriodKind::Day, PeriodKind::Week, PeriodKind::Month, PeriodKind::All];
    let of_all = of_all.map(|period| RankedOn { scope: 0, same_seed: false, period });
    let of_seed = RankedOn { scope: 0, same_seed: true, period: PeriodKind::All };
    let room = |scope| RankedOn { scope, same_seed: false, period: PeriodKind::All };
    let rooms = (1..run.scores.len()).filter_map(|scope| u8::try_from(scope).ok()).map(room);
    of_all.into_iter().chain([of_seed]).chain(rooms).collect()
}

/// The ranks of a run.
async fn ranks(shared: &Shared, run: &Summary) -> Result<Vec<RunRank>, Problem> {
    let boards = boards(run);
    let day = run.received_at.day();
    let board = |on: &RankedOn| Board {
        category: run.category.clone(),
        seed: on.same_seed.then(|| run.seed.clone()),
        scope: on.scope,
        period: if on.period == PeriodKind::All { Period::All } else { on.period.with(day) },
        bests: false,
    };
    let standings = shared.store.ranks(run.id, boards.iter().map(board).collect()).await?;
    let rank = |(RankedOn { scope, same_seed, period }, standing): (RankedOn, Option<BoardRank>)| {
        let BoardRank { rank, count } = standing?;
        Some(RunRank { room: room_id(&run.category.game, run.category.rules, scope), same_seed, period, rank, count })
    };
    Ok(boards.into_iter().zip(standings).filter_map(rank).collect())
}
