//! Every call of the store for apps.

use super::super::super::Sqlite;
use super::super::super::sql::tests::{hash, new_run, new_table, start};
use super::world::{OFTEN, Use, World};
use crate::{
    AppId, AppKeyHash, AppState, Apps as _, Consented, Control, EventPosition, Events as _, EventsAfter, LinkPurpose,
    MAX_APPS, NewApp, NewAppLink, NewEvent, NewRun, NewSeason, NewTable, NewestOfApp, OfferedName, PlayerEvent,
    PlayerId, RecoveryHash, Registered, Repeatable, RepeatableSignIn, SeasonCreated, SignIn, SignedIn, Store as _,
    TableCreated, TableId, Tables as _, TakeOver, TokenHash, TookOver, USAGE_DAYS, UsageCount, UsageKind, UserId,
};

impl World {
    pub(super) async fn call_apps(&mut self) {
        let owner = PlayerId(1);
        let key = |n| AppKeyHash(hash(n));
        let new = NewApp {
            name: "an app".to_owned(),
            home_page: "https://app.example".to_owned(),
            owner: Some(owner),
            state: AppState::Approved,
            key: key(self.free()),
            at: start(),
        };
        let mut ids = Vec::new();
        for _ in 0..MAX_APPS {
            let app = NewApp { key: key(self.free()), ..new.clone() };
            let registered = self.call("an app", async |store| store.register_app(app.clone()).await).await;
            let Ok(Registered::New(id)) = registered else { panic!("{registered:?}") };
            ids.push((id, app.key));
        }
        let refused = self.call("too many apps", async |store| store.register_app(new.clone()).await).await;
        assert_eq!(refused, Ok(Registered::TooMany));
        let (id, first) = ids[0];
        let found = self.call("an app by number", async |store| store.app(id).await).await.expect("an answer");
        assert_eq!(found.as_ref().map(|app| app.id), Some(id));
        assert_eq!(self.call("an app by key", async |store| store.app_of_key(first).await).await, Ok(found));
        let apps = self.call_of(Use::Job, "apps", async |store| store.apps_after(AppId(0), 3).await).await;
        assert_eq!(apps.map(|apps| apps.len()), Ok(3));
        let keys = [self.free(), self.free()];
        for n in keys {
            let added = self.call("a key", async |store| store.add_app_key(id, key(n), false, start()).await).await;
            assert_eq!(added, Ok(true));
        }
        assert_eq!(self.store.app_of_key(first).await, Ok(None), "the third key revokes the first");
        let user = UserId::new("u".to_owned()).expect("it is valid");
        let n = self.free();
        let offered = |n| OfferedName { name: format!("user {n}"), forms: vec![hash(n)] };
        let free = async |store: &Sqlite| store.free_names(vec![offered(1), offered(n)]).await;
        assert_eq!(self.call("free names", free).await, Ok(vec![format!("user {n}")]));
        let sign_in = |token, request, names: Vec<OfferedName>| SignIn {
            app: id,
            user: user.clone(),
            names,
            token: TokenHash(hash(token)),
            repeatable: Some(RepeatableSignIn { request: hash(request), salt: [7; 32] }),
            at: start(),
            expires_at: start().plus_seconds(60),
        };
        let (token, request) = (self.free(), self.free());
        let taken = sign_in(token, request, vec![offered(1)]);
        let taken = self.call("a user without a name", async |store| store.sign_in(taken.clone()).await).await;
        assert_eq!(taken, Ok(SignedIn::NameTaken));
        let new = sign_in(token, request, vec![offered(1), offered(n)]);
        let signed_in = self.call("a new user", async |store| store.sign_in(new.clone()).await).await;
        let Ok(SignedIn::New(player)) = signed_in else { panic!("{signed_in:?}") };
        let again = self.call("the same request", async |store| store.sign_in(new.clone()).await).await;
        assert!(matches!(again, Ok(SignedIn::Repeated { salt: [7, ..], .. })), "{again:?}");
        let other = sign_in(self.free(), self.free(), Vec::new());
        let known = self.call("a known user", async |store| store.sign_in(other.clone()).await).await;
        assert_eq!(known, Ok(SignedIn::Known(player.clone())));
        let token = async |store: &Sqlite, at| store.known_token(new.token, at).await.expect("an answer");
        let known = self.call("a token of an app", async |store| token(store, start()).await).await;
        assert_eq!(known.and_then(|known| known.app).map(|app| app.id), Some(id));
        assert_eq!(token(&self.store, start().plus_seconds(60)).await, None, "it has expired");
        let later = SignIn { at: start().plus_seconds(60), ..new.clone() };
        let later = self.call("the same request, later", async |store| store.sign_in(later.clone()).await).await;
        assert_eq!(later, Ok(SignedIn::Known(player.clone())));
        let users = self.call("users", async |store| store.app_users(id, PlayerId(0), 5).await).await.expect("users");
        assert_eq!(users.iter().map(|user| user.control).collect::<Vec<_>>(), [Control::App]);
        let found = self.call("a user", async |store| store.app_user(id, user.clone()).await).await;
        assert_eq!(found.expect("an answer").map(|user| user.player), Some(player.clone()));
        let run = NewRun { app: Some(id), ..new_run(player.id, OFTEN, self.free(), start()) };
        let run = self.store.submit(run).await.expect("stored").id().expect("a number");
        for hidden in [true, false] {
            let hide = async |store: &Sqlite| store.hide_run_in_app(id, run, hidden).await;
            assert_eq!(self.call("a hidden run", hide).await, Ok(true));
            let hide = async |store: &Sqlite| store.hide_user_in_app(id, user.clone(), hidden).await;
            assert_eq!(self.call("a hidden user", hide).await, Ok(true));
        }
        let day = start().day();
        let counts = UsageKind::ALL.map(|kind| (id, kind, UsageCount { used: 2, refused: 1 }));
        for _ in 0..2 {
            let add = async |store: &Sqlite| store.add_app_usage(day, counts.to_vec()).await;
            assert_eq!(self.call_of(Use::Job, "add usage", add).await, Ok(()));
        }
        let usage = self.call("usage", async |store| store.app_usage(id, day).await).await.expect("usage");
        assert_eq!(usage.len(), UsageKind::ALL.len());
        assert!(usage.iter().all(|(on, _, count)| (*on, count.used, count.refused) == (day, 4, 2)), "{usage:?}");
        let later = day.plus(USAGE_DAYS + 1);
        assert_eq!(self.store.add_app_usage(later, Vec::new()).await, Ok(()));
        assert_eq!(self.store.app_usage(id, day).await, Ok(Vec::new()), "it is too old");
        assert_eq!(
            self.store.add_app_usage(later, counts.to_vec()).await,
            Ok(()),
            "what remains is deleted with the app"
        );
        for state in [AppState::Suspended, AppState::Approved] {
            let set = self.call("a state", async |store| store.set_app_state(id, state).await).await;
            assert_eq!(set, Ok(true));
            let is_known = token(&self.store, start()).await.is_some();
            assert_eq!(is_known, state == AppState::Approved);
        }
        let season = |first, last| NewSeason {
            app: id,
            name: "a season".to_owned(),
            first: day.plus(first),
            last: day.plus(last),
        };
        let created = self.call("a season", async |store| store.create_season(season(0, 1)).await).await;
        let Ok(SeasonCreated::New(number)) = created else { panic!("{created:?}") };
        assert_eq!(self.store.create_season(season(1, 2)).await, Ok(SeasonCreated::Overlaps));
        let found = self.call("a season by number", async |store| store.season(number).await).await;
        let listed = self.call("seasons", async |store| store.seasons(id).await).await.expect("seasons");
        assert_eq!(found, Ok(listed.first().cloned()));
        let run = NewRun { app: Some(id), ..new_run(player.id, OFTEN, self.free(), start()) };
        let submitted = self.call("a run in a season", async |store| store.submit(run.clone()).await).await;
        assert!(submitted.is_ok_and(|submitted| submitted.is_new()));
        for (after, is_due) in [(day, false), (day.plus(-1), true)] {
            let delete = async |store: &Sqlite| store.delete_season(id, number, after).await;
            assert_eq!(self.call("delete a season", delete).await, Ok(is_due));
        }
        self.call_app_events(id, key(keys[1]), player.id).await;
        self.call_links(id, player.id, &user).await;
        let forgotten = self.call("a forgotten user", async |s| s.forget_app_user(id, user.clone()).await).await;
        assert_eq!(forgotten, Ok(Some(player.id)));
        assert_eq!(self.call("a deleted app", async |store| store.delete_app(id).await).await, Ok(true));
        assert_eq!(self.store.app(id).await, Ok(None));
    }

