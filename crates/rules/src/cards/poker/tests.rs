use super::*;
use crate::cards::Card;
use crate::chance::{Chance, Draws, Seed};

fn cards(names: &str) -> Vec<CardOrJoker> {
    names.split_whitespace().map(|name| name.parse().unwrap_or_else(|()| panic!("{name} is a card"))).collect()
}

fn worth(names: &str) -> HandValue {
    HandValue::of(cards(names)).unwrap_or_else(|| panic!("{names} has cards"))
}

/// Formats a value as the known answers do: `two_pair 7 A K`.
fn written_value(names: &str) -> String {
    let json = serde_json::to_value(worth(names)).expect("JSON");
    let ranks: Vec<&str> = json["ranks"].as_array().expect("ranks").iter().filter_map(|rank| rank.as_str()).collect();
    format!("{} {}", json["kind"].as_str().expect("a kind"), ranks.join(" "))
}

#[test]
fn hands_up_to_five_cards_have_known_values() {
    let known = [
        ("Kd", "high_card K"),
        ("Ac 9d 2h", "high_card A 9 2"),
        ("7c 7d Ah 3s", "pair 7 A 3"),
        ("7c 7d Ah As Kd", "two_pair A 7 K"),
        ("6c 6d 6h 6s", "four_of_a_kind 6"),
        ("As 2d 3h 4c 5c", "straight 5"),
        ("Qs Kd Ah 2c 3c", "high_card A K Q 3 2"),
        ("2d 3h 4c 5c", "high_card 5 4 3 2"),
        ("Ad 2d 3d 4d 5d", "straight_flush 5"),
    ];
    for (names, value) in known {
        assert_eq!(written_value(names), value, "{names}");
    }
    assert_eq!(HandValue::of(cards("")), None);
}

#[test]
fn known_hands_are_in_ascending_order() {
    let rising = "7c; Kd; Kh 2c; Kh 9c 2d; Ac; Ac 2d; 2c 2d; 2h 2s 3d; 3c 3d; 3c 3d Ac Kd; 3c 3d Ac Kd 2h; 2c 2d 3c 3d; \
        2c 2d 3c 3d 4d; 2c 2d 2h; 2c 2d 2h 3c; Ac 2d 3h 4s 5c; 2c 3d 4h 5s 6c; 2c 3c 4c 5c 7c; 2c 2d 2h 3c 3d; 2c 2d 2h 2s; \
        2c 2d 2h 2s 3c; Ac 2c 3c 4c 5c; X1 2c 2d 2h 2s";
    let hands: Vec<&str> = rising.split("; ").collect();
    for pair in hands.windows(2) {
        assert!(worth(pair[0]) < worth(pair[1]), "{} is worse than {}", pair[0], pair[1]);
    }
    assert_eq!(hands.len(), 23);
    assert_eq!(worth("Ac 9d"), worth("Ah 9s"));
}

#[test]
fn large_hand_is_worth_its_best_five() {
    let known = [
        ("2c 4c 6c 8c Tc Kc 9d", "flush K T 8 6 4"),
        ("5c 5d 6c 6d 7c 7d Ah", "two_pair 7 6 A"),
        ("5c 5d 5h 6c 6d 6h 2s", "full_house 6 5"),
        ("Ac 2d 3h 4s 5c 6d 9h", "straight 6"),
    ];
    for (names, value) in known {
        assert_eq!(written_value(names), value, "{names}");
    }
}

#[test]
fn jokers_count_as_best_cards() {
    let known = [
        ("X1", "high_card A"),
        ("X1 X2", "pair A"),
        ("X1 7c 7d Kh Ks", "full_house K 7"),
        ("X1 Ah Jh 9h 5h", "flush A A J 9 5"),
        ("X1 9h Th Jh Qh", "straight_flush K"),
        ("X1 Ac 2d 3h 5c", "straight 5"),
        ("X1 X2 2c 3c 9d", "three_of_a_kind 9 3 2"),
        ("X1 X2 2c 3c 5c", "straight_flush 6"),
    ];
    for (names, value) in known {
        assert_eq!(written_value(names), value, "{names}");
    }
}

#[test]
fn number_of_distinct_values_is_known() {
    for (count, known) in [(1, 13), (2, 91), (3, 455), (4, 1820), (5, 7462)] {
        let mut values = Vec::new();
        for_each_subset(&CardOrJoker::DECK[..52], count, &mut |set| values.extend(HandValue::of(set.iter().copied())));
        values.sort_unstable();
        values.dedup();
        assert_eq!(values.len(), known, "{count} cards");
    }
}

