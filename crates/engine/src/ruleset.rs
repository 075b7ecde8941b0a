//! A game at a rules version, independent of its types.

use std::fmt::{self, Debug};
use std::marker::PhantomData;

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, MoveType, Seated, Seats, Solitaire, State, move_types};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::robot::Robot;
use funhouse_rules::scene::Scene;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::answer::{Draw, Position};
use crate::call::{self, Call, Deal, ListMoves, MakePlan, Play, Replay, Score, ShowView};
use crate::checkpoints::Checkpoints;
use crate::example::Examples;
use crate::facts::{Facts, Scoring};
use crate::read::read;
use crate::refusal::Refusal;
use crate::request::{PictureRequest, RequestFields};
use crate::robot::{self, PlayedGame, Progress};
use crate::run_file::{self, FileVerdict};
use crate::schema::RulesetSchemas;
use crate::table_game::{TableGame, TypedTableGame};
use crate::table_move::TableMove;
use crate::table_request::{MovesRequest, PostedMoves, TableRequest, TableSettings};
use crate::verification::{self, Acceptance, AcceptedRun, NoPosition, RunRecord, RunResult, Unreadable, Verification};

/// A game at a rules version. Calls take the bytes of a request and return the bytes of an answer, both JSON.
///
/// A [`Refusal`] reports what is wrong with a request and where.
pub trait Ruleset: Debug + Send + Sync {
    /// Returns the metadata of the game.
    fn facts(&self) -> &'static Facts;

    /// Deals: returns the initial position. `draw_seed` draws a seed if the request has none; `draw` draws the picture
    /// if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::NoSeed`] if no seed could be drawn.
    fn deal(&self, request: &[u8], draw_seed: &dyn Fn() -> Option<Seed>, draw: Draw) -> Result<Vec<u8>, Refusal>;

    /// Lists the legal moves in a state.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn moves(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Plays moves in a state. `draw` draws the picture if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn play(&self, request: &[u8], draw: Draw) -> Result<Vec<u8>, Refusal>;

    /// Returns a seat's view of a state, or an onlooker's.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn view(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the next moves of the built-in player for a seat, based on that seat's view and a seed for random
    /// choices.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn plan(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the standing of a state: a solitaire's score card, or the points of each seat.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn score(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the scene of a state, optionally for a seat, or of a view.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn scene(&self, request: &[u8]) -> Result<Scene, Refusal>;

    /// Replays a run and returns a verdict. With `trace_from`, includes a page of the trace from that entry on: score
    /// or points, and digest, after the deal and after each move.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn replay(&self, run: &[u8], trace_from: Option<usize>) -> Result<Vec<u8>, Refusal>;

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

    /// Returns the types of the game's moves.
    fn move_types(&self) -> Vec<MoveType>;

    /// Returns the schemas of requests and answers.
    fn schemas(&self) -> RulesetSchemas;

    /// Returns examples of requests and answers.
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

/// The ruleset of a game type and a mode.
pub(crate) struct TypedRuleset<G, M>(PhantomData<fn() -> (G, M)>);

impl<G: Game, M: Mode<G>> TypedRuleset<G, M> {
    const FACTS: Facts = Facts::of::<G>();
}

impl<G: Game, M: EngineMode<G>> TypedRuleset<G, M> {
    /// The ruleset as a trait object.
    pub(crate) const RULESET: &'static dyn Ruleset = &Self(PhantomData);
}

/// The engine's functions for a mode.
pub(crate) trait EngineMode<G: Game>: RequestFields<G> + Acceptance<G> {
    /// The ruleset as one whose runs are ranked, if they are.
    const RANKED: Option<&'static dyn Ranked>;
}

impl<G: Solitaire> EngineMode<G> for SolitaireMode {
    const RANKED: Option<&'static dyn Ranked> = Some(&TypedRuleset::<G, Self>(PhantomData));
}

impl<G: Seated> EngineMode<G> for SeatedMode {
    const RANKED: Option<&'static dyn Ranked> = None;
}

impl<G: Game, M: Mode<G>> Debug for TypedRuleset<G, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {}", G::ID, G::RULES)
    }
}

impl<G: Game, M: EngineMode<G>> Ruleset for TypedRuleset<G, M> {
    fn facts(&self) -> &'static Facts {
        &Self::FACTS
    }

    fn deal(&self, request: &[u8], draw_seed: &dyn Fn() -> Option<Seed>, draw: Draw) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Deal { draw_seed, draw }, request)
    }

    fn moves(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&ListMoves, request)
    }

    fn play(&self, request: &[u8], draw: Draw) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Play { draw }, request)
    }

    fn view(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&ShowView, request)
    }

    fn plan(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&MakePlan, request)
    }

    fn score(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Score, request)
    }

    fn scene(&self, request: &[u8]) -> Result<Scene, Refusal> {
        call::scene(read::<PictureRequest<G, M>>(request)?)
    }

    fn replay(&self, run: &[u8], trace_from: Option<usize>) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Replay { trace_from }, run)
    }

    fn judge_file(&self, fields: run_file::Fields) -> Result<FileVerdict, String> {
        run_file::judge::<G, M>(fields)
    }

    fn options(&self, given: Map<String, Json>) -> Result<String, String> {
        options::<G>(given).map(|options| verification::canonical(&options))
    }

    fn table_settings(&self, request: &[u8]) -> Result<TableSettings, Refusal> {
        let TableRequest::<G> { options, seats, pace, listed, daily } = read(request)?;
        Ok(TableSettings { options: verification::canonical(&options), seats, pace, listed, daily })
    }

    fn posted_moves(&self, request: &[u8]) -> Result<PostedMoves, Refusal> {
        let MovesRequest::<G> { after, moves, with_legal_moves, with_text, .. } = read(request)?;
        let moves = moves.into_iter().map(TableMove::new::<G, M>).collect();
        Ok(PostedMoves { after, moves, with_legal_moves, with_text })
    }

    fn stored_move(&self, json: &str) -> Result<TableMove, Unreadable> {
        let mv = serde_json::from_str(json).map_err(|why| Unreadable(format!("a move: {why}")))?;
        Ok(TableMove::new::<G, M>(mv))
    }

    fn table_game(&self, seats: Seats, seed: Seed, options: &str) -> Result<Box<dyn TableGame>, Unreadable> {
        let options = serde_json::from_str(options).map_err(|why| Unreadable(format!("the options: {why}")))?;
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

    fn move_types(&self) -> Vec<MoveType> {
        move_types::<G::Move>()
    }

    fn schemas(&self) -> RulesetSchemas {
        RulesetSchemas::of::<G, M>()
    }

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
        run.position::<G>(moves).map(|position| written(&Position { with_text, ..position }))
    }

    fn scene_after(&self, run: &Checkpoints, moves: usize) -> Result<Scene, NoPosition> {
        run.position::<G>(moves).map(|position| position.state.scene())
    }
}

/// Executes a call and returns the answer as JSON.
fn answered<G: Game, M: RequestFields<G>, C: Call<G, M>>(call: &C, request: &[u8]) -> Result<Vec<u8>, Refusal> {
    call.answer(read(request)?).map(|answer| written(&answer))
}

/// Serializes an answer.
fn written(answer: &impl Serialize) -> Vec<u8> {
    // Answers are texts, integers, lists and objects with text keys: they can always be written.
    let mut json = Vec::with_capacity(4096);
    if serde_json::to_writer(&mut json, answer).is_err() {
        json.clear();
    }
    json
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
