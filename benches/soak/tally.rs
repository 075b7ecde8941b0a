//! Outcomes of the requests of a load.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};

use super::client::Answer;

/// Number of breaches that are printed in full.
const EXAMPLES: usize = 20;

/// Outcomes of the requests of a load, which its process prints at its end.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// How often each outcome was seen, by role.
    pub(crate) outcomes: BTreeMap<String, BTreeMap<String, u64>>,
    /// How many answers there must not be were seen, and the first of them.
    pub(crate) breaches: u64,
    pub(crate) examples: Vec<String>,
    /// The submitted runs, with their outcomes.
    pub(crate) runs: Vec<Submission>,
    /// The stored run whose positions were requested, and its number of moves.
    pub(crate) long_run: (String, usize),
    /// The players: number and token.
    pub(crate) players: Vec<(String, String)>,
}

/// A submitted run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Submission {
    /// The number of its player.
    pub(crate) player: String,
    /// Its seed, which no other has.
    pub(crate) seed: String,
    pub(crate) outcome: Outcome,
}

/// The response of the service to a run.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// It is kept under this number.
    Stored(String),
    /// Nothing was done.
    Refused,
    /// Nothing: the connection broke off, or the load ended.
    Unanswered,
}

impl Tally {
    /// Counts a response. An honest client may be asked to retry, and is never refused.
    pub(crate) fn answered(&mut self, role: &str, honest: bool, answer: &Answer) {
        let status = answer.status;
        self.count(role, status.to_string());
        let is_retryable = matches!(status, 429 | 503);
        let wrong = match status {
            429 | 503 => answer.header("retry-after").is_none(),
            500.. => true,
            400.. => honest,
            _ => false,
        };
        if wrong {
            let why = if is_retryable { " without Retry-After" } else { "" };
            self.breach(format!("{role}: {status}{why}: {}", answer.text()));
        }
    }

    /// Counts a request that was not answered.
    pub(crate) fn unanswered(&mut self, role: &str, why: &io::Error) {
        let why = match why.kind() {
            io::ErrorKind::TimedOut => "no answer",
            io::ErrorKind::ConnectionRefused => "refused",
            _ => "hung up",
        };
        self.count(role, why.to_owned());
    }

    pub(crate) fn breach(&mut self, what: String) {
        self.breaches += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(what.chars().take(300).collect());
        }
    }

    pub(crate) fn count(&mut self, role: &str, outcome: String) {
        *self.outcomes.entry(role.to_owned()).or_default().entry(outcome).or_default() += 1;
    }
}
