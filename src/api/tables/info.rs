//! A table as JSON, and how it is made from what the store and [`Table`] have of it. [`schema`](super::schema) has its schemas.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::response::raw;
use crate::api::runs::Receipt;
use crate::api::schemas;
use crate::api::schemas::player_name::PlayerName;
use crate::engine::answer::BadMove;
use crate::rules::chance::Seed;
use crate::rules::game::{Seat, Viewer};
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{Ending, MovedBy, Occupant, Sealing, SeedClass, StoredTable, TableId, TableSeat, TableStatus};
use crate::tables::table::{Table, commitment};

/// Maximum number of moves in the news of a response.
pub(in crate::api) const MAX_NEWS: usize = 500;

/// A table. The document has a schema of it for each game; this is what all have in common.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct TableInfo {
    id: TableId,
    game: String,
    rules: u32,
    options: Box<RawValue>,
    commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<SeedClass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'static str>,
    listed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<u32>,
    made_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<Timestamp>,
    seats: Vec<SeatInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<Seat>,
    moves: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    news: Option<Vec<MoveInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<Box<Receipt>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_move: Option<BadMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<TableId>,
}

/// A seat of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableSeat)]
pub(in crate::api) struct SeatInfo {
    /// Its number. Before the table begins, the order of the seats means nothing: who sits where is drawn then.
    seat: Seat,
    /// Whose it is.
    kind: OccupantKind,
    /// The player; absent where there is none, or they are deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// Until when the player must have moved; absent while they need not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    deadline: Option<Timestamp>,
    /// How many times in a row the built-in player moved for them since their time was up. The third time it keeps the seat.
    #[schema(minimum = 0, maximum = 3)]
    missed: u8,
    /// Whether the player gave up or missed too much: the built-in player has the seat, and they are placed behind all other players.
    left: bool,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TableSeatKind)]
pub(in crate::api) enum OccupantKind {
    /// Whoever sits down.
    Open,
    /// The built-in player.
    Robot,
    /// A player.
    Player,
}

/// A move of a table, as a viewer sees it.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct MoveInfo {
    number: usize,
    seat: Seat,
    by: &'static str,
    at: Timestamp,
    events: Box<RawValue>,
}

/// How a viewer sees a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct ViewOptions {
    /// The viewer.
    pub(in crate::api) viewer: Viewer,
    /// The closed days, whose sealed daily games are public.
    pub(in crate::api) closed: ClosedDays,
    /// Whether to list the legal moves of the viewer.
    pub(in crate::api) with_legal_moves: bool,
    /// The number of known moves, after which news are included; none without news.
    pub(in crate::api) after: Option<usize>,
}

impl ViewOptions {
    /// Whether the game itself is shown: that of a day is shown to its player only until the day is closed.
    pub(in crate::api) fn may_see(self, table: &Table) -> bool {
        self.viewer != Viewer::Onlooker || table.embargoed_until(self.closed).is_none()
    }

    /// The news: the moves after the known ones.
    pub(in crate::api) fn news(self, table: &Table, after: usize) -> Vec<MoveInfo> {
        let notes = table.notes.iter().enumerate().skip(after).take(MAX_NEWS);
        let news = notes.filter_map(|(index, note)| {
            let events = table.game.events(index, self.viewer)?;
            Some(MoveInfo { number: index + 1, seat: note.seat, by: moved_by(note.by), at: note.at, events })
        });
        news.collect()
    }
}

impl MoveInfo {
    /// The number of moves up to it.
    pub(in crate::api) fn number(&self) -> usize {
        self.number
    }
}

fn moved_by(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Player => "player",
        MovedBy::Robot => "robot",
        MovedBy::Clock => "clock",
    }
}

impl TableInfo {
    /// A table as a viewer sees it.
    pub(in crate::api) fn of(table: &Table, options: ViewOptions) -> Self {
        let seen = table.begun() && options.may_see(table);
        let seed = table.is_open(options.closed).then(|| table.stored.terms.seed.clone());
        let you = match options.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Onlooker | Viewer::Host => None,
        };
        Self {
            seed,
            you,
            embargoed_until: table.embargoed_until(options.closed),
            position: seen.then(|| table.game.view(options.viewer, options.with_legal_moves)),
            news: options.after.filter(|_| seen).map(|after| options.news(table, after)),
            ..Self::listed(&table.stored)
        }
    }

    /// A table as in lists.
    pub(in crate::api) fn listed(stored: &StoredTable) -> Self {
        let StoredTable { id, terms, state, players, moves, run, rematch, .. } = stored;
        let (class, day) = match terms.sealing {
            None => (None, None),
            Some(Sealing::Own) => (Some(SeedClass::Sealed), None),
            Some(Sealing::Daily(day)) => (Some(SeedClass::SealedDaily), Some(day)),
        };
        let (status, ending) = match state.status {
            TableStatus::Waiting => ("waiting", None),
            TableStatus::Playing => ("playing", None),
            TableStatus::Over(Ending::Finished) => ("over", Some("finished")),
            TableStatus::Over(Ending::Resigned) => ("over", Some("resigned")),
            TableStatus::Over(Ending::Abandoned) => ("over", Some("abandoned")),
        };
        let seat = |(at, seat): (usize, &TableSeat)| {
            let player = players.get(at).and_then(Option::as_ref);
            Some(SeatInfo {
                seat: Seat::new(u8::try_from(at + 1).ok()?)?,
                kind: match seat.occupant {
                    Occupant::Vacant => OccupantKind::Open,
                    Occupant::Robot => OccupantKind::Robot,
                    Occupant::Player(_) => OccupantKind::Player,
                },
                player: player.map(|player| PlayerName { id: player.id, name: player.name.clone() }),
                deadline: seat.due,
                missed: seat.missed,
                left: seat.left,
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
            status,
            ending,
            listed: terms.listed,
            pace: terms.sealing.is_none().then_some(terms.pace),
            made_at: terms.made_at,
            started_at: state.started_at,
            ended_at: state.ended_at,
            seats: state.seats.iter().enumerate().filter_map(seat).collect(),
            you: None,
            moves: *moves,
            deadline: state.seats.iter().filter_map(|seat| seat.due).min(),
            embargoed_until: None,
            position: None,
            news: None,
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
