//! The layout of one area: the positions and sizes of its places and pieces.

use super::measure::{PAD, PieceLayout, WIDTH};
use super::svg::part;
use super::{card, cluster};
use funhouse_rules::scene::{Area, Ground, Piece, Place, Spread};

pub(super) const INNER: i32 = WIDTH - 2 * PAD;
/// The gap between areas.
pub(super) const GAP: i32 = 24;
/// The gap between the edge of an area and its places.
pub(super) const INSET: i32 = 18;
/// The height of an area's label, including space for frames below it.
pub(super) const LABEL: i32 = 72;
/// The maximum size of a cell in the center, that of a trampoline, and the maximum height of the whole board.
const CELL: i32 = 190;
const TRAMPOLINE: i32 = 218;
const TALLEST: i32 = 1140;
/// The size of pieces next to and below the center.
const SMALL: i32 = 90;
/// The size of dice next to and below the center.
const DIE: i32 = 104;
/// The minimum size of cells in the box of a seat, and of those with a label or several pieces.
const MIN_CELL: i32 = 60;
const MIN_CLUSTER: i32 = 90;
/// The size of labeled places next to and below the center.
const LABELLED: i32 = 140;
/// The size of cards next to and below the center.
const CARD: i32 = 172;
/// The size of the cards in the hand of the viewer, 56 pixels wide on a phone, and of cards face down that another seat holds.
const HAND: i32 = 248;
const HIDDEN: i32 = 118;
/// The font size of labels.
const LABEL_FONT: i32 = 36;
/// A piece of a stack, seen from the side: its width, its height, and its maximum width.
const BAR: i32 = 132;
pub(super) const BAR_HEIGHT: i32 = 74;
const WIDEST_BAR: i32 = 220;

/// The layout of an area.
pub(super) struct AreaLayout<'a> {
    pub(super) area: &'a Area,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The size of a cell.
    pub(super) cell: i32,
    pub(super) labelled: bool,
    /// Whether it is in the box of its seat, without a panel of its own.
    pub(super) boxed: bool,
    /// The center line of the mirror, if there is one.
    pub(super) mirror: Option<i32>,
    pub(super) spots: Vec<PlaceLayout<'a>>,
}

/// The layout of a place and its pieces.
pub(super) struct PlaceLayout<'a> {
    pub(super) place: &'a Place,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) pieces: Vec<PieceLayout>,
}

impl PlaceLayout<'_> {
    pub(super) fn center(&self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// Returns whether the place only has space for its label.
    pub(super) fn is_low(&self) -> bool {
        self.height < 2 * LABEL_FONT
    }

    /// Returns the maximum font size of the label.
    pub(super) fn label_font(&self) -> i32 {
        if self.is_low() { LABEL_FONT } else { LABEL_FONT.min(self.width.min(self.height) / 3) }
    }

    /// Returns whether to draw the place itself.
    pub(super) fn has_cell(&self, ground: Ground) -> bool {
        let heading = matches!(self.place.pieces.first(), Some(Piece::Heading(_) | Piece::Pawn(_)));
        match self.place.spread {
            Spread::Pile => !heading && !matches!(ground, Ground::Plain | Ground::Cabs),
            Spread::Row(_) | Spread::Fan(_) if ground != Ground::Plain => true,
            Spread::Stack(_) | Spread::Row(_) | Spread::Fan(_) => !self.place.name.is_empty(),
        }
    }
}

/// The bounding rectangle of the places of an area, in half tiles.
struct Extent {
    left: i32,
    top: i32,
    wide: i32,
    high: i32,
}

impl Extent {
    fn of(area: &Area) -> Self {
        let left = area.places.iter().map(|place| place.x).min().unwrap_or(0);
        let top = area.places.iter().map(|place| place.y).min().unwrap_or(0);
        let right = area.places.iter().map(|place| place.x + breadth(place)).max().unwrap_or(2);
        let below = area.places.iter().map(|place| place.y + place.size.1).max().unwrap_or(2);
        Self { left, top, wide: right - left, high: below - top }
    }
}

