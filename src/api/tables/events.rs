//! `GET /v1/tables/{id}/events`: server-sent events, for each move and each other change of a table.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

#[cfg(feature = "schemas")]
use super::document::{WITH_TEXT, describe, id_in_path};
use super::errors::{embargoed, id_of, problem};
use super::info::{TableInfo, ViewOptions};
use super::respond::{closed_days, count_news, load_if_long, view_options};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::request::query::{self, Query};
use crate::api::response::event_stream::{
    HEARTBEAT, HEARTBEAT_TEXT, Source, last_event_id, respond, too_many_listeners, write_event,
};
use crate::api::shared::Shared;
use crate::rules::game::Viewer;
use crate::rules::wire;
use crate::store::PlayerId;
use crate::tables::table::{ListenerView, Table};
use crate::tables::{Change, Listener, News};

/// Interval after which the token of a listener is checked again.
const TOKEN_CHECK: Duration = Duration::from_secs(10);
/// The same for a token of an app: streams of suspended apps end within 5 seconds.
const APP_TOKEN_CHECK: Duration = Duration::from_secs(4);

/// The query of the events of a table.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct EventsQuery {
    #[serde(default, deserialize_with = "query::up_to::<_, { wire::MAX_MOVES_OF_ANY }>")]
    after: Option<usize>,
    #[serde(default)]
    with_legal_moves: bool,
    #[serde(default)]
    with_text: bool,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "stream_table_events",
        "Stream the events of a table",
        "Returns server-sent events; `/asyncapi.json` has their schemas. `move` is a move as you can see it, in the \
         form of `news`; its id is the number of moves. `table` is the table as you can see it: first of all, \
         after moves, and after every other change. `set_back` means that the database lost the last changes of the \
         table: forget the moves that you know, since all moves follow. `phrase` is what a player says now. `spectators` is the number of \
         callers who watch without a seat, sent when it changes, at most every 3 seconds. The last two have no id, and are \
         not sent again. With `with_legal_moves`, the position of a `table` lists your legal moves. \
         `Last-Event-ID`, or `after`, resumes a stream: it begins with the \
         moves since. A comment arrives every 4 seconds while nothing happens. The stream stays open when the game \
         is over. It ends when the service stops or cannot reach its database, when the table is deleted, or when your token \
         is revoked or replaced; reconnect then. The `EventSource` of browsers cannot send a token; use `fetch`.",
    );
    let after = "The number of moves that you know, as in `Last-Event-ID`.";
    let legal_moves = "Whether to list your legal moves in `table` events.";
    let id = "The id of the last event that you received.";
    id_in_path(doc)
        .query("after", after, wire::integer_schema(after, 0, wire::MAX_MOVES_OF_ANY as u64))
        .query_flag("with_legal_moves", legal_moves)
        .query_flag("with_text", WITH_TEXT)
        .header("Last-Event-ID", id, wire::text("^[0-9]{1,5}(-[0-9]{1,9})?$", id, "12"))
        .may_use_token()
        .ok_as("text/event-stream", "The events.", wire::any_text())
        .no_store()
        .errors(&["403", "404", "410", "429", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(EventsQuery { after, with_legal_moves, with_text }): Query<EventsQuery>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let client = Client::of(&request);
    let player = client.clone().known_player()?;
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let options = view_options(player.as_ref(), &table, closed_days(&shared, &table).await?);
    if !options.may_see(&table) {
        return Err(embargoed(&table, options.closed));
    }
    if let Some(player) = &player {
        shared.tables.note_player(&table, player.id, client.party());
    }
    let last: Option<EventId> = last_event_id(&request, "12 or 12-1")?;
    let mut news = shared.tables.listen(&table, client.listener(), Listener::Stream).ok_or_else(too_many_listeners)?;
    // It may have changed since it was read.
    let table = news.table().unwrap_or(table);
    // A client that knows nothing yet gets the current table, and no moves.
    let set_backs = table.stored.state.set_backs;
    // A number alone is of a table that was never set back.
    let last = last.or(after.map(|moves| EventId { moves, set_backs: 0 }));
    let last = last.unwrap_or(EventId { moves: table.move_count(), set_backs });
    let known = if last.is_of(&table) { last.moves } else { 0 };
    count_news(&shared, &table, known, &request)?;
    let check_interval = if client.acts_through_app() { APP_TOKEN_CHECK } else { TOKEN_CHECK };
    let (check_at, heartbeat_at) = (Instant::now() + check_interval, Instant::now() + HEARTBEAT);
    let player = player.map(|player| player.id);
    let mut listening = Listening {
        shared,
        news,
        client,
        player,
        with_legal_moves,
        with_text,
        check_interval,
        check_at,
        heartbeat_at,
        known: last,
        sent_tag: None,
        sent_spectators: 0,
        table,
    };
    listening.count_spectator();
    Ok(respond(listening))
}

/// The id of an event: the number of moves after it, and how often the table was set back.
#[derive(Clone, Copy, Debug)]
struct EventId {
    moves: usize,
    set_backs: u32,
}

impl EventId {
    /// Whether the table continues the one with this id.
    fn is_of(self, table: &Table) -> bool {
        self.set_backs == table.stored.state.set_backs && self.moves <= table.move_count()
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { moves, set_backs: 0 } => write!(f, "{moves}"),
            Self { moves, set_backs } => write!(f, "{moves}-{set_backs}"),
        }
    }
}

