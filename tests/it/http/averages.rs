//! Averages by month: every started ranked game counts, and a player plays one at a time.

use std::collections::BTreeMap;
use std::thread;

use funhouse::rules::game::ScoreOrder;
use funhouse::store::calendar::{Month, Timestamp};
use funhouse::store::{
    Act, AverageList, AveragePlace, Category, GameCounts, MIN_AVERAGED_GAMES, Moderated, ModerationOrder, NewRun,
    NewTable, Occupant, PlayerAverage, PlayerId, RankKey, Reason, SeedClass, Store, TableChange, TableCreated, TableId,
    TableStatus, database,
};
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::{address_of, meddle, on_each_kind};
use crate::support::harness::{Answer, Server, send};
use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{
    APPLIED, category, change, end_ranked, make, ranked_run, ranked_table, state, table,
};
use crate::support::tables::{self, call, load_table, next_move, play_on, players, post, text, wait_until_over};
use crate::support::walks;

const DAY: i64 = 24 * 3_600_000;

/// A ranked game as the model keeps it.
#[derive(Clone)]
struct Game {
    list: (usize, usize),
    player: PlayerId,
    table: TableId,
    counts: u64,
    finished: bool,
    is_open: bool,
}

const ORDERS: [ScoreOrder; 2] = [ScoreOrder::LowerIsBetter, ScoreOrder::HigherIsBetter];
const MONTHS: [&str; 2] = ["2026-10", "2026-11"];

fn month(text: &str) -> Month {
    text.parse().expect("a month")
}

fn categories() -> [Category; 2] {
    [category("slide-jam", SeedClass::Ranked), category("magic-bag", SeedClass::Ranked)]
}

fn list((of, at): (usize, usize)) -> AverageList {
    AverageList { category: categories()[of].clone(), month: month(MONTHS[at]) }
}

/// A line of a list: rank, player, games, finished games, and the sum of what they count.
type Line = (u64, PlayerId, u32, u32, u64);

/// The lines of a list, computed by sorting the games of all players.
fn expected(games: &[Game], of: (usize, usize)) -> Vec<Line> {
    let mut sums = BTreeMap::<PlayerId, (u64, u32, u32)>::new();
    for game in games.iter().filter(|game| game.list == of) {
        let (sum, games, finished) = sums.entry(game.player).or_default();
        (*sum, *games, *finished) = (*sum + game.counts, *games + 1, *finished + u32::from(game.finished));
    }
    let mut lines: Vec<(PlayerId, (u64, u32, u32))> =
        sums.into_iter().filter(|(_, (_, games, _))| *games >= MIN_AVERAGED_GAMES).collect();
    // Means are compared as fractions.
    let compare = |one: &(u64, u32, u32), other: &(u64, u32, u32)| {
        let by_mean = (one.0 * u64::from(other.1)).cmp(&(other.0 * u64::from(one.1)));
        if ORDERS[of.0] == ScoreOrder::LowerIsBetter { by_mean } else { by_mean.reverse() }
    };
    lines.sort_by(|one, other| compare(&one.1, &other.1).then(one.0.cmp(&other.0)));
    let rank = |sums| 1 + lines.iter().filter(|other| compare(&other.1, sums).is_lt()).count() as u64;
    lines.iter().map(|(player, sums)| (rank(sums), *player, sums.1, sums.2, sums.0)).collect()
}

/// All lines of a list, read page by page.
fn paged(store: &dyn Store, list: &AverageList, limit: u32) -> Vec<Line> {
    let (mut lines, mut after): (_, Option<AveragePlace>) = (Vec::new(), None);
    loop {
        let page = wait(store.averages(list.clone(), after, limit)).expect("a page");
        assert!(page.lines.len() <= limit as usize && page.lines.is_sorted_by_key(|line| line.place));
        lines.extend(page.lines.iter().map(|line| (line.rank, line.place.player, line.games, line.finished, line.sum)));
        assert_eq!(page.more, (lines.len() as u64) < page.count, "{} of {}", lines.len(), page.count);
        after = page.lines.last().map(|line| line.place);
        if !page.more {
            return lines;
        }
    }
}

