//! The match: several players solve the same seed, each on their own board. Rules: easy-slider.md, "The match".
//!
//! A round is judged from what was handed in, and nothing is kept of it: each list of moves is replayed from the deal.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::{EasySlider, Move};
use crate::rules::chance::Seed;
use crate::rules::fault::Faults;
use crate::rules::game::{self, Game, NoOptions, Refused, State, known_rules};
use crate::rules::replay::{self, MOST_MOVES};
use crate::rules::wire;

/// The most players that a round may have.
pub const MOST_PLAYERS: usize = 100;

/// A round of Easy Slider: several players solve the same seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = EasySliderRound)]
pub struct Round {
    /// The rules version; the newest if it is left out.
    #[serde(default, deserialize_with = "version", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = game::version_schema)]
    pub rules: Option<u32>,
    /// The seed that all players solve.
    #[schema(inline = false)]
    pub seed: Seed,
    /// The players, 1 to 100: those who have handed in, in the order in which they did, then those still solving.
    #[serde(deserialize_with = "players")]
    #[schema(min_items = 1, max_items = 100)]
    pub players: Vec<Player>,
}

wire::object_only!(read and written impl[] Round);

wire::tagged! {
    read
    /// A player of a round of Easy Slider.
    pub enum Player = "EasySliderPlayer" by "type" {
        "handed_in" => HandedIn(HandedIn),
        "still_solving" => StillSolving(StillSolving),
    }
}

impl Player {
    /// How many moves were handed in.
    #[must_use]
    pub fn moves(&self) -> usize {
        match self {
            Self::HandedIn(handed_in) => handed_in.moves.len(),
            Self::StillSolving(_) => 0,
        }
    }
}

/// A player who has handed in a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EasySliderHandedIn)]
pub struct HandedIn {
    /// The player's moves from the deal on, at most 10,000.
    #[serde(deserialize_with = "wire::at_most::<_, _, MOST_MOVES>")]
    #[schema(max_items = 10_000)]
    pub moves: Vec<Move>,
}

/// A player who was still solving when the round was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EasySliderStillSolving)]
pub struct StillSolving {}

/// How a player stands at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EasySliderStanding)]
pub enum Standing {
    /// Handed in a solved board.
    Finished,
    /// Handed in a board that is not solved, gave up, or made an illegal move.
    Fumbled,
    /// Still solving.
    Solving,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderRoundResult)]
pub struct RoundResult {
    /// The rules version under which the moves were replayed.
    #[schema(schema_with = game::version_schema)]
    pub rules: u32,
    /// The seed.
    #[schema(inline = false)]
    pub seed: Seed,
    /// The players, in the order in which they were given.
    pub players: Vec<Placed>,
}

/// How one player did in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderPlaced)]
pub struct Placed {
    /// How the player stands.
    pub standing: Standing,
    /// How many of the other players this one has beaten, 0 to 99.
    #[schema(minimum = 0, maximum = 99)]
    pub points: u64,
    /// How many legal slides the player made; absent for one still solving.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000)]
    pub slides: Option<u64>,
    /// The first move that the rules refuse, if that is why the player fumbled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bad_move: Option<BadMove>,
}

/// The first move of a player that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EasySliderBadMove)]
pub struct BadMove {
    /// Its place among the player's moves, from 0.
    #[schema(minimum = 0, maximum = 9_999)]
    pub index: u64,
    /// The rule that refuses it.
    pub rule: &'static str,
    /// Why, with the actual pieces.
    pub detail: String,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    game::version(deserializer).map(Some)
}

fn players<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Player>, D::Error> {
    let players = wire::at_most::<_, _, MOST_PLAYERS>(deserializer)?;
    if players.is_empty() { Err(serde::de::Error::custom("a round has at least one player")) } else { Ok(players) }
}

/// Judges a round: replays what each player handed in, and counts whom each has beaten.
///
/// # Errors
/// [`Refused::UnknownRules`] when the rules version is not known; [`Refused::Impossible`] with a fault at each player
/// still solving who is listed before one who has handed in.
pub fn round(round: &Round) -> Result<RoundResult, Refused> {
    let rules = round.rules.unwrap_or(EasySlider::RULES);
    known_rules::<EasySlider>(rules)?;
    inspect(&round.players)?;
    let dealt = State::<EasySlider>::deal(round.seed.clone(), NoOptions {});
    let mut players: Vec<Placed> = round.players.iter().map(|player| judge(&dealt, player)).collect();
    let standings: Vec<Standing> = players.iter().map(|player| player.standing).collect();
    for (place, player) in players.iter_mut().enumerate() {
        player.points = beaten(&standings, place);
    }
    Ok(RoundResult { rules, seed: round.seed.clone(), players })
}

/// Demands that those still solving come last.
fn inspect(players: &[Player]) -> Result<(), Refused> {
    let handed_in = |player: &Player| matches!(player, Player::HandedIn(_));
    let last = players.iter().rposition(handed_in).unwrap_or(0);
    let mut faults = Faults::default();
    for (i, player) in players.iter().enumerate().take(last) {
        let detail = "a player still solving is listed before one who has handed in";
        faults.demand(handed_in(player), format_args!("/players/{i}"), "solving_before_handed_in", detail);
    }
    if faults.is_empty() { Ok(()) } else { Err(Refused::Impossible(faults)) }
}

/// How a player stands; the points are yet to be counted.
fn judge(dealt: &State<EasySlider>, player: &Player) -> Placed {
    let Player::HandedIn(HandedIn { moves }) = player else {
        return Placed { standing: Standing::Solving, points: 0, slides: None, bad_move: None };
    };
    let replay = replay::replay_moves(dealt.clone(), moves, false);
    let solved = replay.legal() && replay.state.table().is_solved();
    let bad_move = replay.bad_move.map(|bad| BadMove {
        index: bad.index as u64,
        rule: bad.illegal.rule.0,
        detail: bad.illegal.why,
    });
    let standing = if solved { Standing::Finished } else { Standing::Fumbled };
    Placed { standing, points: 0, slides: Some(replay.state.table().slides), bad_move }
}

/// How many players the one at a place has beaten.
fn beaten(standings: &[Standing], place: usize) -> u64 {
    let Some(own) = standings.get(place) else { return 0 };
    let beats = |(other, standing): (usize, &Standing)| match (own, standing) {
        (Standing::Fumbled, _) => false,
        (_, Standing::Fumbled) | (Standing::Finished, Standing::Solving) => true,
        (Standing::Finished, Standing::Finished) => other > place,
        (Standing::Solving, _) => false,
    };
    standings.iter().enumerate().filter(|entry| beats(*entry)).count() as u64
}
