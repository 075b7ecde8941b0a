//! The AsyncAPI 3 document of the event streams of tables, players and apps. It has the same schemas as the OpenAPI document, which cannot describe events
//! before its version 3.2.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::walk;

/// The path of the calls whose response is a table.
const TABLE: &str = "/v1/tables/{id}";
/// The path of the events of a player.
const PLAYER: &str = "/v1/players/{id}/events";
/// The path of the events of an app.
const APP: &str = "/v1/apps/{app}/events";
/// The path of the call that says a phrase.
const PHRASES: &str = "/v1/tables/{id}/phrases";
const SCHEMAS: &str = "/components/schemas/";

/// The AsyncAPI document of an OpenAPI document without discriminators: the whole or a part of it.
pub(super) fn of(document: &Json) -> Json {
    let table = &document["paths"][TABLE]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    let moves: Vec<Json> = variants(document, table)
        .into_iter()
        .filter_map(|table| table.pointer("/properties/news/items").cloned())
        .collect();
    let move_schema = match moves.as_slice() {
        [only] => only.clone(),
        // A move without events fits the schemas of several games.
        _ => json!({ "description": "A move at a table of any game.", "anyOf": moves }),
    };
    let phrase = phrase(document);
    let spectators = spectators();
    let [player, app] = [PLAYER, APP].map(|path| event(document, path));
    let schemas = reached(document, [table, &move_schema].into_iter().chain(&phrase).chain(player).chain(app));
    let mut channel = json!({
        "move": { "$ref": "#/components/messages/move" },
        "table": { "$ref": "#/components/messages/table" },
        "set_back": { "$ref": "#/components/messages/set_back" },
        "spectators": { "$ref": "#/components/messages/spectators" },
    });
    let mut messages = json!({
        "move": message(
            "move",
            "A move as the viewer may see it. The event's `id` is the number of moves, this one included. If the table was set back, a hyphen \
             and the number of times follow: `12-1`.",
            &move_schema,
        ),
        "table": message(
            "table",
            "The table as the viewer may see it: first of all, after moves, and after every other change. The event's `id` is the \
             number of moves.",
            table,
        ),
        "set_back": message(
            "set_back",
            "The database lost the last changes of the table, or the client knows moves that the table does not have. Forget all moves: they \
             follow, and then the table.",
            &set_back(),
        ),
        "spectators": message(
            "spectators",
            "The number of callers who watch without a seat, when it changes, at most every 3 seconds. The first one is sent if it is \
             not 0. The event has no `id`.",
            &spectators,
        ),
    });
    if let Some(phrase) = &phrase {
        channel["phrase"] = json!({ "$ref": "#/components/messages/phrase" });
        messages["phrase"] =
            message("phrase", "What a player says now. It is not sent again. The event has no `id`.", phrase);
    }
    let mut whole = json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": format!("{}: events", document["info"]["title"].as_str().unwrap_or_default()),
            "version": document["info"]["version"],
            "description": DESCRIPTION,
            "license": { "name": document["info"]["license"]["name"] },
        },
        "defaultContentType": "application/json",
        "channels": { "table": {
            "address": format!("{TABLE}/events"),
            "description": "Server-sent events (`text/event-stream`) of one table. Each event has the name of its message.",
            "parameters": { "id": { "description": "The id of the table." } },
            "messages": channel,
        } },
        "operations": { "streamTableEvents": {
            "action": "receive",
            "channel": { "$ref": "#/channels/table" },
            "summary": "Receive the moves and changes of a table",
            "bindings": { "http": { "method": "GET", "query": query(document, &format!("{TABLE}/events")), "bindingVersion": "0.3.0" } },
        } },
        "components": { "messages": messages, "schemas": schemas },
    });
    // The default server, the root of the host that serves the document, has no name that AsyncAPI could have.
    if let Some(server) = document["servers"][0]["url"].as_str().and_then(server) {
        whole["servers"] = json!({ "service": server });
    }
    if let Some(payload) = player {
        add_stream(&mut whole, document, &Stream { payload, ..OF_PLAYER });
    }
    if let Some(payload) = app {
        add_stream(&mut whole, document, &Stream { payload, ..OF_APP });
    }
    whole
}

