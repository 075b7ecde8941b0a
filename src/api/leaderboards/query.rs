//! The query of a leaderboard. Each parameter is declared once, for the document and for the parser.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde_json::{Map, Value as Json};

use super::info::Show;
use crate::api::games::version;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::{
    OneOf, Parameters, Parsed, Query, SEED_CLASSES_OF_BOARDS, SEED_TEXT, invalid, limit_of,
};
use crate::api::request::{cursor, query};
use crate::api::schemas;
use crate::api::secrets::seeds::Seeds;
use crate::engine::{Facts, GameVersions, Ranked, Ruleset, Scoring};
use crate::rules::chance::Seed;
use crate::rules::game::OptionInfo;
use crate::rules::wire;
use crate::store::calendar::{Day, Month, Period, Timestamp};
use crate::store::{AppId, AverageList, Board, BoardKind, Category, RunId, SeasonId, SeedClass, TimeRange};

const RULES: Parsed<u32> = Parsed {
    name: "rules",
    description: "The rules version. The default is the newest.",
    expected: "the number of a rules version",
    #[cfg(feature = "schemas")]
    schema: |_| wire::reference_to::<wire::RulesVersion>(),
    of: PhantomData,
};
const CLASS: OneOf<SeedClass> = OneOf {
    name: "class",
    description: "The seed class; `drawn` by default. With `seed`, the default is `daily` for the day's seed with the default \
                  options, `drawn` for a seed that was drawn without a token, and `chosen` for any other.",
    values: Cow::Borrowed(SEED_CLASSES_OF_BOARDS),
    default: None,
};
const SEED: Parsed<Seed> = Parsed {
    name: "seed",
    description: "Returns the board of this seed: the best run of each player on it. Ranks and the count of entries \
        are absent past 10,000. Not allowed with `period`, `date`, `room`, `show`, `since` or `until`.",
    expected: SEED_TEXT,
    #[cfg(feature = "schemas")]
    schema: |_| wire::reference_to::<Seed>(),
    of: PhantomData,
};
const PERIOD: OneOf<Length> = OneOf {
    name: "period",
    description: "The period in which runs were received (UTC): the one that contains `date`. Only `all` is allowed with `room` and \
                  with `show=runs`.",
    values: Cow::Borrowed(&[
        ("all", Length::All),
        ("day", Length::Day),
        ("week", Length::Week),
        ("month", Length::Month),
    ]),
    default: Some("all"),
};
const DATE: Parsed<Day> = Parsed {
    name: "date",
    description: "A day of the period, such as 2026-11-20. The default is today.",
    expected: "a date such as 2026-11-20",
    #[cfg(feature = "schemas")]
    schema: |description| wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description, "2026-11-20"),
    of: PhantomData,
};
const SHOW: OneOf<Show> = OneOf {
    name: "show",
    description: "`bests` lists the best run of each player. `runs` lists the best run of each player on each seed.",
    values: Cow::Borrowed(&[("bests", Show::Bests), ("runs", Show::Runs)]),
    default: Some("bests"),
};
const APP: Parsed<AppId> = query::app(
    "Returns the board of this app: the best run of each player among those that were submitted through it, of all time, a month or a day. \
     With `since` or `until`, lists those runs. Runs of players for whom the app acts are on no other board and in no other list.",
);
const SEASON: Parsed<SeasonId> = Parsed {
    name: "season",
    description: "Returns the board of this season of an app. Not allowed with `period`, `date`, `seed`, `room`, `show`, `since` or `until`.",
    expected: "the id of a season",
    #[cfg(feature = "schemas")]
    schema: |_| wire::reference_to::<schemas::SeasonNumber>(),
    of: PhantomData,
};
const CURSOR: Parsed<String> = Parsed {
    name: "cursor",
    description: "The cursor of a page, from `next` or `previous` of another.",
    expected: "a cursor",
    #[cfg(feature = "schemas")]
    schema: |_| cursor::schema(),
    of: PhantomData,
};
const AROUND: Parsed<RunId> = Parsed {
    name: "around",
    description: "The id of a run. Returns the page with this run in the middle.",
    expected: "the id of a run",
    #[cfg(feature = "schemas")]
    schema: |_| wire::reference_to::<schemas::RunNumber>(),
    of: PhantomData,
};
const SINCE: Parsed<Timestamp> = Parsed {
    name: "since",
    description: "The start of a range of time: RFC 3339, or a date.",
    expected: "a time (RFC 3339) or a date",
    #[cfg(feature = "schemas")]
    schema: time,
    of: PhantomData,
};
const UNTIL: Parsed<Timestamp> = Parsed {
    name: "until",
    description: "The end of a range of time, exclusive: RFC 3339, or a date.",
    expected: "a time (RFC 3339) or a date",
    #[cfg(feature = "schemas")]
    schema: time,
    of: PhantomData,
};

