use super::*;
use crate::chance::{Chance, Seed};
use crate::game::{Seat, State, ViewForm};
use crate::robot::Robot;

fn seed(n: u64) -> Seed {
    format!("dummies-{n}").parse().expect("a seed")
}

fn played(n: u64, moves: &[Move]) -> State<WhackADummy> {
    let mut state = State::deal(seed(n), NoOptions {});
    for mv in moves {
        state.play(mv, &mut Log::discard()).expect("it is legal");
    }
    state
}

#[test]
fn view_shows_only_suits_of_face_down_coins() {
    let moves = [Move::Enter(Enter { cell: CENTER[0] }), Move::Go(Go { direction: Direction::North })];
    let state = played(1, &moves);
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Onlooker] {
        let view = state.view(viewer);
        for (cell, coin) in state.table().grid.iter() {
            assert_eq!(view.grid[cell], Some(coin.viewed(cell == Cell::named("b2"))), "{cell}");
        }
    }
    assert_eq!(state.view(Viewer::Host).grid.values().filter_map(CoinFace::known).count(), 24);
    let mut over = state;
    over.play(&Move::GiveUp(GiveUp {}), &mut Log::discard()).expect("it is legal");
    assert_eq!(over.view(Viewer::Onlooker), over.view(Viewer::Host), "in the end everything is shown");
}

#[test]
fn face_down_coins_are_redealt_within_suits() {
    let state = played(2, &[Move::Enter(Enter { cell: CENTER[0] }), Move::Go(Go { direction: Direction::East })]);
    let (viewer, seed) = (Viewer::Seat(Seat::FIRST), seed(0));
    let mut draws = Chance::new(&seed).event("test");
    let again = WhackADummy::redeal(NoOptions {}, state.table(), viewer, &mut draws);
    assert_ne!(again.grid, state.table().grid);
    assert_eq!(Table::<ViewedCoin>::of(&again, viewer), state.view(viewer));
    assert_eq!(WhackADummy::redeal(NoOptions {}, state.table(), Viewer::Host, &mut draws), *state.table());
}

#[test]
fn view_with_too_many_coins_is_rejected() {
    let state = played(3, &[]);
    let mut view = ViewForm::of(&state, Viewer::Onlooker);
    let cell = Cell::all().find(|cell| view.table.grid[*cell] != Some(ViewedCoin::Hidden(Suit::S))).expect("a cell");
    view.table.grid[cell] = Some(ViewedCoin::Hidden(Suit::S));
    let faults = view.admit(Viewer::Onlooker).expect_err("there are seven suns");
    let found: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code, fault.detail.as_str())).collect();
    let wanted = [
        ("coin_twice", "nothing is left that can lie hidden here"),
        ("coin_missing", "something is nowhere: too little is hidden"),
    ];
    assert_eq!(found, wanted);
}

/// Means over 1,000 deals: the built-in player scores 0.2, a random one 17.8.
#[test]
fn built_in_player_avoids_mistakes() {
    let mut given_up = 0;
    for n in 0..100 {
        let mut state = played(n, &[]);
        Robot::Greedy.play_out(&mut state, 1_000, |_, state| assert_eq!(state.table().mistakes, 0, "{n}"));
        assert!(state.finished(), "{n}");
        given_up += u64::from(state.table().given_up);
    }
    assert!(given_up <= 5, "{given_up} of 100 were given up");
}

#[test]
fn built_in_player_first_corrects_mistakes() {
    // Plays at random until a corner has been flipped out of turn.
    let mut state = played(4, &[Move::Enter(Enter { cell: Cell::named("b3") })]);
    let mut tried = 0;
    while state.table().mistakes == 0 && tried < 1_000 {
        let direction = if tried % 3 == 0 { Direction::West } else { Direction::North };
        state.play(&Move::Go(Go { direction }), &mut Log::discard()).expect("it is legal");
        tried += 1;
    }
    let mistakes = state.table().mistakes;
    assert_eq!(mistakes, 1);
    Robot::Greedy.play_out(&mut state, 1_000, |_, state| assert_eq!(state.table().mistakes, mistakes));
    assert!(state.table().corners == 4 || state.table().given_up);
}
