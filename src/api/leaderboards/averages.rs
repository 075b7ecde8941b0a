//! `GET /v1/leaderboards/{game}/averages`: the means of all ranked games that players started in a month, unfinished ones included.

use actix_web::{HttpRequest, Route, web};
use serde::Serialize;
use serde_json::value::RawValue;

use super::info::open_information;
use super::query::AveragesQuery;
#[cfg(feature = "schemas")]
use crate::api::operation::{DocumentedOperation, OperationInfo, id_of_game, operation};
use crate::api::problem::Problem;
use crate::api::request::cursor;
use crate::api::request::cursor::Cursor;
#[cfg(feature = "schemas")]
use crate::api::request::query::limit;
use crate::api::response::{JsonResponse, raw};
use crate::api::schemas;
use crate::api::schemas::decimal::Decimal;
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
use crate::engine::{GameVersions, Ranked};
use crate::rules::game::ScoreOrder;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::Month;
use crate::store::{Average, AverageList};

/// A page of averages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Averages {
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
    /// The month (UTC) in which the games were started.
    #[schema(value_type = String, pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    month: Month,
    /// Whether all information is open after the deal. A program can then compute the best moves even if the seed is secret: label the averages
    /// "computer help possible".
    open_information: bool,
    /// The value of an unfinished game, unless its current score is worse.
    #[schema(value_type = wire::Points)]
    abandoned: u64,
    /// The number of listed players: those who started at least 20 games.
    count: u64,
    /// The lines, the best first.
    entries: Vec<AverageEntry>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A line of the averages.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct AverageEntry {
    /// 1 plus the number of players whose exact mean is strictly better.
    #[schema(minimum = 1)]
    rank: u64,
    /// The player. Absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// The mean of what the games count, rounded to thousandths. Ranks go by the exact mean.
    #[schema(value_type = f64)]
    mean: Decimal,
    /// The number of games that the player started in the month. All of them count.
    #[schema(minimum = 20)]
    games: u32,
    /// The number of finished games. The others were given up or left, or are still being played.
    finished: u32,
}

#[cfg(feature = "schemas")]
pub(super) fn doc(newest: Ranked) -> DocumentedOperation {
    let (facts, scoring) = (newest.facts(), newest.scoring());
    let doc = operation(OperationInfo {
        id: id_of_game("list_{game}_averages", facts.id),
        tag: "Leaderboards",
        summary: format!("{}: averages of ranked games by month", facts.title),
        description: "Returns players by the mean of all their `ranked` games of a month (UTC), from 20 games on. Every game \
             that was started counts: an unfinished one as the worse of `abandoned` and its current score. Ranked \
             daily games do not count. The list can change until the last game of the month has ended. It does not \
             prove that a player has one account, or uses no program; if `open_information` is true, a program can \
             compute the best moves.",
    });
    let entry = AverageEntry {
        rank: 1,
        player: Some(examples::player()),
        mean: Decimal::mean(183, 21),
        games: 21,
        finished: 20,
    };
    let options = serde_json::to_string(&newest.examples().options).unwrap_or_default();
    let example = Averages {
        game: facts.id,
        rules: facts.rules,
        options: raw(&options),
        wins: scoring.wins,
        month: Month::of(examples::time().day()),
        open_information: facts.open_by_default(),
        abandoned: scoring.abandoned,
        count: 1,
        entries: vec![entry],
        next: None,
    };
    limit(super::query::documented_averages(doc, facts)).ok::<Averages>(&example).errors(&["422", "503"]).build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, query| async move {
        let AveragesQuery { ruleset, list, cursor, limit } =
            AveragesQuery::of(game, query, shared.days.time().await?.now)?;
        let id = cursor::of_averages(&list);
        let after = cursor.map(|text| Cursor::read(&text, id)?.average()).transpose()?;
        let page = shared.store.averages(list.clone(), after, limit).await?;
        let next = page.lines.last().filter(|_| page.more).map(|last| Cursor::Average(last.place).write(id));
        let AverageList { category, month } = list;
        let entry = |Average { rank, player, games, finished, sum, .. }: Average| AverageEntry {
            rank,
            player: player.map(PlayerName::from),
            mean: Decimal::mean(sum, games),
            games,
            finished,
        };
        let averages = Averages {
            game: ruleset.facts().id,
            rules: category.rules,
            options: raw(&category.options),
            wins: ruleset.scoring().wins,
            month,
            open_information: open_information(ruleset.facts(), None, &category.options),
            abandoned: ruleset.scoring().abandoned,
            count: page.count,
            entries: page.lines.into_iter().map(entry).collect(),
            next,
        };
        Ok::<_, Problem>(JsonResponse::with_entity_tag(&averages, &request))
    })
}