#[cfg(feature = "schemas")]
fn time(_: &str) -> wire::AnySchema {
    wire::text("^[0-9T:.Z+-]{10,40}$", "RFC 3339, or a date", "2026-11-20T00:00:00Z")
}

const ROOM: &str = "room";

/// The periods that `period` names. Those of seasons have a parameter of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    All,
    Day,
    Week,
    Month,
}

impl Length {
    /// The period of this length that contains a day.
    fn period(self, day: Day) -> Period {
        match self {
            Self::All => Period::All,
            Self::Day => Period::Day(day),
            Self::Week => day.week(),
            Self::Month => day.month(),
        }
    }
}

/// The parameter `room`, of a game with rooms. Its values are the numbers of rooms, from 1.
fn room(scoring: &Scoring) -> Option<OneOf<u8>> {
    let values: Vec<(&str, u8)> = scoring.rooms.iter().copied().zip(1..).collect();
    let description = "Ranks by the score of this room, of all time; by the total by default.";
    (!values.is_empty()).then_some(OneOf { name: ROOM, description, values: values.into(), default: None })
}

/// The parameter of a game's option.
fn option(info: &OptionInfo) -> OneOf<&'static str> {
    let values: Vec<_> = info.values.iter().map(|value| (*value, *value)).collect();
    OneOf { name: info.name, description: info.summary, values: values.into(), default: info.values.first().copied() }
}

/// Adds the parameters to an operation.
#[cfg(feature = "schemas")]
pub(super) fn documented(doc: OperationDoc, facts: &Facts, scoring: &Scoring) -> OperationDoc {
    let doc = RULES.documented(doc);
    let doc = CLASS.documented(doc);
    let doc = SEED.documented(doc);
    let doc = PERIOD.documented(doc);
    let doc = DATE.documented(doc);
    let doc = SHOW.documented(doc);
    let doc = CURSOR.documented(doc);
    let doc = AROUND.documented(doc);
    let doc = SINCE.documented(doc);
    let doc = UNTIL.documented(doc);
    let doc = SEASON.documented(APP.documented(doc));
    let doc = room(scoring).iter().fold(doc, |doc, room| room.documented(doc));
    facts.options.iter().fold(doc, |doc, info| option(info).documented(doc))
}

/// A parsed query: a list, and which page of it.
#[derive(Debug)]
pub(super) struct LeaderboardQuery {
    pub(super) ruleset: Ranked,
    pub(super) list: List,
    pub(super) cursor: Option<String>,
    pub(super) limit: u32,
}

/// What a query lists.
#[derive(Debug)]
pub(super) enum List {
    /// A board, from the top or around a run.
    Board { board: Board, around: Option<RunId> },
    /// The board of a season, which must be one of `app`, if that is given; from the top or around a run.
    Season { category: Category, season: SeasonId, app: Option<AppId>, around: Option<RunId> },
    /// The runs of a range of time.
    Range(TimeRange),
}

const MONTH: Parsed<Month> = Parsed {
    name: "month",
    description: "The month (UTC) in which the games were started, such as 2026-11. The default is the current \
        month.",
    expected: "a month from 1970-01 to 9999-12, such as 2026-11",
    #[cfg(feature = "schemas")]
    schema: |description| wire::text("^[0-9]{4}-(0[1-9]|1[0-2])$", description, "2026-11"),
    of: PhantomData,
};

