//! The requests of a game's calls.
//!
//! An answer that contains a state can be posted where a state is expected: the other fields of such an answer are
//! ignored. All other unknown fields are refused.

mod names;
mod run;

use funhouse_analysis::Question;
use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, AnyStateForm, AnyViewForm, Move, Rules};
use funhouse_rules::game::{Level, Seat, Seats, read_level, read_seat, read_seats, read_version};
use funhouse_rules::wire::{Fault, Reader, Segment};

pub(crate) use self::names::{Call, Names};
pub use self::run::{Claim, RunRequest};

/// The fields of a request with a state or a view.
#[derive(Debug, Default)]
pub struct StateRequest {
    /// The state. Only `picture` can do without.
    pub state: Option<Box<dyn AnyStateForm>>,
    /// The view to draw.
    pub view: Option<Box<dyn AnyViewForm>>,
    /// The moves to make.
    pub moves: Option<Moves>,
    /// The seat that asks, plays or sees; the host or an onlooker if absent.
    pub seat: Option<Seat>,
    /// The seed for random choices; that of the state if absent.
    pub seed: Option<Seed>,
    /// The level of the built-in player.
    pub level: Level,
    /// Whether an illegal move ends the call at that point instead of refusing it.
    pub until_illegal: bool,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
    /// Whether to draw the picture.
    pub with_picture: bool,
    /// Whether each event carries its sentence.
    pub with_text: bool,
    /// What an analysis is to find out.
    pub question: Question,
}

/// The moves to make.
#[derive(Clone, Debug)]
pub enum Moves {
    /// One move, sent as `move`.
    One(Move),
    /// Several moves, sent as `moves`.
    Several(Vec<Move>),
}

impl Moves {
    /// Returns the moves in order.
    #[must_use]
    pub fn all(&self) -> &[Move] {
        match self {
            Self::One(mv) => std::slice::from_ref(mv),
            Self::Several(moves) => moves,
        }
    }

    /// Returns the JSON pointer of a move in the body.
    #[must_use]
    pub fn pointer(&self, index: usize) -> String {
        match self {
            Self::One(_) => "/move".to_owned(),
            Self::Several(_) => format!("/moves/{index}"),
        }
    }
}

impl StateRequest {
    /// Reads the request of a call. Each of its fields may occur at most once, and no other may occur.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(rules: &dyn Rules, call: Call, request: Reader<'_>) -> Result<Self, Fault> {
        let facts = rules.facts();
        let (mut fields, mut one, mut several) = (Self::default(), None, None);
        request.fields(call.names(facts.is_seated()), &mut |name, value| {
            match name {
                "state" => fields.state = Some(rules.read_state(no_response(name, value)?)?),
                "view" => fields.view = Some(rules.read_view(no_response(name, value)?)?),
                "move" => one = Some(rules.read_move(value)?),
                "moves" => several = Some(one_or_more(rules, value)?),
                "seat" => fields.seat = Some(read_seat(value, facts.seats.1, facts.title)?),
                "seed" => fields.seed = Some(value.read()?),
                "level" => fields.level = read_level(value, facts.search, facts.title)?,
                "until_illegal" => fields.until_illegal = value.read()?,
                "with_legal_moves" => fields.with_legal_moves = value.read()?,
                "with_picture" => fields.with_picture = value.read()?,
                "with_text" => fields.with_text = value.read()?,
                "effort" => fields.question.effort = value.read()?,
                "with_moves" => fields.question.with_moves = value.read()?,
                _ => {}
            }
            Ok(())
        })?;
        if call == Call::Picture {
            return fields.of_picture(facts.is_seated());
        }
        if fields.state.is_none() {
            return Err(Fault::missing("state", None));
        }
        if call == Call::Play {
            fields.moves = Some(only_one("move", one.map(Moves::One), "moves", several.map(Moves::Several))?);
        }
        Ok(fields)
    }

    /// Checks that there is one subject of a picture.
    fn of_picture(self, is_seated: bool) -> Result<Self, Fault> {
        only_one("state", self.state.as_ref().map(drop), "view", self.view.as_ref().map(drop))?;
        if self.state.is_some() && self.seat.is_some() && !is_seated {
            return Err(Fault::new("must have a `view` with `seat`, since the game is a solitaire"));
        }
        Ok(self)
    }
}

