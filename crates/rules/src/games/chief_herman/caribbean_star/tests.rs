mod faults;
mod playing;

use serde_json::{Value as Json, json};

use super::*;
use crate::cards::{Cards, PlayedCard, Rank};
use crate::chance::{Chance, Seed};
use crate::game::{Seats, State, ViewOf as _};
use crate::testing::{cards, faults_of, join_cards, played, refusal};

fn shows(names: &str) -> i64 {
    show::points(cards::<Card>(names))
}

/// Returns a table in the phase `play` with these hands and practice piles. Other cards are left out, except for one
/// ace in the deck, so that there are windows.
fn table(hands: [&str; 2], practice: [&str; 2]) -> Table<Card> {
    let set = |names: &&str| Cards::set(cards::<Card>(names));
    Table {
        turn: 1,
        phase: Phase::Play,
        deck: cards("Kd Kh Ks Ad").into(),
        hands: hands.iter().map(set).collect(),
        played: Vec::new().into(),
        answers: Vec::new().into(),
        practice: practice.iter().map(set).collect(),
        discards: Cards::none(),
        scores: vec![0; SEATS],
    }
}

/// Plays moves, each a seat and a word: `1 5d` plays (or stops with an ace, or performs at the buffet), `2 let`, `1
/// decline`.
fn play(table: &mut Table<Card>, moves: &str) -> Vec<Event> {
    let seed = "test".parse().expect("a seed");
    let context = Context::new(&seed, Seats::ONE, NoOptions {});
    let mut log = Log::keep();
    for mv in moves.split(", ") {
        let (seat, word) = mv.split_once(' ').expect("a seat and a word");
        let seat = seat.parse::<u8>().expect("a number");
        let mv = match (word, table.phase) {
            ("let", _) => json!({"seat": seat, "type": "let"}),
            ("decline", _) => json!({"seat": seat, "type": "decline"}),
            (card, Phase::Play) => json!({"seat": seat, "type": "play", "card": card}),
            (card, Phase::Stop) => json!({"seat": seat, "type": "stop", "card": card}),
            (card, _) => json!({"seat": seat, "type": "perform", "card": card}),
        };
        let mv: Move = crate::wire::from_value(mv).expect("a move");
        CaribbeanStar::play(context, table, &mv, &mut log).unwrap_or_else(|e| panic!("{mv:?}: {e}"));
    }
    log.events()
}

mod showing {
    use super::*;

    #[test]
    fn shows_have_known_scores() {
        let known = [
            ("Kd Kh Td 6d 4d 3d 2d", 16),
            ("Kd Kh Td 6d 6h 4d 3d 2d", 32),
            ("Td Kd", 16),
            ("Td", 5),
            ("Td Th", 15),
            ("Td Th Kd", 13),
            ("Td Th Kd Kh 2d", 0),
            ("Jd Qd Kd", 12),
            ("Qd", 2),
            ("Qd 4d 6d", -4),
            ("2d 3d 6d", 0),
            ("Kd Kh Td", 17),
            ("Kd Kh Qd Qh", 17),
            ("Kd Kh Qd Qh Jd", 11),
            ("", 0),
        ];
        for (names, points) in known {
            assert_eq!(shows(names), points, "{names}");
        }
    }

    #[test]
    fn piles_of_one_color_have_known_total() {
        let practised: Vec<Card> = Card::DECK
            .into_iter()
            .filter(|card| show::owner(*card) == Seat::FIRST && show::role(*card) == show::Role::Practice)
            .collect();
        assert_eq!(practised.len(), 16);
        let scores: Vec<i64> = (0..1_u32 << 16)
            .map(|set| {
                let pile = practised.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| *card);
                show::points(pile.collect::<Vec<_>>())
            })
            .collect();
        let count = |which: fn(i64) -> bool| scores.iter().filter(|score| which(**score)).count();
        assert_eq!(scores.iter().sum::<i64>(), 177_408);
        assert_eq!((scores.iter().max(), scores.iter().min()), (Some(&68), Some(&-68)));
        assert_eq!((count(|score| score == 68), count(|score| score == -68)), (3, 2));
        assert_eq!((count(|score| score > 0), count(|score| score < 0)), (24_828, 11_620));
        assert_eq!(shows("Td Kd Kh 6d 6h"), 68);
    }
}

