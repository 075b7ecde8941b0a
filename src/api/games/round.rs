//! `POST /v1/games/easy-slider/round`: judges a round of its match, the only call of a single game. Rules: easy-slider.md, "The match".

use actix_web::{HttpRequest, web};

use super::call::MAX_INLINE_BYTES;
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, id_of_game, operation};
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::engine::Refusal;
#[cfg(feature = "schemas")]
use crate::engine::example;
use crate::engine::read::{RulesetKey, read};
use crate::rules::game::{Game, State};
use crate::rules::games::easy_slider::{EasySlider, HandedIn, Round, RoundPlayer, RoundResult, StillSolving, round};
use crate::rules::robot::Robot;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<Round, RoundResult> {
    let example = example();
    operation(OperationInfo {
        id: id_of_game("judge_{game}_round", EasySlider::ID),
        tag: EasySlider::TITLE,
        summary: format!("{}: judge a round of the match", EasySlider::TITLE),
        description: "Replays the moves of all players of a round, who are listed in the order in which they \
                       submitted, those still solving last. Returns the rank and points of each. Stores nothing.",
    })
    .request_body::<Round>(&example)
    .ok::<RoundResult>(&round(&example).ok())
    .no_store()
    .errors(&["503"])
}

/// A player who submitted too early after one slide, and one still solving.
#[cfg(feature = "schemas")]
fn example() -> Round {
    let seed = example::seed();
    let dealt = State::<EasySlider>::deal(seed.clone(), Default::default());
    let moves = Robot::Random.next_moves(&dealt, 1);
    let players =
        vec![RoundPlayer::HandedIn(HandedIn { moves: moves.into() }), RoundPlayer::StillSolving(StillSolving {})];
    Round { rules: None, seed, players: players.into() }
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    body: Unparsed<Round>,
) -> Result<JsonResponse<RoundResult>, Problem> {
    let is_long = body.bytes.len() > MAX_INLINE_BYTES;
    let judge = move || {
        if let Some(rules) = RulesetKey::of_run(&body.bytes).rules.filter(|rules| *rules != EasySlider::RULES) {
            return Err(Refusal::UnknownRules { pointer: "/rules", rules }.into());
        }
        round(&read(&body.bytes)?).map_err(|faults| Problem::inconsistent(&faults))
    };
    Ok(JsonResponse::no_store(&shared.work(&request, is_long, judge).await?))
}