/// Refuses a whole response in the place of its own field of this name. Only the body itself can be one.
fn no_response<'de>(name: &str, value: Reader<'de>) -> Result<Reader<'de>, Fault> {
    match value.get(name) {
        Some(_) => Err(Fault::new(format_args!("must be the `{name}` of a response, not the whole response"))),
        None => Ok(value),
    }
}

/// Returns the only one of two fields.
fn only_one<T>(name: &str, one: Option<T>, other_name: &str, other: Option<T>) -> Result<T, Fault> {
    match (one, other) {
        (Some(value), None) | (None, Some(value)) => Ok(value),
        (None, None) => Err(Fault::new(format_args!("must have `{name}` or `{other_name}`"))),
        (Some(_), Some(_)) => Err(Fault::new(format_args!("must have only one of `{name}` and `{other_name}`"))),
    }
}

/// Reads a list of one to as many moves as a run of the game can have.
fn one_or_more(rules: &dyn Rules, moves: Reader<'_>) -> Result<Vec<Move>, Fault> {
    let moves = read_moves(rules, moves, rules.facts().max_moves)?;
    if moves.is_empty() { Err(Fault::new("must be a list of at least one move (got none)")) } else { Ok(moves) }
}

/// Reads a list of moves.
pub(crate) fn read_moves(rules: &dyn Rules, moves: Reader<'_>, max: usize) -> Result<Vec<Move>, Fault> {
    let moves = moves.items(0, max, format_args!(""))?;
    moves.map(|(i, mv)| rules.read_move(mv).map_err(|fault| fault.at(Segment::Item(i)))).collect()
}

/// The request of `deal`.
#[derive(Debug)]
pub struct DealRequest {
    /// The dealt state; none if there is no seed.
    pub dealt: Option<Box<dyn AnyState>>,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
    /// Whether to draw the picture.
    pub with_picture: bool,
}

impl DealRequest {
    /// Reads a request and deals. `draw_seed` draws a seed for a request without one.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(
        rules: &dyn Rules,
        draw_seed: &dyn Fn() -> Option<Seed>,
        request: Reader<'_>,
    ) -> Result<Self, Fault> {
        let facts = rules.facts();
        let names: Names = if facts.is_seated() {
            &["seats", "seed", "options", "rules", "with_legal_moves", "with_picture"]
        } else {
            &["seed", "options", "rules", "with_legal_moves", "with_picture"]
        };
        if request.get("with_text").is_some() {
            return Err(Fault::new("is a field of `play`; a deal has no events").at(Segment::field("with_text")));
        }
        let mut seats = if facts.is_seated() { None } else { Some(Seats::ONE) };
        let (mut seed, mut options) = (None, Reader::EMPTY);
        let mut read = Self { dealt: None, with_legal_moves: false, with_picture: false };
        request.fields(names, &mut |name, value| {
            match name {
                "seats" => seats = Some(read_seats(value, facts.seats.0..=facts.seats.1, facts.title)?),
                "seed" => seed = Some(value.read()?),
                "options" => options = checked_options(rules, value)?,
                "rules" => read_version(value, facts.rules)?,
                "with_legal_moves" => read.with_legal_moves = value.read()?,
                _ => read.with_picture = value.read()?,
            }
            Ok(())
        })?;
        let seats = seats.ok_or_else(|| Fault::missing("seats", None))?;
        read.dealt = seed.or_else(draw_seed).map(|seed| rules.deal(seats, seed, options)).transpose()?;
        Ok(read)
    }
}

/// Checks options that are read when all fields of a request are known.
pub(crate) fn checked_options<'de>(rules: &dyn Rules, options: Reader<'de>) -> Result<Reader<'de>, Fault> {
    rules.options(options).map(|_| options)
}