/// Returns the width of a place in half tiles.
fn breadth(place: &Place) -> i32 {
    match place.spread {
        Spread::Row(room) if place.size == (2, 2) => 2 * room.max(place.pieces.len()) as i32,
        Spread::Pile | Spread::Stack(_) | Spread::Row(_) | Spread::Fan(_) => place.size.0,
    }
}

/// Returns the only stack or row of an area, if it has nothing else.
pub(super) fn line(area: &Area) -> Option<&Place> {
    match area.places.as_slice() {
        [place] if place.spread != Spread::Pile => Some(place),
        _ => None,
    }
}

pub(super) fn is_stack(area: &Area) -> bool {
    line(area).is_some_and(|place| matches!(place.spread, Spread::Stack(_)))
}

/// A frame: its upper left corner, its width and its height.
pub(super) type Frame = (i32, i32, i32, i32);

/// How the pieces of a row are arranged.
#[derive(Clone, Copy)]
pub(super) struct RowFit {
    /// The size of the pieces.
    cell: i32,
    /// The distance between them.
    across: i32,
    columns: i32,
}

impl RowFit {
    /// Arranges pieces in as many rows as they need within a width.
    pub(super) fn within(place: &Place, width: i32) -> Self {
        let (cell, across) = (small(place), across(place));
        Self { cell, across, columns: room(place).min((width - 2 * INSET) / across).max(1) }
    }

    /// Arranges what a seat holds in its box: cards in one row, and small if they are face down.
    pub(super) fn other(place: &Place, width: i32) -> Self {
        if small(place) != CARD {
            return Self::within(place, width);
        }
        let cell = if hides(place) { HIDDEN } else { CARD };
        let apart = if hides(place) { 30 } else { card::WIDE + 5 };
        Self { columns: room(place), ..Self::overlapping(cell, apart, width, place.pieces.len() as i32) }
    }

    /// Arranges the hand of the viewer: large cards, which overlap if there are more than six, with the corners visible.
    pub(super) fn hand(place: &Place, width: i32) -> Self {
        let most = (width - 2 * INSET - part(HAND, card::WIDE)) / part(HAND, 30) + 1;
        let columns = room(place).min(most);
        let shown = columns.min(place.pieces.len() as i32);
        Self { columns, ..Self::overlapping(HAND, card::WIDE + 4, width, shown) }
    }

    /// Arranges cards in one row, up to `apart` hundredths of their size apart.
    fn overlapping(cell: i32, apart: i32, width: i32, columns: i32) -> Self {
        let left = width - 2 * INSET - part(cell, card::WIDE);
        let across = part(cell, apart).min(left / (columns - 1).max(1)).max(1);
        Self { cell, across, columns: columns.max(1) }
    }

    /// Returns the width of the pieces of a place.
    pub(super) fn width(self, place: &Place) -> i32 {
        self.width_of(place.pieces.len() as i32)
    }

    /// Returns the width of a number of pieces.
    fn width_of(self, count: i32) -> i32 {
        let last = if self.across < self.cell { part(self.cell, card::WIDE) } else { self.cell };
        (self.columns.min(count).max(1) - 1) * self.across + last
    }

    /// Returns the height of the rows for the capacity of a place.
    pub(super) fn height(self, place: &Place) -> i32 {
        (room(place) + self.columns - 1) / self.columns * self.cell
    }
}

/// Returns the size of the pieces of a row next to or below the center.
fn small(place: &Place) -> i32 {
    match place.pieces.first() {
        Some(Piece::Die(_) | Piece::Rolled(..) | Piece::Unrolled(_) | Piece::Pips(..)) => DIE,
        Some(Piece::Card(_) | Piece::CardOf(..) | Piece::CardDown | Piece::Deck(_)) => CARD,
        None if matches!(place.spread, Spread::Fan(_)) => CARD,
        _ => SMALL,
    }
}

