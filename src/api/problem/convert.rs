//! Problems from the errors of other layers: the engine, the store, verification and the days.

use actix_web::http::header::{self, HeaderValue};

use super::{Code, Problem};
use crate::days::Unconfirmed;
use crate::engine::problem;
use crate::engine::refusal::Refusal;
use crate::engine::verification::NoPosition;
use crate::store::StoreError;
use crate::verification::Unverifiable;

impl Problem {
    /// An error of the store. Its details are for the log only, where the store writes them.
    #[must_use]
    pub fn of_store(error: &StoreError) -> Self {
        let (code, seconds) = match error {
            StoreError::Busy => (Code::Busy, "1"),
            StoreError::Unavailable(_) => (Code::StoreUnavailable, "10"),
            StoreError::Unknown(_) => (Code::OutcomeUnknown, "10"),
        };
        Self::new(code, code.meaning()).with_header(header::RETRY_AFTER, HeaderValue::from_static(seconds))
    }
}

impl From<problem::Problem> for Problem {
    fn from(body: problem::Problem) -> Self {
        Self { body, header: None }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        problem::Problem::from(refusal).into()
    }
}

impl From<Unverifiable> for Problem {
    fn from(why: Unverifiable) -> Self {
        match why {
            Unverifiable::UnknownGame(_) | Unverifiable::UnknownRules { .. } => Self::new(Code::UnknownRules, why),
            Unverifiable::Unreadable(why) => {
                tracing::error!(target: "funhouse::store", why, "a stored run cannot be replayed");
                Self::new(Code::InternalError, "the stored run cannot be replayed")
            }
        }
    }
}

impl From<NoPosition> for Problem {
    fn from(why: NoPosition) -> Self {
        match why {
            NoPosition::TooFewMoves(moves) => Self::new(Code::NotFound, format_args!("the run has only {moves} moves")),
            NoPosition::Unreadable(why) => Unverifiable::from(why).into(),
        }
    }
}

impl From<Unconfirmed> for Problem {
    fn from(Unconfirmed { newest }: Unconfirmed) -> Self {
        let detail = format!(
            "the clock is more than a day ahead of {newest}, the newest day that was served; the operator must confirm it before later days \
             are served"
        );
        Self::new(Code::ClockUnconfirmed, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("60"))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::of_store(&error)
    }
}
