//! Creation of contests.

use std::collections::BTreeSet;

use sqlx::Row as _;

use super::super::Connection;
use super::super::players::standing;
use super::super::rows::execute_once;
use super::enter;
use crate::{ContestCreated, ContestId, EntrantState, MAX_OPEN_CONTESTS, NewContest, NewRound, RoundState};

/// Creates a contest. The row of its organizer is locked.
pub(super) async fn create(connection: &mut Connection, contest: &NewContest) -> sqlx::Result<ContestCreated> {
    let organizer = contest.terms.organizer;
    let standing = standing(connection, BTreeSet::from([organizer])).await?;
    if standing.banned.contains(&organizer) {
        return Ok(ContestCreated::Banned);
    }
    if let Some((key, request)) = &contest.repeatable {
        let sql = "SELECT id, request FROM contests WHERE request_key = $1";
        if let Some(row) = sqlx::query(sql).bind(key.as_slice()).fetch_optional(&mut *connection).await? {
            let same = row.try_get::<&[u8], _>(1)? == request;
            let existing = ContestCreated::Existing(ContestId(row.try_get(0)?));
            return Ok(if same { existing } else { ContestCreated::OtherRequest });
        }
    }
    let closes_at = contest.rounds.iter().map(|round| round.closes_at).max().unwrap_or(contest.terms.created_at);
    let sql = "SELECT count(*) FROM contests WHERE organizer = $1 AND closes_at > $2";
    let query = sqlx::query_scalar(sql).bind(organizer.0).bind(contest.terms.created_at.millis());
    let open: i64 = query.fetch_one(&mut *connection).await?;
    if open >= MAX_OPEN_CONTESTS {
        return Ok(ContestCreated::TooMany);
    }
    let app = standing.through(organizer, contest.terms.app, contest.terms.created_at).map(|app| app.id);
    let NewContest { id, terms, rounds, repeatable } = contest;
    let sql =
        "INSERT INTO contests (id, organizer, app, name, game, rules, options, entry, approval, scoring, created_at,
            closes_at, entrants, request_key, request)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13, $14)";
    let query = sqlx::query(sql).bind(id.0).bind(organizer.0).bind(app.map(|app| app.0)).bind(&terms.name);
    let query = query.bind(&terms.game).bind(i64::from(terms.rules)).bind(&terms.options).bind(terms.entry.number());
    let query = query.bind(i64::from(terms.approval)).bind(i64::from(terms.by_points)).bind(terms.created_at.millis());
    let query = query.bind(closes_at.millis());
    let query = query.bind(repeatable.as_ref().map(|(key, _)| key.as_slice()));
    query.bind(repeatable.as_ref().map(|(_, request)| request.as_slice())).execute(&mut *connection).await?;
    let sql = ["INSERT INTO contest_rounds (id, contest, number, seed, opens_at, closes_at, state, void, due) ", ""];
    let numbered: Vec<(i64, &NewRound)> = (1..).zip(rounds).collect();
    execute_once(connection, sql, &numbered, |columns, (number, round)| {
        columns.push_bind(round.id.0).push_bind(id.0).push_bind(*number).push_bind(round.seed.as_str());
        columns.push_bind(round.opens_at.millis()).push_bind(round.closes_at.millis());
        columns.push_bind(RoundState::Scheduled.number()).push_bind(0_i64).push_bind(round.opens_at.millis());
    })
    .await?;
    enter::insert(connection, *id, organizer, EntrantState::Organizer, terms.created_at).await?;
    Ok(ContestCreated::New)
}
