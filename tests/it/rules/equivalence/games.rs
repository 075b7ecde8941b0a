//! What has no effect on the score in each game.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::rules::game::{NoOptions, State};
use funhouse::rules::games::epic_funhouse::catwalk::{
    self, Catwalk, CatwalkOptions, Choose, Dexterity, Flick, Outcome,
};
use funhouse::rules::games::epic_funhouse::magic_mirror::{self, LayOut, MagicMirror, Match};
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels::{self, RollOutTheBarrels};
use funhouse::rules::games::epic_funhouse::slide_jam::{self, Pop, SlideJam, StackSide};
use funhouse::rules::games::epic_funhouse::trampo_land::{self, Bounce, Person, TrampoLand, Trampoline, Walk};
use funhouse::rules::games::epic_funhouse::{self, EpicFunhouse};
use funhouse::rules::games::magic_bag::{self, MagicBag, Pay};
use funhouse::rules::piecepack::{Suit, Value};
use funhouse::rules::robot::Robot;

use super::{Run, after, assert_equivalent, canonical, played, replay, states, with};
use crate::support::walks::seed;

#[test]
fn slide_jam_ignores_stack_sides_and_family_directions() {
    for n in 0..10 {
        let run = played::<SlideJam>(Robot::Greedy, &seed("equivalence", n), NoOptions {});
        let varied = |vary: fn(&mut Pop)| {
            let mut moves = run.moves.clone();
            moves.iter_mut().for_each(|slide_jam::Move::Pop(pop)| vary(pop));
            with(&run, moves)
        };
        assert_equivalent(&run, &varied(|pop| pop.stack = opposite(pop.stack)));
        assert_equivalent(&run, &varied(|pop| pop.cells.reverse()));
    }
}

fn opposite(side: StackSide) -> StackSide {
    match side {
        StackSide::Left => StackSide::Right,
        StackSide::Right => StackSide::Left,
    }
}

#[test]
fn magic_mirror_ignores_pair_order_not_stack_order() {
    for n in 0..10 {
        let run = played::<MagicMirror>(Robot::Greedy, &seed("equivalence", n), NoOptions {});
        let reversed = run.moves.iter().map(|mv| match mv {
            magic_mirror::Move::Match(Match { tiles: [a, b] }) => magic_mirror::Move::Match(Match { tiles: [*b, *a] }),
            lay_out => lay_out.clone(),
        });
        assert_equivalent(&run, &with(&run, reversed.collect()));
        // The row before the mirror is the last of the upper stack and the first of the lower one.
        let mut turned = run.moves.clone();
        turned[0] = magic_mirror::Move::LayOut(LayOut { upper: StackSide::Right });
        assert_ne!(turned[0], run.moves[0]);
        assert_ne!(canonical(&run), canonical(&with(&run, turned)));
    }
}

#[test]
fn catwalk_ignores_suit_and_order_of_crossing_coins() {
    let mut permuted = 0;
    for n in 0..10 {
        let run = played::<Catwalk>(Robot::Greedy, &seed("equivalence", n), CatwalkOptions::default());
        let end = replay(&run).state;
        let catwalk::Table::Flicking(table) = end.table() else { panic!("it is finished") };
        let crossed = table.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Crossed(mv) => Some(mv.coin),
            Outcome::Fell(_) => None,
        });
        let crossed: Vec<Value> = crossed.collect();
        let other = |coin: Value| match crossed.iter().position(|crossed| *crossed == coin) {
            Some(i) => crossed[(i + 1) % crossed.len()],
            None => coin,
        };
        permuted += usize::from(crossed.len() > 1);
        let varied = run.moves.iter().map(|mv| match mv {
            catwalk::Move::Choose(mv) => {
                let suit = Suit::ALL[(mv.suit.index() + 1) % 4];
                catwalk::Move::Choose(Choose { suit, ..*mv })
            }
            catwalk::Move::Flick(mv) => catwalk::Move::Flick(Flick { coin: other(mv.coin), ..*mv }),
            other => other.clone(),
        });
        assert_equivalent(&run, &with(&run, varied.collect()));
    }
    assert!(permuted > 0, "in some run more than one coin crosses");
}

/// Where each flick of a run leaves its coin: on a tile, or nowhere if it fell or crossed.
fn tiles_of_flicks(run: &Run<Catwalk>) -> Vec<Option<u64>> {
    let tile = |state: &State<Catwalk>| match state.table() {
        catwalk::Table::Flicking(table) => table.under_way.map(|coin| coin.tile),
        _ => None,
    };
    states(run).iter().map(tile).collect()
}

