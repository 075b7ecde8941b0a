//! The game at a table: the server stores its state and shows each seat only what it may see.
//!
//! Everything that a seat or an onlooker receives is derived from their view, and nothing contains the seed.

use std::sync::Arc;

use funhouse_rules::chance::Draws;
use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyEvents, AnyState, MoveError};
use funhouse_rules::game::{Level, Seat, SeatSet, Seats, Viewer};
use funhouse_rules::replay::Replay;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire;
use rpds::VectorSync;
use serde_json::value::{RawValue, to_raw_value};

use crate::answer::SeenPosition;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::table_move::TableMove;
use crate::verification::{self, AcceptedRun, Unreadable};

/// A game at a table. Copies share their moves.
#[derive(Debug)]
pub struct TableGame {
    ruleset: Ruleset,
    dealt: Arc<dyn AnyState>,
    state: Box<dyn AnyState>,
    moves: VectorSync<PlayedMove>,
}

/// A move that was made, with all its events.
#[derive(Debug)]
struct PlayedMove {
    mv: TableMove,
    events: Arc<dyn AnyEvents>,
    /// The index of the room in which it was made.
    room: usize,
    /// The stretch in which it was made.
    stretch: Option<u64>,
}

impl Clone for TableGame {
    fn clone(&self) -> Self {
        self.with(self.state.copy())
    }
}

impl TableGame {
    /// Creates a game after its deal.
    pub(crate) fn dealt(ruleset: Ruleset, dealt: Box<dyn AnyState>) -> Self {
        Self { ruleset, dealt: dealt.copy().into(), state: dealt, moves: VectorSync::new_sync() }
    }

    /// Returns the same game with another state.
    fn with(&self, state: Box<dyn AnyState>) -> Self {
        Self { ruleset: self.ruleset, dealt: Arc::clone(&self.dealt), state, moves: self.moves.clone() }
    }

    /// Replays the first `count` moves, or all if there are no more.
    fn state_after(&self, count: usize) -> Box<dyn AnyState> {
        let mut state = self.dealt.copy();
        for earlier in self.moves.iter().take(count) {
            // These moves have already been legal.
            let _ = state.advance(earlier.mv.mv());
        }
        state
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.state.seats()
    }

    /// Returns the maximum number of moves.
    #[must_use]
    pub fn max_moves(&self) -> usize {
        self.ruleset.facts().max_moves
    }

