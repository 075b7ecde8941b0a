//! A table as JSON, and how it is made from what the store and [`Table`] have of it. [`schema`](super::schema) has its schemas.

use serde::Serialize;
use serde_json::value::RawValue;

#[cfg(feature = "schemas")]
use super::values::{commitment_schema, day_schema};
use crate::api::response::raw;
use crate::api::runs::Receipt;
use crate::api::schemas;
use crate::api::schemas::contest_round::ContestRoundName;
use crate::api::schemas::player_name::PlayerName;
use crate::engine::answer::BadMove;
#[cfg(feature = "schemas")]
use crate::engine::table_request::pace_schema;
use crate::rules::chance::Seed;
use crate::rules::game::{Level, Seat, Viewer};
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::name::ROBOT_NAMES;
use crate::store::{
    AppId, Ending, FinalResult, MovedBy, Occupant, Player, PlayerId, RankedSeed, SeedClass, StoredTable, TableId,
    TableSeat, TableStatus,
};
use crate::tables::table::{Table, commitment, is_rated, seat_of};

/// Maximum number of moves in the news of a response.
pub(in crate::api) const MAX_NEWS: usize = 500;

/// A table. The document has a schema of it for each game, in which the fields of type `Object` have the schemas of that game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct TableInfo {
    #[schema(value_type = schemas::TableNumber)]
    id: TableId,
    game: String,
    rules: u32,
    #[schema(value_type = Object)]
    options: Box<RawValue>,
    #[schema(schema_with = commitment_schema)]
    commitment: String,
    /// The seed. Absent until the table is over and, for a ranked daily game or a game of a contest, its day or round is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seed: Option<Seed>,
    /// The seed class of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    class: Option<SeedClass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = day_schema)]
    day: Option<Day>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    contest: Option<ContestRoundName>,
    #[schema(inline)]
    status: StatusName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, inline)]
    ending: Option<EndingName>,
    /// Whether `GET /v1/tables` lists it while it waits for players.
    listed: bool,
    /// Whether its result counts for ratings. False in games that are never rated, and if fewer than two seats are for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rated: Option<bool>,
    /// The app through which it was created. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AppNumber>)]
    app: Option<AppId>,
    /// The maker, who approves the players, and the requests for seats. Absent if anyone can take one, and when the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    approval: Option<ApprovalInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = pace_schema)]
    pace: Option<u32>,
    /// When it was created.
    #[schema(value_type = schemas::Moment)]
    made_at: Timestamp,
    /// When it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    started_at: Option<Timestamp>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    ended_at: Option<Timestamp>,
    /// How often the table was set back, because the database lost its last changes. Absent if it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    set_backs: Option<u32>,
    /// Its seats, from seat 1.
    seats: Vec<SeatInfo>,
    /// Your seat; absent for onlookers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    you: Option<Seat>,
    /// Whether the service declines windows for you. Absent unless you play a game with windows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    auto_decline: Option<bool>,
    /// The number of moves. Send it as `after` to get later ones. 0 if you cannot see the moves before `embargoed_until`.
    #[schema(minimum = 0, maximum = 64000)]
    moves: u32,
    /// The number of moves from which on leaving is not early: a third of the game's median length. Absent once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10000)]
    early_until: Option<u16>,
    /// The deadline of the next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    deadline: Option<Timestamp>,
    #[doc = "The end of the day of a ranked daily game, or of the round of a contest. Until then, only its player can see its \
             moves, and its seed is secret. Absent when the day or round is closed."]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    embargoed_until: Option<Timestamp>,
    /// The game as you can see it. Absent until it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Object>)]
    position: Option<Box<RawValue>>,
    #[doc = "The place of each seat, from seat 1: players who left are placed behind those who stayed. \
             Present when the game is over with a result; absent in lists."]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 2, max_items = 8)]
    places: Option<Vec<u8>>,
    /// The moves after the first `after` ones, if `after` was sent: the earliest 500 at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<Object>>)]
    news: Option<Vec<MoveInfo>>,
    /// Whether its moves were removed, and with them `position`. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    moves_removed: bool,
    /// The digest of the final state, if the moves were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::Digest>)]
    digest: Option<String>,
    /// The points of each seat, from seat 1, if the moves were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1, max_items = 8)]
    points: Option<Vec<i64>>,
    /// The stored run, after the game was played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    run: Option<String>,
    /// The ranks of the run, in the response to the move that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Receipt>)]
    receipt: Option<Box<Receipt>>,
    /// The first illegal move, in the response to the moves. The moves before it were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bad_move: Option<BadMove>,
    /// The table that is its rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TableNumber>)]
    rematch: Option<TableId>,
}

