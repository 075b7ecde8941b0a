//! The picture in words, for screen readers.

use crate::rules::piecepack::{Coin, Tile};
use crate::rules::scene::{Area, Mark, Place, Scene, Spread, Thing};

/// The picture's title: what is played and how it stands.
pub(super) fn title(scene: &Scene) -> String {
    let score = if scene.finished { "final score" } else { "score" };
    format!("{}: {}; {score} {}", scene.title, scene.caption, scene.total)
}

/// What there is to see, area by area.
pub(super) fn description(scene: &Scene) -> String {
    let parts = scene.parts.iter().filter_map(|part| part.score.map(|score| format!("{} {score}", part.name)));
    let parts: Vec<String> = parts.collect();
    let parts = (!parts.is_empty()).then(|| format!("Scores: {}.", parts.join(", ")));
    parts.into_iter().chain(scene.areas.iter().map(area)).collect::<Vec<_>>().join(" ")
}

fn area(area: &Area) -> String {
    let places: Vec<String> = area.places.iter().filter_map(|at| place(area, at)).collect();
    let places = if places.is_empty() { "nothing".to_owned() } else { places.join("; ") };
    format!("{}: {places}.", area.name)
}

/// A place with what lies there; none if nothing does and it has no name.
fn place(area: &Area, place: &Place) -> Option<String> {
    let pieces = place.pieces.iter().filter(|thing| !matches!(thing, Thing::Number(_)));
    let words = pieces.map(|thing| self::thing(*thing)).chain(place.marks.iter().map(|mark| self::mark(*mark)));
    let words: Vec<String> = words.collect();
    let named = !place.name.is_empty() && place.name != area.name;
    let between = if place.spread == Spread::Pile { ", under " } else { ", " };
    match (named, words.is_empty()) {
        (true, true) => Some(format!("{} empty", place.name)),
        (true, false) => Some(format!("{} {}", place.name, words.join(between))),
        (false, true) => None,
        (false, false) => Some(words.join(between)),
    }
}

fn mark(mark: Mark) -> String {
    match mark {
        Mark::Start => "start".to_owned(),
        Mark::Exit => "exit".to_owned(),
        Mark::Turn(turn, true) => format!("number {turn}, done"),
        Mark::Turn(turn, false) => format!("number {turn}"),
        Mark::Fell(coin) => format!("{} fell here", self::coin(coin)),
    }
}

fn thing(thing: Thing) -> String {
    match thing {
        Thing::Tile(tile) => self::tile(tile),
        Thing::FaceUp(coin) | Thing::CalledByValue(coin) => self::coin(coin),
        Thing::FaceDown(coin) => format!("coin of {} face down", coin.suit()),
        Thing::Die(die) => format!("die with {} on top and {} north", die.top(), die.north()),
        Thing::Rolled(suit, value) => format!("die of {suit} showing {value}"),
        Thing::Unrolled(suit) => format!("die of {suit} not rolled"),
        Thing::Pawn(suit) => format!("pawn of {suit}"),
        Thing::Number(number) => number.to_string(),
        Thing::You => "you".to_owned(),
        Thing::Adult => "adult".to_owned(),
        Thing::Kid => "kid".to_owned(),
    }
}

fn tile(tile: Tile) -> String {
    format!("{} of {}", tile.value(), tile.suit())
}

fn coin(coin: Coin) -> String {
    format!("coin {} of {}", coin.value(), coin.suit())
}
