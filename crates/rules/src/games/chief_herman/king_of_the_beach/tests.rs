use serde_json::{Value as Json, json};

use super::*;
use crate::game::{State, StateForm};
use crate::mode::SeatedMode;
use crate::robot::Robot;
use crate::testing::{cards, faults_of, join_cards, played, refusal};
use crate::text::Sentence as _;

/// Returns a pyramid of robots with these cards, from space 1. `-` is no card, and `*` after a card the stone.
fn pyramid_of(names: &str) -> [Space; SPACES] {
    let mut pyramid = [Space::default(); SPACES];
    for (space, name) in pyramid.iter_mut().zip(names.split_whitespace()) {
        space.card = cards::<Card>(name.trim_matches(['*', '-'])).first().copied();
        space.stone = name.ends_with('*').then_some(Stone);
    }
    pyramid
}

/// Returns the cards on the spaces after the fights, those that moved up in parentheses.
fn fought(names: &str) -> String {
    let mut fighters = pyramid::fighters(&pyramid_of(names));
    pyramid::fight(&mut fighters, |_| ());
    let cards = fighters.iter().map(|fighter| {
        let card = fighter.card.map_or_else(|| "-".to_owned(), |card| card.to_string());
        if fighter.rose { format!("({card})") } else { card }
    });
    cards.collect::<Vec<_>>().join(" ")
}

/// Returns the first position in random games of three that satisfies a condition.
fn first(holds: impl Fn(&Table<Card>) -> bool) -> State<KingOfTheBeach> {
    let found = (0..10_000).find_map(|seed| {
        let mut state = played::<KingOfTheBeach>(3, &format!("beach-{seed}"), &json!({}), 0);
        for turn in 1.. {
            if holds(state.table()) {
                return Some(state);
            }
            let moves = Robot::Random.moves_of::<KingOfTheBeach, SeatedMode>(&state, turn);
            state.play(moves.first()?, &mut Log::discard()).expect("it is legal");
        }
        None
    });
    found.expect("such a position is reached")
}

/// Plays a move given as JSON, with the events.
fn play(state: &mut State<KingOfTheBeach>, mv: &Json) -> Vec<Event> {
    let mv = crate::wire::from_value(mv.clone()).expect("a move");
    let mut log = Log::keep();
    state.play(&mv, &mut log).unwrap_or_else(|e| panic!("{e}: {mv:?}"));
    log.events()
}

fn number(seat: Option<Seat>) -> u8 {
    seat.expect("a seat").number()
}

mod playing {
    use super::*;

    #[test]
    fn deal_and_first_moves_match_known_answers() {
        let mut state = played::<KingOfTheBeach>(3, "one", &json!({}), 0);
        let table = state.table();
        let seats: Vec<_> = table.pyramid.iter().map(|space| space.seat.map_or(0, Seat::number)).collect();
        assert_eq!(seats, [0, 2, 0, 0, 1, 0, 0, 0, 0, 3]);
        let hands: Vec<_> = table.hands.iter().map(|hand| join_cards(hand)).collect();
        assert_eq!(hands, ["4c Kc Ad", "6d 8d Ah", "3s 8s 9s"]);
        assert_eq!(join_cards(&table.auction), "Jc 3h 6h");
        assert_eq!((table.deck.len(), &*join_cards(&table.deck[..3])), (40, "5d 5s 2c"));
        let events = play(&mut state, &json!({"seat": 3, "type": "take", "card": "Jc"}));
        assert_eq!(events.len(), 1);
        let events = play(&mut state, &json!({"seat": 1, "type": "take", "card": "6h"}));
        let text: Vec<_> = events.iter().map(crate::text::Sentence::sentence).collect();
        let last = "Seat 2 takes the 3 of hearts.";
        assert_eq!(
            text,
            ["Seat 1 takes the 6 of hearts.", last, "A robot on space 1 plays the 5 of diamonds."],
            "the last card is taken automatically, and the robot on top plays"
        );
        assert_eq!(number(state.table().active()), 2);
    }

    #[test]
    fn weaker_attacker_moves_up_if_the_sum_suffices() {
        // The stone keeps space 2 out of the later fights.
        let at = |names: &str, space: usize| fought(names).split(' ').nth(space - 1).map(str::to_owned);
        let queen = "Kc Kh* Ks Qd Qc Qh 3h 9c - -";
        assert_eq!((at(queen, 4), at(queen, 7)), (Some("(3h)".to_owned()), Some("Qd".to_owned())));
        assert_eq!(at("Kc Kh* Ks Kd Qc Qh 3h 9c - -", 4), Some("Kd".to_owned()));
        assert_eq!(at("Kc Kh* Ks Qd Jc Qh 7d 7c Ac Ad", 4), Some("(7c)".to_owned()), "the lower suit is weaker");
    }

