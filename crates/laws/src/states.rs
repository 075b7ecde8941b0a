//! Posted states: those that play reaches are admitted unchanged, others are refused with all faults, or can be played.

use std::collections::BTreeSet;

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, Log, SeatSet, State, StateForm};
use funhouse_rules::mode::Mode;
use serde_json::{Value as Json, json};

use crate::corrupt::{corrupt, pointers};
use crate::moves::assert_playable;
use crate::walks::{Law, all_games, check_all, check_all_seated, random_move, reversed};

/// Reads a state as posted by a client.
///
/// # Errors
/// A message about the schema, or the faults.
fn posted<G: Game>(json: &Json) -> Result<State<G>, String> {
    let form = StateForm::<G>::from_json(json.to_string().as_bytes()).map_err(|error| error.to_string())?;
    form.admit().map_err(|faults| format!("{faults:?}"))
}

/// Checks that a state is admitted unchanged, also with its keys in another order.
pub(crate) fn assert_admitted<G: Game>(state: &State<G>) {
    let text = serde_json::to_string(state).expect("JSON");
    let admit = |text: &str| {
        let form = StateForm::<G>::from_json(text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e}: {text}", G::ID));
        form.admit().unwrap_or_else(|faults| panic!("{}: {faults:?}: {text}", G::ID))
    };
    let admitted = admit(&text);
    assert_eq!(admitted, *state, "{}", G::ID);
    assert_eq!(serde_json::to_string(&admitted).expect("JSON"), text, "{}", G::ID);
    assert_eq!(admit(&reversed(&json!(state))), *state, "{}: the order of keys does not matter", G::ID);
}

#[test]
fn reachable_states_are_admitted_unchanged() {
    struct Admitted;
    impl Law for Admitted {
        const GAMES: u64 = 2;
        const SOLITAIRES: u64 = 40;
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            assert_admitted(state);
        }
    }
    check_all(Admitted);
}

#[test]
fn every_scene_has_a_caption_and_areas() {
    struct Drawn;
    impl Law for Drawn {
        const SOLITAIRES: u64 = 40;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for viewer in crate::walks::viewers(state.seats()) {
                let scene = M::scene(state, viewer);
                assert!(!scene.caption.is_empty() && !scene.areas.is_empty(), "{} on {}", G::ID, state.seed());
                assert!(scene.to_string().lines().count() > scene.areas.len(), "{scene}");
            }
        }
    }
    check_all(Drawn);
}

#[test]
fn every_seat_that_a_window_asks_can_decline_it() {
    #[derive(Default)]
    struct Windows {
        announced: BTreeSet<&'static str>,
        found: BTreeSet<&'static str>,
    }
    impl Law for Windows {
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            if G::HAS_WINDOWS {
                self.announced.insert(G::ID);
            }
            let to_act = M::to_act(state);
            let declining: SeatSet = state.seats().iter().filter(|seat| M::decline(state, *seat).is_some()).collect();
            if declining.is_empty() {
                return;
            }
            self.found.insert(G::ID);
            assert_eq!(declining, to_act, "{}: all are asked", G::ID);
            for seat in declining.iter() {
                let mv = M::decline(state, seat).expect("a move");
                assert!(M::legal_moves(state, Some(seat)).moves.contains(&mv), "{}: {mv:?}", G::ID);
            }
        }
    }
    let Windows { announced, found } = check_all_seated(Windows::default());
    assert_eq!(announced, found);
}

#[test]
fn state_of_another_game_or_version_is_refused() {
    struct Foreign;
    impl Law for Foreign {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            if draws.below(8) > 0 {
                return;
            }
            let with = |key: &str, value: Json| {
                let mut state = json!(state);
                state[key] = value;
                posted::<G>(&state)
            };
            assert!(with("game", json!("no-such-game")).is_err(), "{}", G::ID);
            for rules in [G::RULES + 1, 0] {
                assert!(with("rules", json!(rules)).is_err(), "{}", G::ID);
            }
            assert!(with("seed", json!("")).is_err(), "{}", G::ID);
            assert!(with("unknown", json!(1)).is_err(), "{}", G::ID);
            assert_eq!(with("game", json!(G::ID)).as_ref(), Ok(state), "{}", G::ID);
        }
    }
    check_all(Foreign);
}

/// Counts of corrupted states.
#[derive(Default)]
struct Corrupted {
    unread: u64,
    refused: u64,
    admitted: u64,
}

impl Law for Corrupted {
    const GAMES: u64 = 2;
    const SOLITAIRES: u64 = 24;
    const CHECKS_OFTEN: bool = true;

    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        for _ in 0..if G::SEATED { 1 } else { 6 } {
            let mut json = json!(state);
            corrupt(&mut json, draws);
            if draws.below(4) == 0 {
                corrupt(&mut json, draws);
            }
            self.judge::<G, M>(&json, draws);
        }
    }
}

