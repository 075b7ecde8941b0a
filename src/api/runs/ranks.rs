//! The ranks in a receipt: on which boards a run can be an entry, and its rank on those on which it is one.

use serde::Serialize;

use crate::api::leaderboards::{PeriodKind, Show, room_id};
use crate::api::problem::Problem;
use crate::api::schemas;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Period;
use crate::store::{
    AppId, Board, BoardKind, BoardPlace, BoardRank, ScopeScore, Season, SeedClass, StoreError, Summary,
};

/// The rank of a run on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::api) struct RunRank {
    /// Whether the board lists the best run of each player, or of each player on each seed.
    pub(super) show: Show,
    /// The period of the board.
    pub(super) period: PeriodKind,
    /// The room whose score ranks. Absent if the total ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::GameId>)]
    pub(super) room: Option<String>,
    /// Whether it is the board of the run's seed.
    pub(super) same_seed: bool,
    /// The app whose board it is. Absent for the boards of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AppNumber>)]
    pub(super) app: Option<AppId>,
    /// 1 plus the number of entries that are strictly better by score, then by fewer moves.
    #[schema(minimum = 1)]
    pub(super) rank: u64,
    /// Number of entries.
    #[schema(minimum = 1)]
    pub(super) count: u64,
}

impl RunRank {
    fn of(run: &Summary, board: &BoardKind, BoardRank { rank, count }: BoardRank) -> Self {
        let (show, period, room, same_seed) = match board {
            BoardKind::Bests(period) | BoardKind::App(_, period) => (Show::Bests, *period, None, false),
            BoardKind::Room(room) => (Show::Bests, Period::All, Some(*room), false),
            BoardKind::Runs => (Show::Runs, Period::All, None, false),
            BoardKind::Seed(_) => (Show::Bests, Period::All, None, true),
        };
        let room = room.and_then(|room| room_id(&run.category.game, run.category.rules, room));
        let app = match board {
            BoardKind::App(app, _) => Some(*app),
            BoardKind::Bests(_) | BoardKind::Room(_) | BoardKind::Runs | BoardKind::Seed(_) => None,
        };
        Self { show, period: PeriodKind::of(period), room, same_seed, app, rank, count }
    }
}

/// The boards whose ranks a receipt shows, each with the score that ranks the run there.
fn boards(run: &Summary, season: Option<Period>) -> Vec<(BoardKind, ScopeScore)> {
    if run.category.class == SeedClass::Contest {
        return Vec::new();
    }
    let of_service = if run.app.is_some_and(|app| app.alone) { Vec::new() } else { boards_of_service(run) };
    let day = run.received_at.day();
    let of_app = run.app.into_iter().flat_map(|app| {
        let periods = [Period::Day(day), day.month(), Period::All].into_iter().chain(season);
        periods.map(move |period| (BoardKind::App(app.id, period), run.scores.whole))
    });
    of_service.into_iter().chain(of_app).collect()
}

fn boards_of_service(run: &Summary) -> Vec<(BoardKind, ScopeScore)> {
    let day = run.received_at.day();
    let bests = [Period::Day(day), day.week(), day.month(), Period::All].map(BoardKind::Bests);
    // In daily classes the board of the seed is that of the day, and a table's own seed has no other player.
    let has_seed_board = matches!(run.category.class, SeedClass::Drawn | SeedClass::Chosen);
    let of_seed = has_seed_board.then(|| BoardKind::Seed(run.seed.clone()));
    let of_whole = bests.into_iter().chain([BoardKind::Runs]).chain(of_seed);
    let rooms = (1..).map(BoardKind::Room).zip(run.scores.rooms.iter().copied());
    of_whole.map(|board| (board, run.scores.whole)).chain(rooms).collect()
}

/// The season in which a run was received.
async fn season_of(shared: &Shared, run: &Summary) -> Result<Option<Period>, StoreError> {
    let Some(app) = run.app else { return Ok(None) };
    let seasons = shared.store.seasons(app.id).await?;
    Ok(seasons.iter().map(Season::period).find(|period| period.contains(run.received_at)))
}

/// The ranks of a run. Boards on which it is no entry, since its player did better, are left out, and so are those on which its rank is
/// not known.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn ranks(shared: &Shared, run: &Summary) -> Result<Vec<RunRank>, Problem> {
    let boards = boards(run, season_of(shared, run).await?);
    let place = |(kind, score): &(BoardKind, ScopeScore)| {
        let board = Board { category: run.category.clone(), kind: kind.clone() };
        (board, BoardPlace { score: *score, run: run.id })
    };
    let ranks = shared.store.ranks(boards.iter().map(place).collect()).await?;
    let ranked = |((kind, _), rank): (&(BoardKind, ScopeScore), Option<BoardRank>)| Some(RunRank::of(run, kind, rank?));
    Ok(boards.iter().zip(ranks).filter_map(ranked).collect())
}