/// Adds the parameters of averages to an operation.
#[cfg(feature = "schemas")]
pub(super) fn documented_averages(doc: OperationDoc, facts: &Facts) -> OperationDoc {
    let doc = CURSOR.documented(MONTH.documented(RULES.documented(doc)));
    facts.options.iter().fold(doc, |doc, info| option(info).documented(doc))
}

/// A parsed query of averages.
#[derive(Debug)]
pub(super) struct AveragesQuery {
    pub(super) ruleset: Ranked,
    pub(super) list: AverageList,
    pub(super) cursor: Option<String>,
    pub(super) limit: u32,
}

impl AveragesQuery {
    /// Parses a query that was received at `now`.
    ///
    /// # Errors
    /// 400 when a parameter is unknown or not valid; 422 when the rules version is not known.
    pub(super) fn of(
        game: &'static GameVersions,
        Query(query): Query<Vec<(String, String)>>,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let mut query = Parameters::new(query);
        let ruleset = ranked(game, query.take(&RULES)?)?;
        let options = options(*ruleset, &mut query)?;
        let month = query.take(&MONTH)?.unwrap_or(Month::of(now.day()));
        let cursor = query.take(&CURSOR)?;
        let limit = limit_of(query.take_text("limit")?.as_deref())?;
        query.none_left()?;
        let facts = ruleset.facts();
        let (game, class) = (facts.id.to_owned(), SeedClass::Ranked);
        let category = Category { game, rules: facts.rules, options: options.canonical, class };
        Ok(Self { ruleset, list: AverageList { category, month }, cursor, limit })
    }
}

impl LeaderboardQuery {
    /// Parses a query that was received at `now`.
    ///
    /// # Errors
    /// 400 when a parameter is unknown, not valid, or not allowed with another; 422 when the rules version is not known.
    pub(super) fn of(
        game: &'static GameVersions,
        Query(query): Query<Vec<(String, String)>>,
        seeds: &Seeds,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let mut query = Parameters::new(query);
        let ruleset = ranked(game, query.take(&RULES)?)?;
        let facts = ruleset.facts();
        let options = options(*ruleset, &mut query)?;
        let class = query.take_one(&CLASS)?;
        let seed = query.take(&SEED)?;
        let room = room(ruleset.scoring()).map_or(Ok(None), |room| query.take_one(&room))?;
        let period = query.take_one(&PERIOD)?;
        let date = query.take(&DATE)?;
        let show = query.take_one(&SHOW)?;
        let (since, until) = (query.take(&SINCE)?, query.take(&UNTIL)?);
        let around = query.take(&AROUND)?;
        let app = query.take(&APP)?;
        let season = query.take(&SEASON)?;
        let cursor = query.take(&CURSOR)?;
        let limit = limit_of(query.take_text("limit")?.as_deref())?;
        query.none_left()?;
        let is_range = since.is_some() || until.is_some();
        let is_all_time = matches!(period, None | Some(Length::All));
        let shows_runs = show == Some(Show::Runs);
        refuse_first(&[
            (is_range && seed.is_some(), SEED.name, NOT_IN_RANGE),
            (is_range && period.is_some(), PERIOD.name, NOT_IN_RANGE),
            (is_range && date.is_some(), DATE.name, NOT_IN_RANGE),
            (is_range && show.is_some(), SHOW.name, NOT_IN_RANGE),
            (is_range && around.is_some(), AROUND.name, NOT_IN_RANGE),
            (is_range && room.is_some(), ROOM, NOT_IN_RANGE),
            (seed.is_some() && period.is_some(), PERIOD.name, NOT_ON_SEED),
            (seed.is_some() && date.is_some(), DATE.name, NOT_ON_SEED),
            (seed.is_some() && show.is_some(), SHOW.name, NOT_ON_SEED),
            (seed.is_some() && room.is_some(), ROOM, NOT_ON_SEED),
            (
                room.is_some() && shows_runs,
                SHOW.name,
                "must be bests with room: the board of a room lists the best of each player",
            ),
            (room.is_some() && !is_all_time, PERIOD.name, "must be all with room: the board of a room is of all time"),
            (
                shows_runs && !is_all_time,
                PERIOD.name,
                "must be all with show=runs: the board of all runs is of all time",
            ),
            (date.is_some() && is_all_time, DATE.name, "needs a period of day, week or month"),
            (app.is_some() && seed.is_some(), SEED.name, NOT_OF_APP),
            (app.is_some() && room.is_some(), ROOM, NOT_OF_APP),
            (app.is_some() && shows_runs, SHOW.name, NOT_OF_APP),
            (app.is_some() && period == Some(Length::Week), PERIOD.name, "must be all, month or day with app"),
            (season.is_some() && is_range, SEASON.name, NOT_IN_RANGE),
            (season.is_some() && period.is_some(), PERIOD.name, NOT_OF_SEASON),
            (season.is_some() && seed.is_some(), SEED.name, NOT_OF_SEASON),
            (season.is_some() && room.is_some(), ROOM, NOT_OF_SEASON),
            (season.is_some() && show.is_some(), SHOW.name, NOT_OF_SEASON),
            (around.is_some() && cursor.is_some(), AROUND.name, "is not allowed with cursor"),
        ])?;
        let class = class.unwrap_or_else(|| match &seed {
            None => SeedClass::Drawn,
            Some(seed) => seeds.origin(facts.id, seed, options.default, None, now).class(),
        });
        let category = Category { game: facts.id.to_owned(), rules: facts.rules, options: options.canonical, class };
        let kind = match (seed, room) {
            (Some(seed), _) => BoardKind::Seed(seed),
            (None, Some(room)) => BoardKind::Room(room),
            (None, None) if shows_runs => BoardKind::Runs,
            (None, None) => {
                let period = period.unwrap_or(Length::All).period(date.unwrap_or(now.day()));
                app.map_or(BoardKind::Bests(period), |app| BoardKind::App(app, period))
            }
        };
        let list = if let Some(season) = season {
            List::Season { category, season, app, around }
        } else if is_range {
            let (since, until) = (since.unwrap_or(Timestamp::FIRST), until.unwrap_or(Timestamp::LAST));
            List::Range(TimeRange { category, app, since, until })
        } else {
            List::Board { board: Board { category, kind }, around }
        };
        Ok(Self { ruleset, list, cursor, limit })
    }

