//! Every call of the store, in every way that leads to other statements.

use super::super::super::Sqlite;
use super::super::super::sql::tests::{category, change_of, hash, new_player, new_run, new_table, start, stored_move};
use super::world::{HIDDEN, OFTEN, RARE, Use, World, deal, par_line};
use crate::model::calendar::{ClosedDays, Day, Month, Period, Timestamp};
use crate::{
    Act, Added, AppId, AverageList, Board, BoardKind, BoardPlace, Category, Changed, Counting, Created, Ending,
    EventPosition, Events as _, EventsAfter, FinalResult, GameCounts, GameRuns, Lease, ListedRating, MAX_TOKENS,
    Moderated, ModerationOrder, NewEvent, NewPlayer, NewRun, NewTable, NewToken, Outcome, PageStart, PlayerEvent,
    PlayerId, PlayerResult, RankKey, RankedSeed, Reason, Recovered, Recovery, RecoveryHash, RepeatableTable, Retention,
    Revoked, RunId, Secret, SecretPlace, SeedClass, Store as _, StoreError, Submitted, TableChange, TableCreated,
    TableId, TablePlace, TableStatus, Tables as _, TimeRange, TimeRangePlace, TokenHash, TokenId, WaitingTables,
};

/// An app.
pub(super) const APP: AppId = AppId(1);

impl World {
    /// Makes every call, in every way that leads to other statements.
    pub(super) async fn make_every_call(&mut self) {
        for before in [Ok(()), Err(StoreError::Busy)] {
            let ready = async |store: &Sqlite| {
                store.last_commit.age(before.clone());
                store.ready_to_write().await
            };
            self.call(format!("ready, long after {before:?}"), ready).await.expect("it is");
        }
        self.call("ready", async |store| store.ready_to_write().await).await.expect("it is");
        self.call("ready to read", async |store| store.ready_to_read().await).await.expect("it is");
        let secret = async |store: &Sqlite, place| store.secret(place).await.expect("an answer").expect("a secret");
        self.call("a secret", async |store| secret(store, SecretPlace::Database(Secret([1; 32]))).await).await;
        self.call("a secret elsewhere", async |s| secret(s, SecretPlace::Elsewhere(Secret([1; 32]))).await).await;
        self.call("a day", async |store| store.reach_day(start().day()).await).await.expect("it is noted");
        self.call("the time", async |store| store.time_record().await).await.expect("an answer");
        self.call("the newest day", async |store| store.newest_day().await).await.expect("an answer").expect("a day");
        self.call_players().await;
        self.call_runs().await;
        self.call_boards().await;
        self.call_lists().await;
        self.call_tables().await;
        self.call_endings().await;
        self.call_retention().await;
        self.call_moderation().await;
        self.call_jobs().await;
        self.call_deadlines().await;
        self.call_events().await;
        self.call_apps().await;
        self.call_contests().await;
        self.call_opponents().await;
    }

    async fn call_events(&mut self) {
        let newcomer = new_player(self.free());
        let Ok(Created::New(id)) = self.store.create_player(newcomer.clone()).await else { panic!("the name is free") };
        let event = NewEvent { player: id, event: PlayerEvent::Over(TableId(2)), at: start(), tag: 7 };
        let new = NewTable { events: vec![event, event], ..new_table(self.free(), id) };
        let created = self.call("a table with events", async |store| store.create_table(new).await).await;
        assert_eq!(created, Ok(TableCreated::New));
        let newest = self.call("the newest event", async |store| store.newest_event(id).await).await;
        let Ok(Some(second)) = newest else { panic!("{newest:?}") };
        let first = EventPosition { number: 1, ..second };
        let events = self.call("events", async |store| store.events_after(id, first, 9).await).await.expect("events");
        assert!(matches!(events, EventsAfter::Continued(events) if events.len() == 1));
        let tokens = || vec![newcomer.token];
        let newest = self.call("newest events", async |store| store.newest_events(tokens(), start()).await).await;
        assert_eq!(newest, Ok([(newcomer.token, Some(second))].into()));
        let before = start().plus_seconds(1);
        let forgotten = self.call("old events", async |store| store.forget_events(before, 2).await).await;
        assert_eq!(forgotten, Ok(2));
    }

