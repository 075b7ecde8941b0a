//! The layout of a picture: positions of areas, places and pieces. All lengths are integer units of the `viewBox`,
//! which is 1,200 units wide.
//!
//! A game for several seats is seen from the viewer's chair: the other seats with what they hold are at the top, what is common is in the
//! middle, and what the viewer holds is at the bottom. The center is as large as possible; stacks are next to it, rows and stacks below it.
//! Space is reserved for pieces that may be added later, so that nothing shifts between moves.

use super::area::{
    AreaLayout, BAR_HEIGHT, Frame, GAP, INNER, INSET, LABEL, RowFit, is_stack, laid_board, laid_row, laid_small,
    laid_stack, line, min_width, natural_height, natural_width, text_width,
};
use super::measure::{PAD, lines};
use super::seats::{self, SeatBox};
use funhouse_rules::scene::{Area, Place, Role, Scene, Side, Spread};

/// The width of a column of stacks, and the minimum width of a column of rows.
const STACK_COLUMN: i32 = 196;
const ROW_COLUMN: i32 = 470;
/// Maximum number of characters on a line of the caption next to the score label, and next to that of a final score.
const LINE: usize = 42;
const SHORT_LINE: usize = 36;
/// Maximum number of characters on a full line.
const WHOLE_LINE: usize = 48;
/// The height of the name of what another seat holds.
const NAME_HEIGHT: i32 = 48;

/// The layout of a scene.
pub(super) struct Layout<'a> {
    pub(super) height: i32,
    pub(super) caption: Vec<String>,
    /// The top of the score parts, or of what follows the turn.
    pub(super) parts: i32,
    /// The boxes of the seats, in their order.
    pub(super) seats: Vec<SeatBox>,
    pub(super) areas: Vec<AreaLayout<'a>>,
}

/// Where an area is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    /// In the middle, or below it.
    Common,
    /// In the box of another seat.
    Other,
    /// In the box of the viewer.
    Own,
}

fn zone(scene: &Scene, area: &Area) -> Zone {
    let is_own = || scene.seats.iter().any(|at| at.viewer && Some(at.seat) == area.seat);
    match area.seat {
        None => Zone::Common,
        Some(_) if is_own() => Zone::Own,
        Some(_) => Zone::Other,
    }
}

/// Returns whether an area shows nothing: neither pieces nor places that moves name.
fn is_blank(area: &Area) -> bool {
    area.places.iter().all(|place| place.pieces.is_empty() && place.label.is_empty() && place.name.is_empty())
}

/// Lets an area of a game for several seats that shows nothing have its space, but no box.
fn unboxed_if_blank<'a>(scene: &Scene, laid: AreaLayout<'a>) -> AreaLayout<'a> {
    let boxed = !scene.seats.is_empty() && is_blank(laid.area);
    AreaLayout { boxed, labelled: laid.labelled && !boxed, ..laid }
}

