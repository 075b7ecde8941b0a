//! The layout of a picture: positions of areas, places and pieces. All lengths are integer units of the `viewBox`,
//! which is [`WIDTH`] units wide.
//!
//! The center is as large as possible; stacks are next to it, rows and stacks below it. Space is reserved for pieces
//! that may be added later, so that nothing shifts between moves.

use super::measure::{PAD, PieceLayout, WIDTH, lines};
use super::svg::part;
use super::{card, cluster, seats};
use funhouse_rules::scene::{Area, Ground, Piece, Place, Scene, Side, Spread};

const INNER: i32 = WIDTH - 2 * PAD;
/// The gap between areas.
const GAP: i32 = 24;
/// The gap between the edge of an area and its places.
const INSET: i32 = 18;
/// The height of an area's label, including space for frames below it.
const LABEL: i32 = 72;
/// The maximum size of a cell in the center, that of a trampoline, and the maximum height of the whole board.
const CELL: i32 = 190;
const TRAMPOLINE: i32 = 218;
const TALLEST: i32 = 1140;
/// The size of pieces next to and below the center.
const SMALL: i32 = 90;
/// The size of dice next to and below the center.
const DIE: i32 = 104;
/// The size of labeled places next to and below the center.
const LABELLED: i32 = 140;
/// The size of cards next to and below the center.
const CARD: i32 = 172;
/// The font size of labels.
pub(super) const LABEL_FONT: i32 = 36;
/// A piece of a stack, seen from the side: its width, its height, and its maximum width.
const BAR: i32 = 132;
const BAR_HEIGHT: i32 = 74;
const WIDEST_BAR: i32 = 220;
/// The width of a column of stacks, and the minimum width of a column of rows.
const STACK_COLUMN: i32 = 196;
const ROW_COLUMN: i32 = 470;
/// Maximum number of characters on a line of the caption next to the score label, and next to that of a final score.
const LINE: usize = 42;
const SHORT_LINE: usize = 36;
/// Maximum number of characters on a full line.
const WHOLE_LINE: usize = 48;