fn compare(store: &dyn Store, games: &[Game], limit: u32) {
    for of in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        assert_eq!(paged(store, &list(of), limit), expected(games, of), "{of:?}");
    }
}

/// A ranked table of a game of a list.
fn started(id: i64, player: PlayerId, of: (usize, usize), at: Timestamp, counts: u64) -> NewTable {
    let mut new = NewTable { counts: Some(RankKey::of(counts, ORDERS[of.0])), ..ranked_table(id, player) };
    (new.terms.game, new.terms.made_at) = (categories()[of.0].game.clone(), at);
    new
}

#[test]
fn lists_equal_sorting_all_started_games() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("store.db"));
        let store = wait(database::open(&address)).expect("a new store");
        let players: Vec<PlayerId> = ('a'..='g').map(|n| new_player(&store, &format!("player {n}"))).collect();
        let mut draws = walks::draws("averages", 0);
        let mut games: Vec<Game> = Vec::new();
        for n in 1..=2400_i64 {
            // Some play more than others, and scores are few, so that many are level.
            let player = players[draws.below(7).min(draws.below(7)) as usize];
            let of = draws.below(2) as usize;
            let open = games.iter().position(|game| game.is_open && (game.list.0, game.player) == (of, player));
            let counts = draws.below(4);
            let Some(open) = open else {
                let at = draws.below(2) as usize;
                let days = draws.below(28) as i64;
                let list = (of, at);
                let made_at = month(MONTHS[at]).first().plus(days).start();
                let id = make(&*store, started(n, player, list, made_at, counts));
                games.push(Game { list, player, table: id, counts, finished: false, is_open: true });
                continue;
            };
            let game = &mut games[open];
            let another = started(n, player, game.list, month(MONTHS[1]).first().start(), counts);
            assert_eq!(wait(store.create_table(another)), Ok(TableCreated::HasOpen(game.table)));
            game.counts = counts;
            let key = RankKey::of(counts, ORDERS[of]);
            (game.finished, game.is_open) = match draws.below(3) {
                0 => (false, true),
                finished => (finished == 1, false),
            };
            let counts = GameCounts { key, finished: game.finished };
            if game.is_open {
                let playing = state(TableStatus::Playing, &[Occupant::Player(player)]);
                let version = table(&*store, game.table).version;
                let moved = TableChange { counts: Some(counts), ..change(playing, vec![]) };
                assert_eq!(wait(store.change_table(game.table, version, moved)), APPLIED);
            } else {
                let run: Option<NewRun> =
                    game.finished.then(|| ranked_run(player, n as u64, categories()[of].clone(), key));
                assert_eq!(end_ranked(&*store, game.table, Some(counts), run).is_some(), game.finished);
            }
            if n % 300 == 0 {
                compare(&*store, &games, 1 + draws.below(4) as u32);
            }
        }
        assert!([0, 1].iter().all(|of| expected(&games, (*of, 1)).len() > 3), "lists are long enough");
        compare(&*store, &games, 3);

        // A banned player is not listed, also after a game of theirs ends and the lists are rebuilt, until the ban is undone.
        let lists = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let is_listed = |player| lists.iter().any(|of| expected(&games, *of).iter().any(|line| line.1 == player));
        let listed = games.iter().find(|game| game.is_open && is_listed(game.player));
        let banned = listed.expect("a listed player with an open game").player;
        let moderate = |store: &dyn Store, act: Act| {
            let reason = Reason::new("a reason").expect("a reason");
            let outcome = wait(store.moderate(ModerationOrder { act, reason, at: Timestamp::FIRST }));
            assert!(matches!(outcome, Ok(Moderated::Applied(_))), "{outcome:?}");
        };
        moderate(&*store, Act::BanPlayer(banned));
        let others = |games: &[Game]| games.iter().filter(|game| game.player != banned).cloned().collect::<Vec<_>>();
        compare(&*store, &others(&games), 3);
        let open = games.iter_mut().find(|game| game.player == banned && game.is_open).expect("an open game");
        (open.counts, open.is_open) = (3, false);
        let counts = GameCounts { key: RankKey::of(3, ORDERS[open.list.0]), finished: false };
        assert_eq!(end_ranked(&*store, open.table, Some(counts), None), None);
        compare(&*store, &others(&games), 3);
        wait(store.close()).expect("it closes");
        wait(database::rebuild(&address, &|_, _| {})).expect("it is rebuilt");
        let store = wait(database::open(&address)).expect("the same store");
        compare(&*store, &others(&games), 3);
        moderate(&*store, Act::UnbanPlayer(banned));
        compare(&*store, &games, 3);
        assert_eq!(wait(store.delete_player(players[0])), Ok(true));
        let lines = wait(store.averages(list((0, 1)), None, 100)).expect("a page").lines;
        assert!(lines.iter().any(|line| line.place.player == players[0] && line.player.is_none()));
        let other = AverageList { category: category("catwalk", SeedClass::Ranked), ..list((0, 1)) };
        assert_eq!(wait(store.averages(other, None, 10)), Ok(Default::default()));

        // They are rebuilt from the games.
        wait(store.close()).expect("it closes");
        assert!(wait(meddle(&address, "UPDATE averages SET games = games + 1, score_sum = 7, mean = 3")) > 10);
        wait(database::rebuild(&address, &|_, _| {})).expect("it is rebuilt");
        let store = wait(database::open(&address)).expect("the same store");
        compare(&*store, &games, 2);
    });
}