    #[test]
    fn fights_chain_from_bottom_to_top() {
        let after = fought("Ks 9d 9c 6h 2c 5d 3h 4c Jd Ac");
        assert_eq!(after, "(9c) 9d Ks (3h) (4c) (Ac) 6h 2c Jd 5d");
    }

    #[test]
    fn stone_adds_eleven_to_doubled_strength() {
        let strength = |names: &str| pyramid_of(names)[0].fighter().strength;
        assert_eq!([strength("Ks"), strength("Ks*"), strength("6s*"), strength("-*")], [26, 37, 23, 0]);
        let top = |names: &str| fought(names).split(' ').next().map(str::to_owned);
        // The aces below move nothing.
        let top_of = |names: &str| top(&format!("{names} Ac Ad Ah - - - -"));
        assert_eq!(top_of("Kc* Kd 6c"), Some("(6c)".to_owned()));
        assert_eq!(top_of("Kc* 9d 9c"), Some("Kc".to_owned()));
        assert_eq!(top_of("2c 6d* Jc"), Some("(Jc)".to_owned()));
    }

    #[test]
    fn sentences_count_strengths_as_the_cards_do() {
        let sentence = |strengths| {
            let fought = Fought { left: 7, right: 8, above: 4, strengths, rose: None, seat: None };
            Event::from(fought).sentence()
        };
        assert_eq!(sentence([6, 18, 24]), "Spaces 7 and 8 attack space 4 with 3 and 9 against 12, and fail.");
        assert_eq!(sentence([23, 0, 37]), "Spaces 7 and 8 attack space 4 with 11½ and 0 against 18½, and fail.");
    }

    #[test]
    fn attackers_without_cards_beat_only_the_unarmed() {
        assert_eq!(fought("- - - - - - - - - -").matches("(-)").count(), 3, "0 and 0 are at least 0");
        assert_eq!(fought("2c - - - - - - - - -").split(' ').next(), Some("2c"));
    }

    #[test]
    fn seats_that_moved_up_keep_their_cards() {
        let mut state = first(|table| table.phase == Phase::Aggression && table.waiting.len() == 1);
        let seat = number(state.table().active());
        let (hands, before) =
            (state.table().hands.clone(), state.table().goodies.iter().map(|g| g.len()).sum::<usize>());
        let card = hands[usize::from(seat) - 1][0];
        let events = play(&mut state, &json!({"seat": seat, "type": "combat", "card": card}));
        let of = |event: &Event| match event {
            Event::Fought(Fought { seat: Some(seat), .. }) => Some((true, *seat)),
            Event::GoodieAdded(GoodieAdded { seat, .. }) => Some((false, *seat)),
            _ => None,
        };
        let rose: SeatSet = events.iter().filter_map(of).filter(|(rose, _)| *rose).map(|(_, seat)| seat).collect();
        let added: SeatSet = events.iter().filter_map(of).filter(|(rose, _)| !*rose).map(|(_, seat)| seat).collect();
        assert_eq!(rose, added);
        let after: usize = state.table().goodies.iter().map(|g| g.len()).sum();
        assert_eq!(after, before + added.len());
        assert!(state.table().pyramid.iter().all(|space| space.card.is_none()));
    }

    #[test]
    fn acting_uses_up_the_round_and_declining_does_not() {
        let twice = |table: &Table<Card>| {
            table.action == Some(Action::Switch)
                && table.round < 6
                && table.holder(Action::LayStone.suit()) == table.active()
                && table.holder(Action::Trade.suit()).is_none()
                && table.holder(Action::Draw.suit()).is_none()
        };
        let state = first(twice);
        let seat = number(state.table().active());
        let robot = state.table().pyramid.iter().position(|space| space.seat.is_none()).expect("a robot") + 1;
        let mut switched = state.clone();
        play(&mut switched, &json!({"seat": seat, "type": "switch", "space": robot}));
        assert_eq!(switched.table().phase, Phase::Auction, "the seat with the highest club has acted");
        assert_eq!(switched.table().pyramid[robot - 1].seat.map(Seat::number), Some(seat));
        let mut declined = state;
        play(&mut declined, &json!({"seat": seat, "type": "decline"}));
        assert_eq!((declined.table().action, number(declined.table().active())), (Some(Action::LayStone), seat));
        play(&mut declined, &json!({"seat": seat, "type": "stone", "space": 4}));
        assert!(declined.table().pyramid[3].stone.is_some());
    }