impl FromStr for EventId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        // Parsing a number would accept a sign.
        let unsigned = if text.contains('+') { "" } else { text };
        let (moves, set_backs) = unsigned.split_once('-').unwrap_or((unsigned, "0"));
        Ok(Self { moves: moves.parse()?, set_backs: set_backs.parse()? })
    }
}

/// The event `set_back`: the state of the table after it.
#[derive(Clone, Copy, Debug, Serialize)]
struct SetBack {
    set_backs: u32,
    moves: usize,
}

/// The event `spectators`.
#[derive(Clone, Copy, Debug, Serialize)]
struct Spectators {
    spectators: u32,
}

/// A listener to a table.
struct Listening {
    shared: web::Data<Shared>,
    news: News,
    client: Client,
    player: Option<PlayerId>,
    /// Whether tables list the legal moves of the player.
    with_legal_moves: bool,
    /// When the token is checked again, and the interval of these checks.
    check_at: Instant,
    check_interval: Duration,
    heartbeat_at: Instant,
    /// The version of the table that the client knows.
    known: EventId,
    /// Whether each event of a move carries its sentence.
    with_text: bool,
    /// The tag of the table that was sent last.
    sent_tag: Option<String>,
    /// The number of spectators that was sent last.
    sent_spectators: u32,
    table: Arc<Table>,
}

impl Source for Listening {
    async fn next(&mut self) -> Option<Bytes> {
        let event = self.next_event().await;
        self.heartbeat_at = Instant::now() + HEARTBEAT;
        event
    }
}

impl Listening {
    /// The next event, or a heartbeat; none at the end of the stream.
    async fn next_event(&mut self) -> Option<Bytes> {
        loop {
            // The token is checked in time even if events never pause.
            if Instant::now() >= self.check_at {
                if !self.may_listen().await {
                    return None;
                }
                self.check_at = Instant::now() + self.check_interval;
            }
            if let Some(event) = self.set_back() {
                return Some(event);
            }
            if self.sent_tag.as_deref() != Some(&self.tag()) || self.known.moves < self.table.move_count() {
                return self.table_events().await;
            }
            let spectators = self.news.spectators();
            if self.sent_spectators != spectators {
                self.sent_spectators = spectators;
                return Some(event("spectators", &Spectators { spectators }));
            }
            match timeout_at(self.heartbeat_at.min(self.check_at), self.news.next()).await {
                Err(_) if Instant::now() < self.heartbeat_at => {}
                Err(_) => return Some(HEARTBEAT_TEXT),
                Ok(Some(Change::Spectators)) => {}
                Ok(None) => return None,
                Ok(Some(Change::Spoken(spoken))) => return Some(event("phrase", &spoken)),
                Ok(Some(Change::Table)) => {
                    self.table = self.news.table()?;
                    self.count_spectator();
                }
            }
        }
    }

    /// The event of a table that the client knows from before it was set back, or with moves that it does not have; none for other tables.
    fn set_back(&mut self) -> Option<Bytes> {
        if self.known.is_of(&self.table) {
            return None;
        }
        let (moves, set_backs) = (self.table.move_count(), self.table.stored.state.set_backs);
        (self.known, self.sent_tag) = (EventId { moves: 0, set_backs }, None);
        let mut text = String::new();
        write_event(&mut text, "set_back", self.known, &SetBack { set_backs, moves });
        Some(text.into())
    }

    /// Counts the client as a spectator unless it has a seat, which it may take or leave while it listens.
    fn count_spectator(&mut self) {
        let is_onlooker = self.table.viewer(self.player) == Viewer::Onlooker;
        self.news.watch_as(is_onlooker.then(|| self.client.caller()));
    }

    /// The tag of the current table as the client sees it.
    fn tag(&self) -> String {
        self.table.tag(self.table.viewer(self.player))
    }

    /// Whether the token of the request is still valid.
    async fn may_listen(&self) -> bool {
        // If the store cannot be read now, it is read at the next check.
        !matches!(self.client.refusal_by_now(&self.shared.store, self.shared.clock.now()).await, Ok(Some(_)))
    }

    /// The unknown moves, and the current table.
    async fn table_events(&mut self) -> Option<Bytes> {
        let closed = closed_days(&self.shared, &self.table).await.ok()?;
        let viewer = self.table.viewer(self.player);
        let (with_legal_moves, with_text) = (self.with_legal_moves, self.with_text);
        let options = ViewOptions { viewer, closed, with_legal_moves, after: None, with_text };
        let known = self.known.moves;
        let view = ListenerView { viewer, known, with_legal_moves, with_text };
        let (text, known) = self.table.cached_response(view, || events(&self.table, options, known));
        self.known.moves = known;
        if known == self.table.move_count() {
            self.sent_tag = Some(self.tag());
        }
        Some(text)
    }
}

/// The events of the moves after the known ones, and that of the table if they include the last move. Returns them with the new number of
/// known moves.
fn events(table: &Table, options: ViewOptions, known: usize) -> (Bytes, usize) {
    let mut text = String::new();
    let id = |moves| EventId { moves, set_backs: table.stored.state.set_backs };
    let news = options.news(table, known);
    let known = known + news.len();
    for news in &news {
        write_event(&mut text, "move", id(news.number()), news);
    }
    if known == table.move_count() {
        write_event(&mut text, "table", id(known), &TableInfo::of(table, options));
    }
    (text.into(), known)
}

/// An event that a resumed stream does not repeat: without an id, the client keeps the last one.
fn event(kind: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).unwrap_or_default();
    format!("event: {kind}\ndata: {data}\n\n").into()
}