#[test]
fn catwalk_compares_tiles_not_aims_or_offsets() {
    let [mut same, mut other_tiles] = [0, 0];
    for n in 0..6 {
        let run = played::<Catwalk>(Robot::Greedy, &seed("equivalence", n), CatwalkOptions::default());
        for (i, mv) in run.moves.iter().enumerate() {
            let catwalk::Move::Flick(mv) = mv else { continue };
            for by in [-300, -1, 1, 300] {
                let mut moves = run.moves.clone();
                moves[i] = catwalk::Move::Flick(Flick { dx: mv.dx + by, ..*mv });
                let variant = with(&run, moves);
                let (end, original) = (replay(&variant), replay(&run));
                if end.illegal.is_some() || end.state != original.state {
                    continue;
                }
                if tiles_of_flicks(&variant) == tiles_of_flicks(&run) {
                    assert_equivalent(&run, &variant);
                    same += 1;
                } else {
                    assert_ne!(canonical(&run), canonical(&variant), "other tiles are another run");
                    other_tiles += 1;
                }
            }
        }
    }
    assert!(same > 200 && other_tiles > 0, "{same} variants rest on the same tiles, {other_tiles} on others");
}

#[test]
fn catwalk_ignores_order_in_which_real_coins_end() {
    for n in 0..10 {
        let options = CatwalkOptions { dexterity: Dexterity::Reported, ..CatwalkOptions::default() };
        let run = played::<Catwalk>(Robot::Random, &seed("equivalence", n), options);
        let mut moves = run.moves.clone();
        let first = moves.len() - 6;
        moves[first..].reverse();
        assert_equivalent(&run, &with(&run, moves));
    }
}

#[test]
fn roll_out_the_barrels_ignores_how_die_was_placed() {
    let mut found = 0;
    for n in 0..20 {
        let run = played::<RollOutTheBarrels>(Robot::Random, &seed("equivalence", n), Default::default());
        let placed = run.moves.iter().rposition(|mv| matches!(mv, roll_out_the_barrels::Move::PlaceDie(_)));
        let placed = placed.expect("a die");
        for other in states(&run)[0].legal_moves().moves {
            let mut moves = run.moves.clone();
            moves[placed] = other;
            let variant = with(&run, moves);
            if variant.moves != run.moves && replay(&variant).illegal.is_none() {
                assert_equivalent(&run, &variant);
                found += 1;
            }
        }
    }
    assert!(found > 20, "{found} dice could be placed otherwise");
}

#[test]
fn roll_out_the_barrels_compares_ways_of_the_die() {
    let mut given_up = 0;
    for n in 0..10 {
        let run = played::<RollOutTheBarrels>(Robot::Greedy, &seed("equivalence", n), Default::default());
        let mut forms = BTreeSet::new();
        for (i, state) in states(&run).iter().enumerate() {
            let ways_to_end = state.legal_moves().moves.into_iter();
            let give_up = ways_to_end.filter(|mv| matches!(mv, roll_out_the_barrels::Move::GiveUp(_)));
            for give_up in give_up {
                let moves = run.moves[..i].iter().cloned().chain([give_up]).collect();
                assert!(forms.insert(canonical(&with(&run, moves))), "giving up after {i} moves");
                given_up += 1;
            }
        }
    }
    assert!(given_up > 20, "{given_up} runs were given up");
}

#[test]
fn roll_out_the_barrels_ignores_giving_up_next_to_free_exit() {
    let mut found = 0;
    for n in 0..200 {
        let run = played::<RollOutTheBarrels>(Robot::Greedy, &seed("equivalence", n), Default::default());
        let last = run.moves.len() - 1;
        let ways_to_end = states(&run)[last].legal_moves().moves.into_iter();
        let mut moves = run.moves.clone();
        moves.extend(ways_to_end.filter(|mv| matches!(mv, roll_out_the_barrels::Move::GiveUp(_))));
        moves.remove(last);
        let variant = with(&run, moves);
        if variant.moves == run.moves {
            continue;
        }
        if replay(&variant).state.score() == replay(&run).state.score() {
            assert_equivalent(&run, &variant);
            found += 1;
        } else {
            assert_ne!(canonical(&run), canonical(&variant), "giving up costs points");
        }
    }
    assert!(found > 0, "some exit costs nothing");
}

#[test]
fn roll_out_the_barrels_ignores_earlier_attempts() {
    for n in 0..10 {
        let run = played::<RollOutTheBarrels>(Robot::Greedy, &seed("equivalence", n), Default::default());
        let tries = states(&run)[0].legal_moves().moves.into_iter().take(3);
        assert_equivalent(&run, &with(&run, tries.chain(run.moves.iter().cloned()).collect()));
    }
}

/// Where each trampoline goes when the triangle is mirrored left to right, and when it is turned.
const MIRRORED: [u64; 15] = [1, 3, 2, 6, 5, 4, 10, 9, 8, 7, 15, 14, 13, 12, 11];
const TURNED: [u64; 15] = [11, 12, 7, 13, 8, 4, 14, 9, 5, 2, 15, 10, 6, 3, 1];