/// Returns whether all pieces are cards face down.
fn hides(place: &Place) -> bool {
    place.pieces.iter().all(|piece| *piece == Piece::CardDown)
}

/// Returns the distance between the pieces of a row. Cards are higher than wide, and face-down cards of a fan overlap.
fn across(place: &Place) -> i32 {
    let size = small(place);
    match place.spread {
        Spread::Fan(_) if hides(place) => part(size, 30),
        // Fans that exceed a shelf overlap too; the upper left corner of each card stays visible.
        Spread::Fan(_) if room(place) > 8 => part(size, 38),
        _ if size == CARD => part(size, card::WIDE + 5),
        _ => size,
    }
}

/// Returns the number of pieces for which a place has space.
pub(super) fn room(place: &Place) -> i32 {
    let room = match place.spread {
        Spread::Stack(room) | Spread::Row(room) | Spread::Fan(room) => room,
        Spread::Pile => 1,
    };
    room.max(place.pieces.len()).max(1) as i32
}

/// Returns the number of columns of a stack: one, unless it exceeds its capacity.
fn stack_columns(place: &Place) -> i32 {
    let Spread::Stack(room) = place.spread else { return 1 };
    place.pieces.len().div_ceil(room.max(1)).max(1) as i32
}

pub(super) fn natural_width(area: &Area) -> i32 {
    let width = match line(area) {
        Some(place) if is_stack(area) => stack_columns(place) * (BAR + 8) - 8,
        Some(place) => RowFit::within(place, INNER).width_of(room(place)),
        None => (Extent::of(area).wide * small_cell(area) / 2).min(INNER - 2 * INSET),
    };
    2 * INSET + width.max(text_width(&area.title()))
}

/// Returns the approximate width of the name of an area.
pub(super) fn text_width(name: &str) -> i32 {
    name.len() as i32 * 22
}

pub(super) fn natural_height(area: &Area) -> i32 {
    match line(area) {
        Some(Place { spread: Spread::Stack(room), .. }) => LABEL + *room as i32 * BAR_HEIGHT + INSET,
        Some(place) => LABEL + RowFit::within(place, INNER).height(place) + INSET,
        None => LABEL + Extent::of(area).high * small_cell(area) / 2 + INSET,
    }
}

/// Lays out a board as large as `width` allows, optionally with its name. Its frame is as wide as the board if it is
/// `fitting`, otherwise `width`.
pub(super) fn laid_board(
    area: &Area,
    (x, y): (i32, i32),
    width: i32,
    (labelled, fitting): (bool, bool),
) -> AreaLayout<'_> {
    let extent = Extent::of(area);
    let most = ((width - 2 * INSET) * 2 / extent.wide).min(TALLEST * 2 / extent.high);
    let cell = most.min(if area.ground == Ground::Trampolines { TRAMPOLINE } else { CELL }) / 2 * 2;
    let (wide, high) = (extent.wide * cell / 2, extent.high * cell / 2);
    let width = if fitting { wide + 2 * INSET } else { width };
    // The area needs its label to show the owner.
    let labelled = labelled || area.seat.is_some();
    let top = if labelled { LABEL } else { INSET };
    let origin = (x + (width - wide) / 2, y + top);
    let height = high + top + INSET;
    let mut laid = AreaLayout { area, x, y, width, height, cell, labelled, boxed: false, mirror: None, spots: vec![] };
    laid.lay_places(&extent, origin);
    laid
}

/// Returns the cell size of a board below the others.
pub(super) fn small_cell(area: &Area) -> i32 {
    let labelled = area.places.iter().any(|place| !place.label.is_empty());
    let least = if labelled { LABELLED } else { SMALL };
    area.places.iter().map(small).max().unwrap_or(SMALL).max(least)
}

/// Returns the minimum width of the box of a seat that contains a board.
pub(super) fn min_width(area: &Area) -> i32 {
    let is_plain = |place: &Place| place.spread == Spread::Pile && place.label.is_empty();
    let piece = if area.places.iter().all(is_plain) { MIN_CELL } else { MIN_CLUSTER };
    Extent::of(area).wide * piece / 2 + 2 * INSET
}

