//! Limits: how much each caller can request, and the headers that report it.
//!
//! Requests, long work, new players, moves and phrases at tables and requests for the metrics have separate limits. Each limit is a leaky bucket per
//! caller (GCRA, from the crate `governor`), in bounded memory.

mod apps;
mod buckets;
mod budget;
mod counted;
mod listeners;
mod proxies;
mod quota;
mod unsent;
mod usage;

use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::RateLimiter;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;

use self::apps::AppLimiters;
pub use self::apps::{AppQuotas, AppQuotasError};
use self::buckets::Buckets;
pub use self::budget::{Budget, Reservation};
pub use self::counted::Counted;
pub use self::listeners::{Listeners, Listening};
pub use self::proxies::{ForwardedHeader, Network, Proxies};
pub use self::quota::{Quota, QuotaError};
pub use self::unsent::{Cut, Unsent, UnsentPart};
pub use self::usage::Usage;
use crate::caller::{Caller, Scope};
use crate::store::UsageKind;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All requests.
    Requests,
    /// Work that takes long.
    Work,
    /// Work that takes long, of all players of an address.
    AddressWork,
    /// New players.
    Players,
    /// Moves of a player at tables, and other data of about the same size that is stored permanently.
    Moves,
    /// The same of all players of an address, and the moves of robots that they cause.
    AddressMoves,
    /// Phrases at tables, each of which is sent to everyone who listens.
    Phrases,
    /// Requests for the metrics, whose text is long and takes milliseconds to write.
    Metrics,
    /// Of a kind, of a whole app in place of an address.
    App(OfApp),
    /// Of a kind, of a user of an app in place of a player.
    User(OfApp),
}

/// What an app has quotas for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfApp {
    /// All requests.
    Requests,
    /// Work that takes long.
    Work,
    /// New players.
    Players,
    /// Moves at tables, and other data of about the same size.
    Moves,
}

impl Limit {
    /// Returns the name in `RateLimit` and `RateLimit-Policy`.
    const fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Work => "work",
            Self::AddressWork => "address_work",
            Self::Players => "players",
            Self::Moves => "moves",
            Self::AddressMoves => "address_moves",
            Self::Phrases => "phrases",
            Self::Metrics => "metrics",
            Self::App(OfApp::Requests) => "app_requests",
            Self::App(OfApp::Work) => "app_work",
            Self::App(OfApp::Players) => "app_players",
            Self::App(OfApp::Moves) => "app_moves",
            Self::User(OfApp::Requests) => "requests",
            Self::User(OfApp::Work) => "work",
            Self::User(OfApp::Players) => "players",
            Self::User(OfApp::Moves) => "moves",
        }
    }

    /// Returns the limit that applies to a caller in place of this one: apps and their users have quotas of their own.
    const fn of(self, caller: Caller) -> Self {
        let of_app = match self {
            Self::Requests => OfApp::Requests,
            Self::Work | Self::AddressWork => OfApp::Work,
            Self::Players => OfApp::Players,
            Self::Moves | Self::AddressMoves => OfApp::Moves,
            Self::Phrases | Self::Metrics | Self::App(_) | Self::User(_) => return self,
        };
        match caller.scope() {
            Scope::Service => self,
            Scope::App(_) => Self::App(of_app),
            Scope::User(_) => Self::User(of_app),
        }
    }

    /// Returns under what the usage of an app has it; none for limits that no app has.
    const fn usage(self) -> Option<UsageKind> {
        Some(match self {
            Self::App(OfApp::Requests) | Self::User(OfApp::Requests) => UsageKind::Requests,
            Self::App(OfApp::Work) | Self::User(OfApp::Work) => UsageKind::Work,
            Self::App(OfApp::Players) | Self::User(OfApp::Players) => UsageKind::Players,
            Self::App(OfApp::Moves) | Self::User(OfApp::Moves) => UsageKind::Moves,
            _ => return None,
        })
    }
}

/// The quotas that an operator sets, each per caller.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// Of requests.
    pub requests: Quota,
    /// Of long work.
    pub work: Quota,
    /// Of long work of an address.
    pub address_work: Quota,
    /// Of new players.
    pub players: Quota,
    /// Of moves of a player.
    pub moves: Quota,
    /// Of moves of an address.
    pub address_moves: Quota,
    /// Of an app.
    pub app: AppQuotas,
}

/// The limits.
#[derive(Debug)]
pub struct Limits {
    requests: Limiter,
    work: Limiter,
    address_work: Limiter,
    players: Limiter,
    moves: Limiter,
    address_moves: Limiter,
    phrases: Limiter,
    metrics: Limiter,
    apps: AppLimiters,
    usage: Usage,
}