// What the schemas say of numbers of moves.
const _: () = assert!(wire::MAX_MOVES_OF_ANY == 64_000);

/// The status of the table: `waiting` for players, `playing`, or `over`.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StatusName {
    Waiting,
    Playing,
    Over,
}

/// How the table ended: the game was played to its end, its last player gave up or ran out of time, or the database lost moves that someone had
/// seen. Then it has no result.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EndingName {
    Finished,
    Resigned,
    Abandoned,
    SetBack,
}

/// The approval of the players of a table by its maker, while it waits. Everyone who sees the table sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableApproval)]
pub(in crate::api) struct ApprovalInfo {
    /// The id of the player who created the table, and approves the others.
    #[schema(value_type = schemas::PlayerNumber)]
    maker: PlayerId,
    /// The players who ask for a seat, in the order of their requests.
    #[schema(max_items = 20)]
    requests: Vec<PlayerName>,
}

impl ApprovalInfo {
    fn of(stored: &StoredTable) -> Option<Self> {
        let is_shown = stored.terms.approval && stored.state.status == TableStatus::Waiting;
        is_shown.then(|| Self { maker: stored.terms.maker, requests: stored.requesters.iter().map(name_of).collect() })
    }
}

fn name_of(player: &Player) -> PlayerName {
    player.clone().into()
}

/// A seat of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableSeat)]
pub(in crate::api) struct SeatInfo {
    /// Its number. The order of the seats is drawn when the game begins, and means nothing before.
    seat: Seat,
    /// Who has the seat.
    kind: OccupantKind,
    /// The level of the robot. Absent if the seat is not a robot's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<u8>, minimum = 1, maximum = 5)]
    level: Option<Level>,
    /// The name of the robot, which no player can take. Absent if the seat is not a robot's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<&'static str>,
    /// The player. Absent if there is none, or the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// The deadline of the player's next move. Absent while the player cannot act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    deadline: Option<Timestamp>,
    /// The number of consecutive timeouts. At 3, a robot keeps the seat.
    #[schema(minimum = 0, maximum = 3)]
    missed: u8,
    /// Whether the player gave up or ran out of time too often. A robot then has the seat, and the player is placed last.
    left: bool,
}

/// The occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableSeatKind)]
pub(in crate::api) enum OccupantKind {
    /// No one yet.
    Open,
    /// A robot.
    Robot,
    /// A player.
    Player,
}

/// A move of a table, as a viewer sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct MoveInfo {
    /// The number of moves of the table including this one: 1 for the first move.
    #[schema(minimum = 1, maximum = 64000)]
    number: usize,
    seat: Seat,
    #[schema(inline)]
    by: MoverName,
    /// When the move was made.
    #[schema(value_type = schemas::Moment)]
    at: Timestamp,
    /// The events that you can see, in order.
    #[schema(value_type = Vec<Object>)]
    events: Box<RawValue>,
}

/// Who made the move: the player of the seat, a robot at its own seat, or a robot because time ran out.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MoverName {
    Player,
    Robot,
    Clock,
}