/// Lays out a board below the others, or in the box of a seat, with `top` units for its name.
pub(super) fn laid_small(area: &Area, (x, y, width): (i32, i32, i32), top: i32) -> AreaLayout<'_> {
    let extent = Extent::of(area);
    let cell = small_cell(area).min((width - 2 * INSET) * 2 / extent.wide);
    let origin = (x + (width - extent.wide * cell / 2) / 2, y + top);
    let height = top + extent.high * cell / 2 + INSET;
    let mut laid =
        AreaLayout { area, x, y, width, height, cell, labelled: true, boxed: false, mirror: None, spots: vec![] };
    laid.lay_places(&extent, origin);
    laid
}

/// Returns whether the name of a place is written next to its pieces. The only place of a row or a stack has the name
/// of its area, and some labels contain the name.
pub(super) fn writes_name(area: &Area, Place { name, label, .. }: &Place) -> bool {
    let is_of_board = area.places.len() > 1 && matches!(area.ground, Ground::Board | Ground::Mirrored(_));
    let is_in_label = *label == name.replace('_', " ") || label.split(' ').any(|word| word == name);
    is_of_board && !name.is_empty() && !is_in_label
}

impl<'a> AreaLayout<'a> {
    /// Returns an area that shows nothing.
    pub(super) fn blank(area: &'a Area, (x, y): (i32, i32)) -> Self {
        Self { area, x, y, width: 0, height: 0, cell: 0, labelled: false, boxed: true, mirror: None, spots: Vec::new() }
    }

    fn lay_places(&mut self, extent: &Extent, (left, top): (i32, i32)) {
        let half = self.cell / 2;
        if let Ground::Mirrored(y) = self.area.ground {
            self.mirror = Some(top + (y - extent.top) * half + half / 2);
        }
        for place in &self.area.places {
            let (x, y) = (left + (place.x - extent.left) * half, top + (place.y - extent.top) * half);
            let (width, height) = (breadth(place) * half, place.size.1 * half);
            let mut spot = PlaceLayout { place, x, y, width, height, pieces: Vec::new() };
            let labelled = !place.label.is_empty();
            let named = writes_name(self.area, place);
            // Reserve space for the name where pieces would reach into its corner.
            let above = if named && labelled && height > width { self.cell / 5 } else { 0 };
            let for_name = if named && place.pieces.len() > 1 { self.cell / 4 } else { 0 };
            let below = if labelled { part(spot.label_font(), 156) } else { for_name };
            let frame = (x, y + above, width, height - above - below);
            spot.pieces = match place.spread {
                Spread::Fan(_) => cluster::fan(&place.pieces, frame),
                Spread::Pile if cluster::is_neutral(&place.pieces) => cluster::pile(&place.pieces, frame),
                Spread::Row(_) if cluster::is_haunt(&place.pieces) => cluster::packed(&place.pieces, frame),
                Spread::Row(_) if place.size != (2, 2) => cluster::line(&place.pieces, frame),
                Spread::Stack(_) if cluster::is_neutral(&place.pieces) => cluster::line(&place.pieces, frame),
                Spread::Pile => pile(&spot, self.cell, self.area.ground),
                Spread::Row(_) | Spread::Stack(_) => {
                    row(&place.pieces, (x, y), (self.cell, self.cell), place.pieces.len() as i32)
                }
            };
            self.spots.push(spot);
        }
    }
}

/// Lays out pieces side by side.
fn row(pieces: &[Piece], (x, y): (i32, i32), (across, cell): (i32, i32), columns: i32) -> Vec<PieceLayout> {
    let left = x + if across < cell { part(cell, card::WIDE) / 2 } else { cell / 2 };
    let set = |(piece, i): (&Piece, i32)| {
        let (column, row) = (i % columns, i / columns);
        let (x, y) = (left + column * across, y + row * cell + cell / 2);
        PieceLayout { piece: *piece, x, y, size: cell, bar: None }
    };
    pieces.iter().zip(0..).map(set).collect()
}

