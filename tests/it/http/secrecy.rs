//! The leak law over HTTP: information hidden from a viewer affects no response to them that commits nothing.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::engine::table_game::TableGame;
use funhouse::engine::{self, Facts, GameVersions, Ruleset};
use funhouse::rules::chance::Draws;
use funhouse::rules::game::{Seat, Viewer};
use funhouse::store::{MovedBy, PlayerId};
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Answer, Server};
use crate::support::tables::{
    Listening, at, events_of, json_of, load_table, make, min_seats, move_of, next_move, next_plan, path_of, players,
    post, seated, seated_on, text,
};
use crate::support::walks;

/// The threads that share the games, each with its own server.
const THREADS: usize = 4;
/// The positions of each game that are compared, and the plans of the built-in player between two.
const POSITIONS: usize = 3;
const PLANS_BETWEEN: usize = 3;
/// The most moves of a request.
const MAX_POSTED: usize = 100;
/// The moves after which no position with something hidden is looked for any more.
const MAX_MOVES: usize = 600;

/// A viewer of a table.
#[derive(Clone, Copy)]
struct Watcher<'a> {
    who: Option<&'a Account>,
    viewer: Viewer,
}

impl<'a> Watcher<'a> {
    fn of(table: &Table, who: Option<&'a Account>) -> Self {
        let player = who.map(|who| PlayerId(who.id.parse().expect("a number")));
        Self { who, viewer: table.viewer(player) }
    }

    fn headers(self) -> Vec<(&'a str, &'a str)> {
        self.who.iter().map(|who| who.header()).collect()
    }
}

/// A table with all that is tried there.
struct Trial<'a> {
    server: &'a Server,
    table: &'a Json,
    now: &'a Table,
}

