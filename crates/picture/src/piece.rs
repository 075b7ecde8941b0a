//! Drawing of pieces, each around its own origin.

use super::area::PlaceLayout;
use super::measure::PieceLayout;
use super::svg::{Svg, part};
use super::{card, chess, counter, people, symbol};
use funhouse_rules::piecepack::{Coin, Die, Suit, Tile, Value};
use funhouse_rules::scene::{Paint, Piece, Symbol};

/// The identity of a piece across pictures.
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) kind: &'static str,
    /// The value by which moves refer to it, if they do not use its name.
    pub(super) token: Option<String>,
}

/// Returns the identity of a piece; none for a heading, which is not a piece.
///
/// A face-down coin has the name of its place, because its own name contains its value. So have adults and kids, which
/// have no names.
pub(super) fn identity(piece: Piece, home: &str, nth: Option<usize>) -> Option<Identity> {
    let known = |name: String, kind| Some(Identity { name, kind, token: None });
    let at_home = |kind: &'static str| {
        known(nth.map_or_else(|| format!("{kind}-{home}"), |nth| format!("{kind}-{home}-{nth}")), kind)
    };
    match piece {
        Piece::Tile(tile) => known(tile.to_string(), "tile"),
        Piece::TileOf(tile, seat) => known(format!("{tile}-{seat}"), "tile"),
        Piece::FaceUp(coin) => known(coin.to_string(), "coin"),
        Piece::CalledByValue(coin) => {
            Some(Identity { name: coin.to_string(), kind: "coin", token: Some(coin.value().to_string()) })
        }
        Piece::FaceDown(_) => at_home("coin"),
        Piece::Die(_) => known("die".to_owned(), "die"),
        Piece::Rolled(suit, _) | Piece::Unrolled(suit) => known(suit.letter().to_string(), "die"),
        Piece::Pawn(suit) => known(suit.letter().to_string(), "pawn"),
        Piece::You => known("you".to_owned(), "you"),
        Piece::Adult => at_home("adult"),
        Piece::Kid => at_home("kid"),
        Piece::Heading(_) => None,
        Piece::Number(_) => at_home("number"),
        Piece::Card(card) => known(card.to_string(), "card"),
        Piece::CardOf(card, seat) => {
            let (name, token) = (format!("{card}-{seat}"), Some(card.rank().to_string()));
            Some(Identity { name, kind: "card", token })
        }
        Piece::CardDown => at_home("card"),
        Piece::Deck(_) => at_home("deck"),
        Piece::Pips(face, _) => called(at_home("die"), face.to_string()),
        Piece::Chips(_, Paint::In(colour)) => called(at_home("chips"), colour.name().to_owned()),
        Piece::Chips(..) => at_home("chips"),
        Piece::Stone(Paint::In(colour)) => called(at_home("stone"), colour.name().to_owned()),
        Piece::Stone(_) => at_home("stone"),
        Piece::Stones(..) => at_home("stones"),
        Piece::Ball => at_home("ball"),
        Piece::Token(seat) => known(seat.to_string(), "token"),
        Piece::Ghost(_) => at_home("ghost"),
        Piece::Guest(number, _) => known(number.to_string(), "guest"),
        Piece::ChessPiece(man, _) => called(at_home("man"), man.name().to_owned()),
        Piece::Symbol(..) => at_home("sign"),
    }
}

/// Sets the value by which moves refer to a piece.
fn called(identity: Option<Identity>, token: String) -> Option<Identity> {
    identity.map(|identity| Identity { token: Some(token), ..identity })
}

