//! Problems: every error response is `application/problem+json` (RFC 9457), over HTTP and from the WebAssembly module.
//!
//! One table, [`Code`], has the code, status and title of each kind of error. A problem shows what the client can correct.

mod code;
mod of_refusal;

use std::fmt;

use funhouse_rules::fault::{Faults, Illegal};
use funhouse_rules::wire::{self, ToSchema};
use serde::Serialize;
use serde_json::Value as Json;

pub use self::code::Code;
use crate::shape::AnyScore;

/// A fault in the body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemDetail {
    /// The location: a JSON pointer (RFC 6901) into the body. A missing field has the pointer that it would have.
    pub pointer: String,
    /// The kind of fault: a fault code or a rule id of the game, or `invalid` for a value that does not match the schema.
    pub code: String,
    /// What is wrong with the value, as text for people: what is allowed, and what was sent.
    pub detail: String,
}

// Rare fields are boxed, because most functions return problems by value.
/// An error response (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// A reference to the meaning of `code` in `GET /v1/problems`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// A short text for `code`.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong with this request, as text for people.
    pub detail: Box<str>,
    /// The stable code. Programs decide by it.
    pub code: Code,
    /// The id of the rule that refuses a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    pub rule: Option<Box<&'static str>>,
    /// The index of the illegal move, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveIndex>)]
    pub index: Option<u16>,
    /// The number of moves that were made at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveCount>)]
    pub moves: Option<u16>,
    /// The id of the table with the open ranked game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, pattern = "^[0-7][0-9a-f]{15}$")]
    pub table: Option<Box<Box<str>>>,
    /// Free names that are similar to the one that is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<String>>)]
    pub names: Option<Box<Box<[String]>>>,
    /// The score card of the position at which the replay of a submitted run stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<AnyScore>)]
    pub score: Option<Box<Json>>,
    /// The faults of the body.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schema(required = false, value_type = Vec<ProblemDetail>)]
    pub errors: Box<[ProblemDetail]>,
}

impl Problem {
    /// Creates a problem with a code. `detail` says what is wrong with this request.
    pub fn new(code: Code, detail: impl fmt::Display) -> Self {
        Self {
            kind: code.reference(),
            title: code.title(),
            status: code.status(),
            detail: detail.to_string().into(),
            code,
            rule: None,
            index: None,
            moves: None,
            table: None,
            names: None,
            score: None,
            errors: Box::default(),
        }
    }

    /// Creates a problem whose code says everything.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Self::new(code, code.meaning())
    }

    /// Creates a problem of one value in the body. `predicate` says what is wrong: `must be at most 7 (got 8)`.
    #[must_use]
    pub fn of_field(code: Code, pointer: &str, predicate: impl fmt::Display) -> Self {
        let place = if pointer.is_empty() { "the body" } else { pointer };
        let entry = if code == Code::InvalidBody { "invalid" } else { code.name() };
        Self::new(code, format_args!("{place} {predicate}")).at(pointer, entry, predicate)
    }

    /// Adds an entry to `errors`. `pointer` is a JSON pointer (RFC 6901) into the body.
    #[must_use]
    pub fn at(mut self, pointer: impl fmt::Display, code: &str, detail: impl fmt::Display) -> Self {
        let (pointer, code, detail) = (pointer.to_string(), code.to_owned(), detail.to_string());
        let mut errors = self.errors.into_vec();
        errors.push(ProblemDetail { pointer, code, detail });
        self.errors = errors.into();
        self
    }

    /// A move that the rules refuse. `pointer` is its location in the body.
    #[must_use]
    pub fn illegal_move(illegal: &Illegal, pointer: &str) -> Self {
        let mut problem = Self::new(Code::IllegalMove, &illegal.why);
        problem.rule = Some(Box::new(illegal.rule.0));
        problem.at(pointer, illegal.rule.0, &illegal.why)
    }

    /// A game that is no solitaire, in a request that only solitaires have.
    #[must_use]
    pub fn seated_game(title: &str) -> Self {
        let detail = format!(
            "{title} is not a solitaire: its runs can be replayed, but not submitted or ranked; play it at a table (`POST /v1/tables`)"
        );
        Self::new(Code::SeatedGame, detail)
    }

    /// A plan in a solitaire.
    #[must_use]
    pub fn no_plan(title: &str) -> Self {
        Self::new(
            Code::NotFound,
            format_args!("{title} has no plan: only games for several seats have a built-in player"),
        )
    }

    /// A game that does not exist.
    #[must_use]
    pub fn unknown_game(id: &str) -> Self {
        Self::new(Code::UnknownGame, format_args!("no game has the id {id:?}; GET /v1/games lists all games"))
    }

    /// Parts of a body that match the schema but contradict each other.
    #[must_use]
    pub fn inconsistent(faults: &Faults) -> Self {
        Self::of(Code::Inconsistent).with_faults(faults, "")
    }

    fn with_faults(self, faults: &Faults, pointer: &str) -> Self {
        faults.iter().fold(self, |problem, fault| {
            problem.at(format_args!("{pointer}{}", fault.pointer), fault.code, &fault.detail)
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.detail)
    }
}

impl std::error::Error for Problem {}
