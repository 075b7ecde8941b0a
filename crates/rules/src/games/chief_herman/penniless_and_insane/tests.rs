use serde_json::{Value as Json, json};

use super::table::round_scores;
use super::*;
use crate::cards::Cards;
use crate::game::{Seats, State};
use crate::testing::{cards, faults_of, join_cards, played, refusal};

type Penniless = State<PennilessAndInsane>;

fn options(gambling: &str) -> Json {
    json!({"gambling": gambling})
}

/// Returns the beginning of a trick with these hands, chips and pool. Cards without effect are left out.
fn trick(number: u64, hands: &[&str], money: &[u64], pool: &str) -> Table<Card> {
    let set = |names: &str| Cards::set(cards::<Card>(names));
    Table {
        round: 1,
        trick: number,
        phase: Phase::Bid,
        deck: Card::DECK.to_vec().into(),
        hands: hands.iter().map(|names| set(names)).collect(),
        money: money.to_vec(),
        pool: set(pool),
        bids: Vec::new().into(),
        discards: Cards::none(),
        scores: vec![0; hands.len()],
        pot: None,
        winnings: None,
    }
}

/// Bids these cards, by seat, and returns short descriptions of the events: `2 took`, `3 took back`.
fn bid(table: &mut Table<Card>, names: &str) -> Vec<String> {
    let mut log = Log::keep();
    let seed = "test".parse().expect("a seed");
    let context = Context::new(&seed, Seats::ONE, PennilessAndInsaneOptions::default());
    for (seat, card) in (1..).filter_map(Seat::new).zip(cards(names)) {
        let mv = Move::Bid(Bid { seat, card });
        PennilessAndInsane::play(context, table, &mv, &mut log).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
    }
    happened(log)
}

fn take(table: &mut Table<Card>, card: &str) -> Vec<String> {
    let mut log = Log::keep();
    let seed = "test".parse().expect("a seed");
    let context = Context::new(&seed, Seats::ONE, PennilessAndInsaneOptions::default());
    let seat = table.to_act().iter().next().expect("a seat takes");
    let mv = Move::Take(Take { seat, card: card.parse().expect("a card") });
    PennilessAndInsane::play(context, table, &mv, &mut log).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
    happened(log)
}

fn happened(log: Log<Event>) -> Vec<String> {
    let describe = |event: &Event| match event {
        Event::Took(Took { seat, card, paid }) => Some(format!("{seat} took {card} for {paid}")),
        Event::TookBack(TookBack { seat, card }) => Some(format!("{seat} took back {card}")),
        _ => None,
    };
    log.events().iter().filter_map(describe).collect()
}

mod playing {
    use super::*;

    #[test]
    fn round_40_is_the_last() {
        for (round, over) in [(39, false), (40, true)] {
            let mut table = trick(3, &["Ac 2c 3c", "Ad 2d 3d", "Ah 2h 3h"], &[0; 3], "Kc Kd");
            table.round = round;
            bid(&mut table, "Ac Ad Ah");
            assert_eq!((&*table.scores, table.phase == Phase::Over), (&[18, 18, 18][..], over));
        }
    }

    #[test]
    fn seats_act_from_lowest_bid() {
        let hands = ["Ah 2c 2d", "7d 3c 3d", "7h 4c 4d", "4s 5c 5d", "Kc 6c 6d"];
        let mut table = trick(1, &hands, &[20; 5], "8c 8d 8h 8s");
        assert_eq!(bid(&mut table, "Ah 7d 7h 4s Kc"), [] as [&str; 0]);
        let order: Vec<Card> = table.bids.iter().map(|bid| bid.card).collect();
        assert_eq!(join_cards(&order), "Ah 4s 7d 7h Kc");
        assert_eq!(take(&mut table, "8d"), ["1 took 8d for 1"]);
        assert_eq!(take(&mut table, "8c"), ["4 took 8c for 4"]);
        assert_eq!(take(&mut table, "8s"), ["2 took 8s for 7", "3 took 8h for 7", "5 took back Kc"]);
        assert_eq!(table.money, [19, 13, 13, 16, 20]);
        assert_eq!((join_cards(&table.hands[0]), join_cards(&table.hands[4])), ("2c 2d 8d".into(), "6c Kc 6d".into()));
        assert_eq!((table.trick, join_cards(&table.discards)), (2, "7d Ah 7h 4s".to_owned()));
    }

