//! Random walks through games of both modes, for the laws on what viewers see.

use std::collections::VecDeque;

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{Game, Log, Options, Seat, Seated, Seats, Solitaire, State, Viewer};
use funhouse_rules::games::template_game::TemplateGame;
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use funhouse_rules::wire;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

pub(crate) use crate::corrupt::{one_of, pointers};

/// Returns how many games a law plays with each number of seats: `FUNHOUSE_LAWS`, if set.
fn games<G: Game, L: Law>() -> u64 {
    number("FUNHOUSE_LAWS").unwrap_or(if G::SEATED { L::GAMES } else { L::SOLITAIRES })
}

/// Reads a number from the environment.
pub(crate) fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Deserializes JSON as the service does.
///
/// # Errors
/// The message of the first mismatch.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    funhouse_rules::wire::from_json(json.as_bytes()).map_err(|error| error.to_string())
}

/// Returns N, where a law checks one in N positions.
///
/// `FUNHOUSE_LAWS_EVERY` multiplies it, so that ten thousand games can be played to their ends.
fn sample_rate<G: Game, L: Law>() -> u64 {
    let rate = if G::HIDES || L::CHECKS_OFTEN { 1 } else { SAMPLE_RATE };
    rate * number("FUNHOUSE_LAWS_EVERY").unwrap_or(1)
}

/// More moves than any game needs.
const MAX_MOVES: u64 = 20_000;

/// During this number of moves, a random player seldom ends the game: those who may give up at any time would see
/// little of it otherwise.
const LONG: u64 = 40;

/// One in this many positions is checked in games that hide only their seed.
const SAMPLE_RATE: u64 = 8;

/// One in this many positions is checked of a game of the built-in player that can have very many moves: they differ little.
const LONG_SAMPLE_RATE: u64 = 37;

/// A law for all games of both modes.
pub(crate) trait Law {
    /// The number of games with each number of seats.
    const GAMES: u64 = 3;
    /// The number of games of each solitaire.
    const SOLITAIRES: u64 = 3;
    /// Whether all positions are checked even if a game hides only its seed.
    const CHECKS_OFTEN: bool = false;

    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws);
}

struct Everywhere<L>(L);

impl<L: Law> Everywhere<L> {
    /// Walks through games by random players, by the built-in player, and by both.
    ///
    /// `FUNHOUSE_LAWS_GAME` limits the walk to one game, so that many games of it can be played.
    fn walk<G: Game, M: Mode<G>>(&mut self) {
        if std::env::var("FUNHOUSE_LAWS_GAME").is_ok_and(|id| id != G::ID) {
            return;
        }
        let rate = sample_rate::<G, L>();
        for seats in G::SEATS.filter_map(Seats::new) {
            // The first game has the default options.
            for (n, options) in (0..games::<G, L>()).zip(all_options::<G>().iter().cycle()) {
                let seed: Seed = format!("leak-{n}").parse().expect("a seed");
                let mut draws = Chance::new(&seed).event("laws");
                // With few seats, a long game shows everything that the built-in player does.
                let is_long = G::MAX_MOVES > wire::MAX_MOVES;
                let is_random = is_long && seats.count() > *G::SEATS.start();
                let mut player = if is_random { Player::random() } else { Player::<G>::of(n) };
                let rate = if is_long && !player.is_random() { rate * LONG_SAMPLE_RATE } else { rate };
                let mut state = State::<G>::deal_for(seats, seed.clone(), *options);
                for count in 0..MAX_MOVES {
                    // At other moves in each game.
                    if (n + count).is_multiple_of(rate) {
                        self.0.check::<G, M>(&state, &mut draws);
                    }
                    let Some((_, after)) = player.play::<M>(&state, count, &mut draws) else { break };
                    state = after;
                }
                assert!(state.finished(), "{} never ends on {seed}", G::ID);
            }
        }
    }
}

impl<L: Law> Visitor for Everywhere<L> {
    fn visit<G: Solitaire>(&mut self) {
        self.walk::<G, SolitaireMode>();
    }
}

impl<L: Law> SeatedVisitor for Everywhere<L> {
    fn visit<G: Seated>(&mut self) {
        self.walk::<G, SeatedMode>();
    }
}

/// Visits every game for several seats, and the template, which is not registered.
pub(crate) fn visit_seated(visitor: &mut impl SeatedVisitor) {
    registry::visit_seated(visitor);
    visitor.visit::<TemplateGame>();
}

/// Checks a law in every game and returns it with its data.
pub(crate) fn check_all<L: Law>(law: L) -> L {
    let mut everywhere = Everywhere(law);
    registry::visit_all(&mut everywhere);
    visit_seated(&mut everywhere);
    everywhere.0
}

