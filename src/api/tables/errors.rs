//! What can go wrong at a table, as problems.

use actix_web::http::header;
use actix_web::http::header::HeaderValue;

use crate::api::problem::{Code, Problem};
use crate::engine::table_game::MoveError;
use crate::pool;
use crate::store::{StoreError, TableId};
use crate::tables::Failure;
use crate::tables::step::StepError;
use crate::tables::table::Table;

fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownTable, format_args!("there is no table {id:?}"))
}

/// The number of the table that a path names.
pub(super) fn id_of(text: &str) -> Result<TableId, Problem> {
    text.parse().map_err(|()| unknown(text))
}

pub(super) fn seat_of(text: &str) -> Result<usize, Problem> {
    let seat = text.parse().ok().filter(|seat: &usize| seat.to_string() == text);
    seat.ok_or_else(|| step_error(StepError::UnknownSeat))
}

/// The problem of a failure at a table.
pub(super) fn problem(why: Failure, id: TableId) -> Problem {
    match why {
        Failure::Unknown => unknown(&id.to_string()),
        Failure::Step(why) => step_error(why),
        Failure::TooManyTables(most) => {
            let detail = format!("you sit at as many tables that are not over as you may: {most}");
            Problem::new(Code::TooManyTables, detail)
        }
        Failure::HasOpen(open) => Problem::new(Code::TableOpen, Code::TableOpen.meaning()).with_table(open),
        Failure::Banned => Problem::banned(),
        Failure::OtherRequest => {
            Problem::new(Code::IdempotencyKeyReused, "the Idempotency-Key came before with another request")
        }
        Failure::Store(error) => error.into(),
        Failure::Pool(pool::PoolError::Full | pool::PoolError::ShareFull) => StoreError::Busy.into(),
        Failure::Pool(pool::PoolError::Panicked(why)) => {
            tracing::error!(target: "funhouse::tables", table = %id, why, "work at a table panicked");
            Problem::new(Code::InternalError, Code::InternalError.meaning())
        }
        Failure::NoRandom => Problem::new(Code::InternalError, "no random bytes could be had"),
    }
}

pub(super) fn step_error(why: StepError) -> Problem {
    let of = |code: Code| Problem::new(code, code.meaning());
    match why {
        StepError::NotBegun => of(Code::TableNotBegun),
        StepError::Begun => of(Code::TableBegun),
        StepError::Over => of(Code::TableOver),
        StepError::DayClosed => of(Code::DayClosed),
        StepError::NotSeated => of(Code::NotSeated),
        StepError::Left => of(Code::SeatLeft),
        StepError::DeadlinePassed => of(Code::DeadlinePassed),
        StepError::UnknownSeat => Problem::new(Code::NotFound, "the table has no such seat"),
        StepError::SeatTaken => of(Code::SeatTaken),
        StepError::SeatedElsewhere => Problem::new(Code::SeatTaken, "you have another seat at this table"),
        StepError::Stale(moves) => Problem::new(Code::Stale, format_args!("{moves} moves were made")).with_moves(moves),
        StepError::TooFewMoves(moves) => {
            let detail = format!("{moves} moves were made, and no more");
            Problem::new(Code::Inconsistent, &detail).at("/after", "inconsistent", &detail).with_moves(moves)
        }
        StepError::Refused(MoveError::Illegal(illegal)) => Problem::illegal_move(&illegal, "/moves/0"),
        StepError::WrongSeat(index, seat) => {
            let detail = format!("the move is of seat {seat}, which is not yours");
            Problem::new(Code::NotSeated, &detail).at(format_args!("/moves/{index}/seat"), "not_seated", &detail)
        }
        StepError::TooManyMoves => of(Code::TooManyMoves),
        // Posted moves are parsed by the ruleset of the table.
        StepError::Refused(why @ MoveError::OfAnotherRuleset) => {
            tracing::error!(target: "funhouse::tables", ?why, "a move that was read cannot be made");
            of(Code::InternalError)
        }
        StepError::Unreadable(why) => {
            tracing::error!(target: "funhouse::tables", why, "a table cannot be read");
            Problem::new(Code::InternalError, "the table cannot be read")
        }
    }
}

/// The problem of a sealed daily game that is shown to its player alone.
pub(super) fn embargoed(table: &Table) -> Problem {
    let until = table.day().map(|day| day.end().to_string()).unwrap_or_default();
    Problem::new(Code::Embargoed, format_args!("a sealed daily game is shown to its player only, until {until}"))
}

pub(super) fn too_many_listeners() -> Problem {
    let problem = Problem::new(Code::TooManyListeners, Code::TooManyListeners.meaning());
    problem.with_header(header::RETRY_AFTER, HeaderValue::from_static("5"))
}