/// The size of a tile of a path, in hundredths of a cell: the planks between tiles must be visible.
const PATH_TILE: i32 = 94;

/// Lays out pieces on top of each other.
fn pile(spot: &PlaceLayout, cell: i32, ground: Ground) -> Vec<PieceLayout> {
    let (x, y) = spot.center();
    let set = |piece: &Piece, dx, dy, size| PieceLayout {
        piece: *piece,
        x: x + part(cell, dx),
        y: y + part(cell, dy),
        size: part(cell, size),
        bar: None,
    };
    match spot.place.pieces.as_slice() {
        // The coin is drawn last, small and to the side, so that it and the die or player on it are visible.
        [coin, rider @ (Piece::Die(_) | Piece::You)] => vec![set(rider, 8, -8, 84), set(coin, -27, 27, 46)],
        [tile @ Piece::Tile(_), coin] => {
            let (dx, dy) = spot.place.offset;
            let coin = PieceLayout { x: x + cell * dx / 1000, y: y + cell * dy / 1000, ..set(coin, 0, 0, 64) };
            vec![set(tile, 0, 0, PATH_TILE), coin]
        }
        [tile] if ground == Ground::Path => vec![set(tile, 0, 0, PATH_TILE)],
        // A person on a trampoline is on its cloth, which is drawn low in its place.
        [person] if ground == Ground::Trampolines => vec![set(person, 0, -12, 92)],
        [below, above] => vec![set(below, -16, 14, 68), set(above, 16, -14, 68)],
        pieces => pieces.iter().map(|piece| set(piece, 0, 0, 100)).collect(),
    }
}

/// Lays out a row in the middle of its frame, below `top`, the height of its label.
pub(super) fn laid_row<'a>(
    area: &'a Area,
    place: &'a Place,
    (x, y, width, height): Frame,
    (fit, top): (RowFit, i32),
) -> AreaLayout<'a> {
    let RowFit { cell, across, columns } = fit;
    let left = x + INSET + (width - 2 * INSET - fit.width(place)).max(0) / 2;
    let pieces = row(&place.pieces, (left, y + top), (across, cell), columns);
    let (spot_x, spot_width, spot_height) = (x + INSET, width - 2 * INSET, height - top - INSET);
    let spot = PlaceLayout { place, x: spot_x, y: y + top, width: spot_width, height: spot_height, pieces };
    AreaLayout { area, x, y, width, height, cell, labelled: top > 0, boxed: false, mirror: None, spots: vec![spot] }
}

/// Lays out a stack in its frame, from the bottom, in several columns if it is too high for one.
pub(super) fn laid_stack<'a>(
    area: &'a Area,
    place: &'a Place,
    (x, y, width, height): Frame,
    high: i32,
) -> AreaLayout<'a> {
    let columns = stack_columns(place);
    let room = if let Spread::Stack(room) = place.spread { room.max(1) as i32 } else { 1 };
    let wide = ((width - 2 * INSET + 8) / columns - 8).min(WIDEST_BAR);
    let left = x + (width - columns * (wide + 8) + 8) / 2 + wide / 2;
    let floor = y + height - INSET - high / 2;
    let set = |(piece, i): (&Piece, i32)| PieceLayout {
        piece: *piece,
        x: left + i / room * (wide + 8),
        y: floor - i % room * high,
        size: high,
        bar: Some(wide),
    };
    let pieces = place.pieces.iter().zip(0..).map(set).collect();
    let (spot_x, spot_width) = (x + INSET / 2, width - INSET);
    let spot = PlaceLayout {
        place,
        x: spot_x,
        y: y + LABEL - 4,
        width: spot_width,
        height: height - LABEL - INSET / 2 + 4,
        pieces,
    };
    AreaLayout { area, x, y, width, height, cell: high, labelled: true, boxed: false, mirror: None, spots: vec![spot] }
}
