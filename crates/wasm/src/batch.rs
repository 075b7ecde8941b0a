//! Solitaires that an instance of the module holds, so that an agent plays many of them without passing states back and forth.
//!
//! `GAME/deal_many` deals games of a solitaire in place of those that were held, and `GAME/play_many` plays a move in each. Both return
//! observations of all held games, in arrays. `GAME/show_one` returns one game as JSON.

use std::cell::RefCell;

use funhouse_engine::answer::SeenPosition;
use funhouse_engine::calls::to_json;
use funhouse_engine::{GameVersions, Refusal, Ruleset};
use funhouse_rules::chance::Seed;
use funhouse_rules::erased::AnyState;
use funhouse_rules::game::{Seat, Seats, Viewer};
use funhouse_rules::wire::{self, Reader};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::actions::{Actions, actions};
use crate::observe;

/// Maximum number of actions, of features, and of characters of a screen.
const MAX_SIZE: usize = 1 << 16;

/// The flag of a game that has ended.
const FINISHED: u32 = 1;

/// The flag of a game in which the action was not legal. It did not change.
const ILLEGAL: u32 = 2;

/// The action that deals another game, with a seed that follows the actions.
const DEAL: u32 = u32::MAX - 1;

/// The player of a solitaire.
const VIEWER: Viewer = Viewer::Seat(Seat::FIRST);

thread_local! {
    static BATCH: RefCell<Batch> = RefCell::default();
}

/// A request to hold games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealRequest<'a> {
    /// The seed of each game.
    seeds: Vec<Box<str>>,
    /// The options of all games.
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    form: Form,
}

/// A request to show a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowRequest {
    place: usize,
}

/// The form of observations: the number of actions, of features, and of the rows and columns of the screen. What has none is left out.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    actions: usize,
    features: usize,
    rows: usize,
    columns: usize,
}

/// The games of this instance.
#[derive(Default)]
struct Batch {
    ruleset: Option<Ruleset>,
    options: Box<str>,
    form: Form,
    games: Vec<BatchGame>,
}

/// A game, and the actions that are legal in it.
struct BatchGame {
    state: Box<dyn AnyState>,
    actions: Actions,
    is_illegal: bool,
}

/// A game as JSON.
#[derive(Serialize)]
struct Shown<'a> {
    state: Box<RawValue>,
    seen: SeenPosition,
    actions: Vec<usize>,
    moves: Vec<&'a RawValue>,
}

/// Deals games in place of those that were held, and returns the observations of all.
///
/// # Errors
/// If the request does not match its form. The held games remain then.
pub(crate) fn deal_many(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let DealRequest { seeds, options, form } =
        serde_json::from_slice(body).map_err(|error| Refusal::NotJson(error.to_string()))?;
    if [form.actions, form.features, form.rows.saturating_mul(form.columns)].iter().any(|size| *size > MAX_SIZE) {
        return Err(out_of_range("/form"));
    }
    let (ruleset, options) = (game.newest(), options.map_or("{}", RawValue::get));
    let games = seeds.iter().map(|seed| BatchGame::dealt(ruleset, seed, options, form.actions));
    let games = games.collect::<Result<_, Refusal>>()?;
    let batch = Batch { ruleset: Some(ruleset), options: options.into(), form, games };
    let observations = batch.observations();
    BATCH.set(batch);
    Ok(observations)
}

/// Plays a move in each held game, and returns the observations of all. The request is an array of 32-bit integers, the actions, and one of
/// 64-bit integers, a seed for each game that is dealt.
///
/// # Errors
/// If there are more or fewer actions than held games of this kind, or other bytes. No game changed then.
pub(crate) fn play_many(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    BATCH.with_borrow_mut(|batch| {
        let ruleset = batch.ruleset_of(game).ok_or_else(|| out_of_range(""))?;
        let (numbers, seeds) = body.split_at_checked(4 * batch.games.len()).ok_or_else(|| out_of_range(""))?;
        let (numbers, (seeds, rest)) = (numbers.as_chunks().0, seeds.as_chunks());
        let numbers: Vec<u32> = numbers.iter().map(|number| u32::from_le_bytes(*number)).collect();
        let deals = numbers.iter().filter(|number| **number == DEAL).count();
        if deals != seeds.len() || !rest.is_empty() {
            return Err(out_of_range(""));
        }
        let mut seeds = seeds.iter().map(|seed| format!("{:016x}", u64::from_le_bytes(*seed)));
        for (game, number) in batch.games.iter_mut().zip(numbers) {
            let seed = if number == DEAL { seeds.next() } else { None };
            match seed {
                Some(seed) => *game = BatchGame::dealt(ruleset, &seed, &batch.options, batch.form.actions)?,
                None => game.play(ruleset, number as usize, batch.form.actions),
            }
        }
        Ok(batch.observations())
    })
}

