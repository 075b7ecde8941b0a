//! The text of a picture for screen readers.

use funhouse_rules::cards::PlayingCard as _;
use funhouse_rules::piecepack::{Coin, Tile};
use funhouse_rules::scene::{Area, Mark, Paint, Piece, Place, Scene, SeatAtTable, Spread, counted};
use funhouse_rules::text::value;

/// Returns the title of the picture: what is played, and the standing.
pub(super) fn title(scene: &Scene) -> String {
    if !scene.seats.is_empty() {
        return format!("{}: {}; {}", scene.title, scene.caption, scene.turn());
    }
    let Scene { title, caption, total, .. } = scene;
    if scene.finished {
        return format!("{title}: {caption}; final score {total}");
    }
    // The current score of the open part is separate from the fixed scores.
    match scene.parts.iter().find(|part| part.open).and_then(|part| part.score) {
        Some(open) => format!("{title}: {caption}; score {}, and {open} here", total.saturating_sub(open)),
        None => format!("{title}: {caption}; score {total}"),
    }
}

/// Describes the scene, area by area.
pub(super) fn description(scene: &Scene) -> String {
    let parts = scene.parts.iter().filter_map(|part| part.score.map(|score| format!("{} {score}", part.name)));
    let parts: Vec<String> = parts.collect();
    let parts = (!parts.is_empty()).then(|| format!("Scores: {}.", parts.join(", ")));
    let seats: Vec<String> = scene.seats.iter().map(seat).collect();
    let seats = (!seats.is_empty()).then(|| format!("Points: {}.", seats.join("; ")));
    parts.into_iter().chain(seats).chain(scene.areas.iter().map(area)).collect::<Vec<_>>().join(" ")
}

/// Describes a seat: `seat 2, you: 93, to act`.
fn seat(at: &SeatAtTable) -> String {
    let you = if at.viewer { ", you" } else { "" };
    let place = at.place.map(|place| format!("place {place}"));
    let turn = at.to_act.then(|| "to move".to_owned());
    let note = Some(at.note.clone()).filter(|note| !note.is_empty());
    let more: String = place.into_iter().chain(turn).chain(note).map(|more| format!(", {more}")).collect();
    format!("seat {}{you}: {}{more}", at.seat, at.points)
}

fn area(area: &Area) -> String {
    let (bare, used): (Vec<&Place>, Vec<&Place>) = area.places.iter().partition(|place| is_bare(place));
    // If the rest of a board is empty, do not list every empty cell.
    let many = bare.len() > MAX_LISTED_EMPTY;
    let listed: Vec<&Place> = if many { used } else { area.places.iter().collect() };
    let mut places: Vec<String> = listed.into_iter().filter_map(|at| place(area, at)).collect();
    if many {
        let rest = if places.is_empty() { "all" } else { "the other" };
        places.push(format!("{rest} {} empty", bare.len()));
    }
    let places = if places.is_empty() { "nothing".to_owned() } else { places.join("; ") };
    format!("{}: {places}.", area.title())
}

/// Maximum number of empty places of an area to list individually.
const MAX_LISTED_EMPTY: usize = 6;

/// Returns whether a place is empty and has no mark, and either a name or a label.
fn is_bare(place: &Place) -> bool {
    place.pieces.is_empty() && place.marks.is_empty() && place.label.is_empty() != place.name.is_empty()
}

/// Describes a place and its pieces; none for an empty place without a name.
fn place(area: &Area, place: &Place) -> Option<String> {
    let pieces = place.pieces.iter().filter(|piece| !matches!(piece, Piece::Heading(_)));
    let between = if place.spread == Spread::Pile { ", under " } else { ", " };
    let pieces = Some(describe_pieces(pieces).join(between)).filter(|pieces| !pieces.is_empty());
    let words: Vec<String> = pieces.into_iter().chain(place.marks.iter().map(|mark| self::mark(*mark))).collect();
    let words = words.join(", ");
    // The place of a single card may have its name, which describes nothing more.
    let of_card =
        place.pieces.first().is_some_and(|piece| matches!(piece, Piece::Card(card) if card.name() == place.name));
    let named = !place.name.is_empty() && place.name != area.name && !of_card;
    let (name, label) = (place.name.replace('_', " "), label(place));
    // A label that contains the name suffices.
    let name = match (named, label.is_empty()) {
        (_, true) => name,
        (true, false) if !label.to_lowercase().contains(&name) => format!("{name} ({label})"),
        (_, false) => format!("{label}:"),
    };
    match (named || !label.is_empty(), words.is_empty()) {
        (true, true) => Some(format!("{name} empty")),
        (true, false) => Some(format!("{name} {words}")),
        (false, true) => None,
        (false, false) => Some(words),
    }
}