#[test]
fn trampo_land_ignores_mirroring_and_rotation() {
    let at = |number: u64| Trampoline::new(number).expect("1 to 15");
    let mut found = 0;
    for n in 0..20_000 {
        let seed = seed("equivalence", n);
        let deal = State::<TrampoLand>::deal(seed.clone(), NoOptions {});
        let people: BTreeMap<u64, Option<Person>> = (1..=15).map(|number| (number, person(&deal, number))).collect();
        for turns in 0..3 {
            for mirrored in [false, true] {
                let seen = |number: u64| {
                    let turned = (0..turns).fold(number, |number, _| TURNED[number as usize - 1]);
                    if mirrored { MIRRORED[turned as usize - 1] } else { turned }
                };
                if (turns, mirrored) == (0, false) || (1..=15).any(|number| people[&number] != people[&seen(number)]) {
                    continue;
                }
                found += 1;
                let run = played::<TrampoLand>(Robot::Greedy, &seed, NoOptions {});
                let number = |trampoline: Trampoline| (1..=15).find(|n| at(*n) == trampoline).expect("1 to 15");
                let seen = |trampoline: Trampoline| at(seen(number(trampoline)));
                let moves = run.moves.iter().map(|mv| match mv {
                    trampo_land::Move::Bounce(Bounce { from, to }) => {
                        trampo_land::Move::Bounce(Bounce { from: seen(*from), to: seen(*to) })
                    }
                    trampo_land::Move::Walk(Walk { from, to }) => {
                        trampo_land::Move::Walk(Walk { from: seen(*from), to: seen(*to) })
                    }
                    stop => stop.clone(),
                });
                assert_equivalent(&run, &with(&run, moves.collect()));
            }
        }
        if found >= 3 {
            return;
        }
    }
    panic!("of {found} deals only the mirror image is the deal itself");
}

/// The person on a trampoline.
fn person(state: &State<TrampoLand>, number: u64) -> Option<Person> {
    let json = serde_json::to_value(state.table()).expect("it is JSON");
    let person = json["trampolines"].get(number.to_string())?.clone();
    Some(funhouse::rules::wire::from_value(person).expect("a person"))
}

#[test]
fn magic_bag_ignores_when_coins_are_paid() {
    let mut found = 0;
    for n in 0..40 {
        let run = played::<MagicBag>(Robot::Random, &seed("equivalence", n), NoOptions {});
        let pays = run.moves.iter().enumerate().filter_map(|(i, mv)| match mv {
            magic_bag::Move::Pay(pay) => Some((i, *pay)),
            _ => None,
        });
        let pays: Vec<(usize, Pay)> = pays.collect();
        for pair in pays.windows(2) {
            let [(i, one), (j, other)] = [pair[0], pair[1]];
            let mut moves = run.moves.clone();
            moves[i] = magic_bag::Move::Pay(Pay { coin: other.coin, ..one });
            moves[j] = magic_bag::Move::Pay(Pay { coin: one.coin, ..other });
            let variant = with(&run, moves);
            if replay(&variant).illegal.is_none() {
                assert_equivalent(&run, &variant);
                found += 1;
            }
        }
    }
    assert!(found > 3, "{found} pairs of payments could be exchanged");
}

#[test]
fn magic_bag_ignores_dice_that_decide_nothing() {
    let mut found = 0;
    for n in 0..40 {
        let run = played::<MagicBag>(Robot::Random, &seed("equivalence", n), NoOptions {});
        let states = states(&run);
        for (i, mv) in run.moves.iter().enumerate().filter(|(_, mv)| matches!(mv, magic_bag::Move::Roll(_))) {
            // The turn ends with the next move.
            let Some(end) = run.moves.get(i + 1).filter(|next| !matches!(next, magic_bag::Move::Roll(_))) else {
                continue;
            };
            for other in states[i].legal_moves().moves.into_iter().filter(|other| other != mv) {
                if after(&states[i], &[&other, end]).as_ref() == Some(&states[i + 2]) {
                    let mut moves = run.moves.clone();
                    moves[i] = other;
                    assert_equivalent(&run, &with(&run, moves));
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20, "{found} rolls could have been of other dice");
}

#[test]
fn funhouse_ignores_swapped_stacks_with_equal_later_rooms() {
    let mut equivalent = 0;
    for n in 0..12 {
        let run = played::<EpicFunhouse>(Robot::Greedy, &seed("equivalence", n), Default::default());
        for lay_out in [false, true] {
            let moves = run.moves.iter().map(|mv| match mv {
                epic_funhouse::Move::Pop(pop) => epic_funhouse::Move::Pop(Pop { stack: opposite(pop.stack), ..*pop }),
                epic_funhouse::Move::LayOut(mv) if lay_out => {
                    epic_funhouse::Move::LayOut(LayOut { upper: opposite(mv.upper) })
                }
                other => other.clone(),
            });
            let variant = with(&run, moves.collect());
            let end = replay(&variant);
            // Where a room is set up otherwise, the same moves hardly fit it.
            if end.illegal.is_none() && end.state == replay(&run).state {
                assert_equivalent(&run, &variant);
                equivalent += 1;
            }
        }
        // The tile that lies below decides the track of the next room.
        let mut reversed = run.moves.clone();
        let pair = reversed.iter_mut().find_map(|mv| match mv {
            epic_funhouse::Move::Match(mv) => Some(mv),
            _ => None,
        });
        if let Some(pair) = pair {
            pair.tiles.reverse();
            assert_ne!(canonical(&run), canonical(&with(&run, reversed)), "another track is another run");
        }
    }
    assert!(equivalent >= 3, "{equivalent} runs have a mirror image");
}