/// Returns a held game as JSON.
///
/// # Errors
/// If it does not exist.
pub(crate) fn show_one(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let ShowRequest { place } = funhouse_engine::read::read(body)?;
    BATCH.with_borrow(|batch| {
        let shown = batch.games.get(place).filter(|_| batch.ruleset_of(game).is_some());
        Ok(to_json(&shown.ok_or_else(|| out_of_range("/place"))?.shown(game.id())))
    })
}

fn out_of_range(pointer: &str) -> Refusal {
    Refusal::NotOfSchema { pointer: pointer.to_owned(), detail: "is out of range".to_owned() }
}

/// Returns the actions that are legal in a state.
fn legal(state: &dyn AnyState, size: usize) -> Actions {
    let legal: Box<str> = state.legal_moves(Some(Seat::FIRST)).0.into();
    actions(legal.into(), size)
}

impl Batch {
    /// Returns the ruleset of the held games, if they are of this game.
    fn ruleset_of(&self, game: &GameVersions) -> Option<Ruleset> {
        self.ruleset.filter(|ruleset| ruleset.facts().id == game.id())
    }

    /// Returns the observations of all games: little-endian arrays, one after the other.
    ///
    /// 1. The total of each game, 64 bits.
    /// 2. Its flags, 32 bits.
    /// 3. Its screen, row by row, 32 bits for each character.
    /// 4. Its features, 8 bits each.
    /// 5. Its mask, 8 bits for each action: 1 if it is legal.
    fn observations(&self) -> Vec<u8> {
        let Form { actions, features, rows, columns } = self.form;
        let mut bytes = Vec::with_capacity(self.games.len() * (12 + 4 * rows * columns + features + actions));
        bytes
            .extend(self.games.iter().flat_map(|game| game.state.standing().total().unwrap_or_default().to_le_bytes()));
        bytes.extend(self.games.iter().flat_map(|game| game.flags().to_le_bytes()));
        for game in self.games.iter().filter(|_| rows * columns > 0) {
            observe::screen(&game.state.scene(VIEWER).to_string(), rows, columns, &mut bytes);
        }
        for game in self.games.iter().filter(|_| features > 0) {
            observe::features(game.state.view(VIEWER).get(), observe::zeros(features, &mut bytes));
        }
        for game in &self.games {
            let mask = observe::zeros(actions, &mut bytes);
            game.actions.iter().for_each(|(number, _)| mask[number] = 1);
        }
        bytes
    }
}

impl BatchGame {
    fn dealt(ruleset: Ruleset, seed: &str, options: &str, size: usize) -> Result<Self, Refusal> {
        let seed: Seed = seed.parse().map_err(|_| out_of_range("/seeds"))?;
        let deal = |options: Reader<'_>| ruleset.rules().deal(Seats::ONE, seed.clone(), options);
        let state = wire::read_with(options.as_bytes(), &deal)?;
        Ok(Self { actions: legal(&*state, size), state, is_illegal: false })
    }

    /// Plays the move of an action, if it is legal.
    fn play(&mut self, ruleset: Ruleset, number: usize, size: usize) {
        let read = |mv: &str| wire::read_with(mv.as_bytes(), &|mv| ruleset.rules().read_move(mv)).ok();
        self.is_illegal = self.actions.find(number).and_then(read).is_none_or(|mv| self.state.advance(&*mv).is_err());
        if !self.is_illegal {
            self.actions = legal(&*self.state, size);
        }
    }

    fn flags(&self) -> u32 {
        let finished = if self.state.finished() { FINISHED } else { 0 };
        finished | if self.is_illegal { ILLEGAL } else { 0 }
    }

    fn shown(&self, game: &'static str) -> Shown<'_> {
        Shown {
            state: self.state.json(),
            seen: SeenPosition::of(game, &*self.state, Some(Seat::FIRST), false),
            actions: self.actions.iter().map(|(number, _)| number).collect(),
            moves: self.actions.iter().filter_map(|(_, mv)| serde_json::from_str(mv).ok()).collect(),
        }
    }
}
