//! The client of a request: looked up once, before the body is read, and stored with the request.

use std::cell::Cell;
use std::rc::Rc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};

use crate::api::problem::{Code, Problem};
use crate::api::secrets::token::{Token, bearer};
use crate::caller::{Caller, Requester};
use crate::limits::Proxies;
use crate::moderator::Moderator;
use crate::pool::Share;
use crate::store::calendar::Day;
use crate::store::{AnyStore, KnownToken, Player, StoreError, TokenHash, TokenId};

/// The client of a request: its token and its address.
#[derive(Clone, Debug)]
pub struct Client {
    /// The token of the request, if it has one, or why it is refused.
    token: Result<Option<KnownToken>, Problem>,
    /// The hash of that token, if it was known.
    hash: Option<TokenHash>,
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
        known.unwrap_or_else(|| Self::new(Ok(None), Caller::address(None)))
    }

    /// Looks up the client of a request.
    ///
    /// # Errors
    /// When the store cannot look up the token.
    pub async fn look_up(request: &HttpRequest, store: &AnyStore, proxies: &Proxies) -> Result<Self, StoreError> {
        let (hash, token) = match token(request, store).await? {
            Ok(Some((hash, known))) => (Some(hash), Ok(Some(known))),
            Ok(None) => (None, Ok(None)),
            Err(why) => (None, Err(why)),
        };
        Ok(Self { hash, ..Self::new(token, address(request, proxies)) })
    }

    /// Returns the client of a request for which tokens do not matter.
    #[must_use]
    pub fn without_token(request: &HttpRequest, proxies: &Proxies) -> Self {
        Self::new(Ok(None), address(request, proxies))
    }

    fn new(token: Result<Option<KnownToken>, Problem>, address: Caller) -> Self {
        Self { token, hash: None, personal: Rc::default(), address }
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
        let from = self.address;
        self.player().map(|player| Requester { player, from })
    }

    /// The token that the request carries.
    ///
    /// # Errors
    /// 401 when it carries none that is known, 403 when it is a banned player's.
    pub fn token(self) -> Result<KnownToken, Problem> {
        self.known_token()?.ok_or_else(|| unauthorized("the request has no `Authorization: Bearer <token>` header"))
    }

    /// Refuses a token that is not known or a banned player's, for a response that is the same for everyone else.
    ///
    /// # Errors
    /// 401 or 403 when the request carries such a token.
    pub fn check_token(&self) -> Result<(), Problem> {
        self.token.as_ref().map(drop).map_err(Problem::clone)
    }

    /// The number of the token, if its use on this day is not recorded yet.
    #[must_use]
    pub fn first_use_on(&self, day: Day) -> Option<TokenId> {
        let token = self.token.as_ref().ok()?.as_ref()?;
        (token.last_used_on < Some(day)).then_some(token.id)
    }

    /// The player whose token the request carries, if it carries one.
    ///
    /// # Errors
    /// 401 when it carries one that is not known, 403 when it is a banned player's.
    pub fn known_player(self) -> Result<Option<Player>, Problem> {
        Ok(self.known_token()?.map(|token| token.player))
    }

    /// The token that the request carries, if it carries one.
    ///
    /// # Errors
    /// 401 when it carries one that is not known, 403 when it is a banned player's.
    fn known_token(self) -> Result<Option<KnownToken>, Problem> {
        self.personal.set(true);
        self.token
    }

    /// The hash of the token, if the request carries one that is known.
    #[must_use]
    pub fn hash(&self) -> Option<TokenHash> {
        self.hash
    }

    /// Checks the token again, after the request has waited. Returns why it is refused; none if it is not, or if there is no token.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn refusal_by_now(&self, store: &AnyStore) -> Result<Option<Problem>, StoreError> {
        let Some(hash) = self.hash else { return Ok(None) };
        // By its hash: a replaced token leaves its number to the new one.
        Ok(match store.known_token(hash).await? {
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

    /// The caller to whom limits apply: the player, else the address. An unknown token counts as none, since anyone can invent one for each
    /// request.
    #[must_use]
    pub fn caller(&self) -> Caller {
        match &self.token {
            Ok(Some(token)) => Caller::player(token.player.id),
            _ => self.address,
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

/// The token that a request carries, with its hash, if it carries one; or why it is refused.
async fn token(
    request: &HttpRequest,
    store: &AnyStore,
) -> Result<Result<Option<(TokenHash, KnownToken)>, Problem>, StoreError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(Ok(None)) };
    let Some(token) = value.to_str().ok().and_then(Token::of_header) else {
        return Ok(Err(unauthorized("the Authorization header must be `Bearer` and the token of a player")));
    };
    let hash = token.hash();
    Ok(match store.known_token(hash).await? {
        Some(known) if known.player.banned => Err(Problem::banned()),
        Some(known) => Ok(Some((hash, known))),
        None => Err(unauthorized("the token is unknown, or was replaced or revoked")),
    })
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
