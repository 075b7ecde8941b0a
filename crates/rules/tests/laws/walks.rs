//! Walks through games of both kinds: what the laws of what is seen have in common.

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{
    Bounds as _, Game, Log, OptionInfo, Options, Seat, Seated, Seats, Solitaire, State, Viewer,
};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// How many games with each number of seats the laws play: `FUNHOUSE_LAWS` if it is set.
fn games() -> u64 {
    number("FUNHOUSE_LAWS").unwrap_or(3)
}

/// A number from the environment.
pub(crate) fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Reads JSON as the service does. All laws share this one way of reading: each further way would compile every game's types again.
///
/// # Errors
/// With the message of the first fault.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(json.as_bytes());
    serde_path_to_error::deserialize(&mut reader).map_err(|error| error.to_string())
}

/// Whether a position is looked at. With `FUNHOUSE_LAWS_EVERY`, one in so many is, each time others, so that ten thousand games can
/// be played to their ends; otherwise all are.
pub(crate) fn is_looked_at(game: u64, moves_made: u64) -> bool {
    (game + moves_made).is_multiple_of(number("FUNHOUSE_LAWS_EVERY").unwrap_or(1))
}

/// How many moves of a solitaire are looked at: some have no end that a random player comes to.
const MOST: u64 = 400;

/// Where a game hides nothing but its seed, one position in so many is looked at.
const SELDOM: u64 = 8;

/// A law over all games of both kinds.
pub(crate) trait Law {
    /// Whether all positions are looked at, also where a game hides nothing but its seed.
    const LOOKS_OFTEN: bool = false;

    fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws);
}

struct Everywhere<L>(L);

impl<L: Law> Everywhere<L> {
    /// Walks through games by random players, by the built-in player, and by both. `FUNHOUSE_LAWS_GAME` names the one game
    /// that is played, to play many games of it.
    fn walk<G: Game, M: Mode<G>>(&mut self) {
        if std::env::var("FUNHOUSE_LAWS_GAME").is_ok_and(|id| id != G::ID) {
            return;
        }
        for seats in G::SEATS.filter_map(Seats::new) {
            for n in 0..games() {
                let seed: Seed = format!("leak-{n}").parse().expect("a seed");
                let mut draws = Chance::new(&seed).event("laws");
                let any = |option: &OptionInfo| (option.name.to_owned(), json!(draws.pick(option.values)));
                let options = Json::Object(G::Options::LIST.iter().map(any).collect());
                // The first game has the default options.
                let options = if n == 0 { G::Options::default() } else { read(&options.to_string()).expect("options") };
                let mut state = State::<G>::deal_for(seats, seed.clone(), options);
                for made in 0..MOST {
                    if is_looked_at(n, made) && (G::HIDES || L::LOOKS_OFTEN || made % SELDOM == 0) {
                        self.0.look::<G, M>(&state, &mut draws);
                    }
                    let random = n % 3 == 0 || n % 3 == 2 && draws.below(2) == 0;
                    let mv =
                        if random { random_move(&state, &mut draws) } else { sensible::<G, M>(&state, &mut draws) };
                    let Some(mv) = mv else { break };
                    state.play(&mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{} {n}: {mv:?}: {e}", G::ID));
                }
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

/// Upholds a law in every game, and gives it back with what it has gathered.
pub(crate) fn uphold<L: Law>(law: L) -> L {
    let mut everywhere = Everywhere(law);
    registry::visit_all(&mut everywhere);
    registry::visit_seated(&mut everywhere);
    everywhere.0
}

/// Upholds a law in every game for several seats, and gives it back with what it has gathered.
pub(crate) fn uphold_seated<L: Law>(law: L) -> L {
    let mut everywhere = Everywhere(law);
    registry::visit_seated(&mut everywhere);
    everywhere.0
}

/// Any legal move of a seat that may act.
pub(crate) fn random_move<G: Game>(state: &State<G>, draws: &mut Draws) -> Option<G::Move> {
    let legal = state.legal_moves();
    match legal.bounds {
        Some(bounds) if legal.moves.is_empty() => Some(bounds.any(draws)),
        _ => one_of(&legal.moves, draws).cloned(),
    }
}

fn sensible<G: Game, M: Mode<G>>(state: &State<G>, draws: &mut Draws) -> Option<G::Move> {
    let seats: Vec<Seat> = M::to_act(state).iter().collect();
    state.plan_for(*one_of(&seats, draws)?).into_iter().next()
}

/// One of a list, unless it is empty.
pub(crate) fn one_of<'a, T>(list: &'a [T], draws: &mut Draws) -> Option<&'a T> {
    let count = list.len() as u64;
    (count > 0).then(|| &list[usize::try_from(draws.below(count)).expect("an index")])
}

/// Everybody but whoever runs the table.
pub(crate) fn viewers(seats: Seats) -> impl Iterator<Item = Viewer> {
    seats.iter().map(Viewer::Seat).chain([Viewer::Onlooker])
}

/// Whether laws are upheld in all positions of all games.
pub(crate) fn all_games() -> bool {
    std::env::var("FUNHOUSE_LAWS_GAME").is_err() && number("FUNHOUSE_LAWS_EVERY").is_none()
}

/// The pointers to all that is in a JSON.
pub(crate) fn pointers(json: &Json, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match json {
        Json::Array(items) => (0..).zip(items).for_each(|(i, item)| pointers(item, &format!("{at}/{i}"), all)),
        Json::Object(fields) => fields.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), all)),
        _ => {}
    }
}
