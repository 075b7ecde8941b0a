//! Leaderboards: one path for each game, its options among the parameters of the query.

use std::fmt::Display;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::game::json_bytes;
use super::openapi::{Described, OperationSays, example_seed, operation};
use super::players::{PlayerName, example_moment, example_player, raw};
use super::problem::{Code, Problem};
use super::service::Cached;
use super::shared::Shared;
use crate::rules::chance::Seed;
use crate::rules::game::{Game, OptionInfo, Options as _, Wins};
use crate::rules::registry::{self, Task, Visitor};
use crate::rules::wire;
use crate::store::calendar::{Day, Period, Timestamp};
use crate::store::{Board, Class, Course, Entry, Position, RunId, Stretch, StretchEnd, Summary};

/// How many lines a page has unless told.
const USUAL_LIMIT: u32 = 20;
/// The most lines of a page.
const MOST_LIMIT: u32 = 100;

/// A room of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomMark {
    /// The room.
    pub room: &'static str,
    /// What it scored.
    pub score: u64,
    /// How many moves were made in it.
    pub moves: u32,
}

impl RoomMark {
    /// The rooms of a run, if its game has rooms.
    #[must_use]
    pub fn of(run: &Summary) -> Option<Vec<Self>> {
        let rooms = rooms(&run.course.game);
        let mark = |(room, mark): (&&'static str, &crate::store::Mark)| Self {
            room,
            score: mark.merit.score(),
            moves: mark.moves,
        };
        (!rooms.is_empty()).then(|| rooms.iter().zip(run.marks.iter().skip(1)).map(mark).collect())
    }
}

/// The rooms of a game.
fn rooms(game: &str) -> &'static [&'static str] {
    struct Rooms;
    impl Task for Rooms {
        type Output = &'static [&'static str];
        fn run<G: Game>(self) -> Self::Output {
            G::ROOMS
        }
    }
    registry::with_game(game, Rooms).unwrap_or_default()
}

/// The room that a scope ranks: none for 0, which ranks totals.
pub(super) fn room_id(game: &str, scope: u8) -> Option<String> {
    let place = usize::from(scope).checked_sub(1)?;
    rooms(game).get(place).map(|room| (*room).to_owned())
}

/// What a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeaderboardShows)]
pub enum Show {
    /// The best run of each player.
    Bests,
    /// Every run.
    Runs,
}

/// The kind of period that a board is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeaderboardPeriod)]
pub enum PeriodKind {
    /// All time.
    All,
    /// A day.
    Day,
    /// An ISO week, from Monday.
    Week,
    /// A month.
    Month,
}

impl PeriodKind {
    /// The period of this kind that a day falls into.
    #[must_use]
    pub fn with(self, day: Day) -> Period {
        match self {
            Self::All => Period::All,
            Self::Day => Period::Day(day),
            Self::Week => day.week(),
            Self::Month => day.month(),
        }
    }
}

/// A page of a leaderboard, or of the runs of a stretch of time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The game.
    pub game: &'static str,
    /// The rules version.
    #[schema(minimum = 1)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = Object)]
    pub options: Box<RawValue>,
    /// Whether low or high scores win.
    #[schema(inline = false)]
    pub wins: Wins,
    /// How the seeds of the runs came to be.
    #[schema(inline = false)]
    pub class: Class,
    /// The one seed of all runs; absent where any is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seed: Option<String>,
    /// The room that ranks; absent where the total does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub room: Option<String>,
    /// The kind of period; absent from a stretch of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, inline = false)]
    pub period: Option<PeriodKind>,
    /// The first moment; absent where the board is of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = DateTime)]
    pub since: Option<Timestamp>,
    /// The moment after the last; absent where the board is of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = DateTime)]
    pub until: Option<Timestamp>,
    /// Whether every run stands here or the best of each player.
    #[schema(inline = false)]
    pub show: Show,
    /// How many stand on the board; absent from a stretch of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub count: Option<u64>,
    /// The lines: the best first, and equal ones in the order in which they were taken in; in a stretch of time the newest
    /// first.
    pub entries: Vec<LeaderboardEntry>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub previous: Option<String>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderboardEntry {
    /// 1 and the number of those that are strictly better by score, then by fewer moves; absent from a stretch of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub rank: Option<u64>,
    /// The run's number.
    pub run: String,
    /// Whose it is; absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerName>,
    /// The score that ranks: the total, or that of the board's room.
    pub score: u64,
    /// The number of moves that ranks among equal scores: of the run, or of the board's room.
    pub moves: u32,
    /// The total.
    pub total: u64,
    /// Room by room, where the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rooms: Option<Vec<RoomMark>>,
    /// The seed.
    pub seed: String,
    /// When it was received.
    #[schema(value_type = String, format = DateTime)]
    pub received_at: Timestamp,
}