impl Corrupted {
    fn judge<G: Game, M: Mode<G>>(&mut self, json: &Json, draws: &mut Draws) {
        let Ok(form) = StateForm::<G>::from_json(json.to_string().as_bytes()) else {
            self.unread += 1;
            return;
        };
        match form.admit() {
            Err(faults) => {
                self.refused += 1;
                assert!(!faults.is_empty());
                for fault in faults.iter() {
                    let listed = G::PAGE.faults().iter().any(|entry| entry.id == fault.code);
                    assert!(listed, "the rules page of {} does not list the fault {}", G::ID, fault.code);
                    assert!(!fault.detail.is_empty(), "{}: {}", G::ID, fault.code);
                    let (parent, _) = fault.pointer.rsplit_once('/').expect("a pointer has a slash");
                    let parent = json.pointer(parent).filter(|parent| parent.is_object());
                    let exists = json.pointer(&fault.pointer).or(parent).is_some();
                    assert!(exists && fault.pointer.starts_with("/table"), "{}: {fault:?} in {json}", G::ID);
                }
            }
            Ok(state) => {
                self.admitted += 1;
                assert_can_be_played::<G, M>(&state, draws);
            }
        }
    }
}

/// Checks that an admitted state works like one that play reached, and so do the states after a move.
fn assert_can_be_played<G: Game, M: Mode<G>>(state: &State<G>, draws: &mut Draws) {
    assert_admitted(state);
    for viewer in crate::walks::viewers(state.seats()) {
        assert!(!M::scene(state, viewer).to_string().is_empty());
    }
    assert_eq!(state.digest().len(), 64);
    assert_eq!(M::to_act(state).is_empty(), state.finished(), "{}: {}", G::ID, json!(state));
    let legal = state.legal_moves();
    assert_eq!(legal.moves.is_empty() && legal.bounds.is_empty(), state.finished(), "{}: {}", G::ID, json!(state));
    for _ in 0..if G::SEATED { 3 } else { 6 } {
        let Some(mv) = random_move(state, draws) else { return };
        assert_playable(state, &mv);
        let mut after = state.clone();
        after.play(&mv, &mut Log::discard()).expect("a legal move");
        assert_admitted(&after);
    }
    // The players of some solitaires search for seconds in a thousand positions.
    let is_planned = G::SEATED || draws.below(16) == 0;
    for seat in M::to_act(state).iter().filter(|_| is_planned) {
        assert!(!state.plan_for(seat).is_empty(), "{}: seat {seat} has a plan: {}", G::ID, json!(state));
    }
}

#[test]
fn corrupted_state_is_refused_with_listed_faults_or_playable() {
    let Corrupted { unread, refused, admitted } = check_all(Corrupted::default());
    let counts = format!("{unread} unread, {refused} refused, {admitted} admitted");
    assert!(unread > 1000 && refused > 1000 && admitted > 1000 || !all_games(), "{counts}");
}

/// Sets each number of a state, one after another, to the greatest that is admitted.
fn raised<G: Game>(state: &State<G>) -> State<G> {
    // Powers of ten are the limits of counts. One less than each is tried for counts that must be odd or even.
    let limits = [15, 12, 9, 6, 3, 1].map(|power| 10_u64.pow(power));
    let mut json = json!(state);
    let mut all = Vec::new();
    pointers(&json["table"], "/table", &mut all);
    for at in all {
        let Some(was) = json.pointer(&at).and_then(Json::as_u64) else { continue };
        for more in limits.into_iter().flat_map(|limit| [limit, limit - 1]).filter(|more| *more > was) {
            let mut tried = json.clone();
            *tried.pointer_mut(&at).expect("it exists") = json!(more);
            if posted::<G>(&tried).is_ok() {
                json = tried;
                break;
            }
        }
    }
    posted(&json).expect("it is admitted")
}

#[test]
fn states_with_maximum_counts_stay_admissible_after_moves() {
    /// Games with a count that a posted state can set to the limit of all counts.
    #[derive(Default)]
    struct AtMost(BTreeSet<&'static str>);
    impl Law for AtMost {
        const GAMES: u64 = 1;
        const SOLITAIRES: u64 = 2;
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            if draws.below(16) > 0 {
                return;
            }
            let mut raised = raised(state);
            if json!(raised).to_string().contains("00000000") {
                self.0.insert(G::ID);
            }
            for _ in 0..4 {
                assert_admitted(&raised);
                let moves = raised.legal_moves().moves;
                // The lists of seated games are long.
                for mv in moves.iter().step_by(if G::SEATED { 1 + moves.len() / 8 } else { 1 }) {
                    let mut after = raised.clone();
                    assert_eq!(after.play(mv, &mut Log::discard()), Ok(()), "{}", G::ID);
                    assert_admitted(&after);
                }
                let Some(mv) = random_move(&raised, draws) else { break };
                raised.play(&mv, &mut Log::discard()).expect("a legal move");
            }
        }
    }
    let AtMost(unbounded) = check_all(AtMost::default());
    let known = ["easy-slider", "whack-a-dummy", "catwalk"];
    assert!(known.iter().all(|game| unbounded.contains(game)) || !all_games(), "{unbounded:?}");
}
