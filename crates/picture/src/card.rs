//! Playing cards, 70 hundredths of their size wide and 98 hundredths high.

use super::people::{self, Outline};
use super::svg::{Svg, part};
use super::symbol::{self, Command, Command::C, Command::L, Command::M, Command::Z};
use funhouse_rules::cards::{Card, CardOrJoker, Suit};

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

/// The size from which cards have pips and figures. Smaller ones have one large suit symbol instead.
const DETAILED: i32 = 110;
/// The columns of pips and their middle, which leave the left edge to rank and suit.
const COLUMNS: [i32; 2] = [3, 25];
const MIDDLE: i32 = 14;
const PIP: i32 = 16;

/// Returns the positions of the pips of a number card.
fn pips(count: u8) -> Vec<(i32, i32)> {
    let both = |rows: &[i32]| -> Vec<(i32, i32)> { rows.iter().flat_map(|y| COLUMNS.map(|x| (x, *y))).collect() };
    let middle = |rows: &[i32]| -> Vec<(i32, i32)> { rows.iter().map(|y| (MIDDLE, *y)).collect() };
    let (sides, center): (&[i32], &[i32]) = match count {
        2 => (&[], &[-30, 30]),
        3 => (&[], &[-32, 0, 32]),
        4 => (&[-30, 30], &[]),
        5 => (&[-30, 30], &[0]),
        6 => (&[-32, 0, 32], &[]),
        7 => (&[-32, 0, 32], &[-16]),
        8 => (&[-32, 0, 32], &[-16, 16]),
        9 => (&[-35, -12, 12, 35], &[0]),
        10 => (&[-35, -12, 12, 35], &[-24, 24]),
        _ => (&[], &[0]),
    };
    [both(sides), middle(center)].concat()
}

/// The robe, the hair and the hats of figures, and the beard of the king, in hundredths of the card.
const ROBE: Outline = &[(-8, 45), (-6, 20), (4, 11), (24, 11), (32, 20), (33, 45)];
const CROWN: Outline = &[(2, -16), (-2, -36), (7, -27), (14, -40), (21, -27), (30, -36), (26, -16)];
const BEARD: Outline = &[(3, -4), (25, -4), (22, 10), (14, 18), (6, 10)];
const TIARA: Outline = &[(3, -17), (1, -27), (9, -22), (14, -33), (19, -22), (27, -27), (25, -17)];
const HAIR: Outline = &[(2, -18), (26, -18), (31, 16), (21, 16), (14, -4), (7, 16), (-3, 16)];
const HAT: Outline = &[(-1, -14), (4, -27), (28, -24), (29, -14)];
const FEATHER: Outline = &[(22, -22), (26, -42), (34, -36), (28, -22)];

/// Draws a card around the origin: rank and suit in the upper left corner, which stays visible in a fan, and pips or a figure.
pub(super) fn face(svg: &mut Svg, card: CardOrJoker, size: i32) {
    rect(svg, "front", 0, (part(size, WIDE), part(size, HIGH)), part(size, 8));
    match card.card() {
        None => joker(svg, card, size),
        Some(suited) if size < DETAILED => plain(svg, suited, size),
        Some(suited) => detailed(svg, suited, size),
    }
}

fn joker(svg: &mut Svg, card: CardOrJoker, size: i32) {
    let (x, y, font) = (part(size, -14), part(size, -18), part(size, 31));
    svg.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{font}\">{card}</text>"));
    let (y, font) = (part(size, 28), part(size, 21));
    svg.put(format_args!("<text x=\"0\" y=\"{y}\" font-size=\"{font}\">joker</text>"));
}

/// Draws a large rank and a large suit symbol.
fn plain(svg: &mut Svg, card: Card, size: i32) {
    let ten = card.rank().face_value() == 10;
    rank(svg, card, size, (if ten { -17 } else { -18 }, -17), if ten { 33 } else { 37 });
    let suit = outline(card.suit());
    symbol::path(svg, suit, (part(size, if ten { -16 } else { -18 }), part(size, 3)), part(size, 24));
    symbol::path(svg, suit, (part(size, 12), part(size, 24)), part(size, 40));
}

/// Draws rank and suit at the left edge, and next to them pips or a figure.
fn detailed(svg: &mut Svg, card: Card, size: i32) {
    let (ten, count) = (card.rank().face_value() == 10, card.rank().face_value());
    rank(svg, card, size, (-22, -22), if ten { 25 } else { 31 });
    let suit = outline(card.suit());
    symbol::path(svg, suit, (part(size, -22), part(size, -6)), part(size, 20));
    if count > 10 {
        return figure(svg, card, size);
    }
    svg.text("<path d=\"");
    let pip = if count == 1 { 40 } else { PIP };
    for (x, y) in pips(count) {
        symbol::trace(svg, suit, (part(size, x), part(size, y)), part(size, pip));
    }
    svg.text("\"/>");
}

/// Draws the rank around a point. The digits of a ten are close together, so that it is no wider than other ranks.
fn rank(svg: &mut Svg, card: Card, size: i32, (x, y): (i32, i32), font: i32) {
    let apart = font / 4;
    let signs: &[(&str, i32)] =
        if card.rank().face_value() == 10 { &[("1", -apart), ("0", apart)] } else { &[(card.rank().letter(), 0)] };
    for (sign, aside) in signs {
        let (x, y, font) = (part(size, x + aside), part(size, y), part(size, font));
        svg.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{font}\">{sign}</text>"));
    }
}

/// Draws the figure of a jack, a queen or a king.
fn figure(svg: &mut Svg, card: Card, size: i32) {
    let rank = card.rank().face_value();
    people::outline(svg, "robe", ROBE, size);
    if rank == 12 {
        people::outline(svg, "hair", HAIR, size);
    }
    svg.put(format_args!(
        "<circle class=\"skin\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
        part(size, MIDDLE),
        part(size, -6),
        part(size, 13)
    ));
    let (x, y) = (part(size, 5), part(size, -8));
    svg.put(format_args!(
        "<path class=\"eyes\" d=\"M{} {y}h0M{} {y}h0\"/>",
        part(size, MIDDLE) - x,
        part(size, MIDDLE) + x
    ));
    match rank {
        11 => {
            people::outline(svg, "feather", FEATHER, size);
            people::outline(svg, "robe", HAT, size);
        }
        12 => people::outline(svg, "crown", TIARA, size),
        _ => {
            people::outline(svg, "hair", BEARD, size);
            people::outline(svg, "crown", CROWN, size);
        }
    }
    svg.text("<g class=\"sewn\">");
    symbol::path(svg, outline(card.suit()), (part(size, MIDDLE), part(size, 31)), part(size, 22));
    svg.text("</g>");
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
    rect(svg, "lattice", offset, (part(size, WIDE - 12), part(size, HIGH - 12)), part(size, 5));
    // Diamonds, as lines from the upper to the lower edge.
    let (step, down) = (part(size, 24), part(size, 24));
    svg.text("<path class=\"lattice\" d=\"");
    for (x, first) in [(-step, step), (0, -step), (0, step), (step, -step)] {
        svg.put(format_args!(
            "M{} {}l{first} {down} {} {down} {first} {down}",
            offset + x,
            -offset - down * 3 / 2,
            -first
        ));
    }
    svg.text("\"/>");
}

fn rect(svg: &mut Svg, class: &str, offset: i32, (width, height): (i32, i32), round: i32) {
    let (x, y) = (offset - width / 2, -offset - height / 2);
    svg.put(format_args!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
    ));
}