impl<'a> Layout<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        let seated = !scene.seats.is_empty();
        let line = if scene.finished { SHORT_LINE } else { LINE };
        let caption = lines(&scene.caption, if seated { WHOLE_LINE } else { line });
        let turn = if seated { 62 } else { 0 };
        let parts = 192 + 52 * caption.len() as i32 - 24 + turn;
        let top = if scene.parts.is_empty() { parts } else { parts + 96 + GAP };
        let mut layout = Self { height: top, caption, parts, seats: Vec::new(), areas: Vec::new() };
        layout.lay_others(scene);
        layout.lay_middle(scene);
        layout.lay_below(scene);
        layout.lay_own(scene);
        layout.seats.sort_by_key(|seat| seat.index);
        layout.height += PAD - GAP;
        layout
    }

    /// Lays out the boxes of the other seats with what they hold, beginning with the one after the viewer.
    fn lay_others(&mut self, scene: &'a Scene) {
        let viewer = scene.seats.iter().position(|at| at.viewer);
        let count = scene.seats.len();
        let others: Vec<usize> = match viewer {
            Some(own) => (1..count).map(|after| (own + after) % count).collect(),
            None => (0..count).collect(),
        };
        let is_other = |area: &&Area| zone(scene, area) == Zone::Other;
        let board =
            scene.areas.iter().filter(is_other).filter(|area| line(area).is_none()).map(min_width).max().unwrap_or(0);
        let columns = seats::columns(others.len(), board);
        let across = (INNER + seats::GAP) / columns.max(1) as i32;
        let width = across - seats::GAP;
        let head = seats::head(scene, width);
        for row in others.chunks(columns.max(1)) {
            let top = self.height;
            let mut lowest = top + head;
            for (index, column) in row.iter().zip(0..) {
                let x = PAD + column * across;
                self.height = top + head;
                let seat = Some(scene.seats[*index].seat);
                self.lay_other(scene.areas.iter().filter(is_other).filter(|area| area.seat == seat), (x, width));
                lowest = lowest.max(self.height);
            }
            let boxes = row.iter().zip(0..).map(|(index, column)| SeatBox {
                index: *index,
                x: PAD + column * across,
                y: top,
                width,
                height: lowest - top,
            });
            self.seats.extend(boxes);
            self.height = lowest + seats::GAP;
        }
        if !others.is_empty() {
            self.height += GAP - seats::GAP;
        }
    }

    /// Lays out what another seat holds: rows side by side where they fit, and boards below them.
    fn lay_other(&mut self, areas: impl Iterator<Item = &'a Area>, (x, width): (i32, i32)) {
        let (rows, boards): (Vec<&Area>, Vec<&Area>) = areas.partition(|area| line(area).is_some());
        let mut row: Vec<(&Area, &Place, RowFit, i32)> = Vec::new();
        let mut used = 0;
        for (area, place) in rows.into_iter().filter_map(|area| Some((area, line(area)?))) {
            let fit = RowFit::other(place, width);
            let name = if area.role == Role::Hand { 0 } else { text_width(area.name) };
            let wide = fit.width(place).max(name) + 2 * INSET;
            if used + wide > width {
                self.lay_other_row(&std::mem::take(&mut row), x, width - used);
                used = 0;
            }
            used += wide;
            row.push((area, place, fit, wide));
        }
        self.lay_other_row(&row, x, width - used);
        for area in boards {
            let laid = laid_small(area, (x, self.height, width), NAME_HEIGHT);
            self.height += laid.height;
            self.areas.push(AreaLayout { boxed: true, ..laid });
        }
    }

    /// Lays out rows side by side, which share `more` units of width. If all are blank they take no space.
    fn lay_other_row(&mut self, row: &[(&'a Area, &'a Place, RowFit, i32)], mut x: i32, more: i32) {
        let has_label = |area: &Area| area.role != Role::Hand && !is_blank(area);
        let label = if row.iter().any(|(area, ..)| has_label(area)) { NAME_HEIGHT } else { 0 };
        let shown = row.iter().filter(|(area, ..)| !is_blank(area));
        let Some(high) = shown.map(|(_, place, fit, _)| fit.height(place)).max() else {
            let top = self.height;
            return self.areas.extend(row.iter().map(|(area, ..)| AreaLayout::blank(area, (x, top))));
        };
        let height = label + high + INSET;
        for (area, place, fit, wide) in row {
            let width = wide + more / row.len() as i32;
            let laid = laid_row(area, place, (x, self.height, width, height), (*fit, label));
            self.areas.push(AreaLayout { boxed: true, labelled: has_label(area), ..laid });
            x += width;
        }
        self.height += height;
    }

    /// Lays out the box of the viewer: what is on the table, and the hand below it.
    fn lay_own(&mut self, scene: &'a Scene) {
        let Some((index, at)) = scene.seats.iter().enumerate().find(|(_, at)| at.viewer) else { return };
        let top = self.height;
        self.height += seats::own_head(at);
        let first = self.areas.len();
        let (hands, others): (Vec<&Area>, Vec<&Area>) =
            scene.areas.iter().filter(|area| zone(scene, area) == Zone::Own).partition(|area| area.role == Role::Hand);
        let (blank, shown): (Vec<&Area>, Vec<&Area>) = others.into_iter().partition(|area| is_blank(area));
        let is_board = |area: &&Area| area.side == Side::Center && line(area).is_none();
        let (boards, shown): (Vec<&Area>, Vec<&Area>) = shown.into_iter().partition(is_board);
        for area in boards {
            let laid = laid_board(area, (PAD, self.height), INNER, (true, false));
            self.height += laid.height + GAP;
            self.areas.push(laid);
        }
        self.lay_shelves(shown.into_iter());
        self.areas.extend(blank.into_iter().map(|area| AreaLayout::blank(area, (PAD, self.height))));
        for (area, place) in hands.into_iter().filter_map(|area| Some((area, line(area)?))) {
            let fit = RowFit::hand(place, INNER);
            let height = fit.height(place) + INSET;
            self.areas.push(laid_row(area, place, (PAD, self.height, INNER, height), (fit, 0)));
            self.height += height + GAP;
        }
        self.areas[first..].iter_mut().for_each(|laid| laid.boxed = true);
        if self.height == top + seats::own_head(at) {
            self.height += GAP;
        }
        self.seats.push(SeatBox { index, x: PAD, y: top, width: INNER, height: self.height - GAP - top });
    }

    /// Lays out the center and the columns next to it.
    fn lay_middle(&mut self, scene: &'a Scene) {
        let on = |side| scene.areas.iter().filter(move |area| area.side == side && zone(scene, area) == Zone::Common);
        let column = |side| match (on(side).map(natural_width).max(), on(side).all(is_stack)) {
            (None, _) => 0,
            (Some(_), true) => STACK_COLUMN + GAP,
            (Some(width), false) => width.min(ROW_COLUMN) + GAP,
        };
        if on(Side::Center).next().is_none() {
            return;
        }
        let (left, right) = (column(Side::Left), column(Side::Right));
        let (mut x, top) = (PAD + left, self.height);
        let mut width = INNER - left - right;
        // One of several boards needs its name; a single one is the subject of the game.
        let several = !scene.seats.is_empty() && on(Side::Center).nth(1).is_some();
        for area in on(Side::Center) {
            let laid = match line(area) {
                Some(place) if matches!(place.spread, Spread::Fan(_)) => {
                    let fit = RowFit::within(place, width);
                    let height = LABEL + fit.height(place) + INSET;
                    laid_row(area, place, (x, self.height, width, height), (fit, LABEL))
                }
                _ => laid_board(area, (x, self.height), width, (several, on(Side::Right).any(|area| !is_stack(area)))),
            };
            width = laid.width;
            self.height += laid.height + GAP;
            self.areas.push(unboxed_if_blank(scene, laid));
        }
        let height = self.height - GAP - top;
        let mut lowest = self.height;
        lowest = lowest.max(self.lay_column(scene, on(Side::Left), (PAD, top, left - GAP, height)));
        x += width + GAP;
        lowest = lowest.max(self.lay_column(scene, on(Side::Right), (x, top, PAD + INNER - x, height)));
        self.height = lowest;
    }

    /// Lays out areas from top to bottom and returns the bottom of the last.
    fn lay_column(
        &mut self,
        scene: &Scene,
        areas: impl Iterator<Item = &'a Area>,
        (x, top, width, height): Frame,
    ) -> i32 {
        let mut y = top;
        for area in areas {
            let Some(place) = line(area) else {
                let laid = laid_small(area, (x, y, width), LABEL);
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
                    let fit = RowFit::within(place, width);
                    laid_row(area, place, (x, y, width, LABEL + fit.height(place) + INSET), (fit, LABEL))
                }
            };
            y += laid.height + GAP;
            self.areas.push(unboxed_if_blank(scene, laid));
        }
        y
    }

    /// Lays out the areas below the center, or all that are common if nothing is there.
    fn lay_below(&mut self, scene: &'a Scene) {
        let common = || scene.areas.iter().filter(|area| zone(scene, area) == Zone::Common);
        let has_center = common().any(|area| area.side == Side::Center);
        let below = common().filter(|area| area.side == Side::Below || !has_center);
        // A solitaire reserves the space of what is empty.
        let (blank, shown): (Vec<&Area>, Vec<&Area>) =
            below.partition(|area| !scene.seats.is_empty() && is_blank(area));
        self.lay_shelves(shown.into_iter());
        self.areas.extend(blank.into_iter().map(|area| AreaLayout::blank(area, (PAD, self.height))));
    }

    /// Lays out areas side by side, on as many shelves as needed.
    fn lay_shelves(&mut self, areas: impl Iterator<Item = &'a Area>) {
        let mut shelf: Vec<(&Area, i32)> = Vec::new();
        let mut used = 0;
        for area in areas {
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
                Some(place) => laid_row(area, place, frame, (RowFit::within(place, INNER), LABEL)),
                None => AreaLayout { height, ..laid_small(area, (x, self.height, width + more), LABEL) },
            };
            x += width + more + GAP;
            self.areas.push(laid);
        }
        self.height += height + GAP;
    }
}
