//! Playing cards, 70 hundredths of their size wide and 98 hundredths high.

use super::svg::{Svg, part};
use super::symbol::{self, Command, Command::C, Command::L, Command::M, Command::Z};
use funhouse_rules::cards::{CardOrJoker, Suit};

/// The width and the height of a card in hundredths of its size.
pub(super) const WIDE: i32 = 70;
const HIGH: i32 = 98;

const DIAMOND: &[Command] = &[M([(0, -48)]), L([(36, 0)]), L([(0, 48)]), L([(-36, 0)]), Z];

const HEART: &[Command] = &[
    M([(0, 46)]),
    C([(-26, 22), (-46, 4), (-46, -18)]),
    C([(-46, -46), (-12, -52), (0, -22)]),
    C([(12, -52), (46, -46), (46, -18)]),
    C([(46, 4), (26, 22), (0, 46)]),
    Z,
];

const SPADE: &[Command] = &[
    M([(0, -48)]),
    C([(24, -24), (44, -8), (44, 12)]),
    C([(44, 34), (16, 38), (6, 20)]),
    C([(7, 32), (11, 40), (18, 46)]),
    L([(-18, 46)]),
    C([(-11, 40), (-7, 32), (-6, 20)]),
    C([(-16, 38), (-44, 34), (-44, 12)]),
    C([(-44, -8), (-24, -24), (0, -48)]),
    Z,
];

const CLUB: &[Command] = &[
    M([(-15, -8)]),
    C([(-30, -30), (-16, -48), (0, -48)]),
    C([(16, -48), (30, -30), (15, -8)]),
    C([(30, -16), (46, -6), (46, 8)]),
    C([(46, 30), (16, 34), (6, 16)]),
    C([(7, 30), (11, 40), (18, 46)]),
    L([(-18, 46)]),
    C([(-11, 40), (-7, 30), (-6, 16)]),
    C([(-16, 34), (-46, 30), (-46, 8)]),
    C([(-46, -6), (-30, -16), (-15, -8)]),
    Z,
];

const fn outline(suit: Suit) -> &'static [Command] {
    match suit {
        Suit::Clubs => CLUB,
        Suit::Diamonds => DIAMOND,
        Suit::Hearts => HEART,
        Suit::Spades => SPADE,
    }
}

/// Draws a card around the origin: rank and suit in the upper left corner, which stays visible in a fan, and a large
/// suit symbol.
pub(super) fn face(svg: &mut Svg, card: CardOrJoker, size: i32) {
    rect(svg, "front", 0, (part(size, WIDE), part(size, HIGH)), part(size, 8));
    let Some(suited) = card.card() else {
        let (x, y, font) = (part(size, -14), part(size, -18), part(size, 31));
        svg.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{font}\">{card}</text>"));
        let (y, font) = (part(size, 28), part(size, 21));
        return svg.put(format_args!("<text x=\"0\" y=\"{y}\" font-size=\"{font}\">joker</text>"));
    };
    let ten = suited.rank().face_value() == 10;
    // The digits of a ten are close together, so that it is no wider than other ranks.
    let signs: &[(&str, i32)] = if ten { &[("1", -25), ("0", -9)] } else { &[(suited.rank().letter(), -18)] };
    for (sign, x) in signs {
        let (x, y, font) = (part(size, *x), part(size, -17), part(size, if ten { 33 } else { 37 }));
        svg.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{font}\">{sign}</text>"));
    }
    let x = part(size, if ten { -16 } else { -18 });
    symbol::path(svg, outline(suited.suit()), (x, part(size, 3)), part(size, 24));
    symbol::path(svg, outline(suited.suit()), (part(size, 12), part(size, 24)), part(size, 40));
}

/// Splits the symbol of a suit off a label such as `10♣`.
pub(super) fn split_suit(label: &str) -> (&str, Option<Suit>) {
    let split = Suit::ALL.into_iter().find_map(|suit| Some((label.strip_suffix(suit.symbol())?, Some(suit))));
    split.unwrap_or((label, None))
}

/// Draws the symbol of a suit.
pub(super) fn suit(svg: &mut Svg, suit: Suit, at: (i32, i32), size: i32) {
    svg.text(match suit {
        Suit::Diamonds | Suit::Hearts => "<g class=\"s1\">",
        Suit::Clubs | Suit::Spades => "<g class=\"note\">",
    });
    symbol::path(svg, outline(suit), at, size);
    svg.text("</g>");
}

/// Draws the back of a card.
pub(super) fn face_down(svg: &mut Svg, size: i32) {
    back(svg, 0, size);
}

/// Draws a face-down pile of cards with their number.
pub(super) fn deck(svg: &mut Svg, count: u64, size: i32) {
    for offset in (0..count.min(3) as i32).rev() {
        back(svg, part(size, 3) * offset, part(size, 94));
    }
    let (width, high) = (part(size, 54), part(size, 38));
    svg.put(format_args!(
        "<rect class=\"plate\" x=\"-{}\" y=\"-{}\" width=\"{width}\" height=\"{high}\" rx=\"{}\"/>",
        width / 2,
        high / 2,
        part(size, 10)
    ));
    let font = part(size, if count < 100 { 32 } else { 25 });
    svg.put(format_args!("<text y=\"{}\" font-size=\"{font}\">{count}</text>", part(font, 36)));
}

/// Draws the back, offset to the right and up.
fn back(svg: &mut Svg, offset: i32, size: i32) {
    rect(svg, "back", offset, (part(size, WIDE), part(size, HIGH)), part(size, 8));
    rect(svg, "lattice", offset, (part(size, WIDE - 14), part(size, HIGH - 14)), part(size, 5));
}

fn rect(svg: &mut Svg, class: &str, offset: i32, (width, height): (i32, i32), round: i32) {
    let (x, y) = (offset - width / 2, -offset - height / 2);
    svg.put(format_args!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
    ));
}
