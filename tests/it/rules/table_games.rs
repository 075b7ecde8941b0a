//! Games at tables, without a server: their moves, and the runs of those that are finished.

use funhouse::engine::table_game::TableGame;
use funhouse::engine::{self, Ruleset};
use funhouse::rules::erased::MoveError;
use funhouse::rules::game::{Level, Seat, Seats};

/// The game of a table with the default options and the minimum number of seats.
fn dealt(ruleset: Ruleset) -> TableGame {
    let seats = Seats::new(ruleset.facts().seats.0).expect("a number of seats");
    let options = ruleset.options(serde_json::Map::new()).expect("the defaults");
    ruleset.table_game(seats, "funhouse-1".parse().expect("a seed"), &options).expect("its options can be read")
}

/// Plays a solitaire with its built-in player to the end.
fn play_out(game: &mut TableGame) {
    while !game.to_act().is_empty() {
        assert!(game.accepted().is_none(), "the game is not complete");
        for mv in game.plan(Seat::FIRST, Level::DEFAULT) {
            game.play(&mv).expect("a planned move is legal");
        }
    }
}

#[test]
fn finished_solitaire_is_accepted_like_its_submission() {
    let mut count = 0;
    for (_, ranked) in engine::ranked_games() {
        let mut game = dealt(*ranked);
        play_out(&mut game);
        let submitted = ranked.accept(game.run().get().as_bytes()).ok();
        assert_eq!(format!("{:?}", game.accepted()), format!("{submitted:?}"), "{}", ranked.facts().id);
        count += usize::from(submitted.is_some());
    }
    assert!(count > 5, "{count} games were accepted");
}

#[test]
fn moves_of_another_game_are_refused() {
    let [ours, other] = ["slide-jam", "catwalk"].map(|id| engine::game(id).expect("a game").newest());
    let mv = dealt(other).plan(Seat::FIRST, Level::DEFAULT).swap_remove(0);
    let mut game = dealt(ours);
    let before = game.state();
    assert_eq!(game.play(&mv), Err(MoveError::OfAnotherGame));
    assert_eq!((game.state(), game.move_count()), (before, 0));
}

#[test]
fn stored_moves_equal_those_that_were_played() {
    for game in engine::games() {
        let ruleset = game.newest();
        let game = dealt(ruleset);
        let seat = game.to_act().iter().next().expect("a seat to act");
        for mv in game.plan(seat, Level::DEFAULT) {
            let stored = ruleset.stored_move(mv.json()).expect("it matches the schema");
            assert_eq!((stored.seat(), stored.json()), (mv.seat(), mv.json()));
            assert_eq!(stored, mv);
        }
    }
}