    async fn call_app_events(&mut self, app: AppId, key: AppKeyHash, player: PlayerId) {
        let event = |tag| NewEvent { player, event: PlayerEvent::Over(TableId(2)), at: start(), tag };
        let new = NewTable { events: (1..=3).map(event).collect(), ..new_table(self.free(), player) };
        let created = self.call("a table with events of an app", async |store| store.create_table(new).await).await;
        assert_eq!(created, Ok(TableCreated::New));
        let known = || vec![key];
        let waiting = self.call("events to number", async |store| store.newest_app_events(known()).await).await;
        assert_eq!(waiting, Ok([(key, NewestOfApp { newest: None, unnumbered: true })].into()));
        for numbered in [2, 1, 0] {
            let number = async |store: &Sqlite| store.number_app_events(vec![app], 2).await;
            assert_eq!(self.call("numbers of events", number).await, Ok(numbered));
        }
        let position = |number: u32| EventPosition { number: number.into(), tag: number };
        let newest = self.store.newest_app_events(known()).await;
        assert_eq!(newest, Ok([(key, NewestOfApp { newest: Some(position(3)), unnumbered: false })].into()));
        let after = async |store: &Sqlite| store.app_events_after(app, position(1), 9).await;
        let Ok(EventsAfter::Continued(events)) = self.call("events of an app", after).await else { panic!("lost") };
        assert_eq!(events.iter().map(|event| event.position).collect::<Vec<_>>(), [position(2), position(3)]);
        assert!(events.iter().all(|event| event.delivers.as_ref().is_some_and(|of| of.player == player)));
        let lost = EventPosition { tag: 9, ..position(1) };
        assert_eq!(self.store.app_events_after(app, lost, 9).await, Ok(EventsAfter::Lost(Some(position(3)))));
    }