/// Writes the classes of a piece: its type and its suit.
pub(super) fn class(svg: &mut Svg, piece: Piece) {
    let (class, suit) = match piece {
        Piece::Tile(tile) | Piece::TileOf(tile, _) => ("tile", Some(tile.suit())),
        Piece::FaceUp(coin) | Piece::CalledByValue(coin) => ("coin", Some(coin.suit())),
        Piece::FaceDown(suit) => ("coin down", Some(suit)),
        Piece::Die(_) => ("die", None),
        Piece::Rolled(suit, _) => ("rolled", Some(suit)),
        Piece::Unrolled(suit) => ("unrolled", Some(suit)),
        Piece::Pawn(suit) => ("pawn", Some(suit)),
        Piece::You => ("you", None),
        Piece::Adult => ("adult", None),
        Piece::Kid => ("kid", None),
        Piece::Heading(_) | Piece::Number(_) => ("number", None),
        Piece::Card(card) => {
            let suit = card.card().map_or("joker", |card| card.suit().name());
            return svg.put(format_args!("card {suit}"));
        }
        Piece::CardOf(card, _) => return svg.put(format_args!("card {}", card.suit().name())),
        Piece::CardDown => ("card down", None),
        Piece::Deck(_) => ("card deck", None),
        Piece::Pips(_, paint) => return painted(svg, "pips", paint),
        Piece::Chips(_, paint) => return painted(svg, "chips", paint),
        Piece::Stone(paint) | Piece::Stones(_, paint) => return painted(svg, "stone", paint),
        Piece::Ball => ("ball", None),
        Piece::Token(seat) => return painted(svg, "token", Paint::Of(seat)),
        Piece::Ghost(seat) => return painted(svg, "ghost", Paint::Of(seat)),
        Piece::Guest(..) => return painted(svg, "guest", Paint::Plain),
        Piece::ChessPiece(_, seat) => return painted(svg, "man", Paint::Of(seat)),
        Piece::Symbol(Symbol::Cross | Symbol::Hoop, seat) => return painted(svg, "sign", Paint::Of(seat)),
    };
    svg.text(class);
    if let Some(suit) = suit {
        svg.put(format_args!(" {}", suit.letter()));
    }
}

fn painted(svg: &mut Svg, class: &str, paint: Paint) {
    svg.text(class);
    counter::class(svg, paint);
}

/// Draws a piece around the origin.
pub(super) fn draw(svg: &mut Svg, set: &PieceLayout) {
    let size = set.size;
    match (set.piece, set.bar) {
        (Piece::Tile(tile), Some(width)) => bar(svg, tile, width, size),
        (Piece::Tile(tile), None) | (Piece::TileOf(tile, _), _) => square(svg, tile, size),
        (Piece::FaceUp(coin) | Piece::CalledByValue(coin), _) => face_up(svg, coin, size),
        (Piece::FaceDown(suit), _) => face_down(svg, suit, size),
        (Piece::Die(die), _) => five_faces(svg, die, size),
        (Piece::Rolled(suit, value), _) => one_face(svg, suit, Some(value), size),
        (Piece::Unrolled(suit), _) => one_face(svg, suit, None, size),
        (Piece::Pawn(suit), _) => people::pawn(svg, suit, size),
        (Piece::You, _) => people::you(svg, size),
        (Piece::Adult, _) => people::adult(svg, size),
        (Piece::Kid, _) => people::kid(svg, size),
        (Piece::Heading(_), _) => {}
        (Piece::Number(number), _) => counter::centered_text(svg, &number.to_string(), (0, 0), part(size, 40), size),
        (Piece::Card(card), _) => card::face(svg, card, size),
        (Piece::CardOf(card, _), _) => card::face(svg, card.into(), size),
        (Piece::CardDown, _) => card::face_down(svg, size),
        (Piece::Deck(count), _) => card::deck(svg, count, size),
        (Piece::Pips(face, paint), _) => counter::die(svg, face, paint, size),
        (Piece::Chips(count, paint), _) => counter::chips(svg, count, paint, size),
        (Piece::Stone(paint), _) => counter::stone(svg, paint, size),
        (Piece::Stones(count, paint), _) => counter::stones(svg, count, paint, size),
        (Piece::Ball, _) => counter::ball(svg, size),
        (Piece::Token(seat), _) => counter::token(svg, seat, size),
        (Piece::Ghost(seat), _) => counter::ghost(svg, seat, size),
        (Piece::Guest(number, rank), _) => counter::guest(svg, number, rank, size),
        (Piece::ChessPiece(man, seat), _) => chess::draw(svg, man, seat, size),
        (Piece::Symbol(sign, seat), _) => counter::sign(svg, sign, seat, size),
    }
}

