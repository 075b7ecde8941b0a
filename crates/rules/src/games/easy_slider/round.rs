//! The match: several players solve the same seed, each on their own board. Rules: easy-slider.md, "The match".
//!
//! A round is computed from the submitted moves alone, by replaying each list from the deal. Nothing is stored.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{EasySlider, Move};
use crate::chance::Seed;
use crate::fault::{Faults, Illegal};
use crate::game::{self, Game as _, Log, NoOptions, State};
use crate::wire::{self, MAX_MOVES, ToSchema};

const _: () = assert!(MAX_MOVES == 10_000, "a player's moves are bounded as those of a run are");

/// The rules version, which has one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(EasySlider::RULES)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rules = EasySlider::RULES;
        wire::integer_in_range(deserializer, rules, rules, format_args!(", the rules version")).map(|_| Self)
    }
}

wire::record! {
    /// A round of Easy Slider: several players solve the same seed.
    #[schema(as = EasySliderRound)]
    pub struct Round {
        /// The rules version; this one if it is left out.
        #[schema(schema_with = game::version_schema::<EasySlider>)]
        pub rules: Option<Version>,
        /// The seed that all players solve.
        pub seed: Seed,
        /// The players, 1 to 100: those who submitted, in order of submission, then those still solving.
        pub players: BoundedVec<RoundPlayer, 1, 100>,
    }
}

wire::tagged! {
    read
    /// A player of a round of Easy Slider.
    pub enum RoundPlayer = "EasySliderPlayer" by "type" {
        "handed_in" => HandedIn,
        /// A player who was still solving when the round was over.
        "still_solving" => StillSolving as EasySliderStillSolving {},
    }
}

impl RoundPlayer {
    /// Returns the number of submitted moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        match self {
            Self::HandedIn(handed_in) => handed_in.moves.len(),
            Self::StillSolving(_) => 0,
        }
    }
}

wire::record! {
    /// A player who has submitted a board.
    #[schema(as = EasySliderHandedIn)]
    pub struct HandedIn {
        /// The player's moves from the deal on, at most 10,000.
        pub moves: BoundedVec<Move, 0, 10_000>,
    }
}

/// A player's result in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EasySliderStanding)]
pub enum RoundStanding {
    /// Submitted a solved board.
    Finished,
    /// Submitted an unsolved board, gave up, or made an illegal move.
    Fumbled,
    /// Still solving.
    Solving,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderRoundResult)]
pub struct RoundResult {
    /// The rules version under which the moves were replayed.
    #[schema(schema_with = game::version_schema::<EasySlider>)]
    pub rules: Version,
    /// The seed.
    pub seed: Seed,
    /// The players, in the order in which they were given.
    pub players: Vec<PlayerResult>,
}

/// A player's result in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderPlaced)]
pub struct PlayerResult {
    /// The player's standing.
    pub standing: RoundStanding,
    /// The number of other players that this one has beaten, 0 to 99.
    #[schema(minimum = 0, maximum = 99)]
    pub points: u64,
    /// The number of legal slides of the player. Absent while the player is still solving.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000)]
    pub slides: Option<u64>,
    /// The first move that the rules refuse, if that is why the player fumbled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bad_move: Option<RoundIllegalMove>,
}

/// The first move of a player that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderBadMove)]
pub struct RoundIllegalMove {
    /// Its index in the player's moves, from 0.
    #[schema(value_type = wire::MoveIndex)]
    pub index: u64,
    /// The rule that refuses it.
    pub rule: &'static str,
    /// The reason, with the actual pieces.
    pub detail: String,
}

/// Computes the result of a round: replays the moves of each player and counts whom each has beaten.
///
/// # Errors
/// A fault for each player still solving who is listed before one who has submitted.
pub fn round(round: &Round) -> Result<RoundResult, Faults> {
    inspect(&round.players)?;
    let dealt = State::<EasySlider>::deal(round.seed.clone(), NoOptions {});
    let mut players: Vec<PlayerResult> = round.players.iter().map(|player| judge(&dealt, player)).collect();
    let standings: Vec<RoundStanding> = players.iter().map(|player| player.standing).collect();
    for (place, player) in players.iter_mut().enumerate() {
        player.points = beaten(&standings, place);
    }
    Ok(RoundResult { rules: Version, seed: round.seed.clone(), players })
}

/// Requires that players still solving come last.
fn inspect(players: &[RoundPlayer]) -> Result<(), Faults> {
    let handed_in = |player: &RoundPlayer| matches!(player, RoundPlayer::HandedIn(_));
    let last = players.iter().rposition(handed_in).unwrap_or(0);
    let mut faults = Faults::default();
    for (i, player) in players.iter().enumerate().take(last) {
        let detail = "a player still solving is listed before one who has handed in";
        faults.require(handed_in(player), format_args!("/players/{i}"), "solving_before_handed_in", detail);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Returns the standing of a player, without points.
fn judge(dealt: &State<EasySlider>, player: &RoundPlayer) -> PlayerResult {
    let RoundPlayer::HandedIn(HandedIn { moves }) = player else {
        return PlayerResult { standing: RoundStanding::Solving, points: 0, slides: None, bad_move: None };
    };
    let mut state = dealt.clone();
    let illegal = moves.iter().enumerate().find_map(|(i, mv)| Some((i, state.play(mv, &mut Log::discard()).err()?)));
    let solved = illegal.is_none() && state.table().is_solved();
    let bad_move = illegal.map(|(index, Illegal { rule, why })| RoundIllegalMove {
        index: index as u64,
        rule: rule.0,
        detail: why,
    });
    let standing = if solved { RoundStanding::Finished } else { RoundStanding::Fumbled };
    PlayerResult { standing, points: 0, slides: Some(state.table().slides), bad_move }
}

/// Returns how many players the one at an index has beaten.
fn beaten(standings: &[RoundStanding], place: usize) -> u64 {
    let Some(own) = standings.get(place) else { return 0 };
    let beats = |(other, standing): (usize, &RoundStanding)| match (own, standing) {
        (RoundStanding::Fumbled, _) => false,
        (_, RoundStanding::Fumbled) | (RoundStanding::Finished, RoundStanding::Solving) => true,
        (RoundStanding::Finished, RoundStanding::Finished) => other > place,
        (RoundStanding::Solving, _) => false,
    };
    standings.iter().enumerate().filter(|entry| beats(*entry)).count() as u64
}