    #[test]
    fn trade_changes_the_holder_of_later_suits() {
        let helpful = |table: &Table<Card>| {
            let Some(seat) = table.active().filter(|_| table.action == Some(Action::Trade) && table.round < 6) else {
                return false;
            };
            let club = Action::LayStone.suit();
            let others = table.goodies_of_others(seat).filter(|(_, card)| card.suit() == club).count();
            others == 1 && table.goodies_of(seat).iter().all(|card| card.suit() != club)
        };
        let mut state = first(helpful);
        let seat = state.table().active().expect("a seat");
        let (_, take) = state
            .table()
            .goodies_of_others(seat)
            .find(|(_, card)| card.suit() == Action::LayStone.suit())
            .expect("a club");
        let give = state.table().goodies_of(seat)[0];
        play(&mut state, &json!({"seat": seat, "type": "trade", "give": give, "take": take}));
        assert_eq!(state.table().holder(Action::LayStone.suit()), Some(seat));
        assert!(state.table().goodies_of(seat).contains(&take) && !state.table().goodies_of(seat).contains(&give));
    }

    #[test]
    fn last_round_has_no_draw_and_no_stone() {
        let mut state = played::<KingOfTheBeach>(4, "last", &json!({}), 0);
        let mut seen = Vec::new();
        while let Some(seat) = state.to_act().iter().next() {
            seen.extend(state.table().action.map(|action| (state.table().round == 6, action)));
            let mv = state.plan_for(seat).remove(0);
            state.play(&mv, &mut Log::discard()).expect("it is legal");
        }
        assert!(seen.contains(&(true, Action::Switch)) && seen.iter().any(|(_, action)| *action == Action::LayStone));
        assert!(!seen.iter().any(|(last, action)| *last && *action > Action::Trade), "{seen:?}");
    }

    #[test]
    fn deck_is_shuffled_from_discards_when_empty() {
        let state = first(|table| table.shuffles == 2);
        let table = state.table();
        assert!(table.round >= 3 && table.deck.len() + table.discards.len() < 52, "{table:?}");
    }

    #[test]
    fn seat_on_top_wins_without_goodies() {
        let over = first(|table| table.phase == Phase::Over && table.pyramid[0].seat.is_some());
        let (top, mut table) = (over.table().pyramid[0].seat, over.table().clone());
        let expected: Vec<u8> = table.seats().map(|seat| if Some(seat) == top { 1 } else { 2 }).collect();
        assert_eq!(table.places(), expected);
        table.goodies = table.seats().map(|_| cards("4c 7h Qs").into()).collect();
        let points: Vec<i64> = table.seats().map(|seat| if Some(seat) == top { 23 } else { 0 }).collect();
        assert_eq!(table.points(), points);
        table.goodies = table.seats().map(|_| Vec::new().into()).collect();
        assert_eq!((table.points(), table.places()), (vec![0; 3], expected));
        let robot = first(|table| table.phase == Phase::Over && table.pyramid[0].seat.is_none());
        assert_eq!((robot.table().places(), robot.table().points()), (vec![2; 3], vec![0; 3]));
        assert_eq!(robot.scene_for(Viewer::Host).turn(), "no seat is first");
    }