    async fn call_deadlines(&mut self) {
        let hold = || "1".to_owned();
        self.call("a hold", async |store| store.hold_deadlines(hold()).await).await.expect("it is stored");
        let resume = async |store: &Sqlite| store.resume_deadlines(hold(), start()).await;
        self.call_of(Use::Walking, "deadlines that begin again", resume).await.expect("it is stored");
    }

    async fn call_moderation(&mut self) {
        let newcomer = new_player(self.free());
        let Ok(Created::New(id)) = self.store.create_player(newcomer.clone()).await else { panic!("the name is free") };
        let code = newcomer.recovery;
        let n = self.free();
        let run = self.store.submit(new_run(id, OFTEN, n, start())).await.expect("stored").id().expect("a number");
        let table = NewTable { counts: Some(RankKey::of_number(7)), ..new_table(self.free(), id) };
        assert_eq!(self.store.create_table(table.clone()).await, Ok(TableCreated::New));
        let name = |n: u64| Act::RenamePlayer { player: id, name: format!("renamed {n}"), forms: vec![hash(n)] };
        let (renamed, taken) = (name(self.free()), name(1));
        let is_applied = |outcome: &Moderated| matches!(outcome, Moderated::Applied(_));
        for (of, act, is_expected) in [
            ("hide a run", Act::HideRun(run), is_applied as fn(&Moderated) -> bool),
            ("hide it again", Act::HideRun(run), |outcome| *outcome == Moderated::Unchanged),
            ("restore it", Act::RestoreRun(run), is_applied),
            ("hide no run", Act::HideRun(RunId(i64::MAX)), |outcome| *outcome == Moderated::UnknownRun),
            ("rename", renamed.clone(), is_applied),
            ("rename again", renamed, |outcome| *outcome == Moderated::Unchanged),
            ("rename to a taken name", taken, |outcome| *outcome == Moderated::NameTaken),
            ("ban", Act::BanPlayer(id), is_applied),
            ("ban no one", Act::BanPlayer(PlayerId(-1)), |outcome| *outcome == Moderated::UnknownPlayer),
        ] {
            let order = ModerationOrder { act, reason: Reason::new("a reason").expect("a reason"), at: start() };
            let outcome = self.call(of, async |store| store.moderate(order).await).await.expect("an outcome");
            assert!(is_expected(&outcome), "{of}: {outcome:?}");
        }
        let refused = new_run(id, OFTEN, self.free(), start());
        let refused = self.call("a banned player's run", async |store| store.submit(refused).await).await;
        assert_eq!(refused, Ok(Submitted::Banned));
        let token = NewToken { hash: TokenHash(hash(self.free())), label: None, at: start() };
        let recovery = Recovery { code, salt: hash(1), token, next: RecoveryHash(hash(self.free())) };
        let refused = self.call("a banned player's code", async |store| store.recover(recovery).await).await;
        assert_eq!(refused, Ok(Recovered::Banned));
        let refused = new_table(self.free(), id);
        let refused = self.call("a banned player's table", async |store| store.create_table(refused).await).await;
        assert_eq!(refused, Ok(TableCreated::Banned));
        let moved = TableChange { by: Some(id), ..change_of(id, start(), vec![stored_move()]) };
        let refused =
            self.call("a banned player's move", async |store| store.change_table(table.id, 0, moved).await).await;
        assert_eq!(refused, Ok(Changed::Banned));
        let order =
            ModerationOrder { act: Act::UnbanPlayer(id), reason: Reason::new("x").expect("a reason"), at: start() };
        let outcome = self.call("unban", async |store| store.moderate(order).await).await.expect("an outcome");
        assert!(is_applied(&outcome), "{outcome:?}");
        let log = self.call("the log", async |store| store.moderation_actions(None, 2).await).await.expect("actions");
        let before = log.last().map(|action| action.id);
        let log = self.call("the rest of the log", async |store| store.moderation_actions(before, 9).await).await;
        assert_eq!(log.expect("actions").len(), 3);
    }

