//! A view has the same scene as its state, and an impossible view is refused with its faults.

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, State, ViewForm, Viewer};
use funhouse_rules::mode::Mode;
use serde_json::{Value as Json, json};

use crate::walks::{Law, all_games, check_all, one_of, pointers, viewers};

/// Reads a view as posted by a client.
fn posted<G: Game>(view: &Json) -> Result<ViewForm<G>, String> {
    ViewForm::from_json(view.to_string().as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn view_has_the_scene_of_its_state() {
    struct Drawn;
    impl Law for Drawn {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for viewer in viewers(state.seats()) {
                let view = ViewForm::of(state, viewer);
                let read = posted::<G>(&json!(view)).expect("it is of the schema");
                assert_eq!(read, view, "{}: it is read as it is written", G::ID);
                let sealed = read.admit(viewer);
                let sealed =
                    sealed.unwrap_or_else(|faults| panic!("{}: {viewer:?}: {faults:?}: {}", G::ID, json!(view)));
                assert_eq!(M::scene_of_view(&sealed), M::scene(state, viewer), "{}: {viewer:?}", G::ID);
            }
        }
    }
    check_all(Drawn);
}

#[test]
fn view_of_another_viewer_is_refused() {
    #[derive(Default)]
    struct Others {
        shown: u64,
        hidden: u64,
    }
    impl Law for Others {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let everybody: Vec<Viewer> = viewers(state.seats()).collect();
            let (Some(one), Some(other)) = (one_of(&everybody, draws), one_of(&everybody, draws)) else { return };
            let (view, own) = (ViewForm::of(state, *one), ViewForm::of(state, *other));
            match (view.clone().admit(*other), view == own) {
                (Ok(sealed), true) => assert_eq!(M::scene_of_view(&sealed), M::scene(state, *other)),
                (Err(faults), false) => {
                    let json = json!(view);
                    for fault in faults.iter() {
                        assert!(json.pointer(&fault.pointer).is_some(), "{}: {fault:?} is somewhere", G::ID);
                        self.shown += u64::from(fault.code == "shown");
                        self.hidden += u64::from(fault.code == "hidden");
                    }
                }
                (answer, is_same) => panic!("{}: {one:?} for {other:?}, {is_same}: {answer:?} {}", G::ID, json!(view)),
            }
        }
    }
    let Others { shown, hidden } = check_all(Others::default());
    assert!(shown > 500 && hidden > 500 || !all_games(), "{shown} shown, {hidden} hidden");
}

/// Corrupts a view: copies a part of it to another place, hides a part, or removes one.
fn corrupted(view: &Json, draws: &mut Draws) -> Json {
    let mut all = Vec::new();
    pointers(&view["table"], "/table", &mut all);
    let mut any = || all[usize::try_from(draws.below(all.len() as u64)).expect("an index")].clone();
    let (to, from) = (any(), any());
    let there = view.pointer(&from).expect("it is there").clone();
    let mut corrupted = view.clone();
    let place = corrupted.pointer_mut(&to).expect("it is there");
    match (draws.below(4), &mut *place) {
        (0, Json::Array(items)) => drop(items.pop()),
        (1, Json::Array(items)) if !items.is_empty() => items.push(items[0].clone()),
        (2, Json::String(text)) => {
            *text = if text.len() == 2 && !text.starts_with(['S', 'M', 'C', 'A']) { "??" } else { "S?" }.to_owned()
        }
        (3, Json::Number(number)) => *number = (number.as_i64().unwrap_or(0) + 1).into(),
        _ => *place = there,
    }
    corrupted
}

#[test]
fn corrupted_view_is_refused_or_drawn() {
    #[derive(Default)]
    struct Corrupted {
        unread: u64,
        refused: u64,
        drawn: u64,
    }
    impl Law for Corrupted {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            for viewer in viewers(state.seats()) {
                let view = corrupted(&json!(ViewForm::of(state, viewer)), draws);
                let Ok(form) = posted::<G>(&view) else {
                    self.unread += 1;
                    continue;
                };
                match form.admit(viewer) {
                    Ok(sealed) => {
                        self.drawn += 1;
                        assert!(!M::scene_of_view(&sealed).to_string().is_empty());
                    }
                    Err(faults) => {
                        self.refused += 1;
                        assert!(!faults.is_empty());
                        for fault in faults.iter() {
                            let listed = G::PAGE.faults().iter().any(|entry| entry.id == fault.code);
                            assert!(
                                listed || ["hidden", "shown"].contains(&fault.code),
                                "{}: {fault:?} is listed",
                                G::ID
                            );
                            let parent = fault.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
                            assert!(view.pointer(parent).is_some(), "{}: {fault:?} is somewhere in {view}", G::ID);
                        }
                    }
                }
            }
        }
    }
    let Corrupted { unread, refused, drawn } = check_all(Corrupted::default());
    let seen = format!("{unread} unread, {refused} refused, {drawn} drawn");
    assert!(unread > 1000 && refused > 1000 && drawn > 200 || !all_games(), "{seen}");
}