    #[test]
    fn unpayable_bid_is_returned() {
        let mut table = trick(3, &["2c 3c 4c", "5c 6c 7c", "8c 9c Tc"], &[0, 4, 20], "Kd Qd");
        assert_eq!(bid(&mut table, "2c 5c 8c"), ["1 took back 2c", "2 took back 5c"]);
        assert_eq!(table.to_act(), SeatSet::only(Seat::new(3).expect("a seat")));
    }

    #[test]
    fn poorest_seats_score_three_times() {
        let hands = ["Kd 7c As", "Qh Qd Kc", "2c 3c 4c"].map(cards::<Card>);
        let scores = |money: [u64; 3]| round_scores(hands.iter().map(|hand| &hand[..]), &money);
        assert_eq!(scores([0, 3, 0]), [63, 0, 27]);
        assert_eq!(scores([4, 3, 3]), [21, 111, 27]);
    }

    #[test]
    fn round_winners_share_pot_in_whole_chips() {
        let mut table = trick(3, &["Kd 7c As", "Qh Qd Kc", "2c 3c 4c"], &[4, 3, 3], "");
        (table.pot, table.winnings) = (Some(51), Some(vec![0; 3]));
        let mut level = table.clone();
        table.score_round(&mut Log::discard());
        assert_eq!((table.pot, &table.winnings), (Some(0), &Some(vec![-16, 34, -17])));
        assert_eq!(PennilessAndInsane::points(PennilessAndInsaneOptions::default(), &table), [-16, 34, -17]);
        level.hands[0] = Cards::set(cards("Qc Qs Ks"));
        level.money[0] = 3;
        level.score_round(&mut Log::discard());
        assert_eq!((level.pot, &level.winnings), (Some(1), &Some(vec![25 - 17, 25 - 17, -17])));
    }

    #[test]
    fn best_round_score_is_9_to_117() {
        for gambling in ["no", "yes"] {
            let mut state = played::<PennilessAndInsane>(4, "test", &options(gambling), 0);
            let (mut before, mut round) = (state.table().scores.clone(), 1);
            while let Some(seat) = state.to_act().iter().next() {
                let mv = state.plan_for(seat).remove(0);
                state.play(&mv, &mut Log::discard()).expect("legal");
                let table = state.table();
                if table.round > round || state.finished() {
                    let more: Vec<i64> = table.scores.iter().zip(&before).map(|(now, before)| now - before).collect();
                    assert!(more.iter().any(|more| *more >= 9) && more.iter().all(|more| *more <= 117), "{more:?}");
                    (before, round) = (table.scores.clone(), table.round);
                }
            }
            assert!(before.iter().any(|score| *score >= 150));
        }
    }

    #[test]
    fn each_round_has_its_own_deal_event() {
        let state = first(4, "no", |table| table.round == 2 && table.bids.is_empty() && table.trick == 1);
        let deck =
            crate::cards::shuffled(&Card::DECK, crate::chance::Chance::new(state.seed()), "penniless-and-insane", 2);
        assert_eq!(*state.table().hands[0], *Cards::set(deck[..3].iter().copied()));
        assert_eq!(*state.table().pool, *Cards::set(deck[12..15].iter().copied()));
        assert_eq!(state.table().money, [20; 4]);
    }