#[test]
fn means_are_compared_exactly_however_much_games_count() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
        let at = month(MONTHS[1]).first().start();
        for n in 0..i64::from(MIN_AVERAGED_GAMES) {
            for (id, player, counts) in [(n + 1, ada, u64::MAX), (n + 1001, ben, 0)] {
                let id = make(&*store, started(id, player, (1, 1), at, counts));
                let key = RankKey::of(counts, ScoreOrder::HigherIsBetter);
                end_ranked(&*store, id, Some(GameCounts { key, finished: false }), None);
            }
            let count = wait(store.averages(list((1, 1)), None, 10)).expect("a page").count;
            assert_eq!(count, if n + 1 < i64::from(MIN_AVERAGED_GAMES) { 0 } else { 2 }, "after {n} games");
        }
        let lines = paged(&*store, &list((1, 1)), 1);
        assert_eq!(lines.iter().map(|line| (line.0, line.1)).collect::<Vec<_>>(), [(1, ada), (2, ben)]);
    });
}

#[test]
fn game_uncounted_at_its_start_stays_uncounted() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    let id = make(&*store, ranked_table(1, ada));
    let counts = GameCounts { key: RankKey::of_number(7), finished: false };
    assert_eq!(end_ranked(&*store, id, Some(counts), None), None);
    assert_eq!(wait(store.averages_of(ada, 9)), Ok(vec![]));
}

#[test]
fn averages_of_player_are_listed_newest_first() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        for (n, of) in [(1, (0, 0)), (2, (0, 1)), (3, (1, 1)), (4, (0, 1))] {
            let at = month(MONTHS[of.1]).first().start();
            let id = make(&*store, started(n, ada, of, at, 5 + n as u64));
            let key = RankKey::of(n as u64, ORDERS[of.0]);
            let end = end_ranked(&*store, id, Some(GameCounts { key, finished: false }), None);
            assert_eq!(end, None);
        }
        let average = |of: (usize, usize), games, sum| {
            let AverageList { category, month } = list(of);
            PlayerAverage { category, month, games, finished: 0, sum }
        };
        let all = vec![average((1, 1), 1, 3), average((0, 1), 2, 6), average((0, 0), 1, 1)];
        assert_eq!(wait(store.averages_of(ada, 2)), Ok(all[..2].to_vec()));
        assert_eq!(wait(store.averages_of(ada, 9)), Ok(all));
    });
}