/// Writes a heading, which is not a piece.
pub(super) fn heading(svg: &mut Svg, set: &PieceLayout) {
    if let Piece::Heading(number) = set.piece {
        let size = part(set.size, 40);
        let y = set.y + part(size, 35);
        svg.put(format_args!("<text class=\"number\" x=\"{}\" y=\"{y}\" font-size=\"{size}\">{number}</text>", set.x));
    }
}

/// Writes the number of a path tile into its free corner.
pub(super) fn nth(svg: &mut Svg, set: &PieceLayout, name: &str) {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        let (x, y) = (set.x - part(set.size, 26), set.y + part(set.size, 36));
        let size = part(set.size, 21);
        svg.put(format_args!("<text class=\"nth\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>"));
    }
}

/// Draws a centered value, as printed on piecepacks: N for null, A for the ace.
fn figure(svg: &mut Svg, value: Value, (x, y): (i32, i32), size: i32) {
    let y = y + part(size, 36);
    svg.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">"));
    match value.count() {
        0 => svg.text("N"),
        1 => svg.text("A"),
        count => svg.put(format_args!("{count}")),
    }
    svg.text("</text>");
}

fn rect(svg: &mut Svg, width: i32, height: i32, round: i32) {
    let (x, y) = (width / 2, height / 2);
    svg.put(format_args!("<rect x=\"-{x}\" y=\"-{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"));
}

/// The size from which tiles and coins show that they are of wood. Smaller ones are plain.
const WOODEN: i32 = 100;

fn square(svg: &mut Svg, tile: Tile, size: i32) {
    let (side, half, round) = (part(size, 90), part(size, 90) / 2, part(size, 10));
    if size >= WOODEN {
        let y = part(size, 4) - half;
        svg.put(format_args!(
            "<rect class=\"under\" x=\"-{half}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"{round}\"/>"
        ));
    }
    rect(svg, side, side, round);
    if size >= WOODEN {
        // Two lines of the grain, through the free corners.
        let (bend, long) = (part(size, 8), part(size, 44));
        svg.put(format_args!(
            "<path class=\"grained\" d=\"M{} -{half}c{bend} {bend} {bend} {} 0 {long}M-{} {half}c-{bend}-{bend}-{bend}-{} 0-{long}\"/>",
            half - bend,
            part(size, 28),
            half - bend,
            part(size, 28)
        ));
    }
    figure(svg, tile.value(), (part(size, -22), part(size, -17)), part(size, 48));
    symbol::draw(svg, tile.suit(), (part(size, 16), part(size, 15)), part(size, 48));
}

fn bar(svg: &mut Svg, tile: Tile, width: i32, size: i32) {
    rect(svg, width, size - 6, 12);
    let apart = part(width.min(180), 22);
    figure(svg, tile.value(), (-apart, 0), part(size, 72));
    symbol::draw(svg, tile.suit(), (apart, 0), part(size, 64));
}

/// Draws the disc of a coin, with its edge.
fn disc(svg: &mut Svg, size: i32) {
    if size >= WOODEN {
        svg.put(format_args!("<circle class=\"under\" cy=\"{}\" r=\"{}\"/>", part(size, 4), part(size, 44)));
    }
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
}

fn face_up(svg: &mut Svg, coin: Coin, size: i32) {
    disc(svg, size);
    figure(svg, coin.value(), (part(size, -16), 0), part(size, 48));
    symbol::draw(svg, coin.suit(), (part(size, 18), 0), part(size, 32));
}

fn face_down(svg: &mut Svg, suit: Suit, size: i32) {
    disc(svg, size);
    svg.put(format_args!("<circle class=\"ring\" r=\"{}\"/>", part(size, 36)));
    symbol::draw(svg, suit, (0, 0), part(size, 44));
}

