//! The query of a leaderboard. Each parameter is declared once, for the document and for the parser.

use std::borrow::Cow;
use std::marker::PhantomData;

use actix_web::web;
use serde_json::{Map, Value as Json};

use super::shape::{PeriodKind, Show};
use crate::api::cursor;
use crate::api::game::version;
use crate::api::operation::{OperationDoc, shape};
use crate::api::problem::{Code, Problem};
use crate::api::query::{OneOf, Parameters, Parsed, invalid, limit_of};
use crate::api::seeds::Seeds;
use crate::engine::{Facts, GameVersions, Ranked, Ruleset, Scoring};
use crate::rules::chance::Seed;
use crate::rules::game::OptionInfo;
use crate::rules::wire;
use crate::store::calendar::{Day, Month, Period, Timestamp};
use crate::store::{AverageList, Board, Category, RunId, SeedClass};

const RULES: Parsed<u32> = Parsed {
    name: "rules",
    description: "The rules version; the newest unless told.",
    expected: "a rules version",
    schema: |_| wire::reference_to::<wire::RulesVersion>(),
    of: PhantomData,
};
const CLASS: OneOf<SeedClass> = OneOf {
    name: "class",
    description: "How the seeds came to be; `drawn` unless told. Where `seed` is given, it is `daily` for the day's seed with \
                  the default options, `drawn` for one that was drawn without a token, and `chosen` for any other.",
    values: Cow::Borrowed(&[
        ("daily", SeedClass::Daily),
        ("drawn", SeedClass::Drawn),
        ("chosen", SeedClass::Chosen),
        ("sealed", SeedClass::Sealed),
        ("sealed_daily", SeedClass::SealedDaily),
    ]),
    default: None,
};
const SEED: Parsed<Seed> = Parsed {
    name: "seed",
    description: "Only runs of this seed.",
    expected: "a seed",
    schema: |_| wire::reference_to::<Seed>(),
    of: PhantomData,
};
const PERIOD: OneOf<PeriodKind> = OneOf {
    name: "period",
    description: "The period in which runs were received (UTC): that which `date` falls into.",
    values: Cow::Borrowed(&[
        ("all", PeriodKind::All),
        ("day", PeriodKind::Day),
        ("week", PeriodKind::Week),
        ("month", PeriodKind::Month),
    ]),
    default: Some("all"),
};
const DATE: Parsed<Day> = Parsed {
    name: "date",
    description: "A day of the period, as 2026-11-20; today unless told.",
    expected: "a date such as 2026-11-20",
    schema: |description| wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description, "2026-11-20"),
    of: PhantomData,
};
const SHOW: OneOf<Show> = OneOf {
    name: "show",
    description: "The best run of each player, or every run; of a player's runs on one seed that is the best.",
    values: Cow::Borrowed(&[("bests", Show::Bests), ("runs", Show::Runs)]),
    default: Some("bests"),
};
const CURSOR: Parsed<String> = Parsed {
    name: "cursor",
    description: "The cursor of a page, as another gave it in `next` or `previous`.",
    expected: "a cursor",
    schema: |_| cursor::schema(),
    of: PhantomData,
};
const AROUND: Parsed<RunId> = Parsed {
    name: "around",
    description: "The number of a run: gives the page with it in its middle.",
    expected: "the number of a run",
    schema: |_| wire::reference_to::<shape::RunNumber>(),
    of: PhantomData,
};
const SINCE: Parsed<Timestamp> = Parsed {
    name: "since",
    description: "The first time of a range: RFC 3339, or a date.",
    expected: "a time as RFC 3339 or a date",
    schema: time,
    of: PhantomData,
};
const UNTIL: Parsed<Timestamp> = Parsed {
    name: "until",
    description: "The end of a range of time, itself left out: RFC 3339, or a date.",
    expected: "a time as RFC 3339 or a date",
    schema: time,
    of: PhantomData,
};

fn time(_: &str) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    wire::text("^[0-9T:.Z+-]{10,40}$", "RFC 3339, or a date", "2026-11-20T00:00:00Z")
}

/// The parameter `room`, of a game with rooms. Its values are scopes: 1 is the first room.
fn room(scoring: &Scoring) -> Option<OneOf<u8>> {
    let values: Vec<(&str, u8)> = scoring.rooms.iter().copied().zip(1..).collect();
    let description = "The room that ranks; the total unless told.";
    (!values.is_empty()).then_some(OneOf { name: "room", description, values: values.into(), default: None })
}

/// The parameter of a game's option.
fn option(info: &OptionInfo) -> OneOf<&'static str> {
    let values: Vec<_> = info.values.iter().map(|value| (*value, *value)).collect();
    OneOf { name: info.name, description: info.summary, values: values.into(), default: info.values.first().copied() }
}

/// Adds the parameters to an operation.
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
    let doc = room(scoring).iter().fold(doc, |doc, room| room.documented(doc));
    facts.options.iter().fold(doc, |doc, info| option(info).documented(doc))
}

/// A parsed query: a board, or a range of time, and which page of it.
#[derive(Debug)]
pub(super) struct LeaderboardQuery {
    pub(super) ruleset: &'static dyn Ranked,
    pub(super) board: Board,
    pub(super) kind: PeriodKind,
    pub(super) range: Option<(Timestamp, Timestamp)>,
    pub(super) around: Option<RunId>,
    pub(super) cursor: Option<String>,
    pub(super) limit: u32,
}

