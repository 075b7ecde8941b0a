//! Nothing hidden leaks: a viewer receives the same for two states that they cannot distinguish.
//!
//! Compared are the view, the standing, the viewer's legal moves and refusals, the built-in player's choices for their
//! seat, the scene (the source of pictures and screen-reader text), and the events of moves.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Log, Seat, Seated, Solitaire, State, StateForm, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use funhouse_rules::text::Sentence;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::walks::{Law, all_games, check_all, one_of, random_move, viewers, visit_seated};

/// Events with which the rules reveal something hidden. Every viewer sees all of them, and later events may depend on
/// what they reveal.
const REVEALING: &[(&str, &str)] = &[
    // The cards of all seats are revealed together, then the aces of the window.
    ("caribbean-star", "revealed"),
    ("caribbean-star", "stopped"),
    ("caribbean-star", "stop_not_needed"),
    // All characters are revealed together, and cards are drawn face up.
    ("dungeon-crawl", "revealed"),
    ("dungeon-crawl", "drew"),
    ("dungeon-crawl", "treasure"),
    // Whether a board is solved that is handed in; the boards of a round are shown before the next one is dealt.
    ("easy-slider-match", "finished"),
    ("easy-slider-match", "fumbled"),
    ("easy-slider-match", "round_over"),
    // The last card of a race is played before the next race is dealt.
    ("particle-stream", "played"),
    // Bids are revealed together; those that return to the hand are hidden again.
    ("penniless-and-insane", "revealed"),
    // Hands are revealed and scored before the next round is dealt.
    ("penniless-and-insane", "scored"),
    // Keys and hands are revealed before the next round is dealt.
    ("shipwreck", "revealed"),
];

/// Events that show a drawn card to its seat alone. The card may leave the hand within the same move, so the view may
/// not contain it; later events may depend on it.
const OWN_CARD: &[(&str, &str)] = &[
    // If no seat has a choice in the next turn, the card leaves the hand within the same move.
    ("caribbean-star", "drew"),
];

/// Returns the type of an event.
fn kind(event: Option<&Json>) -> &str {
    event.and_then(|event| event["type"].as_str()).unwrap_or_default()
}

/// Compares the events that a viewer sees of two indistinguishable moves. Returns the types of the equal events, up to
/// the first that reveals something or shows the viewer's own card.
///
/// # Errors
/// The first two events that reveal a difference.
fn equal_events<'a>(
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
        let open = [one, another].into_iter().any(|event| REVEALING.contains(&(game, kind(event))));
        let own = [one, another].into_iter().all(|event| {
            let seat = event.and_then(|event| event["seat"].as_u64());
            let of_viewer = matches!(viewer, Viewer::Seat(own) if seat == Some(own.number().into()));
            of_viewer && OWN_CARD.contains(&(game, kind(event)))
        });
        return if open || own { Ok(kinds) } else { Err((one, another)) };
    }
    Ok(kinds)
}

#[test]
fn drawn_card_may_differ_for_its_seat_only() {
    let drew = |seat: u8, card: &str| json!({"type": "drew", "seat": seat, "card": card});
    let (one, another) = ([drew(1, "4s"), drew(2, "??")], [drew(1, "Qh"), drew(2, "??")]);
    let seat = |number| Viewer::Seat(Seat::new(number).expect("a seat"));
    assert_eq!(equal_events("caribbean-star", seat(1), &one, &another), Ok(vec![]));
    for viewer in [seat(2), Viewer::Onlooker] {
        assert_eq!(
            equal_events("caribbean-star", viewer, &one, &another),
            Err((Some(&one[0]), Some(&another[0]))),
            "{viewer:?}"
        );
    }
    assert!(equal_events("seven-handed-poker", seat(1), &one, &another).is_err(), "it is not one of its events");
    assert_eq!(equal_events("caribbean-star", seat(2), &one[1..], &another[1..]), Ok(vec!["drew"]));
    assert!(equal_events("caribbean-star", seat(1), &one, &one[..1]).is_err(), "an additional event reveals something");
    let played = |card: &str| json!({"type": "played", "seat": 1, "card": card});
    assert!(
        equal_events("caribbean-star", seat(1), &[played("4s")], &[played("Qh")]).is_err(),
        "another event is not exempt"
    );
    assert!(
        equal_events("caribbean-star", seat(1), &[drew(1, "4s")], &[played("Qh")]).is_err(),
        "a pair with another event is not exempt"
    );
}

/// Draws a seed for the random choices of the built-in player. Two states that look the same share it, because each has
/// its own game seed.
fn seed(draws: &mut Draws) -> Seed {
    format!("robot-{}", draws.word()).parse().expect("a seed")
}

/// Deals everything hidden from a viewer again, except future chance.
fn redealt<G: Game>(state: &State<G>, viewer: Viewer, draws: &mut Draws) -> State<G> {
    let table = G::redeal(state.options(), state.table(), viewer, draws);
    let form = StateForm { seed: state.seed().clone(), seats: state.seats(), options: state.options(), table };
    form.admit().unwrap_or_else(|faults| panic!("{}: what is dealt again is possible: {faults:?}", G::ID))
}