/// A request: its method, what follows the path of the table, and its body.
type Request = (&'static str, String, Option<Json>);

impl Trial<'_> {
    fn moves(&self, after: usize, moves: &[Json]) -> Request {
        let body =
            json!({ "game": text(self.table, "game"), "after": after, "moves": moves, "with_legal_moves": true });
        ("POST", "/moves".to_owned(), Some(body))
    }

    /// Requests that commit nothing. `refused` are moves that this viewer cannot make now.
    fn requests(&self, watcher: Watcher, refused: &[Json]) -> Vec<Request> {
        let count = self.now.move_count();
        let get = |path: &str| ("GET", path.to_owned(), None);
        let mut all: Vec<Request> = [
            "",
            "?after=0&with_legal_moves=true",
            "?after=99999",
            "?wait=99",
            "?what=1",
            "/run",
            "/picture",
            "/picture?moves=1",
            "/nothing",
        ]
        .map(get)
        .into();
        // There is news already, so that this does not wait.
        all.extend(count.checked_sub(1).map(|after| get(&format!("?after={after}&wait=5&with_legal_moves=true"))));
        all.push(("HEAD", String::new(), None));
        all.extend([("DELETE", String::new(), None), ("PUT", "/moves".to_owned(), None)]);
        all.extend(["/seats/1", "/seats/99", "/rematch"].map(|path| ("POST", path.to_owned(), None)));
        all.extend(["/seats/1", "/seats/2"].map(|path| ("DELETE", path.to_owned(), None)));
        if watcher.viewer == Viewer::Onlooker {
            all.push(("POST", "/resignation".to_owned(), None));
        }
        all.extend(self.posts(watcher, refused));
        all
    }

    fn posts(&self, watcher: Watcher, refused: &[Json]) -> Vec<Request> {
        let count = self.now.move_count();
        let next = next_move(self.now).map(|(_, mv)| mv);
        let mut all = vec![
            ("POST", "/moves".to_owned(), Some(json!("nothing"))),
            ("POST", "/moves".to_owned(), Some(json!({ "game": "domination", "after": 0, "moves": [] }))),
            self.moves(count, &[]),
            self.moves(count, &[json!({ "type": "no_such_move" })]),
        ];
        for mv in refused {
            all.push(self.moves(count, std::slice::from_ref(mv)));
            all.push(self.moves(count + 1, std::slice::from_ref(mv)));
            all.push(self.moves(count.saturating_sub(1), std::slice::from_ref(mv)));
            all.push(self.moves(count, &vec![mv.clone(); 300]));
            // What would be legal after a refused move is not made either.
            all.extend(next.iter().map(|next| self.moves(count, &[mv.clone(), next.clone()])));
        }
        let Viewer::Seat(seat) = watcher.viewer else { return all };
        // A move of another seat refuses the whole batch.
        if let Some((other, mv)) = next_move(self.now).filter(|(other, _)| *other != seat) {
            all.push(self.moves(count, std::slice::from_ref(&mv)));
            all.extend(refused.first().map(|own| self.moves(count, &[own.clone(), mv])));
            assert_ne!(other, seat);
        }
        // Repeated, a stored move is not made again, and those after it are answered for as they were then.
        if let Some((index, mv)) = self.last_own_move(seat) {
            all.push(self.moves(index, std::slice::from_ref(&mv)));
            all.extend(refused.iter().map(|later| self.moves(index, &[mv.clone(), later.clone()])));
        }
        all
    }

    fn last_own_move(&self, seat: Seat) -> Option<(usize, Json)> {
        let is_own = |at: &usize| self.now.notes[*at].seat == seat && self.now.notes[*at].by == MovedBy::Player;
        let index = (0..self.now.move_count()).rev().find(is_own)?;
        Some((index, json_of(&self.now.game.move_at(index)?)))
    }

    /// The responses to a viewer, by request.
    fn responses(&self, watcher: Watcher, refused: &[Json], waits: bool) -> BTreeMap<String, String> {
        let mut responses = BTreeMap::new();
        for (method, more, body) in self.requests(watcher, refused) {
            let name = format!("{method} {more} {}", body.as_ref().map(ToString::to_string).unwrap_or_default());
            let path = format!("{}{more}", path_of(self.table));
            // The client decompresses no response without a body.
            let headers: Vec<_> = watcher.headers().into_iter().chain([("accept-encoding", "identity")]).collect();
            responses.insert(name, shown(self.server.send(method, &path, &headers, body.as_ref())));
        }
        let path = path_of(self.table);
        for accept in ["text/plain", "application/json"] {
            let headers: Vec<_> = watcher.headers().into_iter().chain([("accept", accept)]).collect();
            let answer = self.server.send("GET", &format!("{path}/picture"), &headers, None);
            responses.insert(format!("picture as {accept}"), shown(answer));
        }
        if waits {
            let path = format!("{path}?after={}&wait=1", self.now.move_count());
            responses.insert("waiting".to_owned(), shown(self.server.send("GET", &path, &watcher.headers(), None)));
        }
        let events = events_of(self.server, self.table, watcher.who, Some(0), 1);
        let with_moves = Listening::with_legal_moves(self.server, self.table, watcher.who, Some(0)).take(1);
        for (name, events) in [("events", events), ("events with legal moves", with_moves)] {
            responses.insert(name.to_owned(), events.iter().map(|event| format!("{event:?}")).collect());
        }
        responses
    }

    /// Compares the responses to a viewer with those at a table that looks the same to them.
    fn compare(&self, watcher: Watcher, refused: &[Json], waits: bool, draws: &mut Draws) {
        let game = text(self.table, "game");
        let one = self.responses(watcher, refused, waits);
        self.server.shared.tables.replace_with_redealt(self.now, watcher.viewer, draws);
        let other = self.responses(watcher, refused, waits);
        self.server.shared.tables.clear_cache();
        assert_eq!(load_table(self.server, self.table).stored, self.now.stored, "{game}: nothing was committed");
        let seed = self.now.stored.terms.seed.as_str();
        for (what, answer) in &one {
            assert!(!answer.contains(seed), "{game}: {what} reveals the seed");
            assert_eq!(Some(answer), other.get(what), "{game}: {what} as {:?}", watcher.viewer);
        }
    }
}