const MONTH: Parsed<Month> = Parsed {
    name: "month",
    description: "The month (UTC) in which the games were started, as 2026-11; the current month by default.",
    expected: "a month from 1970-01 to 9999-12, such as 2026-11",
    schema: |description| wire::text("^[0-9]{4}-(0[1-9]|1[0-2])$", description, "2026-11"),
    of: PhantomData,
};

/// Adds the parameters of averages to an operation.
pub(super) fn documented_averages(doc: OperationDoc, facts: &Facts) -> OperationDoc {
    let doc = CURSOR.documented(MONTH.documented(RULES.documented(doc)));
    facts.options.iter().fold(doc, |doc, info| option(info).documented(doc))
}

/// A parsed query of averages.
#[derive(Debug)]
pub(super) struct AveragesQuery {
    pub(super) ruleset: &'static dyn Ranked,
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
        query: web::Query<Vec<(String, String)>>,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let mut query = Parameters::new(query.into_inner());
        let ruleset = ranked(game, query.take(&RULES)?)?;
        let options = options(ruleset, &mut query)?;
        let month = query.take(&MONTH)?.unwrap_or(Month::of(now.day()));
        let cursor = query.take(&CURSOR)?;
        let limit = limit_of(query.take_text("limit")?.as_deref())?;
        query.none_left()?;
        let facts = ruleset.facts();
        let (game, class) = (facts.id.to_owned(), SeedClass::Sealed);
        let category = Category { game, rules: facts.rules, options: options.canonical, class };
        Ok(Self { ruleset, list: AverageList { category, month }, cursor, limit })
    }
}

impl LeaderboardQuery {
    /// Parses a query that was received at `now`.
    ///
    /// # Errors
    /// 400 when a parameter is unknown, not valid, or does not go with another; 422 when the rules version is not known.
    pub(super) fn of(
        game: &'static GameVersions,
        query: web::Query<Vec<(String, String)>>,
        seeds: &Seeds,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let mut query = Parameters::new(query.into_inner());
        let ruleset = ranked(game, query.take(&RULES)?)?;
        let facts = ruleset.facts();
        let options = options(ruleset, &mut query)?;
        let class = query.take_one(&CLASS)?;
        let seed = query.take(&SEED)?;
        let scope = room(ruleset.scoring()).map_or(Ok(None), |room| query.take_one(&room))?;
        let kind = query.take_one(&PERIOD)?;
        let date = query.take(&DATE)?;
        let show = query.take_one(&SHOW)?;
        let (since, until) = (query.take(&SINCE)?, query.take(&UNTIL)?);
        let around = query.take(&AROUND)?;
        let cursor = query.take(&CURSOR)?;
        let limit = limit_of(query.take_text("limit")?.as_deref())?;
        query.none_left()?;
        let of_range = since.is_some() || until.is_some();
        fit_together(&[
            (of_range && kind.is_some(), PERIOD.name, "does not go with since and until"),
            (of_range && date.is_some(), DATE.name, "does not go with since and until"),
            (of_range && show.is_some(), SHOW.name, "does not go with since and until"),
            (of_range && around.is_some(), AROUND.name, "does not go with since and until"),
            (of_range && scope.is_some(), "room", "does not go with since and until"),
            (around.is_some() && cursor.is_some(), AROUND.name, "does not go with a cursor"),
            (
                date.is_some() && matches!(kind, None | Some(PeriodKind::All)),
                DATE.name,
                "goes with a period of a day, week or month",
            ),
        ])?;
        let kind = kind.unwrap_or(PeriodKind::All);
        let class = class.unwrap_or_else(|| match &seed {
            None => SeedClass::Drawn,
            Some(seed) => seeds.origin(facts.id, seed, options.default, None, now).class(),
        });
        let category = Category { game: facts.id.to_owned(), rules: facts.rules, options: options.canonical, class };
        let period = if kind == PeriodKind::All { Period::All } else { kind.with(date.unwrap_or(now.day())) };
        let bests = show != Some(Show::Runs) && !of_range;
        let board = Board { category, seed, scope: scope.unwrap_or(0), period, bests };
        let range = of_range.then(|| (since.unwrap_or(Timestamp::FIRST), until.unwrap_or(Timestamp::LAST)));
        Ok(Self { ruleset, board, kind, range, around, cursor, limit })
    }
}

/// The rules version that a query names, or the newest, of a game whose runs are ranked.
fn ranked(game: &'static GameVersions, rules: Option<u32>) -> Result<&'static dyn Ranked, Problem> {
    let ruleset = version(game, rules)?;
    ruleset.ranked().ok_or_else(|| Problem::seated_game(ruleset.facts().title))
}

/// Refuses the first parameter that does not go with the others.
fn fit_together(amiss: &[(bool, &str, &str)]) -> Result<(), Problem> {
    amiss.iter().find(|(is, ..)| *is).map_or(Ok(()), |(_, name, why)| Err(invalid(name, why)))
}

/// The options that a query gives: as canonical JSON (RFC 8785), and whether they are the defaults.
struct GivenOptions {
    canonical: String,
    default: bool,
}

fn options(ruleset: &dyn Ruleset, query: &mut Parameters) -> Result<GivenOptions, Problem> {
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
