//! Leaderboards: one path for each game, its options among the parameters of the query.

mod averages;
mod query;
pub mod shape;

use actix_web::http::Method;
use actix_web::{HttpRequest, Route, web};

use self::query::LeaderboardQuery;
use self::shape::{Leaderboard, LeaderboardEntry, Show, open_information};
pub(super) use self::shape::{PeriodKind, RoomMark, room_id};
use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::examples;
use super::operation::{DocumentedOperation, OperationInfo, operation};
use super::problem::{Code, Problem};
use super::query::limit;
use super::response::{JsonResponse, raw};
use super::shared::Shared;
use crate::engine::{Facts, GameVersions, Ranked, Scoring, example, ranked_games};
use crate::rules::chance::Seed;
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{Board, BoardEntry, PageStart, SeedClass, TimeRange, TimeRangePlace};

/// The leaderboard of each game.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    let board = |(game, newest): (&'static GameVersions, &'static dyn Ranked)| {
        let path = format!("/v1/leaderboards/{}", game.id());
        Endpoint::untyped(Method::GET, path, move || show(game), move || doc(newest))
    };
    ranked_games().map(board).chain(averages::endpoints()).collect()
}

fn doc(newest: &dyn Ranked) -> DocumentedOperation {
    let (facts, scoring) = (newest.facts(), newest.scoring());
    let doc = operation(OperationInfo {
        id: format!("{}_leaderboard", facts.id.replace('-', "_")),
        tag: "Leaderboards",
        summary: format!("{}: leaderboard", facts.title),
        description: "One board: runs that share rules, options and the class of their seeds, ranked by score, then by \
            fewer moves. Ranks of equals are shared. On boards of every run the runs of one player on one seed are one line, the \
            best of the period, and on boards of bests all runs of a player are. A line says as `same_as` if another player \
            handed in such a run before, and as `taken_back` how many moves its player says to have taken back. Anyone may draw many deals and play the best, look up all chance of a seed, and \
            search with a program: these boards prove skill with tools. To rank people there are the classes `sealed` and \
            `sealed_daily`, of games that the service held at tables; where `open_information` is true, computer help is possible on these, too. Pages are walked by cursor, with all other parameters as they were. Such a walk shows no line \
            twice, and none that was there when it began is missed, however many are added meanwhile; but a player who \
            betters a line meanwhile moves it up, and it may then be missed by the walk, or be shown a second time by a walk \
            back. With `since` or `until`, all runs of that range of time are listed instead, the newest first, without ranks.",
    });
    let options = serde_json::to_string(&newest.examples().options).unwrap_or_default();
    let example = example(facts, scoring, &options);
    limit(query::documented(doc, facts, scoring))
        .ok::<Leaderboard>(&example)
        .errors(&["400", "404", "422", "503"])
        .build()
}

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
        count: Some(1),
        entries: vec![entry],
        previous: None,
        next: None,
    }
}

fn show(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, query| async move {
        let query = LeaderboardQuery::of(game, query, &shared.seeds, shared.clock.now())?;
        let closed = shared.closed_days(query.board.category.class.is_daily()).await?;
        let board = match query.range {
            Some(range) => listed(&shared, query, range, closed).await?,
            None => ranked(&shared, query, closed).await?,
        };
        Ok::<_, Problem>(JsonResponse::with_entity_tag(&board, &request))
    })
}

/// A page of the query without entries.
fn empty_page(query: &LeaderboardQuery) -> Leaderboard {
    let (facts, scoring) = (query.ruleset.facts(), query.ruleset.scoring());
    let Board { category, seed, scope, bests, .. } = &query.board;
    let room = room_id(facts.id, facts.rules, *scope);
    Leaderboard {
        game: facts.id,
        rules: category.rules,
        options: raw(&category.options),
        wins: scoring.wins,
        class: category.class,
        open_information: open_information(facts, room.as_deref(), &category.options),
        seed: seed.as_ref().map(Seed::to_string),
        room,
        period: None,
        since: None,
        until: None,
        show: if *bests { Show::Bests } else { Show::Runs },
        count: None,
        entries: Vec::new(),
        previous: None,
        next: None,
    }
}

/// A page of a board, with ranks.
async fn ranked(shared: &Shared, query: LeaderboardQuery, closed: ClosedDays) -> Result<Leaderboard, Problem> {
    let list = cursor::of_board(&query.board);
    let at = match (&query.cursor, query.around) {
        (Some(text), _) => match Cursor::read(text, list)? {
            Cursor::After(place) => PageStart::After(place),
            Cursor::Before(place) => PageStart::Before(place),
            Cursor::Received(_) | Cursor::Run(_) | Cursor::Table(_) | Cursor::Average(_) => {
                return Err(cursor::invalid());
            }
        },
        (None, Some(run)) => PageStart::Around(run),
        (None, None) => PageStart::Top,
    };
    let page = shared.store.page(query.board.clone(), at, query.limit).await?;
    if !page.found {
        return Err(Problem::new(Code::NotOnBoard, Code::NotOnBoard.meaning()));
    }
    let first = page.entries.first().filter(|_| page.more_before).map(|entry| Cursor::Before(entry.place));
    let last = page.entries.last().filter(|_| page.more_after).map(|entry| Cursor::After(entry.place));
    let days = query.board.period.days();
    let scope = query.board.scope;
    let entry = |BoardEntry { rank, run, .. }| LeaderboardEntry::of(Some(rank), scope, run, closed);
    Ok(Leaderboard {
        period: Some(query.kind),
        since: days.map(|(first, _)| first.start()),
        until: days.map(|(_, end)| end.start()),
        count: Some(page.count),
        previous: first.map(|cursor| cursor.write(list)),
        next: last.map(|cursor| cursor.write(list)),
        entries: page.entries.into_iter().map(entry).collect(),
        ..empty_page(&query)
    })
}

/// A page of the runs of a range of time, the newest first.
async fn listed(
    shared: &Shared,
    query: LeaderboardQuery,
    (since, until): (Timestamp, Timestamp),
    closed: ClosedDays,
) -> Result<Leaderboard, Problem> {
    let Board { category, seed, .. } = query.board.clone();
    let range = TimeRange { category, seed, since, until };
    let list = cursor::of_time_range(&range);
    let after = match &query.cursor {
        None => None,
        Some(text) => match Cursor::read(text, list)? {
            Cursor::Received(end) => Some(end),
            _ => return Err(cursor::invalid()),
        },
    };
    let limit = query.limit as usize;
    let mut runs = shared.store.runs_in(range, after, query.limit + 1).await?;
    let more = runs.len() > limit;
    runs.truncate(limit);
    let end = runs.last().filter(|_| more);
    let end = end.map(|run| Cursor::Received(TimeRangePlace { received_at: run.received_at, run: run.id }));
    Ok(Leaderboard {
        since: Some(since),
        until: Some(until),
        next: end.map(|cursor| cursor.write(list)),
        entries: runs.into_iter().map(|run| LeaderboardEntry::of(None, 0, run, closed)).collect(),
        ..empty_page(&query)
    })
}
