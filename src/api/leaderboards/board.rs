//! `GET /v1/leaderboards/{game}`: shows a board, or the runs of a range of time.

use actix_web::{HttpRequest, Route, web};
use serde::Serialize;
use serde_json::value::RawValue;

use super::info::{PeriodKind, RoomMark, Show, open_information, room_id};
use super::query;
use super::query::{LeaderboardQuery, List};
#[cfg(feature = "schemas")]
use crate::api::operation::{DocumentedOperation, OperationInfo, id_of_game, operation};
use crate::api::pars::{self, ParInfo};
use crate::api::problem::{Code, Problem};
use crate::api::request::cursor;
use crate::api::request::cursor::Cursor;
#[cfg(feature = "schemas")]
use crate::api::request::query::limit;
use crate::api::response::{JsonResponse, raw};
use crate::api::schemas;
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::engine::example;
use crate::engine::{Facts, GameVersions, Ranked, Scoring};
use crate::rules::chance::Seed;
use crate::rules::game::ScoreOrder;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Period, Timestamp};
use crate::store::{
    AppId, Board, BoardEntry, BoardKind, PageStart, RunId, ScopeScore, SeasonId, SeedClass, Summary, TimeRange,
    TimeRangePlace,
};

/// A page of a leaderboard, or of the runs of a range of time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Leaderboard {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    game: &'static str,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    rules: u32,
    /// The options, in the schema of the game.
    #[schema(value_type = schemas::AnyOptions)]
    options: Box<RawValue>,
    /// Whether low or high scores win.
    wins: ScoreOrder,
    /// The origin of the seeds of the runs.
    class: SeedClass,
    /// Whether everything that decides the score (of the game or the room) is open after the deal, so that a program can compute the best moves.
    /// Label the board "computer help possible".
    open_information: bool,
    /// The seed of all runs, on a seed's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    seed: Option<String>,
    /// The room whose score ranks. Absent if the total ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::GameId>)]
    room: Option<String>,
    /// The length of the period. Absent for a range of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    period: Option<PeriodKind>,
    /// The start of the period. Absent for a board of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    since: Option<Timestamp>,
    /// The end of the period, exclusive. Absent for a board of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    until: Option<Timestamp>,
    /// Whether the board lists the best run of each player, or of each player on each seed. A range of time lists all runs.
    show: Show,
    /// The app through which the runs were submitted. Absent for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AppNumber>)]
    app: Option<AppId>,
    /// Number of entries. Absent from a range of time, and where a seed's board has more than 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    count: Option<u64>,
    /// The entries, the best first; equal ones in the order of arrival. In a range of time the newest are first.
    entries: Vec<LeaderboardEntry>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    previous: Option<String>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct LeaderboardEntry {
    /// 1 plus the number of entries that are strictly better by score, then by fewer moves. Absent from a range of time, and
    /// after the first 10,000 entries of a seed's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    rank: Option<u64>,
    /// The run's id.
    #[schema(value_type = schemas::RunNumber)]
    run: String,
    /// The player. Absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// The score that ranks: the total, or that of the board's room.
    #[schema(value_type = wire::Points)]
    score: u64,
    /// The number of moves of the run or of the board's room, which decides between equal scores.
    #[schema(value_type = wire::MoveCount)]
    moves: u32,
    /// The total.
    #[schema(value_type = wire::Points)]
    total: u64,
    /// The result of each room, if the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rooms: Option<Vec<RoomMark>>,
    /// The seed. Absent for a ranked daily game until its day is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    seed: Option<String>,
    /// When it was received.
    #[schema(value_type = schemas::Moment)]
    received_at: Timestamp,
    /// The first equivalent run, if another player submitted one before: its moves differ only in ways that do not affect the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    same_as: Option<String>,
    /// The number of moves that the player reports as undone. Absent if not reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TakenBack>)]
    taken_back: Option<u32>,
    /// Whether the player reports hints or an analysis. Absent if not reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Assisted>)]
    assisted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    par: Option<ParInfo>,
}

impl LeaderboardEntry {
    /// A run on a board that this score ranks.
    fn of(rank: Option<u64>, score: ScopeScore, run: Summary, par: Option<ParInfo>, closed: ClosedDays) -> Self {
        Self {
            rank,
            run: run.id.to_string(),
            score: score.key.score(),
            moves: score.moves,
            total: run.scores.whole.key.score(),
            rooms: RoomMark::of(&run),
            seed: run.open_seed(closed).map(Seed::to_string),
            player: run.player.map(PlayerName::from),
            received_at: run.received_at,
            same_as: run.same_as.map(|run| run.to_string()),
            taken_back: run.taken_back,
            assisted: run.assisted,
            par,
        }
    }
}