    #[test]
    fn each_rule_refuses_its_moves() {
        let bid = |seat: u8, card: Card| json!({"seat": seat, "type": "bid", "card": card});
        let take = |seat: u8, card: Card| json!({"seat": seat, "type": "take", "card": card});
        let state = played::<PennilessAndInsane>(3, "test", &options("no"), 1);
        let (hands, pool) = (&state.table().hands, &state.table().pool);
        assert_eq!(refusal(&state, &bid(1, hands[0][0])), TURN);
        assert_eq!(refusal(&state, &bid(2, hands[0][0])), HAND);
        assert_eq!(refusal(&state, &take(2, pool[0])), TAKING);
        let taking = first(3, "no", |table| table.phase == Phase::Take);
        let seat = taking.to_act().iter().next().expect("a seat").number();
        let card = taking.table().hands[0][0];
        assert_eq!(refusal(&taking, &bid(seat, card)), BIDDING);
        assert_eq!(refusal(&taking, &take(seat, card)), POOL);
        let over = played::<PennilessAndInsane>(3, "test", &options("no"), 5000);
        assert_eq!(refusal(&over, &bid(1, card)), ENDED);
    }
}

/// Returns the first position of a game that satisfies a condition.
fn first(seats: u8, gambling: &str, holds: impl Fn(&Table<Card>) -> bool) -> Penniless {
    for seed in 0..20 {
        let mut state = played::<PennilessAndInsane>(seats, &format!("first-{seed}"), &options(gambling), 0);
        loop {
            if holds(state.table()) {
                return state;
            }
            let Some(seat) = state.to_act().iter().next() else { break };
            let mv = state.plan_for(seat).remove(0);
            state.play(&mv, &mut Log::discard()).expect("legal");
        }
    }
    panic!("such a position is reached");
}

