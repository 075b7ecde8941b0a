//! The one call that belongs to a single game: a round of Easy Slider's match. Rules: easy-slider.md, "The match".

use actix_web::{HttpResponse, web};
use utoipa::openapi::path::Operation;

use super::body::{Body, MOST_BYTES_OF_RUN};
use super::endpoint::Endpoint;
use super::game::{DEAR, away, json_bytes};
use super::openapi::{Described, example_seed, operation};
use super::problem::Problem;
use crate::rules::game::{Game, Refused, State};
use crate::rules::games::easy_slider::{EasySlider, HandedIn, Player, Round, RoundResult, StillSolving, round};
use crate::rules::player;
use crate::rules::wire;

/// The endpoint of a round.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    let path = format!("/v1/games/{}/round", EasySlider::ID);
    vec![Endpoint::post(path, || web::to(judge), says, schemas).most_bytes(MOST_BYTES_OF_RUN)]
}

fn says() -> Operation {
    let example = example();
    operation(Described {
        id: "easy_slider_round".to_owned(),
        tag: EasySlider::TITLE,
        summary: format!("{}: judge a round of the match", EasySlider::TITLE),
        description: "Takes one seed and the players in the order in which they handed in, those still solving last; \
                      replays what each handed in, and gives each player's standing and points. Nothing is stored.",
    })
    .takes::<Round>(&example)
    .answers::<RoundResult>(&round(&example).ok())
    .done()
}

fn schemas() -> wire::Schemas {
    let mut schemas = wire::Schemas::new();
    wire::gather::<Round>(&mut schemas);
    wire::gather::<RoundResult>(&mut schemas);
    schemas
}

/// One who slid once and handed in too soon, and one still solving.
fn example() -> Round {
    let seed = example_seed();
    let dealt = State::<EasySlider>::deal(seed.clone(), Default::default());
    let moves = player::Player::Random.next_moves(&dealt, 1);
    let players = vec![Player::HandedIn(HandedIn { moves }), Player::StillSolving(StillSolving {})];
    Round { rules: None, seed, players }
}

async fn judge(Body(handed_in): Body<Round>) -> Result<HttpResponse, Problem> {
    let moves: usize = handed_in.players.iter().map(Player::moves).sum();
    let judge = move || {
        let result = round(&handed_in).map_err(|refused| match refused {
            Refused::Impossible(faults) => Problem::inconsistent(&faults),
            refused @ Refused::UnknownRules(_) => Problem::refused(&refused, ""),
        })?;
        Ok(json_bytes(&result))
    };
    if moves > DEAR { away(judge).await } else { judge().map(super::game::json_answer) }
}
