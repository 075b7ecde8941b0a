//! Cursors: the end of a page of a list, as an opaque text.
//!
//! A cursor carries a hash of what selects its list (game, options, period and so on), so that a cursor of another list is
//! refused. It is not signed: a forged cursor can only lead to another place in the same list.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::api::problem::{Code, Problem};
use crate::rules::wire;
use crate::store::calendar::Timestamp;
use crate::store::{
    ActionId, AppId, AverageList, AveragePlace, Board, BoardKind, BoardPlace, Category, ContestId, ContestPlace,
    GameRuns, PlayerId, RankKey, RatingPlace, RunId, ScopeScore, TableId, TablePlace, TimeRange, TimeRangePlace,
    WaitingTables,
};

/// The version of the format; cursors of other versions are refused.
const VERSION: u8 = 1;

/// Identifies a list: the first bytes of a hash of everything that selects its entries.
pub(in crate::api) type ListId = [u8; 8];

/// The list of the entries of a board.
pub(in crate::api) fn of_board(Board { category, kind }: &Board) -> ListId {
    let (shows, of) = match kind {
        BoardKind::Bests(period) => ("bests", period.to_string()),
        BoardKind::Room(room) => ("room", room.to_string()),
        BoardKind::Runs => ("runs", String::new()),
        BoardKind::Seed(seed) => ("seed", seed.to_string()),
        BoardKind::App(app, period) => ("app", format!("{app} {period}")),
    };
    id(&("board", selector(category), shows, of))
}

/// The list of the runs that were received in a range of time.
pub(in crate::api) fn of_time_range(range: &TimeRange) -> ListId {
    let TimeRange { category, app, since, until } = range;
    match app {
        None => id(&("time range", selector(category), since.millis(), until.millis())),
        Some(app) => id(&("time range", selector(category), since.millis(), until.millis(), app.to_string())),
    }
}

/// The list of a player's runs.
pub(in crate::api) fn of_runs(player: PlayerId) -> ListId {
    id(&("runs", player.to_string()))
}

/// The list of a player's runs in an app.
pub(in crate::api) fn of_app_runs(player: PlayerId, app: AppId) -> ListId {
    id(&("runs in app", player.to_string(), app.to_string()))
}

/// The list of the users of an app.
pub(in crate::api) fn of_app_users(app: AppId) -> ListId {
    id(&("app users", app.to_string()))
}

/// The list of a player's runs in a game.
pub(in crate::api) fn of_game_runs(player: PlayerId, GameRuns { game, class, seed }: &GameRuns) -> ListId {
    id(&("runs of game", player.to_string(), game, class, seed))
}

/// A list of tables that wait for players.
pub(in crate::api) fn of_waiting_tables(WaitingTables { game, app }: &WaitingTables) -> ListId {
    match app {
        None => id(&("waiting tables", game)),
        Some(app) => id(&("waiting tables", game, app.to_string())),
    }
}

/// The list of a player's tables.
pub(in crate::api) fn of_players_tables(player: PlayerId) -> ListId {
    id(&("tables", player.to_string()))
}

/// The list of the contests that anyone may enter.
pub(in crate::api) fn of_contests() -> ListId {
    id(&("contests",))
}

/// The list of a player's contests.
pub(in crate::api) fn of_players_contests(player: PlayerId) -> ListId {
    id(&("contests of player", player.to_string()))
}

/// The list of the entrants of a contest.
pub(in crate::api) fn of_entrants(contest: ContestId) -> ListId {
    id(&("entrants", contest.to_string()))
}

/// The standings of a contest after some rounds.
pub(in crate::api) fn of_standings(contest: ContestId, rounds: &[u8]) -> ListId {
    id(&("standings", contest.to_string(), rounds))
}

/// The log of moderators.
pub(in crate::api) fn of_moderation() -> ListId {
    id(&("moderation",))
}

/// The list of the averages of a category in a month.
pub(in crate::api) fn of_averages(AverageList { category, month }: &AverageList) -> ListId {
    id(&("averages", selector(category), month))
}

/// The list of the ratings of a game.
pub(in crate::api) fn of_ratings(game: &str) -> ListId {
    id(&("ratings", game))
}

fn selector(category: &Category) -> impl Serialize {
    let Category { game, rules, options, class } = category;
    (game, rules, options, class)
}

/// Hashes JSON that is written from values alone, so that renaming a field or a type keeps cursors valid.
fn id(selector: &impl Serialize) -> ListId {
    let digest = Sha256::digest(serde_json::to_vec(selector).unwrap_or_default());
    let mut id = ListId::default();
    id.iter_mut().zip(digest).for_each(|(byte, of_digest)| *byte = of_digest);
    id
}

/// The place where a page begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Cursor {
    /// The page that begins right after a place on a board.
    After(BoardPlace),
    /// The page that ends right before a place on a board.
    Before(BoardPlace),
    /// The runs that were received before this one.
    Received(TimeRangePlace),
    /// The runs with lower numbers than this one.
    Run(RunId),
    /// The tables that were created before this one.
    Table(TablePlace),
    /// The averages after this one.
    Average(AveragePlace),
    /// The actions of moderators with lower numbers than this one.
    Action(ActionId),
    /// The ratings after this one.
    Rating(RatingPlace),
    /// After a player.
    Player(PlayerId),
    /// The contests that were created, or entered by the player, before this one.
    Contest(ContestPlace),
    /// The places from this one on, counted from 0.
    Line(usize),
}

