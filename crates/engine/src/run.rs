//! Runs as they are written.

use funhouse_rules::erased::{AnyState, Move};
use funhouse_rules::standing::Standing;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::ruleset::Ruleset;

/// A run: everything that determines a game, and the claimed result.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) ruleset: Ruleset,
    /// The state after the deal.
    pub(crate) dealt: &'a dyn AnyState,
    pub(crate) moves: Vec<Move>,
    /// The standing that it claims, if any.
    pub(crate) claim: Option<Standing>,
}

impl Run<'_> {
    /// Returns the moves as JSON.
    pub(crate) fn moves_json(&self) -> Box<RawValue> {
        let moves: Vec<_> = self.moves.iter().map(|mv| mv.json()).collect();
        to_raw_value(&moves).unwrap_or_default()
    }
}

impl Serialize for Run<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = self.ruleset.facts();
        let options = RawValue::from_string(self.dealt.options().declared).unwrap_or_default();
        let mut run = serializer.serialize_struct("Run", 7)?;
        run.serialize_field("game", facts.id)?;
        run.serialize_field("rules", &facts.rules)?;
        run.serialize_field("seed", self.dealt.seed())?;
        if facts.is_seated() {
            run.serialize_field("seats", &self.dealt.seats())?;
        }
        run.serialize_field("options", &options)?;
        run.serialize_field("moves", &self.moves_json())?;
        match &self.claim {
            Some(Standing::Score(score)) => run.serialize_field("score", &score.total)?,
            Some(Standing::Points(standing)) => run.serialize_field("points", &standing.points)?,
            None => {}
        }
        run.end()
    }
}