/// Draws a die from above: its top, surrounded by its four side faces.
fn five_faces(svg: &mut Svg, die: Die, size: i32) {
    let (a, b) = (part(size, 46), part(size, 25));
    let middle = (a + b) / 2;
    let small = part(size, 21);
    svg.put(format_args!("<path class=\"north\" d=\"M-{a}-{a}H{a}L{b}-{b}H-{b}z\"/>"));
    svg.put(format_args!("<path class=\"side\" d=\"M{a}-{a}V{a}L{b} {b}V-{b}zM-{a}-{a}V{a}L-{b} {b}V-{b}z\"/>"));
    svg.put(format_args!("<path class=\"south\" d=\"M-{a} {a}H{a}L{b} {b}H-{b}z\"/>"));
    svg.put(format_args!("<path class=\"top\" d=\"M-{b}-{b}H{b}V{b}H-{b}z\"/>"));
    figure(svg, die.top(), (0, 0), part(size, 44));
    figure(svg, die.north(), (0, -middle), small);
    figure(svg, die.south(), (0, middle), small);
    figure(svg, die.east(), (middle, 0), small);
    figure(svg, die.west(), (-middle, 0), small);
}

fn one_face(svg: &mut Svg, suit: Suit, value: Option<Value>, size: i32) {
    rect(svg, part(size, 84), part(size, 84), part(size, 18));
    match value {
        Some(value) => {
            figure(svg, value, (part(size, -15), part(size, -8)), part(size, 56));
            symbol::draw(svg, suit, (part(size, 18), part(size, 18)), part(size, 38));
        }
        None => symbol::draw(svg, suit, (0, 0), part(size, 54)),
    }
}

/// Draws a trampoline with its number.
pub(super) fn trampoline(svg: &mut Svg, (x, y): (i32, i32), width: i32, name: &str) {
    let cloth = y + part(width, 26);
    let (rx, ry) = (part(width, 44), part(width, 13));
    let (leg, foot) = (part(width, 32), part(width, 17));
    svg.put(format_args!("<path class=\"legs\" d=\"M{} {cloth}v{foot}M{} {cloth}v{foot}\"/>", x - leg, x + leg));
    svg.put(format_args!("<ellipse class=\"cell cloth\" cx=\"{x}\" cy=\"{cloth}\" rx=\"{rx}\" ry=\"{ry}\"/>"));
    let (size, baseline) = (part(width, 15), cloth + part(width, 27));
    svg.put(format_args!("<text class=\"name\" x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\">{name}</text>"));
}

/// Draws a cab at the lower edge of a place, as wide as the place, with a window for passengers.
pub(super) fn cab(svg: &mut Svg, (x, floor): (i32, i32), width: i32) {
    let at = |hundredths| part(width, hundredths);
    svg.put(format_args!(
        "<path class=\"f2\" d=\"M{} {}v-{hood}h{}l{slope}-{roof}h{}l{slope} {roof}h{}v{hood}z\"/>",
        x - at(50),
        floor - at(5),
        at(12),
        2 * at(26),
        at(12),
        hood = at(20),
        slope = at(12),
        roof = at(25),
    ));
    svg.put(format_args!(
        "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
        x - at(25),
        floor - at(47),
        2 * at(25),
        at(42)
    ));
    for x in [x - at(36), x + at(36)] {
        svg.put(format_args!("<circle class=\"f3\" cx=\"{x}\" cy=\"{}\" r=\"{}\"/>", floor - at(8), at(8)));
    }
}