/// Maximum number of requests for the metrics from a caller in a minute.
const MAX_METRICS_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);
/// Maximum number of phrases of a player at once.
const MAX_PHRASES: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

impl Limits {
    /// Creates limits with these quotas.
    #[must_use]
    pub fn new(quotas: Quotas) -> Self {
        Self {
            requests: Limiter::new(quotas.requests),
            work: Limiter::new(quotas.work),
            address_work: Limiter::new(quotas.address_work),
            players: Limiter::new(quotas.players),
            moves: Limiter::new(quotas.moves),
            address_moves: Limiter::new(quotas.address_moves),
            phrases: Limiter::new(Quota::per_five_seconds(MAX_PHRASES)),
            metrics: Limiter::new(Quota::per_minute(MAX_METRICS_A_MINUTE)),
            apps: AppLimiters::new(quotas.app),
            usage: Usage::default(),
        }
    }

    /// The quotas of an app.
    #[must_use]
    pub fn of_apps(&self) -> AppQuotas {
        self.apps.quotas
    }

    /// What apps used since it was stored last.
    #[must_use]
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// Counts one more request of a caller, if it is within the limit. Returns what remains.
    #[must_use]
    pub fn count(&self, limit: Limit, caller: Caller) -> LimitState {
        self.count_many(limit, caller, NonZeroU32::MIN)
    }

    /// Counts this many at once, if all are within the limit: otherwise none of them. Returns what remains.
    #[must_use]
    pub fn count_many(&self, limit: Limit, caller: Caller, amount: NonZeroU32) -> LimitState {
        let limit = limit.of(caller);
        let state = self.limiter(limit).count(limit, caller, amount);
        self.note(limit, caller, amount.get().into(), state.refused);
        state
    }

    /// Notes what was counted for an app. A user's part is noted when it counts for the app, or when the user's own limit refuses it.
    fn note(&self, limit: Limit, caller: Caller, amount: i64, refused: bool) {
        let app = match caller.scope() {
            Scope::App(app) => app,
            Scope::User(app) if refused => app,
            Scope::Service | Scope::User(_) => return,
        };
        if let Some(kind) = limit.usage() {
            self.usage.note(app, kind, amount, refused);
        }
    }

    /// Counts this many of a caller, and as many of its address. Returns what remains. If one of them refuses, neither has counted any; the caller
    /// comes first, so that one past the limit takes nothing from others at the address.
    #[must_use]
    pub fn count_both(
        &self,
        [own, shared]: [Limit; 2],
        caller: Caller,
        address: Caller,
        amount: NonZeroU32,
    ) -> Vec<LimitState> {
        let of_caller = self.count_many(own, caller, amount);
        // The key of an app is both.
        let is_both = caller == address && own.of(caller) == shared.of(address);
        if of_caller.refused || is_both {
            return vec![of_caller];
        }
        let of_address = self.count_many(shared, address, amount);
        if of_address.refused {
            self.uncount(own, caller, amount);
            return vec![of_address];
        }
        vec![of_caller, of_address]
    }

    /// Counts this many more of a caller of whom one was just [counted](Self::count), also past the limit. Then all are refused until they have
    /// refilled.
    pub fn count_more(&self, limit: Limit, caller: Caller, amount: NonZeroU32) {
        let limit = limit.of(caller);
        let limiter = self.limiter(limit);
        limiter.buckets.fill_later(caller, limiter.time_of(amount));
        self.note(limit, caller, amount.get().into(), false);
    }

    /// Uncounts this many that were counted, and had no effect.
    pub fn uncount(&self, limit: Limit, caller: Caller, amount: NonZeroU32) {
        let limit = limit.of(caller);
        let limiter = self.limiter(limit);
        limiter.buckets.fill_sooner(caller, limiter.time_of(amount));
        self.note(limit, caller, -i64::from(amount.get()), false);
    }

    fn limiter(&self, limit: Limit) -> &Limiter {
        match limit {
            Limit::Requests => &self.requests,
            Limit::Work => &self.work,
            Limit::AddressWork => &self.address_work,
            Limit::Players => &self.players,
            Limit::Moves => &self.moves,
            Limit::AddressMoves => &self.address_moves,
            Limit::Phrases => &self.phrases,
            Limit::Metrics => &self.metrics,
            Limit::App(of) => self.apps.whole(of),
            Limit::User(of) => self.apps.share(of),
        }
    }
}

#[derive(Debug)]
struct Limiter {
    quota: Quota,
    buckets: Buckets,
    limiter: RateLimiter<Caller, Buckets, DefaultClock, StateInformationMiddleware>,
    clock: DefaultClock,
}

