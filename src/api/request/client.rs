//! The client of a request: looked up once, before the body is read, and stored with the request.

use std::cell::Cell;
use std::rc::Rc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};

use crate::api::problem::{Code, Problem};
use crate::api::secrets::app_key::AppKey;
use crate::api::secrets::token::{Token, bearer};
use crate::caller::{Caller, Requester, Scope};
use crate::limits::Proxies;
use crate::moderator::Moderator;
use crate::pool::Share;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{
    ActingApp, AnyStore, App, AppKeyHash, AppState, KnownToken, Player, StoreError, TokenHash, TokenId,
};

/// What a request carries in `Authorization`.
#[derive(Clone, Debug)]
enum Credentials {
    None,
    /// A token of a player, with its hash. An app may act with it.
    Token(Box<KnownToken>, TokenHash),
    /// The key of an app, with its hash.
    Key(Box<App>, AppKeyHash),
}

/// The client of a request: its token or key, and its address.
#[derive(Clone, Debug)]
pub struct Client {
    /// What the request carries, or why it is refused.
    credentials: Result<Credentials, Problem>,
    /// Whether the response depends on that token. Shared between the clones of one request.
    personal: Rc<Cell<bool>>,
    /// The address that the request comes from.
    address: Caller,
}

impl Client {
    /// Returns the client of a request that is being served.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Self {
        let known = request.extensions().get::<Self>().cloned();
        known.unwrap_or_else(|| Self::new(Ok(Credentials::None), Caller::address(None)))
    }

    /// Looks up the client of a request.
    ///
    /// # Errors
    /// When the store cannot look up the token.
    pub async fn look_up(
        request: &HttpRequest,
        store: &AnyStore,
        proxies: &Proxies,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        Ok(Self::new(credentials(request, store, now).await?, address(request, proxies)))
    }

    /// Returns the client of a request for which tokens do not matter.
    #[must_use]
    pub fn without_token(request: &HttpRequest, proxies: &Proxies) -> Self {
        Self::new(Ok(Credentials::None), address(request, proxies))
    }

    fn new(credentials: Result<Credentials, Problem>, address: Caller) -> Self {
        Self { credentials, personal: Rc::default(), address }
    }

    /// Whether the response depends on the client, because its token was used.
    #[must_use]
    pub fn is_response_personal(&self) -> bool {
        self.personal.get()
    }

    /// The address that the request comes from.
    #[must_use]
    pub fn address(&self) -> Caller {
        self.address
    }

    /// The player whose token the request carries.
    ///
    /// # Errors
    /// 401 when it carries none that is known, 403 when it is a banned player's.
    pub fn player(self) -> Result<Player, Problem> {
        self.token().map(|token| token.player)
    }

    /// The player whose token the request carries, with the address that it comes from.
    ///
    /// # Errors
    /// As [`player`](Self::player).
    pub fn requester(self) -> Result<Requester, Problem> {
        let from = self.party();
        self.token().map(|KnownToken { player, app, .. }| Requester { player, from, app })
    }

    /// The token that the request carries.
    ///
    /// # Errors
    /// 401 when it carries none that is known, 403 when it is a banned player's, or the key of an app.
    pub fn token(self) -> Result<KnownToken, Problem> {
        self.personal.set(true);
        match self.credentials? {
            Credentials::Token(token, _) => Ok(*token),
            Credentials::None => Err(unauthorized("the request has no `Authorization: Bearer <token>` header")),
            Credentials::Key(..) => {
                let detail = "this call needs a player's token, and the request has the key of an app";
                Err(Problem::new(Code::Forbidden, detail))
            }
        }
    }

    /// The player whose own token the request carries.
    ///
    /// # Errors
    /// As [`token`](Self::token), and 403 when an app acts with the token.
    pub fn player_alone(self) -> Result<Player, Problem> {
        let token = self.token()?;
        match token.app {
            None => Ok(token.player),
            Some(_) => {
                let detail = "only the player can make this call, and an app acts with this token";
                Err(Problem::new(Code::Forbidden, detail))
            }
        }
    }

    /// The app whose key the request carries.
    ///
    /// # Errors
    /// 401 when it carries none that is known.
    pub fn app(self) -> Result<App, Problem> {
        self.app_with_key().map(|(app, _)| app)
    }

    /// The app whose key the request carries, and the hash of the key.
    ///
    /// # Errors
    /// As [`app`](Self::app).
    pub fn app_with_key(self) -> Result<(App, AppKeyHash), Problem> {
        self.personal.set(true);
        match self.credentials {
            Ok(Credentials::Key(app, key)) => Ok((*app, key)),
            _ => Err(unauthorized("this call needs the key of an app in `Authorization: Bearer <key>`")),
        }
    }

    /// Refuses a token that is not known or a banned player's, for a response that is the same for everyone else.
    ///
    /// # Errors
    /// 401 or 403 when the request carries such a token.
    pub fn check_token(&self) -> Result<(), Problem> {
        self.credentials.as_ref().map(drop).map_err(Problem::clone)
    }

    /// The number of the token, if its use on this day is not recorded yet.
    #[must_use]
    pub fn first_use_on(&self, day: Day) -> Option<TokenId> {
        let Ok(Credentials::Token(token, _)) = &self.credentials else { return None };
        (token.last_used_on < Some(day)).then_some(token.id)
    }

    /// The player whose token the request carries, if it carries one.
    ///
    /// # Errors
    /// 401 when it carries one that is not known, 403 when it is a banned player's.
    pub fn known_player(self) -> Result<Option<Player>, Problem> {
        self.personal.set(true);
        Ok(match self.credentials? {
            Credentials::Token(token, _) => Some(token.player),
            Credentials::None | Credentials::Key(..) => None,
        })
    }

    /// The hash of the token, if the request carries one that is known.
    #[must_use]
    pub fn hash(&self) -> Option<TokenHash> {
        match self.credentials {
            Ok(Credentials::Token(_, hash)) => Some(hash),
            _ => None,
        }
    }

    /// Whether the request carries a token of an app.
    #[must_use]
    pub fn acts_through_app(&self) -> bool {
        matches!(&self.credentials, Ok(Credentials::Token(token, _)) if token.app.is_some())
    }

    /// Checks the token or key again, after the request has waited. Returns why it is refused; none if it is not, or if there is none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn refusal_by_now(&self, store: &AnyStore, now: Timestamp) -> Result<Option<Problem>, StoreError> {
        if let Ok(Credentials::Key(_, hash)) = &self.credentials {
            return Ok(store.app_of_key(*hash).await?.is_none().then(unknown_key));
        }
        let Some(hash) = self.hash() else { return Ok(None) };
        // By its hash: a replaced token leaves its number to the new one.
        Ok(match store.known_token(hash, now).await? {
            None => Some(revoked_meanwhile()),
            Some(known) => known.player.banned.then(Problem::banned),
        })
    }

    /// Fails unless the request carries the moderator's token. The response is personal in any case.
    ///
    /// # Errors
    /// 401, the same whether the token is missing, a player's or any other, and whether or not there is a moderator.
    pub(in crate::api) fn check_moderator(&self, request: &HttpRequest, moderator: &Moderator) -> Result<(), Problem> {
        self.personal.set(true);
        let value = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let is_moderator = moderator.is_token(value.and_then(bearer).unwrap_or_default());
        if is_moderator {
            Ok(())
        } else {
            Err(unauthorized("this call needs the moderator's token in `Authorization: Bearer <token>`"))
        }
    }

    /// The caller to whom limits apply: the player, or the user of an approved app; else the approved app, or the address. An unknown token
    /// counts as none, since anyone can invent one for each request.
    #[must_use]
    pub fn caller(&self) -> Caller {
        match &self.credentials {
            Ok(Credentials::Token(token, _)) => match token.app {
                Some(ActingApp { id, is_approved: true, .. }) => Caller::user(id, token.player.id),
                _ => Caller::player(token.player.id),
            },
            _ => self.party(),
        }
    }

    /// The party of the caller, whose limits it shares with others: the users of the approved app that the request comes through, or its server, else
    /// the address.
    #[must_use]
    pub fn party(&self) -> Caller {
        match &self.credentials {
            Ok(Credentials::Token(token, _)) => {
                token.app.filter(|app| app.is_approved).map_or(self.address, |app| Caller::users_of(app.id))
            }
            Ok(Credentials::Key(app, _)) if app.state == AppState::Approved => Caller::app(app.id),
            _ => self.address,
        }
    }

    /// The caller to whom open streams and waiting requests count: the address, or the user of an approved app.
    #[must_use]
    pub fn listener(&self) -> Caller {
        match self.party().scope() {
            Scope::Service => self.address,
            Scope::App(_) | Scope::User(_) => self.caller(),
        }
    }

    /// The share of the pool that work of the request takes.
    #[must_use]
    pub fn share(&self) -> Share {
        Share::of_request(self.address, self.caller())
    }
}