/// How a viewer sees a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct ViewOptions {
    /// The viewer.
    pub(in crate::api) viewer: Viewer,
    /// The closed days, whose ranked daily games are public.
    pub(in crate::api) closed: ClosedDays,
    /// Whether to list the legal moves of the viewer.
    pub(in crate::api) with_legal_moves: bool,
    /// The number of known moves, after which news are included; none without news.
    pub(in crate::api) after: Option<usize>,
    /// Whether each event carries its sentence.
    pub(in crate::api) with_text: bool,
}

impl ViewOptions {
    /// Whether the game itself is shown: one with a shared seed is shown to its player only until its day or round is closed.
    pub(in crate::api) fn may_see(self, table: &Table) -> bool {
        self.viewer != Viewer::Onlooker || table.embargoed_until(self.closed).is_none()
    }

    /// The news: the moves after the known ones.
    pub(in crate::api) fn news(self, table: &Table, after: usize) -> Vec<MoveInfo> {
        self.moves(table, after).take(MAX_NEWS).collect()
    }

    fn moves(self, table: &Table, after: usize) -> impl Iterator<Item = MoveInfo> {
        (after..table.move_count()).filter_map(move |index| {
            let note = table.notes.get(index)?;
            let events = table.game.events(index, self.viewer, self.with_text)?;
            Some(MoveInfo { number: index + 1, seat: note.seat, by: moved_by(note.by), at: note.at, events })
        })
    }
}

impl MoveInfo {
    /// The number of moves up to it.
    pub(in crate::api) fn number(&self) -> usize {
        self.number
    }
}

fn moved_by(by: MovedBy) -> MoverName {
    match by {
        MovedBy::Player => MoverName::Player,
        MovedBy::Robot => MoverName::Robot,
        MovedBy::Clock => MoverName::Clock,
    }
}

/// Returns the deadline of a player. Robots have none, even if they keep the pace of people.
fn deadline(seat: &TableSeat) -> Option<Timestamp> {
    seat.due.filter(|_| seat.left.is_none() && matches!(seat.occupant, Occupant::Player(_)))
}