#[test]
fn one_of_concurrently_started_games_is_open() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let bases = server.bases();
        for _ in 0..5 {
            let answers: Vec<Answer> = thread::scope(|scope| {
                let ask = |n: usize| {
                    let (base, body) = (bases[n % bases.len()], json!({ "game": "trampo-land" }));
                    let ada = &ada;
                    scope.spawn(move || send(base, "POST", "/v1/tables", &[ada.header()], Some(&body)))
                };
                let asking: Vec<_> = (0..9).map(ask).collect();
                asking.into_iter().map(|answer| answer.join().expect("it ends")).collect()
            });
            let (created, refused): (Vec<&Answer>, Vec<&Answer>) =
                answers.iter().partition(|answer| answer.status == 201);
            let [created] = created[..] else { panic!("{} were made", created.len()) };
            let table = created.json();
            for answer in refused {
                assert_eq!(answer.problem(409, "table_open")["table"], table["id"]);
            }
            tables::resign(&server, &ada, &table);
        }
    });
}

/// The player's averages, as their page has them.
fn own(server: &Server, who: &Account) -> Json {
    server.send("GET", "/v1/players/me", &[who.header()], None).ok()["averages"].clone()
}

#[test]
fn player_plays_one_game_per_options_concurrently() {
    let server = Server::start();
    let all = players(&server, 2);
    let body = json!({ "game": "slide-jam" });
    let make = |who: &Account, body: &Json| call(&server, who, "POST", "/v1/tables", Some(body));
    let first = make(&all[0], &body).expect(201);
    let problem = make(&all[0], &body).problem(409, "table_open");
    assert_eq!(problem["table"], first["id"]);
    make(&all[1], &body).expect(201);
    make(&all[0], &json!({ "game": "trampo-land" })).expect(201);
    make(&all[0], &json!({ "game": "slide-jam", "daily": true })).expect(201);
    for _ in 0..2 {
        make(&all[0], &json!({ "game": "queensland", "seats": ["you", "open"] })).expect(201);
    }
    tables::resign(&server, &all[0], &first);
    let second = make(&all[0], &body).expect(201);
    assert_ne!(second["id"], first["id"]);
    // Games with other options are others.
    let rolled = |die: &str| json!({ "game": "roll-out-the-barrels", "options": { "die": die } });
    make(&all[1], &rolled("counter")).expect(201);
    make(&all[1], &rolled("opposites_sum_to_5")).expect(201);
    make(&all[1], &rolled("counter")).problem(409, "table_open");
}

#[test]
fn unfinished_game_counts_worse_of_abandoned_and_current() {
    let server = Server::start();
    let all = players(&server, 3);
    for (game, who) in ["slide-jam", "whack-a-dummy", "magic-bag"].into_iter().zip(&all) {
        let info = server.send("GET", &format!("/v1/leaderboards/{game}/averages"), &[], None).ok();
        let (abandoned, low) = (info["abandoned"].as_u64().expect("a number"), info["wins"] == "low");
        let worse = |score: u64| if low { abandoned.max(score) } else { abandoned.min(score) };
        let score = |table: &Json| table["position"]["score"]["total"].as_u64().expect("a total");
        let mut table = tables::make(&server, who, &json!({ "game": game }));
        let mut counted = 0;
        while table["status"] == "playing" {
            let average = own(&server, who)[0].clone();
            assert_eq!(average["mean"].as_f64(), Some(worse(score(&table)) as f64), "{game}: {table}");
            assert_eq!((&average["games"], &average["finished"]), (&json!(1), &json!(0)));
            let now = load_table(&server, &table);
            let (_, mv) = next_move(&now).expect("a move");
            table = post(&server, who, &table, now.move_count(), &[mv]).ok();
            counted += 1;
        }
        assert!(counted > 2, "{game}");
        let average = own(&server, who)[0].clone();
        assert_eq!((average["mean"].as_f64(), &average["finished"]), (Some(score(&table) as f64), &json!(1)), "{game}");
        // A game that is given up, and one that is left, count what they counted.
        let given_up = tables::resign(&server, who, &tables::make(&server, who, &json!({ "game": game })));
        let mean = (score(&table) + worse(score(&given_up))) as f64 / 2.0;
        let average = own(&server, who)[0].clone();
        assert_eq!(average["mean"].as_f64(), Some((mean * 1000.0).round() / 1000.0), "{game}");
        assert_eq!((&average["games"], &average["finished"]), (&json!(2), &json!(1)));
    }
    let left = tables::make(&server, &all[0], &json!({ "game": "catwalk" }));
    server.shared.clock.set_ahead(DAY + 1000);
    assert_eq!(wait_until_over(&server, &all[0], &left)["ending"], "abandoned");
    let of_left =
        own(&server, &all[0]).as_array().expect("averages").iter().find(|of| of["game"] == "catwalk").cloned();
    assert_eq!(of_left.map(|of| of["mean"].clone()), Some(json!(60.0)), "what an abandoned game counts");
}