#[cfg(feature = "schemas")]
pub(super) fn doc(newest: Ranked) -> DocumentedOperation {
    let (facts, scoring) = (newest.facts(), newest.scoring());
    let doc = operation(OperationInfo {
        id: id_of_game("get_{game}_leaderboard", facts.id),
        tag: "Leaderboards",
        summary: format!("{}: leaderboard", facts.title),
        description: "Returns one board: runs of the same rules, options and seed class, ranked by score, then by fewer moves. \
             Equal runs share a rank. It lists the best run of each player: of a period, of a room (`room`, all time \
             only) or of a seed (`seed`, without `period`, `date`, `room` and `show`). With `show=runs` (all time \
             only), it lists the best run of each player on each seed. With `since` or `until`, it lists all runs of \
             that time, newest first, without ranks. Runs of the classes `daily`, `drawn` and `chosen` can be prepared \
             with a program, because their seeds are known. To rank people, use `ranked` and `ranked_daily`; if \
             `open_information` is true, a program can help there too. For the next page, send its cursor and the \
             other parameters unchanged. Paging returns every entry that was there at the start, once; only an entry \
             that moves up meanwhile can be missed or repeated.",
    });
    let options = serde_json::to_string(&newest.examples().options).unwrap_or_default();
    let example = example(facts, scoring, &options);
    limit(query::documented(doc, facts, scoring)).ok::<Leaderboard>(&example).errors(&["404", "422", "503"]).build()
}

#[cfg(feature = "schemas")]
fn example(facts: &Facts, scoring: &Scoring, options: &str) -> Leaderboard {
    let room = |(i, room): (usize, &&'static str)| RoomMark { room, score: i as u64, moves: 10 };
    let rooms: Vec<RoomMark> = scoring.rooms.iter().enumerate().map(room).collect();
    let total = rooms.iter().map(|room| room.score).sum();
    let moves = if rooms.is_empty() { 10 } else { rooms.iter().map(|room| room.moves).sum() };
    let entry = LeaderboardEntry {
        rank: Some(1),
        run: "1".to_owned(),
        player: Some(examples::player()),
        score: total,
        moves,
        total,
        rooms: (!rooms.is_empty()).then_some(rooms),
        seed: Some(example::seed().to_string()),
        received_at: examples::time(),
        same_as: None,
        taken_back: Some(0),
        assisted: Some(false),
        par: None,
    };
    Leaderboard {
        game: facts.id,
        rules: facts.rules,
        options: raw(options),
        wins: scoring.wins,
        class: SeedClass::Drawn,
        open_information: facts.open_by_default(),
        seed: None,
        room: None,
        period: Some(PeriodKind::All),
        since: None,
        until: None,
        show: Show::Bests,
        app: None,
        count: Some(1),
        entries: vec![entry],
        previous: None,
        next: None,
    }
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, query| async move {
        let query = LeaderboardQuery::of(game, query, &shared.seeds, shared.days.time().await?.now)?;
        let closed = shared.closed_days(query.category().class.is_daily()).await?;
        let leaderboard = match &query.list {
            List::Board { board, around } => board_page(&shared, &query, board, *around, closed).await?,
            List::Season { category, season, app, around } => {
                let kind = board_of_season(&shared, *season, *app).await?;
                let board = Board { category: category.clone(), kind };
                board_page(&shared, &query, &board, *around, closed).await?
            }
            List::Range(range) => range_page(&shared, &query, range, closed).await?,
        };
        Ok::<_, Problem>(JsonResponse::with_entity_tag(&leaderboard, &request))
    })
}

/// The board of a season, which must be one of `app`, if that is given.
async fn board_of_season(shared: &Shared, season: SeasonId, app: Option<AppId>) -> Result<BoardKind, Problem> {
    let found = shared.store.season(season).await?.filter(|found| app.is_none_or(|app| app == found.app));
    let unknown = || Problem::new(Code::UnknownSeason, format!("there is no season {season}, or it is of another app"));
    found.map(|found| BoardKind::App(found.app, found.period())).ok_or_else(unknown)
}

