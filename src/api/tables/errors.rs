//! Problems from the errors of tables.

use actix_web::http::header;

use crate::api::players::unknown as unknown_player;
use crate::api::problem::{Code, Problem};
use crate::pool;
use crate::rules::erased::MoveError;
use crate::store::calendar::ClosedDays;
use crate::store::{StoreError, TableId};
use crate::tables::Failure;
use crate::tables::step::StepError;
use crate::tables::table::Table;

fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownTable, format_args!("no table has the id {id:?}"))
}

/// Parses the id of a table in a path.
pub(super) fn id_of(text: &str) -> Result<TableId, Problem> {
    text.parse().map_err(|()| unknown(text))
}

pub(super) fn seat_of(text: &str) -> Result<usize, Problem> {
    let seat = text.parse().ok().filter(|seat: &usize| seat.to_string() == text);
    seat.ok_or_else(|| step_error(StepError::UnknownSeat))
}

/// The problem of a failure at a table.
pub(in crate::api) fn problem(why: Failure, id: TableId) -> Problem {
    match why {
        Failure::Unknown => unknown(&id.to_string()),
        Failure::MovesRemoved(_) => Problem::of(Code::MovesRemoved),
        Failure::Step(why) => step_error(why),
        Failure::TooManyTables(max) => {
            let detail =
                format!("you have seats at {max} tables that are not over, which is the maximum; finish or leave one");
            Problem::new(Code::TooManyTables, detail)
        }
        Failure::AppHasTooManyTables(max) => {
            let detail = format!("the app has {max} tables that are not over, which is the maximum; try again later");
            Problem::new(Code::TooManyTables, detail)
        }
        Failure::HasOpen(open) => Problem::of(Code::TableOpen).with_table(open),
        Failure::Banned => Problem::banned(),
        Failure::MustWait(seconds) => must_wait(seconds),
        Failure::CannotSit => Problem::of(Code::CannotSit),
        Failure::UnknownPlayer(player) => unknown_player(&player.to_string()),
        Failure::UnknownPairing(id) => {
            Problem::new(Code::UnknownPairing, format_args!("you have no request for opponents with the id {id}"))
        }
        Failure::TooManyInvitations => Problem::of(Code::TooManyInvitations),
        Failure::OtherRequest => {
            Problem::new(Code::IdempotencyKeyReused, "the Idempotency-Key was used before with another body")
        }
        Failure::NotEntered => Problem::of(Code::NotEntered),
        Failure::RoundNotOpen => Problem::of(Code::RoundNotOpen),
        Failure::Store(error) => error.into(),
        Failure::Pool(pool::PoolError::Full | pool::PoolError::ShareFull) => StoreError::Busy.into(),
        Failure::Pool(pool::PoolError::Panicked(why)) => {
            tracing::error!(target: "funhouse::tables", table = %id, why, "work at a table panicked");
            Problem::of(Code::InternalError)
        }
        Failure::NoRandom => Problem::new(Code::InternalError, "the system returned no random bytes"),
    }
}

/// The problem of a player who must wait before they take a seat.
fn must_wait(seconds: u64) -> Problem {
    let detail = format!(
        "games were left early, or many seats were taken, by you or from your address; you can take a seat at a listed table in \
         {seconds} seconds"
    );
    Problem::new(Code::MustWait, detail).with_header(header::RETRY_AFTER, seconds.into())
}

pub(super) fn step_error(why: StepError) -> Problem {
    let of = Problem::of;
    match why {
        StepError::NotBegun => of(Code::TableNotBegun),
        StepError::Begun => of(Code::TableBegun),
        StepError::Over => of(Code::TableOver),
        StepError::DayClosed => of(Code::DayClosed),
        StepError::RoundClosed => of(Code::RoundClosed),
        StepError::NotSeated => Problem::new(Code::NotSeated, "you have no seat at this table"),
        StepError::SeatOfAnother => Problem::new(Code::NotSeated, "the seat is not yours"),
        StepError::Left => of(Code::SeatLeft),
        StepError::DeadlinePassed => of(Code::DeadlinePassed),
        StepError::UnknownSeat => Problem::new(Code::NotFound, "the table has no such seat"),
        StepError::SeatTaken => of(Code::SeatTaken),
        StepError::SeatedElsewhere => of(Code::AlreadySeated),
        StepError::NotMaker => Problem::new(Code::NotMaker, "only the maker of a table with `approval` can do this"),
        StepError::SeatRefused => of(Code::SeatRefused),
        StepError::TableOfAnotherApp => {
            let detail = "an app acts for you, so you can take seats only at tables of this app";
            Problem::new(Code::Forbidden, detail)
        }
        StepError::RatedTable => {
            let detail = "an app acts for you, so you can take seats only at tables that are not rated";
            Problem::new(Code::Forbidden, detail)
        }
        StepError::NoRequest => Problem::new(Code::UnknownSeatRequest, "no such player asks for a seat at this table"),
        StepError::TooManyRequests => of(Code::TooManySeatRequests),
        StepError::NoWindows => of(Code::NoWindows),
        StepError::NoPhrases => of(Code::NoPhrases),
        StepError::Stale(moves) => Problem::new(
            Code::Stale,
            format_args!("the table has {moves} moves, more than `after`; get it and choose again"),
        )
        .with_moves(moves),
        StepError::TooFewMoves(moves) => {
            let predicate = format!("must be at most {moves}, the number of moves that were made");
            Problem::of_field(Code::Inconsistent, "/after", predicate).with_moves(moves)
        }
        StepError::Refused(MoveError::Illegal(illegal)) => Problem::illegal_move(&illegal, "/moves/0"),
        StepError::WrongSeat(index, seat) => {
            let detail = format!("the move belongs to seat {seat}, which is not yours");
            Problem::new(Code::NotSeated, &detail).at(format_args!("/moves/{index}/seat"), "not_seated", &detail)
        }
        StepError::TooManyMoves(_) => of(Code::TooManyMoves),
        // Posted moves are parsed by the ruleset of the table.
        StepError::Refused(why @ MoveError::OfAnotherGame) => {
            tracing::error!(target: "funhouse::tables", ?why, "a move that was read cannot be made");
            of(Code::InternalError)
        }
        StepError::Unreadable(why) => {
            tracing::error!(target: "funhouse::tables", why, "a table cannot be read");
            Problem::new(Code::InternalError, "the table cannot be read")
        }
    }
}

/// The problem of a game with a shared secret seed that is shown to its player alone.
pub(super) fn embargoed(table: &Table, closed: ClosedDays) -> Problem {
    let until = table.embargoed_until(closed).map(|until| until.to_string()).unwrap_or_default();
    let of = if table.day().is_some() { "a ranked daily game" } else { "a game of a contest" };
    Problem::new(Code::Embargoed, format_args!("only its player can see {of} until {until}"))
}
