//! Nothing that is hidden leaks: two states that a viewer cannot tell from one another are told to them alike, in games of both kinds.
//!
//! What is told is the view, how the game stands, the viewer's legal moves and refusals, what the built-in player does on their
//! seat, the scene, from which pictures and words come, and the events of moves.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Log, Seat, Seated, Solitaire, State, StateForm, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use serde_json::{Value as Json, json};

use crate::walks::{Law, all_games, one_of, random_move, uphold, viewers};

/// Events in which the rules open what was hidden: they are told to everybody alike, and what comes after them may follow from
/// what they told.
const OPEN: &[(&str, &str)] = &[
    // The cards of all seats are turned up together, then the aces of the window.
    ("caribbean-star", "revealed"),
    ("caribbean-star", "stopped"),
    ("caribbean-star", "stop_not_needed"),
    // Bids are turned up together; those that are taken back are hidden again.
    ("penniless-and-insane", "revealed"),
    // Hands are shown and scored, before the next round is dealt.
    ("penniless-and-insane", "scored"),
];

/// Events that tell a seat the card that it draws, and hide it from everybody else. The card may be lost again within the move,
/// so that nothing of it is left in the seat's view; what comes after may follow from it.
const OWN: &[(&str, &str)] = &[
    // Where nobody has a choice in the turn that follows, the card leaves the hand within the same move.
    ("caribbean-star", "drew"),
];

/// The type of an event.
fn kind(event: Option<&Json>) -> &str {
    event.and_then(|event| event["type"].as_str()).unwrap_or_default()
}

/// Compares what a viewer is told of two moves that they cannot tell from one another: gives the types of the events that are
/// alike, up to the first that opens what was hidden or is of the viewer's own card.
///
/// # Errors
/// The first two events of which one tells what is hidden from the viewer.
fn alike<'a>(
    game: &str,
    viewer: Viewer,
    here: &'a [Json],
    there: &'a [Json],
) -> Result<Vec<&'a str>, (Option<&'a Json>, Option<&'a Json>)> {
    let mut kinds = Vec::new();
    for i in 0..here.len().max(there.len()) {
        let (one, another) = (here.get(i), there.get(i));
        if one == another {
            kinds.push(kind(one));
            continue;
        }
        let open = [one, another].into_iter().any(|event| OPEN.contains(&(game, kind(event))));
        let own = [one, another].into_iter().all(|event| {
            let seat = event.and_then(|event| event["seat"].as_u64());
            let of_viewer = matches!(viewer, Viewer::Seat(own) if seat == Some(own.number().into()));
            of_viewer && OWN.contains(&(game, kind(event)))
        });
        return if open || own { Ok(kinds) } else { Err((one, another)) };
    }
    Ok(kinds)
}

#[test]
fn what_a_seat_draws_may_differ_for_itself_and_for_nobody_else() {
    let drew = |seat: u8, card: &str| json!({"type": "drew", "seat": seat, "card": card});
    let (one, another) = ([drew(1, "4s"), drew(2, "??")], [drew(1, "Qh"), drew(2, "??")]);
    let seat = |number| Viewer::Seat(Seat::new(number).expect("a seat"));
    assert_eq!(alike("caribbean-star", seat(1), &one, &another), Ok(vec![]));
    for viewer in [seat(2), Viewer::Onlooker] {
        assert_eq!(
            alike("caribbean-star", viewer, &one, &another),
            Err((Some(&one[0]), Some(&another[0]))),
            "{viewer:?}"
        );
    }
    assert!(alike("seven-handed-poker", seat(1), &one, &another).is_err(), "it is not one of its events");
    assert_eq!(alike("caribbean-star", seat(2), &one[1..], &another[1..]), Ok(vec!["drew"]));
    assert!(alike("caribbean-star", seat(1), &one, &one[..1]).is_err(), "an event more tells something");
    let played = |card: &str| json!({"type": "played", "seat": 1, "card": card});
    assert!(alike("caribbean-star", seat(1), &[played("4s")], &[played("Qh")]).is_err(), "another event is not exempt");
    assert!(alike("caribbean-star", seat(1), &[drew(1, "4s")], &[played("Qh")]).is_err(), "nor is another beside it");
}

/// A seed for the random choices of the built-in player. Both of two states that look the same draw from it, as each has a seed of its own.
fn seed(draws: &mut Draws) -> Seed {
    format!("robot-{}", draws.word()).parse().expect("a seed")
}

/// The same game with what is hidden from a viewer dealt again, but for the chance to come.
fn redealt<G: Game>(state: &State<G>, viewer: Viewer, draws: &mut Draws) -> State<G> {
    let table = G::redeal(state.table(), viewer, draws);
    let form = StateForm { seed: state.seed().clone(), seats: state.seats(), options: state.options(), table };
    form.admit().unwrap_or_else(|faults| panic!("{}: what is dealt again is possible: {faults:?}", G::ID))
}

