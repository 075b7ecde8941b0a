//! Problems from the errors of other layers: the engine, the store, verification and the days.

use actix_web::http::header::{self, HeaderValue};

use super::{Code, Problem};
use crate::days::Unconfirmed;
use crate::engine::refusal::{Refusal, Rejection, RejectionReason};
use crate::engine::verification::NoPosition;
use crate::rules::fault::Faults;
use crate::rules::game::{Seat, Seats};
use crate::store::StoreError;
use crate::verification::Unverifiable;

impl Problem {
    fn unknown_rules(rules: u32, pointer: &str) -> Self {
        Self::of_field(Code::UnknownRules, pointer, format!("must be a rules version of the game (got {rules})"))
    }

    fn not_of_schema(pointer: Option<String>, detail: &str) -> Self {
        match pointer {
            Some(pointer) => Self::of_field(Code::InvalidBody, &pointer, detail),
            None => Self::new(Code::InvalidBody, detail),
        }
    }

    fn unknown_seat(seat: Seat, seats: Seats) -> Self {
        let predicate = format!("must be from 1 to {}, the number of seats (got {seat})", seats.count());
        Self::of_field(Code::UnknownSeat, "/seat", predicate)
    }

    fn claim_missing() -> Self {
        Self::of_field(Code::ClaimMissing, "/score", "is required to submit a run: the total that it claims")
    }

    fn impossible(code: Code, what: &str, faults: &Faults) -> Self {
        let count = faults.count();
        let detail = format!("the {what} has {count} fault{}", if count == 1 { "" } else { "s" });
        Self::new(code, detail).with_faults(faults, &format!("/{what}"))
    }

    /// A submitted run that was rejected.
    #[must_use]
    pub fn rejection(rejection: Rejection) -> Self {
        let problem = match rejection.reason {
            RejectionReason::Illegal(index, illegal) => {
                let mut problem = Self::illegal_move(&illegal, &format!("/moves/{index}"));
                problem.index = u16::try_from(index).ok();
                problem
            }
            RejectionReason::Incomplete => {
                let detail = "the game is not over after the last move";
                Self::new(Code::Incomplete, detail).at("/moves", "incomplete", detail)
            }
            RejectionReason::NotRanked => {
                Self::new(Code::NotRanked, "the player gave up, and such runs of this game are not ranked")
            }
            RejectionReason::ScoreDiffers(score) => {
                let detail = format!("the replayed run scores {score}");
                Self::new(Code::ClaimDiffers, &detail).at("/score", "claim_differs", &detail)
            }
        };
        Self { score: Some(Box::new(rejection.score)), ..problem }
    }

    /// An error of the store. Its details are for the log only.
    #[must_use]
    pub fn of_store(error: &StoreError) -> Self {
        let (code, seconds) = match error {
            StoreError::Busy => (Code::Busy, "1"),
            StoreError::Unavailable(why) => {
                tracing::error!(target: "funhouse::store", why, "the store is unavailable");
                (Code::StoreUnavailable, "10")
            }
            StoreError::Unknown(why) => {
                tracing::error!(target: "funhouse::store", why, "the store failed while it wrote");
                (Code::OutcomeUnknown, "10")
            }
        };
        Self::new(code, code.meaning()).with_header(header::RETRY_AFTER, HeaderValue::from_static(seconds))
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotJson(why) => Self::new(Code::InvalidJson, why),
            Refusal::NotOfSchema { pointer, detail } => Self::not_of_schema(pointer, &detail),
            Refusal::UnknownRules { pointer, rules } => Self::unknown_rules(rules, pointer),
            Refusal::ImpossibleState { faults } => Self::impossible(Code::ImpossibleState, "state", &faults),
            Refusal::ImpossibleView { faults } => Self::impossible(Code::ImpossibleView, "view", &faults),
            Refusal::IllegalMove { pointer, illegal } => Self::illegal_move(&illegal, &pointer),
            Refusal::UnknownSeat { seat, seats } => Self::unknown_seat(seat, seats),
            Refusal::Seated { title } => {
                let problem = Self::seated_game(title);
                let detail = problem.detail.clone();
                problem.at("/game", "seated_game", detail)
            }
            Refusal::ClaimMissing => Self::claim_missing(),
            Refusal::Rejected(rejection) => Self::rejection(*rejection),
            Refusal::NoSeed => Self::new(Code::InternalError, "the system returned no random bytes"),
        }
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