#[test]
fn hands_and_open_bids_are_hidden() {
    let state = played::<PennilessAndInsane>(3, "test", &options("no"), 1);
    let other = json!(state.view(Viewer::Seat(Seat::new(2).expect("a seat"))));
    assert_eq!(other["bids"], json!([{"seat": 1, "card": "??"}]));
    assert_eq!(other["hands"][0], json!(["??", "??"]));
    assert_ne!(json!(state.view(Viewer::Seat(Seat::FIRST)))["bids"][0]["card"], "??");
    let taking = first(3, "no", |table| table.phase == Phase::Take);
    assert_eq!(json!(taking.view(Viewer::Onlooker))["bids"], json!(taking.table().bids));
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

    fn bidding() -> Penniless {
        first(4, "no", |table| {
            table.round == 2 && table.trick == 2 && table.bids.len() == 2 && table.phase == Phase::Bid
        })
    }

    fn taking() -> Penniless {
        first(4, "no", |table| table.phase == Phase::Take && table.bids.len() == 3)
    }

    fn gambling() -> Penniless {
        first(4, "yes", |table| table.round == 2 && table.trick == 2)
    }

    fn over() -> Penniless {
        first(4, "no", |table| table.phase == Phase::Over)
    }

    #[test]
    fn every_fault_is_found() {
        type Change = fn(&mut Json);
        let table: Vec<(&str, Penniless, Change, &[&str])> = vec![
            (
                "a purse too few",
                bidding(),
                |t| {
                    list(t, "/money").pop();
                },
                &["/money not_by_seat"],
            ),
            (
                "a card twice",
                bidding(),
                |t| {
                    let card = t["deck"][0].clone();
                    t["deck"][1] = card;
                },
                &["/deck/1 card_twice", " card_missing"],
            ),
            ("a round too many", bidding(), |t| t["round"] = json!(41), &["/round impossible_round"]),
            ("no trick", bidding(), |t| t["trick"] = json!(0), &["/trick impossible_round"]),
            ("a hand too small", bidding(), |t| shift(t, "/hands/0", "/discards"), &["/hands/0 impossible_hand"]),
            ("a deck too small", bidding(), |t| shift(t, "/deck", "/discards"), &["/deck impossible_deck"]),
            ("bids out of order", bidding(), |t| list(t, "/bids").reverse(), &["/bids/1 impossible_bids"]),
            (
                "a bid of no seat",
                bidding(),
                |t| {
                    t["bids"][1]["seat"] = json!(5);
                },
                &["/hands/1 impossible_hand", "/bids/1 impossible_bids"],
            ),
            ("bids that do not follow", taking(), |t| list(t, "/bids").swap(1, 2), &["/bids/2 impossible_bids"]),
            (
                "all bids made",
                bidding(),
                |t| {
                    for seat in [3, 4] {
                        let card = list(t, &format!("/hands/{}", seat - 1)).pop();
                        list(t, "/bids").push(json!({"seat": seat, "card": card}));
                    }
                },
                &["/bids impossible_bids"],
            ),
            ("a pool too small", bidding(), |t| shift(t, "/pool", "/discards"), &["/pool impossible_pool"]),
            (
                "no choice",
                taking(),
                |t| {
                    while t["pool"].as_array().is_some_and(|pool| pool.len() > 1) {
                        shift(t, "/pool", "/discards");
                    }
                },
                &["/pool impossible_pool"],
            ),
            ("too many chips", bidding(), |t| t["money"][0] = json!(21), &["/money/0 impossible_money"]),
            ("too few chips", bidding(), |t| t["money"][3] = json!(6), &["/money/3 impossible_money"]),
            ("a score too high", bidding(), |t| t["scores"][0] = json!(118), &["/scores/0 impossible_scores"]),
            ("scores too low", bidding(), |t| t["scores"] = json!([2, 2, 2, 2]), &["/scores impossible_scores"]),
            (
                "over too late",
                bidding(),
                |t| {
                    t["round"] = json!(3);
                    t["scores"][0] = json!(150);
                },
                &["/phase impossible_end"],
            ),
            ("over too early", over(), |t| t["scores"] = json!([100, 100, 100, 100]), &["/phase impossible_end"]),
            (
                "over before the third trick",
                over(),
                |t| {
                    t["trick"] = json!(2);
                    // The pool of the third trick is still in the deck.
                    for _ in 0..3 {
                        let card = t["discards"].as_array_mut().and_then(Vec::pop).expect("a card");
                        t["deck"].as_array_mut().expect("a list").push(card);
                    }
                },
                &["/phase impossible_end"],
            ),
            ("a pot without gambling", bidding(), |t| t["pot"] = json!(0), &["/pot impossible_pot"]),
            (
                "no winnings",
                gambling(),
                |t| {
                    t.as_object_mut().expect("a table").remove("winnings");
                },
                &["/winnings impossible_pot"],
            ),
            (
                "a pot too large",
                gambling(),
                |t| t["pot"] = json!(t["pot"].as_u64().expect("a pot") + 1),
                &["/pot impossible_pot"],
            ),
        ];
        for (name, state, change, expected) in table {
            assert_eq!(faults_of(&state, change), expected, "{name}");
        }
    }

    #[test]
    fn impossible_bids_and_payments_are_faults() {
        let twice = |t: &mut Json| {
            let seat = t["bids"][0]["seat"].clone();
            t["bids"][1]["seat"] = seat;
        };
        let found = faults_of(&bidding(), twice);
        assert_eq!(found, ["/hands/1 impossible_hand", "/bids/1 impossible_bids"]);

        let state = gambling();
        let won: i64 = state.table().winnings.iter().flatten().sum();
        let low = |t: &mut Json| t["winnings"] = json!([-21, 21 + won, 0, 0]);
        assert_eq!(faults_of(&state, low), ["/winnings/0 impossible_pot"], "no more can have been paid");

        let expensive = first(4, "no", |table| {
            table.phase == Phase::Take
                && table.trick == 3
                && table.bids.first().is_some_and(|bid| bid.card.rank().face_value() > 3)
        });
        let seat = expensive.table().bids[0].seat.index();
        assert_eq!(faults_of(&expensive, |t| t["money"][seat] = json!(3)), ["/bids/0 impossible_take"]);
    }
}
