//! Layout of neutral pieces in one place of a board: fans of cards, lines of dice, and the pieces under and on a stone
//! or a card.

use super::card;
use super::measure::PieceLayout;
use super::svg::part;
use funhouse_rules::scene::{Paint, Piece};

/// The upper left corner, the width and the height of a place.
type Frame = (i32, i32, i32, i32);

/// Returns whether all pieces are cards, dice, chips, stones, tokens or chess pieces, rather than piecepack pieces.
pub(super) fn is_neutral(pieces: &[Piece]) -> bool {
    let neutral = |piece: &Piece| {
        matches!(
            piece,
            Piece::Card(_)
                | Piece::CardOf(..)
                | Piece::CardDown
                | Piece::Deck(_)
                | Piece::Pips(..)
                | Piece::Chips(..)
                | Piece::Stone(_)
                | Piece::Stones(..)
                | Piece::Ball
                | Piece::Token(_)
                | Piece::Ghost(_)
                | Piece::Guest(..)
                | Piece::ChessPiece(..)
                | Piece::Symbol(..)
        )
    };
    !pieces.is_empty() && pieces.iter().all(neutral)
}

fn is_card(piece: &Piece) -> bool {
    matches!(piece, Piece::Card(_) | Piece::CardOf(..) | Piece::CardDown | Piece::Deck(_))
}

fn set(piece: Piece, x: i32, y: i32, size: i32) -> PieceLayout {
    PieceLayout { piece, x, y, size, bar: None }
}

/// The vertical offset of cards in an upright fan, in hundredths of their size. It leaves the suit below the rank
/// visible.
const DOWN: i32 = 62;

/// Lays out overlapping cards along the longer side of the place.
pub(super) fn fan(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let gaps = (pieces.len() as i32 - 1).max(1);
    let hidden = pieces.iter().all(|piece| *piece == Piece::CardDown);
    let upright = height > width;
    // Each card of a vertical fan must show rank and suit, so longer fans have smaller cards.
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
    let lay = |(piece, i): (&Piece, i32)| match upright {
        true => set(*piece, x + width / 2, y + (height - high - along) / 2 + first + i * step + high / 2, size),
        false => set(*piece, x + (width - wide - along) / 2 + first + i * step + wide / 2, y + height / 2, size),
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// Lays out pieces side by side, or top to bottom in a place that is higher than wide.
pub(super) fn line(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let count = (pieces.len() as i32).max(1);
    let size = width.min(height).min(width.max(height) / count);
    let lay = |(piece, i): (&Piece, i32)| {
        let along = (2 * i + 1 - count) * size / 2;
        let (dx, dy) = if height > width { (0, along) } else { (along, 0) };
        set(*piece, x + width / 2 + dx, y + height / 2 + dy, part(size, 96))
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// Returns whether all pieces are guests and ghosts.
pub(super) fn is_haunt(pieces: &[Piece]) -> bool {
    !pieces.is_empty() && pieces.iter().all(|piece| matches!(piece, Piece::Guest(..) | Piece::Ghost(_)))
}

/// Lays out pieces as large as possible in reading order.
pub(super) fn packed(pieces: &[Piece], (x, y, width, below): Frame) -> Vec<PieceLayout> {
    let count = pieces.len() as i32;
    // Feet do not cover the label.
    let height = part(below, 90);
    let size_in = |columns: i32| (width / columns).min(height / ((count + columns - 1) / columns));
    let columns = (1..=count).max_by_key(|columns| (size_in(*columns), -columns)).unwrap_or(1);
    let (size, rows) = (size_in(columns), (count + columns - 1) / columns);
    let (left, top) = (x + (width - columns * size) / 2, y + (height - rows * size) / 2);
    let lay = |(piece, i): (&Piece, i32)| {
        set(*piece, left + i % columns * size + size / 2, top + i / columns * size + size / 2, part(size, 94))
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// The height of the top edge of a card, which contains its rank, in hundredths of the card.
const RANK: i32 = 36;
/// The number of small pieces side by side on a large one.
const SIDE: i32 = 3;

/// Lays out a large piece with small ones. Pieces on a card are along its lower edge. Pieces under a stone are along
/// the lower edge of the place, and those on it next to it.
pub(super) fn pile(pieces: &[Piece], frame: Frame) -> Vec<PieceLayout> {
    let (x, y, width, height) = frame;
    let square = width.min(height);
    let (middle_x, middle_y) = (x + width / 2, y + height / 2);
    let large = |piece: &Piece| !matches!(piece, Piece::Token(_) | Piece::Chips(_, Paint::Of(_)) | Piece::Stones(..));
    let Some(main) = pieces.iter().rposition(large) else {
        return crowd(pieces, frame);
    };
    if let [piece] = pieces {
        return vec![set(*piece, middle_x, middle_y, part(square, if is_card(piece) { 96 } else { 88 }))];
    }
    let small = part(square, 32);
    let (under, on) = (&pieces[..main], &pieces[main + 1..]);
    let tokens = || on.iter().copied().filter(|piece| matches!(piece, Piece::Token(_)));
    let others = || on.iter().copied().filter(|piece| !matches!(piece, Piece::Token(_)));
    let low = y + (height + square) / 2 - small / 2;
    let mut laid = Vec::with_capacity(pieces.len());
    if is_card(&pieces[main]) {
        // The top edge of a card stays free for its rank. In a place that is higher than wide there is space below the
        // card.
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
    let size = part(square, 50);
    let stand = |(piece, i): (Piece, i32)| set(piece, middle_x + part(square, 25), middle_y + lift + i * small, size);
    laid.extend(others().chain(tokens()).zip(0..).map(stand));
    laid
}

/// Returns the size of small pieces on a large one, by their number.
fn small_size(square: i32, count: usize) -> i32 {
    part(square, if count <= 2 { 44 } else { 32 })
}

/// Returns the number of rows for small pieces.
fn rows(count: usize) -> i32 {
    (count as i32 + SIDE - 1) / SIDE
}

/// Lays out tokens and piles of chips that are alone in a place.
fn crowd(pieces: &[Piece], (x, y, width, height): Frame) -> Vec<PieceLayout> {
    let (square, count) = (width.min(height), pieces.len() as i32);
    let side = (1..=count).find(|side| side * side >= count).unwrap_or(1);
    let size = part(square, 92) / side;
    let rows = (count + side - 1) / side;
    let lay = |(piece, i): (&Piece, i32)| {
        let (column, row) = (i % side, i / side);
        let in_row = side.min(count - row * side);
        let dx = (2 * column + 1 - in_row) * size / 2;
        let dy = (2 * row + 1 - rows) * size / 2;
        set(*piece, x + width / 2 + dx, y + height / 2 + dy, part(size, 96))
    };
    pieces.iter().zip(0..).map(lay).collect()
}

/// Lays out small pieces in rows around a center line, each row `down` below the previous one.
fn in_rows(pieces: &[Piece], (x, y): (i32, i32), size: i32, down: i32) -> Vec<PieceLayout> {
    let mut laid = Vec::with_capacity(pieces.len());
    for (row, nth) in pieces.chunks(SIDE as usize).zip(0..) {
        let first = x - (row.len() as i32 - 1) * size / 2;
        laid.extend(
            row.iter().zip(0..).map(|(piece, i)| set(*piece, first + i * size, y + nth * down, part(size, 96))),
        );
    }
    laid
}
