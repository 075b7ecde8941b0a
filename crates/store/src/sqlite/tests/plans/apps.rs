//! Every call of the store for apps.

use super::super::super::Sqlite;
use super::super::super::sql::tests::{hash, start};
use super::world::{Use, World};
use crate::{
    AppId, AppKeyHash, AppState, Apps as _, MAX_APPS, NewApp, OfferedName, PlayerId, Registered, RepeatableSignIn,
    SignIn, SignedIn, Store as _, TokenHash, UserId,
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
        for n in [self.free(), self.free()] {
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
        assert_eq!(users.iter().map(|user| user.is_acted_for).collect::<Vec<_>>(), [true]);
        let found = self.call("a user", async |store| store.app_user(id, user.clone()).await).await;
        assert_eq!(found.expect("an answer").map(|user| user.player), Some(player.clone()));
        for state in [AppState::Suspended, AppState::Approved] {
            let set = self.call("a state", async |store| store.set_app_state(id, state).await).await;
            assert_eq!(set, Ok(true));
            let is_known = token(&self.store, start()).await.is_some();
            assert_eq!(is_known, state == AppState::Approved);
        }
        let forgotten = self.call("a forgotten user", async |s| s.forget_app_user(id, user.clone()).await).await;
        assert_eq!(forgotten, Ok(Some(player.id)));
        assert_eq!(self.call("a deleted app", async |store| store.delete_app(id).await).await, Ok(true));
        assert_eq!(self.store.app(id).await, Ok(None));
    }
}