impl Limiter {
    fn new(quota: Quota) -> Self {
        let (buckets, clock) = (Buckets::new(), DefaultClock::default());
        let limiter = RateLimiter::new(quota.of_governor(), buckets.clone(), clock.clone());
        Self { quota, buckets, limiter, clock }
    }

    fn count(&self, limit: Limit, caller: Caller, amount: NonZeroU32) -> LimitState {
        let of =
            |remaining, refused, wait| LimitState { limit, quota: self.quota, remaining, refused, wait: seconds(wait) };
        let Ok(counted) = self.limiter.check_key_n(&caller, amount) else {
            // More than the whole quota, which no wait makes possible.
            return of(0, true, Duration::from_secs(self.quota.seconds().get().into()));
        };
        match counted {
            Ok(state) => {
                let remaining = state.remaining_burst_capacity();
                let missing = self.quota.requests().get().saturating_sub(remaining);
                of(remaining, false, self.quota.of_governor().replenish_interval().saturating_mul(missing))
            }
            Err(not_until) => of(0, true, not_until.wait_time_from(self.clock.now())),
        }
    }

    /// Returns the time in which an amount refills.
    fn time_of(&self, amount: NonZeroU32) -> Duration {
        const MAX: Duration = Duration::from_secs(u32::MAX as u64);
        self.quota.of_governor().replenish_interval().saturating_mul(amount.get()).min(MAX)
    }
}

/// Returns a time in whole seconds, rounded up: at least one.
fn seconds(time: Duration) -> u64 {
    let whole = time.as_secs();
    if time.subsec_nanos() > 0 { whole.saturating_add(1) } else { whole.max(1) }
}

/// What remains of a limit for a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitState {
    /// The limit.
    pub limit: Limit,
    quota: Quota,
    /// The number of further requests that are possible at once.
    remaining: u32,
    /// Whether this request was refused.
    pub refused: bool,
    /// Seconds until the next request is possible, if this one was refused; otherwise seconds until the full quota is available again.
    pub wait: u64,
}

impl LimitState {
    /// Returns the limit as text.
    #[must_use]
    pub fn policy(&self) -> String {
        format!("{}: {} in {} s", self.limit.name(), self.quota.requests(), self.quota.seconds())
    }
}

/// Returns the value of `RateLimit` (draft-ietf-httpapi-ratelimit-headers): what remains of each of these limits.
#[must_use]
pub fn rate_limit(states: &[LimitState]) -> String {
    list(states, |text, LimitState { limit, remaining, wait, .. }| {
        write!(text, "\"{}\";r={remaining};t={wait}", limit.name())
    })
}

/// Returns the value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the quotas of these limits.
#[must_use]
pub fn rate_limit_policy(states: &[LimitState]) -> String {
    list(states, |text, LimitState { limit, quota, .. }| {
        write!(text, "\"{}\";q={};w={}", limit.name(), quota.requests(), quota.seconds())
    })
}