/// A page without entries, of a list that one of these ranks or selects: a room, a seed.
fn empty_page(query: &LeaderboardQuery, show: Show, room: Option<u8>, seed: Option<&Seed>) -> Leaderboard {
    let (facts, scoring) = (query.ruleset.facts(), query.ruleset.scoring());
    let category = query.category();
    let room = room.and_then(|room| room_id(facts.id, facts.rules, room));
    Leaderboard {
        game: facts.id,
        rules: category.rules,
        options: raw(&category.options),
        wins: scoring.wins,
        class: category.class,
        open_information: open_information(facts, room.as_deref(), &category.options),
        seed: seed.map(Seed::to_string),
        room,
        period: None,
        since: None,
        until: None,
        show,
        app: None,
        count: None,
        entries: Vec::new(),
        previous: None,
        next: None,
    }
}

/// A page of a board, with ranks.
async fn board_page(
    shared: &Shared,
    query: &LeaderboardQuery,
    board: &Board,
    around: Option<RunId>,
    closed: ClosedDays,
) -> Result<Leaderboard, Problem> {
    let list = cursor::of_board(board);
    let at = match (&query.cursor, around) {
        (Some(text), _) => match Cursor::read(text, list)? {
            Cursor::After(place) => PageStart::After(place),
            Cursor::Before(place) => PageStart::Before(place),
            _ => return Err(cursor::invalid()),
        },
        (None, Some(run)) => PageStart::Around(run),
        (None, None) => PageStart::Top,
    };
    let page = shared.store.page(board.clone(), at, query.limit).await?;
    if !page.found {
        return Err(Problem::of(Code::NotOnBoard));
    }
    let first = page.entries.first().filter(|_| page.more_before).map(|entry| Cursor::Before(entry.place));
    let last = page.entries.last().filter(|_| page.more_after).map(|entry| Cursor::After(entry.place));
    let (show, room, seed, app, period) = match &board.kind {
        BoardKind::Bests(period) => (Show::Bests, None, None, None, *period),
        BoardKind::Room(room) => (Show::Bests, Some(*room), None, None, Period::All),
        BoardKind::Runs => (Show::Runs, None, None, None, Period::All),
        BoardKind::Seed(seed) => (Show::Bests, None, Some(seed), None, Period::All),
        BoardKind::App(app, period) => (Show::Bests, None, None, Some(*app), *period),
    };
    let days = period.days();
    let pars = pars::of_runs(shared, page.entries.iter().map(|entry| &entry.run), closed).await?;
    let entry = |(BoardEntry { rank, place, run }, par)| LeaderboardEntry::of(rank, place.score, run, par, closed);
    Ok(Leaderboard {
        period: Some(PeriodKind::of(period)),
        since: days.map(|(first, _)| first.start()),
        until: days.map(|(_, end)| end.start()),
        app,
        count: page.count,
        previous: first.map(|cursor| cursor.write(list)),
        next: last.map(|cursor| cursor.write(list)),
        entries: page.entries.into_iter().zip(pars).map(entry).collect(),
        ..empty_page(query, show, room, seed)
    })
}

/// A page of the runs of a range of time, the newest first.
async fn range_page(
    shared: &Shared,
    query: &LeaderboardQuery,
    range: &TimeRange,
    closed: ClosedDays,
) -> Result<Leaderboard, Problem> {
    let list = cursor::of_time_range(range);
    let after = match &query.cursor {
        None => None,
        Some(text) => match Cursor::read(text, list)? {
            Cursor::Received(end) => Some(end),
            _ => return Err(cursor::invalid()),
        },
    };
    let limit = query.limit as usize;
    let mut runs = shared.store.runs_in(range.clone(), after, query.limit + 1).await?;
    let more = runs.len() > limit;
    runs.truncate(limit);
    let end = runs.last().filter(|_| more);
    let end = end.map(|run| Cursor::Received(TimeRangePlace { received_at: run.received_at, run: run.id }));
    let pars = pars::of_runs(shared, runs.iter(), closed).await?;
    let entry = |(run, par): (Summary, _)| LeaderboardEntry::of(None, run.scores.whole, run, par, closed);
    Ok(Leaderboard {
        since: Some(range.since),
        until: Some(range.until),
        app: range.app,
        next: end.map(|cursor| cursor.write(list)),
        entries: runs.into_iter().zip(pars).map(entry).collect(),
        ..empty_page(query, Show::Runs, None, None)
    })
}