/// The layout of a scene.
pub(super) struct Layout<'a> {
    pub(super) height: i32,
    pub(super) caption: Vec<String>,
    /// The top of the score parts.
    pub(super) parts: i32,
    pub(super) areas: Vec<AreaLayout<'a>>,
}

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

    /// Returns whether to draw the place itself.
    pub(super) fn has_cell(&self, ground: Ground) -> bool {
        let heading = matches!(self.place.pieces.first(), Some(Piece::Heading(_) | Piece::Pawn(_)));
        match self.place.spread {
            Spread::Pile => !heading && ground != Ground::Plain,
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
fn line(area: &Area) -> Option<&Place> {
    match area.places.as_slice() {
        [place] if place.spread != Spread::Pile => Some(place),
        _ => None,
    }
}

fn is_stack(area: &Area) -> bool {
    line(area).is_some_and(|place| matches!(place.spread, Spread::Stack(_)))
}

/// A frame: its upper left corner, its width and its height.
type Frame = (i32, i32, i32, i32);

impl<'a> Layout<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        let seated = !scene.seats.is_empty();
        let line = if scene.finished { SHORT_LINE } else { LINE };
        let caption = lines(&scene.caption, if seated { WHOLE_LINE } else { line });
        let turn = if seated { 62 } else { 0 };
        let parts = 192 + 52 * caption.len() as i32 - 24 + turn;
        let top = match (seated, scene.parts.is_empty()) {
            (true, _) => parts + seats::height(scene) + GAP,
            (false, true) => parts,
            (false, false) => parts + 96 + GAP,
        };
        let mut layout = Self { height: top, caption, parts, areas: Vec::new() };
        layout.lay_middle(scene);
        layout.lay_below(scene);
        layout.height += PAD - GAP;
        layout
    }

    /// Lays out the center and the columns next to it.
    fn lay_middle(&mut self, scene: &'a Scene) {
        let on = |side| scene.areas.iter().filter(move |area| area.side == side);
        let column = |side| match (on(side).next().is_some(), on(side).all(is_stack)) {
            (false, _) => 0,
            (true, true) => STACK_COLUMN + GAP,
            (true, false) => ROW_COLUMN + GAP,
        };
        let (left, right) = (column(Side::Left), column(Side::Right));
        let (mut x, top) = (PAD + left, self.height);
        let mut width = INNER - left - right;
        // One of several boards needs its name; a single one is the subject of the game.
        let several = !scene.seats.is_empty() && on(Side::Center).nth(1).is_some();
        for area in on(Side::Center) {
            let laid = match line(area) {
                Some(place) if matches!(place.spread, Spread::Fan(_)) => {
                    let columns = room(place).min((width - 2 * INSET) / across(place)).max(1);
                    laid_row(area, place, (x, self.height, width, row_height(place, columns)), columns)
                }
                _ => laid_board(area, (x, self.height), width, (several, right > STACK_COLUMN + GAP)),
            };
            width = laid.width;
            self.height += laid.height + GAP;
            self.areas.push(laid);
        }
        let height = self.height - GAP - top;
        let mut lowest = self.height;
        lowest = lowest.max(self.lay_column(on(Side::Left), (PAD, top, left - GAP, height)));
        x += width + GAP;
        lowest = lowest.max(self.lay_column(on(Side::Right), (x, top, PAD + INNER - x, height)));
        self.height = lowest;
    }

    /// Lays out areas from top to bottom and returns the bottom of the last.
    fn lay_column(&mut self, areas: impl Iterator<Item = &'a Area>, (x, top, width, height): Frame) -> i32 {
        let mut y = top;
        for area in areas {
            let Some(place) = line(area) else {
                let laid = laid_small(area, (x, y, width, natural_height(area)));
                y += laid.height + GAP;
                self.areas.push(laid);
                continue;
            };
            let laid = match place.spread {
                Spread::Stack(room) => {
                    let bar = ((height - LABEL - INSET) / room.max(1) as i32).min(BAR_HEIGHT + 12);
                    laid_stack(area, place, (x, y, width, height), bar)
                }
                Spread::Row(_) | Spread::Fan(_) | Spread::Pile => {
                    let columns = ((width - 2 * INSET) / across(place)).max(1);
                    laid_row(area, place, (x, y, width, row_height(place, columns)), columns)
                }
            };
            y += laid.height + GAP;
            self.areas.push(laid);
        }
        y
    }

    /// Lays out areas side by side, on as many shelves as needed.
    fn lay_below(&mut self, scene: &'a Scene) {
        let mut shelf: Vec<(&Area, i32)> = Vec::new();
        let mut used = 0;
        for area in scene.areas.iter().filter(|area| area.side == Side::Below) {
            let width = natural_width(area);
            if !shelf.is_empty() && used + GAP + width > INNER {
                self.lay_shelf(&std::mem::take(&mut shelf));
                used = 0;
            }
            used += width + if shelf.is_empty() { 0 } else { GAP };
            shelf.push((area, width));
        }
        if !shelf.is_empty() {
            self.lay_shelf(&shelf);
        }
    }

    /// Lays out areas on one shelf, over its whole width.
    fn lay_shelf(&mut self, shelf: &[(&'a Area, i32)]) {
        let count = shelf.len() as i32;
        let used: i32 = shelf.iter().map(|(_, width)| width + GAP).sum::<i32>() - GAP;
        let more = (INNER - used) / count;
        let height = shelf.iter().map(|(area, _)| natural_height(area)).max().unwrap_or(0);
        let mut x = PAD;
        for (area, width) in shelf {
            let frame = (x, self.height, width + more, height);
            let laid = match line(area) {
                Some(place) if is_stack(area) => laid_stack(area, place, frame, BAR_HEIGHT),
                Some(place) => laid_row(area, place, frame, columns_below(place)),
                None => laid_small(area, frame),
            };
            x += width + more + GAP;
            self.areas.push(laid);
        }
        self.height += height + GAP;
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

/// Returns the distance between the pieces of a row. Cards are higher than wide, and face-down cards of a fan overlap.
fn across(place: &Place) -> i32 {
    let size = small(place);
    let hidden = place.pieces.iter().all(|piece| *piece == Piece::CardDown);
    match place.spread {
        Spread::Fan(_) if hidden => part(size, 30),
        // Fans that exceed a shelf overlap too; the upper left corner of each card stays visible.
        Spread::Fan(_) if room(place) > 8 => part(size, 46),
        _ if size == CARD => part(size, card::WIDE + 5),
        _ => size,
    }
}

/// Returns the number of pieces for which a place has space.
fn room(place: &Place) -> i32 {
    let room = match place.spread {
        Spread::Stack(room) | Spread::Row(room) | Spread::Fan(room) => room,
        Spread::Pile => 1,
    };
    room.max(place.pieces.len()).max(1) as i32
}

fn columns_below(place: &Place) -> i32 {
    room(place).min((INNER - 2 * INSET) / across(place))
}

/// Returns the number of columns of a stack: one, unless it exceeds its capacity.
fn stack_columns(place: &Place) -> i32 {
    let Spread::Stack(room) = place.spread else { return 1 };
    place.pieces.len().div_ceil(room.max(1)).max(1) as i32
}

fn natural_width(area: &Area) -> i32 {
    let width = match line(area) {
        Some(place) if is_stack(area) => stack_columns(place) * (BAR + 8) - 8,
        Some(place) => columns_below(place) * across(place) + small(place) - across(place),
        None => (Extent::of(area).wide * small_cell(area) / 2).min(INNER - 2 * INSET),
    };
    2 * INSET + width.max(area.title().len() as i32 * 22)
}

fn natural_height(area: &Area) -> i32 {
    match line(area) {
        Some(Place { spread: Spread::Stack(room), .. }) => LABEL + *room as i32 * BAR_HEIGHT + INSET,
        Some(place) => row_height(place, columns_below(place)),
        None => LABEL + Extent::of(area).high * small_cell(area) / 2 + INSET,
    }
}

fn row_height(place: &Place, columns: i32) -> i32 {
    LABEL + (room(place) + columns - 1) / columns * small(place) + INSET
}

/// Lays out a board as large as `width` allows, optionally with its name. Its frame is as wide as the board if it is
/// `fitting`, otherwise `width`.
fn laid_board(area: &Area, (x, y): (i32, i32), width: i32, (labelled, fitting): (bool, bool)) -> AreaLayout<'_> {
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
    let mut laid = AreaLayout { area, x, y, width, height, cell, labelled, mirror: None, spots: vec![] };
    laid.lay_places(&extent, origin);
    laid
}

/// Returns the cell size of a board below the others.
fn small_cell(area: &Area) -> i32 {
    let labelled = area.places.iter().any(|place| !place.label.is_empty());
    let least = if labelled { LABELLED } else { SMALL };
    area.places.iter().map(small).max().unwrap_or(SMALL).max(least)
}

/// Lays out a board below the others.
fn laid_small(area: &Area, (x, y, width, height): Frame) -> AreaLayout<'_> {
    let extent = Extent::of(area);
    let cell = small_cell(area).min((width - 2 * INSET) * 2 / extent.wide);
    let origin = (x + (width - extent.wide * cell / 2) / 2, y + LABEL);
    let mut laid = AreaLayout { area, x, y, width, height, cell, labelled: true, mirror: None, spots: vec![] };
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

impl AreaLayout<'_> {
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
            // Cards of a fan from left to right reach the lower edge.
            let is_row = matches!(place.spread, Spread::Fan(_)) && width > height;
            let below = if labelled { LABEL_FONT + if is_row { 20 } else { 8 } } else { for_name };
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

/// Lays out a row in its frame.
fn laid_row<'a>(area: &'a Area, place: &'a Place, (x, y, width, height): Frame, columns: i32) -> AreaLayout<'a> {
    let (cell, across) = (small(place), across(place));
    let wide = columns * across + if across < cell { part(cell, card::WIDE) - across } else { 0 };
    let left = x + INSET + (width - 2 * INSET - wide).max(0) / 2;
    let pieces = row(&place.pieces, (left, y + LABEL), (across, cell), columns);
    let (spot_x, spot_width, spot_height) = (x + INSET, width - 2 * INSET, height - LABEL - INSET);
    let spot = PlaceLayout { place, x: spot_x, y: y + LABEL, width: spot_width, height: spot_height, pieces };
    AreaLayout { area, x, y, width, height, cell, labelled: true, mirror: None, spots: vec![spot] }
}

/// Lays out a stack in its frame, from the bottom, in several columns if it is too high for one.
fn laid_stack<'a>(area: &'a Area, place: &'a Place, (x, y, width, height): Frame, high: i32) -> AreaLayout<'a> {
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
    AreaLayout { area, x, y, width, height, cell: high, labelled: true, mirror: None, spots: vec![spot] }
}