#[test]
fn what_a_viewer_is_told_of_a_state_does_not_depend_on_what_is_hidden_from_them() {
    struct Told {
        differ: BTreeSet<&'static str>,
    }
    impl Law for Told {
        fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            for viewer in viewers(state.seats()) {
                let other = state.redealt(viewer, draws);
                let robots = seed(draws);
                let told = |state: &State<G>| {
                    let own = match viewer {
                        Viewer::Seat(seat) if M::to_act(state).contains(seat) => Some(seat),
                        _ => None,
                    };
                    (
                        json!(state.view(viewer)).to_string(),
                        M::standing(state),
                        M::to_act(state),
                        own.map(|seat| (M::legal_moves(state, Some(seat)), state.plan_drawn(seat, &robots))),
                        M::scene(state, viewer),
                    )
                };
                assert_eq!(told(state), told(&other), "{}: {viewer:?}", G::ID);
                assert!(!json!(state.view(viewer)).to_string().contains(state.seed().as_str()), "a view has no seed");
                if other.table() != state.table() {
                    self.differ.insert(G::ID);
                }
            }
        }
    }
    struct Hiding(BTreeSet<&'static str>);
    impl Visitor for Hiding {
        fn visit<G: Solitaire>(&mut self) {
            self.0.extend(G::HIDES.then_some(G::ID));
        }
    }
    impl SeatedVisitor for Hiding {
        fn visit<G: Seated>(&mut self) {
            self.0.extend(G::HIDES.then_some(G::ID));
        }
    }
    let Told { differ } = uphold(Told { differ: BTreeSet::new() });
    let mut hiding = Hiding(BTreeSet::new());
    registry::visit_all(&mut hiding);
    registry::visit_seated(&mut hiding);
    if all_games() {
        assert_eq!(
            differ, hiding.0,
            "what is hidden was dealt again in every game that hides something, and in no other"
        );
    }
}

/// A move, its events, and the state that it leads to.
struct Made<G: Game> {
    events: Vec<G::Event>,
    after: State<G>,
}

fn made<G: Game>(state: &State<G>, mv: &G::Move) -> Result<Made<G>, Illegal> {
    let (mut after, mut log) = (state.clone(), Log::keep());
    after.play(mv, &mut log)?;
    Ok(Made { events: log.events(), after })
}

/// A move by the same seat that the viewer takes for this one: the same, or, where that is none of its legal moves once all that
/// is hidden is dealt again, another, which can differ in what is hidden.
fn counterpart<G: Game, M: Mode<G>>(mv: &G::Move, mover: Seat, other: &State<G>, draws: &mut Draws) -> Option<G::Move> {
    let moves = M::legal_moves(other, Some(mover)).moves;
    if moves.contains(mv) { Some(mv.clone()) } else { one_of(&moves, draws).cloned() }
}

/// How many times what is hidden from a viewer is dealt again for each move.
const AGAIN: usize = 3;

#[test]
fn what_a_viewer_is_told_of_a_move_does_not_depend_on_what_is_hidden_from_them() {
    #[derive(Default)]
    struct Events {
        /// How many events were compared, by game and type.
        compared: BTreeMap<(&'static str, String), u64>,
    }

    impl Law for Events {
        fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let Some(mv) = random_move(state, draws).filter(|_| G::HIDES) else { return };
            let mover = json!(mv)["seat"].as_u64().and_then(|seat| Seat::new(seat as u8)).unwrap_or(Seat::FIRST);
            let here = made(state, &mv).expect("it is legal");
            for viewer in viewers(state.seats()) {
                let told = |made: &Made<G>| -> Vec<Json> {
                    made.events.iter().map(|event| json!(G::visible_event(event, viewer))).collect()
                };
                for (event, told) in here.events.iter().zip(told(&here)) {
                    let kind = told["type"].as_str().unwrap_or_default();
                    assert!(
                        !OPEN.contains(&(G::ID, kind)) || json!(event) == told,
                        "{event:?} is told to everybody alike"
                    );
                }
                let seen = here.after.view(viewer);
                for _ in 0..AGAIN {
                    let other = redealt(state, viewer, draws);
                    let Some(same) = counterpart::<G, M>(&mv, mover, &other, draws) else { continue };
                    assert!(
                        same == mv || viewer != Viewer::Seat(mover),
                        "{}: {mv:?} is legal as far as its seat sees",
                        G::ID
                    );
                    let there = made(&other, &same).expect("it is legal");
                    // What they see afterwards may differ, for a move may open what was hidden; then they are told of it, too.
                    if there.after.view(viewer) == seen {
                        let (here, there) = (told(&here), told(&there));
                        let kinds = alike(G::ID, viewer, &here, &there).unwrap_or_else(|(one, another)| {
                            panic!("{}: {viewer:?} is told of {mv:?} and {same:?}: {one:?}, {another:?}", G::ID)
                        });
                        for kind in kinds {
                            *self.compared.entry((G::ID, kind.to_owned())).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    let Events { compared } = uphold(Events::default());
    if all_games() {
        for kind in [
            ("caribbean-star", "drew"),
            ("darwinian-poker", "planted"),
            ("graveyard-shift", "emerged"),
            ("penniless-and-insane", "bid"),
            ("seven-handed-poker", "played"),
            ("whack-a-dummy", "coin_flipped"),
        ] {
            let count = compared
                .iter()
                .find(|((game, event), _)| (*game, event.as_str()) == kind)
                .map_or(0, |(_, count)| *count);
            assert!(count >= 20, "{kind:?} was compared {count} times");
        }
    }
}

#[test]
fn a_move_is_refused_by_what_its_seat_sees() {
    #[derive(Default)]
    struct Refusals {
        refused: u64,
    }
    impl Law for Refusals {
        fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            for seat in state.seats().iter().filter(|_| G::HIDES) {
                let other = redealt(state, Viewer::Seat(seat), draws);
                // Moves of another deal, which most often are illegal here.
                let elsewhere = state.redealt(Viewer::Onlooker, draws);
                let moves = M::legal_moves(&elsewhere, Some(seat)).moves;
                if let Some(mv) = one_of(&moves, draws) {
                    let (here, there) = (made(state, mv).err(), made(&other, mv).err());
                    assert_eq!(here, there, "{}: {mv:?}", G::ID);
                    self.refused += u64::from(here.is_some());
                }
            }
        }
    }
    let Refusals { refused } = uphold(Refusals::default());
    assert!(refused > 100 || !all_games(), "{refused} moves were refused");
}
