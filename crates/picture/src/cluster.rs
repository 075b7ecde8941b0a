//! How neutral things lie together in one place of a board: cards in a fan, dice in a line, and what lies under and on a stone or a
//! card.

use super::card;
use super::measure::PieceLayout;
use super::svg::part;
use funhouse_rules::scene::{Paint, Piece};

/// The left upper corner, the width and the height of a place.
type Frame = (i32, i32, i32, i32);

/// Whether these are cards, dice, chips, stones, tokens or chess pieces, and not the pieces of a piecepack.
pub(super) fn is_neutral(pieces: &[Piece]) -> bool {
    let neutral = |thing: &Piece| {
        matches!(
            thing,
            Piece::Card(_)
                | Piece::CardDown
                | Piece::Deck(_)
                | Piece::Pips(..)
                | Piece::Chips(..)
                | Piece::Stone(_)
                | Piece::Token(_)
                | Piece::ChessPiece(..)
                | Piece::Symbol(..)
        )
    };
    !pieces.is_empty() && pieces.iter().all(neutral)
}

fn is_card(thing: &Piece) -> bool {
    matches!(thing, Piece::Card(_) | Piece::CardDown | Piece::Deck(_))
}

fn set(thing: Piece, x: i32, y: i32, size: i32) -> PieceLayout {
    PieceLayout { thing, x, y, size, bar: None }
}

/// How far below one another the cards of an upright fan lie, in hundredths of their size: below the rank stands the suit.
const DOWN: i32 = 62;

/// Cards that overlap along the longer side of the place.
pub(super) fn fan(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let gaps = (pieces.len() as i32 - 1).max(1);
    let hidden = pieces.iter().all(|thing| *thing == Piece::CardDown);
    let upright = height > width;
    // Of cards one below another rank and suit must be seen, so that more of them are smaller.
    let shown = if upright && !hidden && pieces.len() > 1 { height * 100 / (100 + DOWN * gaps) } else { height };
    let size = part(shown.min(width * 100 / card::WIDE), 94);
    let (wide, high) = (part(size, card::WIDE), size);
    let along = if upright { (height - high).max(0) } else { (width - wide).max(0) };
    let most = match (upright, hidden) {
        (_, true) => part(size, 22),
        (true, false) => part(size, DOWN),
        (false, false) => part(size, card::WIDE + 4),
    };
    let step = (along / gaps).min(most);
    let first = (along - step * (pieces.len() as i32 - 1)) / 2;
    let lay = |(thing, i): (&Piece, i32)| match upright {
        true => set(*thing, x + width / 2, y + (height - high - along) / 2 + first + i * step + high / 2, size),
        false => set(*thing, x + (width - wide - along) / 2 + first + i * step + wide / 2, y + height / 2, size),
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// Pieces one beside another, or one below another in a place that is higher than wide.
pub(super) fn line(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let count = (pieces.len() as i32).max(1);
    let size = width.min(height).min(width.max(height) / count);
    let lay = |(thing, i): (&Piece, i32)| {
        let along = (2 * i + 1 - count) * size / 2;
        let (dx, dy) = if height > width { (0, along) } else { (along, 0) };
        set(*thing, x + width / 2 + dx, y + height / 2 + dy, part(size, 96))
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// The height of the upper edge of a card, where its rank is, in hundredths of the card.
const RANK: i32 = 36;
/// How many small pieces lie side by side on a large one.
const SIDE: i32 = 3;

/// A large piece with small ones: on a card along its lower edge; what lies under a stone along the lower edge of the place,
/// and what lies on it beside it.
pub(super) fn pile(pieces: &[Piece], frame: Frame) -> Vec<PieceLayout> {
    let (x, y, width, height) = frame;
    let square = width.min(height);
    let (middle_x, middle_y) = (x + width / 2, y + height / 2);
    let large = |thing: &Piece| !matches!(thing, Piece::Token(_) | Piece::Chips(_, Paint::Of(_)));
    let Some(main) = pieces.iter().rposition(large) else {
        return crowd(pieces, frame);
    };
    if let [thing] = pieces {
        return vec![set(*thing, middle_x, middle_y, part(square, if is_card(thing) { 96 } else { 88 }))];
    }
    let small = part(square, 32);
    let (under, on) = (&pieces[..main], &pieces[main + 1..]);
    let tokens = || on.iter().copied().filter(|thing| matches!(thing, Piece::Token(_)));
    let others = || on.iter().copied().filter(|thing| !matches!(thing, Piece::Token(_)));
    let low = y + (height + square) / 2 - small / 2;
    let mut laid = Vec::with_capacity(pieces.len());
    if is_card(&pieces[main]) {
        // The upper edge of a card is free, where its rank is. In a place that is higher than wide there is room below the card.
        let (size, below) = (part(square, 96), y + height);
        laid.push(set(pieces[main], middle_x, middle_y.min(y + square / 2), size));
        let (on, riders): (Vec<Piece>, Vec<Piece>) = (others().collect(), tokens().collect());
        let wanted = [small_size(square, on.len()), small_size(square, riders.len())];
        let high = wanted[0] * rows(on.len()) + wanted[1] * rows(riders.len());
        // Rows that would reach the rank are lower.
        let room = high.min(height - part(square, RANK));
        let [chip, rider] = wanted.map(|size| size * room / high.max(1));
        laid.extend(in_rows(&on, (middle_x, below - chip / 2), chip, -chip));
        let above = chip * rows(on.len());
        laid.extend(in_rows(&riders, (middle_x, below - above - rider / 2), rider, -rider));
        return laid;
    }
    let lift = if under.is_empty() { 0 } else { -part(square, 16) };
    let aside = if on.is_empty() { 0 } else { part(square, 16) };
    laid.extend(in_rows(under, (middle_x, low), small, -small));
    laid.push(set(pieces[main], middle_x - aside, middle_y + lift, part(square, 66)));
    let beside = part(square, 50);
    let stand = |(thing, i): (Piece, i32)| set(thing, middle_x + part(square, 25), middle_y + lift + i * small, beside);
    laid.extend(others().chain(tokens()).zip(0..).map(stand));
    laid
}

/// The size of so many small pieces on a large one.
fn small_size(square: i32, count: usize) -> i32 {
    part(square, if count <= 2 { 44 } else { 32 })
}

/// How many rows so many small pieces take.
fn rows(count: usize) -> i32 {
    (count as i32 + SIDE - 1) / SIDE
}

/// Tokens and heaps of chips that lie alone on a place.
fn crowd(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let (square, count) = (width.min(height), pieces.len() as i32);
    let side = (1..=count).find(|side| side * side >= count).unwrap_or(1);
    let size = part(square, 92) / side;
    let rows = (count + side - 1) / side;
    let lay = |(thing, i): (&Piece, i32)| {
        let (column, row) = (i % side, i / side);
        let in_row = side.min(count - row * side);
        let dx = (2 * column + 1 - in_row) * size / 2;
        let dy = (2 * row + 1 - rows) * size / 2;
        set(*thing, x + width / 2 + dx, y + height / 2 + dy, part(size, 96))
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// Small pieces in rows around a centre line, the next row `down` further.
fn in_rows(pieces: &[Piece], (x, y): (i32, i32), size: i32, down: i32) -> Vec<PieceLayout> {
    let mut laid = Vec::with_capacity(pieces.len());
    for (row, nth) in pieces.chunks(SIDE as usize).zip(0..) {
        let first = x - (row.len() as i32 - 1) * size / 2;
        laid.extend(
            row.iter().zip(0..).map(|(thing, i)| set(*thing, first + i * size, y + nth * down, part(size, 96))),
        );
    }
    laid
}