    async fn call_players(&mut self) {
        let new = new_player(self.free());
        let taken = NewPlayer { repeatable: None, token: TokenHash(hash(1)), ..new.clone() };
        let partly_taken = NewPlayer { forms: vec![hash(self.free()), hash(1)], ..taken.clone() };
        let reused = NewPlayer { name: "another".to_owned(), ..new.clone() };
        let created = self.call("a name", async |store| store.create_player(new.clone()).await).await;
        let Ok(Created::New(id)) = created else { panic!("{created:?}") };
        let again = self.call("a name again", async |store| store.create_player(new.clone()).await).await;
        assert!(matches!(again, Ok(Created::Repeated { .. })), "{again:?}");
        assert_eq!(self.call("a taken name", async |s| s.create_player(taken).await).await, Ok(Created::Taken));
        let found = self.call("a partly taken name", async |s| s.create_player(partly_taken).await).await;
        assert_eq!(found, Ok(Created::Taken));
        assert_eq!(self.call("a used key", async |s| s.create_player(reused).await).await, Ok(Created::OtherName));
        let found = self.call("a token", async |store| store.known_token(new.token, start()).await).await;
        let known = found.expect("an answer").expect("a token");
        assert_eq!(known.player.id, id);
        self.call("a player", async |store| store.player(id).await).await.expect("an answer").expect("a player");
        let token = TokenHash(hash(self.free()));
        let replaced = self.call("another token", async |s| s.replace_token(id, known.id, token, start()).await).await;
        assert_eq!(replaced, Ok(true));
        self.call_tokens(id, known.id).await;
        assert_eq!(self.call("a deletion", async |store| store.delete_player(id).await).await, Ok(true));
    }

    async fn call_tokens(&mut self, player: PlayerId, first: TokenId) {
        let new = |n| NewToken { hash: TokenHash(hash(n)), label: None, at: start() };
        for _ in 1..MAX_TOKENS {
            let token = new(self.free());
            let added = self.store.add_token(player, token).await;
            assert!(matches!(added, Ok(Added::New(_))), "{added:?}");
        }
        let token = new(self.free());
        let added = self.call("too many tokens", async |store| store.add_token(player, token).await).await;
        assert_eq!(added, Ok(Added::TooMany));
        self.call("a use", async |store| store.note_use(first, start().day().plus(1)).await)
            .await
            .expect("it is noted");
        let tokens = self.call("tokens", async |store| store.tokens_of(player).await).await.expect("tokens");
        assert_eq!(tokens.len(), MAX_TOKENS);
        let [code, next, after] = [self.free(), self.free(), self.free()].map(|n| RecoveryHash(hash(n)));
        assert_eq!(self.call("a code", async |store| store.set_recovery_code(player, code).await).await, Ok(true));
        assert_eq!(self.call("its hash", async |store| store.recovery_code_of(player).await).await, Ok(Some(code)));
        let recovery = Recovery { code, salt: hash(1), token: new(self.free()), next };
        let recovered = self.call("a recovery", async |store| store.recover(recovery.clone()).await).await;
        assert!(matches!(recovered, Ok(Recovered::New(..))), "{recovered:?}");
        let again = self.call("a recovery again", async |store| store.recover(recovery.clone()).await).await;
        assert!(matches!(again, Ok(Recovered::Repeated { .. })), "{again:?}");
        let unknown = Recovery { code: after, next: after, ..recovery };
        assert_eq!(self.call("no code", async |store| store.recover(unknown).await).await, Ok(Recovered::Unknown));
        let revoked = self.call("a revocation", async |store| store.revoke_token(player, first).await).await;
        assert_eq!(revoked, Ok(Revoked::Removed));
        let token = new(self.free());
        let added = self.call("a token", async |store| store.add_token(player, token).await).await;
        assert!(matches!(added, Ok(Added::New(_))), "{added:?}");
    }

