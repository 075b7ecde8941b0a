mod faults;
mod playing;

use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::dice::{Face, Roll};
use crate::game::{Seat, State};
use crate::testing::{admitted, faults_of, join_cards, played, refusal};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn cab(name: &str) -> Cab {
    name.parse().expect("a cab")
}

fn dealt(seats: u8) -> State<ShortBusToParadise> {
    played(seats, "one", &json!({}), 0)
}

/// A position. Seats with fewer than three cards in hand and in cabs get more; the other cards are the deck.
struct Setup {
    turn: u64,
    /// The waiting cabs of each seat, such as `["7c r3 4d", ""]`.
    cabs: Vec<&'static str>,
    /// The hands of the seats.
    hands: Vec<&'static str>,
    pot: &'static str,
    /// The first stones of the bag; more are added if `fill` is set.
    bag: String,
    fill: bool,
    /// Sum of the dice of the next roll.
    next: u64,
    /// Whether the deck has one card only.
    last_card: bool,
}

impl Setup {
    fn new(turn: u64, seats: usize, pot: &'static str) -> Self {
        let (cabs, hands) = (vec![""; seats], vec![""; seats]);
        Self { turn, cabs, hands, pot, bag: String::new(), fill: true, next: 7, last_card: false }
    }

    fn table(&self) -> Json {
        let cabs: Vec<Json> = self.cabs.iter().map(|cabs| waiting(cabs)).collect();
        let pot = groups(self.pot);
        let named = format!("{} {}", self.cabs.join(" "), self.hands.join(" "));
        let mut others: Vec<Cab> =
            Cab::DECK.into_iter().filter(|cab| !named.contains(&cab.to_string())).rev().collect();
        let mut hands: Vec<Vec<String>> =
            self.hands.iter().map(|hand| hand.split_whitespace().map(str::to_owned).collect()).collect();
        for (hand, cabs) in hands.iter_mut().zip(&cabs) {
            while hand.len() + cabs.as_array().map_or(0, Vec::len) < 3 {
                hand.push(others.pop().expect("a cab").to_string());
            }
        }
        if self.last_card {
            for (i, cab) in others.drain(1..).enumerate() {
                let seats = hands.len();
                hands[i % seats].push(cab.to_string());
            }
        }
        let scored = vec![json!([]); hands.len()];
        let stones = self.bag.chars().map(String::from);
        let bag: Vec<String> =
            if self.fill { stones.chain((0..).map(|_| "w".to_owned())).take(60).collect() } else { stones.collect() };
        json!({
            "phase": "turns", "turn": self.turn, "played": false, "loaded": false, "rolls": roll_before(self.next),
            "bag": bag, "pot": pot, "gone": [{"color": "k", "count": 100}],
            "deck": others, "hands": hands, "cabs": cabs, "scored": scored,
        })
    }

    fn state(&self) -> State<ShortBusToParadise> {
        admitted(self.hands.len() as u8, &json!({}), &self.table())
    }
}

/// Parses waiting cabs.
fn waiting(cabs: &str) -> Json {
    let mut list: Vec<Json> = Vec::new();
    for word in cabs.split_whitespace() {
        match word.parse::<Cab>() {
            Ok(cab) => list.push(json!({"cab": cab})),
            Err(()) => {
                let last = list.last_mut().expect("a cab before its passengers");
                let count: u64 = word[1..].parse().expect("a count");
                (last["color"], last["count"]) = (json!(word[..1]), json!(count));
            }
        }
    }
    json!(list)
}

/// Parses groups, such as `r3 g3`.
fn groups(text: &str) -> Json {
    let group = |word: &str| json!({"color": word[..1], "count": word[1..].parse::<u64>().expect("a count")});
    text.split_whitespace().map(group).collect()
}

/// Formats groups.
fn text_of(groups: &[Group]) -> String {
    groups.iter().map(|group| format!("{}{}", group.color.letter(), group.count)).collect::<Vec<_>>().join(" ")
}

/// Returns a number of rolls after which the next roll of the seed `a` shows a sum.
fn roll_before(sum: u64) -> u64 {
    let seed: Seed = "a".parse().expect("a seed");
    let shows = |number: u64| {
        let dice: Vec<Face> = Roll::numbered(Chance::new(&seed), "short-bus-to-paradise/roll", number).dice(2);
        dice.iter().map(|face| u64::from(face.number())).sum::<u64>()
    };
    (12..40).find(|rolls| shows(rolls + 1) == sum).expect("a roll")
}

fn after(state: &State<ShortBusToParadise>, mv: &Json) -> (State<ShortBusToParadise>, Vec<Event>) {
    let (mut state, mut log) = (state.clone(), Log::keep());
    state.play(&crate::wire::from_value(mv.clone()).expect("a move"), &mut log).expect("it is legal");
    (state, log.events())
}

/// Plays moves and returns the last events.
fn after_all(state: &State<ShortBusToParadise>, moves: &[Json]) -> (State<ShortBusToParadise>, Vec<Event>) {
    moves.iter().fold((state.clone(), Vec::new()), |(state, _), mv| after(&state, mv))
}

fn play(number: u8, cab: &str) -> Json {
    json!({"seat": number, "type": "play", "cab": cab})
}

fn load(number: u8, cab: &str, color: &str) -> Json {
    json!({"seat": number, "type": "load", "cab": cab, "color": color})
}

fn steal(number: u8, cab: &str, from: &str) -> Json {
    json!({"seat": number, "type": "steal", "cab": cab, "from": from})
}

fn draw(number: u8) -> Json {
    json!({"seat": number, "type": "draw"})
}

fn end(number: u8) -> Json {
    json!({"seat": number, "type": "end"})
}
