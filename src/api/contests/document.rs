//! What the operations about contests share in the OpenAPI document: parameters of the path and examples.

use super::info::ContestInfo;
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::player_name::PlayerName;
use crate::api::schemas::{self, examples};
use crate::rules::wire;
use crate::store::{ContestId, ContestTerms, Entry, NamedPlayer, RoundId, RoundState, StoredContest, StoredRound};

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Contests", summary: summary.to_owned(), description })
}

pub(super) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The contest's id.", wire::reference_to::<schemas::ContestNumber>())
}

/// The contest of the examples, as the store has it.
pub(super) fn example() -> StoredContest {
    let at = examples::time();
    let terms = ContestTerms {
        organizer: examples::player().id,
        app: None,
        name: "Friday slides".to_owned(),
        game: "slide-jam".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        entry: Entry::Open,
        approval: false,
        by_points: false,
        created_at: at,
    };
    let round = StoredRound {
        id: RoundId(1),
        number: 1,
        seed: crate::engine::example::seed(),
        opens_at: at,
        closes_at: at.plus_seconds(86_400),
        state: RoundState::Open,
        is_void: false,
    };
    let PlayerName { id: player, name, bot } = examples::player();
    let organizer = Some(NamedPlayer { id: player, name, bot });
    StoredContest { id: ContestId(0x2b7d_3e8f_604f_1c9a), terms, organizer, entrants: 2, rounds: vec![round] }
}

pub(super) fn example_contest() -> ContestInfo {
    ContestInfo::of(example(), None)
}