    /// What the listed runs share.
    pub(super) fn category(&self) -> &Category {
        match &self.list {
            List::Board { board, .. } => &board.category,
            List::Season { category, .. } => category,
            List::Range(range) => &range.category,
        }
    }
}

const NOT_IN_RANGE: &str = "is not allowed with since or until, which list all runs of a range of time";
const NOT_OF_SEASON: &str = "is not allowed with season: a season has one board, the best run of each player";
const NOT_OF_APP: &str = "is not allowed with app: an app has boards of the best run of each player";
const NOT_ON_SEED: &str = "is not allowed with seed: a seed has one board, the best run of each player on it";

/// The rules version that a query names, or the newest, of a game whose runs are ranked.
fn ranked(game: &'static GameVersions, rules: Option<u32>) -> Result<Ranked, Problem> {
    let ruleset = version(game, rules)?;
    ruleset.ranked().ok_or_else(|| Problem::seated_game(ruleset.facts().title))
}

/// Refuses the first parameter that is not allowed with the others: each with whether it is refused, and why.
fn refuse_first(parameters: &[(bool, &str, &str)]) -> Result<(), Problem> {
    let refused = parameters.iter().find(|(is_refused, ..)| *is_refused);
    refused.map_or(Ok(()), |(_, name, why)| Err(invalid(name, why)))
}

/// The options that a query gives: as canonical JSON (RFC 8785), and whether they are the defaults.
struct GivenOptions {
    canonical: String,
    default: bool,
}

fn options(ruleset: Ruleset, query: &mut Parameters) -> Result<GivenOptions, Problem> {
    let mut given = Map::new();
    for info in ruleset.facts().options {
        if let Some(value) = query.take_one(&option(info))? {
            given.insert(info.name.to_owned(), Json::from(value));
        }
    }
    let invalid = |why| Problem::new(Code::InvalidQuery, why);
    let defaults = ruleset.options(Map::new()).map_err(invalid)?;
    let canonical = ruleset.options(given).map_err(invalid)?;
    Ok(GivenOptions { default: canonical == defaults, canonical })
}