impl LeaderboardEntry {
    fn of(rank: Option<u64>, scope: u8, run: Summary) -> Self {
        let mark = run.marks.get(usize::from(scope)).or(run.marks.first());
        Self {
            rank,
            run: run.id.to_string(),
            score: mark.map_or(0, |mark| mark.merit.score()),
            moves: mark.map_or(0, |mark| mark.moves),
            total: run.marks.first().map_or(0, |mark| mark.merit.score()),
            rooms: RoomMark::of(&run),
            player: run.player.map(|(id, name)| PlayerName { id, name }),
            seed: run.seed.to_string(),
            received_at: run.received_at,
        }
    }
}

/// The leaderboard of each game.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    struct Boards(Vec<Endpoint>);
    impl Visitor for Boards {
        fn visit<G: Game>(&mut self) {
            let path = format!("/v1/leaderboards/{}", G::ID);
            let schemas = || wire::gathered([wire::gather::<Leaderboard>]);
            self.0.push(Endpoint::get(path, || web::to(show::<G>), says::<G>, schemas));
        }
    }
    let mut boards = Boards(Vec::new());
    registry::visit_all(&mut boards);
    boards.0
}

fn one_of(description: &str, values: impl IntoIterator<Item = &'static str>, default: Option<&str>) -> RefOr<Schema> {
    let values: Vec<&str> = values.into_iter().collect();
    let schema =
        ObjectBuilder::new().schema_type(Type::String).description(Some(description)).enum_values(Some(values));
    schema.default(default.map(Json::from)).into()
}

/// The parameter that says how long a page is.
pub(super) fn limit(says: OperationSays) -> OperationSays {
    let description = "How many lines a page has at the most; 20 unless told.";
    says.query("limit", description, wire::integer_schema(description, 1, MOST_LIMIT.into()))
}

fn says<G: Game>() -> Operation {
    let says = operation(Described {
        id: format!("{}_leaderboard", G::ID.replace('-', "_")),
        tag: "Leaderboards",
        summary: format!("{}: leaderboard", G::TITLE),
        description: "One board: runs that share rules, options and the class of their seeds, ranked by score, then by \
            fewer moves. Ranks of equals are shared. Pages are walked by cursor, with all other parameters as they were. On \
            boards of every run such a walk shows no run twice, and none that was there when it began is missed, however \
            many are added meanwhile (unless it was hidden since). On boards of bests, a player who betters their best \
            meanwhile moves up: they may then be missed by the walk, or be shown a second time by a walk back. With `since` \
            or `until`, the runs of that stretch of time are listed instead, the newest first, without ranks.",
    });
    let says = parameters::<G>(says);
    limit(says).answers::<Leaderboard>(&example::<G>()).refuses(&["400", "404", "503"]).done()
}