/// The types of events of players, and what each means.
const PLAYER_EVENTS: [(&str, &str); 10] = [
    ("your_turn", "It became your turn at a table. It is sent once, when the turn begins."),
    ("table_started", "A table of yours began."),
    ("table_over", "A table of yours is over."),
    ("table_set_back", "A table of yours was set back. If it is your turn, `your_turn` follows."),
    ("rematch_offered", "Another player made the rematch of a table of yours."),
    ("par_known", "The par of the deal of your run was found. It is not sent for daily games and contests."),
    ("invited", "Another player invites you to a table that waits for players."),
    ("invitation_declined", "A player declined your invitation to a table."),
    ("contest_round_opened", "A round of a contest that you entered opened."),
    ("contest_round_closed", "A round of a contest that you entered is closed, and counts in the standings."),
];

/// The schema of an event of a player or an app; none in the part of a game.
fn event<'a>(document: &'a Json, path: &str) -> Option<&'a Json> {
    let page = document["paths"].get(path)?.pointer("/get/responses/200/content/application~1json/schema")?;
    resolved(document, page).pointer("/properties/events/items")
}

/// A stream of the events of players.
struct Stream<'a> {
    channel: &'a str,
    operation: &'a str,
    path: &'a str,
    parameter: [&'a str; 2],
    /// The prefix of the names of its messages among all messages.
    prefix: &'a str,
    /// Whose events it has, and what it reports.
    of: [&'a str; 2],
    /// The schema of an event.
    payload: &'a Json,
}

const OF_PLAYER: Stream<'_> = Stream {
    channel: "player",
    operation: "streamPlayerEvents",
    path: PLAYER,
    parameter: ["id", "The player's id, or `me`."],
    prefix: "",
    of: ["one player", "Receive what happens to a player"],
    payload: &Json::Null,
};

const OF_APP: Stream<'_> = Stream {
    channel: "app",
    operation: "streamAppEvents",
    path: APP,
    parameter: ["app", "The app's id."],
    prefix: "app_",
    of: ["all players for whom an app acts", "Receive what happens to the users of an app"],
    payload: &Json::Null,
};

/// Adds the channel of a stream.
fn add_stream(whole: &mut Json, document: &Json, stream: &Stream<'_>) {
    let Stream { channel, operation, path, parameter: [parameter, description], prefix, of: [whose, summary], payload } =
        stream;
    let (whole_messages, mut messages) = (&mut whole["components"]["messages"], json!({}));
    let (events, reset) = (PLAYER_EVENTS.map(|(name, summary)| (name, summary, *payload)), reset());
    for (name, summary, payload) in events.into_iter().chain([("reset", RESET, &reset)]) {
        messages[name] = json!({ "$ref": format!("#/components/messages/{prefix}{name}") });
        whole_messages[format!("{prefix}{name}")] = message(name, summary, payload);
    }
    whole["channels"][*channel] = json!({
        "address": path,
        "description": format!("Server-sent events (`text/event-stream`) of {whose}. Each event has the name of its message."),
        "parameters": { *parameter: { "description": description } },
        "messages": messages,
    });
    whole["operations"][*operation] = json!({
        "action": "receive",
        "channel": { "$ref": format!("#/channels/{channel}") },
        "summary": summary,
        "bindings": { "http": { "method": "GET", "query": query(document, path), "bindingVersion": "0.3.0" } },
    });
}

const RESET: &str = "Events before this one are missing: read the tables, and go on with the events that follow. A new stream begins with it, and \
                     so does one that cannot be resumed.";

/// The schema of a reset.
fn reset() -> Json {
    json!({
        "description": "A position to go on from.",
        "type": "object",
        "required": ["id", "type"],
        "properties": { "id": { "type": "string" }, "type": { "type": "string", "const": "reset" } },
    })
}