/// A response without what differs between any two.
fn shown(answer: Answer) -> String {
    let mut headers: Vec<String> = answer.headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    headers.retain(|line| !["date", "x-request-id", "connection"].iter().any(|name| line.starts_with(name)));
    headers.sort();
    format!("{} {headers:?} {}", answer.status, answer.body)
}

/// Whether something is hidden from a viewer that can be dealt in another way.
fn hides(table: &Table, viewer: Viewer, draws: &mut Draws) -> bool {
    let without_seed = |game: &TableGame| {
        let mut state: Json = serde_json::from_str(&game.state()).expect("JSON");
        state["seed"].take();
        state
    };
    without_seed(&table.game.redealt(viewer, draws)) != without_seed(&table.game)
}

/// Those of these moves that a viewer cannot make now: the others would be made.
fn refused(table: &Table, viewer: Viewer, moves: &[Json]) -> Vec<Json> {
    let is_refused = |mv: &&Json| match viewer {
        Viewer::Seat(seat) => {
            let mv = move_of(table, mv);
            mv.seat() != seat || table.game.clone().play(&mv).is_err()
        }
        _ => true,
    };
    moves.iter().filter(is_refused).cloned().collect()
}

/// The terms of tables of a game: each rules version with the default options, and the newest with the last value of each option.
fn terms(game: &GameVersions) -> Vec<Json> {
    let Facts { id, options, rules: newest, .. } = game.newest().facts();
    let of_version = |version: &Ruleset| json!({ "game": id, "rules": version.facts().rules });
    let last = options.iter().map(|option| (option.name.to_owned(), json!(option.values.last()))).collect();
    let with_options = json!({ "game": id, "rules": newest, "options": Json::Object(last) });
    let versions = game.versions().iter().map(of_version);
    versions.chain((!options.is_empty()).then_some(with_options)).collect()
}

/// Plays a table of a game and compares what viewers see on the way. Returns whether something was hidden from one of them.
fn compare_game(server: &Server, game: &GameVersions, terms: &Json, all: &[Account]) -> bool {
    let facts = game.newest().facts();
    let (seats, outsider) = (&all[..min_seats(game)], &all[min_seats(game)]);
    let table = match game.newest().ranked() {
        Some(_) => make(server, &all[0], terms),
        None => seated_on(server, terms.clone(), seats),
    };
    let mut draws = walks::draws("tables-leak", u64::from(facts.rules));
    let (mut hidden, mut positions) = (false, 0);
    let mut tried: Vec<Json> = Vec::new();
    loop {
        let now = load_table(server, &table);
        let looks_for_hidden = facts.hides && !hidden;
        if now.over() || now.move_count() > MAX_MOVES || (positions >= POSITIONS && !looks_for_hidden) {
            break;
        }
        let players = seats.iter().take(2).map(|who| Watcher::of(&now, Some(who)));
        let onlookers = [None, Some(outsider)].map(|who| Watcher::of(&now, who));
        let watchers: Vec<Watcher> = players.chain(onlookers).collect();
        let finds = looks_for_hidden && watchers.iter().any(|watcher| hides(&now, watcher.viewer, &mut draws));
        if positions < POSITIONS || finds {
            hidden |= finds;
            let trial = Trial { server, table: &table, now: &now };
            for (n, watcher) in watchers.into_iter().enumerate() {
                let own = refused(&now, watcher.viewer, &tried);
                trial.compare(watcher, &own, n == 0 && positions == 0, &mut draws);
            }
            positions += 1;
        }
        for _ in 0..PLANS_BETWEEN {
            let now = load_table(server, &table);
            let Some((seat, moves)) = next_plan(&now).filter(|_| !now.over()) else { break };
            for (part, created) in moves.chunks(MAX_POSTED).zip((now.move_count()..).step_by(MAX_POSTED)) {
                post(server, at(&now, seat, seats), &table, created, part).ok();
            }
            tried.splice(..0, moves);
            tried.truncate(2);
        }
    }
    hidden
}

