//! Random walks through games.

use funhouse::rules::chance::{Chance, Draws, Seed};
use funhouse::rules::game::{LegalMoves, Log, Options, Solitaire, State};
use funhouse::rules::registry::{self, Visitor};
use serde_json::{Map, Value as Json};

/// Maximum number of moves of a walk, far more than any game needs.
pub(crate) const MAX_MOVES: usize = 20_000;

/// The `n`-th seed of a subject.
pub(crate) fn seed(subject: &str, n: u64) -> Seed {
    format!("{subject}-{n}").parse().expect("a seed")
}

/// Draws for choices of a test, independent of those of the game.
pub(crate) fn draws(subject: &str, n: u64) -> Draws {
    Chance::new(&seed(subject, n)).event("test")
}

/// Every combination of a game's options, the defaults first.
pub(crate) fn all_options<G: Solitaire>() -> Vec<G::Options> {
    let mut combinations = vec![Map::new()];
    for option in G::Options::LIST {
        combinations = combinations
            .into_iter()
            .flat_map(|chosen| {
                option.values.iter().map(move |value| {
                    let mut chosen = chosen.clone();
                    chosen.insert(option.name.to_owned(), Json::from(*value));
                    chosen
                })
            })
            .collect();
    }
    let read = |chosen| funhouse::rules::wire::from_value(Json::Object(chosen)).expect("every listed value is read");
    combinations.into_iter().map(read).collect()
}

/// A legal move, listed or within the bounds. `None` when the game has ended.
pub(crate) fn any_move<G: Solitaire>(legal: &LegalMoves<G>, draws: &mut Draws) -> Option<G::Move> {
    let listed = legal.moves.len() as u64;
    let within_bounds = u64::from(!legal.bounds.is_empty());
    if listed + within_bounds == 0 {
        return None;
    }
    let choice = draws.below(listed + within_bounds) as usize;
    legal.moves.get(choice).cloned().or_else(|| legal.draw_unlisted(draws))
}

/// Number of moves during which a walk avoids the end.
const LONG: usize = 40;

/// Wanders through a game: any legal move, but at first seldom one that ends the game while there is another. Players
/// who may give up at any time would otherwise see little of the game. Shows each state with the move made in it.
pub(crate) fn wander<G: Solitaire>(
    mut state: State<G>,
    draws: &mut Draws,
    mut show: impl FnMut(&State<G>, Option<&G::Move>),
) {
    for created in 0..MAX_MOVES {
        let legal = state.legal_moves();
        let mut chosen = None;
        for _ in 0..if created < LONG { 8 } else { 1 } {
            let Some(mv) = any_move(&legal, draws) else { break };
            let mut after = state.clone();
            after.play(&mv, &mut Log::discard()).expect("a legal move is playable");
            let ends = after.finished();
            chosen = Some((mv, after));
            if !ends {
                break;
            }
        }
        show(&state, chosen.as_ref().map(|(mv, _)| mv));
        match chosen {
            Some((_, after)) => state = after,
            None => return,
        }
    }
    panic!("{} never ends on {}", G::ID, state.seed());
}

/// A law that holds for every solitaire, on a number of seeds, which take turns with the combinations of its options.
pub(crate) trait Law {
    const SEEDS: u64;
    fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options);
}

struct EachGame<L>(L);

impl<L: Law> Visitor for EachGame<L> {
    fn visit<G: Solitaire>(&mut self) {
        for (n, options) in (0..L::SEEDS).zip(all_options::<G>().into_iter().cycle()) {
            self.0.holds::<G>(seed("law", n), options);
        }
    }
}

/// Checks a law in every solitaire, and returns it with its data.
pub(crate) fn uphold<L: Law>(law: L) -> L {
    let mut each = EachGame(law);
    registry::visit_all(&mut each);
    each.0
}