/// A server by its address, such as `https://example.org/games`; none if the address has no host.
fn server(url: &str) -> Option<Json> {
    let (protocol, rest) = url.split_once("://")?;
    let (host, pathname) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let mut server = json!({ "host": host, "protocol": protocol });
    if !pathname.is_empty() {
        server["pathname"] = pathname.into();
    }
    Some(server)
}

/// The schema of a phrase; none in the part of a game with one seat.
fn phrase(document: &Json) -> Option<Json> {
    document["paths"].get(PHRASES)?;
    Some(json!({
        "description": "What a player says.",
        "type": "object",
        "required": ["seat", "phrase"],
        "properties": {
            "seat": { "$ref": "#/components/schemas/Seat" },
            "phrase": { "$ref": "#/components/schemas/Phrase" },
        },
    }))
}

/// The schema of a table that was set back.
fn set_back() -> Json {
    let number =
        |description| json!({ "description": description, "type": "integer", "format": "int32", "minimum": 0 });
    json!({
        "description": "A table that was set back.",
        "type": "object",
        "required": ["set_backs", "moves"],
        "properties": {
            "set_backs": number("How often the table was set back; 0 if only the client knew more moves."),
            "moves": number("The number of moves that the table has now."),
        },
    })
}

/// The schema of a number of spectators.
fn spectators() -> Json {
    json!({
        "description": "Who watches.",
        "type": "object",
        "required": ["spectators"],
        "properties": { "spectators": {
            "description": "The number of callers who watch without a seat. A player counts once, and so does an address without a token.",
            "type": "integer",
            "format": "int32",
            "minimum": 0,
        } },
    })
}

const DESCRIPTION: &str = "The events of `GET /v1/tables/{id}/events`, and of `GET /v1/players/{id}/events` and `GET /v1/apps/{app}/events` in the document of all games. The OpenAPI document describes the request and its errors. \
    After each event with `id`, a client can reconnect with `Last-Event-ID` and receives the moves since. A comment arrives every 15 seconds \
    while nothing happens. The stream of a table stays open when the game is over: close it after a `table` event with `status` `over`.";

/// The schema of the query of the stream, as the HTTP binding has it: an object with all parameters.
fn query(document: &Json, path: &str) -> Json {
    let parameters = document["paths"][path]["get"]["parameters"].as_array();
    let parameters = parameters.into_iter().flatten().map(|parameter| resolved(document, parameter));
    let in_query = parameters.filter(|parameter| parameter["in"] == "query");
    let properties: Map<String, Json> = in_query
        .filter_map(|parameter| Some((parameter["name"].as_str()?.to_owned(), parameter["schema"].clone())))
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn message(name: &str, summary: &str, payload: &Json) -> Json {
    json!({ "name": name, "summary": summary, "contentType": "application/json", "payload": payload })
}

/// The object schemas of a schema: itself, what it refers to, or the variants of a union.
fn variants<'a>(document: &'a Json, schema: &'a Json) -> Vec<&'a Json> {
    let schema = resolved(document, schema);
    match schema["oneOf"].as_array() {
        Some(items) => items.iter().flat_map(|item| variants(document, item)).collect(),
        None => vec![schema],
    }
}

/// The target of a reference; any other part of the document as it is.
fn resolved<'a>(document: &'a Json, part: &'a Json) -> &'a Json {
    let target = part["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    target.and_then(|target| document.pointer(target)).unwrap_or(part)
}

/// The schemas that these parts refer to, directly or through others.
fn reached<'a>(document: &'a Json, parts: impl Iterator<Item = &'a Json>) -> Map<String, Json> {
    let own: BTreeSet<&str> = parts.flat_map(walk::references).collect();
    let targets: Vec<&Json> = own.iter().filter_map(|target| document.pointer(target)).collect();
    let all = walk::reached(document, targets).into_iter().chain(own);
    let named =
        all.filter_map(|target| Some((target.strip_prefix(SCHEMAS)?.to_owned(), document.pointer(target)?.clone())));
    named.collect()
}
