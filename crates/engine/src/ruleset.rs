//! A game at a rules version, for the service: its calls, tables, stored runs and robots.

use std::ops::Deref;

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, Facts, Rules, Scoring};
use funhouse_rules::game::{MoveType, Seats};
use funhouse_rules::robot::Robot;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire::{self, Reader};
use serde_json::{Map, Value as Json};

use crate::calls::to_json;
use crate::checkpoints::Checkpoints;
use crate::read::read_with;
use crate::refusal::Refusal;
use crate::robot::{self, PlayedGame, Progress};
use crate::run_file::{self, FileVerdict};
use crate::table_game::TableGame;
use crate::table_move::TableMove;
use crate::table_request::{PostedMoves, TableSettings};
use crate::verification::{self, AcceptedRun, NoPosition, RunRecord, RunResult, Unreadable, Verification};

/// A game at a rules version.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset(&'static dyn Rules);

impl Ruleset {
    /// Creates the ruleset of rules.
    #[must_use]
    pub const fn new(rules: &'static dyn Rules) -> Self {
        Self(rules)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(self) -> &'static dyn Rules {
        self.0
    }

    /// Returns the metadata of the game.
    #[must_use]
    pub fn facts(self) -> &'static Facts {
        self.0.facts()
    }

    /// Returns the types of the game's moves.
    #[must_use]
    pub fn move_types(self) -> Vec<MoveType> {
        self.0.move_types()
    }

    /// Returns the ids of the game's rooms.
    pub(crate) fn rooms(self) -> &'static [&'static str] {
        self.facts().scoring.as_ref().map_or(&[], |scoring| scoring.rooms)
    }

    /// Checks the fields of a run file.
    ///
    /// # Errors
    /// The reason why it cannot be played at all.
    pub fn judge_file(self, fields: run_file::Fields) -> Result<FileVerdict, String> {
        run_file::judge(self, fields)
    }

    /// Returns options as canonical JSON (RFC 8785), including defaults.
    ///
    /// # Errors
    /// A message that describes what is wrong.
    pub fn options(self, given: Map<String, Json>) -> Result<String, String> {
        let given = Json::Object(given).to_string();
        let read = |options: Reader<'_>| self.0.options(options).map(|options| options.canonical);
        wire::read_with(given.as_bytes(), &read).map_err(|error| error.to_string())
    }

    /// Reads a request for a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn table_settings(self, request: &[u8]) -> Result<TableSettings, Refusal> {
        read_with(request, &|request| TableSettings::read(self.0, request))
    }

    /// Reads moves that are posted to a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn posted_moves(self, request: &[u8]) -> Result<PostedMoves, Refusal> {
        read_with(request, &|request| PostedMoves::read(self.0, request))
    }

    /// Reads a stored move.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub fn stored_move(self, json: &str) -> Result<TableMove, Unreadable> {
        let mv = wire::read_with(json.as_bytes(), &|mv| self.0.read_move(mv));
        mv.map(TableMove::new).map_err(|why| Unreadable(format!("a move: {why}")))
    }

    /// Deals the game of a table. The options are JSON.
    ///
    /// # Errors
    /// If the options cannot be read.
    pub fn table_game(self, seats: Seats, seed: Seed, options: &str) -> Result<TableGame, Unreadable> {
        let dealt = wire::read_with(options.as_bytes(), &|options| self.0.deal(seats, seed.clone(), options));
        dealt.map(|dealt| TableGame::dealt(self, dealt)).map_err(|why| Unreadable(format!("the options: {why}")))
    }

    /// Plays a whole game with a built-in player on all seats; by default on the minimum number of seats.
    ///
    /// # Errors
    /// A message about invalid options or seats.
    pub fn play_out(
        self,
        robot: Robot,
        seed: Seed,
        seats: Option<u8>,
        options: Map<String, Json>,
        show: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PlayedGame, String> {
        let (seats, options) = (self.seats_of(seats)?, Json::Object(options).to_string());
        let dealt = wire::read_with(options.as_bytes(), &|options| self.0.deal(seats, seed.clone(), options));
        Ok(robot::play_out(self, robot, &*dealt.map_err(|error| error.to_string())?, show))
    }

    /// Returns the number of seats, if the game allows it; by default the minimum.
    fn seats_of(self, given: Option<u8>) -> Result<Seats, String> {
        let Facts { seats: (least, most), title, .. } = self.facts();
        let seats = given.unwrap_or(*least);
        let known = Seats::new(seats).filter(|_| (*least..=*most).contains(&seats));
        known.ok_or_else(|| match (least, most) {
            (1, 1) => format!("{title} is played alone"),
            _ => format!("{title} has {least} to {most} seats, not {seats}"),
        })
    }

    /// Returns the ruleset as one whose runs are stored and ranked; none unless it is a solitaire.
    #[must_use]
    pub fn ranked(self) -> Option<Ranked> {
        let scoring = self.facts().scoring.as_ref()?;
        Some(Ranked { ruleset: self, scoring })
    }

    /// Deals the solitaire of a stored run with the default options.
    pub(crate) fn deal_default(self, seats: Seats, seed: Seed) -> Option<Box<dyn AnyState>> {
        self.0.deal(seats, seed, Reader::EMPTY).ok()
    }
}

/// A solitaire at a rules version, whose runs are submitted, stored and ranked.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    ruleset: Ruleset,
    scoring: &'static Scoring,
}

/// It is a ruleset that can do more.
impl Deref for Ranked {
    type Target = Ruleset;
    fn deref(&self) -> &Ruleset {
        &self.ruleset
    }
}

impl Ranked {
    /// Returns the scoring constants.
    #[must_use]
    pub const fn scoring(self) -> &'static Scoring {
        self.scoring
    }

    /// Replays a submitted run, and accepts it if its claim is correct.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::Rejected`] if the run matches the schema but is rejected.
    pub fn accept(self, run: &[u8]) -> Result<AcceptedRun, Refusal> {
        verification::accept(self.ruleset, run)
    }

    /// Replays a stored run and compares the result with the stored one.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn verify(self, run: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable> {
        verification::verify(self.ruleset, run, result)
    }

    /// Replays a stored run and returns the checkpoints for its positions.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn checkpoints(self, run: RunRecord<'_>) -> Result<Checkpoints, Unreadable> {
        Checkpoints::of(self.ruleset, run)
    }

    /// Returns the position after the first `moves` moves of a stored run of this ruleset, with the events of the last
    /// one. With `with_text`, each event carries its sentence.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    pub fn position(self, run: &Checkpoints, moves: usize, with_text: bool) -> Result<Vec<u8>, NoPosition> {
        run.position(self.ruleset, moves, with_text).map(|position| to_json(&position))
    }

    /// Returns the scene after the first `moves` moves of a stored run of this ruleset.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    pub fn scene_after(self, run: &Checkpoints, moves: usize) -> Result<Scene, NoPosition> {
        run.scene(self.ruleset, moves)
    }
}