#[test]
fn category_counts_match_known_combinatorics() {
    let known = [
        (52, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40, 0]),
        (53, [1_302_540, 1_268_088, 123_552, 137_280, 20_532, 7_804, 6_552, 3_120, 204, 13]),
    ];
    for (cards, known) in known {
        let mut counts = [0; 10];
        for_each_subset(&CardOrJoker::DECK[..cards], 5, &mut |set| {
            counts[HandValue::of(set.iter().copied()).expect("five cards").category() as usize] += 1;
        });
        assert_eq!(counts, known, "{cards} cards");
    }
}

#[test]
fn value_matches_brute_force() {
    let seed: Seed = "poker".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("test");
    for count in 1..=7 {
        for jokers in 0..=2 {
            for _ in 0..6 {
                let mut hand = some_cards(count, &mut draws);
                hand.extend(CardOrJoker::DECK[52..].iter().take(jokers));
                assert_eq!(HandValue::of(hand.iter().copied()), Some(brute_force_value(&hand)), "{hand:?}");
            }
        }
    }
}

/// Draws cards of few ranks, so that all categories occur.
fn some_cards(count: usize, draws: &mut Draws) -> Vec<CardOrJoker> {
    let (first, ranks) = (draws.below(13) as u8, 4 + draws.below(5) as u8);
    let mut near: Vec<CardOrJoker> = Card::DECK
        .into_iter()
        .filter(|card| (card.rank().face_value() + 13 - first) % 13 < ranks)
        .map(CardOrJoker::from)
        .collect();
    draws.shuffle(&mut near);
    near.truncate(count);
    near
}

/// Computes the value by definition: the best of any five cards, with each joker replaced by every card.
fn brute_force_value(hand: &[CardOrJoker]) -> HandValue {
    let mut best = None;
    for_each_subset(hand, hand.len().min(5), &mut |set| {
        let real: Vec<Card> = set.iter().filter_map(|card| card.card()).collect();
        for_each_joker_choice(real, set.len(), &mut |cards| best = best.max(Some(value_by_definition(cards))));
    });
    best.expect("a hand has cards")
}

fn for_each_joker_choice(cards: Vec<Card>, count: usize, visit: &mut impl FnMut(&[Card])) {
    if cards.len() == count {
        return visit(&cards);
    }
    for card in Card::DECK {
        let more = cards.iter().copied().chain([card]).collect();
        for_each_joker_choice(more, count, visit);
    }
}

/// Computes the value of up to five cards, which may repeat, by checking the table of categories line by line.
fn value_by_definition(cards: &[Card]) -> HandValue {
    let mut groups: Vec<(usize, u32)> = (2..=14)
        .map(|height| (cards.iter().filter(|card| card.rank().height() == height).count(), height.into()))
        .filter(|(count, _)| *count > 0)
        .collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let sizes: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    let heights: Vec<u32> = groups.iter().map(|(_, height)| *height).collect();
    let five = cards.len() == 5;
    let flush = five && cards.iter().all(|card| card.suit() == cards[0].suit());
    let straight = match heights[..] {
        [14, 5, 4, 3, 2] => Some(5),
        [top, .., low] if five && sizes.len() == 5 && top - low == 4 => Some(top),
        _ => None,
    };
    let category = match (&sizes[..], flush, straight) {
        ([5], ..) => Category::FiveOfAKind,
        (_, true, Some(top)) => return HandValue::new(Category::StraightFlush).with(&[top]),
        ([4, ..], ..) => Category::FourOfAKind,
        ([3, 2], ..) => Category::FullHouse,
        (_, true, _) => {
            let mut all: Vec<u32> = cards.iter().map(|card| card.rank().height().into()).collect();
            all.sort_unstable_by(|a, b| b.cmp(a));
            return HandValue::new(Category::Flush).with(&all);
        }
        (_, _, Some(top)) => return HandValue::new(Category::Straight).with(&[top]),
        ([3, ..], ..) => Category::ThreeOfAKind,
        ([2, 2, ..], ..) => Category::TwoPair,
        ([2, ..], ..) => Category::Pair,
        _ => Category::HighCard,
    };
    HandValue::new(category).with(&heights)
}

/// Visits every subset of `count` cards.
fn for_each_subset(cards: &[CardOrJoker], count: usize, visit: &mut impl FnMut(&[CardOrJoker])) {
    fn choose(cards: &[CardOrJoker], count: usize, set: &mut Vec<CardOrJoker>, visit: &mut impl FnMut(&[CardOrJoker])) {
        if count == 0 {
            return visit(set);
        }
        for i in 0..=cards.len() - count {
            set.push(cards[i]);
            choose(&cards[i + 1..], count - 1, set, visit);
            set.pop();
        }
    }
    choose(cards, count, &mut Vec::new(), visit);
}