/// Returns a list of structured fields (RFC 9651).
fn list(states: &[LimitState], item: fn(&mut String, &LimitState) -> std::fmt::Result) -> String {
    let mut text = String::new();
    for state in states {
        if !text.is_empty() {
            text.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = item(&mut text, state);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AppId, PlayerId};

    pub(super) fn limits(work: &str) -> Limits {
        let quota = |text: &str| text.parse().expect("a quota");
        let moves = [quota("200/10s"), quota("1000/10s")];
        let (requests, work, players, [moves, address_moves]) = (quota("100/10s"), quota(work), quota("5/1h"), moves);
        let app = "requests=20/1h,work=20/1h,players=3/1h,moves=1000/1h,listeners=20".parse().expect("quotas");
        Limits::new(Quotas { requests, work, address_work: quota("9/1h"), players, moves, address_moves, app })
    }

    fn amount(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).expect("above 0")
    }

    #[test]
    fn moves_are_counted_together_or_not_at_all() {
        let (limits, ada) = (limits("2/1h"), Caller::player(PlayerId(1)));
        let count = |number| limits.count_many(Limit::Moves, ada, amount(number));
        let states = [120, 100, 70].map(count);
        assert_eq!(states.map(|state| state.refused), [false, true, false]);
        assert_eq!((states[0].remaining, states[1].wait), (80, 1), "100 are possible once 20 have refilled");
        let more_than_all = count(201);
        assert_eq!((more_than_all.refused, more_than_all.wait), (true, 10));
    }

    #[test]
    fn uncounted_moves_are_possible_again() {
        let (limits, ada, ben) = (limits("2/1h"), Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        let refused = |caller, number| limits.count_many(Limit::Moves, caller, amount(number)).refused;
        assert!(!refused(ada, 150) && refused(ada, 150));
        limits.uncount(Limit::Moves, ada, amount(150));
        assert!(!refused(ada, 200) && refused(ada, 100));
        limits.uncount(Limit::Moves, ben, amount(150));
        assert!(!refused(ben, 200) && refused(ben, 100), "no one gets more than the quota");
    }

    #[test]
    fn amounts_past_the_limit_are_waited_for() {
        let (limits, ada) = (limits("2/1h"), Caller::player(PlayerId(1)));
        let count = || limits.count(Limit::Moves, ada);
        assert!(!count().refused);
        limits.count_more(Limit::Moves, ada, amount(399));
        let refused = count();
        assert!(refused.refused && (5..=11).contains(&refused.wait), "{refused:?}: 201 must refill, 20 a second");
    }

    #[test]
    fn each_caller_has_a_bucket_for_each_limit() {
        let limits = limits("2/1h");
        let (ada, ben) = (Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        assert_eq!([(); 3].map(|()| limits.count(Limit::Work, ada).refused), [false, false, true]);
        assert!(!limits.count(Limit::Work, ben).refused && !limits.count(Limit::Requests, ada).refused);
    }

    #[test]
    fn user_of_app_takes_at_most_a_tenth_of_it() {
        let limits = limits("9/1h");
        let (users, ada) = (Caller::users_of(AppId(1)), Caller::user(AppId(1), PlayerId(1)));
        let work = |user| {
            let states = limits.count_both([Limit::Work, Limit::AddressWork], user, users, NonZeroU32::MIN);
            states.last().is_some_and(|state| !state.refused)
        };
        assert_eq!([(); 4].map(|()| work(ada)), [true, true, false, false]);
        let others = (2..=10).map(|n| Caller::user(AppId(1), PlayerId(n)));
        assert_eq!(others.map(|user| u32::from(work(user)) + u32::from(work(user))).sum::<u32>(), 18);
        assert!(!work(Caller::user(AppId(1), PlayerId(11))), "the users have used all");
        assert!(!limits.count(Limit::Work, Caller::users_of(AppId(2))).refused, "those of another app have not");
        let used = limits.usage().take();
        assert_eq!(used.get(&(AppId(1), UsageKind::Work)).map(|count| (count.used, count.refused)), Some((20, 3)));
        assert!(!limits.count(Limit::Work, Caller::app(AppId(1))).refused, "the server of the app has its own");
    }

    #[test]
    fn key_of_app_counts_once_and_what_had_no_effect_is_unused() {
        let limits = limits("9/1h");
        let app = Caller::app(AppId(1));
        let states = limits.count_both([Limit::Work, Limit::AddressWork], app, app, amount(5));
        assert_eq!((states.len(), rate_limit_policy(&states)), (1, r#""app_work";q=20;w=3600"#.to_owned()));
        limits.uncount(Limit::AddressWork, app, amount(2));
        let used = limits.usage().take();
        assert_eq!(used.get(&(AppId(1), UsageKind::Work)).map(|count| count.used), Some(3));
        assert!(limits.usage().take().is_empty());
    }

    #[test]
    fn phrases_refill_one_by_one() {
        let (limits, ada) = (limits("2/1h"), Caller::player(PlayerId(1)));
        let states = [(); 6].map(|()| limits.count(Limit::Phrases, ada));
        assert_eq!(states.map(|state| state.refused), [false, false, false, false, false, true]);
        assert_eq!(rate_limit_policy(&states[..1]), r#""phrases";q=5;w=25"#);
        assert_eq!((states[0].wait, states[5].wait), (5, 5));
    }

    #[test]
    fn headers_report_what_remains_and_when_it_refills() {
        let limits = limits("2/1h");
        let ada = Caller::player(PlayerId(1));
        let states = [limits.count(Limit::Requests, ada), limits.count(Limit::Work, ada)];
        assert_eq!(rate_limit_policy(&states), r#""requests";q=100;w=10, "work";q=2;w=3600"#);
        assert_eq!(rate_limit(&states), r#""requests";r=99;t=1, "work";r=1;t=1800"#);
        assert_eq!(rate_limit(&[limits.count(Limit::Work, ada)]), r#""work";r=0;t=3600"#);
        let refused = limits.count(Limit::Work, ada);
        assert_eq!((refused.refused, rate_limit(&[refused])), (true, r#""work";r=0;t=1800"#.to_owned()));
    }
}
