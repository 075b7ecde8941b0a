//! `GET /v1/problems`: lists the kinds of problem.

use actix_web::HttpRequest;
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::describe;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::{FixedJson, JsonResponse};
use crate::rules::wire::ToSchema;

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ProblemKind {
    /// The stable code.
    pub code: Code,
    /// The HTTP status of responses with it.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// The title.
    pub title: &'static str,
    /// The meaning.
    pub meaning: &'static str,
}

/// The list of error codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ProblemList {
    /// Every kind.
    pub problems: Vec<ProblemKind>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ProblemList> {
    describe("list_problems", "List the error codes", "Returns all error codes with status and meaning.")
        .ok(&problems())
}

fn problems() -> ProblemList {
    let kind =
        |code: &Code| ProblemKind { code: *code, status: code.status(), title: code.title(), meaning: code.meaning() };
    ProblemList { problems: Code::ALL.iter().map(kind).collect() }
}

pub(super) async fn handle(request: HttpRequest) -> Result<JsonResponse<ProblemList>, Problem> {
    static LIST: FixedJson<ProblemList> = FixedJson::new(problems);
    LIST.respond(&request).await
}
