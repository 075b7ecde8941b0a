//! Answers of the module.

use funhouse_engine::calls::to_json;
use funhouse_engine::problem::{Code, Problem};

use crate::targets::body_of;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status: 200, or that of the problem.
    pub status: u16,
    /// What the service would send: JSON, Markdown, SVG or text, or a problem as JSON.
    pub body: Vec<u8>,
}

/// Answers a request.
#[must_use]
pub fn answer(target: &[u8], body: &[u8]) -> Answer {
    let answer = match std::str::from_utf8(target) {
        Ok(target) => body_of(target, body),
        Err(_) => Err(Problem::new(Code::NotFound, "the target is not UTF-8")),
    };
    match answer {
        Ok(body) => Answer { status: 200, body },
        Err(problem) => Answer { status: problem.status, body: to_json(&problem) },
    }
}