/// The fields of a cursor as a JSON array, which is then encoded in base64url: version, list, kind (0 to 10 in the order of
/// [`Cursor`]), rank key, time in milliseconds or mean, moves or the rest of the mean, and the number of a run, table, player, action, contest or place.
#[derive(Serialize, Deserialize)]
struct Written(u8, ListId, u8, i64, i64, i64);

impl Cursor {
    /// The text of a cursor of this list.
    pub(in crate::api) fn write(self, list: ListId) -> String {
        let (kind, first, second, number) = match self {
            Self::After(BoardPlace { score, run }) => (0, score.key.number(), score.moves.into(), run.0),
            Self::Before(BoardPlace { score, run }) => (1, score.key.number(), score.moves.into(), run.0),
            Self::Received(TimeRangePlace { received_at, run }) => (2, received_at.millis(), 0, run.0),
            Self::Run(run) => (3, 0, 0, run.0),
            Self::Table(TablePlace { made_at, id }) => (4, made_at.millis(), 0, id.0),
            Self::Average(AveragePlace { mean, rest, player }) => (5, mean, rest, player.0),
            Self::Action(action) => (6, 0, 0, action.0),
            Self::Rating(RatingPlace { key, player }) => (7, key, 0, player.0),
            Self::Player(player) => (8, 0, 0, player.0),
            Self::Contest(ContestPlace { at, id }) => (9, at.millis(), 0, id.0),
            Self::Line(line) => (10, 0, 0, i64::try_from(line).unwrap_or(i64::MAX)),
        };
        let written = serde_json::to_vec(&Written(VERSION, list, kind, first, second, number)).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode(written)
    }

    /// Reads a cursor of a list.
    ///
    /// # Errors
    /// 400 when the text is not a cursor, or one of another list.
    pub(in crate::api) fn read(text: &str, of: ListId) -> Result<Self, Problem> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| invalid())?;
        let Written(version, list, kind, first, second, run) = serde_json::from_slice(&bytes).map_err(|_| invalid())?;
        if version != VERSION || list != of {
            return Err(invalid());
        }
        let place = || {
            let moves = u32::try_from(second).map_err(|_| invalid())?;
            Ok(BoardPlace { score: ScopeScore { key: RankKey::of_number(first), moves }, run: RunId(run) })
        };
        match kind {
            0 => place().map(Self::After),
            1 => place().map(Self::Before),
            2 => Ok(Self::Received(TimeRangePlace { received_at: Timestamp::from_millis(first), run: RunId(run) })),
            3 => Ok(Self::Run(RunId(run))),
            4 => Ok(Self::Table(TablePlace { made_at: Timestamp::from_millis(first), id: TableId(run) })),
            5 => Ok(Self::Average(AveragePlace { mean: first, rest: second, player: PlayerId(run) })),
            6 => Ok(Self::Action(ActionId(run))),
            7 => Ok(Self::Rating(RatingPlace { key: first, player: PlayerId(run) })),
            8 => Ok(Self::Player(PlayerId(run))),
            9 => Ok(Self::Contest(ContestPlace { at: Timestamp::from_millis(first), id: ContestId(run) })),
            10 => Ok(Self::Line(usize::try_from(run).map_err(|_| invalid())?)),
            _ => Err(invalid()),
        }
    }

    /// The run of a [`Cursor::Run`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn run(self) -> Result<RunId, Problem> {
        if let Self::Run(run) = self { Ok(run) } else { Err(invalid()) }
    }

    /// The place of a [`Cursor::Table`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn table(self) -> Result<TablePlace, Problem> {
        if let Self::Table(place) = self { Ok(place) } else { Err(invalid()) }
    }

    /// The place of a [`Cursor::Average`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn average(self) -> Result<AveragePlace, Problem> {
        if let Self::Average(place) = self { Ok(place) } else { Err(invalid()) }
    }

    /// The place of a [`Cursor::Rating`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn rating(self) -> Result<RatingPlace, Problem> {
        if let Self::Rating(place) = self { Ok(place) } else { Err(invalid()) }
    }

    /// The player of a [`Cursor::Player`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn player(self) -> Result<PlayerId, Problem> {
        if let Self::Player(player) = self { Ok(player) } else { Err(invalid()) }
    }

    /// The place of a [`Cursor::Contest`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn contest(self) -> Result<ContestPlace, Problem> {
        if let Self::Contest(place) = self { Ok(place) } else { Err(invalid()) }
    }

    /// The place of a [`Cursor::Line`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn line(self) -> Result<usize, Problem> {
        if let Self::Line(line) = self { Ok(line) } else { Err(invalid()) }
    }

    /// The action of a [`Cursor::Action`].
    ///
    /// # Errors
    /// 400 when it is another variant.
    pub(in crate::api) fn action(self) -> Result<ActionId, Problem> {
        if let Self::Action(action) = self { Ok(action) } else { Err(invalid()) }
    }
}