#[test]
fn month_lists_players_with_twenty_started_games() {
    let server = Server::start();
    let all = players(&server, 2);
    let at = |query: &str| server.send("GET", &format!("/v1/leaderboards/slide-jam/averages{query}"), &[], None);
    let first = Month::of(server.shared.clock.now().day()).to_string();
    let play = |who: &Account, count: usize| {
        for _ in 0..count {
            let table = tables::make(&server, who, &json!({ "game": "slide-jam" }));
            if table["status"] == "playing" {
                play_on(&server, &table, std::slice::from_ref(who), 100);
            }
        }
    };
    play(&all[0], 19);
    // The game of the day does not count.
    let daily = tables::make(&server, &all[0], &json!({ "game": "slide-jam", "daily": true }));
    play_on(&server, &daily, &all[..1], 100);
    let before = at("").ok();
    assert_eq!((&before["count"], &before["entries"], &before["month"]), (&json!(0), &json!([]), &json!(first)));
    // A game counts from its start on.
    let last = tables::make(&server, &all[0], &json!({ "game": "slide-jam" }));
    let listed = at("").ok();
    let entry = &listed["entries"][0];
    assert_eq!((&entry["games"], &entry["finished"], &entry["rank"]), (&json!(20), &json!(19), &json!(1)));
    play_on(&server, &last, &all[..1], 100);
    assert_eq!(at("").ok()["entries"][0]["finished"], 20);
    play(&all[1], 20);
    let both = at("?limit=1").ok();
    assert_eq!((&both["count"], both["entries"].as_array().map(Vec::len)), (&json!(2), Some(1)));
    let next = text(&both, "next");
    assert_eq!(at(&format!("?limit=1&cursor={next}")).ok()["entries"].as_array().map(Vec::len), Some(1));

    // The next month starts empty, and the last one stays.
    server.shared.clock.set_ahead(31 * DAY);
    assert_eq!(at("").ok()["month"], first, "the month stays until the clock is confirmed");
    let confirmed = server.shared.clock.now().day();
    wait(server.shared.store.reach_day(confirmed)).expect("the operator confirms it");
    let second = Month::of(confirmed).to_string();
    assert_ne!(second, first);
    let now = at("").ok();
    assert_eq!((&now["month"], &now["count"]), (&json!(second), &json!(0)));
    assert_eq!(at(&format!("?month={first}&limit=1")).ok(), both);
    at(&format!("?month={second}&cursor={next}")).problem(400, "invalid_cursor");
    play(&all[0], 1);
    let own = own(&server, &all[0]);
    let months: Vec<&Json> = own.as_array().expect("averages").iter().map(|of| &of["month"]).collect();
    assert_eq!(months, [&json!(second), &json!(first)]);
    let export = server.send("GET", "/v1/players/me/export", &[all[0].header()], None).ok();
    assert_eq!(export["averages"], own);
    for bad in ["?month=2026-13", "?month=2026", "?month=2026-11-01", "?class=ranked", "?month=2026-11&month=2026-12"] {
        at(bad).problem(400, "invalid_query");
    }
}