impl TableInfo {
    /// A table as a viewer sees it.
    pub(in crate::api) fn of(table: &Table, options: ViewOptions) -> Self {
        let may_see = options.may_see(table);
        let seen = table.begun() && may_see;
        let listed = Self::listed(&table.stored);
        let seed = table.is_open(options.closed).then(|| table.stored.terms.seed.clone());
        let you = match options.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Onlooker | Viewer::Host => None,
        };
        Self {
            seed,
            you,
            auto_decline: table.auto_decline(options.viewer),
            embargoed_until: table.embargoed_until(options.closed),
            position: seen.then(|| table.game.view(options.viewer, options.with_legal_moves)),
            places: table.places(),
            early_until: table.early_until().filter(|_| !table.over()),
            news: options.after.filter(|_| seen).map(|after| options.news(table, after)),
            // The length of a game can be its score.
            moves: if may_see { listed.moves } else { 0 },
            ended_at: listed.ended_at.filter(|_| may_see),
            run: listed.run.clone().filter(|_| may_see),
            ..listed
        }
    }

    /// A table as a viewer sees it, with all moves in its news, however many.
    pub(in crate::api) fn with_all_news(table: &Table, options: ViewOptions) -> Self {
        let seen = table.begun() && options.may_see(table);
        Self { news: seen.then(|| options.moves(table, 0).collect()), ..Self::of(table, options) }
    }

    /// A table without its moves, of which a result may remain.
    pub(in crate::api) fn without_moves(stored: &StoredTable, player: Option<PlayerId>, closed: ClosedDays) -> Self {
        let embargoed_until = stored.terms.embargoed_until(closed);
        let over = matches!(stored.state.status, TableStatus::Over(_));
        let FinalResult { digest, points, places } = stored.moves_removed.clone().unwrap_or_default();
        Self {
            seed: (over && embargoed_until.is_none()).then(|| stored.terms.seed.clone()),
            you: player.and_then(|player| seat_of(stored, player)),
            embargoed_until,
            digest: digest.map(hex::encode),
            points,
            places,
            ..Self::listed(stored)
        }
    }

    /// A table as in lists.
    pub(in crate::api) fn listed(stored: &StoredTable) -> Self {
        let StoredTable { id, terms, state, players, moves, run, rematch, .. } = stored;
        let (class, day) = match terms.ranked {
            None => (None, None),
            Some(RankedSeed::Own) => (Some(SeedClass::Ranked), None),
            Some(RankedSeed::Daily(day)) => (Some(SeedClass::RankedDaily), Some(day)),
            Some(RankedSeed::Contest(_)) => (Some(SeedClass::Contest), None),
        };
        let (status, ending) = match state.status {
            TableStatus::Waiting => (StatusName::Waiting, None),
            TableStatus::Playing => (StatusName::Playing, None),
            TableStatus::Over(Ending::Finished) => (StatusName::Over, Some(EndingName::Finished)),
            TableStatus::Over(Ending::Resigned) => (StatusName::Over, Some(EndingName::Resigned)),
            TableStatus::Over(Ending::Abandoned) => (StatusName::Over, Some(EndingName::Abandoned)),
            TableStatus::Over(Ending::SetBack) => (StatusName::Over, Some(EndingName::SetBack)),
        };
        let seat = |(at, seat): (usize, &TableSeat)| {
            let player = players.get(at).and_then(Option::as_ref);
            Some(SeatInfo {
                seat: Seat::new(u8::try_from(at + 1).ok()?)?,
                kind: match seat.occupant {
                    Occupant::Vacant => OccupantKind::Open,
                    Occupant::Robot(_) => OccupantKind::Robot,
                    Occupant::Player(_) => OccupantKind::Player,
                },
                level: match seat.occupant {
                    Occupant::Robot(level) => Some(level),
                    Occupant::Player(_) | Occupant::Vacant => None,
                },
                name: matches!(seat.occupant, Occupant::Robot(_)).then(|| ROBOT_NAMES.get(at).copied()).flatten(),
                player: player.map(name_of),
                deadline: deadline(seat),
                missed: seat.missed,
                left: seat.left.is_some(),
            })
        };
        Self {
            id: *id,
            game: terms.game.clone(),
            rules: terms.rules,
            options: raw(&terms.options),
            commitment: commitment(terms.seed.as_str()),
            seed: None,
            class,
            day,
            contest: terms.round().map(ContestRoundName::from),
            status,
            ending,
            listed: terms.listed,
            rated: terms.ranked.is_none().then(|| is_rated(stored)),
            app: terms.app,
            approval: ApprovalInfo::of(stored),
            pace: terms.ranked.is_none().then_some(terms.pace),
            made_at: terms.made_at,
            started_at: state.started_at,
            ended_at: state.ended_at,
            set_backs: (state.set_backs > 0).then_some(state.set_backs),
            seats: state.seats.iter().enumerate().filter_map(seat).collect(),
            you: None,
            auto_decline: None,
            moves: *moves,
            early_until: None,
            deadline: state.seats.iter().filter_map(deadline).min(),
            embargoed_until: None,
            position: None,
            places: None,
            news: None,
            moves_removed: stored.moves_removed.is_some(),
            digest: None,
            points: None,
            run: run.map(|run| run.to_string()),
            receipt: None,
            bad_move: None,
            rematch: *rematch,
        }
    }

    /// The table with the receipt of its run.
    pub(in crate::api) fn with_receipt(self, receipt: Option<Receipt>) -> Self {
        Self { receipt: receipt.map(Box::new), ..self }
    }

    /// The table with the first posted move that is illegal.
    pub(in crate::api) fn with_bad_move(self, bad_move: Option<BadMove>) -> Self {
        Self { bad_move, ..self }
    }
}

/// A table of any game.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(in crate::api) struct AnyTable(pub(in crate::api) TableInfo);
