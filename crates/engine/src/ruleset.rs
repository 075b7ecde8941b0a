//! A game at a rules version, independent of its types.

use std::marker::PhantomData;

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Seated, Seats, Solitaire, State};
use funhouse_rules::mode::{SeatedMode, SolitaireMode};
use funhouse_rules::robot::Robot;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire;
use serde_json::{Map, Value as Json};

use crate::answer::Position;
use crate::calls::{CallableMode, Calls, TypedRuleset, to_json};
use crate::checkpoints::Checkpoints;
#[cfg(feature = "schemas")]
use crate::example::Examples;
use crate::facts::Scoring;
use crate::read::read;
use crate::refusal::Refusal;
use crate::robot::{self, PlayedGame, Progress};
use crate::run_file::{self, FileVerdict};
#[cfg(feature = "schemas")]
use crate::schema::RulesetSchemas;
use crate::table_game::{TableGame, TypedTableGame};
use crate::table_move::TableMove;
use crate::table_request::{MovesRequest, PostedMoves, TableRequest, TableSettings};
use crate::verification::{self, Acceptance, AcceptedRun, NoPosition, RunRecord, RunResult, Unreadable, Verification};

/// A game at a rules version: its [calls](Calls), and all that the service needs for tables, stored runs, robots and documents.
pub trait Ruleset: Calls {
    /// Checks the fields of a run file.
    ///
    /// # Errors
    /// The reason why it cannot be played at all.
    fn judge_file(&self, fields: run_file::Fields) -> Result<FileVerdict, String>;

    /// Returns options as canonical JSON (RFC 8785), including defaults.
    ///
    /// # Errors
    /// A message that describes what is wrong.
    fn options(&self, given: Map<String, Json>) -> Result<String, String>;

    /// Reads a request for a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn table_settings(&self, request: &[u8]) -> Result<TableSettings, Refusal>;

    /// Reads moves that are posted to a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn posted_moves(&self, request: &[u8]) -> Result<PostedMoves, Refusal>;

    /// Reads a stored move.
    ///
    /// # Errors
    /// If it does not match the schema.
    fn stored_move(&self, json: &str) -> Result<TableMove, Unreadable>;

    /// Deals the game of a table. The options are JSON.
    ///
    /// # Errors
    /// If the options cannot be read.
    fn table_game(&self, seats: Seats, seed: Seed, options: &str) -> Result<Box<dyn TableGame>, Unreadable>;

    /// Plays a whole game with a built-in player on all seats; by default on the minimum number of seats.
    ///
    /// # Errors
    /// A message about invalid options or seats.
    fn play_out(
        &self,
        robot: Robot,
        seed: Seed,
        seats: Option<u8>,
        options: Map<String, Json>,
        show: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PlayedGame, String>;

    /// Returns the schemas of requests and answers.
    #[cfg(feature = "schemas")]
    fn schemas(&self) -> RulesetSchemas;

    /// Returns examples of requests and answers.
    #[cfg(feature = "schemas")]
    fn examples(&self) -> Examples;

    /// Returns the ruleset as one whose runs are stored and ranked; none unless it is a solitaire.
    fn ranked(&self) -> Option<&'static dyn Ranked>;
}

/// A solitaire at a rules version, whose runs are submitted, stored and ranked.
pub trait Ranked: Ruleset {
    /// Returns the scoring constants.
    fn scoring(&self) -> &'static Scoring;

    /// Replays a submitted run, and accepts it if its claim is correct.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::Rejected`] if the run matches the schema but is rejected.
    fn accept(&self, run: &[u8]) -> Result<AcceptedRun, Refusal>;