/// Draws the flag at an exit.
pub(super) fn flag(svg: &mut Svg, (x, y): (i32, i32), radius: i32) {
    svg.put(format_args!("<g class=\"exit\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    let (half, third) = (radius / 2, radius * 2 / 3);
    svg.put(format_args!(
        "<path d=\"M{} {}v{}h{}v-{half}h{third}l-{} -{}l{} -{}z\"/></g>",
        x - half,
        y - third,
        2 * third,
        radius / 6,
        radius / 4,
        radius / 4,
        radius / 4,
        radius / 4
    ));
}

/// Draws faint coins where they fell: at the lower right of the place, or along its lower edge if there are three or
/// more.
pub(super) fn fallen(svg: &mut Svg, spot: &PlaceLayout, coins: &[Coin]) {
    let radius = part(spot.width, 20);
    let step = radius * 4 / 3;
    let count = coins.len() as i32;
    let right = spot.x + spot.width;
    let first = if count < 3 { right - radius * 2 / 3 } else { right - (spot.width - (count - 1) * step) / 2 };
    let y = spot.y + spot.height - radius * 2 / 3;
    for (coin, nth) in coins.iter().zip(0..) {
        let x = first - nth * step;
        svg.put(format_args!(
            "<g class=\"fallen {}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>",
            coin.suit().letter()
        ));
        // One above the other: coins along the edge cover each other's sides.
        figure(svg, coin.value(), (x, y - radius * 36 / 100), radius);
        symbol::draw(svg, coin.suit(), (x, y + radius * 48 / 100), radius * 84 / 100);
        svg.text("</g>");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use funhouse_rules::cards::{Card, CardOrJoker};
    use funhouse_rules::dice::Face;
    use funhouse_rules::game::{MAX_SEATS, Seat};
    use funhouse_rules::scene::{ChessPiece, PieceColor};

    use super::*;

    /// The colors of pieces. No game has two with one letter: purple is used where pink is not.
    const COLORS: [PieceColor; 10] = [
        PieceColor::Red,
        PieceColor::Orange,
        PieceColor::Yellow,
        PieceColor::Green,
        PieceColor::Blue,
        PieceColor::Purple,
        PieceColor::Violet,
        PieceColor::Brown,
        PieceColor::White,
        PieceColor::Black,
    ];

    /// Every piece, with some of the numbers.
    fn pieces() -> Vec<Piece> {
        let seats = || (1..=MAX_SEATS).filter_map(Seat::new);
        let paints = || seats().map(Paint::Of).chain(COLORS.map(Paint::In));
        let valued = || Suit::ALL.into_iter().flat_map(|suit| Value::ALL.map(move |value| (suit, value)));
        let mut all =
            vec![Piece::You, Piece::Adult, Piece::Kid, Piece::CardDown, Piece::Deck(3), Piece::Deck(4), Piece::Ball];
        for (suit, value) in valued() {
            all.extend([
                Piece::Tile(Tile::new(suit, value)),
                Piece::FaceUp(Coin::new(suit, value)),
                Piece::Rolled(suit, value),
            ]);
        }
        all.extend(
            Suit::ALL.into_iter().flat_map(|suit| [Piece::FaceDown(suit), Piece::Unrolled(suit), Piece::Pawn(suit)]),
        );
        all.extend(CardOrJoker::DECK.map(Piece::Card));
        all.extend(Card::DECK.map(|card| Piece::CardOf(card, Seat::FIRST)));
        all.extend(paints().flat_map(|paint| Face::ALL.map(|face| Piece::Pips(face, paint))));
        all.extend(paints().flat_map(|paint| [Piece::Chips(7, paint), Piece::Stone(paint), Piece::Stones(7, paint)]));
        for seat in seats() {
            let men = [
                ChessPiece::Pawn,
                ChessPiece::Rook,
                ChessPiece::Knight,
                ChessPiece::Bishop,
                ChessPiece::Queen,
                ChessPiece::King,
            ];
            all.extend(men.map(|man| Piece::ChessPiece(man, seat)));
            all.extend([Piece::Token(seat), Piece::Ghost(seat)]);
            all.extend([Symbol::Cross, Symbol::Hoop].map(|symbol| Piece::Symbol(symbol, seat)));
        }
        all.extend((1..=9).flat_map(|number| Face::ALL.map(|rank| Piece::Guest(number, rank))));
        all
    }

    /// The colors are in the classes around a drawing.
    #[test]
    fn pieces_differ_in_more_than_color() {
        for (size, bar) in [(160, None), (40, None), (60, Some(180))] {
            let mut drawn: BTreeMap<String, Piece> = BTreeMap::new();
            for piece in pieces() {
                let mut svg = Svg::new();
                draw(&mut svg, &PieceLayout { piece, x: 0, y: 0, size, bar });
                let is_same = |other: &Piece| std::mem::discriminant(other) == std::mem::discriminant(&piece);
                let drawing = svg.finish();
                if let Some(other) = drawn.insert(drawing, piece).filter(is_same) {
                    panic!("{other:?} and {piece:?} differ in color only");
                }
            }
        }
    }
}
