//! `POST /v1/games/{game}/plan`: asks the built-in player.

use actix_web::{HttpRequest, Route, web};

use super::call::json_response;
#[cfg(feature = "schemas")]
use super::call::{describe, doc_of_call};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::problem::{Code, Problem};
use crate::api::shared::Shared;
use crate::engine::calls::PendingPlan;
use crate::engine::{GameVersions, Refusal};

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "plan_{game}",
        "ask the built-in player",
        "Returns the next moves of the built-in player in a seat: one or more, legal in this order. It uses only what \
         that seat sees. Without `seat`, it plays the first seat that can act. If the seat cannot act, the list is \
         empty. Random choices come from `seed`, or else from the seed of the state; those of a `level` above 1 come from \
         the view and the level. So the same request always gets the same response. A level above 1 searches: it counts \
         twice toward the limit of long work.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.plan, (examples.plan_request, examples.plan))
}

/// What the pool's first work on a request results in.
enum Planned {
    /// The response.
    Answer(Option<Vec<u8>>),
    /// A search, which takes so long that it runs in the lane of analyses.
    Search(PendingPlan),
}

/// Always runs in the pool: the built-in player may look many moves ahead, however short the body is. A level that searches counts twice toward the
/// limit of long work, and ends when the caller disconnects.
pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let begin = move || -> Result<Planned, Refusal> {
            let pending = game.of_state(&body.bytes, |ruleset| ruleset.pending_plan(&body.bytes))?;
            if pending.nodes > 0 { Ok(Planned::Search(pending)) } else { Ok(Planned::Answer(pending.run(&|_| true))) }
        };
        let answer = match shared.work(&request, true, begin).await? {
            Planned::Answer(answer) => answer,
            Planned::Search(pending) => shared.analysis(&request, move |go_on| pending.run(go_on)).await?,
        };
        answer.map(json_response).ok_or_else(|| Problem::new(Code::Busy, "the search was canceled"))
    })
}