    #[test]
    fn each_rule_refuses_its_moves() {
        let state = played::<KingOfTheBeach>(3, "one", &json!({}), 0);
        assert_eq!(refusal(&state, &json!({"seat": 1, "type": "take", "card": "Jc"})), TURN);
        assert_eq!(refusal(&state, &json!({"seat": 3, "type": "take", "card": "5d"})), AUCTION);
        assert_eq!(refusal(&state, &json!({"seat": 3, "type": "combat", "card": "3s"})), PHASE);
        assert_eq!(refusal(&state, &json!({"seat": 3, "type": "decline"})), PHASE);
        let state = played::<KingOfTheBeach>(3, "one", &json!({}), 2);
        assert_eq!(refusal(&state, &json!({"seat": 2, "type": "combat", "card": "3s"})), CARD);
        assert_eq!(refusal(&state, &json!({"seat": 2, "type": "take", "card": "3s"})), PHASE);
        let state = first(|table| table.action == Some(Action::Switch));
        let seat = state.table().active();
        let own = state.table().space_of(seat.expect("a seat")).expect("a space") + 1;
        assert_eq!(refusal(&state, &json!({"seat": seat, "type": "switch", "space": own})), ROBOT);
        assert_eq!(refusal(&state, &json!({"seat": seat, "type": "draw"})), ACTION);
        let state = first(|table| table.action == Some(Action::Trade));
        let seat = state.table().active().expect("a seat");
        let (own, (_, other)) =
            (state.table().goodies_of(seat)[0], state.table().goodies_of_others(seat).next().expect("one"));
        let trade = |give: Card, take: Card| json!({"seat": seat, "type": "trade", "give": give, "take": take});
        assert_eq!(refusal(&state, &trade(other, other)), GIVE);
        assert_eq!(refusal(&state, &trade(own, own)), TAKE);
        let over = first(|table| table.phase == Phase::Over);
        assert_eq!(refusal(&over, &json!({"seat": 1, "type": "draw"})), ENDED);
    }
}

mod seeing {
    use super::*;

    #[test]
    fn seat_sees_own_hand_and_end_shows_all() {
        let state = played::<KingOfTheBeach>(3, "one", &json!({}), 2);
        let known = |viewer| {
            let view = state.view(viewer);
            (view.hands.iter().map(|hand| hand.known().count()).collect::<Vec<_>>(), view.deck.known().count())
        };
        assert_eq!(known(Viewer::Seat(Seat::FIRST)), (vec![4, 0, 0], 0));
        assert_eq!(known(Viewer::Onlooker), (vec![0, 0, 0], 0));
        assert_eq!(known(Viewer::Host), (vec![4, 4, 4], 39));
        let over = played::<KingOfTheBeach>(3, "one", &json!({}), 100);
        assert_eq!(over.view(Viewer::Onlooker), over.view(Viewer::Host));
    }
}

mod faults {
    use super::*;

    fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
        table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
    }

    fn shift(table: &mut Json, from: &str, to: &str) {
        let card = list(table, from).pop().expect("a card");
        list(table, to).push(card);
    }

    /// Seat 3 is on space 10, seat 1 on 5, seat 2 on 2.
    fn auction() -> State<KingOfTheBeach> {
        played("one")
    }

    fn played(seed: &str) -> State<KingOfTheBeach> {
        super::played::<KingOfTheBeach>(3, seed, &json!({}), 0)
    }

    /// Seat 1 is to play on space 5.
    fn aggression() -> State<KingOfTheBeach> {
        super::played::<KingOfTheBeach>(3, "one", &json!({}), 3)
    }

    fn action() -> State<KingOfTheBeach> {
        first(|table| table.action == Some(Action::Switch) && table.round == 2)
    }

    fn over() -> State<KingOfTheBeach> {
        first(|table| table.phase == Phase::Over)
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        let table: [(&str, State<KingOfTheBeach>, Change, &[&str]); 22] = [
            ("a hand too many", auction(), |t| list(t, "/hands").push(json!([])), &["/hands not_by_seat"]),
            ("goodies too many", auction(), |t| list(t, "/goodies").push(json!([])), &["/goodies not_by_seat"]),
            (
                "a card twice",
                auction(),
                |t| t["deck"][1] = t["deck"][0].clone(),
                &["/deck/1 card_twice", " card_missing"],
            ),
            ("a round too many", auction(), |t| t["round"] = json!(7), &["/round impossible_round"]),
            ("no round", auction(), |t| t["round"] = json!(0), &["/round impossible_round"]),
            (
                "a seat on two spaces",
                auction(),
                |t| t["pyramid"][0]["seat"] = json!(2),
                &["/pyramid/1/seat seat_twice"],
            ),
            ("a seat nowhere", auction(), |t| t["pyramid"][1] = json!({}), &["/pyramid seat_missing"]),
            ("an unknown seat", auction(), |t| t["pyramid"][0]["seat"] = json!(4), &["/pyramid/0/seat seat_missing"]),
            ("a seat that waits twice", auction(), |t| t["waiting"] = json!([3, 1, 1]), &["/waiting/2 seat_twice"]),
            ("an unknown seat that waits", auction(), |t| t["waiting"][0] = json!(6), &["/waiting/0 impossible_order"]),
            ("another order", auction(), |t| t["waiting"] = json!([1, 3, 2]), &["/waiting impossible_order"]),
            (
                "no seat that waits",
                aggression(),
                |t| t["waiting"] = json!([]),
                &[
                    "/waiting impossible_order",
                    "/pyramid/0 impossible_combat",
                    "/pyramid/1 impossible_combat",
                    "/pyramid/2 impossible_combat",
                    "/pyramid/3 impossible_combat",
                ],
            ),
            (
                "a stone in round 1",
                auction(),
                |t| t["pyramid"][4]["stone"] = json!(true),
                &["/pyramid/4/stone impossible_stone"],
            ),
            (
                "two stones",
                first(|table| table.phase == Phase::Auction && table.pyramid[3].stone.is_some()),
                |t| t["pyramid"][5]["stone"] = json!(true),
                &["/pyramid/5/stone stone_twice"],
            ),
            (
                "a stone at the end",
                over(),
                |t| t["pyramid"][0]["stone"] = json!(true),
                &["/pyramid/0/stone impossible_stone"],
            ),
            (
                "one card on offer",
                auction(),
                |t| {
                    shift(t, "/auction", "/deck");
                    shift(t, "/auction", "/deck");
                },
                &["/auction impossible_auction"],
            ),
            ("cards on offer later", aggression(), |t| shift(t, "/deck", "/auction"), &["/auction impossible_auction"]),
            (
                "a card played too early",
                aggression(),
                |t| {
                    let card = list(t, "/deck").pop();
                    t["pyramid"][8]["card"] = json!(card);
                },
                &["/pyramid/8 impossible_combat"],
            ),
            (
                "a card that was not played",
                aggression(),
                |t| {
                    let card = t["pyramid"][0]["card"].take();
                    t["pyramid"][0] = json!({});
                    list(t, "/deck").push(card);
                },
                &["/pyramid/0 impossible_combat"],
            ),
            (
                "a hand without a choice",
                aggression(),
                |t| (0..3).for_each(|_| shift(t, "/hands/0", "/deck")),
                &["/hands/0 impossible_hand"],
            ),
            ("goodies too early", auction(), |t| shift(t, "/deck", "/goodies/1"), &["/goodies/1 impossible_goodies"]),
            ("an action at the end", over(), |t| t["action"] = json!("s"), &["/action impossible_action"]),
        ];
        for (name, state, change, expected) in table {
            assert_eq!(faults_of(&state, change), expected, "{name}");
        }
    }

    #[test]
    fn impossible_actions_are_found() {
        let state = action();
        let seat = number(state.table().active());
        let other = 1 + seat % 3;
        let code = ["/action impossible_action"];
        assert_eq!(faults_of(&state, |t| t["waiting"] = json!([other])), code);
        assert_eq!(faults_of(&state, |t| drop(t.as_object_mut().map(|t| t.remove("acted")))), code);
        assert_eq!(faults_of(&state, |t| t["acted"] = json!([other])), ["/acted impossible_action"]);
        assert_eq!(
            faults_of(&state, |t| t["acted"] = json!([7])),
            ["/acted/0 impossible_action", "/acted impossible_action"]
        );
        let last = first(|table| table.action == Some(Action::Trade) && table.round == 6);
        assert_eq!(faults_of(&last, |t| t["action"] = json!("c")), code, "the last round has no stone");
        let acted = |t: &mut Json| (t["acted"], t["action"]) = (json!([seat]), json!("h"));
        assert!(faults_of(&state, acted).contains(&code[0].to_owned()), "the seat has acted");
    }

    #[test]
    fn stone_is_true_or_absent() {
        for stone in [json!(false), json!(null), json!("true")] {
            let mut form = serde_json::to_value(auction()).expect("JSON");
            form["table"]["pyramid"][0]["stone"] = stone.clone();
            assert!(StateForm::<KingOfTheBeach>::from_value(form).is_err(), "{stone}");
        }
    }

    #[test]
    fn sets_are_sorted_on_admission() {
        let state = aggression();
        let mut form = serde_json::to_value(&state).expect("JSON");
        for pointer in ["/hands/0", "/hands/1", "/hands/2", "/goodies/0", "/discards", "/auction"] {
            list(&mut form["table"], pointer).reverse();
        }
        let form = StateForm::<KingOfTheBeach>::from_value(form).expect("a state");
        assert_eq!(form.admit(), Ok(state));
    }
}
