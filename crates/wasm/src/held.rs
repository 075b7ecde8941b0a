//! Solitaires that an instance of the module holds, so that an agent plays many of them without passing states back and forth.
//!
//! `GAME/hold` deals games or takes their states, and `GAME/play_many` plays a move in each. Both return [observations](observations) of all
//! held games. `GAME/held` returns one of them as JSON. An instance holds solitaires of one kind, and observes them in one form: a request
//! with another kind or form releases them.

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

use crate::actions::{Action, actions};
use crate::observe;

/// Maximum number of games, of actions, of features, and of characters of a screen.
const MAX_SIZE: usize = 1 << 16;

/// The flag of a game that has ended.
const FINISHED: u32 = 1;

/// The flag of a game in which the action was not legal. It did not change.
const ILLEGAL: u32 = 2;

/// The action that leaves a game as it is.
const NO_ACTION: u32 = u32::MAX;

/// The action that deals another game, with a seed that follows the actions.
const DEAL: u32 = u32::MAX - 1;

/// The player of a solitaire.
const VIEWER: Viewer = Viewer::Seat(Seat::FIRST);

thread_local! {
    static HELD: RefCell<Held> = RefCell::default();
}

/// A request to hold games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldRequest<'a> {
    /// The games that begin.
    #[serde(borrow)]
    games: Vec<NewGame<'a>>,
    /// The number of actions, of features, and of the rows and columns of the screen.
    form: Form,
}

/// A game that begins: with a deal, or in a state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGame<'a> {
    /// The index of the game that it replaces, or the number of games.
    place: usize,
    seed: Option<Box<str>>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
}

/// A request to show a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldRequest {
    place: usize,
}

/// The form of observations.
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
struct Held {
    game: &'static str,
    form: Form,
    games: Vec<HeldGame>,
}

/// A game, and the actions that are legal in it.
struct HeldGame {
    ruleset: Ruleset,
    options: Box<str>,
    state: Box<dyn AnyState>,
    actions: Vec<Action>,
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

/// Holds games, and returns the observations of all.
///
/// # Errors
/// If the request does not match its form, or a state is impossible. No game changed then.
pub(crate) fn hold(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let HoldRequest { games, form } =
        serde_json::from_slice(body).map_err(|error| Refusal::NotJson(error.to_string()))?;
    if [form.actions, form.features, form.rows.saturating_mul(form.columns)].iter().any(|size| *size > MAX_SIZE) {
        return Err(out_of_range("/form"));
    }
    let begun = games.iter().map(|new| Ok((new.place, new.begin(game.newest(), form)?)));
    let begun = begun.collect::<Result<Vec<_>, Refusal>>()?;
    HELD.with_borrow_mut(|held| {
        let mut left = if (held.game, held.form) == (game.id(), form) { held.games.len() } else { 0 };
        for (place, _) in &begun {
            if *place > left || left >= MAX_SIZE {
                return Err(out_of_range("/games"));
            }
            left = left.max(place + 1);
        }
        held.take(game.id(), form, begun);
        Ok(held.observations())
    })
}

/// Plays a move in each held game, and returns the observations of all. The request is an array of 32-bit integers, the actions, and one of
/// 64-bit integers, a seed for each game that is dealt.
///
/// # Errors
/// If there are more or fewer actions than held games of this kind, or other bytes. No game changed then.
pub(crate) fn play_many(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    HELD.with_borrow_mut(|held| {
        let (numbers, seeds) = body.split_at_checked(4 * held.games.len()).ok_or_else(|| out_of_range(""))?;
        let (numbers, (seeds, rest)) = (numbers.as_chunks().0, seeds.as_chunks());
        let numbers: Vec<u32> = numbers.iter().map(|number| u32::from_le_bytes(*number)).collect();
        let deals = numbers.iter().filter(|number| **number == DEAL).count();
        if held.game != game.id() || deals != seeds.len() || !rest.is_empty() {
            return Err(out_of_range(""));
        }
        let mut seeds = seeds.iter().map(|seed| u64::from_le_bytes(*seed));
        for (game, number) in held.games.iter_mut().zip(numbers) {
            match number {
                DEAL => game.deal(seeds.next().unwrap_or_default(), held.form.actions)?,
                number => game.play(number, held.form.actions),
            }
        }
        Ok(held.observations())
    })
}

/// Returns a held game as JSON.
///
/// # Errors
/// If it does not exist.
pub(crate) fn held(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let HeldRequest { place } = funhouse_engine::read::read(body)?;
    HELD.with_borrow(|held| {
        let shown = held.games.get(place).filter(|_| held.game == game.id()).ok_or_else(|| out_of_range("/place"))?;
        Ok(to_json(&shown.shown()))
    })
}

fn out_of_range(pointer: &str) -> Refusal {
    Refusal::NotOfSchema { pointer: pointer.to_owned(), detail: "is out of range".to_owned() }
}

impl NewGame<'_> {
    /// Deals, or takes the state.
    fn begin(&self, ruleset: Ruleset, form: Form) -> Result<HeldGame, Refusal> {
        let options = self.options.map_or("{}", RawValue::get);
        let state = match (self.state, &self.seed) {
            (Some(state), _) => wire::read_with(state.get().as_bytes(), &|state| ruleset.rules().read_state(state))?
                .admit()
                .map_err(|faults| Refusal::ImpossibleState { faults })?,
            (None, Some(seed)) => dealt(ruleset, seed, options)?,
            (None, None) => return Err(Refusal::NoSeed),
        };
        let actions = legal(&*state, form.actions);
        Ok(HeldGame { ruleset, options: options.into(), actions, state, is_illegal: false })
    }
}