    async fn call_runs(&mut self) {
        let (one, n) = (PlayerId(2), self.free());
        let at = start().plus_seconds(9_999);
        let new = new_run(one, &format!("seed-{n}"), n, at);
        let answer = self.call("a run", async |store| store.submit(new.clone()).await).await.expect("it is stored");
        assert!(answer.is_new());
        self.call("a run again", async |store| store.submit(new.clone()).await).await.expect("it was stored");
        let of_often = new_run(one, OFTEN, self.free(), at);
        self.call("a run of a seed played often", async |store| store.submit(of_often).await).await.expect("stored");
        let of_unknown_player = new_run(PlayerId(-1), OFTEN, self.free(), at);
        let refused =
            self.call("a run of an unknown player", async |store| store.submit(of_unknown_player).await).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        let revoked = NewRun { token: Some(TokenHash(hash(0))), ..new_run(one, OFTEN, self.free(), at) };
        let refused = self.call("a run of a revoked token", async |store| store.submit(revoked).await).await;
        assert_eq!(refused, Ok(Submitted::TokenRevoked));
        let newcomer = new_player(self.free());
        let Ok(Created::New(other)) = self.store.create_player(newcomer).await else { panic!("the name is free") };
        let copy = NewRun { equivalence: [9; 16], ..new_run(other, RARE, 1_000_000, at) };
        let copied = self.call("an exact copy in a new form", async |store| store.submit(copy).await).await;
        assert!(matches!(copied, Ok(Submitted::New { same_as: Some(_), .. })), "{copied:?}");
        let equivalent = new_run(other, OFTEN, 2_000_000, at);
        let id =
            self.call("an equivalent run", async |store| store.submit(equivalent).await).await.expect("stored").id();
        let id = id.expect("it is for any class");
        let read = self.call("that run", async |store| store.run(id).await).await.expect("an answer").expect("it");
        assert!(read.summary.same_as.is_some_and(|first| first < RunId(10)), "{:?}", read.summary.same_as);
        let of_drawn = |player, n| NewRun { claims_seed: true, ..new_run(player, &format!("drawn-{n}"), n, at) };
        let n = self.free();
        self.call("a run that claims a seed", async |store| store.submit(of_drawn(one, n)).await)
            .await
            .expect("stored");
        let anothers = self.call("a run of a claimed seed", async |store| store.submit(of_drawn(other, n)).await).await;
        assert!(matches!(anothers, Ok(Submitted::New { class: SeedClass::Chosen, .. })), "{anothers:?}");
        let game = Category { game: "a-new-game".to_owned(), ..category() };
        let first = NewRun { category: game, ..new_run(one, OFTEN, self.free(), at) };
        self.call("the first run of a category", async |store| store.submit(first).await).await.expect("stored");
    }

    async fn call_boards(&mut self) {
        let day: Day = start().day();
        let seed = |seed: &str| BoardKind::Seed(seed.parse().expect("a seed"));
        let kinds = [
            BoardKind::Bests(Period::All),
            BoardKind::Bests(Period::Day(day)),
            BoardKind::Bests(day.week()),
            BoardKind::Bests(day.month()),
            BoardKind::Room(1),
            BoardKind::Runs,
        ];
        for kind in kinds {
            self.call_board(Use::Service, kind).await;
        }
        // Boards of seeds count entries, up to a fixed number.
        for kind in [seed(OFTEN), seed(RARE), seed(HIDDEN), seed("unplayed")] {
            self.call_board(Use::Walking, kind).await;
        }
        let daily = Category { class: SeedClass::Daily, ..category() };
        let first = NewRun { category: daily.clone(), ..new_run(PlayerId(2), RARE, self.free(), start()) };
        let first = self.store.submit(first).await.expect("stored").id().expect("it is for any class");
        for (kind, is_played) in [(seed(RARE), true), (seed("unplayed"), false)] {
            let board = Board { category: daily.clone(), kind };
            let around = async |store: &Sqlite| store.page(board.clone(), PageStart::Around(first), 5).await;
            let page = self.call(format!("the board of a day's seed {:?}", board.kind), around).await.expect("a page");
            assert_eq!(page.found, is_played);
        }
        let unknown = Board { category: Category { rules: 9, ..category() }, kind: BoardKind::Runs };
        self.call("a board of nothing", async |store| store.page(unknown, PageStart::Top, 5).await)
            .await
            .expect("a page");
    }

