//! Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with the clients that openapi-generator made.

use std::error::Error;
use std::thread;
use std::time::Duration;

use caribbean_star::apis::{players_api, tables_api};
use caribbean_star::models as star;
use epic_funhouse::apis::epic_funhouse_api as api;
use epic_funhouse::models as funhouse;

fn main() -> Result<(), Box<dyn Error>> {
    let service = std::env::args().nth(1).ok_or("the service's address is missing")?;
    play_funhouse(&service)?;
    play_table(&service)
}

fn play_funhouse(service: &str) -> Result<(), Box<dyn Error>> {
    let mut configuration = epic_funhouse::apis::configuration::Configuration::new();
    configuration.base_path = service.to_owned();
    let options = funhouse::EpicFunhouseOptions {
        dexterity: Some(funhouse::Dexterity::Reported),
        ..Default::default()
    };
    let deal = funhouse::EpicFunhouseDealRequest {
        seed: Some("clients".to_owned()),
        options: Some(Box::new(options)),
        with_legal_moves: Some(true),
        ..Default::default()
    };
    let mut position = api::deal_epic_funhouse(&configuration, deal)?;
    let mut moves = Vec::new();
    while !position.finished {
        let legal = position.legal_moves.take().ok_or("no legal moves")?.moves;
        let turn = moves.len();
        let mv = legal[(turn * turn + turn / 7) % legal.len()].clone();
        moves.push(mv.clone());
        let play = funhouse::EpicFunhousePlayMove {
            r#move: Box::new(mv),
            state: position.state.clone(),
            with_legal_moves: Some(true),
            ..Default::default()
        };
        let play = funhouse::EpicFunhousePlayRequest::EpicFunhousePlayMove(Box::new(play));
        position = api::play_epic_funhouse(&configuration, play)?;
    }
    let (score, count) = (position.score.total, moves.len());
    let state = position.state;
    let run = funhouse::EpicFunhouseRun {
        game: Default::default(),
        rules: Default::default(),
        seed: state.seed.clone(),
        options: state.options.clone(),
        moves,
        score: Some(score),
    };
    let verdict = api::replay_epic_funhouse(&configuration, run, None, None)?;
    assert!(verdict.legal && verdict.complete && verdict.claim_holds == Some(true), "{verdict:?}");
    println!("Epic Funhouse: {count} moves, score {score}");
    Ok(())
}

fn play_table(service: &str) -> Result<(), Box<dyn Error>> {
    let mut configuration = caribbean_star::apis::configuration::Configuration::new();
    configuration.base_path = service.to_owned();
    let name = format!("Rust {}", std::process::id());
    let player = players_api::create_player(&configuration, star::PlayerRequest::new(name), None)?;
    configuration.bearer_access_token = Some(player.token);

    let occupant = star::CaribbeanStarOccupant::YouOpenOrRobot;
    let request = star::CaribbeanStarTableRequest {
        seats: vec![occupant(star::YouOpenOrRobot::You), occupant(star::YouOpenOrRobot::Robot)],
        ..Default::default()
    };
    let mut table = tables_api::create_table(&configuration, request, None)?;
    let mut own = 0;
    while serde_json::to_value(table.status)? != "over" {
        table = tables_api::get_table(&configuration, &table.id, None, None, Some(true), None, None)?;
        let legal = table.position.as_ref().and_then(|position| position.legal_moves.as_ref());
        let Some(moves) = legal.map(|legal| &legal.moves).filter(|moves| !moves.is_empty()) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let request = star::CaribbeanStarMovesRequest {
            after: table.moves,
            moves: vec![moves[own % moves.len()].clone()],
            ..Default::default()
        };
        table = tables_api::make_moves(&configuration, &table.id, request)?;
        own += 1;
    }
    let published = tables_api::get_table_run(&configuration, &table.id)?;
    let run = published.run.ok_or("the run is published when the table is over")?;
    assert!(own > 0 && run.moves.len() > own, "both seats moved");
    println!("Caribbean Star: {own} own moves of {}", run.moves.len());
    Ok(())
}