fn parameters<G: Game>(says: OperationSays) -> OperationSays {
    let class = "How the seeds came to be; `drawn` unless told, or, where `seed` is given, the class that a run of that seed \
                 would have if it came in now.";
    let seed = "Only runs of this seed.";
    let period = "The period in which runs were received (UTC): that which `date` falls into.";
    let date = "A day of the period, as 2026-11-20; today unless told.";
    let show = "Every run, or the best of each player.";
    let since = "The first moment of a stretch of time: RFC 3339, or a date.";
    let until = "The moment after the last of a stretch of time: RFC 3339, or a date.";
    let around = "The number of a run: gives the page with it in its middle.";
    let cursor = "The cursor of a page, as another gave it in `next` or `previous`.";
    let rules = "The rules version; the newest unless told.";
    let moment = wire::text("^[0-9T:.Z+-]{10,40}$", "RFC 3339, or a date", "2026-11-20T00:00:00Z");
    let says = says
        .query("rules", rules, wire::integer_schema(rules, 1, u32::MAX.into()))
        .query("class", class, one_of(class, ["daily", "drawn", "chosen"], None))
        .query("seed", seed, wire::reference_to::<Seed>())
        .query("period", period, one_of(period, ["all", "day", "week", "month"], Some("all")))
        .query("date", date, wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", date, "2026-11-20"))
        .query("show", show, one_of(show, ["bests", "runs"], Some("bests")))
        .query("cursor", cursor, cursor::schema())
        .query("around", around, wire::text("^[1-9][0-9]{0,18}$", around, "1"))
        .query("since", since, moment.clone())
        .query("until", until, moment);
    let says = if G::ROOMS.is_empty() {
        says
    } else {
        let room = "The room that ranks; the total unless told.";
        says.query("room", room, one_of(room, G::ROOMS.iter().copied(), None))
    };
    G::Options::LIST.iter().fold(says, |says, OptionInfo { name, values, summary }| {
        says.query(name, summary, one_of(summary, values.iter().copied(), values.first().copied()))
    })
}

fn example<G: Game>() -> Leaderboard {
    let room = |(i, room): (usize, &&'static str)| RoomMark { room, score: i as u64, moves: 10 };
    let rooms: Vec<RoomMark> = G::ROOMS.iter().enumerate().map(room).collect();
    let total = rooms.iter().map(|room| room.score).sum();
    let moves = if rooms.is_empty() { 10 } else { rooms.iter().map(|room| room.moves).sum() };
    let entry = LeaderboardEntry {
        rank: Some(1),
        run: "1".to_owned(),
        player: Some(example_player()),
        score: total,
        moves,
        total,
        rooms: (!rooms.is_empty()).then_some(rooms),
        seed: example_seed().to_string(),
        received_at: example_moment(),
    };
    Leaderboard {
        game: G::ID,
        rules: G::RULES,
        options: raw(&serde_json::to_string(&G::Options::default()).unwrap_or_default()),
        wins: G::WINS,
        class: Class::Drawn,
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

/// The parameters of a query, each to be taken once.
struct Parameters(Vec<(String, String)>);

fn invalid(name: &str, why: impl Display) -> Problem {
    Problem::new(Code::InvalidQuery, format_args!("{name}: {why}"))
}

impl Parameters {
    /// Takes a parameter out of the query.
    fn take(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let Some(at) = self.0.iter().position(|(key, _)| key == name) else { return Ok(None) };
        let (_, value) = self.0.remove(at);
        if self.0.iter().any(|(key, _)| key == name) {
            return Err(invalid(name, "is given twice"));
        }
        Ok(Some(value))
    }

    /// Takes a parameter that is read by its type.
    fn parsed<T: std::str::FromStr>(&mut self, name: &str, expected: &str) -> Result<Option<T>, Problem> {
        let value = self.take(name)?;
        value
            .map(|value| value.parse().map_err(|_| invalid(name, format_args!("{value:?} is not {expected}"))))
            .transpose()
    }

    /// Takes a parameter that has one of these values.
    fn one_of<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Result<Option<T>, Problem> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let found = known.iter().find(|(name, _)| *name == value).map(|(_, value)| *value);
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        found.map(Some).ok_or_else(|| invalid(name, format_args!("{value:?} is not one of {}", names.join(", "))))
    }

    fn none_left(&self) -> Result<(), Problem> {
        self.0.first().map_or(Ok(()), |(name, _)| Err(invalid(name, "there is no such parameter")))
    }
}

/// How many lines are asked for.
pub(super) fn limit_of(text: Option<&str>) -> Result<u32, Problem> {
    let Some(text) = text else { return Ok(USUAL_LIMIT) };
    let limit = text.parse().ok().filter(|limit| (1..=MOST_LIMIT).contains(limit));
    limit.ok_or_else(|| invalid("limit", format_args!("{text:?} is not from 1 to {MOST_LIMIT}")))
}

/// What a query asks of a game's boards.
#[derive(Debug)]
struct Asked {
    board: Board,
    kind: PeriodKind,
    stretch: Option<(Timestamp, Timestamp)>,
    around: Option<RunId>,
    cursor: Option<String>,
    limit: u32,
}

impl Asked {
    fn of<G: Game>(query: Vec<(String, String)>, shared: &Shared) -> Result<Self, Problem> {
        let now = shared.clock.now();
        let mut query = Parameters(query);
        let rules: u32 = query.parsed("rules", "a rules version")?.unwrap_or(G::RULES);
        crate::rules::game::known_rules::<G>(rules).map_err(|refused| Problem::refused(&refused, ""))?;
        let options = options::<G>(&mut query)?;
        let classes = [("daily", Class::Daily), ("drawn", Class::Drawn), ("chosen", Class::Chosen)];
        let class = query.one_of("class", &classes)?;
        let seed: Option<Seed> = query.parsed("seed", "a seed")?;
        let rooms: Vec<(&str, u8)> = G::ROOMS.iter().copied().zip(1..).collect();
        let scope = if rooms.is_empty() { None } else { query.one_of("room", &rooms)? }.unwrap_or(0);
        let kinds = [
            ("all", PeriodKind::All),
            ("day", PeriodKind::Day),
            ("week", PeriodKind::Week),
            ("month", PeriodKind::Month),
        ];
        let kind = query.one_of("period", &kinds)?;
        let date: Option<Day> = query.parsed("date", "a date such as 2026-11-20")?;
        let show = query.one_of("show", &[("bests", Show::Bests), ("runs", Show::Runs)])?;
        let since: Option<Timestamp> = query.parsed("since", "a moment as RFC 3339 or a date")?;
        let until: Option<Timestamp> = query.parsed("until", "a moment as RFC 3339 or a date")?;
        let around = query.parsed("around", "the number of a run")?;
        let cursor = query.take("cursor")?;
        let limit = limit_of(query.take("limit")?.as_deref())?;
        query.none_left()?;
        let of_stretch = since.is_some() || until.is_some();
        for (name, given) in [
            ("period", kind.is_some()),
            ("date", date.is_some()),
            ("show", show.is_some()),
            ("around", around.is_some()),
            ("room", scope > 0),
        ] {
            if of_stretch && given {
                return Err(invalid(name, "does not go with since and until"));
            }
        }
        if around.is_some() && cursor.is_some() {
            return Err(invalid("around", "does not go with a cursor"));
        }
        if date.is_some() && matches!(kind, None | Some(PeriodKind::All)) {
            return Err(invalid("date", "goes with a period of a day, week or month"));
        }
        let default_options = options == G::Options::default();
        let class = class.unwrap_or_else(|| match &seed {
            None => Class::Drawn,
            Some(seed) => shared.seeds.class(G::ID, seed, default_options, now),
        });
        let course = course::<G>(rules, &options, class);
        let kind = kind.unwrap_or(PeriodKind::All);
        let period = kind.with(date.unwrap_or(now.day()));
        let bests = show != Some(Show::Runs) && !of_stretch;
        let stretch = of_stretch.then(|| (since.unwrap_or(Timestamp::FIRST), until.unwrap_or(Timestamp::LAST)));
        let board = Board { course, seed, scope, period, bests };
        Ok(Self { board, kind, stretch, around, cursor, limit })
    }
}

/// What runs of a game must share to be compared.
pub(super) fn course<G: Game>(rules: u32, options: &G::Options, class: Class) -> Course {
    // Options are texts under text keys: they can always be written.
    let options = serde_json_canonicalizer::to_string(options).unwrap_or_default();
    Course { game: G::ID.to_owned(), rules, options, class }
}

fn options<G: Game>(query: &mut Parameters) -> Result<G::Options, Problem> {
    let mut given = Map::new();
    for option in G::Options::LIST {
        let known: Vec<(&str, &str)> = option.values.iter().map(|value| (*value, *value)).collect();
        if let Some(value) = query.one_of(option.name, &known)? {
            given.insert(option.name.to_owned(), Json::from(value));
        }
    }
    serde_json::from_value(Json::Object(given)).map_err(|error| Problem::new(Code::InvalidQuery, error))
}

async fn show<G: Game>(
    request: HttpRequest,
    shared: web::Data<Shared>,
    query: web::Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked::of::<G>(query.into_inner(), &shared)?;
    let board = match asked.stretch {
        Some(stretch) => listed::<G>(&shared, asked, stretch).await?,
        None => ranked::<G>(&shared, asked).await?,
    };
    Ok(Cached::new(json_bytes(&board).into()).answer(&request, "application/json"))
}

/// A page without any lines yet.
fn blank<G: Game>(asked: &Asked) -> Leaderboard {
    let Board { course, seed, scope, bests, .. } = &asked.board;
    Leaderboard {
        game: G::ID,
        rules: course.rules,
        options: raw(&course.options),
        wins: G::WINS,
        class: course.class,
        seed: seed.as_ref().map(Seed::to_string),
        room: room_id(G::ID, *scope),
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

async fn ranked<G: Game>(shared: &Shared, asked: Asked) -> Result<Leaderboard, Problem> {
    let list = cursor::list(&asked.board);
    let at = match (&asked.cursor, asked.around) {
        (Some(text), _) => match Cursor::read(text, list)? {
            Cursor::After(place) => Position::After(place),
            Cursor::Before(place) => Position::Before(place),
            Cursor::Received(_) | Cursor::Run(_) => return Err(cursor::invalid()),
        },
        (None, Some(run)) => Position::Around(run),
        (None, None) => Position::Top,
    };
    let page = shared.store.page(asked.board.clone(), at, asked.limit).await?;
    if !page.found {
        return Err(Problem::new(Code::NotOnBoard, Code::NotOnBoard.meaning()));
    }
    let first = page.entries.first().filter(|_| page.more_before).map(|entry| Cursor::Before(entry.place));
    let last = page.entries.last().filter(|_| page.more_after).map(|entry| Cursor::After(entry.place));
    let days = asked.board.period.days();
    let scope = asked.board.scope;
    let entry = |Entry { rank, run, .. }| LeaderboardEntry::of(Some(rank), scope, run);
    Ok(Leaderboard {
        period: Some(asked.kind),
        since: days.map(|(first, _)| first.start()),
        until: days.map(|(_, end)| end.start()),
        count: Some(page.count),
        previous: first.map(|cursor| cursor.write(list)),
        next: last.map(|cursor| cursor.write(list)),
        entries: page.entries.into_iter().map(entry).collect(),
        ..blank::<G>(&asked)
    })
}

/// The runs of a stretch of time.
async fn listed<G: Game>(
    shared: &Shared,
    asked: Asked,
    (since, until): (Timestamp, Timestamp),
) -> Result<Leaderboard, Problem> {
    let Board { course, seed, .. } = asked.board.clone();
    let stretch = Stretch { course, seed, since, until };
    let list = cursor::list(&stretch);
    let after = match &asked.cursor {
        None => None,
        Some(text) => match Cursor::read(text, list)? {
            Cursor::Received(end) => Some(end),
            _ => return Err(cursor::invalid()),
        },
    };
    let limit = asked.limit as usize;
    let mut runs = shared.store.stretch(stretch, after, asked.limit + 1).await?;
    let more = runs.len() > limit;
    runs.truncate(limit);
    let end = runs.last().filter(|_| more);
    let end = end.map(|run| Cursor::Received(StretchEnd { received_at: run.received_at, run: run.id }));
    Ok(Leaderboard {
        since: Some(since),
        until: Some(until),
        next: end.map(|cursor| cursor.write(list)),
        entries: runs.into_iter().map(|run| LeaderboardEntry::of(None, 0, run)).collect(),
        ..blank::<G>(&asked)
    })
}
