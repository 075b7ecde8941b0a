//! The quotas of an app: a budget that all its users share, of which each may use a tenth.

use std::fmt;
use std::str::FromStr;

use super::{Limiter, OfApp, Quota};
use crate::engine::table_request::MAX_POSTED;

/// The part of an app's budget that one of its users may take.
const SHARE: u32 = 10;

/// The quotas of each approved app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppQuotas {
    /// Of requests.
    pub requests: Quota,
    /// Of long work.
    pub work: Quota,
    /// Of new users.
    pub players: Quota,
    /// Of moves at tables: at least ten times as many at once as one request can have.
    pub moves: Quota,
    /// Maximum number of open tables.
    pub tables: u32,
    /// Maximum number of open streams and waiting requests.
    pub listeners: u32,
}

impl AppQuotas {
    /// The quotas that apply by default, as text.
    pub const DEFAULT: &str =
        "requests=20000/4s,work=6000/1m,players=400/1h,moves=5000/10s,tables=10000,listeners=1000";

    /// Maximum number of open tables of one user.
    pub fn tables_of_user(self) -> u32 {
        (self.tables / SHARE).max(1)
    }

    /// Maximum number of open streams and waiting requests of one user.
    pub(super) fn listeners_of_user(self) -> u32 {
        (self.listeners / SHARE).max(1)
    }
}

/// The error for a text that is not a list of quotas of apps: the part that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppQuotasError(String);

impl fmt::Display for AppQuotasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self(part), example, moves) = (self, AppQuotas::DEFAULT, MAX_POSTED * SHARE as usize);
        write!(
            f,
            "{part:?} is not a limit of apps; the limits are a list such as {example}, with at least {moves} moves at once"
        )
    }
}

impl std::error::Error for AppQuotasError {}

/// Parses a list such as `requests=20000/4s,tables=5000`. What it does not name has its default.
impl FromStr for AppQuotas {
    type Err = AppQuotasError;

    fn from_str(text: &str) -> Result<Self, AppQuotasError> {
        let mut parts = Parts::default();
        for part in Self::DEFAULT.split(',').chain(text.split(',')) {
            parts.set(part).ok_or_else(|| AppQuotasError(part.to_owned()))?;
        }
        parts.all().ok_or_else(|| AppQuotasError(text.to_owned()))
    }
}

/// The quotas that were read.
#[derive(Default)]
struct Parts {
    requests: Option<Quota>,
    work: Option<Quota>,
    players: Option<Quota>,
    moves: Option<Quota>,
    tables: Option<u32>,
    listeners: Option<u32>,
}

impl Parts {
    fn set(&mut self, part: &str) -> Option<()> {
        let (name, value) = part.split_once('=')?;
        let quota = || value.parse::<Quota>().ok();
        let number = || value.parse::<u32>().ok().filter(|number| *number > 0);
        match name {
            "requests" => self.requests = Some(quota()?),
            "work" => self.work = Some(quota()?),
            "players" => self.players = Some(quota()?),
            "moves" => self.moves = Some(quota().filter(|quota| allows_any_request(*quota))?),
            "tables" => self.tables = Some(number()?),
            "listeners" => self.listeners = Some(number()?),
            _ => return None,
        }
        Some(())
    }

    fn all(self) -> Option<AppQuotas> {
        let Self { requests, work, players, moves, tables, listeners } = self;
        Some(AppQuotas {
            requests: requests?,
            work: work?,
            players: players?,
            moves: moves?,
            tables: tables?,
            listeners: listeners?,
        })
    }
}

/// Whether a user's part of a quota of moves is as much as one request can have.
fn allows_any_request(moves: Quota) -> bool {
    (moves.requests().get() / SHARE) as usize >= MAX_POSTED
}

/// The limiters of apps: of each kind one for whole apps, and one for the users of apps.
#[derive(Debug)]
pub(super) struct AppLimiters {
    pub(super) quotas: AppQuotas,
    whole: [Limiter; 4],
    shares: [Limiter; 4],
}

impl AppLimiters {
    pub(super) fn new(quotas: AppQuotas) -> Self {
        let AppQuotas { requests, work, players, moves, .. } = quotas;
        let each = [requests, work, players, moves];
        let shares = each.map(|quota| Limiter::new(quota.part(SHARE)));
        Self { quotas, whole: each.map(Limiter::new), shares }
    }

    pub(super) fn whole(&self, of: OfApp) -> &Limiter {
        Self::of(&self.whole, of)
    }

    pub(super) fn share(&self, of: OfApp) -> &Limiter {
        Self::of(&self.shares, of)
    }

    fn of([requests, work, players, moves]: &[Limiter; 4], of: OfApp) -> &Limiter {
        match of {
            OfApp::Requests => requests,
            OfApp::Work => work,
            OfApp::Players => players,
            OfApp::Moves => moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_list_does_not_name_has_its_default() {
        let of = |text: &str| text.parse::<AppQuotas>();
        let some = of("tables=5,work=7/1m").expect("quotas");
        assert_eq!((some.tables, some.work.to_string()), (5, "7/60s".to_owned()));
        assert_eq!(
            Ok(AppQuotas { tables: 10_000, work: "6000/1m".parse().expect("a quota"), ..some }),
            of(AppQuotas::DEFAULT)
        );
        for text in ["", "tables", "tables=0", "listeners=-1", "work=5", "moves=999/1s", "calls=5/1s", "tables=5,"] {
            assert!(of(text).is_err(), "{text:?}");
        }
    }
}
