use serde_json::{Value as Json, json};

use super::*;
use crate::cards::PlayedCard;
use crate::game::{Seats, State};
use crate::testing::{admitted, cards, faults_of, join_cards, played, refusal};

type Duel = State<HeadlessInSeattle>;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn dealt(seats: u8) -> Duel {
    State::deal_for(Seats::new(seats).expect("seats"), "one".parse().expect("a seed"), NoOptions {})
}

/// Plays cards: seat, owner and fighter of each. Returns the events.
fn play(state: &mut Duel, plays: &[(u8, u8, Face)]) -> Vec<Event> {
    let mut log = Log::keep();
    for (by, owner, fighter) in plays {
        let mv = Move::Play(Play { seat: seat(*by), owner: seat(*owner), fighter: *fighter });
        state.play(&mv, &mut log).expect("a legal move");
    }
    log.events()
}

/// Creates a fighter from its defense and the attacks of seats.
fn fighter(face: Face, defense: &str, attacks: &[(u8, &str)]) -> Fighter {
    let mut fighter = Fighter::new(face);
    fighter.defense = cards(defense).first().copied();
    for (by, names) in attacks {
        cards(names).into_iter().for_each(|card| fighter.attack(PlayedCard { seat: seat(*by), card }));
    }
    fighter
}

/// Returns the killers of a fighter and their share.
fn killed(fighter: &Fighter) -> (Vec<u8>, i64) {
    let killers = fighter.killers();
    (killers.iter().map(Seat::number).collect(), fighter.share(killers))
}

mod playing {
    use super::*;

    #[test]
    fn known_deal_and_beginning_are_reproduced() {
        let mut state = dealt(2);
        assert_eq!(join_cards(&state.table().decks[0]), "4c 2c Tc 8c 7c 6c Ac 5c 3c 9c");
        assert_eq!(join_cards(&state.table().decks[1]), "7d Ad 6d 4d 8d 3d 5d 2d Td 9d");
        play(&mut state, &[(1, 2, Face::K), (1, 2, Face::K)]);
        assert_eq!(state.points(), [1680, 0]);
        play(&mut state, &[(2, 2, Face::K)]);
        assert_eq!(state.points(), [0, 0]);
        play(&mut state, &[(1, 2, Face::K)]);
        assert_eq!(state.points(), [1680, 0]);
        let eight = dealt(8);
        assert_eq!(eight.table().decks[..2], dealt(2).table().decks[..]);
        let ranks = |number: u8| eight.table().decks[usize::from(number) - 1].len();
        assert_eq!((1..=8).map(ranks).collect::<Vec<_>>(), [10; 8]);
        assert!(eight.table().decks[4].iter().all(|card| card.name().ends_with('c')), "seat 5 has clubs again");
    }

    #[test]
    fn defense_is_compared_with_sum_of_all_attacks() {
        assert_eq!(killed(&fighter(Face::K, "7c", &[(2, "4d"), (3, "3h")])), (vec![], 1680));
        assert_eq!(killed(&fighter(Face::K, "7c", &[(2, "5d"), (3, "3h")])), (vec![2], 1680));
        assert_eq!(killed(&fighter(Face::K, "7c", &[(2, "4d"), (3, "4h")])), (vec![2, 3], 840));
        assert_eq!(killed(&fighter(Face::Q, "", &[(3, "Ah")])), (vec![3], 1260));
        assert_eq!(killed(&fighter(Face::Q, "", &[])), (vec![], 1260));
        assert_eq!(killed(&fighter(Face::J, "9c", &[(2, "2d 3d"), (4, "5s")])), (vec![2, 4], 420));
        assert_eq!(killed(&fighter(Face::J, "Tc", &[(2, "2d 3d"), (4, "5s")])), (vec![], 840));
    }