fn address(request: &HttpRequest, proxies: &Proxies) -> Caller {
    let peer = request.peer_addr().map(|address| address.ip());
    let lines: Vec<&str> =
        request.headers().get_all(proxies.header.name()).filter_map(|line| line.to_str().ok()).collect();
    Caller::address(peer.map(|peer| proxies.origin(peer, lines.iter().copied())))
}

/// What a request carries, or why it is refused.
async fn credentials(
    request: &HttpRequest,
    store: &AnyStore,
    now: Timestamp,
) -> Result<Result<Credentials, Problem>, StoreError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(Ok(Credentials::None)) };
    let value = value.to_str().unwrap_or_default();
    let Some(token) = Token::of_header(value) else { return app(value, store).await };
    let hash = token.hash();
    Ok(match store.known_token(hash, now).await? {
        Some(known) if known.player.banned => Err(Problem::banned()),
        Some(known) => Ok(Credentials::Token(Box::new(known), hash)),
        None => Err(unauthorized("the token is unknown, has expired, or was replaced or revoked")),
    })
}

/// The app whose key a header has, or why it is refused.
async fn app(header: &str, store: &AnyStore) -> Result<Result<Credentials, Problem>, StoreError> {
    let Some(key) = AppKey::of_header(header) else {
        return Ok(Err(unauthorized("the Authorization header must be `Bearer` and the token of a player")));
    };
    let hash = key.hash();
    let app = store.app_of_key(hash).await?;
    Ok(app.map(|app| Credentials::Key(Box::new(app), hash)).ok_or_else(unknown_key))
}

fn unknown_key() -> Problem {
    unauthorized("the key is unknown or was replaced, or the app is suspended")
}

/// The refusal of a token that was revoked or replaced after the request was accepted.
pub(in crate::api) fn revoked_meanwhile() -> Problem {
    unauthorized("the token was revoked or replaced while the request waited")
}

/// The refusal of an unknown or missing token.
pub(in crate::api) fn unauthorized(detail: &str) -> Problem {
    let scheme = HeaderValue::from_static("Bearer");
    Problem::new(Code::Unauthorized, detail).with_header(header::WWW_AUTHENTICATE, scheme)
}