    /// Reads a board in every way, if it has entries.
    async fn call_board(&mut self, of: Use, kind: BoardKind) {
        let board = Board { category: category(), kind };
        let name = format!("{:?}", board.kind);
        let page = |at: PageStart| {
            let board = board.clone();
            async move |store: &Sqlite| store.page(board, at, 5).await.expect("a page")
        };
        let top = self.call_of(of, format!("the top of {name}"), page(PageStart::Top)).await;
        let Some(last) = top.entries.last() else { return };
        let (place, run) = (last.place, last.run.id);
        self.call_of(of, format!("after an entry of {name}"), page(PageStart::After(place))).await;
        self.call_of(of, format!("before an entry of {name}"), page(PageStart::Before(place))).await;
        self.call_of(of, format!("around a run of {name}"), page(PageStart::Around(run))).await;
        let off = BoardPlace { run: RunId(i64::MAX), ..place };
        self.call_of(of, format!("around no run of {name}"), page(PageStart::Around(off.run))).await;
        let places = vec![(board.clone(), place), (board.clone(), off)];
        let ranks = self.call_of(of, format!("ranks on {name}"), async |store| store.ranks(places).await).await;
        assert_eq!(ranks.expect("ranks").iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
    }

    async fn call_lists(&mut self) {
        for app in [None, Some(APP)] {
            let range = TimeRange { category: category(), app, since: Timestamp::FIRST, until: Timestamp::LAST };
            let list = async |store: &Sqlite, after| store.runs_in(range.clone(), after, 5).await.expect("runs");
            let runs = self.call(format!("a range of time of {app:?}"), async |store| list(store, None).await).await;
            let after = runs.last().map(|last| TimeRangePlace { received_at: last.received_at, run: last.id });
            self.call(format!("the next of a range of {app:?}"), async |store| list(store, after).await).await;
        }
        let player = PlayerId(1);
        let of_app = async |store: &Sqlite| store.runs_of_in_app(player, APP, None, 5).await;
        self.call("a player's runs in an app", of_app).await.expect("runs");
        for before in [None, Some(RunId(9))] {
            self.call(format!("a player's runs before {before:?}"), async |s| s.runs_of(player, before, 5).await)
                .await
                .expect("runs");
        }
        for class in [None, Some(SeedClass::Chosen), Some(SeedClass::Daily)] {
            for seed in [None, Some(OFTEN), Some(RARE), Some(HIDDEN), Some("unplayed")] {
                let of =
                    GameRuns { game: category().game, class, seed: seed.map(|seed| seed.parse().expect("a seed")) };
                let list = async |store: &Sqlite, before| store.runs_of_game(player, of.clone(), before, 5).await;
                let newest = self.call(format!("a player's runs: {of:?}"), async |store| list(store, None).await).await;
                let last = newest.expect("runs").last().map(|run| run.id);
                self.call(format!("later ones: {of:?}"), async |store| list(store, last).await).await.expect("runs");
            }
        }
        self.call("a player's whole runs", async |store| store.whole_runs_of(player, RunId(9), 5).await)
            .await
            .expect("runs");
        self.call("a player's bests", async |store| store.bests_of(player).await).await.expect("bests");
    }

    async fn call_tables(&mut self) {
        let (one, other) = (PlayerId(2), PlayerId(3));
        let repeatable = RepeatableTable { key: hash(1), request: hash(1), until: start().plus_seconds(60) };
        let mut new = NewTable { repeatable: Some(repeatable), ..new_table(self.free(), one) };
        (new.terms.ranked, new.rematch_of) = (Some(RankedSeed::Daily(start().day())), Some(TableId(1)));
        let id = new.id;
        let made = self.call("a table", async |store| store.create_table(new.clone()).await).await;
        assert_eq!(made, Ok(TableCreated::New));
        let unkeyed = NewTable { repeatable: None, ..new.clone() };
        let mut rematch = unkeyed.clone();
        rematch.terms.ranked = None;
        for (name, again) in
            [("a table again", new.clone()), ("a daily table again", unkeyed), ("a rematch again", rematch)]
        {
            let made = self.call(name, async |store| store.create_table(again.clone()).await).await;
            assert_eq!(made, Ok(TableCreated::Existing(id)), "{name}");
        }
        let full = NewTable { max_open_tables: 1, ..new_table(self.free(), one) };
        assert_eq!(
            self.call("a table too many", async |s| s.create_table(full).await).await,
            Ok(TableCreated::TooMany)
        );
        let found = self.call("a read of a table", async |store| store.table(id).await).await.expect("an answer");
        assert_eq!(found.map(|table| table.version), Some(0));
        let marks = async |store: &Sqlite| store.table_marks(vec![id, TableId(i64::MAX)]).await;
        assert_eq!(self.call("marks of tables", marks).await.expect("marks").len(), 1);
        let daily = async |store: &Sqlite| store.daily_table(one, category().game, start().day()).await;
        assert_eq!(self.call("a daily table", daily).await, Ok(Some(id)));

        let played =
            |version: i64| change_of(one, start().plus_seconds(version), vec![stored_move(); version as usize + 1]);
        for version in 0..3 {
            let change = async |store: &Sqlite| store.change_table(id, version, played(version)).await;
            assert_eq!(self.call(format!("{} moves", version + 1), change).await, Ok(Changed::Applied { run: None }));
        }
        let stale = self.call("a stale move", async |store| store.change_table(id, 0, played(0)).await).await;
        assert_eq!(stale, Ok(Changed::Stale));
        let joined = async |store: &Sqlite| store.change_table(id, 3, change_of(other, start(), Vec::new())).await;
        assert_eq!(self.call("another sits down", joined).await, Ok(Changed::Applied { run: None }));
        let moves = self.call("moves", async |store| store.moves_of_table(id, 4).await).await.expect("moves");
        assert_eq!(moves.len(), 2);

        let removed = new_table(self.free(), other);
        assert_eq!(self.store.create_table(removed.clone()).await, Ok(TableCreated::New));
        assert_eq!(self.call("a removed table", async |s| s.remove_table(removed.id, 0).await).await, Ok(true));
        for (game, app) in
            [(None, None), (Some(category().game), None), (None, Some(APP)), (Some(category().game), Some(APP))]
        {
            let of = WaitingTables { game, app };
            let list = async |store: &Sqlite, after| store.waiting_tables(of.clone(), after, 5).await.expect("a page");
            let page = self.call(format!("tables of {of:?}"), async |store| list(store, None).await).await;
            let last = page.last().map(|table| TablePlace { made_at: table.terms.made_at, id: table.id });
            self.call(format!("the next tables of {of:?}"), async |store| list(store, last).await).await;
        }
        let list = async |store: &Sqlite| store.tables_of(PlayerId(1), None, 5).await;
        assert_eq!(self.call("a player's tables", list).await.expect("tables").len(), 5);
        let closed = ClosedDays::before(Timestamp::LAST.day());
        let left_open = async |store: &Sqlite| store.tables_left_open(closed, 5).await;
        assert_eq!(self.call("tables left open", left_open).await.expect("tables"), [id]);
        let open = async |store: &Sqlite| store.open_tables().await;
        assert!(self.call_of(Use::Walking, "open tables", open).await.is_ok_and(|open| open.waiting > 0));
        let due = async |store: &Sqlite| store.due_tables(Timestamp::LAST, None, 5).await;
        let due = self.call("what is due", due).await.expect("tables");
        let next = async |store: &Sqlite| store.due_tables(Timestamp::LAST, due.last().copied(), 5).await;
        assert_eq!((due.len(), self.call("what is due next", next).await.expect("tables").len()), (5, 5));
    }

    async fn call_endings(&mut self) {
        let ranked = Category { class: SeedClass::Ranked, ..category() };
        let run = NewRun { category: ranked.clone(), ..new_run(PlayerId(1), "ranked", self.free(), start()) };
        let places = [(PlayerId(1), 1), (PlayerId(2), 2)].map(|(player, place)| PlayerResult {
            player,
            place,
            counting: Counting::Regular,
        });
        let outcomes = [
            ("a ranked run", true, Some(Outcome::Ranked(Box::new(run)))),
            ("an abandoned game", true, None),
            ("a seated game", false, Some(Outcome::Seated { players: places.to_vec() })),
        ];
        let key = RankKey::of_number(7);
        for (name, is_ranked, outcome) in outcomes {
            let counts = is_ranked.then_some(GameCounts { key, finished: outcome.is_some() });
            let new = NewTable { counts: is_ranked.then_some(key), ..new_table(self.free(), PlayerId(4)) };
            let made = self.call(format!("a table for {name}"), async |s| s.create_table(new.clone()).await).await;
            assert_eq!(made, Ok(TableCreated::New));
            if is_ranked {
                let another = NewTable { id: TableId(1), ..new.clone() };
                let open = self.call("another of a game that is open", async |s| s.create_table(another).await).await;
                assert_eq!(open, Ok(TableCreated::HasOpen(new.id)));
            }
            let mut change = change_of(PlayerId(4), start(), vec![stored_move()]);
            (change.state.status, change.state.ended_at) = (TableStatus::Over(Ending::Finished), Some(start()));
            (change.counts, change.outcome) = (counts, outcome);
            change.left_early.extend((!is_ranked).then_some((PlayerId(4), start())));
            let ended = self.call(name, async |store| store.change_table(new.id, 0, change.clone()).await).await;
            assert!(matches!(ended, Ok(Changed::Applied { .. })), "{ended:?}");
        }
        let new = NewTable { counts: Some(key), ..new_table(self.free(), PlayerId(4)) };
        assert_eq!(self.store.create_table(new.clone()).await, Ok(TableCreated::New));
        let mut set_back = change_of(PlayerId(4), start(), Vec::new());
        (set_back.state.status, set_back.state.ended_at) = (TableStatus::Over(Ending::SetBack), Some(start()));
        set_back.counts = Some(GameCounts { key, finished: false });
        let ended = self.call("a ranked game set back", async |s| s.change_table(new.id, 0, set_back).await).await;
        assert_eq!(ended, Ok(Changed::Applied { run: None }));
        let leaves = self.call("early leaves", async |store| store.early_leaves(PlayerId(1)).await).await;
        leaves.expect("an answer");
        let records = self.call("records", async |store| store.records_of(PlayerId(1)).await).await.expect("records");
        assert_eq!(records.len(), 1);
        let ratings = self.call("a player's ratings", async |store| store.ratings_of(PlayerId(1)).await).await;
        assert_eq!(ratings.expect("ratings").len(), 1);
        let players = vec![PlayerId(1), PlayerId(2), PlayerId(3)];
        let among = async |store: &Sqlite| store.ratings_among(category().game, players.clone()).await;
        assert_eq!(self.call("ratings of players", among).await.expect("ratings").len(), 3);
        let list = async |store: &Sqlite, after| store.ratings(category().game, after, 5).await.expect("a page");
        let page = self.call_of(Use::Walking, "ratings", async |store| list(store, None).await).await;
        let last = page.lines.last().map(ListedRating::place);
        let next = self.call_of(Use::Walking, "the next ratings", async |store| list(store, last).await).await;
        assert_eq!((page.lines.len(), next.lines.len()), (5, 5));

        let of_month = AverageList { category: ranked, month: Month::of(start().day()) };
        let list = async |store: &Sqlite, after| store.averages(of_month.clone(), after, 5).await.expect("a page");
        let page = self.call_of(Use::Walking, "averages", async |store| list(store, None).await).await;
        let last = page.lines.last().map(|line| line.place);
        let next = self.call_of(Use::Walking, "the next averages", async |store| list(store, last).await).await;
        assert_eq!((page.lines.len(), next.lines.len()), (5, 5));
        let own = async |store: &Sqlite| store.averages_of(PlayerId(4), 5).await;
        assert_eq!(self.call("a player's averages", own).await.expect("averages").len(), 1);
    }

    async fn call_retention(&mut self) {
        let mut ids = Vec::new();
        for counts in [None, Some(RankKey::of_number(7))] {
            let mut new = NewTable { counts, ..new_table(self.free(), PlayerId(5)) };
            new.terms.ranked = counts.map(|_| RankedSeed::Own);
            assert_eq!(self.store.create_table(new.clone()).await, Ok(TableCreated::New));
            let mut change = change_of(PlayerId(5), start(), vec![stored_move()]);
            (change.state.status, change.state.ended_at) = (TableStatus::Over(Ending::Abandoned), Some(start()));
            let ended = self.call("an end without outcome", async |s| s.change_table(new.id, 0, change).await).await;
            assert_eq!(ended, Ok(Changed::Applied { run: None }));
            ids.push(new.id);
        }
        let undecided = async |store: &Sqlite| store.undecided_tables(start().plus_seconds(1), 5).await;
        let found = self.call("undecided tables", undecided).await.expect("tables");
        assert!(found.contains(&ids[0]) && !found.contains(&ids[1]), "{found:?}");
        let result = FinalResult { digest: Some(hash(1)), points: Some(vec![1]), places: None };
        for to in [Retention::Remove(result), Retention::Keep, Retention::Unreadable] {
            let decide = async |store: &Sqlite| store.decide_retention(vec![(ids[0], to.clone())]).await;
            assert_eq!(self.call(format!("{to:?}"), decide).await, Ok(()));
        }
        let of = Use::Job;
        let listing = async |store: &Sqlite| store.listing_players(ids[0], start(), vec![PlayerId(5)]).await;
        self.call_of(of, "listing players", listing).await.expect("players");
        self.call_of(of, "tables after", async |s| s.tables_after(TableId(0), 5).await).await.expect("tables");
        self.call_of(of, "count tables", async |s| s.count_tables_after(TableId(0)).await).await.expect("a count");
        let named = async |store: &Sqlite| store.player_named("no one".to_owned()).await;
        assert_eq!(self.call("a player by name", named).await, Ok(None));
    }

    async fn call_pars(&mut self) {
        let found = par_line();
        let new = deal("new-par");
        for name in ["a par", "a par again"] {
            self.call(name, async |store| store.set_par(new.clone(), found.clone(), Vec::new()).await)
                .await
                .expect("stored");
        }
        let asked = vec![new.clone(), deal("unknown")];
        let pars = self.call("pars", async |store| store.pars(asked.clone(), 1).await).await;
        assert_eq!(pars, Ok(vec![Some(found.par), None]));
        assert_eq!(self.store.pars(asked, 2).await, Ok(vec![None, None]), "another analysis");
        let line = self.call("the line of a par", async |store| store.par_line(new.clone(), 1).await).await;
        assert_eq!(line, Ok(Some(found)));
        let lease = |owner, now| Lease { job: "pars".to_owned(), owner, now, until: now.plus_seconds(60) };
        let [first, other] = [1, 2].map(|owner| lease(owner, start()));
        assert_eq!(self.call("a lease", async |store| store.lease_job(first.clone()).await).await, Ok(true));
        assert_eq!(
            self.call("a lease of another", async |store| store.lease_job(other.clone()).await).await,
            Ok(false)
        );
        assert_eq!(self.store.lease_job(first).await, Ok(true), "it is extended");
        assert_eq!(self.store.lease_job(lease(2, start().plus_seconds(60))).await, Ok(true), "it has expired");
    }

    async fn call_jobs(&mut self) {
        let of = Use::Job;
        self.call_of(of, "the last run", async |store| store.last_run().await).await.expect("a run");
        self.call_of(of, "runs after", async |store| store.runs_after(RunId(1), 5).await).await.expect("runs");
        self.call_of(of, "count after", async |store| store.count_after(RunId(1)).await).await.expect("a count");
        self.call_of(of, "a checkpoint", async |store| store.checkpoint("job").await).await.expect("a run");
        self.call_of(of, "a new one", async |store| store.set_checkpoint("job", RunId(1)).await).await.expect("set");
        self.call_pars().await;
        // One run of many on its boards, and one that is alone on them.
        let game = Category { game: "played-once".to_owned(), ..category() };
        let alone = NewRun { category: game, ..new_run(PlayerId(3), RARE, self.free(), start()) };
        let alone = self.store.submit(alone).await.expect("stored").id().expect("it is for any class");
        let runs = vec![RunId(2), alone];
        self.call_of(of, "hide", async |store| store.hide(runs.clone(), true).await).await.expect("hidden");
        self.call_of(of, "show", async |store| store.hide(runs.clone(), false).await).await.expect("shown");
    }
}