    async fn call_links(&mut self, app: AppId, player: PlayerId, user: &UserId) {
        let (at, expires_at) = (start(), start().plus_seconds(60));
        let code = TokenHash(hash(self.free()));
        let link = NewAppLink { app, user: user.clone(), code, at, expires_at };
        let created = self.call("a link", async |store| store.create_app_link(link.clone()).await).await;
        assert_eq!(created, Ok(Some(LinkPurpose::TakeOver)));
        let shown = self.call("show a link", async |store| store.app_link(code, at).await).await.expect("an answer");
        assert_eq!(shown.map(|link| link.player.id), Some(player));
        assert_eq!(self.store.app_link(code, expires_at).await, Ok(None), "it has expired");
        let (token, recovery) = (TokenHash(hash(self.free())), RecoveryHash(hash(self.free())));
        let repeatable = Some(Repeatable { key: hash(self.free()), salt: [7; 32], until: expires_at });
        let request = TakeOver { code, token, recovery, repeatable, at };
        let taken = self.call("take over", async |store| store.take_over(request.clone()).await).await;
        assert!(matches!(taken, Ok(TookOver::New(_))), "{taken:?}");
        let again = self.call("take over again", async |store| store.take_over(request.clone()).await).await;
        assert!(matches!(again, Ok(TookOver::Repeated { salt: [7, ..], .. })), "{again:?}");
        let code = TokenHash(hash(self.free()));
        let link = NewAppLink { code, ..link.clone() };
        assert_eq!(self.store.create_app_link(link).await, Ok(Some(LinkPurpose::Consent)));
        let consented = self.call("consent", async |store| store.consent(code, player, at).await).await;
        assert_eq!(consented, Ok(Consented::Allowed));
        let apps = self.call("a player's apps", async |store| store.apps_of_player(player).await).await;
        assert_eq!(apps.map(|apps| apps.len()), Ok(1));
        let withdrawn = self.call("withdraw", async |store| store.withdraw_consent(player, app).await).await;
        assert_eq!(withdrawn, Ok(true));
    }
}