/// The problem of a cursor that cannot be used with this list.
pub(in crate::api) fn invalid() -> Problem {
    Problem::new(Code::InvalidCursor, "the cursor is not from this list; request the first page without a cursor")
}

/// The schema of a cursor in the query.
#[cfg(feature = "schemas")]
pub(in crate::api) fn schema() -> wire::AnySchema {
    wire::text(
        "^[A-Za-z0-9_-]{1,256}$",
        "An opaque text: send it back as it is.",
        "WzEsWzEsMiwzLDQsNSw2LDcsOF0sMyw0LDUsNl0",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SeedClass;

    fn category() -> Category {
        Category { game: "slide-jam".to_owned(), rules: 1, options: "{}".to_owned(), class: SeedClass::Drawn }
    }

    fn board() -> Board {
        let day: crate::store::calendar::Day = "2026-11-20".parse().expect("a day");
        Board { category: category(), kind: BoardKind::Bests(day.week()) }
    }

    fn range() -> TimeRange {
        TimeRange {
            category: category(),
            app: None,
            since: Timestamp::from_millis(0),
            until: Timestamp::from_millis(1000),
        }
    }

    const RUN: RunId = RunId(5);
    fn after() -> Cursor {
        Cursor::After(BoardPlace { score: ScopeScore { key: RankKey::of_number(60), moves: 12 }, run: RUN })
    }

    fn received() -> Cursor {
        Cursor::Received(TimeRangePlace { received_at: Timestamp::from_millis(999), run: RUN })
    }

    #[test]
    fn cursors_of_clients_stay_valid() {
        // Computed with Python's json, hashlib and base64.
        assert_eq!(after().write(of_board(&board())), "WzEsWzEyMSwxMjIsMjUyLDE4NCwyMDUsOTEsMjU0LDIzM10sMCw2MCwxMiw1XQ");
        assert_eq!(
            received().write(of_time_range(&range())),
            "WzEsWzU5LDEzMywyMDUsODEsMjQ3LDcwLDEzOCwyMDZdLDIsOTk5LDAsNV0"
        );
        assert_eq!(Cursor::Run(RUN).write(of_runs(PlayerId(7))), "WzEsWzEwNyw3MCwyNTUsNDQsMTUzLDk3LDAsMV0sMywwLDAsNV0");
    }

    #[test]
    fn cursors_of_earlier_boards_are_refused() {
        // Given by version 0.1 for the board of the same week.
        let earlier = "WzEsWzQsMjQ1LDg5LDMsNTEsMTAxLDk5LDk5XSwwLDYwLDEyLDVd";
        let refused = Cursor::read(earlier, of_board(&board())).expect_err("it is of no board");
        assert_eq!(refused.code, Code::InvalidCursor);
    }

    #[test]
    fn cursors_of_a_players_runs_are_bound_to_player_and_filter() {
        let all = |player, of: Option<&GameRuns>| of.map_or(of_runs(player), |of| of_game_runs(player, of));
        let game = GameRuns { game: "slide-jam".to_owned(), class: None, seed: None };
        let seed = Some("2026-W47".parse().expect("a seed"));
        let filters = [
            GameRuns { class: Some(SeedClass::Daily), ..game.clone() },
            GameRuns { class: Some(SeedClass::Drawn), ..game.clone() },
            GameRuns { seed: seed.clone(), ..game.clone() },
            GameRuns { class: Some(SeedClass::Daily), seed, ..game.clone() },
            GameRuns { game: "magic-bag".to_owned(), ..game.clone() },
            game,
        ];
        let lists = [PlayerId(1), PlayerId(2)].map(|player| {
            let filters = std::iter::once(None).chain(filters.iter().map(Some));
            filters.map(|of| all(player, of)).collect::<Vec<_>>()
        });
        let lists = lists.concat();
        for (at, list) in lists.iter().enumerate() {
            let text = Cursor::Run(RUN).write(*list);
            let readable: Vec<usize> = (0..lists.len()).filter(|of| Cursor::read(&text, lists[*of]).is_ok()).collect();
            assert_eq!(readable, [at]);
        }
    }

    #[test]
    fn cursors_of_other_lists_are_refused() {
        let text = after().write(of_board(&board()));
        assert_eq!(Cursor::read(&text, of_board(&board())).ok(), Some(after()));
        let others = [
            Board { kind: BoardKind::Bests(crate::store::calendar::Period::All), ..board() },
            Board { kind: BoardKind::Room(1), ..board() },
            Board { kind: BoardKind::Runs, ..board() },
            Board { kind: BoardKind::Seed("2026-W47".parse().expect("a seed")), ..board() },
            Board { category: Category { class: SeedClass::Daily, ..category() }, ..board() },
            Board { category: Category { rules: 2, ..category() }, ..board() },
        ];
        for other in others {
            assert!(Cursor::read(&text, of_board(&other)).is_err(), "{other:?}");
        }
    }
}