/// Returns the label of a place, unless it is letters that its marks replace.
fn label(place: &Place) -> &str {
    if place.marks.iter().any(|mark| matches!(mark, Mark::Beneath(_))) { "" } else { &place.label }
}

/// Describes pieces. Adjacent face-down cards are counted, and so are adjacent balls.
fn describe_pieces<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Vec<String> {
    let pieces: Vec<Piece> = pieces.copied().collect();
    let same = pieces.chunk_by(|piece, next| piece == next && matches!(piece, Piece::CardDown | Piece::Ball));
    same.map(|same| match (same[0], same.len() as u64) {
        (Piece::CardDown, count) => format!("{} face down", counted(count, "card")),
        (Piece::Ball, count) => counted(count, "ball"),
        (piece, _) => self::piece(piece),
    })
    .collect()
}

/// Describes the label and the marks of a place, such as `start`. Usually empty.
pub(super) fn marks(place: &Place) -> String {
    let label = Some(self::label(place)).filter(|label| !label.is_empty()).map(str::to_owned);
    let words: Vec<String> = label.into_iter().chain(place.marks.iter().map(|mark| self::mark(*mark))).collect();
    words.join(", ")
}

fn mark(mark: Mark) -> String {
    match mark {
        Mark::Start => "start".to_owned(),
        Mark::Exit => "exit".to_owned(),
        Mark::Turn(turn, true) => format!("number {turn}, done"),
        Mark::Turn(turn, false) => format!("number {turn}"),
        Mark::Of(seat) => format!("seat {seat}'s"),
        Mark::Fell(coin) => format!("{} fell here", self::coin(coin)),
        Mark::Beneath(colour) => format!("{} beneath", colour.name()),
        Mark::Goal(tile) => format!("for {}", self::tile(tile)),
    }
}

/// Describes a piece: `die with 3 on top and 2 north`.
pub(super) fn piece(piece: Piece) -> String {
    match piece {
        Piece::Tile(tile) | Piece::TileOf(tile, _) => self::tile(tile),
        Piece::FaceUp(coin) | Piece::CalledByValue(coin) => self::coin(coin),
        Piece::FaceDown(suit) => format!("coin of {suit} face down"),
        Piece::Die(die) => format!(
            "die with {} on top and {} north, {} east, {} south and {} west",
            value(die.top()),
            value(die.north()),
            value(die.east()),
            value(die.south()),
            value(die.west())
        ),
        Piece::Rolled(suit, shown) => format!("die of {suit} showing {}", value(shown)),
        Piece::Unrolled(suit) => format!("die of {suit} not rolled"),
        Piece::Pawn(suit) => format!("pawn of {suit}"),
        Piece::Heading(number) | Piece::Number(number) => number.to_string(),
        Piece::You => "you".to_owned(),
        Piece::Adult => "adult".to_owned(),
        Piece::Kid => "kid".to_owned(),
        Piece::Card(card) => card.spoken_name(),
        Piece::CardOf(card, _) => card.spoken_name(),
        Piece::CardDown => "card face down".to_owned(),
        Piece::Deck(count) => format!("pile of {} face down", counted(count, "card")),
        Piece::Pips(face, paint) => format!("{} showing {face}", painted("die", paint)),
        Piece::Chips(count, paint) => counted_in(count, "chip", paint),
        Piece::Stone(paint) => painted("stone", paint),
        Piece::Stones(count, paint) => counted_in(count, "stone", paint),
        Piece::Ball => "ball".to_owned(),
        Piece::Token(seat) => format!("token of seat {seat}"),
        Piece::Ghost(seat) => format!("ghost of seat {seat}"),
        Piece::Guest(number, rank) => format!("guest {number} of rank {rank}"),
        Piece::ChessPiece(man, seat) => format!("{} of seat {seat}", man.name()),
        Piece::Symbol(sign, seat) => format!("{} of seat {seat}", sign.name()),
    }
}

fn counted_in(count: u64, noun: &str, paint: Paint) -> String {
    match paint {
        Paint::Plain => counted(count, noun),
        Paint::In(colour) => counted(count, &format!("{} {noun}", colour.name())),
        Paint::Of(seat) => format!("{} of seat {seat}", counted(count, noun)),
    }
}

fn painted(noun: &str, paint: Paint) -> String {
    match paint {
        Paint::Plain => noun.to_owned(),
        Paint::In(colour) => format!("{} {noun}", colour.name()),
        Paint::Of(seat) => format!("{noun} of seat {seat}"),
    }
}

fn tile(tile: Tile) -> String {
    format!("{} of {}", value(tile.value()), tile.suit())
}

fn coin(coin: Coin) -> String {
    format!("coin {} of {}", value(coin.value()), coin.suit())
}
