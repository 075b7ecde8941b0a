//! Runs: everything that determines a game, and the claimed result. Rules: piecepack.md; seats.md, section 5.

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, Move, Rules};
use funhouse_rules::game::{MAX_SEATS, Seats, read_id, read_seats, read_version};
use funhouse_rules::standing::Standing;
use funhouse_rules::wire::{self, Fault, Reader, Segment};

use super::{Names, checked_options, read_moves};

/// A run from the wire.
#[derive(Debug)]
pub struct RunRequest {
    /// The state that it begins with.
    pub dealt: Box<dyn AnyState>,
    /// The moves since the deal, at most as many as a run of the game can have.
    pub moves: Vec<Move>,
    /// The result that it claims, if any.
    pub claim: Option<Claim>,
}

/// The result that a run claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The total of a solitaire.
    Score(u64),
    /// The points of each seat.
    Points(Vec<i64>),
}

impl Claim {
    /// Returns whether a standing is the claimed one.
    #[must_use]
    pub fn is_of(&self, standing: &Standing) -> bool {
        match (self, standing) {
            (Self::Score(claim), Standing::Score(score)) => *claim == score.total,
            (Self::Points(claim), Standing::Points(standing)) => *claim == standing.points,
            _ => false,
        }
    }

    /// Reads the claim of a run.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(is_seated: bool, claim: Reader<'_>) -> Result<Self, Fault> {
        if !is_seated {
            return wire::count(claim).map(Self::Score);
        }
        let points = claim.items(0, MAX_SEATS.into(), format_args!(""))?;
        let points = points.map(|(i, points)| wire::signed(points).map_err(|fault| fault.at(Segment::Item(i))));
        points.collect::<Result<_, _>>().map(Self::Points)
    }
}

impl RunRequest {
    /// Reads a run.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(rules: &dyn Rules, run: Reader<'_>) -> Result<Self, Fault> {
        let facts = rules.facts();
        let is_seated = facts.is_seated();
        let names: Names = if is_seated {
            &["game", "rules", "seed", "seats", "options", "moves", "points"]
        } else {
            &["game", "rules", "seed", "options", "moves", "score"]
        };
        let (mut game, mut version, mut options, mut moves, mut claim) = (None, None, None, None, None);
        let mut seed: Option<Seed> = None;
        let mut seats = if is_seated { None } else { Some(Seats::ONE) };
        run.fields(names, &mut |name, value| {
            match name {
                "game" => game = Some(read_id(value, facts.id)?),
                "rules" => version = Some(read_version(value, facts.rules)?),
                "seed" => seed = Some(value.read()?),
                "seats" => seats = Some(read_seats(value, facts.seats.0..=facts.seats.1, facts.title)?),
                "options" => options = Some(checked_options(rules, value)?),
                "moves" => moves = Some(read_moves(rules, value, facts.max_moves)?),
                _ => claim = Some(Claim::read(is_seated, value)?),
            }
            Ok(())
        })?;
        let missing = |name| move || Fault::missing(name, None);
        game.ok_or_else(missing("game"))?;
        version.ok_or_else(missing("rules"))?;
        let seed = seed.ok_or_else(missing("seed"))?;
        let seats = seats.ok_or_else(missing("seats"))?;
        let options = options.ok_or_else(missing("options"))?;
        let moves = moves.ok_or_else(missing("moves"))?;
        Ok(Self { dealt: rules.deal(seats, seed, options)?, moves, claim })
    }
}