/// Returns the first position of a game that satisfies a condition.
fn first(holds: impl Fn(&Table<Card>) -> bool) -> State<CaribbeanStar> {
    let mut seeds = (0..100).flat_map(|seed| {
        [0, 1, 2, 3, 15, 16, 17, 18, 40, 41, 42, 43, 60, 61, 62, 63, 80, 160].map(|moves| (seed, moves))
    });
    let found = seeds.find_map(|(seed, moves)| {
        let state = played::<CaribbeanStar>(2, &format!("first-{seed}"), &json!({}), moves);
        holds(state.table()).then_some(state)
    });
    found.expect("such a position is reached")
}

fn buffet() -> State<CaribbeanStar> {
    first(|table| table.phase == Phase::Buffet)
}

mod seeing {
    use super::*;

    #[test]
    fn answers_are_hidden_from_other_seat() {
        let answered = |answer: Answer<Card>| {
            let mut table = first(|table| {
                table.phase == Phase::Stop
                    && table.answers.is_empty()
                    && table.hands[0].iter().any(|card| table::is_ace(*card))
            })
            .table()
            .clone();
            let ace = table.hands[0].iter().copied().find(|card| table::is_ace(*card)).expect("an ace");
            let answer = if answer == Answer::Let { Answer::Let } else { Answer::Stop(ace) };
            table.answer(Seat::FIRST, answer, &mut Log::discard());
            table
        };
        let ace = Answer::Stop("Ac".parse().expect("a card"));
        let (stops, lets) = (answered(ace), answered(Answer::Let));
        assert_ne!(stops, lets);
        for viewer in [Viewer::Seat(Seat::SECOND), Viewer::Onlooker] {
            assert_eq!(stops.viewed(viewer), lets.viewed(viewer));
            assert_eq!(json!(stops.viewed(viewer).answers), json!([{"seat": 1, "answer": "??"}]));
        }
        assert_eq!(json!(lets.viewed(Viewer::Seat(Seat::FIRST)).answers), json!([{"seat": 1, "answer": "let"}]));
        assert_ne!(stops.viewed(Viewer::Seat(Seat::FIRST)), lets.viewed(Viewer::Seat(Seat::FIRST)));
    }

    #[test]
    fn drawn_card_is_visible_to_its_seat_only() {
        let drew = Event::Drew(Drew { seat: Seat::SECOND, card: Viewed::Card("Kd".parse().expect("a card")) });
        let card_shown_to = |viewer| json!(CaribbeanStar::visible_event(&drew, viewer))["card"].clone();
        assert_eq!(card_shown_to(Viewer::Seat(Seat::SECOND)), "Kd");
        assert_eq!(card_shown_to(Viewer::Seat(Seat::FIRST)), "??");
        assert_eq!(card_shown_to(Viewer::Onlooker), "??");
    }
}

#[test]
fn determinized_hands_match_end_of_game() {
    let late = |hands: [&str; 2], played: &[&str], phase: Phase| {
        let mut table = table(hands, ["2d 4d", "2c Kc"]);
        (table.turn, table.phase, table.deck) = (24, phase, Cards::none());
        let laid = Seat::BOTH
            .into_iter()
            .zip(played)
            .map(|(seat, card)| PlayedCard { seat, card: card.parse().expect("a card") });
        table.played = laid.collect::<Vec<_>>().into();
        let elsewhere = [&table.hands[0], &table.hands[1], &table.practice[0], &table.practice[1]];
        let elsewhere: Vec<Card> = elsewhere
            .into_iter()
            .flat_map(|list| list.iter().copied())
            .chain(table.played.iter().map(|laid| laid.card))
            .collect();
        table.discards = Cards::set(Card::DECK.into_iter().filter(|card| !elsewhere.contains(card)));
        table
    };
    let seed: Seed = "hands".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("test");
    for table in [
        // Two of four unseen cards are aces, and one of the others has been played.
        late(["Ad", "5c Ac"], &["8c"], Phase::Play),
        late(["5c Ac", "8c Ad"], &[], Phase::Play),
        // One hand has ended the game, the other has not.
        late(["5c 8c", "Ac Ad"], &[], Phase::Over),
        late(["Ac Ad", "5c 8c"], &[], Phase::Over),
    ] {
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Onlooker] {
            let seen = table.viewed(viewer);
            let again = (0..50).map(|_| table.redealt(viewer, &mut draws));
            for possible in again.chain([seen.determinize(NoOptions {})]) {
                assert!(possible.ends_when_played_out(), "{viewer:?}: {possible:?}");
                assert!(possible.played.iter().all(|laid| laid.card.rank() != Rank::ACE), "{viewer:?}: {possible:?}");
                assert_eq!(possible.viewed(viewer), seen, "{viewer:?}");
            }
        }
    }
}