/// Checks a law in every game for several seats and returns it with its data.
pub(crate) fn check_all_seated<L: Law>(law: L) -> L {
    let mut everywhere = Everywhere(law);
    visit_seated(&mut everywhere);
    everywhere.0
}

/// Returns a random legal move of the seats that may act, listed or within the bounds.
pub(crate) fn random_move<G: Game>(state: &State<G>, draws: &mut Draws) -> Option<G::Move> {
    let legal = state.legal_moves();
    let unlisted = (!legal.bounds.is_empty()).then_some(None);
    let choices: Vec<Option<&G::Move>> = legal.moves.iter().map(Some).chain(unlisted).collect();
    let choice = *one_of(&choices, draws)?;
    choice.cloned().or_else(|| legal.draw_unlisted(draws))
}

/// The player of a walk.
pub(crate) struct Player<G: Game> {
    style: Style,
    /// The next moves of the built-in player.
    plan: VecDeque<G::Move>,
}

/// Who chooses the moves of a walk.
#[derive(Clone, Copy)]
enum Style {
    Random,
    BuiltIn,
    /// One of both for each move.
    Mixed,
}

impl<G: Game> Player<G> {
    /// Returns a random player.
    pub(crate) fn random() -> Self {
        Self { style: Style::Random, plan: VecDeque::new() }
    }

    fn is_random(&self) -> bool {
        matches!(self.style, Style::Random)
    }

    /// Returns the player of the `n`-th game. Most are random: they reach more positions, and cost less.
    fn of(n: u64) -> Self {
        let style = match n % 12 {
            1 => Style::BuiltIn,
            2 => Style::Mixed,
            _ => Style::Random,
        };
        Self { style, plan: VecDeque::new() }
    }

    /// Chooses a legal move after `count` moves and returns it with the state after it; none if the game has ended.
    pub(crate) fn play<M: Mode<G>>(
        &mut self,
        state: &State<G>,
        count: u64,
        draws: &mut Draws,
    ) -> Option<(G::Move, State<G>)> {
        let is_random = match self.style {
            Style::Random => true,
            Style::BuiltIn => false,
            Style::Mixed => draws.below(2) == 0,
        };
        if is_random {
            self.plan.clear();
            return long_random_move(state, count, draws);
        }
        if self.plan.is_empty() {
            let seats: Vec<Seat> = M::to_act(state).iter().collect();
            self.plan = state.plan_for(*one_of(&seats, draws)?).into();
        }
        self.plan.pop_front().map(|mv| with_result(state, mv))
    }
}

/// Chooses a random move, at first seldom one that ends the game, and returns it with the state after it.
fn long_random_move<G: Game>(state: &State<G>, count: u64, draws: &mut Draws) -> Option<(G::Move, State<G>)> {
    let attempts = if count < LONG { 8 } else { 1 };
    let mut choices = (0..attempts).map_while(|_| random_move(state, draws)).map(|mv| with_result(state, mv));
    let first = choices.next()?;
    let goes_on = |(_, after): &(G::Move, State<G>)| !after.finished();
    if goes_on(&first) { Some(first) } else { choices.find(goes_on).or(Some(first)) }
}

/// Returns a legal move with the state after it.
fn with_result<G: Game>(state: &State<G>, mv: G::Move) -> (G::Move, State<G>) {
    let mut after = state.clone();
    after.play(&mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{} on {}: {mv:?}: {e}", G::ID, state.seed()));
    (mv, after)
}

/// Returns all viewers but the host.
pub(crate) fn viewers(seats: Seats) -> impl Iterator<Item = Viewer> {
    seats.iter().map(Viewer::Seat).chain([Viewer::Onlooker])
}

/// Returns whether laws are checked in all positions of all games.
pub(crate) fn all_games() -> bool {
    std::env::var("FUNHOUSE_LAWS_GAME").is_err() && number("FUNHOUSE_LAWS_EVERY").is_none()
}

/// Returns the JSON text with the keys of every object in reverse order.
pub(crate) fn reversed(json: &Json) -> String {
    match json {
        Json::Object(fields) => {
            let fields = fields.iter().rev().map(|(key, value)| format!("{}:{}", json!(key), reversed(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// Returns every combination of a game's options, the defaults first.
pub(crate) fn all_options<G: Game>() -> Vec<G::Options> {
    let mut combinations = vec![json!({})];
    for option in G::Options::LIST {
        let with = |chosen: &Json| {
            let chosen = chosen.clone();
            option.values.iter().map(move |value| {
                let mut chosen = chosen.clone();
                chosen[option.name] = json!(value);
                chosen
            })
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    combinations.iter().map(|chosen| read(&chosen.to_string()).expect("listed values")).collect()
}
