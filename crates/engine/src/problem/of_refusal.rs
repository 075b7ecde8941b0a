//! Problems from refusals.

use funhouse_rules::fault::Faults;
use funhouse_rules::game::{Seat, Seats};

use super::{Code, Problem};
use crate::refusal::{Refusal, Rejection, RejectionReason};

impl Problem {
    fn unknown_rules(rules: u32, pointer: &str) -> Self {
        Self::of_field(Code::UnknownRules, pointer, format!("must be a rules version of the game (got {rules})"))
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

    fn rejection(rejection: Rejection) -> Self {
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
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotJson(why) => Self::new(Code::InvalidJson, why),
            Refusal::NotOfSchema { pointer, detail } => Self::of_field(Code::InvalidBody, &pointer, detail),
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