#[test]
fn states_do_not_leak_hidden_information() {
    struct Compare {
        differ: BTreeSet<&'static str>,
    }
    impl Law for Compare {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            for viewer in viewers(state.seats()) {
                let other = state.redealt(viewer, draws);
                let robots = seed(draws);
                let received = |state: &State<G>| {
                    let own = match viewer {
                        Viewer::Seat(seat) if M::to_act(state).contains(seat) => Some(seat),
                        _ => None,
                    };
                    (
                        json!(state.view(viewer)).to_string(),
                        M::standing(state),
                        M::to_act(state),
                        state.seats().iter().map(|seat| M::decline(state, seat)).collect::<Vec<_>>(),
                        own.map(|seat| (M::legal_moves(state, Some(seat)), state.plan_drawn(seat, &robots))),
                        M::scene(state, viewer),
                    )
                };
                assert_eq!(received(state), received(&other), "{}: {viewer:?}", G::ID);
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
    let Compare { differ } = check_all(Compare { differ: BTreeSet::new() });
    let mut hiding = Hiding(BTreeSet::new());
    registry::visit_all(&mut hiding);
    visit_seated(&mut hiding);
    if all_games() {
        assert_eq!(
            differ, hiding.0,
            "what is hidden was dealt again in every game that hides something, and in no other"
        );
    }
}

/// The events of a move and the state after it.
struct Outcome<G: Game> {
    events: Vec<G::Event>,
    after: State<G>,
}

/// Returns an event as JSON, with its sentence.
fn with_text(event: &(impl Serialize + Sentence)) -> Json {
    let mut json = json!(event);
    json["text"] = json!(event.sentence());
    json
}

fn outcome<G: Game>(state: &State<G>, mv: &G::Move) -> Result<Outcome<G>, Illegal> {
    let (mut after, mut log) = (state.clone(), Log::keep());
    after.play(mv, &mut log)?;
    Ok(Outcome { events: log.events(), after })
}

/// Returns the move of the same seat that the viewer cannot distinguish from this one: the same one if it is legal,
/// otherwise any legal move, which may differ in hidden parts.
fn counterpart<G: Game, M: Mode<G>>(mv: &G::Move, mover: Seat, other: &State<G>, draws: &mut Draws) -> Option<G::Move> {
    let moves = M::legal_moves(other, Some(mover)).moves;
    if moves.contains(mv) { Some(mv.clone()) } else { one_of(&moves, draws).cloned() }
}

/// The number of times to deal again for each move.
const REDEALS: usize = 3;

#[test]
fn moves_do_not_leak_hidden_information() {
    #[derive(Default)]
    struct Events {
        /// The number of compared events, by game and type.
        compared: BTreeMap<(&'static str, String), u64>,
    }

    impl Law for Events {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let Some(mv) = random_move(state, draws).filter(|_| G::HIDES) else { return };
            let mover = json!(mv)["seat"].as_u64().and_then(|seat| Seat::new(seat as u8)).unwrap_or(Seat::FIRST);
            let here = outcome(state, &mv).expect("it is legal");
            for viewer in viewers(state.seats()) {
                let visible = |outcome: &Outcome<G>| -> Vec<Json> {
                    let shown = outcome.events.iter().filter(|event| G::is_visible(event, viewer));
                    shown.map(|event| with_text(&G::visible_event(event, viewer))).collect()
                };
                let shown = here.events.iter().filter(|event| G::is_visible(event, viewer));
                for (event, visible) in shown.zip(visible(&here)) {
                    let kind = visible["type"].as_str().unwrap_or_default();
                    assert!(
                        !REVEALING.contains(&(G::ID, kind)) || with_text(event) == visible,
                        "{event:?} has hidden parts, but reveals"
                    );
                }
                let seen = here.after.view(viewer);
                for _ in 0..REDEALS {
                    let other = redealt(state, viewer, draws);
                    let Some(same) = counterpart::<G, M>(&mv, mover, &other, draws) else { continue };
                    assert!(
                        same == mv || viewer != Viewer::Seat(mover),
                        "{}: {mv:?} is legal as far as its seat sees",
                        G::ID
                    );
                    let there = outcome(&other, &same).expect("it is legal");
                    // The views may differ afterwards if the move reveals something. Then the events may differ too.
                    if there.after.view(viewer) == seen {
                        let (here, there) = (visible(&here), visible(&there));
                        let kinds = equal_events(G::ID, viewer, &here, &there).unwrap_or_else(|(one, another)| {
                            panic!("{}: {viewer:?} can distinguish {mv:?} from {same:?}: {one:?}, {another:?}", G::ID)
                        });
                        for kind in kinds {
                            *self.compared.entry((G::ID, kind.to_owned())).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    let Events { compared } = check_all(Events::default());
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
fn refusals_do_not_leak_hidden_information() {
    #[derive(Default)]
    struct Refusals {
        refused: u64,
    }
    impl Law for Refusals {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            for seat in state.seats().iter().filter(|_| G::HIDES) {
                let other = redealt(state, Viewer::Seat(seat), draws);
                // Moves of another deal, most of which are illegal here.
                let elsewhere = state.redealt(Viewer::Onlooker, draws);
                let moves = M::legal_moves(&elsewhere, Some(seat)).moves;
                if let Some(mv) = one_of(&moves, draws) {
                    let (here, there) = (outcome(state, mv).err(), outcome(&other, mv).err());
                    assert_eq!(here, there, "{}: {mv:?}", G::ID);
                    self.refused += u64::from(here.is_some());
                }
            }
        }
    }
    let Refusals { refused } = check_all(Refusals::default());
    assert!(refused > 100 || !all_games(), "{refused} moves were refused");
}