    #[test]
    fn tied_attackers_share_the_worth() {
        let all = [(2, "4d"), (3, "4h"), (4, "4s"), (5, "4c"), (6, "4d"), (7, "4h"), (8, "4s")];
        for (face, count, share) in [(Face::J, 3, 280), (Face::Q, 7, 180), (Face::K, 5, 336), (Face::J, 7, 120)] {
            let (killers, points) = killed(&fighter(face, "", &all[..count]));
            assert_eq!((killers.len(), points), (count, share), "{face}");
        }
    }

    #[test]
    fn game_ends_with_tenth_card_of_a_seat() {
        let mut state = dealt(2);
        let defenses = Face::ALL.map(|face| (1, 1, face));
        play(&mut state, &defenses);
        let events = play(&mut state, &[(1, 2, Face::K); 7]);
        assert!(state.finished());
        assert_eq!((state.points(), state.places()), (vec![1680, 0], Some(vec![1, 2])));
        let last: Vec<String> = events[events.len() - 7..].iter().map(event_type).collect();
        assert_eq!(last, ["ended", "lived", "lived", "lived", "lived", "lived", "killed"]);
        assert_eq!(state.table().decks[1].len(), 10, "the other deck is not played");
        assert_eq!(refusal(&state, &mv(2, 1, "K")), ENDED);
    }

    fn event_type(event: &Event) -> String {
        json!(event)["type"].as_str().expect("a type").to_owned()
    }

    #[test]
    fn changed_killers_are_reported_once() {
        let mut state = dealt(3);
        let changes = |events: &[Event]| -> Vec<Vec<u8>> {
            let seats = |event: &Event| match event {
                Event::KillersChanged(change) => Some(change.seats.iter().copied().map(Seat::number).collect()),
                _ => None,
            };
            events.iter().filter_map(seats).collect()
        };
        // 4c, 2c: the same seat kills before and after the second attack. 7d is the defense.
        let events = play(&mut state, &[(1, 2, Face::K), (1, 2, Face::K), (2, 2, Face::K), (1, 2, Face::K)]);
        assert_eq!(changes(&events), [vec![1], vec![], vec![1]]);
    }

    #[test]
    fn refusals_name_the_first_broken_rule() {
        let mut state = dealt(2);
        assert_eq!(refusal(&state, &mv(3, 1, "K")), TURN, "there is no seat 3");
        assert_eq!(refusal(&state, &mv(1, 3, "K")), OWNER);
        play(&mut state, &[(1, 1, Face::Q)]);
        assert_eq!(refusal(&state, &mv(1, 1, "Q")), ONE_DEFENSE);
        play(&mut state, &[(2, 1, Face::Q), (2, 1, Face::Q), (1, 1, Face::J)]);
    }

    #[test]
    fn robots_keep_pace_with_the_slowest_seat() {
        let mut state = dealt(3);
        let in_step = |state: &Duel| state.in_step().iter().map(Seat::number).collect::<Vec<_>>();
        assert_eq!(in_step(&state), [1]);
        play(&mut state, &[(2, 1, Face::K)]);
        assert_eq!((in_step(&state), state.to_act().len()), (vec![1], 3), "every seat may act all the same");
        play(&mut state, &[(1, 2, Face::K)]);
        assert_eq!(in_step(&state), [3]);
        play(&mut state, &[(3, 2, Face::K)]);
        assert_eq!(in_step(&state), [1]);
        let end = played::<HeadlessInSeattle>(8, "pace", &json!({}), 100);
        let left: Vec<usize> = end.table().decks.iter().map(|deck| deck.len()).collect();
        assert_eq!(left, [0, 1, 1, 1, 1, 1, 1, 1]);
        assert!(end.in_step().is_empty());
    }

    pub(super) fn mv(by: u8, owner: u8, fighter: &str) -> Json {
        json!({"seat": by, "type": "play", "owner": owner, "fighter": fighter})
    }
}

mod seeing {
    use super::*;