#[test]
fn responses_do_not_depend_on_hidden_information() {
    let games = engine::games();
    let compare = |first: usize| {
        let server = Server::start();
        let all = players(&server, 9);
        let own = games.iter().skip(first).step_by(THREADS);
        let hides = |game: &&GameVersions| {
            // All are compared, whether or not one hides something.
            let hidden = terms(game).into_iter().map(|terms| compare_game(&server, game, &terms, &all));
            hidden.filter(|hidden| *hidden).count() > 0
        };
        own.filter(hides).map(|game| game.newest().facts().id).collect()
    };
    let hidden: Vec<BTreeSet<&str>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || compare(first))).collect();
        threads.into_iter().map(|thread| thread.join().expect("its games passed")).collect()
    });
    let hidden: BTreeSet<&str> = hidden.into_iter().flatten().collect();
    let hiding = games.iter().map(|game| game.newest().facts()).filter(|facts| facts.hides).map(|facts| facts.id);
    assert_eq!(hidden, hiding.collect(), "what is hidden was dealt again");
}

/// How many events are shown to a viewer with less than the host sees. Fails unless they are those of the rules.
fn withheld_events(trial: &Trial, watcher: Watcher) -> usize {
    let path = format!("{}?after=0", path_of(trial.table));
    let news = trial.server.send("GET", &path, &watcher.headers(), None).ok()["news"].clone();
    let heard = events_of(trial.server, trial.table, watcher.who, Some(0), 1);
    let heard: Vec<&Json> = heard.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| mv).collect();
    assert_eq!(json!(heard), news);
    let described = trial.server.send("GET", &format!("{path}&with_text=true"), &watcher.headers(), None).ok();
    let recorded = |index: usize, viewer, with_text| -> Json {
        let events = trial.now.game.events(index, viewer, with_text).expect("it was made");
        serde_json::from_str(events.get()).expect("JSON")
    };
    let events = |index: usize, viewer| recorded(index, viewer, false);
    let shown: Vec<&Json> = news.as_array().expect("news").iter().map(|mv| &mv["events"]).collect();
    assert_eq!(shown.len(), trial.now.move_count());
    for (index, shown) in shown.iter().enumerate() {
        assert_eq!(**shown, events(index, watcher.viewer), "{:?}", watcher.viewer);
        assert_eq!(described["news"][index]["events"], recorded(index, watcher.viewer, true), "{:?}", watcher.viewer);
    }
    (0..shown.len()).filter(|index| events(*index, watcher.viewer) != events(*index, Viewer::Host)).count()
}

#[test]
fn news_and_streams_show_events_of_viewer_only() {
    let server = Server::start();
    let all = players(&server, 8);
    let mut withheld = 0;
    for game in engine::games() {
        let seats = &all[..min_seats(game)];
        let table = match game.newest().ranked() {
            Some(_) => make(&server, &all[0], &json!({ "game": game.newest().facts().id })),
            None => seated(&server, game.newest().facts().id, seats),
        };
        for _ in 0..9 {
            let now = load_table(&server, &table);
            let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { break };
            post(&server, at(&now, seat, seats), &table, now.move_count(), &[mv]).ok();
        }
        let now = load_table(&server, &table);
        let trial = Trial { server: &server, table: &table, now: &now };
        for who in seats.iter().take(2).map(Some).chain([None]) {
            withheld += withheld_events(&trial, Watcher::of(&now, who));
        }
    }
    assert!(withheld > 0, "some events are not shown to everyone");
}