/// Deals a solitaire.
fn dealt(ruleset: Ruleset, seed: &str, options: &str) -> Result<Box<dyn AnyState>, Refusal> {
    let seed: Seed = seed.parse().map_err(|_| out_of_range("/games"))?;
    let deal = |options: Reader<'_>| ruleset.rules().deal(Seats::ONE, seed.clone(), options);
    Ok(wire::read_with(options.as_bytes(), &deal)?)
}

/// Returns the actions that are legal in a state.
fn legal(state: &dyn AnyState, size: usize) -> Vec<Action> {
    actions(state.legal_moves(Some(Seat::FIRST)).0.get(), size)
}

impl Held {
    /// Puts games into their places.
    fn take(&mut self, game: &'static str, form: Form, begun: Vec<(usize, HeldGame)>) {
        if (self.game, self.form) != (game, form) {
            *self = Self { game, form, games: Vec::new() };
        }
        for (place, new) in begun {
            match self.games.get_mut(place) {
                Some(old) => *old = new,
                None => self.games.push(new),
            }
        }
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
            game.actions.iter().for_each(|action| mask[action.number] = 1);
        }
        bytes
    }
}

impl HeldGame {
    /// Deals another game, with a seed of 16 hexadecimal digits.
    fn deal(&mut self, seed: u64, size: usize) -> Result<(), Refusal> {
        self.state = dealt(self.ruleset, &format!("{seed:016x}"), &self.options)?;
        self.actions = legal(&*self.state, size);
        self.is_illegal = false;
        Ok(())
    }

    /// Plays the move of an action, if it is legal.
    fn play(&mut self, number: u32, size: usize) {
        self.is_illegal = number != NO_ACTION && !self.advance(number as usize);
        if number != NO_ACTION && !self.is_illegal {
            self.actions = legal(&*self.state, size);
        }
    }

    /// Plays the move of an action. Returns whether it is legal.
    fn advance(&mut self, number: usize) -> bool {
        let Some(action) = self.actions.iter().find(|action| action.number == number) else { return false };
        let rules = self.ruleset.rules();
        wire::read_with(action.mv.as_bytes(), &|mv| rules.read_move(mv))
            .is_ok_and(|mv| self.state.advance(&*mv).is_ok())
    }

    fn flags(&self) -> u32 {
        let finished = if self.state.finished() { FINISHED } else { 0 };
        finished | if self.is_illegal { ILLEGAL } else { 0 }
    }

    fn shown(&self) -> Shown<'_> {
        Shown {
            state: self.state.json(),
            seen: SeenPosition::of(self.ruleset.facts().id, &*self.state, Some(Seat::FIRST), false),
            actions: self.actions.iter().map(|action| action.number).collect(),
            moves: self.actions.iter().filter_map(|action| serde_json::from_str(&action.mv).ok()).collect(),
        }
    }
}