    /// Returns the number of moves made.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the seats that may act now; empty exactly when the game has ended.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        self.state.to_act()
    }

    /// Returns the seats that may act and need not wait for others. Robots act for these only.
    #[must_use]
    pub fn in_step(&self) -> SeatSet {
        self.state.in_step()
    }

    /// Returns the legal moves of a seat, as JSON.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> String {
        self.state.legal_moves(Some(seat)).0.get().to_owned()
    }

    /// Returns the current total of a solitaire; none for a game for several seats.
    #[must_use]
    pub fn score(&self) -> Option<u64> {
        self.state.standing().total()
    }

    /// Returns the place of each seat, from seat 1; none for a solitaire or before the end of the game.
    #[must_use]
    pub fn places(&self) -> Option<Vec<u8>> {
        self.state.standing().places().map(<[u8]>::to_vec)
    }

    /// Returns the move with which a seat declines the open window; none if no window asks it. It follows from what every
    /// viewer sees.
    #[must_use]
    pub fn decline(&self, seat: Seat) -> Option<TableMove> {
        self.state.decline(seat).map(TableMove::new)
    }

    /// Returns the move that the service makes for a seat whose time is over; none if the built-in player moves.
    #[must_use]
    pub fn late_move(&self, seat: Seat) -> Option<TableMove> {
        self.state.late_move(seat).map(TableMove::new)
    }

    /// Returns the milliseconds that a robot of a level takes for a move; none if it moves at once.
    #[must_use]
    pub fn robot_pace(&self, level: Level) -> Option<u32> {
        self.state.robot_pace(level)
    }

    /// Returns whether moves of other seats since the first `count` moves cannot matter to a seat; none if the game does not know.
    #[must_use]
    pub fn goes_on_since(&self, count: usize) -> Option<bool> {
        let now = self.state.stretch()?;
        Some(self.moves.get(count).is_none_or(|played| played.stretch == Some(now)))
    }

    /// Returns the median number of moves of such a game between built-in players; none for a solitaire.
    #[must_use]
    pub fn median_moves(&self) -> Option<u16> {
        self.state.median_moves()
    }

    /// Whether the winner takes seat 1 in a rematch, where the others keep their order.
    #[must_use]
    pub fn winner_begins(&self) -> bool {
        self.state.winner_begins()
    }

    /// Returns the move at an index, from 0.
    #[must_use]
    pub fn move_at(&self, index: usize) -> Option<TableMove> {
        self.moves.get(index).map(|played| played.mv.clone())
    }

    /// Returns the game after its first `count` moves; the whole game if it has no more.
    #[must_use]
    pub fn after(&self, count: usize) -> Self {
        let mut moves = self.moves.clone();
        while moves.len() > count {
            moves.drop_last_mut();
        }
        Self { moves, ..self.with(self.state_after(count)) }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// See [`MoveError`]. The game is then unchanged.
    pub fn play(&mut self, mv: &TableMove) -> Result<(), MoveError> {
        let (room, stretch) = (self.state.room(), self.state.stretch());
        let events = self.state.play(mv.mv())?;
        self.moves.push_back_mut(PlayedMove { mv: mv.clone(), events, room, stretch });
        Ok(())
    }

    /// Returns the next moves of the built-in player for a seat; none if the seat may not act.
    ///
    /// The player knows only what the seat sees. Its random choices at level 1 use the seed of the game, so repeated calls in a
    /// position return the same moves.
    #[must_use]
    pub fn plan(&self, seat: Seat, level: Level) -> Vec<TableMove> {
        if !self.to_act().contains(seat) {
            return Vec::new();
        }
        let plan = self.state.plan(seat, level, self.state.seed(), &|_| true);
        plan.unwrap_or_default().into_iter().map(TableMove::new).collect()
    }

    /// Returns what a viewer sees, as JSON in the form of the call `view`. Only seats get legal moves.
    #[must_use]
    pub fn view(&self, viewer: Viewer, with_legal_moves: bool) -> Box<RawValue> {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Host | Viewer::Onlooker => None,
        };
        let seen = SeenPosition::of(self.ruleset.facts().id, &*self.state, seat, with_legal_moves);
        to_raw_value(&seen).unwrap_or_default()
    }

    /// Returns the events of the move at an index, from 0, as a viewer may see them: a list, as JSON. With `with_text`,
    /// each carries its sentence.
    #[must_use]
    pub fn events(&self, index: usize, viewer: Viewer, with_text: bool) -> Option<Box<RawValue>> {
        self.moves.get(index).map(|played| played.events.json(viewer, with_text))
    }

    /// Returns the scene for a viewer.
    #[must_use]
    pub fn scene(&self, viewer: Viewer) -> Scene {
        self.state.scene(viewer)
    }

    /// Returns the scene for a viewer after the first `count` moves; the current one if there are no more. Replays these moves.
    #[must_use]
    pub fn scene_after(&self, count: usize, viewer: Viewer) -> Scene {
        self.state_after(count).scene(viewer)
    }

    /// Returns the state as JSON, including the seed and all hidden parts.
    #[must_use]
    pub fn state(&self) -> String {
        self.state.json().get().to_owned()
    }

    /// Returns the digest of the state.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.state.digest()
    }

    /// Returns the run so far as JSON, with its current standing as the claim. It contains the seed and every move.
    #[must_use]
    pub fn run(&self) -> Box<RawValue> {
        to_raw_value(&self.claimed_run()).unwrap_or_default()
    }

    fn claimed_run(&self) -> Run<'_> {
        let moves = self.moves.iter().map(|played| played.mv.shared()).collect();
        Run { ruleset: self.ruleset, dealt: &*self.dealt, moves, claim: Some(self.state.standing()) }
    }

    /// Returns the run so far as one that is accepted; none unless the game is a complete solitaire that may rank.
    ///
    /// The replay is the game as it was played. Playing the run again would repeat the same calls of the rules on the same deal.
    #[must_use]
    pub fn accepted(&self) -> Option<AcceptedRun> {
        let mut moves_in_rooms = vec![0; self.ruleset.rooms().len()];
        for played in &self.moves {
            if let Some(moves) = moves_in_rooms.get_mut(played.room) {
                *moves += 1;
            }
        }
        let (state, moves) = (self.state.copy(), self.moves.len());
        let replay = Replay { state, illegal_move: None, trace: None, moves, moves_in_rooms };
        verification::accept_played(&self.claimed_run(), &replay)
    }

    /// Returns a game that the viewer cannot distinguish from this one: another seed, and all hidden parts dealt again.
    ///
    /// The past moves and their visible events are the same.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        self.with(self.state.redealt(viewer, draws))
    }
}

impl Ruleset {
    /// Deals the game of a table. The options are JSON.
    ///
    /// # Errors
    /// If the options cannot be read.
    pub fn table_game(self, seats: Seats, seed: Seed, options: &str) -> Result<TableGame, Unreadable> {
        let dealt = wire::read_with(options.as_bytes(), &|options| self.rules().deal(seats, seed.clone(), options));
        dealt.map(|dealt| TableGame::dealt(self, dealt)).map_err(|why| Unreadable(format!("the options: {why}")))
    }
}