    #[test]
    fn seat_sees_top_card_of_own_deck() {
        let mut state = dealt(2);
        play(&mut state, &[(1, 2, Face::K)]);
        let known = |viewer: Viewer| -> Vec<String> {
            let decks = state.view(viewer).decks;
            decks.iter().map(|deck| join_cards(&deck.known().collect::<Vec<_>>())).collect()
        };
        assert_eq!(known(Viewer::Seat(seat(1))), ["2c", ""]);
        assert_eq!(known(Viewer::Seat(seat(2))), ["", "7d"]);
        assert_eq!(known(Viewer::Onlooker), ["", ""]);
        let end = played::<HeadlessInSeattle>(2, "one", &json!({}), 100);
        assert_eq!(end.view(Viewer::Onlooker), end.view(Viewer::Host));
    }
}

mod faults {
    use super::*;

    fn state() -> Duel {
        let mut state = dealt(3);
        play(&mut state, &[(1, 1, Face::Q), (2, 1, Face::K), (2, 3, Face::J), (3, 1, Face::K)]);
        state
    }

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        let table: [(&str, Change, &[&str]); 15] = [
            ("nothing", |_| {}, &[]),
            ("a deck too many", |t| list(t, "/decks").push(json!(["As"])), &["/decks not_by_seat"]),
            (
                "fighters too few",
                |t| {
                    list(t, "/fighters").pop();
                },
                &["/fighters not_by_seat"],
            ),
            ("a queen first", |t| list(t, "/fighters/1").swap(0, 1), &["/fighters/1 not_by_fighter"]),
            ("a card of another suit", |t| t["decks"][0][2] = json!("Td"), &["/decks/0/2 wrong_suit"]),
            ("a fighter in a deck", |t| t["decks"][0][2] = json!("Kc"), &["/decks/0/2 wrong_suit"]),
            (
                "a defense of another suit",
                |t| t["fighters"][0][1]["defense"] = json!("4d"),
                &["/fighters/0/1/defense wrong_suit"],
            ),
            (
                "an attack with another suit",
                |t| t["fighters"][0][2]["attacks"][0]["card"] = json!("Tc"),
                &["/fighters/0/2/attacks/0/card wrong_suit"],
            ),
            (
                "an own attack",
                |t| t["fighters"][0][2]["attacks"][0] = json!({"seat": 1, "card": "2c"}),
                &["/fighters/0/2/attacks/0/seat own_attack"],
            ),
            (
                "an attack of no seat",
                |t| t["fighters"][0][2]["attacks"][0] = json!({"seat": 6, "card": "7d"}),
                &["/fighters/0/2/attacks/0/seat own_attack"],
            ),
            (
                "a card twice",
                |t| t["decks"][0][0] = json!("4c"),
                &["/fighters/0/1/defense card_twice", "/decks/0 card_missing"],
            ),
            (
                "a card nowhere",
                |t| {
                    list(t, "/decks/1").pop();
                },
                &["/decks/1 card_missing"],
            ),
            ("over too early", |t| t["phase"] = json!("over"), &["/phase impossible_phase"]),
            (
                "an empty deck in the duel",
                |t| {
                    let cards = std::mem::take(list(t, "/decks/1"));
                    let attacks = cards.into_iter().map(|card| json!({"seat": 2, "card": card}));
                    list(t, "/fighters/2/2/attacks").extend(attacks);
                },
                &["/phase impossible_phase"],
            ),
            (
                "two empty decks at the end",
                |t| {
                    t["phase"] = json!("over");
                    for (seat, deck) in [(2, "/decks/1"), (3, "/decks/2")] {
                        let cards = std::mem::take(list(t, deck));
                        let attacks = cards.into_iter().map(|card| json!({"seat": seat, "card": card}));
                        list(t, "/fighters/0/0/attacks").extend(attacks);
                    }
                },
                &["/phase impossible_phase"],
            ),
        ];
        for (name, change, expected) in table {
            assert_eq!(faults_of(&state(), change), expected, "{name}");
        }
    }

    #[test]
    fn attacks_are_sorted_on_admission() {
        let state = state();
        let mut table = json!(state)["table"].clone();
        list(&mut table, "/fighters/0/2/attacks").reverse();
        assert_eq!(admitted::<HeadlessInSeattle>(3, &json!({}), &table).table(), state.table());
    }
}