    /// Replays a stored run and compares the result with the stored one.
    ///
    /// # Errors
    /// If the run cannot be read.
    fn verify(&self, run: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable>;

    /// Replays a stored run and returns the checkpoints for its positions.
    ///
    /// # Errors
    /// If the run cannot be read.
    fn checkpoints(&self, run: RunRecord<'_>) -> Result<Checkpoints, Unreadable>;

    /// Returns the position after the first `moves` moves of a stored run of this ruleset, with the events of the last
    /// one. With `with_text`, each event carries its sentence.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    fn position(&self, run: &Checkpoints, moves: usize, with_text: bool) -> Result<Vec<u8>, NoPosition>;

    /// Returns the scene after the first `moves` moves of a stored run of this ruleset.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    fn scene_after(&self, run: &Checkpoints, moves: usize) -> Result<Scene, NoPosition>;
}

impl<G: Game, M: EngineMode<G>> TypedRuleset<G, M> {
    /// The ruleset as a trait object.
    pub(crate) const RULESET: &'static dyn Ruleset = &Self(PhantomData);
}

/// The engine's functions for a mode.
pub(crate) trait EngineMode<G: Game>: CallableMode<G> + Acceptance<G> {
    /// The ruleset as one whose runs are ranked, if they are.
    const RANKED: Option<&'static dyn Ranked>;
}

impl<G: Solitaire> EngineMode<G> for SolitaireMode {
    const RANKED: Option<&'static dyn Ranked> = Some(&TypedRuleset::<G, Self>(PhantomData));
}

impl<G: Seated> EngineMode<G> for SeatedMode {
    const RANKED: Option<&'static dyn Ranked> = None;
}

impl<G: Game, M: EngineMode<G>> Ruleset for TypedRuleset<G, M> {
    fn judge_file(&self, fields: run_file::Fields) -> Result<FileVerdict, String> {
        run_file::judge::<G, M>(fields)
    }

    fn options(&self, given: Map<String, Json>) -> Result<String, String> {
        options::<G>(given).map(|options| verification::canonical(&options))
    }

    fn table_settings(&self, request: &[u8]) -> Result<TableSettings, Refusal> {
        let TableRequest::<G> { options, seats, pace, listed, approval, daily } = read(request)?;
        Ok(TableSettings { options: verification::canonical(&options), seats, pace, listed, approval, daily })
    }

    fn posted_moves(&self, request: &[u8]) -> Result<PostedMoves, Refusal> {
        let MovesRequest::<G> { after, moves, with_legal_moves, with_text, .. } = read(request)?;
        let moves = moves.into_iter().map(TableMove::new::<G, M>).collect();
        Ok(PostedMoves { after, moves, with_legal_moves, with_text })
    }

    fn stored_move(&self, json: &str) -> Result<TableMove, Unreadable> {
        let mv = wire::from_json(json.as_bytes()).map_err(|why| Unreadable(format!("a move: {why}")))?;
        Ok(TableMove::new::<G, M>(mv))
    }

    fn table_game(&self, seats: Seats, seed: Seed, options: &str) -> Result<Box<dyn TableGame>, Unreadable> {
        let options = wire::from_json(options.as_bytes()).map_err(|why| Unreadable(format!("the options: {why}")))?;
        Ok(Box::new(TypedTableGame::<G, M>::dealt(seats, seed, options)))
    }

    fn play_out(
        &self,
        robot: Robot,
        seed: Seed,
        seats: Option<u8>,
        given: Map<String, Json>,
        show: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PlayedGame, String> {
        Ok(robot::play_out::<G, M>(robot, State::deal_for(seats_of::<G>(seats)?, seed, options::<G>(given)?), show))
    }

    #[cfg(feature = "schemas")]
    fn schemas(&self) -> RulesetSchemas {
        RulesetSchemas::of::<G, M>()
    }

    #[cfg(feature = "schemas")]
    fn examples(&self) -> Examples {
        Examples::of::<G, M>()
    }

    fn ranked(&self) -> Option<&'static dyn Ranked> {
        M::RANKED
    }
}

impl<G: Solitaire> Ranked for TypedRuleset<G, SolitaireMode> {
    fn scoring(&self) -> &'static Scoring {
        const { &Scoring::of::<G>() }
    }

    fn accept(&self, run: &[u8]) -> Result<AcceptedRun, Refusal> {
        verification::accept::<G>(run)
    }

    fn verify(&self, run: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable> {
        verification::verify::<G>(run, result)
    }

    fn checkpoints(&self, run: RunRecord<'_>) -> Result<Checkpoints, Unreadable> {
        Checkpoints::of::<G>(run)
    }

    fn position(&self, run: &Checkpoints, moves: usize, with_text: bool) -> Result<Vec<u8>, NoPosition> {
        run.position::<G>(moves).map(|position| to_json(&Position { with_text, ..position }))
    }

    fn scene_after(&self, run: &Checkpoints, moves: usize) -> Result<Scene, NoPosition> {
        run.position::<G>(moves).map(|position| position.state.scene())
    }
}

fn options<G: Game>(given: Map<String, Json>) -> Result<G::Options, String> {
    serde_json::from_value(Json::Object(given)).map_err(|error| error.to_string())
}

/// Returns the number of seats, if the game allows it; by default the minimum.
fn seats_of<G: Game>(given: Option<u8>) -> Result<Seats, String> {
    let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
    let seats = given.unwrap_or(least);
    let known = Seats::new(seats).filter(|_| G::SEATS.contains(&seats));
    known.ok_or_else(|| match (least, most) {
        (1, 1) => format!("{} is played alone", G::TITLE),
        _ => format!("{} has {least} to {most} seats, not {seats}", G::TITLE),
    })
}
