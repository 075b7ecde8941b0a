//! The round of a contest to which a table or a run belongs.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::{ContestId, ContestRound};

/// A round of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::api) struct ContestRoundName {
    /// The contest's id.
    #[schema(value_type = schemas::ContestNumber)]
    pub(in crate::api) id: ContestId,
    /// The number of the round, from 1.
    #[schema(minimum = 1, maximum = 12)]
    pub(in crate::api) round: u8,
}

impl From<ContestRound> for ContestRoundName {
    fn from(ContestRound { contest, number, .. }: ContestRound) -> Self {
        Self { id: contest, round: number }
    }
}
